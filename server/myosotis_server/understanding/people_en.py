"""Whom an English clause is about: kin and other people, pets, and what may be a given name."""

import re
from importlib.resources import files

from myosotis_server.understanding.patterns_en import words

_CANONICAL = {
    "mother": "mom mum mommy mummy mama mam ma mumsy",
    "father": "dad daddy papa pa pop pops",
    "grandmother": "grandma granny gran nana nan grandmom",
    "grandfather": "grandpa granddad grandad gramps",
    "husband": "hubby",
    "wife": "wifey missus",
    "boyfriend": "bf",
    "girlfriend": "gf",
    "best friend": "bestie bff",
    "brother": "bro",
    "sister": "sis",
    "aunt": "auntie aunty",
    "parents": "folks",
    "children": "kids",
    "child": "kid",
    "colleague": "coworker co-worker",
    "friend": "mate pal buddy",
    "son": "lad",
    "daughter": "lass",
    "flatmate": "roommate room-mate",
    "boss": "supervisor gaffer",
    "manager": "line-manager",
}
_KIN = (
    *("mother", "father", "parents", "grandmother", "grandfather", "grandparents", "husband"),
    *("wife", "boyfriend", "girlfriend", "fiance", "fiancé", "fiancee", "fiancée", "partner"),
    *(
        "spouse",
        "brother",
        "sister",
        "son",
        "daughter",
        "child",
        "children",
        "baby",
        "toddler",
        "baby girl",
        "baby boy",
        "boys",
        "girls",
        "twin boys",
        "twin girls",
        "twins",
    ),
    *("uncle", "aunt", "cousin", "nephew", "niece", "grandson", "granddaughter", "twin"),
    *("mother-in-law", "father-in-law", "brother-in-law", "sister-in-law", "son-in-law"),
    *("daughter-in-law", "stepmother", "stepfather", "stepmom", "stepdad", "stepson"),
    *("stepdaughter", "stepbrother", "stepsister", "ex", "ex-wife", "ex-husband"),
    *("ex-boyfriend", "ex-girlfriend", "friend", "best friend", "boss", "manager", "colleague"),
    *("flatmate", "housemate", "neighbour", "neighbor", "teacher", "classmate", "deskmate"),
    *("professor", "doctor", "therapist", "landlord", "landlady", "mentor", "crush", "coach"),
    *("brothers", "sisters", "sons", "daughters", "line manager", "fella", "other half"),
    *(
        "better half",
        "significant other",
        "nephews",
        "nieces",
        "cousins",
        "uncles",
        "aunts",
        "friends",
        "colleagues",
        "grandkids",
    ),
    *("grandchildren", "stepkids", "eldest", "youngest", "little one", "in-laws"),
    *("team lead", "desk mate", "tutor"),
)
_SAME = {alias: name for name, aliases in _CANONICAL.items() for alias in aliases.split()}
PARTNERS = words(
    """husband wife boyfriend girlfriend fiance fiancé fiancee fiancée partner spouse fella"""
) | {"other half", "better half", "significant other"}
CHILDREN = frozenset(
    (
        "twin boys",
        "twin girls",
        "twins",
        "eldest",
        "youngest",
        "little one",
        "baby girl",
        "baby boy",
        "stepson",
        "stepdaughter",
    )
) | words("""son daughter child children baby toddler girl boy boys girls sons daughters""")
SIBLINGS = words("brother sister twin brothers sisters stepbrother stepsister")
FRIENDS = frozenset(("best friend", "desk mate")) | words(
    """friend friends colleague flatmate housemate neighbour neighbor classmate deskmate crush
    cousin"""
)
BOSSES = frozenset(("boss", "manager", "team lead", "line manager"))

_PETS = (
    *("cat", "dog", "kitten", "kitty", "puppy", "pup", "hamster", "rabbit", "bunny", "parrot"),
    *("budgie", "bird", "goldfish", "fish", "turtle", "tortoise", "snake", "lizard", "gecko"),
    *("guinea pig", "horse", "pony", "ferret", "hedgehog", "chinchilla", "gerbil", "corgi"),
    *("poodle", "labrador", "lab", "golden retriever", "retriever", "husky", "shiba", "shiba inu"),
    *("beagle", "pug", "dachshund", "chihuahua", "terrier", "bulldog", "border collie", "collie"),
    *("german shepherd", "samoyed", "schnauzer", "spaniel", "tabby", "ragdoll", "siamese", "mutt"),
    *("pet", "parakeet", "canary", "cockatiel", "axolotl", "iguana", "greyhound", "dalmatian"),
    *("maine coon", "british shorthair", "yorkie", "rottweiler", "doberman", "great dane"),
    *("maltese", "pomeranian", "bichon", "shih tzu", "akita", "malamute", "whippet", "calico"),
    *("cocker spaniel", "jack russell", "cockapoo", "cavapoo", "labradoodle", "goldendoodle"),
    *(
        "bearded dragon",
        "frenchie",
        "french bulldog",
        "staffie",
        "lurcher",
        "sausage dog",
        "sheepdog",
    ),
    *("python", "corn snake", "frog", "tarantula", "tuxedo cat", "sphynx", "bengal", "springer"),
    *(
        "vizsla",
        "weimaraner",
        "cockatoo",
        "macaw",
        "lovebird",
        "alpaca",
        "donkey",
        "terrapin",
        "newt",
    ),
    *("rat", "sugar glider", "degu", "stick insect", "hens", "chickens", "ducks", "goat"),
)
_WHICH = (
    r"(?:older|elder|younger|eldest|oldest|youngest|big|little|baby|twin|late|best|good|close|old"
    r"|dear|new|only|dear|lovely|beloved|first|second|middle|childhood|college|cute|black|white"
    r"|orange|fluffy|rescue|pet|immediate|direct|host|former|maternal|paternal) "
)
_KEPT = words("""older elder younger eldest oldest youngest big little best host""")
"""Words before a kin term that tell two of them apart."""


