"""Whom a clause is about: the user, somebody of their life, or whoever was spoken of before."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.people_en import (
    FRIENDS,
    KIN,
    NAMES,
    PET,
    WHICH,
    bare,
    canonical,
)
from myosotis_server.understanding.people_zh import RELATION, person_at
from myosotis_server.understanding.people_zh import canonical as canonical_zh
from myosotis_server.understanding.simplified import simplified


class Pronoun(Enum):
    HE = "he"
    SHE = "she"
    THEY = "they"
    IT = "it"
    SOMEBODY = "somebody"


@dataclass(frozen=True, slots=True)
class Person:
    """`name` is how readings call them, empty for the user and for whoever cannot be told.

    `is_user` where the clause begins with the user, `pronoun` where with "she" or 他. `is_told` is
    False where it begins with none of them.
    """

    name: str = ""
    is_user: bool = False
    pronoun: Pronoun | None = None
    is_told: bool = True


NOBODY = Person(is_told=False)
"""Whom a clause without a subject of its own is about."""
SOMEBODY = Person()
"""The listener, and people of whom nothing else is known."""
_SEEN = 60
"""Characters of a clause within which it names whom it is about."""
_LOOKED_AT = 200
"""… and within which it mentions others."""

_HAN = pattern_of("[一-鿿㐀-䶿]")
_WHEN_ZH = pattern_of(
    r"(?:(?:今|昨|前|明|后)(?:天|晚|早)|(?:今|去|前|明)年|[上下这本](?:个)?(?:周|星期|礼拜"
    r"|月)[一二三四五六日天末]?"
    r"|周[一二三四五六日天末]|刚(?:才|刚)?|最近|现在|以前|小时候|早上|中午|下午|晚上|凌晨|当时|后来"
    r"|\d+[年月日号]|听说|因为|自从|原来|幸好|可惜|没想到|连"
    r"|(?:更正|纠正)(?:一下)?|我?[说记搞]错了|不对"
    r"|[，, 的])*"
)
_OUR_HOME = pattern_of("^(?:我们|咱们?|俺们?)家的?")
_PRONOUNS_ZH = {"他": Pronoun.HE, "她": Pronoun.SHE, "它": Pronoun.IT}
_PRONOUNS_EN = {"he": Pronoun.HE, "his": Pronoun.HE, "she": Pronoun.SHE, "her": Pronoun.SHE}
_MARK = "\0"
_GROUP_ZH = pattern_of(rf"(?:我|咱|俺)们?(?:和|跟|与)(?:我的?)?(?:{RELATION})")
"""我和老公: the user is of them."""
_SEVERAL_ZH = pattern_of(rf"(?:我|咱|俺)们?家?的?{RELATION}(?:和|跟|与)(?:我|他|她)?的?{RELATION}")
_SEVERAL_EN = pattern_of(
    rf"(?:my|our) (?:{WHICH}{KIN}|(?:\w+ )??{PET})(?: [A-Z]\w+)? (?:and|or)"
    r" (?:my|our|his|her) ",
    re.IGNORECASE,
)
"""Two people, of whom neither can be told from the other by a pronoun."""
_ENGLISH = pattern_of(
    r"^(?:(?:today|yesterday|tomorrow|last \w+|this \w+|next \w+|recently|now|apparently|sadly"
    r"|luckily|even|when|after"
    r"|(?:\w+ )?correction(?=,)|sorry|wait|actually|i was wrong(?=,)|i misspoke(?=,)"
    rf"|since|because|turns out|meanwhile)\b[, ]*)*"
    rf"(?:(?P<me>(?:me and |my (?:{WHICH}(?:{KIN}|{PET})) and (?:i|me)\b)|(?:i|i['’]\w+|im|ive|we"
    rf"|we['’]\w+|me|myself|mine|our (?!(?:\w+ ){{0,2}}?(?:{KIN}|{PET})))\b)"
    rf"|(?P<they>he|she|they|(?:he|she|they)['’]\w+|his|her|their)\b"
    rf"|(?:my|our) (?:(?P<kin>{WHICH}{KIN})"
    rf"|(?P<pet>(?:\w+ )??{PET}s?))\b(?P<poss>['’]s)?(?:,? (?P<called>[A-Z][a-z]+)\b)?"
    r"|(?P<bare>mom|mum|mommy|mummy|dad|daddy|grandma|grandpa|granny|nana)\b(?! (?:jokes?|jeans"
    r"|friends?))"
    r"|(?P<name>[A-Z][a-z]+)\b(?=['’]s | (?:is|was|has|had|lives|works|got|loves|likes|hates|plays"
    r"|runs|wants|and i|just"
    r"|said|told|moved|went|came|will|can|does|doesn|used|turned|passed|died|never|always|also"
    r"|works?)\b)"
    rf"|(?P<mine>my)\b)",
    re.IGNORECASE,
)
_MENTIONS_ZH = pattern_of(
    rf"(?:我|咱|俺)(?:们|家)?的?(?P<own>{RELATION})(?!们?[子人家员长]|气|性|肉|粮)|(?:和|跟|与|陪"
    r"|带|帮|给|有|养了?|生了?)(?:一)?[个只条位]?(?P<kin>(?=.."
    rf"|[猫狗]){RELATION})(?![子人家员长咖窝粮])"
)
_MENTIONS_EN = pattern_of(
    rf"\b(?:my|our) (?:(?P<own>{WHICH}{KIN})|(?P<my_pet>(?:\w+ )??{PET}))\b(?!['’]s|,? (?-i:[A-Z]))"
    rf"|\b(?:have|has|had|got|adopted|with|met) (?:an?|one|another|just one) (?:\w+ )?"
    rf"(?:(?P<kin>{WHICH}{KIN})|(?P<pet>{PET}))\b",
    re.IGNORECASE,
)


def person_in(text: str) -> Person:
    """Whom the clause `text` is about, by what it begins with."""
    text = text[:_SEEN]
    return _chinese(simplified(text)) if _HAN.search(text[:40]) else _english(text)


def people_in(text: str) -> Iterator[str]:
    """Those of the user's life whom `text` mentions, as readings call them."""
    text = text[:_LOOKED_AT]
    if _HAN.search(text):
        for found in _MENTIONS_ZH.finditer(simplified(text)):
            yield canonical_zh(found["own"] or found["kin"])
    else:
        for found in _MENTIONS_EN.finditer(text):
            pet = found["my_pet"] or found["pet"]
            yield pet.lower() if pet else canonical(found["own"] or found["kin"])


