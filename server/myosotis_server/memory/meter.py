"""What the inside tells whoever watches the server; no content, and nothing of whom it is about."""

from collections.abc import Mapping
from typing import Literal, Protocol

from myosotis_server.memory.values import ChangeAction

ViewOpened = Literal["held", "caught_up", "built", "unknown_user"]
WriteFailed = Literal["full", "failed"]


class Meter(Protocol):
    """Takes note and returns at once; called from any thread. Times are seconds."""

    def embedded(self, texts: int, tokens: int, waited: float, seconds: float) -> None:
        """A batch went through the model; the first of its texts had waited for it."""

    def looked_up_query(self, known: bool) -> None:
        """A question's vector was, or was not, known from when it was asked before."""

    def opened_view(self, how: ViewOpened, seconds: float) -> None:
        """A view was as it was left, or was given what changed, or was built anew."""

    def evicted_views(self, count: int) -> None:
        """Views went because there was no room for them."""

    def committed(self, writes: int, seconds: float, sync_seconds: float) -> None:
        """A transaction became durable, which took `sync_seconds` of its `seconds`."""

    def failed_write(self, why: WriteFailed) -> None:
        """A transaction was not committed. Of a group that is then tried one by one, those are."""

    def changed(self, actions: Mapping[ChangeAction, int]) -> None:
        """A change of memories is durable: what happened to how many."""

    def forgot(self, memories: int, whole_user: bool) -> None:
        """Memories were forgotten because somebody asked for it."""

    def looked_after(self, outcomes: Mapping[str, int]) -> None:
        """Upkeep of a user: what happened to how many memories."""


class Unmeasured:
    """A `Meter` that nobody reads."""

    def embedded(self, texts: int, tokens: int, waited: float, seconds: float) -> None: ...

    def looked_up_query(self, known: bool) -> None: ...

    def opened_view(self, how: ViewOpened, seconds: float) -> None: ...

    def evicted_views(self, count: int) -> None: ...

    def committed(self, writes: int, seconds: float, sync_seconds: float) -> None: ...

    def failed_write(self, why: WriteFailed) -> None: ...

    def changed(self, actions: Mapping[ChangeAction, int]) -> None: ...

    def forgot(self, memories: int, whole_user: bool) -> None: ...

    def looked_after(self, outcomes: Mapping[str, int]) -> None: ...


UNMEASURED: Meter = Unmeasured()
