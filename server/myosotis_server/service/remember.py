"""Remember: statements in, reconciled memories on disk."""

from collections.abc import Mapping, Sequence
from zoneinfo import ZoneInfo

from myosotis_server.memory.ports import UserHead
from myosotis_server.memory.values import Owner, ReconcileMode, Statement
from myosotis_server.service.commit import Outcome, Plan, RequestKey
from myosotis_server.service.embed_queue import Vector
from myosotis_server.service.hearing import Hearing
from myosotis_server.service.learning import Learning

UTC = ZoneInfo("UTC")


class Remember:
    def __init__(self, hearing: Hearing, learning: Learning) -> None:
        self._hearing = hearing
        self._learning = learning

    async def __call__(
        self,
        owner: Owner,
        statements: Sequence[Statement],
        mode: ReconcileMode,
        request: RequestKey | None,
        zone: ZoneInfo = UTC,
    ) -> Outcome:
        """One change per statement, in order, once all of them are durable; all or none.

        Dates without a zone of their own ("yesterday") are read in `zone`.
        """
        heard = await self._hearing.statements(statements, zone)

        def plan(head: UserHead, vectors: Mapping[str, Vector]) -> Plan:
            return self._learning.plan(owner, head, heard, mode, vectors)

        return await self._learning.commit(owner, plan, request)
