"""How a user has been: the moods of their turns by day, where they tend, and when they turned.

Valence follows the axis of pleasure in Russell's circumplex ("A circumplex model of affect", J. of
Personality and Social Psychology 39, 1980). He finds anger and tiredness near its middle; said of
oneself to a companion they are unpleasant, and stand lower here.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from types import MappingProxyType
from zoneinfo import ZoneInfo

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.sessions import Mood
from myosotis_server.memory.values import Emotion, Instant

VALENCE: Mapping[Emotion, float] = MappingProxyType(
    {
        Emotion.UNSPECIFIED: 0.0,
        Emotion.NEUTRAL: 0.0,
        Emotion.HAPPY: 1.0,
        Emotion.CALM: 0.7,
        Emotion.SURPRISED: 0.2,
        Emotion.TIRED: -0.5,
        Emotion.ANXIOUS: -0.7,
        Emotion.ANGRY: -0.8,
        Emotion.SAD: -0.9,
    }
)
"""How pleasant each emotion is at full intensity, -1 to 1."""

LEAST_SWINGING = 3
"""Turns below which nobody is volatile."""
LEAST_BEFORE_AND_AFTER = 3
"""Turns that a mood must hold for, before it turned and after."""
LEAST_TURNED = 0.25
"""By how much the mean valence must have changed for the mood to have turned."""

_WORTH_NAMING = 0.2
"""The share of the turns that show a feeling below which one is passing."""
_TURN_COSTS = 3.0
"""What a turn of mood must explain beyond noise, in variances × ln(turns). With 3, of 7 to 180
random moods 1 to 7 % seem to turn (the most among the fewest), and 92 to 100 % of strong turns are
seen; with 2, 3 to 15 % and 96 to 99 %."""
_LEAST_NOISE = 0.15
"""Valence that moves by less, as a standard deviation, moves by how it is measured."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class EmotionDay:
    """The moods of one day in the user's zone.

    `shares` of the day's turns by emotion sum to 1, those of none left out; what has no emotion
    counts as NEUTRAL. `valence` is the mean over the turns of VALENCE × intensity, -1 to 1.
    """

    date: date
    shares: Mapping[Emotion, float]
    turn_count: int
    valence: float


@dataclass(frozen=True, slots=True)
class Turning:
    """When a mood turned: the first day of the new one, and both.

    `before` and `after` are mean valences. `mood_before` and `mood_after` are the commonest
    emotions, NEUTRAL only where nothing else was felt.
    """

    day: date
    before: float
    after: float
    mood_before: Emotion
    mood_after: Emotion

    @property
    def is_better(self) -> bool:
        """True where the new mood is the more pleasant one."""
        return self.after > self.before


@dataclass(frozen=True, slots=True)
class EmotionTrend:
    """How a user has been over the `days` on which they said something, oldest first.

    `dominant` is the emotion of more than half of all turns, which may be NEUTRAL, and UNSPECIFIED
    without one. `slope` is the change of valence per day: least squares over the days as they lie
    in the calendar, each counting once; 0 for fewer than two. `shares` and `valence` are those of
    a day, of all turns together. `turning` is when the mood last turned, None where that isn't
    clear.
    """

    days: tuple[EmotionDay, ...] = ()
    dominant: Emotion = Emotion.UNSPECIFIED
    volatile: bool = False
    slope: float = 0.0
    shares: Mapping[Emotion, float] = field(default_factory=dict)
    turn_count: int = 0
    valence: float = 0.0
    turning: Turning | None = None

    @property
    def turning_day(self) -> date | None:
        """The day from which on the mood was another one."""
        return self.turning.day if self.turning is not None else None


def trend(moods: Iterable[Mood], zone: ZoneInfo) -> EmotionTrend:
    """The trend of `moods`, in whatever order they come, by day in `zone`.

    Volatile is who has no dominant emotion, if at least three turns show changing moods: no one
    mood has more than four fifths of the turns that show any, and unpleasant ones have at least
    one fifth. To be now glad, now calm is no unrest.
    """
    ordered = sorted(moods, key=lambda one: (one.time, one.emotion, one.intensity))
    by_day = [
        (day, list(group)) for day, group in groupby(ordered, lambda one: _day(one.time, zone))
    ]
    if not by_day:
        return EmotionTrend()
    days = tuple(
        EmotionDay(day, _shares(group), len(group), _valence(group)) for day, group in by_day
    )
    shares = _shares(ordered)
    dominant = next((emotion for emotion in shares if shares[emotion] > 0.5), Emotion.UNSPECIFIED)
    return EmotionTrend(
        days=days,
        dominant=dominant,
        volatile=dominant is Emotion.UNSPECIFIED and _swings(ordered),
        slope=_slope(days),
        shares=shares,
        turn_count=len(ordered),
        valence=_valence(ordered),
        turning=_last_turning([group for _, group in by_day], [day for day, _ in by_day]),
    )


