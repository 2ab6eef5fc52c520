"""What a user bids the memory: to keep something, to keep it out, to forget it."""

import pytest

from myosotis_server.understanding.commands import Bid, Command, command_of
from running.effort import AT_ONCE, cpu_seconds

KEEP = [
    ("记住我对青霉素过敏", "我对青霉素过敏"),
    ("请记住，我不吃牛肉", "我不吃牛肉"),
    ("你要记住我叫阿宁", "我叫阿宁"),
    ("帮我记一下我的血型是B型", "我的血型是B型"),
    ("记一下：我车牌尾号是7", "我车牌尾号是7"),
    ("别忘了我不能喝酒", "我不能喝酒"),
    ("不要忘记我女儿怕黑", "我女儿怕黑"),
    ("麻烦记下来我老家在绍兴", "我老家在绍兴"),
    ("請記住我吃素", "我吃素"),
    ("一定要记得我怕狗", "我怕狗"),
    ("记得我对猫毛过敏哦", "我对猫毛过敏哦"),
    ("我乳糖不耐受，记住了", "我乳糖不耐受"),
    ("我老婆生日是3月2号，记一下", "我老婆生日是3月2号"),
    ("我不吃香菜 别忘了", "我不吃香菜"),
    ("记住这个", ""),
    ("记住了吗", None),
    ("帮我记住这件事", ""),
    ("请你记下来", ""),
    ("别忘了哦", ""),
    ("麻烦你把这个记住", ""),
    ("把我的生日记下来", "我的生日"),
    ("你能记住我不吃辣吗", "我不吃辣"),
    ("remember that I'm allergic to nuts", "I'm allergic to nuts"),
    ("Remember: my name is Jo", "my name is Jo"),
    ("please remember I don't drink", "I don't drink"),
    ("Please remember this: I work nights", "I work nights"),
    ("can you remember that I hate olives", "I hate olives"),
    ("could you please make a note that my mum is called Ida", "my mum is called Ida"),
    ("don't forget I'm left-handed", "I'm left-handed"),
    ("don't forget that my sister is deaf", "my sister is deaf"),
    ("keep in mind that I am vegan", "I am vegan"),
    ("bear in mind I have two kids", "I have two kids"),
    ("note that I moved to Bonn", "I moved to Bonn"),
    ("take note: I'm diabetic", "I'm diabetic"),
    ("I'd like you to remember that I have asthma", "I have asthma"),
    ("I want you to remember my birthday is 3 May", "my birthday is 3 May"),
    ("I'm vegan, please remember that", "I'm vegan"),
    ("my blood type is O, remember it", "my blood type is O"),
    ("I'm allergic to bees, don't forget", "I'm allergic to bees"),
    ("I have a stammer, keep that in mind", "I have a stammer"),
    ("remember this", ""),
    ("please remember that", ""),
    ("make a note of it", ""),
    ("keep this in mind", ""),
    ("write that down", ""),
    ("save this for later", ""),
    ("you should remember that", ""),
]
KEEP_OUT = [
    ("别记这个", ""),
    ("这个别记", ""),
    ("不要记住这件事", ""),
    ("请不要保存这段话", ""),
    ("刚才说的别记下来", ""),
    ("别把这个记下来", ""),
    ("这事儿你别记", ""),
    ("這個不要記", ""),
    ("我接下来说的不要记录", ""),
    ("下面的话不用记", ""),
    ("别存", ""),
    ("不要记，我有抑郁症", "我有抑郁症"),
    ("这句话不要记录", ""),
    ("don't remember this", ""),
    ("please don't save that", ""),
    ("do not store this", ""),
    ("don't keep this", ""),
    ("no need to remember that", ""),
    ("don't write this down", ""),
    ("off the record", ""),
    ("this is off the record", ""),
    ("off the record, I hate my boss", "I hate my boss"),
    ("don't remember this: I have depression", "I have depression"),
    ("you don't have to remember that", ""),
    ("please don't record what I'm about to say", ""),
    ("pretend I never said that", ""),
    ("forget I said that", ""),
    ("don't make a note of that", ""),
    ("keep this out of your memory", ""),
    ("I don't want you to remember this", ""),
    ("don't memorize that please", ""),
]
FORGET = """
忘了我和老周的事吧
忘了我前男友的事吧
把我的地址忘掉
请忘记我说过的工作
删掉关于我妈的记忆
忘了他吧
请把我的生日删了
能不能忘掉我的电话
忘掉我刚才说的话
帮我清空所有记忆
你可以忘了我住哪儿
把這件事忘了吧
关于我前夫的都忘了吧
forget about my ex
forget what I told you about my job
please forget my address
delete everything about my mother
can you forget that I smoke
erase all my memories
forget that I ever lived in Rome
remove my phone number from your memory
I want you to forget my old name
could you delete what you know about Tim
please forget everything I said about my boss
wipe my data
"""
NONE = """
记得提醒我吃药
记得明天叫我起床
记得带伞
记得给我妈打电话
我记得小时候住在河边
我记得你说过
我忘了带伞
忘了带钥匙
忘记关煤气了
差点忘了我妈生日
别忘了带钥匙
别忘了明天开会
我总是忘记吃药
我永远忘不了那天
这是一次难忘的旅行
我在记笔记
我喜欢记日记
我每天记账
我记性不好
我记不住单词
我记者出身
记者是我的梦想
我忘了
你还记得我吗
你忘了我吗
还记得我喜欢什么吗
记不记得我叫什么
我别无选择
我存了三万块
不要存钱了
别存侥幸心理
不要写作业了
我不记得了
记仇是我的缺点
他把我忘了
我把伞忘在地铁上了
我把手机忘家里了
我忘掉了过去
别记恨我
删除文件怎么弄
remember to buy milk
don't forget to call me at six
remember when we met
remember me
I remember my first day at school
I remember
I forgot my keys
I forget names all the time
forget it
forget about it
never forget
I'll never forget my wedding
I can't remember his name
I don't remember
I don't remember my dad
do you remember my name
I take notes in class
note-taking calms me
I keep a diary
I keep bees
don't keep me waiting
I don't save money
don't record the show
my memory is bad
I deleted my ex's number
I cleared my desk
delete the second paragraph
remove the table
clear the dishes
remember how happy I was
remember last summer
save money is my goal
don't write in red
write it down in French for me to read
forgetting things scares me
forget-me-nots are my favourite flower
Remembrance Day is in November
noted
notebooks are my weakness
"""


