"""The connection that the settings give to commands which call a server."""

from myosotis.connection import TlsOptions
from myosotis_server.config import Settings
from myosotis_server.wire.connection import Connection


def connection(settings: Settings, address: str | None = None) -> Connection:
    """To `address`, or the server of these very settings. OSError for files that are not there.

    With TLS where the settings name whom to trust, or speak of a server with a certificate: then
    the public authorities are trusted that gRPC knows.
    """
    key = settings.api_key
    own = address in (None, settings.address) and settings.tls_certificate_file is not None
    tls = None
    if settings.server_ca_file is not None or own:
        tls = TlsOptions.from_files(
            settings.server_ca_file,
            settings.client_key_file,
            settings.client_certificate_file,
            settings.server_name,
        )
    return Connection(address or settings.address, key.get_secret_value() if key else None, tls)
