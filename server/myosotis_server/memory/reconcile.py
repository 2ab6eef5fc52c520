"""How new statements meet what is known: a pure function from both to changes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.claims import Claim
from myosotis_server.memory.contradictions import Standing, meeting
from myosotis_server.memory.corrections import repaired
from myosotis_server.memory.known_claims import Known, KnownClaims, has_ended
from myosotis_server.memory.near_duplicates import absorbs
from myosotis_server.memory.repetition import averaged, reinforce, still_ended, superseded
from myosotis_server.memory.values import (
    ChangeAction,
    Instant,
    Memory,
    MemoryChange,
    MemoryKind,
    MemoryOrigin,
    MemoryState,
    ReconcileMode,
)


@dataclass(frozen=True, slots=True)
class Reconciled:
    """What drafts change, in order: each one's own change, then those of the memories it ended.

    `answers` has the place in `changes` of each draft's own change. A memory's content may be its
    earlier one, the draft's, or, after a correction, a text that nobody said word for word.
    """

    changes: list[MemoryChange]
    answers: list[int]


def reconcile(
    known: Sequence[Claim],
    drafts: Sequence[Claim],
    likeness: NDArray[np.floating[Any]],
    mode: ReconcileMode,
) -> Reconciled:
    """What becomes of what is known when `drafts` are said, one after the other.

    Drafts are statements made whole; an id that is in use for something else gives way to a free
    one. `likeness` [drafts, known + drafts] is how like their texts are, calibrated: 0 as
    strangers, 1 as paraphrases. It alone neither ends nor merges anything. FULL follows all rules,
    EXACT knows identical statements only, OFF adds whatever comes. `known` must have the memories
    of the same statements, whatever their state, and the current ones of the same slots and their
    opposites, of the session, and of the nearest texts; nothing else can be met.
    """
    met = _Meeting(known, likeness, mode is ReconcileMode.EXACT)
    for index, draft in enumerate(drafts):
        if mode is ReconcileMode.OFF:
            met.add(index, draft)
        else:
            met.say(index, draft)
    return Reconciled(met.changes, met.answers)


class _Meeting:
    """What is known while drafts are said, and what changed so far."""

    def __init__(
        self, known: Sequence[Claim], likeness: NDArray[np.floating[Any]], only_exact: bool
    ) -> None:
        self.changes: list[MemoryChange] = []
        self.answers: list[int] = []
        self._first_draft = len(known)
        self._only_exact = only_exact
        self._known = KnownClaims(known, likeness)

    def say(self, index: int, draft: Claim) -> None:
        """`draft` meets what is known, by the first rule that fits."""
        wording = self._first_draft + index
        earlier = self._known.same(draft, self._only_exact)
        if self._only_exact or draft.memory.kind is MemoryKind.SUMMARY:
            if earlier is None:
                self.add(index, draft)
            else:
                self._repeat(index, draft, earlier, wording)
            return
        target = None
        if draft.reading.corrects and (earlier is None or earlier.claim.said < draft.said):
            draft, target, wording = self._repaired(index, draft)
            earlier = self._known.same(draft, self._only_exact)
        if earlier is not None and has_ended(earlier, draft):
            self._stay(index, draft, earlier, ChangeAction.REINFORCED)
        elif earlier is None and (past := self._known.once_said(index, draft)):
            self._stay(index, draft, past, ChangeAction.MERGED)
        elif earlier is None and (guess := self._known.guess(draft)):
            self._average(index, draft, guess)
        else:
            self._contend(index, draft, earlier, target, wording)

    def _contend(
        self, index: int, draft: Claim, earlier: Known | None, target: Known | None, wording: int
    ) -> None:
        """`draft` stands or falls against what contradicts it, which then stands or falls."""
        latter = draft
        if earlier is not None:
            latter = replace(draft, memory=_reinforced(earlier.memory, draft))
        reasons: dict[str, str] = {}
        above: list[Known] = []
        for each in self._known.current(draft.said):
            if earlier is not None and each.memory.memory_id == earlier.memory.memory_id:
                continue
            if target is not None and each.memory.memory_id == target.memory.memory_id:
                reasons[each.memory.memory_id] = "corrects what was said"
                continue
            standing, why = meeting(each.claim, latter, self._known.like(index, each))
            if standing is Standing.FORMER:
                # What holds beside it already goes on doing so.
                if earlier is None or earlier.memory.state is not MemoryState.ACTIVE:
                    above.append(each)
            elif standing is Standing.LATTER:
                reasons[each.memory.memory_id] = why
        if above:
            self._fall(index, latter, earlier, wording, max(above, key=_latest))
            return
        ended = tuple(reasons)
        note = next(iter(reasons.values()), "")
        if earlier is not None:
            note = note or _repeated(earlier)
            own = Known(latter, wording)
            self._answer(index, ChangeAction.REINFORCED, own, ended, note, draft.memory.valid_from)
            return
        near = self._known.near(index, draft, reasons)
        if near is not None:
            says_more = _says_more(draft, near.claim, self._known.like(index, near))
            folded = _folded(near, draft, wording, says_more)
            note = note or "nearly the same as before"
            self._answer(index, ChangeAction.MERGED, folded, ended, note, draft.memory.valid_from)
        elif ended:
            own = self._new(draft, wording)
            self._answer(index, ChangeAction.SUPERSEDED, own, ended, note, draft.memory.valid_from)
        else:
            self._answer(index, ChangeAction.CREATED, self._new(draft, wording))

    def _fall(
        self, index: int, latter: Claim, earlier: Known | None, wording: int, above: Known
    ) -> None:
        """Nothing said is lost: what cannot stand is kept as having ended."""
        why = "something else stands against it"
        if earlier is None:
            new = self._new(latter, wording)
            ended = superseded(new.memory, above.memory.memory_id, above.memory.valid_from)
            new = replace(new, claim=replace(new.claim, memory=ended))
            self._answer(index, ChangeAction.CREATED, new, note=why)
            return
        memory = still_ended(latter.memory, earlier.memory)
        now = Known(replace(latter, memory=memory), wording)
        self._answer(index, ChangeAction.REINFORCED, now, note=why)

    def _stay(self, index: int, draft: Claim, past: Known, action: ChangeAction) -> None:
        """What had ended when the news of it came has ended still."""
        folded = _folded(past, draft, past.wording, says_more=False)
        memory = still_ended(folded.memory, past.memory)
        folded = replace(folded, claim=replace(folded.claim, memory=memory))
        self._answer(index, action, folded, note="was so, and is no longer")

    def _average(self, index: int, draft: Claim, guess: Known) -> None:
        folded = _folded(guess, draft, guess.wording, says_more=False)
        memory = replace(folded.memory, attribute=averaged(guess.memory, draft.attribute))
        now = replace(folded, claim=replace(folded.claim, memory=memory))
        self._answer(index, ChangeAction.MERGED, now, note="between the guesses so far")

    def _repeat(self, index: int, draft: Claim, earlier: Known, wording: int) -> None:
        again = replace(draft, memory=_reinforced(earlier.memory, draft))
        note = _repeated(earlier)
        self._answer(index, ChangeAction.REINFORCED, Known(again, wording), note=note)

    def add(self, index: int, draft: Claim) -> None:
        new = self._new(draft, self._first_draft + index)
        self._answer(index, ChangeAction.CREATED, new)

    def _answer(
        self,
        index: int,
        action: ChangeAction,
        own: Known,
        ended: Sequence[str] = (),
        note: str = "",
        end: Instant = 0,
    ) -> None:
        """Answers the draft with `own`; those `ended` did so at `end`, when it began to hold."""
        self.answers.append(len(self.changes))
        self._change(MemoryChange(action, own.memory, 0, tuple(ended), index, note), own)
        for memory_id in ended:
            old = self._known[memory_id]
            memory = superseded(old.memory, own.memory.memory_id, end)
            now = replace(old, claim=replace(old.claim, memory=memory))
            self._change(
                MemoryChange(ChangeAction.SUPERSEDED, memory, item_index=index, note=note), now
            )

    def _change(self, change: MemoryChange, now: Known) -> None:
        self.changes.append(change)
        self._known.keep(now)

    def _new(self, draft: Claim, wording: int) -> Known:
        return Known(self._known.under_a_free_id(draft), wording)

    def _repaired(self, index: int, draft: Claim) -> tuple[Claim, Known | None, int]:
        current = [each.claim for each in self._known.current(draft.said)]
        anew, corrected = repaired(draft, current)
        target = self._known[corrected.memory.memory_id] if corrected is not None else None
        if target is not None and anew.memory.content != draft.memory.content:
            return anew, target, target.wording
        return anew, target, self._first_draft + index


def _latest(known: Known) -> tuple[Instant, str]:
    return known.claim.said, known.memory.memory_id


def _repeated(earlier: Known) -> str:
    ended = earlier.memory.state is MemoryState.SUPERSEDED
    return "said again, true once more" if ended else "said before"


def _says_more(draft: Claim, known: Claim, likeness: float) -> bool:
    if not absorbs(draft, known, likeness):
        return False
    return not absorbs(known, draft, likeness) or draft.details.weight > known.details.weight


def _reinforced(earlier: Memory, again: Claim) -> Memory:
    memory = reinforce(earlier, again.memory)
    if again.is_inferred and earlier.origin is MemoryOrigin.INFERRED:
        return replace(memory, attribute=averaged(earlier, again.attribute))
    return memory


def _folded(known: Known, draft: Claim, wording: int, says_more: bool) -> Known:
    """`known` with `draft` in it, in the words of the one that says more."""
    earlier, memory = known.memory, reinforce(known.memory, draft.memory)
    first, second = known.claim.attribute, draft.attribute
    attribute = (second or first) if says_more else (first or second)
    event_time = earlier.event_time if earlier.event_time is not None else memory.event_time
    memory = replace(memory, attribute=attribute, event_time=event_time)
    if says_more:
        return Known(replace(draft, memory=memory), wording)
    memory = replace(memory, content=earlier.content, language=earlier.language)
    return replace(known, claim=replace(known.claim, memory=memory))
