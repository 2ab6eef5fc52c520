"""Users of several tenants with the same names, who say things by which they could be told apart.

Each has a mark, a made-up name that occurs in all that they say and in nothing that others say.
"""

from __future__ import annotations

import random
import re
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import grpc
from google.protobuf.message import Message

from myosotis.v1 import admin_service_pb2 as admin
from myosotis.v1 import conversation_pb2 as talk_pb
from myosotis.v1 import conversation_service_pb2 as talk
from myosotis.v1 import graph_pb2
from myosotis.v1 import graph_service_pb2 as graph
from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service

TENANTS = ("vela", "doro", "quim")
USERS = 20
SHARED = "我喜欢喝龙井茶"
"""What everybody says, word for word."""

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_CONSONANTS = "bcdfghjklmnpqrstvwxz"
_SHARED_REQUEST_IDS = [str(uuid.UUID(int=number << 64, version=4)) for number in range(1, 40)]


@dataclass
class Person:
    """One user of one tenant, and what they were given that another might try to use."""

    tenant: str
    number: int
    ids: list[str] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    etags: list[str] = field(default_factory=list)
    used_request_ids: set[str] = field(default_factory=set)

    @property
    def user_id(self) -> str:
        """Shared with a user of each other tenant."""
        return f"same-user-{self.number:02}"

    @property
    def mark(self) -> str:
        one, other = divmod(self.number, len(_CONSONANTS) // 2)
        return f"{self.tenant.title()}{_CONSONANTS[one]}o{_CONSONANTS[other]}imar"

    @property
    def sayings(self) -> list[str]:
        mark = self.mark
        return [
            f"我养的猫叫{mark}",
            f"My sister {mark} lives in Lisbon",
            f"我每周三和{mark}一起打羽毛球",
            f"I am sad that {mark} moved away",
            f"我最喜欢的咖啡馆是{mark}",
        ]

    def keep(self, answers: list[Message]) -> None:
        """Takes from what they were answered what could be used elsewhere."""
        for answer in answers:
            text = str(answer)
            self.ids = [*dict.fromkeys([*self.ids, *_UUID.findall(text)])][:100]
            self.tokens += [token] if (token := getattr(answer, "next_page_token", "")) else []
            self.etags = [*self.etags, *re.findall(r'etag: "([^"]+)"', text)][-20:]


@dataclass
class Draw:
    """The chance by which a request is made: mostly of what is one's own, often of another's."""

    dice: random.Random
    who: Person
    others: list[Person]

    def _of(self, name: str, otherwise: str) -> str:
        """Something that the person has, that another has, or that nobody was ever given."""
        turn = self.dice.random()
        holder = self.who if turn < 0.6 else self.dice.choice(self.others)
        held = getattr(holder, name)
        return self.dice.choice(held) if held and turn < 0.95 else otherwise

    @property
    def id(self) -> str:
        return self._of("ids", str(uuid.UUID(int=self.dice.getrandbits(128), version=4)))

    @property
    def token(self) -> str:
        return self._of("tokens", "") if self.dice.random() < 0.6 else ""

    @property
    def etag(self) -> str:
        return self._of("etags", "") if self.dice.random() < 0.5 else ""

    @property
    def request_id(self) -> str:
        return self.dice.choice(_SHARED_REQUEST_IDS) if self.dice.random() < 0.4 else ""

    @property
    def saying(self) -> str:
        return self.dice.choice([*self.who.sayings, SHARED])

    @property
    def question(self) -> str:
        """Also by names that only others know."""
        other = self.dice.choice(self.others)
        asked = ["你还记得我的猫吗", "where does my sister live", "", other.mark, self.who.mark]
        return self.dice.choice([*asked, f"{other.mark}是谁", SHARED])

    @property
    def node(self) -> graph_pb2.NodeReference:
        kind = self.dice.choice(["memory_id", "entity_id"])
        return graph_pb2.NodeReference(**{kind: self.id})

    def new_memory(self) -> pb.NewMemory:
        mark = self.who.mark
        return pb.NewMemory(
            content=self.saying, tags=[mark], metadata={"with": mark}, subject="", pinned=True
        )


def _forget(draw: Draw, user: str) -> Message:
    target: dict[str, Any] = draw.dice.choice(
        [
            {"ids": pb.MemoryIds(memory_ids=[draw.id, draw.id])},
            {"filter": pb.MemoryFilter(tags=[draw.dice.choice(draw.others).mark])},
            {"query": draw.question or "茶", "dry_run": True},
            {"everything": True, "dry_run": draw.dice.random() < 0.7},
        ]
    )
    return service.ForgetRequest(user_id=user, request_id=draw.request_id, **target)


def _append(draw: Draw, user: str) -> Message:
    said = talk_pb.Turn(
        turn_id=f"t-{draw.dice.randrange(6)}", role=talk_pb.ROLE_USER, content=draw.saying
    )
    return talk.AppendTurnsRequest(
        user_id=user,
        session_id=f"s-{draw.dice.randrange(2)}",
        turns=[said],
        extraction=draw.dice.choice([1, 2, 3]),
        request_id=draw.request_id,
    )


def _relate(draw: Draw, user: str) -> Message:
    relation = graph_pb2.Relation(source=draw.node, target=draw.node, type="reminds_of")
    if draw.dice.random() < 0.5:  # of what they said first, which is seldom forgotten
        relation.source.memory_id, relation.target.memory_id = draw.who.ids[:2]
    if draw.dice.random() < 0.3:
        relation.evidence_memory_ids.append(draw.id)
    return graph.RelateRequest(user_id=user, relations=[relation], request_id=draw.request_id)


REQUESTS: dict[str, Callable[[Draw, str], Message]] = {
    "Remember": lambda draw, user: service.RememberRequest(
        user_id=user, memories=[draw.new_memory()], request_id=draw.request_id, session_id="s-0"
    ),
    "Recall": lambda draw, user: service.RecallRequest(
        user_id=user, query=draw.question, limit=50, graph_hops=draw.dice.randrange(3)
    ),
    "Forget": _forget,
    "GetMemory": lambda draw, user: service.GetMemoryRequest(user_id=user, memory_id=draw.id),
    "ListMemories": lambda draw, user: service.ListMemoriesRequest(
        user_id=user, page_size=2, page_token=draw.token
    ),
    "UpdateMemory": lambda draw, user: service.UpdateMemoryRequest(
        memory=pb.Memory(user_id=user, memory_id=draw.id, content=draw.saying, etag=draw.etag),
        update_mask={"paths": ["content"]},
    ),
    "ListMemoryRevisions": lambda draw, user: service.ListMemoryRevisionsRequest(
        user_id=user, memory_id=draw.id, page_size=1, page_token=draw.token
    ),
    "ImportMemories": lambda draw, user: service.ImportMemoriesRequest(
        user_id=user, memories=[draw.new_memory(), draw.new_memory()]
    ),
    "ExportMemories": lambda draw, user: service.ExportMemoriesRequest(
        user_id=user, include_revisions=draw.dice.random() < 0.5
    ),
    "AppendTurns": _append,
    "GetContext": lambda draw, user: talk.GetContextRequest(
        user_id=user, session_id="s-0", query=draw.question, format=draw.dice.choice([0, 1, 2])
    ),
    "EndSession": lambda draw, user: talk.EndSessionRequest(
        user_id=user, session_id=f"s-{draw.dice.randrange(3)}"
    ),
    "ListSessions": lambda draw, user: talk.ListSessionsRequest(
        user_id=user, page_size=1, page_token=draw.token
    ),
    "ListTurns": lambda draw, user: talk.ListTurnsRequest(
        user_id=user, session_id="s-0", page_size=1, page_token=draw.token
    ),
    "GetEmotionTrend": lambda draw, user: talk.GetEmotionTrendRequest(user_id=user),
    "GetProfile": lambda draw, user: talk.GetProfileRequest(user_id=user),
    "WatchMemories": lambda draw, user: talk.WatchMemoriesRequest(user_id=user),
    "Relate": _relate,
    "Unrelate": lambda draw, user: graph.UnrelateRequest(
        user_id=user, source=draw.node, target=draw.node
    ),
    "ListNeighbors": lambda draw, user: graph.ListNeighborsRequest(
        user_id=user, node=draw.node, hops=3
    ),
    "ListEntities": lambda draw, user: graph.ListEntitiesRequest(
        user_id=user, page_size=1, page_token=draw.token
    ),
    "GetServerInfo": lambda draw, user: admin.GetServerInfoRequest(),
    "GetUserStats": lambda draw, user: admin.GetUserStatsRequest(user_id=user),
    "ListUsers": lambda draw, user: admin.ListUsersRequest(page_size=3, page_token=draw.token),
    "RunMaintenance": lambda draw, user: admin.RunMaintenanceRequest(
        user_id=draw.dice.choice(["", user]), dry_run=draw.dice.random() < 0.7
    ),
    "RotateUserKey": lambda draw, user: admin.RotateUserKeyRequest(user_id=user),
    "Reembed": lambda draw, user: admin.ReembedRequest(user_id=draw.dice.choice(["", user])),
    "Backup": lambda draw, user: admin.BackupRequest(),
    "ListAuditEvents": lambda draw, user: admin.ListAuditEventsRequest(
        user_id=draw.dice.choice(["", user]), page_size=5, page_token=draw.token
    ),
}
"""A request of every RPC for a user, by chance."""


@dataclass(frozen=True)
class Exchange:
    """How a call ended: all that came back of it, message by message and as bytes."""

    code: grpc.StatusCode
    answers: list[Message]
    told: bytes

    @property
    def refusal(self) -> bytes:
        """What came back but for what is different in each call: the call's id and `ids`."""
        return _UUID.sub("…", self.told.decode("utf-8", "replace")).encode()


def exchange(call: Callable[..., Any], request: Message, seconds: float = 30) -> Exchange:
    """Makes a call; of a stream it takes all that comes within `seconds`."""
    answers: list[Message] = []
    code, told = grpc.StatusCode.OK, b""
    try:
        answer = call(request, timeout=seconds)
        if hasattr(answer, "__next__"):
            answers.extend(answer)
        else:
            answers.append(answer)
    except grpc.RpcError as error:
        code = error.code()
        trailing = dict(error.trailing_metadata() or ())
        details = trailing.get("grpc-status-details-bin", b"")
        told = (error.details() or "").encode() + details
    return Exchange(code, answers, told + b"".join(each.SerializeToString() for each in answers))
