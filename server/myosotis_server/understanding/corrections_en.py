"""Repairs of what was just said: "no, it's Friday", "I meant tea", "it's Jon, not John"."""

import re
from dataclasses import dataclass

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import match, search, sub
from myosotis_server.understanding.verbs_en import FORMS

_OPENS = pattern_of(
    r"^\W*(?:"
    r"(?:correction|scratch that|strike that|my mistake|my bad|let me correct (?:that|myself)|i "
    r"misspoke|i made a mistake|i was wrong"
    r"|oops|whoops|i take that back|typo)\b[\s,:;.!–—-]*(?:(?:no|sorry|i meant?(?: to (?:say"
    r"|write|type|put))?|it is"
    r"|actually|make that|that is|i should have said)\b[\s,:]*)*"
    r"|(?:(?:no|nope|nah|wait|sorry|actually|oh|hmm|well|ah|uh|um)\b[\s,.!:;–—-]*)*(?:i "
    r"meant(?: to (?:say|write|type|put))?|i should have said|make (?:that|it(?= (?:an? |the |\d"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|\w+day)))|should be"
    r"|it should be|that should be|i misspoke|what i meant (?:is|was))\b[\s,:]*(?:that )?"
    r"|(?:(?:actually|oh|ah|hmm|well|hang on|hold on|ok(?:ay)?|um|uh)\b[\s,.!–—-]*)*"
    r"(?:(?:no|nope|nah|sorry|wait)\b(?:[,.!:;–—-]\s*|\s+(?=(?:it|that|i|my|we|he|she|they|our"
    r"|no|nope|not|sorry|wait|actually|you)\b)))+(?:(?:no|sorry|actually|wait|not that|that is "
    r"(?:wrong|not right|not true|incorrect)|it is not that"
    r"|you (?:got|have) (?:it|that) wrong|you are wrong|wrong)\b[\s,.:;–—-]*)*(?=\w)"
    r"|(?:that is (?:wrong|not right|incorrect|not correct|not true)|you (?:have )?(?:got|have) "
    r"(?:it|that)"
    r" wrong|you are (?:wrong|mistaken)|not quite)\b[\s,.:;–—-]*"
    r"|actually,? (?=(?:it|that) (?:is|was)\b|not\b)"
    r")",
    re.IGNORECASE,
)
_MAY_REPAIR = pattern_of(
    r"\b(?:not?|nope|nah|sorry|wait|actually|correction|scratch|strike|mistake|bad|correct|misspoke"
    r"|wrong|oops|whoops|typo|take|meant?|mistaken|make|should|rather)\b",
    re.IGNORECASE,
)
"""One of these is in whatever sets something right."""
_MEANS = pattern_of(
    r"^\W*(?:(?:no|nope|wait|sorry|actually|oh|well)\b\W*)*i mean\b\W*(?=\S)", re.IGNORECASE
)
_MEANS_WITH = pattern_of(r"\b(?:no|sorry|wait|oops)\b|, not ", re.IGNORECASE)
_POLITE = pattern_of(
    r"^\W*no,? (?:thanks|thank you|worries|problem|way|idea|one|matter|doubt|need|more|longer|big "
    r"deal|offen[cs]e|kidding|joke|wonder|chance|rush)\b|^\W*sorry,? (?:for|about|to|i (?:am|was"
    r"|did|can|could|have)|but)\b|^\W*no\W*$",
    re.I,
)
_MID = pattern_of(
    r"[,;–—-]{1,3} ?(?:no,? )?(?:wait|sorry(?! (?:for|to|about|if|that|but|my|dude|man|not)\b"
    r"|[.!]*$)|oops|i mean(?:t)?|no|correction|or rather|make that)"
    r"\b[\s,:–—-]*(?:(?:i meant?|no|sorry|make that|it is|actually)\b[\s,]*)*(?=\S)",
    re.IGNORECASE,
)
_NOT_AFTER = pattern_of(
    r"^(?P<right>.+?)(?:,| -|—|–)? ?\b(?:and )?(?<!do )(?<!did )(?<!does )(?<!is )(?<!am )"
    r"(?<!are )(?<!was )(?<!have )(?<!can )(?<!would )(?<!why )(?<!or )(?<!will )not (?!only\b"
    r"|that\b|really\b|sure\b|much\b|to\b|very\b|just\b|so\b|too\b|yet\b|because\b|even\b"
    r"|always\b|every|any|a lot\b|at all|my thing|bad\b|the best)"
    r"(?:at |in |as |from |to |for |on |an? |the )?(?P<wrong>[\w' -]{1,40}?)(?: any ?more)?[.!]*$"
)
_SAID_BUT = pattern_of(
    r"\bI (?:said|wrote|typed|told you) (?P<wrong>[\w' -]{1,40}?),? but (?:I )?(?:actually "
    r"|really )?(?:meant|it is(?: really| actually)?)"
    r"(?: to say)? (?P<right>.+)$"
)
_SHORT = pattern_of(
    r"^(?:(?:(?:it|that|the \w+|(?:my|her|his|their|our) \w+) (?:is|was)|next|on|in|at|this|for"
    r"|the|my|\d|[A-Z](?!\w* "
    r"(?:is|was|are|have|am|do)\b))"
    r"[^,?!]*|\w+)[.!]*$"
)
"""Words that may follow "no, " to set something right, as far as they are few."""
_DETAIL = pattern_of(
    r"^(?:it|that|he|she|they|we|the \w+|my \w+) (?:\w+ ){1,4}?(?:(?:at|on|in|for|from|to|by"
    r"|until) )?"
    r"(?:\d[\w:.]*|(?:mon|tues|wednes|thurs|fri|satur|sun)day|noon|midnight|tomorrow|tonight"
    r"|next \w+"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|january|february|march|april"
    r"|may|june|july|august|september|october|november|december)\b[^,?]*[.!]*$",
    re.IGNORECASE,
)
"""A detail told with a subject of its own, that may follow "no, " to set something right."""
_PLAIN = pattern_of(
    r"\b(?:correction|scratch|strike|mistake|my bad|misspoke|take that back|typo|meant?|make that"
    r"|should (?:have|be)|let me correct|was wrong|oops|whoops|make it|got (?:it|that) wrong)\b",
    re.IGNORECASE,
)
_MOST_WORDS = 8
_LONGEST = 16
"""Words of a sentence that may be a correction; what is longer tells something of its own."""
_ONLY_NOT_BUT = pattern_of(
    r"^\W*not (?:in |on |at |an? |the )?(?P<wrong>[\w'-]+(?: [\w'-]+)?),? but "
    r"(?P<right>[\w' -]{1,30})[.!]*$",
    re.IGNORECASE,
)
_NOT_THIS = pattern_of(
    r"^\W*(?:[Nn]o,? )?[Nn]ot (?:in |on |at |an? |the )?(?P<wrong>[\w':-]+(?: [\w'-]+)?), (?:it "
    r"is |in |on |at )?"
    r"(?P<right>[\w':-]+(?: [\w'-]+)?)(?:,? sorry)?[.!]*$"
)
_NOT_BUT = pattern_of(
    r"^(?P<start>.+?) not (?P<wrong>(?:in |at |a |an |the )?[\w' -]{1,30}?),? but (?:rather "
    r"|actually )?(?P<right>.+)$"
)


