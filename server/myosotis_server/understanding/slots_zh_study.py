"""Study and what somebody can do, read out of Chinese: schools, languages, skills."""

import re
from collections.abc import Iterator

from myosotis_server.memory.reading import Reading
from myosotis_server.understanding.clause_zh import Clause, Rule, says
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.roles_zh import school_in
from myosotis_server.understanding.slots_zh_being import GRADE
from myosotis_server.understanding.values_zh import listed, trim

_TONGUE = (
    r"(?:普通话|国语|粤语|白话|手语|方言|(?:[英日法德韩俄汉泰缅藏蒙]|西班牙"
    r"|葡萄牙|意大利|阿拉伯|越南|印尼|马来|拉丁|希腊|波斯|土耳其|荷兰|瑞典"
    r"|维吾尔|闽南|马来西亚|乌克兰|希伯来|印地|波兰|芬兰|世界)语"
    r"|(?<=[说讲])[一-鿿]{2,3}话|(?:广东|客家|上海|四川|东北|闽南|潮汕|温州|苏州"
    r"|湖南|河南|陕西|重庆|武汉|长沙|天津|家乡|海南|福州|杭州|宁波)话"
    r"|[英日法德韩俄中]文|西班牙文|English)"
)


_CAN = pattern_of(
    r"弹|拉(?!肚)|吹(?!牛)|打(?!你|人|电话给|扰)|游泳|开(?:车|飞机|船|卡车"
    r"|挖掘机)|做(?:饭|菜|蛋糕|甜点|面包|木工|手工|视频|PPT|网站|面食|川菜)|炒菜"
    r"|画|编程|编织|写(?:代码|程序|书法|毛笔字|诗|小说|歌)"
    r"|跳(?!槽|过|楼)|唱(?:歌|戏|京剧)|滑雪|滑冰|骑(?:马|摩托车?|自行车)"
    r"|下(?:围棋|象棋|棋)|剪辑|剪视频|修(?!改|正|养|仙|行)|装(?!作|病|傻|睡|不)|焊|裁|雕|刻|腌|酿|烤|织|绣|折纸|摄影|拍照|冲浪"
    r"|潜水|缝纫|织毛衣|烘焙|调酒|拉花|[pP][sS]|Python|Java|Excel|"
    r"包饺子|武术|太极|魔术|变魔术|配音|主持|理发|化妆|按摩|针灸|钓鱼|茶艺|插花"
    r"|速记|盲打|攀岩|用(?:Photoshop|Excel|Python|PS)"
)


