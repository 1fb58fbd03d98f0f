"""The registry's own work on pages of 1,000 and 5,000 elements, without a browser.

The values are medians of nine measurements of the thread's CPU time. The baseline is `json.loads`
of the same elements in the same run, the minimum cost of receiving them. The target is absolute:
5 ms for 1,000 elements.
"""

from __future__ import annotations

import gc
import json
import statistics
import time
import tracemalloc
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

from viewmark.elements.model import Element, Handle
from viewmark.elements.record import ElementIdentity
from viewmark.geometry import Bounds
from viewmark.refs import PageRegistry

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 9
TARGET_MS = 5.0


def page(count: int, *, start: int = 0, epoch: str = "d1", first_node: int = 1) -> list[Element]:
    """Return the rows of a table with four actions each, some with ids, and realistic names."""
    out = []
    for n in range(count):
        row, column = divmod(n + start, 4)
        name = ("Open", "Edit", "Delete", f"Invoice {row} of customer {row * 7 % 100}")[column]
        role, tag = ("link", "a") if column == 3 else ("button", "button")
        identity = ElementIdentity(
            test_id="save" if column == 1 and row % 50 == 0 else "",
            id=f"row-{row}" if column == 0 else "",
            role=role,
            name=name,
            tag=tag,
            context=(f"{row} Customer {row * 7 % 100} customer{row}@example.org paid", "Invoices"),
            path=f"body[1]/main[1]/table[1]/tbody[1]/tr[{row + 1}]/td[{column + 1}]/{tag}[1]",
        )
        element = Element(
            tag=tag,
            role=role,
            name=name,
            text=name,
            selector=f"tr:nth-of-type({row + 1}) > td:nth-of-type({column + 1}) > {tag}",
            bounds=Bounds(20.0 + 150 * column, 30.0 * row, 120.0, 24.0),
            hint="clickable",
            identity=identity,
            handle=Handle(frame_id="F", node_id=first_node + n, epoch=epoch),
        )
        out.append(element)
    return out


def _median_ms(work: Callable[[], object], prepare: Callable[[], object] | None = None) -> float:
    """Return the median CPU milliseconds of this thread, which exclude other processes."""
    times = []
    for _ in range(ROUNDS):
        if prepare:
            prepare()
        started = time.thread_time()
        work()
        times.append((time.thread_time() - started) * 1e3)
    return statistics.median(times)


class _Bench:
    """A registry that has observed one page."""

    def __init__(self, elements: list[Element]) -> None:
        self.elements = elements
        self.registry = PageRegistry()

    def forget(self) -> None:
        self.registry = PageRegistry()

    def first(self) -> None:
        self.forget()
        self.look(self.elements)

    def look(self, elements: list[Element]) -> None:
        epoch = elements[0].handle.epoch
        self.registry.observe(elements, frame_id=f"f{self.registry.count}", epoch=epoch)


def run() -> list[dict[str, Any]]:
    """Return the rows of the benchmark."""
    rows = []
    for count in (1_000, 5_000):
        bench = _Bench(page(count))
        wire = json.dumps([asdict(element) for element in bench.elements])
        baseline = _median_ms(partial(json.loads, wire))
        cases = {
            "same page again": (page(count), bench.first),
            "first look": (bench.elements, bench.forget),
            "all nodes new": (page(count, first_node=1_000_000, epoch="d2"), bench.first),
            "data moved by a row": (page(count, start=4), bench.first),
        }
        for name, (elements, prepare) in cases.items():
            value = _median_ms(partial(bench.look, elements), prepare)
            target = TARGET_MS if count == 1_000 and name == "same page again" else None
            rows.append(
                {
                    "name": f"{name}, {count} elements",
                    "value": value,
                    "unit": "ms",
                    "baseline": baseline,
                    "ratio": value / baseline,
                    "target": f"< {target:g} ms" if target else None,
                    "ok": value < target if target else None,
                }
            )
    rows.append(_memory())
    return rows


def _memory() -> dict[str, Any]:
    """Measure the memory of a registry whose page showed new records each time, 100 at once."""
    registry = PageRegistry()
    sizes = {}
    tracemalloc.start()
    for look in range(300):
        registry.observe(page(100, start=look * 100), frame_id=f"f{look}", epoch=f"d{look}")
        if look + 1 in (50, 150, 300):
            gc.collect()
            sizes[(look + 1) * 100] = tracemalloc.get_traced_memory()[0] / 1e6
    tracemalloc.stop()
    saved = len(json.dumps(registry.to_json())) / 1e6
    print(f"MB after so many records: {sizes}; {len(registry)} remembered, {saved:.1f} MB as JSON")
    return {
        "name": "memory, 30,000 records shown against 15,000",
        "value": sizes[30_000],
        "unit": "MB",
        "baseline": sizes[15_000],
        "ratio": sizes[30_000] / sizes[15_000],
        "target": "<= 1.1x",
        "ok": sizes[30_000] <= 1.1 * sizes[15_000],
    }
