"""Sessions as the store keeps them, and the moods of what was said in them."""

from dataclasses import dataclass

from myosotis_server.memory.values import Emotion, Instant

NO_MOODS = (0,) * len(Emotion)


@dataclass(frozen=True, slots=True)
class Session:
    """A run of turns of one user.

    `start_time` and `last_turn_time` are when a turn was said, `write_time` is the server's when
    one was last appended: by it a session is idle. `turn_count` is of all turns ever appended, also
    those forgotten or erased since: the next one takes it as its place. Turns at places below
    `reviewed` have been compressed, and those below `kept_from` are no longer kept verbatim.
    `moods` counts what the user's turns felt like, by Emotion number, also of those that are gone;
    `time_zone` is that of the last turn.
    """

    session_id: str
    start_time: Instant
    last_turn_time: Instant
    turn_count: int
    write_time: Instant = 0
    reviewed: int = 0
    end_time: Instant | None = None
    topic: str = ""
    moods: tuple[int, ...] = NO_MOODS
    time_zone: str = ""
    kept_from: int = 0

    @property
    def dominant_emotion(self) -> Emotion:
        """The one that over half of the user's turns had; UNSPECIFIED if there is none."""
        felt = sum(self.moods)
        most = max(range(len(self.moods)), key=self.moods.__getitem__)
        return Emotion(most) if 2 * self.moods[most] > felt else Emotion.UNSPECIFIED


@dataclass(frozen=True, slots=True)
class SessionUpdate:
    """What becomes of a session that is there: how far it is reviewed, its end, its topic.

    A session without an end is open. A turn appended to one that had ended opens it again. Turns at
    places below `kept_from` are erased; what it was before stays erased where it is smaller.
    """

    session_id: str
    reviewed: int
    end_time: Instant | None = None
    topic: str = ""
    kept_from: int = 0


@dataclass(frozen=True, slots=True)
class Mood:
    """What a user's turn felt like when it was said; `intensity` is 0 to 1."""

    time: Instant
    emotion: Emotion
    intensity: float
