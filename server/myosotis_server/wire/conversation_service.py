"""ConversationService on the wire: check, convert, call the use case, convert back."""

from collections.abc import AsyncIterator
from typing import Any

import grpc

from myosotis.v1 import conversation_service_pb2 as pb
from myosotis.v1 import conversation_service_pb2_grpc as pb_grpc
from myosotis_server.memory.errors import NotImplementedYet
from myosotis_server.memory.ports import Clock
from myosotis_server.memory.values import ExtractionMode
from myosotis_server.service.append_turns import AppendTurns
from myosotis_server.wire import requests, responses, turns
from myosotis_server.wire.memory_service import TENANT
from myosotis_server.wire.validate import Checker

Context = grpc.aio.ServicerContext[Any, Any]


class ConversationServicer(pb_grpc.ConversationServiceServicer):
    def __init__(self, append_turns: AppendTurns, clock: Clock) -> None:
        self._append_turns = append_turns
        self._clock = clock

    async def AppendTurns(
        self, request: pb.AppendTurnsRequest, context: Context
    ) -> pb.AppendTurnsResponse:
        check = Checker()
        owner = requests.owner_of(check, TENANT, request.user_id)
        key = requests.request_key(check, request, request.request_id)
        session_id = turns.session_id(check, request.session_id)
        mode = check.enum("extraction", request.extraction, ExtractionMode)
        zone = check.zone("time_zone", request.time_zone)
        said = turns.turns(check, request.turns, self._clock.now())
        check.finish()
        appended = await self._append_turns(owner, session_id, said, mode, zone, key)
        return pb.AppendTurnsResponse(
            turns=[turns.turn(each) for each in appended.turns],
            changes=[responses.change(owner, each) for each in appended.changes],
            revision=appended.revision,
        )

    async def GetContext(
        self, request: pb.GetContextRequest, context: Context
    ) -> pb.GetContextResponse:
        raise NotImplementedYet("contexts are not served yet")

    async def EndSession(
        self, request: pb.EndSessionRequest, context: Context
    ) -> pb.EndSessionResponse:
        raise NotImplementedYet("the end of a session is not served yet")

    async def ListSessions(
        self, request: pb.ListSessionsRequest, context: Context
    ) -> pb.ListSessionsResponse:
        raise NotImplementedYet("sessions are not served yet")

    async def ListTurns(
        self, request: pb.ListTurnsRequest, context: Context
    ) -> pb.ListTurnsResponse:
        raise NotImplementedYet("turns are not served yet")

    async def GetEmotionTrend(
        self, request: pb.GetEmotionTrendRequest, context: Context
    ) -> pb.GetEmotionTrendResponse:
        raise NotImplementedYet("moods are not served yet")

    async def GetProfile(
        self, request: pb.GetProfileRequest, context: Context
    ) -> pb.GetProfileResponse:
        raise NotImplementedYet("profiles are not served yet")

    def WatchMemories(
        self, request: pb.WatchMemoriesRequest, context: Context
    ) -> AsyncIterator[pb.WatchMemoriesResponse]:
        raise NotImplementedYet("changes are not watched yet")
