"""GetContext on the wire: what a model should know before it replies, within its budget."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from google.protobuf.duration_pb2 import Duration
from tokenizers import Tokenizer

from myosotis.v1 import conversation_pb2 as talk_pb
from myosotis.v1 import memory_pb2 as pb
from running.server import MODELS
from wire.saying import OFF, append, listed, recall, remember
from wire.talking import (
    ASSISTANT,
    SYSTEM,
    USER,
    ago,
    context,
    end,
    shown,
    turn,
)

TEXT, MESSAGES = talk_pb.CONTEXT_FORMAT_TEXT, talk_pb.CONTEXT_FORMAT_MESSAGES
BUDGETS = (128, 333, 512, 1_024, 32_768)
SECTIONS = {
    "persona",
    "tone",
    "profile",
    "relevant",
    "recent_events",
    "emotion_trend",
    "last_topic",
    "short_term",
    "window",
}
KNOWN = {
    "zh": {
        "home": "我住在成都",
        "friend": "我朋友阿楠在腾讯工作",
        "likes": "我喜欢喝拿铁",
        "event": "我前天去深圳面试了",
        "guidance": "温柔",
        "now": "今天过得怎么样",
    },
    "en": {
        "home": "I live in Lisbon",
        "friend": "My friend Priya works at Siemens",
        "likes": "I like drinking latte",
        "event": "I had a job interview in Porto on Monday",
        "guidance": "gentle",
        "now": "How was my day",
    },
}


@cache
def tokenizer() -> Tokenizer:
    return Tokenizer.from_file(str(MODELS / "multilingual-e5-small" / "tokenizer.json"))


def tokens(text: str) -> int:
    return len(tokenizer().encode(text, add_special_tokens=False).ids)


def known(talk: Any, user: str, language: str) -> None:
    """Two days ago, in a session of its own that is over."""
    words = KNOWN[language]
    told = [words["home"], words["friend"], words["likes"], words["event"]]
    append(
        talk,
        user,
        *(turn(each, say_time=ago(days=2, seconds=-place)) for place, each in enumerate(told)),
        session="earlier",
    )
    end(talk, user, "earlier")


@pytest.mark.parametrize("language", KNOWN)
def test_the_next_reply_knows_what_was_told_days_ago(stub, talk, user: str, language) -> None:
    words = KNOWN[language]
    known(talk, user, language)
    append(talk, user, words["now"])
    answer = context(talk, user, persona="You are Momo. 你是默默。")
    system, *window = answer.messages
    assert system.role == SYSTEM
    assert system.content.startswith("You are Momo. 你是默默。")
    assert [(each.role, each.content) for each in window] == [(USER, words["now"])]
    for key in ("home", "friend", "likes", "event"):
        assert words[key] in system.content
    assert {words["home"], words["friend"], words["likes"]} <= {
        memory.content for memory in answer.profile
    }
    assert words["event"] in {memory.content for memory in answer.recent_events}
    assert all(memory.user_id == user for memory in answer.profile)
    assert answer.last_topic
    assert answer.last_topic in system.content
    assert answer.emotion_trend.summary in system.content
    assert answer.tone.guidance
    assert answer.text == ""
    assert list(answer.truncated_sections) == []


@pytest.mark.parametrize("language", KNOWN)
@pytest.mark.parametrize("form", [TEXT, MESSAGES, talk_pb.CONTEXT_FORMAT_UNSPECIFIED])
def test_either_messages_or_text(stub, talk, user: str, language: str, form: Any) -> None:
    known(talk, user, language)
    append(talk, user, KNOWN[language]["now"])
    answer = context(talk, user, format=form, persona="Momo")
    assert bool(answer.text) is (form == TEXT)
    assert bool(answer.messages) is (form != TEXT)
    for part in (*KNOWN[language].values(), "Momo"):
        assert part in shown(answer) or part == KNOWN[language]["guidance"]


@pytest.mark.parametrize("language", KNOWN)
def test_nothing_is_said_twice(stub, talk, user: str, language: str) -> None:
    known(talk, user, language)
    told = [KNOWN[language][key] for key in ("home", "friend", "likes", "event")]
    append(talk, user, told[0], KNOWN[language]["now"])
    for query in ("", *told, " ".join(told)):
        for form in (TEXT, MESSAGES):
            read = shown(context(talk, user, query=query, format=form))
            assert [read.count(each) for each in told] == [1] * len(told)


@pytest.mark.parametrize("language", KNOWN)
@pytest.mark.parametrize("form", [TEXT, MESSAGES])
def test_the_budget_is_kept_and_cuts_are_told(
    stub, talk, user: str, language: str, form: Any
) -> None:
    """Counted here by the model's own tokenizer; a chat format adds four tokens a message."""
    known(talk, user, language)
    told = [turn(KNOWN[language]["now"] + "😀 x " * 9, say_time=ago(hours=1))] * 9
    append(talk, user, *told, extraction=OFF)
    persona = "你是默默，一个体贴的朋友。Be brief. " * 8
    cut_before: set[str] = SECTIONS
    for budget in BUDGETS:
        answer = context(talk, user, format=form, token_budget=budget, persona=persona)
        counted = sum(tokens(each.content) + 4 for each in answer.messages)
        assert answer.token_count == counted + tokens(answer.text)
        assert 0 < answer.token_count <= budget
        cut = set(answer.truncated_sections)
        assert cut <= SECTIONS
        assert len(cut) == len(answer.truncated_sections)
        assert cut <= cut_before
        cut_before = cut
        last = answer.messages[-1].content if answer.messages else answer.text
        assert KNOWN[language]["now"][:4] in last
    assert cut_before == set()


