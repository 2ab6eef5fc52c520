"""The composition root: builds every part from the settings, starts, and drains."""

import asyncio
import contextlib
import gc
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import structlog

from myosotis import __version__
from myosotis_server.adapters.allocator import Tidy, trim
from myosotis_server.adapters.file_claims import FileClaims
from myosotis_server.adapters.heads import PackHeads
from myosotis_server.adapters.llm_extractor import ChatModel
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.model_pack import read_pack
from myosotis_server.adapters.onnx_embedder import OnnxEmbedder
from myosotis_server.adapters.ram_claims import RamClaims
from myosotis_server.adapters.ram_heads import NoHeads
from myosotis_server.adapters.system import SystemClock, SystemRandomness
from myosotis_server.adapters.view import build_view
from myosotis_server.adapters.view_shelf import ViewShelf
from myosotis_server.adapters.word_analyzer import MixedWords
from myosotis_server.config import Settings
from myosotis_server.jobs.upkeep_schedule import UpkeepSchedule
from myosotis_server.master_keys import master_keys, vault_of
from myosotis_server.memory.access import Authentication, KeyRing
from myosotis_server.memory.backups import Backups
from myosotis_server.memory.embedding import ModelInfo
from myosotis_server.memory.errors import ModelMissing
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
from myosotis_server.service.admission import Admission
from myosotis_server.service.ageing import Ages
from myosotis_server.service.append_turns import AppendTurns
from myosotis_server.service.audit_trail import AuditTrail
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
from myosotis_server.service.rates import Buckets, Rates
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
from myosotis_server.telemetry.logs import set_up_logs
from myosotis_server.telemetry.metrics import Metrics
from myosotis_server.telemetry.tracing import Tracing
from myosotis_server.understanding.privacy import DEFAULT_POLICY, PrivacyPolicy
from myosotis_server.wire.admin_service import AdminServicer
from myosotis_server.wire.conversation_service import ConversationServicer
from myosotis_server.wire.graph_service import GraphServicer
from myosotis_server.wire.interceptors.access import Access
from myosotis_server.wire.interceptors.audit import Audit
from myosotis_server.wire.interceptors.call_log import CallLog
from myosotis_server.wire.interceptors.failures import Failures
from myosotis_server.wire.interceptors.request_id import with_request_id
from myosotis_server.wire.memory_service import MemoryServicer
from myosotis_server.wire.page_token import PageTokens
from myosotis_server.wire.server import STREAMS, Limits, Servicers, WireServer
from myosotis_server.wire.tls import ReloadingTls, TlsFiles
from myosotis_server.wire.use_cases import UseCases
from myosotis_server.workers import Line

LANE_THREADS = 32
"""Threads that wait for the disk or scan a view; enough that commits of many users group."""

SLICE_SECONDS = 0.001
"""How long a thread keeps the interpreter while others wait for it: a fifth of what Python gives
it. Beside one that reads turns, the slowest hops to a thread and back take a third of the time."""


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


def store_readings(store: LmdbStore, map_bytes: int) -> dict[str, Callable[[], float]]:
    """What `Gauges` may look at in the store."""
    return {
        "store_users": lambda: store.size().users,
        "store_memories": lambda: store.size().memories,
        "store_bytes": lambda: store.size().nbytes,
        "store_used_bytes": lambda: store.used_bytes,
        "store_map_bytes": lambda: map_bytes,
        "store_waiting_writes": lambda: store.waiting_writes,
    }


def view_readings(views: ViewShelf, budget_bytes: int) -> dict[str, Callable[[], float]]:
    """What `Gauges` may look at in the views."""
    return {
        "views": lambda: len(views),
        "view_bytes": lambda: views.nbytes,
        "view_budget_bytes": lambda: budget_bytes,
    }


def tracing(settings: Settings) -> Tracing | None:
    """What makes traces, if they are asked for. TracingMissing where it is not installed."""
    if not settings.traces_endpoint:
        return None
    return Tracing(settings.traces_endpoint, settings.traces_share)


def language_model(settings: Settings) -> ChatModel | None:
    """The configured language model, if there is one."""
    if not settings.llm_base_url:
        return None
    key = settings.llm_api_key
    return ChatModel(
        settings.llm_base_url,
        key.get_secret_value() if key else "",
        settings.llm_model,
        settings.llm_timeout_seconds,
        settings.llm_tokens_per_minute,
    )


def server_tls(settings: Settings) -> ReloadingTls | None:
    """The configured certificate; None to speak plain text. CertificateUnusable if it is none."""
    certificate, key = settings.tls_certificate_file, settings.tls_key_file
    if certificate is None or key is None:
        return None
    return ReloadingTls(TlsFiles(certificate, key, settings.tls_client_ca_file))


def warn_of_keys(asked: Authentication, ring: KeyRing) -> None:
    """Says what would surprise whoever starts the server."""
    log = structlog.get_logger("myosotis")
    if asked is Authentication.REQUIRED and not ring:
        log.warning("calls need an API key and there is none: run `myosotis keys create`")
    if asked is Authentication.OFF and ring:
        log.warning("authentication is off: nobody is asked for the API keys that there are")


def pack_heads(settings: Settings, model: ModelInfo) -> Heads:
    """The classifiers of the pack; what reads by rules alone where it has none for this build."""
    try:
        return PackHeads(settings.pack_dir, model.digest)
    except ModelMissing as missing:
        structlog.get_logger("myosotis").warning(
            "turns are read without classifiers, which costs much", why=str(missing)
        )
        return NoHeads()