def may_be(name: str, pronoun: Pronoun) -> bool:
    """Whether `pronoun` may stand for whoever readings call `name`."""
    term = bare(name.lower())
    is_pet = bool(_PET.fullmatch(name))
    if pronoun is Pronoun.SOMEBODY or is_pet:
        return pronoun is not Pronoun.THEY or name.endswith("s")
    if pronoun is Pronoun.IT:
        return False
    if term in _SEVERAL or name in _SEVERAL:
        return pronoun is Pronoun.THEY
    if pronoun is Pronoun.THEY:
        return not _HAN.search(name)
    gender = _gender(name, term)
    return gender is None or gender is pronoun


_PET = pattern_of(rf"(?:\w+ )*{PET}s?|猫|狗|兔子|仓鼠|鹦鹉|乌龟|宠物", re.IGNORECASE)
_SEVERAL = frozenset(
    [
        "parents",
        "grandparents",
        "children",
        "brothers",
        "sisters",
        "sons",
        "daughters",
        "twins",
        "boys",
        "girls",
        "friends",
        "colleagues",
        "父母",
        "双胞胎",
    ]
)
_HE_EN = pattern_of(
    r"\b(?:father|grandfather|husband|boyfriend|brother|son|uncle|nephew|grandson|stepson"
    r"|step(?:father|dad|brother)|landlord|boy|fiancé|(?:father|brother|son)-in-law)$"
)
_SHE_EN = pattern_of(
    r"\b(?:mother|grandmother|wife|girlfriend|sister|daughter|aunt|niece|granddaughter"
    r"|step(?:mother|mom|sister|daughter)|landlady|girl|fianc[eé]e|(?:mother|sister"
    r"|daughter)-in-law)$"
)
_SON_ZH = pattern_of("[儿孙侄]子|外甥(?!女)|帅哥|外孙$")
_HE_ZH, _SHE_ZH = "爸爷公男夫哥弟舅叔伯父兄丈爹", "妈奶婆女妻姐妹姑姨婶嫂母娘闺媳太"


def _gender(name: str, term: str) -> Pronoun | None:
    if _SON_ZH.search(name):
        return Pronoun.HE
    decisive = next((sign for sign in reversed(name) if sign in _HE_ZH + _SHE_ZH), "")
    if decisive:
        return Pronoun.HE if decisive in _HE_ZH else Pronoun.SHE
    term = re.sub("^ex-", "", term)
    if _HE_EN.search(term):
        return Pronoun.HE
    return Pronoun.SHE if _SHE_EN.search(term) else None


def _chinese(text: str) -> Person:
    match = _WHEN_ZH.match(text)
    text = _OUR_HOME.sub("我家", text[match.end() if match else 0 :])
    if _GROUP_ZH.match(text):
        return Person(is_user=True)
    if _SEVERAL_ZH.match(text):
        return SOMEBODY
    found = person_at(text, _MARK)
    if found is None:
        return SOMEBODY
    if found.subject == _MARK:
        if not found.is_told:
            return NOBODY
        word = text[: found.end]
        pronoun = Pronoun.THEY if "们" in word else _PRONOUNS_ZH.get(word[:1], Pronoun.SOMEBODY)
        return Person(pronoun=pronoun)
    return Person(found.subject, is_user=not found.subject)


def _english(text: str) -> Person:
    match = _ENGLISH.match(text)
    if match is None:
        return NOBODY
    if _SEVERAL_EN.match(text):
        return Person(is_user=True) if match["me"] else SOMEBODY
    if match["me"] or match["mine"]:
        return Person(is_user=True)
    if match["they"]:
        word = re.split("['’]", match["they"].lower())[0]
        return Person(pronoun=_PRONOUNS_EN.get(word, Pronoun.THEY))
    if match["name"]:
        return Person(match["name"]) if match["name"].lower() in NAMES else NOBODY
    if match["pet"]:
        return Person(match["pet"].lower())
    relation = canonical(match["kin"] or match["bare"])
    called = match["called"]
    if called and called.lower() in NAMES and bare(relation) in FRIENDS:
        return Person(called)
    return Person(relation)
