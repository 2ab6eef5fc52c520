"""What fits into so many tokens: priority, promises, and that more room never shows less."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.memories import quick
from myosotis_server.memory.budget import Section, Share, fit, names_cut


def test_the_last_section_loses_first_and_each_from_its_end() -> None:
    sections = [Section("profile", [5, 5, 5], heading=2), Section("events", [4, 4], heading=2)]
    assert fit(sections, 27) == [Share(3), Share(2)]
    assert fit(sections, 26) == [Share(3), Share(1, 3)]
    assert fit(sections, 17) == [Share(3), Share(0, 0)]
    assert fit(sections, 16) == [Share(2, 4), Share(0, 0)]
    assert fit(sections, 0) == [Share(0, 0), Share(0, 0)]
    assert fit(sections, -9) == fit(sections, 0)


def test_headings_and_separators_are_paid_for() -> None:
    section = Section("notes", [1, 1, 1], heading=10, separator=3)
    assert section.total == 19
    assert fit([section], 18) == [Share(2, 0)]
    assert fit([section], 15) == [Share(2, 0)]
    assert fit([section], 14) == [Share(1, 0)]
    assert fit([section], 10) == [Share(0, 0)]


def test_a_section_without_items_costs_nothing() -> None:
    assert Section("none", [], heading=10).total == 0
    assert fit([Section("none", [], heading=10, sure=8), Section("some", [8])], 8)[1] == Share(1)


def test_what_is_too_long_for_its_room_may_be_shown_in_part() -> None:
    assert fit([Section("persona", [900], heading=4)], 100) == [Share(0, 96)]


def test_a_promise_holds_against_what_stands_above_and_lapses_where_it_is_not_needed() -> None:
    long, window = Section("persona", [900]), Section("window", [10, 10, 10], sure=4)
    assert fit([long, window], 100) == [Share(0, 75), Share(2, 5)]
    assert fit([long, Section("window", [10], sure=4)], 100) == [Share(0, 90), Share(1)]


def test_a_promise_may_begin_beyond_a_small_budget() -> None:
    long, facts = Section("persona", [900]), Section("facts", [10], sure=8, beyond=100)
    assert fit([long, facts], 100) == [Share(0, 100), Share(0, 0)]
    assert fit([long, facts], 120) == [Share(0, 110), Share(1)]


def test_no_lesser_item_slips_past_one_that_does_not_fit() -> None:
    assert fit([Section("facts", [30, 5])], 20) == [Share(0, 20)]
    assert fit([Section("facts", [30]), Section("more", [5])], 20) == [Share(0, 20), Share(0, 0)]


def test_no_more_than_the_whole_can_be_promised() -> None:
    with pytest.raises(ValueError, match="promised"):
        fit([Section("one", [1], sure=9), Section("two", [1], sure=8)], 10)


def test_cut_sections_are_named_once_each() -> None:
    sections = [Section("window", [9]), Section("facts", [1]), Section("window", [1, 1])]
    assert names_cut(sections, [Share(1), Share(1), Share(2)]) == ()
    assert names_cut(sections, [Share(0, 3), Share(1), Share(0)]) == ("window",)
    assert names_cut(sections, [Share(1), Share(0), Share(1)]) == ("facts", "window")


SECTIONS = st.lists(
    st.builds(
        Section,
        name=st.sampled_from("abcdef"),
        costs=st.lists(st.integers(0, 60), max_size=8),
        heading=st.integers(0, 12),
        separator=st.integers(0, 4),
        sure=st.integers(0, 2),
        beyond=st.sampled_from([0, 50]),
    ),
    max_size=7,
)
BUDGETS = st.integers(0, 900)


def spent(section: Section, share: Share) -> int:
    """What the kept items cost; and what is left, behind what introduces it."""
    kept = section.costs[: share.kept]
    cost = Section("", kept, section.heading, section.separator).total
    if share.left:
        cost += share.left + (section.separator if kept else section.heading)
    return cost


@quick
@given(SECTIONS, BUDGETS)
def test_no_more_is_kept_than_fits(sections: list[Section], budget: int) -> None:
    shares = fit(sections, budget)
    assert sum(map(spent, sections, shares)) <= budget
    assert shares == fit(sections, budget)
    if sum(section.total for section in sections) <= budget:
        assert names_cut(sections, shares) == ()


@quick
@given(SECTIONS, BUDGETS, BUDGETS)
def test_a_larger_budget_never_keeps_less(sections: list[Section], one: int, other: int) -> None:
    smaller, larger = sorted((one, other))
    for less, more in zip(fit(sections, smaller), fit(sections, larger), strict=True):
        assert (less.kept, less.left) <= (more.kept, more.left) or more.kept > less.kept


@quick
@given(SECTIONS, BUDGETS, st.data())
def test_fewer_items_in_one_section_cost_no_other_anything(
    sections: list[Section], budget: int, data: st.DataObject
) -> None:
    if not sections:
        return
    at = data.draw(st.integers(0, len(sections) - 1))
    old = sections[at]
    fewer = [cost for cost in old.costs if data.draw(st.booleans())]
    new = Section(old.name, fewer, old.heading, old.separator, old.sure, old.beyond)
    before = fit(sections, budget)
    after = fit([*sections[:at], new, *sections[at + 1 :]], budget)
    for place, (less, more) in enumerate(zip(before, after, strict=True)):
        assert place == at or less.kept <= more.kept


@quick
@given(SECTIONS, BUDGETS)
def test_every_section_has_what_it_is_sure_of(sections: list[Section], budget: int) -> None:
    for section, share in zip(sections, fit(sections, budget), strict=True):
        room = section.sure * max(budget - section.beyond, 0) // 16
        first = Section("", section.costs[: share.kept + 1], section.heading, section.separator)
        assert share.kept == len(section.costs) or first.total > room
