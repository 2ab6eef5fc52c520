"""The attributes that statements are read into: which there are, and how many values each may have.

Keys are snake case and language-free; values stay in the language in which they were said.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from myosotis_server.memory.values import MemoryKind, Sensitivity

_FACT, _TASTE = MemoryKind.FACT, MemoryKind.PREFERENCE
_HABIT, _VALUE, _EVENT = MemoryKind.HABIT, MemoryKind.VALUE, MemoryKind.EVENT
_NORMAL, _PERSONAL, _SENSITIVE = Sensitivity.NORMAL, Sensitivity.PERSONAL, Sensitivity.SENSITIVE


@dataclass(frozen=True, slots=True)
class Slot:
    """`single`: one value at a time, so that another value ends the one before.

    A value here ends the same value in the slot `opposite`: who dislikes coffee likes it no longer.
    `importance` is what a statement of it starts from.
    """

    kind: MemoryKind
    importance: float
    single: bool = False
    opposite: str = ""
    sensitivity: Sensitivity = _NORMAL


SLOTS: Mapping[str, Slot] = {
    # Who they are.
    "name": Slot(_FACT, 0.95, single=True),
    "nickname": Slot(_FACT, 0.8),
    "age": Slot(_FACT, 0.85, single=True),
    "birthday": Slot(_FACT, 0.9, single=True, sensitivity=_PERSONAL),
    "gender": Slot(_FACT, 0.85, single=True),
    "nationality": Slot(_FACT, 0.85, single=True),
    "hometown": Slot(_FACT, 0.8, single=True),
    "home_city": Slot(_FACT, 0.85, single=True),
    "home_address": Slot(_FACT, 0.85, single=True, sensitivity=_PERSONAL),
    "phone_number": Slot(_FACT, 0.8, single=True, sensitivity=_PERSONAL),
    "email": Slot(_FACT, 0.8, single=True, sensitivity=_PERSONAL),
    "height": Slot(_FACT, 0.6, single=True),
    "weight": Slot(_FACT, 0.6, single=True),
    "blood_type": Slot(_FACT, 0.7, single=True, sensitivity=_SENSITIVE),
    "zodiac_sign": Slot(_FACT, 0.5, single=True),
    "personality": Slot(_FACT, 0.6),
    "religion": Slot(_FACT, 0.8, single=True, sensitivity=_SENSITIVE),
    # Work and study.
    "occupation": Slot(_FACT, 0.9, single=True),
    "employer": Slot(_FACT, 0.9, single=True),
    "work_city": Slot(_FACT, 0.8, single=True),
    "salary": Slot(_FACT, 0.8, single=True, sensitivity=_PERSONAL),
    "school": Slot(_FACT, 0.85, single=True),
    "major": Slot(_FACT, 0.8, single=True),
    "grade": Slot(_FACT, 0.8, single=True),
    "manager": Slot(_FACT, 0.8, single=True),
    "skill": Slot(_FACT, 0.6),
    "language": Slot(_FACT, 0.7),
    "learning": Slot(_FACT, 0.6),
    # Whom and what they have.
    "relationship_status": Slot(_FACT, 0.85, single=True),
    "partner": Slot(_FACT, 0.9, single=True),
    "child": Slot(_FACT, 0.9),
    "children_count": Slot(_FACT, 0.9, single=True),
    "sibling": Slot(_FACT, 0.85),
    "friend": Slot(_FACT, 0.7),
    "pet": Slot(_FACT, 0.75),
    "owns": Slot(_FACT, 0.5),
    "car": Slot(_FACT, 0.6, single=True),
    "rent": Slot(_FACT, 0.6, single=True),
    # Body and health.
    "allergy": Slot(_FACT, 0.9, sensitivity=_SENSITIVE),
    "illness": Slot(_FACT, 0.85, sensitivity=_SENSITIVE),
    "medication": Slot(_FACT, 0.85, sensitivity=_SENSITIVE),
    "diet": Slot(_FACT, 0.7, single=True),
    # Tastes. Any other favourite_<thing> is a slot of this kind too.
    "likes": Slot(_TASTE, 0.4, opposite="dislikes"),
    "dislikes": Slot(_TASTE, 0.4, opposite="likes"),
    "hobby": Slot(_TASTE, 0.4, opposite="dislikes"),
    "call_me": Slot(_TASTE, 0.8, single=True),
    "tone": Slot(_TASTE, 0.6, single=True),
    # What they do again and again. `avoids` is what they don't or no longer do.
    "drinks": Slot(_HABIT, 0.4, opposite="avoids"),
    "eats": Slot(_HABIT, 0.4, opposite="avoids"),
    "smokes": Slot(_HABIT, 0.5, opposite="avoids"),
    "exercise": Slot(_HABIT, 0.5, opposite="avoids"),
    "routine": Slot(_HABIT, 0.5, opposite="avoids"),
    "avoids": Slot(_HABIT, 0.5, opposite="routine"),
    "wake_time": Slot(_HABIT, 0.5, single=True),
    "bed_time": Slot(_HABIT, 0.5, single=True),
    "commute": Slot(_HABIT, 0.5, single=True),
    # What they believe, want and fear.
    "values": Slot(_VALUE, 0.5),
    "goal": Slot(_VALUE, 0.6),
    "fear": Slot(_VALUE, 0.6),
}

_FAVOURITE = Slot(_TASTE, 0.4, single=True)
_UNKNOWN = Slot(_FACT, 0.6)


def slot_of(key: str) -> Slot:
    """The slot `key`; one of a caller's own may have several values, unless it is a favourite."""
    known = SLOTS.get(key)
    if known is not None:
        return known
    return _FAVOURITE if key.startswith(("favourite_", "favorite_")) else _UNKNOWN
