"""By what words an English clause asks, bids, supposes, jests or quotes."""

import re

from myosotis_server.understanding.patterns import pattern_of

_I = re.IGNORECASE
_FIRST = (
    r"^\W*(?:(?:so|and|but|ok|okay|well|then|hey|oh|wait|btw|um|also|now|hi"
    r"|seriously)\b\W{1,8}){0,4}"
)
_THEY = r"(?:i|you|u|we|he|she|they|it|anyone|anybody|someone|everyone|people)"
_KIN = (
    r"(?:mum|mom|mother|dad|father|sister|brother|wife|husband|son|daughter|boss|friend|dog|cat"
    r"|partner|boyfriend|girlfriend)"
)
_DO = r"(?:do|does|did|have|has|had)(?:n['’]?t)?"
_BE = r"(?:is|are|was|were|am|ain|isn|aren|wasn|weren)(?:['’]?t)?"
_MAY = r"(?:can|could|will|would|should|shall|may|might|won|must)(?:n?['’]?t)?"
_AUX = rf"(?:{_DO}|{_BE}|{_MAY})"
ASKS = pattern_of(
    # Question words, with the verb straight behind them or behind what is asked for.
    rf"{_FIRST}(?:"
    r"(?:what|where|why|how|when|who|whom|whose)(?:['’](?:s|re|d|ll))(?! (?:important|more|worse"
    r"|funny|weird|crazy|really \w+ is))\b"
    rf"|(?:where|why|how|when|what|who|whom|whose) {_AUX}\b(?! \w+ (?:is|was)\b)(?!ed\b)"
    rf"|which {_AUX} (?:\w+ )?(?:better|best|one)\b"
    rf"|(?:what|which|whose) (?:\w+ ){{1,3}}?{_AUX} (?:{_THEY}|the|my|your|this|that|there|in|on)\b"
    r"|how (?:many|much|long|old|far|often|tall|big|late|early|hard|soon|good|bad) (?!(?:i|we|he"
    r"|she|they)\b)"
    rf"|who (?!(?:i|we|he|she|they|you|cares?|knew|needs|would have)\b)\w+"
    rf"|(?:what|how) (?:about|come|for|to)\b|why not\b|(?:what|why|how|where|when|who)$"
    # Verbs before their subjects.
    rf"|{_DO} {_THEY}\b|(?:do|does|did) (?:my|your|his|her|their|the) {_KIN}\b|does(?:n['’]?t)? \w+"
    rf"|{_BE} (?:i|you|u|we|he|she|they|it|there|that|this|these|those|my|your|his|her|their|our"
    r"|anyone)\b"
    r"|(?:is|are) the\b"
    rf"|{_MAY} (?:{_THEY}|there|that|this|my|your|the|his|her|their|our|these)\b"
    r"|any(?:one|body) (?:know|here|have|else|got|tried|ever)\b|(?:wanna|ever (?:been|had|tried"
    r"|heard))\b"
    r"|(?:am|are|is)(?:n['’]?t) (?:i|it|that|there)\b"
    r")",
    _I,
)
ASKS_TO_KNOW = pattern_of(
    rf"{_FIRST}(?:just )?(?:i(?:['’]m| am| was)? (?:just )?(?:wondering|curious (?:if|what|how|why"
    r"|whether|about)|asking)|wondering (?:if|what|how|whether)"
    r"|i wonder (?:if|whether|what|how|why|who|where|when)|curious (?:if|what|how|whether)"
    r"|i(?:['’]d| would) (?:like|love) to know|i (?:just )?(?:want(?:ed)?|need) to (?:ask(?! for a"
    r"| my)|know)|any idea(?:s)?\b|do you know|quick question|question:|may i ask)\b",
    _I,
)
NO_QUESTION = pattern_of(
    r"^\W*(?:what an? |how (?:nice|lovely|sad|awful|cool|funny|annoying)\b(?! is| are| was)"
    r"|what will be|what (?:hurts?|helps|matters|bothers|scares|annoys|saddens|keeps|makes"
    r"|made) (?:\w+ )?|"
    r"(?:would|can|could) you believe (?!it$|this$|that$)|do you know what\b.+\bi\b|is what it is"
    r"|was (?:my|his|her|their) (?:first|last|best|worst|own)\b"
    r"|(?:are|is|was|were) (?:my|the) (?:\w+ )?(?:favou?rites?|best)\b|do it (?:all|for)|may (?:i"
    r"|it) rest|have it\b|had it\b|had you\b)",
    _I,
)

