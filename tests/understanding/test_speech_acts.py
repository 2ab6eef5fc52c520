"""What a piece of a turn does: only statements are ever remembered."""

import pytest

from myosotis_server.understanding.speech_acts import Act, act_of, is_jest

STATEMENTS_ZH = """
我不知道该怎么办
不知道要不要跳槽
我在想周末去哪儿玩
还没想好给孩子取什么名字
我搞不懂他为什么生气
我忘了钥匙放哪儿了
我一直很好奇外婆是怎么认识外公的
我怎么也睡不着
他什么都不吃
谁劝我都不听
我没什么爱好
我不怎么喝酒
我多少会一点粤语
我哪儿也没去
我妈问我什么时候结婚
面试官问我为什么离职
我知道他在哪儿上班
医生没说是什么病
我想去冰岛看极光
我希望女儿能健康长大
我要减肥
我打算明年考研
我想请你吃饭的那家店倒闭了
当我紧张的时候我会咬指甲
下雨的时候我膝盖会疼
每当我想家就给我妈打电话
一到冬天我就手脚冰凉
我妈说我太瘦了
医生说我血糖偏高
老板说我下个月可以转正
我同事都叫我老王
听说公司要裁员
我听说我前女友结婚了
我和老公是在图书馆认识的
给我爸买了台按摩椅
帮我妈搬了一天家
给我儿子报了游泳班
陪我外婆住了半个月院
别人都觉得我内向
停药已经三个月了
介绍人是我姑姑
说不出口的是我其实很孤独
重新开始跑步了
设计是我的老本行
打定主意要离婚了
等我老公下班才能吃饭
我们来上海五年了
计算机专业毕业的
用左手写字
提醒自己每天喝水
继续住在老房子里
我的网名叫随便什么都行
今天面试被问到为什么转行
我就是那种干什么都三分钟热度的人
不管多忙我都会陪孩子
再来一次我还是会选文科
我叫陈可以
可能有什么东西过敏
去年差点淹死
我差点没赶上飞机
我本来想当飞行员
如果没记错我是三班的
万一哪天地震我都准备好了应急包
你送我的书我看完了
你知道我不吃辣的
我家猫叫什么都不理
谁都没来参加我的婚礼
怎么说呢我这人比较慢热
最爱《平凡的世界》
我的外号是“小钢炮”
我养的狗叫“可乐”
我们公司的口号是“使命必达”
我最喜欢的歌是《晴天》
我呢是个急性子
我妈呢已经退休了
太太是小学老师
麻烦事一大堆
请了三天假
拜托同事帮我喂猫
快要当爸爸了
我不是开玩笑的我真的辞职了
他开玩笑地叫我老板
"""
STATEMENTS_EN = """
I don't know what to do
not sure whether to move
I'm not sure if I should quit
I can't decide which school to pick
no idea why he left me
I wonder at night if my dad is proud of me
I have no clue how to cook
my mum keeps asking when I'll get married
they asked me why I left my last job
I know where she works
when I was a kid I lived in York
when it rains my knee hurts
when the weather is bad my joints ache
whenever I'm nervous I bite my nails
where I grew up everyone fished
what I love most is sailing
how my parents met is a long story
what a day I had at work
what hurts most is that nobody called
the doctor said I have diabetes
my boss says I'm getting promoted
mum told me I was born at night
people say I look like my father
I heard my ex got married
as my doctor said I need to lose weight
my therapist said it's burnout
I want to learn Greek
I hope my daughter gets well
I'd like to visit Peru
I would like to become a vet
I'd love a dog but my flat is too small
I want you to know I got married
I could use a holiday
I could have sworn I locked the door
I might have found a flat
I might move to Spain if the job works out
I always eat when I'm stressed
I only drink if it's someone's birthday
I get migraines if I skip breakfast
my mum gets angry if I'm late
had my first child at nineteen
have two brothers
have a dentist appointment on Monday
is what it is but I miss him
will turn thirty in May
was born in Lagos
am allergic to cats
did my masters in Delft
may is my birthday month
can't eat gluten
can't stand my neighbour
don't eat meat
don't like crowds
do yoga every morning
don't have any siblings
started therapy last week
play the drums in a band
read a lot of crime novels
keep bees as a hobby
work at a bank and write poems
tried sushi for the first time
changed jobs in March
make pottery on weekends
take insulin twice a day
speak Welsh at home
run every morning
call my grandma every Sunday
wait tables at a diner
talk to my plants
help my dad on the farm
open-plan offices drive me mad
set designer by trade
play-doh smells like my childhood
you should see my garden it's huge
you will laugh but I'm scared of ducks
you know I hate onions
let me tell you about my job I'm a diver
let my licence expire
please-pleaser is what my sister calls me
if I remember right I was six then
if you must know I'm 45
if I don't run I feel awful
even if it rains I walk to work
even when I'm tired I cook
my nickname is "Bean"
my favourite song is "Hey Jude"
my gran always said "you're stubborn" and she was right
I'm not kidding I really quit
I was kidding around with my brother and broke my arm
she is joking all the time my sister
no joke I won the lottery
I like to quote Shakespeare
how I miss my grandmother
why I left is complicated but I'm happy now
so here's the thing I'm pregnant
well guess what I got the job
guess who got promoted me
thanks to my wife I stopped drinking
hi my name is Joe
ok so I live alone now
good thing I have insurance for my car
love you is what my dad never said
which is why I moved to Malta
"""
QUESTIONS_ZH = """
我叫什么名字
我住在哪里来着
你觉得我该不该辞职
明天会下雨吗？
杭州有什么好吃的
你叫啥
怎么做红烧肉
为什么天是蓝的
你知道我喜欢什么吗？
这个多少钱
我上次说的那家店叫什么来着
你能不能听懂粤语
你呢
我应该穿什么去面试呢？
是不是我太敏感了
想问一下感冒吃什么药好
请问附近有医院吗
我想知道怎么申请签证
我是不是该去看医生
你喜欢猫还是狗？
谁是李白
几点了
我属什么
到底什么是区块链
我爸生日是几号
难道我错了？
你还记得我女儿叫什么吗
有没有什么推荐的书
他為什麼不理我
今天星期几
你多大了
失眠怎么办
会不会是我太胖了
"""
QUESTIONS_EN = """
what's my name
where do I live
do you know my birthday?
how do you make risotto
why is the sky blue
should I quit my job
is it normal to feel this way
am I too old to learn piano
what time is it
which phone should I buy
who wrote Dracula
how many calories are in an egg
any idea how to fix a tap
do you remember my dog's name
can I ask you something
what do you think about my plan
have I told you about my sister
how come you never sleep
I was wondering if you could recommend a book
I'd like to know how tax works
are you human
does caffeine cause anxiety
when did I say I moved
whose turn is it
isn't my sister's birthday in June?
would you move to Spain
did my sister call
so what should I cook tonight
and how old am I?
could it be stress
what about my allergy
"""
REQUESTS_ZH = """
帮我写封辞职信
请推荐几本小说
给我讲个笑话
你帮我查一下天气
翻译成英文
提醒我八点吃药
来一首关于秋天的诗
告诉我怎么修水管
麻烦你总结一下
把这段话改得正式一点
写一篇关于环保的作文
用英语回答
说说你的看法
推荐一部电影
别再叫我宝贝了
你来当面试官
接下来你扮演我的老师
给我列个购物清单
能帮我算一下房贷
换个话题吧
再说一遍
教我弹吉他
请你安静一会儿
听我说完
"""
REQUESTS_EN = """
write me a poem
please recommend a book
tell me a joke
can you help me
could you explain recursion
remind me to call mum at eight
translate this into French
give me three ideas for dinner
let's talk about films
stop calling me sir
show me a picture
pretend you are a pirate
summarise the text above
I want you to act as my teacher
I need you to be honest
help me plan my trip
from now on answer in Spanish
explain it like I'm five
don't use emojis
make a list of vegan snacks
suggest a name for my cat
play some jazz
look up the weather
teach me some Greek
you must answer in one word
just give me the short version
"""
SUPPOSITIONS = """
如果我有一百万
要是我会飞就好了
要是能重来就好了
假如明天是世界末日
万一我失业了
真希望我当初学了医就好了
就算他道歉
早知道我就不来了
中了彩票的话
如果我是你
假设我住在月球上
要是当年没分手
我要是个男生就好了
我如果有钱就去环游世界
恨不得现在就辞职
if I won the lottery
if I were you
I wish I had a brother
I wish I could sing
suppose I moved to Mars
imagine I was the king
I would quit if I could
if only I had studied harder
I'd have married her if she had asked
what if I moved to Rome
let's say I have a million dollars
even if I were rich
had I known I'd have stayed
say I lost my job
I wish my dad were here
"""
QUOTATIONS = """
“人生若只如初见”
《晴天》里唱到从前从前有个人爱你很久
歌词：我怕来不及我要抱着你
鲁迅说过世上本没有路
俗话说早起的鸟儿有虫吃
新闻里说有一家三口中了大奖
他说：“我爱上别人了，对不起。”
网上说喝咖啡会变黑
电影里说我们都是孤独的
"I have a dream"
as the song goes I will always love you
the lyrics are "I will survive"
there's a saying that home is where the heart is
quote: I think therefore I am
He said "I quit and I am never coming back here"
the article says I should eat less salt
♪ I'm a creep, I'm a weirdo ♪
as Einstein said imagination is more important than knowledge
"""
PLEASANTRIES = """
你好
谢谢你
哈哈哈哈
好的
晚安
早上好呀
嗯嗯好的
收到
太好了
真的吗
辛苦啦
没事没事
hi there
thanks a lot
thank you so much for your help
good morning
ok cool
lol
see you tomorrow
sounds good
that's great
no worries
you're welcome
haha nice
goodnight
😂😂
bye bye
"""
JESTS = """
开玩笑的
我开玩笑的啦
逗你玩呢
骗你的哈哈
刚才是瞎说的
跟你闹着玩的
just kidding
jk lol
I'm joking
only joking
I made that up
I was pulling your leg
haha kidding
開玩笑的啦
"""
NO_JESTS = """
我没开玩笑
我不是开玩笑
别开玩笑了
他老爱开玩笑
我同事拿我开玩笑
我喜欢开玩笑
no joke
I'm not kidding
you've got to be kidding me
my brother is always joking
I was joking around with my kids all day
he thought I was joking
"""


