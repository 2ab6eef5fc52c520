"""Which turns a summary in free words retells."""

from collections.abc import Iterator, Mapping, Sequence, Set

from myosotis_server.memory.details import NEGATIONS, details_of
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.retold import Sentence

_CLAUSE_ENDS = pattern_of(r"[，,；;。！？!?…]+|\.(?!\w)")


def turns_retold(summary: str, sentences: Sequence[Sentence]) -> tuple[str, ...]:
    """The turns, of which `sentences` are, whose words each clause of `summary` has, in order.

    For each clause those that have most of its words, then whatever turn has most of those that
    are left, until all are found that anybody said: rather a turn too many than one too few, for
    what is forgotten is forgotten with what was made of it. None where it has no words of any turn.
    """
    said: dict[str, set[str]] = {}
    for sentence in sentences:
        said.setdefault(sentence.turn_id, set()).update(_words(sentence.text))
    used: set[str] = set()
    for clause in _CLAUSE_ENDS.split(summary):
        used.update(_covering(_words(clause), said))
    return tuple(turn_id for turn_id in said if turn_id in used)


def _covering(words: Set[str], said: Mapping[str, Set[str]]) -> Iterator[str]:
    """First all turns that have most of `words`, as many of them; then one after the other."""
    telling = {word for word in words if len(word) > 1 or word.isdigit()}
    counts = {turn_id: len(telling & own) for turn_id, own in said.items()}
    most = max(counts.values(), default=0)
    if not most:
        return
    best = [turn_id for turn_id, count in counts.items() if count == most]
    yield from best
    left = words - set[str]().union(*(said[turn_id] for turn_id in best))
    while left:
        turn_id = max(said, key=lambda each: len(left & said[each]))
        if left.isdisjoint(said[turn_id]):
            return
        yield turn_id
        left -= said[turn_id]


def _words(text: str) -> Set[str]:
    """Its words, Chinese ones by the character and by two, numbers and days."""
    details = details_of(text)
    return (
        details.words
        | frozenset(details.tokens) - NEGATIONS
        | details.numbers
        | details.dates
        | {f"day {day}" for day in details.weekdays}
    )
