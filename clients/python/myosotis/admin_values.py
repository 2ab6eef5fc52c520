"""What AdminService tells; see values for what holds for all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class MaintenanceResult:
    """How many memories were looked at, and what became of them; `summarised_count` were made."""

    reviewed_count: int
    promoted_count: int
    summarised_count: int
    decayed_count: int
    expired_count: int
    removed_count: int


@dataclass(frozen=True, slots=True)
class ReembedProgress:
    """Memories that have a vector of the model in use, of those that had none at first."""

    done_count: int
    total_count: int


@dataclass(frozen=True, slots=True)
class ServerInfo:
    """`store_bytes` are on disk; `extractor` is "local" or the language model's name."""

    version: str
    model_name: str
    model_digest: str
    embedding_dimension: int
    max_input_tokens: int
    user_count: int
    memory_count: int
    store_bytes: int
    extractor: str
    start_time: datetime | None


@dataclass(frozen=True, slots=True)
class UserStats:
    """What is held of a user, ended memories included.

    Keys of `by_kind` and `by_tier` are names in lower case, such as "fact" and "short_term".
    `index_bytes` are RAM, 0 where the process that answered holds no index of the user.
    """

    memory_count: int
    by_kind: Mapping[str, int]
    by_tier: Mapping[str, int]
    superseded_count: int
    turn_count: int
    store_bytes: int
    index_bytes: int
    first_time: datetime | None
    last_time: datetime | None
    revision: int
