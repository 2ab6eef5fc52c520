"""No room: writes are refused whole, reads go on, and room that is made is used."""

from __future__ import annotations

import resource
import uuid
from collections.abc import Iterator
from typing import Any

import grpc
import pytest

from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service
from myosotis.v1 import memory_service_pb2_grpc as service_grpc
from running.refusals import Refusal, told
from running.server import RunningServer
from wire.saying import forget, listed, recalled, remember, said

MAP_BYTES = 4 << 20


@pytest.fixture(scope="module")
def small_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("small") / "data"
    with RunningServer(folder, map_size_bytes=MAP_BYTES) as running:
        yield running


@pytest.fixture(scope="module")
def small_stub(small_server: RunningServer) -> Iterator[Any]:
    with small_server.channel() as channel:
        yield service_grpc.MemoryServiceStub(channel)


def bulky(number: int, size: int) -> pb.NewMemory:
    """A statement that takes some `size` kilobytes, and little time to embed."""
    bulk = {f"附件 {part}": _letters() * 32 for part in range(max(1, size))}
    return pb.NewMemory(content=f"第 {number} 张照片", metadata=bulk)


def _letters() -> str:
    """32 of them, by chance, without digits: some numbers are private, and refused."""
    return "".join(chr(ord("a") + int(digit, 16)) for digit in uuid.uuid4().hex)


def fill(stub: Any, user: str, size: int, most: int = 2_000) -> tuple[list[str], Refusal]:
    """Writes until one is refused: what was acknowledged, and the refusal."""
    kept = []
    for number in range(most):
        new = bulky(number + 10_000 * size, size)
        try:
            remember(stub, user, new)
        except grpc.RpcError as error:
            return kept, told(error)
        kept.append(new.content)
    raise AssertionError(f"{most} writes and still room")


def assert_full(refused: Refusal) -> None:
    assert refused.code is grpc.StatusCode.UNAVAILABLE
    assert refused.reason == "STORE_FULL"


def test_a_full_map(small_server: RunningServer, small_stub, user: str) -> None:
    first = remember(small_stub, user, "先记下的一句").changes[0].memory
    kept = [first.content]
    more, refused = fill(small_stub, user, 64)
    kept += more
    assert_full(refused)
    assert len(kept) > 10

    assert sorted(said(small_stub, user, page_size=1_000)) == sorted(kept)
    assert recalled(small_stub, user, "先记下的一句")[0] == first.content
    request = service.RememberRequest(
        user_id=user, memories=[bulky(90_000 + number, 8) for number in range(100)]
    )
    with pytest.raises(grpc.RpcError) as error:
        small_stub.Remember(request, timeout=30)
    assert_full(told(error.value))
    assert len(listed(small_stub, user, page_size=1_000)) == len(kept)

    for memory in listed(small_stub, user)[:10]:
        target = pb.MemoryIds(memory_ids=[memory.memory_id])
        assert forget(small_stub, user, ids=target).forgotten_count == 1
    for number in range(3):
        remember(small_stub, user, bulky(80_000 + number, 64))
    assert len(said(small_stub, user)) == len(kept) - 7
    assert forget(small_stub, user, everything=True).forgotten_count == len(kept) - 7


def test_a_full_map_is_still_readable_after_a_restart(
    small_server: RunningServer, small_stub, user: str
) -> None:
    kept, refused = fill(small_stub, user, 64)
    assert_full(refused)
    small_server.restart()
    with small_server.channel() as channel:
        stub = service_grpc.MemoryServiceStub(channel)
        assert sorted(said(stub, user, page_size=1_000)) == sorted(kept)
        for memory in listed(stub, user)[:10]:
            forget(stub, user, ids=pb.MemoryIds(memory_ids=[memory.memory_id]))
        assert len(said(stub, user)) == len(kept) - 10
        assert forget(stub, user, everything=True).forgotten_count == len(kept) - 10


def test_a_user_can_be_forgotten_when_the_map_is_full(small_stub, user: str) -> None:
    for size in (64, 8, 1):
        _, refused = fill(small_stub, user, size)
        assert_full(refused)
    ids = [memory.memory_id for memory in listed(small_stub, user)]
    assert forget(small_stub, user, ids=pb.MemoryIds(memory_ids=ids[:10])).forgotten_count == 10
    assert forget(small_stub, user, everything=True).forgotten_count == len(ids) - 10
    assert listed(small_stub, user) == []


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs Linux's prlimit")
@pytest.mark.parametrize("spare_bytes", [0, 5_000, 16_384])
def test_a_full_file_system(server: RunningServer, stub, user: str, spare_bytes: int) -> None:
    """The data file cannot grow any more, as when its disk is full."""
    remember(stub, user, "磁盘还有地方")
    size = (server.data_dir / "data.mdb").stat().st_size
    before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size + spare_bytes, before[1]))
    try:
        kept, refused = fill(stub, user, 64)
        assert_full(refused)
        assert sorted(said(stub, user)) == sorted(["磁盘还有地方", *kept])
        assert recalled(stub, user, "磁盘")[0] == "磁盘还有地方"
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)
    remember(stub, user, bulky(1, 64), "又有地方了")
    assert len(said(stub, user)) == len(kept) + 3
    assert forget(stub, user, everything=True).forgotten_count == len(kept) + 3
