"""Ranks what a view holds for one question: candidates, their parts, their order."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from zoneinfo import ZoneInfo

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.context import (
    Slots,
    context_part,
    hop_part,
    named_speakers,
    person_part,
    session_part,
    time_part,
    turn_parts,
)
from myosotis_server.memory.embedding import ModelInfo
from myosotis_server.memory.fitted import ASKING, CONTEXT_SHARES, DIGESTS
from myosotis_server.memory.ports import Hits, View, WordAnalyzer
from myosotis_server.memory.rows import ASKS, Terms
from myosotis_server.memory.scoring import (
    Floats,
    lexical_shares,
    rank,
    score,
    time_parts,
    without_echoes,
    word_part,
)
from myosotis_server.memory.values import (
    Emotion,
    Instant,
    MemoryKind,
    RecallMode,
    RecallWeights,
    ScoreBreakdown,
)
from myosotis_server.understanding.describe import language_of
from myosotis_server.understanding.names import possible_names
from myosotis_server.understanding.times import NamedTime, dates_without_year, named_times

CANDIDATES = 32
"""So many of the best by vector and of the best by words are scored in full, with the turns around
them. Twice as many find nothing more."""
HOP_AMONG = 64
"""So many of the best are compared with the very best one."""

SEEDS = 5
"""So many of the best lead to others by the memory graph."""

Mask = NDArray[np.bool_]
Linked = Callable[[Mapping[str, float]], Mapping[str, float]]
"""How close other memories are to those given by their weights, both by id and 0 to 1."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question as it is looked for: its text, unit vector [dimension], words and times."""

    text: str
    vector: NDArray[np.float32]
    terms: Terms
    times: Sequence[NamedTime] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """How answers are to be weighed. `moment` is the present, or the past one asked about."""

    mode: RecallMode
    weights: RecallWeights
    emotion: Emotion
    moment: Instant
    zone: ZoneInfo
    limit: int
    min_score: float = 0.0
    shares: Mapping[str, float] = field(default_factory=lambda: CONTEXT_SHARES)
    """What each thing that surrounds a statement adds; see memory.context."""
    linked: Linked | None = None
    """Where the memory graph is followed, how close it leads to other memories from given ones."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """Slots best first, their scores and their parts, [n] each."""

    slots: Slots
    scores: Floats
    parts: dict[str, Floats]

    def breakdowns(self) -> list[ScoreBreakdown]:
        """The parts of each, in the order of `slots`; 0 where there is no such part."""
        none = [0.0] * len(self.slots)
        parts = [self.parts[name].tolist() if name in self.parts else none for name in _PARTS]
        return [ScoreBreakdown(*of_one) for of_one in zip(*parts, strict=True)]

    def at(self, order: NDArray[np.int64]) -> "Ranked":
        parts = {name: values[order] for name, values in self.parts.items()}
        return Ranked(self.slots[order], self.scores[order], parts)


_PARTS = [each.name for each in fields(ScoreBreakdown)]


def words_asked(analyzer: WordAnalyzer, text: str) -> Terms:
    """What `text` asks for, or all of its words where they just ask."""
    terms = analyzer.asked(text)
    return terms if len(terms.ids) else analyzer.terms(text)


def as_asked(
    text: str, vector: NDArray[np.float32], analyzer: WordAnalyzer, moment: Instant, zone: ZoneInfo
) -> Asked:
    """`text` as it is looked for. A time that it names relative to the present is no word of it:
    who asks for yesterday does not look for statements that say "yesterday"."""
    times = named_times(text, moment, zone)
    if not times:
        return Asked(text, vector, words_asked(analyzer, text))
    rest, start = "", 0
    for each in times:
        if each.is_relative:
            rest += text[start : each.start] + " "
            start = each.end
    return Asked(text, vector, analyzer.asked(rest + text[start:]), times)


def rank_all(view: View, mask: Mask, wanted: Wanted) -> Ranked:
    """All within `mask` by what needs no question."""
    slots = mask.nonzero()[0]
    columns = view.columns.take(slots)
    parts = time_parts(columns, wanted.moment, wanted.weights, wanted.emotion)
    scores = score(parts, wanted.weights, np.zeros(len(slots)))
    order = rank(scores, columns["update_time"], columns["memory_id"])
    return Ranked(slots, scores, parts).at(_kept(order, scores, wanted))


def rank_for(view: View, mask: Mask, asked: Asked, wanted: Wanted, model: ModelInfo) -> Ranked:
    """The best within `mask` for one question."""
    then = _named_time(view, mask, asked, wanted)
    masks = [mask] if then is None else [mask, then]
    hits = view.search(asked.vector, asked.terms, masks, max(CANDIDATES, 2 * wanted.limit))
    graph = None
    if wanted.linked is not None:
        hits, graph = _with_linked(view, mask, asked, hits, wanted.linked, model)
    columns = view.columns.take(hits.slots)  # a fourth of the time that indexing takes
    asked_in = language_of(asked.text)
    semantic = model.relevance.place(hits.semantic)
    lexical = word_part(hits.lexical, hits.lexical_ceiling)
    # A comparison with a member of an enum takes three times as long as one with its number.
    worth = np.where(columns["kind"] == int(MemoryKind.SUMMARY), DIGESTS, 1.0)
    if wanted.mode is RecallMode.EXPLICIT:
        worth *= np.where(columns["traits"] & ASKS, ASKING, 1.0)
    semantic, lexical = semantic * worth, lexical * worth
    share = lexical_shares(wanted.weights, asked_in, columns["language"], semantic)
    if not lexical.any() and wanted.weights.semantic > 0:
        share = np.zeros(len(share))  # nobody said any such word, so that words tell nothing
    relevance = (1 - share) * semantic + share * lexical

    around = turn_parts(hits.slots, relevance, *view.turns_around(hits.slots))
    named = named_speakers(columns["speaker"], lambda: possible_names(asked.text))
    surroundings = {
        **around,
        "session": session_part(columns["session"], relevance),
        "person": person_part(columns["speaker"], named),
    }
    if then is not None:
        surroundings["time"] = time_part(then[hits.slots])
    context = context_part(surroundings, wanted.shares, len(hits.slots))
    said, ids = columns["update_time"], columns["memory_id"]
    if wanted.mode is RecallMode.EXPLICIT and len(hits.slots) > 1 and not named:
        certainty = relevance + context
        nearest = rank(certainty, said, ids)[:HOP_AMONG]
        likeness = np.zeros(len(hits.slots))
        likeness[nearest] = _alike(view, model, hits.slots[nearest], hits.slots[nearest[:1]])[:, 0]
        surroundings["hop"] = hop_part(int(nearest[0]), likeness, certainty)
        context = context_part(surroundings, wanted.shares, len(hits.slots))
    parts = {
        "semantic": semantic,
        "lexical": lexical,
        "context": context,
        **time_parts(columns, wanted.moment, wanted.weights, wanted.emotion),
    }
    if graph is not None:
        parts["graph"] = graph
    scores = score(parts, wanted.weights, share)
    order = rank(scores, said, ids)
    depth = 2 * wanted.limit
    order, scores = _varied(view, model, hits.slots, columns["traits"], scores, order, depth)
    return Ranked(hits.slots, scores, parts).at(_kept(order, scores, wanted))


def _with_linked(
    view: View, mask: Mask, asked: Asked, hits: Hits, linked: Linked, model: ModelInfo
) -> tuple[Hits, Floats]:
    """`hits` and what the best of them are linked to within `mask`; the graph part of all, [n].

    What is only linked has no word in common with the question, or it would have been found.
    """
    relevance = model.relevance.place(hits.semantic) + word_part(hits.lexical, hits.lexical_ceiling)
    best = np.argsort(-relevance, kind="stable")[:SEEDS]
    seeds = dict(zip(view.memory_ids(hits.slots[best]), relevance[best] / 2, strict=True))
    close = linked({memory_id: float(weight) for memory_id, weight in seeds.items()})
    slots = {slot: near for each, near in close.items() if (slot := view.slot(each)) is not None}
    new = np.array(sorted(slot for slot in slots.keys() - {*hits.slots.tolist()} if mask[slot]))
    new = new.astype(np.int64)
    if len(new):
        cosines = view.vectors(new) @ asked.vector
        every = np.concatenate([hits.slots, new])
        order = np.argsort(every)
        hits = Hits(
            every[order],
            np.concatenate([hits.semantic, cosines.astype(np.float32)])[order],
            np.concatenate([hits.lexical, np.zeros(len(new), np.float32)])[order],
            hits.lexical_ceiling,
        )
    return hits, np.array([slots.get(slot, 0.0) for slot in hits.slots.tolist()])


def in_turn(answers: Sequence[Ranked], limit: int) -> Ranked:
    """The best of each question, then the second of each, and so on; each memory once.

    What answers one question well must not crowd out the answers to another, so these are not in
    the order of their scores.
    """
    if len(answers) == 1:
        return answers[0]
    chosen: dict[int, tuple[int, int]] = {}
    for place in range(max(len(answer.slots) for answer in answers)):
        turn = [
            (-float(answer.scores[place]), which)
            for which, answer in enumerate(answers)
            if place < len(answer.slots)
        ]
        for _, which in sorted(turn):
            chosen.setdefault(int(answers[which].slots[place]), (which, place))
    taken = [answers[which].at(np.array([place])) for which, place in [*chosen.values()][:limit]]
    if not taken:
        return answers[0]
    return Ranked(
        np.concatenate([each.slots for each in taken]),
        np.concatenate([each.scores for each in taken]),
        {name: np.concatenate([each.parts[name] for each in taken]) for name in taken[0].parts},
    )


def _named_time(view: View, mask: Mask, asked: Asked, wanted: Wanted) -> Mask | None:
    """What within `mask` belongs to a time that the question names; None where it names none.

    "In May" is this year's or the last one; if nothing is known of that, the last one begun when
    the user last said something.
    """
    if not asked.times:
        return None
    then = mask & view.during([each.span for each in asked.times])
    if not then.any() and mask.any():
        latest = int(view.columns["create_time"][mask].max())
        if dates := dates_without_year(asked.text, latest, wanted.zone):
            then = mask & view.during([each.span for each in dates])
    return then


def _alike(view: View, model: ModelInfo, slots: Slots, others: Slots) -> Floats:
    """How much memories are about the same, 0 to 1, [slots, others]."""
    return model.similarity.place(view.cosines(slots, others))


def _varied(
    view: View,
    model: ModelInfo,
    slots: Slots,
    traits: NDArray[np.uint8],
    scores: Floats,
    order: NDArray[np.int64],
    depth: int,
) -> tuple[NDArray[np.int64], Floats]:
    """`order` with what repeats a better one further back among the first `depth`; the scores then.

    Only what says more than a paraphrase would repeats, and never what has other numbers.
    """
    head = order[:depth]
    among = slots[head]
    cosines = view.cosines(among, among)
    paraphrase = model.similarity.ceiling
    repeats = cosines > paraphrase
    repeats.flat[:: len(head) + 1] = False  # nothing repeats itself
    if not repeats.any():
        return order, scores
    numbers = traits[head] & ~np.uint8(ASKS)
    repeats &= numbers[:, np.newaxis] == numbers
    if not repeats.any():
        return order, scores
    echoes = np.where(repeats, np.minimum((cosines - paraphrase) / (1 - paraphrase), 1.0) ** 2, 0.0)
    varied, reduced = without_echoes(scores[head], echoes)
    scores = scores.copy()
    scores[head[varied]] = reduced
    order = np.concatenate([head[varied], order[depth:]])
    return order[np.argsort(-scores[order], kind="stable")], scores


def _kept(order: NDArray[np.int64], scores: Floats, wanted: Wanted) -> NDArray[np.int64]:
    return order[scores[order] >= wanted.min_score][: wanted.limit]
