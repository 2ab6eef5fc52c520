"""Values cut out of Chinese words: without measure words, particles and marks; numbers, names."""

import re
from collections.abc import Iterator

from myosotis_server.understanding.patterns import pattern_of

_DIGITS = {character: number for number, character in enumerate("零一二三四五六七八九")} | {
    "〇": 0,
    "两": 2,
    "俩": 2,
}
_UNITS = {"十": 10, "百": 100, "千": 1_000, "万": 10_000, "k": 1_000, "K": 1_000}
_UNITS |= {"w": 10_000, "W": 10_000}
_NUMERALS = "零〇一二两三四五六七八九十百千万"
NUMBER = (
    rf"(?:\d{{1,9}}(?:\.\d{{1,3}})?"
    rf"|[{_NUMERALS}]{{1,9}})(?:[万千百kKwW](?:\d{{1,4}}|[{_NUMERALS}]{{1,6}})?)?"
)
"""Matches what `number_of` reads."""

_MEASURES = "杯瓶罐壶碗盘份块颗只条匹头个位名辆台部架把套张本首支根包盒种家间款件口双点些升"
_LEAD = pattern_of(
    rf"^(?:[\s\"'“”‘’「」『』《》〈〉:：]|是(?!非)|了(?!解|不)|着(?!装)|那种|这种"
    rf"|各种各样的?|各种|所有的?|一切"
    rf"|[一二两三四五六七八九十几半\d]{{1,2}}(?:大|小)?[{_MEASURES}](?![人点头])|[个些](?![人性])"
    rf"|杯(?!子)|点儿?(?![心赞])"
    r"|像|比如|例如|叫做?(?=[《“「『])){1,5}"
)
_TAIL = pattern_of(
    r"(?:[\s\"'“”‘’「」『』《》〈〉~～.…!！。)）]"
    r"|[了啊呀哦噢呢啦嘛哟呗喔哇咯的]|(?<!摩)耶|(?<![酒网贴水书])吧"
    r"|之类的?|什么的|等等|这件事|这种东西|这样的|来着|而已|(?<=[一-鿿]{2})(?<!哈)哈++"
    r"|就行|就好|就可以){1,5}$"
)
_REASON = pattern_of(
    r"(?<=.)(?:因为|但是|但(?!丁)|不过|而且|所以|虽然|可是|然后|尤其|特别是|胜过"
    r"|超过|多过|多于|[,，;；（(]|是因为|是为了|主要是)"
)
_LIST = pattern_of(
    r"[、&]|(?<=[一-鿿])/(?=[一-鿿])|(?<=.)(?:以及|还有"
    r"|和(?![牛平服风谐声面善田])|跟(?!风|团))"
)
_NAME_END = pattern_of(r"今年|来自|住在|的|就是|就[好行可]|[,，（(。]|已经|是个|是一|现在")
_NAME = pattern_of(
    r"[一-鿿]{1,4}|[一-鿿]{1,6}[·・.][一-鿿]{1,8}"
    r"|[A-Za-z][A-Za-z'.-]{0,20}(?: [A-Za-z'.-]{1,20}){0,2}"
    r"|[A-Za-z]{0,8}[一-鿿]{1,3}[A-Za-z]{0,8}|[一-鿿]{5,7}"
)
_NO_NAME = pattern_of(
    r"^[了你他她它车醒不没人外救谁我这那啥]|什么|怎么|哪|谁|几|啥|^(?:一|两)[个声下杯份]|一声|为$"
)


def trim(value: str) -> str:
    """`value` bare; "" where nothing but marks and particles would be left."""
    cut = _REASON.split(value, maxsplit=1)[0]
    bare = _LEAD.sub("", cut)
    return _TAIL.sub("", bare) or bare.strip(" 的了")


def listed(value: str) -> Iterator[str]:
    """The bare values of a list such as "爬山、摄影和画画"."""
    for part in _LIST.split(value)[:8]:
        bare = trim(part)
        if bare:
            yield bare


def name_in(value: str) -> str:
    """The name that `value` begins with, "" where it is none ("我叫了外卖")."""
    value = value.strip(" \"'“”‘’「」『』:：")
    name = _TAIL.sub("", _NAME_END.split(value, maxsplit=1)[0]) or value
    if _NO_NAME.search(name) or not _NAME.fullmatch(name):
        return ""
    return name


def number_of(written: str) -> float | None:
    """28, 二十八, 一万五 (15000), 1万5, 2.5万, 15k; None for what is no number."""
    written = written.replace(",", "")
    try:
        return float(written)
    except ValueError:
        pass
    total = section = digit = 0.0
    unit = 1
    run = re.findall(r"\d+(?:\.\d+)?|\D", written)
    for sign in run:
        if sign in _UNITS:
            unit = _UNITS[sign]
            if unit >= 10_000:
                total += (section + digit or 1) * unit
                section = 0
            else:
                section += (digit or 1) * unit
            digit = 0
        elif sign in _DIGITS:
            if sign in "零〇":
                unit = 10
            digit = digit * 10 + _DIGITS[sign] if digit and unit == 1 else _DIGITS[sign]
        else:
            try:
                digit = float(sign)
            except ValueError:
                return None
            if digit >= 10:
                unit = 10
    # 一万五 is 15000 and 三千五 is 3500, but 三千零五 and 25 are what they say.
    tail = digit * (unit // 10) if unit >= 100 and 0 < digit < 10 else digit
    return total + section + tail


def plain(number: float) -> str:
    """28.0 → "28", 62.5 → "62.5"."""
    return str(int(number)) if number == int(number) else f"{number:g}"
