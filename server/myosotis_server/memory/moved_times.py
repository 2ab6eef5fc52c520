"""When what was corrected happens, by what of it was changed."""

from myosotis_server.memory.details import Details
from myosotis_server.memory.values import DAY, SECOND, Instant, Memory
from myosotis_server.memory.written_quantities import WEEKEND

HOUR = 3_600 * SECOND
_HOURS = frozenset({"clock", "am", "pm", ""})
"""Units of a number that may be an hour of the day."""


def moved_time(memory: Memory, was: Memory, old: Details, new: Details) -> Instant | None:
    """That of what was corrected, moved by what was: "next Thursday" stays in next week."""
    if was.event_time is None or old.dates != new.dates:
        return memory.event_time
    if old.weekdays != new.weekdays:
        days = [*old.weekdays, *new.weekdays]
        if len(days) != 2 or WEEKEND in days:
            return memory.event_time
        return was.event_time + (int(days[1]) - int(days[0])) * DAY
    hours = [_hour(numbers) for numbers in (old.numbers - new.numbers, new.numbers - old.numbers)]
    earlier, later = hours
    if earlier is None or later is None:
        return was.event_time
    return was.event_time + round((later - earlier) * HOUR)


def _hour(numbers: frozenset[str]) -> float | None:
    """The hour of the day that is the only one of `numbers`, None if they are something else."""
    if len(numbers) != 1:
        return None
    number, _, unit = next(iter(numbers)).partition(" ")
    hour, colon, minute = number.partition(":")
    if unit not in _HOURS or not (unit or colon) or not hour.isdecimal():
        return None
    return int(hour) + (int(minute) / 60 if colon else 0) + (12 if unit == "pm" else 0)
