"""The words of what is shown with care, in lower case, and the figures of speech made of them."""

import re

from myosotis_server.understanding.patterns import pattern_of

# What is said with the words below and means none of it; taken out before they are looked for.
FIGURES = pattern_of(
    r"[懒尴尬直男拖延话作]癌|拖延症|强迫症都?(?:犯|逼|发作)|[吓气]出?(?:了)?(?:心脏病|高血压"
    r"|癌)|心脏病都?要?(?:快)?(?:吓|气|犯)"
    r"|(?:同志|战友)们|拉拉队|想死(?:你|我|他|她)|自杀式|(?:整|修)容手术|外科手术(?:医生|刀)"
    r"|手术(?:医生|刀)"
    r"|礼拜[一二三四五六天日几]|做(?:了)?手术的医生|癌症楼|残疾人(?:车|运动会|通道|证件)"
    r"|过敏感|信教授|工作狂|恋爱脑|怀孕似的"
    r"|(?:great|economic|tropical|the) depression(?: era)?|depression[- ]era"
    r"|cancer (?:season|sign|sun|moon|rising)"
    r"|\b(?:i'?m|am|is|are|he's|she's) a cancer\b|tropic of cancer|retail therapy"
    r"|blind (?:date|spot|box|taste|eye|test|trust)"
    r"|(?:gave|give|giving|gives) (?:me|him|her|us|them) (?:a |an )?(?:heart attack|stroke"
    r"|aneurysm|cancer|ptsd)"
    r"|(?:almost|nearly|about) (?:had|have|having) a (?:\w+ )?(?:heart attack|stroke)"
    r"|stroke of (?:luck|genius|midnight)"
    r"|so (?:ocd|bipolar|adhd|gay)\b|\bocd about|bipolar weather|prison break|jailbreak\w*"
    r"|christian (?:dior|bale|louboutin|grey|name)"
    r"|allergic to (?:mondays?|work|drama|bullshit|stupid\w*|mornings?|exercise|effort"
    r"|people|fun|responsibilit\w+)"
    r"|catholic school|(?:drug|alcohol)-free|alcohol(?:ic)? (?:drinks?|beverages?)"
    r"|career suicide|suicide squad|abusing (?:the|my) (?:system|privileges?)"
    r"|(?:movie|film|book|show|series|novel|game|podcast|documentary|lecture|paper|article"
    r"|class|talk|news|report|charity|research|study|studies|thesis)"
    r" (?:is |was |were )?(?:all )?(?:about|on) [^,.;!?，。]*"
    r"|(?:关于|有关)[^，。；！？]*(?:论文|研究|课题|新闻|电影|小说|讲座|纪录片|书|报道|节目"
    r"|课程|文章)"
    r"|(?:research|write|writing|read|reading|watched|watching|studying)(?:s|ing"
    r"|ed)? (?:\w+ ){0,3}(?:about|on) [^,.;!?]*"
    r"|[^，。；！？]{0,6}(?:论文|研究|课题|讲座|纪录片|药企|新药)"
)

