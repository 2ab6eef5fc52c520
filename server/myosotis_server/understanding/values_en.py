"""Values cut out of English: without articles, possessives and what is only said beside them."""

import re
from collections.abc import Iterator

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import match, search, sub, words

_MOST = 80
"""Characters. Longer than that it is a story and no value."""

_BESIDE = pattern_of(
    r"\s*(?:[,;:!?()\[\]{}…\n]|\.(?:\s|$)|--?\s|[—–]|\"(?:\s|$))"
    r"|\s+(?:and (?:I|we|my|our|he|she|it|they|that|also|am|is|have|has|now|then|so)\b|because\b"
    r"|since\b|but\b|(?-i:so) (?=\w)|when(?:ever)?\b|while\b|although\b|though\b"
    r"|which\b"
    r"|who\b|whose\b|where\b|that (?:I|is|are|we|has|have)\b|if\b|unless\b|until\b|as (?:well|I"
    r"|a kid"
    r"|a child|usual|of)\b|for (?:about |around |over |almost |nearly |more than |at least |the "
    r"(?:past"
    r"|last) )?(?:\d+|an?|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|many"
    r"|several|years|months|ages|most|now|life|ever|a while|as long)\b"
    r"|now\b|these days|nowadays|any ?more\b|any longer\b|at the moment|right now|at present"
    r"|currently\b|lately\b|recently\b|today\b|tonight\b|yesterday\b|tomorrow\b|again\b|already\b"
    r"|instead\b|originally\b|too\b|as well\b|though\b|anyway\b|actually\b|honestly\b|of course\b"
    r"|to be "
    r"(?:honest"
    r"|fair|precise|exact)\b|you (?:know|see)\b|lol\b|haha\w*\b|btw\b|by the way\b|tbh\b|please\b"
    r"|a lot\b|so much\b|very much\b|(?:quite )?a bit\b|more than\b|(?:the )?most\b(?! \w)|the "
    r"best\b"
    r"|(?:an?|per) (?:day|week|month|year|night)\b|every\b|each\b|once\b|twice\b|all the time\b"
    r"|all (?:day|my life|year|of a sudden)\b|most of\b"
    r"|last (?:week|month|year|\w+day|night|spring|summer|autumn|fall|winter)\b"
    r"|this (?:week|month|year|\w+day|morning|spring|summer|autumn|fall|winter|time)\b"
    r"|next (?:week|month|year|\w+day)\b|in (?:19|20)\d\d\b|in (?:january|february|march|april|may"
    r"|june|july|august|september|october|november|december)\b|on (?:mon|tues|wednes|thurs|fri"
    r"|satur"
    r"|sun)days?\b|(?:\w+ ){1,2}ago\b|by (?:the way|far|now)\b|at (?:age )?\d+\b|at the age\b|in "
    r"my (?:\w+ )?(?:teens|twenties|thirties|forties|fifties|sixties)\b|at (?:least|all|heart"
    r"|night|work)\b"
    r"|in (?:the )?(?:mornings?|evenings?|afternoons?|general|particular|fact|real life|my opinion"
    r"|my (?:free|spare) time)\b|(?:on|at) (?:the )?weekends?\b|on (?:the side|and off|my way"
    r"|duolingo)\b|after (?:work|school|dinner"
    r"|lunch)"
    r"|before (?:bed|work|school|breakfast|noon|midday|bedtime|lunch|dinner|\d+)|from time to "
    r"time|from now on|for (?:a living|fun|work"
    r"|breakfast|lunch|dinner|good|sure|real|lent|ramadan|january|october|the (?:year|month|week"
    r"|summer|baby)|my (?:skin|gut|back|heart|sanity)|my (?:health|diabetes|\w+ pressure))\b"
    r"|since\b|rather"
    r" than\b|instead of\b|ever since|even\b|either\b|during\b|especially\b|such as\b|due to\b"
    r"|thanks to\b"
    r"|when\b"
    r"|with (?:my|our|his|her|their|two|three|a friend|friends|him|her|them)\b|by myself\b|alone\b"
    r"|now(?:adays)?\b|just (?:like|as)\b|and (?:loving|it is)\b|still\b|(?:so |really |very "
    r")?bad(?:ly)?$|completely\b|entirely\b|altogether\b|cold turkey|(?:big|full)[ -]time\b|so "
    r"far\b|ever\b|:\)|[<>]3)",
    re.IGNORECASE,
)
_BEFORE = pattern_of(
    r"^(?:(?:an?|the|my|our|his|her|their|some|any|this|these|those|all|all kinds of|lots of"
    r"|a lot of|plenty of|very|really|just|quite|also|both|only|definitely|probably|either|called"
    r"|named|still|now|most|certainly|simply|actually|obviously|like|about|around|always|mainly"
    r"|mostly|nothing but|a (?:bit|cup|glass|mug|can|bottle|pot|lot|bowl|plate|slice) of|a good"
    r"|good old|(?:\w+ )?(?:cups|glasses|mugs|cans|bottles|pints|shots) of|the idea of|everything"
    r" about|anything with)\s+)+",
    re.IGNORECASE,
)
_TITLE = pattern_of(r"(?:The|A) [A-Z]")
"""What keeps its article: "The Godfather"."""
_AROUND = " \t\"'.,!?;:*~…-()[]❤️😊😀😂"
_LIST = pattern_of(
    r",\s*(?:and |or |& )?|\s+(?:and|or|nor|&)\s+(?:also )?|\s*/\s*|\s+plus\s+", re.I
)
_POINTING = words(
    """it this that these those them him her me you us he she they i we so not what how there
    here one ones everything something nothing anything everyone someone nobody people one's
    myself yourself things stuff to be much well way same"""
)


