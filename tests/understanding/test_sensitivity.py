"""Sensitivity: what is shown with care, and what only sounds as though it should be."""

import pytest

from myosotis_server.memory.values import Attribute, Sensitivity
from myosotis_server.understanding.private_classes import PrivateClass
from myosotis_server.understanding.sensitivity import sensitivity_of
from running.effort import AT_ONCE, cpu_seconds
from running.hostile import PIECES, endless

SENSITIVE = [
    "我有糖尿病，每天打胰岛素",
    "去年确诊了抑郁症",
    "我妈妈得了乳腺癌",
    "爸爸上周做了心脏手术",
    "我对花生过敏",
    "我怀孕三个月了",
    "我一直在吃抗抑郁药",
    "我弟弟有自闭症",
    "我是HIV感染者",
    "我每周去看心理医生",
    "我右耳失聪",
    "我其实是同性恋",
    "我上个月跟爸妈出柜了",
    "我是跨性别女性",
    "我信佛很多年了",
    "我们全家都是基督徒",
    "我是穆斯林",
    "我去年入党了",
    "我坐过牢",
    "我有前科，找工作很难",
    "我曾经想过自杀",
    "我小时候被家暴",
    "我欠了三十万网贷",
    "我去年破产了",
    "I have type 2 diabetes",
    "I was diagnosed with ADHD last year",
    "my mum has breast cancer",
    "I'm allergic to penicillin",
    "I take insulin twice a day",
    "I've been struggling with depression",
    "I'm HIV positive",
    "We found out I'm pregnant",
    "I had knee surgery in May",
    "I see a therapist every Tuesday",
    "My brother is autistic",
    "I use a wheelchair",
    "I'm a recovering alcoholic",
    "I'm gay",
    "I came out to my parents",
    "my son is transgender",
    "I'm a devout Catholic",
    "I converted to Islam two years ago",
    "I was raised Jewish",
    "I voted for Labour in the last election",
    "I was arrested in 2019",
    "I spent two years in prison",
    "I used to cut myself",
    "my ex was abusive",
    "I was sexually assaulted",
    "I filed for bankruptcy",
    "I'm 40k in credit card debt",
]

PERSONAL = [
    "我的生日是3月7号",
    "我1990年出生",
    "我月薪两万",
    "我工资12000",
    "My birthday is March 7th",
    "I was born on 7 March 1990",
    "My salary is $85,000",
    "I make 90k a year",
]

NORMAL = [
    "我头疼这个作业",
    "我感冒了",
    "昨天有点发烧",
    "累死我了",
    "我有懒癌，什么都不想做",
    "我的拖延症又犯了",
    "想死你了",
    "吓出心脏病了",
    "同志们好",
    "我参加了拉拉队",
    "礼拜一要上班",
    "商场人流量很大",
    "我在写一篇关于糖尿病的论文",
    "昨天看了一部关于癌症的电影",
    "我喜欢李教授的课",
    "我欠你一顿饭",
    "周末去寺庙玩",
    "我是医生",
    "空气净化器能去除过敏原",
    "我养了一只猫",
    "朋友过生日请客",
    "我喜欢吃辣",
    "I'm sick of this job",
    "that's a sick beat",
    "I'm dead tired",
    "I have a cold",
    "this homework gives me a headache",
    "I'm allergic to Mondays",
    "you nearly gave me a heart attack",
    "I went on a blind date",
    "we did some retail therapy",
    "my grandma lived through the Great Depression",
    "I'm a Cancer, she's a Leo",
    "I watched a documentary about cancer",
    "Christian Bale is my favourite actor",
    "I like Christian Dior perfume",
    "we visited a beautiful church",
    "I'm a nurse at a hospital",
    "Prison Break is my favourite show",
    "I love my dog",
    "it was my sister's birthday party",
    "I owe you a beer",
    "I jailbroke my phone",
    "a stroke of luck",
]


@pytest.mark.parametrize("text", SENSITIVE)
def test_health_sexuality_belief_law_harm_and_debts_are_sensitive(text: str) -> None:
    assert sensitivity_of(text, None, ()) is Sensitivity.SENSITIVE


@pytest.mark.parametrize("text", PERSONAL)
def test_birthdays_and_pay_are_personal(text: str) -> None:
    assert sensitivity_of(text, None, ()) is Sensitivity.PERSONAL


@pytest.mark.parametrize("text", NORMAL)
def test_what_only_sounds_so_is_normal(text: str) -> None:
    assert sensitivity_of(text, None, ()) is Sensitivity.NORMAL


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("illness", Sensitivity.SENSITIVE),
        ("religion", Sensitivity.SENSITIVE),
        ("home_address", Sensitivity.PERSONAL),
        ("salary", Sensitivity.PERSONAL),
        ("hobby", Sensitivity.NORMAL),
        ("favourite_drink", Sensitivity.NORMAL),
    ],
)
def test_the_slot_counts(key: str, expected: Sensitivity) -> None:
    assert sensitivity_of("就是这样", Attribute(key, "x"), ()) is expected


@pytest.mark.parametrize("found", PrivateClass)
def test_what_the_filter_found_counts(found: PrivateClass) -> None:
    contacts = {PrivateClass.PHONE, PrivateClass.EMAIL, PrivateClass.ADDRESS}
    expected = Sensitivity.PERSONAL if found in contacts else Sensitivity.SENSITIVE
    assert sensitivity_of("记一下", None, (found,)) is expected


def test_the_most_careful_wins() -> None:
    found = (PrivateClass.PHONE,)
    assert sensitivity_of("我有哮喘", Attribute("hobby", "x"), found) is Sensitivity.SENSITIVE


@pytest.mark.parametrize("piece", [*PIECES, "对"])
def test_hostile_texts_take_linear_time(piece: str) -> None:
    assert cpu_seconds(lambda: sensitivity_of(endless(piece), None, ())) < AT_ONCE
