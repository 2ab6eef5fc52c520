"""Chinese statements taken apart: who, when, and what is said of them."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.people_zh import Person, is_kin, person_at
from myosotis_server.understanding.values_zh import NUMBER

_FILLERS = pattern_of(
    r"(?:其实|对了|嗯++|呃++|额|啊|哦|噢|哈++|嘿|哎呀?|唉|诶|欸|那个|那么|那|话说"
    r"|说实话|老实说|讲真的?|说真的|坦白说|不瞒你说|顺便(?:说一下|说|提一下)?"
    r"|你知道吗?|告诉你"
    r"|跟你(?:说|讲)(?:一下|个事)?|我跟你(?:说|讲)|我(?:之前|上次|好像)?(?:说过"
    r"|告诉过你|跟你说过|提过)|不过|但是|但(?!丁)|而且|因为|由于|所以|然后|还有"
    r"|另外|再说|反正|总之"
    r"|听说|据说|原来如此|说起来|记得|记住|请?记一下|请?记住|帮我记(?:一下|住"
    r"|着)|你?要?记(?:得|住|着)|忘了说|补充一下|介绍一下|自我介绍一下"
    r"|我来介绍一下"
    r"|大家好|你好|您好|hi|hello|嗨|好的?(?=我)|是的|对(?=我(?!来说|而言|不|很"
    r"|的))|没错|我发现|我是说|我的意思是|我想说的?是?|我想告诉你|听我妈说"
    r"|是这样的?|没想到|终于|太好了|事实上|实际上"
    r"|毕竟|虽然|尽管|可是(?=我)|只是(?=我)|不得不说|众所周知|偷偷告诉你|悄悄告诉你|[:：\s]){1,5}",
    re.IGNORECASE,
)
_PAST = (
    r"以前|之前|过去|曾经|曾(?=[在经是当做住])|小时候|(?:原来|原先|原本"
    r"|本来)(?=[住在是做当叫喜爱养有的]|我)|当年|那时候?|那会儿|从前|早年"
    r"|年轻(?:的)?时候?|当时"
    r"|(?:我?上|我?读|我?念)?(?:大学|高中|初中|小学|学生|上学|读书|大[一二三四]"
    r"|高[一二三])(?:的)?(?:时候?|那会儿|期间|那年|时代)"
    rf"|{NUMBER}岁(?:的)?(?:时候?|那年|之前|以前)|刚毕业(?:的)?(?:时候?|那年"
    rf"|那会儿)|前些年|很久以前"
)
_FUTURE = (
    r"明天|明年|后天|大后天|下下?个?(?:月|周|星期|学期"
    r"|礼拜)[一二三四五六日天底初]?|以后|将来|未来|即将|马上要|快要|过(?:几|两"
    r"|些)[天年]|过段时间|过阵子"
    r"|等(?:我|到).{1,8}?(?:以后|之后|后|了)|到时候?|(?:毕业|退休)(?:以|之)?后(?=.{0,6}(?:想|要"
    r"|打算|会|准备|希望|再|去))|总有一天|有(?:一天|朝一日)"
)
_TIMES = (
    r"现在|如今|目前|眼下|这会儿|今年|平时|平常|平日里?|一般|通常|往往|一直以来"
    r"|一直|始终|向来|一向|从小(?:到大)?|最近|近来|近期|这段时间|这阵子"
    r"|(?:最近)?[这近](?:[几半一两三些些\d]{0,2})(?:年多?|个?月|天|周|阵子|段时间|辈子|学期)来?"
    r"|前段时间|前阵子|前几天|前不久|不久前|昨[天晚]|今[天晚早]|前年(?:底|初)?|前天|去年(?:底|初"
    r"|年底|年初)?"
    r"|上上?个?(?:月|周|星期|礼拜)(?:[一二三四五六日天末底初](?![个岁]))?"
    r"|这个?(?:月|周)|本(?:月|周)|刚刚|刚(?!果|好(?=[一二三四五六七八九十\d]))|才(?!艺)|早就|早已"
    r"|已经|后来"
    r"|每(?:隔)?(?:[一两三四五六七八九十\d]{1,2})?个?(?:(?:周|星期"
    r"|礼拜)(?:[一二三四五六日天末](?!个))?|[天月年晚早日])"
    r"(?:[、和到至]?(?:周|星期)?[一二三四五六日天](?=[、和都早晚下上去要跑游打练"
    r"])){0,4}|每逢|天天|夜夜|经常|常常|时常|常(?![州熟德委])|偶尔|有时候?|总是"
    r"|总(?![监裁经理])|老是|周[一二三四五六日末](?![岁个])|周末"
    r"|(?:一|每)(?:周|个?星期|个?月|天"
    r"|年)(?:[一两二三四五六七八九十几\d]{1,3}次)?(?=[要都会得去跑游打练喝吃健爬"
    r"做])|早上|早晨|清晨|大?清早|上午|中午|下午|傍晚|晚上|半夜|凌晨(?!\d"
    r"|[一二三四五])|夜里|睡前|饭[后前]"
    r"|晚饭后|午饭后|早餐后|(?:大学|本科|研究生|硕士|高中)?(?:一毕业|毕业(?=就)|毕业(?:以"
    r"|之)?后)(?!的)|退休(?:以|之)?后(?!的)|闲下来|空下来|一有空|一闲|有时间|休息(?:的时候|时|日)"
    r"|下了?班(?:后|以后|之后)?(?!回)|放学后|起床(?:后"
    r"|以后)|醒来后?|空闲(?:时间|的时候|时)?|闲暇(?:时间|时)?|业余(?:时间)?"
    r"|没事(?:的时候|时)?|有空(?:的时候|时)?|无聊(?:的时候|时)?|闲着没事"
    r"|放假|假期|节假日|一放假|\d{2,4}年(?:前|底|初)?(?!.{0,12}生|的$)"
    r"|\d{1,2}月(?:份|底|初)?(?!\d{1,2}[日号])"
    r"|[一二三四五六七八九十]{1,3}月份?(?!\d|[一二三四五六七八九十]{1,3}[号日])"
    r"|[一两二三四五六七八九十几半\d]{1,3}(?:年|个月|天|周|个星期)(?:以前|之前"
    r"|前)|(?:打)?从.{1,8}?(?:起|开始)|自从.{1,8}?(?:以来|后)"
    r"|[春夏秋冬]天(?=[我会就要都常喜爱])|国庆|春节|五一|暑假|寒假"
    r"|心情不好(?:的时候|时)"
)
_ADVERBS = (
    r"超级|[又也都还就更超蛮老先](?![是婆公板师家虎鼠挝職职读业餐])|只(?![猫狗])"
    r"|再(?!也不|也没|见|婚)|真的(?:是(?=[很太最好超不受讨喜爱特非没想怕]))?|真心|真(?![相人])"
    r"|确实|的确|其实|实在|特别"
    r"|非常|超级|很|挺|相当|太(?![太阳原极子])|可(?=喜|爱|讨|怕|想)|好(?=喜欢"
    r"|讨厌|怕|想|爱|像喜欢)"
    r"|比较|有点儿?|有些|算是|几乎|基本上?|主要|个人|自己|本人|坚持|习惯(?:了"
    r"|于)?(?=[每早晚在喝吃坐骑走跑睡饭下周])|喜欢(?=每天)|尤其|格外|一个人(?=住)|对外"
    r"|家里?(?=有|养|新|添|多了|又|来了|还有)|做梦[都也](?=想)|家(?=搬|养了|有一?[只条])"
    r"|成功(?=入职|考上|上岸)|正式|顺利"
    r"|特(?=[爱喜讨怕烦想别])(?!别)|是真(?:的|心)|骨子里|内心|私底下|私下里?|表面上(?!看)|暂时"
    r"|疯狂(?=[迷喜爱])|狂热地?|无可救药地?|极其|极度|为了[^我，]{1,6}?，?(?=在|每|天天|坚持|开始"
    r"|就|才|我)|好不容易|从来(?=都?是)|生平|平生|(?:这|一|大半|半)辈子|上面(?=有)|下面(?=有)|终于"
    r"|总算|居然|竟然|竟|(?:直)?到现在|到目前(?:为止)?|至今|仍然?|依然|依旧"
    r"|照旧|果然|当然|显然|完全|彻底|绝对|突然|忽然|莫名(?:其妙)?|不知不觉(?:就|地)?"
    r"|慢慢|渐渐|逐渐|老早就?|早(?=[就已戒离辞分结不没])|可(?=是[^我])|本来就|天生就?|生来就?"
    r"|打小|事实上|实际上|说实话|老实说|全靠|也?不瞒你说|(?:这|那)(?:人|边|儿)(?=[是有比爱就喜怕])"
    r"|已(?=[婚戒离定入在搬经考])"
    r"|[像跟和].{1,8}?一样(?:地|，)?|(?:跟|和|与)(?:[一-鿿]{1,5}?)(?:一起"
    r"|一块儿?)?(?=现在|目前|如今|住|定居|都|养了|生了|有了?[一两]|搬|生活|租|在(?!一起)|从|去年"
    r"|前年|上个?[月周]|刚|已经|最近|今年"
    r"|每|经常|平时)(?!.{0,8}(?:分手|离婚|结婚|领证|在一起|恋爱|分开|复合|订婚|掰|离了))"
    r"|作为[^，,]{1,10}?(?=我)|始终如一|深深地?|由衷"
)
_OFF = pattern_of(
    rf"(?:(?P<past>{_PAST})|(?P<future>{_FUTURE})|(?:{_TIMES})|{_ADVERBS}"
    rf"|[^我你他她，是叫住]{{1,10}}?(?:之后|以后|的时候|后|时)，?(?=我|就)"
    rf"|(?<=[候年天时])[，,的地])"
)
_HAS_BEEN = pattern_of(
    r"(?<!没)(?<!没有)(?:住|养|做|干|当|学|待|呆|工作|上班|开|吃|喝|抽|练|玩|谈|读|用|教|打|生"
    r"|得|患|结|离|有|信|叫|试)过(?!敏|年|来|去|分|程|了)"
)
_HABIT = pattern_of(
    r"每|一周|一个?星期|一个?月|天天|经常|常|总是|平时|一般|通常|习惯|老是"
    r"|周[末一二三四五六日]|坚持|一向|向来|往往|睡前|饭后|一直"
    r"|[一两二三四五六七八九十\d]次|下班|没事|有空|(?:早上|晚上|中午|睡前|早餐)[都要会只]|早上$"
    r"|晚上$"
)
_TODAY = pattern_of(r"今[天晚早]|昨|前天|刚刚|刚$|这会儿|上个?[周月星]|明|去年|前几天|那天")
AGAIN_AND_AGAIN = pattern_of(
    r"每|天天|夜夜|[经常]常|常(?![州熟德委])|总|老是|平时|平常|平日|一般|通常|往往|习惯|坚持"
    r"|一[向直]|向来|始终"
    r"|偶尔|有时|[一两二三四五六七八九十几\d]{1,2}[次回趟]|[周末]末|都|必|睡前|饭[前后]|没事|有空"
    r"|闲|一有"
    r"|(?:周|星期|礼拜)[一二三四五六日天].{0,3}?(?:[、和跟]|周|星期|礼拜)[一二三四五六日天]|一到"
    r"|固定"
)
"""By these words something is done more than once."""
_SOME_DAY = pattern_of(r"周[一二三四五六日]|(?:星期|礼拜)[一二三四五六日天]")
_SOME_HOUR = pattern_of(
    r"早上|早晨|清晨|清早|上午|中午|下午|傍晚|晚上|半夜|凌晨|夜里|下了?班|放学|起床"
)
_DONE_OR_PLANNED = pattern_of(
    r"(?<![为除])了(?!解)|^(?:又|还|要|得|想|打算|准备|约|刚){1,2}(?=[去来回见跟和陪带参面])|过$"
)
_AS_A_RULE = pattern_of(r"^(?:[都必]|一般|通常|固定|基本|雷打不动|习惯|一定|是)")
OWN = "\0"
"""The subject of a reading that is the user's although the clause speaks of another."""
_MOST_WORDS = 12
"""Adverbs and times taken off one clause."""


