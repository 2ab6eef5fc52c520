"""Three processes over one store never disagree, whichever of them is asked, told or killed.

The tests share one server and stand in the order in which it lives: the last one ends it.
"""

from __future__ import annotations

import os
import signal
import threading
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import grpc
import pytest

from myosotis.v1 import conversation_service_pb2 as talk_service
from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.master_key import read_key_file
from myosotis_server.adapters.vault import Vault
from myosotis_server.memory.values import Owner
from running.server import RunningServer
from wire.saying import BACKGROUND, Sender, append, forget, listed, recall, recalled, remember, said
from wire.talking import contents, end
from wire.together import Together, until

COUNT = 3
SAID = (
    ("我住在上海", "住在哪里"),
    ("My sister Anna is a doctor", "What does Anna do?"),
    ("我对花生过敏", "有什么不能吃"),
    ("I play the cello on Fridays", "cello"),
    ("我 love 喝 oat milk latte", "latte"),
    ("妈妈下个月过生日", "妈妈的生日"),
)


@pytest.fixture(scope="module")
def together(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Together]:
    folder = tmp_path_factory.mktemp("workers") / "data"
    with (
        RunningServer(folder, workers=COUNT, drain_seconds=30) as server,
        closing(Together(server, COUNT)) as all_,
    ):
        all_.connect()
        yield all_


@pytest.fixture
def stubs(together: Together) -> list[Any]:
    """One for each worker."""
    return [worker.memory for worker in together.workers]


def at_once(calls: list[Callable[[], Any]]) -> list[Any]:
    """What all of `calls` answer, begun together."""
    start = threading.Barrier(len(calls))

    def begin(call: Callable[[], Any]) -> Any:
        start.wait(30)
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return [each.result() for each in [pool.submit(begin, call) for call in calls]]


def test_each_has_connections_of_its_own(together: Together) -> None:
    assert len({worker.pid for worker in together.workers}) == COUNT
    assert together.server.pid not in {worker.pid for worker in together.workers}


def test_what_one_acknowledged_all_see_at_the_next_read(stubs, user: str) -> None:
    revision = 0
    for place, (content, question) in enumerate(SAID * 2):
        answer = remember(stubs[place % COUNT], user, content)
        assert answer.revision == revision + 1
        revision = answer.revision
        for stub in stubs:
            assert content in said(stub, user)
            assert recalled(stub, user, question, limit=1) == [content]
    mentioned = [{each.content: each.mention_count for each in listed(s, user)} for s in stubs]
    assert mentioned == [{content: 2 for content, _ in SAID}] * COUNT


def test_many_clients_write_and_read_the_same_users_in_turn(stubs, new_user) -> None:
    users = [new_user() for _ in range(3)]

    def client(number: int) -> None:
        for step in range(6):
            place = number + step
            user, stub = users[place % 3], stubs[place % COUNT]
            content = (
                f"客户 {number} 说的第 {step} 句" if number % 2 else f"client {number}: {step}"
            )
            changed = remember(stub, user, content).changes[0].memory
            reader = stubs[(place + 1) % COUNT]
            got = reader.GetMemory(
                service.GetMemoryRequest(user_id=user, memory_id=changed.memory_id), timeout=30
            )
            assert got.memory.content == content
            assert content in said(reader, user, page_size=100)

    at_once([lambda number=number: client(number) for number in range(6)])
    for user in users:
        seen = [listed(stub, user, page_size=100) for stub in stubs]
        assert len(seen[0]) == 12
        assert seen[0] == seen[1] == seen[2]


def test_equal_writes_at_once_are_one_memory(stubs, user: str) -> None:
    calls = [lambda stub=stub: remember(stub, user, "我叫小明，I am Ming") for stub in stubs * 5]
    answers = at_once(calls)
    assert {answer.revision for answer in answers} == set(range(1, 16))
    actions = [answer.changes[0].action for answer in answers]
    assert actions.count(pb.CHANGE_ACTION_CREATED) == 1
    for stub in stubs:
        (memory,) = listed(stub, user)
        assert memory.mention_count == 15


def test_one_request_is_done_once_whoever_gets_it(stubs, user: str) -> None:
    key = str(uuid.uuid4())
    calls = [
        lambda stub=stub: remember(stub, user, "我养了一只猫", request_id=key) for stub in stubs * 2
    ]
    answers = at_once(calls)
    assert {answer.revision for answer in answers} == {1}
    assert {listed(stub, user)[0].mention_count for stub in stubs} == {1}


def test_what_was_said_to_one_is_read_once_and_known_to_all(together: Together, user: str) -> None:
    talks = [worker.talk for worker in together.workers]
    for place, (content, _) in enumerate(SAID):
        append(talks[place % COUNT], user, content, extraction=BACKGROUND)
    assert [contents(talk, user) for talk in talks] == [[content for content, _ in SAID]] * COUNT
    end(talks[0], user)  # reads what waits
    seen = [listed(worker.memory, user, page_size=100) for worker in together.workers]
    assert seen[0] == seen[1] == seen[2]
    told = [each for each in seen[0] if each.kind != pb.MEMORY_KIND_SUMMARY]
    assert any("上海" in each.content for each in told)
    assert any("Anna" in each.content for each in told)
    assert {each.mention_count for each in told} == {1}


