"""A year of one person's life as they tell it to a companion: the same for the same seed.

Days hold some sessions at the hours at which people chat, sessions some threads on a theme each, in
which the same people and things come up again. Over the weeks moods change, a project follows the
other; on some days of the year the person's life takes a turn, and some things they do every week.
"""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType

from bench import simulated_year_en, simulated_year_zh
from bench.simulated_year_people import PEOPLE, PROJECTS, SELF

_SLOT = re.compile(r"\{(\w+)\}")

PROJECT_DAYS = 45
TELLS_MORE = 0.24
"""Share of turns that tell something among those that do not open a thread."""

NEW_JOB, NEW_HABITS, NEW_HOME, PARTED, MET = 128, 150, 212, 262, 350
"""Days of the year, from 0, on which the person's life changes; see ARC in the word files."""

_HOURS = ((7, 40), (12, 10), (18, 40), (21, 30), (15, 20))
"""When sessions begin, within some 40 minutes; a day has three to five of them, in this order."""
_WITH_PARTNER = "partner"


@dataclass(frozen=True, slots=True)
class Exchange:
    """What the person says and what the companion replies; whether the former tells something."""

    user: str
    companion: str
    is_telling: bool


@dataclass(frozen=True, slots=True)
class Session:
    """`minute` is when it begins, in minutes of the local day."""

    minute: int
    exchanges: tuple[Exchange, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    """A sentence with slots, and how whoever says it feels about it: +, - or =."""

    mood: str
    text: str


class _Words:
    """The wording of one language."""

    def __init__(self, module: ModuleType) -> None:
        self.slots = {name: _split(text) for name, text in _entries(module.SLOTS)}
        self.habits = {name: _split(text) for name, text in _entries(module.HABITS)}
        self.arc = {int(day): _line(text) for day, text in _entries(module.ARC)}
        self.once = [_line(text) for text in _lines(module.ONCE)]
        self.tells = {
            theme: [_line(text) for text in texts]
            for theme, texts in _sections(module.TELLS).items()
        }
        self.follows, self.chat = _lines(module.FOLLOWS), _lines(module.CHAT)
        self.asks, self.requests = _lines(module.ASKS), _lines(module.REQUESTS)
        self.looks_back = _lines(module.LOOKS_BACK)
        self._replies = _sections(module.REPLIES)
        self.space = " " if module is simulated_year_en else ""
        self.comma = ", " if module is simulated_year_en else "，"

    def reply(self, chance: random.Random, to: str) -> str:
        """One of two sentences to what was said; `to` is its mood, or what it was."""
        known = self._replies[to]
        return self.space.join(chance.sample(known, chance.choice((1, 2, 2))))

    def themes(self, without: str) -> tuple[list[str], list[int]]:
        """Themes, and how often each comes up."""
        names = [theme for theme in self.tells if theme != without]
        return names, [len(self.tells[theme]) for theme in names]


class Year:
    """`english` is the share of sessions held in English, 0 to 1; the others are in Chinese."""

    def __init__(self, seed: int, english: float, exchanges: int) -> None:
        self._seed = seed
        self._english = english
        self._exchanges = exchanges
        self._words = (_Words(simulated_year_zh), _Words(simulated_year_en))

    def days(self, count: int) -> Iterator[list[Session]]:
        """The sessions of each of the first `count` days, in order; together `exchanges` a day."""
        chance = random.Random(f"{self._seed} says")
        mood = 0.0
        for day in range(count):
            if day % 7 == 0:
                mood = max(-1.0, min(1.0, 0.5 * mood + chance.uniform(-0.9, 0.9)))
            yield self._day(chance, day, mood)

    def questions(self, day: int, count: int) -> list[str]:
        """What might be asked on `day`: half of it looking back, half what is said in passing."""
        chance = random.Random(f"{self._seed} asks {day}")
        asked = []
        for number in range(count):
            language = int(chance.random() < self._english)
            words = self._words[language]
            bound = self._known(chance, day, language)
            if number % 2:
                line = chance.choice(words.tells[chance.choice(list(words.tells))]).text
            else:
                line = chance.choice(words.looks_back)
            asked.append(self._filled(chance, words, line, bound))
        return asked

    def _day(self, chance: random.Random, day: int, mood: float) -> list[Session]:
        hours = sorted(_HOURS[: chance.choice((3, 4, 4, 5))])
        cuts = sorted(chance.sample(range(3, self._exchanges - 2, 2), len(hours) - 1))
        sizes = [
            end - start for start, end in zip([0, *cuts], [*cuts, self._exchanges], strict=True)
        ]
        told = self._told_today(chance, day)
        sessions = []
        for place, ((hour, minute), size) in enumerate(zip(hours, sizes, strict=True)):
            # What is to be told today comes up in the evening, news of one's life at once.
            due = told if place == len(hours) - 1 else told[:0]
            sessions.append(
                Session(
                    60 * hour + minute + chance.randrange(40),
                    tuple(self._talk(chance, day, mood, due[:size], size)),
                )
            )
        return sessions

    def _told_today(self, chance: random.Random, day: int) -> list[str]:
        """What this day has to be told: facts of oneself, turns of one's life, habits kept."""
        language = int(self._english >= 0.5)
        words = self._words[language]
        lines = [words.once[day].text] if day < len(words.once) else []
        if day >= len(words.once) and chance.random() < 0.03:
            lines.append(chance.choice(words.once[4:]).text)
        if day in words.arc:
            lines.append(words.arc[day].text)
        weekday = day % 7
        kept = {
            "gym": weekday in (1, 3) and day < NEW_HABITS,
            "swim": weekday == 5 and day >= NEW_HABITS,
            "call": weekday == 6,
            "lesson": weekday == 2,
            "market": weekday == 5 and day % 14 == 5,
            "run": chance.random() < 0.12,
        }
        for habit, is_today in kept.items():
            if is_today and chance.random() < 0.85:
                lines.append(chance.choice(words.habits[habit]))
        bound = self._known(chance, day, language)
        return [self._filled(chance, words, line, bound) for line in lines]

    def _talk(
        self, chance: random.Random, day: int, mood: float, due: Sequence[str], size: int
    ) -> Iterator[Exchange]:
        language = int(chance.random() < self._english)
        words = self._words[language]
        for line in due:
            yield Exchange(line, words.reply(chance, "="), is_telling=True)
        left = size - len(due)
        while left > 0:
            bound = self._known(chance, day, language)
            names, weights = words.themes(_WITH_PARTNER if PARTED <= day < MET else "")
            theme = chance.choices(names, weights)[0]
            lines = list(words.tells[theme])
            length = min(left, chance.randint(2, 5))
            for place in range(length):
                yield self._exchange(chance, words, lines, bound, mood, opens=place == 0)
            left -= length

    def _exchange(
        self,
        chance: random.Random,
        words: _Words,
        lines: list[_Line],
        bound: dict[str, str],
        mood: float,
        opens: bool,
    ) -> Exchange:
        """The next of a thread; a line that is told in it is taken out of `lines`."""
        drawn = 0.0 if opens and chance.random() < 0.75 else chance.random()
        is_telling = drawn < TELLS_MORE
        if is_telling:
            told = self._told(chance, lines, mood)
            to, line = told.mood, told.text
            if chance.random() < 0.15:
                line += words.comma + self._told(chance, lines, mood).text
            elif chance.random() < 0.2:
                line += words.comma + chance.choice(words.follows)
        else:
            kinds = {
                "chat": words.chat,
                "ask": words.asks,
                "request": words.requests,
                "back": words.looks_back,
            }
            to = chance.choices(list(kinds), (50, 29, 12, 9))[0]
            line = chance.choice(kinds[to])
        said = self._filled(chance, words, line, bound)
        return Exchange(said, words.reply(chance, to), is_telling)

    def _told(self, chance: random.Random, lines: list[_Line], mood: float) -> _Line:
        liking = {"+": 1 + 0.8 * mood, "-": 1 - 0.8 * mood, "=": 1.0}
        place = chance.choices(range(len(lines)), [liking[each.mood] for each in lines])[0]
        return lines.pop(place) if len(lines) > 1 else lines[place]

    def _known(self, chance: random.Random, day: int, language: int) -> dict[str, str]:
        """Who is who on that day, and whom this thread is about."""
        bound = {name: pair[language] for name, pair in SELF.items()}
        bound |= {name: chance.choice(pairs)[language] for name, pairs in PEOPLE.items()}
        bound["project"] = PROJECTS[day // PROJECT_DAYS % len(PROJECTS)][language]
        if day > NEW_JOB:
            bound["boss"] = bound["boss2"]
        if day > MET:
            bound["partner"] = bound["partner2"]
        return bound

    def _filled(
        self, chance: random.Random, words: _Words, line: str, bound: dict[str, str]
    ) -> str:
        """`line` with its slots filled; what is filled stays so for as long as `bound` is used."""

        def fill(found: re.Match[str]) -> str:
            name = found[1]
            if name not in bound:
                bound[name] = chance.choice(words.slots[name.rstrip("2")])
            # Times differ from sentence to sentence.
            return bound.pop(name) if name in ("past", "soon", "hour") else bound[name]

        return _SLOT.sub(fill, line)


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


def _entries(text: str) -> Iterator[tuple[str, str]]:
    """Name and value of each `name: value`; what is indented goes on with the line before."""
    for line in _lines(text.replace("\n  ", "")):
        name, _, value = line.partition(": ")
        yield name, value


def _sections(text: str) -> dict[str, list[str]]:
    """The lines under each [heading]."""
    found: dict[str, list[str]] = {}
    for line in _lines(text):
        if line.startswith("["):
            under = found.setdefault(line.strip("[]"), [])
        else:
            under.append(line)
    return found


def _split(text: str) -> list[str]:
    return text.split("|")


def _line(text: str) -> _Line:
    return _Line(text[0], text[2:])
