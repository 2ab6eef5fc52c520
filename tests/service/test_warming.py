"""What is done at the start for nobody leaves nothing behind."""

from service.world import World


async def test_nothing_is_kept_of_it(world: World) -> None:
    await world.app.warm_up()
    assert world.store.owners("", 10) == ([], "")
    assert await world.recalled("zoo 动物园") == []
