"""The privacy filter: what it hides wherever it stands, and what it leaves alone.

`⟦…⟧` marks what must be gone. All numbers are made up; where the text says what a number is, its
check digits may be wrong.
"""

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stdnum import luhn
from stdnum.cn import ric
from stdnum.iso7064 import mod_97_10

from myosotis_server.understanding.privacy import (
    DEFAULT_POLICY,
    PrivacyAction,
    PrivacyPolicy,
    PrivateClass,
    filtered,
    find_private,
    masked_classes,
)
from running.effort import AT_ONCE, cpu_seconds
from running.hostile import PIECES, endless

_LINES = (Path(__file__).parent / "private_texts.tsv").read_text("utf-8").splitlines()
"""Each line is a class, or `-` for none, and a text."""
_SPLIT = [tuple(line.split("\t", 1)) for line in _LINES]
ORDINARY = [text for named, text in _SPLIT if named == "-"]
_CASES = [(PrivateClass(named), text) for named, text in _SPLIT if named != "-"]


def _unmarked(marked: str) -> tuple[str, list[tuple[int, int]]]:
    spans, text = [], ""
    for piece in re.split("(⟦.*?⟧)", marked):
        if piece.startswith("⟦"):
            spans.append((len(text), len(text) + len(piece) - 2))
            piece = piece[1:-1]
        text += piece
    return text, spans


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("passwd for the shed - Br1ck_Wren", "passwd for the shed - [credential]"),
        ("仓库密码 - Br1ck_Wren", "仓库密码 - [密码]"),
        ("My password - I forgot it", "My password - I forgot it"),
        ("密码 - 我又忘了", "密码 - 我又忘了"),
    ],
)
def test_a_dash_tells_a_secret_as_a_colon_does(text: str, masked: str) -> None:
    assert filtered(text).text == masked


@pytest.mark.parametrize(("private_class", "marked"), _CASES)
def test_private_things_are_found_whole(private_class: PrivateClass, marked: str) -> None:
    text, spans = _unmarked(marked)
    found = find_private(text)
    assert [(one.start, one.end) for one in found] == spans
    assert {one.private_class for one in found} == {private_class}


@pytest.mark.parametrize("text", ORDINARY)
def test_what_only_looks_private_is_left_alone(text: str) -> None:
    assert find_private(text) == []
    assert filtered(text).text == text


@pytest.mark.parametrize(("private_class", "marked"), _CASES)
def test_to_filter_twice_changes_nothing(private_class: PrivateClass, marked: str) -> None:
    once = filtered(_unmarked(marked)[0])
    assert once.found == (private_class,)
    twice = filtered(once.text)
    assert (twice.text, twice.found) == (once.text, ())


def test_masks_are_in_the_language_of_the_text() -> None:
    assert filtered("我的手机号是13800138000，随时打").text == "我的手机号是[手机号]，随时打"
    assert filtered("call me at 415-555-0132 please").text == "call me at [phone number] please"


def test_several_things_in_one_text_are_each_found_once() -> None:
    text = "手机13800138000，备用13900139000，邮箱a.b@example.com，住在北京市朝阳区建国路88号"
    result = filtered(text)
    assert result.text == "手机[手机号]，备用[手机号]，邮箱[邮箱]，住在[住址]"
    assert result.found == (PrivateClass.PHONE, PrivateClass.EMAIL, PrivateClass.ADDRESS)
    assert result.rejected == ()


@pytest.mark.parametrize(
    ("text", "rejected"),
    [
        ("我的密码是hunter2", (PrivateClass.CREDENTIAL,)),
        ("卡号4111111111111111", (PrivateClass.BANK_CARD,)),
        ("my IBAN is DE89370400440532013000", ()),
        ("身份证110101199003078515", ()),
    ],
)
def test_by_default_credentials_and_cards_are_refused(
    text: str, rejected: tuple[PrivateClass, ...]
) -> None:
    assert filtered(text, DEFAULT_POLICY).rejected == rejected


def test_masks_tell_what_was_there() -> None:
    text = filtered("手机13800138000，邮箱a.b@example.com").text
    assert masked_classes(text) == {PrivateClass.PHONE, PrivateClass.EMAIL}
    assert masked_classes("我[今天]很开心") == frozenset()


def test_what_is_to_be_kept_is_kept_and_still_reported() -> None:
    policy = PrivacyPolicy({PrivateClass.EMAIL: PrivacyAction.KEEP})
    result = filtered("mail a.b@example.com or call 415-555-0132", policy)
    assert result.text == "mail a.b@example.com or call [phone number]"
    assert result.found == (PrivateClass.EMAIL, PrivateClass.PHONE)


def test_a_class_that_is_refused_may_be_masked_instead() -> None:
    policy = PrivacyPolicy({PrivateClass.CREDENTIAL: PrivacyAction.MASK})
    result = filtered("我的密码是hunter2，别说出去", policy)
    assert (result.text, result.rejected) == ("我的密码是[密码]，别说出去", ())


# -- Made numbers in any text ----------------------------------------------------------------------

_WORDS = st.sampled_from(
    [
        "",
        "好的，",
        "记一下：",
        "昨天我说过，",
        "so, ",
        "well ",
        "please note ",
        "这个 ",
        "嗯。",
        "\n",
    ]
)


@st.composite
def _resident_ids(draw: st.DrawFn) -> str:
    area = draw(st.sampled_from(["110101", "310104", "440305", "510107", "650102"]))
    day = draw(st.dates(min_value=date(1930, 1, 1), max_value=date(2024, 12, 31)))
    body = area + day.strftime("%Y%m%d") + f"{draw(st.integers(0, 999)):03}"
    return body + ric.calc_check_digit(body + "0")


