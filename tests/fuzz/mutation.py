"""Bytes changed at random, as AFL and libFuzzer do, without looking at what they then reach."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

EDGES = (0, 1, 0x7F, 0x80, 0xC0, 0xC1, 0xED, 0xF4, 0xFF)
"""Bytes at which encodings change."""


def mutated(random: Random, seeds: Sequence[bytes], words: Sequence[bytes], longest: int) -> bytes:
    """One of `seeds` after a few changes, at most `longest` bytes of it."""
    data = bytearray(random.choice(seeds) if seeds else b"")
    for _ in range(1 << random.randrange(5)):
        random.choice(_CHANGES)(random, data, seeds, words)
        del data[longest:]
    return bytes(data)


Change = Callable[[Random, bytearray, Sequence[bytes], Sequence[bytes]], None]


def _span(random: Random, data: bytearray) -> tuple[int, int]:
    start = random.randrange(len(data) + 1)
    return start, min(len(data), start + (1 << random.randrange(8)))


def _flip(random: Random, data: bytearray, *_: object) -> None:
    if data:
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)


def _edge(random: Random, data: bytearray, *_: object) -> None:
    if data:
        data[random.randrange(len(data))] = random.choice(EDGES)


def _insert(random: Random, data: bytearray, *_: object) -> None:
    start = random.randrange(len(data) + 1)
    data[start:start] = random.randbytes(1 + random.randrange(8))


def _cut(random: Random, data: bytearray, *_: object) -> None:
    start, end = _span(random, data)
    del data[start:end]


def _truncate(random: Random, data: bytearray, *_: object) -> None:
    del data[random.randrange(len(data) + 1) :]


def _repeat(random: Random, data: bytearray, *_: object) -> None:
    start, end = _span(random, data)
    data[end:end] = data[start:end] * (1 << random.randrange(7))


def _splice(
    random: Random, data: bytearray, seeds: Sequence[bytes], words: Sequence[bytes]
) -> None:
    if seeds:
        other = random.choice(seeds)
        start, end = sorted((random.randrange(len(other) + 1), random.randrange(len(other) + 1)))
        place, until = _span(random, data)
        data[place : random.choice((place, until))] = other[start:end]


def _word(random: Random, data: bytearray, seeds: Sequence[bytes], words: Sequence[bytes]) -> None:
    if words:
        place, until = _span(random, data)
        data[place : random.choice((place, place, until))] = random.choice(words)


_CHANGES: tuple[Change, ...] = (
    *(_flip, _edge, _insert, _cut, _truncate, _repeat, _splice, _splice, _word, _word, _word),
)
