"""The composition root: builds every part from the settings, starts, and drains."""

import asyncio
import contextlib
import os
import signal
from dataclasses import dataclass
from functools import partial

import structlog

from myosotis_server.adapters.heads import PackHeads
from myosotis_server.adapters.llm_extractor import ChatModel
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.onnx_embedder import OnnxEmbedder
from myosotis_server.adapters.ram_heads import NoHeads
from myosotis_server.adapters.system import SystemClock, SystemRandomness
from myosotis_server.adapters.vault import (
    MasterKey,
    Vault,
    master_key_from_file,
    parse_master_key,
)
from myosotis_server.adapters.view import build_view
from myosotis_server.adapters.view_shelf import ViewShelf
from myosotis_server.adapters.word_analyzer import MixedWords
from myosotis_server.config import Settings
from myosotis_server.jobs.upkeep_schedule import UpkeepSchedule
from myosotis_server.memory.access import KeyRing
from myosotis_server.memory.backups import Backups
from myosotis_server.memory.embedding import ModelInfo
from myosotis_server.memory.errors import ModelMissing
from myosotis_server.memory.heads import Heads
from myosotis_server.memory.language_model import LanguageModel
from myosotis_server.memory.ports import Clock, Embedder, Randomness, Store, Views, WordAnalyzer
from myosotis_server.memory.values import DAY, MINUTE
from myosotis_server.service.access_log import AccessLog
from myosotis_server.service.admission import Admission, Authentication
from myosotis_server.service.ageing import Ages
from myosotis_server.service.append_turns import AppendTurns
from myosotis_server.service.audit_trail import AuditTrail
from myosotis_server.service.backup import Backup
from myosotis_server.service.browse import Browse
from myosotis_server.service.bulletin import Bulletin
from myosotis_server.service.closing import Closing, Terms
from myosotis_server.service.commit import Committer
from myosotis_server.service.context import GetContext
from myosotis_server.service.digests import Digests
from myosotis_server.service.embed_queue import EmbedQueue
from myosotis_server.service.forget import Forget
from myosotis_server.service.habits import Habits
from myosotis_server.service.hearing import Hearing
from myosotis_server.service.lanes import Lanes
from myosotis_server.service.learning import Learning
from myosotis_server.service.maintain import Maintain
from myosotis_server.service.model_guard import ModelGuard
from myosotis_server.service.model_reading import ModelReading, Tally
from myosotis_server.service.model_summary import ModelSummary
from myosotis_server.service.moods import Moods
from myosotis_server.service.profile import GetProfile
from myosotis_server.service.quota import Quota
from myosotis_server.service.rates import Buckets, Rates
from myosotis_server.service.recall import Recall
from myosotis_server.service.relate import Relate
from myosotis_server.service.remember import Remember
from myosotis_server.service.retention import Retention
from myosotis_server.service.revise import Revise
from myosotis_server.service.row_maker import RowMaker
from myosotis_server.service.sessions import Sessions
from myosotis_server.service.transfer import Transfer
from myosotis_server.service.unread import Unread
from myosotis_server.service.watch import Watch
from myosotis_server.telemetry.logs import set_up_logs
from myosotis_server.telemetry.metrics import Metrics
from myosotis_server.understanding.privacy import DEFAULT_POLICY, PrivacyPolicy
from myosotis_server.wire.admin_service import AdminServicer
from myosotis_server.wire.conversation_service import ConversationServicer
from myosotis_server.wire.graph_service import GraphServicer
from myosotis_server.wire.interceptors.access import Access
from myosotis_server.wire.interceptors.audit import Audit
from myosotis_server.wire.memory_service import MemoryServicer
from myosotis_server.wire.page_token import PageTokens
from myosotis_server.wire.server import Limits, Servicers, WireServer
from myosotis_server.wire.tls import ReloadingTls, TlsFiles
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
    ) -> None:
        tally = tally or Metrics()
        self._lanes = lanes = Lanes(LANE_THREADS)
        self._embedding = embedding = EmbedQueue(
            ports.embedder,
            workers=workers,
            max_waiting=max_waiting_texts,
            cache_size=query_cache,
        )
        self._accesses = accesses = AccessLog(ports.store)
        guard = ModelGuard(ports.embedder.model)
        rows = RowMaker(ports.analyzer)
        store, views, clock = ports.store, ports.views, ports.clock
        bulletin = Bulletin()
        committer = Committer(store, lanes, clock, guard, bulletin)
        hearing = Hearing(embedding, ports.heads, lanes, policy, clock)
        quota = Quota(store, memories_per_user)
        learning = Learning(committer, store, views, embedding, rows, clock, quota)
        remember = Remember(hearing, learning, quota)
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
        )
        reading = ModelReading(hearing, ports.language_model, tally)
        self._unread = unread = Unread(store, lanes, hearing, reading, learning, embedding, tally)
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
            Habits(store, views, lanes, learning, embedding, clock),
            Retention(committer, store, lanes, clock, times.turn_retention),
        )
        self._upkeep = UpkeepSchedule(maintain, embedding, times.maintenance_seconds)
        self._watch = watch = Watch(store, lanes, bulletin)
        self.use = UseCases(
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
            backup=Backup(ports.backups, lanes, clock, ports.embedder.model.digest),
        )

    def start(self) -> None:
        self._accesses.start()
        self._unread.start()
        self._closing.start()
        self._upkeep.start()

    def end_streams(self) -> None:
        """Lets those who watch go, who would stay for good."""
        self._watch.stop()

    async def stop(self) -> None:
        """Writes what was put off and ends the threads. The ports stay open."""
        await self._upkeep.stop()
        await self._closing.stop()
        await self._unread.stop()
        await self._accesses.stop()
        await asyncio.to_thread(self._embedding.close)
        await asyncio.to_thread(self._lanes.close)


