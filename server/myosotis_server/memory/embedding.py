"""What the core knows of text embedding: the model's identity, and texts ready for it."""

from dataclasses import dataclass
from enum import Enum


class TextRole(Enum):
    """What a text is embedded as. Models such as e5 mark questions and answers differently."""

    QUERY = "query"
    PASSAGE = "passage"


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """An embedding model. Vectors may be compared only if their models' digests are equal."""

    name: str
    digest: str
    """SHA-256 of the model file, in hexadecimal."""
    dimension: int
    max_tokens: int
    """Tokens of one window, prefix and special tokens included."""
    similarity_floor: float
    """The cosine of two texts that have nothing to do with each other."""
    similarity_ceiling: float
    """The cosine of two texts that say the same thing."""


@dataclass(frozen=True, slots=True)
class TokenizedText:
    """A text as the model reads it: at least one window of token ids, each complete in itself."""

    windows: tuple[tuple[int, ...], ...]

    @property
    def token_count(self) -> int:
        """Tokens to be computed: all windows, prefixes and special tokens included."""
        return sum(map(len, self.windows))
