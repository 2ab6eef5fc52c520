"""Plays the conformance cases through the Python client; the README tells what a case says.

python clients/conformance/python_runner.py --address 127.0.0.1:50051 --run 1
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import grpc
from comparing import Json, difference, shown
from google.protobuf import json_format
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from myosotis import Client, MyosotisError
from myosotis.errors import from_rpc_error
from myosotis.service_config import load_service_config
from myosotis.v1 import (
    admin_service_pb2,
    conversation_service_pb2,
    graph_service_pb2,
    memory_service_pb2,
)

CASES = Path(__file__).parent / "cases"
READY_SECONDS = 20.0
EVENTUALLY_SECONDS = 20.0
PAUSE_SECONDS = 0.2
# A stream has no time-out of its own, and a case that waits for too much must end.
STREAM_SECONDS = 60.0

FILE_MEMBERS = {"about", "steps", "write", "read"}
STEP_MEMBERS = {
    *("about", "call", "request", "requests", "expect", "whole", "error"),
    *("save", "eventually", "retry_same", "timeout_seconds"),
}
ERROR_MEMBERS = {"code", "reason", "fields", "retry"}

Step = dict[str, Json]
Answer = Json | MyosotisError


class Failed(Exception):
    """A step did not go as expected, or is not written as the format says."""


def services() -> dict[str, ServiceDescriptor]:
    """The services of the contract by name."""
    files = (memory_service_pb2, conversation_service_pb2, graph_service_pb2, admin_service_pb2)
    return {
        name: service
        for file in files
        for name, service in file.DESCRIPTOR.services_by_name.items()
    }


def read_case(path: Path) -> dict[str, list[Step]]:
    """The steps of a file by part: steps, or write and read.

    Raises Failed for members that the format does not have: a misspelt one would expect nothing.
    """
    file: dict[str, Json] = json.loads(path.read_text(encoding="utf-8"))
    parts = {name: steps for name, steps in file.items() if name != "about"}
    if set(file) - FILE_MEMBERS or set(parts) not in ({"steps"}, {"write", "read"}):
        raise Failed(f"has {sorted(file)}, not steps, or write and read")
    for part, steps in parts.items():
        for number, step in enumerate(steps, start=1):
            unknown = {*step} - STEP_MEMBERS | {*step.get("error", {})} - ERROR_MEMBERS
            if unknown or ("expect" in step and "error" in step):
                raise Failed(f"{part}: step {number}: {sorted(unknown) or 'expect and error'}")
    return parts


class Player:
    """Plays the steps of one file in order, with the names that they save."""

    def __init__(self, client: Client, names: Mapping[str, str]) -> None:
        self._client = client
        self._names = dict(names)

    def play(self, steps: Sequence[Step]) -> None:
        """Raises Failed at the first step that does not match."""
        for number, step in enumerate(steps, start=1):
            try:
                self._play(self._filled(step))
            except (Failed, ValueError, json_format.ParseError) as error:
                raise Failed(f"step {number}: {error}") from error

    def _play(self, step: Step) -> None:
        deadline = time.monotonic() + EVENTUALLY_SECONDS
        answer = self._ask(step)
        while wrong := _wrong(step, answer):
            if not step.get("eventually") or time.monotonic() > deadline:
                raise Failed(wrong)
            time.sleep(PAUSE_SECONDS)
            answer = self._ask(step)
        if step.get("retry_same"):
            again = self._ask(step)
            if _comparable(again) != _comparable(answer):
                raise Failed(
                    f"sent again: expected {shown(_comparable(answer))},"
                    f" got {shown(_comparable(again))}"
                )
        for name, path in step.get("save", {}).items():
            self._names[name] = value_at(answer, path)

    def _ask(self, step: Step) -> Answer:
        """The answer as JSON, a list of a stream's, or the error that the client raises."""
        method = _method(step["call"])
        request_class = GetMessageClass(method.input_type)
        requests = step.get("requests", [step.get("request", {})])
        messages = [json_format.ParseDict(each, request_class()) for each in requests]
        name = method.containing_service.name
        stub = getattr(self._client.stubs, name.removesuffix("Service").lower())
        call = getattr(stub, method.name)
        usual = load_service_config().timeouts.get(f"{name}/{method.name}", STREAM_SECONDS)
        timeout = step.get("timeout_seconds", usual)
        request = iter(messages) if method.client_streaming else messages[0]
        try:
            answer = call(request, timeout=timeout, metadata=self._client.metadata)
            return _read(answer, step) if method.server_streaming else _as_json(answer)
        except grpc.RpcError as error:
            return from_rpc_error(error)

    def _filled(self, value: Json) -> Json:
        """The same with saved values in place of their names in every string."""
        if isinstance(value, str):
            return re.sub(r"\$\{(\w+)\}", lambda found: self._saved(found[1]), value)
        if isinstance(value, list):
            return [self._filled(item) for item in value]
        if isinstance(value, dict):
            return {self._filled(name): self._filled(item) for name, item in value.items()}
        return value

    def _saved(self, name: str) -> str:
        if name not in self._names:
            raise Failed(f"nothing was saved as {name}")
        return self._names[name]


