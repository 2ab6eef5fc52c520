"""The calls of AdminService; see memory_calls for what holds for every method."""

from __future__ import annotations

from myosotis.admin_values import MaintenanceResult
from myosotis.calls import UnaryCall
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


def _maintenance_result(response: pb.RunMaintenanceResponse) -> MaintenanceResult:
    return MaintenanceResult(
        reviewed_count=response.reviewed_count,
        promoted_count=response.promoted_count,
        summarised_count=response.summarised_count,
        decayed_count=response.decayed_count,
        expired_count=response.expired_count,
        removed_count=response.removed_count,
    )