_ME = r"(?: me| us)\b"
_HABIT = pattern_of(
    r"\b(?:for a living|for work|as a (?:job|hobby|kid)|every (?:single )?(?:day|morning|night|week"
    r"|evening|month|year|summer|winter|weekend|other|\w+day)|on (?:weekends|\w+days)|at (?:work"
    r"|home|school)|since|for \w+ years"
    r"|twice an?|once an?|in a band|(?:most|all) (?:days|day|nights|mornings)|when i|whenever"
    r"|a lot|my own)\b",
    _I,
)
"""What people do for a living or over and over, they tell without an "I" and bid nobody to."""
_THINGS_MADE = (
    r"(?:list|table|plan|poem|story|joke|schedule|itinerary|summary|timetable|song|reminder"
    r"|playlist|note|recipe|chart|quiz|haiku|menu)"
)
BIDS = pattern_of(
    rf"{_FIRST}(?:(?:please|pls|plz|kindly|just|now|quickly|maybe|ok|quick"
    rf"|simply)\b[\s,]{{1,4}}){{0,4}}(?:"
    r"(?:tell|give|show|teach|help|remind|send|ask|read|sing|bring|write|make|get|find|talk|call"
    r"|wake|walk|correct|quiz|cheer|surprise|motivate|spare|leave|treat|warn|address|text|message"
    rf"|answer|excuse|forgive|trust){_ME}(?! (?:happy|sad|cry|sick|laugh|feel|anxious|angry"
    r"|up again))"
    r"|(?:recommend|suggest|explain|translate|describe|summari[sz]e|generate|create|list|define"
    r"|calculate|convert|rewrite|rephrase|paraphrase|draft|compose|compare|proofread|brainstorm"
    r"|elaborate|simplify|shorten|outline)\b(?!['’-])(?!s\b|ing\b|d\b)"
    r"|(?:pretend|imagine) (?:you|to be|that you|i|we)\b|act (?:as|like)\b|ignore (?:all|the|my"
    r"|that|what|previous|everything)\b|repeat (?:after|that|the|it|this)\b|repeat$|continue$"
    r"|continue (?:the|with|from|writing|that)\b|go on$|carry on$"
    r"|stop (?:calling|using|saying|asking|being|it|that|talking|repeating|apologi[sz]ing|telling"
    r"|giving|sending)\b|(?:answer|respond|reply|speak)(?: to me)? (?:in|with|as|like|only|briefly"
    r"|this|my|the|honestly)\b(?!.*\bat home)"
    r"|(?:look|search) (?:it|this|that|up|for|the)\b|find (?:a|an|the|some|out)\b|check (?:the|if"
    r"|whether|this|my|that)\b|set (?:an?|the|my) (?:alarm|timer|reminder|clock)\b|(?:add"
    r"|put) .* (?:to|on|in) (?:my|the|a)\b"
    r"|play (?:some|a song|that|my|music|jazz|something)\b(?! with)|turn (?:on|off|up|down|it)\b"
    r"|open (?:the|my|up)\b|(?:pick|choose|name) (?:a|an|one|two|three|five|something|for)\b"
    rf"|make (?:an?|the|that|this|it) (?:\w+ ){{0,2}}?(?:{_THINGS_MADE}|shorter|longer|simpler"
    r"|funny|funnier|better|sound|more|less)\b|write (?:a|an|the|some|this|down|up|about|code"
    r"|python|two|three)\b|show (?:the|a|an)\b|give (?:a|an|the|some|examples?)\b|tell (?:a|the"
    r"|my fortune)\b"
    r"|keep (?:it|this|your|the) (?:short|simple|brief|answers?|going|replies|light|casual|polite"
    r"|formal|quick)\b|use (?:simple|bullets?|bullet|metric|emojis?|less|more|fewer|plain|short"
    r"|the (?:word|metric|term)|only|british|american|markdown|english|french|spanish|chinese)\b"
    r"|be (?:honest|brief|straight|nice|careful|my|more|less|quiet|kind|gentle|concise|direct|quick"
    r"|specific|creative)\b|talk (?:like|about|in|slower)\b|say (?:it|that|something|hello|hi|yes"
    r"|no|the)\b|let['’]?s\b|let us\b|let me (?:know|see|think|ask|guess|finish|rephrase|try)\b"
    r"|let me$"
    r"|(?:wait|stop|listen|guess|help|hurry|relax|hush)$|guess (?:what|who|how|why|where)(?:$"
    r"| \w+$)|hold on|listen (?:to me|up)|shut up|come on|go on$|change (?:the (?:subject|topic"
    r"|tone)|it|that|this|your)\b|fix (?:this|the|that|it)\b|take (?:that|this|it) (?:back|out"
    r"|away)\b|never ?mind|forget it"
    r"|(?:do(?:n['’]?t| not)|never|stop) (?:ever )?(?:call|say|tell|ask|give|talk|send|repeat|start"
    r"|worry|be|forget|lie|lecture|judge|apologi[sz]e|add|include|mention|show|write|explain|bother"
    r"|do that|do it|you|make me|get me|use (?:emojis?|markdown|bullets?|that|this|any|so|such|the"
    r"|my|slang|long|lists))\b(?!s\b)"
    r")"
    rf"|{_FIRST}(?:please|pls|plz|kindly)\b(?!-)|^\W*from now on\b"
    rf"|{_FIRST}i(?: just)? (?:want|need|would like|['’]d like) you to\b(?! (?:know|understand))"
    r"|^\W*i['’]d like you to\b(?! (?:know|understand))"
    r"|^\W*you (?:must|have to|need to|should|can|will|may)(?: (?:always|only|never|not|just"
    r"|now))? (?:answer|use|speak|write|call|be\b|say|tell|stop|give|reply|respond|act|address|talk"
    r"|help|drop|skip|start)"
    r"|^\W*i(?:['’]d like| would like| need| want)(?: some)? (?:help|advice|a (?:list|summary"
    r"|recommendation|joke|poem|story|recipe|plan))\b(?! from my| last)",
    _I,
)
ASKS_WHAT_BIDS = pattern_of(
    rf"{_FIRST}(?:can|could|would|will) (?:you|u)\b(?: (?:please|just|kindly|maybe|also|now|try to"
    r"|possibly|quickly))*(?! (?:hear|see|speak|swim|feel|believe|imagine|guess|understand|read"
    r"|think|say|move|go|live|eat|date|marry|quit|do it|dance|cook|drive|still|even|really|be"
    r"|like|want|prefer|rather|have)\b) \w+",
    _I,
)
STANDING = pattern_of(
    r"\b(?:always|never|ever|every time)\b.*\b(?:me|my|i)\b|\bsend me\b.*\babout\b|\b(?:me"
    r"|my)\b.*\balways\b|^give me .* always",
    _I,
)
"""How the user wants to be treated from now on, which tells of them."""


