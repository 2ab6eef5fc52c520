"""Where somebody lives and comes from, read out of Chinese."""

import re
from collections.abc import Iterator

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.clause_zh import Clause, Rule, ends, says
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.places_zh import address_in, city_in
from myosotis_server.understanding.values_zh import trim


def home(place: str, came_from: str = "") -> Iterator[Reading]:
    place = place.removeprefix("老家")
    city, address = city_in(place), address_in(place)
    left = city_in(came_from) if came_from else ""
    if city:
        gone = (Attribute("home_city", left),) if left and left != city else ()
        yield from says("home_city", city, ends=gone)
    if address:
        yield from says("home_address", address)


def _lives(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    yield from home(match["v"])


def _estate(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    city = city_in(match["v"])
    yield from says("home_city", city)
    if not city:
        yield from says("home_address", trim(match["v"]))


def _moves(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    yield from home(match["v"], match["from"] or "")


def _is_in(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    """ "我现在在上海" may be said on a journey, too."""
    city = city_in(match["v"])
    if city and not clause.is_once and match["v"].removesuffix("市").rstrip("了啊呢") == city:
        yield from says("home_city", city, is_inferred=not match["sure"])


def _left(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    if city := city_in(match["v"]):
        yield from ends(("home_city", city))


def _hometown(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    place = trim(re.sub(r"(?:那边|这边|的?一个.*|农村|乡下)?的?$", "", match["v"]))
    city = city_in(match["v"]) or (place if 2 <= len(place) <= 6 else "")
    yield from says("hometown", city)


_LIVING = (
    r"(?:[租暂寄借合蜗旅]{0,2}住|生活|定居|租房子?|安家|落户|居住|打拼|奋斗|闯荡|买了?房子?|扎根)"
)


RULES: list[Rule] = [
    (
        pattern_of(
            rf"(?:是)?(?:{_LIVING}[在到于]|(?:留|待|呆|漂|扎根|窝)在(?=[一-鿿]{{2}})|(?:定居|落户|安家|扎根|落脚)了?|住(?![宿院了过校着进不几多的]))(?P<v>.{{2,30}}?)(?:("
            rf"?:附近|这边|那边)?(?:住"
            rf"|生活)?了?.{{0,3}}[\d一二两三四五六七八九十好几半多]+个?[年月天周].*)?$"
        ),
        _lives,
    ),
    (
        pattern_of(
            r"住的?(?:那个|这个)?(?:小区|地方|房子|公寓|楼盘|宿舍楼)(?:叫做?|是"
            r"|在)(?P<v>.{2,20})"
        ),
        _estate,
    ),
    (
        pattern_of(
            rf"(?:是)?(?:一个人|长期|暂时)?在(?P<v>.{{2,20}}?)(?:{_LIVING})(?!过|院"
            rf"|校)(?:了|着|的|在|生活)?(?:(?:快|有)?.{{0,4}}[年月天](?:多?了)?)?$"
        ),
        _lives,
    ),
    (
        pattern_of(
            r"(?:从(?P<from>.{2,10}?))?(?:全家|我们)?(?:搬家?|移居|移民|定居|搬迁|迁"
            r"|回)(?:(?:到了?|来了?|去了?|回了?|至|在)(?:了)?|(?<=回))(?!和|跟|公司宿舍"
            r"|一起)(?P<v>.{2,20}?)(?:了|住了?|生活了?|定居了?|发展了?|来了"
            r"|去了)?(?:.{0,3}[年月天]了)?$"
        ),
        lambda m, c: (
            _moves(m, c)
            if not m.string.startswith("回") or re.search("定居|发展|住|生活", m.string)
            else iter(())
        ),
    ),
    (
        pattern_of(
            r"(?:的)?(?:家(?:现在|目前)?(?:就)?(?:住)?在|家住|家的?(?:里)?(?:住|地)址是?|家庭住址是?|住址是?"
            r"|地址是?|坐标|常驻|长居|常居|长住|久居|旅居|现居地?|base在?|落脚在)(?:是|:"
            r"|：)?(?P<v>.{2,30})$"
        ),
        _lives,
    ),
    (
        pattern_of(r"(?P<sure>人)?(?:待|呆|漂)?在(?P<v>.{2,8})$"),
        lambda m, c: (
            _is_in(m, c) if m["sure"] or "现在" in c.when or "目前" in c.when else iter(())
        ),
    ),
    (
        pattern_of(r"(?:来|到|去)(?:到|了)?(?P<v>[一-鿿]{2,5}?)了?$"),
        lambda m, c: (
            says("home_city", city_in(m["v"])) if re.search("毕业|退休", c.when) else iter(())
        ),
    ),
    (pattern_of(r"(?:不再|不|没|没有)住(?:在)?(?P<v>.{2,12}?)(?:了|住了){0,4}$"), _left),
    (
        pattern_of(r"不(?:再)?在(?P<v>.{2,8}?)(?:了|住了?|生活了?|待了?|发展了?|这边了?){1,5}$"),
        _left,
    ),
    (pattern_of(r"(?:搬离|搬出|离开|逃离)了?(?P<v>.{2,8}?)(?:了)?$"), _left),
    (pattern_of(r"搬家了$|搬了(?:新)?家"), lambda m, c: ends(("home_address", ""))),
    (
        pattern_of(r"的?(?:老家|家乡|籍贯|祖籍)(?P<v>[一-鿿]{2,10}?)(?:的|那边的?|人)?$"),
        lambda m, c: says("hometown", city_in(m["v"])),
    ),
    (
        pattern_of(
            r"(?:的?(?:老家|家乡|籍贯|祖籍|故乡)(?:其实)?(?:就|也|都|是|在|:|：){1,5}|是?(?:来自|出生在"
            r"|出生于|生在|生于|土生土长在))(?P<v>(?!农历"
            r"|阳历)(?!.{0,12}[日号])[^\d].{1,12}?)(?:的|那边的?|人|长大的?)?$"
        ),
        _hometown,
    ),
    (
        pattern_of(r"(?:是)?在(?P<v>.{2,8}?)(?:出生|长大|土生土长)(?:的|、长大的?|长大的?)?$"),
        _hometown,
    ),
]
