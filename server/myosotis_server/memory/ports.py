"""What the service needs from the world. Every "must" here has a test of that name in tests/ports.

All ports block (LMDB, FAISS and ONNX do); the service decides on which thread they run. All are
safe to call from several threads at once unless they say otherwise.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from threading import Event
from typing import Any, Protocol
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.embedding import ModelInfo, TextRole, TokenizedText
from myosotis_server.memory.graph import Edge
from myosotis_server.memory.holdings import Holdings, StoreSize
from myosotis_server.memory.kept import Kept
from myosotis_server.memory.rows import Rows, Terms
from myosotis_server.memory.selection import Columns
from myosotis_server.memory.sessions import Mood, Session, SessionUpdate
from myosotis_server.memory.values import (
    ChangeAction,
    Instant,
    Memory,
    MemoryChange,
    MemoryFilter,
    Owner,
    TimeRange,
    Turn,
    TurnReference,
)


class Clock(Protocol):
    def now(self) -> Instant:
        """The time in UTC. It must not go backwards from one call to the next."""


class Randomness(Protocol):
    def uuid(self) -> UUID:
        """A fresh random UUID (version 4)."""


class Embedder(Protocol):
    """Turns text into unit vectors. A text's vector must not depend on what is embedded with it."""

    @property
    def model(self) -> ModelInfo: ...

    def tokenize(self, texts: Sequence[str], role: TextRole) -> list[TokenizedText]:
        """Model tokens of each text; a long text must become several windows, never be cut."""

    def embed(self, texts: Sequence[TokenizedText]) -> NDArray[np.float32]:
        """Unit rows [len(texts), dimension] in the order given."""

    def count_tokens(self, text: str) -> int:
        """Model tokens of `text`, without prefix and special tokens."""

    def forget(self) -> None:
        """Lets go of whatever it remembers of texts that it has read."""


class WordAnalyzer(Protocol):
    """Splits text of any language into words that can be compared."""

    @property
    def version(self) -> int:
        """1 to 255; changes whenever the same text would give other terms."""

    def terms(self, text: str) -> Terms:
        """Distinct terms of `text` and their counts. Equal text must give equal terms."""

    def asked(self, text: str) -> Terms:
        """Terms by which to find what `text` asks for: those of its `terms` that do not just ask.

        None more often than there, and none at all where every word just asks. Words of the other
        language that mean the same may come with them.
        """

    def forget(self) -> None:
        """Lets go of whatever it remembers of texts that it has read."""


@dataclass(frozen=True, slots=True)
class UserHead:
    """Where a user stands. `number` is never used again, not even after the user is erased."""

    number: int
    revision: int
    namespace: UUID
    """Secret to the user; memory ids are made within it."""
    model_digest: str
    """Of the model that made the vectors."""
    memory_count: int = 0
    devices: tuple[bytes, ...] = ()
    """Digests of the devices on which they were confirmed, the latest last; see trust.py."""


@dataclass(frozen=True, slots=True)
class ChangeReference:
    """A change without its content, which the memory's history has."""

    action: ChangeAction
    memory_id: str
    replaced_memory_ids: tuple[str, ...] = ()
    item_index: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What an idempotent call answered, kept for 24 hours without any content.

    `digest` identifies the request's content; `revision` is the user's after the call.
    """

    digest: bytes
    revision: int
    changes: tuple[ChangeReference, ...] = ()
    forgotten_count: int = 0
    receipt_id: str = ""
    expire_time: Instant = 0


@dataclass(frozen=True, slots=True)
class SessionTurn:
    """A turn and where it belongs. `time_zone` is the IANA zone in which "yesterday" is read."""

    session_id: str
    turn: Turn
    time_zone: str = ""


@dataclass(frozen=True, slots=True)
class Write:
    """One atomic change of one user, planned against `base`.

    `changes` are put (a record, a row and, where it is `in_history`, a history entry each),
    `removals` erased with their whole history. `rows` has one row per memory to put, in the order
    of the distinct memory ids of `changes`; where a memory changes twice in one write its last
    state is the record. Access fields of what is put are passed over: only `Store.note_accesses`
    changes those. No memory may
    be both put and removed; unknown removals are passed over.

    Turns of `forgotten_turns` are erased, the same way. `links` has all edges that rest on a memory
    of `changes`, which replace those that did before; `related` and `unrelated` are put and erased
    beside them. What is removed takes the edges with it that rest on it or lead to it.
    """

    owner: Owner
    base: UserHead
    changes: Sequence[MemoryChange] = ()
    rows: Rows | None = None
    removals: Sequence[str] = ()
    turns: Sequence[SessionTurn] = ()
    unread: Sequence[TurnReference] = ()
    read: Sequence[TurnReference] = ()
    sessions: Sequence[SessionUpdate] = ()
    forgotten_turns: Sequence[TurnReference] = ()
    links: Mapping[str, Sequence[Edge]] = field(default_factory=dict)
    related: Sequence[Edge] = ()
    unrelated: Sequence[Edge] = ()
    request_id: str = ""
    answer: Answer | None = None
    """Stored under `request_id`, with `revision` filled in by the store."""
    time: Instant = 0
    """The server's clock."""
    kept: Kept | None = None
    """What is kept of memories that are pseudonymised by their removal; see `Store.kept`."""
    forgets: bool = False
    """Whether it was asked for that something be forgotten; see `Store.forgettings`."""


