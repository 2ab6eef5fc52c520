"""Values to messages and back, and the enums' numbers."""

from __future__ import annotations

import re
import struct
from dataclasses import fields
from datetime import UTC, datetime, timedelta, timezone
from enum import IntEnum
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import myosotis
from myosotis import convert, enums
from myosotis.v1 import (
    admin_service_pb2,
    conversation_pb2,
    conversation_service_pb2,
    graph_pb2,
    graph_service_pb2,
    memory_pb2,
)

PAIRS: list[tuple[type[IntEnum], Any, str]] = [
    (enums.Kind, memory_pb2.MemoryKind, "MEMORY_KIND_"),
    (enums.Tier, memory_pb2.MemoryTier, "MEMORY_TIER_"),
    (enums.Origin, memory_pb2.MemoryOrigin, "MEMORY_ORIGIN_"),
    (enums.Emotion, memory_pb2.Emotion, "EMOTION_"),
    (enums.Sensitivity, memory_pb2.Sensitivity, "SENSITIVITY_"),
    (enums.State, memory_pb2.MemoryState, "MEMORY_STATE_"),
    (enums.Durability, memory_pb2.Durability, "DURABILITY_"),
    (enums.ReconcileMode, memory_pb2.ReconcileMode, "RECONCILE_MODE_"),
    (enums.ChangeAction, memory_pb2.ChangeAction, "CHANGE_ACTION_"),
    (enums.RecallMode, memory_pb2.RecallMode, "RECALL_MODE_"),
    (enums.ForgetMode, memory_pb2.ForgetMode, "FORGET_MODE_"),
    (enums.Role, conversation_pb2.Role, "ROLE_"),
    (enums.ExtractionMode, conversation_pb2.ExtractionMode, "EXTRACTION_MODE_"),
    (enums.ContextFormat, conversation_pb2.ContextFormat, "CONTEXT_FORMAT_"),
    (enums.EntityType, graph_pb2.EntityType, "ENTITY_TYPE_"),
]


@pytest.mark.parametrize(("ours", "theirs", "prefix"), PAIRS)
def test_enums_equal_the_protos(ours: type[IntEnum], theirs: Any, prefix: str) -> None:
    expected = {name.removeprefix(prefix): number for name, number in theirs.items()}
    assert {member.name: member.value for member in ours} == expected


def test_no_enum_of_the_protos_is_forgotten() -> None:
    described = {
        name
        for module in (memory_pb2, conversation_pb2, graph_pb2)
        for name in module.DESCRIPTOR.enum_types_by_name
    }
    assert {theirs.DESCRIPTOR.name for _, theirs, _ in PAIRS} == described


def test_a_number_from_a_newer_server_is_kept() -> None:
    kind = convert.memory_value(memory_pb2.Memory(kind=99)).kind  # type: ignore[arg-type]
    assert (kind, kind.name) == (99, "UNKNOWN_99")
    with pytest.raises(ValueError, match="-1"):
        enums.Kind(-1)


@pytest.mark.parametrize(
    "message",
    [
        memory_pb2.Memory,
        memory_pb2.NewMemory,
        memory_pb2.MemoryFilter,
        memory_pb2.RecallWeights,
        memory_pb2.IdentitySignals,
        conversation_pb2.Session,
        conversation_pb2.EmotionDay,
        conversation_pb2.EmotionTrend,
        conversation_pb2.ToneHint,
        conversation_pb2.Topic,
        graph_pb2.Entity,
        graph_pb2.NodeReference,
        graph_pb2.Relation,
        graph_pb2.Neighbor,
    ],
    ids=lambda message: message.DESCRIPTOR.name,
)
def test_values_have_the_fields_of_their_messages(message: Any) -> None:
    described = message.DESCRIPTOR
    assert [field.name for field in fields(getattr(myosotis, described.name))] == [
        field.name for field in described.fields
    ]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (myosotis.ReplyContext, conversation_service_pb2.GetContextResponse),
        (myosotis.Profile, conversation_service_pb2.GetProfileResponse),
        (myosotis.EndSessionResult, conversation_service_pb2.EndSessionResponse),
        (myosotis.WatchedChange, conversation_service_pb2.WatchMemoriesResponse),
        (myosotis.RelateResult, graph_service_pb2.RelateResponse),
        (myosotis.UnrelateResult, graph_service_pb2.UnrelateResponse),
        (myosotis.MaintenanceResult, admin_service_pb2.RunMaintenanceResponse),
    ],
)
def test_results_have_the_fields_of_their_responses(value: Any, message: Any) -> None:
    assert [field.name for field in fields(value)] == [
        field.name for field in message.DESCRIPTOR.fields
    ]


