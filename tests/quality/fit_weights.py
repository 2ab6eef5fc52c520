"""Searches the weights of recall on the development sets, and how well they do on unseen dialogues.

    python tests/quality/fit_weights.py [--data FOLDER] [--search]

Ranks with the server's own code, but in this process and with every vector kept, so that trying one
value takes seconds. Without `--search` it measures what `memory/fitted.py` holds. With it, one
value after another is varied while that helps; then the same is done five times with a fifth of the
LoCoMo dialogues left out, which are measured with what the others chose.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from uuid import UUID
from zoneinfo import ZoneInfo

import numpy as np

from myosotis import NewMemory
from myosotis_server.adapters.onnx_embedder import OnnxEmbedder
from myosotis_server.adapters.view import IndexedView, build_view
from myosotis_server.adapters.word_analyzer import MixedWords
from myosotis_server.memory.embedding import TextRole
from myosotis_server.memory.fitted import CONTEXT_SHARES, DEFAULT_WEIGHTS
from myosotis_server.memory.ports import UserHead
from myosotis_server.memory.values import (
    SECOND,
    Emotion,
    Memory,
    MemoryFilter,
    MemoryKind,
    RecallMode,
    RecallWeights,
    Statement,
)
from myosotis_server.memory.values import TurnReference as Source
from myosotis_server.service.ranking import Asked, Wanted, as_asked, in_turn, rank_for
from myosotis_server.service.row_maker import RowMaker, text_of
from myosotis_server.understanding.describe import describe
from myosotis_server.understanding.questions import mode_of, questions_of
from quality.cases import Case, Dataset, Question
from quality.datasets import DATASETS
from running.server import MODELS

MODEL = "multilingual-e5-small"
NOW = 1_800_000_000 * SECOND
"""When all is asked: in January 2027."""
FOLDS = 5
LEAST_GAIN = 0.0005

GRID: Mapping[str, Sequence[float]] = {
    "explicit": (0.4, 0.5, 0.6),
    "associative": (0.3, 0.35, 0.4),
    "before": (0.3, 0.4, 0.5),
    "after": (0.15, 0.25, 0.35),
    "further": (0.1, 0.2, 0.3),
    "session": (0.3, 0.4, 0.5, 0.6),
    "person": (0.25, 0.35, 0.45),
    "time": (0.3, 0.4, 0.5),
    "hop": (0.4, 0.5, 0.6),
}
"""What is tried: the share of the words by mode, and the shares of context."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A user whose statements are indexed and whose questions are embedded."""

    case: Case
    view: IndexedView
    sources: dict[str, frozenset[str]]
    """Turn ids by memory id."""
    asked: list[tuple[Question, RecallMode, list[Asked]]]


class Kitchen:
    """Makes users ready. Texts are embedded once, however often they come."""

    def __init__(self, embedder: OnnxEmbedder | None = None) -> None:
        self.embedder = embedder or OnnxEmbedder(MODELS / MODEL)
        self._analyzer = MixedWords()
        self._rows = RowMaker(self._analyzer)

    def ready(self, case: Case, context: int = 0) -> Ready:
        """`context` characters of the statement before, in its session, are embedded with each."""
        namespace = UUID(int=0)
        memories: list[Memory] = []
        distinct: dict[str, Memory] = {}
        texts: list[str] = []
        for session, statements in case.sessions.items():
            before = ""
            for one in statements:
                memory = describe(as_statement(session, one), namespace, NOW)
                text = text_of(memory.content, memory.subject)
                memories.append(memory)
                if memory.memory_id not in distinct:
                    distinct[memory.memory_id] = memory
                    known = before and context and session
                    texts.append(f"{before[-context:]}\n{text}" if known else text)
                before = text
        vectors = self._embed(texts, TextRole.PASSAGE)
        rows = self._rows.rows(zip(distinct.values(), vectors, strict=True))
        head = UserHead(1, namespace, self.embedder.model.digest, len(distinct))
        sources: dict[str, set[str]] = {}
        for memory in memories:
            turns = sources.setdefault(memory.memory_id, set())
            turns |= {source.turn_id for source in memory.sources}
        asked = []
        zone = ZoneInfo(case.time_zone or "UTC")
        for question in case.questions:
            mode = mode_of(question.text)
            explicit = mode is RecallMode.EXPLICIT
            parts = questions_of(question.text) if explicit else [question.text]
            found = self._embed(parts, TextRole.QUERY)
            asked.append(
                (
                    question,
                    mode,
                    [
                        as_asked(text, vector, self._analyzer, NOW, zone)
                        for text, vector in zip(parts, found, strict=True)
                    ],
                )
            )
        frozen = {memory_id: frozenset(turns) for memory_id, turns in sources.items()}
        return Ready(case, build_view(head, rows), frozen, asked)

    def _embed(self, texts: list[str], role: TextRole) -> np.ndarray:
        return self.embedder.embed(self.embedder.tokenize(texts, role))


