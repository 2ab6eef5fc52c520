"""What a digest says beyond what is told beside it."""

from collections.abc import Sequence

from myosotis_server.memory.identity import normalise
from myosotis_server.understanding.describe import language_of
from myosotis_server.understanding.sentences import ENDS

_TOLD_SHARE = 0.7
"""Of a sentence's letters, from which on what tells them tells the sentence."""


def untold(digest: str, told: Sequence[str]) -> str:
    """`digest` without the sentences that the texts `told` say between them; "" if none is left."""
    texts = {normalise(text) for text in told} - {""}
    left = [
        sentence
        for sentence in ENDS.split(digest)
        if sentence and not _is_told(normalise(sentence), texts)
    ]
    joint = "" if language_of(digest) == "zh" else " "
    return joint.join(left)


def _is_told(sentence: str, texts: set[str]) -> bool:
    letters = sum(map(str.isalnum, sentence))
    told = sum(sum(map(str.isalnum, text)) for text in texts if text in sentence)
    return told >= _TOLD_SHARE * letters > 0
