"""Whether a sentence tells of what is to come or of what is over, around a place in it."""

from enum import Enum

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.verbs_en import FORMS, Form


class Tense(Enum):
    PAST = "past"
    OPEN = "open"
    AHEAD = "ahead"


_MOST_AROUND = 80
"""Characters to either side that are read."""

_BREAK = pattern_of(r"[，,。！？!?；;\n（(]|\.(?=\s|$)")
_CHINESE = pattern_of(r"[一-鿿]")


def tense_at(text: str, start: int, end: int) -> Tense:
    """The tense of the clause around `text[start:end]`, or of the one after it.

    A clause before it that looks ahead counts too. `OPEN` where none shows one ("周五面试",
    "exam on Friday").
    """
    before = text[max(0, start - _MOST_AROUND) : start]
    after = text[end : end + _MOST_AROUND]
    earlier = _BREAK.split(before)
    later = _BREAK.split(after)
    tense = _of(earlier[-1], later[0])
    if tense is Tense.OPEN and len(later) > 1:
        tense = _of("", later[1])
    if tense is Tense.OPEN and len(earlier) > 1 and _of(earlier[-2], "") is Tense.AHEAD:
        # What is over may have its sequel to come ("她住院了，周五手术"), hence only this one.
        return Tense.AHEAD
    return tense


def _of(before: str, after: str) -> Tense:
    if _CHINESE.search(before) or _CHINESE.search(after):
        tense = _chinese(before, after)
        if tense is not Tense.OPEN:
            return tense
    return _english(before.lower().replace("’", "'"), after.lower().replace("’", "'"))


# Chinese

_AHEAD_ZH = pattern_of(
    r"(?<![重主不只])要(?![求是么麼不点點好紧緊素员員])"
    r"|(?<![开開聚年机機社宴晚大例班家展体體领領误誤学學幽博酒约約理舞音不灯燈庙廟运運都])[会會]"
    r"(?=[一-鿿])(?![议議计計员員费費场場展儿兒所馆館谈談前后後中了时時])"
    r"|[将將](?![军軍近])|打算|准备|準備|[计計][划劃画畫]|预[计定约]|預[計定約]|即[将將]"
    r"|(?<![觉覺记記懂显顯值获獲取])得(?=[去早交加赶趕回上开開出参參还還给給把跟和带帶])"
    r"|[该該](?=[去交做上还還走回])|[约約][了好]|有[约約]|[请請]了?[天个個半]?假|想(?=[去吃看请請找带帶和跟约約])"
    r"|[争爭]取|希望|期待|到期|截止|快到|[就快马馬][^了]{1,6}了$|[还還]有(?=[\d一二三四五六七八九十两兩几幾])"
    r"|(?<![没沒只所具拥擁享就才都现現])有(?![点點些时時人没沒過过了名趣空限钱錢意几幾\d一二两兩三四五六七八九十]+(?![个個场場节節门門次])|[点點些时時人没沒過过了名趣限钱錢意])"
)
_BOOKED_ZH = pattern_of(
    r"(?:[订訂定买買改推挪延约約排调調请請签簽]|申[请請]|报名|報名|推[迟遲]|延期)(?:了|好了?|到了?|在了?|[迟遲后後]到|成)?的?是?$"
)
_PAST_ZH = pattern_of(
    r"了(?![解不])|(?<=[去吃看做见見聊来來说說用学學玩听聽住写寫读讀打问問试試考养養谈談])[过過]"
    r"|[刚剛]|曾|已[经經]|[终終]于|終於|居然|竟然|[结結]果|才(?=[知发發睡到回起下])"
    r"|(?<![还還])[没沒](?![有]?(?:[课課空事戏戲钱錢人什啥多意]|[时時][间間]|[问問][题題]|[关關][系係]|安排))"
    r"|(?<=[到来來去回走买買做吃看见見写寫办辦生搬拿收拍认認开開订訂职職婚业業院])的(?=$|[一-鿿])"
    r"|[玩吃睡考聊过過][得的](?=[很特挺好不太非真超开開])"
)
_FROM_ZH = pattern_of(r"(?:[从從自]|自[从從])$")
_BEGINNING_ZH = pattern_of(r"^[^，。]{0,4}?(?:[开開]始|[以之]?[来來]|起|就)")


def _chinese(before: str, after: str) -> Tense:
    if _BOOKED_ZH.search(before):
        return Tense.AHEAD
    clause = f"{before} {after}"
    if _AHEAD_ZH.search(clause):
        return Tense.AHEAD
    begun = _FROM_ZH.search(before) and _BEGINNING_ZH.search(after)
    return Tense.PAST if begun or _PAST_ZH.search(clause) else Tense.OPEN


# English

