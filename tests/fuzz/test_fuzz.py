"""A few seconds of every target; `make fuzz` goes on for longer. See run.py."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fuzz import rpc_target
from fuzz.byte_targets import CODECS
from fuzz.every_target import all_targets
from fuzz.messages import Known, filled
from fuzz.mutation import mutated
from fuzz.run import failure, shortened
from fuzz.targets import Finding, Target
from myosotis_server.memory.errors import RecordCorrupt
from wire.every_rpc import RPCS

NAMES = (
    *("reading", "times", "retelling", "words", "privacy", "codecs", "sealed", "audit-chain"),
    *("files", "answers", "reconcile", "patterns"),
)
RPC_CASES = 150
briefly = settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def targets() -> Iterator[dict[str, Target]]:
    with ExitStack() as open_until_the_end:
        found = all_targets(open_until_the_end, set(NAMES))
        yield {target.name: target for target in found}


@pytest.mark.parametrize("name", NAMES)
def test_no_case_fails(targets: dict[str, Target], name: str) -> None:
    target = targets[name]
    seeds = target.seeds()

    @briefly
    @given(st.randoms(use_true_random=False))
    def tried(chance: random.Random) -> None:
        target.check(target.case(chance, seeds))

    @briefly
    @given(st.binary(max_size=300))
    def tried_with_any_bytes(data: bytes) -> None:
        target.check(data)

    tried()
    tried_with_any_bytes()
    for seed in list(seeds)[:: max(1, len(seeds) // 12)]:
        target.check(seed)


def test_every_call_answers_as_the_contract_says() -> None:
    chance = random.Random(7)
    with ExitStack() as open_until_the_end:
        target = rpc_target.target(open_until_the_end)
        assert target.make is not None
        for _ in range(RPC_CASES):
            target.check(target.make(chance))


def test_seeds_of_the_codecs_are_what_they_read() -> None:
    """And with a byte more at their end, or one less, nearly none is: they are read to the end."""
    refused = 0
    for read, seed in CODECS:
        read(seed)
        for spoilt in (seed[:-1], seed + b"\0"):
            try:
                read(spoilt)
            except RecordCorrupt:
                refused += 1
    assert refused > len(CODECS)


def test_a_request_is_made_for_every_call_and_most_can_be_read() -> None:
    chance, known = random.Random(1), Known()
    for rpc in RPCS:
        for _ in range(5):
            request = filled(chance, rpc.request(), known)
            again = rpc.request()
            again.ParseFromString(request.SerializeToString())
            assert again.SerializeToString(deterministic=True) == request.SerializeToString(
                deterministic=True
            )


def test_what_fails_is_told_and_made_shorter() -> None:
    def check(data: bytes) -> None:
        if b"x" in data:
            raise Finding("holds an x")

    target = Target("x", check, lambda: [b"abc"])
    assert failure(target, b"abc") is None
    failed = failure(target, b"abxcd")
    assert failed is not None
    assert failed[0] == "holds an x"
    assert shortened(target, b"a" * 100 + b"x" + b"b" * 100, failed[0]) == b"x"


def test_changed_bytes_stay_as_short_as_they_may_be() -> None:
    chance = random.Random(2)
    lengths = [len(mutated(chance, [b"seed" * 9], [b"word"], 64)) for _ in range(300)]
    assert max(lengths) <= 64
    assert len(set(lengths)) > 10
    assert mutated(chance, [], [], 10) is not None
