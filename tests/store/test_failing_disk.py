"""What the store tells, and keeps trying, where its disk fails. tests/faults has the real thing."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path
from typing import Any

import lmdb
import pytest

from myosotis_server.adapters import user_secrets, writer
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.user_secrets import ERASED, FILE_NAME, SLOT
from myosotis_server.adapters.vault import Vault
from myosotis_server.adapters.writer import Writer
from myosotis_server.memory.errors import StoreFull, StoreUnusable
from ports.builders import ALICE, BOB, memory
from ports.store_use import opened, put


class FailingEnvironment:
    """Stands in for LMDB's: `failure` is raised by every transaction."""

    def __init__(self, folder: Path, failure: Exception | None) -> None:
        self.failure = failure
        self._folder = folder

    def begin(self, write: bool = False) -> Any:
        if write or isinstance(self.failure, lmdb.PanicError):
            assert self.failure is not None
            raise self.failure
        return self

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass

    def path(self) -> str:
        return str(self._folder)

    def info(self) -> dict[str, int]:
        return {"last_pgno": 1}

    def stat(self) -> dict[str, int]:
        return {"psize": 4_096}


def outcome(env: FailingEnvironment) -> tuple[BaseException | None, list[str], bool]:
    """Of two writes at once: how the last failed, what was told, and whether the store broke."""
    writes = Writer(env)  # type: ignore[arg-type]  # stands in for it
    told: list[str] = []
    writes.when_broken(lambda: told.append("broken"))
    futures = [writes.submit(lambda _: None) for _ in range(2)]
    failures = [future.exception(10) for future in futures]
    writes.close()
    return failures[-1], told, writes.is_broken


def test_a_store_that_can_be_used_no_more_says_so_once(tmp_path: Path) -> None:
    failure, told, broken = outcome(FailingEnvironment(tmp_path, lmdb.PanicError("panic")))
    assert isinstance(failure, StoreUnusable)
    assert (told, broken) == (["broken"], True)


def test_a_disk_that_fails_for_a_while_does_not_break_the_store(tmp_path: Path) -> None:
    failure, told, broken = outcome(
        FailingEnvironment(tmp_path, OSError(errno.EIO, "Input/output error"))
    )
    assert isinstance(failure, StoreUnusable)
    assert (told, broken) == ([], False)


def test_a_write_that_fitted_only_in_part_is_told_by_the_room_that_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer.resource, "getrlimit", lambda _: (4_096, 4_096))
    failure, _, _ = outcome(FailingEnvironment(tmp_path, OSError(errno.EIO, "")))
    assert isinstance(failure, StoreFull)


def test_a_secret_that_the_disk_would_not_let_go_goes_before_the_next_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = LmdbStore(tmp_path, Vault(bytes(32)), 1 << 28)
    put(store, memory("我在静安寺学画画"))
    put(store, memory("I swim in the lake"), owner=BOB)
    slots = tmp_path / FILE_NAME
    before = slots.read_bytes()
    failing = threading.Event()
    sync = os.fdatasync

    def may_fail(file: int) -> None:
        if failing.is_set():
            raise OSError(errno.EIO, "Input/output error")
        sync(file)

    monkeypatch.setattr(user_secrets.os, "fdatasync", may_fail)
    failing.set()
    with pytest.raises(StoreUnusable):
        store.erase_user(ALICE, opened(store)).result(10)
    # Nothing may be told as durable while that is not.
    with pytest.raises(StoreUnusable):
        put(store, memory("I swim at night"), owner=BOB)
    # What a failed sync leaves unwritten is never written by itself.
    with slots.open("r+b") as file:
        file.write(before)
    failing.clear()
    put(store, memory("I swim at noon"), owner=BOB)
    assert slots.read_bytes()[SLOT : 2 * SLOT] == ERASED
    store.close()
