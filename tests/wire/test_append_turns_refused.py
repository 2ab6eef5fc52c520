"""AppendTurns refuses what breaks the contract, names every violation, and keeps nothing of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import grpc
import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from myosotis.v1 import conversation_pb2 as talk_pb
from myosotis.v1 import conversation_service_pb2 as talk_service
from running.refusals import refusal
from wire.saying import append, listed

FINE = talk_pb.Turn(role=talk_pb.ROLE_USER, content="我住在成都")


def soon(minutes: float) -> Timestamp:
    time = Timestamp()
    time.FromDatetime(datetime.now(UTC) + timedelta(minutes=minutes))
    return time


def turn(**fields: Any) -> talk_pb.Turn:
    return talk_pb.Turn(**{"role": talk_pb.ROLE_USER, "content": "好", **fields})


BAD: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "no turns": ({"turns": []}, {"turns": "0 items"}),
    "101 turns": ({"turns": [FINE] * 101}, {"turns": "101 items"}),
    "no role": ({"turns": [turn(role=0)]}, {"turns[0].role": "required"}),
    "unknown role": ({"turns": [FINE, turn(role=9)]}, {"turns[1].role": "9 is not a known"}),
    "no content": ({"turns": [turn(content="")]}, {"turns[0].content": "required"}),
    "blank content": ({"turns": [turn(content=" \n　​")]}, {"turns[0].content": "white space"}),
    "long content": (
        {"turns": [turn(content="a" * 32_769)]},
        {"turns[0].content": "32769 bytes"},
    ),
    "long in bytes": (
        {"turns": [turn(content="好" * 10_923)]},
        {"turns[0].content": "32769 bytes"},
    ),
    "NUL": ({"turns": [turn(content="a\0b")]}, {"turns[0].content": "NUL"}),
    "NUL in an id": ({"turns": [turn(turn_id="a\0")]}, {"turns[0].turn_id": "NUL"}),
    "long id": ({"turns": [turn(turn_id="t" * 513)]}, {"turns[0].turn_id": "513 bytes"}),
    "long speaker": ({"turns": [turn(speaker="s" * 513)]}, {"turns[0].speaker": "513 bytes"}),
    "one id twice": (
        {"turns": [turn(turn_id="t"), turn(), turn(), turn(turn_id="t", content="别的")]},
        {"turns[3].turn_id": "earlier turn"},
    ),
    "said in the future": ({"turns": [turn(say_time=soon(600))]}, {"turns[0].say_time": "future"}),
    "said long ago": (
        {"turns": [turn(say_time=Timestamp(seconds=-3_000_000_000))]},
        {"turns[0].say_time": "1900"},
    ),
    "no zone": ({"time_zone": "Asia/Shangri-La"}, {"time_zone": "IANA"}),
    "no request id": ({"request_id": "once"}, {"request_id": "UUID"}),
    "unknown extraction": ({"extraction": 9}, {"extraction": "9 is not a known"}),
    "no session": ({"session_id": ""}, {"session_id": "required"}),
    "blank session": ({"session_id": " "}, {"session_id": "white space"}),
    "long session": ({"session_id": "s" * 513}, {"session_id": "513 bytes"}),
    "no user": ({"user_id": ""}, {"user_id": "required"}),
    "long user": ({"user_id": "u" * 513}, {"user_id": "513 bytes"}),
    "many at once": (
        {
            "user_id": "",
            "session_id": "",
            "turns": [turn(role=0, content="\0"), turn(content=" ", say_time=soon(600))],
            "extraction": -1,
            "time_zone": "Mars",
            "request_id": "x",
        },
        {
            "user_id": "required",
            "session_id": "required",
            "turns[0].role": "required",
            "turns[0].content": "NUL",
            "turns[1].content": "white space",
            "turns[1].say_time": "future",
            "extraction": "-1",
            "time_zone": "IANA",
            "request_id": "UUID",
        },
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_every_violation_is_named(stub, talk, user: str, case: str) -> None:
    changed, violations = BAD[case]
    fine = {"user_id": user, "session_id": "s1", "turns": [FINE]}
    refused = refusal(talk.AppendTurns, talk_service.AppendTurnsRequest(**{**fine, **changed}))
    assert (refused.code, refused.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_FIELDS")
    assert refused.violations.keys() == violations.keys()
    for field, words in violations.items():
        assert words in refused.violations[field]
    assert listed(stub, user) == []


def test_what_is_just_allowed(stub, talk, user: str) -> None:
    append(talk, user, *[turn(content=f"第{number}次说好") for number in range(100)])
    said = append(
        talk,
        user,
        turn(content="a" * 32_768, turn_id="t" * 512, speaker="s" * 512, say_time=soon(4)),
        turn(content="好" * 10_922, say_time=Timestamp(seconds=-2_000_000_000)),
        session="s" * 512,
        time_zone="asia/shanghai",
    )
    assert [len(each.content) for each in said.turns] == [32_768, 10_922]
