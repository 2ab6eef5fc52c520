"""Which of the things that a user tells are worth keeping."""

from myosotis_server.understanding.news import tells_news
from myosotis_server.understanding.turn_reading import Clause

WORTH_KEEPING = 0.5
"""Probability above which a clause is kept."""
WORTH_KEEPING_IF_CLAIMED = 0.03
"""… and where something exact was read out of it, as out of few idle remarks."""
WORTH_KEEPING_IF_NEWS = 0.005
"""… and where it tells what befell somebody, which a classifier takes for small talk."""
_SPOKEN_TO = {"call_me", "tone"}
"""How somebody wants to be spoken to is kept whatever the words: it reads like a request."""


def is_worth_keeping(clause: Clause, probability: float, *, is_certain: bool) -> bool:
    """Whether to keep `clause`, which the head holds worth it with `probability` (0 to 1).

    `is_certain` where it tells of what has a time of its own other than the present, or gave
    something private, which was masked.
    """
    if not clause.tells:
        return False
    attributes = [each.attribute for each in clause.readings if each.attribute is not None]
    if clause.pinned or any(each.key in _SPOKEN_TO for each in attributes):
        return True
    if probability >= WORTH_KEEPING:
        return True
    claims = is_certain or attributes or any(each.ends for each in clause.readings)
    if probability >= WORTH_KEEPING_IF_CLAIMED and claims:
        return True
    return probability >= WORTH_KEEPING_IF_NEWS and tells_news(clause.text, clause.subject)
