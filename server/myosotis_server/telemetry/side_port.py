"""The port for those who watch the server: /metrics, and /healthz, over plain HTTP.

It tells numbers only, but of everybody's use: let it be reached by the monitoring alone.
"""

import socket
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from threading import Thread
from urllib.parse import urlsplit

from prometheus_client import CollectorRegistry
from prometheus_client.exposition import choose_encoder

_SLOWEST_SECONDS = 10
"""For which a request may keep its thread."""
_CLOSES_WITHIN = 0.1
"""Seconds."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where it listens, until it is closed."""

    port: int
    _server: ThreadingHTTPServer
    _thread: Thread

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def serve_side_port(
    registry: CollectorRegistry, port: int, host: str, is_serving: Callable[[], bool]
) -> Endpoint:
    """Listens on `host`:`port` in threads of its own; port 0 picks one. Raises OSError."""

    class Handler(BaseHTTPRequestHandler):
        timeout = _SLOWEST_SECONDS
        server_version = "myosotis"
        sys_version = ""

        def do_GET(self) -> None:
            path = urlsplit(self.path).path
            if path == "/metrics":
                encode, content_type = choose_encoder(self.headers.get("Accept", ""))
                self._answer(200, content_type, encode(registry))
            elif path == "/healthz":
                serving = is_serving()
                text = "SERVING\n" if serving else "NOT_SERVING\n"
                self._answer(200 if serving else 503, "text/plain; charset=utf-8", text.encode())
            else:
                self._answer(404, "text/plain; charset=utf-8", b"/metrics or /healthz\n")

        do_HEAD = do_GET  # noqa: N815 (what http.server looks for)

        def _answer(self, status: int, content_type: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing: every scrape would."""

    class Server(ThreadingHTTPServer):
        address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        daemon_threads = True

        def server_bind(self) -> None:
            # HTTPServer's own asks the network what this machine is called.
            TCPServer.server_bind(self)
            self.server_name, self.server_port = host, self.server_address[1]

        def handle_error(self, request: object, client_address: object) -> None:
            """Says nothing of who hung up."""

    server = Server((host, port), Handler)
    thread = Thread(
        target=server.serve_forever, args=(_CLOSES_WITHIN,), name="side-port", daemon=True
    )
    thread.start()
    return Endpoint(server.server_port, server, thread)
