"""The composition root: makes every port from the settings, serves, and ends in order."""

import asyncio
import contextlib
import gc
import os
import signal
import sys
from collections.abc import Callable
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
from myosotis_server.adapters.ram_heads import NoHeads
from myosotis_server.adapters.system import SystemClock, SystemRandomness
from myosotis_server.adapters.view import build_view
from myosotis_server.adapters.view_shelf import ViewShelf
from myosotis_server.adapters.word_analyzer import MixedWords
from myosotis_server.app import App, Ports, Times
from myosotis_server.config import Settings
from myosotis_server.master_keys import master_keys, vault_of
from myosotis_server.memory.access import Authentication, KeyRing
from myosotis_server.memory.embedding import ModelInfo
from myosotis_server.memory.errors import ModelMissing
from myosotis_server.memory.heads import Heads
from myosotis_server.memory.ports import Clock
from myosotis_server.service.admission import Admission
from myosotis_server.service.audit_trail import AuditTrail
from myosotis_server.service.lanes import Lanes
from myosotis_server.service.rates import Buckets, Rates
from myosotis_server.telemetry.logs import set_up_logs
from myosotis_server.telemetry.metrics import Metrics
from myosotis_server.telemetry.tracing import Tracing
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
from myosotis_server.workers import Line

SLICE_SECONDS = 0.001
"""How long a thread keeps the interpreter while others wait for it: a fifth of what Python gives
it. Beside one that reads turns, the slowest hops to a thread and back take a third of the time."""


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
        trail = AuditTrail(store.audit, clock, settings.audit_retention_days)
        key_lane = Lanes(1)  # of its own: who may call must not wait behind what was called
        open_until_the_end.callback(key_lane.close)
        server = _wire_server(
            settings,
            app,
            Admission(store.api_keys, key_lane, clock, settings.asks_for_keys),
            trail,
            PageTokens(vault.derive("page tokens")),
            clock,
            CallLog(metrics.calls, settings.slow_call_seconds, trace, STREAMS),
            Failures(metrics.calls.failed),
            tls,
            shares_port=line is not None,
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
        gc.enable()
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


def _wire_server(
    settings: Settings,
    app: App,
    admission: Admission,
    trail: AuditTrail,
    tokens: PageTokens,
    clock: Clock,
    calls: CallLog,
    failures: Failures,
    tls: ReloadingTls | None,
    *,
    shares_port: bool,
) -> WireServer:
    rates = Rates(
        Buckets(settings.calls_per_second_per_key), Buckets(settings.calls_per_second_per_user)
    )
    return WireServer(
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
            shares_port=shares_port,
        ),
        Access(admission, rates),
        tls.credentials() if tls is not None else None,
        Audit(trail) if settings.audit else None,
        calls,
        failures,
    )


def _stop_signal(store: LmdbStore) -> asyncio.Event:
    """Set by SIGTERM or SIGINT, or when `store` can be used no more."""
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    store.when_broken(lambda: loop.call_soon_threadsafe(stopping.set))
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopping.set)
    return stopping
