"""Whom and what somebody has, read out of Chinese: partner, children, friends, pets, belongings."""

import re
from collections.abc import Iterator

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.clause_zh import OWN, Clause, Rule, says
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.people_zh import SLOT_OF_KIN, is_personal_name, is_pet_name
from myosotis_server.understanding.values_zh import NUMBER, listed, name_in, number_of, plain, trim

_ANIMAL = (
    r"(?:[一-鿿]{0,4}(?:猫|狗|犬|兔子?|龟|仓鼠|鹦鹉|鱼|鸟|蜥蜴|蛇|刺猬|龙猫"
    r"|鸭子?|鸡|羊驼|猪|马|文鸟|蜘蛛|守宫|貂)|柯基|金毛|拉布拉多|拉拉|泰迪|布偶"
    r"|英短|美短"
    r"|蓝猫|橘猫|哈士奇|二哈|边牧|柴犬|萨摩耶|比熊|博美|吉娃娃|雪纳瑞|法斗|斗牛"
    r"|德牧|阿拉斯加|暹罗|加菲|缅因|三花|狸花|奶牛|玄凤|虎皮|柯尔鸭|贵宾|腊肠"
    r"|西施|[金银]渐层|金吉拉|中华田园犬|土狗|荷兰猪|豚鼠)"
)
_COUNT = r"[一两二三四五六七八九十\d]"
_PARTNERED = r"(?:女朋友|男朋友|女友|男友|对象|另一半|老公|老婆)"
_EACH = pattern_of("，?另?一[只条匹](?:就)?叫做?")
_SEPARATED = pattern_of("离")


