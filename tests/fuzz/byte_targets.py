"""Everything that reads stored or foreign bytes: it raises what it says that it raises, no more."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from fuzz import texts
from fuzz.targets import Finding, Target, within
from memory.memories import memory as a_memory
from myosotis_server.adapters import (
    audit_chain,
    edge_records,
    entry_codec,
    lmdb_keys,
    mood_records,
    record_codec,
    row_codec,
    turn_records,
)
from myosotis_server.adapters.audit_chain import BEGINNING, ChainCheck, Entry, Mark
from myosotis_server.adapters.audit_keys import TrailKeys
from myosotis_server.adapters.backup_file import check_file, copy_body
from myosotis_server.adapters.llm_answer import memories_in
from myosotis_server.adapters.llm_extractor import _answer_of
from myosotis_server.adapters.llm_summary import summary_in
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.master_key import parse_master_keys
from myosotis_server.adapters.store_format import id_bytes, id_text
from myosotis_server.adapters.user_secrets import UserSecrets
from myosotis_server.adapters.vault import Seal, Vault
from myosotis_server.memory.audit import AuditEvent
from myosotis_server.memory.backups import BackupKind
from myosotis_server.memory.errors import BackupUnusable, RecordCorrupt, StoreUnusable
from myosotis_server.memory.graph import Edge, Node, NodeType
from myosotis_server.memory.language_model import ModelFailed
from myosotis_server.memory.ports import Answer, ChangeReference, SessionTurn
from myosotis_server.memory.rows import Terms, row_of
from myosotis_server.memory.sessions import Session
from myosotis_server.memory.values import (
    Attribute,
    ChangeAction,
    Emotion,
    Memory,
    MemoryChange,
    Owner,
    Role,
    Turn,
    TurnReference,
)
from myosotis_server.wire.lines import LineError, new_memory
from myosotis_server.wire.page_token import PageTokens
from myosotis_server.wire.validate import Checker
from store.filling import fill

KEY = bytes(range(32))

# -- What is written -------------------------------------------------------------------------------

_MEMORY = replace(
    a_memory("我每周二在静安寺学画画 ☕"),
    attribute=Attribute("likes", "painting", 1.5, "cup"),
    sources=(TurnReference("s1", "t1"),),
    tags=("a", "画"),
    metadata={"k": "v", "键": "值"},
    learn_time=3,
)
_ID = id_text(bytes(range(16)))
_CHANGE = MemoryChange(ChangeAction.CREATED, _MEMORY, 3, (_ID,), 1, "note")
_ANSWER = Answer(
    b"d" * 32, 7, (ChangeReference(ChangeAction.MERGED, _ID, (_ID,), 0, ""),), 2, "r", 9
)
_SESSION = Session("s1", 1, 2, 3, 4, 5, 6, "搬家", (1, 0, 2, 0, 0, 0, 0, 0, 0), "Asia/Shanghai", 1)
_TURN = SessionTurn("s1", Turn("t1", Role.USER, "你好 hello", 1, "小王", Emotion.HAPPY, 0.5), "UTC")
_EVENT = AuditEvent(5, "default", "backend", "memory.recall", "ab" * 16, "OK", _ID, {"items": "3"})
_EDGE = Edge(Node(NodeType.USER, _ID), Node(NodeType.PERSON, _ID, "安娜"), "knows", 0.5, _ID, 1, 2)
_TERMS = Terms(np.array([5, 9], np.uint32), np.array([1, 300], np.uint16))
_ROW = row_codec.encode_rows(row_of(_MEMORY, np.full(8, 0.35, np.float32), _TERMS, analyzer=2))[0]


def _again(
    decode: Callable[[bytes], Any], encode: Callable[[Any], bytes]
) -> Callable[[bytes], None]:
    """What decodes is written in one way: once written, it is read as the same bytes."""

    def check(data: bytes) -> None:
        written = encode(decode(data))
        if encode(decode(written)) != written:
            raise Finding("what was read is not what was written")

    return check


def _memory_of(data: bytes) -> Memory:
    return record_codec.decode_memory(data)


def _change_of(data: bytes) -> MemoryChange:
    return record_codec.decode_change(data)


def _entry_of(data: bytes) -> tuple[bytes, AuditEvent]:
    entry = audit_chain.decode_entry(7, data)
    return entry.previous, entry.event


def _rows_of(data: bytes) -> None:
    row_codec.decode_rows([data])
    row_codec.decode_rows([data, data])
    row_codec.decode_rows([_ROW, data])


CODECS: Sequence[tuple[Callable[[bytes], object], bytes]] = (
    (_again(_memory_of, record_codec.encode_memory), record_codec.encode_memory(_MEMORY)),
    (_again(_change_of, record_codec.encode_change), record_codec.encode_change(_CHANGE)),
    (
        _again(record_codec.decode_answer, record_codec.encode_answer),
        record_codec.encode_answer(_ANSWER),
    ),
    (
        _again(turn_records.decode_session, turn_records.encode_session),
        turn_records.encode_session(turn_records.SessionEntry(_SESSION, bytes(8))),
    ),
    (
        _again(lambda data: turn_records.decode_turn("s1", data), turn_records.encode_turn),
        turn_records.encode_turn(_TURN),
    ),
    (turn_records.decode_place, turn_records.encode_place(turn_records.PlaceEntry(1, 2, 3))),
    (turn_records.decode_unread, turn_records.encode_unread(turn_records.UnreadEntry("s1", 2))),
    (
        _again(lambda data: _entry_of(data), lambda both: audit_chain.encode_entry(*both)),
        audit_chain.encode_entry(bytes(32), _EVENT),
    ),
    (
        _again(audit_chain.decode_mark, audit_chain.encode_mark),
        audit_chain.encode_mark(Mark(3, b"h" * 32)),
    ),
    (
        _again(entry_codec.decode_user, entry_codec.encode_user),
        entry_codec.encode_user(entry_codec.UserEntry(1, 2, 3, b"k" * 60, b"i" * 40)),
    ),
    (
        _again(entry_codec.decode_identity, entry_codec.encode_identity),
        entry_codec.encode_identity(entry_codec.UserIdentity("default", "小明", b"n" * 16, "m")),
    ),
    (entry_codec.decode_access, entry_codec.encode_access(3, 4)),
    (lambda data: entry_codec.decode_accesses([data, data]), entry_codec.encode_access(3, 4)),
    (entry_codec.decode_log, entry_codec.encode_log([b"a" * 16], [b"b" * 16])),
    (mood_records.decode_moods, b"\1" + bytes(34)),
    (_again(edge_records.decode_edge, edge_records.encode_edge), edge_records.encode_edge(_EDGE)),
    (lambda data: edge_records.decode_bundles([data]), edge_records.encode_bundle([_EDGE])),
    (edge_records.decode_pointer, edge_records.encode_pointer(b"p" * 16)),
    (lmdb_keys._entries.decode, b"\1\x95\xa1a\xa1b\x91\xa4read\xc4\1d\1"),
    (_rows_of, _ROW),
)
"""Everything that is read, by the number that is the first byte of a case, and bytes that are."""


def check_codecs(data: bytes) -> None:
    """RecordCorrupt alone, from every decoder."""
    read, _ = CODECS[data[0] % len(CODECS)] if data else CODECS[0]
    with contextlib.suppress(RecordCorrupt):
        within(0.5, lambda: read(data[1:]))


def _codec_seeds() -> list[bytes]:
    return [bytes([number]) + seed for number, (_, seed) in enumerate(CODECS)]


_MESSAGE_PACK = (
    *(
        b"\xc0",
        b"\xc2",
        b"\xc3",
        b"\x90",
        b"\x80",
        b"\xa0",
        b"\xff",
        b"\x7f",
        b"\xcb\x7f\xf8" + bytes(6),
    ),
    *(b"\xcb\x7f\xf0" + bytes(6), b"\xcf" + b"\xff" * 8, b"\xd3\x80" + bytes(7), b"\xdc\xff\xff"),
    *(
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\xc7\5\xff" + bytes(5),
    ),
    *(b"\x91" * 200, b"\xa2\xff\xfe", b"\xa3\xed\xa0\x80", b"\xd6\xff" + bytes(4), b"\x81\xc0\xc0"),
)


# -- Seals, tokens, keys ---------------------------------------------------------------------------

_SEAL = Seal(KEY)
_SEALED = _SEAL.seal(b"db", b"key", b"value")
_TRAIL = TrailKeys(b"", KEY)
_PLACE = _TRAIL.sealed_place(3)
_TOKENS = PageTokens(KEY)
_OWNER, _OTHER = Owner("a", "小明"), Owner("b", "小明")
_TOKEN = _TOKENS.seal(_OWNER, b"list", b"17 x")


def check_sealed(data: bytes) -> None:
    """Nothing opens but what was sealed; a token is its owner's or nobody's; ids are canonical."""
    text = data.decode("utf-8", "replace")
    if data != _SEALED:
        with contextlib.suppress(RecordCorrupt):
            _SEAL.open(b"db", b"key", data)
            raise Finding("what was not sealed opens")
        with contextlib.suppress(RecordCorrupt):
            _SEAL.open_all(b"db", [(b"key", _SEALED), (b"key", data)])
            raise Finding("what was not sealed opens among others")
    with contextlib.suppress(ValueError):
        if _TRAIL.opened_place(text) != 3:
            raise Finding("a place opens that was not given out")
    if _TRAIL.entry(7, data) is not None:
        raise Finding("an event opens that was never written")
    for owner, question in ((_OWNER, b"list"), (_OTHER, b"list"), (_OWNER, b"other")):
        check = Checker()
        opened = _TOKENS.open(check, owner, question, text)
        if opened and (owner, question) != (_OWNER, b"list"):
            raise Finding("a page token opens for another")
        if bool(opened) == bool(check.violations) and text:
            raise Finding("a page token is neither opened nor refused")
    identity = id_bytes(text)
    if identity is not None and id_text(identity) != text:
        raise Finding("an id is not in its canonical text")
    Checker().uuid("memory_id", text, required=True)
    Checker().zone("time_zone", text)
    Checker().snake_case("key", text)
    with contextlib.suppress(StoreUnusable):
        parse_master_keys(text)


# -- The audit trail's chain -----------------------------------------------------------------------


def check_chain(data: bytes) -> None:
    """A chain of entries in any state is followed to its end, and told to be sound only if it is.

    Each byte does something to a chain of ten: keeps an entry, drops, damages, moves or doubles it.
    """
    entries, hashes = _chain(10)
    numbered: list[tuple[int, Entry | None]] = [
        (place + 1, one) for place, one in enumerate(entries)
    ]
    told: list[tuple[int, Entry | None]] = []
    for place, one in enumerate(numbered):
        act = data[place] if place < len(data) else 0
        match act % 6:
            case 0 | 5:
                told.append(one)
            case 2:
                told.append((one[0], None))
            case 3:
                told.append((one[0] + act - 128, one[1]))
            case 4:
                told.append((one[0], entries[act % 10]))
    end: Mark | None = Mark(11, hashes[-1])
    start: Mark | None = BEGINNING
    if len(data) > 10:
        end = (end, None, Mark(data[10] + 1, hashes[data[10] % 10]))[data[10] % 3]
    if len(data) > 11:
        start = (start, None, Mark(data[11] + 1, hashes[data[11] % 10]))[data[11] % 3]
    result = ChainCheck(start, end).follow(told)
    untouched = told == numbered and start == BEGINNING and end == Mark(11, hashes[-1])
    if (result.fault_count == 0) != untouched:
        raise Finding("a changed trail passes for whole, or a whole one for changed")


def _chain(length: int) -> tuple[list[Entry], list[bytes]]:
    entries, hashes, previous = [], [], BEGINNING.hash
    for number in range(1, length + 1):
        event = replace(_EVENT, time=number)
        entry = audit_chain.decode_entry(number, audit_chain.encode_entry(previous, event))
        entries.append(entry)
        hashes.append(previous := entry.hash)
    return entries, hashes


# -- Files -----------------------------------------------------------------------------------------


class Files:
    """Reads backups and users' keys from a file that is written anew for every case."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "case"
        self._vault = Vault(KEY)
        with contextlib.closing(LmdbStore(folder / "store", self._vault, 1 << 28)) as store:
            fill(store, _OWNER)
            taken = store.backups.take(BackupKind.STORE, 1, "digest")
            with contextlib.closing(taken):
                self._whole = b"".join(iter(taken.read, b""))
        self._keys = (folder / "store/user-keys").read_bytes()

    def seeds(self) -> list[bytes]:
        """A whole backup, its beginning, its end and the users' keys."""
        return [self._whole, self._whole[:300], self._whole[-200:], self._keys]

    def check(self, data: bytes) -> None:
        """No file passes for a backup but the one that was made."""
        self._path.write_bytes(data)
        for vault in (None, self._vault):
            with contextlib.suppress(BackupUnusable):
                check_file(self._path, vault)
                if vault is not None and data != self._whole:
                    raise Finding("a changed backup passes for genuine")
                with open(os.devnull, "wb") as nowhere:
                    copy_body(self._path, nowhere)
        try:
            secrets = UserSecrets(self._path)
        except StoreUnusable:
            return
        with contextlib.closing(secrets):
            for number in (1, 2, secrets.next_number, 1 << 40):
                with contextlib.suppress(RecordCorrupt):
                    secrets.secret(number)
            secrets.copy()


