"""Work, study and what somebody can do, read out of Chinese."""

import re
from collections.abc import Iterator

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.clause_zh import Clause, Rule, ends, says
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.places_zh import city_in
from myosotis_server.understanding.roles_zh import employer_in, is_firm, role_in
from myosotis_server.understanding.values_zh import trim

_JOB = r"(?:做|当|干|担任|任|教(?!育|授|堂|练|会|室|材|师)|负责|搞|写)"
_AT_WORK = (
    r"(?:上班|工作|任职|就职|供职|实习|打工|搬砖|做事|当差|服役|[打拧]螺丝|收银|坐诊"
    r"|站柜台|看店|跑业务|带团)"
)
_NO_TRADE = pattern_of(
    r"^(?:梦|饭|菜|作业|运动|家务|爱|人|好|自己|什么|事|客|成|回|真|面|一个|不"
    r"|到|完|得|了|瑜伽|饭菜|手工|题|核酸|手术|检查|体检|决定|准备|朋友)"
)


def trade_in(value: str) -> str:
    """What somebody works as, from what they "做": 产品经理, 设计, 护士工作; "" for 饭 and 梦."""
    bare = trim(value).removesuffix("这行").removesuffix("这一行").removesuffix("相关的工作")
    bare = re.sub(r"(?:方面|相关)?的?(?:工作|行业|岗位)$", "", bare)
    if not 2 <= len(bare) <= 14 or _NO_TRADE.match(bare) or re.search("[我你他她]", bare):
        return ""
    return bare


