"""Activities told in English: "went to the gym after work", "had my piano lesson"."""

import re
from collections.abc import Iterator
from dataclasses import replace

from myosotis_server.understanding.deed_phrases_en import (
    DEED_NOUNS,
    OWN_LESSON,
    is_deed_noun,
    noun_deed,
    of_verb,
    own_lesson,
)
from myosotis_server.understanding.deed_wording_en import plain
from myosotis_server.understanding.deeds import Activity, Outcome
from myosotis_server.understanding.openings_en import opened
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.predicates_en import Predicate, Tense, predicate
from myosotis_server.understanding.speech_acts import Act, act_of
from myosotis_server.understanding.subjects_en import USER, Subject, subject_and_rest
from myosotis_server.understanding.timeless import is_habit
from myosotis_server.understanding.verbs_en import FORMS, Form
from myosotis_server.understanding.wording_en import clauses, sentences, uniform


def english_activities(content: str) -> Iterator[Activity]:
    """What the user did, was to do or did not do by the English statement `content`."""
    text = uniform(content.translate(_LOOKALIKES))
    for sentence in sentences(text):
        if sentence.rstrip(" \"'").endswith("?"):
            continue
        for clause in clauses(sentence):
            if is_habit(clause, 0, len(clause)) or act_of(clause) is not Act.STATEMENT:
                continue
            for number, part in enumerate(_AND.split(opened(clause))):
                part = _with_subject(_BLANKS.sub(" ", part).strip(), is_first=number == 0)
                if lifted := _LIFTING_DAY.match(part):
                    yield Activity("gym", "", lifted[0].lower(), "en", Outcome.OPEN)
                    continue
                if (found := _activity(part)) is None:
                    continue
                yield found
                behind = _BEHIND_MY.search(part) if found.outcome is Outcome.DONE else None
                if behind and (lesson := own_lesson(behind["what"])):
                    yield lesson


_LOOKALIKES = str.maketrans({"\u0130": "I", "\u0131": "i", "\u017f": "s", "\u212a": "K"})
"""What patterns that ignore case take for ASCII letters, and small letters are not those of."""
_AND = pattern_of(
    r",? (?:and then|and|then|but) (?=\w+(?:ed|t|n|k|m|g|e)\b)"
    r"|,? (?:while|when) (?=(?:I|we) (?:was|were) )"
)
"""Before what may be another deed; a noun that follows reads as nothing."""
_LIFTING_DAY = pattern_of(
    r"^(?:leg|back|chest|arm|shoulder|push|pull) day(?=$|[,.!]| (?:today|tonight|again|done)\b)",
    re.IGNORECASE,
)
_BEHIND_MY = pattern_of(rf"\b(?:after|before) {OWN_LESSON}", re.IGNORECASE)
"""What a deed came before or after, and so was done as well: "met Dana after my yoga class"."""
_BLANKS = pattern_of(r"\s+")
_FIRST_WORD = pattern_of(r"[a-z']+", re.IGNORECASE)


def _with_subject(part: str, *, is_first: bool) -> str:
    """ "Went to the gym" → "I went to the gym"; what has a subject, or no verb, stays."""
    match = _FIRST_WORD.match(part)
    word = match[0].lower() if match else ""
    form = FORMS.get(word, ("", Form.BASE))[1]
    if form is Form.PAST or word in _MORE_VERBS or _ROUNDABOUT.match(part):
        return f"I {word}{part[len(word) :]}"
    if is_first and form is Form.ING and word not in DEED_NOUNS:
        return f"I am {word}{part[len(word) :]}"
    return part


_ROUNDABOUT = pattern_of(
    r"(?:survived|smashed|crushed|nailed|aced|snuck|sneaked|dragged|forced|pushed|convinced|talked|stopped|swung|dropped|headed|popped|rushed|hurried|managed|remembered"
    r"|attended|finished|wrapped|squeezed|fitted|phoned|rang|facetimed|video[- ]called|chatted)\b",
    re.IGNORECASE,
)


