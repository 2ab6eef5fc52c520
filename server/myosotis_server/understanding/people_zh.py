"""Whom a Chinese clause speaks of."""

import re
from dataclasses import dataclass

import rjieba

from myosotis_server.understanding.patterns import pattern_of

_SAME = {
    "妈妈": "妈 老妈 母亲 妈咪 老娘 娘",
    "爸爸": "爸 老爸 父亲 爹 老爹",
    "父母": "爸妈 爸爸妈妈 爹妈 双亲",
    "老公": "丈夫 先生 我老公",
    "老婆": "妻子 太太 媳妇 媳妇儿",
    "男朋友": "男友 男票",
    "女朋友": "女友 女票",
    "哥哥": "哥 大哥 老哥",
    "姐姐": "姐 大姐 老姐",
    "弟弟": "弟 老弟 小弟",
    "妹妹": "妹 老妹 小妹",
    "女儿": "闺女",
    "孩子": "小孩 娃 宝宝 宝贝 小孩儿",
    "闺蜜": "闺密",
    "好朋友": "好友 最好的朋友",
    "老板": "boss Boss",
    "猫": "猫咪 猫猫 小猫 主子 喵星人",
    "狗": "狗狗 小狗 狗子 狗儿子",
}
_AS_SAID = (
    "爷爷 奶奶 外公 外婆 姥姥 姥爷 爱人 对象 未婚夫 未婚妻 另一半 儿子 大儿子 "
    "小儿子 大女儿 小女儿 表哥 表姐 表弟 表妹 "
    "堂哥 堂姐 堂弟 堂妹 舅舅 舅妈 阿姨 姨妈 小姨 姑姑 姑妈 姑父 叔叔 婶婶 伯伯"
    " 伯父 伯母 大伯 嫂子 姐夫 妹夫 弟媳 婆婆 公公 "
    "岳父 岳母 丈母娘 老丈人 侄子 侄女 外甥 外甥女 孙子 孙女 外孙 室友 舍友 领"
    "导 上司 leader 朋友 死党 发小 哥们 哥们儿 同事 同学 同桌 邻居 老师 班主任 "
    "导师 老板 主管 经理 组长 前男友 前女友 前任 前夫 前妻 房东 客户 徒弟 师父 "
    "搭档 合伙人 教练 秘书 保姆 干妈 干爹 双胞胎 "
    "下属 学长 学姐 学弟 学妹 师兄 师姐 师弟 师妹 网友 病人 上级 甲方 亲家 弟妹 "
    "老二 老大 大宝 二宝 小宝 兔子 仓鼠 鹦鹉 乌龟 宠物"
)
_CANONICAL = {word: name for name, words in _SAME.items() for word in words.split()} | {
    word: word for word in (*_SAME, *_AS_SAID.split())
}
_BY_LENGTH = sorted(_CANONICAL, key=len, reverse=True)
RELATION = "(?:" + "|".join(_BY_LENGTH) + ")"
_BREEDS = {
    "猫": "布偶 英短 美短 暹罗 加菲 缅因 三花 狸花 金渐层 银渐层",
    "狗": "柯基 金毛 泰迪 柴犬 哈士奇 二哈 边牧 拉布拉多 萨摩耶 比熊 博美 雪纳瑞 法斗 吉娃娃 德牧",
}
_ANIMAL_OF = {breed: kin for kin, words in _BREEDS.items() for breed in words.split()}
_BREED = "(?:" + "|".join(_ANIMAL_OF) + ")猫?(?=[叫的是今有])"
_RELATION_ALONE = (
    "(?:" + "|".join(w for w in _BY_LENGTH if len(w) > 1 and w not in {"先生", "主子"}) + "|猫|狗)"
)

