"""How good a list of memories is. Every figure is 0 to 1, and higher is better.

`found` are the turn ids behind each recalled memory, best first; `evidence` the turn ids that
answer the question, at least one.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from math import log2

Found = Sequence[AbstractSet[str]]


def recall_at(depth: int, found: Found, evidence: AbstractSet[str]) -> float:
    """The share of the evidence among the first `depth` memories."""
    seen: set[str] = set().union(*found[:depth])
    return len(evidence & seen) / len(evidence)


def r_precision(found: Found, evidence: AbstractSet[str]) -> float:
    """Of the first n memories, the share that hold evidence, where n is how much of it there is.

    1 if and only if nothing else stands before or among the evidence. Precision at a fixed depth
    would say nothing: most questions have one answer, which makes precision at 10 at most 0.1.
    """
    count = len(evidence)
    return sum(bool(evidence & each) for each in found[:count]) / count


def ndcg_at(depth: int, found: Found, evidence: AbstractSet[str]) -> float:
    """Normalised discounted cumulative gain: evidence counts 1 / log2(place + 1), places from 1.

    Divided by what the best order would give. Evidence that is found twice counts once; several
    pieces of it in one memory count there together, but never for more than the best order.
    """
    seen: set[str] = set()
    gained = 0.0
    for place, each in enumerate(found[:depth], start=1):
        fresh = (evidence & each) - seen
        seen |= fresh
        gained += len(fresh) / log2(place + 1)
    best = sum(1 / log2(place + 1) for place in range(1, min(depth, len(evidence)) + 1))
    return min(1.0, gained / best)


def latency_share(bare: float, call: float) -> float:
    """What part of a call's time the bare embedding of its query takes: 1 if nothing comes on top.

    Both are medians over the same questions, asked one at a time in turn, in one run; so it says
    the same on a slow machine as on a fast one.
    """
    return min(1.0, bare / call)


def me_score(recall: float, precision: float, relevance: float, latency: float) -> float:
    """0.4 recall@10 + 0.3 R-precision + 0.2 nDCG@10 + 0.1 latency share."""
    return 0.4 * recall + 0.3 * precision + 0.2 * relevance + 0.1 * latency


def f1(pairs: Sequence[tuple[bool, bool]]) -> float:
    """Harmonic mean of precision and recall over pairs of what was wanted and what was got."""
    hits = sum(wanted and got for wanted, got in pairs)
    return 2 * hits / max(1, sum(wanted for wanted, _ in pairs) + sum(got for _, got in pairs))


def macro_f1(pairs: Sequence[tuple[str, str]]) -> float:
    """The mean, over all labels that were wanted, of the F1 of each."""
    labels = sorted({wanted for wanted, _ in pairs})
    return sum(f1([(a == label, b == label) for a, b in pairs]) for label in labels) / len(labels)
