"""The way to disk: planned against a revision, planned again, answered once per request."""

from collections.abc import Callable, Iterator

import pytest

from myosotis_server.adapters.ram_embedder import RamEmbedder
from myosotis_server.adapters.ram_store import RamStore
from myosotis_server.memory.errors import Overloaded, ReembedRequired, RequestIdReused
from myosotis_server.memory.ports import UserHead, Write
from myosotis_server.memory.values import DAY, ChangeAction, Memory, MemoryChange, Owner
from myosotis_server.service import commit
from myosotis_server.service.bulletin import Bulletin
from myosotis_server.service.commit import Committer, Outcome, Plan, RequestKey
from myosotis_server.service.lanes import Lanes
from myosotis_server.service.model_guard import ModelGuard
from ports.builders import ALICE, BOB, memory, rows_for
from ports.set_clock import SetClock
from service.world import request

DIGEST = RamEmbedder().model.digest


class Writing:
    """A Committer over a RamStore, and plans that remember what they were asked."""

    def __init__(self) -> None:
        self.store = RamStore()
        self.clock = SetClock()
        self.lanes = Lanes(2)
        guard = ModelGuard(RamEmbedder().model)
        self.committer = Committer(self.store, self.lanes, self.clock, guard, Bulletin())
        self.heads: list[UserHead] = []
        """What each planning was told."""
        self.meanwhile: Callable[[], object] = lambda: None
        """Happens during each planning."""

    async def put(
        self,
        *memories: Memory,
        owner: Owner = ALICE,
        key: RequestKey | None = None,
        create: bool = True,
    ) -> Outcome:
        def plan(head: UserHead) -> Plan:
            self.heads.append(head)
            self.meanwhile()
            last = {each.memory_id: each for each in memories}
            changes = [
                MemoryChange(ChangeAction.CREATED, each, item_index=index)
                for index, each in enumerate(memories)
            ]
            return Plan(changes, rows_for(list(last.values())) if last else None)

        return await self.committer.commit(owner, plan, key, create=create)

    async def remove(self, *ids: str, key: RequestKey | None = None) -> Outcome:
        return await self.committer.commit(
            ALICE, lambda head: Plan(removals=ids, receipt_id="receipt"), key
        )

    def interfere(self) -> None:
        """Another process writes for Alice."""
        head = self.store.open_user(ALICE, DIGEST).result()
        other = memory(f"said elsewhere at {head.revision}")
        change = MemoryChange(ChangeAction.CREATED, other)
        self.store.commit(Write(ALICE, head, [change], rows_for([other]))).result()

    def stored(self, known: Memory, owner: Owner = ALICE) -> Memory | None:
        return self.store.memories(owner, [known.memory_id])[0]


@pytest.fixture
def writing() -> Iterator[Writing]:
    writing = Writing()
    yield writing
    writing.lanes.close()


async def test_a_commit_is_stored_and_stamped(writing: Writing) -> None:
    outcome = await writing.put(memory("茶"))
    assert (outcome.revision, outcome.replayed) == (1, False)
    [change] = outcome.changes
    assert change.revision == change.memory.revision == 1
    assert writing.stored(memory("茶")) == change.memory


async def test_it_plans_again_when_another_process_came_first(writing: Writing) -> None:
    def once() -> None:
        if len(writing.heads) == 1:
            writing.interfere()

    writing.meanwhile = once
    outcome = await writing.put(memory("茶"))
    assert [head.revision for head in writing.heads] == [0, 1]
    assert outcome.revision == 2
    assert writing.stored(memory("茶"))
    assert writing.stored(memory("said elsewhere at 0"))


async def test_it_gives_up_when_others_are_always_first(
    writing: Writing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commit, "_ATTEMPTS", 3)
    writing.meanwhile = writing.interfere
    with pytest.raises(Overloaded):
        await writing.put(memory("茶"))
    assert len(writing.heads) == 3
    assert writing.stored(memory("茶")) is None


async def test_it_plans_again_when_the_user_was_erased_and_made_anew(writing: Writing) -> None:
    await writing.put(memory("before"))

    def once() -> None:
        if len(writing.heads) == 2:
            writing.store.erase_user(ALICE, writing.heads[-1]).result()

    writing.meanwhile = once
    outcome = await writing.put(memory("茶"))
    numbers = [head.number for head in writing.heads]
    assert numbers[1] != numbers[2]
    assert outcome.revision == 1
    assert writing.stored(memory("before")) is None
    assert writing.stored(memory("茶"))