def bids(text: str) -> bool:
    """Whether `text` bids the listener; not where somebody tells what they do without an "I"."""
    found = BIDS.search(text)
    if found is None:
        return False
    return re.search(r"\b(?:me|us|you)\b|please", text, _I) is not None or not _HABIT.search(text)


_UNREAL = r"\b(?:would|could|might|wouldn['’]?t|couldn['’]?t|were|should)\b|['’]d\b"
_SUPPOSED = pattern_of(
    r"^\W*(?:(?:but|and|so|then|even|only|or|maybe)\b\W*)*(?:if\b|suppos(?:e|ing) (?:i|we|you|he"
    r"|she|that|they|it|my|there)\b|imagine\b(?! dragons)|what if\b|assuming\b|say (?:i|we|you|he"
    rf"|she)\b|let['’]?s say\b|unless\b|were i\b|had i\b.*(?:{_UNREAL}))"
    rf"|\b(?:would|could|['’]d)\b[\w,'’ -]{{0,80}}? if\b|\bif (?:i|we|only|he|she|they|it"
    r"|my \w+)\b.*(?:would|['’]d|could)\b"
    r"|^\W*(?:(?:but|and|so|sometimes|honestly)\b\W*)*(?:i (?:\w+ )?)?wish (?:i|we|he|she|they|it"
    r"|my|there|you|people|someone)\b|\b(?:i|we|he|she|they|you)(?:['’]d| would| could"
    r"| might)(?: not|n['’]?t| never)? have (?:been|gone|done|had|\w+ed|\w+ied|become|taken|made"
    r"|won|bought|left)\b"
    r"|\bhad rather have\b|\bas if i (?:was|were)\b",
    _I,
)
_REAL = pattern_of(
    r"\b(?:ask(?:s|ed|ing)?|wonder(?:s|ed|ing)?|know|sure|see|check|decide|matter"
    r"|care) (?:\w+ ){0,3}?if\b|\bif (?:i|we) (?:remember|recall|(?:a|['’])m not mistaken|(?:a"
    r"|['’])m (?:honest|being honest))\b|\bif (?:i|we)['’]m (?:honest|being honest|not mistaken)\b"
    r"|\bif you (?:must know|ask me|(?:a|['’])re (?:wondering|interested|curious|recommending"
    r"|asking))\b|\bif (?:memory serves|anything|you['’]re (?:wondering|interested|curious"
    r"|recommending|asking))\b|\b(?:would|could)n['’]?t have (?:it|guessed|thought|imagined"
    r"|believed)\b|\bnever would have\b"
    r"|\b(?:would|could) have (?:guessed|thought|imagined|believed)\b|\bwish (?:you|him|her"
    r"|them) (?:luck|well|a)\b",
    _I,
)
_IF_FIRST = pattern_of(r"^\W*(?:(?:but|and|so|even|or)\b\W*)*(?:if|unless)\b", _I)
_MAIN = pattern_of(
    r"^\W*(?:\w+\W+){0,2}?(?:if|unless)\b\W+\S+.*?(?:,\s*|\s)(?:then )?(?:i|we|he|she|it|they|my"
    r"|our)\b(?P<rest>.*)",
    _I,
)
_NO_HABIT = pattern_of(
    r"\b(?:would|could|might|will|wo|shall|were|going to|gonna)\b|['’](?:d|ll)\b|\bwon['’]?t\b"
    r"|\b(?:won|had|knew|got)\b.*,|,\s*(?:then )?(?:do|don['’]?t|please|tell|give|call|let|remind"
    r"|be|say)\b",
    _I,
)


