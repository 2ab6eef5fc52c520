"""What happens to a disk: full, failing, slow, or with fewer bytes than the store wants."""

from __future__ import annotations

import time
import uuid

import grpc

from faults.faulty_disk import DiskFault
from faults.patient_client import LOST_CONNECTION, status
from faults.scene import Fault, Scene
from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service
from myosotis.v1.memory_service_pb2_grpc import MemoryServiceStub

STORE_FULL = "UNAVAILABLE STORE_FULL"
STORE_FAILED = "UNAVAILABLE STORE_FAILED"


class DiskFails(Fault):
    """Every operation of a kind fails, or one in a few; what was read before can be read still."""

    needs_shim = True

    def __init__(self, name: str, fault: DiskFault, bears: frozenset[str]) -> None:
        self.name = name
        self.bears = bears
        self._fault = fault

    def strike(self, scene: Scene) -> None:
        before = scene.server.disk.struck
        with scene.server.disk.failing(self._fault, one_in=scene.dice.choice([1, 1, 3, 10])):
            scene.hold(0.5)
            if LOST_CONNECTION.isdisjoint(self.bears):
                scene.read()
            scene.hold(0.5)
        scene.struck = scene.server.disk.struck - before
        if not scene.struck:
            scene.trouble.append("the fault struck nothing")


DISK_FULL = DiskFails("disk full (ENOSPC)", DiskFault.NO_ROOM, frozenset({STORE_FULL}))
WRITES_FAIL = DiskFails("writes fail (EIO)", DiskFault.WRITE_FAILS, frozenset({STORE_FAILED}))
SHORT_WRITES = DiskFails("short writes", DiskFault.WRITES_HALF, frozenset({STORE_FAILED}))
SYNCS_FAIL = DiskFails("syncs fail (EIO)", DiskFault.SYNC_FAILS, frozenset({STORE_FAILED}))
HEADER_FAILS = DiskFails(
    "header write fails", DiskFault.HEADER_FAILS, LOST_CONNECTION | {STORE_FAILED}
)


class SlowDisk(Fault):
    name = "slow disk"
    bears = frozenset({"DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED OVERLOADED"})
    needs_shim = True
    DELAY_MS = 150

    def strike(self, scene: Scene) -> None:
        before = scene.server.disk.struck
        with scene.server.disk.failing(DiskFault.SLOW, delay_ms=self.DELAY_MS):
            scene.hold()
        scene.struck = scene.server.disk.struck - before


class MapFull(Fault):
    """The store may not grow any more. Reads and forgetting go on, and forgetting makes room."""

    name = "store full (map size)"
    bears = LOST_CONNECTION | {STORE_FULL}
    ROOM = 2 << 20
    MOST_CALLS = 60
    AT_ONCE = 20
    _LARGE = "大" * 680

    def strike(self, scene: Scene) -> None:
        server = scene.server
        server.stop()
        used = (server.data_dir / "data.mdb").stat().st_size
        server.set_environment(MYOSOTIS_MAP_SIZE_BYTES=str(used + self.ROOM))
        server.start()
        try:
            self._fill(scene)
        finally:
            server.set_environment(MYOSOTIS_MAP_SIZE_BYTES=str(64 << 30))
            server.restart()

    def _fill(self, scene: Scene) -> None:
        user = f"{scene.name}-filler"
        with scene.server.channel() as channel:
            stub = MemoryServiceStub(channel)
            kept: list[str] = []
            for call in range(self.MOST_CALLS):
                try:
                    answer = stub.Remember(self._large(user, call), timeout=60)
                except grpc.RpcError as error:
                    scene.struck += 1
                    if status(error) != STORE_FULL:
                        scene.trouble.append(f"a full store says {status(error)}")
                    break
                kept += [each.memory.memory_id for each in answer.changes]
            else:
                scene.trouble.append("the store would not fill")
            scene.hold()
            for memory_id in kept[-1:]:
                wanted = service.GetMemoryRequest(user_id=user, memory_id=memory_id)
                if stub.GetMemory(wanted, timeout=60).memory.memory_id != memory_id:
                    scene.trouble.append("a full store reads something else")
            gone = service.ForgetRequest(user_id=user, everything=True)
            if stub.Forget(gone, timeout=60).forgotten_count != len(kept):
                scene.trouble.append("a full store forgot something else")
            started = time.monotonic()
            while True:
                try:
                    stub.Remember(self._large(user, self.MOST_CALLS), timeout=60)
                    break
                except grpc.RpcError as error:
                    if time.monotonic() - started > 20:
                        scene.trouble.append(f"forgetting made no room: {status(error)}")
                        break
                    time.sleep(0.1)
            stub.Forget(gone, timeout=60)

    def _large(self, user: str, call: int) -> service.RememberRequest:
        return service.RememberRequest(
            user_id=user,
            request_id=str(uuid.uuid4()),
            memories=[
                pb.NewMemory(
                    content=f"我的第{call}-{number}本相册 album",
                    metadata={f"page-{page}": self._LARGE for page in range(16)},
                )
                for number in range(self.AT_ONCE)
            ],
        )
