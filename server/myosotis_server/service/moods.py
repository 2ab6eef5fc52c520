"""How a user has been feeling, by day."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from myosotis_server.memory.affect import EmotionTrend, trend
from myosotis_server.memory.ports import Clock, Store
from myosotis_server.memory.values import DAY, SECOND, Owner, Role, TimeRange
from myosotis_server.service.lanes import Lanes
from myosotis_server.understanding.describe import language_of
from myosotis_server.understanding.mood_sentences import trend_sentence

USUAL_SPAN = 7 * DAY
_LOOKED_BACK = 20


@dataclass(frozen=True, slots=True)
class Felt:
    """A trend, and the same in one sentence of the user's language."""

    trend: EmotionTrend
    sentence: str


class Moods:
    def __init__(self, store: Store, lanes: Lanes, clock: Clock) -> None:
        self._store = store
        self._lanes = lanes
        self._clock = clock

    async def __call__(self, owner: Owner, span: TimeRange, zone: ZoneInfo) -> Felt:
        """The moods of the user's turns within `span`, days being those of `zone`.

        Without an end it goes up to now, without a start from seven days before its end on.
        """
        return await self._lanes.call(lambda: self._felt(owner, span, zone))

    def _felt(self, owner: Owner, span: TimeRange, zone: ZoneInfo) -> Felt:
        now = self._clock.now()
        end = span.end if span.end is not None else now + 1
        start = span.start if span.start is not None else end - USUAL_SPAN
        found = trend(self._store.moods(owner, TimeRange(start, end)), zone)
        today = datetime.fromtimestamp(now / SECOND, zone).date()
        return Felt(found, trend_sentence(found, self._language(owner), today))

    def _language(self, owner: Owner) -> str:
        """That of what the user said last."""
        for session in self._store.sessions(owner)[:1]:
            turns = self._store.session_turns(owner, session.session_id, None, _LOOKED_BACK)
            said = (turn.content for _, turn in reversed(turns) if turn.role is Role.USER)
            languages = (language_of(text) for text in said)
            return next((each for each in languages if each in ("zh", "en")), "en")
        return "en"
