"""Reads a turn: its clauses, what each does and claims, and what it bids the memory."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, groupby

from myosotis_server.memory.reading import Reading
from myosotis_server.understanding.attributes import readings_of
from myosotis_server.understanding.brought_in import (
    brought_in,
    introduced_by,
    is_age_of_one_brought_in,
    is_bare_age,
    name_told,
    named_in,
)
from myosotis_server.understanding.clauses import Piece, pieces_of
from myosotis_server.understanding.commands import Bid, Command, command_of
from myosotis_server.understanding.describe import language_of
from myosotis_server.understanding.news import is_of_the_named
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.people import Person, person_in
from myosotis_server.understanding.people_zh import is_pet_name
from myosotis_server.understanding.said_before import Righted, correcting, righted, tells_again
from myosotis_server.understanding.sentence_acts import act_behind, governs, hands_over, is_bound
from myosotis_server.understanding.set_right import sets_right
from myosotis_server.understanding.speech_acts import Act, is_jest, takes_back
from myosotis_server.understanding.whom_meant import People

LONGEST = 2_000
"""Characters of one clause; a longer one is a document and read in stretches."""


@dataclass(frozen=True, slots=True)
class Clause:
    """What could be remembered alone, in the words in which it was said.

    Before an age alone stands whose it is ("五岁" → "女儿五岁"). `subject` is whom it
    concerns (see `Reading`). `kept_out` where the user wants it to be.
    """

    text: str
    act: Act
    readings: tuple[Reading, ...] = ()
    subject: str = ""
    pinned: bool = False
    kept_out: bool = False
    sentence: int = 0

    @property
    def tells(self) -> bool:
        """Whether it may be remembered at all, however little it is worth."""
        return self.act is Act.STATEMENT and not self.kept_out


@dataclass(frozen=True, slots=True)
class TurnReading:
    """`pins_earlier` and `keeps_out_earlier`: it bids so of what was said before this turn."""

    clauses: tuple[Clause, ...] = ()
    pins_earlier: bool = False
    keeps_out_earlier: bool = False
    forget_requests: tuple[str, ...] = ()


def read_turn(text: str) -> TurnReading:
    """What a user's turn says. Its clauses are in order, those that tell nothing among them."""
    clauses: list[Clause] = []
    bids: list[tuple[Bid, int]] = []
    requests: list[str] = []
    people = People()
    is_handed_over = False
    may_right = tells_again(text)
    for sentence, group in groupby(pieces_of(text), key=lambda piece: piece.sentence):
        told: list[Clause] = []
        governing = Act.REQUEST if is_handed_over else None
        pieces: Iterator[Piece] = chain.from_iterable(map(_stretches, group))
        for told_piece in righted(pieces) if may_right else pieces:
            wrong = told_piece.wrong if isinstance(told_piece, Righted) else ""
            part = told_piece.piece if isinstance(told_piece, Righted) else told_piece
            command = _command(part)
            if command is not None:
                if command.bid is Bid.FORGET:
                    requests.append(command.rest)
                    continue
                bids.append((command.bid, sentence))
                if not command.rest:
                    continue
                part = replace(part, text=command.rest, asks=False)
            clause = _clause(part, governing, told or clauses[-1:], people)
            if wrong and clause.tells:
                said = correcting(clause.readings, wrong, language_of(wrong))
                clause = replace(clause, readings=said)
            if governing is None and governs(clause.text, clause.act):
                governing = clause.act
            if not is_handed_over and clause.act in (Act.REQUEST, Act.QUESTION):
                is_handed_over = hands_over(part.text, clause.act, text.partition(part.text)[2])
            if clause.act is Act.SUPPOSITION and told and is_bound(told[-1].text, clause.text):
                told[-1] = replace(told[-1], act=clause.act, readings=())
            if is_jest(part.text):
                if told:
                    told = _as_jest(told, sentence)
                elif takes_back(part.text):
                    clauses = _as_jest(clauses, _last_told(clauses, sentence))
                clause = replace(clause, act=Act.JEST)
            is_pinned = command is not None and command.bid is Bid.KEEP
            _add(told, replace(clause, pinned=is_pinned), part)
        clauses += map(_putting_right, told)
    return _obeying(clauses, bids, requests)


_ASKS_KINDLY = pattern_of(
    r"(?:can|could|would|will) you\b|[你您]?(?:能不能|可不可以|可以|能)|please|麻烦|请",
    re.IGNORECASE,
)
_FEW_WORDS = 200
"""Characters that show in which language a clause is."""
_ONLY_CORRECTS = Reading(corrects=True)
_ASKED_FOR = {"call_me", "tone", "name", "nickname", "dislikes"}
"""What a request may tell of the user: how to be spoken to."""


