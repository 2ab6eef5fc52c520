"""Stored bytes: golden ones, so that the format cannot drift unnoticed, and round trips."""

import contextlib
from dataclasses import replace
from typing import Any
from uuid import UUID

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from myosotis_server.adapters import (
    entry_codec,
    mood_records,
    record_codec,
    row_codec,
    turn_records,
)
from myosotis_server.adapters.store_format import id_bytes, id_text
from myosotis_server.memory.errors import RecordCorrupt
from myosotis_server.memory.ports import Answer, ChangeReference, SessionTurn
from myosotis_server.memory.rows import Rows, Terms, row_of
from myosotis_server.memory.sessions import NO_MOODS, Mood, Session
from myosotis_server.memory.values import (
    Attribute,
    ChangeAction,
    Emotion,
    Memory,
    MemoryChange,
    MemoryKind,
    MemoryOrigin,
    MemoryState,
    MemoryTier,
    Role,
    Sensitivity,
    Turn,
    TurnReference,
)
from ports.builders import memory, rows_for

MEMORY = Memory(
    memory_id="0f0e0d0c-0b0a-4908-8706-050403020100",
    content="我喜欢拿铁 ☕",
    kind=MemoryKind.PREFERENCE,
    tier=MemoryTier.SEMANTIC,
    origin=MemoryOrigin.INFERRED,
    state=MemoryState.SUPERSEDED,
    create_time=1_700_000_000_000_000,
    update_time=1_700_000_000_000_001,
    valid_from=-1,
    valid_to=1_700_000_000_000_002,
    event_time=None,
    expire_time=1_700_000_000_000_003,
    attribute=Attribute("favourite_drink", "latte", 1.5, "cup"),
    emotion=Emotion.HAPPY,
    emotion_intensity=0.25,
    importance=0.4,
    confidence=0.875,
    mention_count=3,
    sensitivity=Sensitivity.PERSONAL,
    pinned=True,
    language="zh",
    subject="小王",
    session_id="s1",
    sources=(TurnReference("s1", "t1"),),
    tags=("drink",),
    metadata={"k": "v"},
    superseded_by="00000000-0000-4000-8000-000000000000",
    revision=7,
    learn_time=1_700_000_000_000_004,
)
GOLDEN_MEMORY = """
01dc001eb3e68891e5969ce6aca2e68bbfe9938120e2989502030202cf00060a24181e4000cf00060a24181e4001ffcf
00060a24181e4002c0cf00060a24181e400394af6661766f75726974655f6472696e6ba56c61747465cb3ff800000000
0000a363757002cb3fd0000000000000cb3fd999999999999acb3fec0000000000000302c3a27a68a6e5b08fe78e8ba2
73319192a27331a2743191a56472696e6b81a16ba176d92430303030303030302d303030302d343030302d383030302d
30303030303030303030303007cf00060a24181e4004c0c4100f0e0d0c0b0a49088706050403020100
"""
OLD_GOLDEN_MEMORY = """
01dc001bb3e68891e5969ce6aca2e68bbfe9938120e2989502030202cf00060a24181e4000cf00060a24181e4001ffcf
00060a24181e4002c0cf00060a24181e400394af6661766f75726974655f6472696e6ba56c61747465cb3ff800000000
0000a363757002cb3fd0000000000000cb3fd999999999999acb3fec0000000000000302c3a27a68a6e5b08fe78e8ba2
73319192a27331a2743191a56472696e6b81a16ba176d92430303030303030302d303030302d343030302d383030302d
30303030303030303030303007
"""
"""Before there were `learn_time` and `faded_to`, and the memory's id."""

TERMS = Terms(np.array([5, 0xFFFFFFFF], np.uint32), np.array([1, 300], np.uint16))
ROW = row_of(MEMORY, np.array([0.6, -0.8, 0.0], np.float32), TERMS, analyzer=2)
ROW.fixed["expire_time"] = MEMORY.expire_time  # as rows of what was pinned had it once
GOLDEN_ROW = """
0103000f0e0d0c0b0a4908870605040302010000401e18240a060001401e18240a0600ffffffffffffffff02401e1824
0a0600000000000000008003401e18240a0600000000000000008000000000030000000700000000000000237970b6d0
0280dbcdcccc3e0000603f0000803ea069ce3b0203020202020102020006000100a3ac5f810005000000ffffffff0100
2c01b29c6a3a6334de17d7e4a42c2fe85c710bd39706217ed2ad7463d09f676612b1237970b6d00280db02a36b1099de
63ff
"""

