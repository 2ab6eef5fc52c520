"""The pages tell of everything there is, and of nothing that is not there."""

import re
from pathlib import Path

import pytest

from myosotis.v1 import conversation_service_pb2, graph_service_pb2, memory_service_pb2
from myosotis_server.cli import app
from myosotis_server.config import Settings
from myosotis_server.memory.slots import SLOTS
from myosotis_server.memory.values import Sensitivity

REPOSITORY = Path(__file__).parents[2]
README = (REPOSITORY / "README.md").read_text(encoding="utf-8")
SETTINGS = (REPOSITORY / "docs" / "settings.md").read_text(encoding="utf-8")
MAKEFILE = (REPOSITORY / "Makefile").read_text(encoding="utf-8")


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):.*## ", MAKEFILE, re.MULTILINE))


def test_every_make_target_is_in_the_readme() -> None:
    assert {target for target in make_targets() if f"`make {target}`" not in README} == set()


def test_the_pages_name_no_make_target_that_is_missing() -> None:
    for page in (README, (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")):
        named = set(re.findall(r"`make ([a-z-]+)`", page))
        assert named <= make_targets()


def test_every_command_is_in_the_readme() -> None:
    names = {command.name or command.callback.__name__ for command in app.registered_commands}
    names |= {group.name or group.typer_instance.info.name for group in app.registered_groups}
    assert {"serve", "import", "export", "doctor", "keys", "backup", "restore"} <= names
    assert {name for name in names if f"`myosotis {name}" not in README} == set()


def test_every_rpc_is_in_the_readme() -> None:
    services = (
        memory_service_pb2.DESCRIPTOR.services_by_name["MemoryService"],
        conversation_service_pb2.DESCRIPTOR.services_by_name["ConversationService"],
        graph_service_pb2.DESCRIPTOR.services_by_name["GraphService"],
    )
    names = {rpc.name for service in services for rpc in service.methods}
    assert {name for name in names if f"`{name}`" not in README} == set()


@pytest.mark.parametrize("key", sorted(SLOTS))
def test_every_attribute_is_documented_as_it_is(key: str) -> None:
    slot = SLOTS[key]
    count = "one" if slot.single else "several"
    care = "" if slot.sensitivity is Sensitivity.NORMAL else slot.sensitivity.name.lower()
    row = f"| `{key}` | {slot.kind.name.lower()} | {count} | {slot.importance:g} | {care} |"
    page = (REPOSITORY / "docs" / "attributes.md").read_text(encoding="utf-8")
    assert row in page.splitlines()


def test_every_attribute_that_is_documented_exists() -> None:
    page = (REPOSITORY / "docs" / "attributes.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([a-z_]+)` \|", page, re.MULTILINE)) == set(SLOTS)


@pytest.mark.parametrize("name", sorted(Settings.model_fields))
def test_every_setting_is_documented_with_its_description(name: str) -> None:
    field = Settings.model_fields[name]
    assert f"| `MYOSOTIS_{name.upper()}` |" in SETTINGS
    assert field.description
    assert field.description in SETTINGS


PAGES = [
    page
    for page in sorted(REPOSITORY.rglob("*.md"))
    if not {".venv", "node_modules", "build"} & set(page.relative_to(REPOSITORY).parts)
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(REPOSITORY)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    folder = page.parent
    links = re.findall(r"\]\((?!https?://|#)([^)#]+)", text)
    assert [link for link in links if not (folder / link).exists()] == []


def test_the_python_in_the_readme_is_valid() -> None:
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert blocks
    for block in blocks:
        compile(block, "README.md", "exec")