def lines(table: str) -> list[str]:
    return table.strip().splitlines()


def act(turn: str) -> Act:
    return act_of(turn.rstrip("?？"), asks=turn[-1] in "?？")


@pytest.mark.parametrize("turn", lines(STATEMENTS_ZH) + lines(STATEMENTS_EN))
def test_what_a_user_tells_is_a_statement(turn: str) -> None:
    assert act(turn) is Act.STATEMENT


@pytest.mark.parametrize("turn", lines(QUESTIONS_ZH) + lines(QUESTIONS_EN))
def test_what_asks_is_a_question_with_and_without_a_mark(turn: str) -> None:
    assert act(turn) is Act.QUESTION


@pytest.mark.parametrize("turn", lines(REQUESTS_ZH) + lines(REQUESTS_EN))
def test_what_bids_the_listener_is_a_request(turn: str) -> None:
    assert act(turn) is Act.REQUEST


@pytest.mark.parametrize("turn", lines(SUPPOSITIONS))
def test_what_is_only_imagined_is_a_supposition(turn: str) -> None:
    assert act(turn) is Act.SUPPOSITION


@pytest.mark.parametrize("turn", lines(QUOTATIONS))
def test_the_words_of_others_are_quotations(turn: str) -> None:
    assert act(turn) is Act.QUOTATION


@pytest.mark.parametrize("turn", lines(PLEASANTRIES))
def test_politeness_alone_is_a_pleasantry(turn: str) -> None:
    assert act(turn) is Act.PLEASANTRY


@pytest.mark.parametrize("turn", lines(JESTS))
def test_what_takes_something_back_as_a_joke_is_known(turn: str) -> None:
    assert is_jest(turn)


@pytest.mark.parametrize("turn", lines(NO_JESTS))
def test_what_only_speaks_of_jokes_takes_nothing_back(turn: str) -> None:
    assert not is_jest(turn)
