"""Calls as values: which method, with what request, and how to read its answer.

A call is built once, for both clients: they differ only in how they carry it out.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., object])


class PagedRequest(Protocol):
    """Any request that asks for one page of several."""

    page_token: str


@dataclass(frozen=True, slots=True)
class UnaryCall(Generic[T]):
    """One request, one response. `method` is "Service/Method"; `timeout` in seconds."""

    method: str
    request: Any
    read: Callable[[Any], T]
    timeout: float | None = None


@dataclass(frozen=True, slots=True)
class PagedCall(Generic[T]):
    """A unary call, made for one page after the other; `read` gives the items of a page."""

    method: str
    request: PagedRequest
    read: Callable[[Any], Sequence[T]]
    timeout: float | None = None

    def page(self, token: str) -> UnaryCall[tuple[Sequence[T], str]]:
        """The call for the page at `token`, whose answer is its items and the next token."""
        request = type(self.request)()
        request.CopyFrom(self.request)  # type: ignore[attr-defined]  # every message has it
        request.page_token = token
        return UnaryCall(
            self.method,
            request,
            lambda response: (self.read(response), response.next_page_token),
            self.timeout,
        )


@dataclass(frozen=True, slots=True)
class StreamCall(Generic[T]):
    """A stream of responses to one request or, if `request` is an iterator, to a stream of them."""

    method: str
    request: Any
    read: Callable[[Any], T]
    timeout: float | None = None


def documented_as(method: F, build: Callable[..., object]) -> F:
    """Gives `method` the name, docstring and signature (after self) of what builds its call."""
    functools.update_wrapper(method, build)
    signature = inspect.signature(build)
    self_parameter = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    vars(method)["__signature__"] = signature.replace(
        parameters=[self_parameter, *signature.parameters.values()],
        return_annotation=inspect.Signature.empty,
    )
    return method
