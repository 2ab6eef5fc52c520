"""Any run of calls, by two processes over one store, against a plain dictionary."""

import asyncio
import shutil
import tempfile
from collections.abc import Awaitable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.ram_store import RamStore
from myosotis_server.adapters.ram_view import PlainView
from myosotis_server.adapters.vault import Vault
from myosotis_server.adapters.view import IndexedView
from myosotis_server.memory.errors import MemoryNotFound
from myosotis_server.memory.ports import Store
from myosotis_server.memory.values import (
    SECOND,
    ChangeAction,
    Memory,
    MemoryChange,
    MemoryFilter,
    MemoryKind,
    Owner,
    ReconcileMode,
    Statement,
)
from ports.builders import ALICE, BOB
from ports.set_clock import SetClock
from running.examples import examples
from scenarios.plain_user import Known, PlainUser
from service.world import World, request

T = TypeVar("T")

OWNERS = (ALICE, BOB)
CONTENTS = (
    "I like tea", "i like TEA.", "I like tea?", "我住在成都", "我住在成都。", "我住在上海",
    "我叫王伟", "我叫王芳", "我不再喝咖啡了", "I gave up coffee",
)  # fmt: skip
QUERIES = ("", "我住在哪里", "do I still drink coffee or tea", "叫什么")

contents = st.sampled_from(CONTENTS)
owners = st.sampled_from(OWNERS)
processes = st.integers(0, 1)
picks = st.integers(0, 20)
all_tags = st.frozensets(st.sampled_from(["家", "work"]), max_size=2)
said = st.tuples(contents, all_tags, st.sampled_from([None, None, SECOND, 3 * SECOND]))


def as_states(changes: list[MemoryChange]) -> list[MemoryChange]:
    """`changes` without how often their memories were recalled, which is no part of a state."""
    return [
        replace(change, memory=replace(change.memory, access_count=0, last_access_time=None))
        for change in changes
    ]


