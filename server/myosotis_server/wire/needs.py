"""What each RPC takes of its caller: the one table, in which no RPC may be missing."""

from collections.abc import Mapping

from myosotis_server.memory.access import Need, Scope

_READ = Need(Scope.READ)
_WRITE = Need(Scope.WRITE)
_FORGET = Need(Scope.FORGET)
_ADMIN = Need(Scope.ADMIN)
_ADMIN_OF_ALL = Need(Scope.ADMIN, server_wide=True)

NEEDS: Mapping[str, Need] = {
    "/myosotis.v1.MemoryService/Remember": _WRITE,
    "/myosotis.v1.MemoryService/Recall": _READ,
    "/myosotis.v1.MemoryService/Forget": _FORGET,
    "/myosotis.v1.MemoryService/GetMemory": _READ,
    "/myosotis.v1.MemoryService/ListMemories": _READ,
    "/myosotis.v1.MemoryService/UpdateMemory": _WRITE,
    "/myosotis.v1.MemoryService/ListMemoryRevisions": _READ,
    "/myosotis.v1.MemoryService/ImportMemories": _WRITE,
    "/myosotis.v1.MemoryService/ExportMemories": _READ,
    # What is said may take back what was said before; nothing is erased by words alone.
    "/myosotis.v1.ConversationService/AppendTurns": _WRITE,
    "/myosotis.v1.ConversationService/GetContext": _READ,
    "/myosotis.v1.ConversationService/EndSession": _WRITE,
    "/myosotis.v1.ConversationService/ListSessions": _READ,
    "/myosotis.v1.ConversationService/ListTurns": _READ,
    "/myosotis.v1.ConversationService/GetEmotionTrend": _READ,
    "/myosotis.v1.ConversationService/GetProfile": _READ,
    "/myosotis.v1.ConversationService/WatchMemories": _READ,
    "/myosotis.v1.GraphService/Relate": _WRITE,
    "/myosotis.v1.GraphService/Unrelate": _WRITE,
    "/myosotis.v1.GraphService/ListNeighbors": _READ,
    "/myosotis.v1.GraphService/ListEntities": _READ,
    # These stay within the caller's tenant: they name a user, or mean all users of the tenant.
    "/myosotis.v1.AdminService/GetUserStats": _ADMIN,
    "/myosotis.v1.AdminService/ListUsers": _ADMIN,
    "/myosotis.v1.AdminService/RunMaintenance": _ADMIN,
    "/myosotis.v1.AdminService/RotateUserKey": _ADMIN,
    "/myosotis.v1.AdminService/Reembed": _ADMIN,
    "/myosotis.v1.AdminService/ListAuditEvents": _ADMIN,
    # These tell of the whole server, or give all of it away.
    "/myosotis.v1.AdminService/GetServerInfo": _ADMIN_OF_ALL,
    "/myosotis.v1.AdminService/Backup": _ADMIN_OF_ALL,
}

OPEN = frozenset({"/grpc.health.v1.Health/Check", "/grpc.health.v1.Health/Watch"})
"""Methods for everybody: what asks for health has no key, and learns no more than that."""

ANY_KEY = frozenset(
    {
        "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
        "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
    }
)
"""Methods for every caller whose key is valid, whatever its scopes."""


def need_of(method: str) -> Need | None:
    """What `method` takes; None where any key does. What is not in the table takes all there is."""
    return None if method in ANY_KEY else NEEDS.get(method, _ADMIN_OF_ALL)
