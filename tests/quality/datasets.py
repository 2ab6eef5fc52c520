"""Reads evaluation sets into users with statements and questions. See the sets' own licences."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from myosotis import NewMemory, TurnReference

LOCOMO_CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open", 4: "single-hop"}


@dataclass(frozen=True, slots=True)
class Question:
    """`evidence` are turn ids of the statements that answer it."""

    text: str
    category: str
    evidence: frozenset[str]


@dataclass(slots=True)
class Case:
    """One user: what was said, by session and in order, and what is asked afterwards."""

    user_id: str
    sessions: dict[str, list[NewMemory]] = field(default_factory=dict)
    questions: list[Question] = field(default_factory=list)


def locomo(folder: Path) -> Iterator[Case]:
    """Turns of long dialogues as statements; questions of categories 1 to 4."""
    for sample in json.loads((folder / "locomo" / "dev.json").read_text(encoding="utf-8")):
        case = Case(f"locomo {sample['sample_id']}")
        conversation = sample["conversation"]
        for name, turns in conversation.items():
            if not re.fullmatch(r"session_\d+", name):
                continue
            said = datetime.strptime(
                conversation[f"{name}_date_time"], "%I:%M %p on %d %B, %Y"
            ).replace(tzinfo=UTC)
            case.sessions[name] = [
                NewMemory(
                    _locomo_text(turn),
                    subject=turn["speaker"],
                    observe_time=said + timedelta(seconds=20 * index),
                    sources=(TurnReference(name, turn["dia_id"]),),
                )
                for index, turn in enumerate(turns)
            ]
        for question in sample["qa"]:
            # Some labels hold several turn ids in one string.
            evidence = {
                each for text in question["evidence"] for each in re.split(r"[;,\s]+", text)
            }
            evidence = {each for each in evidence if re.fullmatch(r"D\d+:\d+", each)}
            if question["category"] in LOCOMO_CATEGORIES and evidence:
                category = LOCOMO_CATEGORIES[question["category"]]
                case.questions.append(
                    Question(str(question["question"]), category, frozenset(evidence))
                )
        yield case


def _locomo_text(turn: dict[str, str]) -> str:
    caption = turn.get("blip_caption")
    return f"{turn['text']} [shares {caption}]" if caption else turn["text"]


def memdaily(folder: Path) -> Iterator[Case]:
    """Daily messages to an assistant, one user per trajectory, by type of question."""
    for file in sorted((folder / "memdaily").glob("*.dev.json")):
        category = file.name.split(".")[0].partition("_")[2]
        for number, trajectory in enumerate(json.loads(file.read_text(encoding="utf-8"))):
            case = Case(f"memdaily {category} {number}")
            case.sessions["messages"] = [
                NewMemory(
                    message["message"],
                    observe_time=_memdaily_time(message["time"]),
                    sources=(TurnReference("messages", str(message["mid"])),),
                )
                for message in trajectory["message_list"]
            ]
            case.questions = [
                Question(
                    question["question"], category, frozenset(map(str, question["target_step_id"]))
                )
                for question in trajectory["question_list"]
            ]
            yield case


def _memdaily_time(text: str) -> datetime:
    year, month, day, hour, minute = map(int, re.findall(r"\d+", text))
    # The messages are from China, whose clocks are eight hours ahead of UTC.
    return datetime(year, month, day, hour, minute, tzinfo=UTC) - timedelta(hours=8)


READERS = {"LoCoMo": ("locomo", locomo), "MemDaily": ("memdaily", memdaily)}
"""Name → its folder and its reader."""
