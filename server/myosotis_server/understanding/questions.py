"""What a query asks: whether it asks at all or tells of something, and its questions one by one."""

import re

from myosotis_server.memory.values import RecallMode
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.sentences import ENDS

MOST = 4
"""More questions than that are best looked for as a whole."""

_WORTH_ASKING = 7
"""Length (see `_length`) below which a sentence ("嗯。", "Oh!") asks nothing of its own."""
_QUOTES = " \t\"'“”‘’「」『』"

_AUXILIARIES = (
    r"(?:do|does|did|is|are|was|were|am|can|could|will|would|should|have|has|had)(?:n't)?"
)
_SOMEBODY = "(?:i|you|we|he|she|it|they)"
_ASKING_WORDS = pattern_of(
    r"(?<!没)(?<!没有)(?<!沒)什[么麼](?!就|的都)|谁(?!都)|誰|哪(?!怕)|几[个位次点岁号时]|幾|多少|多[大高久长]"
    r"|怎[么麼样]|如何|为何|为[什甚]么|是不是|有没有|来着|[吗嗎呢][。.~～…\s]*$"
    rf"|^\W*(?:and |so |but |also )?(?:(?:what|when|where|who|whom|whose|which|why|how)"
    rf"(?:'s|'re|'d)?(?! (?:an?|{_SOMEBODY})\b)(?: [\w'-]+){{0,3}}? {_AUXILIARIES}\b"
    rf"|(?:what|who|where|when|how)'s\b|{_AUXILIARIES} (?:{_SOMEBODY}|my|our|his|her|their|the"
    r"|there|any)\b)",
    re.IGNORECASE,
)
"""What makes a sentence a question even without its mark."""
_ASKED_BY_ANOTHER = pattern_of(r"问[了过]?[我他她]")
_WANTS_TO_KNOW = pattern_of(
    r"想问|想問|请问|請問|问一下|問一下|想知道|告诉我|告訴我|提醒我|你还?记得|你還?記得|记不记得"
    r"|\b(?:tell me|remind me|(?:want|like|need) to (?:ask|know)|wonder(?:ing)?)\b",
    re.IGNORECASE,
)
"""Says that an answer is wanted, whatever else is told around it."""
_CALLS_FOR_IT = pattern_of(
    r"^\W*(?:请|請|麻烦)?(?:告诉我|告訴我|提醒我|你还?记得|你還?記得|说说|說說|讲讲|聊聊)"
    r"|^\W*(?:please )?(?:tell|remind) me\b|\bi(?:'d| would) like to know\b",
    re.IGNORECASE,
)
"""A sentence that is no question and yet calls for an answer."""
_TELLS = pattern_of(
    r"[我你他她它咱]|[了啊呀]\W*$|好[累烦煩困难難开開伤傷想]|[又真太很]|不好|难过|難過|今[天晚]"
    r"|\b(?:i|i'm|i've|we|you|he|she|it|they)\b"
    r"|^\W*(?:feeling|so|too|another|just|still|can't|really|had|been)\b",
    re.IGNORECASE,
)
_NAMED_THING = pattern_of(r"的[^\W我你的很好不太真疼了]{1,6}$")
"""How Chinese words end that name something to be looked up ("我的血型"), and tell nothing."""
_CONVERSATION = 3
"""Lines."""
_A_FEW_WORDS = 24
"""Length up to which words that tell nothing are sought for."""


def mode_of(query: str) -> RecallMode:
    """EXPLICIT where something is asked or looked up, ASSOCIATIVE where something is told.

    What the last sentence does counts ("My cat is ill. Who was the vet?"), unless an earlier one
    asks outright ("What I want to know is: …?"). Lines are the turns of a conversation: several of
    them tell what it is about, whatever is asked on the way.
    """
    sentences = _sentences(query)
    if any(_WANTS_TO_KNOW.search(each) and _is_question(each) for each in sentences):
        return RecallMode.EXPLICIT
    if sum(not line.isspace() for line in query.splitlines() if line) >= _CONVERSATION:
        return RecallMode.ASSOCIATIVE
    last = sentences[-1]
    if _is_question(last) or _CALLS_FOR_IT.search(last):
        return RecallMode.EXPLICIT
    short = len(sentences) == 1 and _length(last) <= _A_FEW_WORDS
    looked_up = short and (_NAMED_THING.search(last) or not _TELLS.search(last))
    return RecallMode.EXPLICIT if looked_up else RecallMode.ASSOCIATIVE


def questions_of(query: str) -> list[str]:
    """The questions of a query that asks two to four, else the query itself.

    "我的上司做什么工作？另外，论坛在哪里？" asks two things, and what answers the one hardly
    resembles the other. What else is told beside two questions is left out.
    """
    questions = [sentence for sentence in _sentences(query) if _is_question(sentence)]
    return questions if 2 <= len(questions) <= MOST else [query]


def _sentences(query: str) -> list[str]:
    """Sentences that say something, quotation marks around them taken off."""
    parts = [part.strip(_QUOTES) for part in ENDS.split(query)]
    return [part for part in parts if _length(part) >= _WORTH_ASKING] or [query.strip(_QUOTES)]


def _is_question(sentence: str) -> bool:
    if sentence[-1:] in ("?", "？"):
        return True
    asks = _ASKING_WORDS.search(sentence) is not None
    return asks and not _ASKED_BY_ANOTHER.search(sentence)


def _length(text: str) -> int:
    """Characters, of which a Chinese one counts as three."""
    text = text.strip()
    return 3 * len(text) - 2 * len(text.encode("ascii", "ignore"))
