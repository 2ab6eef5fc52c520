"""Words with a capital that are no names, and what only follows a name."""

from myosotis_server.understanding.categories import concept_of
from myosotis_server.understanding.everywhere_words import DOING_EN, is_everywhere
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import words
from myosotis_server.understanding.people_en import KIN, NAMES, PET, WHICH, WORDS_TOO, is_no_name
from myosotis_server.understanding.verbs_en import FORMS

_ORDINARY = words(
    """
    mr mrs ms dr sir madam miss prof professor lord lady christmas easter halloween thanksgiving
    diwali eid ramadan hanukkah passover valentine valentines xmas nye bday internet web app email
    emails wifi bluetooth covid flu police school nursery uni office reception management payroll
    security staff customer customers landlord hr hospital doctors nurses bank council government
    traffic weather dinner lunch breakfast brunch supper tea shopping laundry cleaning housework
    homework exam exams interview interviews deadline deadlines offer meeting meetings project
    projects boss client clients team rent bills money dating marriage divorce sex health therapy
    anxiety depression stress insomnia nights mornings evenings weekdays photos pictures plans
    dreams nightmares luck karma fate truth chaos silence progress surgery chemo rehab grandma
    grandpa nana gran mate mates dude bro sis babe honey darling sweetie love santa god lord christ
    allah buddha heaven hell earth sun moon ugh argh yay phew hmm aww oops gosh damn shit fuck
    bloody crap omg wtf idk tbh imo fyi asap ps pm am tv pc vip diy ceo cto cfo lgtm yikes cheers
    congrats welcome morning afternoon apologies correction news update updates partly standup
    captain lieutenant president governor inspector chief commander sheriff colonel senator comrade
    elder junior senior king queen major sergeant general admiral minister mayor emperor detective
    officer agent judge reverend bishop pope companion assistant north south east west northern
    southern nazi prussian nordic armenian cuban prince princess
    congratulations shut hurry bout tues thurs weds necessary village
    nike adidas puma gatorade fortnite minecraft roblox logitech netflix spotify instagram insta
    facebook twitter tiktok youtube whatsapp wechat weibo reddit discord telegram signal slack zoom
    teams notion figma excel word powerpoint photoshop lightroom chatgpt gpt siri alexa windows
    linux android chrome safari firefox xbox playstation nintendo switch steam kindle ipad iphone
    macbook airpods python java javascript rust swift kotlin go ruby golang docker github duolingo
    strava fitbit garmin uber lyft airbnb ikea lego pokemon zelda monopoly scrabble prozac xanax
    zoloft ibuprofen paracetamol tylenol nurofen coke pepsi fanta sprite guinness marvel disney hbo
    hulu prime
    """
)
"""What begins sentences or is given a capital, beside the words that other lists have; products."""
_ENDS_OF_WORDS = pattern_of(
    r".{3,}(?:ing|ed|ly|ous|tion|sion|ness|ment|ity|ful|less|able|ible|ive|ism|ists?|ians?|icans?"
    r"|ies|ers|ish|ology|graphy|ware|ship|hood|[^aeiou]al)|.*(?:n['’]t|['’](?:ve|re|ll|d|m))"
)
"""How hardly any name ends: Gallivanting, Republicans, Don't."""
_KIN = pattern_of(rf"(?:{KIN}|{PET})s?")
_DOES = pattern_of(
    r" (?:and (?:I|me)\b"
    r"|(?:texted|rang|phoned|messaged|emailed|said|says|reckons|laughed|cried|hugged"
    r"|(?:called|told|asked|invited|texts|calls|hates|misses|promised|helped|made|drove|gave|sent"
    r"|showed|taught|took|met|visited|left) (?:me|us|him|her|my|I)"
    r"|moved (?:in|out|back|away)|came (?:over|round|back|home)|is (?:asleep|pregnant|furious)"
    rf"|(?:is|was) (?:my|our|his|her) {WHICH}{KIN}|had the nerve)\b)"
    rf"|['’]s (?:{WHICH}{KIN}|\w+ years (?:older|younger)|birthday|wedding|funeral|house|place"
    r"|flat|spare room|coming|asleep|pregnant|furious|getting married)\b"
    r"|\s*(?:居然|竟然|今天|昨天)?[又也还都就]?(?:说|[跟和问找叫让约请给是把对陪帮]我|来[问找]我|哥|姐)"
)


def is_ordinary(word: str) -> bool:
    """Whether a word, in lower case, is one of the language, and nobody's name.

    Firms and towns are names.
    """
    if word in NAMES or word in WORDS_TOO:
        return False
    if (
        word in _ORDINARY
        or word in DOING_EN
        or word in FORMS
        or is_everywhere(word)
        or is_no_name(word)
        or _ENDS_OF_WORDS.fullmatch(word)
    ):
        return True
    concept = concept_of(word)
    is_thing = concept is not None and concept.root not in ("company", "country")
    return is_thing or _KIN.fullmatch(word) is not None


def does_as_people_do(behind: str) -> bool:
    """Whether what follows a word tells that it names somebody: "and I", "texted", 跟我."""
    return _DOES.match(behind) is not None
