"""What a query asks: whether it asks at all or tells of something, and its questions one by one."""

import re

from myosotis_server.memory.values import RecallMode

MOST = 4
"""More questions than that are best looked for as a whole."""

_ENDS = re.compile(
    r"(?<=[。．？！；?!;])\s*|\n+"
    r"|(?<=\.)(?<!\b[A-HJ-Z]\.)(?<!\b(?:Mr|Ms|Dr|St|Jr)\.)(?<!\bMrs\.)\s+(?=[A-Z\"“])"
)
"""No stop ends a sentence behind a title or an initial ("Dr. Smith", "U.S. State")."""
_WORTH_ASKING = 4
"""Characters below which a sentence ("嗯。", "Oh!") asks nothing of its own."""
_QUOTES = " \t\"'“”‘’「」『』"

_ASKING_WORDS = re.compile(
    r"什么|什麼|谁|誰|哪|几[个位次点岁号时]|幾|多少|多[大高久长]|怎么|怎麼|怎样|如何|为何|为什么|[吗嗎呢]$|是不是|有没有|来着"
    r"|^\W*(?:and |so |but |also )?(?:what|when|where|who|whom|whose|which|why|how"
    r"|(?:do|does|did|is|are|was|were|am|can|could|will|would|should|have|has|had)(?:n't)?"
    r" (?:i|you|we|he|she|it|they|my|our|his|her|their|the|there|any))\b",
    re.IGNORECASE,
)
"""What makes a sentence a question even without its mark."""
_WANTS_TO_KNOW = re.compile(
    r"想问|想問|请问|請問|问一下|問一下|想知道|告诉我|告訴我|提醒我"
    r"|\b(?:tell me|remind me|(?:want|like|need) to (?:ask|know)|wonder(?:ing)?)\b",
    re.IGNORECASE,
)
"""Says that an answer is wanted, whatever else is told around it."""
_TELLS = re.compile(r"[我你他她它咱]|\b(?:i|i'm|i've|we|you|he|she|it|they)\b", re.IGNORECASE)
_CONVERSATION = 3
"""Lines."""
_A_FEW_WORDS = 24
"""Characters (a Chinese one counts as three) up to which words without a person are sought for."""


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
    if not sentences or _is_question(sentences[-1]):
        return RecallMode.EXPLICIT
    looked_up = len(sentences) == 1 and _length(query) <= _A_FEW_WORDS and not _TELLS.search(query)
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
    parts = [part.strip(_QUOTES) for part in _ENDS.split(query)]
    return [part for part in parts if len(part) >= _WORTH_ASKING] or [query.strip(_QUOTES)]


def _is_question(sentence: str) -> bool:
    return sentence[-1:] in ("?", "？") or _ASKING_WORDS.search(sentence) is not None


def _length(text: str) -> int:
    return sum(1 if character.isascii() else 3 for character in text.strip())
