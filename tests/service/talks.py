"""Short talks in both languages, and what sessions have of them."""

from myosotis_server.memory.values import Memory, MemoryKind, MemoryTier, Owner, Role
from ports.builders import ALICE
from service.world import BACKGROUND, World, turn

SAID = {
    "zh": [
        "我下周要去面试，很紧张",
        "我住在成都",
        "我养了一只猫叫团子",
        "我喜欢爬山",
        "我妹妹叫小雨",
        "我在学法语",
        "我不吃香菜",
        "周末我想去青城山",
        "昨天我加班到很晚",
        "我男朋友在银行工作",
        "我想换一份工作",
        "我对花生过敏",
    ],
    "en": [
        "I have an interview next week and I'm nervous",
        "I live in Leeds",
        "I have a cat called Biscuit",
        "I love hiking",
        "My sister is called Anna",
        "I'm learning French",
        "I don't eat coriander",
        "I want to see the Dales on Saturday",
        "I worked late yesterday",
        "My boyfriend works at a bank",
        "I'd like to change jobs",
        "I'm allergic to peanuts",
    ],
}


async def talk(
    world: World, said: list[str], session: str = "s1", owner: Owner = ALICE, start: int = 0
) -> None:
    """Exchanges: what the user says, each answered."""
    for place, text in enumerate(said, start):
        now = world.clock.now()
        await world.say(
            turn(text, f"u{place}", say_time=now),
            turn("嗯，我在听" if text[0] > "z" else "I see", f"a{place}", Role.ASSISTANT),
            session=session,
            owner=owner,
            mode=BACKGROUND,
        )


async def digests(world: World, tier: MemoryTier, owner: Owner = ALICE) -> list[Memory]:
    """The digests of a tier, the oldest first."""
    found = await world.listed(owner, kinds=frozenset({MemoryKind.SUMMARY}), tiers={tier})
    return sorted(found, key=lambda each: each.create_time)
