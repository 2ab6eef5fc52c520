"""The phrases of a profile in English, for each slot: "lives in Leeds", "is 28"."""

import re
from collections.abc import Callable

from myosotis_server.memory.identity import normalise
from myosotis_server.understanding.categories import concept_of
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.profile_claims import (
    DATE,
    Claim,
    Known,
    values_of,
)
from myosotis_server.understanding.profile_grammar_en import (
    Phrase,
    is_verb,
    listed,
    with_article,
)

Wording = Callable[[Known], list[Phrase]]


def of_all(verb: str, rest: str, *keys: str, article: bool = False) -> Wording:
    """All values of those slots in one phrase."""

    def wording(known: Known) -> list[Phrase]:
        values = values_of(known, *keys)
        if article:
            values = [with_article(value) for value in values]
        return [(verb, rest.format(listed(values)))] if values else []

    return wording


def of_first(key: str, phrase: Callable[[Claim], Phrase]) -> Wording:
    """The most important value of a slot in a phrase of its own."""
    return lambda known: [phrase(claim) for claim in known.get(key, ())[:1]]


def for_each(key: str, phrase: Callable[[str], Phrase]) -> Wording:
    return lambda known: [phrase(value) for value in values_of(known, key)]


# Who they are

_GENDERS = {"男": "male", "女": "female", "男性": "male", "女性": "female"}
_GENDER_NOUN = pattern_of(r"(?:wo)?man|boy|girl|guy|bloke|lady|lad|lass|person")


def age(claim: Claim) -> Phrase:
    if claim.unit and claim.unit != "years":
        return "be", f"{claim.value} {claim.unit} old"
    return "be", claim.value


_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August"),
    *("September", "October", "November", "December"),
)


def birthday(claim: Claim) -> Phrase:
    if re.fullmatch(r"\d{4}", claim.value):
        return "was born", f"in {claim.value}"
    found = DATE.fullmatch(claim.value)
    if found is None:
        return "have", f"a birthday on {claim.value}"
    day = f"{int(found['day'])} {_MONTHS[int(found['month']) - 1]}"
    return (
        ("was born", f"on {day} {found['year']}")
        if found["year"]
        else (
            "have",
            f"a birthday on {day}",
        )
    )


def gender(claim: Claim) -> Phrase:
    value = _GENDERS.get(claim.value, claim.value)
    return "be", with_article(value) if _GENDER_NOUN.search(value) else value


def nationality(value: str) -> Phrase:
    if value.isupper() and len(value) < 4:
        return "be", f"a {value} citizen"
    return "be", with_article(value) if _NATIONAL_NOUN.search(value) else value


_NATIONAL_NOUN = pattern_of(r"\b(?:Scot|Brit|Finn|Dane|Swede|Pole|Turk|Spaniard|Kiwi|\w+man)$")


def height(claim: Claim) -> Phrase:
    return "be", f"{measure(claim)} tall"


def measure(claim: Claim) -> str:
    is_number = re.fullmatch(r"[\d.]+", claim.value) is not None
    unit = {"公斤": "kg", "斤": "jin"}.get(claim.unit, claim.unit)
    return f"{claim.value} {unit}" if unit and is_number else claim.value


_KIND_OF_PERSON = pattern_of(
    r"(?:\b[EI][NS][FT][JP]|person|owl|bird|vert|ist|\w{4,}[eo]r|holic|nerd|geek|freak)$"
)
_TEMPERS = pattern_of(r"(?:clever|sober|tender|bitter|eager|proper|somber)$")


def personality(value: str) -> Phrase:
    is_kind = _KIND_OF_PERSON.search(value) and not _TEMPERS.search(value)
    return "be", with_article(value) if is_kind else value


def religion(value: str) -> Phrase:
    if value.endswith(("ism", "ity", "Islam", "教")):
        return "follow", value
    return "be", with_article(value) if " " in value else value


# Work and study

