"""Finds English addresses, and others in Latin letters, down to the street and house."""

import re
from collections.abc import Iterator

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.private_classes import Private, PrivateClass

_HINT = pattern_of("[0-9]")
_SUFFIX = (
    r"street|str|road|avenue|lane|drive|boulevard|court|terrace|crescent|parkway|highway|close"
    r"|square|place|circle|way|trail|alley|mews|grove|gardens|plaza|quay|row|walk|loop|turnpike"
    r"|pike|path|hill|view|green|park|wharf|expressway|freeway|crossing|ridge|run|bend|cove|point"
    r"|st|rd|ave|av|ln|dr|blvd|ct|ter|terr|cres|pkwy|hwy|sq|pl|cir|tpke|wy|trl"
)
_FIRM = frozenset(
    [
        "terrace",
        "court",
        "street",
        "road",
        "avenue",
        "lane",
        "boulevard",
        "rd",
        "ave",
        "blvd",
        "ln",
        "crescent",
        "st",
        "drive",
        "dr",
    ]
)
_UNIT_EN = (
    r"(?:[\s,]{1,3}(?:(?:apt|apartment|unit|suite|ste|flat|floor|fl|room|rm|bldg|building|block|lot"
    r"|\#)\.?\s?\#?\s?[A-Za-z]?-?[0-9]{1,5}[A-Za-z]?\b|(?:apt|apartment|unit|suite"
    r"|flat)\.?\s[A-Za-z]\b"
    r"|\#\s?[0-9A-Za-z]{1,5}))"
)
_ZIP = (
    r"(?:[A-Z]{2}\s{1,2}[0-9]{5}(?:-[0-9]{4})?|[A-Z]{1,2}[0-9][0-9A-Z]?\s?[0-9][A-Z]{2}"
    r"|[0-9]{5}(?:-[0-9]{4})?)\b"
)
_REGION = (
    rf"(?:(?:\s?,\s?"
    rf"|\s+)(?:[A-Z][A-Za-z.'-]{{1,20}}(?:\s[A-Z][A-Za-z.'-]{{1,20}}){{0,2}}\s?,?\s?){{0,2}}{_ZIP})?"
)
_WORD = r"[A-Za-z0-9À-ɏ][A-Za-z0-9À-ɏ.'’-]{0,24}"
_STREET_EN = pattern_of(
    rf"(?<![0-9A-Za-z$€£.,:/#-])(?P<flat>(?:flat|apartment|apt|unit"
    rf"|suite)\.?\s?\#?[0-9]{{0,4}}[A-Za-z]?[\s,]{{1,3}})?"
    rf"(?P<house>[0-9]{{1,5}}(?:\s?[-/]\s?[0-9]{{1,5}})?(?:\s?[A-Za-z])?(?:\s1/2)?),?\s"
    rf"(?P<name>(?:{_WORD}\s){{1,4}}?)(?P<suffix>{_SUFFIX})\b(?![’'-][A-Za-z])\.?"
    rf"(?P<side>\s(?:[NSEW]|NE|NW|SE|SW|North|South|East"
    rf"|West)\b\.?)?(?P<unit>{_UNIT_EN}{{0,2}})(?P<zip>{_REGION})",
    re.IGNORECASE,
)
_ROADWAY = pattern_of(
    r"(?<![0-9A-Za-z$.,:/-])[0-9]{1,5}\s(?:Broadway|Highway\s[0-9]+|Route\s[0-9]+"
    r"|The\s[A-Z][a-z]+|[Rr]ue\s(?:d[eu]s?\s)?"
    r"(?:l[ae]\s)?[A-ZÀ-Þ][\w'-]+(?:\s[A-ZÀ-Þ][\w'-]+)?|[Vv]ia\s[A-Z]\w+(?:\s[A-Z]\w+)?)\b"
    rf"(?P<unit>{_UNIT_EN}{{0,2}})"
    r"|\b(?:[A-ZÄÖÜ][a-zäöüß]{2,20}(?:straße|strasse|gasse|weg|platz|allee|gatan|laan"
    r"|straat)|(?:Calle|Carrer|Avenida|Rua)\s"
    r"[A-Z]\w+(?:\s(?:de\s)?[A-Z]\w+)?,?)\s[0-9]{1,4}[a-z]?\b"
)
# Whatever the street's language, a flat's or suite's number after it makes it an address.
_WITH_UNIT = pattern_of(
    r"(?<![0-9A-Za-z$.,:/-])[0-9]{1,5}\s+(?:(?:[A-ZÀ-Ž][\w.'-]{1,24}|[0-9]{1,4})\s+){1,5}"
    r"(?:Apt|Apartment|Unit|Suite|Ste|Flat)\.?\s*\#?[0-9A-Za-z]{1,5}\b"
)
_PO_BOX = pattern_of(r"\b(?:P\.?\s?O\.?\s?Box|post office box)\s?\#?\s?[0-9]{1,6}\b", re.IGNORECASE)
_TOLD_EN = pattern_of(
    r"(?<![A-Za-z-])(?<!ip )(?<!mail )(?<!web )(?:(?:home|postal|mailing|street|billing"
    r"|shipping|delivery|new|old|current|work|office|my|his|her|our|their|the)\s+)"
    r"address\s?(?:of\s[\w\s]{1,40}?\s)?(?:is|was|:|=|to(?: the same)?:?"
    r"|changed to)\s*(?P<value>(?=[^\n;!?]{0,60}[0-9])[^;!?\n]{6,100})"
    r"|\b(?:live|lives|living|lived|moved|moving|located|staying|reside[sd]?)\s(?:at"
    r"|to)\s(?P<place>[0-9]{1,5}[A-Za-z]?\s"
    r"(?!(?:am|pm|in|on|at|and|or|the|a|an|per|degrees|days|years|minutes|times|different)\b)"
    r"[^\W\d_][\w'.-]{2,}(?:\s[A-Z0-9][\w'.-]*){0,4})",
)
_NOT_A_NAME = frozenset(
    (
        *("minute", "minutes", "min", "mins", "hour", "hours", "day", "days", "week"),
        *("weeks", "month", "months", "year", "years", "mile", "miles", "km", "kms"),
        *("block", "blocks", "feet", "ft", "foot", "meters", "metres", "people", "person"),
        *("persons", "dogs", "cars", "kids", "guys", "men", "women", "of", "the", "a"),
        *("an", "my", "our", "your", "his", "her", "their", "its", "on", "in", "down"),
        *("across", "along", "from", "to", "and", "or", "but", "with", "for", "at", "by"),
        *("off", "into", "out", "over", "more", "other", "different", "new", "old", "big"),
        *("small", "way", "ways", "lane", "lanes", "star", "time", "times", "o'clock"),
        *("am", "pm", "percent", "%", "wheel", "step", "steps", "nd", "rd", "th"),
        *("is", "are", "was", "were", "am", "i", "we", "you", "he", "she", "they", "it"),
        *("that", "this", "these", "those", "not", "no", "hp", "kg", "lbs", "point"),
        *("points", "inch", "inches", "dollar", "dollars", "bucks", "went", "go", "going"),
        *("walked", "drove", "took", "per", "each", "every", "before", "after", "when"),
        *("until", "till", "around", "past", "than", "hundred", "thousand", "million"),
    )
)
_CUE_EN = pattern_of(
    r"(?:\b(?:at|address|live|lives|lived|living|moved|ship|send|deliver|mail|located|house"
    r"|home|apartment|place|flat|to|is)\b"
    r"|地址|住|寄|在)[^.!?\n]{0,24}$",
    re.IGNORECASE,
)
_YEAR_BEFORE = pattern_of(r"\b(?:in|the|since|of|from|by|until|during|year)\s$", re.IGNORECASE)


