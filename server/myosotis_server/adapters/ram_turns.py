"""One user's turns in plain dicts, for the store's twin."""

from dataclasses import dataclass, field

from myosotis_server.adapters.stamped_write import StampedWrite, reference_of
from myosotis_server.memory.ports import SessionTurn
from myosotis_server.memory.values import Turn, TurnReference


@dataclass(slots=True)
class RamTurns:
    """Sessions in the order in which their turns were written, and what waits to be read."""

    sessions: dict[str, list[Turn]] = field(default_factory=dict)
    known: dict[TurnReference, Turn] = field(default_factory=dict)
    waiting: dict[TurnReference, SessionTurn] = field(default_factory=dict)

    def check(self, stamped: StampedWrite) -> None:
        """ValueError where a session already has one of the turns."""
        if any(reference_of(said) in self.known for said in stamped.turns):
            raise ValueError("the session already has a turn of this write")

    def apply(self, stamped: StampedWrite) -> bool:
        """Whether anything was put or removed."""
        read = [each for each in stamped.read if self.waiting.pop(each, None) is not None]
        for said, waits in zip(stamped.turns, stamped.waits, strict=True):
            self.sessions.setdefault(said.session_id, []).append(said.turn)
            self.known[reference_of(said)] = said.turn
            if waits:
                self.waiting[reference_of(said)] = said
        return bool(stamped.turns or read)

    def of_session(self, session_id: str, before: int | None, limit: int) -> list[tuple[int, Turn]]:
        """See `Store.session_turns`."""
        placed = enumerate(self.sessions.get(session_id, []))
        older = [(place, turn) for place, turn in placed if before is None or place < before]
        return older[max(len(older) - max(limit, 0), 0) :]
