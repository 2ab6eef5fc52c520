"""Chinese clauses put in order before they are read: topic first, particles and spans at the end.

"咖啡我早就戒了" is read as "我早就戒了咖啡", "水果里我最喜欢山竹" as "我最喜欢的水果是山竹".
"""

import re

from myosotis_server.understanding.favourites_zh import THING
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.people_zh import RELATION

_PARTICLES = pattern_of(
    r"(?<=.)(?:[啊呀呢嘛哦噢喔呗哟哇诶哒]|哈{1,9}|(?<![酒网贴水书])吧|的说){1,4}$"
)
DONE = ("啦", "咯", "喽", "嘞")
"""Particles that may stand for 了 (结婚啦) or for nothing (我会弹钢琴啦)."""
_DONE = pattern_of(r"(?<=.)(?:啦|咯|喽|了了|嘞)$")
_SPAN = pattern_of(
    r"(?<=[一-鿿A-Za-z])(?P<done>了)?(?:已经|都|快|有|将近|差不多|整整|大概|满|至今){0,3}"
    r"(?:[一两二三四五六七八九十几好半多\d]{1,3}|很多|许多|小半)"
    r"(?:多|来)?(?:年|个多?月|周|个?星期|辈子)(?:多|半)?(?P<since>了)?$"
)
_SPAN_END = frozenset("了年月周期子多半")
_VERB_TWICE = pattern_of(r"^(.{0,12}?([做干当住学练教养玩开写画喝吃]).{1,16})\2了?$")
_DEGREE = r"(?:死了?|得(?:不行|要死|要命|很|不得了)|极了|透了|了|的){0,2}"
_FEELS = (
    r"不(?:太|怎么|大|是很)?(?:喜欢|爱)|不(?:感兴趣|感冒)|没(?:什么)?兴趣|无感"
    r"|讨厌|受不了|接受不了|[吃喝看]不[惯来了]|反感|厌恶|超?爱|喜欢|热爱"
)
_LEAVES = r"(?:戒|从来?不[吃喝抽碰]|不再?[吃喝抽碰]|再也不[吃喝抽碰]|很少[吃喝抽碰])"
_OFTEN = r"(?:每[天周晚]|天天|经常|平时|早上)"
_TOPIC = pattern_of(
    r"^(?P<topic>[^我你您他她它，的是]{1,8}?的?)"
    r"(?:这(?:种|个)?(?:东西|玩意儿?)?|那种东西|的话|[呢啊嘛吧])?，?(?P<who>我(?:[妈爸哥姐弟妹])?)"
    r"(?P<adverbs>(?:真的是?|实在|特别|超级?|一直|从小|就|可|是|都|也|早就?|一[点口丁][都也点]?|已经|其实|最|很|好"
    r"|非常|完全|终于|现在|根本|基本|几乎|一般|彻底){0,4})"
    rf"(?:(?P<feels>{_FEELS})(?P<sense>[吃喝看听玩]?){_DEGREE}"
    rf"|(?P<leaves>{_LEAVES})(?P<gone>(?:掉?了)?)(?:的|.{{1,3}}[年月天]了)?"
    rf"|(?P<often>{_OFTEN}(?:都|必|要|会|得){{0,2}})(?P<eats>[吃喝])(?:的|一[杯碗个片])?"
    r"|(?P<allergic>(?:严重|会)?过敏)的?)$"
)
_AMONG = pattern_of(
    rf"^(?:所有的?|这么多|要?说到?|论|在?)(?P<thing>{THING})"
    r"(?:里面?|中间?|当中|之中|方面|的话|嘛|呢)?，?(?P<who>(?:我|[^最，]{1,4}?))?"
    r"(?:还是|就|一直|个人|是|也|其实){0,3}(?P<most>最(?:喜欢|爱|喜爱))的?(?:还?是)?[吃喝看听]?(?P<v>[^的是].{0,20})$"
    rf"|^(?P<thing2>{THING})(?:里面?|中间?|当中|之中|方面|的话|嘛|呢)，?(?P<who2>(?:我|[^最，]{{1,4}}?))?"
    r"(?:还是|就|一直|个人|是|也|其实){0,3}(?P<most2>最(?:喜欢|爱|喜爱))的?(?:还?是)?[吃喝看听]?(?P<v2>[^的是].{0,20})$"
)
_ABOUT = pattern_of(
    r"^(?P<topic>上班|通勤|上下班|上学|早餐|早饭|午饭|午餐|晚饭|晚餐|工作|专业|名字|职业|爱好|血型|星座"
    r"|年龄|身高|体重|工资|房租|周末)(?:嘛|呢|啊|的话|方面|这块)?，?我(?P<rest>.{2,})$"
)
_MEASURED = pattern_of(
    r"(?:(?<=[养买换提租开来整入领收了到着])(?=[只辆台条部套匹位名把]|[杯碗份间](?!子))|(?<=[^没]有)(?=[只辆台套](?!能|有|要|是|会)))"
    r"(?=[^，的了]{3})(?![把部份名条]?(?:条件|部分|名字|把握|只能|只有|只是|只要|只会|台词|套路))"
)
"""Where 一 is left out before a measure word: 养了只布偶猫."""
_TOPIC_ALONE = pattern_of(
    rf"^(?:所有的?|要?说到?)?(?:{THING})(?:里面?|中间?|当中|之中|方面|的话|嘛|呢)?$"
    r"|^[^我你他她是的了]{1,6}$"
)


