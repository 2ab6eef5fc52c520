"""What somebody wants, fears and holds dear, read out of Chinese."""

import re
from collections.abc import Iterator

from myosotis_server.memory.reading import Reading
from myosotis_server.understanding.clause_zh import Clause, Rule, says
from myosotis_server.understanding.once import is_chore
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.values_zh import listed, trim

_AIM = (
    r"(?:把|成为|当(?!面|然|时)|做(?!梦|饭|个梦|爱|什么)|考(?!虑)|学(?!校)|开(?!心"
    r"|玩笑|始)|换|养|减|瘦|写|搬|创业|攒|存|出国|留学|移民|生(?!气|病)|环游"
    r"|去(?!厕|死|睡|吃|洗|上班|买菜|看看|一趟)|买|找(?:一?份|个(?:对象|工作"
    r"|女朋友|男朋友)|工作|对象)|辞职|转行|提升|戒|拿|读|结婚|赚|环|参加|办|建"
    r"|拥有|脱单|早睡|出一|完成|跑(?:一次|完|个|马)|挑战|实现|回老家"
    r"|到.{2,8}(?:工作|生活|发展|定居|读书|留学)|在.{2,10}(?:买|开|定居|生活"
    r"|安家|工作)|练|健身|坚持|升职|加薪)"
)
_MINE = pattern_of(r"[你您]|什么|怎么|哪|知道|问|吗$|^(?:要|的)$|(?:一下|一会儿?)$|了$")
_LEAD = pattern_of(
    r"^(?:要|想|去|能|可以|会|是|在|就|能够|有机会|今年|明年|后年|下个?月|下半年"
    r"|年底前?|以后|将来|未来|毕业后|三年内|五年内|今年内|的|\d+年内|尽快|早日"
    r"|一定要?|努力|:|：|有一天|将来能|暑假){1,5}(?!国|年)"
)


