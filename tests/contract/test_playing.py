"""What plays the stories finds what is missing, and passes what is there."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from contract.playing import Playing, instant, stamp
from contract.seeing import Seeing
from contract.story import (
    Check,
    ContextCheck,
    MemoriesCheck,
    NeighborsCheck,
    Phrases,
    ProfileCheck,
    RecallCheck,
    SessionsCheck,
    Story,
    TrendCheck,
)
from myosotis.v1 import conversation_pb2 as talk_pb
from myosotis.v1 import conversation_service_pb2 as talk_service
from myosotis.v1 import graph_pb2
from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service
from ports.set_clock import SetClock

NOW = datetime(2026, 3, 5, 9, tzinfo=ZoneInfo("Asia/Shanghai"))
HOME = pb.Memory(content="我住在上海", attribute=pb.Attribute(key="home_city", value="上海"))
GYM = pb.Memory(
    content="刚从健身房回来",
    # On the third in Shanghai, still on the second in Greenwich.
    event_time=stamp(datetime(2026, 3, 2, 17, tzinfo=UTC)),
)
OLD_HOME = pb.Memory(content="我住在成都", state=pb.MEMORY_STATE_SUPERSEDED)
FRIEND = graph_pb2.Entity(
    entity_id="e1", type=graph_pb2.ENTITY_TYPE_PERSON, name="阿楠", aliases=["Nan"]
)


class Told(Seeing):
    """Answers out of this file."""

    def __init__(self) -> None:
        pass

    async def context(self, session: str, query: str, budget: int, form: str) -> Any:
        return talk_service.GetContextResponse(
            text="上海" if form == "text" else "",
            messages=[talk_pb.ContextMessage(content="上海")] if form == "messages" else [],
            profile=[HOME],
            relevant=[pb.RecalledMemory(memory=GYM)],
            token_count=200,
        )

    async def recall(self, query: str, zone: str, **fields: Any) -> Any:
        return service.RecallResponse(
            memories=[pb.RecalledMemory(memory=HOME), pb.RecalledMemory(memory=GYM)]
        )

    async def memories(self, **filters: Any) -> list[pb.Memory]:
        return [HOME, GYM, OLD_HOME]

    async def trend(self, span: pb.TimeRange | None, zone: str) -> talk_pb.EmotionTrend:
        days = [("2026-03-01", -0.5, 3), ("2026-03-02", 0.0, 0), ("2026-03-03", 0.5, 2)]
        return talk_pb.EmotionTrend(
            days=[talk_pb.EmotionDay(date=d, valence=v, turn_count=n) for d, v, n in days],
            dominant=pb.EMOTION_HAPPY,
            slope=0.5,
            summary="从周二开始好转",
        )

    async def profile(self) -> Any:
        return talk_service.GetProfileResponse(
            facts=[HOME], topics=[talk_pb.Topic(label="健身")], summary="住在上海"
        )

    async def entities(self) -> list[graph_pb2.Entity]:
        return [FRIEND]

    async def neighbors(self, entity_id: str, hops: int) -> Sequence[graph_pb2.Neighbor]:
        return [graph_pb2.Neighbor(memory=HOME), graph_pb2.Neighbor(entity=FRIEND)]

    async def sessions(self) -> list[talk_pb.Session]:
        return [
            talk_pb.Session(session_id="s1", topic="搬家", end_time=stamp(NOW)),
            talk_pb.Session(session_id="s2"),
        ]

    async def turns(self) -> list[talk_pb.Turn]:
        return [talk_pb.Turn(content="搬完了")]

    async def export(self) -> list[Any]:
        return []


async def faults(**checks: Any) -> list[str]:
    check = Check(NOW, "it holds", **checks)
    clock = SetClock(instant(NOW))
    playing = Playing(Story("s", "", "zh", (check,)), Told(), clock)
    await playing.play()
    return playing.faults.get("it holds", [])


ONE, NONE = (("上海",),), (("北京",),)
SHANGHAI, PEKING, NOT_SHANGHAI = Phrases(ONE), Phrases(NONE), Phrases(lacks=("上海",))
RISING = {"slope": "rising", "turned": date(2026, 3, 3)}


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (
            {"context": ContextCheck("s", profile=SHANGHAI, text=SHANGHAI)},
            {"context": ContextCheck("s", relevant=SHANGHAI, budget=250)},
        ),
        (
            {"context": ContextCheck("s", budget=200)},
            {"context": ContextCheck("s", budget=199)},
        ),
        (
            {"context": ContextCheck("s", recent=NOT_SHANGHAI)},
            {"context": ContextCheck("s", text=NOT_SHANGHAI)},
        ),
        (
            {"recall": (RecallCheck("?", first=("上海",), top=(("健身",),), lacks=("成都",)),)},
            {"recall": (RecallCheck("?", first=("健身",)),)},
        ),
        ({"memories": MemoriesCheck(has=ONE)}, {"memories": MemoriesCheck(has=(("成都",),))}),
        (
            {"memories": MemoriesCheck(ended=("成都",))},
            {"memories": MemoriesCheck(ended=("上海",))},
        ),
        (
            {"memories": MemoriesCheck(attributes={"home_city": ("上海",)})},
            {"memories": MemoriesCheck(attributes={"home_city": ("成都",)})},
        ),
        (
            {"memories": MemoriesCheck(dated={"健身": date(2026, 3, 3)})},
            {"memories": MemoriesCheck(dated={"健身": date(2026, 3, 2)})},
        ),
        (
            {"trend": TrendCheck(7, "happy", **RISING, summary=Phrases((("周二",),)))},
            {"trend": TrendCheck(7, "sad")},
        ),
        ({"trend": TrendCheck(7, slope="rising")}, {"trend": TrendCheck(7, slope="falling")}),
        ({"trend": TrendCheck(7, **RISING)}, {"trend": TrendCheck(7, summary=PEKING)}),
        ({"profile": ProfileCheck(facts=SHANGHAI)}, {"profile": ProfileCheck(habits=SHANGHAI)}),
        ({"profile": ProfileCheck(summary=SHANGHAI)}, {"profile": ProfileCheck(topics=SHANGHAI)}),
        ({"entities": Phrases((("Nan",),))}, {"entities": Phrases(lacks=("阿楠",))}),
        (
            {"neighbors": (NeighborsCheck("nan", has=((*ONE[0],), ("阿楠",))),)},
            {"neighbors": (NeighborsCheck("user"),)},
        ),
        ({"sessions": SessionsCheck(("s1",))}, {"sessions": SessionsCheck(("s2",))}),
        ({"turns": Phrases((("搬完",),))}, {"turns": Phrases(lacks=("搬完",))}),
    ],
)
async def test_what_is_there_passes_and_what_is_not_is_told(
    right: dict[str, Any], wrong: dict[str, Any]
) -> None:
    assert await faults(**right) == []
    assert await faults(**wrong) != []


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("周牧", set()),
        ("nan", {"ListEntities", "ListNeighbors"}),
        ("成都", {"ListMemories"}),
        ("搬", {"ListSessions", "ListTurns"}),
        ("周二", {"GetEmotionTrend"}),
        ("健身", {"ListMemories", "Recall", "Recall over the graph", "GetProfile", "GetContext"}),
    ],
)
async def test_a_name_is_seen_wherever_it_is(name: str, places: set[str]) -> None:
    found = await faults(nowhere=(name,))
    assert {each.partition(":")[0] for each in found} == places
