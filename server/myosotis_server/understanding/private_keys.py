"""Finds credentials that show by their form: API keys, tokens, key blocks, URLs with passwords."""

import re
from collections.abc import Iterator

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.private_classes import Private, PrivateClass

_KEY = pattern_of(
    r"(?<![A-Za-z0-9])(?:"
    r"(?:sk|pk|rk)[-_](?:[A-Za-z]{2,8}[-_])?[A-Za-z0-9_-]{16,}"
    r"|(?:AKIA|ASIA|AGPA|AROA|LTAI|AKID)[A-Za-z0-9]{12,}"
    r"|gh[pousr]_[A-Za-z0-9]{16,}|github_pat_[A-Za-z0-9_]{16,}|glpat-[A-Za-z0-9_-]{16,}"
    r"|xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-[A-Za-z0-9-]{10,}|AIza[A-Za-z0-9_-]{30,}"
    r"|ya29\.[A-Za-z0-9_-]{16,}|hf_[A-Za-z0-9]{16,}|npm_[A-Za-z0-9]{20,}|pypi-[A-Za-z0-9_-]{16,}"
    r"|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|dop_v1_[a-f0-9]{32,}|whsec_[A-Za-z0-9]{16,}"
    r"|eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?"
    r"|[0-9]{8,10}:AA[A-Za-z0-9_-]{30,}"
    r")"
)
_KEY_BLOCK = pattern_of(
    r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:(?:(?!-----END)[\s\S])*(?:-----END [A-Z0-9 ]{0,40}-{0,5})?)"
)
_WITH_PASSWORD = pattern_of(
    r"(?<![A-Za-z0-9+.])[A-Za-z][A-Za-z0-9+.]{1,20}://[^\s:/@,，。；]{0,64}:[^\s@/，。；]{1,128}@[^\s，。；]+"
)
# "login: anna@example.com / Spring24"
_PAIR = pattern_of(
    r"\b(?:log-?\s?in|creds|credentials|account)\s?(?:is"
    r"|details?)?\s?[:=]\s?[!-~]{2,64}\s?(?:[/|,]|and)"
    r"\s?(?=[!-~]{0,64}[0-9])[!-~]{4,64}",
    re.IGNORECASE,
)
_BEARER = pattern_of(
    r"\b(?:bearer|basic)\s+(?=[^\s]{0,64}[0-9=])[A-Za-z0-9+/=._~-]{16,}", re.IGNORECASE
)


def keys(shadow: str) -> Iterator[Private]:
    """Every credential that `shadow` shows by its form, in no order; they may overlap."""
    for pattern in (_KEY, _KEY_BLOCK, _WITH_PASSWORD, _PAIR, _BEARER):
        for match in pattern.finditer(shadow):
            yield Private(match.start(), match.end(), PrivateClass.CREDENTIAL)
