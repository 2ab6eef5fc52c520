"""Which of the things told are kept, where the classifier and the words disagree."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from myosotis_server.memory.values import MemoryKind
from myosotis_server.understanding.keeping import is_worth_keeping
from myosotis_server.understanding.news import tells_event, tells_news
from myosotis_server.understanding.telling import kind_of
from myosotis_server.understanding.turn_reading import Clause, read_turn
from running.effort import AT_ONCE, cpu_seconds
from running.hostile import PIECES, endless


def told(turn: str) -> list[Clause]:
    return [clause for clause in read_turn(turn).clauses if clause.tells]


def is_kept(turn: str, probability: float = 0.05) -> bool:
    """Whether any of `turn` is kept that the classifier holds for small talk."""
    return any(is_worth_keeping(each, probability, is_certain=False) for each in told(turn))


@pytest.mark.parametrize(
    "turn",
    [
        "豆豆发烧了",
        "小宝把胳膊摔断了",
        "阿强被裁了",
        "我妈摔倒了",
        "猫生病了",
        "我弟升职了",
        "offer 到手！！！",
        "工资涨了两成",
        "签证下来了",
        "拿到驾照了",
        "跑步回来了",
        "瑜伽课上完了",
        "她叫小满",
        "面试通过了",
        "雅思考过了",
        "科目二过了",
        "终于录取了",
        "我被北大录取了",
        "拿到offer了",
        "面试没过",
        "又被拒了",
        "没考上",
        "试用期转正了",
        "健身房打卡",
        "今天晨跑打卡",
        "My dad fell off a ladder",
        "My gran broke her wrist",
        "Emma has a fever",
        "Grandpa passed away",
        "My brother got laid off",
        "She's in the hospital",
        "Offer's in!",
        "I passed!",
        "Leg day done",
        "I failed my driving test",
        "Got into law school",
        "I got accepted to Stanford",
        "Didn't get the job",
        "The interview went well",
        "My application got rejected",
        "My visa came through",
        "Salary went up ten percent",
        "He's called Rex",
        "Her name's Olga",
    ],
)
def test_news_of_a_life_is_kept_however_short(turn: str) -> None:
    assert is_kept(turn)


@pytest.mark.parametrize(
    "turn",
    [
        "油价又涨了",
        "有人结婚了",
        "大家都毕业了",
        "这片子里主角去世了",
        "他叫我别去",
        "洗完澡了",
        "我刚打了个喷嚏",
        "The Beatles broke up",
        "Prices fell again",
        "He's called me twice",
        "my joke died down there",
        "just saw a squirrel",
    ],
)
def test_what_befell_nobody_of_the_users_life_is_left_to_the_classifier(turn: str) -> None:
    assert not is_kept(turn)
    assert is_kept(turn, probability=0.9)


@pytest.mark.parametrize(
    ("turn", "statement"),
    [
        ("Not really, I had my flute lesson this morning", "I had my flute lesson this morning"),
        ("Not yet, my exam is on Friday", "my exam is on Friday"),
        ("Sort of, we broke up in March", "we broke up in March"),
        ("Of course, my sister lives there", "my sister lives there"),
        ("没有，我今天上午上了钢琴课", "我今天上午上了钢琴课"),
        ("还没，我下周才考试", "我下周才考试"),
    ],
)
def test_an_answer_word_is_no_part_of_what_follows_it(turn: str, statement: str) -> None:
    assert statement in [clause.text for clause in told(turn)]


def kind(text: str, likeliest: MemoryKind) -> MemoryKind:
    kinds = np.full(6, 0.1, np.float32)
    kinds[likeliest - 1] = 0.5
    return kind_of(None, kinds, False, is_event=tells_event(text, ""))


@pytest.mark.parametrize(
    "text",
    [
        "第一天上课！",
        "最后一次练琴",
        "头一回坐飞机",
        "My first day at the bakery",
        "Last night shift done",
    ],
)
def test_a_first_or_last_time_is_an_event_and_no_habit(text: str) -> None:
    assert kind(text, MemoryKind.HABIT) is MemoryKind.EVENT


@pytest.mark.parametrize(
    "text", ["我每天第一节课都犯困", "我天天去跑步", "The last week of every month is busy"]
)
def test_what_comes_again_and_again_stays_a_habit(text: str) -> None:
    assert kind(text, MemoryKind.HABIT) is MemoryKind.HABIT


@pytest.mark.parametrize("piece", [*PIECES, "我妈", "offer", "fell ", "他叫"])
def test_a_hostile_text_is_judged_at_once(piece: str) -> None:
    text = endless(piece)
    assert cpu_seconds(lambda: tells_news(text, "妈妈")) < AT_ONCE


@given(st.text(max_size=60), st.sampled_from(["", "mother", "妈妈"]))
def test_any_text_is_judged(text: str, subject: str) -> None:
    assert tells_news(text, subject) or not tells_news(text, subject)
