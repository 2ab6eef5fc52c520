"""Requests to values. Everything that the contract promises about a request is checked here."""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from google.protobuf.message import Message

from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service_pb
from myosotis_server.memory.values import (
    MOST_METADATA,
    MOST_SOURCES,
    MOST_TAGS,
    SECOND,
    Attribute,
    Emotion,
    ForgetMode,
    Instant,
    MemoryFilter,
    MemoryKind,
    MemoryOrigin,
    MemoryTier,
    Owner,
    RecallMode,
    Sensitivity,
    Statement,
    TimeRange,
    TurnReference,
)
from myosotis_server.service.commit import RequestKey
from myosotis_server.service.forget import ForgetTarget, as_target
from myosotis_server.service.recall import RecallQuestion
from myosotis_server.wire.callers import current_caller
from myosotis_server.wire.validate import Checker

CONTENT_BYTES = 8_192
USER_ID_BYTES = 512
NAME_BYTES = 512
TAG_BYTES = 256
METADATA_VALUE_BYTES = 2_048
MAX_FILTER_VALUES = 100
MAX_ITEMS = 100
MAX_FORGET_IDS = 1_000
CLOCK_SKEW = 5 * 60 * SECOND
TTL_SECONDS = 200 * 365 * 86_400


def owner_of(check: Checker, user_id: str, field: str = "user_id") -> Owner:
    """The isolation key. The tenant comes from who called, never from the request."""
    check.text(field, user_id, USER_ID_BYTES, required=True, blank=False)
    return Owner(current_caller.get().tenant, user_id)


def request_key(check: Checker, request: Message, request_id: str) -> RequestKey | None:
    """What makes the call idempotent; None where the caller sent no request_id."""
    canonical = check.uuid("request_id", request_id)
    if not canonical:
        return None
    content = request.SerializeToString(deterministic=True)
    return RequestKey(canonical, hashlib.sha256(content).digest())


def statement(
    check: Checker, path: str, item: pb.NewMemory, session_id: str, now: Instant
) -> Statement:
    observe_time = check.optional_time(item, "observe_time", path)
    if observe_time is not None and observe_time > now + CLOCK_SKEW:
        check.note(f"{path}.observe_time", "lies more than five minutes in the future")
    ttl = None
    if item.HasField("ttl"):
        ttl = check.duration(f"{path}.ttl", item.ttl, TTL_SECONDS)
    return Statement(
        content=check.text(
            f"{path}.content", item.content, CONTENT_BYTES, required=True, blank=False
        ),
        kind=check.enum(f"{path}.kind", item.kind, MemoryKind),
        tier=check.enum(f"{path}.tier", item.tier, MemoryTier),
        origin=check.enum(f"{path}.origin", item.origin, MemoryOrigin),
        attribute=(
            attribute(check, f"{path}.attribute", item.attribute)
            if item.HasField("attribute")
            else None
        ),
        emotion=check.enum(f"{path}.emotion", item.emotion, Emotion),
        importance=optional_share(check, item, "importance", path),
        confidence=optional_share(check, item, "confidence", path),
        pinned=item.pinned,
        subject=check.text(f"{path}.subject", item.subject, NAME_BYTES),
        tags=tuple(check.distinct(f"{path}.tags", item.tags, MOST_TAGS, TAG_BYTES)),
        metadata=metadata(check, f"{path}.metadata", item.metadata),
        event_time=check.optional_time(item, "event_time", path),
        observe_time=observe_time,
        ttl=ttl,
        sources=_sources(check, f"{path}.sources", item.sources),
        session_id=session_id,
    )


def statements(check: Checker, items: Any, session_id: str, now: Instant) -> list[Statement]:
    """1 to 100 statements of one session."""
    check.count("memories", len(items), 1, MAX_ITEMS)
    check.text("session_id", session_id, NAME_BYTES)
    return [
        statement(check, f"memories[{index}]", item, session_id, now)
        for index, item in enumerate(items[:MAX_ITEMS])
    ]


def recall_question(check: Checker, request: service_pb.RecallRequest) -> RecallQuestion:
    if request.graph_hops > 2:
        check.note("graph_hops", "must be at most 2")
    return RecallQuestion(
        query=check.text("query", request.query, CONTENT_BYTES),
        limit=check.size("limit", request.limit, 10, 100),
        filter=memory_filter(check, "filter", request.filter),
        mode=check.enum("mode", request.mode, RecallMode),
        weights=_weights(check, request.weights),
        emotion=check.enum("emotion", request.emotion, Emotion),
        as_of=check.optional_time(request, "as_of_time"),
        min_score=check.number("min_score", request.min_score, 0, 1),
        token_budget=request.token_budget,
        min_revision=request.min_revision,
        graph_hops=min(request.graph_hops, 2),
        read_only=request.read_only,
        zone=check.zone("time_zone", request.time_zone),
    )


