"""What somebody can do, learns, wants, fears and holds dear."""

from collections.abc import Callable, Iterator, Mapping

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.once import is_chore
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import head, match, sub
from myosotis_server.understanding.predicates_en import Predicate, Tense
from myosotis_server.understanding.slots_en_skills import languages, learn
from myosotis_server.understanding.values_en import bare_value, listed

_PASSING = pattern_of(
    r"(?:to )?(?:ask|know|talk|tell|say|order|hear|see (?!the\b)|sleep|cry|eat|chat|share|thank"
    r"|die|kill|disappear|go (?:home|to (?:bed|sleep|the (?:toilet|bathroom)))"
    r"|scream|vent|hug|rest|lie down|be alone|apologi[sz]e|understand|confirm|check|discuss|rant"
    r"|point out|make sure|take a (?:nap|break|shower)"
    r"|nap|drink|check|try (?:that|this|it)|add|remind|hide|punch|throw|give up|quit(?! )|do "
    r"(?:it|that|this)|remember|believe|think|be honest|stay (?:in bed|home)|go out\b|leave\b"
    r"|watch|relax|find (?:some|a good|out)|take (?:a walk|some|photos)|go (?:for|on a walk|watch"
    r"|see|and)"
    r"|do some|try (?:making|some)|bring|use|pull|hear|start by|look|attend|get (?:some|an?|up"
    r"|out|away)|stop)\b"
)
_NO_WANT = pattern_of(
    r"(?:you|him|her|them|it|that|this|everyone|someone|somebody|people|my|your|the|some|more"
    r"|another|nothing|something|anything|a (?:break|hug|nap|coffee|drink|tea|beer|snack|refund"
    r"|word|minute|second|moment|favour|favor|hand)|to\b|us|me|no|less|any|coffee|tea|food|advice"
    r"|help)\b"
)


def _want(said: Predicate) -> Iterator[Reading]:
    if said.subject.owned or said.tense in (Tense.PAST, Tense.MODAL) or said.negated or said.ended:
        if not (said.ended and said.rest.startswith("to ")):
            return
        yield Reading(ends=(Attribute("goal", _aim(said.rest[3:])),), subject=said.subject.who)
        return
    rest = said.rest
    if rest.startswith("to "):
        yield from _goal(said, rest[3:])
    elif said.verb == "want" and not _NO_WANT.match(rest) and (value := bare_value(rest)):
        yield said.claim("goal", value)
    elif (said.verb == "dream" and (found := match(r"(?:of|about) (?P<what>\w+ing .+)", rest))) or (
        said.verb == "plan" and (found := match(r"on (?P<what>\w+ing\b.*)", rest))
    ):
        yield from _goal(said, found["what"])
    elif said.verb in ("aim", "save") and (
        found := match(r"for (?P<what>.+)|up (?:for|to) (?P<up>.+)", rest)
    ):
        yield from _goal(said, sub(r"^(?:an?|the|my) ", "", found["what"] or found["up"]))


_SOON = pattern_of(
    r"\b(?:tonight|today|tomorrow|right now|this (?:weekend|afternoon|evening"
    r"|morning)|now|SO)\b"
)


def _goal(said: Predicate, text: str) -> Iterator[Reading]:
    if _SOON.search(text) or is_chore(text):
        return
    if not _PASSING.match(text) and (aim := _aim(text)):
        yield Reading(Attribute("goal", aim), subject=said.subject.who)


def _aim(text: str) -> str:
    text = sub(r"^(?:one day |eventually |really |also |someday )+", "", text)
    text = sub(
        r",? (?:one day|some ?day|eventually|in the future|at some point|before I die|soon)\b.*$",
        "",
        text,
    )
    found = head(
        r"[,.;!?(]| (?:because|since|but|so (?:I|that)|when|and (?:I|my|we)|if|although|as soon "
        r"as)\b",
        text,
    )
    value = found.strip(" .!,'\"")
    return value if 0 < len(value) <= 80 else ""


