"""Words of languages that put spaces between them, numbers, and names made of both."""

import re
import unicodedata
from threading import Lock

import Stemmer

from myosotis_server.adapters.written_numbers import number_terms

_ENDINGS = frozenset({"s", "m", "d", "t", "re", "ve", "ll"})
"""What an apostrophe may be followed by without being part of the word."""
_LONGEST_NAME = 64
"""Letters beyond which something joined by hyphens or dots is no name."""

_WEAK = """
    a about all am an and any are as at be been being but by can could did do does doing for from
    had has have having he her hers him his how i if in into is it its just me mine must
    my of on or our ours shall she should so some such than that the their theirs them then there
    these they this those to too us very was we were what when where which while who whom whose why
    with would you your yours ca wo
"""
_WEAK_WORDS = frozenset(_WEAK.split())
_MONTHS = {
    "january": 1,
    "february": 2,
    "april": 4,
    "june": 6,
    "july": 7,
    "august": 8,
    "september": 9,
    "october": 10,
    "november": 11,
    "december": 12,
}
"""Those that mean the month wherever they stand; May and March need their surroundings."""

_PIECES = re.compile(r"\d+(?:,\d{3}(?!\d)|[.:]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)*")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")
_MAIL = re.compile(r"[^@/,:]+@[^@/,:]+\.[^@/,:]+")
_HANDLE = re.compile(r"@[^@/,:&']+")
_PARTS = re.compile(r"[,:/@]+")
_INITIALS = re.compile(r"[^\W\d_](?:\.[^\W\d_])+")
_JOINTS = str.maketrans("", "", "-_'")

Split = tuple[tuple[str, ...], tuple[str, ...]]
"""Terms that say something, and those that do not alone."""


def split(chunk: str) -> Split:
    """Terms of a normalised stretch of letters, digits and what joins them: pieces and wholes."""
    if not chunk.isascii():
        bare = unicodedata.normalize("NFD", chunk)
        chunk = "".join(letter for letter in bare if not unicodedata.combining(letter))
    if chunk.isalpha():
        return _word(chunk)
    if ordinal := _ORDINAL.fullmatch(chunk):
        return (ordinal[1],), ()
    if _INITIALS.fullmatch(chunk):
        return (stem(chunk.replace(".", "")),), ()
    strong = _wholes(chunk)
    weak: list[str] = []
    for piece in _PIECES.findall(chunk):
        if piece[0].isdigit():
            strong += number_terms(piece)
        else:
            says, rest = _word(piece)
            strong += says
            weak += rest
    return tuple(strong), tuple(weak)


def month_term(month: int) -> str:
    return f"month:{month}"


def stem(word: str) -> str:
    """PyStemmer keeps state of its own in a stemmer, so that threads must take turns."""
    with _stemming:
        return str(_stemmer.stemWord(word))


def strong_stem(word: str) -> str:
    """The stem of `word`, empty where the word says nothing alone."""
    return "" if word in _WEAK_WORDS else stem(word)


_stemmer = Stemmer.Stemmer("english", 0)
_stemming = Lock()


def _wholes(chunk: str) -> list[str]:
    """Names and codes within `chunk` as one term each."""
    wholes: list[str] = []
    if _MAIL.fullmatch(chunk) or _HANDLE.fullmatch(chunk):
        wholes.append(chunk)
    for part in _PARTS.split(chunk):
        if len(part) > _LONGEST_NAME or part.isalpha() or not any(map(str.isalpha, part)):
            continue
        if part.endswith(("+", "#")):
            wholes.append(part)
        elif "." in part or "&" in part:
            wholes.append(part.removeprefix("www."))
        elif "-" in part or "_" in part or not part.replace("'", "").isalpha():
            wholes.append(stem(part.translate(_JOINTS)))
    return wholes


def _word(word: str) -> Split:
    head, _, ending = word.rpartition("'")
    if not head:
        parts = [word]
    elif ending == "t" and head.endswith("n"):
        parts = [head[:-1], "not"]
    else:
        name = head if ending in _ENDINGS else word
        parts = [name.replace("'", "")]
        if "'" in name:
            parts += [part for part in name.split("'") if len(part) > 1]
    parts = [part for part in parts if part]
    return (
        tuple(_stem_or_month(part) for part in parts if part not in _WEAK_WORDS),
        tuple(stem(part) for part in parts if part in _WEAK_WORDS),
    )


def _stem_or_month(word: str) -> str:
    return month_term(_MONTHS[word]) if word in _MONTHS else stem(word)
