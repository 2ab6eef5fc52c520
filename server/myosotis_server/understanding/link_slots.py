"""Which relation an attribute stands for, and what its values are: the one table of both.

The relation leads from the user, or from whoever the memory is about, to the value: user -likes->
latte, mother -lives_in-> 苏州. Every slot has one relation; several slots may share it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from myosotis_server.memory.graph import NodeType


@dataclass(frozen=True, slots=True)
class SlotLink:
    """`type` is what a value is that the taxonomy lacks; `roots` are the kinds that it may name.

    Without `roots` it may name any. `is_phrase`: a value is often a whole phrase ("learn the
    piano"), so that what it speaks of is looked for within it.
    """

    verb: str
    type: NodeType
    roots: frozenset[str] = frozenset()
    is_phrase: bool = False


def _roots(words: str) -> frozenset[str]:
    return frozenset(words.split())


_PERSON, _PLACE, _FIRM = NodeType.PERSON, NodeType.PLACE, NodeType.ORGANISATION
_THING, _ACTIVITY, _CATEGORY = NodeType.THING, NodeType.ACTIVITY, NodeType.CATEGORY
_TOWNS, _NOBODY = frozenset({"country"}), frozenset({"-"})
_DONE = _roots("sport pastime art dance game music instrument") | {"reading matter"}

LINKS: Mapping[str, SlotLink] = {
    "hometown": SlotLink("comes_from", _PLACE, _TOWNS),
    "home_city": SlotLink("lives_in", _PLACE, _TOWNS),
    "work_city": SlotLink("works_in", _PLACE, _TOWNS),
    "nationality": SlotLink("citizen_of", _PLACE, _TOWNS),
    "religion": SlotLink("believes_in", _THING, _roots("religion")),
    "occupation": SlotLink("works_as", _CATEGORY, _roots("occupation")),
    "employer": SlotLink("works_at", _FIRM, _roots("company")),
    "manager": SlotLink("works_for", _PERSON, _NOBODY),
    "school": SlotLink("studies_at", _FIRM, _NOBODY),
    "major": SlotLink("studies", _THING, _roots("subject language art music instrument")),
    "skill": SlotLink("skilled_in", _ACTIVITY, _DONE | _roots("language subject")),
    "language": SlotLink("speaks", _THING, _roots("language")),
    "learning": SlotLink("learns", _ACTIVITY, _DONE | _roots("language subject occasion matter")),
    "partner": SlotLink("has_partner", _PERSON, _NOBODY),
    "child": SlotLink("has_child", _PERSON, _NOBODY),
    "sibling": SlotLink("has_sibling", _PERSON, _NOBODY),
    "friend": SlotLink("has_friend", _PERSON, _NOBODY),
    "pet": SlotLink("has_pet", _PERSON, _roots("animal")),
    "owns": SlotLink("owns", _THING, is_phrase=True),
    "car": SlotLink("owns", _THING, _roots("vehicle company")),
    "allergy": SlotLink("allergic_to", _THING, _roots("food drink animal plant medicine")),
    "illness": SlotLink("has_illness", _THING, _roots("illness")),
    "medication": SlotLink("takes", _THING, _roots("medicine")),
    "diet": SlotLink("follows", _THING, frozenset({"way of eating"})),
    "likes": SlotLink("likes", _THING, is_phrase=True),
    "dislikes": SlotLink("dislikes", _THING, is_phrase=True),
    "hobby": SlotLink("does", _ACTIVITY, _DONE),
    "exercise": SlotLink("does", _ACTIVITY, _roots("sport dance")),
    "routine": SlotLink("does", _ACTIVITY, is_phrase=True),
    "drinks": SlotLink("drinks", _THING, _roots("drink")),
    "eats": SlotLink("eats", _THING, _roots("food drink")),
    "avoids": SlotLink("avoids", _THING, is_phrase=True),
    "commute": SlotLink("commutes_by", _ACTIVITY, _roots("vehicle sport")),
    "values": SlotLink("values", _THING, is_phrase=True),
    "goal": SlotLink("wants", _ACTIVITY, is_phrase=True),
    "fear": SlotLink("fears", _THING, is_phrase=True),
}

_FAVOURITES: Mapping[str, tuple[NodeType, frozenset[str]]] = {
    "drink": (_THING, _roots("drink")),
    "food": (_THING, _roots("food drink")),
    "fruit": (_THING, _roots("food")),
    "dessert": (_THING, _roots("food")),
    "snack": (_THING, _roots("food")),
    "sport": (_ACTIVITY, _roots("sport")),
    "game": (_ACTIVITY, _roots("game sport")),
    "animal": (_THING, _roots("animal")),
    "flower": (_THING, _roots("plant")),
    "plant": (_THING, _roots("plant")),
    "music": (_THING, _roots("music")),
    "instrument": (_THING, _roots("instrument")),
    "language": (_THING, _roots("language")),
    "subject": (_THING, _roots("subject")),
    "car": (_THING, _roots("vehicle company")),
    "brand": (_FIRM, _roots("company")),
    "restaurant": (_FIRM, _roots("company")),
    "band": (_FIRM, _NOBODY),
    "team": (_FIRM, _NOBODY),
    "city": (_PLACE, _TOWNS),
    "place": (_PLACE, _TOWNS),
    **dict.fromkeys(
        ("singer", "actor", "author", "player", "teacher", "director", "painter"),
        (_PERSON, _NOBODY),
    ),
    **dict.fromkeys(
        ("movie", "book", "song", "show", "anime", "character", "toy", "scent", "ice_cream"),
        (_THING, _NOBODY),
    ),
}
_NO_FAVOURITES = frozenset({"colour", "color", "number", "emoji", "style"})
"""Favourites that are no things."""

NO_LINK = frozenset({
    # What the user is called is themselves; somebody else's name is handled as such.
    "name", "nickname", "call_me",
    # Numbers, days and traits.
    "age", "birthday", "gender", "height", "weight", "blood_type", "zodiac_sign", "personality",
    "salary", "rent", "grade", "relationship_status", "children_count", "tone", "smokes",
    "wake_time", "bed_time",
    # What reaches somebody.
    "home_address", "phone_number", "email",
})  # fmt: skip
"""Slots whose values are no entities."""

PRIVATE = frozenset({"home_address", "phone_number", "email"})
"""Slots in whose statements nothing is looked for at all."""


def link_of(key: str) -> SlotLink | None:
    """The relation of the slot `key`; None where its values are no entities, or it is unknown."""
    known = LINKS.get(key)
    if known is not None:
        return known
    if not key.startswith(("favourite_", "favorite_")):
        return None
    kind = key.partition("_")[2]
    if kind in _NO_FAVOURITES:
        return None
    type_, roots = _FAVOURITES.get(kind, (_THING, frozenset()))
    return SlotLink("likes", type_, roots)
