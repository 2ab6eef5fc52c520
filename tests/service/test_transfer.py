"""Transfer: import by stream, export of everything held."""

from collections.abc import AsyncIterator

import pytest

from myosotis_server.memory.values import (
    DAY,
    SECOND,
    ChangeAction,
    MemoryOrigin,
    Owner,
    ReconcileMode,
    Statement,
)
from myosotis_server.service import paging, transfer
from myosotis_server.service.transfer import ExportPage, ImportBatch, ImportProgress
from ports.builders import ALICE, BOB, NOW
from service.held_embedder import HeldEmbedder
from service.world import World


async def stream(*batches: ImportBatch) -> AsyncIterator[ImportBatch]:
    for batch in batches:
        yield batch


def batch(
    *contents: str, owner: Owner = ALICE, mode: ReconcileMode = ReconcileMode.UNSPECIFIED
) -> ImportBatch:
    return ImportBatch(owner, [Statement(each) for each in contents], mode)


async def dumped(world: World, revisions: bool = False, owner: Owner = ALICE) -> list[ExportPage]:
    return [page async for page in world.use.transfer.dump(owner, revisions)]


async def test_progress_adds_up_batch_by_batch(world: World) -> None:
    batches = stream(
        batch("茶", "咖啡"),
        batch("茶", "水", owner=ALICE),
        batch("茶", owner=BOB),
        batch("茶", mode=ReconcileMode.OFF),
    )
    assert [progress async for progress in world.use.transfer.load(batches)] == [
        ImportProgress(acknowledged=1, created=2),
        ImportProgress(acknowledged=2, created=3, reinforced=1),
        ImportProgress(acknowledged=3, created=4, reinforced=1),
        ImportProgress(acknowledged=4, created=5, reinforced=1),
    ]
    assert await world.contents(BOB) == {"茶"}


async def test_what_is_acknowledged_is_there_before_the_next_is_read(world: World) -> None:
    async def batches() -> AsyncIterator[ImportBatch]:
        yield batch("茶")
        assert await world.contents() == {"茶"}
        yield batch("水")

    assert len([progress async for progress in world.use.transfer.load(batches())]) == 2


async def test_what_is_imported_says_so_unless_it_says_otherwise(world: World) -> None:
    inferred = Statement("水", origin=MemoryOrigin.INFERRED)
    batches = stream(ImportBatch(ALICE, [Statement("茶"), inferred], ReconcileMode.EXACT))
    async for _ in world.use.transfer.load(batches):
        pass
    origins = {memory.content: memory.origin for memory in await world.listed()}
    assert origins == {"茶": MemoryOrigin.IMPORTED, "水": MemoryOrigin.INFERRED}


async def test_a_failure_keeps_what_was_acknowledged() -> None:
    model = HeldEmbedder()
    model.broken = {"坏"}
    async with World(embedder=model) as world:
        load = world.use.transfer.load(stream(batch("茶"), batch("水", "坏")))
        assert (await anext(load)).acknowledged == 1
        with pytest.raises(RuntimeError, match="the model failed"):
            await anext(load)
        assert await world.contents() == {"茶"}


async def test_an_empty_stream_has_no_progress(world: World) -> None:
    assert [each async for each in world.use.transfer.load(stream())] == []


async def test_export_has_everything_newest_first(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transfer, "EXPORT_PAGE", 2)
    for number in (3, 1, 2, 5, 4):
        await world.know(f"第{number}天", observe_time=NOW - number * DAY)
    await world.know("出差中", ttl=SECOND, observe_time=NOW - 6 * DAY)
    await world.remember("别人的", owner=BOB)
    pages = await dumped(world)
    contents = [memory.content for page in pages for memory in page.memories]
    assert contents == ["第1天", "第2天", "第3天", "第4天", "第5天", "出差中"]
    assert len(pages) == 3
    assert all(page.revisions == [] for page in pages)


async def test_export_has_every_state_where_asked(world: World) -> None:
    known = await world.know("茶")
    await world.remember("茶", "水")
    await world.revise(known, content="咖啡")
    pages = await dumped(world, revisions=True)
    changes = [change for page in pages for change in page.revisions]
    assert sorted((change.memory.content, change.action) for change in changes) == [
        ("咖啡", ChangeAction.UPDATED),
        ("水", ChangeAction.CREATED),
        ("茶", ChangeAction.CREATED),
        ("茶", ChangeAction.REINFORCED),
    ]


async def test_export_pages_fit_into_messages(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.remember("茶", "水", "茶")
    monkeypatch.setattr(paging, "MESSAGE_BYTES", 1)
    pages = await dumped(world, revisions=True)
    assert [len(page.memories) + len(page.revisions) for page in pages] == [1] * 5


async def test_nobody_has_nothing_to_export(world: World) -> None:
    assert await dumped(world, revisions=True) == []
    assert world.store.head(ALICE) is None


async def test_what_is_forgotten_during_an_export_is_left_out(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transfer, "EXPORT_PAGE", 1)
    newest = await world.know("茶")
    oldest = await world.know("水", observe_time=NOW - DAY)
    seen = []
    async for page in world.use.transfer.dump(ALICE, True):
        seen += [memory.content for memory in page.memories]
        await world.forget(oldest.memory_id)
    assert seen == [newest.content]


async def test_what_was_exported_can_be_imported(world: World) -> None:
    await world.remember("茶", "我住在成都", "I like tea")
    pages = await dumped(world)
    contents = [memory.content for page in pages for memory in page.memories]
    async with World() as other:
        async for _ in other.use.transfer.load(stream(batch(*contents))):
            pass
        assert await other.contents() == await world.contents()
