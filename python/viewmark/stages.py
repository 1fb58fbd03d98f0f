"""Measures the stages of a call, for its result and for OpenTelemetry.

The code that handles a call records it (`record_stages`). Code that does a part of the work names
this part (`stage`), at any depth and in any task or thread of the call. Without a recording,
nothing is measured. Stages overlap if the work overlaps (elements are discovered during the
capture), so they do not add up to `total`; the times of a stage that ran twice are added.

A process that uses OpenTelemetry gets a span for each call and stage, and the histogram
`viewmark.operation.duration`. OpenTelemetry is not imported for this.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import partial, wraps
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class StageTimes:
    """Milliseconds of each stage of one call."""

    __slots__ = ("_lock", "_ms", "_started", "operation", "subject")

    def __init__(self, operation: str, subject: object | None = None) -> None:
        self.operation = operation
        self.subject = subject
        self._started = time.perf_counter()
        self._ms: dict[str, float] = {}
        # locked, because a thread may place marks while a task takes the screenshot
        self._lock = threading.Lock()

    def add(self, name: str, ms: float) -> None:
        """Add `ms` to the time of a stage."""
        with self._lock:
            self._ms[name] = self._ms.get(name, 0.0) + ms

    def timings(self) -> dict[str, float]:
        """Return the elapsed milliseconds of each stage, in order of completion, then `total`."""
        with self._lock:
            return {**self._ms, "total": (time.perf_counter() - self._started) * 1000}


_current: ContextVar[StageTimes | None] = ContextVar("viewmark_stages", default=None)


_watchers: ContextVar[tuple[Callable[[StageTimes], None], ...]] = ContextVar(
    "viewmark_watchers", default=()
)


@contextmanager
def watch_stages(see: Callable[[StageTimes], None]) -> Iterator[None]:
    """Call `see` with the times of each successful call in the block, and in tasks it starts."""
    token = _watchers.set((*_watchers.get(), see))
    try:
        yield
    finally:
        _watchers.reset(token)


@contextmanager
def record_stages(operation: str, subject: object | None = None) -> Iterator[StageTimes]:
    """Record the stages of the block, which is one call with the given name.

    A call inside another call has its own record; for the outer call, it is one stage.

    Args:
        operation: name of the call.
        subject: the object of the call, for watchers.
    """
    times = StageTimes(operation, subject)
    before = _current.get()
    token = _current.set(times)
    span = _span(f"viewmark.{operation}")
    active_span = span.__enter__() if span is not None else None
    failure: BaseException | None = None
    try:
        yield times
    except BaseException as error:
        failure = error
        raise
    finally:
        _current.reset(token)
        total = times.timings()["total"]
        if before is not None:
            before.add(operation, total)
        if failure is None:
            for see in _watchers.get():
                see(times)
        if span is not None:
            kind = type(failure) if failure is not None else None
            if failure is not None and active_span is not None:
                active_span.set_attribute("error.type", _error_type(failure))
            span.__exit__(kind, failure, failure.__traceback__ if failure is not None else None)
            _record_measure(operation, total, failure)


def recording(
    operation: str,
) -> Callable[[Callable[P, Awaitable[T]]], Callable[P, Coroutine[Any, Any, T]]]:
    """Decorator: record each call of a coroutine function under this name."""
    return lambda work: _inside(partial(record_stages, operation), work)


def _inside(
    block: Callable[[], AbstractContextManager[Any]], work: Callable[P, Awaitable[T]]
) -> Callable[P, Coroutine[Any, Any, T]]:
    """Return a coroutine function that runs each call of `work` inside a new `block()`."""

    @wraps(work)
    async def called(*args: P.args, **kwargs: P.kwargs) -> T:
        with block():
            return await work(*args, **kwargs)

    return called


class stage:  # lower case, because the class is used like a function: `with stage("discover"):`
    """Measure a `with` block as a stage of the call that is being recorded, if any."""

    __slots__ = ("_name", "_span", "_started", "_times")

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        self._times = _current.get()
        self._span = (
            _span(f"viewmark.{self._times.operation}.{self._name}") if self._times else None
        )
        if self._span is not None:
            self._span.__enter__()
        self._started = time.perf_counter()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._times is not None:
            self._times.add(self._name, (time.perf_counter() - self._started) * 1000)
        if self._span is not None:
            self._span.__exit__(kind, error, trace)


def staged(
    name: str,
) -> Callable[[Callable[P, Awaitable[T]]], Callable[P, Coroutine[Any, Any, T]]]:
    """Decorator: measure each call of a coroutine function as a stage."""
    return lambda work: _inside(partial(stage, name), work)


def add_stages(**ms: float) -> None:
    """Add times measured elsewhere, in milliseconds, as stages of the current call."""
    if (times := _current.get()) is not None:
        for name, value in ms.items():
            times.add(name, value)


def _span(name: str) -> Any | None:
    """Return a span that is not started yet; None unless the process uses OpenTelemetry."""
    trace = sys.modules.get("opentelemetry.trace")
    if trace is None:
        return None
    return trace.get_tracer("viewmark").start_as_current_span(name)


def _error_type(failure: BaseException) -> str:
    """Return `error.type` of the semantic conventions: the error code, or else the class name."""
    return str(getattr(failure, "code", type(failure).__name__))


_DURATION = "viewmark.operation.duration"
_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
"""Bucket limits in seconds, as the semantic conventions recommend. The SDK's defaults are meant for
milliseconds, so all calls would be in the first bucket."""
_histogram: Any | None = None


def _record_measure(operation: str, ms: float, failure: BaseException | None) -> None:
    """Record `viewmark.operation.duration` in seconds, as the semantic conventions require."""
    global _histogram
    metrics = sys.modules.get("opentelemetry.metrics")
    if metrics is None:
        return
    if _histogram is None:
        about = {"unit": "s", "description": "Duration of viewmark's calls."}
        create = metrics.get_meter("viewmark").create_histogram
        try:
            _histogram = create(_DURATION, **about, explicit_bucket_boundaries_advisory=_BUCKETS)
        except TypeError:  # for OpenTelemetry before version 1.30
            _histogram = create(_DURATION, **about)
    attributes = {"viewmark.operation": operation}
    if failure is not None:
        attributes["error.type"] = _error_type(failure)
    _histogram.record(ms / 1000, attributes)
