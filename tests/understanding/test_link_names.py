"""Names that a text has in passing: whose they are, what else is named, and what only looks so."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from myosotis_server.memory.graph import NodeType
from myosotis_server.memory.walks import neighbours
from myosotis_server.understanding.links import links_of
from myosotis_server.understanding.names_said import names_in, names_said
from myosotis_server.understanding.people_en import NAMES, WORDS_TOO
from understanding.test_links import NAMESPACE, USER, memory_of, mentioned, told

PERSON, PLACE, FIRM = NodeType.PERSON, NodeType.PLACE, NodeType.ORGANISATION


@pytest.mark.parametrize(
    ("text", "name", "type_"),
    [
        ("今天 standup 上 Jason 把我写的模块说成他写的", "Jason", PERSON),
        ("Jason 居然来问我要文档", "Jason", PERSON),
        ("还好阿楠在上海", "阿楠", PERSON),
        ("阿强请我吃饭", "阿强", PERSON),
        ("小李请假了", "小李", PERSON),
        ("老王来我家了", "老王", PERSON),
        ("何总今天又骂我了", "何总", PERSON),
        ("李老师今天表扬我了", "李老师", PERSON),
        ("周牧说跟我没有未来", "周牧", PERSON),
        ("朵朵发烧了", "朵朵", PERSON),
        ("我们去了三里屯", "三里屯", PLACE),
        ("Imogen's two years older and she lives in Bristol", "Imogen", PERSON),
        ("Imogen screamed so loud her dog hid", "Imogen", PERSON),
        ("The dog sleeps in Imogen's spare room in Bedminster", "Imogen", PERSON),
        ("The dog sleeps in Imogen's spare room in Bedminster", "Bedminster", PLACE),
        ("Callum and I were together six years", "Callum", PERSON),
        ("Oluchi texted last night", "Oluchi", PERSON),
        ("Grace and I went to the park", "Grace", PERSON),
        ("Sydney texted me", "Sydney", PERSON),
        ("Siobhán rang me", "Siobhán", PERSON),
        ("I met O'Brien at the pub", "O'Brien", PERSON),
        ("Lunch with Dr Patel", "Dr Patel", PERSON),
        ("A bad day at Lloyds again", "Lloyds", FIRM),
        ("She teaches at Fairfield High School", "Fairfield High School", FIRM),
        ("We walked down Abbey Road", "Abbey Road", PLACE),
    ],
)
def test_a_name_in_passing_is_mentioned(text: str, name: str, type_: NodeType) -> None:
    found = mentioned(text, attribute=None)
    assert name in found
    assert found[name].type is type_


@pytest.mark.parametrize(
    "text",
    [
        *("Hope you're well", "Will you call me back", "May is a good month", "Monday was awful"),
        *("Dinner's ready and I'm late", "Work's been busy", "OK then", "Grace under pressure"),
        *("MY MUM IS DRIVING ME CRAZY", "I Went Out For A Long Walk Today", "I'm so tired"),
        *("He writes Python and Excel all day", "The Kardashians are on", "Mum and Dad came over"),
        *("I read it in French on Tuesday", "She wrote TensorFlow code", "BBC News is on"),
        *("Don't You dare", "Nobody said anything", "Captain said no"),
        *(
            "和平时一样",
            "这部剧很温馨",
            "我高兴极了",
            "感谢大家的关怀",
            "我缺乏安全感",
            "我想问问他",
        ),
        *(
            "那段时间很难",
            "我跟天天加班有什么区别",
            "脸上长了痘痘",
            "用 Notion 记东西",
            "祝你们幸福",
        ),
    ],
)
def test_common_words_are_nobody(text: str) -> None:
    named = {PERSON, PLACE, FIRM}
    kin = {"妈妈", "爸爸", "mother", "father"}
    edges = links_of(memory_of(text), NAMESPACE)
    assert {e.target.name for e in edges if e.target.type in named} <= kin


@pytest.mark.parametrize(
    "text", ["My name is Hannah", "I'm Callum", "Call me Zoe", "我叫林晚", "我是李雷", "叫我阿楠"]
)
def test_the_users_own_name_is_no_entity(text: str) -> None:
    assert not [node for node in mentioned(text).values() if node.type is PERSON]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("He's called Biscuit", "Biscuit"),
        ("Right, Biscuit needs a walk", "Biscuit"),
        ("We found a dog named Pepper", "Pepper"),
        ("I named him Olive", "Olive"),
        ("她叫团子，是我家的猫", "团子"),
        ("那只叫年糕的猫又来了", "年糕"),
        ("我家年糕已经睡着了", "年糕"),
        ("年糕四岁了", "年糕"),
    ],
)
def test_who_is_called_after_a_thing_is_somebody(text: str, name: str) -> None:
    found = mentioned(text)
    assert found[name].type is PERSON
    assert ("memory", "mentions", name.lower()) not in told(memory_of(text)) or name.lower() == name


@pytest.mark.parametrize(
    "text", ["I love a biscuit with tea", "Coffee needs milk", "我爱吃年糕", "他叫外卖，我做饭"]
)
def test_things_stay_things(text: str) -> None:
    assert not [node for node in mentioned(text).values() if node.type is PERSON]


@pytest.mark.parametrize(
    ("text", "edge"),
    [
        ("My daughter Zoe runs this house every other week", ("user", "has_child", "Zoe")),
        ("My best friend Imogen got married", ("user", "has_friend", "Imogen")),
        ("My colleague Tomasz helped me", ("user", "knows", "Tomasz")),
        ("Tomasz, my brother, is here", ("user", "has_sibling", "Tomasz")),
        ("我最好的朋友阿楠来接我", ("user", "has_friend", "阿楠")),
        ("我闺蜜小雨失恋了", ("user", "has_friend", "小雨")),
        ("女儿朵朵发烧了", ("user", "has_child", "朵朵")),
        ("我男朋友陈浩出差了", ("user", "has_partner", "陈浩")),
        ("我现在跟阿楠合租", ("user", "knows", "阿楠")),
        ("Callum texted", ("user", "knows", "Callum")),
        ("I like Anna", ("user", "likes", "Anna")),
    ],
)
def test_whom_the_user_knows_is_beside_them(text: str, edge: tuple[str, str, str]) -> None:
    assert edge in told(memory_of(text))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("他老婆李娜是老师", "李娜"),
        ("I listened to Taylor Swift all day", "Taylor Swift"),
        ("周杰伦的歌真好听", "周杰伦"),
    ],
)
def test_who_is_only_spoken_of_is_not(text: str, name: str) -> None:
    assert not [edge for edge in told(memory_of(text)) if edge[0] == "user" and edge[2] == name]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("来杯桂花拿铁", "桂花拿铁"),
        ("今天喝到一家超好喝的桂花拿铁", "桂花拿铁"),
        ("刚吃了一碗牛肉面", "牛肉面"),
        ("I had an oat milk latte this morning", "oat milk latte"),
        ("Just had a croissant", "croissant"),
    ],
)
def test_what_the_user_had_once(text: str, what: str) -> None:
    assert ("user", "had", what) in told(memory_of(text, attribute=None))


@pytest.mark.parametrize(
    "text",
    [
        *("想喝桂花拿铁", "她喝了一杯奶茶", "别喝咖啡了", "我没喝咖啡"),
        *("She had a latte", "I haven't had a latte for weeks", "Do you want a latte?"),
    ],
)
def test_what_is_wished_or_had_by_others_was_not_had(text: str) -> None:
    assert "had" not in {edge[1] for edge in told(memory_of(text))}


@pytest.mark.parametrize(
    ("text", "within_two"),
    [("来杯桂花拿铁", {"拿铁", "咖啡"}), ("I had an oat milk latte", {"latte", "coffee"})],
)
def test_kinds_of_what_was_had_are_near_the_user(text: str, within_two: set[str]) -> None:
    edges = links_of(memory_of(text), NAMESPACE)

    def edges_of(node_id: str) -> list[object]:
        return [e for e in edges if node_id in (e.source.node_id, e.target.node_id)]

    near = neighbours(edges_of, USER, 2, (), 20, 5)  # type: ignore[arg-type]
    assert within_two <= {each.node.name for each in near}


def test_what_is_read_off_its_look_is_less_sure_than_a_known_name() -> None:
    def strength(text: str, name: str) -> float:
        edges = links_of(memory_of(text), NAMESPACE)
        return next(e.strength for e in edges if e.type == "mentions" and e.target.name == name)

    assert strength("Yesterday, Xanthippa slept", "Xanthippa") < strength("Sam slept", "Sam")


def test_given_names_are_many_and_of_many_peoples() -> None:
    assert len(NAMES) > 1_500
    assert not NAMES & WORDS_TOO
    assert all(name == name.lower() and len(name) > 1 for name in NAMES | WORDS_TOO)
    assert {"callum", "imogen", "zoe", "priya", "mohammed", "siobhan", "tomasz"} <= NAMES
    assert {"grace", "hope", "mark", "dawn", "may"} <= WORDS_TOO


@settings(max_examples=150, deadline=None)
@given(
    st.text(max_size=200) | st.lists(st.sampled_from(["Anna ", "和小王", "的 ", "I "])).map("".join)
)
def test_names_stand_where_they_say_and_apart(text: str) -> None:
    found = names_in(text)
    for said in found:
        assert text[said.start : said.end] == said.name
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert set(names_said(text)) == {said.name for said in found}
