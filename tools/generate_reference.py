"""Writes docs/reference.md from the comments in `protos/`, or checks that it is up to date.

python tools/generate_reference.py           writes the page
python tools/generate_reference.py --check   says whether it is up to date
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
    MethodDescriptorProto,
)
from grpc_tools import protoc  # type: ignore[import-untyped]  # has no py.typed

from generate_stubs import PROTOS, ROOT

PAGE = ROOT / "docs" / "reference.md"
PACKAGE = ".myosotis.v1."
GOOGLE = ".google.protobuf."
GOOGLE_PAGE = "https://protobuf.dev/reference/protobuf/google.protobuf/"
ERRORS = "ErrorReason"
INTRODUCTION = """\
# Reference

Every call, message, enum and error of the API, package `myosotis.v1`: written from
[protos/](../protos/myosotis/v1) by `make reference`; `make check` says when it is old. What the
calls are for is told in the [README](../README.md); who may make which, in [access.md](access.md).

A field that is left out has its type's zero, which means what its comment says, or nothing;
`optional` ones tell being left out from zero. In JSON, names are in lowerCamelCase.
"""
RECURRING = {
    "user_id": "Required. At most 512 bytes of UTF-8, within the tenant of the API key.",
    "session_id": "At most 512 bytes of UTF-8.",
    "request_id": "A UUID. A repeat within 24 hours returns the first answer and changes nothing.",
    "page_size": "At most 1,000; 100 if 0.",
    "page_token": "The `next_page_token` of the page before; empty for the first one.",
    "next_page_token": "Empty on the last page.",
    "memory_id": "A UUID.",
    "revision": "The user's: each write that changes something has the next one.",
}
"""What fields of these names are where no comment says more."""

# Numbers of fields in descriptor.proto, which the paths of comments are made of.
_MESSAGES, _ENUMS, _SERVICES = 4, 5, 6
_FIELDS = _VALUES = _METHODS = 2


@dataclass(frozen=True)
class Commented:
    """A file of the contract, with what is written above or beside each of its parts."""

    file: FileDescriptorProto
    comments: dict[tuple[int, ...], str]

    def of(self, *path: int) -> str:
        """The comment of the part at that path; empty where there is none."""
        return self.comments.get(path, "")


def contract() -> list[Commented]:
    """Every proto, by name. Raises SystemExit if protoc refuses."""
    with (
        tempfile.TemporaryDirectory() as folder,
        as_file(files("grpc_tools") / "_proto") as well_known,
    ):
        out = Path(folder) / "contract"
        protos = sorted(PROTOS.glob("myosotis/v1/*.proto"))
        options = (f"--proto_path={PROTOS}", f"--proto_path={well_known}", "--include_source_info")
        names = (str(path.relative_to(PROTOS)) for path in protos)
        status = protoc.main(["protoc", *options, f"--descriptor_set_out={out}", *names])
        if status != 0:
            raise SystemExit(f"protoc failed with status {status}")
        found = FileDescriptorSet.FromString(out.read_bytes())
    return [Commented(file, _comments(file)) for file in found.file]


def _comments(file: FileDescriptorProto) -> dict[tuple[int, ...], str]:
    written = {}
    for place in file.source_code_info.location:
        text = place.leading_comments or place.trailing_comments
        if text.strip():
            written[tuple(place.path)] = "\n".join(map(str.strip, text.strip().splitlines()))
    return written


def page(protos: Sequence[Commented]) -> str:
    """The page, the same for the same protos."""
    services = [each for each in protos if each.file.service]
    messages = {
        f"{PACKAGE}{message.name}": (each, place)
        for each in protos
        for place, message in enumerate(each.file.message_type)
    }
    enums = {
        enum.name: (each, place)
        for each in protos
        for place, enum in enumerate(each.file.enum_type)
    }
    # Requests and responses stand with their calls.
    of_calls = {
        name
        for each in services
        for method in each.file.service[0].method
        for name in (method.input_type, method.output_type)
    }
    shared = sorted(name.removeprefix(PACKAGE) for name in messages.keys() - of_calls)
    chosen = sorted(enums.keys() - {ERRORS})
    kinds = {name: where.of(_MESSAGES, place) for name, (where, place) in messages.items()}
    kinds |= {PACKAGE + name: where.of(_ENUMS, place) for name, (where, place) in enums.items()}

    def fields(name: str) -> Iterator[str]:
        where, place = messages[name]
        yield from _described(where.of(_MESSAGES, place))
        yield from _fields(where, place, kinds)

    lines = [INTRODUCTION, *_contents(services, shared, chosen)]
    for each in services:
        service = each.file.service[0]
        lines += [f"## {service.name}", "", *_described(each.of(_SERVICES, 0))]
        for place, method in enumerate(service.method):
            told = each.of(_SERVICES, 0, _METHODS, place)
            lines += [f"### {method.name}", "", *_described(told)]
            for name, streams in _sides(method):
                stream = ", a stream of them" if streams else ""
                lines += [f"`{name.removeprefix(PACKAGE)}`{stream}", "", *fields(name)]
    lines += ["## Messages", ""]
    for name in shared:
        lines += [f"### {name}", "", *fields(PACKAGE + name)]
    lines += ["## Enums", ""]
    for name in chosen:
        lines += [f"### {name}", "", *_enum(*enums[name])]
    lines += ["## Errors", "", *_enum(*enums[ERRORS], prefix="ERROR_REASON_")]
    return "\n".join(lines).rstrip("\n") + "\n"


def _contents(
    services: Sequence[Commented], messages: Sequence[str], enums: Sequence[str]
) -> Iterator[str]:
    yield "| | |"
    yield "|---|---|"
    for each in services:
        service = each.file.service[0]
        yield f"| {_link(service.name)} | {_links([method.name for method in service.method])} |"
    yield f"| {_link('Messages')} | {_links(messages)} |"
    yield f"| {_link('Enums')} | {_links(enums)} |"
    yield f"| {_link('Errors')} | the reasons that an ErrorInfo gives |"
    yield ""


def _sides(method: MethodDescriptorProto) -> tuple[tuple[str, bool], tuple[str, bool]]:
    return (
        (method.input_type, method.client_streaming),
        (method.output_type, method.server_streaming),
    )


def _fields(each: Commented, place: int, kinds: Mapping[str, str]) -> Iterator[str]:
    """A table; what has no comment is told by the first sentence of its type's, in `kinds`."""
    message = each.file.message_type[place]
    if not message.field:
        yield "It has no fields."
        yield ""
        return
    yield "| field | type | |"
    yield "|---|---|---|"
    for at, field in enumerate(message.field):
        told = each.of(_MESSAGES, place, _FIELDS, at) or RECURRING.get(field.name, "")
        told = told or _first_sentence(kinds.get(field.type_name, ""))
        yield f"| `{field.name}` | {_type(field, message)} | {_cell(told)} |"
    yield ""


