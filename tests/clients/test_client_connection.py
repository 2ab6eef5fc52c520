"""TLS, the service config, and what importing the package costs."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import grpc
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

import myosotis
from clients.fake_memory_server import FakeMemoryServer
from myosotis import TlsOptions, service_config
from myosotis.v1 import (
    admin_service_pb2,
    conversation_service_pb2,
    graph_service_pb2,
    memory_service_pb2,
)


def self_signed(name: str) -> tuple[bytes, bytes]:
    """A private key and its certificate for `name`, PEM-encoded."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    private = key.private_bytes(
        pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return private, certificate.public_bytes(pem)


def test_mutual_tls(connect: Callable[..., Any], tmp_path: Path) -> None:
    key, certificate = self_signed("myosotis.test")
    (tmp_path / "key.pem").write_bytes(key)
    (tmp_path / "cert.pem").write_bytes(certificate)
    files = TlsOptions.from_files(
        tmp_path / "cert.pem", tmp_path / "key.pem", tmp_path / "cert.pem", "myosotis.test"
    )
    server = FakeMemoryServer(
        grpc.ssl_server_credentials([(key, certificate)], certificate, require_client_auth=True)
    )
    try:
        assert connect(address=server.address, tls=files).recall("ada").revision == 3
        stranger = connect(address=server.address, tls=TlsOptions(server_name="myosotis.test"))
        with pytest.raises(myosotis.Unavailable):
            stranger.update("ada", "m0", pinned=True)
    finally:
        server.stop()


def test_tls_options_show_no_key_and_want_both_halves() -> None:
    options = myosotis.TlsOptions(private_key=b"KEY", certificate_chain=b"CHAIN")
    assert "KEY" not in repr(options)
    with pytest.raises(ValueError, match="together"):
        myosotis.TlsOptions(private_key=b"KEY")


def test_the_service_config_names_methods_that_exist_and_retries_only_what_is_safe() -> None:
    config = json.loads(service_config.load_service_config().channel_json)
    modules = (memory_service_pb2, conversation_service_pb2, graph_service_pb2, admin_service_pb2)
    methods = {
        (service.full_name, method.name): method
        for module in modules
        for service in module.DESCRIPTOR.services_by_name.values()
        for method in service.methods
    }
    seen = []
    for entry in config["methodConfig"]:
        for name in entry["name"]:
            key = (name["service"], name["method"])
            seen.append(key)
            method = methods[key]
            assert not method.server_streaming, key
            if "retryPolicy" in entry:
                read = method.name.startswith(("Get", "List", "Recall"))
                assert read or "request_id" in method.input_type.fields_by_name, key
    assert len(seen) == len(set(seen))
    streams = {key for key, method in methods.items() if method.server_streaming}
    assert set(seen) | streams == set(methods), "a method has neither a time-out nor streams"
    timeouts = service_config.load_service_config().timeouts
    assert (timeouts["MemoryService/Recall"], timeouts["MemoryService/Forget"]) == (10, 30)
    assert timeouts["ConversationService/EndSession"] == 60
    assert timeouts["AdminService/RunMaintenance"] == 600


def test_the_package_imports_no_server_and_little_else() -> None:
    code = "import sys, myosotis; print(*{name.partition('.')[0] for name in sys.modules})"
    output = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True
    )
    loaded = set(output.stdout.split())
    assert not loaded & {"myosotis_server", "numpy", "grpc_status", "pydantic", "typer"}