def _command(piece: Piece) -> Command | None:
    """What `piece` bids the memory; questions of it do not, but for "could you remember …?"."""
    if piece.asks and not _ASKS_KINDLY.match(piece.text):
        return None
    return command_of(piece.text)


def _clause(piece: Piece, governing: Act | None, told: list[Clause], people: People) -> Clause:
    """The clause that `piece` is, behind those `told` last."""
    last = told[-1] if told else None
    goes_on = last is not None and last.sentence == piece.sentence
    act = act_behind(piece.text, last.act if last and goes_on else None, governing, asks=piece.asks)
    if act not in (Act.STATEMENT, Act.REQUEST):
        return Clause(piece.text, act, sentence=piece.sentence)
    if last is not None and last.tells and (naming := _naming(piece, last, goes_on=goes_on)):
        people.spoke_of(piece.sentence, naming.subject, naming.text)
        return naming
    person = person_in(piece.text)
    carried = people.meant(person, piece.sentence, goes_on=_goes_on(piece.text, person))
    text = piece.text
    if not person.is_told and is_bare_age(text):
        named = named_in(last.text) if last is not None else ""
        if last is not None and (
            is_age_of_one_brought_in(text, last.text) or (named and not carried)
        ):
            carried = named or ("" if _is_anothers(last) else introduced_by(last.text))
            if not carried:
                return Clause(text, act, sentence=piece.sentence)
        elif last is not None:
            before = "" if brought_in(last.text) else introduced_by(last.text)
            carried = carried or before or last.subject
        # An age says nothing without whose it is.
        text = carried + text
    readings = tuple(readings_of(piece.text, language_of(text[:_FEW_WORDS]), carried))
    if act is Act.REQUEST:
        is_text = governing is Act.REQUEST or governs(text, act)
        readings = () if is_text else tuple(each for each in readings if _asked_for(each))
        act = Act.STATEMENT if readings else Act.REQUEST
    if friend := people.friend_at(piece.text):
        carried = friend
        readings = tuple(replace(each, subject=friend) for each in readings if each.subject)
    claims = readings and not (readings[0] == _ONLY_CORRECTS and sets_right(text))
    subject = readings[0].subject if claims else carried or person.name
    people.spoke_of(piece.sentence, friend or person.name or carried or subject, text)
    return Clause(text, act, readings, subject, sentence=piece.sentence)


def _naming(piece: Piece, last: Clause, *, goes_on: bool) -> Clause | None:
    """The clause that `piece` is where it only names whom or what `last` brings in.

    It claims what it does behind that, and says of whom it speaks where a new sentence begins.
    """
    if not name_told(piece.text):
        return None
    who = brought_in(last.text)
    if not who:
        return None
    whole = f"{last.text}，{piece.text}"
    told = readings_of(whole, "zh", last.subject)
    readings = tuple(each for each in told if each not in last.readings)
    text = piece.text if goes_on else who + piece.text.lstrip("它他她")
    return Clause(text, Act.STATEMENT, readings, last.subject, sentence=piece.sentence)


def _is_anothers(clause: Clause) -> bool:
    """Whether what `clause` tells of is somebody's other than the user's: 思思养了一只猫."""
    return clause.subject != "" or is_pet_name(clause.text[:2])


def _goes_on(text: str, person: Person) -> bool:
    """Whether a clause that names nobody may be about whom the one before it was."""
    if person.is_told:
        return False
    return _HAN.search(text) is not None or _VERB_FIRST.match(text) is not None


_VERB_FIRST = pattern_of(
    r"(?:also |still |now |just |never |always |then )*(?:is|was|has|had|does|did|will|can|used to"
    r"|\w+(?:ed|es|[a-rt-z]s)|went|got|made|took|came|gave|left)\b(?!['’])",
    re.IGNORECASE,
)


def _asked_for(reading: Reading) -> bool:
    return reading.attribute is not None and reading.attribute.key in _ASKED_FOR


def _add(told: list[Clause], clause: Clause, piece: Piece) -> None:
    """Appends `clause`, or joins it to the last one where it could not be understood without it."""
    last = told[-1] if told else None
    if (
        last is None
        or last.act is not clause.act
        or not clause.tells
        or _stands_alone(clause, last)
    ):
        told.append(clause)
        return
    names = name_told(clause.text) != ""
    comma = "，" if _HAN.search(last.text[-1:] + clause.text[:1]) else ", "
    lead = piece.lead + ("" if not piece.lead or _HAN.search(piece.lead[-1:]) else " ")
    told[-1] = replace(
        last,
        text=f"{last.text}{comma}{lead}{clause.text}",
        # A name tells better who it is than what they are ("橘猫").
        readings=(clause.readings or last.readings) if names else last.readings + clause.readings,
        pinned=last.pinned or clause.pinned,
    )


