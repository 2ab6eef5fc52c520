"""Reading sessions and what was said in them."""

from dataclasses import dataclass

from myosotis_server.memory.clearance import FULL, Clearance
from myosotis_server.memory.ports import Store
from myosotis_server.memory.sessions import Session
from myosotis_server.memory.values import Instant, Owner, Turn
from myosotis_server.service.lanes import Lanes
from myosotis_server.service.paging import fitting_turns
from myosotis_server.service.seen import Reads, seen


@dataclass(frozen=True, slots=True)
class SessionPosition:
    """Where a page of sessions ended: the last one's latest turn and its id."""

    last_turn_time: Instant
    session_id: str


class Sessions:
    def __init__(self, store: Store, lanes: Lanes) -> None:
        self._store = store
        self._lanes = lanes

    async def page(
        self,
        owner: Owner,
        size: int,
        after: SessionPosition | None,
        clearance: Clearance = FULL,
    ) -> tuple[list[Session], SessionPosition | None]:
        """Up to `size` sessions, the one with the latest turn first, and where to go on."""
        store = seen(self._store, clearance)
        sessions = await self._lanes.call(lambda: store.sessions(owner))
        if after is not None:
            mark = (-after.last_turn_time, after.session_id)
            sessions = [each for each in sessions if _place(each) > mark]
        page = sessions[:size]
        if len(sessions) <= size:
            return page, None
        return page, SessionPosition(page[-1].last_turn_time, page[-1].session_id)

    async def turns(
        self,
        owner: Owner,
        session_id: str,
        size: int,
        start: int,
        clearance: Clearance = FULL,
    ) -> tuple[list[Turn], int | None]:
        """Up to `size` turns from place `start` on, in the order in which they were said.

        They fit into one message. With them comes the place to go on at, None behind the last one;
        of an unknown session there are none.
        """
        store = seen(self._store, clearance)
        return await self._lanes.call(lambda: self._turns(store, owner, session_id, size, start))

    @staticmethod
    def _turns(
        store: Reads, owner: Owner, session_id: str, size: int, start: int
    ) -> tuple[list[Turn], int | None]:
        session = store.session(owner, session_id)
        if session is None or start >= session.turn_count:
            return [], None
        start = max(start, session.kept_from)
        end = min(start + size, session.turn_count)
        # Places of turns that were forgotten are empty, and the store looks further back then.
        found = store.session_turns(owner, session_id, end, size)
        placed = [(place, turn) for place, turn in found if place >= start]
        count = fitting_turns([turn for _, turn in placed])
        if count < len(placed):
            end = placed[count][0]
        turns = [turn for _, turn in placed[:count]]
        return turns, end if end < session.turn_count else None


def _place(session: Session) -> tuple[Instant, str]:
    return (-session.last_turn_time, session.session_id)
