"""What becomes of a session, for both stores: a turn is appended to it, or it is updated."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from myosotis_server.memory.ports import SessionTurn
from myosotis_server.memory.sessions import NO_MOODS, Session, SessionUpdate
from myosotis_server.memory.values import Emotion, Instant, Role


def with_turn(before: Session | None, said: SessionTurn, write_time: Instant) -> Session:
    """The session with `said` at its end: open, whether or not it had ended."""
    turn = said.turn
    if before is None:
        before = Session(said.session_id, turn.say_time, turn.say_time, 0)
    moods = before.moods
    if turn.role is Role.USER:
        moods = with_mood(moods, turn.emotion)
    return Session(
        before.session_id,
        min(before.start_time, turn.say_time),
        max(before.last_turn_time, turn.say_time),
        before.turn_count + 1,
        write_time,
        before.reviewed,
        None,
        before.topic,
        moods,
        said.time_zone,
        before.kept_from,
    )


def with_mood(moods: Sequence[int], emotion: Emotion) -> tuple[int, ...]:
    """`moods` with one more turn of `emotion`."""
    return (*moods[:emotion], moods[emotion] + 1, *moods[emotion + 1 :])


def padded_moods(counts: Sequence[int]) -> tuple[int, ...]:
    """`counts` with a place for each emotion that there is, also for those added since."""
    return (*counts, *NO_MOODS[len(counts) :])


def updated(before: Session, update: SessionUpdate) -> Session:
    """The session after `update`. It cannot be reviewed or erased beyond its turns.

    What is erased stays so: `kept_from` never falls.
    """
    return replace(
        before,
        reviewed=min(max(update.reviewed, 0), before.turn_count),
        end_time=update.end_time,
        topic=update.topic,
        kept_from=max(before.kept_from, min(update.kept_from, before.turn_count)),
    )


def latest_first(sessions: Iterable[Session]) -> list[Session]:
    """In the order of `Store.sessions`."""
    return sorted(sessions, key=lambda each: (-each.last_turn_time, each.session_id))