async def test_an_unknown_user_stays_unknown_unless_created(writing: Writing) -> None:
    assert await writing.put(memory("茶"), create=False) == Outcome(revision=0)
    assert writing.heads == []
    assert writing.store.head(ALICE) is None


async def test_nothing_planned_is_nothing_written(writing: Writing) -> None:
    await writing.put(memory("茶"))
    outcome = await writing.put()
    assert (outcome.revision, outcome.changes) == (1, [])
    assert (await writing.put(memory("咖啡"))).revision == 2


async def test_a_failing_plan_leaves_nothing(writing: Writing) -> None:
    def fail(head: UserHead) -> Plan:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await writing.committer.commit(ALICE, fail, request(), create=True)
    assert (await writing.put(memory("茶"), key=request())).replayed is False


async def test_a_request_is_answered_once(writing: Writing) -> None:
    first = await writing.put(memory("茶"), memory("咖啡"), key=request())
    again = await writing.put(memory("茶"), memory("咖啡"), key=request())
    assert again.replayed
    assert len(writing.heads) == 1
    assert (again.revision, again.changes) == (first.revision, first.changes)


async def test_a_replay_tells_what_was_then(writing: Writing) -> None:
    twice = memory("茶"), memory("茶", mention_count=2)
    first = await writing.put(*twice, memory("水"), key=request())
    await writing.put(memory("茶", mention_count=3))
    again = await writing.put(*twice, memory("水"), key=request())
    assert again.changes == first.changes
    assert [change.memory.mention_count for change in again.changes] == [1, 2, 1]
    assert again.revision == 1


async def test_a_replay_leaves_out_what_was_forgotten_since(writing: Writing) -> None:
    await writing.put(memory("茶"), memory("咖啡"), key=request())
    await writing.remove(memory("茶").memory_id)
    again = await writing.put(memory("茶"), memory("咖啡"), key=request())
    assert again.replayed
    assert [change.memory.content for change in again.changes] == ["咖啡"]


async def test_what_was_forgotten_and_said_again_is_not_passed_off_as_replayed(
    writing: Writing,
) -> None:
    await writing.put(memory("茶"), key=request())
    await writing.remove(memory("茶").memory_id)
    await writing.put(memory("茶", importance=0.9))
    assert (await writing.put(memory("茶"), key=request())).changes == []


async def test_a_replay_of_forgetting_counts_and_names_the_receipt(writing: Writing) -> None:
    await writing.put(memory("茶"))
    first = await writing.remove(memory("茶").memory_id, key=request())
    again = await writing.remove(memory("茶").memory_id, key=request())
    assert (first.replayed, again.replayed) == (False, True)
    assert (again.forgotten_count, again.receipt_id, again.revision) == (1, "receipt", 2)


async def test_an_id_used_for_other_content_is_refused(writing: Writing) -> None:
    await writing.put(memory("茶"), key=request(content=b"one"))
    with pytest.raises(RequestIdReused):
        await writing.put(memory("咖啡"), key=request(content=b"other"))
    assert writing.stored(memory("咖啡")) is None


async def test_ids_of_other_requests_and_users_are_free(writing: Writing) -> None:
    for number, owner in ((1, ALICE), (2, ALICE), (1, BOB)):
        content = f"{owner.user_id} {number}".encode()
        outcome = await writing.put(memory("茶"), owner=owner, key=request(number, content))
        assert not outcome.replayed


async def test_after_a_day_a_request_is_a_new_one(writing: Writing) -> None:
    await writing.put(memory("茶"), key=request(content=b"one"))
    writing.clock.advance(DAY - 1)
    assert (await writing.put(memory("茶"), key=request(content=b"one"))).replayed
    writing.clock.advance(1)
    assert not (await writing.put(memory("茶"), key=request(content=b"other"))).replayed


async def test_another_models_vectors_are_never_added_to(writing: Writing) -> None:
    writing.store.open_user(ALICE, "another model").result()
    with pytest.raises(ReembedRequired) as refusal:
        await writing.put(memory("茶"))
    assert refusal.value.stored_model == "another mode"
    assert writing.heads == []
    head = writing.store.head(ALICE)
    assert head is not None
    assert head.revision == 0
