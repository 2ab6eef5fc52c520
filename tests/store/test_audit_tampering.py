"""Whatever somebody with the disk does to the audit trail, the next look at it tells."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import lmdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from myosotis_server.adapters import lmdb_audit, store_format
from myosotis_server.adapters.audit_chain import Mark, encode_entry
from myosotis_server.adapters.audit_keys import END, TrailKeys, open_key
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.vault import Vault, data_file
from myosotis_server.config import Settings
from myosotis_server.doctor_audit import trail
from myosotis_server.memory.audit import (
    EVENTS_PRUNED,
    TRAIL_MENDED,
    AuditCheck,
    AuditFault,
    AuditFilter,
    Fault,
)
from myosotis_server.memory.errors import StoreFull
from myosotis_server.memory.values import Owner
from ports.audit_suite import EVERYTHING, actions, add, event, listed
from ports.builders import ALICE, BOB, NOW

KEY = bytes(range(32))
MAP_SIZE = 1 << 28
COUNT = 12


def open_store(folder: Path, key: bytes = KEY) -> LmdbStore:
    return LmdbStore(folder, Vault(key), MAP_SIZE)


def key(sequence: int) -> bytes:
    return sequence.to_bytes(8, "big")


class Disk:
    """What somebody who has the disk, but no key, can reach."""

    def __init__(self, txn: "lmdb.Transaction[bytes]", audit: object, meta: object) -> None:
        self.txn, self.audit, self.meta = txn, audit, meta

    def get(self, sequence: int) -> bytes:
        return bytes(self.txn.get(key(sequence), b"", db=self.audit))

    def put(self, sequence: int, value: bytes) -> None:
        self.txn.put(key(sequence), value, db=self.audit)

    def delete(self, sequence: int) -> None:
        assert self.txn.delete(key(sequence), db=self.audit)

    def flip(self, name: bytes) -> None:
        value = bytearray(self.txn.get(name, db=self.meta))
        value[-1] ^= 1
        self.txn.put(name, bytes(value), db=self.meta)


@contextmanager
def disk(folder: Path) -> Iterator[Disk]:
    with (
        lmdb.open(str(folder), max_dbs=store_format.DATABASE_COUNT, map_size=MAP_SIZE) as env,
        env.begin(write=True) as txn,
    ):
        audit = env.open_db(b"audit", txn=txn, create=False)
        yield Disk(txn, audit, env.open_db(b"meta", txn=txn, create=False))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A store with a trail of 12 events."""
    with closing(open_store(tmp_path)) as store:
        add(store.audit, *(event(f"a{number}", NOW + number) for number in range(1, COUNT + 1)))
    return tmp_path


def verify(folder: Path) -> AuditCheck:
    with closing(open_store(folder)) as store:
        return store.audit.verify()


def faults(folder: Path) -> list[tuple[int, Fault]]:
    return [(each.sequence, each.fault) for each in verify(folder).faults]


def add_one(folder: Path) -> list[str]:
    """What the whole trail says after one more event, oldest first."""
    with closing(open_store(folder)) as store:
        add(store.audit, event("more", NOW + 100))
        return actions(listed(store.audit))[::-1]


def test_an_untouched_trail_is_whole(folder: Path) -> None:
    assert verify(folder).event_count == COUNT
    assert faults(folder) == []
    assert add_one(folder)[-1] == "more"
    assert faults(folder) == []


def test_changed_bytes_show_where(folder: Path) -> None:
    with disk(folder) as there:
        value = bytearray(there.get(5))
        value[20] ^= 1
        there.put(5, bytes(value))
    assert faults(folder) == [(5, Fault.DAMAGED)]
    add_one(folder)
    assert faults(folder) == [(5, Fault.DAMAGED)]


def test_a_deleted_event_shows_where(folder: Path) -> None:
    with disk(folder) as there:
        there.delete(4)
        there.delete(8)
        there.delete(9)
    assert faults(folder) == [(4, Fault.MISSING), (8, Fault.MISSING)]
    assert verify(folder).fault_count == 3


def test_swapped_events_show(folder: Path) -> None:
    with disk(folder) as there:
        third, seventh = there.get(3), there.get(7)
        there.put(3, seventh)
        there.put(7, third)
    assert faults(folder) == [(3, Fault.DAMAGED), (7, Fault.DAMAGED)]


@pytest.mark.parametrize("left", [0, 1, 7, COUNT - 1])
def test_a_trail_cut_short_shows(folder: Path, left: int) -> None:
    with disk(folder) as there:
        for sequence in range(left + 1, COUNT + 1):
            there.delete(sequence)
    assert faults(folder) == [(left + 1, Fault.MISSING)]
    assert verify(folder).fault_count == COUNT - left
    add_one(folder)
    assert faults(folder) == [(left + 1, Fault.MISSING)]