def _any_of(words: tuple[str, ...]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


KIN = rf"(?:{_any_of((*_KIN, *_SAME))})"
PET = rf"(?:{_any_of(_PETS)})"
WHICH = rf"(?:{_WHICH})*"
CAPITALISED = r"[A-Z][a-zéèêëáàâäãåíìîïóòôöõúùûüçñ]+(?:['-][A-Z][a-z]+)?"
FULL_NAME = rf"{CAPITALISED}(?: {CAPITALISED}){{0,2}}"

_NO_NAMES = words(
    """i a an the this that these those there here what when where who which why how if and but
    or so then because since while though although as at by for from in into of off on onto
    over to up with without about after before during until my your his her its our their me
    you he she it we they us them mine yours everyone everybody someone somebody anyone
    anybody nobody nothing something anything everything people all both each every some any
    many most much more less few one two three four five six seven eight nine ten first last
    next no not yes yeah yep nope ok okay sure well oh ah hi hey hello thanks thank sorry
    please maybe perhaps actually honestly really just also still never always usually often
    sometimes today yesterday tomorrow tonight now later soon recently currently lately monday
    tuesday wednesday thursday friday saturday sunday january february march april may june
    july august september october november december spring summer autumn fall winter am is are
    was were be been do does did have has had can could will would shall should must might let
    get got go going home work life love school college university coffee tea water food music
    god mom mum dad mother father sister brother aunt uncle grandma grandpa good bad great
    fine happy sad tired angry sick busy late early ready done back alone bored hungry thirsty
    cold hot ill afraid scared worried sorry excited lost confused new old young single
    married divorced engaged pregnant vegan vegetarian lol haha btw glad lucky free serious
    right wrong down out english chinese american british french german japanese korean
    spanish italian indian canadian australian mandarin cantonese buddhist christian muslim
    catholic jewish hindu atheist aries taurus gemini cancer leo virgo libra scorpio
    sagittarius capricorn aquarius pisces infp infj intj intp entp entj enfp enfj istp isfp
    istj isfj estp esfp estj esfj team being having feeling thinking looking trying"""
)


def _given_names() -> tuple[frozenset[str], frozenset[str]]:
    """The names of the file, in lower case, and those of it that "~" marks as words besides."""
    names = files(__package__).joinpath("given_names_en.txt").read_text("utf-8").split()
    return (
        frozenset(name for name in names if name[0] != "~"),
        frozenset(name[1:] for name in names if name[0] == "~"),
    )


NAMES, WORDS_TOO = _given_names()
"""Given names of those who live where English is spoken, wherever their families are from.

NAMES name somebody even where they begin a sentence, but for the few that `is_word_too` knows;
WORDS_TOO are words or places at least as often ("Grace", "Summer", "Sydney").
"""
_WORDS_OF_NAMES = words(
    """will bill jack jean jay frank sue dan ed daisy lily holly amber victoria max jordan
    charlotte paula kim lee mei ming wei jing stella heather robin carol jan nick rob luna aurora
    dakota logan kai"""
)
"""Of NAMES, those that are words or places as well."""


def is_word_too(name: str) -> bool:
    """Whether a given name, in lower case, names somebody only where people stand."""
    return name in _WORDS_OF_NAMES or name in WORDS_TOO


def canonical(kin: str) -> str:
    """What a person is called here: "Mom" → "mother", "little bro" → "little brother"."""
    low = " ".join(kin.lower().split())
    if low in _SAME or low in _KIN:
        return _SAME.get(low, low)
    words = low.split(" ")
    for start in range(len(words)):
        rest = " ".join(words[start:])
        if rest in _SAME or rest in _KIN:
            before = [word for word in words[:start] if word in _KEPT]
            return " ".join([*before, _SAME.get(rest, rest)])
    return low


def bare(kin: str) -> str:
    """The kin term of a canonical one, without what tells two apart: "older sister" → "sister"."""
    return kin if kin in _KIN else kin.rpartition(" ")[2]


def is_no_name(word: str) -> bool:
    """Whether a word, in lower case, is a common one that nobody is called."""
    return word in _NO_NAMES


def is_name(words: str) -> bool:
    """Whether `words` may be somebody's name: capitalised and no common word, or well known."""
    parts = words.split()
    if not parts or len(parts) > 3:
        return False
    if all(part.lower() in NAMES for part in parts):
        return True
    return all(
        part[0].isupper() and part.lower() not in _NO_NAMES and part[-1].isalpha() for part in parts
    ) and (not words.isupper() or len(words) > 4)