TURN = SessionTurn(
    "s1",
    Turn("t1", Role.ASSISTANT, "搬家顺利吗 🚚", 1_700_000_000_000_000, "小王", Emotion.HAPPY, 0.25),
    "Asia/Shanghai",
)
GOLDEN_TURN = """
0198a2743102b4e690ace5aeb6e9a1bae588a9e5909720f09f9a9acf00060a24181e4000a6e5b08fe78e8b02cb3fd000
0000000000ad417369612f5368616e67686169
"""

SESSION = Session(
    "s1",
    start_time=1_700_000_000_000_000,
    last_turn_time=1_700_000_000_000_001,
    turn_count=3,
    write_time=1_700_000_000_000_002,
    reviewed=2,
    end_time=1_700_000_000_000_003,
    topic="搬家",
    moods=(1, 0, 2, 0, 0, 0, 0, 0, 0),
    time_zone="Asia/Shanghai",
    kept_from=2,
)
SERIAL = bytes(range(1, 9))
GOLDEN_SESSION = """
019ca27331cf00060a24181e4000cf00060a24181e400103cf00060a24181e400202cf00060a24181e4003a6e690ace5
aeb699010002000000000000ad417369612f5368616e6768616902c4080102030405060708
"""
GOLDEN_MOODS = "0100401e18240a060008000000000000d03fffffffffffffffff000000000000000000"
OLD_GOLDEN_SESSION = "0194a27331cf00060a24181e4000cf00060a24181e400103"
"""Before sessions could end."""
ENDED_GOLDEN_SESSION = """
019aa27331cf00060a24181e4000cf00060a24181e400103cf00060a24181e400202cf00060a24181e4003a6e690ace5
aeb699010002000000000000ad417369612f5368616e67686169
"""
"""Before sessions could let go of turns, or had a serial."""

text = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
instants = st.integers(-(2**63), 2**63 - 1)
floats = st.floats(allow_nan=False)
memories = st.builds(
    Memory,
    memory_id=st.uuids().map(str),
    content=text,
    kind=st.sampled_from(MemoryKind),
    tier=st.sampled_from(MemoryTier),
    origin=st.sampled_from(MemoryOrigin),
    state=st.sampled_from(MemoryState),
    create_time=instants,
    update_time=instants,
    valid_from=instants,
    valid_to=st.none() | instants,
    event_time=st.none() | instants,
    expire_time=st.none() | instants,
    attribute=st.none() | st.builds(Attribute, text, text, st.none() | floats, text),
    emotion=st.sampled_from(Emotion),
    emotion_intensity=floats,
    importance=floats,
    confidence=floats,
    mention_count=st.integers(0, 2**32 - 1),
    sensitivity=st.sampled_from(Sensitivity),
    pinned=st.booleans(),
    language=text,
    subject=text,
    session_id=text,
    sources=st.lists(st.builds(TurnReference, text, text), max_size=3).map(tuple),
    tags=st.lists(text, max_size=3).map(tuple),
    metadata=st.dictionaries(text, text, max_size=3),
    superseded_by=text,
    revision=st.integers(0, 2**63 - 1),
    learn_time=st.none() | instants,
    faded_to=st.none() | instants,
)
actions = st.sampled_from(ChangeAction)
some_ids = st.lists(text, max_size=3).map(tuple)
answers = st.builds(
    Answer,
    st.binary(max_size=40),
    st.integers(0, 2**63 - 1),
    st.lists(
        st.builds(ChangeReference, actions, text, some_ids, st.integers(0, 9), text), max_size=3
    ).map(tuple),
    st.integers(0, 9),
    text,
    instants,
)


said = st.builds(
    SessionTurn,
    text,
    st.builds(
        Turn,
        turn_id=text,
        role=st.sampled_from(Role),
        content=text,
        say_time=instants,
        speaker=text,
        emotion=st.sampled_from(Emotion),
        emotion_intensity=floats,
    ),
    text,
)
counts = st.integers(0, 2**63 - 1)
sessions = st.builds(
    Session,
    text,
    instants,
    instants,
    counts,
    instants,
    counts,
    st.none() | instants,
    text,
    st.tuples(*[counts] * len(Emotion)),
    text,
    counts,
)


