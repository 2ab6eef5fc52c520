"""Proper names that a text has beyond those that are known, and whether the user knows who it is.

A name is somebody's unless something else is clearly named: a place by "in" or its last word
("in Bedminster", Abbey Road), a firm by "at" ("at Lloyds"), a film by "watch". What has a capital
within ("TensorFlow"), or "the" before it, is passed over; so is what is only on, with or by which
something is done. Somebody called by a given name alone is one of the user's life; a full name may
be anybody's, and tells of an acquaintance only beside what the two do together.
"""

from collections.abc import Iterator, Sequence
from uuid import UUID

from myosotis_server.memory.graph import NodeType
from myosotis_server.understanding import link_names_en as en
from myosotis_server.understanding import link_names_zh as zh
from myosotis_server.understanding.categories import concept_of
from myosotis_server.understanding.link_nodes import named_node
from myosotis_server.understanding.named import Named
from myosotis_server.understanding.names_said import NameSaid, names_in
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.people_en import is_word_too
from myosotis_server.understanding.words_in_capitals import does_as_people_do

_SEEN_BEFORE = 24
_SEEN_BEHIND = 40
"""Characters around a name that tell what it names."""
_HAN = pattern_of(r"[一-鿿㐀-䶿]")
_CREATURE = frozenset({"food", "drink", "plant", "animal", "device", "natural phenomenon"})
"""Roots of things whose names pets are given."""


def called_in(text: str, namespace: UUID) -> Iterator[Named]:
    """Those whom `text` gives a name, whatever else it means: "a dog named Pepper", 叫团子的猫."""
    for signs, pattern in ((("call", "name"), en.CALLED), (("叫",), zh.CALLED)):
        if not any(sign in text for sign in signs):
            continue
        for match in pattern.finditer(text):
            name = match["name"].removesuffix("'s").removesuffix("’s")
            if _HAN.search(name) and not _may_be_called(name, text):
                continue
            if node := named_node(namespace, NodeType.PERSON, name):
                start = match.start("name")
                yield Named(start, start + len(name), node, is_known=True)


def _may_be_called(name: str, text: str) -> bool:
    concept = concept_of(name)
    is_thing = concept is not None and concept.root in _CREATURE
    return zh.may_be_called(name, text, is_thing=is_thing)


def is_users_own(start: int, text: str) -> bool:
    """Whether the name at `start` is the user's, which is no entity but an attribute of theirs."""
    before, _ = _around(start, start, text)
    return en.OWN.search(before) is not None or zh.OWN.search(before) is not None


def lives(named: Named, text: str) -> bool:
    """Whether `named` is somebody here, and no thing or town.

    As pets are in "Right, Biscuit needs a walk" and 年糕四岁了, or people in "Sydney texted me".
    """
    concept = named.concept
    if concept is None:
        return False
    before, behind = _around(named.start, named.end, text)
    word = text[named.start : named.end]
    if concept.root == "country":
        return is_word_too(word.lower()) and does_as_people_do(behind)
    if concept.root not in _CREATURE:
        return False
    if _HAN.search(word):
        return concept.root != "animal" and zh.lives(before, behind)
    return word[0].isupper() and en.lives(before, behind)


def names_beside(text: str, said: str, known: Sequence[Named], namespace: UUID) -> Iterator[Named]:
    """The names of `text` where nothing of `known` stands, in order.

    `text` is `said` in simplified characters.
    """
    for name in names_in(text):
        if is_users_own(name.start, text) or any(_is_over(each, name) for each in known):
            continue
        found = _what_is(name, text)
        if found is None:
            continue
        type_, sureness = found
        if node := named_node(namespace, type_, said[name.start : name.end]):
            knows = type_ is NodeType.PERSON and is_acquainted(name.start, name.end, text)
            yield Named(name.start, name.end, node, sureness=sureness, is_known=knows)


def _is_over(known: Named, name: NameSaid) -> bool:
    """Whether `known` stands where `name` does, and is not just the title in 李老师."""
    if known.end <= name.start or name.end <= known.start:
        return False
    is_part = name.start < known.start and known.end == name.end and known.concept is not None
    return not is_part


def is_acquainted(start: int, end: int, text: str) -> bool:
    """Whether the user knows whom `text` names at `start` to `end`, as far as that can be told."""
    name = text[start:end]
    before, behind = _around(start, end, text)
    if _HAN.search(name):
        return zh.is_acquainted(name, before, behind)
    if _HAN.search(text):
        return not zh.is_makers(behind.lstrip()) and " " not in name
    return en.is_acquainted(name, before, behind)


def _what_is(name: NameSaid, text: str) -> tuple[NodeType, float] | None:
    around = _around(name.start, name.end, text)
    if name.tag:
        return zh.what_is(name, text[name.start : name.end], *around)
    return en.what_is(name.name, *around, is_within_chinese=bool(_HAN.search(text)))


def _around(start: int, end: int, text: str) -> tuple[str, str]:
    return text[max(0, start - _SEEN_BEFORE) : start], text[end : end + _SEEN_BEHIND]