_SKIPS = pattern_of(
    r"^(?:i |we )?(?:have |had |will |am |was |did )?(?:skipped|skipping|skip|missed|missing|miss"
    r"|cancel(?:l?ed|l?ing)?|postponed|rescheduled|bailed on|ditched|blew off|called off"
    r"|forgot about|gave up on) (?P<what>.+)",
    re.IGNORECASE,
)
_FAILS = pattern_of(
    r"^(?:i |we )?(?:(?:was|am|felt|were) (?:too|not \w+ enough)\b.*? to|forgot to|failed to"
    r"|(?:could|can|did|do) not (?:make it|manage|get|bring myself|find (?:the )?time) to"
    r"|decided not to|refused to|almost|nearly|was supposed to|was going to|had planned to"
    r"|meant to|planned to) (?P<what>.+)",
    re.IGNORECASE,
)
_NONE_OF = pattern_of(r"^(?:i had |we had |there (?:is|was) )?no (?P<what>.+)", re.IGNORECASE)
_CALLED_OFF = pattern_of(
    r"^(?:the |my |our |today's )?(?P<what>[\w' -]{2,40}?) (?:is|was|were|got|has been|have been)"
    r" (?:\w+ )?(?:cancell?ed|closed|called off|postponed|rescheduled|off|shut|moved)\b",
    re.IGNORECASE,
)
_HOW = (
    r"(?:great|good|fun|lovely|nice|amazing|awesome|wonderful|brilliant|awful|terrible|horrible|bad"
    r"|rubbish|brutal|hard|tough|rough|heavy|intense|exhausting|painful|packed|rammed|crowded|busy"
    r"|quiet|dead|empty|bliss|heaven|freezing|chaos|magic|perfect)"
)
_OF_ITSELF = pattern_of(
    r"^(?:the |today's |tonight's )?(?P<what>"
    r"(?!(?:football|basketball|baseball|soccer|rugby|golf) (?:was|felt|went))"
    rf"[\w' -]{{2,40}}?) (?:(?:was|felt) (?:\w+ )?{_HOW}\b"
    r"|went (?:\w+ )?(?:well|great|badly|ok|fine)\b"
    r"|ran(?: over| long)?$|(?:kicked|destroyed|wrecked|killed|saved) (?:my|me)\b"
    r"|(?:is )?done$)",
    re.IGNORECASE,
)
"""How it was, by who did it; what may have been watched only is left out."""
_WHAT_IT_IS = pattern_of(
    r" (?:closes|opens|costs?|charges?|has|had|raised|emailed|wants|offers|needs|called|texted"
    r"|looks|seems|smells|sounds|makes)\b"
    r"| (?:is|was|are|were|has been) (?:\w+ )?(?:expensive|pricey|overpriced|cheap|dear|far|near"
    r"|built|founded|sold|bought|opened|gone|free|included|invented)\b",
    re.IGNORECASE,
)
"""It tells of a place, and not of being there."""
_WENT_SOME_WAY = pattern_of(
    r"^(?:the |my |our |today's )?(?P<what>[\w' -]{2,40}?) (?:was|went|felt|is done|done|ran over"
    r"|kicked)\b",
    re.IGNORECASE,
)


_SPENT = pattern_of(
    r"^(?:i |we )?(?:have )?spent [\w .-]{1,30}? (?P<doing>[a-z]+ing)\b ?(?P<rest>.*)",
    re.IGNORECASE,
)


def _activity(part: str) -> Activity | None:
    if match := _SKIPS.match(part) or _FAILS.match(part):
        what = plain(match["what"])
        denied = _infinitive(what) or noun_deed(what, any_noun=True)
        return replace(denied, outcome=Outcome.DENIED) if denied else None
    if match := _NONE_OF.match(part):
        none = noun_deed(plain(match["what"]))
        return replace(none, outcome=Outcome.DENIED) if none else None
    if match := _CALLED_OFF.match(part):
        named = noun_deed(plain(match["what"]), any_noun=True)
        return replace(named, outcome=Outcome.DENIED) if named else None
    if match := _ALONG.match(part):  # "Sam came to the gym with me"
        part = f"I went {match['where'] or 'to ' + match['at']}"
    if match := _SPENT.match(part):
        form = FORMS.get(match["doing"].lower())
        return of_verb(form[0], plain(match["rest"])) if form else None
    part = plain(part)
    told = subject_and_rest(part, USER)
    if told is not None:
        subject, rest = told
        if subject.owned and not subject.who:
            return _told_of(part)
        if subject.who and not subject.beside:
            return _told_of(part) if _OF_ITSELF.match(part) else None
        if (said := predicate((subject, rest)) or _rarer(subject, rest)) is not None:
            return _of_predicate(said)
    return _told_of(part)


