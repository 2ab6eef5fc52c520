"""What kinds of things there are: latte is coffee, and coffee is a drink, in Chinese and English.

The taxonomy is general knowledge of both languages, written by hand and fitted to no set of
questions. In its file a line `[coffee]` begins the kinds of coffee; the lines below have one
concept each: Chinese words, a tab, English words, "|" between equals. A concept's id is its first
English word. A word behind "~" means something else as often ("orange", "running late"): it counts
as the value of an attribute and not where a text merely has it, and so does one Chinese character.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from myosotis_server.memory.graph import NodeType
from myosotis_server.memory.identity import normalise
from myosotis_server.understanding.patterns import pattern_of

_THING, _ACTIVITY = NodeType.THING, NodeType.ACTIVITY
_TYPES: Mapping[str, NodeType] = {
    "sport": _ACTIVITY,
    "pastime": _ACTIVITY,
    "art": _ACTIVITY,
    "dance": _ACTIVITY,
    "game": _ACTIVITY,
    "occasion": _ACTIVITY,
    "occupation": NodeType.CATEGORY,
    "company": NodeType.ORGANISATION,
    "country": NodeType.PLACE,
}
"""What those of a root are, by its id; things, where it isn't here."""
_GATHERED = frozenset({
    "pastime", "matter", "occasion", "company", "household goods", "way of eating",
    "natural phenomenon", "reading matter",
})  # fmt: skip
"""Roots that only keep the file in order: that something is one of them tells nobody anything."""
_LOOSE = "~"
MOST_LETTERS = 1000
"""Characters of a text in which concepts are looked for."""
_MOST_WORDS = 4
_LONGEST_HAN = 8

_WORD = pattern_of(r"[^\W\d_一-鿿㐀-䶿]+\d?(?:['’&.-][^\W\d_一-鿿㐀-䶿]+)*")
_HAN = pattern_of(r"[一-鿿㐀-䶿]")
_LATIN = pattern_of(r"[A-Za-z]{2}")
_BEHIND_HEAD = pattern_of(r" (?:of|with|from|in|for|on|to|about|without|at|by|and|or) ")


@dataclass(frozen=True, slots=True)
class Concept:
    """`parent` is the id of the kind that it is of, or for a town of its country; "" for a root.

    `root` is the id of the widest kind. `zh` and `en` are what it is called first.
    """

    concept_id: str
    type: NodeType
    parent: str
    root: str
    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Found:
    """A concept that a text names at `start` to `end`, by the word `term`."""

    start: int
    end: int
    concept: Concept
    term: str


def concept_of(term: str, roots: Collection[str] = ()) -> Concept | None:
    """What `term`, normalised and simplified, names; only of those `roots` if there are any.

    The first of the file counts where it may mean several. Plurals mean the same.
    """
    for concept, _ in _taxonomy().senses.get(word_of(term), ()):
        if not roots or concept.root in roots:
            return concept
    return None


def word_of(term: str) -> str:
    """`term` as the taxonomy has it: of one, unless it lists several ("noodles", "Leeds")."""
    return term if term in _taxonomy().senses else singular(term)


def head_of(term: str, roots: Collection[str] = ()) -> Concept | None:
    """The kind that `term`, normalised, is of by its last word: 生椰拿铁 and "oat milk latte".

    None where it is a concept itself. One character tells only behind 的 or among given `roots`:
    a 蜗牛 is no cow, unless somebody keeps it as a pet.
    """
    if concept_of(term, roots) is not None:
        return None
    if _HAN.search(term[-1:]):
        last = term.rpartition("的")[2]
        if last != term and (concept := concept_of(last, roots)):
            return concept
        shortest = 1 if roots else 2
        for length in range(min(len(term) - 1, _LONGEST_HAN), shortest - 1, -1):
            if concept := concept_of(term[-length:], roots):
                return concept
        return None
    words = _BEHIND_HEAD.split(term, maxsplit=1)[0].split(" ")
    for length in range(min(len(words), _MOST_WORDS), 0, -1):
        if concept := concept_of(" ".join(words[-length:]), roots):
            return concept
    return None


def parent_of(concept: Concept) -> Concept | None:
    """The kind that it is of, or its country; None for the widest that says anything."""
    if concept.parent in _GATHERED or (concept.parent == "country"):
        return None
    return _taxonomy().concepts.get(concept.parent)


def concepts_in(text: str) -> Iterator[Found]:
    """The concepts that `text` names for certain, in no overlapping way and the longest first.

    `text` is in simplified characters. Within one language they come in order, the Chinese before
    the English ones. Roots ("food", "music") are too wide to be spoken of.
    """
    text = text[:MOST_LETTERS]
    if _HAN.search(text):
        yield from _chinese(text)
    if _LATIN.search(text):
        yield from _english(text)


