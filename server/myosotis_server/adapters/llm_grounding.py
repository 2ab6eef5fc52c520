"""Whether a memory says what its turn says, and not what a language model, or somebody through it,
made up."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import pairwise

import opencc
import rjieba

from myosotis_server.adapters.spaced_words import stem
from myosotis_server.memory.details import NEGATIONS, Details, details_of

_PIECE, _OVERLAP = 2_000, 50
"""Characters that are read at once, and of them those that are read twice so as to cut nothing."""

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]")
_NAME_TAGS = frozenset({"nr", "nrfg", "nrt", "ns", "nt", "nz"})
"""Persons, places, organisations and other names."""
_BEFORE_NAMES = frozenset("叫是姓在和跟")
_RETELLING = re.compile(
    "感到|感觉|觉得|认为|目前|现在|正在|已经|因为|由于|所以|但是|而且|并且|以及|自己|进行|非常|特别"
    "|名字|名叫|居住|住在|从事|担任|患有"
)
"""What one adds in retelling, and what says little. 用户 is not of them: no user would say so."""
_SHORT = 2
"""Tokens up to which a turn is an answer that may be in the language of anybody."""

_to_simplified = opencc.OpenCC("t2s")


class Said:
    """What one text says: its words, names and numbers."""

    def __init__(self, text: str) -> None:
        self.text = plain(text)
        self._folded = self.text.casefold()
        self.tokens: set[str] = set()
        self.numbers: set[str] = set()
        self.negated = False
        for piece in _pieces(self.text):
            details = details_of(piece)
            self.tokens.update(map(token, details.tokens))
            self.numbers.update(_numbers(details))
            self.negated |= details.negated

    def mentions(self, name: str) -> bool:
        """Whether `name` is in it, and not within a longer Latin word or number."""
        # Not a pattern with the name in it: `re` would keep it long after it is forgotten.
        written, text = name.casefold(), self._folded
        at = text.find(written)
        while at >= 0:
            end = at + len(written)
            if not (_goes_on(text[at - 1 : at] if at else "") or _goes_on(text[end : end + 1])):
                return True
            at = text.find(written, at + 1)
        return not name[:1].isascii() and not name[-1:].isascii() and name in text

    def tells(self, value: str) -> bool:
        """Whether the short `value` is in it, but for order, endings, case and ways of writing."""
        value = plain(value)
        details = details_of(value)
        words, numbers = set(map(token, details.tokens)), set(_numbers(details))
        if words <= self.tokens and numbers <= self.numbers and (words or numbers):
            return True
        return self.mentions(value)


class Grounding:
    """One turn, and what was said `ahead` of it."""

    def __init__(self, turn: Said, ahead: Sequence[Said]) -> None:
        self.turn = turn
        self._all = [turn, *ahead]
        self._tokens = set().union(*(said.tokens for said in self._all))
        self._numbers = set().union(*(said.numbers for said in self._all))
        self._languages = {script_of(turn.text)}
        if len(turn.tokens) <= _SHORT:
            self._languages |= {script_of("\n".join(said.text for said in ahead)), ""}

    def holds(self, content: str) -> bool:
        """Whether `content` is grounded: its names and numbers in the turn or ahead of it, as are
        three quarters of its words, and two fifths of them in the turn itself.

        Repeated words count as often as they come.
        """
        content = plain(content)
        details = details_of(content)
        retold = details_of(_RETELLING.sub(" ", content)).tokens or details.tokens
        words = [word for word in map(token, retold) if word not in NEGATIONS]
        numbers = set(_numbers(details))
        if details.negated and not any(said.negated for said in self._all):
            return False
        if not words:
            return bool(numbers) and numbers <= self.turn.numbers
        return (
            5 * weight(words, self.turn.tokens) >= 2 * weight(words)
            and 4 * weight(words, self._tokens) >= 3 * weight(words)
            and numbers <= self._numbers
            and not self._invents(words)
            and all(self._mentioned(name) for name in _names(content, details))
        )

    def tells(self, value: str) -> bool:
        """Whether somebody said the short `value`; see `Said.tells`."""
        return any(said.tells(value) for said in self._all)

    def in_its_language(self, content: str) -> bool:
        """Whether `content` is in the script of the turn, or of those whom a short turn answers.

        Of a mixed turn it may be any part that translates nothing.
        """
        if script_of(content) in self._languages:
            return True
        words = set(map(token, details_of(plain(content)).tokens))
        return bool(words) and words <= self.turn.tokens

    def _invents(self, words: Sequence[str]) -> bool:
        """Whether two characters side by side were said by nobody: most likely a name."""
        new = [_HAN.match(word) is not None and word not in self._tokens for word in words]
        return any(one and other for one, other in pairwise(new))

    def _mentioned(self, name: str) -> bool:
        if any(said.mentions(name) for said in self._all):
            return True
        # Segmentation takes "叫浩宇" for a name.
        return len(name) > 2 and name[0] in _BEFORE_NAMES and self._mentioned(name[1:])


def script_of(text: str) -> str:
    """Which script carries `text`: `han`, `latin`, `other`, or none at all.

    A Chinese character says about as much as a Latin word, and is weighed against it.
    """
    han = latin = other = 0
    in_word = False
    for character in text:
        if _HAN.match(character):
            han += 1
            in_word = False
        elif character.isascii() or not character.isalpha():
            is_letter = character.isalpha()
            latin += is_letter and not in_word
            in_word = is_letter or (in_word and character == "'")
        elif unicodedata.name(character, "").startswith("LATIN"):
            latin += not in_word
            in_word = True
        else:
            other += 1
            in_word = False
    if not han and not latin and not other:
        return ""
    if other > max(han, latin):
        return "other"
    return "han" if han and han >= latin else "latin"


def plain(text: str) -> str:
    """`text` with full-width forms and traditional characters made the same."""
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", text.encode("utf-8", "replace").decode())
    return str(_to_simplified.convert(text)) if _HAN.search(text) else text


def in_its_writing(content: str, text: str) -> bool:
    """Whether `content` has no more than a tenth of its Chinese characters in simplified writing
    where `text` has the traditional one, or the other way round."""
    written = set(_HAN.findall(text))
    one_form = {_to_simplified.convert(each) for each in written}
    han = _HAN.findall(content)
    rewritten = [
        each for each in han if each not in written and _to_simplified.convert(each) in one_form
    ]
    return 10 * len(rewritten) <= len(han)


def _pieces(text: str) -> Iterator[str]:
    for start in range(0, len(text), _PIECE - _OVERLAP):
        yield text[start : start + _PIECE]


def token(word: str) -> str:
    """One form for those of a word; Chinese characters stay as they are."""
    return stem(word) if word.isascii() else word


def weight(words: Iterable[str], among: Set[str] | None = None) -> int:
    """How much `words` (those that are `among` others) say: a Latin word is two characters."""
    return sum(1 if _HAN.match(word) else 2 for word in words if among is None or word in among)


def _numbers(details: Details) -> Iterator[str]:
    """Numbers without their units, also those of dates and days, whose parts may stand alone."""
    for number in details.numbers:
        yield number.partition(" ")[0]
    for date in details.dates:
        yield from filter(None, date.split("-"))
    for day in details.weekdays:
        yield f"day {day}"


def _names(content: str, details: Details) -> Iterator[str]:
    yield from details.names
    if _HAN.search(content):
        yield from (word for word, tag in rjieba.tag(content) if tag in _NAME_TAGS)


def _goes_on(character: str) -> bool:
    """Whether a Latin word or number goes on with it."""
    return bool(character) and character in "abcdefghijklmnopqrstuvwxyz0123456789"
