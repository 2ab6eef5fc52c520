"""What is said for the sake of the talk: thanks, agreement, promises to think about it."""

import re

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.simplified import simplified

_LONGEST = 120
"""Characters; who says more says something."""
_VERY_ZH = r"(?:真的|真|非常|十分|太|很|好|实在|特别|也|还是|那就?|嗯|好的?|朋友|\s){0,6}"
_ADVICE_ZH = (
    r"(?:建议|推荐|帮助|分享|提醒|意见|解释|介绍|回答|陪伴|倾听|支持|鼓励|关心|安慰|想法|主意|方法)"
)
_THOSE_ZH = (
    r"(?:你|您|你们|这|那|这个|那个|这些|那些|的|说的|给的|提的|提供|一下|所有|这么多|宝贵|好){0,6}"
)
_CHINESE = pattern_of(
    rf"{_VERY_ZH}(?:谢谢|感谢|多谢|谢啦)(?!我)(?:.{{0,8}}{_ADVICE_ZH}|.{{0,6}})(?:了|啊|啦|哦)?"
    rf"|{_VERY_ZH}我?(?:会|将|要|一定会|以后会|下次)?(?:去|认真|好好|努力|再|都){{0,4}}"
    r"(?:考虑|尝试|试试|试一试|试一下|采纳|注意|看看|想想|照做|参考|听|记住)(?:去|着|一下|看){0,3}"
    rf"做?(?:一些)?{_THOSE_ZH}(?:{_ADVICE_ZH}|事情)?(?:的|了|吧|看){{0,3}}"
    r"|我会去?(?:看看|试试|查找|看一下)(?:这些|那些|一些).{0,10}"
    rf"|[这那][个些]?{_ADVICE_ZH}{_VERY_ZH}(?:不错|好|棒|对|有用)[的了啊]?"
    r"|(?:早上|上午|中午|下午|晚上)好|[早晚午]安"
    rf"|我?{_VERY_ZH}(?:高兴|开心|荣幸)能?够?(?:认识|见到|遇见)(?:你|您|大家)"
    r"|(?:这|那|你的?)?(?:[听看]起来|听上去)?(?:真是|确实是|确实|真的是|是)?(?:一?个)?"
    rf"{_VERY_ZH}(?:不错|好|棒|对|有用|有道理|有帮助|可以)的?{_ADVICE_ZH}?[了啊呢]?"
    r"|我?也?(?:这么|这样)(?:想|认为|觉得)的?"
    r"|我?也?(?:明白|知道|懂|了解)(?:你的意思)?了?"
    r"|(?:亲爱的|我的)?朋友"
)
_OH_EN = (
    r"(?:(?:oh|ok(?:ay)?|well|yes|yeah|sure|great|right|wow|but|and|so|hey|hi|there),?\s+){0,4}"
)
_THAT_EN = (
    r"(?:that|this|it|them|those|your \w+|the (?:advice|suggestions?|recommendations?|tips?))"
)
_SO_EN = r"(?:(?:so|very|really|quite|pretty|such) )?"
_ENGLISH = pattern_of(
    rf"{_OH_EN}(?:"
    r"(?:thanks|thank you)(?! to (?!you))\b.{0,60}"
    r"|i(?:['’]m| am)? (?:really |so )?(?:appreciate|grateful for) (?:that|this|it|you).{0,40}"
    r"|i(?:['’]ll| will|['’]m going to)\s+(?:definitely |surely |certainly |also |have to ){0,2}"
    rf"(?:try|consider|check out|look into|think about|keep|remember|do|give)(?:\s+{_THAT_EN})?"
    r"(?:\s+(?:out|a try|a go|in mind|some thought|next time|later|then)){0,2}"
    rf"|(?:it(?:['’]s| is) |i(?:['’]m| am) )?{_SO_EN}(?:nice|good|glad|happy|pleased|great)"
    r" to (?:meet|know|see|hear from) you(?: too)?"
    rf"|(?:(?:{_THAT_EN}(?:['’]s)?)\s)?(?:is |sounds? (?:like )?|makes? )?(?:an? )?{_SO_EN}"
    r"(?:good|great|nice|helpful|excellent|wonderful|interesting|useful|fair|sense|right|true)"
    r"(?: (?:idea|suggestion|point|advice|question|plan|tip)s?)?"
    r"|good (?:morning|afternoon|evening|night)|(?:my |dear |hello )?friend"
    r"|i (?:see|understand|agree)(?: (?:what you mean|that|you))?"
    r")",
    re.IGNORECASE,
)
_COMMAS = pattern_of("[，,；;]")


def is_courtesy(text: str) -> bool:
    """Whether `text` only answers politely ("谢谢你的建议", "I'll think about it")."""
    if len(text) > _LONGEST:
        return False
    parts = [part.strip(" 。.!！~～?？…") for part in _COMMAS.split(simplified(text))]
    return all(_CHINESE.fullmatch(part) or _ENGLISH.fullmatch(part) for part in parts if part)