def forget_target(check: Checker, request: service_pb.ForgetRequest) -> ForgetTarget:
    """Exactly what to forget; nothing is ever forgotten by leaving something out."""
    chosen = request.WhichOneof("target")
    if chosen == "ids":
        ids = request.ids.memory_ids
        check.count("ids.memory_ids", len(ids), 1, MAX_FORGET_IDS)
        return as_target(
            [
                check.uuid(f"ids.memory_ids[{index}]", each, required=True)
                for index, each in enumerate(ids[:MAX_FORGET_IDS])
            ]
        )
    if chosen == "filter":
        wanted = memory_filter(check, "filter", request.filter)
        if wanted.is_empty:
            check.note("filter", "must not be empty; to forget the user, set `everything`")
        return ForgetTarget(filter=wanted)
    if chosen == "query":
        return ForgetTarget(
            query=check.text("query", request.query, CONTENT_BYTES, required=True, blank=False)
        )
    if chosen == "everything" and request.everything:
        return ForgetTarget(everything=True)
    check.note("target", "set one of ids, filter, query or everything = true")
    return ForgetTarget()


def forget_mode(check: Checker, request: service_pb.ForgetRequest) -> ForgetMode:
    check.text("reason", request.reason, NAME_BYTES)
    return check.enum("mode", request.mode, ForgetMode)


def memory_filter(check: Checker, path: str, wanted: pb.MemoryFilter) -> MemoryFilter:
    if not wanted.ByteSize():  # as nearly always, and thirteen fields take a while to look at
        return MemoryFilter()

    def names(field: str) -> frozenset[str]:
        values = getattr(wanted, field)
        return frozenset(check.distinct(f"{path}.{field}", values, MAX_FILTER_VALUES, NAME_BYTES))

    def numbers(field: str, kind: Any) -> frozenset[Any]:
        values = getattr(wanted, field)
        check.count(f"{path}.{field}", len(values), 0, MAX_FILTER_VALUES)
        found = {
            check.enum(f"{path}.{field}[{index}]", value, kind)
            for index, value in enumerate(values)
        }
        if kind(0) in found and 0 in values:
            check.note(f"{path}.{field}", "must not hold the unspecified value")
        return frozenset(found)

    def subjects() -> frozenset[str]:
        """The empty subject is the user, so it may be asked for."""
        check.count(f"{path}.subjects", len(wanted.subjects), 0, MAX_FILTER_VALUES)
        return frozenset(
            check.text(f"{path}.subjects[{index}]", value, NAME_BYTES)
            for index, value in enumerate(wanted.subjects[:MAX_FILTER_VALUES])
        )

    return MemoryFilter(
        kinds=numbers("kinds", MemoryKind),
        tiers=numbers("tiers", MemoryTier),
        emotions=numbers("emotions", Emotion),
        tags=names("tags"),
        session_ids=names("session_ids"),
        attribute_keys=names("attribute_keys"),
        subjects=subjects(),
        metadata=metadata(check, f"{path}.metadata", wanted.metadata),
        min_importance=optional_share(check, wanted, "min_importance", path),
        min_confidence=optional_share(check, wanted, "min_confidence", path),
        create_time=time_range(check, wanted, "create_time", path),
        event_time=time_range(check, wanted, "event_time", path),
        include_superseded=wanted.include_superseded,
    )


def attribute(check: Checker, path: str, value: pb.Attribute) -> Attribute:
    number = None
    if value.HasField("number"):
        number = check.number(f"{path}.number", value.number, -1e300, 1e300)
    return Attribute(
        key=check.snake_case(f"{path}.key", value.key),
        value=check.text(f"{path}.value", value.value, METADATA_VALUE_BYTES),
        number=number,
        unit=check.text(f"{path}.unit", value.unit, 64),
    )


def metadata(check: Checker, path: str, values: Mapping[str, str]) -> dict[str, str]:
    check.count(path, len(values), 0, MOST_METADATA)
    for key, value in values.items():
        # Keys are the caller's own words, so the path stops at the map.
        check.text(path, key, TAG_BYTES, required=True)
        check.text(path, value, METADATA_VALUE_BYTES)
    return dict(values)


