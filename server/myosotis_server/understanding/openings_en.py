"""What leads up to an English statement, and is taken off before it is read."""

import re

from myosotis_server.understanding.patterns import pattern_of

_OPENINGS = pattern_of(
    r"^\W*(?:(?:(?:well|so|oh|hey|hi|hello|ok(?:ay)?|yeah|yes|yep|nope|no(?=[,.!;: ]+(?:I|it|my"
    r"|we|our|he|she|they|sorry|not|actually)\b|[,.!;:])|btw|by the way|fyi|and|but"
    r"|honestly|actually|to be honest|tbh|anyway|anyways|also|because|cause|cuz|since|though"
    r"|although|while|plus|you know(?: what)?|you see|look|see|ah|um|uh|hmm|haha|lol|oh my god|omg"
    r"|just so you know|fun fact|for the record|the thing is|as for me|personally|in fact|ugh|yay"
    r"|un?fortunately|luckily|sadly|finally|now|currently|these days|nowadays|today|recently|lately"
    r"|yesterday|earlier today|guess what|at the moment|right now|still|then|big news|good news"
    r"|great news|update|correction|that said|sorry|wait|basically|turns out|obviously|apparently"
    r"|truth is|truth be told|first of all|to me|if you ask me|last (?:week|month|year|night"
    r"|spring|summer|fall|autumn"
    r"|winter|\w+day)|this (?:week|month|year|morning|spring|summer|\w+day)|in (?:19|20)\d\d"
    r"|(?:\w+ ){1,3}ago|for (?:me|the past \w+ \w+|\w+ years(?: now)?)|every (?:morning|day|night"
    r"|evening|weekend|\w+day)|(?:in|on) (?:the|my) (?:mornings?|evenings?|weekends?|free time"
    r"|spare"
    r" time|days? off)|on weekends|most (?:days|mornings|nights)|as of (?:(?:last|this|next) "
    r")?\w+(?: \d{4})?|growing up|"
    r"(?:please )?(?:remember|note|know|keep in mind|bear in mind)(?: this| that)?"
    r"|one day|above all(?: else)?|most of all|more than anything|(?:kind of )?random but|not "
    r"going to lie|ngl|idk if I (?:have )?(?:mentioned|said|told you)(?: "
    r"(?:this|it|that))?(?: before)?|not sure if I (?:have )?(?:ever )?(?:mentioned|said|told "
    r"you)(?: (?:this|it"
    r"|that))?(?: before)?|(?:little|quick|small) update|long story short|in case (?:you are "
    r"wondering"
    r"|it matters|it helps)|as you know|as I (?:said|mentioned)(?: before)?|believe it or not"
    r"|(?:funnily|funny|oddly|weirdly) enough|heads up|speaking of which|alright|right(?=,)"
    r"|these past"
    r" \w+ \w+|so far|after (?:all )?that|at long last|for context|bit of news"
    r"|news flash|life update|good for me|hmm+|hang on|hold on|to start with|for starters|mind you"
    r"|funny story|true story|not that you asked|no joke|confession|starting (?:this|last) \w+"
    r"|since (?:last|this) (?:week|month|year|spring|summer|autumn|fall|winter|january|february"
    r"|march"
    r"|april|may|june|july|august|september|october|november|december)"
    r"|I am telling you|let me tell you|did you know|my friend(?=,))\b[\s,:!.…-]*)+(?=\S))",
    re.IGNORECASE,
)


_HOW_OFTEN = pattern_of(
    r"\b(?:every \w+|on weekends|most (?:days|mornings|nights)|(?:in|on) the (?:mornings?|evenings?"
    r"|weekends?)|in my (?:free|spare) time)\b",
    re.IGNORECASE,
)


_I_SAY = pattern_of(
    r"^(?:I|we) (?:(?:already |just )?(?:told (?:you|her|him|them|everyone|my [\w-]+|[A-Z]\w+)"
    r"|said|mentioned)(?: before| earlier)?"
    r"|(?:do )?(?:think|guess|mean|meant|believe|must say|have to (?:say|admit|confess)|should say"
    r"|should mention|must admit|admit|swear|forgot to (?:say|mention|tell you)"
    r"|found out|realised|realized|just learned|learned|discovered|can confirm|noticed|(?:just "
    r")?remembered|want(?:ed)? to (?:tell you|say|mention|add)|would say|can say|am (?:happy"
    r"|proud|glad|afraid"
    r"|ashamed) to say|have (?:mentioned|told you|said)))(?: that)?,? "
    r"(?=(?:I|we|my|our|he|she|they|it|his|her)\b)"
    r"|^(?:I|we) (?:was|were|have been|have just been|got|just got)(?: just)? told(?: by "
    r"[\w ]{1,20}?)?(?: that)? "
    r"(?=(?:I|we)\b)"
    r"|^(?:it is (?:true |a fact )?that|there is no doubt that) ",
    re.IGNORECASE,
)


_ALL_OF = pattern_of(r"^(?:both|all)(?: of)? (?=(?:my|our) (?!favourite))", re.IGNORECASE)


_CLEFT = pattern_of(
    r"^(?:what|the (?:one )?thing(?: that)?|something(?: that)?|one thing(?: that)?) (I|we|my \w+) "
    r"((?:really |truly |most )*(?:love|like|hate|enjoy|want|fear|dislike|detest|value)s?)(?: most"
    r"| the most| more than anything)? (?:is|are) ",
    re.IGNORECASE,
)


def opened(clause: str) -> str:
    """`clause` without what leads up to it: "well, honestly I think I am late" → "I am late"."""
    if opening := _OPENINGS.match(clause):
        clause = clause[opening.end() :].strip()
        if often := _HOW_OFTEN.search(opening[0]):
            clause = f"{clause.rstrip(' .!')} {often[0].lower()}"
    for pattern in (_I_SAY, _ALL_OF):
        if said := pattern.match(clause):
            clause = clause[said.end() :]
    cleft = _CLEFT.match(clause)
    return f"{cleft[1]} {cleft[2]} {clause[cleft.end() :]}" if cleft else clause