def _putting_right(clause: Clause) -> Clause:
    """`clause`, which corrects something where it sets a number or a day against another."""
    if not clause.tells or clause.readings or not sets_right(clause.text):
        return clause
    return replace(clause, readings=(Reading(subject=clause.subject, corrects=True),))


_HAN = pattern_of(r"[一-鿿㐀-䶿，。]")
_OWN_SUBJECT = pattern_of(
    r"(?:我|俺|咱|本人|他|她|他们|她们|大家|今天|昨天|前天|明天|后天|今年|去年|明年|上周|下周"
    r"|上个?月|下个?月|周[一二三四五六日天末]|最近|从小|平时"
    r"|i|i['’](?:m|ve|d|ll)|im|ive|my|we|we['’](?:re|ve|ll)|our|he|he['’]s|she|she['’]s|they"
    r"|they['’]re|his|her|their)(?![a-z])",
    re.IGNORECASE,
)
_OWN_TIME = pattern_of(
    r"(?:今天|昨天|前天|明天|后天|今晚|明晚|今年|去年|明年|[上下这]个?(?:周|星期|礼拜|月)"
    r"|周[一二三四五六日天末])"
    r"(?=.{3})"
)
_OF_THE_USER = pattern_of(r"(?:我|俺|咱|本人)|(?:i|i['’](?:m|ve|d|ll)|im|ive)\b", re.IGNORECASE)
_LABELLED = pattern_of(r"[^\W\d_]{1,12}[:：]")
_DEPENDENT = pattern_of(
    r"(?:it|that|this|which|those|these|not|it['’]s|that['’]s)\b", re.IGNORECASE
)
_FEW = 8
"""Length up to which a clause that claims nothing only adds to the one before ("我很难过")."""


def _stands_alone(clause: Clause, last: Clause) -> bool:
    is_of_it = name_told(clause.text) or (not clause.readings and is_bare_age(clause.text))
    if is_of_it and brought_in(last.text):
        return False
    if not last.readings and is_of_the_named(last.text, clause.text):
        return False
    if clause.readings or _LABELLED.match(clause.text):
        return True
    if last.subject and _OF_THE_USER.match(clause.text):
        return True
    if _DEPENDENT.match(clause.text):
        return False
    is_of_another = clause.subject not in ("", last.subject)
    if _HAN.search(clause.text):
        owned = _OWN_SUBJECT.match(clause.text) is not None or clause.subject != ""
        # Behind a claim, what has a time of its own is another matter: the claim may end before it.
        is_dated = bool(last.readings) and _OWN_TIME.match(clause.text) is not None
        return owned and (is_of_another or is_dated or len(clause.text) > _FEW)
    return len(clause.text.split()) > (2 if is_of_another else _FEW // 2)


def _stretches(piece: Piece) -> Iterator[Piece]:
    if len(piece.text) <= LONGEST:
        yield piece
        return
    for start in range(0, len(piece.text), LONGEST):
        stretch = piece.text[start : start + LONGEST].strip()
        if stretch:
            yield replace(piece, text=stretch)


def _last_told(clauses: list[Clause], sentence: int) -> int:
    """The sentence that a jest in `sentence` is about, which laughter may part from it."""
    told = max((each.sentence for each in clauses if each.tells), default=sentence)
    return told if told >= sentence - 2 else sentence


def _as_jest(clauses: Iterable[Clause], since: int) -> list[Clause]:
    return [
        replace(each, act=Act.JEST) if each.sentence >= since and each.tells else each
        for each in clauses
    ]


def _obeying(
    clauses: list[Clause], bids: list[tuple[Bid, int]], requests: list[str]
) -> TurnReading:
    """The reading with what is bidden carried out.

    A bid is about what else its sentence tells, else about what the sentence before it tells (to
    keep) or the whole turn (to keep out), else about what was said before the turn.
    """
    earlier = dict.fromkeys(Bid, False)
    for bid, sentence in bids:
        beside = {each.sentence for each in clauses if each.tells}
        if bid is Bid.KEEP:
            reach = {sentence} & beside or {sentence - 1} & beside or {sentence + 1} & beside
        else:
            reach = {sentence} & beside or beside
        earlier[bid] = earlier[bid] or not reach
        if bid is Bid.KEEP and any(each.pinned for each in clauses if each.sentence in reach):
            continue
        clauses = [
            _bidden(each, bid) if each.sentence in reach and each.tells else each
            for each in clauses
        ]
    return TurnReading(tuple(clauses), earlier[Bid.KEEP], earlier[Bid.KEEP_OUT], tuple(requests))


def _bidden(clause: Clause, bid: Bid) -> Clause:
    is_kept = bid is Bid.KEEP
    return replace(clause, pinned=clause.pinned or is_kept, kept_out=clause.kept_out or not is_kept)
