"""Who does what in an English clause, and whether it holds: subject, verb, the rest, polarity."""

import re
from dataclasses import dataclass
from enum import Enum

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import match, words
from myosotis_server.understanding.subjects_en import ADVERB, Subject
from myosotis_server.understanding.verbs_en import FORMS, Form


class Tense(Enum):
    PRESENT = "present"
    PAST = "past"
    PERFECT = "perfect"
    MODAL = "modal"


@dataclass(frozen=True, slots=True)
class Predicate:
    """`verb` is a base form, `rest` what follows it, as said.

    `modal` is the auxiliary of a MODAL one ("would"). `negated` says that it does not hold, `ended`
    that it holds no longer.
    """

    subject: Subject
    verb: str
    rest: str
    tense: Tense = Tense.PRESENT
    modal: str = ""
    negated: bool = False
    ended: bool = False
    progressive: bool = False
    habitual: bool = False
    """Said of how it usually is ("I usually run")."""

    @property
    def holds(self) -> bool:
        """Said to be so now."""
        now = self.tense is Tense.PRESENT or (
            self.tense is Tense.PERFECT
            and (self.progressive or _STILL.search(self.rest) is not None)
        )
        return now and not self.negated and not self.ended

    @property
    def denies(self) -> bool:
        """Said not to be so now, or not any longer."""
        return self.ended or (self.negated and self.tense in (Tense.PRESENT, Tense.PERFECT))

    @property
    def happened(self) -> bool:
        """Said to have come about."""
        return not self.negated and self.tense in (Tense.PAST, Tense.PERFECT) and not self.ended

    def claim(self, key: str, value: str, number: float | None = None, unit: str = "") -> Reading:
        """That the subject has, or where it is denied has not, `value` in the slot `key`."""
        attribute = Attribute(key, value, number, unit)
        if self.denies:
            return Reading(ends=(attribute,), subject=self.subject.who)
        return Reading(attribute, subject=self.subject.who)


_STILL = pattern_of(r"\b(?:for|since|always|all my life|my whole life|ever since)\b")


_USUALLY = words("""always usually often normally generally typically regularly mostly""")
_DEGREE = pattern_of(r"(?:that|overly|exactly|all that|entirely|at all) (?!is\b)")
_SELDOM = pattern_of(r"(?:hardly|rarely|seldom|barely|almost|nearly|maybe|perhaps)\b ?")
_NO_MORE = pattern_of(
    r",?\s+(?:any ?more|any longer|no longer|at all any ?more|these days any ?more)\b",
    re.IGNORECASE,
)
_GROWN_TO = pattern_of(
    r"(?:(?:have|has) (?:really |just |finally |actually )?)?(?:come|came|grown|grew|learn(?:ed"
    r"|t)|started|begun|began|starting|beginning) to (?=(?:really |"
    r"actually )?(?:love|like|enjoy|appreciate|hate|adore|dislike|loathe|prefer|fear|dread)\b)"
)
"""What tells that a taste is new: "I've come to love jazz"."""
_PARTICIPLES = words("come become run overcome put set")
"""Participles that look like their base forms."""
_MODALS = words("will would could might may should must can shall")


def predicate(clause: tuple[Subject, str]) -> Predicate | None:
    """What an opened clause says of its subject (see subject_and_rest); None without a verb."""
    subject, rest = clause
    return _verb(subject, rest)


_MOST_AUXILIARIES = 12
"""Words before a verb; with more of them, nobody says anything."""


