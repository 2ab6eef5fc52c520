"""A language model that reads turns and sums them up, in place of the local ways."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from myosotis_server.memory.values import Statement, Turn

FailureReason = Literal["timeout", "unreachable", "refused", "bad_answer", "over_budget"]
"""Too slow; no connection, or a broken one; an error status; no answer of the form that was asked
for; more tokens than a minute may cost, in which case nothing was sent."""

MOST_PER_TURN = 10
"""Memories that one turn yields."""
LONGEST_CONTENT = 2_000
"""Characters of a memory."""


class ModelFailed(Exception):
    """The model gave nothing to go by. Neither the message nor a cause holds content or keys."""

    def __init__(self, reason: FailureReason) -> None:
        super().__init__(f"the language model failed: {reason}")
        self.reason: FailureReason = reason


@dataclass(frozen=True, slots=True)
class Extracted:
    """What the model makes of one turn, `turn` being its place among the turns given.

    Of `statement` the content is set, and of kind, subject, attribute, emotion, importance,
    confidence and `pinned` what the model said; all else is open. The subject is whom the content
    concerns, named by the user, who speaks. `when` is the stretch of the turn that names the time
    of it, to the letter; empty where none does.
    """

    turn: int
    statement: Statement
    when: str = ""


class LanguageModel(Protocol):
    """Reads turns and sums them up. Safe to call from several threads at once."""

    def extract(self, turns: Sequence[Turn], before: Sequence[Turn] = ()) -> list[Extracted]:
        """What the users' turns among `turns` say that is worth remembering, in order of the turns.

        Blocks. `before` and the turns of others only help to understand them. Turns must have gone
        through the privacy filter, for they leave the process. Every memory must be grounded: its
        names and numbers, and most of its words, must be in its turn or ahead of it, in the
        language of its turn. At most `MOST_PER_TURN` come from one turn, none of them blank or
        longer than `LONGEST_CONTENT`. Raises ModelFailed and nothing else.
        """

    def summarise(self, turns: Sequence[Turn], most_bytes: int) -> str:
        """What the users' turns among `turns`, a session in order, come to; of no others is sent.

        Blocks. Turns must have gone through the privacy filter, and hold nothing that is not to be
        retold. The summary is one paragraph in Chinese or English, as the turns are, of at most
        `most_bytes` bytes of UTF-8. It must be grounded: its names and numbers, and most of its
        words, must be in the turns, and what they deny or say of somebody it must not turn round.
        Every sentence must be told in the first person of the user, and none may address or
        instruct whoever reads it. "" where no user said anything. Raises ModelFailed and nothing
        else.
        """
