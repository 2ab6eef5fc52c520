"""The server's certificate, and whose clients it takes: read anew whenever the files change."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import grpc
import structlog
from cryptography import x509
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_pem_private_key,
)

from myosotis_server.memory.errors import CertificateUnusable


@dataclass(frozen=True, slots=True)
class TlsFiles:
    """PEM files. With `client_ca`, clients must show a certificate that it signed."""

    certificate: Path
    key: Path
    client_ca: Path | None = None

    @property
    def all(self) -> Sequence[Path]:
        mine = (self.certificate, self.key)
        return mine if self.client_ca is None else (*mine, self.client_ca)


@dataclass(frozen=True, slots=True)
class _Loaded:
    certificate: bytes
    key: bytes = field(repr=False)
    client_ca: bytes | None = None


class ReloadingTls:
    """Server credentials that follow their files.

    The files are looked at when a client connects. What has changed and is whole takes effect with
    that very connection; what cannot be used is logged once, and the last usable certificate
    stays. Connections that exist go on until they end, at most `max_connection_age_seconds`.
    """

    def __init__(self, files: TlsFiles) -> None:
        """CertificateUnusable where the files cannot be used now."""
        self._files = files
        self._seen = _stamps(files)
        self._first = _load(files)
        self._log = structlog.get_logger("myosotis")

    def credentials(self) -> grpc.ServerCredentials:
        """Credentials for one listening port."""
        return grpc.dynamic_ssl_server_credentials(
            _configuration(self._first),
            self._changed,  # type: ignore[arg-type]  # None is allowed, and means: no change
            require_client_authentication=self._files.client_ca is not None,
        )

    def _changed(self) -> grpc.ServerCertificateConfiguration | None:
        """What to go on with; None where it is the same. gRPC calls it at every handshake."""
        stamps = _stamps(self._files)
        if stamps == self._seen:
            return None
        self._seen = stamps
        try:
            loaded = _load(self._files)
        except CertificateUnusable as error:
            self._log.error("the new certificate is not used", why=str(error))
            return None
        self._log.info("certificate read anew")
        return _configuration(loaded)


def _configuration(loaded: _Loaded) -> grpc.ServerCertificateConfiguration:
    return grpc.ssl_server_certificate_configuration(
        [(loaded.key, loaded.certificate)], loaded.client_ca
    )


def _stamps(files: TlsFiles) -> list[tuple[int, int, int] | None]:
    """What changes when a file does; None for one that is not there."""
    stamps: list[tuple[int, int, int] | None] = []
    for file in files.all:
        try:
            status = os.stat(file)
        except OSError:
            stamps.append(None)
        else:
            stamps.append((status.st_mtime_ns, status.st_ino, status.st_size))
    return stamps


def _load(files: TlsFiles) -> _Loaded:
    """The files' contents, which fit together. CertificateUnusable names the setting at fault."""
    certificate = _read("tls_certificate_file", files.certificate)
    key = _read("tls_key_file", files.key)
    shown = _certificates("tls_certificate_file", certificate)[0].public_key()
    try:
        private = load_pem_private_key(key, None)
    except (ValueError, TypeError):  # TypeError for one that is encrypted
        raise CertificateUnusable("tls_key_file holds no PEM key without a password") from None
    whole = (Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    if private.public_key().public_bytes(*whole) != shown.public_bytes(*whole):
        raise CertificateUnusable("tls_key_file is not the key of tls_certificate_file")
    client_ca = None
    if files.client_ca is not None:
        client_ca = _read("tls_client_ca_file", files.client_ca)
        _certificates("tls_client_ca_file", client_ca)
    return _Loaded(certificate, key, client_ca)


def _read(setting: str, file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise CertificateUnusable(f"{setting} cannot be read: {error.strerror}") from error


def _certificates(setting: str, pem: bytes) -> list[x509.Certificate]:
    try:
        return x509.load_pem_x509_certificates(pem)
    except ValueError:
        raise CertificateUnusable(f"{setting} holds no PEM certificate") from None
