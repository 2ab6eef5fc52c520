"""What a piece of a turn does: tell, ask, bid, suppose, jest, quote, or nothing much."""

import re
from enum import Enum, auto

from myosotis_server.understanding import speech_words_en as en
from myosotis_server.understanding import speech_words_zh as zh
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.simplified import simplified


class Act(Enum):
    STATEMENT = auto()
    QUESTION = auto()
    REQUEST = auto()
    SUPPOSITION = auto()
    QUOTATION = auto()
    JEST = auto()
    PLEASANTRY = auto()


_LONGEST = 400
"""Characters; of a longer text its begin and its end tell what it does."""
_LONGEST_PLEASANTRY = 120
_PLEASANTRY = pattern_of(rf"(?:{zh.PLEASANTRY}|{en.PLEASANTRY}|\W|_)++", re.IGNORECASE)
_QUOTED = pattern_of(zh.QUOTED)
_ASKS_BACK = pattern_of(r"^那?[你您他她它]们?呢$")
_HAN = pattern_of("[一-鿿㐀-䶿]")


def act_of(text: str, *, asks: bool = False) -> Act:
    """What the piece `text` does; `asks` where its sentence ends with a question mark."""
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST // 2]} {text[-_LONGEST // 2 :]}"
    text = simplified(text)
    if _ASKS_BACK.match(text):
        return Act.QUESTION
    if len(text) <= _LONGEST_PLEASANTRY and _PLEASANTRY.fullmatch(text):
        return Act.PLEASANTRY
    if _supposes(text):
        return Act.SUPPOSITION
    if zh.ASKS_WHAT_BIDS.match(text) or en.ASKS_WHAT_BIDS.match(text):
        return Act.REQUEST
    if asks or _is_question(text):
        return Act.QUESTION
    if _is_quotation(text):
        return Act.QUOTATION
    return Act.REQUEST if _bids(text) else Act.STATEMENT


def takes_back(text: str) -> bool:
    """Whether `text` says of what was told before it that it was a joke, and nothing else."""
    text = simplified(text[-_LONGEST:])
    return bool(zh.JEST.fullmatch(text) or en.JEST.fullmatch(text))


def is_jest(text: str) -> bool:
    """Whether `text` takes what it follows, or what it ends, for a joke."""
    if takes_back(text):
        return True
    text = simplified(text[-_LONGEST:])
    return bool(zh.JEST_BEHIND.fullmatch(text) or en.JEST_BEHIND.fullmatch(text))


def _supposes(text: str) -> bool:
    if zh.SUPPOSES.search(text):
        return zh.NO_SUPPOSITION.search(text) is None
    return en.supposes(text)


def _is_question(text: str) -> bool:
    if _HAN.search(text) and zh.is_question(text):
        return True
    if en.ASKS_TO_KNOW.search(text):
        return True
    return en.ASKS.search(text) is not None and en.NO_QUESTION.search(text) is None


def _bids(text: str) -> bool:
    if zh.BIDS.search(text):
        return zh.STANDING.search(text) is None
    return en.bids(text) and en.STANDING.search(text) is None


def _is_quotation(text: str) -> bool:
    """Whether somebody else's words make up most of it."""
    if zh.CITES.search(text) or en.CITES.search(text):
        return True
    quoted = [found for found in _QUOTED.finditer(text) if _introduced(text, found)]
    said = sum(found.end() - found.start() for found in quoted)
    return said * 2 > len(text)


def _introduced(text: str, found: re.Match[str]) -> bool:
    """Quoted words are somebody's if they are said, or if there is nothing else."""
    before = text[max(0, found.start() - 24) : found.start()]
    return not before.strip() or bool(zh.SAYS.search(before) or en.SAYS.search(before))
