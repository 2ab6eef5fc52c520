"""Tenants never meet: not in answers, errors, page tokens, receipts or the log, nor in time."""

from __future__ import annotations

import random
import statistics
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import grpc
import pytest

from myosotis.v1 import admin_service_pb2 as admin
from myosotis.v1 import graph_pb2
from myosotis.v1 import graph_service_pb2 as graph
from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service
from running.keys import make_key, with_key
from running.server import RunningServer
from wire.every_rpc import RPCS
from wire.tenants import REQUESTS, SHARED, TENANTS, USERS, Draw, Exchange, Person, exchange

CALLS = 1_000
AT_ONCE = 8
SEED = 20_261_130
WATCH_SECONDS = 0.3
NOT_FOUND = grpc.StatusCode.NOT_FOUND

EXPECTED_CODES = {
    grpc.StatusCode.OK,
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.NOT_FOUND,
    grpc.StatusCode.ABORTED,
    grpc.StatusCode.ALREADY_EXISTS,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.UNIMPLEMENTED,
    grpc.StatusCode.DEADLINE_EXCEEDED,
}


def key_name(tenant: str) -> str:
    return f"keeper-of-{tenant}"


@dataclass
class Estate:
    """The server, whoever lives there, and each tenant's way to call each RPC."""

    server: RunningServer
    people: list[Person]
    calls: Mapping[str, Mapping[str, Callable[..., Any]]]
    secrets: Mapping[str, str]
    codes: Counter[tuple[str, str]] = field(default_factory=Counter)
    marks_seen: int = 0
    """Answers that told a user what is theirs: without them nothing would be shown."""

    def call(self, who: Person, rpc: str, request: Any) -> Exchange:
        """Makes the call for its person, and looks for what is not theirs in what comes back."""
        seconds = WATCH_SECONDS if rpc == "WatchMemories" else 30
        outcome = exchange(self.calls[who.tenant][rpc], request, seconds)
        self.codes[rpc, outcome.code.name] += 1
        assert outcome.code in EXPECTED_CODES, (rpc, outcome.code, outcome.told)
        found = outcome.told.decode("utf-8", "replace").lower()
        self.marks_seen += who.mark.lower() in found
        # Their own tenant's admin may hear of its other users, of whom these RPCs tell.
        own = who.tenant if rpc in ("ListUsers", "ListAuditEvents") else who.mark.lower()
        for other in self.people:
            if not other.mark.lower().startswith(own):
                assert other.mark.lower() not in found, (rpc, who.mark, other.mark)
        for tenant in TENANTS:
            if tenant != who.tenant:
                assert key_name(tenant) not in found, (rpc, who.tenant, tenant)
        for secret in self.secrets.values():
            assert secret.lower() not in found
        return outcome


@pytest.fixture(scope="module")
def estate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Estate]:
    server = RunningServer(tmp_path_factory.mktemp("tenants") / "data", log_level="debug")
    scopes = ("read", "write", "forget", "admin")
    secrets = {
        tenant: make_key(server, key_name(tenant), *scopes, more=("--tenant", f"tenant-{tenant}"))
        for tenant in TENANTS
    }
    with server, server.channel() as channel:
        calls = {
            tenant: {rpc.name: rpc.on(with_key(channel, secret)) for rpc in RPCS}
            for tenant, secret in secrets.items()
        }
        people = [Person(tenant, number) for number in range(USERS) for tenant in TENANTS]
        estate = Estate(server, people, calls, secrets)
        with ThreadPoolExecutor(AT_ONCE) as threads:
            list(threads.map(lambda who: introduce(estate, who), people))
        yield estate


def introduce(estate: Estate, who: Person) -> None:
    """Everybody says the same, and one thing of their own."""
    said = [pb.NewMemory(content=SHARED), pb.NewMemory(content=who.sayings[0], pinned=True)]
    request = service.RememberRequest(user_id=who.user_id, memories=said)
    who.keep(estate.call(who, "Remember", request).answers)


def test_marks_are_told_apart() -> None:
    marks = {Person(tenant, number).mark for number in range(USERS) for tenant in TENANTS}
    assert len(marks) == USERS * len(TENANTS)
    assert len({len(mark) for mark in marks}) == 1
    assert set(REQUESTS) == {rpc.name for rpc in RPCS}


