"""What is shown of a memory that is somebody's secret: never the secret. All data are made up."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.memories import memory
from myosotis_server.memory.values import Attribute, Memory, Sensitivity
from myosotis_server.understanding.privacy import find_private
from myosotis_server.understanding.redaction import cut_down, redacted, redacted_text
from myosotis_server.understanding.sensitivity import sensitivity_of
from running.effort import AT_ONCE, cpu_seconds
from running.hostile import endless

PERSONAL, SENSITIVE = Sensitivity.PERSONAL, Sensitivity.SENSITIVE
TEXTS = [
    re.sub("[⟦⟧]", "", line.split("\t", 1)[1])
    for line in (Path(__file__).parent / "private_texts.tsv").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("我住在朝阳区望京街道5号", "我住在北京"),
        ("我住在北京市朝阳区望京街道5号楼3单元201", "我住在北京"),
        ("我住在朝阳区望京", "我住在北京"),
        ("我住在朝阳区", "我住在北京"),
        ("我家在杭州市西湖区文三路", "我家在杭州"),
        ("家在上海浦东新区张江路100弄5号", "家在上海"),
        ("我住在锦江区春熙路100号，楼下有家面馆", "我住在成都，楼下有家面馆"),
        ("我妈住在成都武侯区", "我妈住在成都"),
        ("快递寄到广东省深圳市南山区科技园路1号", "快递寄到深圳"),
        ("香港九龙弥敦道100号", "香港"),
        ("我住在南京东路100号", "我住在[住址]"),
        ("我住在望京花园12栋3单元501室", "我住在[住址]"),
        ("I live at 12 Baker Street, London", "I live in London"),
        ("My address is 12 Baker Street, London NW1 6XE", "My address is London"),
        ("I live at 221B Baker Street, London, and I bake", "I live in London, and I bake"),
        ("I moved to 5 Elm Road", "I moved to [address]"),
        ("I live at Apt 4B, 350 Fifth Avenue, New York, NY 10118", "I live in New York"),
        ("My mum lives at 5 Rue de Rivoli, Paris", "My mum lives in Paris"),
    ],
)
def test_of_an_address_the_town_is_shown(text: str, shown: str) -> None:
    assert redacted_text(text, PERSONAL) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("我的手机号是13812345678", "我的手机号是***78"),
        ("他的电话是一三八一二三四五六七八", "他的电话是***七八"),
        ("Call me at +44 20 7946 0958", "Call me at ***58"),
        ("邮箱是zhangsan@example.com", "邮箱是z***@example.com"),
        ("my e-mail is anna.li@example.com", "my e-mail is a***@example.com"),
        ("write to anna.li at example dot com", "write to [e-mail address]"),
    ],
)
def test_of_a_contact_a_little_is_shown(text: str, shown: str) -> None:
    assert redacted_text(text, PERSONAL) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("我的生日是1990年3月7日", "我的生日是1990年"),
        ("我出生于一九九〇年三月七日", "我出生于一九九〇年"),
        ("我生日是3月7日", "我生日是[日期]"),
        ("我的生日是农历三月初七", "我的生日是[日期]"),
        ("My birthday is March 7, 1990", "My birthday is 1990"),
        ("I was born on 7 March 1990", "I was born in 1990"),
        ("My birthday is March 7th", "My birthday is [date]"),
        ("我月薪两万五", "我月薪[金额]"),
        ("我工资一个月8000块", "我工资一个月[金额]"),
        ("My salary is $120,000", "My salary is [amount]"),
        ("I make 80k a year", "I make [amount] a year"),
        ("I earn 20 an hour", "I earn [amount] an hour"),
        ("I make 3 cakes for my birthday on 5 May", "I make 3 cakes for my birthday on [date]"),
    ],
)
def test_of_a_birthday_the_year_and_of_pay_no_amount_is_shown(text: str, shown: str) -> None:
    assert redacted_text(text, PERSONAL) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("身份证号110101199003078515", "身份证号***15"),
        ("护照号E12345678", "护照号***78"),
        ("我有糖尿病", "[敏感信息]"),
        ("我有糖尿病，手机号13812345678", "[敏感信息]"),
        ("I have been diagnosed with asthma", "[sensitive]"),
        ("密码是hunter2abc", "[敏感信息]"),
        ("The wifi password is hunter2abc", "[sensitive]"),
    ],
)
def test_of_what_is_sensitive_only_a_number_s_end_is_shown(text: str, shown: str) -> None:
    assert redacted_text(text, SENSITIVE) == shown


@pytest.mark.parametrize(
    ("text", "shown"), [("我是左撇子", "[个人信息]"), ("I am left-handed", "[personal]")]
)
def test_what_was_called_personal_is_hidden_where_nothing_tells_why(text: str, shown: str) -> None:
    assert redacted_text(text, PERSONAL) == shown


def test_what_the_privacy_filter_masked_stays_masked() -> None:
    for text in ("我住在[住址]", "My number is [phone number]"):
        assert redacted_text(text, PERSONAL) == text


def test_what_is_normal_is_shown_as_it_is() -> None:
    known = memory("我喜欢3月7日的日出", sensitivity=Sensitivity.NORMAL, tags=("海",))
    assert redacted(known) is known
    assert redacted_text(known.content, Sensitivity.NORMAL) == known.content


def _holds(shown: Memory, secret: str) -> bool:
    return secret in repr(shown)


def test_nothing_of_a_memory_tells_what_its_text_no_longer_does() -> None:
    shown = redacted(
        memory(
            "我的手机号是13812345678",
            sensitivity=PERSONAL,
            attribute=Attribute("phone_number", "13812345678", 13812345678.0),
            tags=("电话13812345678", "联系"),
            metadata={"raw": "手机13812345678", "source": "app"},
        )
    )
    assert not _holds(shown, "138123456")
    assert shown.attribute == Attribute("phone_number", "***78")
    assert shown.tags == ("电话***78", "联系")
    assert shown.metadata == {"raw": "手机***78", "source": "app"}


def test_of_a_hidden_memory_not_even_the_tags_are_shown() -> None:
    shown = redacted(
        memory(
            "I have been diagnosed with asthma",
            sensitivity=SENSITIVE,
            attribute=Attribute("illness", "asthma"),
            tags=("asthma",),
            metadata={"topic": "asthma"},
            event_time=1,
        )
    )
    assert shown.content == "[sensitive]"
    assert not _holds(shown, "asthma")
    assert (shown.attribute, shown.tags, shown.metadata, shown.event_time) == (None, (), {}, None)


@pytest.mark.parametrize(
    ("content", "key", "value", "shown"),
    [
        ("我住在朝阳区望京街道5号", "home_address", "朝阳区望京街道5号", "北京"),
        ("I live at 12 Baker Street, London", "home_address", "12 Baker Street", "London"),
        ("I moved to 5 Elm Road", "home_address", "5 Elm Road", "***"),
        ("我的生日是1990年3月7日", "birthday", "1990-03-07", "1990"),
        ("我生日是3月7日", "birthday", "--03-07", "***"),
        ("我月薪两万五", "salary", "25000", "***"),
    ],
)
def test_a_value_tells_no_more_than_the_text(
    content: str, key: str, value: str, shown: str
) -> None:
    known = memory(content, sensitivity=PERSONAL, attribute=Attribute(key, value), event_time=1)
    attribute = redacted(known).attribute
    assert attribute is not None
    assert attribute.value == shown


def test_a_birthday_s_date_goes_with_its_text() -> None:
    known = memory("My birthday is March 7, 1990", sensitivity=PERSONAL, event_time=1)
    assert redacted(known).event_time is None


def test_no_private_thing_is_left_and_twice_is_as_once() -> None:
    for text in TEXTS:
        found = find_private(text)
        shown = cut_down(text)
        assert cut_down(shown) == shown, text
        level = max(sensitivity_of(text, None, [each.private_class for each in found]), PERSONAL)
        seen = redacted_text(text, level)
        assert not [each for each in found if text[each.start : each.end] in seen], text


PHONES = st.from_regex(r"1[3-9][0-9]{9}", fullmatch=True)
LEADS = st.sampled_from(["我的手机号是", "手机：", "My phone number is ", "call ", "他电话"])
AROUND = st.text("我家在上海住的。，is the a1 -", max_size=12)


@given(LEADS, PHONES, AROUND)
def test_a_number_is_never_shown(lead: str, phone: str, around: str) -> None:
    text = f"{around}。{lead}{phone}。{around}"
    shown = redacted_text(text, PERSONAL)
    assert phone not in re.sub(r"\D", "", shown)
    assert phone[:-2] not in shown
    assert cut_down(shown) == shown


@given(st.text(max_size=60))
def test_any_text_can_be_redacted_once_and_for_all(text: str) -> None:
    once = cut_down(text)
    assert cut_down(once) == once
    for level in (PERSONAL, SENSITIVE):
        assert redacted_text(text, level)


@pytest.mark.parametrize(
    "piece", ["1.\n", "朝阳区", "生日3月", "月薪1", "市区", "born 1 May ", "12 Elm St, ", "salary "]
)
def test_a_long_text_takes_no_longer_than_its_length(piece: str) -> None:
    assert cpu_seconds(lambda: cut_down(endless(piece))) < AT_ONCE
