"""Rows as bytes, and thousands of them back into columns at once.

A stored row is a version byte, the dimension (two bytes), the fixed part as in `row_dtype`, term
ids, term frequencies and labels, all little-endian.
"""

import struct
from collections.abc import Sequence

import numpy as np

from myosotis_server.memory.errors import RecordCorrupt
from myosotis_server.memory.rows import Rows, row_dtype

VERSION = 1

_HEADER = struct.Struct("<BH")


def encode_rows(rows: Rows) -> list[bytes]:
    """One value per row, in order."""
    dimension = rows.fixed.dtype["vector"].shape[0]
    header = _HEADER.pack(VERSION, dimension)
    fixed = rows.fixed.astype(row_dtype(dimension), copy=False)
    term_ends = np.cumsum(fixed["term_count"], dtype=np.int64).tolist()
    label_ends = np.cumsum(fixed["label_count"], dtype=np.int64).tolist()
    ids = rows.term_ids.astype("<u4", copy=False)
    frequencies = rows.term_frequencies.astype("<u2", copy=False)
    labels = rows.labels.astype("<u8", copy=False)
    encoded = []
    term_start = label_start = 0
    for index, (term_end, label_end) in enumerate(zip(term_ends, label_ends, strict=True)):
        encoded.append(
            header
            + fixed[index : index + 1].tobytes()
            + ids[term_start:term_end].tobytes()
            + frequencies[term_start:term_end].tobytes()
            + labels[label_start:label_end].tobytes()
        )
        term_start, label_start = term_end, label_end
    return encoded


def id_of(value: bytes) -> bytes:
    """The 16 bytes of the id of the memory whose row `value` is."""
    return value[_HEADER.size : _HEADER.size + 16]


def decode_rows(values: Sequence[bytes]) -> Rows:
    """The rows of `values` (at least one) in order; RecordCorrupt unless all fit one layout."""
    header = values[0][: _HEADER.size]
    if len(header) < _HEADER.size or header[0] != VERSION:
        raise RecordCorrupt("stored bytes have an unknown layout")
    dtype = row_dtype(_HEADER.unpack(header)[1])
    start, end = _HEADER.size, _HEADER.size + dtype.itemsize
    if not all(value.startswith(header) and len(value) >= end for value in values):
        raise RecordCorrupt("stored rows have different layouts")
    fixed = np.frombuffer(bytearray().join([value[start:end] for value in values]), dtype)
    # What each 16-bit unit of the ragged parts belongs to: a term id, a frequency or a label.
    units = np.empty((len(values), 3), np.int64)
    units[:, 0] = fixed["term_count"] * np.int64(2)
    units[:, 1] = fixed["term_count"]
    units[:, 2] = fixed["label_count"] * np.int64(4)
    sizes = np.fromiter(map(len, values), np.int64, len(values)) - end
    if not np.array_equal(units.sum(axis=1) * 2, sizes):
        raise RecordCorrupt("stored rows do not fit their layout")
    ragged = np.frombuffer(bytearray().join([value[end:] for value in values]), "<u2")
    part = np.repeat(np.tile(np.arange(3, dtype=np.uint8), len(values)), units.ravel())
    return Rows(
        fixed,
        ragged[part == 0].view(np.uint32),
        ragged[part == 1],
        ragged[part == 2].view(np.uint64),
    )
