"""Whether a statement sets one number or day against another: "不是四十平，是三十五平"."""

import re

from myosotis_server.understanding.numbers_en import NUMBER_WORDS
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.simplified import simplified

_MOST_READ = 120
"""Characters: what puts something right says so at once."""

_DETAIL_ZH = (
    r"[^，,。；不是]{0,4}(?:[\d一二两三四五六七八九十百千半]+[^，,。；\d一二两三四五六七八九十百千]{0,5}"
    r"|(?:周|星期|礼拜)[一二三四五六日天])"
)
_CHINESE = pattern_of(
    rf"(?:不是|不在|并非){_DETAIL_ZH}[，,；]?(?:而|应该|其实)?[是在]{_DETAIL_ZH}"
    rf"|[是在]{_DETAIL_ZH}[，,；]?(?:而|并)?不[是在]{_DETAIL_ZH}"
)
_NUMBERS = "|".join(sorted(NUMBER_WORDS, key=len, reverse=True))
_DETAIL_EN = (
    rf"(?:(?:at|on|in|the|about|only|for) )*(?:[£$€]?\d[\d,.:]*|{_NUMBERS}"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:janu|febru)ary|march|april|may|june|july"
    r"|august|(?:septem|octo|novem|decem)ber)\b"
)
_ENGLISH = pattern_of(
    rf"(?:n['’]t|\bnot) {_DETAIL_EN}[^,.;]{{0,24}}[,;]? ?"
    rf"(?:but|it['’]s|it is|it was|they['’]re|actually)(?: actually| really)? {_DETAIL_EN}"
    rf"|\b{_DETAIL_EN}[^.;]{{0,40}}, not {_DETAIL_EN}(?=$|[ ,.;!])",
    re.IGNORECASE,
)


_SIGNS = ("不", "并非", "並非", "n't ", "n’t ", "not ", "Not ")


def sets_right(text: str) -> bool:
    """Whether `text` says of a number, a day or a month that it is another than was said."""
    text = text[:_MOST_READ]
    if not any(sign in text for sign in _SIGNS):
        return False
    if not text.isascii() and _CHINESE.search(simplified(text)):
        return True
    return _ENGLISH.search(text) is not None
