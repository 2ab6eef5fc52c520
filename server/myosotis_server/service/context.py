"""GetContext: what a model should know before it replies, gathered and put into a few words."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from time import perf_counter
from zoneinfo import ZoneInfo

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.affect import EmotionTrend, trend
from myosotis_server.memory.clearance import FULL, Clearance
from myosotis_server.memory.ports import Clock, Store, View, Views
from myosotis_server.memory.scoring import by_worth
from myosotis_server.memory.sessions import Mood, Session
from myosotis_server.memory.stages import spent
from myosotis_server.memory.values import (
    DAY,
    SECOND,
    Instant,
    Memory,
    MemoryFilter,
    MemoryKind,
    MemoryTier,
    Owner,
    Role,
    TimeRange,
    Turn,
)
from myosotis_server.memory.window import window_start
from myosotis_server.service.digests import passing
from myosotis_server.service.embed_queue import EmbedQueue
from myosotis_server.service.lanes import Lanes
from myosotis_server.service.moods import USUAL_SPAN
from myosotis_server.service.paging import fitting
from myosotis_server.service.recall import Recall, Recalled, RecallQuestion
from myosotis_server.service.seen import Reads, seen
from myosotis_server.understanding.briefing import render
from myosotis_server.understanding.briefing_parts import Briefing, ContextFormat, Rendered
from myosotis_server.understanding.describe import language_of
from myosotis_server.understanding.mood_sentences import trend_sentence
from myosotis_server.understanding.privacy import PrivacyPolicy
from myosotis_server.understanding.tone import Tone, tone_of
from myosotis_server.understanding.untold import untold

UTC = ZoneInfo("UTC")

PROFILE_SIZE = 8
EVENTS = 5
RELEVANT = 8
NOTED = 3
"""So many of the most relevant count as recalled: a context is asked for at every turn."""
LEAST_RELEVANT = 0.25
"""The score below which a memory has hardly to do with what is said. Not fitted."""
QUERY_CHARACTERS = 2_000
"""Of a long last turn the end is looked for: there it says what it wants."""
TURNS_PER_EXCHANGE = 6
"""Turns read for each exchange of the window; an exchange of more is cut at its beginning."""
MOST_TURNS_READ = 400
FRESH_FOR = 3_600 * SECOND
_PARTS = 3
"""Of memories, that share the room of an answer."""

_LASTING = MemoryFilter(
    kinds=frozenset({MemoryKind.FACT, MemoryKind.PREFERENCE, MemoryKind.HABIT, MemoryKind.VALUE}),
    tiers=frozenset({MemoryTier.SEMANTIC}),
)
_HAPPENINGS = MemoryFilter(kinds=frozenset({MemoryKind.EVENT, MemoryKind.EMOTION}))


@dataclass(frozen=True, slots=True)
class ContextQuestion:
    """What is asked for; `recent_window` in microseconds, the rest as on the wire."""

    session_id: str = ""
    query: str = ""
    token_budget: int = 1_024
    format: ContextFormat = ContextFormat.UNSPECIFIED
    language: str = ""
    recent_window: int = 7 * DAY
    persona: str = ""
    clearance: Clearance = FULL


@dataclass(frozen=True, slots=True)
class ReplyContext:
    """The context, and the parts that it was made of, as far as they fit into one message."""

    rendered: Rendered
    profile: Sequence[Memory]
    recent_events: Sequence[Memory]
    relevant: Sequence[Recalled]
    trend: EmotionTrend
    trend_sentence: str
    last_topic: str
    tone: Tone


@dataclass(frozen=True, slots=True)
class _Known:
    """What the store has that does not depend on the query."""

    window: Sequence[Turn] = ()
    short_term: Sequence[Memory] = ()
    profile: Sequence[Memory] = ()
    recent_events: Sequence[Memory] = ()
    trend: EmotionTrend = field(default_factory=EmotionTrend)
    moods: Sequence[Mood] = ()
    last_topic: str = ""
    zone: ZoneInfo = UTC


class GetContext:
    def __init__(
        self,
        store: Store,
        views: Views,
        lanes: Lanes,
        embedding: EmbedQueue,
        recall: Recall,
        clock: Clock,
        policy: PrivacyPolicy,
        window: int,
    ) -> None:
        """`window` is how many exchanges contexts give verbatim."""
        self._store = store
        self._views = views
        self._lanes = lanes
        self._embedding = embedding
        self._recall = recall
        self._clock = clock
        self._policy = policy
        self._window = window

    async def __call__(self, owner: Owner, question: ContextQuestion) -> ReplyContext:
        """The context of the next reply; for a user of whom nothing is known, what there is."""
        known = await self._lanes.call(lambda: self._known(owner, question))
        said = question.query or _last_said(known.window)
        relevant = await self._relevant(owner, said, known, question.clearance)
        language = question.language or _language(said, known)
        now = self._clock.now()
        present = said if question.query or _is_fresh(known.window, now) else ""
        tone = tone_of(known.moods, present, known.trend, language, now)
        today = _local_day(now, known.zone)
        feeling = trend_sentence(known.trend, language, today)
        briefing = Briefing(
            now=now,
            zone=known.zone,
            language=language,
            persona=question.persona,
            tone=tone,
            profile=known.profile,
            relevant=_telling_more(known, relevant),
            recent_events=known.recent_events,
            emotion_trend=feeling,
            last_topic=known.last_topic,
            short_term=_beside(known, relevant),
            session_id=question.session_id,
            window=known.window,
        )
        rendered = await self._lanes.call(lambda: self._rendered(briefing, question))
        return ReplyContext(
            rendered,
            known.profile[: fitting(known.profile, _PARTS)],
            known.recent_events[: fitting(known.recent_events, _PARTS)],
            relevant[: fitting((each.memory for each in relevant), _PARTS)],
            known.trend,
            feeling,
            known.last_topic,
            tone,
        )

    def _rendered(self, briefing: Briefing, question: ContextQuestion) -> Rendered:
        since = perf_counter()
        counts = self._embedding.token_counts
        rendered = render(briefing, question.format, question.token_budget, counts)
        spent("render", since)
        return rendered

    async def _relevant(
        self, owner: Owner, said: str, known: _Known, clearance: Clearance
    ) -> list[Recalled]:
        """What the memory has to say to it, but for digests of what the context shows anyhow."""
        if not said:
            return []
        question = RecallQuestion(
            query=said[-QUERY_CHARACTERS:],
            limit=RELEVANT,
            min_score=LEAST_RELEVANT,
            zone=known.zone,
            noted=NOTED,
            clearance=clearance,
        )
        answer = await self._recall(owner, question)
        shown = {memory.memory_id for memory in known.short_term}
        return [each for each in answer.memories if each.memory.memory_id not in shown]

    def _known(self, owner: Owner, question: ContextQuestion) -> _Known:
        now = self._clock.now()
        store = seen(self._store, question.clearance, now - FRESH_FOR)
        sessions = store.sessions(owner)
        this = next((each for each in sessions if each.session_id == question.session_id), None)
        zone = _zone(this, sessions)
        window, pending = self._window_of(store, owner, this)
        moods = store.moods(owner, TimeRange(now - USUAL_SPAN, now + 1))
        profile: list[Memory] = []
        events: list[Memory] = []
        short_term: list[Memory] = []
        with self._views.open(owner) as view:
            chosen = _chosen(view, question, now) if view is not None else []
        for ids, memories in zip(chosen, (profile, events, short_term), strict=False):
            memories += [each for each in store.memories(owner, ids) if each is not None]
        return _Known(
            window,
            [*short_term, *passing(pending, now, self._policy)],
            profile,
            events,
            trend(moods, zone),
            moods,
            _last_topic(this, sessions),
            zone,
        )

    def _window_of(
        self, store: Reads, owner: Owner, session: Session | None
    ) -> tuple[list[Turn], list[Turn]]:
        """The last exchanges of `session`; and the turns before them that no digest has yet."""
        if session is None:
            return [], []
        most = TURNS_PER_EXCHANGE * self._window + session.turn_count - session.reviewed
        turns = store.session_turns(owner, session.session_id, None, min(most, MOST_TURNS_READ))
        start = window_start(turns[-TURNS_PER_EXCHANGE * self._window :], self._window)
        window = [turn for place, turn in turns if place >= start]
        pending = [turn for place, turn in turns if session.reviewed <= place < start]
        return window, pending


def _beside(known: _Known, relevant: Sequence[Recalled]) -> list[Memory]:
    """The session's digests without what is told of it anyhow."""
    told = [*known.profile, *known.recent_events, *(each.memory for each in relevant)]
    texts = [memory.content for memory in told]
    left = [replace(digest, content=untold(digest.content, texts)) for digest in known.short_term]
    return [digest for digest in left if digest.content]


