"""What the graph learns from one memory: entities, relations, kinds, in Chinese and English."""

from dataclasses import replace
from itertools import pairwise
from time import perf_counter
from uuid import UUID, uuid5

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from myosotis_server.memory.graph import Edge, Node, NodeType
from myosotis_server.memory.slots import SLOTS
from myosotis_server.memory.values import (
    Attribute,
    Memory,
    MemoryKind,
    MemoryState,
    Statement,
)
from myosotis_server.understanding.attributes import readings_of
from myosotis_server.understanding.categories import concept_of, concepts_in, head_of, parent_of
from myosotis_server.understanding.describe import describe, language_of
from myosotis_server.understanding.entities import entities_of
from myosotis_server.understanding.link_nodes import user_node
from myosotis_server.understanding.link_slots import LINKS, NO_LINK, link_of
from myosotis_server.understanding.links import MOST, links_of

NAMESPACE = UUID("6f2b0f04-7a53-4d0c-9a54-2f43d1f0a001")
USER = user_node(NAMESPACE)


def memory_of(
    text: str,
    kind: MemoryKind = MemoryKind.FACT,
    attribute: Attribute | None = None,
    subject: str | None = None,
    tags: tuple[str, ...] | None = None,
) -> Memory:
    """As the server would store `text`; what is given goes before what is read."""
    readings = readings_of(text, language_of(text))
    reading = readings[0] if readings else None
    statement = Statement(
        text,
        kind=kind,
        attribute=attribute or (reading.attribute if reading else None),
        subject=(reading.subject if reading else "") if subject is None else subject,
        tags=entities_of(readings, "") if tags is None else tags,
    )
    return describe(statement, NAMESPACE, now=5)


def told(memory: Memory) -> set[tuple[str, str, str]]:
    """(source, type, target), by names; the user is "user", the memory "memory"."""

    def name(node: Node) -> str:
        return {NodeType.USER: "user", NodeType.MEMORY: "memory"}.get(node.type, node.name)

    return {
        (name(edge.source), edge.type, name(edge.target)) for edge in links_of(memory, NAMESPACE)
    }


def mentioned(text: str, **said: object) -> dict[str, Node]:
    memory = memory_of(text, **said)  # type: ignore[arg-type]
    edges = links_of(memory, NAMESPACE)
    return {edge.target.name: edge.target for edge in edges if edge.type == "mentions"}


