"""A client thread that bears it when its server is killed, and notes what no kill explains."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import grpc

from running.server import RunningServer

PATIENCE_SECONDS = 90.0
GIVES_UP = 0.3
"""Share of interrupted writes that are not tried again: they may or may not be there."""
BY_KILL = {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED}


class PatientClient(threading.Thread):
    """Takes one step after the other until `ending` is set and its last call is settled."""

    def __init__(self, server: RunningServer, ending: threading.Event, dice: random.Random) -> None:
        super().__init__(daemon=True)
        self.calls: Counter[str] = Counter()
        self.trouble: list[str] = []
        self.dice = dice
        self._server = server
        self._ending = ending

    def connect(self, channel: grpc.Channel) -> None:
        """Makes the stubs that `step` uses."""
        raise NotImplementedError

    def step(self) -> None:
        """Some calls; what a kill breaks off may leave as it is raised."""
        raise NotImplementedError

    def run(self) -> None:
        with self._server.channel() as channel:
            self.connect(channel)
            while not self._ending.is_set():
                try:
                    self.step()
                except grpc.RpcError as error:
                    if error.code() not in BY_KILL:
                        self.trouble.append(f"{error.code()}: {error.details()}")
                except Exception as error:  # a broken client must not look like a sound server
                    self.trouble.append(f"{type(error).__name__}: {error}")
                    return

    def settle(self, name: str, call: Callable[..., Any], request: Any) -> Any | None:
        """The answer of a write, tried again as it was after a kill, mostly."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                return self.once(name, call, request)
            except grpc.RpcError as error:
                if error.code() not in BY_KILL or time.monotonic() > deadline:
                    raise
                if self.dice.random() < GIVES_UP:
                    return None

    def once(self, name: str, call: Callable[..., Any], request: Any) -> Any:
        answer = call(request, timeout=PATIENCE_SECONDS, wait_for_ready=True)
        self.calls[name] += 1
        return answer
