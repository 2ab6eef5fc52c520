"""Splits Chinese and English text, mixed as it comes, into terms that can be compared.

- English and other alphabets: words without accents, reduced to their stem. What joins words or
  digits (iPhone14, COVID-19, an address, a host) is a term of its own beside its pieces.
- Chinese, made simplified: every character, every pair of neighbours, and longer words that a
  dictionary has. Pairs stand in for words that none has, such as new names; single characters let
  one-character words be found. Kana and hangul likewise.
- Dates, however written: the year, the month, the month of its year, the day of its month.
- Numbers whole ("2024", "3.5", "1,000"), also where letters or characters touch them, and beside
  Chinese numerals. Telephone numbers whole, without what divides them.
- Emoji one by one.

Words that say nothing alone (the, of, 的, 了) are left out, unless the text holds nothing else. A
question also loses the words that only ask, and gains everyday ones in the other language.
"""

import re
import unicodedata
from collections import Counter
from functools import lru_cache
from itertools import compress
from operator import add, and_
from zlib import crc32

import numpy as np
import opencc
import rjieba

from myosotis_server.adapters.asking_words import (
    ENGLISH,
    ENGLISH_PHRASES,
    Word,
    asking_places,
    forget_words,
)
from myosotis_server.adapters.glossary import Glossary
from myosotis_server.adapters.spaced_words import month_term, split, stem, strong_stem
from myosotis_server.adapters.written_numbers import lift_divided_numbers, numerals
from myosotis_server.memory.rows import Terms
from myosotis_server.memory.written_dates import WrittenDate, written_dates

_CHARACTER = (
    "\u1100-\u11ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3038-\u303b\u3040-\u30ff\u3105-\u318f"
    "\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
    "\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
"""Han, kana and hangul, which do not put spaces between words."""
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]")
_EMOJI = (
    "\u2194-\u21aa\u231a-\u23ff\u25aa-\u25fe\u2600-\u27bf\u2934-\u2935\u2b05-\u2b55"
    "\U0001f000-\U0001f3fa\U0001f400-\U0001faff"
)
"""Without skin tones (U+1F3FB to U+1F3FF), which do not change what is meant."""


def _chunks(sign: str) -> str:
    """Letters and digits, each a `sign`, with what may join them."""
    return rf"@?{sign}+(?:(?:[-_.,:'&/@]|://){sign}+)*(?:\+\+|#(?!{sign}))?"


_SIGN = rf"[^\W_{_CHARACTER}]"
_PIECES = re.compile(rf"([{_CHARACTER}]+)|({_chunks(_SIGN)})|([{_EMOJI}])")
_ASCII_PIECES = re.compile(f"()({_chunks('[a-z0-9]')})()")
_SAME = str.maketrans({"’": "'", "‘": "'", "ʼ": "'"} | dict.fromkeys(map(chr, range(0x300, 0x370))))
"""Apostrophes are one, and marks that no letter took up are dropped."""
_NOT_SAME = re.compile("[’‘ʼ\u0300-\u036f]")

_LONGEST_CACHED = 24
"""Characters of a word that is worth remembering; longer ones seldom come again."""
_LONG_WORD = 3
"""Characters of a Chinese word that no pair of neighbours stands for already."""
_WEAK_CHARACTERS = frozenset(
    "的了着过地得吗呢吧啊呀哦嗯嘛啦么我你您他她它们是在有这那哪谁和与跟就都也还又很把被让给对从到个"
)


class MixedWords:
    """The `WordAnalyzer` of stems, character pairs, dictionary words, names and dates."""

    def __init__(self) -> None:
        """Reads the dictionaries, so that the first question need not wait for them."""
        self.asked("warm 温暖")

    @property
    def version(self) -> int:
        return 2

    def terms(self, text: str) -> Terms:
        found, pieces = _lifted(text)
        strong = [_term(term) for term in found]
        weak: list[int] = []
        for run, chunk, emoji in pieces:
            if run:
                strong += map(_term, [one for one in run if one not in _WEAK_CHARACTERS])
                strong += map(_term, map(add, run, run[1:]))
                words = rjieba.cut_for_search(run)
                strong += map(_term, [word for word in words if len(word) >= _LONG_WORD])
                strong += map(_term, numerals(run))
                weak += map(_term, [one for one in run if one in _WEAK_CHARACTERS])
            elif chunk:
                says, rest = _chunk_terms(chunk)
                strong += says
                weak += rest
            else:
                strong.append(_term(emoji))
        return _counted(strong or weak)

    def forget(self) -> None:
        _forget_texts()

    def asked(self, text: str) -> Terms:
        found, pieces = _lifted(text, asking=True)
        strong = list(found)
        stems: list[str] = []
        translated: list[str] = []
        for run, chunk, emoji in pieces:
            if run:
                says, words = _asked_of_run(run)
                strong += says
                translated += _in_english(words)
            elif chunk:
                stems += _asked_of_chunk(chunk)
            else:
                strong.append(emoji)
        strong += stems
        translated += _in_chinese(stems)
        return _counted([_term(term) for term in [*strong, *set(translated).difference(strong)]])


