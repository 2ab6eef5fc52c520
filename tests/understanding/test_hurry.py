"""Who is in a hurry, and who is not, in Chinese and English."""

import pytest

from myosotis_server.understanding.hurry import is_hurried
from running.effort import AT_ONCE, cpu_seconds
from running.hostile import PIECES, endless

HURRIED = """
快点|快点告诉我怎么办|你快点啊|能快点吗|麻烦快点|能不能快一点|赶紧帮我想想|我赶时间|赶着去机场|长话短说
马上要面试了，怎么办|半小时后面试，好紧张|十分钟后就要开会|还有半小时就交了|再过十分钟就要登机了
来不及了|快来不及了怎么办|来不及了，快说|急！|急急急|很急，在线等|有点急|急死了|我急着用|我现在很着急
没时间了|没时间细看|时间很紧|快迟到了|直接告诉我答案|我趕時間，直接說重點
asap please|hurry up|I'm in a hurry|im in a bit of a hurry|in a rush, sorry|Quick: which one?
quickly, how do I fix this|tell me quickly|please answer fast|I need an answer right now|URGENT!!
I have no time|no time, just tell me|I don’t have much time|i dont have time|I'm running out of time
deadline in an hour|My report is due in 30 minutes|the interview starts in 10 min
I have an exam in 2 hours and I'm panicking|running late, what should I say|it's urgent
I only have five minutes|just give me the answer
"""
UNHURRIED = """
不急|没那么急|别着急，慢慢来|我不赶时间|来得及|急不得的|做事不要太急|慢慢说
他很着急|我妈赶时间去上班|老板很着急|希望周末快点来|祝你快点好起来|我会尽快好起来|马上要毕业了|马上要过年了
雨下得很急|急诊室的医生很好|他是个急性子|应急用品|时间过得真快|快乐的一天|我们快结婚了
我最近没时间看书|早上来不及吃早饭|都来不及跟他好好告别|昨晚只有三个小时睡眠|心情好多了
no rush|there's no hurry|I'm not in a hurry|take your time|not urgent|we did it in no time
he was in a hurry|my brother is always in a hurry|she hurried home|time flies quickly
I learned quickly|the bus was fast|I need a fast car|a quick lunch|the exam took an hour
the deadline is next month|I have no time for hobbies lately|he doesn't have much time
I don't have time to cook these days|I had an interview yesterday
"""


def each_of(texts: str) -> list[str]:
    return [text for line in texts.split("\n") for text in line.split("|") if text]


@pytest.mark.parametrize("text", each_of(HURRIED))
def test_haste_is_heard(text: str) -> None:
    assert is_hurried(text)


@pytest.mark.parametrize("text", each_of(UNHURRIED))
def test_what_only_sounds_like_haste_is_not(text: str) -> None:
    assert not is_hurried(text)


def test_haste_is_heard_at_the_end_of_a_long_text() -> None:
    assert is_hurried("今天下午去了超市。" * 2_000 + "我赶时间，快点告诉我")
    assert not is_hurried("")
    assert not is_hurried("\ud800")


@pytest.mark.parametrize("piece", [*PIECES, "急", "快", "no time ", "need ", "在 ", "in a "])
def test_no_text_takes_long(piece: str) -> None:
    text = endless(piece)
    assert cpu_seconds(lambda: is_hurried(text)) < AT_ONCE / 5
