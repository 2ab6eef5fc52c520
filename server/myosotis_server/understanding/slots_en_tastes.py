"""What somebody likes, dislikes and does for pleasure."""

import re
from collections.abc import Callable, Iterator, Mapping

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.doers_en import doing_of
from myosotis_server.understanding.lexicon_en import is_activity
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import head, match, search, sub
from myosotis_server.understanding.predicates_en import Predicate, Tense
from myosotis_server.understanding.values_en import listed
from myosotis_server.understanding.verbs_en import FORMS, Form, gerund

_DEGREE = pattern_of(
    r"^(?:(?:about|really|so much|very much|a lot|absolutely|to death|best|most(?: of all)?"
    r"|the (?:smell|taste|sound|feeling|idea) of) )+"
)
_NOT_A_TASTE = pattern_of(
    r"(?:it|this|that|you|your|him|her|its|them|me|us|to (?:ask|know|see|think|talk|say|tell|thank"
    r"|hear|be able|order"
    r"|believe|joke|apologi[sz]e)|what|how|when|where|the (?:fact|way|idea|look|sound)|if|someone"
    r"|somebody|one of|my|our|his|their"
    r"|I|we|he|she|they|these|those|everything|nothing|seeing you|talking (?:to|with) you"
    r"|chatting with you|a lot|so much|to)\b"
    r"(?! \w+ing$)",
    re.IGNORECASE,
)
_TO_DO = pattern_of(r"^to (?:also |just )?(?P<verb>[a-z]+)\b ?(?P<rest>.*)", re.IGNORECASE)
_CONSUMED = pattern_of(
    r"^(?:eating|drinking|having|to eat|to drink|to have)\s+(?:(?:some|an?|the|my)\s+)?(?=\w)", re.I
)


_POINTS = pattern_of(
    r"the (?!(?:sea|seaside|ocean|beach|rain|snow|mountains?|outdoors|countryside|cold|heat"
    r"|summer|winter|spring|autumn"
    r"|theatre|theater|cinema|gym|piano|violin|guitar|cello|moon|stars|sun|forest|desert|dark"
    r"|city|night|colou?r|art|works?|music"
    r"|books|films|movies|novels|poetry|beauty|peace|quiet|style)\b)[a-z]"
)
"""A thing that only the talk before could tell: "I love the show"."""
_MOST_WORDS = 8


def tastes(said: Predicate, text: str, liked: bool) -> Iterator[Reading]:
    """That the subject likes or dislikes each thing listed in `text`."""
    text = _DEGREE.sub("", text)
    text = _CONSUMED.sub("", text)
    if found := _TO_DO.match(text):
        verb = found["verb"].lower()
        if (
            verb
            in (
                "be",
                "you",
                "me",
                "all",
                "see",
                "know",
                "think",
                "hear",
                "get",
                "feel",
                "have",
                "say",
                "ask",
            )
            and liked
        ):
            return
        text = f"{gerund(verb)} {found['rest']}".strip()
        text = sub(r" and ([a-z]+)$", lambda two: f" and {_ing(two[1])}", text)
    elif _NOT_A_TASTE.match(text):
        return
    if _POINTS.match(text):
        return
    for value in listed(text):
        if len(value.split()) > _MOST_WORDS:
            continue
        if liked:
            yield _liking(said, value)
        else:
            yield Reading(Attribute("dislikes", value), subject=said.subject.who)


def _ing(word: str) -> str:
    return gerund(word) if FORMS.get(word, ("", Form.PAST))[1] is Form.BASE else word


def _liking(said: Predicate, value: str) -> Reading:
    key = "hobby" if is_activity(value) else "likes"
    return Reading(Attribute(key, value), subject=said.subject.who)


def _like(said: Predicate) -> Iterator[Reading]:
    if (said.subject.is_pet and said.subject.owned) or not said.rest:
        return
    if said.tense is Tense.MODAL or said.subject.owned:
        return
    if said.denies:
        yield from _no_liking(said, said.rest)
    elif said.holds or (said.tense is Tense.PERFECT and not said.negated):
        if said.verb == "prefer":
            text = (
                head(r"\s(?:over|to(?= (?!\w+$)?\w)|instead of|rather than|than)\s", said.rest)
                if (not said.rest.startswith("to "))
                else said.rest
            )
            yield from tastes(said, text, liked=True)
        else:
            yield from tastes(said, said.rest, liked=True)


def _no_liking(said: Predicate, text: str) -> Iterator[Reading]:
    """Who likes it no longer dislikes it from now on; who merely doesn't love it need not."""
    who = said.subject.who
    ended = said.ended
    past_only = ended and not said.negated
    for reading in list(tastes(said, text, liked=True)):
        liked = reading.attribute
        if liked is None:
            continue
        if past_only or (said.verb in ("love", "adore") and not ended):
            yield Reading(ends=(liked,), subject=who)
        else:
            yield Reading(
                Attribute("dislikes", liked.value), (liked,) if ended else (), subject=who
            )


def _hate(said: Predicate) -> Iterator[Reading]:
    if said.tense is Tense.MODAL or said.subject.owned:
        return
    if said.denies:
        for reading in tastes(said, said.rest, liked=False):
            if reading.attribute and (said.ended or said.verb in ("hate", "dislike")):
                yield Reading(ends=(reading.attribute,), subject=said.subject.who)
    elif said.holds or said.tense is Tense.PERFECT:
        yield from tastes(said, said.rest, liked=False)