def _would_like(said: Predicate) -> Iterator[Reading]:
    """ "I'd love to go to Rome", "I would like to become a pilot"."""
    if (
        said.tense is Tense.MODAL
        and said.modal == "would"
        and said.rest.startswith("to ")
        and not said.negated
    ) and not match(r"to (?:have been|have \w+ed)\b", said.rest):
        yield from _goal(said, said.rest[3:])


def _be(said: Predicate) -> Iterator[Reading]:
    if said.subject.owned or said.tense in (Tense.MODAL, Tense.PAST):
        return
    if found := match(
        r"(?:afraid|scared|terrified|frightened|petrified|phobic|deathly afraid|scared to death) "
        r"(?:of|about) (?P<what>.+)",
        said.rest,
    ):
        what = found["what"]
        if not match(r"(?:you|him|her|them|it|that|this|what|how)\b", what):
            for value in listed(sub(r"^(?:the|being in) ", "", what)):
                yield said.claim("fear", value)
    elif (
        found := match(r"(?:fluent|proficient|bilingual|conversational) in (?P<what>.+)", said.rest)
    ) or (found := match(r"an? native (?:speaker of )?(?P<what>\w+)", said.rest)):
        yield from languages(said, found["what"])
    elif found := match(
        r"(?:really |very |pretty |quite |great |so )*(?:good|great|skilled|excellent|talented"
        r"|brilliant) (?:at|with) (?P<what>.+)",
        said.rest,
    ):
        for value in listed(found["what"]):
            if not match(
                r"(?:it|that|this|my|what|people|names|keeping|remembering|hiding|being)\b", value
            ):
                yield said.claim("skill", value)
    elif (
        not said.negated
        and (
            found := match(
                r"(?:determined|set|working|looking|hell-?bent|on a mission|desperate|keen|itching"
                r"|hoping) "
                r"(?:to|on|towards?)(?: becoming| being)? (?P<what>.+)",
                said.rest,
            )
        )
    ) or (
        said.progressive is False
        and (
            found := match(
                r"(?:hoping|aiming|dreaming|saving up|saving) (?:to|for|of) (?P<what>.+)", said.rest
            )
        )
    ):
        yield from _goal(said, found["what"])


def _fear(said: Predicate) -> Iterator[Reading]:
    if (said.holds or said.denies) and not said.subject.owned:
        text = sub(r"^an? (?:\w+ )?(?:fear|phobia) of ", "", said.rest)
        if said.verb == "have" and text == said.rest:
            return
        for value in listed(text):
            yield said.claim("fear", value)


def _try(said: Predicate) -> Iterator[Reading]:
    """ "I'm trying to learn how to code", "trying to lose weight"."""
    if not (said.holds and said.progressive and said.rest.startswith("to ")) or said.subject.owned:
        return
    if said.rest.startswith("to learn "):
        yield from learn(Predicate(said.subject, "learn", said.rest[9:]))
    else:
        yield from _goal(said, said.rest[3:])


def _to_be(said: Predicate) -> Iterator[Reading]:
    """ "I'm studying to be a vet"."""
    if said.holds and match(r"to (?:be|become) ", said.rest):
        yield from _goal(said, said.rest[3:])


def _towards(said: Predicate) -> Iterator[Reading]:
    """ "I'm working towards my black belt"."""
    found = match(r"towards? (?:an? |my |the )?(?P<what>.+)", said.rest)
    if found and said.holds and said.progressive:
        yield from _goal(said, found["what"])


def _value(said: Predicate) -> Iterator[Reading]:
    if said.holds and not said.subject.owned:
        for value in listed(said.rest):
            if not match(r"(?:your|you)\b", value):
                yield said.claim("values", sub(r" (?:above|over|before) .*$", "", value))


VERBS: Mapping[str, tuple[Callable[[Predicate], Iterator[Reading]], ...]] = {
    **dict.fromkeys(("want", "hope", "plan", "dream", "aim", "intend", "save"), (_want,)),
    **dict.fromkeys(("like", "love"), (_would_like,)),
    "try": (_try,),
    "be": (_be,),
    **dict.fromkeys(("fear", "dread", "have"), (_fear,)),
    "value": (_value,),
    "work": (_towards,),
    **dict.fromkeys(("study", "train"), (_to_be,)),
}
