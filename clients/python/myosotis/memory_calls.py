"""The calls of MemoryService. Signatures and docstrings here are those of both clients' methods.

Every method can raise MyosotisError or one of its kinds, ValueError for a datetime without a time
zone and TypeError for a value of the wrong type. `timeout` is in seconds and replaces the client's.
`request_id`, a UUID, makes a write safe to repeat for 24 hours; one is made if none is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Unpack

from google.protobuf.field_mask_pb2 import FieldMask

from myosotis import convert
from myosotis.calls import PagedCall, StreamCall, UnaryCall
from myosotis.enums import Durability, Emotion, ForgetMode, RecallMode, ReconcileMode
from myosotis.v1 import memory_pb2, memory_service_pb2
from myosotis.values import (
    ExportBatch,
    ForgetResult,
    IdentitySignals,
    Memory,
    MemoryChange,
    MemoryFields,
    MemoryFilter,
    NewMemory,
    RecallResult,
    RecallWeights,
    RememberResult,
    UpdateResult,
)


def remember(
    user_id: str,
    memories: str | NewMemory | Sequence[str | NewMemory],
    *,
    session_id: str = "",
    request_id: str | None = None,
    reconcile: ReconcileMode = ReconcileMode.UNSPECIFIED,
    durability: Durability = Durability.UNSPECIFIED,
    time_zone: str = "",
    timeout: float | None = None,
) -> UnaryCall[RememberResult]:
    """Remembers 1 to 100 statements: all of them or, after an error, none.

    A repetition reinforces what is known and a contradiction supersedes it; the changes tell.
    `time_zone` is the user's IANA zone, in which "yesterday" is read (UTC if empty).
    Raises InvalidArgument, RequestIdReused, ResourceExhausted, StoreFull.
    """
    request = memory_service_pb2.RememberRequest(
        user_id=user_id,
        memories=convert.new_memory_messages(memories),
        session_id=session_id,
        request_id=convert.request_id(request_id),
        reconcile=convert.number(reconcile),
        durability=convert.number(durability),
        time_zone=time_zone,
    )
    return UnaryCall("MemoryService/Remember", request, _remember_result, timeout)


def recall(
    user_id: str,
    query: str = "",
    *,
    limit: int = 10,
    filter: MemoryFilter | None = None,
    mode: RecallMode = RecallMode.UNSPECIFIED,
    weights: RecallWeights | None = None,
    emotion: Emotion = Emotion.UNSPECIFIED,
    as_of_time: datetime | None = None,
    min_score: float = 0.0,
    token_budget: int = 0,
    graph_hops: int = 0,
    identity: IdentitySignals | None = None,
    min_revision: int = 0,
    read_only: bool = False,
    time_zone: str = "",
    timeout: float | None = None,
) -> UnaryCall[RecallResult]:
    """Recalls up to `limit` (1 to 100) memories that matter most for the query, best first.

    An empty query ranks by importance and recency. `as_of_time` asks what was known and true then;
    `min_score` is 0 to 1; `token_budget` bounds the contents in model tokens (0: no bound);
    `graph_hops` is 0 to 2; `min_revision` waits for a write; `read_only` leaves access counts be;
    `time_zone` is the user's IANA zone, in which "yesterday" is read (UTC if empty). A user who is
    not known has no memories, which is no error. Raises InvalidArgument, Overloaded.
    """
    request = memory_service_pb2.RecallRequest(
        user_id=user_id,
        query=query,
        limit=limit,
        filter=convert.filter_message(filter),
        mode=convert.number(mode),
        weights=convert.weights_message(weights),
        emotion=convert.number(emotion),
        as_of_time=convert.timestamp(as_of_time, "as_of_time"),
        min_score=min_score,
        token_budget=token_budget,
        graph_hops=graph_hops,
        identity=convert.identity_message(identity),
        min_revision=min_revision,
        read_only=read_only,
        time_zone=time_zone,
    )
    return UnaryCall("MemoryService/Recall", request, _recall_result, timeout)


def forget(
    user_id: str,
    *,
    ids: Sequence[str] | None = None,
    filter: MemoryFilter | None = None,
    query: str | None = None,
    everything: bool = False,
    mode: ForgetMode = ForgetMode.UNSPECIFIED,
    dry_run: bool = False,
    request_id: str | None = None,
    reason: str = "",
    timeout: float | None = None,
) -> UnaryCall[ForgetResult]:
    """Forgets memories by exactly one of: ids, filter, query (in the user's words), everything.

    What is forgotten is gone from every later answer when the call returns. `dry_run` only tells
    what would go: use it first with a query. `reason` is kept in the audit trail and must hold no
    personal data. Raises ValueError for none or several targets, InvalidArgument, NotFound.
    """
    targets = {
        "ids": memory_pb2.MemoryIds(memory_ids=convert.strings(ids, "ids"))
        if ids is not None
        else None,
        "filter": convert.filter_message(filter),
        "query": query,
        "everything": everything or None,
    }
    target: dict[str, Any] = {name: value for name, value in targets.items() if value is not None}
    if len(target) != 1:
        raise ValueError("forget takes exactly one of ids, filter, query and everything=True")
    request = memory_service_pb2.ForgetRequest(
        user_id=user_id,
        mode=convert.number(mode),
        dry_run=dry_run,
        request_id=convert.request_id(request_id),
        reason=reason,
        **target,
    )
    return UnaryCall("MemoryService/Forget", request, _forget_result, timeout)


def get(user_id: str, memory_id: str, *, timeout: float | None = None) -> UnaryCall[Memory]:
    """One memory. Raises NotFound."""
    request = memory_service_pb2.GetMemoryRequest(user_id=user_id, memory_id=memory_id)
    return UnaryCall(
        "MemoryService/GetMemory", request, lambda got: convert.memory_value(got.memory), timeout
    )


def list_memories(
    user_id: str,
    *,
    filter: MemoryFilter | None = None,
    page_size: int = 100,
    timeout: float | None = None,
) -> PagedCall[Memory]:
    """Iterates over a user's memories, fetched `page_size` (1 to 1,000) at a time as needed.

    `timeout` holds for each page. A user who is not known has no memories, which is no error.
    """
    request = memory_service_pb2.ListMemoriesRequest(
        user_id=user_id, filter=convert.filter_message(filter), page_size=page_size
    )
    return PagedCall(
        "MemoryService/ListMemories",
        request,
        lambda page: convert.memory_values(page.memories),
        timeout,
    )


def update(
    user_id: str,
    memory_id: str,
    *,
    etag: str = "",
    timeout: float | None = None,
    **fields: Unpack[MemoryFields],
) -> UnaryCall[UpdateResult]:
    """Changes the fields given by name, and no others: see MemoryFields for which.

    With an `etag`, only if the memory is still the one that carried it. Not retried, since a repeat
    could undo another's change. Raises ValueError for no fields, EtagMismatch, NotFound,
    InvalidArgument.
    """
    if not fields:
        raise ValueError("update takes at least one field to change")
    if unknown := fields.keys() - MemoryFields.__annotations__.keys():
        raise TypeError(f"update cannot change {', '.join(sorted(unknown))}")
    values: dict[str, Any] = dict(fields)
    for name in ("event_time", "expire_time"):
        if name in values:
            values[name] = convert.timestamp(values[name], name)
    for name in ("kind", "tier", "emotion", "sensitivity"):
        if name in values:
            values[name] = convert.number(values[name])
    if "attribute" in values:
        values["attribute"] = convert.attribute_message(values["attribute"])
    if "tags" in values:
        values["tags"] = convert.strings(values["tags"], "tags")
    request = memory_service_pb2.UpdateMemoryRequest(
        memory=memory_pb2.Memory(user_id=user_id, memory_id=memory_id, etag=etag, **values),
        update_mask=FieldMask(paths=sorted(fields)),
    )
    return UnaryCall("MemoryService/UpdateMemory", request, _update_result, timeout)


def revisions(
    user_id: str, memory_id: str, *, page_size: int = 100, timeout: float | None = None
) -> PagedCall[MemoryChange]:
    """Iterates over every state that a memory has had, newest first. Raises NotFound.

    Fetched `page_size` (1 to 1,000) at a time as needed; `timeout` holds for each page.
    """
    request = memory_service_pb2.ListMemoryRevisionsRequest(
        user_id=user_id, memory_id=memory_id, page_size=page_size
    )
    return PagedCall(
        "MemoryService/ListMemoryRevisions",
        request,
        lambda page: convert.change_values(page.revisions),
        timeout,
    )


def export(
    user_id: str, *, include_revisions: bool = False, timeout: float | None = None
) -> StreamCall[ExportBatch]:
    """Iterates over everything held about a user, in batches as the server sends them.

    `timeout` holds for the whole stream; none unless given. Leaving the loop cancels the call.
    """
    request = memory_service_pb2.ExportMemoriesRequest(
        user_id=user_id, include_revisions=include_revisions
    )
    return StreamCall("MemoryService/ExportMemories", request, _export_batch, timeout)


def _remember_result(response: memory_service_pb2.RememberResponse) -> RememberResult:
    return RememberResult(convert.change_values(response.changes), response.revision)


def _recall_result(response: memory_service_pb2.RecallResponse) -> RecallResult:
    return RecallResult(
        memories=tuple(convert.recalled_value(memory) for memory in response.memories),
        mode=RecallMode(response.mode),
        emotion=Emotion(response.emotion),
        withheld_count=response.withheld_count,
        identity_confirmation_required=response.identity_confirmation_required,
        revision=response.revision,
    )


def _forget_result(response: memory_service_pb2.ForgetResponse) -> ForgetResult:
    return ForgetResult(
        forgotten_count=response.forgotten_count,
        memories=convert.memory_values(response.memories),
        receipt_id=response.receipt_id,
        revision=response.revision,
    )


def _update_result(response: memory_service_pb2.UpdateMemoryResponse) -> UpdateResult:
    return UpdateResult(convert.memory_value(response.memory), response.revision)


def _export_batch(response: memory_service_pb2.ExportMemoriesResponse) -> ExportBatch:
    return ExportBatch(
        convert.memory_values(response.memories), convert.change_values(response.revisions)
    )
