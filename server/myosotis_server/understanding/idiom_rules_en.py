"""The set phrases themselves: first words, what follows them, and what that claims."""

from collections.abc import Callable, Iterator

from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.lexicon_en import (
    NATIONALITY,
    PERSONALITY,
    RELIGION,
    is_activity,
    is_drink,
    is_food,
    is_illness,
    is_role,
)
from myosotis_server.understanding.numbers_en import clock, height, money, weight
from myosotis_server.understanding.patterns_en import head, match, sub
from myosotis_server.understanding.people_en import FULL_NAME, is_name
from myosotis_server.understanding.places_en import is_known_place
from myosotis_server.understanding.values_en import bare_value, listed, organisation, place

_Found = Iterator[Attribute]
Builder = Callable[[str], _Found]


def _home(text: str) -> _Found:
    if where := place(text):
        yield Attribute("home_city", where)


def _known_home(text: str) -> _Found:
    if (where := place(text)) and is_known_place(where):
        yield Attribute("home_city", where)


def _origin(text: str) -> _Found:
    if where := place(text):
        yield Attribute("hometown", where)


def _self(text: str) -> _Found:
    plain = sub(r"^(?:to be |as |being )?(?:(?:an?|very|quite|pretty|rather|such) )*", "", text)
    if trait := PERSONALITY.match(plain):
        yield Attribute("personality", trait["trait"])
    elif people := NATIONALITY.match(plain):
        yield Attribute("nationality", people[0])
    elif faith := RELIGION.match(plain):
        yield Attribute("religion", faith[0])


def _role(text: str) -> _Found:
    role = head(r"\s(?:at|for|in|with|by|from|on|near)\b", bare_value(text))
    if is_role(role):
        yield Attribute("occupation", role)
    if (at := match(r".*?\b(?:at|for|with) (?P<at>[A-Z].+)", text)) and (
        where := organisation(at["at"])
    ):
        yield Attribute("employer", where)


def _employer(text: str) -> _Found:
    if text[:1].isupper() and (where := organisation(text)):
        yield Attribute("employer", where)


def _pay(text: str) -> _Found:
    plain = sub(r"^(?:(?:about|around|roughly|only|just|like|over|nearly) )+", "", text)
    if match(r"[$£€¥]|.*(?:month|year|week|hour|annum|\dk\b|grand)", plain) and (
        found := money(plain)
    ):
        yield Attribute("salary", *found)


def _weight(text: str) -> _Found:
    if found := weight(sub(r"^(?:(?:about|around|roughly|just|over|under) )+", "", text)):
        yield Attribute("weight", *found)


def _height(text: str) -> _Found:
    if found := height(text):
        yield Attribute("height", *found)


def _each(key: str, most: int = 5) -> Builder:
    def build(text: str) -> _Found:
        for value in listed(text):
            if len(value.split()) <= most:
                yield Attribute(key, value)

    return build


def liked(text: str) -> _Found:
    if match(
        r"(?:it|that|this|him|her|them|you|the (?:idea|fact)|my|our|what|how|doing it)\b", text
    ):
        return
    for value in listed(text):
        yield Attribute("hobby" if is_activity(value) else "likes", value)


def _disliked(text: str) -> _Found:
    if not match(r"(?:it|that|this|him|her|them|you|my|our|his|people who)\b", text):
        for value in listed(text):
            yield Attribute("dislikes", value)


def _ill(text: str) -> _Found:
    for value in listed(text):
        if is_illness(value):
            yield Attribute("illness", value)


def _eaten(text: str) -> _Found:
    for value in listed(text):
        if is_drink(value) or is_food(value):
            yield Attribute("drinks" if is_drink(value) else "eats", value)


def _partner(text: str) -> _Found:
    if (found := match(FULL_NAME, text)) and is_name(found[0]):
        yield Attribute("partner", found[0])


def _wake(text: str) -> _Found:
    if time := clock(text):
        yield Attribute("wake_time", time)


def _bed(text: str) -> _Found:
    if time := clock(text, late=True):
        yield Attribute("bed_time", time)