@pytest.mark.parametrize(
    ("text", "edge"),
    [
        ("我喜欢喝拿铁", ("user", "likes", "拿铁")),
        ("I love lattes", ("user", "likes", "latte")),
        ("我最喜欢的饮料是冰美式", ("user", "likes", "冰美式")),
        ("My favourite band is Radiohead", ("user", "likes", "Radiohead")),
        ("我不喜欢香菜", ("user", "dislikes", "香菜")),
        ("I hate cilantro", ("user", "dislikes", "cilantro")),
        ("我住在上海", ("user", "lives_in", "上海")),
        ("I live in London", ("user", "lives_in", "London")),
        ("我是杭州人", ("user", "comes_from", "杭州")),
        ("I'm from Leeds", ("user", "comes_from", "Leeds")),
        ("我在腾讯做产品经理", ("user", "works_at", "腾讯")),
        ("I work at Google as a software engineer", ("user", "works_at", "Google")),
        ("I work at Google as a software engineer", ("user", "works_as", "software engineer")),
        ("我在清华大学读计算机专业", ("user", "studies_at", "清华大学")),
        ("I study physics at MIT", ("user", "studies_at", "MIT")),
        ("我的领导是张总", ("user", "works_for", "张总")),
        ("My boss is Karen", ("user", "works_for", "Karen")),
        ("我养了一只叫团子的猫", ("user", "has_pet", "团子")),
        ("I have a cat named Milo", ("user", "has_pet", "Milo")),
        ("我有一只金毛", ("user", "has_pet", "金毛")),
        ("我老婆叫李娜", ("user", "has_partner", "李娜")),
        ("I'm married to Tom", ("user", "has_partner", "Tom")),
        ("我最好的朋友叫小美", ("user", "has_friend", "小美")),
        ("My best friend is called Emma", ("user", "has_friend", "Emma")),
        ("I have a sister called Jane", ("user", "has_sibling", "Jane")),
        ("我对花生过敏", ("user", "allergic_to", "花生")),
        ("I'm allergic to peanuts", ("user", "allergic_to", "peanut")),
        ("我每天早上喝一杯燕麦拿铁", ("user", "drinks", "燕麦拿铁")),
        ("I drink green tea every morning", ("user", "drinks", "green tea")),
        ("我会说法语和日语", ("user", "speaks", "日语")),
        ("I speak French and Japanese", ("user", "speaks", "Japanese")),
        ("我喜欢打篮球", ("user", "does", "篮球")),
        ("I like playing basketball", ("user", "does", "basketball")),
        ("我每周二去健身房", ("user", "does", "健身")),
        ("我想学钢琴", ("user", "wants", "学钢琴")),
        ("I want to learn the piano", ("user", "wants", "learn the piano")),
        ("我害怕蜘蛛", ("user", "fears", "蜘蛛")),
        ("I'm scared of heights", ("user", "fears", "heights")),
        ("我不喝咖啡了", ("user", "avoids", "咖啡")),
        ("我在学日语", ("user", "learns", "日语")),
        ("I'm a vegetarian", ("user", "follows", "vegetarian")),
        ("I value honesty", ("user", "values", "honesty")),
        ("我喜欢咖啡和茶", ("user", "likes", "茶")),
    ],
)
def test_an_attribute_relates_the_user_to_its_value(text: str, edge: tuple[str, str, str]) -> None:
    found = told(memory_of(text))
    assert edge in found
    assert ("memory", "mentions", edge[2]) in found


@pytest.mark.parametrize(
    ("text", "edges"),
    [
        ("我妈妈喜欢跳广场舞", {("妈妈", "does", "广场舞"), ("user", "has_parent", "妈妈")}),
        ("My mom loves gardening", {("mother", "does", "gardening")}),
        ("我奶奶住在苏州", {("奶奶", "lives_in", "苏州")}),
        ("My brother lives in Boston", {("brother", "lives_in", "Boston")}),
        ("我女朋友是老师", {("女朋友", "works_as", "老师"), ("user", "has_partner", "女朋友")}),
        ("Anna likes jazz", {("Anna", "likes", "jazz"), ("user", "knows", "Anna")}),
        ("小李喜欢爬山", {("小李", "does", "爬山")}),
        ("我的猫喜欢吃鱼", {("猫", "likes", "鱼")}),
    ],
)
def test_what_is_said_of_others_is_not_the_users(
    text: str, edges: set[tuple[str, str, str]]
) -> None:
    found = told(memory_of(text))
    assert edges <= found
    verbs = {slot.verb for slot in LINKS.values()} - {"has_partner", "has_child", "has_sibling"}
    assert not [edge for edge in found if edge[0] == "user" and edge[1] in verbs]


@pytest.mark.parametrize("text", ["我同事喜欢喝茶", "My colleague likes tea"])
def test_who_may_be_several_people_is_nobody_in_the_graph(text: str) -> None:
    memory = memory_of(text)
    edges = links_of(memory, NAMESPACE)
    assert memory.subject
    assert {edge.type for edge in edges} == {"mentions", "is_a"}


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("我喜欢喝拿铁", ["拿铁", "咖啡", "饮料"]),
        ("I love lattes", ["latte", "coffee", "drink"]),
        ("我每天早上喝一杯生椰拿铁", ["生椰拿铁", "拿铁", "咖啡", "饮料"]),
        ("I like oat milk lattes", ["oat milk lattes", "latte", "coffee", "drink"]),
        ("我有一只金毛", ["金毛", "狗", "动物"]),
        ("I have a cat named Milo", ["Milo", "cat", "animal"]),
        ("我养了一只叫团子的猫", ["团子", "猫", "动物"]),
        ("我喜欢周杰伦的歌", ["周杰伦的歌", "歌", "音乐"]),
    ],
)
def test_what_something_is(text: str, kinds: list[str]) -> None:
    found = told(memory_of(text))
    for below, above in pairwise(kinds):
        assert (below, "is_a", above) in found


