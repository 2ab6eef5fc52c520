"""Any run of calls gets the same answers from LmdbStore as from its twin in plain dicts."""

import itertools
import tempfile
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any
from uuid import UUID

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.ram_store import RamStore
from myosotis_server.adapters.vault import Vault
from myosotis_server.memory.ports import (
    Access,
    Answer,
    RowChanges,
    SessionTurn,
    Store,
    UserHead,
)
from myosotis_server.memory.rows import Rows
from myosotis_server.memory.sessions import SessionUpdate
from myosotis_server.memory.values import (
    DAY,
    ChangeAction,
    Emotion,
    Owner,
    Role,
    TimeRange,
    TurnReference,
)
from ports.builders import ALICE, BOB, NOW, memory, reference, said, write
from ports.store_models_suite import turned
from running.examples import examples

LOG_LENGTH = 4
NAMES = ["我有一只猫", "I like tea", "c", "d"]
OWNERS = [ALICE, BOB, Owner("other", "alice")]
ALL_IDS = [memory(name).memory_id for name in NAMES]
REQUEST_IDS = ["r1", "r2"]
SESSION_IDS = ["s1", "会话"]
ALL_TURNS = [TurnReference(session, turn) for session in SESSION_IDS for turn in "abcdefgh"]

MODELS = ["digest", "another model"]

owners = st.sampled_from(OWNERS)
models = st.sampled_from(MODELS)
names = st.sampled_from(NAMES)
ids = names.map(lambda name: memory(name).memory_id) | st.just("no id")
known_states = st.tuples(names, st.integers(1, 99))
turn_references = st.sampled_from(ALL_TURNS)
ages = st.integers(0, 9) | st.integers(-2, 2).map(lambda days: NOW % DAY + days * DAY)
turns = st.builds(
    lambda known, content, age, role, emotion: said(
        content,
        known.session_id,
        "Asia/Shanghai",
        turn_id=known.turn_id,
        say_time=NOW - age,
        role=role,
        emotion=emotion,
        emotion_intensity=0.3,
    ),
    turn_references,
    st.sampled_from(["我搬家了", "I moved"]),
    ages,
    st.sampled_from([Role.USER, Role.USER, Role.ASSISTANT]),
    st.sampled_from(Emotion),
)
updates = st.builds(
    SessionUpdate,
    st.sampled_from([*SESSION_IDS, "unknown"]),
    st.integers(-1, 5),
    st.none() | st.just(NOW),
    st.sampled_from(["", "旅行"]),
    st.just(0) | st.integers(-1, 5),
)
some_forgotten = st.lists(turn_references, max_size=2)
bounds = st.none() | ages.map(lambda age: NOW - age)


