"""What a request to forget is about, without the words that make it a request."""

import re

_ENGLISH = re.compile(
    r"^\W*(?:(?:please|could you|can you|i want you to|i'd like you to|just)\s+)*"
    r"(?:forget|erase|delete|remove|drop|don'?t remember|do not remember|stop remembering)\b"
    r"(?:\s+(?:all|everything|anything|what i (?:said|told you)))?"
    r"(?:\s+(?:about|that|of|on))?\s*",
    re.IGNORECASE,
)
_CHINESE = (
    re.compile(
        r"^(?:请|麻烦|拜托)?你?(?:能不能|可以|帮我)?(?:把|将)?"
        r"(?:忘了|忘掉|忘记|忘|删了|删掉|删除|清除|别再?记着?得?|不要再?记着?得?)?"
        r"(?:所有|全部)?(?:关于|有关)?"
    ),
    re.compile(
        r"(?:(?:全|都|全都|给我)?(?:忘了|忘掉|忘记|删了|删掉|删除|清除))?[吧啊呀啦了]?[。！!～~\s]*$"
    ),
    re.compile(r"(?:的?(?:事情|事儿|事)|的?这件事|的?那件事)$"),
)


def topic_of(request: str) -> str:
    """ "忘掉我面试的事" → "我面试"; "please forget about Sarah" → "Sarah".

    The request itself where nothing would be left.
    """
    topic = _ENGLISH.sub("", request.strip())
    for pattern in _CHINESE:
        topic = pattern.sub("", topic)
    return topic.strip() or request
