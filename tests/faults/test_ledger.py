"""The ledger finds each kind of broken promise: a kill run that cannot fail proves nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from faults.ledger import Ledger, Said, audit, refrain
from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service

USER = "someone"


class Held:
    """Stands in for a server: what it holds can be falsified."""

    def __init__(self) -> None:
        self.memories = [
            pb.Memory(memory_id="1", content="一", tags=["t"], mention_count=1),
            pb.Memory(memory_id="2", content="two", mention_count=1),
            pb.Memory(memory_id="3", content=refrain(USER), mention_count=2),
        ]
        self.states = ["1", "2", "3", "3"]
        self.revision = 3

    def ListMemories(self, request: Any, timeout: float) -> Any:  # noqa: N802 (the contract's)
        return service.ListMemoriesResponse(memories=self.memories)

    def ExportMemories(self, request: Any, timeout: float) -> Any:  # noqa: N802
        changes = [pb.MemoryChange(memory=pb.Memory(memory_id=each)) for each in self.states]
        return iter([service.ExportMemoriesResponse(revisions=changes)])

    def Recall(self, request: Any, timeout: float) -> Any:  # noqa: N802
        return service.RecallResponse(revision=self.revision)


@pytest.fixture
def ledger() -> Ledger:
    ledger = Ledger([USER])
    pair = [pb.NewMemory(content="一", tags=["t"]), pb.NewMemory(content="two")]
    ledger.sending(Said(USER, pair, acknowledged=True, revision=3))
    gone = Said(USER, [pb.NewMemory(content="gone")], acknowledged=True, forgetting=True)
    gone.forgotten = True
    ledger.sending(gone)
    ledger.sending(Said(USER, [pb.NewMemory(content="a"), pb.NewMemory(content="b")]))
    for outcome in ("sent", "answered", "sent", "answered", "sent"):
        ledger.repeat(outcome, USER)
    return ledger


def lose_both(held: Held) -> None:
    del held.memories[:2], held.states[:2]


def lose_one(held: Held) -> None:
    del held.memories[0], held.states[0]


def double(held: Held) -> None:
    held.memories.append(pb.Memory(memory_id="4", content="two", mention_count=1))
    held.states.append("4")


def mention_twice(held: Held) -> None:
    held.memories[1].mention_count = 2


def record_twice(held: Held) -> None:
    held.states.append("2")


def lose_a_tag(held: Held) -> None:
    held.memories[0].tags[:] = []


def bring_back(held: Held) -> None:
    held.memories.append(pb.Memory(memory_id="4", content="gone", mention_count=1))
    held.states.append("4")


def half_of_the_uncertain(held: Held) -> None:
    held.memories.append(pb.Memory(memory_id="4", content="b", mention_count=1))
    held.states.append("4")


def make_up(held: Held) -> None:
    held.memories.append(pb.Memory(memory_id="4", content="made up", mention_count=1))
    held.states.append("4")


def lose_a_mention(held: Held) -> None:
    held.memories[2].mention_count = 1
    held.states.remove("3")


def mention_too_often(held: Held) -> None:
    held.memories[2].mention_count = 4
    held.states += ["3", "3"]


def lose_history(held: Held) -> None:
    held.states.remove("1")


def go_back(held: Held) -> None:
    held.revision = 2


def test_a_kept_promise_is_no_fault(ledger: Ledger) -> None:
    found = audit(ledger, Held())
    assert found.faults == []
    assert (found.acknowledged, found.uncertain, found.forgotten) == (2, 2, 1)


@pytest.mark.parametrize(
    ("spoil", "count"),
    [
        (lose_both, "lost"),
        (lose_one, "half_written"),
        (double, "doubled"),
        (mention_twice, "doubled"),
        (record_twice, "doubled"),
        (lose_a_tag, "half_written"),
        (bring_back, "back"),
        (half_of_the_uncertain, "half_written"),
        (make_up, "strange"),
        (lose_a_mention, "miscounted"),
        (mention_too_often, "miscounted"),
        (lose_history, "half_written"),
        (go_back, "lost"),
    ],
)
def test_a_broken_promise_is_found(
    ledger: Ledger, spoil: Callable[[Held], None], count: str
) -> None:
    held = Held()
    spoil(held)
    found = audit(ledger, held)
    assert getattr(found, count) > 0
    assert found.faults
