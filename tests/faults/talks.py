"""What is said to a server that is being killed: sessions of exchanges, each told once."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from myosotis.v1 import conversation_pb2 as pb

PEOPLE = {"zh": ("王建国", "陈思源", "李秀英"), "en": ("Priya", "Oliver", "Marcus")}
CITIES = {"zh": ("成都", "杭州", "西安"), "en": ("Leeds", "Boston", "Madrid")}
NAMES = [name for names in (PEOPLE, CITIES) for several in names.values() for name in several]
"""Whoever and whatever is spoken of again and again, so that the graph has much to count."""
_TOLD = {
    "zh": (
        "我养了第{n}只叫豆{n}的猫",
        "我和{person}去看了第{n}场话剧",
        "我和{person}在{city}吃过第{n}家火锅店",
    ),
    "en": (
        "My cousin number {n} is called Bob{n}",
        "My friend {person} and I went to see play number {n} in {city}",
        "I visited museum number {n} in {city} with my friend {person}",
    ),
}
"""Each is worth remembering, and none says what another does."""
_SMALL_TALK = {"zh": ("嗯嗯", "好的"), "en": ("ok", "haha")}
_REPLIES = {"zh": "我在听", "en": "I see"}
SMALL_TALK_SHARE = 0.15


def tells(turn: pb.Turn) -> bool:
    """Whether `turn` says something that is to be remembered."""
    is_small = any(turn.content in several for several in _SMALL_TALK.values())
    return turn.role == pb.ROLE_USER and not is_small


@dataclass(eq=False)
class Call:
    """One AppendTurns, noted before it is sent."""

    turns: Sequence[pb.Turn]
    acknowledged: bool = False


@dataclass(eq=False)
class Talk:
    """One session. Nothing is said in it once its end was asked for."""

    session_id: str
    calls: list[Call] = field(default_factory=list)
    ending: bool = False
    """Asked to end, perhaps without an answer."""
    may_be_idle: bool = False
    """Some of it was written by a clock hours behind: once that is right, it may end by itself."""
    summary_id: str = ""
    """Of the summary that its acknowledged end told of."""

    @property
    def exchanges(self) -> int:
        return sum(turn.role == pb.ROLE_USER for call in self.calls for turn in call.turns)


class Speaker:
    """One user, who speaks Chinese or English, and all of their sessions."""

    def __init__(self, user: str, language: str, dice: random.Random) -> None:
        self.user = user
        self.talks: list[Talk] = []
        self._language = language
        self._dice = dice
        self._numbers = itertools.count(1)

    def begin(self) -> Talk:
        talk = Talk(f"s{len(self.talks)}")
        self.talks.append(talk)
        return talk

    def say(self, talk: Talk, exchanges: int) -> Call:
        """The next `exchanges` of `talk`."""
        start = talk.exchanges
        turns = [
            turn for place in range(start, start + exchanges) for turn in self._exchange(place)
        ]
        call = Call(turns)
        talk.calls.append(call)
        return call

    def _exchange(self, place: int) -> Iterator[pb.Turn]:
        yield pb.Turn(role=pb.ROLE_USER, content=self._statement(), turn_id=f"u{place}")
        reply = _REPLIES[self._language]
        yield pb.Turn(role=pb.ROLE_ASSISTANT, content=reply, turn_id=f"a{place}")

    def _statement(self) -> str:
        if self._dice.random() < SMALL_TALK_SHARE:
            return self._dice.choice(_SMALL_TALK[self._language])
        return self._dice.choice(_TOLD[self._language]).format(
            n=next(self._numbers),
            person=self._dice.choice(PEOPLE[self._language]),
            city=self._dice.choice(CITIES[self._language]),
        )