class Stores(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        # One source for each store, so that both make the same namespaces.
        self.namespaces = _counting()
        self.lmdb = self._open()
        self.ram = RamStore(LOG_LENGTH, _counting())
        self.now = NOW
        self.seen: dict[Owner, list[UserHead]] = {owner: [] for owner in OWNERS}

    def teardown(self) -> None:
        self.lmdb.close()
        self.folder.cleanup()

    def _open(self) -> LmdbStore:
        path = Path(self.folder.name)
        return LmdbStore(path, Vault(bytes(32), 2), 1 << 28, LOG_LENGTH, self.namespaces)

    def both(self, method: str, *arguments: Any) -> Any:
        first, second = (_outcome(store, method, arguments) for store in (self.lmdb, self.ram))
        assert first == second
        return first

    @initialize()
    def open_some(self) -> None:
        """Little happens before users are there."""
        for owner in (ALICE, BOB):
            self.both("open_user", owner, "digest")

    @rule(owner=owners)
    def open_user(self, owner: Owner) -> None:
        self.both("open_user", owner, "digest")

    @rule(
        owner=owners,
        states=st.lists(known_states, max_size=3),
        removals=st.lists(ids, max_size=2),
        turns=st.lists(turns, max_size=1),
        read=st.lists(turn_references, max_size=1),
        sessions=st.lists(updates, max_size=1),
        age=st.sampled_from([0, 0, 0, 0, 1]),
        request_id=st.sampled_from(["", *REQUEST_IDS]),
        ttl=st.integers(1, 6),
    )
    def commit(
        self,
        owner: Owner,
        states: list[tuple[str, int]],
        age: int,
        request_id: str,
        ttl: int,
        **fields: Any,
    ) -> None:
        heads = self.seen[owner]
        if len(heads) > age:
            planned = write(
                owner,
                heads[-1 - age],
                [memory(name, mention_count=mentions) for name, mentions in states],
                ChangeAction.UPDATED,
                request_id=request_id,
                answer=Answer(b"d", 0, expire_time=self.now + ttl),
                time=self.now,
                **fields,
            )
            self.both("commit", planned)

    @rule(
        owner=owners,
        turns=st.lists(turns, max_size=4, unique_by=reference),
        all_before=st.integers(0, 4),
        stray=st.sampled_from([[], [], [], [], ALL_TURNS[:1]]),
        read=st.lists(turn_references, max_size=4),
        sessions=st.lists(updates, max_size=3),
        forgotten_turns=some_forgotten,
    )
    def say(
        self,
        owner: Owner,
        turns: list[SessionTurn],
        all_before: int,
        stray: list[TurnReference],
        **fields: Any,
    ) -> None:
        heads = self.seen[owner]
        if heads:
            unread = [*map(reference, turns[:all_before]), *stray]
            planned = write(owner, heads[-1], turns=turns, unread=unread, time=self.now, **fields)
            self.both("commit", planned)

    @rule(owner=owners, sessions=st.lists(updates, max_size=2), forgotten_turns=some_forgotten)
    def end_and_forget(self, owner: Owner, **fields: Any) -> None:
        heads = self.seen[owner]
        if heads:
            self.both("commit", write(owner, heads[-1], **fields))

    @rule(accesses=st.lists(st.tuples(owners, ids, st.integers(1, 9)), max_size=4))
    def note_accesses(self, accesses: list[tuple[Owner, str, int]]) -> None:
        noted = [Access(owner, known, count, self.now) for owner, known, count in accesses]
        self.both("note_accesses", noted)

    @rule(owner=owners, age=st.sampled_from([0, 0, 1]))
    def erase_user(self, owner: Owner, age: int) -> None:
        heads = self.seen[owner]
        if len(heads) > age:
            self.both("erase_user", owner, heads[-1 - age])

    @rule(owner=owners, age=st.sampled_from([0, 0, 0, 1]), model=models, count=st.integers(0, 4))
    def stage_rows(self, owner: Owner, age: int, model: str, count: int) -> None:
        heads = self.seen[owner]
        found = self.ram.rows(owner)
        if len(heads) > age and found is not None and len(found[1]):
            self.both("stage_rows", owner, heads[-1 - age], model, turned(found[1], count))

    @rule(owner=owners, age=st.sampled_from([0, 0, 0, 1]), model=models)
    def switch_model(self, owner: Owner, age: int, model: str) -> None:
        heads = self.seen[owner]
        if len(heads) > age:
            self.both("switch_model", owner, heads[-1 - age], model)

    @rule(step=st.integers(1, 3))
    def let_time_pass(self, step: int) -> None:
        self.now += step

    @rule()
    def reopen(self) -> None:
        self.lmdb.close()
        self.lmdb = self._open()

    @rule(owner=owners, known=ids, before=st.none() | st.integers(0, 9), limit=st.integers(0, 4))
    def history(self, owner: Owner, known: str, before: int | None, limit: int) -> None:
        self.both("history", owner, known, before, limit)

    @rule(
        owner=owners,
        session_id=st.sampled_from([*SESSION_IDS, "unknown"]),
        before=st.none() | st.integers(-1, 5),
        limit=st.integers(-1, 4),
    )
    def session_turns(self, owner: Owner, session_id: str, before: int | None, limit: int) -> None:
        self.both("session_turns", owner, session_id, before, limit)

    @rule(owner=owners, limit=st.integers(-1, 3))
    def unread(self, owner: Owner, limit: int) -> None:
        self.both("unread", owner, limit)

    @rule(owner=owners, start=bounds, end=bounds)
    def moods(self, owner: Owner, start: int | None, end: int | None) -> None:
        self.both("moods", owner, TimeRange(start, end))

    @rule(owner=owners, after=st.integers(-1, 12), limit=st.integers(-1, 4))
    def changes(self, owner: Owner, after: int, limit: int) -> None:
        self.both("changes", owner, after, limit)

    @rule(limit=st.integers(1, 3))
    def page_through_owners(self, limit: int) -> None:
        """Each store has an order of its own."""
        first, second = (_paged(store, limit) for store in (self.lmdb, self.ram))
        assert {*first} == {*second}
        assert len(first) == len(second) == len({*first})

    @invariant()
    def all_reads_agree(self) -> None:
        self.both("owners_unread")
        self.both("owners_open")
        for owner, heads in self.seen.items():
            head = self.both("head", owner)
            if isinstance(head, UserHead) and head not in heads:
                heads.append(head)
            self.both("rows", owner)
            self.both("memories", owner, ALL_IDS)
            self.both("turns", owner, ALL_TURNS)
            self.both("unread", owner, 99)
            self.both("sessions", owner)
            self.both("open_sessions", owner)
            self.both("moods", owner, TimeRange())
            for model in MODELS:
                self.both("staged_rows", owner, model)
            for session_id in SESSION_IDS:
                self.both("session", owner, session_id)
                self.both("session_turns", owner, session_id, None, 99)
            for request_id in REQUEST_IDS:
                self.both("answer", owner, request_id, self.now)
            for base in heads[-LOG_LENGTH - 2 :]:
                self.both("changes_since", owner, base)
            for base in heads[-LOG_LENGTH - 1 :][:1]:
                self.both("changes", owner, base.revision, 99)


def _counting() -> Callable[[], UUID]:
    numbers = itertools.count(1)
    return lambda: UUID(int=next(numbers))


def _paged(store: Store, limit: int) -> list[Owner]:
    given, place = store.owners("", limit)
    while place:
        found, place = store.owners(place, limit)
        given += found
    return given


def _outcome(store: Store, method: str, arguments: tuple[Any, ...]) -> Any:
    """What the call gave, its future awaited, in a form that `==` compares."""
    try:
        result = getattr(store, method)(*arguments)
        return _comparable(result.result(10) if isinstance(result, Future) else result)
    except Exception as error:
        return type(error)


def _comparable(value: Any) -> Any:
    match value:
        case Rows():
            parts = (value.term_ids, value.term_frequencies, value.labels)
            return (str(value.fixed.dtype), value.fixed.tobytes(), *(p.tobytes() for p in parts))
        case RowChanges():
            return (value.head, _comparable(value.rows), value.removed)
        case tuple():
            return tuple(map(_comparable, value))
    return value


TestStores = Stores.TestCase
TestStores.settings = settings(max_examples=examples(30), stateful_step_count=25, deadline=None)
