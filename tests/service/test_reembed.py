"""Stored memories are embedded again with another model, while everybody else is served."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path

import pytest

from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.ram_embedder import RamEmbedder
from myosotis_server.adapters.ram_store import RamStore
from myosotis_server.adapters.vault import Vault
from myosotis_server.memory.errors import Draining, RecordCorrupt, ReembedRequired
from myosotis_server.memory.ports import Store
from myosotis_server.memory.values import Owner
from myosotis_server.service.reembed import AT_ONCE, Reembedding
from ports.builders import ALICE, BOB
from service.held_embedder import HeldEmbedder
from service.world import BACKGROUND, World, until

ELSEWHERE = Owner("another tenant", "alice")
SAID = {
    "我对花生过敏": "花生",
    "我的猫叫团子": "团子",
    "I work as a nurse in Lisbon": "nurse",
    "My mother lives in Porto": "Porto",
}
MANY = [f"第{number}号房间里有一张桌子" for number in range(3 * AT_ONCE)]


def other(store: Store, dimension: int = 128) -> World:
    """A process over the same store that embeds with another model."""
    return World(store, RamEmbedder("another model", dimension))


async def told(progress: AsyncGenerator[Reembedding, None]) -> list[tuple[int, int]]:
    return [(each.done, each.total) async for each in progress]


@pytest.mark.parametrize("dimension", [256, 128])
async def test_memories_are_found_with_the_new_model(world: World, dimension: int) -> None:
    await world.remember(*SAID)
    known = await world.listed()
    async with other(world.store, dimension) as changed:
        with pytest.raises(ReembedRequired):
            await changed.recalled("茶")
        assert await told(changed.use.reembed(ALICE)) == [(0, 4), (0, 4), (4, 4), (4, 4)]
        for content, word in SAID.items():
            assert (await changed.recalled(word))[0] == content
        assert await changed.listed() == known
        await changed.remember("我喜欢喝龙井")
        assert (await changed.recalled("龙井"))[0] == "我喜欢喝龙井"
        assert await told(changed.use.reembed(ALICE)) == [(0, 0)]
    # The model before it is now the one that is not asked.
    with pytest.raises(ReembedRequired):
        await world.recalled("茶")


async def test_the_same_vectors_come_out_as_if_it_had_been_the_model_all_along(
    world: World,
) -> None:
    for content in SAID:
        await world.remember(content, subject="" if "我" in content else "Rain")
    async with other(world.store) as changed, other(RamStore()) as fresh:
        await told(changed.use.reembed(ALICE))
        for content in SAID:
            await fresh.remember(content, subject="" if "我" in content else "Rain")
        for word in SAID.values():
            scores = [
                [(each.memory.content, each.breakdown.semantic) for each in answer.memories]
                for answer in (await changed.recall(word), await fresh.recall(word))
            ]
            assert scores[0] == scores[1]


async def test_everybody_one_after_the_other(world: World) -> None:
    await world.remember(*SAID)
    await world.remember("I like tea", owner=BOB)
    await world.remember("我喜欢喝茶", owner=ELSEWHERE)
    async with other(world.store) as changed:
        await changed.remember("I am new here", owner=Owner("default", "carol"))
        steps = await told(changed.use.reembed.everyone())
        assert (steps[0], steps[-1]) == ((0, 6), (6, 6))
        assert steps == sorted(steps)
        assert await changed.recalled("tea", owner=BOB) == ["I like tea"]
        assert await changed.recalled("喝茶", owner=ELSEWHERE) == ["我喜欢喝茶"]


async def test_a_tenant_means_its_own_users(world: World) -> None:
    await world.remember("I like tea", owner=BOB)
    await world.remember("我喜欢喝茶", owner=ELSEWHERE)
    async with other(world.store) as changed:
        assert (await told(changed.use.reembed.everyone(ELSEWHERE.tenant)))[-1] == (1, 1)
        assert await changed.recalled("喝茶", owner=ELSEWHERE) == ["我喜欢喝茶"]
        with pytest.raises(ReembedRequired):
            await changed.recalled("tea", owner=BOB)


async def test_an_unknown_user_is_no_error(world: World) -> None:
    assert await told(world.use.reembed(ALICE)) == [(0, 0)]
    assert world.store.head(ALICE) is None
    assert await told(world.use.reembed.everyone()) == [(0, 0)]


async def test_who_asks_again_after_a_break_goes_on_from_there(tmp_path: Path) -> None:
    """As after a kill: another process over the same files."""
    store: Store = LmdbStore(tmp_path, Vault(bytes(32)), 1 << 28)
    async with World(store) as world:
        await world.remember(*MANY)
    async with other(store) as changed, aclosing(changed.use.reembed(ALICE)) as progress:
        async for each in progress:
            if each.done == AT_ONCE:
                break
    store.close()
    store = LmdbStore(tmp_path, Vault(bytes(32)), 1 << 28)
    embedder = HeldEmbedder()
    async with World(store, embedder) as first_model:
        assert (await first_model.recalled(MANY[7]))[0] == MANY[7]
    async with other(store) as changed:
        head = store.head(ALICE)
        assert head is not None
        steps = await told(changed.use.reembed(ALICE))
        assert steps[1] == (AT_ONCE, len(MANY))
        assert steps[-1] == (len(MANY), len(MANY))
        assert (await changed.recalled(MANY[40]))[0] == MANY[40]
    store.close()


async def test_turns_are_taken_meanwhile_and_read_afterwards(world: World) -> None:
    await world.remember("我对花生过敏")
    async with other(world.store) as changed:
        await changed.say("我的猫叫团子", "My mother lives in Porto", mode=BACKGROUND)
        assert len(changed.store.unread(ALICE, 9)) == 2
        with pytest.raises(ReembedRequired):
            await changed.say("我住在成都")
        await told(changed.use.reembed(ALICE))
        await until(lambda: not changed.store.unread(ALICE, 9))
        assert {"我的猫叫团子", "My mother lives in Porto"} <= await changed.contents()
        assert "我对花生过敏" in await changed.contents()


async def test_what_is_learnt_of_others_or_forgotten_meanwhile_counts(world: World) -> None:
    """The first process goes on with the old model until it is stopped."""
    await world.remember(*MANY)
    known = {memory.content: memory for memory in await world.listed()}
    async with other(world.store) as changed:
        async with aclosing(changed.use.reembed(ALICE)) as progress:
            async for each in progress:
                if each.done == AT_ONCE:
                    await world.remember("我住在成都", MANY[0])
                    await changed.forget(known[MANY[1]].memory_id)
                    await changed.remember("I like tea", owner=BOB)
                    assert await changed.recalled("tea", owner=BOB) == ["I like tea"]
                    assert len(await changed.listed()) == len(MANY)
        assert (await changed.recalled("成都"))[0] == "我住在成都"
        assert (await changed.recalled(MANY[0]))[0] == MANY[0]
        assert await changed.contents() == {"我住在成都", *MANY} - {MANY[1]}


async def test_two_who_ask_at_once_do_it_once(world: World) -> None:
    await world.remember(*MANY)
    embedder = HeldEmbedder()
    async with World(RamStore(), RamEmbedder("old")) as old:
        await old.remember(*MANY)
        async with World(old.store, embedder) as changed:
            both = await asyncio.gather(*(told(changed.use.reembed(ALICE)) for _ in range(2)))
            assert [steps[-1] for steps in both] == [(48, 48)] * 2
            assert sorted(embedder.seen) == sorted(MANY)


async def test_questions_go_first(world: World) -> None:
    """Whoever asks waits for the texts that are being embedded, and for no more."""
    await world.remember(*MANY)
    async with World(RamStore(), RamEmbedder("old")) as old:
        await old.remember(*MANY)
        embedder = HeldEmbedder()
        async with World(old.store, embedder) as changed:
            await changed.remember("I like tea", owner=BOB)
            embedder.batches.clear()
            embedder.hold()
            reembedding = asyncio.create_task(told(changed.use.reembed(ALICE)))
            await until(lambda: bool(embedder.batches))
            asking = asyncio.create_task(changed.recalled("tea", owner=BOB))
            await asyncio.sleep(0.01)
            embedder.release()
            assert await asking == ["I like tea"]
            assert embedder.seen.index("tea") <= AT_ONCE
            assert (await reembedding)[-1] == (48, 48)


async def test_one_damaged_user_does_not_keep_others_waiting(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.remember("我对花生过敏")
    await world.remember("I like tea", owner=BOB)
    whole = world.store.memories

    def damaged(owner: Owner, memory_ids: list[str]) -> object:
        if owner == ALICE:
            raise RecordCorrupt("stored bytes fail their authenticity check")
        return whole(owner, memory_ids)

    monkeypatch.setattr(world.store, "memories", damaged)
    async with other(world.store) as changed:
        with pytest.raises(RecordCorrupt):
            await told(changed.use.reembed.everyone())
        assert await changed.recalled("tea", owner=BOB) == ["I like tea"]


async def test_a_server_that_stops_says_so(world: World) -> None:
    await world.remember(*MANY)
    async with other(world.store) as changed:
        progress = changed.use.reembed(ALICE)
        while (await anext(progress)).done < AT_ONCE:
            pass
        changed.app.end_streams()
        with pytest.raises(Draining):
            await anext(progress)
        assert len(changed.store.staged_rows(ALICE, changed.embedder.model.digest)) == AT_ONCE
