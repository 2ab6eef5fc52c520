"""`myosotis top`: what a running server does, as it does it."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from myosotis_server.config import Settings
from myosotis_server.memory.stages import STAGES

if TYPE_CHECKING:
    from rich.console import RenderableType

    from myosotis_server.telemetry.scrape import Between

_REFUSED = ("INVALID_ARGUMENT", "NOT_FOUND", "ALREADY_EXISTS", "ABORTED", "CANCELLED", "OK")
"""Codes that tell of callers, not of the server."""

_UNITS = ("B", "KiB", "MiB", "GiB", "TiB")


def add_top_command(
    app: typer.Typer, read_settings: Callable[[], Settings], fail: Callable[[str], NoReturn]
) -> None:
    """The command; `fail` ends it and says why."""

    @app.command()
    def top(
        metrics: Annotated[
            list[str] | None,
            typer.Option(
                help="host:port of a server's metrics, once for each server over one store; "
                "the configured ones if unset"
            ),
        ] = None,
        interval: Annotated[
            float, typer.Option(min=0.2, max=3_600, help="seconds between two looks")
        ] = 2.0,
        once: Annotated[
            bool, typer.Option("--once", help="print what there was since the server's start")
        ] = False,
    ) -> None:
        """Watch a running server: calls, stages, model, views, store and background work."""
        from rich.console import Console
        from rich.live import Live

        from myosotis_server.telemetry.scrape import (
            NOTHING_YET,
            Between,
            NoMetrics,
            Scrape,
            scrape,
            together,
        )

        addresses = metrics or configured(read_settings())
        if not addresses:
            fail("set MYOSOTIS_METRICS_ADDRESS as the server has it, or give --metrics host:port")

        def look() -> Scrape:
            """Of all that answer; a worker that is being started again does not."""
            found = []
            for each in addresses:
                try:
                    found.append(scrape(each))
                except NoMetrics:
                    if each == addresses[-1] and not found:
                        raise
            return together(found)

        title = " ".join(addresses)
        try:
            latest = look()
            shown = picture(Between(NOTHING_YET, latest), title)
            if once:
                Console().print(shown)
                return
            with Live(shown, screen=True, auto_refresh=False) as live:
                while True:
                    time.sleep(interval)
                    before, latest = latest, look()
                    live.update(picture(Between(before, latest), title), refresh=True)
        except NoMetrics as error:
            fail(str(error))
        except KeyboardInterrupt:
            return


def configured(settings: Settings) -> list[str]:
    """The side ports of the settings' server; of each of its workers, if it has several."""
    host, _, port = settings.metrics_address.rpartition(":")
    if not port:
        return []
    return [f"{host}:{int(port) + worker}" for worker in range(settings.workers)]


def picture(between: "Between", address: str) -> "RenderableType":
    """What happened, for a terminal."""
    from rich.console import Group
    from rich.text import Text

    now = between.after
    about = next((labels for labels, _ in now.matching("myosotis_build_info")), {})
    title = Text.assemble(
        ("myosotis ", "bold"),
        f"{about.get('version', '')} · {about.get('model', '')} · {address} · ",
        f"last {between.seconds:,.1f} s · ",
        f"CPU {between.rate('process_cpu_seconds_total'):.2f} cores · ",
        f"RSS {_bytes(now.sum('process_resident_memory_bytes'))}",
    )
    return Group(title, _calls(between), _stages(between), _inside(between))


def _calls(between: "Between") -> "RenderableType":
    from rich.table import Table

    table = Table(title="calls", title_justify="left", title_style="bold")
    table.add_column("method")
    for name in ("per s", "p50 ms", "p99 ms", "failed per s", "total"):
        table.add_column(name, justify="right")
    now, name = between.after, "myosotis_rpc_seconds"
    for method in now.values_of(f"{name}_count", "method"):
        codes = now.values_of(f"{name}_count", "code")
        failed = sum(
            between.rate(f"{name}_count", method=method, code=code)
            for code in codes
            if code not in _REFUSED
        )
        table.add_row(
            method,
            f"{between.rate(f'{name}_count', method=method):,.1f}",
            _milliseconds(between.quantile(0.5, name, method=method)),
            _milliseconds(between.quantile(0.99, name, method=method)),
            f"{failed:,.1f}" if failed else "–",
            f"{now.sum(f'{name}_count', method=method):,.0f}",
        )
    return table


