"""Lets a language model sum up sessions where one is configured; extracts stand in for it."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from myosotis_server.memory.language_model import LanguageModel, ModelFailed
from myosotis_server.memory.values import MOST_SOURCES, Role, Turn
from myosotis_server.service.model_reading import Tally
from myosotis_server.understanding.describe import language_of
from myosotis_server.understanding.privacy import (
    PrivacyAction,
    PrivacyPolicy,
    filtered,
    masked_classes,
)
from myosotis_server.understanding.retold import Sentence
from myosotis_server.understanding.speech_acts import Act
from myosotis_server.understanding.summary_sources import turns_retold
from myosotis_server.understanding.turn_reading import read_turn

MOST_SENT = 12_000
"""UTF-8 bytes of sentences that are sent, some 4,000 tokens; of more, those of most weight are."""
_SUMMED_UP = frozenset({"zh", "en"})
_OF_ONESELF = re.compile(r"\W*(?:(?:i|my|we|our)\b|[我俺咱])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Summary:
    """What may be kept: `content`, and the ids of the turns that it retells."""

    content: str
    used: tuple[str, ...]


class ModelSummary:
    def __init__(self, model: LanguageModel | None, policy: PrivacyPolicy, tally: Tally) -> None:
        self._model = model
        self._policy = policy
        self._tally = tally

    async def __call__(self, sentences: Sequence[Sentence], most_bytes: int) -> Summary | None:
        """What the model makes of `sentences`, the only ones that it is given, one at least.

        None where there is no model, it fails, or what was said is in neither of its languages.
        """
        model = self._model
        if model is None or language_of(" ".join(map(_text, sentences))) not in _SUMMED_UP:
            self._tally.summarised_locally()
            return None
        sent = _most_telling(sentences)
        since = perf_counter()
        try:
            # Not in the lanes, whose threads are for what takes milliseconds.
            try:
                summary = await asyncio.to_thread(self._ask, model, sent, most_bytes)
            finally:
                self._tally.asked_model(perf_counter() - since)
        except ModelFailed as failure:
            self._tally.summarised_by_model(failure.reason)
            return None
        self._tally.summarised_by_model()
        return summary

    def _ask(self, model: LanguageModel, sent: Sequence[Sentence], most_bytes: int) -> Summary:
        """Raises ModelFailed, also where what the model says is not to be kept."""
        said = filtered(model.summarise(_turns(sent), most_bytes), self._policy)
        rejects = any(
            self._policy.action_of(each) is PrivacyAction.REJECT
            for each in masked_classes(said.text)
        )
        fits = 0 < len(said.text.encode()) <= most_bytes
        if said.rejected or rejects or not fits or _bids(said.text):
            raise ModelFailed("bad_answer")
        used = turns_retold(said.text, sent) or tuple(dict.fromkeys(each.turn_id for each in sent))
        return Summary(said.text, used[-MOST_SOURCES:])


def _text(sentence: Sentence) -> str:
    return sentence.text


def _most_telling(sentences: Sequence[Sentence]) -> list[Sentence]:
    """`sentences` in their order, without those of least weight if all are too many to be sent."""
    room = MOST_SENT
    chosen = set()
    for place in sorted(range(len(sentences)), key=lambda each: -sentences[each].weight):
        room -= len(sentences[place].text.encode())
        if room < 0:
            break
        chosen.add(place)
    return [each for place, each in enumerate(sentences) if place in chosen]


def _turns(sentences: Sequence[Sentence]) -> list[Turn]:
    """What is left of the turns: these sentences, and nobody's name or time."""
    texts: dict[str, list[str]] = {}
    for each in sentences:
        texts.setdefault(each.turn_id, []).append(each.text)
    return [Turn(turn_id, Role.USER, " ".join(said), 0) for turn_id, said in texts.items()]


def _bids(summary: str) -> bool:
    """Whether it asks for something, or bids the memory do so, rather than tell that somebody did.

    "I need help with my CV" tells that as well.
    """
    reading = read_turn(summary)
    return (
        bool(reading.forget_requests)
        or reading.pins_earlier
        or reading.keeps_out_earlier
        or any(
            clause.pinned
            or clause.kept_out
            or (clause.act is Act.REQUEST and not _OF_ONESELF.match(clause.text))
            for clause in reading.clauses
        )
    )
