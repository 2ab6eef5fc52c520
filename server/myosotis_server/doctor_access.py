"""What `myosotis doctor` looks at of TLS and API keys."""

import time
from contextlib import closing
from datetime import UTC, datetime, timedelta

from cryptography import x509

from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.vault import data_file
from myosotis_server.calling import connection
from myosotis_server.config import Settings
from myosotis_server.findings import Finding
from myosotis_server.memory.access import Authentication, KeyRing
from myosotis_server.memory.errors import CertificateUnusable, MyosotisError
from myosotis_server.memory.values import SECOND
from myosotis_server.wire.probe import is_serving, takes_key
from myosotis_server.wire.tls import ReloadingTls, TlsFiles

SOON = timedelta(days=14)


def certificate(settings: Settings) -> Finding:
    """Whether the TLS files can be used, and for how long."""
    file, key = settings.tls_certificate_file, settings.tls_key_file
    if file is None or key is None:
        where = "only this machine can reach it" if settings.is_local else "a proxy must end TLS"
        return Finding("certificate", True, f"none, plain text: {where}")
    try:
        ReloadingTls(TlsFiles(file, key, settings.tls_client_ca_file))
        shown = x509.load_pem_x509_certificates(file.read_bytes())[0]
    except (CertificateUnusable, OSError) as error:
        return Finding("certificate", False, str(error), "give PEM files that belong together")
    left = shown.not_valid_after_utc - datetime.now(UTC)
    if left < SOON:
        until = shown.not_valid_after_utc.date().isoformat()
        return Finding("certificate", False, f"valid until {until}", "renew it; no restart needed")
    return Finding("certificate", True, f"valid for {left.days} more days")


def keys(settings: Settings) -> Finding:
    """Whether somebody may call, and whether the key of these settings is taken."""
    asked = settings.asks_for_keys
    if asked is Authentication.OFF:
        return Finding("API keys", True, "off: whoever reaches the address may call")
    try:
        ring = _ring(settings)
    except (MyosotisError, OSError):
        return Finding("API keys", True, "not looked at: the store does not open")
    if ring.unreadable:
        return Finding(
            "API keys", False, f"{ring.unreadable} damaged", "make new ones and revoke the old"
        )
    now = int(time.time() * SECOND)
    valid = sum(key.is_valid(now) for key in ring.keys)
    required = asked is Authentication.REQUIRED or bool(ring)
    if not required:
        return Finding("API keys", True, "none, and this machine's own calls need none")
    if not valid:
        return Finding(
            "API keys", False, "required, and none is valid", "run `myosotis keys create`"
        )
    there = connection(settings)
    if settings.api_key is not None and is_serving(there) and not takes_key(there):
        return Finding(
            "API keys",
            False,
            "the server refuses the key of these settings",
            "set MYOSOTIS_API_KEY to a valid one, see `myosotis keys list`",
        )
    return Finding("API keys", True, f"required; {valid} valid")


def _ring(settings: Settings) -> KeyRing:
    """The keys of the store; none where there is no store yet."""
    if not data_file(settings.data_dir).exists():
        return KeyRing(b"")
    # Where there is a store, this makes no key. It is not loaded before, because it takes a while.
    from myosotis_server.master_keys import master_keys, vault_of

    vault = vault_of(settings, master_keys(settings))
    with closing(LmdbStore(settings.data_dir, vault, settings.map_size_bytes)) as store:
        return store.api_keys.ring()
