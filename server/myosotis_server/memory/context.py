"""What surrounds a statement and makes it more likely to be meant.

Each function gives a part of 0 to 1 for each of n candidates, [n], which are the same for all and
in the order of their slots. `context_part` adds them up.
"""

from collections.abc import Callable, Collection, Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.rows import speaker_code

Floats = NDArray[np.float64]
Slots = NDArray[np.int64]

SESSION_DEPTH = 3
"""So many of a session's best statements tell how much it is about what was asked."""


def context_part(parts: Mapping[str, Floats], shares: Mapping[str, float], count: int) -> Floats:
    """Σ share × part over the `parts` that there are, at most 1, [count]."""
    total = np.zeros(count)
    for name, part in parts.items():
        total += shares[name] * part
    return np.minimum(total, 1.0)


def turn_parts(
    slots: Slots, relevance: Floats, previous: Slots, following: Slots
) -> dict[str, Floats]:
    """How relevant the turns `before`, `after` and one `further` to either side are.

    `slots` rise; `previous` and `following` [n] are the slots around them, -1 where nobody else
    spoke. A turn that is no candidate itself counts for nothing.
    """
    count = len(slots)
    around = _places(slots, np.concatenate((previous, following)))
    # What is no candidate has place -1, the last: nobody is around it, and it counts for nothing.
    counted, before, after = np.zeros((3, count + 1))
    counted[:count] = relevance
    before[:count] = counted[around[:count]]
    after[:count] = counted[around[count:]]
    further = before[around[:count]] + after[around[count:]]
    return {"before": before[:count], "after": after[:count], "further": further / 2}


def session_part(sessions: NDArray[np.uint64], relevance: Floats) -> Floats:
    """The mean relevance of the session's best SESSION_DEPTH candidates.

    0 for what was said outside of any session or is its session's only candidate, and for all
    where there is but one session, which then tells nothing.
    """
    count = len(sessions)
    part = np.zeros(count)
    order = np.lexsort((-relevance, sessions))  # each session's candidates together, the best first
    names = sessions[order]
    begins = np.ones(count, np.bool_)
    np.not_equal(names[1:], names[:-1], out=begins[1:])
    starts = begins.nonzero()[0]
    if len(starts) < 2:
        return part
    which = begins.cumsum() - 1
    best = np.arange(count) - starts[which] < SESSION_DEPTH
    sizes = np.bincount(which)
    means = np.bincount(which, relevance[order] * best) / np.minimum(sizes, SESSION_DEPTH)
    means[(sizes < 2) | (names[starts] == 0)] = 0
    part[order] = means[which]
    return part


def named_speakers(speakers: NDArray[np.uint16], names: Callable[[], Iterable[str]]) -> set[int]:
    """Which of the `speakers` (see rows.speaker_code) are among `names`, which are normalised.

    None where all is said by one, as most users have it: names are not asked for then.
    """
    if (speakers == speakers[:1]).all():
        return set()
    return set(speakers.tolist()).intersection(map(speaker_code, names()))


def person_part(speakers: NDArray[np.uint16], named: Collection[int]) -> Floats:
    """1 for what was said by or of one of those `named`.

    0 for all where everybody is named: then nobody is preferred.
    """
    part = np.zeros(len(speakers))
    for code in named:
        part[speakers == code] = 1.0
    return np.zeros(len(speakers)) if part.all() else part


def time_part(during: NDArray[np.bool_]) -> Floats:
    """1 for what was said in a time that the query names, or tells of something that happened then.

    `during` [n] says of which candidates that holds (see View.during).
    """
    return during.astype(np.float64)


def hop_part(best: int, likeness: Floats, scores: Floats) -> Floats:
    """How much each is about the same as the candidate at `best`, which must be the surest by far.

    "What does the man with the number 138… do for a living?" names nobody. Whoever has that number
    is found first, and then what else is known of him (pseudo-relevance feedback: Rocchio, 1971).
    `likeness` is that of the vectors; `scores` are those found so far. The best one keeps its lead.
    """
    if len(scores) < 2:
        return np.zeros(len(scores))
    others = scores.copy()
    others[best] = -np.inf
    lead = float(scores[best]) - float(others.max())
    surety = min(max(lead / SURE_BY, 0.0), 1.0)
    part = likeness * surety
    part[best] = -np.inf
    part[best] = part.max()
    return np.asarray(part, np.float64)


SURE_BY = 0.3
"""A lead of the best candidate over the next, in score, from which it is held to be the answer."""


def _places(slots: Slots, wanted: Slots) -> NDArray[np.int64]:
    """Where each of `wanted` is among the rising `slots`, -1 where it is not; in their shape."""
    if not len(slots):
        return np.full(wanted.shape, -1)
    places = np.minimum(slots.searchsorted(wanted), len(slots) - 1)
    places[slots[places] != wanted] = -1
    return places
