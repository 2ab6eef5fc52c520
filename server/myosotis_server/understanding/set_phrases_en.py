"""Claims of the user by clauses about something of theirs: "my marriage ended"."""

import re
from collections.abc import Iterator

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.favourites_en import favourite_key
from myosotis_server.understanding.lexicon_en import ZODIAC, is_activity
from myosotis_server.understanding.numbers_en import money
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import fullmatch, match, sub
from myosotis_server.understanding.people_en import (
    FULL_NAME,
    KIN,
    PET,
    WHICH,
    bare,
    canonical,
    is_name,
)
from myosotis_server.understanding.predicates_en import Predicate
from myosotis_server.understanding.slots_en_family import called
from myosotis_server.understanding.slots_en_health import medicines
from myosotis_server.understanding.subjects_en import USER, Subject
from myosotis_server.understanding.values_en import bare_value, listed, organisation

_PASSION = pattern_of(
    r"^(?P<what>[\w' -]{2,40}?) (?:is|are|has become|have become) (?:really |basically |still "
    r"|definitely "
    r"|also |now )*my (?:happy place|therapy|escape|jam|guilty pleasure|thing|vice|weakness"
    r"|comfort food"
    r"|latest obsession|new obsession|obsession|go-to (?:drink|snack|meal|food))[.!]*$"
)
_PRESCRIBED = pattern_of(
    r"^(?:my |the )?(?:new )?(?:doc|dr|doctors?|gp|dermatologist|neurologist|cardiologist"
    r"|oncologist|psychiatrist|they|consultant|specialist|nurse|he|she) (?:has |have "
    r"|just |recently )*(?:put|started|prescribed|has|have)(?: me)?(?: me)? (?:on )?(?P<what>.+)",
    re.IGNORECASE,
)
_SET_TO = pattern_of(
    r"^(?:my |the |our )?[\w' ]{2,24}? (?:has |have |just |recently )*(?:bumped|raised|put|upped"
    r"|increased"
    r"|hiked|cut|lowered|dropped|knocked|brought) (?:my|the|our) (?P<what>salary|pay|rent|wages?)"
    r"(?: up| down)?(?: from [^ ]+)? to (?P<to>.+)",
    re.IGNORECASE,
)
_FIRM = pattern_of(
    r"^(?:[Tt]he |[Mm]y )?(?P<what>company|firm|place|school|uni|university|college|hospital) "
    r"(?:that |where )?I"
    r" (?:work|go|study)(?: for| at| to)? (?:is )?(?:now )?(?:called |named )?(?P<name>[A-Z].+)"
)
_MARRIAGE = pattern_of(
    r"^(?:my|our|the) (?P<what>marriage|engagement|divorce) (?:has |is |just |finally "
    r"|officially )*"
    r"(?:ended|over|off|final|finalised|finalized|came through|fell apart|broke down|called off)\b"
)
_TRIP = pattern_of(
    r"^(?:it is|my commute is) (?:about |only )?an? \d+[- ]?min(?:ute)?s? (?P<how>walk|cycle"
    r"|drive|bike"
    r"|(?:train|bus|tube|tram|ferry|bike) ride)\b(?=.*\b(?:work|office|school|campus)\b)|^my "
    r"commute is "
    r"(?:by|on) (?P<by>[\w ]{3,20})"
)
_ON_FOOT = {"walk": "walking", "cycle": "cycling", "drive": "driving", "bike": "biking"}
_SIGN = pattern_of(
    rf"^(?:proud |typical )?(?P<sign>{ZODIAC.pattern}) (?:through and through|here|sun|girl|guy"
    r"|gal|baby)\b",
    re.I,
)