def english_addresses(shadow: str) -> Iterator[Private]:
    """Every address of `shadow`, in no order; they may overlap."""
    if _HINT.search(shadow) is None:
        return
    for match in _STREET_EN.finditer(shadow):
        words = match["name"].split()
        suffix = match["suffix"]
        if any(word.lower() in _NOT_A_NAME for word in words):
            # "3 days at 12 Elm Street": what follows the first number may hold the address.
            inner = _STREET_EN.search(shadow, match.end("house"), match.end())
            if inner is None or any(w.lower() in _NOT_A_NAME for w in inner["name"].split()):
                continue
            match = inner
            words, suffix = match["name"].split(), match["suffix"]
        before = shadow[max(0, match.start() - 40) : match.start()]
        house = match["house"]
        if len(house) == 4 and house[:2] in ("19", "20") and _YEAR_BEFORE.search(before):
            continue
        titled = all(not word[0].islower() for word in words) and not suffix[0].islower()
        firm = suffix.lower() in _FIRM and (_CUE_EN.search(before) or not before.strip())
        if titled or match["unit"] or match["zip"] or firm:
            yield Private(match.start(), match.end(), PrivateClass.ADDRESS)
    for pattern in (_ROADWAY, _WITH_UNIT, _PO_BOX):
        for match in pattern.finditer(shadow):
            yield Private(match.start(), match.end(), PrivateClass.ADDRESS)
    for match in _TOLD_EN.finditer(shadow):
        group = "value" if match["value"] else "place"
        yield Private(*match.span(group), PrivateClass.ADDRESS)
