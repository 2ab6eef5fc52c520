"""English text made uniform before it is read: quotes, contractions, and where clauses meet."""

import re

from myosotis_server.understanding.patterns import pattern_of

MOST = 1000
"""Characters. What goes on for longer is not one statement, and only its beginning is read."""

_CHARACTERS = str.maketrans(
    {
        **dict.fromkeys("‘’ʼ`´", "'"),
        **dict.fromkeys("“”„«»", '"'),
        "，": ", ",
        "。": ". ",
        "！": "! ",
        "？": "? ",
        "；": "; ",
        "：": ": ",
        "\u3000": " ",
    }
)
_SPACES = pattern_of(r"[ \t\r\f\v\xa0]+")
_WRITTEN_OUT = {
    "im": "I am",
    "i'm": "I am",
    "ive": "I have",
    "i've": "I have",
    "i": "I",
    "u": "you",
    "cant": "can not",
    "can't": "can not",
    "cannot": "can not",
    "wont": "will not",
    "won't": "will not",
    "shan't": "shall not",
    "ain't": "is not",
    "aint": "is not",
    "gonna": "going to",
    "wanna": "want to",
    "gotta": "have to",
    "kinda": "kind of",
    "sorta": "sort of",
    "favorite": "favourite",
    "fav": "favourite",
    "fave": "favourite",
    "favorites": "favourites",
    "faves": "favourites",
    "names": "names",
    "ya": "you",
    "it's": "it is",
    "that's": "that is",
    "there's": "there is",
    "let's": "let us",
    "thats": "that is",
    "everyone's": "everyone is",
    "here's": "here is",
    "hes": "he is",
    "shes": "she is",
    "theyre": "they are",
    "theyve": "they have",
    "weve": "we have",
    "youre": "you are",
    "bc": "because",
    "rn": "right now",
    "tho": "though",
}
_NEGATED = "do|does|did|is|are|was|were|have|has|had|would|could|should|must|need"
_PERSON = "i|you|he|she|we|they|who|it"
_SHORT = pattern_of(
    rf"\b(?:(?P<negated>{_NEGATED})n'?t|(?P<person>{_PERSON})'(?P<verb>re|ve|ll|d|s)"
    r"|(?P<word>i'?m|i'?ve|can'?t|cannot|won'?t|shan't|ain'?t|gonna|wanna|gotta|kinda|sorta"
    r"|favorites?|faves?|fav|it's|that'?s|there's|here's|let's|everyone's|s?hes|they[rv]e|weve"
    r"|youre|bc|rn|tho|i|u|ya)"
    r"|(?P<wish>id)(?= (?:love|like|rather|prefer|hate)\b)"
    r"|(?P<name>names?|favourite|birthday|job|cat|dog|pet)'s(?= (?!(?:name|birthday|age|favou?rite"
    r"|job)\b)))(?![\w'])",
    re.IGNORECASE,
)
_ENDINGS = {"re": "are", "ve": "have", "ll": "will", "d": "would", "s": "is"}
_NOUN_IS = pattern_of(
    r"(?<=\w)(?<!aster)(?<!achelor)'s(?= (?:an?|the|The|not|called|named|allergic|from|in|at|been"
    r"|got"
    r"|always|also|really|"
    r"very|turning|turned|working|living|married|single|divorced|retired|my|gone|up|down|off|on"
    r"|too|studying|learning|"
    r"afraid|scared|born|obsessed|diabetic|pregnant|vegan|vegetarian|just|now|still|into|\d+"
    r"|[a-z]+ years old|twenty|thirty|forty|fifty|sixty|"
    r"seventy|eighty)\b)"
)
_TOPIC_IS = pattern_of(
    r"\b(favourite(?: [a-z]+){1,3}|blood (?:type|group)|(?:star|zodiac) sign|surname|hometown"
    r"|major|hobby|address|flat|house|rent|uni|dream|goal|height|weight|salary|nationality"
    r"|native language|mother tongue|commute|course|degree)'s(?= (?!favourite|name|birthday))",
    re.IGNORECASE,
)
_HAS = pattern_of(
    r"\b(is|'s|would) (?=(?:been|got|had|lived|worked|moved|gone (?:up|down|vegan|veggie"
    r"|vegetarian|off)|always been)\b)"
)

_QUOTATION = pattern_of(r"\"([^\"]*)\"|(?<!\w)'([^'\n]{2,})'(?!\w)")
_SPEAKS = pattern_of(
    r"\b(?:sa(?:id|ys|y|ying)|told|tells|asked|asks|wrote|writes|reads|sings?|sang|quot\w+|shouted"
    r"|whispered|replied|answered|goes|went|lyrics?|line|texted)\b[^.!?]*$",
    re.IGNORECASE,
)
_QUOTED_NAME = 3
"""Words up to which a quotation may be a name or a title ("my cat is called "Tofu"")."""

