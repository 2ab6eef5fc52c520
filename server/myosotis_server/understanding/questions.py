"""Takes a query apart into the questions that it asks."""

import re

MOST = 4
"""More sentences than that tell a story, which is best looked for as a whole."""

_ENDS = re.compile(r"(?<=[。．？！；?!;])\s*|(?<=\.)\s+(?=[A-Z])|\n+")
_WORTH_ASKING = 4
"""Characters below which a sentence ("嗯。", "Oh!") asks nothing of its own."""


def questions_of(query: str) -> list[str]:
    """The sentences of a query that holds two to four of them, else the query itself.

    "我的上司做什么工作？另外，论坛在哪里？" asks two things, and what answers the one hardly
    resembles the other.
    """
    sentences = [part.strip() for part in _ENDS.split(query)]
    sentences = [part for part in sentences if len(part) >= _WORTH_ASKING]
    return sentences if 2 <= len(sentences) <= MOST else [query]
