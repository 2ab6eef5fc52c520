"""Which strings of digits are phone numbers."""

import re
from collections.abc import Collection, Sequence

import phonenumbers

from myosotis_server.understanding.patterns import pattern_of

_MOBILE = pattern_of(r"(?:(?:00)?86)?1[3-9][0-9]{9}")
_DATE = pattern_of(
    r"(?:19|20)[0-9]{2}([-./ ]?)(?:0?[1-9]|1[0-2])\1(?:3[01]|[12][0-9]|0?[1-9])(?![0-9])"
    r"|(?:3[01]|[12][0-9]|0?[1-9])([-./])(?:3[01]|[12][0-9]|0?[1-9])\2(?:19|20)[0-9]{2}(?![0-9])"
    r"|(?:19|20)[0-9]{2} ?- ?(?:19|20)[0-9]{2}(?![0-9])"
    r"|(?:19|20)[0-9]{2}[01][0-9][0-3][0-9](?:[0-2][0-9][0-5][0-9]){1,2}(?![0-9])"
)
_HOME_REGIONS = ("CN", "GB", "TW", "AU", "FR", "DE", "JP", "IN")
_PREFIX = pattern_of(r"(?:\+\s?\(?|\(\+?|\(?\+)$")
_CODE_BEFORE = pattern_of(r"\(?\+?(?:00)?[1-9][0-9]{0,2}\)?[ -]?\(?$")
_EXTENSION = pattern_of(
    r"\)?(?:\s?(?:,\s?)?(?:x|ext\.?|extension|#|转|轉|分机号?|內線)\s?[0-9]{1,6}(?![0-9]))?",
    re.IGNORECASE,
)


_DATE_SIZES = ([4, 2, 2], [2, 2, 4])


def looks_like_phone(shadow: str, start: int, digits: str, sizes: Sequence[int]) -> bool:
    """A cheap look that rules out most of what is no phone number unless it is called one."""
    return (
        digits[0] in "01"
        or list(sizes[-3:]) == [3, 3, 4]
        or (digits[0] == "8" and len(digits) == 13)
        or "+" in shadow[max(0, start - 2) : start]
    )


def is_phone(
    shadow: str,
    start: int,
    end: int,
    digits: str,
    sizes: Sequence[int],
    marks: Collection[str],
    told: bool,
) -> bool:
    """Whether `digits`, written at `shadow[start:end]` in groups of `sizes`, are a phone number.

    `marks` stand between the groups. `told`: it is called one, and only has to look possible.
    """
    if not 7 <= len(digits) <= 15 or _DATE.match(shadow, start):
        return False
    international = shadow[max(0, start - 2) : start].strip(" (").endswith("+")
    if international and len(digits) >= 8:
        return _is_possible("+" + digits)
    dotted = any("." in mark for mark in marks)
    if told:
        return not (dotted and len(sizes) == 2) and not any("/" in mark for mark in marks)
    if any("/" in mark or "_" in mark for mark in marks):
        return False
    if _MOBILE.fullmatch(digits):
        return list(sizes[-3:]) == [3, 4, 4] if dotted else len(sizes) <= 5
    if len(set(digits)) <= 2 or list(sizes) in _DATE_SIZES:
        return False
    if digits.startswith("00"):
        return len(digits) >= 10 and _is_possible("+" + digits[2:])
    if list(sizes[-3:]) == [3, 3, 4] and "." not in shadow[start - 1 : start]:
        country = digits[:-10]
        spaced = marks == {" "}
        plausible = country in ("", "1") and digits[-10] in "23456789"
        return plausible and (not spaced or _is_valid(digits, "US"))
    if digits.startswith("0") and not dotted and len(sizes) <= 5:
        return any(_is_valid(digits, region) for region in _HOME_REGIONS)
    return False


def with_affixes(shadow: str, start: int, end: int) -> tuple[int, int]:
    """The phone number at `shadow[start:end]` with its plus sign, brackets and extension."""
    extension = _EXTENSION.match(shadow, end)
    finish = extension.end() if extension and extension.end() > end else end
    before = shadow[max(0, start - 8) : start]
    prefix = _PREFIX.search(before) or _CODE_BEFORE.search(before)
    if prefix is not None:
        start -= len(before) - prefix.start()
    elif before.endswith("("):
        start -= 1
    if shadow[finish - 1] == ")" and "(" not in shadow[start:finish]:
        finish -= 1
    return start, finish


def _is_possible(number: str) -> bool:
    try:
        return phonenumbers.is_possible_number(phonenumbers.parse(number, None))
    except phonenumbers.NumberParseException:
        return False


def _is_valid(digits: str, region: str) -> bool:
    try:
        return phonenumbers.is_valid_number(phonenumbers.parse(digits, region))
    except phonenumbers.NumberParseException:
        return False
