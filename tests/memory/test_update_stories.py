"""What people say of their lives over time, and what must hold at the end, in both languages.

Every text is as like every other as can be, so that only what they say tells them apart.
"""

import pytest

from memory.claiming import Listener, said
from memory.memories import NOON
from myosotis_server.memory.claims import Claim
from myosotis_server.memory.values import (
    DAY,
    ChangeAction,
    MemoryKind,
    MemoryState,
    TurnReference,
)

EVENT = MemoryKind.EVENT

STORIES: dict[str, tuple[list[Claim], list[str]]] = {
    "moved": (
        [
            said("I live in Leeds", "home_city=Leeds", day=0),
            said("I moved to York", "home_city=York", day=9),
        ],
        ["I moved to York"],
    ),
    "搬家": (
        [said("我住在上海", "home_city=上海"), said("我搬到成都了", "home_city=成都", day=9)],
        ["我搬到成都了"],
    ),
    "moved there and back": (
        [
            said("I live in Leeds", "home_city=Leeds", day=0),
            said("I live in York", "home_city=York", day=1),
            said("I live in Leeds", "home_city=Leeds", day=2),
        ],
        ["I live in Leeds"],
    ),
    "New York is another city": (
        [
            said("I live in York", "home_city=York", day=0),
            said("I live in New York", "home_city=New York", day=1),
        ],
        ["I live in New York"],
    ),
    "a closer value is no other": (
        [
            said("我住在成都市", "home_city=成都市"),
            said("我住成都高新区", "home_city=成都高新区", day=1),
        ],
        ["我住成都高新区"],
    ),
    "a wider value is no other": (
        [
            said("I'm a software engineer", "occupation=software engineer"),
            said("I work as an engineer", "occupation=an engineer", day=1),
        ],
        ["I'm a software engineer"],
    ),
    "promoted": (
        [
            said("I'm an assistant manager", "occupation=assistant manager"),
            said("I'm a manager now", "occupation=manager", day=1),
        ],
        ["I'm a manager now"],
    ),
    "changed jobs": (
        [
            said("我在腾讯上班", "employer=腾讯"),
            said("我从腾讯离职了", ends=["employer=腾讯"], day=5, kind=EVENT),
            said("我入职了阿里", "employer=阿里", day=9),
        ],
        ["我从腾讯离职了", "我入职了阿里"],
    ),
    "left and joined in one breath": (
        [
            said("I work at Acme", "employer=Acme"),
            said("I left Acme for Globex", "employer=Globex", ends=["employer=Acme"], day=5),
        ],
        ["I left Acme for Globex"],
    ),
    "separated": (
        [
            said("I'm dating Tom", "partner=Tom"),
            said("Tom and I broke up", "relationship_status=single", ends=["partner="], day=5),
        ],
        ["Tom and I broke up"],
    ),
    "分手": (
        [
            said("我女朋友叫小雅", "partner=小雅"),
            said("我分手了", "relationship_status=单身", ends=["partner="], day=5),
        ],
        ["我分手了"],
    ),
    "a year older": (
        [said("我今年27岁", "age=27岁", number=27), said("我28了", "age=28", number=28, day=300)],
        ["我28了"],
    ),
    "the same age": (
        [
            said("I'm 27", "age=27"),
            said("I am 27 years old", "age=27 years old", day=30),
        ],
        ["I'm 27"],
    ),
    "lost weight": (
        [
            said("I weigh 80 kg", "weight=80 kg", number=80, unit="kg"),
            said("I'm down to 75 kg", "weight=75 kg", number=75, unit="kg", day=60),
        ],
        ["I'm down to 75 kg"],
    ),
    "体重换个单位": (
        [said("我体重70公斤", "weight=70公斤"), said("我140斤", "weight=140斤", day=2)],
        # Two units of one weight; the second says nothing that the first does not.
        ["我140斤", "我体重70公斤"],
    ),
    "rent": (
        [said("房租3000块", "rent=3000块"), said("房租涨到3500了", "rent=3500", day=90)],
        ["房租涨到3500了"],
    ),
    "likes, dislikes, likes": (
        [
            said("I like coffee", "likes=coffee", day=0),
            said("I hate coffee now", "dislikes=coffee", ends=["drinks=coffee"], day=1),
            said("I like coffee", "likes=coffee", day=2),
        ],
        ["I like coffee"],
    ),
    "不喝咖啡了": (
        [
            said("我每天喝冰咖啡", "drinks=冰咖啡", kind=MemoryKind.HABIT),
            said("我喜欢咖啡", "likes=咖啡"),
            said("我不喝咖啡了", "avoids=咖啡", ends=["drinks=咖啡"], day=3),
        ],
        ["我不喝咖啡了", "我喜欢咖啡"],
    ),
    "no more iced coffee, but coffee": (
        [
            said("I drink coffee", "drinks=coffee"),
            said("I no longer drink iced coffee", "avoids=iced coffee",
                 ends=["drinks=iced coffee"], day=3),
        ],
        ["I drink coffee", "I no longer drink iced coffee"],
    ),
    "other tastes are spared": (
        [
            said("I like cats", "likes=cats"),
            said("I like dogs", "likes=dogs", day=1),
            said("I dislike cats", "dislikes=the cat", day=2),
        ],
        ["I dislike cats", "I like dogs"],
    ),
    "我喜欢猫也喜欢狗": (
        [said("我喜欢猫", "likes=猫"), said("我喜欢狗", "likes=狗", day=1)],
        ["我喜欢狗", "我喜欢猫"],
    ),
    "two flats": (
        [said("I own a flat on 5th Street"), said("I own a flat on 6th Street", day=1)],
        ["I own a flat on 5th Street", "I own a flat on 6th Street"],
    ),
    "两套房": (
        [said("我在人民路3号有套房"), said("我在人民路5号有套房", day=1)],
        ["我在人民路3号有套房", "我在人民路5号有套房"],
    ),
    "two children": (
        [
            said("My daughter is called Mia", "child=Mia"),
            said("My daughter is called Zoe", "child=Zoe", day=1),
        ],
        ["My daughter is called Mia", "My daughter is called Zoe"],
    ),
    "two allergies": (
        [said("我对花生过敏", "allergy=花生"), said("我对虾过敏", "allergy=虾", day=1)],
        ["我对花生过敏", "我对虾过敏"],
    ),
    "of other people": (
        [
            said("my sister lives in Leeds", "home_city=Leeds", subject="sister"),
            said("I live in York", "home_city=York", day=1),
            said("my mum lives in Bath", "home_city=Bath", subject="mum", day=1),
            said("my mother lives in Hull", "home_city=Hull", subject="mother", day=2),
        ],
        ["I live in York", "my mother lives in Hull", "my sister lives in Leeds"],
    ),
    "one fact five times": (
        [
            said("I live in Leeds", "home_city=Leeds", day=0),
            said("Leeds is where I live", "home_city=Leeds", day=1),
            said("my home is in Leeds", "home_city=leeds", day=2),
            said("I'm living in Leeds at the moment", "home_city=Leeds", day=3),
            said("I'm based in Leeds", "home_city=Leeds", day=4),
        ],
        ["I'm living in Leeds at the moment"],
    ),
    "一件事说五遍": (
        [
            said("我在腾讯上班", "employer=腾讯", day=0),
            said("我是腾讯的员工", "employer=腾讯", day=1),
            said("我在腾讯工作", "employer=腾讯", day=2),
            said("我现在就职于腾讯", "employer=腾讯", day=3),
            said("公司是腾讯", "employer=腾讯", day=4),
        ],
        ["我在腾讯上班"],
    ),
    "gym on two days": (
        [
            said("I went to the gym on Monday", kind=EVENT),
            said("I went to the gym on Tuesday", kind=EVENT, day=1),
        ],
        ["I went to the gym on Monday", "I went to the gym on Tuesday"],
    ),
    "the same event of two days": (
        [
            said("今天去健身房了", kind=EVENT, event_time=NOON),
            said("今天去了健身房", kind=EVENT, event_time=NOON + 3 * DAY, day=3),
        ],
        ["今天去了健身房", "今天去健身房了"],
    ),
    "in nearly the same words": (
        [said("我喜欢在周末爬山"), said("我非常喜欢在周末爬山", day=1)],
        ["我喜欢在周末爬山"],
    ),
    "who did it to whom": (
        [said("Alice lent Bob money"), said("Bob lent Alice money", day=1)],
        ["Alice lent Bob money", "Bob lent Alice money"],
    ),
    "gave up running": (
        [
            said("I run every week", kind=MemoryKind.HABIT),
            said("I no longer run every week", kind=MemoryKind.HABIT, day=1),
        ],
        ["I no longer run every week"],
    ),
    "不再跑步": (
        [said("我每周跑步"), said("我不再每周跑步了", day=1)],
        ["我不再每周跑步了"],
    ),
    "gave up doing it": (
        [said("I take metformin"), said("I stopped taking metformin", day=1)],
        ["I stopped taking metformin"],
    ),
    "gave up one of two": (
        [said("我每周跑步和游泳"), said("我不再游泳了", day=1)],
        ["我不再游泳了", "我每周跑步和游泳"],
    ),
    "gave up something else": (
        [said("I play the piano"), said("I stopped playing tennis", day=1)],
        ["I play the piano", "I stopped playing tennis"],
    ),
    "我不干了": (
        [said("我在工地干活"), said("我不干了", day=1)],
        ["我不干了", "我在工地干活"],
    ),
    "started again": (
        [
            said("我不再每周跑步了", day=0),
            said("我每周跑步", day=1),
        ],
        ["我每周跑步"],
    ),
    "what happened has happened": (
        [
            said("我去了健身房", kind=EVENT, event_time=NOON),
            said("我不再去健身房了", day=5),
        ],
        ["我不再去健身房了", "我去了健身房"],
    ),
    "called off": (
        [
            said("I have an interview on Thursday", kind=EVENT, event_time=NOON + 3 * DAY),
            said("The interview was cancelled", kind=EVENT, day=1),
        ],
        ["The interview was cancelled"],
    ),
    "older news of a place": (
        [
            said("I live in York", "home_city=York", day=9),
            said("I live in Leeds", "home_city=Leeds", day=0),
        ],
        ["I live in York"],
    ),
    "older news of a taste": (
        [
            said("I like tea", "likes=tea", day=9),
            said("I dislike tea", "dislikes=tea", day=0),
        ],
        ["I like tea"],
    ),
    "both true": (
        [
            said("I've been at Acme for 5 years", "employer=Acme"),
            said("My boss at Acme is Ann", "employer=Acme", day=1),
        ],
        ["I've been at Acme for 5 years", "My boss at Acme is Ann"],
    ),
    "both end": (
        [
            said("I've been at Acme for 5 years", "employer=Acme"),
            said("My boss at Acme is Ann", "employer=Acme", day=1),
            said("I work at Globex", "employer=Globex", day=2),
        ],
        ["I work at Globex"],
    ),
    "said outright against a guess": (
        [
            said("seems to live in York", "home_city=York", is_inferred=True),
            said("I live in Leeds", "home_city=Leeds", day=1),
        ],
        ["I live in Leeds"],
    ),
    "a guess against what was said outright": (
        [
            said("I live in Leeds", "home_city=Leeds"),
            said("seems to live in York", "home_city=York", is_inferred=True, day=1),
        ],
        ["I live in Leeds"],
    ),
    "a slot of one's own": (
        [said("badge is blue", "badge=blue"), said("badge is red", "badge=red", day=1)],
        ["badge is blue", "badge is red"],
    ),
    "favourites": (
        [
            said("my favourite drink is tea", "favorite_drink=tea"),
            said("我最喜欢的饮料是拿铁", "favourite_drink=拿铁", day=1),
        ],
        ["我最喜欢的饮料是拿铁"],
    ),
    "birthdays, however written": (
        [
            said("我生日是5月4日", "birthday=5月4日"),
            said("my birthday is May 4th, 1990", "birthday=May 4th, 1990", day=1),
        ],
        ["my birthday is May 4th, 1990", "我生日是5月4日"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", STORIES)
@pytest.mark.parametrize("at_once", [False, True], ids=["one by one", "in one call"])
def test_story(name: str, at_once: bool) -> None:
    statements, active = STORIES[name]
    listener = Listener()
    if at_once:
        listener.hear(*statements)
    else:
        for each in statements:
            listener.hear(each)
    assert listener.active == sorted(active)


def test_what_ended_points_to_what_ended_it() -> None:
    listener = Listener()
    leeds = said("I live in Leeds", "home_city=Leeds", pinned=True)
    york = said("I moved to York", "home_city=York", day=9)
    listener.hear(leeds)
    result = listener.hear(york)
    own, old = result.changes
    assert result.answers == [0]
    assert (own.action, own.memory.state) == (ChangeAction.SUPERSEDED, MemoryState.ACTIVE)
    assert own.replaced_memory_ids == (leeds.memory.memory_id,)
    assert (old.action, old.memory.state) == (ChangeAction.SUPERSEDED, MemoryState.SUPERSEDED)
    assert old.memory.superseded_by == own.memory.memory_id
    assert old.memory.valid_to == york.memory.valid_from
    assert old.memory.pinned
    assert not old.replaced_memory_ids
    assert own.note == old.note == "another home_city"


def test_older_news_is_kept_as_history() -> None:
    listener = Listener()
    listener.hear(said("I live in York", "home_city=York", day=9))
    [change] = listener.hear(said("I live in Leeds", "home_city=Leeds")).changes
    assert (change.action, change.memory.state) == (ChangeAction.CREATED, MemoryState.SUPERSEDED)
    assert change.memory.superseded_by == listener.of("I live in York").memory_id
    assert change.memory.valid_to == NOON + 9 * DAY


def test_said_again_ends_what_had_taken_its_place() -> None:
    listener = Listener()
    for day, city in enumerate(("Leeds", "York", "Leeds")):
        result = listener.hear(said(f"I live in {city}", f"home_city={city}", day=day))
    own, old = result.changes
    assert own.action is ChangeAction.REINFORCED
    assert own.replaced_memory_ids == (listener.of("I live in York").memory_id,)
    assert own.memory.superseded_by == ""
    assert old.memory.content == "I live in York"


def test_two_kinds_of_one_statement_are_one() -> None:
    listener = Listener()
    listener.hear(said("I like tea", kind=MemoryKind.FACT))
    listener.hear(said("I like tea!", kind=MemoryKind.PREFERENCE, day=1))
    [only] = listener.memories.values()
    assert (only.kind, only.mention_count) == (MemoryKind.FACT, 2)


def test_a_merged_memory_is_said_once_more_and_keeps_its_id() -> None:
    listener = Listener()
    first = said("I'm an engineer", "occupation=engineer")
    listener.hear(first)
    [change] = listener.hear(
        said("I'm a software engineer", "occupation=software engineer", day=1)
    ).changes
    assert change.action is ChangeAction.MERGED
    assert change.memory.memory_id == first.memory.memory_id
    assert change.memory.content == "I'm a software engineer"
    assert change.memory.attribute is not None
    assert change.memory.attribute.value == "software engineer"
    assert change.memory.mention_count == 2
    assert change.memory.confidence > first.memory.confidence


def test_what_is_unlike_is_not_merged() -> None:
    listener = Listener(likeness=0.3)
    listener.hear(said("I live in Leeds", "home_city=Leeds"))
    listener.hear(said("Leeds has awful weather, I've been there all my life", "home_city=Leeds"))
    assert len(listener.active) == 2


def test_a_guess_is_kept_though_something_stands_against_it() -> None:
    listener = Listener()
    listener.hear(said("I live in Leeds", "home_city=Leeds"))
    listener.hear(said("seems to live in York", "home_city=York", is_inferred=True, day=1))
    guess = listener.of("seems to live in York")
    assert guess.state is MemoryState.SUPERSEDED
    assert guess.superseded_by == listener.of("I live in Leeds").memory_id


@pytest.mark.parametrize(
    ("mentions", "confidence", "days", "stands"),
    [
        (5, 0.6, 1, "York"),
        (1, 0.6, 1, "Bath"),
        (5, 0.6, 40, "Bath"),  # e^-4 of five mentions is less than one
        (5, 0.4, 1, "Bath"),  # unsure: the newer one wins
    ],
)
def test_of_two_guesses_the_one_with_more_evidence_stands(
    mentions: int, confidence: float, days: int, stands: str
) -> None:
    listener = Listener()
    known = said("seems to live in York", "home_city=York", is_inferred=True,
                 mention_count=mentions, confidence=confidence)  # fmt: skip
    listener.hear(known)
    listener.hear(said("seems to live in Bath", "home_city=Bath", is_inferred=True, day=days))
    assert listener.active == [f"seems to live in {stands}"]


def test_guessed_quantities_average() -> None:
    listener = Listener()
    for day, number in enumerate((60, 70, 80)):
        listener.hear(
            said(f"weighs about {number} kg", f"weight={number} kg", number=number, unit="kg",
                 is_inferred=True, day=day)
        )  # fmt: skip
    [only] = listener.memories.values()
    assert only.attribute is not None
    assert only.attribute.number == pytest.approx(70)
    assert only.attribute.value == "70 kg"
    assert only.mention_count == 3


def test_a_guess_never_ends_what_is_pinned() -> None:
    listener = Listener()
    listener.hear(said("seems to live in York", "home_city=York", is_inferred=True, pinned=True))
    listener.hear(said("seems to live in Bath", "home_city=Bath", is_inferred=True, day=50))
    assert listener.active == ["seems to live in York"]


def test_what_has_expired_is_not_ended() -> None:
    listener = Listener()
    listener.hear(said("I'm staying in York", "home_city=York", expire_time=NOON + DAY))
    [change] = listener.hear(said("I live in Leeds", "home_city=Leeds", day=2)).changes
    assert change.action is ChangeAction.CREATED


CORRECTIONS = [
    ("面试在周四", "不对，是周五", "面试在周五"),
    ("The interview is on Thursday", "no, Friday", "The interview is on Friday"),
    (
        "The interview is on Thursday",
        "sorry, not Thursday but Friday",
        "The interview is on Friday",
    ),
    ("房租3000块", "说错了，是3500", "房租3500块"),
    ("我三点开会", "不对，四点", "我四点开会"),
    ("I meet her at 3pm", "I mean 4pm", "I meet her at 4pm"),
    ("5月3号出差", "不是，是4号", "5月4号出差"),
    ("My flight is on May 3rd", "sorry, May 5th", "My flight is on May 5th"),
    ("I had lunch with Bob", "no, with Alice", "I had lunch with Alice"),
    ("我昨天和小王吃饭", "不对，是小李", "我昨天和小李吃饭"),
    ("周四下午3点面试", "不对，周五4点", "周五下午4点面试"),
]


@pytest.mark.parametrize(("old", "correction", "new"), CORRECTIONS)
@pytest.mark.parametrize("at_once", [False, True], ids=["one by one", "in one call"])
def test_a_fragment_corrects_what_was_just_said(
    old: str, correction: str, new: str, at_once: bool
) -> None:
    listener = Listener()
    first = said(old, kind=EVENT, session_id="s")
    second = said(correction, corrects=True, session_id="s", day=0.01)
    if at_once:
        result = listener.hear(first, second)
    else:
        listener.hear(first)
        result = listener.hear(second)
    assert (listener.active, listener.ended) == ([new], [old])
    own = result.changes[result.answers[-1]]
    assert own.action is ChangeAction.SUPERSEDED
    assert own.note == "corrects what was said"
    assert own.memory.kind is EVENT
    assert listener.of(old).superseded_by == own.memory.memory_id
    # Said once more, it changes nothing.
    again = listener.hear(first, second)
    assert [again.changes[place].action for place in again.answers] == [ChangeAction.REINFORCED] * 2
    assert (listener.active, listener.ended) == ([new], [old])


@pytest.mark.parametrize(
    ("old", "correction", "new"),
    [
        (
            "公寓只有四十平，有回音",
            "公寓不是四十平，是三十五平，看了合同才知道",
            "公寓只有三十五平，有回音",
        ),
        ("面试在周四下午", "面试不是周四，是周五，刚收到通知", "面试在周五下午"),
        ("房租一个月三千", "房租不是三千，是三千五，我看错账单了", "房租一个月三千五"),
        (
            "The flat is forty square metres, tiny",
            "The flat isn't forty square metres, it's thirty-five, I saw the contract",
            "The flat is thirty-five square metres, tiny",
        ),
        (
            "Ann's two years older and she lives in York",
            "Small correction, Ann's three years older than me, not two",
            "Ann's three years older and she lives in York",
        ),
    ],
)
def test_what_is_denied_of_the_same_thing_is_corrected_days_later(
    old: str, correction: str, new: str
) -> None:
    listener = Listener()
    listener.hear(
        said("昨天走了四十分钟", session_id="r"),
        said("my rent is forty pounds", session_id="r"),
        said(old, session_id="s"),
    )
    listener.hear(said(correction, corrects=True, session_id="t", day=5))
    assert new in listener.active
    assert listener.ended == [old]


def test_a_whole_sentence_corrects_in_its_own_words() -> None:
    listener = Listener()
    listener.hear(said("The interview is on Thursday", kind=EVENT, session_id="s"),
                  said("Lunch is on Thursday", kind=EVENT, session_id="s", day=0.01))  # fmt: skip
    listener.hear(said("No, the interview is on Friday", kind=EVENT, corrects=True, session_id="s",
                       day=0.02))  # fmt: skip
    assert listener.active == ["Lunch is on Thursday", "The interview is on Friday"]


@pytest.mark.parametrize(
    ("was", "slot", "correction", "becomes"),
    [
        ("我对虾过敏", "allergy=虾", "不对，是螃蟹", "我对螃蟹过敏"),
        ("I drink oat milk", "drinks=oat milk", "no, soy milk", "I drink soy milk"),
        ("我的航班是早上八点", "", "不是，是早上九点", "我的航班是早上九点"),
        ("My son is 7", "", "wait no, he's 8", "My son is 8"),
        (
            "My flight leaves at 9 am on Sunday",
            "",
            "no, it leaves at 11 am",
            "My flight leaves at 11 am on Sunday",
        ),
    ],
)
def test_what_is_taken_back_is_said_anew(
    was: str, slot: str, correction: str, becomes: str
) -> None:
    listener = Listener()
    listener.hear(said(was, slot, session_id="s"))
    listener.hear(said(correction, corrects=True, session_id="s", day=0.01))
    assert (listener.active, listener.ended) == ([becomes], [was])


@pytest.mark.parametrize("correction", ["不对，我生气了", "no, I'm fine", "不对，是不是啊了"])
def test_what_names_nothing_is_no_other_value(correction: str) -> None:
    listener = Listener()
    listener.hear(said("我对虾过敏", "allergy=虾", session_id="s"))
    listener.hear(said(correction, corrects=True, session_id="s", day=0.01))
    assert listener.ended == []


@pytest.mark.parametrize(
    ("one", "other", "slot"),
    [
        ("I hate mushrooms", "I can't stand mushrooms", "dislikes=mushrooms"),
        ("My birthday is on March 14", "i was born on march 14", "birthday=03-14"),
        ("我养了一只布偶猫", "我家里养了只布偶猫", "pet=布偶猫"),
    ],
)
def test_one_value_in_a_few_other_words_is_one_memory(one: str, other: str, slot: str) -> None:
    listener = Listener(likeness=0.3)
    listener.hear(said(one, slot))
    listener.hear(said(other, slot, day=1))
    assert len(listener.active) == 1


@pytest.mark.parametrize(
    ("subject", "slot", "values"),
    [
        ("同事", "name", ("王伟", "王芳")),
        ("朋友", "home_city", ("北京", "上海")),
        ("colleague", "occupation", ("nurse", "cook")),
        ("brother", "name", ("Tom", "Leo")),
    ],
)
def test_several_people_may_be_called_the_same(
    subject: str, slot: str, values: tuple[str, str]
) -> None:
    listener = Listener()
    for day, value in enumerate(values):
        listener.hear(said(f"{subject} {value}", f"{slot}={value}", subject=subject, day=day))
    assert len(listener.active) == 2


def test_a_whole_sentence_corrects_nothing_else() -> None:
    listener = Listener()
    listener.hear(said("我在上海", session_id="s"))
    listener.hear(said("不对，我在银行上班", corrects=True, session_id="s", day=0.01))
    assert listener.active == ["不对，我在银行上班", "我在上海"]


def test_the_latest_with_such_a_detail_is_corrected() -> None:
    listener = Listener()
    listener.hear(
        said("周三聚餐", session_id="s"),
        said("周四面试", session_id="s", day=0.01),
        said("我喜欢猫", session_id="s", day=0.02),
        said("不对，是周五", corrects=True, session_id="s", day=0.03),
    )
    assert listener.active == sorted(["周三聚餐", "周五面试", "我喜欢猫"])


def test_a_correction_within_a_slot_of_many_values() -> None:
    listener = Listener()
    listener.hear(
        said("I'm allergic to milk", "allergy=milk", session_id="s"),
        said("I'm allergic to peanuts", "allergy=peanuts", session_id="s", day=0.01),
        said("no, walnuts", "allergy=walnuts", corrects=True, session_id="s", day=0.02),
    )
    assert listener.active == ["I'm allergic to milk", "I'm allergic to walnuts"]


def test_a_correction_keeps_attribute_and_subject() -> None:
    listener = Listener()
    listener.hear(said("妹妹27岁", "age=27岁", number=27, subject="妹妹", session_id="s"))
    listener.hear(said("不对，28", corrects=True, session_id="s", day=0.01))
    memory = listener.of("妹妹28岁")
    assert memory.subject == "妹妹"
    assert memory.attribute is not None
    assert (memory.attribute.value, memory.attribute.number) == ("28岁", 28)


@pytest.mark.parametrize(
    ("old", "correction", "moved"),
    [
        ("下周四下午3点面试", "不对，是周五", 1.0),
        ("The interview is on Friday at 3pm", "no, Wednesday", -2.0),
        ("The interview is on Friday at 3pm", "no, 4pm", 1 / 24),
        ("周五19:30吃饭", "说错了，是18:00", -1.5 / 24),
        ("周五和小王吃饭", "不对，是小李", 0.0),
    ],
)
def test_a_correction_moves_the_event(old: str, correction: str, moved: float) -> None:
    listener = Listener()
    listener.hear(said(old, kind=EVENT, event_time=NOON + 8 * DAY, session_id="s"))
    [own, _] = listener.hear(
        said(correction, corrects=True, event_time=NOON + 2 * DAY, session_id="s", day=0.01)
    ).changes
    assert own.memory.event_time == NOON + 8 * DAY + round(moved * DAY)


@pytest.mark.parametrize(
    ("old", "correction"),
    [
        ("我下午两点到四点有课", "不对，是五点"),  # which of the two?
        ("I work from 9am to 5pm", "sorry, 6"),
        ("我喜欢猫", "不对，是周五"),  # nothing of the kind
    ],
)
def test_an_unclear_correction_ends_nothing(old: str, correction: str) -> None:
    listener = Listener()
    listener.hear(said(old, session_id="s"))
    listener.hear(said(correction, corrects=True, session_id="s", day=0.01))
    assert listener.active == sorted([old, correction])


@pytest.mark.parametrize(("session", "day"), [("t", 0.01), ("", 0.01)])
def test_a_correction_stays_within_its_session(session: str, day: float) -> None:
    listener = Listener()
    listener.hear(said("周四面试", session_id="s", sources=(TurnReference("s", "1"),)))
    listener.hear(said("不对，是周五", corrects=True, session_id=session, day=day))
    assert "周四面试" in listener.active


def test_without_a_session_a_correction_reaches_back_a_day() -> None:
    listener = Listener()
    listener.hear(said("周四面试"))
    listener.hear(said("不对，是周五", corrects=True, day=2))
    assert "周四面试" in listener.active
    listener.hear(said("周六聚餐", day=3))
    listener.hear(said("不对，是周日", corrects=True, day=3.5))
    assert "周日聚餐" in listener.active
