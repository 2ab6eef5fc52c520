"""Access counts: written behind the reply, together, and never lost by a failing store alone."""

import asyncio
from concurrent.futures import Future
from typing import Any

import pytest

from myosotis_server.memory.errors import StoreFull
from myosotis_server.memory.values import DAY
from myosotis_server.service import access_log
from myosotis_server.service.access_log import AccessLog
from ports.builders import ALICE, BOB, NOW
from service.world import World, until


async def stored_counts(world: World) -> dict[str, int]:
    return {memory.content: memory.access_count for memory in await world.listed()}


async def test_a_reply_does_not_wait_and_stopping_writes_the_rest(world: World) -> None:
    await world.remember("茶", "水")
    for _ in range(3):
        await world.recall("茶", limit=1, read_only=False)
    assert await stored_counts(world) == {"茶": 0, "水": 0}
    await world.app.stop()
    async with World(world.store, clock=world.clock) as later:
        assert await stored_counts(later) == {"茶": 3, "水": 0}


async def test_what_is_pending_is_written_from_time_to_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(access_log, "INTERVAL_SECONDS", 0.001)
    async with World() as world:
        known = await world.know("茶")
        world.clock.advance(DAY)
        await world.recall("茶", read_only=False)

        def written() -> bool:
            memory = world.store.memories(ALICE, [known.memory_id])[0]
            return memory is not None and memory.access_count == 1

        await until(written)
        memory = await world.use.browse.get(ALICE, known.memory_id)
        assert memory.last_access_time == NOW + DAY
        assert memory.revision == known.revision


async def test_reading_only_leaves_no_trace(world: World) -> None:
    await world.remember("茶")
    await world.recall("茶", read_only=True)
    await world.app.stop()
    async with World(world.store) as later:
        assert await stored_counts(later) == {"茶": 0}


async def test_recalls_count_for_ranking_at_once_and_after_a_restart(world: World) -> None:
    await world.remember("茶", "水")
    before = (await world.recall("茶")).memories[0].breakdown.frequency
    await world.recall("茶", limit=1, read_only=False)
    at_once = (await world.recall("茶")).memories[0].breakdown.frequency
    await world.app.stop()
    async with World(world.store, clock=world.clock) as later:
        restarted = (await later.recall("茶")).memories[0].breakdown.frequency
    assert before == 0 < at_once == restarted


async def test_only_what_is_given_counts_as_recalled(world: World) -> None:
    """What a token budget cuts off was not read, in the ranking of now as in that of later."""
    await world.remember("图书馆在东边", "图书馆在东边的山坡上")
    budget = world.embedder.count_tokens("图书馆在东边")
    answer = await world.recall("图书馆在东边", token_budget=budget, read_only=False)
    assert [each.memory.content for each in answer.memories] == ["图书馆在东边"]
    now = (await world.recall("图书馆在东边")).memories
    await world.app.stop()
    async with World(world.store, clock=world.clock) as later:
        assert [each.breakdown for each in now] == [
            each.breakdown for each in (await later.recall("图书馆在东边")).memories
        ]


async def test_a_failing_store_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async with World() as world:
        known = await world.know("茶")
        log = AccessLog(world.store)

        def fail(accesses: Any) -> "Future[None]":
            future: Future[None] = Future()
            future.set_exception(StoreFull())
            return future

        log.note(ALICE, [known.memory_id], NOW)
        with monkeypatch.context() as full:
            full.setattr(world.store, "note_accesses", fail)
            with pytest.raises(StoreFull):
                await log.flush()
        log.note(ALICE, [known.memory_id], NOW + 1)
        await log.flush()
        memory = await world.use.browse.get(ALICE, known.memory_id)
        assert (memory.access_count, memory.last_access_time) == (2, NOW + 1)


async def test_what_is_noted_while_a_write_fails_adds_to_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = await world.know("茶")
    log = AccessLog(world.store)
    writing: Future[None] = Future()
    log.note(ALICE, [known.memory_id], NOW)
    with monkeypatch.context() as slow:
        slow.setattr(world.store, "note_accesses", lambda accesses: writing)
        flushing = asyncio.create_task(log.flush())
        await asyncio.sleep(0)
        log.note(ALICE, [known.memory_id], NOW + 1)
        writing.set_exception(StoreFull())
        with pytest.raises(StoreFull):
            await flushing
    await log.flush()
    assert (await world.use.browse.get(ALICE, known.memory_id)).access_count == 2


async def test_a_user_who_was_erased_is_dropped_and_others_are_not(world: World) -> None:
    known = {owner: await world.know("茶", owner=owner) for owner in (ALICE, BOB)}
    log = AccessLog(world.store)
    for owner, memory in known.items():
        log.note(owner, [memory.memory_id], NOW)
    log.drop(ALICE)
    await log.flush()
    counts = [
        (await world.use.browse.get(owner, memory.memory_id)).access_count
        for owner, memory in known.items()
    ]
    assert counts == [0, 1]
