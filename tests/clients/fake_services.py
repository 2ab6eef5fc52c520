"""Fakes of the services beside MemoryService: they echo, or answer what a test gave them."""

# ruff: noqa: N802  # the methods are named by the contract

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import grpc

from myosotis.v1 import admin_service_pb2, conversation_service_pb2, graph_service_pb2, memory_pb2
from myosotis.v1.admin_service_pb2_grpc import AdminServiceServicer
from myosotis.v1.conversation_service_pb2_grpc import ConversationServiceServicer
from myosotis.v1.graph_service_pb2_grpc import GraphServiceServicer

Attempt = Callable[[Any, Any], None]
"""Records a request, and fails where the test wants it to."""


def page_of(pages: list[Any], token: str) -> Any:
    """The page of that token, which is its number, with the token of the next."""
    number = int(token or 0)
    page = pages[number]
    page.next_page_token = str(number + 1) if number + 1 < len(pages) else ""
    return page


class FakeConversation(ConversationServiceServicer):
    """`context`, `ended`, `trend` and `profile` are answered, `sessions` and `turns` are pages.

    `log` is what watching tells: revisions and the changes of each. Each watch takes the next of
    `breaks`, if any: after so many changes it ends with that status. Others stay open;
    `is_left` once a watch has ended.
    """

    def __init__(self, attempt: Attempt) -> None:
        self._attempt = attempt
        self.context = conversation_service_pb2.GetContextResponse()
        self.ended = conversation_service_pb2.EndSessionResponse()
        self.trend = conversation_service_pb2.GetEmotionTrendResponse()
        self.profile = conversation_service_pb2.GetProfileResponse()
        self.sessions = [conversation_service_pb2.ListSessionsResponse()]
        self.turns = [conversation_service_pb2.ListTurnsResponse()]
        self.log: list[tuple[int, memory_pb2.MemoryChange]] = []
        self.breaks: list[tuple[int, grpc.StatusCode]] = []
        self.is_left = threading.Event()

    def AppendTurns(self, request: Any, context: Any) -> Any:
        """Answers with the turns, and one change as if the first had been learnt."""
        self._attempt(request, context)
        turns = list(request.turns)
        for number, turn in enumerate(turns):
            turn.turn_id = turn.turn_id or f"t{number}"
            turn.emotion = memory_pb2.EMOTION_HAPPY
            turn.emotion_intensity = 0.7
        learnt = memory_pb2.Memory(memory_id="m", content=turns[0].content)
        change = memory_pb2.MemoryChange(action=memory_pb2.CHANGE_ACTION_CREATED, memory=learnt)
        return conversation_service_pb2.AppendTurnsResponse(
            turns=turns, changes=[change], revision=7
        )

    def GetContext(self, request: Any, context: Any) -> Any:
        self._attempt(request, context)
        return self.context

    def EndSession(self, request: Any, context: Any) -> Any:
        self._attempt(request, context)
        return self.ended

    def ListSessions(self, request: Any, context: Any) -> Any:
        self._attempt(request, context)
        return page_of(self.sessions, request.page_token)

    def ListTurns(self, request: Any, context: Any) -> Any:
        self._attempt(request, context)
        return page_of(self.turns, request.page_token)

    def GetEmotionTrend(self, request: Any, context: Any) -> Any:
        self._attempt(request, context)
        return self.trend

    def GetProfile(self, request: Any, context: Any) -> Any:
        self._attempt(request, context)
        return self.profile

    def WatchMemories(self, request: Any, context: Any) -> Iterator[Any]:
        self._attempt(request, context)
        context.add_callback(self.is_left.set)
        news = [each for each in self.log if each[0] > request.after_revision]
        count, status = self.breaks.pop(0) if self.breaks else (len(news), None)
        for revision, change in news[:count]:
            yield conversation_service_pb2.WatchMemoriesResponse(revision=revision, change=change)
        if status is grpc.StatusCode.OK:
            return
        if status is not None:
            context.abort(status, "broken")
        while context.is_active():
            time.sleep(0.01)


class FakeGraph(GraphServiceServicer):
    """Echoes relations, removes 2, and answers `neighbors`; `entities` are pages."""

    def __init__(self, attempt: Attempt) -> None:
        self._attempt = attempt
        self.neighbors = graph_service_pb2.ListNeighborsResponse()
        self.entities = [graph_service_pb2.ListEntitiesResponse()]

    def Relate(self, request: Any, context: Any) -> Any:
        self._attempt(request, context)
        return graph_service_pb2.RelateResponse(relations=request.relations, revision=8)

    def Unrelate(self, request: Any, context: Any) -> Any:
        self._attempt(request, context)
        return graph_service_pb2.UnrelateResponse(removed_count=2, revision=9)

    def ListNeighbors(self, request: Any, context: Any) -> Any:
        self._attempt(request, context)
        return self.neighbors

    def ListEntities(self, request: Any, context: Any) -> Any:
        self._attempt(request, context)
        return page_of(self.entities, request.page_token)


class FakeAdmin(AdminServiceServicer):
    """`info` and `stats` are answered, `users` are pages, `progress` is streamed."""

    def __init__(self, attempt: Attempt) -> None:
        self._attempt = attempt
        self.info = admin_service_pb2.GetServerInfoResponse()
        self.stats = admin_service_pb2.GetUserStatsResponse()
        self.users = [admin_service_pb2.ListUsersResponse()]
        self.progress: list[tuple[int, int]] = []

    def GetServerInfo(self, request: Any, context: Any) -> Any:
        self._attempt(request, context)
        return self.info

    def GetUserStats(self, request: Any, context: Any) -> Any:
        self._attempt(request, context)
        return self.stats

    def ListUsers(self, request: Any, context: Any) -> Any:
        self._attempt(request, context)
        return page_of(self.users, request.page_token)

    def Reembed(self, request: Any, context: Any) -> Iterator[Any]:
        self._attempt(request, context)
        for done, total in self.progress:
            yield admin_service_pb2.ReembedResponse(done_count=done, total_count=total)

    def RunMaintenance(self, request: Any, context: Any) -> Any:
        self._attempt(request, context)
        return admin_service_pb2.RunMaintenanceResponse(
            reviewed_count=6,
            promoted_count=5,
            summarised_count=4,
            decayed_count=3,
            expired_count=2,
            removed_count=1,
        )

    def RotateUserKey(self, request: Any, context: Any) -> Any:
        self._attempt(request, context)
        return admin_service_pb2.RotateUserKeyResponse(key_version=7)