def test_without_a_budget_it_is_1024(stub, talk, user: str) -> None:
    append(talk, user, *[turn("说来话长，" * 60)] * 6, extraction=OFF)
    answer = context(talk, user)
    assert answer.messages == context(talk, user, token_budget=1_024).messages
    assert "window" in answer.truncated_sections
    assert 512 < answer.token_count <= 1_024


def test_the_window_is_the_last_six_exchanges_word_for_word(stub, talk, user: str) -> None:
    told = []
    for number in range(9):
        told += [turn(f"第{number}个问题：\n\t为什么？ 😀"), turn(f"{number}. …", role=ASSISTANT)]
    append(talk, user, *told, turn("nudge", role=SYSTEM), extraction=OFF)
    answer = context(talk, user, token_budget=4_096)
    window = [(each.role, each.content) for each in answer.messages]
    whole = [(each.role, each.content) for each in told[-12:]] + [(SYSTEM, "nudge")]
    assert window[-13:] == whole
    assert f"第{2}个问题" not in shown(answer)
    # Another session has a window of its own.
    other = context(talk, user, session_id="s2", token_budget=4_096)
    assert [each.role for each in other.messages if each.role != SYSTEM] == []


@pytest.mark.parametrize(
    ("told", "likes", "query"),
    [
        ("我对花生过敏", "我最喜欢的歌手是王菲", "我能吃花生酱吗"),
        ("I'm allergic to peanuts", "My favourite singer is Adele", "can I eat peanut butter?"),
    ],
)
def test_what_the_reply_is_to(stub, talk, user: str, told: str, likes: str, query: str) -> None:
    """The query, or the last turn of the user."""
    remember(stub, user, told, likes, "我周末去爬山了", "The boiler was repaired")
    asked = context(talk, user, query=query)
    assert asked.relevant[0].memory.content == told
    assert 0 < asked.relevant[0].score <= 1
    assert asked.relevant[0].breakdown.semantic > 0
    append(talk, user, turn(query), turn("让我想想", role=ASSISTANT), extraction=OFF)
    assert context(talk, user).relevant[0].memory.content == told


def test_how_far_recent_events_reach(stub, talk, user: str) -> None:
    walk = pb.NewMemory(
        content="我去爬了青城山", kind=pb.MEMORY_KIND_EVENT, observe_time=ago(days=10)
    )
    film = pb.NewMemory(
        content="I saw a film about whales", kind=pb.MEMORY_KIND_EVENT, observe_time=ago(days=3)
    )
    remember(stub, user, walk, film)

    def recent(**window: int) -> set[str]:
        answer = context(
            talk, user, **{name: Duration(seconds=size) for name, size in window.items()}
        )
        return {memory.content for memory in answer.recent_events}

    assert recent() == recent(recent_window=7 * 86_400) == {film.content}
    assert recent(recent_window=14 * 86_400) == {walk.content, film.content}
    assert recent(recent_window=86_400) == set()
    assert recent(recent_window=366 * 86_400) == {walk.content, film.content}


def test_at_most_the_five_most_important_events(stub, talk, user: str) -> None:
    happened = [
        pb.NewMemory(
            content=f"第{number}件事：我去了{place}",
            kind=pb.MEMORY_KIND_EVENT,
            importance=0.1 * number,
            observe_time=ago(days=1),
        )
        for number, place in enumerate(
            ("山上", "海边", "城里", "乡下", "河边", "湖边", "林间", "田里")
        )
    ]
    remember(stub, user, *happened, reconcile=pb.RECONCILE_MODE_OFF)
    events = [memory.content for memory in context(talk, user).recent_events]
    assert events == [each.content for each in reversed(happened[-5:])]


def test_what_is_history_is_not_told_as_the_present(stub, talk, user: str) -> None:
    append(talk, user, turn("我住在成都", say_time=ago(days=9)), session="before")
    append(talk, user, turn("我搬到了上海", say_time=ago(days=1)), session="after")
    answer = context(talk, user, query="我住在哪")
    assert "我搬到了上海" in shown(answer)
    assert "我住在成都" not in {memory.content for memory in answer.profile}
    assert "我住在成都" not in shown(answer)