def value_at(answer: Json, path: str) -> str:
    """What is at a path such as changes.0.memory.memoryId, as it stands in a string.

    Raises Failed if there is nothing.
    """
    value = answer
    for name in path.split("."):
        if isinstance(value, list) and name.isdecimal() and int(name) < len(value):
            value = value[int(name)]
        else:
            value = value.get(name) if isinstance(value, dict) else None
    if value is None:
        raise Failed(f"save: there is no {path}")
    return value if isinstance(value, str) else shown(value)


def _method(call: str) -> MethodDescriptor:
    service, _, name = call.partition(".")
    try:
        return services()[service].methods_by_name[name]
    except KeyError:
        raise Failed(f"there is no call {call}") from None


def _read(stream: Any, step: Step) -> list[Json]:
    """As many answers as are expected; all of them if it must end there, or with an error."""
    wanted = None if step.get("whole") or "error" in step else len(step.get("expect", []))
    answers: list[Json] = []
    try:
        while wanted is None or len(answers) < wanted:
            answers.append(_as_json(next(stream)))
    except StopIteration:
        pass
    finally:
        stream.cancel()
    return answers


def _as_json(message: Message) -> Json:
    return json_format.MessageToDict(message)


def _wrong(step: Step, answer: Answer) -> str | None:
    """How the answer differs from what the step expects."""
    if "error" not in step:
        if isinstance(answer, MyosotisError):
            return f"expected an answer, got {answer}"
        return difference(step["expect"], answer) if "expect" in step else None
    expected = dict(step["error"])
    if not isinstance(answer, MyosotisError):
        return f"expected {expected['code']}, got {shown(answer)}"
    fields = sorted({violation.field for violation in answer.violations})
    if "fields" in expected and expected.pop("fields") != fields:
        return f"fields: expected {shown(step['error']['fields'])}, got {shown(fields)}"
    got = {
        "code": answer.code.name,
        "reason": answer.reason,
        "retry": answer.retry_after is not None,
    }
    wrong = difference(expected, got)
    return f"{wrong} ({answer})" if wrong else None


def _comparable(answer: Answer) -> Json:
    if isinstance(answer, MyosotisError):
        return {"code": answer.code.name, "reason": answer.reason, "fields": answer.violations}
    return answer


def play_file(client: Client, path: Path, options: argparse.Namespace) -> bool:
    """Whether the phase has something of the file to play. Raises Failed."""

    def play(part: str, language: str) -> None:
        user = f"{options.run}-{language}-{path.stem}"
        Player(client, {"run": options.run, "user": user}).play(parts[part])

    parts = read_case(path)
    if "steps" in parts:
        if options.phase == "all":
            play("steps", options.language)
        return bool(options.phase == "all")
    if options.phase != "read":
        try:
            play("write", options.language)
        except Failed as error:
            raise Failed(f"write: {error}") from error
    if options.phase != "write":
        for writer in options.writers or [options.language]:
            try:
                play("read", writer)
            except Failed as error:
                raise Failed(f"read what {writer} wrote: {error}") from error
    return True


def main(arguments: Sequence[str]) -> int:
    options = _options(arguments)
    paths = sorted(options.cases.glob("*.json"))
    if not paths:
        sys.exit(f"no cases in {options.cases}")
    is_ok = True
    with Client(options.address, api_key=os.environ.get("MYOSOTIS_API_KEY")) as client:
        client.wait_ready(READY_SECONDS)
        for path in paths:
            try:
                if play_file(client, path, options):
                    print(f"ok {path.stem}", flush=True)
            except (Failed, json.JSONDecodeError) as error:
                is_ok = False
                told = " ".join(str(error).splitlines())
                print(f"failed {path.stem}: {told}", flush=True)
    return 0 if is_ok else 1


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--address", default="127.0.0.1:50051", help="the server's")
    parser.add_argument("--cases", type=Path, default=CASES, help="folder of the cases")
    parser.add_argument("--run", default=uuid.uuid4().hex[:12], help="fresh for each run")
    parser.add_argument("--language", default="python", help="in the ids of this client's users")
    parser.add_argument("--phase", choices=["all", "write", "read"], default="all")
    parser.add_argument(
        "--writers",
        type=lambda text: text.split(",") if text else [],
        default=[],
        help="languages whose users are read; this one unless given",
    )
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
