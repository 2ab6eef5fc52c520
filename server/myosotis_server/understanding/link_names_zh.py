"""Which Chinese words are somebody's name where they stand, and whether the user knows them."""

import rjieba

from myosotis_server.memory.graph import NodeType
from myosotis_server.understanding.link_sureness import LIKELY, SURE
from myosotis_server.understanding.names_said import NameSaid
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.people_zh import (
    RELATION,
    SURNAMES,
    canonical,
    is_kin,
    is_personal_name,
    is_pet_name,
)
from myosotis_server.understanding.roles_zh import is_firm

CALLED = pattern_of(
    rf"(?:[他她它]|名字?|[只条位匹个]|猫咪?|狗狗?|{RELATION}|取名|起名|小名|昵称|的[猫狗兔]|给.{{1,6}}取名)"
    r"(?:就|也|，|,)?(?:叫做?|叫作|是叫)(?P<name>[一-鿿]{2,3}?)"
    r"(?=的[一-鿿]?[猫狗兔鸟龟鼠孩姑男女老同朋]|[，。！？,.!?；、 \n]|$)"
)
"""他叫团子, 一只叫团子的猫."""
OWN = pattern_of("(?:我(?:的名字)?(?:就)?[叫是]|叫我|本人|我的?(?:英文名|小名|网名|昵称)是?叫?)$")
"""What stands before the user's own name."""
_NO_ONES_NAME = pattern_of(
    "外卖|滴滴|保安|警察|家长|[我你他她它醒车人]|什么|啥|起来|过来|一声|不|没"
)
_WORDS_IN_NAMES = pattern_of(
    ".[不没过么您你我他她们或在是说的了和给把哪这那什怎为到去来要会能可以就都也很太与].?|..[不没过么或的了说是在]"
)
_SURNAMES_TOO = frozenset(
    "高马方白安关康祝温段于严程戴范顾钱易施童毛金成文石江汤水时牛平明路包华苗尚左单解干全车古党"
    "商常万管游季花甘谷向应景庄武莫凌舒齐欧桂辛支国红蓝鲁盛阳"
)
"""Surnames that are words as well."""
_DOES = pattern_of(
    "(?:今天|昨天|又|也|还|都|就|总|刚|老|已经|居然|最近|现在|一直)*(?:说|发烧|感冒|咳嗽|喊|往|上学|放学|问|告诉|请|叫|找|约|送|借|帮|陪|来|去|走|哭|笑"
    "|住|睡|生日|结婚|离婚|怀孕|生病|辞职|离职|搬|回|打电话|发消息|发微信|不理|喜欢|讨厌|知道|觉得|想|今年|是我"
    "|[一二三四五六七八九十\\d]+岁)"
)
_CALLED_BEFORE = pattern_of(rf"(?:{RELATION}|名?叫|救生员|室友|组长|前辈|导师)的?$")
_WITH_BEFORE = pattern_of("[和跟与同陪约见找帮]了?$")
_ENDS_OF_WORDS = pattern_of("[商度感性化率值量心力]$")
_TITLE = pattern_of(rf"[{SURNAMES}](?:总|[哥姐姨]|叔|阿姨|老师|经理|师傅|主任|同学|教练|老板|医生)")
_WITH = pattern_of("(?:[和跟与同陪约找帮问见替向]了?|室友|朋友|同事|同学)$")
_TO_ME = pattern_of("[^，。！？,.!?]{0,8}?(?:[说叫请送问找帮给陪约跟和把让带教夸骂借对]我|说)")
_WORKS = pattern_of("的(?:歌|音乐|专辑|演唱会|电影|戏|剧|书|小说|诗|画|漫画|相声|作品)")
_IN = pattern_of("(?:(?<![现实正存还])在|去了?|到了?|从|住|回了?|来了?|飞|离开|逛了?)$")
_NO_PLACES = pattern_of(
    "太.|长大|.*(?:城市|之.|[坡滨边上里中大门])|新鲜|深度|吉他|山脉|湖泊|古城|家乡|小镇|农村|乡下|阳台"
)
_OURS = pattern_of("(?:我家的?|我们家的?|抱着?|撸|遛|喂|给)$")
_LIVES = pattern_of(
    "(?:今年|都|已经|才|快|也|又|还|就|今天|昨天|刚|一直|在|不|没)*(?:[一二两三四五六七八九十半\\d]+个?[岁月]"
    "|睡|醒了|打呼|生病|吐了|拉肚子|绝育|打疫苗|掉毛|撒娇|蹭|咬|抓|跑|跳|叫了?|[跟陪和]我|趴|黏人|粘人)"
)