def _bytes(golden: str) -> bytes:
    return bytes.fromhex("".join(golden.split()))


def _columns(rows: Rows) -> list[Any]:
    parts = (rows.fixed, rows.term_ids, rows.term_frequencies, rows.labels)
    return [(part.dtype, part.tobytes()) for part in parts]


def test_a_stored_memory_keeps_its_meaning() -> None:
    assert record_codec.decode_memory(_bytes(GOLDEN_MEMORY)) == MEMORY
    assert record_codec.encode_memory(MEMORY) == _bytes(GOLDEN_MEMORY)


def test_a_stored_row_keeps_its_meaning() -> None:
    golden = _bytes(GOLDEN_ROW)
    assert _columns(row_codec.decode_rows([golden])) == _columns(ROW)
    assert row_codec.encode_rows(ROW) == [golden]


def test_a_stored_turn_keeps_its_meaning() -> None:
    assert turn_records.decode_turn("s1", _bytes(GOLDEN_TURN)) == TURN
    assert turn_records.encode_turn(TURN) == _bytes(GOLDEN_TURN)


def test_a_stored_session_keeps_its_meaning() -> None:
    entry = turn_records.SessionEntry(SESSION, SERIAL)
    assert turn_records.decode_session(_bytes(GOLDEN_SESSION)) == entry
    assert turn_records.encode_session(entry) == _bytes(GOLDEN_SESSION)


def test_stored_moods_keep_their_meaning() -> None:
    assert mood_records.decode_moods(_bytes(GOLDEN_MOODS)) == [
        Mood(1_700_000_000_000_000, Emotion.TIRED, 0.25),
        Mood(-1, Emotion.UNSPECIFIED, 0.0),
    ]
    assert mood_records.decode_moods(b"\1") == []


def test_what_was_stored_before_a_field_was_appended_keeps_its_meaning() -> None:
    known = record_codec.decode_memory(
        record_codec.named_memory(_bytes(OLD_GOLDEN_MEMORY), id_bytes(MEMORY.memory_id) or b"")
    )
    assert known == replace(MEMORY, learn_time=None, faded_to=None)
    entry = turn_records.decode_session(_bytes(OLD_GOLDEN_SESSION))
    assert entry.session == Session("s1", SESSION.start_time, SESSION.last_turn_time, 3)
    entry = turn_records.decode_session(_bytes(ENDED_GOLDEN_SESSION))
    assert (entry.session, entry.serial) == (replace(SESSION, kept_from=0), b"")


def test_moods_of_a_session_have_a_place_for_every_emotion() -> None:
    """Also where one was added since it was stored; and none is lost."""
    for stored, read in (((), NO_MOODS), ((0, 4), (0, 4, *NO_MOODS[2:])), ((*NO_MOODS, 7),) * 2):
        entry = turn_records.SessionEntry(replace(SESSION, moods=stored), SERIAL)
        data = turn_records.encode_session(entry)
        assert turn_records.decode_session(data).session.moods == read


@given(memories)
def test_memories_come_back_equal(value: Memory) -> None:
    assert record_codec.decode_memory(record_codec.encode_memory(value)) == value


@given(
    st.builds(
        MemoryChange, actions, memories, st.integers(0, 2**63), some_ids, st.integers(0, 9), text
    )
)
def test_changes_come_back_equal(value: MemoryChange) -> None:
    assert record_codec.decode_change(record_codec.encode_change(value)) == value


@given(answers)
def test_answers_come_back_equal(value: Answer) -> None:
    assert record_codec.decode_answer(record_codec.encode_answer(value)) == value


@given(said)
def test_turns_come_back_equal(value: SessionTurn) -> None:
    data = turn_records.encode_turn(value)
    assert turn_records.decode_turn(value.session_id, data) == value


@given(sessions)
def test_sessions_come_back_equal(value: Session) -> None:
    entry = turn_records.SessionEntry(value, SERIAL)
    assert turn_records.decode_session(turn_records.encode_session(entry)) == entry


