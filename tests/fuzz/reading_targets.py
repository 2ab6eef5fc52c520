"""Everything that reads text without a model: any text, in linear time, and nothing private out."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Mapping
from random import Random
from uuid import UUID
from zoneinfo import ZoneInfo

import numpy as np
from stdnum import luhn
from stdnum.cn import ric

from fuzz import texts
from fuzz.targets import Finding, Target, within
from myosotis_server.adapters.word_analyzer import MixedWords
from myosotis_server.memory.values import SECOND, Instant, Role, Statement, Turn
from myosotis_server.understanding.activities import activities_of
from myosotis_server.understanding.attributes import readings_of
from myosotis_server.understanding.describe import describe, language_of
from myosotis_server.understanding.digests import digest_of, session_topic
from myosotis_server.understanding.emotions import felt, mood_named
from myosotis_server.understanding.event_times import event_time_of, is_of_another_time
from myosotis_server.understanding.forget_requests import topic_of
from myosotis_server.understanding.hurry import is_hurried
from myosotis_server.understanding.just_done import just_done
from myosotis_server.understanding.keeping import is_worth_keeping
from myosotis_server.understanding.links import links_of
from myosotis_server.understanding.names_said import names_said
from myosotis_server.understanding.once import is_chore, tells_once
from myosotis_server.understanding.privacy import PrivateClass, filtered, find_private
from myosotis_server.understanding.questions import mode_of, questions_of
from myosotis_server.understanding.retold import sentences_of
from myosotis_server.understanding.sensitivity import sensitivity_of
from myosotis_server.understanding.set_right import sets_right
from myosotis_server.understanding.summary_sources import turns_retold
from myosotis_server.understanding.times import dates_without_year, named_times
from myosotis_server.understanding.turn_reading import read_turn

ZONES = tuple(map(ZoneInfo, ("Asia/Shanghai", "UTC", "America/New_York", "Pacific/Kiritimati")))
MOMENTS: tuple[Instant, ...] = (
    -2_208_988_800 * SECOND,  # 1900, the earliest
    1_760_000_000 * SECOND,
    1_772_236_800 * SECOND,  # 28 February 2026
    1_709_164_800 * SECOND,  # 29 February 2024
    7_258_118_399 * SECOND,  # the end of 2199, the latest
)
_NAMESPACE = UUID(int=7)
_FLAT = np.full(8, 1 / 8, np.float32)
_ANALYZER = MixedWords()


def _most(text: str) -> float:
    """CPU seconds that one reader may take for `text`; it takes a twentieth of that."""
    return 0.2 + len(text) * 60e-6


def _when(data: bytes) -> tuple[Instant, ZoneInfo]:
    """A moment and a zone that go with a case."""
    number = zlib.crc32(data)
    return MOMENTS[number % len(MOMENTS)], ZONES[number // 8 % len(ZONES)]


def _each_in_time(text: str, readers: Mapping[str, Callable[[str], object]]) -> None:
    for name, reader in readers.items():
        try:
            within(_most(text), lambda reader=reader: reader(text))  # type: ignore[misc]
        except Finding as slow:
            raise Finding(f"{name} {slow}") from None


# -- Reading ---------------------------------------------------------------------------------------


def check_reading(data: bytes) -> None:
    """What a user's turn says, and all that follows from it."""
    text = data.decode("utf-8", "replace")
    said, zone = _when(data)
    read = read_turn(text)
    _each_in_time(text, {"read_turn": read_turn, **_READERS})
    for clause in read.clauses[:50]:
        is_worth_keeping(clause, 0.5, is_certain=False)
        event = event_time_of(clause.text, said, zone)
        is_of_another_time(event, said, zone)
        sensitivity_of(clause.text, None, ())
    for asked in read.forget_requests:
        topic_of(asked)
    if text:
        memory = describe(Statement(text, observe_time=said, event_time=None), _NAMESPACE, said)
        links_of(memory, _NAMESPACE)


_READERS: Mapping[str, Callable[[str], object]] = {
    "language_of": language_of,
    "readings_of zh": lambda text: readings_of(text, "zh"),
    "readings_of en": lambda text: readings_of(text, "en"),
    "felt": lambda text: felt(text, _FLAT),
    "mood_named": mood_named,
    "activities_of": activities_of,
    "mode_of": mode_of,
    "questions_of": questions_of,
    "names_said": names_said,
    "just_done": just_done,
    "is_chore": is_chore,
    "tells_once": tells_once,
    "sets_right": sets_right,
    "is_hurried": is_hurried,
    "topic_of": topic_of,
}


# -- Times -----------------------------------------------------------------------------------------


def check_times(data: bytes) -> None:
    """Times named in a text, told at any moment in any zone."""
    text = data.decode("utf-8", "replace")
    said, zone = _when(data)

    def named(text: str) -> None:
        for each in named_times(text, said, zone):
            start, end = each.span.start, each.span.end
            if start is None or end is None or start >= end:
                raise Finding("a named time ends before it starts")

    readers = {
        "named_times": named,
        "event_time_of": lambda text: event_time_of(text, said, zone),
        "dates_without_year": lambda text: dates_without_year(text, said, zone),
    }
    _each_in_time(text, readers)


