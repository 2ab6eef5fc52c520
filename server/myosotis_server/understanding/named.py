"""What a text names, where it names it."""

from dataclasses import dataclass

from myosotis_server.memory.graph import Node
from myosotis_server.understanding.categories import Concept


@dataclass(frozen=True, slots=True)
class Named:
    """What `text[start:end]` names.

    `concept` where the taxonomy has it, `head` where that has only the kind of it. `sureness` is
    that it is named at all, 0 to 1; `is_known`, that it is somebody whom the user knows.
    """

    start: int
    end: int
    node: Node
    concept: Concept | None = None
    head: Concept | None = None
    sureness: float = 0.8
    is_known: bool = False
