"""Finds passwords, PINs and codes, which are credentials because they are told as such."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.private_classes import Private, PrivateClass
from myosotis_server.understanding.private_secret_words import (
    FIGURATIVE,
    LINK_EN,
    LINK_ZH,
    NO_VALUE_EN,
    NO_VALUE_ZH,
    REVERSED,
    TOLD,
)
from myosotis_server.understanding.private_shadow import BLANK

_QUOTES = "\"'“”‘’「」『』《》`*【】[]()（）<> "
_OPENED = pattern_of(r"[\s,，:：\"'“‘「『（(\[]{0,3}")
_QUOTED = pattern_of(rf"\s?[\"'“‘「『]([^{BLANK}\"'”’」』\n]{{3,64}})[\"'”’」』]")
_TOKEN = pattern_of(r"[!-~]+")
_HAN_DIGITS = pattern_of(r"[〇零一二三四五六七八九幺0-9]{3,}(?![个位次年月天])")
_STRONG = pattern_of(r"(?=[A-Z]{0,3}[a-z]+[A-Z]|[!-~]*[0-9@#$%^&*_+~])[!-~]{3,}")
_CLAUSE_END = pattern_of(rf"[，。；！？\n{BLANK}]|[,;.!?](?=[\s一-鿿]|$)")
_SENTENCE_END = pattern_of(rf"[。！？\n{BLANK}]|[.!?](?=\s|$)")
_ENDING = ".,;:!?)]}>\"'`"
_GOES_ON = pattern_of(
    r"[\s\"'”’」』]*(?:(?:and|but|so|for|if|please|when|which|in case|because|since|though"
    r"|until|now"
    r"|ok|okay|btw|lol|haha|by the way|instead|thanks|don't|do not|can you|could you|remember|on"
    r"|to|is|was|at)\b|[一-鿿，。；！？\n)）]|[,;.!?]|$)",
    re.IGNORECASE,
)
_CODE = pattern_of(
    r"[\s\"'“‘「#:(]*("
    r"[0-9](?:[\s-]?[0-9]){2,11}(?![0-9A-Za-z])|[A-Za-z]{0,6}-?[0-9][A-Za-z0-9*-]{2,15}"
    r"|[〇零一二三四五六七八九幺]{3,12})[#*]?"
)
_SHARED_CODE = pattern_of(r"\s*([A-Za-z0-9]{4})(?![A-Za-z0-9])")
_COUNTED = pattern_of(
    r"\s?(?:[位个次天年月日元块点米楼号人种遍分条]|小时|分钟|(?:digits?|characters?|chars?"
    r"|letters?|times"
    r"|days?|minutes?|hours?|years?|months?|seconds?|attempts?|dollars?|percent|people|users)\b|%)",
    re.IGNORECASE,
)
_SETTING = pattern_of(r"\b(?:set|chang\w+|reset\w*|updat\w+|switch\w+|mak\w+)\b[^.!?\n]*$", re.I)
_SET_TO = pattern_of(
    r"(?:\s+(?:for|of|on)(?:\s+[^\s.,;!?:=]{1,30}){1,4}?)?(?:\s+[a-z]+){0,2}?\s+(?:to|as)\s+"
)
_BARE_PIN = pattern_of(r"\b(?:my|his|her|our|their|the|card|phone|bank)(?:'s)?\s+$", re.IGNORECASE)
_LOGIN_BEFORE = pattern_of(
    r"(?:\bwi-?fi(?:名字?|名称)?(?:叫|是)?|热点|\buser(?:name)?|\blogin|\baccount|账[号户]"
    r"|帳[號戶]|用户名)\s?(?:is|是|:|：|=)?\s?[!-~]+"
    r"(?:\s|and|,|，|/|和)*$",
    re.IGNORECASE,
)
_WEAK = pattern_of(r"(?!(?:is|was|reset|manager|protected)\b)[A-Za-z][!-~]{2,}")
_LOOSE_LINK = pattern_of(r"[^，。；！？,\n!-~]{0,10}?(?:是|为|成了?|:|=)\s*")
_DATE = pattern_of(r"(?:19|20)[0-9]{2}[-./年]")
_FUNCTION = frozenset(
    (
        *("a", "an", "the", "is", "are", "was", "were", "be", "it", "i", "you", "we"),
        *("they", "he", "she", "my", "your", "our", "their", "this", "that", "to", "on"),
        *("in", "at", "of", "for", "from", "with", "by", "as", "and", "or", "but", "so"),
        *("if", "when", "because", "since", "again", "every", "time", "now", "today"),
        *("still", "not", "no", "too", "very", "all", "any", "some", "more", "than"),
        *("then", "there", "here", "what", "who", "how", "why", "where", "which", "have"),
        *("has", "had", "do", "does", "did", "can", "could", "will", "would", "should"),
        *("must", "just", "about", "after", "before", "until", "up", "out", "me", "us"),
        *("him", "her", "them", "need", "needs", "please", "anymore", "never", "always"),
        *("everywhere", "yesterday", "tomorrow"),
    )
)
_SOON = pattern_of(
    r"[^。！!\n]{0,24}?(?:[，,：:?？]\s?|是\s?|\bis\s|'s\s)(?:(?:it'?s|that'?s|就?是|好像是"
    r"|应该是)\s?(?:just |like |probably )?)?"
    r"(?P<value>[!-~]{4,64})[。！？\s]*$",
    re.IGNORECASE | re.ASCII,
)
_NO_SUBJECT = frozenset(
    (
        *("what", "this", "that", "here", "there", "it", "its", "which", "where", "who"),
        *("how", "these", "those", "today", "something", "nothing", "everything"),
        *("anything", "why", "when", "and", "but", "one", "mine", "yours", "the", "wifi"),
        *("username", "login", "email", "e-mail"),
    )
)


class _Text:
    """A shadow with the places that are asked for again and again, each found once."""

    def __init__(self, shadow: str) -> None:
        self.shadow = shadow

    @cached_property
    def _clause_ends(self) -> list[int]:
        return [mark.start() for mark in _CLAUSE_END.finditer(self.shadow)]

    @cached_property
    def _sentence_ends(self) -> list[int]:
        return [mark.start() for mark in _SENTENCE_END.finditer(self.shadow)]

    @cached_property
    def _strong(self) -> list[tuple[int, int]]:
        starts = [token.start() for token in _TOKEN.finditer(self.shadow)]
        starts += [digits.start() for digits in _HAN_DIGITS.finditer(self.shadow)]
        ends = {start: _strong_end(self.shadow, start) for start in sorted(starts)}
        return [(start, end) for start, end in ends.items() if end]

    def clause_end(self, place: int) -> int:
        return self._next(self._clause_ends, place)

    def sentence_end(self, place: int) -> int:
        return self._next(self._sentence_ends, place)

    def last_strong(self, start: int, end: int) -> int:
        """Where the last of what looks like a password in between ends; 0 where nothing does."""
        index = bisect_left(self._strong, (end, 0))
        if not index or self._strong[index - 1][0] < start:
            return 0
        return min(self._strong[index - 1][1], end)

    def _next(self, ends: list[int], place: int) -> int:
        index = bisect_left(ends, place)
        return ends[index] if index < len(ends) else len(self.shadow)


def told_secrets(shadow: str) -> Iterator[Private]:
    """Every credential that is told in `shadow`, in no order; they may overlap.

    Where it is unclear how far one goes, it goes to the end of its clause, or on to whatever looks
    like one in its sentence.
    """
    text = _Text(shadow)
    past, any_told = 0, False
    for told in TOLD.finditer(shadow):
        any_told = True
        if told.start() < past:
            continue
        span = _code(text, told) if told["code"] else _secret(text, told)
        span = span or _soon_after(shadow, told)
        if span is not None and span[1] > span[0]:
            past = span[1]
            yield Private(*span, PrivateClass.CREDENTIAL)
    if any_told:
        yield from _told_after(shadow)


def _code(text: _Text, told: re.Match[str]) -> tuple[int, int] | None:
    """A PIN or a code, which has digits in it."""
    shadow = text.shadow
    link = LINK_ZH.match(shadow, told.end()) or LINK_EN.match(shadow, told.end())
    if link is None and _SETTING.search(shadow[max(0, told.start() - 40) : told.start()]):
        link = _SET_TO.match(shadow, told.end())
    place = told.end() if link is None else link.end()
    code = _CODE.match(shadow, place)
    if code is None and link is not None and told["code"].startswith("提取"):
        code = _SHARED_CODE.match(shadow, place)
    if code is None:
        last = 0 if link is None else text.last_strong(place, text.sentence_end(place))
        return (place, last) if last else None
    if _COUNTED.match(shadow, code.end()):
        return None
    if link is None and told["code"] == "pin":
        before = shadow[max(0, told.start() - 12) : told.start()]
        if not (_BARE_PIN.search(before) and code[1].isdigit()):
            return None
    several = told["code"].endswith("s")
    end = text.sentence_end(place) if several else code.end(1)
    return code.start(1), max(code.end(), text.last_strong(code.end(1), end))


def _secret(text: _Text, told: re.Match[str]) -> tuple[int, int] | None:
    """A password, key or phrase, which may be made of anything."""
    shadow = text.shadow
    end = told.end()
    before = shadow[max(0, told.start() - 40) : told.start()]
    link = LINK_ZH.match(shadow, end) or LINK_EN.match(shadow, end)
    if link is None and _SETTING.search(before):
        link = _SET_TO.match(shadow, end)
    if link is None:
        quoted = _QUOTED.match(shadow, end)
        if quoted is not None:
            return quoted.span(1)
        opened = _OPENED.match(shadow, end)
        place = end if opened is None else opened.end()
        token = _strong_end(shadow, place)
        if token and _is_dense(shadow[place:token]):
            return place, token
        if _LOGIN_BEFORE.search(before) and (weak := _WEAK.match(shadow, place)):
            return weak.span()
        loose = _LOOSE_LINK.match(shadow, end)
        token = 0 if loose is None else _strong_end(shadow, loose.end())
        if loose is None or not token or not _is_dense(shadow[loose.end() : token]):
            return None
        return None if _DATE.match(shadow, loose.end()) else (loose.end(), token)
    place = link.end()
    while place < len(shadow) and shadow[place] in _QUOTES:
        place += 1
    if place == len(shadow) or shadow[place] == BLANK:
        return None
    clause_end = text.clause_end(place)
    token = _strong_end(shadow, place)
    if token and _GOES_ON.match(shadow, token):
        return place, max(token, text.last_strong(token, clause_end))
    if token:
        return place, max(token, clause_end)
    no_value = NO_VALUE_ZH.match(shadow, place) or NO_VALUE_EN.match(shadow, place)
    if no_value and not _is_phrase(shadow[place:clause_end]):
        late = text.last_strong(place, clause_end)
        if not late:
            opened = _OPENED.match(shadow, clause_end)
            late = 0 if opened is None else _strong_end(shadow, opened.end())
        return (place, late) if late and _has_letter(shadow[place:late]) else None
    if FIGURATIVE.search(before) or clause_end == place:
        return None
    sentence_end = text.sentence_end(place)
    return place, max(clause_end, text.last_strong(place, sentence_end))


def _soon_after(shadow: str, told: re.Match[str]) -> tuple[int, int] | None:
    """ "把WiFi密码告诉你吧，qaz123wsx": what ends the text, and can hardly be anything else."""
    soon = _SOON.match(shadow, told.end())
    if soon is None:
        return None
    value = soon["value"].rstrip(_ENDING)
    letters = any(map(str.isalpha, value)) and any(map(str.isdigit, value))
    digits = value.isdigit() and len(value) <= 9
    named = told["code"] or shadow[: soon.start("value")].rstrip()[-2:] in (
        "都是",
        "，是",
        ",是",
        "像是",
    )
    if not (letters or (digits and named)):
        return None
    return soon.start("value"), soon.start("value") + len(value)


def _told_after(shadow: str) -> Iterator[Private]:
    """ "hunter2 is my password", "abc123是家里的密码"."""
    for match in REVERSED.finditer(shadow):
        start, end = match.span("value")
        while start < end and shadow[start] in _QUOTES:
            start += 1
        value = shadow[start:end].rstrip(_ENDING)
        opens = not shadow[:start].strip(_QUOTES) or _CLAUSE_END.search(
            shadow[max(0, start - 3) : start].rstrip(_QUOTES) + " "
        )
        plain = value.lower() not in _NO_SUBJECT and not value.lower().endswith(
            ("ing", "n't", "'s")
        )
        word = bool(match["secret"]) and opens and plain and value.isalpha()
        if word or (_STRONG.fullmatch(value) and (match["secret"] or _is_dense(value))):
            yield Private(start, start + len(value), PrivateClass.CREDENTIAL)


def _strong_end(shadow: str, place: int) -> int:
    """Where what looks like a password and begins at `place` ends; 0 where nothing does."""
    spelled = _HAN_DIGITS.match(shadow, place)
    token = _TOKEN.match(shadow, place)
    if token is None:
        return spelled.end() if spelled else 0
    text = token[0].rstrip(_ENDING) or token[0]
    # A mark at the end may belong to it ("p@ss!"): after a digit or another mark it is taken along.
    if len(token[0]) - len(text) == 1 and token[0][-1] in "!?" and _STRONG.fullmatch(text):
        text = token[0]
    if _STRONG.fullmatch(text) is None:
        return 0
    end = place + len(text)
    return 0 if text.isdigit() and len(text) <= 4 and _COUNTED.match(shadow, end) else end


def _is_dense(token: str) -> bool:
    """Looks like a password where nothing says that it is one: "password hunter2", "密码123456"."""
    return any(map(str.isdigit, token)) and "://" not in token


def _is_phrase(text: str) -> bool:
    """Four words and more, none of which says how they hang together: a pass phrase."""
    words = text[:200].split()
    return len(words) > 3 and all(word.isalpha() and word not in _FUNCTION for word in words)


def _has_letter(text: str) -> bool:
    """Whether the last word of `text` has letters: "the same as ever, Rex123", not "… as 2019"."""
    return any(character.isalpha() for character in text.split()[-1])
