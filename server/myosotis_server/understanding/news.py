"""News of a life, however briefly told: "朵朵发烧了", "offer 到手", 游泳回来了, "he's called Rex".

Such sentences are short and plain, and a classifier takes many of them for small talk.
"""

import re

from myosotis_server.understanding.activities import activities_of
from myosotis_server.understanding.deeds import Outcome, is_practice
from myosotis_server.understanding.just_done import just_done
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import match, search, words
from myosotis_server.understanding.people_en import NAMES
from myosotis_server.understanding.people_zh import is_personal_name, is_pet_name
from myosotis_server.understanding.simplified import simplified

_MOST_READ = 80
"""Characters: longer ones tell enough to be judged by what they tell."""

_BEFALLS_ZH = (
    r"(?:发[高低]?烧|失眠|烧到|退烧|生病|病倒|感冒|住院|住进|出院|受伤|骨折|扭伤|崴"
    r"|摔(?=[断伤倒了跤])|烫伤|晕倒|动?手术"
    r"|流产|早产|中风|确诊|去世|过世|走丢|走失|离婚|结婚|订婚|求婚|分手|怀孕|出生|满月|失业"
    r"|被(?:裁|辞|开除|撞|骗|偷|抢)"
    r"|升职|加薪|涨工?薪|毕业|考上|考过|录取|落榜|退休|出车祸|出事|丢了工作)"
)
_THEY_ZH = pattern_of(
    rf"^(?P<who>.{{1,6}}?)(?:今天|昨天|昨晚|刚才?|突然|又|也|都|已经|终于|前几天|上周|这周|半夜"
    rf"|早上|晚上|把[^，。]{{1,4}}){{0,3}}"
    rf"{_BEFALLS_ZH}(?!吗|的话|怎么)"
)
_NOBODY = pattern_of(
    r"^(?:(?:今天|昨天|昨晚|刚才?|突然|又|也|已经|终于|总算|不小心|我们?|咱们?|俺|半夜|早上){0,4})$"
)
_NAME_ZH = pattern_of(r"([一-鿿])\1|[小阿][一-鿿]|[A-Z][a-z]{1,11} ?")
_OURS = r"我们?|咱们?|终于|总算|今天|昨天|刚才?|啊|哈|[，,！! ]"
_OWN_ZH = (
    r"(?:offer|录取通知书?|录用通知书?|签证|绿卡|驾照|驾驶证|证书?|房本|新房钥匙|工资|薪水|年终奖"
    r"|奖金|奖学金|base"
    r"|[底月年]薪|职称|户口|贷款|体检报告|成绩)"
)
_GAINS_ZH = pattern_of(
    rf"^(?:{_OURS})*(?:"
    rf"{_OWN_ZH} ?(?:终于|总算|也|都|已经|直接)?(?:到手|拿到|拿下|下来|批|过了|涨|降|到账|发了|定了"
    r"|办好|办下来|出来|稳了)"
    rf"|(?:拿到|拿下|收到|领到|考到|考下|办好)了? ?(?:了|[^，。]{{1,6}}的)? ?{_OWN_ZH})",
    re.IGNORECASE,
)

_TRIED_ZH = (
    r"(?:(?:[一二三四终初复]面|[^，。我你他她]{0,4}?(?:面试|笔试|考试|复试|初试|答辩|考研|考编"
    r"|考公|科目[一二三四]|驾考|雅思|托福|四级|六级|教资|法考|司考|高考|期末"
    r"|申请|论文|投稿|签证|审批|竞聘|比赛|试用期|转正|答卷|方案|提案|投标|体测|选拔|海选))(?:考试"
    r"|结果)?)"
)
_OUTCOME_ZH = (
    rf"^(?:{_OURS}|的|们)*(?:{_TRIED_ZH}(?:结果|出来)?(?:[也都又就]|居然|竟然|顺利|一次|差点|果然"
    rf"|已经|真的){{0,3}}"
    r"(?:通过|[考面]?过|成功|转正|挂|黄|凉|没?[^，。]{0,2}通过|没过|没中|没上岸|失败|被[拒刷毙]|砸"
    r"|稳|中|赢|输)[了啦啊咯]*"
    r"|(?:[也又都]|居然|竟然|果然|顺利|真的|成功){0,3}(?:被[^，。的]{0,8}(?:录取|录用|拒|刷|淘汰"
    r"|选中|看中|提拔)[了啦下来掉]*"
    r"|没(?:有)?(?:考上|考过|被?录取|选上|面上|过|通过|拿到 ?offer)|(?:考|面|评|选|申)(?:上|过"
    r"|到)[了啦]|录取[了啦]|上岸[了啦]|转正[了啦]|升职[了啦]|晋升[了啦]"
    r"|中标[了啦]|挂科[了啦]|落榜[了啦]|拿(?:到|下|了) ?(?:[^，。]{0,6}的)? ?offer[了啦]?"
    r"|收到(?:拒信|录取通知)[了啦]?))(?=$|[，,。！!]"
    r"|(?![^，。]{0,6}[再就才后])[^，。吗么的]{1,8}(?:[，。！!]|$))"
)
"""How what somebody tried for came out: 面试通过了, 又被拒了, 没考上."""

