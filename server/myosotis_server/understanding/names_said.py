"""The names of people, places and organisations that stand in a text, by how they are written."""

from collections.abc import Iterator
from dataclasses import dataclass

import rjieba

from myosotis_server.understanding.everywhere_words import is_everywhere
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import words
from myosotis_server.understanding.people_en import NAMES, WORDS_TOO, is_word_too
from myosotis_server.understanding.people_zh import (
    SURNAMES,
    canonical,
    is_kin,
    is_personal_name,
    is_pet_name,
)
from myosotis_server.understanding.simplified import simplified
from myosotis_server.understanding.words_in_capitals import does_as_people_do, is_ordinary

_LOOKED_AT = 1_000
"""Characters."""
_HAN = pattern_of("[㐀-䶿一-鿿]+")
_LETTER = r"[^\W\d_㐀-䶿一-鿿]"
_WORD = rf"(?:[OD]['’])?[A-ZÀ-Þ]{_LETTER}+(?:[-'’](?!s\b){_LETTER}+)*"
_CAPITALISED = pattern_of(
    rf"(?<![\w'’-])(?:(?:Dr|Mr|Mrs|Ms|Prof|St)\.? )?{_WORD}(?: (?:(?:of|de|van|von|the) )?{_WORD})"
    r"{0,3}"
)
_BEGINS = pattern_of(r"(?:^|[.!?\n:;“”\"‘'(\[。！？：（；…♪•*>–—]|(?:^|\s)-)\s*$")
"""What stands before the first word of a sentence, whose capital says nothing."""
_WITHIN = pattern_of(rf"{_LETTER}[A-Z]")
"""A capital within a word: TensorFlow, iPhone."""
_INITIALS = pattern_of(r"[A-Z]{2,}")
_MASK = pattern_of(r"\[[^\[\]]{1,24}\]")
_TITLED = pattern_of(
    rf"(?!向)[{SURNAMES}](?:总(?![是算结而之共体部监统裁得会要能有])|[哥姐姨](?![们夫])|叔叔?|阿姨|老师|经理"
    r"|医生|教授|律师|师傅|主任|同学|校长|院长|教练|老板|主管|护士)"
    rf"|[小老][{SURNAMES}](?![师板公婆家人])|阿[一-鿿](?!们)"
)
"""李老师, 何总, 老王, 阿强."""
_SURNAMES_OF_TWO = ("欧阳", "司马", "上官", "诸葛", "慕容", "皇甫", "司徒", "夏侯", "东方", "尉迟")
_NO_ENDS_ZH = "说是在和跟要去来给把问请叫让也都会有没不就还又很的了您你我他她们"
_TITLES_OF_ONE = "总哥姐姨叔"
_PAIR = 2
_FEW = 5
_MOST_OF_THEM = 0.7
_LATIN_WORD = pattern_of(_LETTER + "+")
_NO_NAMES_ZH = words(
    """
    人人 事事 处处 时时 问问 多多
    美丽 登山 攀岩 冰川 瀑布 森林 草原
    海鲜 东西 高原 安静 明白 谢谢 杨梅 阳光 安全 温柔 单身 石头 白菜 黄瓜 高兴 马上 安心 安宁
    和平 成功 文明 平安 金毛 红枣 黄金 高峰 高山 南方 北方 东方 西方 普通话 中文 英文 英语 汉语
    老家 国内 国外 平原 沙漠 海滩 健康 幸福 金子 车子 毛衣 毛病 花生 元旦 元宵 余额 常识 成绩
    成长 程序 时尚 方便 万一 关心 关系 解放 党 蓝色 白色 黄色 黑色 红色 游泳 包装 向往 贺卡 严重
    严肃 严格 祝福 古怪 温暖 温泉 水果 乐观 经典 宫颈 甘蔗 米饭 宁静 安慰 顺利 白天 白领 高铁
    高考 高薪 高中 金额 金融 方案 方言 房贷
    """
)
"""Words that the dictionary takes for names, or that begin as surnames do."""


@dataclass(frozen=True, slots=True)
class NameSaid:
    """`name` stands at `start` to `end`. `tag` is the dictionary's for a Chinese one, else "".

    "nr" people, "ns" places, "nt" institutions, "nz" others.
    """

    start: int
    end: int
    name: str
    tag: str = ""


def names_said(text: str) -> tuple[str, ...]:
    """Each name once, in the order of first mention, as written; kin without a name is none.

    Of a longer text the first 1,000 characters count. A name that begins an English sentence is
    found if it is a common one, if no other word looks like it, or if what follows tells of
    somebody ("Tamsyn and I"). What is shouted names nobody.
    """
    return tuple(dict.fromkeys(said.name for said in names_in(text)))


def names_in(text: str) -> list[NameSaid]:
    """The names of `text` as `names_said` has them, where they stand, in order and apart."""
    text = _MASK.sub(lambda mask: " " * len(mask[0]), text[:_LOOKED_AT])
    found = [*_latin(text), *_chinese(text)]
    found.sort(key=lambda said: (said.start, -said.end))
    kept: list[NameSaid] = []
    for said in found:
        if (not kept or said.start >= kept[-1].end) and is_proper(said.name):
            kept.append(said)
    return kept


def _latin(text: str) -> Iterator[NameSaid]:
    matches = list(_CAPITALISED.finditer(text))
    if not matches:
        return
    is_level = _is_level(text)
    for match in matches:
        before = text[max(0, match.start() - 8) : match.start()]
        begins = is_level or _BEGINS.search(before) is not None
        name = _bare(match[0], text[match.end() : match.end() + 40], begins=begins)
        if name and (not is_level or name.partition(" ")[0].lower() in NAMES):
            yield NameSaid(match.end() - len(name), match.end(), name)


