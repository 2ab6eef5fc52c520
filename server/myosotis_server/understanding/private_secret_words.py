"""The words that credentials are told with, and those that tell of none."""

import re

from myosotis_server.understanding.patterns import pattern_of

_SECRET_ZH = (
    r"密[码碼]|口令|密[钥鑰匙]|秘[钥鑰]|私[钥鑰]|助[记記][词詞]|恢复[码短]语?|密保答案"
    r"|[访訪][问問]令牌|令牌"
)
_SECRET_EN = (
    r"(?:pass[\s-]?(?:word|code|phrase|wd)s?(?![a-z])|(?<![A-Za-z0-9])(?:pass(?=\s?[:=])|passwrd"
    r"|pwd|pw|psw|psk"
    r"|(?:api|access|secret|private|client|app|application|wi-?fi|router|hotspot|encryption"
    r"|license|wep|wpa2?|network"
    r"|security|recovery|master|account|ssh|signing)[\s_-]?(?:access[\s_-]?)?(?:key|secret|token)"
    r"|(?:auth|bearer|refresh|session|personal[\s_-]access|bot|github|login|csrf|oauth|id)"
    r"[\s_-]?tokens?|secret[\s_-]access[\s_-]key|token(?=\s?[:=])|secret(?=\s?[:=])"
    r"|(?:seed|recovery|mnemonic)[\s_-]?(?:phrase|words?)|log[\s-]?in\s?(?:creds|credentials)))"
)
_CODE_ZH = (
    r"(?:验[证證]|驗證|校验|校驗|动态|動態|短信|安全|门禁|門禁|门锁|門鎖|解锁|解鎖"
    r"|登[录錄入]|提取|备用|恢复"
    r"|识别|二次|授权|动态口令|支付|开锁|保险箱|保险柜)[码碼](?:号|號)?"
    r"|[Pp][Ii][Nn](?:[码碼])?(?![A-Za-z])"
    r"|[Cc][Vv][Vv2Cc]2?(?![A-Za-z])|\b[Oo][Tt][Pp](?![A-Za-z])"
)
_CODE_EN = (
    r"\b(?:(?:verification|security|access|door|gate|entry|entrance|alarm|garage|safe|lock|lockbox"
    r"|unlock|keypad|one[\s-]?time|otp|2fa|mfa|two[\s-]factor|auth(?:entication"
    r"|enticator)?|login|sign[\s-]?in|sms|backup|recovery|card|voicemail|parental|screen)\s?"
    r"(?:pass)?(?:codes?|pins?|combination)|(?:your|my) codes?(?=\s(?:is|was|are)\b|\s?:)"
    r"|pin(?:\s?(?:code|number|no\.?))?|cvv2?|cvc2?|otp"
    r"|(?:safe|locker?)\s(?:combo|combination)|combination(?=\s(?:to|for|is)))\b"
)
TOLD = pattern_of(
    rf"(?P<secret>(?P<secret_zh>{_SECRET_ZH})|{_SECRET_EN})|(?P<code>(?P<code_zh>{_CODE_ZH})"
    rf"|{_CODE_EN})",
    re.IGNORECASE | re.ASCII,
)
FIGURATIVE = pattern_of(
    r"(?:财富|流量|成功|生命|基因|遗传|幸福|健康|长寿|达芬奇|达·芬奇|摩[斯尔]斯?|莫尔斯|人生"
    r"|爱情|宇宙|DNA|文化"
    r"|历史|增长|快乐|青春|时光|心灵|情感|命运|学习|高考|商业|营销|文明|丝路|制胜|致富|幸运"
    r"|数字|红包|无|没有?|忘[记了]?)的?$"
)
_FILLER_ZH = r"[嘛呢啊呀]?[，,]?(?:[（(][^)）\n]{0,12}[)）])?"
LINK_ZH = pattern_of(
    _FILLER_ZH
    + r"\s*(?:[这那]?(?:我|他|她|它|咱|我们)?(?:一直|以前|之前|现在|目前|原来|还|就|都|仍然"
    r"|依然|暂时|已经|刚|其实|分别|默认|统一"
    r"|通通|全)*(?:是|为|為|叫|用的是|等于|改成|改为|改為|换成|换为|设成|设为|設為|设置成"
    r"|设置为|設置為|设定为|调成|更新为"
    r"|重置为|记成|写的是|填的是|发的是|收到的是|变成)了?\s*[:：]?|[:：=]+|->|\s[-–—]+(?=\s+\S*[0-9_@#$%&*]))\s*"
)
LINK_EN = pattern_of(
    r"(?:\s?\([^)\n]{0,24}\))?"
    r"(?:\s+(?:for|to|of|on|at|in|from)(?:\s+(?!(?:is|was|are|be)\b)[^\s.,;!?:=]{1,30}){1,6}?)?"
    r"(?:\s+(?:i|we|you|he|she|they)(?:\s+\w{1,20}){1,3}?)?"
    r"(?:\s*(?:'s|’s|\bis|\bwas|\bare|\bwere|\bremains|\bwill be|\bshould be|\bused to be"
    r"|\b(?:has|have) (?:always |never )?been|\b(?:starts|begins|ends|started|ended) with|"
    r"\b(?:has |was |been |got |be ){0,3}(?:changed|set|reset|updated|switched) to)"
    r"(?:\s+(?:now|still|just|currently|always|actually|simply|basically|literally|like"
    r"|called)\b){0,2}\s*[:=]?"
    r"|\s*(?:[:=]+|->|=>)|\s+[-–—]+(?=\s+\S*[0-9_@#$%&*]))\s*",
    re.IGNORECASE | re.ASCII,
)

