"""What somebody does for a living and where, and what and where they study."""

import re
from collections.abc import Callable, Iterator, Mapping

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.lexicon_en import NATIONALITY, is_role
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import head, match, search
from myosotis_server.understanding.people_en import FULL_NAME, NAMES, is_name
from myosotis_server.understanding.places_en import is_known_place
from myosotis_server.understanding.predicates_en import Predicate, Tense
from myosotis_server.understanding.slots_en_study import grade_of, is_school, schooled
from myosotis_server.understanding.values_en import bare_value, organisation, place

_AS = pattern_of(
    r"(?:(?:here|there|remotely|full[- ]time|part[- ]time|now|from home|at night) )*as (?:an? "
    r"|the )?(?P<role>.+)"
)
_AT = pattern_of(r"\b(?:at|for) (?P<where>.+)")
_ROLE = pattern_of(
    r"(?:an? |the |currently an? |now an? |still an? |one of the )(?P<role>[\w' /&-]+?)"
    r"(?P<after>$|[,.;!(]|\s(?:at|for|in|with|of|by|from|on|who|and|but|now|these|currently"
    r"|working|living|here"
    r"|specialising|specializing|doing|based|to|turned|there|since|right|over|myself|btw|too"
    r"|again|as"
    r"|so|any|because"
    r"|making|teaching|designing|building|not)\b.*)"
)
_STATED = pattern_of(r"^((?:an?|the) )(?:\d+|\w+(?:-\w+)?)[- ]years?[- ]old ", re.IGNORECASE)


def _work(said: Predicate) -> Iterator[Reading]:
    if said.tense is Tense.MODAL or not (said.holds or said.denies):
        return
    claim = said.claim
    rest = said.rest
    if (found := _AS.match(rest)) and (
        match(r"(?:.* )?as (?:an?|the) ", rest) or is_role(_head(found["role"]))
    ):
        yield from _role_at(said, found["role"])
        return
    as_ = search(r"\bas (?:an? |the )(?P<role>.+)", rest)
    if (found := _AT.match(rest)) and (where := organisation(found["where"])):
        if where.lower().startswith(("myself", "the government")):
            where = ""
        if as_ and is_role(role := _head(as_["role"])):
            yield claim("occupation", role)
        if where:
            yield claim("employer", where)
    elif as_ and is_role(role := _head(as_["role"])):
        yield claim("occupation", role)
    elif found := match(r"in (?P<where>[A-Z].+)", rest):
        if where := place(found["where"]):
            yield claim("work_city", where)
    elif found := match(r"in (?P<field>[a-z].+)", rest):
        field, _, rest = bare_value(found["field"]).partition(" at ")
        if field and not match(
            r"an? |the |my |office|shifts?|bed|teams?|person|peace|groups?|progress", found["field"]
        ):
            yield claim("occupation", field)
            if where := organisation(rest):
                yield claim("employer", where)


def _role_at(said: Predicate, text: str) -> Iterator[Reading]:
    role = _head(text)
    if role:
        yield said.claim("occupation", role)
    found = search(r"\b(?:at|for|with) (?P<where>[A-Z0-9a-z].+)", text)
    if found and (where := organisation(found["where"])) and where[0].isupper():
        yield said.claim("employer", where)


def _head(text: str) -> str:
    """The role without where and whom for: "product manager at Tencent" → "product manager"."""
    role = head(
        r"\s(?:at|for|in|with|by|from|on|near|of (?=an?\b|the\b)|and (?=I\b))\s?", bare_value(text)
    )
    return role.strip() if len(role.split()) <= 5 else ""


_SPOT = pattern_of(
    r"\b(?:Airport|Station|Park|Street|Square|Mall|Centre|Center|Beach|Church|Cross|Hotel|Stadium"
    r"|Arena|Heathrow|Gatwick|Stansted|Luton|JFK|LAX|O'Hare|Starbucks|Costa|Wembley|Glastonbury"
    r"|Euston"
    r"|Paddington|Victoria|Waterloo|Disney\w*|Mum|Mom|Dad|Gran|Nan|\w+'s)\b"
)
"""Where one is for an hour, however it is spelt."""


