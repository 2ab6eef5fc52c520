"""One lane of writing per user, and the door to blocking code."""

import asyncio
import gc
import threading
from collections.abc import Iterator

import pytest

from myosotis_server.memory.errors import Overloaded
from myosotis_server.service.lanes import Lanes
from ports.builders import ALICE, BOB
from service.world import until


@pytest.fixture
def lanes() -> Iterator[Lanes]:
    lanes = Lanes(threads=2, max_waiting_per_user=3)
    yield lanes
    lanes.close()


def is_empty(lanes: Lanes) -> bool:
    gc.collect()
    return not lanes._waiting and not lanes._locks


async def test_a_users_writes_follow_each_other_in_order(lanes: Lanes) -> None:
    steps: list[str] = []

    async def write(name: str) -> None:
        async with lanes.lane(ALICE):
            steps.append(f"{name} in")
            for _ in range(3):
                await asyncio.sleep(0)
            steps.append(f"{name} out")

    await asyncio.gather(*map(write, "abc"))
    assert steps == ["a in", "a out", "b in", "b out", "c in", "c out"]


async def test_users_do_not_wait_for_each_other(lanes: Lanes) -> None:
    both = False
    async with asyncio.timeout(5), lanes.lane(ALICE), lanes.lane(BOB):
        both = True
    assert both


async def test_a_lane_is_bounded_and_the_others_are_not_touched(lanes: Lanes) -> None:
    entered: list[int] = []

    async def enter(number: int) -> None:
        async with lanes.lane(ALICE):
            entered.append(number)

    async with lanes.lane(ALICE):
        inside = [asyncio.create_task(enter(number)) for number in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Overloaded):
            await enter(99)
        async with lanes.lane(BOB):
            pass
    await asyncio.gather(*inside)
    assert entered == [0, 1]
    await enter(2)
    assert is_empty(lanes)


async def test_failures_and_leavers_free_their_place(lanes: Lanes) -> None:
    for _ in range(10):
        with pytest.raises(ValueError, match="no"):
            async with lanes.lane(ALICE):
                raise ValueError("no")

    async def enter() -> None:
        async with lanes.lane(ALICE):
            pass

    async def leave() -> None:
        async with lanes.lane(ALICE):
            waiting = asyncio.create_task(enter())
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)

    for _ in range(10):
        await asyncio.create_task(leave())
    await enter()
    assert is_empty(lanes)


async def test_nothing_of_a_user_stays_behind(lanes: Lanes) -> None:
    async with lanes.lane(ALICE), lanes.lane(BOB):
        assert not is_empty(lanes)
    assert is_empty(lanes)


async def test_work_runs_off_the_loop_and_tells_its_outcome(lanes: Lanes) -> None:
    assert await lanes.call(threading.get_ident) != threading.get_ident()
    with pytest.raises(ZeroDivisionError):
        await lanes.call(lambda: 1 / 0)


async def test_blocking_work_does_not_stop_the_loop(lanes: Lanes) -> None:
    gate = threading.Event()
    running = asyncio.create_task(lanes.call(lambda: gate.wait(10)))
    other = await lanes.call(lambda: "done")
    assert other == "done"
    assert not running.done()
    gate.set()
    await until(running.done)
    assert await running
