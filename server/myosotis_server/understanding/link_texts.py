"""What a text names beyond what its attribute says: known things, people, places, firms.

Only what is sure to be named counts: a concept that has no second meaning, a given name that is
well known or stands where people stand (和小王, "with Sam"), a town behind "in" or 去. A noun
that nobody knows is passed over.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from uuid import UUID

from myosotis_server.memory.graph import Node, NodeType
from myosotis_server.understanding.categories import MOST_LETTERS, concept_of, concepts_in
from myosotis_server.understanding.link_meals import mixed
from myosotis_server.understanding.link_names import (
    called_in,
    is_acquainted,
    is_users_own,
    lives,
    names_beside,
)
from myosotis_server.understanding.link_names_en import is_place_or_firm
from myosotis_server.understanding.link_names_zh import is_with
from myosotis_server.understanding.link_nodes import concept_node, named_node, person_node
from myosotis_server.understanding.named import Named
from myosotis_server.understanding.names_said import is_proper
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.people import people_in
from myosotis_server.understanding.people_en import NAMES, WORDS_TOO, is_name, is_word_too
from myosotis_server.understanding.people_zh import SURNAMES, is_personal_name
from myosotis_server.understanding.places_en import is_known_place
from myosotis_server.understanding.places_zh import city_in
from myosotis_server.understanding.roles_zh import is_firm
from myosotis_server.understanding.words_in_capitals import is_ordinary

_HAN = pattern_of(r"[一-鿿㐀-䶿]")
_CAPITAL = pattern_of(r"\b(?P<first>[A-Z][a-z]+)(?=(?P<last> [A-Z][a-z]+)?)")
_BESIDE_PEOPLE = pattern_of(
    r"(?:\b(?:with|and|to|told|met|meet|meeting|call|called|text|texted|saw|see|visit|visited|for|"
    r"from|asked|miss|love|friend|colleague|called|named)|,) $"
)
_PERSON_ZH = pattern_of(
    r"(?:和|跟|与|同|约了?|陪|找|见了?|帮|给|替|向|问|叫)"
    r"(?P<name>[小老阿][一-鿿](?!人|板|师)|[一-鿿]{1,2}(?:总|老师|经理|教授|医生|律师|阿姨|叔叔)|[一-鿿]{2,3})"
)
_PLACE_EN = pattern_of(
    r"\b(?:in|to|from|near|around|visit(?:ed|ing)?|leav(?:e|ing)|left|love|miss|explor(?:e|ing)) "
    r"(?P<name>(?:[Tt]he )?[A-Z][\w'’.]*(?: [A-Z][\w'’.]*){0,2})"
)
_PLACE_ZH = pattern_of(r"(?:在|去了?|到了?|来了?|回了?|从|飞|离开|想念)(?P<name>[一-鿿]{2,5})")
_NO_TOWN = pattern_of("城市|超市|菜市|门市|夜市|股市|上市|集市")
_FIRM_EN = pattern_of(
    r"\b(?:interview|internship|job|offer|position|role|work|works|working|worked|meeting)s? "
    r"(?:at|with|from|for) (?P<name>[A-Z][\w&.-]+(?: [A-Z][\w&.-]+){0,2})"
)
_FIRM_ZH = pattern_of(r"(?:去|在|到|参加)(?P<name>[一-鿿A-Za-z]{2,10}?)的?(?:面试|实习|上班|工作)")
_MAKER_ZH = pattern_of(
    r"(?:喜欢|爱|听|看|读|迷上了?|追|[，。、；]|^)(?P<name>[一-鿿]{2,4})的"
    r"(?:歌|音乐|专辑|演唱会|电影|戏|剧|书|小说|诗|画|漫画|相声|脱口秀)"
)
_MAKER_EN = pattern_of(
    r"\b(?:[Ss]ongs?|[Mm]usic|[Aa]lbums?|[Cc]oncerts?|[Bb]ooks?|[Nn]ovels?|[Ff]ilms?|[Mm]ovies?"
    r"|[Pp]oems?|[Pp]aintings?) (?:by|of|from) (?P<name>[A-Z][\w.-]+(?: [A-Z][\w.-]+){0,2})"
)
_SEEN = 7
"""Characters in which a name must be a word of its own."""
_MOST_TRIED = 4
"""Places and people that are looked up in the dictionary, in one text."""


def named_in(text: str, said: str, namespace: UUID, language: str) -> list[Named]:
    """What `text` names for certain, in order; nothing overlaps, and what is longer counts.

    `text` is `said` in simplified characters, with as many of them. What is named is called as it
    was said, but things as one of them ("latte" for "lattes"). No more than the first 1,000
    characters are looked at.
    """
    text = text[:MOST_LETTERS]
    things = []
    for each in concepts_in(text):
        name = said[each.start : each.end]
        node = concept_node(namespace, each.concept, each.term, name)
        things.append(Named(each.start, each.end, node, each.concept))
    called = list(called_in(text, namespace))
    things = [
        _as_somebody(each, said, namespace) if lives(each, text) else each
        for each in things
        if all(one.end <= each.start or each.end <= one.start for one in called)
    ]
    found = [*called, *mixed(things, text, said, namespace)]
    if language != "en":
        found += _people_zh(text, namespace)
        found += _places_zh(text, namespace)
        found += _firms(_FIRM_ZH, text, namespace)
        for match in _MAKER_ZH.finditer(text):
            if is_personal_name(match["name"]):
                found += _named(match.start("name"), match["name"], NodeType.PERSON, namespace)
    if language != "zh":
        found += _people_en(text, namespace)
        found += _places_en(text, namespace)
        found += _firms(_FIRM_EN, text, namespace)
        for match in _MAKER_EN.finditer(text):
            found += _named(match.start("name"), match["name"], NodeType.PERSON, namespace)
    found = _apart([_acquainted(each, text) for each in found if not _is_users(each, text)])
    return _apart([*found, *names_beside(text, said, found, namespace)])


def _is_users(named: Named, text: str) -> bool:
    return named.node.type is NodeType.PERSON and is_users_own(named.start, text)


def _as_somebody(thing: Named, said: str, namespace: UUID) -> Named:
    node = named_node(namespace, NodeType.PERSON, said[thing.start : thing.end])
    return thing if node is None else Named(thing.start, thing.end, node, is_known=True)


def _acquainted(named: Named, text: str) -> Named:
    is_person = named.node.type is NodeType.PERSON and not named.is_known
    if is_person and is_acquainted(named.start, named.end, text):
        return replace(named, is_known=True)
    return named


def kin_in(text: str, namespace: UUID) -> Iterator[Node]:
    """Kin of the user's whom `text` mentions: "my mum", 和老婆."""
    for called in people_in(text):
        if concept_of(called, ("animal",)):
            continue
        if node := person_node(namespace, called):
            yield node


