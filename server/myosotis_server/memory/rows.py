"""Rows: what a view keeps of each memory, in columns, so that thousands are read in one step.

A row holds enough to filter, find and score a memory without its record: a quantised vector, the
numbers, hashed words and hashed labels. `Rows` are columns in NumPy plus two ragged lists (words
and labels) laid end to end in row order.
"""

import hashlib
import re
import unicodedata
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.identity import is_named, normalise, same_statement_key
from myosotis_server.memory.values import Memory, MemoryFilter

NEVER = np.iinfo(np.int64).max
"""Stands for an absent end (`valid_to`, `expire_time`): later than any time."""
UNKNOWN = np.iinfo(np.int64).min
"""Stands for an absent moment (`event_time`, `last_access_time`): before any time."""


LANGUAGES = ("", "zh", "en")
"""Languages that rows tell apart, by their place here; 0 is any other."""


def language_code(tag: str) -> int:
    """The place in LANGUAGES of a BCP 47 tag."""
    return LANGUAGES.index(tag) if tag in LANGUAGES else 0


@lru_cache(maxsize=8)
def row_dtype(dimension: int) -> np.dtype[Any]:
    """The fixed part of a row, packed and little-endian; part of the storage format."""
    return np.dtype(
        [
            ("memory_id", "V16"),
            ("create_time", "<i8"),
            ("update_time", "<i8"),
            ("valid_from", "<i8"),
            ("valid_to", "<i8"),
            ("event_time", "<i8"),
            ("expire_time", "<i8"),
            ("last_access_time", "<i8"),
            ("access_count", "<u4"),
            ("mention_count", "<u4"),
            ("revision", "<u8"),
            ("session", "<u8"),
            ("importance", "<f4"),
            ("confidence", "<f4"),
            ("emotion_intensity", "<f4"),
            ("scale", "<f4"),
            ("kind", "u1"),
            ("tier", "u1"),
            ("origin", "u1"),
            ("state", "u1"),
            ("emotion", "u1"),
            ("sensitivity", "u1"),
            ("pinned", "u1"),
            ("analyzer", "u1"),
            ("term_count", "<u2"),
            ("label_count", "<u2"),
            ("language", "u1"),
            ("traits", "u1"),
            ("speaker", "<u2"),
            ("vector", "i1", (dimension,)),
        ]
    )


def _without_vector() -> np.dtype[Any]:
    stored = row_dtype(0)
    names = [name for name in stored.names or () if name != "vector"]
    places = [stored.fields[name] for name in names] if stored.fields else []
    return np.dtype(
        {
            "names": names,
            "formats": [place[0] for place in places],
            "offsets": [place[1] for place in places],
            "itemsize": -(-stored.itemsize // 8) * 8,
        }
    )


COLUMN_DTYPE = _without_vector()
"""The fixed part of a row in RAM: without the vector, and padded so that every field is aligned."""


def columns_of(fixed: NDArray[Any]) -> NDArray[Any]:
    """A copy of `fixed`, rows of any `row_dtype`, as `COLUMN_DTYPE`."""
    columns = np.zeros(len(fixed), COLUMN_DTYPE)
    size = row_dtype(0).itemsize
    stored = np.ascontiguousarray(fixed).view(np.uint8).reshape(len(fixed), fixed.dtype.itemsize)
    columns.view(np.uint8).reshape(len(fixed), COLUMN_DTYPE.itemsize)[:, :size] = stored[:, :size]
    return columns


@dataclass(frozen=True, slots=True)
class Terms:
    """The words of a text: distinct 32-bit hashes `ids` and how often each occurs, `counts`."""

    ids: NDArray[np.uint32]
    counts: NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class Rows:
    """`fixed` has n rows of `row_dtype`; the ragged parts follow in the same order."""

    fixed: NDArray[Any]
    term_ids: NDArray[np.uint32]
    term_frequencies: NDArray[np.uint16]
    labels: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.fixed)

    @staticmethod
    def empty(dimension: int) -> "Rows":
        return Rows(
            np.empty(0, row_dtype(dimension)),
            np.empty(0, np.uint32),
            np.empty(0, np.uint16),
            np.empty(0, np.uint64),
        )

    @staticmethod
    def concatenate(parts: Sequence["Rows"]) -> "Rows":
        """All rows of `parts` (at least one, of one dimension) in order."""
        return Rows(
            np.concatenate([part.fixed for part in parts]),
            np.concatenate([part.term_ids for part in parts]),
            np.concatenate([part.term_frequencies for part in parts]),
            np.concatenate([part.labels for part in parts]),
        )