def _school(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    value = match["v"]
    if (
        match[0].startswith("拿")
        and value.isascii()
        and not re.search("Univ|College|[A-Z]{3}", value)
    ):
        return
    where = re.match(r".{2,12}?(?:大学|学院)", value)
    name = school_in(value) or (school_in(where[0]) if where else "")
    yield from says("school", name)
    rest = value[len(name) :] if name and value.startswith(name) else ""
    groups = match.groupdict()
    if major := re.match(r"的?[学读念]?(.{2,10}?)(?:专业|系)", groups.get("rest") or rest):
        yield from says("major", major[1])
    elif (
        groups.get("verb")
        and name
        and re.match(r"(?!书|完|了|过|的)[^的了过]{2,8}(?:的|了)?$", groups["rest"])
    ):
        if not re.search(
            rf"{GRADE}|^(?:本科|大专|博士?|硕士?|研究?生?|MBA|预科|高中|初中|小学)", groups["rest"]
        ):
            yield from says(
                "major", re.sub("的?(?:硕士|博士|本科|研究生|专业)$", "", trim(groups["rest"]))
            )
    elif (
        (studied := groups.get("rest"))
        and (read := re.match(r"[学读念](?!书)(.{2,10}?)(?:专业)?$", studied))
        and not re.search(GRADE, studied)
    ):
        yield from says("major", trim(read[1]))
    if name and (grade := re.search(GRADE, (groups.get("rest") or "") + rest)):
        yield from says("grade", grade[0])


def _major(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    major = trim(match["v"]).removesuffix("专业")
    if not re.fullmatch(
        "专科|本科|大专|研究生|博士|硕士|高中|职高|中专|书|MBA", major
    ) and not school_in(major):
        yield from says("major", major)


def _tongues(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    for value in listed(match["v"]):
        value = re.sub(
            r"^(?:一口)?(?:很)?(?:流利|地道|标准|简单|基本)?的?(?:一点点?|一些|点)?(?:说"
            r"|讲)?",
            "",
            value,
        )
        if tongue := re.match(_TONGUE, value):
            yield from says("language", tongue[0])


def _learns(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    for value in listed(re.sub(r"(?:班|课程?|的?课)$", "", match["v"])):
        value = re.sub(r"^(?:着|习|怎么)", "", value)
        if value and not re.match(
            r"[我你他她的了]|得|完|到|会|过|校|期|院|生|位|历|.*(?:很|都|时$|困难)", value
        ):
            yield from says("learning", value)


def _can(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    for index, value in enumerate(listed(match["v"])):
        value = re.sub(r"^(?:一手好|一点|点)", "", value)
        if re.match(_TONGUE, value):
            return
        if not index and match["sure"] is None and not _CAN.match(value):
            return
        if len(value) <= 10:
            yield from says("skill", value)


def _grade(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    yield from says("grade", match["v"])


RULES: list[Rule] = [
    (
        pattern_of(
            r"(?:是)?(?:本科|研究生|硕士|博士|大学|高中|考研|考博|高考|专升本|保研|今年|去年){0,2}(?:毕业于|就读于|考上了?"
            r"|考进了?|考到了?|被|保送到?了?|上的是?|读的是?|毕业院校是|母校是|学校是"
            r"|就读|入读了?|拿到了?)(?P<v>.{2,24}?)(?:录取|的?offer|毕业|读书|的研究生"
            r"|的博士|的)?(?:了)?$"
        ),
        _school,
    ),
    (
        pattern_of(
            r"(?:本科|硕士|研究生|博士|大学|高中|初中|小学)?(?:是)?在读?(?P<v>.{2,16}?)(?:读书|读研(?![一二三])究?生?|读博士?|念书|上学|上课"
            r"|读大学|就读|读本科|念大学|上大学|(?P<verb>念|读))(?P<rest>.{0,12}?)(?:的|了"
            r"|呢){0,4}$"
        ),
        _school,
    ),
    (
        pattern_of(r"(?:是)?在(?P<v>.{2,14}?(?:大学|学院))(?P<rest>[学读念].{2,10}?)(?:的)?$"),
        _school,
    ),
    (
        pattern_of(
            r"(?:是)?从?(?P<v>[^读到只我没刚]{2,16}?)(?:(?P<rest>.{2,8}?专业))?(?:本科"
            r"|硕士|博士)?毕业(?:的|了|$)"
        ),
        _school,
    ),
    (
        pattern_of(
            r"(?:在)?(?:读|上|念)的?(?P<v>[^书了在]{2,14}?(?:大学|学院|中学|小学"
            r"|高中))(?P<rest>.{0,10})$"
        ),
        _school,
    ),
    (
        pattern_of(
            r"(?:的?(?:本科|研究生|大学|硕士)?的?专业(?:是|:|：)|(?:大学|本科|硕士|博士|高中|大专"
            r"|研究生)?(?:学|读|念|修)的(?:专业)?是?|主修(?:的是)?"
            r"|学的)(?P<v>.{2,14}?)(?:专业)?(?:的)?$"
        ),
        _major,
    ),
    (
        pattern_of(
            r"(?:是|在){0,2}(?:学|读|念)的?(?:是)?(?P<v>[^的了习]{2,10}?)专业(?:的)?$"
            r"|(?:大学|本科|硕士|博士|研究生)?(?:是)?学(?P<w>[^过会了不习].{0,9}?)的$"
        ),
        lambda m, c: says("major", trim(m["v"] or m["w"])),
    ),
    (
        pattern_of(
            rf"(?:今年|马上|开学|就|要|还|正|下学期|暑假后|九月份?){{0,3}}(?:在读|在上|在念|就读|上|读|念|是|升)?(?:到|上)?(?P<v>{GRADE})(?:了"
            rf"|啦|的?学生|在读|新生|$|的)"
        ),
        _grade,
    ),
    (pattern_of(r"(?:的)?(?:母语|第一语言)(?:是|:|：)(?P<v>.{2,12})"), _tongues),
    (
        pattern_of(
            rf"(?:会|能|可以|精通|熟练掌握|懂)(?:说|讲"
            rf"|用)?(?P<v>[^我你他她]{{0,8}}{_TONGUE}.{{0,14}})"
        ),
        _tongues,
    ),
    (
        pattern_of(
            rf"(?P<v>{_TONGUE}(?:[和跟、]{_TONGUE}){{0,3}})(?:都|也|只|就|还|略|我){{0,2}}(?:会|能|懂)(?:说|讲|听|交流|一点点?|一些|点)?"
        ),
        _tongues,
    ),
    (
        pattern_of(
            rf"(?P<v>{_TONGUE})(?:水平)?(?:说|讲)?得?(?:很|挺|还|特别|非常|相当|说得){{0,2}}(?:好|溜|流利|不错|地道|可以|六|6|牛|标准|厉害)(?:的|了)?$"
        ),
        _tongues,
    ),
    (
        pattern_of(
            r"(?:对)?(?P<sure>)(?P<v>(?:做|写|画|弹|修|炒|剪|打|烤|种|养|拍|唱|织|编)[^我你他她不，得]{1,6}?)(?:这块|这方面|方面)?(?:很|挺|最|特别|非常|相当|是|还算){0,2}(?:拿手|在行|内行)(?:的|了)?$"
        ),
        _can,
    ),
    (pattern_of(rf"(?:平时)?(?:说|讲)(?P<v>{_TONGUE})(?:的)?$"), _tongues),
    (
        pattern_of(
            r"(?:正?在(?:自)?学|开始学|学着|自学|(?:正在|在|开始)(?:自学|学习|练习?)"
            r"|报了(?:个|一个|名学?)?|[迷爱]上了?学|最近学"
            r"|正?在?跟着?.{1,6}?学)(?:习)?(?![校期院生位历]|习$)(?P<v>.{1,14})"
        ),
        _learns,
    ),
    (
        pattern_of(r"学(?:习)?(?P<v>[^的了会过得校期院生位历到完习不][^的会过得到完]{0,10})$"),
        lambda m, c: _learns(m, c) if re.search("最近|正|现在", c.when) else iter(()),
    ),
    (
        pattern_of(
            r"(?P<sure>的?拿手(?:菜|好戏)(?:就)?是|擅长|精通|拿手的?(?:是|就是)?|的?特长(?:是|就是)?|的?强项(?:是"
            r"|就是)?|的?拿手(?:菜|好戏)(?:是)?|熟练掌握|善于)(?P<v>.{1,16})"
        ),
        _can,
    ),
    (
        pattern_of(
            r"(?P<sure>学会)了?(?:怎么|如何)?(?P<v>(?!说|讲|照顾|爱|接受|面对|放|和|跟|自己|独立|珍惜|感恩|了)[^的了不]{1,10})了?$"
        ),
        _can,
    ),
    (pattern_of(r"(?P<sure>(?!))?(?:会|懂)(?P<v>[^的了不]{1,12})(?:的)?$"), _can),
]
