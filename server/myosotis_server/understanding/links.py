"""The edges of the graph that rest on one memory.

They are read from what is stored of it and nothing else, so that they can be made anew at any time:
- memory -mentions-> what it speaks of: its attribute's value, whom it is about, and what its text
  names for certain (see link_texts);
- user -likes-> value, by the attribute (see link_slots), from the person whom the memory is about
  where that is not the user, and user -has_parent-> that person; what its text lists behind the
  value is meant, too;
- latte -is_a-> coffee -is_a-> drink, and 上海 -is_in-> 中国, by the taxonomy (see categories);
- user -had-> 桂花拿铁, what they ate or drank once; user -knows-> 阿楠, whom they speak of by name;
- deadline -about-> project, interview -at-> Google, dinner -with-> Sam, trip -to-> Japan, where an
  occasion stands beside what it is about; wife -named-> Anna and user -has_partner-> Anna;
- memory -caused_by-> what stands behind 因为 or "because".

Strengths are SURENESS × the memory's confidence × the share of its kind (KIND_SHARE); is_a and
is_in are general knowledge and depend on neither. Edges are valid as long as their memory is.
"""

import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from uuid import UUID

from myosotis_server.memory.claims import key_of
from myosotis_server.memory.graph import Edge, Node, NodeType
from myosotis_server.memory.identity import is_named
from myosotis_server.memory.relations import one_name
from myosotis_server.memory.values import Memory, MemoryKind, MemoryState
from myosotis_server.understanding.categories import MOST_LETTERS, Concept, concept_of
from myosotis_server.understanding.link_kin import kin_called
from myosotis_server.understanding.link_meals import had
from myosotis_server.understanding.link_nodes import (
    concept_node,
    kin_of,
    known_name,
    named_node,
    normal_form,
    person_node,
    relation_to,
    stripped,
    user_node,
)
from myosotis_server.understanding.link_occasions import causes, occasions
from myosotis_server.understanding.link_slots import PRIVATE, SlotLink, link_of
from myosotis_server.understanding.link_texts import kin_in, named_in
from myosotis_server.understanding.link_values import Value, values_of
from myosotis_server.understanding.named import Named
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.people_en import canonical
from myosotis_server.understanding.simplified import simplified

MOST = 16
"""Edges of one memory; what comes first in the list above goes before the rest."""
_MOST_MENTIONED = 6
_MOST_TAGS = 8

SURENESS: Mapping[str, float] = {
    "is_a": 0.9,
    "is_in": 0.9,
    "mentions": 0.8,
    "about": 0.8,
    "at": 0.8,
    "with": 0.8,
    "to": 0.8,
    "caused_by": 0.7,
    "named": 0.9,
    "knows": 0.6,
    "had": 0.5,
}
"""By relation; 1 for what an attribute says, and 0.9 for mentions of its value."""
KIND_SHARE: Mapping[MemoryKind, float] = {
    MemoryKind.FACT: 1.0,
    MemoryKind.PREFERENCE: 0.95,
    MemoryKind.HABIT: 0.95,
    MemoryKind.VALUE: 0.95,
    MemoryKind.EVENT: 0.9,
    MemoryKind.EMOTION: 0.7,
    MemoryKind.SUMMARY: 0.6,
}
"""What is so for longer says more about those whom it connects; a summary says it again."""

_STATED = 0.9
_IN_PASSING = 0.4
"""Sureness that the user knows whom they speak of by name and no more."""
_MASK = pattern_of(r"\[[^\[\]]{1,24}\]")
"""What the privacy filter puts: "[phone number]" speaks of no phone."""
_STOP = "；"
_WORKING = pattern_of(r"\b(?:at|for)(?: the)? $|在$", re.IGNORECASE)
_HAN = pattern_of(r"[一-鿿㐀-䶿]")


