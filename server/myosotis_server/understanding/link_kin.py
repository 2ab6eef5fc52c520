"""What somebody is to the user, where a text gives their name beside it."""

import re

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.people_en import KIN, WHICH
from myosotis_server.understanding.people_zh import RELATION

_SEEN = 40
_HAN = pattern_of(r"[一-鿿㐀-䶿]")
_KIN_BEFORE_ZH = pattern_of(rf"(?P<kin>{RELATION})的?(?:名字)?(?:是|名?叫)?$")
_KIN_BEFORE_EN = pattern_of(
    rf"\b(?:my|our|an?|one) (?P<kin>{WHICH}{KIN})(?:['’]s name)?,?(?: is)?(?: (?:called|named))? $",
    re.IGNORECASE,
)
_KIN_BEHIND_ZH = pattern_of(
    rf"(?:，?(?:她|他)?(?:就)?是我们?家?的?|，我)(?P<kin>{RELATION})(?![子人家员的])"
)
_KIN_BEHIND_EN = pattern_of(
    rf"(?:,? (?:who )?is|['’]s|,) (?:my|our) (?P<kin>{WHICH}{KIN})\b(?!['’])", re.IGNORECASE
)
_OURS = pattern_of(
    r"(?:^|[，。！？；、,.!?;:：\s]|[我咱俺]们?家?的?(?:那个|这个|一个|一位|现在的|大学|高中|初中|小学|前|小|亲|好|最好的)?"
    r"|[和跟与同带给陪约找帮替对向让是见有把被连去来叫送接])$"
)
"""What stands before kin of the user's own: 我的, a verb, or nothing."""


def kin_called(text: str, name: str) -> str:
    """What `text` calls whom it first names `name`, of the user's own kin, friends and pets.

    "daughter" for Zoe in "my daughter Zoe", 朋友 for 阿楠 in 阿楠是我朋友. "" where it says
    nothing of that, or they are somebody else's (他老婆李娜).
    """
    at = text.find(name)
    if at < 0:
        return ""
    before, behind = text[max(0, at - _SEEN) : at], text[at + len(name) :][:_SEEN]
    if match := _KIN_BEFORE_ZH.search(before) or _KIN_BEFORE_EN.search(before):
        return "" if _is_others(before[: match.start()]) else match["kin"]
    match = _KIN_BEHIND_ZH.match(behind) or _KIN_BEHIND_EN.match(behind)
    return match["kin"] if match else ""


def _is_others(before: str) -> bool:
    """Whether `before` tells that the kin behind it are somebody else's."""
    return bool(_HAN.search(before[-1:])) and _OURS.search(before) is None