def _apart(found: Sequence[Named]) -> list[Named]:
    kept: list[Named] = []
    for each in sorted(found, key=lambda named: (named.start, -named.end)):
        if not kept or each.start >= kept[-1].end:
            kept.append(each)
        elif each.end - each.start > kept[-1].end - kept[-1].start:
            kept[-1] = each
    return kept


def _named(start: int, name: str, type_: NodeType, namespace: UUID) -> Iterator[Named]:
    if node := named_node(namespace, type_, name):
        yield Named(start, start + len(name), node)


def _people_en(text: str, namespace: UUID) -> Iterator[Named]:
    for match in _CAPITAL.finditer(text):
        first, last = match["first"], match["last"] or ""
        if first.lower() not in NAMES and first.lower() not in WORDS_TOO:
            continue
        start = match.start()
        if is_place_or_firm(first + last):
            continue
        if is_word_too(first.lower()) and not _BESIDE_PEOPLE.search(text[:start][-12:]):
            continue
        name = first + last if last and is_name(first + last) else first
        yield from _named(start, name, NodeType.PERSON, namespace)


def _people_zh(text: str, namespace: UUID) -> Iterator[Named]:
    for match in islice(_PERSON_ZH.finditer(text), _MOST_TRIED):
        name = match["name"]
        behind = text[match.start("name") :][:_SEEN]
        if len(name) > 2 and name[-2:] in _TITLES:
            bearer = name[:-2]
            is_person = bearer in SURNAMES or (len(bearer) > 1 and is_personal_name(bearer))
        elif name[-1] == "总" and len(name) == 2:
            is_person = True
        else:
            name = next(
                (part for part in (name, name[:2]) if is_with(part, behind[len(part) :])),
                "",
            )
            is_person = bool(name)
        if is_person:
            yield from _named(match.start("name"), name, NodeType.PERSON, namespace)


_TITLES = frozenset({"老师", "经理", "教授", "医生", "律师", "阿姨", "叔叔"})


def _places_en(text: str, namespace: UUID) -> Iterator[Named]:
    for match in _PLACE_EN.finditer(text):
        words = match["name"].rstrip(".").split(" ")
        for count in range(len(words), 0, -1):
            name = " ".join(words[:count])
            if is_known_place(name):
                yield from _named(match.start("name"), name, NodeType.PLACE, namespace)
                break


def _places_zh(text: str, namespace: UUID) -> Iterator[Named]:
    for match in islice(_PLACE_ZH.finditer(text), _MOST_TRIED):
        place = match["name"]
        if _NO_TOWN.search(place):
            continue
        town = city_in(place)
        if town and place.startswith(town):
            yield from _named(match.start("name"), town, NodeType.PLACE, namespace)


def _firms(pattern: re.Pattern[str], text: str, namespace: UUID) -> Iterator[Named]:
    for match in pattern.finditer(text):
        name = match["name"]
        if is_firm(name) and is_proper(name) if _HAN.search(name) else not _is_person(name):
            yield from _named(match.start("name"), name, NodeType.ORGANISATION, namespace)


def _is_person(name: str) -> bool:
    """Whether a capitalised name begins with a given one, or is a word like any other."""
    return name.partition(" ")[0].lower() in NAMES or is_ordinary(name.lower())
