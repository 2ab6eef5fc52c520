"""What "我是…" says: a role, a name, a sign, a creed, a temper … and what "我不是…" takes back."""

import re
from collections.abc import Iterator

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.clause_zh import OWN, Clause, Rule, ends, says
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.people_zh import (
    RELATION,
    SLOT_OF_KIN,
    canonical,
    is_personal_name,
)
from myosotis_server.understanding.places_zh import city_in, is_country
from myosotis_server.understanding.roles_zh import employer_in, is_firm, role_in, school_in
from myosotis_server.understanding.slots_zh_identity import year_in
from myosotis_server.understanding.slots_zh_tastes import favourite_of
from myosotis_server.understanding.values_zh import name_in, trim

SIGNS = (
    "白羊座|牡羊座|金牛座|双子座|巨蟹座|狮子座|处女座|天秤座|天蝎座|射手座"
    "|摩羯座|魔羯座|水瓶座|双鱼座"
)
GRADE = (
    r"(?:大[一二三四五](?!岁)|研究?生?[一二三](?=年级|$|在|的|了|学)|研[一二三]"
    r"|博[一二三四]|高[一二三]|初[一二三]|小学?[一二三四五六]年级"
    r"|[一二三四五六七八九]年级|幼儿园[大中小]班)"
)
_SIGN_SHORT = pattern_of(
    "(?:一?个)?(?:\\d{1,2}月的)?(白羊|牡羊|金牛|双子|巨蟹|狮子|天秤|天蝎|射手|摩羯|魔羯|水瓶|双鱼)[男女]?(?:的)?$"
)
_CREEDS = {"基督徒": "基督教", "佛教徒": "佛教", "穆斯林": "伊斯兰教", "天主教徒": "天主教"}
_CREEDS |= {"道教徒": "道教", "无神论者": "无神论"}
_TEMPERS = (
    r"(?:比较|很|特别|非常|有点|挺|超级?|偏)?(内向|外向|开朗|乐观|悲观|敏感|慢热"
    r"|慢性子|急性子|社恐|社牛|随和|腼腆|害羞|固执|细心|粗心|大大咧咧|完美主义"
    r"|理性|感性|独立"
    r"|直性子|暴脾气|好强|要强|自律|懒|拖延|话痨|闷骚|高冷|i人|e人|[Ii]人|[Ee]人"
    r"|[jpJP]人|幽默|温柔|倔|多愁善感|优柔寡断|强迫症|玻璃心|夜猫子|宅男|宅女"
    r"|吃货|路痴|工作狂|颜控|拖延症)"
)
_GENDER = pattern_of(r"(?:一?个)?([男女])(?:的|生|孩子?|人|士|性|孩儿)?$")
_MBTI = pattern_of(r"(?:一个|个)?([IEie][NSns][FTft][JPjp])(?![A-Za-z])")
_TEMPER = pattern_of(
    rf"(?:一?个|那种|属于|典型的?|标准的?|妥妥的?|十足的?|不折不扣的?|资深|超级){{0,3}}{_TEMPERS}(?:型的人|的?(?:人|性格|类型|者|型|那种))?的?$"
)
_FROM = pattern_of(
    r"(?:一?个|一?位)?(?:土生土长的?|地道的?|正宗的?|地地道道的?)?(.{2,8}?)(?:本地)?人(?:氏)?$"
)
_OF_PLACE = pattern_of("([一-鿿]{2,8})的$")
_BORN = pattern_of(
    r"((?:19|20)?\d{2}|[一二][零〇九][零〇一二三四五六七八九]{2}年|[零〇一二五六七八九][零〇一二三四五六七八九]年)年?(?:的|生的|出生的|生人)$"
)
_TRIBE = pattern_of(r"(.{1,4}族)(?:人|的?(?:姑娘|小伙子?|汉子|女孩|男孩|妹子|女生|男生)|的)?$")
_NATIONAL = pattern_of(r"(.{2,6}?)(?:国籍|籍)(?:的|人)?$")
_FAN = pattern_of(
    r"(?:一个|个)?(.{1,12}?)的?(?:忠实|铁杆|骨灰级|资深|死忠)?(?:粉丝|粉|铁粉"
    r"|歌迷|影迷|球迷|控)$"
)
_DIET = pattern_of(
    r"(?:一个|个)?(?:严格的?)?(?:纯?素食(?:主义)?者|吃素的|纯素(?:主义)?者|素食主义)$"
)
_BLOOD = pattern_of(r"(A|B|AB|O|RH阴性|熊猫)(?:型)?血?(?:型)?的?$", re.IGNORECASE)
_STUDIES = pattern_of(r"(?:(?:学|读|念)(.{2,12}?)(?:专业)?|([^学读念的]{2,10}?)(?:专业|系))的$")
_DOES = pattern_of(
    r"(?:(?P<verb>送|卖|跑(?=业务|运输|滴滴|外卖|销售|网约车|出租|长途|快递|货运|保险|单)|开(?=.*(?:店|公司|厂"
    r"|餐厅|出租|卡车|货车|滴滴|网约车|大车|公交)))|(?P<teach>教)|做|搞|干|从事)(?!.*来的)(?P<what>.{1,12}?)(?:这行"
    r"|行业|工作)?的$"
)
_PUPIL = pattern_of(
    r"(?:一名|一个|名|个)?(.{2,16}?)(?:的)?(?:(?:在读)?(?:本科|大学|研究|博士"
    r"|硕士|高中|初中|留)?生|学生|的?博士|的?硕士|毕业的?)$"
)
_PARENT = pattern_of(
    r"([一两二三四五六\d])(?:个)?(?:孩子|娃|宝宝)的(?:妈妈?|爸爸?|父亲|母亲|宝妈"
    r"|爹|娘)$"
)
_STATUS = {"单身": "单身", "单身狗": "单身", "母胎solo": "单身", "已婚": "已婚", "离异": "离异"}
_STATUS |= {"未婚": "未婚", "单亲妈妈": "单亲妈妈", "单亲爸爸": "单亲爸爸", "丁克": "已婚"}
_COUNTS = {"一": 1, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6}
_MINE = pattern_of(rf"^我们?家?(?:的)?({RELATION})(?:的名字)?$")


