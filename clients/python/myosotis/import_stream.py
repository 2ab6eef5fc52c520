"""The request side of an import: statements, grouped into batches."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator
from itertools import islice

from myosotis.calls import StreamCall
from myosotis.convert import new_memory_message
from myosotis.enums import ReconcileMode
from myosotis.v1.memory_service_pb2 import ImportMemoriesRequest, ImportMemoriesResponse
from myosotis.values import ImportProgress, NewMemory

Batches = Iterator[ImportMemoriesRequest] | AsyncIterator[ImportMemoriesRequest]


class ImportSource:
    """Makes the requests as gRPC asks for them, and keeps what went wrong while doing so.

    gRPC cancels the call when its source of requests raises, but does not say why: `failure` does.
    Raises ValueError for a batch size outside 1 to 100.
    """

    def __init__(self, user_id: str, reconcile: ReconcileMode, batch_size: int) -> None:
        if not 1 <= batch_size <= 100:
            raise ValueError(f"batch_size must be 1 to 100, not {batch_size}")
        self.failure: Exception | None = None
        self._user_id = user_id
        self._reconcile = int(reconcile)
        self._batch_size = batch_size

    def batches(self, memories: Iterable[str | NewMemory]) -> Iterator[ImportMemoriesRequest]:
        try:
            source = iter(memories)
            while batch := list(islice(source, self._batch_size)):
                yield self._request(batch)
        except Exception as error:
            self.failure = error
            raise

    async def async_batches(
        self, memories: AsyncIterable[str | NewMemory]
    ) -> AsyncIterator[ImportMemoriesRequest]:
        try:
            batch: list[str | NewMemory] = []
            async for memory in memories:
                batch.append(memory)
                if len(batch) == self._batch_size:
                    yield self._request(batch)
                    batch = []
            if batch:
                yield self._request(batch)
        except Exception as error:
            self.failure = error
            raise

    def _request(self, batch: list[str | NewMemory]) -> ImportMemoriesRequest:
        request = ImportMemoriesRequest(
            user_id=self._user_id, memories=[new_memory_message(memory) for memory in batch]
        )
        request.reconcile = self._reconcile  # type: ignore[assignment]  # an open enum's number
        return request


def import_call(requests: Batches, timeout: float | None) -> StreamCall[ImportProgress]:
    return StreamCall("MemoryService/ImportMemories", requests, _progress, timeout)


def _progress(response: ImportMemoriesResponse) -> ImportProgress:
    return ImportProgress(
        acknowledged_count=response.acknowledged_count,
        created_count=response.created_count,
        reinforced_count=response.reinforced_count,
        rejected_count=response.rejected_count,
    )
