"""Names a topic by the words that tell its texts from others."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from myosotis_server.understanding.label_words import NAMES_THINGS, LabelWord, label_words
from myosotis_server.understanding.simplified import simplified

MOST_WORDS = 3
_TOGETHER = 0.6
"""Two words are one term where the commoner of them stands beside the other in that share of its
texts."""
_NEXT_TO_BEST = 0.6
"""A further word must be that telling, measured by the first."""
_GRAMMAR = frozenset(
    "的了我你您他她它们是在不有没这那就也都还个来去上下里人一好大小天很会要想说看得过着给把被"
)
"""Characters that words share without having anything in common."""
_JOINTS = {"zh": "、", "en": ", "}


@dataclass(frozen=True, slots=True)
class _Bag:
    """A text: its words by their keys, words side by side that may be one, and all of it."""

    words: dict[str, LabelWord]
    pairs: dict[str, tuple[LabelWord, LabelWord]]
    text: str

    def has(self, key: str) -> bool:
        """Whether it has the word; a Chinese one may be part of another (健身, 健身房)."""
        return key in self.words or (not key.isascii() and key in self.text)


@dataclass(slots=True)
class _Term:
    """`count` is the number of texts that have it (see `_count`), `order` its place among all
    first mentions."""

    weight: float
    order: int
    count: float = 0.0
    root: str = ""
    forms: Counter[str] = field(default_factory=Counter)

    @property
    def shown(self) -> str:
        """The form most used, of equals what is done before who does it, then the shorter one.

        A word that somewhere begins with a small letter is no name, so that it does here.
        """
        forms = [form for form in self.forms if form.islower()] or list(self.forms)
        return min(forms, key=lambda form: (-self.forms[form], form.endswith("er"), len(form)))


def label_of(
    texts: Sequence[str],
    background: Sequence[str],
    language: str,
    shared_by: int = 1,
) -> str:
    """One to three words of `texts` that tell them from the `background`, "" where none does.

    The background is other texts of the same user; it may be empty. A word must be in `shared_by`
    of the texts at least. `language` (zh, en) says how the words are joined. Of words that tell as
    much, the one said first goes first.
    """
    return _label(
        [_bag(each) for each in texts], [_bag(each) for each in background], language, shared_by
    )


def labels_of(
    texts: Sequence[str],
    groups: Iterable[Sequence[int] | NDArray[np.int64]],
    language: str,
    shared_by: int = 1,
) -> list[str]:
    """The label of each of `groups`, which hold places in `texts`, against all other texts.

    As `label_of` for each, but every text is read once.
    """
    bags = [_bag(text) for text in texts]
    labels = []
    for group in groups:
        inside = set(map(int, group))
        others = [bag for place, bag in enumerate(bags) if place not in inside]
        labels.append(_label([bags[place] for place in group], others, language, shared_by))
    return labels


def _label(bags: Sequence[_Bag], others: Sequence[_Bag], language: str, shared_by: int) -> str:
    terms = _terms(bags)
    scores = {
        key: term.weight
        * _telling(term.count, len(bags), _count(others, key, term.root), len(others))
        for key, term in terms.items()
        if term.count >= shared_by
    }
    ranked = sorted(scores, key=lambda key: (-scores[key], terms[key].order))
    chosen: list[str] = []
    for key in ranked:
        if (
            scores[key] < max(_NEXT_TO_BEST * scores[ranked[0]], _LEAST)
            or len(chosen) == MOST_WORDS
        ):
            break
        if not any(key in other or other in key for other in chosen):
            chosen.append(key)
    shown = dict.fromkeys(_with_neighbour(key, terms, bags) for key in chosen)
    return _JOINTS.get(language, ", ").join(shown)


_LEAST = 0.0
"""What is no commoner in the texts than elsewhere doesn't name them."""
_ELSEWHERE = 20
"""Texts beside the background, none of which has the word: so rare is what names a topic."""


