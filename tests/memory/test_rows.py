"""Rows: what a view keeps of a memory says the same as the memory."""

import uuid
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from memory.memories import label_filters, memories, memory, quick
from myosotis_server.memory.rows import (
    COLUMN_DTYPE,
    NEVER,
    UNKNOWN,
    Rows,
    Terms,
    columns_of,
    label,
    label_groups,
    labels_of,
    quantise,
    row_dtype,
    row_of,
    statement_label,
)
from myosotis_server.memory.values import Memory, MemoryFilter, MemoryKind, TurnReference

ABSENT = {
    "valid_to": NEVER,
    "expire_time": NEVER,
    "event_time": UNKNOWN,
    "last_access_time": UNKNOWN,
}
NUMBERS = (
    "create_time", "update_time", "valid_from", "access_count", "mention_count", "revision",
    "importance", "confidence", "emotion_intensity", "kind", "tier", "origin", "state",
    "emotion", "sensitivity", "pinned",
)  # fmt: skip
vectors = arrays(np.float32, 8, elements=st.floats(-1, 1, width=32, allow_subnormal=False)).filter(
    lambda vector: np.abs(vector).max() > 1e-6
)


def words(*numbers: int) -> Terms:
    return Terms(np.array(numbers, np.uint32), np.ones(len(numbers), np.uint16))


@quick
@given(vectors)
def test_quantising_moves_no_component_by_more_than_half_a_step(vector: np.ndarray) -> None:
    scale, quantised = quantise(vector)
    assert quantised.dtype == np.int8
    error = np.abs(scale * quantised.astype(np.float32) - vector)
    assert error.max() <= scale * 0.5001
    assert np.abs(quantised.astype(int)).max() == 127


def test_quantising_nothing_gives_nothing() -> None:
    scale, quantised = quantise(np.zeros(8, np.float32))
    assert scale > 0
    assert not quantised.any()


def test_quantised_unit_vectors_keep_their_direction() -> None:
    random = np.random.default_rng(7)
    for vector in random.normal(size=(50, 384)).astype(np.float32):
        unit = vector / np.linalg.norm(vector)
        scale, quantised = quantise(unit)
        restored = scale * quantised.astype(np.float32)
        assert unit @ restored / np.linalg.norm(restored) > 0.9999


@quick
@given(memories(), vectors)
def test_a_row_has_every_number_of_its_memory(known: Memory, vector: np.ndarray) -> None:
    rows = row_of(known, vector, words(3, 1), analyzer=7)
    row = rows.fixed[0]
    assert rows.fixed.dtype == row_dtype(8)
    assert str(uuid.UUID(bytes=row["memory_id"].tobytes())) == known.memory_id
    for name in NUMBERS:
        assert row[name] == getattr(known, name), name
    for name, absent in ABSENT.items():
        moment = getattr(known, name)
        if name == "expire_time" and known.pinned:
            moment = None  # what is pinned never expires
        assert row[name] == (absent if moment is None else moment), name
    assert row["session"] == (label("session", known.session_id) if known.session_id else 0)
    assert row["analyzer"] == 7
    assert row["term_count"] == len(rows.term_ids) == len(rows.term_frequencies) == 2
    assert row["label_count"] == len(rows.labels)
    restored = row["scale"] * row["vector"].astype(np.float32)
    assert np.abs(restored - vector).max() <= row["scale"] * 0.5001


def agrees(known: Memory, wanted: MemoryFilter) -> bool:
    """What the names in `wanted` mean, said plainly."""
    sessions = {known.session_id, *(source.session_id for source in known.sources)}
    return (
        (not wanted.tags or bool(wanted.tags & set(known.tags)))
        and (not wanted.session_ids or bool(wanted.session_ids & sessions))
        and (
            not wanted.attribute_keys
            or (known.attribute is not None and known.attribute.key in wanted.attribute_keys)
        )
        and (not wanted.subjects or known.subject in wanted.subjects)
        and all(known.metadata.get(key) == value for key, value in wanted.metadata.items())
    )


@quick
@given(memories(), label_filters)
def test_labels_answer_a_filter_as_its_plain_meaning_does(
    known: Memory, wanted: MemoryFilter
) -> None:
    carried = labels_of(known)
    found = all(np.isin(group, carried).any() for group in label_groups(wanted))
    assert found == agrees(known, wanted)


@quick
@given(memories())
def test_labels_are_sorted_and_distinct(known: Memory) -> None:
    carried = labels_of(known)
    assert np.array_equal(carried, np.unique(carried))
    assert carried.dtype == np.uint64


def test_an_empty_filter_asks_for_no_label() -> None:
    assert label_groups(MemoryFilter()) == []


def test_labels_of_different_fields_never_meet() -> None:
    assert label("tag", "茶") != label("subject", "茶")
    assert label("metadata", "a", "b") != label("metadata", "ab", "")


def test_a_memory_carries_the_sessions_of_its_sources_too() -> None:
    known = memory(session_id="monday", sources=(TurnReference("tuesday", "1"),))
    carried = set(labels_of(known).tolist())
    assert {label("session", "monday"), label("session", "tuesday")} <= carried
    assert label("session", "") not in set(labels_of(memory()).tolist())


def test_statement_labels_are_shared_by_equal_statements_alone() -> None:
    plain = memory("Likes tea.")
    assert statement_label(plain) == statement_label(replace(plain, content="likes TEA"))
    assert statement_label(plain) != statement_label(replace(plain, content="likes tea?"))
    assert statement_label(plain) != statement_label(replace(plain, subject="母亲"))
    assert statement_label(plain) != statement_label(replace(plain, kind=MemoryKind.HABIT))


def test_columns_are_the_rows_without_their_vectors() -> None:
    rows = Rows.concatenate(
        [
            row_of(memory(text), np.array([0.6, 0.8], np.float32), words(number), 1)
            for number, text in enumerate(("茶", "coffee", "水"))
        ]
    )
    columns = columns_of(rows.fixed)
    assert columns.dtype == COLUMN_DTYPE
    assert "vector" not in (COLUMN_DTYPE.names or ())
    for name in COLUMN_DTYPE.names or ():
        assert np.array_equal(columns[name], rows.fixed[name]), name
    columns["importance"] = 0
    assert rows.fixed["importance"].all()


@pytest.mark.parametrize("name", [n for n in COLUMN_DTYPE.names or () if n != "memory_id"])
def test_every_column_is_aligned(name: str) -> None:
    assert COLUMN_DTYPE.fields is not None
    kind, offset = COLUMN_DTYPE.fields[name][:2]
    assert offset % kind.itemsize == 0
    assert COLUMN_DTYPE.itemsize % kind.itemsize == 0


def test_rows_joined_keep_their_order() -> None:
    vector = np.array([1, 0], np.float32)
    parts = [
        row_of(memory("茶"), vector, words(2, 1), 1),
        row_of(memory("tea"), vector, words(9), 1),
    ]
    joined = Rows.concatenate([Rows.empty(2), *parts])
    assert len(joined) == 2
    assert joined.term_ids.tolist() == [2, 1, 9]
    assert joined.labels.tolist() == parts[0].labels.tolist() + parts[1].labels.tolist()
    ids = [part.fixed["memory_id"][0].tobytes() for part in parts]
    assert [each.tobytes() for each in joined.fixed["memory_id"]] == ids