_LIMB = (
    r"(?:arms?|legs?|hips?|wrists?|ankles?|collarbone|foot|feet|toes?|fingers?|hand|nose|ribs?"
    r"|back|neck|jaw|tooth|shoulder|knee|elbow)"
)
_BEFALLS_EN = pattern_of(
    rf"\b(?:fell(?= (?:and|off|down|over|in the|on|at)\b|$|[,.!])(?! in love| for)"
    rf"|(?:broke|broken|fractured|sprained|twisted|tore) (?:his|her|my|their|an?) {_LIMB}"
    r"|(?:has|['’]s got|had|got|caught|came down with|in for) (?:an? |the )?(?:\w+ )?(?:fever|flu"
    r"|covid|stroke|heart attack|accident|miscarriage|surgery|operation|baby|concussion|seizure"
    r"|pneumonia|appendicitis|biopsy)\b"
    r"|(?:is|['’]s|was|ended up) (?:back )?(?:in|at) (?:the )?hospital"
    r"|(?:was|were|got|been) (?:rushed|taken|admitted) (?:in)?to"
    r"|(?:got|was|were|been|['’]s been|just got) (?:fired|laid off|made redundant|sacked|promoted"
    r"|dumped|robbed|mugged|scammed|diagnosed|hospitali[sz]ed|arrested|expelled|engaged|married)"
    r"|passed away|died(?! (?:down|out|of laughter|laughing))|gave birth|lost (?:his|her|my|their)"
    r" (?:job|baby|licen[cs]e|house)|(?:is|['’]s) (?:really |very )?(?:sick|ill|pregnant|dying)\b"
    r"|(?:passed|failed) (?:his|her|my|their|the) (?:\w+ )?(?:test|exams?|bar|finals|interview)"
    r"|had (?:a|another|such a|the) (?:\w+ )?(?:row|fight|argument|falling[- ]out) with"
    r"|proposed to|broke up with|split up|moved out|ran away)\b",
    re.IGNORECASE,
)
_WHO_EN = pattern_of(r"(?:[Ii]|[Ww]e|[Hh]e|[Ss]he)\b|(?P<name>[A-Z][a-z]+)\b")
_OWN_EN = (
    r"(?:job|offer|visa|green card|mortgage|raise|promotion|licen[cs]e|scholarship|loan|place|keys"
    r"|bonus|results?|diagnosis)"
)
_GAINS_EN = pattern_of(
    rf"^(?:(?:i|we)(?:['’]ve)? (?:just |finally )?|finally |just |my |the |an? )*(?:"
    rf"(?:got|landed|signed|accepted|received) (?:the|an?|my|that|our) (?:\w+ )?{_OWN_EN}\b"
    rf"|(?:\w+ )?{_OWN_EN}(?:['’]s| is| are| was| has| just| finally)*(?: in hand| come through"
    r"| came through| approved| accepted| signed| granted| in)(?=$|[,.!])"
    r"|(?:salary|base|pay|wages?)(?:['’]s| is| just| has)* (?:went up|gone up|up|rose|doubled)\b)",
    re.IGNORECASE,
)
_OUTCOME_EN = (
    r"^(?:(?:i|we|my \w+|he|she)(?:['’]ve| have| has|['’]s)? )?(?:(?:just|finally|also|actually|so"
    r"|yes|omg|guess what|today)[, ]+)*"
    r"(?:(?:passed|failed|aced|flunked|bombed|nailed)(?:$|[!.]| (?:it|my|the|all|everything"
    r"|\w+ (?:exam|test|interview))\b)"
    r"|(?:got|been|was|were|am|is)(?: just| finally)? (?:accepted|admitted|rejected|turned down"
    r"|shortlisted|waitlisted|promoted|hired|selected)\b"
    r"|(?:got|am|['’]m|is) (?:in|into) (?:(?:the|an?|my) )?(?:\w+ ){0,3}?(?:school|college"
    r"|uni(?:versity)?|programme?|course|team|academy)\b"
    r"|(?:didn['’]t|did not) (?:get|make|pass)(?: in)?(?:to)? (?:it|(?:the|my|that"
    r"|an?) (?:\w+ ){0,2}?(?:job|offer|role|place|cut|team|exam|test|"
    r"interview|promotion|visa|scholarship|part))\b"
    r"|(?:the |my |that )(?:\w+ )?(?:interview|exam|test|application|defen[cs]e|audition|visa"
    r"|thesis|paper)(?: just| finally)* (?:went (?:well|badly|great|terribly|ok(?:ay)?)"
    r"|(?:was|got|is)(?: just| finally)* (?:accepted|rejected|approved|refused|denied|turned down"
    r"|successful)|passed|failed|came through))"
)
_NAMING = pattern_of(
    r"^(?:(?:and |oh )*(?:he|she|it|they)(?:['’]s| is|['’]re| are) (?:called|named) (?-i:[A-Z])\w+"
    r"|(?:his|her|its|their) names?(?:['’]s|['’]re| is| are) (?-i:[A-Z])\w+"
    r"|(?:[他她它]|名字|小名|大名)(?:的名字)?(?:就)?(?:叫"
    r"|是叫)(?![我你来去起醒了])[^，。的了]{1,6}(?=$|[，,]))",
    re.IGNORECASE,
)
_SAYS_WHAT = pattern_of(
    r"(?:he|she|it|they)(?:['’]s|['’]re| is| are) (?:an?|my|our|the|his|her|their)\b"
    r"|[他她它]?(?:就)?是(?:我|一?[只条个位])",
    re.IGNORECASE,
)
_FIRSTS = pattern_of(
    r"第一[天次节]|头一[天回]|首次|最后一(?:天|次|晚|节|班|周)"
    r"|\b(?:first|last|final) (?:\w+ )?(?:day|night|shift|lesson|class|week|session)\b"
    r"(?! of (?:every|each))|\b(?:for the|my) (?:very )?(?:first|last) time\b",
    re.IGNORECASE,
)
"""What happens once."""
_USUALLY = pattern_of(
    r"每|总|一般|通常|平时|习惯|\b(?:every|each|always|usually|often|never|most|days|nights|shifts"
    r"|lessons|weeks)\b",
    re.IGNORECASE,
)
_NOT_WHO = words("这 那 谁 人家 别人 有人 大家 他们 她们 听说 新闻 电影 隔壁 明星 网上")


