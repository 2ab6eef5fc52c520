"""What was done, or is to be done, on one occasion: "周三要去面试", "I had a row with Lynn"."""

import re

from myosotis_server.understanding.clause_zh import AGAIN_AND_AGAIN
from myosotis_server.understanding.patterns_en import match, search
from myosotis_server.understanding.simplified import simplified
from myosotis_server.understanding.timeless import tells_often

_MOST_READ = 80
"""Characters: of what is longer, one deed is only a part."""

_DONE_ZH = (
    r"(?:请"
    r"|[去吃喝看做练跑聊逛买玩吵打游爬骑骂哭搬见学陪带参点煮炖炒约蹦遛唱跳睡弹修洗剪加办过])(?:了"
    r"|过了|完了?)(?!解)(?=[^，,。]{1,})"
    r"|(?:[去回到来][^，,。了]{1,10}|[吃喝看做练跑聊逛买玩吵打游爬骑骂哭见睡洗])(?:完|过)?了(?=$"
    r"|[，,。！!])"
)
_PLANNED_ZH = (
    r"(?:周|星期|礼拜)[一二三四五六日天].{0,6}?(?:要|得|打算|准备|约|去|有|和|跟|陪)"
    r"|(?:[早中下晚]上?[上午晚]?|下班).{0,3}?(?:要去|得去|约了|打算|准备)"
)
_MEAL_ZH = r"^(?:我|今天|今晚|中午)*[早午晚][饭餐](?:又|就|只|还)?(?:是|吃的?|点的?|做的?|随便)"
_DONE_EN = (
    r"^(?:(?:just|finally|so|well|then|today|tonight|yesterday|\w+day|this \w+|on \w+day"
    r"|last \w+)[, ]+)*"
    r"(?:(?:i|we|he|she|they|(?:my|our) \w+(?: [A-Z]\w+)?|[A-Z]\w+)(?: and (?:i|me|my \w+"
    r"|[A-Z]\w+))? )?"
    r"(?:(?:just|finally|also|then) )?"
    r"(?:had (?!to\b|been\b|a (?:cat|dog|baby|son|daughter)\b)|went (?!to (?:school|uni"
    r"|college)\b)|ate|met up|met (?:with )?"
    r"|saw|got back|made|bought|watched|played|ran|swam|came over|visited|cooked|cleaned|called"
    r"|fought|argued"
    r"|walked|cycled|danced|baked|took (?:me|us|him|her|the|my)|did (?:my|some|a|the|legs|arms"
    r"|chest|back))\b"
)

_CHORES_ZH = (
    r"(?:换(?:一?[个下只床套])?(?:新的)?(?:灯泡?|电池|床单|被套|床品|衣服|鞋子?|水|滤芯|门?锁|猫砂"
    r"|轮胎|机油)|买菜|买(?:点|些)?(?:水果|日用品|牛奶|纸|药|猫粮|狗粮)"
    r"|倒垃圾|扔垃圾|(?:洗|晒|收|叠|熨)(?:一?[下个床])?(?:衣服|被子|床单|碗|车|澡|头)|打扫|拖地"
    r"|扫地|吸尘|除[湿霉螨草]|浇[水花]|遛狗|铲屎"
    r"|[取寄拿收]个?快递|[交缴](?:水电|电费|水费|房租|话费|燃气|物业)|理个?发|剪个?头发|做饭|收拾"
    r"|整理|加个?油"
    r"|修(?:一?下)?(?:水管|马桶|灯|电脑|车|自行车|水龙头)"
    r"|[给跟](?![^，]{0,6}买房)[^，]{1,6}?(?:打个?电话|发个?(?:消息|邮件|微信))|充话费|预约|挂号"
    r"|报销|签到)"
)
_CHORE_EN = (
    r"^(?:go and |go |to |quickly |just |finally )*(?:(?:change|replace|fix|swap) (?:the|a|that|my"
    r"|our) (?:\w+ )?(?:light ?bulbs?|bulbs?|batter(?:y|ies)"
    r"|filter|sheets|bedding|tap|lock|ty?res?|oil|litter)|(?:do|finish|hang) (?:the|my"
    r"|some) (?:laundry|washing|dishes|ironing|shopping|groceries|chores|hoovering)"
    r"|take out the (?:trash|rubbish|bins?)|take the (?:trash|rubbish|bins?) out|(?:buy|get"
    r"|pick up) (?:some |more |the )?(?:groceries|milk|bread|eggs|parcel|package|dry cleaning"
    r"|prescription)"
    r"|(?:clean|tidy|mop|vacuum|hoover|sweep|dehumidify|air|dust)(?: up| out)?\b|water (?:the"
    r"|my) (?:\w+ )?(?:plants?|flowers|garden)|pay (?:the|my) (?:\w+ )?(?:bills?|rent)"
    r"|(?:call|ring|phone|text|email|mail) (?:the|my|mum|mom|dad|back|\w+ back)\b|walk the dog"
    r"|feed the|get (?:a|my) (?:haircut|hair cut)|wash (?:the|my)|iron\b|fill up)"
)
_TO_DO_ZH = (
    rf"^(?:我|怕忘了?|[，,]|今天|今晚|明天|待会儿?|等会儿?|回家|下班|一会儿?|记得|还|得|要|该|准备"
    rf"|打算|想|去|先|把|给|又)*[^，,。]{{0,8}}?{_CHORES_ZH}"
)
_TO_DO_EN = (
    r"^(?:i|we)?(?:['’]ve got| have| need|['’]ve| gotta| should| must|['’]d better| want"
    r"| had better|today|tomorrow|,| still| really|['’]m going)* (?:to )?(?P<what>.+)"
)


def is_chore(text: str) -> bool:
    """Whether `text`, which is to be done, is no aim in life: 换灯泡, do the laundry."""
    text = text[:_MOST_READ]
    return bool(
        match(_CHORE_EN, text, re.IGNORECASE)
        if text.isascii()
        else search(_CHORES_ZH, simplified(text))
    )


def tells_once(text: str) -> bool:
    """Whether `text` tells of one occasion, by its words; not what is so for years or often."""
    if len(text) > _MOST_READ or tells_often(text):
        return False
    if text.isascii():
        if match(_DONE_EN, text, re.IGNORECASE) is not None:
            return True
        to_do = match(_TO_DO_EN, text, re.IGNORECASE)
        return to_do is not None and match(_CHORE_EN, to_do["what"], re.IGNORECASE) is not None
    simple = simplified(text)
    if AGAIN_AND_AGAIN.search(simple):
        return False
    return (
        search(_DONE_ZH, simple) is not None
        or search(_PLANNED_ZH, simple) is not None
        or match(_MEAL_ZH, simple) is not None
        or match(_TO_DO_ZH, simple) is not None
    )
