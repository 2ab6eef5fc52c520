"""Words, characters and runs of them as numbers below a power of two, many texts at once.

A token is a word of an alphabet, a Chinese character, a mark or an emoji, and where a text begins
and ends. Grams are one to three tokens side by side, two tokens with one between them, and the
beginnings of long words. What is written alike is made alike first: case, width, traditional
characters, digits, and a sign more than twice in a row.

All of it is integer arithmetic on whole arrays: a text's grams are the same in any company, and a
hundred clauses take about a millisecond.
"""

import unicodedata
from collections.abc import Sequence
from functools import cache

import numpy as np
import opencc
from numpy.typing import NDArray

Longs = NDArray[np.uint64]
Places = NDArray[np.int64]

MOST_CHARACTERS = 1_000
"""Of a text, from its beginning; a clause is seldom a tenth of it."""

_BEGIN, _END = "\x02", "\x03"
_BASE = np.uint64(0x9E3779B97F4A7C15)
_BASE_INVERSE = np.uint64(pow(0x9E3779B97F4A7C15, -1, 2**64))
_SALTS = [np.uint64(salt) for salt in (0xD6E8FEB86659FD93, 0xA0761D6478BD642F, 0xE7037ED1A0B428DB)]
_APART = np.uint64(0x8EBC6AF09C88C6E3)
_PREFIX = np.uint64(0x589965CC75374CC3)
_PREFIXES = (4, 6)
_WORD, _SPACE, _SIGN = 1, 2, 0


def grams(texts: Sequence[str], bits: int) -> tuple[Places, Places]:
    """Which of `texts` has which gram below 2^`bits`: places and grams, each pair once, sorted."""
    codes, rows = _codes(texts)
    classes = _tables()[1][np.minimum(codes, 0xFFFF)]
    in_word = classes == _WORD
    starts_here = classes != _SPACE
    starts_here[1:] &= ~(in_word[1:] & in_word[:-1])
    starts = np.flatnonzero(starts_here)
    ends = starts + 1
    ends[in_word[starts]] = _word_ends(in_word, starts[in_word[starts]])
    token_rows = rows[starts]

    powers = np.full(len(codes) + 1, _BASE, np.uint64)
    powers[0] = 1
    np.multiply.accumulate(powers, out=powers)
    inverses = np.full(len(codes) + 1, _BASE_INVERSE, np.uint64)
    inverses[0] = 1
    np.multiply.accumulate(inverses, out=inverses)
    sums = np.zeros(len(codes) + 1, np.uint64)
    np.cumsum((codes.astype(np.uint64) + np.uint64(1)) * powers[:-1], out=sums[1:])

    def spans(begin: Places, end: Places) -> Longs:
        return _mixed((sums[end] - sums[begin]) * inverses[begin])

    tokens = spans(starts, ends)
    found = [(token_rows, tokens)]
    joined = tokens
    for length in (2, 3):
        joined = joined[:-1] * _SALTS[length - 2] + tokens[length - 1 :]
        found.append((token_rows[length - 1 :], joined))
    found.append((token_rows[2:], tokens[:-2] * _APART + tokens[2:]))
    if len(texts) > 1:  # nothing is made of the end of one text and the beginning of the next
        same = [token_rows[: len(one)] == one for one, _ in found]
        found = [(one[keep], hashes[keep]) for (one, hashes), keep in zip(found, same, strict=True)]
    for length in _PREFIXES:
        long = ends - starts > length
        begin = starts[long]
        found.append((token_rows[long], spans(begin, begin + length) * _PREFIX))
    hashes = _mixed(np.concatenate([one for _, one in found])) >> np.uint64(64 - bits)
    pairs = np.concatenate([one for one, _ in found]) << bits | hashes.astype(np.int64)
    pairs.sort()
    pairs = pairs[np.flatnonzero(np.diff(pairs, prepend=-1))]
    return pairs >> bits, pairs & ((1 << bits) - 1)


def _codes(texts: Sequence[str]) -> tuple[NDArray[np.uint32], Places]:
    """The folded characters of all texts behind one another, and whose each is."""
    joined = "".join(f"{_BEGIN}{_clean(text)}{_END}" for text in texts)
    codes = np.frombuffer(joined.encode("utf-32-le", "replace"), np.uint32)
    codes = np.where(codes <= 0xFFFF, _tables()[0][np.minimum(codes, 0xFFFF)], codes)
    rows = np.cumsum(codes == ord(_BEGIN)) - 1
    again = np.zeros(len(codes), bool)
    again[1:] = codes[1:] == codes[:-1]
    drop = again.copy()
    drop[2:] &= again[1:-1]
    # Numbers are told apart by being numbers, not by how long they are.
    drop |= again & ((codes == ord("0")) | (codes == ord(" ")))
    drop |= codes == 0
    return codes[~drop], rows[~drop]


def _clean(text: str) -> str:
    text = text[:MOST_CHARACTERS]
    if _BEGIN in text or _END in text:
        return text.replace(_BEGIN, " ").replace(_END, " ")
    return text


def _word_ends(in_word: NDArray[np.bool_], starts: Places) -> Places:
    """Where the words that begin at `starts` end; every text ends in a sign of no word."""
    outside = np.flatnonzero(~in_word)
    ends: Places = outside[np.searchsorted(outside, starts)]
    return ends


def _mixed(values: Longs) -> Longs:
    """The finalizer of splitmix64: every bit of the result depends on every bit."""
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


@cache
def _tables() -> tuple[NDArray[np.uint32], NDArray[np.uint8]]:
    """What each character of the first plane is written as, and its class once it is."""
    plain = [chr(code) if not 0xD800 <= code < 0xE000 else "?" for code in range(0x10000)]
    han = list(range(0x3400, 0xA000))
    # On its own each, as a phrase would be another matter.
    simple = opencc.OpenCC("t2s").convert("\n".join(plain[code] for code in han)).split("\n")
    for code, character in zip(han, simple, strict=True):
        plain[code] = character
    folds = np.array([_folded(character) for character in plain], np.uint32)
    folds[[ord(_BEGIN), ord(_END)]] = ord(_BEGIN), ord(_END)
    classes = np.array([_class(chr(code)) for code in range(0x10000)], np.uint8)
    return folds, classes


def _folded(character: str) -> int:
    """0 for what is not to be seen: accents that stand alone, selectors and joiners."""
    if 0xAC00 <= ord(character) < 0xD7B0:  # hangul would come apart
        return ord(character)
    folded = unicodedata.normalize("NFKD", character)[:1].lower()[:1] or character
    category = unicodedata.category(folded)
    if category in ("Mn", "Me", "Cf"):
        return 0
    if folded.isspace() or category in ("Cc", "Cs"):
        return ord(" ")
    return {"’": ord("'"), "‘": ord("'")}.get(folded, ord("0") if category == "Nd" else ord(folded))


def _class(character: str) -> int:
    if character == " ":
        return _SPACE
    code = ord(character)
    if character == "'" or (character.isalnum() and not 0x2E80 <= code < 0xA000):
        return _WORD
    return _SIGN
