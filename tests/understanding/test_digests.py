"""Digests of what a user said: in their words, within bounds, without what is to be left out."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from myosotis_server.memory.values import Emotion, Role, Turn
from myosotis_server.understanding.digests import (
    SHORT_TERM_BYTES,
    Digest,
    digest_of,
    session_topic,
)
from myosotis_server.understanding.retold import (
    ASKED,
    INTENTS,
    REQUESTED,
    TOLD,
    VENTED,
    sentences_of,
)
from myosotis_server.understanding.spoken_sentences import MOST_BYTES, cut_short

MAY = 1_747_000_000_000_000
"""In May 2025."""


def said(*texts: str, emotion: Emotion = Emotion.NEUTRAL, intensity: float = 0.0) -> list[Turn]:
    return [
        Turn(f"t{place}", Role.USER, text, MAY, emotion=emotion, emotion_intensity=intensity)
        for place, text in enumerate(texts)
    ]


def retold(*texts: str) -> list[str]:
    return [each.text for each in sentences_of(said(*texts))]


def digest(turns: Sequence[Turn], most_bytes: int = SHORT_TERM_BYTES) -> Digest:
    """By weight alone, as if no sentence were nearer to the others."""
    sentences = sentences_of(turns)
    order = sorted(range(len(sentences)), key=lambda place: -sentences[place].weight)
    return digest_of(sentences, order, most_bytes)


INTERVIEW_ZH = said(
    "你好呀",
    "最近在准备跳槽，下周一要去字节跳动面试，有点紧张",
    "嗯嗯",
    "面试官一般会问什么问题啊？",
    "哦对了，我女朋友小雨也说我应该换个环境",
    "好的谢谢",
)
INTERVIEW_EN = said(
    "hey there",
    "so I've got an interview at Stripe next Monday and I'm pretty nervous",
    "haha yeah",
    "What do they usually ask?  What do they ask in interviews?",
    "Oh, by the way, my girlfriend Emma thinks I should go for it",
    "ok thanks",
)


def test_a_digest_says_what_was_told_and_asked_in_order() -> None:
    assert digest(INTERVIEW_ZH).content == (
        "最近在准备跳槽，下周一要去字节跳动面试，有点紧张。面试官一般会问什么问题啊？"
        "我女朋友小雨也说我应该换个环境。"
    )
    assert digest(INTERVIEW_EN).content == (
        "I've got an interview at Stripe next Monday and I'm pretty nervous. "
        "What do they ask in interviews? My girlfriend Emma thinks I should go for it."
    )


def test_a_digest_knows_of_whom_and_from_where_it_is() -> None:
    assert digest(INTERVIEW_ZH).entities == ("小雨",)
    assert digest(INTERVIEW_EN).entities == ("Stripe", "Emma")
    assert digest(INTERVIEW_ZH).used == ("t1", "t3", "t4")


@pytest.mark.parametrize(
    "text", ["嗯", "好的", "哈哈哈", "在吗", "ok thanks", "lol", "Good morning!", "😊"]
)
def test_greetings_and_fillers_are_left_out(text: str) -> None:
    assert retold(text) == []
    assert digest(said(text)) == Digest()


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("谢谢你的建议，我会考虑的。", []),
        ("非常感谢你的推荐！我会去试试。", []),
        ("很高兴认识你。我叫李雪。", ["我叫李雪。"]),
        ("这个主意不错", []),
        ("我会做红烧鱼", ["我会做红烧鱼。"]),
        ("我会去北京出差", ["我会去北京出差。"]),
        ("Thanks for your advice, I'll think about it.", []),
        ("Nice to meet you. My name is Lucy.", ["My name is Lucy."]),
        ("That sounds like a great idea!", []),
        ("感谢我妈一直支持我", ["感谢我妈一直支持我。"]),
        ("the food in York is good", ["the food in York is good."]),
        ("Thanks to my sister I got the job", ["Thanks to my sister I got the job."]),
        ("I'll try skiing this winter", ["I'll try skiing this winter."]),
        ("That's the flat I want to rent", ["That's the flat I want to rent."]),
    ],
)
def test_courtesies_are_no_news(text: str, left: list[str]) -> None:
    assert retold(text) == left


def test_only_the_user_is_retold() -> None:
    turns = [
        Turn("a", Role.ASSISTANT, "你应该多喝水，我推荐绿茶。", MAY),
        Turn("s", Role.SYSTEM, "The user lives in Paris.", MAY),
        Turn("u", Role.USER, "我家在成都，最近老是失眠。", MAY),
    ]
    assert digest(turns).content == "我家在成都，最近老是失眠。"


@pytest.mark.parametrize(
    ("texts", "left"),
    [
        (["我在看心理医生，别记这个。", "我妈下个月过生日"], ["我妈下个月过生日。"]),
        (["我在看心理医生", "别记我刚才说的", "我妈下个月过生日"], ["我妈下个月过生日。"]),
        (["我在看心理医生，别记这个。", "有什么推荐的心理医生吗？"], []),
        (["我在看心理医生。别记这个。有好的心理医生推荐吗？"], []),
        (["有什么推荐的心理医生吗？", "我在看心理医生，别记这个。"], []),
        (["我和前男友阿哲又联系了，别记这个", "阿哲现在怎么样？", "我在学吉他"], ["我在学吉他。"]),
        (["我和前男友阿哲又联系了", "别记这个", "阿哲会回我吗？", "我在学吉他"], ["我在学吉他。"]),
        (["周明喜欢什么礼物？", "我在和周明约会，这个别记", "我爸今年六十"], ["我爸今年六十。"]),
        (
            ["I'm seeing Marcus, don't remember this", "Will Marcus call?", "I work at a bakery"],
            ["I work at a bakery."],
        ),
        (
            ["I kissed Priya", "please don't save that", "What to buy Priya?", "Prices rose"],
            ["Prices rose."],
        ),
        (
            ["I'm seeing a therapist. Don't remember that.", "Mum turns 60 in May"],
            ["Mum turns 60 in May."],
        ),
        (["I'm seeing a therapist", "Don't save what I just said.", "Is my therapist good?"], []),
        (["I'm seeing a therapist. Don't remember that.", "Do you know a good therapist?"], []),
    ],
)
def test_what_is_kept_out_is_nowhere(texts: list[str], left: list[str]) -> None:
    assert retold(*texts) == left


@pytest.mark.parametrize(
    ("texts", "left"),
    [
        (["小王昨天跟我吵架了", "忘掉小王的事吧", "周末打算回苏州"], ["周末打算回苏州。"]),
        (
            ["Sarah and I had a fight", "Please forget about Sarah.", "I'm off to York"],
            ["I'm off to York."],
        ),
        (["我昨天去面试了，忘掉小王的事"], ["我昨天去面试了。"]),
    ],
)
def test_what_is_to_be_forgotten_goes_and_so_does_the_request(
    texts: list[str], left: list[str]
) -> None:
    assert retold(*texts) == left


def test_a_command_to_remember_is_no_part_of_what_is_remembered() -> None:
    assert retold("记住，豆豆对鸡肉过敏") == ["豆豆对鸡肉过敏。"]
    assert retold("Remember that Biscuit is allergic to chicken.") == [
        "Biscuit is allergic to chicken."
    ]
    kept, other = sentences_of(said("记住，我喜欢喝绿茶", "我喜欢喝绿茶"))
    assert kept.weight > other.weight
    (pinned,) = sentences_of(said("我喜欢喝绿茶", "记住这个"))
    assert pinned.weight == kept.weight


def test_jests_and_handed_over_texts_are_no_news() -> None:
    assert retold("我中了五百万，哈哈骗你的") == []
    assert retold("Translate this into French: I moved to Paris last year.") == [
        "Translate this into French."
    ]
    assert retold("帮我润色一下这段话：我是护士，在巴黎工作。") == ["帮我润色一下这段话。"]


def test_what_the_filter_rejects_is_not_retold() -> None:
    assert retold("我的密码是[密码]，别告诉别人", "我家在成都") == ["我家在成都。"]
    assert retold("我的电话是[手机号]，有事打给我") != []


def test_sentences_stand_as_they_were_said() -> None:
    assert retold("但是我不想去上班！真的好累啊～") == ["我不想去上班！", "真的好累啊～"]
    assert retold("I wanted to go, but there was no money... What now? Should I quit my job?") == [
        "I wanted to go, but there was no money...",
        "Should I quit my job?",
    ]
    assert retold("我下個月要搬去台北，還沒找到房子") == ["我下個月要搬去台北，還沒找到房子。"]
    assert retold("昨晚 debug 到两点") == ["昨晚 debug 到两点。"]


def test_a_long_sentence_becomes_several() -> None:
    long = (
        "我今年32岁，"
        + "在上海的一家外企做财务工作，每天都要加班到很晚才能回家，" * 6
        + "婆婆一直在催我们"
    )
    texts = retold(long)
    assert len(texts) > 1
    assert all(len(text.encode()) <= MOST_BYTES + 3 for text in texts)
    assert "婆婆" in texts[-1]


def test_nothing_is_said_twice() -> None:
    turns = said(
        "我下周一去腾讯面试", "我下周一去腾讯面试。", "下周一我去腾讯面试", "我下周二去腾讯面试"
    )
    assert digest(turns).content == "我下周一去腾讯面试。我下周二去腾讯面试。"
    english = said(
        "My flat is on 5th Street", "my flat is on 5th Street!", "My flat is on 6th Street"
    )
    assert digest(english).content == "My flat is on 5th Street. My flat is on 6th Street."


@pytest.mark.parametrize(
    ("turns", "intent"),
    [
        (said("我搬到成都了", "我养了一只猫"), TOLD),
        (said("怎么学好英语？", "背单词有用吗？", "我在考研"), ASKED),
        (said("帮我写一首关于猫的诗", "再帮我写一篇周报"), REQUESTED),
        (said("Can you write me a poem about cats?", "Write one about dogs too"), REQUESTED),
        (said("How do I learn French?", "I'm moving to Lyon. Is it expensive?"), ASKED),
        (said("今天又被老板骂了", emotion=Emotion.ANGRY, intensity=0.8), VENTED),
        (said("My boss yelled at me again", emotion=Emotion.ANGRY, intensity=0.8), VENTED),
    ],
)
def test_what_the_user_mostly_did(turns: list[Turn], intent: str) -> None:
    assert digest(turns).intent == intent


def test_the_mood_is_that_felt_most() -> None:
    turns = [
        *said("我被裁员了", emotion=Emotion.SAD, intensity=0.7),
        Turn("a", Role.USER, "房贷还没还完", MAY, emotion=Emotion.SAD, emotion_intensity=0.5),
        Turn("b", Role.USER, "不过猫很可爱", MAY, emotion=Emotion.HAPPY, emotion_intensity=0.8),
    ]
    assert (digest(turns).emotion, digest(turns).intensity) == (Emotion.SAD, 0.7)
    assert digest(said("我搬到成都了")).emotion is Emotion.NEUTRAL


def test_what_is_told_of_oneself_weighs_more_than_small_talk() -> None:
    work, idle = sentences_of(said("我在一家医院做护士", "地铁今天人挺多的"))
    assert work.weight > idle.weight
    home, weather = sentences_of(said("I'm a nurse at a hospital in Leeds", "The train was full"))
    assert home.weight > weather.weight


@pytest.mark.parametrize("most_bytes", [40, 90, 150, 400])
def test_a_digest_keeps_within_its_bytes_and_ends_with_a_sentence(most_bytes: int) -> None:
    for turns in (INTERVIEW_ZH, INTERVIEW_EN):
        content = digest(turns, most_bytes).content
        assert 0 < len(content.encode()) <= most_bytes
        assert content[-1] in "。？.?…"


@given(st.text(max_size=200), st.integers(0, 120))
def test_cutting_short_never_cuts_a_character(text: str, most_bytes: int) -> None:
    cut = cut_short(text, most_bytes)
    assert len(cut.encode()) <= most_bytes
    assert text.startswith(cut.removesuffix("…")) or cut == text


PIECES = st.lists(
    st.sampled_from(
        ["我叫小雨", "别记这个", "忘掉小王的事", "记住", "你好吗？",
         "I moved to York", "don't save that", "，", "。", "\n", " ", "…", "“", "”", "- ",
         "帮我翻译：", "哈哈开玩笑的", "😊", "\x00", "[密码]"]
    ),
    max_size=12,
).map("".join)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES | st.text(max_size=60), max_size=5), st.integers(20, 500))
def test_any_turns_have_a_digest_within_bounds(texts: list[str], most_bytes: int) -> None:
    turns = said(*texts)
    sentences = sentences_of(turns)
    assert all(0.0 < each.weight <= 1.0 and each.intent in INTENTS for each in sentences)
    made = digest_of(sentences, range(len(sentences)), most_bytes)
    assert len(made.content.encode()) <= most_bytes
    assert set(made.used) <= {turn.turn_id for turn in turns}
    assert "[密码]" not in made.content


def test_the_topic_of_a_session() -> None:
    assert "面试" in session_topic(sentences_of(INTERVIEW_ZH), "zh").split("、")
    assert "interview" in session_topic(sentences_of(INTERVIEW_EN), "en").split(", ")
    assert session_topic([], "en") == ""
