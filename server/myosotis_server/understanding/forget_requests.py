"""What a request to forget is about, without the words that make it a request."""

import re

from myosotis_server.understanding.patterns import pattern_of

_ENGLISH = pattern_of(
    r"^\W*(?:(?:please|could you|can you|i want you to|i'd like you to|just)\s+)*"
    r"(?:forget|erase|delete|remove|drop|don'?t remember|do not remember|stop remembering)\b"
    r"(?:\s+(?:all|everything|anything|what i (?:said|told you)))?"
    r"(?:\s+(?:about|that|of|on))?\s*",
    re.IGNORECASE,
)
_POLITE = r"^(?:请|麻烦|拜托)?你?(?:能不能|可以|帮我)?"
_VERB = r"(?:忘了|忘掉|忘记|删了|删掉|删除|清除)"
# Only what makes a request goes: "请假" (leave), "将来" (future), "忘年交" (a friend much older or
# younger) and "酒吧" (a bar) begin or end like one.
_CHINESE = (
    pattern_of(rf"{_POLITE}[把将](?=.*{_VERB})"),
    pattern_of(rf"{_POLITE}(?:{_VERB}|忘(?!年)|(?:别|不要)再?记着?得?)(?:所有|全部)?"),
    pattern_of(r"^(?:所有|全部)?(?:关于|有关)"),
    pattern_of(r"[。！!～~\s]+$"),
    pattern_of(rf"(?:(?:全部|全都|全|都|给我)?{_VERB}[吧啊呀啦]?|(?<![酒网贴氧书])吧|[啊呀啦了])$"),
    pattern_of(r"(?:的?(?:事情|事儿|事)|的?这件事|的?那件事)$"),
)


def topic_of(request: str) -> str:
    """ "忘掉我面试的事" → "我面试"; "please forget about Sarah" → "Sarah".

    The request itself where nothing would be left.
    """
    topic = _ENGLISH.sub("", request.strip())
    for pattern in _CHINESE:
        topic = pattern.sub("", topic)
    return topic.strip() or request
