"""Just enough English grammar for a profile: lists, articles, and verbs in their person."""

import re
from collections.abc import Sequence

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.profile_claims import is_han
from myosotis_server.understanding.verbs_en import FORMS, Form

Phrase = tuple[str, str]
"""A verb, and what follows it. The verb is in the infinitive ("be learning") or the past tense."""

_THIRD = {base: word for word, (base, form) in FORMS.items() if form is Form.THIRD} | {"be": "is"}
_UNCHANGED = ("can", "graduated", "studied")


def predicate(phrases: Sequence[Phrase], who: str) -> str:
    """What `phrases` say of `who`: "is 28 and Irish, lives in Leeds, and likes tea and jazz".

    What follows one verb is said after one verb, where it was first.
    """
    by_verb: dict[str, list[str]] = {}
    for verb, rest in phrases:
        by_verb.setdefault(verb, []).append(rest)
    many = is_plural(who)
    parts = [(_inflected(verb, many), listed(rest)) for verb, rest in by_verb.items()]
    return listed([f"{verb} {rest}".rstrip() for verb, rest in parts])


def listed(items: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"; with another comma where an item is a list itself."""
    if len(items) < 2:
        return "".join(items)
    comma = "," if any(" and " in item or ", " in item for item in items) else ""
    return f"{', '.join(items[:-1])}{comma} and {items[-1]}"


def with_article(noun: str) -> str:
    """`noun` behind "a" or "an", unless it is plural, numbered, an office or has one already."""
    if _NO_ARTICLE.match(noun) or _is_plural_noun(noun) or is_han(noun):
        return noun
    is_spelt = re.match(r"[AEFHILMNORSX](?:[A-Z]|\b)", noun)
    sounds_open = re.match(r"(?!uni|eu|one\b|used\b)[aeiou]|hour|hono", noun, re.IGNORECASE)
    return f"{'an' if (is_spelt or (sounds_open and not _SPELT_SHUT.match(noun))) else 'a'} {noun}"


_NO_ARTICLE = pattern_of(r"(?:an?|the|my|some|any|no|one|\d+|head of|chief|C[A-Z]O\b)", re.ASCII)
_SPELT_SHUT = pattern_of(r"U[A-Z]")


def _is_plural_noun(noun: str) -> bool:
    """By its head: what stands before "of", "in" and their like."""
    head = re.split(r" (?:of|in|for|with|from|at|on|to|who|that) ", noun, maxsplit=1)[0]
    last = head.rpartition(" ")[2].lower()
    if last in _NO_PLURALS:
        return False
    return last in _PLURALS or (last.endswith("s") and not last.endswith(("ss", "us", "is")))


_NO_PLURALS = frozenset({"pisces", "aries"})
_PLURALS = frozenset({"children", "people", "folks", "men", "women"})


def is_plural(who: str) -> bool:
    """Whether kin terms such as "parents" or "twin boys" speak of several; a name is of one."""
    last = who.rpartition(" ")[2]
    return last.islower() and _is_plural_noun(last)


def is_verb(text: str) -> bool:
    """Whether `text` begins with a verb in the infinitive: "bake bread", but not "chess"."""
    return FORMS.get(text.partition(" ")[0], ("", Form.PAST))[1] is Form.BASE


def infinitive(text: str) -> str:
    """What begins with a verb, with "to" before it: "run a marathon", "going back"; else ""."""
    first, space, rest = text.partition(" ")
    base, form = FORMS.get(first, ("", Form.PAST))
    if form is Form.BASE or (form is Form.ING and space):
        return f"to {base}{space}{rest}"
    return ""


def capitalised(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _inflected(verb: str, many: bool) -> str:
    if verb.startswith("be "):
        return f"{'are' if many else 'is'}{verb[2:]}"
    if verb == "was born":
        return "were born" if many else verb
    if many or verb in _UNCHANGED:
        return "are" if verb == "be" else verb
    if verb.endswith(("s", "x", "ch", "sh", "o")):
        return _THIRD.get(verb, f"{verb}es")
    return _THIRD.get(verb, f"{verb}s")
