"""The phrases of a profile in Chinese, for each slot: 住在成都, 在腾讯做设计师, 对花生过敏."""

import re
from collections.abc import Callable, Sequence

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.profile_claims import (
    DATE,
    Claim,
    Known,
    is_han,
    values_of,
)
from myosotis_server.understanding.roles_zh import role_in

Wording = Callable[[Known], list[str]]


def listed(values: Sequence[str]) -> str:
    if len(values) < 2 or any("和" in value for value in values):
        return "、".join(values)
    return f"{'、'.join(values[:-1])}和{values[-1]}"


def of_all(template: str, *keys: str) -> Wording:
    """All values of those slots in one phrase."""

    def wording(known: Known) -> list[str]:
        values = values_of(known, *keys)
        return [template.format(listed(values))] if values else []

    return wording


def of_first(key: str, phrase: Callable[[Claim], str]) -> Wording:
    """The most important value of a slot in a phrase of its own."""
    return lambda known: [phrase(claim) for claim in known.get(key, ())[:1]]


def for_each(key: str, phrase: Callable[[str], str]) -> Wording:
    return lambda known: [phrase(value) for value in values_of(known, key)]


# Who they are

GENDERS = {
    **dict.fromkeys(("男", "man", "male", "boy", "guy", "bloke"), "男性"),
    **dict.fromkeys(("女", "woman", "female", "girl", "lady"), "女性"),
    **dict.fromkeys(("non-binary", "nonbinary"), "非二元性别"),
}


def age(claim: Claim) -> str:
    if "month" in claim.unit or "week" in claim.unit:
        return f"{claim.value}{'个月' if 'month' in claim.unit else '周'}大"
    return f"{claim.value}岁" if claim.value[-1:].isdecimal() else f"年龄{claim.value}"


def birthday(claim: Claim) -> str:
    if re.fullmatch(r"\d{4}", claim.value):
        return f"{claim.value}年出生"
    found = DATE.fullmatch(claim.value)
    if found is None:
        return f"生日是{claim.value}"
    day = f"{int(found['month'])}月{int(found['day'])}日"
    return f"{found['year']}年{day}出生" if found["year"] else f"生日是{day}"


def nationality(value: str) -> str:
    if not is_han(value):
        return f"国籍是{value}"
    return value if value.endswith(("族", "人")) else f"{value}人"


def personality(known: Known) -> list[str]:
    values = values_of(known, "personality")
    kinds = [value for value in values if _KIND_OF_PERSON.search(value)]
    tempers = [value for value in values if value not in kinds]
    phrases = [f"性格{'、'.join(tempers)}"] if tempers else []
    return [*phrases, f"是{listed(kinds)}"] if kinds else phrases


_KIND_OF_PERSON = pattern_of("(?:[子人者家派型控狂迷]|[A-Za-z])$")


def blood_type(claim: Claim) -> str:
    is_group = claim.value.isascii() and claim.value.isalpha() and len(claim.value) < 3
    return f"{claim.value}型血" if is_group else f"血型是{claim.value}"


_UNITS = {
    "cm": "厘米",
    "m": "米",
    "kg": "公斤",
    "lb": "磅",
    "lbs": "磅",
    "stone": "英石",
    "USD": "美元",
    "GBP": "英镑",
    "EUR": "欧元",
    "CNY": "元",
    "JPY": "日元",
}


def measure(claim: Claim) -> str:
    """Such as 175厘米; a value that is more than a number ("1米75") says its unit itself."""
    if not claim.unit or re.fullmatch(r"[\d.]+", claim.value) is None:
        return claim.value
    return claim.value + _UNITS.get(claim.unit, claim.unit)


def money(claim: Claim) -> str:
    """Such as 2万元; the period that may stand behind the unit is left out."""
    unit = claim.unit.partition("/")[0]
    amount = claim.value
    if claim.number is not None and claim.number >= 10_000 and claim.number % 1000 == 0:
        amount = f"{claim.number / 10_000:g}万"
    return amount + _UNITS.get(unit, unit)


def salary(claim: Claim) -> str:
    period = claim.unit.partition("/")[2]
    word = {"年": "年薪", "year": "年薪", "月": "月薪", "month": "月薪", "hour": "时薪"}
    return word.get(period, "工资") + money(claim)


# Work and study


def work(known: Known) -> list[str]:
    roles, firms, cities = (
        values_of(known, key) for key in ("occupation", "employer", "work_city")
    )
    phrases = [_IDLE[role] for role in roles if role in _IDLE]
    roles = [role for role in roles if role not in _IDLE]
    if firms and roles:
        phrases.append(f"在{listed(firms)}做{listed(roles)}")
    elif firms:
        phrases.append(f"在{listed(firms)}工作")
    elif roles:
        is_person = all(map(_is_person, roles))
        if cities:
            return [*phrases, f"在{listed(cities)}{'当' if is_person else '做'}{listed(roles)}"]
        phrases.append(f"{'是' if is_person else '做'}{listed(roles)}")
    if cities:
        place = f"在{listed(cities)}"
        phrases.append(f"工作地点{place}" if firms else f"{place}工作")
    return phrases


def _is_person(role: str) -> bool:
    """Whether it is what somebody is (护士) and not what somebody does (跨境电商)."""
    return bool(role_in(role, is_person=True) or _PERSON.search(role) or not is_han(role))


_IDLE = {
    **dict.fromkeys(("退休", "retired"), "已退休"),
    **dict.fromkeys(("失业", "待业", "unemployed", "between jobs"), "目前待业"),
}
_PERSON = pattern_of("(?:妈妈|爸爸|主妇|太太|[师员生者人家手长工监官警兵主士理])$")


def study(known: Known) -> list[str]:
    schools, grades, majors = (values_of(known, key) for key in ("school", "grade", "major"))
    said = " ".join(claim.said for claim in known.get("school", ()))
    phrases = []
    if schools and grades:
        phrases.append(f"在{listed(schools)}读{grades[0]}")
    elif grades:
        phrases.append(f"在读{grades[0]}")
    elif schools and re.search("毕业|畢業|graduat", said):
        phrases.append(f"毕业于{listed(schools)}")
    elif schools and re.search("[读讀]", said):
        phrases.append(f"就读于{listed(schools)}")
    elif schools:
        phrases.append(f"学校是{listed(schools)}")
    return [*phrases, f"专业是{listed(majors)}"] if majors else phrases