def may_be_called(name: str, text: str, *, is_thing: bool) -> bool:
    """Whether what stands behind 叫 in `text` is a name: 叫外卖 orders a meal.

    Where an animal is spoken of, it may be any word, and elsewhere a thing's, too (`is_thing`).
    """
    if _NO_ONES_NAME.search(name) or is_kin(canonical(name)):
        return False
    return is_thing or is_called(name) or _is_doubled(name) or _ANIMAL.search(text) is not None


_ANIMAL = pattern_of("[猫狗兔鸟龟鼠它]|宠物|鹦鹉|仓鼠")


def is_called(word: str) -> bool:
    """Whether somebody may be called `word`: 阿凯, 李伟."""
    if is_kin(canonical(word)) or _WORDS_IN_NAMES.fullmatch(word):
        return False
    return is_pet_name(word) or is_personal_name(word)


def is_with(name: str, behind: str) -> bool:
    """Whether `name` is somebody where it stands behind 和 or 跟: 小王, and no part of 小计划."""
    if not is_called(name) or _is_rather_a_word(name):
        return False
    end = 0
    for word, _ in rjieba.tag(name + behind):
        end += len(word)
        if end >= len(name):
            break
    return end == len(name)


def lives(before: str, behind: str) -> bool:
    """Whether what stands between them does what only an animal or a person does: 我家年糕睡了."""
    return (_OURS.search(before) is not None or not before.strip(_OPENING)) and (
        _LIVES.match(behind) is not None
    )


_OPENING = "，。！？,.!? 对了我之前说今昨天"


def what_is(name: NameSaid, word: str, before: str, behind: str) -> tuple[NodeType, float] | None:
    """What `name`, simplified as `word`, names and how sure that is; None if nothing."""
    if name.tag == "ns":
        is_place = _IN.search(before) is not None and not _NO_PLACES.fullmatch(word)
        return (NodeType.PLACE, LIKELY) if is_place else None
    if name.tag == "nt":
        return (NodeType.ORGANISATION, LIKELY) if is_firm(word) else None
    if name.tag == "nz":
        return None
    if _TITLE.match(word):
        return NodeType.PERSON, SURE
    if _is_somebody(word, before, behind):
        return NodeType.PERSON, SURE if _WITH.search(before) else LIKELY
    return None


def _is_doubled(word: str) -> bool:
    return len(word) == len("朵朵") and word[0] == word[1]


def _is_somebody(word: str, before: str, behind: str) -> bool:
    """Whether a word that may be a name is one where it stands.

    Many names are words, too: 关怀 and 小丑, and 痘痘 is as 朵朵 is.
    """
    if not (is_called(word) or _is_doubled(word)):
        return False
    is_word = bool(rjieba.has_word(word))
    if _is_doubled(word) or word[0] in "小老大":
        is_plain = not is_word and not _is_doubled(word) and len(word) == len("小王")
    else:
        is_plain = word[0] not in _SURNAMES_TOO
        if not is_plain and _ENDS_OF_WORDS.search(word):
            return False
    if is_plain or _CALLED_BEFORE.search(before) or _DOES.match(behind):
        return True
    return not is_word and _WITH_BEFORE.search(before) is not None


def _is_rather_a_word(name: str) -> bool:
    if name[0] == "于" and len(name) > len("于伟"):
        return True  # 倾向于接受 has no name.
    return name[0] in _SURNAMES_TOO and bool(rjieba.has_word(name) or _ENDS_OF_WORDS.search(name))


def is_acquainted(name: str, before: str, behind: str) -> bool:
    """Whether the user knows them: by what they are called, or by what both do together."""
    if _WORKS.match(behind):
        return False
    if (
        is_pet_name(name)
        or _is_doubled(name)
        or _TITLE.match(name)
        or (name[0] in "小老阿" and len(name) == len("老王"))
    ):
        return True
    return _WITH.search(before) is not None or _TO_ME.match(behind) is not None


def is_with_user(before: str) -> bool:
    """Whether what stands behind `before` is whom somebody is with: 和, 跟, 同事."""
    return _WITH.search(before) is not None


def is_makers(behind: str) -> bool:
    """Whether `behind` tells of somebody's songs, books or films."""
    return _WORKS.match(behind) is not None
