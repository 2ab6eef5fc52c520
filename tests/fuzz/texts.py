"""Texts to begin from and pieces to put into them, in Chinese and English and neither."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

from running.hostile import PIECES, endless

TESTS = Path(__file__).resolve().parents[1]
LONGEST = 8_192
"""Characters of a made text."""
MARK = "zqxjmark"
"""Stands in many of the texts; a log line that holds it quotes what somebody said."""

STRANGE = (
    *("\0", "\x01", "\x1f", "\x7f", "\u200b", "\u200d", "\u200e", "\u200f", "\u202e", "\u2066"),
    *("\ufeff", "\ufffd", "\ufffe", "\U0010ffff", "\ue000", "\u0301", "\u0301" * 64, "\u0e33"),
    *("\u2028", "\u3000", "\t", "\r\n", "é", "é", "ß", "İ", "ı", "ſ", "ﬁ", "Ⅻ", "㊙", "①", "½"),
    *(
        "👩‍👩‍👧‍👦",
        "🏳️‍🌈",
        "🇨",
        "🈚️",
        "👍🏿",
        "𠮷",
        "㐀",
        "ｱ",
        "ﾞ",
        "각",
        "مرحبا",
        "שלום",
        "ไทย",
        "हिन्दी",
    ),
    *(
        "٣",
        "४",
        "߁",
        "²",
        "１２３",
        "九千九百九十九亿",
        "廿",
        "〇",
        "零",
        "负",
        "-0",
        "1e999",
        "NaN",
    ),
    *("9" * 25, "0x7fffffff", "1/0", "13/13", "31st", "2月30日", "Feb 30", "二月三十", "25:61"),
    *("99999年", "0000-00-00", "9999-12-31", "10000 years ago", "一万年前", "last last last week"),
    *(
        "((((((((",
        "「「「",
        "《",
        "””",
        '"""',
        "'''",
        "``",
        "[",
        "[手机号]",
        "[e-mail address]",
        "{}",
    ),
    *("%s", "{0}", "\\", "\\u0000", "$1", "<b>", "';--", "../", "a@b.c", "http://", "\U0001fae9"),
)
WORDS = (
    *(
        "我",
        "不",
        "了",
        "吗",
        "的",
        "说",
        "别",
        "记住",
        "忘了",
        "不再",
        "以前",
        "昨天",
        "下周三",
        "上个月",
    ),
    *(
        "前天下午三点半",
        "两年前",
        "我妈",
        "她",
        "他们",
        "喜欢",
        "讨厌",
        "搬到",
        "北京",
        "朝阳区",
        "公司",
        "同事",
    ),
    *(
        "如果",
        "要是",
        "听说",
        "开玩笑",
        "其实",
        "不对",
        "不是",
        "而是",
        "应该是",
        "每天",
        "经常",
        "从来不",
    ),
    *(
        "身份证",
        "密码是",
        "卡号",
        "手机号",
        "住在",
        "路88号",
        "农历",
        "除夕",
        "生日",
        "过敏",
        "怀孕",
        "工资",
    ),
    *("I", "not", "no longer", "remember", "forget", "my mom", "she", "used to", "like", "hate"),
    *("moved to", "Leeds", "work at", "yesterday", "next Tuesday", "three weeks ago", "at 3pm"),
    *("if", "unless", "they say", "just kidding", "actually", "no wait", "I mean", "every day"),
    *("never", "always", "password is", "card number", "passport", "call me", "12 Main St", "born"),
    *(
        "allergic",
        "pregnant",
        "salary",
        "don't",
        "isn't",
        "?",
        "？",
        "!",
        "。",
        "，",
        ",",
        ".",
        ";",
    ),
    *(
        "哈",
        "嘻",
        "嘿",
        "呵",
        "嗯",
        "啊",
        "哦",
        "呃",
        "刚",
        "终于",
        "骗你的",
        "haha",
        "lol",
        "wait",
    ),
    *("\n", " ", "——", "…", ":", "：", "-", "~", "／", "13800138000", "a@b.com", MARK),
)


@cache
def spoken() -> tuple[str, ...]:
    """What people say, from the sets of sentences beside the tests; as much of either language."""
    found: list[str] = []
    for path in sorted((TESTS / "quality/understanding").glob("*/*.jsonl")):
        lines = path.read_text("utf-8").splitlines()
        for line in lines[:: max(1, len(lines) // 40)]:
            found += _strings(json.loads(line))
    private = (TESTS / "understanding/private_texts.tsv").read_text("utf-8").splitlines()
    found += [line.partition("\t")[2].translate({ord("⟦"): "", ord("⟧"): ""}) for line in private]
    return tuple(dict.fromkeys(text for text in found if len(text) > 3))


def _strings(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for name in ("text", "said") for text in _strings(value.get(name))]
    return [text for each in value for text in _strings(each)] if isinstance(value, list) else []


def text(random: Random, longest: int = LONGEST) -> str:
    """A text as nobody would say it, but nearly."""
    way = random.random()
    if way < 0.08:
        piece = "".join(
            random.choice(_SOURCES[random.randrange(3)]) for _ in range(1 + random.randrange(3))
        )
        ends = [random.choice(("", "", "×", "好", "a", "。", random.choice(WORDS))) for _ in "ab"]
        return f"{ends[0]}{endless(piece, random.choice((32, 64, 1_024, longest)))}{ends[1]}"
    if way < 0.2:
        return random.choice(spoken())[:longest]
    parts: list[str] = []
    for _ in range(1 + random.randrange(1 << random.randrange(6))):
        if random.random() < 0.3:
            parts.append(_piece(random, random.choice(spoken())))
        else:
            parts.append(random.choice(_SOURCES[random.randrange(3)]))
    return random.choice(("", "", " ", "，", ", ")).join(parts)[:longest]


def _piece(random: Random, of: str) -> str:
    start = random.randrange(len(of))
    return of[start : start + 1 + random.randrange(len(of))]


_SOURCES: tuple[Sequence[str], ...] = (STRANGE, WORDS, PIECES)


def encoded(random: Random) -> bytes:
    """`text` as bytes of UTF-8."""
    return text(random).encode()


def seeds() -> list[bytes]:
    """All that is spoken, as bytes."""
    return [each.encode() for each in spoken()]


def words() -> list[bytes]:
    """The pieces, as bytes."""
    return [each.encode() for each in (*STRANGE, *WORDS, *PIECES)]
