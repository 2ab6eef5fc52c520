"""Finds Chinese addresses down to the street and house. A mere city or district is none."""

import re
from collections.abc import Iterator

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.private_classes import Private, PrivateClass

_HINT = pattern_of("[号號室栋棟幢座弄址巷]|单元|住所")
_HAN = "一-鿿"
_COUNT = r"(?:[0-9]{1,5}|[一二三四五六七八九十百零〇两]{1,5})"
_ROAD = r"(?:大道|大街|公路|胡同|路|街|巷|弄|道|里|村|段|條|条)"
_UNIT = (
    rf"(?:[甲乙丙丁东西南北]|[A-Za-z]-?)?{_COUNT}(?:[A-Za-z]|[-—][0-9]{{1,5}}){{0,3}}\s?"
    r"(?:号楼|號樓|号院|號院|号|號|楼|樓|栋|棟|幢|座|单元|單元|门|門|层|層|室|房|户|戶|弄|巷"
    r"|段|组|期|之[0-9一二三四五六]|[Ff]\b)"
)
_BUILT = rf"[{_HAN}]{{2,10}}?(?:大厦|大廈|广场|中心|大楼|公寓|花园|小区|家园|国际)"
_TAIL = (
    rf"(?:[\s,，、]?(?:{_UNIT}|{_BUILT}|[A-Za-z东西南北][座栋幢区塔]"
    rf"|(?:[A-Za-z]?[0-9]{{2,4}}(?:-[0-9]{{1,4}}){{0,2}})(?![0-9]|[年月日点元块]))){{0,8}}"
)
_STREET_ZH = pattern_of(
    rf"(?<![一這这那走坐])(?P<road>[东西南北中]?(?:{_ROAD}))"
    rf"(?:[东西南北中]?[一二三四五六七八九十东南西北]{{0,2}}(?:段|巷|弄|條|条|里|街))?"
    rf"\s?(?P<house>(?:{_COUNT}|[甲乙丙]{_COUNT})(?:[-—]{_COUNT}){{0,3}}\s?(?:弄|巷|号院|號院"
    rf"|号楼|號樓|号|號))"
    rf"(?P<tail>{_TAIL})"
)
_BUILDING_ZH = pattern_of(
    rf"(?P<building>(?:[A-Za-z]-?)?{_COUNT}\s?(?:号楼|號樓|栋|棟|幢|座)|[A-Za-z]\s?[座栋幢])"
    rf"(?P<tail>{_TAIL})"
)
_ROOM = pattern_of(r"(?:单元|單元|室|房|户|戶|层|層|楼|樓|[0-9]{3,4})")
_ESTATE = pattern_of(
    r"(?:小区|社区|花园|公寓|家园|新村|苑|城|府|湾|庭|园|公馆|宿舍|校区|国际|名邸|别墅|庄园"
    r"|大厦|广场|中心|里|坊"
    r"|新城|小區|花園|大廈|家園|[一二三四五六七八九十0-9]期|[东西南北]区)$"
)
_NOT_A_ROAD = pattern_of(
    r"(?:走|迷|赶|上|半|一|线|铁|电|思|出|问|跑|后|前|这|那|哪|条|同|顺|绕|带|认|修|让|网|逛"
    r"|满|过|压|知|难|味|报|频|赛|轨"
    r"|通|管|渠|隧|几|每|说|做|公|人|地|厚|霸|家|心|这|哪|那|夜|手|眼|屋|车|店|城|班|我们|我"
    r"|全|俺|咱|阶|片|时|手|[0-9０-９])$"
)
_LEFT = pattern_of(rf"[{_HAN}A-Za-z0-9·（）()]{{1,32}}$")
_NOT_OF_IT = pattern_of(
    r"(?:住址|地址|住所|住处|居住)(?:就|都)?(?:是|在|为)?"
    r"|[住搬寄送发送回去来到往从离在是为叫给位]+(?:于|到|在|去|至|了|过|的)?"
    r"|[我你他她它您咱](?:们|家)?|家(?:住|在)|公司|[和跟与](?=我|他|她)|现在|目前|以前|之前"
    r"|就|新家|老家|附近"
)
_DATE_AFTER = pattern_of(
    r"[，,\s]?(?:下午|上午|晚上|早上|中午|凌晨|傍晚|开始|结束|出发|那天|之前|以后|之后|左右"
    r"|前|后|放假|到期|发|考|开|走|去|要|回|见|要)"
)
_NOT_A_HOUSE = pattern_of(
    r"线|桌|球|选手|位|种|员工|机|店|线路|车|字|文件|公告|口|窗口|馆|厅|展|令|病房|台|楼梯"
    r"|电梯|出口|地铁|登机"
)
_HOME_CUE = pattern_of(r"(?:住|地址|家在|搬|寄|送到|快递|收货|租|房子|宿舍)[^。！？\n]{0,16}$")
_ADMIN = pattern_of(r"[省市区區县縣镇鎮乡鄉州]")
_TOLD_ZH = pattern_of(
    r"(?<!IP)(?<!ip)(?<!Ip)(?<![件箱网络存链子C包])(?:家庭|收货|收件|收貨|通讯|详细|具体"
    r"|公司|邮寄|寄件|户籍|居住|现住|家里|新家)?"
    r"(?:地址|住址|住所)(?:[是为:：]|改[成为]了?|换[成为]了?"
    r"|在)\s*(?P<value>[^。！？；;!?\n]{3,80})"
)
_TOLD_DETAIL = pattern_of(
    rf"{_COUNT}\s?(?:号|號|室|栋|幢|楼|单元|弄|巷|组|户)|[{_HAN}]{{2}}(?:路|街|巷|胡同|大道"
    rf"|弄|小区|花园|公寓|村)"
)


