"""Whom an English clause is about, and what is left to say of them."""

import re
from dataclasses import dataclass, replace

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import match, sub, words
from myosotis_server.understanding.people_en import (
    FRIENDS,
    FULL_NAME,
    KIN,
    PET,
    WHICH,
    bare,
    canonical,
    is_name,
)
from myosotis_server.understanding.verbs_en import FORMS, Form

ADVERB = pattern_of(
    r"(?:really|just|actually|also|still|now|recently|currently|always|usually|often|only|already"
    r"|totally|absolutely|definitely|honestly|kind of|sort of|so|truly|basically|finally|mostly"
    r"|mainly|officially|obviously|personally|both|all|normally|generally|typically|probably"
    r"|sometimes|completely|seriously|genuinely|simply|quite|very much|very|pretty much|literally"
    r"|lately|much|nowadays|first|double(?= major)|deeply|particularly|especially|even|proudly"
    r"|quickly|regularly|secretly"
    r"|happily|then|mainly|strictly|severely|deathly|since|technically|a bit|a little|such|too"
    r"|newly|too|occasionally|today|long|myself|yesterday|ever) "
)
"""What may stand before a verb without changing what it says."""


@dataclass(frozen=True, slots=True)
class Subject:
    """`who` as in a Reading; `relation` is the kin term or pet word, `name` what they are called.

    `owned` is a thing of theirs that the clause is about ("favourite drink", "birthday").
    """

    who: str = ""
    relation: str = ""
    name: str = ""
    owned: str = ""
    is_pet: bool = False
    is_plural: bool = False
    beside: str = ""
    """Who is with the user where the two are the subject: "Tom and I"."""


USER = Subject()


_OWNER = (
    rf"(?:[Mm]y|[Oo]ur) (?P<kin>{WHICH}(?:{KIN}))(?:(?: (?:from|at) (?:work|school|uni|college"
    r"|church|home|the office)"
    r"| (?:next door|back home|over the road))(?= \w))?"
)


_PERSON = pattern_of(
    rf"(?:{_OWNER}|(?P<my_pet>(?:[Mm]y|[Oo]ur) (?:\w+ )??{PET}s?)|(?P<kin_alone>(?:[Mm]om|[Mm]um"
    r"|[Dd]ad|[Mm]ommy|[Mm]ummy|[Mm]ama|[Dd]addy|[Pp]apa|[Pp]ops|[Gg]rand(?:ma|pa|dad|ad)"
    r"|[Gg]ran(?:ny)?|[Nn]ana?|[Gg]ramps|[Hh]ubby|[Ww]ifey|(?:[Aa]unt(?:ie|y)?|[Uu]ncle)(?= [A-Z])"
    r"|(?:[Tt]he )?(?:[Ll]ittle one|[Bb]aby)(?= is\b)|[Tt]he (?:wife|missus|hubby|husband|kids"
    r"|boyfriend|girlfriend|twins|in-laws)))|(?P<pronoun>(?:[Hh]e|[Ss]he|[Tt]hey|who|[Ii]t|"
    rf"[Tt]hat|[Tt]his)))\b(?P<of>'s?)?,?(?: (?P<name>{FULL_NAME})(?P<of_name>'s?)?(?=[ ,.!]|$),?)?"
)


_WITH = rf"(?:{KIN}|family|mates?|pals?|lads|dogs?|friends|colleagues|cousins)"
_FIRST = pattern_of(
    r"(?:[Oo]ur (?:whole )?family(?= (?:just |recently )?(?:moved|relocated|settled))"
    rf"|I|[Ww]e|[Mm]y [\w-]+ and I|[Mm]e and (?:my|the|our) {WHICH}{_WITH}"
    rf"|(?:[Mm]y|[Tt]he|[Oo]ur) {WHICH}{_WITH} and (?:I|me)|[Mm]e and {FULL_NAME}(?= [a-z])"
    rf"|(?P<beside>{FULL_NAME}) and (?:I|me)|(?:[Bb]oth|[Aa]ll|[Tt]he \w+) of us)\b,? ?(?:both "
    r"|all )?"
)


_OF_MINE = pattern_of(
    rf"(?:[Aa]|[Oo]ne of my|[Tt]his) (?P<kin>{WHICH}(?:{KIN}))s?(?: of (?:mine|ours))?(?:,| named"
    rf"| called)? (?P<name>{FULL_NAME}),?"
)


_NAMED = pattern_of(rf"(?P<name>{FULL_NAME})(?P<of>'s)?(?= )")


_MY_THING = pattern_of(
    r"(?:[Mm]y|[Oo]ur)(?: own)? |(?:[Tt]he )?(?=(?:rent|wages|salary|weight|blood type|favourite "
    r"\w+)\b)",
    re.IGNORECASE,
)
"""What is the user's own, with some things even where nobody says whose."""


_THEIR_THING = pattern_of(r"(?:[Hh]is|[Hh]er|[Tt]heir|[Ii]ts)(?: own)? ")


_THING = pattern_of(
    r"(?P<thing>(?!is\b)[\w'/-]+(?: (?!(?:is|are|was|were|be|has|had|used|would|will|must|might"
    r"|should|could|can|may"
    r"|and|just)\b)[\w'/-]+){0,7}?)(?: ?[:=]| (?=(?:is|are|was|were|has|have|had|used|would|will"
    r"|must|might|should|could|may|just|really|also|currently|definitely|now|always|and|changed"
    r"|goes|rings|went|rose|dropped|fell|include|includes|jumped|increased|climbed|came)\b))"
)


