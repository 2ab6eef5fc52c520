"""The core of an English deed: a verb and what follows it, or a noun alone.

"went to the gym" is go + "to the gym", "had my first piano lesson" have + "my piano lesson".
"""

import re
from dataclasses import replace

from myosotis_server.understanding.deeds import SAME, Activity, Outcome, practice_key
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import words
from myosotis_server.understanding.verbs_en import FORMS

_MOST_KEY_WORDS = 4

_NO_DEEDS = words(
    """be feel think want like love hate need know hope wish believe prefer enjoy lose forget find
    say tell hear get give become grow stop start quit keep live stay move own earn suffer name
    understand wear bear rise die pass fall lie choose turn hold leave fear dread value dream drop
    marry divorce relocate settle retire resign join graduate adopt fancy sleep wake come stand
    show win break decide consider intend aim reach increase care appreciate adore dislike detest
    loathe despise try plan use share accept welcome follow declare change end separate bring send
    remarry propose crave cry sob faint laugh"""
)
_LIGHT = words("have do take")
_MEALS = words("breakfast brunch lunch dinner supper coffee tea drink beer meal wine")
_ORDINARY = words(
    """day morning evening night time fun trouble problem issue argument fight headache migraine
    cold fever flu dream nightmare feeling idea thought chance look luck week weekend month pain
    breakdown rest good bad great lot much nothing something anything everything it that this them
    him her breakfast brunch lunch dinner supper meal food sleep bed home work homework break hour
    minute baby kid plan place cat dog rain snow here there out off up down on in well badly fine
    ok okay"""
)
"""What vague verbs take without making a deed of it."""
_NOTHING = words(
    "it that this them him her something anything everything nothing lot much me you us"
)
_VAGUE_VERBS = words("have do take make eat drink get work")
_COMPANY = pattern_of(r"\bwith (?P<who>(?:my |our |the )?[A-Za-z][\w']*(?: [a-z][\w']*)?)")
_AT_PLACE = pattern_of(
    r"\b(?:at|in) (?:the|my|our)(?: (?:local|hotel|office|outdoor|indoor|public|school|university"
    r"|community|old|new|same|usual|empty)){0,3} (?P<place>"
    r"(?:swimming |climbing |yoga |dance |art )?"
    r"(?:gym|pool|library|church|temple|mosque|studio|dojo|rink|range))\b",
    re.IGNORECASE,
)
OWN_LESSON = (
    r"(?:my|our|today's|tonight's) (?P<what>(?:[\w'-]+ ){0,2}?(?:lesson|class|session|practi[cs]e"
    r"|training|rehearsal|workout))\b"
)
"""What a clause may name as done beside something else, in small letters or not."""
_AT_LESSON = pattern_of(rf"\b(?:at|during|in|from|through) {OWN_LESSON}", re.IGNORECASE)
_TAKES_ALONG = pattern_of(
    r"^(?P<whom>(?:my|our|the) [\w']+(?: [\w']+)?) (?P<to>to|for) "
    r"(?P<where>(?:her|his|their|the|a|an) .+)"
)
_TO_SOMEBODY = {"talk": "to", "speak": "to", "listen": "to", "meet": "", "call": "", "visit": ""}


def of_verb(verb: str, rest: str) -> Activity | None:
    """The activity of doing `verb` (a base form) with what follows it."""
    rest = _MEASURES.sub("", rest).strip()
    if place := _AT_PLACE.search(rest):
        return _made(f"the {place['place']}".lower(), "go", "to ")
    if lesson := _AT_LESSON.search(rest):
        return own_lesson(lesson["what"])
    if verb == "go":
        return _going(rest)
    if verb in _NO_DEEDS or (verb == "make" and _FELT.match(rest)):
        return None
    if verb in ("take", "drive") and (along := _TAKES_ALONG.match(rest)):
        whom, where = _cut(along["whom"]), _cut(along["where"])
        key = f"take {_key(whom)} {_key(where)}"
        return Activity(_key_of(key), verb, f"{whom} {along['to']} {where}", "en")
    particle = ""
    if verb in _TO_SOMEBODY and (found := re.match(r"(?:to|with|up with|up) ", rest)):
        rest, particle = rest[found.end() :], _TO_SOMEBODY[verb]
    elif found := re.match(r"(?:out|on|up)\b ?", rest):
        particle, rest = found[0].strip(), rest[found.end() :]
    phrase = _cut(rest)
    key = _key(phrase)
    head = key.split(" ")[-1] if key else ""
    company = _COMPANY.search(rest)
    if head in _MEALS and company and verb in ("have", "eat", "grab", "get", "cook", "make"):
        who = company["who"]
        return Activity(f"{head} {_key(who)}", verb, f"{phrase} with {who}", "en")
    if head in _NOTHING or (head in _ORDINARY and verb in _VAGUE_VERBS):
        return None
    if not key:
        if rest and verb in ("meet", "call", "visit", "eat", "drink", "see", "make", "write"):
            return None
        return _alone(verb, particle)
    if len(key.split()) > _MOST_KEY_WORDS:
        return None
    if verb in ("practice", "practise"):
        key = f"{key} practice"
    elif verb in ("have", "play") or (verb in _LIGHT and particle == ""):
        key = _key_of(key)
    else:
        key = " ".join(each for each in (verb, particle, key) if each)
    thing = f"{particle} {phrase}".strip()
    return Activity(_key_of(key), verb, thing, "en")