def test_the_oldest_events_deleted_show(folder: Path) -> None:
    with disk(folder) as there:
        there.delete(1)
        there.delete(2)
    assert faults(folder) == [(1, Fault.MISSING)]


def test_a_forged_event_shows_and_so_does_that_it_was_there(folder: Path) -> None:
    with disk(folder) as there:
        there.put(COUNT + 1, there.get(COUNT))
    assert faults(folder) == [(COUNT + 1, Fault.BEYOND)]
    assert add_one(folder)[-2:] == [TRAIL_MENDED, "more"]
    assert faults(folder) == [(COUNT + 1, Fault.MENDED)]


@pytest.mark.parametrize("stray", [b"x", b"\xff" * 8, b"\xff" * 30, bytes(8), bytes(9)])
def test_a_stray_key_shows_and_does_not_stop_the_trail(folder: Path, stray: bytes) -> None:
    with disk(folder) as there:
        there.txn.put(stray, b"value", db=there.audit)
    assert (0, Fault.BEYOND) in faults(folder)
    assert add_one(folder)[-1] == "more"
    assert faults(folder)


@pytest.mark.parametrize("damage", ["flip", "remove"])
@pytest.mark.parametrize(
    ("name", "fault"),
    [(b"audit_end", Fault.END), (b"audit_start", Fault.START), (b"audit_key", Fault.KEY)],
)
def test_a_damaged_mark_shows_now_and_later(
    folder: Path, name: bytes, fault: Fault, damage: str
) -> None:
    with disk(folder) as there:
        if damage == "flip":
            there.flip(name)
        else:
            there.txn.delete(name, db=there.meta)
    assert (0, fault) in faults(folder)
    assert add_one(folder)[-2:] == [TRAIL_MENDED, "more"]
    assert (COUNT + 1, Fault.MENDED) in faults(folder)


def test_a_missing_key_shows_also_after_a_user_was_named(folder: Path) -> None:
    with disk(folder) as there:
        there.txn.delete(b"audit_key", db=there.meta)
    with closing(open_store(folder)) as store:
        digest = store.audit.digest(ALICE)
        add(store.audit, event("more", NOW + 100))
        assert store.audit.digest(ALICE) == digest
        assert actions(listed(store.audit)) == ["more", TRAIL_MENDED]
    assert (COUNT + 1, Fault.MENDED) in faults(folder)


def test_a_trail_removed_as_a_whole_shows(folder: Path) -> None:
    with disk(folder) as there:
        there.txn.drop(there.audit, delete=False)
        for name in (b"audit_end", b"audit_start", b"audit_key"):
            there.txn.delete(name, db=there.meta)
    assert faults(folder) == [(0, Fault.KEY)]
    assert add_one(folder) == [TRAIL_MENDED, "more"]
    assert faults(folder) == [(1, Fault.MENDED)]


def trail_keys(there: Disk) -> TrailKeys:
    keys = open_key(there.txn, there.meta, Vault(KEY))
    assert keys is not None
    return keys


def test_even_who_has_the_master_key_cannot_change_one_event_alone(folder: Path) -> None:
    with disk(folder) as there:
        keys = trail_keys(there)
        entry = keys.entry(6, there.get(6))
        assert entry is not None
        forged = encode_entry(entry.previous, event("harmless"))
        there.put(6, keys.sealed_entry(6, forged))
    assert faults(folder) == [(7, Fault.UNCHAINED)]


def test_even_who_has_the_master_key_cannot_change_the_last_event_alone(folder: Path) -> None:
    with disk(folder) as there:
        keys = trail_keys(there)
        entry = keys.entry(COUNT, there.get(COUNT))
        assert entry is not None
        forged = encode_entry(entry.previous, event("harmless"))
        there.put(COUNT, keys.sealed_entry(COUNT, forged))
    assert faults(folder) == [(COUNT, Fault.DAMAGED)]


def test_an_older_end_hides_nothing(folder: Path) -> None:
    """Putting back an earlier mark of the end leaves the events after it."""
    with disk(folder) as there:
        old = bytes(there.txn.get(b"audit_end", db=there.meta))
    add_one(folder)
    with disk(folder) as there:
        there.txn.put(b"audit_end", old, db=there.meta)
    assert faults(folder) == [(COUNT + 1, Fault.BEYOND)]


