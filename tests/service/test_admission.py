"""Who is known by their key, when a key ends, and what knowing it costs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable

import pytest

from myosotis_server.adapters.ram_keys import RamKeys
from myosotis_server.memory.access import ANYONE, Authentication, Caller, KeyRing, Need, Scope
from myosotis_server.memory.errors import NotAuthenticated, RecordCorrupt, ScopeMissing
from myosotis_server.memory.values import SECOND
from myosotis_server.service.admission import FRESH_SECONDS, Admission, new_key
from myosotis_server.service.lanes import Lanes
from ports.set_clock import SetClock

SECRET = "myo_" + "s" * 43
HEADER = f"Bearer {SECRET}"


class CountedKeys(RamKeys):
    """Counts how often it is read, and fails where it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = 0
        self.failure: Exception | None = None

    def ring(self) -> KeyRing:
        self.reads += 1
        if self.failure is not None:
            raise self.failure
        return super().ring()


class Gate:
    """An admission, its keys, and the two clocks that tests move."""

    def __init__(self) -> None:
        self.keys = CountedKeys()
        self.clock = SetClock()
        self.seconds = 0.0
        self.lanes = Lanes(1)

    def admission(self, authentication: Authentication = Authentication.AUTO) -> Admission:
        return Admission(self.keys, self.lanes, self.clock, authentication, lambda: self.seconds)

    def make(self, secret: str = SECRET, name: str = "backend", ends: int | None = None) -> None:
        now = self.clock.now()
        new_key(self.keys, secret, name, "甲公司", [Scope.READ], now, ends)


@pytest.fixture
async def gate() -> AsyncIterator[Gate]:
    gate = Gate()
    yield gate
    gate.lanes.close()


async def test_a_caller_is_who_their_key_says(gate: Gate) -> None:
    gate.make()
    caller = await gate.admission().caller(HEADER)
    assert caller == Caller("backend", "甲公司", frozenset({Scope.READ}))


async def test_auto_asks_for_keys_as_soon_as_there_ever_was_one(gate: Gate) -> None:
    admission = gate.admission()
    assert await admission.caller(None) == ANYONE
    gate.make()
    gate.seconds += FRESH_SECONDS
    with pytest.raises(NotAuthenticated):
        await admission.caller(None)
    gate.keys.revoke("backend", gate.clock.now())
    gate.seconds += FRESH_SECONDS
    with pytest.raises(NotAuthenticated):
        await admission.caller(None)


async def test_required_asks_for_keys_where_there_is_none(gate: Gate) -> None:
    with pytest.raises(NotAuthenticated):
        await gate.admission(Authentication.REQUIRED).caller(None)


async def test_off_does_not_look(gate: Gate) -> None:
    gate.make()
    assert await gate.admission(Authentication.OFF).caller("Bearer nonsense") == ANYONE
    assert gate.keys.reads == 1  # to make the key


@pytest.mark.parametrize(
    "header", ["Bearer ", "Bearer myo_é", "Bearer myo_\udcff", "", "myo_" + "s"]
)
async def test_a_header_of_any_form_is_refused_without_a_fault(gate: Gate, header: str) -> None:
    gate.make()
    with pytest.raises(NotAuthenticated):
        await gate.admission().caller(header)


async def test_a_key_ends_at_its_time(gate: Gate) -> None:
    gate.make(ends=gate.clock.now() + 60 * SECOND)
    admission = gate.admission()
    gate.clock.advance(60 * SECOND - 1)
    await admission.caller(HEADER)
    gate.clock.advance(1)
    with pytest.raises(NotAuthenticated):
        await admission.caller(HEADER)


async def test_a_revocation_tells_although_the_time_stands_still(gate: Gate) -> None:
    gate.make()
    admission = gate.admission()
    await admission.caller(HEADER)
    gate.keys.revoke("backend", gate.clock.now())
    await admission.caller(HEADER)
    gate.seconds += FRESH_SECONDS
    with pytest.raises(NotAuthenticated):
        await admission.caller(HEADER)


async def test_many_callers_at_once_read_the_keys_once(gate: Gate) -> None:
    gate.make()
    gate.keys.reads = 0
    admission = gate.admission()
    await asyncio.gather(*(admission.caller(HEADER) for _ in range(100)))
    assert gate.keys.reads == 1


async def test_who_goes_away_while_keys_are_read_takes_nobody_along(gate: Gate) -> None:
    gate.make()
    admission = gate.admission()
    gone = asyncio.create_task(admission.caller(HEADER))
    stays = asyncio.create_task(admission.caller(HEADER))
    await asyncio.sleep(0)
    gone.cancel()
    assert (await stays).name == "backend"


async def test_damage_refuses_everybody_and_heals(gate: Gate) -> None:
    gate.make()
    admission = gate.admission()
    gate.keys.failure = RecordCorrupt("damaged")
    for _ in range(2):
        with pytest.raises(NotAuthenticated):
            await admission.caller(HEADER)
    gate.keys.failure = None
    assert (await admission.caller(HEADER)).name == "backend"


@pytest.mark.parametrize(
    ("has", "wide", "need", "enough"),
    [
        ({Scope.READ}, False, Need(Scope.READ), True),
        ({Scope.READ}, False, Need(Scope.WRITE), False),
        ({Scope.ADMIN}, False, Need(Scope.READ), False),
        ({Scope.ADMIN}, False, Need(Scope.ADMIN, server_wide=True), False),
        ({Scope.ADMIN}, True, Need(Scope.ADMIN, server_wide=True), True),
        ({Scope.READ}, True, Need(Scope.ADMIN, server_wide=True), False),
    ],
)
def test_no_scope_includes_another(has: set[Scope], wide: bool, need: Need, enough: bool) -> None:
    caller = Caller("k", "t", frozenset(has), wide)
    if enough:
        caller.require(need)
    else:
        with pytest.raises(ScopeMissing):
            caller.require(need)


async def test_knowing_a_caller_costs_less_than_20_microseconds(gate: Gate) -> None:
    for number in range(1_000):
        gate.make(f"myo_{number:043}", f"key-{number}")
    gate.make()
    admission = gate.admission()
    await admission.caller(HEADER)
    assert await _least_seconds(admission.caller, 2_000) < 20e-6


async def _least_seconds(call: Callable[[str], object], times: int) -> float:
    """CPU seconds of one call, in the best of five rounds."""
    taken = []
    for _ in range(5):
        began = time.process_time()
        for _ in range(times):
            await call(HEADER)
        taken.append((time.process_time() - began) / times)
    return min(taken)
