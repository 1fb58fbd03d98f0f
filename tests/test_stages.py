"""Stages of a call: measured by name across tasks and threads, and exported to OpenTelemetry."""

from __future__ import annotations

import asyncio
import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from viewmark.stages import add_stages, record_stages, stage, staged


async def test_stages_of_tasks_and_threads_belong_to_the_call() -> None:
    def in_a_thread() -> None:
        with stage("place"):
            pass

    @staged("capture")
    async def in_a_task() -> int:
        return 5

    with record_stages("observe") as times:
        task = asyncio.ensure_future(in_a_task())
        await asyncio.to_thread(in_a_thread)
        assert await task == 5
        add_stages(decode=2.5)
        add_stages(decode=2.5)
    told = times.timings()
    assert set(told) == {"place", "capture", "decode", "total"}
    assert told["decode"] == 5.0
    assert list(told)[-1] == "total"


async def test_two_calls_at_once_have_records_of_their_own() -> None:
    first_is_in, second_is_done = asyncio.Event(), asyncio.Event()

    async def call(name: str) -> dict[str, float]:
        with record_stages(name) as times, stage(f"of {name}"):
            if name == "a":
                first_is_in.set()
                await second_is_done.wait()
            else:
                await first_is_in.wait()
                second_is_done.set()
        return times.timings()

    a, b = await asyncio.gather(call("a"), call("b"))
    assert set(a) == {"of a", "total"}
    assert set(b) == {"of b", "total"}


def test_a_call_within_a_call_is_one_stage_of_it() -> None:
    with record_stages("fill_form") as outer:
        for _ in range(2):
            with record_stages("fill") as inner, stage("aim"):
                pass
    assert set(inner.timings()) == {"aim", "total"}
    assert set(outer.timings()) == {"fill", "total"}


def test_a_stage_of_no_call_is_nothing() -> None:
    with stage("aim"):
        add_stages(decode=1.0)


def test_a_stage_that_fails_is_counted_and_the_error_goes_on() -> None:
    with pytest.raises(ZeroDivisionError), record_stages("observe") as times, stage("discover"):
        1 / 0  # noqa: B018
    assert set(times.timings()) == {"discover", "total"}


class _Telemetry:
    """Records the calls of OpenTelemetry's API."""

    def __init__(self) -> None:
        self.spans: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.values: list[tuple[float, dict[str, Any]]] = []

    def get_tracer(self, _: str) -> _Telemetry:
        return self

    get_meter = get_tracer

    @contextmanager
    def start_as_current_span(self, name: str) -> Iterator[_Telemetry]:
        self.spans.append(name)
        yield self

    def set_attribute(self, name: str, value: str) -> None:
        self.attributes.append((name, value))

    def create_histogram(self, name: str, **about: Any) -> _Telemetry:
        assert name == "viewmark.operation.duration"
        # The SDK's default buckets are for milliseconds: all calls would be in the first one.
        assert about["explicit_bucket_boundaries_advisory"][0] == 0.005
        return self

    def record(self, value: float, attributes: dict[str, Any]) -> None:
        self.values.append((value, attributes))


def test_a_process_with_opentelemetry_gets_spans_and_one_histogram(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = _Telemetry()
    for part in ("trace", "metrics"):
        module: Any = types.ModuleType(f"opentelemetry.{part}")
        module.get_tracer, module.get_meter = seen.get_tracer, seen.get_meter
        monkeypatch.setitem(sys.modules, f"opentelemetry.{part}", module)
    monkeypatch.setattr("viewmark.stages._histogram", None)
    with record_stages("observe"), stage("capture"):
        pass
    with pytest.raises(ZeroDivisionError), record_stages("click"):
        1 / 0  # noqa: B018
    assert seen.spans == ["viewmark.observe", "viewmark.observe.capture", "viewmark.click"]
    assert seen.attributes == [("error.type", "ZeroDivisionError")]
    assert [attributes for _, attributes in seen.values] == [
        {"viewmark.operation": "observe"},
        {"viewmark.operation": "click", "error.type": "ZeroDivisionError"},
    ]
