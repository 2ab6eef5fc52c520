"""English words by what they stand for: roles, activities, drinks, illnesses, signs, peoples."""

import re

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import words

_ROLE_ENDING = pattern_of(
    r"(?:(?<!f)(?<!n)(?<!ev)er|or|ist|ian|ant|man|woman|eer|ologist|grapher|ess|mate|ive|person)$"
)
_ROLES = words(
    """nurse chef cook pilot student pupil coach judge clerk surgeon dentist vet ceo cto cfo dev
    pm programmer engineer freelancer undergrad undergraduate postgraduate postdoc phd intern
    teacher artist model guide guard boss chief head lead architect musician paramedic
    mechanic barista butcher monk nun priest soldier maid nanny poet author editor tutor agent
    analyst specialist housewife househusband homemaker dj rapper comedian blogger vlogger
    youtuber streamer influencer midwife tailor plumber electrician carpenter gardener vicar
    pastor rabbi imam bishop undertaker locksmith blacksmith farrier cashier bartender waiter
    waitress lawyer attorney paralegal professor lecturer researcher scientist principal dean
    economist accountant auditor consultant banker trader broker realtor salesperson sales
    salesman designer developer tester translator interpreter journalist reporter photographer
    optometrist pharmacist physician doctor psychiatrist psychologist therapist counsellor
    counselor coordinator administrator secretary receptionist assistant apprentice trainee
    officer policeman firefighter detective sailor captain driver courier farmer fisherman
    baker hairdresser barber beautician dancer actor actress singer composer producer director
    writer novelist playwright librarian curator biologist chemist physicist mathematician
    statistician geologist astronomer entrepreneur founder cofounder co-founder owner partner
    landlord retiree pensioner civil-servant servant diplomat politician mayor executive
    representative operative technician welder builder bricklayer roofer surveyor planner
    inspector supervisor foreman stylist florist illustrator animator sculptor potter jeweller
    clown magician athlete footballer swimmer boxer referee umpire lifeguard caretaker janitor
    cleaner caregiver carer babysitter volunteer activist veteran copywriter marketer
    recruiter headhunter strategist trucker machinist aide hygienist sommelier conductor
    steward stewardess teller gp rn cna emt cpa sre qa ta mp cio coo cmo cso vp md doula
    sergeant lieutenant nutritionist dietitian dietician radiographer phlebotomist bookkeeper
    beekeeper joiner plasterer"""
)
_NO_ROLES = words(
    """owl fan vegetarian mother father believer beginner lover person man woman mum dad sister
    brother daughter grandmother grandfather member number winner loser beginner newcomer
    foreigner stranger quitter sleeper eater drinker smoker reader listener thinker dreamer
    learner traveller traveler worrier giver overthinker perfectionist optimist pessimist
    realist minimalist feminist extrovert introvert pacifist idealist christian librarian
    humanitarian disaster failure monster millennial teenager adult toddler sinner survivor
    sufferer gamer foodie other flatter better later bitter sober eager clever older younger
    taller shorter bigger smaller over under ever never matter character danger offer letter
    water corner nervous important elephant giant instant distant reluctant pregnant
    significant constant hesitant pleasant expectant atheist buddhist taoist daoist activist
    early vegan latecomer procrastinator starter keeper cuddler hugger crier pushover slacker
    leader hater procrastinator sensitive active creative positive negative impulsive
    competitive talkative native captive massive expensive impressive supportive passive
    aggressive alive olive five protective mess princess hostess guess less chess stress dress
    italian indian canadian australian russian brazilian egyptian iranian norwegian belgian
    austrian hungarian ukrainian romanian bulgarian asian american european german woman roman
    human ottoman classmate roommate flatmate soulmate outsider insider citizen resident
    prisoner user customer speaker early-riser riser snorer saver spender hoarder liar regular
    breaker voter supporter follower taker talker walker whiner chatter homosexual lesbian
    beer wonder maker sign-up teetotaller teetotaler pescatarian flexitarian fruitarian
    libertarian presbyterian lutheran finisher cancer anger hunger tiger chamber october
    november september december summer winter dinner older sorter mirror error terror favor
    favour honor color odor minor major junior senior newbie amateur super hyper slower faster
    poor floor door outdoor indoor four hour tour your sour bystander immigrant emigrant
    migrant"""
) - {"librarian", "activist", "hostess"}

