"""Says what a text says without telling of whom: in words that everybody uses, and no others.

Names, numbers and whatever the privacy filter finds give way to what they are ("[人名]",
"[name]"). But lists of names are never complete, so that is not relied on: of what is left only
words stay that stand in closed lists of general words (grammar, verbs, kin, kinds of things), and a
run of any others becomes "…". Of dates the year and the month stay.
"""

import re
from collections.abc import Collection, Iterator

import rjieba

from myosotis_server.memory.identity import normalise
from myosotis_server.understanding.categories import concept_of, concepts_in, singular
from myosotis_server.understanding.everywhere_words import (
    DOING_EN,
    EVERYWHERE_EN,
    EVERYWHERE_ZH,
)
from myosotis_server.understanding.names_said import names_in
from myosotis_server.understanding.patterns_en import words
from myosotis_server.understanding.people_en import KIN
from myosotis_server.understanding.people_zh import canonical, is_kin
from myosotis_server.understanding.privacy import PrivacyPolicy, filtered
from myosotis_server.understanding.simplified import simplified
from myosotis_server.understanding.verbs_en import FORMS

LEAST_TOLD = 0.5
"""Of a text's words, how many must stay for what is left to say anything."""
LONGEST = 1_000
"""In characters; nothing is kept of a longer text."""
OMITTED = "…"

_MASK_ALL = PrivacyPolicy()
_NAMES_ZH = {"nr": "[人名]", "ns": "[地名]", "nt": "[机构]"}
_HAN = "㐀-䶿一-鿿"
_ANY_HAN = re.compile(f"[{_HAN}]")
_RUN = re.compile(rf"{OMITTED}(?:\s*{OMITTED})*")
_PART = re.compile(
    rf"(?P<mask>\[[^\[\]]{{1,24}}\])"
    rf"|(?P<year>(?:19|20)\d\d(?=年)|(?<=[a-z,] )(?:19|20)\d\d(?![\w.,:/-]*\d))"
    rf"|(?P<month>(?<!\d)\d{{1,2}}(?=月))"
    rf"|(?P<number>\d(?:[\d.,:/-]*\d)?)"
    rf"|(?P<han>[{_HAN}]+)"
    rf"|(?P<word>[^\W\d_{_HAN}][^\s_{_HAN}，。！？；：、,.!?;:()（）\[\]…\"“”《》]*)"
    r"|(?P<space>\s+)"
    r"|(?P<mark>[，。！？；：、,.!?;:])"
)
_NUMERAL = re.compile("[〇零一二三四五六七八九十百千万亿两几]{2,}|第?[一二三四五六七八九十]+[号日]")
_CALLED_ZH = re.compile(rf"(叫做?|名字[是叫]|(?:外号|昵称|网名|笔名)是?)[{_HAN}\w]{{1,4}}")
_CALLED_EN = re.compile(
    r"\b((?:called|named|nicknamed|name is|name['’]s) )[\w'’-]+(?: [A-Z][\w'’-]*)*"
)
"""What something is called, though the word may be a general one: 叫年糕, "called Biscuit"."""
_GRAMMAR_ZH = frozenset(
    "我你您他她它咱谁的地得了着过是不没有在和跟与同把被让给对向往从到为因而且但或就都也还又再才只很太"
    "最更真好多少大小新老高低长短早晚快慢远近要想会能可该应去来上下里外前后左右中间吗呢吧啊呀嘛哦这那哪"
    "每各某些个次件种位只条天周月年日时候分岁点说讲问看听吃喝住做买用学写读走跑坐睡爱怕恨哭笑病累忙饿疼"
    "钱车书家猫狗鱼花茶饭水药酒歌山海春夏秋冬雨雪风"
)
"""Characters that are words by themselves and tell nothing of anybody."""
_GENERAL_ZH = ("v", "a", "d", "r", "p", "c", "u", "f", "y", "t", "z")
"""Tags of the dictionary under which no names stand."""
_NAMING_ROOTS = frozenset({"company", "country"})
"""Firms, countries and towns are names."""
_KIN_EN = re.compile(rf"(?:{KIN})s?")
_ENDS = tuple(".!?。！？\n")
_CALENDAR = words(
    """
    monday tuesday wednesday thursday friday saturday sunday january february march april may june
    july august september october november december
    """
)
_MARKS = frozenset("，。！？；：、,.!?;:")
_SURE = words("i a i'm i've i'd i'll don't didn't doesn't can't won't isn't wasn't it's")


