"""Waiting for what the server does behind its replies."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def eventually(read: Callable[[], T], wanted: Callable[[T], bool], seconds: float = 5.0) -> T:
    """What `read` gives once it is as `wanted`, or what it gave last when the time is up."""
    deadline = time.monotonic() + seconds
    while True:
        value = read()
        if wanted(value) or time.monotonic() > deadline:
            return value
        time.sleep(0.05)