def master_key(settings: Settings) -> MasterKey:
    """The configured key, or the one kept beside the store, made there at the first start."""
    if settings.master_key is not None:
        return MasterKey(parse_master_key(settings.master_key.get_secret_value()), created=False)
    if settings.master_key_file is not None:
        text = settings.master_key_file.read_text(encoding="utf-8")
        return MasterKey(parse_master_key(text), created=False)
    return master_key_from_file(settings.data_dir / "master.key", settings.data_dir)


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


async def run(settings: Settings) -> None:
    """Serves until SIGTERM or SIGINT, then drains.

    ModelMissing, StoreUnusable, CertificateUnusable and OSError (port in use) say why it cannot
    start.
    """
    set_up_logs(settings.log_format, settings.log_level)
    log = structlog.get_logger("myosotis")
    tls = server_tls(settings)
    embedder = OnnxEmbedder(settings.pack_dir, threads=1)
    key = master_key(settings)
    if key.created:
        log.warning(
            "made a master key beside the data it protects; in production give your own with "
            "MYOSOTIS_MASTER_KEY or MYOSOTIS_MASTER_KEY_FILE and keep a copy elsewhere"
        )
    vault = Vault(key.key)
    store = LmdbStore(settings.data_dir, vault, settings.map_size_bytes)
    with contextlib.ExitStack() as open_until_the_end:
        open_until_the_end.enter_context(contextlib.closing(store))
        model = language_model(settings)
        if model is not None:
            open_until_the_end.enter_context(contextlib.closing(model))
        metrics = Metrics()
        if settings.metrics_address:
            host, _, number = settings.metrics_address.rpartition(":")
            endpoint = metrics.serve(int(number), host.strip("[]"))
            open_until_the_end.enter_context(contextlib.closing(endpoint))
        clock = SystemClock()
        analyzer = MixedWords()
        ports = Ports(
            store=store,
            views=ViewShelf(
                store,
                partial(build_view, coarse_from=settings.coarse_from),
                settings.view_budget_bytes,
                analyzer,
            ),
            embedder=embedder,
            analyzer=analyzer,
            heads=pack_heads(settings, embedder.model),
            clock=clock,
            randomness=SystemRandomness(),
            language_model=model,
            backups=store.backups,
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
                GraphServicer(app.use.relate, tokens, clock),
                AdminServicer(app.use, trail, tokens),
            ),
            Limits(
                max_message_bytes=settings.max_message_bytes,
                max_concurrent_calls=settings.max_concurrent_calls,
                keepalive_seconds=settings.keepalive_seconds,
                max_connection_age_seconds=settings.max_connection_age_seconds,
            ),
            Access(admission, rates),
            tls.credentials() if tls is not None else None,
            Audit(trail) if settings.audit else None,
        )
        warn_of_keys(settings.asks_for_keys, store.api_keys.ring())
        stopping = _stop_signal()
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
            await stopping.wait()
            log.info("draining", seconds=settings.drain_seconds)
            app.end_streams()
        finally:
            await server.drain(settings.drain_seconds)
            await app.stop()
            await trail.stop()
    log.info("stopped")


def _stop_signal() -> asyncio.Event:
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopping.set)
    return stopping