_ACTIVITIES = words(
    """yoga photography chess football soccer basketball tennis badminton volleyball baseball
    golf ping-pong calligraphy poetry ballet karate judo taekwondo pilates crossfit parkour
    archery pottery origami embroidery needlework woodwork carpentry ceramics gymnastics
    aerobics zumba squash cricket rugby hockey athletics astronomy cosplay karaoke mahjong
    poker billiards snooker pool darts sudoku crosswords puzzles karting meditation falconry
    frisbee lacrosse softball handball theatre acting improv birdwatching geocaching marathons
    triathlons crochet macramé macrame calligraphy scrapbooking genealogy trainspotting
    quilting beekeeping woodcarving stargazing foraging metal-detecting warhammer dnd
    paintball bonsai pickleball padel netball sailing"""
) | {
    "video games",
    "board games",
    "table tennis",
    "martial arts",
    "card games",
    "tai chi",
    "ping pong",
    "rock climbing",
    "street dance",
    "arts and crafts",
    "jigsaw puzzles",
    "diy",
}
_NO_GERUNDS = words(
    """thing nothing something anything everything king ring spring string morning evening
    wedding building pudding ceiling feeling darling sibling beijing ding bling earring
    herring sterling being having getting seeing hearing eating drinking living talking going
    knowing doing wing sting wearing meeting chongqing nanjing peking working waiting leaving
    waking sleeping staying making"""
)
_DRINKS = pattern_of(
    r"\b(?:coffees?|lattes?|espressos?|cappuccinos?|americanos?|mochas?|macchiatos?|flat whites?"
    r"|decaf|tea|teas|matcha|chai|oolong|pu'?er|water|milk|juices?|cola|coke|pepsi|soda|sodas"
    r"|lemonade|beers?|wine|whisky|whiskey|vodka|gin|rum|tequila|alcohol|booze|cocktails?|liquor"
    r"|spirits|smoothies?|kombucha|champagne|cider|baijiu|sake|caffeine|energy drinks?|soft drinks"
    r"|hot chocolate|cocoa|drinking|red bull|boba|bubble teas?|milkshakes?|frappuccinos?"
    r"|frapp[eé]s?|cortados?|ales?|lagers?|stout|guinness|prosecco|margaritas?|mojitos?|martinis?"
    r"|g&t|squash|seltzers?|coconut water|oat milk|protein shakes?|shakes?|slush\w*|horchata|mead"
    r"|sangria|aperol|spritz|pints?)\b",
    re.IGNORECASE,
)
_SPORTS = pattern_of(
    r"\b(?:run(?:ning)?|jog(?:ging)?|swim(?:ming)?|cycl(?:e|ing)|bik(?:e|ing)|hik(?:e|ing)|gym"
    r"|yoga|pilates|weights|weightlifting|workouts?|box(?:ing)?|row(?:ing)?|crossfit|tennis"
    r"|badminton|basketball|football|soccer|volleyball|squash|tai chi|climb(?:ing)?|bouldering"
    r"|karate|judo|zumba|aerobics|dance|dancing|ski(?:ing)?|snowboarding|skat(?:e|ing)|surf(?:ing)?"
    r"|table tennis|ping pong|golf|work(?:ing)? out|cardio|stretch(?:ing)?|walk(?:s|ing)?|hockey"
    r"|rugby|cricket|baseball|martial arts|kickboxing|spinning|spin|parkrun|hiit|boot ?camp|barre"
    r"|calisthenics|kayaking|paddleboarding|netball|padel|pickleball|lifting|lift(?: weights)?"
    r"|sit-?ups|aqua aerobics|fencing|darts|marathon training|track|spin class|push-?ups|squats"
    r"|exercis(?:e|ing))"
    r"\b",
    re.IGNORECASE,
)
_ILLNESSES = pattern_of(
    r"\b(?:\w*(?:itis|emia|aemia|osis|algia|opathy|phrenia)|\w+oma|diabetes|diabetic|asthma"
    r"|asthmatic|cancer|epilepsy|migraines?|depression|anxiety|adhd|autism|ocd|ptsd|bipolar"
    r"|insomnia"
    r"|hypertension|high blood pressure|low blood pressure|high cholesterol|disease|syndrome"
    r"|disorder|gout|eczema|vertigo|tinnitus|covid(?:-19)?|flu|pneumonia|lupus|ulcers?|celiac"
    r"|coeliac"
    r"|crohn's|parkinson's|alzheimer's|dementia|hay fever|rosacea|scoliosis|ibs|pcos|gerd|reflux"
    r"|stroke|tumou?r|slipped disc|herniated disc|bad knees?|bad back|chronic \w+|dyslexia"
    r"|narcolepsy"
    r"|thyroid \w+|hypothyroidism|hyperthyroidism|glaucoma|cataracts?|shingles|hernia|sleep apnea"
    r"|heart (?:condition|problems?|failure|murmur)|kidney stones?|infection|hiv|myopia)\b",
    re.IGNORECASE,
)
_NO_ILLNESS = frozenset(
    ("diploma", "aroma", "roma", "coma", "soma", "sonoma", "tacoma", "oklahoma")
)
ZODIAC = pattern_of(
    r"(?:Aries|Taurus|Gemini|Cancer|Leo|Virgo|Libra|Scorpio|Sagittarius|Capricorn|Aquarius"
    r"|Pisces)\b",
    re.IGNORECASE,
)
NATIONALITY = pattern_of(
    r"(?:(?:half |part )?(?:chinese|english|american|british|french|german|japanese|korean|spanish"
    r"|italian|indian|canadian|australian|mexican|brazilian|russian|dutch|swedish|norwegian|danish"
    r"|finnish|polish|portuguese|greek|turkish|irish|scottish|welsh|thai|vietnamese|filipino"
    r"|filipina|malaysian|singaporean|indonesian|taiwanese|argentinian|argentine|chilean|colombian"
    r"|peruvian|egyptian|nigerian|kenyan|ghanaian|south african|ethiopian|moroccan|iranian|persian"
    r"|iraqi|israeli|lebanese|syrian|saudi|pakistani|bangladeshi|nepali|sri lankan|burmese"
    r"|mongolian|kazakh|ukrainian|romanian|bulgarian|hungarian|czech|slovak|serbian|croatian"
    r"|austrian|swiss|belgian|icelandic|new zealander|kiwi|aussie|brit|cuban|jamaican|venezuelan"
    r"|scot|scotsman|scotswoman|irishman|irishwoman|welshman|welshwoman|englishman|englishwoman"
    r"|frenchman|frenchwoman|pole|swede|dane|finn|turk|spaniard|afghan|armenian|georgian"
    r"|lithuanian|latvian|estonian|cambodian|hong konger)"
    r"(?:[- ](?:american|chinese|canadian|british|australian))?)\b",
    re.IGNORECASE,
)
RELIGION = pattern_of(
    r"(?:(?:devout |practi[cs]ing |roman |orthodox |lapsed |secular |born-again |reform "
    r")*(?:buddhist|christian|catholic|protestant"
    r"|muslim|jewish|jew|hindu|sikh|taoist|daoist|atheist|agnostic|mormon|quaker|lutheran|baptist"
    r"|methodist|anglican|evangelical|pagan))\b",
    re.IGNORECASE,
)
PERSONALITY = pattern_of(
    r"(?:(?:an? |more of |very |really |pretty |quite |rather |naturally |bit |extremely |such "
    r"|total |huge"
    r" |complete |little |of a )*)(?P<trait>introvert(?:ed)?|extrovert(?:ed)?|extravert(?:ed)?"
    r"|ambivert"
    r"|perfectionist|optimist(?:ic)?|pessimist(?:ic)?|idealist|realist|minimalist|night owl"
    r"|early bird|morning person|night person|people person|cat person|dog person|homebody"
    r"|overthinker|procrastinator|worrier|dreamer|shy|outgoing|easy-?going|stubborn|impatient"
    r"|patient person|sensitive|talkative|reserved|quiet person|sociable|clumsy|forgetful"
    r"|ambitious|curious by nature|hot-tempered|soft-hearted|indecisive|picky eater|workaholic"
    r"|control freak|foodie|bookworm|people pleaser|[IE][NS][TF][JP]|[ie][ns][tf][jp])\b",
    re.IGNORECASE,
)


