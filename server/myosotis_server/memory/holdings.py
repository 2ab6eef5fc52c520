"""How much is held: by the whole store, and of one user."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StoreSize:
    """`nbytes` are those that the store takes on disk, freed pages that it keeps included."""

    users: int
    memories: int
    nbytes: int


@dataclass(frozen=True, slots=True)
class Holdings:
    """`turns` are those kept verbatim; `nbytes` of keys and values as stored, without the store's
    own overhead of half-filled pages."""

    turns: int
    nbytes: int
