"""Where and what somebody studies, and how far they are."""

import re
from collections.abc import Callable, Iterator, Mapping

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.numbers_en import ORDINAL, ordinal_of
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import head, match, search, sub
from myosotis_server.understanding.predicates_en import Predicate
from myosotis_server.understanding.values_en import bare_value, organisation

_SCHOOL = pattern_of(
    r"(?P<school>(?:the )?(?:[A-Z][\w.'&-]* (?:of |and |for |the )?){0,5}(?:University|College"
    r"|School|"
    r"Institute|Academy|Polytechnic|Uni)(?: of (?:the )?[A-Z]\w+(?:(?: and)? [A-Z]\w+)*)?"
    r"|(?:[A-Z][\w.'&-]+ ){1,3}(?:State|Tech|High|Sixth Form|Prep|Elementary|Grammar|Primary|Middle"
    r"|Secondary|Comprehensive|Beckett|Hallam|Brookes|Met|Trinity|Conservatory|Conservatoire)"
    r"|UC [A-Z]\w+(?: [A-Z]\w+)?|(?:Texas )?A&M"
    r"|MIT|UCLA|UCL|LSE|NYU|ETH|USC|UCSD|UCSB|UBC|ANU|CMU|KCL|SOAS|UMass|UNC|ASU|LSU|UConn|UIUC|BYU"
    r"|Caltech|Harvard|Oxford|Cambridge|Stanford|Yale|Princeton|Tsinghua|Peking|Fudan|Cornell|Duke"
    r"|Dartmouth|Rutgers|Purdue|McGill|Vanderbilt|Georgetown|Berkeley|Durham|St Andrews|Tulane"
    r"|Notre Dame|Northwestern|Emory|Baylor|Imperial|Goldsmiths|Juilliard|Eton)\b"
)


_LOWER_SCHOOL = pattern_of(
    r"(?P<school>(?:[\w.'-]+ ){1,3}(?:university|college|high school|high|uni|academy|institute"
    r"|sixth form|prep"
    r"|elementary|grammar)\b"
    r"|(?:(?:north|south|new|san|san|west) )?(?:penn|ohio|michigan|florida|iowa|arizona|georgia"
    r"|kansas"
    r"|oregon|washington|boise|fresno|nc|carolina|colorado|utah|oklahoma|texas|mississippi|diego"
    r"|jose"
    r"|arkansas|montana|illinois|louisiana|alabama|mexico|virginia|dakota) (?:state|tech)\b"
    r"|(?:mit|ucla|ucl|lse|nyu|usc|ucsd|caltech|harvard|oxford|cambridge|stanford|yale|princeton"
    r"|cornell|durham|purdue|mcgill|berkeley)\b)"
)


_VAGUE_SCHOOL = pattern_of(
    r"(?:an?|the|my|our|in|same|this|to|local|small|high|primary|middle|boarding|art|law|med"
    r"|medical|business)?"
    r"(?: (?:high|primary|middle|big|small|good|local|art|law|medical))? ?(?:university|college"
    r"|school|uni|academy"
    r"|institute|high school|high)$",
    re.IGNORECASE,
)


_GRADE = pattern_of(
    rf"(?:in |a |an |now in |in the |in my |currently in )*(?P<grade>(?:{ORDINAL})"
    r"[- ](?:grade(?:r)?|year)\b"
    r"|grade \w+|year \w+(?= (?:at|of|in)\b|$)|(?:first|second|third|fourth|final|last)"
    r"[- ]year(?: of (?:college|university|uni|high school))?"
    r"|freshman|sophomore|(?:high school |college )?(?:junior|senior)(?=$|[,.!]| (?:in|at|this"
    r"|year))"
    r"|kindergarten|preschool|pre-?k\b|reception(?=$|[,.]| (?:at|now|this|class))|nursery(?=$"
    r"|[,.]| (?:at|now))|(?:lower|upper) sixth|sixth form(?=$|[,.]| (?:at|now)))",
    re.IGNORECASE,
)


_STUDIES = pattern_of(
    r"(?P<what>(?:(?:^|(?<=[^ ]) )(?!at\b|in\b|for\b|abroad\b|hard\b|to\b|with\b|every\b|here\b"
    r"|there\b|a lot\b|by\b|on\b|and\b)"
    r"[\w&-]+){1,5})"
)


_NO_STUDIES = pattern_of(
    r"(?:a lot|hard|abroad|all|every|together|my|very|so|too|much|more|it|that|really|alone)\b"
)


