"""Whether all that was said is kept and made something of, and each thing once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from faults.held import Held
from faults.talks import NAMES, Speaker, Talk, tells
from myosotis.v1 import conversation_pb2, graph_pb2
from myosotis.v1 import memory_pb2 as pb

WINDOW = 6
"""Exchanges of a session that are not digested yet."""
CHUNK = 3
"""Exchanges that one digest is made of."""


@dataclass
class TalkAudit:
    """Counts; every count of a fault has a line in `faults`."""

    users: int = 0
    turns: int = 0
    """Acknowledged ones."""
    turns_lost: int = 0
    turns_amiss: int = 0
    """Doubled, not in order, never said, or only a part of what one call appended."""
    turns_uncertain: int = 0
    turns_uncertain_there: int = 0
    statements: int = 0
    statements_lost: int = 0
    memories_doubled: int = 0
    memories_strange: int = 0
    sessions: int = 0
    sessions_ended: int = 0
    sessions_amiss: int = 0
    """Without the one summary that an ended session has, or with one though it goes on."""
    digests: int = 0
    digests_doubled: int = 0
    digests_missing: int = 0
    digests_strange: int = 0
    """Of turns that are not one run of exchanges that left the window."""
    entities: int = 0
    entities_miscounted: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def unfinished(self) -> int:
        """What may only not have been done yet."""
        return self.statements_lost + self.digests_missing


def audit_talks(found: TalkAudit, speaker: Speaker, held: Held) -> None:
    """Adds to `found` how what a server holds of `speaker` compares with what they said."""
    found.users += 1
    for talk in speaker.talks:
        _audit_turns(found, speaker, talk, held.turns.get(talk.session_id, []))
        if talk.session_id in held.sessions:
            _audit_session(found, speaker, talk, held)
    _audit_statements(found, speaker, held)
    _audit_entities(found, speaker, held)


def _audit_turns(
    found: TalkAudit, speaker: Speaker, talk: Talk, there: Sequence[conversation_pb2.Turn]
) -> None:
    where = f"{speaker.user}: {talk.session_id}"
    held = [(turn.turn_id, turn.role, turn.content) for turn in there]
    expected = []
    for call in talk.calls:
        said = [(turn.turn_id, turn.role, turn.content) for turn in call.turns]
        kept = sum(each in held for each in said)
        if call.acknowledged:
            found.turns += len(said)
            if kept < len(said):
                found.turns_lost += len(said) - kept
                found.faults.append(f"{where}: acknowledged turns are lost")
        else:
            found.turns_uncertain += len(said)
            found.turns_uncertain_there += kept
            if 0 < kept < len(said):
                found.turns_amiss += len(said) - kept
                found.faults.append(f"{where}: only a part of a call is there")
        expected += [each for each in said if each in held]
    if held != expected:
        found.turns_amiss += 1
        found.faults.append(f"{where}: turns are doubled, strange or not in order")


def _audit_statements(found: TalkAudit, speaker: Speaker, held: Held) -> None:
    """Each turn that is there and tells something is known by its words, and once."""
    told = {
        turn.content: (session_id, turn.turn_id)
        for session_id, turns in held.turns.items()
        for turn in turns
        if tells(turn)
    }
    found.statements += len(told)
    copies: dict[str, list[pb.Memory]] = {}
    for memory in held.statements:
        copies.setdefault(memory.content, []).append(memory)
    for content, source in told.items():
        known = copies.pop(content, [])
        sources = [(each.session_id, each.turn_id) for one in known for each in one.sources]
        if not known:
            found.statements_lost += 1
            found.faults.append(f"{speaker.user}: {content!r} is not known")
        elif sources != [source] or known[0].mention_count != 1:
            found.memories_doubled += 1
            found.faults.append(f"{speaker.user}: {content!r} is known more than once")
    for content in copies:
        found.memories_strange += 1
        found.faults.append(f"{speaker.user}: {content!r} was never said")


def _audit_session(found: TalkAudit, speaker: Speaker, talk: Talk, held: Held) -> None:
    session = held.sessions[talk.session_id]
    where = f"{speaker.user}: {talk.session_id}"
    has_ended = session.HasField("end_time")
    found.sessions += 1
    found.sessions_ended += has_ended
    digests = [each for each in held.digests if each.session_id == talk.session_id]
    summaries = [each for each in digests if each.tier == pb.MEMORY_TIER_EPISODIC]
    fleeting = [each for each in digests if each.tier == pb.MEMORY_TIER_SHORT_TERM]
    # What ended by itself may go on, and keeps its summary meanwhile.
    ended_once = talk.may_be_idle and len(summaries) == 1
    summed_up = ended_once or has_ended == len(summaries)
    if not summed_up or len(summaries) + len(fleeting) != len(digests):
        found.sessions_amiss += 1
        found.faults.append(f"{where} has {len(summaries)} summaries, ended: {has_ended}")
    if talk.summary_id and [talk.summary_id] != [each.memory_id for each in summaries]:
        found.sessions_amiss += 1
        found.faults.append(f"{where} has not the summary that its end told of")
    if has_ended and not (talk.ending or talk.may_be_idle):
        found.sessions_amiss += 1
        found.faults.append(f"{where} has ended though nobody ended it")
    if any(each.mention_count != 1 for each in digests):
        found.digests_doubled += 1
        found.faults.append(f"{where} has a digest that was made more than once")
    _audit_digests(found, where, _runs(held.turns[talk.session_id]), fleeting, has_ended)


def _runs(turns: Sequence[conversation_pb2.Turn]) -> list[list[conversation_pb2.Turn]]:
    """The user's turns of each run of exchanges that left the window together."""
    said = [turn for turn in turns if turn.role == conversation_pb2.ROLE_USER]
    evicted = max(len(said) - WINDOW, 0) // CHUNK * CHUNK
    return [said[start : start + CHUNK] for start in range(0, evicted, CHUNK)]