def _be(said: Predicate) -> Iterator[Reading]:
    if said.subject.owned or said.tense in (Tense.MODAL, Tense.PAST):
        return
    rest = said.rest
    if (grade := grade_of(rest)) is not None:
        yield said.claim("grade", *grade)
        yield from schooled(said, rest)
    elif (found := _ROLE.match(_STATED.sub(r"\1", rest) + " ")) and is_role(found["role"].strip()):
        role = found["role"].strip()
        if people := NATIONALITY.match(role):
            role = role[people.end() :].strip() or role
            yield said.claim("nationality", people[0])
        is_pupil = "student" in role or "undergrad" in role or "pupil" in role
        if is_pupil:
            taught = list(schooled(said, rest))
            at = match(r"\s(?:at|from) (?P<where>[A-Z].+)", found["after"])
            if not taught and at and (where := organisation(at["where"])):
                taught = [said.claim("school", where)]
            yield from taught
        yield said.claim("occupation", role)
        if ((home := search(r"\bfrom (?P<where>[A-Z].+)", found["after"])) and said.holds) and (
            where := place(home["where"])
        ):
            yield said.claim("hometown", where)
        if (
            (home := search(r"\b(?:living|based) in (?P<where>.+)", found["after"])) and said.holds
        ) and (where := place(home["where"])):
            yield said.claim("home_city", where)
        at = match(
            r"\s(?:working )?(?:over )?(?:in [a-z][\w ]*? )?(?:at|for|with) (?P<where>.+)",
            found["after"],
        )
        if not is_pupil and at and (where := organisation(at["where"])) and where[0].isupper():
            yield said.claim("employer", where)
    elif found := match(r"(?:employed|working) (?:by|at|for) (?P<where>.+)", rest):
        if where := organisation(found["where"]):
            yield said.claim("employer", where)
    elif said.holds and match(
        r"(?:unemployed|retired|between jobs|out of work|self-employed|jobless)\b", rest
    ):
        word = bare_value(rest)
        ends = (Attribute("employer", ""),) if word != "self-employed" else ()
        yield Reading(Attribute("occupation", word), ends, said.subject.who)
    elif (
        said.holds
        and (
            at := match(
                r"(?:over )?at (?P<where>[A-Z].*?) (?:now|these days|nowadays|since)\b", rest
            )
        )
        and not said.subject.who
    ):
        where = organisation(at["where"])
        if is_school(where):
            yield said.claim("school", where)
        elif where and not is_known_place(where) and not _SPOT.search(where):
            yield said.claim("employer", where)
    elif said.tense is Tense.PERFECT and said.holds and match(r"(?:at|with) [A-Z]", rest):
        where = organisation(rest.split(" ", 1)[1])
        if where and where.split()[0].lower() not in NAMES:
            yield said.claim("employer", where)
    elif match(r"(?:not |no longer )?(?:with|at) [A-Z]", rest) and said.denies:
        if where := organisation(rest.split(" ", 1)[1]):
            yield said.claim("employer", where)
    elif found := match(
        r"in (?P<field>sales|marketing|finance|it|tech|hr|advertising|real estate|insurance"
        r"|banking|consulting|education|logistics|pr|media|publishing)\b",
        rest,
        re.I,
    ):
        yield said.claim("occupation", found["field"])


def _be_promoted(said: Predicate) -> Iterator[Reading]:
    found = match(r"(?:been )?promoted to (?P<role>.+)", said.rest)
    if found and said.happened | said.holds and (role := _head(found["role"])):
        yield Reading(Attribute("occupation", role), subject=said.subject.who)


def _get(said: Predicate) -> Iterator[Reading]:
    yield from _be_promoted(said)
    if said.happened and (
        found := match(
            r"(?:an? |my |the )(?:new |great )?(?:job|offer|position|role) (?P<rest>.+)", said.rest
        )
    ):
        yield from _new_job(said, found["rest"])


