"""Who laughs, hums or stutters at length is read as quickly as anybody."""

import pytest

from myosotis_server.understanding.attributes import readings_of
from myosotis_server.understanding.privacy import PrivateClass, filtered
from myosotis_server.understanding.turn_reading import read_turn
from running.effort import AT_ONCE, ending_within

SIGNS = (
    "哈",
    "嘻",
    "嘿",
    "呵",
    "啊",
    "嗯",
    "呃",
    "哦",
    "唉",
    "呜",
    "刚",
    "周末",
    "哈嘻",
    "哈嘿，",
    "ha",
    "haha",
    "lol ",
    "no ",
)
AROUND = (
    *("{}好", "我{}×", "是{}我", "终于{}拿了", "我喜欢咖啡{}的", "骗你的{}×", "好吧{}1"),
    *("{}é", "just kidding {}1", "I made it up {}é1", "I like tea {}×", "sorry {}correct"),
)


@pytest.mark.parametrize("sign", SIGNS)
def test_repeated_signs_take_no_time(sign: str) -> None:
    with ending_within(3 * AT_ONCE):
        for around in AROUND:
            for count in (20, 40, 400):
                text = around.format(sign * count)
                read_turn(text)
                readings_of(text, "zh")
                readings_of(text, "en")


def test_what_is_laughed_about_is_still_read() -> None:
    said = read_turn("我养了一只猫哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈")
    assert [clause.text for clause in said.clauses] == ["我养了一只猫"]
    said = read_turn("I have a cat, hahahahahahahahahahahahahahahahahahahahahahahahaha")
    assert [clause.text for clause in said.clauses if clause.tells] == ["I have a cat"]


@pytest.mark.parametrize(
    "text",
    [
        "车牌京A" + "12345" * 20 + "as",
        "我的密码" + "刚" * 60 + "改",
        "three weeks ago" + "9" * 60 + "５" + "x" * 3,
        "B1" * 2_000,
        "AB-" + "1 2" * 300 + "zz",
        "A " + "7" * 4_000 + "_",
    ],
)
def test_long_numbers_with_letters_take_no_time(text: str) -> None:
    with ending_within(AT_ONCE):
        filtered(text)


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("看 http://a.cn，6217669489553535", "看 http://a.cn，[银行卡号]"),
        ("see http://a.cn（6217669489553535）", "see http://a.cn（[card number]）"),
        ("http://a.com/item/6217669489553535 nice", "http://a.com/item/6217669489553535 nice"),
        ("我高3m\n4111111111111111", "我高3m\n[银行卡号]"),
        ("flat 3a\n4111111111111111", "flat 3a\n[card number]"),
        ("名单：\n2.110101197901019024", "名单：\n2.[身份证号]"),
        ("the list:\n1.11010519491231002X", "the list:\n1.[identity number]"),
        ("第4.\n110101197901019024", "第4.\n[身份证号]"),
        ("pi is 3.14159265358979323846", "pi is 3.14159265358979323846"),
        ("圆周率是3.141592653589793", "圆周率是3.141592653589793"),
    ],
)
def test_a_number_is_found_behind_an_address_a_line_or_a_list_item(text: str, masked: str) -> None:
    assert filtered(text).text == masked


def test_a_number_of_letters_and_digits_is_still_found() -> None:
    assert filtered("护照号 E12345678").found == (PrivateClass.PASSPORT,)
    assert filtered("my NI number is QQ 12 34 56 C").found == (PrivateClass.IDENTITY_NUMBER,)