_OPENS = pattern_of(
    r"^(?:我|我们)?(?:[妈爸哥姐弟妹]|老[公婆])?的?[^我你他她它是叫]{1,5}[嘛呢啊吧哈]$"
)
_BOUGHT = pattern_of("(提|买|换|入手)了?(?:新|了|辆){0,2}车(?:了|啦)?$")
INTRODUCED = pattern_of(
    rf"(?:有|生|养|谈|交|认识)了?(?:一?[个只条位])?(?:好|大|小)?(?P<kin>{RELATION})，?(?:名字|名)?叫"
)
"""Brings somebody in of whom what follows speaks: 有个女儿叫小满，刚三岁."""
_GOES_ON = pattern_of("^(?:就|其实|应该)?[是叫在有]")


def without_pause(part: str, following: str) -> str:
    """Both as one where the first ends in a particle ("我的生日嘛，是…"); "" else."""
    if following.startswith("是") and (bought := _BOUGHT.search(part)):
        return part[: bought.start()] + bought[1] + "了" + following[1:]
    if len(part) < 10 and _OPENS.match(part) and _GOES_ON.match(following):
        return part[:-1] + following
    return ""


def is_topic(part: str, following: str) -> bool:
    """True where `part` is only what `following` speaks of: "香菜，我是真的讨厌"."""
    if len(part) > 8 or not _TOPIC_ALONE.match(part):
        return False
    joined = f"{part}，{following}"
    return bool(_TOPIC.match(_bare(joined)) or _AMONG.match(joined) or _ABOUT.match(joined))


def in_order(part: str) -> str:
    """`part` with its topic in its place and without particles and spans of time at the end."""
    bare = _MEASURED.sub("一", _bare(part), 1)
    if "我" in bare[:12] and not bare.startswith("我"):
        bare = _topic_last(bare)
    elif "最" in bare and (among := _AMONG.match(bare)):
        bare = _of_kind(among)
    return bare


def _bare(part: str) -> str:
    bare = _DONE.sub("了", _PARTICLES.sub("", part))
    bare = _DONE.sub("了", bare)
    if bare[-1:] in _SPAN_END and (span := _SPAN.search(bare)) and (span["done"] or span["since"]):
        kept = bare[: span.start()]
        twice = _VERB_TWICE.match(kept)
        bare = twice[1] if twice else (kept if len(kept) > 1 else bare)
    return bare


def _topic_last(bare: str) -> str:
    if "最" in bare and (among := _AMONG.match(bare)):
        return _of_kind(among)
    match = _TOPIC.match(bare)
    if match is None:
        about = _ABOUT.match(bare)
        return f"我{about['topic']}{about['rest']}" if about else bare
    topic, head = match["topic"], match["who"] + match["adverbs"]
    if match["feels"]:
        return f"{head}{match['feels']}{match['sense']}{topic}"
    if match["leaves"]:
        verb = match["leaves"]
        return (
            f"{head}{verb}了{topic}" if verb == "戒" else f"{head}{verb}{topic}{match['gone'][-1:]}"
        )
    if match["eats"]:
        return f"{head}{match['often']}{match['eats']}{topic}"
    return f"{match['who']}对{topic}过敏"


def _of_kind(match: re.Match[str]) -> str:
    thing, value = match["thing"] or match["thing2"], match["v"] or match["v2"]
    most = match["most"] or match["most2"]
    return f"{match['who'] or match['who2'] or '我'}{most}的{thing}是{value}"
