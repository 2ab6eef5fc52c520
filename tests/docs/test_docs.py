"""The pages tell of everything there is, and of nothing that is not there."""

import ast
import inspect
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs import command_lines
from docs.command_lines import make_targets
from docs.pages import PAGES, REPOSITORY, inline_code, text_of
from myosotis import Client
from myosotis.v1 import (
    admin_service_pb2,
    conversation_service_pb2,
    graph_service_pb2,
    memory_service_pb2,
)
from myosotis_server.config import Settings
from myosotis_server.memory.slots import SLOTS
from myosotis_server.memory.values import Sensitivity

README = text_of("README.md")
SETTINGS = text_of("docs/settings.md")
SERVER = REPOSITORY / "server" / "myosotis_server"
OURS = [page for page in PAGES if not page.startswith(("clients/", "models/"))]
"""Pages of the server; the others tell of commands of their own."""


def test_every_make_target_is_in_the_readme() -> None:
    assert {target for target in make_targets() if f"`make {target}`" not in README} == set()


@pytest.mark.parametrize("page", PAGES)
def test_a_page_names_no_command_that_is_missing(page: str) -> None:
    """Within its sentences; its blocks are executed by test_blocks.py."""
    for words in map(str.split, inline_code(page)):
        if words[0] == "make":
            assert set(words[1:]) <= make_targets()
        elif words[0] == "myosotis":
            command_lines.check(shlex.split(" ".join(words)))


@pytest.mark.parametrize("page", OURS)
def test_a_page_names_no_option_that_is_missing(page: str) -> None:
    named = {word for code in inline_code(page) for word in code.split() if word[:2] == "--"}
    assert named <= set(command_lines.options())


@pytest.mark.parametrize("page", PAGES)
def test_a_page_names_no_setting_or_extra_that_is_missing(page: str) -> None:
    settings = {f"MYOSOTIS_{name.upper()}" for name in Settings.model_fields}
    assert set(re.findall(r"MYOSOTIS_[A-Z_]*[A-Z]", text_of(page))) <= settings | {
        "MYOSOTIS_CONFIG"
    }
    extras = tomllib.loads(text_of("pyproject.toml"))["project"]["optional-dependencies"]
    for named in re.findall(r"pip install '[a-z.]+\[([^]]*)\]'", text_of(page)):
        assert set(named.split(",")) <= set(extras)


@pytest.mark.parametrize("page", OURS)
def test_a_page_names_no_file_that_is_missing(page: str) -> None:
    """Of the repository, or of the server's code by its folders."""
    paths = [
        path
        for code in inline_code(page)
        if re.fullmatch(r"[\w{},./-]+/[\w{},./-]+", code)
        for path in braces_expanded(code)
    ]
    folders = {each.name: root for root in (SERVER, REPOSITORY) for each in root.iterdir()}
    wanted = [folders[first] / path for path in paths if (first := path.split("/")[0]) in folders]
    built = REPOSITORY / "models" / "build"
    assert [path for path in wanted if not (path.exists() or path.is_relative_to(built))] == []


def braces_expanded(path: str) -> list[str]:
    """As a shell does it."""
    found = re.search(r"\{([^}]*)\}", path)
    if found is None:
        return [path]
    parts = (path[: found.start()] + part + path[found.end() :] for part in found[1].split(","))
    return [each for part in parts for each in braces_expanded(part)]


@pytest.mark.parametrize("page", OURS)
def test_a_page_calls_the_client_as_it_can_be_called(page: str) -> None:
    for code in inline_code(page):
        for call in calls(code) if "lient" in code else ():
            named = ast.unparse(call.func)
            if named == "Client" or named.startswith("client."):
                method = Client if named == "Client" else getattr(Client, named[len("client.") :])
                given = [*call.args] if method is Client else [None, *call.args]
                inspect.signature(method).bind(
                    *given, **{each.arg: None for each in call.keywords if each.arg}
                )


def calls(code: str) -> Iterator[ast.Call]:
    """Every call in a piece of Python; none where it is something else."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return
    yield from (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def test_every_command_is_in_the_readme() -> None:
    names = set(command_lines.MYOSOTIS.commands)
    assert {"serve", "import", "export", "doctor", "keys", "backup", "restore"} <= names
    assert {name for name in names if f"`myosotis {name}" not in README} == set()


def test_every_rpc_is_in_the_readme() -> None:
    services = (
        memory_service_pb2.DESCRIPTOR.services_by_name["MemoryService"],
        conversation_service_pb2.DESCRIPTOR.services_by_name["ConversationService"],
        graph_service_pb2.DESCRIPTOR.services_by_name["GraphService"],
        admin_service_pb2.DESCRIPTOR.services_by_name["AdminService"],
    )
    names = {rpc.name for service in services for rpc in service.methods}
    assert {name for name in names if f"`{name}`" not in README} == set()


@pytest.mark.parametrize("key", sorted(SLOTS))
def test_every_attribute_is_documented_as_it_is(key: str) -> None:
    slot = SLOTS[key]
    count = "one" if slot.single else "several"
    care = "" if slot.sensitivity is Sensitivity.NORMAL else slot.sensitivity.name.lower()
    row = f"| `{key}` | {slot.kind.name.lower()} | {count} | {slot.importance:g} | {care} |"
    page = text_of("docs/attributes.md")
    assert row in page.splitlines()


def test_every_attribute_that_is_documented_exists() -> None:
    page = text_of("docs/attributes.md")
    assert set(re.findall(r"^\| `([a-z_]+)` \|", page, re.MULTILINE)) == set(SLOTS)


@pytest.mark.parametrize("name", sorted(Settings.model_fields))
def test_every_setting_is_documented_with_its_description(name: str) -> None:
    field = Settings.model_fields[name]
    assert f"| `MYOSOTIS_{name.upper()}` |" in SETTINGS
    assert field.description
    assert field.description in SETTINGS


EVERY_PAGE = [
    page
    for page in sorted(REPOSITORY.rglob("*.md"))
    if not {".venv", "node_modules", "build"} & set(page.relative_to(REPOSITORY).parts)
]


@pytest.mark.parametrize("page", EVERY_PAGE, ids=lambda page: str(page.relative_to(REPOSITORY)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    folder = page.parent
    links = re.findall(r"\]\((?!https?://|#)([^)#]+)", text)
    assert [link for link in links if not (folder / link).exists()] == []
