"""What surrounds a statement: parts of 0 to 1 that grow with what is around, in whatever slots."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.memories import quick
from myosotis_server.memory.context import (
    SESSION_DEPTH,
    SURE_BY,
    context_part,
    hop_part,
    named_speakers,
    person_part,
    session_part,
    time_part,
    turn_parts,
)
from myosotis_server.memory.fitted import CONTEXT_SHARES
from myosotis_server.memory.identity import normalise
from myosotis_server.memory.rows import speaker_code

Array = np.ndarray[Any, Any]

shares = st.floats(0, 1)


def lists_of(count: int, one: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    return st.lists(one, min_size=count, max_size=count)


def is_share(part: Array, count: int) -> bool:
    return part.shape == (count,) and bool(np.all((part >= 0) & (part <= 1)))


# All together


@quick
@given(st.integers(0, 6), st.data())
def test_context_is_bounded_and_grows_with_each_part_and_share(
    count: int, data: st.DataObject
) -> None:
    names = data.draw(st.lists(st.sampled_from([*CONTEXT_SHARES]), unique=True))
    parts = {name: np.array(data.draw(lists_of(count, shares)), np.float64) for name in names}
    chosen = {name: data.draw(shares) for name in CONTEXT_SHARES}
    part = context_part(parts, chosen, count)
    assert is_share(part, count)
    more = {name: np.minimum(values + 0.1, 1) for name, values in parts.items()}
    assert np.all(context_part(more, chosen, count) >= part)
    larger = {name: share + 0.1 for name, share in chosen.items()}
    assert np.all(context_part(parts, larger, count) >= part)
    order = data.draw(st.permutations(range(count)))
    shuffled = {name: values[order] for name, values in parts.items()}
    assert np.array_equal(context_part(shuffled, chosen, count), part[order])


def test_context_is_the_sum_of_its_shares_and_at_most_one() -> None:
    parts = {"before": np.array([0, 0.5, 1]), "person": np.array([1.0, 0, 1])}
    chosen = {"before": 0.5, "person": 0.75, "time": 9}
    assert context_part(parts, chosen, 3) == pytest.approx([0.75, 0.25, 1])
    assert context_part(parts, dict.fromkeys(chosen, 0.0), 3).tolist() == [0, 0, 0]
    assert context_part({}, chosen, 2).tolist() == [0, 0]
    assert context_part({}, chosen, 0).tolist() == []


# Turns


def turns(
    slots: list[int], relevance: list[float], previous: list[int], following: list[int]
) -> dict[str, list[float]]:
    found = turn_parts(
        np.array(slots, np.int64),
        np.array(relevance, np.float64),
        np.array(previous, np.int64),
        np.array(following, np.int64),
    )
    return {name: part.tolist() for name, part in found.items()}


def test_the_turns_around_lend_their_relevance() -> None:
    found = turns([2, 3, 5, 8], [0.8, 0.0, 0.4, 1.0], [-1, 2, 3, 5], [3, 5, 8, -1])
    assert found == {
        "before": [0, 0.8, 0, 0.4],
        "after": [0, 0.4, 1.0, 0],
        "further": [0.2, 0.5, 0.4, 0],
    }


def test_what_is_no_candidate_counts_for_nothing() -> None:
    nobody = [-1, -1, -1]
    nothing = {name: [0, 0, 0] for name in ("before", "after", "further")}
    assert turns([3, 5, 8], [1, 1, 1], nobody, nobody) == nothing
    assert turns([3, 5, 8], [1, 1, 1], [4, 9, 0], [1, 2, 7]) == nothing
    assert turns([4], [1], [3], [5]) == {name: [0] for name in nothing}
    assert turns([], [], [], []) == {name: [] for name in nothing}


def test_beyond_a_turn_that_is_no_candidate_nobody_is_seen() -> None:
    """Slot 2 stands between 1 and 3, but is not looked at."""
    assert turns([1, 3], [1, 1], [-1, 2], [2, -1])["further"] == [0, 0]


@st.composite
def talks(draw: st.DrawFn) -> tuple[list[int], list[float], list[int], list[int]]:
    """A chain of turns at slots that rise, some of which are candidates."""
    length = draw(st.integers(1, 9))
    said = draw(st.permutations(range(length)))
    apart = draw(lists_of(length - 1, st.booleans()))
    previous, following = [-1] * length, [-1] * length
    for one, other, answers in zip(said, said[1:], apart, strict=False):
        if answers:
            previous[other], following[one] = one, other
    slots = sorted(draw(st.sets(st.integers(0, length - 1))))
    relevance = draw(lists_of(len(slots), shares))
    return slots, relevance, [previous[slot] for slot in slots], [following[slot] for slot in slots]


@quick
@given(talks(), st.data())
def test_turn_parts_are_bounded_grow_and_do_not_depend_on_slots(
    talk: tuple[list[int], list[float], list[int], list[int]], data: st.DataObject
) -> None:
    slots, relevance, previous, following = talk
    found = turns(*talk)
    more = turns(slots, [min(each + 0.1, 1) for each in relevance], previous, following)
    for name in ("before", "after", "further"):
        assert is_share(np.array(found[name], np.float64), len(slots))
        assert np.all(np.array(more[name]) >= np.array(found[name]))

    # Any other slots, the candidates' still rising: they come in another order.
    known = sorted({*slots, *previous, *following} - {-1})
    moved = dict(zip(known, data.draw(st.permutations(range(20)))[: len(known)], strict=True))
    moved[-1] = -1
    order = sorted(range(len(slots)), key=lambda place: moved[slots[place]])
    elsewhere = turns(
        [moved[slots[place]] for place in order],
        [relevance[place] for place in order],
        [moved[previous[place]] for place in order],
        [moved[following[place]] for place in order],
    )
    for name, part in found.items():
        assert elsewhere[name] == [part[place] for place in order], name


# Sessions


def sessions(names: list[int], relevance: list[float]) -> list[float]:
    part = session_part(np.array(names, np.uint64), np.array(relevance, np.float64))
    return [float(each) for each in part]


def test_a_session_is_as_relevant_as_the_mean_of_its_best() -> None:
    names = [9, 4, 9, 4, 9, 9, 0, 0, 7]
    relevance = [0.2, 0.5, 0.9, 0.1, 0.7, 0.5, 1.0, 1.0, 1.0]
    nine, four = (0.9 + 0.7 + 0.5) / SESSION_DEPTH, (0.5 + 0.1) / 2
    expected = [nine, four, nine, four, nine, nine, 0, 0, 0]
    assert sessions(names, relevance) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("names", "why"),
    [
        ([5, 5, 5], "one session tells nothing"),
        ([0, 0], "no session at all"),
        ([1, 2, 3], "each its session's only one"),
        ([6], "one candidate"),
        ([], "no candidates"),
    ],
)
def test_sessions_that_tell_nothing(names: list[int], why: str) -> None:
    assert sessions(names, [1.0] * len(names)) == [0] * len(names), why


@quick
@given(st.lists(st.tuples(st.integers(0, 3), shares), max_size=9), st.data())
def test_the_session_part_is_bounded_grows_and_has_no_order(
    known: list[tuple[int, float]], data: st.DataObject
) -> None:
    names, relevance = [name for name, _ in known], [each for _, each in known]
    part = sessions(names, relevance)
    assert is_share(np.array(part, np.float64), len(known))
    assert len({each for name, each in zip(names, part, strict=True) if name == 2}) <= 1
    if known:
        place = data.draw(st.integers(0, len(known) - 1))
        raised = [*relevance]
        raised[place] = min(raised[place] + 0.1, 1)
        more = sessions(names, raised)
        assert all(one >= other - 1e-12 for one, other in zip(more, part, strict=True))
    order = data.draw(st.permutations(range(len(known))))
    shuffled = sessions([names[place] for place in order], [relevance[place] for place in order])
    assert shuffled == [part[place] for place in order]
    # Other names for the sessions, as labels are hashes that mean nothing; 0 stays none.
    renamed = [2**64 - 1 - name if name else 0 for name in names]
    assert sessions(renamed, relevance) == part


@quick
@given(shares, st.integers(2, 9))
def test_where_all_are_as_relevant_so_are_their_sessions(relevance: float, count: int) -> None:
    names = [place % 2 + 1 for place in range(2 * count)]
    assert sessions(names, [relevance] * 2 * count) == pytest.approx([relevance] * 2 * count)


# People


def people(speakers: list[str], *names: str) -> list[float]:
    """The part of what `speakers` said where the query may mean `names`."""
    codes = np.array([speaker_code(normalise(each)) for each in speakers], np.uint16)
    named = named_speakers(codes, lambda: map(normalise, names))
    return [float(each) for each in person_part(codes, named)]


def test_who_is_named_is_preferred() -> None:
    assert people(["Anna", "王芳", "Anna", ""], "the", "anna") == [1, 0, 1, 0]
    assert people(["ANNA", "王芳", ""], "见到", "王芳", "见到王芳") == [0, 1, 0]
    assert people(["Anna", "王芳", ""], "Anna", "王芳") == [1, 1, 0]


@pytest.mark.parametrize(
    ("speakers", "names"),
    [
        (["Anna", "Bob"], ["Anna", "Bob"]),
        (["Anna", "Anna"], ["Anna"]),
        (["Anna", "Bob"], ["Carl"]),
        (["Anna", "Bob"], []),
        (["", ""], ["Anna"]),
        (["Anna"], ["Anna"]),
        ([], ["Anna"]),
    ],
)
def test_nobody_is_preferred_where_all_or_none_are_named(
    speakers: list[str], names: list[str]
) -> None:
    assert people(speakers, *names) == [0] * len(speakers)


SPEAKERS = st.sampled_from(["", "Anna", "Bob", "王芳"])


@quick
@given(st.lists(SPEAKERS, max_size=9), st.lists(SPEAKERS.filter(bool)), st.data())
def test_the_person_part_has_no_order(
    speakers: list[str], names: list[str], data: st.DataObject
) -> None:
    part = people(speakers, *names)
    assert set(part) <= {0, 1}
    assert part in (
        [0] * len(speakers),
        [float(speaker in names) for speaker in speakers],
    )
    order = data.draw(st.permutations(range(len(speakers))))
    assert people([speakers[place] for place in order], *names) == [part[place] for place in order]
    assert people(speakers, *reversed(names)) == part


# Times


def test_what_belongs_to_a_time_that_is_named_is_preferred() -> None:
    assert time_part(np.array([True, False, True])).tolist() == [1, 0, 1]
    assert time_part(np.zeros(2, np.bool_)).tolist() == [0, 0]
    assert time_part(np.empty(0, np.bool_)).tolist() == []


# Whoever was found, and what else is known of them


def hop(best: int, likeness: list[float], scores: list[float]) -> list[float]:
    part = hop_part(best, np.array(likeness, np.float64), np.array(scores, np.float64))
    return [float(each) for each in part]


def test_what_is_like_the_surest_by_far_is_preferred() -> None:
    sure = SURE_BY + 0.2
    assert hop(1, [0.9, 1.0, 0.2], [0.1, sure, 0.2]) == pytest.approx([0.9, 0.9, 0.2])


def test_half_as_sure_is_half_as_much() -> None:
    assert hop(0, [1.0, 0.8, 0.4], [0.5 + SURE_BY / 2, 0.5, 0.1]) == pytest.approx([0.4, 0.4, 0.2])


@pytest.mark.parametrize(
    ("best", "scores"),
    [(0, [0.5, 0.5, 0.5]), (0, [0.4, 0.5, 0.1]), (2, [0.0, 0.0, 0.0])],
)
def test_where_none_is_sure_nobody_is_followed(best: int, scores: list[float]) -> None:
    assert hop(best, [1.0, 1.0, 1.0], scores) == [0, 0, 0]


def test_alone_it_is_like_nobody() -> None:
    assert hop(0, [1.0], [0.9]) == [0]


@st.composite
def hops(draw: st.DrawFn) -> tuple[int, list[float], list[float]]:
    count = draw(st.integers(1, 8))
    best = draw(st.integers(0, count - 1))
    likeness = draw(lists_of(count, shares))
    return best, likeness, draw(lists_of(count, st.floats(0, 2)))


@quick
@given(hops(), st.data())
def test_the_hop_is_bounded_grows_with_the_lead_and_keeps_it(
    known: tuple[int, list[float], list[float]], data: st.DataObject
) -> None:
    best, likeness, scores = known
    given_likeness = np.array(likeness)
    hop_part(best, given_likeness, np.array(scores))
    assert given_likeness.tolist() == likeness, "what is given is not changed"
    part = hop(*known)
    assert is_share(np.array(part), len(likeness))
    assert part[best] == max(part)
    surer = [each + 0.1 * (place == best) for place, each in enumerate(scores)]
    assert all(one >= other for one, other in zip(hop(best, likeness, surer), part, strict=True))
    liker = [min(each + 0.1, 1) for each in likeness]
    assert all(one >= other for one, other in zip(hop(best, liker, scores), part, strict=True))
    order = data.draw(st.permutations(range(len(likeness))))
    shuffled = hop(
        order.index(best),
        [likeness[place] for place in order],
        [scores[place] for place in order],
    )
    assert shuffled == [part[place] for place in order]