def word_likeness(texts: Sequence[str]) -> NDArray[np.float64]:
    """How far texts speak of the same things by their words, 0 to 1, [texts, texts].

    The cosine of the words that name topics, rare ones counting more (tf-idf, Salton & Buckley
    1988). Beside the likeness of their vectors it keeps what is said of one person together.
    """
    found = [{each.key: each.weight for each in label_words(text)} for text in texts]
    places: dict[str, int] = {}
    for key in chain.from_iterable(found):
        places.setdefault(key, len(places))
    counts = np.zeros((len(texts), len(places)))
    for row, keys in enumerate(found):
        for key, weight in keys.items():
            counts[row, places[key]] = weight
    rarity = np.log((1 + len(texts)) / (1 + (counts > 0).sum(axis=0))) + 1
    weighed = counts * rarity
    lengths = np.linalg.norm(weighed, axis=1, keepdims=True)
    unit = weighed / np.where(lengths > 0, lengths, 1.0)
    return np.asarray(np.clip(unit @ unit.T, 0.0, 1.0))


def _bag(text: str) -> _Bag:
    found = label_words(text)
    words: dict[str, LabelWord] = {}
    for word in found:
        words.setdefault(word.key, word)
    pairs = {
        f"{one.key} {other.key}": (one, other)
        for one, other in pairwise(found)
        if one.key != other.key and _is_side_by_side(one, other)
    }
    return _Bag(words, pairs, simplified(text))


def _is_side_by_side(one: LabelWord, other: LabelWord) -> bool:
    names = one.weight == NAMES_THINGS and (
        other.weight == NAMES_THINGS or other.shown.endswith("ing")
    )
    in_latin = one.shown.isascii()
    return names and in_latin == other.shown.isascii() and other.start - one.end == in_latin


def _terms(bags: Sequence[_Bag]) -> dict[str, _Term]:
    terms: dict[str, _Term] = {}
    for bag in bags:
        for key, word in bag.words.items():
            term = terms.setdefault(key, _Term(0.0, len(terms)))
            term.forms[word.shown] += 1
            term.weight = max(term.weight, word.weight)
    for key, term in terms.items():
        term.root = _root(bags, key)
        term.count = _count(bags, key, term.root)
    return terms


def _count(bags: Sequence[_Bag], key: str, root: str) -> float:
    """How many of `bags` have the word; what only shares its root has half of it."""
    return sum(1.0 if bag.has(key) else 0.5 * (root != "" and root in bag.text) for bag in bags)


def _root(bags: Sequence[_Bag], key: str) -> str:
    """The character of a Chinese word that most of `bags` have: 失眠 and 助眠的药 share one."""
    if key.isascii() or len(key) == 1:
        return ""
    telling = [one for one in key if one not in _GRAMMAR]
    return max(telling, key=lambda one: sum(one in bag.text for bag in bags), default="")


def _telling(inside: float, texts: int, outside: float, others: int) -> float:
    """How surely what `inside` of `texts` have and `outside` of `others` is typical of the former.

    The z-score of the log-odds ratio (Monroe, Colaresi & Quinn 2008); its prior is half a text on
    each side (Jeffreys).
    """
    here, there = inside + 0.5, outside + 0.5
    odds = log(here / (texts - inside + 0.5))
    odds -= log(there / (others + _ELSEWHERE - outside + 0.5))
    return odds / sqrt(1 / here + 1 / there)


def _with_neighbour(key: str, terms: dict[str, _Term], bags: Sequence[_Bag]) -> str:
    """The word as shown, together with the one that it mostly stands beside: "knee surgery"."""
    beside = Counter(pair for bag in bags for pair in bag.pairs if key in pair.split(" "))
    for pair, count in beside.most_common(1):
        if count >= _TOGETHER * max(terms[part].count for part in pair.split(" ")):
            one, other = next(bag.pairs[pair] for bag in bags if pair in bag.pairs)
            return f"{one.shown}{' ' if one.shown.isascii() else ''}{other.shown}"
    return terms[key].shown
