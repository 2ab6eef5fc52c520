"""What is held, of whom, and by what server, as messages."""

from myosotis.v1 import admin_service_pb2 as pb
from myosotis_server.service.accounts import ServerInfo, UserStats
from myosotis_server.wire import responses


def server_info(info: ServerInfo) -> pb.GetServerInfoResponse:
    return pb.GetServerInfoResponse(
        version=info.version,
        model_name=info.model.name,
        model_digest=info.model.digest,
        embedding_dimension=info.model.dimension,
        max_input_tokens=info.model.max_tokens,
        user_count=info.size.users,
        memory_count=info.size.memories,
        store_bytes=info.size.nbytes,
        extractor=info.extractor,
        start_time=responses.moment(info.start_time),
    )


def user_stats(stats: UserStats) -> pb.GetUserStatsResponse:
    return pb.GetUserStatsResponse(
        memory_count=stats.memories,
        by_kind={kind.name.lower(): count for kind, count in stats.by_kind.items()},
        by_tier={tier.name.lower(): count for tier, count in stats.by_tier.items()},
        superseded_count=stats.superseded,
        turn_count=stats.turns,
        store_bytes=stats.store_bytes,
        index_bytes=stats.index_bytes,
        first_time=None if stats.first is None else responses.moment(stats.first),
        last_time=None if stats.last is None else responses.moment(stats.last),
        revision=stats.revision,
    )
