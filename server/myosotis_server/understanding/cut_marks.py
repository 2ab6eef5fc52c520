"""Where a sentence may be cut in two: at commas before new subjects, blanks, faces, joining words.

Patterns find where; what stands to both sides then decides whether each could be said alone.
"""

import re
from collections.abc import Callable
from itertools import islice

from myosotis_server.understanding.enclosed import enclosed
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import words
from myosotis_server.understanding.verbs_en import FORMS, Form

HAN = "一-鿿㐀-䶿"
_FACES = "\U0001f600-\U0001f64f\U0001f910-\U0001f92f\U0001f970-\U0001f97a\U0001f389\U0001f973"
_PICTURES = "\u2600-\u27bf\U0001f300-\U0001faff\ufe0f"
_SUBJECT_ZH = "[我俺咱你您他她它]|今[天年早晚]|昨[天晚]|明[天年]|去年|最近|现在|下个?[周月]"
_PRONOUN = (
    r"(?:i|i['’](?:m|ve|d|ll)|im|ive|we|we['’](?:re|ve|d|ll)|he|he['’]s|she|she['’]s|they"
    r"|they['’](?:re|ve))"
)
_OWNER = r"(?:my|our|his|her|their)"
_SUBJECT_EN = (
    rf"(?:(?:{_PRONOUN}|{_OWNER}|it['’]s|you|your|please|tell|remember|don['’]t|forget|that['’]s"
    r"|there['’]s"
    r"|actually|(?:can|could|do|does|did|is|are|should|would|will)(?= (?:i|you|u|we|he|she|it|they"
    r"|that|this|there|my)\b))(?![\w'’-])"
    r"|(?:what|how|why|when|where)(?=['’]s | (?:is|are|do|does|did|can|could|should|would|will|am"
    r"|about|if)\b))"
)
_JOINING = r"(?:(?:and|but|so|then|also|because|though|although|plus|yet|no|well)\s+)*"
_TAG = (
    r"(?:right|huh|eh|innit|no|yeah|isn['’]?t it|aren['’]?t i|don['’]?t i|didn['’]?t i"
    r"|haven['’]?t i|am i not|remember|correct|you know"
    r"|(?:is|are|was|were|do|does|did|have|has|can|could|will|would)(?:n['’]?t) (?:i|you|he|she|it"
    r"|we|they|that))"
)
_CUTS = pattern_of(
    # Chinese commas, and blanks between Chinese words that stand for them. (To ignore the case of
    # thousands of characters, which have none, makes a pattern slow to compile.)
    rf"(?-i:[，；;]\s*|(?<=[{HAN}][{HAN}])(?<![叫是在看听玩吃喝爱去用买学读唱姓])\s+(?=[{HAN}][{HAN}])"
    rf"|…+|\.\.\.+|(?<=[^\s—])—{{1,2}}(?=[{HAN}])"
    rf"|(?<=[{HAN}]),\s*(?=[{HAN}\d])|(?<=\d),\s*(?=[{HAN}])"
    rf"|(?<=[{HAN}])[~～]+(?={_SUBJECT_ZH})"
    # A statement that is handed over to be confirmed: "…对吧", "…, right?"
    rf"|(?<=[{HAN}])(?=(?:对吧|对吗|对不对|是吧|没错吧|對吧|對嗎)[？?。!！~～]*$))"
    # What takes something back: "…, no, sorry, it's York"
    r"|,\s+(?=(?:no|nope|wait|oops|sorry|actually no)\b[,\s]{1,3}(?:(?:no|sorry|wait|actually"
    r"|hold on)\b[,\s]{1,3}){0,3}"
    rf"(?:it|that|{_PRONOUN}|my|make)(?![\w-]))"
    rf"|,\s*(?={_TAG}[\s?？!！.]*$)"
    # A statement that is only told to be asked about: "…, any tips?", "…，有什么建议"
    r"|,\s*(?=any (?:\w+ )?(?:tips|advice|ideas?|thoughts|suggestions?|recommendations?|recs)\b)"
    # Faces end a sentence, and other pictures do before a subject.
    rf"|(?-i:(?<=[{_FACES}])\s*(?=[{HAN}](?![了的死着过])))"
    rf"|(?-i:(?<=[{_PICTURES}]))\s*(?={_SUBJECT_ZH}|{_PRONOUN}\b|my\b)"
    rf"|\s+[:;=]['’]?-?[()DPpOo3/\\]+(?=\s|$)\s*"
    # What is counted off within a line: "1) I'm vegan 2) I live in Bath"
    rf"|(?:^|\s)[(（]?[1-9][)）]\s*(?=[A-Za-z]|(?-i:[{HAN}]))"
    # English commas before a new subject, and what joins two of them.
    rf"|(?<!\d),(?:\s+|(?=[A-Za-z]))(?={_JOINING}{_SUBJECT_EN})"
    rf"|(?<=\d),\s+(?={_JOINING}{_SUBJECT_EN})"
    rf"|\s+(?=(?:and|but|so|plus|yet)\s+(?:{_PRONOUN}|{_OWNER})\b)"
    r"|\s+[-–—]+\s+|(?<=[a-z])\s*—\s*(?=[A-Za-z])",
    re.IGNORECASE,
)
_Check = Callable[[str, str], bool]
_TRIED_PER_PART = 4
_AROUND = 120
"""Characters looked at to each side of a cut."""

