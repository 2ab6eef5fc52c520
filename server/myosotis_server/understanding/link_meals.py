"""What the user ate or drank once, and what drinks and dishes are mixed of."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from uuid import UUID

import rjieba

from myosotis_server.memory.graph import NodeType
from myosotis_server.understanding.link_nodes import named_node
from myosotis_server.understanding.named import Named
from myosotis_server.understanding.patterns import pattern_of

_MEALS = ("food", "drink")
_MIXED = ("food", "drink", "plant")
_MIXED_OF = 2
"""Characters of a Chinese word that says what a drink or dish is made with: 桂花拿铁."""
_HAN = pattern_of(r"[一-鿿㐀-䶿]")
_BOUND_ZH = pattern_of(
    r"(?:[的了过到完，。！？；、,.!?; 喝吃尝点来买杯碗份个块盘瓶罐串盒条只]|^)(?P<with>[一-鿿]{2})$"
)
"""A word between a measure or verb and the drink or dish."""
_MEASURE = "[一两三]?[杯碗份个块盘口瓶罐串盒条只些]"
_HAD_ZH = pattern_of(
    rf"(?:(?:[喝吃尝点买](?:了|到|过|完了?)|来"
    rf"|(?:今[天早晚]|昨[天晚]|刚刚?|早上|中午|下午|晚上|早餐|午饭|晚饭)[喝吃点])(?:{_MEASURE})?"
    r"|(?:[喝吃点买][了到]|来)[^，。！？；,.!?;]{1,8}的)(?P<more>[^，。！？；,.!?;]{1,6}[和、])?$"
)
_NOT_ZH = pattern_of("[他她它你您谁没不别想要]|如果|要是|爱|会|从来|每[天次周]|经常|总是?")
_CLAUSE_ZH = pattern_of(r"[，。！？；,.!?;\n]")
_DEEDS_EN = "had|drank|ate|tried|ordered|grabbed|got|made|bought|baked|cooked"
_HOW_MUCH_EN = (
    "an?|some|another|the|my|two|three|really|very|so|good|nice|lovely|great|big|small|huge"
    "|amazing|delicious|hot|cold|first|quick|cups?|glass|pint|bowl|slice|plate|bottle|of"
)
_HAD_EN = pattern_of(
    r"(?:\b(?:I|[Ww]e)(?:['’]ve)?|^(?:Just|Finally|Then)?|[.!?] ?)"
    r"(?: ?\b(?:have|just|also|finally|then|only|actually|both|and))*"
    rf" ?\b(?i:{_DEEDS_EN})(?: (?:{_HOW_MUCH_EN}))* $"
)


def mixed(found: Sequence[Named], text: str, said: str, namespace: UUID) -> Iterator[Named]:
    """`found`, with drinks and dishes named by what they are made with: 桂花拿铁, "oat milk latte".

    Where the taxonomy has only what they are a kind of, that is their `head`.
    """
    ahead = sorted(found, key=lambda named: named.start)
    for at, each in enumerate(ahead):
        if each.concept is None or each.concept.root not in _MEALS:
            yield each
            continue
        start = _start_of(each, ahead[:at], text)
        if start == each.start:
            yield each
        elif node := named_node(namespace, NodeType.THING, said[start : each.end]):
            yield replace(each, start=start, node=node, concept=None, head=each.concept)


def _start_of(named: Named, before: Sequence[Named], text: str) -> int:
    """Where the name of the drink or dish begins."""
    if _HAN.search(text[named.start]):
        match = _BOUND_ZH.search(text[max(0, named.start - 4) : named.start])
        if match is not None:
            word, tag = rjieba.tag(match["with"])[0]
            if len(word) == _MIXED_OF and tag.startswith("n"):
                return named.start - _MIXED_OF
        return named.start
    start = named.start
    for each in reversed(before):
        is_part = each.concept is not None and each.concept.root in _MIXED
        if not is_part or text[each.end : start] != " ":
            break
        start = each.start
    return start


def had(found: Sequence[Named], text: str) -> Iterator[Named]:
    """What of `found` the user says to have eaten or drunk, or ordered, once."""
    for each in found:
        kind = each.concept or each.head
        if kind is None or kind.root not in _MEALS:
            continue
        before = text[: each.start]
        if _HAN.search(text[each.start]):
            clause = _CLAUSE_ZH.split(before)[-1][-24:]
            if _HAD_ZH.search(clause) and not _NOT_ZH.search(clause):
                yield each
        elif _HAD_EN.search(before[-60:]):
            yield each
