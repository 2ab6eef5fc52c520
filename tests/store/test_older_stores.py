"""Stores that servers of earlier formats wrote: opened, read, recalled and written to as they are.

`older/make.py` tells what they hold and made them, each with the server of its day.
"""

import tarfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.vault import Vault
from myosotis_server.adapters.view import build_view
from myosotis_server.memory.graph import NodeType
from myosotis_server.memory.values import ChangeAction, Owner, TimeRange
from ports.default_pack import default_pack
from service.world import World
from store.older.make import COMMITS, KEY, REMEMBERED, SAID, UPDATED

HERE = Path(__file__).parent / "older"
XIAOYU, RAIN = Owner("default", "小雨"), Owner("default", "Rain")
RECALLED = [
    (XIAOYU, "我养了什么宠物？", "我的猫叫团子"),
    (XIAOYU, "我是做什么工作的？", "我在成都的一家医院做护士"),
    (XIAOYU, "喝什么茶", UPDATED[2]),
    (RAIN, "what is my cat called?", "My cat is called Mimi"),
    (RAIN, "which food must I avoid?", "I am allergic to peanuts"),
    (RAIN, "what is my job?", "I work as a nurse in Lisbon"),
]


@dataclass
class Older:
    """A store of an earlier format as this version has it open, and a service over it."""

    format: int
    store: LmdbStore
    world: World

    def contents(self, owner: Owner) -> set[str]:
        """What was remembered, and from format 2 on learnt from turns."""
        told = set(REMEMBERED[owner.user_id])
        if owner.user_id == UPDATED[0]:
            told = told - {UPDATED[1]} | {UPDATED[2]}
        return told | ({SAID[owner.user_id][0]} if self.format > 1 else set())


def unpacked(format_: int, folder: Path) -> Path:
    with tarfile.open(HERE / f"format_{format_}.tar.xz") as packed:
        packed.extractall(folder, filter="data")
    return folder


@pytest.fixture(params=COMMITS)
async def older(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Older]:
    store = LmdbStore(unpacked(request.param, tmp_path), Vault(KEY), 1 << 28)
    async with World(store, default_pack(), build_view=build_view) as world:
        yield Older(request.param, store, world)
    store.close()


async def test_everything_is_there_and_recalled(older: Older) -> None:
    assert older.store.examine().sound
    for owner in (XIAOYU, RAIN):
        assert await older.world.contents(owner) == older.contents(owner)
    for owner, query, content in RECALLED:
        assert (await older.world.recalled(query, owner, limit=1)) == [content], query
    [updated] = [each for each in await older.world.listed(XIAOYU) if each.content == UPDATED[2]]
    actions = [each.action for each in await older.world.history(updated, XIAOYU)]
    assert actions == [ChangeAction.UPDATED, ChangeAction.REINFORCED, ChangeAction.CREATED]


async def test_what_is_said_now_meets_what_was_known(older: Older) -> None:
    again = await older.world.remember("我的猫叫团子", owner=XIAOYU)
    assert [each.action for each in again.changes] == [ChangeAction.REINFORCED]
    assert again.changes[0].memory.mention_count == 2
    await older.world.remember("I moved to Madrid", owner=RAIN)
    assert "I moved to Madrid" in await older.world.recalled("where do I live", RAIN)
    await older.world.forget(again.changes[0].memory.memory_id, owner=XIAOYU)
    assert "我的猫叫团子" not in await older.world.contents(XIAOYU)
    assert (await older.world.use.accounts.user(RAIN)).memories == len(older.contents(RAIN)) + 1
    await older.world.forget(everything=True, owner=RAIN)
    assert older.store.head(RAIN) is None
    assert older.store.examine().sound


async def test_turns_and_moods_are_there(older: Older) -> None:
    for owner in (XIAOYU, RAIN):
        said = SAID[owner.user_id] if older.format > 1 else []
        turns = older.store.session_turns(owner, "s1", None, 9)
        assert [turn.content for _, turn in turns] == said
        assert len(older.store.moods(owner, TimeRange())) == len(said)
        assert [each.session_id for each in older.store.open_sessions(owner)] == ["s1"] * bool(said)


async def test_maintenance_gives_memories_their_edges(older: Older) -> None:
    """Formats 1 and 2 had none, and they came only where a memory changed."""
    is_old = older.format < 3
    assert older.store.is_unlinked(XIAOYU) is older.store.is_unlinked(RAIN) is is_old
    assert (not older.store.edges(RAIN)) is is_old
    before = await older.world.listed(XIAOYU)
    await older.world.use.maintain(XIAOYU, False)
    assert not older.store.is_unlinked(XIAOYU)
    assert older.store.is_unlinked(RAIN) is is_old
    found, _ = await older.world.use.relate.entities(XIAOYU, (), 1_000, None)
    names = {each.name for each in found if each.type is not NodeType.USER}
    assert {"团子", "花生"} <= names
    assert {each.memory_id for each in before} <= {
        each.evidence for each in older.store.edges(XIAOYU)
    }
    kept = {each.memory_id: each for each in await older.world.listed(XIAOYU)}
    assert [kept[each.memory_id].revision for each in before] == [each.revision for each in before]
    head = older.store.head(XIAOYU)
    await older.world.use.maintain(XIAOYU, False)
    assert older.store.head(XIAOYU) == head
