"""Which values of an attribute are one, however they are written, and which exclude each other."""

import re
from math import isclose

from myosotis_server.memory.claims import key_of
from myosotis_server.memory.identity import normalise
from myosotis_server.memory.slots import slot_of
from myosotis_server.memory.values import Attribute
from myosotis_server.memory.written_dates import WrittenDate, written_dates
from myosotis_server.memory.written_quantities import Quantity, begins_with_number, quantities


def are_opposite(one: str, other: str) -> bool:
    """Whether what is so in the one slot cannot be so in the other."""
    return slot_of(one).opposite == other or slot_of(other).opposite == one


def same_value(one: Attribute, other: Attribute) -> bool:
    """Equal, however written: "5 kg" and "5公斤", "the dogs" and "dog", 成都 and 成都市."""
    if (numbers := _numbers(one, other)) is not None:
        return numbers
    return _terms(one.value) == _terms(other.value) or _same_day(one.value, other.value)


def covers(general: Attribute, special: Attribute) -> bool:
    """Whether `special` is `general` or a closer word for it: engineer, software engineer.

    An assistant manager is no manager, New York is not York, and 王伟明 not 王伟. A number
    is close to no other.
    """
    if (numbers := _numbers(general, special)) is not None:
        return numbers
    inner, outer = _terms(general.value), _terms(special.value)
    if inner == outer or _same_day(general.value, special.value):
        return True
    at = next(
        (at for at in range(len(outer)) if outer[at : at + len(inner)] == inner),
        None,
    )
    if at is None or not inner:
        return False
    added = outer[:at] + outer[at + len(inner) :]
    text = "".join(added)
    if not _ANOTHER_KIND.isdisjoint(added) or any(word in text for word in _ANOTHER_KIND_ZH):
        return False
    if _is_chinese(inner) or _is_chinese(added):
        at_an_end = at in (0, len(outer) - len(inner))
        return len(inner) > 1 and at_an_end and key_of(general) not in _PERSONS
    return True


def compatible(one: Attribute, other: Attribute) -> bool:
    """Whether both may be the one value of a slot."""
    return covers(one, other) or covers(other, one)


_PERSONS = frozenset({"name", "nickname", "call_me", "partner", "manager", "friend", "child"})
_ANOTHER_KIND = frozenset({
    "no", "non", "not", "never", "ex", "former", "anti", "assistant", "deputy", "vice",
    "associate", "junior", "senior", "head", "chief", "lead", "intern", "trainee", "apprentice",
    "student", "retired", "aspiring", "less", "free", "step", "half", "new", "north", "south",
    "east", "west",
})  # fmt: skip
_ANOTHER_KIND_ZH = (
    *("非", "不", "无", "未", "前任", "副", "助理", "实习", "见习", "初级", "高级", "资深", "首席"),
    *("总监", "主管", "主任", "经理", "退休", "附属", "附中", "预备", "准", "半", "假"),
)

_TERM = re.compile(r"\d+(?:[.:]\d+)*|[\u3400-\u9fff]|[^\W\d_\u3400-\u9fff]+")
_ARTICLES = frozenset({"a", "an", "the", "my", "some", "of"})
_PLACE_ENDS = frozenset("市省县縣")


def _terms(value: str) -> list[str]:
    """Words and Chinese characters of a value, as they are compared."""
    found = _TERM.findall(normalise(value))
    terms = [
        term[:-1] if len(term) > 3 and term.endswith("s") and term[-2:] not in _NO_PLURAL else term
        for term in found
        if term not in _ARTICLES
    ]
    if len(terms) > 2 and terms[-1] in _PLACE_ENDS:
        terms.pop()
    return terms or found


_NO_PLURAL = frozenset({"ss", "us", "is"})


def _is_chinese(terms: list[str]) -> bool:
    return any("\u3400" <= term <= "\u9fff" for term in terms)


_IN_UNITS = {
    "jin": ("kg", 0.5), "g": ("kg", 0.001), "lb": ("kg", 0.4536), "m": ("cm", 100.0),
    "km": ("cm", 100_000.0), "am": ("clock", 1.0),
}  # fmt: skip


def quantity_of(attribute: Attribute) -> tuple[float, str] | None:
    """The number of an attribute and its unit; None where its value is no plain number."""
    if attribute.number is not None:
        found = quantities(f"1 {attribute.unit}") if attribute.unit else []
        unit = found[0].unit if found else ""
        return attribute.number, unit or normalise(attribute.unit)
    if not begins_with_number(attribute.value):
        return None
    written = quantities(attribute.value)
    if len(written) != 1 or not _is_whole(written[0], attribute.value):
        return None
    hours, colon, minutes = written[0].number.partition(":")
    if colon:
        return float(hours) + float(minutes) / 60, written[0].unit or "clock"
    return float(written[0].number), written[0].unit


def _digits(attribute: Attribute) -> str:
    """Those of a telephone number, without what may stand before it abroad; "" for too few."""
    digits = "".join(filter(str.isdecimal, attribute.value)).lstrip("0")
    return digits if len(digits) > 6 else ""


def _is_whole(quantity: Quantity, value: str) -> bool:
    rest = value[: quantity.start] + value[quantity.unit_end :]
    return not any(character.isalnum() for character in rest)


def _numbers(one: Attribute, other: Attribute) -> bool | None:
    """Whether both are the same quantity or telephone number; None if one of them is neither."""
    if key_of(one) == "phone_number" and (digits := _digits(one)) and (others := _digits(other)):
        return digits.endswith(others) or others.endswith(digits)
    first = quantity_of(one)
    second = None if first is None else quantity_of(other)
    if first is None or second is None:
        return None
    if not (first[1] and second[1]) or first[1] == second[1]:
        return first[0] == second[0]
    (number, unit), (second_number, second_unit) = _in_one_unit(*first), _in_one_unit(*second)
    return unit == second_unit and isclose(number, second_number, rel_tol=0.001)


def _in_one_unit(number: float, unit: str) -> tuple[float, str]:
    name, factor = _IN_UNITS.get(unit, (unit, 1.0))
    return number * factor, name


def _same_day(one: str, other: str) -> bool:
    """Whether both are dates that do not contradict each other: 5月4日, May 4th 1990."""
    first, second = written_dates(one), written_dates(other)
    if len(first) != 1 or len(second) != 1:
        return False
    return _fields_agree(first[0], second[0])


def _fields_agree(one: WrittenDate, other: WrittenDate) -> bool:
    pairs = ((one.year, other.year), (one.month, other.month), (one.day, other.day))
    return any(None not in pair for pair in pairs) and all(
        None in pair or pair[0] == pair[1] for pair in pairs
    )