def test_what_update_can_change_is_what_the_contract_says() -> None:
    proto = Path(__file__).parents[2] / "protos/myosotis/v1/memory_service.proto"
    comment = re.search(r"((?: +//.*\n)+) +google.protobuf.FieldMask", proto.read_text("utf-8"))
    assert comment
    assert set(re.findall(r"[a-z_]+", comment[1])) == set(myosotis.MemoryFields.__annotations__)


texts = st.text(st.characters(codec="utf-8"), max_size=20) | st.sampled_from(["我爱猫", "🐈", "é"])
shares = st.floats(0, 1, width=32).map(convert.shortest_float)
zones = st.integers(-14 * 60, 14 * 60).map(lambda m: timezone(timedelta(minutes=m)))
moments = st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1), timezones=zones)
maps = st.dictionaries(texts, texts, max_size=3)


def members(kind: type[IntEnum]) -> st.SearchStrategy[Any]:
    return st.sampled_from(list(kind))


attributes = st.builds(
    myosotis.Attribute, texts, texts, st.none() | st.floats(allow_nan=False), texts
)
turns = st.builds(myosotis.TurnReference, texts, texts)
new_memories = st.builds(
    myosotis.NewMemory,
    content=texts,
    kind=members(enums.Kind),
    tier=members(enums.Tier),
    origin=members(enums.Origin),
    attribute=st.none() | attributes,
    emotion=members(enums.Emotion),
    importance=shares,
    confidence=shares,
    pinned=st.booleans(),
    subject=texts,
    tags=st.lists(texts, max_size=3).map(tuple),
    metadata=maps,
    event_time=st.none() | moments,
    sources=st.lists(turns, max_size=2).map(tuple),
)


@given(new_memories)
def test_what_goes_out_comes_back_equal(new: myosotis.NewMemory) -> None:
    """The fields that a new memory shares with a memory have the same types on the wire."""
    message = convert.new_memory_message(new)
    stored = memory_pb2.Memory()
    for descriptor, value in message.ListFields():
        if descriptor.name in memory_pb2.Memory.DESCRIPTOR.fields_by_name:
            twin = type(message)(**{descriptor.name: value})
            memory = memory_pb2.Memory(**{descriptor.name: getattr(twin, descriptor.name)})
            stored.MergeFrom(memory)
    back = convert.memory_value(memory_pb2.Memory.FromString(stored.SerializeToString()))
    shared = {field.name for field in fields(myosotis.Memory)} & {
        field.name for field in fields(myosotis.NewMemory)
    }
    for name in shared:
        assert getattr(back, name) == getattr(new, name), name


weights = st.builds(
    myosotis.RecallWeights,
    **{each.name: st.none() | shares for each in fields(myosotis.RecallWeights)},
)


@given(weights)
def test_weights_that_are_not_set_stay_unset(chosen: myosotis.RecallWeights) -> None:
    message = convert.weights_message(chosen)
    assert message is not None
    sent = memory_pb2.RecallWeights.FromString(message.SerializeToString())
    for each in fields(chosen):
        value = getattr(chosen, each.name)
        assert sent.HasField(each.name) is (value is not None)
        if value is not None:
            assert convert.shortest_float(getattr(sent, each.name)) == value