def _type(field: FieldDescriptorProto, message: DescriptorProto) -> str:
    kind = FieldDescriptorProto
    for nested in message.nested_type:
        if nested.options.map_entry and field.type_name.endswith(f".{nested.name}"):
            key, value = (_type(inner, nested) for inner in nested.field)
            return f"map of {key} to {value}"
    name = _link_of(field.type_name) or kind.Type.Name(field.type)[len("TYPE_") :].lower()
    if field.label == kind.LABEL_REPEATED:
        return f"repeated {name}"
    if field.proto3_optional:
        return f"optional {name}"
    if field.HasField("oneof_index"):
        return f"{name}, one of `{message.oneof_decl[field.oneof_index].name}`"
    return name


def _link_of(type_name: str) -> str:
    """The name of a message or enum, leading to where it is described."""
    if type_name.startswith(GOOGLE):
        name = type_name.removeprefix(GOOGLE)
        anchor = re.sub(r"\B(?=[A-Z])", "-", name).lower()
        return f"[{name}]({GOOGLE_PAGE}#{anchor})"
    return _link(type_name.removeprefix(PACKAGE)) if type_name else ""


def _enum(each: Commented, place: int, prefix: str = "") -> Iterator[str]:
    enum = each.file.enum_type[place]
    yield from _described(each.of(_ENUMS, place))
    yield "| value | number | |"
    yield "|---|---|---|"
    for at, value in enumerate(enum.value):
        told = _cell(each.of(_ENUMS, place, _VALUES, at))
        yield f"| `{value.name.removeprefix(prefix)}` | {value.number} | {told} |"
    yield ""


def _described(comment: str) -> list[str]:
    return [comment, ""] if comment else []


def _cell(comment: str) -> str:
    """On one line of a table, with JSON as code."""
    line = " ".join(comment.split()).replace("|", "\\|")
    return re.sub(r"\{.*\}", r"`\g<0>`", line)


def _first_sentence(comment: str) -> str:
    return re.split(r"(?<=\.)\s", comment, maxsplit=1)[0]


def _links(names: Sequence[str]) -> str:
    return ", ".join(map(_link, names))


def _link(name: str) -> str:
    return f"[{name}](#{_anchor(name)})"


def _anchor(heading: str) -> str:
    return heading.lower()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; fail on drift")
    fresh = page(contract())
    if not parser.parse_args().check:
        PAGE.write_text(fresh, "utf-8")
    elif not PAGE.exists() or PAGE.read_text("utf-8") != fresh:
        print("docs/reference.md does not match protos/: run `make reference`")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
