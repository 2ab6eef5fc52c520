"""Whether somebody is pressed for time as they speak, in Chinese or English."""

import re

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.simplified import simplified

_MOST_CHARACTERS = 1_000
"""Read at the beginning and as many at the end of a text: haste is short, or said at its edges."""


def _any(*patterns: str) -> re.Pattern[str]:
    return pattern_of("|".join(patterns))


_END_ZH = r"(?=[了啦啊呀吧吗嘛的呗！!。，,.~～？?\s]|$)"
_COUNT_ZH = r"[半几一二两三四五六七八九十\d]+个?"
_CLOCK_ZH = r"(?:小时|钟头|分钟|刻钟)"
_HASTE_ZH = _any(
    rf"(?:快[点些]|快一[点些]|赶紧|赶快|速速)(?:说|告诉|帮|给|回|讲|教|答|看|救|想|出|{_END_ZH})",
    r"尽快(?:告诉|帮|给我|回[复答]|答复)|(?:请|麻烦你?|你)(?:快[点些]|快一[点些]|尽快)",
    r"赶时间|赶着[去上下出交回]|急死|火急|(?<!应)急用|急需|在线等",
    r"(?:很|好|太|真|挺|特别|非常|比较|有点|万分|紧|加|急)急" + _END_ZH,
    r"(?:^|[，,。！!\s])急{1,6}(?=[！!，,。~～\s]|$)",
    r"(?:^|[，,。！!\s]|我(?:现在|这会儿|这边|正)?)急着|着急[用要走]|我(?:现在|这会儿|这边)?[很好挺太真]?着急",
    r"[快要怕]来不及|来不及" + _END_ZH,
    r"马上就?要(?!毕业|放假|过|春节|国庆|结婚|生日|退休|周末|下班|\d+岁)",
    r"马上就?(?:开始|开会|面试|考试|上台|出发|迟到)|[快要]迟到",
    r"没有?(?:多少|那么多|太多)?时间(?:了|细|慢慢|听|啰|多说|多看|跟你|和你|解释)|现在没时间",
    r"没(?:空|工夫)(?:听|细|多说|多看)|时间(?:很紧|紧|不多|来不及|不够)了?" + _END_ZH,
    r"长话短说|别(?:啰嗦|废话|绕弯)|直接(?:说|给|告诉)我?(?:答案|结论|重点|办法|方法|结果|怎么)",
    rf"(?:还有|还剩|只剩|就剩)(?:不到)?{_COUNT_ZH}多?{_CLOCK_ZH}",
    rf"只有{_COUNT_ZH}(?:分钟|刻钟)",
    rf"{_COUNT_ZH}{_CLOCK_ZH}(?:之?[后内])?就?[得要]?"
    r"(?:交|截止|开始|开会|面试|考|上台|出门|出发|走|登机|汇报|答辩)",
)
_NO_HASTE_ZH = _any(
    r"(?:不|别|甭|没)[要用]?(?:是很|是太|怎么|那么|这么|太|必|很)?着?急",
    r"不赶(?:时间|[，,。！!]|$)|慢慢[来说]|来得及|有的是时间|急不得",
    r"(?:得|性子|脾气|水流|[雨风浪])[很太挺真]?(?:有点)?急",
    r"(?:[他她]们?|[爸妈爷奶哥姐弟妹]|老[师板公婆])(?:现在|正)?[很好太真]?(?:着急|急着|赶时间)",
    r"(?:希望|盼|好想|多想|祝)[^，。！!,]{0,12}快[点些]",
)
_SOON_EN = (
    r"in (?:the next )?(?:\d{1,2}|an?|half an|one|two|five|ten|fifteen|twenty|thirty|a few"
    r"|a couple of)[ -]?(?:h|hours?|hrs?|mins?|minutes?)\b"
)
_WE_ARE = r"\b(?:i'?m|i am|we'?re|we are)"
_HASTE_EN = _any(
    r"\basap\b|\ba\.s\.a\.p\b|\burgent!|^\W*(?:it'?s )?urgent\b|\b(?:is|very|so) urgent\b",
    r"(?:^|[,.!] *|please |pls |plz )hurry(?: up)?\b|^\W*quick(?:ly)?\s*[,:!.—-]",
    r"\b(?:be|make it) (?:quick|fast|brief|snappy)\b",
    rf"(?:{_WE_ARE}(?: [a-z]+){{0,3}}|^\W*(?:sorry,? |bit |kinda )?)"
    r" ?\bin (?:such |a bit of )?a (?:\w+ )?(?:hurry|rush)\b",
    rf"{_WE_ARE} (?:rushing|(?:running |already )?late|pressed for time|short (?:of|on) time)\b",
    r"^\W*running late\b|\bgoing to be late\b|\bout of time\b",
    r"\b(?:answer|tell|help|reply|respond|explain|fix|solve|need|give|show)\b[^.!?\n]{0,40}?"
    r"\b(?:(?:quick(?:ly)?|fast)(?: please)?(?=\W*$|[,.!?])|right (?:now|away)"
    r"|immediately|straight away|at once|urgently)\b",
    r"\bneed (?:it|this|that|an answer) now\b",
    r"\b(?:i|we)(?:'ve| have)?(?: have| got)? no time(?! (?:to|for))\b",
    r"^\W*no time\b|\bno time (?:to (?:lose|waste|explain|read|chat)|for (?:details|chat))\b",
    r"\b(?:i|we) (?:don't|dont|do not|haven't)(?: have| got)*(?: much| a lot of| any| the)? time"
    r"(?! (?:to|for))\b",
    r"\b(?:deadline|due|starts?|starting|leav(?:e|ing)|meeting|interview|exam|test|call|flight"
    rf"|train|presentation|presenting|submit|have to|need to|must)\b[^.!?\n]{{0,30}}? {_SOON_EN}",
    r"\b(?:i|we)(?:'ve)? (?:only |just |barely )(?:have |got )?"
    r"(?:\d{1,2}|five|ten|fifteen|twenty|a few|a couple of) (?:mins?|minutes)\b",
    r"\bjust (?:give|tell) me the (?:answer|solution|steps|fix|short version)\b",
    r"\b(?:cut to the chase|get to the point|skip the (?:small talk|chit-?chat|pleasantries))\b",
)
_NO_HASTE_EN = _any(
    r"\b(?:no|any|without) (?:\w+ )?(?:hurry|rush)\b|\bnot in (?:a|any) (?:hurry|rush)\b",
    r"\b(?:not|isn't) (?:\w+ )?urgent\b|\btake your time\b|\bplenty of time\b",
    r"\b(?:don't|needn't|do not|no need to|didn't) (?:hurry|rush)\b",
    r"\b(?:in no time|no time like|no time at all)\b",
)


def is_hurried(text: str) -> bool:
    """Whether who says `text` has no time: "快点", "马上要面试了", "asap", "deadline in an hour".

    Not where they say that there is no hurry. Of a long text, beginning and end are read.
    """
    if len(text) > 2 * _MOST_CHARACTERS:
        text = f"{text[:_MOST_CHARACTERS]}\n{text[-_MOST_CHARACTERS:]}"
    text = simplified(text).lower().replace("’", "'")
    if _HASTE_ZH.search(text) and not _NO_HASTE_ZH.search(text):
        return True
    return bool(_HASTE_EN.search(text)) and not _NO_HASTE_EN.search(text)
