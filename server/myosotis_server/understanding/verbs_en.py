"""The verbs that statements are read by, in all their forms."""

from enum import Enum

from myosotis_server.understanding.patterns_en import words


class Form(Enum):
    BASE = "base"
    THIRD = "third"
    ING = "ing"
    PAST = "past"


_REGULAR = sorted(
    words(
        """live move relocate settle work study attend major graduate drop marry divorce own adopt
    suffer like love enjoy adore prefer dislike detest loathe despise smoke vape jog exercise
    cycle hike commute learn play want hope dream plan wish believe value fear dread weigh
    earn pay resign stop call talk start join retire identify practice practise follow avoid
    skip celebrate turn need walk stretch rent use switch appreciate care specialise
    specialize cook bake end separate watch try visit date support collect paint garden dance
    train intern consider reach aim intend fancy stay reside report remarry propose raise
    travel listen bike ski touch juggle knit sew weld code crave save shave skate surf type
    hand diagnose tie change meditate journal pray visit clean wash feed shower nap phone
    increase climb jump convert declare order rescue foster trade lease upgrade fish brew
    restore welcome lift text email include deliver consult water mow iron hoover vacuum check
    weed floss volunteer babysit mentor host binge consist"""
    )
)
_IRREGULAR = {
    "grow": "grew grown",
    "come": "came come",
    "go": "went gone",
    "get": "got gotten",
    "have": "had had",
    "drive": "drove driven",
    "ride": "rode ridden",
    "take": "took taken",
    "hate": "hated hated",
    "drink": "drank drunk",
    "eat": "ate eaten",
    "run": "ran run",
    "swim": "swam swum",
    "wake": "woke woken",
    "sleep": "slept slept",
    "speak": "spoke spoken",
    "stand": "stood stood",
    "make": "made made",
    "quit": "quit quit",
    "leave": "left left",
    "give": "gave given",
    "lose": "lost lost",
    "break": "broke broken",
    "split": "split split",
    "teach": "taught taught",
    "buy": "bought bought",
    "do": "did done",
    "become": "became become",
    "cut": "cut cut",
    "name": "named named",
    "read": "read read",
    "write": "wrote written",
    "sing": "sang sung",
    "draw": "drew drawn",
    "keep": "kept kept",
    "die": "died died",
    "pass": "passed passed",
    "know": "knew known",
    "rise": "rose risen",
    "feel": "felt felt",
    "hit": "hit hit",
    "bear": "bore borne",
    "spend": "spent spent",
    "meet": "met met",
    "hear": "heard heard",
    "show": "showed shown",
    "win": "won won",
    "send": "sent sent",
    "hold": "held held",
    "bring": "brought brought",
    "understand": "understood understood",
    "forget": "forgot forgotten",
    "wear": "wore worn",
    "fall": "fell fallen",
    "find": "found found",
    "think": "thought thought",
    "sew": "sewed sewn",
    "begin": "began begun",
    "build": "built built",
    "see": "saw seen",
    "tell": "told told",
    "say": "said said",
    "lie": "lied lied",
    "choose": "chose chosen",
    "fly": "flew flown",
    "transfer": "transferred transferred",
    "swap": "swapped swapped",
    "grab": "grabbed grabbed",
    "catch": "caught caught",
    "sell": "sold sold",
    "pick": "picked picked",
}


def _third(base: str) -> str:
    if base.endswith(("s", "x", "ch", "sh", "o")):
        return base + "es"
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ies"
    return base + "s"


def gerund(base: str) -> str:
    """ "hike" → "hiking", "run" → "running", "play" → "playing"."""
    if base.endswith("ie"):
        return base[:-2] + "ying"
    if base.endswith("e") and not base.endswith(("ee", "oe", "ye")):
        return base[:-1] + "ing"
    if base == "travel":
        return "travelling"
    doubles = len(base) > 2 and base[-1] in "bdgmnpt" and base[-2] in "aeiou"
    if doubles and base[-3] not in "aeiou" and (len(base) < 5 or base in ("begin", "forget")):
        return base + base[-1] + "ing"
    return base + "ing"


def _past(base: str) -> str:
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ied"
    if base in ("stop", "drop", "jog", "plan", "skip", "swap", "grab"):
        return base + base[-1] + "ed"
    return base + "ed"


def _forms() -> dict[str, tuple[str, Form]]:
    forms: dict[str, tuple[str, Form]] = {}
    for base in (*_REGULAR, *_IRREGULAR):
        past = _IRREGULAR.get(base, _past(base)).split()
        for word in past:
            forms.setdefault(word, (base, Form.PAST))
        forms[gerund(base)] = (base, Form.ING)
        forms[_third(base)] = (base, Form.THIRD)
    for base in (*_REGULAR, *_IRREGULAR):
        if base not in ("quit", "split", "cut"):
            forms[base] = (base, Form.BASE)
    forms["has"] = ("have", Form.THIRD)
    return forms


FORMS = _forms()
"""Word → the verb that it is a form of, and which form. "quit", "split" and "cut" count as past."""
