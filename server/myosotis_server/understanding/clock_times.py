"""Times of day as clocks tell them, in Chinese and English."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from myosotis_server.understanding.calendar_spans import MOST_TRIED
from myosotis_server.understanding.numbers_en import NUMBER_WORDS
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.values_zh import number_of

DAY_MINUTES = 24 * 60


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day at `text[start:end]`.

    `minutes` count from the midnight that begins the day, and may run past its end: two at night
    belongs to the evening before. Where `is_sure` is not set they are below 13 hours, and morning
    or afternoon is open.
    """

    start: int
    end: int
    minutes: int
    is_sure: bool


_DAWN, _MORNING, _NOON, _AFTERNOON, _NIGHT, _DEEP = range(6)
_PARTS = {
    **dict.fromkeys(("凌晨",), _DAWN),
    **dict.fromkeys(
        ("清晨", "清早", "早晨", "早上", "一早", "大早", "大清早", "上午", "早"), _MORNING
    ),
    **dict.fromkeys(("中午", "正午"), _NOON),
    **dict.fromkeys(("下午", "午后", "午後", "傍晚"), _AFTERNOON),
    **dict.fromkeys(("晚上", "晚间", "晚間", "晚", "夜晚"), _NIGHT),
    **dict.fromkeys(("夜里", "夜裡", "深夜", "半夜", "大半夜", "夜"), _DEEP),
}
_PART = "|".join(sorted(_PARTS, key=len, reverse=True))
_ONES = "一二三四五六七八九"
_NUMERAL = rf"(?:\d{{1,2}}|[零〇{_ONES}两兩十]{{1,3}})"
_CHINESE = pattern_of(
    rf"""(?:(?P<part>{_PART})[的\ ]?|(?<![\d.:：/有这這那第几幾多分零〇{_ONES}两兩十百千]))
    (?:差(?P<less>\d{{1,2}}|[{_ONES}十]{{1,2}}|一刻)分?)?
    (?P<hour>{_NUMERAL})\ ?[点點]
    (?:(?P<whole>[钟鐘整])|(?P<half>半)|(?P<quarter>[一三])刻
      |[过過]?(?P<minute>[0-5]\d(?!\d)|\d分|[二三四五]?十[{_ONES}]?|[零〇][{_ONES}\d]|[{_ONES}]分)分?)?
    (?![点點%\d]|之前提|建[议議]|原因|意[见見]|理由|想法|好[处處]|不足|[经經][验驗]|共[识識]|[问問][题題]|要求
      |[内內]容|[体體][会會]|感想|疑[问問]|[区區][别別]|收[获穫]|[优優缺][势勢点點]|水|[:：]|都|也|儿|兒|不|没|事|心意)
   |(?P<zero>零点|零點|午夜|子夜)|(?P<noon>正午)""",
    re.VERBOSE,
)
_AFTER_DAY = pattern_of(r"(?:[天日号號晚早午]|[周期拜][一二三四五六日天])[的，, ]?$")
_DIGITAL = pattern_of(
    r"""(?<![\d:：.$¥￥€£])(?:(?<![A-Za-z])|(?<=\dT))(?P<hour>[01]?\d|2[0-3])[:：](?P<minute>[0-5]\d)
    (?::[0-5]\d)?(?![\d:：%]|\.\d|\ ?[比对對])(?:\ ?(?P<half>[ap])\.?m\b\.?)?""",
    re.VERBOSE | re.IGNORECASE,
)
_PART_BEFORE = pattern_of(rf"(?P<part>{_PART})[的 ]?$")
_NO_CLOCK_BEFORE = pattern_of(
    r"(?:比分|比例|[得打]了?|score[sd]?|ratio|won|lost|beat)[是为為\W]*$", re.IGNORECASE
)

