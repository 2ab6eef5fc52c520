"""Who somebody is, read out of Chinese: names, age, birthday, body, origin and home."""

import re
from collections.abc import Iterator

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.clause_zh import OWN, Clause, Rule, ends, says
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.people_zh import SLOT_OF_KIN
from myosotis_server.understanding.values_zh import NUMBER, name_in, number_of, plain, trim

_HANZI = "[零〇一二三四五六七八九十]{1,3}"
_DATE = pattern_of(
    rf"(?:(?P<year>\d{{4}}|\d{{2}}"
    rf"|[零〇一二三四五六七八九]{{2,4}})年)?的?(?P<moon>农历"
    rf"|阴历)?(?P<month>\d{{1,2}}|{_HANZI}|[腊正冬](?=月))(?:月|[./-])"
    rf"(?P<day>\d{{1,2}}|初?{_HANZI})(?:[日号]|$|(?!\d))"
)
_WRITTEN = pattern_of("[二三四五六七八九]?十[一二三四五六七八九]?")
"""An age told by itself: "我都六十二了"."""
_ISO = pattern_of(r"((?:19|20)\d{2})[-/.](\d{1,2})[-/.](\d{1,2})")


def _name(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    if clause.kin not in SLOT_OF_KIN or clause.is_named:
        yield from says("name", name_in(match["v"]))


def _not_name(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    if name := name_in(match["v"]):
        yield from ends(("name", name))


def _nickname(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    yield from says("nickname", name_in(match["v"]))


def _named_by(match: re.Match[str]) -> Iterator[Reading]:
    if name := name_in(match["v"]):
        yield Reading(Attribute("nickname", name), subject=OWN)


def _age(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    number = number_of(match["n"])
    told = (
        match["unit"]
        or "今年" in clause.when
        or match["lead"]
        or (
            _WRITTEN.fullmatch(match["n"])
            and match[0].endswith("了")
            and re.search("都|已经", clause.when)
        )
    )
    if number is None or not told or not 0 < number < 120 or clause.is_future:
        return
    if match["half"]:
        number += 0.5
    yield from says("age", plain(number), number=number, unit="岁")


def birthday_in(written: str) -> str:
    """ "1995年5月4号" → "1995-05-04", "五月四号" → "05-04"; "" if it is no date."""
    if iso := _ISO.search(written):
        return f"{iso[1]}-{int(iso[2]):02}-{int(iso[3]):02}"
    found = _DATE.search(written)
    if found is None:
        return ""
    if found["moon"] or "初" in found["day"] or found["month"] in "腊正冬":
        return "农历" + found["month"] + "月" + found["day"]
    month, day = number_of(found["month"]), number_of(found["day"])
    if not month or not day or month > 12 or day > 31:
        return ""
    date = f"{int(month):02}-{int(day):02}"
    return f"{year_in(found['year'])}-{date}" if found["year"] else date


def year_in(written: str) -> str:
    """ "1995", "95", "九五" and "一九九五" as four digits."""
    digits = "".join(
        character
        if character.isdigit() and character.isascii()
        else str("零一二三四五六七八九".find(character.replace("〇", "零")))
        for character in written
    )
    if len(digits) == 4:
        return digits
    return ("20" if digits < "25" else "19") + digits


def _birthday(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    yield from says("birthday", birthday_in(match["v"]))


def _birthyear_in(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    yield from says("birthday", year_in(match["v"]))


def _nation(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    yield from says("nationality", trim(match["v"]).removesuffix("国籍").removesuffix("籍"))


def _religion(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    creed = trim(match["v"])
    yield from says(
        "religion", {"佛": "佛教", "主": "基督教", "耶稣": "基督教", "道": "道教"}.get(creed, creed)
    )


def _blood(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    yield from says("blood_type", match["v"].upper())


def _contact(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    if mail := re.search(r"[\w.+-]{1,40}@[\w-]{1,30}(?:\.\w{2,10}){1,3}", match["v"]):
        yield from says("email", mail[0])
    elif number := re.search(r"\+?\d[\d -]{5,18}\d", match["v"]):
        yield from says("phone_number", number[0])


RULES: list[Rule] = [
    (
        pattern_of(
            r"(?:叫做?|名叫|(?:身份证|护照|户口本|证件|户口)(?:上)?(?:写|登记|印)?的?名字?(?:就)?(?:是|叫)|的?(?:大名|全名|真名|本名|中文名|英文名|名字|姓名)(?:就"
            r"|其实)?(?:是|叫做?|:|：)?)(?P<v>.{1,24})"
        ),
        _name,
    ),
    (pattern_of(r"(?:名字)?(?:并)?不(?:是)?叫(?P<v>.{1,12})"), _not_name),
    (
        pattern_of(
            r"(?:的?(?:外号|绰号|小名|昵称|网名|乳名|花名)(?:是|叫做?|:|：)?|(?:大家伙?|大伙儿?|哥们儿?"
            r"|朋友们?|同事们?|同学们?|家里?人|别人|身边的?人|他们|我妈|爸妈)(?:平时"
            r"|一般|经常|从小)?[都也]?(?:喜欢)?(?:管我)?(?:叫|喊|称呼)(?:我|(?<=管我叫))|平时的?外号)(?P<v>.{1,12})"
        ),
        _nickname,
    ),
    (
        pattern_of(
            r"给我[起取]了?(?:一?个)?(?:外号|绰号|花名|昵称|小名)(?:就?叫做?|是|：|:)?(?P<v>.{1,8})$"
        ),
        lambda m, c: _named_by(m),
    ),
    (
        pattern_of(
            rf"(?P<lead>的?年龄(?:是)?|虚岁|周岁|刚?满|刚好|正好|今年|年满)?(?:了|有"
            rf"|是)?(?P<n>{NUMBER})(?P<unit>周?岁)?(?P<half>半)?(?:多|出头|左右|整|高龄)?(?:了"
            rf"|啦|的人了?|咯|喽|哦|啊){{0,4}}(?:$|[，,])"
        ),
        _age,
    ),
    (
        pattern_of(rf"过(?:完|了)(?P<lead>)(?P<n>{NUMBER})(?P<unit>周?岁)(?P<half>)(?:的)?生日"),
        _age,
    ),
    (
        pattern_of(
            r"的?(?:阳历|公历|农历|阴历)?(?:生日|出生日期|出生年月日?)(?:就|应该)?(?:是|在|:|：)?(?P<v>.{2,20})"
        ),
        _birthday,
    ),
    (
        pattern_of(
            r"(?:是)?(?:出生于|出生在|生于"
            r"|生在)?(?P<v>(?:\d{2,4}年)?.{1,3}月(?:.{1,4}[日号]|初.{1,2}(?=生|出生)))(?:出生|生|过生日"
            r"|的生日)?的?"
        ),
        lambda m, c: _birthday(m, c) if re.search("生", m.string) else iter(()),
    ),
    (
        pattern_of(r"(?:是)?(?:出生于|出生在|生于|生在)?(?P<v>(?:19|20)?\d{2})年(?:出生|生)?的?$"),
        lambda m, c: _birthyear_in(m, c) if re.search("生|的", m.string) else iter(()),
    ),
    (pattern_of(r"的?(?:国籍|民族)(?:是|:|：)?(?P<v>.{1,8})"), _nation),
    (
        pattern_of(
            r"(?:是)?(?:拿的是|拿到?了?|持有?|入了?|加入了?|换成?了?|改成?了?)(?P<v>[一-鿿]{2,6}?)(?:护照|国籍|籍)"
        ),
        _nation,
    ),
    (
        pattern_of(
            r"(?:信仰|信奉|皈依了?|的?宗教(?:信仰)?是|信)(?P<v>佛教?|主|耶稣|基督|天主|上帝|真主|妈祖|观音|道教?"
            r"|.{1,4}教)(?:的|了)?(?:$|，)"
        ),
        _religion,
    ),
    (pattern_of(r"的?血型(?:是|:|：)?(?:RH阴性)?(?P<v>AB|A|B|O|ab|a|b|o)型?"), _blood),
    (pattern_of(r"的?(?:性别|身份)(?:是|:|：)?(?P<v>[男女])"), lambda m, c: says("gender", m["v"])),
    (
        pattern_of(
            r"的?(?:手机号码?|电话号?码?|手机|联系方式|邮箱|邮件"
            r"|[Ee]-?mail)(?:地址)?(?:是|:|：)?(?P<v>.{6,60})"
        ),
        _contact,
    ),
]
