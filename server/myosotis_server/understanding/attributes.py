"""Claims read out of statements, whichever of the two languages they are in."""

import re
from dataclasses import replace

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.slots import slot_of
from myosotis_server.memory.values import MemoryKind
from myosotis_server.understanding.attributes_en import english_readings
from myosotis_server.understanding.attributes_zh import chinese_readings
from myosotis_server.understanding.patterns import pattern_of

LONGEST = 400
"""Characters; a longer text is no clause, and nothing is read in it."""
_HAN = pattern_of("[一-鿿㐀-䶿]")
_LATIN = pattern_of(r"[A-Za-z]{2}|\bI\b")


def readings_of(text: str, language: str, subject: str = "") -> list[Reading]:
    """What `text` claims, the most telling first; [] for a text of more than 400 characters.

    `language` is its tag (see describe.language_of). A text that mixes Chinese and English is read
    in its main language first, and in the other where that finds nothing. `subject` is whom a
    clause without a subject of its own speaks of, empty for the user.
    """
    if not text or len(text) > LONGEST:
        return []
    readers = []
    if _HAN.search(text):
        readers.append(chinese_readings)
    if _LATIN.search(text):
        readers.insert(0 if language == "en" else len(readers), english_readings)
    for read in readers:
        if found := _who_first(read(text, subject)):
            return _correcting(found) if _TAKES_BACK.match(text) else found
    return [Reading(corrects=True)] if _TAKES_BACK.match(text) else []


_PEOPLE = frozenset({"partner", "child", "sibling", "friend", "pet"})


def _who_first(readings: list[Reading]) -> list[Reading]:
    """Whose name a clause gives tells more than what that one is used to do: "my son Leo plays
    chess". What befell them tells more: "my friend Jake got married"."""
    first = readings[0].attribute if readings else None
    if first is None or slot_of(first.key).kind is not MemoryKind.HABIT:
        return readings
    return sorted(readings, key=lambda each: not _names_one_of_theirs(each))


def _names_one_of_theirs(reading: Reading) -> bool:
    claimed = reading.attribute
    return claimed is not None and claimed.key in _PEOPLE and not reading.subject


_TAKES_BACK = pattern_of(
    r"(?:[啊哦噢呃]+[，, ]*)?(?:不对|不對|不是(?=[，, ])|错了|錯了|我?[说記记]错了?|我?說錯了?"
    r"|更正|纠正|口误|打错了)(?![的吗嗎])"
    r"|(?:oh|wait|oops|um)?[, ]*(?:no(?=,)|nope|sorry(?=,)|wait(?=,)|oops"
    r"|(?:(?:small|quick|minor|slight|tiny) )?correction|scratch that|my mistake"
    r"|i was wrong(?=[,.;:])|i misspoke"
    r"|i meant?(?! (?:it|to|that much|well|you)\b)|actually,? no(?=,))\b",
    re.IGNORECASE,
)
"""How what takes back something that was just said begins."""


def _correcting(readings: list[Reading]) -> list[Reading]:
    return [replace(readings[0], corrects=True), *readings[1:]]
