"""What somebody is concluded to like because they take it again: 又点了拿铁, 老样子，一杯美式."""

import re
from collections.abc import Iterator

from myosotis_server.memory.reading import Reading
from myosotis_server.understanding.clause_zh import Clause, Rule, says
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.values_zh import listed, trim

_PORTION = (
    r"(?:[一两半二三四]|大|小){0,2}(?:杯|份|碗|个|瓶|罐|盘|块|套|笼|盒|单|顿|串|壶|听|根|斤|袋|包)"
)
_AS_EVER = pattern_of(
    r"^(?:我)?(?:今天)?(?:还是|依旧|照)?(?:的)?(?:老样子|老规矩|老三样|照旧|(?:跟|和|像)(?:上次|以前"
    r"|平时|往常|之前|昨天)一样|照例)(?:，|吧|哈)*(?P<rest>.*)$"
)
_TAKES = pattern_of(
    rf"^(?:我|，|给我|还是|要|又|就){{0,4}}(?:来|点|要|喝|吃|整)?了?{_PORTION}(?P<v>[^我你的]{{1,10}})$"
)
_NO_TASTE = pattern_of(
    r"[我你他她]|药|亏|醉|撑|饱|胖|坏|错|不|到|完|外卖|^(?:多|上|得|下|苦|完|过|了|好|太)|饭$|水$|^一"
)


def is_as_ever(part: str) -> bool:
    """True for 老样子, which says that what follows is what they always take."""
    match = _AS_EVER.match(part)
    return match is not None and not match["rest"]


def as_ever(part: str, subject: str) -> Iterator[Reading]:
    match = _AS_EVER.match(part)
    taken = _TAKES.match(match["rest"]) if match else None
    if taken and not _NO_TASTE.search(taken["v"]):
        for reading in says("likes", trim(taken["v"]), is_inferred=True):
            yield Reading(reading.attribute, subject=subject, is_inferred=True)


def _again(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    if "又" not in clause.when or clause.is_past or clause.is_future:
        return
    for value in listed(match["v"]):
        if _NO_TASTE.search(value):
            return
        yield from says("likes", value, is_inferred=True)


RULES: list[Rule] = [
    (
        pattern_of(
            rf"(?:去|来|在.{{1,6}}?)?(?:(?:点|喝|吃|续|嗦|撸|炫)了?(?:{_PORTION})?"
            rf"|(?:买|来|要|整|叫)了?{_PORTION})(?:了)?(?P<v>[^了].{{0,10}}?)了?$"
        ),
        _again,
    ),
]