_WORD = pattern_of(r"'[a-z]+|[a-z]+(?:n't)?")
_MORE_PAST = """was were wasn't weren't did didn't had hadn't been flew ate caught bought brought
    fought sold paid held heard sent won wore threw sank shot sat rang hid hung fed forgot forgave
    froze dug dealt bit bled blew stole stuck struck swore tore understood put beat hurt knelt laid
    led lent lit rose shook shone shrank slid spat spilt sprang stung swept swung wept wound
    overslept drank drew shed bet couldn't"""
_NOT_PAST = """need bed red speed wed hundred feed seed indeed tired excited scared bored worried
    united hatred sacred weed"""
_MODAL = """will 'll won't shall gonna must should may might gotta wanna can can't needs need plan
    plans hope hopes want wants upcoming due expect expects let's"""
_MORE_THIRD = "starts begins arrives departs lands opens closes expires flies takes does turns"

_PAST_FORMS = {word for word, (_, form) in FORMS.items() if form is Form.PAST} | set(
    _MORE_PAST.split()
)
_ADJECTIVES = frozenset(_NOT_PAST.split())
_MODALS = frozenset(_MODAL.split())
_BE = frozenset({"am", "is", "are", "'m", "'re", "isn't", "aren't", "get", "gets", "getting"})
_THIRD = {word for word, (_, form) in FORMS.items() if form is Form.THIRD} | set(
    _MORE_THIRD.split()
)
_BASES = {word for word, (_, form) in FORMS.items() if form is Form.BASE} | {"fly", "arrive"}
_SUBJECTS = frozenset({"i", "we", "they", "you"})
_HAVE = frozenset({"have", "has", "'ve", "haven't", "hasn't"})
_CAUSING = frozenset({"having", "getting"})
_SHORT_IS = frozenset({"it", "that", "there", "he", "she", "what", "who", "here", "when", "where"})
_ADVERBS = frozenset(
    {"just", "already", "never", "not", "also", "finally", "only", "still", "really", "so", "been"}
    | {"being", "getting", "currently", "all", "both"}
)
_SINCE = pattern_of(r"\bsince(?: [\w']+){0,4} ?$")
_TOWARDS = pattern_of(r"\b(?:to|until|till|by|due|due on)(?: the| this)? ?$")
_ARRANGED = pattern_of(
    r"\b(?:(?:signed (?:me |us )?up|registered|enrolled|invited|tickets?|booked|reserved|scheduled"
    r"|rsvp\w*|reservations?|appointment|planned|arranged|set)(?: [\w']+){0,2} (?:for|to)"
    r"|(?:requested|applied|asked)(?: [\w']+){1,3} (?:in|on|for|from))\b"
)
_SUBJECT = pattern_of(
    r"(?: (?:morning|afternoon|evening|night))?,? (?:i|we|he|she|they|it|you|my|our|his|her|their"
    r"|the|i'\w+|we'\w+)\b"
)


def _english(before: str, after: str) -> Tense:
    if _TOWARDS.search(before) or _ARRANGED.search(before):
        return Tense.AHEAD
    if _SINCE.search(before):
        return Tense.PAST
    follows = _marks(after)
    if follows and _SUBJECT.match(after):
        return follows[0]
    marks = _marks(before)
    if marks:
        return marks[-1]
    return follows[0] if follows else Tense.OPEN


def _marks(clause: str) -> list[Tense]:
    """The tenses that the verbs of an English clause show, in order."""
    words = _WORD.findall(clause)
    marks: list[Tense] = []
    at = 0
    while at < len(words):
        word = words[at]
        following = at + 1
        while following < len(words) and words[following] in _ADVERBS:
            following += 1
        then = words[following] if following < len(words) else ""
        at += 1
        short_is = word == "'s" and at > 1 and words[at - 2] in _SHORT_IS
        if word in _HAVE or (short_is and (words[at : at + 1] == ["been"] or then == "gone")):
            perfect = "been" in words[at : following + 1] or (_is_past(then) and then != "got")
            marks.append(Tense.PAST if perfect else Tense.AHEAD)
            at = following + 1
        elif word in _BE or short_is:
            marks.append(Tense.AHEAD)
            # "is moved to Friday" is passive, and its participle no past.
            at = following + 1
            if then in _CAUSING:
                # "am having the cast removed"
                at += next(
                    (far + 1 for far, each in enumerate(words[at : at + 5]) if _is_past(each)), 0
                )
        elif word in _MODALS:
            marks.append(Tense.AHEAD)
            at = following + 1
        elif word in _THIRD or (word in _BASES and at > 1 and words[at - 2] in _SUBJECTS):
            marks.append(Tense.AHEAD)
        elif _is_past(word):
            marks.append(Tense.PAST)
    return marks


def _is_past(word: str) -> bool:
    if word in _PAST_FORMS:
        return True
    return len(word) > 3 and word.endswith("ed") and word not in _ADJECTIVES