_AUXILIARIES = words(
    """am is are was were be been has have had do does did can could will would should may might
    must 'm 're 's ain't cant can't don't doesn't didn't isn't aren't wasn't weren't won't hasn't
    haven't hadn't couldn't wouldn't shouldn't i'm i've i'd i'll im ive we're we've he's she's
    they're it's that's there's let's"""
)
_MORE_VERBS = words(
    """said says told thinks thought knows knew makes made keeps kept lets left leaves feels felt
    seems helps helped wants needs teaches teach cooks plays sings runs writes gives gave wakes
    sleeps slept snores calls hates yells yelled broke breaks died dies passed failed won lost
    lose bought sold built found got met sent spent turned opened closed turns stopped started
    cried cries laughed laughs know think feel hate see saw hear heard"""
)
_WORD = pattern_of(r"[A-Za-z][A-Za-z'’]*")
_LIST_WORDS = pattern_of(
    # Likes and possessions, told off one by one and closed by the word that ends a list.
    r"(?:喜欢|喜歡|爱|愛|讨厌|讨厭|怕|吃|喝|玩|学|會|会|去过|去過|养了?|買了?|买了?|有|看|听|做"
    rf"|包括|比如)[^，；,;\s]{{1,10}}"
    rf"(?:[，,][{HAN}]{{1,6}}){{1,8}}?(?:[和跟、]|以及)(?=[{HAN}]{{1,8}}$|[{HAN}]{{1,8}}[，；。])"
    rf"|、[{HAN}]{{1,8}}[，,](?=(?:还有|還有|以及|和)(?![^，]{{0,8}}[我你他她了吗]))"
)
_BEGINS_EN = pattern_of(
    rf"^,?\s*(?P<joined>{_JOINING})(?:(?P<owner>{_OWNER})|{_PRONOUN})(?![\w'’-])", re.IGNORECASE
)
_IS_SHORT = pattern_of(
    r"['’]s (?:an?|the|in|at|on|not|been|from|very|so|really|\w+ing)\b|['’]s \w+$"
)
_INTERJECTION = pattern_of(
    r"\W*(?:(?:just|only|i['’]m) )*(?:kidding|joking|jk|thanks|thank you|sorry|sure|cheers|please"
    r"|ok|okay)(?: (?:so much|a lot|lol))?\W*",
    re.IGNORECASE,
)
_PLURAL = words(
    """i we they you children people folks men women always never also still really and just both
    usually often"""
)
_NO_ITEM = pattern_of(
    "[，,](?:[我你他她很也不没沒在是有都还還就太好真特]|喜欢|喜歡|讨厌|爱|住|叫|今|昨|明)"
)


def between_cuts(sentence: str, most: int) -> list[str]:
    """`sentence` in at most `most` parts; in one where it cannot be cut."""
    return parts_between(_CUTS, sentence, most, _stand_alone)


def parts_between(
    cuts: re.Pattern[str],
    text: str,
    most: int,
    holds: _Check | None = None,
) -> list[str]:
    """`text` between its `cuts`, but for those inside of quotations, brackets and links.

    `holds` decides, for each place, whether to cut there. Of more than `most` parts, the last holds
    the rest.
    """
    places = [cut.span() for cut in islice(cuts.finditer(text), _TRIED_PER_PART * most)]
    if not places:
        return [text]
    inside = [*enclosed(text), False]
    parts: list[str] = []
    begin = 0
    listed = _listed(text) if holds else ()
    for start, end in places:
        if len(parts) == most - 1:
            break
        if inside[start] and (start == 0 or inside[start - 1]):
            continue
        if any(first <= start < last for first, last in listed):
            continue
        if holds is None or holds(text[begin:start][-_AROUND:], text[start : end + _AROUND]):
            parts.append(text[begin:start])
            begin = end
    parts.append(text[begin:])
    return parts


def _listed(text: str) -> list[tuple[int, int]]:
    found = list(_LIST_WORDS.finditer(text))
    return [each.span() for each in found if not _NO_ITEM.search(each[0])]


def _stand_alone(left: str, right: str) -> bool:
    """Whether an English cut between `left` and `right` parts two that both have a verb.

    "My mother and I are close" stays whole, and so does "my wife, my kids".
    """
    begins = _BEGINS_EN.match(right)
    if begins is None:
        return True
    if _INTERJECTION.fullmatch(left):
        return True
    return has_verb(left) and (not begins["owner"] or has_verb(right[begins.end() :], after="s"))


def has_verb(text: str, after: str = "") -> bool:
    """Whether a finite verb is in `text`; `after` is the word that stands before it."""
    if _IS_SHORT.search(text):
        return True
    before = after
    for place, word in enumerate(_WORD.findall(text.lower().replace("’", "'"))):
        if word in _AUXILIARIES or word in _MORE_VERBS:
            return True
        form = FORMS.get(word)
        if form is not None and _is_finite(form[1], place, before, after):
            return True
        if len(word) > 4 and word.endswith("ed"):
            return True
        before = word
    return False


def _is_finite(form: Form, place: int, before: str, after: str) -> bool:
    """Whether a verb in `form` is one here: a bare one is, behind a plural or without a subject."""
    if form is not Form.BASE:
        return form is not Form.ING
    if place == 0:
        return not after
    return before in _PLURAL or before.endswith("s")
