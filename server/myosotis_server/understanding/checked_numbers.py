"""Numbers that tell by their own digits what they are. Arguments are without spaces or marks."""

from datetime import date

from stdnum import luhn
from stdnum.cn import ric
from stdnum.iso7064 import mod_97_10

from myosotis_server.understanding.patterns import pattern_of

_PROVINCES = frozenset(
    (
        *("11", "12", "13", "14", "15", "21", "22", "23", "31", "32", "33", "34", "35"),
        *("36", "37", "41", "42", "43", "44", "45", "46", "50", "51", "52", "53", "54"),
        *("61", "62", "63", "64", "65", "71", "81", "82", "83"),
    )
)
_FIRST_YEAR, _LAST_YEAR = 1890, 2099
_CARD = pattern_of(
    r"4[0-9]{12}(?:[0-9]{3}){0,2}|5[1-5][0-9]{14}|2(?:22[1-9]|2[3-9][0-9]|[3-6][0-9]{2}|7[01][0-9]"
    r"|720)[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[689][0-9])[0-9]{11}|35[0-9]{14}"
    r"|62[0-9]{14,17}|6(?:011|4[4-9][0-9]|5[0-9]{2}|0[0-9]{2})[0-9]{12}(?:[0-9]{3})?"
    r"|(?:2131|1800)[0-9]{11}|(?:50|5[6-8]|6[0-9])[0-9]{14,17}|9558[0-9]{12,15}|220[0-4][0-9]{12}"
)
_IBAN_LENGTHS = {
    country: int(length)
    for length, countries in (
        entry.split(":")
        for entry in [
            "15:NO",
            "16:BE",
            "18:DK,FI,FO,GL,NL,SD,FK",
            "19:MK,SI",
            "20:AT,BA,EE,KZ,LT,LU,MN,XK",
            "21:CH,CR,HR,LI,LV",
            "22:BG,BH,DE,GB,GE,IE,ME,RS,VA",
            "23:AE,GI,IL,IQ,OM,SO,TL",
            "24:AD,CZ,ES,MD,PK,RO,SA,SE,SK,TN,VG",
            "25:LY,PT,ST",
            "26:IS,TR",
            "27:BI,DJ,FR,GR,IT,MC,MR,SM",
            "28:AL,AZ,BY,CY,DO,GT,HU,LB,NI,PL,SV",
            "29:BR,EG,PS,QA,UA",
            "30:JO,KW,MU,YE",
            "31:MT,SC",
            "32:LC",
            "33:RU",
        ]
    )
    for country in countries.split(",")
}
_INSURANCE = pattern_of(r"(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z][0-9]{6}[A-D]")
_TAIWAN = pattern_of(r"[A-Z][1289][0-9]{8}")
_TAIWAN_LETTERS = "ABCDEFGHJKLMNPQRSTUVXYWZIO"
_TAIWAN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 1, 1)
_HONG_KONG = pattern_of(r"[A-Z]{1,2}[0-9]{6}[0-9A]")


def is_resident_id(number: str) -> bool:
    """A mainland resident identity number: 17 digits and a check digit or X."""
    return (
        number[:2] in _PROVINCES
        and _is_day(number[6:10], number[10:14])
        and ric.calc_check_digit(number) == number[17]
    )


def is_old_resident_id(number: str) -> bool:
    """A mainland identity number of before 1999: 15 digits, none of which checks the others."""
    return (
        len(number) == 15
        and number[:2] in _PROVINCES
        and number[2] in "01234569"
        and number[4:6] != "00"
        and _is_day("19" + number[6:8], number[8:12])
    )


def _is_day(year: str, day: str) -> bool:
    if not _FIRST_YEAR <= int(year) <= _LAST_YEAR:
        return False
    try:
        date(int(year), int(day[:2]), int(day[2:]))
    except ValueError:
        return False
    return True


def is_card(number: str) -> bool:
    """A number that a known kind of bank card bears, 13 to 19 digits."""
    return _CARD.fullmatch(number) is not None and luhn.is_valid(number)


def iban_length(country: str) -> int:
    """How many characters an IBAN of `country` has; 0 where it has none."""
    return _IBAN_LENGTHS.get(country, 0)


def is_iban(number: str) -> bool:
    right: bool = mod_97_10.is_valid(number[4:] + number[:4])
    return right and len(number) == iban_length(number[:2])


def is_social_security_number(number: str) -> bool:
    """United States, 9 digits. 666 and 900 up are never given, nor is a part all zeros."""
    return (
        len(number) == 9
        and number[:3] not in ("000", "666")
        and number[0] != "9"
        and number[3:5] != "00"
        and number[5:] != "0000"
    )


def is_insurance_number(number: str) -> bool:
    """A national insurance number of the United Kingdom."""
    return _INSURANCE.fullmatch(number) is not None


def is_taiwan_id(number: str) -> bool:
    if _TAIWAN.fullmatch(number) is None:
        return False
    letter = _TAIWAN_LETTERS.index(number[0]) + 10
    weighed = sum(
        int(digit) * weight for digit, weight in zip(number[1:], _TAIWAN_WEIGHTS, strict=True)
    )
    return (letter // 10 + letter % 10 * 9 + weighed) % 10 == 0


def is_hong_kong_id(number: str) -> bool:
    """One or two letters, six digits and the check digit, which people put in brackets."""
    if _HONG_KONG.fullmatch(number) is None:
        return False
    values = [36 if c == " " else int(c, 36) for c in number[:-1].rjust(8)]
    check = sum(value * weight for value, weight in zip(values, range(9, 1, -1), strict=True))
    return (check + int(number[-1], 36)) % 11 == 0