_FELT = pattern_of(r"(?:myself|ourselves) (?!an? |some |the |\w+ (?:of|for) )")
"""What came about, and was not made: "made myself sick"."""


def own_lesson(what: str) -> Activity | None:
    """A lesson, class or training of the user's own, named by `what` without "my"."""
    phrase = _cut(f"my {what}")
    key = _key(phrase)
    if not key or not set(key.split()) - _KINDS_OF_LESSON:
        return None
    return Activity(_key_of(key), "have", phrase, "en")


_KINDS_OF_LESSON = words("lesson class session practice practise training rehearsal")


def _key_of(key: str) -> str:
    """`key`, or that of the practice that it is called by: "weightlifting" is gym."""
    return SAME.get(key) or practice_key(key) or key


def _alone(verb: str, particle: str) -> Activity | None:
    """A verb without an object: "swam", "worked out"."""
    if verb in _NEED_MORE and (verb, particle) != ("work", "out"):
        return None
    key = f"{verb} {particle}".strip()
    return Activity(_key_of(key), verb, particle, "en")


_NEED_MORE = words("have do take see make give eat drink work play call watch")


_TO_DO = pattern_of(r"to (?P<verb>see|watch|play|visit|meet|buy|pick|do|take|have) (?P<rest>.+)")


def _going(rest: str) -> Activity | None:
    if match := _TO_DO.match(rest):
        return of_verb(match["verb"], match["rest"])
    if match := re.match(r"(?:back |over |down |out |up |along )?to (?P<place>.+)", rest):
        return _made(match["place"], "go", "to ")
    if match := re.match(r"(?:out |off )?(?:for|on) (?P<what>(?:an?|my|our|another) .+)", rest):
        return _made(match["what"], "go", "for ")
    if match := re.match(r"(?:out |off |back )?(?P<doing>[a-z]+ing)\b(?P<more>.*)", rest):
        form = FORMS.get(match["doing"])
        base = form[0] if form else match["doing"]
        if base in _NO_DEEDS:
            return None
        more = _cut(match["more"].strip()) if base in ("watch", "ride", "play", "practise") else ""
        key = " ".join(each for each in (base, _key(more)) if each)
        return Activity(_key_of(key), "go", f"{match['doing']} {more}".strip(), "en")
    return None


def _made(place: str, verb: str, particle: str) -> Activity | None:
    phrase = _cut(place)
    key = _key(phrase)
    if not key or key.split()[-1] in _ORDINARY or len(key.split()) > _MOST_KEY_WORDS:
        return None
    return Activity(_key_of(key), verb, f"{particle}{phrase}", "en")


_MEASURES = pattern_of(
    r"\b(?:about |almost |over |around |another )?(?:\d+(?:[.,]\d+)?|an?|one|two|three|four|five"
    r"|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|sixty|hundred|a few|a couple of|half a)"
    r"[ -]?(?:k|km|kms|kilometers?|kilometres?|miles?|laps?|lengths?"
    r"|minutes?|mins?|hours?|hrs?|rounds?|sets?|pages?|chapters?"
    r"|games?|matches|glasses|cups?|kilos?|kgs?|pounds|lbs|reps?)\b(?: of)?",
    re.IGNORECASE,
)
_END = pattern_of(
    r"\s*(?:[,;:.!?()\"]|\b(?:with|at|in|for|from|on|by|near|to|into|after|before|during|about"
    r"|around|because|since|while|when|so|but|and|then|until|although|though|despite|instead|which"
    r"|where|that|as|over|through|along|across|past|without|like|against|it|is|was"
    r"|were|called|named|organi[sz]ed|recently|lately|slowly|\w+fully)\b).*$",
    re.IGNORECASE | re.DOTALL,
)
_ON_THE_WAY = pattern_of(r"(?<=workout|session| lesson) [a-z]+ing\b.*$", re.IGNORECASE)
"""How one was at it: "my workout grinning like an idiot"."""
_ONCE = pattern_of(
    r"\b(?:quick|long|short|great|good|nice|hard|intense|little|lovely|easy|tough|big|first|second"
    r"|third|last|next|another|extra|usual|weekly|daily|amazing|fun|brutal|awesome|whole"
    r"|relaxing"
    r"|evening|morning|afternoon|late|early|new"
    r"|(?!(?:chest|forest|harvest|guest|test|rest)\b)\w+est|\d+[\w-]*"
    r"|really|very|super|hour-long) ",
    re.IGNORECASE,
)
_OWN = pattern_of(r"^(?:an?|the|my|our|some|this|that|these|those|her|his|their|your|more) ", re.I)


