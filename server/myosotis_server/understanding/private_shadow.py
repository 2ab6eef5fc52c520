"""How a text is looked at by the privacy filter: plain digits and letters, nothing invisible.

A number hides in full-width or circled digits, in spelled ones (一三八零零…) or between zero-width
characters as well as it does in plain ones. The shadow is the text with those made plain.
"""

import re
import unicodedata
from dataclasses import dataclass

from myosotis_server.understanding.checked_numbers import is_card, is_resident_id
from myosotis_server.understanding.patterns import pattern_of

BLANK = "\0"
"""Stands in a shadow for what was masked before: it is neither letter, digit, space nor mark."""

_INVISIBLE = "\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufe0e\ufe0f\u20e3"
_UNSEEN = pattern_of(f"[{_INVISIBLE}]")
# Chinese marks part clauses where their half-width twins may stand within a password.
_KEPT = "，；！？"
_FOLDED_RANGES = (
    (0x80, 0x3400),
    (0xA620, 0xABFA),
    (0xF900, 0x10000),
    (0x1D400, 0x1D800),
    (0x1F100, 0x1F1E6),
)


def _plain(character: str) -> str:
    digit = unicodedata.digit(character, None)
    if digit is not None:
        return str(digit)
    if character.isspace():
        return character if character in "\n\r\x85\u2028\u2029" else " "
    if unicodedata.category(character) == "Pd" or character == "−":
        return "-"
    folded = unicodedata.normalize("NFKC", character)
    return folded if len(folded) == 1 else character


def _folds() -> dict[int, str]:
    folds = {}
    for first, end in _FOLDED_RANGES:
        for code in range(first, end):
            character = chr(code)
            if character not in _KEPT and (plain := _plain(character)) != character:
                folds[code] = plain
    return folds


_FOLDS = _folds()
_SPELLED_DIGIT = "〇零一二三四五六七八九幺两壹贰叁肆伍陆柒捌玖"
_SPELLED = str.maketrans(_SPELLED_DIGIT, "0012345678912123456789")
_SPELLED_RUN = pattern_of(rf"[0-9{_SPELLED_DIGIT}](?:[ \-]?[0-9{_SPELLED_DIGIT}]){{6,}}")
# "张三13800138000": a name, or a count, that ends in a numeral is no part of the number after it.
_BESIDE = pattern_of(
    rf"[{_SPELLED_DIGIT}]{{0,2}}[ \-]?[0-9][0-9 \-]{{4,}}[{_SPELLED_DIGIT}]{{0,2}}"
)
_MOBILE = pattern_of(r"1[3-9][0-9]{9}")


def _digits_of(run: re.Match[str]) -> str:
    said = run[0]
    if said.isascii():
        return said
    if _BESIDE.fullmatch(said) is not None:
        return said
    digits = said.translate(_SPELLED)
    rest = digits[1:].replace(" ", "").replace("-", "")
    if len(rest) == 17 and run.string[run.end() : run.end() + 1] in ("X", "x"):
        rest += "X"
    if _MOBILE.fullmatch(rest) or (len(rest) == 18 and is_resident_id(rest)) or is_card(rest):
        return said[0] + digits[1:]
    return digits


@dataclass(frozen=True, slots=True)
class Shadow:
    """`text` is looked at; its character i is that at `places[i]` of what was said.

    None for `places` where nothing was left out.
    """

    text: str
    places: list[int] | None

    def said(self, start: int, end: int) -> tuple[int, int]:
        """The span of what was said that `text[start:end]`, not empty, stands for."""
        if self.places is None:
            return start, end
        return self.places[start], self.places[end - 1] + 1


def shadow_of(text: str) -> Shadow:
    if text.isascii():
        return Shadow(text, None)
    places = None
    if _UNSEEN.search(text) is not None:
        places = [place for place, character in enumerate(text) if not _UNSEEN.match(character)]
        text = "".join([text[place] for place in places])
    text = text.translate(_FOLDS)
    return Shadow(_SPELLED_RUN.sub(_digits_of, text), places)
