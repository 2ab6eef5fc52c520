"""Values of what is somebody's, each slot read in its own way."""

import re
from collections.abc import Callable, Iterator

from myosotis_server.memory.reading import Reading
from myosotis_server.understanding.lexicon_en import is_role
from myosotis_server.understanding.numbers_en import (
    NUMBER,
    birthday,
    digits,
    number_of,
)
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import head, match, search, sub
from myosotis_server.understanding.predicates_en import Predicate
from myosotis_server.understanding.values_en import bare_value, listed, organisation, place


def text(key: str) -> Callable[[Predicate, str], Iterator[Reading]]:
    def read(said: Predicate, rest: str) -> Iterator[Reading]:
        if value := bare_value(rest):
            yield said.claim(key, value)

    return read


def listing(key: str) -> Callable[[Predicate, str], Iterator[Reading]]:
    def read(said: Predicate, rest: str) -> Iterator[Reading]:
        for value in listed(rest):
            yield said.claim(key, sub(r"^to ", "", value))

    return read


def sized(
    key: str, measure: Callable[[str], tuple[str, float, str] | None]
) -> Callable[[Predicate, str], Iterator[Reading]]:
    def read(said: Predicate, rest: str) -> Iterator[Reading]:
        plain = sub(
            r"^(?:(?:about|around|roughly|only|exactly|now|almost|just|over|under|at|back|like"
            r"|(?:up|down)(?: from \S+)? to) )+",
            "",
            rest,
        )
        if found := measure(plain):
            yield said.claim(key, *found)

    return read


def age(said: Predicate, rest: str) -> Iterator[Reading]:
    found = match(NUMBER, rest, re.I)
    number = number_of(found[0]) if found else None
    if number is not None:
        yield said.claim("age", digits(number), number, "years")


def born_on(said: Predicate, rest: str) -> Iterator[Reading]:
    if date := birthday(rest):
        yield said.claim("birthday", date)


def course(said: Predicate, rest: str) -> Iterator[Reading]:
    """ "My course is graphic design"; what it is like is no subject."""
    value = bare_value(sub(r"^(?:in|an? \w+ in) ", "", rest))
    if value and len(value.split()) < 5 and not _LIKENESS.match(value):
        yield said.claim("major", value)


_LIKENESS = pattern_of(
    r"(?:great|hard|boring|good|bad|fun|full|online|going|over|really|so|tough|intense|brilliant"
    r"|long"
    r"|difficult|interesting|easy|not|shit|amazing|awful|killing|kicking|driving|okay|ok|fine)\b",
    re.IGNORECASE,
)


def works_in(said: Predicate, rest: str) -> Iterator[Reading]:
    """ "My job is based in Slough", "my office is in Leith"."""
    found = match(r"(?:(?:based|located|over|out|right|down) )*in (?P<where>[A-Z].+)", rest)
    if found and (value := place(found["where"])):
        yield said.claim("work_city", value)


def job(said: Predicate, rest: str) -> Iterator[Reading]:
    yield from works_in(said, rest)
    plain = sub(r"^(?:being|working as|to be) ", "", rest)
    value = head(r"\s(?:at|for|in)\b", bare_value(plain))
    if (
        value
        and (is_role(value) or match(r"(?:an? |being|working)", rest))
        and not match(r"(?:nightmare|mess|pain|joke|drag|lot|bit|struggle)", value)
    ):
        yield said.claim("occupation", value)
        if (found := search(r"\b(?:at|for) (?P<where>[A-Z].+)", rest)) and (
            where := organisation(found["where"])
        ):
            yield said.claim("employer", where)
    elif value and said.subject.owned in ("job title", "occupation", "profession", "position"):
        yield said.claim("occupation", value)


def employer(said: Predicate, rest: str) -> Iterator[Reading]:
    if match(r"(?:called |named )?[A-Z]", rest) and (
        value := organisation(rest.removeprefix("called ").removeprefix("named "))
    ):
        yield said.claim("employer", value)


def named(key: str) -> Callable[[Predicate, str], Iterator[Reading]]:
    def read(said: Predicate, rest: str) -> Iterator[Reading]:
        plain = sub(r"^(?:called|named|definitely|an?|the) ", "", rest)
        if match(r"[A-Z]", plain) and (value := bare_value(plain)):
            yield said.claim(key, value)

    return read


def where(key: str) -> Callable[[Predicate, str], Iterator[Reading]]:
    def read(said: Predicate, rest: str) -> Iterator[Reading]:
        if (value := place(sub(r"^in ", "", rest))) and (
            value[0].isupper() or len(value.split()) == 1
        ):
            yield said.claim(key, value)

    return read


def lives_in(said: Predicate, rest: str) -> Iterator[Reading]:
    """ "My flat is in Clapham"; one that is in a mess is nowhere."""
    found = match(
        r"(?:(?:right|just|over) )*(?:in|outside) (?P<where>[A-Z].+)|(?P<city>[A-Z].+)", rest
    )
    if found and (found["where"] or said.subject.owned.endswith("city")):
        value = place(found["where"] or found["city"])
        if value:
            yield said.claim("home_city", value)


def car(said: Predicate, rest: str) -> Iterator[Reading]:
    plain = sub(
        r"^(?:an? )?(?:(?:old|new|used|red|blue|black|white|grey|gray|silver|\d{4}) )*", "", rest
    )
    if (match(r"an? ", rest) or match(r"[A-Z]", rest)) and (
        (value := bare_value(plain))
        and not match(r"(?:mess|wreck|lemon|nightmare|disaster|bit|write-off)", value)
    ):
        yield said.claim("car", value)


def aim(said: Predicate, rest: str) -> Iterator[Reading]:
    found = head(
        r"[,.;!?(]| (?:because|since|but|so that|and I|one day|some ?day)\b",
        sub(
            r"^(?:to|being)"
            r" ",
            "",
            rest,
        ),
    ).strip()
    found = sub(r"^(?:an?|the) ", "", found)
    if (
        found
        and len(found) <= 80
        and not match(r"(?:not|very|so|coming|too|dead|broken|over)\b", found)
    ):
        yield said.claim("goal", found)


def blood(said: Predicate, rest: str) -> Iterator[Reading]:
    if found := match(r"(?:type )?(AB|A|B|O)\b ?([+-]|positive|negative)?", rest, re.IGNORECASE):
        yield said.claim(
            "blood_type",
            (
                found[1].upper()
                + (f" {found[2]}" if found[2] and len(found[2]) > 1 else found[2] or "")
            ),
        )
