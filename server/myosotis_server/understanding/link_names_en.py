"""What an English name names where it stands, and whether the user knows whom it names."""

import re

from myosotis_server.memory.graph import NodeType
from myosotis_server.understanding.link_names_zh import is_with_user
from myosotis_server.understanding.link_sureness import LIKELY, SURE
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.people_en import KIN, NAMES, PET, is_word_too
from myosotis_server.understanding.places_en import is_known_place
from myosotis_server.understanding.words_in_capitals import does_as_people_do, is_ordinary

_SOMEBODY = rf"{KIN}|{PET}|boy|girl|guy|man|woman|lady|lad|one|somebody|someone"
CALLED = pattern_of(
    r"\b(?i:(?:(?:he|she|they)(?:['’](?:s|re)| is| are| was)"
    rf"|(?:{_SOMEBODY})(?: is| was)?) (?:called|named)"
    r"|(?:named|calls?|called) (?:him|her|them)"
    r"|(?:his|her|dog['’]s|cat['’]s) name(?:['’]s| is| was))"
    r" (?P<name>[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w-]+)?)(?=\W|$)"
)
"""She's called Anna, a dog named Pepper."""
OWN = pattern_of(
    r"\b(?:I['’]m|I am|[Mm]y name is|[Mm]y name['’]s|[Cc]all me|[Nn]ame['’]s|I go by|known as) $"
)
"""What stands before the user's own name."""
_WITHIN = pattern_of(r"(?<!\bMc)(?<!\bMac)(?<!\bO['’])(?<!\bDe)(?<!\bLa)(?<=[^\W\d_])[A-Z]")
_LIVES = pattern_of(
    r"(?:['’]s (?:asleep|\w+ing|been|got|ill|sick|scared|so|my|a|the|in|on|not|just)|"
    r" (?:needs|wants|ate|sleeps|slept|loves|hates|barked|barks|chewed|jumped|ran|snores|snored"
    r"|followed|follows|misses|missed|threw up|was sick|is (?:asleep|scared|ill|sick|my|our|so"
    r"|such|\w+ing)|was (?:asleep|scared|so|waiting)|has (?:been|a|to|got)|had (?:a|an|to)"
    r"|and (?:I|me)))\b"
)
_HANDLED = pattern_of(
    r"\b(?:walk(?:ed|ing)?|fe(?:d|ed|eding)|cuddl(?:e|ed|ing)|adopt(?:ed)?|brush(?:ed)?"
    r"|(?:walk|out|run|play(?:ed|ing)?|home|bed|sofa|vet) (?:with|for)|took|take|taking) $"
)
_PLACE_BEHIND = pattern_of(
    r" (?:Street|Road|Avenue|Lane|Park|Bridge|Square|Station|Airport|Beach|Lake|River|Island|Hill"
    r"|Valley|Bay|Falls|County|Village|Heights|Gardens|Market|Castle|Mountains?|Forest|Peak)$"
)
_FIRM_BEHIND = pattern_of(
    r" (?:University|School|College|Hospital|Bank|Museum|Church|Library|Ltd|Inc|Club|Caf[eé]"
    r"|Restaurant|Academy|Institute|Group|Clinic|Theatre|Theater|Hotel|Arms|United|Rovers)$"
)
_IN = pattern_of(
    r"\b(?:in|near|around|outside|through|towards?|across|via"
    r"|(?:trip|flight|train|bus|drive|drove|moved?|moving|flew|fly|flying|went|go|goes|going|gone"
    r"|travel|travelled|back|way|been|commute) to) $"
)
_AT = pattern_of(
    r"\b(?:(?:work(?:s|ed|ing)?|job|interview|intern(?:ed|ing|ship)?|offer|role|position|shift|career"
    r"|office|desk|contract) (?:at|for|with|from)|at|joined|joining|hired by|employed by) $"
)
_NO_PERSON = pattern_of(
    r"\b(?:the|an?|this|that|these|those|my|our|your|his|her|its|their|some|any|no|every|new|own"
    r"|watch(?:ed|ing)?|read(?:ing)?|play(?:ed|ing)?|finish(?:ed|ing)?|listen(?:ed|ing)? to"
    r"|us(?:e|ed|ing)|on|via|by|learn(?:ed|ing|t)?|speak(?:s|ing)?|bought|buy|order(?:ed)?|drive|driving"
    r"|drank|drink(?:ing)?|ate|eat(?:ing)?|wear(?:ing)?|into|of|under|over|against|study(?:ing)?"
    r"|stream(?:ed|ing)?|install(?:ed)?|download(?:ed)?) $",
    re.IGNORECASE,
)
_NO_PERSON_BEHIND = pattern_of(
    r" (?:app|phone|laptop|account|episode|season|album|tour|concert|movie|film|book|game|series"
    r"|project|team|course|class|classes|exam|test|shoes|jacket|bag|bar|beer|whisky|cheese|playlist"
    r"|podcast|show|store|shop|order|package|meeting|call|link|page|post|video)s?\b"
)
_BESIDE = pattern_of(
    r"\b(?:with|told|tell|met|meet|meeting|call|called|calling|text|texted|saw|see|visit(?:ed|ing)?"
    r"|asked|ask|miss|missed|hug(?:ged)?|married|dating|dated|friends?|colleague|boss|(?:me|I) and"
    r"|and|from|helped|help|thank|thanks to|forgive|about) $"
)
_TOGETHER = pattern_of(
    r"\b(?:with|told|met|meet|meeting|called|texted|saw|visit(?:ed|ing)?|asked|miss|helped|and) $"
)
_ADMIRED = pattern_of(
    r"\b(?:by|listen(?:ed|ing)? to|watch(?:ed|ing)?|read(?:ing)?|play(?:ed|ing)?|fan of"
    r"|likes?|loves?|songs?|music|about|of) $"
)
_WORKS_BEHIND = pattern_of(
    r"['’]s? (?:\w+ )?(?:songs?|music|albums?|books?|novels?|films?|movies?|concerts?|paintings?"
    r"|poems?)"
)
_TITLED = pattern_of(r"(?:Dr|Mr|Mrs|Ms|Prof|Auntie?|Uncle|Father|Sister|Granny)\.? [A-Z]")
_KIN_BEFORE = pattern_of(rf"\b{KIN},? $", re.IGNORECASE)