_NO_TRADE = words(
    """good bad great terrible big huge fast slow total amateur avid keen hobby budding aspiring
    wannabe decent weekend hobbyist passionate"""
)


def is_role(words: str) -> bool:
    """Whether what somebody says they are may be how they earn their living, or a student."""
    parts = words.lower().split()
    if not 1 <= len(parts) <= 5:
        return False
    if parts[0] in ("stay-at-home", "full-time") and parts[-1] in (
        "mom",
        "mum",
        "dad",
        "mother",
        "father",
    ):
        return True
    last = parts[-1]
    if last in _ROLES or (len(parts) > 1 and last == "manager"):
        return parts[0] not in _NO_TRADE
    return (
        len(last) > 4
        and _ROLE_ENDING.search(last) is not None
        and last not in _NO_ROLES
        and parts[0] not in _NO_TRADE
    )


def is_activity(words: str) -> bool:
    """Whether `words` name something to do: "hiking", "playing the piano", "chess"."""
    low = words.lower()
    if low in _ACTIVITIES:
        return True
    first, last = low.split()[0], low.split()[-1]
    return _is_gerund(first) or (last in _ACTIVITIES) or _is_gerund(last)


def _is_gerund(word: str) -> bool:
    return len(word) > 4 and word.endswith("ing") and word not in _NO_GERUNDS


