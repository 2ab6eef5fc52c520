"""The audit of talks finds each kind of fault: a kill run that cannot fail proves nothing."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain

import pytest

from faults.held import Held
from faults.talk_audit import CHUNK, WINDOW, TalkAudit, audit_talks
from faults.talks import NAMES, Speaker, Talk, tells
from myosotis.v1 import conversation_pb2, graph_pb2
from myosotis.v1 import memory_pb2 as pb


@dataclass
class Kept:
    """What was said, and what a server would hold of it that keeps every promise."""

    speaker: Speaker
    held: Held

    def audit(self) -> TalkAudit:
        found = TalkAudit()
        audit_talks(found, self.speaker, self.held)
        return found


@pytest.fixture(params=["zh", "en"])
def kept(request: pytest.FixtureRequest) -> Kept:
    """A session that goes on, with two digests; one that has ended, with its summary; and one of
    which nobody knows whether anything is there."""
    speaker = Speaker("someone", request.param, random.Random(3))
    for exchanges in (WINDOW + 2 * CHUNK + 1, WINDOW + CHUNK):
        talk = speaker.begin()
        for count in (exchanges - 2, 2):
            speaker.say(talk, count).acknowledged = True
    speaker.say(speaker.begin(), 2)
    speaker.talks[1].ending = True
    speaker.talks[1].summary_id = "summary"
    held = Held({}, {}, [], [], {})
    for talk in speaker.talks[:2]:
        held.turns[talk.session_id] = said(talk)
        held.sessions[talk.session_id] = conversation_pb2.Session(session_id=talk.session_id)
        for turn in filter(tells, said(talk)):
            held.memories.append(memory(talk, [turn], turn.content))
    held.sessions["s1"].end_time.GetCurrentTime()
    asked = said(speaker.talks[0])[::2]
    for start in (0, CHUNK):
        held.memories.append(digest(speaker.talks[0], asked[start : start + CHUNK - 1]))
    summary = digest(speaker.talks[1], said(speaker.talks[1])[:3:2])
    summary.tier, summary.memory_id = pb.MEMORY_TIER_EPISODIC, "summary"
    held.memories.append(summary)
    for name in NAMES:
        mentions = {each.memory_id for each in held.statements if name in each.content}
        if mentions:
            held.entities.append(
                graph_pb2.Entity(entity_id=name, name=name, mention_count=len(mentions))
            )
            held.supports[name] = mentions
    return Kept(speaker, held)


def said(talk: Talk) -> list[conversation_pb2.Turn]:
    return list(chain.from_iterable(call.turns for call in talk.calls))


def memory(talk: Talk, turns: list[conversation_pb2.Turn], content: str) -> pb.Memory:
    sources = [pb.TurnReference(session_id=talk.session_id, turn_id=turn.turn_id) for turn in turns]
    return pb.Memory(
        memory_id=f"id of {content}",
        content=content,
        kind=pb.MEMORY_KIND_FACT,
        tier=pb.MEMORY_TIER_SEMANTIC,
        origin=pb.MEMORY_ORIGIN_EXPLICIT,
        mention_count=1,
        session_id=talk.session_id,
        sources=sources,
    )


def digest(talk: Talk, turns: list[conversation_pb2.Turn]) -> pb.Memory:
    made = memory(talk, turns, " ".join(turn.content for turn in turns))
    made.kind, made.tier = pb.MEMORY_KIND_SUMMARY, pb.MEMORY_TIER_SHORT_TERM
    made.origin = pb.MEMORY_ORIGIN_CONSOLIDATED
    return made


def lose_turns(kept: Kept) -> None:
    del kept.held.turns["s0"][-2:]


def lose_a_session(kept: Kept) -> None:
    del kept.held.turns["s1"], kept.held.sessions["s1"]


def double_a_turn(kept: Kept) -> None:
    kept.held.turns["s0"].append(kept.held.turns["s0"][0])


def swap_turns(kept: Kept) -> None:
    turns = kept.held.turns["s1"]
    turns[0], turns[2] = turns[2], turns[0]


def half_a_call(kept: Kept) -> None:
    kept.held.turns["s2"] = said(kept.speaker.talks[2])[:2]


def forget_a_statement(kept: Kept) -> None:
    kept.held.memories.remove(kept.held.statements[0])


def double_a_statement(kept: Kept) -> None:
    twin = copy.deepcopy(kept.held.statements[0])
    twin.memory_id = "twin"
    kept.held.memories.append(twin)


def mention_twice(kept: Kept) -> None:
    kept.held.statements[0].mention_count = 2


def have_two_sources(kept: Kept) -> None:
    kept.held.statements[0].sources.extend(kept.held.statements[1].sources)


def make_up(kept: Kept) -> None:
    kept.held.statements[0].content = "made up"


def lose_a_digest(kept: Kept) -> None:
    kept.held.memories.remove(kept.held.digests[1])


def digest_again(kept: Kept) -> None:
    again = copy.deepcopy(kept.held.digests[0])
    again.memory_id, again.content = "again", "otherwise"
    kept.held.memories.append(again)


def digest_the_rest_again(kept: Kept) -> None:
    turns = [turn for turn in kept.held.turns["s0"] if turn.turn_id == f"u{CHUNK - 1}"]
    kept.held.memories.append(digest(kept.speaker.talks[0], turns))


def mention_a_digest_twice(kept: Kept) -> None:
    kept.held.digests[0].mention_count = 2


def digest_the_window(kept: Kept) -> None:
    turns = kept.held.turns["s0"][-2:-1]
    kept.held.memories.append(digest(kept.speaker.talks[0], turns))


def lose_a_summary(kept: Kept) -> None:
    kept.held.memories.remove(kept.held.digests[-1])


def have_two_summaries(kept: Kept) -> None:
    other = copy.deepcopy(kept.held.digests[-1])
    other.memory_id = "other"
    kept.held.memories.append(other)


def have_another_summary(kept: Kept) -> None:
    kept.held.digests[-1].memory_id = "other"


def reopen(kept: Kept) -> None:
    kept.held.sessions["s1"].ClearField("end_time")


def end_unasked(kept: Kept) -> None:
    kept.held.sessions["s0"].end_time.GetCurrentTime()
    kept.held.digests[0].tier = pb.MEMORY_TIER_EPISODIC


def count_a_mention_twice(kept: Kept) -> None:
    kept.held.entities[0].mention_count += 1


def lose_an_entity(kept: Kept) -> None:
    del kept.held.supports[kept.held.entities.pop(0).entity_id]


def rest_on_what_is_gone(kept: Kept) -> None:
    support = kept.held.supports[kept.held.entities[0].entity_id]
    support.remove(next(iter(support)))
    support.add("gone")


def test_a_kept_promise_is_no_fault(kept: Kept) -> None:
    found = kept.audit()
    assert found.faults == []
    assert (found.turns, found.turns_uncertain, found.digests) == (44, 4, 2)
    assert (found.sessions, found.sessions_ended, found.unfinished) == (2, 1, 0)


def test_an_ended_session_may_lack_what_its_summary_has(kept: Kept) -> None:
    turns = kept.held.turns["s1"][:1]
    kept.held.memories.append(digest(kept.speaker.talks[1], turns))
    assert kept.audit().faults == []


@pytest.mark.parametrize(
    ("spoil", "count"),
    [
        (lose_turns, "turns_lost"),
        (lose_a_session, "turns_lost"),
        (double_a_turn, "turns_amiss"),
        (swap_turns, "turns_amiss"),
        (half_a_call, "turns_amiss"),
        (forget_a_statement, "statements_lost"),
        (double_a_statement, "memories_doubled"),
        (mention_twice, "memories_doubled"),
        (have_two_sources, "memories_doubled"),
        (make_up, "memories_strange"),
        (lose_a_digest, "digests_missing"),
        (digest_again, "digests_doubled"),
        (digest_the_rest_again, "digests_doubled"),
        (mention_a_digest_twice, "digests_doubled"),
        (digest_the_window, "digests_strange"),
        (lose_a_summary, "sessions_amiss"),
        (have_two_summaries, "sessions_amiss"),
        (have_another_summary, "sessions_amiss"),
        (reopen, "sessions_amiss"),
        (end_unasked, "sessions_amiss"),
        (count_a_mention_twice, "entities_miscounted"),
        (lose_an_entity, "entities_miscounted"),
        (rest_on_what_is_gone, "entities_miscounted"),
    ],
)
def test_a_broken_promise_is_found(kept: Kept, spoil: Callable[[Kept], None], count: str) -> None:
    spoil(kept)
    found = kept.audit()
    assert getattr(found, count) > 0
    assert found.faults
