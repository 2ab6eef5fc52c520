"""What a briefing says in its own words: one `Wording` per language."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from myosotis_server.memory.values import Role
from myosotis_server.understanding.briefing_spans import Span

TAG = "about_user"
"""Between the tags of this name stands what is known, and nothing else can write such a tag."""


@dataclass(frozen=True, slots=True)
class Wording:
    """Headings and hints of one language, and how it names days."""

    rules: str
    """How to take what is between the tags; `{now}` is when that is."""
    tone: str
    """Before the guidance on how to sound."""
    profile: str
    relevant: str
    recent_events: str
    short_term: str
    emotion_trend: str
    """Before the sentence on how the user has been."""
    last_topic: str
    conversation: str
    speakers: Mapping[Role, str]
    named_speaker: str
    """A `{role}` shared by several people, and the `{name}` of one of them."""
    colon: str
    careful: str
    """Of what is to be mentioned with care, if at all."""
    note: str
    """A `{note}` behind a memory."""
    between_notes: str
    timed: str
    """A `{day}` with a `{clock}` time."""
    moment: Callable[[datetime], str]
    """Day, weekday and minute in full."""
    time: Callable[[date, Span, date], str]
    """The time that begins on a day, as people name it on another, the day of the reply."""
    said: Callable[[str], str]
    """That something was said at a time so named."""
    that_was: Callable[[str, bool], str]
    """That it happened, or else will happen, at a time so named, and not on the day it was said
    on: so the text's own "tomorrow" is not taken for that of the reply."""