def supposes(text: str) -> bool:
    """Whether `text` only imagines; not where an "if" tells what happens whenever it is so."""
    found = _SUPPOSED.search(text)
    if found is None or _REAL.search(text):
        return False
    if not _IF_FIRST.match(text):
        return True
    if re.match(r"^\W*if only\b", text, _I):
        return True
    return _MAIN.match(text) is None or _NO_HABIT.search(text) is not None


_JOKING = (
    r"(?:kidding|joking|jk|j/k|messing(?: with (?:you|ya))?|pulling your leg|teasing(?: you)?"
    r"|making (?:that|it|this) up)"
)
JEST = pattern_of(
    r"\W*(?:(?:haha\w*|lol|lmao|nah|no|ok|okay|sorry|but|well|oh|wait|hehe|of course"
    r"|obviously)\b\W*)*(?:(?:i['’]m|im|i am|i was|was|we['’]re|am|that was me)\W+)?(?:(?:just"
    r"|only|totally|obviously|so|of course|always)\W+)*"
    rf"(?:{_JOKING}|made (?:that|it) up|i made (?:that|it|this)(?: all)? up|(?:that|it)(?:['’]s"
    r"| was| is) (?:just |only |obviously )?a joke|just a joke|not really lol)"
    r"(?:\W*(?:lol|haha\w*+|of course|obviously|though|btw|with (?:you|ya)|you|there|about (?:that"
    r"|it|the \w+)|sorry|man|dude))*\W*",
    _I,
)
JEST_BEHIND = pattern_of(
    r".+(?:[\s,;.–—-]+(?:jk|j/k|just kidding|only kidding|just joking)(?:\W*(?:lol|haha\w*))?\W*"
    r"|\s/s)",
    _I,
)