def row_of(memory: Memory, vector: NDArray[np.float32], terms: Terms, analyzer: int) -> Rows:
    """The one row of `memory`: `vector` is its unit embedding [dimension]."""
    fixed = np.zeros(1, row_dtype(len(vector)))
    row = fixed[0]
    labels = labels_of(memory)
    scale, quantised = quantise(vector)
    row["memory_id"] = np.void(uuid.UUID(memory.memory_id).bytes)
    row["create_time"] = memory.create_time
    row["update_time"] = memory.update_time
    row["valid_from"] = memory.valid_from
    row["valid_to"] = NEVER if memory.valid_to is None else memory.valid_to
    row["event_time"] = UNKNOWN if memory.event_time is None else memory.event_time
    ends = memory.expire_time is not None and not memory.pinned
    row["expire_time"] = memory.expire_time if ends else NEVER
    row["last_access_time"] = (
        UNKNOWN if memory.last_access_time is None else memory.last_access_time
    )
    row["access_count"] = memory.access_count
    row["mention_count"] = memory.mention_count
    row["revision"] = memory.revision
    row["session"] = label("session", memory.session_id) if memory.session_id else 0
    row["importance"] = memory.importance
    row["confidence"] = memory.confidence
    row["emotion_intensity"] = memory.emotion_intensity
    row["scale"] = scale
    row["kind"] = memory.kind
    row["tier"] = memory.tier
    row["origin"] = memory.origin
    row["state"] = memory.state
    row["emotion"] = memory.emotion
    row["sensitivity"] = memory.sensitivity
    row["pinned"] = memory.pinned
    row["analyzer"] = analyzer
    row["language"] = language_code(memory.language)
    row["speaker"] = speaker_code(speaker_of(memory))
    row["traits"] = traits_of(memory.content)
    row["term_count"] = len(terms.ids)
    row["label_count"] = len(labels)
    row["vector"] = quantised
    return Rows(fixed, terms.ids, terms.counts, labels)


def quantise(vector: NDArray[np.float32]) -> tuple[np.float32, NDArray[np.int8]]:
    """Scale s and int8 q with s·q ≈ `vector`; the largest component becomes ±127."""
    peak = np.float32(np.abs(vector).max(initial=0.0))
    scale = np.float32(peak / 127) if peak > 0 else np.float32(1)
    return scale, np.rint(vector / scale).astype(np.int8)


def label(field: str, *values: str) -> int:
    """A 64-bit name for `field` = `values`, so that filters compare integers."""
    text = "\0".join((field, *values)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little")


ASKS = 0x80
"""The bit of `traits` that is set where a statement asks."""
_NUMBERS = re.compile(r"\d+|[零〇一二两三四五六七八九十百千万亿]+")


def traits_of(content: str) -> int:
    """What a row tells of its text: the bit ASKS, and seven bits that differ where numbers do."""
    text = unicodedata.normalize("NFKC", content).rstrip()
    numbers = crc32("\0".join(sorted(_NUMBERS.findall(text))).encode())
    return numbers & ~ASKS & 0xFF | (ASKS if text.endswith("?") else 0)


def speaker_code(name: str) -> int:
    """A 16-bit stand-in for somebody's name, which is normalised (see identity.normalise)."""
    return crc32(name.encode("utf-8", "replace")) & 0xFFFF


def speaker_of(memory: Memory) -> str:
    """Who said it, normalised, as far as the subject tells: "" for the user.

    Callers give the speaker of a dialogue's turn as its subject, for whom else does it concern. But
    whoever is named in the text is spoken of.
    """
    is_spoken_of = is_named(memory.subject, memory.content)
    return "" if is_spoken_of else normalise(memory.subject)


def statement_label(memory: Memory) -> int:
    """The label that memories of the same statement share, whatever their ids."""
    return label("statement", same_statement_key(memory.kind, memory.subject, memory.content))


def labels_of(memory: Memory) -> NDArray[np.uint64]:
    """Sorted distinct labels of everything about `memory` that a filter can name exactly."""
    sessions = {memory.session_id, *(source.session_id for source in memory.sources)} - {""}
    names = {label("session", session) for session in sessions}
    names |= {label("tag", tag) for tag in memory.tags}
    names |= {label("metadata", key, value) for key, value in memory.metadata.items()}
    names.add(label("subject", memory.subject))
    names.add(statement_label(memory))
    if memory.attribute is not None:
        names.add(label("attribute", memory.attribute.key))
    return np.array(sorted(names), np.uint64)


def label_groups(wanted: MemoryFilter) -> list[NDArray[np.uint64]]:
    """Labels that `wanted` asks for: a memory must carry at least one of every group."""
    groups: list[set[int]] = [
        {label("tag", tag) for tag in wanted.tags},
        {label("session", session) for session in wanted.session_ids},
        {label("attribute", key) for key in wanted.attribute_keys},
        {label("subject", subject) for subject in wanted.subjects},
        *({label("metadata", key, value)} for key, value in wanted.metadata.items()),
    ]
    return [np.array(sorted(group), np.uint64) for group in groups if group]
