"""What somebody can do, which languages they speak, and what they learn."""

import re
from collections.abc import Callable, Iterator, Mapping

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.lexicon_en import is_activity, is_sport
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import head, match, search, sub
from myosotis_server.understanding.predicates_en import Predicate, Tense
from myosotis_server.understanding.slots_en_sleep import OFTEN
from myosotis_server.understanding.values_en import bare_value, listed
from myosotis_server.understanding.verbs_en import gerund

_LANGUAGES = pattern_of(
    r"\b(?:english|chinese|mandarin|cantonese|shanghainese|hokkien|hakka|japanese|korean|french"
    r"|german|spanish|italian|portuguese|russian"
    r"|arabic|hindi|urdu|bengali|punjabi|tamil|telugu|turkish|persian|farsi|hebrew|greek|polish"
    r"|czech|dutch|swedish|norwegian|danish"
    r"|finnish|hungarian|romanian|ukrainian|vietnamese|thai|indonesian|malay|tagalog|swahili"
    r"|latin|esperanto|irish|welsh|gaelic|catalan"
    r"|sign language|asl|bsl|mongolian|tibetan|uyghur|flemish|afrikaans|yoruba|igbo|hausa|zulu"
    r"|xhosa|amharic|somali|kurdish|pashto|dari|serbian|croatian|bosnian|slovak|slovenian"
    r"|bulgarian|albanian|macedonian|lithuanian|latvian|estonian|icelandic|marathi|gujarati"
    r"|kannada|malayalam|sinhala|nepali|burmese|khmer|lao|cebuano|quechua|basque|galician|breton"
    r"|creole|patois|maori|samoan|hawaiian|georgian|armenian|uzbek|kazakh|yiddish|sanskrit"
    r"|taiwanese|hindko|twi|shona)\b",
    re.IGNORECASE,
)


_INSTRUMENTS = pattern_of(
    r"\b(?:piano|guitar|violin|cello|drums?|flute|ukulele|saxophone|sax|trumpet|harp|bass"
    r"|clarinet|banjo|accordion|erhu|guzheng|pipa|keyboard|harmonica|viola|organ|trombone"
    r"|recorder|mandolin)\b",
    re.I,
)


def is_language(words: str) -> bool:
    return _LANGUAGES.fullmatch(words) is not None


def _speak(said: Predicate) -> Iterator[Reading]:
    if said.tense is Tense.PAST or said.subject.owned:
        return
    if said.tense is Tense.MODAL:
        if said.modal != "can":
            return
        if not said.negated:
            yield from languages(said, said.rest)
        return
    yield from languages(said, said.rest)


def languages(said: Predicate, text: str) -> Iterator[Reading]:
    if match(r"(?:to|with|about|up|out)\b", text):
        return
    for found in _LANGUAGES.finditer(head(r"\b(?:but|with|to|because|so|when|not)\b", text)):
        attribute = Attribute("language", found[0])
        if said.negated:
            yield Reading(ends=(attribute,), subject=said.subject.who)
        else:
            yield Reading(attribute, subject=said.subject.who)


def learn(said: Predicate) -> Iterator[Reading]:
    if said.subject.owned or said.tense is Tense.MODAL:
        return
    if not (said.holds or said.denies):
        return
    rest = sub(r"^(?:how to|to|about|more about|some|basic) ", "", said.rest)
    if rest == said.rest and match(
        r"(?:something|new things?|an? new skill|that|a lot|from|so much|something|it|new|fast"
        r"|quickly|by)\b",
        rest,
    ):
        return
    for value in listed(sub(r"^(?:to )?(?:speak|play(?= the)) ", "", rest)):
        value = head(r" (?:at|with|from|on|in|for)\b", value)
        if value:
            yield said.claim("learning", value)


def _start(said: Predicate) -> Iterator[Reading]:
    again = match(r"(?P<what>\w+ing(?: [\w ]{1,20}?)?) again\b", said.rest)
    if again and (said.happened or said.holds) and is_activity(again["what"]):
        yield Reading(Attribute("hobby", again["what"]), subject=said.subject.who)
    if said.happened and (
        found := match(
            r"(?:learning|to learn|studying|taking) (?:how to |to )?(?P<what>.+?)(?: (?:lessons"
            r"|classes))?$",
            _to_pause(said.rest),
        )
    ):
        for value in listed(sub(r"^(?:speak|play(?= the)) ", "", found["what"])):
            value = head(r" (?:at|with|from|on|in|for)\b", value)
            if not match(r"(?:medication|pills|metformin|insulin)", value):
                yield Reading(Attribute("learning", value), subject=said.subject.who)


