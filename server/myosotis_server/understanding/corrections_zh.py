"""How Chinese sets right what was said: 不对, 我说错了, 不是A而是B."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from myosotis_server.memory.reading import Reading
from myosotis_server.understanding.patterns import pattern_of

REPAIRS = pattern_of(
    r"^(?:啊|哦|噢|呃|额|哎呀?|抱歉|不好意思|对不起|[Ss]orry|等等|等一?下|，){0,4}[，,]?(?:不对|错了|说错|我?(?:刚才?|刚刚"
    r"|上次|之前)?(?:说|讲|记|打|写|搞|弄)(?:错|反|岔)了?|口误|打错字?"
    r"|(?:我)?(?:更正|纠正|修正|订正)(?:一下|下)?|准确(?:地|来)?(?:说|讲)"
    r"|确切地?说|不不+|不是不是|哦不|啊不|(?:我是说(?!真|实)|我的意思是"
    r"|我指的是)(?=.))(?:了|啦|啊)?[，,:：]?(?:是|应该(?:说)?是)?"
)
"""Begins the repair of something just said."""
OH_NO = pattern_of(r"^(?:啊|哦|噢|呃|额|诶|哎|唉|嗯|等等){0,3}不是(?:啦|啊|的)?$")
"""Begins a repair where what should have been said follows: 啊不是，是九点."""
SHOULD_BE = pattern_of(
    r"^(?:应该[是叫在]|其实是|是|而是|改成|改到|换成|我说的是|我是说|叫)(?P<v>.+)$"
)
"""Tells only what should have been said: 应该是5号."""
NOT_SO = pattern_of(r"^(?P<head>.*?)(?:并|其实)?不(?P<verb>是|叫|在)(?P<a>[^了吗]+)$")
BUT_SO = pattern_of(r"^(?:而|其实|应该)?(?:是|叫)(?P<b>.+)$")
"""The two halves of 不是A，是B."""
FRAME = pattern_of(r"^(?P<head>.*(?:是|叫做?|在))(?P<v>[^是叫在]+)$")
"""A clause and the value that it ends in."""
A_WORD = 8
"""Characters up to which what is set right ("不是周四而是周五") is a word and no argument."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """What a contrast tells, and how many parts behind its own it used up."""

    readings: list[Reading]
    uses: int


def instead(holds: Sequence[Reading], wrong: Sequence[Reading]) -> list[Reading]:
    """`holds`, each with an end to what `wrong` says in the same slot."""
    gone = {reading.attribute.key: reading.attribute for reading in wrong if reading.attribute}
    result = []
    for reading in holds:
        old = gone.get(reading.attribute.key) if reading.attribute else None
        ends = (*reading.ends, old) if old and old != reading.attribute else reading.ends
        result.append(replace(reading, ends=ends, corrects=True))
    return result
