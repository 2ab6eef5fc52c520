"""Numbers, sizes, sums, clock times and dates as English writes them."""

import re

from myosotis_server.understanding.patterns import pattern_of

_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    "nineteen",
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMBER_WORDS = {name: number for number, name in enumerate(_ONES)} | {
    name: 10 * number for number, name in enumerate(_TENS, 2)
}
_UNIT = r"(?:one|two|three|four|five|six|seven|eight|nine)"
_SMALL = (
    rf"(?:(?:{'|'.join(_TENS)})(?:[- ]{_UNIT})?|"
    + "|".join(sorted(_ONES[1:], key=len, reverse=True))
    + ")"
)
NUMBER = (
    rf"(?:\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?|(?:(?:an?|{_UNIT}) hundred(?:(?: and)?"
    rf" {_SMALL})?|{_SMALL})\b)"
)
"""A number, in digits or in words up to 999."""

_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"),
    *("tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth"),
    *("seventeenth", "eighteenth", "nineteenth", "twentieth"),
)
ORDINAL = rf"(?:\d{{1,2}}(?:st|nd|rd|th)|(?:{'|'.join(_ORDINALS)}))"

_FEET = pattern_of(
    rf"(?P<feet>\d|{_UNIT}) ?(?:'|ft\.?|feet|foot)(?: ?(?P<inches>\d{{1,2}}|{_SMALL})(?: ?(?:\"|''|"
    r"in\b|inch(?:es)?))?)?",
    re.IGNORECASE,
)
_METRES = pattern_of(r"(?P<m>[12]) ?(?:m|metres?|meters?) ?(?P<cm>\d\d)\b", re.IGNORECASE)
_BARE_METRES = pattern_of(r"(?:1\.[4-9]\d|2\.0\d)(?=$|[,;!]|\.$| (?:and|tall|in|now)\b)")
_LENGTH = pattern_of(
    rf"(?P<number>{NUMBER}) ?(?P<unit>cms?|centimet(?:er|re)s?|m|met(?:er|re)s?)\b", re.IGNORECASE
)
_WEIGHT = pattern_of(
    rf"(?P<number>{NUMBER}) ?(?P<unit>kgs?|kilos?|kilograms?|lbs?|pounds?|stones?)\b", re.IGNORECASE
)
_MONEY = pattern_of(
    rf"(?P<before>[$£€¥])? ?(?P<number>{NUMBER}) ?(?P<kilo>k\b|thousand\b|grand\b)? ?"
    r"(?P<after>dollars|bucks|pounds|quid|euros?|yuan|rmb|usd|gbp|eur|cny|kuai)?\b"
    r"(?: ?(?:an?|per|every|each|/) ?(?P<each>month|year|week|hour)|(?P<adverb> monthly| yearly))?",
    re.IGNORECASE,
)
_CURRENCIES = {
    **dict.fromkeys(("$", "dollars", "bucks", "usd"), "USD"),
    **dict.fromkeys(("£", "pounds", "quid", "gbp"), "GBP"),
    **dict.fromkeys(("€", "euro", "euros", "eur"), "EUR"),
    **dict.fromkeys(("¥", "yuan", "rmb", "cny", "kuai"), "CNY"),
}
_CLOCK = pattern_of(
    rf"(?:(?P<past>half|quarter)(?: (?P<side>past|to)|(?<=half)) (?P<of>\d{{1,2}}|{_SMALL})"
    rf"|(?P<hour>\d{{1,2}})(?:[:.](?P<minute>\d\d))?|(?P<word>{_SMALL})(?: (?P<thirty>thirty"
    r"|fifteen|forty-five))?|(?P<named>midnight|noon))(?:\b|(?=[ap]\.?m))"
    r"(?: ?(?P<half>[ap])\.?m\b\.?| o'?clock)?(?: (?P<part>in the (?:morning|evening|afternoon)"
    r"|at night))?",
    re.IGNORECASE,
)
_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august", "september"),
    *("october", "november", "december"),
)
_MONTH = (
    r"(?P<month{n}>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DATE = pattern_of(
    rf"(?:\b{_MONTH.format(n=1)} (?:the )?(?P<day1>\d{{1,2}}(?:st|nd|rd|th)?|{'|'.join(_ORDINALS)})"
    r"\b(?:,? ?(?P<year1>(?:19|20)\d\d))?"
    rf"|\b(?P<day2>\d{{1,2}}(?:st|nd|rd|th)?|{'|'.join(_ORDINALS)}) (?:of )?{_MONTH.format(n=2)}\b"
    r"(?:,? (?P<year2>(?:19|20)\d\d))?"
    r"|\b(?P<year3>(?:19|20)\d\d)[-/](?P<number3>\d{1,2})[-/](?P<day3>\d{1,2})\b)",
    re.IGNORECASE,
)


