"""What words a text has, in both languages and mixed."""

import threading
import unicodedata
from collections import Counter
from zlib import crc32

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from myosotis_server.adapters import word_analyzer
from myosotis_server.adapters.word_analyzer import MixedWords
from myosotis_server.memory.rows import Terms

ANALYZER = MixedWords()


def as_dict(terms: Terms) -> dict[int, int]:
    return dict(zip(terms.ids.tolist(), terms.counts.tolist(), strict=True))


def counted(text: str) -> dict[int, int]:
    return as_dict(ANALYZER.terms(text))


def asked(text: str) -> dict[int, int]:
    return as_dict(ANALYZER.asked(text))


def asked_untranslated(text: str) -> dict[int, int]:
    """Without words of the other language that mean the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(word_analyzer, "_in_english", lambda words: [])
        patch.setattr(word_analyzer, "_in_chinese", lambda stems: [])
        return asked(text)


def as_said(text: str) -> dict[int, int]:
    """What is asked for in the question's own words, without translations."""
    said = counted(text)
    return {term: count for term, count in asked(text).items() if term in said}


def words(*expected: str) -> dict[int, int]:
    return dict(Counter(crc32(word.encode()) for word in expected))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("She was running with dogs", ["run", "dog"]),
        ("Dogs, dogs and DOGS!", ["dog", "dog", "dog"]),
        ("my sister's café", ["sister", "cafe"]),
        ("I don't smoke", ["not", "smoke"]),
        ("I can’t swim", ["not", "swim"]),
        ("她养了猫", ["养", "猫", "她养", "养了", "了猫"]),
        ("我的猫，猫的我", ["我的", "的猫", "猫", "猫", "猫的", "的我"]),
        ("图书馆", ["图", "书", "馆", "图书", "书馆", "图书馆"]),
        ("3点", ["3", "点"]),
        ("WiFi密码", ["wifi", "密", "码", "密码"]),
        ("１２：３０ Ｔｅａ", ["12:30", "tea"]),
        ("3.5 and 1,000 or 1,2", ["3.5", "1000", "1", "2"]),
        ("tea,coffee", ["tea", "coffe"]),
        ("😺👍🏽", ["😺", "👍"]),
        ("❤️开心", ["❤", "开", "心", "开心"]),
        ("カメラ 한국", ["カ", "メ", "ラ", "カメ", "メラ", "한", "국", "한국"]),
        ("İstanbul", ["istanbul"]),
    ],
)
def test_terms(text: str, expected: list[str]) -> None:
    assert counted(text) == words(*expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("iPhone14", ["iphone14", "iphon", "14"]),
        ("COVID-19", ["covid19", "covid", "19"]),
        ("Gel-Kayano26", ["gelkayano26", "gel", "kayano", "26"]),
        ("snake_case-name", ["snakecasenam", "snake", "case", "name"]),
        ("O'Brien at ten o'clock", ["obrien", "brien", "ten", "oclock", "clock"]),
        ("C++ and C#", ["c++", "c", "c#", "c"]),
        ("C++很难", ["c++", "c", "很难", "难"]),
        ("R&D", ["r&d", "r", "d"]),
        ("the U.S.A. at 7 p.m.", ["usa", "7", "pm"]),
        ("on the 3rd", ["3"]),
        ("@lihua_92", ["@lihua_92", "lihua92", "lihua", "92"]),
        ("www.baidu.com", ["baidu.com", "www", "baidu", "com"]),
        (
            "https://github.com/foo",
            ["github.com", "https", "github", "com", "foo"],
        ),
        (
            "tom.lee@qq.com",
            ["tom.lee@qq.com", "tom.lee", "qq.com", "tom", "lee", "qq", "com"],
        ),
        ("10-20", ["10", "20"]),
    ],
)
def test_names_and_codes_are_whole_beside_their_pieces(text: str, expected: list[str]) -> None:
    assert counted(text) == words(*expected)


@pytest.mark.parametrize("text", ["who", "我", "the of", "我 你", "是"])
def test_a_text_of_nothing_but_weak_words_keeps_them(text: str) -> None:
    assert counted(text)
    assert asked(text) == {}


@pytest.mark.parametrize("text", ["", "   ", "?!…。", "\ud800", "\x00"])
def test_a_text_without_words_has_no_terms(text: str) -> None:
    assert counted(text) == {}
    assert asked(text) == {}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I loved hiking", "hikes, love"),
        ("naïve", "NAIVE"),
        ("cafe\u0301", "CAFÉ"),
        ("ＡＢＣ１２３", "abc123"),
        ("don't", "don’t"),
        ("ｶﾒﾗ", "カメラ"),
        ("㍿", "株式会社"),
        ("我愛喝烏龍茶", "我爱喝乌龙茶"),
        ("頭髮", "头发"),
        ("1,000", "1000"),
        ("１０００", "1000"),
        ("U.S.A.", "USA"),
        ("COVID-19", "COVID_19"),
    ],
)
def test_forms_of_the_same_words_are_equal(one: str, other: str) -> None:
    assert counted(one) == counted(other)


