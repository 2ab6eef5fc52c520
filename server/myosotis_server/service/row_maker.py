"""Makes the rows by which memories are found."""

from collections.abc import Iterable

from myosotis_server.memory.identity import is_named
from myosotis_server.memory.ports import WordAnalyzer
from myosotis_server.memory.rows import Rows, row_of
from myosotis_server.memory.values import Memory
from myosotis_server.memory.wording import words_of
from myosotis_server.service.embed_queue import Vector


class RowMaker:
    def __init__(self, analyzer: WordAnalyzer) -> None:
        self._analyzer = analyzer

    def rows(self, memories: Iterable[tuple[Memory, Vector]]) -> Rows:
        """One row per memory (at least one) with the unit vector of its content."""
        made = [
            row_of(memory, vector, self._analyzer.terms(words_of(memory)), self._analyzer.version)
            for memory, vector in memories
        ]
        return made[0] if len(made) == 1 else Rows.concatenate(made)


def text_of(content: str, subject: str) -> str:
    """What is embedded of a statement: of whom it speaks, as a dialogue writes it, and its text.

    Whose words they are is half of what is asked for: on LoCoMo, plain vectors find 51 % of the
    evidence with the speaker before each turn and 28 % without. Who is named in the text needs no
    second mention.
    """
    if not subject or is_named(subject, content):
        return content
    return f"{subject}: {content}"