def generalised(text: str, names: Collection[str] = ()) -> str:
    """`text` in general words; "" where too little of it would be left to say anything.

    `names` are known to name somebody or something, however they are written. No word stays that
    is not in a closed list, whatever `text` is.
    """
    if not text or len(text) > LONGEST:
        return ""
    chinese = _ANY_HAN.search(text) is not None
    text = filtered(text, _MASK_ALL).text
    text = _CALLED_EN.sub(r"\1[name]", _CALLED_ZH.sub(r"\1[名称]", text))
    text = _without(text, names, "[名称]" if chinese else "[name]")
    pieces = list(_pieces(_without_names(text, chinese=chinese), chinese=chinese))
    said = [piece for piece in pieces if piece.strip() and piece not in _MARKS]
    told = [piece for piece in said if piece != OMITTED and not piece.startswith("[")]
    if len(told) < LEAST_TOLD * len(said) or len(told) < 2:
        return ""
    joined = "".join(pieces)
    return _RUN.sub(OMITTED, joined).strip()


def topics_of(text: str) -> list[str]:
    """The ids of the widest kinds of what `text` speaks of, each once; never a name."""
    roots = (found.concept.root for found in concepts_in(simplified(text[:LONGEST])))
    return [root for root in dict.fromkeys(roots) if root not in _NAMING_ROOTS]


def _without(text: str, names: Collection[str], instead: str) -> str:
    """`text` with the known `names` replaced, the longest first."""
    known = sorted({name for name in names if len(name) > 1}, key=len, reverse=True)
    for name in known:
        text = _replaced(text, name, instead)
    return text


def _replaced(text: str, name: str, instead: str) -> str:
    """`text` with `name` replaced wherever it stands, also within a word, in capitals or not.

    Not by a pattern: `re` would keep the name long after it is forgotten.
    """
    low, wanted = text.lower(), name.lower()
    if len(low) != len(text) or not wanted:  # some capital letters are two small ones
        return text.replace(name, instead)
    left: list[str] = []
    at = 0
    while (place := low.find(wanted, at)) >= 0:
        left += text[at:place], instead
        at = place + len(wanted)
    return "".join([*left, text[at:]])


def _without_names(text: str, *, chinese: bool) -> str:
    """`text` with what looks like a name replaced by what it is the name of."""
    left: list[str] = []
    at = 0
    for said in names_in(text):
        instead = _NAMES_ZH.get(said.tag, "[名称]") if chinese else "[name]"
        left += text[at : said.start], instead
        at = said.end
    return "".join([*left, text[at:]])


def _pieces(text: str, *, chinese: bool) -> Iterator[str]:
    """`text` in pieces, those that could tell of somebody replaced."""
    end = 0
    for part in _PART.finditer(text):
        if part.start() > end:
            yield OMITTED
        end = part.end()
        kind, said = part.lastgroup, part[0]
        if kind == "han":
            yield from _general_zh(said)
        elif kind == "word":
            before = text[max(0, part.start() - 3) : part.start()].rstrip(" ")
            begins = part.start() == 0 or before.endswith(_ENDS)
            yield said if _is_general_en(said, begins=begins) else OMITTED
        elif kind == "number":
            yield "[数]" if chinese else "[number]"
        elif kind == "mask":
            yield said if said in _MASKS else OMITTED
        elif kind == "space":
            yield " "
        else:
            yield said
    if end < len(text):
        yield OMITTED


def _general_zh(run: str) -> Iterator[str]:
    simple = simplified(run)
    for word, tag in rjieba.tag(simple):
        if _NUMERAL.fullmatch(word):
            yield "[数]"
        elif _is_general_zh(word, tag):
            yield word
        else:
            yield OMITTED


def _is_general_zh(word: str, tag: str) -> bool:
    if len(word) == 1:
        return word in _GRAMMAR_ZH
    if word in EVERYWHERE_ZH or is_kin(canonical(word)) or all(c in _GRAMMAR_ZH for c in word):
        return True
    concept = concept_of(word)
    if concept is not None:
        return concept.root not in _NAMING_ROOTS
    if len(word) > 2:
        return word[0] in _GRAMMAR_ZH and _is_general_zh(word[1:], "")
    return tag[:1] in _GENERAL_ZH and bool(rjieba.has_word(word))


def _is_general_en(word: str, *, begins: bool) -> bool:
    """Whether it is a general word as it is written: with a capital, only as sentences begin."""
    low = normalise(word).replace("’", "'")
    if low in _SURE or low in _CALENDAR:
        return True
    has_capital = not word.islower()
    if has_capital and (not begins or not word.istitle()):
        return False
    low = low.removesuffix("'s")
    if low in EVERYWHERE_EN or low in DOING_EN or low in FORMS or _KIN_EN.fullmatch(low):
        return True
    if has_capital:
        return False
    concept = concept_of(low) or concept_of(singular(low))
    return concept is not None and concept.root not in _NAMING_ROOTS


_MASKS = frozenset(
    {
        *("[名称]", "[name]", *_NAMES_ZH.values()),
        *("[身份证号]", "[护照号]", "[手机号]", "[邮箱]", "[银行卡号]", "[国际银行账号]", "[住址]"),
        *("[密码]", "[identity number]", "[passport number]", "[phone number]", "[credential]"),
        *("[e-mail address]", "[card number]", "[IBAN]", "[address]"),
    }
)