def _content(check: Checker, memory: pb.Memory) -> str:
    return check.text("memory.content", memory.content, CONTENT_BYTES, required=True, blank=False)


def _set_enum(check: Checker, memory: pb.Memory, field: str, kind: Any) -> Any:
    value = check.enum(f"memory.{field}", getattr(memory, field), kind)
    if not value and kind is not Emotion:
        check.note(f"memory.{field}", "must not be unspecified")
    return value


_UPDATES: Mapping[str, Callable[[Checker, pb.Memory], Any]] = {
    "content": _content,
    "kind": lambda check, memory: _set_enum(check, memory, "kind", MemoryKind),
    "tier": lambda check, memory: _set_enum(check, memory, "tier", MemoryTier),
    "attribute": lambda check, memory: (
        attribute(check, "memory.attribute", memory.attribute)
        if memory.HasField("attribute")
        else None
    ),
    "emotion": lambda check, memory: _set_enum(check, memory, "emotion", Emotion),
    "emotion_intensity": lambda check, memory: check.number(
        "memory.emotion_intensity", memory.emotion_intensity, 0, 1
    ),
    "importance": lambda check, memory: check.number("memory.importance", memory.importance, 0, 1),
    "confidence": lambda check, memory: check.number("memory.confidence", memory.confidence, 0, 1),
    "sensitivity": lambda check, memory: _set_enum(check, memory, "sensitivity", Sensitivity),
    "pinned": lambda check, memory: memory.pinned,
    "subject": lambda check, memory: check.text("memory.subject", memory.subject, NAME_BYTES),
    "tags": lambda check, memory: tuple(
        check.distinct("memory.tags", memory.tags, MOST_TAGS, TAG_BYTES)
    ),
    "metadata": lambda check, memory: metadata(check, "memory.metadata", memory.metadata),
    "event_time": lambda check, memory: check.optional_time(memory, "event_time", "memory"),
    "expire_time": lambda check, memory: check.optional_time(memory, "expire_time", "memory"),
}


def updated_fields(check: Checker, request: service_pb.UpdateMemoryRequest) -> dict[str, Any]:
    """Values of the fields named in the mask, under their names in `Memory`."""
    paths = list(dict.fromkeys(request.update_mask.paths))
    if not paths:
        check.note("update_mask", "must name at least one field")
    fields = {}
    for path in paths:
        if path in _UPDATES:
            fields[path] = _UPDATES[path](check, request.memory)
        elif path in request.memory.DESCRIPTOR.fields_by_name:
            check.note("update_mask", f"{path!r} cannot be updated")
        else:  # may be anything, also what somebody said
            check.note("update_mask", "names what is no field of a memory")
    return fields


def _weights(check: Checker, weights: pb.RecallWeights) -> dict[str, float]:
    return {
        field.name: check.number(f"weights.{field.name}", value, 0, 1_000)
        for field, value in weights.ListFields()
    }


def optional_share(check: Checker, message: Any, field: str, path: str) -> float | None:
    """A number of 0 to 1 in `field` of `message`, which stands at `path`; None if unset."""
    if not message.HasField(field):
        return None
    return check.number(f"{path}.{field}", getattr(message, field), 0, 1)


def time_range(check: Checker, message: Any, field: str, path: str = "") -> TimeRange | None:
    """The span in `field` of `message`, which stands at `path`; None where it has no bounds."""
    if not message.HasField(field):
        return None
    span = getattr(message, field)
    at = f"{path}.{field}" if path else field
    noted = len(check.violations)
    start = check.optional_time(span, "start_time", at)
    end = check.optional_time(span, "end_time", at)
    sound = len(check.violations) == noted
    if sound and start is not None and end is not None and start >= end:
        check.note(at, "must start before it ends")
    # A range without ends narrows nothing: it must not make an empty filter look chosen.
    return None if start is None and end is None else TimeRange(start, end)


def _sources(check: Checker, path: str, sources: Any) -> tuple[TurnReference, ...]:
    check.count(path, len(sources), 0, MOST_SOURCES)
    return tuple(
        TurnReference(
            check.text(f"{path}[{index}].session_id", source.session_id, NAME_BYTES),
            check.text(f"{path}[{index}].turn_id", source.turn_id, NAME_BYTES, required=True),
        )
        for index, source in enumerate(sources[:MOST_SOURCES])
    )
