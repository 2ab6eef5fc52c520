"""What work costs, whatever else the machine does meanwhile."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Callable, Iterator

AT_ONCE = 1.0
"""Seconds of CPU that nothing linear takes for a text as long as those of running.hostile, not even
on a slow machine: it needs 10 to 50 ms. What grows with the square of the length takes many more.
"""


def cpu_seconds(work: Callable[[], object]) -> float:
    """The least CPU time of this process that `work` took in three attempts."""
    taken = []
    for _ in range(3):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return min(taken)


@contextlib.contextmanager
def ending_within(seconds: float) -> Iterator[None]:
    """AssertionError as soon as what is within took this much CPU time of the process.

    For what may go on for hours if it is wrong. Of the main thread; regular expressions heed it.
    """

    def too_long(*_: object) -> None:
        raise AssertionError("does not end in time")

    before = signal.signal(signal.SIGVTALRM, too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
