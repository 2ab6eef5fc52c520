"""Times and people that a question names: what was said then, or by them, is preferred."""

from __future__ import annotations

import time
import uuid
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from myosotis.v1 import memory_pb2 as pb
from wire.saying import instant, recall, recalled, remember

SHANGHAI = "Asia/Shanghai"
NEW_YORK = "America/New_York"


def at(text: str, zone: str = SHANGHAI) -> Timestamp:
    """The clock of `zone` shows `text`, such as 2026-11-29 23:30."""
    time = Timestamp()
    time.FromDatetime(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)))
    return time


MONDAY = at("2026-11-30 22:00")
"""09:00 in New York."""


@pytest.fixture(scope="module")
def around_midnight(stub) -> str:
    name = f"contract-user-midnight-{uuid.uuid4()}"
    said = {
        "买了新鞋": "2026-11-29 09:00",  # 28 November in New York
        "去看了牙医": "2026-11-29 23:30",  # yesterday in both
        "修好了自行车": "2026-11-30 09:00",  # yesterday in New York
        "I watered the plants": "2026-11-30 21:00",  # today in both
        "The bus was late": "2026-11-22 12:00",
    }
    remember(
        stub,
        name,
        *(pb.NewMemory(content=each, observe_time=at(when)) for each, when in said.items()),
    )
    return name


@pytest.mark.parametrize(
    "query",
    ["我昨天做了什么", "昨天我说了什么", "What did I do yesterday?", "what did i say yesterday"],
)
@pytest.mark.parametrize(
    ("zone", "yesterday"),
    [
        (SHANGHAI, {"买了新鞋", "去看了牙医"}),
        ("asia/shanghai", {"买了新鞋", "去看了牙医"}),
        (NEW_YORK, {"去看了牙医", "修好了自行车"}),
        ("", {"买了新鞋", "去看了牙医"}),  # UTC: 2026-11-29, from 08:00 in Shanghai
        ("UTC", {"买了新鞋", "去看了牙医"}),
    ],
)
def test_yesterday_is_that_of_the_zone(
    stub, around_midnight: str, query: str, zone: str, yesterday: set[str]
) -> None:
    fields = {"time_zone": zone, "as_of_time": MONDAY}
    answer = recall(stub, around_midnight, query, **fields).memories
    assert {each.memory.content for each in answer[:2]} == yesterday
    inside = [each for each in answer if each.memory.content in yesterday]
    outside = [each for each in answer if each.memory.content not in yesterday]
    assert min(each.breakdown.context for each in inside) > max(
        each.breakdown.context for each in outside
    )


def test_without_as_of_time_yesterday_ended_at_midnight(stub, user: str) -> None:
    day = 86_400
    now = int(time.time())
    for days, content in ((1, "我学会了做司康"), (3, "我把窗帘洗了"), (9, "地铁停运了")):
        said = pb.NewMemory(content=content, observe_time=Timestamp(seconds=now - days * day))
        remember(stub, user, said)
    assert recalled(stub, user, "昨天我说了什么")[0] == "我学会了做司康"
    assert recalled(stub, user, "What did I say three days ago?")[0] == "我把窗帘洗了"


