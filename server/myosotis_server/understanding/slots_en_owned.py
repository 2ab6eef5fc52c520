"""Statements about what is somebody's: "my favourite drink is tea", "her birthday is in May"."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.favourites_en import favourite, is_favourite
from myosotis_server.understanding.lexicon_en import is_illness
from myosotis_server.understanding.numbers_en import (
    clock,
    height,
    money,
    weight,
)
from myosotis_server.understanding.owned_values_en import (
    age,
    aim,
    blood,
    born_on,
    car,
    course,
    employer,
    job,
    listing,
    lives_in,
    named,
    sized,
    text,
    where,
    works_in,
)
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import match, search, sub, words
from myosotis_server.understanding.people_en import FULL_NAME
from myosotis_server.understanding.predicates_en import Predicate, Tense
from myosotis_server.understanding.slots_en_family import called
from myosotis_server.understanding.slots_en_skills import is_language
from myosotis_server.understanding.values_en import bare_value


def _name(said: Predicate, rest: str) -> Iterator[Reading]:
    found = match(
        rf"(?:{FULL_NAME}(?:(?: and |, | & ){FULL_NAME})*|[\w'-]+(?: [\w'-]+)?)(?=$|[,.!;(]| "
        r"(?:and|but|by|not|btw|like|as|with)\b)",
        rest,
    )
    if found is None or match(
        r"(?:not|on|in|a|an|the|very|so|too|really|spelled|pronounced|hard|difficult|common|short"
        r"|unusual|rare)\b",
        rest,
    ):
        return
    subject = said.subject
    if said.denies:
        yield said.claim("name", found[0])
    elif subject.who or subject.relation:
        yield from called(subject, found[0])
    else:
        yield said.claim("name", found[0])


def _nickname(said: Predicate, rest: str) -> Iterator[Reading]:
    if value := bare_value(rest):
        yield said.claim("nickname", value)


_OWNED: Mapping[str, Callable[[Predicate, str], Iterator[Reading]]] = {
    **dict.fromkeys(
        (
            "name",
            "full name",
            "first name",
            "real name",
            "given name",
            "names",
            "legal name",
            "english name",
        ),
        _name,
    ),
    **dict.fromkeys(("nickname", "pet name"), _nickname),
    "age": age,
    **dict.fromkeys(
        ("birthday", "date of birth", "birth date", "birthdate", "bday", "dob"), born_on
    ),
    **dict.fromkeys(("height",), sized("height", height)),
    **dict.fromkeys(("weight",), sized("weight", weight)),
    **dict.fromkeys(
        (
            "salary",
            "monthly salary",
            "income",
            "wage",
            "wages",
            "pay",
            "annual salary",
            "monthly income",
        ),
        sized("salary", money),
    ),
    **dict.fromkeys(("rent", "monthly rent"), sized("rent", money)),
    **dict.fromkeys(
        (
            "job",
            "occupation",
            "profession",
            "work",
            "job title",
            "current job",
            "new job",
            "day job",
            "career",
            "position",
            "role",
        ),
        job,
    ),
    **dict.fromkeys(("employer", "company", "workplace", "new employer"), employer),
    **dict.fromkeys(("boss", "manager", "supervisor", "new boss"), named("manager")),
    **dict.fromkeys(
        ("school", "university", "college", "alma mater", "uni", "high school"), named("school")
    ),
    **dict.fromkeys(
        ("major", "degree", "field of study"),
        lambda said, rest: text("major")(said, sub(r"^(?:in|an? \w+ in) ", "", rest)),
    ),
    **dict.fromkeys(
        ("hometown", "home town", "birthplace", "place of birth", "home city"), where("hometown")
    ),
    **dict.fromkeys(
        ("city", "current city", "flat", "house", "apartment", "place", "home"), lives_in
    ),
    **dict.fromkeys(("address", "home address"), text("home_address")),
    **dict.fromkeys(("nationality",), text("nationality")),
    **dict.fromkeys(("religion", "faith"), text("religion")),
    **dict.fromkeys(
        ("zodiac sign", "star sign", "sign", "zodiac", "sun sign", "horoscope", "chinese zodiac"),
        text("zodiac_sign"),
    ),
    **dict.fromkeys(("blood type", "blood group"), lambda said, rest: blood(said, rest)),
    **dict.fromkeys(("personality type", "mbti", "personality", "mbti type"), text("personality")),
    **dict.fromkeys(("native language", "mother tongue", "first language"), listing("language")),
    **dict.fromkeys(("car", "new car"), car),
    **dict.fromkeys(
        (
            "hobby",
            "hobbies",
            "main hobby",
            "pastime",
            "biggest hobby",
            "passion",
            "interests",
            "new hobby",
        ),
        listing("hobby"),
    ),
    **dict.fromkeys(
        (
            "goal",
            "dream",
            "dream job",
            "biggest dream",
            "goal in life",
            "life goal",
            "main goal",
            "ambition",
            "aim",
            "main aim",
            "target",
            "long-term goal",
            "main ambition",
            "plan",
            "lifelong dream",
            "goal this year",
            "goal for this year",
            "new year's resolution",
        ),
        aim,
    ),
    **dict.fromkeys(
        ("biggest fear", "fear", "greatest fear", "worst fear", "phobia", "fears"), listing("fear")
    ),
    **dict.fromkeys(("diet",), text("diet")),
    **dict.fromkeys(("gender",), text("gender")),
    **dict.fromkeys(("medication", "medicine"), text("medication")),
    **dict.fromkeys(("allergies", "allergy"), listing("allergy")),
    **dict.fromkeys(("core value", "core values", "values"), listing("values")),
    **dict.fromkeys(("course", "programme", "subject at uni"), course),
    "office": works_in,
    **dict.fromkeys(("commute",), lambda said, rest: iter(())),
}


_CHANGES = words("change switch go rise fall drop jump increase climb come")
"""What brings something of somebody's to another value."""


