"""What comes round every year: seasons and holidays, in both languages.

Which year is meant, `which_year` tells.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import islice

from myosotis_server.understanding.calendar_spans import MOST_TRIED, Stretch, days, month
from myosotis_server.understanding.lunar import LunarDay, lunar_day
from myosotis_server.understanding.patterns import pattern_of

InYear = Callable[[int], Stretch]
"""When something is in a year; OverflowError or ValueError where that year has none."""


@dataclass(frozen=True, slots=True)
class Yearly:
    """Something at `text[start:end]` that comes round every year."""

    start: int
    end: int
    in_year: InYear
    needs_year: bool = False
    """Set for seasons: "夏天" alone is any summer."""


def on(number: int, day: int, count: int = 1) -> InYear:
    """`count` days from that day of that month on."""
    return lambda year: days(date(year, number, day), count)


def months(number: int, count: int = 1) -> InYear:
    return lambda year: month(year, number, count)


def _lunar(day: LunarDay, later: int = 0, count: int = 1) -> InYear:
    return lambda year: days(lunar_day(day, year, later), count)


def _nth(number: int, weekday: int, nth: int) -> InYear:
    """The nth such weekday of a month."""

    def in_year(year: int) -> Stretch:
        first = date(year, number, 1)
        return days(first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1)))

    return in_year


def _tomb_sweeping(year: int) -> Stretch:
    # The 15th solar term by the usual formula, right from 1901 to 2099.
    if not 1901 <= year <= 2099:
        raise ValueError("no tomb sweeping day known for that year")
    late = 5.59 if year < 2000 else 4.81
    return days(date(year, 4, int(0.2422 * (year % 100) + late) - year % 100 // 4))


def _easter(year: int) -> Stretch:
    """Easter Sunday by the Gregorian reckoning."""
    century, golden = year // 100, year % 19
    epact = (century - century // 4 - (8 * century + 13) // 25 + 19 * golden + 15) % 30
    full = epact - epact // 28 * (1 - 29 // (epact + 1) * ((21 - golden) // 11))
    weekday = (year + year // 4 + full + 2 - century + century // 4) % 7
    return days(date(year, 3, 28) + timedelta(days=full - weekday))


def _around(one: InYear, later: int) -> InYear:
    """The day so many days after another."""
    return lambda year: days(one(year)[0].date() + timedelta(days=later))


def _winter_solstice(year: int) -> Stretch:
    if not 2001 <= year <= 2099:
        raise ValueError("no winter solstice known for that year")
    return days(date(year, 12, int(0.2422 * (year % 100) + 21.94) - year % 100 // 4))


_SPRING_FESTIVAL = _lunar(LunarDay.NEW_YEAR, -1, 8)
_MID_AUTUMN = _lunar(LunarDay.MID_AUTUMN)
_DRAGON_BOAT = _lunar(LunarDay.DRAGON_BOAT)
_SPRING, _SUMMER, _AUTUMN, _WINTER = months(3, 3), months(6, 3), months(9, 3), months(12, 3)

_HOLIDAYS: dict[str, InYear] = {
    "元旦": on(1, 1),
    "情人": on(2, 14),
    "妇女": on(3, 8),
    "婦女": on(3, 8),
    "愚人": on(4, 1),
    "清明": _tomb_sweeping,
    "劳动": on(5, 1, 5),
    "勞動": on(5, 1, 5),
    "五一": on(5, 1, 5),
    "母亲": _nth(5, 6, 2),
    "母親": _nth(5, 6, 2),
    "儿童": on(6, 1),
    "兒童": on(6, 1),
    "六一": on(6, 1),
    "父亲": _nth(6, 6, 3),
    "父親": _nth(6, 6, 3),
    "教师": on(9, 10),
    "教師": on(9, 10),
    "国庆": on(10, 1, 7),
    "國慶": on(10, 1, 7),
    "十一": on(10, 1, 7),
    "万圣": on(10, 31),
    "萬聖": on(10, 31),
    "双十一": on(11, 11),
    "雙十一": on(11, 11),
    "感恩": _nth(11, 3, 4),
    "平安夜": on(12, 24),
    "圣诞": on(12, 25),
    "聖誕": on(12, 25),
    "冬至": _winter_solstice,
    "跨年": on(12, 31),
    "除夕": _lunar(LunarDay.NEW_YEAR, -1),
    "年三十": _lunar(LunarDay.NEW_YEAR, -1),
    "年初一": _lunar(LunarDay.NEW_YEAR),
    "春节": _SPRING_FESTIVAL,
    "春節": _SPRING_FESTIVAL,
    "过年": _SPRING_FESTIVAL,
    "過年": _SPRING_FESTIVAL,
    "元宵": _lunar(LunarDay.NEW_YEAR, 14),
    "端午": _DRAGON_BOAT,
    "七夕": _lunar(LunarDay.DOUBLE_SEVENTH),
    "中秋": _MID_AUTUMN,
    "重阳": _lunar(LunarDay.DOUBLE_NINTH),
    "重陽": _lunar(LunarDay.DOUBLE_NINTH),
    "new year's eve": on(12, 31),
    "new year's day": on(1, 1),
    "new year's": on(1, 1),
    "valentine's": on(2, 14),
    "april fools": on(4, 1),
    "fourth of july": on(7, 4),
    "independence day": on(7, 4),
    "mother's day": _nth(5, 6, 2),
    "father's day": _nth(6, 6, 3),
    "easter": _easter,
    "halloween": on(10, 31),
    "thanksgiving": _nth(11, 3, 4),
    "christmas eve": on(12, 24),
    "christmas": on(12, 25),
    "xmas": on(12, 25),
    "boxing day": on(12, 26),
    "good friday": _around(_easter, -2),
    "easter monday": _around(_easter, 1),
    "shrove tuesday": _around(_easter, -47),
    "pancake day": _around(_easter, -47),
    "ash wednesday": _around(_easter, -46),
    "palm sunday": _around(_easter, -7),
    "black friday": _around(_nth(11, 3, 4), 1),
    "cyber monday": _around(_nth(11, 3, 4), 4),
    "labor day": _nth(9, 0, 1),
    "memorial day": _around(_nth(6, 0, 1), -7),
    "presidents day": _nth(2, 0, 3),
    "presidents' day": _nth(2, 0, 3),
    "president's day": _nth(2, 0, 3),
    "mlk day": _nth(1, 0, 3),
    "martin luther king day": _nth(1, 0, 3),
    "columbus day": _nth(10, 0, 2),
    "veterans day": on(11, 11),
    "veterans' day": on(11, 11),
    "remembrance day": on(11, 11),
    "juneteenth": on(6, 19),
    "cinco de mayo": on(5, 5),
    "st patrick's day": on(3, 17),
    "st. patrick's day": on(3, 17),
    "saint patrick's day": on(3, 17),
    "burns night": on(1, 25),
    "bonfire night": on(11, 5),
    "guy fawkes night": on(11, 5),
    "canada day": on(7, 1),
    "australia day": on(1, 26),
    "anzac day": on(4, 25),
    "groundhog day": on(2, 2),
    "chinese new year": _SPRING_FESTIVAL,
    "lunar new year": _SPRING_FESTIVAL,
    "spring festival": _SPRING_FESTIVAL,
    "dragon boat festival": _DRAGON_BOAT,
    "mid-autumn": _MID_AUTUMN,
}
_SEASONS: dict[str, InYear] = {
    "春": _SPRING,
    "夏": _SUMMER,
    "秋": _AUTUMN,
    "冬": _WINTER,
    "暑": months(7, 2),
    "寒": lambda year: (datetime(year, 1, 10), datetime(year, 3, 1)),
    "spring": _SPRING,
    "summer": _SUMMER,
    "autumn": _AUTUMN,
    "fall": _AUTUMN,
    "winter": _WINTER,
}

_CHINESE = pattern_of(
    r"""(?=[春夏秋冬暑寒元情妇婦愚清劳勞母父儿兒教国國万萬感平圣聖跨除年过過端七中重五六十双雙冬]
       [天季假旦人女明动動亲親童师師庆慶圣聖恩安诞誕年夕三初节節宵午秋阳陽一十至])(?:
    (?P<season>[春夏秋冬][天季]|[暑寒]假)
   |(?P<holiday>元旦|清明(?=[节節假那小期前后後我去回要想打准放])|国庆|國慶|圣诞|聖誕|平安夜|跨年|除夕|(?<!今)(?<!去)(?<!明)年三十
       |年初一|春节|春節|(?<![经經度越超太通透])[过過]年(?![轻輕龄齡代])|元宵|端午|七夕|冬至|中秋|重[阳陽](?=[节節])|[双雙]十一
       |(?:情人|[妇婦]女|愚人|[劳勞][动動]|母[亲親]|父[亲親]|[儿兒]童|教[师師]|万圣|萬聖|感恩)(?=[节節])
       |(?<![期周週拜])(?:五一|六一|十一)(?=[假节節长長小期黄黃那放])
       |(?:(?<=去年)|(?<=今年)|(?<=明年)|(?<=前年))(?:五一|十一)(?![路月点點起直个個次日号號些定二三四五六七八九]))
       [节節]?(?![树樹帽歌卡]|老人)(?:假期|[长長]假|期[间間])?)""",
    re.VERBOSE,
)
_ENGLISH = pattern_of(
    r"""\b(?=new|val|apr|fourth|ind|mother|father|hall|thanks|christ|xmas|chin|lunar|spring|summer
       |autumn|fall|winter|dragon|mid-|easter|box|good|shrove|panc|ash|palm|black|cyber|labor|mem
       |pres|mlk|martin|col|vet|rem|june|cinco|st|saint|burns|bon|guy|can|aust|anzac|ground)(?:
    (?P<season>spring|summer|autumn|fall(?!\ in\b)|winter)
   |(?P<holiday>new\ year'?s\ (?:eve|day)|new\ year's|valentine'?s(?:\ day)?|april\ fools
       |fourth\ of\ july|independence\ day|mother'?s\ day|father'?s\ day|halloween|thanksgiving
       |boxing\ day|good\ friday|easter\ monday|shrove\ tuesday|pancake\ day|ash\ wednesday
       |palm\ sunday|black\ friday|cyber\ monday|labor\ day|memorial\ day|president'?s'?\ day
       |mlk\ day|martin\ luther\ king\ day|columbus\ day|veterans'?\ day|remembrance\ day
       |juneteenth|cinco\ de\ mayo|(?:st\.?|saint)\ patrick's\ day|burns\ night|bonfire\ night
       |guy\ fawkes\ night|canada\ day|australia\ day|anzac\ day|groundhog\ day
       |easter(?!\ (?:monday|bunny|eggs?|island)\b)
       |christmas\ eve|christmas(?:\ day)?|xmas|(?:chinese|lunar)\ new\ year|spring\ festival
       |dragon\ boat\ festival|mid-autumn)
    (?!\ (?:trees?|cards?|carols?|songs?|cookies|movies?|resolutions?)\b)
    )\b""",
    re.VERBOSE | re.ASCII,
)


def yearly_things(text: str) -> Iterator[Yearly]:
    """The seasons and holidays named in `text`, those of each language from left to right."""
    if not text.isascii():
        for match in islice(_CHINESE.finditer(text), MOST_TRIED):
            if (season := match["season"]) is not None:
                yield Yearly(*match.span(), _SEASONS[season[0]], True)
            else:
                yield Yearly(*match.span(), _HOLIDAYS[_key(match["holiday"], _CHINESE_LENGTHS)])
    lower = text.lower().replace("’", "'")
    if len(lower) != len(text):
        # A dotted capital I grows when it becomes small, and places must stay.
        lower = text
    for match in islice(_ENGLISH.finditer(lower), MOST_TRIED):
        if (season := match["season"]) is not None:
            yield Yearly(*match.span(), _SEASONS[season], True)
        else:
            name = match["holiday"]
            if "'" not in name:
                name = name.replace("years ", "year's ").replace("thers d", "ther's d")
                name = name.replace("valentines", "valentine's")
            yield Yearly(*match.span(), _HOLIDAYS[_key(name, _ENGLISH_LENGTHS)])


_CHINESE_LENGTHS = (3, 2)
_ENGLISH_LENGTHS = tuple(sorted({len(name) for name in _HOLIDAYS if name.isascii()}, reverse=True))


def _key(name: str, lengths: tuple[int, ...]) -> str:
    """The longest holiday that `name` begins with."""
    return next(name[:length] for length in lengths if name[:length] in _HOLIDAYS)
