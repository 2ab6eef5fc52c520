"""The sentences of a user's turns that are worth retelling, and how much each matters."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

import numpy as np

from myosotis_server.memory.heads import KINDS
from myosotis_server.memory.identity import is_named
from myosotis_server.memory.reading import NOTHING_READ
from myosotis_server.memory.values import Emotion, Instant, MemoryKind, Role, Turn
from myosotis_server.understanding.courtesies import is_courtesy
from myosotis_server.understanding.emotions import mood_named
from myosotis_server.understanding.entities import entities_of
from myosotis_server.understanding.event_times import event_time_of
from myosotis_server.understanding.forget_requests import topic_of
from myosotis_server.understanding.importance import MARKED, importance_of
from myosotis_server.understanding.label_words import label_words
from myosotis_server.understanding.names_said import is_proper, names_said
from myosotis_server.understanding.privacy import (
    DEFAULT_POLICY,
    PrivacyAction,
    PrivacyPolicy,
    masked_classes,
)
from myosotis_server.understanding.speech_acts import Act
from myosotis_server.understanding.spoken_sentences import Spoken, spoken_sentences
from myosotis_server.understanding.telling import kind_of
from myosotis_server.understanding.turn_reading import Clause, TurnReading, read_turn

TOLD, VENTED, ASKED, REQUESTED = "told", "vented", "asked", "requested"
INTENTS = (REQUESTED, ASKED, VENTED, TOLD)
"""What a user may mostly have done; of as many turns each, the first of these counts."""

_RETOLD = {Act.STATEMENT, Act.SUPPOSITION, Act.QUESTION, Act.REQUEST}
_LOW_MOODS = {Emotion.SAD, Emotion.ANXIOUS, Emotion.ANGRY, Emotion.TIRED}
_VENTS = 0.4
"""Intensity of a low mood from which a turn vents it."""
_ASKING = 0.6
"""How much it matters what the user wanted; what is told matters as its kind does."""
_SUPPOSED = 0.8
_SLIGHT = 0.5
"""Shares of its weight that are left to what is supposed, and to what names nothing."""
_SHORT = 6
"""Length in Chinese characters, three Latin letters counting as one, below which what names
nothing is not worth retelling."""
_MOST_OF_A_TURN = 40
"""Sentences; who says more at once hands over a document."""
_UTC = ZoneInfo("UTC")
_NO_KINDS = np.zeros(KINDS, np.float32)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a user that may be retold, with its closing mark.

    `turn_id` is of the turn it is from, `intent` one of INTENTS, `weight` 0 to 1. `emotion` and
    `intensity` (0 to 1) are the turn's.
    """

    text: str
    turn_id: str
    intent: str
    weight: float
    entities: tuple[str, ...] = ()
    emotion: Emotion = Emotion.UNSPECIFIED
    intensity: float = 0.0


def sentences_of(turns: Sequence[Turn], policy: PrivacyPolicy = DEFAULT_POLICY) -> list[Sentence]:
    """What the user's `turns` of one session, in order, tell and ask; what others say is left out.

    So are greetings, jests, quotations, what bids the memory something, what holds a mask of what
    `policy` rejects, and what the user wants to be kept out or forgotten, with whatever else speaks
    of that or of those whom it names. A bid that keeps out what was said before it reaches the
    user's turn before its own, as far as that is among `turns`; a request to forget, all that was
    said before it.
    """
    told: list[list[Sentence]] = []
    secrets: list[str] = []
    for turn in turns:
        if turn.role is not Role.USER:
            continue
        reading = read_turn(turn.content)
        secrets += [clause.text for clause in reading.clauses if clause.kept_out]
        if reading.keeps_out_earlier and told:
            secrets += [each.text for each in told[-1]]
            told[-1] = []
        if reading.pins_earlier and told:
            told[-1] = [replace(each, weight=max(each.weight, MARKED)) for each in told[-1]]
        for request in reading.forget_requests:
            told = [_without(some, [_topic(topic_of(request))]) for some in told]
        retold = spoken_sentences(turn.content, _retold(reading))[:_MOST_OF_A_TURN]
        found = [
            _sentence(spoken, turn) for spoken in retold if not _is_rejected(spoken.text, policy)
        ]
        told.append([each for each in found if each is not None])
    topics = [topic for topic in map(_topic, secrets) if topic]
    names = {name for secret in secrets for name in _names_in(secret)}
    return [
        sentence
        for sentence in _without([each for some in told for each in some], topics)
        if not any(_names(sentence.text, name) for name in names)
    ]


