"""Cuts a turn into pieces that could each be said alone."""

import re
from dataclasses import dataclass

from myosotis_server.understanding.cut_marks import between_cuts, parts_between
from myosotis_server.understanding.leading_words import BULLETS, LEADS, TAILS, leads_on
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.sentences import ENDS

MOST = 80
"""A turn of more pieces than that is a document: the first are looked at one by one, and what
follows them stays in one piece."""
_LOOKED_AT = 6_000
"""Characters of a turn within which pieces are looked for."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a sentence, without its closing marks. `sentence` counts from 0 in its turn.

    `asks` where the sentence ends there with a question mark. `lead` holds the words before it
    that only lead on ("但是", "and then"), which are no part of `text`. `takes_back` where such
    words took back what came before ("说错了", "no, sorry").
    """

    text: str
    sentence: int
    asks: bool = False
    lead: str = ""
    takes_back: bool = False


_ENDING_MARKS = " \t\r\n。．.!！~～、,，;；:：…—-–*|/\\"


def pieces_of(turn: str) -> list[Piece]:
    """The pieces of `turn` in order; [] where it has no letter, digit or picture.

    Sentences are cut at commas and at what joins two subjects, never inside quotation marks,
    brackets and links. A part that only says when or why stays with what it leads on to. Words
    that only lead on are taken off a piece's head, and those that take something back ("不对",
    "no, sorry") are left on the one that they lead to. What else commas part stays apart: which
    pieces belong together is for whoever reads them.
    """
    pieces: list[Piece] = []
    # Single blanks keep the patterns below from trying every run of them at every place.
    turn = _LINE_ENDS.sub("\n", _BLANKS.sub(" ", turn))
    if "\n" in turn:
        turn = BULLETS.sub("", turn)
    looked_at, end = turn[:_LOOKED_AT], 0
    sentences = parts_between(ENDS, looked_at, MOST)
    number = -1
    for number, sentence in enumerate(sentences):
        if len(pieces) >= MOST:
            break
        end = looked_at.index(sentence, end) + len(sentence)
        parts = _joined(between_cuts(sentence, MOST - len(pieces)))
        asks = _ASKS.search(sentence[-8:]) is not None
        taken_back = ""
        for place, part in enumerate(parts):
            text, lead = _bare(part)
            is_last = place == len(parts) - 1
            if not is_last and _TAKES_BACK.fullmatch(text):
                taken_back += text + ("，" if _is_han(text) else ", ")
            elif not is_last and LEADS.fullmatch(f"{text},"):
                continue
            elif any(map(str.isalnum, text)) or _pictures(text):
                begins = not pieces or pieces[-1].sentence != number
                if taken_back and (
                    _REPAIRS.match(text) or (begins and _ANNOUNCES.match(taken_back))
                ):
                    text = taken_back + text
                pieces.append(Piece(text, number, asks and is_last, lead, taken_back != ""))
                taken_back = ""
    rest, _ = _bare(turn[end:])
    if any(map(str.isalnum, rest)):
        pieces.append(Piece(rest, number + 1))
    return pieces


_ASKS = pattern_of(r"(?<![?？!！])[?？][\s\"'”’」』)）~～.。…]*$")
"""One question mark; "I got the lead??" and "what?!" are astonishment."""


def _joined(parts: list[str]) -> list[str]:
    """`parts`, those that only lead on joined to what they lead on to."""
    joined: list[str] = []
    waiting = ""
    for part in parts:
        bare = part.strip(_ENDING_MARKS)
        if not bare:
            continue
        if waiting:
            part = waiting + ("，" if _is_han(waiting[-1] + bare[0]) else ", ") + part.lstrip()
            waiting = ""
        if len(part) < _LONGEST_LEAD and leads_on(bare):
            waiting = part.strip(_ENDING_MARKS)
        else:
            joined.append(part)
    return [*joined, waiting] if waiting else joined


_LONGEST_LEAD = 60


def _bare(part: str) -> tuple[str, str]:
    """`part` without what leads on to it, trails behind it and closes it; and what led on."""
    text = TAILS.sub("", part.strip(_ENDING_MARKS + "?？"))
    match = LEADS.match(text)
    lead = match[0] if match is not None and match.end() < len(text) else ""
    return text[len(lead) :].strip(_ENDING_MARKS), lead.strip()


_TAKES_BACK = pattern_of(
    r"(?:(?:啊|哦|噢|哎呀?|等等|等一下|不对+|不是的?|错了|我?说错了?|我?记错了?|更正一下"
    r"|纠正一下|抱歉|不好意思|口误|打错了"
    r"|不對|說錯了|記錯了)[，,\s]*){1,4}"
    r"|(?:(?:oh|oops|wait|hold on|hang on|ah|um|no|nope|sorry|my bad|my mistake|actually"
    r"|(?:small |quick |minor |slight |tiny )?correction"
    r"|scratch that|not right|that's wrong|that's not right|i was wrong|i misspoke)\b[,\s]*){1,4}",
    re.IGNORECASE,
)
_REPAIRS = pattern_of(
    r"(?:应该)?是|我?(?:想|要)?说的?是|改|换|我.{0,6}(?:是|在|叫|住)|應該|那[个天]|周|星期|下|明"
    r"|后天|\d|[一二三四五六七八九十]"
    r"|(?:it|that)(?:'s| is| was)?\b|(?:i|we) (?:actually )?(?:mean|meant|said|should have)\b"
    r"|(?:actually|not|on|at|in|next|this|tomorrow|\d|monday|tuesday|wednesday|thursday|friday"
    r"|saturday|sunday)\b",
    re.IGNORECASE,
)
"""How what stands in the place of the thing taken back begins."""
_ANNOUNCES = pattern_of(
    r"更正|[纠糾]正|我?(?:之前|上次|刚才)?[说說记記搞][错錯]了|口误"
    r"|(?:(?:oh|oops|sorry|wait)[, ]*)*(?:(?:\w+ )?correction\b|i (?:was wrong|misspoke)\b)",
    re.IGNORECASE,
)
"""What at the beginning of a sentence says that all of it puts something right."""
_BLANKS = pattern_of(r"[^\S\n]+")
_LINE_ENDS = pattern_of(r" ?\n\s*")


def _is_han(text: str) -> bool:
    return any("一" <= character <= "鿿" for character in text)


def _pictures(text: str) -> bool:
    """Whether it says something without letters, as emoji do."""
    return any(ord(character) >= 0x2600 and not character.isspace() for character in text)