@pytest.mark.parametrize(("text", "rest"), KEEP)
def test_bids_to_keep(text: str, rest: str | None) -> None:
    expected = None if rest is None else Command(Bid.KEEP, rest)
    assert command_of(text) == expected


@pytest.mark.parametrize(("text", "rest"), KEEP_OUT)
def test_bids_to_keep_out(text: str, rest: str) -> None:
    assert command_of(text) == Command(Bid.KEEP_OUT, rest)


@pytest.mark.parametrize("text", FORGET.strip().splitlines())
def test_bids_to_forget_are_handed_on_whole(text: str) -> None:
    assert command_of(text) == Command(Bid.FORGET, text)


@pytest.mark.parametrize("text", NONE.strip().splitlines())
def test_what_only_looks_like_a_bid_is_none(text: str) -> None:
    assert command_of(text) is None


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("还有件事：把老周忘了吧", "把老周忘了吧"),
        ("最后一件事：忘掉我前任吧", "忘掉我前任吧"),
        ("顺便说一句：请你忘了我辞职的事", "请你忘了我辞职的事"),
        ("One last bit of housekeeping: please forget about Ned", "please forget about Ned"),
        ("Oh, and one more thing: forget what I said about Ned", "forget what I said about Ned"),
        ("Quick favour: delete everything about my ex", "delete everything about my ex"),
        ("PS — forget about my old boss", "forget about my old boss"),
    ],
)
def test_a_bid_to_forget_behind_its_announcement(text: str, rest: str) -> None:
    assert command_of(text) == Command(Bid.FORGET, rest)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("还有一点：记住我对花生过敏", Command(Bid.KEEP, "我对花生过敏")),
        ("One more thing: remember that I'm vegan", Command(Bid.KEEP, "I'm vegan")),
        ("另外：别记我刚才说的话", Command(Bid.KEEP_OUT)),
    ],
)
def test_other_bids_behind_an_announcement(text: str, command: Command) -> None:
    assert command_of(text) == command


@pytest.mark.parametrize(
    "text",
    [
        "他跟我说：把我忘了吧",
        "歌词：忘了我吧",
        "My mum said: forget about him",
        "She texted: please forget about me",
        "Translate: please forget about Ned",
        "My to-do list: clear the desk",
    ],
)
def test_what_others_said_behind_a_colon_is_no_bid(text: str) -> None:
    assert command_of(text) is None


@pytest.mark.parametrize("piece", ["一点", "还有", "，", "one more ", "and ", "bit of "])
def test_an_endless_announcement_is_read_at_once(piece: str) -> None:
    text = piece * (500 // len(piece)) + "：忘了我吧"
    assert cpu_seconds(lambda: command_of(text)) < AT_ONCE
