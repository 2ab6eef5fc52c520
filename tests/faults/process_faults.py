"""What happens to a process: killed, stopped, frozen, without power, handles, memory or time."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import grpc

from faults.faulty_disk import DiskFault
from faults.patient_client import LOST_CONNECTION, status
from faults.scene import Fault, Scene
from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service
from myosotis.v1.memory_service_pb2_grpc import MemoryServiceStub

HOUR = 3_600
OUTSIDE = {"DEADLINE_EXCEEDED", "UNAVAILABLE"}


class Killed(Fault):
    name = "killed (SIGKILL)"

    def strike(self, scene: Scene) -> None:
        scene.server.kill()
        scene.struck += 1
        scene.server.start()


class Drained(Fault):
    name = "told to stop (SIGTERM)"

    def strike(self, scene: Scene) -> None:
        code = scene.server.stop()
        scene.struck += 1
        if code != 0:
            scene.trouble.append(f"SIGTERM ended in exit code {code}")
        scene.server.start()


class Frozen(Fault):
    name = "frozen (SIGSTOP)"
    bears = frozenset({"DEADLINE_EXCEEDED"})
    call_seconds = 1.0

    def strike(self, scene: Scene) -> None:
        os.kill(scene.server.pid, signal.SIGSTOP)
        scene.struck += 1
        try:
            scene.hold()
        finally:
            os.kill(scene.server.pid, signal.SIGCONT)


class PowerCut(Fault):
    """What was written and not synced is gone, some of it or all."""

    name = "power cut"
    needs_shim = True
    DELAY_MS = 50

    def strike(self, scene: Scene) -> None:
        # Slow, so that there is much that is not synced yet.
        slow = scene.server.disk.failing(DiskFault.SLOW, delay_ms=self.DELAY_MS)
        with scene.server.disk.volatile(), slow:
            scene.hold()
            scene.struck = scene.server.cut_power(scene.dice)
        scene.server.start()


class ClockBack(Fault):
    """The clock is set back by hours, a new process starts by it, and then it is right again."""

    name = "clock set back"
    needs_shim = True

    def strike(self, scene: Scene) -> None:
        scene.server.disk.shift_clock(-scene.dice.randint(1, 20) * HOUR)
        scene.struck += 1
        try:
            scene.hold(0.5)
            scene.server.kill()
            scene.server.start()
            scene.hold(0.5)
        finally:
            scene.server.disk.shift_clock(0)
            scene.let_talks_idle()


class HandlesShort(Fault):
    """No file can be opened and no connection accepted; those that are there go on."""

    name = "out of file handles"
    bears = frozenset[str]()
    CONNECTIONS = 40

    def strike(self, scene: Scene) -> None:
        host, _, port = scene.server.address.rpartition(":")
        used = len(os.listdir(f"/proc/{scene.server.pid}/fd"))
        short = _limited(scene.server.pid, resource.RLIMIT_NOFILE, used + 4)
        with short, contextlib.ExitStack() as held:
            for _ in range(self.CONNECTIONS):
                held.enter_context(socket.create_connection((host, int(port)), timeout=10))
            self._use(scene)
            scene.hold()
        self._use_anew(scene)

    def _use(self, scene: Scene) -> None:
        """Somebody who cannot be let in."""
        request = service.RecallRequest(user_id="somebody")
        with scene.server.channel() as channel:
            try:
                MemoryServiceStub(channel).Recall(request, timeout=1, wait_for_ready=True)
                scene.trouble.append("the fault struck nothing: there are handles left")
            except grpc.RpcError as error:
                scene.struck += 1
                if status(error) not in OUTSIDE:
                    scene.trouble.append(f"who is not let in is told {status(error)}")

    def _use_anew(self, scene: Scene) -> None:
        with scene.server.channel() as channel:
            try:
                MemoryServiceStub(channel).Recall(
                    service.RecallRequest(user_id="somebody"), timeout=30, wait_for_ready=True
                )
            except grpc.RpcError as error:
                scene.trouble.append(f"nobody is let in any more: {error.code()}")


class MemoryShort(Fault):
    """The process may take hardly more memory than it has; if it dies of that, it is started
    again, as whatever looks after processes does."""

    name = "out of memory"
    bears = LOST_CONNECTION | {"RESOURCE_EXHAUSTED OVERLOADED", "INTERNAL INTERNAL", "UNKNOWN"}
    """UNKNOWN is gRPC's own, where there is no memory even for saying so."""
    ROOM = (0, 2 << 20)
    GREEDY = 16

    def strike(self, scene: Scene) -> None:
        pages = Path(f"/proc/{scene.server.pid}/statm").read_text("ascii").split()[0]
        most = int(pages) * resource.getpagesize() + scene.dice.randint(*self.ROOM)
        short = _limited(scene.server.pid, resource.RLIMIT_AS, most)
        with short, ThreadPoolExecutor(self.GREEDY) as several:
            list(several.map(partial(self._want_much, scene), range(self.GREEDY)))
        if scene.server.has_ended:
            scene.server.start()

    def _want_much(self, scene: Scene, number: int) -> None:
        """Requests as large as they may be, which are refused for what their last item lacks."""
        ends = time.monotonic() + scene.seconds
        large = {f"page-{page}": "大" * 680 for page in range(16)}
        wanted = service.RememberRequest(
            user_id=f"{scene.name}-greedy-{number}",
            memories=[pb.NewMemory(content="相册 album", metadata=large) for _ in range(85)],
        )
        wanted.memories.add(metadata=large)
        with scene.server.channel() as channel:
            stub = MemoryServiceStub(channel)
            while time.monotonic() < ends:
                try:
                    stub.Remember(wanted, timeout=5)
                except grpc.RpcError as error:
                    told = status(error)
                    if told != "INVALID_ARGUMENT INVALID_FIELDS":
                        scene.struck += 1
                        scene.refusals[told] += 1
                        if told not in self.bears | OUTSIDE:
                            scene.trouble.append(f"out of memory shows as {told}")


@contextlib.contextmanager
def _limited(pid: int, what: int, most: int) -> Iterator[None]:
    soft, hard = resource.prlimit(pid, what)
    resource.prlimit(pid, what, (most, hard))
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            resource.prlimit(pid, what, (soft, hard))