# -- Retelling -------------------------------------------------------------------------------------


def check_retelling(data: bytes) -> None:
    """Turns, one a line, become sentences, a digest and a topic."""
    text = data.decode("utf-8", "replace")
    lines = text.split("\n")[:40]
    turns = [Turn(f"t{place}", Role.USER, line, place) for place, line in enumerate(lines)]

    def retell(_: str) -> None:
        sentences = sentences_of(turns)
        digest = digest_of(sentences, range(min(12, len(sentences))))
        session_topic(sentences, language_of(text))
        turns_retold(digest.content, sentences)

    within(4 * _most(text), lambda: retell(text))


# -- Words -----------------------------------------------------------------------------------------


def check_words(data: bytes) -> None:
    """A text as terms, said and asked."""
    text = data.decode("utf-8", "replace")
    _each_in_time(text, {"terms": _ANALYZER.terms, "asked": _ANALYZER.asked})
    terms = _ANALYZER.terms(text)
    if len(terms.ids) != len(terms.counts) or not terms.counts.all():
        raise Finding("terms and their frequencies do not belong together")
    if len(set(terms.ids.tolist())) != len(terms.ids):
        raise Finding("a term is counted twice")


# -- The privacy filter ----------------------------------------------------------------------------

_AREAS = ("110101", "310104", "440305", "510107", "650102")
_CARDS = (("4", 16), ("52", 16), ("6222", 19), ("6217", 16), ("37", 15))
_PLANTED = re.compile(r"⟦([0-9X]{15,19})⟧")


def check_privacy(data: bytes) -> None:
    """Any text is filtered once and for all, and the number planted in ⟦…⟧, if any, is gone."""
    marked = data.decode("utf-8", "replace")
    plants = [plant for plant in _PLANTED.findall(marked) if _is_sound(plant)]
    text = _PLANTED.sub(lambda plant: plant[1], marked)
    within(4 * _most(text), lambda: filtered(text))
    once = filtered(text)
    if filtered(once.text).text != once.text:
        raise Finding("to filter twice is not to filter once")
    end = 0
    for private in find_private(text):
        if not end <= private.start < private.end <= len(text):
            raise Finding("what is private does not lie in the text in order")
        end = private.end
    for plant in plants:
        if plant in once.text and _stands_alone(plant, marked):
            raise Finding(f"{_class_of(plant)} is left in the text")


def _is_sound(number: str) -> bool:
    """Whether it is a number such as `make_private` plants; others belong to nobody."""
    if len(number) == 18:
        return number[:6] in _AREAS and bool(ric.is_valid(number))
    cards = ((prefix, size) for prefix, size in _CARDS if number.startswith(prefix))
    return any(len(number) == size for _, size in cards) and bool(luhn.is_valid(number))


def _class_of(number: str) -> PrivateClass:
    return PrivateClass.IDENTITY_NUMBER if len(number) == 18 else PrivateClass.BANK_CARD


def _stands_alone(number: str, marked: str) -> bool:
    """Whether the number begins a sentence and ends a clause: no word says that it is another."""
    place = marked.find(f"⟦{number}⟧")
    before, after = marked[:place][-1:], marked[place + len(number) + 2 :][:1]
    return before in ("", "。", "！") and after in ("", "。", "，")


def make_private(random: Random) -> bytes:
    """A text with a made-up card or identity number in it, between sentences."""
    before, after = texts.text(random, 300), texts.text(random, 300)
    number = _resident_id(random) if random.random() < 0.5 else _card(random)
    sides = random.choice("。！"), random.choice("。，")
    return f"{before}{sides[0]}⟦{number}⟧{sides[1]}{after}".encode()


def _resident_id(random: Random) -> str:
    area = random.choice(_AREAS)
    day = f"{random.randrange(1930, 2024)}{random.randrange(1, 13):02}{random.randrange(1, 29):02}"
    body = area + day + f"{random.randrange(1_000):03}"
    return body + str(ric.calc_check_digit(body + "0"))


def _card(random: Random) -> str:
    prefix, size = random.choice(_CARDS)
    body = prefix + "".join(random.choice("0123456789") for _ in range(size - len(prefix) - 1))
    return body + str(luhn.calc_check_digit(body))


def targets() -> list[Target]:
    """All of this module."""
    words = texts.words()
    return [
        Target("reading", check_reading, texts.seeds, words, texts.encoded, texts.LONGEST),
        Target("times", check_times, texts.seeds, words, texts.encoded),
        Target("retelling", check_retelling, texts.seeds, words, texts.encoded),
        Target("words", check_words, texts.seeds, words, texts.encoded, texts.LONGEST),
        Target("privacy", check_privacy, texts.seeds, words, make_private),
    ]
