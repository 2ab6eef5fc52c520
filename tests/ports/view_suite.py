"""What every view must do. Subclass with a `build` fixture, from head and rows to a view."""

from collections.abc import Callable

import numpy as np
import pytest

from myosotis_server.memory.ports import UserHead, View
from myosotis_server.memory.rows import COLUMN_DTYPE, Rows, label, quantise
from myosotis_server.memory.values import (
    Attribute,
    Memory,
    MemoryFilter,
    MemoryKind,
    MemoryState,
    TimeRange,
)
from ports.builders import NOW, memory
from ports.row_builders import (
    ANALYZER,
    DIMENSION,
    NO_TERMS,
    changes,
    everything,
    found,
    head,
    row,
    selected,
    together,
    unit,
)

Build = Callable[[UserHead, Rows], View]

CAT = memory("我养了一只叫咪咪的猫")
TEA = memory("I drink green tea every morning", kind=MemoryKind.PREFERENCE, importance=0.9)
TRIP = memory("五月和妈妈去了上海", kind=MemoryKind.EVENT, event_time=NOW - 100)
ALL = [CAT, TEA, TRIP]


def of(build: Build, *memories: Memory) -> View:
    """A view in which the i-th memory has the vector `unit(i)`."""
    return build(head(), together([row(each, seed) for seed, each in enumerate(memories)]))


def chosen(
    view: View, wanted: MemoryFilter | None = None, now: int = NOW, as_of: int | None = None
) -> set[str]:
    return selected(view, view.select(wanted or MemoryFilter(), now, as_of))