class EveryCall(RuleBasedStateMachine):
    """Two processes of the service over one store, which subclasses open."""

    build_view: type[PlainView] | type[IndexedView]

    def open_store(self) -> Store:
        raise NotImplementedError

    def reopen_store(self) -> Store:
        raise NotImplementedError

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.clock = SetClock()
        self.users = {owner: PlainUser() for owner in OWNERS}
        self.worlds: list[World] = []
        self.looks = 0
        self.requests = 0

    @initialize()
    def begin(self) -> None:
        self.store = self.open_store()
        self.start()

    def start(self) -> None:
        # The app's own clockwork stays off: accesses are written at a forget and at the end, so
        # that a run can be repeated to the letter.
        async def start() -> None:
            self.worlds = [
                World(self.store, clock=self.clock, build_view=self.build_view) for _ in range(2)
            ]

        self.runner.run(start())

    def stop(self) -> None:
        for world in self.worlds:
            self.run(world.app.stop())
        self.worlds = []

    def teardown(self) -> None:
        self.stop()
        self.runner.close()
        self.store.close()

    def run(self, call: Awaitable[T]) -> T:
        async def wait() -> T:
            return await call

        return self.runner.run(wait())

    @rule(
        owner=owners,
        at=processes,
        batch=st.lists(said, min_size=1, max_size=3),
        always_new=st.booleans(),
        repeated=st.booleans(),
    )
    def remember(self, owner, at, batch, always_new, repeated) -> None:
        user, now = self.users[owner], self.clock.now()
        self.requests += 1
        key = request(self.requests)
        mode = ReconcileMode.OFF if always_new else ReconcileMode.EXACT
        statements = [
            # One kind for all, which no text decides: it is part of what makes memories the same.
            Statement(content, MemoryKind.FACT, tags=tuple(sorted(tags)), ttl=ttl)
            for content, tags, ttl in batch
        ]
        call = {"owner": owner, "mode": mode, "request": key}
        outcome = self.run(self.worlds[at].remember(*statements, **call))
        user.revision += 1
        assert outcome.revision == user.revision
        for index, (item, change) in enumerate(zip(batch, outcome.changes, strict=True)):
            content, tags, ttl = item
            moment = now + index  # so that what was said in one call keeps its order
            memory_id, met = change.memory.memory_id, user.meets(content)
            if always_new or met is None:
                assert change.action is ChangeAction.CREATED
                assert memory_id not in user.memories
            else:
                assert change.action is ChangeAction.REINFORCED
                assert memory_id == met
            end = None if ttl is None else moment + ttl
            user.add(memory_id, Known(content, moment, end, frozenset(tags)))
        if repeated:
            again = self.run(self.worlds[1 - at].remember(*statements, **call))
            assert again.replayed
            assert as_states(again.changes) == as_states(outcome.changes)

    @precondition(lambda self: any(user.memories for user in self.users.values()))
    @rule(at=processes, pick=picks, content=contents)
    def update(self, at, pick, content) -> None:
        owner, memory_id = self.picked(pick)
        user = self.users[owner]
        call = self.worlds[at].use.revise(owner, memory_id, {"content": content}, None)
        if user.memories[memory_id].lives(self.clock.now()):
            memory, revision = self.run(call)
            user.update(memory_id, content)
            assert (memory.memory_id, memory.content) == (memory_id, content)
            assert revision == user.revision
        else:
            assert self.fails_to_find(call)

    @precondition(lambda self: any(user.memories for user in self.users.values()))
    @rule(at=processes, pick=picks)
    def forget_by_ids(self, at, pick) -> None:
        owner, memory_id = self.picked(pick)
        user = self.users[owner]
        ids = [memory_id, *sorted(user.forgotten)[:1]]
        forgotten = self.run(self.worlds[at].forget(*ids, owner=owner))
        assert forgotten.count == user.forget(ids) == 1

    @rule(owner=owners, at=processes, tag=st.sampled_from(["家", "work"]))
    def forget_by_filter(self, owner, at, tag) -> None:
        user = self.users[owner]
        wanted = MemoryFilter(tags=frozenset({tag}))
        tagged = [each for each, known in user.memories.items() if tag in known.tags]
        forgotten = self.run(self.worlds[at].forget(owner=owner, filter=wanted))
        assert forgotten.count == user.forget(tagged)

    @rule(owner=owners, at=processes)
    def forget_everything(self, owner, at) -> None:
        forgotten = self.run(self.worlds[at].forget(owner=owner, everything=True))
        assert forgotten.count == self.users[owner].forget_everything()

    @rule(owner=owners, at=processes, query=st.sampled_from(QUERIES), limit=st.integers(1, 5))
    def recall(self, owner, at, query, limit) -> None:
        answer = self.run(self.worlds[at].recall(query, owner, limit=limit, read_only=False))
        alive = self.users[owner].alive(self.clock.now())
        assert len(answer.memories) == min(limit, len(alive))

    @rule(seconds=st.integers(1, 4))
    def advance(self, seconds) -> None:
        self.clock.advance(seconds * SECOND)

    @rule()
    def restart(self) -> None:
        self.stop()
        self.store = self.reopen_store()
        self.start()

    def picked(self, pick: int) -> tuple[Owner, str]:
        """One of the memories that anyone has.

        In the order in which they came: their ids differ from run to run, and a run is replayed.
        """
        known = [(owner, each) for owner in OWNERS for each in self.users[owner].memories]
        return known[pick % len(known)]

    def fails_to_find(self, call: Awaitable[object]) -> bool:
        try:
            self.run(call)
        except MemoryNotFound:
            return True
        return False

    def look(self) -> World:
        """One process and then the other."""
        self.looks += 1
        return self.worlds[self.looks % 2]

    def listed(self, owner) -> list[Memory]:
        return self.run(self.look().listed(owner, size=3))

    @invariant()
    def every_stored_memory_is_listed_once(self) -> None:
        for owner, user in self.users.items():
            ids = [memory.memory_id for memory in self.listed(owner)]
            assert sorted(ids) == sorted(user.alive(self.clock.now()))

    @invariant()
    def mention_counts_match(self) -> None:
        for owner, user in self.users.items():
            for memory in self.listed(owner):
                known = user.memories[memory.memory_id]
                assert memory.mention_count == known.mentions
                assert memory.content == known.content
                assert frozenset(memory.tags) == known.tags
                assert memory.expire_time == known.expire_time

    @invariant()
    def recall_returns_only_what_is_known(self) -> None:
        query = QUERIES[self.looks % len(QUERIES)]
        for owner, user in self.users.items():
            answer = self.run(self.look().recall(query, owner, limit=100))
            found = {each.memory.memory_id: each.memory.content for each in answer.memories}
            alive = user.alive(self.clock.now())
            assert found == {each: known.content for each, known in alive.items()}
            assert len(answer.memories) == len(found)

    @invariant()
    def forgotten_is_nowhere(self) -> None:
        for owner, user in self.users.items():
            use = self.look().use
            for memory_id in sorted(user.forgotten)[:5]:
                assert self.fails_to_find(use.browse.get(owner, memory_id))
                assert self.fails_to_find(use.browse.history(owner, memory_id, 10, None))

    @invariant()
    def revisions_never_go_back(self) -> None:
        for owner, user in self.users.items():
            head = self.store.head(owner)
            assert (head.revision if head else 0) == user.revision
            assert (head.memory_count if head else 0) == len(user.memories)

    @invariant()
    def no_other_user_sees_it(self) -> None:
        for owner, other in ((ALICE, BOB), (BOB, ALICE)):
            browse = self.look().use.browse
            for memory_id in sorted(self.users[owner].memories)[:3]:
                assert self.fails_to_find(browse.get(other, memory_id))


class OverRam(EveryCall):
    build_view = PlainView

    def open_store(self) -> Store:
        return RamStore(log_length=3)

    def reopen_store(self) -> Store:
        return self.store


class OverDisk(EveryCall):
    build_view = IndexedView

    def open_store(self) -> Store:
        self.folder = Path(tempfile.mkdtemp(prefix="myosotis-"))
        return self._open()

    def reopen_store(self) -> Store:
        self.store.close()
        return self._open()

    def _open(self) -> Store:
        return LmdbStore(self.folder, Vault(bytes(32)), map_size=1 << 26, log_length=3)

    def teardown(self) -> None:
        super().teardown()
        shutil.rmtree(self.folder)


bounded = settings(
    max_examples=examples(20),
    stateful_step_count=20,
    deadline=None,
    report_multiple_bugs=False,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)

TestOverRam = OverRam.TestCase
TestOverRam.settings = bounded
TestOverDisk = OverDisk.TestCase
TestOverDisk.settings = settings(bounded, max_examples=examples(12))
