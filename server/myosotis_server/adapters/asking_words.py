"""The words of asking: how people ask, in Chinese and English, whatever it is about.

Question words, politeness, and what one does with memories: tell, mention, remember, know. Every
question has them, and they say nothing about its answer. The lists are general knowledge of both
languages; they were fitted to no set of questions.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

ENGLISH = frozenset(
    [
        "ever",
        "exactly",
        "might",
        "whatever",
        "whether",
        "please",
        "sorry",
        "excuse",
        "thank",
        "thanks",
        "ask",
        "asked",
        "asking",
        "say",
        "says",
        "said",
        "saying",
        "tell",
        "tells",
        "told",
        "telling",
        "mention",
        "mentions",
        "mentioned",
        "mentioning",
        "know",
        "knows",
        "knew",
        "known",
        "remember",
        "remembers",
        "remembered",
        "remind",
        "reminded",
        "recall",
        "recalled",
        "talk",
        "talked",
        "talking",
        "discuss",
        "discussed",
        "chat",
        "chatted",
        "describe",
        "described",
        "explain",
        "explained",
        "anything",
        "something",
        "anyone",
        "someone",
        "anybody",
        "somebody",
        "happen",
        "happens",
        "happened",
        "happening",
    ]
)
"""Beside the weak words (what, did, could), which are left out everywhere."""
ENGLISH_PHRASES = re.compile(
    r"[hw](?<![a-z].)(?:ow (?:many|much)|(?:hat|hich) (?:kind|type|sort)s?(?: of)?)\b"
)
"""Words that ask together and could say something alone."""

_QUESTIONS = (
    "什么 什么样 啥 怎么 怎样 怎么样 如何 谁 哪 哪里 哪儿 哪个 哪些 哪位 几 几个 几时 何时 何地 "
    "何处 多少 多久 多大 多长 为何 为什么 为啥 干嘛 干吗 是否 能否 可否 有无 难道 究竟 到底"
)
_OTHERS = (
    "请问 可以 能 一下 做 干 发生 曾 曾经 告诉 记得 说 提 提及 讲 聊 谈 问 知道 晓得 想起 "
    "回忆 回想 说起 提起 聊起 谈起"
)
_PARTICLES = "吗 呢 吧 啊 呀 嘛 的 了 着 过 到 起 来 起来 还"
_WORD = "|".join(f"{_QUESTIONS} {_OTHERS}".split())
_ASKING = re.compile(rf"(?:{_WORD})(?:{_WORD}|{'|'.join(_PARTICLES.split())})*")
"""A whole word of a segmented text, which may have taken up its particles: 说过, 提到."""
_OPENING = frozenset({"请", "麻烦", "劳驾"})
"""Polite at the beginning; elsewhere they mean to invite, or trouble."""
_WHICH = frozenset("哪几何")
"""What asks which or how many of the thing that follows within the word: 哪年, 几岁."""
_YES_OR_NO = re.compile(
    "是不是|有没有|能不能|会不会|要不要|可不可以|对不对|好不好|记不记得|知不知道|来着$"
    r"|(.)[不没](?=\1)"
)
"""What segmentation takes apart. Of other verbs (喜不喜欢) only the repetition asks."""

_EARLIER = frozenset({"上次", "上回", "之前", "以前", "刚才", "刚刚", "先前"})
"""When something was said, if a word of telling follows: it says little when all was said once."""
_TELLING = re.compile("(?:告诉|说|提|讲|聊|谈|问)[过到起及]?")
_BETWEEN = frozenset("我你您咱跟和对给向同") | {"我们", "咱们", "你们"}

Word = tuple[str, int, int]
"""A word, and from where to where it stands."""


def asking_places(run: str, words: Sequence[Word]) -> list[tuple[int, int]]:
    """Where in a run of Chinese the words of asking stand; `words` are all of its words in order.

    Single characters that are weak everywhere (吗, 我) are not among them.
    """
    places = [match.span() for match in _YES_OR_NO.finditer(run)]
    earlier: tuple[int, int] | None = None
    for word, start, end in words:
        if earlier is not None:
            if _TELLING.fullmatch(word):
                places.append(earlier)
            if word not in _BETWEEN:
                earlier = None
        if _only_asks(word) or (start == 0 and word in _OPENING):
            places.append((start, end))
        elif len(word) == 2 and word[0] in _WHICH:
            places.append((start, start + 1))
        elif word in _EARLIER:
            earlier = (start, end)
    return places


@lru_cache(maxsize=4_096)
def _only_asks(word: str) -> bool:
    return _ASKING.fullmatch(word) is not None


def forget_words() -> None:
    """Empties the cache, which has words of texts."""
    _only_asks.cache_clear()
