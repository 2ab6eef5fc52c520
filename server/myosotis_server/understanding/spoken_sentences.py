"""The sentences of a turn as they were said, as far as they may be retold."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from myosotis_server.understanding.clauses import MOST, Piece, pieces_of
from myosotis_server.understanding.cut_marks import parts_between
from myosotis_server.understanding.leading_words import BULLETS
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.sentence_acts import governs
from myosotis_server.understanding.sentences import ENDS
from myosotis_server.understanding.speech_acts import Act
from myosotis_server.understanding.turn_reading import Clause

MOST_BYTES = 240
"""A sentence of more is retold as several."""
_LOOKED_AT = 6_000
"""Characters of a turn."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A sentence with its closing mark, and those of its clauses that it retells."""

    text: str
    clauses: tuple[Clause, ...]


def spoken_sentences(turn: str, retold: Sequence[Clause]) -> list[Spoken]:
    """The sentences of `turn` that have clauses of `retold`, which are its own (see `read_turn`).

    A sentence all of which is retold stands as it was said, but for words that only lead on to it;
    else its clauses do, one after the other.
    """
    turn = turn[:_LOOKED_AT]
    lines = (" ".join(line.split()) for line in turn.splitlines())
    plain = "\n".join(filter(None, lines))
    if "\n" in plain:
        plain = BULLETS.sub("", plain)
    sentences = parts_between(ENDS, plain, MOST)
    pieces = pieces_of(turn)
    spoken: list[Spoken] = []
    for number in dict.fromkeys(clause.sentence for clause in retold):
        own = tuple(clause for clause in retold if clause.sentence == number)
        whole = None
        if number < len(sentences):
            inside = [piece for piece in pieces if piece.sentence == number]
            whole = _as_said(sentences[number], inside, own)
        if (asked := _asked(own)) is not None:
            spoken.append(asked)
        elif whole is not None and len(whole.encode()) <= MOST_BYTES:
            spoken.append(Spoken(whole, own))
        else:
            spoken += _by_clauses(own)
    return spoken


def cut_short(text: str, most_bytes: int) -> str:
    """The beginning of `text` and an ellipsis, within `most_bytes` of UTF-8; whole words of it."""
    if len(text.encode()) <= most_bytes:
        return text
    room = most_bytes - len("…".encode())
    if room <= 0:
        return ""
    head = text.encode()[:room].decode(errors="ignore")
    if (breaks := list(_BREAKS.finditer(head))) and breaks[-1].start() > len(head) // 2:
        head = head[: breaks[-1].start()]
    return head + "…"


_BREAKS = pattern_of(r"[\s，,、；;。.！!？?：:]+")
_CLOSING = pattern_of(r"[。．.！!？?…～~]+[”’」』\"'）)]*$")
_HAN = pattern_of("[㐀-䶿一-鿿]")
_OPENING = pattern_of(
    r"(?:[哦噢喔嗯啊唉哎诶欸]+(?:[，,\s]*对了)?|对了|對了|话说|話說|那个|那個)(?:[，,\s]+|(?=我))"
    r"|(?:(?:oh|ah|um+|uh|hm+|ok(?:ay)?|well|so|btw|by the way|anyways?|hey|yeah)\b[,.…\s]+)+"
    r"(?:and\s+|also,?\s+)?",
    re.IGNORECASE,
)
"""What a sentence begins with before it says anything."""
_PICTURE = pattern_of(r"[☀-➿\U0001f000-\U0001faff\ufe0f]$")


def _as_said(sentence: str, pieces: Sequence[Piece], clauses: Sequence[Clause]) -> str | None:
    """`sentence` from its first to its last retold piece; None where one between is not retold."""
    text = " ".join(clause.text for clause in clauses)
    kept = [place for place, piece in enumerate(pieces) if piece.text in text]
    if not kept or kept != list(range(kept[0], kept[-1] + 1)):
        return None
    start = sentence.find(pieces[kept[0]].text)
    last = pieces[kept[-1]].text
    end = sentence.rfind(last)
    if start < 0 or end < start:
        return None
    behind = sentence[end + len(last) :].strip() if kept[-1] == len(pieces) - 1 else ""
    said = sentence[start : end + len(last)]
    opening = _OPENING.match(said)
    if opening is not None and opening.end() < len(said):
        said, start = said[opening.end() :], 1
    if start and sentence[:1].isupper():
        said = said[:1].upper() + said[1:]
    return _closed(said + behind if _CLOSING.fullmatch(behind) else said, clauses)


def _asked(clauses: Sequence[Clause]) -> Spoken | None:
    """What is asked, where it hands over a text to work on ("Translate: …"), which is no news."""
    for clause in clauses:
        is_asked = clause.act in (Act.REQUEST, Act.QUESTION)
        if is_asked and governs(clause.text, clause.act):
            head = _HANDS_OVER.split(clause.text, maxsplit=1)[0]
            return Spoken(_closed(cut_short(head, MOST_BYTES), [clause]), (clause,))
    return None


_HANDS_OVER = pattern_of("[:：]")


def _by_clauses(clauses: Sequence[Clause]) -> list[Spoken]:
    """`clauses` one after the other, in as many sentences as it takes, longer ones cut."""
    groups: list[list[Clause]] = []
    texts: list[str] = []
    for clause in clauses:
        if texts:
            comma = "，" if _HAN.search(texts[-1][-1:] + clause.text[:1]) else ", "
            together = f"{texts[-1]}{comma}{clause.text}"
            if len(together.encode()) <= MOST_BYTES:
                texts[-1] = together
                groups[-1].append(clause)
                continue
        texts.append(cut_short(f"{clause.text[:1].upper()}{clause.text[1:]}", MOST_BYTES))
        groups.append([clause])
    return [
        Spoken(_closed(text, group), tuple(group))
        for text, group in zip(texts, groups, strict=True)
    ]


def _closed(text: str, clauses: Sequence[Clause]) -> str:
    """`text` with a mark at its end."""
    if _CLOSING.search(text) or _PICTURE.search(text):
        return text
    asks = any(clause.act is Act.QUESTION for clause in clauses[-1:])
    if _HAN.search(text):
        return text + ("？" if asks else "。")
    return text + ("?" if asks else ".")
