"""What a user feels in a turn: words of feeling first, then the classifier for the rest."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import opencc
from numpy.typing import NDArray

from myosotis_server.memory.heads import EMOTIONS
from myosotis_server.memory.values import Emotion
from myosotis_server.understanding.emotion_hits import Hit, hits, plain
from myosotis_server.understanding.patterns import pattern_of

Shares = NDArray[np.float32]

_CLAUSE_ENDS = pattern_of(
    r"[，,。.！!？?；;\n…、]+|(?=但是|可是|不过|然而|但(?!愿)|却)"
    r"|(?=\b(?:but|however|although|even though)\b)"
)
_TURNS = pattern_of(
    r"\W*(?:但|可是|不过|然而|却|只是|幸好|还好后来|but\b|however\b|yet\b|luckily\b|now\b|现在)"
)
_CONCEDES = pattern_of(r"\W*(?:虽然|虽说|尽管|although\b|even though\b|despite\b|while\b)")
_MOST_NEUTRAL = 0.2
"""The intensity of a turn that shows no feeling is at most this."""
_LEAST_FELT = 0.25
_SURELY = 0.4
"""How surely a mood must be named to be taken for one without a classifier."""
_WORDS_COUNT = 1.0
"""Words of feeling against the classifier's shares, which sum to 1."""
_HEAD_YIELDS = 0.75
"""How far the classifier yields where words are sure."""
_NEUTRAL_COUNTS = 0.5
"""Most of what is said is neutral, and the classifier knows; a mood is the dearer to miss."""
_MOST_CHARACTERS = 2_000


@dataclass(frozen=True, slots=True)
class Felt:
    """The emotion of a turn or clause, its intensity 0 to 1, and the share of each emotion.

    `shares` [EMOTIONS] sum to 1. The intensity of NEUTRAL is at most 0.2.
    """

    emotion: Emotion
    intensity: float
    shares: Shares


def felt(text: str, head: Shares) -> Felt:
    """What the user feels who says `text`, given the classifier's probabilities [EMOTIONS] of it.

    Of a text longer than 2,000 characters, the beginning decides.
    """
    text = text[:_MOST_CHARACTERS]
    words, strengths = _said(text)
    sure = float(words.max())
    likely = head.astype(np.float64)
    likely[0] *= _NEUTRAL_COUNTS
    total = words * _WORDS_COUNT + likely / likely.sum() * (1.0 - _HEAD_YIELDS * sure)
    shares = total / total.sum()
    place = int(shares.argmax())
    if place == 0:
        return _of_shares(shares, 0.0)
    named = strengths[place]
    # A mood that no word names is of middling strength, more so the surer the classifier is.
    return _of_shares(shares, named or 0.3 + 0.35 * float(head[place]) + _loudness(text))


def felt_together(parts: Sequence[Felt]) -> Felt:
    """What is felt in a turn whose clauses, in order, feel as `parts`; later ones count more.

    NEUTRAL where there are none.
    """
    if not parts:
        shares = np.zeros(EMOTIONS)
        shares[0] = 1.0
        return _of_shares(shares, 0.0)
    weights = np.linspace(0.75, 1.0, len(parts)) if len(parts) > 1 else np.ones(1)
    # A clause that shows nothing takes nothing from one that does.
    weights = weights * np.array([0.1 + part.intensity for part in parts])
    shares = (np.stack([part.shares for part in parts]) * weights[:, None]).sum(axis=0)
    shares = shares / shares.sum()
    place = int(shares.argmax())
    strongest = max(
        (part.intensity for part in parts if part.emotion == place + 1),
        default=max(part.intensity for part in parts) * 0.8,
    )
    return _of_shares(shares, strongest)


def named(text: str) -> NDArray[np.float64]:
    """How surely the words of `text` name each emotion, 0 to 1, [EMOTIONS]."""
    return _said(text[:_MOST_CHARACTERS])[0]


def mood_named(text: str) -> Emotion:
    """The emotion that the words of `text` name most surely; UNSPECIFIED where none of them does.

    For what is not worth a classifier's judgement, or has no vector that it could judge.
    """
    shares = named(text)
    place = int(shares.argmax())
    is_mood = place + 1 != Emotion.NEUTRAL and float(shares[place]) >= _SURELY
    return Emotion(place + 1) if is_mood else Emotion.UNSPECIFIED


def _of_shares(shares: NDArray[np.float64], intensity: float) -> Felt:
    place = int(shares.argmax())
    if place == 0:
        intensity = min(_MOST_NEUTRAL, 1.0 - float(shares[0]))
    else:
        intensity = min(1.0, max(_LEAST_FELT, intensity))
    return Felt(Emotion(place + 1), intensity, shares.astype(np.float32))


def _said(text: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How surely each emotion is named, 0 to 1, and how strongly; both [EMOTIONS]."""
    missing = np.ones(EMOTIONS)
    strengths = np.zeros(EMOTIONS)
    for hit, weight in _weighed(text):
        missing[hit.emotion - 1] *= 1.0 - min(0.95, hit.weight * weight)
        strengths[hit.emotion - 1] = max(strengths[hit.emotion - 1], hit.intensity)
    return 1.0 - missing, strengths


def _weighed(text: str) -> list[tuple[Hit, float]]:
    simple = text if text.isascii() else _simplified(text)
    found: list[tuple[int, list[Hit]]] = []
    weights: list[float] = []
    turned_at = 0
    for typed in _clauses(simple):
        if _TURNS.match(typed.lower()):
            turned_at = len(weights)
        weights.append(0.5 if _CONCEDES.match(typed.lower()) else 1.0)
        found.append((len(weights) - 1, hits(plain(typed), typed)))
    for place in range(turned_at):
        weights[place] *= 0.55
    last = max(1, len(weights) - 1)
    return [(hit, weights[n] * (0.85 + 0.15 * n / last)) for n, some in found for hit in some]


def _clauses(text: str) -> list[str]:
    """The clauses with the marks that end them, which may make a face."""
    bounds = [0, *(match.end() for match in _CLAUSE_ENDS.finditer(text)), len(text)]
    clauses = [text[a:b] for a, b in pairwise(bounds) if b > a]
    return clauses or [text]


def _simplified(text: str) -> str:
    try:
        return str(_TO_SIMPLIFIED.convert(text))
    except UnicodeEncodeError:  # half a surrogate pair
        return str(_TO_SIMPLIFIED.convert(text.encode("utf-8", "replace").decode()))


_TO_SIMPLIFIED = opencc.OpenCC("t2s")


def _loudness(text: str) -> float:
    """What marks and capitals add to an intensity, up to 0.2."""
    marks = text.count("!") + text.count("！")
    letters = [one for one in text if one.isascii() and one.isalpha()]
    shouts = len(letters) > 4 and all(one.isupper() for one in letters)
    return min(0.2, 0.07 * marks + 0.15 * shouts)
