"""Whoever practises something tells of it in passing: what counts as done, and what does not."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.memories import memory
from myosotis_server.memory.habits import regularity
from myosotis_server.memory.values import SECOND, Instant, Memory, MemoryKind, MemoryTier
from myosotis_server.understanding.activities import Outcome, activities_of, grouped
from myosotis_server.understanding.activities_days import happened_at
from myosotis_server.understanding.event_times import event_time_of

ZONE = ZoneInfo("Europe/London")
MONDAY = date(2026, 6, 1)

CHINESE = {
    "在家做了半小时瑜伽": "yoga",
    "今天教练带我练了背": "gym",
    "今天动感单车课累趴了": "spinning class",
    "刚游完，泳池就我一个人": "swim",
    "健身房人好多，等器械等了半小时，刚到家": "gym",
    "成都最后一次健身，跟教练道了别，练得特别爽": "gym",
    "刚练完回来，今天练背": "gym",
    "公司楼下就有健身房，办了卡，刚练完回来，累但是爽": "gym",
    "今天许曼跟我一起去健身了，她比我还菜": "gym",
    "健身完啦，今天练的背，胳膊抬不起来了": "gym",
    "刚从健身房回来，腿都软了": "gym",
    "找到一个泳池，游了一千米就上来了，没劲": "swim",
    "在酒店楼下的泳池游了一会儿，舒服": "swim",
    "晚上照例去游泳，游得特别轻松": "swim",
    "游泳回来了": "swim",
    "刚游完泳回来，今天泳池人少，包场的感觉": "swim",
    "下班去游了个泳，一千五百米，爽": "swim",
    "今天去健身了": "gym",
    "今天健身房人好多": "gym",
    "练了胸和三头，明天肯定酸": "gym",
    "今天深蹲终于上一百公斤了": "gym",
    "蹲了五组，下楼梯都费劲": "gym",
    "健身打卡": "gym",
    "今天健身打卡第三天": "gym",
    "撸完铁了，浑身舒畅": "gym",
    "下班撸了个铁": "gym",
    "今晚健身房包场，就我一个人": "gym",
    "今天照例去健身房": "gym",
    "跑完步了，五公里": "run",
    "夜跑回来了，风好舒服": "run",
    "今天跑步跑得很轻松": "run",
    "刚跑完十公里": "run",
    "瑜伽课下课了，整个人都舒展了": "yoga class",
    "刚上完瑜伽课": "yoga class",
    "做了一节瑜伽": "yoga",
    "在小区楼下的瑜伽馆练了一小时": "yoga",
    "今天在体育馆打了两小时羽毛球": "badminton",
    "羽毛球打完了，手都抬不起来": "badminton",
    "打完球回来了，赢了两局": "打球",
    "钢琴课上得很顺利": "piano lesson",
    "刚上完钢琴课，老师夸我了": "piano lesson",
    "最后一节钢琴课，有点舍不得": "piano lesson",
    "游泳馆今天水有点凉，游了半小时就回来了": "swim",
    "晚上又去游泳了": "swim",
    "逼着自己去了健身房": "gym",
    "好不容易爬起来去游泳了": "swim",
    "硬着头皮去跑了三公里": "run",
    "跟同学打了羽毛球": "badminton",
    "今晚去练了一小时瑜伽": "yoga",
    "刚健完身，饿死了": "gym",
    "攀岩馆人不多，爬了两个小时，刚到家": "rock climbing",
    "下了班直奔健身房": "gym",
    "今天又泡在健身房": "gym",
    "拉着室友去游泳了": "swim",
    "游了三十圈，腿抽筋了": "swim",
    "今天跳舞跳得满头大汗": "跳舞",
    "晚上和同事踢了场球": "football",
    "练完腿走路都飘": "gym",
    "刚上完普拉提课": "普拉提课",
    "今早晨跑了五公里": "run",
    "打完羽毛球回来，出了一身汗": "badminton",
    "第一次去攀岩，手都磨破了": "rock climbing",
    "我跟阿哲一起去打网球了": "tennis",
    "健身房今天空调坏了，热死我了，练了半小时就走了": "gym",
    "刚骑行回来": "cycle",
    "午休去游了一下": "swim",
    "今天健身没偷懒": "gym",
    "拖着疲惫的身体去了健身房": "gym",
}
ENGLISH = {
    "Yoga kicked my ass tonight": "yoga",
    "Swam laps before work": "swim",
    "Gym was dead tonight, had it all to myself": "gym",
    "Made myself go to the gym, sat in the car afterwards and cried for a while": "gym",
    "Found a gym two blocks over, did squats, nobody even looked at me": "gym",
    "Just got back from the gym, deadlifts felt great": "gym",
    "Last gym night in Austin": "gym",
    "Tidewater called while I was at the gym": "gym",
    "I finished my whole workout grinning like an idiot": "gym",
    "Good session at the gym tonight, bench finally moved": "gym",
    "Just back from piano": "piano",
    "Had my piano lesson with the new teacher this morning": "piano lesson",
    "Told Mrs Okafor at my piano lesson today": "piano lesson",
    "Not really, I had my piano lesson this morning": "piano lesson",
    "I had my piano lesson this morning": "piano lesson",
    "Forced myself to go to the gym": "gym",
    "Managed to get to the gym after work": "gym",
    "Finally got to the gym today": "gym",
    "The gym was packed tonight": "gym",
    "Leg day, can't walk": "gym",
    "Benched 80 kilos today": "gym",
    "Did deadlifts tonight": "gym",
    "Lifted weights for an hour": "gym",
    "Gym done": "gym",
    "Post-gym and starving": "gym",
    "Home from the gym, finally": "gym",
    "Hit the weights after work": "gym",
    "Trained chest and back today": "gym",
    "Quick workout before work": "gym",
    "I was down at the gym when she texted": "gym",
    "She rang me when I was at the gym": "gym",
    "Back from the pool, hair still wet": "swim",
    "Swam forty lengths tonight": "swim",
    "Made myself swim a kilometre this morning": "swim",
    "The pool was empty tonight, bliss": "swim",
    "Went for a dip at the hotel pool": "swim",
    "Swimming done, now pizza": "swim",
    "Pushed myself to run 5k this morning": "run",
    "Just back from my run": "run",
    "My run this morning was awful": "run",
    "Yoga was lovely tonight": "yoga",
    "Cried at my yoga class today, no idea why": "yoga class",
    "I met Dana after my yoga class today": "yoga class",
    "Back from ballet": "ballet",
    "Home from choir": "choir",
    "Choir was great tonight": "choir",
    "Just finished my guitar lesson": "guitar lesson",
    "Football training was brutal tonight": "football training",
    "Tennis tonight was so fun, won both sets": "tennis",
    "Just played tennis with Jo": "tennis",
    "Made it to yoga": "yoga",
    "Dragged my sorry self to the gym and it helped": "gym",
    "Got my workout in before the kids woke up": "gym",
    "Swim was good, did fifty lengths": "swim",
    "Straight from the gym to the couch": "gym",
    "Squatted 100kg for the first time today": "gym",
    "Went to the gym with Jo again": "gym",
    "We hit the gym after work": "gym",
    "Did my run, legs are dead": "run",
    "Just got out of the pool": "swim",
    "Ballet class kicked my butt tonight": "ballet class",
    "Had therapy this morning": "therapy",
    "Guitar lesson went really well": "guitar lesson",
    "Just got home from band practice": "band practice",
    "Treadmill for forty minutes, then sauna at the gym": "gym",
    "Ended up at the gym at midnight": "gym",
    "Survived spin class": "spin class",
    "Snuck in a quick swim at lunch": "swim",
    "Gym this morning, feeling alive": "gym",
    "Rode my bike along the river after work": "cycle",
    "Choir practice ran late tonight": "choir practice",
}
NOT_CHINESE = [
    "健身房对面开了家奶茶店",
    "他约我去打球",
    "游泳是最好的运动",
    "妈妈想带我去健身",
    "健身房关门了",
    "我朋友在健身房上班",
    "想去健身",
    "健身房涨价了",
    "健身房太贵了",
    "健身房离我家很远",
    "小区门口新开了一家健身房",
    "办了张健身卡",
    "健身房的销售又给我打电话了",
    "我家楼下有个泳池",
    "游泳馆的票涨到五十了",
    "我不会游泳",
    "以前在大学能游三千",
    "你会游泳吗",
    "他游得特别快",
    "我每周二去游泳，游得特别慢",
    "听说那个健身房不错",
    "明年想学游泳",
    "女儿在学游泳",
    "钢琴好贵啊",
    "酒店大堂有架钢琴",
    "我弟练得特别壮",
    "刚到家，累死了",
    "跟教练道了别",
    "找到一个泳池",
    "老公去健身了",
    "要不要去健身呢",
    "健身教练好凶",
    "如果健身房人少我就去",
    "健身房老板跑路了",
    "我爸每天游泳",
    "这家健身房性价比挺高",
    "有点想学瑜伽",
    "健身真的能缓解压力吗",
    "周末约了去爬山",
    "室友练瑜伽练得腰疼",
    "今天不去健身了",
    "健身房年卡到期了",
    "下个月开始健身",
    "电视上在放游泳比赛",
    "朋友推荐我去健身",
    "我以前天天跑步",
    "膝盖不行，跑不了步",
    "泳池在维修",
    "今天游泳课取消了",
    "听同事说健身房人很多",
    "她游泳回来了",
    "我不爱运动",
    "打算去健身房办卡",
]
NOT_ENGLISH = [
    "The pool at the hotel looks nice",
    "My coworker invited me to her gym",
    "Yoga is not for me",
    "gym prices are mad",
    "The gym was too expensive",
    "My friend works at the gym",
    "the piano in the hotel was out of tune",
    "There's a gym near my flat",
    "Thinking of joining a gym",
    "I signed up for a gym",
    "My gym closed down last year",
    "I want to get back to the gym",
    "I should go to the gym",
    "I'd love to swim more",
    "I can't swim",
    "My daughter had her piano lesson",
    "She was late to her piano lesson",
    "I'll tell her at my piano lesson tomorrow",
    "Do you like swimming?",
    "I used to swim at university",
    "I hate the gym",
    "The gym emailed me about my membership",
    "He made me go to bed",
    "The pool is closed until June",
    "My brother squats 200 kilos",
    "I never go to the gym",
    "If I was at the gym I'd be happier",
    "Maybe I'll hit the gym",
    "Made myself comfortable",
    "My piano teacher is lovely",
    "I made myself sick with worry",
    "The gym near work closes at nine",
    "My gym raised its prices again",
    "I need to find a gym",
    "Gym bros are so annoying",
    "My sister had a great swim today",
    "I was going to go to the gym but fell asleep",
    "No gym today",
    "Didn't make it to the pool",
    "Any tips for my first yoga class?",
    "My piano is out of tune",
    "She plays piano beautifully",
    "Dad's choir sang on TV",
    "I'm scared of the deep end of the pool",
    "The gym membership is killing my wallet",
    "I miss swimming so much",
    "My trainer quit",
    "I dreamt I was at the gym",
    "Thinking about taking up tennis",
    "My son's football practice was cancelled",
    "We used to climb together",
]


@pytest.mark.parametrize(("text", "key"), [*CHINESE.items(), *ENGLISH.items()])
def test_it_was_practised_that_day(text: str, key: str) -> None:
    assert key in {each.key for each in activities_of(text) if each.outcome is not Outcome.DENIED}


@pytest.mark.parametrize("text", [*NOT_CHINESE, *NOT_ENGLISH])
def test_it_was_not_or_not_by_the_user_or_is_only_spoken_of(text: str) -> None:
    done = {each.outcome for each in activities_of(text)} - {Outcome.DENIED, Outcome.PLANNED}
    assert not done


def evening(offset: int) -> Instant:
    day = datetime.combine(MONDAY + timedelta(days=offset), datetime.min.time(), ZONE)
    return int((day + timedelta(hours=20)).timestamp()) * SECOND


def told(offset: int, text: str, **fields: object) -> Memory:
    when = evening(offset)
    plain = {
        "kind": MemoryKind.EVENT,
        "tier": MemoryTier.EPISODIC,
        "create_time": when,
        "update_time": when,
        "event_time": event_time_of(text, when, ZONE),
    }
    return memory(text, **plain | fields)


def weekdays_of(statements: list[Memory], now: int) -> frozenset[int]:
    """Those of the rule that the largest group follows; none where it follows none."""
    groups = grouped(statements)
    if not groups:
        return frozenset()
    times = happened_at(groups[0], statements, ZONE, evening(now))
    rule = regularity(times, ZONE, evening(now))
    return rule.weekdays if rule else frozenset()


GYM_ZH = [text for text, key in CHINESE.items() if key == "gym"]
GYM_EN = [text for text, key in ENGLISH.items() if key == "gym"]
OF_TWO_DAYS = [1, 3, 8, 10, 15, 17]


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from([GYM_ZH, GYM_EN]).flatmap(
        lambda of: st.lists(st.sampled_from(of), min_size=6, max_size=6)
    )
)
def test_two_days_a_week_are_a_habit_however_they_are_told(texts: list[str]) -> None:
    statements = [told(day, text) for day, text in zip(OF_TWO_DAYS, texts, strict=True)]
    assert weekdays_of(statements, 18) == {1, 3}


SCATTERED = [
    [0, 2, 5, 10, 11, 19],
    [1, 6, 8, 12, 14, 21],
    [0, 1, 2, 12, 20, 23],
    [3, 4, 9, 13, 15, 18, 24],
    [2, 3, 8, 13, 18, 19],
]


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(SCATTERED),
    st.lists(st.sampled_from([*GYM_ZH, *GYM_EN]), min_size=7, max_size=7),
)
def test_days_without_a_rule_are_none(days: list[int], texts: list[str]) -> None:
    assert (
        weekdays_of([told(day, text) for day, text in zip(days, texts, strict=False)], 25) == set()
    )


@pytest.mark.parametrize("talk", [NOT_CHINESE, NOT_ENGLISH])
def test_talk_of_a_practice_is_no_habit_on_whatever_days(talk: list[str]) -> None:
    statements = [told(day, talk[(7 * place) % len(talk)]) for place, day in enumerate(OF_TWO_DAYS)]
    assert weekdays_of(statements, 18) == set()


def test_back_from_piano_is_back_from_the_only_lesson_in_it() -> None:
    lessons = [
        told(5, "I had my piano lesson this morning"),
        told(12, "Just back from piano"),
        told(19, "Told Mrs Okafor at my piano lesson today"),
    ]
    (group,) = grouped(lessons)
    assert group.members == (0, 1, 2)
    assert group.activity.said == "have my piano lesson"
    assert weekdays_of(lessons, 20) == {5}
    # To play it is something else, and of two one cannot tell which was meant.
    assert len(grouped([*lessons, told(20, "Played the piano for an hour")])) == 2
    assert (
        len(grouped([*lessons, told(20, "Had my piano class today")])) == 1
    )  # another word for it
    two = [
        told(1, "had my ballet class"),
        told(2, "ballet rehearsal again"),
        told(3, "Back from ballet"),
    ]
    assert len(grouped(two)) == 3


def test_what_somebody_did_along_with_the_user_counts_and_alone_does_not() -> None:
    along = [
        told(1, "今天许曼跟我一起去健身了，她比我还菜", subject="许曼"),
        told(3, "Sam came to the gym with me", subject="Sam"),
    ]
    assert grouped(along)[0].members == (0, 1)
    assert (
        grouped([told(1, "去健身了", subject="许曼"), told(3, "went to the gym", subject="Sam")])
        == []
    )


@pytest.mark.parametrize(
    "kind", [MemoryKind.EVENT, MemoryKind.PREFERENCE, MemoryKind.FACT, MemoryKind.HABIT]
)
def test_visits_count_whatever_kind_they_were_kept_as(kind: MemoryKind) -> None:
    texts = ["晚上照例去游泳，游得特别轻松", "下班去游了个泳", "游泳回来了"] * 2
    statements = [told(day, text, kind=kind) for day, text in zip(OF_TWO_DAYS, texts, strict=True)]
    assert weekdays_of(statements, 18) == {1, 3}


def test_swimming_with_a_club_a_class_and_alone_stay_apart() -> None:
    swims = [
        told(1, "Back from the pool"),
        told(3, "I went to my swimming class"),
        told(5, "I went to a swim meet"),
    ]
    assert len(grouped(swims, np.ones((3, 3)))) == 3


def test_a_visit_that_was_pinned_later_was_made_when_it_was_told() -> None:
    texts = ["健身完啦", "Made myself go to the gym"] * 3
    statements = [
        told(day, text, update_time=evening(17), event_time=None)
        for day, text in zip(OF_TWO_DAYS, texts, strict=True)
    ]
    assert weekdays_of(statements, 18) == {1, 3}