@dataclass(frozen=True, slots=True)
class Clause:
    """`text` is what is said of `subject` (empty: the user), behind the times and adverbs `when`.

    `kin` is what the subject is to the user, if they are called so. `is_named` where they are
    called by a name, `is_told` where the clause names its subject at all.
    """

    text: str
    subject: str = ""
    when: str = ""
    kin: str = ""
    is_named: bool = False
    is_told: bool = True
    is_past: bool = False
    is_future: bool = False

    @property
    def is_habit(self) -> bool:
        return _HABIT.search(self.when) is not None

    @property
    def is_once(self) -> bool:
        """True for what was done today or on some day, and tells nothing of other days.

        On a Wednesday alone is on one of them ("周三去面试"); in the evening is as well, where it
        is done or to be done ("晚上去健身房练了腿", "下班要去看牙").
        """
        if _TODAY.search(self.when) and "每" not in self.when:
            return True
        if AGAIN_AND_AGAIN.search(self.when) or _AS_A_RULE.match(self.text):
            return False
        if _SOME_DAY.search(self.when):
            return True
        return _SOME_HOUR.search(self.when) is not None and (
            _DONE_OR_PLANNED.search(self.text) is not None
        )


def parse(part: str, carried: str) -> Clause | None:
    """The clause that `part` is; None where it speaks to the listener or of somebody unknown."""
    start = _skip(_FILLERS, part, 0)
    start, past, future = _adverbs(part, start)
    person = person_at(part[start:], carried)
    if person is None:
        return None
    when = part[:start]
    begin = start + person.end
    end, past_too, future_too = _adverbs(part, begin)
    person, end, more = _second_person(part, person, end)
    text = part[end:]
    return Clause(
        text=text,
        subject=person.subject,
        when=when + part[begin:end],
        kin=person.kin or (person.subject if is_kin(person.subject) else ""),
        is_named=person.is_named,
        is_told=person.is_told or more,
        is_past=past or past_too or _HAS_BEEN.search(text) is not None,
        is_future=future or future_too,
    )


