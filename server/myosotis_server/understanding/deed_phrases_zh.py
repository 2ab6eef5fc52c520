"""The core of a Chinese deed: where somebody went, or the verb and what it is done to.

去了趟健身房 is 去 + 健身房, 练了一个小时的琴 is 练 + 琴, 游了个泳 is 游 + 泳.
"""

import re

import rjieba

from myosotis_server.understanding.deeds import SAME, TRAINED, Activity, key_of, practice_key
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import words

GOING = pattern_of(r"^(?:出去|出门|下楼|跑去|赶去|过去|去|来|到)(?:了|过)?(?:一?趟|一?下)?")
_TO_PLACE = pattern_of(
    r"^(?:出去|出门|下楼|跑去|赶去|冲[去到]|溜去|直奔|去到|去|到|来|跑|回|逛|泡在?|在|进|往)(?:了|过)?(?:[一两三]?[趟次])?"
    r"(?:[一两几这那]?[座个间所](?!里|$|练|吃)|[一两几这那]家|(?<=了)家(?=[^里]))?(?=.)"
)
_PLACE = pattern_of(
    r"(?P<place>健身房|琴房|画室|超市|公司|单位|楼下|[河江湖海]边|外面|户外|室外|小区|老家"
    r"|[一-鿿]{1,6}?(?:[馆店院厅场园寺庙堂池室城站所校]+|[酒网书]吧|中心|公园|市场|工作室|俱乐部)"
    r"|[A-Za-z]{2,12}|(?![到回在去来])[^，的了]{1,5}家(?=$|[里吃住玩了看聊过做陪打喝])|家里?)(?:里面?|那[边儿里]|附近|门口)?"
)
_ANYWHERE = pattern_of(
    r"(?:.{0,4}?(?:公园|学校|公司|体育[馆场]|体育中心|球场|操场|医院|办公室|教室|商场|酒店|餐厅|饭店|饭馆"
    r"|大学|中心|广场|现场|车站|机场)|家里?|单位|楼下|[河江湖海]边|外面|户外|室外|小区"
    r"|[A-Za-z]+)"
)
"""Places where anything may be done: what was done tells more than where."""


def deed(text: str, *, is_shared: bool = False) -> Activity | None:
    """What `text`, without its times and adverbs, says to have been done; None where it is unclear.

    A place made for one thing tells what was done there, whatever follows (去健身房练背); elsewhere
    the verb does. `is_shared` where it was done with somebody who is told apart.
    """
    # "去健身" and "去钢琴课" have no place in them.
    if (to := _TO_PLACE.match(text)) and (match := _PLACE.match(text, to.end())):
        place = match["place"]
        if _is_place(place):
            if not _ANYWHERE.fullmatch(place):
                return going_to(place)
            rest = text[match.end() :].lstrip("了的")
            # "在酒店楼下的泳池游了一会儿": the last place is where it was.
            for _ in range(_MOST_WITHIN):
                if (within := _PLACE.match(rest)) is None or not _is_place(within["place"]):
                    break
                if not _ANYWHERE.fullmatch(within["place"]):
                    return going_to(within["place"])
                rest = rest[within.end() :].lstrip("了的")
            return verb_phrase(GOING.sub("", rest), is_shared=is_shared, is_gone=True) or (
                going_to(place, anywhere=True) if to[0][0] in "去到来" and not rest else None
            )
    rest = GOING.sub("", text)
    is_gone = rest != text
    if rest and is_gone:
        word, tag = rjieba.tag(rest)[0]
        if tag == "ns" and not practice_key(word):
            rest = rest[len(word) :]
    found = verb_phrase(rest, is_shared=is_shared, is_gone=is_gone)
    if found is None and is_gone and (course := _COURSE.match(rest)):
        return _course(course["course"])
    return found


def going_to(written: str, *, anywhere: bool = False) -> Activity | None:
    """That somebody was at the place of that name, if it is one; `anywhere` if it may be vague."""
    match = _PLACE.match(written)
    if match is None or match["place"] in _HOME:
        return None
    place = match["place"]
    if _ANYWHERE.fullmatch(place) and not anywhere:
        return None
    return Activity(_place_key(place), "去", place, "zh")


def _place_key(name: str) -> str:
    """The key of being at the place of that name: 瑜伽馆 and 羽毛球场 are for what they are of."""
    return SAME.get(name) or practice_key(_OF_A_PLACE.sub("", name)) or name


_OF_A_PLACE = pattern_of(r"(?:馆|场|室|房|池|教室|中心|俱乐部)$")


_HOME = frozenset({"家", "家里", "老家", "公司", "单位", "学校", "外面", "楼下"})
"""Where one is anyhow."""


def _is_place(name: str) -> bool:
    """Whether `name` is made of words that name things: 看展览馆 is not, nor 的是公园."""
    if _SOME_PLACE.search(name):
        return False
    tags = rjieba.tag(name)
    first = tags[0][0]
    if len(first) == 1 and first in _VERBS:
        return False
    return not any(len(word) == 1 and tag[0] in "vcdrpuy" for word, tag in tags)