@st.composite
def _cards(draw: st.DrawFn) -> str:
    prefix, size = draw(
        st.sampled_from([("4", 16), ("52", 16), ("6222", 19), ("6217", 16), ("37", 15)])
    )
    rest = size - len(prefix) - 1
    body = prefix + f"{draw(st.integers(0, 10**rest - 1)):0{rest}}"
    return body + luhn.calc_check_digit(body)


@st.composite
def _mobiles(draw: st.DrawFn) -> str:
    return f"1{draw(st.integers(3, 9))}{draw(st.integers(0, 10**9 - 1)):09}"


def _written(digits: str, how: int) -> str:
    if how == 1:
        return " ".join(digits[i : i + 4] for i in range(0, len(digits), 4))
    if how == 2:
        return digits.translate({ord("0") + i: ord("０") + i for i in range(10)})
    if how == 3:
        return "\u200b".join(digits)
    return digits


def _digits_left(text: str) -> Iterator[str]:
    yield from re.findall(r"[0-9０-９]{3,}", text)


@settings(max_examples=200, deadline=None)
@given(_WORDS, _resident_ids(), st.sampled_from([0, 2, 3]), _WORDS)
def test_every_identity_number_is_found(before: str, number: str, how: int, after: str) -> None:
    result = filtered(before + _written(number, how) + after)
    assert result.found == (PrivateClass.IDENTITY_NUMBER,)
    assert not list(_digits_left(result.text))


@settings(max_examples=200, deadline=None)
@given(_WORDS, _cards(), st.integers(0, 3), _WORDS)
def test_every_card_is_found(before: str, number: str, how: int, after: str) -> None:
    result = filtered(before + _written(number, how) + after)
    assert result.found == (PrivateClass.BANK_CARD,)
    assert not list(_digits_left(result.text))


@settings(max_examples=200, deadline=None)
@given(_WORDS, _mobiles(), st.sampled_from([0, 2, 3]), _WORDS)
def test_every_mobile_number_is_found(before: str, number: str, how: int, after: str) -> None:
    result = filtered(before + _written(number, how) + after)
    assert result.found == (PrivateClass.PHONE,)
    assert not list(_digits_left(result.text))


@settings(max_examples=100, deadline=None)
@given(st.sampled_from([("DE", 18), ("GB", 18), ("FR", 23)]), st.data())
def test_every_iban_is_found(country: tuple[str, int], data: st.DataObject) -> None:
    code, size = country
    body = f"{data.draw(st.integers(0, 10**size - 1)):0{size}}"
    if code == "GB":
        body = "WEST" + body[4:]
    check = 98 - mod_97_10.checksum(body + code + "00")
    number = f"{code}{check:02}{body}"
    result = filtered(f"wire it to {number} today")
    assert result.found == (PrivateClass.IBAN,)


@settings(max_examples=200, deadline=None)
@given(_resident_ids(), st.integers(0, 16), st.integers(1, 9))
def test_a_wrong_digit_makes_no_identity_number_unless_it_is_called_one(
    number: str, place: int, by: int
) -> None:
    wrong = number[:place] + str((int(number[place]) + by) % 10) + number[place + 1 :]
    assert PrivateClass.IDENTITY_NUMBER not in filtered(f"编号{wrong}").found
    assert filtered(f"我的身份证号是{wrong}").found == (PrivateClass.IDENTITY_NUMBER,)


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(
        st.integers(0, 999_999).map(str),
        st.integers(10**19, 10**24).map(str),
        st.tuples(*[st.integers(0, 99)] * 4).map(lambda parts: ".".join(map(str, parts))),
        st.dates().map(str),
        st.decimals(0, 10**6, places=2).map(lambda price: f"¥{price}"),
        st.uuids().map(str),
    )
)
def test_other_digits_are_not_altered(written: str) -> None:
    text = f"这个是 {written} 吧"
    assert filtered(text).text == text


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.sampled_from(
                [
                    "密码是",
                    "password: ",
                    "手机号",
                    "13800138000",
                    "a@b.com",
                    "[手机号]",
                    "[密码]",
                    "，",
                    " ",
                    "4111111111111111",
                    "路88号",
                    "住在",
                    "my pin is ",
                    "hunter2",
                    "card ",
                    "is my password",
                ]
            ),
            st.text(max_size=6),
        ),
        max_size=8,
    ).map("".join)
)
def test_filtering_is_idempotent_on_any_text(text: str) -> None:
    once = filtered(text)
    assert filtered(once.text).text == once.text


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_what_is_found_lies_in_the_text_in_order(text: str) -> None:
    end = 0
    for private in find_private(text):
        assert end <= private.start < private.end <= len(text)
        end = private.end


@pytest.mark.parametrize(
    "piece",
    [
        *PIECES,
        *("a@", "密码是", "password is wrong ", "4111 ", "路1号", "http://a:", "1.1", "(1)", "!"),
        *("-----BEGIN PRIVATE KEY-----", "a dot ", "验证码", "1 Main ", "1234567电话", "[密码]"),
        *("\u200b1", "地址是1", "pin 1"),
    ],
)
def test_hostile_texts_take_linear_time(piece: str) -> None:
    # Each number is looked at by many: what is nothing but numbers takes some 0.2 s.
    assert cpu_seconds(lambda: find_private(endless(piece))) < 3 * AT_ONCE