def _at(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    """在 a place or a firm or both, as something."""
    where, job = match["at"], re.sub(r"^了.{1,3}年多?的?", "", match["job"] or "")
    known = is_firm(where) or city_in(where) or role_in(job) or match["verb"] == "教"
    if match["verb"] and not known:
        return
    yield from _workplace(where)
    if match["verb"] == "教" and job not in {"", "书"}:
        yield from says("occupation", role_in(job) or f"{job.removesuffix('课')}老师")
    elif job == "书":
        yield from says("occupation", "老师")
    elif job:
        yield from says("occupation", role_in(job) or trade_in(job))


def _workplace(where: str) -> Iterator[Reading]:
    where = re.sub(r"^[给帮替](?=一家|一个)|^(?:一家|一个|一所|一间)", "", where)
    city = city_in(where)
    behind = where[where.find(city) + len(city) :] if city else ""
    if city and (behind.startswith(("一家", "某")) or not is_firm(where.split("的")[0])):
        rest = re.sub(r"^[市省的]|^.{0,4}?(?=一家|某)", "", where[where.find(city) + len(city) :])
        yield from says("work_city", city)
        if rest and (firm := employer_in(rest)) and is_firm(firm):
            yield from says("employer", firm)
        return
    firm = employer_in(where)
    if city and where.startswith(city) and len(where) > len(city) and is_firm(where[len(city) :]):
        yield from says("employer", where)
    elif firm:
        yield from says("employer", firm)


def _job(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    value = match["v"]
    role = role_in(value)
    if re.match("[男女]", value):
        return
    does = "从事" in match[0] or match["noun"] or re.match("[做搞干].{2,8}的$", clause.text)
    if not role and does:
        role = trade_in(value)
    yield from says("occupation", role)
    if role and (firm := employer_in(trim(value).rpartition("的")[0])) and is_firm(firm):
        yield from says("employer", firm)


def _turns(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    role = role_in(match["v"]) or trade_in(match["v"])
    gone = role_in(match["was"] or "") or trade_in(match["was"] or "")
    yield from says("occupation", role, ends=(Attribute("occupation", gone),) if gone else ())


def _joins(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    firm = employer_in(match["v"])
    if not firm or city_in(firm) == firm:
        return
    if match["sure"] is None and not is_firm(firm):
        return
    gone = employer_in(match["from"] or "")
    yield from says("employer", firm, ends=(Attribute("employer", gone),) if gone else ())
    yield from says("occupation", role_in(match["job"] or "") or trade_in(match["job"] or ""))


def _employer(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    yield from says("employer", employer_in(match["v"]))


def _leaves(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    yield from ends(("employer", employer_in(match["v"] or "")))


def _left(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    """不在腾讯了, 离开了腾讯: a town is no employer."""
    firm = employer_in(match["v"])
    if firm and not city_in(firm):
        yield from ends(("employer", firm))


def _quits_role(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    if role := role_in(match["v"]):
        yield from ends(("occupation", role))


def _retires(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    yield from says("occupation", "退休", ends=(Attribute("employer", ""),))


RULES: list[Rule] = [
    (
        pattern_of(
            rf"(?:是)?在(?P<at>[^在的]{{1,20}}?(?:的一?家?[^在的]{{2,12}}?(?:公司|医院"
            rf"|学校|企业|银行|机构|工作室|店|厂))?)(?:{_AT_WORK}(?:了|的"
            rf"|[，,])?)?(?:(?:里|里面|那边)?(?P<verb>{_JOB})(?P<job>(?!过"
            rf"|了(?![一两二三四五六七八九十\d]+年)|得|完|着$|好).{{1,30}}?))(?:的|了"
            rf"|工作)?$"
        ),
        _at,
    ),
    (
        pattern_of(
            rf"(?:是)?在(?P<at>.{{2,20}}?)(?:那边|里面?)?{_AT_WORK}(?!日|餐|室|压|服"
            rf"|任)(?:的|了|着|呢|呀|啊){{0,4}}(?P<verb>)(?P<job>)(?:.{{0,4}}[年月天周]了"
            rf"?)?$"
        ),
        _at,
    ),
    (
        pattern_of(r"在(?P<v>[^的做当干上工教]{2,10})$"),
        lambda m, c: (
            _employer(m, c) if is_firm(m["v"]) and re.search("现在|目前", c.when) else iter(())
        ),
    ),
    (pattern_of(r"(?:就职|任职|供职|服务|效力)于(?P<at>.{2,16}?)(?P<verb>)(?P<job>)$"), _at),
    (
        pattern_of(r"(?P<v>[^我你他她在不没的坐乘搭开骑走去挤赶转靠]{2,8})(?:上班|员工)(?:的)?$"),
        lambda m, c: _employer(m, c) if is_firm(m["v"]) else iter(()),
    ),
    (
        pattern_of(
            r"(?:从事|做着?|当(?!时|然|年)上?了?|干的?|担任|是做)(?:的是|一名|一个|个|名"
            r"|的)?(?P<noun>)(?P<v>.{2,18}?)(?:这行|这一行|这份工作)?(?:的|了"
            r"|.{0,4}[年月]了)?$"
        ),
        _job,
    ),
    (
        pattern_of(
            r"(?P<noun>的?(?:职业|工作(?!日|量|很|太|压)|职位|岗位|本职(?:工作)?|主业"
            r"|职务|身份))(?:现在|目前)?(?:就?是|:|：)(?:一名|一个|个|做)?(?P<v>(?!(?:在"
            r"|是)?.{0,4}(?:很|不|太|好|忙|累|压力)).{2,16})$"
        ),
        _job,
    ),
    (
        pattern_of(
            r"(?:从(?P<was>.{2,10}?))?(?:转行|改行|转岗|转型|升职|升任|升|晋升|被?提拔|被?提升"
            r"|被?提|转)(?:去|来"
            r"|到)?(?:做|当|干|成|为)?了?(?P<v>.{2,12}?)了?$"
        ),
        lambda m, c: (
            _turns(m, c) if re.search("行|岗|升|型|提拔", m[0]) or role_in(m["v"]) else iter(())
        ),
    ),
    (
        pattern_of(
            r"(?:从(?P<from>.{2,12}?))?(?P<sure>跳槽|入职|加入|就职)(?:到|去|来|进"
            r"|于)?了?(?P<v>.{2,16}?)(?:(?:当|做|担任)(?P<job>.{2,10}?))?了?$"
        ),
        _joins,
    ),
    (
        pattern_of(
            r"(?:从(?P<from>.{2,12}?))?(?P<sure>(?!))?(?:跳|换|去|到|进|来)(?:到|去"
            r"|了){0,2}(?P<v>.{2,12}?)(?:工作|上班)?(?:(?:当|做"
            r"|担任)(?P<job>.{2,10}?))?[了去来]{0,2}$"
        ),
        lambda m, c: (
            _joins(m, c)
            if is_firm(m["v"])
            and ("了" in m[0] or re.match("跳|换", m[0]))
            and not re.search(
                "(?:面试|笔试|应聘|实习|出差|参观|开会|培训|谈|送|找|玩|看|办|见|体检|报到)|医院|学校|店|超市|酒店|餐厅|大学|银行|厂|中心|健身房|局|图书馆|酒吧",
                m["v"],
            )
            else iter(())
        ),
    ),
    (
        pattern_of(
            r"(?:们?的?(?:新|现在的?|(?:上班|工作|就职|实习|任职|待)的)?公司(?:名字)?"
            r"|的?(?:新)?(?:单位|雇主|东家))(?:现在|目前|就){0,2}(?:是|叫做?|:"
            r"|：)(?P<v>.{2,16})$"
        ),
        _employer,
    ),
    (pattern_of(r"(?:给|帮|替)(?P<v>.{2,12}?)打工"), _employer),
    (
        pattern_of(
            r"(?:(?:从|离开)(?P<v>.{2,12}?)(?:那边|公司)?)?(?:已经|刚|刚刚|主动|被|正式"
            r"|裸|就|给){0,4}(?:离职|辞职|裸辞|辞掉工作|辞了工作|辞了职|被?裁员?|被?优化"
            r"|失业|下岗|被?开除|炒鱿鱼|被?辞退|不干)(?:掉)?(?:了|啦|的|$|(?:快"
            r"|都)?[一两二三四五六七八九十几好多半\d]{1,3}个?[年月天周]|(?=在家|回家|后|，|去))"
        ),
        _leaves,
    ),
    (pattern_of(r"把(?P<v>)(?:工作|活儿?|班)(?:给|都|也)?辞(?:掉)?了"), _leaves),
    (pattern_of(r"被(?P<v>[^炒开裁]{2,10}?)(?:裁|开除|辞退|优化)(?:员|掉)?了"), _leaves),
    (pattern_of(r"(?:辞掉|辞去)了?(?:在)?(?P<v>.{0,10}?)的?(?:工作|职务|职位)"), _leaves),
    (
        pattern_of(
            r"(?:不(?:再)?在|离开|不去)了?(?P<v>.{2,12}?)(?:了|上班了?|工作了?|干了?"
            r"|做了?){1,5}$"
        ),
        _left,
    ),
    (
        pattern_of(r"离开了?(?P<v>.{2,10})$"),
        lambda m, c: _left(m, c) if is_firm(m["v"]) else iter(()),
    ),
    (pattern_of(r"不(?:再)?(?:当|做|干|是)(?P<v>.{2,10}?)了$"), _quits_role),
    (pattern_of(r"(?:考上|当上|应聘上|面试上|评上)了?(?P<noun>)(?P<v>.{2,10}?)了?$"), _job),
    (
        pattern_of(
            r"的?(?:工作地点?儿?|工作的地方|上班地点|上班的地方|办公地点)(?:是|在|:"
            r"|：){1,5}(?P<v>.{2,16})"
        ),
        lambda m, c: says("work_city", city_in(m["v"])),
    ),
    (
        pattern_of(
            r"(?:被)?(?:公司)?(?:外派|派驻|派|调动?|调岗|借调|转|换|驻)(?:到|去|至|往"
            r"|回)了?(?P<v>.{2,8}?)(?:那边|这边)?"
            r"(?:分公司|办公|工作|上班|任职|发展|办事处)?(?:了|去了|来了)?$"
        ),
        lambda m, c: says("work_city", city_in(m["v"])),
    ),
    (
        pattern_of(
            r"(?:常驻|长驻|驻守?|[Bb]ase)在?(?P<v>.{2,8}?)(?:办公|工作|上班|办事处|分公司)$"
        ),
        lambda m, c: says("work_city", city_in(m["v"])),
    ),
    (
        pattern_of(r"(?:工作|上班)(?:单位)?在(?P<v>[^，]{2,8})$"),
        lambda m, c: says("work_city", city_in(m["v"])),
    ),
    (pattern_of(r"退休(?:了|在家|$)"), _retires),
]
