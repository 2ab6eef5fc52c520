"""What a chat model should know before it replies, within a token budget.

Everything that is known of the user stands between two tags and on lines of its own, folded so that
no memory can end its line, write a tag or pose as a heading.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from myosotis_server.memory.budget import Section, Share, fit, names_cut
from myosotis_server.memory.identity import normalise
from myosotis_server.memory.values import Role, Turn
from myosotis_server.understanding.briefing_cuts import Count, beginning, both_ends
from myosotis_server.understanding.briefing_lines import (
    MARK,
    bullet,
    folded,
    is_shortened,
    labelled,
    local,
)
from myosotis_server.understanding.briefing_once import Told, said_in, that_say, without_repeats
from myosotis_server.understanding.briefing_parts import (
    ABOUT_USER,
    PRIORITY,
    Briefing,
    ContextFormat,
    Message,
    Part,
    Rendered,
)
from myosotis_server.understanding.briefing_words import TAG, Wording
from myosotis_server.understanding.briefing_words_en import ENGLISH
from myosotis_server.understanding.briefing_words_zh import CHINESE

__all__ = ["MESSAGE_TOKENS", "Briefing", "ContextFormat", "Message", "Rendered", "render"]

MESSAGE_TOKENS = 4
"""What a chat format adds to each message: its role and the marks around it."""

_LEAST_PART = 24
"""Tokens below which a part of an older turn tells nothing."""

_LINE = "\n"
_BLOCK = "\n\n"
_OPENING = f"\n<{TAG}>\n"
_CLOSING = f"\n</{TAG}>"


def render(briefing: Briefing, form: ContextFormat, budget: int, count: Count) -> Rendered:
    """`briefing` in at most `budget` tokens as `count` has them, MESSAGE_TOKENS more per message.

    As messages: one of the system (persona, tone, rules, what is known), then the window verbatim,
    each turn under its own role. As text: the same, with the window behind its speakers' names.

    What does not fit is cut by PRIORITY: memories whole, from their part's end; the persona at its
    end; a turn in its middle, older turns before newer ones, the latest of the user last. Nothing
    is said twice: a memory is told in the first part that has it, and not at all where the turns
    shown say it already; it comes back when those are cut. A larger budget has all memories and
    whole turns that a smaller one has, or the turns that say them, as far as the tokens of parts
    sum up. Takes two calls of `count`, unless something long is cut.
    """
    desk = _Desk(briefing, form, count)
    spare = 0
    while spare < budget:
        rendered = desk.rendered(budget - spare)
        if rendered.token_count <= budget:
            return rendered
        # Parts may be fewer tokens apart than together. Doubling ends this soon, whatever counts.
        spare += max(rendered.token_count - budget, spare)
    return desk.rendered(0)


@dataclass(frozen=True, slots=True)
class _Line:
    """What is kept or cut as one, and the memory that it tells, if it does."""

    text: str
    told: Told | None = None


class _Desk:
    """The pieces of one briefing, written and counted once."""

    def __init__(self, briefing: Briefing, form: ContextFormat, count: Count) -> None:
        self._is_text = form is ContextFormat.TEXT
        self._count = count
        self._words = CHINESE if briefing.language.lower().startswith("zh") else ENGLISH
        self._ranks = _ranks(briefing.window)
        turns = [briefing.window[place] for place in self._ranks]
        self._roles = [turn.role or Role.USER for turn in turns]
        self._turns = [
            labelled(turn, self._words) if self._is_text else turn.content for turn in turns
        ]
        self._lines = _lines(briefing, self._words)
        self._said = said_in(
            [line.told for part in ABOUT_USER for line in self._lines[part] if line.told],
            turns,
            briefing.session_id,
        )
        self._headings = {
            Part.PROFILE: self._words.profile,
            Part.RELEVANT: self._words.relevant,
            Part.RECENT_EVENTS: self._words.recent_events,
            Part.SHORT_TERM: self._words.short_term,
        }
        pieces = dict.fromkeys([_LINE, _BLOCK, *self._headings.values(), *self._turns])
        pieces.update(dict.fromkeys(line.text for part in self._lines.values() for line in part))
        pieces[self._words.conversation] = None
        self._costs = dict(zip(pieces, count(list(pieces)), strict=True))

    def rendered(self, budget: int) -> Rendered:
        """What fits into about `budget` tokens, with its true count; nothing fits into 0."""
        if not self._is_text and any(self._lines.values()):
            budget -= MESSAGE_TOKENS
        fitted = self._fitted(budget)
        turns = self._shown_turns(fitted)
        system = self._system(fitted, [turns[rank] for rank in turns if rank not in fitted.shown])
        cut = {*fitted.cut, *(part for part in ABOUT_USER if self._has_shortened(part, fitted))}
        truncated = tuple(part.value for part in Part if part in cut)
        spoken = [Message(self._roles[rank], turns[rank]) for rank in _in_time(self._ranks, turns)]
        if self._is_text:
            if spoken:
                lines = [self._words.conversation, *(text for _, text in spoken)]
                system.append(_LINE.join(lines))
            text = _BLOCK.join(system)
            return Rendered(text=text, token_count=self._tokens([text]), truncated=truncated)
        messages = [Message(Role.SYSTEM, _BLOCK.join(system))] if system else []
        messages += spoken
        tokens = self._tokens([text for _, text in messages]) + MESSAGE_TOKENS * len(messages)
        return Rendered(messages=tuple(messages), token_count=tokens, truncated=truncated)

    def _fitted(self, budget: int) -> "_Fitted":
        """As many turns as fit beside the memories that they don't say.

        A turn that is cut brings back what only it said, which may cut another turn, and so on to
        where it holds. Those are the most turns that do: memories that come back never make room.
        """
        shown = frozenset(range(len(self._turns)))
        while True:
            lines = {part: self._unsaid(part, shown) for part in self._lines}
            if not any(lines[part] for part in ABOUT_USER):
                lines[Part.RULES] = []
            sections = [self._section(part, lines) for part in PRIORITY]
            shares = dict(zip(PRIORITY, fit(sections, budget), strict=True))
            first, others = shares[Part.LATEST].kept, shares[Part.WINDOW].kept
            kept = frozenset((*range(first), *range(1, 1 + others)))
            if shown <= kept:
                break
            shown &= kept
        names = set(names_cut(sections, list(shares.values())))
        if Part.RULES in names:
            names.update(part for part in ABOUT_USER if lines[part])
            shares |= {part: Share(0) for part in ABOUT_USER}
        cut = {Part.WINDOW if name == Part.LATEST else Part(name) for name in names}
        return _Fitted(
            {part: each[: shares[part].kept] for part, each in lines.items()},
            {part: share.left for part, share in shares.items()},
            kept,
            cut - {Part.RULES},
        )

    def _unsaid(self, part: Part, shown: Set[int]) -> list["_Line"]:
        return [
            line
            for line in self._lines[part]
            if line.told is None or not self._said[line.told.memory.memory_id].by(shown)
        ]

    def _section(self, part: Part, lines: Mapping[Part, Sequence["_Line"]]) -> Section:
        """The costs of a part, with the line breaks or message marks around its items."""
        line, block = self._costs[_LINE], self._costs[_BLOCK]
        claim = PRIORITY[part]
        if part in (Part.LATEST, Part.WINDOW):
            turns = self._turns[:1] if part is Part.LATEST else self._turns[1:]
            around = line if self._is_text else MESSAGE_TOKENS
            heading = around
            if self._is_text and part is Part.LATEST:
                heading += block + self._costs[self._words.conversation]
            return Section(part, [self._costs[each] for each in turns], heading, around, *claim)
        costs = [self._costs[each.text] for each in lines[part]]
        if part not in ABOUT_USER:
            return Section(part, costs, block, block, *claim)
        heading = line
        if part in self._headings:
            heading += self._costs[self._headings[part]] + line
        return Section(part, costs, heading, line, *claim)

    def _shown_turns(self, fitted: "_Fitted") -> dict[int, str]:
        """What is shown of the turns, by rank: those that fit, and as much as does of the next.

        Not of one whose part would only say again what a memory does.
        """
        turns = {rank: self._turns[rank] for rank in fitted.shown}
        if self._turns and 0 not in turns:
            turns[0] = both_ends(self._turns[0], fitted.left[Part.LATEST], self._count)
        following = max(fitted.shown | {0}) + 1
        room = fitted.left[Part.WINDOW]
        if following < len(self._turns) and room >= _LEAST_PART:
            part = both_ends(self._turns[following], room, self._count)
            told = (line.told for about in ABOUT_USER for line in fitted.lines[about] if line.told)
            said = [normalise(part)]
            if not any(that_say(each, said) for each in told):
                turns[following] = part
        return {rank: text for rank, text in turns.items() if text}

    def _system(self, fitted: "_Fitted", parts_of_turns: Sequence[str]) -> list[str]:
        """The blocks before the window. What shown parts of turns say is left out as well."""
        blocks = []
        for persona in self._lines[Part.PERSONA]:
            text = persona.text
            if not fitted.lines[Part.PERSONA]:
                text = beginning(text, fitted.left[Part.PERSONA], self._count, MARK)
            blocks.append(text)
        blocks += (line.text for line in fitted.lines[Part.TONE])
        said = [normalise(text) for text in parts_of_turns]
        known: list[str] = []
        for part in ABOUT_USER:
            texts = [
                line.text
                for line in fitted.lines[part]
                if line.told is None or not that_say(line.told, said)
            ]
            if part is Part.SHORT_TERM:
                texts.reverse()
            if texts and part in self._headings:
                known.append(self._headings[part])
            known += texts
        if known:
            rules = fitted.lines[Part.RULES][0].text.removesuffix(_CLOSING)
            blocks.append(rules + _LINE.join(known) + _CLOSING)
        return [block for block in blocks if block]

    def _has_shortened(self, part: Part, fitted: "_Fitted") -> bool:
        return any(line.told and is_shortened(line.told.memory) for line in fitted.lines[part])

    def _tokens(self, texts: Sequence[str]) -> int:
        return sum(self._count(texts)) if any(texts) else 0


@dataclass(frozen=True, slots=True)
class _Fitted:
    """What is whole: lines, and turns by rank. `left` is for parts of what is not."""

    lines: Mapping[Part, Sequence[_Line]]
    left: Mapping[Part, int]
    shown: frozenset[int]
    cut: Set[Part]


def _ranks(window: Sequence[Turn]) -> list[int]:
    """Places of the turns that say anything, the one that is kept longest first.

    That is the user's latest, which the reply is to, or else the latest of all. The others follow
    from the newest to the oldest.
    """
    places = [place for place, turn in enumerate(window) if turn.content.strip()][::-1]
    of_user = (place for place in places if window[place].role is Role.USER)
    latest = next(of_user, places[0] if places else None)
    return sorted(places, key=lambda place: (place != latest, -place))


def _in_time(ranks: Sequence[int], shown: Iterable[int]) -> list[int]:
    """The ranks that are shown, in the order in which their turns were said."""
    return sorted(shown, key=lambda rank: ranks[rank])


def _lines(briefing: Briefing, words: Wording) -> dict[Part, list[_Line]]:
    """What there is to tell besides the window, each memory once."""
    zone = briefing.zone
    now = local(briefing.now, zone)
    moment = words.moment(now) if now else ""
    single = {
        Part.PERSONA: briefing.persona.strip(),
        Part.TONE: briefing.tone.guidance if briefing.tone else "",
        Part.RULES: words.rules.format(now=moment) + _OPENING + _CLOSING,
        Part.EMOTION_TREND: folded(briefing.emotion_trend),
        Part.LAST_TOPIC: folded(briefing.last_topic),
    }
    labels = {
        Part.TONE: words.tone,
        Part.EMOTION_TREND: words.emotion_trend,
        Part.LAST_TOPIC: words.last_topic,
    }
    lines = {
        part: [_Line(labels.get(part, "") + text)] if text else [] for part, text in single.items()
    }
    told = without_repeats(
        {
            Part.PROFILE: briefing.profile,
            Part.RELEVANT: briefing.relevant,
            Part.RECENT_EVENTS: briefing.recent_events,
            Part.SHORT_TERM: briefing.short_term[::-1],
        }
    )
    for part, memories in told.items():
        # What was said in this conversation needs no date.
        seen_at = None if part is Part.SHORT_TERM else now
        lines[part] = [_Line(bullet(each.memory, words, seen_at, zone), each) for each in memories]
    return lines
