"""Says what people say to a running server, and tells how much of it was understood.

    MYOSOTIS_ADDRESS=127.0.0.1:50051 python tests/quality/evaluate_understanding.py
        [--only PART] [--language zh|en] [--missed]

Every case is a user of its own who speaks through AppendTurns, learnt at once. Writes
docs/understanding.md once every part was measured; prints only if parts are chosen.
"""

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from myosotis import (
    AsyncClient,
    ChangeAction,
    Emotion,
    ExtractionMode,
    Kind,
    Memory,
    MemoryFilter,
    State,
    Turn,
)
from quality.measures import f1, macro_f1
from running.server import REPOSITORY

CASES = Path(__file__).parent / "understanding"
LANGUAGES = ("zh", "en")
AT_ONCE = 8
START = datetime(2025, 3, 3, 9, 0, tzinfo=ZoneInfo("UTC"))
"""When stories begin: a Monday."""

SAME_CALENDAR = 28
"""Years after which dates fall on the same weekdays; what lies ahead of today is said so long ago,
because a server takes nothing from the future."""

Case = dict[str, Any]


@dataclass(slots=True)
class Score:
    """What one part of the set came to, from 0 to 1, and the cases that went wrong."""

    part: str
    measure: str
    wanted: float
    got: float
    count: int
    missed: list[str] = field(default_factory=list)
    at_most: bool = False

    @property
    def is_reached(self) -> bool:
        return self.got <= self.wanted if self.at_most else self.got >= self.wanted


