"""Every part between the ports and the wire, put together, started and drained."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from myosotis import __version__
from myosotis_server.adapters.ram_claims import RamClaims
from myosotis_server.config import Settings
from myosotis_server.jobs.upkeep_schedule import UpkeepSchedule
from myosotis_server.memory.backups import Backups
from myosotis_server.memory.heads import Heads
from myosotis_server.memory.language_model import LanguageModel
from myosotis_server.memory.meter import UNMEASURED, Meter
from myosotis_server.memory.ports import (
    Claims,
    Clock,
    Embedder,
    Randomness,
    Store,
    Views,
    WordAnalyzer,
)
from myosotis_server.memory.values import DAY, MINUTE, Owner
from myosotis_server.service.access_log import AccessLog
from myosotis_server.service.accounts import Accounts
from myosotis_server.service.ageing import Ages
from myosotis_server.service.append_turns import AppendTurns
from myosotis_server.service.backup import Backup
from myosotis_server.service.browse import Browse
from myosotis_server.service.bulletin import Bulletin
from myosotis_server.service.clearing import USUAL_SHOWING, Clearing, Showing
from myosotis_server.service.closing import Closing, Terms
from myosotis_server.service.commit import Committer
from myosotis_server.service.context import GetContext
from myosotis_server.service.digests import Digests
from myosotis_server.service.embed_queue import EmbedQueue
from myosotis_server.service.forget import Forget
from myosotis_server.service.forgotten_elsewhere import ForgottenElsewhere
from myosotis_server.service.habits import Habits
from myosotis_server.service.hearing import Hearing
from myosotis_server.service.lanes import Lanes
from myosotis_server.service.learning import Learning
from myosotis_server.service.linking import Linking
from myosotis_server.service.maintain import Maintain
from myosotis_server.service.model_guard import ModelGuard
from myosotis_server.service.model_reading import ModelReading, Tally
from myosotis_server.service.model_summary import ModelSummary
from myosotis_server.service.moods import Moods
from myosotis_server.service.profile import GetProfile
from myosotis_server.service.quota import Quota
from myosotis_server.service.recall import Recall
from myosotis_server.service.reembed import Reembed
from myosotis_server.service.relate import Relate
from myosotis_server.service.remember import Remember
from myosotis_server.service.retention import Retention
from myosotis_server.service.revise import Revise
from myosotis_server.service.rotate_key import RotateKey
from myosotis_server.service.row_maker import RowMaker
from myosotis_server.service.sessions import Sessions
from myosotis_server.service.transfer import Transfer
from myosotis_server.service.unread import Unread
from myosotis_server.service.warming import warm_up
from myosotis_server.service.watch import Watch
from myosotis_server.telemetry.metrics import Metrics
from myosotis_server.understanding.privacy import DEFAULT_POLICY, PrivacyPolicy
from myosotis_server.wire.use_cases import UseCases

LANE_THREADS = 32
"""Threads that wait for the disk or scan a view; enough that commits of many users group."""


@dataclass(frozen=True, slots=True)
class Ports:
    """The world as the service sees it."""

    store: Store
    views: Views
    embedder: Embedder
    analyzer: WordAnalyzer
    heads: Heads
    clock: Clock
    randomness: Randomness
    language_model: LanguageModel | None = None
    backups: Backups | None = None
    claims: Claims = field(default_factory=RamClaims)


@dataclass(frozen=True, slots=True)
class Times:
    """What lasts how long: microseconds but for `window_exchanges` and `maintenance_seconds`."""

    window_exchanges: int = 6
    session_idle: int = 30 * MINUTE
    short_term: int = DAY
    summary: int = 30 * DAY
    turn_retention: int = 60 * DAY
    maintenance_seconds: float = 0.0

    @staticmethod
    def of(settings: Settings) -> "Times":
        return Times(
            settings.window_exchanges,
            int(settings.session_idle_minutes * MINUTE),
            int(settings.short_term_hours * 60 * MINUTE),
            settings.summary_days * DAY,
            settings.turn_retention_days * DAY,
            60 * settings.maintenance_minutes,
        )


USUAL_TIMES = Times()


class App:
    """Everything between the ports and the wire; `start` before use, `stop` at the end."""

    def __init__(
        self,
        ports: Ports,
        *,
        workers: int,
        query_cache: int,
        max_waiting_texts: int,
        policy: PrivacyPolicy = DEFAULT_POLICY,
        times: Times = USUAL_TIMES,
        tally: Tally | None = None,
        memories_per_user: int = 0,
        extractor: str = "",
        showing: Showing = USUAL_SHOWING,
        meter: Meter = UNMEASURED,
    ) -> None:
        """`extractor` is what the language model is called, if there is one."""
        tally = tally or Metrics()
        self._lanes = lanes = Lanes(LANE_THREADS)
        self._embedding = embedding = EmbedQueue(
            ports.embedder,
            workers=workers,
            max_waiting=max_waiting_texts,
            cache_size=query_cache,
            meter=meter,
        )
        self._accesses = accesses = AccessLog(ports.store)
        guard = ModelGuard(ports.embedder.model)
        rows = RowMaker(ports.analyzer)
        store, views, clock = ports.store, ports.views, ports.clock
        bulletin = Bulletin()
        committer = Committer(store, lanes, clock, guard, bulletin, meter)
        self._hearing = hearing = Hearing(embedding, ports.heads, lanes, policy, clock)
        quota = Quota(store, memories_per_user)
        learning = Learning(committer, store, views, embedding, rows, clock, quota)
        remember = Remember(hearing, learning, quota)
        reading = ModelReading(hearing, ports.language_model, tally)
        self._unread = unread = Unread(
            store, lanes, hearing, reading, learning, embedding, tally, ports.claims
        )
        summing_up = ModelSummary(ports.language_model, policy, tally)
        digests = Digests(embedding, lanes, summing_up, policy, clock)
        self._closing = closing = Closing(
            store,
            views,
            lanes,
            learning,
            digests,
            unread,
            embedding,
            clock,
            Terms(times.window_exchanges, times.session_idle, times.short_term, times.summary),
            ports.claims,
        )
        habits = Habits(store, views, lanes, learning, embedding, clock)
        forget = Forget(
            committer,
            store,
            views,
            lanes,
            embedding,
            ports.analyzer,
            guard,
            accesses,
            ports.randomness,
            policy,
            unread,
            bulletin,
            (unread.drop, closing.drop, habits.drop),
            meter,
        )
        recall = Recall(
            store, views, lanes, embedding, ports.analyzer, guard, accesses, clock, policy
        )
        maintain = Maintain(
            store,
            lanes,
            accesses,
            closing,
            Ages(committer, store, views, lanes, rows, clock),
            habits,
            Retention(committer, store, lanes, clock, times.turn_retention),
            Linking(committer, store, lanes),
            clock,
            meter,
        )
        self._upkeep = UpkeepSchedule(maintain, embedding, times.maintenance_seconds, ports.claims)
        self._elsewhere = ForgottenElsewhere(
            store,
            views,
            lanes,
            embedding,
            ports.analyzer,
            tuple((each.owners, each.drop) for each in (unread, closing, habits)),
        )
        self._reembed = Reembed(store, lanes, embedding, rows, self._switched)
        self._watch = watch = Watch(store, lanes, bulletin)
        self._rotate_key = RotateKey(store, lanes)
        self.use = UseCases(
            clearing=Clearing(store, lanes, showing),
            append_turns=AppendTurns(
                store, lanes, hearing, learning, forget, unread, reading, closing, ports.randomness
            ),
            context=GetContext(
                store, views, lanes, embedding, recall, clock, policy, times.window_exchanges
            ),
            closing=closing,
            sessions=Sessions(store, lanes),
            moods=Moods(store, lanes, clock),
            profile=GetProfile(store, views, lanes, clock),
            watch=watch,
            remember=remember,
            recall=recall,
            forget=forget,
            browse=Browse(store, views, lanes, clock),
            revise=Revise(committer, store, lanes, embedding, rows, clock, policy),
            transfer=Transfer(remember, store, views, lanes),
            relate=Relate(committer, store, lanes, clock),
            maintain=maintain,
            backup=Backup(ports.backups, lanes, clock, ports.embedder.model.digest, ports.claims),
            accounts=Accounts(
                store, views, lanes, clock, ports.embedder.model, extractor, __version__
            ),
            reembed=self._reembed,
            rotate_key=self._rotate_key,
        )

    def start(self) -> None:
        self._accesses.start()
        self._unread.start()
        self._closing.start()
        self._upkeep.start()
        self._elsewhere.start()

    async def warm_up(self) -> None:
        """Does once, for nobody, what would make the first calls slow."""
        await warm_up(self._hearing, self.use.recall)

    def readings(self) -> dict[str, Callable[[], float]]:
        """What `Gauges` may look at here."""
        return {
            "embed_waiting_texts": lambda: self._embedding.waiting,
            "query_cache_entries": lambda: self._embedding.known_queries,
            "unread_oldest_seconds": lambda: self._unread.oldest_seconds,
        }

    def end_streams(self) -> None:
        """Lets those who watch go, who would stay for good, and ends what takes long."""
        self._watch.stop()
        self._reembed.stop()

    def _switched(self, owner: Owner) -> None:
        """What waited for the user's vectors goes on."""
        self._unread.note(owner, ())
        self._closing.note(owner)

    async def stop(self) -> None:
        """Writes what was put off and ends the threads. The ports stay open."""
        await self._elsewhere.stop()
        await self._upkeep.stop()
        await self._closing.stop()
        await self._unread.stop()
        await self._accesses.stop()
        self._rotate_key.stop()
        await asyncio.to_thread(self._embedding.close)
        await asyncio.to_thread(self._lanes.close)