def _study(said: Predicate) -> Iterator[Reading]:
    if not (said.holds or said.denies):
        return
    yield from schooled(said, said.rest)
    if match(r"to (?:be|become)\b", said.rest):
        return
    found = _STUDIES.match(said.rest)
    if found and not _NO_STUDIES.match(found["what"]):
        value = bare_value(found["what"])
        if value:
            yield said.claim("major", value)


def schooled(said: Predicate, text: str) -> Iterator[Reading]:
    if school := _school(text):
        yield said.claim("school", school)


def _school(text: str) -> str:
    starts = [at.end() for at in re.finditer(r"\b(?:at|to|from|in|attend) ", text)]
    tried = (_SCHOOL.match(text, at) or _LOWER_SCHOOL.match(text, at) for at in starts or [0])
    found = next((each for each in tried if each), None)
    if found is None:
        return ""
    school = sub(r"^(?:the|an?) ", "", found["school"].strip())
    return "" if _VAGUE_SCHOOL.match(school) else school


def _attend(said: Predicate) -> Iterator[Reading]:
    if (said.holds or said.denies) and not (said.progressive and search(r"\bfor\b", said.rest)):
        yield from schooled(said, said.rest if said.verb == "go" else "at " + said.rest)


def is_school(name: str) -> bool:
    """Whether `name` begins with what a school or university is called."""
    found = _SCHOOL.match(name) or _LOWER_SCHOOL.match(name)
    return found is not None and _VAGUE_SCHOOL.match(found["school"]) is None


def _change(said: Predicate) -> Iterator[Reading]:
    """ "I switched my major to X", "transferred to Y", "changed from X to Y"."""
    if not said.happened or said.subject.owned:
        return
    who = said.subject.who
    found = match(
        r"(?P<what>(?:my |the |her |his )?(?:majors?|degree|course|schools?|college|uni"
        r"|universit(?:y|ies)) )?(?:over )?(?:from (?P<from>[\w &'-]{1,40}?) )?(?:over )?to "
        r"(?P<to>.+)",
        said.rest,
    )
    if found is None:
        return
    what, new = found["what"] or "", bare_value(found["to"])
    old = bare_value(found["from"] or "")
    if is_school(sub(r"^the ", "", found["to"])) or "school" in what or "uni" in what:
        new = _school("to " + found["to"]) or organisation(found["to"])
        key = "school"
    elif search(r"major|degree|course", what) or (search(r"\bmajor\b", said.rest)):
        new, key = sub(r" (?:as my )?major$", "", new), "major"
    else:
        return
    if new:
        ends = (Attribute(key, old),) if old else ()
        yield Reading(Attribute(key, new), ends, who)


def _declare(said: Predicate) -> Iterator[Reading]:
    """ "I declared a major in X"; "I'm reading law at Durham"."""
    if said.verb == "declare":
        found = match(r"(?:an? |my )(?:double )?major (?:in|as) (?P<what>.+)", said.rest)
        if found and said.happened and (what := bare_value(found["what"])):
            yield Reading(Attribute("major", what), subject=said.subject.who)
    elif (
        said.progressive
        and (found := match(r"(?P<what>[a-z ]{3,30}) at (?P<at>[A-Z].+)", said.rest))
        and (school := _school("at " + found["at"]))
    ):
        yield Reading(Attribute("major", found["what"]), subject=said.subject.who)
        yield Reading(Attribute("school", school), subject=said.subject.who)


def _graduate(said: Predicate) -> Iterator[Reading]:
    if not said.happened:
        return
    where = search(r"\bfrom (?P<where>.+)", said.rest)
    if where:
        school = _school("from " + where["where"]) or organisation(where["where"])
        if school and not _VAGUE_SCHOOL.match(school):
            yield Reading(Attribute("school", sub(r"^the ", "", school)), subject=said.subject.who)
    if found := search(
        r"\b(?:with an? (?:degree|major|ba|bsc|ma|msc|phd)|majored|a degree) in (?P<what>.+)",
        said.rest,
    ):
        yield Reading(Attribute("major", bare_value(found["what"])), subject=said.subject.who)


def _admitted(said: Predicate) -> Iterator[Reading]:
    """ "I got into Cambridge"."""
    if (
        said.happened
        and said.rest.startswith("into ")
        and (school := _school(f"to {said.rest[5:]}"))
    ):
        yield Reading(Attribute("school", school), subject=said.subject.who)