_MOST_WITHIN = 2
"""Places that may be told within another."""
_SOME_PLACE = pattern_of(r"[一二两三几这那新][家个座间所]|有")
"""What is no name of a place, but tells that there is one: 找到一个泳池."""


_COURSE = pattern_of(
    r"(?P<course>(?!上课|下课|了|这|那|第|一节|我)[一-鿿A-Za-z]{1,6}?课)(?!程|本|间|外|后|题|代表)"
)
_SPENT = pattern_of(r"(?:上完|上了|上得|结束|下课|好|很|太|挺|真|$|打卡|走起|完|了|练|又|也|的)")


def noun_deed(text: str) -> Activity | None:
    """A deed told by its noun alone: 健身房打卡, 钢琴课上完了."""
    if match := _COURSE.match(text):
        return (
            _course(match["course"])
            if _SPENT.match(text, match.end()) or _ENDS.search(text)
            else None
        )
    match = _PLACE.match(text)
    if match is None or _ANYWHERE.fullmatch(match["place"]) or not _is_place(match["place"]):
        return None
    return going_to(match["place"]) if _AT_ONCE.match(text, match.end()) else None


_ENDS = pattern_of(r"取消|停[了课]|改[期到]|推[迟掉]|没上|没去|请假|缺课")
_AT_ONCE = pattern_of(
    r"(?:$|的一天|打卡|走起|练|见|去了|今天|取消|关门|关了|闭馆|歇业|没开|没去|休息|放假|[一两\d]小时|又)"
)


def lesson(name: str) -> Activity | None:
    """The lesson that `name` is, where it is one: 钢琴课."""
    return _course(name) if _COURSE.fullmatch(name) else None


def _course(name: str) -> Activity:
    return Activity(SAME.get(name, name), "上", name, "zh")


_MEASURE = (
    r"(?:个|次|场|节|堂|杯|顿|趟|圈|组|局|盘|部|本|首|张|篇|道|瓶|碗|套|把|份|遍|集|章|页|会儿?|点儿?"
    r"|些|下|条)"
)
_NUMBER = r"[一两二三四五六七八九十几半好百\d.]+"
_AMOUNT = pattern_of(
    rf"(?:{_NUMBER}(?:多|来)?(?:个半?)?(?:公里|千米|米|km|KM|k|K|小时|钟头|分钟|天|晚上|上午|下午)半?(?:多|左右)?的?"
    rf"|{_NUMBER}(?:多|来)?{_MEASURE}(?:半)?的?)+"
)
_AFTER_ASPECT = pattern_of(
    rf"(?P<verb>[一-鿿])(?:了|完了?|过(?!年|节|敏|程))(?:{_MEASURE}(?=[一-鿿A-Za-z]))?"
)
_TWICE = pattern_of(r"^(?P<verb>[散跑打看写练画唱跳游爬逛聊遛做])(?:了|一)?(?P=verb)(?=.)")
_VERBS = frozenset(
    "打踢练上看写读画唱弹拉喝吃做玩跳学教逛爬骑钓拍织缝遛接送买洗煮烤种浇剪理约见跑游修补录滑投搓泡听背撸举划包绣刷喂加下"
)
_WHOLE = {"跑": "步", "游": "泳", "骑": "车", "跳": "舞", "散": "步", "健": "身"}
"""What a verb is of where it stands alone: 跑了五公里 is 跑步."""
_PARTED = words(
    """散步 健身 加班 逛街 下棋 聊天 约会 见面 吃饭 跳舞 跑步 游泳 爬山 登山 骑车 撸铁 举铁 看书
    读书 打坐 打球 踢球 唱歌 画画 练字 练琴 打牌 理发 钓鱼 滑雪 喝茶 开会 值班 补课"""
)
"""Words of a verb and its object, between which a count may stand: 散两次步."""
_BETWEEN_TWO = pattern_of(r"视频|语音|聊天?|约会|见面|吃饭")
_STOP = pattern_of(
    r"得|到(?!场)|回来|回家|之后|以后|后$|感觉|觉得|心情|[很真挺]|太(?!极)|好[累开难舒]|特别|有点|还|再|又|然后|顺便|去|来|给|跟|陪"
    r"|玩(?!具)|完|就(?!业|诊|餐|读)|[了啦呢啊呀吧哦嘛]|累|爽|开心|放松|结束|打卡|失败|成功|时"
)
_DULL = words(
    """上班 下班 工作 休息 学习 上学 下课 放学 上课 吃饭 早饭 午饭 晚饭 早餐 午餐 晚餐 打电话
    看手机 玩手机 上网 做饭 吃早饭 吃午饭 吃晚饭 吃早餐 吃午餐 吃晚餐 吃东西 喝水 睡觉 起床 洗澡
    刷牙 洗脸 打车 买东西 做事 做梦 聊天 见面 上车 下车 下雨 下雪 打针 上火 加油 做完 看到 见到
    听到 买到 学到 上厕所"""
)
"""What everybody does anyhow, or what says too little alone."""
_NO_DEED = pattern_of(
    r"[不没还好可能会这那]|觉得|发现|尝试|扩大|肯定|需要|确保|感受|享受|相信|考虑|听起|叫做|讲述|了解|分享|提升|发现|知道|是|有|感到|收到|认识|担心|害怕|开始|结束|忘|失眠|生病|发烧|感冒|想|决定|成为|收拾不|出差错|遇|碰|等|迟到|失"
)
_NO_VERB = pattern_of(
    r"画[面家展廊]|写作|听[力众说起]|看[法来起上待]|学[校习期生长姐弟妹员院]|做法|读[者物]|跑道|唱片|玩[具笑]|教[室授练师]"
    r"|约[定等]|修养|背[包后景]|包[子裹]|加[上入油]|下[面次来周]|上[面次级海司衣]|拍档|吃[惊亏力]|喝彩|打[算扰听断动工]"
)
"""Words that begin as deeds do and are none."""
_MOST_THING = 8
_IS_OVER = pattern_of(r".{2}(?:了|过|完)")
_TITLE = pattern_of(r"《[^《》]{0,40}》?")


