"""Clock and Randomness: the machine's, and the ones that tests set."""

import threading
import time
import uuid

import pytest

from myosotis_server.adapters.system import SystemClock, SystemRandomness
from myosotis_server.memory.ports import Clock, Randomness
from myosotis_server.memory.values import SECOND
from ports.set_clock import CountedRandomness, SetClock


class ClockSuite:
    """What every clock must do. Subclass with a `clock` fixture."""

    def test_time_must_not_go_backwards(self, clock: Clock) -> None:
        moments = [clock.now() for _ in range(1_000)]
        assert moments == sorted(moments)

    def test_time_must_not_go_backwards_between_threads(self, clock: Clock) -> None:
        moments: list[int] = []
        lock = threading.Lock()

        def look() -> None:
            for _ in range(200):
                with lock:
                    moments.append(clock.now())

        threads = [threading.Thread(target=look) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert moments == sorted(moments)

    def test_time_is_in_whole_microseconds_of_this_age(self, clock: Clock) -> None:
        assert type(clock.now()) is int
        assert 1_600_000_000 * SECOND < clock.now() < 7_000_000_000 * SECOND


class TestSystemClock(ClockSuite):
    @pytest.fixture
    def clock(self) -> SystemClock:
        return SystemClock()

    def test_it_tells_the_time_in_utc(self, clock: SystemClock) -> None:
        before = time.time_ns() // 1_000
        assert before <= clock.now() <= time.time_ns() // 1_000

    def test_it_stands_still_where_the_system_is_set_back(
        self, clock: SystemClock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first = clock.now()
        monkeypatch.setattr(time, "time_ns", lambda: 1_000 * (first - 3_600 * SECOND))
        assert clock.now() == first
        monkeypatch.setattr(time, "time_ns", lambda: 1_000 * (first + 7))
        assert clock.now() == first + 7


class TestSetClock(ClockSuite):
    @pytest.fixture
    def clock(self) -> SetClock:
        return SetClock()

    def test_it_moves_when_told_and_never_back(self, clock: SetClock) -> None:
        before = clock.now()
        clock.advance(5)
        assert clock.now() == before + 5
        with pytest.raises(ValueError, match="backwards"):
            clock.advance(-1)


class RandomnessSuite:
    """What every source of randomness must do. Subclass with a `randomness` fixture."""

    def test_uuids_are_fresh_and_of_version_4(self, randomness: Randomness) -> None:
        made = [randomness.uuid() for _ in range(1_000)]
        assert len(set(made)) == len(made)
        assert {each.version for each in made} == {4}
        assert {each.variant for each in made} == {uuid.RFC_4122}


class TestSystemRandomness(RandomnessSuite):
    @pytest.fixture
    def randomness(self) -> SystemRandomness:
        return SystemRandomness()

    def test_two_sources_do_not_repeat_each_other(self) -> None:
        assert SystemRandomness().uuid() != SystemRandomness().uuid()


class TestCountedRandomness(RandomnessSuite):
    @pytest.fixture
    def randomness(self) -> CountedRandomness:
        return CountedRandomness()