# -- What language models and files of lines say ---------------------------------------------------

_SAID = [
    Turn("t1", Role.USER, "我下周三搬去杭州，我妈妈也来", 1),
    Turn("t2", Role.ASSISTANT, "太好了", 2),
    Turn("t3", Role.USER, "I started at Acme last week and I love it", 3),
]
_ANSWERS = (
    '{"memories": [{"turn": 0, "content": "用户下周三搬去杭州", "kind": "event",'
    ' "when": "下周三"}]}',
    '{"memories": [{"turn": 2, "content": "The user works at Acme", "kind": "fact", "subject": "",'
    ' "attribute_key": "employer", "attribute_value": "Acme", "importance": 0.5,'
    ' "emotion": "happy"}]}',
    '<think>{}</think>```json\n{"summary": "用户要搬去杭州。"}\n```',
    '{"choices": [{"message": {"content": "{}"}}], "usage": {"total_tokens": 3}}',
    '{"content": "我喜欢拿铁", "kind": "MEMORY_KIND_FACT", "importance": 0.5, "tags": ["a"]}',
    '{"memoryId": "x", "content": "I like tea", "state": "MEMORY_STATE_ACTIVE",'
    ' "metadata": {"k": "v"}}',
    '{"revisions": [{"action": "CHANGE_ACTION_CREATED", "memory": {"content": "x"}}]}',
)
_JSON = tuple(
    each.encode()
    for each in (
        *('{"', '":', "[", "]", "{", "}", ",", "null", "true", "-1", "1e999", "NaN", "Infinity"),
        *('"memories":', '"turn":', '"content":', '"kind":', '"summary":', '"subject":', '"when":'),
        *('"attribute_key":', '"pinned":', '"importance":', '"choices":', '"usage":', '"\\ud800"'),
        *('"\\u0000"', "[" * 2_000, '{"a":' * 2_000, "9" * 5_000, '"2026-01-01T00:00:00Z"'),
    )
)


