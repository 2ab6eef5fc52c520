"""Claims read out of Chinese statements: "我搬到了上海" says that home_city is 上海."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.slots import slot_of
from myosotis_server.understanding import (
    slots_zh_amounts,
    slots_zh_being,
    slots_zh_belongings,
    slots_zh_days,
    slots_zh_family,
    slots_zh_habits,
    slots_zh_health,
    slots_zh_home,
    slots_zh_identity,
    slots_zh_manners,
    slots_zh_study,
    slots_zh_tastes,
    slots_zh_usual,
    slots_zh_wishes,
    slots_zh_work,
    unstated_zh,
)
from myosotis_server.understanding.brought_in import (
    brought_in,
    introduced_by,
    is_age_of_one_brought_in,
    is_bare_age,
    name_told,
    named_in,
)
from myosotis_server.understanding.clause_zh import OWN, Clause, beginning_of, claims, parse
from myosotis_server.understanding.corrections_zh import (
    A_WORD,
    BUT_SO,
    FRAME,
    NOT_SO,
    OH_NO,
    REPAIRS,
    SHOULD_BE,
    Contrast,
    instead,
)
from myosotis_server.understanding.level_zh import level, simplified
from myosotis_server.understanding.merged_zh import as_said, ended, merged
from myosotis_server.understanding.parts_zh import parts_of, sentences
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.people_zh import canonical
from myosotis_server.understanding.topics_zh import DONE, INTRODUCED, in_order

LONGEST = 400
"""Characters; a longer text is no clause."""

_ENDED = pattern_of(
    r"^(?:但是?|不过|可是?|而)?(?:我)?(?:现在|后来|如今|早就|早已|已经|最近|最后"
    r"|今年|去年|上个?[月周]|终于){0,4}(?:我)?(?:就|都|也|早|已经){0,4}"
    r"(?:(?:再也)?(?:不|没)(?:再)?(?:喜欢|爱|想)?(?:喝|吃|抽|住|在|做|干|养|去"
    r"|玩|用|开|练|学|跑|打|看|碰|信|弹|教|那里|那儿|那)?|戒掉?|停)(?:了|啦)$"
)
_NAMES_A_THING = pattern_of(r"叫做|(?:名字)?叫[^我]{4,}|名为")
"""Behind another clause: "学了一道菜，叫做清蒸鲈鱼"."""
_DOCTOR = pattern_of(
    r"^(?:医生|大夫|体检|医院|检查)(?:说|让|叫|建议|要求|告诉我|诊断(?:说|为)?"
    r"|确认|显示|发现|报告说)我?"
)
_SAYS = pattern_of(
    r"^(?:跟我|和我|对我|告诉我)?(?:说|讲|提到|告诉我|跟我说)(?:过|了)?(?:[他她]"
    r"|自己)?"
)
_CALLED = pattern_of(
    r"^(?:平时|一般|从小|经常|私下)?(?P<all>[都也])?(?:叫|喊|称呼|管)我(?:叫"
    r"|做)?(?P<v>(?!回|去|吃|起|来|快|早|别|多|赶|帮|做|写|买|洗|过|出|把|要|给"
    r"|好好|加油|注意|小心).{1,5})$"
)
_RULES = tuple(
    (rules, beginning_of(rules))
    for rules in (
        slots_zh_identity.RULES,
        slots_zh_home.RULES,
        slots_zh_work.RULES,
        slots_zh_study.RULES,
        slots_zh_family.RULES,
        slots_zh_belongings.RULES,
        slots_zh_amounts.RULES,
        slots_zh_being.RULES,
        slots_zh_health.RULES,
        slots_zh_tastes.RULES,
        slots_zh_wishes.RULES,
        slots_zh_usual.RULES,
        slots_zh_days.RULES,
        slots_zh_habits.RULES,
    )
)
_NUMERAL = pattern_of(r"[\d一二两三四五六七八九十百千万]")
_GETS = pattern_of("[车座开提买换入订购收淘有]")
_LASTING = frozenset({"goal", "friend", "partner", "child", "sibling", "manager"})
"""What a clause about the future may tell all the same."""


@dataclass(slots=True)
class _Sofar:
    """What the parts before have told: who is spoken of, what was so formerly."""

    subject: str
    readings: list[Reading] = field(default_factory=list)
    former: list[Reading] = field(default_factory=list)
    part: str = ""
    before: list[str] = field(default_factory=list)
    """The parts of the sentence so far."""
    is_of_unknown: bool = False


def chinese_readings(text: str, subject: str = "") -> list[Reading]:
    """What `text`, a clause or a few, claims; the most telling first.

    `subject` is whom a clause without a subject of its own speaks of, empty for the user. Nothing
    is read in questions, suppositions, quotations and requests, nor of somebody unknown.
    """
    if not text or len(text) > LONGEST:
        return []
    text = level(text)
    simple = simplified(text)
    if unstated_zh.is_joke(simple):
        return []
    sofar = _Sofar(subject)
    for sentence, mark in sentences(unstated_zh.without_quotations(simple)):
        _sentence(sentence, mark != "" and mark in unstated_zh.QUESTION_MARKS, sofar)
    readings = merged(sofar.readings)
    if simple == text or len(simple) != len(text):
        return readings
    return [as_said(reading, simple, text) for reading in readings]


def _sentence(sentence: str, is_asked: bool, sofar: _Sofar) -> None:
    parts = parts_of(sentence)
    if not parts or unstated_zh.asks_of_all(parts):
        return
    if is_asked and (wish := list(slots_zh_manners.to_the_listener(parts.pop()))):
        sofar.readings.extend(wish[:1])
    corrects = False
    sofar.is_of_unknown = False
    sofar.before.clear()
    index = 0
    while index < len(parts):
        part = parts[index]
        index += 1
        following = parts[index] if index < len(parts) else ""
        repair = REPAIRS.match(part) or (OH_NO.match(part) if SHOULD_BE.match(following) else None)
        if repair:
            corrects = True
            part = part[repair.end() :]
            if not part:
                continue
        if spoken := list(slots_zh_manners.to_the_listener(part)):
            sofar.readings.extend(spoken[:1])
            continue
        if unstated_zh.supposes(part):
            return
        if unstated_zh.asks(part):
            continue
        contrast = _contrast(part, following, sofar)
        if contrast is not None:
            index += contrast.uses
            sofar.readings.extend(contrast.readings)
            corrects = corrects and not contrast.readings
            continue
        found = list(_part(part, sofar))
        if corrects and found:
            found = [replace(reading, corrects=True) for reading in found]
            corrects = False
        sofar.readings.extend(found)
        sofar.part = part
        sofar.before.append(part)
    if corrects:
        sofar.readings.append(Reading(corrects=True))


def _contrast(part: str, following: str, sofar: _Sofar) -> Contrast | None:
    """ "不是A，(而)是B" and "…是B，不是A": B holds, and A, in the slot that B is in, does not."""
    negated = NOT_SO.match(part)
    if negated is None:
        return None
    head, wrong = negated["head"].removesuffix("而"), negated["a"]
    if (right := BUT_SO.match(following)) and len(head) <= 16:
        verb = negated["verb"]
        holds = list(_part(f"{head}{verb}{right['b']}", sofar)) if head else []
        if not holds:
            bare = not head and max(len(wrong), len(right["b"])) <= A_WORD
            return Contrast([Reading(corrects=True)], 1) if bare else None
        return Contrast(instead(holds, list(_part(f"{head}{verb}{wrong}", sofar))), 1)
    if head or negated["verb"] == "在":
        return None
    frame = FRAME.match(sofar.part)
    if SHOULD_BE.match(sofar.part):
        return Contrast([Reading(corrects=True)], 0)
    if frame is None or not sofar.readings or sofar.readings[-1].attribute is None:
        return None
    before = [sofar.readings.pop()]
    return Contrast(instead(before, list(_part(frame["head"] + wrong, sofar))), 0)


def _part(part: str, sofar: _Sofar) -> Iterator[Reading]:
    if unstated_zh.states_nothing(part):
        return
    if unstated_zh.is_of_people(part):
        sofar.is_of_unknown = True
        return
    if usual := list(slots_zh_usual.as_ever(part, sofar.subject)):
        yield from usual
        return
    if sofar.before and (told := _of_one_brought_in(part, sofar)) is not None:
        yield from told
        return
    bare = in_order(_DOCTOR.sub("我", part))
    found = list(_clause(bare, sofar))
    if not found and part.endswith(DONE) and bare.endswith("了"):
        found = list(_clause(bare.removesuffix("了"), sofar))
    yield from found


def _of_one_brought_in(part: str, sofar: _Sofar) -> list[Reading] | None:
    """What a name or an age behind 养了一只猫 claims; None for what is no such thing."""
    names = name_told(part) != ""
    if not names and not is_bare_age(part):
        return None
    before = next(filter(brought_in, reversed(sofar.before)), "")
    if not before:
        return None
    if names:
        sofar.before.clear()
        return list(_part(f"{before}，{part}", sofar))
    if not is_age_of_one_brought_in(part, before):
        return None
    whose = named_in(before) or introduced_by(before)
    clause = parse(part, whose) if whose else None
    return [_owned(each, clause) for each in _claims(clause)] if clause else []


def _clause(part: str, sofar: _Sofar) -> Iterator[Reading]:
    clause = parse(part, sofar.subject)
    if clause is None or (sofar.is_of_unknown and not clause.is_told):
        sofar.is_of_unknown = True
        return
    sofar.is_of_unknown = False
    clause = _as_told(clause)
    if clause is None or (not clause.is_told and _NAMES_A_THING.match(clause.text) and sofar.part):
        return
    if clause.is_told:
        sofar.subject = clause.subject
    if "叫" in clause.text and (introduced := INTRODUCED.match(clause.text)):
        sofar.subject = canonical(introduced["kin"])
    if clause.subject and (called := _CALLED.match(clause.text)):
        yield from claims(slots_zh_identity.RULES, Clause("外号叫" + called["v"]))
        return
    found = [_owned(reading, clause) for reading in _claims(clause)]
    if clause.is_past:
        sofar.former.extend(found)
        return
    yield from _with_former(found, part, sofar)


def _claims(clause: Clause) -> Iterator[Reading]:
    if not clause.is_past:
        yield from slots_zh_family.family(clause)
    if not clause.text:
        return
    taken = False
    for rules, beginning in _RULES:
        if (
            (rules is slots_zh_amounts.RULES and not _NUMERAL.search(clause.text))
            or (rules is slots_zh_usual.RULES and "又" not in clause.when)
            or (rules is slots_zh_belongings.RULES and not _GETS.search(clause.text))
            or beginning.match(clause.text) is None
        ):
            continue
        if taken and rules is slots_zh_habits.RULES:
            return
        for reading in claims(rules, clause):
            if clause.is_future and (
                reading.attribute is None or reading.attribute.key not in _LASTING
            ):
                continue
            if taken and reading.attribute and reading.attribute.key == "routine":
                continue
            taken = True
            yield reading


def _as_told(clause: Clause) -> Clause | None:
    """What somebody says of themselves is told of them; what they say of others is no statement."""
    match = _SAYS.match(clause.text)
    if match is None or not clause.subject:
        return clause
    rest = clause.text[match.end() :]
    if match[0][-1] not in "他她己":
        return None
    inner = parse(rest, clause.subject)
    return inner if inner and inner.subject == clause.subject else None


def _owned(reading: Reading, clause: Clause) -> Reading:
    if reading.subject == OWN:
        return replace(reading, subject="")
    return reading if reading.subject else replace(reading, subject=clause.subject)


def _with_former(found: list[Reading], part: str, sofar: _Sofar) -> Iterator[Reading]:
    """`found`, with an end to what was so formerly."""
    if not found and _ENDED.match(part):
        earlier = sofar.former or sofar.readings[-1:]
        for reading in earlier:
            if reading.attribute:
                yield from ended(reading, part)
        if not sofar.former:
            del sofar.readings[-1:]
        sofar.former.clear()
        return
    former = {
        reading.attribute.key: reading.attribute for reading in sofar.former if reading.attribute
    }
    for reading in found:
        ends = tuple(
            former.get(each.key, each) if not each.value else each for each in reading.ends
        )
        key = reading.attribute.key if reading.attribute else ""
        old = former.get(key)
        if (
            old
            and reading.attribute
            and slot_of(key).single
            and old.value != reading.attribute.value
        ):
            ends = (*ends, old)
        yield replace(reading, ends=ends)