def lives(before: str, behind: str) -> bool:
    """Whether a capitalised word between them is a pet's name: "Right, Biscuit needs a walk".

    Not where it begins a sentence.
    """
    if not before.strip() or before.rstrip()[-1] in ".!?\n":
        return False
    if _NO_PERSON.search(before):
        return _HANDLED.search(before) is not None
    return _LIVES.match(behind) is not None or _HANDLED.search(before) is not None


def is_place_or_firm(name: str) -> bool:
    """Whether its last word tells that `name` is no person: Abbey Road, Martha Jones School."""
    return bool(_PLACE_BEHIND.search(name) or _FIRM_BEHIND.search(name))


def what_is(
    word: str, before: str, behind: str, *, is_within_chinese: bool
) -> tuple[NodeType, float] | None:
    """What the name `word` names and how sure that is; None if it is nobody and no known thing."""
    if _PLACE_BEHIND.search(word):
        return NodeType.PLACE, SURE
    if _FIRM_BEHIND.search(word) and not is_known_place(word):
        return NodeType.ORGANISATION, SURE
    first = word.removeprefix("Dr ").removeprefix("Mrs ").partition(" ")[0].lower()
    is_possessive = behind[:2] in ("'s", "’s")
    if first in NAMES and not is_word_too(first) and not is_known_place(word):
        return NodeType.PERSON, SURE
    if is_known_place(word):
        is_person = does_as_people_do(behind) or _BESIDE.search(before) is not None
        return NodeType.PERSON if is_person and is_word_too(first) else NodeType.PLACE, SURE
    if is_word_too(first) or _TITLED.match(word):
        return NodeType.PERSON, LIKELY
    if _WITHIN.search(word) or _NO_PERSON_BEHIND.match(behind):
        return None
    if is_within_chinese:
        is_other = is_with_user(before.rstrip()) or does_as_people_do(behind)
        return (NodeType.PERSON, LIKELY) if is_other else None
    if does_as_people_do(behind):
        return NodeType.PERSON, SURE
    if not is_possessive:
        if _AT.search(before):
            return NodeType.ORGANISATION, LIKELY
        if _IN.search(before):
            return NodeType.PLACE, LIKELY
    if _NO_PERSON.search(before) and not _KIN_BEFORE.search(before):
        return None
    if " " in word and any(is_ordinary(part.lower()) for part in word.split(" ")):
        return None
    return NodeType.PERSON, SURE if _BESIDE.search(before) else LIKELY


def is_acquainted(name: str, before: str, behind: str) -> bool:
    """Whether the user knows them: by a given name alone, or by what both do together."""
    if _WORKS_BEHIND.match(behind) or _ADMIRED.search(before):
        return False
    return " " not in name or _TOGETHER.search(before) is not None or does_as_people_do(behind)