def as_statement(session: str, new: NewMemory) -> Statement:
    said = None if new.observe_time is None else int(new.observe_time.timestamp() * SECOND)
    return Statement(
        new.content,
        kind=MemoryKind(int(new.kind)),
        subject=new.subject,
        emotion=Emotion(int(new.emotion)),
        tags=tuple(new.tags),
        observe_time=said,
        sources=tuple(Source(each.session_id, each.turn_id) for each in new.sources),
        session_id=session,
    )


Values = Mapping[str, float]


def shipped() -> dict[str, float]:
    """What `memory/fitted.py` holds, as GRID names it."""
    weights = {
        "explicit": DEFAULT_WEIGHTS[RecallMode.EXPLICIT].lexical,
        "associative": DEFAULT_WEIGHTS[RecallMode.ASSOCIATIVE].lexical,
    }
    return {**weights, **CONTEXT_SHARES}


def weights_of(values: Values, mode: RecallMode) -> RecallWeights:
    lexical = values["explicit" if mode is RecallMode.EXPLICIT else "associative"]
    return replace(DEFAULT_WEIGHTS[mode], lexical=lexical, semantic=1 - lexical)


def recalls(users: Sequence[Ready], values: Values, model: Kitchen, depth: int) -> Iterator[float]:
    """Recall at `depth` of each question that counts."""
    for user in users:
        mask = user.view.select(MemoryFilter(), NOW, None)
        zone = ZoneInfo(user.case.time_zone or "UTC")
        for question, mode, asked in user.asked:
            if not question.counted or not question.evidence:
                continue
            wanted = Wanted(
                mode=mode,
                weights=weights_of(values, mode),
                emotion=Emotion.UNSPECIFIED,
                moment=NOW,
                zone=zone,
                limit=depth,
                shares=values,
            )
            answers = [
                rank_for(user.view, mask, each, wanted, model.embedder.model) for each in asked
            ]
            best = user.view.memory_ids(in_turn(answers, depth).slots)
            found = frozenset[str]().union(*(user.sources[each] for each in best))
            yield len(found & question.evidence) / len(question.evidence)


class Fit:
    def __init__(self, kitchen: Kitchen, sets: Mapping[Dataset, list[Ready]]) -> None:
        self._kitchen = kitchen
        self._sets = sets

    def figures(self, values: Values, sets: Mapping[Dataset, list[Ready]]) -> dict[str, float]:
        return {
            dataset.key: fmean(recalls(users, values, self._kitchen, dataset.headline))
            for dataset, users in sets.items()
        }

    def search(self, sets: Mapping[Dataset, list[Ready]], start: Values) -> dict[str, float]:
        """The values of GRID from `start` on that give the best mean of the sets' figures."""
        values = dict(start)
        best = fmean(self.figures(values, sets).values())
        improved = True
        while improved:
            improved = False
            for name, tried in GRID.items():
                for value in tried:
                    if value == values[name]:
                        continue
                    figure = fmean(self.figures({**values, name: value}, sets).values())
                    if figure > best + LEAST_GAIN:
                        best, improved = figure, True
                        values[name] = value
        return values

    def cross_validated(self, dataset: Dataset, start: Values) -> list[float]:
        """Recalls of each fold's users with the values that the others and all other sets chose."""
        users = self._sets[dataset]
        found: list[float] = []
        for fold in range(FOLDS):
            others = [user for place, user in enumerate(users) if place % FOLDS != fold]
            values = self.search({**self._sets, dataset: others}, start)
            found += recalls(users[fold::FOLDS], values, self._kitchen, dataset.headline)
        return found


def main(data: Path, keys: list[str], search: bool) -> None:
    kitchen = Kitchen()
    sets = {
        dataset: [kitchen.ready(case) for case in dataset.read(data / dataset.folder)]
        for dataset in DATASETS
        if dataset.key in keys
    }
    fit = Fit(kitchen, sets)
    values = shipped()
    print("as shipped ", values)
    for key, figure in fit.figures(values, sets).items():
        print(f"  {key:<24}{figure:.3f}")
    if search:
        chosen = fit.search(sets, values)
        print("searched   ", chosen)
        for key, figure in fit.figures(chosen, sets).items():
            print(f"  {key:<24}{figure:.3f}")
        [dialogues] = [dataset for dataset in sets if dataset.key == "locomo"]
        unseen = fit.cross_validated(dialogues, values)
        print(f"LoCoMo, dialogues left out of the search: {fmean(unseen):.3f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--only", action="append", help="keys of sets")
    parser.add_argument("--search", action="store_true")
    options = parser.parse_args()
    every = [dataset.key for dataset in DATASETS if dataset.folder]
    main(options.data, options.only or every, options.search)