@dataclass(frozen=True, slots=True)
class Repair:
    """`said` is the sentence as it should have been, `wrong` what it replaces ("" if unsaid)."""

    said: str
    wrong: str = ""
    is_marked: bool = False
    """Whether it shows itself to be a correction."""
    needs_claim: bool = False
    """Whether it is one only as far as a claim is read in it."""
    is_plain: bool = False
    """Whether its marker can mean nothing else ("I meant")."""

    @property
    def stands_alone(self) -> bool:
        """Whether it is one even where no claim is read in it: "it's Friday", "next week"."""
        few = len(self.said.split()) <= _MOST_WORDS
        if self.needs_claim:
            return False
        if self.is_plain and few and self.said.strip(" .!") and not match(r"to\b", self.said):
            return True
        return bool(self.wrong) or (
            few and (_SHORT.match(self.said) or _DETAIL.match(self.said)) is not None
        )


def repaired(sentence: str) -> Repair:
    """What a uniform sentence says once its correction is carried out."""
    said, marked = sentence, False
    if _MAY_REPAIR.search(sentence) is None or len(sentence.split()) > _LONGEST:
        return Repair(sentence)
    if not _POLITE.match(said):
        if opening := _OPENS.match(said):
            said, marked = said[opening.end() :], True
            if (
                match(
                    r"(?:I|we) (?:do|am|have|did|can|would|was|could) not\b|(?:I|we) never\b"
                    r"|(?:it|that) is (?:fine|ok|okay|good|great|all right|alright|not|just|a)\b"
                    r"|not\b(?!.* but )|I (?:think|just|love|like|hate|feel|really|was|want|need"
                    r"|would|will|can)\b|(?:you|why|what|how|please|let)\b",
                    said,
                    re.I,
                )
                and match(r"\W*(?:no|nope|nah|sorry|wait)\b", sentence, re.I)
                and not search(r"\bmeant?\b", sentence, re.I)
            ):
                return Repair(sentence)
        elif (mean := _MEANS.match(said)) and _MEANS_WITH.search(sentence):
            said, marked = said[mean.end() :], True
    if found := _SAID_BUT.search(said):
        return Repair(f"{said[: found.start()]} {found['right']}".strip(), found["wrong"], True)
    if middle := _MID.search(said):
        before, after = said[: middle.start()], said[middle.end() :]
        if (
            len(after.split()) <= 5
            and not match(r"(?:but|and|so|you|please|what|why|that I)\b", after)
            and (
                not match(r"(?:no|sorry)$", middle[0].strip(" ,;–—-"))
                or search(r"mean|rather|make that|correction|wait|sorry", middle[0])
            )
        ):
            return _replaced(before, after)
    if found := _ONLY_NOT_BUT.match(said):
        return Repair(found["right"], found["wrong"], True)
    if (found := _NOT_THIS.match(sentence)) and (
        (found["wrong"][0].isdigit() and found["right"][0].isdigit())
        or (found["wrong"][0].isupper() and found["right"][0].isupper())
    ):
        return Repair(found["right"], found["wrong"], True)
    if (found := _NOT_BUT.match(said)) and (
        match(r"(?:I|we|he|she|they|it|that|my|our|his|her)\b", found["start"], re.I)
        and search(r"\b(?:am|is|are|in|at|live|work|like|do|does|I|it|was|drink)$", found["start"])
        and not match(r"only\b", found["wrong"])
        and not match(r"(?:I|we|my|he|she|it|they|that|this|not)\b", found["right"])
        and not search(r"\w (?:am|is|are|was|were|has|have|does|do)\b", found["right"])
    ):
        wrong = sub(r"^(?:in|at|an?|the) ", "", found["wrong"])
        return Repair(_joined(found["start"], found["wrong"], found["right"]), wrong, True)
    if (found := _NOT_AFTER.match(said)) and " not " in f" {said}"[:-1]:
        clean = found["right"].strip(" ,;-—–")
        last = clean.split()[-1] if clean else ""
        apart = found["right"] != clean or said[found.end("right")] in ",-—–"
        plain = last[:1].isupper() or last[:1].isdigit() or match(r"(?:it|that) is ", said, re.I)
        if (
            (apart or plain)
            and last != "I"
            and not match(r"(?:am|is|are|was|do|really|just|it|that)$", last)
            and len(clean.split()) >= (1 if marked else 2)
            and not match(r"like\b|all\b|one\b|everyone\b", found["wrong"])
            and not search(r"\b(?:but|and|or|why|if)$", clean)
        ):
            told = not marked and not search(
                r"^(?:\w+ ){0,2}?(?:it|that) (?:is|was)\b", clean, re.I
            )
            told = told and _DETAIL.match(clean) is None
            return Repair(clean, found["wrong"].strip(), True, told)
    plain = marked and _PLAIN.search(sentence[: len(sentence) - len(said)]) is not None
    return Repair(said, "", marked, is_plain=plain)


