"""Certificates of a test's own authority."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from cryptography.x509.oid import NameOID


@dataclass(frozen=True)
class Pair:
    """A certificate and its key, PEM-encoded."""

    certificate: bytes
    key: bytes

    def write(self, folder: Path, name: str = "server") -> tuple[Path, Path]:
        """The files of certificate and key, put in the place of earlier ones at once."""
        files = (folder / f"{name}.pem", folder / f"{name}.key")
        for file, content in zip(files, (self.certificate, self.key), strict=True):
            new = file.with_suffix(file.suffix + ".new")
            new.write_bytes(content)
            new.replace(file)
        return files


class Authority:
    """Signs certificates for localhost."""

    def __init__(self, name: str = "test authority") -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = _named(name)
        constraint = x509.BasicConstraints(ca=True, path_length=0)
        self._certificate = (
            _builder(self._name, self._name, self._key.public_key(), timedelta(days=1))
            .add_extension(constraint, critical=True)
            .sign(self._key, hashes.SHA256())
        )

    @property
    def certificate(self) -> bytes:
        """Its own, PEM-encoded."""
        return self._certificate.public_bytes(Encoding.PEM)

    def signed(self, name: str = "localhost", days: float = 90) -> Pair:
        """A new certificate of 127.0.0.1, localhost and `name`, and its key."""
        key = ec.generate_private_key(ec.SECP256R1())
        names = x509.SubjectAlternativeName(
            [
                x509.DNSName("localhost"),
                x509.DNSName(name),
                x509.IPAddress(ipaddress.ip_address("127.0.0.1")),
            ]
        )
        certificate = (
            _builder(_named(name), self._name, key.public_key(), timedelta(days=days))
            .add_extension(names, critical=False)
            .sign(self._key, hashes.SHA256())
        )
        return Pair(
            certificate.public_bytes(Encoding.PEM),
            key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        )


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, valid: timedelta
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + valid)
    )