def links_of(memory: Memory, namespace: UUID) -> list[Edge]:
    """The edges that rest on `memory`, at most 16, each once; it never raises.

    `namespace` is the secret one of its user, which their entities' ids are made with. A memory
    without its names (PSEUDONYMISED) has none, nor has a summary, which tells nothing of its own.
    Private values (how to reach somebody, numbers, masks) are no entities.
    """
    if memory.state is MemoryState.PSEUDONYMISED or memory.kind is MemoryKind.SUMMARY:
        return []
    return list(_Links(memory, namespace).edges())[:MOST]


_Edges = Iterator[Edge]


class _Links:
    def __init__(self, memory: Memory, namespace: UUID) -> None:
        self._memory = memory
        self._namespace = namespace
        text = simplified(memory.content[:MOST_LETTERS])
        self._text = _MASK.sub(lambda mask: _STOP * len(mask[0]), text)
        self._is_chinese = bool(_HAN.search(self._text))
        self._user = user_node(namespace)
        self._me = Node(NodeType.MEMORY, memory.memory_id)
        self._share = min(max(memory.confidence, 0.0), 1.0) * KIND_SHARE.get(memory.kind, 0.8)

    def edges(self) -> _Edges:
        seen: set[tuple[str, str, str]] = set()
        for edge in self._all():
            key = edge.source.node_id, edge.type, edge.target.node_id
            if key not in seen and edge.source.node_id != edge.target.node_id:
                seen.add(key)
                yield edge

    def _all(self) -> _Edges:
        memory = self._memory
        about = yield from self._of_whom()
        attribute = memory.attribute
        key = "" if attribute is None else key_of(attribute)
        if key in PRIVATE:
            return
        text, values = self._text, list[Value]()
        slot = link_of(key)
        if attribute is not None and slot is not None:
            values = values_of(attribute.value, slot, text, self._namespace)
            yield from self._claimed(about, slot, values)
            if not slot.is_phrase or any(each.concept for each in values):
                text = _without(text, simplified(attribute.value))
        elif attribute is not None and key == "name" and memory.subject:
            yield from self._called(about, attribute.value)
        named = named_in(text, memory.content, self._namespace, memory.language)
        if about is not None and slot is not None and slot.verb == "works_as":
            for firm in self._employers(named):
                yield self._edge(about, "works_at", firm)
        yield from self._mentioned(text, named, values)

    def _of_whom(self) -> Generator[Edge, None, Node | None]:
        """Whom the memory is about: the user, somebody, or None where that may be several people.

        An animal that it calls by its kind is that kind.
        """
        user, subject = self._user, self._memory.subject
        if not one_name(subject.strip().lower()):
            return user
        form = normal_form(subject)
        if animal := concept_of(form, ("animal",)):
            about: Node | None = concept_node(self._namespace, animal, form, stripped(subject))
        else:
            # A slash is between two: somebody's somebody.
            about = None if "/" in subject else person_node(self._namespace, subject)
        if about is not None:
            yield self._edge(self._me, "mentions", about, _STATED)
            yield self._edge(user, relation_to(kin_of(subject) or ""), about)
        return about

    def _claimed(self, about: Node | None, slot: SlotLink, values: Sequence[Value]) -> _Edges:
        """What the attribute says."""
        for value in values:
            if about is not None:
                yield self._edge(about, slot.verb, value.node)
            yield self._edge(self._me, "mentions", value.node, _STATED)
        for value in values:
            yield from self._kinds(value)
            if slot.type is NodeType.PERSON and value.head is None:
                yield from self._naming(value.node)

    def _called(self, about: Node | None, value: str) -> _Edges:
        """Somebody's name, which is an attribute of theirs and a node of its own."""
        name = named_node(self._namespace, NodeType.PERSON, value)
        if name is not None:
            yield self._edge(self._me, "mentions", name, _STATED)
            if about is not None:
                yield self._edge(about, "named", name)

    def _employers(self, named: Sequence[Named]) -> Iterator[Node]:
        """Whom somebody works for whose occupation is stored: "a nurse at", 在腾讯做."""
        for each in named:
            before = self._text[max(0, each.start - 12) : each.start]
            if each.node.type is NodeType.ORGANISATION and _WORKING.search(before):
                yield each.node

    def _mentioned(self, text: str, named: Sequence[Named], values: Sequence[Value]) -> _Edges:
        """What the text names beside its attribute's value."""
        memory, namespace = self._memory, self._namespace
        for occasion in occasions(text, named):
            yield self._edge(self._me, "mentions", occasion.source)
            yield self._edge(occasion.source, occasion.relation, occasion.target)
        wider = {kind.concept_id for value in values for kind in value.wider()}
        mentioned = [
            each for each in named if each.concept is None or each.concept.concept_id not in wider
        ][:_MOST_MENTIONED]
        for each in mentioned:
            yield self._edge(self._me, "mentions", each.node, each.sureness)
            if each.node.type is NodeType.PERSON:
                yield from self._acquaintance(each)
        if not memory.subject:
            claimed = {value.node.node_id for value in values}
            for each in had(mentioned, text):
                if each.node.node_id not in claimed:
                    yield self._edge(self._user, "had", each.node)
        for kin in kin_in(text, namespace):
            yield self._edge(self._me, "mentions", kin)
        for tag in memory.tags[:_MOST_TAGS]:
            if (node := known_name(namespace, tag)) and is_named(tag, memory.content):
                yield self._edge(self._me, "mentions", node)
        for cause in causes(text, mentioned):
            yield self._edge(self._me, "caused_by", cause)
        for each in mentioned:
            yield from self._kinds(Value(each.node, each.concept, each.head))

    def _acquaintance(self, named: Named) -> _Edges:
        """That the user knows them, and as what if the text tells that."""
        related = list(self._naming(named.node))
        yield from related
        user = self._user
        if named.is_known and not any(edge.source.node_id == user.node_id for edge in related):
            yield self._edge(user, "knows", named.node, _IN_PASSING)

    def _kinds(self, value: Value) -> _Edges:
        """What it is of, up to the widest kind.

        What the taxonomy lacks is also tied to the second kind up: 桂花拿铁 is coffee as 拿铁 is.
        """
        below = value.node
        nearest = None
        for kind in value.wider():
            is_place = kind.type is NodeType.PLACE
            node = self._kind_node(kind)
            yield self._edge(below, "is_in" if is_place else "is_a", node)
            if value.concept is None and below is nearest and kind.parent:
                yield self._edge(value.node, "is_a", node, SURENESS["is_a"] ** 2)
            nearest = node if nearest is None else nearest
            below = node

    def _naming(self, person: Node) -> _Edges:
        """wife -named-> Anna and user -has_partner-> Anna, where the text says whose name it is."""
        called = kin_called(self._text, simplified(person.name))
        if not called:
            return
        if animal := concept_of(normal_form(called), ("animal",)):
            yield self._edge(self._user, "has_pet", person)
            yield from self._kinds(Value(person, head=animal))
            return
        kin = kin_of(called)
        if kin is None:
            return
        yield self._edge(self._user, relation_to(kin or canonical(called)), person)
        if node := person_node(self._namespace, called):
            yield self._edge(node, "named", person)
            yield self._edge(self._me, "mentions", node)

    def _kind_node(self, kind: Concept) -> Node:
        word = kind.zh if self._is_chinese else kind.en
        return concept_node(self._namespace, kind, word, word)

    def _edge(self, source: Node, type_: str, target: Node, sureness: float | None = None) -> Edge:
        sure = SURENESS.get(type_, 1.0) if sureness is None else sureness
        memory = self._memory
        return Edge(
            source,
            target,
            type_,
            sure if type_ in ("is_a", "is_in") else sure * self._share,
            memory.memory_id,
            memory.valid_from,
            memory.valid_to,
        )


def _without(text: str, part: str) -> str:
    """`text` with stops in place of the first `part`, letter for letter."""
    lower = text.lower()  # Which may be longer, where it isn't compared.
    at = (lower if len(lower) == len(text) else text).find(part.lower()) if part else -1
    return text if at < 0 else f"{text[:at]}{_STOP * len(part)}{text[at + len(part) :]}"