SURNAMES = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘"
    "于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔"
    "钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万"
    "钱严覃武戴莫孔向汤温康施文牛樊葛邢安齐"
    "易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕"
    "单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳管"
)
_START = (
    r"(?=今年|现在|最近|[也都又还]|已经|刚|上个|昨天|去年|以前|之前|住|在|是|叫"
    r"|喜欢|讨厌|爱|最|每|对|不|没|有|养|做|当|考|毕业"
    r"|[结离]|分手|搬|的|会|想|怕|害怕|得了|患|吃|喝|抽|戒|从|开|学|来自|老家"
    r"|身高|体重|生日|属|信|打算|计划|怀孕|特别|很|超"
    r"|一直|经常|平时|\d|[一二三四五六七八九十]{1,3}岁|跟|和|家|人在|退休|辞职"
    r"|离职|姓|确诊|查出|查|下个?[月周]|要|快|最近)"
)
_NAMED = pattern_of(
    rf"(?:[小老阿大][一-鿿](?:哥|姐)?|[{SURNAMES}][一-鿿]{{1,2}}?"
    rf"|[{SURNAMES}](?:总|老师|哥|姐|叔叔?|阿姨|姨|医生|教授|经理|同学)"
    rf"|[一-鿿]{{2}}·[一-鿿]{{1,4}}|[A-Z][a-z]{{1,12}}){_START}"
)
_ANY_NAME = pattern_of(
    rf"(?!{_START[3:]}(?:[一-鿿]{{2,3}}?|[A-Z][a-z]{{1,12}}|[{SURNAMES}](?:总|哥|姐)){_START}"
)
_OWN = pattern_of(
    r"(?:我|咱|俺)(?:们)?(?:家|公司|学校|班|办公室|单位|组|们)?(?:的|里的|那个|这个|那)?"
)
_ALL = pattern_of(
    rf"(?P<own>(?:我|咱|俺|本人)(?:们)?家?的?(?:(?:现在|目前|如今)的?)?(?:一个|那个|这个"
    rf"|一位|[那这](?:[只条个位]|家)?)?(?:直属|顶头|新来?的?|现任|亲|部门|好|铁|老|小|傻|臭|(?:橘"
    rf"|黑|白|蓝|花|肥|胖|柴|土)(?=[猫狗]))?)(?P<kin>{RELATION}|{_BREED})们?(?![子人家儿员]"
    rf"|长(?!期|年|得|大|到|高|这|了)|气|房(?!东)|性|肉|粮)"
    rf"|(?P<bare>{_RELATION_ALONE})们?(?![子人家员]|长(?!期|年|得|大|到|高|这|了)|咖|窝|粮)"
    r"|(?P<me>(?:我们家(?=去年|前年|今年|现在|最近|上个|目前|一直|都|搬|养)|我人(?=现在|目前|已经"
    r"|还|在)|我们(?:俩|一家(?:[三四五六两]口|人|子)?|全家|夫妻俩?|两口子|小两口)?|我俩"
    r"|我全家|我本人|我自己|我这个人|我这人|我|咱们|咱|本人|俺|人家)(?!国(?!籍)|校|方)[呢啊呀嘛吧]?"
    r"(?:[这那](?:个|辆|台|套)?(?=身高|个[头子]|体重|房|工资|月薪|血型|星座|年[纪龄]|性格|脾气|车"
    r"|专业|工作"
    r"|病|记性))?)"
    r"|(?P<they>他们|她们|它们|他|她|它|其(?![实他余中])|ta|TA)"
    r"|(?P<you>你们|你|您)"
)
_KIN_OF_KIN = pattern_of(
    "(?:"
    + "|".join(w for w in _BY_LENGTH if len(w) > 1 and w not in {"先生", "主子", "大哥"})
    + ")"
)
"""What kin of kin is, or both of two, is nobody known: 我老公同事, 爷爷奶奶."""
_NO_NAMES = frozenset(
    {
        "安静",
        "高兴",
        "温柔",
        "方便",
        "幸福",
        "平安",
        "金钱",
        "严重",
        "严格",
        "小心",
        "小声",
        "小众",
        "大多",
        "大便",
        "阿里",
        "时间",
        "易学",
        "单身",
        "天天",
        "常常",
        "往往",
        "偏偏",
        "刚刚",
        "早早",
        "年年",
    }
)
_KIN_OF_SLOT = {
    "partner": "老公 老婆 男朋友 女朋友 未婚夫 未婚妻 对象 爱人 另一半",
    "child": "大宝 二宝 小宝 老大 老二 儿子 大儿子 小儿子 女儿 大女儿 小女儿 孩子",
    "pet": "猫 狗 兔子 仓鼠 鹦鹉 乌龟 宠物",
    "sibling": "哥哥 姐姐 弟弟 妹妹",
    "friend": "朋友 好朋友 闺蜜 死党 发小",
    "manager": "领导 上司 leader 老板 主管 经理 组长",
}
SLOT_OF_KIN = {kin: slot for slot, words in _KIN_OF_SLOT.items() for kin in words.split()}
"""Kin whose name is no fact about them but a slot of the user's own."""
_OFFSPRING = frozenset(
    [
        "儿子",
        "大儿子",
        "小儿子",
        "女儿",
        "大女儿",
        "小女儿",
        "孩子",
        "孙子",
        "孙女",
        "外孙",
        "侄子",
        "侄女",
    ]
)
_CALLED_BY_RANK = pattern_of("[大二小]宝(?![宝贝])")
"""What children are called by their rank is a name behind what they are: 我儿子小宝."""
_PETS = frozenset(_KIN_OF_SLOT["pet"].split())


