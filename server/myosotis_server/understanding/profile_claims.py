"""What a profile tells of one person, before it is put into words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from myosotis_server.memory.identity import normalise
from myosotis_server.understanding.patterns import pattern_of

Phrase = TypeVar("Phrase")

DEED = "deed"
"""Key of what was concluded and has a sentence of its own, such as how often they swim."""

DATE = pattern_of(r"(?:(?P<year>\d{4})-)?(?P<month>0[1-9]|1[0-2])-(?P<day>[0-3]\d)")
"""A birthday as statements are read into."""

FULL_SENTENCE = 4
"""Phrases from which the next section begins a sentence of its own."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A value of a slot; `said` is the statement that it was read in, `number` in `unit`s."""

    key: str
    value: str
    number: float | None = None
    unit: str = ""
    said: str = ""


Known = Mapping[str, Sequence[Claim]]
"""The claims on one person by their key, the most important first."""


@dataclass(frozen=True, slots=True)
class ProfileWords:
    """A profile in one language.

    `portrait` gives the sentences on one person, of whom the second argument says who it is ("" for
    the user). `also` is the sentence that quotes what was said, `topics` that of what was talked
    about. `first_person` is what a statement on oneself begins with; `space` parts two sentences.
    """

    portrait: Callable[[Known, str], list[str]]
    also: Callable[[Sequence[str]], str]
    topics: Callable[[Sequence[str]], str]
    first_person: str
    space: str


def values_of(known: Known, *keys: str) -> list[str]:
    """The values of those slots, each once however often and however it is written."""
    written: dict[str, str] = {}
    for key in keys:
        for claim in known.get(key, ()):
            written.setdefault(normalise(claim.value), claim.value)
    return list(written.values())


def favourites_of(known: Known) -> list[tuple[str, str]]:
    """The things of which they have a favourite (favourite_ice_cream: ice_cream), with it."""
    keys = [key for key in known if key.startswith("favourite_")]
    return [(key.partition("_")[2], known[key][0].value) for key in keys]


def in_sentences(
    known: Known, themes: Sequence[Sequence[Sequence[Callable[[Known], list[Phrase]]]]]
) -> list[list[Phrase]]:
    """The phrases of each sentence.

    Neighbouring sections of one theme share a sentence as long as it stays short. Themes never do:
    who keeps a cat and likes lattes is not to be read as having a cat that does.
    """
    sentences: list[list[Phrase]] = []
    for theme in themes:
        before = len(sentences)
        for section in theme:
            phrases = [phrase for wording in section for phrase in wording(known)]
            if len(sentences) > before and len(sentences[-1]) + len(phrases) <= FULL_SENTENCE:
                sentences[-1].extend(phrases)
            elif phrases:
                sentences.append(phrases)
    return sentences


def is_han(text: str) -> bool:
    """Whether there is a Chinese character in `text`."""
    return any("㐀" <= character <= "鿿" for character in text)
