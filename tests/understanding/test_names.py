"""What could be somebody's name in a query."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.memories import quick
from myosotis_server.memory.identity import normalise
from myosotis_server.understanding.names import MOST, possible_names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("When did Hannah go?", "Hannah"),
        ("when did HANNAH go?", "Hannah"),
        ("Hannah's brother", "Hannah"),
        ("Hannah’s brother", "Hannah"),
        ("What did Mary Jane say", "Mary Jane"),
        ("Is it Mary Jane's?", "Mary Jane"),
        ("O'Brien called", "O'Brien"),
        ("ask Jean-Luc", "Jean-Luc"),
        ("Where is José from?", "José"),
        ("Где живёт Анна?", "Анна"),
        ("王芳住在哪里？", "王芳"),
        ("昨天见到王小明了吗", "王小明"),
        ("欧阳娜娜做什么工作", "欧阳娜娜"),
        ("妈妈的生日", "妈妈"),
        ("跟Anna去了成都", "Anna"),
        ("Ｈａｎｎａｈ說了什麼", "Hannah"),
        ("Anna和李雷", "李雷"),
        ("Anna", "Anna"),
        ("王芳", "王芳"),
    ],
)
def test_a_name_is_among_them(text: str, name: str) -> None:
    assert normalise(name) in possible_names(text)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", []),
        ("？！ 123 _", []),
        ("猫", []),
        ("Tom", ["tom"]),
        ("Tom's", ["tom"]),
        ("is Tom in", ["is", "tom", "in", "is tom", "tom in"]),
        ("我爱猫", ["我爱", "爱猫", "我爱猫"]),
        ("张三，李四", ["张三", "李四"]),
        ("甲乙丙丁", ["甲乙", "乙丙", "丙丁", "甲乙丙", "乙丙丁", "甲乙丙丁"]),
        ("Tom和Tom", ["tom", "tom tom"]),
    ],
)  # fmt: skip
def test_names_are_words_and_pairs_and_two_to_four_characters(text: str, names: list[str]) -> None:
    assert possible_names(text) == names


def test_a_longer_run_is_no_name_and_holds_some() -> None:
    names = possible_names("甲乙丙丁戊")
    assert "甲乙丙丁戊" not in names
    assert len(names) == 4 + 3 + 2


@quick
@given(st.text() | st.text("王芳aB's’-. ,1_Éß\u0301İ", max_size=300))
def test_any_text_has_distinct_names_and_not_too_many(text: str) -> None:
    names = possible_names(text)
    assert len(names) == len(set(names)) <= MOST
    assert all(names)
    assert possible_names(text.upper().lower()) == possible_names(text.lower()) or "İ" in text


@quick
@given(st.text("王芳aB's’-. ,1_Éß", max_size=40))
def test_names_can_be_compared_with_those_of_speakers(text: str) -> None:
    for name in possible_names(text):
        assert normalise(name) == name


@pytest.mark.parametrize("piece", ["王", "a", "a ", "a-", "'s", "王 "])
def test_a_long_query_names_nobody_in_particular(piece: str) -> None:
    assert len(possible_names(piece * 50_000)) <= MOST
