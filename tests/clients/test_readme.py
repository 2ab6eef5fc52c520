"""The snippets of the pages run as they stand, against a fake server and a fake chat model."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from clients.fake_memory_server import FakeMemoryServer
from myosotis import Client

REPOSITORY = Path(__file__).parents[2]


def snippets(page: str) -> list[str]:
    text = (REPOSITORY / page).read_text("utf-8")
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


def run(snippet: str, server: FakeMemoryServer, **names: Any) -> None:
    program = snippet.replace("127.0.0.1:50051", server.address)
    exec(compile(program, "README.md", "exec"), names)


class FakeModel:
    """Answers as OpenAI's client does; `asked` is what it was asked."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.chat = SimpleNamespace(completions=SimpleNamespace(create=self._create))

    def _create(self, **asked: Any) -> Any:
        self.asked.append(asked)
        message = SimpleNamespace(content="别担心")
        return SimpleNamespace(choices=[SimpleNamespace(message=message)])


def test_no_snippet_is_passed_over() -> None:
    assert len(snippets("README.md")) == len(snippets("clients/python/README.md")) == 2


@pytest.mark.parametrize("page", ["README.md", "clients/python/README.md"])
def test_remember_recall_forget(page: str, server: FakeMemoryServer) -> None:
    run(snippets(page)[0], server)
    asked = [type(request).__name__ for request in server.requests]
    assert asked == ["RememberRequest", "RecallRequest", "ForgetRequest"]


def test_a_chat_with_a_model(server: FakeMemoryServer) -> None:
    model = FakeModel()
    with Client(server.address) as client:
        run(snippets("clients/python/README.md")[1], server, client=client, model=model, name="m")
    assert [asked["model"] for asked in model.asked] == ["m"]
    assert server.requests[-1].turns[0].content == "别担心"


def test_a_dialogue_that_is_handed_over(
    server: FakeMemoryServer, capsys: pytest.CaptureFixture[str]
) -> None:
    run(snippets("README.md")[1], server)
    asked = [type(request).__name__ for request in server.requests]
    assert asked == ["AppendTurnsRequest", "AppendTurnsRequest", "GetContextRequest"]
    assert capsys.readouterr().out.startswith("CREATED ")
