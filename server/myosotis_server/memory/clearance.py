"""What one call may see of a user's memories."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.selection import Columns
from myosotis_server.memory.values import Memory, Sensitivity


@dataclass(frozen=True, slots=True)
class Clearance:
    """Memories more sensitive than `most` are withheld: for this call they do not exist.

    With `redacts`, of those that are shown the personal and sensitive ones are cut down to what
    anybody may see of them.
    """

    most: Sensitivity = Sensitivity.SENSITIVE
    redacts: bool = False

    @property
    def is_full(self) -> bool:
        """Whether everything is shown as it is."""
        return not self.redacts and not self.withholds

    @property
    def withholds(self) -> bool:
        """Whether there may be anything that is not shown at all."""
        return self.most < Sensitivity.SENSITIVE

    def admits(self, memory: Memory) -> bool:
        return memory.sensitivity <= self.most

    def within(self, mask: NDArray[np.bool_], columns: Columns) -> NDArray[np.bool_]:
        """Those of `mask`, [slots], that it admits; `columns` are a view's."""
        return mask & (columns["sensitivity"] <= self.most) if self.withholds else mask


FULL = Clearance()
"""Of who may see everything."""
