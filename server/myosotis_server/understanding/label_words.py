"""The words of a text that can name what it is about, in the order in which they stand.

Chinese is split by a dictionary that knows what part of speech a word mostly is; in English
whatever is no function word, no time and nothing that people say of everything is taken.
"""

import re
from dataclasses import dataclass

import rjieba

from myosotis_server.understanding.everywhere_words import (
    DOING_EN,
    EVERYWHERE_EN,
    EVERYWHERE_ZH,
)
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import words
from myosotis_server.understanding.people_zh import is_kin, is_personal_name, is_pet_name
from myosotis_server.understanding.simplified import simplified

NAMES_THINGS = 1.0
NAMES_DOING = 0.9
"""How well a word names a topic: nouns and names do, verbs and the rest do less."""

LOOKED_AT = 1_000
"""Characters of a text that are read for it."""


@dataclass(frozen=True, slots=True)
class LabelWord:
    """A word at `start` to `end` of its text.

    `key` is equal for words of one family (move, moving, movers), Chinese ones made simplified.
    `shown` is as it was written, nouns in the singular. `weight` is how well it names a topic, 0
    to 1.
    """

    key: str
    shown: str
    start: int
    end: int
    weight: float


def label_words(text: str) -> list[LabelWord]:
    """Those of the first 1,000 characters of `text`."""
    text = _MASKED.sub(lambda mask: " " * len(mask[0]), text[:LOOKED_AT])
    simple = simplified(text)
    found: list[LabelWord] = []
    for piece in _PIECES.finditer(simple):
        if piece["han"]:
            found += _of_chinese(piece["han"], text, piece.start())
        else:
            found += _of_english(piece["word"], piece.start())
    return found


_MASKED = pattern_of(r"\[[^\[\]]{1,24}\]|https?://\S+|\S+@\S+")
"""What the privacy filter took out, and addresses."""
_PIECES = pattern_of(
    r"(?P<han>[㐀-䶿一-鿿]+)"
    r"|(?P<word>[^\W_㐀-䶿一-鿿]+(?:[-'’&+#.](?=[^\W_㐀-䶿一-鿿])[^\W_㐀-䶿一-鿿]+)*(?:\+\+|#)?)"
)


# Chinese


def _of_chinese(run: str, text: str, offset: int) -> list[LabelWord]:
    found: list[LabelWord] = []
    at = 0
    for word, tag in rjieba.tag(run):
        start, end = offset + at, offset + at + len(word)
        at += len(word)
        weight = _weight_of_chinese(word, tag)
        if weight > 0:
            found.append(LabelWord(word, text[start:end], start, end, weight))
    return found


def _weight_of_chinese(word: str, tag: str) -> float:
    if word in EVERYWHERE_ZH or _TIME_OR_NUMBER_ZH.fullmatch(word):
        return 0.0
    if len(word) == 1:
        return NAMES_THINGS if word in _SHORT_ZH else 0.0
    if is_kin(word):
        return NAMES_THINGS
    if not rjieba.has_word(word):  # guessed: right for names, seldom for the rest (带猫, 新租)
        return NAMES_THINGS if is_personal_name(word) or is_pet_name(word) else 0.0
    if word[0] in "不没很太真好再又" or word[-1] in "了着过的地得吗呢吧们":
        return 0.0
    if tag[0] in "njx" or tag in ("vn", "l"):
        return NAMES_THINGS
    return NAMES_DOING if tag[0] == "v" or tag in ("an", "i", "s", "b", "z") else 0.0


_SHORT_ZH = frozenset("猫狗茶酒书车房鱼花药钱歌舞画棋琴妈爸爷奶哥姐弟妹病牙脚腿胃")
"""Words of one character that name a topic; most of the others are grammar, or too wide."""
_TIME_OR_NUMBER_ZH = pattern_of(
    r".*(?:今|昨|明|前|后|每|当)[天晚年日早]?|[今昨明前后每][天晚年日早].*|.*(?:上午|下午|中午|早上|晚上"
    r"|凌晨|傍晚|半夜|夜里|早晨)|[上下这本]?个?(?:周|星期|礼拜|月)[一二三四五六日天末初底]?"
    r"|[一二三四五六七八九十百千万两几半多数]+[个次天年月日点块元斤公里岁号些种位件分钟小时家套节期]*"
    r"|.*(?:时候|之前|之后|以前|以后|期间|刚才|刚刚)|小时|分钟|周末|最近|现在|目前|平时|当时|时间"
    r"|去年|今年|明年|春天|夏天|秋天|冬天|年底|月底|日子|整天|整晚|一直|一下|一点|一些|有点"
)


# English


def _of_english(word: str, start: int) -> list[LabelWord]:
    shown = _OWNED.sub("", word)
    low = shown.lower().replace("’", "'")
    if len(low) < 2 or not low[0].isalpha() or "'" in low or low in EVERYWHERE_EN:
        return []
    key = low if shown[0].isupper() else singular(low)
    if key in EVERYWHERE_EN or (len(low) < 3 and not shown.isupper()):
        return []
    weight = NAMES_DOING if key in DOING_EN or _DOING_FORM.search(low) else NAMES_THINGS
    if key != low:
        shown = key
    end = start + len(_OWNED.sub("", word))
    return [LabelWord(_family(singular(key)), shown, start, end, weight)]


def singular(word: str) -> str:
    """The singular of an English noun in lower case, as far as its ending tells; "bus" is one."""
    if len(word) < 4 or not word.endswith("s") or word in _SINGULAR:
        return word
    if word.endswith("ies"):
        return word[:-1] if len(word) == 4 or word in _ENDING_IN_IE else word[:-3] + "y"
    if word.endswith(("ss", "us", "is")):
        return word
    if word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    return word[:-1]


def _family(word: str) -> str:
    """What the word has in common with those made of it: interview, interviewer, interviewing."""
    return _ENDING.sub("", word) if len(word) > _SHORT_EN else word


_ENDING = pattern_of(r"(?:(?<=[a-z]{3})(?:er|ing|ed|e))$")
_SHORT_EN = 4


_OWNED = pattern_of(r"['’]s$|['’]$", re.IGNORECASE)
_ENDING_IN_IE = words(
    """
    movies cookies selfies zombies calories rookies hoodies brownies smoothies genies pixies
    veggies foodies indies collies budgies onesies hippies townies groupies prairies aunties
    """
)
_SINGULAR = words(
    """
    lens news yes gas always perhaps physics maths mathematics athletics gymnastics economics
    politics paris texas james thomas chris alps series species clothes jeans trousers glasses
    scissors headphones pajamas pyjamas groceries biscuits taxes carlos lucas nicolas
    netherlands ethics genetics kubernetes
    """
)
_DOING_FORM = pattern_of(r"(?<!.k)(?<!^.)(?:[^aeiou]ing|ed)$")
