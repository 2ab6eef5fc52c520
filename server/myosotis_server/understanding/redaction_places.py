"""From an address to the town that it lies in, which is all that is shown of it."""

import re

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.places_en import is_known_place
from myosotis_server.understanding.places_zh import city_in

# Districts of large cities that no other large city has one of the same name of; and 朝阳区, which
# Changchun has too, but of which Beijing's is meant nearly always.
_DISTRICTS = {
    "北京": "朝阳 海淀 西城 东城 丰台 石景山 门头沟 房山 通州 顺义 昌平 大兴 怀柔 平谷 密云 延庆",
    "上海": "浦东 浦东新 黄浦 徐汇 静安 虹口 杨浦 闵行 嘉定 松江 青浦 奉贤",
    "天津": "河西 河东 河北 红桥 东丽 西青 津南 北辰 武清 宝坻 滨海新",
    "重庆": "渝中 江北 沙坪坝 九龙坡 南岸 渝北 巴南 大渡口 北碚",
    "广州": "天河 越秀 海珠 荔湾 番禺 花都 黄埔 南沙 增城 从化",
    "深圳": "福田 罗湖 南山 宝安 龙岗 龙华 盐田 坪山 光明",
    "杭州": "上城 拱墅 西湖 滨江 萧山 余杭 临平 钱塘 富阳 临安",
    "南京": "玄武 秦淮 建邺 雨花台 栖霞 江宁 浦口 六合 溧水 高淳",
    "成都": "锦江 青羊 金牛 武侯 成华 龙泉驿 青白江 新都 温江 双流 郫都",
    "武汉": "江岸 江汉 硚口 汉阳 武昌 东湖高新 东西湖 蔡甸 江夏 黄陂",
    "西安": "碑林 莲湖 雁塔 未央 灞桥 长安 临潼",
    "苏州": "姑苏 虎丘 吴中 相城 吴江",
    "青岛": "市南 市北 崂山 李沧 即墨",
    "厦门": "思明 湖里 集美 海沧 同安 翔安",
    "郑州": "中原 二七 金水 管城 惠济",
    "长沙": "芙蓉 天心 岳麓 开福 雨花 望城",
}
_CITY_OF = {name: city for city, names in _DISTRICTS.items() for name in names.split()}
_NAMES = "|".join(sorted(map(re.escape, _CITY_OF), key=len, reverse=True))
_DISTRICT = pattern_of(rf"({_NAMES})区")

_PART = r"[一-鿿]{1,8}?(?:街道|大街|大道|路|街|胡同|镇|乡|村|小区|社区|花园|公寓|家园|大厦|苑)"
_TOWN = r"[一-鿿]{2,5}(?:省|自治区)"
_REST = (
    r"(?:(?!很|上|工|的|住|已|都|了|这|那|有|租|买|和|也|不|没|开|当|做)[一-鿿]{1,6}"
    r"(?=$|[，。！？；、,.!?;\s]))?"
)
DISTRICTS = pattern_of(
    rf"(?P<city>(?:{_TOWN})?[一-鿿]{{2,4}}?市)[一-鿿]{{1,5}}?[区县旗](?:{_PART}){{0,3}}{_REST}"
    rf"|(?:{_NAMES})区(?:{_PART}){{0,3}}{_REST}"
    rf"|(?<=[住在])(?!在)(?:[一-鿿]{{2,3}}?[区县](?<!小区)(?<!社区)(?<!地区)(?<!校区)(?<!郊区)"
    rf"(?<!市区)(?<!山区)(?<!园区)(?<!学区)(?:{_PART}){{0,3}}{_REST})"
)
"""Chinese places smaller than a town, as they are told without a house number."""
_STREET_AFTER = pattern_of("[东西南北中]?[一二三四]?(?:路|街|大道|大街|巷|弄|区|里|村)")
_LATIN_NAME = pattern_of(r"[^\W\d_][\w.'’]*(?:[ -][^\W\d_][\w.'’]*)*")
_BEHIND = pattern_of(r"\s?,\s?((?:[^\W\d_][\w.'’]*)(?: [^\W\d_][\w.'’]*){0,2})")
_HAN = pattern_of("[一-鿿]")


def town_of(address: str) -> str:
    """The town that `address` names or its district lies in; "" where that is not known."""
    if _HAN.search(address) is None:
        return _english_town(address)
    city = city_in(address)
    if city and _HAN.match(city) and city != address:
        at = address.find(city)
        if at >= 0 and _STREET_AFTER.match(address, at + len(city)) is None:
            return city
    district = _DISTRICT.search(address)
    return _CITY_OF[district[1]] if district is not None else ""


def town_behind(text: str, place: int) -> tuple[str, int]:
    """The well-known town that follows an address that ends at `place`, and where it ends itself.

    "" and `place` where none does: "12 Baker Street, London".
    """
    behind = _BEHIND.match(text, place)
    if behind is None:
        return "", place
    words = behind[1].split(" ")
    for count in range(len(words), 0, -1):
        name = " ".join(words[:count])
        if is_known_place(name.rstrip(".")):
            return name.rstrip("."), behind.start(1) + len(name.rstrip("."))
    return "", place


def _english_town(address: str) -> str:
    """The last town that an address in Latin letters names behind its street."""
    for part in reversed(address.split(",")[1:]):
        for found in _LATIN_NAME.finditer(part):
            words = found[0].split(" ")
            for size in (3, 2, 1):
                for start in range(len(words) - size + 1):
                    name = " ".join(words[start : start + size])
                    if is_known_place(name):
                        return name
    return ""