def test_towns_lie_in_countries() -> None:
    assert ("上海", "is_in", "中国") in told(memory_of("我住在上海"))
    assert ("Boston", "is_in", "USA") in told(memory_of("My brother lives in Boston"))


@pytest.mark.parametrize(
    ("text", "edges"),
    [
        ("项目的截止日期是周五", {("截止日期", "about", "项目")}),
        ("The deadline of the project is Friday", {("deadline", "about", "project")}),
        ("The project deadline is Friday", {("deadline", "about", "project")}),
        ("下周三我要去谷歌面试", {("面试", "at", "谷歌")}),
        ("Next Wednesday I have an interview at Google", {("interview", "at", "Google")}),
        ("I had a job interview with Stripe", {("job interview", "at", "Stripe")}),
        ("我和小王的约会取消了", {("约会", "with", "小王")}),
        ("There's a meeting with Karen about the budget", {("meeting", "with", "Karen")}),
        ("因为项目延期，我睡不好", {("memory", "caused_by", "项目")}),
        ("I'm stressed because of the project", {("memory", "caused_by", "project")}),
        ("我老婆叫李娜", {("老婆", "named", "李娜")}),
        ("My wife Anna is a nurse", {("wife", "named", "Anna"), ("wife", "works_as", "nurse")}),
    ],
)
def test_what_stands_together(text: str, edges: set[tuple[str, str, str]]) -> None:
    assert edges <= told(memory_of(text, MemoryKind.EVENT))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("我和小王昨天去吃火锅了", {"小王": NodeType.PERSON, "火锅": NodeType.THING}),
        (
            "I had lunch with Sam Smith and Anna in Boston",
            {"Sam Smith": NodeType.PERSON, "Anna": NodeType.PERSON, "Boston": NodeType.PLACE},
        ),
        ("Yesterday Sam called me", {"Sam": NodeType.PERSON}),
        ("明天去洛阳玩", {"洛阳": NodeType.PLACE}),
        ("我和老婆带儿子去上海玩了", {"老婆": NodeType.PERSON, "儿子": NodeType.PERSON}),
        ("昨天跟张总和李经理开了会", {"张总": NodeType.PERSON, "李经理": NodeType.PERSON}),
        ("我在學鋼琴", {"鋼琴": NodeType.THING}),
    ],
)
def test_what_a_text_names_in_passing(text: str, names: dict[str, NodeType]) -> None:
    found = mentioned(text)
    assert names.items() <= {name: node.type for name, node in found.items()}.items()


@pytest.mark.parametrize(
    "text",
    [
        *("我昨天加班到很晚", "今天天气真好", "我觉得有点累", "大理石地板很滑", "我把文件翻译完了"),
        *("那家店的马赛克瓷砖很好看", "那个客户真难缠", "我抽烟", "我的手机号是13812345678"),
        *("I will call you in May", "Nothing special happened today", "I'm running late"),
        *("I booked a table for two", "Mark my words, this will end badly", "I smoke"),
        *("My phone number is 415-555-0133", "My email is sam@example.com", "It's nuts", ""),
    ],
)
def test_most_sentences_name_nothing(text: str) -> None:
    assert links_of(memory_of(text), NAMESPACE) == []