NO_VALUE_ZH = pattern_of(
    r"什么|什麼|多少|啥|哪|谁|誰|几位|几个|几|不是|不|没|对的|对$|錯|错|正确|有效|无效|一样"
    r"|相同|同一|必须|必要|很|非常"
    r"|太|挺|比较|最|更|特别|随机|自动|加密|保密|秘密|机密|安全|弱|强|空|过期|系统|需要|要"
    r"|用来|为了|通过|由|怎么|怎样"
    r"|如何|否|吗|呢|嘛|[我他她你][^，。；]{0,4}(?:设|改|定|想|取|选|记)置?的"
    r"|我(?:自己)?(?:设|改|定|想|记|写|随便)|他(?:设|改|定)|她(?:设|改|定)|你|个(?:谜|秘密"
    r"|问题|麻烦)|一(?:个|种|门|串|把|道)"
    r"|共享|公开|通用|上次|之前|以前|最近|刚刚|昨天|今天|去年|写在|存在|放在|记在|贴在|在"
    r"|可以|能|会|被|忘|谜|麻烦|问题"
    r"|[0-9一二三四五六七八九十]{1,2}\s?(?:位|种|次|天|字|重"
    r"|个(?!\s?[0-9零〇一二三四五六七八九]))|[0-9]{1,4}\s?(?:年|月|日|天|次|遍|点|小时|分钟"
    r"|周)|统一的?[，。]?$|默认的?[，。]?$"
    r"|用户|密码|明文|数字|字母|指纹|人脸|生物|身份|最高|隐私|个人"
)
NO_VALUE_EN = pattern_of(
    r"(?:what|who|which|where|when|why|how|that|because|if|not|no|n't|never|nothing|none|too"
    r"|very|so|really"
    r"|quite|pretty|super|extremely|more|less|most|also|only|already|about|almost|going"
    r"|being|been|be|getting"
    r"|wrong|right|correct|incorrect|invalid|valid|weak|strong|stronger|weaker|safe|unsafe"
    r"|secure|insecure"
    r"|long|short|hard|easy|difficult|simple|complex|complicated|impossible|terrible|bad"
    r"|good|great|fine|ok"
    r"|okay|annoying|stupid|dumb|silly|ridiculous|important|essential|necessary|needed"
    r"|required|optional"
    r"|mandatory|protected|encrypted|hashed|salted|stored|saved|kept|written|hidden|lost"
    r"|gone|missing|stolen"
    r"|leaked|compromised|hacked|exposed|breached|expired|expiring|outdated|old|new"
    r"|different|the same|same"
    r"|identical|unique|random|case|temporary|permanent|shared|public|private|secret"
    r"|a secret|a mystery"
    r"|confidential|personal|blank|empty|unknown|forgotten|working|accepted|rejected|ready"
    r"|due|up|out|on|in"
    r"|under|at|over|behind|stuck|taped|something (?:i|you|we|they|he|she)|anything"
    r"|everything|supposed|used"
    r"|meant|based|made|like|just|all|a (?:pain|nightmare|joke|mess|problem|must|good|bad"
    r"|great|hassle|string|hash"
    r"|combination|mix|way|kind|type|sort|form|thing)|all (?:wrong|gone|set|good)|asked|sent"
    r"|required|reset"
    r"|changed|updated|set|managed|generated|rotated|shown|visible|available|denied|disabled"
    r"|enabled|blocked"
    r"|locked|for|from|with|by|between|among|as|and|or|than|then|there|here|still|again"
    r"|later|soon|now|yet"
    r"|please|help|do|get|see|reset|change|remember|forget|recover|unlock|login|log|access"
    r"|protect|keep|make"
    r"|me|you|him|her|us|them|it|this|these|those|my (?:problem|issue|responsibility)|your"
    r"|their|everyone"
    r"|at least|longer|shorter|better|worse|fun|cool|funny|crazy|weird|nice|patience|love"
    r"|kindness|hard work"
    r"|\d{1,3}[\s-]?(?:characters?|chars?|digits?|letters?|words?|numbers?|days?|weeks?"
    r"|months?|years?|hours?"
    r"|minutes?|times?|percent|%|symbols?|of|or|and|to))(?![A-Za-z0-9_@#$%^&*+=!-])",
    re.IGNORECASE | re.ASCII,
)

REVERSED = pattern_of(
    r"(?<![!-~])(?P<value>[!-~]{3,64}?)[\"'“”’」]?\s*(?:(?:这个?|它)?(?:就)?是|作为|当|做"
    r"|as\b|is\b|was\b|=|（|\("
    r"|[,，.。;；]\s?(?:that'?s|this is|which is|it'?s|这就?是|就是|那是))\s*"
    r"(?P<between>[^，。；！？,;.!?\n]{0,16}?)"
    rf"(?:(?P<secret>{_SECRET_ZH}|{_SECRET_EN})|{_CODE_ZH}|{_CODE_EN})(?![A-Za-z])",
    re.IGNORECASE | re.ASCII,
)