def test_the_same_words_of_the_same_name_are_other_memories(estate: Estate) -> None:
    ids = [memory_id for who in estate.people for memory_id in who.ids[:2]]
    assert len(set(ids)) == len(ids) == 2 * len(estate.people)


def test_a_thousand_interleaved_calls_tell_nobody_of_anybody_else(estate: Estate) -> None:
    dice = random.Random(SEED)
    names = [*REQUESTS] * 2
    names += dice.choices([*REQUESTS], k=CALLS - len(names))
    dice.shuffle(names)
    # Each person's calls in their order, those of different people side by side.
    queues: list[list[tuple[Person, str, int]]] = [[] for _ in range(AT_ONCE)]
    for name in names:
        place = dice.randrange(len(estate.people))
        queues[place % AT_ONCE].append((estate.people[place], name, dice.getrandbits(64)))

    def work(queue: list[tuple[Person, str, int]]) -> None:
        for who, name, seed in queue:
            others = [each for each in estate.people if each is not who]
            draw = Draw(random.Random(seed), who, others)
            request = REQUESTS[name](draw, who.user_id)
            request_id = getattr(request, "request_id", "")
            outcome = estate.call(who, name, request)
            if outcome.code is grpc.StatusCode.ALREADY_EXISTS and b"REQUEST_ID" in outcome.told:
                assert request_id in who.used_request_ids, "another's request_id stood in the way"
            who.used_request_ids.add(request_id)
            who.keep(outcome.answers)

    with ThreadPoolExecutor(AT_ONCE) as threads:
        list(threads.map(work, queues))
    made = Counter[str]()
    for (name, _), count in estate.codes.items():
        made[name] += count
    assert set(made) == set(REQUESTS)
    ended_well = sum(count for (_, code), count in estate.codes.items() if code == "OK")
    assert ended_well > CALLS / 2
    assert estate.marks_seen > CALLS / 5
    answered = {name for name, code in estate.codes if code in ("OK", "DEADLINE_EXCEEDED")}
    refused_to_tenants = {"Backup", "GetServerInfo"}
    assert not answered & refused_to_tenants
    unserved = {name for name, code in estate.codes if code == "UNIMPLEMENTED"}
    assert answered | unserved | refused_to_tenants == set(REQUESTS)


def test_afterwards_everybody_knows_what_they_said_and_no_more(estate: Estate) -> None:
    """What one tenant's user forgot, the others of that name still have."""
    for who in estate.people:
        again = service.RememberRequest(
            user_id=who.user_id, memories=[pb.NewMemory(content=who.sayings[0])]
        )
        estate.call(who, "Remember", again)
        outcome = estate.call(
            who, "ExportMemories", service.ExportMemoriesRequest(user_id=who.user_id)
        )
        contents = {memory.content for page in outcome.answers for memory in page.memories}
        assert who.sayings[0] in contents
        assert all(who.mark in each or "龙井" in each for each in contents)


def test_the_log_names_no_tenant_no_user_and_nothing_said(estate: Estate) -> None:
    log = estate.server.stderr.lower()
    assert key_name(TENANTS[0]) in log
    for who in estate.people:
        assert who.mark.lower() not in log
        assert who.user_id not in log
    for tenant in TENANTS:
        assert f"tenant-{tenant}" not in log
    for secret in (*estate.secrets.values(), "龙井", "\\u9f99"):
        assert secret.lower() not in log


def of_another(estate: Estate) -> tuple[Person, str]:
    """A user, and a memory id of the user of that name at another tenant."""
    who, other = (
        next(each for each in estate.people if each.tenant == tenant and each.number == 7)
        for tenant in TENANTS[:2]
    )
    request = service.RememberRequest(
        user_id=other.user_id, memories=[pb.NewMemory(content=other.sayings[1])]
    )
    (change,) = estate.call(other, "Remember", request).answers[0].changes
    assert change.memory.memory_id
    return who, change.memory.memory_id


