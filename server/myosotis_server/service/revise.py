"""Update: chosen fields of one memory, guarded by its revision."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from myosotis_server.memory.errors import (
    EtagMismatch,
    InvalidRequest,
    MemoryNotFound,
    Violation,
)
from myosotis_server.memory.ports import Clock, Store, UserHead
from myosotis_server.memory.values import (
    Attribute,
    ChangeAction,
    Memory,
    MemoryChange,
    Owner,
    Sensitivity,
)
from myosotis_server.service.browse import alive
from myosotis_server.service.cleaning import cleaned
from myosotis_server.service.commit import Committer, Plan
from myosotis_server.service.embed_queue import EmbedQueue
from myosotis_server.service.lanes import Lanes
from myosotis_server.service.row_maker import RowMaker, text_of
from myosotis_server.understanding.attributes import readings_of
from myosotis_server.understanding.describe import language_of
from myosotis_server.understanding.privacy import PrivacyPolicy, classes_in
from myosotis_server.understanding.sensitivity import sensitivity_of

_READ_FROM = ("content", "attribute")
"""What a memory's sensitivity follows from."""


def _attribute(memory: Memory) -> Attribute | None:
    """What the text of `memory` is read into."""
    readings = readings_of(memory.content, language_of(memory.content))
    return readings[0].attribute if readings else None


def _sensitivity(memory: Memory) -> Sensitivity:
    """How careful one must be with what the text of `memory` says."""
    return sensitivity_of(memory.content, memory.attribute, classes_in(memory.content))


def _text(memory: Memory) -> str:
    return text_of(memory.content, memory.subject)


class Revise:
    def __init__(
        self,
        committer: Committer,
        store: Store,
        lanes: Lanes,
        embedding: EmbedQueue,
        rows: RowMaker,
        clock: Clock,
        policy: PrivacyPolicy,
    ) -> None:
        self._committer = committer
        self._store = store
        self._lanes = lanes
        self._embedding = embedding
        self._rows = rows
        self._clock = clock
        self._policy = policy

    async def __call__(
        self,
        owner: Owner,
        memory_id: str,
        fields: Mapping[str, Any],
        expected_revision: int | None,
    ) -> tuple[Memory, int]:
        """The memory with `fields` set and the user's new revision.

        The id stays, whatever the text becomes; an attribute and a sensitivity that were read out
        of the old text are read anew.

        MemoryNotFound; EtagMismatch when the memory's revision is not `expected_revision`;
        InvalidRequest for what the privacy filter refuses.
        """
        fields, refused = cleaned(fields, self._policy)
        if refused:
            held = ", ".join(name.replace("_", " ") for name in refused)
            raise InvalidRequest([Violation("memory", f"holds what is not kept: {held}")])
        read = await self._lanes.call(lambda: self._read(owner, memory_id))
        text = _text(replace(read, **fields))
        vector = (await self._embedding.passages([text]))[0]

        def plan(head: UserHead) -> Plan:
            earlier = self._read(owner, memory_id)
            if expected_revision not in (None, earlier.revision):
                raise EtagMismatch(memory_id)
            later = replace(earlier, **fields, update_time=self._clock.now())
            if "attribute" not in fields and earlier.attribute == _attribute(earlier):
                later = replace(later, attribute=_attribute(later))
            if _text(later) != text:
                # The vector is of a text that another call has replaced meanwhile.
                raise EtagMismatch(memory_id)
            if "sensitivity" not in fields and not fields.keys().isdisjoint(_READ_FROM):
                # What was found in the old text is found anew; what a caller said of it stays.
                found = _sensitivity(later)
                told = earlier.sensitivity > _sensitivity(earlier)
                found = max(found, earlier.sensitivity) if told else found
                later = replace(later, sensitivity=found)
            later = replace(later, language=language_of(later.content))
            change = MemoryChange(ChangeAction.UPDATED, later)
            return Plan([change], self._rows.rows([(later, vector)]))

        outcome = await self._committer.commit(owner, plan)
        if not outcome.changes:
            raise MemoryNotFound(memory_id)
        return outcome.changes[0].memory, outcome.revision

    def _read(self, owner: Owner, memory_id: str) -> Memory:
        memory = self._store.memories(owner, [memory_id])[0]
        if memory is None or not alive(memory, self._clock.now()):
            raise MemoryNotFound(memory_id)
        return memory
