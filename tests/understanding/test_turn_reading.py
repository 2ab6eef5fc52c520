"""A user's turn, read: what of it may be remembered, of whom, and what it bids the memory."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from myosotis_server.understanding.speech_acts import Act
from myosotis_server.understanding.turn_reading import read_turn
from running.effort import AT_ONCE, cpu_seconds
from running.hostile import PIECES, endless

TOLD = [
    ("我爸前年走了，我妈一个人在老家", ["我爸前年走了", "我妈一个人在老家"]),
    ("其实吧，我挺讨厌我现在的工作的", ["我挺讨厌我现在的工作的"]),
    ("给你讲个事，我昨天被开除了", ["我昨天被开除了"]),
    ("那个，我想问下你知道附近有啥好吃的不", []),
    ("在我十岁那年，我爸妈离婚了", ["在我十岁那年，我爸妈离婚了"]),
    ("自从搬来上海，我就没开过车", ["自从搬来上海，我就没开过车"]),
    ("我妈有糖尿病 我自己血脂也高", ["我妈有糖尿病", "我自己血脂也高"]),
    ("姓名：王芳；年龄：32；职业：会计", ["姓名：王芳", "年龄：32", "职业：会计"]),
    ("除了我妈，没人知道我离婚了", ["除了我妈，没人知道我离婚了"]),
    ("他说：“我不去。”我很生气。", ["我很生气"]),
    ("我想去云南，如果有假期的话", ["我想去云南"]),
    ("我女儿今年上小学，哪怕再忙我也接送", ["我女儿今年上小学，哪怕再忙我也接送"]),
    ("对不起，我昨天没回你，我妈住院了", ["我昨天没回你", "我妈住院了"]),
    ("To be fair, my boss is okay", ["my boss is okay"]),
    ("Last year, my mother had a stroke", ["Last year, my mother had a stroke"]),
    ("If it's sunny, I usually bike to work", ["If it's sunny, I usually bike to work"]),
    ("1) I'm vegan 2) I live in Bath", ["I'm vegan", "I live in Bath"]),
    ("got a cat :) her name's Miso", ["got a cat", "her name's Miso"]),
    ("My favorite color is green, what's yours?", ["My favorite color is green"]),
    (
        "How are you? I'm doing okay, just tired from chemo",
        ["I'm doing okay, just tired from chemo"],
    ),
    ("I live in Leeds. I'm the queen of Spain, just kidding", ["I live in Leeds"]),
    (
        "I've been learning Japanese, mostly through anime lol",
        ["I've been learning Japanese, mostly through anime"],
    ),
    ("No, I don't have kids", ["I don't have kids"]),
    (
        "My brother, who lives in Austin, just had twins",
        ["My brother, who lives in Austin, just had twins"],
    ),
    ("我叫李伟，今年28岁，在腾讯上班", ["我叫李伟", "今年28岁", "在腾讯上班"]),
    ("昨天面试失败了，很难过", ["昨天面试失败了，很难过"]),
    ("I got the job, it's amazing", ["I got the job, it's amazing"]),
    ("今天被领导骂了，好委屈", ["今天被领导骂了，好委屈"]),
    ("我升职了，太开心了", ["我升职了，太开心了"]),
    ("I failed my driving test, so sad", ["I failed my driving test, so sad"]),
    ("I love hiking, swimming and reading", ["I love hiking, swimming and reading"]),
    ("我喜欢爬山、游泳，还有看书", ["我喜欢爬山、游泳，还有看书"]),
    ("我住在南京，你呢？", ["我住在南京"]),
    ("I live in Leeds, what about you?", ["I live in Leeds"]),
    ("I live in Leeds, right?", ["I live in Leeds"]),
    ("I told you I'm vegan, didn't I?", ["I told you I'm vegan"]),
    ("我对花生过敏，对吧？", ["我对花生过敏"]),
    ("我对花生过敏对吧", ["我对花生过敏"]),
    ("我养了两只狗，是吧", ["我养了两只狗"]),
    ("你好！我是新来的，在财务部。", ["我是新来的，在财务部"]),
    ("谢谢你，我今天心情好多了", ["我今天心情好多了"]),
    ("Thanks! I'm a vet, by the way.", ["I'm a vet"]),
    ("How do I boil eggs? I'm a terrible cook.", ["I'm a terrible cook"]),
    ("我失眠三个月了，怎么办", ["我失眠三个月了"]),
    ("我下周要去东京出差，推荐几家餐厅吧", ["我下周要去东京出差"]),
    ("I'm allergic to shellfish, can you suggest a recipe?", ["I'm allergic to shellfish"]),
    (
        "My sister is getting married in June and I need help with a speech",
        ["My sister is getting married in June"],
    ),
    ("我妈说我太瘦了，让我多吃点", ["我妈说我太瘦了，让我多吃点"]),
    ("不知道该不该跳槽，很纠结", ["不知道该不该跳槽，很纠结"]),
    ("I don't know what to do, my boss hates me", ["I don't know what to do", "my boss hates me"]),
    ("我在找房子，如果便宜我就租", ["我在找房子"]),
    ("I work in Oslo. If I had a car, I'd live outside.", ["I work in Oslo"]),
    ("当我还是学生的时候，我住在武汉", ["当我还是学生的时候，我住在武汉"]),
    ("When I was little, I lived in Wales", ["When I was little, I lived in Wales"]),
    ("每当下雨的时候，我膝盖都会疼", ["每当下雨的时候，我膝盖都会疼"]),
    ("因为我怕高，所以不坐缆车", ["因为我怕高，所以不坐缆车"]),
    ("我以前住天津，现在住大连", ["我以前住天津", "现在住大连"]),
    ("我会说“你好”和“谢谢”两句泰语", ["我会说“你好”和“谢谢”两句泰语"]),
    ("我是护士\n我老公是老师\n我们住在合肥", ["我是护士", "我老公是老师", "我们住在合肥"]),
    ("我儿子三岁了😊喜欢恐龙", ["我儿子三岁了😊", "喜欢恐龙"]),
    ("I'm not American, I'm Canadian", ["I'm not American", "I'm Canadian"]),
    ("I'm a baker, not a chef", ["I'm a baker, not a chef"]),
    ("我女儿叫朵朵，五岁", ["我女儿叫朵朵", "女儿五岁"]),
    ("我儿子读小学，今年七岁了", ["我儿子读小学", "儿子今年七岁了"]),
    ("我家有只狗，三岁", ["我家有只狗", "狗三岁"]),
    ("我养的橘猫，两岁了，特别能吃", ["我养的橘猫", "猫两岁了，特别能吃"]),
    ("我是护士，28岁", ["我是护士", "28岁"]),
    ("我喜欢猫，三十岁了", ["我喜欢猫", "三十岁了"]),
    ("He's called Rex, he's a spaniel", ["He's called Rex, he's a spaniel"]),
    ("她叫小白，是我的猫", ["她叫小白，是我的猫"]),
    (
        "更正一下，房间不是十平，是十二平",
        ["更正一下，房间不是十平，是十二平"],
    ),
    ("I was wrong, my desk is two metres long", ["I was wrong, my desk is two metres long"]),
    ("今天去看了牙医，拔了一颗智齿", ["今天去看了牙医，拔了一颗智齿"]),
]
NOTHING_TOLD = """
I'm from Mars. Haha. Just kidding.
我是火星人。哈哈。骗你的。
你说我是不是该换个发型
要不你给我起个英文名？
我要是你就直接拒绝他
万一面试没过怎么办
What would happen if the sun died?
let's say I earn 50k a year, how much tax would I pay
Write a haiku about my cat Miso
hey can u help me with my resume
如果我中了彩票，我就买套大房子
要是我有钱，我就不上班，天天旅游
假如我是医生，我会去非洲
我会辞职的，如果中了彩票的话
if I won the lottery, I would buy a castle
I would buy a castle, if I won the lottery
I wish I had a sister, I would tell her everything
我是亿万富翁。开玩笑的。
我其实是外星人，哈哈骗你的
I'm the king of France. Just kidding!
I was born on Mars, jk
你好
谢谢，晚安！
what's my name?
我叫什么名字？
帮我写首诗，要押韵
鲁迅说过：“世上本没有路，走的人多了，也便成了路。”
歌词是“我爱你，你却不知道”
He said: "I live in Paris and I have two cats."
Can you tell me a joke? Please!
忘了我前任的事吧
forget about my ex
你住在哪里？你有孩子吗？
"Call me Ishmael," the book begins
😂😂😂
???
！！！
"""
SUBJECTS = [
    ("我养的橘猫，三岁了", ["", "猫"]),
    ("我有个女儿，五岁", ["", "女儿"]),
    ("去年夏天分的", [""]),
    ("老婆挺支持的", ["老婆"]),
    ("老板特别抠的", ["老板"]),
    ("My friend Jake got married. He moved to Perth.", ["Jake", "Jake"]),
    ("I live with my grandmother. She is 92.", ["", "grandmother"]),
    ("我跟我妈吵架了，她不让我养猫", ["", "妈妈"]),
    ("我妈和我姐都来了。她带了好多吃的。", ["", ""]),
    ("My wife and my mother argue a lot. She is very loud.", ["", ""]),
    ("I have two sisters. She lives in Rome.", ["", ""]),
    ("我妹妹在美國讀書。她念法律。", ["妹妹", "妹妹"]),
    ("Tell me a joke about my dad. He is a pilot.", ["father"]),
    ("My sister lives in Leeds. She's a nurse.", ["sister", "sister"]),
    ("我妈妈住在成都，今年60岁", ["妈妈", "妈妈"]),
    ("我妈住在成都。她今年60岁。", ["妈妈", "妈妈"]),
    ("我爸是司机。她喜欢跳舞。", ["爸爸", ""]),
    ("My brother is a cook. She lives in Rome.", ["brother", ""]),
    ("My mum is sixty. He retired last year.", ["mother", ""]),
    ("我哥在北京工作，我在上海工作", ["哥哥", ""]),
    ("我弟叫小军。他在部队当兵。我很想他。", ["", "弟弟", ""]),
    ("My dad is a pilot. My brother is a doctor. He lives in Spain.", ["father", "brother", ""]),
    ("我爸是老师。我哥是医生。他住在青岛。", ["爸爸", "哥哥", ""]),
    ("My dad is a pilot. My mum is a doctor. She lives in Spain.", ["father", "mother", "mother"]),
    ("我爸是老师。我妈是医生。她住在青岛。", ["爸爸", "妈妈", "妈妈"]),
    ("我女儿五岁了，喜欢画画，对牛奶过敏", ["女儿", "女儿", "女儿"]),
    ("我养了一只狗。我老公对狗毛过敏。", ["", "老公"]),
    ("My boss is awful. They yell at everyone all day.", ["boss", "boss"]),
    ("我家猫掉毛掉得厉害。它今年三岁了。", ["猫", "猫"]),
    ("I have a son. My husband works at sea.", ["", "husband"]),
    ("我老婆怀孕了。我今天请了假陪她产检。", ["老婆", ""]),
]


PINNED = [
    ("记住我对青霉素过敏", ["我对青霉素过敏"]),
    ("我对青霉素过敏，请记住", ["我对青霉素过敏"]),
    ("我对青霉素过敏。记住这个！", ["我对青霉素过敏"]),
    ("帮我记一下，我妈的生日是五月三号", ["我妈的生日是五月三号"]),
    ("你能记住我不吃辣吗？", ["我不吃辣"]),
    ("我晕车，这个你要记住", ["我晕车"]),
    ("今天好冷。别忘了我怕冷哦。", ["我怕冷哦"]),
    ("Remember that I'm allergic to latex.", ["I'm allergic to latex"]),
    ("I'm allergic to latex. Please remember that.", ["I'm allergic to latex"]),
    ("I'm allergic to latex, don't forget", ["I'm allergic to latex"]),
    ("Could you remember that my son is deaf?", ["my son is deaf"]),
    ("It's cold today. Keep in mind I hate the cold.", ["I hate the cold"]),
    ("Remember this: my locker is on the third floor", ["my locker is on the third floor"]),
    ("记得提醒我吃药", []),
    ("别忘了带伞，我要出门了", []),
    ("我记得小时候住在河边", []),
    ("Remember to call me at six. I'm at work.", []),
    ("I remember my first school in Kent", []),
    ("I'm vegan, remember?", []),
]
KEPT_OUT = [
    ("我有抑郁症，这个别记", ["我有抑郁症"]),
    ("别记这个：我有抑郁症", ["我有抑郁症"]),
    ("我讨厌我老板。刚才说的不要记。", ["我讨厌我老板"]),
    ("Don't remember this: I hate my boss", ["I hate my boss"]),
    ("I hate my boss. Please don't save that.", ["I hate my boss"]),
    ("Off the record, I hate my boss.", ["I hate my boss"]),
    ("I don't remember my dad", []),
    ("我不想存钱了", []),
    ("别记恨我，我不是故意的", []),
]


@pytest.mark.parametrize(("turn", "pinned"), PINNED)
def test_what_is_bidden_to_be_kept(turn: str, pinned: list[str]) -> None:
    read = read_turn(turn)
    assert [clause.text for clause in read.clauses if clause.pinned] == pinned
    assert not read.pins_earlier


@pytest.mark.parametrize(("turn", "kept_out"), KEPT_OUT)
def test_what_is_bidden_to_be_kept_out(turn: str, kept_out: list[str]) -> None:
    read = read_turn(turn)
    assert [clause.text for clause in read.clauses if clause.kept_out] == kept_out
    assert not read.keeps_out_earlier


@pytest.mark.parametrize(
    "turn", ["记住这个", "请记住", "Remember that!", "please keep this in mind"]
)
def test_a_bid_alone_pins_what_was_said_before_the_turn(turn: str) -> None:
    assert read_turn(turn).pins_earlier


@pytest.mark.parametrize("turn", ["这个别记", "别存", "don't save that", "that was off the record"])
def test_a_bid_alone_keeps_out_what_was_said_before_the_turn(turn: str) -> None:
    assert read_turn(turn).keeps_out_earlier


@pytest.mark.parametrize(
    ("turn", "requests", "tells"),
    [
        ("忘了我前男友的事吧，我结婚了", ("忘了我前男友的事吧",), ["我结婚了"]),
        (
            "Forget about my old job. I work at the zoo now.",
            ("Forget about my old job",),
            ["I work at the zoo now"],
        ),
        ("Can you forget my address?", ("Can you forget my address",), []),
        ("你忘了我的生日吗？", (), []),
        ("我忘了带钥匙", (), ["我忘了带钥匙"]),
    ],
)
def test_requests_to_forget_are_handed_on(
    turn: str, requests: tuple[str, ...], tells: list[str]
) -> None:
    assert read_turn(turn).forget_requests == requests
    assert told(turn) == tells


@pytest.mark.parametrize(
    ("turn", "act"),
    [
        ("What if I told you I'm a spy? Kidding.", Act.SUPPOSITION),
        ("我是卧底。逗你的。", Act.JEST),
        ("I own a castle, just kidding", Act.JEST),
    ],
)
def test_a_jest_takes_back_what_was_told_before_it(turn: str, act: Act) -> None:
    assert read_turn(turn).clauses[0].act is act


@pytest.mark.parametrize(
    "piece",
    [
        *PIECES,
        *(
            "()",
            "if I would ",
            "but ",
            "但是",
            "😀我",
            "please ok ",
            "记住",
            "remember don't forget ",
        ),
        *("my mother and i ", "的话，", "喜欢a，", "是我", "no, sorry, "),
    ],
)
def test_hostile_texts_take_no_longer_than_others(piece: str) -> None:
    assert cpu_seconds(lambda: read_turn(endless(piece))) < AT_ONCE


@pytest.mark.parametrize(
    "text",
    ["好吧" * 59 + "我" + "好吧" * 16_000, "喜欢猫" + "，狗狗" * 10_000],
    ids=["pleasantries", "list"],
)
def test_what_comes_first_makes_no_text_hostile(text: str) -> None:
    assert cpu_seconds(lambda: read_turn(text)) < AT_ONCE


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    for clause in read_turn(text).clauses:
        assert clause.text
        assert clause.text == clause.text.strip()


WORDS = st.sampled_from(
    [
        "我",
        "叫",
        "李伟",
        "，",
        "。",
        "？",
        "!",
        "?",
        ",",
        ".",
        "my",
        "sister",
        "and",
        "I",
        "she",
        "他",
        "如果",
        "if",
        "记住",
        "remember",
        "别记",
        "忘了",
        "“",
        "”",
        "(",
        ")",
        "😀",
        "🎉",
        "1.",
        "3.5",
        "\n",
        "-",
        "…",
        "吗",
        "对吧",
        "right",
        "哈哈",
        "just",
        "kidding",
        "مرحبا",
        "שלום",
        "\u202e",
        "\u200d",
        "️",
        "não",
        "日本",
        "한국",
    ]
)


@settings(max_examples=200, deadline=None)
@given(st.lists(WORDS, max_size=60), st.sampled_from(["", " "]))
def test_any_mixture_of_what_it_knows_can_be_read(words: list[str], between: str) -> None:
    for clause in read_turn(between.join(words)).clauses:
        assert clause.text


def told(turn: str) -> list[str]:
    return [clause.text for clause in read_turn(turn).clauses if clause.tells]


@pytest.mark.parametrize(("turn", "clauses"), TOLD)
def test_what_a_turn_tells(turn: str, clauses: list[str]) -> None:
    assert told(turn) == clauses


@pytest.mark.parametrize("turn", NOTHING_TOLD.strip().splitlines())
def test_turns_that_tell_nothing(turn: str) -> None:
    assert told(turn) == []


@pytest.mark.parametrize(("turn", "subjects"), SUBJECTS)
def test_whom_each_clause_is_about(turn: str, subjects: list[str]) -> None:
    assert [clause.subject for clause in read_turn(turn).clauses if clause.tells] == subjects


@pytest.mark.parametrize(
    ("turn", "told"),
    [
        ("我搬到成都了，下周五要面试，好紧张", ["我搬到成都了", "下周五要面试，好紧张"]),
        ("我在腾讯上班，明天要体检", ["我在腾讯上班", "明天要体检"]),
        ("昨天面试失败了，我很难过", ["昨天面试失败了，我很难过"]),
    ],
)
def test_what_has_a_time_of_its_own_stands_apart_from_a_claim(turn: str, told: list[str]) -> None:
    assert [clause.text for clause in read_turn(turn).clauses] == told


@pytest.mark.parametrize(
    "turn",
    [
        "公寓不是四十平，是三十五平",
        "面试不是周四，是周五，刚收到通知",
        "我们班是三十个人，不是四十",
        "The flat isn't forty square metres, it's thirty-five",
        "The exam isn't on Monday, it's on Tuesday",
        "Ann's three years older than me, not two",
    ],
)
def test_one_number_or_day_set_against_another_corrects(turn: str) -> None:
    [clause] = read_turn(turn).clauses
    assert [reading.corrects for reading in clause.readings] == [True]


@pytest.mark.parametrize(
    "turn",
    [
        "这不是爱情，是习惯",
        "他不是坏，是懒",
        "It isn't love, it's habit",
        "I'm not tired, it's late",
    ],
)
def test_other_contrasts_correct_nothing(turn: str) -> None:
    assert not any(each.corrects for clause in read_turn(turn).clauses for each in clause.readings)
