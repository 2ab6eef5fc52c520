"""Brings rows up to the analyzer in use, in RAM; the store has them so when next they are written.

Terms of different versions never match, so that rows of an earlier one could not be found by words.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from myosotis_server.adapters.store_format import id_text
from myosotis_server.memory.errors import RecordCorrupt
from myosotis_server.memory.identity import normalise
from myosotis_server.memory.ports import Store, WordAnalyzer
from myosotis_server.memory.rows import Rows, Terms, speaker_code, traits_of
from myosotis_server.memory.values import Memory, Owner
from myosotis_server.memory.wording import words_of

_BATCH = 500
"""Records in RAM at a time."""


def with_current_terms(store: Store, owner: Owner, rows: Rows, analyzer: WordAnalyzer) -> Rows:
    """`rows` with terms of `analyzer`'s version, made anew from the records where they are not.

    A row whose record is gone by now, or cannot be read, keeps its terms: the first will be removed
    by the change that took the record, the second fails when it is recalled.
    """
    is_stale = rows.fixed["analyzer"] != analyzer.version
    if not is_stale.any():
        return rows
    stale = np.flatnonzero(is_stale)
    anew: dict[int, Terms] = {}
    fixed = rows.fixed.copy()
    for first in range(0, len(stale), _BATCH):
        places = stale[first : first + _BATCH].tolist()
        memory_ids = [id_text(bytes(rows.fixed["memory_id"][place])) for place in places]
        for place, memory in zip(places, _readable(store, owner, memory_ids), strict=True):
            if memory is not None:
                anew[place] = analyzer.terms(words_of(memory))
                fixed[place]["speaker"] = speaker_code(normalise(memory.subject))
                fixed[place]["traits"] = traits_of(memory.content)
    return _with_terms(replace(rows, fixed=fixed), anew, analyzer.version)


def _readable(store: Store, owner: Owner, memory_ids: Sequence[str]) -> list[Memory | None]:
    try:
        return store.memories(owner, memory_ids)
    except RecordCorrupt:
        if len(memory_ids) == 1:
            return [None]
        half = len(memory_ids) // 2
        return [
            *_readable(store, owner, memory_ids[:half]),
            *_readable(store, owner, memory_ids[half:]),
        ]


def _with_terms(rows: Rows, anew: dict[int, Terms], version: int) -> Rows:
    fixed = rows.fixed.copy()
    ends = np.cumsum(fixed["term_count"], dtype=np.int64)
    all_ids, all_counts = [rows.term_ids[:0]], [rows.term_frequencies[:0]]
    kept = 0
    for place, terms in anew.items():
        start = int(ends[place - 1]) if place else 0
        all_ids += [rows.term_ids[kept:start], terms.ids]
        all_counts += [rows.term_frequencies[kept:start], terms.counts]
        kept = int(ends[place])
        fixed[place]["analyzer"] = version
        fixed[place]["term_count"] = len(terms.ids)
    return Rows(
        fixed,
        np.concatenate([*all_ids, rows.term_ids[kept:]]),
        np.concatenate([*all_counts, rows.term_frequencies[kept:]]),
        rows.labels,
    )
