"""The queue before the model: a lone text at once, waiting ones together, queries first."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from myosotis_server.adapters.ram_embedder import RamEmbedder
from myosotis_server.memory.embedding import TextRole
from myosotis_server.memory.errors import Overloaded
from myosotis_server.service.embed_queue import EmbedQueue
from service.held_embedder import HeldEmbedder
from service.world import until

MakeQueue = Callable[..., EmbedQueue]


@pytest.fixture
def model() -> HeldEmbedder:
    return HeldEmbedder()


@pytest.fixture
def make(model: HeldEmbedder) -> Iterator[MakeQueue]:
    made: list[EmbedQueue] = []

    def make(**limits: Any) -> EmbedQueue:
        made.append(EmbedQueue(model, **{"workers": 1, **limits}))
        return made[-1]

    yield make
    model.release()
    for queue in made:
        queue.close()


async def begun(queue: EmbedQueue, model: HeldEmbedder) -> "asyncio.Task[Any]":
    """A text that occupies the one worker until the model is released."""
    model.hold()
    task = asyncio.create_task(queue.query("first"))
    await until(lambda: model.batches == [["first"]])
    return task


async def waiting(queue: EmbedQueue, count: int) -> None:
    await until(lambda: queue.waiting == count)


async def test_a_lone_text_runs_at_once(make: MakeQueue, model: HeldEmbedder) -> None:
    first = await begun(make(), model)  # which returns while nothing else has come
    model.release()
    await first
    assert model.batches == [["first"]]


async def test_what_waits_runs_together(make: MakeQueue, model: HeldEmbedder) -> None:
    queue = make()
    first = await begun(queue, model)
    tasks = [asyncio.create_task(queue.query(text)) for text in ("茶", "咖啡")]
    await waiting(queue, 2)
    model.release()
    await asyncio.gather(first, *tasks)
    assert [sorted(batch) for batch in model.batches] == [["first"], sorted(["茶", "咖啡"])]


async def test_queries_come_before_passages(make: MakeQueue, model: HeldEmbedder) -> None:
    queue = make(batch_tokens=1)
    first = await begun(queue, model)
    passages = asyncio.create_task(queue.passages(["p1", "p2", "p3"]))
    await waiting(queue, 3)
    query = asyncio.create_task(queue.query("q"))
    await waiting(queue, 4)
    model.release()
    await asyncio.gather(first, passages, query)
    assert model.seen == ["first", "q", "p1", "p2", "p3"]


async def test_what_nobody_waits_for_any_more_never_runs(
    make: MakeQueue, model: HeldEmbedder
) -> None:
    queue = make()
    first = await begun(queue, model)
    gone = [asyncio.create_task(queue.query(f"gone {n}")) for n in range(3)]
    gone.append(asyncio.create_task(queue.passages(["gone too", "all of it"])))
    await waiting(queue, 5)
    kept = asyncio.create_task(queue.query("kept"))
    await waiting(queue, 6)
    for task in gone:
        task.cancel()
    model.release()
    await asyncio.gather(first, kept)
    assert model.seen == ["first", "kept"]
    assert queue.waiting == 0


async def test_a_caller_who_leaves_while_the_model_runs_takes_nobody_along(
    make: MakeQueue, model: HeldEmbedder
) -> None:
    queue = make()
    first = await begun(queue, model)
    other = asyncio.create_task(queue.query("other"))
    await waiting(queue, 1)
    first.cancel()
    model.release()
    assert len(await other) == model.model.dimension
    assert len(await queue.query("next")) == model.model.dimension


async def test_a_full_queue_refuses_and_goes_on(make: MakeQueue, model: HeldEmbedder) -> None:
    queue = make(max_waiting=3)
    first = await begun(queue, model)
    inside = asyncio.create_task(queue.passages(["a", "b"]))
    await waiting(queue, 2)
    with pytest.raises(Overloaded):
        await queue.passages(["c", "d"])
    last = asyncio.create_task(queue.query("e"))
    await waiting(queue, 3)
    with pytest.raises(Overloaded):
        await queue.query("f")
    model.release()
    await asyncio.gather(first, inside, last)
    await queue.passages(["c", "d"])
    assert "f" not in model.seen


async def test_batches_are_bounded_by_tokens(make: MakeQueue, model: HeldEmbedder) -> None:
    queue = make(batch_tokens=24)
    first = await begun(queue, model)
    texts = ["a" * length for length in (3, 40, 5, 8, 1, 13, 2, 21, 7)]
    rest = asyncio.create_task(queue.passages(texts))
    await waiting(queue, len(texts))
    model.release()
    await asyncio.gather(first, rest)
    assert sorted(model.seen[1:]) == sorted(texts)
    assert len(model.batches) < 1 + len(texts)
    for batch, tokens in zip(model.batches, model.token_counts, strict=True):
        assert tokens <= 24 or len(batch) == 1


async def test_free_workers_share_what_waits(make: MakeQueue, model: HeldEmbedder) -> None:
    queue = make(workers=2)
    model.hold()
    task = asyncio.create_task(queue.passages(["a", "b", "c", "d"]))
    await until(lambda: len(model.batches) == 2)
    assert [len(batch) for batch in model.batches] == [2, 2]
    model.release()
    await task


async def test_a_failure_reaches_those_in_the_batch_and_the_queue_goes_on(
    make: MakeQueue, model: HeldEmbedder
) -> None:
    queue = make(batch_tokens=1)
    model.broken = {"bad", "worse"}
    with pytest.raises(RuntimeError, match="the model failed"):
        await queue.query("bad")
    with pytest.raises(RuntimeError, match="the model failed"):
        await queue.passages(["good", "bad", "worse", "fine"])
    assert len(await queue.query("good")) == model.model.dimension
    model.broken = set()
    assert len(await queue.query("bad")) == model.model.dimension


async def test_a_question_asked_again_is_remembered(make: MakeQueue, model: HeldEmbedder) -> None:
    queue = make(cache_size=2)
    for text in ("a", "b", "a", "c", "a", "b"):
        await queue.query(text)
    assert model.seen == ["a", "b", "c", "b"], "the least recently asked goes first"


async def test_passages_are_not_kept(make: MakeQueue, model: HeldEmbedder) -> None:
    queue = make()
    await queue.passages(["a"])
    await queue.passages(["a"])
    await queue.query("a")
    assert model.seen == ["a", "a", "a"]


async def test_without_room_nothing_is_kept(make: MakeQueue, model: HeldEmbedder) -> None:
    queue = make(cache_size=0)
    await queue.query("a")
    await queue.query("a")
    assert model.seen == ["a", "a"]


async def test_forgotten_questions_are_embedded_again(make: MakeQueue, model: HeldEmbedder) -> None:
    queue = make()
    await queue.query("a")
    queue.forget_queries()
    await queue.query("a")
    assert model.seen == ["a", "a"]


async def test_a_question_on_its_way_is_forgotten_as_well(
    make: MakeQueue, model: HeldEmbedder
) -> None:
    queue = make()
    first = await begun(queue, model)
    queue.forget_queries()
    model.release()
    await first
    await queue.query("first")
    assert model.seen == ["first", "first"]


async def test_vectors_come_in_order_and_do_not_depend_on_company(
    make: MakeQueue, model: HeldEmbedder
) -> None:
    texts = ["我住在成都", "tea", "我在 Google 上班，周末去爬山", "I moved in May", "茶"]
    queue = make(batch_tokens=30)
    together = await queue.passages(texts)
    plain = RamEmbedder()
    for text, vector in zip(texts, together, strict=True):
        assert np.array_equal(vector, plain.embed(plain.tokenize([text], TextRole.PASSAGE))[0])
        assert np.array_equal(vector, (await queue.passages([text]))[0])


async def test_long_texts_are_embedded_like_short_ones(make: MakeQueue) -> None:
    queue = make()
    long, short = await queue.passages(["今天很累。" * 1_000, "今天很累。"])
    assert long @ short > 0.9


async def test_no_texts_need_no_model(make: MakeQueue, model: HeldEmbedder) -> None:
    assert await make().passages([]) == []
    assert model.batches == []


async def test_tokens_are_counted_for_each_text(make: MakeQueue) -> None:
    assert await make().count_tokens(["", "茶", "喝茶"]) == [0, 1, 3]


async def test_a_short_text_is_counted_once_until_it_is_forgotten(
    make: MakeQueue, model: HeldEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[str] = []
    count = model.count_tokens
    monkeypatch.setattr(model, "count_tokens", lambda text: counted.append(text) or count(text))
    queue, long = make(), "喝茶" * 600
    assert queue.token_counts(["喝茶", "tea", "喝茶", long, long]) == [3, 3, 3, 2399, 2399]
    assert counted == ["喝茶", "tea", long, long]
    queue.forget_queries()
    assert queue.token_counts(["喝茶"]) == [3]
    assert counted[4:] == ["喝茶"]
