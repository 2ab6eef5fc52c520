"""Several workers over one store, and a channel of one's own to each of them."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc

from myosotis.v1 import conversation_service_pb2_grpc as talk_grpc
from myosotis.v1 import memory_service_pb2_grpc as service_grpc
from running.server import RunningServer

WAIT_SECONDS = 60.0
_MOST_CHANNELS = 100
_ESTABLISHED = "01"


@dataclass(frozen=True)
class Worker:
    """A connection that this worker answers, as long as it lives."""

    pid: int
    channel: grpc.Channel
    memory: Any
    talk: Any


class Together:
    """A server with workers; tests ask a worker of their choice."""

    def __init__(self, server: RunningServer, count: int) -> None:
        self.server = server
        self.count = count
        self.workers: list[Worker] = []

    @property
    def serving(self) -> dict[int, int]:
        """Worker number → process id, as the log has it last."""
        told = [line for line in self.server.log if line["event"] == "a worker serves"]
        return {line["worker"]: line["pid"] for line in told}

    def connect(self) -> None:
        """Leaves one channel to each worker in `workers`, once all of them serve."""
        until(lambda: len(self.serving) == self.count)
        self.close()
        port = int(self.server.address.rpartition(":")[2])
        found: dict[int, Worker] = {}
        for _ in range(_MOST_CHANNELS):
            before = {pid: connections(pid, port) for pid in self.serving.values()}
            channel = self.server.channel()
            grpc.channel_ready_future(channel).result(WAIT_SECONDS)
            (pid,) = (pid for pid, was in before.items() if connections(pid, port) - was)
            if pid in found:
                channel.close()
            else:
                memory = service_grpc.MemoryServiceStub(channel)
                found[pid] = Worker(
                    pid, channel, memory, talk_grpc.ConversationServiceStub(channel)
                )
            if len(found) == self.count:
                break
        self.workers = [found[pid] for _, pid in sorted(self.serving.items())]

    def close(self) -> None:
        for worker in self.workers:
            worker.channel.close()
        self.workers = []


def connections(pid: int, port: int) -> set[str]:
    """What stands for the connections to `port` that a process has open."""
    sockets = set()
    for each in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            sockets.add(os.readlink(each).removeprefix("socket:[").removesuffix("]"))
    found = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            _, local, _, state, *rest = line.split()
            if state == _ESTABLISHED and int(local.rpartition(":")[2], 16) == port:
                found.add(rest[5])
    return found & sockets


def until(true: Callable[[], bool]) -> None:
    """Returns when `true`, within a minute."""
    end = time.monotonic() + WAIT_SECONDS
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)
