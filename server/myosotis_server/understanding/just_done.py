"""What was done just before it was told: "刚到家", "刚才摔了一跤", "just got back from the gym"."""

import re
from itertools import islice

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.simplified import simplified
from myosotis_server.understanding.timeless import is_habit

_MOST = 8
"""Places in a statement at which something may have just been done."""
_HINT_ZH = pattern_of(r"[刚剛]|方才|[来來家班课課学學完][了啦咯]")
_HINTS_EN = ("just ", " ago", "back from ", "back home from ")
"""Without these nothing is looked for; most statements have none of them."""

# Chinese. What 刚 says of a life ("刚毕业", "刚搬来") is only that it was lately, so what may have
# been done a moment ago is told one by one.

_BETWEEN = r"[^，,。；;！!？?\n要想打准快的]{0,12}?"
_ARRIVED = (
    r"回来|到家|回到?家|回到?(?:宿舍|酒店|公司|办公室)|到(?:公司|单位|学校|酒店|机场|宿舍|医院|车站)"
    r"|到(?=$|[，,。！!~～了啦])|下了?[夜晚白]?班|下课|放学|收工|散会|下播|落地|进家?门|躺下|坐下"
    r"|出(?:地铁|考场|校门|门)|上(?:车|床|地铁|高铁|飞机)|起床|睡醒|醒"
)
_HEARD = r"收到|接到|挂[了断掉]|看到|看见|碰[到见]|遇[到见]"
_DID = (
    r"(?:跑|游|吃|喝|睡|哭|吵|骂|聊|洗|练|摔|逛|爬|骑|打|散|跳)了(?![^，,。]{0,4}[证婚])"
    r"|(?<!装修)完(?![全成整美善婚备工])"
)
_CHINESE = pattern_of(
    # 刚才 is never longer ago; what was only said then is a part of this very talk.
    r"(?:刚才|方才)(?!.{0,6}(?:说|讲|问|提|写|那|这|的))(?=[^，,。]{0,20}[了过完着到])"
    rf"|(?<![金硬阿小老大李王张陈刘志成永])刚刚?(?![好才性果需强劲烈毅直]){_BETWEEN}"
    rf"(?:{_ARRIVED}|{_HEARD}|{_DID})(?!(?:[家饭]|电话)?[的时])"
)
_LONG_ZH = pattern_of(
    r"[\d一二两三四五六七八九十几半多]+个?(?:天|周|星期|礼拜|月|年|学期)"
    r"|[当那]时|那[天年晚次会]|等(?:我|到|会)|以前|小时候|留学|出国|海外|国外|支教|交换|退伍"
    r"|完(?:研|[硕博]士|大学|高中|学位|学业|月子|手术|化疗|房贷|贷款|债|[产婚年病]假|兵|实习|隔离|孩子|娃|[一二三]胎)"
)
"""What takes weeks or years, or was so long ago: "刚做完手术", "刚回来三天", "那时刚下班"."""
_ANNOUNCED = pattern_of(
    # "游泳回来了" needs no 刚, where it is all that is said.
    r"(?:^|(?<=[，,。！!]))我?(?:又|终于|总算|已经)?(?P<what>[^，,。！!我你他她它们人家爸妈的]{0,5}?)"
    r"(?:回来|到家|回家|下班|下课|放学|[^，,。！!我你他她它的不没了就]完)[了啦咯](?=$|[，,。！!~～])"
)
_NOT_NOW = pattern_of(
    r"[昨前明后今去周月年号早晚\d想要快等不没还过国从孩都全用花卖看读念毕修论书剧贷债疗]|星期"
)

# English. So it is with "just".

