"""The names of people, places and organisations that stand in a text, by how they are written."""

import re

import rjieba

from myosotis_server.understanding.everywhere_words import is_everywhere
from myosotis_server.understanding.patterns_en import words
from myosotis_server.understanding.people_en import NAMES
from myosotis_server.understanding.people_zh import is_kin, is_personal_name, is_pet_name
from myosotis_server.understanding.simplified import simplified

_LOOKED_AT = 1_000
"""Characters."""
_HAN = re.compile("[㐀-䶿一-鿿]+")
_LETTER = r"[^\W\d_㐀-䶿一-鿿]"
_WORD = rf"[A-ZÀ-Þ]{_LETTER}+(?:[-'’](?!s\b){_LETTER}+)*"
_CAPITALISED = re.compile(
    rf"(?<![\w'’-])(?:(?:Dr|Mr|Mrs|Ms|Prof|St)\.? )?{_WORD}(?: (?:(?:of|de|van|von|the) )?{_WORD})"
    r"{0,3}"
)
_BEGINS = re.compile(r"(?:^|[.!?\n:“\"(。！？：（])\s*$")
"""What stands before the first word of a sentence, whose capital says nothing."""
_WITHIN = re.compile(rf"{_LETTER}[A-Z]")
"""A capital within a word: TensorFlow, iPhone."""
_INITIALS = re.compile(r"[A-Z]{2,}")
_MASK = re.compile(r"\[[^\[\]]{1,24}\]")
_NO_NAMES_ZH = words(
    """
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


def names_said(text: str) -> tuple[str, ...]:
    """Each name once, in the order of first mention, as written; kin without a name is none.

    Of a longer text the first 1,000 characters count. A name that begins an English sentence is
    found only if it is a common one or no other word looks like it.
    """
    text = _MASK.sub(lambda mask: " " * len(mask[0]), text[:_LOOKED_AT])
    found: dict[int, str] = {}
    for match in _CAPITALISED.finditer(text):
        before = text[max(0, match.start() - 8) : match.start()]
        name = _bare(match[0], begins=_BEGINS.search(before) is not None)
        if name:
            found[match.end() - len(name)] = name
    simple = simplified(text)
    for run in _HAN.finditer(simple):
        at = run.start()
        for word, tag in rjieba.tag(run[0]):
            if _is_name_zh(word, tag):
                found[at] = text[at : at + len(word)]
            at += len(word)
    return tuple(dict.fromkeys(found[at] for at in sorted(found) if is_proper(found[at])))


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


_INSTITUTION = re.compile(
    "(?:公司|学校|大学|[小中]学|学院|幼儿园|工厂|医院|单位|企业|[外国私民央]企|银行|餐厅|酒店|机构)$"
)


def _is_name_zh(word: str, tag: str) -> bool:
    if len(word) < 2 or word in _NO_NAMES_ZH or is_kin(word) or is_everywhere(word):
        return False
    if tag in ("ns", "nt", "nz"):
        return bool(rjieba.has_word(word)) and _COUNTS.search(word) is None
    is_doubled = word[0] == word[1] and len(word) == 2
    return (tag.startswith("nr") and (is_personal_name(word) or is_pet_name(word))) or (
        is_doubled and is_pet_name(word)
    )


def _bare(name: str, *, begins: bool) -> str:
    """`name` without words that are none."""
    parts = name.split(" ")
    while parts and (
        parts[0] in _PARTICLES
        or (is_everywhere(parts[0].lower()) and (len(parts) == 1 or (begins and parts[0] != "New")))
        or (begins and len(parts) == 1 and not _is_surely_one(parts[0]))
    ):
        parts, begins = parts[1:], False
    if len(parts) == 1 and parts[0].lower() in _PEOPLES:
        return ""
    name = " ".join(parts)
    return "" if _INITIALS.fullmatch(name) else name


def _is_surely_one(word: str) -> bool:
    return word.lower() in NAMES or _WITHIN.search(word) is not None


_COUNTS = re.compile("[一二三四五六七八九十百千万两]")
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
