"""How many examples Hypothesis looks at where the usual hundred would take too long."""

from hypothesis import settings

THOROUGH = "thorough"
"""The profile for when there is time."""
_USUAL = 100


def examples(count: int) -> int:
    """`count`, or so many more as the profile in use has more than usual."""
    return count * settings.default.max_examples // _USUAL