_FOODS = pattern_of(
    r"\b(?:pizzas?|ramen|burgers?|croissants?|muffins?|sushi|bagels?|burritos?|tacos?|pho|curry"
    r"|curries|salads?|sandwich(?:es)?|do(?:ugh)?nuts?|ice creams?|pad thai|kebabs?|wings|noodles?"
    r"|dumplings?|cookies?|cakes?|wraps?|cheesecakes?|brownies?|pasta|lasagne|lasagna|fries|chips"
    r"|pancakes?|waffles?|steaks?|dosas?|biryani|falafels?|shawarma|gyros?|poke|bibimbap|hot ?pot"
    r"|quesadillas?|nachos|katsu|udon|soba|soup|pies?|sausage rolls?|toasties?|paninis?|cupcakes?"
    r"|cinnamon (?:rolls?|buns?)|scones?|doughnuts?|chocolates?|snickers|gelato|sundaes?|hot dogs?"
    r"|banh mi|dim sum|samosas?|takeaways?|takeout|fish and chips|omelettes?|baos?|mac and "
    r"cheese)\b",
    re.IGNORECASE,
)


def is_food(words: str) -> bool:
    return _FOODS.search(words) is not None


def is_drink(words: str) -> bool:
    return _DRINKS.search(words) is not None


def is_sport(words: str) -> bool:
    return _SPORTS.search(words) is not None


def is_illness(words: str) -> bool:
    found = _ILLNESSES.search(words)
    return found is not None and found[0].lower() not in _NO_ILLNESS
