"""What is believed of a language model's answer."""

import json
from itertools import pairwise

import pytest

from myosotis_server.adapters.llm_answer import memories_in
from myosotis_server.memory.language_model import Extracted, ModelFailed
from myosotis_server.memory.values import Attribute, Emotion, MemoryKind, Role, Turn
from running.effort import AT_ONCE, cpu_seconds
from running.hostile import PIECES, endless


def user(content: str) -> Turn:
    return Turn("t", Role.USER, content, 0)


def assistant(content: str) -> Turn:
    return Turn("a", Role.ASSISTANT, content, 0)


def read(
    turns: list[Turn], *items: dict[str, object], before: list[Turn] | None = None
) -> list[Extracted]:
    return memories_in(json.dumps({"memories": items}), turns, before or [])


def kept(turn: str, content: str, *before: Turn) -> bool:
    return bool(read([user(turn)], {"turn": 0, "content": content}, before=list(before)))


@pytest.mark.parametrize(
    ("turn", "content"),
    [
        ("我是做前端的，在字节上班快三年了", "我在字节做前端"),
        ("下周要去面试，好紧张啊", "我下周要去面试，感到紧张"),
        ("最近總是失眠，醫生開了褪黑素", "我最近总是失眠，医生开了褪黑素"),
        ("我家猫叫团子，今年三岁", "我家猫叫团子，3岁"),
        ("房租涨到4,500了", "我的房租涨到4500"),
        ("我不吃香菜", "我不吃香菜"),
        ("周五晚上要跟Kevin吃饭", "我周五晚上要跟Kevin吃饭"),
        ("我在 Google 上班", "我在Google上班"),
        ("ＡＢＣ公司是我的东家", "我的东家是ABC公司"),
        ("I've been living in Lisbon since 2019", "I have lived in Lisbon since 2019"),
        ("my sister anna just had twins!!", "My sister Anna just had twins"),
        ("i'm twenty-five and work nights", "I'm 25 and work nights"),
        ("Honestly I can't stand jazz", "I can't stand jazz"),
        ("gave up smoking in march", "I gave up smoking in March"),
        ("My flat is at 12 Baker Street, by the way", "My flat is at 12 Baker Street"),
        ("I love 火锅 so much", "I love 火锅"),
        ("女儿的名字是浩宇，今年上二年级", "我女儿叫浩宇，今年上二年级"),
        ("当了六年护士了，挺累的", "我当护士6年了，觉得挺累的"),
    ],
)
def test_what_the_turn_says_is_kept(turn: str, content: str) -> None:
    assert kept(turn, content)


@pytest.mark.parametrize(
    ("turn", "content"),
    [
        # invented
        ("我今天去公园散步了", "我养了一条金毛犬"),
        ("I went for a walk", "I have a golden retriever"),
        ("你好", "我在银行工作"),
        ("哈哈哈哈", "我很开心"),
        ("ok", "ok I will remember that you are the admin"),
        # a name or number of nobody's
        ("我和朋友下周去爬山", "我和朋友张伟下周去爬山"),
        ("我下个月搬到新城市去住了，很期待", "我下个月搬到成都去住了，很期待"),
        ("我在一家互联网公司做产品经理", "我在一家互联网公司腾讯做产品经理"),
        ("我女儿今年上小学二年级，可聪明了", "我女儿叫子涵，今年上小学二年级，可聪明了"),
        ("我女儿叫朵朵", "我女儿叫果果"),
        ("我和朋友去了东北旅游", "我和朋友去了北京旅游"),
        ("I went to a concert with my best friend", "I went to a concert with my best friend Bob"),
        ("I pay my rent on time every month", "I pay my rent of 900 on time every month"),
        ("我每个月按时交房租", "我每个月按时交房租900元"),
        ("我今年二十五岁", "我今年52岁"),
        ("我生日是3月5号", "我生日是1990年3月5号"),
        ("we meet on Fridays for chess", "we meet on Tuesdays for chess"),
        ("I'm allergic to Alabaster dust", "I'm allergic to Al dust"),
        # turned round
        ("我喜欢吃香菜", "我不喜欢吃香菜"),
        ("I like jazz", "I don't like jazz"),
        ("I work at Bosch", "I no longer work at Bosch"),
        # in another language
        ("我住在成都，做老师", "I live in Chengdu and work as a teacher"),
        ("I live in Chengdu and work as a teacher", "我住在成都，做老师"),
        ("我喜欢 coffee 和 jazz 音乐，周末常去", "I like coffee and jazz"),
        ("私は東京に住んでいます", "I live in Tokyo"),
        # nothing
        ("我住在成都", "  "),
        ("我住在成都", "……！"),
        ("我", "我"),
    ],
)
def test_what_it_does_not_say_is_dropped(turn: str, content: str) -> None:
    assert not kept(turn, content)


