"""All that a backend can be told of one user, RPC by RPC."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import grpc
from google.protobuf.message import Message

from myosotis.v1 import admin_service_pb2 as admin_service
from myosotis.v1 import admin_service_pb2_grpc as admin_grpc
from myosotis.v1 import conversation_pb2 as talk_pb
from myosotis.v1 import conversation_service_pb2 as talk_service
from myosotis.v1 import conversation_service_pb2_grpc as talk_grpc
from myosotis.v1 import graph_pb2
from myosotis.v1 import graph_service_pb2 as graph_service
from myosotis.v1 import graph_service_pb2_grpc as graph_grpc
from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service
from myosotis.v1 import memory_service_pb2_grpc as service_grpc

SECONDS = 30
"""Longest that any single call may take."""
INLINE = talk_pb.EXTRACTION_MODE_INLINE
FORMATS = {
    "text": talk_pb.CONTEXT_FORMAT_TEXT,
    "messages": talk_pb.CONTEXT_FORMAT_MESSAGES,
}
MOST_NEIGHBORS = 100
"""That a call gives."""


class Seeing:
    """The calls on one user; errors are grpc.aio's."""

    def __init__(self, channel: grpc.aio.Channel, user: str) -> None:
        self._user = user
        self._memory: Any = service_grpc.MemoryServiceStub(channel)
        self._talk: Any = talk_grpc.ConversationServiceStub(channel)
        self._graph: Any = graph_grpc.GraphServiceStub(channel)
        self._admin: Any = admin_grpc.AdminServiceStub(channel)

    async def append(self, session: str, turn: talk_pb.Turn, zone: str) -> Any:
        request = talk_service.AppendTurnsRequest(
            user_id=self._user,
            session_id=session,
            turns=[turn],
            extraction=INLINE,
            time_zone=zone,
        )
        return await self._talk.AppendTurns(request, timeout=SECONDS)

    async def end(self, session: str) -> None:
        request = talk_service.EndSessionRequest(user_id=self._user, session_id=session)
        await self._talk.EndSession(request, timeout=SECONDS)

    async def maintain(self) -> None:
        request = admin_service.RunMaintenanceRequest(user_id=self._user)
        await self._admin.RunMaintenance(request, timeout=SECONDS)

    async def forget(self, **target: Any) -> Any:
        request = service.ForgetRequest(user_id=self._user, **target)
        return await self._memory.Forget(request, timeout=SECONDS)

    async def context(self, session: str, query: str, budget: int, form: str) -> Any:
        request = talk_service.GetContextRequest(
            user_id=self._user,
            session_id=session,
            query=query,
            token_budget=budget,
            format=FORMATS[form],
        )
        return await self._talk.GetContext(request, timeout=SECONDS)

    async def recall(self, query: str, zone: str, **fields: Any) -> Any:
        request = service.RecallRequest(
            user_id=self._user, query=query, time_zone=zone, read_only=True, **fields
        )
        return await self._memory.Recall(request, timeout=SECONDS)

    async def trend(self, span: pb.TimeRange | None, zone: str) -> talk_pb.EmotionTrend:
        request = talk_service.GetEmotionTrendRequest(
            user_id=self._user, range=span, time_zone=zone
        )
        answer = await self._talk.GetEmotionTrend(request, timeout=SECONDS)
        trend: talk_pb.EmotionTrend = answer.trend
        return trend

    async def profile(self) -> Any:
        request = talk_service.GetProfileRequest(user_id=self._user)
        return await self._talk.GetProfile(request, timeout=SECONDS)

    async def memories(self, **filters: Any) -> list[pb.Memory]:
        return await self._pages(
            self._memory.ListMemories,
            lambda token: service.ListMemoriesRequest(
                user_id=self._user, filter=pb.MemoryFilter(**filters), page_token=token
            ),
            "memories",
        )

    async def entities(self) -> list[graph_pb2.Entity]:
        return await self._pages(
            self._graph.ListEntities,
            lambda token: graph_service.ListEntitiesRequest(user_id=self._user, page_token=token),
            "entities",
        )

    async def neighbors(self, entity_id: str, hops: int) -> Sequence[graph_pb2.Neighbor]:
        request = graph_service.ListNeighborsRequest(
            user_id=self._user,
            node=graph_pb2.NodeReference(entity_id=entity_id),
            hops=hops,
            limit=MOST_NEIGHBORS,
        )
        answer = await self._graph.ListNeighbors(request, timeout=SECONDS)
        found: Sequence[graph_pb2.Neighbor] = answer.neighbors
        return found

    async def sessions(self) -> list[talk_pb.Session]:
        return await self._pages(
            self._talk.ListSessions,
            lambda token: talk_service.ListSessionsRequest(user_id=self._user, page_token=token),
            "sessions",
        )

    async def turns(self) -> list[talk_pb.Turn]:
        """Of every session."""
        turns: list[talk_pb.Turn] = []
        for session in await self.sessions():
            turns += await self._pages(
                self._talk.ListTurns,
                lambda token, of=session.session_id: talk_service.ListTurnsRequest(
                    user_id=self._user, session_id=of, page_token=token
                ),
                "turns",
            )
        return turns

    async def export(self) -> list[Any]:
        request = service.ExportMemoriesRequest(user_id=self._user, include_revisions=True)
        call = self._memory.ExportMemories(request, timeout=SECONDS)
        return [answer async for answer in call]

    def everything(self, query: str, zone: str) -> dict[str, Callable[[], Any]]:
        """Calls whose answers are all that is told of the user to whoever asks `query`.

        They are meant for `written`, so that a name in a field that nobody thought of shows.
        """
        return {
            "ListMemories": lambda: self.memories(include_superseded=True),
            "ExportMemories": self.export,
            "Recall": lambda: self.recall(
                query, zone, limit=100, filter=pb.MemoryFilter(include_superseded=True)
            ),
            "Recall over the graph": lambda: self.recall(query, zone, limit=100, graph_hops=2),
            "GetProfile": self.profile,
            "GetEmotionTrend": lambda: self.trend(None, zone),
            "ListEntities": self.entities,
            "ListNeighbors": self._all_neighbors,
            "ListSessions": self.sessions,
            "ListTurns": self.turns,
            "GetContext": lambda: self.context("a new session", "", 32_768, "text"),
        }

    async def _all_neighbors(self) -> list[graph_pb2.Neighbor]:
        """Of every entity."""
        return [
            each
            for entity in await self.entities()
            for each in await self.neighbors(entity.entity_id, 2)
        ]

    async def _pages(self, call: Any, request: Callable[[str], Any], field: str) -> list[Any]:
        found: list[Any] = []
        token = ""
        while True:
            page = await call(request(token), timeout=SECONDS)
            found += getattr(page, field)
            token = page.next_page_token
            if not token:
                return found


def written(answer: Message | Sequence[Message]) -> str:
    """Every text in a message, or in messages, one a line."""
    return "\n".join(_texts(answer if isinstance(answer, Sequence) else [answer]))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Message):
        for _, inner in value.ListFields():
            yield from _texts(inner)
    elif isinstance(value, Mapping):
        yield from _texts([*value.keys(), *value.values()])
    elif isinstance(value, Sequence) and not isinstance(value, bytes):
        for inner in value:
            yield from _texts(inner)


def told(memories: Sequence[pb.Memory]) -> str:
    """Contents and attribute values, one memory a line."""
    return "\n".join(f"{each.content} [{each.attribute.value}]" for each in memories)


def names(entity: graph_pb2.Entity) -> str:
    return "\n".join((entity.name, *entity.aliases))


def is_called(entity: graph_pb2.Entity, name: str) -> bool:
    """Also of the user, whom "user" calls."""
    if name == "user":
        return entity.type == graph_pb2.ENTITY_TYPE_USER
    return name.casefold() in (each.casefold() for each in (entity.name, *entity.aliases))
