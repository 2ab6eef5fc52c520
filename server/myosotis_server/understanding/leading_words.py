"""Words that only lead on to a clause, or trail behind it, and clauses that lead on to others."""

import re

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.people_zh import RELATION
from myosotis_server.understanding.simplified import simplified

_SURE_ZH = (
    r"但是|可是|然而|而且|并且|並且|所以(?!说?然)|因此|其实|其實|话说(?!得)|說起來|说起来|说实话"
    r"|說實話|实话实说|老实说|老實說|说真的|說真的"
    r"|坦白说|坦白讲|讲真|不瞒你说|顺便说(?:一下|一句)?|顺便提一下|顺便一提|总之|總之|事实上|实际上"
    r"|总的来说|总体来说|虽然|雖然|尽管|儘管"
    r"|另外|就是说|换句话说|更重要的是|值得一提的是|我?跟你[说讲](?:个?事[儿情]?|一下|啊|哦)?"
    r"|我?(?:告诉|给)你[说讲]?个?(?:好消息|坏消息|秘密|事[儿情]?)|好消息|坏消息|怎么说呢|首先|其次"
)
_MAYBE_ZH = (
    r"但|而|且|不过|不過|然后|然後|还有|還有|对了|對了|那个|反正|只是|嗯+|啊+|哦+|噢+|喔+|唉+"
    r"|哎+呀?|哈+|嘿+|诶|欸|呃+|哇+|呜+|好吧|好的|好啦|是的|对啊|對啊|没错|沒錯|最后|(?:因为"
    r"|因為)(?!.*[，,])"
    r"|对不起|對不起|抱歉|不好意思|你好|您好|哈喽|嗨|早|早安|晚上好|早上好"
)
_BEFORE_ZH = (
    r"(?=\W|$|[我你他她它咱俺这那今昨明]|也(?!许)|又|从[来小不]|最(?!好)|现在|現在|每[天周次年]"
    r"|没有?|沒|在|有|不(?!过|過|仅|但|管)|还(?!有|没)|老(?:公|婆|妈|爸)|通勤|家里)"
)
_LEADS_EN = (
    r"(?:but|and|so(?= +(?:i|i['’]\w+|im|my|we|he|she|they|it|the|then|now)\b|,)|then|also"
    r"|plus(?! size)|yet|well(?=,| +(?:i|i['’]\w+|my|we|he|she|they|it)\b)|oh|ah|um+|uh+|hmm+|yeah"
    r"|yes|yep"
    r"|ok(?:ay)?(?=\W+(?:so|i|i['’]\w+|my|we|he|she|they|it|well|but|and|then|now|here)\b|,)|hey|hi"
    r"|hello|anyways?|actually|honestly|frankly|basically|by the way|btw|you know(?=,| (?:i|my"
    r"|we)\b)|i mean(?=,| (?:i|my|we|it|he|she)\b)|to be (?:honest|fair|frank)"
    r"|tbh|ngl|not gonna lie|lol|haha+|hehe+|besides|because(?! of)(?!.*,)|cause|cuz|though"
    r"|although|however|moreover|furthermore|in fact|first of all|for the record|fun fact|fyi"
    r"|just so you know|as you know"
    r"|(?:not (?:really|yet|quite|exactly|at all|much|bad|great)|sort of|kind of"
    r"|pretty much|of course"
    r"|sure|absolutely|definitely|exactly|fair enough|partly|mostly|i guess|i suppose so"
    r"|nothing much|so-so|very)(?=,)"
    r"|ugh+|omg|oh my god|wow|phew|sigh|yay|guess what|you know what|(?:man|dude|god|gosh"
    r"|jeez)(?=,)|(?:no|nope|nah)(?=, (?:i|we) (?:do|did|have|can|am|was|wo|never)(?:n['’]t| not"
    r"|\b)|, i['’]m not)|good news|bad news|great news|big news|update|long story short|look|see)"
)
LEADS = pattern_of(
    rf"(?:(?:(?:{_SURE_ZH})(?:[呢啊吧])?|(?:{_MAYBE_ZH}){_BEFORE_ZH})[\s，,、：:~～…。.!！]*"
    rf"|{_LEADS_EN}\b(?!['’-])(?:[\s,.:;!~…–—]|-(?=\s))+)+",
    re.IGNORECASE,
)
TAILS = pattern_of(
    r"(?:[\s,，]+(?:by the way|btw|lol|lmao|(?:ha+){2,}+|(?:he+){2,}+|tbh|to be honest|hh+)"
    r"|[\s,，]*"
    # Laughter is taken whole or not at all: to part it in all ways would take hours.
    r"(?:(?<!哈)哈哈++|(?<!呵)呵呵++|(?<!嘿)嘿嘿++|(?<!嘻)嘻嘻++))+$",
    re.IGNORECASE,
)
BULLETS = pattern_of(
    r"(?:^|(?<=\n)) ?(?:[-*•·▪◦‣●○–]+ (?=\S)|[•·▪◦‣●○]|[(（]?\d{1,2}[.)）、](?!\d) ?|[①-⑳] ?"
    r"|[一二三四五六七八九十]、 ?)"
)
_LEADS_ON_ZH = pattern_of(
    # Only whom the next part is about.
    rf"(?:我|咱|俺)们?家?(?:养的?|的|那个|那只|这个)?(?:{RELATION})[呢啊]?|"
    # A time, a condition, a ground or a topic, of which the next part says something.
    r"(?:当|當|每当|每當|每逢|自从|自從|等到|因为|因為|由于|由於|既然|除了|为了|為了|只要|只有|不管"
    r"|无论|無論|不论|作为|至于|关于|關於|对于|通过|随着|按照|如果|要是|假如|假设|倘若|若是|就算"
    r"|即使|哪怕|与其)(?!.*(?:了吗|吗)$).{1,40}"
    r"|.{1,30}(?:的时候|的時候|时|時|之后|之後|以后|以後|之前|以前|那年|那天|那会儿|期间|期間|的话|的話|来说|而言"
    r"|以来|起)"
    r"|.{0,14}(?:[妈爸媽人师生他她们友板事公婆]|朋友|朋友们)(?:老|总|常|都|经常|总是|昨天|今天"
    r"|刚才)?(?:说|說|觉得|覺得|认为|表示|告诉我|告訴我|问我)"
    r"|我(?:觉得|發現|发现|听说|感觉|希望|担心|怀疑|以为|知道)"
    r"|(?:\d{2,4}年|(?:今|去|前|明|后)年|(?:大?[前后昨今明])[天晚]|[上下这本]+个?(?:周|月|星期"
    r"|礼拜)[一二三四五六日天末初底]?|周[一二三四五六日末]|最近|近来|现在|目前|以前|小时候|平时"
    r"|早上|晚上|中午|下午|上午|刚才|刚刚|后来|当时"
    r"|那时候?|有一[次天]|有时候?|上次|我)+"
)
_LEADS_ON_EN = pattern_of(
    r"(?:(?:ever |even )?(?:when|whenever|while|after|before|since|until|once|as soon as|every time"
    r"|each time|because|as long as"
    r"|if|unless|in case)\b(?!['’]).{1,80})",
    re.IGNORECASE,
)
_QUESTION_EN = pattern_of(
    r"when(?:['’]s| (?:is|are|do|does|did|can|should|will|was)\b)", re.IGNORECASE
)


def leads_on(part: str) -> bool:
    """Whether `part` says nothing yet, but when, why or of what its sentence goes on to speak."""
    if _LEADS_ON_ZH.fullmatch(simplified(part)):
        return True
    return _LEADS_ON_EN.fullmatch(part) is not None and not _QUESTION_EN.match(part)