def _is_level(text: str) -> bool:
    """Whether Almost All Words Begin With Capitals, so that they tell nothing."""
    found: list[str] = _LATIN_WORD.findall(text)
    capitals = sum(1 for word in found if word[0].isupper())
    return len(found) >= _FEW and capitals > _MOST_OF_THEM * len(found)


def _chinese(text: str) -> Iterator[NameSaid]:
    simple = simplified(text)
    for run in _HAN.finditer(simple):
        at = run.start()
        starts = set[int]()
        before = ""
        for word, tag in rjieba.tag(run[0]):
            starts.add(at)
            at_next = at + len(word)
            if tag == "nr" and len(word) > _PAIR and word[-1] in _NO_ENDS_ZH:
                # The dictionary takes 周牧说 for a name.
                word = word[:-1]
            if _is_name_zh(word, tag):
                yield NameSaid(at, at + len(word), text[at : at + len(word)], tag)
            elif _is_child(word, tag, before, simple[at_next : at_next + _PAIR]):
                yield NameSaid(at, at + len(word), text[at : at + len(word)], "nr")
            before = word
            at = at_next
        for match in _TITLED.finditer(simple, run.start(), run.end()):
            name = match[0]
            if (
                match.start() in starts
                and not is_kin(name)
                and (len(name) > _PAIR or name[1] in _TITLES_OF_ONE or is_pet_name(name))
            ):
                yield NameSaid(*match.span(), text[match.start() : match.end()], "nr")


def is_proper(name: str) -> bool:
    """Whether something is called by `name` alone: 协和医院 and Acme, not 小公司 or "a startup"."""
    if name.isascii():
        return any(map(str.isupper, name))
    simple = simplified(name)
    kind = _INSTITUTION.search(simple)
    if kind is None:
        return simple not in _NO_NAMES_ZH
    return any(
        tag in ("nr", "ns", "nt", "nz", "j", "eng") for _, tag in rjieba.tag(simple[: kind.start()])
    )


_INSTITUTION = pattern_of(
    "(?:公司|学校|大学|[小中]学|学院|幼儿园|工厂|医院|单位|企业|[外国私民央]企|银行|餐厅|酒店|机构)$"
)


def _is_name_zh(word: str, tag: str) -> bool:
    if len(word) < 2 or word in _NO_NAMES_ZH or is_kin(word) or is_everywhere(word):
        return False
    if tag in ("ns", "nt", "nz"):
        is_known: bool = rjieba.has_word(word)
        return is_known and _COUNTS.search(word) is None
    is_doubled = word[0] == word[1] and len(word) == 2
    if len(word) > _PAIR + 1 and not word.startswith(_SURNAMES_OF_TWO):
        return False
    return (tag.startswith("nr") and (is_personal_name(word) or is_pet_name(word))) or (
        is_doubled and is_pet_name(word)
    )


def _is_child(word: str, tag: str, before: str, behind: str) -> bool:
    """Whether a doubled word is a name by what stands around it: 女儿朵朵, 朵朵发烧."""
    if len(word) != _PAIR or word[0] != word[1] or tag[0] not in "nqam":
        return False
    if word in _NO_NAMES_ZH or is_kin(canonical(word)):
        return False
    return is_kin(canonical(before)) or _ILL_OR_ASLEEP.match(behind) is not None


_ILL_OR_ASLEEP = pattern_of("发烧|感冒|咳嗽|哭|笑了|睡了|说|喊|上学|放学|今年|往")


def _bare(name: str, behind: str, *, begins: bool) -> str:
    """`name` without words that are none; `behind` is what follows it."""
    parts = name.split(" ")
    while parts and _is_none(parts, behind, begins=begins):
        parts, begins = parts[1:], False
    if len(parts) > 1 and is_everywhere(parts[-1].lower()):
        return ""
    return " ".join(parts)


def _is_none(parts: list[str], behind: str, *, begins: bool) -> bool:
    """Whether the first of `parts` belongs to no name."""
    first = parts[0]
    low = first.lower()
    if first in _PARTICLES or _INITIALS.fullmatch(first):
        return True
    if len(parts) > 1:
        return begins and first != "New" and is_ordinary(low)
    return not _is_one(first, behind, begins=begins)


def _is_one(word: str, behind: str, *, begins: bool) -> bool:
    """Whether a word with a capital is a name, by itself and by what follows it."""
    low = word.lower()
    if is_everywhere(low) or low in _PEOPLES:
        return False
    if low in NAMES and not is_word_too(low):
        return True
    if low in NAMES or low in WORDS_TOO:
        return not begins or does_as_people_do(behind)
    if is_ordinary(low):
        return False
    if not begins or _WITHIN.search(word):
        return True
    return does_as_people_do(behind) and len(low) > _PAIR and not low.endswith(_NO_ENDS)


_NO_ENDS = ("s", "ing", "ion", "ness", "ment", "ly")
"""How few names end, and many nouns."""
_COUNTS = pattern_of("[一二三四五六七八九十百千万两]")
_PEOPLES = words(
    """
    american arabic asian australian austrian brazilian british canadian cantonese chinese danish
    dutch english european finnish french german greek indian irish italian japanese korean latin
    mandarin mexican norwegian polish portuguese russian scottish spanish swedish swiss taiwanese
    thai turkish ukrainian vietnamese welsh western eastern christian muslim jewish buddhist
    """
)
"""Written in capitals, without naming anybody."""
_PARTICLES = ("of", "de", "van", "von", "the")
