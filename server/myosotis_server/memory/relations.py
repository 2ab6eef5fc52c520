"""What people are called by what they are to the user."""


def one_name(subject: str) -> str:
    """One name for all that call the same: mum and mother, 妈 and 妈妈; "" for the user.

    `subject` is normalised (see identity.normalise); what is no such word comes back as it is.
    """
    return _ONE_NAME.get(subject, subject)


def is_one_person(subject: str) -> bool:
    """Whether `subject`, as `one_name` has it, always calls the same person: not "my colleague"."""
    return subject not in _SEVERAL


_SEVERAL = frozenset(
    (
        *("同事", "朋友", "好朋友", "同学", "邻居", "室友", "老师", "客户", "亲戚", "哥们", "孩子"),
        *("表哥", "表姐", "表弟", "表妹", "堂哥", "堂姐", "堂弟", "堂妹", "舅舅", "阿姨", "叔叔"),
        *("姑姑", "colleague", "friend", "classmate", "neighbour", "neighbor", "flatmate"),
        *("housemate", "teacher", "cousin", "uncle", "aunt", "child", "kid", "client", "customer"),
        *("relative", "nephew", "niece"),
    )
)
_ONE_NAME = {
    name: names.split()[0]
    for names in (
        "妈妈 妈 母亲 母親 媽媽 老妈 mother mom mum mommy mummy",
        "爸爸 爸 父亲 父親 老爸 father dad daddy",
        "老婆 妻子 太太 wife",
        "老公 丈夫 husband",
        "男朋友 男友 boyfriend",
        "女朋友 女友 girlfriend",
        "哥哥 哥",
        "弟弟 弟",
        "姐姐 姐 姊姊",
        "妹妹 妹",
        "儿子 兒子 son",
        "女儿 女兒 daughter",
    )
    for name in names.split()
} | dict.fromkeys(("我", "i", "me", "user", "the user", "用户"), "")