def test_a_mark_that_says_too_much_shows(folder: Path) -> None:
    with disk(folder) as there:
        trail_keys(there).put_mark(there.txn, there.meta, END, Mark(COUNT + 3, bytes(32)))
    assert faults(folder) == [(COUNT + 1, Fault.MISSING)]


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.data())
def test_any_change_of_any_events_shows(folder: Path, data: st.DataObject) -> None:
    number = st.integers(1, COUNT)
    copies = data.draw(st.lists(st.tuples(number, number), min_size=1, max_size=4))
    with closing(open_store(folder)) as store:
        assert store.audit.verify().fault_count == 0
    with disk(folder) as there:
        before = [there.get(each) for each in range(1, COUNT + 1)]
        for source, target in copies:
            if source == target and there.get(source):
                there.delete(source)
            else:
                there.put(target, there.get(source))
        after = [there.get(each) for each in range(1, COUNT + 1)]
    wrong = {place for place in range(COUNT) if before[place] != after[place]}
    found = {each.sequence - 1 for each in verify(folder).faults}
    assert bool(found) == bool(wrong)
    assert found <= wrong
    with disk(folder) as there:
        for place, value in enumerate(before, 1):
            there.put(place, value)


def test_pruning_leaves_no_way_to_remove_more(folder: Path) -> None:
    with closing(open_store(folder)) as store:
        assert store.audit.prune(NOW + 5, NOW + 50).result(10) == 4
        assert actions(listed(store.audit))[0] == EVENTS_PRUNED
    assert faults(folder) == []
    with disk(folder) as there:
        there.delete(5)
    assert faults(folder) == [(5, Fault.MISSING)]


def test_damaged_events_go_with_the_old_ones_after_them(folder: Path) -> None:
    with disk(folder) as there:
        there.put(2, b"nothing")
    with closing(open_store(folder)) as store:
        assert store.audit.prune(NOW + 4, NOW + 50).result(10) == 3
    assert faults(folder) == []


def test_reading_passes_over_damaged_events(folder: Path) -> None:
    with disk(folder) as there:
        there.put(6, b"nothing")
    with closing(open_store(folder)) as store:
        assert "a6" not in actions(listed(store.audit))
        assert len(listed(store.audit, page=2)) == COUNT - 1


def test_an_older_copy_put_back_shows_by_a_head_kept_elsewhere(folder: Path) -> None:
    copy = data_file(folder).read_bytes()
    add_one(folder)
    head = verify(folder).head
    data_file(folder).write_bytes(copy)
    with closing(open_store(folder)) as store:
        assert store.audit.verify().faults == ()
        assert store.audit.verify(head).faults == (AuditFault(0, Fault.LEFT),)


def test_a_store_of_an_earlier_format_begins_a_trail(folder: Path) -> None:
    with disk(folder) as there:
        there.txn.drop(there.audit)
        for name in (b"audit_end", b"audit_start", b"audit_key"):
            there.txn.delete(name, db=there.meta)
        there.txn.put(b"format", (2).to_bytes(4, "big"), db=there.meta)
    assert faults(folder) == []
    assert add_one(folder) == ["more"]


def test_another_master_key_leaves_the_trail_and_its_digests(folder: Path) -> None:
    new = bytes(reversed(KEY))
    with closing(open_store(folder)) as store:
        digest, head = store.audit.digest(ALICE), store.audit.verify().head
    with closing(LmdbStore(folder, Vault([new, KEY]), MAP_SIZE)) as store:
        store.master_rotation.run()
    with closing(open_store(folder, new)) as store:
        assert store.audit.verify().head == head
        assert store.audit.digest(ALICE) == digest


def test_nothing_is_readable_on_disk(tmp_path: Path) -> None:
    owner = Owner("tenant-acme", "用户-wang-8842")
    with closing(open_store(tmp_path)) as store:
        digest = store.audit.digest(owner)
        told = event(
            tenant=owner.tenant,
            actor="actor-robot-7",
            action="memory.forget",
            user_digest=digest,
            outcome="PERMISSION_DENIED",
            request_id="request-no-4411",
            details={"reason": "工单 4711: 用户要求删除"},
        )
        add(store.audit, told)
        words = (
            *(owner.tenant, owner.user_id, digest, told.actor, told.action, told.outcome),
            *(told.request_id, told.details["reason"], "reason", store.audit.verify().head),
        )
    held = data_file(tmp_path).read_bytes()
    for word in words:
        assert word.encode() not in held, word
    assert bytes.fromhex(digest) not in held
    assert bytes.fromhex(words[-1]) not in held


def test_one_event_takes_few_bytes(tmp_path: Path) -> None:
    """The trail must not outgrow what it tells of."""
    with closing(open_store(tmp_path)) as store:
        audit = store.audit
        digest = audit.digest(ALICE)
        seen = [
            event("memory.recall", NOW + each, user_digest=digest, details={"items": "10"})
            for each in range(1_000)
        ]
        before = store._writer.used_bytes()
        for first in range(0, len(seen), 50):
            add(audit, *seen[first : first + 50])
        assert (store._writer.used_bytes() - before) / len(seen) < 260


