"""What a correction repairs ("不对，是周五", "no, I meant Friday"), and how that then reads."""

import re
import uuid
from collections.abc import Sequence
from dataclasses import replace

from myosotis_server.memory.claims import Claim, claim_of, key_of
from myosotis_server.memory.corrected_text import (
    Change,
    Place,
    applied,
    changes_of,
    denied_in,
    says_any,
)
from myosotis_server.memory.details import (
    content_of,
    coverage,
    details_of,
    places_of,
    share_a_word,
)
from myosotis_server.memory.identity import normalise
from myosotis_server.memory.moved_times import moved_time
from myosotis_server.memory.slot_values import quantity_of, same_value
from myosotis_server.memory.values import DAY, Attribute, Memory

JUST_SAID = DAY
"""How far back a correction reaches where no session tells what it belongs to."""

STILL_SAID = 7 * DAY
"""… and how far one that is a whole sentence does, which says itself what it is about."""

SAME_MATTER = 0.5
"""Share of the fewer words that a correction in a whole sentence has in common with its object."""

_FRAGMENT = 1
"""Chinese characters that a fragment may have besides the corrected detail; no English word."""

_OPENING = re.compile(
    r"不对|不是|错了|说错了?|搞错了?|记错了?|更正(?:一下)?|改[成到为]|换[成到]|应该是?|我是说|我说的是|准确地?说|而是|是|哦|噢|啊"
    r"|\b(?:no|nope|wait|sorry|oops|actually|(?:(?:small|quick|minor|slight|tiny) )?correction"
    r"|i was wrong|i misspoke|i mean|i meant|mean|meant|not|rather|but"
    r"|instead|make that|scratch that|my mistake|it'?s|should be|make|scratch|mistake)\b",
    re.IGNORECASE,
)


def is_fragment(claim: Claim) -> bool:
    """Whether it makes no sense without what it corrects."""
    places = places_of(claim.memory.content)
    rest = places.rest
    for name in places.names:
        rest = rest[: name.start] + " " * (name.end - name.start) + rest[name.end :]
    if claim.memory.attribute is not None and claim.memory.attribute.value:
        rest = rest.replace(claim.memory.attribute.value, " ")
    return sum(1 if len(token) == 1 else 2 for token in _own_tokens(rest)) <= _FRAGMENT


_STANDING_IN = re.compile(
    r"\b(?:he|she|it|they|that)(?:['’](?:s|re)| is| are| was| were)?\b|[他她它]们?|那个?"
    r"|早上|上午|中午|下午|晚上|傍晚|凌晨"
    r"|\b(?:in the (?:morning|afternoon|evening)|o'clock|instead)\b",
    re.IGNORECASE,
)


def _own_tokens(text: str) -> tuple[str, ...]:
    """The tokens of a correction but for those that take back and those that stand for others."""
    tokens, _ = content_of(_STANDING_IN.sub(" ", _OPENING.sub(" ", text)).lower())
    return tokens