_NO_LONGER_BUT = pattern_of(
    r"^(?P<start>(?:.{1,40}? )?)(?P<no>[Nn]o longer|not) (?P<wrong>[^,]{1,40}?)"
    r"(?P<more> any ?more| any longer| now)?,? (?:but|and|only) (?:now |instead |rather )?"
    r"(?P<right>(?!(?:I|we|my|he|she|it|they|that|because|still|also)\b)[^,]{2,40})$"
)


def no_longer_but(sentence: str) -> str:
    """ "I no longer work at A but at B" → "I no longer work at A, I work at B"."""
    if "no longer" not in sentence and "more" not in sentence:
        return sentence
    found = _NO_LONGER_BUT.match(sentence)
    if found is None or (found["no"] == "not" and not found["more"]):
        return sentence
    start, right = found["start"], found["right"]
    if match(r"in (?:[A-Z]|the [A-Z])", right) and match(r"in [A-Z]", found["wrong"]):
        whose = sub(r" (?:am|is|are)$", "", start.strip()) or "I"
        return f"{whose} no longer live {found['wrong']}, {whose} live {right}"
    who = match(r"(?:and |but |so )?(\S+)", start)
    if who is None or right.split()[0].lower() in ("am", "is", "are", "has", "have", "do", "does"):
        return sentence
    now = _joined(start.strip(), found["wrong"], right)
    if not search(r"(?:am|is|are)$", start.strip()) and not search(r" (?:do|does)$", start.strip()):
        words, first = found["wrong"].split(), right.split()[0]
        verb = FORMS.get(first.lower())
        if verb is not None:
            now = f"{start}{right}"
        else:
            at = words.index(first) if first in words else max(1, len(words) - len(right.split()))
            now = " ".join([start.strip(), *words[:at], right])
    return f"{start}{found['no']} {found['wrong']}{found['more'] or ''}, {now}"


def _joined(start: str, wrong: str, right: str) -> str:
    """ "I do not live in A but in B" → "I live in B"."""
    plain = sub(r" (?:do|does)$", "", start)
    if plain == start:
        return f"{start} {right}"
    words, first = wrong.split(), right.split()[0]
    at = words.index(first) if first in words else max(1, len(words) - 1)
    return " ".join([plain, *words[:at], right])


def _replaced(before: str, after: str) -> Repair:
    """ "I live in Rome, sorry, Milan" → "I live in Milan" for Rome."""
    if match(r"(?:I|we|my|our|it|he|she|they|his|her)\b", after):
        return Repair(after, "", True)
    words = before.split()
    count = min(len(after.strip(".! ").split()), 3)
    if match(r"(?:in|at|on|for|as|from|to|an?|the) ", after):
        lead = after.split()[0]
        at = max((i for i, word in enumerate(words) if word == lead), default=len(words) - count)
        return Repair(" ".join([*words[:at], after]), " ".join(words[at + 1 :]), True)
    return Repair(" ".join([*words[:-count], after]), " ".join(words[-count:]), True)
