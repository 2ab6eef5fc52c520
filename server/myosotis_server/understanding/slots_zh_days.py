"""When somebody gets up and goes to bed, and how they get to work, read out of Chinese."""

import re
from collections.abc import Iterator

from myosotis_server.memory.reading import Reading
from myosotis_server.understanding.clause_zh import Clause, Rule, says
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.values_zh import number_of, trim

_HOURS = r"[一二两三四五六七八九十\d]{1,3}"
_CLOCK = (
    rf"(?P<part>凌晨|早上|早晨|清晨|上午|中午|下午|晚上|半夜"
    rf"|夜里)?(?:的)?(?P<h>{_HOURS})(?:[点:：](?P<half>半)?(?:钟"
    rf"|整)?(?:(?P<m>[一二三四五六七八九十\d]{{1,3}})分?"
    rf"|(?P<quarter>[一三])刻)?)(?:左右|多|才|就|钟|准时|必须|之前|前|以后"
    rf"|之后){{0,4}}"
)
_TO_BED = pattern_of(r"睡|上床|休息")


def _clock(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    """ "六点起床" → 06:00; a bedtime before six is in the small hours, one from six on at night."""
    if clause.is_once or (not (hour := number_of(match["h"])) and match["h"] not in "0零"):
        return
    minute = number_of(match["m"]) if match["m"] else 0.0
    if match["half"]:
        minute = 30.0
    elif match["quarter"]:
        minute = 15.0 if match["quarter"] == "一" else 45.0
    hour, part = (
        int(hour or 0),
        match["part"] or next(iter(re.findall("凌晨|早上|中午|下午|晚上", clause.when)), ""),
    )
    to_bed = _TO_BED.search(match["verb"]) is not None
    at_night = to_bed and part not in {"凌晨", "早上"} and 6 <= hour < 12
    if at_night or (part in {"下午", "中午"} and hour < 11):
        hour += 12
    elif hour == 12 and (to_bed or part in {"凌晨", "半夜"}):
        hour = 0
    if hour < 24 and minute is not None and minute < 60:
        yield from says("bed_time" if to_bed else "wake_time", f"{hour:02}:{int(minute):02}")
    elif hour == 24:
        yield from says("bed_time", "00:00")


def _commute(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    if not clause.is_once:
        value = re.sub(r"^(?:坐|乘|搭|靠|挤|赶|转)(?:的是)?|(?:来|去)$", "", trim(match["v"]))
        yield from says("commute", value)


RULES: list[Rule] = [
    (
        pattern_of(
            rf"(?:要|会|都|得|习惯|基本|一般|平时|睡到|到|在|是|要到|都要|必须|差不多"
            rf"|都是|固定|准时|大概){{0,4}}{_CLOCK}(?:就|才|准时|必|会|要|左右"
            rf"|能){{0,4}}(?P<verb>起床|起来|起(?!飞)|醒|睡觉|睡|上床睡?觉?|休息|入睡)"
        ),
        _clock,
    ),
    (
        pattern_of(
            rf"的?(?P<verb>起床|睡觉|入睡|休息|睡眠)时间(?:一般|通常|都|大概){{0,4}}(?:是"
            rf"|在|:|：)?{_CLOCK}"
        ),
        _clock,
    ),
    (pattern_of(rf"(?P<verb>睡)到(?:上午|早上|中午)?{_CLOCK}(?=才?起|$)"), lambda m, c: iter(())),
    (
        pattern_of(
            r"(?:都|会|是|一般|要|都是){0,4}(?P<v>[坐挤赶转](?:地铁|公交车?|轻轨|高铁|火车|班车"
            r"|巴士|飞机|公车)|乘(?:地铁|公交)|搭(?:地铁|公交|捷运|班车|同事的车)|开车"
            r"|骑(?:自行车|电动车|电瓶车|山地车|公路车|单车|车|共享单车|摩托车?|小电驴|小电动)|走路|步行|打车"
            r"|跑步)(?:去|来|到公司)?(?:上下班|上班|通勤|上学|去公司|去学校)"
        ),
        _commute,
    ),
    (
        pattern_of(
            r"(?:上班|通勤|上下班|上学)(?:都|是|一般|主要|基本上?|要|每天|只|平时|通常|也|就|全){0,4}(?:靠"
            r"|用)?(?P<v>坐?(?:地铁|公交车?|轻轨|高铁|班车|捷运)|开车|骑(?:自行车|电动车|电瓶车"
            r"|单车|共享单车|小电驴|摩托车?|车)|走路|步行|打车|拼车|坐船)"
        ),
        _commute,
    ),
]
