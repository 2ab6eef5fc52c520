"""Where sentences end, in Chinese and in English."""

from myosotis_server.understanding.patterns import pattern_of

_ABBREVIATED = (
    r"(?<!\b[A-HJ-Z]\.)(?<!\b(?:Mr|Ms|Dr|St|Jr|Sr|vs|no|No|pm|am)\.)(?<!\b(?:Mrs|Rev|Gen|Col|Lt\."
    r"|Ave|etc"
    r"|Inc|Ltd)\.)(?<!\b(?:Prof|dept|Dept)\.)(?<!\b[aApP]\.m\.)(?<!\b(?:e\.g|i\.e)\.)"
)
"""No stop ends a sentence behind a title or an initial ("Dr. Smith", "U.S. State")."""
ENDS = pattern_of(
    r"(?<=[。．？！?!])(?![?!？！。．)）」』”’\"])\s*|\n+"
    rf"|(?<=\.){_ABBREVIATED}\s+(?=[A-Z\"“])"
    # Words quoted with their own stop end the sentence where another begins behind them.
    r"|(?<=[。！？!?.][”」』\"])\s*(?=[我俺咱今昨明“「『])"
    r"|(?<=[.!?][”\"])\s+(?=(?:I|My|We|He|She|They|It)\b|[\"“])"
    # Who types without capitals ends sentences all the same, and goes on with a subject.
    rf"|(?<=\.){_ABBREVIATED}\s+(?=(?:i|i['’]\w+|im|my|we|he|she|they|it|our|but|and|also)\b)"
    rf"|(?<=[a-z]\.)(?<!\.\w\.){_ABBREVIATED}(?=(?:I|My|We|He|She|They|It)\b ?['’a-z])"
)
