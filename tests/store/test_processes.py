"""Several processes over one store, processes that are killed, files that lost their end."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from myosotis_server.adapters.vault import data_file
from myosotis_server.memory.values import ChangeAction
from ports.builders import ALICE, BOB, memory, reference, said
from ports.store_use import ids, opened, put, say
from store.children import open_store


def start(task: str, folder: Path, *arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "store.children", task, str(folder), *arguments]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


def killed(child: "subprocess.Popen[str]", acknowledged: int) -> list[int]:
    """All that `child` told until it was killed, which is once it had told `acknowledged` lines."""
    assert child.stdout is not None
    told = [int(child.stdout.readline()) for _ in range(acknowledged)]
    child.send_signal(signal.SIGKILL)
    with child:
        # With a time-out, communicate() would skip what was read ahead of the last line.
        return told + [int(line) for line in child.stdout]


def finish(child: "subprocess.Popen[str]") -> str:
    output, _ = child.communicate(timeout=60)
    assert child.returncode == 0
    return output.strip()


def test_two_processes_lose_no_update(tmp_path: Path) -> None:
    children = [start("count", tmp_path, "150") for _ in range(2)]
    for child in children:
        finish(child)
    store = open_store(tmp_path)
    (tally,) = store.memories(ALICE, [memory("tally").memory_id])
    assert tally is not None
    assert (tally.mention_count, tally.revision) == (300, 300)
    history = store.history(ALICE, tally.memory_id, None, 1000)
    assert [change.memory.mention_count for change in history] == list(range(300, 0, -1))
    store.close()


def test_one_process_sees_what_another_wrote(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    base = opened(store)
    finish(start("count", tmp_path, "3"))
    changes = store.changes_since(ALICE, base)
    assert changes is not None
    assert ids(changes.rows) == [memory("tally").memory_id]
    assert changes.head.revision == 3
    store.close()


@pytest.mark.parametrize("acknowledged", [1, 20, 100])
def test_a_killed_process_loses_nothing_acknowledged(tmp_path: Path, acknowledged: int) -> None:
    told = killed(start("commit_for_ever", tmp_path), acknowledged)
    assert told == list(range(1, len(told) + 1))

    store = open_store(tmp_path)
    head = store.head(ALICE)
    assert head is not None
    assert head.revision - len(told) in (0, 1)  # the last one may have been cut off untold
    names = [
        memory(f"{side} {revision}").memory_id
        for side in ("left", "right")
        for revision in range(1, head.revision + 1)
    ]
    assert None not in store.memories(ALICE, names)
    found = store.rows(ALICE)
    assert found is not None
    assert ids(found[1]) == sorted(names)
    assert head.memory_count == len(names)
    for name in names:
        assert len(store.history(ALICE, name, None, 9)) == 1
    assert put(store, memory(), action=ChangeAction.CREATED) == head.revision + 1
    store.close()


@pytest.mark.parametrize("acknowledged", [1, 50])
def test_a_killed_process_leaves_no_turn_half_written(tmp_path: Path, acknowledged: int) -> None:
    told = killed(start("say_for_ever", tmp_path), acknowledged)

    store = open_store(tmp_path)
    head = store.head(ALICE)
    assert head is not None
    assert head.revision - len(told) in (0, 1)  # the last one may have been cut off untold
    revisions = range(1, head.revision + 1)
    for side in ("左", "right"):
        turns = [said(f"{side} {revision}", session_id=side) for revision in revisions]
        found = store.session_turns(ALICE, side, None, len(turns) + 9)
        assert found == [(place, each.turn) for place, each in enumerate(turns)]
        assert store.turns(ALICE, [*map(reference, turns)]) == [each.turn for each in turns]
    waiting = [said(f"right {revision}", session_id="right") for revision in revisions]
    waiting.insert(-1, said(f"左 {head.revision}", session_id="左"))
    assert store.unread(ALICE, 10_000) == waiting
    assert say(store, said(), waiting=True) == head.revision + 1
    store.close()


def test_a_killed_process_does_not_stop_another(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    child = start("commit_for_ever", tmp_path)
    assert child.stdout is not None
    child.stdout.readline()
    child.kill()
    child.communicate(timeout=60)
    assert put(store, memory(), owner=BOB) == 1
    store.close()


@pytest.mark.parametrize("kept", [1, 4096, 8192, 20_000, 0.3, 0.9])
def test_a_truncated_file_is_refused(tmp_path: Path, kept: float) -> None:
    """In a child, for a process that read past the end would be killed."""
    store = open_store(tmp_path)
    for at in range(30):
        put(store, memory(f"memory {at}" + "x" * 9000))
    store.close()
    path = data_file(tmp_path)
    os.truncate(path, int(kept if kept >= 1 else path.stat().st_size * kept))
    assert finish(start("count", tmp_path, "1")) == "StoreUnusable"


def test_a_file_that_ends_early_in_free_pages_is_sound(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    put(store, memory("kept"))
    for at in range(20):
        put(store, memory(f"{at}" + "x" * 9000), owner=BOB)
    store.erase_user(BOB, opened(store, BOB)).result(10)
    for at in range(3):
        put(store, memory("kept", mention_count=at))
    store.close()
    path = data_file(tmp_path)
    whole = path.stat().st_size
    os.truncate(path, whole - 3 * 4096)
    assert finish(start("count", tmp_path, "1")) == ""
    assert path.stat().st_size >= whole
    store = open_store(tmp_path)
    assert None not in store.memories(ALICE, [memory("kept").memory_id])
    store.close()


def test_a_full_disk_refuses_writes_and_keeps_what_it_has(tmp_path: Path) -> None:
    revision = int(finish(start("fill_the_disk", tmp_path)))
    assert revision > 3
    store = open_store(tmp_path)
    names = [memory(f"{at} " + "很" * 3000).memory_id for at in range(1, revision + 2)]
    known = store.memories(ALICE, names)
    assert None not in known[:-1]
    assert known[-1] is None
    assert put(store, memory("more")) == revision + 1
    store.close()
