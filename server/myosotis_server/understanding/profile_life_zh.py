"""The phrases of a profile in Chinese on people, tastes, habits and aims: 伴侣是林晓, 不喝咖啡."""

import re
from collections.abc import Sequence

from myosotis_server.understanding.categories import concept_of, head_of
from myosotis_server.understanding.favourites_zh import KEY_OF
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.profile_claims import (
    Claim,
    Known,
    favourites_of,
    is_han,
    values_of,
)
from myosotis_server.understanding.profile_phrases_zh import listed

STATUSES = {
    "single": "单身",
    "married": "已婚",
    "divorced": "离异",
    "widowed": "丧偶",
    "engaged": "已订婚",
    "separated": "已分居",
    "in a relationship": "恋爱中",
    "订婚": "已订婚",
    "分居": "已分居",
}
_COUNTS = {"1": "一", "2": "两", "3": "三", "4": "四", "5": "五"}


def children(known: Known) -> list[str]:
    children = values_of(known, "child")
    counts = values_of(known, "children_count")
    if counts:
        named = f"（{'、'.join(children)}）" if children else ""
        return [f"有{_COUNTS.get(counts[0], counts[0])}个孩子{named}"]
    return kin(children, _CHILD, "孩子叫{}")


def kin(values: Sequence[str], role: re.Pattern[str], naming: str) -> list[str]:
    """Those who are only told by what they are, and those whose name is known."""
    roles = [value for value in values if role.search(value)]
    names = [value for value in values if value not in roles]
    phrases = [f"有{listed(roles)}"] if roles else []
    return [*phrases, naming.format(listed(names))] if names else phrases


_CHILD = pattern_of("(?:儿子|女儿|孩子|宝宝|胞胎|男孩|女孩|儿|son|daughter|child|children|baby)$")
SIBLING = pattern_of("[哥姐弟妹]|胞胎|brother|sister|sibling|twin")


def pets(known: Known) -> list[str]:
    values = values_of(known, "pet")
    names = [value for value in values if not _is_kind_of_pet(value)]
    kinds = [value for value in values if value not in names]
    phrases = [f"养了{listed(kinds)}"] if kinds else []
    return [*phrases, f"宠物叫{listed(names)}"] if names else phrases


def _is_kind_of_pet(value: str) -> bool:
    return (
        value == value.lower() and (concept_of(value, _PETS) or head_of(value, _PETS)) is not None
    )


_PETS = frozenset({"animal", "pet"})


# Health and tastes

_DIETS = {
    **dict.fromkeys(("素食", "vegetarian", "veggie"), "吃素"),
    **dict.fromkeys(("纯素", "全素", "vegan"), "吃全素"),
}


def diet(claim: Claim) -> str:
    return _DIETS.get(claim.value) or f"{claim.value.removesuffix('饮食')}饮食"


_THINGS: dict[str, str] = {}
for _word, _key in KEY_OF.items():
    if is_han(_word):
        _THINGS.setdefault(_key, _word)


def favourites(known: Known) -> list[str]:
    """Such as 最喜欢的颜色是墨绿色; without the thing where Chinese has no word for it here."""
    phrases = []
    for thing, value in favourites_of(known):
        word = _THINGS.get(thing) or (thing.replace("_", " ") if is_han(thing) else "")
        phrases.append(f"最喜欢的{word}是{value}" if word else f"最喜欢{value}")
    return phrases


# What they do again and again


def clock(claim: Claim) -> str:
    """06:30 as 早上6点半; what is no time of day as it is."""
    found = re.fullmatch(r"(\d{1,2}):(\d\d)", claim.value)
    if found is None or int(found[1]) > 23:
        return claim.value
    hour, minute = int(found[1]), int(found[2])
    if not hour:
        hour, part = 12, "半夜"
    else:
        part = next(part for start, part in _PARTS if hour >= start)
    minutes = "" if not minute else "半" if minute == 30 else f"{minute}分"
    return f"{part}{hour - 12 if hour > 12 else hour}点{minutes}"


_PARTS = ((18, "晚上"), (13, "下午"), (12, "中午"), (5, "早上"), (0, "凌晨"))


def commute(value: str) -> str:
    """坐地铁上下班; what says how by a verb of its own keeps it: 骑车上下班."""
    if not is_han(value):
        return f"上下班的方式是{value}"
    by = "" if value.startswith(tuple("骑騎开開走步坐搭乘打跑拼")) else "坐"
    return f"{by}{value}上下班"


def smokes(known: Known) -> list[str]:
    return ["抽烟"] if known.get("smokes") else []


def avoids(known: Known) -> list[str]:
    """By what is done with it: 不喝咖啡, 不吃辣, 不抽烟, 不熬夜."""
    phrases: dict[str, list[str]] = {}
    seen = set()
    for claim in known.get("avoids", ()):
        if claim.value not in seen:
            seen.add(claim.value)
            phrases.setdefault(_not_doing(claim), []).append(claim.value)
    return [f"{verb}{listed(values)}" for verb, values in phrases.items()]


def _not_doing(claim: Claim) -> str:
    value = claim.value
    if value in ("烟", "菸", "煙"):
        return "不抽"
    # Not one pattern with the value in it: `re` would keep it long after it is forgotten.
    before = claim.said[: max(claim.said.find(value), 0)]
    if found := _VERB_AHEAD.search(before):
        return f"不{found[1]}"
    if f"不{value}" in claim.said or _BEGINS_WITH_VERB.match(value):
        return "不"
    concept = concept_of(value) or head_of(value)
    return _NOT_TAKEN.get(concept.root, "不碰") if concept is not None else "不碰"


_NOT_TAKEN = {"food": "不吃", "drink": "不喝"}
_VERB_AHEAD = pattern_of("([吃喝抽碰玩看打])(?:了|过|任何)?$")
_BEGINS_WITH_VERB = pattern_of("[熬吃喝抽加赖玩看打去做用坐开]")


# What they believe, want and fear


def beliefs_and_cares(known: Known) -> list[str]:
    """A belief is a sentence (努力就会有回报), what somebody cares for a thing (家人)."""
    beliefs: list[str] = []
    cares: list[str] = []
    for claim in known.get("values", ()):
        is_belief = _BELIEVED.search(claim.said) or _IS_SENTENCE.search(claim.value)
        (beliefs if is_belief else cares).append(claim.value)
    phrases = [f"看重{listed(cares)}"] if cares else []
    return [*phrases, f"相信{'、'.join(beliefs)}"] if beliefs else phrases


_BELIEVED = pattern_of("相信|坚信|believe")
_IS_SENTENCE = pattern_of("[会就是要]")


def goals(known: Known) -> list[str]:
    values = values_of(known, "goal")
    plans = [value for value in values if is_han(value)]
    others = [value for value in values if value not in plans]
    phrases = [f"想{'、'.join(plans)}"] if plans else []
    return [*phrases, f"目标是{listed(others)}"] if others else phrases


def fears(known: Known) -> list[str]:
    values = values_of(known, "fear")
    phobias = [value for value in values if value.startswith("恐")]
    things = [value for value in values if value not in phobias]
    return [*([f"怕{listed(things)}"] if things else []), *phobias]


def tone(known: Known) -> list[str]:
    values = values_of(known, "tone")
    manners = [value for value in values if is_han(value)]
    others = [value for value in values if value not in manners]
    phrases = []
    if manners:
        more = "" if any(re.search("[像用别不]|点|些", value) for value in manners) else "一些"
        phrases.append(f"希望对方说话{'、'.join(manners)}{more}")
    return [*phrases, f"希望对方说话的方式是{listed(others)}"] if others else phrases
