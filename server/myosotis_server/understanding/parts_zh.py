"""Where a Chinese sentence is cut into the clauses that are read, and where it is not."""

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.slots_zh_usual import is_as_ever
from myosotis_server.understanding.topics_zh import is_topic, without_pause

_SENTENCE_END = pattern_of(r"([。！!？?\n]+|\.(?=\s|$)|…+|～+|~+)")
_COMMA = pattern_of(
    r"[，,；;]|(?<=.{2})[、](?=我|今年|现|喜欢|住|在)|——+|(?<=[一-鿿]{2})(?=[也又]不[喝吃抽喜爱])"
    r"|(?<=[睡起])(?=(?:早上|凌晨|晚上)?[一二三四五六七八九十\d]{1,3}点)"
)
_APART = pattern_of(
    r"(?=而是)|(?<=[一-鿿A-Za-z\d])(?<!是)(?=(?:而|并)?不(?:是|叫)(?!很|说|那么"
    r"|吗))"
)
_HAS_FRAME = pattern_of(r"^(?!.*不是)(?:.{2,}?(?:是|叫|在)|是.)")
_DENIED = pattern_of("不是|不叫")
_JOINS = pattern_of(
    r"^(?:[它他她]的?|另?一[只条个匹]|名字|取名|起名|给它|名|分别){0,4}(?:名字)?(?:叫|是叫"
    r"|就叫)(?!我)"
)
_EACH = pattern_of("另?一[只条匹]叫")
_HAS_NAMELESS = pattern_of(r"养|领养|收养|捡|接|买|有|生|抱|[谈交找处]了个?[男女对]")
_DATE_ALONE = pattern_of(
    r"(?:是|在|就是)?(?:农历|阴历|阳历)?[\d一二三四五六七八九十腊正冬]{1,3}月(?:初?[\d一二三四五六七八九十]{1,3})[日号]?$"
)
_MOST_PARTS = 24
"""Of one sentence; what more there is is not read."""


def sentences(text: str) -> list[tuple[str, str]]:
    """Each sentence of `text` with the mark that ends it, "" where none does."""
    pieces = _SENTENCE_END.split(text)
    return [
        (pieces[index], pieces[index + 1][:1] if index + 1 < len(pieces) else "")
        for index in range(0, len(pieces), 2)
    ]


def parts_of(sentence: str) -> list[str]:
    """The clauses of `sentence`; a name and a topic stay with what they belong to."""
    parts: list[str] = []
    for part in _COMMA.split(sentence):
        part = part.strip()
        if not part:
            continue
        before = parts[-1] if parts else ""
        if (
            before
            and _JOINS.match(part)
            and _HAS_NAMELESS.search(before)
            and ("叫" not in before or _EACH.match(part))
        ) or (len(before) in range(1, 9) and (is_as_ever(before) or is_topic(before, part))):
            parts[-1] += "，" + part
        elif (
            before.endswith(("生日", "生日了", "同一天", "生日快到了"))
            and "生日" in before
            and _DATE_ALONE.match(part)
        ):
            parts.append("生日" + part)
        elif before and (whole := without_pause(before, part)):
            parts[-1] = whole
        elif (
            (denied := _DENIED.search(part)) and _HAS_FRAME.match(part[: denied.start()])
        ) or "而是" in part:
            parts.extend(piece for piece in _APART.split(part) if piece)
        else:
            parts.append(part)
    return parts[:_MOST_PARTS]
