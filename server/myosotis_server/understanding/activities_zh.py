"""Activities told in Chinese: 今天去健身房练了腿, 晚上跟妈妈打了电话."""

import re
from collections.abc import Iterator
from dataclasses import replace

from myosotis_server.understanding.activities_zh_aside import Aside
from myosotis_server.understanding.deed_phrases_zh import (
    GOING,
    deed,
    going_to,
    lesson,
    noun_deed,
    verb_phrase,
)
from myosotis_server.understanding.deeds import Activity, Outcome, without_times
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.people import person_in
from myosotis_server.understanding.simplified import simplified
from myosotis_server.understanding.speech_acts import Act, act_of
from myosotis_server.understanding.timeless import is_habit

_MOST_READ = 400
"""Characters of a statement: what it tells of is told early."""
_LONGEST = 60
"""Characters of a clause that are read."""
_MOST_CLAUSES = 12

_SENTENCE = pattern_of(r"(?<=[。！？!?；;\n])")
_CLAUSE = pattern_of(
    r"[，,。！!；;～~…\n]|(?<=.)(?:然后|接着|之后又|完又)|(?<=[了完])(?=再去|又去|还去)"
)


def chinese_activities(content: str) -> Iterator[Activity]:
    """What the user did, was to do or did not do by the Chinese statement `content`."""
    count = 0
    aside = Aside()
    told: list[tuple[str, str]] = []
    for sentence in _SENTENCE.split(simplified(content[:_MOST_READ])):
        if sentence.rstrip().endswith(("?", "？")):
            continue
        timeless = without_times(sentence)
        start = 0
        for end in [*(cut.start() for cut in _CLAUSE.finditer(sentence)), len(sentence)]:
            clause, bare = sentence[start:end], timeless[start:end]
            start = end
            clause = clause.lstrip("，,。！!；;～~… ")[:_LONGEST]
            count += 1
            if count > _MOST_CLAUSES:
                break
            clause = _TOGETHER.sub("", clause)
            if _names(clause):
                aside.names(clause)
            if _tells(clause):
                bare = _TOGETHER.sub("", bare.lstrip("，,。！!；;～~… "))
                told.append((clause, _BLANKS.sub("", bare)[:_LONGEST]))
    keys = set()
    for clause, bare in told:
        found = _activity(bare)
        if found is None and not _DENIED.search(bare) and not _AHEAD.search(bare):
            found = aside.told(_led(bare), is_today=_TODAY.search(clause) is not None)
        if found is not None:
            keys.add(found.key)
            yield found
    for place in aside.seen():
        if place.key not in keys:
            yield replace(place, outcome=Outcome.OPEN)


_TOGETHER = pattern_of(
    r"[^，的想要会说]{1,8}?"
    r"(?:(?:[跟和与同陪]|拉着?|约了?|叫上?)[我咱]们?(?:一起|一块儿?)|[带陪领]着?[我咱]们?)"
    r"(?=去|来|打|跑|练|游|上|爬|做|跳|踢|骑)"
)
"""Who did it along with the user: 许曼跟我一起去健身了."""


def _names(clause: str) -> bool:
    """Whether what `clause` names may be what the user did, told elsewhere."""
    plain = _AS_EVER.sub("", clause)
    if not plain or _NOT_SO.search(plain) or _DENIED.search(plain) or _AHEAD.search(plain):
        return False
    if is_habit(plain, 0, len(plain)):
        return False
    person = person_in(clause)
    return not (person.is_told and not person.is_user) and person.pronoun is None


_TODAY = pattern_of(r"今[天晚早]|刚")
_BLANKS = pattern_of(r"\s+")
_NOT_SO = pattern_of(
    r"(?<![没不])想(?![到起了])|希望|如果|要是|假如|不如|最好|应该|本应|差点|听说|听.{1,4}说|[你您]"
    r"|(?:他|她|它)们?(?:也|又|今天|昨天)?[去到在打练跑做]|以前|曾经|小时候|当年|喜欢|讨厌|最爱"
)


def _tells(clause: str) -> bool:
    """Whether `clause` tells of a deed of the user's on some day."""
    # "照例去了" was done, "照例去" may be told of any day.
    told = _AS_EVER.sub("", clause) if _DATED.search(clause) else clause
    if not told or _NOT_SO.search(told) or is_habit(told, 0, len(told)):
        return False
    person = person_in(clause)
    if (person.is_told and not person.is_user) or person.pronoun is not None:
        return False
    return act_of(clause) is Act.STATEMENT


_DATED = pattern_of(r"了|今[天晚早]|刚")
_AS_EVER = pattern_of(r"照[例常旧]|雷打不动地?")
_DENIED = pattern_of(
    r"没(?!偷懒|白|断|少|停|落下|想到|事|意思|忍住|几个|多久)|(?<![得忍])不(?:去|打|上|跑|练|游|做|想|能|了|打算)|未能|取消|放假"
    r"|停课|停了|关门|关了|闭馆|歇业|请了?假|翘|鸽|爽约|缺[席课]|推[迟掉]|改[期到天]|泡汤|放弃|忘了?记?去|来不及"
    r"|(?:本来|原本|原计划)(?=要|想|打算|准备|计划|约|今|该)"
)
_DENIALS = pattern_of(
    r"没有?(?:能|办法|法|时间|空|力气|心情)?(?:再)?|不(?:想|能|打算|了)?(?=[去打上跑练游做])|未能|请了?假|翘了?"
    r"|放弃了?|忘了?记?|来不及|本来|原本|原计划"
)
_AHEAD = pattern_of(
    r"(?<![不只主重])要(?!求|是)|(?<![约开])会(?=去|跟|和|陪)|打算|准备|计划|(?<!麻)将(?!军)|(?<!大)[约订预]了?好?(?!会|等)"
)
_DONE = pattern_of(
    r"了|(?<=[去打练上做看跑])过|完|[刚才](?=从|去|练|跑|打|上|做)|回来|(?<=[去做练打上看])的"
)