async def run(settings: Settings, line: Line | None = None) -> bool:
    """Serves until SIGTERM or SIGINT, then drains; with a `line`, as one of several workers.

    It ends by itself, with True, where a failure of the disk took its store: another process can
    open that again, to what was committed.

    ModelMissing, StoreUnusable, CertificateUnusable, TracingMissing and OSError (port in use) say
    why it cannot start.
    """
    set_up_logs(settings.log_format, settings.log_level, with_request_id)
    log = structlog.get_logger("myosotis")
    tls = server_tls(settings)
    trace = tracing(settings)
    read_pack(settings.pack_dir)  # before anything is made that is of no use without a model
    keys = master_keys(settings)
    if keys.created:
        log.warning(
            "made a master key beside the data it protects; in production give your own with "
            "MYOSOTIS_MASTER_KEY_FILE or MYOSOTIS_MASTER_KEY_COMMAND and keep a copy elsewhere"
        )
    vault = vault_of(settings, keys)
    metrics = Metrics()
    store = LmdbStore(settings.data_dir, vault, settings.map_size_bytes, meter=metrics)
    with contextlib.ExitStack() as open_until_the_end:
        if trace is not None:
            open_until_the_end.enter_context(contextlib.closing(trace))
        open_until_the_end.enter_context(contextlib.closing(store))
        claims = FileClaims(settings.data_dir, vault.derive("claims"))
        open_until_the_end.enter_context(contextlib.closing(claims))
        embedder = OnnxEmbedder(settings.pack_dir, threads=1)
        model = language_model(settings)
        if model is not None:
            open_until_the_end.enter_context(contextlib.closing(model))
        clock = SystemClock()
        analyzer = MixedWords()
        give_back = trim()
        views = ViewShelf(
            store,
            Tidy(partial(build_view, coarse_from=settings.coarse_from), give_back),
            settings.view_budget_bytes,
            analyzer,
            metrics,
        )
        ports = Ports(
            store=store,
            views=views,
            embedder=embedder,
            analyzer=analyzer,
            heads=pack_heads(settings, embedder.model),
            clock=clock,
            randomness=SystemRandomness(),
            language_model=model,
            backups=store.backups,
            claims=claims,
        )
        app = App(
            ports,
            workers=settings.cores,
            query_cache=settings.query_cache_size,
            max_waiting_texts=settings.max_waiting_texts,
            policy=settings.privacy_policy,
            times=Times.of(settings),
            tally=metrics,
            memories_per_user=settings.memories_per_user,
            extractor=settings.llm_model,
            showing=settings.showing,
            meter=metrics,
        )
        # A door of their own: who may call must not wait behind what was called.
        key_lane = Lanes(1)
        open_until_the_end.callback(key_lane.close)
        admission = Admission(store.api_keys, key_lane, clock, settings.asks_for_keys)
        rates = Rates(
            Buckets(settings.calls_per_second_per_key), Buckets(settings.calls_per_second_per_user)
        )
        trail = AuditTrail(store.audit, clock, settings.audit_retention_days)
        tokens = PageTokens(vault.derive("page tokens"))
        server = WireServer(
            Servicers(
                MemoryServicer(app.use, tokens, clock),
                ConversationServicer(app.use, tokens, clock),
                GraphServicer(app.use.relate, app.use.clearing, tokens, clock),
                AdminServicer(app.use, trail, tokens),
            ),
            Limits(
                max_message_bytes=settings.max_message_bytes,
                max_concurrent_calls=settings.max_concurrent_calls,
                keepalive_seconds=settings.keepalive_seconds,
                max_connection_age_seconds=settings.max_connection_age_seconds,
                shares_port=line is not None,
            ),
            Access(admission, rates),
            tls.credentials() if tls is not None else None,
            Audit(trail) if settings.audit else None,
            CallLog(metrics.calls, settings.slow_call_seconds, trace, STREAMS),
            Failures(metrics.calls.failed),
        )
        metrics.describe(__version__, embedder.model.name)
        metrics.follow(app.readings())
        metrics.follow(view_readings(views, settings.view_budget_bytes))
        metrics.follow(store_readings(store, settings.map_size_bytes))
        if settings.metrics_address:
            host, _, number = settings.metrics_address.rpartition(":")
            side_port = metrics.serve(int(number), host.strip("[]"), lambda: server.is_serving)
            open_until_the_end.enter_context(contextlib.closing(side_port))
        warn_of_keys(settings.asks_for_keys, store.api_keys.ring())
        stopping = _stop_signal(store)
        if line is not None:
            line.when_left(stopping.set)
        await app.warm_up()
        sys.setswitchinterval(SLICE_SECONDS)
        # What is there now stays. Going through it all again holds up every call for 60 ms.
        gc.collect()
        gc.freeze()
        give_back()
        app.start()
        trail.start()
        try:
            port = await server.start(settings.address)
            log.info(
                "serving",
                address=settings.address,
                port=port,
                model=embedder.model.name,
                pid=os.getpid(),
            )
            if line is not None:
                line.tell_serving()
            await stopping.wait()
            if store.is_broken:
                log.error("the disk failed under the store, which must be opened again")
            log.info("draining", seconds=settings.drain_seconds)
            app.end_streams()
        finally:
            await server.drain(settings.drain_seconds)
            await app.stop()
            await trail.stop()
    log.info("stopped")
    return store.is_broken


def _stop_signal(store: LmdbStore) -> asyncio.Event:
    """Set by SIGTERM or SIGINT, or when `store` can be used no more."""
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    store.when_broken(lambda: loop.call_soon_threadsafe(stopping.set))
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopping.set)
    return stopping
