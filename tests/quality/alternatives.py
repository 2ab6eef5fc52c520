"""What else could be done with the model packs, and what it would find.

    python tests/quality/alternatives.py [--data FOLDER]

Ranks as `fit_weights.py` does, with the shipped weights, and prints a table for `docs/quality.md`.
"""

import argparse
import contextlib
import io
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from myosotis_server.adapters.onnx_embedder import OnnxEmbedder
from myosotis_server.memory.embedding import ModelInfo, Span, TextRole, TokenizedText
from myosotis_server.memory.ports import Hits
from myosotis_server.memory.rows import Terms
from quality.datasets import DATASETS
from quality.fit_weights import Kitchen, Ready, recalls, shipped
from running.server import MODELS

sys.path.append(str(MODELS.parent))
from calibrate import relevance

KEYS = ("locomo", "memdaily", "madial-zh", "madial-en", "companion-zh", "companion-en")
CONTEXT = 120
"""Characters of the statement before that are embedded with a statement."""


class Uncentred(OnnxEmbedder):
    """Questions' vectors as the model gives them."""

    def embed(self, texts: Sequence[TokenizedText]) -> NDArray[np.float32]:
        return self.embed_plain(texts)


class OnePrefix(OnnxEmbedder):
    """Statements with the prefix of questions."""

    def tokenize(self, texts: Sequence[str], role: TextRole) -> list[TokenizedText]:
        tokenized = super().tokenize(texts, TextRole.QUERY)
        return [replace(each, role=role) for each in tokenized]


@dataclass(frozen=True)
class Blend:
    """A view whose cosines are blended with those of another over the same slots.

    The vectors of questions are both views' laid end to end.
    """

    view: Any
    other: Any
    spans: tuple[Span, Span]
    weight: float

    def __getattr__(self, name: str) -> Any:
        return getattr(self.view, name)

    def search(
        self,
        vector: NDArray[np.float32],
        terms: Terms,
        masks: Sequence[NDArray[np.bool_]],
        count: int,
    ) -> Hits:
        half = len(vector) // 2
        hits = self.view.search(vector[:half], terms, masks, count)
        found = np.zeros(len(masks[0]), np.bool_)
        found[hits.slots] = True
        second = self.other.search(vector[half:], terms, [found], len(found))
        ours, theirs = self.spans
        blended = (1 - self.weight) * ours.place(hits.semantic)
        blended += self.weight * theirs.place(second.semantic)
        cosines = ours.floor + blended * (ours.ceiling - ours.floor)
        return replace(hits, semantic=cosines.astype(np.float32))


def calibrated(embedder: OnnxEmbedder) -> OnnxEmbedder:
    """`embedder` with the span of its own cosines."""
    languages = ["en"] if "minilm-l6" in embedder.model.name else ["zh", "en"]
    with contextlib.redirect_stdout(io.StringIO()):
        floor, ceiling = relevance(embedder, languages)
    embedder.model = replace(embedder.model, relevance=Span(floor, ceiling))
    return embedder


def blended(
    users: list[Ready], others: list[Ready], models: tuple[ModelInfo, ModelInfo], weight: float
) -> Iterator[Ready]:
    spans = models[0].relevance, models[1].relevance
    for one, other in zip(users, others, strict=True):
        asked = [
            (
                question,
                mode,
                [
                    replace(mine, vector=np.concatenate([mine.vector, yours.vector]))
                    for mine, yours in zip(ours, theirs, strict=True)
                ],
            )
            for (question, mode, ours), (_, _, theirs) in zip(one.asked, other.asked, strict=True)
        ]
        view: Any = Blend(one.view, other.view, spans, weight)
        yield replace(one, view=view, asked=asked)


def main(data: Path) -> None:
    sets = {
        dataset: list(dataset.read(data / dataset.folder))
        for dataset in DATASETS
        if dataset.key in KEYS
    }
    e5, minilm = MODELS / "multilingual-e5-small", MODELS / "all-minilm-l6-v2"
    kitchens = {
        "as shipped": Kitchen(OnnxEmbedder(e5)),
        "what questions share left in": Kitchen(calibrated(Uncentred(e5))),
        "`query:` before statements as well": Kitchen(calibrated(OnePrefix(e5))),
        "all-MiniLM-L6-v2 instead": Kitchen(calibrated(OnnxEmbedder(minilm))),
    }
    ready = {
        name: {dataset: [kitchen.ready(case) for case in cases] for dataset, cases in sets.items()}
        for name, kitchen in kitchens.items()
    }
    default = kitchens["as shipped"]
    second = {
        "all-MiniLM-L6-v2 as a second opinion": (
            ready["all-MiniLM-L6-v2 instead"],
            kitchens["all-MiniLM-L6-v2 instead"],
        ),
        "a second vector of the statement before and this one": (
            {
                dataset: [default.ready(case, context=CONTEXT) for case in cases]
                for dataset, cases in sets.items()
            },
            default,
        ),
    }
    print("|  | " + " | ".join(dataset.title for dataset in sets) + " |")
    print("| --- |" + " ---: |" * len(sets))

    def row(name: str, users: dict[Any, list[Ready]], kitchen: Kitchen) -> None:
        figures = [
            fmean(recalls(users[dataset], shipped(), kitchen, dataset.headline)) for dataset in sets
        ]
        print(f"| {name} | " + " | ".join(f"{each:.3f}" for each in figures) + " |", flush=True)

    for name, kitchen in kitchens.items():
        row(name, ready[name], kitchen)
    for name, (others, kitchen) in second.items():
        models = default.embedder.model, kitchen.embedder.model
        users = {
            dataset: list(blended(ready["as shipped"][dataset], others[dataset], models, 0.5))
            for dataset in sets
        }
        row(name, users, default)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    main(parser.parse_args().data)
