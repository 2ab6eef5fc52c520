"""What a briefing is made of, and what is cut first where not all of it fits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import NamedTuple
from zoneinfo import ZoneInfo

from myosotis_server.memory.values import Instant, Memory, Role, Turn
from myosotis_server.understanding.tone import Tone


class ContextFormat(IntEnum):
    """What a briefing is rendered as. Numbers equal the wire's."""

    UNSPECIFIED = 0
    MESSAGES = 1
    TEXT = 2


class Part(StrEnum):
    """What is kept or cut. The values are the names under which cuts are reported."""

    PERSONA = "persona"
    TONE = "tone"
    PROFILE = "profile"
    RELEVANT = "relevant"
    RECENT_EVENTS = "recent_events"
    EMOTION_TREND = "emotion_trend"
    LAST_TOPIC = "last_topic"
    SHORT_TERM = "short_term"
    WINDOW = "window"
    LATEST = "latest"
    """The turn to reply to; reported as the window, which it is of."""
    RULES = "rules"
    """How to take what is known, and its tags; reported as the parts that need them."""


class Claim(NamedTuple):
    """What a part gets whatever is above it: sixteenths of the budget beyond so many tokens."""

    sure: int = 0
    beyond: int = 0


_SMALL = 256
"""Tokens of a budget that has no room for what is known beside a long persona or turn.

It promises that nothing: the rules alone are some 120 tokens, and crumbs would be lost to all.
"""

PRIORITY: Mapping[Part, Claim] = {
    # What there is to reply to: without it there is nothing to do.
    Part.LATEST: Claim(),
    # Who replies. An operator's instructions outrank all that was learned, and a long last turn.
    Part.PERSONA: Claim(3),
    # How to reply: a line of great effect.
    Part.TONE: Claim(1, _SMALL),
    # Without these nothing that is known may be shown. With them and the first few of the profile,
    # which are the most important, not even the longest persona makes the user a stranger.
    Part.RULES: Claim(4, _SMALL),
    Part.PROFILE: Claim(2, _SMALL),
    # What the reply may need; then what may be asked about in passing.
    Part.RELEVANT: Claim(1, _SMALL),
    Part.RECENT_EVENTS: Claim(),
    # One line each.
    Part.EMOTION_TREND: Claim(),
    Part.LAST_TOPIC: Claim(),
    # A few lines that stand for many turns, hence before those.
    Part.SHORT_TERM: Claim(),
    # The turns before the latest are many and long, and what matters in them is remembered; but
    # "the second one" means nothing without the turn before it, so that some are sure to stay.
    Part.WINDOW: Claim(3),
}
"""From what is cut last to what is cut first."""

ABOUT_USER = (
    Part.PROFILE,
    Part.RELEVANT,
    Part.RECENT_EVENTS,
    Part.EMOTION_TREND,
    Part.LAST_TOPIC,
    Part.SHORT_TERM,
)
"""What stands between the tags, in this order."""


@dataclass(frozen=True, slots=True)
class Briefing:
    """What there is to tell. Of profile, relevant and events the most important comes first.

    `window` has the latest turns of the session `session_id`, `short_term` what was compressed of
    those before; both in the order of time, their oldest are cut first. All memories hold true at
    `now`. `zone` is the user's; `language` a language tag: Chinese for "zh…", English for all
    others. `tone`, `emotion_trend` and `last_topic` are in that language.
    """

    now: Instant
    zone: ZoneInfo
    language: str
    persona: str = ""
    tone: Tone | None = None
    profile: Sequence[Memory] = ()
    relevant: Sequence[Memory] = ()
    recent_events: Sequence[Memory] = ()
    emotion_trend: str = ""
    last_topic: str = ""
    short_term: Sequence[Memory] = ()
    session_id: str = ""
    window: Sequence[Turn] = ()


class Message(NamedTuple):
    """A message as chat models take it."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Rendered:
    """Either `messages` or `text`.

    `truncated` names the parts, in the order of Part, that are not there in full.
    """

    messages: tuple[Message, ...] = ()
    text: str = ""
    token_count: int = 0
    truncated: tuple[str, ...] = ()
