"""What a statement says of no time of its own: habits, tastes, ages, birthdays, greetings."""

import re

from myosotis_server.understanding.mentions import Mention
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.tense import Tense, tense_at

_MOST_AROUND = 100
_BREAK = pattern_of(r"[，,。！？!?；;\n]|\.(?=\s|$)")

_STOP = pattern_of(r"[。！？!?；;\n]|\.(?=\s|$)")

_HABIT = pattern_of(
    r"每(?!一次|个人|個人|位)|(?<![相重])逢|天天|年年|夜夜|[经經]常|常常|通常|平[时時常日]"
    r"|[总總](?:是|[会會爱愛觉覺失在被要])"
    r"|一般(?!般)|往往|[习習][惯慣]|[从從][来來不]|老是|偶[尔爾]|有[时時]"
    r"|(?:[周週]末|[周週星期礼禮拜][一二三四五六日天]|晚上|早上|中午|下午|傍晚|半夜|凌晨)我?[们們]?都"
    r"|(?<!一)直都|(?<![成首])都是|工作日|雷打不[动動]|老[规規]矩|固定|照例|日常|(?<![周週期拜])一到|常年|必(?=[去吃喝看])"
    r"|(?:才|(?<![成首])都)[一-鿿]{0,3}[一两兩]次"
    r"|\b(?:every|each|always|usually|often|whenever|normally|generally|typically|regularly|mostly"
    r"|sometimes|rarely|seldom|never|used to|nightly|weekly|daily|annually|yearly|tend to"
    r"|(?:once|twice|times) an?|most (?:days|nights|mornings|evenings|weekends)"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days|week(?:days|ends|nights)"
    r"|(?:mornings|evenings|afternoons|nights))\b",
    re.IGNORECASE,
)
_TASTE = pattern_of(
    r"喜[欢歡](?!的)|最[爱愛喜讨討怕]|(?<![可恋戀])[爱愛](?=[吃过過喝看听聽玩])|[讨討][厌厭]|中意"
    r"|\bthe best\b|\bheaven\b"
    r"|(?<!'d )(?<!would )\b(?:loves?|likes?|hates?|enjoys?|prefers?|favou?rite)\b"
    r"(?! to (?:go|do|see|meet)\b)",
    re.IGNORECASE,
)
_YEARLY_FACT = pattern_of(
    r"生日(?!会|會|派对|派對|聚)|[纪紀]念日|忌日|诞辰"
    r"|\b(?:birthday|b-day|anniversary)\b(?! (?:party|dinner|trip))"
    r"|\bborn\b|出生(?!了)",
    re.IGNORECASE,
)
_CELEBRATED = pattern_of(
    r"打算|准备|準備|快到|要(?=[过過办辦给給请請去开開庆慶])|想(?=[过過办辦给給请請去])|"
    r"\b(?:will|'ll|going to|coming up|plan(?:ning)?|went|had|throw(?:ing)?|celebrat\w+)\b",
    re.IGNORECASE,
)
_AGE_AFTER = pattern_of(
    r"[刚剛才就已经經都快满滿也]{0,3} ?[\d一二三四五六七八九十百两]{1,4} ?"
    r"(?:[岁歲]|[了啦]?(?:$|[，,。！!]))"
)
_GREETING_BEFORE = pattern_of(r"\b(?:merry|happy) $", re.IGNORECASE)
_GREETING_AFTER = pattern_of(r"[节節]?(?:快[乐樂]|愉快)")
_START_AFTER = pattern_of(r"(?:[开開]始|[以之]?[来來]|起)")
_START_BEFORE = pattern_of(r"(?:[从從自]|自[从從]|\bsince|\bfrom) ?$", re.IGNORECASE)
_BESIDE = pattern_of(
    # The mean of dates: half of them, or one of many.
    r"(?:\b(?:every|each|most|some|any|on average)(?: other)? |每[个個]?|逢)$",
    re.IGNORECASE,
)
_DAILY = pattern_of(
    r"起床|上班|下班|睡[觉覺]|入睡|[关關开開][门門]|[营營][业業]|放[学學]|上[课課]|\b(?:opens?|closes?)\b"
)
_ANY_VERB = pattern_of(
    r"\b(?:i|we|they|you|it|he|she)"
    r" (?!fly|leave|land|meet|see|depart|board|arrive|present\b)[a-z]+ ",
    re.IGNORECASE,
)
_DAILY_VERB = pattern_of(
    r"\b(?:i|we|they|you|he|she) (?:gets? up|goes off|wakes?|go(?:es)? to|works?|starts?"
    r"|finish(?:es)?"
    r"|sleeps?|eats?|runs?|prays?|cooks?|open|close|takes?|drinks?|feeds?|walks?|teach(?:es)?"
    r"|clocks?|showers?|study|studies|exercises?|trains?)\b",
    re.IGNORECASE,
)


def is_habit(text: str, start: int, end: int) -> bool:
    """Whether the words around the place tell of what happens again and again.

    Those of its clause do, and where they show no tense, those of its sentence.
    """
    if _HABIT.search(_around(text, start, end, _BREAK)):
        return True
    return tense_at(text, start, end) is Tense.OPEN and bool(
        _HABIT.search(_around(text, start, end, _STOP))
    )


def tells_often(text: str) -> bool:
    """Whether anything in `text` is said to happen again and again."""
    return _HABIT.search(text) is not None


def is_daily(text: str, start: int, end: int, tense: Tense) -> bool:
    """Whether a time of day there is that of any day, as no event is told in that tense."""
    clause = _around(text, start, end, _BREAK)
    if tense is Tense.OPEN and (_DAILY.search(clause) or _ANY_VERB.search(clause)):
        return True
    return bool(_DAILY_VERB.search(clause))


def is_timeless(text: str, mention: Mention) -> bool:
    """Whether `mention` is of no event: a habit's, a taste's, an age's, a birthday, a greeting."""
    start, end = mention.start, mention.end
    before, after = text[max(0, start - 12) : start], text[end : end + 12]
    if _AGE_AFTER.match(after) and mention.day is None:
        return True
    clause = _around(text, start, end, _BREAK)
    if is_habit(text, start, end) if mention.is_weak else _HABIT.search(clause):
        begins = _START_BEFORE.search(before) or _START_AFTER.match(after)
        if (mention.is_weak or mention.is_running) and not begins:
            return True
        if _BESIDE.search(before):
            return True
    if not mention.is_weak:
        return False
    if mention.is_yearly and _YEARLY_FACT.search(clause) and not _CELEBRATED.search(clause):
        return True
    if _TASTE.search(clause):
        return True
    return bool(_GREETING_BEFORE.search(before) or _GREETING_AFTER.match(after))


def _around(text: str, start: int, end: int, breaks: re.Pattern[str]) -> str:
    before = breaks.split(text[max(0, start - _MOST_AROUND) : start])[-1]
    after = breaks.split(text[end : end + _MOST_AROUND], maxsplit=1)[0]
    return before + text[start:end] + after