_KINDS = words(
    "salary pay income wage wages rent weight height birthday address major degree hobby"
)
"""Things that are what they are whatever is said before them ("take-home pay")."""
_FLUENT = pattern_of(
    r"(?:(?:pretty|quite|very|fairly|really|now|still|a bit|kind of|getting|not) )*(?:good|decent"
    r"|fluent"
    r"|rusty|ok(?:ay)?|better|bad|basic|conversational|passable|native|excellent|strong)\b"
)


def owned(said: Predicate) -> Iterator[Reading]:
    """What is said of something that is the subject's; nothing where that is no slot."""
    if said.subject.owned == "alarm" and (at := search(r"\b(?:at|for) (?P<at>.+)", said.rest)):
        if time := clock(at["at"]):
            yield said.claim("wake_time", time)
        return
    if (
        said.verb in _CHANGES
        and said.happened
        and (new := search(r"(?:from (?P<from>.+?) )?\bto (?P<to>.+)", said.rest))
    ):
        for reading in owned(Predicate(said.subject, "be", new["to"])):
            left = bare_value(new["from"] or "")
            if reading.attribute and left:
                reading = replace(reading, ends=(Attribute(reading.attribute.key, left),))
            yield reading
        return
    if (
        said.verb not in ("be", "have", "include")
        or said.tense in (Tense.PAST,)
        or (said.verb == "have" and said.tense is not Tense.PERFECT)
    ):
        return
    if said.tense is Tense.MODAL and not (
        said.modal in ("would", "will", "must", "have") and "favourite" in said.subject.owned
    ):
        return
    rest = sub(
        r"^(?:be |always been |been |simply |probably |definitely |easily |obviously |still "
        r"|hands down )+",
        "",
        said.rest,
    )
    if (
        said.verb == "be"
        and match(r"(?:called|named) ", rest)
        and said.subject.owned not in ("boss", "manager", "company")
    ):
        rest = rest.split(" ", 1)[1]
    thing = sub(
        r" (?:here|there|these days|nowadays|now|right now|currently)$", "", said.subject.owned
    )
    if said.verb == "be" and match(r"back|acting|flaring|playing|killing|getting|so bad", rest):
        if is_illness(thing):
            yield Reading(Attribute("illness", thing), subject=said.subject.who)
        return
    if is_language(thing):
        if _FLUENT.match(rest) and not said.negated:
            yield said.claim("language", thing.title())
        return
    if thing.startswith(("email", "e-mail")):
        return
    if thing not in _OWNED and (last := thing.rpartition(" ")[2]) in _KINDS:
        thing = last
    if thing not in _OWNED:
        thing = thing.removeprefix("new ").removeprefix("current ").removeprefix("present ")
    said = _present(said)
    if is_favourite(thing):
        yield from favourite(said, rest)
    elif read := _OWNED.get(thing):
        yield from read(said, rest)


def _present(said: Predicate) -> Predicate:
    return Predicate(said.subject, "be", said.rest, negated=said.negated, ended=said.ended)
