"""Places named in Chinese: which town is meant, and whether a street or house is told."""

import re

import rjieba

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.roles_zh import names_firm

_CITY_NAMES = """
北京 上海 天津 重庆 香港 澳门 台北 高雄 台中 台南 新北 桃园 新竹 基隆 花莲
石家庄 唐山 秦皇岛 邯郸 邢台 保定 张家口 承德 沧州 廊坊 衡水 太原 大同 阳泉
长治 晋城 朔州 晋中 运城 忻州 临汾 吕梁 呼和浩特 包头 乌海 赤峰 通辽 鄂尔多斯
呼伦贝尔 沈阳 大连 鞍山 抚顺 本溪 丹东 锦州 营口 阜新 辽阳 盘锦 铁岭 朝阳
葫芦岛 长春 吉林 四平 辽源 通化 白山 松原 白城 延吉 哈尔滨 齐齐哈尔 鸡西 鹤岗
双鸭山 大庆 伊春 佳木斯 七台河 牡丹江 黑河 绥化 南京 无锡 徐州 常州 苏州 南通
连云港 淮安 盐城 扬州 镇江 泰州 宿迁 昆山 江阴 常熟 张家港 太仓 杭州 宁波 温州
嘉兴 湖州 绍兴 金华 衢州 舟山 台州 丽水 义乌 合肥 芜湖 蚌埠 淮南 马鞍山 淮北
铜陵 安庆 黄山 滁州 阜阳 宿州 六安 亳州 池州 宣城 福州 厦门 莆田 三明 泉州
漳州 南平 龙岩 宁德 晋江 南昌 景德镇 萍乡 九江 新余 鹰潭 赣州 吉安 宜春 抚州
上饶 济南 青岛 淄博 枣庄 东营 烟台 潍坊 济宁 泰安 威海 日照 临沂 德州 聊城
滨州 菏泽 郑州 开封 洛阳 平顶山 安阳 鹤壁 新乡 焦作 濮阳 许昌 漯河 三门峡 南阳
商丘 信阳 周口 驻马店 武汉 黄石 十堰 宜昌 襄阳 鄂州 荆门 孝感 荆州 黄冈 咸宁
随州 恩施 长沙 株洲 湘潭 衡阳 邵阳 岳阳 常德 张家界 益阳 郴州 永州 怀化 娄底
湘西 广州 韶关 深圳 珠海 汕头 佛山 江门 湛江 茂名 肇庆 惠州 梅州 汕尾 河源
阳江 清远 东莞 中山 潮州 揭阳 云浮 南宁 柳州 桂林 梧州 北海 防城港 钦州 贵港
玉林 百色 贺州 河池 来宾 崇左 海口 三亚 儋州 成都 自贡 攀枝花 泸州 德阳 绵阳
广元 遂宁 内江 乐山 南充 眉山 宜宾 广安 达州 雅安 巴中 资阳 西昌 贵阳 六盘水
遵义 安顺 毕节 铜仁 昆明 曲靖 玉溪 保山 昭通 丽江 普洱 临沧 大理 西双版纳 拉萨
日喀则 林芝 西安 铜川 宝鸡 咸阳 渭南 延安 汉中 榆林 安康 商洛 兰州 嘉峪关 金昌
白银 天水 武威 张掖 平凉 酒泉 庆阳 定西 陇南 西宁 银川 石嘴山 吴忠 固原 中卫
乌鲁木齐 克拉玛依 吐鲁番 哈密 喀什 伊宁 东京 大阪 京都 名古屋 札幌 福冈 横滨
神户 首尔 釜山 新加坡 曼谷 清迈 吉隆坡 槟城 雅加达 河内 胡志明市 马尼拉 伦敦
曼彻斯特 爱丁堡 利物浦 剑桥 牛津 巴黎 里昂 柏林 慕尼黑 法兰克福 汉堡 罗马 米兰
马德里 巴塞罗那 里斯本 阿姆斯特丹 布鲁塞尔 苏黎世 日内瓦 维也纳 布拉格 斯德哥尔摩
哥本哈根 奥斯陆 赫尔辛基 都柏林 莫斯科 圣彼得堡 纽约 洛杉矶 旧金山 西雅图 波士顿
芝加哥 休斯顿 华盛顿 费城 拉斯维加斯 圣地亚哥 硅谷 湾区 多伦多 温哥华 蒙特利尔
渥太华 悉尼 墨尔本 布里斯班 珀斯 阿德莱德 堪培拉 奥克兰 惠灵顿 迪拜 开罗 内罗毕
"""
_CITIES = frozenset(_CITY_NAMES.split())
_PROVINCES = (
    "河北|山西|内蒙古|辽宁|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|广西|海南|四川"
    "|贵州|云南|西藏|陕西|甘肃|青海|宁夏|新疆|台湾|吉林(?=省)"
)
_COUNTRY_NAMES = """
中国 美国 英国 法国 德国 日本 韩国 加拿大 澳大利亚 澳洲 新西兰 新加坡 马来西亚
泰国 越南 印度 印尼 菲律宾 俄罗斯 意大利 西班牙 葡萄牙 荷兰 比利时 瑞士 瑞典
挪威 芬兰 丹麦 爱尔兰 奥地利 波兰 希腊 土耳其 巴西 阿根廷 墨西哥 智利 埃及 南非
以色列 乌克兰 朝鲜 蒙古 缅甸 柬埔寨 老挝 尼泊尔
"""
_COUNTRIES = frozenset(_COUNTRY_NAMES.split())
_REGIONS = frozenset(
    {"东北", "西北", "西南", "华北", "华东", "华南", "江南", "潮汕", "闽南", "北方", "南方"}
)
_LEADS = pattern_of(rf"^(?:中国)?(?:(?:{_PROVINCES})省?(?:的|自治区)?|的)?")
_HOUSE = pattern_of(
    r"[路街巷弄]|\d号|[一二三四五六七八九十百]号|[栋幢]|单元|小区|花园|公寓|大厦"
    r"|大道|胡同|[苑庭邸](?!.)|新村"
)
_LATIN = pattern_of(r"(?!I |My )[A-Z][A-Za-z.'-]+(?: [A-Z][A-Za-z.'-]+){0,2}")
_LONGEST = 5
_PLACE_TAGS = frozenset({"ns", "nsf"})
_NO_PLACES = frozenset({"海关", "宜家", "海边", "山区", "市区", "郊区"})
_TAIL = pattern_of(r"(?:市区|市|这边|那边|附近|那里|这里|这儿|那儿|[了的啊呀呢吧啦哦]){1,5}$")


