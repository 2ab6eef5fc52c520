"""A person's profile in Chinese: "叫李雷，28岁，住在成都。在腾讯做设计师，会说粤语。"."""

from collections.abc import Sequence
from itertools import chain

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.profile_claims import (
    DEED,
    Known,
    ProfileWords,
    in_sentences,
    is_han,
    values_of,
)
from myosotis_server.understanding.profile_life_zh import (
    SIBLING,
    STATUSES,
    avoids,
    beliefs_and_cares,
    children,
    clock,
    commute,
    diet,
    favourites,
    fears,
    goals,
    kin,
    pets,
    smokes,
    tone,
)
from myosotis_server.understanding.profile_phrases_zh import (
    GENDERS,
    Wording,
    age,
    birthday,
    blood_type,
    for_each,
    measure,
    money,
    nationality,
    of_all,
    of_first,
    personality,
    salary,
    study,
    work,
)


def _portrait(known: Known, subject: str) -> list[str]:
    """Sentences on the user, or where there is one on `subject` ("妈妈", "小李/妈妈")."""
    themes = [list(chain(*_THEMES))] if subject else _THEMES
    sentences = ["，".join(phrases) for phrases in in_sentences(known, themes)]
    sentences += [claim.value for claim in known.get(DEED, ())]
    if subject:
        who = subject.replace("/", "的")
        sentences = [f"{who}{'的' * bool(_OWNED.match(each))}{each}" for each in sentences]
    return [f"{sentence}。" for sentence in sentences]


def _also(quotes: Sequence[str]) -> str:
    """What has no wording, as it was said."""
    return f"另外：{'；'.join(f'“{quote}”' for quote in quotes)}。"


def _topics(labels: Sequence[str]) -> str:
    return f"最近常聊到：{'、'.join(labels)}。"


_OWNED = pattern_of(
    "(?:生日|老家|电话|邮箱|上司|伴侣|孩子|宠物|房租|工资|[年月时]薪|学校|专业|血型|星座|国籍)"
)
"""What belongs to somebody and is not said of them: 妈妈的生日, but 妈妈住在."""


_THEMES: Sequence[Sequence[Sequence[Wording]]] = (
    (
        (
            of_all("叫{}", "name"),
            of_all("外号{}", "nickname"),
            of_all("喜欢被叫作{}", "call_me"),
            of_first("age", age),
            of_first("gender", lambda claim: GENDERS.get(claim.value, claim.value)),
            for_each("nationality", nationality),
            of_all("老家在{}", "hometown"),
            of_all("住在{}", "home_city"),
            of_all("家住{}", "home_address"),
        ),
        (work, study),
        (
            of_first("birthday", birthday),
            for_each("zodiac_sign", lambda value: value if is_han(value) else f"星座是{value}"),
            of_first("height", lambda claim: f"身高{measure(claim)}"),
            of_first("weight", lambda claim: f"体重{measure(claim)}"),
            of_first("blood_type", blood_type),
            personality,
            of_all("电话是{}", "phone_number"),
            of_all("邮箱是{}", "email"),
        ),
        (
            of_first("salary", salary),
            of_all("上司是{}", "manager"),
            of_all("会{}", "skill"),
            of_all("会说{}", "language"),
            of_all("在学{}", "learning"),
        ),
    ),
    (
        (
            of_first("relationship_status", lambda claim: STATUSES.get(claim.value, claim.value)),
            of_all("伴侣是{}", "partner"),
            children,
            lambda known: kin(values_of(known, "sibling"), SIBLING, "兄弟姐妹中有{}"),
            of_all("朋友有{}", "friend"),
            pets,
        ),
    ),
    (
        (
            of_all("有{}", "owns"),
            of_all("开{}", "car"),
            of_first("rent", lambda claim: f"房租{money(claim)}"),
        ),
        (
            of_all("对{}过敏", "allergy"),
            of_all("患有{}", "illness"),
            of_all("在服用{}", "medication"),
            of_first("diet", diet),
        ),
    ),
    ((of_all("喜欢{}", "likes", "hobby"), of_all("不喜欢{}", "dislikes"), favourites),),
    (
        (
            of_first("wake_time", lambda claim: f"通常{clock(claim)}起床"),
            of_first("bed_time", lambda claim: f"通常{clock(claim)}睡觉"),
            for_each("commute", commute),
            of_all("靠{}锻炼", "exercise"),
            of_all("常喝{}", "drinks"),
            of_all("常吃{}", "eats"),
            smokes,
            avoids,
            of_all("有{}的习惯", "routine"),
        ),
    ),
    (
        (beliefs_and_cares, of_all("信仰{}", "religion"), goals, fears),
        (tone,),
    ),
)

CHINESE = ProfileWords(_portrait, _also, _topics, first_person="我", space="")