def subject_of(clause: str, carried: Subject) -> Subject | None:
    """Whom a clause is about even where it has no verb: "my son Leo"."""
    found = subject_and_rest(clause, carried)
    return found[0] if found else None


def subject_and_rest(clause: str, carried: Subject) -> tuple[Subject, str] | None:
    """Whom an opened clause is about, and what it says of them; None where that is unknown.

    `carried` is whom the clause before was about.
    """
    if first := _FIRST.match(clause):
        beside = first["beside"] or ""
        user = Subject(beside=beside) if is_name(beside) else USER
        return user, clause[first.end() :]
    if found := _OF_MINE.match(clause):
        return _person(found["kin"], found["name"]), clause[found.end() :].strip()
    if found := _PERSON.match(clause):
        return _known(found, clause, carried)
    if mine := _MY_THING.match(clause):
        return _owned(USER, clause[mine.end() :])
    if carried.who and (theirs := _THEIR_THING.match(clause)):
        return _owned(replace(carried, owned=""), clause[theirs.end() :])
    if (found := _NAMED.match(clause)) and is_name(found["name"]):
        named = Subject(found["name"], "", found["name"])
        rest = clause[found.end() + 1 :]
        if found["of"]:
            return _owned(named, rest)
        return (named, rest) if _starts_with_third(rest) else None
    word = match(r"[\w']+", clause)
    low = word[0].lower() if word else ""
    bare_clause = low + clause[len(low) :]
    following = match(r"\w+ (\w+)", bare_clause)
    if following and low in _LEADING and following[1] in _BARE_STATES:
        return replace(carried, owned=""), f"am {bare_clause}"
    if (low in _BARE_STATES and _GOES_ON.match(bare_clause)) or match(
        r"(?:(?:really|just|definitely|still|so|totally) )?not (?:(?:into|keen|fond|crazy|mad) "
        r"|an? "
        r"|\w+ any ?more)",
        bare_clause,
    ):
        return replace(carried, owned=""), f"am {bare_clause}"
    if match(r"no longer (?:in|at|on|an?)\b", bare_clause):
        return replace(carried, owned=""), f"am {bare_clause}"
    if match(r"just like\b", bare_clause):
        return None
    if low in ("in", "on", "at") and len(clause) <= _SHORT_STATE:
        return replace(carried, owned=""), f"am {bare_clause}"
    if low in _ORDERS and clause[:1].isupper():
        return None
    is_noun = FORMS.get(low, ("", Form.BASE))[1] is not Form.THIRD
    if following and is_noun and FORMS.get(following[1], ("", Form.BASE))[1] is Form.THIRD:
        return None
    if low in FORMS or low in _BARE_STARTS:
        return replace(carried, owned=""), bare_clause
    return None


_SHORT_STATE = 50
"""Characters up to which "in finance" or "on metformin" is a statement without its "I am"."""
_ORDERS = words("eat drink do try use read stop quit name call make take keep go get hope work")
"""What tells somebody to, where a sentence begins with it."""
_BARE_STARTS = words(
    """usually mostly normally generally typically am is are was were been do does did not no
    never used can just really also still"""
)


_LEADING = words("newly happily recently finally officially still now currently just only")
_GOES_ON = pattern_of(
    r"\w+(?:$|[,.!;]| (?:and|with|to|for|since|by|now|in|from|at|on|off|of|raised|again)\b)"
)
_BARE_STATES = words(
    """born raised allergic originally based married divorced single engaged diagnosed vegetarian
    vegan promoted fluent scared afraid terrified laid fired"""
)
"""What follows an "I am" that often goes unsaid."""


_MORE_THIRD = words("is was has does used")


def _starts_with_third(rest: str) -> bool:
    rest = ADVERB.sub("", rest, count=1)
    word = rest.partition(" ")[0].lower()
    if word in _MORE_THIRD:
        return True
    form = FORMS.get(word)
    return form is not None and form[1] is not Form.BASE


def _known(found: re.Match[str], clause: str, carried: Subject) -> tuple[Subject, str] | None:
    rest = clause[found.end() :].strip()
    name = found["name"] if found["name"] and is_name(found["name"]) else ""
    if found["name"] and not name:
        rest = clause[found.start("name") :].strip()
    if found["pronoun"]:
        if name or not (carried.who or carried.relation):
            return None
        return carried, clause[found.end("pronoun") :].strip()
    if found["my_pet"]:
        words = found["my_pet"].split(" ", 1)[1]
        subject = Subject(words.lower(), words.lower(), name, is_pet=True)
    else:
        subject = _person(found["kin"] or sub(r"^[Tt]he ", "", found["kin_alone"]), name)
    if (found["of"] and not found["name"]) or found["of_name"]:
        return _owned(subject, rest)
    return subject, rest


def _person(kin: str, name: str) -> Subject:
    relation = canonical(kin)
    term = bare(relation)
    who = name if name and term in FRIENDS else relation
    plural = term in ("parents", "children", "brothers", "sisters", "sons", "daughters")
    return Subject(who, relation, name, is_plural=plural)


def _owned(owner: Subject, words: str) -> tuple[Subject, str] | None:
    thing = _THING.match(words)
    if thing is None:
        return None
    rest = words[thing.end() :].strip()
    if thing[0][-1] in ":=":
        rest = "is " + rest
    return replace(owner, owned=" ".join(thing["thing"].lower().split())), rest
