"""Lets go of turns that have been kept verbatim for long enough; what they told is remembered."""

from myosotis_server.memory.ports import Clock, Store, UserHead
from myosotis_server.memory.sessions import Session, SessionUpdate
from myosotis_server.memory.values import DAY, Instant, Owner
from myosotis_server.service.commit import Committer, Plan
from myosotis_server.service.lanes import Lanes

AT_ONCE = 200
_LIVE_WITHIN = DAY
"""Of a session whose last turn was said so shortly before it came, turns come as they are said."""


class Retention:
    def __init__(
        self, committer: Committer, store: Store, lanes: Lanes, clock: Clock, kept_for: int
    ) -> None:
        """`kept_for` is in microseconds; 0 keeps turns for good."""
        self._committer = committer
        self._store = store
        self._lanes = lanes
        self._clock = clock
        self._kept_for = kept_for

    async def __call__(self, owner: Owner) -> None:
        """Erases the user's turns that came too long ago, but none that is not yet reviewed."""
        if not self._kept_for:
            return
        cutoff = self._clock.now() - self._kept_for
        sessions = await self._lanes.call(lambda: self._store.sessions(owner))
        for session in sessions:
            if session.start_time < cutoff and session.kept_from < session.reviewed:
                await self._let_go(owner, session, cutoff)

    async def _let_go(self, owner: Owner, session: Session, cutoff: Instant) -> None:
        more = True

        def plan(head: UserHead) -> Plan:
            nonlocal more
            now = self._store.session(owner, session.session_id)
            if now is None:
                more = False
                return Plan()
            end = self._end(owner, now, cutoff)
            more = end > now.kept_from
            if not more:
                return Plan()
            update = SessionUpdate(
                now.session_id, now.reviewed, now.end_time, now.topic, kept_from=end
            )
            return Plan(sessions=[update], is_upkeep=True)

        while more:
            await self._committer.commit(owner, plan, any_model=True)

    def _end(self, owner: Owner, session: Session, cutoff: Instant) -> int:
        """The place up to which turns of the session go in the next write."""
        end = min(session.kept_from + AT_ONCE, session.reviewed)
        if session.write_time < cutoff:
            return end
        if session.write_time - session.last_turn_time > _LIVE_WITHIN:
            return session.kept_from  # an old dialogue that came lately
        page = self._store.session_turns(owner, session.session_id, end, AT_ONCE)
        young = [
            place for place, turn in page if place >= session.kept_from and turn.say_time >= cutoff
        ]
        return young[0] if young else end
