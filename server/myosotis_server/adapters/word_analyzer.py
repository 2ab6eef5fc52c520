"""Splits Chinese and English text, mixed as it comes, into terms that can be compared.

- English and other alphabets: words without accents, reduced to their stem.
- Chinese (and kana and hangul): every character and every pair of neighbours. Pairs stand in for
  words without a dictionary, which new names are never in; single characters let one-character
  words be found.
- Numbers whole ("2024", "3.5", "1,000"), also where letters or characters touch them.
- Emoji one by one.

Words that say nothing alone (the, of, 的, 了) are left out, unless the text holds nothing else.
"""

import re
import unicodedata
from collections import Counter
from functools import lru_cache
from operator import add
from threading import Lock
from zlib import crc32

import numpy as np
import Stemmer

from myosotis_server.memory.rows import Terms

_CHARACTER = (
    "\u1100-\u11ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3038-\u303b\u3040-\u30ff\u3105-\u318f"
    "\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
    "\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
"""Han, kana and hangul, which do not put spaces between words."""
_EMOJI = (
    "\u2194-\u21aa\u231a-\u23ff\u25aa-\u25fe\u2600-\u27bf\u2934-\u2935\u2b05-\u2b55"
    "\U0001f000-\U0001f3fa\U0001f400-\U0001faff"
)
"""Without skin tones (U+1F3FB to U+1F3FF), which do not change what is meant."""

_PIECES = re.compile(
    rf"([{_CHARACTER}]+)"
    rf"|([^\W\d_{_CHARACTER}]+(?:'[^\W\d_{_CHARACTER}]+)*)"
    rf"|(\d+(?:,\d{{3}}(?!\d)|[.:]\d+)*|[{_EMOJI}])"
)
_ASCII_PIECES = re.compile(r"()([a-z]+(?:'[a-z]+)*)|(\d+(?:,\d{3}(?!\d)|[.:]\d+)*)")
_SAME = str.maketrans({"’": "'", "‘": "'", "ʼ": "'"} | dict.fromkeys(map(chr, range(0x300, 0x370))))
"""Apostrophes are one, and marks that no letter took up are dropped."""
_ENDINGS = frozenset({"s", "m", "d", "t", "re", "ve", "ll"})
"""What an apostrophe may be followed by without being part of the word."""
_LONGEST_CACHED = 24
"""Characters of a word that is worth remembering; longer ones seldom come again."""

_WEAK = """
    a about all am an and any are as at be been being but by can could did do does doing for from
    had has have having he her hers him his how i if in into is it its just me mine must
    my of on or our ours shall she should so some such than that the their theirs them then there
    these they this those to too us very was we were what when where which while who whom whose why
    with would you your yours ca wo
"""
_WEAK_WORDS = frozenset(_WEAK.split())
_WEAK_CHARACTERS = frozenset(
    "的了着过地得吗呢吧啊呀哦嗯嘛啦么我你您他她它们是在有这那哪谁和与跟就都也还又很把被让给对从到个"
)


class StemmedBigrams:
    """The `WordAnalyzer` of words, stems and character pairs."""

    @property
    def version(self) -> int:
        return 1

    def terms(self, text: str) -> Terms:
        strong: list[int] = []
        weak: list[int] = []
        for run, word, other in _pieces(text):
            if run:
                strong += map(_term, [one for one in run if one not in _WEAK_CHARACTERS])
                strong += map(_term, map(add, run, run[1:]))
                weak += map(_term, [one for one in run if one in _WEAK_CHARACTERS])
            elif word:
                says, rest = _word_terms(word) if len(word) <= _LONGEST_CACHED else _split(word)
                strong += says
                weak += rest
            else:
                strong.append(crc32(other.replace(",", "").encode()))
        counts = Counter(strong or weak)
        ids = sorted(counts)
        numbers = np.array([counts[term] for term in ids], np.int64)
        return Terms(np.array(ids, np.uint32), np.minimum(numbers, 0xFFFF).astype(np.uint16))


def _pieces(text: str) -> list[tuple[str, str, str]]:
    """Runs of characters, words, and numbers or emoji, each alone in its tuple, in order."""
    if text.isascii():
        return _ASCII_PIECES.findall(text.lower())
    return _PIECES.findall(_normal(text))


def _normal(text: str) -> str:
    """`text` with its full-width, upper-case and otherwise equal forms made the same."""
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return text.translate(_SAME)


def _split(word: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Terms of a normalised word: those that say something, and those that do not alone."""
    if not word.isascii():
        bare = unicodedata.normalize("NFD", word)
        word = "".join(letter for letter in bare if not unicodedata.combining(letter))
    head, _, ending = word.rpartition("'")
    if not head:
        parts = [word]
    elif ending == "t" and head.endswith("n"):
        parts = [head[:-1], "not"]
    elif ending in _ENDINGS:
        parts = [head.replace("'", "")]
    else:
        parts = [word.replace("'", "")]
    parts = [part for part in parts if part]
    return (
        tuple(_term(_stem(part)) for part in parts if part not in _WEAK_WORDS),
        tuple(_term(_stem(part)) for part in parts if part in _WEAK_WORDS),
    )


_word_terms = lru_cache(maxsize=65_536)(_split)


@lru_cache(maxsize=65_536)
def _term(text: str) -> int:
    return crc32(text.encode())


_stemmer = Stemmer.Stemmer("english", 0)
_stemming = Lock()


def _stem(word: str) -> str:
    """PyStemmer keeps state of its own in a stemmer, so that threads must take turns."""
    with _stemming:
        return str(_stemmer.stemWord(word))
