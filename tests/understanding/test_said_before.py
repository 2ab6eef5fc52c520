"""What the user says to have told wrongly, and texts handed over that nobody tells."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myosotis_server.understanding.speech_acts import Act
from myosotis_server.understanding.turn_reading import Clause, read_turn
from running.effort import AT_ONCE, cpu_seconds
from running.hostile import PIECES, endless


def first(turn: str) -> Clause:
    return read_turn(turn).clauses[0]


@pytest.mark.parametrize(
    ("turn", "text", "new", "old"),
    [
        ("我之前说年糕三岁，说错了，他四岁了", "年糕四岁", "", ""),
        ("我之前说年糕三岁，其实是四岁", "年糕四岁", "", ""),
        ("我刚才说周五开会，记错了，是周四", "周四开会", "", ""),
        ("我上次说我住在杭州，说错了，是苏州", "我住在苏州", "苏州", "杭州"),
        ("我說過我住台中，其實是台南", "我住台南", "台南", "台中"),
        ("之前跟你说我女儿五岁，不对，六岁了", "我女儿六岁", "6", "5"),
        ("我说过我在腾讯上班，其实是字节", "我在字节上班", "字节", "腾讯"),
        ("I told you my bench was 225, it was 215", "My bench was 215", "", ""),
        ("I told you it was on Friday, but it's on Saturday", "It was on Saturday", "", ""),
        ("I said my cat is three, he's actually four", "My cat is four", "4", "3"),
        ("I told you I live in Leeds, it's actually York", "I live in York", "York", "Leeds"),
        ("I said I work at Google, I meant Meta", "I work at Meta", "Meta", "Google"),
        ("Earlier I said my son is five, that was wrong, he's six", "My son is six", "6", "5"),
        ("I told you Rex is four, sorry, he's five", "Rex is five", "5", "4"),
    ],
)  # fmt: skip
def test_it_is_told_as_it_is_and_corrects_what_was_wrong(
    turn: str, text: str, new: str, old: str
) -> None:
    clause = first(turn)
    reading = clause.readings[0]
    assert clause.text == text
    assert reading.corrects
    assert (reading.attribute.value if reading.attribute else "") == new
    assert [each.value for each in reading.ends] == ([old] if old else [])


@pytest.mark.parametrize(
    "turn",
    [
        "我跟老板说我要离职，他很生气",
        "我之前说过我喜欢猫",
        "我妈之前说她三岁会走路，其实是两岁",
        "I told my boss I was leaving, he was shocked",
        "I said I was tired, it was late",
        "I said I'd be there at 5, but it's raining",
        "I told you I paid 40 for it, it was fun",
    ],
)
def test_what_was_only_told_before_corrects_nothing(turn: str) -> None:
    clauses = read_turn(turn).clauses
    assert not any(each.corrects for clause in clauses for each in clause.readings)


@pytest.mark.parametrize(
    "turn",
    [
        "帮我翻译成英文：我去年搬到了巴黎",
        "帮我润色一下这句话：我在腾讯工作了三年。我很喜欢那里。",
        "把这句翻译成英文：我女儿今年五岁了",
        "请帮我校对：我叫王芳，今年30岁",
        "帮我改一下简历：我在华为做了五年测试",
        "帮我润色：我今年30岁，我叫王芳",
        "帮我翻译这句话：\n我去年搬到了巴黎\n我喜欢这里",
        "麻烦检查一下语法：I has moved to Paris. I works at Google.",
        "Can you check this: I moved to Paris last year. I work at Google.",
        "Proofread this: my name is Bob, call me Bobby",
        "Please proofread the following:\n\nI moved to Paris last year.\nI love it.",
        "Translate into Chinese: my cat is called Rice",
    ],
)
def test_a_text_handed_over_tells_nothing(turn: str) -> None:
    clauses = read_turn(turn).clauses
    assert {clause.act for clause in clauses} == {Act.REQUEST}
    assert not any(clause.readings for clause in clauses)


@pytest.mark.parametrize(
    ("turn", "told"),
    [
        ("帮我记一下：我对花生过敏", "我对花生过敏"),
        ("告诉你一个好消息：我被录取了", "告诉你一个好消息：我被录取了"),
        ("帮我推荐几本书：\n我喜欢科幻", "我喜欢科幻"),
        ("Remember this: I'm allergic to nuts", "I'm allergic to nuts"),
    ],
)
def test_a_colon_alone_hands_over_nothing(turn: str, told: str) -> None:
    assert told in [clause.text for clause in read_turn(turn).clauses if clause.tells]


@pytest.mark.parametrize(
    "piece", [*PIECES, "我之前说", "I told you ", "I said it, it was ", "翻译："]
)
def test_hostile_turns_are_put_right_in_time(piece: str) -> None:
    text = endless(piece)
    assert cpu_seconds(lambda: read_turn(text)) < AT_ONCE


@given(st.text("我之前说三四岁，其实是错了 I told you it was 5,", max_size=60))
def test_any_turn_is_read(text: str) -> None:
    assert all(clause.text for clause in read_turn(text).clauses)
