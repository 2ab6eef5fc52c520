"""Working memory: the last exchanges of a session, first in, first out."""

from collections.abc import Sequence

from myosotis_server.memory.values import Role, Turn

Placed = tuple[int, Turn]
"""A turn and its place in its session."""


def window_start(turns: Sequence[Placed], exchanges: int) -> int:
    """The place at which the last `exchanges` of `turns` begin; that of the first if all are in.

    An exchange is what the user says, and all that is said until they speak again.
    """
    asked = [place for place, turn in turns if turn.role is Role.USER]
    if len(asked) >= exchanges:
        return asked[-exchanges]
    return turns[0][0] if turns else 0


def first_exchanges(turns: Sequence[Placed], exchanges: int) -> Sequence[Placed]:
    """The first `exchanges` of `turns`, with what was said ahead of them; all of fewer."""
    asked = [position for position, (_, turn) in enumerate(turns) if turn.role is Role.USER]
    return turns[: asked[exchanges]] if len(asked) > exchanges else turns
