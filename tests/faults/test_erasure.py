"""After Forget `everything` nothing of a user is anywhere: on disk, in RAM, or in a backup."""

from __future__ import annotations

import contextlib
import functools
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import grpc
import numpy as np
import pytest
from typer.testing import CliRunner

from myosotis.v1 import admin_service_pb2 as admin
from myosotis.v1 import conversation_service_pb2 as talk_service
from myosotis.v1 import graph_service_pb2 as graph
from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service
from myosotis.v1.admin_service_pb2_grpc import AdminServiceStub
from myosotis.v1.conversation_service_pb2_grpc import ConversationServiceStub
from myosotis.v1.graph_service_pb2_grpc import GraphServiceStub
from myosotis.v1.memory_service_pb2_grpc import MemoryServiceStub
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.onnx_embedder import OnnxEmbedder
from myosotis_server.adapters.vault import Vault
from myosotis_server.adapters.word_analyzer import MixedWords
from myosotis_server.cli import app
from myosotis_server.memory.embedding import TextRole
from myosotis_server.memory.rows import quantise
from myosotis_server.memory.values import Owner, TimeRange
from running.debug_server import DebuggedServer
from running.server import MODELS
from wire.saying import BACKGROUND, SECONDS, append, forget, recall, remember, said
from wire.talking import context, end, turn

KEY = bytes(range(32))
USER = "ouyang.jingyi+记忆@example.com"
OTHER = "someone-who-stays"
STATEMENTS = (
    "我每周三在蔓藤弄的画室学水彩",
    "My sister Quilliope keeps bees in Bexhampton",
    "我女儿欧阳静怡今年上三年级",
)
TURNS = (
    "我的同事闻人珞最近升职了，我有点嫉妒",
    "I was furious with my landlord Thaddeus Brockwell today",
    "我养了一只叫豆腐皮的布偶猫",
)
LATER = "I gave up watercolour for good in Bexhampton"
QUERY = "豆腐皮和蔓藤弄的画室怎么样了"
NAMES = ("欧阳静怡", "闻人珞", "蔓藤弄", "豆腐皮", "Quilliope", "Bexhampton", "Brockwell")
WORDS = ("tag-kumquat", "元数据甲乙", "session-mimosa-4711", "turn-mimosa-1", "speaker-欧阳")
REQUEST = str(uuid.uuid4())
STAYS = "我住在成都，喜欢爬山"
SEARCHES = 5
FRAGMENT = 16
"""Components of a vector."""


@dataclass(frozen=True)
class Found:
    """What was found of the user: by where, or by what held it."""

    ram_before: dict[bytes, list[str]]
    ram_after: dict[bytes, list[str]]
    files: dict[str, bytes]
    restored: Path
    log: str
    events: list[admin.AuditEvent]
    receipt: str


def texts() -> list[bytes]:
    every = (*STATEMENTS, *TURNS, LATER, QUERY, *NAMES, *WORDS, USER, REQUEST)
    return [each.encode() for each in every]


@functools.cache
def vectors() -> list[bytes]:
    """A part of each vector that the server made, as it holds it and as the model gave it."""
    model = OnnxEmbedder(MODELS / "multilingual-e5-small", threads=1)
    parts = []
    for role, told in ((TextRole.PASSAGE, STATEMENTS), (TextRole.QUERY, (QUERY,))):
        for vector in model.embed(model.tokenize(list(told), role)):
            whole = quantise(vector)[1]
            for form in (whole, vector, whole.view(np.uint8) ^ np.uint8(0x80)):
                parts.append(form[:FRAGMENT].tobytes())  # noqa: PERF401 - three loops deep
    model.close()
    return parts


def words() -> list[bytes]:
    """Neighbouring hashed words of each text, as rows have them."""
    terms = [MixedWords().terms(each).ids for each in STATEMENTS]
    return [ids[:2].tobytes() for ids in terms]


def tell(channel: grpc.Channel) -> None:
    """All that may be held of a user: memories and their history, turns, moods, graph, answers."""
    memories, talk = MemoryServiceStub(channel), ConversationServiceStub(channel)
    new = [
        pb.NewMemory(
            content=content,
            tags=[WORDS[0]],
            metadata={WORDS[1]: WORDS[1]},
            sources=[pb.TurnReference(session_id=WORDS[2], turn_id=WORDS[3])],
        )
        for content in STATEMENTS
    ]
    changes = remember(memories, USER, *new, session_id=WORDS[2], request_id=REQUEST).changes
    changed = pb.Memory(user_id=USER, memory_id=changes[1].memory.memory_id, content=LATER)
    update = service.UpdateMemoryRequest(memory=changed)
    update.update_mask.paths.append("content")
    memories.UpdateMemory(update, timeout=SECONDS)
    append(talk, USER, turn(TURNS[0], WORDS[3], speaker=WORDS[4]), TURNS[1], session=WORDS[2])
    append(talk, USER, TURNS[2], session="s2", extraction=BACKGROUND)
    learnt(lambda: any("豆腐皮" in each for each in said(memories, USER)))
    context(talk, USER, session_id=WORDS[2])
    assert recall(memories, USER, QUERY, read_only=False).memories
    assert end(talk, USER, WORDS[2]).summary.content
    append(talk, USER, TURNS[1], session="s3", extraction=BACKGROUND)
    entities = graph.ListEntitiesRequest(user_id=USER)
    assert GraphServiceStub(channel).ListEntities(entities, timeout=SECONDS).entities
    trend = talk_service.GetEmotionTrendRequest(user_id=USER)
    assert talk.GetEmotionTrend(trend, timeout=SECONDS).ByteSize()
    remember(memories, OTHER, STAYS)