_ADVERBIAL = pattern_of(r"(?!family|jelly|lily|belly|fly|butterfly|jolly|holly|homily)[a-z]+ly")


def bare_value(text: str, keep: str = "") -> str:
    """The value that `text` begins with: "a latte, I guess" → "latte"; "" where there is none.

    `keep`: words which don't end it, though otherwise they would ("with").
    """
    text = text[: _MOST * 3].strip().lstrip(_AROUND)
    cut = _BESIDE.search(text)
    while cut and keep and cut[0].strip().startswith(keep):
        cut = _BESIDE.search(text, cut.end())
    if cut:
        text = text[: cut.start()]
    text = text.strip()
    if not _TITLE.match(text):
        text = _BEFORE.sub("", text)
    text = text.strip(_AROUND)
    if text.endswith("ly") and _ADVERBIAL.fullmatch(text):
        return ""
    if len(text) > _MOST or text.lower() in _POINTING:
        return ""
    return text


def listed(text: str) -> Iterator[str]:
    """The values of a list: "tea, coffee and the sea" → "tea", "coffee", "sea".

    Items of more than three words are taken to be no list: "going out and coming home late".
    """
    items = [item for item in _LIST.split(_whole_list(text)) if item]
    if len(items) > 2 and len(items[-1].split()) > 3:
        del items[-1]
    most = 4 if all(match(r"\w+ing\b", item) for item in items) else 3
    if len(items) > 1 and all(len(item.split()) <= most for item in items) and not _shares(items):
        for item in items:
            if value := bare_value(item):
                yield value
    elif value := bare_value(text):
        yield value


_SHARED = words(
    """cuisine food weather music films movies novels books songs dishes places games culture
    literature climate"""
)


def _shares(items: list[str]) -> bool:
    """Whether the last of `items` has the noun of all: "Sichuan and Cantonese cuisine"."""
    first, last = items[0].split(), items[-1].split()
    return len(first) == 1 and len(last) == 2 and last[1] in _SHARED and not first[0].endswith("s")


