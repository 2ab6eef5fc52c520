"""What `myosotis doctor` looks at of the audit trail: whether anybody tampered with it."""

from contextlib import closing

from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.vault import data_file
from myosotis_server.config import Settings
from myosotis_server.findings import Finding
from myosotis_server.master_keys import master_keys, vault_of
from myosotis_server.memory.audit import AuditCheck, AuditFault
from myosotis_server.memory.errors import MyosotisError

SHOWN = 5
"""Faults told one by one."""


def trail(settings: Settings, head: str = "") -> Finding:
    """Follows the whole chain, some 50,000 events a second.

    `head` is the hash with which an earlier look said that it ended: it must still come by it.
    """
    if not data_file(settings.data_dir).exists():
        return Finding("audit trail", True, "empty")
    try:
        vault = vault_of(settings, master_keys(settings))
        with closing(LmdbStore(settings.data_dir, vault, settings.map_size_bytes)) as store:
            check = store.audit.verify(head)
    except (MyosotisError, OSError):
        return Finding("audit trail", True, "not looked at: the store does not open")
    return _told(check, settings.audit)


def _told(check: AuditCheck, kept: bool) -> Finding:
    if check.faults:
        shown = "; ".join(map(_place, check.faults[:SHOWN]))
        more = check.fault_count - min(SHOWN, len(check.faults))
        return Finding(
            "audit trail",
            False,
            f"{check.event_count:,} events; {shown}" + (f"; {more:,} more" if more else ""),
            "keep a copy of the data folder for whoever looks into it; an earlier backup may have "
            "what is missing",
        )
    off = "" if kept else "; none are added: MYOSOTIS_AUDIT is off"
    return Finding(
        "audit trail", True, f"{check.event_count:,} events, whole; ends with {check.head}{off}"
    )


def _place(found: AuditFault) -> str:
    return f"event {found.sequence}: {found.fault}" if found.sequence else str(found.fault)
