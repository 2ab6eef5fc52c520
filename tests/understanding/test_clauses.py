"""A turn is cut into pieces that could each be said alone, in the words in which it was said."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from myosotis_server.understanding.clauses import MOST, pieces_of

CUT_ZH = [
    ("我叫李伟，今年28岁，在腾讯上班", ["我叫李伟", "今年28岁", "在腾讯上班"]),
    ("我养了两只猫；还有一只狗", ["我养了两只猫", "还有一只狗"]),
    ("昨天搬家了。新房子朝南！", ["昨天搬家了", "新房子朝南"]),
    ("我妈是护士 我爸开出租", ["我妈是护士", "我爸开出租"]),
    ("我住在武汉 在一家医院上班 平时爱钓鱼", ["我住在武汉", "在一家医院上班", "平时爱钓鱼"]),
    ("我对花生过敏……所以很少吃零食", ["我对花生过敏", "很少吃零食"]),
    ("我戒烟了——这次是认真的", ["我戒烟了", "这次是认真的"]),
    ("我在学法语😀下个月去巴黎", ["我在学法语😀", "下个月去巴黎"]),
    ("今天升职了🎉🎉我请全组喝奶茶", ["今天升职了🎉🎉", "我请全组喝奶茶"]),
    ("- 我叫阿芳\n- 住在厦门\n- 喜欢潜水", ["我叫阿芳", "住在厦门", "喜欢潜水"]),
    ("1. 我怕狗\n2. 我不吃香菜", ["我怕狗", "我不吃香菜"]),
    ("1、我怕狗\n2、我不吃香菜", ["我怕狗", "我不吃香菜"]),
    ("（1）我怕狗\n（2）我不吃香菜", ["我怕狗", "我不吃香菜"]),
    ("我在北京,老婆在上海", ["我在北京", "老婆在上海"]),
    ("我今年28,在深圳打工", ["我今年28", "在深圳打工"]),
    ("我家住三楼\n\n没有电梯", ["我家住三楼", "没有电梯"]),
    ("我是左撇子~我弟也是~", ["我是左撇子", "我弟也是"]),
    ("我换了份工作，但是通勤要两小时", ["我换了份工作", "通勤要两小时"]),
    ("我喜歡貓，我太太喜歡狗", ["我喜歡貓", "我太太喜歡狗"]),
    ("我怀孕了！！！好激动啊！！", ["我怀孕了", "好激动啊"]),
    ("我毕业于南开,专业是化学。", ["我毕业于南开", "专业是化学"]),
    ("我在写小说。。。写了三年了。。。", ["我在写小说", "写了三年了"]),
]
CUT_EN = [
    ("My name is Tom and I live in York", ["My name is Tom", "I live in York"]),
    (
        "my name is tom and i live in york but i work in leeds",
        ["my name is tom", "i live in york", "i work in leeds"],
    ),
    ("I'm a nurse, I work nights.", ["I'm a nurse", "I work nights"]),
    ("I quit smoking... it's been hard", ["I quit smoking", "it's been hard"]),
    ("I moved to Oslo. My wife stayed behind.", ["I moved to Oslo", "My wife stayed behind"]),
    ("i moved to oslo. my wife stayed behind.", ["i moved to oslo", "my wife stayed behind"]),
    ("I have a dog – he's called Rex", ["I have a dog", "he's called Rex"]),
    ("I love my job; my boss is kind", ["I love my job", "my boss is kind"]),
    ("I got engaged 💍 she said yes", ["I got engaged 💍", "she said yes"]),
    (
        "* I am 34\n* I play the cello\n* I hate mushrooms",
        ["I am 34", "I play the cello", "I hate mushrooms"],
    ),
    ("1) I am 34\n2) I play the cello", ["I am 34", "I play the cello"]),
    ("I passed my exam!! So happy!!", ["I passed my exam", "So happy"]),
    (
        "I'm allergic to nuts, so I check every label",
        ["I'm allergic to nuts", "I check every label"],
    ),
    ("My dad is a baker and my mum teaches piano", ["My dad is a baker", "my mum teaches piano"]),
    (
        "i have two kids one is 5 and my sister has none",
        ["i have two kids one is 5", "my sister has none"],
    ),
    (
        "We bought a house,but we still rent the flat",
        ["We bought a house", "we still rent the flat"],
    ),
    ("I run marathons — I've done six", ["I run marathons", "I've done six"]),
    ("• vegan since 2019\n• live in Bath", ["vegan since 2019", "live in Bath"]),
    ("I teach maths :) my students are great", ["I teach maths", "my students are great"]),
    ("I can't swim. I never learned.", ["I can't swim", "I never learned"]),
]
WHOLE = [
    "我喜欢爬山、游泳，还有看书",
    "我爱吃苹果，香蕉，葡萄和西瓜",
    "我去过日本、韩国、泰国",
    "I love hiking, swimming and reading",
    "I love hiking, swimming, and reading",
    "I speak English, French, and a little Greek",
    "My kids are called Ann, Bob and Cy",
    "I earn 1,000 a week",
    "我一个月挣12,000块",
    "the flat costs 1,250,000 euros",
    "我出生于1990.5.12",
    "I was born on 12.05.1990",
    "我身高1.75米",
    "my temperature is 38.5 today",
    "我早上7:30起床",
    "我每天7：30出门",
    "my shift starts at 10:30 every day",
    "my site is https://example.org/a,b?c=1;d=2#x and it is ugly",
    "我的博客是 https://example.org/a,b?c=1",
    "my mail is a.b-c@example.co.uk for work",
    "我的邮箱是li.wei@example.com",
    "J. R. R. Tolkien is my favourite author",
    "I met Dr. Smith yesterday",
    "I work for the U.S. Army in Japan",
    "I live at 5 St. James St. in Bath",
    "I wake up at 6 a.m. every day",
    "I finished my Ph.D. in Kyoto",
    "我妈说“别急，慢慢来。没事！”就挂了",
    "我最喜欢的书是《百年孤独，上》",
    "我在一家公司（做芯片的，不大）上班",
    'my dad said "wait, I am coming. Now!" and left',
    "I work for a firm (small, we make chips. Really!) in Oslo",
    "my sister-in-law is half Irish",
    "I weigh 70-75 kg",
    "我的房间大概10-12平",
    "我喜欢Tom & Jerry",
    "I like rock and roll",
    "fish and chips is my favourite dinner",
    "my mother and I are close",
    "me and my brother share a flat",
    "I want to learn how to cook and how to sew",
    "我用 Python 写爬虫",
    "我在 Google 上班",
    "我家 wifi 坏了",
    "我最近在看 三体",
    "我不吃牛肉",
    "Node.js is what I use at work",
    "我今年3.5岁的儿子会认字了",
    "my flat no. is 12",
    "I've been to Paris, Texas",
]
LEADS = [
    ("其实我不喜欢喝酒", "我不喜欢喝酒"),
    ("其实，我不喜欢喝酒", "我不喜欢喝酒"),
    ("对了，我下周出差", "我下周出差"),
    ("对了我下周出差", "我下周出差"),
    ("话说我搬到宁波了", "我搬到宁波了"),
    ("嗯嗯，我在银行上班", "我在银行上班"),
    ("哎呀，我手机丢了", "我手机丢了"),
    ("说实话，我讨厌加班", "我讨厌加班"),
    ("老实说我讨厌加班", "我讨厌加班"),
    ("而且我还养了一只猫", "我还养了一只猫"),
    ("不过，他已经退休了", "他已经退休了"),
    ("對了，我下週出差", "我下週出差"),
    ("honestly, I hate my commute", "I hate my commute"),
    ("Honestly I hate my commute", "I hate my commute"),
    ("Well, I grew up in Kent", "I grew up in Kent"),
    ("oh and by the way I'm vegan", "I'm vegan"),
    ("Hi! I'm Nora", "I'm Nora"),
    ("So I finally quit", "I finally quit"),
    ("Anyway, my car broke down", "my car broke down"),
    ("to be honest my boss scares me", "my boss scares me"),
    ("yeah I have two cats", "I have two cats"),
    ("Btw my birthday is in May", "my birthday is in May"),
    ("不吃辣", "不吃辣"),
    ("没有兄弟姐妹", "没有兄弟姐妹"),
    ("只是我不喜欢他", "我不喜欢他"),
    ("如果我有钱", "如果我有钱"),
    ("不是我不想去", "不是我不想去"),
    ("别人都说我像我爸", "别人都说我像我爸"),
    ("所有人都叫我老三", "所有人都叫我老三"),
    ("对花粉过敏", "对花粉过敏"),
    ("好想回家", "好想回家"),
    ("不过敏了", "不过敏了"),
    ("还有三天就高考了", "还有三天就高考了"),
    ("never been abroad", "never been abroad"),
    ("not a morning person", "not a morning person"),
    ("only child here", "only child here"),
    ("so tired after my shift", "so tired after my shift"),
    ("well-read people impress me", "well-read people impress me"),
    ("no longer vegan", "no longer vegan"),
    ("Because of my back I can't lift things", "Because of my back I can't lift things"),
    ("well", "well"),
    ("then-girlfriend moved out", "then-girlfriend moved out"),
    ("然后", "然后"),
    ("OK Computer is my favourite album", "OK Computer is my favourite album"),
]


def texts(turn: str) -> list[str]:
    return [piece.text for piece in pieces_of(turn)]


@pytest.mark.parametrize(("turn", "pieces"), CUT_ZH + CUT_EN)
def test_what_stands_alone_is_cut_apart(turn: str, pieces: list[str]) -> None:
    assert texts(turn) == pieces


@pytest.mark.parametrize("turn", WHOLE)
def test_lists_numbers_names_and_quotations_are_never_cut(turn: str) -> None:
    assert texts(turn) == [turn]


@pytest.mark.parametrize(("turn", "text"), LEADS)
def test_words_that_only_lead_on_are_dropped_and_no_others(turn: str, text: str) -> None:
    assert texts(turn)[-1] == text


@pytest.mark.parametrize(
    ("turn", "asks"),
    [
        ("我住南京，你呢？", [False, True]),
        ("where do I live?", [True]),
        ("I got the lead??", [False]),
        ("我考了第二？！", [False]),
        ("我叫李伟，对吧？", [False, True]),
        ("I live in Leeds, don't I?", [False, True]),
        ("Is it “Who?” or what? I like it.", [True, False]),
    ],
)
def test_a_question_mark_asks_for_the_last_piece_of_its_sentence(
    turn: str, asks: list[bool]
) -> None:
    assert [piece.asks for piece in pieces_of(turn)] == asks


@pytest.mark.parametrize(
    ("turn", "pieces"),
    [
        ("我住苏州，不对，是无锡", ["我住苏州", "不对，是无锡"]),
        ("I live in Leeds, no, sorry, it's York", ["I live in Leeds", "no, sorry, it's York"]),
        ("No, I don't have kids", ["I don't have kids"]),
        ("No, it's Friday", ["No, it's Friday"]),
    ],
)
def test_what_takes_something_back_stays_with_its_repair(turn: str, pieces: list[str]) -> None:
    assert texts(turn) == pieces


def test_a_document_is_looked_at_piece_by_piece_only_at_its_beginning() -> None:
    pieces = texts("我喜欢猫。" * 3_000)
    assert len(pieces) == MOST + 1
    assert pieces[-1].startswith("我喜欢猫。我喜欢猫")


def test_sentences_are_counted() -> None:
    pieces = pieces_of("我叫李伟，28岁。在腾讯上班！")
    assert [piece.sentence for piece in pieces] == [0, 0, 1]


SAID = st.lists(
    st.sampled_from(
        [
            "我",
            "叫李伟",
            "，",
            "。",
            "？",
            "!",
            "?",
            ",",
            ".",
            ";",
            "my",
            "sister",
            "and",
            "I",
            "live",
            "she",
            "因为",
            "的时候",
            "所以",
            "但是",
            "well",
            "if",
            "“",
            "”",
            "(",
            ")",
            '"',
            "😀",
            "🎉",
            "3.5",
            "1,000",
            "10:30",
            "\n",
            "-",
            "…",
            "不对",
            "对吧",
            "right",
            "no",
            "sorry",
            "、",
            "还有",
            "喜欢",
            ":)",
            "http://a.b/c,d",
        ]
    ),
    max_size=60,
)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=200), SAID.map(" ".join), SAID.map("".join)))
def test_pieces_are_in_the_words_of_the_turn(turn: str) -> None:
    whole = re.sub(r" ?\n\s*", "\n", re.sub(r"[^\S\n]+", " ", turn))
    for piece in pieces_of(turn):
        assert piece.text == piece.text.strip()
        for part in re.split("[，,\n]", piece.text):
            assert part.strip() in whole