@pytest.mark.parametrize(
    "attribute",
    [
        Attribute("home_address", "北京市朝阳区建国路88号"),
        Attribute("phone_number", "138 1234 5678"),
        Attribute("email", "sam@example.com"),
        Attribute("likes", "call 415-555-0133"),
        Attribute("likes", "[phone number]"),
        Attribute("employer", "x" * 300),
        Attribute("a_key_of_their_own", "Whatever"),
        Attribute("smokes", "yes"),
        Attribute("height", "172 cm", 172.0, "cm"),
    ],
)
def test_private_and_scalar_values_are_no_entities(attribute: Attribute) -> None:
    memory = memory_of("Beijing: it's " + attribute.value, attribute=attribute, tags=())
    values = {edge.target.name for edge in links_of(memory, NAMESPACE)} - {"Beijing", "China"}
    assert not values


def test_callers_tags_are_entities_only_where_the_text_names_somebody_or_a_place() -> None:
    tags = ("work", "Anna", "Lisbon", "important", "工作")
    assert set(mentioned("Lisbon was lovely", tags=tags)) == {"Lisbon"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("我妈有糖尿病", "我的母亲住在苏州"),
        ("My mom loves gardening", "我妈妈喜欢跳广场舞"),
        ("我老婆是老师", "My wife is a nurse"),
        ("My older sister is a nurse", "我姐姐是护士"),
    ],
)
def test_kin_are_one_person_however_they_are_called(one: str, other: str) -> None:
    assert people(one) & people(other)


def people(text: str) -> set[str]:
    return {node.node_id for node in mentioned(text).values() if node.type is NodeType.PERSON}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("我喜欢喝拿铁", "I love lattes"),
        ("I drink an espresso every day", "我每天喝浓缩"),
        ("我住在成都市", "我搬到了成都"),
        ("我媽媽住在臺北", "I live in Taipei"),
        ("I like the piano", "我在學鋼琴"),
        ("我喜欢打篮球", "My hobby is basketball"),
        ("我在谷歌上班", "I work at Google"),
    ],
)
def test_one_thing_has_one_node_in_both_languages(one: str, other: str) -> None:
    shared = {node.node_id for node in mentioned(one).values()}
    assert shared & {node.node_id for node in mentioned(other).values()}


def test_names_of_other_people_are_other_nodes() -> None:
    assert not people("小李喜欢爬山") & people("小王喜欢爬山")
    other = UUID(int=7)
    memory = memory_of("Anna likes jazz")
    ids = {edge.target.node_id for edge in links_of(memory, NAMESPACE)}
    assert not ids & {edge.target.node_id for edge in links_of(memory, other)}


def test_ids_are_as_documented() -> None:
    latte = mentioned("I love lattes")["latte"]
    assert latte.node_id == str(uuid5(NAMESPACE, "entity\x005\x00*latte"))
    mother = mentioned("我妈有糖尿病")["妈妈"]
    assert mother.node_id == str(uuid5(NAMESPACE, "entity\x002\x00=妈妈"))
    assert mentioned("Anna likes jazz")["Anna"].node_id == str(
        uuid5(NAMESPACE, "entity\x002\x00anna")
    )
    assert user_node(NAMESPACE).node_id == str(uuid5(NAMESPACE, "entity\x001\x00"))


def test_edges_rest_on_their_memory_and_end_with_it() -> None:
    memory = memory_of("我住在上海")
    ended = replace(memory, state=MemoryState.SUPERSEDED, valid_from=3, valid_to=9)
    for edge in links_of(ended, NAMESPACE):
        assert (edge.evidence, edge.valid_from, edge.valid_to) == (memory.memory_id, 3, 9)
        assert not edge.is_told
    assert links_of(replace(memory, state=MemoryState.PSEUDONYMISED), NAMESPACE) == []


def test_strength_follows_confidence_and_kind() -> None:
    def strength(confidence: float, kind: MemoryKind) -> float:
        memory = replace(memory_of("我喜欢喝拿铁"), confidence=confidence, kind=kind)
        return next(e.strength for e in links_of(memory, NAMESPACE) if e.type == "likes")

    assert strength(0.9, MemoryKind.FACT) == pytest.approx(0.9)
    assert strength(0.5, MemoryKind.FACT) == pytest.approx(0.5)
    assert strength(0.9, MemoryKind.EMOTION) == pytest.approx(0.63)