def _telling_more(known: _Known, relevant: Sequence[Recalled]) -> list[Memory]:
    """What is relevant; summaries without what is told beside them anyhow."""
    found = [each.memory for each in relevant]
    told = [*known.profile, *known.recent_events]
    told += [memory for memory in found if memory.kind is not MemoryKind.SUMMARY]
    texts = [memory.content for memory in told]
    left = [
        replace(memory, content=untold(memory.content, texts))
        if memory.kind is MemoryKind.SUMMARY
        else memory
        for memory in found
    ]
    return [memory for memory in left if memory.content]


def _chosen(view: View, question: ContextQuestion, now: Instant) -> list[list[str]]:
    """Ids of the most important of what lasts, of recent events, and of the session's digests."""
    columns, clearance = view.columns, question.clearance
    lasts = clearance.within(view.select(_LASTING, now, None), columns)
    lasting = _most_important(view, lasts, PROFILE_SIZE)
    recent = TimeRange(now - question.recent_window, now + question.recent_window)
    happened = view.select(_HAPPENINGS, now, None) & view.during([recent])
    events = _most_important(view, clearance.within(happened, columns), EVENTS)
    digests = MemoryFilter(
        tiers=frozenset({MemoryTier.SHORT_TERM}), session_ids=frozenset({question.session_id})
    )
    short_term = np.flatnonzero(clearance.within(view.select(digests, now, None), columns))
    order = np.argsort(columns[short_term]["update_time"], kind="stable")
    return [view.memory_ids(each) for each in (lasting, events, short_term[order])]


