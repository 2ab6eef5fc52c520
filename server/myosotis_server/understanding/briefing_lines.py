"""Memories and turns as lines that stay what they are, whatever they say."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from myosotis_server.memory.identity import is_named
from myosotis_server.memory.values import (
    Instant,
    Memory,
    MemoryKind,
    MemoryTier,
    Sensitivity,
    Turn,
)
from myosotis_server.understanding.briefing_spans import Span, span_of
from myosotis_server.understanding.briefing_words import TAG, Wording
from myosotis_server.understanding.patterns import pattern_of

MOST_CHARACTERS = 600
"""Of one memory. More is a document, and a briefing has no room for those."""

MARK = "…"
"""Where the end of something is left out."""

_BREAKS = pattern_of(
    # Controls and white space, what turns the writing direction, and what nobody can see: in
    # letters of U+E0000 and zero widths a text can say to a model what people don't read.
    r"[\s\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    r"\ud800-\udfff\ufff9-\ufffb\U000e0000-\U000e007f]+"
)
# Look-alikes of the angle brackets, for tokenizers that normalise (NFKC) make brackets of them.
_OPENING = pattern_of("[<＜﹤]")
_CLOSING = pattern_of("[>＞﹥]")
_OUR_TAG = pattern_of(rf"[<＜﹤](?=[\s/／]*{TAG.replace('_', '[_＿]')})", re.IGNORECASE)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_PASSING = frozenset({MemoryKind.EVENT, MemoryKind.EMOTION, MemoryKind.SUMMARY})
_PARTS_BEGIN = frozenset({(0, 0), (5, 0), (11, 0), (12, 0), (18, 0)})
"""What event times read as "today" or "in the evening" have; to name a minute then is to lie."""


def folded(text: str) -> str:
    """`text` on one line and without anything that could be a tag."""
    return _CLOSING.sub("›", _OPENING.sub("‹", _BREAKS.sub(" ", text).strip()))


def local(moment: Instant, zone: ZoneInfo) -> datetime | None:
    """`moment` in `zone`, None out of the years 1 to 9999."""
    try:
        return (_EPOCH + moment * _MICROSECOND).astimezone(zone)
    except OverflowError:
        return None


def is_shortened(memory: Memory) -> bool:
    """Whether the line of `memory` has only the beginning of it."""
    return len(memory.content) > MOST_CHARACTERS and len(folded(memory.content)) > MOST_CHARACTERS


def bullet(memory: Memory, words: Wording, now: datetime | None, zone: ZoneInfo) -> str:
    """The line of `memory`: whose, what, when as seen at `now`, and whether to take care.

    Without `now` it has no time, as what was said in this very conversation needs none.
    """
    line = folded(memory.content)
    if len(line) > MOST_CHARACTERS:
        line = line[:MOST_CHARACTERS].rstrip() + MARK
    subject = folded(memory.subject)
    if subject and not is_named(subject, line):
        line = f"{subject}{words.colon}{line}"
    notes = [] if now is None else _when(memory, words, now, zone)
    if memory.sensitivity is Sensitivity.SENSITIVE:
        notes.append(words.careful)
    if notes:
        line += words.note.format(note=words.between_notes.join(notes))
    return f"- {line}"


def _when(memory: Memory, words: Wording, now: datetime, zone: ZoneInfo) -> list[str]:
    """When it was said and when it is, once if on one day. What lasts has no time."""
    today = now.date()
    said = local(memory.create_time, zone)
    event = None if memory.event_time is None else local(memory.event_time, zone)
    said_then = "" if said is None else words.said(words.time(said.date(), Span.DAY, today))
    if event is None:
        lasts = memory.tier is MemoryTier.SEMANTIC and memory.kind not in _PASSING
        return [said_then] if said_then and not lasts else []
    span = span_of(memory.content, event)
    time = words.time(event.date(), span, today)
    is_near = abs((event.date() - today).days) <= 1
    if is_near and (event.hour, event.minute) not in _PARTS_BEGIN:
        time = words.timed.format(day=time, clock=f"{event:%H:%M}")
    if said is None or said.date() == event.date():
        return [] if event.date() == today and time in memory.content else [time]
    # A year goes on long after it began.
    is_past = event < now and time != words.time(today, span, today)
    return [said_then, words.that_was(time, is_past)]


def labelled(turn: Turn, words: Wording) -> str:
    """The turn behind its speaker's name; its later lines are set in, as no speaker's line is."""
    speaker = words.speakers[turn.role]
    if name := folded(turn.speaker):
        speaker = words.named_speaker.format(role=speaker, name=name)
    return speaker + words.colon + "\n  ".join(_OUR_TAG.sub("‹", turn.content).splitlines())