@dataclass(frozen=True, slots=True)
class Person:
    """`subject` is how a reading calls them, empty for the user; `kin` what they are to the user.

    `end` is where what is said of them begins. `is_named` where they were called by a name.
    `is_told` is False where the clause has no subject of its own.
    """

    subject: str
    end: int
    kin: str = ""
    is_named: bool = False
    is_told: bool = True


def canonical(word: str) -> str:
    """妈 → 妈妈, 丈夫 → 老公; other words as they are."""
    return _CANONICAL.get(word, word)


def person_at(text: str, carried: str) -> Person | None:
    """Whom `text` begins with, None where that is the listener or somebody unknown.

    `carried` is whom a clause without a subject, or with 他 or 她, speaks of.
    """
    match = _ALL.match(text)
    if match is None:
        named = _NAMED.match(text)
        if named and _is_name(named[0]):
            return Person(named[0], named.end(), is_named=True)
        return Person(carried, 0, is_told=False)
    if match["you"]:
        return None
    if match["they"]:
        return Person(carried, match.end()) if carried else None
    if match["me"]:
        return Person("", match.end())
    word = match["kin"] or match["bare"]
    kin = _ANIMAL_OF.get(word.removesuffix("猫")) or canonical(word)
    behind = match.end()
    if kin in _OFFSPRING and (pet_name := _CALLED_BY_RANK.match(text, behind)):
        return Person(pet_name[0], pet_name.end(), kin, is_named=True)
    if _KIN_OF_KIN.match(text, behind):
        return None
    named = _ANY_NAME.match(text, behind)
    if named and kin not in _PETS and _is_name(named[0]):
        return Person(named[0], named.end(), kin, is_named=True)
    return Person(kin, behind, kin)


def _is_name(word: str) -> bool:
    """No word of the dictionary, unless it is there as a name."""
    if word.isascii():
        return True
    if (
        word in _NO_NAMES
        or re.match("[今明后前每昨当][年天晚日]", word)
        or re.search(
            "[的了是在不我你他她就也都还得着过把被给很太玩们这那没有来去上下说讲让叫问]", word
        )
    ):
        return False
    if len(word) == 2 and (word[0] == word[1] or (word[0] in "小老" and word[1] in SURNAMES)):
        return True
    if rjieba.has_word(word):
        return rjieba.tag(word)[0][1].startswith("nr")
    return word[0] not in "挺蛮超读" and not _leads_on(rjieba.tag(word))


def _leads_on(tags: list[tuple[str, str]]) -> bool:
    """Whether words that are in no dictionary begin with how or when: 特支持, 夏天分."""
    return len(tags) > 1 and tags[0][1] in _HOW_OR_WHEN and not tags[-1][1].startswith("nr")


_HOW_OR_WHEN = frozenset("dtpc")
"""Tags of adverbs, times, prepositions and joining words."""


def is_kin(word: str) -> bool:
    """True for what people are called by what they are to somebody: 妈妈, 同事, 猫."""
    return _CANONICAL.get(word) == word


def is_personal_name(word: str) -> bool:
    """True for 李伟 and 欧阳娜娜, not for 医生 or 昨天."""
    if not 2 <= len(word) <= 4:
        return bool(re.fullmatch(r"[A-Z][a-z]{2,12}", word))
    tags = rjieba.tag(word)
    if len(tags) == 1:
        return tags[0][1].startswith("nr") and (word[0] in SURNAMES + "小老阿" or len(word) > 3)
    return word[0] in SURNAMES and len(word) <= 3 and not rjieba.has_word(word[:2])


def is_pet_name(word: str) -> bool:
    """True for 思思, 阿凯 and 小美, which are how friends are called."""
    if len(word) == 2 and word[0] == word[1]:
        return (
            word not in _CANONICAL
            and word not in {"星星", "宝宝"}
            and rjieba.tag(word)[0][1][0] in "nx"
        )
    if len(word) == 2 and word[0] == "阿":
        return not rjieba.has_word(word) or rjieba.tag(word)[0][1].startswith("nr")
    return len(word) == 2 and word[0] in "小老大" and not rjieba.has_word(word)
