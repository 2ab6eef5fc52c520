"""Whose a name or an age is that stands behind somebody who was brought in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myosotis_server.understanding.attributes import readings_of
from myosotis_server.understanding.brought_in import brought_in, is_bare_age, name_told
from myosotis_server.understanding.turn_reading import read_turn
from running.effort import AT_ONCE, cpu_seconds
from running.hostile import PIECES, endless


def claimed(turn: str) -> list[str]:
    """What `turn` claims: whose it is, the slot and its value."""
    return [
        f"{each.subject}:{each.attribute.key}={each.attribute.value}"
        for clause in read_turn(turn).clauses
        for each in clause.readings
        if each.attribute is not None
    ]


@pytest.mark.parametrize(
    ("turn", "claims"),
    [
        ("我养了一只橘猫，叫米粒，三岁了", [":pet=米粒", "米粒:age=3"]),
        ("我养了一只橘猫。叫米粒。三岁了。", [":pet=橘猫", ":pet=米粒", "米粒:age=3"]),
        ("我養了一隻橘貓，叫米粒，三歲了", [":pet=米粒", "米粒:age=3"]),
        ("我养了一只橘猫，特别粘人，叫米粒", [":pet=米粒"]),
        ("我收养了一只流浪狗，取名叫豆豆，一岁半", [":pet=豆豆", "豆豆:age=1.5"]),
        ("我有只狗，八岁了", [":pet=狗", "狗:age=8"]),
        ("思思养了一只布偶猫，叫Lucky", []),
        ("思思养了一只布偶猫，三岁了", []),
        ("我妈养了一只猫，叫咪咪，五岁", ["妈妈:pet=咪咪", "咪咪:age=5"]),
        ("我朋友生了个儿子，叫乐乐，两岁", ["朋友:child=乐乐", "乐乐:age=2"]),
        ("公司来了个新同事，叫Tom，二十五岁", ["Tom:age=25"]),
        ("我们部门来了一个实习生，才二十岁", []),
        ("我有个表弟，叫小杰，今年高三", ["小杰:grade=高三"]),
        ("我交了个男朋友，叫张三，二十八岁", [":partner=张三", "张三:age=28"]),
        ("楼下开了家咖啡店，叫MANNER", []),
        ("我学了一道菜，叫鱼香肉丝", []),
        ("I got a kitten, called Rice, three months old", [":pet=Rice"]),
        ("We adopted a beagle, named Max. He's two years old", [":pet=Max", "beagle:age=2"]),
    ],
)
def test_a_name_and_an_age_are_of_the_one_brought_in(turn: str, claims: list[str]) -> None:
    assert claimed(turn) == claims


@pytest.mark.parametrize(
    ("turn", "claims"),
    [
        ("我是一名护士，叫李雷，28岁", [":occupation=护士", ":name=李雷", ":age=28"]),
        ("我今年三十，叫王芳", [":age=30", ":name=王芳"]),
        ("我换了个名字，叫王小明", [":name=王小明"]),
        ("我在一家互联网公司上班，今年28岁", [":employer=互联网公司", ":age=28"]),
        ("我叫李雷，养了一只猫，28岁", [":name=李雷", ":pet=猫", ":age=28"]),
        ("我喜欢猫，三十岁了", [":likes=猫", ":age=30"]),
        ("I'm a nurse, called Anna, 28 years old", [":occupation=nurse", ":age=28"]),
    ],
)
def test_a_teller_goes_on_about_themselves(turn: str, claims: list[str]) -> None:
    assert claimed(turn) == claims


@pytest.mark.parametrize("text", ["我养了一只橘猫，叫米粒，三岁了", "我有个女儿，叫小满，三岁了"])
def test_a_whole_statement_says_no_age_of_the_user(text: str) -> None:
    keys = {
        each.attribute.key
        for each in readings_of(text, "zh")
        if each.attribute is not None and not each.subject
    }
    assert keys & {"age", "name"} == set()


@pytest.mark.parametrize(
    ("turn", "claims"),
    [
        ("我儿子小宝今年五岁", [":child=小宝", "小宝:age=5"]),
        ("我女儿大宝上小学了", [":child=大宝"]),
        ("我闺女二宝喜欢画画", [":child=二宝", "二宝:hobby=画画"]),
        ("我家小宝今年五岁", ["小宝:age=5"]),
    ],
)
def test_what_children_are_called_by_their_rank_is_a_name(turn: str, claims: list[str]) -> None:
    assert claimed(turn) == claims


@pytest.mark.parametrize(
    ("turn", "claims"),
    [
        ("I met my friend Nana today. Nana loves jazz", ["Nana:likes=jazz"]),
        ("Had a row with my mate Pop. Pop is a plumber", ["Pop:occupation=plumber"]),
        ("Nana loves jazz", ["grandmother:likes=jazz"]),
    ],
)
def test_a_friend_may_be_called_as_kin_are(turn: str, claims: list[str]) -> None:
    assert claimed(turn) == claims


@pytest.mark.parametrize("piece", [*PIECES, "养了只", "叫", "，叫a", "三岁"])
def test_hostile_texts_bring_in_nobody_in_time(piece: str) -> None:
    text = endless(piece)
    assert cpu_seconds(lambda: (brought_in(text), name_told(text), is_bare_age(text))) < AT_ONCE


@given(st.text("养了一只猫叫米粒三岁，。我是a", max_size=40))
def test_any_text_may_bring_in_somebody(text: str) -> None:
    assert isinstance(brought_in(text), str)
    assert all(each.attribute is None or each.attribute.value for each in readings_of(text, "zh"))
