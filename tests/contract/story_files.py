"""Reads stories from files.

A story is a TOML file. `about`, `language` (zh or en) and `time_zone` (IANA) stand at its head;
then come its `[[step]]`s, in order of time. Each step has `at`, the local time, may change
`time_zone` from there on (people move), and does one thing:

    talk = "session id"      with turns = [{ user = "…" }, { companion = "…" }, …], one every 40
                             seconds from `at` on
    end = "session id"       EndSession
    maintain = true          RunMaintenance for the user
    forget = "asked"         forgets what the turns of the talk before asked to forget
    forget = "query"         with query = "what to forget, in the user's words"
    check = "what is held"   with any of the tables of `Check`, each named as its field

Phrases are looked for regardless of case. In `has`, a list stands for any one of its phrases.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from contract.story import (
    Check,
    ContextCheck,
    End,
    Forget,
    Line,
    Maintain,
    MemoriesCheck,
    NeighborsCheck,
    ProfileCheck,
    RecallCheck,
    SessionsCheck,
    Step,
    Story,
    Talk,
    TrendCheck,
)
from contract.story_table import StoryFault, Table
from myosotis.v1 import memory_pb2

PAUSE = timedelta(seconds=40)
"""Between two turns of a talk."""
LANGUAGES = ("zh", "en")
EMOTIONS = {name.removeprefix("EMOTION_").lower(): n for name, n in memory_pb2.Emotion.items() if n}
SPEAKERS = ("user", "companion")
SLOPES = ("rising", "falling")
STORIES = Path(__file__).parent / "stories"


def read_story(path: Path) -> Story:
    """The story of a file; StoryFault where it is none."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise StoryFault(f"{path.name}: {error}") from error
    return parse_story(path.stem, document)


def parse_story(name: str, document: Mapping[str, Any]) -> Story:
    head = Table(name, document)
    about, language = head.text("about"), head.one_of("language", LANGUAGES)
    zone = head.zone("time_zone")
    steps: list[Step] = []
    for place, item in enumerate(head.tables("step"), 1):
        table = Table(f"{name}, step {place}", item)
        zone = table.zone("time_zone") if "time_zone" in item else zone
        step = _step(table, zone)
        if steps and step.at < _last_moment(steps[-1]):
            raise StoryFault(f"{table.where}: is earlier than the step before it")
        steps.append(step)
    head.finish()
    names = [step.name for step in steps if isinstance(step, Check)]
    for check in names:
        if names.count(check) > 1:
            raise StoryFault(f"{name}: two checks are called {check!r}")
    return Story(name, about, language, tuple(steps))


def _last_moment(step: Step) -> datetime:
    return step.lines[-1].at if isinstance(step, Talk) else step.at


def _step(table: Table, zone: ZoneInfo) -> Step:
    kinds = [kind for kind in _STEPS if kind in table.items]
    if len(kinds) != 1:
        raise StoryFault(f"{table.where}: must have exactly one of {', '.join(_STEPS)}")
    step = _STEPS[kinds[0]](table, table.moment("at", zone))
    table.finish()
    return step


def _talk(table: Table, at: datetime) -> Talk:
    lines = []
    for place, item in enumerate(table.tables("turns")):
        turn = Table(f"{table.where}, turn {place + 1}", item)
        speakers = [each for each in SPEAKERS if each in item]
        if len(speakers) != 1:
            raise StoryFault(f"{turn.where}: must have exactly one of {', '.join(SPEAKERS)}")
        # Added up in UTC: a local clock may jump between two turns.
        lines.append(Line(_later(at, place * PAUSE), speakers[0], turn.text(speakers[0])))
        turn.finish()
    return Talk(at, table.text("talk"), tuple(lines))


def _later(moment: datetime, by: timedelta) -> datetime:
    return datetime.fromtimestamp(moment.timestamp() + by.total_seconds(), moment.tzinfo)


def _maintain(table: Table, at: datetime) -> Maintain:
    if table.take("maintain") is not True:
        raise StoryFault(f"{table.where}: maintain is true or not there")
    return Maintain(at)


def _forget(table: Table, at: datetime) -> Forget:
    by_query = table.one_of("forget", ("asked", "query")) == "query"
    return Forget(at, table.text("query") if by_query else "")


def _check(table: Table, at: datetime) -> Check:
    items = table.items
    check = Check(
        at,
        table.text("check"),
        context=_context(table.table("context")) if "context" in items else None,
        recall=tuple(map(_recall, table.parts("recall"))),
        memories=_memories(table.table("memories")) if "memories" in items else None,
        trend=_trend(table.table("trend")) if "trend" in items else None,
        profile=_profile(table.table("profile")) if "profile" in items else None,
        entities=table.phrases("entities"),
        neighbors=tuple(map(_neighbors, table.parts("neighbors"))),
        sessions=_sessions(table.table("sessions")) if "sessions" in items else None,
        turns=table.phrases("turns"),
        nowhere=table.texts("nowhere"),
    )
    if check == Check(at, check.name):
        raise StoryFault(f"{table.where}: checks nothing")
    return check


def _context(table: Table) -> ContextCheck:
    return table.finished(
        ContextCheck(
            session=table.text("session"),
            query=table.text("query", ""),
            budget=table.number("budget", 0),
            **{part: table.phrases(part) for part in ("profile", "recent", "relevant", "text")},
        )
    )


def _recall(table: Table) -> RecallCheck:
    first = table.alternatives("first")
    return table.finished(
        RecallCheck(
            table.text("ask"),
            first=tuple(each for phrase in first for each in phrase),
            top=table.alternatives("top"),
            lacks=table.texts("lacks"),
        )
    )


def _memories(table: Table) -> MemoriesCheck:
    attributes = Table(f"{table.where}.attributes", table.take("attributes", {}))
    dated = Table(f"{table.where}.dated", table.take("dated", {}))
    return table.finished(
        MemoriesCheck(
            has=table.alternatives("has"),
            lacks=table.texts("lacks"),
            ended=table.texts("ended"),
            attributes={key: attributes.texts(key) for key in attributes.items},
            dated={phrase: dated.day(phrase) for phrase in dated.items},
        )
    )


def _trend(table: Table) -> TrendCheck:
    check = TrendCheck(
        table.number("days"),
        dominant=table.one_of("dominant", tuple(EMOTIONS), ""),
        slope=table.one_of("slope", SLOPES, ""),
        turned=table.day("turned") if "turned" in table.items else None,
        summary=table.phrases("summary"),
    )
    if check.turned and not check.slope:
        raise StoryFault(f"{table.where}: turned needs a slope")
    return table.finished(check)


def _profile(table: Table) -> ProfileCheck:
    parts = ProfileCheck.__dataclass_fields__
    return table.finished(ProfileCheck(**{part: table.phrases(part) for part in parts}))


def _neighbors(table: Table) -> NeighborsCheck:
    return table.finished(
        NeighborsCheck(
            table.text("of"),
            table.number("hops", 1),
            has=table.alternatives("has"),
            lacks=table.texts("lacks"),
        )
    )


def _sessions(table: Table) -> SessionsCheck:
    return table.finished(SessionsCheck(table.texts("ended"), table.phrases("topics")))


def _end(table: Table, at: datetime) -> End:
    return End(at, table.text("end"))


_STEPS: Mapping[str, Callable[[Table, datetime], Step]] = {
    "talk": _talk,
    "end": _end,
    "maintain": _maintain,
    "forget": _forget,
    "check": _check,
}
