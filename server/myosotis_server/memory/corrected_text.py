"""How a text reads with a correction put in: 面试在周四 and 不对，是周五 make 面试在周五."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from myosotis_server.memory.details import Places, Span, places_of, same_number
from myosotis_server.memory.written_quantities import Quantity, Weekday

Place = Quantity | Weekday | Span


@dataclass(frozen=True, slots=True)
class Change:
    """`text[start:end]` of what was said becomes `new`."""

    start: int
    end: int
    new: str


def corrected(text: str, correction: str) -> str | None:
    """`text` with every detail that `correction` gives put in the place of the one of its kind.

    None where the two have no kind of detail in common, or it is not certain which is meant. Equal
    to `text` where it says so already.
    """
    changes = changes_of(text, places_of(text), correction, places_of(correction))
    return applied(text, changes) if changes else None


def applied(text: str, changes: Sequence[Change]) -> str:
    """`text` with `changes`, which do not overlap, made in it."""
    for change in sorted(changes, key=lambda each: -each.start):
        text = text[: change.start] + change.new + text[change.end :]
    return text


def changes_of(text: str, was: Places, source: str, now: Places) -> list[Change] | None:
    """Where `text` is to say what `source` gives anew, [] where they have no kind in common.

    None where it is not certain what is meant.
    """
    found: list[Change | None] = []
    common = False
    for old, new in (
        (was.weekdays, now.weekdays),
        (was.dates, now.dates),
        (was.numbers, now.numbers),
        (was.names, now.names),
    ):
        if not new or (found and new is now.names and _are_there(now.names, text)):
            continue
        if new is now.numbers and (day := _day_of_date(text, was, source, now)):
            found.append(day)
            common = True
            continue
        common = common or bool(old)
        found.append(_one_place(text, old, source, new))
    if not common:
        return []
    changes = [change for change in found if change is not None]
    return changes if len(changes) == len(found) else None


def _are_there(names: Sequence[Span], text: str) -> bool:
    """Whether `text` has all `names`, be it where a capital shows no name.

    Beside a detail that changes, they only say whose it is.
    """
    return all(each.value in text.lower() for each in names)


def _one_place(text: str, was: Sequence[Place], source: str, now: Sequence[Place]) -> Change | None:
    """The one place of `was` that the one new detail of `now` is for, None if there are several.

    "Not Thursday but Friday" and "Thursday, I mean Friday" name what it is for.
    """
    denied = _denied(source, now)
    given = [each for each in now if each not in denied]
    if not given:
        return None
    new = given[-1]
    named = [old for old in was if any(_is_same(old, each) for each in (*denied, *given[:-1]))]
    if len({each.value for each in given}) > 1 + len(named):
        return None
    if any(_is_same(old, new) for old in was):
        named = [old for old in was if _is_same(old, new)]
    targets = named or [old for old in was if _may_become(old, new)]
    if len(targets) != 1:
        return None
    [old] = targets
    if _is_same(old, new):
        return Change(old.start, old.end, text[old.start : old.end])
    if isinstance(old, Quantity) and isinstance(new, Quantity) and new.unit_end > new.end:
        return Change(old.start, old.unit_end, source[new.start : new.unit_end])
    return Change(old.start, old.end, source[new.start : new.end])


_DENIED = re.compile(r"(?:不是|不在|并非|(?:\bnot|n['’]t)(?: on| at| in| the)?) ?$", re.IGNORECASE)


def _denied(source: str, now: Sequence[Place]) -> list[Place]:
    return [each for each in now if _DENIED.search(source, max(0, each.start - 8), each.start)]


def denied_in(text: str, places: Places) -> list[Place]:
    """The numbers, dates and weekdays of `text`, whose `places` these are, that it says are wrong.

    "不是四十平，是三十五平" denies 四十平. [] where none is given in their stead.
    """
    kinds: tuple[Sequence[Place], ...] = (places.numbers, places.dates, places.weekdays)
    for kind in kinds:
        wrong = _denied(text, kind)
        if wrong and len(wrong) < len(kind):
            return wrong
    return []


def says_any(details: Sequence[Place], there: Places) -> bool:
    """Whether one of `details` is among the numbers, dates and weekdays that are `there`."""
    own: tuple[Place, ...] = (*there.numbers, *there.dates, *there.weekdays)
    return any(_is_same(each, one) for each in own for one in details)


def _is_same(old: Place, new: Place) -> bool:
    return (
        same_number(old.value, new.value) if isinstance(old, Quantity) else (old.value == new.value)
    )


def _may_become(old: Place, new: Place) -> bool:
    if not (isinstance(old, Quantity) and isinstance(new, Quantity)):
        return True
    if not old.unit or not new.unit:
        return True
    return _FAMILIES.get(old.unit, old.unit) == _FAMILIES.get(new.unit, new.unit)


_FAMILIES = {
    unit: family
    for family in (
        "kg jin g lb",
        "km m cm mi",
        "l ml",
        "clock am pm",
        "yuan usd gbp eur",
        "th floor",
    )
    for unit in family.split()
}


def _day_of_date(text: str, was: Places, source: str, now: Places) -> Change | None:
    """The day in the one date of `text`, where `source` gives another day of the month only."""
    if len(now.numbers) != 1 or len(was.dates) != 1 or now.numbers[0].unit != "th":
        return None
    [date], [day] = was.dates, now.numbers
    written = _DAY.search(text[date.start : date.end])
    if written is None or date.value.endswith("-"):
        return None
    start = date.start + written.start()
    return Change(start, date.end, source[day.start : day.unit_end])


_DAY = re.compile(r"(?<![\d./-])\d{1,2}(?:st|nd|rd|th|号|號|日)?$")