class Listener:
    """Speaks to the server as a new user for every case."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client
        self._gate = asyncio.Semaphore(AT_ONCE)

    async def say(
        self, *turns: tuple[str, datetime], zone: str = "UTC"
    ) -> tuple[list[Turn], list[Memory], list[ChangeAction]]:
        """The turns as stored, all memories known at the end, and what was done on the way."""
        user = str(uuid4())
        stored: list[Turn] = []
        actions: list[ChangeAction] = []
        async with self._gate:
            for text, time in turns:
                answer = await self._client.append_turns(
                    user,
                    f"{time:%Y-%m-%d}",
                    Turn(text, say_time=time),
                    extraction=ExtractionMode.INLINE,
                    time_zone=zone,
                    timeout=60,
                )
                stored += answer.turns
                actions += [change.action for change in answer.changes]
            everything = MemoryFilter(include_superseded=True)
            memories = [each async for each in self._client.list(user, filter=everything)]
            await self._client.forget(user, everything=True)
        return stored, memories, actions


def cases_of(language: str, part: str) -> list[Case]:
    lines = (CASES / language / f"{part}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


async def keep(listener: Listener, cases: Sequence[Case]) -> list[Score]:
    heard = await asyncio.gather(*(listener.say((case["turn"], START)) for case in cases))
    pairs = [
        (case["keep"], bool(memories)) for case, (_, memories, _) in zip(cases, heard, strict=True)
    ]
    missed = [
        f"{'forgot' if case['keep'] else 'kept'}: {case['turn']}"
        for case, (wanted, got) in zip(cases, pairs, strict=True)
        if wanted != got
    ]
    return [Score("keep", "F1", 0.94, f1(pairs), len(cases), missed)]


async def kind(listener: Listener, cases: Sequence[Case]) -> list[Score]:
    heard = await asyncio.gather(*(listener.say((case["turn"], START)) for case in cases))
    missed = []
    for case, (_, memories, _) in zip(cases, heard, strict=True):
        kinds = [each.kind for each in memories]
        if Kind[case["kind"].upper()] not in kinds[:1]:
            missed.append(f"{case['kind']}, not {[each.name for each in kinds]}: {case['turn']}")
    return [Score("kind", "accuracy", 0.85, 1 - len(missed) / len(cases), len(cases), missed)]


async def attributes(listener: Listener, cases: Sequence[Case]) -> list[Score]:
    heard = await asyncio.gather(*(listener.say((case["turn"], START)) for case in cases))
    missed = []
    for case, (_, memories, _) in zip(cases, heard, strict=True):
        read = {
            (each.subject.casefold(), each.attribute.key, each.attribute.value.casefold())
            for each in memories
            if each.attribute
        }
        wanted = (case["subject"].casefold(), case["key"], case["value"].casefold())
        if (wanted not in read) if case["key"] else read:
            missed.append(f"{wanted}, not {sorted(read)}: {case['turn']}")
    return [Score("attributes", "exact", 0.85, 1 - len(missed) / len(cases), len(cases), missed)]


async def stories(listener: Listener, cases: Sequence[Case]) -> list[Score]:
    async def one(case: Case) -> str | None:
        turns = []
        for place, said in enumerate(case["said"]):
            moment = START + timedelta(days=said["day"], minutes=place)
            turns.append((said["text"], moment))
        _, memories, _ = await listener.say(*turns)
        active = [each.content for each in memories if each.state is State.ACTIVE]
        ended = [each.content for each in memories if each.state is State.SUPERSEDED]
        if _matches(case["active"], active) and _matches(case["ended"], ended):
            return None
        said = " / ".join(each["text"] for each in case["said"])
        return f"{said}\n      active {active}, ended {ended}"

    results = await asyncio.gather(*map(one, cases))
    missed = [each for each in results if each is not None]
    return [
        Score("stories", "wholly right", 0.85, 1 - len(missed) / len(cases), len(cases), missed)
    ]


def _matches(wanted: Sequence[Sequence[str]], texts: Sequence[str]) -> bool:
    """Whether each of `wanted` is in one text of its own, and no text is left."""
    left = list(texts)
    for parts in sorted(wanted, key=len, reverse=True):
        holding = [text for text in left if all(part.lower() in text.lower() for part in parts)]
        if not holding:
            return False
        left.remove(holding[0])
    return not left


async def times(listener: Listener, cases: Sequence[Case]) -> list[Score]:
    async def one(case: Case) -> str | None:
        zone = ZoneInfo(case["zone"])
        said = datetime.fromisoformat(case["said"]).replace(tzinfo=zone)
        back = SAME_CALENDAR if said > datetime.now(zone) else 0
        said = said.replace(year=said.year - back)
        _, memories, _ = await listener.say((case["text"], said), zone=case["zone"])
        found = [each.event_time.astimezone(zone) for each in memories if each.event_time]
        if case["date"] is None:
            right = not found
        else:
            date = f"{int(case['date'][:4]) - back}{case['date'][4:]}"
            right = any(
                f"{moment:%Y-%m-%d}" == date
                and ("time" not in case or f"{moment:%H:%M}" == case["time"])
                for moment in found[:1]
            )
        if right:
            return None
        got = [f"{moment:%Y-%m-%d %H:%M}" for moment in found]
        kept = "" if memories else ", nothing kept"
        wanted = f"{case['date']} {case.get('time', '')}"
        return f"{wanted}, not {got}{kept}: {case['text']} (said {case['said']})"

    results = await asyncio.gather(*map(one, cases))
    missed = [each for each in results if each is not None]
    return [Score("times", "exact", 0.92, 1 - len(missed) / len(cases), len(cases), missed)]


GRAVE = ("credential", "bank_card", "identity_number")


async def privacy(listener: Listener, cases: Sequence[Case]) -> list[Score]:
    heard = await asyncio.gather(*(listener.say((case["text"], START)) for case in cases))
    leaks, unmasked, alarms = [], [], []
    counts = {"grave": 0, "other": 0, "plain": 0}
    for case, (turns, memories, actions) in zip(cases, heard, strict=True):
        texts = [each.content for each in (*turns, *memories)]
        if not case["class"]:
            counts["plain"] += 1
            if turns[0].content != case["text"] or ChangeAction.REJECTED in actions:
                alarms.append(f"{case['text']} → {turns[0].content}")
        else:
            grave = case["class"] in GRAVE
            counts["grave" if grave else "other"] += 1
            if any(case["secret"] in text for text in texts):
                (leaks if grave else unmasked).append(f"{case['class']}: {case['text']}")
    return [
        Score("privacy", "leaks of what is grave", 0, len(leaks), counts["grave"], leaks, True),
        Score(
            "privacy",
            "recall of the rest",
            0.97,
            1 - len(unmasked) / counts["other"],
            counts["other"],
            unmasked,
        ),
        Score(
            "privacy",
            "false alarms",
            0.02,
            len(alarms) / counts["plain"],
            counts["plain"],
            alarms,
            True,
        ),
    ]


async def moods(listener: Listener, cases: Sequence[Case]) -> list[Score]:
    heard = await asyncio.gather(*(listener.say((case["turn"], START)) for case in cases))
    pairs, missed = [], []
    for case, (turns, _, _) in zip(cases, heard, strict=True):
        wanted, got = Emotion[case["emotion"].upper()].name, turns[0].emotion.name
        pairs.append((wanted, got))
        if wanted != got:
            missed.append(f"{wanted}, not {got}: {case['turn']}")
    return [Score("moods", "macro-F1", 0.75, macro_f1(pairs), len(cases), missed)]


Part = Callable[[Listener, Sequence[Case]], Awaitable[list[Score]]]
PARTS: dict[str, Part] = {
    each.__name__: each for each in (keep, kind, attributes, stories, times, privacy, moods)
}


async def measure(
    address: str, parts: Sequence[str], languages: Sequence[str], *, missed: bool
) -> dict[str, list[Score]]:
    scores: dict[str, list[Score]] = {}
    async with AsyncClient(address) as client:
        listener = Listener(client)
        for language in languages:
            scores[language] = []
            for part in parts:
                for score in await PARTS[part](listener, cases_of(language, part)):
                    scores[language].append(score)
                    mark = " " if score.is_reached else "!"
                    print(
                        f"{mark} {language} {score.part:10} {score.measure:24} {score.got:.3f}"
                        f"  (wanted {score.wanted:g}, {score.count} cases)",
                        flush=True,
                    )
                    if missed:
                        for text in score.missed:
                            print(f"      {text}")
    return scores


def report(scores: dict[str, list[Score]]) -> str:
    lines = [
        "# What is understood",
        "",
        "Written by `make eval-understanding`. The cases were written for this project, apart from",
        "the sentences on which the classifiers were trained, and are in",
        "`tests/quality/understanding/`. Every case is a user of its own who speaks to a running",
        "server through AppendTurns; what is judged are the turns and memories that it then holds.",
        "",
        "| part | measure | wanted | Chinese | cases | English | cases |",
        "|---|---|---|---|---|---|---|",
    ]
    for zh, en in zip(scores["zh"], scores["en"], strict=True):
        bound = "≤" if zh.at_most else "≥"
        lines.append(
            f"| {zh.part} | {zh.measure} | {bound} {zh.wanted:g} | {zh.got:.3f} | {zh.count} "
            f"| {en.got:.3f} | {en.count} |"
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=PARTS, action="append")
    parser.add_argument("--language", choices=LANGUAGES)
    parser.add_argument("--missed", action="store_true", help="tell every case that went wrong")
    chosen = parser.parse_args()
    address = os.environ.get("MYOSOTIS_ADDRESS")
    if not address:
        sys.exit(
            "MYOSOTIS_ADDRESS must name a running server; `make eval-understanding` starts one"
        )
    parts = chosen.only or list(PARTS)
    languages = [chosen.language] if chosen.language else list(LANGUAGES)
    scores = asyncio.run(measure(address, parts, languages, missed=chosen.missed))
    if not chosen.only and not chosen.language:
        page = REPOSITORY / "docs" / "understanding.md"
        page.write_text(report(scores), encoding="utf-8")


if __name__ == "__main__":
    main()