def verb_phrase(text: str, *, is_shared: bool = False, is_gone: bool = False) -> Activity | None:
    """The verb that `text` begins with and what it is done to; None where it is no deed.

    `is_gone` where somebody went to do it: most verbs tell of a deed only so, or behind 了.
    """
    is_over = _IS_OVER.match(text) is not None
    text = _TITLE.sub("", text)
    text = _AFTER_ASPECT.sub(lambda match: match["verb"], text[:40], count=1)
    text = _TWICE.sub(lambda match: match["verb"], text)
    if not text or _NO_DEED.match(text):
        return None
    if is_shared and (match := _BETWEEN_TWO.match(text)):
        word = "聊天" if match[0] == "聊" else match[0]
        return _as_told(*_parted(word), is_shared=True)
    if _OF_IT.match(text):
        return None
    if match := _LIFTS.match(text):
        return Activity("gym", "做", match["what"] or "深蹲", "zh")
    if text[0] == "练" and (trained := TRAINED.match(text, 1)):
        return Activity("gym", "练", trained[0], "zh")
    if text[:2] in _PARTED:
        return _as_told(*_parted(text[:2]), is_shared=is_shared)
    verb = text[0]
    if verb in _VERBS:
        if _NO_VERB.match(text):
            return None
        thing = _thing(text[1:])
        if thing.endswith(verb):
            return None  # 看一看
        if not thing and text[1:2] != "得":  # 游得慢 may be told of any day.
            thing = _WHOLE.get(verb, "")
        if not thing or (thing in _WHOLE.values() and verb + thing not in _PARTS):
            return None
        return _as_told(verb, thing, is_shared=is_shared)
    if not text:
        return None
    word, tag = rjieba.tag(text)[0]
    is_practice = word in SAME or practice_key(word) != ""
    if not (is_gone or is_over or is_shared or is_practice):
        return None
    if len(word) < 2 or tag == "vd" or _ENDED.search(word):
        return None
    if not tag.startswith(("v", "l")) and not (is_gone and is_practice):
        return None
    thing = "" if tag in ("vn", "l") or word in SAME else _thing(text[len(word) :])
    return _as_told(word, thing, is_shared=is_shared)


_ENDED = pattern_of(r"[死到见成过完起住掉开坏了着得]$")
"""What only came about: 累死, 看见, 学会."""


_LIFTS = pattern_of(rf"(?P<what>深蹲|硬拉|卧推)(?!架|机|凳)|[蹲推]了?{_NUMBER}组")
_OF_IT = pattern_of(
    r"(?:健身|游泳|跑步|跳舞|滑雪|骑车|爬山|钓鱼|打球|踢球)(?:教练|老师|卡|器|服|衣|裤|包|鞋|镜|帽|圈|队|机"
    r"|餐|博主|达人|视频|计划|环|房|馆|池|场)"
)
"""What belongs to a practice and is none."""


def _parted(word: str) -> tuple[str, str]:
    return (word[0], word[1:]) if word in _PARTED and word != "健身" else (word, "")


_PARTS = frozenset(
    [
        *(verb + thing for verb, thing in _WHOLE.items()),
        "练车",
        "学车",
        "学舞",
        "练舞",
        "洗车",
        "修车",
    ]
)


def _thing(text: str) -> str:
    """What is done, without how much of it and how it was; "" where none is told."""
    text = _AMOUNT.sub("", text, count=1)
    text = _STOP.split(text, maxsplit=1)[0]
    *_, thing = text.split("的")
    thing = re.sub(rf"^(?:自己|这|那|新|{_MEASURE}(?=..)){{1,3}}", "", thing.strip(" 、:：“”\"'."))
    return thing if len(thing) <= _MOST_THING and not thing.isdigit() else ""


def _as_told(verb: str, thing: str, *, is_shared: bool) -> Activity | None:
    said = verb + thing
    if said in _DULL and not is_shared:
        return None
    if (course := _COURSE.fullmatch(thing)) and verb in "上学听练":
        return _course(course["course"])
    return Activity(key_of(verb, thing), verb, thing, "zh")
