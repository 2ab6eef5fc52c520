"""One question to a language model: instructions of ours, and what was said as data beside them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from myosotis_server.adapters.token_budget import estimated_tokens


@dataclass(frozen=True, slots=True)
class Question:
    """What is sent in one call.

    `formats` are ways to ask for JSON, the best first; not every endpoint knows all of them, and
    the last asks for nothing. `room` is how many tokens the answer may take, `tokens` about how
    many the question does.
    """

    messages: Sequence[Mapping[str, str]]
    formats: Sequence[Mapping[str, Any]]
    room: int
    tokens: int


def question(instructions: str, data: Mapping[str, Any], form: "Form", room: int) -> Question:
    """`data` becomes one JSON document, which nothing in it can end before its end."""
    document = json.dumps(data, ensure_ascii=False)
    document = document.replace("<", "\\u003c").replace(">", "\\u003e")
    # Half a surrogate pair cannot be sent.
    document = document.encode("utf-8", "replace").decode()
    said = f"<dialogue>\n{document}\n</dialogue>"
    messages = [{"role": "system", "content": instructions}, {"role": "user", "content": said}]
    tokens = form.tokens + estimated_tokens(instructions) + estimated_tokens(said)
    return Question(messages, form.formats, room, tokens)


class Form:
    """The form of an answer: an object of these `properties`, each a JSON schema."""

    def __init__(self, name: str, properties: Mapping[str, Any]) -> None:
        schema = closed_object(properties)
        strict = {"name": name, "strict": True, "schema": schema}
        self.formats: Sequence[Mapping[str, Any]] = (
            {"response_format": {"type": "json_schema", "json_schema": strict}},
            {"response_format": {"type": "json_object"}},
            {},
        )
        self.tokens = estimated_tokens(json.dumps(schema))


def closed_object(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of an object that has all `properties` and no others, as strict ones must."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
