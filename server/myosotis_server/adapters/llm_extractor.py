"""Memories and summaries of turns by a language model behind any OpenAI-compatible endpoint."""

import asyncio
import json
import logging
import threading
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent import futures
from dataclasses import dataclass, replace
from typing import Any

from myosotis_server.adapters.llm_answer import memories_in
from myosotis_server.adapters.llm_prompt import extraction
from myosotis_server.adapters.llm_question import Question
from myosotis_server.adapters.llm_summary import summary_in
from myosotis_server.adapters.llm_summary_prompt import summing_up
from myosotis_server.adapters.token_budget import TokenBudget
from myosotis_server.memory.blank import is_blank
from myosotis_server.memory.errors import ModelMissing
from myosotis_server.memory.language_model import Extracted, FailureReason, ModelFailed
from myosotis_server.memory.values import Role, Turn

_log = logging.getLogger(__name__)

_CHATTY = ("openai", "httpx", "httpcore")
_MOST_BYTES = 1 << 20
"""Of an answer, its wrapping included."""
_GRACE = 0.2
"""Seconds for a call to be taken down after its time is over, before it is left to itself."""
_NO_KEY = "none"
"""What endpoints without keys get: without any, the library would take one from the environment."""
_ROOM_TO_THINK = 2_048
"""Tokens beside the answer, of models that want `max_completion_tokens`: they count thoughts."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """What the model said, and the tokens that it took in all if the endpoint tells."""

    text: str
    tokens: int | None


@dataclass(frozen=True, slots=True)
class _Dialect:
    """How an endpoint likes to be asked; every one that we know refuses some of it."""

    form: int = 0
    ceiling: str = "max_tokens"
    temperature: bool = True

    def arguments(self, question: Question) -> dict[str, Any]:
        room = question.room if self.ceiling == "max_tokens" else question.room + _ROOM_TO_THINK
        even = {"temperature": 0} if self.temperature else {}
        return {**question.formats[self.form], self.ceiling: room} | even

    def without(self, parameter: str | None, forms: int) -> "_Dialect | None":
        """The next best after a refusal that may blame a parameter; None if there is none."""
        if parameter == "temperature" and self.temperature:
            return replace(self, temperature=False)
        if parameter == "max_tokens" and self.ceiling == "max_tokens":
            return replace(self, ceiling="max_completion_tokens")
        if self.form + 1 < forms:
            return replace(self, form=self.form + 1)
        return None


class ChatModel:
    """The `LanguageModel` of a chat endpoint. The caller closes it.

    Calls run on an event loop with a thread of its own, because only there they can be broken off
    at any moment, whatever the endpoint does.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        model: str,
        timeout_seconds: float,
        tokens_per_minute: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """An empty `api_key` is for endpoints that want none; `tokens_per_minute` 0 is no limit.

        Connects to nothing yet. Raises ModelMissing if the extra `llm` is not installed.
        """
        try:
            import openai
        except ImportError:
            raise ModelMissing(
                "a language model is configured, but not what it takes to call one: "
                "pip install 'myosotis[llm]'"
            ) from None
        for name in _CHATTY:
            # Whatever the environment asks for: their more talkative levels quote requests.
            logging.getLogger(name).setLevel(logging.WARNING)
        self._model = model
        self._timeout = timeout_seconds
        self._budget = TokenBudget(tokens_per_minute, clock)
        self._dialect = _Dialect()
        self._complaint = ""
        self._closed = False
        self._lock = threading.Lock()
        self._client = openai.AsyncOpenAI(
            base_url=base_url,
            api_key=api_key or _NO_KEY,
            timeout=timeout_seconds,
            max_retries=0,
            # Turns go where the operator said and nowhere else.
            http_client=openai.DefaultAsyncHttpxClient(follow_redirects=False),
        )
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="language-model", daemon=True
        )
        self._thread.start()

    def extract(self, turns: Sequence[Turn], before: Sequence[Turn] = ()) -> list[Extracted]:
        """See `LanguageModel.extract`. One call for all of `turns`, and none if no user spoke."""
        if not _speaks(turns):
            return []
        return memories_in(self._ask(extraction(turns, before)), turns, before)

    def summarise(self, turns: Sequence[Turn], most_bytes: int) -> str:
        """See `LanguageModel.summarise`. One call, and none if no user spoke."""
        said = [turn for turn in turns if _speaks([turn])]
        if not said:
            return ""
        return summary_in(self._ask(summing_up(said, most_bytes)), said, most_bytes)

    def _ask(self, question: Question) -> str:
        """What the model says to `question`. Raises ModelFailed."""
        charge = self._budget.take(question.tokens + question.room)
        if charge is None:
            raise ModelFailed("over_budget")
        answer = self._wait(self._in_time(question))
        if isinstance(answer, _Answer):
            if answer.tokens is not None:
                self._budget.settle(charge, answer.tokens)
            return answer.text
        if answer in ("unreachable", "refused"):
            self._budget.settle(charge, 0)
        # Here no other exception is under way, whose text this one would drag along.
        raise ModelFailed(answer)

    def close(self) -> None:
        """Breaks off what runs, and hangs up. Later calls fail as unreachable."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
        asyncio.run_coroutine_threadsafe(self._hang_up(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _wait(self, call: Coroutine[Any, Any, _Answer | FailureReason]) -> _Answer | FailureReason:
        with self._lock:
            if self._closed:
                call.close()
                return "unreachable"
            future = asyncio.run_coroutine_threadsafe(call, self._loop)
        try:
            return future.result(self._timeout + _GRACE)
        except futures.CancelledError:
            return "unreachable"
        except TimeoutError:
            future.cancel()
            return "timeout"

    async def _hang_up(self) -> None:
        running = asyncio.all_tasks() - {asyncio.current_task()}
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await self._client.close()
        await self._loop.shutdown_asyncgens()

    async def _in_time(self, question: Question) -> _Answer | FailureReason:
        try:
            async with asyncio.timeout(self._timeout):
                return await self._converse(question)
        except TimeoutError:
            return "timeout"

    async def _converse(self, question: Question) -> _Answer | FailureReason:
        """The answer, asked for once more in simpler terms whenever the endpoint finds fault.

        Nothing of an exception but its kind goes further: its text may quote the request.
        """
        import httpx
        import openai

        dialect: _Dialect | None = self._dialect
        while dialect is not None:
            try:
                answer = await self._post(question.messages, dialect.arguments(question))
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                dialect = dialect.without(error.param, len(question.formats))
                if dialect is None:
                    self._complain(f"status {error.status_code}")
            except openai.APIStatusError as error:
                self._complain(f"status {error.status_code}")
                return "refused"
            except (openai.APITimeoutError, httpx.TimeoutException):
                return "timeout"
            except (openai.APIConnectionError, httpx.HTTPError) as error:
                self._complain(type(error).__name__)
                return "unreachable"
            except Exception as error:
                self._complain(type(error).__name__)
                return "bad_answer"
            else:
                self._dialect = dialect
                self._complaint = ""
                return answer or "bad_answer"
        return "refused"

    async def _post(
        self, asked: Sequence[Mapping[str, str]], arguments: Mapping[str, Any]
    ) -> _Answer | None:
        create: Any = self._client.chat.completions.with_streaming_response.create
        body = bytearray()
        async with create(model=self._model, messages=asked, **arguments) as response:
            async for chunk in response.iter_bytes():
                body += chunk
                if len(body) > _MOST_BYTES:
                    return None
        return _answer_of(bytes(body))

    def _complain(self, what: str) -> None:
        """Tells the operator why nothing comes, once until something else happens."""
        if what != self._complaint:
            self._complaint = what
            _log.warning("the language model gives no answer: %s", what)


def _speaks(turns: Sequence[Turn]) -> bool:
    return any(turn.role is Role.USER and not is_blank(turn.content) for turn in turns)


def _answer_of(body: bytes) -> _Answer | None:
    """None where `body` is no chat completion with a text."""
    try:
        completion = json.loads(body)
        text = completion["choices"][0]["message"]["content"]
    except (ValueError, RecursionError, LookupError, TypeError):
        return None
    if not isinstance(text, str):
        return None
    usage = completion.get("usage")
    tokens = usage.get("total_tokens") if isinstance(usage, dict) else None
    return _Answer(text, tokens if type(tokens) is int else None)