def _sit(said: Predicate) -> Iterator[Reading]:
    """ "I'm doing my A-levels at X", "I did history at Y"."""
    found = match(
        r"(?:my |an? |her |his |their )?(?P<what>[\w' -]{2,40}?) at (?P<at>[A-Z].+)", said.rest
    )
    if found is None or not (said.holds or said.happened) or said.subject.owned:
        return
    school = _school("at " + found["at"])
    award = match(
        r"(?:a-?levels?|gcses?|highers|degree|ph\.?d|master'?s?|undergrad\w*|bsc|msc|ba|ma|mba"
        r"|exams)\b"
        r"(?: degree)?(?: in (?P<in>.+))?",
        found["what"],
        re.I,
    )
    if school and award and not award["in"]:
        yield Reading(Attribute("school", school), subject=said.subject.who)
    elif school and (award or not search(r"\b(?:class|talk|work|time|job|shift)", found["what"])):
        what = award["in"] if award else found["what"]
        yield Reading(Attribute("major", bare_value(what)), subject=said.subject.who)
        yield Reading(Attribute("school", school), subject=said.subject.who)


def _went(said: Predicate) -> Iterator[Reading]:
    """ "I went to Leeds Uni"; a day in Oxford is no study."""
    if not said.happened or not (school := _school(said.rest)):
        return
    to_learn = search(r"\b(?:for (?:uni|college|undergrad)|to study)\b", said.rest)
    visit = search(r"\b(?:yesterday|today|for an?|to (?:see|visit))\b", said.rest)
    if to_learn or (len(school.split()) > 1 and not visit):
        yield Reading(Attribute("school", school), subject=said.subject.who)


def _major(said: Predicate) -> Iterator[Reading]:
    if (said.holds or said.denies or said.happened) and said.rest.startswith("in "):
        major = sub(r"\s+(?:at|in) .*$", "", bare_value(said.rest[3:]))
        if major:
            reading = Reading(Attribute("major", major), subject=said.subject.who)
            yield said.claim("major", major) if said.denies else reading
        if not said.denies:
            yield from schooled(said, sub(r"^in [\w ]+? (?=at )", "", said.rest))


def _drop(said: Predicate) -> Iterator[Reading]:
    if said.happened and (
        out := match(
            r"out(?: of (?:school|college|university|uni|high school|(?P<where>[A-Z]\w+.*))"
            r"\b|$| (?:last|in|when|to|because)\b)",
            said.rest,
        )
    ):
        school = organisation(out["where"]) if out["where"] else ""
        yield Reading(ends=(Attribute("school", school),), subject=said.subject.who)


def grade_of(rest: str) -> tuple[str, float] | tuple[str] | None:
    found = _GRADE.match(rest)
    if found is None:
        return None
    grade = sub(r"[- ]grader$", " grade", found["grade"])
    number = ordinal_of(grade.split("-")[0].split(" ")[0]) if grade[0].isdigit() else None
    number = number or ordinal_of(head(r"[- ]", grade))
    return (grade, float(number)) if number else (grade,)


def _degree(said: Predicate) -> Iterator[Reading]:
    """ "I have a PhD in linguistics"."""
    found = match(
        r"(?:an? |my )(?:\w+('s)? )??(?:phd|ph\.d\.?|degree|master'?s?|bachelor'?s?|ba|bsc|ma|msc"
        r"|mba|doctorate|diploma)(?: degree)? in (?P<what>.+)",
        said.rest,
        re.IGNORECASE,
    )
    if (found and (said.holds or said.happened)) and (
        what := sub(r" (?:at|from)\b.*$", "", bare_value(found["what"]))
    ):
        yield Reading(Attribute("major", what), subject=said.subject.who)


def _start(said: Predicate) -> Iterator[Reading]:
    """ "My son just started first grade"."""
    if said.happened and (grade := grade_of(said.rest)):
        yield Reading(Attribute("grade", *grade), subject=said.subject.who)


VERBS: Mapping[str, tuple[Callable[[Predicate], Iterator[Reading]], ...]] = {
    "study": (_study,),
    **dict.fromkeys(("start", "begin"), (_start,)),
    "attend": (_attend,),
    "go": (_attend, _went),
    "graduate": (_graduate,),
    "major": (_major,),
    "drop": (_drop,),
    **dict.fromkeys(("change", "switch", "transfer", "move"), (_change,)),
    **dict.fromkeys(("declare", "read"), (_declare,)),
    "have": (_degree,),
    "get": (_degree, _admitted),
    "do": (_degree, _sit),
}
