"""The phrases of a profile in English on people, tastes, habits and aims: "drinks tea"."""

import re
from collections.abc import Sequence

from myosotis_server.memory.identity import normalise
from myosotis_server.understanding.categories import concept_of, head_of
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.profile_claims import (
    Claim,
    Known,
    favourites_of,
    is_han,
    values_of,
)
from myosotis_server.understanding.profile_grammar_en import (
    Phrase,
    infinitive,
    listed,
    with_article,
)


def called(one: str, several: str, names: Sequence[str]) -> list[Phrase]:
    """Such as "has a child called Leo", "has children called Ada and Max"."""
    return [("have", f"{one if len(names) < 2 else several} called {listed(names)}")]


_STATUSES = {
    "单身": "single",
    "未婚": "unmarried",
    "已婚": "married",
    "离异": "divorced",
    "订婚": "engaged",
    "丧偶": "widowed",
    "分居": "separated",
    "恋爱中": "in a relationship",
}
_TO_SOMEBODY = {
    "married": "married to",
    "engaged": "engaged to",
    "in a relationship": "in a relationship with",
}
_COUNTS = {"2": "two", "3": "three", "4": "four", "5": "five", "6": "six"}


def couple(known: Known) -> list[Phrase]:
    partners = values_of(known, "partner")
    statuses = [_STATUSES.get(each, each) for each in values_of(known, "relationship_status")]
    status = statuses[0] if statuses else ""
    if partners and status in _TO_SOMEBODY:
        return [("be", f"{_TO_SOMEBODY[status]} {listed(partners)}")]
    phrases: list[Phrase] = [("be", status)] if status else []
    return phrases + (called("a partner", "partners", partners) if partners else [])


def children(known: Known) -> list[Phrase]:
    children, counts = values_of(known, "child"), values_of(known, "children_count")
    if counts:
        each = [with_article(child) if _CHILD.search(child) else child for child in children]
        named = f" ({listed(each)})" if each else ""
        number = _COUNTS.get(counts[0], counts[0])
        return [("have", f"{'one child' if number == '1' else f'{number} children'}{named}")]
    return kin(children, _CHILD, "a child", "children")


def kin(values: Sequence[str], role: re.Pattern[str], one: str, several: str) -> list[Phrase]:
    """Those who are only told by what they are, and those whose name is known."""
    roles = [with_article(value) for value in values if role.search(value)]
    names = [value for value in values if not role.search(value)]
    phrases = [("have", listed(roles))] if roles else []
    return phrases + (called(one, several, names) if names else [])


_CHILD = pattern_of(
    r"\b(?:step|grand)?(?:sons?|daughters?|child(?:ren)?|bab(?:y|ies)|twins?|kids?)$"
)
SIBLING = pattern_of(r"(?:brother|sister|sibling|twin)s?$")


def pets(known: Known) -> list[Phrase]:
    values = values_of(known, "pet")
    kinds = [value for value in values if _is_kind_of_pet(value)]
    names = [value for value in values if value not in kinds]
    phrases = called("a pet", "pets", names) if names else []
    return (
        [*phrases, ("keep", listed([with_article(kind) for kind in kinds]))] if kinds else phrases
    )


def _is_kind_of_pet(value: str) -> bool:
    """A kind is written small, and a name is not: Bear is no bear."""
    if value == value.lower() and value.isascii():
        return True
    return (concept_of(normalise(value), _PETS) or head_of(normalise(value), _PETS)) is not None


_PETS = frozenset({"animal"})


# Health and tastes


def diet(claim: Claim) -> Phrase:
    value = {"素食": "vegetarian", "纯素": "vegan"}.get(claim.value, claim.value)
    if re.search(r"(?:an|ian|veggie)$", value):
        return "be", value
    return "follow", with_article(f"{value.removesuffix(' diet')} diet")


def favourites(known: Known) -> str:
    """Such as "favourite drink is oolong, favourite colour red"; "" without any."""
    parts = [(thing.replace("_", " "), value) for thing, value in favourites_of(known)]
    return listed(
        [
            f"favourite {thing} {'' if number else 'is '}{value}"
            for number, (thing, value) in enumerate(parts)
        ]
    )


# What they do again and again


def clock(claim: Claim) -> str:
    """Hours and minutes of the day of 24 hours, but for its ends."""
    named = {"00:00": "midnight", "12:00": "noon"}
    return named.get(claim.value) or claim.value.removeprefix("0")


def commute(value: str) -> Phrase:
    on_foot = ("walking", "on foot", "步行", "走路")
    by = {"biking": "bike", "cycling": "bike", "driving": "car"}.get(value, value)
    return "commute", "on foot" if value in on_foot else f"by {by}"


def exercise(known: Known) -> list[Phrase]:
    values = ["the gym" if each == "gym" else each for each in values_of(known, "exercise")]
    return [("keep", f"fit with {listed(values)}")] if values else []


def smokes(known: Known) -> list[Phrase]:
    return [("smoke", "")] if known.get("smokes") else []


# What they believe, want and fear


def beliefs_and_cares(known: Known) -> list[Phrase]:
    claims = known.get("values", ())
    beliefs = [claim.value for claim in claims if re.search("believe|相信", claim.said)]
    cares = [claim.value for claim in claims if claim.value not in beliefs]
    phrases = [("value", listed(cares))] if cares else []
    return [*phrases, ("believe", f"in {listed(beliefs)}")] if beliefs else phrases


def goals(known: Known) -> list[Phrase]:
    goals = []
    for value in values_of(known, "goal"):
        is_deed = value.count(" ") > 1 and not is_han(value)
        goals.append(infinitive(value) or (f"to {value}" if is_deed else with_article(value)))
    return [("want", listed(goals))] if goals else []


def fears(known: Known) -> list[Phrase]:
    values = ["the dark" if each == "dark" else each for each in values_of(known, "fear")]
    return [("be", f"afraid of {listed(values)}")] if values else []


def tone(value: str) -> Phrase:
    """A manner (gently, like a friend), what replies are to be (short) or what they are in."""
    if value.startswith("not ") and value.endswith("s"):
        return "like", f"replies without {value[4:]}"
    if value.startswith("like ") or value.endswith(("ly", "slowly")):
        return "like", f"to be spoken to {value}"
    if re.search(r"(?:English|words|language|terms|sentences)$", value):
        return "like", f"replies in {value}"
    return "like", f"replies to be {value}"
