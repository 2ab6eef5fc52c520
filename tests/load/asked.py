"""What the calls of each scenario say, as the JSON that ghz sends; the same in every run.

Users are not asked equally often: the one of rank n gets a share in proportion to 1/n, so that a
few are hot and most are cold.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any

from bench.texts import questions, sentences

USERS = 1_000
MEMORIES = 20
"""Of each user, before the first call."""
TALKERS = 300
"""Users with a session in which something was said already."""
AGAIN = 500
"""Different questions where the same ones are asked again and again."""

Message = dict[str, Any]


def user(rank: int) -> str:
    return f"user {rank}"


def session(name: str) -> str:
    return f"evening of {name}"


def recalls(count: int) -> list[Message]:
    """Each question is new."""
    asked = questions(count, seed=71)
    return [
        {"user_id": user(rank), "query": text}
        for rank, text in zip(_ranks(count, USERS), asked, strict=True)
    ]


def recalls_again(count: int) -> list[Message]:
    return recalls(min(count, AGAIN))


def recalls_cold(count: int) -> list[Message]:
    """Every user in turn, so that no view lasts until it is needed again."""
    return [
        {"user_id": user(number % USERS), "query": text}
        for number, text in enumerate(questions(count, seed=72))
    ]


def remembers(count: int) -> list[Message]:
    """One new statement each."""
    said = sentences(MEMORIES + count, seed=73)[MEMORIES:]
    return [
        {"user_id": user(rank), "memories": [{"content": text}]}
        for rank, text in zip(_ranks(count, USERS), said, strict=True)
    ]


def turns(count: int) -> list[Message]:
    """What a user says, two sentences, and every other time what was replied."""
    said = sentences(2 * count, seed=74)
    calls = []
    for number, rank in enumerate(_ranks(count, USERS)):
        name = user(rank)
        # Of one language each: the two take turns in `sentences`.
        first = 4 * (number // 2) + number % 2
        told = [said[place] for place in (first, first + 2) if place < len(said)]
        heard = [{"role": "ROLE_USER", "content": ("。" if number % 2 == 0 else ". ").join(told)}]
        if number % 4 < 2:
            reply = ("嗯，我记着呢。", "I see, tell me more.")[number % 2]
            heard.append({"role": "ROLE_ASSISTANT", "content": reply})
        calls.append({"user_id": name, "session_id": session(name), "turns": heard})
    return calls


def contexts(count: int) -> list[Message]:
    """Of sessions under way, each for a question that is new."""
    asked = questions(count, seed=75)
    return [
        {"user_id": user(rank), "session_id": session(user(rank)), "query": text}
        for rank, text in zip(_ranks(count, TALKERS), asked, strict=True)
    ]


Asked = Callable[[int], list[Message]]


def _ranks(count: int, users: int) -> Sequence[int]:
    weights = [1 / (rank + 1) for rank in range(users)]
    return random.Random(76).choices(range(users), weights, k=count)
