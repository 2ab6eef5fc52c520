"""What anybody may see of a memory that is somebody's secret.

Personal ones are cut down: an address to its town, a number to its last two digits, a mailbox to
its first letter and domain, a date of birth to its year. Sensitive ones, and personal ones in which
nothing is found to cut, are told only to be there. Nothing of this can be undone.
"""

import re
from dataclasses import replace

from myosotis_server.memory.slots import slot_of
from myosotis_server.memory.values import Attribute, Memory, Sensitivity
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.privacy import (
    MASKS,
    Private,
    PrivateClass,
    classes_in,
    find_private,
    masked_classes,
)
from myosotis_server.understanding.redaction_days import (
    tells_birth,
    with_years_only,
    without_amounts,
)
from myosotis_server.understanding.redaction_places import DISTRICTS, town_behind, town_of
from myosotis_server.understanding.sensitivity import sensitivity_of

SHOWN_CHARACTERS = 2
"""Of a number, so many at its end are shown."""
_MOST_PASSES = 8
_LONGEST_TOWN = 5
_HAN = pattern_of("[一-鿿]")
_AT = pattern_of(r"\bat\s+$")
_YEAR = pattern_of(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")
_MAILBOX = pattern_of(r"([^\W_])[^@\s]*@([^@\s]+)")
_CUT_SHORT = pattern_of(r"\*\*\*[0-9A-Za-z]{2}|[^\W_]?\*\*\*@|\[(?:日期|date|金额|amount)\]")
_WHOLE = {
    Sensitivity.PERSONAL: ("[个人信息]", "[personal]"),
    Sensitivity.SENSITIVE: ("[敏感信息]", "[sensitive]"),
}
_PLAIN_NUMBERS = frozenset(
    {PrivateClass.IDENTITY_NUMBER, PrivateClass.BANK_CARD, PrivateClass.IBAN, PrivateClass.PASSPORT}
)


def redacted_text(text: str, sensitivity: Sensitivity) -> str:
    """What is shown of a text of this sensitivity; of a normal one, all."""
    if sensitivity <= Sensitivity.NORMAL:
        return text
    cut = cut_down(text)
    whole = _WHOLE[sensitivity][_HAN.search(text) is None]
    if sensitivity is Sensitivity.SENSITIVE:
        numbers = bool(classes_in(text) & _PLAIN_NUMBERS) or _CUT_SHORT.search(text) is not None
        # A text that is sensitive for more than the numbers in it has nothing to show.
        left = sensitivity_of(cut, None, ())
        return cut if numbers and left < Sensitivity.SENSITIVE else whole
    if cut == text and not masked_classes(text) and _CUT_SHORT.search(text) is None:
        return whole
    return cut


def redacted(memory: Memory) -> Memory:
    """What is shown of a memory; a normal one is shown as it is."""
    level = memory.sensitivity
    if level <= Sensitivity.NORMAL:
        return memory
    content = redacted_text(memory.content, level)
    if content in _WHOLE[level]:
        town = _town_told(memory)
        # Only where the place as such is what is personal.
        content = town or content
        return replace(
            memory,
            content=content,
            attribute=None,
            tags=(),
            metadata={},
            subject=cut_down(memory.subject),
            event_time=None,
        )
    attribute = memory.attribute
    if attribute is not None:
        attribute = Attribute(attribute.key, _value(attribute, memory.content))
    return replace(
        memory,
        content=content,
        attribute=attribute,
        tags=tuple(map(cut_down, memory.tags)),
        metadata={key: cut_down(value) for key, value in memory.metadata.items()},
        subject=cut_down(memory.subject),
        event_time=None if tells_birth(memory.content) else memory.event_time,
    )


def _town_told(memory: Memory) -> str:
    attribute = memory.attribute
    if attribute is None or attribute.key != "home_address":
        return ""
    town = town_of(attribute.value)
    return town if town and town != memory.content else ""


def _value(attribute: Attribute, content: str) -> str:
    """What is shown of a value, which `content` tells: of one that is somebody's secret no more
    than its town or year."""
    if not attribute.value:
        return ""
    cut = cut_down(attribute.value)
    if attribute.key == "home_address":
        behind = content.find(attribute.value) + len(attribute.value)
        return town_of(attribute.value) or town_behind(content, behind)[0] or "***"
    if attribute.key == "birthday":
        year = _YEAR.search(attribute.value)
        return year[0] if year is not None else "***"
    if slot_of(attribute.key).sensitivity > Sensitivity.NORMAL and cut == attribute.value:
        return "***"
    return cut


def cut_down(text: str) -> str:
    """`text` with all that is private in it cut down, which changes nothing when done again."""
    for _ in range(_MOST_PASSES):
        before = text
        text = _without_private(text)
        text = DISTRICTS.sub(_town_for, text)
        if tells_birth(text):
            text = with_years_only(text)
        text = without_amounts(text)
        if text == before:
            break
    return text


def _without_private(text: str) -> str:
    latin = _HAN.search(text) is None
    pieces: list[str] = []
    place = 0
    for private in find_private(text):
        before = text[place : private.start]
        shown, end = _shown(text, private, latin=latin)
        if private.private_class is PrivateClass.ADDRESS and shown and shown[0] != "[":
            before = _AT.sub("in ", before)
        pieces += before, shown
        place = max(end, private.end)
    return "".join(pieces) + text[place:]


def _shown(text: str, private: Private, *, latin: bool) -> tuple[str, int]:
    """What stands in the place of `private`, and where the text goes on."""
    found = text[private.start : private.end]
    mask = MASKS[private.private_class][latin]
    if private.private_class is PrivateClass.ADDRESS:
        town, end = town_behind(text, private.end)
        return town or town_of(found) or mask, end
    if private.private_class is PrivateClass.CREDENTIAL:
        return mask, private.end
    if private.private_class is PrivateClass.EMAIL:
        mailbox = _MAILBOX.fullmatch(found)
        return (f"{mailbox[1]}***@{mailbox[2]}" if mailbox else mask), private.end
    letters = [each for each in found if each.isalnum()]
    if len(letters) <= 2 * SHOWN_CHARACTERS:
        return mask, private.end
    return "***" + "".join(letters[-SHOWN_CHARACTERS:]), private.end


def _town_for(place: re.Match[str]) -> str:
    if place["city"]:
        return place["city"].removesuffix("市")
    town = town_of(place[0])
    before = place.string[max(0, place.start() - 2 * _LONGEST_TOWN) : place.start()]
    if town and before.removesuffix("市").endswith(town):
        return ""  # 成都武侯区: it is told already
    return town or MASKS[PrivateClass.ADDRESS][0]