_ALONG = pattern_of(
    r"^(?:[\w']+ ){1,3}?(?:(?:came|went|tagged|ran|drove)(?: along)? (?P<where>(?:to|for) .{2,60}?)"
    r" with (?:me|us)|joined (?:me|us) (?:at|in) (?P<at>.{2,60}))\b",
    re.IGNORECASE,
)
"""What somebody else did along with the user."""
_MORE_VERBS = {
    "benched": "bench", "squatted": "squat", "deadlifted": "deadlift", "trained": "train",
    "cried": "cry", "sobbed": "sob", "fainted": "faint", "laughed": "laugh",
    "rehearsed": "rehearse", "boxed": "box", "rowed": "row", "bowled": "bowl", "golfed": "golf",
    "fenced": "fence", "tutored": "tutor", "sparred": "spar", "jammed": "jam", "sketched": "sketch",
    "performed": "perform", "streamed": "stream", "blogged": "blog", "edited": "edit",
    "recorded": "record", "studied": "study", "lifted": "lift", "grilled": "grill",
    "sculpted": "sculpt", "camped": "camp", "sailed": "sail", "rollerbladed": "rollerblade",
}  # fmt: skip
"""Past forms of deeds that statements are not otherwise read by."""


def _rarer(subject: Subject, rest: str) -> Predicate | None:
    word, _, more = rest.partition(" ")
    verb = _MORE_VERBS.get(word.lower())
    return Predicate(subject, verb, more, Tense.PAST) if verb else None


def _told_of(part: str) -> Activity | None:
    if _WHAT_IT_IS.search(part):
        return None
    if match := _OF_ITSELF.match(part) or _WENT_SOME_WAY.match(part):
        named = noun_deed(match["what"])
        return replace(named, outcome=Outcome.DONE) if named else None
    return noun_deed(part)


def _infinitive(text: str) -> Activity | None:
    """ "go to the gym", "going to the gym" as what was not done."""
    verb, _, rest = text.strip().partition(" ")
    form = FORMS.get(verb.lower())
    if form is None or form[1] not in (Form.BASE, Form.ING):
        return None
    return of_verb(form[0], rest)


def _of_predicate(said: Predicate) -> Activity | None:
    outcome = Outcome.DONE
    if said.ended or said.habitual:
        return None
    if said.modal and said.tense is not Tense.MODAL:
        # "should have gone", "would have gone": it was not done.
        outcome = Outcome.DENIED
    elif said.tense is Tense.MODAL:
        if said.negated:
            outcome = Outcome.DENIED
        elif said.modal in ("will", "going", "shall"):
            outcome = Outcome.PLANNED
        else:
            return None
    elif said.negated:
        outcome = Outcome.DENIED
    elif said.tense is Tense.PERFECT and said.progressive:
        return None  # It goes on: "I have been reading a novel".
    elif said.tense is Tense.PRESENT:
        # "I go to the gym" tells what is usual; "am going", "have a lesson" what is to come.
        is_dated = said.verb == "have" and is_deed_noun(said.rest)
        # The past of "read" looks like its present.
        is_read = said.verb == "read" and said.rest != ""
        if not said.progressive and not is_dated and not is_read:
            return None
        outcome = Outcome.OPEN if is_read else Outcome.PLANNED
    if said.verb == "be":
        return None
    found = of_verb(said.verb, said.rest)
    return replace(found, outcome=outcome) if found else None
