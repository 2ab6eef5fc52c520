"""Views kept in RAM within a byte budget, brought up to the store's revision whenever opened."""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from threading import Lock

from myosotis_server.adapters.reanalysis import with_current_terms
from myosotis_server.memory.errors import MyosotisError
from myosotis_server.memory.ports import Store, UserHead, View, WordAnalyzer
from myosotis_server.memory.rows import Rows
from myosotis_server.memory.values import Owner

Build = Callable[[UserHead, Rows], View]


@dataclass(slots=True)
class _Place:
    """One owner's place on the shelf. `lock` guards `view`; the shelf's lock guards the rest."""

    lock: Lock = field(default_factory=Lock)
    view: View | None = None
    claims: int = 0
    """Threads that hold the view or wait for it; while there are any, the place stays."""
    nbytes: int = 0


class ViewShelf:
    """The `Views` port. A thread that holds an owner's view must not open it a second time.

    Owners never wait for each other: the shelf's own lock is held for bookkeeping only, never
    while a view is built, read or changed. Views held count towards the budget but are not evicted,
    so the budget can be exceeded by what is in use. Views have terms of `analyzer`'s version only.
    """

    def __init__(
        self, store: Store, build: Build, budget_bytes: int, analyzer: WordAnalyzer
    ) -> None:
        self._store = store
        self._build = build
        self._analyzer = analyzer
        self._budget = budget_bytes
        self._lock = Lock()
        self._places: OrderedDict[Owner, _Place] = OrderedDict()
        """Least recently used first. Has no place without a view unless it is claimed."""
        self._nbytes = 0

    @property
    def nbytes(self) -> int:
        """RAM of the views, as of when each was last let go."""
        return self._nbytes

    def __len__(self) -> int:
        return len(self._places)

    @contextmanager
    def open(self, owner: Owner) -> Iterator[View | None]:
        """See `Views.open`.

        A failure within the block may have left the view half changed, so the view is dropped,
        unless it was a MyosotisError, which is an answer and not an accident.
        """
        with self._claimed(owner) as place:
            place.view = self._current(owner, self._taken(place))
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

    @staticmethod
    def _taken(place: _Place) -> View | None:
        """The view, off the shelf until it is known to be good."""
        view, place.view = place.view, None
        return view

    def _current(self, owner: Owner, view: View | None) -> View | None:
        head = self._store.head(owner)
        if head is None:
            return None
        if view is not None and _follows(head, view.head):
            if head.revision == view.head.revision:
                return view
            changes = self._store.changes_since(owner, view.head)
            if changes is not None and _follows(changes.head, view.head):
                view.apply(replace(changes, rows=self._renewed(owner, changes.rows)))
                return view
        found = self._store.rows(owner)
        return None if found is None else self._build(found[0], self._renewed(owner, found[1]))

    def _renewed(self, owner: Owner, rows: Rows) -> Rows:
        return with_current_terms(self._store, owner, rows, self._analyzer)

    @contextmanager
    def _claimed(self, owner: Owner) -> Iterator[_Place]:
        """The owner's place, locked."""
        with self._lock:
            place = self._places.setdefault(owner, _Place())
            place.claims += 1
        try:
            with place.lock:
                try:
                    yield place
                finally:
                    self._weigh(place, 0 if place.view is None else place.view.nbytes)
        finally:
            self._let_go(owner, place)

    def _weigh(self, place: _Place, nbytes: int) -> None:
        with self._lock:
            self._nbytes += nbytes - place.nbytes
            place.nbytes = nbytes

    def _let_go(self, owner: Owner, place: _Place) -> None:
        with self._lock:
            place.claims -= 1
            self._places.move_to_end(owner)
            if place.claims == 0 and place.view is None:
                del self._places[owner]
            if self._nbytes > self._budget:
                self._evict()

    def _evict(self) -> None:
        excess = self._nbytes - self._budget
        chosen = []
        for owner, place in self._places.items():
            if excess <= 0:
                break
            if not place.claims:
                chosen.append(owner)
                excess -= place.nbytes
        for owner in chosen:
            self._nbytes -= self._places.pop(owner).nbytes


def _follows(head: UserHead, earlier: UserHead) -> bool:
    """Whether a view at `earlier` can be brought to `head` by changes."""
    return (
        head.number == earlier.number
        and head.model_digest == earlier.model_digest
        and head.revision >= earlier.revision
    )
