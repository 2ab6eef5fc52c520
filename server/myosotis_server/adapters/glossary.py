"""Everyday concepts in Chinese and English, so that what was said in one is found from the other.

The glossary is general knowledge of both languages, written by hand and fitted to no set of
questions. Each line of its file is one concept: Chinese words, a tab, English words and phrases;
"|" stands between equals, and the irregular forms of a word ("bought") are among its equals.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files

_BETWEEN = "|"
_LONGEST = 6
"""Characters of a Chinese word that is looked for within a longer one."""


class Glossary:
    """Translations of the words that people tell their companions about.

    The file is read at the first look-up in either direction. Threads may share a glossary if they
    may share `stem`; two that come first at once build the same twice.
    """

    def __init__(self, stem: Callable[[str], str]) -> None:
        """`stem` reduces a word in lower case; one it makes empty is left out of phrases.

        A caller that drops weak words from its texts drops them here, too ("fall in love").
        """
        self._stem = stem

    def chinese(self, stems: Sequence[str]) -> list[str]:
        """Chinese words for the English of a text, whose stems are given in order, each once.

        Of phrases that overlap the first counts, and of those the longest: "ice cream" is not ice.
        """
        found = _translations(self._by_stems, stems, " ")
        return list(dict.fromkeys(word for equals in found for word in equals.split(_BETWEEN)))

    def english(self, words: Sequence[str]) -> list[tuple[str, ...]]:
        """English for the Chinese words of a text, in order and not overlapping, each once.

        Every translation is the words of a phrase, in lower case, not stemmed. A word of the
        glossary that the caller's dictionary cuts into several is found, and not its parts; of a
        word that the glossary lacks ("喝咖啡") the longest parts that it has.
        """
        found = _translations(self._by_word, self._known_parts(words), "")
        phrases = dict.fromkeys(phrase for equals in found for phrase in equals.split(_BETWEEN))
        return [tuple(phrase.split(" ")) for phrase in phrases]

    def _known_parts(self, words: Sequence[str]) -> list[str]:
        parts: list[str] = []
        for word in words:
            if word in self._by_word:
                parts.append(word)
                continue
            start = 0
            # One character says too little within a long word; "猫叫" is a cat's cry.
            shortest = 1 if len(word) == 2 else 2
            while start < len(word):
                ends = range(min(len(word), start + _LONGEST), start + shortest - 1, -1)
                end = next((end for end in ends if self._by_word.get(word[start:end])), start)
                parts.append(word[start:end])
                start = max(end, start + 1)
        return parts

    @cached_property
    def _by_stems(self) -> dict[str, str]:
        """Chinese by the stems of a phrase, joined by spaces; nothing by what only begins one."""
        table: dict[str, str] = {}
        stem = cache(self._stem)
        for chinese, english in _rows():
            for phrase in english.split(_BETWEEN):
                if " " not in phrase:
                    _add(table, stem(phrase), chinese)
                    continue
                beginning = ""
                for one in filter(None, map(stem, phrase.split(" "))):
                    if beginning:
                        table.setdefault(beginning, "")
                    beginning = f"{beginning} {one}" if beginning else one
                _add(table, beginning, chinese)
        table.pop("", None)
        return table

    @cached_property
    def _by_word(self) -> dict[str, str]:
        """English by the Chinese word; nothing by what only begins one."""
        table: dict[str, str] = {}
        for chinese, english in _rows():
            for word in chinese.split(_BETWEEN):
                for length in range(1, len(word)):
                    table.setdefault(word[:length], "")
                _add(table, word, english)
        return table


def _rows() -> Iterator[tuple[str, str]]:
    """Both sides of each line, English as the words that texts are split into."""
    text = files(__package__).joinpath("glossary.tsv").read_text("utf-8")
    for line in text.replace("-", " ").replace("'s", "").splitlines():
        chinese, _, english = line.partition("\t")
        yield chinese, english


def _add(table: dict[str, str], key: str, equals: str) -> None:
    """Strings, and not lists of them: thousands of those would burden the garbage collector."""
    known = table.get(key)
    table[key] = f"{known}{_BETWEEN}{equals}" if known else equals


def _translations(table: Mapping[str, str], words: Sequence[str], glue: str) -> Iterator[str]:
    start = 0
    while start < len(words):
        key = words[start]
        longest = ""
        end = start = start + 1
        while (equals := table.get(key)) is not None:
            if equals:
                longest, start = equals, end
            if end == len(words):
                break
            key = f"{key}{glue}{words[end]}"
            end += 1
        if longest:
            yield longest