CITES = pattern_of(
    r"\b[Aa]s [A-Z]\w+(?: [A-Z]\w+)? (?:said|wrote|sang|put it|once said)\b"
    r"|(?i:\b(?:as (?:the (?:saying|song|poem|quote|proverb) goes|they (?:always )?say)|(?:the|this"
    r"|an?) (?:lyrics?|song|saying|quote|poem|proverb|article|book|news|movie|film|line|website"
    r"|study)(?: \w+)? (?:says?|goes|said|are|reads|claims?)"
    r"|(?:there['’]s|there is) (?:a|this|an old|that) (?:saying|quote|line|proverb|song)|quote:"
    r"|lyrics:|(?:my )?favou?rite quote|(?:shakespeare|einstein|confucius|the bible"
    r"|buddha) (?:once )?(?:said|says|wrote)))"
)
SAYS = pattern_of(
    r"\b(?:said|says|say|goes|went|asked|told (?:me|us|him|her)|wrote|yelled|replied|like|sings?"
    r"|text(?:ed)?|shouted|whispered|read|are|is (?:all )?like)\b[,:\s]*$",
    _I,
)
PLEASANTRY = (
    r"\b(?:hi there|hi|hello|hey|yo|good ?(?:morning|afternoon|evening|night)|morning|gn|nighty?"
    r"|thanks?|thank you|thx|ty|cheers|okay|ok|kk?|sure|yes|yeah|yep|yup|nope|nah|no worries"
    r"|no problem|no|goodbye|bye|see (?:you|ya)|cya|later|tomorrow|soon|lol|lmao|haha\w*|hehe\w*"
    r"|hm+|um+|uh|oh|ah|wow"
    r"|cool|nice|great|awesome|perfect|lovely|right|exactly|true|fine|alright|got it|i see"
    r"|makes sense|sounds (?:good|great|fun|nice|perfect)|np|welcome|you['’]re|you are|so much|so"
    r"|very much|very|a lot|again|for (?:that|this|everything|(?:your |the |all your )?(?:help"
    r"|listening|advice|time|tips?|answer|reply|support))"
    r"|really|well|then|there|how are you|what['’]s up|sup|sweet dreams|sleep well|take care"
    r"|i['’]m back|brb|gtg|ttyl|omg|damn|too|you|and|to|that['’]s|that|is|ya|dude|man|mate|all|good"
    r"|of course|indeed|absolutely|i agree|fair enough|never ?mind|nvm|have a (?:good|nice|great"
    r"|lovely) (?:day|one|night|evening|weekend)|my pleasure|amazing|helpful|love it|just|be|it"
    r"|this|was|the best|best)\b"
)
