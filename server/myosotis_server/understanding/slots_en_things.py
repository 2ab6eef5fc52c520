"""What somebody owns, and which car they drive."""

import re
from collections.abc import Callable, Iterator, Mapping

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import fullmatch, head, match, search, sub
from myosotis_server.understanding.predicates_en import Predicate
from myosotis_server.understanding.slots_en_pets import pets
from myosotis_server.understanding.values_en import bare_value

_BRAND = pattern_of(
    r"^(?:an? |my |our |the |this |that )?(?:(?:new|old|used|same|trusty|ancient|battered|rusty"
    r"|family"
    r"|company|clapped-out|shiny|little|tiny|big|silly|green|yellow|secondhand|second-hand|little"
    r"|red|blue|black|white|grey"
    r"|gray|silver|beat-up|\d{4}) )*"
)


def _drive(said: Predicate) -> Iterator[Reading]:
    found = match(
        r"(?:an? |(?:my|our) (?:old |new )?|the same |(?:this|that) (?:old )?|the (?=(?:\w+ "
        r")?[A-Z]))"
        r"(?P<car>.+)",
        said.rest,
    )
    if found and (said.holds or said.denies):
        value = head(
            r"\s(?:to|for|in|around|at|with)\b", bare_value(_BRAND.sub("", said.rest, count=1))
        )
        if value.lower() not in ("car", "lot", "bit", "kids", ""):
            role = fullmatch(
                r"(?:taxi|bus|truck|lorry|cab|school bus|forklift|tractor|digger|tram|train"
                r"|ambulance"
                r"|coach|van for .*)",
                value.lower(),
            )
            yield said.claim("occupation" if role else "car", f"{value} driver" if role else value)


_CARS = pattern_of(
    r"\b(?:car|suv|sedan|(?<!food )(?<!fire )(?<!toy )truck|tesla|honda|toyota|bmw|audi|ford"
    r"|nissan|mazda|volvo|byd|nio"
    r"|volkswagen|vw|hyundai|kia|lexus"
    r"|porsche|mercedes|subaru|jeep|chevrolet|chevy|mini cooper|renault|peugeot|fiat|skoda|prius"
    r"|civic|corolla|golf|polo|fiesta|focus|astra|corsa|clio|yaris|model [3sxy]|camry|accord|cr-v"
    r"|rav4|f-150|silverado|outback|forester|mustang|dacia|seat|citro[eë]n|suzuki|mitsubishi"
    r"|range rover|land rover|mini|dodge|gmc|chrysler|cadillac|buick|tacoma|4runner|micra|qashqai"
    r"|passat|octavia|vauxhall|opel|polestar|rivian|lucid|acura|infiniti|saab|alfa romeo|jaguar"
    r"|bentley|hatchback|minivan|pickup|campervan)\b",
    re.I,
)


def _runs(said: Predicate) -> bool:
    return (
        said.verb == "run"
        and match(
            r"(?:my own|an?|our) (?:\w+ ){0,3}?(?:bakery|shop|store|business|company|restaurant"
            r"|caf[eé]|coffee shop|bar|blog|salon|gym|studio|farm|startup|start-up"
            r"|hotel|bookshop|bookstore|clinic|agency|channel|podcast)\b",
            said.rest,
        )
        is not None
    )


