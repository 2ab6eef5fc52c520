"""How commands reach a running server."""

from dataclasses import dataclass, field

import grpc

from myosotis.connection import TlsOptions, call_metadata, channel_options, credentials


@dataclass(frozen=True, slots=True)
class Connection:
    """An address, the key to call it with, and TLS unless it speaks plain text."""

    address: str
    api_key: str | None = field(default=None, repr=False)
    tls: TlsOptions | None = None

    def channel(self) -> grpc.Channel:
        """A new channel, which the caller closes."""
        if self.tls is None:
            return grpc.insecure_channel(self.address, channel_options(None, ()))
        return grpc.secure_channel(
            self.address, credentials(self.tls), channel_options(self.tls, ())
        )

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What goes with each call."""
        return call_metadata(self.api_key)
