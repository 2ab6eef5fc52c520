"""Which characters of a text stand inside of something whole: a quotation, brackets, a link."""

from myosotis_server.understanding.patterns import pattern_of

_PAIRS = {"”": "“", "」": "「", "』": "『", "》": "《", "）": "（", ")": "(", "】": "【", "]": "["}
_OPENING = frozenset(_PAIRS.values())
_LINKS = pattern_of(r"(?:https?://|www\.)[^\s，。；！？、）】》”一-鿿]+")
_LONGEST_QUOTATION = 600
"""Characters; marks further apart than that hardly belong together."""
_SMILES = ":;=：；"


def enclosed(text: str) -> list[bool]:
    """Of each character, whether it stands between marks that belong together, or in a link.

    A mark without its fellow encloses nothing, nor do the brackets of ":(" and ":-)".
    """
    inside = [False] * len(text)
    for start, end in (*_between_marks(text), *(link.span() for link in _LINKS.finditer(text))):
        inside[start:end] = [True] * (end - start)
    return inside


def _between_marks(text: str) -> list[tuple[int, int]]:
    """The outermost spans (start, end) between marks, in order."""
    spans: list[tuple[int, int]] = []
    open_marks: list[tuple[str, int]] = []
    straight = -1
    for place, mark in enumerate(text):
        if mark in _OPENING:
            if not _is_smile(text, place):
                open_marks.append((mark, place))
        elif mark in _PAIRS:
            if open_marks and open_marks[-1][0] == _PAIRS[mark] and not _is_smile(text, place):
                start = open_marks.pop()[1]
                while spans and spans[-1][0] >= start:
                    spans.pop()
                spans.append((start, place + 1))
        elif mark == '"':
            if straight >= 0 and place - straight <= _LONGEST_QUOTATION:
                spans.append((straight, place + 1))
                straight = -1
            elif place == 0 or not text[place - 1].isdigit():
                straight = place
    return [(start, end) for start, end in spans if end - start <= _LONGEST_QUOTATION]


def _is_smile(text: str, place: int) -> bool:
    before = text[max(0, place - 2) : place]
    return (before[-1:] in _SMILES and before != "") or (
        before[:1] in _SMILES and before[1:] == "-"
    )
