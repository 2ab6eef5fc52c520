"""What there is to tell of a trend, before it is put into words of a language."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum

from myosotis_server.memory.affect import VALENCE, EmotionTrend, Turning, felt_moods
from myosotis_server.memory.values import Emotion

ALL_ALONG = 0.85
"""The share of a mood from which on it was there all along."""

_ALSO_SHARE = 0.2
"""The share of all turns from which on a mood besides the dominant one is worth naming."""
_HARDLY = 0.2
"""The share of what was felt below which pleasant moods don't count."""
_TURNS_TO_DRIFT = 4
_DAYS_TO_DRIFT = 3
_DRIFTS = 0.3
"""How far valence must rise or fall along the line from the first day to the last."""
_STEADY = 0.15
_STRAIGHT = 0.5
"""How much of the variance between days that line must explain (R²)."""


class Drift(Enum):
    """Where the mood tends; UNCLEAR where days are too few or too uneven to say."""

    UNCLEAR = 0
    RISING = 1
    FALLING = 2
    STEADY = 3


@dataclass(frozen=True, slots=True)
class Outline:
    """The parts of a sentence on how a user has been from `first` to `last`, told on `today`.

    `main` is the dominant emotion or UNSPECIFIED, `also` are up to two felt moods besides it that
    are worth naming, the commonest first; two where it `swings`, at least one where there is no
    `main`. `is_low` where what was felt was hardly ever pleasant.
    """

    first: date
    last: date
    today: date
    main: Emotion
    all_along: bool
    swings: bool
    is_low: bool
    also: tuple[Emotion, ...]
    turning: Turning | None
    drift: Drift


def outline(trend: EmotionTrend, today: date) -> Outline:
    """The outline of a `trend` of at least one day."""
    shares = trend.shares
    felt = 1.0 - shares.get(Emotion.NEUTRAL, 0.0)
    is_low = sum(shares[each] for each in shares if VALENCE[each] > 0) < _HARDLY * felt
    return Outline(
        first=trend.days[0].date,
        last=trend.days[-1].date,
        today=today,
        main=trend.dominant,
        all_along=shares.get(trend.dominant, 0.0) >= ALL_ALONG,
        swings=trend.volatile,
        is_low=is_low,
        also=_extremes(shares, is_low) if trend.volatile else _besides(trend),
        turning=trend.turning,
        drift=_drift(trend),
    )


def _besides(trend: EmotionTrend) -> tuple[Emotion, ...]:
    """The felt moods besides the dominant one; without one at least the commonest.

    None where the mood turned from or to the dominant one: that says it.
    """
    if trend.turning is not None and VALENCE[trend.dominant]:
        return ()
    felt = [each for each in felt_moods(trend.shares) if each is not trend.dominant]
    common = [each for each in felt if trend.shares[each] >= _ALSO_SHARE]
    return tuple(common or ([] if trend.dominant else felt[:1]))[:2]


def _extremes(shares: Mapping[Emotion, float], is_low: bool) -> tuple[Emotion, ...]:
    """Between what a mood swings: the commonest two, one of them pleasant unless `is_low`."""
    felt = sorted((each for each in shares if VALENCE[each]), key=lambda each: -shares[each])
    if is_low:
        return tuple(felt[:2])
    first = felt[0]
    other = next(each for each in felt if (VALENCE[each] > 0) is not (VALENCE[first] > 0))
    return first, other


def _drift(trend: EmotionTrend) -> Drift:
    days = trend.days
    if len(days) < _DAYS_TO_DRIFT or trend.turn_count < _TURNS_TO_DRIFT:
        return Drift.UNCLEAR
    at = [(each.date - days[0].date).days for each in days]
    change = trend.slope * at[-1]
    spread = _variance([each.valence for each in days])
    if abs(change) >= _DRIFTS:
        is_straight = trend.slope**2 * _variance(at) >= _STRAIGHT * spread
        if not is_straight:
            return Drift.UNCLEAR
        return Drift.RISING if change > 0 else Drift.FALLING
    return Drift.STEADY if abs(change) < _STEADY and spread < _STEADY**2 else Drift.UNCLEAR


def _variance(numbers: list[int] | list[float]) -> float:
    mean = sum(numbers) / len(numbers)
    return sum((each - mean) ** 2 for each in numbers) / len(numbers)