def repaired(correction: Claim, known: Sequence[Claim]) -> tuple[Claim, Claim | None]:
    """The correction as a statement that makes sense by itself, and which of `known` it corrects.

    `known` are current memories in any order. The latest one counts that was said before, in the
    same session (without one, within a day), of the same subject, and that shares the slot, has
    the detail that is corrected, or is about the same matter. None where there is no such memory,
    or a fragment leaves open what of it is meant; then the correction stays as it is.

    A fragment may be silent about its subject, and takes kind and subject of what it corrects.
    Where it only says so again, it comes back in the very words of that, and corrects nothing.
    """
    fragment = is_fragment(correction)
    said = [claim for claim in known if _was_just_said(claim, correction, fragment)]
    said.sort(key=lambda claim: (claim.said, claim.memory.create_time, claim.memory.memory_id))
    said.reverse()
    slot = correction.attribute
    if slot is not None:
        for claim in said:
            if claim.attribute is None or key_of(claim.attribute) != key_of(slot):
                continue
            if same_value(claim.attribute, slot):
                return correction, None
            return _said_anew(correction, claim, fragment), claim
    places = places_of(correction.memory.content)
    own = set(_own_tokens(places.rest))
    denied = denied_in(correction.memory.content, places)
    if fragment or denied or _TAKES_BACK.match(correction.memory.content):
        for claim in said:
            text = claim.memory.content
            is_meant = (
                fragment or own <= set(claim.details.tokens) or _is_of(denied, claim, correction)
            )
            if not is_meant:
                continue
            changes = changes_of(text, places_of(text), correction.memory.content, places)
            if changes is None:
                return correction, None
            if changes:
                anew = _with_changes(correction, claim, changes)
                return anew, None if anew.memory.content == text else claim
        if fragment:
            return correction, None
    bare = _bare_value(correction) if slot is None else ""
    if bare and said and (renamed := _with_value(correction, said[0], bare)) is not None:
        return renamed, said[0]
    near = [
        claim
        for claim in said
        if slot is None and _matter(claim, correction) >= SAME_MATTER and _differ(claim, correction)
    ]
    target = max(near, key=lambda claim: _matter(claim, correction), default=None)
    return (_plainly(correction) if target is not None else correction), target


def _is_of(denied: Sequence[Place], claim: Claim, correction: Claim) -> bool:
    """Whether `claim` says of the same thing what is `denied`: "the flat isn't forty metres, …"."""
    if not denied or not share_a_word(claim.details, correction.details):
        return False
    return says_any(denied, places_of(claim.memory.content))


_TAKES_BACK = re.compile(
    r"(?:(?:不对|不是(?=[，, ])|错了|我?说错了?|搞错了?|我?记错了?|更正(?:一下)?|哦|噢|啊"
    r"|(?:no|nope|sorry|wait|oops|actually|(?:(?:small|quick|minor|slight|tiny) )?correction"
    r"|scratch that|my mistake|i was wrong|i misspoke|i mean|i meant)\b)"
    r"[\s，,：:、]*)+",
    re.IGNORECASE,
)


def _plainly(correction: Claim) -> Claim:
    """A correction in a whole sentence without the words that take something back."""
    memory = correction.memory
    match = _TAKES_BACK.match(memory.content)
    rest = memory.content[match.end() :] if match is not None else ""
    if len(content_of(rest.lower())[0]) <= 1:
        return correction
    made = uuid.uuid5(uuid.UUID(memory.memory_id), normalise(rest))
    return claim_of(replace(memory, memory_id=str(made), content=rest), correction.reading)


_BARE = re.compile(
    r"(?:(?:不对|不是的?|错了|我?说错了?|搞错了?|记错了?|应该是?|我是说|我说的是|是|哦|噢|啊"
    r"|no|nope|sorry|wait|oops|actually|correction|i mean|i meant"
    r"|it'?s|it is|that'?s|make (?:it|that)|should be|scratch that)"
    r"(?![a-z])[\s，,：:、]*)+(?P<value>[^\s，,。.！!]+(?: [^\s，,。.！!]+){0,2})[\s。.！!]*",
    re.IGNORECASE,
)
_NO_VALUE = re.compile(
    r"[我你他她它]|[了吗呢吧的]$"
    r"|^(?:i|you|he|she|it|we|they|my|not|the|because|fine|ok|true|right)\b",
    re.IGNORECASE,
)
_LONGEST_VALUE = 12


def _bare_value(correction: Claim) -> str:
    """What a correction that is nothing but a name for something gives: 螃蟹, "oat milk"."""
    match = _BARE.fullmatch(correction.memory.content.replace("’", "'"))
    value = match["value"] if match is not None else ""
    if not value or _NO_VALUE.search(value):
        return ""
    length = len(value) if value.isascii() else 3 * len(value)
    return value if length <= 3 * _LONGEST_VALUE else ""


