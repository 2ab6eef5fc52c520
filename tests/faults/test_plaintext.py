"""Nothing that a user said, is called, or can be found by lies readable in the data folder."""

from __future__ import annotations

import uuid
from pathlib import Path

import numpy as np
import pytest

from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service
from myosotis.v1.memory_service_pb2_grpc import MemoryServiceStub
from myosotis_server.adapters.onnx_embedder import OnnxEmbedder
from myosotis_server.adapters.word_analyzer import MixedWords
from myosotis_server.memory.embedding import TextRole
from myosotis_server.memory.rows import quantise
from running.server import MODELS, RunningServer

USER = "wang.xiaoming@example.com"
KEPT = [
    "我在浦东机场附近租了一间公寓",
    "My sister Eleanor is getting married in October",
]
FORGOTTEN = "我的社保卡号写在冰箱上"
EARLIER, LATER = "我在学吹萨克斯管", "I gave up the saxophone for good"
QUERY = "萨克斯管 and the apartment"
WORDS = ["标签一号", "wedding-tag", "渠道-电话", "voice channel", "堂妹小芳", "spring-春天-17"]
FRAGMENT = 16
"""Components of a vector that must not appear in a row anywhere."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Every file of the data folder: while the server runs, after a kill, and after a stop."""
    found: dict[str, bytes] = {}

    def take(moment: str, folder: Path) -> None:
        for path in folder.rglob("*"):
            if path.is_file():
                found[f"{path.name} {moment}"] = path.read_bytes()

    folder = tmp_path_factory.mktemp("plaintext") / "data"
    with RunningServer(folder) as server:
        with server.channel() as channel:
            tell(MemoryServiceStub(channel))
        take("while it runs", folder)
        server.kill()
        take("after a kill", folder)
        server.start()
        assert server.stop() == 0
        take("after a stop", folder)
    return found


def tell(stub: MemoryServiceStub) -> None:
    new = pb.NewMemory(
        tags=WORDS[:2],
        metadata={WORDS[2]: WORDS[3]},
        subject=WORDS[4],
        attribute=pb.Attribute(key="home_town", value=WORDS[4]),
        sources=[pb.TurnReference(session_id=WORDS[5], turn_id=WORDS[5])],
    )
    statements = []
    for content in (*KEPT, FORGOTTEN, EARLIER):
        new.content = content
        statements.append(pb.NewMemory.FromString(new.SerializeToString()))
    request = service.RememberRequest(
        user_id=USER,
        memories=statements,
        session_id=WORDS[5],
        request_id=str(uuid.uuid4()),
        reconcile=pb.RECONCILE_MODE_EXACT,  # all have one attribute, and none shall end another
    )
    changes = stub.Remember(request, timeout=30).changes
    update = service.UpdateMemoryRequest(
        memory=pb.Memory(user_id=USER, memory_id=changes[3].memory.memory_id, content=LATER)
    )
    update.update_mask.paths.append("content")
    stub.UpdateMemory(update, timeout=30)
    answer = stub.Recall(service.RecallRequest(user_id=USER, query=QUERY), timeout=30)
    assert {each.memory.content for each in answer.memories} == {*KEPT, FORGOTTEN, LATER}
    forget = service.ForgetRequest(
        user_id=USER, ids=pb.MemoryIds(memory_ids=[changes[2].memory.memory_id])
    )
    assert stub.Forget(forget, timeout=30).forgotten_count == 1


def assert_nowhere(files: dict[str, bytes], secret: bytes) -> None:
    assert len(files) >= 6
    for name, data in files.items():
        assert secret not in data, f"in {name}"


@pytest.mark.parametrize("text", [*KEPT, FORGOTTEN, EARLIER, LATER, QUERY, USER, *WORDS])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le"])
def test_no_text(files: dict[str, bytes], text: str, encoding: str) -> None:
    assert_nowhere(files, text.encode(encoding))
    # Nor a part of it.
    assert_nowhere(files, text[: max(4, len(text) // 2)].encode(encoding))
    assert_nowhere(files, text[-max(4, len(text) // 2) :].encode(encoding))


def test_no_vector(files: dict[str, bytes]) -> None:
    embedder = OnnxEmbedder(MODELS / "multilingual-e5-small", threads=1)
    for role in TextRole:
        texts = [*KEPT, FORGOTTEN, EARLIER, LATER, QUERY]
        for vector in embedder.embed(embedder.tokenize(texts, role)):
            quantised = quantise(vector)[1]
            for form in (quantised, vector, vector.astype(np.float16)):
                for start in range(0, len(form), FRAGMENT):
                    assert_nowhere(files, form[start : start + FRAGMENT].tobytes())


def test_no_word_hashes(files: dict[str, bytes]) -> None:
    """Words can be guessed from their hashes, so these are sealed as well."""
    for text in (*KEPT, FORGOTTEN, EARLIER, LATER):
        terms = MixedWords().terms(text).ids
        for start in range(len(terms) - 1):
            assert_nowhere(files, terms[start : start + 2].tobytes())


def test_the_search_would_find_what_is_there(files: dict[str, bytes]) -> None:
    with pytest.raises(AssertionError, match=r"data\.mdb"):
        assert_nowhere(files, b"records")
