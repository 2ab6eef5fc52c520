"""Plain vectors, which is what others give: the same texts, the same model, nearest by cosine."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from myosotis import NewMemory
from myosotis_server.adapters.onnx_embedder import OnnxEmbedder
from myosotis_server.memory.embedding import TextRole
from quality.cases import Case, Question
from running.server import MODELS

MODEL = "multilingual-e5-small"
BATCH = 64


class PlainVectors:
    def __init__(self) -> None:
        self._embedder = OnnxEmbedder(MODELS / MODEL)
        self._known: dict[tuple[str, TextRole], NDArray[np.float32]] = {}

    def embed_one(self, question: str) -> None:
        """What a bare embedding of a question costs; its vector is not kept."""
        self._embedder.embed(self._embedder.tokenize([question], TextRole.QUERY))

    def found(
        self, cases: Iterable[Case], depth: int
    ) -> list[tuple[Question, list[frozenset[str]]]]:
        """The turn ids behind the `depth` nearest statements of the asking user, per question."""
        answers = []
        for case in cases:
            statements = case.statements
            vectors = self._vectors([text_of(each) for each in statements], TextRole.PASSAGE)
            asked = self._vectors([each.text for each in case.questions], TextRole.QUERY)
            nearest = np.argsort(-(asked @ vectors.T), axis=1, kind="stable")[:, :depth]
            for question, places in zip(case.questions, nearest, strict=True):
                answers.append(
                    (
                        question,
                        [
                            frozenset(source.turn_id for source in statements[place].sources)
                            for place in places
                        ],
                    )
                )
        return answers

    def _vectors(self, texts: Sequence[str], role: TextRole) -> NDArray[np.float32]:
        fresh = list(dict.fromkeys(text for text in texts if (text, role) not in self._known))
        for start in range(0, len(fresh), BATCH):
            batch = fresh[start : start + BATCH]
            # As the model gives them: what our ranking does to questions is ours.
            vectors = self._embedder.embed_plain(self._embedder.tokenize(batch, role))
            self._known |= {(text, role): row for text, row in zip(batch, vectors, strict=True)}
        return np.stack([self._known[text, role] for text in texts])


def text_of(statement: NewMemory) -> str:
    """Whose words they are is told as a dialogue writes it, without which a turn says little."""
    return f"{statement.subject}: {statement.content}" if statement.subject else statement.content
