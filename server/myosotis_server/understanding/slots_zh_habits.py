"""What somebody does again and again, or no longer, read out of Chinese."""

import re
from collections.abc import Iterator

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.clause_zh import Clause, Rule, says
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.values_zh import listed, trim

_SPORTS = (
    r"(?:晨跑|夜跑|慢跑|长跑|跑(?:了)?(?:[一二两三四五六七八九十\d.]+(?:公里"
    r"|千米|圈|次))?步?|游(?:[一二两三四五六七八九十\d]+次)?泳|健身|撸铁|举铁"
    r"|力量训练|瑜伽|普拉提|打(?:篮|羽毛|网|乒乓|排|台|高尔夫|壁)?球|踢(?:足)?球"
    r"|骑(?:自行|单)?车|骑行"
    r"|爬山|登山|徒步|散步|遛弯|跳(?:操|绳|舞|广场舞|健身操)|打太极拳?|太极拳?"
    r"|打拳|拳击|攀岩|滑雪|滑冰|做瑜伽|练瑜伽|练(?:拳|舞|太极|普拉提)|仰卧起坐"
    r"|俯卧撑|深蹲|游泳|冥想|快走|走(?:一|[\d一二三四五六七八九十])?万步|hiit"
    r"|HIIT|动感单车|锻炼身体|锻炼|运动)"
)
_DOING = pattern_of(
    r"(?:要|会|得|都|必须|也|还|基本|都要|都会|喜欢|坚持|去|出去|去公园|去健身房"
    r"|和.{1,6}?(?:一起)?(?:去)?|跟.{1,6}?(?:一起)?(?:去)?|在.{1,8}?|到.{1,6}?"
    r"|[绕沿围顺]着?.{1,6}?|骑车|开车|下楼|带.{1,4}?|[陪约].{1,4}?|去.{1,6}?|早起|固定"
    r"|陪.{1,4}){0,4}"
    rf"(?P<v>{_SPORTS})"
)
_NO_DEED = pattern_of(
    r"(?:都|会|要|也|还|就|得|很|好|真|太|挺|特别|非常|最|不|没|是|在|有点|感觉"
    r"|觉得|感到|想|忙|累|开心|心情|难过|压力|焦虑|失眠|吃饭|睡不|起不|有|像|被"
    r"|让|过得|把|只|无聊|喜欢|讨厌|爱|怕|加班到吐|这样|如此){1,5}"
)
_DEED = pattern_of(
    r"回(?!忆|想|答|复|来|家$|去$|到家)"
    r"|[去给陪写看听读做练画弹唱打玩学教刷逛接送买煮熬洗泡背遛喂浇回加值参带拜钓"
    r"爬]|[跟和].{1,6}(?:去|打|看|吃|喝|聊|跑|玩|逛|视频|通)|在.{1,6}(?:写|看|跑"
    r"|画|吃|做|打)|上.{0,4}课|复习|预习|开(?:会|直播)|记(?:日记|账|单词)|祈祷"
    r"|礼拜|收拾|整理|点外卖|冥想|加班|熬夜|值班|午睡|自拍|直播|吃早|泡脚|敷面膜"
    r"|护肤|打卡|复盘|开会"
)


