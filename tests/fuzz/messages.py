"""Requests made from the contract's descriptors: of every message, with every kind of value."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from random import Random
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from fuzz import texts

USERS = ("fuzz-a", "fuzz-b", "模糊-丙", "fuzz d", "f" * 128)
_KEYS = ("home_city", "likes", "age", "birthday", "allergy", "x_1")
_ID = "123e4567-e89b-12d3-a456-426614174000"
_SAMPLES: dict[str, Sequence[str]] = {
    "time_zone": ("Asia/Shanghai", "UTC", "america/new_york", "Pacific/Kiritimati", ""),
    "language": ("zh", "en", "en-GB", "zh-Hant", ""),
    "key": _KEYS,
    "attribute_key": _KEYS,
    "request_id": (_ID, _ID.replace("1", "2"), "", "", ""),
    "memory_id": (_ID,),
    "entity_id": (_ID,),
    "session_id": ("s1", "s2", "会话"),
    "turn_id": ("t1", "t2", "轮", ""),
    "path": ("content", "pinned", "kind", "metadata", "event_time", "tags", "attribute"),
    "speaker": ("", "小王", "Tom"),
    "subject": ("", "小王", "Tom", "妈妈"),
    "page_token": ("",),
    "etag": ("", "1"),
    "model": ("multilingual-e5-small",),
    "type": ("knows", "likes", "works_at"),
    "relation": ("knows", "likes", "works_at"),
}
_ODD_TEXTS = (
    *(
        "Mars/Base",
        "../etc",
        "+8",
        "Not snake",
        "a" * 65,
        "_",
        "x",
        "0" * 36,
        _ID.upper(),
        "s" * 257,
    ),
    *("memory_id", "*", "english", "\0", " ", "\u200b", "user_id", "-1", "1e9"),
)
_NUMBERS = (0, 0, 1, 2, 3, 7, 10)
_ODD_NUMBERS = (100, 1_000, 1_001, 100_000, -1, 1 << 20, 1 << 30)
_FRACTIONS = (0.0, 0.5, 1.0, 0.3, 0.99)
_ODD_FRACTIONS = (
    *(-0.0, 2.0, -1.0, 1e-310, 1e38, 1e300, -1e300),
    *(float("nan"), float("inf"), float("-inf")),
)
_SECONDS = (1_760_000_000, 1_759_900_000, 1_750_000_000, 1_759_999_000, 0, -2_208_988_800)
_ODD_SECONDS = (
    *(1_770_000_000, 7_258_118_399, -2_208_988_801, 7_258_118_400, 1 << 62, -(1 << 63)),
    253_402_300_800,
)
_NANOS = (0, 0, 1, 500_000, 999_999_999)
_BITS = {
    FieldDescriptor.CPPTYPE_INT32: (-(1 << 31), (1 << 31) - 1),
    FieldDescriptor.CPPTYPE_INT64: (-(1 << 63), (1 << 63) - 1),
    FieldDescriptor.CPPTYPE_UINT32: (0, (1 << 32) - 1),
    FieldDescriptor.CPPTYPE_UINT64: (0, (1 << 64) - 1),
}
_MOST_KNOWN = 100
_NEEDED = (
    *("user_id", "memories", "turns", "content", "role", "memory_id", "entity_id", "session_id"),
    *("turn_id", "key", "node", "relations", "source", "target", "update_mask", "memory"),
)
_OFTEN = dict.fromkeys(_NEEDED, 0.97) | {
    "min_revision": 0.01,  # which would be waited for
    "expire_time": 0.05,
    "page_token": 0.1,
}
"""How often a field is set that makes a call worth something, or worth little."""


class Known:
    """What answers held, by the names of their fields: ids and tokens that mean something."""

    def __init__(self) -> None:
        self._values: dict[str, list[str]] = defaultdict(list)

    def learn(self, answer: Message) -> None:
        """Takes the strings of `answer`, at any depth."""
        for field, value in answer.ListFields():
            values = (
                value
                if isinstance(value, Sequence) and not isinstance(value, str | bytes)
                else [value]
            )
            for each in list(values)[:20] if not hasattr(value, "keys") else []:
                if isinstance(each, Message):
                    self.learn(each)
                elif isinstance(each, str) and each:
                    known = self._values[field.name.removeprefix("next_")]
                    known.append(each)
                    del known[:-_MOST_KNOWN]

    def of(self, name: str) -> Sequence[str]:
        """What fields of this name may hold."""
        single = name.removesuffix("s")
        learned = (*self._values.get(name, ()), *self._values.get(single, ()))
        if name.endswith("_memory_ids") or name == "evidence":
            learned = (*learned, *self._values.get("memory_id", ()))
        return (*learned, *_SAMPLES.get(name, ()), *_SAMPLES.get(single, ()))


def filled(random: Random, message: Message, known: Known) -> Message:
    """`message` with some of its fields set: half of the time all of them as they may be."""
    wildness = random.choice((0.0, 0.0, 0.0, 0.02, 0.02, 0.3))
    _Filling(random, known, wildness).fill(message, 0)
    return message


class _Filling:
    """Fills one message; every value is an odd one with the chance `wildness`."""

    def __init__(self, random: Random, known: Known, wildness: float) -> None:
        self._random = random
        self._known = known
        self._wildness = wildness

    def fill(self, message: Any, depth: int) -> None:
        descriptor: Descriptor = message.DESCRIPTOR
        random = self._random
        match descriptor.full_name:
            case "google.protobuf.Timestamp":
                message.seconds = random.choice(_ODD_SECONDS if self._is_odd() else _SECONDS)
                message.nanos = random.choice((-1, 1_000_000_000) if self._is_odd() else _NANOS)
            case "google.protobuf.Duration":
                message.seconds = random.choice(
                    (0, -1, 1 << 40) if self._is_odd() else (1, 60, 86_400)
                )
                message.nanos = random.choice((-1, 999_999_999) if self._is_odd() else _NANOS)
            case "google.protobuf.FieldMask":
                for _ in range(random.choice((0, 21) if self._is_odd() else (1, 2, 3))):
                    message.paths.append(self._text("path"))
            case _:
                few = 0.6 * random.random()
                for field in descriptor.fields:
                    if random.random() < _OFTEN.get(field.name, few) and depth < 6:
                        self._set(message, field, depth)

    def _is_odd(self) -> bool:
        return self._random.random() < self._wildness

    def _set(self, message: Any, field: Any, depth: int) -> None:
        held = getattr(message, field.name)
        if not field.is_repeated:
            if field.message_type is not None:
                held.SetInParent()
                self.fill(held, depth + 1)
            else:
                setattr(message, field.name, self._value(field))
            return
        count = self._random.choice((0, 65, 101, 1_001) if self._is_odd() else (1, 1, 2, 3, 5))
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            keys, values = (field.message_type.fields_by_name[name] for name in ("key", "value"))
            for _ in range(count):
                if values.message_type is None:
                    held[self._value(keys)] = self._value(values)
                else:
                    self.fill(held[self._value(keys)], depth + 1)
        elif field.message_type is not None:
            for _ in range(min(count, 101)):
                self.fill(held.add(), depth + 1)
        else:
            held.extend([self._value(field) for _ in range(count)])

    def _value(self, field: Any) -> Any:
        random, kind = self._random, field.cpp_type
        if kind in _BITS:
            low, high = _BITS[kind]
            number = random.choice(_ODD_NUMBERS if self._is_odd() else _NUMBERS)
            if self._is_odd():
                number = random.randint(low, high)
            return min(max(number, low), high)
        if kind == FieldDescriptor.CPPTYPE_ENUM:
            values = [each.number for each in field.enum_type.values]
            known = values[1:] if random.random() < 0.8 else values
            return random.randint(-9, 1 << 30) if self._is_odd() else random.choice(known)
        if kind == FieldDescriptor.CPPTYPE_BOOL:
            return random.random() < 0.4
        if kind in (FieldDescriptor.CPPTYPE_DOUBLE, FieldDescriptor.CPPTYPE_FLOAT):
            return random.choice(_ODD_FRACTIONS if self._is_odd() else _FRACTIONS)
        if field.type == FieldDescriptor.TYPE_BYTES:
            return random.randbytes(random.randrange(64))
        return self._text(field.name)

    def _text(self, name: str) -> str:
        random = self._random
        if self._is_odd():
            fixed = random.random() < 0.5
            return random.choice(_ODD_TEXTS) if fixed else texts.text(random, 9_000)
        if name == "user_id":
            return random.choice(USERS)
        if name in ("content", "query"):
            return _short(texts.text(random, random.choice((40, 200, 200, 2_700))) or "嗯")
        sensible = self._known.of(name)
        if sensible and random.random() < 0.95:
            return random.choice(sensible)
        return _short(texts.text(random, random.choice((4, 8, 20))) or "x")


def _short(text: str) -> str:
    """What may be given, as a rule."""
    return text.replace("\0", "0")
