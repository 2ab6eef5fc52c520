"""What English statements claim, slot by slot."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding import (
    slots_en_address,
    slots_en_aims,
    slots_en_couples,
    slots_en_family,
    slots_en_habits,
    slots_en_health,
    slots_en_home,
    slots_en_identity,
    slots_en_leaving,
    slots_en_money,
    slots_en_pets,
    slots_en_skills,
    slots_en_sleep,
    slots_en_study,
    slots_en_tastes,
    slots_en_things,
    slots_en_without,
    slots_en_work,
)
from myosotis_server.understanding.changes_en import changed
from myosotis_server.understanding.corrections_en import no_longer_but, repaired
from myosotis_server.understanding.idioms_en import idioms
from myosotis_server.understanding.openings_en import opened
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import fullmatch, match
from myosotis_server.understanding.people_en import FULL_NAME, KIN, PET, bare, canonical
from myosotis_server.understanding.predicates_en import Predicate, Tense, predicate
from myosotis_server.understanding.set_phrases_en import reacts
from myosotis_server.understanding.slots_en_contact import reached
from myosotis_server.understanding.slots_en_orders import shown
from myosotis_server.understanding.slots_en_owned import owned
from myosotis_server.understanding.slots_en_routine import routine
from myosotis_server.understanding.subjects_en import USER, Subject, subject_and_rest, subject_of
from myosotis_server.understanding.things_en import about_things, favourites_apart
from myosotis_server.understanding.wording_en import clauses, sentences, uniform

_Reader = Callable[[Predicate], Iterator[Reading]]


def _by_verb() -> Mapping[str, tuple[_Reader, ...]]:
    table: dict[str, list[_Reader]] = defaultdict(list)
    for module in (
        slots_en_identity,
        slots_en_study,
        slots_en_work,
        slots_en_leaving,
        slots_en_money,
        slots_en_home,
        slots_en_couples,
        slots_en_family,
        slots_en_pets,
        slots_en_health,
        slots_en_things,
        slots_en_habits,
        slots_en_sleep,
        slots_en_without,
        slots_en_aims,
        slots_en_skills,
        slots_en_tastes,
    ):
        verbs: Mapping[str, _Reader | tuple[_Reader, ...]] = module.VERBS
        for verb, readers in verbs.items():
            table[verb].extend(readers if isinstance(readers, tuple) else (readers,))
    return {verb: tuple(readers) for verb, readers in table.items()}


_READERS = _by_verb()

_TAG = pattern_of(
    r",? (?:right|remember|you know|ok|okay|you see|haha|isn't it|alright|no)\?\s*$", re.IGNORECASE
)
_ASKS = pattern_of(
    r"^\W*(?:(?:and|so|but|hey|hi|well|ok|okay|um|also|then|please|btw|by the way)\b[\s,]*)*(?:"
    r"(?:do|does|did|is|are|was|were|am|can|could|would|will|should|have|has|may|might|had) "
    r"(?:not )?(?:i|you|we|he|she|they|it|my|your|our|the|this|that|there|"
    r"his|her|anyone|someone|people)\b|(?:what|where|who|whom|whose|which|why|how)\b(?! "
    r"(?:matters|counts) )(?! (?:i|we"
    r"|my \w+) (?:really |truly |most )*(?:love|like|hate|enjoy|want|fear|value)s?\b)"
    r"|tell me|remind me|guess (?!what)|(?:can|could) you)",
    re.IGNORECASE,
)
_ASKS_TO = pattern_of(
    r"^\W*(?:(?:and|so|but|hey|hi|well|ok|okay|um|also|then|please|btw)\b[\s,]*)*(?:can|could"
    r"|would|will)"
    r" you (?:please |just |maybe |kindly |try to |mind )*",
    re.IGNORECASE,
)
_ON_CONDITION = pattern_of(r"^(?P<main>\S+ \S+ .*?),? if (?!only\b).*$")
_MODAL = pattern_of(
    r"\b(?:would|could|might|will|can|ask\w*|wonder\w*|know|tell|sure|see|care|mind|as|what|even"
    r"|wish)\b",
    re.IGNORECASE,
)
"""With one of these before it, an "if" makes the whole unreal or a question."""
_UNREAL = pattern_of(
    r"^\W*(?:(?:and|but|so|well|also|oh),? )?if (?!you ask me)|\b(?:(?:if|as if|as though|what if"
    r"|if only|even if) (?:i|we|my|he|she|they|you|it)\b(?! "
    r"ask me)"
    r"|imagine|imagining|suppose|supposing|pretend\w*|hypothetical\w*|let us say|assume|assuming"
    r"|role-?play\w*|wish(?:es|ed)? (?:i|we|he|she|they|my|that|it|you)\b|in (?:my|a|the) "
    r"(?:dream|song|novel|story|movie|film|another life|past life|next life)\b(?! (?:job|is))|in "
    r"another life"
    r"|dreamt|dreamed (?:that|i)|i had a dream|just kidding|jk\b|i am kidding|just joking"
    r"|(?:might|may) as well|would have|could have|should have|translate|once upon|my character"
    r"|a friend of a friend"
    r"|example sentence|repeat after|^\W*write (?:a|an|me)\b|the lyrics?|i would rather (?:die"
    r"|not say))",
    re.IGNORECASE,
)
_REPORTED = pattern_of(
    r"^(?:(?:[Hh]e|[Ss]he|[Tt]hey|[Pp]eople|[Ee]veryone|[Ss]omeone|[Ss]omebody|[Tt]he \w+|[Yy]ou"
    rf"|[Mm]y (?:[\w-]+ ){{1,2}}?|{FULL_NAME})\s?(?:just |always |once |also |has |had |keeps? "
    r"|even )*"
    r"(?:sa(?:id|ys|ying)|t(?:old|ells|elling)(?! me I am)|asked|asks|asking|thinks?|thought"
    r"|claims?|claimed|wrote|writes|sings?|sang|shouted|believes? (?!in\b)|texted|replied"
    r"|assumes?|assumed|heard"
    r"|wonders?|wondered|joked|insisted|insists|mentioned|suggested|suggests|told)\b)"
    r"|\baccording to\b|\b(?:quote|lyrics?|line)\b.*:",
)
_TOPIC_IS = pattern_of(
    r"^(?:now |but |so )*(?:it|that|they|those|mine) (?:is|are|was|has been)(?: (?:now|just"
    r"|actually|really|still))* ",
    re.I,
)
_BARE_TOPIC = pattern_of(
    r"^(?:a |the )?(?P<thing>name|age|birthday|job|occupation|favourite [\w ]{2,25}|height"
    r"|weight|hometown|blood type|star sign|zodiac sign|nationality|major|school|hobby|hobbies)"
    r"s?(?: ?[:=] ?| is )",
    re.I,
)


def english_readings(text: str, subject: str = "") -> list[Reading]:
    """What `text` claims, the most telling first; [] where it claims nothing.

    `subject` is whom the clause before was about, canonical as in a Reading; "" for the user.
    """
    found: list[Reading] = []
    carried = _carried(subject)
    for sentence in sentences(uniform(text)):
        carried = _read_sentence(sentence, carried, found)
    unique = list(dict.fromkeys(found))
    return sorted(unique, key=lambda reading: reading.attribute is None and not reading.ends)


def _carried(subject: str) -> Subject:
    if not subject:
        return USER
    relation = canonical(subject)
    is_pet = fullmatch(PET, relation, re.IGNORECASE) is not None
    known = is_pet or fullmatch(KIN, bare(relation)) is not None
    return Subject(subject, relation if known else "", is_pet=is_pet)


def _read_sentence(sentence: str, carried: Subject, found: list[Reading]) -> Subject:
    """Adds what `sentence` claims to `found`; whom the next one may go on about."""
    if "?" in sentence:
        sentence = _TAG.sub("", sentence)
    if asked := _ASKS_TO.match(sentence):
        found.extend(slots_en_address.readings(sentence[asked.end() :].rstrip(" ?")))
    if sentence.rstrip().endswith("?") or _ASKS.match(sentence):
        return carried
    if (only := _ON_CONDITION.match(sentence)) and not _MODAL.search(only["main"]):
        sentence = only["main"]
    if _UNREAL.search(sentence):
        return carried
    repair = repaired(sentence)
    before = len(found)
    found.extend(reached(repair.said))
    found.extend(reacts(repair.said))
    for clause in _introduced(
        each for part in clauses(no_longer_but(repair.said)) for each in favourites_apart(part)
    ):
        clause = opened(clause)
        if _REPORTED.match(clause):
            break
        carried = _read_clause(clause, carried, found)
    if len(found) > before:
        found[before:] = changed(sentence, found[before:])
    elif not carried.who:
        found.extend(shown(repair.said))
    if repair.is_marked:
        fixed = [_correcting(reading, repair.wrong) for reading in found[before:]]
        found[before:] = fixed or ([Reading(corrects=True)] if repair.stands_alone else [])
    return carried


def _correcting(reading: Reading, wrong: str) -> Reading:
    ends = reading.ends
    if wrong and reading.attribute is not None:
        ends = (*ends, Attribute(reading.attribute.key, wrong))
    return replace(reading, ends=ends, corrects=True)


_SEVERAL = pattern_of(
    r", (?:and )?(?=an? [a-z]|\d{1,2}(?:$|,| years)|(?:originally )?from |based in |living in "
    r"|single\b|married\b|divorced\b"
    r"|engaged\b|retired\b|unemployed\b|vegan\b|vegetarian\b|allergic to )| and (?=(?:originally "
    r")?from |an? [a-z]"
    r"|married\b|single\b|vegan\b"
    r"|vegetarian\b|based in |allergic to )",
    re.IGNORECASE,
)


def _introduced(parts: Iterable[str]) -> Iterator[str]:
    """The clauses of `parts`, those apart that share one "I am": "I am Leah, 24, from Leeds"."""
    for part in parts:
        if part.startswith("I am ") and _SEVERAL.search(part):
            first, *others = _SEVERAL.split(part)
            yield first
            yield from (f"I am {each}" for each in others)
        else:
            yield part


def _read_clause(clause: str, carried: Subject, found: list[Reading]) -> Subject:
    if not clause or _ASKS.match(clause):
        return carried
    before = len(found)
    found.extend(slots_en_address.readings(clause))
    found.extend(about_things(clause, carried))
    if len(found) > before:
        return carried
    if carried.owned and (again := _TOPIC_IS.match(clause)):
        found.extend(owned(Predicate(carried, "be", clause[again.end() :])))
        return carried
    if topic := _BARE_TOPIC.match(clause):
        clause = f"my {topic['thing'].strip().lower()} is {clause[topic.end() :]}"
    whole = subject_and_rest(clause, replace(carried, owned="") if carried.owned else carried)
    said = predicate(whole) if whole else None
    if said is None or whole is None:
        if whole and (phrases := list(idioms(*whole))):
            found.extend(phrases)
            return whole[0]
        about = subject_of(clause, carried)
        if about and about.name and clause[:2].lower() in ("my", "ou"):
            found.extend(slots_en_family.names_of(about))
            return about
        return carried
    if said.subject.owned:
        found.extend(owned(said))
    else:
        for reader in _READERS.get(said.verb, ()):
            found.extend(reader(said))
        if len(found) == before:
            found.extend(routine(said))
        if len(found) == before and (said.tense is not Tense.MODAL or _is_own_view(said)):
            found.extend(idioms(*whole))
    gone = said.verb in ("die", "pass")
    if not gone and said.subject.name and said.subject.relation:
        found.extend(slots_en_family.names_of(said.subject))
    return _next_subject(said)


def _is_own_view(said: Predicate) -> bool:
    """Whether a modal verb only softens: "I'd call myself shy", "can't be doing with X"."""
    if said.modal in ("can", "could"):
        return said.negated or said.verb in ("listen", "watch", "eat", "drink", "read", "play")
    return said.modal == "would" and said.verb in ("call", "describe", "consider", "say")


def _next_subject(said: Predicate) -> Subject:
    """Whom "he", "it" or no subject at all will mean: those just named, even as an object."""
    if said.verb in ("have", "get", "adopt", "meet") and not said.subject.who:
        if pet := match(rf"(?:\w+ ){{0,3}}?(?P<pet>{PET})\b", said.rest, re.IGNORECASE):
            word = pet["pet"].lower()
            return Subject(word, word, is_pet=True)
        if kin := match(rf"(?:an? |one )(?P<kin>(?:\w+ ){{0,2}}?{KIN})\b", said.rest):
            relation = canonical(kin["kin"])
            return Subject(relation, relation)
    return said.subject
