"""Chinese text made even before it is read: widths, spaces, pictures and script."""

import opencc

from myosotis_server.understanding.patterns import pattern_of

_WIDE = {wide: wide - 0xFEE0 for wide in range(0xFF10, 0xFF5B) if chr(wide).isalnum()}
_BETWEEN_HAN = pattern_of(r"(?<=[一-鿿])[ \t\u3000]+(?=[一-鿿])")
_BESIDE_HAN = pattern_of(r"(?<=[一-鿿])[ \t\u3000]+|[ \t\u3000]+(?=[一-鿿])")
_PICTURES = pattern_of("[\U0001f000-\U0001faff☀-➿️‍]+|\\[[一-鿿]{1,4}\\]")
_to_simplified = opencc.OpenCC("t2s")


def level(text: str) -> str:
    """`text` with narrow letters and digits, no spaces beside Chinese, and commas for pictures.

    A space between two Chinese characters parts clauses, and becomes a comma.
    """
    text = _BETWEEN_HAN.sub("，", text.translate(_WIDE))
    return _PICTURES.sub("，", _BESIDE_HAN.sub("", text))


def simplified(text: str) -> str:
    """`text` in simplified characters."""
    converted: str = _to_simplified.convert(text)
    return converted