@pytest.mark.parametrize(
    "text",
    [
        "138 0013 8000",
        "138-0013-8000",
        "+86 138 0013 8000",
        "+8613800138000",
        "8613800138000",
        "１３８００１３８０００",
    ],
)
def test_a_telephone_number_is_the_same_however_divided(text: str) -> None:
    assert counted(text) == words("13800138000", "8000")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("+44 20 7946 0958", "+44-20-7946-0958"),
        ("+44 (0)20 7946 0958", "+442079460958"),
        ("+1 (415) 555-2671", "415-555-2671"),
        ("(415) 555-2671", "4155552671"),
        ("010-62345678", "01062345678"),
        ("6222 0212 3456 7890", "6222-0212-3456-7890"),
        ("电话138-0013-8000。", "电话13800138000"),
    ],
)
def test_divided_numbers_are_equal(one: str, other: str) -> None:
    assert counted(one) == counted(other)


@pytest.mark.parametrize("text", ["2023 2024", "5999 30 40 20", "1 000 000", "12 3456 7890 1"])
def test_numbers_beside_each_other_are_not_joined(text: str) -> None:
    assert counted(text) == words(*text.split())


DAY = words("month:5", "day:5-4")
MONTH = words("month:5", "2023", "month:2023-5")


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["5月4号", "５月４号", "五月四日", "May 4", "May 4th", "4th of May", "May 4."], DAY),
        (["2023年5月", "May 2023", "2023年五月"], MONTH),
        (["2023-05-04", "2023年5月4日", "May 4, 2023", "2023/5/4", "4 May 2023"], DAY | MONTH),
        (["2023年", "in 2023", "2023"], words("2023")),
        (["october", "in October", "10月"], words("month:10")),
    ],
)
def test_dates_are_the_same_however_written(texts: list[str], expected: dict[int, int]) -> None:
    for text in texts:
        assert counted(text) == expected, text


@pytest.mark.parametrize("text", ["I may go", "march on", "4个月", "5/4", "5月45号"])
def test_what_is_no_date_is_none(text: str) -> None:
    for term in DAY:
        assert term not in counted(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("三千人", ["3000"]),
        ("两个", ["2"]),
        ("她五岁", ["5"]),
        ("十二", ["12"]),
        ("二十", ["20"]),
        ("三百五", ["350"]),
        ("一千零一夜", ["1001"]),
        ("两万三千四百五十六", ["23456"]),
        ("两亿三千万", ["230000000"]),
        ("一些", []),
        ("一起", []),
        ("统一", []),
        ("一个", []),
        ("十分", []),
        ("千万别", []),
        ("万一", []),
        ("四川", []),
        ("二十几", []),
        ("三百四五", []),
        ("三三两两", []),
    ],
)
def test_chinese_numerals_stand_beside_their_characters(text: str, expected: list[str]) -> None:
    parts = (text[n:m] for n in range(len(text)) for m in range(n + 1, len(text) + 1))
    plain = {crc32(part.encode()) for part in parts}
    numbers = {term: count for term, count in counted(text).items() if term not in plain}
    assert numbers == words(*expected)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("When did Hannah go to the choir practice?", ["hannah", "go", "choir", "practic"]),
        ("What did I ever tell you about my job?", ["job"]),
        ("Could you please remind me what kind of tea I said I like?", ["tea", "like"]),
        ("How many dogs do you know Tom has?", ["dog", "tom"]),
        ("喝什么茶", ["喝", "茶"]),
        ("你还记得我妈妈的生日吗？", ["妈", "妈", "妈妈", "生", "日", "生日"]),
        ("请问邻居的狗叫什么", ["邻", "居", "邻居", "狗", "叫", "狗叫"]),
        ("上次跟你说过的图书馆", ["图", "书", "馆", "图书", "书馆", "图书馆"]),
        ("我最爱的茶来着？", ["最", "爱", "茶", "最爱"]),
        ("喜不喜欢香菜", ["喜", "欢", "喜欢", "香", "菜", "香菜", "欢香"]),
        ("能不能告诉我密码", ["密", "码", "密码"]),
        ("哪年毕业", ["年", "毕", "业", "毕业", "年毕"]),
        ("請問我喝什麼茶", ["喝", "茶"]),
        ("May 4发生了什么", ["month:5", "day:5-4"]),
    ],
)
def test_what_is_asked(question: str, expected: list[str]) -> None:
    assert as_said(question) == words(*expected)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How do I take my coffee?", ["咖啡"]),
        ("What is my cat's name?", ["猫"]),
        ("When did I move to Shanghai?", ["上海"]),
        ("我的猫叫什么？", ["cat"]),
        ("我對花生過敏嗎", ["peanut", "allergi"]),
        ("我最近为什么失眠", ["insomnia"]),
    ],
)
def test_words_are_asked_for_in_the_other_language_too(question: str, expected: list[str]) -> None:
    assert words(*expected).items() <= asked(question).items()