def _called(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    """ "我女朋友叫林晓" tells the user's partner, and nothing of a subject."""
    slot = SLOT_OF_KIN.get(clause.kin)
    if slot is None or clause.is_named:
        return
    for written in listed(match["v"]) if slot in {"child", "pet"} else [match["v"]]:
        if name := name_in(written.removeprefix("叫")):
            yield Reading(Attribute(slot, name), subject=OWN)


def _named_kin(clause: Clause) -> Iterator[Reading]:
    """ "我女朋友林晓是护士", "我朋友小李…": the name is told by the way."""
    slot = SLOT_OF_KIN.get(clause.kin)
    if slot and clause.is_named and slot != "pet":
        yield Reading(Attribute(slot, clause.subject), subject=OWN)


def _is_named(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    """ "我女朋友现在是思思", "我的领导是周敏": a name, and no trade or town."""
    slot = SLOT_OF_KIN.get(clause.kin)
    name = trim(match["v"])
    if slot and not clause.is_named and (is_personal_name(name) or is_pet_name(name)):
        yield Reading(Attribute(slot, name), subject=OWN)


def _best_friend(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    yield from says("friend", name_in(match["v"]))


def _single(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    who = match.groupdict().get("v") or ""
    name = "" if re.search(rf"{_PARTNERED}|丈夫|妻子|先生|太太|爱人|未婚", who) else name_in(who)
    status = "离异" if _SEPARATED.search(match[0]) else "单身"
    gone = () if match.groupdict().get("never") else (Attribute("partner", name),)
    subject = OWN if clause.kin in {"女朋友", "男朋友", "老公", "老婆", "对象"} else ""
    yield Reading(Attribute("relationship_status", status), ends=gone, subject=subject)


def _wed(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    yield from says("relationship_status", "已婚")
    yield from _with(match)


def _in_love(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    yield from says("relationship_status", "恋爱中")
    yield from _with(match)


def _with(match: re.Match[str]) -> Iterator[Reading]:
    who = match.groupdict().get("v") or ""
    name = name_in(who)
    if name and not re.search(rf"{_PARTNERED}|女生|男生|女孩|男孩|前任|同学|同事|朋友|人", name):
        yield from says("partner", name)


def _children(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    number = number_of(match["n"])
    if number is None or number > 20:
        return
    yield from says("children_count", plain(number), number=number)
    if (called := match.groupdict().get("v")) and number:
        for name in map(name_in, listed(called)):
            yield from says("child", name)


def _both(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    number = (number_of(match["a"]) or 0) + (number_of(match["b"]) or 0)
    yield from says("children_count", plain(number), number=number)


def _child(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    yield from says("child", name_in(match["v"] or "") or match["who"])


def _sibling(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    yield from says("sibling", name_in(match["v"] or "") or match["who"])
    if match["too"]:
        yield from says("sibling", match["too"])


def _has_friend(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    kin = match["who"]
    name = name_in(match["v"])
    slot = SLOT_OF_KIN.get({"女友": "女朋友", "男友": "男朋友"}.get(kin, kin), "friend")
    yield from says(slot, name)


def _pet(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    called = match["v"] or ""
    named = [name for name in map(name_in, listed(_EACH.sub("、", called))) if name]
    for value in named or listed(match["kind"]):
        value = (
            value
            if named
            else re.sub(rf"^(?:了|{_COUNT}{{0,2}}[只条个匹头缸群窝对]){{1,5}}", "", value)
        )
        yield from says("pet", value)


def _pet_gone(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    if clause.kin in {"猫", "狗", "兔子", "仓鼠", "鹦鹉", "乌龟", "宠物"}:
        yield Reading(ends=(Attribute("pet", clause.kin),), subject=OWN)


RULES: list[Rule] = [
    (
        pattern_of(
            r"(?:的?(?:名字|大名|全名|学名|本名))?(?:就)?(?:叫做?|名叫|是叫|取名叫?|起名叫?|名字(?:就)?是"
            r"|的名字(?:就)?是)(?P<v>.{1,20})"
        ),
        _called,
    ),
    (pattern_of(r"(?:就?是|换成了?|还是)(?P<v>[^我你他她]{2,4}|[A-Z][a-z]{2,12})$"), _is_named),
    (
        pattern_of(
            r"最?(?:好|要好|铁)的(?:朋友|闺蜜|哥们儿?|兄弟|姐妹)(?:就)?(?:是|叫)(?P<v>.{1,10})"
        ),
        _best_friend,
    ),
    (
        pattern_of(
            r"(?:(?:跟|和|与|把)(?:[^，我]{1,8}的)?(?P<v>[^了没不想要，]{1,6}?))?(?:上上?个?[月周]|去年|前年|昨天|今年|最近|前几天|前不久|已经|刚|又|终于|都|早就?"
            r"|和平|正式|彻底|协议){0,4}(?:离婚了|离婚$|分手$|离了婚|离了$|离的婚|离异|分手了|分了手|分了$|分开了|掰了"
            r"|吹了|闹掰分手)"
        ),
        _single,
    ),
    (pattern_of(r"失恋了|被(?:甩|分手|绿)了|恢复单身"), _single),
    (
        pattern_of(
            rf"(?P<never>(?:处于|保持)?单身(?!公寓|派对)|单着|没有?(?:个)?{_PARTNERED}(?!的)|母胎"
            rf"|一直单|还?没(?:有)?(?:谈|找)(?:过?恋爱|{_PARTNERED}))"
        ),
        _single,
    ),
    (
        pattern_of(r"(?:还)?(?:没结婚|未婚|没有结婚|没结过婚$|不婚)"),
        lambda m, c: says("relationship_status", "未婚"),
    ),
    (
        pattern_of(
            r"(?:(?:跟|和|与)(?:[^，我]{1,8}的)?(?P<v>[^了没不想要，在]{1,6}?))?(?:上上?个?[月周]|去年|前年|昨天|今年|最近|前几天|前不久|已经|刚|刚刚|都|早就?"
            r"|终于|正式){0,4}(?:结婚(?=了|[一二两三四五六七八九十\d好]|$|啦)|结了婚"
            r"|领了?证[了啦]|领了证|扯证[了啦]|成家[了啦]|嫁人[了啦]|已婚|新婚|完婚)"
        ),
        _wed,
    ),
    (
        pattern_of(
            r"(?:(?:跟|和|与)[^，]{1,6}?)?(?:已经|刚|上?个?月|去年|前年|今年){0,3}(?:订婚(?:了|$)|订了婚|求婚成功)"
        ),
        lambda m, c: says("relationship_status", "订婚"),
    ),
    (
        pattern_of(
            rf"(?:(?:跟|和|与)(?P<v>[^了没不想要，]{{1,6}}?))?(?:上上?个?[月周]|去年|最近|前几天|已经|刚刚?|正式|又|终于){{0,3}}(?:正?在谈?恋爱|复合了?|好上了|谈恋爱了"
            rf"|恋爱了|在一起(?:了|$)|脱单[了啦]|(?:有|交了?|谈了?"
            rf"|找了?)(?:一?个)?{_PARTNERED}(?!叫|的)(?:了|$)|处对象|在谈)"
        ),
        _in_love,
    ),
    (
        pattern_of(
            rf"(?:谈|交|找|处)了?(?:一?个)?{_PARTNERED}，?(?:他|她)?(?:名字|名)?叫(?P<v>.{{1,6}})$"
        ),
        _in_love,
    ),
    (
        pattern_of(
            rf"(?:有|生了|养了|家有|是)(?P<n>{NUMBER})[个只](?:可爱的)?(?:孩子|小孩|娃"
            rf"|宝宝|儿子|女儿|小孩子|闺女|崽)(?:[，,]?(?:分别)?(?:叫"
            rf"|名叫)(?P<v>.{{1,16}}))?(?:了|的|$|，|啊)"
        ),
        _children,
    ),
    (pattern_of(r"(?:有|生了)?(?P<a>[一两二三])[儿子男个]{1,2}(?P<b>[一两二三])[女]"), _both),
    (
        pattern_of(
            r"(?:有|生了)?(?P<a>[一两二三四])个(?:儿子|女儿|闺女|男孩|女孩)[和，、]?(?P<b>[一两二三四])个(?:儿子|女儿|闺女|男孩|女孩)"
        ),
        _both,
    ),
    (
        pattern_of(rf"(?P<n>{NUMBER})个(?:孩子|儿子|女儿|娃|闺女)$"),
        lambda m, c: _children(m, c) if re.search("[就只]", c.when) else iter(()),
    ),
    (pattern_of(r"儿女双全"), lambda m, c: says("children_count", "2", number=2.0)),
    (
        pattern_of(r"(?:还)?没(?:有|要|生)?(?:孩子|小孩|娃)|丁克"),
        lambda m, c: says("children_count", "0", number=0.0),
    ),
    (
        pattern_of(
            r"(?:有了?|生了|新?添了|刚生了?|家有)(?:一?个)?(?:[^，叫了]{1,5}的)?(?P<who>儿子|女儿|闺女|宝宝|男孩|女孩"
            r"|大胖小子|男宝|女宝)(?:[，,]?(?:名|名字)?叫(?P<v>.{1,8}))?"
        ),
        _child,
    ),
    (
        pattern_of(
            rf"有(?:{_COUNT}?个)?(?:亲|双胞胎)?(?P<who>哥哥|姐姐|弟弟"
            rf"|妹妹)(?:[和、跟还有]{{0,2}}(?:{_COUNT}?个)?(?P<too>哥哥|姐姐|弟弟|妹妹))?(?:[，,]?叫(?P<v>.{{1,8}}))?"
        ),
        _sibling,
    ),
    (
        pattern_of(
            r"(?:有|认识了?|交了?)(?:一?个)?(?:.{0,6}的)?(?:好|铁|老)?(?P<who>朋友|哥们儿?|兄弟|姐妹|好朋友|闺蜜|死党|发小|女朋友|男朋友"
            r"|女友|男友|未婚妻|未婚夫)(?:[，,]?(?:名|名字)?叫)(?P<v>.{1,8})"
        ),
        _has_friend,
    ),
    (
        pattern_of(
            rf"(?:还)?(?:养|领养|收养|捡|买|接|抱养?|有|新?[添来])(?:了|着|有|的是|的|回(?:来)?|到"
            rf"|来){{0,4}}(?P<kind>(?:了)?(?:{_COUNT}{{1,2}}?[只条个匹头缸群]|个)?(?:小"
            rf"|大|可爱的)?{_ANIMAL}(?:[、和跟还有]{{1,2}}(?:{_COUNT}?[只条个匹])?"
            rf"{_ANIMAL})?)(?!粮|砂|咖|肉|舍|窝)(?:[，,]?(?:它|名字|另?一[只条匹]|取名|起名|名|分别"
            rf"|给它){{0,4}}(?:叫做?|是叫)(?P<v>.{{1,20}}))?"
        ),
        lambda m, c: (
            _pet(m, c)
            if m[0][0] != "有" or re.match(rf"有{_COUNT}?[只条]", m[0]) or m["v"]
            else iter(())
        ),
    ),
    (
        pattern_of(
            rf"(?:养|有|领养)了?(?:{_COUNT}?[只条])(?:名字|名)?叫(?P<v>[^，的]{{1,6}})的(?P<kind>{_ANIMAL})"
        ),
        _pet,
    ),
    (
        pattern_of(
            r"(?:还)?(?:领养|收养|养|捡)(?:了|着|过?的是|到)?[一两三][只匹头条](?P<kind>[^的了，叫]{1,6}?)(?P<v>)了?$"
        ),
        _pet,
    ),
    (
        pattern_of(
            r"(?:昨天|上周|已经|前几天|刚刚?)?(?:去世|走丢|走失|死|丢|跑丢|送人|没|走"
            r"|去喵星|去汪星)(?:了|啦)"
        ),
        _pet_gone,
    ),
]


def family(clause: Clause) -> Iterator[Reading]:
    """Names told by the way."""
    yield from _named_kin(clause)
