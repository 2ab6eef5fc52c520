"""A chat endpoint on loopback that answers as it is told: well, badly, slowly, or not at all."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

Behaviour = Callable[["Call"], None]


class Call(BaseHTTPRequestHandler):
    """One request, of which `body` is the JSON, and the ways to answer it."""

    server: _Listener
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        self.body: dict[str, Any] = json.loads(self.rfile.read(length))
        self.server.owner.take(self)

    def answer(self, body: bytes, status: int = 200, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def wait(self, seconds: float) -> bool:
        """False, at once, where the server closes meanwhile."""
        return not self.server.owner.closing.wait(seconds)

    def log_message(self, *_: object) -> None:
        pass


class _Listener(ThreadingHTTPServer):
    owner: ChatServer
    # Threads are waited for on closing, so that no test leaves one behind.
    daemon_threads = False
    # Many connect at once, and those for whom there is no room are reset.
    request_queue_size = 64

    def handle_error(self, request: object, client_address: object) -> None:
        """Callers that hang up in the middle are what is tested."""


class ChatServer:
    """Answers every call with `behave`; keeps what it was sent."""

    def __init__(self) -> None:
        self.behave: Behaviour = says({"memories": []})
        self.bodies: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.paths: list[str] = []
        self.closing = threading.Event()
        self._listener = _Listener(("127.0.0.1", 0), Call)
        self._listener.owner = self
        self._thread = threading.Thread(target=self._listener.serve_forever, args=(0.02,))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._listener.server_port}/v1"

    def take(self, call: Call) -> None:
        self.bodies.append(call.body)
        self.keys.append(call.headers["Authorization"])
        self.paths.append(call.path)
        self.behave(call)

    def __enter__(self) -> ChatServer:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.closing.set()
        self._listener.shutdown()
        self._listener.server_close()
        self._thread.join()


def completion(text: str | None, tokens: int | None = None) -> bytes:
    usage = {} if tokens is None else {"usage": {"total_tokens": tokens}}
    message = {"role": "assistant", "content": text}
    return json.dumps({"choices": [{"index": 0, "message": message}]} | usage).encode()


def says(document: object, tokens: int | None = None) -> Behaviour:
    """Answers with `document`, as JSON if it is no text already."""
    text = document if isinstance(document, str) else json.dumps(document, ensure_ascii=False)
    return lambda call: call.answer(completion(text, tokens))


def fails(status: int, error: object = None, **headers: str) -> Behaviour:
    """Refuses with `status`, and quotes the request as badly behaved endpoints do."""

    def behave(call: Call) -> None:
        quoted = {"message": json.dumps(call.body, ensure_ascii=False)}
        call.answer(json.dumps({"error": error or quoted}).encode(), status, **headers)

    return behave


def is_late(seconds: float) -> Behaviour:
    def behave(call: Call) -> None:
        if call.wait(seconds):
            says({"memories": []})(call)

    return behave


def trickles(call: Call) -> None:
    """Sends a good answer byte by byte, for much too long."""
    _drip(call, b"HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n", 0)
    _drip(call, completion('{"memories": []}') * 100, 0.05)


def trickles_headers(call: Call) -> None:
    _drip(call, b"HTTP/1.1 200 OK\r\n" + b"X-Waiting: yes\r\n" * 100, 0.05)


def _drip(call: Call, data: bytes, pause: float) -> None:
    for byte in data:
        if pause and not call.wait(pause):
            return
        try:
            call.wfile.write(bytes([byte]))
            call.wfile.flush()
        except OSError:
            return


def hangs_up(call: Call) -> None:
    call.close_connection = True


def raves(call: Call) -> None:
    """Never ends its answer."""
    call.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")
    try:
        while call.wait(0):
            call.wfile.write(b" " * 65_536)
    except OSError:
        return