def test_every_slot_is_decided_on() -> None:
    assert LINKS.keys() | NO_LINK == SLOTS.keys()
    assert not LINKS.keys() & NO_LINK
    assert all(slot.verb.isidentifier() and slot.verb.islower() for slot in LINKS.values())
    drink = link_of("favorite_drink")
    assert drink is not None
    assert drink.verb == "likes"
    assert link_of("favourite_colour") is None


def test_the_taxonomy_leads_up_to_its_roots() -> None:
    for term in ("拿铁", "latte", "柯基", "corgi", "羽毛球", "guitar", "eggplant"):
        concept = concept_of(term)
        assert concept is not None
        seen = [concept]
        while (parent := parent_of(seen[-1])) is not None:
            seen.append(parent)
        assert seen[-1].concept_id == concept.root
        assert len(seen) in (2, 3)


@pytest.mark.parametrize(
    ("term", "head"),
    [
        ("生椰拿铁", "latte"),
        ("oat milk latte", "latte"),
        ("books about chess", "book"),
        ("ice tea with milk", "iced tea"),
        ("咖啡馆", None),
        ("coffee table", None),
        ("周杰伦的歌", "song"),
        ("警察", None),
        ("latte", None),
    ],
)
def test_the_last_word_says_what_something_is(term: str, head: str | None) -> None:
    found = head_of(term)
    assert (found.concept_id if found else None) == head


def test_one_character_says_it_where_the_kinds_are_known() -> None:
    assert head_of("蜗牛") is None
    red_carp = head_of("红锦鱼", {"animal", "food"})
    assert red_carp is not None
    assert red_carp.concept_id == "fish"


def test_concepts_are_found_longest_first_and_apart() -> None:
    text = "我点了北京烤鸭和豆腐，then a cup of green tea and two hot dogs"
    found = [text[each.start : each.end] for each in concepts_in(text)]
    assert found == ["北京烤鸭", "豆腐", "green tea", "hot dogs"]


keys = st.sampled_from([*SLOTS, "favourite_book", "favorite_drink", "their_own"])
words = st.text(max_size=60) | st.sampled_from(
    [
        "拿铁和茶",
        "Anna, Ben and Cy",
        "叫团子的猫",
        "İstanbul",
        "a cat called Milo",
        "的",
        "'s",
        "和",
    ]
)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(words, max_size=4).map(" ".join),
    keys,
    words,
    words,
    st.lists(words, max_size=3),
    st.sampled_from(MemoryKind),
    st.floats(0, 1),
)
def test_anything_is_linked_within_bounds(
    text: str,
    key: str,
    value: str,
    subject: str,
    tags: list[str],
    kind: MemoryKind,
    confidence: float,
) -> None:
    statement = Statement(
        text,
        kind=kind,
        subject=subject,
        tags=tuple(tags),
        attribute=Attribute(key, value),
        confidence=confidence,
    )
    memory = replace(describe(statement, NAMESPACE, 5), language=language_of(text))
    edges = links_of(memory, NAMESPACE)
    assert edges == links_of(memory, NAMESPACE)
    assert len(edges) <= MOST
    assert len(set(map(identity, edges))) == len(edges)
    for edge in edges:
        assert 0 <= edge.strength <= 1
        assert edge.source.node_id != edge.target.node_id
        assert UUID(edge.target.node_id)
        assert edge.target.name or edge.target == USER
        assert len(edge.target.name) <= 40


def identity(edge: Edge) -> tuple[str, str, str]:
    return edge.source.node_id, edge.type, edge.target.node_id


def test_long_texts_cost_little() -> None:
    memory = memory_of("我和小王在上海喝拿铁, I met Sam in Boston for a latte. " * 140)
    links_of(memory, NAMESPACE)
    start = perf_counter()
    assert len(links_of(memory, NAMESPACE)) <= MOST
    assert perf_counter() - start < 0.1