def _stages(between: "Between") -> "RenderableType":
    """Means, because they add up."""
    from rich.table import Table

    name = "myosotis_rpc_stage_seconds"
    methods = between.after.values_of(f"{name}_count", "method")
    used = [stage for stage in STAGES if between.count(f"{name}_count", stage=stage)]
    table = Table(title="stages, mean ms a call", title_justify="left", title_style="bold")
    table.add_column("method")
    for stage in used:
        table.add_column(stage, justify="right")
    for method in methods:
        calls = between.count("myosotis_rpc_seconds_count", method=method)
        if calls:
            spent = [between.count(f"{name}_sum", method=method, stage=stage) for stage in used]
            table.add_row(method, *(_milliseconds(each / calls) if each else "–" for each in spent))
    return table


def _inside(between: "Between") -> "RenderableType":
    from rich.table import Table

    now = between.after

    def held(name: str) -> float:
        return now.sum(f"myosotis_{name}")

    def rate(name: str, **labels: str) -> float:
        return between.rate(f"myosotis_{name}", **labels)

    hits = between.count("myosotis_query_cache_lookups_total", outcome="hit")
    asked = between.count("myosotis_query_cache_lookups_total")
    batch = between.mean("myosotis_embed_batch_texts")
    wait = between.quantile(0.99, "myosotis_embed_wait_seconds")
    group = between.mean("myosotis_store_group_writes")
    sync = between.quantile(0.99, "myosotis_store_sync_seconds")
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    table.add_column(style="bold")
    table.add_column()
    table.add_row(
        "model",
        f"{held('embed_waiting_texts'):.0f} waiting · "
        f"{rate('embed_batch_texts_sum'):,.1f} texts/s · batches of {_number(batch)} · "
        f"wait p99 {_milliseconds(wait)} ms · "
        f"cache {100 * hits / asked if asked else 0:.0f} % of {asked:,.0f}",
    )
    table.add_row(
        "views",
        f"{held('views'):,.0f} in {_bytes(held('view_bytes'))} "
        f"of {_bytes(held('view_budget_bytes'))} · "
        f"{rate('view_opens_total', outcome='built'):,.1f} built/s · "
        f"{rate('view_evictions_total'):,.1f} evicted/s",
    )
    table.add_row(
        "store",
        f"{held('store_users'):,.0f} users · {held('store_memories'):,.0f} memories · "
        f"{_bytes(held('store_bytes'))} on disk · "
        f"map {100 * held('store_used_bytes') / max(1, held('store_map_bytes')):.1f} % used · "
        f"{rate('store_group_writes_sum'):,.1f} writes/s, {_number(group)} a commit · "
        f"sync p99 {_milliseconds(sync)} ms",
    )
    table.add_row(
        "background",
        f"{held('unread_users'):,.0f} users unread, "
        f"oldest {held('unread_oldest_seconds'):,.1f} s · "
        f"clauses/s: {rate('statements_total', outcome='kept'):,.1f} kept, "
        f"{rate('statements_total', outcome='passed_over'):,.1f} passed over, "
        f"{rate('statements_total', outcome='rejected'):,.1f} rejected",
    )
    reasons = {
        labels["reason"]: between.count("myosotis_rpc_failures_total", reason=labels["reason"])
        for labels, _ in now.matching("myosotis_rpc_failures_total")
    }
    told = " · ".join(f"{reason} {count:,.0f}" for reason, count in reasons.items() if count)
    table.add_row("failures", told or "none")
    return table


def _milliseconds(seconds: float | None) -> str:
    return "–" if seconds is None else f"{1_000 * seconds:,.1f}"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:,.1f}"


def _bytes(count: float) -> str:
    units = iter(_UNITS)
    unit = next(units)
    while count >= 1_024 and (larger := next(units, None)):
        count, unit = count / 1_024, larger
    return f"{count:,.0f} {unit}" if unit == "B" else f"{count:,.1f} {unit}"