_HEALTH_ZH = (
    r"糖尿病|高血压|血糖高|心脏病|冠心病|心梗|心肌|心律不齐|癌|肿瘤|白血病|淋巴瘤|艾滋|乙肝"
    r"|丙肝|肝炎|肝硬化|梅毒|性病|淋病|疱疹"
    r"|尖锐湿疣|抑郁症|抑鬱症|(?:重度|中度|轻度|产后|患上?|得了?|确诊(?:为)?)的?抑郁"
    r"|抑郁(?:发作|障碍|倾向)|躁郁|双相|焦虑症|焦慮症"
    r"|(?:确诊|得了|患|治疗|治|严重的?)[^，。]{0,4}强迫症|精神分裂|精神科|精神疾病|精神病院"
    r"|自闭症|自閉症|多动症|创伤后应激|厌食症|暴食症|贪食症"
    r"|进食障碍|惊恐(?:发作|障碍)|癫痫|癲癇|哮喘|氣喘|帕金森|阿尔茨海默|老年痴呆|失智|中风了"
    r"|中风后|脑梗|脑溢血|脑瘫|甲亢|甲减|甲状腺|肾(?:病|衰|炎|结石)"
    r"|尿毒症|透析|胆结石|胃溃疡|慢性病|慢性[^，。]{1,4}炎|肺炎|结核|红斑狼疮|类风湿|强直性"
    r"|痛风|帕金|骨髓|(?:做|动|开|要|过)(?:了|过|完)?(?:个|一个|一次|场)?[^，。]{0,5}手术"
    r"|住院|住進醫院|化疗|化療|放疗|确诊|確診|查出[^，。]{0,8}(?:病|瘤|结节|症)|怀孕|懷孕"
    r"|身孕|流产|流產|堕胎|(?:做|打|无痛)(?:了|过|个)?人流|人流手术|不孕|不育|试管婴儿|备孕"
    r"|月经|更年期|残疾|殘疾|截肢|失明|失聪|聋哑|瘫痪|轮椅|对[^，。]{1,10}过敏(?![感原源])"
    r"|過敏|过敏体质|过敏性|[^，。]{1,4}过敏(?![感原源])"
    r"|胰岛素|抗抑郁|安眠药|抗焦虑|降压药|降糖药|(?:每天|一直|长期|天天|在)[^，。]{0,4}(?:吃"
    r"|服)[^，。]{0,6}药|看心理医生|心理医生|心理咨询师?(?:那|说|建议)"
    r"|(?:做|去|接受|在做|看)(?:了|过)?心理(?:咨询|治疗)|酗酒|酒瘾|毒瘾|赌瘾|戒毒"
    r"|[患得](?:上|了|有)[^，。]{0,6}(?:病|症|炎)(?!毒)|不治之症"
)
_HEALTH_EN = (
    r"\b(?:diabet(?:es|ic)|hypertension|high blood pressure|heart (?:disease|attack|failure"
    r"|condition|surgery)|cancer|tumou?rs?"
    r"|leuka?emia|lymphoma|hiv|aids(?= (?:patient|diagnosis))|herpes|chlamydia|gonorrh\w+"
    r"|syphilis|hepatitis|hpv|std|stds|sti|stis|ptsd|adhd"
    r"|autis(?:m|tic)|aspergers?|bipolar|schizo\w+|anorexi[ac]|bulimi[ac]|eating disorder"
    r"|panic (?:attacks?|disorder)"
    r"|(?:anxiety|personality|mood|mental|sleep|bleeding) disorders?|mental (?:illness"
    r"|breakdown)|(?:clinical|postpartum|postnatal|severe|major|manic) depression"
    r"|(?:have|has|had|with|from|my|his|her|battl\w+|fight\w+|of|for|into"
    r"|suffer\w*) (?:\w+ )?depression"
    r"|clinically depressed|(?:have|has|my|his|her|with|of) ocd|dementia|alzheimer'?s?"
    r"|parkinson'?s?|(?:had|have|has|suffered) a stroke"
    r"|epilep(?:sy|tic)|seizures?|asthma(?:tic)?|lupus|arthritis|multiple sclerosis|crohn'?s"
    r"|celiac|coeliac|fibromyalgia|endometriosis|pcos"
    r"|thyroid|kidney (?:disease|stones?|failure)|dialysis|chemo(?:therapy)?|radiotherapy"
    r"|insulin|antidepressants?|ssris?|prozac|zoloft"
    r"|xanax|lexapro|sertraline|metformin|lithium(?= for)|adderall|ritalin|prescribed|(?:on"
    r"|my|taking|take|his|her) (?:medication|meds)"
    r"|medication for|diagnos(?:ed|is)|pregnan(?:t|cy)|miscarr\w+|abortion|ivf|infertil\w+"
    r"|stillb\w+|menopause|disab(?:led|ility)|wheelchair"
    r"|amputat\w+|(?:am|is|was|i'm|he's|she's|went|going|partially|legally|born) (?:deaf"
    r"|blind)|paraly[sz]ed|chronic (?:pain|illness|fatigue|disease|migraines?)"
    r"|allerg(?:y|ies|ic) to|(?:nut|peanut|food|pollen|dairy|shellfish|penicillin|drug|pet"
    r"|cat|dog|egg|gluten|seafood|lactose) allerg(?:y|ies)"
    r"|epipen|(?:my|a|her|his|our|the) (?:therapist|psychiatrist|psychologist) (?:said|says"
    r"|thinks|suggested|told|helps?|recommended|prescribed)"
    r"|(?:see|seeing|saw|my) (?:a )?(?:therapist|psychiatrist|shrink)|(?:in|to|started"
    r"|starting|attend\w*|need|my) (?:\w+ )?therapy"
    r"|(?:had|have|having|has|need|needs|after|my|his|her|for|undergo\w*|got"
    r"|from) (?:\w+ ){0,2}surgery|hospitali[sz]ed|(?:in|to|into) (?:the )?(?:icu"
    r"|intensive care|rehab)"
    r"|alcoholism|(?:an|recovering|was|am) alcoholic|addicted to (?:drugs?|alcohol|gambling"
    r"|heroin|opioids?|painkillers|cocaine|pills)|overdose\w*"
    r"|(?:months?|years?|days?) sober|terminal(?:ly)? ill\w*|organ transplant"
    r"|transplant(?= (?:list|surgery)))\b"
)
_INTIMATE_ZH = (
    r"同性恋|同性戀|双性恋|出柜|出櫃|跨性别|跨性別|无性恋|变性|性取向|性伴|性生活|约炮|阳痿"
    r"|早泄|性冷淡|性功能|我(?:其实)?是(?:gay|les|拉拉|同志|弯的|双)"
    r"|喜欢(?:的是)?同性"
)
_INTIMATE_EN = (
    r"\b(?:gay|lesbian|bisexual|pansexual|asexual|queer|transgender"
    r"|trans (?:woman|man|girl|guy|person)|non-?binary|lgbt\w*"
    r"|closeted|(?:came|come|coming) out (?:as|to (?:my|his|her|their|the|mum|mom|dad))"
    r"|sexual orientation|sexuality|gender (?:identity|dysphoria|transition)"
    r"|erectile|libido|sex life|one[- ]night stand|(?:i'?m|am) (?:bi|straight|a virgin))\b"
)
_BELIEF_ZH = (
    r"信(?:奉|仰)?(?:佛|基督|天主|伊斯兰|耶稣|上帝|安拉|真主|道教|教(?!授|师))|宗教信仰"
    r"|基督徒|佛教徒|穆斯林|天主教徒|道教徒|皈依|受洗|做礼拜|教友|无神论者"
    r"|党员|入党|政治(?:立场|观点|倾向|面貌)"
    r"|投(?:票)?给了?(?:[^，。]{0,4}党|特朗普|拜登|川普)|支持(?:[^，。]{0,3}党|特朗普|川普"
    r"|拜登)"
)
_BELIEF_EN = (
    r"\b(?:muslim|hindu|buddhist|sikh|mormon|atheist|agnostic|evangelical"
    r"|jehovah'?s witness)\b|\b(?:am|i'm|is|are|was|raised|devout|practi[sc]ing|a|as|born)"
    r" (?:a |an )?(?:\w+ )?(?:christian|catholic|jewish|protestant|orthodox jew)\b"
    r"|\bconverted to (?:islam|christianity|judaism|buddhism|hinduism|catholicism)"
    r"|\bbapti[sz]ed\b|\b(?:my|her|his|our|their) (?:faith|religion)\b|\bbelieve in (?:god"
    r"|jesus|allah)\b|\b(?:go|goes|going|went) to (?:church|mosque|synagogue)\b"
    r"|\bpray (?:every|five|to)\b"
    r"|\b(?:republican|democrat|tory|libertarian|communist|socialist|marxist|left-wing"
    r"|right-wing)\b|\bpolitical (?:views?|party|beliefs?)\b"
    r"|\bvot(?:e|ed|ing) (?:for )?(?:trump|biden|harris|obama|clinton|labour|tory|tories"
    r"|conservatives?|republicans?|democrats?|greens?|leave|remain|brexit)\b"
)
_LAW_AND_HARM_ZH = (
    r"坐牢|坐过牢|前科|服刑|判刑|判了[^，。]{1,4}年|被(?:拘留|逮捕|抓进|起诉|通缉)|犯罪记录"
    r"|案底|出狱|缓刑|取保候审|吸毒|贩毒|醉驾|酒驾被"
    r"|自杀|自殺|自残|自殘|割腕|自伤|轻生|不想活|想死|活不下去|家暴|性侵|强奸|猥亵|虐待"
    r"|性骚扰|被打(?:了|到)?[^，。]{0,4}(?:老公|丈夫|爸)"
)
_LAW_AND_HARM_EN = (
    r"\b(?:criminal record|arrested|convicted|felon(?:y)?|misdemeanou?r|(?:in|to|from"
    r"|of) (?:prison|jail)|probation officer|on (?:probation|parole|bail)|dui|dwi)\b"
    r"|\b(?:suicid\w+|self[- ]harm\w*|(?:cut|cutting|hurt|hurting|kill|killing) myself"
    r"|end my life|want to die|domestic (?:violence|abuse)|abusive"
    r"|(?:was|were|been|sexually|physically|being|got) (?:\w+ )?(?:abused|assaulted|harassed"
    r"|molested|raped)|rape|(?:sexual|child) (?:assault|abuse|harassment))\b"
)
_DEBT_ZH = (
    r"欠债|欠債|负债|負債|债务|債務|欠(?:了|着|款)?[^，。；]{0,8}(?:[万千百]|块钱|元)|网贷"
    r"|高利贷|破产|破產|失信|催收|老赖|赌债|征信(?:黑|有|花)"
)
_DEBT_EN = (
    r"\b(?:bankrupt(?:cy)?|(?:in|of|my|his|her|credit card|student|gambling|our|their"
    r"|medical) debts?|foreclos\w+|loan sharks?|payday loans?|debt collectors?"
    r"|defaulted on|owe (?:\w+ ){0,3}(?:\$|£|€)?[0-9][0-9,.]*\s?(?:k|grand|thousand|dollars"
    r"|pounds|bucks)?)\b"
)
_SENSITIVE_ZH = pattern_of(
    "|".join((_HEALTH_ZH, _INTIMATE_ZH, _BELIEF_ZH, _LAW_AND_HARM_ZH, _DEBT_ZH))
)
"""Every one of them has a Chinese character in it."""
_SENSITIVE_EN = pattern_of(
    "|".join((_HEALTH_EN, _INTIMATE_EN, _BELIEF_EN, _LAW_AND_HARM_EN, _DEBT_EN)),
    re.ASCII,  # so that a Latin word begins after a Chinese one: "我有PTSD"
)


