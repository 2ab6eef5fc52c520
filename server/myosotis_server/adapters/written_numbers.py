"""Numbers that people write in more than one way: telephone numbers and Chinese numerals."""

import re

_LONG_NUMBER = 9
"""Digits from which a number is a name (of a telephone, a card, a parcel)."""
_MOBILE = re.compile(r"86(1[3-9]\d{9})")
_NORTH_AMERICAN = re.compile(r"1([2-9]\d{9})")

_HINT = re.compile(r"[+(\d][\d() .-]{7}")
_DIVIDED = re.compile(
    r"""(?<![a-z0-9.+(-])
    (?:\+\d{1,3}[ -]?(?:\(\d{1,4}\)[ -]?)?\d{1,4}(?:[ -]?\d{2,4}){1,4}
      |(?:86[ -]?)?1[3-9]\d[ -]?(?:\d{4}[ -]?\d{4}|\d{3}[ -]?\d{5})
      |\(?0\d{2,3}(?:\)\ ?|[ -])\d{7,8}
      |(?:\(\d{3}\)\ ?|\d{3}[ .-])\d{3}[ .-]\d{4}
      |\d{4}(?:[ -]\d{4}){3}
    )(?![a-z0-9]|[ .-]\d)""",
    re.VERBOSE,
)
"""Telephone and card numbers, each with what may divide it."""


def number_terms(written: str) -> list[str]:
    """The number without what groups its digits; a name's also by its end, as people call it."""
    digits = written.replace(",", "")
    if len(digits) < _LONG_NUMBER or not digits.isdigit():
        return [digits]
    if mobile := _MOBILE.fullmatch(digits):
        digits = mobile[1]
    return [digits, digits[-4:]]


def lift_divided_numbers(text: str) -> tuple[str, list[str]]:
    """`text` (in small letters) without its telephone and card numbers, and the terms of those."""
    if not _HINT.search(text):
        return text, []
    terms: list[str] = []

    def lift(match: re.Match[str]) -> str:
        written = match[0].replace("(0)", "")
        digits = "".join(filter(str.isdigit, written))
        if written[0] == "+" and (national := _NORTH_AMERICAN.fullmatch(digits)):
            digits = national[1]
        terms.extend(number_terms(digits))
        return "\n"

    return _DIVIDED.sub(lift, text), terms


_ONES = {character: number for number, character in enumerate("一二三四五六七八九", 1)} | {"两": 2}
_UNITS = {"十": 10, "百": 100, "千": 1_000, "万": 10_000, "亿": 100_000_000}
_COUNTED = "个只条本次岁天年点位名块元斤杯瓶双张件家座辆台层间份篇首部套周遍趟碗盒包袋"
"""What a number of one character counts; before anything else it may be part of a word."""
_ALL = "零" + "".join([*_ONES, *_UNITS])
_NUMERAL = re.compile(
    rf"[{_ALL[1:]}](?<![{_ALL}].)"
    rf"(?:(?:(?<=[{''.join(_ONES)}])[{''.join(_UNITS)}]|(?<=十)[{_ALL[1:]}])[{_ALL}]{{0,14}}(?![几多余])"
    rf"|(?<=[二两三四五六七八九十])(?=[{_COUNTED}]))"
)
_NUMERAL_SIGNS = frozenset(_ALL) - {"零", "一"}


def numerals(run: str) -> list[str]:
    """Numbers that `run` writes in Chinese, in digits: 三千人 has 3000, 两个 has 2.

    一 alone is never one, for it is in too many words (一些, 一起, 统一).
    """
    if _NUMERAL_SIGNS.isdisjoint(run):
        return []
    values = map(_value, _NUMERAL.findall(run))
    return [str(value) for value in values if value is not None]


def _value(written: str) -> int | None:
    """None for what is no number (三百四五). 三百五 is 350."""
    total = section = digit = unit = 0
    for character in written:
        if character in _ONES:
            if digit:
                return None
            digit = _ONES[character]
        elif character == "零":
            unit = 0
        else:
            unit = _UNITS[character]
            if unit < 10_000:
                section += (digit or 1) * unit
            elif total >= unit:
                total += (section + digit) * unit
                section = 0
            else:
                total = (total + section + digit) * unit
                section = 0
            digit = 0
    return total + section + digit * max(unit // 10, 1)