@dataclass(frozen=True, slots=True)
class Forgettings:
    """How often it was asked for that memories be forgotten, and whole users; both only rise."""

    memories: int = 0
    users: int = 0


@dataclass(frozen=True, slots=True)
class RowChanges:
    """What happened to a user's rows since some revision."""

    head: UserHead
    rows: Rows
    removed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Access:
    """`count` recalls of one memory, the last of them at `time`."""

    owner: Owner
    memory_id: str
    count: int
    time: Instant


class Store(Protocol):
    """An ordered map per user with a compare-and-set on the user's revision; the only truth."""

    def head(self, owner: Owner) -> UserHead | None:
        """None for a user of whom nothing was ever written, or who was erased."""

    def open_user(self, owner: Owner, model_digest: str) -> "Future[UserHead]":
        """The user's head, created durably at revision 0 if new.

        Concurrent calls for one new user must all give the same head.
        """

    def commit(self, write: Write) -> "Future[int]":
        """The user's new revision, once the write is durable and visible to every reader.

        All of a write must be visible or none of it, also after a crash. Fails with
        RevisionMismatch when the user's number or revision is not `write.base`'s, and with
        StoreFull when there is no room; a failed write must leave nothing behind and must not
        disturb the writes that are committed with it. Overloaded when too many wait, ValueError
        for a write that makes no sense. One that changes nothing keeps the revision.
        """

    def memories(self, owner: Owner, memory_ids: Sequence[str]) -> list[Memory | None]:
        """Records in the order asked, None where absent, all from one moment.

        RecordCorrupt when stored bytes fail their check.
        """

    def rows(self, owner: Owner) -> tuple[UserHead, Rows] | None:
        """All rows of the user from one moment, ordered by memory id, with access counts.

        Without any rows their dimension is 0, here and in `changes_since`.
        """

    def changes_since(self, owner: Owner, head: UserHead) -> RowChanges | None:
        """Rows put and ids removed since `head`, each ordered by memory id.

        None when `head` is of another user number or the log no longer reaches back: then read
        `rows` afresh.
        """

    def history(
        self, owner: Owner, memory_id: str, before: int | None, limit: int
    ) -> list[MemoryChange]:
        """States that the memory has had, newest first, of revisions below `before`.

        It must not cut a revision: those left of the last one's come on top of `limit`. Their
        access fields are unset. Empty for an unknown or erased memory.
        """

    def answer(self, owner: Owner, request_id: str, now: Instant) -> Answer | None:
        """What was answered under this id, unless it expired by `now`."""

    def turns(self, owner: Owner, references: Sequence[TurnReference]) -> list[Turn | None]:
        """The turns in the order asked, None where absent, all from one moment."""

    def session_turns(
        self, owner: Owner, session_id: str, before: int | None, limit: int
    ) -> list[tuple[int, Turn]]:
        """The latest `limit` turns of a session in the order in which they were written.

        Each comes with its place in the session, from 0 on; only places below `before` count.
        Turns that were forgotten or erased are passed over: their places are missing, and they
        count towards no limit. It must not read those below the session's `kept_from`. Empty for an
        unknown session.
        """

    def unread(self, owner: Owner, limit: int) -> list[SessionTurn]:
        """The first `limit` turns that wait to be read, in the order in which they were written."""

    def owners_unread(self) -> list[Owner]:
        """Whose turns wait to be read."""

    def sessions(self, owner: Owner) -> list[Session]:
        """All sessions of the user, the one with the latest turn first, ties by id."""

    def session(self, owner: Owner, session_id: str) -> Session | None:
        """One session, None where there is none of that id."""

    def open_sessions(self, owner: Owner) -> list[Session]:
        """The sessions of the user that have not ended, in the order of `sessions`.

        It must not read those that have.
        """

    def owners_open(self) -> list[Owner]:
        """Who has sessions that have not ended."""

    def moods(self, owner: Owner, span: TimeRange) -> list[Mood]:
        """The moods of the user's turns that were said within `span`, in the order of time.

        Turns of other roles have none. Those of turns that were forgotten stay.
        """

    def owners(self, after: str, limit: int) -> tuple[list[Owner], str]:
        """Up to `limit` users in some fixed order, and where to go on after them.

        `after` is "" for the first ones; "" comes back behind the last ones. Who is there all the
        while must be given exactly once.
        """

    def changes(self, owner: Owner, after: int, limit: int) -> list[MemoryChange] | None:
        """The states that memories took on in revisions above `after`, oldest first.

        It must not cut a revision: those left of the last one's come on top of `limit`. A memory
        that was removed comes as FORGOTTEN in the revision that removed it, with nothing but its
        id, and its earlier states are gone. Access fields are unset. None where the log no longer
        reaches back to `after`.
        """

    def edges(self, owner: Owner, node_id: str | None = None) -> list[Edge]:
        """The edges that lead from or to a node, or all of the user's; ordered by their ends' ids,
        then type, evidence and `is_told`."""

    def note_accesses(self, accesses: Sequence[Access]) -> "Future[None]":
        """Adds to the memories' access counts. Changes no revision; unknown ids are passed over."""

    def note_device(self, owner: Owner, number: int, digest: bytes) -> "Future[None]":
        """Puts `digest` last among the devices of the user who has `number`.

        See trust.with_device. Changes no revision; a user who is not there is passed over. A later
        write must keep it.
        """

    def rotate_key(self, owner: Owner, stopping: Event) -> int | None:
        """Seals everything of the user under a new key; its version, None where there is no user.

        They and others must be read and written meanwhile. It takes many short steps, and finishes
        what an earlier call began and did not end; Draining once `stopping` is set, StoreFull where
        there is no room. Changes no revision.
        """

    def pack(self, owner: Owner, now: Instant) -> bool:
        """Lets what the user has take less room, if that was not done lately; whether it was done.

        What is stored stays as it is. It takes many short steps, any of which may be the last.
        """

    def erase_user(
        self, owner: Owner, base: UserHead | None, kept: Kept | None = None
    ) -> "Future[None]":
        """Destroys the user's key and everything stored about them.

        RevisionMismatch when the head is no longer `base`. Without `base` it must erase whatever
        there is, also of a user whose records are damaged; RecordCorrupt where it cannot be told
        what is theirs. Afterwards the user must be unknown, and a user of the same name must get
        another number. What is `kept` of them is added in the same moment.
        """

    def forgettings(self) -> Forgettings:
        """What was forgotten so far, by whichever process.

        Each must be counted in the same moment: who sees it counted finds it gone.
        """

    def let_go(self) -> None:
        """Lets go of whatever it holds in RAM of users whom other processes erased."""

    def kept(self, tenant: str | None) -> Kept:
        """What pseudonymising left of the tenant's users, or of everybody's, in no order.

        It must tell neither whose anything was nor what came together. What is damaged is left out.
        """

    def stage_rows(
        self, owner: Owner, base: UserHead, model_digest: str, rows: Rows
    ) -> "Future[None]":
        """Keeps rows made with another model beside the user's own, until `switch_model`.

        Nothing answers otherwise for it. Rows that were staged of the same memories are replaced;
        rows that were staged for any other model go. RevisionMismatch as in `commit`, so that
        nothing is staged of what was forgotten meanwhile; what is removed takes its staged row with
        it.
        """

    def staged_rows(self, owner: Owner, model_digest: str) -> Mapping[str, int]:
        """The memories of which rows are staged for a model, each with the row's revision.

        None for the model that made the user's own rows.
        """

    def switch_model(self, owner: Owner, base: UserHead, model_digest: str) -> "Future[int]":
        """The user's new revision, at which the staged rows are theirs and all others are gone.

        All of it must be visible or none, also after a crash. RevisionMismatch as in `commit`, and
        where not every memory has a row that is staged for this model and of its own revision.
        """

    def is_unlinked(self, owner: Owner) -> bool:
        """Whether memories of the user were stored before edges were read from memories."""

    def note_linked(self, owner: Owner, base: UserHead) -> "Future[None]":
        """Every memory of the user now has its edges. Passed over for another number than
        `base`'s."""

    def size(self) -> StoreSize:
        """What the store holds; it must not take longer the more that is."""

    def holdings(self, owner: Owner) -> Holdings | None:
        """What is held of one user, all from one moment; None for an unknown one."""

    def close(self) -> None:
        """Finishes what was accepted, then closes. Later calls fail with StoreUnusable."""


