"""Rows whose vectors and words a test chooses, and views' answers made comparable."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from myosotis_server.adapters.word_analyzer import MixedWords
from myosotis_server.memory.ports import RowChanges, UserHead, View
from myosotis_server.memory.rows import Rows, Terms, row_of
from myosotis_server.memory.values import Memory

DIMENSION = 16
ANALYZER = MixedWords()
NO_TERMS = Terms(np.empty(0, np.uint32), np.empty(0, np.uint16))


def head(revision: int = 1, number: int = 1) -> UserHead:
    return UserHead(number, revision, UUID(int=number), "digest")


def unit(seed: int, dimension: int = DIMENSION) -> NDArray[np.float32]:
    """A unit vector that follows from `seed`."""
    vector = np.random.default_rng(seed).standard_normal(dimension).astype(np.float32)
    return np.asarray(vector / np.linalg.norm(vector), np.float32)


def row(memory: Memory, seed: int = 0, dimension: int = DIMENSION) -> Rows:
    """The row of `memory` with the words of its content and the vector `unit(seed)`."""
    return row_of(memory, unit(seed, dimension), ANALYZER.terms(memory.content), ANALYZER.version)


def together(rows: Sequence[Rows]) -> Rows:
    return Rows.concatenate(rows) if rows else Rows.empty(DIMENSION)


def changes(
    rows: Sequence[Rows] = (), removed: Sequence[str] = (), revision: int = 2
) -> RowChanges:
    return RowChanges(head(revision), together(rows), tuple(removed))


def everything(view: View) -> NDArray[np.bool_]:
    """A mask of all slots."""
    return np.ones(len(view.columns), np.bool_)


def found(
    view: View,
    vector: NDArray[np.float32] | None,
    terms: Terms,
    mask: NDArray[np.bool_],
    count: int,
) -> dict[str, tuple[float, float]]:
    """Semantic and lexical score of each memory found, exactly as given."""
    hits = view.search(vector, terms, [mask], count)
    names = view.memory_ids(hits.slots)
    assert len({*names}) == len(names)
    scores = zip(hits.semantic.tolist(), hits.lexical.tolist(), strict=True)
    return dict(zip(names, scores, strict=True))


def selected(view: View, mask: NDArray[np.bool_]) -> set[str]:
    assert len(mask) == len(view.columns)
    return {*view.memory_ids(np.flatnonzero(mask))}


def contents(view: View, memory_ids: Sequence[str]) -> dict[str, Any]:
    """The columns of each memory."""
    slots = [view.slot(memory_id) for memory_id in memory_ids]
    return {
        memory_id: view.columns[slot].tolist()
        for memory_id, slot in zip(memory_ids, slots, strict=True)
        if slot is not None
    }
