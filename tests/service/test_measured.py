"""What whoever watches the server is told of what happens inside."""

import pytest

from myosotis_server.memory.stages import begin
from myosotis_server.memory.values import ForgetMode
from myosotis_server.telemetry.metrics import Metrics
from ports.builders import BOB
from service.world import BACKGROUND, INLINE, World, until


class Counted:
    """A world whose metrics can be read."""

    def __init__(self) -> None:
        self.metrics = Metrics()
        self.world = World(meter=self.metrics)

    def __getitem__(self, name: str) -> float:
        """`name` without its prefix, with labels after it as {a="b"}."""
        bare, _, rest = name.partition("{")
        labels = dict(each.split("=") for each in rest.rstrip("}").split(",") if each)
        wanted = {key: value.strip('"') for key, value in labels.items()}
        found = self.metrics.registry.get_sample_value(f"myosotis_{bare}", wanted)
        assert found is not None, name
        return found


@pytest.fixture
def counted() -> Counted:
    return Counted()


async def test_what_happens_to_memories_is_counted(counted: Counted) -> None:
    async with counted.world as world:
        await world.remember("我住在上海", "I love jazz")
        await world.remember("我住在上海")
        await world.remember("我搬到北京了")
        await world.remember("my password is hunter2-Blue!")
        for action, count in (("created", 2), ("reinforced", 1), ("rejected", 1)):
            assert counted[f'memory_changes_total{{action="{action}"}}'] == count
        assert counted['memory_changes_total{action="superseded"}'] >= 1


async def test_forgetting_is_counted_but_not_trying_it_out(counted: Counted) -> None:
    async with counted.world as world:
        memory = await world.know("我喜欢喝茶")
        await world.remember("I play chess", owner=BOB)
        await world.forget(memory.memory_id, dry_run=True)
        assert counted["forgotten_memories_total"] == 0
        await world.forget(memory.memory_id)
        await world.forget(owner=BOB, everything=True, mode=ForgetMode.UNSPECIFIED)
        assert counted["forgotten_memories_total"] == 2
        assert counted["erased_users_total"] == 1


async def test_the_model_and_what_is_remembered_of_questions(counted: Counted) -> None:
    async with counted.world as world:
        await world.remember("我住在成都", "I live with my sister", "我养了一只猫")
        for _ in range(3):
            await world.recall("我住在哪里")
        assert counted['query_cache_lookups_total{outcome="miss"}'] == 1
        assert counted['query_cache_lookups_total{outcome="hit"}'] == 2
        assert counted["embed_batch_texts_sum"] == 4
        assert counted["embed_batch_tokens_sum"] > 4
        assert counted["embed_batch_seconds_count"] == counted["embed_wait_seconds_count"] <= 4


async def test_views_are_built_once_and_then_held_or_caught_up(counted: Counted) -> None:
    async with counted.world as world:
        await world.recall("anything")
        await world.remember("我喜欢看电影")
        for _ in range(2):
            await world.recall("电影")
        opens = {
            how: counted[f'view_opens_total{{outcome="{how}"}}']
            for how in ("unknown_user", "built", "caught_up", "held")
        }
        assert opens["unknown_user"] == opens["built"] == opens["caught_up"] == 1
        assert opens["held"] >= 1
        assert counted["view_build_seconds_count"] == 1


async def test_a_call_tells_where_its_time_went(counted: Counted) -> None:
    async with counted.world as world:
        stages = begin()
        await world.remember("我住在成都")
        told = {span.stage for span in stages.spans}
        assert told == {"read", "embed", "judge", "lane", "thread", "view", "plan", "commit"}
        stages = begin()
        await world.recall("我住在哪里")
        assert {span.stage for span in stages.spans} == {"read", "embed", "thread", "view", "scan"}
        stages = begin()
        await world.recall("我住在哪里")
        assert "embed" not in stages.seconds()
        assert all(seconds > 0 for seconds in stages.seconds().values())


async def test_clauses_of_turns_are_kept_rejected_or_passed_over() -> None:
    async with World() as world:
        await world.say("我叫李伟", "what time is it?", "my password is hunter2-Blue!", mode=INLINE)
        tally = world.tally
        assert tally.kept == 1
        assert tally.rejected == 1
        assert tally.passed_over >= 1


async def test_how_long_turns_wait_is_told_while_they_do_and_when_they_are_read() -> None:
    async with World(reads_on=False) as world:
        assert world.app.readings()["unread_oldest_seconds"]() == 0
        await world.say("我住在成都", "I love jazz", mode=BACKGROUND)
        first = world.app.readings()["unread_oldest_seconds"]()
        assert 0 < first < world.app.readings()["unread_oldest_seconds"]()
        async with World(world.store, clock=world.clock) as later:
            await until(lambda: len(later.tally.lags) == 1)
            assert later.tally.lags[0] > 0
            assert later.app.readings()["unread_oldest_seconds"]() == 0