def is_country(name: str) -> bool:
    return name in _COUNTRIES


def city_in(place: str) -> str:
    """The town that `place` begins with, behind a province if there is one; "" if none is known.

    A province, region or country that is all that is told stands for the town. 市 is left off
    (新北市 → 新北), so that both ways of saying it are one value; 县, 镇 and 州 stay.
    """
    bare = _TAIL.sub("", place)
    if latin := _LATIN.match(bare):
        return latin[0]
    rest = _LEADS.sub("", bare)
    for length in range(min(_LONGEST, len(rest)), 1, -1):
        if rest[:length] in _CITIES and rest[length : length + 1] not in {"区", "路", "街"}:
            return rest[:length]
    if bare in _COUNTRIES or bare in _REGIONS:
        return bare
    for country in (bare[:2], bare[:3], bare[:4]):
        if country in _COUNTRIES:
            return _city_behind(bare, country)
    if not rest and bare:
        return bare.removesuffix("省")
    if _HOUSE.search(rest) or names_firm(rest) or not rest or len(rest) > 8:
        return ""
    word, tag = rjieba.tag(rest)[0]
    whole = word == rest or rest[len(word) :] in {"市", "县", "镇", "州"}
    if (
        tag in _PLACE_TAGS
        and word not in _NO_PLACES
        and len(word) > 1
        and whole
        and rest[-1] not in "区村"
    ):
        return rest.removesuffix("市")
    return rest[:-1] if len(rest) in (3, 4) and rest[-1] == "市" else ""


def _city_behind(place: str, country: str) -> str:
    behind = place[len(country) :].removeprefix("的")
    return (city_in(behind) if behind else "") or country


def address_in(place: str) -> str:
    """`place` where it names a street, a block or a house; "" else."""
    bare = _TAIL.sub("", place)
    if _HOUSE.search(bare) and not re.match(r"[一两几]?[个条]|学校|公司|附近", bare):
        return bare
    return (
        bare
        if re.fullmatch(r"[一-鿿]{2,3}区.{0,14}", bare) and not re.match(".?[市郊小城社]", bare)
        else ""
    )
