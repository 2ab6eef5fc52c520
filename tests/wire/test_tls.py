"""TLS: nothing crosses the wire in plain text, and certificates change without a restart."""

from __future__ import annotations

import contextlib
import os
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from cryptography import x509
from grpc_health.v1 import health_pb2, health_pb2_grpc
from typer.testing import CliRunner

from myosotis import Client, TlsOptions
from myosotis_server.cli import app
from myosotis_server.config import Settings
from myosotis_server.memory.access import Authentication
from myosotis_server.memory.errors import CertificateUnusable
from myosotis_server.wire.tls import ReloadingTls, TlsFiles
from running.certificates import Authority, Pair
from running.server import CHANNEL_OPTIONS, RunningServer, environment, free_port, run_command

OURS, OTHERS = Authority("ours"), Authority("others")


class TlsServer(RunningServer):
    """A server that shows the certificate `shown` in `folder`; `clients` sign whom it takes."""

    def __init__(self, folder: Path, clients: Authority | None = None, **settings: Any) -> None:
        self.folder = folder
        self.shown = OURS.signed("first")
        certificate, key = self.shown.write(folder)
        self.clients = clients
        self.own_client = clients.signed("probe") if clients else None
        chosen = {"tls_certificate_file": certificate, "tls_key_file": key, **settings}
        if clients is not None:
            (folder / "clients.pem").write_bytes(clients.certificate)
            chosen["tls_client_ca_file"] = folder / "clients.pem"
        super().__init__(folder / "data", **chosen)

    def channel(self, shown: Pair | None = None, roots: bytes | None = None) -> grpc.Channel:
        mine = shown or self.own_client
        return grpc.secure_channel(
            self.address,
            grpc.ssl_channel_credentials(
                roots or OURS.certificate,
                mine.key if mine else None,
                mine.certificate if mine else None,
            ),
            CHANNEL_OPTIONS,
        )


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TlsServer]:
    with TlsServer(tmp_path_factory.mktemp("tls")) as running:
        yield running


def serves(channel: grpc.Channel) -> bool:
    with channel, contextlib.suppress(grpc.RpcError):
        request = health_pb2.HealthCheckRequest()
        health_pb2_grpc.HealthStub(channel).Check(request, timeout=2)
        return True
    return False


def shown_name(server: TlsServer) -> str:
    """The name in the certificate that a new connection is shown."""
    host, _, port = server.address.rpartition(":")
    pem = ssl.get_server_certificate((host, int(port)), timeout=5)
    (name,) = x509.load_pem_x509_certificate(pem.encode()).subject
    return str(name.value)


def test_plain_text_is_not_spoken(server: TlsServer) -> None:
    assert serves(server.channel())
    assert not serves(grpc.insecure_channel(server.address, CHANNEL_OPTIONS))
    assert not serves(server.channel(roots=OTHERS.certificate))


def test_a_new_certificate_is_shown_without_a_restart(server: TlsServer) -> None:
    with server.channel() as before:
        health = health_pb2_grpc.HealthStub(before)
        health.Check(health_pb2.HealthCheckRequest(), timeout=5)
        assert shown_name(server) == "first"
        OURS.signed("second").write(server.folder)
        assert shown_name(server) == "second"
        # Connections that exist go on.
        health.Check(health_pb2.HealthCheckRequest(), timeout=5)
    assert serves(server.channel())
    assert "certificate read anew" in server.stderr


def test_a_bad_new_certificate_changes_nothing(server: TlsServer) -> None:
    before = shown_name(server)
    OURS.signed("third").write(server.folder, "other")
    for bad in (b"no certificate", b"", (server.folder / "other.pem").read_bytes()):
        (server.folder / "server.pem").write_bytes(bad)
        assert shown_name(server) == before
        assert shown_name(server) == before
    os.remove(server.folder / "server.pem")
    assert shown_name(server) == before
    complaints = [
        entry for entry in server.log if entry["event"] == "the new certificate is not used"
    ]
    assert len(complaints) == 4
    assert "is not the key of" in complaints[2]["why"]
    OURS.signed("fourth").write(server.folder)
    assert shown_name(server) == "fourth"


def test_the_python_client_and_the_command_line(server: TlsServer) -> None:
    tls = TlsOptions(root_certificates=OURS.certificate)
    with Client(server.address, tls=tls) as client:
        client.remember("tls-user", ["用加密的连接说的话"])
    (server.folder / "ours.pem").write_bytes(OURS.certificate)

    def command(*arguments: str, **more: Any) -> Any:
        env = {
            **server.environment,
            **{f"MYOSOTIS_{name.upper()}": str(v) for name, v in more.items()},
        }
        return CliRunner().invoke(app, arguments, env=env, catch_exceptions=False)

    trusted = command("export", "--user", "tls-user", server_ca_file=server.folder / "ours.pem")
    assert "用加密的连接说的话" in trusted.stdout
    (server.folder / "others.pem").write_bytes(OTHERS.certificate)
    refused = command("export", "--user", "u", server_ca_file=server.folder / "others.pem")
    assert refused.exit_code == 1
    assert "UNAVAILABLE" in refused.stderr
    missing = command("export", "--user", "u", server_ca_file=server.folder / "none.pem")
    assert missing.exit_code == 1
    # Our authority is none of those that are known by themselves.
    assert command("export", "--user", "u").exit_code == 1
    assert "MYOSOTIS_SERVER_CA_FILE" in command("doctor").stdout
    told = command("doctor", server_ca_file=server.folder / "ours.pem").stdout
    assert "ok   certificate: valid for 89 more days" in told
    assert f"ok   port: a Myosotis server answers on {server.address}" in told