_FIELD = pattern_of(
    r"(?:ing|[ai]tion|ics|ment|finance|insurance|sales|it|hr|pr|tech|media|retail|law|medicine"
    r"|real estate|research|design|software|healthcare|hospitality|fashion|music)$",
    re.IGNORECASE,
)
_STATE = pattern_of(
    r"retired|(?:self-|un)?employed|between jobs|out of work|freelance$", re.IGNORECASE
)
_CURRENCIES = {"USD": "$", "GBP": "£", "EUR": "€", "元": "¥", "CNY": "¥"}
_PERIODS = {"年": "year", "月": "month"}


def work(known: Known) -> list[Phrase]:
    roles, firms, cities = (
        values_of(known, key) for key in ("occupation", "employer", "work_city")
    )
    phrases = [("be", "retired" if role == "退休" else role) for role in roles if _is_state(role)]
    roles = [role for role in roles if not _is_state(role)]
    fields = [role for role in roles if _FIELD.search(role)]
    where = f" at {listed(firms)}" if firms else ""
    where += f" in {listed(cities)}" if cities else ""
    titles = [with_article(role) for role in roles if role not in fields]
    if titles and not where:
        phrases.append(("be", listed(titles)))
    elif titles:
        phrases.append(("work", f"as {listed(titles)}{where}"))
    if fields:
        phrases.append(("work", f"in {listed(fields)}{'' if titles else where}"))
    if where and not roles:
        phrases.append(("work", where[1:]))
    return phrases


def _is_state(role: str) -> bool:
    return role == "退休" or _STATE.fullmatch(role) is not None


def salary(claim: Claim) -> Phrase:
    period = claim.unit.partition("/")[2]
    each = f" {with_article(_PERIODS.get(period, period))}" if period else ""
    return "earn", f"{money(claim)}{each}"


def money(claim: Claim) -> str:
    currency = claim.unit.partition("/")[0]
    amount = claim.value
    if claim.number is not None and re.fullmatch(r"[\d.]+", amount):
        amount = f"{claim.number:,.0f}" if claim.number >= 1000 else f"{claim.number:g}"
    sign = _CURRENCIES.get(currency)
    return f"{sign}{amount}" if sign else f"{amount} {currency}".rstrip()


def study(known: Known) -> list[Phrase]:
    schools, grades, majors = (values_of(known, key) for key in ("school", "grade", "major"))
    said = " ".join(claim.said for claim in (*known.get("school", ()), *known.get("major", ())))
    is_past = re.search("graduat|degree|majored|毕业|畢業", said) is not None and not grades
    at = f" at {listed(schools)}" if schools else ""
    phrases: list[Phrase] = [("be", _grade(grades[0]) + at)] if grades else []
    if is_past and schools:
        phrases.append(("graduated", f"from {listed(schools)}"))
    if majors:
        rest = listed(majors) + ("" if grades or is_past else at)
        phrases.append(("studied" if is_past else "study", rest))
    elif schools and not phrases:
        phrases.append(("go", f"to {listed(schools)}"))
    return phrases


def _grade(value: str) -> str:
    if re.search(r"(?:sophomore|freshm[ae]n|fresher|junior|senior|student|grader)$", value):
        return with_article(value)
    if value.endswith("-year"):
        return f"a {value} student"
    return f"in the {value}" if value.endswith(" year") else f"in {value}"


def skills(known: Known) -> list[Phrase]:
    values = values_of(known, "skill")
    deeds = [value for value in values if is_verb(value)]
    played = [value for value in values if value not in deeds and _is_instrument(value)]
    things = [value for value in values if value not in (*deeds, *played)]
    phrases = [("can", listed(deeds))] if deeds else []
    phrases += [("play", listed([f"the {each}" for each in played]))] if played else []
    return [*phrases, ("be", f"good at {listed(things)}")] if things else phrases


def _is_instrument(value: str) -> bool:
    """One that is played: "the piano", but "Spanish" without an article."""
    return value.isascii() and concept_of(normalise(value), {"instrument"}) is not None


def learning(known: Known) -> list[Phrase]:
    values = [
        f"the {each}" if _is_instrument(each) else f"to {each}" if is_verb(each) else each
        for each in values_of(known, "learning")
    ]
    return [("be learning", listed(values))] if values else []
