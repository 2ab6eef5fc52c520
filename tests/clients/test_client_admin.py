"""What the server tells of itself and its users, and embedding again, through both clients."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import myosotis
from clients.fake_memory_server import FakeMemoryServer
from myosotis.v1 import admin_service_pb2 as pb

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def test_the_server_tells_of_itself(client: Any, server: FakeMemoryServer) -> None:
    server.admin.info = pb.GetServerInfoResponse(
        version="0.1",
        model_name="multilingual-e5-small",
        model_digest="3f",
        embedding_dimension=384,
        max_input_tokens=512,
        user_count=2,
        memory_count=9,
        store_bytes=4_096,
        extractor="local",
        start_time=NOON,
    )
    assert client.server_info() == myosotis.ServerInfo(
        "0.1", "multilingual-e5-small", "3f", 384, 512, 2, 9, 4_096, "local", NOON
    )


def test_what_is_held_of_a_user(client: Any, server: FakeMemoryServer) -> None:
    server.admin.stats = pb.GetUserStatsResponse(
        memory_count=3,
        by_kind={"fact": 2, "habit": 1},
        by_tier={"short_term": 3},
        superseded_count=1,
        turn_count=5,
        store_bytes=2_000,
        index_bytes=8_208,
        first_time=NOON,
        revision=7,
    )
    stats = client.user_stats("小雨")
    assert stats == myosotis.UserStats(
        3, {"fact": 2, "habit": 1}, {"short_term": 3}, 1, 5, 2_000, 8_208, NOON, None, 7
    )
    assert server.requests[0].user_id == "小雨"


def test_users_are_listed_over_pages_even_empty_ones(client: Any, server: FakeMemoryServer) -> None:
    server.admin.users = [
        pb.ListUsersResponse(user_ids=["小雨", "Rain"]),
        pb.ListUsersResponse(),
        pb.ListUsersResponse(user_ids=["ada"]),
    ]
    assert list(client.list_users(page_size=2)) == ["小雨", "Rain", "ada"]
    assert [request.page_token for request in server.requests] == ["", "1", "2"]
    assert {request.page_size for request in server.requests} == {2}


def test_embedding_again_tells_how_far_it_is(client: Any, server: FakeMemoryServer) -> None:
    server.admin.progress = [(0, 3), (2, 3), (3, 3)]
    told = [(each.done_count, each.total_count) for each in client.reembed("小雨")]
    assert told == server.admin.progress
    list(client.reembed())
    assert [request.user_id for request in server.requests] == ["小雨", ""]
