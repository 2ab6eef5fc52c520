"""GraphService on the wire: check, convert, call the use case, convert back."""

from typing import Any

import grpc

from myosotis.v1 import graph_pb2 as pb
from myosotis.v1 import graph_service_pb2 as service_pb
from myosotis.v1 import graph_service_pb2_grpc as pb_grpc
from myosotis_server.memory.ports import Clock
from myosotis_server.service.clearing import Clearing
from myosotis_server.service.relate import EntityPosition, Relate
from myosotis_server.wire import clearances, graph, requests
from myosotis_server.wire.page_token import PageTokens
from myosotis_server.wire.validate import Checker

Context = grpc.aio.ServicerContext[Any, Any]

MOST_HOPS = 3
MOST_NEIGHBOURS = 100
MOST_TYPES = 64


class GraphServicer(pb_grpc.GraphServiceServicer):
    def __init__(
        self, relate: Relate, clearing: Clearing, tokens: PageTokens, clock: Clock
    ) -> None:
        self._clearing = clearing
        self._relate = relate
        self._tokens = tokens
        self._clock = clock

    async def Relate(
        self, request: service_pb.RelateRequest, context: Context
    ) -> service_pb.RelateResponse:
        check = Checker()
        owner = requests.owner_of(check, request.user_id)
        key = requests.request_key(check, request, request.request_id)
        told = graph.relations(check, request.relations, self._clock.now())
        check.finish()
        related, revision = await self._relate.relate(owner, told, key)
        return service_pb.RelateResponse(
            relations=[graph.relation(each) for each in related], revision=revision
        )

    async def Unrelate(
        self, request: service_pb.UnrelateRequest, context: Context
    ) -> service_pb.UnrelateResponse:
        check = Checker()
        owner = requests.owner_of(check, request.user_id)
        source = graph.reference(check, request, "source")
        target = graph.reference(check, request, "target")
        kind = check.snake_case("type", request.type) if request.type else ""
        check.finish()
        removed, revision = await self._relate.unrelate(owner, source, target, kind)
        return service_pb.UnrelateResponse(removed_count=removed, revision=revision)

    async def ListNeighbors(
        self, request: service_pb.ListNeighborsRequest, context: Context
    ) -> service_pb.ListNeighborsResponse:
        check = Checker()
        owner = requests.owner_of(check, request.user_id)
        node = graph.reference(check, request, "node")
        hops = check.size("hops", request.hops, 1, MOST_HOPS)
        limit = check.size("limit", request.limit, 20, MOST_NEIGHBOURS)
        check.count("types", len(request.types), 0, MOST_TYPES)
        types = [
            check.snake_case(f"types[{index}]", each)
            for index, each in enumerate(request.types[:MOST_TYPES])
        ]
        check.finish()
        found = await self._relate.neighbours(
            owner, node, hops, types, limit, clearances.of_caller(self._clearing)
        )
        return service_pb.ListNeighborsResponse(
            neighbors=[graph.neighbour(owner, each) for each in found]
        )

    async def ListEntities(
        self, request: service_pb.ListEntitiesRequest, context: Context
    ) -> service_pb.ListEntitiesResponse:
        check = Checker()
        owner = requests.owner_of(check, request.user_id)
        types = graph.entity_types(check, request.types)
        size = check.size("page_size", request.page_size, 100, 1_000)
        question = b"entities" + bytes(sorted({int(each) for each in types}))
        opened = self._tokens.open(check, owner, question, request.page_token)
        check.finish()
        after = None
        if opened:
            mentions, entity_id = opened.split(" ")
            after = EntityPosition(int(mentions), entity_id)
        found, last = await self._relate.entities(
            owner, types, size, after, clearances.of_caller(self._clearing)
        )
        token = ""
        if last is not None:
            position = f"{last.mention_count} {last.entity_id}"
            token = self._tokens.seal(owner, question, position.encode())
        return service_pb.ListEntitiesResponse(
            entities=[pb.Entity(**graph.entity(each)) for each in found], next_page_token=token
        )