_HOURS = {name: number for name, number in NUMBER_WORDS.items() if 1 <= number <= 12}
_HOUR = rf"(?:{'|'.join(_HOURS)}|1[0-2]|[1-9])"
_MINUTES = {
    "half": 30, "quarter": 15, "a quarter": 15, "five": 5, "ten": 10, "twenty": 20,
    "twenty-five": 25, "thirty": 30, "fifteen": 15, "forty-five": 45, "forty five": 45,
}  # fmt: skip
_DAY_BEFORE = "|".join(
    rf"(?<={day}\ at\ )"
    for day in (
        "day",
        "tomorrow",
        "tonight",
        "morning",
        "afternoon",
        "evening",
        r"\dth",
        r"\d[nr]d",
    )
)
"""Behind a day, a number is more surely an hour: "at 6 from his mother" may tell an age."""
_ENGLISH = pattern_of(
    rf"""(?<![\w.:$£€/-])(?:
    (?P<h1>1[0-2]|0?[1-9])(?:[:.](?P<m1>[0-5]\d))?\ ?(?P<half>[ap])(?:m\b|\.m\b\.?)
   |(?P<minute>half|(?:a\ )?quarter|five|ten|twenty(?:-five)?|\d{{1,2}})\ (?:minutes\ )?
      (?P<side>past|to|till)\ (?P<h2>{_HOUR})(?![\w:%]|\.\d)
   |(?<=at\ )half\ (?P<half_past>{_HOUR})\b
   |(?P<h3>{_HOUR})\ o['’]?clock
   |(?:(?:at|around|by|from|until|till|before|after|at\ about|at\ around)\ )
      (?P<h4>{_HOUR})(?:\ (?P<m4>thirty|fifteen|forty[-\ ]five))?(?:ish)?
      (?=$|[,;!?)]|\.(?!\d)|\ (?:with|on|tomorrow|today|tonight|this|next|in\ the|at\ night|sharp
        |and|for|to|so|but|then|until|till|because|when|i|we|last|yesterday|the\ day|every|each|or
        |if|as|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b)
   |(?:{_DAY_BEFORE})(?P<h5>{_HOUR})(?=\ (?:at|in(?!\ \d)|over|via|online|near|by|is|which|where|my
        |our|he|she|they|it|you|not|maybe|hopefully|though|since|while|instead|from)\b)
   |(?P<noon>noon|midday)|(?P<midnight>midnight))
    (?:\ in\ the\ (?P<part>morning|afternoon|evening)|\ (?P<night>at\ night))?
    (?![\w])""",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
_ENGLISH_HINT = pattern_of(
    r"\d ?[ap]\.?m|o['’]clock|noon|midday|midnight| (?:past|to|till) "
    r"|\b(?:at|around|about|by|from|until|till|before|after)"
    r" (?:\d|half |one|t|f|s|eight|nine|eleven)",
    re.IGNORECASE | re.ASCII,
)
_ENGLISH_PARTS = {"morning": _MORNING, "afternoon": _AFTERNOON, "evening": _NIGHT}


def clocks(text: str) -> list[Clock]:
    """The times of day named in `text`, from left to right, none overlapping another.

    Read are "下午三点", "晚上八点半", "三点一刻", "差五分八点", "20:30", "7 pm", "half past six",
    "at 9", "noon" and "midnight". Counts ("三点建议"), ratios, prices and durations are left out.
    """
    found: list[Clock] = []
    if "点" in text or "點" in text or "夜" in text or "正午" in text:
        found += _chinese(text)
    if ":" in text or "：" in text:
        found += _digital(text)
    if _ENGLISH_HINT.search(text):
        found += _english(text)
    found.sort(key=lambda clock: (clock.start, -clock.end))
    kept: list[Clock] = []
    for clock in found:
        if not kept or clock.start >= kept[-1].end:
            kept.append(clock)
    return kept


def in_part(hour: int, minute: int, part: int) -> int:
    """Minutes of an hour said of a part of the day: three in the afternoon is 15 * 60."""
    if hour > 12:
        return 60 * hour + minute
    if part == _DAWN:
        hour %= 12
    elif part == _NOON:
        hour += 12 if hour < 4 else 0
    elif part == _AFTERNOON:
        hour = hour % 12 + 12
    elif part in (_NIGHT, _DEEP):
        late = 5 if part == _NIGHT else 6
        hour = hour % 12 + (24 if hour % 12 < late else 12)
    return 60 * hour + minute


def part_from(first_hour: int) -> int:
    """The part of the day that begins at that hour, for `in_part`."""
    begins = {0: _DAWN, 5: _MORNING, 11: _NOON, 12: _AFTERNOON, 17: _AFTERNOON, 18: _NIGHT}
    return begins.get(first_hour, _MORNING)


def _clock(start: int, end: int, hour: int, minute: int, part: int | None) -> Clock | None:
    if hour > 24 or minute > 59:
        return None
    if part is not None:
        return Clock(start, end, in_part(hour, minute, part), True)
    return Clock(start, end, 60 * hour + minute, not 1 <= hour <= 12)


def _chinese(text: str) -> Iterator[Clock]:
    for match in islice(_CHINESE.finditer(text), MOST_TRIED):
        start, end = match.span()
        if match["zero"] is not None:
            late = match["zero"][0] != "零"
            yield Clock(start, end, DAY_MINUTES if late else 0, True)
            continue
        if match["noon"] is not None:
            yield Clock(start, end, DAY_MINUTES // 2, True)
            continue
        part = None if match["part"] is None else _PARTS[match["part"]]
        hour = _number(match["hour"])
        told = match["whole"] or match["half"] or match["quarter"] or match["minute"]
        if hour is None or (
            match["hour"] == "一" and not told and part is None
            and not _AFTER_DAY.search(text[max(0, start - 4) : start])
        ):  # fmt: skip
            continue
        minute = 0
        if match["half"]:
            minute = 30
        elif (quarter := match["quarter"]) is not None:
            minute = 15 if quarter == "一" else 45
        elif (written := match["minute"]) is not None:
            minute = _number(written.rstrip("分").lstrip("零〇")) or 0
        clock = _clock(start, end, hour, minute, part)
        if clock is None:
            continue
        if (less := match["less"]) is not None:
            earlier = 15 if less == "一刻" else _number(less) or 0
            clock = Clock(start, end, max(0, clock.minutes - earlier), clock.is_sure)
        yield clock


def _number(written: str) -> int | None:
    number = number_of(written.replace("兩", "两"))
    return None if number is None else int(number)


def _digital(text: str) -> Iterator[Clock]:
    for match in islice(_DIGITAL.finditer(text), MOST_TRIED):
        start, end = match.span()
        before = text[max(0, start - 8) : start]
        if _NO_CLOCK_BEFORE.search(before):
            continue
        hour, minute = int(match["hour"]), int(match["minute"])
        if (half := match["half"]) is not None:
            hour = hour % 12 + (12 if half in "pP" else 0) if hour <= 12 else hour
            yield Clock(start, end, 60 * hour + minute, True)
            continue
        part = None
        if (named := _PART_BEFORE.search(before)) is not None:
            part = _PARTS[named["part"]]
            start -= len(before) - named.start()
        if part is None and match["hour"][0] == "0":
            yield Clock(start, end, 60 * hour + minute, True)
        elif (clock := _clock(start, end, hour, minute, part)) is not None:
            yield clock


def _english(text: str) -> Iterator[Clock]:
    for match in islice(_ENGLISH.finditer(text), MOST_TRIED):
        start, end = match.span()
        if match["noon"] or match["midnight"]:
            yield Clock(start, end, DAY_MINUTES // 2 if match["noon"] else DAY_MINUTES, True)
            continue
        named = (match[name] for name in ("h1", "h2", "h3", "h4", "h5", "half_past"))
        hour = _hour(next(filter(None, named)))
        minute = (
            30
            if match["half_past"]
            else int(match["m1"] or 0) + _MINUTES.get((match["m4"] or "").lower(), 0)
        )
        if (part_name := match["part"]) is not None:
            part: int | None = _ENGLISH_PARTS[part_name.lower()]
        else:
            part = _NIGHT if match["night"] else None
        if (half := match["half"]) is not None:
            clock = Clock(start, end, 60 * (hour % 12 + (12 if half in "pP" else 0)) + minute, True)
        else:
            placed = _clock(start, end, hour, minute, part)
            if placed is None:
                continue
            clock = placed
        if (written := match["minute"]) is not None:
            written = written.lower()
            away = int(written) if written.isdigit() else _MINUTES[written]
            if away > 59:
                continue
            away = away if match["side"].lower() == "past" else -away
            clock = Clock(start, end, clock.minutes + away, clock.is_sure)
        yield clock


def _hour(written: str) -> int:
    written = written.lower()
    return _HOURS[written] if written in _HOURS else int(written)
