"""Reads evaluation sets into users with statements and questions. See the sets' own licences."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from myosotis import Emotion, Kind, NewMemory, TurnReference
from quality.cases import Case, Question

CHINA = "Asia/Shanghai"

LOCOMO_CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open", 4: "single-hop"}

TRAPS = {"negation_or_trap", "unanswerable"}
"""Types of companion questions that nothing recalled answers with a plain yes."""

ASSISTANT = {"zh": "助手", "en": "assistant"}

EMOTIONS = {
    "开心": Emotion.HAPPY,
    "兴奋": Emotion.HAPPY,
    "悲伤": Emotion.SAD,
    "失望": Emotion.SAD,
    "挫败": Emotion.SAD,
    "焦虑": Emotion.ANXIOUS,
    "害怕": Emotion.ANXIOUS,
    "愤怒": Emotion.ANGRY,
    "中性": Emotion.NEUTRAL,
    "Happy": Emotion.HAPPY,
    "Sad": Emotion.SAD,
    "Disappointed": Emotion.SAD,
    "Frustrated": Emotion.SAD,
    "Anxious": Emotion.ANXIOUS,
    "Anxiety": Emotion.ANXIOUS,
    "Fear": Emotion.ANXIOUS,
    "Angry": Emotion.ANGRY,
    "Neutral": Emotion.NEUTRAL,
}
"""MADial's labels. None of ours fits anticipation (期待), which the server may work out."""


def locomo(folder: Path) -> Iterator[Case]:
    """Turns of long dialogues as statements; questions of categories 1 to 4."""
    for sample in json.loads((folder / "dev.json").read_text(encoding="utf-8")):
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
    for file in sorted(folder.glob("*.dev.json")):
        category = file.name.split(".")[0].partition("_")[2].replace("_", "-")
        for number, trajectory in enumerate(json.loads(file.read_text(encoding="utf-8"))):
            case = Case(f"memdaily {category} {number}", time_zone=CHINA)
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


def madial(folder: Path, language: str) -> Iterator[Case]:
    """Memories of a child, and what the child says before a companion would bring one up.

    In Chinese each memory has its user; in English all of them are everybody's, as in the
    published figures.
    """
    memories: dict[str, dict[str, Any]] = {}
    for line in _lines(folder / f"{language}.memories.jsonl"):
        memories |= line
    dialogues = _lines(folder / f"{language}.dialogues.dev.jsonl")
    users = sorted({memory.get("user-id", 0) for memory in memories.values()})
    for user in users:
        case = Case(f"madial {language} {user}", time_zone=CHINA if language == "zh" else "")
        # Summaries of what happened, not a conversation: they share no session.
        case.sessions[""] = [
            NewMemory(
                memory["event"],
                kind=Kind.EVENT,
                emotion=EMOTIONS.get(memory["emotion"], Emotion.UNSPECIFIED),
                tags=(memory["scene"],),
                observe_time=_noon(memory["time"]),
                sources=(TurnReference(memory["time"], number),),
            )
            for number, memory in memories.items()
            if memory.get("user-id", 0) == user
        ]
        case.questions = [
            Question(
                _said_before(dialogue["dialogue"], dialogue["test-turn"][0]),
                f"child {dialogue['user-id']}",
                frozenset(map(str, dialogue["relevant-id"])),
            )
            for dialogue in dialogues
            if user in (0, dialogue["user-id"])
        ]
        yield case


def _said_before(turns: list[str], first_tested: int) -> str:
    """The user's own words before that turn. A turn without a speaker is the assistant's."""
    spoken = (re.match(r"\s*<(\w+)>\s*:\s*(.*)", turn, re.DOTALL) for turn in turns[:first_tested])
    return "\n".join(
        each[2].strip().strip('"“”') for each in spoken if each and each[1] != "Assistant"
    )


def companion(folder: Path, language: str, *, turns: bool) -> Iterator[Case]:
    """Chats with a companion: an exchange as one statement, or as `turns` of two speakers."""
    cases: dict[str, Case] = {}
    for exchange in _lines(folder / language / "dialogues.jsonl"):
        user, date = exchange["user"], exchange["date"]
        form = "turns" if turns else "exchanges"
        case = cases.setdefault(user, Case(f"companion {language} {form} {user}"))
        case.time_zone = CHINA if language == "zh" else ""
        session = case.sessions.setdefault(date, [])
        said = _noon(date) + timedelta(seconds=20 * len(session))
        sources = (TurnReference(date, exchange["exchange_id"]),)
        query, response = exchange["query"], exchange["response"]
        if turns:
            session += [
                NewMemory(query, observe_time=said, sources=sources),
                NewMemory(
                    response,
                    subject=ASSISTANT[language],
                    observe_time=said + timedelta(seconds=20),
                    sources=sources,
                ),
            ]
        else:
            session.append(NewMemory(f"{query}\n{response}", observe_time=said, sources=sources))
    for question in _lines(folder / language / "questions.jsonl"):
        cases[question["user"]].questions.append(
            Question(
                question["question"],
                question["type"].replace("_", " "),
                frozenset(question["evidence"]),
                counted=question["type"] not in TRAPS,
            )
        )
    yield from cases.values()


def across(folder: Path, name: str) -> Iterator[Case]:
    """Statements of a user who speaks one language, asked for in the other."""
    first = _noon("2024-03-01")
    cases = {
        "zh": Case(f"{name} zh", time_zone=CHINA),
        "en": Case(f"{name} en"),
    }
    category = {"zh": "asked in English of Chinese", "en": "asked in Chinese of English"}
    for number, line in enumerate(_lines(folder / f"{name}.jsonl")):
        language = line["language"]
        case = cases[language]
        # Each on a day of its own, so that nothing but its words and meaning leads to it.
        said = first + timedelta(days=len(case.sessions))
        session = f"{said:%Y-%m-%d}"
        case.sessions[session] = [
            NewMemory(
                line["memory"], observe_time=said, sources=(TurnReference(session, str(number)),)
            )
        ]
        if "question" in line:
            case.questions.append(
                Question(line["question"], category[language], frozenset({str(number)}))
            )
    yield from cases.values()


def _noon(date: str) -> datetime:
    """Of that day: the same day in London, in Shanghai and in New York."""
    return datetime.fromisoformat(date).replace(hour=12, tzinfo=UTC)


def _lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
