"""`myosotis reembed`: through a running server, or in the store itself."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from myosotis_server.config import Settings
from myosotis_server.memory.errors import MyosotisError, StoreUnusable
from myosotis_server.memory.values import Owner

if TYPE_CHECKING:
    from myosotis_server.service.reembed import Reembed

_PARTS_SHOWN = 20
"""In so many steps progress is told, at most."""


def add_reembed_command(app: typer.Typer, read_settings: Callable[[], Settings]) -> None:
    """Adds the command to `app`."""

    @app.command()
    def reembed(
        user: Annotated[
            str, typer.Option("--user", help="whose memories; everybody's if unset")
        ] = "",
        address: Annotated[
            str | None,
            typer.Option("--address", help="of the running server; the configured one if unset"),
        ] = None,
        offline: Annotated[
            bool, typer.Option("--offline", help="in the store in data_dir, without a server")
        ] = False,
        tenant: Annotated[
            str, typer.Option("--tenant", help="with --offline and --user: whose user it is")
        ] = "default",
    ) -> None:
        """Embed stored memories again with the present model; go on from where it broke off."""
        if offline and address is not None:
            _fail("--offline takes no --address")
        settings = read_settings()
        if offline:
            with _told():
                asyncio.run(_embed(settings, Owner(tenant, user) if user else None))
            return
        from myosotis_server.calling import connection
        from myosotis_server.wire import reembed_stream

        shown = _Shown()
        try:
            with _told():
                for done, total in reembed_stream.follow(connection(settings, address), user):
                    shown(done, total)
        except reembed_stream.ReembedRefused as error:
            _fail(str(error))
        shown.end()


class _Shown:
    """Tells how far it is, now and then, and once at the end."""

    def __init__(self) -> None:
        self._part = -1
        self._done = self._total = 0

    def __call__(self, done: int, total: int) -> None:
        self._done, self._total = done, total
        part = _PARTS_SHOWN * done // total if total else 0
        if total and part != self._part and done < total:
            typer.echo(f"{done} of {total}", err=True)
            self._part = part

    def end(self) -> None:
        if not self._total:
            typer.echo("nothing to do: all vectors are of this model")
        else:
            typer.echo(f"embedded {self._done} memories again")


async def _embed(settings: Settings, owner: Owner | None) -> None:
    shown = _Shown()
    async with _reembed_in(settings) as reembed:
        making = reembed.everyone() if owner is None else reembed(owner)
        async with contextlib.aclosing(making) as progress:
            async for each in progress:
                shown(each.done, each.total)
    shown.end()


@contextlib.asynccontextmanager
async def _reembed_in(settings: Settings) -> "AsyncIterator[Reembed]":
    """What embeds again in the store of `settings`, which may be in use by servers."""
    from myosotis_server.adapters.lmdb_records import LmdbStore
    from myosotis_server.adapters.onnx_embedder import OnnxEmbedder
    from myosotis_server.adapters.vault import data_file
    from myosotis_server.adapters.word_analyzer import MixedWords
    from myosotis_server.master_keys import master_keys, vault_of
    from myosotis_server.service.embed_queue import EmbedQueue
    from myosotis_server.service.lanes import Lanes
    from myosotis_server.service.reembed import Reembed
    from myosotis_server.service.row_maker import RowMaker

    if not data_file(settings.data_dir).exists():
        raise StoreUnusable(f"there is no store in {settings.data_dir}")
    vault = vault_of(settings, master_keys(settings))
    embedder = OnnxEmbedder(settings.pack_dir, threads=1)
    store = LmdbStore(settings.data_dir, vault, settings.map_size_bytes)
    with contextlib.closing(store), contextlib.closing(Lanes(1)) as lanes:
        embedding = EmbedQueue(embedder, workers=settings.cores, cache_size=0)
        with contextlib.closing(embedding):
            yield Reembed(store, lanes, embedding, RowMaker(MixedWords()))


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """Ends with what is wrong, in words."""
    try:
        yield
    except MyosotisError as error:
        _fail(str(error))
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _fail(f"{where}{error.strerror or error}")
    except UnicodeDecodeError:
        _fail("a master key is 32 bytes in hex or base64")


def _fail(message: str) -> NoReturn:
    typer.echo(f"myosotis: {message}", err=True)
    raise typer.Exit(1)