def _chinese(text: str) -> Iterator[Found]:
    taxonomy = _taxonomy()
    start = 0
    while start < len(text) - 1:
        for length in taxonomy.lengths.get(text[start : start + 2], ()):
            term = text[start : start + length]
            concept = taxonomy.firm.get(term)
            if concept is not None:
                yield Found(start, start + length, concept, term)
                start += length - 1
                break
        start += 1


def _english(text: str) -> Iterator[Found]:
    taxonomy = _taxonomy()
    words = [(match.start(), match.end()) for match in _WORD.finditer(text)]
    lower = text.lower()
    if len(lower) != len(text):  # Some capital letters are two small ones.
        return
    at = 0
    while at < len(words):
        start = words[at][0]
        step = 1
        first = lower[start : words[at][1]].replace("’", "'")
        most = taxonomy.words.get(first) or taxonomy.words.get(singular(first), 0)
        for count in range(min(most, len(words) - at), 0, -1):
            end = words[at + count - 1][1]
            phrase = lower[start:end].replace("’", "'")
            form = phrase if phrase in taxonomy.firm else singular(phrase)
            concept = taxonomy.firm.get(form)
            if concept is not None:
                yield Found(start, end, concept, form)
                step = count
                break
        at += step


def singular(phrase: str) -> str:
    """`phrase`, in lower case, with its last word as of one, and without a possessive."""
    if phrase.endswith("'s"):
        return phrase[:-2]
    if not phrase.endswith("s") or phrase.endswith(("ss", "us", "is", "'s", "news")):
        return phrase
    if len(phrase.rpartition(" ")[2]) <= 3:
        return phrase
    if phrase.endswith("ies") and len(phrase.rpartition(" ")[2]) > 4:
        return phrase[:-3] + "y" if phrase[-4] not in "aeiok" else phrase[:-1]
    if phrase.endswith(("ches", "shes", "sses", "xes", "toes")):
        return phrase[:-2]
    return phrase[:-1]


@dataclass(frozen=True)
class _Taxonomy:
    """`senses` has what a term may mean, and whether it means that wherever it stands.

    `firm` is what it means in a text. `lengths` are those of Chinese terms by their first two
    characters, longest first; `words` is how many the longest English term has, by its first.
    """

    concepts: Mapping[str, Concept]
    senses: Mapping[str, tuple[tuple[Concept, bool], ...]]
    firm: Mapping[str, Concept]
    lengths: Mapping[str, tuple[int, ...]]
    words: Mapping[str, int]


@cache
def _taxonomy() -> _Taxonomy:
    lines = files(__package__).joinpath("categories.tsv").read_text("utf-8").splitlines()
    kinds = {line[1:-1] for line in lines if line.startswith("[")}
    concepts: dict[str, Concept] = {}
    senses: dict[str, list[tuple[Concept, bool]]] = {}
    parent = ""
    for line in lines:
        if line.startswith("["):
            parent = line[1:-1]
            continue
        chinese, _, english = line.partition("\t")
        terms = [*chinese.split("|"), *english.split("|")]
        names = [term.removeprefix(_LOOSE) for term in terms]
        zh, en = names[0], names[chinese.count("|") + 1]
        concept_id = normalise(en)
        root = concepts[parent].root if parent else concept_id
        type_ = _type_of(concept_id, root, kinds)
        concept = concepts[concept_id] = Concept(concept_id, type_, parent, root, zh, en)
        for term, name in zip(terms, names, strict=True):
            is_firm = bool(parent) and not term.startswith(_LOOSE) and len(name) > 1
            senses.setdefault(normalise(name), []).append((concept, is_firm))
    firm: dict[str, Concept] = {}
    lengths: dict[str, set[int]] = {}
    words: dict[str, int] = {}
    for term, meant in senses.items():
        concept, is_firm = meant[0]
        if not is_firm:
            continue
        firm[term] = concept
        if _HAN.match(term):
            lengths.setdefault(term[:2], set()).add(len(term))
        else:
            first = _WORD.match(term)
            key = first[0] if first else term
            words[key] = max(words.get(key, 0), len(_WORD.findall(term)))
    return _Taxonomy(
        concepts,
        {term: tuple(meant) for term, meant in senses.items()},
        firm,
        {key: tuple(sorted(each, reverse=True)) for key, each in lengths.items()},
        words,
    )


def _type_of(concept_id: str, root: str, kinds: Collection[str]) -> NodeType:
    type_ = _TYPES.get(root, _THING)
    return NodeType.CATEGORY if concept_id in kinds and type_ is not NodeType.PLACE else type_
