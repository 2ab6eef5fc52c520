"""What must agree before two statements can be one: similar is not same."""

import re
from dataclasses import dataclass

from myosotis_server.memory.identity import normalise
from myosotis_server.memory.written_dates import written_dates
from myosotis_server.memory.written_quantities import Quantity, Weekday, quantities, weekdays

_LONGEST = 2_000
"""Characters that are looked at closely; what follows must be equal to the letter."""


@dataclass(frozen=True, slots=True)
class Details:
    """What a text says exactly, in a form that does not depend on how it is written.

    `numbers` have their units ("5 km"), `in_order` has all of them as they stand in the text,
    `dates` are year-month-day with what is open left empty,
    `weekdays` "1" to "7". `contrasts` are words of small classes in which another word is another
    statement (left and right, mother and father, daily and weekly); `moods` are what makes a
    statement one of the past, of the future or of chance. `tokens` are the words that carry
    meaning in their order, Chinese ones by the character; `words` are those without the order,
    Chinese ones by two characters. `ending` is set where something is said to hold no longer; such
    a text is `negated` as well.
    """

    numbers: frozenset[str] = frozenset()
    in_order: tuple[str, ...] = ()
    dates: frozenset[str] = frozenset()
    weekdays: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    contrasts: frozenset[str] = frozenset()
    moods: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    tokens: tuple[str, ...] = ()
    negated: bool = False
    ending: bool = False

    @property
    def weight(self) -> int:
        """How much it tells: the more, the more informative."""
        exact = len(self.numbers) + len(self.dates) + len(self.weekdays) + len(self.contrasts)
        return 2 * exact + len(self.tokens)


@dataclass(frozen=True, slots=True)
class Span:
    """One detail at `text[start:end]`."""

    start: int
    end: int
    value: str


@dataclass(frozen=True, slots=True)
class Places:
    """Where the details of a text are, each from left to right."""

    numbers: tuple[Quantity, ...]
    dates: tuple[Span, ...]
    weekdays: tuple[Weekday, ...]
    names: tuple[Span, ...]
    rest: str
    """The text with narrow letters, its dates, weekdays and numbers blanked out."""


def places_of(text: str) -> Places:
    """The details at the beginning of `text`; a very long one is no statement to be corrected."""
    text = text[:_LONGEST]
    rest = text.translate(_NARROW)
    dates = tuple(
        Span(date.start, date.end, f"{date.year or ''}-{date.month or ''}-{date.day or ''}")
        for date in written_dates(text)
    )
    rest = _blanked(rest, dates)
    days = tuple(weekdays(rest))
    rest = _blanked(rest, days)
    numbers = tuple(quantities(rest))
    for number in numbers:
        rest = (
            rest[: number.start]
            + " " * (number.unit_end - number.start)
            + (rest[number.unit_end :])
        )
    names = tuple(
        Span(match.start(), match.end(), match[0].removesuffix("'s").lower())
        for match in _NAME.finditer(rest)
    )
    return Places(numbers, dates, days, names, rest)


def is_ending(text: str) -> bool:
    """Whether `text` says that something holds no longer; as `Details.ending`."""
    return _ENDING.search(text[:_LONGEST].translate(_NARROW).lower()) is not None


def details_of(text: str) -> Details:
    """The details of `text`, in Chinese, English or both.

    Names are words in capitals within a sentence and Chinese ones such as 小明; others are told
    apart as words only.
    """
    places = places_of(text)
    plain = text[:_LONGEST].translate(_NARROW).lower()
    ending = _ENDING.search(plain) is not None
    tokens, words = content_of(_ENDING.sub(" ", places.rest.lower()))
    contrasts = {_ONE_FORM.get(each, each) for each in _CONTRAST.findall(plain)}
    if len(text) > _LONGEST:
        contrasts.add(f"… {normalise(text[_LONGEST:])}")
    names = frozenset(name.value for name in places.names)
    return Details(
        numbers=frozenset(number.value for number in places.numbers),
        in_order=tuple(number.value for number in places.numbers),
        dates=frozenset(date.value for date in places.dates),
        weekdays=frozenset(day.value for day in places.weekdays),
        names=names,
        contrasts=frozenset(contrasts),
        moods=frozenset(mood for mood, pattern in _MOODS.items() if pattern.search(plain)),
        words=words | names,
        tokens=tokens,
        negated=ending or _NEGATION.search(plain) is not None,
        ending=ending,
    )


_NARROW = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {
    ord("’"): "'", 0x3000: " ", ord("￥"): "¥",
}  # fmt: skip
"""One character for one, so that places stay."""


