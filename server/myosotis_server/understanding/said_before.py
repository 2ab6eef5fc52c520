"""What the user told wrongly before: 我之前说周五，说错了，是周四; "I told you …, it was …"."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from myosotis_server.memory.corrected_text import corrected
from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.attributes import readings_of
from myosotis_server.understanding.clauses import Piece
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import match
from myosotis_server.understanding.simplified import simplified

_MOST_READ = 160
"""Characters of what was told before, and of what should have been."""
_TOLD_ZH = (
    r"(?:对了|那个|哦|啊|嗯)*我?(?:之前|上次|刚才?|刚刚|前面|前几天|昨天|早上"
    r"|那天)?(?:是)?(?:(?:跟|和|对)你)?"
    r"(?:好像)?(?:说过?|告诉过?你|讲过?|提过?)(?:了|的是)?(?=.{2})(?![什怎要想得不])"
)
_SAYS_WHEN = pattern_of(r"之前|上次|刚|前|昨天|早上|那天|[跟和对]你|告诉|我说")
_WRONG_ZH = pattern_of(
    r"(?:啊|哦|不好意思|抱歉)*(?:我?[说记搞弄写打](?:错|反|混)了?|不对|错了|口误|更正一?下?|其实"
    r"|应该)[，, ]*(?:了|的)?"
    r"(?:其实|应该)?"
)
_LEADS_ZH = pattern_of(r"其实|应该|不对|错")
_TOLD_EN = (
    r"^(?:(?:oh|well|wait|so|hey|hmm|earlier|before|yesterday|actually|sorry|btw|by the way"
    r"|i think)[, ]+)*"
    r"(?:i|i['’]ve) (?:(?:think i|had|also) )?(?:told you|said|mentioned|wrote)(?: (?:earlier"
    r"|before|yesterday|last (?:time|week)"
    r"|the other day))?(?: to you)?(?: that)?,? (?P<old>[^?]{3,120}?)"
    r"(?:[,;.]+ |,? (?:-+|—|–) ?|,? but )"
    r"(?P<take>(?:(?:but|and|sorry|no|wait|actually|well|that was wrong|that['’]s wrong"
    r"|i was wrong|i got (?:it|that) wrong"
    r"|my mistake|i misspoke|turns out|in fact)[, ]+)*)"
    r"(?P<new>(?:(?:it|he|she|they|that)(?:['’](?:s|re)| is| are| was| were)|i meant?(?: to say)?"
    r"|(?:it )?should(?: have)? be(?:en)?"
    r"|make (?:it|that))(?: actually| really| only| in fact)? (?P<value>[^,;?]{1,60})"
    r"|(?<=sorry, )[^,;?]{1,40})(?P<rest>.*)$"
)
_SAYS_EN = pattern_of(r"\bI(?:['’]ve)?(?: \w+)? (?:told you|said|mentioned|wrote)\b", re.IGNORECASE)
_VALUE_ZH = pattern_of(
    r"(?:[他她它]|那)?(?:就?是|叫|在)?(?P<value>[^，,。我你他她它了]{1,10})(?:了|才对|啦)?$"
)
_VALUE_EN = pattern_of(
    r"(?:(?:in|at|on|called|an?|the) )?(?P<value>[\w'’-]+(?: [\w'’-]+){0,2})", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Righted:
    """`piece` says as it is what was told before as `wrong`."""

    piece: Piece
    wrong: str


def tells_again(turn: str) -> bool:
    """Whether `turn` has one of the words by which the user has told something before."""
    return _TELLS.search(turn) is not None


_TELLS = pattern_of("[说說告讲講提]|said|told|mention|wrote")


def righted(pieces: Iterable[Piece]) -> Iterator[Piece | Righted]:
    """The `pieces` of a sentence, those that together put right what was told before as one."""
    waiting: Piece | None = None
    for piece in pieces:
        if waiting is not None:
            both = list(_righted(waiting, piece))
            if both:
                yield from both
                waiting = None
                continue
            yield waiting
            waiting = None
        if piece.asks or len(piece.text) > _MOST_READ:
            yield piece
        elif alone := list(_righted_en(piece)):
            yield from alone
        elif _may_be_told(piece.text):
            waiting = piece
        else:
            yield piece
    if waiting is not None:
        yield waiting


def correcting(readings: Iterable[Reading], wrong: str, language: str) -> tuple[Reading, ...]:
    """`readings` of what is so, the first of which corrects, and ends, what was `wrong`."""
    told = list(readings) or [Reading()]
    first = told[0]
    if first.attribute is None:
        return (replace(first, corrects=True), *told[1:])
    key, value = first.attribute.key, first.attribute.value
    gone = tuple(
        Attribute(key, each.attribute.value, each.attribute.number, each.attribute.unit)
        for each in readings_of(wrong, language, first.subject)
        if each.attribute and each.attribute.key == key and each.attribute.value != value
    )
    return (replace(first, corrects=True, ends=(*first.ends, *gone)), *told[1:])


def _may_be_told(text: str) -> bool:
    if _SAYS_EN.search(text):
        return True
    found = match(_TOLD_ZH, simplified(text))
    return found is not None and _SAYS_WHEN.search(found[0]) is not None


def _righted(told: Piece, behind: Piece) -> Iterator[Piece | Righted]:
    if _SAYS_EN.search(told.text):
        if len(behind.text) <= _MOST_READ and not behind.asks:
            lead = "sorry, " if behind.takes_back else ""
            yield from _righted_en(replace(told, text=f"{told.text}, {lead}{behind.text}"))
    elif (found := _righted_zh(told, behind)) is not None:
        yield found


def _righted_zh(told: Piece, behind: Piece) -> Righted | None:
    simple = simplified(told.text)
    opening = match(_TOLD_ZH, simple)
    if opening is None or len(simple) != len(told.text) or len(behind.text) > _MOST_READ:
        return None
    old = told.text[opening.end() :].lstrip("，, ")
    taken_back = _WRONG_ZH.match(simplified(behind.text))
    if (
        not behind.takes_back
        and taken_back is None
        and not _LEADS_ZH.search(simplified(behind.lead))
    ):
        return None
    new = behind.text[taken_back.end() if taken_back else 0 :].lstrip("，, ")
    anew = _anew(old, new, "zh")
    return Righted(replace(told, text=anew, lead=told.lead), old) if anew else None


def _righted_en(piece: Piece) -> Iterator[Piece | Righted]:
    """What `piece` puts right, and what it says besides; nothing where it puts nothing right."""
    found = match(_TOLD_EN, piece.text, re.IGNORECASE) if _SAYS_EN.search(piece.text) else None
    anew = _anew(found["old"], found["new"], "en") if found is not None else ""
    if found is None or not anew:
        return
    yield Righted(replace(piece, text=anew[0].upper() + anew[1:]), found["old"])
    if rest := found["rest"].strip(" ,;.-—–"):
        yield replace(piece, text=rest)


def _anew(old: str, new: str, language: str) -> str:
    """`old` as `new` says that it is; "" where that puts nothing right."""
    anew = corrected(old, new)
    if anew is not None:
        return anew if anew != old else ""
    found = _VALUE_ZH.match(new) if language == "zh" else _EN_BE.match(new)
    bare = _VALUE_EN.fullmatch(new[found.end() :]) if language == "en" and found else found
    held = next((each.attribute for each in readings_of(old, language) if each.attribute), None)
    if bare is None or held is None or held.number is not None or old.count(held.value) != 1:
        return ""
    value = bare["value"].strip()
    return old.replace(held.value, value) if value and value != held.value else ""


_EN_BE = pattern_of(
    r"(?:(?:it|that)(?:['’]s| is| was)|i meant?(?: to say)?)(?: actually| really)? ", re.IGNORECASE
)