def test_what_was_said_has_no_words_of_another_language() -> None:
    assert crc32("咖啡".encode()) not in counted("I take my coffee black")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("我看的小说", "小说"),
        ("没什么", "没什"),
        ("谁请我吃饭", "请"),
        ("我遇到什么麻烦", "麻烦"),
        ("上次去的医院", "上次"),
        ("how to be kind", "kind"),
        ("this kind of tea", "kind"),
    ],
)
def test_what_only_looks_like_asking_is_asked_for(text: str, kept: str) -> None:
    assert crc32(kept.encode()) in asked(text)


@pytest.mark.parametrize("text", ["什么", "你说什么", "Do you remember?", "还记得吗", "tell me"])
def test_where_every_word_just_asks_nothing_is_asked_for(text: str) -> None:
    assert counted(text)
    assert asked(text) == {}


def test_counts_stop_at_what_fits() -> None:
    assert counted("tea " * 70_000) == {crc32(b"tea"): 65_535}


def test_version_fits_a_row() -> None:
    assert 1 <= ANALYZER.version <= 255


WORDS = """
    什么 来着 记得 说过 有没有 喜不喜欢 图书馆 我的 上次 三千 5月4号 2023-05-04 請問 龍
    138 0013 8000 +86 @tom a.b-c C++ o'brien what tell kind many how May
"""
TEXTS = (
    st.text()
    | st.text(st.sampled_from("我的猫sS'’éＡ１1,.:-_@+# 😺👍🏽\u0301İß\ud800가ァ月年号十万"))
    | st.lists(st.sampled_from([*WORDS.split(), " ", "，"])).map("".join)
)


@given(TEXTS)
def test_any_text_has_terms_that_are_sorted_and_distinct(text: str) -> None:
    for terms in (ANALYZER.terms(text), ANALYZER.asked(text)):
        assert terms.ids.dtype == np.uint32
        assert terms.counts.dtype == np.uint16
        assert len(terms.ids) == len(terms.counts)
        assert (terms.ids[1:] > terms.ids[:-1]).all()
        assert (terms.counts > 0).all()


@given(TEXTS)
def test_equal_text_must_give_equal_terms(text: str) -> None:
    again = MixedWords().terms("".join([*text]))
    assert counted(text) == as_dict(again)


@given(TEXTS)
def test_nothing_is_asked_more_often_than_it_is_said(text: str) -> None:
    terms = counted(text)
    for term, count in asked(text).items():
        assert count <= terms.get(term, 1)


@given(TEXTS)
def test_full_width_and_half_width_are_equal(text: str) -> None:
    assert counted(text) == counted(unicodedata.normalize("NFKC", text))
    wide = "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)
    assert counted(wide) == counted(text)
    assert asked(wide) == asked(text)


@given(st.lists(st.sampled_from(list(zip("国东车马鱼鸟龙门", "國東車馬魚鳥龍門", strict=True)))))
def test_traditional_and_simplified_are_equal(pairs: list[tuple[str, str]]) -> None:
    simplified = "，".join(one for one, _ in pairs)
    traditional = "，".join(other for _, other in pairs)
    assert counted(traditional) == counted(simplified)
    assert asked(traditional) == asked(simplified)


def test_threads_get_the_same_terms() -> None:
    texts = [
        f"{word}ing {word}ers 我{n}去圖書館，May {n % 28 + 1}有什么"
        for n, word in enumerate(["walk", "talk", "sing"] * 200)
    ]
    expected = [(counted(text), asked(text)) for text in texts]
    wrong: list[str] = []

    def work() -> None:
        wrong.extend(
            text
            for text, terms in zip(texts, expected, strict=True)
            if (counted(text), asked(text)) != terms
        )

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.parametrize(
    "piece", ["a", "1", "a.", "a-", "1 ", "+1", "may ", "1,", "我", "什么", "一", "十", "1月", "é'"]
)
def test_a_long_text_of_anything_is_done_at_once(piece: str) -> None:
    text = piece * (20_000 // len(piece))
    assert counted(text)
    asked(text)