def _retold(reading: TurnReading) -> list[Clause]:
    """The clauses that may be retold. In a turn of which something is kept out, what is asked may
    give that away, so that only what is told besides stays."""
    guarded = any(clause.kept_out for clause in reading.clauses)
    return [
        clause
        for clause in reading.clauses
        if (clause.tells or not guarded)
        and not clause.kept_out
        and clause.act in _RETOLD
        and (clause.readings or clause.pinned or not is_courtesy(clause.text))
    ]


def _topic(text: str) -> frozenset[str]:
    return frozenset(word.key for word in label_words(text))


def _names_in(secret: str) -> list[str]:
    """The proper names of those whom `secret` speaks of."""
    clauses = read_turn(secret).clauses
    claimed = [name for each in clauses for name in entities_of(each.readings, each.subject)]
    return [name for name in (*filter(is_proper, claimed), *names_said(secret)) if len(name) > 1]


def _names(text: str, name: str) -> bool:
    """Whether `text` speaks of `name`; a name in Latin letters is a word of it."""
    if not name.isascii():
        return name in text
    return is_named(name, text)


def _without(sentences: list[Sentence], topics: Sequence[frozenset[str]]) -> list[Sentence]:
    """`sentences` but for those that have half of the words of a topic; all have those of none.

    What was said in confidence or is to be forgotten shall not come back by way of a question.
    """
    if not topics:
        return sentences
    words = [_topic(each.text) for each in sentences]
    return [
        each
        for each, own in zip(sentences, words, strict=True)
        if not any(2 * len(topic & own) >= len(topic) for topic in topics)
    ]


def _is_rejected(text: str, policy: PrivacyPolicy) -> bool:
    return any(policy.action_of(each) is PrivacyAction.REJECT for each in masked_classes(text))


def _sentence(spoken: Spoken, turn: Turn) -> Sentence | None:
    """The sentence with its weight; None where it says too little to be retold."""
    acts = {clause.act for clause in spoken.clauses}
    asks = acts & {Act.QUESTION, Act.REQUEST}
    names_something = bool(label_words(spoken.text)) or any(
        clause.readings for clause in spoken.clauses
    )
    feels = turn.emotion in _LOW_MOODS and turn.emotion_intensity >= _VENTS
    mood = mood_named(spoken.text)
    if not names_something and (asks or (not mood and _length(spoken.text) < _SHORT)):
        return None
    if Act.STATEMENT in acts:
        weight = max(
            _importance(clause, turn.say_time) for clause in spoken.clauses if clause.tells
        )
        weight = max(weight, _ASKING) if asks else weight
    else:
        weight = _ASKING if asks else _ASKING * _SUPPOSED
    if not names_something and (not mood or _length(spoken.text) < 2 * _SHORT):
        weight *= _SLIGHT
    if Act.REQUEST in acts:
        intent = REQUESTED
    elif Act.QUESTION in acts:
        intent = ASKED
    else:
        intent = VENTED if feels or mood in _LOW_MOODS else TOLD
    names = [
        name for clause in spoken.clauses for name in entities_of(clause.readings, clause.subject)
    ]
    entities = tuple(dict.fromkeys([*filter(is_proper, names), *names_said(spoken.text)]))
    return Sentence(
        spoken.text, turn.turn_id, intent, weight, entities, turn.emotion, turn.emotion_intensity
    )


def _importance(clause: Clause, said: Instant) -> float:
    reading = clause.readings[0] if clause.readings else NOTHING_READ
    mood = mood_named(clause.text)
    kind = MemoryKind.EVENT
    if reading.attribute is not None or not mood:
        has_time = event_time_of(clause.text, said, _UTC) is not None
        kind = kind_of(reading.attribute, _NO_KINDS, has_time, by_head=False)
    elif mood:
        kind = MemoryKind.EMOTION
    return importance_of(clause.text, kind, reading.attribute, 0.5 if mood else 0.0, clause.pinned)


def _length(text: str) -> float:
    return sum(1 if character > "⺀" else 1 / 3 for character in text)