def _own(said: Predicate) -> Iterator[Reading]:
    owning = (said.verb == "own" or _runs(said)) and (said.holds or said.denies)
    bought = said.verb in ("buy", "get") and said.happened
    if not (owning or bought) or match(r"(?:up|it|that|this|them)\b", said.rest):
        return
    plain = sub(r"^(?:myself|ourselves|me|us) ", "", said.rest)
    if owning:
        kept = list(pets(said))
        yield from kept
        if kept:
            return
    if _CARS.search(plain) and match(r"an? ", plain):
        value = bare_value(_BRAND.sub("", plain, count=1))
        value = value if value.lower() != "car" else ""
        if value:
            reading = Reading(Attribute("car", value), subject=said.subject.who)
            yield said.claim("car", value) if owning else reading
    elif (
        said.verb != "get"
        and match(r"(?:an?|two|three|my own|my first|our first|our own) ", plain)
        and (value := bare_value(sub(r"^(?:my|our) (?:own|first) ", "", plain)))
        and (
            owning
            or search(
                r"\b(?:house|flat|apartment|piano|guitar|boat|bike|bicycle|motorbike|motorcycle"
                r"|camera|drone|laptop|condo|violin|telescope|scooter|banjo|ukulele|drum kit"
                r"|kayak|canoe|caravan|van|allotment|cottage|home|ps5|xbox|playstation|console"
                r"|ipad|iphone|macbook|kindle|treadmill|peloton|air fryer|e-bike|sewing machine"
                r"|3d printer|record player|turntable|keyboard|synth|cello|trumpet|saxophone"
                r"|surfboard|skateboard|snowboard|rolex|switch|plot of land|cabin|bungalow)\b",
                value,
            )
        )
    ):
        reading = Reading(Attribute("owns", value), subject=said.subject.who)
        yield said.claim("owns", value) if owning else reading


def _trade(said: Predicate) -> Iterator[Reading]:
    """ "I traded my Civic in for a RAV4", "we sold the Volvo", "upgraded to a Model 3"."""
    if not said.happened or said.subject.owned:
        return
    found = match(
        r"(?:in )?(?:(?:my|the|our|his|her) (?P<old>[\w -]{2,30}?))?(?: in)?"
        r"(?:(?:^| )(?:for|to) an? (?P<new>.+))?$",
        said.rest,
    )
    if found is None:
        return
    who = said.subject.who
    old = bare_value(_BRAND.sub("", found["old"] or "", count=1))
    new = bare_value(_BRAND.sub("", found["new"] or "", count=1))
    old = "" if not _CARS.search(old) or old.lower() == "car" else old
    ends = (Attribute("car", old),) if old else ()
    if new and (old or _CARS.search(new)):
        yield Reading(Attribute("car", new), ends, who)
    elif (old or match(r"(?:my|the|our) (?:old )?car\b", said.rest)) and not new:
        yield Reading(ends=ends or (Attribute("car", ""),), subject=who)


_GOODS = pattern_of(
    r"(?:[\w-]+ ){0,2}?(?:house|piano|guitar|boat|motorbike|motorcycle|drone|condo|violin"
    r"|telescope|scooter"
    r"|banjo|ukulele|drum kit|kayak|canoe|caravan|campervan|allotment|cottage|ps5|xbox"
    r"|playstation|ipad"
    r"|kindle|treadmill|peloton|air fryer|e-bike|sewing machine|3d printer|record player|cello"
    r"|cabin"
    r"|greenhouse|hot tub|kiln|loom)(?= in\b|$)",
    re.IGNORECASE,
)


def _have(said: Predicate) -> Iterator[Reading]:
    """ "I've got a Golf", "I've had the same old Honda for years", "we have a caravan"."""
    found = match(r"(?:an? |the same (?:old )?)(?P<what>.+)", said.rest)
    if found is None or not said.holds or said.subject.owned:
        return
    value = head(r"\s(?:to|for|at|with|that)\b", bare_value(_BRAND.sub("", said.rest, count=1)))
    cars = list(_CARS.finditer(value))
    if cars and value.lower() not in ("car", "mini", "seat"):
        if (
            len(value) - cars[-1].end() <= 8
            and not match(r".*\b(?:car|seat|mini|truck)$", value, re.I)
            and len(value.split()) <= 4
        ):
            yield said.claim("car", value)
    elif goods := _GOODS.fullmatch(value):
        yield said.claim("owns", goods[0])


VERBS: Mapping[str, tuple[Callable[[Predicate], Iterator[Reading]], ...]] = {
    **dict.fromkeys(("drive", "lease"), (_drive,)),
    "have": (_have,),
    **dict.fromkeys(("sell", "trade", "swap", "upgrade", "switch"), (_trade,)),
    **dict.fromkeys(("own", "buy", "get", "run"), (_own,)),
}
