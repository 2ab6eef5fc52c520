"""The whole service on RAM twins, and short ways to speak with it."""

import asyncio
from collections.abc import Callable
from typing import Any, Literal, Self
from zoneinfo import ZoneInfo

from myosotis_server.adapters.ram_claims import RamClaims
from myosotis_server.adapters.ram_embedder import RamEmbedder
from myosotis_server.adapters.ram_heads import NoHeads
from myosotis_server.adapters.ram_store import RamStore
from myosotis_server.adapters.ram_view import PlainView
from myosotis_server.adapters.view_shelf import ViewShelf
from myosotis_server.adapters.word_analyzer import MixedWords
from myosotis_server.app import USUAL_TIMES, App, Ports, Times
from myosotis_server.memory.heads import Heads
from myosotis_server.memory.language_model import FailureReason, LanguageModel
from myosotis_server.memory.meter import UNMEASURED, Meter
from myosotis_server.memory.ports import Claims, Embedder, Store, UserHead, View
from myosotis_server.memory.rows import Rows
from myosotis_server.memory.values import (
    SECOND,
    ExtractionMode,
    ForgetMode,
    Memory,
    MemoryChange,
    MemoryFilter,
    Owner,
    ReconcileMode,
    Role,
    Statement,
    Turn,
)
from myosotis_server.service.append_turns import Appended
from myosotis_server.service.clearing import USUAL_SHOWING, Showing
from myosotis_server.service.commit import Outcome, RequestKey
from myosotis_server.service.forget import ForgetTarget, Forgotten
from myosotis_server.service.recall import RecallAnswer, RecallQuestion
from myosotis_server.understanding.privacy import DEFAULT_POLICY, PrivacyPolicy
from ports.builders import ALICE, NOW
from ports.set_clock import CountedRandomness, SetClock

VIEW_BUDGET = 1 << 24
_RANDOMNESS = CountedRandomness()
"""Of all worlds, so that those that share a store give no id twice."""
INLINE, BACKGROUND, OFF = ExtractionMode.INLINE, ExtractionMode.BACKGROUND, ExtractionMode.OFF


class Tally:
    """Counts how turns were read and summed up."""

    def __init__(self) -> None:
        self.locally = 0
        self.failures: list[FailureReason | None] = []
        self.summaries: list[FailureReason | Literal["ok", "local"]] = []
        self.kept = 0
        self.rejected = 0
        self.passed_over = 0
        self.asked = 0
        self.waiting = 0
        self.lags: list[float] = []

    def read_locally(self) -> None:
        self.locally += 1

    def read_by_model(self, failure: FailureReason | None = None) -> None:
        self.failures.append(failure)

    def summarised_locally(self) -> None:
        self.summaries.append("local")

    def summarised_by_model(self, failure: FailureReason | None = None) -> None:
        self.summaries.append(failure or "ok")

    def asked_model(self, seconds: float) -> None:
        self.asked += 1

    def statements(self, kept: int = 0, rejected: int = 0, passed_over: int = 0) -> None:
        self.kept += kept
        self.rejected += rejected
        self.passed_over += passed_over

    def unread_users(self, count: int) -> None:
        self.waiting = count

    def caught_up(self, seconds: float) -> None:
        self.lags.append(seconds)


