"""A user's profile in a few sentences of their language, for a developer or a model to read."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from myosotis_server.memory.claims import key_of
from myosotis_server.memory.slots import SLOTS
from myosotis_server.memory.values import Memory, MemoryKind, MemoryOrigin, Sensitivity
from myosotis_server.understanding.briefing_lines import folded
from myosotis_server.understanding.mood_sentences import is_chinese
from myosotis_server.understanding.privacy import find_private, masked_classes
from myosotis_server.understanding.profile_claims import DEED, Claim, ProfileWords
from myosotis_server.understanding.profile_words_en import ENGLISH
from myosotis_server.understanding.profile_words_zh import CHINESE

MOST_CHARACTERS = 600
"""Of a summary."""
MOST_CLAIMS = 40
MOST_OF_SLOT = 5
MOST_QUOTES = 3
MOST_TOPICS = 5

_LONGEST_VALUE = 60
_LONGEST_DEED = 120
_LONGEST_QUOTE = 80
_LONGEST_TOPIC = 24
"""Characters. What is longer is left out: half of it might say something else."""
_QUOTES_COMPARED = 6
_SHARES = (3, 2, 1, 1)
"""Of facts, preferences, habits and values in what is told where not all of them can be."""
_CONTACTS = frozenset({"phone_number", "email", "home_address"})


@dataclass(frozen=True, slots=True)
class _Told:
    """A claim on `subject`, who is the user where that is empty."""

    subject: str
    claim: Claim


def profile_summary(
    facts: Sequence[Memory],
    preferences: Sequence[Memory],
    habits: Sequence[Memory],
    values: Sequence[Memory],
    topics: Sequence[str],
    language: str,
) -> str:
    """The user and the people of their life, in at most 600 characters; "" of nothing.

    The memories are such as hold today, each kind by descending importance, which decides what is
    told where not all of it fits. Some of what has no attribute with a wording is quoted, and at
    the end stand `topics`, the largest first. Chinese for the BCP 47 tag "zh" and its variants,
    English for every other; values stay as they were said.

    Left out are SENSITIVE memories (health, belief …), contacts (telephone, e-mail, address) and
    what is masked.
    """
    words = CHINESE if is_chinese(language) else ENGLISH
    told: list[_Told] = []
    quotes: list[str] = []
    of_slot: Counter[tuple[str, str]] = Counter()
    for memory in _by_rank((facts, preferences, habits, values)):
        if not _may_be_told(memory):
            continue
        if (each := _read(memory, words)) is not None:
            of_slot[each.subject, each.claim.key] += 1
            if of_slot[each.subject, each.claim.key] <= MOST_OF_SLOT:
                told.append(each)
        elif quote := _quoted(memory):
            quotes.append(quote)
    labels = [folded(each) for each in topics if len(each) <= _LONGEST_TOPIC]
    labels = [each for each in dict.fromkeys(labels) if each and not masked_classes(each)]
    ending = [words.topics(labels[:MOST_TOPICS])] if labels else []
    sentences = _portraits(told[:MOST_CLAIMS], words, MOST_CHARACTERS - _length(ending, words) - 1)
    chosen = _shortest(list(dict.fromkeys(quotes)))
    while chosen:
        whole = [*sentences, words.also(chosen), *ending]
        if _length(whole, words) <= MOST_CHARACTERS:
            return words.space.join(whole)
        chosen.pop()
    return words.space.join([*sentences, *ending])


def _by_rank(kinds: Sequence[Sequence[Memory]]) -> list[Memory]:
    """All memories, so that any beginning has of each kind about its share."""
    ranked = [
        ((place + 1) / share, kind, memory)
        for kind, (memories, share) in enumerate(zip(kinds, _SHARES, strict=True))
        for place, memory in enumerate(memories)
    ]
    return [memory for _, _, memory in sorted(ranked, key=lambda each: each[:2])]


def _may_be_told(memory: Memory) -> bool:
    if memory.sensitivity is Sensitivity.SENSITIVE or masked_classes(memory.subject):
        return False
    attribute = memory.attribute
    if attribute is None:
        return memory.sensitivity is not Sensitivity.PERSONAL
    return attribute.key not in _CONTACTS and not masked_classes(attribute.value)


def _read(memory: Memory, words: ProfileWords) -> _Told | None:
    """What `memory` claims, if there are words for it."""
    subject = folded(memory.subject)
    if len(subject) > _LONGEST_VALUE:
        return None
    attribute = memory.attribute
    if attribute is None:
        deed = folded(memory.content).rstrip(".。")
        is_deed = (
            memory.kind is MemoryKind.HABIT
            and memory.origin is MemoryOrigin.CONSOLIDATED
            and deed.startswith(words.first_person)
            and len(deed) <= _LONGEST_DEED
        )
        if not is_deed:
            return None
        return _Told(subject, Claim(DEED, deed.removeprefix(words.first_person)))
    key, value = key_of(attribute), folded(attribute.value)
    if not (key in SLOTS or key.startswith("favourite_")) or not 0 < len(value) <= _LONGEST_VALUE:
        return None
    if len(key) > _LONGEST_VALUE:
        return None
    if memory.sensitivity is Sensitivity.PERSONAL and find_private(value):
        return None
    if key in _IN_FIRST_PERSON:
        value = _third_person(value)
    return _Told(
        subject, Claim(key, value, attribute.number, folded(attribute.unit), memory.content)
    )


_IN_FIRST_PERSON = frozenset({
    "routine", "goal", "fear", "values", "avoids", "dislikes", "exercise", "drinks", "eats", "owns",
})  # fmt: skip
"""Slots of whose values some speak of the user: "walking my dog", 开一家我自己的店."""


def _third_person(value: str) -> str:
    value = re.sub(r"\bmy own (?=([aeiou])?)", lambda m: "an " if m[1] else "a ", value)
    value = re.sub(r"\b(?:my|our)\b", "the", value)
    return re.sub("我们?自己|我们?", "自己", value)


def _portraits(told: Sequence[_Told], words: ProfileWords, most: int) -> list[str]:
    """The sentences on everybody, with as many claims from the first on as go into `most`."""
    for count in range(len(told), 0, -1):
        people: dict[str, dict[str, list[Claim]]] = {"": {}}
        for each in told[:count]:
            person = people.setdefault(each.subject, {})
            person.setdefault(each.claim.key, []).append(each.claim)
        sentences = [
            sentence
            for subject, known in people.items()
            for sentence in words.portrait(known, subject)
        ]
        if _length(sentences, words) <= most:
            return sentences
    return []


def _quoted(memory: Memory) -> str:
    """The statement, "" where it may not be told or has too much to say."""
    if memory.sensitivity is Sensitivity.PERSONAL or len(memory.content) > 2 * _LONGEST_QUOTE:
        return ""
    quote = folded(memory.content).rstrip(".。")
    if len(quote) > _LONGEST_QUOTE or masked_classes(quote):
        return ""
    return quote.translate(_INNER_MARKS)


_INNER_MARKS = {ord("“"): "‘", ord("”"): "’", ord('"'): "'"}


def _shortest(quotes: Sequence[str]) -> list[str]:
    """The shortest of the most important, these in their order."""
    compared = quotes[:_QUOTES_COMPARED]
    kept = sorted(compared, key=len)[:MOST_QUOTES]
    return [quote for quote in compared if quote in kept]


def _length(sentences: Sequence[str], words: ProfileWords) -> int:
    return len(words.space.join(sentences))
