"""Turns of a conversation, from requests and into responses."""

from typing import Any

from myosotis.v1 import conversation_pb2 as pb
from myosotis_server.memory.values import Instant, Role, Turn
from myosotis_server.wire.requests import CLOCK_SKEW, MAX_ITEMS, NAME_BYTES
from myosotis_server.wire.responses import moment, number
from myosotis_server.wire.validate import Checker

TURN_BYTES = 32_768


def session_id(check: Checker, value: str) -> str:
    return check.text("session_id", value, NAME_BYTES, required=True, blank=False)


def turns(check: Checker, items: Any, now: Instant) -> list[Turn]:
    """1 to 100 turns whose ids differ; those without a time are said now, one after the other."""
    check.count("turns", len(items), 1, MAX_ITEMS)
    seen: set[str] = set()
    said = []
    for index, item in enumerate(items[:MAX_ITEMS]):
        path = f"turns[{index}]"
        if item.turn_id in seen:
            check.note(f"{path}.turn_id", "is that of an earlier turn of the request")
        seen |= {item.turn_id} - {""}
        said.append(_turn(check, path, item, now, now + index))
    return said


def _turn(check: Checker, path: str, item: pb.Turn, now: Instant, default: Instant) -> Turn:
    role = check.enum(f"{path}.role", item.role, Role)
    if not item.role:
        check.note(f"{path}.role", "is required")
    say_time = check.optional_time(item, "say_time", path)
    if say_time is not None and say_time > now + CLOCK_SKEW:
        check.note(f"{path}.say_time", "lies more than five minutes in the future")
    return Turn(
        turn_id=check.text(f"{path}.turn_id", item.turn_id, NAME_BYTES),
        role=role,
        content=check.text(f"{path}.content", item.content, TURN_BYTES, required=True, blank=False),
        say_time=default if say_time is None else say_time,
        speaker=check.text(f"{path}.speaker", item.speaker, NAME_BYTES),
    )


def turn(value: Turn) -> pb.Turn:
    fields: dict[str, Any] = {
        "turn_id": value.turn_id,
        "role": number(value.role),
        "content": value.content,
        "speaker": value.speaker,
        "say_time": moment(value.say_time),
        "emotion": number(value.emotion),
        "emotion_intensity": value.emotion_intensity,
    }
    return pb.Turn(**fields)