class World:
    """One process of the service. Several may share a store; `async with` starts and stops it."""

    def __init__(
        self,
        store: Store | None = None,
        embedder: Embedder | None = None,
        heads: Heads | None = None,
        clock: SetClock | None = None,
        build_view: Callable[[UserHead, Rows], View] = PlainView,
        max_waiting_texts: int = 1_000,
        reads_on: bool = True,
        language_model: LanguageModel | None = None,
        times: Times = USUAL_TIMES,
        memories_per_user: int = 0,
        showing: Showing = USUAL_SHOWING,
        policy: PrivacyPolicy = DEFAULT_POLICY,
        meter: Meter = UNMEASURED,
        claims: Claims | None = None,
    ) -> None:
        """Without `reads_on`, it is as if it were killed before any of its background work ran."""
        self.store = store or RamStore()
        self.embedder = embedder or RamEmbedder()
        self.clock = clock or SetClock()
        analyzer = MixedWords()
        ports = Ports(
            store=self.store,
            views=ViewShelf(self.store, build_view, VIEW_BUDGET, analyzer, meter),
            embedder=self.embedder,
            analyzer=analyzer,
            heads=heads or NoHeads(),
            clock=self.clock,
            randomness=_RANDOMNESS,
            language_model=language_model,
            claims=claims or RamClaims(),
        )
        self.tally = Tally()
        self.app = App(
            ports,
            workers=2,
            query_cache=100,
            max_waiting_texts=max_waiting_texts,
            times=times,
            tally=self.tally,
            memories_per_user=memories_per_user,
            showing=showing,
            policy=policy,
            meter=meter,
        )
        self.use = self.app.use
        self._reads_on = reads_on

    async def __aenter__(self) -> Self:
        if self._reads_on:
            self.app.start()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.app.stop()

    async def remember(
        self,
        *said: str | Statement,
        owner: Owner = ALICE,
        mode: ReconcileMode = ReconcileMode.UNSPECIFIED,
        request: RequestKey | None = None,
        **fields: Any,
    ) -> Outcome:
        """`fields` belong to every statement that is given as text."""
        statements = [
            each if isinstance(each, Statement) else Statement(each, **fields) for each in said
        ]
        return await self.use.remember(owner, statements, mode, request)

    async def say(
        self,
        *turns: str | Turn,
        owner: Owner = ALICE,
        session: str = "s1",
        mode: ExtractionMode = INLINE,
        zone: str = "UTC",
        request: RequestKey | None = None,
    ) -> Appended:
        """Appends turns, of the user where they are only texts; a second goes by."""
        now = self.clock.now()
        said = [
            each if isinstance(each, Turn) else Turn("", Role.USER, each, now + place)
            for place, each in enumerate(turns)
        ]
        self.clock.advance(SECOND)
        return await self.use.append_turns(owner, session, said, mode, ZoneInfo(zone), request)

    @property
    def users_waiting(self) -> int:
        """Of whom this process knows that turns of theirs are unread."""
        return self.app._unread.waiting

    async def read_all(self, owner: Owner = ALICE) -> None:
        """Returns when all turns have been read."""
        await until(lambda: not self.store.unread(owner, 1))

    async def know(self, content: str, owner: Owner = ALICE, **fields: Any) -> Memory:
        """The memory that `content` became."""
        outcome = await self.remember(content, owner=owner, **fields)
        return outcome.changes[0].memory

    async def recall(self, query: str = "", owner: Owner = ALICE, **fields: Any) -> RecallAnswer:
        """Read-only unless `fields` say otherwise."""
        question = RecallQuestion(query, **{"read_only": True, **fields})
        return await self.use.recall(owner, question)

    async def recalled(self, query: str = "", owner: Owner = ALICE, **fields: Any) -> list[str]:
        """Contents, best first."""
        answer = await self.recall(query, owner, **fields)
        return [each.memory.content for each in answer.memories]

    async def listed(self, owner: Owner = ALICE, size: int = 1_000, **wanted: Any) -> list[Memory]:
        """Every page of a list."""
        memories: list[Memory] = []
        page = await self.use.browse.page(owner, MemoryFilter(**wanted), size, None)
        memories += page.memories
        while page.next is not None:
            page = await self.use.browse.page(owner, MemoryFilter(**wanted), size, page.next)
            memories += page.memories
        return memories

    async def contents(self, owner: Owner = ALICE, **wanted: Any) -> set[str]:
        return {memory.content for memory in await self.listed(owner, **wanted)}

    async def forget(
        self,
        *ids: str,
        owner: Owner = ALICE,
        mode: ForgetMode = ForgetMode.UNSPECIFIED,
        dry_run: bool = False,
        request: RequestKey | None = None,
        **target: Any,
    ) -> Forgotten:
        aim = ForgetTarget(memory_ids=ids, **target)
        return await self.use.forget(owner, aim, mode, dry_run, request)

    async def revise(
        self, memory: Memory, owner: Owner = ALICE, expected: int | None = None, **fields: Any
    ) -> Memory:
        return (await self.use.revise(owner, memory.memory_id, fields, expected))[0]

    async def history(self, memory: Memory, owner: Owner = ALICE) -> list[MemoryChange]:
        """All states, newest first."""
        return (await self.use.browse.history(owner, memory.memory_id, 1_000, None))[0]


def turn(content: str, turn_id: str = "", role: Role = Role.USER, **fields: Any) -> Turn:
    return Turn(turn_id or content, role, content, fields.pop("say_time", NOW), **fields)


def request(number: int = 1, content: bytes = b"content") -> RequestKey:
    return RequestKey(f"00000000-0000-4000-8000-{number:012}", content.ljust(32, b"."))


async def until(true: Callable[[], bool]) -> None:
    """Lets everything else run until `true`; for what other threads are about to do."""
    async with asyncio.timeout(10):
        while not true():
            await asyncio.sleep(0.0005)
