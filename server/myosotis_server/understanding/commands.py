"""What a piece bids the memory itself: to keep something, to keep it out, to forget it."""

import re
from dataclasses import dataclass
from enum import Enum, auto

from myosotis_server.understanding.cut_marks import has_verb
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.simplified import simplified

_I = re.IGNORECASE
_I_ALL = re.IGNORECASE | re.DOTALL


class Bid(Enum):
    KEEP = auto()
    KEEP_OUT = auto()
    FORGET = auto()


@dataclass(frozen=True, slots=True)
class Command:
    """`rest` is what the same piece goes on to tell; empty where the bid is about what is around.

    For FORGET it is the whole request.
    """

    bid: Bid
    rest: str = ""


_LONGEST = 600
"""Characters of a piece that may hold a bid; nobody bids at greater length."""

_POLITE_ZH = (
    r"(?:请|請|您|你|能不能|可不可以|可以|能|会|要|得|可|也|就|那|先|一定|千万|帮我|幫我|替我|给我"
    r"|務必|务必|麻烦|麻煩|拜托|拜託|顺便|还是|全部|都)*"
)
_POLITE_EN = (
    r"(?:(?:please|pls|plz|just|and|now|also|so|ok|okay|hey|oh|hi|always|you (?:should|must|can"
    r"|could|may|need to|have to)|(?:can|could|would|will) you|try to|make sure (?:you|to)"
    r"|i(?:['’]d| would) (?:like|love) you to|i (?:want|need) you to|let['’]?s)\b[\s,]*)*"
)
_THIS_ZH = (
    r"(?:这个|這個|这一?点|這一?點|这件事|這件事|这事|這事|这些|這些|它|这句话?|这段话?|我说的话?"
    r"|我刚才说的话?|刚才说的话?)"
)
_SOFT_ZH = r"(?:哦|啊|呀|喽|吧|啦|嘛|好吗|好嗎|[了啦](?=$|[我，,：:]))"

_KEEPS_ZH = pattern_of(
    rf"^(?:{_THIS_ZH}(?=[你您要得请一给]))?{_POLITE_ZH}(?P<verb>记住|記住|记下来?|記下來?|记一下"
    r"|記一下|记好|記好|记着|記著|(?:别|別|不要|不许|可别)忘(?:了|记|記)?|记得|記得)(?!的)"
    rf"(?:{_THIS_ZH}|{_SOFT_ZH})*(?P<mark>[，,：:。\s]*)(?P<rest>.*)$",
    _I_ALL,
)
_KEEPS_OBJECT_ZH = pattern_of(
    rf"^{_POLITE_ZH}[把将將](?P<rest>.{{1,40}}?)(?:记下来?|記下來?|记住|記住|记一下|記一下|记好"
    rf"|存下来?|保存下?来?){_SOFT_ZH}*$"
)
_KEEPS_BEHIND_ZH = pattern_of(
    r"^(?P<rest>.{2,}?)[，,。；\s]+(?:这个|这点|这件事)?(?:请|請|你|要|一定要|帮我|麻烦"
    r"|给我)*(?:记住|記住|记下来?|记一下|記一下|别忘了|別忘了|不要忘了|要记得)(?:这个|这点|这件事"
    r"|哦|啊|了|吧)*$",
    re.DOTALL,
)
_IS_REMINDER_ZH = pattern_of(r"(?:别|別|不要|不许|可别)忘|记得|記得")
_OF_SOMEBODY_ZH = pattern_of(
    r"(?:我|咱|俺|他|她|它)(?!(?:们)?(?:小时候|第一次|刚[来认]|上次|那时|以前|当年|去年|初[中恋]"
    r"|跟你说过|说过|要(?:去|开|交)))|[^，,]{1,6}(?:叫(?!我|你|他|她|醒|车|人|外卖)|过敏|生日|不吃"
    r"|不喝|不能|喜欢|怕|的名字)"
)
_NO_FACT_ZH = pattern_of(
    r"什么|什麼|谁|誰|哪|多少|几[岁号点]|怎么|^.{0,3}[吗嗎]$|^了[吗嗎没]|来着$|对我来说|[很太真]难"
    r"|不容易|^(?:了|的|不住|不)|^我[吗嗎]$"
)

