"""What somebody likes and dislikes, read out of Chinese, and how they want to be spoken to."""

import re
from collections.abc import Iterator

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.clause_zh import Clause, Rule, says
from myosotis_server.understanding.favourites_zh import KEY_OF, THING
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.values_zh import listed, trim

_VERB_KEY = {"吃": "food", "喝": "drink"}
_FAVOURED = r"最(?:喜欢|爱|喜爱|钟爱|中意|钟意|热爱|心爱)"
_SEASONS = frozenset({"春天", "夏天", "秋天", "冬天", "春季", "夏季", "秋季", "冬季"})
_COLOUR = pattern_of(r"[一-鿿]{0,2}[红橙黄绿蓝紫白黑灰粉棕青]色$")
_ACTIVITY = pattern_of(
    r"[爬打跑游画弹唱跳钓骑写拍做练滑逛种撸遛攀登跟玩去和]|尝试|买|养生|养(?:花"
    r"|鱼|猫|狗|多肉|植物)|学(?!校|生)|看(?:书|电影|剧|电视剧?|动漫|小说|展"
    r"|球赛?|比赛|漫画|话剧|演唱会|综艺|直播|日出|日落|海|星星|纪录片"
    r"|.{1,4}(?:片|电影|小说|剧|书|比赛|漫画)$)"
    r"|听(?:歌|音乐|播客|相声|戏|书|.{1,4}(?:音乐|乐)$)|读(?:书|诗|小说)|徒步"
    r"|露营|摄影|旅[游行]|健身|瑜伽|烘焙|烹饪|阅读|书法|绘画|编程|园艺|下(?:棋"
    r"|厨|围棋|象棋)|冲浪|潜水|攀岩|慢跑|散步|遛狗|剪纸|手工|编织|刺绣"
    r"|收藏|集邮|追剧|刷剧|刷(?:视频|短视频|抖音|手机)|发呆|睡觉|睡懒觉|聊天"
    r"|购物|探店|剧本杀|桌游|自驾|骑行|舞蹈|茶艺|插花|陶艺|木工|乐高|拼图|拼乐高"
    r"|搭积木|撸铁|晨跑|夜跑|泡(?:温泉|澡|茶)|喝茶聊天|在.{2,10}(?:看书|发呆"
    r"|散步|跑步|喝)|一个人|研究|折腾|捣鼓|观鸟|观星|品茶|品酒|调酒|翻译|朗诵"
    r"|辩论|打"
)
_GENERIC = pattern_of(
    r"^[看听读玩](?=.{2,})(?P<v>.+的.+|《.+》|周.{1,2}伦?|.*(?:演的|唱的).*"
    r"|.{2,4}的歌)$"
)
_NOBODY = pattern_of(
    r"^(?:[我你他她它您咱这那]|一个(?!人)|谁|上(?:一个|了)|过|情|好|心|护|国|上$"
    r"|上了$|到|人$)|什么都|^的$|你|时候$|极了$|得(?:不行|要命)|^让|我|^的"
)
_KIN_MADE = pattern_of(
    "(?<=.)我(?=(?:[妈爸奶爷姥哥姐]|外[婆公]|老[公婆]).{1,4}的)|^我(?=(?:[妈爸奶爷姥]|外[婆公]|老[公婆])[做包烧煮炖腌烤].{0,2}的)"
)
_STRONG = pattern_of(r"^(?:得(?:不行|要命|很)|极了|死了?|的是|上了?|吃|喝|看|听|死){1,5}(?=.)")


def _is_nobody(value: str) -> bool:
    return _NOBODY.search(_KIN_MADE.sub("", value)) is not None


def favourite_of(value: str) -> str:
    """favourite_singer of "我最喜欢的歌手"; likes of "我最喜欢的人"."""
    found = re.match(rf"我?(?:一直)?{_FAVOURED}[吃喝看听]?的.{{0,4}}?({THING})(?:之一)?$", value)
    return f"favourite_{KEY_OF[found[1]]}" if found else ""


def _object(value: str) -> tuple[str, str]:
    """Key and value of something liked: an activity is a hobby, what is eaten or heard is liked."""
    if value[:1] in "吃喝" and len(value) > 1:
        return "likes", trim(value[1:])
    if taste := _GENERIC.match(value):
        return "likes", trim(taste["v"])
    if value[:1] in "看听" and not _ACTIVITY.match(value) and len(value) > 2:
        return "likes", trim(value[1:])
    return ("hobby" if _ACTIVITY.match(value) else "likes"), value


