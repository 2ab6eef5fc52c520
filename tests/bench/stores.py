"""Stores of many or large users, written through their port instead of told to a server.

Embedding 100,000 texts would take ten minutes. Sentences that differ only in their number get the
vector of one of them with noise added, which is about as near to it as theirs would be.
"""

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from bench.texts import sentences
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.master_key import key_file_beside
from myosotis_server.adapters.onnx_embedder import OnnxEmbedder
from myosotis_server.adapters.system import SystemClock
from myosotis_server.adapters.vault import Vault
from myosotis_server.adapters.word_analyzer import MixedWords
from myosotis_server.memory.embedding import TextRole
from myosotis_server.memory.identity import memory_id
from myosotis_server.memory.ports import UserHead, Write
from myosotis_server.memory.rows import Rows, Terms, row_of
from myosotis_server.memory.values import (
    DAY,
    ChangeAction,
    Instant,
    Memory,
    MemoryChange,
    MemoryKind,
    MemoryOrigin,
    MemoryState,
    MemoryTier,
    Owner,
)
from myosotis_server.memory.wording import words_of
from myosotis_server.service.row_maker import text_of
from myosotis_server.understanding.describe import language_of

TENANT = "default"
SPEAKERS = ("小梅", "Tom")
SESSION = 20
"""Memories of one session."""
DISTINCT = 432
"""Sentences that differ in more than their number; each is embedded and analysed once."""
NOISE = 0.25
"""Length of what is added to a sentence's unit vector for each memory that gets it."""
LARGEST_WRITE = 2_000
OWNERS_AT_ONCE = 256
DAYS = 300
"""The memories of a user are spread evenly over so many days up to now."""
MAP_BYTES = 64 << 30
"""What a server takes unless told otherwise; the file has holes."""
_KINDS = (MemoryKind.FACT, MemoryKind.EVENT, MemoryKind.PREFERENCE)


class Author:
    """Writes memories of users into a store; the same ones in every run but for their times."""

    def __init__(self, embedder: OnnxEmbedder) -> None:
        self._texts = sentences(DISTINCT, distinct=DISTINCT)
        self._languages = [language_of(text) for text in self._texts]
        asked = [text_of(text, SPEAKERS[n % 2]) for n, text in enumerate(self._texts)]
        with ThreadPoolExecutor(2) as pool:
            self._vectors = np.concatenate(
                list(
                    pool.map(
                        lambda text: embedder.embed(embedder.tokenize([text], TextRole.PASSAGE)),
                        asked,
                    )
                )
            )
        self._analyzer = MixedWords()
        self._terms: dict[str, Terms] = {}
        self._digest = embedder.model.digest
        self._chance = np.random.default_rng(1)
        self._now: Instant = SystemClock().now()

    def write(self, store: LmdbStore, users: Iterable[tuple[str, int]]) -> None:
        """Users of these ids with so many memories each, all of them new to `store`."""
        waiting = iter(users)
        while batch := list(islice(waiting, OWNERS_AT_ONCE)):
            owners = [(Owner(TENANT, user), size) for user, size in batch]
            opened = [store.open_user(owner, self._digest) for owner, _ in owners]
            heads = [each.result() for each in opened]
            largest = max(size for _, size in owners)
            if largest > len(self._texts):
                self._texts = sentences(largest, distinct=DISTINCT)
            for start in range(0, largest, LARGEST_WRITE):
                written = [
                    store.commit(self._part(owner, head, size, start))
                    for (owner, size), head in zip(owners, heads, strict=True)
                    if size > start
                ]
                for each in written:
                    each.result()
                if largest > start + LARGEST_WRITE:
                    heads = [_head(store, owner) for owner, _ in owners]

    def _part(self, owner: Owner, head: UserHead, size: int, start: int) -> Write:
        memories, rows = [], []
        numbers = range(start, min(start + LARGEST_WRITE, size))
        vectors = self._near([number % DISTINCT for number in numbers])
        for number, vector in zip(numbers, vectors, strict=True):
            memory = self._memory(number, size)
            memories.append(memory)
            rows.append(row_of(memory, vector, self._terms_of(memory), self._analyzer.version))
        changes = [MemoryChange(ChangeAction.CREATED, memory) for memory in memories]
        return Write(owner, head, changes, Rows.concatenate(rows), time=self._now)

    def _memory(self, number: int, size: int) -> Memory:
        moment = self._now - (size - number) * DAYS * DAY // size
        unique = UUID(bytes=self._chance.bytes(16), version=4)
        content = self._texts[number]
        return Memory(
            memory_id=memory_id(unique, MemoryKind.FACT, "", content),
            content=content,
            kind=_KINDS[number % 3],
            tier=MemoryTier.EPISODIC,
            origin=MemoryOrigin.EXPLICIT,
            state=MemoryState.ACTIVE,
            create_time=moment,
            update_time=moment,
            valid_from=moment,
            language=self._languages[number % DISTINCT],
            subject=SPEAKERS[number % 2],
            session_id=f"session {number // SESSION}",
            tags=("every tenth",) if number % 10 == 0 else (),
            metadata={"app": "one" if number % 2 else "two"},
        )

    def _near(self, kinds: Sequence[int]) -> NDArray[np.float32]:
        noise = self._chance.standard_normal((len(kinds), self._vectors.shape[1]), np.float32)
        noise *= NOISE / np.linalg.norm(noise, axis=1, keepdims=True)
        noise += self._vectors[kinds]
        noise /= np.linalg.norm(noise, axis=1, keepdims=True)
        return noise

    def _terms_of(self, memory: Memory) -> Terms:
        words = words_of(memory)
        known = self._terms.get(words)
        if known is None:
            known = self._analyzer.terms(words)
            if len(self._terms) < DISTINCT:
                self._terms[words] = known
        return known


def opened(folder: Path) -> LmdbStore:
    """The store in `folder`, made if there is none, with its key beside it as a server has it."""
    return LmdbStore(folder, Vault(key_file_beside(folder).keys), MAP_BYTES)


def _head(store: LmdbStore, owner: Owner) -> UserHead:
    head = store.head(owner)
    assert head is not None, "a user who was opened has a head"
    return head
