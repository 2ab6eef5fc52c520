"""What was said, what the server promised of it, and whether it kept its promises."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service
from myosotis.v1 import memory_service_pb2_grpc as service_grpc

SECONDS = 60


@dataclass(eq=False)
class Said:
    """One Remember of statements that nobody else ever makes."""

    user: str
    statements: Sequence[pb.NewMemory]
    acknowledged: bool = False
    revision: int = 0
    memory_ids: tuple[str, ...] = ()
    """In the order of `statements`, once acknowledged."""
    forgetting: bool = False
    """Asked to be forgotten, perhaps without an answer."""
    forgotten: bool = False

    @property
    def contents(self) -> list[str]:
        return [each.content for each in self.statements]


class Ledger:
    """Shared by all talkers; what is sent is noted before it is sent."""

    def __init__(self, users: Sequence[str]) -> None:
        self.users = users
        self._lock = threading.Lock()
        self._said: dict[str, list[Said]] = {user: [] for user in users}
        self._contents: dict[str, set[str]] = {user: set() for user in users}
        self._repeats: dict[str, Counter[str]] = {"sent": Counter(), "answered": Counter()}

    def sending(self, said: Said) -> None:
        with self._lock:
            self._said[said.user].append(said)
            self._contents[said.user].update(said.contents)

    def repeat(self, outcome: str, user: str) -> None:
        """One mention of the user's refrain, `sent` or `answered`."""
        with self._lock:
            self._repeats[outcome][user] += 1

    def mentions(self, user: str) -> tuple[int, int]:
        """How often the user's refrain was acknowledged, and how often it was sent."""
        with self._lock:
            return self._repeats["answered"][user], self._repeats["sent"][user]

    def of(self, user: str) -> list[Said]:
        with self._lock:
            return list(self._said[user])

    def was_said(self, user: str, content: str) -> bool:
        with self._lock:
            return content == refrain(user) or content in self._contents[user]


def refrain(user: str) -> str:
    """The one statement that a user makes over and over."""
    return f"口头禅 {user}: as I always say"


@dataclass
class Audit:
    """How the store compares with the ledger. Every count of a fault has a line in `faults`."""

    users: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    half_written: int = 0
    uncertain: int = 0
    uncertain_there: int = 0
    strange: int = 0
    forgotten: int = 0
    back: int = 0
    miscounted: int = 0
    faults: list[str] = field(default_factory=list)


def audit(ledger: Ledger, stub: service_grpc.MemoryServiceStub) -> Audit:
    """Reads every user's memories and histories and holds them against the ledger."""
    found = Audit()
    for user in ledger.users:
        found.users += 1
        _audit_user(found, ledger, stub, user)
    return found


def _audit_user(
    found: Audit, ledger: Ledger, stub: service_grpc.MemoryServiceStub, user: str
) -> None:
    memories = _listed(stub, user)
    states = _states(stub, user)
    held: dict[str, list[pb.Memory]] = {}
    for memory in memories:
        held.setdefault(memory.content, []).append(memory)
        if not ledger.was_said(user, memory.content):
            found.strange += 1
            found.faults.append(f"{user} never said {memory.content!r}")
    if Counter(memory.memory_id for memory in memories).keys() != states.keys():
        found.half_written += 1
        found.faults.append(f"{user}: the export holds other memories than the list")
    for said in ledger.of(user):
        _audit_said(found, said, held, states)
    _audit_refrain(found, ledger, user, held, states)
    head = stub.Recall(
        service.RecallRequest(user_id=user, limit=1, read_only=True), timeout=SECONDS
    ).revision
    promised = max((said.revision for said in ledger.of(user)), default=0)
    if head < promised:
        found.lost += 1
        found.faults.append(f"{user}: revision {head}, but {promised} was acknowledged")


def _audit_said(
    found: Audit, said: Said, held: dict[str, list[pb.Memory]], states: dict[str, int]
) -> None:
    there = [content for content in said.contents if content in held]
    where = f"{said.user}: {said.contents[0]!r}"
    if said.forgotten:
        found.forgotten += len(said.contents)
        if there:
            found.back += len(there)
            found.faults.append(f"{where} was forgotten and is there")
        return
    if said.acknowledged:
        found.acknowledged += len(said.contents)
    else:
        found.uncertain += len(said.contents)
        found.uncertain_there += len(there)
    if there and len(there) != len(said.contents):
        found.half_written += 1
        found.faults.append(f"{where}: {len(there)} of {len(said.contents)} are there")
    elif said.acknowledged and not there and not said.forgetting:
        found.lost += len(said.contents)
        found.faults.append(f"{where} was acknowledged and is lost")
    for new in said.statements:
        for memory in held.get(new.content, [])[:1]:
            if not _whole(new, memory):
                found.half_written += 1
                found.faults.append(f"{where}: stored otherwise than said")
        copies = held.get(new.content, [])
        once = all(memory.mention_count == 1 for memory in copies)
        once = once and all(states.get(memory.memory_id) == 1 for memory in copies)
        if len(copies) > 1 or not once:
            found.doubled += 1
            found.faults.append(f"{where} is there more than once")


def _audit_refrain(
    found: Audit,
    ledger: Ledger,
    user: str,
    held: dict[str, list[pb.Memory]],
    states: dict[str, int],
) -> None:
    answered, sent = ledger.mentions(user)
    copies = held.get(refrain(user), [])
    counted = copies[0].mention_count if copies else 0
    recorded = states.get(copies[0].memory_id, 0) if copies else 0
    if len(copies) > 1 or not answered <= counted <= sent or recorded != counted:
        found.miscounted += 1
        found.faults.append(
            f"{user}: {len(copies)} refrains, {counted} mentions in {recorded} states; "
            f"{answered} acknowledged, {sent} sent"
        )


def _whole(new: pb.NewMemory, memory: pb.Memory) -> bool:
    return (
        list(memory.tags) == list(new.tags)
        and dict(memory.metadata) == dict(new.metadata)
        and memory.subject == new.subject
    )


def _listed(stub: service_grpc.MemoryServiceStub, user: str) -> list[pb.Memory]:
    memories: list[pb.Memory] = []
    token = ""
    while True:
        page = stub.ListMemories(
            service.ListMemoriesRequest(user_id=user, page_size=1_000, page_token=token),
            timeout=SECONDS,
        )
        memories += page.memories
        token = page.next_page_token
        if not token:
            return memories


def _states(stub: service_grpc.MemoryServiceStub, user: str) -> dict[str, int]:
    """How many states of each memory the export holds."""
    request = service.ExportMemoriesRequest(user_id=user, include_revisions=True)
    pages: Iterable[service.ExportMemoriesResponse] = stub.ExportMemories(request, timeout=SECONDS)
    return Counter(each.memory.memory_id for page in pages for each in page.revisions)
