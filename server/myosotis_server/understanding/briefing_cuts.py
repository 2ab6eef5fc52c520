"""Texts cut down to so many tokens, not within a word or an emoji."""

from collections.abc import Callable, Sequence

from myosotis_server.understanding.patterns import pattern_of

Count = Callable[[Sequence[str]], Sequence[int]]
"""Tokens of each text by itself."""

GAP = " […] "
"""Where the middle of something is left out."""

_CHUNK = pattern_of(
    # A dozen characters, the rest of the word, and what joins on to the last: accents, skin tones,
    # and whatever stands behind a zero-width joiner.
    r"(?s:.{1,12})[0-9A-Za-z\u00c0-\u024f'’]{0,24}"
    r"(?:[\u0300-\u036f\ufe00-\ufe0f\u20e3\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]"
    r"|\u200d.?){0,32}"
)
_SENTENCE_ENDS = pattern_of(r"[。！？!?；;\n]|\.(?=\s)")


def beginning(text: str, room: int, count: Count, mark: str) -> str:
    """The first `room` tokens of `text` or a little less, up to a sentence's end if one is near.

    `mark` stands behind them; "" where not even that leaves room for anything.
    """
    chunks = _CHUNK.findall(text)[: max(room, 0)]
    cost, *costs = count([mark, *chunks])
    kept = 0
    while kept < len(chunks) and cost + costs[kept] <= room:
        cost += costs[kept]
        kept += 1
    part = "".join(chunks[:kept])
    ends = [end.end() for end in _SENTENCE_ENDS.finditer(part)]
    if ends and 2 * ends[-1] >= len(part):
        part = part[: ends[-1]]
    part = part.rstrip()
    return part + mark if part else ""


def both_ends(text: str, room: int, count: Count) -> str:
    """`text` without as much of its middle as is too much for `room` tokens; "" if all is.

    The gap is marked. Beginning and end get about the same number of tokens.
    """
    chunks = _CHUNK.findall(text)
    most = min(max(room, 0), len(chunks))
    cost, *costs = count([GAP, *chunks[:most], *chunks[len(chunks) - most :]])
    head, tail = 0, 0
    while head + tail < len(chunks):
        from_head = head <= tail
        next_cost = costs[head] if from_head else costs[-1 - tail]
        if cost + next_cost > room:
            break
        cost += next_cost
        head, tail = head + from_head, tail + (not from_head)
    begin, end = "".join(chunks[:head]).rstrip(), "".join(chunks[len(chunks) - tail :]).lstrip()
    return (begin + GAP + end).strip() if begin or end else ""
