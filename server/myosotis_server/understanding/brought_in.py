"""Whom or what a Chinese clause brings in, and what is said of that one right behind it.

"我养了一只橘猫，叫米粒，三岁了": the name and the age are the cat's, and not the teller's.
"""

import re

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import match, search
from myosotis_server.understanding.people_zh import RELATION, canonical
from myosotis_server.understanding.simplified import simplified
from myosotis_server.understanding.values_zh import name_in, number_of

_AGE = r"[零〇一二两三四五六七八九十百\d]{1,4}"
_BARE_AGE = pattern_of(
    rf"(?:今年|刚|快|都|已经|也|才|马上|现在|大概|差不多)*(?:(?P<age>{_AGE})个?(?:多|半)?"
    r"(?:周?岁|个?月大)半?(?:多|大)?|(?:上|读|念)?(?:[小初高大研][一二三四五六]"
    r"|[一二三四五六]年级))[了啦]?"
)
_AGED = pattern_of("[岁歲月级級][大半多]*[了啦]?$|[小初高大研][一二三四五六][了啦]?$")
_NAMING = pattern_of(
    r"(?:[它他她]的?|名字|小名|大名|学名|[中英]文名|[取起]名|[取起]了?个?名字?|给|名|就|是|的)*"
    r"(?:叫做?|名为)(?P<name>(?![我你他她它您])[^，,。；\s]{1,12})"
)
_COMES = (
    r"(?:[养领收捡买接生抱添谈交来招请找雇救送换开看读听玩追租遇碰聘怀带有写做学出办创]|认识)"
    r"(?:[了着过到回来见上新又]|一直){0,3}"
)
_ONE = (
    r"[一两几二三四五六\d]?(?P<measure>只|条|位|头|匹|家|间|款|部|本|首|辆|道|座|台|窝|对|群"
    r"|个(?!半|月|小时|多)|(?<=[一两几])[名所])"
)
_COMES_IN = rf"(?<![没只])(?:{_COMES}|在(?=一)){_ONE}(?P<noun>[^，,。；了]{{0,12}})"
_IS_OURS = (
    rf"(?:^|(?<!不)是)(?:我|咱|俺)们?(?:家|公司|班"
    rf"|部门)?的?(?P<noun>[小大亲好新橘黑白花胖老]?(?:{RELATION}|犬))(?=$|，)"
)
_OWN_NAME = pattern_of(r"名[字儿号]?$|[外绰]号$|昵称$|ID$")
"""What is called so is the name itself: 换了个名字，叫王明."""
_NAMED = (
    rf"(?:[我咱俺]们?家?的?(?={RELATION}))?[^，,我俺]{{1,12}}?(?:的?名字)?(?<![都会家])"
    r"叫(?P<name>[^，我他她你]{1,12})$"
)
_SOMEBODY = pattern_of(r"[人孩生员师友娃宝女男事娘伙妹弟姐哥子儿婴公婆妈爸]$")
_ANIMALS = "只条头匹窝"
_OLDEST_ANIMAL = 25
_INTRODUCED = (
    rf"(?:{_COMES}[一两二三四五六\d]?[个只条位头匹]"
    r"|(?:(?<!不)是|^)(?:我|咱|俺)们?家?(?:养|里|那|这)?(?:的|只|个|条|位|家)+)"
    rf"(?:[^，,。]{{0,6}}?的)?[^，,。的]{{0,4}}?(?P<who>{RELATION}|犬)$"
)
_KEPT = {"犬": "狗"}
_LAST = 40
"""Characters at the end of a clause that may introduce somebody."""


def is_bare_age(text: str) -> bool:
    """Whether `text` is an age, or a year at school, and nothing else: 今年三岁了, 刚上高三."""
    if len(text) > _LAST or not _AGED.search(text[-4:]):
        return False
    return _BARE_AGE.fullmatch(simplified(text)) is not None


def name_told(text: str) -> str:
    """The name that `text` gives and nothing else: 叫米粒, 名字叫 Lucky; else ""."""
    if len(text) > _LAST or not ("叫" in text or "名为" in text):
        return ""
    found = _NAMING.fullmatch(simplified(text))
    return name_in(text[found.start("name") :]) if found is not None else ""


def introduced_by(text: str) -> str:
    """Whom the end of `text` introduces, as readings call them: "我养了只橘猫" → 猫; else ""."""
    found = search(_INTRODUCED, simplified(text[-_LAST:]))
    if found is None:
        return ""
    return canonical(_KEPT.get(found["who"], found["who"]))


def brought_in(text: str) -> str:
    """Whom or what `text` brings in, of whom a name behind it is: 橘猫, 新同事, 咖啡店; else ""."""
    found = _found(text)
    if found is None or _OWN_NAME.search(found["noun"]):
        return ""
    return found["noun"] or found[0]


def is_age_of_one_brought_in(age: str, text: str) -> bool:
    """Whether the bare `age` is that of whom `text` before it brings in, and not the teller's."""
    found = _found(text)
    if found is None:
        return False
    if "measure" not in found.re.groupindex:
        return True
    if found["measure"] in _ANIMALS:
        told = _BARE_AGE.fullmatch(simplified(age))
        number = number_of(told["age"]) if told and told["age"] else None
        return number is None or number <= _OLDEST_ANIMAL
    return found["measure"] == "位" or _SOMEBODY.search(found["noun"]) is not None


def named_in(text: str) -> str:
    """The name that the end of `text` gives whom it brings in: 养了只猫，叫米粒 → 米粒; else ""."""
    before, _, last = text[-2 * _LAST :].replace(",", "，").rpartition("，")
    if not before:
        found = match(_NAMED, simplified(last))
        return name_in(last[found.start("name") :]) if found is not None else ""
    return name_told(last.strip()) if brought_in(before) else ""


def _found(text: str) -> re.Match[str] | None:
    text = simplified(text[-2 * _LAST :])
    return search(_COMES_IN, text) or search(_IS_OURS, text)
