"""What a user feels: words, what is said about them, faces, and the classifier for the rest."""

import numpy as np
import pytest

from myosotis_server.memory.values import Emotion
from myosotis_server.understanding.emotion_words_en import EN
from myosotis_server.understanding.emotion_words_zh import ZH
from myosotis_server.understanding.emotions import Felt, felt, felt_together
from running.effort import AT_ONCE, cpu_seconds
from running.hostile import PIECES, endless

EVEN = np.array([0.44, *[0.08] * 7], np.float32)
"""A classifier without an opinion."""

N, H, S, X = Emotion.NEUTRAL, Emotion.HAPPY, Emotion.SAD, Emotion.ANXIOUS
A, C, U, T = Emotion.ANGRY, Emotion.CALM, Emotion.SURPRISED, Emotion.TIRED

CASES = [
    # named
    (H, "今天特别开心", "I'm so happy today"),
    (S, "我心里好难过", "I feel really sad"),
    (X, "明天答辩，好紧张", "I'm nervous about tomorrow"),
    (A, "气死我了", "I'm furious"),
    (C, "现在心里很平静", "I feel at peace now"),
    (U, "天哪，居然是他", "wow, I can't believe it"),
    (T, "累死了", "I'm exhausted"),
    # traditional characters, letters long drawn, capitals
    (H, "我好開心啊", "SOOOO HAPPYYY"),
    (X, "我很擔心", "AFRAID"),
    # negated
    (N, "我一点也不难过", "I'm not sad at all"),
    (S, "我并不开心", "not happy at all"),
    (S, "怎么也高兴不起来", "I am not very happy"),
    (C, "没那么焦虑了", "I'm not anxious anymore"),
    (C, "不再生气了", "I'm no longer angry"),
    (C, "压力小多了", "my anxiety is gone"),
    # never so much is very much
    (H, "好久没这么开心了", "I've never been so happy"),
    (T, "从来没这么累过", "I have never been this tired"),
    # looks like a negation
    (S, "忍不住哭了", "I could not stop it and cried"),
    (X, "我特别怕坐飞机", "nothing scared me like flying, I'm terrified"),
    # negative words for joy, and comparisons
    (H, "笑死，他居然唱跑调了", "I haven't felt this good in years"),
    (H, "大家笑得肚子疼", "laughed till I cried"),
    (H, "高兴得哭了", "grinning like an idiot all day"),
    (H, "把评委都逗笑了", "I made the whole jury laugh"),
    (H, "别提多开心了", "I've never felt better"),
    (H, "笑得像个傻子", "crying with laughter"),
    (S, "我哭了一晚上", "I haven't felt this low in years"),
    (N, "昨晚去看了摇滚演出", "the dog died of laughter, said the caption"),
    # said to or of another
    (N, "别难过了", "don't be sad"),
    (N, "我妈很难过", "my mom was sad"),
    (A, "他让我很生气", "he made me angry"),
    (X, "我很担心我妈", "I'm worried about my mom"),
    # the last word
    (H, "虽然很累，但是很开心", "I'm tired but happy"),
    (C, "以前很焦虑，现在平静多了", "I used to be anxious, now I'm calm"),
    # looks like a word of feeling
    (N, "今天積累了很多经验", "happy birthday to my cousin"),
    (N, "天气不错，运气也行", "I spent the day at the office"),
    # faces
    (S, "考砸了T_T", "failed the test :("),
    (H, "😂😂", "😄👍🏽"),
    (A, "又来了😡", "again 🤬"),
    (T, "下班了😴", "home at last 🥱"),
]


@pytest.mark.parametrize(
    ("emotion", "text"), [(case[0], text) for case in CASES for text in case[1:]]
)
def test_words_and_faces_tell_what_is_felt(emotion: Emotion, text: str) -> None:
    assert felt(text, EVEN).emotion is emotion


@pytest.mark.parametrize("emotion", [H, S, X, A, C, U, T])
def test_where_no_word_tells_the_classifier_does(emotion: Emotion) -> None:
    head = np.full(8, 0.05, np.float32)
    head[emotion - 1] = 0.65
    for text in ("他把门关上走了", "He closed the door and left"):
        assert felt(text, head).emotion is emotion


def test_a_sure_word_outweighs_the_classifier() -> None:
    head = np.full(8, 0.05, np.float32)
    head[A - 1] = 0.65
    assert felt("我好开心", head).emotion is H


@pytest.mark.parametrize(
    ("weak", "plain", "strong"),
    [
        ("有点累", "累", "累死我了"),
        ("有点难过", "难过", "非常难过"),
        ("a bit sad", "sad", "so so sad"),
        ("slightly annoyed", "annoyed", "extremely annoyed"),
    ],
)
def test_intensity_follows_the_words(weak: str, plain: str, strong: str) -> None:
    found = [felt(text, EVEN).intensity for text in (weak, plain, strong)]
    assert found == sorted(found)
    assert found[0] < found[1] < found[2]


def test_more_faces_are_a_stronger_feeling() -> None:
    assert felt("😭😭😭", EVEN).intensity > felt("😭", EVEN).intensity


@pytest.mark.parametrize(
    "text", ["", " ", "我明天去超市", "I have two cats", "还行", "。", "\ud800"]
)
def test_what_shows_nothing_is_neutral_and_hardly_intense(text: str) -> None:
    found = felt(text, EVEN)
    assert found.emotion is N
    assert 0 <= found.intensity <= 0.2
    assert found.shares.sum() == pytest.approx(1, abs=1e-5)


def test_the_strongest_clause_decides_for_a_turn() -> None:
    parts = [felt("我昨天去了公园", EVEN), felt("气死我了", EVEN), felt("然后回家了", EVEN)]
    found = felt_together(parts)
    assert found.emotion is A
    assert found.intensity == pytest.approx(parts[1].intensity)


def test_of_two_clauses_alike_in_strength_the_later_decides() -> None:
    sad, happy = felt("我很难过", EVEN), felt("我很开心", EVEN)
    assert felt_together([sad, happy]).emotion is H
    assert felt_together([happy, sad]).emotion is S


def test_nothing_said_is_neutral() -> None:
    assert felt_together([]).emotion is N
    assert felt_together([felt("嗯", EVEN)] * 3).emotion is N


def test_shares_and_intensity_stay_in_bounds() -> None:
    for case in CASES:
        for text in case[1:]:
            found: Felt = felt_together([felt(text, EVEN), felt(text * 3, EVEN)])
            assert 0 <= found.intensity <= 1
            assert found.shares.shape == (8,)
            assert found.shares.sum() == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("emotion", list(ZH))
def test_every_emotion_has_many_words_in_both_languages(emotion: Emotion) -> None:
    assert sum(len(set(words.split())) for _, words in ZH[emotion]) >= 60
    assert sum(len(set(words.split(", "))) for _, words in EN[emotion]) >= 60


@pytest.mark.parametrize(
    "piece", [*PIECES, *("不太", "so ", "sad ", "难过", "没有我", "never been ", "😂", "ヽ(")]
)
def test_a_hostile_text_does_not_hold_the_server_up(piece: str) -> None:
    assert cpu_seconds(lambda: felt(endless(piece), EVEN)) < AT_ONCE
