"""Roundabout English of deeds made plain: "dragged myself to the gym" is "went to the gym"."""

import re

from myosotis_server.understanding.deeds import without_times
from myosotis_server.understanding.patterns import pattern_of

_BLANKS = pattern_of(r"\s+")
_LOOSE = pattern_of(
    r"\b(?:of course|soon|again|just|finally|together|alone|already|as usual|at last|once more"
    r"|today|tonight|earlier|early|late(?:r)?|straight|right|too(?=\s*(?:$|[,.!]))|also|actually|even|quickly"
    r"|briefly|anyway|anyhow|though|instead|still|regardless"
    r"|all (?:day|morning|afternoon|evening|night)|first thing|on time"
    r"|for (?:a (?:bit|while)|(?:about |almost |over |around )?(?:an?|half an|\d+(?:\.\d+)?|one"
    r"|two|three|four|five|ten|fifteen|twenty|thirty|forty|sixty|ninety)[ -]"
    r"(?:and a half )?(?:hours?|hrs?|minutes?|mins?)|hours|ages|once"
    r"|the (?:\w+ )?time(?: this (?:week|month|year))?)"
    r"|(?:after|before|during) (?:work|school|class|lunch|dinner|breakfast|my shift|bed)"
    r"|(?:with|despite) (?:a|the) [\w ]{1,20}(?=$|[,.!])"
    r"|(?:in|on|at|this|that|late|early|later) (?:the )?(?:morning|afternoon|evening|night|noon"
    r"|lunchtime|weekend))(?!\w)",
    re.IGNORECASE,
)
_HANGING = pattern_of(
    r"\b(?:at|on|in|by|from|until|till|around|about|this|since)(?=\s*(?:$|[,.!]))"
)
_ACTIVE = (
    r"(?:workout|run|jog|swim|walk|ride|hike|session|lesson|class|practi[cs]e|training|rehearsal"
    r"|yoga|pilates|gym)"
)
_WROUGHT = tuple(
    (pattern_of(pattern, re.IGNORECASE), plain)
    for pattern, plain in (
        (
            r"\b(?:made|forced|pushed|got|dragged|convinced|talked) (?:myself|ourselves)(?: in)?"
            r"(?: to)? (?=(?:go|do|get|swim|run|jog|work|practi[cs]e|train|play|lift|cook|bake"
            r"|paint|draw|write|read|study|ride|cycle|climb|row|stretch|meditate|exercise|attend|finish"
            r"|take|have|walk|hike|call)\b)",
            "did ",
        ),
        (
            r"\b(?:dragged|forced|pushed|took|got)"
            r" (?:myself|ourselves|my (?:\w+ )?(?:butt|ass|arse|self)) (?=to )",
            "went ",
        ),
        (r"\bmade it (?=to )", "went "),
        (r"\bmake it (?=to )", "go "),
        (r"\b(?:stopped|swung|dropped) (?:by|in at|off at) (?:at )?", "went to "),
        (r"\b(?:heading|popping) (?:\w+ )?(?:to|into) ", "going to "),
        (r"\b(?:headed|popped|rushed|hurried) (?:\w+ )?(?:to|into) ", "went to "),
        (r"\bhit (?=the (?:gym|pool|library|slopes|track|courts?|weights)\b)", "went to "),
        (r"\b(?:got|came|am|was|have been|returned)(?: home)?(?: back)? from ", "went to "),
        (r"^(?:back|home|straight)(?: home| back)? from ", "went to "),
        (
            r"^from (?=(?:the (?:gym|pool|studio)|yoga|pilates)\b)"
            r"|\b(?:got out of|left|leaving) (?=the (?:gym|pool|studio|dojo)\b)",
            "went to ",
        ),
        (
            rf"\bgot (?P<what>(?:my|an?|some) (?:\w+ )?{_ACTIVE}) in\b",
            r"had \g<what>",
        ),
        (
            r"\b(?:survived|smashed|crushed|nailed|aced|(?:made it|got) through|(?:snuck|sneaked"
            rf"|got) in) (?=(?:[\w'-]+ ){{0,3}}?{_ACTIVE}\b)",
            "had ",
        ),
        (r"^post[- ](?=(?:gym|swim|yoga|workout|pilates|run)\b)", "went to "),
        (
            r"\b(?:have )?been (?:to|at) "
            r"|\b(?:was|were) (?:\w+ )?at (?=(?:the|my|our) [\w -]{0,20}"
            r"(?:gym|pool|studio|rink|lesson|class|practi[cs]e|rehearsal)\b)",
            "went to ",
        ),
        (r"\b(?:managed|remembered|got|decided) to (?=[a-z])", "did "),
        (r"\b(?:attended|finished|wrapped up|squeezed in|fitted in|fit in) (?!\w+ing\b)", "had "),
        (r"\b(?:am|are) at (?=the (?:gym|pool|library)\b)", "went to "),
        (r"\b(?:did|had) some (?=[a-z]+ing\b)", "did "),
        (r"\bdid get (?=to )", "did go "),
        (r"\bgot (?=to (?:the |my |our )?(?:gym|pool|studio|dojo|rink|yoga|pilates)\b)", "went "),
        (r"\b(?:phoned|rang|facetimed|video[- ]called) ", "called "),
        (r"\bhad (?:a )?(?:video |phone )?(?:call|chat) with ", "called "),
        (r"\b(?:talked|spoke|chatted) (?:to|with) (?=.*\bon the phone)", "called "),
    )
)
"""Ways to say the same, and the plain one."""


def plain(part: str) -> str:
    """`part` of an English clause without times and adverbs, in the plainest words: "made it to the
    gym after work" → "went to the gym".
    """
    part = _LOOSE.sub(" ", without_times(part))
    part = _BLANKS.sub(" ", _HANGING.sub(" ", _BLANKS.sub(" ", part))).strip(" ,;:.!")
    for pattern, plainer in _WROUGHT:
        part = pattern.sub(plainer, part, count=1)
    return part