@dataclass(frozen=True, slots=True)
class Hits:
    """Candidates in no order: `slots` [n] into `View.columns`, cosine and BM25 score of each.

    `lexical_ceiling` is the BM25 score that no text could exceed, 0 if no memory has any word.
    """

    slots: NDArray[np.int64]
    semantic: NDArray[np.float32]
    lexical: NDArray[np.float32]
    lexical_ceiling: float


class View(Protocol):
    """One user's rows in RAM, indexed. Not thread-safe: `Views.open` gives it to one at a time."""

    @property
    def head(self) -> UserHead:
        """What it reflects."""

    @property
    def nbytes(self) -> int:
        """RAM held, in bytes."""

    @property
    def columns(self) -> NDArray[Any]:
        """The fixed parts of all slots as `COLUMN_DTYPE`, freed ones included and zeroed.

        A window, not a copy, and good until the next `apply`. Vectors are not among them.
        """

    @property
    def each_column(self) -> Columns:
        """`columns` by their names: quicker to read where all slots of a few are wanted."""

    def apply(self, changes: RowChanges) -> None:
        """Puts and removes rows. A view so changed must answer exactly as one built afresh."""

    def note_accesses(self, slots: NDArray[np.int64], time: Instant) -> None:
        """Counts one access at `time` for each of the distinct `slots`."""

    def select(
        self, wanted: MemoryFilter, now: Instant, as_of: Instant | None
    ) -> NDArray[np.bool_]:
        """Which slots match, [slots]: the filter, not expired by `now`, current unless asked.

        With `as_of`, what was known and held true then (and had not expired then), whatever its
        state now.
        """

    def during(self, spans: Sequence[TimeRange]) -> NDArray[np.bool_]:
        """Which slots were said in one of `spans` or tell of something that was then, [slots]."""

    def search(
        self,
        vector: NDArray[np.float32] | None,
        terms: Terms,
        masks: Sequence[NDArray[np.bool_]],
        count: int,
    ) -> Hits:
        """The best `count` by cosine and the best `count` by words within each of `masks`.

        All of them have both. The first mask holds the others; the turns around what is found in it
        come as well, as far as they are within it. Exact: must equal a
        full scan below the size at which a view turns to IVF. Ties at the cut go to the one said
        last, then to the smaller memory id.
        """

    def cosines(self, slots: NDArray[np.int64], others: NDArray[np.int64]) -> NDArray[np.float32]:
        """How near memories are to each other, [slots, others], the same in whatever order."""

    def vectors(self, slots: NDArray[np.int64]) -> NDArray[np.float32]:
        """Unit vectors of `slots` as nearly as they are stored, [slots, dimension].

        A row made of one must hold the same numbers.
        """

    def turns_around(self, slots: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Slots of what others said just before and just after in the session; -1 where nobody."""

    def carrying(self, label: int) -> list[str]:
        """Ids of all memories, ended ones included, that carry `label` (see rows.label), sorted."""

    def slot(self, memory_id: str) -> int | None:
        """Where the memory is, None if it is not here."""

    def memory_ids(self, slots: NDArray[np.int64]) -> list[str]:
        """Canonical ids of `slots` in order."""


class Views(Protocol):
    """Views kept within a byte budget; one not kept is built from the store when it is opened."""

    def open(self, owner: Owner) -> AbstractContextManager[View | None]:
        """The user's view at the store's revision, held by nobody else within the block.

        None for an unknown user. It must reflect every write that was durable before the call,
        whichever process made it.
        """

    def discard(self, owner: Owner) -> None:
        """Drops the user's view from RAM, waiting for whoever holds it."""

    def held_bytes(self, owner: Owner) -> int:
        """RAM of the user's view as it was last let go, 0 where none is kept. Builds nothing."""

    def catch_up(self) -> None:
        """Brings every view that is kept to the store's revision; drops those of unknown users.

        What was forgotten before the call must be in none of them then.
        """


class Claims(Protocol):
    """Who of several processes over one store does work that one alone should do."""

    def take(self, work: str, owner: Owner | None = None) -> AbstractContextManager[bool]:
        """Whether `work`, on one user or at large, is this caller's within the block.

        Of callers in whatever processes it must be one's at a time. It waits for nobody, and a
        process that ends must lose what it has at once.
        """
