"""Words for what people do, whom they work for and where they study, in Chinese."""

import re

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.values_zh import trim

_ROLE = pattern_of(
    r"(?:师|[^会党团成队一演]员|演员"
    r"|(?<!女)(?<!男)(?<!先)(?<!独)(?<!人)(?<!出)(?<!医)生|医生"
    r"|[^打手人分员职]工|员工"
    r"|(?:作|画|音乐|科学|艺术|企业|创业|银行|书法|漫画|舞蹈|评论|收藏|摄影|投资"
    r"|小说|专)家|(?:歌|鼓|吉他|贝斯|水|枪|猎|选|操盘)手"
    r"|教授|讲师|博士后?|硕士|司机|老板|经理|总监|主管|助理|顾问|秘书|会计|出纳"
    r"|护士|律师|警察|民警|交警|军人|士兵|农民|渔民|工人"
    r"|[店校院厂站所科处局部行团船机护士]长|导演|编剧|编辑|记者|模特|主播|博主"
    r"|[uU][pP]主|网红|作者|写手|店主|主妇|主夫|[全]职(?:妈妈|爸爸|太太)|宝妈"
    r"|自由职业者?|自媒体人?|个体户|创业者|打工人|打工仔|码农|程序猿|社畜|教练"
    r"|裁判|保安|保洁|保姆|月嫂|护工|门卫"
    r"|外卖小哥|外卖员|骑手|快递小哥"
    r"|空姐|空少|海员|飞行员|宇航员|裁缝|木匠|铁匠|[^本]匠|法官|检察官|外交官"
    r"|军官|公务员|村官|志愿者|学者|研究员|兽医|牙医|中医|法医|大夫|校医"
    r"|合伙人|创始人|经纪人|撰稿人|主持人|媒体人|手艺人|生意人|商人|猎头|代理人|负责人|制片人|牧师|神父|和尚|道士|厨子|大厨"
    r"|(?:医药|销售|客户|业务|课)代表|幼教|外教|助教|家教|私教|电工|焊工|HR|PM|CEO|CTO|CFO|COO|HRBP|DBA|SRE|TA"
    r"|[Ff]reelancer|[Ee]ngineer|[Dd]eveloper|[Mm]anager|[Dd]esigner|[Tt]eacher|[Nn]urse"
    r"|[Dd]octor|[Ll]awyer|[Aa]nalyst)$"
)
_FIELD = pattern_of(
    r".{0,4}(?:审计|前台|客服|销售|运营|产品|行政|人事|财务|采购|文案|策划|法务"
    r"|公关|市场|测试|开发|前端|后端|全栈|运维|算法|设计|美工|原画|剪辑|后期"
    r"|中介|代购|科研|翻译|直播|带货|IT|数据分析|风控|咨询|培训|质检|仓管|物流"
    r"|外贸|电商)"
)
_ALONE = pattern_of(
    r"前台|客服|销售|运营|产品|测试|前端|后端|全栈|运维|算法|美工|中介|代购|翻译"
    r"|原画|文案|策划|法务|财务|行政"
)
_NO_ROLE = pattern_of(
    r"[我你他她它不很最想没谁]|学长|家长|成员|会员|考生|新生|^.?一员|前男|前女"
    r"|什么|哪|朋友|同学|邻居|医院|人生$|养生|卫生$|产品$(?<!.产品)(?<!^产品)"
    r"|[天月年周号日]生$|月.*生$|^的|学生?时|出生|亲生|希望|考上|小时"
)
_FIRMS = pattern_of(
    r"腾讯|阿里巴巴|阿里|字节跳动|字节|百度|华为|美团|京东|小米|网易|滴滴|拼多多"
    r"|快手|哔哩哔哩|[Bb]站|携程|蚂蚁|谷歌|微软"
    r"|苹果|亚马逊|特斯拉|比亚迪|大疆|联想|海尔|格力|美的|中兴|顺丰|知乎|小红书"
    r"|抖音|微信|淘宝|滴滴|富士康|蔚来|理想|英特尔|英伟达|三星"
    r"|索尼|国家电网|中石油|中石化|中国移动|中国联通|中国电信|工行|建行|农行"
    r"|中行|招行|普华永道|德勤|安永|毕马威|麦肯锡|星巴克|麦当劳|肯德基|海底捞"
)
_ORG = pattern_of(
    r"(?:公司|集团|医院|大学|学院|中学|高中|初中|小学|幼儿园|银行|[^邮厨]局"
    r"|事务所|研究所|派出所|设计院|研究院|法院|检察院"
    r"|厂|店|报社|出版社|旅行社|律所|外企|国企|央企|私企|大厂|机构|工作室|证券"
    r"|保险|基金|政府|部门|单位|部队|咖啡馆|餐厅|酒店|超市"
    r"|图书馆|博物馆|电视台|科技|网络|传媒|健身房|诊所|实验室|投行|一中|二中"
    r"|附中|社区|中心|机关|学校|药房|酒吧|机场|铁路|地铁)$"
)
_BARE_PLACE = pattern_of(
    r"^(?:公司|单位|家|家里|外面|外地|老家|这里|那里|这边|那边|学校|办公室|部门"
    r"|工地|当前公司|(?:现在|之前|以前|这|那|同|同行)的?(?:家|个)?(?:公司"
    r"|单位).*|一起|线上|网上|海外|国外|国内)$"
)
_LATIN = pattern_of(r"[A-Z][A-Za-z0-9&.'-]{1,20}(?: [A-Za-z0-9&.'-]{1,20}){0,3}")
_SCHOOL = pattern_of(
    r"(?:大学|学院|中学|高中|小学|[一二三四五六七八九十]中|附中|附小|实验学校"
    r"|外国语学校|职高|技校|党校|军校|警校|幼儿园|University|College)$"
    r"|^(?:清华|北大|复旦|浙大|上交|南大|中科大|人大|武大|华科|同济|厦大|中大"
    r"|川大|山大|吉大|南开|天大|哈工大|西交|北航|北理|北师大|华师大?"
    r"|央美|国美|北影|中戏|上戏|[一-鿿]{2}(?:美院|传媒|外国语|财经|政法|交大|师大|农大|医大|工大|科大|民大|体院|理工大)|港大|港中文|港科大|台大|东大|哈佛|耶鲁|斯坦福|牛津|剑桥|麻省理工"
    r"|[一-鿿]{1,2}财大?|[一-鿿]{2}理工|[一-鿿]{2}师范)$"
)
_GENERIC_SCHOOL = pattern_of(
    r"^(?:大学|学院|中学|高中|小学|一所大学|大专|本科|职高|技校|幼儿园|外地大学)$"
)


