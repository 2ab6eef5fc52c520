"""What a call may see: by who calls, and by how sure it is that the user is who is speaking."""

import asyncio
import contextlib
from dataclasses import dataclass, field

from myosotis_server.memory.access import Caller, Scope
from myosotis_server.memory.clearance import FULL, Clearance
from myosotis_server.memory.errors import MyosotisError
from myosotis_server.memory.ports import Store
from myosotis_server.memory.trust import IdentityPolicy, Signals, TrustRules, device_digest
from myosotis_server.memory.values import Owner
from myosotis_server.service.lanes import Lanes


@dataclass(frozen=True, slots=True)
class Showing:
    """What is shown to whom. As it stands, everything to everybody who sends no signals.

    Callers without `unredacted_scope` see personal and sensitive memories redacted; nobody does
    where it is None.
    """

    identity: IdentityPolicy = IdentityPolicy.WHEN_SIGNALLED
    rules: TrustRules = field(default_factory=TrustRules)
    unredacted_scope: Scope | None = None


USUAL_SHOWING = Showing()


class Clearing:
    """Where it is decided, for every call that shows memories."""

    def __init__(self, store: Store, lanes: Lanes, showing: Showing) -> None:
        self._store = store
        self._lanes = lanes
        self._showing = showing
        self._of_all = showing.identity is not IdentityPolicy.REQUIRED

    def of_caller(self, caller: Caller) -> Clearance:
        """For a call that says nothing of who is speaking.

        Where signals are required nobody is trusted then but a key of whoever runs the service,
        which has the scope `admin`.
        """
        scope = self._showing.unredacted_scope
        if self._of_all and scope is None:
            return FULL
        redacts = scope is not None and scope not in caller.scopes
        runs_it = bool(caller.name) and Scope.ADMIN in caller.scopes
        if self._of_all or runs_it:
            return Clearance(redacts=redacts)
        return Clearance(self._showing.rules.most(0.0), redacts)

    async def of_signals(
        self, caller: Caller, owner: Owner, signals: Signals, *, learns: bool
    ) -> Clearance:
        """For a call that tells of who is speaking: they are judged by it, whoever calls.

        With `learns`, a device on which it is clear that it is the user is known as theirs from
        then on.
        """
        if self._showing.identity is IdentityPolicy.OFF:
            return self.of_caller(caller)
        rules = self._showing.rules
        knows_device = bool(signals.device_id) and await self._knows(owner, signals, learns)
        most = rules.most(rules.trust(signals, knows_device=knows_device))
        scope = self._showing.unredacted_scope
        return Clearance(most, scope is not None and scope not in caller.scopes)

    async def _knows(self, owner: Owner, signals: Signals, learns: bool) -> bool:
        head = await self._lanes.call(lambda: self._store.head(owner))
        if head is None:
            return False
        digest = device_digest(head.namespace, signals.device_id)
        known = digest in head.devices
        if learns and not known and self._showing.rules.makes_known(signals):
            # A full disk must not keep what is asked for from being answered.
            with contextlib.suppress(MyosotisError):
                await asyncio.wrap_future(self._store.note_device(owner, head.number, digest))
        return known