def test_every_part_of_a_breakdown_comes_out() -> None:
    names = [field.name for field in memory_pb2.ScoreBreakdown.DESCRIPTOR.fields]
    parts = {name: (place + 1) / 10 for place, name in enumerate(names)}
    message = memory_pb2.RecalledMemory(score=0.7, breakdown=memory_pb2.ScoreBreakdown(**parts))
    told = convert.recalled_value(message)
    assert told.score == 0.7
    assert {each.name: getattr(told.breakdown, each.name) for each in fields(told.breakdown)} == (
        parts
    )


@given(st.floats(width=32, allow_nan=False))
def test_shortest_floats_stand_for_the_same_32_bits(value: float) -> None:
    assert struct.pack("<f", convert.shortest_float(value)) == struct.pack("<f", value)


def test_floats_come_back_as_they_were_written() -> None:
    (wire,) = struct.unpack("<f", struct.pack("<f", 0.7))
    assert convert.shortest_float(wire) == 0.7
    assert convert.shortest_float(float("inf")) == float("inf")


@given(st.timedeltas(timedelta(days=-3650), timedelta(days=3650)))
def test_durations_keep_their_microseconds(span: timedelta) -> None:
    message = convert.duration(span)
    assert message is not None
    assert message.ToTimedelta() == span


def test_times_come_in_utc() -> None:
    message = memory_pb2.Memory()
    message.create_time.FromJsonString("2026-05-01T08:00:00.123456789+08:00")
    moment = convert.memory_value(message).create_time
    assert moment == datetime(2026, 5, 1, 0, 0, 0, 123456, tzinfo=UTC)
    assert moment.utcoffset() == timedelta(0)


naive = datetime.fromisoformat("2026-01-01T00:00")


@pytest.mark.parametrize(
    ("send", "field"),
    [
        (lambda c: c.remember("ada", myosotis.NewMemory("x", event_time=naive)), "event_time"),
        (lambda c: c.remember("ada", myosotis.NewMemory("x", observe_time=naive)), "observe_time"),
        (lambda c: c.recall("ada", as_of_time=naive), "as_of_time"),
        (lambda c: c.update("ada", "m0", expire_time=naive), "expire_time"),
        (
            lambda c: list(
                c.list("ada", filter=myosotis.MemoryFilter(create_time=myosotis.TimeRange(naive)))
            ),
            "create_time.start_time",
        ),
        (
            lambda c: list(c.import_memories("ada", [myosotis.NewMemory("x", event_time=naive)])),
            "event_time",
        ),
        (
            lambda c: c.emotion_trend("ada", range=myosotis.TimeRange(end_time=naive)),
            "range.end_time",
        ),
        (
            lambda c: c.append_turns("ada", "s", myosotis.Turn("x", say_time=naive)),
            "say_time",
        ),
        (
            lambda c: c.relate(
                "ada",
                myosotis.Relation(
                    myosotis.NodeReference(memory_id="m"),
                    myosotis.NodeReference(entity_id="e"),
                    "about",
                    valid_to_time=naive,
                ),
            ),
            "valid_to_time",
        ),
    ],
)
def test_naive_datetimes_are_refused(client: Any, server: Any, send: Any, field: str) -> None:
    with pytest.raises(ValueError, match=f"{field} has no time zone"):
        send(client)
    assert server.requests == []


def test_one_string_in_place_of_several_is_refused(client: Any) -> None:
    with pytest.raises(TypeError, match="tags"):
        client.remember("ada", myosotis.NewMemory("x", tags="work"))
    with pytest.raises(TypeError, match="ids"):
        client.forget("ada", ids="m0")


def test_values_are_frozen_and_hashable() -> None:
    memory = convert.memory_value(memory_pb2.Memory(content="x", metadata={"a": "b"}))
    assert hash(memory) == hash(convert.memory_value(memory_pb2.Memory(content="x")))
    with pytest.raises(AttributeError):
        memory.content = "y"  # type: ignore[misc]