def _whole_list(text: str) -> str:
    """As much of `text` as may be one list: commas don't end it where an "and" follows."""
    text = text[: _MOST * 3]
    if "," in text and search(r"(?:,|\s)\s*(?:and|or|&)\s", text):
        commas = text.replace(",", "\x00")
        cut = _BESIDE.search(commas)
        return (commas[: cut.start()] if cut else commas).replace("\x00", ",")
    cut = _BESIDE.search(text)
    return text[: cut.start()] if cut else text


_PLACE_BEFORE = pattern_of(
    r"^(?:(?:downtown|central|the (?:city|town|centre|center|heart|suburbs|outskirts|north|south"
    r"|east|west|middle|area|village|province|state|north-?east|south-?west)(?: centre| center| "
    r"side"
    r"| part)?(?: of|,)?|a (?:small|big|tiny|little|quiet|nice|rented|shared|studio|cosy|cozy"
    r"|lovely"
    r"|one-bedroom|two-bedroom)? ?(?:town|city|village|flat|apartment|house|suburb|place|room"
    r"|studio"
    r"|condo|farm|cottage|bungalow)(?: called| named| near| outside| in| of)?|sunny|rainy|beautiful"
    r"|good old|lovely|the city of|the suburbs of) ?)+",
    re.IGNORECASE,
)
_NO_PLACES = words(
    """hope peace fear sin denial style harmony poverty luxury car city town village place house
    home flat apartment country countryside dorm dormitory moment present past future bed love
    suburbs area campus abroad here there middle mountains college school university building
    world constant chaos mess work uni office new bigger smaller neighbourhood neighborhood"""
)
_AFTER_PLACE = pattern_of(
    r"\s+(?:with|from|to|for|after|before|by|near|at|on|over|once|last|in order|during|as"
    r"|together|full|right|between|so|or|yet|plus|not|it['’]?s|which|where|in"
    r"|and(?! (?-i:[A-Z])))\b.*$",
    re.IGNORECASE,
)


def place(text: str) -> str:
    """The town or country that `text` begins with, else "": "downtown Chicago, IL" → "Chicago"."""
    text = text.strip()
    some = match(r"an? ", text) is not None
    text = _PLACE_BEFORE.sub("", text)
    text = sub(r"^(?:in|to|near|outside|around) ", "", text)
    found = _AFTER_PLACE.sub("", bare_value(text))
    words = found.split()
    if not words or len(words) > 4 or words[-1].lower() in _NO_PLACES or found[0].isdigit():
        return ""
    if words[0].lower() in _NO_PLACES and words[0].lower() != "new":
        return ""
    if some and found.islower() and match(r"an? ", text):
        return ""
    return found


_ORGANISATION_AFTER = pattern_of(
    r"\s+(?:as|in|on|with|from|to|until|near|doing|where|full[- ]time|part[- ]time|during|after"
    r"|before)"
    r"\b.*$",
    re.IGNORECASE,
)
_VAGUE = pattern_of(
    r"^(?:home|work|night|nights|least|once|last|first|all|hard|weekends?|school|university|college"
    r"|it|that|this|(?:current|my|our|small|big|large|local|little|tiny|huge|tech|startup"
    r"|start-up|company|place"
    r"|firm"
    r"|bank|shop|store|hospital|office|factory|restaurant|café|cafe|school|university|same|new"
    r"|family"
    r"|well-known|different|law|design|software|private|public|primary|secondary|high|middle|bit"
    r"|lot"
    r"|nearby|state-owned|foreign)\b.*)$"
)


def organisation(text: str) -> str:
    """The name of the company or school that `text` begins with; "" for "a small firm"."""
    text = sub(r"^(?:an?|the) [\w -]{1,40}? (?:called|named) ", "", text)
    found = _ORGANISATION_AFTER.sub("", bare_value(text))
    if not found or len(found.split()) > 6 or _VAGUE.match(found):
        return ""
    return found