def _teach_oneself(said: Predicate) -> Iterator[Reading]:
    """ "I'm teaching myself Korean"; who has taught themselves knows it."""
    found = match(r"(?:my|him|her)self (?:how to |to )?(?P<what>.+)", said.rest)
    if found is None or said.negated or said.ended or said.tense is Tense.MODAL:
        return
    for value in listed(sub(r"^(?:speak|play(?= the)) ", "", found["what"])):
        key = "learning" if said.progressive or said.holds else "skill"
        yield Reading(Attribute(key, value), subject=said.subject.who)


def _to_pause(text: str) -> str:
    return head(r"[,.;!?]| (?:last|this|yesterday|today|recently|and I|because|but)\b", text)


def _take(said: Predicate) -> Iterator[Reading]:
    """ "I'm taking piano lessons"."""
    found = match(
        r"(?:some |a )?(?P<what>[\w -]{2,30}?) (?:lessons?|class(?:es)?|course)\b", said.rest
    )
    if found and said.holds:
        yield said.claim("learning", found["what"])


def _can(said: Predicate) -> Iterator[Reading]:
    """ "I can play the piano", "I know how to weld"; what one can do now and then is no skill."""
    if said.subject.owned:
        return
    if said.tense is Tense.MODAL and said.modal == "can" and not said.negated:
        if said.verb == "play" and (value := bare_value(said.rest)) and len(value.split()) <= 3:
            yield Reading(Attribute("skill", value), subject=said.subject.who)
        elif said.verb in (
            "swim",
            "drive",
            "cook",
            "bake",
            "dance",
            "sing",
            "draw",
            "paint",
            "code",
            "ski",
            "ride",
            "sew",
            "knit",
            "juggle",
            "weld",
        ):
            thing = bare_value(said.rest)
            yield Reading(
                Attribute("skill", f"{said.verb} {thing}".strip()), subject=said.subject.who
            )
    elif said.verb == "take" and said.progressive and said.rest.startswith("up "):
        for value in listed(said.rest[3:]):
            key = "learning" if _INSTRUMENTS.search(value) else "hobby"
            if key == "learning" or is_activity(value):
                yield Reading(Attribute(key, value), subject=said.subject.who)
    elif said.verb == "know" and said.rest.startswith("how to ") and said.holds:
        if value := bare_value(said.rest[7:]):
            yield said.claim("skill", value)
    elif (
        said.verb == "play"
        and said.holds
        and not said.progressive
        and (value := bare_value(said.rest))
    ):
        if found := _INSTRUMENTS.search(value):
            yield said.claim("skill", found[0])
        elif is_sport(value) and (said.habitual or OFTEN.search(said.rest)):
            return
        elif not search(
            r"\b(?:role|tricks?|part|games with|along|music|with|dead|it|around|for)\b", value
        ):
            yield said.claim("hobby", value)


def _hobby(said: Predicate) -> Iterator[Reading]:
    """ "I collect stamps", "I paint in my free time"."""
    if (
        said.subject.owned
        or not (said.holds or said.denies)
        or (said.progressive and said.tense is Tense.PRESENT)
    ):
        return
    verb = said.verb
    if verb == "collect":
        value = bare_value(said.rest)
        if value and not match(r"(?:the|my|kids|mail)\b", said.rest):
            yield said.claim("hobby", f"collecting {value}")
    elif verb == "spend":
        found = match(
            r"(?:most of |all )?my (?:weekends|free time|spare time|evenings|\w+days|days off"
            r"|nights) "
            r"(?P<what>\w+ing\b.*)",
            said.rest,
        )
        if found and (value := bare_value(found["what"])) and is_activity(value):
            yield said.claim("hobby", value)
    elif search(
        r"in my (?:free|spare) time|as a hobby|for fun|(?:on|at) (?:the )?weekends?|as a pastime"
        r"|of an evening|when I have time|whenever I can",
        said.rest,
    ):
        thing = bare_value(said.rest)
        if match(r"(?:at|in|from|as|on|for)\b", said.rest):
            thing = ""
        name = f"{gerund(verb)} {thing}".strip()
        yield said.claim("hobby", name)


_DONE = (
    *("swim", "drive", "cook", "bake", "dance", "sing", "draw", "ski", "ride", "code", "sew"),
    *("knit", "juggle", "weld", "know", "play"),
)

VERBS: Mapping[str, tuple[Callable[[Predicate], Iterator[Reading]], ...]] = {
    "speak": (_speak,),
    "learn": (learn,),
    "teach": (_teach_oneself,),
    "start": (_start,),
    "take": (_take, _can),
    **dict.fromkeys(_DONE, (_can,)),
    "collect": (_hobby,),
    "paint": (_can, _hobby),
    **dict.fromkeys(("write", "garden", "fish", "brew", "restore", "build", "spend"), (_hobby,)),
    **dict.fromkeys(("bake", "knit", "sew", "draw", "sing"), (_can, _hobby)),
}