def _second_person(part: str, person: Person, end: int) -> tuple[Person, int, bool]:
    """With whom the sentence goes on behind an adverb: "最近我妈", "因为小时候我"."""
    if person.is_told or end == 0 or part[end : end + 1] != "我":
        return person, end, False
    inner = person_at(part[end:], "")
    if inner is None or inner.end == 0:
        return person, end, False
    return inner, _adverbs(part, end + inner.end)[0], True


def _skip(pattern: re.Pattern[str], text: str, start: int) -> int:
    match = pattern.match(text, start)
    return match.end() if match else start


def _adverbs(text: str, start: int) -> tuple[int, bool, bool]:
    past = future = False
    for _ in range(_MOST_WORDS):
        match = _OFF.match(text, start)
        if match is None or match.end() == start:
            break
        past = past or match["past"] is not None
        future = future or match["future"] is not None
        start = match.end()
    return start, past, future


def claims(rules: "Sequence[Rule]", clause: Clause) -> Iterator[Reading]:
    """What each of `rules` whose pattern begins `clause` reads in it."""
    for pattern, read in rules:
        match = pattern.match(clause.text)
        if match is not None:
            yield from read(match, clause)


def beginning_of(rules: "Sequence[Rule]") -> re.Pattern[str]:
    """Matches where the pattern of any of `rules` does, which have no flags; its groups mean
    nothing. Most clauses need no closer look at most rules."""
    patterns = (_GROUP_NAME.sub("(?:", pattern.pattern) for pattern, _ in rules)
    return pattern_of("|".join(f"(?:{each})" for each in patterns))


_GROUP_NAME = re.compile(r"\(\?P<\w+>")
Rule = tuple[re.Pattern[str], Callable[[re.Match[str], Clause], Iterator[Reading]]]


def says(
    key: str,
    value: str,
    *,
    number: float | None = None,
    unit: str = "",
    ends: tuple[Attribute, ...] = (),
    is_inferred: bool = False,
) -> Iterator[Reading]:
    """That `key` is `value`; nothing for a value that is empty or too long to be one."""
    if value and len(value) <= 40:
        yield Reading(Attribute(key, value, number, unit), ends=ends, is_inferred=is_inferred)


def ends(*claims: tuple[str, str]) -> Iterator[Reading]:
    """That the (key, value)s hold no longer."""
    yield Reading(ends=tuple(Attribute(key, value) for key, value in claims))
