"""Amounts and how they change, read out of Chinese: pay, rent, weight and height."""

import re
from collections.abc import Iterator
from dataclasses import replace

from myosotis_server.memory.reading import Reading
from myosotis_server.understanding.clause_zh import OWN, Clause, Rule, says
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.values_zh import NUMBER, number_of, plain

_METRES = pattern_of(
    r"(?P<m>[12一两])(?:米|m|M)(?P<cm>\d{1,2}"
    r"|[零〇一二三四五六七八九]{1,2})(?!\d)"
)
_MOVED = (
    r"(?:从[^，]{1,6}?(?=[涨升降加减掉跌胖瘦到])|现在|目前|已经|今年|去年|上个?月|这个月|直接|居然|竟然|一下子?|税前|税后|到手|平均|每个?月|一个?月"
    r"|一月|每月|大概|大约|差不多|左右|只有?|不到|超过|接近|将近|只要|就要|说是|其实|刚刚?|才|也|又|都|就|快|约"
    r"|终于|总算|突然|刚好|正好|一直|稳定|保持|维持|控制|在|是|有|要|得|能|拿|交|付|花|涨|升|加|提高?|跳|降|减|跌|掉|调|胖|瘦|长高?|飙|回|到|成|至|了|的|，|:|：){0,9}"
)
_TURNED = (
    r"(?:涨|升|加|提|降|减|跌|掉|调|胖|瘦|长|飙|回|吃|饿|练|跑|肥|控制|维持|保持"
    r"|恢复)(?:回|高)?(?:到|成|至|在)了?"
)


def _number(match: re.Match[str]) -> float | None:
    """The amount; 一 of 一个月 is none of it."""
    written = match["n"]
    behind = match.string[match.end("n") :]
    return number_of(written[:-1] if behind.startswith(("个月", "月")) else written)


def _pay(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    number = _number(match)
    if (
        number is None
        or number < 100
        or (match["sure"] is None and "月" not in clause.when + match[0])
    ):
        return
    unit = "元/年" if "年" in match["noun"] else "元"
    yield from says("salary", plain(number), number=number, unit=unit)


def _rent(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    number = _number(match)
    if number and number >= 100:
        for reading in says("rent", plain(number), number=number, unit="元"):
            yield replace(reading, subject=OWN if clause.kin == "房东" else "")


def _weight(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    number = _number(match)
    unit = (match["unit"] or "").lower()
    if number and (unit or match["lead"]) and 1 <= number <= 500:
        yield from says(
            "weight", plain(number), number=number, unit="kg" if unit == "千克" else unit
        )


def _height(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    value = match["v"]
    if metres := _METRES.search(value):
        rest = metres["cm"]
        digits = "".join(str(int(number_of(sign) or 0)) for sign in rest)
        whole = 100 * (number_of(metres["m"]) or 0)
        number = whole + float(digits.ljust(2, "0"))
    elif found := re.match(rf"({NUMBER})\s*(cm|CM|厘米|公分|米|m|M)?", value):
        number = number_of(found[1]) or 0
        if number < 3:
            number = round(number * 100, 1)
        if re.fullmatch("[一二三四五六七八九]{3}", found[1]):
            number = float("".join(str(int(number_of(sign) or 0)) for sign in found[1]))
    else:
        return
    if 40 <= number <= 250:
        yield from says("height", plain(number), number=number, unit="cm")


RULES: list[Rule] = [
    (
        pattern_of(
            rf"(?:的?身高|[^我你他她它的妈爸猫狗]{{0,8}}?身高|的?海拔|的?个[子头]|净身高|长){_MOVED}(?:不高|挺高)?，?(?P<v>.{{2,12}})"
        ),
        _height,
    ),
    (
        pattern_of(
            r"(?:有|是|高|长到了?|长高到了?|蹿到了?)?(?P<v>[12一](?:米"
            r"|m)[\d一二三四五六七八九]{1,2}|1[4-9]\d(?:cm|CM|厘米|公分)"
            r"|[12]\.\d{1,2}米)(?:高|的个子|左右|的个头|的身高|多|出头)?(?:了|啊)?$"
        ),
        _height,
    ),
    (
        pattern_of(
            rf"(?P<lead>[^我你他她它妈爸猫狗]{{0,8}}?体重{_MOVED}|(?:(?:从[^，]{{1,6}}?)?{_TURNED}|重|称了一下)|有)?(?P<n>{NUMBER})\s*"
            r"(?P<unit>公斤|斤|kg|KG|Kg|千克)?(?:了|左右|重|啊|多|的样子|出头){0,4}$"
        ),
        lambda m, c: _weight(m, c) if m["unit"] or "体重" in m[0] else iter(()),
    ),
    (
        pattern_of(
            rf"(?:[^我你他她它妈爸店铺]{{0,8}}?(?:房租|租金)|租的?(?:这|那)?(?:个|套|间)?(?:房子?|公寓|单间)|租房|(?:的?房子?|公寓|单间)(?:的)?"
            rf"(?:现在|目前)?(?:每个?月|一个?月|每月)?(?:的)?(?:房租|租金)?(?=.*租)){_MOVED}(?:房租|租金)?{_MOVED}(?P<n>{NUMBER})(?:块|元)?"
        ),
        _rent,
    ),
    (
        pattern_of(
            rf"(?:每个?月|一个月|每月)?(?:的)?(?:要|得)?(?:交|付|掏|花)(?P<n>{NUMBER})(?:块"
            rf"|元)?(?:钱)?(?:的)?(?:房租|租金|租房)"
        ),
        _rent,
    ),
    (
        pattern_of(
            rf"(?P<noun>的?(?:税前|税后|每个?月|一个月|每月|平均|现在){{0,4}}(?:的)?(?:基本)?(?:(?P<sure>[^我你他她它妈爸]{{0,6}}?(?:月薪"
            rf"|工资|年薪|薪水|薪资|月收入|年收入|收入|底薪|月入|年入|薪酬|到手))|能?拿到?|能?挣"
            rf"|能?赚|发)){_MOVED}(?P<n>{NUMBER})(?:块|元|人民币|左右|多|来|几|上下|出头){{0,4}}(?:钱|了){{0,2}}(?:加.{{1,6}})?$"
        ),
        _pay,
    ),
]
