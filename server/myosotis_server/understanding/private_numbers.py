"""Finds identity numbers, passports, bank cards, IBANs and phones."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from myosotis_server.understanding.checked_numbers import (
    iban_length,
    is_card,
    is_hong_kong_id,
    is_iban,
    is_insurance_number,
    is_old_resident_id,
    is_resident_id,
    is_social_security_number,
    is_taiwan_id,
)
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.private_classes import Private, PrivateClass
from myosotis_server.understanding.private_labels import Label, label_of
from myosotis_server.understanding.private_phones import is_phone, looks_like_phone, with_affixes
from myosotis_server.understanding.private_shadow import BLANK

_FEWEST_DIGITS = 7
_MOST_DIGITS = 20
_MOST_GROUPS = 8
_LIKE = {
    Label.IDENTITY: PrivateClass.IDENTITY_NUMBER,
    Label.PASSPORT: PrivateClass.PASSPORT,
    Label.IBAN: PrivateClass.IBAN,
    Label.CARD: PrivateClass.BANK_CARD,
    Label.PHONE: PrivateClass.PHONE,
}

_LABELS = {private_class: label for label, private_class in _LIKE.items()}
_TOLD_SIZES: dict[Label | None, tuple[int, int]] = {
    Label.IDENTITY: (7, 20),
    Label.PASSPORT: (7, 10),
    Label.CARD: (12, 20),
}
"""How many digits a number may have that is one of these by its name alone."""

_GROUP = pattern_of(r"(?<![0-9])[0-9](?:[ .-][0-9](?![0-9])){6,}|[0-9]+")
_CHAIN = pattern_of(r"[0-9]+(?:[ \t\n\-.·•/_,()]{1,3}[0-9]+)*")
_DECIMAL = pattern_of(r"[0-9]+\.[0-9]+")
_HASH = pattern_of(
    # An address ends where Chinese goes on, marks and brackets as well; no port has six digits.
    r"https?://(?:[!-'*-9;-~]|:(?![0-9]{6}))+"
    r"|(?<![0-9A-Za-z])[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![0-9A-Za-z])"
)
_GAP_IN_LIST = pattern_of(
    r"[\s,，、/;；]*(?:or|and|以及|或者|或|和|跟|还有|另一个是|备用)?[\s:：]*"
)
_COUNTED = pattern_of(
    r"\s?(?:[元块圆人次个年天米克吨亿万%％名条件字股票平]|公里|美元|美金|人民币"
    r"|(?:km|kg|usd|rmb|dollars?|euros?|pounds?|people|users?|views?|times|votes|bytes|km2|years?"
    r"|rows|records|followers|subscribers|steps)\b)",
    re.IGNORECASE,
)
_PRICED = pattern_of(r"[¥$€£￥#=<>*×]\s?$|[0-9]\.\Z|(?:RMB|USD|CNY|EUR|HKD|GBP)\s?$", re.IGNORECASE)

_CODE_BEFORE = pattern_of(r"[0-9][A-Za-z_]+\Z|_\Z")  # `$` would look across the end of a line
_CODE_AFTER = pattern_of(r"(?!(?:ext?|x)[0-9])(?:[A-Za-z]{1,12}[0-9]|_)", re.IGNORECASE)
_MIXED = pattern_of(
    # Digits are parted in one way alone: with "[ -]?" between them a long number takes minutes.
    r"(?<![0-9A-Za-z_])(?:(?:[A-Za-z]{1,3}-?"
    r"|[A-Z]{1,3} )(?=[0-9][ \-]?[0-9])[0-9]+(?:[ \-][0-9]+){0,8}"
    r"(?:[ \-]?[A-Za-z](?![0-9A-Za-z]))?"
    r"(?:\([0-9Aa]\))?(?![0-9A-Za-z_])|(?=[A-Za-z]{0,11}[0-9])[0-9A-Z]{6,12}(?![0-9A-Za-z_]))"
)
_IBAN = pattern_of(r"(?<![0-9A-Za-z])[A-Za-z]{2}[0-9]{2}(?:[ -]?[0-9A-Za-z]){11,30}")
_COMPACTED = str.maketrans("", "", " -()")
_PASSPORT_SHAPE = pattern_of(r"[EGeg][0-9]{8}|[Ee][A-HJ-NP-Za-hj-np-z][0-9]{7}")


@dataclass(frozen=True, slots=True)
class _Group:
    start: int
    end: int
    digits: str


def private_numbers(shadow: str) -> list[Private]:
    """Every private number of `shadow`, in no order; they may overlap."""
    found = list(_ibans(shadow))
    found += _mixed(shadow)
    open_text = _HASH.sub(lambda match: BLANK * (match.end() - match.start()), shadow)
    found += _digits(open_text)
    return found


def _ibans(shadow: str) -> Iterator[Private]:
    for match in _IBAN.finditer(shadow):
        length = iban_length(match[0][:2].upper())
        if not length:
            continue
        end, left = match.start(), length
        for character in match[0]:
            if not left:
                break
            end += 1
            left -= character not in " -"
        whole = end == len(shadow) or not shadow[end].isascii() or not shadow[end].isalnum()
        compact = shadow[match.start() : end].translate(_COMPACTED).upper()
        if not left and whole and is_iban(compact):
            yield Private(match.start(), end, PrivateClass.IBAN)
        elif label_of(shadow, match.start(), end) is Label.IBAN:
            last = match.end() if left or not whole else end
            yield Private(match.start(), last, PrivateClass.IBAN)


def _mixed(shadow: str) -> Iterator[Private]:
    """Numbers that have letters in them."""
    for match in _MIXED.finditer(shadow):
        start, end = match.span()
        compact = match[0].translate(_COMPACTED).upper()
        digits = sum(map(str.isdigit, compact))
        if digits < 4 or compact.isdigit():
            continue
        if (
            is_insurance_number(compact)
            or is_taiwan_id(compact)
            or (is_hong_kong_id(compact) and "(" in match[0])
        ):
            kind: PrivateClass | None = PrivateClass.IDENTITY_NUMBER
        elif _PASSPORT_SHAPE.fullmatch(compact):
            kind = PrivateClass.PASSPORT
        else:
            kind = None
        label = label_of(shadow, start, end)
        if label is Label.PLAIN:
            continue
        if label in (Label.IDENTITY, Label.PASSPORT):
            kind = _LIKE[label]
        if kind is not None:
            yield Private(start, end, kind)


def _digits(shadow: str) -> Iterator[Private]:
    last_end, last_label = -1, None
    for chain in _CHAIN.finditer(shadow):
        if len(chain[0]) < _FEWEST_DIGITS:
            continue
        groups = _groups_of(shadow, chain.start(), chain.end())
        label = label_of(shadow, chain.start(), chain.end())
        decimal = _DECIMAL.fullmatch(chain[0]) and not _is_listed_id(shadow, groups)
        if decimal and label not in (Label.CARD, Label.IDENTITY):
            continue
        first = 0
        while first < len(groups):
            start = groups[first].start
            near = label
            if near is None and 0 <= start - last_end < 12:
                listed = _GAP_IN_LIST.fullmatch(shadow, last_end, start) is not None
                near = last_label if listed else None
            taken = _at(shadow, groups[first : first + _MOST_GROUPS], near)
            if taken is None:
                first += 1
                continue
            count, private = taken
            first += count
            last_end, last_label = private.end, _LABELS.get(private.private_class)
            yield private


def _is_listed_id(shadow: str, groups: list[_Group]) -> bool:
    """Whether it is no decimal but a resident id behind the number of an item: "2.110101…"."""
    item, listed = groups
    digits = listed.digits + ("X" if shadow[listed.end : listed.end + 1] in ("X", "x") else "")
    return len(item.digits) <= 2 and len(digits) == 18 and is_resident_id(digits)


def _groups_of(shadow: str, start: int, end: int) -> list[_Group]:
    """The digits of a chain as they are grouped; "1 3 8 0 0 …", spaced out, is one group."""
    groups = []
    for match in _GROUP.finditer(shadow, start, end):
        digits = match[0] if match[0].isdigit() else re.sub("[^0-9]", "", match[0])
        groups.append(_Group(match.start(), match.end(), digits))
    return groups


def _at(shadow: str, groups: list[_Group], label: Label | None) -> tuple[int, Private] | None:
    """The number that the first of `groups` begins: how many of them it has, and where it is."""
    start = groups[0].start
    glued = start > 0 and _is_word(shadow[start - 1])
    digits = ""
    windows: list[tuple[int, str, int]] = []
    for count, group in enumerate(groups, start=1):
        digits += group.digits
        if len(digits) > _MOST_DIGITS:
            break
        if len(digits) >= _FEWEST_DIGITS:
            windows.append((count, digits, group.end))
    windows.reverse()
    for count, digits, end in windows:
        kind = _checked(shadow, digits, start, end)
        if label in (Label.CARD, Label.IDENTITY) and _is_tight(shadow, groups[:count]):
            kind = _told(label, digits) or kind
        if kind is not None:
            if kind is PrivateClass.BANK_CARD and label is Label.PLAIN:
                return None
            return count, Private(start, end + _check_letter(shadow, end), kind)
    if label is Label.PLAIN:
        return None
    for count, digits, _ in windows:
        private = _named(shadow, digits, groups[:count], label, glued)
        if private is not None:
            return count, private
    return None


def _named(
    shadow: str, digits: str, groups: list[_Group], label: Label | None, glued: bool
) -> Private | None:
    """What has no check digits: a number because it is called so, or looks like nothing else."""
    start, end = groups[0].start, groups[-1].end
    sizes = [len(group.digits) for group in groups]
    marks = {shadow[one.end : other.start] for one, other in pairwise(groups)}
    if not _is_tight(shadow, groups):
        return None
    kind = _told(label, digits)
    if kind is None and not glued:
        grouped = sizes == [3, 2, 4] and marks == {"-"} and is_social_security_number(digits)
        if grouped or (label is None and len(sizes) == 1 and is_old_resident_id(digits)):
            kind = PrivateClass.IDENTITY_NUMBER
    if kind is not None:
        return Private(start, end + _check_letter(shadow, end), kind)
    told = label is Label.PHONE
    if not told and (glued or not looks_like_phone(shadow, start, digits, sizes)):
        return None
    counted = _COUNTED.match(shadow, end) or _PRICED.search(shadow[max(0, start - 5) : start])
    if (counted and label is None) or _goes_on(shadow, end):
        return None
    if not is_phone(shadow, start, end, digits, sizes, marks, told):
        return None
    return Private(*with_affixes(shadow, start, end), PrivateClass.PHONE)


def _is_tight(shadow: str, groups: list[_Group]) -> bool:
    """Whether `groups` are written as one number, not as several."""
    return not any(
        len(mark.strip()) > 1 or "\n" in mark or "," in mark
        for mark in (shadow[one.end : other.start] for one, other in pairwise(groups))
    )


def _checked(shadow: str, digits: str, start: int, end: int) -> PrivateClass | None:
    """What a number is by its own check digits, whatever it is called."""
    if len(digits) == 17:
        letter = shadow[end : end + 1] in ("X", "x")
        return PrivateClass.IDENTITY_NUMBER if letter and is_resident_id(digits + "X") else None
    if len(digits) == 18 and is_resident_id(digits):
        return PrivateClass.IDENTITY_NUMBER
    of_code = _goes_on(shadow, end) or _CODE_BEFORE.search(shadow[max(0, start - 12) : start])
    return PrivateClass.BANK_CARD if is_card(digits) and not of_code else None


def _told(label: Label | None, digits: str) -> PrivateClass | None:
    """What a number is because it is called so, right or wrong as its check digits may be."""
    fewest, most = _TOLD_SIZES.get(label, (1, 0))
    return _LIKE[label] if label is not None and fewest <= len(digits) <= most else None


def _check_letter(shadow: str, end: int) -> int:
    """1 where a number goes on with the X of a resident id or the like."""
    letter = shadow[end : end + 1]
    alone = letter.isascii() and letter.isalpha() and not _is_word(shadow[end + 1 : end + 2])
    return int(alone or letter in ("X", "x"))


def _is_word(character: str) -> bool:
    return character.isascii() and (character.isalnum() or character == "_")


def _goes_on(shadow: str, end: int) -> bool:
    """Whether the digits before `end` are the beginning of a code that has letters in it."""
    return _CODE_AFTER.match(shadow, end) is not None