def test_clients_must_show_a_certificate(tmp_path: Path) -> None:
    with TlsServer(tmp_path, clients=OTHERS) as server:
        assert serves(server.channel())
        assert serves(server.channel(OTHERS.signed("somebody")))
        assert not serves(server.channel(OURS.signed("of another authority")))
        without = grpc.ssl_channel_credentials(OURS.certificate)
        assert not serves(grpc.secure_channel(server.address, without, CHANNEL_OPTIONS))
        # Whom it takes changes without a restart as well.
        newcomers = Authority("newcomers")
        new = tmp_path / "clients.new"
        new.write_bytes(newcomers.certificate)
        new.replace(tmp_path / "clients.pem")
        assert serves(server.channel(newcomers.signed("new")))
        assert not serves(server.channel(OTHERS.signed("too late")))
        tls = TlsOptions(
            OURS.certificate, *(lambda p: (p.key, p.certificate))(newcomers.signed("client"))
        )
        with Client(server.address, tls=tls) as client:
            client.wait_ready(5)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"tls_certificate_file": "a.pem"}, "together"),
        ({"tls_key_file": "a.key"}, "together"),
        ({"tls_client_ca_file": "a.pem"}, "needs tls_certificate_file"),
        ({"client_key_file": "a.key"}, "together"),
        ({"client_key_file": "a.key", "client_certificate_file": "a.pem"}, "server_ca_file"),
        ({"address": "0.0.0.0:50051"}, "tls_certificate_file"),
        ({"address": "0.0.0.0:50051", "authentication": "required"}, "tls_certificate_file"),
        ({"authentication": "maybe"}, "authentication"),
    ],
)
def test_half_of_tls_is_refused(settings: dict[str, str], words: str) -> None:
    ended = CliRunner().invoke(app, ["serve"], env=environment(**settings))
    assert ended.exit_code == 1
    assert words in ended.stderr


@pytest.mark.parametrize(
    ("certificate", "key", "words"),
    [
        ("none.pem", "server.key", "tls_certificate_file cannot be read"),
        ("server.pem", "none.key", "tls_key_file cannot be read"),
        ("server.pem", "other.key", "not the key of"),
        ("server.key", "server.key", "tls_certificate_file holds no PEM certificate"),
        ("server.pem", "server.pem", "tls_key_file holds no PEM key"),
    ],
)
def test_files_that_make_no_certificate(
    tmp_path: Path, certificate: str, key: str, words: str
) -> None:
    OURS.signed().write(tmp_path)
    OURS.signed().write(tmp_path, "other")
    with pytest.raises(CertificateUnusable, match=words):
        ReloadingTls(TlsFiles(tmp_path / certificate, tmp_path / key))


def test_a_server_without_its_certificate_does_not_start(tmp_path: Path) -> None:
    data = tmp_path / "data"
    missing = {"tls_certificate_file": tmp_path / "no.pem", "tls_key_file": tmp_path / "no.key"}
    settings = environment(address=f"127.0.0.1:{free_port()}", data_dir=data, **missing)
    ended = run_command(settings, "serve", folder=tmp_path)
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    assert "myosotis: tls_certificate_file cannot be read" in ended.stderr
    assert not data.exists()


def test_beyond_loopback_keys_are_asked_for_unless_that_is_off() -> None:
    def asked(**settings: str) -> Authentication:
        return Settings.model_validate(settings).asks_for_keys

    beyond = {"address": "0.0.0.0:50051", "insecure_anywhere": "true"}
    assert asked() is Authentication.AUTO
    assert asked(address="[::1]:50051") is Authentication.AUTO
    assert asked(**beyond) is Authentication.REQUIRED
    assert asked(**beyond, authentication="off") is Authentication.OFF
    assert asked(authentication="required") is Authentication.REQUIRED


def test_a_certificate_that_ends_soon_is_told(tmp_path: Path) -> None:
    certificate, key = OURS.signed(days=3).write(tmp_path)
    env = environment(
        address=f"127.0.0.1:{free_port()}",
        data_dir=tmp_path / "data",
        tls_certificate_file=certificate,
        tls_key_file=key,
    )
    told = CliRunner().invoke(app, ["doctor"], env=env, catch_exceptions=False)
    assert told.exit_code == 1
    assert "FAIL certificate: valid until " in told.stdout