_SENTENCES = pattern_of(
    r"(?<=[!?;…])\s*|\n+|(?<=\.)(?<!\b[A-Z]\.)(?<!\b(?:Mr|Ms|Dr|St|Jr|vs)\.)(?<!\bMrs\.)\s+"
)
_SUBJECTS = (
    r"I|[Ww]e|[Mm]y|[Oo]ur|[Hh]e|[Ss]he|[Tt]hey|[Ii]t|[Hh]is|[Hh]er|[Tt]heir|[Yy]ou|[Yy]our"
    r"|(?:[Ff]olks|[Ff]riends|[Mm]ates|[Pp]eople|[Ee]very(?:one|body)) (?:all )?call|[Tt]h(?:is"
    r"|at|ere)|who|[Ii]f|call me|please|now (?:my|I|it|he|she|we)|actually|it is"
)
_VERBS = (
    r"am|is|are|was|were|has|have|had|do(?:es)?|did|can|used to|no longer|never|not anymore"
    r"|lives?|works?|like[sd]?|love[sd]?|hate[sd]?|enjoys?|prefers?|adores?|moved|got|started|quit"
    r"|stopped|gave up|left|speaks?|plays?|studie[sd]|study|graduated|drives?|teaches|wants?"
    r"|weighs?|drinks?|eats?|just (?:moved|got|started|turned)|recently \w+ed|currently \w+"
    r"|also (?:have|has|am|is|like|love|hate|speak|play)s?|really (?:like|love|hate)s?"
    r"|grew up|smokes?|run|runs|wakes?|gets?|goes|joined|majoring|working as|living in"
)
_BESIDE = pattern_of(r"[A-Z][\w'-]+(?: [A-Z][\w'-]+)?")
_CLAUSES = pattern_of(
    r"(?:\s*[,;:—–]+\s*|\s+-+\s+)(?!\s*like\b)(?:(?:and|but|so|because|cause|since|though"
    r"|although|while|plus"
    rf"|then|yet|or|cuz|whereas)\s+(?:(?:yeah|anyway|basically|um|well),?\s+)?)?(?=(?:{_SUBJECTS}"
    rf"|{_VERBS}|[A-Z]\w+ (?:is|has|lives|works"
    rf"|likes|loves|hates))\b)"
    rf"|\s+(?:and|but|so|because|cause|since|though|although|while|plus|then|yet|cuz|whereas)\s+"
    rf"(?=(?:{_SUBJECTS}|{_VERBS}|[A-Z]\w+ (?:is|has|lives|works|likes|loves|hates))\b)"
    r"|\s+(?=who (?:is|are|was|has|lives?|works?|loves?|likes?|hates?|studies|just|also|can)\b)"
    r"|\s*[,—–]?\s+(?:because|but|whereas|although|even though|so that)\s+"
)


def uniform(text: str) -> str:
    """`text` with plain quotes and spaces and without contractions, at most MOST characters.

    "im 28" → "I am 28"; "I don’t" → "I do not"; what others said is gone: 'he said "I am Lee"' →
    "he said".
    """
    text = _SPACES.sub(" ", text[:MOST].translate(_CHARACTERS)).strip()
    if '"' in text or "'" in text:
        text = _QUOTATION.sub(_unquoted, text)
    text = _SHORT.sub(_written_out, text)
    text = _NOUN_IS.sub(" is", text)
    if "'s " in text:
        text = _TOPIC_IS.sub(r"\1 is", text)
    return _HAS.sub("has ", text) if "is" in text or "would" in text else text


def sentences(text: str) -> list[str]:
    """The sentences of a uniform text, with their marks."""
    return [part for part in _SENTENCES.split(text) if part and not part.isspace()]


def clauses(sentence: str) -> list[str]:
    """The clauses of a sentence, each with a subject or a verb of its own; lists stay whole."""
    parts = [part.strip() for part in _CLAUSES.split(sentence) if part and not part.isspace()]
    if len(parts) > 1 and (
        (parts[1].startswith("I ") and _BESIDE.fullmatch(parts[0])) or parts[0] in ("me", "Me")
    ):
        parts[:2] = [f"{parts[0]} and {parts[1]}"]
    return parts


def _written_out(found: re.Match[str]) -> str:
    if verb := found["negated"]:
        return f"{verb} not"
    if person := found["person"]:
        return f"{_WRITTEN_OUT.get(person.lower(), person)} {_ENDINGS[found['verb'].lower()]}"
    if found["wish"]:
        return "I would"
    if name := found["name"]:
        return f"{name} is"
    # Some letters of other alphabets match as ours do, and are written otherwise in lower case.
    return _WRITTEN_OUT.get(found["word"].lower(), found["word"])


def _unquoted(found: re.Match[str]) -> str:
    inside = found[1] if found[1] is not None else found[2]
    said = _SPEAKS.search(found.string, max(0, found.start() - 60), found.start())
    return " " if said or len(inside.split()) > _QUOTED_NAME else inside.strip(" .,!")