def being(value: str, clause: Clause) -> Iterator[Reading]:
    """What it says of somebody to be `value`."""
    value = value.rstrip("。！!～~ ").removesuffix("了")
    bare = trim(value)
    found = _plain(value, bare)
    if found is not None:
        yield from found
    elif mine := _MINE.match(bare):
        if clause.is_named:
            kin = canonical(mine[1])
            if key := SLOT_OF_KIN.get(kin):
                yield Reading(Attribute(key, clause.subject), subject=OWN)
            else:
                yield Reading(Attribute("name", clause.subject), subject=kin)
    elif clause.is_named and (favoured := favourite_of(value)):
        yield Reading(Attribute(favoured, clause.subject), subject=OWN)
    elif pupil := _PUPIL.match(value):
        yield from _pupil(pupil[1], value)
    elif role := role_in(value, is_person=True):
        yield from _role(value, role)
    elif not clause.kin and is_personal_name(name := name_in(bare)) and name == bare:
        yield from says("name", name)


def _plain(value: str, bare: str) -> Iterator[Reading] | None:
    """What a closed set of words says; None where `value` is none of them."""
    if match := _GENDER.match(value):
        return says("gender", match[1])
    if match := re.match(
        rf"(?:一个|个|典型的?|正宗的?|标准的?|不折不扣的?|妥妥的?|地道的?|那种|纯|是){{0,4}}({SIGNS})",
        value,
    ):
        return says("zodiac_sign", match[1])
    if match := _SIGN_SHORT.match(value):
        return says("zodiac_sign", match[1])
    if match := _MBTI.match(value):
        return says("personality", match[1].upper())
    if match := _TEMPER.match(value):
        return says("personality", match[1])
    if match := _BLOOD.match(value):
        return says("blood_type", match[1].upper())
    if status := _STATUS.get(re.sub("(?:人士|贵族|一族|状态)$", "", bare)):
        return says("relationship_status", status)
    for creed, name in _CREEDS.items():
        if bare.endswith(creed) and len(bare) <= len(creed) + 3:
            return says("religion", name)
    if match := _NATIONAL.match(value):
        return says("nationality", match[1])
    if _DIET.match(value):
        return says("diet", "素食")
    if match := _PARENT.match(value):
        number = float(_COUNTS.get(match[1]) or match[1])
        return says("children_count", str(int(number)), number=number)
    if match := _TRIBE.match(value):
        return says("nationality", match[1])
    if match := re.match(rf"({GRADE})(?:的|学生|新生|在读|狗|党|的学生)?$", value):
        return says("grade", match[1])
    if match := _BORN.match(value):
        return says("birthday", year_in(match[1].removesuffix("年")))
    if (match := _FROM.match(value)) and (place := city_in(match[1])):
        return says("nationality" if is_country(place) else "hometown", place)
    if (
        (match := _OF_PLACE.match(value))
        and (place := city_in(match[1]))
        and match[1].endswith(place)
    ):
        return says("hometown", place)
    if match := _STUDIES.match(value):
        return says("major", match[1] or match[2])
    if match := _DOES.match(value):
        what = trim(match["what"])
        if match["teach"]:
            return says("occupation", f"{what}老师")
        return says("occupation", role_in(what) or (match["verb"] or "") + what)
    if (match := re.match(r"在(.{2,12})(?:长大|出生)的$", value)) and (place := city_in(match[1])):
        return says("hometown", place)
    if (match := re.match(r"从(.{2,8})来的$", value)) and (place := city_in(match[1])):
        return says("hometown", place)
    if (match := _FAN.match(value)) and not re.search("[我你他她]", match[1]):
        return says("likes", trim(match[1]))
    return None


