"""Turns and sessions, moods, profiles and contexts; see values for what holds for all of them."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field

from myosotis.enums import Emotion, Role
from myosotis.values import Memory, MemoryChange, RecalledMemory


@dataclass(frozen=True, slots=True)
class Turn:
    """What was said at once, by a user unless `role` says otherwise.

    `content` is at most 32,768 bytes of UTF-8. The server makes an id where there is none, and
    takes its own clock where there is no `say_time`; `emotion` and its intensity come from it.
    """

    content: str
    role: Role = Role.USER
    turn_id: str = ""
    speaker: str = ""
    say_time: datetime.datetime | None = None
    emotion: Emotion = Emotion.UNSPECIFIED
    emotion_intensity: float = 0.0


@dataclass(frozen=True, slots=True)
class AppendResult:
    """The turns as they are kept, and what they changed where that was learnt at once."""

    turns: tuple[Turn, ...]
    changes: tuple[MemoryChange, ...]
    revision: int


@dataclass(frozen=True, slots=True)
class Session:
    """A conversation. Without an `end_time` it is open; `topic` is empty until one is known."""

    session_id: str
    start_time: datetime.datetime | None = None
    last_turn_time: datetime.datetime | None = None
    end_time: datetime.datetime | None = None
    turn_count: int = 0
    topic: str = ""
    dominant_emotion: Emotion = Emotion.UNSPECIFIED


@dataclass(frozen=True, slots=True)
class EndSessionResult:
    """The session's summary, None where there was nothing to sum up, and all that changed."""

    summary: Memory | None
    changes: tuple[MemoryChange, ...]


@dataclass(frozen=True, slots=True)
class EmotionDay:
    """How a day felt, in the zone that was asked for.

    `shares` of the day's turns sum to 1; an emotion that this client does not know counts as
    UNSPECIFIED. `valence` is -1 (bad) to 1 (good).
    """

    date: datetime.date
    shares: Mapping[Emotion, float] = field(default_factory=dict, hash=False)
    turn_count: int = 0
    valence: float = 0.0


@dataclass(frozen=True, slots=True)
class EmotionTrend:
    """How the user has been feeling: the days on which they spoke, oldest first.

    `dominant` is UNSPECIFIED unless one emotion has more than half, `slope` the change of valence
    per day, `summary` one sentence in the user's language.
    """

    days: tuple[EmotionDay, ...] = ()
    dominant: Emotion = Emotion.UNSPECIFIED
    volatile: bool = False
    slope: float = 0.0
    summary: str = ""


@dataclass(frozen=True, slots=True)
class ToneHint:
    """How the next reply should sound, and why.

    `empathy` is 0 (matter-of-fact) to 1 (as gentle as can be), `guidance` a phrase in the context's
    language. `solution_first` asks for the answer first and nothing else.
    """

    emotion: Emotion = Emotion.UNSPECIFIED
    intensity: float = 0.0
    empathy: float = 0.0
    guidance: str = ""
    solution_first: bool = False


@dataclass(frozen=True, slots=True)
class ContextMessage:
    """A message for a chat model."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class ReplyContext:
    """What a model should know before it replies, as messages or as text, and its parts.

    `token_count` is what it takes of the budget; `truncated_sections` names what that cut.
    """

    messages: tuple[ContextMessage, ...] = ()
    text: str = ""
    profile: tuple[Memory, ...] = ()
    recent_events: tuple[Memory, ...] = ()
    relevant: tuple[RecalledMemory, ...] = ()
    emotion_trend: EmotionTrend = EmotionTrend()
    last_topic: str = ""
    tone: ToneHint = ToneHint()
    token_count: int = 0
    truncated_sections: tuple[str, ...] = ()

    @property
    def chat_messages(self) -> list[dict[str, str]]:
        """The messages as OpenAI's chat API and those like it take them.

        Each is {"role": "system", "user" or "assistant", "content": …}. The list is yours to add
        to; it is empty where text was asked for.
        """
        return [
            {"role": message.role.name.lower(), "content": message.content}
            for message in self.messages
        ]


@dataclass(frozen=True, slots=True)
class Topic:
    """What several of a user's memories are about."""

    label: str
    memory_count: int = 0
    last_time: datetime.datetime | None = None
    memory_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of a user, the most important first; `summary` says it in a few sentences."""

    facts: tuple[Memory, ...] = ()
    preferences: tuple[Memory, ...] = ()
    habits: tuple[Memory, ...] = ()
    values: tuple[Memory, ...] = ()
    topics: tuple[Topic, ...] = ()
    summary: str = ""


@dataclass(frozen=True, slots=True)
class WatchedChange:
    """A change as it was written; all changes of one write share its `revision`."""

    revision: int
    change: MemoryChange
