"""Looks through all that a process holds: every live Python object, and the arrays among them."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

_LONGEST_CHAIN = 200
"""Characters that tell of what holds something, and what holds that."""
_LEAVES = (int, float, complex, bool, type(None))


def holders(needles: Iterable[bytes]) -> dict[bytes, list[str]]:
    """Where each of `needles` is: the kinds of object that hold its bytes, with their holders'.

    Texts are searched as UTF-8, arrays and buffers by their bytes. What only the search itself
    holds does not count.
    """
    wanted = [bytes(each) for each in needles]
    texts = {each: _decoded(each) for each in wanted}
    found: dict[bytes, list[str]] = {each: [] for each in wanted}
    own = {id(each) for each in wanted} | {id(each) for each in texts.values()}
    own |= {id(wanted), id(texts), id(found), id(needles), id(own)}
    shortest = min(map(len, wanted), default=0)
    for each, holder in _reachable(own):
        if isinstance(each, str):
            if 3 * len(each) < shortest:
                continue
            for needle, text in texts.items():
                if text is not None and text in each:
                    found[needle].append(f"str of {holder}")
        elif isinstance(each, bytes | bytearray | memoryview | np.ndarray | np.void):
            data = _bytes(each)
            if len(data) < shortest:
                continue
            for needle in wanted:
                if needle in data:
                    found[needle].append(f"{type(each).__name__} of {holder}")
    return {needle: sorted({*where})[:20] for needle, where in found.items()}


def _reachable(own: set[int]) -> Iterator[tuple[Any, str]]:
    """Every object once, with the kind of one that holds it."""
    gc.collect()
    seen = {*own}
    waiting: list[tuple[Any, str]] = [(each, "") for each in gc.get_objects()]
    seen |= {id(waiting), id(seen), id(own)}
    while waiting:
        each, holder = waiting.pop()
        if id(each) in seen or isinstance(each, _LEAVES):
            continue
        seen.add(id(each))
        yield each, holder
        if isinstance(each, str | bytes | bytearray):
            continue
        if isinstance(each, np.ndarray) and each.base is not None:
            waiting.append((each.base, holder))
        kind = f"{type(each).__qualname__} < {holder}"[:_LONGEST_CHAIN]
        waiting += [(inner, kind) for inner in gc.get_referents(each)]


def _bytes(each: Any) -> bytes:
    try:
        return each.tobytes() if not isinstance(each, bytes | bytearray) else bytes(each)
    except (TypeError, ValueError):  # a released buffer, an array of objects
        return b""


def _decoded(needle: bytes) -> str | None:
    try:
        return needle.decode()
    except UnicodeDecodeError:
        return None
