"""What the user's turns come to: a digest of the sentences worth retelling (see retold.py).

Digests are extracts: they say what was said, in the words and the language of whoever said it.
Which sentences stand for the rest, memory/centrality.py tells by their vectors.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from myosotis_server.memory.details import Details, details_of, nested
from myosotis_server.memory.values import Emotion
from myosotis_server.understanding.retold import INTENTS, Sentence, sentences_of
from myosotis_server.understanding.spoken_sentences import cut_short
from myosotis_server.understanding.topic_labels import label_of

__all__ = [
    "INTENTS",
    "SHORT_TERM_BYTES",
    "SUMMARY_BYTES",
    "Digest",
    "Sentence",
    "digest_of",
    "sentences_of",
    "session_topic",
]

SHORT_TERM_BYTES = 400
"""UTF-8 bytes of the digest of a few turns."""
SUMMARY_BYTES = 800
"""… and of that of a session."""
MOST_ENTITIES = 16


@dataclass(frozen=True, slots=True)
class Digest:
    """`content` in few words, and what it is about. `used` are the turns that it retells.

    `intent` is one of INTENTS, and with `entities`, `emotion` and `intensity` (0 to 1) is that of
    all that was said; "" where nothing was.
    """

    content: str = ""
    entities: tuple[str, ...] = ()
    intent: str = ""
    used: tuple[str, ...] = ()
    emotion: Emotion = Emotion.UNSPECIFIED
    intensity: float = 0.0


def digest_of(
    sentences: Sequence[Sentence], chosen: Sequence[int], most_bytes: int = SHORT_TERM_BYTES
) -> Digest:
    """A digest of `sentences` by those `chosen`, the most telling first, within `most_bytes`.

    They stand in the order in which they were said; what doesn't fit, or is said by one that does,
    is left out. A first one that is too long alone is cut between words.
    """
    if not sentences:
        return Digest()
    kept: list[int] = []
    details: dict[int, Details] = {}
    for place in chosen:
        details[place] = details_of(sentences[place].text)
        if any(_covers(details[other], details[place]) for other in kept):
            continue
        if len(_joined(sentences, [*kept, place]).encode()) <= most_bytes:
            kept.append(place)
    content = _joined(sentences, kept)
    if not kept and chosen:
        kept = [chosen[0]]
        content = cut_short(sentences[chosen[0]].text, most_bytes)
    emotion, intensity = _mood(sentences)
    return Digest(
        content,
        _entities(sentences),
        _intent(sentences),
        tuple(dict.fromkeys(sentences[place].turn_id for place in sorted(kept))),
        emotion,
        intensity,
    )


def session_topic(
    sentences: Sequence[Sentence], language: str, background: Sequence[str] = ()
) -> str:
    """One to three words for what a session was about, "" where nothing names it.

    `background` is what the user says otherwise; it may be empty.
    """
    return label_of([each.text for each in sentences], background, language)


def _joined(sentences: Sequence[Sentence], places: Sequence[int]) -> str:
    content = ""
    for place in sorted(places):
        text = sentences[place].text
        is_close = not content or content[-1] in "。？！…"
        content += text if is_close else f" {text}"
    return content


def _covers(outer: Details, inner: Details) -> bool:
    """Whether one text says in the same words all that the other does."""
    return set(inner.tokens) <= set(outer.tokens) and nested(inner, outer)


def _entities(sentences: Sequence[Sentence]) -> tuple[str, ...]:
    """The names in all, each once, without those that a longer one begins with."""
    names = dict.fromkeys(name for sentence in sentences for name in sentence.entities)
    whole = [
        name
        for name in names
        if not any(other.startswith((f"{name} ", f"{name}.")) for other in names)
    ]
    return tuple(whole[:MOST_ENTITIES])


def _intent(sentences: Sequence[Sentence]) -> str:
    """What the user did in most turns, each counted by the foremost thing done in it."""
    by_turn: dict[str, str] = {}
    for each in sentences:
        other = by_turn.get(each.turn_id, each.intent)
        by_turn[each.turn_id] = min(other, each.intent, key=INTENTS.index)
    counts = Counter(by_turn.values())
    return min(counts, key=lambda intent: (-counts[intent], INTENTS.index(intent)))


def _mood(sentences: Sequence[Sentence]) -> tuple[Emotion, float]:
    """The mood felt most in all, by its intensities, and the greatest of these."""
    turns = {each.turn_id: (each.emotion, each.intensity) for each in sentences}
    felt: Counter[Emotion] = Counter()
    strongest: dict[Emotion, float] = {}
    for emotion, intensity in turns.values():
        if emotion not in (Emotion.UNSPECIFIED, Emotion.NEUTRAL):
            felt[emotion] += intensity  # type: ignore[assignment]
            strongest[emotion] = max(strongest.get(emotion, 0.0), intensity)
    if felt:
        emotion = max(felt, key=lambda each: felt[each])
        return emotion, strongest[emotion]
    is_known = any(emotion is Emotion.NEUTRAL for emotion, _ in turns.values())
    return (Emotion.NEUTRAL if is_known else Emotion.UNSPECIFIED), 0.0
