"""What is believed of a language model's summary: all of it, or nothing."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from myosotis_server.adapters.llm_grounding import (
    Grounding,
    Said,
    in_its_writing,
    plain,
    script_of,
)
from myosotis_server.adapters.llm_json import json_in
from myosotis_server.adapters.llm_retelling import Retold, without_links
from myosotis_server.memory.language_model import ModelFailed
from myosotis_server.memory.values import Turn

_BOTH = 3
"""A session of which one turn in so many is in a language may be summed up in that as well."""
_SENTENCE_ENDS = re.compile(
    r"(?<=[。！？!?…])\s*|(?<!\bMr\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bSt\.)(?<!\bMrs\.)(?<=\.)\s+(?=[A-Z])"
)
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_JOINER = "\u200d"
"""Of emoji."""
_SELF = re.compile(r"\b(?:i|my|me|mine|myself|we|us|our|ours)\b|[我俺咱]", re.IGNORECASE)
_OUTSIDERS = re.compile(r"\busers?\b|用[户戶]|使用者", re.IGNORECASE)
"""Whom no user calls themselves, unless they spoke of some."""
_ADDRESSES = re.compile(r"\b(?:you|your|yours|yourself)\b|(?<!迷)[你您妳]", re.IGNORECASE)
_MARKUP = re.compile(
    r"[<>{}`|]|\b(?:system|assistant|human|ai)\s*:|(?:系统|系統|助手)\s*[:：]", re.I
)
_WEB = re.compile(r"[^\s，。；、（）]*(?:://|@|[A-Za-z0-9]\.[A-Za-z]{2})[^\s，。；、（）]*")
"""Addresses of pages and of mail."""
_ORDERS = re.compile(
    r"\b(?:ignore|disregard|override|bypass|forget)\b[^.!?]{0,40}"
    r"\b(?:instruction|prompt|rule|guideline|above|previous|earlier)"
    r"|\b(?:system|hidden) prompt"
    r"|\b(?:assistant|model|ai|chat ?bot|bot|system)s?\s+(?:must|should|shall|has to|needs to)\b"
    r"|(?:忽略|无视|無視|忘[掉记記]|不要理|别理)[^。！？]{0,12}(?:指令|指示|提示|规则|規則|以上|之前的)"
    r"|系[统統]提示|提示[词詞]"
    r"|(?:助手|模型|系统|系統|机器人|機器人|AI|回[答复復]时?)\s*(?:必须|必須|务必|務必|应该|應該|只能|不得)",
    re.IGNORECASE,
)
"""What turns against whoever reads it, also where a user said so."""
_OPENING = re.compile(r"\W*([A-Z][A-Za-z]*)")
_OPENERS = re.compile(
    "i|my|me|mine|we|us|our|he|his|him|she|her|they|their|them|it|its|a|an|the|this|that|these"
    "|those|one|two|some|both|all|every|no|not|about|after|also|although|and|another|as|at"
    "|because|before|besides|but|by|despite|during|earlier|even|finally|for|from|how|however|if"
    "|in|last|lately|later|next|now|of|on|once|only|or|other|since|so|still|then|there|though"
    "|to|today|tomorrow|tonight|too|until|what|when|where|whether|which|while|who|why|with"
    "|without|yesterday",
    re.IGNORECASE,
)
"""Words of no content that a sentence may begin with."""


def summary_in(answer: str, turns: Sequence[Turn], most_bytes: int) -> str:
    """The summary of the users' `turns` that `answer` holds; see `LanguageModel.summarise`.

    Raises ModelFailed where there is none, or it is not to be believed.
    """
    summary = _text(json_in(answer), most_bytes)
    if summary is None or not (_is_the_users(summary) and _is_grounded(summary, turns)):
        raise ModelFailed("bad_answer")
    return summary


def _text(document: object, most_bytes: int) -> str | None:
    """The one paragraph, None where there is none that can be kept and shown."""
    text = document.get("summary") if isinstance(document, dict) else None
    if not isinstance(text, str) or len(text) > most_bytes:
        return None
    text = " ".join(text.split())
    if any(unicodedata.category(each) in _UNSEEN and each != _JOINER for each in text):
        return None
    return text if 0 < len(text.encode()) <= most_bytes else None


def _is_the_users(summary: str) -> bool:
    """Whether every sentence is told by somebody of themselves, and none speaks to anybody."""
    if any(each.search(summary) for each in (_ADDRESSES, _MARKUP, _ORDERS)):
        return False
    return all(_SELF.search(sentence) for sentence in _sentences(summary))


def _is_grounded(summary: str, turns: Sequence[Turn]) -> bool:
    whole = "\n".join(turn.content for turn in turns)
    said = Said(whole)
    if script_of(summary) not in _scripts(turns, whole) or not in_its_writing(summary, whole):
        return False
    foreign = (*_OUTSIDERS.findall(summary), *_WEB.findall(summary))
    if not all(said.mentions(plain(each.strip(".,!?"))) for each in foreign):
        return False
    grounding, retold = Grounding(said, []), Retold(turns)
    return all(
        grounding.holds(without_links(plain(sentence)))
        and retold.bears_out(sentence)
        and _opens_with_no_name(sentence, said)
        for sentence in _sentences(summary)
    )


def _opens_with_no_name(sentence: str, said: Said) -> bool:
    """False where it may begin with a name of nobody's, which its capital does not tell apart."""
    opening = _OPENING.match(sentence)
    if opening is None or _OPENERS.fullmatch(opening[1]) is not None:
        return True
    return said.mentions(opening[1])


def _scripts(turns: Sequence[Turn], whole: str) -> set[str]:
    counts = Counter(script_of(turn.content) for turn in turns)
    several = {script for script, count in counts.items() if _BOTH * count >= len(turns)}
    return ({script_of(whole)} | several) & {"han", "latin"}


def _sentences(text: str) -> list[str]:
    """Each once."""
    found = dict.fromkeys(_SENTENCE_ENDS.split(text))
    return [each for each in found if any(map(str.isalnum, each))]
