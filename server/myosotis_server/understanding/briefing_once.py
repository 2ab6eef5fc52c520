"""What a briefing would say twice: in two of its parts, or in a turn that it shows anyway."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from myosotis_server.memory.identity import is_named, normalise
from myosotis_server.memory.values import Memory, Turn, TurnReference
from myosotis_server.understanding.briefing_lines import folded
from myosotis_server.understanding.briefing_parts import Part

_MOST_PLACES = 16


@dataclass(frozen=True, slots=True)
class Told:
    """A memory to tell, and its content as it is compared."""

    memory: Memory
    words: str


@dataclass(frozen=True, slots=True)
class Said:
    """Which turns, by their ranks, say what a memory does.

    Each of `whole` has it in so many words. Of `sources`, from which it was drawn, all must be
    there: a memory of several turns says more than one of them. Empty where others are its sources.
    """

    whole: frozenset[int]
    sources: frozenset[int]

    def by(self, shown: Set[int]) -> bool:
        """Whether the `shown` turns say it."""
        return not self.whole.isdisjoint(shown) or (bool(self.sources) and self.sources <= shown)


def without_repeats(parts: Mapping[Part, Sequence[Memory]]) -> dict[Part, list[Told]]:
    """The parts, each memory only in the first that has it. Equal text of one person is one memory.

    Put the part first that is cut last: there it survives longest.
    """
    seen: set[object] = set()
    kept: dict[Part, list[Told]] = {}
    for part, memories in parts.items():
        kept[part] = []
        for memory in memories:
            words = _compared(memory.content)
            keys = {memory.memory_id, (memory.subject and _compared(memory.subject), words)}
            if seen.isdisjoint(keys):
                kept[part].append(Told(memory, words))
            seen |= keys
    return kept


def said_in(told: Iterable[Told], turns: Sequence[Turn], session_id: str) -> dict[str, Said]:
    """By memory id, which of `turns`, all of the session `session_id`, say it."""
    texts = [_compared(turn.content) for turn in turns]
    ranks = {TurnReference(session_id, turn.turn_id): rank for rank, turn in enumerate(turns)}
    said = {}
    for each in told:
        sources = [ranks.get(source) for source in each.memory.sources]
        said[each.memory.memory_id] = Said(
            frozenset(that_say(each, texts)),
            frozenset(rank for rank in sources if rank is not None)
            if None not in sources
            else frozenset(),
        )
    return said


def that_say(told: Told, texts: Sequence[str]) -> list[int]:
    """Which of `texts`, as they are compared, say the memory in so many words, and whose it is."""
    at = [number for number, text in enumerate(texts) if _is_in(told.words, text)]
    if not at or not told.memory.subject:
        return at
    subject = _compared(told.memory.subject)
    return [number for number in at if _is_in(subject, texts[number])]


def _compared(text: str) -> str:
    """`text` as it would be shown, without what nobody can see, and as contents are compared."""
    return normalise(folded(text))


def _is_in(words: str, text: str) -> bool:
    """Whether `text` has `words`, and not within longer ones, as far as so many places show."""
    at = text.find(words)
    for _ in range(_MOST_PLACES):
        if at < 0:
            return False
        if is_named(words, text[max(at - 1, 0) : at + len(words) + 1]):
            return True
        at = text.find(words, at + 1)
    return False