_LEADS = pattern_of(
    r"(?:(?:[^，]{0,6}?最后一|第[一二三四五六七八九十\d]+)[次回节堂]的?(?!是|见|说|问)|我们?|咱们?|俺|最近|近来|[这前]几天|前[阵段]子|自己|一个人|独自"
    r"|(?:今|昨|明|后|前)[天晚早]|早上|上午|中午|下午|傍晚|晚上|夜里|凌晨|清晨|早晨|周末|刚才|刚刚?|这会儿|一大?早"
    r"|下了?班(?:之?后|以后|就)?(?=.)|放学(?:之?后|以后)?|下课(?:之?后|以后)?|(?:吃[完过])?[早午晚]?饭(?:之?后|以后)"
    r"|起床(?:之?后|以后)?|睡前|课后|忙完(?:之?后|以后)?|午休(?:时|的时候)?|工作结束后?|趁.{1,6}?(?:时|时候|空)"
    r"|没忍住|忍不住|又是|再次|又|再|也|还是|还|终于|总算|已经|果然|照[常例旧]|按时|准时|顺利|一起|一块儿?|继续|坚持|接着|然后|最后|先|就|才"
    r"|都|特[地意]|专门|顺便|赶紧|好不容易|难得|逼着?自己|强迫自己|硬着头皮|咬[着了]?牙|鼓起勇气|(?:挣扎着?)?爬起来|挣扎着?|勉强|[拖顶冒]着[^，去来]{1,8}?(?=去|来)|好好地?|认真地?|简单地?|随便|直接|偷偷"
    r"|虽然.{0,4}?但|但是?|不过|所以|于是|结果|居然|竟然|反正|今|昨|明"
    r"|有(?=.{1,6}课$)|要|会|打算|准备|计划|将|得|决定|约好?了?|记得|花了?|用了?"
    r"|(?:[一二两三四五六七八九十几半\d]+个?半?(?:多?小时|分钟|钟头|天|晚上|下午|上午))"
    r"|一?早|[，、的]){1,12}"
)
_WITH = pattern_of(
    r"(?P<prep>(?:拉|拽|带|喊)着|[叫约带喊]上|[跟和与同给陪带送接约帮]|(?<!健身)教(?!练))(?:着|了)?(?P<who>(?:[^，去打踢练上看写读画唱吃喝做玩逛爬聊视通见回在跳学遛]|同学|教练){1,8}?)"
    r"(?:一起|一块儿?)?(?=去|来|出去|打|踢|(?<!教)练|上(?!级|司)|看|写|读|画|唱|吃|喝|做|玩|逛|爬|聊|视频|通|见|回|在|跳|(?<!同)学|跑|散|游|骑|开|放|下)"
)
_COMPANY_ONLY = frozenset(
    {*"跟和与同给约", *["拉着", "拽着", "带着", "喊着", "叫上", "约上", "带上", "喊上"]}
)
_OF_TWO = pattern_of(r"打[^，]{0,8}?电话|通[^，]{0,8}?话|视频|聊|吃|喝|见|约会|逛|语音|开会")
"""What one tells of with its company: a call is a call to somebody."""
_KIN = pattern_of(
    r"^我?(?:的|家)?(?:(?P<mother>老?妈妈?|母亲|娘)|(?P<father>老?爸爸?|父亲)|(?P<both>爸妈|父母))$"
)


def _activity(text: str) -> Activity | None:
    outcome = Outcome.OPEN
    if _DENIED.search(text):
        outcome = Outcome.DENIED
    elif _AHEAD.search(text):
        outcome = Outcome.PLANNED
    elif _DONE.search(text):
        outcome = Outcome.DONE
    if text.startswith("了"):
        text = "上" + text  # "今晚上了课": the time took the verb with it.
    if outcome is Outcome.DENIED:
        text = _DENIALS.sub("", text, count=2)
    text = _led(text)
    found = _back_from(text) or _with_company(text) or deed(text) or noun_deed(text)
    return replace(found, outcome=outcome) if found else None


def _led(text: str) -> str:
    match = _LEADS.match(text)
    return text[match.end() :] if match else text


_BACK = pattern_of(r"^从(?P<place>.{1,10}?)(?:刚|才)?(?:回来|出来|回家|回到家|到家|回)")


def _back_from(text: str) -> Activity | None:
    match = _BACK.match(text)
    return (lesson(match["place"]) or going_to(match["place"])) if match else None


def _with_company(text: str) -> Activity | None:
    match = _WITH.match(text)
    if match is None:
        return None
    who = _named(match["who"])
    done = _led(text[match.end() :])
    if match["prep"] in _COMPANY_ONLY:
        done = GOING.sub("", done)
        if not _OF_TWO.match(done):
            return deed(done)
        found = verb_phrase(_CALL.sub("打电话", done), is_shared=True)
        lead = f"跟{who}"
    else:
        found = deed(done, is_shared=True)
        lead = f"{match['prep']}{who}"
    if found is None:
        return None
    return replace(found, key=f"{lead}{found.key}", verb=f"{lead}{found.verb}")


_CALL = pattern_of(r"^通[^，]{0,8}?话")


def _named(who: str) -> str:
    if match := _KIN.match(who):
        return "妈妈" if match["mother"] else "爸爸" if match["father"] else "爸妈"
    return re.sub(r"^我(?:的|家)?(?=..)|^[几两三四五\d]个", "", who)