@pytest.fixture(scope="module")
def month(stub) -> str:
    name = f"contract-user-month-{uuid.uuid4()}"
    said = [
        ("阳台的茉莉开花了", "2026-05-20 20:00", None),
        ("签了新的租房合同", "2026-10-12 20:00", None),
        ("楼上漏水，天花板湿了一块", "2026-11-18 20:00", None),
        ("Leo's wife is expecting a baby", "2026-11-25 09:00", None),
        ("梦到爸爸在浇花", "2026-11-25 23:50", None),
        ("跑完了人生第一个半马", "2026-11-29 10:00", "2026-11-22 08:00"),
        ("要去吉隆坡出差", "2026-11-27 10:00", "2027-01-10 08:00"),
        ("换了一副眼镜", "2026-11-26 10:00", None),
    ]
    for content, when, event in said:
        new = pb.NewMemory(content=content, observe_time=at(when))
        if event is not None:
            new.event_time.CopyFrom(at(event))
        remember(stub, name, new, session_id=when[:10])
    return name


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("上周三我说了什么", {"Leo's wife is expecting a baby", "梦到爸爸在浇花"}),
        ("上星期三聊了些啥", {"Leo's wife is expecting a baby", "梦到爸爸在浇花"}),
        ("What did I say last Wednesday?", {"Leo's wife is expecting a baby", "梦到爸爸在浇花"}),
        ("我11月25号说了什么", {"Leo's wife is expecting a baby", "梦到爸爸在浇花"}),
        ("what happened on November 25", {"Leo's wife is expecting a baby", "梦到爸爸在浇花"}),
        ("2026-11-25", {"Leo's wife is expecting a baby", "梦到爸爸在浇花"}),
        ("25 Nov 2026", {"Leo's wife is expecting a baby", "梦到爸爸在浇花"}),
        ("5月份发生了什么", {"阳台的茉莉开花了"}),
        ("What did we talk about in May?", {"阳台的茉莉开花了"}),
        ("上个月我说过什么", {"签了新的租房合同"}),
        ("What did I tell you last month?", {"签了新的租房合同"}),
        # When it happened counts as well as when it was said.
        ("11月22号我做了什么", {"跑完了人生第一个半马"}),
        ("What did I do on 22 November?", {"跑完了人生第一个半马"}),
        ("明年一月有什么安排", {"要去吉隆坡出差"}),
        ("What is planned for next January?", {"要去吉隆坡出差"}),
    ],
)
def test_the_time_that_is_named_comes_first(
    stub, month: str, query: str, expected: set[str]
) -> None:
    answer = recalled(stub, month, query, as_of_time=MONDAY, time_zone=SHANGHAI)
    assert set(answer[: len(expected)]) == expected


def test_a_named_time_is_meant_as_of_then(stub, month: str) -> None:
    then = {"as_of_time": at("2026-11-26 12:00"), "time_zone": SHANGHAI}
    for query in ("昨天我说了什么", "What did I say yesterday?"):
        answer = recalled(stub, month, query, **then)
        assert set(answer[:2]) == {"Leo's wife is expecting a baby", "梦到爸爸在浇花"}
        assert "跑完了人生第一个半马" not in answer  # not yet said then


def test_a_time_of_which_nothing_is_known_prefers_nothing(stub, month: str) -> None:
    answer = recall(stub, month, "2019年3月8日的租房合同", as_of_time=MONDAY, time_zone=SHANGHAI)
    assert answer.memories[0].memory.content == "签了新的租房合同"


@pytest.mark.parametrize("edge", [instant(1900, 1, 1), instant(2199, 12, 31, 23)])
@pytest.mark.parametrize("query", ["昨天", "last year", "一千年前", "in 200 years", "明年五月"])
def test_named_times_at_the_edges(stub, month: str, query: str, edge: Timestamp) -> None:
    for zone in ("Pacific/Kiritimati", "Pacific/Niue"):
        answer = recall(stub, month, query, as_of_time=edge, time_zone=zone)
        assert bool(answer.memories) == (edge.seconds > 0), "nothing was said by 1900, all by 2199"


@pytest.fixture(scope="module")
def friends(stub) -> str:
    name = f"contract-user-friends-{uuid.uuid4()}"
    said = [
        ("Anna", "The trip to Portugal was wonderful"),
        ("Mark", "The trip to Norway was wonderful"),
        ("Anna", "I started to learn the cello"),
        ("Mark", "I started to learn the trumpet"),
        ("表妹", "她考上了美术学院，学动画"),
        ("大伯", "他考上了老年大学，学书法"),
        ("", "我考过了驾照"),
    ]
    for subject, content in said:
        remember(stub, name, pb.NewMemory(content=content, subject=subject))
    return name


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("What did Anna say about the trip?", "The trip to Portugal was wonderful"),
        ("What did Mark say about the trip?", "The trip to Norway was wonderful"),
        ("what was anna's trip like", "The trip to Portugal was wonderful"),
        ("Which instrument does MARK play?", "I started to learn the trumpet"),
        ("Anna 在学什么乐器", "I started to learn the cello"),
        ("我表妹考上了什么学校", "她考上了美术学院，学动画"),
        ("大伯考上了什么学校", "他考上了老年大学，学书法"),
    ],
)
def test_the_person_who_is_named_is_preferred(
    stub, friends: str, query: str, expected: str
) -> None:
    answer = recall(stub, friends, query).memories
    assert answer[0].memory.content == expected
    person = answer[0].memory.subject
    of_others = [each for each in answer if each.memory.subject != person]
    assert answer[0].breakdown.context > max(each.breakdown.context for each in of_others)
