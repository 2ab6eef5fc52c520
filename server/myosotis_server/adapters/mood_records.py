"""Moods on disk: blocks of a day's, so that a week is a few reads and a turn adds to a short one.

A block is a version byte and, for each turn in the order written, the time at which it was said
(8 bytes), the number of its emotion (1) and its intensity (8), little-endian.
"""

import struct
from collections.abc import Iterator

import lmdb

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters.record_codec import VERSION
from myosotis_server.adapters.store_format import Databases, Put
from myosotis_server.adapters.user_entries import User
from myosotis_server.adapters.vault import Seal
from myosotis_server.memory.errors import RecordCorrupt
from myosotis_server.memory.sessions import Mood
from myosotis_server.memory.values import Emotion, TimeRange, Turn

BLOCK_MOODS = 128
"""A block of so many is full: it is not written again."""

_MOOD = struct.Struct("<qBd")
_HEADER = bytes([VERSION])
_SEALED = 28  # how many bytes longer a value is when sealed
_FULL = _SEALED + len(_HEADER) + BLOCK_MOODS * _MOOD.size


class MoodDays:
    """Moods to put, as bytes by day."""

    def __init__(self) -> None:
        self._days: dict[int, bytearray] = {}

    def add(self, turn: Turn) -> None:
        """The mood of a user's turn."""
        packed = _MOOD.pack(turn.say_time, turn.emotion, turn.emotion_intensity)
        self._days.setdefault(layout.day_of(turn.say_time), bytearray()).extend(packed)

    def puts(
        self, txn: "lmdb.Transaction[bytes]", databases: Databases, seal: Seal, number: int
    ) -> Iterator[Put]:
        """They are added to the last block of each day; RecordCorrupt if it fails its check."""
        for day, added in self._days.items():
            prefix = layout.mood_day_key(number, day)
            last = layout.last_with(txn, databases.moods, prefix)
            block, data = 0, _HEADER
            if last is not None:
                key, stored = last
                block = int.from_bytes(key[len(prefix) :], "big")
                if len(stored) < _FULL:
                    data = seal.open(layout.MOODS, key, stored)
                else:
                    block += 1
            key = prefix + block.to_bytes(4, "big")
            yield Put(databases.moods, key, seal.seal(layout.MOODS, key, data + added))


def moods_within(
    txn: "lmdb.Transaction[bytes]", databases: Databases, user: User, span: TimeRange
) -> list[Mood]:
    """See `Store.moods`. Reads the days of `span` alone."""
    number, start, end = user.head.number, span.start, span.end
    first, beyond = user.prefix, layout.user_prefix(number + 1)
    if start is not None:
        first = layout.mood_day_key(number, layout.day_of(start))
    if end is not None:
        beyond = layout.mood_day_key(number, layout.day_of(end - 1) + 1)
    within: list[Mood] = []
    for key, stored in layout.between(txn, databases.moods, first, beyond):
        within += (
            mood
            for mood in decode_moods(user.seal.open(layout.MOODS, key, stored))
            if (start is None or mood.time >= start) and (end is None or mood.time < end)
        )
    return sorted(within, key=lambda mood: mood.time)  # of one time: as they were written


def decode_moods(data: bytes) -> list[Mood]:
    """The moods of a block, in the order written."""
    if data[:1] != _HEADER:
        raise RecordCorrupt("stored bytes have an unknown layout")
    try:
        return [
            Mood(time, Emotion(emotion), intensity)
            for time, emotion, intensity in _MOOD.iter_unpack(memoryview(data)[1:])
        ]
    except (struct.error, ValueError):  # ValueError: an emotion that a later version knows
        raise RecordCorrupt("stored bytes do not fit their layout") from None