def valence_of(mood: Mood) -> float:
    """How pleasant a turn is, -1 to 1."""
    return VALENCE[mood.emotion] * mood.intensity


def felt_moods(shares: Mapping[Emotion, float]) -> tuple[Emotion, ...]:
    """The commonest emotion but NEUTRAL, then those with at least a fifth of what was felt."""
    felt = {emotion: share for emotion, share in shares.items() if emotion > Emotion.NEUTRAL}
    least = _WORTH_NAMING * sum(felt.values())
    common = sorted(felt, key=lambda emotion: (-felt[emotion], emotion))
    return tuple(each for each in common if felt[each] >= least or each is common[0])


def _day(time: Instant, zone: ZoneInfo) -> date:
    return (_EPOCH + timedelta(microseconds=time)).astimezone(zone).date()


def _counts(moods: Iterable[Mood]) -> Counter[Emotion]:
    return Counter(one.emotion or Emotion.NEUTRAL for one in moods)


def _shares(moods: Sequence[Mood]) -> Mapping[Emotion, float]:
    counts = _counts(moods)
    return MappingProxyType({each: counts[each] / len(moods) for each in sorted(counts)})


def _valence(moods: Sequence[Mood]) -> float:
    # The exact sum, so that equal moods in another order have an equal mean.
    return math.fsum(map(valence_of, moods)) / len(moods)


def _swings(moods: Sequence[Mood]) -> bool:
    felt = _counts(moods)
    del felt[Emotion.NEUTRAL]
    total = felt.total()
    if len(moods) < LEAST_SWINGING or not total:
        return False
    unpleasant = sum(count for emotion, count in felt.items() if VALENCE[emotion] < 0)
    others = total - max(felt.values())
    return min(unpleasant, others) >= _WORTH_NAMING * total


def _slope(days: Sequence[EmotionDay]) -> float:
    if len(days) < 2:
        return 0.0
    at = np.array([(each.date - days[0].date).days for each in days], np.float64)
    at -= at.mean()
    return float(at @ np.array([each.valence for each in days]) / (at @ at))


def _last_turning(days: Sequence[Sequence[Mood]], dates: Sequence[date]) -> Turning | None:
    """The last day on which a run of days with a clearly other mood than the one before begins."""
    valences = np.array([valence_of(one) for day in days for one in day])
    bounds = np.cumsum([0, *map(len, days)])
    runs = [*_steady_runs(valences, bounds), len(days)]
    for first, turn, end in reversed(list(zip(runs, runs[1:], runs[2:], strict=False))):
        earlier = [one for day in days[first:turn] for one in day]
        later = [one for day in days[turn:end] for one in day]
        before, after = _valence(earlier), _valence(later)
        if abs(after - before) >= LEAST_TURNED:
            return Turning(dates[turn], before, after, _commonest(earlier), _commonest(later))
    return None


def _commonest(moods: Sequence[Mood]) -> Emotion:
    felt = felt_moods(_shares(moods))
    return felt[0] if felt else Emotion.NEUTRAL


def _steady_runs(valences: NDArray[np.float64], bounds: NDArray[np.int64]) -> list[int]:
    """The days on which runs of steady valence begin, the first included.

    `valences` [turns] are in the order of time, those of day d at bounds[d] to bounds[d + 1]. The
    runs are those with the least squared error around their means plus a cost for each (optimal
    partitioning, Jackson et al., IEEE Signal Processing Letters 12, 2005); quadratic in the number
    of days. The noise that the cost is measured by is estimated from successive differences
    (Rice, Annals of Statistics 12, 1984), which turns of mood hardly enter.
    """
    count = len(valences)
    if count < 2 * LEAST_BEFORE_AND_AFTER:
        return [0]
    noise = max(_LEAST_NOISE**2, float(np.square(np.diff(valences)).sum()) / (2 * (count - 1)))
    cost = _TURN_COSTS * noise * math.log(count)
    sums = np.concatenate([[0.0], np.cumsum(valences)])[bounds]
    squares = np.concatenate([[0.0], np.cumsum(valences**2)])[bounds]
    least = np.full(len(bounds), np.inf)
    least[0] = 0.0
    begins = np.zeros(len(bounds), np.int64)
    for end in range(1, len(bounds)):
        sizes = bounds[end] - bounds[:end]
        errors = squares[end] - squares[:end] - (sums[end] - sums[:end]) ** 2 / sizes
        totals = np.where(sizes >= LEAST_BEFORE_AND_AFTER, least[:end] + errors + cost, np.inf)
        begins[end] = int(totals.argmin())
        least[end] = totals[begins[end]]
    runs = [int(begins[-1])]
    while runs[-1]:
        runs.append(int(begins[runs[-1]]))
    return runs[::-1]
