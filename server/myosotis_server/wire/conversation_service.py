"""ConversationService on the wire: check, convert, call the use case, convert back."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import grpc

from myosotis.v1 import conversation_service_pb2 as pb
from myosotis.v1 import conversation_service_pb2_grpc as pb_grpc
from myosotis_server.memory.ports import Clock
from myosotis_server.memory.values import ExtractionMode, TimeRange
from myosotis_server.service.seen import seen_memory, told_changes
from myosotis_server.service.sessions import SessionPosition
from myosotis_server.wire import clearances, requests, responses, talk, turns
from myosotis_server.wire.page_token import PageTokens
from myosotis_server.wire.use_cases import UseCases
from myosotis_server.wire.validate import Checker

Context = grpc.aio.ServicerContext[Any, Any]


class ConversationServicer(pb_grpc.ConversationServiceServicer):
    def __init__(self, use: UseCases, tokens: PageTokens, clock: Clock) -> None:
        self._use = use
        self._tokens = tokens
        self._clock = clock

    async def AppendTurns(
        self, request: pb.AppendTurnsRequest, context: Context
    ) -> pb.AppendTurnsResponse:
        check = Checker()
        owner = requests.owner_of(check, request.user_id)
        key = requests.request_key(check, request, request.request_id)
        session_id = turns.session_id(check, request.session_id)
        mode = check.enum("extraction", request.extraction, ExtractionMode)
        zone = check.zone("time_zone", request.time_zone)
        said = turns.turns(check, request.turns, self._clock.now())
        check.finish()
        appended = await self._use.append_turns(owner, session_id, said, mode, zone, key)
        changes = told_changes(appended.changes, clearances.of_caller(self._use.clearing))
        return pb.AppendTurnsResponse(
            turns=[turns.turn(each) for each in appended.turns],
            changes=[responses.change(owner, each) for each in changes],
            revision=appended.revision,
        )

    async def GetContext(
        self, request: pb.GetContextRequest, context: Context
    ) -> pb.GetContextResponse:
        check = Checker()
        owner = requests.owner_of(check, request.user_id)
        question = talk.context_question(check, request)
        signals = clearances.identity_signals(check, request)
        check.finish()
        clearance = await clearances.of_speaker(self._use.clearing, owner, signals)
        question = replace(question, clearance=clearance)
        return talk.context(owner, await self._use.context(owner, question))

    async def EndSession(
        self, request: pb.EndSessionRequest, context: Context
    ) -> pb.EndSessionResponse:
        check = Checker()
        owner = requests.owner_of(check, request.user_id)
        session_id = turns.session_id(check, request.session_id)
        check.finish()
        ended = await self._use.closing.end(owner, session_id)
        clearance = clearances.of_caller(self._use.clearing)
        summary = ended.summary and seen_memory(ended.summary, clearance)
        return pb.EndSessionResponse(
            summary=responses.memory(owner, summary) if summary is not None else None,
            changes=[
                responses.change(owner, each) for each in told_changes(ended.changes, clearance)
            ],
        )

    async def ListSessions(
        self, request: pb.ListSessionsRequest, context: Context
    ) -> pb.ListSessionsResponse:
        check = Checker()
        owner = requests.owner_of(check, request.user_id)
        size = check.size("page_size", request.page_size, 50, 1_000)
        question = b"sessions"
        opened = self._tokens.open(check, owner, question, request.page_token)
        check.finish()
        after = None
        if opened:
            time, _, session_id = opened.partition(" ")
            after = SessionPosition(int(time), session_id)
        page, last = await self._use.sessions.page(
            owner, size, after, clearances.of_caller(self._use.clearing)
        )
        token = ""
        if last is not None:
            position = f"{last.last_turn_time} {last.session_id}"
            token = self._tokens.seal(owner, question, position.encode())
        return pb.ListSessionsResponse(
            sessions=[talk.session(each) for each in page], next_page_token=token
        )

    async def ListTurns(
        self, request: pb.ListTurnsRequest, context: Context
    ) -> pb.ListTurnsResponse:
        check = Checker()
        owner = requests.owner_of(check, request.user_id)
        session_id = turns.session_id(check, request.session_id)
        size = check.size("page_size", request.page_size, 100, 1_000)
        question = b"turns" + session_id.encode()
        start = int(self._tokens.open(check, owner, question, request.page_token) or 0)
        check.finish()
        page, after = await self._use.sessions.turns(
            owner, session_id, size, start, clearances.of_caller(self._use.clearing)
        )
        token = "" if after is None else self._tokens.seal(owner, question, b"%d" % after)
        return pb.ListTurnsResponse(
            turns=[turns.turn(each) for each in page], next_page_token=token
        )

    async def GetEmotionTrend(
        self, request: pb.GetEmotionTrendRequest, context: Context
    ) -> pb.GetEmotionTrendResponse:
        check = Checker()
        owner = requests.owner_of(check, request.user_id)
        span = requests.time_range(check, request, "range") or TimeRange()
        zone = check.zone("time_zone", request.time_zone)
        check.finish()
        felt = await self._use.moods(owner, span, zone)
        return pb.GetEmotionTrendResponse(trend=talk.trend(felt.trend, felt.sentence))

    async def GetProfile(
        self, request: pb.GetProfileRequest, context: Context
    ) -> pb.GetProfileResponse:
        check = Checker()
        owner = requests.owner_of(check, request.user_id)
        check.finish()
        clearance = clearances.of_caller(self._use.clearing)
        return talk.profile(owner, await self._use.profile(owner, clearance))

    async def WatchMemories(
        self, request: pb.WatchMemoriesRequest, context: Context
    ) -> AsyncIterator[pb.WatchMemoriesResponse]:
        check = Checker()
        owner = requests.owner_of(check, request.user_id)
        check.finish()
        clearance = clearances.of_caller(self._use.clearing)
        async for change in self._use.watch(owner, request.after_revision, clearance):
            yield pb.WatchMemoriesResponse(
                revision=change.revision, change=responses.change(owner, change)
            )
