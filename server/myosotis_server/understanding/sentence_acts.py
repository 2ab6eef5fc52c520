"""What a piece does in its sentence, where those before and behind it have a say in it."""

import re

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.speech_acts import Act, act_of

_GOVERNING = {Act.SUPPOSITION, Act.QUOTATION}
_HANDS_OVER = pattern_of(r"[:：]\s*\S")
"""A request that gives what it is about: what follows is a text to work on, and not the user's."""
_WORKS_ON = pattern_of(
    r"翻译|翻譯|译成|譯成|润色|潤色|改写|改寫|修改|校对|校對|检查|檢查|改一?[下改]|这[句段篇]|文案"
    r"|作文|纠错|改错|语法|語法|优化|缩写|精简|总结|概括|续写|扩写|仿写|造句|怎么样|如何|假装|扮演"
    r"|\b(?:translat\w*|rewrite|rephrase|proofread|correct|polish|summari[sz]e|edit|check"
    r"|paraphrase"
    r"|shorten|reword|write|say)\b",
    re.IGNORECASE,
)
_CONCEDES = pattern_of(r"(?:哪怕|即使|就算|even if\b)", re.IGNORECASE)
_MODAL = pattern_of(
    r"\b(?:would|could|might|will|can|should|won['’]t|wouldn['’]t)\b|['’](?:d|ll)\b", re.IGNORECASE
)
_OWN_EN = pattern_of(r"(?:i|i['’]m|my|we|our|he|she|they)\b(?!['’](?:d|ll))", re.IGNORECASE)
_GOES_ON_BIDDING = pattern_of(
    r"(?:要|最好|尽量|别|不要|不用|字数|越|语气|风格|适合|带)(?!我)|(?:about|in|with|for|no|not"
    r"|make it|keep it|something)\b",
    re.IGNORECASE,
)
_CONDITION = pattern_of(r"(?:如果|要是|假如|假设|倘若)(?!.{1,30}(?:就|会|我))|.{1,20}的话$")
_WOULD = pattern_of(
    r"(?:[我他她]们?)?(?:一定|肯定|可能|也许|大概|真的)?就?(?:会|愿意)(?![计用说弹开做游画])"
)


def act_behind(text: str, before: Act | None, governing: Act | None, *, asks: bool) -> Act:
    """What `text` does behind a piece that did `before`, in a sentence that `governing` governs.

    What follows "if I were rich" is supposed too, what follows a request may only detail it, and
    "even if nobody comes" behind a statement belongs to it.
    """
    act = act_of(text, asks=asks)
    if act is Act.STATEMENT and (":" in text or "：" in text) and _gives_work(text):
        act = Act.REQUEST
    if act is Act.SUPPOSITION and before is Act.STATEMENT and _CONCEDES.match(text):
        return Act.STATEMENT
    # What is handed over is no news, whatever it says.
    is_text = governing in (Act.REQUEST, Act.QUESTION)
    told = act in (Act.STATEMENT, Act.REQUEST)
    if told and governing is not None and (is_text or not _is_real(text)):
        return governing
    if act is Act.STATEMENT and before is Act.REQUEST and _GOES_ON_BIDDING.match(text):
        return Act.REQUEST
    return act


_HEAD = pattern_of(r"(?P<head>[^:：\n]{2,60})[:：]\s*\S")


def _gives_work(text: str) -> bool:
    """Whether `text` asks for work on what it gives behind a colon, whatever that says."""
    found = _HEAD.match(text)
    if found is None or not _WORKS_ON.search(found["head"]):
        return False
    return act_of(found["head"]) in (Act.REQUEST, Act.QUESTION)


def hands_over(text: str, act: Act, behind: str) -> bool:
    """Whether `text`, which does `act`, hands over a text to work on, that `behind` it begins.

    As far as the turn goes on, it is that text.
    """
    if act not in (Act.REQUEST, Act.QUESTION) or not _WORKS_ON.search(text):
        return False
    return _HANDS_OVER.search(text) is not None or behind.lstrip(" ")[:1] in (":", "：")


def governs(text: str, act: Act) -> bool:
    """Whether the rest of the sentence behind `text` does what it does.

    A quotation does not, where its closing mark shows its end. "Translate: …" does, since what it
    hands over goes on.
    """
    if act in (Act.REQUEST, Act.QUESTION) and _WORKS_ON.search(text) and _HANDS_OVER.search(text):
        return True
    return act in _GOVERNING and not (act is Act.QUOTATION and text[-1:] in "”」』\"'’")


def is_bound(text: str, condition: str) -> bool:
    """Whether `text` says only what would be under the `condition` that follows it."""
    return _CONDITION.match(condition) is not None and _WOULD.match(text) is not None


def _is_real(text: str) -> bool:
    """Whether an English piece says, without a "would", how things are."""
    return _OWN_EN.match(text) is not None and not _MODAL.search(text)