_KEEPS_EN = pattern_of(
    rf"^{_POLITE_EN}(?P<verb>remember|note(?= that\b| this\b| it\b| i\b| my\b|[:,.]|$)|add (?:this"
    r"|that|it) to (?:your|the) (?:memory|memories|notes)|for future reference|keep in mind"
    r"|bear in mind|keep (?:this|that|it) in mind|(?:do(?:n['’]?t| not)|never) forget"
    r"|make (?:a )?note(?: of)?|take (?:a )?note(?: of)?"
    r"|write (?:this|that|it) down|save (?:this|that|it)|memori[sz]e (?:this|that|it))(?![\w'’-])"
    r"(?P<this>(?:\s+(?:this|that|it|please|for me|for later|forever|always|for next time"
    r"|for the future)\b(?! (?:time|day|night|trip|summer|place|guy|girl|movie|film|song)\b))*)"
    r"(?P<mark>[,:.\s–—-]*)(?P<rest>.*)$",
    _I_ALL,
)
_TAKES_NO_CLAUSE = pattern_of("write|save|memori[sz]e|add")
_KEEPS_BEHIND_EN = pattern_of(
    r"^(?P<rest>.{2,}?)[,.;:–—]+\s*(?:(?:so|and|please|pls|do)\b[\s,]*)*"
    r"(?:remember (?:that|this|it)|(?:do(?:n['’]?t| not)) forget(?: (?:that|this|it))?|(?:keep"
    r"|bear) (?:that|this|it) in mind|note (?:that|this)"
    r"|make a note(?: of (?:that|it|this))?|write (?:that|this|it) down|save (?:that|this"
    r"|it))(?:,? (?:please|ok|okay|for me))*$",
    _I_ALL,
)
_NO_FACT_EN = pattern_of(
    r"(?:to|when|how|what|who|where|which|if|why|me|last|back|the (?:time|day|days|old days|good"
    r"|first)|those|in (?!case)|on|at|your|yourself|us)\b|time\b",
    _I,
)

_KEEPS_OUT_ZH = pattern_of(
    rf"^(?:我不[想要](?:让|要)?[你您]|{_POLITE_ZH}(?:别|別|不要|不用|不必|不许|不准|无需|不需要"
    rf"|请勿|勿))(?:再)?(?:给我|帮我)?(?:[把将](?:这|這|那|它|我|刚|上|下)[^，,]{{0,12}}?)?"
    r"(?:记录|記錄|紀錄|记住|記住|记下来?|記下來?|记(?![得性者恨仇账帐错混反挂])|記(?![得性者恨仇])"
    r"|保存|存(?=下|进|到|这|那|$|[，,：:\s])|写(?=下来|进|到记)|写下来)"
    rf"(?P<object>(?:起来|下来|下來|到|在|进|入|心里|记忆|记忆里|里|了|哦|啊|吧|{_THIS_ZH}|那个"
    rf"|我(?:接下来|下面|刚才|刚刚)?[说讲][^，,：:]{{0,8}}|[这這接下刚上][^，,：:]{{0,10}}"
    rf"|下面[^，,：:]{{0,8}})*)"
    r"(?P<mark>[，,：:。\s]*)(?P<rest>.*)$",
    re.DOTALL,
)
_KEEPS_OUT_BEHIND_ZH = pattern_of(
    r"^(?:这|這|那|上面|下面|刚才|刚刚|剛才|接下来|接下來|以上|我(?:说|讲|接下来|下面|刚才"
    r"|刚刚))[^，,]{0,12}?(?:你|您)?(?:就|可|千万)?(?:别|別|不要|不用|不必)(?:给我|帮我)?"
    r"(?:记录|紀錄|记住|記住|记|記|保存|存)(?!得|恨|仇)(?:下来|下來|住|录|了|哦|啊|吧"
    r"|起来)*(?P<mark>[，,：:\s]*)(?P<rest>.*)$",
    re.DOTALL,
)
_UNSAID_ZH = pattern_of(
    r"^(?:你|就|那|你就)?[当當]我?(?:刚才|刚刚)?[没沒]有?(?:[说說讲提]|跟你说)过?(?:这个|这话|吧|哈"
    r"|啊)*(?P<mark>[，,：:\s]*)(?P<rest>)$"
)
_REFERS_EN = (
    r"(?:this|that|it|these|those|any of (?:this|that|it)|what i(?:['’]m| am| just|['’]ve"
    r"|['’]ll)?[^,:]{0,30}|a (?:record|note) of (?:this|that|it)|anything(?: i (?:say|said"
    r"|tell you)[^,:]{0,16})?|about (?:this|that)|this (?:part|bit|one|conversation|chat))"
)
_KEEPS_OUT_EN = pattern_of(
    r"^(?:(?:please|pls|and|but|just|ok|okay|so|you|now)\b[\s,]*)*(?:"
    r"(?:do(?:n['’]?t| not)|never|no need to|don['’]?t you|(?:do not|don['’]?t) (?:have|need) to"
    r"|i (?:do not|don['’]?t) want you to|i(?:['’]d| would) (?:rather|prefer) you (?:didn['’]?t"
    r"|not to|not))\s+(?:ever\s+)?"
    r"(?:(?:remember|save|store|record|keep|log|note|memori[sz]e|write(?: down)?|make a (?:note"
    rf"|record) of|take a note of|put|add)\s+{_REFERS_EN}(?: (?:down|in mind|in your memory"
    r"|to (?:your |the )?(?:memory|memories|notes|records?)|on record))?)"
    r"|(?:just between us,? |this is |keep (?:this|that|it) |that['’]?s |that was |strictly "
    r"|it['’]?s )?off the record"
    r"|keep (?:this|that|it) (?:out of|off) (?:your|the) (?:memory|memories|records?|notes)"
    r"|forget (?:that )?i (?:ever )?(?:said|mentioned|told you)(?: (?:that|this|it|anything|so))?"
    r"|pretend (?:that )?i (?:didn['’]?t|never|haven['’]?t) (?:say|said|mention(?:ed)?"
    r"|told you)(?: (?:that|this|it|anything))?"
    r")(?: (?:please|pls|for now|ok|okay|either|anywhere))*(?P<mark>[,:.;–—\s]*)(?P<rest>.*)$",
    _I_ALL,
)