def check_answers(data: bytes) -> None:
    """Whatever a language model or a file of lines says, it is refused or holds."""
    text = data.decode("utf-8", "replace")
    _answer_of(data)
    with contextlib.suppress(ModelFailed):
        for extracted in memories_in(text, _SAID, []):
            extracted.statement.content.encode()
    with contextlib.suppress(ModelFailed):
        summary_in(text, _SAID, 1_000).encode()
    with contextlib.suppress(LineError):
        new_memory(text, 1)


def _made_answer(random: Random) -> bytes:
    """An answer into which texts have been put."""
    answer = random.choice(_ANSWERS)
    place = answer.find(":", random.randrange(len(answer)))
    said = texts.text(random, 200).replace("\\", "").replace('"', "'")
    return (answer[: place + 1] + f'"{said}",' + answer[place + 1 :]).encode()


# -- All -------------------------------------------------------------------------------------------


def targets(open_until_the_end: ExitStack) -> list[Target]:
    """All of this module; their files go with the stack."""
    folder = Path(open_until_the_end.enter_context(tempfile.TemporaryDirectory(dir=_in_ram())))
    files = Files(folder)
    words = (*_MESSAGE_PACK, *texts.words()[:60])
    tokens = [_SEALED, _PLACE.encode(), _TOKEN.encode(), _ID.encode(), KEY.hex().encode()]
    answers = [each.encode() for each in _ANSWERS]
    return [
        Target("codecs", check_codecs, _codec_seeds, words),
        Target("sealed", check_sealed, lambda: tokens, words, longest=512),
        Target("audit-chain", check_chain, lambda: [bytes(12)], longest=12),
        Target("files", files.check, files.seeds, (b"MYOSOTIS", b"\1", b"{}"), longest=1 << 20),
        Target("answers", check_answers, lambda: answers, _JSON, longest=20_000),
    ]


def _in_ram() -> str | None:
    """Where files cost no disk, if there is such a place."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