def _pupil(where: str, value: str) -> Iterator[Reading]:
    where = where.removesuffix("的")
    if re.search("[我你他她最男女]", where):
        return
    school = re.match(r".{2,10}?(?:大学|学院|中学|[一二三四五六七八九]中|附中|小学)", where)
    name = school_in(school[0]) if school else school_in(where)
    rest = where[len(name) :].removeprefix("的") if name else where
    if name:
        yield from says("school", name)
    if grade := re.search(GRADE, rest + value[len(where) :][:1]):
        yield from says("grade", grade[0])
    elif (match := re.match(r"(.{2,10}?)(?:专业|系)", rest)) and name:
        yield from says("major", match[1])
    if role := role_in(value.rpartition("的")[2] if name else value):
        yield from says("occupation", role.removeprefix(name) if name else role)


def _role(value: str, role: str) -> Iterator[Reading]:
    firm = employer_in(trim(value).rpartition("的")[0])
    yield from says("occupation", role)
    if firm and is_firm(firm):
        yield from says("employer", firm)


def _is(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    yield from being(match["v"], clause)


def _is_not(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    """ "我不是医生了" ends occupation = 医生."""
    for reading in being(match["v"], clause):
        if reading.attribute:
            yield from ends((reading.attribute.key, reading.attribute.value))


def _badge(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    yield from says("occupation", role_in(match["v"], is_person=True))


def _temper(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    found = re.match(
        rf"(?:属于|属|是|算|偏|特别|非常|有点|挺|很|比较"
        rf"|超级){{0,4}}{_TEMPERS}的?(?:那种)?(?:人)?[了啊呀的]*$",
        match["v"],
    )
    if found:
        yield from says("personality", found[1])
    elif match["noun"]:
        kept = "脾气" if "脾气" in match["noun"] else ""
        yield from says(
            "personality",
            kept + trim(re.sub("^(?:是|属于|比较|很|特别|有点|非常|挺|偏)+", "", match["v"])),
        )


RULES: list[Rule] = [
    (
        pattern_of(
            r"(?:[就都也]{0,2}是|属于|算是?|身为)(?:一名|一位|一个)?(?!不是|说|觉得|因为|想|要"
            r"|在说|问|指|怕)(?P<v>.{1,30})$"
        ),
        _is,
    ),
    (pattern_of(r"(?:并)?不(?:再)?是(?!说|因为|很|那么)(?P<v>.{1,24})$"), _is_not),
    (
        pattern_of(r"(?P<v>(?![当做干在学想去教会能要])[^，]{2,10}?)(?:一枚|一名|一个|一只)$"),
        _badge,
    ),
    (
        pattern_of(
            r"(?P<v>(?![当做干学想去教找会能要])(?:资深|全职|高级|初级|实习|前端|后端)?[^我你他她的了是在不被成]{2,8})$"
        ),
        _badge,
    ),
    (pattern_of(r"(?P<noun>的?(?:性格|个性|脾气)(?:是|属于|上)?)?(?P<v>.{1,14})$"), _temper),
    (pattern_of(rf"(?:的)?(?:星座)?(?:是)?(?P<v>(?:{SIGNS}))的?"), _is),
    (
        pattern_of(
            r"(?:的)?(?:MBTI|mbti|人格)(?:类型|测试)?(?:的?结果)?(?:是|:"
            r"|：)?(?P<v>[A-Za-z]{4})"
        ),
        _is,
    ),
]
