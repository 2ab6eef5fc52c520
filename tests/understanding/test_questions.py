"""Whether a query asks or tells, and the questions that it asks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.memories import quick
from myosotis_server.memory.values import RecallMode
from myosotis_server.understanding.questions import MOST, mode_of, questions_of

ASKED = {
    "with its mark": [
        "我住在哪里？",
        "妈妈喜欢茶?",
        "Where do I live?",
        "My cat's name？",
        "猫？",
    ],
    "without its mark": [
        "我住在哪里",
        "我的猫叫什么来着",
        "上周三我说了什么",
        "我有几个孩子",
        "我妈妈多大",
        "我是不是说过不吃辣",
        "我有没有养过狗",
        "你记得我的生日吗",
        "我怎麼去上班",
        "那個電話是138的人是誰",
        "where do I live",
        "What did Anna say about her job",
        "do you know my sister",
        "Have I been to Rome",
        "didn't I tell you my address",
        "and who was the vet",
        "so how old is she",
    ],
    "where an answer is wanted": [
        "告诉我妈妈的生日是哪天",
        "Tell me: what is my cat called?",
        "我想问一下，我的猫叫什么？",
    ],
    "looked up": [
        "成都",
        "妈妈的生日",
        "电话号码",
        "favourite tea",
        "my cat",
        "Anna's birthday",
    ],
    "at the end": [
        "我的猫病了。兽医叫什么？",
        "My cat is ill. Who was the vet?",
        "今天好累。我明天几点上班",
        "我累了\n我住在哪里",
    ],
    "outright, whatever follows": [
        "我想问的是，我的猫叫什么？我今天好累。",
        "What I want to know is: where do I live? I am lost.",
    ],
    "after a correction": [
        "我今天去了公园，等等，我想问的是，我的猫叫什么？",
        "我喜欢喝茶……等等，我想问的是，我住在哪里？",
        "I went out. Wait, I want to ask: where do I live?",
    ],
    "in quotation marks": [
        "“我住在哪里？”",
        "「我住在哪里」",
        "『我住在哪里？』",
        '"Where do I live?"',
        "‘where do I live’",
    ],
    "a line apart": ["Hi!\n\nWhere do I live?", "我累了\n \n\n我住在哪里？\n"],
    "by nobody": ["", " ", "\n", "?", "。", '"', "…"],
    "in a conversation": ["A: I am back.\nB: Good.\nA: I wonder: where do I live?"],
}

TOLD = {
    "a statement": [
        "我今天很累。",
        "我累了",
        "我住在成都",
        "他忘了",
        "I am tired",
        "I moved to Berlin last week.",
        "She gave up coffee!",
        "I know what you mean",
        "提醒一下自己，明天去买牛奶，顺便看看妈妈，别忘了",
    ],
    "in quotation marks": ["“我今天很累。”", '"I am tired."'],
    "after a question": ["Who was the vet? My cat is ill.", "我住在哪里？我迷路了。"],
    "at length": [
        "The quick brown fox jumped over the lazy dog",
        "今天天气不错适合出去散步买菜",
    ],
    "of a first person": ["我累了", "I, again"],
    "by several": [
        "A: hi there\nB: how are you?\nA: fine, thanks",
        "甲：你好\n乙：你吃了吗？\n甲：吃过了",
        "甲：你好\n乙：你好\n甲：你吃了吗？",
    ],
}


def each(queries: dict[str, list[str]]) -> list[object]:
    return [
        pytest.param(query, id=f"{why}: {query!r}")
        for why, known in queries.items()
        for query in known
    ]


@pytest.mark.parametrize("query", each(ASKED))
def test_what_asks_is_explicit(query: str) -> None:
    assert mode_of(query) is RecallMode.EXPLICIT


@pytest.mark.parametrize("query", each(TOLD))
def test_what_tells_is_associative(query: str) -> None:
    assert mode_of(query) is RecallMode.ASSOCIATIVE


@pytest.mark.parametrize("query", [*each(ASKED), *each(TOLD)])
def test_space_around_changes_no_mode(query: str) -> None:
    assert mode_of(f" \n{query}\t\n ") is mode_of(query)


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
        ("我住在哪里\n我的猫叫什么", ["我住在哪里", "我的猫叫什么"]),
        ("我住在哪里？Where did I park?", ["我住在哪里？", "Where did I park?"]),
        (
            "我今天很累。我住在哪里？天气不错。我的猫叫什么？",
            ["我住在哪里？", "我的猫叫什么？"],
        ),
        (
            "I am tired. Where do I live? It rains. Who is Anna?",
            ["Where do I live?", "Who is Anna?"],
        ),
        (
            "Who is Anna? Who is Bob? Who is Carl? Who is Dan?",
            ["Who is Anna?", "Who is Bob?", "Who is Carl?", "Who is Dan?"],
        ),
        ("“我住在哪里？”“我的猫叫什么？”", ["我住在哪里？", "我的猫叫什么？"]),
        ('"Where do I live?" "Who is Anna?"', ["Where do I live?", "Who is Anna?"]),
        ("Where am I. Who is Dr. Smith?", ["Where am I.", "Who is Dr. Smith?"]),
        (
            "我住在哪里？等等，我想问的是，我的猫叫什么？",
            ["我住在哪里？", "等等，我想问的是，我的猫叫什么？"],
        ),
    ],
)
def test_several_questions_are_asked_apart(query: str, questions: list[str]) -> None:
    assert questions_of(query) == questions


@pytest.mark.parametrize(
    "query",
    [
        "",
        "？",
        "我住在成都",
        "嗯。我住哪里",
        "我今天很累。Where did I park?",
        "My cat is ill. Who was the vet?",
        "version 1.2 came out, did it not",
        "Who is Dr. Smith?",
        "What did Mr. Brown tell Mrs. Green about St. Petersburg?",
        "Did J. K. Rowling visit a U.S. State?",
        "Did Mr. smith call me",
        "“我住在哪里？”",
        "今天很累。昨天很累。前天很累。明天也会累。后天还是累。",
        "Who is Anna? Who is Bob? Who is Carl? Who is Dan? Who is Eve?",
        "我住在哪里？嗯？",
    ],
)
def test_what_asks_one_thing_is_asked_whole(query: str) -> None:
    assert questions_of(query) == [query]


PIECES = st.sampled_from(
    [
        *("茶", "a", "B", "。", "？", "?", "!", "\n", " ", '"', "“", "」", "…", "我", "什么", "吗"),
        *("Where ", "is my ", "tell me ", "我想问", "；", "\x00", "\ud800", "😀", "\u2028", "İ"),
    ]
)


@quick
@given(st.text() | st.lists(PIECES, max_size=40).map("".join))
def test_any_text_has_a_mode_and_one_to_four_questions(query: str) -> None:
    assert mode_of(query) in (RecallMode.EXPLICIT, RecallMode.ASSOCIATIVE)
    questions = questions_of(query)
    assert 1 <= len(questions) <= MOST == 4
    assert questions == [query] or all(question in query for question in questions)
    assert questions == [query] or all(question.strip() for question in questions)


@pytest.mark.parametrize("piece", ["我", "?", "？ ", "a ", "who is he? ", "\n", '"', "\n\n ", "。"])
def test_a_long_query_is_done_at_once(piece: str) -> None:
    query = piece * (100_000 // len(piece))
    assert mode_of(query)
    assert questions_of(query)