def has_sensitive(plain: str) -> bool:
    """Whether such words stand in `plain`, which is in lower case."""
    if _SENSITIVE_EN.search(plain) is not None:
        return True
    return not plain.isascii() and _SENSITIVE_ZH.search(plain) is not None


_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
PERSONAL = pattern_of(
    r"生日(?:就|都)?(?:是|在|:|：)?[^，。！？]{0,6}(?:[0-9一二三四五六七八九十]{1,3}月"
    r"|[0-9]{1,2}[./-][0-9]{1,2})|[月日号]的?生日|(?:出生于|出生在"
    r"|生于)[^，。]{0,4}[0-9一二三四五六七八九]"
    r"|[0-9]{2,4}年[^，。]{0,8}(?:出生|生的)"
    rf"|\bbirthday(?:'s| is| falls)(?: on)? (?:the )?(?:{_MONTH}|[0-9])|\bborn (?:on"
    rf"|in) (?:the )?(?:{_MONTH}|[0-9])|\bdate of birth|\bdob\b"
    r"|(?:月薪|年薪|工资|工資|薪水|薪资|月入|年入|年收入|月收入|奖金)(?:是|有|才|只有|大概"
    r"|差不多|涨|降|到|了|税前|税后|一个月|一年|每月|为|:"
    r"|：)*\s?[0-9一二三四五六七八九十两几百千万]"
    r"|\b(?:my|his|her|our) (?:\w+ )?(?:salary|income|wage|paycheck"
    r"|take-home)(?: \w+){0,3} [$£€]?[0-9]|\b(?:make|makes|earn|earns|earning|making|paid"
    r"|pays? me)"
    r" (?:about |around |roughly |over |only )?[$£€]?[0-9][0-9,.]*k?(?: dollars| pounds"
    r"| euros)? (?:a|per|an|every) (?:year|month|week|hour|annum)"
    r"|\bsalary (?:is|of|was) [$£€]?[0-9]"
)