@given(text, counts, st.integers(0, 2**32 - 1))
def test_what_finds_turns_comes_back_equal(session_id: str, count: int, order: int) -> None:
    place = turn_records.PlaceEntry(count, count, order)
    assert turn_records.decode_place(turn_records.encode_place(place)) == place
    unread = turn_records.UnreadEntry(session_id, count)
    assert turn_records.decode_unread(turn_records.encode_unread(unread)) == unread


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 5)), min_size=1, max_size=20))
def test_rows_come_back_equal(sizes: list[tuple[int, int]]) -> None:
    rows = Rows.concatenate(
        [
            rows_for([memory(f"{at}", tags=tuple("abcde"[:tags]))], dimension=7, term_count=terms)
            for at, (terms, tags) in enumerate(sizes)
        ]
    )
    encoded = row_codec.encode_rows(rows)
    assert _columns(row_codec.decode_rows(encoded)) == _columns(rows)
    assert [row_codec.encode_rows(row_codec.decode_rows([one])) for one in encoded] == [
        [one] for one in encoded
    ]


@given(st.lists(st.binary(min_size=16, max_size=16)), st.lists(st.binary(min_size=16, max_size=16)))
def test_log_entries_come_back_equal(put: list[bytes], removed: list[bytes]) -> None:
    assert entry_codec.decode_log(entry_codec.encode_log(put, removed)) == (put, removed)


@given(st.integers(0, 2**64 - 1), instants)
def test_access_counts_come_back_equal(count: int, time: int) -> None:
    encoded = entry_codec.encode_access(count, time)
    assert entry_codec.decode_access(encoded) == (count, time)
    counts, times = entry_codec.decode_accesses([encoded, encoded])
    assert (counts.tolist(), times.tolist()) == ([count] * 2, [time] * 2)


@given(st.binary(max_size=200))
def test_no_bytes_break_a_decoder(data: bytes) -> None:
    """Whatever they are, a decoder reads them or raises RecordCorrupt, and nothing else."""
    for decode in (
        record_codec.decode_memory,
        record_codec.decode_change,
        record_codec.decode_answer,
        lambda data: row_codec.decode_rows([data]),
        entry_codec.decode_log,
        entry_codec.decode_access,
        entry_codec.decode_user,
        entry_codec.decode_identity,
        lambda data: turn_records.decode_turn("", data),
        turn_records.decode_session,
        turn_records.decode_place,
        turn_records.decode_unread,
        mood_records.decode_moods,
    ):
        for attempt in (data, b"\1" + data):
            with contextlib.suppress(RecordCorrupt):
                decode(attempt)


@pytest.mark.parametrize("nested", [b"\x91" * 5_000, b"\x81\xa1k" * 5_000], ids=["array", "map"])
def test_what_is_nested_without_end_breaks_no_decoder(nested: bytes) -> None:
    encoded = bytearray(record_codec.encode_memory(MEMORY))
    assert encoded[1] == 0xDC  # array of a 16-bit length
    encoded[3] += 1  # a field that a later version might have appended
    with pytest.raises(RecordCorrupt):
        record_codec.decode_memory(MEMORY.memory_id, bytes(encoded) + nested)


def test_another_layout_is_refused() -> None:
    for golden in (GOLDEN_MEMORY, GOLDEN_ROW):
        later = b"\2" + _bytes(golden)[1:]
        with pytest.raises(RecordCorrupt, match="layout"):
            record_codec.decode_memory(later)
        with pytest.raises(RecordCorrupt, match="layout"):
            row_codec.decode_rows([later])


def test_rows_of_two_dimensions_do_not_mix() -> None:
    mixed = [*row_codec.encode_rows(ROW), *row_codec.encode_rows(rows_for([memory()]))]
    with pytest.raises(RecordCorrupt):
        row_codec.decode_rows(mixed)


def test_a_field_appended_later_does_not_hinder_reading() -> None:
    encoded = bytearray(record_codec.encode_memory(replace(MEMORY, metadata={})))
    assert encoded[1] == 0xDC  # array of a 16-bit length
    encoded[2:4] = (int.from_bytes(encoded[2:4], "big") + 1).to_bytes(2, "big")
    later = bytes(encoded) + b"\xc3"
    assert record_codec.decode_memory(later) == replace(MEMORY, metadata={})


def test_ids_are_canonical() -> None:
    known = UUID(MEMORY.memory_id)
    assert id_bytes(MEMORY.memory_id) == known.bytes
    assert id_text(known.bytes) == MEMORY.memory_id
    for wrong in ("", "ab----", known.hex, MEMORY.memory_id.upper(), f"{{{known}}}", "é" * 36):
        assert id_bytes(wrong) is None
