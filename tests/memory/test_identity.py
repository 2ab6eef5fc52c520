"""One definition of "the same memory", in any script."""

import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.memories import NAMESPACE, quick
from myosotis_server.memory.identity import is_named, memory_id, normalise, same_statement_key
from myosotis_server.memory.values import MemoryKind

FACT = MemoryKind.FACT


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("Likes TEA", "likes tea", id="case"),
        pytest.param("ＡＢＣ１２３", "abc123", id="full-width letters and digits"),
        pytest.param("ｶﾌｪ", "カフェ", id="half-width katakana"),
        pytest.param("我喜欢喝茶。", "我喜欢喝茶", id="Chinese full stop"),
        pytest.param("我喜欢喝茶｡", "我喜欢喝茶", id="half-width full stop"),
        pytest.param("我喜欢喝茶！！", "我喜欢喝茶", id="Chinese exclamation marks"),
        pytest.param("我喜欢喝茶～", "我喜欢喝茶", id="full-width tilde"),
        pytest.param("I like tea...", "I like tea", id="dots"),
        pytest.param("I like tea…", "I like tea", id="ellipsis"),
        pytest.param("  I \t like\ntea ", "i like tea", id="white space"),
        pytest.param("我　喜欢", "我 喜欢", id="ideographic space"),
        pytest.param("café", "cafe\u0301", id="composed and decomposed"),
        pytest.param("Straße", "STRASSE", id="sharp s"),
        pytest.param("Ϊ\u0301", "\u0390", id="a letter that has no capital of its own"),
    ],
)
def test_writing_the_same_in_another_way_is_the_same(one: str, other: str) -> None:
    assert normalise(one) == normalise(other)
    assert memory_id(NAMESPACE, FACT, "", one) == memory_id(NAMESPACE, FACT, "", other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("I like tea?", "I like tea.", id="question"),
        pytest.param("我喜欢喝茶？", "我喜欢喝茶。", id="Chinese question"),
        pytest.param("我叫王伟", "我叫王芳", id="Chinese names"),
        pytest.param("我的同事是李娜", "我的同事是张敏", id="Chinese names of one length"),
        pytest.param("住在长沙", "住在長沙", id="simplified and traditional are not guessed at"),
        pytest.param("flat on 5th Street", "flat on 6th Street", id="numbers"),
        pytest.param("我住5楼", "我住6楼", id="numbers in Chinese"),
        pytest.param("我喜欢咖啡", "我不喜欢咖啡", id="negation"),
        pytest.param("version 1.2", "version 12", id="stops within"),
        pytest.param("😀", "😢", id="emoji"),
        pytest.param("!", "。", id="nothing but stops"),
    ],
)
def test_saying_something_else_is_another(one: str, other: str) -> None:
    assert normalise(one) != normalise(other)
    assert memory_id(NAMESPACE, FACT, "", one) != memory_id(NAMESPACE, FACT, "", other)


@quick
@given(st.text(max_size=30))
def test_normalising_twice_changes_nothing_more(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)


@quick
@given(st.text("ab AB。.!？茶咖", min_size=1, max_size=12))
def test_normal_text_is_empty_only_where_nothing_was_said(text: str) -> None:
    assert bool(normalise(text)) == bool(text.strip())


def test_questions_keep_their_mark_whatever_follows_it() -> None:
    assert normalise("真的？！") == normalise("真的?") != normalise("真的")


def test_the_subject_counts() -> None:
    mother = same_statement_key(FACT, "mother", "is a nurse")
    assert mother == same_statement_key(FACT, "Mother ", "Is a nurse.")
    assert mother != same_statement_key(FACT, "sister", "is a nurse")
    assert mother != same_statement_key(FACT, "", "is a nurse")
    assert same_statement_key(FACT, "妈妈", "是护士") != same_statement_key(FACT, "姐姐", "是护士")


def test_the_kind_counts() -> None:
    keys = {same_statement_key(kind, "", "跑步") for kind in MemoryKind}
    assert len(keys) == len(MemoryKind)


@quick
@given(*[st.text(st.characters(exclude_characters="\0"), max_size=6)] * 4)
def test_subject_and_content_never_run_into_each_other(
    subject: str, content: str, other_subject: str, other_content: str
) -> None:
    same_parts = (normalise(subject), normalise(content)) == (
        normalise(other_subject),
        normalise(other_content),
    )
    same_key = same_statement_key(FACT, subject, content) == same_statement_key(
        FACT, other_subject, other_content
    )
    assert same_parts == same_key


def test_ids_are_name_based_uuids_in_canonical_text() -> None:
    made = memory_id(NAMESPACE, FACT, "", "likes tea")
    assert str(uuid.UUID(made)) == made
    assert uuid.UUID(made).version == 5
    assert uuid.UUID(made).variant == uuid.RFC_4122


def test_two_users_never_share_an_id() -> None:
    other = uuid.UUID(int=NAMESPACE.int ^ 1)
    assert memory_id(NAMESPACE, FACT, "", "茶") != memory_id(other, FACT, "", "茶")


def test_copies_are_memories_of_their_own() -> None:
    ids = {memory_id(NAMESPACE, FACT, "", "茶", copy) for copy in ("", "1", "1:0", "1:1")}
    assert len(ids) == 4


@pytest.mark.parametrize(
    ("name", "text", "named"),
    [
        ("Tim", "Tim's time has come", True),
        ("Tim", "sometimes in time", False),
        ("tim", "ask TIM.", True),
        ("妈妈", "我妈妈是护士", True),
        ("小李", "我和小李去爬山", True),
        ("Tim", "我和Tim去爬山", True),
        ("Mary Ann", "mary  ann came", True),
        ("", "anything", False),
        ("Tim", "", False),
    ],
)
def test_a_name_is_a_word_of_its_own(name: str, text: str, named: bool) -> None:
    assert is_named(name, text) is named
