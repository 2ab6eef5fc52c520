"""English claims whose subject is the thing itself: "winter is my favourite season"."""

import re
from collections.abc import Iterator

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.favourites_en import favourite_key
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import match, sub
from myosotis_server.understanding.people_en import (
    canonical,
)
from myosotis_server.understanding.predicates_en import Predicate
from myosotis_server.understanding.set_phrases_en import set_phrases
from myosotis_server.understanding.slots_en_owned import owned
from myosotis_server.understanding.slots_en_without import gone_without
from myosotis_server.understanding.subjects_en import USER, Subject
from myosotis_server.understanding.values_en import bare_value, listed

_IS_FAVOURITE = pattern_of(
    r"^(?P<what>.{1,60}?) (?:is|are|has always been|have always been|will always be|has got to "
    r"be)(?: (?:still|definitely|by far|easily|probably|hands down|absolutely|also|now|actually|"
    r"really|just|honestly))*(?: (?P<one>one of|among))?,? (?:(?:my|our)|(?P<whose>(?:my "
    r")?[\w-]+)'s) (?:(?:absolute|all[- ]time|personal|new|number one|current|very) )*favourites?"
    r"(?: (?P<thing>[\w' -]{1,40}?))?(?: (?:of all time|ever|of all|to (?:drink|eat|watch|read"
    r"|play|visit|listen to|do)|right now|these days|by far|in the world|at the moment|so far|too"
    r"|though"
    r"|out there|for \w+|because .*|since .*))*(?=$|[,.!;])"
)


_BEHIND_ANOTHER = pattern_of(
    r"^(?P<head>(?i:I|we|he|she|they|it|you|there|that|this|(?:my"
    r"|our) [\w-]+ (?!is\b)\w+s)\b[^,]{1,80}),"
    r" (?:(?:and|but|so|though|although|because|as|since|plus) )?"
    r"(?P<rest>[^,]{1,60} (?:is|are|has always been|have always been)[^,]{0,40}? "
    r"(?:my|our) [^,]{0,30}?favourites?\b.*)$"
)


_ONE_OF = pattern_of(
    r"^(?:one|some|two|three) of (?:my|our) (?:all-time |absolute )?favourite(?: "
    r"(?P<thing>[\w -]{1,30}?))? (?:is|are|has always been) (?P<what>.+)"
)


_INVERTED = pattern_of(
    r"^(?P<what>[\w' -]{2,40}?) (?:is|are|has always been) (?:also |still |now |really )?my "
    r"(?P<thing>(?:main |biggest |new )?hobby|hobbies|passion"
    r"|(?:biggest |greatest |worst )?fear|hometown|home town|birthplace|mother tongue|native "
    r"language|first language|dream job|major|biggest dream|dream|goal"
    r"|star sign|zodiac sign|blood type|nickname)s?(?: since .*| now)?[.!]*$",
    re.IGNORECASE,
)


_NO_MORE_FOR_ME = pattern_of(r"^no more (?P<what>[\w' -]{2,30}?) for me\b", re.IGNORECASE)


_DIAGNOSED = pattern_of(
    r"^(?:they|the doctors?|doctors?) (?:have |recently |just )*diagnosed me with (?P<what>.+)",
    re.I,
)


_HIVES = pattern_of(
    r"^(?P<what>[\w' -]{2,30}?) (?:gives? me (?:hives|a rash|an allergic reaction)|makes? me "
    r"(?:sneeze"
    r"|break out(?: in hives)?|itchy|itch|come out in (?:hives|a rash))|brings? me out in "
    r"(?:hives|a rash"
    r"|spots)|makes? my (?:throat|face|lips|tongue|mouth|eyes) (?:swell|itch|close))\b",
    re.I,
)


_WHAT_MATTERS = pattern_of(
    r"^what (?:matters|counts) (?:the )?most(?: to me| for me| in (?:my )?life)* is "
    r"(?P<what>.+)",
    re.IGNORECASE,
)
_MATTERS = pattern_of(
    r"^(?:my |the )?(?P<what>[\w' -]{2,40}?) (?:(?:really |always |still )*(?:matters?|means?"
    r"|comes?)|is|are) (?:(?:above|more than) (?:all|anything|everything)(?: else)?(?: to me| "
    r"for me)?|(?:more|far more|much more) to me than .*|(?:the )?most(?: important thing)?(?: "
    r"to me| in (?:my )?life| for me)?"
    r"|(?:a lot |so much )?to me|a lot to me|everything(?: to me)?|the world to me|first(?: for "
    r"me| to me)?"
    r"|(?:very |really |so |extremely )?important to me|the most important (?:thing|person)?.*"
    r"|what matters most.*|above everything.*|my (?:top |number one )?priority)(?:[.!]*$|, )",
    re.I,
)


