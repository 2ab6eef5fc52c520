"""What the value of an attribute names: one thing, or several."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from myosotis_server.memory.graph import Node, NodeType
from myosotis_server.understanding.categories import (
    Concept,
    concept_of,
    concepts_in,
    head_of,
    parent_of,
)
from myosotis_server.understanding.link_nodes import (
    concept_node,
    known_name,
    named_node,
    normal_form,
    person_node,
    stripped,
)
from myosotis_server.understanding.link_slots import SlotLink
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.simplified import simplified

_MOST = 4
_LONGEST_WISH = 12
_MOST_WORDS_OF_WISH = 5
"""Characters of Chinese and words of English beyond which a goal is a plan and not one thing."""
_BETWEEN = pattern_of(r"\s*[、，,;；]\s*")
_AND = pattern_of(r"\s+(?:and|&)\s+|和|跟|与")
_ANOTHER = pattern_of(
    r"\s*(?:,|，|、|和|跟|与|以及|还有|(?:and|or|&)\b)(?:\s*(?:and|or)\b)?\s*"
    r"(?P<value>[^,，、。;；.!！？?和跟与]{1,30}?)"
    r"(?=\s*(?:$|[,，、。;；.!！？?了啊呢]|和|跟|与|\b(?:and|or|too|as well|every|a lot)\b))"
)
_CALLED_ZH = pattern_of(r"(?:名字)?叫做?(?P<name>.{1,8}?)的(?P<kind>.{1,6})")
_CALLED_EN = pattern_of(r"(?P<kind>.{2,30}?) (?:called|named) (?P<name>.{1,30})", re.IGNORECASE)
_LIGHT_ZH = pattern_of("(?:喜欢|爱)?[打踢玩学弹吹拉跳看听吃喝读去做练骑画养种逛](?=.)")
_LIGHT_EN = pattern_of(
    r"(?:play|do|watch|eat|drink|read|learn|practi[cs]e|listen|go|ride|cook|driv)(?:ing|e)?"
    r"(?: to)? (?:the )?",
    re.IGNORECASE,
)
_FIRM_END = pattern_of(r"\s*(?:公司|集团| inc\.?| ltd\.?| corp\.?| company)$")
_HAN = pattern_of(r"[一-鿿㐀-䶿]")
_NO_VALUES = frozenset({
    "yes", "no", "none", "true", "false", "unknown", "nothing", "something", "it", "them",
    "是", "否", "有", "无", "没有", "未知", "不",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Value:
    """A node, with the concept that it is, or else the one (`head`) that it is a kind of."""

    node: Node
    concept: Concept | None = None
    head: Concept | None = None

    def wider(self) -> Iterator[Concept]:
        """The kinds that it is of, the closest first."""
        kind = self.head if self.concept is None else parent_of(self.concept)
        while kind is not None:
            yield kind
            kind = parent_of(kind)


def values_of(value: str, slot: SlotLink, text: str, namespace: UUID) -> list[Value]:
    """What `value` names in the slot, at most four; [] where it is the name of nothing.

    `text`, simplified, is what it was read from: it tells what kind of animal a pet is, and says
    more of the same, since one attribute is stored with a memory and "coffee and tea" are two.
    """
    whole = _value(value, slot, text, namespace)
    if whole is not None and whole.concept is not None:
        more = _more(value, slot, whole.concept, text, namespace)
        return [whole, *more][:_MOST]
    listed = _BETWEEN.split(value)
    parts = (listed if len(listed) > 1 else _AND.split(value))[:_MOST]
    if len(parts) == 1:
        return [] if whole is None else [whole]
    found = [_value(part, slot, text, namespace) for part in parts]
    values = [each for each in found if each is not None]
    # "Ben and Jerry's" is one thing; several are meant if each is known, or where commas tell.
    if len(listed) > 1 or all(each and each.concept for each in found):
        return values
    return [] if whole is None else [whole]


def _value(value: str, slot: SlotLink, text: str, namespace: UUID) -> Value | None:
    name = stripped(value)
    if not name:
        return None
    form = normal_form(name)
    is_firm = slot.type is NodeType.ORGANISATION
    if form in _NO_VALUES or (is_firm and head_of(form, ("occasion",))):
        return None  # Where somebody has an interview they do not work.
    if slot.type is NodeType.PERSON and (
        called := _CALLED_ZH.fullmatch(name) or _CALLED_EN.fullmatch(name)
    ):
        kind = concept_of(normal_form(stripped(called["kind"])), slot.roots)
        node = named_node(namespace, NodeType.PERSON, called["name"])
        return Value(node, head=kind) if node else None
    for word, said in _wordings(form, name, slot):
        if concept := concept_of(word, slot.roots):
            return Value(concept_node(namespace, concept, word, said), concept)
    if slot.verb == "has_pet":
        return _pet(name, form, slot, text, namespace)
    if slot.type is NodeType.PERSON:
        node = person_node(namespace, name)
        return Value(node) if node else None
    node = named_node(namespace, slot.type, name)
    if slot.is_phrase and (known := known_name(namespace, name)):
        node = known  # Whom somebody likes or fears is no thing.
    if node is None or (slot.verb in ("wants", "does") and _is_plan(name)):
        return None
    return Value(node, head=None if slot.verb == "wants" else head_of(form, slot.roots))


def _wordings(form: str, name: str, slot: SlotLink) -> Iterator[tuple[str, str]]:
    """`form` and what it comes down to, each with the part of `name` that says it.

    An activity comes down to its thing: 打篮球 is basketball, but to want to play it isn't.
    """
    yield form, name
    if slot.type is NodeType.ORGANISATION:
        end = len(_FIRM_END.sub("", form))
        yield form[:end], name[:end]
    elif slot.verb not in ("wants", "fears"):
        light = (_LIGHT_ZH if _HAN.search(form) else _LIGHT_EN).match(form)
        if light is not None:
            yield form[light.end() :], name[light.end() :]


def _pet(name: str, form: str, slot: SlotLink, text: str, namespace: UUID) -> Value | None:
    """A pet by its kind or its name; the kind may stand beside it ("a cat named Milo")."""
    if head := head_of(form, slot.roots):
        node = named_node(namespace, NodeType.THING, name)
        return Value(node, head=head) if node else None
    node = named_node(namespace, NodeType.PERSON, name)
    if node is None:
        return None
    said = simplified(name)
    kinds = (
        each.concept
        for each in concepts_in(text)
        if each.concept.root == "animal" and each.term not in said.lower()
    )
    kind = next(kinds, None) or (_keeps(text) if _HAN.search(text) else None)
    return Value(node, head=kind)


def _keeps(text: str) -> Concept | None:
    """The animal that one character of a text tells: 一只叫团子的猫."""
    match = _ONE_ANIMAL.search(text)
    return None if match is None else concept_of(match[1], ("animal",))


_ONE_ANIMAL = pattern_of("[只条匹][^，。]{0,10}?([猫狗鸟兔鼠龟马蛇羊猪])(?!粮)")


def _more(
    value: str, slot: SlotLink, concept: Concept, text: str, namespace: UUID
) -> Iterator[Value]:
    """What `text` lists behind `value`, as far as it is of the same kind."""
    said = simplified(value)
    lower = text.lower()
    at = lower.find(said.lower()) if len(lower) == len(text) else -1
    if at < 0 or slot.verb in ("wants", "lives_in"):
        return
    at += len(said)
    for _ in range(_MOST):
        match = _ANOTHER.match(text, at)
        if match is None:
            return
        name = stripped(match["value"])
        form = normal_form(name) if name else ""
        other = concept_of(form, (concept.root,)) if form else None
        if other is None:
            return
        yield Value(concept_node(namespace, other, form, name), other)
        at = match.end()


def _is_plan(name: str) -> bool:
    if _HAN.search(name):
        return len(name) > _LONGEST_WISH
    return name.count(" ") >= _MOST_WORDS_OF_WISH
