"""Makes digests of what was said, ready to be kept like anything that is told.

They are extracts; a session's may be in the words of a language model instead.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

import numpy as np

from myosotis_server.memory.centrality import central
from myosotis_server.memory.ports import Clock, Store, Views
from myosotis_server.memory.reading import NOTHING_READ
from myosotis_server.memory.rows import UNKNOWN
from myosotis_server.memory.values import (
    Instant,
    Memory,
    MemoryFilter,
    MemoryKind,
    MemoryOrigin,
    MemoryTier,
    Owner,
    Statement,
    Turn,
    TurnReference,
)
from myosotis_server.service.embed_queue import EmbedQueue
from myosotis_server.service.hearing import Told
from myosotis_server.service.lanes import Lanes
from myosotis_server.service.model_summary import ModelSummary
from myosotis_server.understanding.describe import describe, language_of
from myosotis_server.understanding.digests import (
    SHORT_TERM_BYTES,
    SUMMARY_BYTES,
    Digest,
    Sentence,
    digest_of,
    sentences_of,
    session_topic,
)
from myosotis_server.understanding.privacy import PrivacyPolicy, classes_in
from myosotis_server.understanding.sensitivity import sensitivity_of

INTENT = "intent"
"""The key in a digest's metadata of what the user mostly did: told, asked, requested, vented."""
DIGEST_OF = "digest_of"
"""The key of what it is a digest of, whatever has become of its tier."""
SESSION, TURNS = "session", "turns"
_NOWHERE = UUID(int=0)
"""The namespace of what is never stored."""
_MOST_CHOSEN = 24
"""Sentences that are ranked; more of them fit into no digest."""


@dataclass(frozen=True, slots=True)
class Made:
    """A digest as it can be learnt, and the topic of what it was made of ("" if it has none)."""

    told: Told
    topic: str


class Digests:
    def __init__(
        self,
        embedding: EmbedQueue,
        lanes: Lanes,
        model: ModelSummary,
        policy: PrivacyPolicy,
        clock: Clock,
    ) -> None:
        self._embedding = embedding
        self._lanes = lanes
        self._model = model
        self._policy = policy
        self._clock = clock

    async def short_term(self, session_id: str, turns: Sequence[Turn], lasts: int) -> Made | None:
        """The digest of a few turns, to be kept for `lasts` microseconds from now on.

        None where nothing that was said is worth retelling.
        """
        sentences = await self._sentences(turns)
        if not sentences:
            return None
        digest = await self._extract(sentences, SHORT_TERM_BYTES)
        return await self._made(session_id, turns, sentences, digest, TURNS, lasts)

    async def summary(self, session_id: str, turns: Sequence[Turn], lasts: int) -> Made | None:
        """The summary of a session, to be kept for `lasts` microseconds from now on.

        None where nothing that was said is worth one.

        A language model words it where one is configured and what it says holds.
        """
        sentences = await self._sentences(turns)
        if not sentences:
            return None
        summary = await self._model(sentences, SUMMARY_BYTES)
        if summary is None:
            digest = await self._extract(sentences, SUMMARY_BYTES)
        else:
            digest = replace(digest_of(sentences, ()), content=summary.content, used=summary.used)
        return await self._made(session_id, turns, sentences, digest, SESSION, lasts)

    async def _sentences(self, turns: Sequence[Turn]) -> list[Sentence]:
        length = sum(len(turn.content) for turn in turns)
        return await self._lanes.call_if_long(length, lambda: sentences_of(turns, self._policy))

    async def _extract(self, sentences: Sequence[Sentence], most_bytes: int) -> Digest:
        vectors = np.array(
            await self._embedding.passages([each.text for each in sentences]), np.float32
        )
        weights = np.array([each.weight for each in sentences])
        chosen = central(vectors, weights, _MOST_CHOSEN)
        return digest_of(sentences, chosen, most_bytes)

    async def _made(
        self,
        session_id: str,
        turns: Sequence[Turn],
        sentences: Sequence[Sentence],
        digest: Digest,
        kind: str,
        lasts: int,
    ) -> Made | None:
        if not digest.content:
            return None
        vector = (await self._embedding.passages([digest.content]))[0]
        said = max(turn.say_time for turn in turns)
        ttl = self._clock.now() + lasts - said
        statement = _statement(digest, session_id, said, kind, ttl)
        topic = session_topic(sentences, language_of(digest.content))
        return Made(Told(statement, NOTHING_READ, vector, 0), topic)


def summaries_of(store: Store, views: Views, owner: Owner, session_id: str) -> list[Memory]:
    """The summaries that are kept of a session: one, unless it is about to be replaced."""
    wanted = MemoryFilter(
        kinds=frozenset({MemoryKind.SUMMARY}), session_ids=frozenset({session_id})
    )
    with views.open(owner) as view:
        if view is None:
            return []
        ids = view.memory_ids(np.flatnonzero(view.select(wanted, UNKNOWN, None)))
    found = [each for each in store.memories(owner, ids) if each is not None]
    return [each for each in found if each.metadata.get(DIGEST_OF) == SESSION]


def passing(turns: Sequence[Turn], now: Instant, policy: PrivacyPolicy) -> list[Memory]:
    """What stands for `turns` of a session until their digest is made; none for none.

    They are few, so that all that they say fits in, and nothing need be embedded.
    """
    sentences = sentences_of(turns, policy)
    digest = digest_of(sentences, range(len(sentences)))
    if not digest.content:
        return []
    said = max(turn.say_time for turn in turns)
    return [describe(_statement(digest, "", said, TURNS, 0), _NOWHERE, now)]


def _statement(digest: Digest, session_id: str, said: Instant, kind: str, ttl: int) -> Statement:
    return Statement(
        digest.content,
        kind=MemoryKind.SUMMARY,
        tier=MemoryTier.EPISODIC if kind == SESSION else MemoryTier.SHORT_TERM,
        origin=MemoryOrigin.CONSOLIDATED,
        emotion=digest.emotion,
        emotion_intensity=digest.intensity,
        sensitivity=sensitivity_of(digest.content, None, classes_in(digest.content)),
        tags=digest.entities,
        metadata={INTENT: digest.intent, DIGEST_OF: kind},
        observe_time=said,
        ttl=ttl,
        session_id=session_id,
        sources=tuple(TurnReference(session_id, turn) for turn in digest.used),
    )
