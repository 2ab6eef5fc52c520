"""The reference tells of the whole contract, as it is, and its links lead somewhere."""

from __future__ import annotations

import re
import sys
from types import ModuleType

from docs.pages import REPOSITORY, text_of
from myosotis.v1 import (
    admin_service_pb2,
    conversation_pb2,
    conversation_service_pb2,
    error_reason_pb2,
    graph_pb2,
    graph_service_pb2,
    memory_pb2,
    memory_service_pb2,
)


def _tool(name: str) -> ModuleType:
    sys.path.insert(0, str(REPOSITORY / "tools"))
    try:
        return __import__(name)
    finally:
        sys.path.pop(0)


PAGE = text_of("docs/reference.md")
FILES = [
    *(admin_service_pb2, conversation_pb2, conversation_service_pb2, error_reason_pb2),
    *(graph_pb2, graph_service_pb2, memory_pb2, memory_service_pb2),
]
MESSAGES = [each for file in FILES for each in file.DESCRIPTOR.message_types_by_name.values()]
ENUMS = [each for file in FILES for each in file.DESCRIPTOR.enum_types_by_name.values()]
SERVICES = [each for file in FILES for each in file.DESCRIPTOR.services_by_name.values()]
HEADINGS = re.findall(r"^##+ (.*)$", PAGE, re.MULTILINE)


def section(name: str) -> str:
    """What stands under a message's heading or name, up to the next."""
    found = re.search(rf"^(?:### {name}|`{name}`.*)\n\n((?s:.*?))(?=^#|^`|\Z)", PAGE, re.MULTILINE)
    assert found, name
    return found[1]


def test_the_page_is_up_to_date() -> None:
    reference = _tool("generate_reference")
    assert reference.page(reference.contract()) == PAGE


def test_every_service_call_and_type_has_a_section() -> None:
    names = {service.name for service in SERVICES}
    names |= {method.name for service in SERVICES for method in service.methods}
    names |= {each.name for each in ENUMS if each.name != "ErrorReason"}
    assert names <= set(HEADINGS)
    assert len(HEADINGS) == len({each.lower() for each in HEADINGS})


def test_every_field_and_value_is_there() -> None:
    for message in MESSAGES:
        shown = re.findall(r"^\| `(\w+)` \|", section(message.name), re.MULTILINE)
        assert shown == [field.name for field in message.fields]
    for enum in ENUMS:
        for value in enum.values:
            name = value.name.removeprefix("ERROR_REASON_")
            assert f"\n| `{name}` | {value.number} |" in PAGE


def test_every_call_and_type_is_explained() -> None:
    """Fields too, save those that a filter or a reference has its name for."""
    for service in SERVICES:
        for method in service.methods:
            told = re.search(rf"^### {method.name}\n\n(.)", PAGE, re.MULTILINE)
            assert told is not None
            assert told[1] != "`", method.name
    for name in (each for each in HEADINGS if each not in ("Messages", "Enums")):
        assert not re.search(rf"^##+ {name}\n\n\|", PAGE, re.MULTILINE), name
    rows = re.findall(r"^\| `([a-z_]+)` \|.*\|  \|$", PAGE, re.MULTILINE)
    assert set(rows) == {
        *("tags", "session_ids", "attribute_keys", "turn_id"),
        *("lexical", "context", "graph"),
    }


def test_links_within_the_page_lead_to_sections() -> None:
    links = set(re.findall(r"\]\(#([^)]*)\)", PAGE))
    assert links <= {heading.lower() for heading in HEADINGS}