def _goal(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    if re.search("今[天晚早]|待会|等会|现在|马上", clause.when) and not match["sure"]:
        return
    value = trim(_lead(match["v"]))
    if is_chore(value):
        return
    if len(value) > 1 and not re.match("其他|一些|这|那|自己", value) and not _MINE.search(value):
        yield from says("goal", value)


def _lead(value: str) -> str:
    """`value` without when it is to be; 去 and 在 belong to it where they lead to a place."""
    rest = _LEAD.sub("", value)
    kept = re.search(r"(?:去|在|会)$", value[: len(value) - len(rest)])
    return (kept[0] if kept else "") + rest


def _fear(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    lasting = re.match("最|从小|害怕|恐惧|的|畏惧|惧怕|一直", match[0])
    if not lasting and re.search("不|会|再|自己|没|错|忘|迟|晚|漏|耽误|误|打扰", match["v"]):
        return
    for value in listed(match["v"]):
        value = re.sub(r"^(?:的(?:就)?是|的东西是|看到|见到|死(?=.)|得要死)", "", value)
        if (
            re.match(
                r"[我你您他她]|麻烦你|什么|的|死|得|了|是|会|自己|再|[这那]"
                r"|[冷热痛疼痒累吵麻辣]+烦?$",
                value,
            )
            or len(value) > 12
        ):
            return
        yield from says("fear", value)


def _phobia(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    yield from says("fear", match["v"])


def _values(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    value = trim(match["v"])
    if "比" in value[1:] and "什么" not in value:
        value += re.sub(".*?(?=(?:更|还)?重要$)", "", match[0]) if match[0].endswith("重要") else ""
    sure = re.search(
        "觉得|认为|相信|坚信|来说|而言|看来|最|第一|比什么|比一切|至上|高于|看重"
        "|重视|在乎|信|原则|格言|座右铭|价值|珍惜|崇尚|奉行|推崇",
        match[0] + clause.when,
    )
    if (
        sure
        and len(value) > 1
        and not re.search("[你您这那]|什么|^(?:在|知道|了解|理解|自己|现在|目前|了|别人)", value)
    ):
        yield from says("values", re.sub(r"^(?:是|的是|就是|的就是)", "", value))


def _belief(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    value = re.sub(r"[。！!了]+$", "", match["v"])
    if not clause.is_told or re.match("自己|通过|只要|以|能|明天|未来|总|终|会", value):
        return
    if 3 <= len(value) <= 24 and not re.search(
        "[我你您他她这那吗]|今天|[重要宝珍贵]{2}$|第一位$|至上$", value
    ):
        yield from says("values", value)


_HOLD = r"(?:始终|一直|总|就|也|还是|真心|从来都?){0,4}(?:觉得|认为|相信|坚信|深信|信奉|感觉)"
RULES: list[Rule] = [
    (
        pattern_of(
            r"(?P<sure>的?(?:人生|今年的?|明年的?|长期|短期|最大的|终极|职业|下一个|小"
            r"|这辈子的?|新年|近期的?|一直以来的?){0,4}的?(?:目标|梦想|理想|心愿|愿望"
            r"|志向|计划|追求)(?:一直|就)?(?:是|:|：))(?P<v>.{2,30})"
        ),
        _goal,
    ),
    (
        pattern_of(
            r"(?P<sure>一直)?(?:打算|计划|准备(?!好)|立志|决心|立了?个?flag|梦想着?|志在"
            r"|渴望|下定决心|决定(?:要|以后))(?:着)?要?(?P<v>.{2,24})"
        ),
        lambda m, c: _goal_of(m, c),
    ),
    (
        pattern_of(
            rf"(?P<sure>)?(?:好|很|特别|一直|真的|其实|都){{0,4}}(?:想要?|希望(?:能|可以"
            rf"|自己能?|以后能?|将来能?|有(?:一天|朝一日|机会)(?:自己)?)?|要|以后要|争取"
            rf"|盼着)(?:能|可以|有机会|今年|明年"
            rf"|以后|将来|毕业后|以后能|在?退休后|年底前?|努力|尽快|早点|早日"
            rf"|去){{0,4}}(?P<v>{_AIM}.{{0,22}})"
        ),
        lambda m, c: _wish(m, c),
    ),
    (
        pattern_of(
            r"(?:一直|这辈子){0,2}最想(?P<verb>去|学|做|养|当|买)的(?:地方|城市|国家|事情?|东西"
            r"|职业|动物)?(?:就|一直)?是(?P<v>.{1,12})$"
        ),
        lambda m, c: says(
            "goal",
            trim(m["v"])
            if m["verb"] == "做" or m["v"].startswith(m["verb"])
            else m["verb"] + trim(m["v"]),
        ),
    ),
    (pattern_of(r"的?(?:恐惧|害怕的东西)(?:就)?是(?P<v>.{1,12})"), _fear),
    (
        pattern_of(
            r"(?:从小)?(?:最|超级?|特别|很|好|也|非常|一直){0,4}(?:害怕|怕|恐惧|畏惧"
            r"|惧怕)(?!是|的话|了你)(?P<v>.{1,16})"
        ),
        _fear,
    ),
    (
        pattern_of(
            r"(?:有|得了|患有)?(?:严重的?|点|轻微的?|一点)?(?P<v>恐高|.{1,4}恐惧症|晕血"
            r"|晕针|恐飞)(?:症)?(?:的|$|了|，)"
        ),
        _phobia,
    ),
    (
        pattern_of(
            rf"(?:在我看来|对我来说|对我而言"
            rf"|我)?[，,]?(?:{_HOLD})?(?P<v>[^我你他她，]{{2,10}}?)(?:对我来?说?)?(?:才是"
            rf"|永远是?|始终是?|是|比什么都|比一切都|永远)?(?:最重要|第一位|第一$|最宝贵|最珍贵"
            rf"|至上|最关键|高于一切|很重要|非常重要|重要)(?:的|了)?$"
        ),
        _values,
    ),
    (
        pattern_of(
            r"(?:最|很|非常|特别|一直){0,4}(?:看重|重视|在乎|在意|珍惜|推崇|崇尚"
            r"|奉行)(?:的(?:东西)?(?:就)?是)?(?P<v>[^你我他她].{1,12})"
        ),
        _values,
    ),
    (
        pattern_of(
            r"(?:做人|处事|做事|生活|人生|处世)?的?(?:人生)?(?:信条|座右铭|原则|价值观|人生信念"
            r"|信念|人生观|格言)(?:就"
            r"|一直)?是(?P<v>.{2,24})"
        ),
        _values,
    ),
    (
        pattern_of(
            r"(?:始终|一直|总|就|也|还是|真心|从来都?){0,4}(?:相信|坚信|深信"
            r"|信奉)(?P<v>.{2,24})"
        ),
        _belief,
    ),
    (
        pattern_of(
            r"(?:始终|一直|总|就|也){0,4}(?:觉得|认为)(?P<v>(?:人|做人|人生|生活|朋友"
            r"|家人|健康|诚实|努力|钱|工作|感情|爱情|婚姻|自由|善良)(?:就|应该|一定|需要"
            r"|要|比|最|才|不能|贵在|和).{1,18})"
        ),
        _belief,
    ),
]


def _goal_of(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    if not re.search("今[天晚早]|待会|等会|马上", clause.when + match["v"]):
        yield from _goal(match, clause)


def _wish(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    if not match[0].startswith("要") or re.search(
        "一定|今年|明年|以后|决定|将来|未来", clause.when + match[0]
    ):
        head = re.search(r"去$", match[0][: match.start("v") - match.start()])
        value = trim((head[0] if head else "") + match["v"])
        if (
            len(value) > 1
            and not _MINE.search(value)
            and not is_chore(value)
            and not re.search("今[天晚早]|待会", clause.when)
            and not ("现在" in clause.when and re.match("[去买找拿到回睡吃喝]", value))
        ):
            yield from says("goal", value)
