"""Token buckets let through what they promise, and hold no more than they may."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myosotis_server.memory.access import Caller
from myosotis_server.memory.errors import RateLimited
from myosotis_server.memory.values import Owner
from myosotis_server.service.rates import Buckets, Rates


class Seconds:
    """A clock that is moved."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def test_a_second_brings_what_was_agreed() -> None:
    clock = Seconds()
    buckets = Buckets(5, clock)
    assert [buckets.take("a") for _ in range(5)] == [0.0] * 5
    wait = buckets.take("a")
    assert wait == pytest.approx(0.2, abs=1e-5)
    assert buckets.take("b") == 0.0
    clock.now += wait
    assert buckets.take("a") == 0.0
    assert buckets.take("a") > 0
    clock.now += 60
    assert [buckets.take("a") for _ in range(5)] == [0.0] * 5
    assert buckets.take("a") > 0


def test_less_than_one_a_second() -> None:
    clock = Seconds()
    buckets = Buckets(0.1, clock)
    assert buckets.take("a") == 0.0
    assert buckets.take("a") == pytest.approx(10, abs=1e-5)
    clock.now += 10
    assert buckets.take("a") == 0.0


def test_0_is_no_limit() -> None:
    buckets = Buckets(0)
    assert {buckets.take("a") for _ in range(1_000)} == {0.0}


@given(
    st.floats(0.05, 500),
    st.lists(st.floats(0, 3), min_size=1, max_size=200),
)
def test_never_more_than_a_bucket_and_what_time_brought(rate: float, pauses: list[float]) -> None:
    clock = Seconds()
    began = clock.now
    buckets = Buckets(rate, clock)
    for taken, pause in enumerate(pauses, 1):
        clock.now += pause
        wait = buckets.take("a")
        if wait:
            clock.now += wait + 1e-6
            assert buckets.take("a") == 0.0, "what was said to be long enough is not"
        assert taken <= max(rate, 1) + rate * (clock.now - began) + 1e-3


def test_memory_is_bounded_and_the_latest_stay() -> None:
    clock = Seconds()
    buckets = Buckets(1, clock, most=3)
    for subject in "abc":
        assert buckets.take(subject) == 0.0
    assert buckets.take("d") == 0.0
    assert len(buckets._full_at) == 3
    assert buckets.take("c") > 0
    assert buckets.take("a") == 0.0


def test_one_user_of_two_tenants_is_two() -> None:
    clock = Seconds()
    rates = Rates(Buckets(0, clock), Buckets(1, clock))
    rates.count_user(Owner("甲", "u"))
    rates.count_user(Owner("乙", "u"))
    with pytest.raises(RateLimited) as limited:
        rates.count_user(Owner("甲", "u"))
    assert limited.value.subject == "user"
    assert limited.value.retry_after == pytest.approx(1, abs=1e-5)


def test_keys_are_counted_apart() -> None:
    clock = Seconds()
    rates = Rates(Buckets(1, clock), Buckets(0, clock))
    one, other = (Caller(name, "t", frozenset()) for name in ("one", "other"))
    rates.count_caller(one)
    rates.count_caller(other)
    with pytest.raises(RateLimited) as limited:
        rates.count_caller(one)
    assert limited.value.subject == "key"
