"""Claims to test with, and a person who is told things one after the other."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from memory.memories import NOON, memory
from myosotis_server.memory.claims import Claim, claim_of
from myosotis_server.memory.reading import Reading
from myosotis_server.memory.reconcile import Reconciled, reconcile
from myosotis_server.memory.values import (
    DAY,
    Attribute,
    Memory,
    MemoryOrigin,
    MemoryState,
    ReconcileMode,
)


def said(
    content: str,
    slot: str = "",
    *,
    ends: Sequence[str] = (),
    corrects: bool = False,
    is_inferred: bool = False,
    number: float | None = None,
    unit: str = "",
    day: float = 0,
    **fields: Any,
) -> Claim:
    """A statement made `day` days after NOON; `slot` and `ends` are written "key=value"."""
    time = NOON + int(day * DAY)
    attribute = _attribute(slot, number, unit) if slot else None
    if is_inferred:
        fields = {"origin": MemoryOrigin.INFERRED, "confidence": 0.6} | fields
    times = {"create_time": time, "update_time": time, "valid_from": time}
    reading = Reading(
        attribute=attribute,
        ends=tuple(_attribute(each) for each in ends),
        subject=fields.get("subject", ""),
        corrects=corrects,
        is_inferred=is_inferred,
    )
    return claim_of(memory(content, attribute=attribute, **(times | fields)), reading)


def _attribute(written: str, number: float | None = None, unit: str = "") -> Attribute:
    key, _, value = written.partition("=")
    return Attribute(key, value, number, unit)


def met(
    known: Sequence[Claim],
    drafts: Sequence[Claim],
    likeness: float = 1.0,
    mode: ReconcileMode = ReconcileMode.FULL,
) -> Reconciled:
    """Everything as like as `likeness`: by default texts could not be more so."""
    alike = np.full((len(drafts), len(known) + len(drafts)), likeness)
    return reconcile(known, drafts, alike, mode)


class Listener:
    """Knows what it was told, as a store would: memories without their readings."""

    def __init__(self, likeness: float = 1.0) -> None:
        self.memories: dict[str, Memory] = {}
        self._likeness = likeness

    def hear(self, *drafts: Claim) -> Reconciled:
        """`drafts` of one call."""
        known = [claim_of(each) for each in self.memories.values()]
        result = met(known, drafts, self._likeness)
        self.memories |= {change.memory.memory_id: change.memory for change in result.changes}
        return result

    @property
    def active(self) -> list[str]:
        """What holds now, in alphabetical order."""
        return sorted(
            each.content for each in self.memories.values() if each.state is MemoryState.ACTIVE
        )

    @property
    def ended(self) -> list[str]:
        return sorted(
            each.content for each in self.memories.values() if each.state is MemoryState.SUPERSEDED
        )

    def of(self, content: str) -> Memory:
        [only] = [each for each in self.memories.values() if each.content == content]
        return only
