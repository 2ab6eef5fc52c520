"""Queries taken apart into the questions that they ask."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.memories import quick
from myosotis_server.understanding.questions import MOST, questions_of


@pytest.mark.parametrize(
    ("query", "questions"),
    [
        (
            "我的上司做什么工作？另外，论坛在哪里？",
            ["我的上司做什么工作？", "另外，论坛在哪里？"],
        ),
        (
            "Where do I live? What is my cat called?",
            ["Where do I live?", "What is my cat called?"],
        ),
        ("我今天很累。Where did I park?", ["我今天很累。", "Where did I park?"]),
        ("我住在哪里\n我的猫叫什么", ["我住在哪里", "我的猫叫什么"]),
    ],
)
def test_sentences_are_asked_apart(query: str, questions: list[str]) -> None:
    assert questions_of(query) == questions


@pytest.mark.parametrize(
    "query",
    [
        "我住在成都",
        "嗯。我住哪里",
        "version 1.2 came out, did it not",
        "Did Mr. smith call me",
        "今天很累。昨天很累。前天很累。明天也会累。后天还是累。",
    ],
)
def test_what_asks_one_thing_is_asked_whole(query: str) -> None:
    assert questions_of(query) == [query]


@quick
@given(st.text("茶ab。？! \n", max_size=40))
def test_there_is_always_a_question_and_never_too_many(query: str) -> None:
    assert 1 <= len(questions_of(query)) <= MOST