_SHE_IS = pattern_of(
    rf"^(?:[Hh]e|[Ss]he|[Tt]his|[Tt]hat) is (?:my|our) (?P<kin>{WHICH}(?:{KIN}|{PET})),? "
    r"(?:named |called )?"
    rf"(?P<name>{FULL_NAME})[.!]*$"
)
_PLEASES = pattern_of(
    r"^(?P<what>[\w' -]{2,40}?) (?:(?:always |really )?makes? me (?:so |really |very )?happy"
    r"|over [\w' -]{2,30} "
    r"(?:for me|any day|every time|all day long))\b",
    re.IGNORECASE,
)
_UNBEATEN = pattern_of(
    r"^(?:(?:you |I )?can not beat|nothing beats|there is nothing like) (?P<what>[\w' -]{2,40})",
    re.I,
)
_I_LOVE_MOST = pattern_of(
    r"^the (?P<thing>[\w ]{2,24}?) (?:that )?I (?:love|like|enjoy|adore)(?: the)? (?:most|best)"
    r"(?: of all)? is (?P<what>.+)",
    re.IGNORECASE,
)
_BREAKS_OUT = pattern_of(
    r"^I (?:always )?(?:break|come|came|broke) out in (?:hives|a rash|spots)|^I swell up|^my "
    r"(?:throat|face|lips|tongue)"
    r" (?:closes?|swells?|itch)\w*(?: up)?",
    re.IGNORECASE,
)
_AFTER_IT = pattern_of(
    r"\b(?:(?:when(?:ever)?|if|every time|after) I (?:eat|have|touch|go near|drink|use|wear|ate"
    r"|had) |from |because of"
    r" |after (?:eating|drinking|touching) )(?P<what>[\w' -]{2,40})",
    re.IGNORECASE,
)


def reacts(sentence: str) -> Iterator[Reading]:
    """ "I break out in hives when I eat kiwi"."""
    if (start := _BREAKS_OUT.match(sentence)) and (
        cause := _AFTER_IT.search(sentence, start.end())
    ):
        for value in listed(sub(r"^(?:too much|any|even) ", "", cause["what"])):
            yield Reading(Attribute("allergy", value))


def set_phrases(clause: str) -> Iterator[Reading]:
    """What is claimed of the user by a clause about something of theirs."""
    mine = " my " in clause
    if mine and (found := _PASSION.match(clause)):
        value = bare_value(found["what"])
        if value and not match(r"(?:it|that|this|he|she|they|what)\b", value, re.I):
            yield Reading(Attribute("hobby" if is_activity(value) else "likes", value))
    elif " to " in clause and (found := _SET_TO.match(clause)):
        key = "rent" if found["what"].lower() == "rent" else "salary"
        if sum_ := money(sub(r"^(?:about|around) ", "", found["to"])):
            yield Reading(Attribute(key, *sum_))
    elif " me " in clause and (found := _PRESCRIBED.match(clause)):
        yield from medicines(Predicate(USER, "take", found["what"]), found["what"])
    elif " I " in clause and (found := _FIRM.match(clause)):
        is_work = match(r"company|firm|place|hospital", found["what"]) and " work" in clause
        if name := organisation(found["name"]):
            yield Reading(Attribute("employer" if is_work else "school", name))
    elif found := _MARRIAGE.match(clause):
        status = "single" if found["what"] == "engagement" else "divorced"
        yield Reading(Attribute("relationship_status", status), (Attribute("partner", ""),))
    elif ("min" in clause or "commute" in clause) and (found := _TRIP.match(clause)):
        how = found["how"] or found["by"]
        yield Reading(Attribute("commute", _ON_FOOT.get(how.split()[0], how.removesuffix(" ride"))))
    elif (" is my " in clause or " is our " in clause) and (found := _SHE_IS.match(clause)):
        kin = canonical(found["kin"])
        is_pet = fullmatch(PET, bare(kin)) is not None
        if is_name(found["name"]):
            yield from called(Subject(kin, kin, is_pet=is_pet), found["name"])
    elif ("happy" in clause or " over " in clause) and (found := _PLEASES.match(clause)):
        value = bare_value(found["what"])
        if value and not match(
            r"(?:it|that|this|he|she|they|you|what|my|our|the (?:way|fact))\b", found["what"], re.I
        ):
            yield Reading(Attribute("hobby" if is_activity(value) else "likes", value))
    elif ("beat" in clause or "nothing like" in clause) and (found := _UNBEATEN.match(clause)):
        value = bare_value(found["what"])
        if value and not match(r"(?:it|that|this|him|her|you|them|being)\b", value):
            yield Reading(Attribute("hobby" if is_activity(value) else "likes", value))
    elif " I " in clause and (found := _I_LOVE_MOST.match(clause)):
        if value := bare_value(found["what"]):
            yield Reading(Attribute(favourite_key(found["thing"], value), value))
    elif found := _SIGN.match(clause):
        yield Reading(Attribute("zodiac_sign", found["sign"]))
