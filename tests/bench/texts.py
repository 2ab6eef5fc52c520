"""Sentences of ordinary length in both languages, all different, the same in every run."""

import itertools
import random

_ZH = (
    ("今天", "昨天晚上", "上个周末", "前几天", "下班以后", "早上起来"),
    ("我和妈妈", "我", "我和同事小李", "我男朋友", "我们全家", "我带着女儿"),
    (
        "去西湖边散步",
        "在公司加班写报告",
        "做了一顿红烧排骨",
        "看了一部科幻电影",
        "去医院检查了胃",
        "学着弹吉他",
    ),
    (
        "，心情特别好",
        "，累得不想说话",
        "，有点担心明天的面试",
        "，觉得很放松",
        "，后来又吵了一架",
        "，打算下个月再来",
    ),
)
_EN = (
    ("Today", "Last night", "Over the weekend", "A few days ago", "After work", "This morning"),
    (
        " my mother and I",
        " I",
        " my colleague Lee and I",
        " my boyfriend",
        " all of us",
        " my daughter",
    ),
    (
        " went for a walk by the lake",
        " stayed late to finish the report",
        " cooked braised ribs",
        " watched a film about space",
        " had the doctor look at a sore knee",
        " practised the guitar",
    ),
    (
        " and felt wonderful",
        " and was too tired to talk",
        ", worried about the interview",
        " and came home relaxed",
        " and had a row afterwards",
        ", and will do it again next month",
    ),
)


def sentences(count: int, seed: int = 1, distinct: int | None = None) -> list[str]:
    """`count` different statements, Chinese and English in turn.

    Those `distinct` (an even number) apart differ in their number only.
    """
    chinese = ["".join(parts) for parts in itertools.product(*_ZH)]
    english = ["".join(parts) for parts in itertools.product(*_EN)]
    order = random.Random(seed)
    order.shuffle(chinese)
    order.shuffle(english)
    pairs = list(itertools.chain.from_iterable(zip(chinese, english, strict=True)))
    pairs = pairs[:distinct]
    numbered = (
        f"{pairs[index % len(pairs)]}（第{index}次）"
        if index % 2 == 0
        else f"{pairs[index % len(pairs)]} (no. {index})"
        for index in range(count)
    )
    return list(numbered)


def questions(count: int, seed: int = 2) -> list[str]:
    """`count` different questions of one sentence each, Chinese and English in turn."""
    order = random.Random(seed)
    asked = []
    for index in range(count):
        if index % 2 == 0:
            asked.append(f"第{index}问，{order.choice(_ZH[0])}谁{order.choice(_ZH[2])}了？")
        else:
            asked.append(f"who{order.choice(_EN[2])} {order.choice(_EN[0]).lower()}, {index}?")
    return asked
