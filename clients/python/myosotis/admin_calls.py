"""The calls of AdminService; see memory_calls for what holds for every method."""

from __future__ import annotations

from myosotis.admin_values import MaintenanceResult, ReembedProgress, ServerInfo, UserStats
from myosotis.calls import PagedCall, StreamCall, UnaryCall
from myosotis.convert import moment
from myosotis.v1 import admin_service_pb2 as pb


def run_maintenance(
    user_id: str = "", *, dry_run: bool = False, timeout: float | None = None
) -> UnaryCall[MaintenanceResult]:
    """Reviews, reduces, decays and expires now what the schedule would later.

    For every user if `user_id` is empty, which may take minutes: it goes on from where it was when
    it is called again. `dry_run` tells what would become of memories and changes nothing. Not
    retried. Raises InvalidArgument, PermissionDenied, StoreFull.

        would = client.run_maintenance("小雨", dry_run=True)
        print(would.expired_count, would.removed_count)
    """
    request = pb.RunMaintenanceRequest(user_id=user_id, dry_run=dry_run)
    return UnaryCall("AdminService/RunMaintenance", request, _maintenance_result, timeout)


def rotate_user_key(user_id: str, *, timeout: float | None = None) -> UnaryCall[int]:
    """Encrypts everything of a user anew, under another key; its version, 2 the first time.

    They are served meanwhile. After a time-out the server goes on; a call after a crash finishes
    what was left. Not retried. Raises UserNotFound where nothing is held of the user,
    InvalidArgument, PermissionDenied, StoreFull.

        print(client.rotate_user_key("小雨"))
    """
    request = pb.RotateUserKeyRequest(user_id=user_id)
    return UnaryCall(
        "AdminService/RotateUserKey", request, lambda answer: answer.key_version, timeout
    )


def reembed(user_id: str = "", *, timeout: float | None = None) -> StreamCall[ReembedProgress]:
    """Embeds stored memories again with the server's model; iterate to make it go on.

    For every user if `user_id` is empty. Others are served meanwhile. After a break, or after
    leaving the loop, which ends the work, the next call goes on from there. `timeout` holds for
    the whole stream; none unless given. Raises InvalidArgument, PermissionDenied, StoreFull, and
    Unavailable where the server stops.

        for progress in client.reembed():
            print(progress.done_count, "of", progress.total_count)
    """
    request = pb.ReembedRequest(user_id=user_id)
    return StreamCall("AdminService/Reembed", request, _reembed_progress, timeout)


def server_info(*, timeout: float | None = None) -> UnaryCall[ServerInfo]:
    """What runs there, and how much it holds. Takes a key for the whole server, where keys are
    asked for. Raises PermissionDenied.

        print(client.server_info().model_name)
    """
    request = pb.GetServerInfoRequest()
    return UnaryCall("AdminService/GetServerInfo", request, _server_info, timeout)


def user_stats(user_id: str, *, timeout: float | None = None) -> UnaryCall[UserStats]:
    """How much is held of a user. Raises UserNotFound where nothing is, InvalidArgument,
    PermissionDenied.

        print(client.user_stats("小雨").by_kind)
    """
    request = pb.GetUserStatsRequest(user_id=user_id)
    return UnaryCall("AdminService/GetUserStats", request, _user_stats, timeout)


def list_users(*, page_size: int = 100, timeout: float | None = None) -> PagedCall[str]:
    """Iterates over the ids of the key's tenant's users, in no order that means anything.

    Fetched `page_size` (1 to 1,000) at a time as needed. `timeout` holds for each page. Raises
    InvalidArgument, PermissionDenied.

        for user_id in client.list_users():
            print(user_id)
    """
    request = pb.ListUsersRequest(page_size=page_size)
    return PagedCall("AdminService/ListUsers", request, lambda page: tuple(page.user_ids), timeout)


def _maintenance_result(response: pb.RunMaintenanceResponse) -> MaintenanceResult:
    return MaintenanceResult(
        reviewed_count=response.reviewed_count,
        promoted_count=response.promoted_count,
        summarised_count=response.summarised_count,
        decayed_count=response.decayed_count,
        expired_count=response.expired_count,
        removed_count=response.removed_count,
    )


def _reembed_progress(response: pb.ReembedResponse) -> ReembedProgress:
    return ReembedProgress(response.done_count, response.total_count)


def _server_info(response: pb.GetServerInfoResponse) -> ServerInfo:
    return ServerInfo(
        version=response.version,
        model_name=response.model_name,
        model_digest=response.model_digest,
        embedding_dimension=response.embedding_dimension,
        max_input_tokens=response.max_input_tokens,
        user_count=response.user_count,
        memory_count=response.memory_count,
        store_bytes=response.store_bytes,
        extractor=response.extractor,
        start_time=moment(response, "start_time"),
    )


def _user_stats(response: pb.GetUserStatsResponse) -> UserStats:
    return UserStats(
        memory_count=response.memory_count,
        by_kind=dict(response.by_kind),
        by_tier=dict(response.by_tier),
        superseded_count=response.superseded_count,
        turn_count=response.turn_count,
        store_bytes=response.store_bytes,
        index_bytes=response.index_bytes,
        first_time=moment(response, "first_time"),
        last_time=moment(response, "last_time"),
        revision=response.revision,
    )
