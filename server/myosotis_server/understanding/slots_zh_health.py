"""Body and health, read out of Chinese: allergies, illnesses, medicines, diets."""

import re
from collections.abc import Iterator

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.clause_zh import Clause, Rule, ends, says
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.values_zh import listed, trim

_ILL = (
    r"(?:[病症炎癌瘤]|综合征|综合症|高血压|低血压|高血脂|高血糖|低血糖|哮喘|抑郁"
    r"|双相|失眠|感冒|流感|新冠|发烧|近视|散光|结石|骨折|贫血|痛风|甲亢|甲减"
    r"|三高|脂肪肝"
    r"|腰间盘突出|腰椎间盘突出|颈椎间盘突出|结节|囊肿|肌瘤|心脏病|偏头痛|湿疹"
    r"|荨麻疹|痔疮|痘痘|脚气|带状疱疹|阳性|心律不齐|早搏|白内障|青光眼|帕金森"
    r"|阿尔茨海默|中风"
    r"|脑梗|心梗|肾衰竭|肝硬化|骨质疏松|静脉曲张|多囊|子宫肌瘤|自闭|孤独症|ADHD"
    r"|PTSD|HPV|白癜风|银屑病|溃疡|反流|息肉|扭伤|韧带撕裂|耳鸣|口腔溃疡|水痘"
    r"|腮腺炎|尿毒症|夜盲|色盲|色弱|焦虑|强迫)"
)
_DRUG = pattern_of(
    r"(?:片|胶囊|颗粒|丸|口服液|胰岛素|双胍|列汀|列净|沙坦|他汀|洛尔|地平|普利"
    r"|阿司匹林|布洛芬|替林|西汀|舍曲林|唑仑|西泮|拉唑|霉素|头孢.{0,3}|西林"
    r"|褪黑素|避孕药|[维维]生素.{0,3}|钙片|药|优甲乐"
    r"|碳酸锂|叶酸|甲状腺素|泼尼松|激素|喹硫平|帕罗|文拉法辛|度洛西汀|氯雷他定"
    r"|西替利嗪|沙丁胺醇|司美格鲁肽|中药|降压药|安眠药|抗抑郁药|利培酮|华法林"
    r"|氯吡格雷|唑坦|孟鲁司特钠?)$"
)
_MOOD = pattern_of(
    r"(?:[很好太真超挺蛮更又老巨]|有[点些]|特别|非常|比较|无比|极度|最近|开始|总是|一直|莫名"
    r"|越来越)*"
    r"(?:焦虑|抑郁|强迫|自闭|失眠焦虑|焦虑失眠)了?"
    r"|.*[很好太真超挺更又点些加让我而常分到别其](?:焦虑|抑郁|强迫|自闭)了?"
)
"""What passes; as an illness it is had, found, or called by its full name (焦虑症)."""
_PASSES = pattern_of(
    r"(?:重?感冒|发[高低]?烧|低烧|高烧|流感|新冠|阳|阳性|失眠|耳鸣|口腔溃疡|扭伤|焦虑)$"
)
"""What most have now and then; it is an illness where it lasts, comes again or is found."""
_FOUND = pattern_of(r"得了|患|犯|发作|确诊|诊断|查出|染上|落下|感染")
_LASTS = pattern_of(
    r"一直|[经常]常|常年|常|总|老是|长期|从小|每|天天|反复|慢性|习惯性|严重|顽固|多年|好几年"
    r"|[天周月年]了|[个几多]月|年"
)
_NO_ILLNESS = pattern_of(
    r"^[我你他她不没好]|过敏|毛病$|什么|(?<!冠)心病|职业病|恐惧症|相思|懒癌|公主病|拖延症"
    r"|选择困难|奖"
)