def _verb(subject: Subject, text: str) -> Predicate | None:
    """Takes adverbs and auxiliaries off the front of `text` until the verb itself is met."""
    negated = ended = False
    tense, modal = Tense.PRESENT, ""
    habitual = been = False

    def said(verb: str, rest: str, progressive: bool = False) -> Predicate:
        rest = rest.strip().rstrip(".!,;… ")
        return Predicate(subject, verb, rest, tense, modal, negated, ended, progressive, habitual)

    if more := _NO_MORE.search(text):
        ended = True
        text = text[: more.start()] + text[more.end() :]
    text = text.strip() + " "
    for _ in range(_MOST_AUXILIARIES):
        if adverb := ADVERB.match(text):
            habitual |= adverb[0].strip() in _USUALLY
            text = text[adverb.end() :]
            continue
        if negated and (adverb := _DEGREE.match(text)):
            text = text[adverb.end() :]
            continue
        if grown := _GROWN_TO.match(text):
            text = text[grown.end() :]
            continue
        if _SELDOM.match(text):
            return None
        if text.startswith(("used to ", "no longer ")):
            ended = True
            modal = "used" if text.startswith("used") else ""
            text = text[text.index(" ", 5) + 1 if modal else 10 :]
            tense = Tense.PRESENT
            continue
        word, _, rest = text.partition(" ")
        low = word.lower().strip(",.!")
        if low in ("not", "never"):
            negated, text = True, rest
        elif low in ("do", "does", "did") and _is_auxiliary(rest):
            tense, text = (Tense.PAST if low == "did" else tense), rest
        elif low in ("have", "has", "had", "got", "need", "needs") and (
            (to := match(r"(?:got )?to ", rest)) and _next_is_base(rest[to.end() :])
        ):
            tense, modal, text = Tense.MODAL, "have", rest[to.end() :]
        elif word in _MODALS and not been:
            tense, modal, text = Tense.MODAL, low, rest
        elif low in ("am", "is", "are", "was", "were", "be", "been"):
            been, text = True, rest
            if low in ("was", "were"):
                tense = Tense.PAST
            elif low == "been" and tense is not Tense.MODAL:
                tense = Tense.PERFECT
        elif been and low == "going" and rest.startswith("to ") and _next_is_base(rest[3:]):
            tense, modal, text, been = Tense.MODAL, "going", rest[3:], False
        elif been and not subject.owned and low in FORMS and FORMS[low][1] is Form.ING:
            verb = FORMS[low][0]
            return said(verb, rest, progressive=True)
        elif been:
            return said("be", text)
        elif low in ("have", "has", "had") and (after := _after_have(rest)) is not None:
            negated |= after[0]
            tense = Tense.PERFECT if low != "had" else Tense.PAST
            if after[1] == "got":
                tense = Tense.PRESENT
                return said("have", after[2])
            text = f"{after[1]} {after[2]}"
            if (form := FORMS.get(after[1])) is not None:
                return said(form[0], after[2])
        elif low in ("have", "has", "had") and match(r"(?:\w+ly )?\w{3,}ed\b", rest):
            return None
        elif low in FORMS:
            verb, form_ = FORMS[low]
            if form_ is Form.PAST and tense is Tense.PRESENT and low != "cut":
                tense = Tense.PAST
            return said(verb, rest)
        else:
            return None
    return said("be", "") if been else None


def _is_auxiliary(rest: str) -> bool:
    rest = rest.removeprefix("not ").removeprefix("never ")
    while adverb := ADVERB.match(rest):
        rest = rest[adverb.end() :]
    return _next_is_base(rest)


def _next_is_base(rest: str) -> bool:
    word = rest.split(" ", 1)[0].lower().strip(",.!")
    form = FORMS.get(word)
    return word == "be" or (form is not None and (form[1] is Form.BASE or word in ("quit", "cut")))


def _after_have(rest: str) -> tuple[bool, str, str] | None:
    """(negated, participle, what follows) behind a "have" that is an auxiliary, else None."""
    negated = False
    for _ in range(6):
        if adverb := ADVERB.match(rest):
            rest = rest[adverb.end() :]
        elif rest.startswith(("not ", "never ")):
            negated, rest = True, rest.partition(" ")[2]
        else:
            break
    word, _, left = rest.partition(" ")
    low = word.lower()
    if low in ("been", "got"):
        return negated, low, left
    form = FORMS.get(low)
    if (form is None or form[1] is not Form.PAST) and low not in _PARTICIPLES:
        return None
    if form is None or (left == "" and low in ("read",)):
        return None
    return negated, low, left
