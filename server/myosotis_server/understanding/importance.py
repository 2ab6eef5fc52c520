"""How much a statement matters, 0 to 1: its kind gives a band, what it says the place in it."""

import re

from myosotis_server.memory.slots import SLOTS, slot_of
from myosotis_server.memory.values import Attribute, MemoryKind
from myosotis_server.understanding.patterns import pattern_of

BANDS = {
    MemoryKind.FACT: (0.5, 0.8),
    MemoryKind.EVENT: (0.5, 0.7),
    MemoryKind.HABIT: (0.3, 0.6),
    MemoryKind.VALUE: (0.4, 0.7),
    MemoryKind.EMOTION: (0.4, 0.7),
    MemoryKind.SUMMARY: (0.5, 0.7),
    MemoryKind.PREFERENCE: (0.2, 0.4),
}
"""Lowest and highest importance of each kind; facts of who somebody is have the band above."""
IDENTITY = (0.8, 1.0)
MARKED = 0.85
"""What is said to be important, or is to be remembered, matters at least that much."""
_MIDDLE = 0.5
_DENSITY = 0.3
"""Shares of a band by which details, and a strong feeling, move a statement within it."""
_FEELING = 0.4

_MARKS = pattern_of(
    r"非常重要|很重要|特别重要|最重要|重要的是|(?:一辈子|永远|这辈子).{0,4}(?:忘不了|不会忘"
    r"|记得)|终身难忘|千万"
    r"|\b(?:very|really|so|super|most) important\b|\bimportant to me\b|\b(?:will"
    r"|['’]ll) never forget\b"
    r"|\bunforgettable\b|\bmeans (?:a lot|everything|the world) to me\b",
    re.IGNORECASE,
)
_DETAIL = pattern_of(
    r"\d|[一二三四五六七八九十百千万]+[年月日号点岁个只万元]|《|\b[A-Z][a-z]+\b(?<!^I)"
)
_SHORT = 6
"""Length in Chinese characters (three Latin letters count as one) below which little is said."""


def importance_of(
    text: str, kind: MemoryKind, attribute: Attribute | None, intensity: float, pinned: bool
) -> float:
    """Of a statement of `kind`, made with a feeling of `intensity` (0 to 1)."""
    low, high = BANDS[kind]
    place = _MIDDLE
    if attribute is not None and attribute.key in SLOTS:
        usual = slot_of(attribute.key).importance
        if usual >= IDENTITY[0]:
            low, high = IDENTITY
        low, high = min(low, usual), max(high, usual)
        place = (usual - low) / (high - low)
    details = min(len(_DETAIL.findall(text[1:400])), 3) / 3
    length = sum(1 if character > "⺀" else 1 / 3 for character in text)
    if length < _SHORT and attribute is None:
        place -= _DENSITY
    place += _DENSITY * details + _FEELING * max(0.0, intensity - 0.3)
    importance = low + min(1.0, max(0.0, place)) * (high - low)
    if pinned or _MARKS.search(text):
        importance = max(importance, MARKED)
    return round(importance, 3)