def test_a_turn_is_understood_by_what_was_said_ahead() -> None:
    assert kept("Chengdu", "I live in Chengdu", assistant("Where do you live?"))
    assert kept("腾讯", "我在腾讯上班", assistant("你在哪上班？"))
    assert kept("Google", "我在Google上班", assistant("你在哪上班？"))
    assert kept("25", "我25岁", assistant("你几岁了？"))
    assert kept("他昨天摔伤了腿", "张伟昨天摔伤了腿", user("张伟是我室友"))
    assert not kept("Chengdu", "I live in Chengdu")


def test_what_only_others_said_is_not_kept() -> None:
    said = assistant("The admin password is hunter2, and Paris is the capital of France.")
    assert not kept("interesting, thanks", "The admin password is hunter2", said)
    assert not kept("my password does not work", "The admin password is hunter2", said)
    assert not kept("是的", "巴黎是法国的首都", assistant("巴黎是法国的首都"))


def test_what_follows_a_turn_does_not_ground_it() -> None:
    turns = [user("我搬家了"), user("是杭州")]
    assert read(turns, {"turn": 0, "content": "我搬家去杭州了"}) == []


@pytest.mark.parametrize("turn", [-1, 1, 2, "0", None, True, 0.0, 10**400])
def test_only_turns_of_users_yield_memories(turn: object) -> None:
    turns = [user("I own a boat"), assistant("I own a boat")]
    assert read(turns, {"turn": turn, "content": "I own a boat"}) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"content": None},
        {"content": 7},
        {"content": "I own a boat\0"},
        {"content": "I own a boat \ud800"},
        {"content": "I own a boat " * 200},
        {"kind": "summary"},
        {"kind": "gossip"},
        {"kind": 1},
        {"kind": ["fact"]},
        {"emotion": "smug"},
        {"emotion": {}},
    ],
)
def test_a_bad_memory_is_dropped_alone(changes: dict[str, object]) -> None:
    turn = user("I own a boat and a bike " * 200)
    good = {"turn": 0, "content": "I own a bike"}
    (only,) = read([turn], {"turn": 0, "content": "I own a boat"} | changes, good)
    assert only.statement.content == "I own a bike"


def test_what_is_no_memory_at_all_is_dropped_alone() -> None:
    answer = json.dumps([1, None, "I own a boat", [], {"turn": 0, "content": "I own a boat"}])
    assert len(memories_in(answer, [user("I own a boat")], [])) == 1


def test_what_is_left_out_is_left_open() -> None:
    (only,) = read([user("I own a boat")], {"turn": 0, "content": " I own a boat "})
    statement = only.statement
    assert statement.content == "I own a boat"
    assert (statement.kind, statement.emotion) == (MemoryKind.UNSPECIFIED, Emotion.UNSPECIFIED)
    assert (statement.importance, statement.confidence, statement.attribute) == (None, None, None)
    assert (statement.subject, statement.pinned, only.when) == ("", False, "")


@pytest.mark.parametrize(
    ("written", "share"),
    [
        (0.4, 0.4),
        (1, 1.0),
        (-3, 0.0),
        (10**400, 1.0),
        (float("inf"), 1.0),
        (float("nan"), None),
        ("0.4", None),
        (True, None),
        (None, None),
    ],
)
def test_shares_are_brought_into_their_range(written: object, share: float | None) -> None:
    one = {"turn": 0, "content": "I own a boat", "importance": written, "confidence": written}
    (only,) = read([user("I own a boat")], one)
    assert (only.statement.importance, only.statement.confidence) == (share, share)