_SCARES = pattern_of(
    r"^(?P<what>(?!.*\b(?:would|could|will|might|that|this|these|those)\b)[\w' -]{2,30}?) "
    r"(?:really |always |absolutely |do |does |just )*(?:scares?"
    r"|terrif(?:y|ies)|frightens?|creeps?|freaks?) me\b(?P<out>(?: out)?)",
    re.I,
)


_NOT_MINE = pattern_of(
    r"^(?P<what>[\w' -]{2,40}?) (?:is|are) not (?:really |exactly )?(?:for me|my (?:thing|cup of "
    r"tea|jam))\b"
)


_SICKENS = pattern_of(
    r"^(?P<what>[\w' -]{2,40}?) (?:(?:really |always )?(?:makes? me (?:sick|gag|want to (?:puke"
    r"|vomit|throw up|scream|cry))"
    r"|grosses me out|gross me out|disgusts? me|gives? me the creeps|(?:does|do) my head in"
    r"|drives? me (?:mad|crazy|nuts|insane|up the wall|bonkers|round the bend)|gets? on my "
    r"(?:nerves"
    r"|wick|tits)|winds? me up|bores? me(?: to (?:death|tears))?|annoys? me|irritates? me|puts? "
    r"me off"
    r"|gives? me the ick|(?:is|are) (?:so |really |totally |massively )?overrated|turns? my "
    r"stomach))\b",
    re.IGNORECASE,
)


def favourites_apart(clause: str) -> list[str]:
    """`clause`, cut before the clause in it whose own subject is somebody's favourite.

    "I take my tea black, oolongs are my favourite" → "I take my tea black", "oolongs are …".
    """
    if "favourite" not in clause or "," not in clause:
        return [clause]
    found = _BEHIND_ANOTHER.match(clause)
    return [found["head"], found["rest"]] if found is not None else [clause]


def about_things(clause: str, carried: Subject) -> Iterator[Reading]:
    """Claims whose subject is the thing itself: "winter is my favourite season"."""
    me, mine = " me" in clause, " my " in clause
    likes = "favourite" in clause
    if likes and (found := _ONE_OF.match(clause)):
        if value := bare_value(found["what"], keep="with"):
            yield Reading(Attribute("likes", value))
    elif likes and (found := _IS_FAVOURITE.match(clause)):
        value = bare_value(found["what"], keep="with")
        if (
            value
            and not match(r"(?:what|which|who|it|that|this|my favourite|your|not)\b", value, re.I)
            and not found["what"].endswith(" not")
        ):
            who = canonical(sub(r"^my ", "", found["whose"])) if found["whose"] else ""
            key = "likes" if found["one"] else favourite_key(found["thing"] or "", value)
            yield Reading(Attribute(key, value), subject=who)
    elif mine and (found := _INVERTED.match(clause)):
        value = bare_value(found["what"])
        if value and not match(
            r"(?:it|that|this|what|he|she|they|here|there|which|who)\b", value, re.I
        ):
            yield from owned(Predicate(Subject(owned=found["thing"].lower()), "be", value))
    elif me and (found := _NO_MORE_FOR_ME.match(clause)):
        value = bare_value(found["what"])
        if value:
            yield gone_without(Predicate(USER, "stop", value), value)
    elif found := _WHAT_MATTERS.match(clause):
        for value in listed(found["what"]):
            yield Reading(Attribute("values", value))
    elif me and (found := _DIAGNOSED.match(clause)):
        for value in listed(found["what"]):
            yield Reading(Attribute("illness", value))
    elif (me or mine) and (found := _HIVES.match(clause)):
        if value := bare_value(found["what"]):
            yield Reading(Attribute("allergy", value))
    elif (me or mine or "overrated" in clause) and (
        found := _NOT_MINE.match(clause) or _SICKENS.match(clause)
    ):
        if (value := bare_value(found["what"])) and not match(
            r"(?:it|that|this|today|he|she|they|I|you|my|our|the (?:kids|boss|wife)|what|which|who"
            r"|something|nothing|everything|sometimes|there|these|those)\b",
            found["what"],
            re.I,
        ):
            yield Reading(Attribute("dislikes", value))
    elif me and (found := _SCARES.match(clause)):
        value = bare_value(found["what"])
        if value and not match(r"(?:it|that|this|he|she|they|you|I|what|which)\b", value, re.I):
            yield Reading(Attribute("fear", value))
    elif phrases := list(set_phrases(clause)):
        yield from phrases
    elif (
        "most" in clause
        or "import" in clause
        or " to me" in clause
        or "first" in clause
        or "priority" in clause
        or "everything" in clause
        or "anything" in clause
    ) and (found := _MATTERS.match(clause)):
        value = bare_value(found["what"])
        if value and not match(
            r"(?:it|that|this|you|he|she|they|what|i|today|which|there)\b", value, re.I
        ):
            yield Reading(Attribute("values", value))
