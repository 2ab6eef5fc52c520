"""Allergies, illnesses, medicines and diets."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.lexicon_en import is_illness
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import match, search, sub
from myosotis_server.understanding.predicates_en import Predicate, Tense
from myosotis_server.understanding.values_en import bare_value, listed

_DIET = pattern_of(
    r"(?:an? |on an? |mostly |strictly |strict |lifelong |practically |trying to be |on the "
    r"|following an? |doing |eating )*"
    r"(?P<diet>vegan|vegetarian|veggie|pescatarian|pescetarian|flexitarian|carnivore|omnivore"
    r"|fruitarian|plant-based|keto|paleo"
    r"|gluten-free|gluten free|dairy-free|low-carb|mediterranean|halal|kosher)\b(?: diet)?(?! "
    r"(?:food|place|restaurant|recipe|option))",
    re.IGNORECASE,
)
_MEDICINE = pattern_of(
    r"\b(?:\w*(?:in|ol|ine|ate|ide|pam|pril|sartan|statin|fen|cillin|mycin|zole|done|lam|oxetine"
    r"|pram|sone|olone|triptan|xaban|afil|mab|ophen|lukast)"
    r"|lithium|pills?|medication|medicine"
    r"|meds|tablets?|insulin|antidepressants?|antihistamines?|painkillers?|steroids|supplements?"
    r"|vitamins?(?: \w+)?|iron"
    r"|melatonin|probiotics|birth control|the pill|blood thinners?|beta blockers|statins|inhaler"
    r"|ssris?|adderall|ritalin"
    r"|xanax|prozac|zoloft|lexapro|tylenol|advil|ozempic|thyroxine|eutirox|antibiotics?)\b",
    re.IGNORECASE,
)
_NO_MEDICINE = pattern_of(
    r"\b(?:train|pain|cabin|vacation|line|time|machine|magazine|ride|side|date|private|late|plate"
    r"|control(?<!birth control)|chocolate|wine|karate|pride|certain|routine|engine|climate|guide"
    r"|cousin|medicine class)\b",
    re.I,
)
_PREFIX = pattern_of(
    r"(?:(?:been |recently |just )*(?:diagnosed|living|struggling|dealing|suffering|battling) "
    r"(?:with|from|as) |coming down with |down with |sick with |ill with )",
    re.I,
)
_INTOLERANT = pattern_of(r"(?P<what>[\w-]+)[ -]intolerant\b", re.IGNORECASE)
_ADJECTIVES = {
    "diabetic": "diabetes",
    "asthmatic": "asthma",
    "epileptic": "epilepsy",
    "bipolar": "bipolar disorder",
    "autistic": "autism",
    "anemic": "anemia",
    "anaemic": "anaemia",
    "insomniac": "insomnia",
    "coeliac": "coeliac disease",
    "celiac": "celiac disease",
    "dyslexic": "dyslexia",
}


def _be(said: Predicate) -> Iterator[Reading]:
    rest = said.rest
    if said.subject.owned or said.tense is Tense.MODAL:
        return
    if found := match(r"(?:\w+ )?(?:allergic|intolerant) to (?P<what>.+)", rest):
        if said.tense is not Tense.PAST:
            yield from _each(said, "allergy", found["what"])
    elif found := _INTOLERANT.match(rest):
        yield said.claim("allergy", found["what"].lower())
    elif found := _PREFIX.match(rest):
        if said.tense is not Tense.PAST or "diagnosed" in found[0]:
            yield from _ill(said, rest[found.end() :])
    elif found := match(r"on (?P<what>.+)", rest):
        if said.holds or said.denies:
            yield from medicines(said, found["what"])
            if (diet := _DIET.match(rest)) and "diet" in rest:
                yield said.claim("diet", diet["diet"].lower())
    elif put := match(r"(?:been )?(?:put|prescribed|started)(?: on| with)? (?P<what>.+)", rest):
        yield from medicines(replace(said, tense=Tense.PRESENT), put["what"])
    elif (found := _DIET.match(rest)) and (said.holds or said.denies):
        yield said.claim("diet", found["diet"].lower())
    elif (
        found := match(
            r"(?:an? )?(?:severely |type \d )?(?P<word>\w+)(?=$|[,.!]| (?:and|since|so|too|but))",
            rest,
        )
    ) and (illness := _ADJECTIVES.get(found["word"].lower())):
        yield said.claim("illness", illness)


def _each(said: Predicate, key: str, text: str) -> Iterator[Reading]:
    for value in listed(text):
        if key != "allergy" or not _NO_ALLERGY.match(value):
            yield said.claim(key, value)


_NO_ALLERGY = pattern_of(
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mornings|work|exercise|stupid\w*|bullshit"
    r"|drama|people|effort"
    r"|fun|bad \w+|your \w+|hard work|responsibility|commitment)\b",
    re.IGNORECASE,
)


def _ill(said: Predicate, text: str) -> Iterator[Reading]:
    for value in listed(
        sub(
            r"^(?:an? )?(?:mild|severe|bad|chronic (?=\w+itis)|really bad|terrible|awful|slight"
            r"|form of|case of|touch of)\s+(?:of )?",
            "",
            text,
        )
    ):
        if value.lower() == "diabetic":
            value = "diabetes"
        if match(r"(?:it|too much|work|life|people|lack|noise)", value):
            continue
        if said.denies:
            yield said.claim("illness", value)
        else:
            yield Reading(Attribute("illness", value), subject=said.subject.who)


def _have(said: Predicate) -> Iterator[Reading]:
    if said.subject.owned or said.tense in (Tense.MODAL, Tense.PAST):
        return
    rest = said.rest
    if found := match(
        r"(?:an? )?(?:\w+ )?(?P<what>[\w-]+(?: \w+)?) (?:allergy|intolerance)\b(?! to\b)", rest
    ):
        what = sub(r"^(?:severe|bad|mild|serious|a|an) ", "", found["what"].lower())
        yield said.claim("allergy", what)
    elif found := match(
        r"(?:an? )(?:\w+ )?(?:allergy|intolerance|allergic reaction) to (?P<what>.+)", rest
    ):
        yield from _each(said, "allergy", found["what"])
    elif match(r"allergies to (?P<what>.+)", rest):
        yield from _each(said, "allergy", rest[13:])
    elif found := match(r"been (?:diagnosed|living) with (?P<what>.+)", rest):
        yield from _ill(said, found["what"])
    else:
        first = bare_value(rest)
        if (
            first
            and is_illness(first)
            and len(first.split()) <= 4
            and not search(
                r"\b(?:your|fun"
                r"|with)\b",
                first,
            )
            and not said.negated
        ):
            yield from _ill(said, rest)
        elif first and is_illness(first) and said.ended:
            yield said.claim("illness", first)


def _diagnose(said: Predicate) -> Iterator[Reading]:
    """ "They diagnosed me with X"."""
    if said.happened and said.rest.startswith("me with "):
        for value in listed(said.rest[8:]):
            yield Reading(Attribute("illness", value))


def _come_off(said: Predicate) -> Iterator[Reading]:
    """ "I came off my antidepressants"."""
    if said.happened and said.rest.startswith("off "):
        for reading in medicines(replace(said, tense=Tense.PRESENT), said.rest[4:]):
            if reading.attribute:
                yield Reading(ends=(reading.attribute,), subject=said.subject.who)


def _suffer(said: Predicate) -> Iterator[Reading]:
    if (said.holds or said.denies) and said.rest.startswith("from "):
        yield from _ill(said, said.rest[5:])


def _get(said: Predicate) -> Iterator[Reading]:
    if (said.happened or said.holds) and (
        put := match(r"(?:been )?(?:put|prescribed|started)(?: on| with)? (?P<what>.+)", said.rest)
    ):
        yield from medicines(replace(said, tense=Tense.PRESENT), put["what"])
    if said.happened and (found := match(r"(?:re)?diagnosed with (?P<what>.+)", said.rest)):
        yield from _ill(said, found["what"])
    elif said.holds and (found := match(r"(?P<what>migraines|hay fever|hives)\b", said.rest)):
        yield said.claim("illness", found["what"])


def _take(said: Predicate) -> Iterator[Reading]:
    if (said.holds or said.denies) and not said.subject.owned:
        yield from medicines(said, said.rest)


def medicines(said: Predicate, text: str) -> Iterator[Reading]:
    text = sub(
        r"^(?:my |the (?!pill\b)|\d+ ?mg of |a daily |some |a course of |a low dose of |daily )+",
        "",
        text,
    )
    for value in listed(text):
        value = sub(r"\s+(?:for|to|against|before|after|at|in|with)\b.*$", "", value)
        if _MEDICINE.search(value) and not _NO_MEDICINE.search(value) and len(value.split()) <= 4:
            yield said.claim("medication", value)


def _use(said: Predicate) -> Iterator[Reading]:
    if said.holds and search(r"\binhaler\b|\binsulin\b", said.rest):
        yield said.claim("medication", bare_value(said.rest))


def _become(said: Predicate) -> Iterator[Reading]:
    if said.happened and (found := _DIET.match(said.rest)):
        yield Reading(Attribute("diet", found["diet"].lower()), subject=said.subject.who)


def _eat(said: Predicate) -> Iterator[Reading]:
    if said.holds and (
        found := match(
            r"(?:only )?(?P<diet>vegan|vegetarian|halal|kosher|keto|gluten-free|plant-based)\b",
            said.rest,
        )
    ):
        yield said.claim("diet", found["diet"])


def _go(said: Predicate) -> Iterator[Reading]:
    yield from _become(said)
    yield from _come_off(said)


def _stop(said: Predicate) -> Iterator[Reading]:
    """ "I stopped taking antidepressants"."""
    if said.happened and said.rest.startswith("taking "):
        for reading in medicines(replace(said, tense=Tense.PRESENT), said.rest[7:]):
            if reading.attribute:
                yield Reading(ends=(reading.attribute,), subject=said.subject.who)


VERBS: Mapping[str, Callable[[Predicate], Iterator[Reading]]] = {
    "be": _be,
    "have": _have,
    "suffer": _suffer,
    **dict.fromkeys(("stop", "quit"), _stop),
    "get": _get,
    "take": _take,
    "use": _use,
    "become": _become,
    "diagnose": _diagnose,
    "come": _come_off,
    "turn": _become,
    "go": _go,
    "follow": lambda said: _eat_diet(said),
    "eat": _eat,
    "do": lambda said: _eat_diet(said) if said.progressive else iter(()),
}


def _eat_diet(said: Predicate) -> Iterator[Reading]:
    if (said.holds or said.denies) and (found := _DIET.match(said.rest)):
        yield said.claim("diet", found["diet"].lower())
