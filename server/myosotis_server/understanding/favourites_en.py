"""The slots of favourite things: "my favourite drink", "best film of all time"."""

from collections.abc import Iterator

from myosotis_server.memory.reading import Reading
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import match, sub, words
from myosotis_server.understanding.predicates_en import Predicate
from myosotis_server.understanding.values_en import bare_value

_FAVOURITE = pattern_of(
    r"(?:(?:all[- ]time|absolute|current|new|personal|biggest|most|very|other|number one"
    r"|number-one|go-to) )*favourites?"
    r"(?: (?P<thing>[\w'-]+(?: [\w'-]+){0,3}?))?(?: (?:of all time|ever|of all|to (?P<verb>\w+)"
    r"|in the world|on (?:earth|the planet)|in town|around here|of the (?:day|week)|at (?:school"
    r"|uni|college|work|the gym)|right now|at the moment|so far"
    r"|these days|out there|of mine|for sure|by far|by \w+))*$"
)


_GO_TO = pattern_of(
    r"(?:go-to|usual|regular|preferred|drink of choice) ?(?P<thing>drink|order|breakfast|snack"
    r"|meal|lunch)?$"
)


_THINGS = {
    "color": "colour",
    "colors": "colour",
    "colours": "colour",
    "film": "movie",
    "films": "movie",
    "movies": "movie",
    "type of music": "music",
    "kind of music": "music",
    "music genre": "music",
    "genre of music": "music",
    "beverage": "drink",
    "thing to drink": "drink",
    "thing to eat": "food",
    "dish": "food",
    "things to eat": "food",
    "meal": "food",
    "foods": "food",
    "time of year": "season",
    "time of the year": "season",
    "video game": "game",
    "computer game": "game",
    "kind of food": "food",
    "type of food": "food",
    "hobby": "hobby",
    "pastime": "hobby",
    "place to eat": "restaurant",
    "school subject": "subject",
    "class": "subject",
    "flavor": "flavour",
    "sports": "sport",
    "tv series": "tv_show",
    "show": "tv_show",
    "series": "tv_show",
    "thing to do": "hobby",
    "way to relax": "hobby",
    "activity": "hobby",
}


_KINDS = {
    "colour": words(
        """red blue green yellow purple pink black white orange grey gray brown teal turquoise navy
    beige lavender"""
    ),
    "season": words("spring summer autumn fall winter"),
}


def favourite(said: Predicate, rest: str) -> Iterator[Reading]:
    found = _FAVOURITE.match(said.subject.owned) or _GO_TO.match(said.subject.owned)
    if found is None:
        return
    thing = (found["thing"] or "").strip()
    verb = found.groupdict().get("verb")
    if thing in ("thing", "things", "") and verb in ("drink", "eat", "do"):
        thing = {"drink": "drink", "eat": "food", "do": "hobby"}[verb]
    values = [value] if (value := bare_value(rest, keep="with")) else []
    if match(
        r"(?:to|when|how|that|the one|of|gone|closed|here|there|not|so|very|coming|playing|on"
        r"|out)\b",
        rest,
    ):
        return
    yield from favourites(said, thing, values)


def favourites(said: Predicate, thing: str, values: list[str]) -> Iterator[Reading]:
    """That each of `values` is the favourite `thing` of the subject."""
    for value in values:
        key = favourite_key(thing, value)
        yield said.claim(key, value)


def favourite_key(thing: str, value: str) -> str:
    """The slot of the favourite `thing`: "ice cream" → favourite_ice_cream; "" by its value."""
    thing = " ".join(thing.lower().split())
    thing = _THINGS.get(thing, thing)
    if thing == "hobby":
        return "hobby"
    if not thing:
        kinds = [kind for kind, words in _KINDS.items() if value.lower() in words]
        return f"favourite_{kinds[0]}" if kinds else "likes"
    return "favourite_" + sub(r"[^\w]+", "_", _singular(thing))


def _singular(thing: str) -> str:
    if thing.endswith("ies") and len(thing) > 4:
        return _THINGS.get(
            thing, thing[:-3] + "y" if thing not in ("movies", "cookies") else thing[:-1]
        )
    if thing.endswith("s") and not thing.endswith(("ss", "us", "is")):
        return thing[:-2] if thing.endswith(("shes", "ches", "xes")) else thing[:-1]
    return thing


def is_favourite(owned: str) -> bool:
    """Whether `owned` ("favourite drink", "go-to order") speaks of what somebody likes best."""
    return "favourite" in owned or _GO_TO.match(owned) is not None
