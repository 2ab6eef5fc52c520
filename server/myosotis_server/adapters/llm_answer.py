"""What is believed of a language model's answer: each memory by itself, or nothing at all."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from myosotis_server.adapters.llm_grounding import Grounding, Said
from myosotis_server.adapters.llm_json import json_in
from myosotis_server.adapters.llm_prompt import EMOTIONS, KINDS
from myosotis_server.memory.blank import says_nothing
from myosotis_server.memory.identity import normalise
from myosotis_server.memory.language_model import (
    LONGEST_CONTENT,
    MOST_PER_TURN,
    Extracted,
    ModelFailed,
)
from myosotis_server.memory.values import Attribute, Emotion, MemoryKind, Role, Statement, Turn

_KEY = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
_LONGEST_KEY = 64
_LONGEST_VALUE = 256
"""Characters of an attribute's value, a subject, or the words that name a time."""
_MOST_ITEMS = 1_000
"""Of an answer, good or not, that are looked at."""
_THEMSELVES = frozenset({"user", "the user", "i", "me", "myself", "self", "用户", "用戶", "我"})


def memories_in(answer: str, turns: Sequence[Turn], before: Sequence[Turn]) -> list[Extracted]:
    """The good ones among the memories of `answer`, in order of the turns that they come from.

    Raises ModelFailed where the answer is no document of memories.
    """
    items = _items(answer)[:_MOST_ITEMS]
    if not items:
        return []
    ahead = [Said(turn.content) for turn in before]
    said = [Said(turn.content) for turn in turns]
    groundings: dict[int, Grounding] = {}
    counts: Counter[int] = Counter()
    seen: set[tuple[str, str]] = set()
    extracted = []
    for item in items:
        place = _place(item, turns)
        if place is None or counts[place] == MOST_PER_TURN:
            continue
        if place not in groundings:
            groundings[place] = Grounding(said[place], [*ahead, *said[:place]])
        statement = _statement(item, groundings[place])
        if statement is None:
            continue
        identity = normalise(statement.subject), normalise(statement.content)
        if identity in seen:
            continue
        seen.add(identity)
        counts[place] += 1
        extracted.append(Extracted(place, statement, _when(item, turns[place])))
    return sorted(extracted, key=lambda each: each.turn)


def _items(answer: str) -> list[Mapping[str, Any]]:
    document = json_in(answer)
    if isinstance(document, dict):
        document = document.get("memories")
    if not isinstance(document, list):
        raise ModelFailed("bad_answer")
    return [item for item in document if isinstance(item, dict)]


def _place(item: Mapping[str, Any], turns: Sequence[Turn]) -> int | None:
    place = item.get("turn")
    if type(place) is not int or not 0 <= place < len(turns):
        return None
    return place if turns[place].role is Role.USER else None


def _statement(item: Mapping[str, Any], grounding: Grounding) -> Statement | None:
    """None where the content or its classes are not to be believed.

    A subject or an attribute that is not is left open, for the local reading to fill in.
    """
    content = _text(item, "content", LONGEST_CONTENT)
    kind = _one_of(item, "kind", KINDS, MemoryKind.UNSPECIFIED)
    emotion = _one_of(item, "emotion", EMOTIONS, Emotion.UNSPECIFIED)
    if content is None or says_nothing(content) or kind is None or emotion is None:
        return None
    if not (grounding.in_its_language(content) and grounding.holds(content)):
        return None
    subject = _text(item, "subject", _LONGEST_VALUE) or ""
    if normalise(subject) in _THEMSELVES:
        subject = ""
    whose_is_known = not subject or grounding.tells(subject)
    return Statement(
        content,
        kind=kind,
        subject=subject if whose_is_known else "",
        attribute=_attribute(item, content, grounding) if whose_is_known else None,
        emotion=emotion,
        importance=_share(item, "importance"),
        confidence=_share(item, "confidence"),
        pinned=item.get("pinned") is True,
    )


def _attribute(item: Mapping[str, Any], content: str, grounding: Grounding) -> Attribute | None:
    """None where there is none, or its value is neither in the turn nor in what was made of it."""
    key = _text(item, "attribute_key", _LONGEST_KEY)
    value = _text(item, "attribute_value", _LONGEST_VALUE)
    if not key or not value or not _KEY.fullmatch(key):
        return None
    said = grounding.turn.tells(value) or (grounding.tells(value) and Said(content).tells(value))
    return Attribute(key, value) if said else None


def _when(item: Mapping[str, Any], turn: Turn) -> str:
    when = _text(item, "when", _LONGEST_VALUE) or ""
    return when if when in turn.content else ""


def _text(item: Mapping[str, Any], name: str, most: int) -> str | None:
    """A string of at most `most` characters without white space around it; None for none such."""
    text = item.get(name)
    if not isinstance(text, str) or len(text) > most or "\0" in text:
        return None
    # JSON can spell half a surrogate pair, which nothing can store.
    return None if any("\ud800" <= each <= "\udfff" for each in text) else text.strip()


def _one_of(
    item: Mapping[str, Any], name: str, known: Mapping[str, Any], unset: MemoryKind | Emotion
) -> Any:
    """The member that is named; `unset` where nothing is, None for one that is not known."""
    written = item.get(name)
    if written is None or written == "":
        return unset
    return known.get(written.strip().lower()) if isinstance(written, str) else None


def _share(item: Mapping[str, Any], name: str) -> float | None:
    """A number, brought into 0 to 1; None where there is none."""
    value = item.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        return None
    return float(min(max(value, 0), 1))