def _audit_digests(
    found: TalkAudit,
    where: str,
    runs: Sequence[Sequence[conversation_pb2.Turn]],
    digests: Sequence[pb.Memory],
    has_ended: bool,
) -> None:
    """One digest for each of `runs` in which something was told, and only of turns of that run.

    The end of a session sums up what was not digested by then: behind the last digest of an ended
    one there need be none.
    """
    found.digests += len(digests)
    retold = Counter(source.turn_id for each in digests for source in each.sources)
    if any(count > 1 for count in retold.values()):
        found.digests_doubled += 1
        found.faults.append(f"{where} has digests that share a turn")
    made = Counter[int]()
    for digest in digests:
        sources = {source.turn_id for source in digest.sources}
        of = [place for place, run in enumerate(runs) if sources <= {turn.turn_id for turn in run}]
        if not sources or not of:
            found.digests_strange += 1
            found.faults.append(f"{where} has a digest of {sorted(sources)}")
        else:
            made[of[0]] += 1
    if any(count > 1 for count in made.values()):
        found.digests_doubled += 1
        found.faults.append(f"{where} has two digests of the same exchanges")
    due = max(made, default=-1) + 1 if has_ended else len(runs)
    missing = [
        place
        for place in range(due)
        if not made[place] and any(tells(each) for each in runs[place])
    ]
    if missing:
        found.digests_missing += len(missing)
        found.faults.append(f"{where} lacks digests of runs {missing} of {len(runs)}")


def _audit_entities(found: TalkAudit, speaker: Speaker, held: Held) -> None:
    """By the graph itself, and for what has a name by the words of the memories as well."""
    ids = {each.memory_id for each in held.statements}
    for entity in held.entities:
        found.entities += 1
        support = held.supports.get(entity.entity_id)
        if support is not None and (len(support) != entity.mention_count or not support <= ids):
            _miscounted(found, speaker, entity.name, entity.mention_count, len(support & ids))
    for name in NAMES if held.entities else ():
        mentions = sum(name in each.content for each in held.statements)
        counted = [each.mention_count for each in held.entities if _is_called(each, name)]
        if sum(counted) != mentions:
            _miscounted(found, speaker, name, sum(counted), mentions)


def _miscounted(found: TalkAudit, speaker: Speaker, name: str, counted: int, mentions: int) -> None:
    found.entities_miscounted += 1
    found.faults.append(
        f"{speaker.user}: {name!r} is counted {counted} times, but {mentions} memories speak of it"
    )


def _is_called(entity: graph_pb2.Entity, name: str) -> bool:
    return name == entity.name or name in entity.aliases
