"""Patterns that are compiled when they are first used.

There are more than a thousand, of which a conversation needs a third. To compile all of them takes
a second, which every start of every process would have to wait.
"""

import re
from typing import Any, cast

_compile = re.compile
_ATTRIBUTES = frozenset(name for name in dir(re.Pattern) if not name.startswith("_"))


class _Uncompiled:
    """Has what a `re.Pattern` has, and the same time per call but for the first."""

    def __init__(self, text: str, flags: int) -> None:
        self.pattern = text
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        """Called for what the instance does not have yet."""
        if name not in _ATTRIBUTES:
            raise AttributeError(name)
        compiled = _compile(self.pattern, self._flags)
        vars(self).update((each, getattr(compiled, each)) for each in _ATTRIBUTES)
        return vars(self)[name]


def pattern_of(text: str, flags: int = 0) -> re.Pattern[str]:
    """As re.compile, at the first use of what it returns; a wrong `text` raises re.error there."""
    return cast("re.Pattern[str]", _Uncompiled(text, flags))
