"""Which memories share words with a query: BM25, exact at every moment.

The formula, its constants and the reasons for them are in Robertson and Zaragoza, "The
Probabilistic Relevance Framework: BM25 and Beyond" (2009). A document's score is the sum over the
query's terms of

    count in query x log(1 + (N - df + 0.5) / (df + 0.5)) x f (k1 + 1) / (f + k1 (1 - b + b L / A))

with f the term's count in the document, L the document's length and A the mean length. N, df and A
are those of the memories indexed right now, as whole numbers, and the sum runs in float64: first
over the terms that a document has once, which are nearly all and share one divisor, then over the
others, each in the order of term ids. So an index that was changed gives the very scores that a
fresh one gives.
"""

from math import log

import numpy as np
from numpy.typing import NDArray

from myosotis_server.adapters.growing import GrowingArray
from myosotis_server.adapters.postings import Postings
from myosotis_server.memory.fitted import K1, B
from myosotis_server.memory.rows import Terms

MANY = 20_000
"""Memories from which it takes long to add up what common words weigh, which is little."""
COMMON = 8
"""A word is common that more than one memory in so many has."""


class WordIndex:
    """Words by slot. Not thread-safe while it changes."""

    def __init__(
        self,
        term_ids: NDArray[np.uint32],
        frequencies: NDArray[np.uint16],
        term_counts: NDArray[np.int64],
        many: int = MANY,
    ) -> None:
        """Slots 0 and up, of which the i-th has the next `term_counts[i]` terms."""
        slots = np.arange(len(term_counts), dtype=np.uint32)
        self._postings = Postings(term_ids, np.repeat(slots, term_counts), frequencies)
        self._lengths = GrowingArray(_lengths(frequencies, term_counts))
        self._document_count = len(term_counts)
        self._many = many
        self._total_length = int(frequencies.sum(dtype=np.int64))
        self._divisors: NDArray[np.float64] | None = None
        """What a word that a memory has once is divided by, of every slot, until something
        changes."""

    @property
    def nbytes(self) -> int:
        divisors = 0 if self._divisors is None else self._divisors.nbytes
        return self._postings.nbytes + self._lengths.nbytes + divisors

    def resize(self, slot_count: int) -> None:
        self._lengths.resize(slot_count)
        self._divisors = None

    def add(
        self,
        slots: NDArray[np.int64],
        term_ids: NDArray[np.uint32],
        frequencies: NDArray[np.uint16],
        term_counts: NDArray[np.int64],
    ) -> None:
        """Puts memories into `slots`, which are empty."""
        self._postings.add(term_ids, np.repeat(slots.astype(np.uint32), term_counts), frequencies)
        self._lengths.used[slots] = _lengths(frequencies, term_counts)
        self._document_count += len(slots)
        self._total_length += int(frequencies.sum(dtype=np.int64))
        self._divisors = None

    def remove(self, slots: NDArray[np.int64]) -> None:
        """Empties `slots`, which are distinct and not empty."""
        if not len(slots):
            return
        gone = np.zeros(len(self._lengths), np.bool_)
        gone[slots] = True
        self._postings.remove(gone)
        self._document_count -= len(slots)
        self._total_length -= int(self._lengths.used[slots].sum(dtype=np.int64))
        self._lengths.used[slots] = 0
        self._divisors = None

    def scores(self, terms: Terms) -> tuple[NDArray[np.float32], float]:
        """BM25 of every slot, [slots], and the score that none can exceed.

        A score is 0 where no word is shared, and only there; then the ceiling is 0 as well. From
        MANY memories on, words that are common among them count only where all of them are.
        """
        order = np.argsort(terms.ids)
        common = self._document_count
        if self._document_count >= self._many:
            common //= COMMON
        found = self._postings.find(terms.ids[order], common)
        if not len(found.slots):
            return np.zeros(len(self._lengths), np.float32), 0.0
        weights = np.array(
            [
                df and count * log(1 + (self._document_count - df + 0.5) / (df + 0.5)) * (K1 + 1)
                for count, df in zip(
                    terms.counts[order].tolist(), found.counts.tolist(), strict=True
                )
            ]
        )
        spread = found.spread(weights)
        repeated = np.flatnonzero(found.values != 1)
        repeated_weights = spread[repeated]
        spread[repeated] = 0
        sums = np.bincount(found.slots, spread, len(self._lengths)) / self._current_divisors()
        slots, frequencies = found.slots[repeated], found.values[repeated].astype(np.float64)
        norms = self._norms(self._lengths.used[slots])
        np.add.at(sums, slots, repeated_weights * frequencies / (frequencies + norms))
        return sums.astype(np.float32), float(sum(weights.tolist()))

    def _norms(self, lengths: NDArray[np.uint32]) -> NDArray[np.float64]:
        """k1 (1 - b + b L / A) of `lengths` L, [n]."""
        return np.asarray(K1 * (1 - B + B * lengths / (self._total_length / self._document_count)))

    def _current_divisors(self) -> NDArray[np.float64]:
        if self._divisors is None:
            self._divisors = 1 + self._norms(self._lengths.used)
        return self._divisors


def _lengths(frequencies: NDArray[np.uint16], term_counts: NDArray[np.int64]) -> NDArray[np.uint32]:
    ends = np.cumsum(term_counts)
    sums = np.concatenate([np.zeros(1, np.int64), np.cumsum(frequencies, dtype=np.int64)])
    return np.asarray(sums[ends] - sums[ends - term_counts], np.uint32)
