"""How much more or less a memory counts to its user than its content would say."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.values import DAY, Instant

LEAST = 0.5
MOST = 2.0
PINNED_COUNTS = 1.5
"""How many times as much what its user marked counts."""
NEW_FOR = 30 * DAY
"""Nothing is held against a memory that had not the time to be recalled."""
SINKS_OVER = 150 * DAY
"""How long it takes from there to LEAST; gradually, so that no ranking jumps over night."""

_BY_RECALLS = np.array([1.0, *np.minimum(1.0 + np.log([1.0, 2.0, 3.0]), MOST)])
"""What 0, 1, 2, and 3 recalls or more count; with the third the bound is reached."""


def personal_weights(columns: NDArray[Any], now: Instant) -> NDArray[np.float64]:
    """What the importance of n memories is multiplied by, [n], from LEAST to MOST.

    `columns` [n] are COLUMN_DTYPE, or have its fields access_count, mention_count, pinned and
    create_time. Recalled n times counts 1 + ln n (DESIGN section 9), so the first recall changes
    nothing and the third has reached MOST. What was said once and never recalled sinks when it is
    older than NEW_FOR. What is pinned never sinks and counts PINNED_COUNTS times as much. Exactly
    1.0 for what is new, unmarked and unrecalled.
    """
    recalls = np.minimum(columns["access_count"], len(_BY_RECALLS) - 1)
    weights = _BY_RECALLS[recalls]
    pinned = columns["pinned"] != 0
    ignored = ((recalls == 0) & (columns["mention_count"] <= 1) & ~pinned).nonzero()[0]
    overdue = (now - NEW_FOR - columns["create_time"][ignored]) / SINKS_OVER
    weights[ignored] = 1.0 - (1.0 - LEAST) * np.minimum(np.maximum(overdue, 0.0), 1.0)
    if pinned.any():
        weights[pinned] = np.minimum(weights[pinned] * PINNED_COUNTS, MOST)
    return np.asarray(weights, np.float64)