def _lifted(text: str, asking: bool = False) -> tuple[list[str], list[tuple[str, str, str]]]:
    """Terms of dates and divided numbers, and all else: runs of characters, chunks and emoji.

    Each piece is alone in its tuple, in order. Phrases that only ask are left out on demand.
    """
    text = _written_alike(text)
    found: list[str] = []
    if dates := written_dates(text):
        for date in dates:
            found += _date_terms(date)
        text = _without(text, dates)
    text, numbers = lift_divided_numbers(_in_one_case(text))
    found += numbers
    if asking:
        text = ENGLISH_PHRASES.sub("\n", text)
    return found, (_ASCII_PIECES if text.isascii() else _PIECES).findall(text)


def _counted(terms: list[int]) -> Terms:
    counts = Counter(terms)
    ids = np.fromiter(counts, np.uint32, len(counts))
    numbers = np.minimum(np.fromiter(counts.values(), np.int64, len(counts)), 0xFFFF)
    order = ids.argsort()
    return Terms(ids[order], numbers.astype(np.uint16)[order])


# What is the same, written in another way


def _written_alike(text: str) -> str:
    """`text` with full-width forms and traditional characters made the same."""
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", text)
    if not _HAN.search(text):
        return text
    try:
        return str(_simplified.convert(text))
    except UnicodeEncodeError:  # half a surrogate pair
        return str(_simplified.convert(text.encode("utf-8", "replace").decode()))


_simplified = opencc.OpenCC("t2s")


def _in_one_case(text: str) -> str:
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKC", text.casefold())
    return text.translate(_SAME) if _NOT_SAME.search(text) else text


def _without(text: str, dates: list[WrittenDate]) -> str:
    parts: list[str] = []
    start = 0
    for date in dates:
        parts.append(text[start : date.start])
        start = date.end
    return "\n".join([*parts, text[start:]])


def _date_terms(date: WrittenDate) -> list[str]:
    """The year is a number as any other, so that it is found where it stands alone."""
    terms: list[str] = []
    if date.year is not None:
        terms.append(str(date.year))
    if date.month is not None:
        terms.append(month_term(date.month))
        if date.year is not None:
            terms.append(f"month:{date.year}-{date.month}")
        if date.day is not None:
            terms.append(f"day:{date.month}-{date.day}")
    return terms


# What is asked in Chinese


def _asked_of_run(run: str) -> tuple[list[str], list[str]]:
    """Terms of `run` that do not touch a word of asking, or join what is weak alone; its words."""
    words = rjieba.tokenize(run, "search")
    says = [one not in _WEAK_CHARACTERS for one in run]
    joins = [True] * len(run)
    whole = _whole_words(words, len(run))
    for word, start, _ in whole:
        if word in _WEAK_CHARACTERS:
            joins[start] = False
    for start, end in asking_places(run, whole):
        says[start:end] = joins[start:end] = [False] * (end - start)
    terms = [*compress(run, says)]
    terms += compress(map(add, run, run[1:]), map(and_, joins, joins[1:]))
    terms += [
        word for word, start, end in words if len(word) >= _LONG_WORD and all(joins[start:end])
    ]
    said = [word for word, start, end in whole if any(says[start:end])]
    return terms + numerals(run), said


def _forget_texts() -> None:
    """Empties the caches: their keys are words of texts, and nobody knows whose."""
    for cached in (_cached, _term, _asked_of_chunk):
        cached.cache_clear()
    forget_words()


@lru_cache(maxsize=16_384)
def _asked_of_chunk(chunk: str) -> list[str]:
    return [term for term in split(chunk)[0] if term not in _ASKING]


# What was said in the other language


def _in_chinese(stems: list[str]) -> list[str]:
    """Terms by which Chinese texts hold the concepts of an English one."""
    terms: list[str] = []
    for word in _GLOSSARY.chinese(stems):
        terms += map(add, word, word[1:]) if len(word) > 1 else [word]
    return terms


def _in_english(words: list[str]) -> list[str]:
    """Terms by which English texts hold the concepts of a Chinese one."""
    return [
        term
        for phrase in _GLOSSARY.english(words)
        for word in phrase
        if (term := strong_stem(word))
    ]


def _whole_words(words: list[Word], length: int) -> list[Word]:
    """`words` without those that a longer one is made of; those stand before it."""
    whole: list[Word] = []
    left = length
    for word in reversed(words):
        if word[2] <= left:
            whole.append(word)
            left = word[1]
    whole.reverse()
    return whole


# Numbers for words


def _chunk_terms(chunk: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return _cached(chunk) if len(chunk) <= _LONGEST_CACHED else _hashed(chunk)


def _hashed(chunk: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    says, rest = split(chunk)
    return tuple(map(_term, says)), tuple(map(_term, rest))


_cached = lru_cache(maxsize=65_536)(_hashed)


@lru_cache(maxsize=65_536)
def _term(text: str) -> int:
    return crc32(text.encode())


_ASKING = frozenset(map(stem, ENGLISH))
_GLOSSARY = Glossary(strong_stem)