def _blanked(text: str, spans: "tuple[Span, ...] | tuple[Weekday, ...]") -> str:
    for span in spans:
        text = text[: span.start] + " " * (span.end - span.start) + text[span.end :]
    return text


_NAME = re.compile(
    # Within a sentence: a capital at its beginning says nothing.
    r"(?<=[A-Za-z0-9,'\"&)] )(?!I\b|I')[A-Z][A-Za-z'-]*|(?<=[\u4e00-\u9fff])[A-Z][A-Za-z'-]*"
    r"|[小老阿](?![师板家时小区心是公婆婶姨伯人年学孩狗猫事实说组型吃习地乡师])[\u4e00-\u9fff]"
)

_ENDING = re.compile(
    r"不再|再也[不没]|已经[不没]|早就[不没]|戒(?:了|掉|除)|刚?戒(?![指律备備心严嚴尺])"
    r"|停止|停了|停掉|放弃|取消"
    r"|(?<![差对對])[不没](?=[^，。！？,.!?;；\s了]{1,12}了(?:$|[，。！？,.!?;；\s]))"
    r"|\b(?:no longer|any ?more|any longer|stopped(?! by)|quit(?:ting)?|g[ai]ven? up|"
    r"(?<!'m )(?<!am )(?<!is )(?<!are )(?<!get )(?<!got )used to"
    r"|cancell?ed|never again)\b"
)
_NEGATION = re.compile(
    r"(?<![差对對了])不(?![错錯仅僅但过過管同久少得只光止断斷停论論])|没(?!关系|關係|事)"
    r"|别(?![人的墅处名针])|無(?![论聊数錫])|无(?![论聊数锡])|未(?![来來必])|勿"
    r"|n't\b|\b(?:not|never|cannot|neither|nor|none|nothing|nobody|without)\b"
    r"|\bno\b(?! *[,.!?，。！？]| longer)"
)

_CONTRAST = re.compile(
    r"[左右东西南北](?=[边邊侧側手脚腿眼耳方岸城区區站门門部]|$)"
    r"|上午|中午|下午|早上|早晨|晚上|夜里|凌晨|傍晚"
    r"|[每](?=[天日周週月年])[天日周週月年]|每个月|每个?星期"
    r"|[上下本这這](?=个?(?:周|週|星期|礼拜|月|学期))"
    r"|昨天|前天|今天|明天|后天|後天|今年|去年|明年|前年"
    r"|爸爸|妈妈|父亲|母亲|哥哥|弟弟|姐姐|妹妹|爷爷|奶奶|外公|外婆|姥姥|姥爷|儿子|女儿"
    r"|老公|老婆|丈夫|妻子|男朋友|女朋友|男友|女友|大儿子|小儿子|大女儿|小女儿"
    r"|\b(?:left|right|north|south|east|west|northern|southern|eastern|western"
    r"|morning|afternoon|evening|night|daily|weekly|monthly|yearly"
    r"|last|next|yesterday|today|tonight|tomorrow"
    r"|mother|mum|mom|father|dad|brother|sister|son|daughter|husband|wife|boyfriend|girlfriend"
    r"|grandma|grandmother|grandpa|grandfather|uncle|aunt|older|elder|younger"
    r"|upstairs|downstairs|before|after|more|less|early|late)\b"
    r"|(?<=every )(?:day|week|month|year|morning|evening|night)\b"
)
_ONE_FORM = {
    "父亲": "爸爸", "母亲": "妈妈", "mum": "mother", "mom": "mother", "dad": "father",
    "男友": "男朋友", "女友": "女朋友", "丈夫": "老公", "妻子": "老婆", "早晨": "早上",
    "每日": "每天", "每週": "每周", "每星期": "每周", "每个星期": "每周", "每个月": "每月",
    "elder": "older", "grandma": "grandmother", "grandpa": "grandfather",
    "day": "daily", "week": "weekly", "month": "monthly", "year": "yearly",
}  # fmt: skip
_MOODS = {
    "past": re.compile(r"曾经|曾經|以前|过去|從前|从前|\b(?:was|were|used to|formerly)\b"),
    "future": re.compile(
        r"打算|准备|準備|计划|計劃|将要|將要|就要|想要?|希望|会(?!议|员|计)|(?<![重主需只])要(?!求|是|不)"
        r"|'ll\b|\b(?:will|going to|gonna|would|plan(?:s|ning)? to|hop(?:e|es|ing)"
        r"|want(?:s|ed)?|wish|about to)\b"
    ),
    "chance": re.compile(
        r"可能|也许|也許|或许|大概|差点|差點|几乎|好像|应该|如果"
        r"|\b(?:may|might|maybe|perhaps|probably|almost|nearly|if|could|should|seems?)\b"
    ),
}

