"""What fits into so many tokens, by declared priority. Nothing here knows what the tokens say."""

from collections.abc import Sequence
from dataclasses import dataclass

WHOLE = 16
"""Shares are told in sixteenths of the budget."""


@dataclass(frozen=True, slots=True)
class Section:
    """Items of which the first ones stay longest, and what they cost in tokens.

    `heading` is paid once if any item is kept, `separator` between two items. Of what a budget has
    beyond `beyond` tokens the section is sure of `sure` sixteenths, as far as it needs them,
    whatever stands above it.
    """

    name: str
    costs: Sequence[int]
    heading: int = 0
    separator: int = 0
    sure: int = 0
    beyond: int = 0

    @property
    def total(self) -> int:
        """Tokens of the whole section, 0 without items."""
        if not self.costs:
            return 0
        return self.heading + sum(self.costs) + self.separator * (len(self.costs) - 1)


@dataclass(frozen=True, slots=True)
class Share:
    """What a section got: its first `kept` items, and `left` tokens for a part of the next one.

    What introduces that part, heading or separator, is already taken off `left`. It is 0 where
    every item is kept.
    """

    kept: int
    left: int = 0


def fit(sections: Sequence[Section], budget: int) -> list[Share]:
    """The share of each of `sections`, which come in order of priority, in `budget` tokens.

    What nobody is sure of goes down the order: each takes what it needs, the last ones lose first.
    Kept items and `left` never cost more than `budget`. A larger budget never keeps less: rooms
    follow from what sections need in all, not from where their items happen to break, so that what
    is too small for a section's next item is left empty and lets no lesser item past it. Nor is
    anything else kept less when a section has fewer items. Shares must not exceed the whole.
    """
    if sum(section.sure for section in sections) > WHOLE:
        raise ValueError("more is promised than there is")
    budget = max(budget, 0)
    # In sixteenths of a token, so that no rounding can tip one item out when the budget grows.
    needed = [section.total * WHOLE for section in sections]
    sure = [
        min(need, section.sure * max(budget - section.beyond, 0))
        for need, section in zip(needed, sections, strict=True)
    ]
    free = budget * WHOLE - sum(sure)
    shares = []
    for section, need, promised in zip(sections, needed, sure, strict=True):
        room = min(need, promised + free)
        free -= room - promised
        shares.append(_first_of(section, room // WHOLE))
    return shares


def _first_of(section: Section, room: int) -> Share:
    introduced = section.heading
    for kept, cost in enumerate(section.costs):
        if introduced + cost > room:
            return Share(kept, max(room - introduced, 0))
        room -= introduced + cost
        introduced = section.separator
    return Share(len(section.costs))


def names_cut(sections: Sequence[Section], shares: Sequence[Share]) -> tuple[str, ...]:
    """Names of the sections that lost items, each once, in order of priority."""
    return tuple(
        dict.fromkeys(
            section.name
            for section, share in zip(sections, shares, strict=True)
            if share.kept < len(section.costs)
        )
    )
