"""The memory graph: what memories speak of, what callers relate, and what lies around."""

import pytest

from myosotis_server.memory.errors import EntityNotFound, MemoryNotFound, RequestIdReused
from myosotis_server.memory.graph import Entity, NodeType
from myosotis_server.service.relate import Found, Reference, ToldRelation
from ports.builders import ALICE, BOB
from service.world import World, request

NOWHERE = "00000000-0000-4000-8000-000000000000"


async def entity(world: World, name: str) -> Entity:
    found, _ = await world.use.relate.entities(ALICE, (), 1_000, None)
    return next(each for each in found if name in (each.name, *each.aliases))


async def user(world: World) -> Entity:
    found, _ = await world.use.relate.entities(ALICE, {NodeType.USER}, 1, None)
    return found[0]


async def around(
    world: World, node_id: str, hops: int = 1, types: tuple[str, ...] = ()
) -> list[Found]:
    reference = Reference(node_id, is_memory=False)
    return await world.use.relate.neighbours(ALICE, reference, hops, types, 100)


def named(found: list[Found]) -> dict[str, list[str]]:
    return {each.entity.name: [step.type for step in each.path] for each in found if each.entity}


def told(source: str, target: str, kind: str = "reminds_of", **fields: object) -> ToldRelation:
    values = {"strength": 0.5, "evidence": (), "valid_from": 0, **fields}
    return ToldRelation(Reference(source, False), Reference(target, False), kind, **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("said", "thing", "kind"),
    [("我最喜欢喝拿铁", "拿铁", "咖啡"), ("I love lattes", "latte", "coffee")],
)
async def test_user_likes_latte_is_a_coffee(world: World, said: str, thing: str, kind: str) -> None:
    await world.know(said)
    found = named(await around(world, (await user(world)).entity_id, hops=2))
    likes = next(path for name, path in found.items() if thing in name)
    assert likes == ["likes"]
    assert found[kind][-1] == "is_a"


async def test_a_move_leaves_the_old_city_further_away(world: World) -> None:
    await world.know("我住在成都")
    await world.know("我搬到上海了，现在住在上海")
    found = await around(world, (await user(world)).entity_id, types=("lives_in",))
    assert next(each.entity.name for each in found if each.entity) == "上海"
    [past] = [each for each in found if each.entity and each.entity.name == "成都"]
    assert past.path[0].valid_to is not None
    assert past.closeness < found[0].closeness


async def test_what_only_the_forgotten_supported_is_gone(world: World) -> None:
    first = await world.know("I love lattes")
    again = await world.know("I had a latte this morning")
    assert (await entity(world, "latte")).mention_count == 2
    await world.forget(first.memory_id)
    assert (await entity(world, "latte")).mention_count == 1
    assert "likes" not in {
        step
        for path in named(await around(world, (await entity(world, "latte")).entity_id)).values()
        for step in path
    }
    await world.forget(again.memory_id)
    found, _ = await world.use.relate.entities(ALICE, (), 1_000, None)
    assert "latte" not in {each.name for each in found}


async def test_callers_relate_and_unrelate(world: World) -> None:
    proof = await world.know("我妹妹小雨喜欢团子")
    await world.know("我养了一只猫叫团子")
    cat, me = await entity(world, "团子"), await user(world)
    relation = told(me.entity_id, cat.entity_id, "adores", evidence=(proof.memory_id,))
    [made], revision = await world.use.relate.relate(ALICE, [relation], request())
    assert (made.type, made.strength, made.evidence) == ("adores", 0.5, (proof.memory_id,))
    again, same = await world.use.relate.relate(ALICE, [relation], request())
    assert ([made], revision) == (again, same)
    with pytest.raises(RequestIdReused):
        await world.use.relate.relate(ALICE, [relation], request(content=b"other"))
    removed, later = await world.use.relate.unrelate(
        ALICE, relation.source, relation.target, "adores"
    )
    assert (removed, later) == (1, revision + 1)
    assert await world.use.relate.unrelate(ALICE, relation.source, relation.target, "adores") == (
        0,
        later,
    )


async def test_a_told_relation_goes_with_its_evidence(world: World) -> None:
    proof = await world.know("我妹妹小雨喜欢团子")
    await world.know("我养了一只猫叫团子")
    cat, me = await entity(world, "团子"), await user(world)
    relation = told(me.entity_id, cat.entity_id, "adores", evidence=(proof.memory_id,))
    await world.use.relate.relate(ALICE, [relation], None)
    await world.forget(proof.memory_id)
    found = await around(world, me.entity_id, types=("adores",))
    assert found == []


async def test_unknown_ends_are_refused_and_nothing_is_half_done(world: World) -> None:
    await world.know("我养了一只猫叫团子")
    cat, me = await entity(world, "团子"), await user(world)
    good, bad = told(me.entity_id, cat.entity_id), told(me.entity_id, NOWHERE)
    with pytest.raises(EntityNotFound):
        await world.use.relate.relate(ALICE, [good, bad], None)
    with pytest.raises(MemoryNotFound):
        await world.use.relate.relate(
            ALICE, [told(me.entity_id, cat.entity_id, evidence=(NOWHERE,))], None
        )
    assert await around(world, me.entity_id, types=("reminds_of",)) == []
    with pytest.raises(EntityNotFound):
        await world.use.relate.relate(BOB, [good], None)
    assert await world.use.relate.neighbours(BOB, good.source, 1, (), 10) == []


async def test_entities_come_in_pages_by_mention(world: World) -> None:
    for text in (
        "I love lattes",
        "I had a latte",
        "I live in Leeds",
        "I have a cat called Biscuit",
    ):
        await world.know(text)
    whole, _ = await world.use.relate.entities(ALICE, (), 1_000, None)
    assert [each.mention_count for each in whole] == sorted(
        (each.mention_count for each in whole), reverse=True
    )
    pages, after = [], None
    while True:
        page, after = await world.use.relate.entities(ALICE, (), 2, after)
        pages += page
        if after is None:
            break
    assert pages == whole


async def test_recall_follows_the_graph(world: World) -> None:
    await world.know("My sister Anna lives in Oslo")
    linked = await world.know("Anna plays the cello")
    for number in range(40):
        await world.know(f"The {number}th lamp is broken")
    plain = await world.recall("Who lives in Oslo?", limit=1)
    hopped = await world.recall("Who lives in Oslo?", limit=10, graph_hops=1)
    assert plain.memories[0].memory.content == hopped.memories[0].memory.content
    parts = {each.memory.memory_id: each.breakdown.graph for each in hopped.memories}
    assert parts[linked.memory_id] > 0
    without = await world.recall("Who lives in Oslo?", limit=10)
    assert all(each.breakdown.graph == 0 for each in without.memories)