def _drinks(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    key = "drinks" if match["verb"] in {"喝", "来"} else "eats"
    often = clause.is_habit or match["sure"]
    bare = match["verb"] == "喝" and not re.search("[了过一两完醉]|点$|多", match["v"])
    if (
        clause.is_once
        or (match[0][-1] in "了过" and "每" not in clause.when and not match["sure"])
        or not (often or (bare and len(match["v"]) <= 6))
    ):
        return
    written = re.sub(
        r"(?:当|作|配|来)?(?:早餐|午餐|晚餐|提神|养生|助眠)$|(?:上瘾|醒|再).*$", "", match["v"]
    )
    written = re.sub(
        r"^[^，]{1,5}?(?:只|都|必)(?:喝|吃)(?=.)|^(?:上|掉|完)|[一二三四半几\d]{1,2}两(?=.{0,3}酒)",
        "",
        written,
    )
    for value in listed(written):
        if not re.search(
            "[我你他她不]|什么|醉|饱|完|^过|^药|药$|得|时$|时候|饭$|^一?[片粒颗]|[会能就让]", value
        ):
            yield from says(key, value)


def _quits(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    """不喝咖啡, 戒烟了: what was drunk, and liked, is no longer."""
    verb = match["verb"]
    for value in listed(match["v"]):
        value = re.sub(
            r"^(?:了|掉|任何|所有){1,5}|(?:好久|很久"
            r"|[一二两三四五六七八九十\d半]+[年个月天]+|这东西)$",
            "",
            value,
        )
        value = value.removesuffix("了")
        if (
            not value
            or re.search("[我你他她它]|饭$|什么|下$|惯|起|得|完|到", value)
            or len(value) > 10
        ):
            return
        if value in {"烟", "香烟", "电子烟"}:
            yield from says("avoids", "烟", ends=(Attribute("smokes", ""),))
            continue
        keys = {"喝": ("drinks", "likes"), "吃": ("eats", "likes")}.get(
            verb, ("drinks", "eats", "likes")
        )
        yield from says("avoids", value, ends=tuple(Attribute(key, value) for key in keys))


def _stops(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    """不跑步了, 不熬夜了."""
    value = trim(match["v"])
    keys = ("exercise", "hobby") if re.fullmatch(_SPORTS, value) else ("routine", "hobby")
    yield from says("avoids", value, ends=tuple(Attribute(key, value) for key in keys))


def _smokes(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    if not clause.is_once:
        yield from says("smokes", "yes")


def _gym(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    if clause.is_habit and not clause.is_once:
        yield from says("exercise", "健身")


def _routine(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    value = trim(
        re.sub(
            r"^(?:都?要|都?会|都?得|必须|都|也|还|必|基本上?|一定会?|习惯|固定"
            r"|雷打不动地?){1,5}",
            "",
            match["v"],
        )
    )
    often = re.search(
        "每|天天|经常|常|习惯|周末|睡前|饭后|坚持|一向|周[一二三四五六日]|下班|没事"
        "|有空|[一两三四五六七\\d]次",
        clause.when,
    )
    if (
        not often
        or clause.is_once
        or len(value) < 2
        or _NO_DEED.match(value)
        or re.search("[你]|什么|得很|到很|了$|不", value)
        or ("了" in value and "每" not in clause.when)
    ):
        return
    if _DEED.match(value) and len(value) <= 16:
        yield from says("routine", value)


RULES: list[Rule] = [
    (
        pattern_of(
            r"一[滴口点根杯丁](?P<v>[^，我你他]{1,4}?)[都也](?:不|没)(?P<verb>[喝吃抽碰沾])(?:了"
            r"|的)?$"
        ),
        _quits,
    ),
    (
        pattern_of(
            r"(?:已经|终于|总算|决定)?(?:再也不|不再|从来不|从不|从来都不|一概不|基本不"
            r"|完全不|不|没再|很少|几乎不|不太|不怎么|一口都不|一点都不)(?P<verb>喝|吃"
            r"|抽|吸|碰)(?P<v>(?![惯起得了完下饱醉不到]|什么|饭).{1,12}?)(?:了|的"
            r"|啦){0,4}(?:，|$|因为)"
        ),
        _quits,
    ),
    (
        pattern_of(
            r"(?:已经|终于|成功|总算|决定|正在|在){0,4}戒(?:了|掉了?"
            r"|断了?)?(?P<verb>)(?P<v>(?!不掉|备|指|不了|律).{1,8}?)(?:了|成功|中|啦"
            r"|.{0,3}[年月天]了?){0,4}$"
        ),
        _quits,
    ),
    (
        pattern_of(
            r"把?(?P<v>烟|酒|咖啡|奶茶|糖|可乐|甜食|奶茶|游戏|网瘾)(?:已经|早就|都|也"
            r"|终于){0,4}(?P<verb>)戒(?:了|掉了?)"
        ),
        _quits,
    ),
    (
        pattern_of(
            rf"(?:已经|现在)?(?:不再|不|没再|再也不)(?:去)?(?P<v>{_SPORTS}|熬夜|加班"
            rf"|玩游戏|打游戏|追剧|刷抖音|刷短视频|赖床|睡懒觉|网购|点外卖)了"
        ),
        _stops,
    ),
    (
        pattern_of(
            r"(?:每天)?(?:会|要|得|爱|偶尔|也)?(?:抽|吸)(?:烟|[根支口]烟|[一两三半\d]{1,2}(?:包|根"
            r"|支)|香烟|电子烟)(?!过|了一)(?:的|$|抽得|比较|很|[，烟]|[一二三四五六七八九十\d]+年"
            r"|$)"
        ),
        _smokes,
    ),
    (
        pattern_of(
            r"(?:一天|每天|也|要|得|就|至少|大概|差不多|抽|吸){0,4}[一两三半二\d]{1,2}(?:包|根"
            r"|支)(?:多|半)?(?:香?烟)$"
        ),
        lambda m, c: (
            _smokes(m, c) if c.is_habit or re.search("一天|每", m[0] + c.when) else iter(())
        ),
    ),
    (pattern_of(r"(?:是)?(?:一个|个)?(?:老)?烟民|烟瘾(?:很|比较|挺)?大"), _smokes),
    (
        pattern_of(
            r"(?:都|会|要|都要|都会|一般|基本|是|先|必须|必|得|都得|习惯|总要|还要|最少"
            r"|至少|主要|固定){0,4}(?P<sure>只|习惯|早餐|早饭|午饭|午餐|晚餐|晚饭"
            r"|改)?(?:都|一般|要|就|都是)?(?P<verb>喝|吃|来)(?:的是|上)?(?P<v>(?!过|着"
            r"|了|饭|素|药|完|惯|醉|饱|得|不|起|到).{1,14}?)(?:了|的|啦){0,4}$"
        ),
        lambda m, c: (
            _drinks(m, c)
            if m["verb"] != "来" or re.match("[一两]?[杯罐瓶壶]|[一两]", m["v"])
            else iter(())
        ),
    ),
    (
        pattern_of(
            r"(?:都|会|要|是|得|必须?|固定|雷打不动|先|来|喝|定"
            r"|不能少){0,4}[一两三](?P<verb>)(?:大|小)?[杯罐瓶壶](?P<v>[^，的了不]{1,8})$"
        ),
        lambda m, c: (
            says("drinks", trim(m["v"]))
            if c.is_habit and not c.is_once and "又" not in c.when
            else iter(())
        ),
    ),
    (
        pattern_of(
            r"(?:都|会|要|都要|每周|还|基本|都会|去){0,4}(?P<v>(?:三|两|一|四|五"
            r"|\d)?次?(?:健身房|体育馆))"
        ),
        _gym,
    ),
    (
        pattern_of(
            r"(?P<v>(?:要|会|都|还|也|得|去|出去|和|跟|陪|在|到|基本|必|固定|早起|喜欢"
            r"|坚持|我).{0,12}|.{2,14})$"
        ),
        lambda m, c: _exercise_of(m, c),
    ),
    (pattern_of(r"有(?P<v>.{2,8}?)的习惯"), lambda m, c: _habit_of(m)),
    (pattern_of(r"(?P<v>.{2,20})$"), _routine),
]


def _exercise_of(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    found = _DOING.match(
        re.sub(r"[一二两三四五六七八九十几\d]{1,2}(?:次|回|趟|个?小时|分钟)的?", "", match["v"])
    )
    once = clause.is_once or ("每" not in clause.when and match["v"].endswith("了"))
    if not found or not clause.is_habit or once:
        return
    value = re.sub(r"[一二两三四五六七八九十\d.]+(?:公里|千米|圈|次|万步)|了", "", found["v"])
    value = {
        "跑": "跑步",
        "走": "走路",
        "做瑜伽": "瑜伽",
        "练瑜伽": "瑜伽",
        "练普拉提": "普拉提",
    }.get(value, value)
    yield from says("exercise", value)


def _habit_of(match: re.Match[str]) -> Iterator[Reading]:
    value = re.sub(r"^(?:每天|每晚|睡前|早上|晚上|天天|坚持|饭后){1,5}", "", match["v"])
    yield from says("exercise" if re.fullmatch(_SPORTS, value) else "routine", value)
