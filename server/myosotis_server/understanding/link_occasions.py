"""What an occasion is about, where and with whom; and what a text gives as a cause."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from myosotis_server.memory.graph import Node, NodeType
from myosotis_server.understanding.named import Named
from myosotis_server.understanding.patterns import pattern_of

_ABOUT = frozenset({"matter", "subject", "language", "occasion"})
"""Roots of what a deadline or an exam may be about."""
_TIED_ZH = pattern_of("(?:的|公司的?|这边的?|那边的?)?")
_WITH_ZH = pattern_of("(?:一起|一块儿?)?(?:去|要|有|的|吃|约了?|开)?(?:个|一个|次|一次)?")
_TIED_EN = pattern_of(r"(?:['’]s)? ")
_BEHIND_EN = pattern_of(
    r" (?P<how>of|for|about|on|at|with|to|in)(?: (?:the|my|our|a|an|his|her|their|this))? "
)
_BECAUSE_ZH = pattern_of("(?:因为|由于)(?P<cause>[^，。；！？,.;!?]{1,40})")
_BECAUSE_EN = pattern_of(
    r"\b(?:because(?: of)?|due to|thanks to|caused by)\s(?P<cause>[^,.;!?]{1,80})", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Occasion:
    """`source` is an occasion, `relation` one of about, at, with and to."""

    source: Node
    relation: str
    target: Node


def occasions(text: str, named: Sequence[Named]) -> Iterator[Occasion]:
    """The occasions among what `text` names, with what stands right beside them.

    "项目的截止日期" and "the deadline of my project" are about the project, "interview at Google"
    and 谷歌面试 at Google, "a meeting with Sam" with him, "a trip to Japan" to it.
    """
    for one, other in pairwise(named):
        between = text[one.end : other.start]
        if _is_occasion(other) and (relation := _before(one, between)):
            yield Occasion(other.node, relation, one.node)
        elif _is_occasion(one) and (relation := _behind(other, between)):
            yield Occasion(one.node, relation, other.node)


def causes(text: str, named: Sequence[Named]) -> Iterator[Node]:
    """What `text` gives as the cause of something, as far as it is named."""
    for pattern in (_BECAUSE_ZH, _BECAUSE_EN):
        if match := pattern.search(text):
            start, end = match.span("cause")
            for each in named:
                if start <= each.start and each.end <= end:
                    yield each.node


def _is_occasion(named: Named) -> bool:
    return named.concept is not None and named.concept.root == "occasion"


def _before(named: Named, between: str) -> str:
    """The relation of an occasion to what stands before it, "" if there is none."""
    if named.node.type is NodeType.PERSON:
        return "with" if _WITH_ZH.fullmatch(between) else ""
    if not (_TIED_ZH.fullmatch(between) or _TIED_EN.fullmatch(between)):
        return ""
    if named.node.type is NodeType.ORGANISATION:
        return "at"
    return "about" if _is_matter(named) else ""


def _behind(named: Named, between: str) -> str:
    match = _BEHIND_EN.fullmatch(between)
    if match is None:
        return ""
    how, type_ = match["how"], named.node.type
    if type_ is NodeType.PERSON:
        return "with" if how == "with" else ""
    if type_ is NodeType.ORGANISATION:
        return "at" if how in ("at", "with", "for", "in") else ""
    if type_ is NodeType.PLACE:
        return {"to": "to", "at": "at", "in": "at"}.get(how, "")
    return "about" if how in ("of", "for", "about", "on", "in") and _is_matter(named) else ""


def _is_matter(named: Named) -> bool:
    return named.concept is not None and named.concept.root in _ABOUT
