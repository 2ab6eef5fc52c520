"""Reembed: stored memories embedded again with the model in use, user by user, beside the calls.

New rows are kept beside a user's own until every memory has one; then they take their place in one
write. Until then the user's calls that compare vectors are refused, and all others are answered.
What was made is on disk, so that whoever asks again after a crash goes on from there.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from myosotis_server.memory.errors import Draining, Overloaded, RevisionMismatch
from myosotis_server.memory.ports import Store
from myosotis_server.memory.rows import Rows
from myosotis_server.memory.values import Memory, Owner
from myosotis_server.service.embed_queue import EmbedQueue, Vector
from myosotis_server.service.lanes import Lanes
from myosotis_server.service.row_maker import RowMaker, text_of

AT_ONCE = 16
"""Texts that are embedded together: whoever asks meanwhile waits for no more than those."""
OWNERS_AT_ONCE = 100
RESTS = 3
BREATH_SECONDS = 1.0
"""While somebody asked so lately, this rests `RESTS` times as long as it works."""
_ATTEMPTS = 50


@dataclass(frozen=True, slots=True)
class Reembedding:
    """Memories that have a row of the model in use, of those that had none of it at first."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class _Left:
    """What is still to be embedded of one user."""

    number: int
    memory_ids: Sequence[str]
    staged: int


class Reembed:
    def __init__(
        self,
        store: Store,
        lanes: Lanes,
        embedding: EmbedQueue,
        rows: RowMaker,
        switched: Callable[[Owner], None] = lambda owner: None,
    ) -> None:
        """`switched` is told of each user whose vectors are of the model in use from then on."""
        self._store = store
        self._lanes = lanes
        self._embedding = embedding
        self._rows = rows
        self._switched = switched
        self._turn = asyncio.Lock()
        self._is_stopping = False

    @property
    def _digest(self) -> str:
        return self._embedding.model.digest

    def stop(self) -> None:
        """Ends what is under way with Draining, after the texts that are being embedded."""
        self._is_stopping = True

    async def __call__(self, owner: Owner) -> AsyncGenerator[Reembedding, None]:
        """How far it is, from what there is to do on; nothing for an unknown user.

        Nobody's call waits for more than a few texts. Leaving it ends it; asked again, it goes on.
        """
        async with aclosing(self._all([owner])) as progress:
            async for each in progress:
                yield each

    async def everyone(self, tenant: str | None = None) -> AsyncGenerator[Reembedding, None]:
        """The same for all users or those of `tenant`, one after the other.

        Where one user cannot be embedded again, such as one whose records are damaged, the others
        are; then it is raised.
        """
        owners = [each async for each in self._owners() if tenant in (None, each.tenant)]
        async with aclosing(self._all(owners)) as progress:
            async for each in progress:
                yield each

    async def _owners(self) -> AsyncIterator[Owner]:
        after = ""
        while True:
            owners, after = await self._lanes.call(
                partial(self._store.owners, after, OWNERS_AT_ONCE)
            )
            for owner in owners:
                yield owner
            if not after:
                return

    async def _all(self, owners: Sequence[Owner]) -> AsyncGenerator[Reembedding, None]:
        due = await self._lanes.call(lambda: self._due(owners))
        total = sum(due.values())
        done = 0
        yield Reembedding(done, total)
        failure: Exception | None = None
        for owner, count in due.items():
            try:
                async with aclosing(self._user(owner)) as progress:
                    async for made in progress:
                        yield Reembedding(done + min(made, count), total)
            except Draining:
                raise
            except Exception as error:
                failure = error
            else:
                done += count
                yield Reembedding(done, total)
        if failure is not None:
            raise failure

    def _due(self, owners: Sequence[Owner]) -> dict[Owner, int]:
        """Whose vectors are of another model, and how many memories they have."""
        heads = ((owner, self._store.head(owner)) for owner in owners)
        return {
            owner: head.memory_count
            for owner, head in heads
            if head is not None and head.model_digest != self._digest
        }

    async def _user(self, owner: Owner) -> AsyncGenerator[int, None]:
        """How many memories of one user have a new row, as it goes on."""
        async with self._turn:
            for _ in range(_ATTEMPTS):
                left = await self._lanes.call(lambda: self._left(owner))
                if left is None:
                    return
                yield left.staged
                for first in range(0, len(left.memory_ids), AT_ONCE):
                    ids = left.memory_ids[first : first + AT_ONCE]
                    await self._embed(owner, left.number, ids)
                    yield left.staged + first + len(ids)
                async with self._lanes.lane(owner):
                    if await self._lanes.call(lambda: self._switch(owner)):
                        self._switched(owner)
                        return
            raise Overloaded("the user is being changed by too many writers at once")

    def _left(self, owner: Owner) -> _Left | None:
        """None for a user who is unknown, or whose vectors are of the model in use."""
        found = self._store.rows(owner)
        if found is None or found[0].model_digest == self._digest:
            return None
        head, rows = found
        staged = self._store.staged_rows(owner, self._digest)
        there = _revisions_of(rows)
        missing = [key for key, revision in there.items() if staged.get(key) != revision]
        return _Left(head.number, missing, len(there) - len(missing))

    async def _embed(self, owner: Owner, number: int, memory_ids: Sequence[str]) -> None:
        """Rows for `memory_ids`, as far as they are there, staged on disk."""
        if self._is_stopping:
            raise Draining("the server is stopping")
        loop = asyncio.get_running_loop()
        begun = loop.time()
        memories = await self._lanes.call(partial(self._store.memories, owner, memory_ids))
        texts = list(dict.fromkeys(_text(each) for each in memories if each is not None))
        made = await self._embedding.passages(texts)
        vectors = dict(zip(texts, made, strict=True))
        await self._lanes.call(partial(self._stage, owner, number, memory_ids, vectors))
        if self._embedding.asked_within(BREATH_SECONDS):
            await asyncio.sleep(RESTS * (loop.time() - begun))

    def _stage(
        self, owner: Owner, number: int, memory_ids: Sequence[str], vectors: Mapping[str, Vector]
    ) -> None:
        """Stages what still says what was embedded; the rest is found missing in the end."""
        for _ in range(_ATTEMPTS):
            head = self._store.head(owner)
            if head is None or head.number != number:
                return
            memories = self._store.memories(owner, memory_ids)
            whole = [
                (each, vectors[_text(each)])
                for each in memories
                if each is not None and _text(each) in vectors
            ]
            if not whole:
                return
            rows = self._rows.rows(whole)
            try:
                self._store.stage_rows(owner, head, self._digest, rows).result()
            except RevisionMismatch:
                continue
            return
        raise Overloaded("the user is being changed by too many writers at once")

    def _switch(self, owner: Owner) -> bool:
        """Whether there is nothing left to do; else some memories changed meanwhile."""
        head = self._store.head(owner)
        if head is None or head.model_digest == self._digest:
            return True
        try:
            self._store.switch_model(owner, head, self._digest).result()
        except RevisionMismatch:
            return False
        return True


def _revisions_of(rows: Rows) -> dict[str, int]:
    """The memories of `rows`, each with the revision that its row is of."""
    ids = [str(UUID(bytes=each.tobytes())) for each in rows.fixed["memory_id"]]
    return dict(zip(ids, rows.fixed["revision"].tolist(), strict=True))


def _text(memory: Memory) -> str:
    return text_of(memory.content, memory.subject)
