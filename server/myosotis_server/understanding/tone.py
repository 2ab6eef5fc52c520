"""What the next reply should sound like, from how the user has been until this moment."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from myosotis_server.memory.affect import VALENCE, EmotionTrend
from myosotis_server.memory.heads import EMOTIONS
from myosotis_server.memory.sessions import Mood
from myosotis_server.memory.values import SECOND, Emotion, Instant
from myosotis_server.understanding.emotions import felt
from myosotis_server.understanding.hurry import is_hurried
from myosotis_server.understanding.mood_sentences import is_chinese
from myosotis_server.understanding.tone_guidance import guidance

_HALF_LIFE = 30 * 60 * SECOND
"""After half an hour, as long as a session may idle, a mood counts half."""
_EACH_LATER_TURN = 0.7
"""What a mood keeps of its weight with each turn that the user has said since."""
_MOST_TURNS = 12
_NEUTRAL_COUNTS = 0.2
"""A turn that shows nothing says little about the mood: "嗯" after bad news is no good news."""
_LEAST_FELT = 0.1
"""Weight × intensity below which a mood is over."""
_BAD_TREND = -0.2
_CARE = 0.1
"""What a bad trend adds to empathy."""

_EMPATHY = {
    # From intensity 0 to 1.
    Emotion.NEUTRAL: (0.2, 0.3),
    Emotion.CALM: (0.2, 0.4),
    Emotion.HAPPY: (0.25, 0.6),
    Emotion.SURPRISED: (0.3, 0.6),
    Emotion.ANGRY: (0.45, 0.9),
    Emotion.TIRED: (0.5, 0.95),
    Emotion.ANXIOUS: (0.5, 1.0),
    Emotion.SAD: (0.5, 1.0),
}
_NO_OPINION = np.eye(1, EMOTIONS, dtype=np.float32)[0]
"""A classifier's shares that leave it to words to say what is felt: all is neutral."""


@dataclass(frozen=True, slots=True)
class Tone:
    """How a reply should sound to who feels `emotion`, never UNSPECIFIED.

    `intensity` and `empathy` (matter-of-fact to as gentle as can be) are 0 to 1. `guidance` is for
    the writer of the reply, in the language asked for. With `solution_first` the reply answers
    and offers nothing else.
    """

    emotion: Emotion
    intensity: float
    empathy: float
    guidance: str
    solution_first: bool


def tone_of(
    moods: Sequence[Mood], said: str, trend: EmotionTrend, language: str, now: Instant
) -> Tone:
    """The tone for a reply, given at `now`, to a user whose latest turns felt like `moods`.

    `moods` are in any order, the latest twelve count: each by 0.7 for every later one and by half
    for every half hour since. The emotion is the one with the greatest sum of weight × intensity,
    NEUTRAL turns counting 0.2; its intensity is the greatest weight × intensity, so that a feeling
    wears off. `said` is what is to be answered, whether among `moods` or not: what its words name
    counts as felt now, and haste in it makes `solution_first`, unless the user is happy.

    Empathy rises in a line with intensity between the bounds of the emotion, and by 0.1 while the
    trend is bad.
    """
    emotion, intensity = _present(moods, said, now)
    with_care = _is_bad(trend)
    low, high = _EMPATHY[emotion]
    empathy = low + (high - low) * intensity + _CARE * with_care
    answer_first = emotion is not Emotion.HAPPY and is_hurried(said)
    return Tone(
        emotion=emotion,
        intensity=intensity,
        empathy=min(1.0, empathy),
        guidance=guidance(
            emotion,
            intensity,
            is_chinese=is_chinese(language),
            answer_first=answer_first,
            with_care=with_care,
        ),
        solution_first=answer_first,
    )


def _present(moods: Sequence[Mood], said: str, now: Instant) -> tuple[Emotion, float]:
    """What is felt now, and how strongly."""
    sums = dict.fromkeys(_EMPATHY, 0.0)
    peaks = dict.fromkeys(_EMPATHY, 0.0)
    latest = sorted(moods, key=lambda one: (one.time, one.emotion, one.intensity))[-_MOST_TURNS:]
    for later, mood in enumerate(reversed(latest)):
        age = max(0, now - mood.time)
        weight = float(_EACH_LATER_TURN**later * 0.5 ** (age / _HALF_LIFE))
        emotion = mood.emotion or Emotion.NEUTRAL
        if emotion is Emotion.NEUTRAL:
            sums[emotion] += weight * _NEUTRAL_COUNTS
        else:
            sums[emotion] += weight * mood.intensity
        peaks[emotion] = max(peaks[emotion], weight * mood.intensity)
    words = felt(said, _NO_OPINION)
    if words.emotion is not Emotion.NEUTRAL:
        sums[words.emotion] += float(words.intensity)
        peaks[words.emotion] = max(peaks[words.emotion], float(words.intensity))
    strongest = max(sums, key=lambda each: (sums[each], each))
    if peaks[strongest] < _LEAST_FELT:
        strongest = Emotion.NEUTRAL
    return strongest, peaks[strongest]


def _is_bad(trend: EmotionTrend) -> bool:
    """Whether the user has not been well of late, and is not clearly better by now."""
    if trend.turning is not None:
        return trend.turning.after <= _BAD_TREND
    return VALENCE[trend.dominant] < 0 or trend.valence <= _BAD_TREND
