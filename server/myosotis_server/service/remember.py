"""Remember: statements in, reconciled memories on disk."""

from collections.abc import Mapping, Sequence
from zoneinfo import ZoneInfo

from myosotis_server.memory.ports import UserHead
from myosotis_server.memory.values import Owner, ReconcileMode, Statement
from myosotis_server.service.commit import Outcome, Plan, RequestKey
from myosotis_server.service.embed_queue import Vector
from myosotis_server.service.hearing import Hearing
from myosotis_server.service.learning import Learning
from myosotis_server.service.quota import Quota

UTC = ZoneInfo("UTC")


class Remember:
    def __init__(self, hearing: Hearing, learning: Learning, quota: Quota) -> None:
        self._hearing = hearing
        self._learning = learning
        self._quota = quota

    async def __call__(
        self,
        owner: Owner,
        statements: Sequence[Statement],
        mode: ReconcileMode,
        request: RequestKey | None,
        zone: ZoneInfo = UTC,
    ) -> Outcome:
        """One change per statement, in order, once all of them are durable; all or none.

        Dates without a zone of their own ("yesterday") are read in `zone`. QuotaExceeded where they
        would be more than the user may hold.
        """
        heard = await self._hearing.statements(statements, zone)

        def plan(head: UserHead, vectors: Mapping[str, Vector]) -> Plan:
            planned = self._learning.plan(owner, head, heard, mode, vectors)
            self._quota.check(owner, head, planned)
            return planned

        return await self._learning.commit(owner, plan, request)
