"""Numbers and weekdays as they are written in Chinese and English, with what they count."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

WEEKEND = "weekend"


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number at `text[start:end]`, with its unit up to `unit_end` (`end` where it has none).

    `number` is in digits without leading or trailing zeros, or a time such as "19:30"; `unit` one
    name for all spellings of the same unit, "" where none is known.
    """

    start: int
    end: int
    unit_end: int
    number: str
    unit: str

    @property
    def value(self) -> str:
        return f"{self.number} {self.unit}".rstrip()


@dataclass(frozen=True, slots=True)
class Weekday:
    """A day of the week at `text[start:end]`: "1" is Monday, "7" Sunday, else `WEEKEND`."""

    start: int
    end: int
    value: str


_CHINESE_DAYS = {day: str(1 + "一二三四五六日".index(day)) for day in "一二三四五六日"} | {
    "天": "7",
    "末": WEEKEND,
}
_ENGLISH_DAYS = {
    day: str(1 + index)
    for index, day in enumerate(("mon", "tue", "wed", "thu", "fri", "sat", "sun"))
} | {"wee": WEEKEND}
_WEEKDAY = re.compile(
    r"(?:周|週|星期|礼拜|禮拜)(?P<zh>[一二三四五六日天末])"
    r"|\b(?P<en>(?i:monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend)s?"
    r"|(?:Mon|Tues?|Wed|Thurs?|Fri)\b)"
)


def weekdays(text: str) -> Iterator[Weekday]:
    """The days of the week in `text`, from left to right."""
    for match in _WEEKDAY.finditer(text):
        day = _CHINESE_DAYS.get(match["zh"] or "") or _ENGLISH_DAYS[match["en"][:3].lower()]
        yield Weekday(*match.span(), day)


_UNITS = {
    spelling: unit
    for unit, spellings in {
        "kg": "kg kgs kilo kilos kilogram kilograms 公斤 千克",
        "jin": "斤",
        "g": "gram grams 克",
        "lb": "lb lbs pound pounds 磅",
        "km": "km kms k.m. kilometer kilometers kilometre kilometres 公里 千米",
        "m": "meter meters metre metres 米",
        "cm": "cm 厘米 公分",
        "mi": "mile miles 英里",
        "l": "litre litres liter liters 升",
        "ml": "ml 毫升",
        "year": "year years yr yrs 年",
        "age": "years-old year-old yo 岁 歲 周岁",
        "month": "month months 个月 個月",
        "week": "week weeks 周 星期 个星期 礼拜 个礼拜",
        "day": "day days 天",
        "hour": "hour hours hr hrs h 小时 小時 个小时 钟头 个钟头",
        "minute": "minute minutes min mins 分钟 分鐘",
        "am": "am a.m.",
        "pm": "pm p.m.",
        "clock": "o'clock 点 點 点钟 时",
        "time": "time times 次 遍 趟 回",
        "yuan": "yuan rmb cny 元 块 塊 块钱 人民币",
        "usd": "dollar dollars usd 美元 美金 刀",
        "gbp": "gbp 英镑",
        "eur": "euro euros eur 欧元",
        "%": "% percent",
        "degree": "degree degrees 度",
        "th": "st nd rd th 号 號 日",
        "floor": "floor floors 楼 樓 层 層",
        "person": "people person persons 人 个人 位 口",
        "cup": "cup cups 杯",
        "piece": "个 個 只 隻 条 條 本 张 張 件 家 座 辆 輛 台 间 間 套 名",
    }.items()
    for spelling in spellings.split()
}
_CURRENCIES = {"¥": "yuan", "$": "usd", "£": "gbp", "€": "eur"}
_BY_LENGTH = sorted(_UNITS, key=len, reverse=True)
_LATIN_UNITS = "|".join(re.escape(each) for each in _BY_LENGTH if each[0].isascii() and each != "%")
_CHINESE_UNITS = "|".join(each for each in _BY_LENGTH if not each.isascii())
_UNIT = rf"(?:[ -]?(?P<unit>years?\ old|(?:{_LATIN_UNITS})(?![A-Za-z])|%|{_CHINESE_UNITS}))?"

_SCALES = {"百": 100, "千": 1_000, "k": 1_000, "K": 1_000, "万": 10_000, "萬": 10_000, "w": 10_000,
           "亿": 10**8, "億": 10**8, "百万": 10**6, "千万": 10**7}  # fmt: skip
_DIGITS = re.compile(
    rf"""(?P<sign>[¥$£€])?\ ?(?<!\d)(?<!\d[.,:])
    (?P<number>\d{{1,2}}:\d\d(?!\d)|\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?)
    (?P<scale>百万|千万|[百千万萬亿億]|[kKw](?![A-Za-z]))?{_UNIT}""",
    re.VERBOSE | re.IGNORECASE,
)

_ONES = {sign: number for number, sign in enumerate("零一二三四五六七八九")} | {
    "〇": 0, "两": 2, "兩": 2,
}  # fmt: skip
_TENS = {"十": 10, "百": 100, "千": 1_000}
_MYRIADS = {"万": 10_000, "萬": 10_000, "亿": 10**8, "億": 10**8}
_NUMERAL = "".join([*_ONES, *_TENS, *_MYRIADS])
_CHINESE = re.compile(
    rf"(?P<nth>第)?(?<![{_NUMERAL}几幾])(?P<number>[{_NUMERAL}]{{1,16}})(?![几幾])"
    rf"(?P<unit>{_CHINESE_UNITS})?"
)
_ONLY_WHEN = frozenset({"clock", "th", "age"})
"""一 counts before these only; elsewhere it is "a", or part of a word."""

