"""What was done a moment before it was told is of this minute; what was lately done is not."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myosotis_server.memory.values import SECOND
from myosotis_server.understanding.event_times import event_time_of
from myosotis_server.understanding.just_done import just_done
from running.effort import AT_ONCE, cpu_seconds
from running.hostile import PIECES, endless

ZONE = ZoneInfo("Asia/Shanghai")
NOW = datetime(2024, 5, 15, 20, 47, 31, tzinfo=ZONE)
"""A Wednesday evening."""


def told(text: str) -> str | None:
    """The local time of what `text` tells, said at NOW."""
    moment = event_time_of(text, round(NOW.timestamp()) * SECOND, ZONE)
    if moment is None:
        return None
    return datetime.fromtimestamp(moment / SECOND, ZONE).strftime("%m-%d %H:%M")


@pytest.mark.parametrize(
    "text",
    [
        "刚下班，累死了",
        "剛下班，累死了",
        "我刚到家",
        "超市人好多，排了好久的队，刚到家",
        "刚练完瑜伽回来，出了一身汗",
        "我刚跟室友吵了一架",
        "刚刚收到体检报告",
        "刚才在楼下摔了一跤",
        "我妈刚做完饭",
        "刚跑完步，今天风好大",
        "跑步回来了",
        "我下课了！",
        "考完了，解脱",
        "Just got back from the pool, my arms are jelly",
        "just back from choir",
        "I've just finished my run",
        "We just had dinner with my parents",
        "Just left work, what a day",
        "I just woke up from a nightmare",
        "just had a huge row with my brother",
        "Back from yoga, finally",
        "They rang just now, I passed",
        "He texted me a moment ago",
    ],
)
def test_what_was_just_done_is_of_this_minute(text: str) -> None:
    assert told(text) == "05-15 20:47"


@pytest.mark.parametrize(
    "text",
    [
        "我刚毕业，还在找工作",
        "我们刚结婚",
        "刚搬到青岛，谁也不认识",
        "我刚满三十岁",
        "刚做完手术，在家休息",
        "刚读完研",
        "刚从国外留学回来",
        "刚回来三天",
        "我刚到深圳半年",
        "刚好我也喜欢",
        "小刚从健身房回来",
        "刚入职，什么都不懂",
        "那时刚下班就接到电话",
        "每次刚吃完饭就犯困",
        "我爸从国外回来了",
        "他回来了",
        "这么一想就完了",
        "I just got married",
        "I just started a new job",
        "I just finished university",
        "I just got back together with my ex",
        "I had just got home when she called",
        "I just want to sleep",
        "I just had a baby",
        "I always nap when I've just had lunch",
        "I just got into a good school",
        "Just got back from maternity leave",
        "I just moved to Leeds",
    ],
)
def test_what_was_lately_done_or_is_usual_has_no_time(text: str) -> None:
    assert told(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("昨天刚面试完", "05-14 00:00"),
        ("七点刚到家", "05-15 19:00"),
        ("二十分钟前我刚到家", "05-15 20:27"),
        ("刚收到通知，下周一入职", "05-20 00:00"),
        ("I just got back at 7pm", "05-15 19:00"),
        ("Just got off the phone with mum, she's coming on Friday", "05-17 00:00"),
    ],
)
def test_another_time_that_is_told_goes_before(text: str, expected: str) -> None:
    assert told(text) == expected


@pytest.mark.parametrize("piece", [*PIECES, "刚", "刚到", "just ", "just got back ", "回来了，"])
def test_a_hostile_text_is_read_at_once(piece: str) -> None:
    text = endless(piece)[:2_000]
    assert cpu_seconds(lambda: just_done(text)) < AT_ONCE


@given(
    st.lists(st.sampled_from([*"刚才完回来了到家，。的", "just ", "back ", "home "])).map("".join)
)
def test_a_place_lies_within_its_text(text: str) -> None:
    place = just_done(text)
    assert place is None or 0 <= place[0] < place[1] <= len(text)