def test_watching_one_tells_what_others_wrote(together: Together, stubs, user: str) -> None:
    remember(stubs[0], user, "我喜欢爵士乐")
    request = talk_service.WatchMemoriesRequest(user_id=user)
    stream = together.workers[1].talk.WatchMemories(request, timeout=30)
    assert next(stream).change.memory.content == "我喜欢爵士乐"
    remember(stubs[2], user, "I moved to Leeds")
    assert next(stream).change.memory.content == "I moved to Leeds"
    stream.cancel()


def test_what_one_forgets_all_have_forgotten(stubs, user: str) -> None:
    for content, question in SAID:
        remember(stubs[0], user, content)
        for stub in stubs:
            assert recalled(stub, user, question)
    (one,) = recall(stubs[1], user, "cello", limit=1).memories
    assert (
        forget(stubs[1], user, ids=pb.MemoryIds(memory_ids=[one.memory.memory_id])).forgotten_count
        == 1
    )
    for stub in stubs:
        assert "cello" not in "".join(said(stub, user))
        assert "I play the cello on Fridays" not in recalled(stub, user, "cello")
    assert forget(stubs[2], user, everything=True).forgotten_count == len(SAID) - 1
    for stub in stubs:
        assert said(stub, user) == recalled(stub, user, "上海 Anna") == []
    assert remember(stubs[0], user, "我是新来的").revision == 1
    for stub in stubs:
        assert said(stub, user) == recalled(stub, user, "谁") == ["我是新来的"]


def test_forgetting_among_writes_leaves_nothing_from_before(stubs, user: str) -> None:
    def before(stub: Any) -> None:
        for number in range(4):
            remember(stub, user, f"old {number} 旧的")

    at_once([lambda stub=stub: before(stub) for stub in stubs])
    calls = [lambda stub=stub: remember(stub, user, "new 新的") for stub in stubs]
    at_once([lambda: forget(stubs[0], user, everything=True), *calls])
    held = [said(stub, user) for stub in stubs]
    assert held[0] == held[1] == held[2]
    assert not any("old" in content for content in held[0])


def test_one_that_is_killed_loses_nothing_and_comes_back(
    together: Together, new_user: Callable[[], str]
) -> None:
    users = [new_user() for _ in range(COUNT)]
    victim = together.workers[1]
    acknowledged: list[tuple[str, str]] = []
    failed: list[grpc.StatusCode] = []
    halfway = threading.Event()

    def client(stub: Any, user: str) -> None:
        for number in range(12):
            content = f"第 {number} 件事, fact {number}"
            try:
                remember(stub, user, content)
            except grpc.RpcError as error:
                failed.append(error.code())
            else:
                acknowledged.append((user, content))
            if len(acknowledged) >= 12:
                halfway.set()

    stubs = [worker.memory for worker in together.workers]
    with ThreadPoolExecutor(COUNT) as pool:
        clients = [pool.submit(client, *pair) for pair in zip(stubs, users, strict=True)]
        assert halfway.wait(60)
        os.kill(victim.pid, signal.SIGKILL)
        for each in clients:
            each.result(60)
    assert set(failed) <= {grpc.StatusCode.UNAVAILABLE}
    survivors = [worker for worker in together.workers if worker is not victim]
    for user in users:
        kept = {content for who, content in acknowledged if who == user}
        for worker in survivors:
            assert kept <= set(said(worker.memory, user, page_size=100))
    until(lambda: victim.pid not in together.serving.values())
    together.connect()
    assert {worker.pid for worker in survivors} < {worker.pid for worker in together.workers}
    for user in users:
        seen = [said(worker.memory, user, page_size=100) for worker in together.workers]
        assert seen[0] == seen[1] == seen[2]


def test_told_to_stop_all_finish_what_they_began(together: Together, new_user) -> None:
    users = [new_user() for _ in range(COUNT)]
    senders = [Sender() for _ in users]
    streams = []
    for worker, sender, user in zip(together.workers, senders, users, strict=True):
        stream = worker.memory.ImportMemories(iter(sender), timeout=60)
        sender.send(user, "我住在上海")
        assert next(stream).created_count == 1
        streams.append(stream)
    together.server.ask_to_stop()
    until(lambda: [line["event"] for line in together.server.log].count("draining") == COUNT)
    for sender, user in zip(senders, users, strict=True):
        sender.send(user, "I play the cello")
        sender.end()
    assert [each.created_count for stream in streams for each in stream] == [2] * COUNT
    assert together.server.wait() == 0
    assert [line["event"] for line in together.server.log].count("stopped") == COUNT
    folder = together.server.data_dir
    vault = Vault(read_key_file(folder / "master.key"))
    with closing(LmdbStore(folder, vault)) as store:
        heads = [store.head(Owner("default", user)) for user in users]
    assert [head is not None and head.memory_count for head in heads] == [2] * COUNT
