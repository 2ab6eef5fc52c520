"""Finds e-mail addresses, also those written out: "anna at example dot com"."""

import re
import string
from collections.abc import Iterator

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.private_classes import Private, PrivateClass

_LONGEST_LOCAL = 64
_LOCAL = string.ascii_letters + string.digits + "._%+-'"
_DOMAIN = pattern_of(r"\s?@\s?((?:[^\W_](?:[^\W_]|-){0,62}\.){1,6}[A-Za-z]{2,24})(?![A-Za-z0-9-])")
_AT = r"(?:\s?[\[({<]\s?at\s?[\])}>]\s?|\s+at\s+|\s?(?:艾特|圈a)\s?)"
_DOT = r"(?:\s?[\[({<]\s?dot\s?[\])}>]\s?|\s+dot\s+|\s?点\s?|\.)"
_WRITTEN = pattern_of(
    rf"(?<![A-Za-z0-9._-])[A-Za-z0-9][A-Za-z0-9._+-]{{0,63}}(?:\s(?:dot|underscore"
    rf"|dash)\s[A-Za-z0-9._+-]{{1,40}}){{0,3}}{_AT}"
    rf"[A-Za-z0-9-]{{1,40}}(?:{_DOT}[A-Za-z0-9-]{{1,40}}){{0,3}}{_DOT}"
    r"(?:com|cn|net|org|edu|io|co|uk|me|hk|tw|gov|de|fr|jp)\b",
    re.IGNORECASE,
)
_HINT = pattern_of(r"\bat\b|艾特|圈a", re.IGNORECASE)
# "meet me at example.com" names no mailbox; without an "at" in brackets the dot must be said too.
_SAID = pattern_of(r"\sdot\s|[\[({<]\s?(?:at|dot)|艾特|圈a|点", re.IGNORECASE)


def emails(shadow: str) -> Iterator[Private]:
    place = shadow.find("@")
    while place >= 0:
        domain = _DOMAIN.match(shadow, place - (shadow[place - 1 : place] == " "))
        if domain is not None:
            begin = domain.start()
            window = shadow[max(0, begin - _LONGEST_LOCAL) : begin]
            local = len(window) - len(window.rstrip(_LOCAL))
            name = window[len(window) - local :]
            remote = name == "git" and shadow[domain.end() : domain.end() + 1] in (":", "/")
            if name.strip("._%+-'") and not remote:
                yield Private(begin - local, domain.end(), PrivateClass.EMAIL)
        place = shadow.find("@", place + 1)
    if _HINT.search(shadow) is not None and _SAID.search(shadow) is not None:
        for match in _WRITTEN.finditer(shadow):
            if _SAID.search(match[0]):
                yield Private(match.start(), match.end(), PrivateClass.EMAIL)
