"""What of a user's memories new statements could meet, looked up in the user's view."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.claims import key_of
from myosotis_server.memory.ports import View
from myosotis_server.memory.rows import UNKNOWN, Terms, label, statement_label
from myosotis_server.memory.slots import SLOTS, slot_of
from myosotis_server.memory.values import Instant, Memory, MemoryFilter, ReconcileMode
from myosotis_server.service.hearing import Told

NEAREST = 12
"""Known memories by meaning that each statement is compared with, besides those that share a slot
with it."""
_MOST_OF_A_SLOT = 200
_LATEST = 8
"""A correction is about one of the last things said."""
_NO_TERMS = Terms(np.empty(0, np.uint32), np.empty(0, np.uint16))


@dataclass(frozen=True, slots=True)
class Survey:
    """`vectors` [memories, dimension] are those of `memory_ids`, as nearly as they are stored.

    `carriers` are, for each draft, the memories that make its very statement; `moments` the times
    at which the drafts' sessions have something already.
    """

    memory_ids: Sequence[str] = ()
    vectors: Sequence[NDArray[np.float32]] = ()
    carriers: Sequence[Sequence[str]] = ()
    moments: Mapping[str, Set[Instant]] = field(default_factory=dict)


def survey(
    view: View | None,
    told: Sequence[Told],
    drafts: Sequence[Memory],
    mode: ReconcileMode,
    also: Iterable[str],
    now: Instant,
) -> Survey:
    """What `drafts`, made of `told`, could repeat, end, correct or be ended by, and `also`."""
    if view is None:
        return Survey(carriers=[()] * len(drafts))
    moments = {each: _moments(view, each) for each in {draft.session_id for draft in drafts} - {""}}
    if mode is ReconcileMode.OFF:
        return Survey(moments=moments)
    carriers = [view.carrying(statement_label(draft)) for draft in drafts]
    ids = {each for found in carriers for each in found} | {draft.memory_id for draft in drafts}
    slots = {slot for each in ids.union(also) if (slot := view.slot(each)) is not None}
    if mode is not ReconcileMode.EXACT and told:
        slots |= _candidates(view, told, drafts, now)
    found = np.array(sorted(slots), np.int64)
    vectors = list(view.vectors(found)) if len(found) else []
    return Survey(view.memory_ids(found), vectors, carriers, moments)


def _moments(view: View, session_id: str) -> Set[Instant]:
    turns = MemoryFilter(session_ids=frozenset({session_id}), include_superseded=True)
    mask = view.select(turns, UNKNOWN, None)
    return set(view.columns["create_time"][mask].tolist())


def _candidates(
    view: View, told: Sequence[Told], drafts: Sequence[Memory], now: Instant
) -> set[int]:
    """Slots of what may be ended, merged into or corrected: by slot, by meaning, by time."""
    mask = view.select(MemoryFilter(), now, None)
    found: set[int] = set()
    for each, draft in zip(told, drafts, strict=True):
        hits = view.search(each.vector, _NO_TERMS, [mask], NEAREST)
        near = hits.slots[np.argsort(-hits.semantic, kind="stable")[:NEAREST]]
        found.update(near.tolist())
        for key in _keys_at_stake(each, draft):
            held = [view.slot(known) for known in view.carrying(label("attribute", key))]
            current = [slot for slot in held if slot is not None and mask[slot]]
            current.sort(key=lambda slot: -int(view.columns["update_time"][slot]))
            found.update(current[:_MOST_OF_A_SLOT])
        if each.reading.corrects:
            last = np.flatnonzero(mask)
            order = np.argsort(-view.columns["update_time"][last], kind="stable")
            found.update(last[order[:_LATEST]].tolist())
    return found


def _keys_at_stake(told: Told, draft: Memory) -> set[str]:
    """Attributes of which another value, or the same one, might not survive this statement."""
    keys = {ended.key for ended in told.reading.ends}
    attribute = draft.attribute or told.reading.attribute
    if attribute is not None:
        key = key_of(attribute)
        slot = slot_of(key)
        if slot.single or key in SLOTS:
            keys.add(key)
        keys |= _AGAINST.get(key, frozenset()) | {slot.opposite}
    return {name for key in keys - {""} for name in (key, key.replace("favourite_", "favorite_"))}


_AGAINST = {
    key: frozenset(name for name, other in SLOTS.items() if other.opposite == key)
    for key in {slot.opposite for slot in SLOTS.values()}
}
"""The slots of which a key is the opposite."""
