"""Which memories are of one topic: average-link clusters of how alike they are.

Agglomerative clustering with unweighted average linkage (UPGMA: Sokal & Michener 1958), by the
nearest-neighbour chain (Murtagh 1983; Müllner 2011), which takes O(n²) steps.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

MOST = 500
"""Memories that are looked at in one go; take the newest or the most important of more."""
THRESHOLD = 0.15
"""Mean likeness (see `likeness_of`) from which two groups are one topic. Of what people say in ten
days of chats, in Chinese and in English, topics run into each other below 0.1 and fall apart above
0.2 (vectors of multilingual-e5-small)."""
_WORDS = 0.5
"""What shared words count beside vectors."""
_STRANGERS = 4
"""Texts of other languages that stand in where a language has few of its own to tell its mean."""


def clusters(
    likeness: NDArray[np.float64], threshold: float = THRESHOLD, minimum: int = 3
) -> list[NDArray[np.int64]]:
    """Groups of at least `minimum` rows of `likeness` [n, n] that are of one topic.

    Two groups are one as long as the mean likeness between their members is `threshold` or more.
    Each group is in ascending order, the largest group first, of equal ones that with the smallest
    row. Which rows go together does not depend on their order, unless likenesses tie. ValueError
    for more than `MOST` rows.
    """
    count = len(likeness)
    if count > MOST:
        raise ValueError(f"{count} rows, of {MOST} at most")
    owner = np.arange(count)
    for one, other in _joined(likeness, threshold):
        owner[owner == owner[other]] = owner[one]
    groups = [np.flatnonzero(owner == each) for each in np.unique(owner)]
    large = [group for group in groups if len(group) >= minimum]
    return sorted(large, key=lambda group: (-len(group), int(group[0])))


def likeness_of(
    vectors: NDArray[np.float32], languages: Sequence[str], words: NDArray[np.float64]
) -> NDArray[np.float64]:
    """How far texts are of one topic, [n, n]: 0 and below for strangers, about 1 for the same.

    The cosines of `vectors` [n, d] once the mean of their language is taken off, and half of
    `words` [n, n], 0 to 1, which says how many words they share. Cosines as they are do not do:
    those of two strangers lie near 0.9 in Chinese and near 0.8 in English with e5, and would put
    languages before topics.
    """
    centred = vectors.astype(np.float64)
    names = np.array(languages, np.str_)
    overall = centred.mean(axis=0) if len(centred) else centred
    means = np.empty_like(centred)
    for name in np.unique(names):
        own = names == name
        share = own.sum() / (own.sum() + _STRANGERS)
        means[own] = share * centred[own].mean(axis=0) + (1 - share) * overall
    centred -= means
    lengths = np.linalg.norm(centred, axis=1, keepdims=True)
    centred /= np.where(lengths > 1e-9, lengths, 1.0)
    return np.asarray(centred @ centred.T + _WORDS * words)


def _joined(likeness: NDArray[np.float64], threshold: float) -> list[tuple[int, int]]:
    """Pairs of rows whose groups become one at `threshold` or above.

    A chain leads from group to nearest group until two are each other's nearest; these are joined.
    Joining brings no group nearer to a third than its parts were, so what is left of the chain
    stays good, and what is joined at the threshold or above is the same as if the two nearest were
    joined each time.
    """
    count = len(likeness)
    between = (likeness + likeness.T) / 2
    np.fill_diagonal(between, -np.inf)
    sizes = np.ones(count)
    waiting = np.ones(count, np.bool_)
    pairs: list[tuple[int, int]] = []
    chain: list[int] = []
    while waiting.any():
        if not chain:
            chain.append(int(waiting.argmax()))
        last = chain[-1]
        row = between[last]
        nearest = int(row.argmax())
        if row[nearest] < threshold:
            # It is alone in the chain, and nothing will ever be near enough to it.
            waiting[last] = False
            between[last] = between[:, last] = -np.inf
            chain.clear()
        elif len(chain) < 2 or row[chain[-2]] < row[nearest]:
            chain.append(nearest)
        else:
            other = chain[-2]
            del chain[-2:]
            pairs.append((last, other))
            joined = sizes[last] * row + sizes[other] * between[other]
            joined /= sizes[last] + sizes[other]
            sizes[last] += sizes[other]
            waiting[other] = False
            between[other] = between[:, other] = -np.inf
            between[last] = between[:, last] = joined
            between[last, [last, other]] = between[[last, other], last] = -np.inf
    return pairs