_TOKEN = re.compile(
    r"[^\W\d_\u3040-\u9fff]+(?:['-][^\W\d_\u3040-\u9fff]+)*|[\u3040-\u9fff、]"
    r"|[\u2600-\u27bf\U0001f000-\U0001ffff]"
)
_IN_SIGNS = re.compile(r"[\u3040-\u9fff]")
_EMPTY_PHRASES = re.compile(r"非常|特别|特別|其实|其實|现在|現在|目前|用户|用戶|一直|挺(?!好)")
_EMPTY = frozenset({
    "我", "的", "了", "吗", "嗎", "呢", "啊", "吧", "呀", "哦", "嘛", "啦", "着", "著", "就",
    "也", "很", "真", "太", "i", "i'm", "i've", "i'd", "i'll", "me", "my", "mine", "myself",
    "the", "a", "an", "am", "is", "are", "was", "were", "be", "been", "being", "have", "has",
    "had", "do", "does", "did", "of", "in", "on", "at", "to", "for", "with", "that", "this", "it",
    "its", "it's", "really", "very", "quite", "just", "actually", "user", "user's", "currently",
    "now",
})  # fmt: skip
NEGATIONS = frozenset({"not", "never", "不", "没"})


def content_of(text: str) -> tuple[tuple[str, ...], frozenset[str]]:
    """Tokens and words (see `Details`) of a text in small letters, numbers and dates left out."""
    tokens: list[str] = []
    words: set[str] = set()
    before = ""
    for token in _TOKEN.findall(_EMPTY_PHRASES.sub("", text)):
        if token in _EMPTY:
            continue
        if not _IN_SIGNS.match(token):
            before = ""
            if token.endswith("n't") or token == "cannot":
                tokens.append("not")
                continue
            token = _singular(token.removesuffix("'s"))
            if len(token) > 2:
                words.add(token)
        else:
            words.add(before + token)
            before = token
        tokens.append(token)
    return tuple(tokens), frozenset(words)


def _singular(word: str) -> str:
    """One form for "likes" and "like", "dogs" and "dog"; no word of its own, only a key."""
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def agree(one: Details, other: Details) -> bool:
    """Whether two texts say the same of everything that must be exact, numbers in one order."""
    pairs = zip(one.in_order, other.in_order, strict=False)
    return (
        len(one.in_order) == len(other.in_order)
        and all(same_number(first, second) for first, second in pairs)
        and nested(one, other)
        and nested(other, one)
    )


def nested(inner: Details, outer: Details) -> bool:
    """Whether everything exact in `inner` is in `outer` too, which may tell more."""
    return (
        inner.negated == outer.negated
        and inner.ending == outer.ending
        and inner.moods == outer.moods
        and inner.dates <= outer.dates
        and inner.weekdays <= outer.weekdays
        and inner.contrasts <= outer.contrasts
        and inner.names <= outer.words
        and all(any(same_number(one, two) for two in outer.numbers) for one in inner.numbers)
    )


def same_number(one: str, other: str) -> bool:
    """Equal numbers, and units that are equal where both are told."""
    number, _, unit = one.partition(" ")
    second, _, second_unit = other.partition(" ")
    return number == second and (not unit or not second_unit or unit == second_unit)


def contains_in_order(outer: Details, inner: Details) -> bool:
    """Whether every token of `inner` is in `outer`, in the same order."""
    rest = iter(outer.tokens)
    return all(token in rest for token in inner.tokens)


def coverage(one: Details, other: Details) -> float:
    """Share of the meaning tokens of `one` that `other` has as well, 0 to 1, "taking" as "take"."""
    tokens = {_stem(token) for token in one.tokens} - NEGATIONS
    return len(tokens & {_stem(token) for token in other.tokens}) / len(tokens) if tokens else 0.0


def share_a_word(one: Details, other: Details) -> bool:
    """A single Chinese character in common is none."""
    words = {_stem(word) for word in one.words if len(word) > 1}
    return not words.isdisjoint(map(_stem, other.words))


def _stem(word: str) -> str:
    """One form for "running" and "run", "smoking" and "smoke"; no word of its own, only a key."""
    if len(word) > 5 and word.endswith("ing"):
        word = word[:-3]
        return word[:-1] if word[-1] == word[-2] and word[-1] not in "ls" else word
    return word[:-1] if len(word) > 3 and word.endswith("e") else word
