"""Views kept in RAM within a byte budget, brought up to the store's revision whenever opened."""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from random import Random
from threading import Lock
from time import perf_counter

from myosotis_server.adapters.reanalysis import with_current_terms
from myosotis_server.memory.errors import MyosotisError
from myosotis_server.memory.meter import UNMEASURED, Meter
from myosotis_server.memory.ports import Store, UserHead, View, WordAnalyzer
from myosotis_server.memory.rows import Rows
from myosotis_server.memory.stages import spent
from myosotis_server.memory.values import Owner

Build = Callable[[UserHead, Rows], View]

DRAWN = 4
"""So many views are drawn when one has to go, and the least recently used of them goes. Where the
users who come round take a little more than the budget, the least recently used of all would always
be the one who comes next: none would find a view, instead of some having lost theirs."""


@dataclass(slots=True)
class _Place:
    """One owner's place on the shelf. `lock` guards `view`; the shelf's lock guards the rest."""

    lock: Lock = field(default_factory=Lock)
    view: View | None = None
    claims: int = 0
    """Threads that hold the view or wait for it; while there are any, the place stays."""
    nbytes: int = 0
    used: int = 0
    """When it was last let go: a number that grows."""
    at: int = 0
    """Where the owner is in the shelf's list of them."""


class ViewShelf:
    """The `Views` port. A thread that holds an owner's view must not open it a second time.

    Owners never wait for each other: the shelf's own lock is held for bookkeeping only, never
    while a view is built, read, changed or freed. Views held count towards the budget but are not
    evicted, so the budget can be exceeded by what is in use. Views have terms of `analyzer`'s
    version only. Those that go are the least recently used by and large, see `DRAWN`.
    """

    def __init__(
        self,
        store: Store,
        build: Build,
        budget_bytes: int,
        analyzer: WordAnalyzer,
        meter: Meter = UNMEASURED,
        chance: Random | None = None,
    ) -> None:
        self._meter = meter
        self._chance = chance or Random()
        self._store = store
        self._build = build
        self._analyzer = analyzer
        self._budget = budget_bytes
        self._lock = Lock()
        self._places: dict[Owner, _Place] = {}
        """Has no place without a view unless it is claimed."""
        self._owners: list[Owner] = []
        """Those of `_places`, to draw from."""
        self._uses = 0
        self._nbytes = 0

    @property
    def nbytes(self) -> int:
        """RAM of the views, as of when each was last let go."""
        return self._nbytes

    def __len__(self) -> int:
        return len(self._places)

    @contextlib.contextmanager
    def open(self, owner: Owner) -> Iterator[View | None]:
        """See `Views.open`.

        A failure within the block may have left the view half changed, so the view is dropped,
        unless it was a MyosotisError, which is an answer and not an accident.
        """
        with self._claimed(owner) as place:
            since = perf_counter()
            place.view = self._current(owner, self._taken(place))
            spent("view", since)
            try:
                yield place.view
            except MyosotisError:
                raise
            except BaseException:
                place.view = None
                raise

    def discard(self, owner: Owner) -> None:
        with self._claimed(owner) as place:
            place.view = None

    def held_bytes(self, owner: Owner) -> int:
        with self._lock:
            place = self._places.get(owner)
            return 0 if place is None else place.nbytes

    def catch_up(self) -> None:
        with self._lock:
            held = [*self._places.items()]
        for owner, place in held:
            with contextlib.suppress(MyosotisError):  # whoever asks for a damaged user is told
                view = place.view
                # Without one it is in somebody's hands, who may have looked a moment too early.
                if view is None or self._store.head(owner) != view.head:
                    with self.open(owner):
                        pass

    @staticmethod
    def _taken(place: _Place) -> View | None:
        """The view, off the shelf until it is known to be good."""
        view, place.view = place.view, None
        return view

    def _current(self, owner: Owner, view: View | None) -> View | None:
        since = perf_counter()
        if view is not None:
            changes = self._store.changes_since(owner, view.head)
            if changes is not None and _follows(changes.head, view.head):
                if changes.head.revision == view.head.revision:
                    self._meter.opened_view("held", 0.0)
                    return view
                rows = self._renewed(owner, changes.rows)
                view.apply(changes if rows is changes.rows else replace(changes, rows=rows))
                self._meter.opened_view("caught_up", perf_counter() - since)
                return view
        found = self._store.rows(owner)
        if found is None:
            self._meter.opened_view("unknown_user", 0.0)
            return None
        built = self._build(found[0], self._renewed(owner, found[1]))
        self._meter.opened_view("built", perf_counter() - since)
        return built

    def _renewed(self, owner: Owner, rows: Rows) -> Rows:
        return with_current_terms(self._store, owner, rows, self._analyzer)

    @contextlib.contextmanager
    def _claimed(self, owner: Owner) -> Iterator[_Place]:
        """The owner's place, locked."""
        with self._lock:
            place = self._places.get(owner)
            if place is None:
                place = self._places[owner] = _Place(at=len(self._owners))
                self._owners.append(owner)
            place.claims += 1
        try:
            with place.lock:
                try:
                    yield place
                finally:
                    self._weigh(place, 0 if place.view is None else place.view.nbytes)
        finally:
            gone = self._let_go(owner, place)
            # Freed here: that takes a while where a view is large, and others need the lock.
            del gone

    def _weigh(self, place: _Place, nbytes: int) -> None:
        with self._lock:
            self._nbytes += nbytes - place.nbytes
            place.nbytes = nbytes

    def _let_go(self, owner: Owner, place: _Place) -> list[_Place]:
        """What has to go for it, no longer on the shelf."""
        with self._lock:
            place.claims -= 1
            self._uses += 1
            place.used = self._uses
            if place.claims == 0 and place.view is None:
                self._remove(owner)
            return self._evict() if self._nbytes > self._budget else []

    def _evict(self) -> list[_Place]:
        gone = []
        while self._nbytes > self._budget:
            owner = self._drawn()
            if owner is None:
                break
            gone.append(self._remove(owner))
        self._meter.evicted_views(len(gone))
        return gone

    def _drawn(self) -> Owner | None:
        """Whose view goes next; None where all are held."""
        places = self._places
        drawn = self._chance.sample(self._owners, min(DRAWN, len(self._owners)))
        free = [owner for owner in drawn if not places[owner].claims]
        if not free:
            free = [owner for owner, place in places.items() if not place.claims]
        return min(free, key=lambda owner: places[owner].used, default=None)

    def _remove(self, owner: Owner) -> _Place:
        place = self._places.pop(owner)
        last = self._owners.pop()
        if last != owner:
            self._owners[place.at] = last
            self._places[last].at = place.at
        self._nbytes -= place.nbytes
        return place


def _follows(head: UserHead, earlier: UserHead) -> bool:
    """Whether a view at `earlier` can be brought to `head` by changes."""
    return (
        head.number == earlier.number
        and head.model_digest == earlier.model_digest
        and head.revision >= earlier.revision
    )