_SMALL = {
    word: number
    for number, word in enumerate([
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
        "nineteen",
    ])
}  # fmt: skip
_TY = {
    word: 10 * number
    for number, word in enumerate(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], start=2
    )
}
_ORDINALS = {
    word: number
    for number, word in enumerate(
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"],
        start=1,
    )
}
_WORD = "|".join([*_TY, *sorted(_SMALL, key=len, reverse=True), "hundred", "thousand"])
_ENGLISH = re.compile(
    rf"\b(?:(?P<number>(?:{_WORD})(?:(?:[ -]| and )(?:{_WORD})\b){{0,6}})\b{_UNIT}"
    rf"|(?P<twice>twice)\b|(?P<nth>{'|'.join(_ORDINALS)})\b)",
    re.IGNORECASE,
)


_BEGINS = re.compile(
    rf"[^\w¥$£€]*[¥$£€]? ?(?:\d|第?[{_NUMERAL}]|(?:{_WORD}|twice|{'|'.join(_ORDINALS)})\b)",
    re.IGNORECASE,
)


def begins_with_number(text: str) -> bool:
    """Whether a number is the first thing in `text`: a quick look before a closer one."""
    return _BEGINS.match(text) is not None


def quantities(text: str) -> list[Quantity]:
    """The numbers in `text`, from left to right; "a", "one" and 一 before a noun are none.

    Dates and weekdays are expected to be blanked out before. Letters and digits of full width must
    have been made narrow.
    """
    found = [*_written_in_digits(text)]
    if any(sign in text for sign in _NUMERAL):
        found += _written_in_chinese(text)
    found += _written_in_english(text)
    return sorted(found, key=lambda each: each.start)


def _written_in_digits(text: str) -> Iterator[Quantity]:
    for match in _DIGITS.finditer(text):
        number = match["number"].replace(",", "")
        if ":" not in number:
            scale = _SCALES.get(match["scale"] or "", 1)
            number = _plain(number, scale)
        end = match.end("scale") if match["scale"] else match.end("number")
        unit = _CURRENCIES.get(match["sign"] or "", "") or _unit(match["unit"])
        yield Quantity(match.start("number"), end, match.end(), number, unit)


def _plain(digits: str, scale: int) -> str:
    """`digits` times `scale`, without needless zeros; long ones (of parcels, say) as they are."""
    if scale == 1 or len(digits) > 15:
        whole, _, part = digits.partition(".")
        part = part.rstrip("0")
        return (whole.lstrip("0") or "0") + (f".{part}" if part else "")
    return f"{float(digits) * scale:.15g}"


def _written_in_chinese(text: str) -> Iterator[Quantity]:
    for match in _CHINESE.finditer(text):
        written, unit = match["number"], _unit(match["unit"])
        if match["nth"]:
            unit = "th"
        elif (written == "一" and unit not in _ONLY_WHEN) or (len(written) == 1 and not unit):
            continue
        value = _chinese_value(written)
        if value is not None:
            end = match.end("number")
            yield Quantity(match.start("number"), end, match.end(), str(value), unit)


def _chinese_value(written: str) -> int | None:
    """None for what is no number. 三百五 is 350, and 一九九八 1998."""
    if all(sign in _ONES for sign in written):
        return int("".join(str(_ONES[sign]) for sign in written))
    if written[0] in "百千万萬亿億":
        return None
    total = section = digit = last = 0
    for sign in written:
        if sign in _ONES:
            if digit:
                return None
            digit = _ONES[sign]
            last = 0 if not digit else last
        elif sign in _TENS:
            last = _TENS[sign]
            section += (digit or 1) * last
            digit = 0
        else:
            last = _MYRIADS[sign]
            total = (total + section + digit) * last
            section = digit = 0
    return total + section + digit * max(last // 10, 1)


def _written_in_english(text: str) -> Iterator[Quantity]:
    for match in _ENGLISH.finditer(text):
        if match["twice"]:
            yield Quantity(*match.span(), match.end(), "2", "time")
        elif match["nth"]:
            number = str(_ORDINALS[match["nth"].lower()])
            yield Quantity(*match.span(), match.end(), number, "th")
        elif (words := match["number"].lower()) != "one" or _unit(match["unit"]) in _ONLY_WHEN:
            number = str(_english_value(re.split(r"[ -](?:and )?", words)))
            yield Quantity(*match.span("number"), match.end(), number, _unit(match["unit"]))


def _english_value(words: list[str]) -> int:
    total = section = 0
    for word in words:
        if word == "thousand":
            total, section = total + (section or 1) * 1_000, 0
        elif word == "hundred":
            section = (section or 1) * 100
        else:
            section += _TY[word] if word in _TY else _SMALL[word]
    return total + section


def _unit(written: str | None) -> str:
    if not written:
        return ""
    spelling = written.lower()
    return "age" if spelling.endswith("old") else _UNITS[spelling]
