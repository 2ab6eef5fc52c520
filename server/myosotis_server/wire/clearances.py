"""What a call may see, from who calls and from what it tells of who is speaking."""

from typing import Any

from myosotis.v1 import memory_pb2 as pb
from myosotis_server.memory.clearance import Clearance
from myosotis_server.memory.trust import Signals
from myosotis_server.memory.values import Owner
from myosotis_server.service.clearing import Clearing
from myosotis_server.wire.callers import current_caller
from myosotis_server.wire.requests import NAME_BYTES, optional_share
from myosotis_server.wire.validate import Checker


def identity_signals(check: Checker, request: Any) -> Signals | None:
    """What a request tells of who is speaking, None where it says nothing of it."""
    if not request.HasField("identity"):
        return None
    told: pb.IdentitySignals = request.identity
    return Signals(
        check.text("identity.device_id", told.device_id, NAME_BYTES),
        optional_share(check, told, "voiceprint_score", "identity"),
        optional_share(check, told, "behaviour_score", "identity"),
        told.confirmed_explicitly,
    )


def of_caller(clearing: Clearing) -> Clearance:
    """Of a call that has no room for signals."""
    return clearing.of_caller(current_caller.get())


async def of_speaker(
    clearing: Clearing, owner: Owner, signals: Signals | None, *, learns: bool = True
) -> Clearance:
    """Of a call that has; see `Clearing.of_signals`."""
    caller = current_caller.get()
    if signals is None:
        return clearing.of_caller(caller)
    return await clearing.of_signals(caller, owner, signals, learns=learns)