def test_a_full_store_takes_urgent_events_alone(tmp_path: Path) -> None:
    with closing(LmdbStore(tmp_path, Vault(KEY), map_size=1 << 20)) as store:
        bulk = [event("bulk", NOW, details={"reason": "理" * 500}) for _ in range(100)]
        outcomes = [store.audit.append(bulk).exception(10) for _ in range(50)]
        assert isinstance(outcomes[-1], StoreFull)
        add(store.audit, event("forgotten"), urgent=True)
        assert actions(store.audit.events(EVERYTHING, "", 1).events) == ["forgotten"]
        assert store.audit.verify().faults == ()


def test_several_processes_add_to_one_chain(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    children = [
        subprocess.Popen(
            [sys.executable, "-m", "store.audit_children", str(tmp_path), name], env=environment
        )
        for name in ("left", "right")
    ]
    assert [child.wait(60) for child in children] == [0, 0]
    with closing(open_store(tmp_path)) as store:
        check = store.audit.verify()
        assert (check.event_count, check.faults) == (80, ())
        found = actions(listed(store.audit))
        for name in ("left", "right"):
            theirs = [each for each in found if each.startswith(name)]
            assert theirs == [f"{name} {number}" for number in reversed(range(40))]


def test_one_reading_looks_at_a_bounded_number_of_events(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lmdb_audit, "LOOKED_AT", 50)
    with closing(open_store(tmp_path)) as store:
        usual, rare = store.audit.digest(BOB), store.audit.digest(ALICE)
        add(store.audit, event("rare", NOW, user_digest=rare))
        add(store.audit, *(event(f"{each}", NOW, user_digest=usual) for each in range(120)))
        hers = AuditFilter(user_digest=rare)
        first = store.audit.events(hers, "", 10)
        assert (first.events, bool(first.next)) == ([], True)
        assert actions(listed(store.audit, hers, 10)) == ["rare"]
        assert len(listed(store.audit, AuditFilter(user_digest=usual), 7)) == 120


def test_pruning_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lmdb_audit, "PRUNED_AT_ONCE", 5)
    with closing(open_store(tmp_path)) as store:
        add(store.audit, *(event(f"{each}", NOW + each) for each in range(12)))
        gone = [store.audit.prune(NOW + 11, NOW + 50).result(10) for _ in range(4)]
        assert gone == [5, 5, 1, 0]
        assert actions(listed(store.audit)) == [*[EVENTS_PRUNED] * 3, "11"]
        assert store.audit.verify().faults == ()


def findings(folder: Path, head: str = "") -> tuple[bool, str]:
    chosen = Settings(data_dir=folder, master_key=KEY.hex(), map_size_bytes=MAP_SIZE)
    found = trail(chosen, head)
    assert found.subject == "audit trail"
    assert found.healthy or found.remedy
    return found.healthy, found.message


@pytest.mark.parametrize(
    ("tamper", "told"),
    [
        (lambda there: there.put(5, b"x" * 90), ["event 5", str(Fault.DAMAGED)]),
        (lambda there: there.delete(7), ["event 7", str(Fault.MISSING)]),
        (lambda there: there.put(13, there.get(2)), ["event 13", str(Fault.BEYOND)]),
        (lambda there: there.flip(b"audit_end"), [str(Fault.END)]),
        (
            lambda there: [there.put(each, b"x") for each in range(1, 10)],
            ["event 1", "event 5", "4 more"],
        ),
    ],
)
def test_doctor_says_where_the_trail_breaks(
    folder: Path, tamper: Callable[[Disk], object], told: list[str]
) -> None:
    healthy, message = findings(folder)
    assert healthy
    assert verify(folder).head in message
    with disk(folder) as there:
        tamper(there)
    healthy, message = findings(folder)
    assert not healthy
    assert [part for part in told if part not in message] == []


def test_doctor_is_given_a_hash_kept_elsewhere(folder: Path) -> None:
    head = verify(folder).head
    add_one(folder)
    assert findings(folder, head)[0]
    healthy, message = findings(folder, "ab" * 32)
    assert not healthy
    assert str(Fault.LEFT) in message


def test_doctor_does_not_look_where_there_is_no_store(tmp_path: Path) -> None:
    assert findings(tmp_path / "data") == (True, "empty")
    (tmp_path / "data.mdb").write_bytes(b"no store" * 4_096)
    assert findings(tmp_path)[0]
