"""How statements meet what is known: whatever is said in whatever order, nothing is lost."""

from __future__ import annotations

from random import Random

import numpy as np

from fuzz import texts
from fuzz.targets import Finding, Target, within
from memory.memories import NOON
from myosotis_server.memory.claims import Claim, claim_of
from myosotis_server.memory.reading import NOTHING_READ
from myosotis_server.memory.reconcile import reconcile
from myosotis_server.memory.values import (
    DAY,
    Memory,
    MemoryKind,
    MemoryOrigin,
    MemoryState,
    MemoryTier,
    ReconcileMode,
)
from myosotis_server.understanding.attributes import readings_of
from myosotis_server.understanding.describe import language_of
from ports.builders import memory

MOST = 24
_MODES = (ReconcileMode.FULL, ReconcileMode.FULL, ReconcileMode.EXACT, ReconcileMode.OFF)


def check_reconcile(data: bytes) -> None:
    """Statements, one a line, are said one after the other to somebody who knows those before.

    The first byte says how, and how like everything is.
    """
    how = data[0] if data else 0
    lines = data[1:].decode("utf-8", "replace").split("\n")[:MOST]
    claims = [_claim(line, place, how) for place, line in enumerate(lines) if line]
    within(2 + len(data) * 1e-3, lambda: _say(claims, how))


def _say(claims: list[Claim], how: int) -> None:
    known: dict[str, Memory] = {}
    mode = _MODES[how % len(_MODES)]
    size = 1 + how // 4 % 3
    for start in range(0, len(claims), size):
        drafts = claims[start : start + size]
        before = [claim_of(each) for each in known.values()]
        alike = np.full((len(drafts), len(before) + len(drafts)), (how >> 4) / 15)
        result = reconcile(before, drafts, alike, mode)
        if len(result.answers) != len(drafts):
            raise Finding("a statement has no answer")
        gone = set(known)
        for change in result.changes:
            _look_at(change.memory)
            known[change.memory.memory_id] = change.memory
        if not gone <= set(known):
            raise Finding("something known is lost")
        for answer in result.answers:
            if result.changes[answer].memory.memory_id not in known:
                raise Finding("an answer names what is not known")


def _look_at(one: Memory) -> None:
    if not one.content:
        raise Finding("a memory says nothing")
    if not (0 <= one.confidence <= 1 and 0 <= one.importance <= 1):
        raise Finding("a share is not between 0 and 1")
    if one.mention_count < 1:
        raise Finding("a memory was never mentioned")
    if one.state is MemoryState.SUPERSEDED and one.superseded_by == one.memory_id:
        raise Finding("a memory is superseded by itself")
    one.content.encode()


def _claim(line: str, place: int, how: int) -> Claim:
    readings = readings_of(line, language_of(line))
    reading = readings[0] if readings else NOTHING_READ
    guessed = bool(how & 8) and place % 3 == 2
    time = NOON + place * DAY // 4
    said = memory(
        line,
        kind=MemoryKind(1 + len(line) % 6),
        tier=MemoryTier.SEMANTIC,
        origin=MemoryOrigin.INFERRED if guessed else MemoryOrigin.EXPLICIT,
        confidence=0.6 if guessed else 1.0,
        attribute=reading.attribute,
        subject=reading.subject,
        session_id=f"s{place // 5}",
        create_time=time,
        update_time=time,
        valid_from=time,
    )
    return claim_of(said, reading)


def _made(random: Random) -> bytes:
    said = [texts.text(random, 120).replace("\n", " ") for _ in range(1 + random.randrange(12))]
    said += [random.choice(said) for _ in range(random.randrange(4))]
    return bytes([random.randrange(256)]) + "\n".join(said).encode()


def target() -> Target:
    """This module's."""
    seeds = [
        b"\xf0" + "\n".join(texts.spoken()[start : start + 10]).encode()
        for start in range(0, len(texts.spoken()), 10)
    ]
    return Target("reconcile", check_reconcile, lambda: seeds, texts.words(), _made)
