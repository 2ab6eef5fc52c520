"""What was recalled in one evaluation set, and the figures that follow from it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean

from quality.cases import Dataset, Question
from quality.measures import me_score, ndcg_at, r_precision, recall_at

Answers = Sequence[tuple[Question, Sequence[frozenset[str]]]]
"""Each question with the turn ids behind each recalled memory, best first."""


@dataclass(slots=True)
class Result:
    dataset: Dataset
    ours: Answers
    plain: Answers
    latency: float
    """The bare embedding's share of a recall's time."""
    plain_latency: float
    """Its share of its own time and an empty call's: of a vector store whose search takes none."""
    without: dict[str, float] = field(default_factory=dict)
    """The set's own figure with a part of the score left out, by the part's name."""
    associative: Answers | None = None
    """Answers with the associative mode set, where it is measured."""

    @property
    def question_count(self) -> int:
        return len(counted(self.ours))


@dataclass(frozen=True, slots=True)
class Me:
    recall: float
    precision: float
    relevance: float
    latency: float

    @property
    def score(self) -> float:
        return me_score(self.recall, self.precision, self.relevance, self.latency)


def counted(answers: Answers) -> Answers:
    return [(question, found) for question, found in answers if question.counted]


def by_category(answers: Answers) -> list[tuple[str, Answers]]:
    """Categories that count first, by name, then the others."""
    order = sorted({(not question.counted, question.category) for question, _ in answers})
    return [
        (name, [(question, found) for question, found in answers if question.category == name])
        for _, name in order
    ]


def mean_recall(answers: Answers, depth: int) -> float | None:
    """Over the questions that have an answer; None if there are none."""
    shares = [
        recall_at(depth, found, question.evidence)
        for question, found in answers
        if question.evidence
    ]
    return fmean(shares) if shares else None


def headline(dataset: Dataset, answers: Answers) -> float:
    """The set's own figure."""
    return mean_recall(counted(answers), dataset.headline) or 0.0


def scored(result: Result) -> tuple[Me, Me]:
    """Ours and plain vectors'."""
    return me(result.ours, result.latency), me(result.plain, result.plain_latency)


def me(answers: Answers, latency: float) -> Me:
    """The parts of the ME score, over the questions that count."""
    asked = counted(answers)
    return Me(
        mean_recall(asked, 10) or 0.0,
        fmean(r_precision(found, question.evidence) for question, found in asked),
        fmean(ndcg_at(10, found, question.evidence) for question, found in asked),
        latency,
    )


def missed(result: Result) -> list[tuple[Question, bool]]:
    """Questions whose evidence is not all within the set's depth; whether plain vectors do it."""
    depth = result.dataset.headline
    return [
        (question, recall_at(depth, other, question.evidence) == 1)
        for (question, found), (_, other) in zip(result.ours, result.plain, strict=True)
        if question.counted and recall_at(depth, found, question.evidence) < 1
    ]