def tells_news(text: str, subject: str) -> bool:
    """Whether `text` tells an event, a name, or what the user has just done as others do weekly.

    `subject` is whom it is about where it is somebody of the user's life.
    """
    text = text[:_MOST_READ]
    if _checked_in(text) and not _USUALLY.search(text):
        return True
    return _NAMING.match(text) is not None or _happened(text, subject) or _has_been_at(text)


def is_of_the_named(before: str, text: str) -> bool:
    """Whether `text` says who it is that the clause `before` only names.

    "He's called Rex" tells little without "he's a spaniel" behind it.
    """
    named = _NAMING.match(before)
    return named is not None and named.end() == len(before) and bool(_SAYS_WHAT.match(text))


def tells_event(text: str, subject: str) -> bool:
    """Whether `text` tells what befell somebody, what they got, or a first or last time.

    `subject` as in `tells_news`.
    """
    text = text[:_MOST_READ]
    if (_FIRSTS.search(text) or _checked_in(text)) and not _USUALLY.search(text):
        return True
    return _happened(text, subject)


def _happened(text: str, subject: str) -> bool:
    if text.isascii():
        return bool(_GAINS_EN.match(text) or match(_OUTCOME_EN, text, re.IGNORECASE)) or (
            _BEFALLS_EN.search(text) is not None and (subject != "" or _is_known(text))
        )
    simple = simplified(text)
    if _GAINS_ZH.match(simple) or match(_OUTCOME_ZH, simple, re.IGNORECASE):
        return True
    befell = _THEY_ZH.match(simple)
    if befell is None:
        return False
    who = befell["who"].strip()
    return subject != "" or _NOBODY.match(who) is not None or _is_name(who)


def _checked_in(text: str) -> bool:
    return search(_CHECKED_IN, text, re.IGNORECASE) is not None


_PLACES_ZH = (
    r"(?:健身房?|瑜伽馆?|[球拳道]馆|游泳馆?|泳池|攀岩馆?|舞室|自习室|图书馆|跑步|晨跑|夜跑|早起"
    r"|练[腿背胸肩琴]|背单词)"
)
_CHECKED_IN = (
    rf"(?:^|[，,。 ])(?:今[天早晚]|我|又)*(?:{_PLACES_ZH}[^，。]{{0,4}}?打卡"
    rf"|打卡[^，。]{{0,3}}?{_PLACES_ZH})"
    r"(?![^，。]*[吗地])"
    r"|^(?:(?:my )?(?:gym|leg day|arm day|push day|pull day|workout|morning run|yoga|swim)"
    r" (?:session )?(?:is )?(?:done|complete|finished)\b|(?:i )?(?:just )?(?:hit|checked in(?:to"
    r"| at)) the (?:gym|pool)\b)"
)
"""How those who keep a diary of what they practise say that they did it today."""


def _has_been_at(text: str) -> bool:
    """Whether the user is just back from, or through with, what may be a habit of theirs.

    What they say to have done that day counts where it is a practice: 今天去健身了.
    """
    is_over = just_done(text) is not None
    if not is_over and not _TODAY.search(text):
        return False
    return any(
        each.outcome is Outcome.DONE and (each.key.isascii() if is_over else is_practice(each.key))
        for each in activities_of(text)
    )


_TODAY = pattern_of(
    r"今[天早晚]|(?<![上])下班|\b(?:today|tonight|this (?:morning|afternoon|evening)|after work)\b",
    re.IGNORECASE,
)


def _is_known(text: str) -> bool:
    who = _WHO_EN.match(text)
    return who is not None and (who["name"] is None or who["name"].lower() in NAMES)


def _is_name(who: str) -> bool:
    if who in _NOT_WHO:
        return False
    return _NAME_ZH.fullmatch(who) is not None or is_personal_name(who) or is_pet_name(who)