def _with_value(correction: Claim, old: Claim, value: str) -> Claim | None:
    """What was said just before with another value in it, None where none can be told."""
    held = old.attribute
    text = old.memory.content
    if held is None or held.number is not None or text.count(held.value) != 1 or not held.value:
        return None
    if normalise(held.value) == normalise(value) or (held.value.isascii() != value.isascii()):
        return None
    at = text.index(held.value)
    new = replace(correction.memory, attribute=replace(held, value=value))
    return _with_changes(
        replace(correction, memory=new), old, [Change(at, at + len(held.value), value)]
    )


def _was_just_said(claim: Claim, correction: Claim, fragment: bool) -> bool:
    if claim.subject != correction.subject and not (fragment and not correction.subject):
        return False
    if claim.memory.memory_id == correction.memory.memory_id or claim.said > correction.said:
        return False
    session = correction.memory.session_id
    # A sentence that is whole says itself what it corrects, and may do so on another day.
    if not fragment and correction.said - claim.said <= STILL_SAID:
        return True
    if session:
        sources = {source.session_id for source in claim.memory.sources}
        return session in sources | {claim.memory.session_id}
    return not claim.memory.session_id and correction.said - claim.said <= JUST_SAID


def _matter(claim: Claim, correction: Claim) -> float:
    one, other = claim.details, correction.details
    if not share_a_word(one, other):
        return 0.0
    return max(coverage(one, other), coverage(other, one))


def _differ(claim: Claim, correction: Claim) -> bool:
    one, other = claim.details, correction.details
    return (
        one.numbers != other.numbers
        or one.dates != other.dates
        or one.weekdays != other.weekdays
        or one.names != other.names
        or one.contrasts != other.contrasts
        or one.tokens != other.tokens
    )


def _said_anew(correction: Claim, old: Claim, fragment: bool) -> Claim:
    """A correction within a slot; a fragment with the old words around its value."""
    held, new = old.attribute, correction.attribute
    text = old.memory.content
    if not fragment:
        return _plainly(correction)
    if held is None or new is None or not held.value or not new.value:
        return correction
    if text.count(held.value) == 1:
        at = text.index(held.value)
        return _with_changes(correction, old, [Change(at, at + len(held.value), new.value)])
    source = correction.memory.content
    changes = changes_of(text, places_of(text), source, places_of(source))
    return _with_changes(correction, old, changes) if changes else correction


def _with_changes(correction: Claim, old: Claim, changes: Sequence[Change]) -> Claim:
    memory, was = correction.memory, old.memory
    content = applied(was.content, changes)
    new = details_of(content)
    anew = replace(
        memory,
        memory_id=str(uuid.uuid5(uuid.UUID(memory.memory_id), normalise(content))),
        content=content,
        language=was.language,
        kind=was.kind,
        tier=was.tier,
        subject=was.subject,
        importance=max(memory.importance, was.importance),
        sensitivity=max(memory.sensitivity, was.sensitivity),
        pinned=memory.pinned or was.pinned,
        attribute=correction.attribute or _attribute(was, changes),
        event_time=moved_time(memory, was, old.details, new),
    )
    return claim_of(anew, replace(correction.reading, attribute=anew.attribute))


def _attribute(was: Memory, changes: Sequence[Change]) -> Attribute | None:
    """Of what was corrected, with the changes in its value too; None if that is no number now."""
    attribute = was.attribute
    if attribute is None:
        return None
    for change in changes:
        old = was.content[change.start : change.end]
        if old == change.new or attribute.value.count(old) != 1:
            continue
        attribute = replace(attribute, value=attribute.value.replace(old, change.new), number=None)
        if was.attribute is not None and was.attribute.number is not None:
            quantity = quantity_of(attribute)
            if quantity is None:
                return None
            attribute = replace(attribute, number=quantity[0])
    return attribute