def role_in(value: str, *, is_person: bool = False) -> str:
    """The occupation that `value` names ("腾讯的产品经理" → 产品经理), "" if it names none.

    `is_person`: a field of work (设计) is none, unless it often stands for who works there (前端).
    """
    bare = trim(value)
    role = re.sub(r"^(?:位|名)(?!人)", "", trim(bare.rpartition("的")[2]))
    if not 2 <= len(role) <= (30 if role.isascii() else 14) or _NO_ROLE.search(role):
        return ""
    field = _ALONE if is_person else _FIELD
    return role if _ROLE.search(role) or field.fullmatch(role) else ""


def employer_in(value: str) -> str:
    """The firm or institution that `value` names, "" if it names none."""
    bare = re.sub(r"^(?:一家|一个|一间|一所|某家?|这家|家)", "", trim(value))
    bare = bare.rpartition("的")[2] if not _ORG.search(bare.partition("的")[0]) else bare
    if not bare or _BARE_PLACE.match(bare) or _BESIDE.search(bare):
        return ""
    return "" if re.search("[我你他她它哪谁没也]|什么", bare) else bare


_BESIDE = pattern_of(r"(?:附近|旁边|旁邊|对面|對面|那边|那邊|一带|周边|楼[上下]|门口|路口|边上)$")
"""Near something is not at it."""


def names_firm(value: str) -> bool:
    """True where `value` begins with a firm known by name."""
    return _FIRMS.match(value) is not None


def is_firm(value: str) -> bool:
    """True where `value` is surely a firm or institution and no person or thing."""
    return bool(_FIRMS.match(value) or _ORG.search(value) or _LATIN.fullmatch(value))


def school_in(value: str) -> str:
    """The school that `value` names, "" if it names none by its own name."""
    bare = trim(value)
    if len(bare) > 20 or _GENERIC_SCHOOL.match(bare) or re.search("[我你他她哪]|什么", bare):
        return ""
    return bare if _SCHOOL.search(bare) or _LATIN.fullmatch(bare) else ""
