"""The JSON of a language model's answer, wherever in it that is."""

import json
from collections.abc import Iterator

_FENCE = "```"
_THOUGHT = "</think>"


def json_in(answer: str) -> object:
    """The document that `answer` holds; None where there is none."""
    for text in _stretches(answer):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            continue
    return None


def _stretches(answer: str) -> Iterator[str]:
    """Where the JSON may be: all of it, behind a train of thought, fenced, or amid prose."""
    yield answer
    answer = answer.rpartition(_THOUGHT)[2]
    fenced = answer.split(_FENCE)
    if len(fenced) > 2:
        yield fenced[1].removeprefix("json").removeprefix("JSON")
    for opening, closing in ("{}", "[]"):
        start, end = answer.find(opening), answer.rfind(closing)
        if 0 <= start < end:
            yield answer[start : end + 1]
