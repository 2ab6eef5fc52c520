"""Where the time of a call goes."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

from hypothesis import given
from hypothesis import strategies as st

from myosotis_server.memory.stages import MOST_SPANS, STAGES, Span, Stages, begin, spent
from myosotis_server.service.lanes import Lanes

TICKS = st.integers(0, 60)
SPANS = st.lists(
    st.builds(
        lambda stage, start, length: Span(stage, float(start), float(start + length)),
        st.sampled_from(STAGES[:3]),
        TICKS,
        st.integers(0, 20),
    ),
    max_size=12,
)


@given(SPANS)
def test_what_goes_on_at_the_same_time_counts_once(spans: list[Span]) -> None:
    stages = Stages()
    stages.spans += spans
    covered = {
        stage: {
            tick
            for each in spans
            if each.stage == stage
            for tick in range(int(each.start), int(each.end))
        }
        for stage in STAGES
    }
    assert stages.seconds() == {stage: len(ticks) for stage, ticks in covered.items() if ticks}


def test_nothing_is_noted_where_nobody_began() -> None:
    with ThreadPoolExecutor(1) as pool:  # in a context of its own
        pool.submit(spent, "scan", time.perf_counter()).result()
    assert Stages().seconds() == {}


async def test_each_call_has_its_own_on_whatever_thread_it_is() -> None:
    lanes = Lanes(2)

    async def call(count: int) -> list[str]:
        stages = begin()
        for _ in range(count):
            await lanes.call(lambda: spent("scan", time.perf_counter()))
        return [span.stage for span in stages.spans]

    noted = await asyncio.gather(*(call(count) for count in range(4)))
    lanes.close()
    assert noted == [["thread", "scan"] * count for count in range(4)]


async def test_a_call_that_goes_on_and_on_does_not_fill_the_memory() -> None:
    stages = begin()
    for _ in range(MOST_SPANS + 10):
        spent("scan", time.perf_counter())
    assert len(stages.spans) == MOST_SPANS