def _titles(written: str) -> list[str]:
    """What stands between the marks of titles: of 《听妈妈的话》 nothing is a verb."""
    return re.findall("《([^》]{1,30})》", written)


def _likes(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    written = match["v"]
    if re.search("[迷爱]上了?学(?!校|生)", match[0]):
        return
    if not written.startswith(("吃", "喝", "看", "听")):
        written = _STRONG.sub("", written)
    for value in _titles(written) or (
        [trim(written)] if written.startswith("在") else listed(written)
    ):
        if _is_nobody(value):
            return
        key, value = _object(value)
        if value and not _is_nobody(value):
            yield from says(key, value)


def _likes_most(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    """最喜欢 without the thing's kind; eaten or drunk, a season or a colour, it is a favourite."""
    for value in listed(match["v"]):
        if _is_nobody(value):
            return
        if (key := _VERB_KEY.get(value[0])) and len(value) > 1:
            yield from says(f"favourite_{key}", trim(value[1:]))
        elif value in _SEASONS:
            yield from says("favourite_season", value)
        elif _COLOUR.match(value):
            yield from says("favourite_colour", value)
        else:
            yield from says(*_object(value))


def _favourite(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    groups = match.groupdict()
    thing = groups.get("thing") or ""
    key = KEY_OF.get(thing) or _VERB_KEY.get(groups.get("verb") or "", "")
    values = _titles(match["v"]) or list(
        listed(re.sub(r"^(?:莫过于|一直是|还是|当然是|就是|一直都是)", "", match["v"]))
    )
    if key:
        values = values[:1]
    for value in values:
        if _is_nobody(value) or (key and value == thing):
            return
        title = "《" + value in match["v"]
        yield from (
            says(f"favourite_{key}", value)
            if key
            else says(*(("likes", value) if title else _object(value)))
        )


def _hobbies(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    value = re.sub(
        r"^(?:是|有|就是|包括|主要是|很多|挺多|广泛|比较广泛|，|,|:|：|一直是"
        r"|还是){1,5}",
        "",
        match["v"],
    )
    for each in listed(value):
        if not _is_nobody(each) and not re.match("不|没|也|很|太|挺|比较", each):
            yield from says("hobby", each)


def _dislikes(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    for value in listed(match["v"]):
        value = re.sub(r"^(?:吃|喝|看|听|闻|死|的(?:是|就是)?|别人|有人)(?=.)", "", value)
        if re.match(r"[我你他她您这那]|自己|的$|人家|了$", value) or "你" in value or "我" in value:
            return
        yield from says("dislikes", value)


def _interest(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    for value in listed(match["v"]):
        if not _is_nobody(value):
            yield from says(*_object(value))


RULES: list[Rule] = [
    (
        pattern_of(
            rf"(?:是)?(?:的)?{_FAVOURED}(?P<verb>吃|喝|看|听|玩|去"
            rf"|读)?的(?:[^的是，]{{0,6}}?)(?P<thing>{THING})(?:类型|之一)?(?:就|还|当然"
            rf"|一直|永远){{0,4}}(?:是|叫|有|:|：|莫过于)(?P<v>.{{1,24}})"
        ),
        _favourite,
    ),
    (
        pattern_of(
            rf"(?:的)?{_FAVOURED}(?P<verb>吃|喝|看|听|玩|去)?的(?:东西|一[种道个]"
            rf"|那个)?(?:就|还|当然|一直|永远){{0,4}}(?:是|有|:|："
            rf"|莫过于)(?P<v>.{{1,20}})"
        ),
        _favourite,
    ),
    (
        pattern_of(
            r"的?(?:最爱|心头好|本命|真爱)(?P<verb>)?(?P<thing>)?(?:就|还|当然"
            r"|一直){0,4}是(?P<v>.{1,20})"
        ),
        _favourite,
    ),
    (
        pattern_of(
            rf"(?P<v>[^我最，]{{1,16}}?)(?:一直|永远|就|才|可){{0,4}}是(?:我|他|她"
            rf"|我们)?(?:一直|的)?{_FAVOURED}(?P<verb>吃|喝|看|听|玩"
            rf"|去)?的(?:[^的，]{{0,4}}?)(?P<thing>{THING})?(?:之一)?(?:了|啦|$)"
        ),
        _favourite,
    ),
    (
        pattern_of(
            r"(?P<v>[^我最，]{1,16}?)(?:一直|永远|就|才){0,4}是我的?(?:最爱|心头好|真爱"
            r"|爱好)(?P<verb>)?(?P<thing>)?(?:了|$)"
        ),
        _favourite,
    ),
    (
        pattern_of(
            r"(?:的)?最(?:讨厌|不喜欢|烦|受不了|恨|反感)(?:吃|喝|看"
            r"|听)?的(?:[^的是，]{0,8}?)(?:就|还)?是(?P<v>.{1,20})"
        ),
        _dislikes,
    ),
    (
        pattern_of(r"(?:已经)?不(?:再|那么|怎么)?(?:讨厌|反感|排斥|抗拒)(?P<v>.{1,12}?)了$"),
        lambda m, c: (
            Reading(ends=(Attribute("dislikes", v),))
            for v in listed(re.sub("^[吃喝看听](?=.)", "", m["v"]))
            if not _is_nobody(v)
        ),
    ),
    (pattern_of(rf"{_FAVOURED}(?P<v>(?!的|.的).{{1,20}})"), _likes_most),
    (pattern_of(r"的?(?:兴趣爱好|业余爱好|爱好|兴趣|嗜好|消遣)(?!者)(?P<v>.{1,30})"), _hobbies),
    (
        pattern_of(
            r"(?:不再|没那么|没以前那么)(?:喜欢|爱|迷恋)(?P<v>.{1,16})"
            r"|(?:已经)?不(?:喜欢|爱|迷)(?P<w>.{1,16}?)了$"
        ),
        lambda m, c: _again(m, c),
    ),
    (
        pattern_of(
            r"(?:最|超级?|特别|真的|一点也?|完全|其实){0,4}(?:不太|不怎么|不大|不是很"
            r"|一点都不|一点也不|并不|从来不|从不|不)(?:喜欢|爱(?=.)|中意"
            r"|感冒)(?!的)(?P<v>.{1,20})"
        ),
        _dislikes,
    ),
    (
        pattern_of(
            r"(?:最|超级?|特别|很|真的|也|越来越){0,4}(?:讨厌|受不了|烦死了?|最烦"
            r"|烦(?!恼|心|人|躁|死|了)|反感|厌恶|痛恨|恨(?!不得)|吃不惯|喝不惯|吃不来"
            r"|喝不来|接受不了|无法接受|无法忍受|忍受不了|忍不了|看不惯|吃不了|嫌弃"
            r"|欣赏不来|闻不了)(?!自己)(?P<v>.{1,20})"
        ),
        _dislikes,
    ),
    (
        pattern_of(
            r"对(?P<v>.{1,12}?)(?:完全|真的|特别|很|一直|实在|都|是){0,4}(?:无感"
            r"|不感兴趣|没兴趣|没什么兴趣|没有兴趣|提不起兴趣|很反感|不感冒)"
        ),
        _dislikes,
    ),
    (
        pattern_of(
            r"对(?P<v>.{1,14}?)(?:一直|都|也|很|非常|特别|超级?|挺|蛮|比较|更|产生了?|是"
            r"|越来越|最近){0,4}(?:感兴趣|有兴趣|情有独钟|很着迷|着迷|上瘾|有浓厚的?兴趣"
            r"|毫无抵抗力|没有抵抗力|上头)"
        ),
        _interest,
    ),
    (
        pattern_of(
            r"(?:比起.{1,10}?[，,]?)?(?:更|从小|就|是|越来越){0,4}(?:喜欢上?了?|喜爱"
            r"|热爱|钟爱|偏爱|酷爱|超爱|迷(?![路信茫糊惑上恋])|中意|钟意|迷上了?|爱上了?|着迷于|沉迷于?|痴迷于?"
            r"|喜好|爱(?![好情人心护国上迪丁你她他我过心]))(?![的了]$"
            r"|的是我)(?P<v>.{1,24})"
        ),
        _likes,
    ),
    (pattern_of(r"(?:离不开|戒不掉|沉迷(?!于)|迷恋|痴迷(?!于))(?P<v>[^了你他她].{0,12})"), _likes),
    (
        pattern_of(
            r"(?:一天|每天)?(?:没有|不喝|不吃)(?P<v>.{1,8})(?:就)?(?:活不下去|不行"
            r"|浑身难受|活不了)"
        ),
        _likes,
    ),
]


def _again(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    written = match["v"] or match["w"]
    for value in listed(written):
        key, value = _object(value)
        if value and not _is_nobody(value):
            gone = tuple(Attribute(each, value) for each in dict.fromkeys((key, "likes")))
            yield from says("dislikes", value, ends=gone)