def _allergies(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    written = match["v"]
    for value in listed(written):
        value = re.sub(r"^(?:对|吃|碰到?|一?闻到?|喝)", "", value)
        if not re.search("[我你他她没不]|会$|什么", value):
            yield from says("allergy", value)


def _no_allergy(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    yield from ends(("allergy", trim(match["v"])))


def _illnesses(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    for value in listed(match["v"]):
        value = re.sub(
            r"^(?:[一两二三四五六七八九十几多\d]{1,3}年多?的|是|为|出来?|有|得了|患了?|了|上了?"
            r"|一?点|长期的?|轻微的?|轻度的?|中度的?"
            r"|重度的?|严重的?|慢性的|很严重的|先天性的|遗传性的|早期的?){1,5}(?!性)",
            "",
            value,
        )
        value = re.sub(
            r"(?:很多|好多|十几|[一二两三四五六七八九十\d]+)年$|(?:的)?(?:毛病|患者|病人"
            r"|史)$",
            "",
            value,
        )
        if (
            re.search(rf"{_ILL}$", value)
            and not _NO_ILLNESS.search(value)
            and len(value) <= 14
            and not _passes(value, match[0], clause)
        ):
            yield from says("illness", value)


def _passes(value: str, said: str, clause: Clause) -> bool:
    """Whether `value` is what somebody has today and not tomorrow: 昨晚又失眠了, 有点感冒."""
    if not _PASSES.search(value) or _FOUND.search(said):
        return False
    if clause.is_once:
        return True
    return not (_LASTS.search(clause.when) or _LASTS.search(clause.text)) and (
        clause.text.endswith(("了", "啦"))
        or re.search("又|刚|突然|有点", clause.when + said) is not None
    )


def _suffers(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    value = "新冠" if match["v"] == "阳" else match["v"]
    if not _passes(value, match[0], clause):
        yield from says("illness", value)


def _well(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    value = trim(
        re.sub(r"^(?:的|治好了?)|(?:已经|终于|总算|都|全|也|完全){1,5}$", "", match["v"] or "")
    )
    if re.search(rf"{_ILL}$", value) and not _NO_ILLNESS.search(value):
        yield from ends(("illness", value))


def _medicines(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    if clause.is_once and match["sure"] is None:
        return
    for value in listed(match["v"]):
        value = re.sub(
            r"(?<=.)(?:来)?(?:控制|治疗|降|助|缓解|入睡|睡觉|维持|止痛|续命|压着|调理|调养"
            r"|养生).*$|^(?:[一两三四半][片粒颗次针支袋包])"
            r"|(?:[两三一]次|一[片粒颗])$",
            "",
            value,
        )
        sure = match["sure"] == "服用" or _DRUG.search(value)
        if sure and value not in {"药", "片"} and not re.search("[我你他]|什么", value):
            yield from says("medication", value)


def _stops_medicine(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    value = trim(match["v"] or "")
    if value in {"", "药"}:
        yield from ends(("medication", ""))
    elif _DRUG.search(value):
        yield from ends(("medication", value))


def _diet(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    value = {"吃素": "素食", "吃斋": "素食", "茹素": "素食", "纯素": "素食"}.get(
        match["v"], match["v"]
    )
    yield from says("diet", "素食" if value.endswith("素") or value.startswith("素食") else value)


def _no_diet(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    yield Reading(ends=(Attribute("diet", "素食"),))


RULES: list[Rule] = [
    (
        pattern_of(
            r"(?:对)(?P<v>[^不]{1,20}?)(?:严重|轻微|有点|会|也|都|重度|很|特别"
            r"|超级){0,4}过敏(?!原|源|性)"
        ),
        _allergies,
    ),
    (
        pattern_of(
            r"(?:有)?(?P<v>[^不对有会的没就吃碰喝闻也不]{1,8}?)(?:严重|轻微)?过敏(?:了"
            r"|症|，|$|体质|的人|很|特别|非常|比较|挺|超)"
        ),
        _allergies,
    ),
    (
        pattern_of(
            r"(?:一)?(?:吃|碰|喝|闻)到?(?:了)?(?P<v>[^不了药就]{1,8}?)(?:就|会|也|都"
            r"|容易){0,5}(?:严重)?(?:浑身|全身|身上|脸上|满脸|嘴巴?|嗓子|喉咙){0,2}(?:过敏"
            r"|[起长出](?:疹子|红疹|荨麻疹|小?红点|红疙瘩)"
            r"|发?痒|肿)"
        ),
        _allergies,
    ),
    (pattern_of(r"的?过敏(?:原|源)(?:主要)?(?:是|有|:|：)(?P<v>.{1,16})"), _allergies),
    (pattern_of(r"(?:有)?(?P<v>乳糖|麸质|果糖|酒精)(?:不耐受|不耐)"), _allergies),
    (pattern_of(r"对(?P<v>.{1,8}?)(?:已经)?不(?:再)?过敏了"), _no_allergy),
    (
        pattern_of(
            r"(?:被|医生说我?|医院|体检(?:的?时候|时)?(?:被)?)?(?:得|患|查出来?|确诊|诊断"
            r"|检查出来?|感染|染上|落下"
            r"|犯|又犯)(?:了|上|出|有|为|是|的是|的){0,4}(?P<v>[^过奖到很].{0,20})"
        ),
        _illnesses,
    ),
    (
        pattern_of(
            r"(?:一直)?有(?:点|一点|轻微|轻度|中度|重度|严重|遗传性?|先天性?"
            r"|慢性)?的?(?P<v>[^我你他没不]{1,16})$"
        ),
        _illnesses,
    ),
    (
        pattern_of(
            r"的?(?P<v>[^我你他她没不好治]{2,10}?)(?:又|老毛病){0,4}(?:犯了|发作了"
            r"|复发了)"
        ),
        _illnesses,
    ),
    (
        pattern_of(
            r"(?P<v>(?:重)?感冒|腰?椎?间盘突出|中风|脑梗|心梗|痛风|骨质疏松|耳鸣|甲减|甲亢|贫血"
            r"|肺炎|发烧|流感|新冠|阳|失眠|近视|骨折|色盲|色弱|贫血|高血压"
            r"|糖尿病|抑郁症)(?:了|啦|好几天|$"
            r"|[一二三四五六七八九十百\d两几]+[多来]?[天度年])"
        ),
        _suffers,
    ),
    (
        pattern_of(
            r"的?(?P<v>[^我你他她不没]{2,10}?)(?:已经|终于|总算|都|全|完全){0,4}(?:好了"
            r"|痊愈了|康复了|治好了|治愈了|好得差不多了|不(?:再)?犯了)"
        ),
        _well,
    ),
    (
        pattern_of(rf"(?P<v>[^我你他她有得没不是了的治生看装发犯养探怕会]{{0,5}}{_ILL})$"),
        lambda m, c: iter(()) if _MOOD.fullmatch(m["v"]) else _illnesses(m, c),
    ),
    (pattern_of(r"(?:不|没)(?:再)?(?P<v>失眠|咳嗽)了"), _well),
    (
        pattern_of(
            r"(?:得|要|必须|需要|都要|都得|正?在|长期|开始|一直|定期|坚持|靠|还|医生让"
            r"|医生开了?){0,4}(?P<sure>服用|吃着|吃|服|打|用|喝)(?!过|饭|素|完)(?:着"
            r"|的是|了)?(?P<v>[^我你他不]{1,16})"
        ),
        _medicines,
    ),
    (
        pattern_of(r"(?:已经)?(?:停了|停掉了?|不(?:再)?(?:吃|服用|打))(?P<v>.{0,10}?)(?:了)?$"),
        lambda m, c: _stops_medicine(m, c) if _DRUG.search(trim(m["v"])) else iter(()),
    ),
    (pattern_of(r"停药了"), lambda m, c: ends(("medication", ""))),
    (
        pattern_of(
            r"(?:现在|一直|只|改|开始|长期|常年|坚持)?(?P<v>吃素|吃(?:全|纯|长|蛋奶)素|吃斋|茹素"
            r"|纯素|素食(?:主义)?者?)(?:的"
            r"|了|主义|$|[一二三四五六七八九十\d两几好]+年|，)"
        ),
        _diet,
    ),
    (
        pattern_of(
            r"(?:在|正在|开始|只吃|坚持|吃|做|执行){1,5}(?P<v>清真|生酮|低碳水?|轻食"
            r"|无麸质|低盐|低糖|素食|地中海)(?:饮食|餐|食品|的)?"
        ),
        _diet,
    ),
    (pattern_of(r"(?:不(?:再)?)(?:吃素|素食)了"), _no_diet),
]