def _most_important(view: View, mask: NDArray[np.bool_], count: int) -> NDArray[np.int64]:
    slots = np.flatnonzero(mask)
    return slots[by_worth(view.columns.take(slots), count)]


def _zone(this: Session | None, sessions: Sequence[Session]) -> ZoneInfo:
    """The user's zone, as the latest turns had it."""
    names = [each.time_zone for each in ([this] if this else []) + list(sessions[:1])]
    return ZoneInfo(next((name for name in names if name), "UTC"))


def _last_topic(this: Session | None, sessions: Sequence[Session]) -> str:
    """What the last session that has a topic was about, other than this one."""
    others = (each for each in sessions if this is None or each.session_id != this.session_id)
    return next((each.topic for each in others if each.topic), "")


def _last_said(window: Sequence[Turn]) -> str:
    return next((turn.content for turn in reversed(window) if turn.role is Role.USER), "")


def _is_fresh(window: Sequence[Turn], now: Instant) -> bool:
    """Whether what was said last still tells of the moment: haste passes."""
    return bool(window) and now - window[-1].say_time < FRESH_FOR


def _language(said: str, known: _Known) -> str:
    """The user's: of what they said last, or of what is known of them."""
    texts = [said, *(turn.content for turn in reversed(known.window) if turn.role is Role.USER)]
    texts += [memory.content for memory in known.profile]
    languages = (language_of(text) for text in texts)
    return next((each for each in languages if each in ("zh", "en")), "en")


def _local_day(now: Instant, zone: ZoneInfo) -> date:
    return datetime.fromtimestamp(now / SECOND, zone).date()