_TALK_ZH = r"(?:我|记忆|记录|关于|所有|全部|这|這|那|刚才|刚刚|之前|他|她|信息|资料|数据|历史)"
_FORGETS_ZH = pattern_of(
    rf"^{_POLITE_ZH}(?:[把将將]|关于|有关)(?:.{{1,40}}?)(?:都|全|全部|统统)?(?:忘掉|忘记|忘記|删了"
    r"|删掉|删除|刪除|刪掉|清除|抹掉|清空|忘了(?=吧|掉|好吗|$))[了吧掉啊好吗嗎]*$"
    rf"|^{_POLITE_ZH}忘掉(?!了).{{1,40}}"
    rf"|^{_POLITE_ZH}(?:删掉|删除|刪除|刪掉|清除|抹掉|清空)(?!了).{{0,6}}{_TALK_ZH}.{{0,40}}"
    r"|^(?:那|就|那就|还是)?(?:忘了|忘记|忘記)(?!了).{0,40}吧$"
    r"|^(?:那|就|那就|还是|请|請|麻烦|麻煩|拜托)?(?:你|您)?(?:请|請|可以|能不能|能|可不可以|就|还是"
    r"|麻烦|帮我|最好)+(?:忘了|忘记|忘記).{1,40}"
    r"|^(?:请|請|麻烦|麻煩)你?(?:忘了|忘记|忘記).{1,40}"
    rf"|^(?:忘了|忘记|忘記){_TALK_ZH}.{{0,30}}(?:的事情?|的话|说的|的内容|的记忆|这回事|的一切)$"
    rf"|^{_POLITE_ZH}(?:别|別|不要)再记(?:着|得|住).{{1,30}}"
)
_NO_FORGET_ZH = pattern_of(
    r"怎么|如何|[没沒]有?(?:吗)?$|^(?:你|您)(?:是不是)?(?:忘了|忘记)|忘(?:了|记)带|^把(?!这|那|我"
    r"|刚|之前|关于|它|他|她|上|所有|以前)[^的]{1,6}忘了$"
)
_FORGETS_EN = pattern_of(
    rf"^{_POLITE_EN}(?:"
    r"forget\s+(?:that \w+|what\b|about (?!it$|that$)|everything\b|all\b|anything\b|my\b|our\b"
    r"|whatever\b|the (?:\w+ )?(?:thing|part|stuff|fact|story)\b|the \w+ (?:i|we|about)\b)"
    r"|(?:erase|delete|remove|wipe|clear)\s+(?:out )?(?:that\b|what\b|everything\b|all (?:my|of|the"
    r"|your|that)\b|anything about|any \w+ (?:of|about)|my\b|(?:the|our|your|this|those"
    r"|these) (?:\w+ ){0,2}?(?:memory|memories|facts?|info|information|data|records?|conversations?"
    r"|history|notes?)\b|whatever you)"
    r"|(?:do(?:n['’]?t| not)) (?:remember|store|save|keep|record) my\b|stop (?:remembering|storing"
    r"|saving|keeping) (?:my|that|anything|what|things about|everything)\b)",
    _I,
)
_NO_FORGET_EN = pattern_of(
    r"\bforget (?:about )?(?:it|that)$|\b(?:clear|remove|delete|wipe) (?:the|my|all the"
    r"|all my) (?:table|dishes|snow|desk|room|trash|shoes|makeup|make-up|make up|schedule|coat|nose"
    r"|glasses|head|mind|throat|hands|face|calendar|inbox|plate|windows|car)\b"
    r"|\bforget (?:my|our) (?:keys|phone|wallet|umbrella|lunch|bag|coat|glasses|password|passwords"
    r"|own|manners|worries|troubles)\b|\ball the time\b",
    _I,
)


