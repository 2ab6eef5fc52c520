"""What AdminService tells; see values for what holds for all of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MaintenanceResult:
    """How many memories were looked at, and what became of them; `summarised_count` were made."""

    reviewed_count: int
    promoted_count: int
    summarised_count: int
    decayed_count: int
    expired_count: int
    removed_count: int