_ROOM = (
    r"(?:room|flat|place|house|apartment|studio|condo|home|cottage|bungalow|loft|bedsit|houseshare)"
)
SAID: tuple[tuple[str, str, Builder], ...] = (
    ("upped up", r"sticks (?:and (?:moved|left) )?(?:to|for) (?P<v>.+)", _home),
    ("put putting", r"down roots in (?P<v>.+)", _home),
    (
        "renting rent sharing share found subletting",
        rf"an? [\w -]{{0,24}}?{_ROOM} in (?P<v>.+)",
        _home,
    ),
    ("made make", r"(?P<v>[A-Z][\w ]+?) (?:my|our|his|her|their) (?:home|base)\b.*", _home),
    ("call", r"(?P<v>[A-Z][\w ]+?) home\b.*", _home),
    ("ended wound landed", r"(?:up )?(?:living|settling) in (?P<v>.+)", _home),
    ("ended wound landed", r"(?:up )?in (?P<v>.+)", _known_home),
    ("emigrated immigrated migrated", r"(?:from [\w ]+? )?to (?P<v>.+)", _home),
    ("hail hails", r"from (?P<v>.+)", _origin),
    ("shrunk shrank grown grew shot", r"(?:up )?to (?P<v>.+)", _height),
    ("tip tips hover clock", r"(?:the scales? )?(?:in )?(?:at|around) (?P<v>.+)", _weight),
    ("call consider describe", r"(?:my|her|him)self (?P<v>.+)", _self),
    ("tend", r"to be (?P<v>.+)", _self),
    ("qualified retrained trained certified hired employed", r"as (?:an? |the )?(?P<v>.+)", _role),
    (
        "got landed scored snagged bagged took accepted started",
        r"(?:an? |my |the )?(?:[\w-]+ ){0,2}?(?:gig|job|role|position|post)(?: \w+)? "
        r"(?:at|with|for) (?P<v>.+)",
        _employer,
    ),
    ("clear net gross bring take pull rake", r"(?:home |in )?(?P<v>.+)", _pay),
    (
        "handy skilled adept decent proficient gifted ace whizz brilliant",
        r"(?:with|at|in) (?:an? |the )?(?P<v>.+)",
        _each("skill", 3),
    ),
    (
        "a",
        r"(?:dab hand|natural|whizz?|pro|wizard|genius) (?:at|with|on) (?:the )?(?P<v>.+)",
        _each("skill", 3),
    ),
    (
        "can",
        r"(?P<v>(?:touch[- ]type|whistle|lip[- ]?read|solder|crochet|sail|fly|sign|read (?:music"
        r"|tarot)|do (?:card tricks"
        r"|magic|a backflip|the splits|a handstand|sudoku))\b[\w ]{0,20})",
        _each("skill", 4),
    ),
    (
        "picking brushing",
        r"up (?:on )?(?:some |my |a bit of )(?P<v>[A-Z]\w+)\b.*",
        _each("learning", 1),
    ),
    ("having taking", r"(?P<v>[\w ]{3,24}?) lessons\b.*", _each("learning", 3)),
    (
        "signed",
        r"up (?:for|to) (?:an? )?(?P<v>[\w ]{3,24}?) (?:lessons|class(?:es)?|course)\b.*",
        _each("learning", 3),
    ),
    ("lived live living struggle struggled deal", r"with (?P<v>.+)", _ill),
    (
        "warmed warming partial developed acquired mad sucker hooked",
        r"(?:a taste |)(?:to|for|on) (?P<v>.+)",
        liked,
    ),
    ("a", r"(?:total |complete |real |big )?(?:sucker|glutton) for (?P<v>.+)", liked),
    ("have", r"(?:developed|acquired|got) a taste for (?P<v>.+)", liked),
    (
        "could",
        r"(?:listen to|watch|eat|drink|read|play) (?P<v>[\w' -]{2,40}?) (?:all day|forever|every "
        r"day|for hours|all night)\b.*",
        liked,
    ),
    ("live lives", r"for (?P<v>.+)", liked),
    ("all", r"about (?P<v>.+)", liked),
    ("live snack graze survive surviving living feast", r"(?:on|off) (?P<v>.+)", _eaten),
    (
        "care cared cares",
        r"(?:deeply|a lot|so much|passionately|a great deal)? ?about (?P<v>.+)",
        _each("values", 4),
    ),
    (
        "stand",
        r"for (?P<v>honesty|justice|equality|fairness|truth|freedom|kindness)\b.*",
        _each("values", 3),
    ),
    ("set", r"(?:my|the) alarm (?:for|to|at) (?P<v>(?!.*tomorrow).+)", _wake),
    ("up awake out", r"(?:of bed )?(?:by|at|around|from|before) (?P<v>.+)", _wake),
    ("crash turn hit", r"(?:in |the (?:hay|sack|pillow) |out )?(?:at|around|by) (?P<v>.+)", _bed),
    ("dread dreading petrified", r"(?:of )?(?P<v>[\w ]+)", _each("fear", 3)),
    (
        "shacked moved",
        r"(?:up|in) with (?:my (?:boyfriend|girlfriend|partner),? )(?P<v>[A-Z].+)",
        _partner,
    ),
)
DENIED: tuple[tuple[str, str, Builder], ...] = (
    ("be", r"doing with (?P<v>.+)", _disliked),
    ("be", r"bothered with (?P<v>.+)", _disliked),
    ("deal", r"with (?P<v>.+)", _disliked),
    ("have", r"(?:the )?(?:time|patience) for (?P<v>.+)", _disliked),
    ("see", r"the (?:appeal|point) (?:of|in) (?P<v>.+)", _disliked),
    ("big", r"on (?P<v>.+)", _disliked),
    ("one", r"for (?P<v>.+)", _disliked),
    ("partial keen", r"(?:to|on) (?P<v>.+)", _disliked),
    ("touch", r"(?P<v>.+) with a (?:barge|ten-foot) ?pole", _disliked),
)
GONE: tuple[tuple[str, str], ...] = (
    (
        "gone went going go",
        r"(?:completely |right |totally |a bit |really )?off (?!to\b|on\b|with\b|at\b|in\b|for\b"
        r"|sick|work|the (?:rails|grid)|without|topic|track|course|piste|limits|menu|script|road"
        r"|campus|season)(?P<v>.+)",
    ),
    ("lost", r"(?:my |all )?(?:taste|interest|appetite|passion|love) (?:for|in) (?P<v>.+)"),
    ("fell fallen", r"out of love with (?P<v>.+)"),
    ("grew grown", r"(?:out of|tired of|sick of|bored of) (?P<v>.+)"),
    ("over", r"(?!the\b|it\b|there|here|at\b|by\b|an?\b)(?P<v>[a-z][\w ]+?)(?: now)?$"),
)
