"""Set phrases that claim something, by their first word: "upped sticks to Wales"."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.idiom_rules_en import DENIED, GONE, SAID, Builder, liked
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import match
from myosotis_server.understanding.people_en import FULL_NAME, PET, is_name
from myosotis_server.understanding.subjects_en import Subject


def _by_first(
    rules: tuple[tuple[str, str, Builder], ...],
) -> Mapping[str, list[tuple[re.Pattern[str], Builder]]]:
    table: dict[str, list[tuple[re.Pattern[str], Builder]]] = defaultdict(list)
    for words, pattern, build in rules:
        for word in words.split():
            table[word].append((pattern_of(pattern), build))
    return table


_BY_FIRST, _DENIED_BY_FIRST = _by_first(SAID), _by_first(DENIED)
_GONE_BY_FIRST = _by_first(tuple((words, pattern, liked) for words, pattern in GONE))
_LIGHT = pattern_of(
    r"(?:(?:am|is|are|have|has|been|just|really|recently|actually|also|now|finally|still|always"
    r"|usually|kind of|sort of|totally|absolutely|pretty|quite|very|would|do|does|currently|so"
    r"|rather"
    r"|completely|definitely|basically|tend to|mostly|normally|generally|only|already|since) )*"
)
_NOT = pattern_of(
    r"(?:(?:am|is|are|have|has|can|could|would|do|does|did|really|just) )*(?:not|never|no) "
    r"(?:(?:really|be|been|that|all that|too|very|have|got|much) )*"
)
_PUT_DOWN = pattern_of(
    rf"(?:(?:had to |have |has )?(?:put|lost|rehomed|gave away|buried|said goodbye to) )(?:my|our) "
    rf"(?:\w+ )??(?P<pet>{PET})(?:,? (?P<name>{FULL_NAME}))?(?P<after>.*)"
)


def idioms(subject: Subject, text: str) -> Iterator[Reading]:
    """What the set phrase `text` claims of `subject`, whom it follows."""
    if subject.owned or subject.is_pet:
        return
    if denied := _NOT.match(text):
        rest = text[denied.end() :].rstrip(" .!")
        if denied[0].strip().startswith(("can", "could")) and "be" in denied[0].split():
            rest = "be " + rest
        if "have" in denied[0].split()[1:]:
            rest = "have " + rest
        yield from _read(_DENIED_BY_FIRST, subject, rest)
        return
    light = _LIGHT.match(text)
    rest = text[light.end() if light else 0 :].rstrip(" .!")
    if gone := list(_read(_GONE_BY_FIRST, subject, rest)):
        for each in gone:
            if each.attribute:
                yield Reading(ends=(each.attribute,), subject=subject.who)
        return
    yield from _read(_BY_FIRST, subject, rest)
    if not subject.who and (down := _PUT_DOWN.match(text)):
        is_put = "put" in down[0].split()[:4]
        if not is_put or match(r".*\b(?:down|to sleep)\b", down["after"]):
            name = down["name"] if down["name"] and is_name(down["name"]) else ""
            yield Reading(ends=(Attribute("pet", name or down["pet"]),))


def _read(
    table: Mapping[str, list[tuple[re.Pattern[str], Builder]]], subject: Subject, text: str
) -> Iterator[Reading]:
    first, _, rest = text.partition(" ")
    for pattern, build in table.get(first.lower(), ()):
        if found := pattern.fullmatch(rest):
            attributes = list(build(found["v"]))
            yield from (Reading(each, subject=subject.who) for each in attributes)
            if attributes:
                return