def number_of(written: str) -> float | None:
    """The number that `written` is, or None: "twenty-eight" → 28, "1,200" → 1200, "a" → None."""
    plain = written.lower().replace(",", "")
    try:
        return float(plain)
    except ValueError:
        pass
    hundreds, hundred, rest = plain.partition(" hundred")
    if hundred:
        left = 1 if hundreds in ("a", "an") else NUMBER_WORDS.get(hundreds)
        right = number_of(rest.removeprefix(" and").strip()) if rest.strip() else 0.0
        return None if left is None or right is None else 100 * left + right
    parts = re.split(r"[- ]", plain)
    numbers = [NUMBER_WORDS.get(part) for part in parts]
    return None if None in numbers or not parts else float(sum(n for n in numbers if n is not None))


def ordinal_of(written: str) -> int | None:
    """ "tenth", "10th" → 10."""
    low = written.lower()
    if low in _ORDINALS:
        return _ORDINALS.index(low) + 1
    digits = re.match(r"\d+", low)
    return int(digits[0]) if digits else None


def digits(number: float) -> str:
    """28.0 → "28", 1.75 → "1.75"."""
    return str(int(number)) if number == int(number) else str(number)


def height(text: str) -> tuple[str, float, str] | None:
    """Value, number and unit of the height that `text` begins with, feet and inches as cm."""
    if both := _METRES.match(text):
        return both[0], float(both["m"]) * 100 + float(both["cm"]), "cm"
    if feet := _FEET.match(text):
        tall, over = number_of(feet["feet"]), number_of(feet["inches"] or "0")
        if tall is not None and over is not None and 3 <= tall <= 7:
            return feet[0].strip(), round(30.48 * tall + 2.54 * over, 1), "cm"
    if bare := _BARE_METRES.match(text):
        return bare[0], float(bare[0]), "m"
    if found := _LENGTH.match(text):
        number = number_of(found["number"])
        unit = "cm" if found["unit"].lower().startswith("c") else "m"
        if number is not None:
            return digits(number), number, unit
    return None


def weight(text: str) -> tuple[str, float, str] | None:
    """Value, number and unit (kg, lbs or stone) of the weight that `text` begins with."""
    found = _WEIGHT.match(text)
    number = number_of(found["number"]) if found else None
    if found is None or number is None:
        return None
    first = found["unit"][0].lower()
    unit = {"k": "kg", "l": "lbs", "p": "lbs", "s": "stone"}[first]
    return digits(number), number, unit


def money(text: str) -> tuple[str, float, str] | None:
    """Value, number and unit ("USD/month", "CNY", "") of the sum that `text` begins with."""
    found = _MONEY.match(text)
    number = number_of(found["number"]) if found else None
    if found is None or number is None:
        return None
    number *= 1000 if found["kilo"] else 1
    unit = _CURRENCIES.get((found["before"] or found["after"] or "").lower(), "")
    each = found["each"] or (found["adverb"] or "").strip().removesuffix("ly")
    return digits(number), number, f"{unit}/{each.lower()}" if each else unit


def clock(text: str, late: bool = False) -> str:
    """ "HH:MM" of the time that `text` begins with, else "". `late`: of an evening, if unsaid."""
    found = _CLOCK.match(text)
    if found is None:
        return ""
    if found["named"]:
        return "00:00" if found["named"].lower() == "midnight" else "12:00"
    minute = int(found["minute"] or number_of(found["thirty"] or "0") or 0)
    hour = number_of(found["hour"] or found["word"] or found["of"])
    if found["past"]:
        minute = 30 if found["past"].lower() == "half" else 15
        if (found["side"] or "").lower() == "to":
            minute, hour = 60 - minute, (hour or 0) - 1
    if hour is None or not 0 <= hour <= 24 or minute > 59:
        return ""
    half, part = (found["half"] or "").lower(), (found["part"] or "").lower()
    evening = half == "p" or "evening" in part or "afternoon" in part or "night" in part
    if half == "a" or "morning" in part:
        hour %= 12
    elif (evening and hour < 12) or (late and not half and 7 <= hour < 12):
        hour += 12
    elif evening or (late and not half and hour == 12):
        hour = 0 if hour == 12 and half != "p" else hour
    return f"{int(hour) % 24:02}:{minute:02}"


def birthday(text: str) -> str:
    """ "05-04" or "1995-05-04" of the first date in `text`, else ""."""
    found = _DATE.search(text)
    if found is None:
        return ""
    year = found["year1"] or found["year2"] or found["year3"]
    day = ordinal_of(found["day1"] or found["day2"] or found["day3"])
    name = (found["month1"] or found["month2"] or "").lower()[:3]
    months = [number for number, month in enumerate(_MONTHS, 1) if name and month.startswith(name)]
    month = months[0] if months else int(found["number3"] or 0)
    if day is None or not 1 <= month <= 12 or not 1 <= day <= 31:
        return ""
    return f"{year}-{month:02}-{day:02}" if year else f"{month:02}-{day:02}"