def learnt(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def run(*arguments: str | Path, data_dir: Path) -> None:
    settings = {"MYOSOTIS_DATA_DIR": str(data_dir), "MYOSOTIS_MASTER_KEY": KEY.hex()}
    ended = CliRunner().invoke(app, [*map(str, arguments)], env=settings, catch_exceptions=False)
    assert ended.exit_code == 0, ended.output


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Found:
    """One user told much, backed up, watched, and then erased."""
    folder = tmp_path_factory.mktemp("erasure")
    data, restored = folder / "data", folder / "restored"
    needles = [*texts(), *vectors(), *words()]
    with DebuggedServer(data, master_key=KEY.hex()) as server:
        with server.channel() as channel:
            tell(channel)
            backup = folder / "before.myo"
            pieces = AdminServiceStub(channel).Backup(admin.BackupRequest(), timeout=SECONDS)
            backup.write_bytes(b"".join(each.chunk for each in pieces))
            before = server.search(needles)
            with watching(channel):
                receipt = forget(MemoryServiceStub(channel), USER, everything=True).receipt_id
            after = server.search(needles)
            for _ in range(SEARCHES):  # what works behind the calls may rest for a while
                if not any(after.values()):
                    break
                time.sleep(1)
                after = server.search(needles)
            asked = admin.ListAuditEventsRequest(user_id=USER)
            events = [*AdminServiceStub(channel).ListAuditEvents(asked, timeout=SECONDS).events]
            learnt(lambda: said(MemoryServiceStub(channel), OTHER) == [STAYS])
        files = contents(data)
        assert server.stop() == 0
        files |= {f"{name} after a stop": each for name, each in contents(data).items()}
        log = server.stderr
    keys = folder / "keys.myo"
    run("backup-keys", keys, "--offline", data_dir=data)
    run("restore", backup, "--data-dir", restored, "--user-keys", keys, data_dir=restored)
    return Found(before, after, files, restored, log, events, receipt)


@contextlib.contextmanager
def watching(channel: grpc.Channel) -> Iterator[None]:
    """Within, the user is watched; the stream must end with the erasure."""
    request = talk_service.WatchMemoriesRequest(user_id=USER)
    stream = ConversationServiceStub(channel).WatchMemories(request, timeout=SECONDS)
    next(stream)
    yield
    with pytest.raises(grpc.RpcError):
        for _ in stream:
            pass


def test_the_search_of_ram_would_find_what_is_there(found: Found) -> None:
    """Guards the tests below."""
    for needle in (USER.encode(), QUERY.encode(), "豆腐皮".encode(), vectors()[2]):
        assert found.ram_before[needle], needle


def test_nothing_is_in_ram(found: Found) -> None:
    assert {needle: where for needle, where in found.ram_after.items() if where} == {}


def test_nothing_is_on_disk(found: Found) -> None:
    assert "data.mdb" in found.files
    forms = [form for text in texts() for form in (text, text.decode().encode("utf-16-le"))]
    for needle in (*forms, *vectors(), *words()):
        for name, data in found.files.items():
            assert needle not in data, name
        assert needle not in b"".join(contents(found.restored).values())
        assert needle not in found.log.encode()


def test_nothing_can_be_read_in_an_earlier_backup(found: Found) -> None:
    store = LmdbStore(found.restored, Vault(KEY), 1 << 30)
    gone, stays = Owner("default", USER), Owner("default", OTHER)
    assert store.owners("", 9) == ([stays], "")
    assert store.head(gone) is None
    assert store.rows(gone) is None
    assert store.sessions(gone) == []
    assert store.edges(gone) == []
    assert store.moods(gone, TimeRange()) == []
    assert store.unread(gone, 9) == []
    assert store.owners_unread() == store.owners_open() == []
    assert store.answer(gone, REQUEST, 0) is None
    found_rows = store.rows(stays)
    assert found_rows is not None
    assert len(found_rows[1]) == 1
    assert store.examine().sound
    store.close()


def test_the_receipt_is_in_the_audit_trail(found: Found) -> None:
    (event,) = [each for each in found.events if each.action == "memory.forget"]
    assert event.details["receipt_id"] == found.receipt != ""
    assert (event.details["target"], event.outcome) == ("everything", "OK")
    assert not any(USER in str(each) for each in found.events)