def _stand(said: Predicate) -> Iterator[Reading]:
    """ "I can't stand X", "couldn't bear"."""
    if said.negated and said.modal in ("can", "could") and said.rest:
        yield from tastes(said, said.rest, liked=False)


_WITHOUT = pattern_of(r"(?:enough of|(?:a day )?without|by without) (?P<what>.+)")


def _need(said: Predicate) -> Iterator[Reading]:
    """ "I can't get enough of X", "I can't live without X"."""
    found = _WITHOUT.match(said.rest)
    if found and said.negated and said.modal in ("can", "could") and not said.subject.owned:
        yield from tastes(said, found["what"], liked=True)


_BE = (
    (pattern_of(r"(?:big |bit |super |totally |heavily |really )*into (?P<what>.+)"), True),
    (
        pattern_of(
            r"(?:fond|crazy|wild|bonkers|bananas|mental|mad|keen|nuts|passionate|enthusiastic"
            r"|excited|hooked|obsessed"
            r"|addicted|fanatical) ?(?:of|about|on|with|to|for) (?P<what>.+)"
        ),
        True,
    ),
    (
        pattern_of(
            r"an? (?:\w+ ){0,3}?(?:fan|lover|admirer|enthusiast|connoisseur|devotee|addict) of "
            r"(?P<what>.+)"
        ),
        True,
    ),
    (
        pattern_of(
            r"(?:a |an )?(?:huge|big|massive|real|total|true|such a|complete|proud|avid"
            r"|die-?hard)? ?(?P<what>[\w' -]{2,40}?) (?:fan|lover|enthusiast|buff|fanatic|addict"
            r"|nerd|geek|freak)(?=$|[,.!]| (?:and|but|too|since|myself|so))"
        ),
        True,
    ),
    (pattern_of(r"(?:sick|tired|sick and tired|fed up|bored) (?:of|with) (?P<what>.+)"), False),
    (
        pattern_of(
            r"(?:disgusted|repulsed|annoyed|grossed out|put off|turned off) by (?P<what>.+)"
        ),
        False,
    ),
)


def _taken_to(said: Predicate) -> Iterator[Reading]:
    """ "I've fallen in love with bouldering", "I got into woodworking"."""
    found = match(
        r"(?:(?:head over heels )?in love with|really into|into|addicted to|hooked on) "
        r"(?P<what>.+)",
        said.rest,
    )
    if (
        found
        and (
            said.happened
            or (said.progressive and said.holds and said.rest.startswith(("into", "really into")))
        )
        and not said.subject.owned
        and not match(
            r"(?:an?|the|my|our|his|her)\b|[A-Z]|trouble|bed|fights?|debt|character|shape|position"
            r"|(?:[\w-]+ ){0,2}?(?:university|uni|college|school|academy|kindergarten|prison|jail"
            r"|hospital|hot water|politics)\b",
            found["what"],
        )
    ):
        yield from tastes(said, found["what"], liked=True)


def _be(said: Predicate) -> Iterator[Reading]:
    if said.subject.owned or said.tense is Tense.MODAL or said.tense is Tense.PAST:
        return
    if said.holds and (doing := doing_of(said.rest)):
        yield Reading(Attribute("hobby", doing), subject=said.subject.who)
        return
    for pattern, liked in _BE:
        found = pattern.match(said.rest)
        if found is None:
            continue
        if search(r"'s \w+$|\b(?:biggest|number one)$", found["what"]):
            return
        what = sub(
            r"^(?:an? |the )?(?:(?:huge|big|massive|real|total|avid|such|true|proud) )*",
            "",
            found["what"],
        )
        if said.denies and liked:
            yield from _no_liking(said, what)
        elif not said.denies:
            yield from tastes(said, what, liked)
        return


def _care(said: Predicate) -> Iterator[Reading]:
    """ "I don't care for X"; to care for somebody is something else."""
    if said.negated and said.rest.startswith("for ") and said.tense is Tense.PRESENT:
        yield from tastes(said, said.rest[4:], liked=False)


def _have(said: Predicate) -> Iterator[Reading]:
    """ "I have a sweet tooth", "I have a thing for X"."""
    found = match(
        r"an? (?:\w+ )?(?:thing|soft spot|weakness|passion|obsession|love) (?:for|with|of) "
        r"(?P<what>.+)",
        said.rest,
    )
    if said.holds and found:
        yield from tastes(said, found["what"], liked=True)


def _spend(said: Predicate) -> Iterator[Reading]:
    """ "I took up pottery", "I've started knitting"."""
    if said.verb == "take" and said.rest.startswith("up ") and said.happened:
        for value in listed(said.rest[3:]):
            if is_activity(value):
                yield Reading(Attribute("hobby", value), subject=said.subject.who)


VERBS: Mapping[str, tuple[Callable[[Predicate], Iterator[Reading]], ...]] = {
    **dict.fromkeys(("like", "love", "enjoy", "adore", "prefer", "fancy", "appreciate"), (_like,)),
    **dict.fromkeys(("hate", "dislike", "detest", "loathe", "despise"), (_hate,)),
    "stand": (_stand,),
    "bear": (_stand,),
    **dict.fromkeys(("live", "do", "go"), (_need,)),
    "get": (_need, _taken_to),
    "fall": (_taken_to,),
    "crave": (_like,),
    "be": (_be,),
    "care": (_care,),
    "have": (_have,),
    "take": (_spend,),
}
