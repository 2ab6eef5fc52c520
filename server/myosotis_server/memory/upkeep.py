"""What time makes of one memory: the one place where fading, expiry and promotion meet."""

from dataclasses import dataclass
from enum import Enum

from myosotis_server.memory.fading import faded, has_expired, is_to_go
from myosotis_server.memory.promotion import is_to_be_promoted, kept_on, promoted
from myosotis_server.memory.values import Instant, Memory, MemoryState


class Fate(Enum):
    STAYS = "stays"
    EXPIRES = "expires"
    """Its time is up."""
    GOES = "goes"
    """Nobody has used it for so long."""


@dataclass(frozen=True, slots=True)
class Aged:
    """What becomes of a memory; `memory` is its new state, None where that is the old one."""

    fate: Fate
    memory: Memory | None = None
    is_promoted: bool = False
    is_faded: bool = False


def aged(memory: Memory, now: Instant) -> Aged:
    """What has become of `memory` by `now`.

    Doing so again at once changes nothing. What short-term memory is worth keeping is kept on
    instead of expiring; what has been superseded does not fade any further, but goes in the end.
    """
    kept = kept_on(memory)
    if kept is None and has_expired(memory, now):
        return Aged(Fate.EXPIRES)
    if is_to_go(memory, now):
        return Aged(Fate.GOES)
    later = kept if kept is not None else memory
    is_lasting = is_to_be_promoted(later, now)
    if is_lasting:
        later = promoted(later)
    fainter = faded(later, now) if memory.state is MemoryState.ACTIVE else None
    later = fainter if fainter is not None else later
    return Aged(
        Fate.STAYS,
        None if later is memory else later,
        is_promoted=kept is not None or is_lasting,
        is_faded=fainter is not None,
    )
