"""Texts in general words alone: what they say stays, of whom they say it does not."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myosotis_server.understanding.generalise import generalised, topics_of

SAME = [
    "我每天早上喝咖啡，不喜欢喝茶",
    "我老婆是护士，最近压力很大",
    "I drink coffee every morning and hate tea",
    "My mother is a nurse",
]
CUT = {
    "我哥哥阿强在工厂上班，喜欢喝咖啡": "我哥哥[人名]在…上班，喜欢喝咖啡",
    "My sister Eleanor Vance lives in Bristol": "My sister [name] lives in [name]",
    "I used to work at Acme and quit last month": "I used to work at [name] and quit last month",
    "my dog is called Biscuit and I love him": "my dog is called [name] and I love him",
}
TELLING = {
    "我叫欧阳梓涵，最近压力很大，每天都睡不好": ("欧阳", "梓涵"),
    "我女儿张芃芃今年七岁，在静安寺附近学画画": ("张", "芃", "静安", "七"),
    "我家的猫叫年糕，我每天都给它做饭吃": ("年糕",),
    "我和wembley每天早上喝咖啡": ("wembley",),
    "我2024年5月3号和王伟去看电影了，花了3500块": ("3号", "王伟", "3500"),
    "我的手机是13800138000，每天早上给我打电话": ("138",),
    "我住在杭州市西湖区文三路478号，每天都很开心": ("西湖", "文三", "478", "杭州"),
    "我的邮箱是wang@example.com，每天早上都看": ("wang", "example"),
    "I live at 12 Acacia Avenue and I love my garden": ("12", "acacia"),
    "Tamsyn and I met on 14 February at work": ("tamsyn", "14"),
    "i love eating hotpot with quillermo every week": ("quillermo",),
    "Call me at +44 7700 900123 every morning please": ("7700", "900123"),
    "my boss is rose and she hates Rose Tyler and coffee": ("tyler",),
}


@pytest.mark.parametrize("text", SAME)
def test_what_tells_of_nobody_stays(text: str) -> None:
    assert generalised(text) == text


@pytest.mark.parametrize("text", CUT)
def test_names_give_way_to_what_they_are(text: str) -> None:
    assert generalised(text) == CUT[text]


@pytest.mark.parametrize("text", TELLING)
def test_nothing_that_tells_of_somebody_stays(text: str) -> None:
    left = generalised(text).lower()
    for secret in TELLING[text]:
        assert secret not in left


def test_known_names_go_however_they_are_written() -> None:
    assert generalised("我和咖啡每天早上喝茶", {"咖啡"}) == "我和[名称]每天早上喝茶"
    assert "coffee" not in generalised("I and COFFEE drink tea every day", {"Coffee"}).lower()


@pytest.mark.parametrize(
    "text",
    ["王伟 李娜 张敏 刘洋", "Eleanor Vance, Thaddeus Brockwell", "", "abc_123", "喝" * 1_001],
)
def test_where_little_would_be_left_nothing_is(text: str) -> None:
    assert generalised(text) == ""


def test_of_dates_year_and_month_stay() -> None:
    assert generalised("我2024年5月3号去看电影了") == "我2024年5月[数]…去看电影了"
    assert generalised("I started my job on May 3, 2019") == "I started my … on May [number], 2019"


WORDS = st.text(alphabet="bcdfghjklmnpqrstvwxz", min_size=5, max_size=9)
"""Words of no language: what a name that no list has looks like."""


@given(WORDS, st.sampled_from(["I met {} at work", "我和{}每天早上喝咖啡", "{} loves my cat"]))
def test_no_unknown_word_stays(word: str, frame: str) -> None:
    for written in (word, word.title(), word.upper()):
        assert written not in generalised(frame.format(written))


@given(st.text(max_size=200))
def test_no_digits_stay_but_years_and_months(text: str) -> None:
    assert not re.search(r"\d{5}", generalised(text))


def test_topics_are_kinds_and_no_names() -> None:
    assert topics_of("我每天喝拿铁，周末去游泳") == ["drink", "sport"]
    assert topics_of("I work for Google in London and drink tea") == ["drink"]