def test_contexts_and_recalls_fit_into_a_message(stub, talk, user: str) -> None:
    """However much their memories carry: clients take four mebibytes."""
    metadata = {f"key {number}": "x" * 2_048 for number in range(64)}
    tags = [f"{number}" * 128 for number in range(64)]
    for kind in (pb.MEMORY_KIND_FACT, pb.MEMORY_KIND_EVENT):
        for batch in range(2):
            memories = [
                pb.NewMemory(
                    content=f"第{batch}-{number}节吉他课", kind=kind, metadata=metadata, tags=tags
                )
                for number in range(17)
            ]
            remember(stub, user, *memories, reconcile=pb.RECONCILE_MODE_OFF)
    answer = context(talk, user, query="吉他课", token_budget=32_768)
    assert answer.ByteSize() < 4 << 20
    assert answer.profile
    assert answer.recent_events
    assert answer.relevant
    found = recall(stub, user, "吉他课", limit=100)
    assert found.ByteSize() < 4 << 20
    assert len(found.memories) > 5


LANGUAGES = {
    "zh": ("语气", "心情"),
    "zh-Hant-TW": ("语气", "心情"),
    "ZH_cn": ("语气", "心情"),
    "en": ("How to sound", "Mood of late"),
    "en-GB": ("How to sound", "Mood of late"),
    "fr": ("How to sound", "Mood of late"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_headings_are_in_the_language_asked_for(stub, talk, user: str, language: str) -> None:
    append(talk, user, "I'm so anxious about tomorrow")
    answer = context(talk, user, language=language)
    for heading in LANGUAGES[language]:
        assert heading in shown(answer)
    others = LANGUAGES["en" if heading == "心情" else "zh"]
    assert not any(other in shown(answer) for other in others)


def test_headings_are_in_the_users_language(stub, talk, user: str) -> None:
    append(talk, user, "我好担心明天的考试")
    assert "语气" in shown(context(talk, user))
    append(talk, user, "let's speak English from now on, please")
    assert "How to sound" in shown(context(talk, user))
    assert "语气" in shown(context(talk, user, query="那我该怎么办呢"))


@pytest.mark.parametrize(
    ("told", "emotion", "solution_first"),
    [
        ("急！马上要开会了，投影仪连不上怎么办，快点告诉我", pb.EMOTION_ANXIOUS, True),
        ("Quick, the meeting starts in a minute and I'm panicking, how do I share my screen?",
         pb.EMOTION_ANXIOUS, True),
        ("我好累，一点力气都没有了", pb.EMOTION_TIRED, False),
        ("I'm exhausted and worn out", pb.EMOTION_TIRED, False),
        ("太开心了，我拿到offer啦！", pb.EMOTION_HAPPY, False),
        ("I'm so happy, I got the job!", pb.EMOTION_HAPPY, False),
    ],
)  # fmt: skip
def test_the_tone_follows_the_mood(
    stub, talk, user: str, told: str, emotion: int, solution_first: bool
) -> None:
    append(talk, user, told)
    answer = context(talk, user)
    assert answer.tone.emotion == emotion
    assert answer.tone.solution_first is solution_first
    assert 0 < answer.tone.intensity <= 1
    assert 0 < answer.tone.empathy <= 1
    assert answer.tone.guidance in shown(answer)
    # The same, asked about without having been said.
    assert context(talk, user, session_id="s2", query=told).tone.emotion == emotion


def test_empathy_grows_with_intensity(stub, talk, new_user: Callable[[], str]) -> None:
    for faint, strong in (
        ("我有点担心", "我担心死了，非常非常焦虑"),
        ("a bit sad", "I'm devastated"),
    ):
        found = [context(talk, new_user(), query=each).tone for each in (faint, strong)]
        assert found[0].empathy < found[1].empathy


def test_a_user_who_is_not_known_is_no_error(stub, talk, user: str) -> None:
    answer = context(talk, user, persona="你是默默", query="你好")
    assert answer.messages[0].content.startswith("你是默默")
    assert (list(answer.profile), list(answer.relevant), list(answer.recent_events)) == ([], [], [])
    assert answer.emotion_trend == talk_pb.EmotionTrend()
    assert answer.last_topic == ""
    assert answer.token_count > 0
    assert context(talk, user, session_id="").profile == []
    assert listed(stub, user) == []


def test_asking_changes_nothing(stub, talk, user: str) -> None:
    append(talk, user, *KNOWN["zh"].values())

    def states() -> list[tuple[str, str]]:
        return [(memory.content, memory.etag) for memory in listed(stub, user)]

    before = states()
    for query in ("", "忘了我面试的事吧", "记住：我住在火星", "I moved to Mars"):
        context(talk, user, query=query, session_id="s9")
    assert states() == before
    assert "火星" not in shown(context(talk, user))


def test_two_users_never_meet_in_a_context(stub, talk, new_user: Callable[[], str]) -> None:
    one, other = new_user(), new_user()
    append(talk, one, "我住在成都", "我朋友阿楠在腾讯工作", "我太难过了")
    append(talk, other, "我住在哪", "阿楠是谁")
    answer = context(talk, other, query="我住在哪？阿楠在哪工作？")
    assert "成都" not in str(answer)
    assert "腾讯" not in str(answer)
    assert answer.tone.emotion != pb.EMOTION_SAD
    assert [each.content for each in answer.messages if each.role == USER] == [
        "我住在哪",
        "阿楠是谁",
    ]
    assert "难过" not in str(answer)
