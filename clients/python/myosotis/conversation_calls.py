"""The calls of ConversationService; see memory_calls for what holds for every method."""

from __future__ import annotations

from collections.abc import Sequence

from myosotis import convert
from myosotis.calls import UnaryCall
from myosotis.enums import ExtractionMode
from myosotis.v1 import conversation_service_pb2
from myosotis.values import AppendResult, Turn


def append_turns(
    user_id: str,
    session_id: str,
    turns: str | Turn | Sequence[str | Turn],
    *,
    extraction: ExtractionMode = ExtractionMode.UNSPECIFIED,
    request_id: str | None = None,
    time_zone: str = "",
    timeout: float | None = None,
) -> UnaryCall[AppendResult]:
    """Appends 1 to 100 turns, in the order in which they were said, to a session, new or not.

    What users tell in them is learnt in the background, or before the call returns (INLINE), or
    never (OFF). A turn that the session has already is passed over. `time_zone` is the user's IANA
    zone, in which "yesterday" is read (UTC if empty). Raises InvalidArgument, RequestIdReused,
    TurnIdReused, ResourceExhausted, StoreFull.
    """
    request = conversation_service_pb2.AppendTurnsRequest(
        user_id=user_id,
        session_id=session_id,
        turns=convert.turn_messages(turns),
        extraction=convert.number(extraction),
        request_id=convert.request_id(request_id),
        time_zone=time_zone,
    )
    return UnaryCall("ConversationService/AppendTurns", request, _append_result, timeout)


def _append_result(response: conversation_service_pb2.AppendTurnsResponse) -> AppendResult:
    return AppendResult(
        turns=tuple(convert.turn_value(turn) for turn in response.turns),
        changes=convert.change_values(response.changes),
        revision=response.revision,
    )
