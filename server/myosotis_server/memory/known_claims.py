"""What is known while statements are made, and how a statement finds in it what it meets."""

import uuid
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.claims import Claim, is_current
from myosotis_server.memory.identity import normalise, same_statement_key
from myosotis_server.memory.near_duplicates import absorbs, averages
from myosotis_server.memory.values import Instant, Memory, MemoryKind, MemoryState


@dataclass(frozen=True, slots=True)
class Known:
    """A claim, and the place in known + drafts of the text that it has."""

    claim: Claim
    wording: int

    @property
    def memory(self) -> Memory:
        return self.claim.memory


class KnownClaims:
    """Claims by memory; those of the drafts join them as these are said.

    `likeness` [drafts, known + drafts] is how like their texts are.
    """

    def __init__(self, known: Sequence[Claim], likeness: NDArray[np.floating[Any]]) -> None:
        self._likeness = likeness
        self._known: dict[str, Known] = {}
        self._saying: dict[tuple[str, str], set[str]] = {}
        for place, claim in enumerate(known):
            self.keep(Known(claim, place))

    def __getitem__(self, memory_id: str) -> Known:
        return self._known[memory_id]

    def keep(self, now: Known) -> None:
        self._known[now.memory.memory_id] = now
        self._saying.setdefault(_saying(now.claim), set()).add(now.memory.memory_id)

    def same(self, draft: Claim, only_exact: bool) -> Known | None:
        """What says the same of the same; of the same kind, true and old, as far as there is."""
        key = _key(draft.memory)
        said = _saying(draft)
        found = [
            each
            for each in map(self._known.__getitem__, self._saying.get(said, ()))
            if each.memory.state is not MemoryState.PSEUDONYMISED
            # What a memory says may have changed since it was noted.
            and _saying(each.claim) == said
            and (_key(each.memory) == key or not (only_exact or _is_summary(each.memory, draft)))
        ]
        return min(
            found,
            key=lambda each: (
                _key(each.memory) != key,
                each.memory.state is not MemoryState.ACTIVE,
                each.memory.create_time,
                each.memory.memory_id,
            ),
            default=None,
        )

    def current(self, now: Instant) -> list[Known]:
        return [each for each in self._known.values() if is_current(each.claim, now)]

    def like(self, index: int, each: Known) -> float:
        return float(self._likeness[index, each.wording])

    def under_a_free_id(self, draft: Claim) -> Claim:
        """`draft`, under another id if its own is in use."""
        memory = draft.memory
        while memory.memory_id in self._known:
            other = str(uuid.uuid5(uuid.UUID(memory.memory_id), memory.content))
            memory = replace(memory, memory_id=other)
        return draft if memory is draft.memory else replace(draft, memory=memory)

    def once_said(self, index: int, draft: Claim) -> Known | None:
        """What had ended and says all that `draft` says, which was said while it held."""
        return next(
            (
                each
                for each in self._known.values()
                if has_ended(each, draft) and absorbs(each.claim, draft, self.like(index, each))
            ),
            None,
        )

    def guess(self, draft: Claim) -> Known | None:
        return next(
            (each for each in self.current(draft.said) if averages(each.claim, draft)), None
        )

    def near(self, index: int, draft: Claim, ended: Container[str]) -> Known | None:
        """The likest memory of which one says all that the other says; of two, the older."""
        near = [
            each
            for each in self.current(draft.said)
            if each.memory.memory_id not in ended
            and (
                absorbs(each.claim, draft, like := self.like(index, each))
                or absorbs(draft, each.claim, like)
            )
        ]
        return min(
            near,
            key=lambda each: (
                -self.like(index, each),
                each.memory.create_time,
                each.memory.memory_id,
            ),
            default=None,
        )


def _key(memory: Memory) -> str:
    return same_statement_key(memory.kind, memory.subject, memory.content)


def _saying(claim: Claim) -> tuple[str, str]:
    return claim.subject, normalise(claim.memory.content)


def has_ended(known: Known, draft: Claim) -> bool:
    """Whether it ended after `draft` was said."""
    end = known.memory.valid_to
    return known.memory.state is MemoryState.SUPERSEDED and end is not None and draft.said < end


def _is_summary(memory: Memory, draft: Claim) -> bool:
    """Whether one of them is a digest, which says nothing of its own."""
    return MemoryKind.SUMMARY in (memory.kind, draft.memory.kind)
