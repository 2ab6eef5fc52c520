"""Traditional characters as simplified ones, in which the patterns here are written."""

import opencc

from myosotis_server.understanding.patterns import pattern_of

_TO_SIMPLIFIED = opencc.OpenCC("t2s")
_HAN = pattern_of("[一-鿿㐀-䶿]")


def simplified(text: str) -> str:
    """`text` in simplified characters, as many as it has; as it is where that cannot be."""
    if not _HAN.search(text):
        return text
    simple: str = _TO_SIMPLIFIED.convert(text)
    return simple if len(simple) == len(text) else text
