"""What an English clause asks of whoever listens: how to call somebody and how to speak."""

import re
from collections.abc import Iterator

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import match, search, sub
from myosotis_server.understanding.people_en import FULL_NAME

_CALL_ME = pattern_of(
    r"(?P<who>(?P<friends>(?:[Mm]y |[Aa]ll my |[Mm]ost of my |[Tt]he )?(?:friends|family|mates"
    r"|folks|lads|girls|boys|nan|gran|grandma|mum|siblings|brother|sister|kids|team"
    r"|colleagues|parents|mom|mother|dad|classmates|teammates|coworkers)"
    r"|[Ee]veryone|[Ee]verybody|[Pp]eople|[Tt]hey|[Mm]ost people)"
    r"(?: at \w+)?(?: all| just| usually| always)* (?:calls?|named?) me"
    r"|(?:(?:[Pp]lease|[Jj]ust|so|but|and|[Yy]ou (?:can|may|could|should)|[Ff]eel free to|I(?: "
    r"would)? (?:like|prefer|rather|want)(?: you)? to|"
    r"I would (?:rather|prefer)(?: you)?|I prefer(?: to be)?|I go by|I would like to be|prefer "
    r"to be)"
    r"(?: always| just| please| simply| rather| all)* )?(?P<no>(?:[Dd]o not|[Nn]ever|[Ss]top) "
    r"(?:ever )?)?(?:[Cc]all(?:ing)? me|(?:be )?called|go by)"
    r"|I am (?:usually |also )?known as|I go by)"
    rf" (?P<name>(?:(?:Dr|Mr|Mrs|Ms|Miss|Prof(?:essor)?|Captain|Coach)\.? )?(?:{FULL_NAME}"
    r"|[\w'-]+(?: [A-Z][\w'-]+)?))(?P<more>.*)"
)
_NO_NICKNAME = pattern_of(
    r"(?:when|if|back|later|tomorrow|today|a|an|the|that|this|at|on|every|after|before|old|crazy"
    r"|they|he|she|any|names|by|in|again|up|out|whatever|anything|and|or|so|to|names|please|now"
    r"|tonight|more|for"
    r"|it)\b",
    re.IGNORECASE,
)
_TONE = pattern_of(
    r"(?:please |(?:you )?(?:can|could|should|may) (?:you )?|I (?:would )?(?:like|want|prefer"
    r"|need) (?:it (?:if|when) "
    r"you |you to )|just |I prefer (?:when you |that you )?|always )*"
    r"(?P<no>do not |never |stop )?(?P<verb>(?:talk|speak|reply|respond|answer|write|chat)"
    r"(?:ing)? (?:to me |with me |back |your \w+ )?|be |being |sound |keep (?:it |(?:your |the "
    r")?(?:answers?"
    r"|replies|messages|responses?|tone|language|explanations?|things|texts) )|us(?:e|ing) )"
    r"(?P<how>(?:(?:more|so many|too many|that many|all those|any|less|very|really|a bit|a little"
    r"|so|too|as|in an?|in|like|with|always|an?"
    r"|bit|briefly|slowly) )*(?:\w+ly|plain \w+|simple (?:terms|words|english)|layman's terms"
    r"|bullet points|gentle|gentler|softer|warmer|kinder|simpler|shorter|lighter"
    r"|friendlier|nicer|sweeter|soft|kind|honest|direct|short|brief|concise"
    r"|formal|informal|casual|warm|patient|blunt|straightforward|playful|funny|serious"
    r"|polite|simple|cheerful|humou?r|emojis?|friendly|sarcastic|sweet|nice|strict|professional"
    r"|calm(?:er)?|friend|manner|tone|way|light|harsh|teacher|human|slang|jargon|polite)(?: "
    r"(?:with me|to me|way|tone|manner|words|language))?)\b"
    r"(?P<after>.*)",
    re.IGNORECASE,
)


_RATHER = pattern_of(
    r"I (?:would )?(?:appreciate|like|prefer|want|love|need) (?:it if (?:you|your) [\w ]{1,20} "
    r")?(?P<how>(?:more "
    r"|less )?(?:shorter|simpler|longer|briefer|concise|direct|honest|blunt|detailed|short|simple"
    r"|brief|formal"
    r"|casual|gentle|gentler))(?: \w+)?(?: and \w+)? (?:answers?|replies|responses|explanations?"
    r"|messages|language"
    r"|tone|feedback)\b",
    re.IGNORECASE,
)


def readings(clause: str) -> Iterator[Reading]:
    """ "Call me Liz", "my friends call me Bear", "please talk to me gently"."""
    if " me" in clause or "go by" in clause or "known as" in clause or "be called" in clause:
        yield from _called(clause)
    if match(r"(?:he|she|they|we|my|our|you are|you were)\b", clause, re.I):
        return
    if rather := _RATHER.match(clause):
        yield Reading(Attribute("tone", rather["how"]))
    elif (found := _TONE.match(clause)) and _asks(clause, found):
        how = sub(
            r"^(?:(?:a bit|a little|so many|too many|that many|all those|any|so|too|very|really"
            r"|always|in an?|in|with|an?) )+",
            "",
            found["how"],
        )
        how = sub(r" (?:with me|to me|way|tone|manner)$", "", how)
        negation = f"not {how}" if found["no"] else how
        yield Reading(Attribute("tone", negation))


def _asks(clause: str, found: re.Match[str]) -> bool:
    ordered = match(r"\w+ing\b", found["verb"]) is None or (found["no"] or "").startswith("stop")
    if not ordered or (
        found["verb"].lower().startswith("be") and search(r"\w+ly\b(?<!friendly)", found["how"])
    ):
        return False
    verb, after = found["verb"].lower(), found["after"].lower()
    if verb.startswith("use") and not search(
        r"tone|emoji|language|words|slang|jargon|humou?r", found["how"] + after
    ):
        return False
    return not match(r"\s*(?:about|\w+ (?:about|it))\b", after) or "me" in verb


def _called(clause: str) -> Iterator[Reading]:
    found = _CALL_ME.match(clause)
    if found is None or _NO_NICKNAME.match(found["name"]):
        return
    name = found["name"].strip(" .,!'\"")
    if len(name) < 2 or (
        len(found["more"].split()) > 3
        and not match(
            r"[,.;!]| (?:and|or|because|but|instead|from|for|by|not|as|please|since|in)\b",
            found["more"],
        )
    ):
        return
    if found["no"]:
        yield Reading(Attribute("dislikes", f"being called {name}"), (Attribute("call_me", name),))
    elif found["friends"]:
        yield Reading(Attribute("nickname", name))
    else:
        yield Reading(Attribute("call_me", name))
