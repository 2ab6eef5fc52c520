"""Waits for what a server does in the background of what it was told."""

from __future__ import annotations

import time
from collections.abc import Sequence

import grpc

from faults.held import read
from faults.talk_audit import TalkAudit, audit_talks
from faults.talks import Speaker


def catch_up(channel: grpc.Channel, speakers: Sequence[Speaker], patience: float) -> None:
    """Returns once nothing is left to be done, or after `patience` seconds."""
    deadline = time.monotonic() + patience
    left = list(speakers)
    while left and time.monotonic() < deadline:
        time.sleep(0.5)
        left = [each for each in left if _is_unfinished(channel, each)]


def _is_unfinished(channel: grpc.Channel, speaker: Speaker) -> bool:
    found = TalkAudit()
    audit_talks(found, speaker, read(channel, speaker.user, graph=False))
    return found.unfinished > 0
