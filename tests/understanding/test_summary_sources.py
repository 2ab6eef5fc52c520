"""Which turns a summary retells."""

import pytest

from myosotis_server.understanding.retold import Sentence
from myosotis_server.understanding.summary_sources import turns_retold
from running.effort import AT_ONCE, cpu_seconds
from running.hostile import PIECES, endless

ZH = ["我下周三要去面试。", "我养了一只猫叫团子。", "我妹妹搬到成都了。", "团子今年3岁。"]
EN = [
    "I have an interview next Wednesday.",
    "I have a cat called Biscuit.",
    "My sister moved to Leeds.",
    "Biscuit is 3.",
]


def said(texts: list[str]) -> list[Sentence]:
    return [Sentence(text, f"t{place}", "told", 0.5) for place, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("texts", "summary", "turns"),
    [
        (ZH, "我养了一只叫团子的猫。", {1}),
        (ZH, "我妹妹搬到成都了，我下周三要去面试。", {0, 2}),
        (ZH, "我的猫团子今年3岁，我养的。", {1, 3}),
        (EN, "I have a cat called Biscuit.", {1}),
        (EN, "My sister moved to Leeds; I have an interview.", {0, 2}),
        (EN, "My cat Biscuit is 3.", {1, 3}),
        # Of those that say the same, each.
        (["我对花生过敏。", "我喜欢爬山。", "记得我对花生过敏。"], "我对花生过敏。", {0, 2}),
        (["I'm vegan.", "I love jazz.", "As I said, I'm vegan."], "I'm vegan.", {0, 2}),
        (ZH, "今天天气真好。", set()),
        (EN, "Lovely weather.", set()),
        (EN, "", set()),
        ([], "My cat Biscuit is 3.", set()),
    ],
)
def test_it_tells_turns_by_their_words(texts: list[str], summary: str, turns: set[int]) -> None:
    assert turns_retold(summary, said(texts)) == tuple(f"t{place}" for place in sorted(turns))


@pytest.mark.parametrize("piece", PIECES)
def test_hostile_texts_do_not_hold_it_up(piece: str) -> None:
    text = endless(piece, 12_000)
    sentences = said([text[start : start + 80] for start in range(0, len(text), 80)])
    assert cpu_seconds(lambda: turns_retold(text[:800], sentences)) < AT_ONCE
