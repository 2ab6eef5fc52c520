"""Taking a backup: one at a time, read no faster than asked for, and nothing left behind."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator

import pytest

from myosotis_server.adapters.ram_claims import RamClaims
from myosotis_server.memory.backups import BackupKind
from myosotis_server.memory.errors import NotImplementedYet, Overloaded, StoreFull
from myosotis_server.memory.values import Instant
from myosotis_server.service.backup import Backup
from myosotis_server.service.lanes import Lanes
from ports.set_clock import SetClock
from service.world import World, until

PIECES = [b"one", b"two", b"three"]


class Taken:
    def __init__(self) -> None:
        self.read_count = 0
        self.closed = False

    def read(self) -> bytes:
        assert not self.closed
        self.read_count += 1
        return PIECES[self.read_count - 1] if self.read_count <= len(PIECES) else b""

    def close(self) -> None:
        self.closed = True


class Backups:
    """Copies as long as it is held."""

    def __init__(self) -> None:
        self.taken: list[Taken] = []
        self.asked: list[tuple[BackupKind, Instant, str]] = []
        self.failure: Exception | None = None
        self.copying = threading.Event()
        self.may_end = threading.Event()
        self.may_end.set()

    def take(self, kind: BackupKind, now: Instant, model_digest: str) -> Taken:
        self.copying.set()
        self.may_end.wait(10)
        self.asked.append((kind, now, model_digest))
        if self.failure is not None:
            raise self.failure
        self.taken.append(Taken())
        return self.taken[-1]


@pytest.fixture
def backups() -> Backups:
    return Backups()


@pytest.fixture
def backup(backups: Backups) -> Iterator[Backup]:
    lanes = Lanes(2)
    yield Backup(backups, lanes, SetClock(), "digest-m", RamClaims())
    lanes.close()


async def all_of(stream: AsyncIterator[bytes]) -> list[bytes]:
    return [piece async for piece in stream]


async def test_all_pieces_come_in_order(backup: Backup, backups: Backups) -> None:
    assert await all_of(backup(BackupKind.STORE)) == PIECES
    assert await all_of(backup(BackupKind.USER_KEYS)) == PIECES
    assert [(kind, digest) for kind, _, digest in backups.asked] == [
        (BackupKind.STORE, "digest-m"),
        (BackupKind.USER_KEYS, "digest-m"),
    ]
    assert all(taken.closed for taken in backups.taken)


async def test_no_piece_is_read_before_it_is_asked_for(backup: Backup, backups: Backups) -> None:
    stream = backup(BackupKind.STORE)
    assert not backups.asked
    for count in (1, 2):
        await anext(stream)
        await asyncio.sleep(0.01)
        assert backups.taken[0].read_count == count
    await stream.aclose()
    assert backups.taken[0].closed


async def test_a_second_one_is_refused_until_the_first_is_through(
    backup: Backup, backups: Backups
) -> None:
    stream = backup(BackupKind.STORE)
    await anext(stream)
    with pytest.raises(Overloaded):
        await all_of(backup(BackupKind.STORE))
    await stream.aclose()
    assert await all_of(backup(BackupKind.STORE)) == PIECES


async def test_who_leaves_while_it_is_copied_leaves_nothing_open(
    backup: Backup, backups: Backups
) -> None:
    backups.may_end.clear()
    leaving = asyncio.ensure_future(all_of(backup(BackupKind.STORE)))
    await asyncio.to_thread(backups.copying.wait, 10)
    leaving.cancel()
    await asyncio.sleep(0.01)
    with pytest.raises(Overloaded):  # the copy goes on, and there is no room for two
        await all_of(backup(BackupKind.STORE))
    backups.may_end.set()
    with pytest.raises(asyncio.CancelledError):
        await leaving
    await until(lambda: backups.taken[0].closed)
    assert await all_of(backup(BackupKind.STORE)) == PIECES


async def test_what_fails_is_told_and_can_be_tried_again(backup: Backup, backups: Backups) -> None:
    backups.failure = StoreFull("no room")
    with pytest.raises(StoreFull):
        await all_of(backup(BackupKind.STORE))
    backups.failure = None
    assert await all_of(backup(BackupKind.STORE)) == PIECES


async def test_a_store_in_memory_takes_none(world: World) -> None:
    with pytest.raises(NotImplementedYet):
        await all_of(world.use.backup(BackupKind.STORE))
