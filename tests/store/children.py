"""What a child process does with a store; run as `python -m store.children`."""

import itertools
import resource
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from myosotis_server.adapters import master_rotation, user_rotation
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.vault import Vault
from myosotis_server.memory.errors import MyosotisError, RevisionMismatch, StoreFull
from myosotis_server.memory.ports import Write
from myosotis_server.memory.values import Owner
from ports.builders import ALICE, memory, reference, said, write

KEY = bytes(32)
NEW_KEY = bytes(range(32))
MAP_SIZE = 1 << 30


def open_store(folder: Path) -> LmdbStore:
    return LmdbStore(folder, Vault(KEY), map_size=MAP_SIZE)


def count(store: LmdbStore, times: int) -> None:
    """Adds 1 to one memory's mentions `times` times, against whoever else does."""
    tally = memory("tally", mention_count=0)
    while times:
        head = store.open_user(ALICE, "digest").result()
        (known,) = store.memories(ALICE, [tally.memory_id])
        known = known or tally
        more = replace(known, mention_count=known.mention_count + 1)
        try:
            store.commit(write(ALICE, head, [more])).result()
        except RevisionMismatch:
            continue
        times -= 1


def commit_for_ever(store: LmdbStore) -> None:
    """Commits a pair of memories after the other, and prints each revision once it is told."""
    head = store.open_user(ALICE, "digest").result()
    while True:
        pair = [memory(f"{side} {head.revision + 1}") for side in ("left", "right")]
        revision = store.commit(write(ALICE, head, pair)).result()
        print(revision, flush=True)
        head = replace(head, revision=revision)


def say_for_ever(store: LmdbStore) -> None:
    """Commits a pair of unread turns after the other, each reading the last pair's first."""
    head = store.open_user(ALICE, "digest").result()
    while True:
        pair = [said(f"{side} {head.revision + 1}", session_id=side) for side in ("左", "right")]
        unread = [*map(reference, pair)]
        read = [reference(said(f"左 {head.revision}", session_id="左"))]
        planned = Write(ALICE, head, turns=pair, unread=unread, read=read)
        revision = store.commit(planned).result()
        print(revision, flush=True)
        head = replace(head, revision=revision)


def welcome_for_ever(store: LmdbStore) -> None:
    """Makes one user after the other, each with a memory, and prints which is done."""
    for number in itertools.count(1):
        owner = Owner("default", f"user {number}")
        head = store.open_user(owner, "digest").result()
        store.commit(write(owner, head, [memory(f"{number}")])).result()
        print(number, flush=True)


def fill_the_disk(store: LmdbStore, folder: Path) -> None:
    """Commits until the file may grow no more; prints how far it got and what it then reads."""
    head = store.open_user(ALICE, "digest").result()
    limit = (folder / "data.mdb").stat().st_size + 400_000
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
    while True:
        one = memory(f"{head.revision + 1} " + "很" * 3000)
        try:
            revision = store.commit(write(ALICE, head, [one])).result()
        except StoreFull:
            break
        head = replace(head, revision=revision)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    assert store.head(ALICE) == replace(head, memory_count=head.revision)
    print(head.revision, flush=True)


def rotate_for_ever(store: LmdbStore) -> None:
    """Gives one user one key after the other, in steps of a few values, and prints each step."""
    user_rotation.BATCH = 4
    step = user_rotation.UserRotation._left

    def told(self: user_rotation.UserRotation, *arguments: Any) -> Any:
        print("step", flush=True)
        return step(self, *arguments)

    user_rotation.UserRotation._left = told  # type: ignore[assignment, method-assign]
    while True:
        store.rotate_key(ALICE, threading.Event())


def change_master_key(folder: Path) -> None:
    """Brings the store under another key in steps of a few users, and prints each step."""
    master_rotation.BATCH = 2
    step = master_rotation.MasterRotation._left

    def told(self: master_rotation.MasterRotation, *arguments: Any) -> Any:
        print("step", flush=True)
        time.sleep(0.05)  # for whoever kills it in between
        return step(self, *arguments)

    master_rotation.MasterRotation._left = told  # type: ignore[assignment, method-assign]
    store = LmdbStore(folder, Vault([NEW_KEY, KEY]), map_size=MAP_SIZE)
    store.master_rotation.run()
    store.close()


def main(task: str, folder: Path, *arguments: str) -> None:
    if task == "change_master_key":
        change_master_key(folder)
        return
    try:
        store = open_store(folder)
    except MyosotisError as error:
        print(type(error).__name__, flush=True)
        return
    if task == "count":
        count(store, int(arguments[0]))
    elif task == "commit_for_ever":
        commit_for_ever(store)
    elif task == "say_for_ever":
        say_for_ever(store)
    elif task == "welcome_for_ever":
        welcome_for_ever(store)
    elif task == "rotate_for_ever":
        rotate_for_ever(store)
    elif task == "fill_the_disk":
        fill_the_disk(store, folder)
    store.close()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:])