def asking_for(user: str, memory_id: str) -> dict[str, Any]:
    """A request that names the memory, for every RPC that takes a memory's id."""
    node = graph_pb2.NodeReference(memory_id=memory_id)
    changed = pb.Memory(user_id=user, memory_id=memory_id, content="改过的话")
    relation = graph_pb2.Relation(source=node, target=node, type="about")
    evidence = graph_pb2.Relation(
        source=graph_pb2.NodeReference(entity_id=memory_id), target=node, type="about"
    )
    return {
        "GetMemory": service.GetMemoryRequest(user_id=user, memory_id=memory_id),
        "ListMemoryRevisions": service.ListMemoryRevisionsRequest(
            user_id=user, memory_id=memory_id
        ),
        "UpdateMemory": service.UpdateMemoryRequest(
            memory=changed, update_mask={"paths": ["content"]}
        ),
        "Forget": service.ForgetRequest(
            user_id=user, ids=pb.MemoryIds(memory_ids=[memory_id]), dry_run=True
        ),
        "ListNeighbors": graph.ListNeighborsRequest(user_id=user, node=node),
        "Relate": graph.RelateRequest(user_id=user, relations=[relation, evidence]),
        "Unrelate": graph.UnrelateRequest(user_id=user, source=node, target=node),
    }


def test_another_tenants_id_is_no_different_from_an_unknown_one(estate: Estate) -> None:
    who, theirs = of_another(estate)
    unknown = asking_for(who.user_id, str(uuid.uuid4()))
    for rpc, request in asking_for(who.user_id, theirs).items():
        one, other = (estate.call(who, rpc, each) for each in (request, unknown[rpc]))
        assert one.code is other.code, rpc
        assert one.refusal == other.refusal, rpc
    assert estate.call(who, "GetMemory", unknown["GetMemory"]).code is NOT_FOUND


def test_it_takes_no_longer_to_find_that_another_has_it(estate: Estate) -> None:
    who, theirs = of_another(estate)
    requests = {
        kind: service.GetMemoryRequest(user_id=who.user_id, memory_id=memory_id)
        for kind, memory_id in (("theirs", theirs), ("unknown", str(uuid.uuid4())))
    }
    taken: dict[str, list[float]] = {"theirs": [], "unknown": []}
    call = estate.calls[who.tenant]["GetMemory"]
    for _ in range(200):
        for kind, request in requests.items():
            began = time.perf_counter()
            assert exchange(call, request).code is NOT_FOUND
            taken[kind].append(time.perf_counter() - began)
    # The quicker half: what else the machine does only makes calls slower.
    quick = {kind: statistics.quantiles(times, n=4)[0] for kind, times in taken.items()}
    assert abs(quick["theirs"] - quick["unknown"]) < 0.25 * min(quick.values())


def test_another_tenants_page_token_is_none(estate: Estate) -> None:
    who, other = (
        next(each for each in estate.people if each.tenant == tenant and each.number == 3)
        for tenant in TENANTS[:2]
    )
    mine = service.RememberRequest(
        user_id=who.user_id, memories=[pb.NewMemory(content=each) for each in who.sayings]
    )
    estate.call(who, "Remember", mine)
    theirs = service.RememberRequest(
        user_id=other.user_id, memories=[pb.NewMemory(content=each) for each in other.sayings]
    )
    estate.call(other, "Remember", theirs)
    request = service.ListMemoriesRequest(user_id=other.user_id, page_size=1)
    (page,) = estate.call(other, "ListMemories", request).answers
    told = []
    for token in (page.next_page_token, "nonsense"):
        asked = service.ListMemoriesRequest(user_id=who.user_id, page_size=1, page_token=token)
        outcome = estate.call(who, "ListMemories", asked)
        assert outcome.code is grpc.StatusCode.INVALID_ARGUMENT
        told.append(outcome.refusal)
    assert told[0] == told[1]


def test_upkeep_of_all_users_is_that_of_the_tenants_own(estate: Estate) -> None:
    for tenant in TENANTS:
        own = [each for each in estate.people if each.tenant == tenant]
        reviewed = 0
        for who in own:
            alone = admin.RunMaintenanceRequest(user_id=who.user_id, dry_run=True)
            reviewed += estate.call(who, "RunMaintenance", alone).answers[0].reviewed_count
        everyone = admin.RunMaintenanceRequest(dry_run=True)
        (all_of_them,) = estate.call(own[0], "RunMaintenance", everyone).answers
        assert all_of_them.reviewed_count == reviewed > 0