def _cut(text: str) -> str:
    """The noun phrase that `text` begins with, without what was special about it that once."""
    phrase = _ON_THE_WAY.sub("", _END.sub("", text.strip()))
    article = _OWN.match(phrase)
    bare = _ONCE.sub("", phrase[article.end() :] + " " if article else phrase + " ").strip()
    bare = bare.removesuffix(" session") if bare == "gym session" else bare
    if not bare:
        return ""
    own = article[0].strip().lower() if article else ""
    if own in ("a", "an", "this", "that") or (not own and _ONCE.match(text + " ")):
        own = _article(bare)
    elif own in ("some", "these", "those", "more"):
        own = ""
    return f"{own} {bare}".strip()


def _article(noun: str) -> str:
    if noun.endswith("s") and not noun.endswith("ss"):
        return ""
    return "an" if noun[0].lower() in "aeio" and not noun.lower().startswith("one") else "a"


_KIN = {"mum": "mom", "mother": "mom", "mummy": "mom", "mommy": "mom", "ma": "mom",
        "father": "dad", "daddy": "dad", "grandma": "grandmother", "gran": "grandmother",
        "grandpa": "grandfather"}  # fmt: skip


def _key(phrase: str) -> str:
    """The words of a noun phrase that tell it apart: small, singular, without articles."""
    bare = _OWN.sub("", phrase.lower().strip())
    found = re.findall(r"[a-z][a-z'-]*", bare)
    return " ".join(_KIN.get(word, word) for word in map(_singular, found))


_IN_IES = words("movies cookies selfies smoothies brownies hoodies pies ties")


def _singular(word: str) -> str:
    word = word.removesuffix("'s")
    if len(word) < 4 or word.endswith(("ss", "us", "is", "tes")):
        return word
    if word in _IN_IES:
        return word[:-1]
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "ches", "shes", "xes")):
        return word[:-2]
    return word.removesuffix("s")


_PLACES = words("gym pool library church temple mosque synagogue dojo")
DEED_NOUNS = _PLACES | words(
    """yoga pilates lesson class practice rehearsal training workout run jog parkrun swim walk hike
    ride session appointment therapy choir football basketball tennis badminton volleyball chess
    match meetup club course lecture seminar tutoring physio ballet band shift swimming running
    cycling boxing zumba karate judo dancing climbing squash golf soccer rugby meditation standup"""
)


def noun_deed(text: str, *, any_noun: bool = False) -> Activity | None:
    """A deed told by its noun alone ("gym again", "piano lesson"), `any_noun` or one known as such.

    Whether it was done is open.
    """
    if (place := _AT_PLACE.search(text)) is not None:
        return replace(_place(place["place"].lower()), outcome=Outcome.OPEN)
    phrase = re.sub(r"^(?:more|to|at|off to|on my way to) ", "", _cut(text), flags=re.IGNORECASE)
    phrase = _NIGHT_OF.sub("", phrase.removesuffix(" done"))
    key = _key(phrase)
    known = key.split(" ")
    if not key or len(known) > _MOST_KEY_WORDS or known[-1] in _ORDINARY:
        return None
    if known[-1] not in DEED_NOUNS and not any_noun:
        return None
    if known[-1] in _PLACES:
        return replace(_place(key), outcome=Outcome.OPEN)
    thing = _OWN.sub("", phrase)
    if thing[:1].isupper() and thing.split(" ")[0].lower() not in _LANGUAGES:
        thing = thing[0].lower() + thing[1:]
    return Activity(_key_of(key), "", thing, "en", Outcome.OPEN)


_NIGHT_OF = pattern_of(
    r"(?<=gym|run|ool|oga|wim|oir|box) (?:day|night|evening|morning|time)$", re.IGNORECASE
)
_LANGUAGES = words("english french spanish chinese japanese german korean italian mandarin russian")


def is_deed_noun(text: str) -> bool:
    """Whether `text` begins with a noun that is known for a deed: "my piano lesson tomorrow"."""
    return not DEED_NOUNS.isdisjoint(_key(_cut(text)).split())


def _place(name: str) -> Activity:
    key = _key(name)
    article = "" if key == "church" else "the "
    return Activity(_key_of(key), "go", f"to {article}{name}", "en")