def _start(said: Predicate) -> Iterator[Reading]:
    if not said.happened:
        return
    if (
        found := match(r"(?:an? |my |the )(?:new )?(?:job|role|position) (?P<rest>.+)", said.rest)
    ) or (found := match(r"(?:working|work|out|off)? ?(?P<rest>(?:at|as|for|with) .+)", said.rest)):
        yield from _new_job(said, found["rest"])


def _new_job(said: Predicate, rest: str) -> Iterator[Reading]:
    who = said.subject.who
    if (found := search(r"\bas (?:an? |the )?(?P<role>.+)", rest)) and (
        role := _head(found["role"])
    ):
        yield Reading(Attribute("occupation", role), subject=who)
    if (found := search(r"\b(?:at|with|for|from) (?P<where>.+)", rest)) and (
        (where := organisation(found["where"])) and where[0].isupper()
    ):
        yield Reading(Attribute("employer", where), subject=who)


def _join(said: Predicate) -> Iterator[Reading]:
    if said.happened and match(r"[A-Z]", said.rest) and (where := organisation(said.rest)):
        yield Reading(Attribute("employer", where), subject=said.subject.who)
        yield from (
            each
            for each in _new_job(said, said.rest)
            if each.attribute and each.attribute.key == "occupation"
        )


def _become(said: Predicate) -> Iterator[Reading]:
    if (said.happened and (found := match(r"(?:an? |the )(?P<role>.+)", said.rest))) and (
        is_role(role := _head(found["role"]))
    ):
        yield Reading(Attribute("occupation", role), subject=said.subject.who)


_TAUGHT = pattern_of(
    r"(?P<what>(?:high school |middle school |primary school )?(?:maths?|english|physics"
    r"|chemistry|biology|history|geography|music|art|science"
    r"|chinese|french|spanish|german|yoga|piano|violin|guitar|economics|literature|kindergarten"
    r"|preschool|primary school|elementary school"
    r"|high school|middle school|pe|computer science|dance|swimming|drama))\b",
    re.IGNORECASE,
)


def _teach(said: Predicate) -> Iterator[Reading]:
    if not (said.holds or said.denies) or said.subject.owned:
        return
    if (found := _TAUGHT.match(said.rest)) and not said.negated and not said.ended:
        yield Reading(Attribute("occupation", f"{found['what']} teacher"), subject=said.subject.who)
    if (found := match(r"(?:\w+ ){0,3}?(?:at|in) (?P<where>[A-Z].+)", said.rest)) and (
        where := organisation(found["where"])
    ):
        yield said.claim("employer", where)


def _do(said: Predicate) -> Iterator[Reading]:
    """ "I do illustration for a living"."""
    found = match(r"(?P<what>.+?) (?:for a living|professionally|as a job|for work)\b", said.rest)
    if said.holds and found and (value := bare_value(found["what"])):
        yield said.claim("occupation", value)


def _for(said: Predicate) -> Iterator[Reading]:
    """ "I drive for Uber"."""
    found = match(r"(?:[\w ]{1,20} )?for (?P<where>[A-Z].+)", said.rest)
    if found and said.holds and not said.subject.owned and (where := organisation(found["where"])):
        yield said.claim("employer", where)


def _report(said: Predicate) -> Iterator[Reading]:
    """ "I report to Helen Marsh"."""
    found = match(
        rf"(?:directly |straight |now |in )*to (?:my \w+ |our \w+ |an? (?:\w+ ){{1,2}}(?:named "
        rf"|called ))?(?P<name>{FULL_NAME})(?=$|[,.]| "
        r"(?:now|at|in|and|who|these|since)\b)",
        said.rest,
    )
    if found and said.holds and is_name(found["name"]):
        yield said.claim("manager", found["name"])


VERBS: Mapping[str, tuple[Callable[[Predicate], Iterator[Reading]], ...]] = {
    "work": (_work,),
    "intern": (_work,),
    "be": (_be, _be_promoted),
    "get": (_get,),
    "do": (_do,),
    "start": (_start,),
    "join": (_join,),
    "become": (_become,),
    "teach": (_teach,),
    "report": (_report,),
    **dict.fromkeys(("drive", "deliver", "fly", "consult", "write"), (_for,)),
}
