"""Who and what a statement names: people, animals, places, organisations."""

from collections.abc import Iterable

from myosotis_server.memory.reading import Reading
from myosotis_server.understanding.people_en import NAMES
from myosotis_server.understanding.people_zh import is_kin

_NAMING = frozenset(
    {
        *("partner", "child", "friend", "sibling", "manager", "pet"),
        *("employer", "school", "home_city", "hometown", "work_city"),
    }
)
"""Slots whose values are names."""
_LONGEST = 64


def entities_of(readings: Iterable[Reading], subject: str) -> tuple[str, ...]:
    """The names in what `readings` claim and of whom they speak, each once, in order.

    Kin without a name ("妈妈", "my sister") are none.
    """
    names: dict[str, None] = {}
    if is_name(subject):
        names[subject] = None
    for reading in readings:
        if is_name(reading.subject):
            names[reading.subject] = None
        claimed = [] if reading.attribute is None else [reading.attribute]
        for attribute in (*claimed, *reading.ends):
            if attribute.key in _NAMING or (attribute.key == "name" and reading.subject):
                names[attribute.value] = None
    return tuple(name for name in names if 0 < len(name) <= _LONGEST)


def is_name(subject: str) -> bool:
    """Whether `subject` is a proper name, and not kin or a description ("妈妈", "my boss")."""
    if not subject or subject[0].islower():
        return False
    return (
        subject.lower() in NAMES
        or subject[0].isupper()
        or not (subject.isascii() or is_kin(subject))
    )