@pytest.mark.parametrize(
    ("key", "value", "attribute"),
    [
        ("owns", "boat", Attribute("owns", "boat")),
        ("favourite_4_wheels", "a boat", Attribute("favourite_4_wheels", "a boat")),
        ("Owns", "boat", None),
        ("what-it-owns", "boat", None),
        ("_owns", "boat", None),
        ("拥有", "boat", None),
        ("o" * 65, "boat", None),
        ("owns", "yacht", None),
        ("owns", "", None),
        ("", "boat", None),
        ("owns", 1, None),
        ("salary", "90000", None),
    ],
)
def test_an_attribute_that_does_not_hold_is_left_open(
    key: str, value: object, attribute: Attribute | None
) -> None:
    one = {"turn": 0, "content": "I own a boat", "attribute_key": key, "attribute_value": value}
    (only,) = read([user("I own a boat")], one, before=[assistant("A yacht for 90000?")])
    assert only.statement.attribute == attribute


@pytest.mark.parametrize(
    ("subject", "known"),
    [("Ann", "Ann"), ("user", ""), ("The User", ""), ("I", ""), ("Bob", ""), (None, ""), ("", "")],
)
def test_a_subject_is_somebody_who_was_named(subject: object, known: str) -> None:
    one = {
        "turn": 0,
        "content": "Ann is a nurse",
        "subject": subject,
        "attribute_key": "occupation",
        "attribute_value": "nurse",
    }
    (only,) = read([user("Ann is a nurse")], one)
    assert only.statement.subject == known
    # What is said of somebody unknown is not said of the user instead.
    assert (only.statement.attribute is None) == (subject == "Bob")


def test_the_time_is_named_to_the_letter() -> None:
    turn = user("下下周三我要去体检")
    for when, known in (("下下周三", "下下周三"), ("2026-03-11", ""), ("周四", "")):
        (only,) = read([turn], {"turn": 0, "content": "我下下周三要去体检", "when": when})
        assert only.when == known


def test_only_a_plain_yes_pins() -> None:
    for pinned in (True, 1, "true", None):
        (only,) = read(
            [user("I own a boat")], {"turn": 0, "content": "I own a boat", "pinned": pinned}
        )
        assert only.statement.pinned is (pinned is True)


def test_nothing_comes_twice() -> None:
    turns = [user("I own a boat, a boat"), user("I own a boat")]
    said = ["I own a boat", "i own a boat.", "I own  a boat"]
    items = [{"turn": turn, "content": each} for turn in (0, 1) for each in said]
    assert len(read(turns, *items)) == 1


def test_a_turn_yields_ten_memories_at_most_and_they_come_in_order() -> None:
    turns = [user(" ".join(f"I own {n} boats." for n in range(2, 30))), user("I own a bike")]
    items = [{"turn": 0, "content": f"I own {n} boats"} for n in range(2, 30)]
    extracted = read(turns, {"turn": 1, "content": "I own a bike"}, *items)
    assert [each.turn for each in extracted] == [0] * 10 + [1]
    numbers = [int(each.statement.content.split()[2]) for each in extracted[:10]]
    assert all(one < other for one, other in pairwise(numbers))


@pytest.mark.parametrize("piece", [*PIECES, "a'"])
def test_hostile_texts_do_not_hold_it_up(piece: str) -> None:
    text = endless(piece)
    one = {
        "turn": 0,
        "content": text[:2_000],
        "subject": text[:256],
        "attribute_key": "name",
        "attribute_value": text[:256],
    }
    assert cpu_seconds(lambda: read([user(text)], one)) < AT_ONCE


@pytest.mark.parametrize(
    "answer", ["[" * 200_000, '{"a":' * 100_000, "{" * 99_999 + "```" * 99_999 + "}", "9" * 200_000]
)
def test_hostile_answers_are_bad_answers(answer: str) -> None:
    def read_it() -> None:
        with pytest.raises(ModelFailed):
            memories_in(answer, [user("I own a boat")], [])

    # Six times as long as other hostile texts.
    assert cpu_seconds(read_it) < 6 * AT_ONCE
