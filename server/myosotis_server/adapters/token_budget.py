"""How many tokens may go to a language model within any minute."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

MINUTE = 60.0
_BYTES_PER_TOKEN = 3
"""Of UTF-8: about one Chinese character, or most of a short English word. Rather too few."""


def estimated_tokens(text: str) -> int:
    """About how many tokens `text` is, rather too many than too few."""
    return len(text.encode("utf-8", "replace")) // _BYTES_PER_TOKEN + 1


@dataclass(slots=True)
class Charge:
    """Tokens taken at a time in seconds."""

    time: float
    tokens: int


class TokenBudget:
    """At most `per_minute` tokens within any 60 seconds of `clock`; 0 is no limit. Thread-safe."""

    def __init__(self, per_minute: int, clock: Callable[[], float]) -> None:
        self._per_minute = per_minute
        self._clock = clock
        self._charges: deque[Charge] = deque()
        self._lock = Lock()

    def take(self, tokens: int) -> Charge | None:
        """Takes `tokens`; None, with nothing taken, where they would be too many."""
        with self._lock:
            now = self._clock()
            while self._charges and self._charges[0].time <= now - MINUTE:
                self._charges.popleft()
            taken = sum(charge.tokens for charge in self._charges)
            if self._per_minute and taken + tokens > self._per_minute:
                return None
            charge = Charge(now, tokens)
            self._charges.append(charge)
            return charge

    def settle(self, charge: Charge, tokens: int) -> None:
        """Corrects `charge` to what it turned out to be."""
        with self._lock:
            charge.tokens = max(tokens, 0)