_HERE = (
    r"(?=$|[,.;!?)–—-]| (?:from|and|so|but|to my|after|with (?:the|a)|a (?:bit|few)|now|here)\b)"
)
_LONG_AWAY = r"(?:\w+ ){0,3}?(?:leave|abroad|deployment|exile|sabbatical)\b"
_NOT_AWAY_LONG = rf"(?! (?:home )?from {_LONG_AWAY})"
_NOT_STUDIES = (
    r"(?! (?:\w+ ){0,3}?(?:uni|university|college|school|degree|master['’]?s|ph\.?d|doctorate|chemo"
    r"|chemotherapy|residency|internship|apprenticeship|renovat\w+|probation|thesis|dissertation"
    r"|novel|series|semester|term|treatment|building|paying|house|year|season)\b)"
)
_HAD = (
    r"(?:an? |the |my |our |another )?(?:\w+ ){0,2}?(?:breakfast|brunch|lunch|dinner|supper|tea"
    r"|coffee|drinks?|snack|pizza|lessons?|class|session|workout|training|rehearsal|practi[cs]e"
    r"|shift|interview|meeting|call|chat|talk|appointment|check-?up|exam|test|quiz|nap|shower"
    r"|bath|walk|run|swim|ride|fight|argument|row|panic attack|nightmare|haircut|massage|date"
    r"|presentation|therapy|cry|meltdown)\b"
)
_ROOM = (
    r"(?:the |an? |my )?(?:\w+ )?(?:shower|bath|meeting|exam|class|pool|bed|interview|lecture"
    r"|cinema|movies?|theatre|appointment|dentist['’]?s?|gym|session)\b"
)
_DONE = (
    rf"(?:(?:got|come|came|arrived|made it|walked|flew|drove|ran|cycled) )?(?:back home|back|home)"
    rf"{_NOT_AWAY_LONG}{_HERE}",
    rf"(?:got|came|walked) in{_HERE}",
    r"(?:(?:got|come|came) )?off (?:work|(?:the|a|my) (?:\w+ )?(?:phone|bus|train|plane|call|shift"
    r"|flight))\b",
    rf"(?:got|come|came) out of {_ROOM}",
    r"(?:got|arrived) (?:to|at) (?:work|school|the (?:office|airport|station|hotel|gym))\b",
    rf"(?:finished|wrapped up)(?! with (?:him|her|them)\b){_NOT_STUDIES}",
    rf"(?:had|ate|eaten|took|went for|been for|did|done) {_HAD}",
    r"(?:been|went) to (?:the |my )?(?:gym|pool|shops?|supermarket|dentist|doctor)\b",
    r"(?:ran|swam|walked|cycled|biked|rode|jogged|lifted|benched|squatted) (?:\d|a |my |half|ten)",
    r"left (?:work|school|the (?:office|gym|house|party|hospital|doctor|pool))\b",
    r"(?:woke|woken) up\b|hung up\b|showered\b|landed\b(?! (?:a|the|my)\b)|sat down\b",
)
_ENGLISH = pattern_of(
    rf"\bjust (?:{'|'.join(_DONE)})"
    # Who is back from something says so as they come in.
    rf"|(?:^|[.!?] |\b(?:i['’]m|i am|we['’]re|we are) )(?:finally )?back (?:home )?from"
    rf" (?!{_LONG_AWAY})",
    re.IGNORECASE,
)
_MOMENTS = pattern_of(
    r"\b(?:just now|(?:a (?:moment|sec|second)|moments|seconds) ago)\b", re.IGNORECASE
)
_NO_MOMENT = pattern_of(
    # What had been done then, what would be, and whatever follows upon it.
    r"(?:\b(?:had|was|were|not|only|about|or|to|could|would|should|will)|n['’]t|['’]d) $"
    r"|\b(?:when|once|after|before|until|whenever|if) (?:\w+ ){0,3}$",
    re.IGNORECASE,
)
_BEFORE = 40


def just_done(text: str) -> tuple[int, int] | None:
    """Where `text` says first that something has just been done, None where it says no such thing.

    What is told of a life as lately done ("刚毕业", "just got married") is left out, and so is what
    happens again and again.
    """
    small = text.lower()
    places = _in_english(text) if any(hint in small for hint in _HINTS_EN) else []
    if not text.isascii() and _HINT_ZH.search(text):
        simple = simplified(text)
        if len(simple) == len(text):
            places += _in_chinese(simple)
    return min((place for place in places if not is_habit(text, *place)), default=None)


def _in_chinese(text: str) -> list[tuple[int, int]]:
    found = [
        match.span()
        for match in islice(_CHINESE.finditer(text), _MOST)
        if not _LONG_ZH.search(_around(text, *match.span()))
    ]
    announced = _ANNOUNCED.search(text)
    if announced is not None and not _NOT_NOW.search(announced["what"]):
        found.append(announced.span())
    return found


_ON = pattern_of(r"[^，,。；;！!？?\n]{0,8}")


def _around(text: str, start: int, end: int) -> str:
    behind = _ON.match(text, end)
    return text[max(0, start - 6) : behind.end() if behind else end]


def _in_english(text: str) -> list[tuple[int, int]]:
    found = [match.span() for match in islice(_MOMENTS.finditer(text), _MOST)]
    found += [
        match.span()
        for match in islice(_ENGLISH.finditer(text), _MOST)
        if not _NO_MOMENT.search(text[max(0, match.start() - _BEFORE) : match.start()])
    ]
    return found