class ViewSuite:
    def test_head_is_what_it_was_built_and_changed_to(self, build: Build) -> None:
        view = of(build, CAT)
        assert view.head == head(1)
        view.apply(changes(revision=7))
        assert view.head == head(7)

    def test_nbytes_grows_with_the_rows(self, build: Build) -> None:
        assert 0 <= of(build).nbytes < of(build, *ALL).nbytes

    def test_columns_hold_the_fixed_parts(self, build: Build) -> None:
        view = of(build, *ALL)
        slot = view.slot(TEA.memory_id)
        assert view.columns.dtype == COLUMN_DTYPE
        assert view.columns[slot]["importance"] == np.float32(0.9)
        assert view.columns[slot]["kind"] == MemoryKind.PREFERENCE
        assert view.columns[slot]["create_time"] == NOW

    def test_slot_and_memory_ids_are_inverse(self, build: Build) -> None:
        view = of(build, *ALL)
        ids = [each.memory_id for each in ALL]
        slots = [view.slot(memory_id) for memory_id in ids]
        assert view.memory_ids(np.array(slots, np.int64)) == ids

    @pytest.mark.parametrize("unknown", [memory("x").memory_id, "", "no id", "é" * 32, "00"])
    def test_slot_is_none_for_what_is_not_here(self, build: Build, unknown: str) -> None:
        assert of(build, *ALL).slot(unknown) is None

    def test_an_empty_view_answers(self, build: Build) -> None:
        for rows in (Rows.empty(DIMENSION), Rows.empty(0)):
            view = build(head(), rows)
            assert chosen(view) == set()
            assert found(view, unit(1), ANALYZER.terms("猫"), everything(view), 5) == {}
            view.apply(changes([row(CAT)]))
            assert found(view, unit(0), NO_TERMS, everything(view), 5).keys() == {CAT.memory_id}

    # select

    def test_select_takes_what_is_active(self, build: Build) -> None:
        ended = memory("old", state=MemoryState.SUPERSEDED, valid_to=NOW)
        hidden = memory("hidden", state=MemoryState.PSEUDONYMISED)
        view = of(build, CAT, ended, hidden)
        assert chosen(view) == {CAT.memory_id}
        asked = MemoryFilter(include_superseded=True)
        assert chosen(view, asked) == {CAT.memory_id, ended.memory_id}

    def test_select_never_takes_what_expired_by_now(self, build: Build) -> None:
        brief = memory("brief", expire_time=NOW + 10)
        view = of(build, CAT, brief)
        assert chosen(view, now=NOW + 9) == {CAT.memory_id, brief.memory_id}
        for wanted in (MemoryFilter(), MemoryFilter(include_superseded=True)):
            assert chosen(view, wanted, now=NOW + 10) == {CAT.memory_id}

    def test_select_as_of_takes_what_held_then(self, build: Build) -> None:
        ended = memory("old", state=MemoryState.SUPERSEDED, valid_to=NOW + 10)
        later = memory("later", valid_from=NOW + 10)
        expired = memory("brief", expire_time=NOW + 5)
        hidden = memory("hidden", state=MemoryState.PSEUDONYMISED)
        view = of(build, ended, later, expired, hidden)
        far = NOW + 1000
        assert chosen(view, now=far, as_of=NOW - 1) == set()
        assert chosen(view, now=far, as_of=NOW) == {ended.memory_id, expired.memory_id}
        assert chosen(view, now=far, as_of=NOW + 5) == {ended.memory_id}
        assert chosen(view, now=far, as_of=NOW + 10) == {later.memory_id}

    def test_select_narrows_by_the_fixed_fields(self, build: Build) -> None:
        view = of(build, *ALL)
        kinds = frozenset({MemoryKind.PREFERENCE, MemoryKind.HABIT})
        assert chosen(view, MemoryFilter(kinds=kinds)) == {TEA.memory_id}
        assert chosen(view, MemoryFilter(min_importance=0.9)) == {TEA.memory_id}
        assert chosen(view, MemoryFilter(kinds=kinds, min_confidence=1.1)) == set()

    def test_select_ranges_include_their_start_and_exclude_their_end(self, build: Build) -> None:
        view = of(build, *ALL)
        at = NOW - 100
        assert chosen(view, MemoryFilter(event_time=TimeRange(at, at + 1))) == {TRIP.memory_id}
        assert chosen(view, MemoryFilter(event_time=TimeRange(None, at))) == set()
        assert chosen(view, MemoryFilter(event_time=TimeRange())) == {TRIP.memory_id}
        assert chosen(view, MemoryFilter(create_time=TimeRange(NOW, None))) == chosen(view)
        assert chosen(view, MemoryFilter(create_time=TimeRange(None, NOW))) == set()

    def test_select_narrows_by_labels(self, build: Build) -> None:
        tagged = memory(
            "x",
            tags=("家", "pets"),
            session_id="s1",
            attribute=Attribute("city", "上海"),
            subject="妈妈",
            metadata={"source": "app"},
        )
        other = memory("y", tags=("pets",), metadata={"source": "web"})
        view = of(build, tagged, other, CAT)
        both, first = {tagged.memory_id, other.memory_id}, {tagged.memory_id}
        assert chosen(view, MemoryFilter(tags=frozenset({"pets", "none"}))) == both
        assert chosen(view, MemoryFilter(tags=frozenset({"家"}))) == first
        assert chosen(view, MemoryFilter(session_ids=frozenset({"s1"}))) == first
        assert chosen(view, MemoryFilter(attribute_keys=frozenset({"city"}))) == first
        assert chosen(view, MemoryFilter(subjects=frozenset({"妈妈"}))) == first
        assert chosen(view, MemoryFilter(metadata={"source": "app"})) == first
        assert chosen(view, MemoryFilter(metadata={"source": "app", "more": "x"})) == set()
        with_both = MemoryFilter(tags=frozenset({"pets"}), metadata={"source": "web"})
        assert chosen(view, with_both) == {other.memory_id}

    def test_during_takes_what_was_said_or_happened_then(self, build: Build) -> None:
        told = memory("told later", event_time=NOW - 50, create_time=NOW + 50)
        view = of(build, CAT, TRIP, told)

        def during(*spans: TimeRange) -> set[str]:
            return selected(view, view.during(spans) & everything(view))

        everybody = {CAT.memory_id, TRIP.memory_id, told.memory_id}
        assert during(TimeRange(NOW, NOW + 1)) == {CAT.memory_id, TRIP.memory_id}
        assert during(TimeRange(NOW - 100, NOW - 50)) == {TRIP.memory_id}
        assert during(TimeRange(NOW - 100, NOW - 49)) == {TRIP.memory_id, told.memory_id}
        assert during(TimeRange(None, NOW - 100)) == set()
        assert during(TimeRange(NOW - 100, NOW), TimeRange(NOW, NOW + 1)) == everybody
        assert during(TimeRange(NOW + 50, None)) == {told.memory_id}

        view.apply(changes([row(memory("told later", create_time=NOW))], [CAT.memory_id]))
        kept = view.select(MemoryFilter(), NOW, None)
        then = view.during([TimeRange(None, NOW + 1)]) & kept
        assert selected(view, then) == {TRIP.memory_id, told.memory_id}
        assert not (view.during([TimeRange(NOW + 1, None)]) & kept).any()

    def test_carrying_finds_ended_memories_too(self, build: Build) -> None:
        ended = memory("old", tags=("a",), state=MemoryState.SUPERSEDED)
        brief = memory("brief", tags=("a", "b"), expire_time=NOW)
        view = of(build, ended, CAT, brief)
        both = sorted([ended.memory_id, brief.memory_id])
        assert view.carrying(label("tag", "a")) == both
        assert view.carrying(label("tag", "none")) == []
        view.apply(changes([row(memory("old", tags=("b",)))], [brief.memory_id]))
        assert view.carrying(label("tag", "a")) == []
        assert view.carrying(label("tag", "b")) == [ended.memory_id]

    # search

    def test_search_must_equal_a_full_scan(self, build: Build) -> None:
        memories = [memory(f"第{n}件事") for n in range(60)]
        view = of(build, *memories)
        query = unit(1000)
        rounded = [
            float(scale * codes.astype(np.float64) @ (query_scale * query_codes))
            for scale, codes in (quantise(unit(seed)) for seed in range(60))
            for query_scale, query_codes in [quantise(query)]
        ]
        best = sorted(range(60), key=lambda n: -rounded[n])[:7]
        answer = found(view, query, NO_TERMS, everything(view), 7)
        assert answer.keys() == {memories[n].memory_id for n in best}
        for n in best:
            assert answer[memories[n].memory_id][0] == pytest.approx(rounded[n], abs=1e-6)
            assert answer[memories[n].memory_id][0] == pytest.approx(unit(n) @ query, abs=0.02)

    def test_search_gives_both_scores_of_the_best_by_either(self, build: Build) -> None:
        view = of(build, *ALL)
        answer = found(view, unit(1), ANALYZER.terms("咪咪"), everything(view), 1)
        alone = found(view, unit(1), NO_TERMS, everything(view), 3)
        assert answer.keys() == {TEA.memory_id, CAT.memory_id}
        assert answer[TEA.memory_id] == (pytest.approx(1, abs=0.02), 0.0)
        assert answer[CAT.memory_id][0] == alone[CAT.memory_id][0]
        assert answer[CAT.memory_id][1] > 0

    def test_search_without_vector_or_without_words(self, build: Build) -> None:
        view = of(build, *ALL)
        terms = ANALYZER.terms("teas")
        assert found(view, None, NO_TERMS, everything(view), 5) == {}
        (words,) = found(view, None, terms, everything(view), 5).items()
        assert words[0] == TEA.memory_id
        assert words[1][0] == 0
        near = found(view, unit(0), NO_TERMS, everything(view), 5)
        assert near.keys() == {each.memory_id for each in ALL}
        assert {lexical for _, lexical in near.values()} == {0.0}

    def test_search_stays_within_the_mask(self, build: Build) -> None:
        view = of(build, *ALL)
        mask = view.select(MemoryFilter(kinds=frozenset({MemoryKind.FACT})), NOW, None)
        answer = found(view, unit(1), ANALYZER.terms("tea 上海"), mask, 5)
        assert answer.keys() == {CAT.memory_id}
        assert found(view, unit(1), ANALYZER.terms("tea"), ~everything(view), 5) == {}

    def test_search_gives_the_best_within_each_mask(self, build: Build) -> None:
        memories = [memory(f"tea {'very ' * n}good") for n in range(30)]
        view = of(build, *memories)
        whole = everything(view)
        part = np.zeros(len(whole), np.bool_)
        part[[view.slot(each.memory_id) for each in memories[20:]]] = True
        for vector, terms in [
            (unit(1000), NO_TERMS),
            (None, ANALYZER.terms("good tea")),
            (unit(1000), ANALYZER.terms("good tea")),
        ]:
            hits = view.search(vector, terms, [whole, part], 3)
            names = view.memory_ids(hits.slots)
            apart = [found(view, vector, terms, mask, 3) for mask in (whole, part)]
            scores = zip(hits.semantic.tolist(), hits.lexical.tolist(), strict=True)
            assert len({*names}) == len(names)
            assert dict(zip(names, scores, strict=True)) == apart[0] | apart[1]
            assert len(names) > len(apart[0])
            nothing = np.zeros(len(whole), np.bool_)
            alone = view.search(vector, terms, [whole, nothing], 3)
            assert {*view.memory_ids(alone.slots)} == apart[0].keys()

    def test_turns_around_what_is_found_come_within_the_first_mask(self, build: Build) -> None:
        """What was found within a later mask brings its turns, too."""
        question, answer, other = (
            memory(content, subject=speaker, session_id="one", create_time=NOW + second)
            for second, (content, speaker) in enumerate(
                [("喝什么茶", "王芳"), ("mountains", "李雷"), ("rivers", "王芳")]
            )
        )
        view = of(build, *(memory(f"绿茶红茶{n}杯") for n in range(9)), question, answer, other)
        whole, terms = everything(view), ANALYZER.terms("茶")

        def only(*allowed: Memory) -> np.ndarray:
            mask = np.zeros(len(whole), np.bool_)
            mask[[view.slot(each.memory_id) for each in allowed]] = True
            return mask

        def names(*masks: np.ndarray) -> set[str]:
            return {*view.memory_ids(view.search(None, terms, masks, 1).slots)}

        asked = {question.memory_id}
        assert not names(whole) & asked
        assert names(whole, only(question)) == names(whole) | asked | {answer.memory_id}
        assert names(only(question, other)) == asked
        assert names(only(question, answer)) == asked | {answer.memory_id}

    def test_ties_at_the_cut_must_go_to_the_smaller_memory_id(self, build: Build) -> None:
        memories = [memory("同样的话", memory_id=memory(str(n)).memory_id) for n in range(40)]
        view = build(head(), together([row(each, 3) for each in reversed(memories)]))
        smallest = {*sorted(each.memory_id for each in memories)[:5]}
        for vector, terms in [(unit(3), NO_TERMS), (None, ANALYZER.terms("同样"))]:
            assert found(view, vector, terms, everything(view), 5).keys() == smallest

    def test_rarer_words_and_shorter_texts_count_more(self, build: Build) -> None:
        cats = memory("cats")
        long_cats = memory("cats purr softly beside windows")
        dogs = [memory(f"dogs number {n}") for n in range(5)]
        view = of(build, cats, long_cats, *dogs)
        answer = found(view, None, ANALYZER.terms("cats dogs"), everything(view), 9)
        scores = {memory_id: lexical for memory_id, (_, lexical) in answer.items()}
        assert scores[cats.memory_id] > scores[long_cats.memory_id] > 0
        assert scores[cats.memory_id] > scores[dogs[0].memory_id] > 0

    # apply, note_accesses

    def test_apply_puts_replaces_and_removes(self, build: Build) -> None:
        view = of(build, CAT, TEA)
        colder = memory(TEA.content, kind=MemoryKind.HABIT, tags=("cold",))
        view.apply(changes([row(TRIP, 2), row(colder, 5)], [CAT.memory_id]))
        assert view.slot(CAT.memory_id) is None
        assert chosen(view) == {TEA.memory_id, TRIP.memory_id}
        assert chosen(view, MemoryFilter(tags=frozenset({"cold"}))) == {TEA.memory_id}
        assert chosen(view, MemoryFilter(kinds=frozenset({MemoryKind.PREFERENCE}))) == set()
        answer = found(view, unit(5), ANALYZER.terms("猫"), everything(view), 1)
        assert answer.keys() == {TEA.memory_id}
        assert answer[TEA.memory_id][0] == pytest.approx(1, abs=0.02)

    def test_apply_passes_over_removals_of_what_is_not_here(self, build: Build) -> None:
        view = of(build, CAT)
        view.apply(changes(removed=[TEA.memory_id]))
        assert chosen(view) == {CAT.memory_id}

    def test_a_view_so_changed_must_answer_as_one_built_afresh(self, build: Build) -> None:
        view = of(build, CAT, TEA)
        reworded = memory(CAT.content, tags=("pet",))
        view.apply(changes(removed=[TEA.memory_id]))
        view.apply(changes([row(TRIP, 2), row(TEA, 8)]))
        view.apply(changes([row(reworded, 4)]))
        fresh = build(head(), together([row(TEA, 8), row(reworded, 4), row(TRIP, 2)]))
        assert chosen(view) == chosen(fresh)
        for query in ("咪咪喝 tea", "上海", "every morning"):
            terms = ANALYZER.terms(query)
            for count in (1, 2, 5):
                answers = [
                    found(one, unit(4), terms, one.select(MemoryFilter(), NOW, None), count)
                    for one in (view, fresh)
                ]
                assert answers[0] == answers[1]

    def test_note_accesses_counts_one_for_each_slot(self, build: Build) -> None:
        view = of(build, *ALL)
        slots = [view.slot(each.memory_id) for each in (TEA, TRIP)]
        view.note_accesses(np.array(slots[:1], np.int64), NOW + 4)
        view.note_accesses(np.array(slots[:1], np.int64), NOW + 5)
        view.note_accesses(np.array(slots, np.int64), NOW + 3)
        view.note_accesses(np.array([], np.int64), NOW + 9)
        kept = [view.columns[view.slot(each.memory_id)] for each in (CAT, TEA, TRIP)]
        assert [row["access_count"] for row in kept] == [0, 3, 1]
        assert [row["last_access_time"] for row in kept][1:] == [NOW + 5, NOW + 3]

    def test_turns_around_are_what_others_said_in_the_session(self, build: Build) -> None:
        said = [
            memory(
                content,
                subject=speaker,
                session_id=session,
                create_time=NOW + second,
            )
            for second, (content, speaker, session) in enumerate(
                [
                    ("What did you research?", "Mel", "one"),
                    ("领养机构！", "Hannah", "one"),
                    ("我想了很久", "Hannah", "one"),
                    ("Good for you", "Mel", "two"),
                    ("无话", "", ""),
                ]
            )
        ]
        view = of(build, *said)
        slots = [view.slot(each.memory_id) for each in said]
        before, after = view.turns_around(np.array(slots, np.int64))
        assert before.tolist() == [-1, slots[0], -1, -1, -1]
        assert after.tolist() == [slots[1], -1, -1, -1, -1]

        late = memory("那太好了", subject="Mel", session_id="one", create_time=NOW + 9)
        view.apply(changes([row(late, 9)], [said[0].memory_id], 2))
        slots = [view.slot(each.memory_id) for each in (*said[1:3], late)]
        before, after = view.turns_around(np.array(slots, np.int64))
        assert before.tolist() == [-1, -1, slots[1]]
        assert after.tolist() == [-1, slots[2], -1]
