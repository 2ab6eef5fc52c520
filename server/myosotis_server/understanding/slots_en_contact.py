"""How somebody can be reached: email addresses and telephone numbers."""

import re
from collections.abc import Iterator

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.patterns import pattern_of

_MAIL = pattern_of(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")
_NUMBER = pattern_of(r"\+?\(?\d[\d() .-]{5,18}\d")
_REACHED = pattern_of(
    r"\b(?:my|our)(?: \w+)?(?: \w+)? (?:is|:|are)|\b(?:reach|email|e-mail|mail|text|call|ring"
    r"|phone|whatsapp|message|contact) me\b|\b(?:hold of|in touch with|find) me\b|\bdrop me a "
    r"(?:line|text|message)\b|\b(?:my|our) (?:\w+ )?(?:email|e-mail|mail|number|phone"
    r"|mobile|cell)\b",
    re.IGNORECASE,
)
_TELEPHONE = pattern_of(
    r"\b(?:number|phone|mobile|cell|landline|whatsapp|text|call|ring|reach)\b", re.IGNORECASE
)
_OTHER_NUMBER = pattern_of(
    r"\b(?:account|order|booking|reference|flight|room|passport|licen[cs]e|card|student|tracking"
    r"|house|lucky|favourite|policy|insurance|security|bank|confirmation)\b",
    re.IGNORECASE,
)


def reached(clause: str) -> Iterator[Reading]:
    """The address or number under which the user can be reached: "my number is 555 0102 33"."""
    if "@" in clause:
        if (mail := _MAIL.search(clause)) and _REACHED.search(clause):
            yield Reading(Attribute("email", mail[0].rstrip(".")))
    elif (
        (number := _NUMBER.search(clause))
        and _TELEPHONE.search(clause)
        and _REACHED.search(clause)
        and not _OTHER_NUMBER.search(clause)
        and sum(each.isdigit() for each in number[0]) > 6
    ):
        yield Reading(Attribute("phone_number", number[0].strip(" .-")))
