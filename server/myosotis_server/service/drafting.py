"""Makes drafts of what was told: memories as they would be, under the ids of what they repeat."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

from myosotis_server.memory.identity import memory_id, same_statement_key
from myosotis_server.memory.ports import UserHead
from myosotis_server.memory.values import Instant, Memory, ReconcileMode
from myosotis_server.service.hearing import Told
from myosotis_server.understanding.describe import describe


def described(
    told: Sequence[Told], head: UserHead, mode: ReconcileMode, now: Instant
) -> list[Memory]:
    """What `told` would be if nothing else were known of the user."""
    # The revision is part of a copy's identity, so that each one is a memory of its own.
    always_new = mode is ReconcileMode.OFF
    # A microsecond apart, so that what was said in one call keeps its order.
    return [
        describe(
            each.statement,
            head.namespace,
            now + index,
            f"{head.revision}:{index}" if always_new else "",
        )
        for index, each in enumerate(told)
    ]


def under_known_ids(
    drafts: Sequence[Memory],
    carriers: Sequence[Sequence[str]],
    stored: Mapping[str, Memory],
    amended: Mapping[str, Memory | None],
    head: UserHead,
) -> list[Memory]:
    """The drafts under the ids of the memories that they repeat.

    A memory whose text was updated keeps its id, so the id alone does not tell what it says: it is
    found by its statement, and a new statement never takes an id that is in use. `carriers` are the
    ids of what may make the same statement, by draft; what is `stored` is so but for `amended`.
    """
    met = []
    for draft, found in zip(drafts, carriers, strict=True):
        now = [amended.get(each, stored[each]) for each in found if each in stored]
        same = [each for each in now if each is not None and _same(each, draft)]
        if same:
            oldest = min(same, key=lambda memory: (memory.create_time, memory.memory_id))
            met.append(replace(draft, memory_id=oldest.memory_id))
        elif draft.memory_id in stored:
            copy = f"{head.revision}"
            free = memory_id(head.namespace, draft.kind, draft.subject, draft.content, copy)
            met.append(replace(draft, memory_id=free))
        else:
            met.append(draft)
    return met


def in_order(
    drafts: Sequence[Memory], moments: Mapping[str, Set[Instant]], known: Set[str]
) -> list[Memory]:
    """The drafts, those that are new a microsecond after what their session has of that time.

    Callers stamp whole sessions with one time, and who answered whom is told by the order.
    `moments` are the times of what each session has; the ids of `known` are not new.
    """
    taken = {session: set(times) for session, times in moments.items()}
    free: dict[tuple[str, Instant], Instant] = {}
    ordered = []
    for draft in drafts:
        said = draft.create_time
        if draft.session_id and draft.memory_id not in known:
            place = (draft.session_id, said)
            of_session = taken.setdefault(draft.session_id, set())
            said = free.get(place, said)
            while said in of_session:
                said += 1
            of_session.add(said)
            free[place] = said + 1
        shift = said - draft.create_time
        ordered.append(_said_later(draft, shift) if shift else draft)
    return ordered


def _said_later(draft: Memory, microseconds: int) -> Memory:
    """`draft` as if it had been said so much later."""
    return replace(
        draft,
        create_time=draft.create_time + microseconds,
        update_time=draft.update_time + microseconds,
        valid_from=draft.valid_from + microseconds,
        expire_time=None if draft.expire_time is None else draft.expire_time + microseconds,
    )


def _same(one: Memory, other: Memory) -> bool:
    return same_statement_key(one.kind, one.subject, one.content) == same_statement_key(
        other.kind, other.subject, other.content
    )