_ANNOUNCEMENT_ZH = (
    r"(?:哦|噢|啊|嗯|对了|那个|还有|另外|最后|顺便(?:说一句|说一下)?|补充|拜托你?|再|就|[,，、\s]"
    r"|(?:我?(?:还有|有|说))?(?:一?[个件条]|一[点句])?(?:小|新|别的|重要的?)?"
    r"(?:事情?|请求|要求|话|备注|提醒|更新|说明)|一[点句件])++"
)
_ANNOUNCEMENT_EN = (
    r"(?:(?:oh|ah|ok|okay|so|and|also|right|actually|well|hey|ps|p\.s\.?|by the way|btw)\b"
    r"[,.\s]*)*+"
    r"(?:i have |there['’]s |just |here['’]s )?(?:(?:one|a|an|another|the|two|some|my|this)\b ?)?"
    r"(?:(?:last|final|more|other|small|little|quick|tiny|bits? of|piece of|important|new)\b ?)*+"
    r"(?:(?:things?|request|favou?r|notes?|reminder|question|matter|point|item|update|housekeeping"
    r"|admin|correction|ask|business|instructions?|wish|bit)\b ?)?"
    r"(?:for you|from me|before (?:i|we) (?:go|start|forget|continue))?"
)
_INTRODUCED = pattern_of(
    rf"(?=[^:：—–]{{1,60}}[:：—–])(?:{_ANNOUNCEMENT_ZH}|{_ANNOUNCEMENT_EN})\s*(?:[:：]|[—–]+)\s*",
    _I,
)
"""What announces a bid: "one last bit of housekeeping: …", "还有件事：…"; nobody's words quoted."""
_ANNOUNCES = pattern_of("[:：—–]")


def command_of(text: str) -> Command | None:
    """What the piece `text` bids the memory, if anything.

    "Remember to buy milk" and "记得提醒我" bid a reminder, not a memory; "我忘了带伞" tells of
    having forgotten.
    """
    if len(text) > _LONGEST:
        return None
    simple = simplified(text)
    introduced = _INTRODUCED.match(simple) if _ANNOUNCES.search(simple, 0, 61) else None
    bare = simple if introduced is None else simple[introduced.end() :]
    for read in (_forget, _keep_out, _keep):
        if (command := read(bare)) is not None:
            start = simple.rfind(command.rest)
            return Command(command.bid, text[start : start + len(command.rest)])
    return None


def _forget(text: str) -> Command | None:
    in_chinese = _FORGETS_ZH.match(text) and not _NO_FORGET_ZH.search(text)
    in_english = _FORGETS_EN.match(text) and not _NO_FORGET_EN.search(text)
    return Command(Bid.FORGET, text) if in_chinese or in_english else None


def _keep_out(text: str) -> Command | None:
    for pattern in (_KEEPS_OUT_ZH, _KEEPS_OUT_BEHIND_ZH, _UNSAID_ZH, _KEEPS_OUT_EN):
        match = pattern.match(text)
        if match is None:
            continue
        rest = _stripped(match["rest"])
        if not rest or match["mark"].strip() or (match["mark"] and has_verb(rest)):
            return Command(Bid.KEEP_OUT, rest)
        if rest.startswith("我"):
            return Command(Bid.KEEP_OUT, rest)
    return None


def _keep(text: str) -> Command | None:
    if (match := _KEEPS_ZH.match(text)) is not None:
        rest = _stripped(match["rest"])
        if _NO_FACT_ZH.search(rest):
            return None
        if _IS_REMINDER_ZH.match(match["verb"]) and rest and not _OF_SOMEBODY_ZH.match(rest):
            return None
        if rest.endswith(("吗", "嗎")):
            rest = rest[:-1]
        return Command(Bid.KEEP, rest)
    if (match := _KEEPS_OBJECT_ZH.match(text)) is not None:
        rest = match["rest"]
        return Command(Bid.KEEP, "" if re.match(_THIS_ZH, rest) else rest)
    if (match := _KEEPS_EN.match(text)) is not None:
        return _keep_in_english(match)
    for pattern in (_KEEPS_BEHIND_ZH, _KEEPS_BEHIND_EN):
        if (match := pattern.match(text)) is not None:
            return Command(Bid.KEEP, _stripped(match["rest"]))
    return None


def _keep_in_english(match: re.Match[str]) -> Command | None:
    rest = _stripped(match["rest"])
    verb = match["verb"].lower()
    if not rest:
        is_bare = verb in ("remember", "note", "never forget") and not match["this"].strip()
        return None if is_bare else Command(Bid.KEEP)
    if _NO_FACT_EN.match(rest) or verb.startswith("never"):
        return None
    if not match["mark"].strip(" ") and (not has_verb(rest) or _TAKES_NO_CLAUSE.match(verb)):
        return None
    return Command(Bid.KEEP, rest)


def _stripped(text: str) -> str:
    return text.strip(" ，,：:。.；;–—-")