def chinese_addresses(shadow: str) -> Iterator[Private]:
    """Every address of `shadow`, in no order; they may overlap."""
    if _HINT.search(shadow) is None:
        return
    for match in _STREET_ZH.finditer(shadow):
        head = _head(shadow, match.start())
        name = shadow[head : match.start()]
        if (
            not name
            or _NOT_A_ROAD.search(name)
            or (
                match["road"] in "里村段条條"
                and not (_ADMIN.search(name) or match["tail"] or re.search("[路街巷]", match[0]))
            )
        ):
            continue
        if not match["tail"] and _NOT_A_HOUSE.match(shadow, match.end()):
            continue
        if (
            not match["tail"]
            and not _ADMIN.search(name)
            and _DATE_AFTER.match(shadow, match.end())
            and len(name) < 2
        ):
            continue
        yield Private(head, match.end(), PrivateClass.ADDRESS)
    for match in _BUILDING_ZH.finditer(shadow):
        head = _head(shadow, match.start())
        name = shadow[head : match.start()]
        cue = _HOME_CUE.search(shadow[max(0, head - 20) : match.start()]) is not None
        estate = _ESTATE.search(name) is not None
        room = _ROOM.search(match["tail"]) is not None
        if (room and (cue or len(name) >= 2)) or (estate and cue and name):
            yield Private(head, match.end(), PrivateClass.ADDRESS)
    for match in _TOLD_ZH.finditer(shadow):
        if _TOLD_DETAIL.search(match["value"]):
            start, end = match.span("value")
            yield Private(start, end, PrivateClass.ADDRESS)


def _head(shadow: str, place: int) -> int:
    """Where the place names before `place` begin: after the last word that is none of them."""
    left = _LEFT.search(shadow[max(0, place - 32) : place])
    if left is None:
        return place
    text = left[0]
    cut = 0
    for word in _NOT_OF_IT.finditer(text):
        if word.end() < len(text):
            cut = word.end()
    return place - len(text) + cut
