"""What is shown of a birthday and of pay: the year, and that there is an amount."""

import re

from myosotis_server.understanding.patterns import pattern_of

_BORN = pattern_of(
    r"生日|出生|生于|诞辰|\bbirth(?:day|date)?\b|\bborn\b|\bdob\b|\bb-?day\b", re.IGNORECASE
)
_HAN_YEAR = r"[0-9〇零一二三四五六七八九]{4}"
_HAN_NUMBER = r"(?:[0-9]{1,2}|[初廿正冬腊一二三四五六七八九十]{1,3})"
_MONTHS = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY = r"[0-3]?[0-9](?:st|nd|rd|th)?"
_DATES = pattern_of(
    rf"(?P<year_zh>{_HAN_YEAR}年)?(?:农历|阴历|公历|阳历)?{_HAN_NUMBER}月"
    rf"(?:{_HAN_NUMBER}(?:日|号|號)?)?"
    r"|(?P<year_first>(?:19|20)[0-9]{2})\s?[-./年]\s?[0-9]{1,2}(?:\s?[-./]\s?[0-9]{1,2})?日?"
    r"|(?<![0-9])[0-9]{1,2}\s?[-./]\s?[0-9]{1,2}(?:\s?[-./]\s?(?P<year_last>(?:19|20)[0-9]{2}))?"
    r"(?![0-9])"
    rf"|\b(?:the\s)?{_DAY}(?:\sof)?\s{_MONTHS}(?:,?\s(?P<year_after>(?:19|20)[0-9]{{2}}))?(?![0-9])"
    rf"|\b{_MONTHS}\s(?:the\s)?{_DAY}(?:,?\s(?P<year_us>(?:19|20)[0-9]{{2}}))?(?![0-9])",
    re.IGNORECASE,
)
_ON = pattern_of(r"\bon\s+(?:the\s+)?$", re.IGNORECASE)
_HAN = pattern_of("[一-鿿]")

_AMOUNT_ZH = (
    r"[0-9０-９一二三四五六七八九十百千万亿两半几多点.,，]*[0-9０-９一二三四五六七八九十百千万亿两]"
    r"(?:[kKwW]|块钱?|元|美元|英镑|港币)?(?![个年月天次周日号岁位件])"
)
_PAY_ZH = pattern_of(
    r"(?P<cue>(?:月薪|年薪|工资|工資|薪水|薪资|月入|年入|年收入|月收入|奖金|底薪|时薪|到手)"
    r"[^0-9０-９一二三四五六七八九十百千万两，。！？,.]{0,8}"
    r"(?:一个月|一年|每个?月|每年)?[^0-9０-９一二三四五六七八九十百千万两，。！？,.]{0,4})"
    rf"(?P<amount>{_AMOUNT_ZH})"
)
_AMOUNT_EN = (
    r"(?:[$£€¥]\s?[0-9][0-9,.]*(?:\s?(?:k|grand|thousand|million))?"
    r"|[0-9][0-9,.]*\s?(?:k|grand|thousand|million|dollars|pounds|euros|usd|gbp)"
    r"|[0-9]{1,3}(?:,?[0-9]{3})+|[0-9]{3,}"
    r"|[0-9][0-9.]*(?=\s(?:an?|per|every)\s(?:hour|day|week|month|year|annum)))"
)
_PAY_EN = pattern_of(
    r"(?P<cue>\b(?:salary|income|wage|wages|paycheck|take-home|bonus|make|makes|making|earn|earns"
    r"|earning|earned|paid|pays?)\b[^0-9$£€¥.!?;\[]{0,24}?)"
    rf"(?P<amount>{_AMOUNT_EN})\b",
    re.IGNORECASE,
)


def tells_birth(text: str) -> bool:
    return _BORN.search(text) is not None


def with_years_only(text: str) -> str:
    """`text` with every date cut down to its year, or to a mark where it has none."""
    mark = "[日期]" if _HAN.search(text) else "[date]"
    pieces: list[str] = []
    place = 0
    for date in _DATES.finditer(text):
        year = next((found for found in date.groups() if found), "")
        before = text[place : date.start()]
        if year and not year.endswith("年"):
            before = _ON.sub("in ", before)
        pieces += before, year or mark
        place = date.end()
    return "".join(pieces) + text[place:]


def without_amounts(text: str) -> str:
    """`text` with a mark for every amount of pay that it tells."""
    text = _PAY_ZH.sub(lambda found: found["cue"] + "[金额]", text)
    return _PAY_EN.sub(lambda found: found["cue"] + "[amount]", text)
