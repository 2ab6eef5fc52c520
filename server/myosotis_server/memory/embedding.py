"""What the core knows of text embedding: the model's identity, and texts ready for it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class TextRole(Enum):
    """What a text is embedded as. Models such as e5 mark questions and answers differently."""

    QUERY = "query"
    PASSAGE = "passage"


@dataclass(frozen=True, slots=True)
class Similarity:
    """Cosines of texts that have nothing to do with each other, and of texts that belong together.

    What a cosine means differs between models; its place between the two does not.
    """

    floor: float
    ceiling: float


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """An embedding model. Vectors may be compared only if their models' digests are equal."""

    name: str
    digest: str
    """SHA-256 of the model file, in hexadecimal."""
    dimension: int
    max_tokens: int
    """Tokens of one window, prefix and special tokens included."""
    similarity: Similarity
    """Where nothing better is known."""
    between: Mapping[tuple[str, str], Similarity] = field(default_factory=dict)
    """Of a question and a statement, by the BCP 47 tags of their languages.

    A model holds texts of one language to be nearer to each other than to those of another, so
    without this a good answer in the other language loses to anything in the question's own.
    """


@dataclass(frozen=True, slots=True)
class TokenizedText:
    """A text as the model reads it: at least one window of token ids, each complete in itself."""

    windows: tuple[tuple[int, ...], ...]

    @property
    def token_count(self) -> int:
        """Tokens to be computed: all windows, prefixes and special tokens included."""
        return sum(map(len, self.windows))
