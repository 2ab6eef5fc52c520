"""A client thread that bears it when its server fails, and notes what no fault explains."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import grpc

from running.refusals import told
from running.server import RunningServer

GIVES_UP = 0.3
"""Share of interrupted writes that are not tried again: they may or may not be there."""
LONGEST_PAUSE_SECONDS = 0.2
"""Between a refusal and the next attempt."""
LOST_CONNECTION = frozenset({"UNAVAILABLE", "CANCELLED"})


@dataclass(frozen=True)
class Patience:
    """What a client puts up with: statuses as `status` tells them, and for how long."""

    bears: frozenset[str] = LOST_CONNECTION
    call_seconds: float = 90.0
    seconds: float = 90.0
    """Of all attempts at a write together; the last of them may take `call_seconds` longer."""


WHILE_KILLED = Patience()


class PatientClient(threading.Thread):
    """Takes one step after the other until `ending` is set and its last call is settled."""

    def __init__(
        self,
        server: RunningServer,
        ending: threading.Event,
        dice: random.Random,
        patience: Patience = WHILE_KILLED,
    ) -> None:
        super().__init__(daemon=True)
        self.calls: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        """Failed calls that were borne, by status."""
        self.trouble: list[str] = []
        self.dice = dice
        self._server = server
        self._ending = ending
        self._patience = patience

    def connect(self, channel: grpc.Channel) -> None:
        """Makes the stubs that `step` uses."""
        raise NotImplementedError

    def step(self) -> None:
        """Some calls; what a fault breaks off may leave as it is raised."""
        raise NotImplementedError

    def run(self) -> None:
        with self._server.channel() as channel:
            self.connect(channel)
            while not self._ending.is_set():
                try:
                    self.step()
                except grpc.RpcError as error:
                    if not self._is_borne(error):
                        self.trouble.append(f"{status(error)}: {error.details()}")
                    self._ending.wait(self.dice.uniform(0, LONGEST_PAUSE_SECONDS))
                except Exception as error:  # a broken client must not look like a sound server
                    self.trouble.append(f"{type(error).__name__}: {error}")
                    return

    def settle(self, name: str, call: Callable[..., Any], request: Any) -> Any | None:
        """The answer of a write, tried again as it was after a fault, mostly."""
        deadline = time.monotonic() + self._patience.seconds
        while True:
            try:
                return self.once(name, call, request)
            except grpc.RpcError as error:
                if not self._is_borne(error) or time.monotonic() > deadline:
                    raise
                if self.dice.random() < GIVES_UP:
                    return None
                time.sleep(self.dice.uniform(0, LONGEST_PAUSE_SECONDS))

    def once(self, name: str, call: Callable[..., Any], request: Any) -> Any:
        try:
            answer = call(request, timeout=self._patience.call_seconds, wait_for_ready=True)
        except grpc.RpcError as error:
            if self._is_borne(error):
                self.refusals[status(error)] += 1
            raise
        self.calls[name] += 1
        return answer

    def _is_borne(self, error: Any) -> bool:
        return status(error) in self._patience.bears


def status(error: Any) -> str:
    """Code and reason of a failed call; the code alone where no server gave a reason."""
    refused = told(error)
    return f"{refused.code.name} {refused.reason}".rstrip()
