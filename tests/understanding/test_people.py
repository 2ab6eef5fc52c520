"""Whom a clause is about, by what it begins with."""

import pytest

from myosotis_server.understanding.people import person_in

USER = """
我叫李伟
我们家在无锡
今天我很累
昨天我去了医院
最近我在学车
本人未婚
I live in Leeds
I'm a nurse
yesterday I ran ten miles
my favourite colour is red
my job is hard
My name is Tom
we bought a house
im 25
when I was six we moved
our house is old
last year I moved
"""
KIN = [
    ("我妈妈住在成都", "妈妈"),
    ("我妈住在成都", "妈妈"),
    ("我媽住在成都", "妈妈"),
    ("我爸今年退休", "爸爸"),
    ("老公是程序员", "老公"),
    ("我先生是医生", "老公"),
    ("我闺女上小学", "女儿"),
    ("我家猫叫煤球", "猫"),
    ("昨天我妹妹结婚了", "妹妹"),
    ("因为我奶奶生病了", "奶奶"),
    ("我室友打呼噜", "室友"),
    ("最近我老板总骂人", "老板"),
    ("今天我儿子发烧了", "儿子"),
    ("我們家狗叫旺財", "狗"),
    ("我的外婆九十岁了", "外婆"),
    ("小李喜欢打篮球", "小李"),
    ("王芳是我的同桌", "王芳"),
    ("my sister lives in Leeds", "sister"),
    ("My mum is a teacher", "mother"),
    ("Mom called me today", "mother"),
    ("my older brother is in jail", "older brother"),
    ("my best friend moved away", "best friend"),
    ("my wife's name is Ada", "wife"),
    ("My grandma turned 90", "grandmother"),
    ("today my boss yelled at me", "boss"),
    ("apparently my ex got married", "ex"),
    ("my dog is called Rex", "dog"),
    ("my golden retriever loves snow", "golden retriever"),
    ("our cat died", "cat"),
    ("my kids hate broccoli", "children"),
    ("Sarah is a dentist", "Sarah"),
    ("my friend Sarah is a dentist", "Sarah"),
    ("our daughter starts school", "daughter"),
    ("My partner works at sea", "partner"),
    ("dad snores", "father"),
]
PRONOUNS = """
他是医生
她喜欢画画
她今年六岁
他们住在乡下
它特别黏人
She is a nurse
he's from Spain
They live in Bath
her name is Ida
his birthday is in May
Now she works nights
"""
NOBODY = """
今年28岁
在腾讯上班
你真好
天气不错
下雨了
公司要搬家
London is huge
Monday was awful
It rained
works nights
You are kind
the weather is nice
猫粮涨价了
狗粮吃完了
"""


@pytest.mark.parametrize("text", USER.strip().splitlines())
def test_the_user(text: str) -> None:
    assert person_in(text).is_user
    assert not person_in(text).name


@pytest.mark.parametrize(("text", "name"), KIN)
def test_the_people_and_animals_of_their_life(text: str, name: str) -> None:
    person = person_in(text)
    assert person.name == name
    assert not person.is_user
    assert person.pronoun is None


@pytest.mark.parametrize("text", PRONOUNS.strip().splitlines())
def test_whoever_was_spoken_of_before(text: str) -> None:
    person = person_in(text)
    assert person.pronoun is not None
    assert not person.name
    assert not person.is_user


@pytest.mark.parametrize("text", NOBODY.strip().splitlines())
def test_nobody(text: str) -> None:
    person = person_in(text)
    assert not (person.name)
    assert not (person.is_user)
    assert person.pronoun is None
