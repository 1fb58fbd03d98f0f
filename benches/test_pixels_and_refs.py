"""The stages of an observation that need no browser, for pytest-benchmark: `make bench-py`.

The benchmarks use recorded pages (`data/layouts`), so that results are comparable, and measure the
wall time of one thread. See `instructions.rs` for figures that do not depend on load, and
`imaging.py` for rivals.
"""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest
from refs import page as elements_of

from viewmark import imaging
from viewmark.elements.order import reading_order
from viewmark.page.observation import Annotation, Observation, PageInfo
from viewmark.refs import PageRegistry

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

    from viewmark.elements.model import Element

LAYOUTS = Path(__file__).parent / "data" / "layouts"


class Recorded(NamedTuple):
    """A recorded page."""

    jpeg: bytes
    width: int
    height: int
    marks: list[imaging.Mark]
    around: imaging.Surroundings


@pytest.fixture(scope="module", params=["shop-small", "shop"], ids=["720p", "1080p"])
def recorded(request: pytest.FixtureRequest) -> Recorded:
    """A dense page with a hundred controls."""
    about = json.loads((LAYOUTS / f"{request.param}.json").read_text())
    boxes = [tuple(box) for box in about["elements"]]
    return Recorded(
        (LAYOUTS / f"{request.param}.jpg").read_bytes(),
        about["width"],
        about["height"],
        [imaging.Mark(str(n), *box) for n, box in enumerate(boxes, 1)],
        imaging.Surroundings(text=[tuple(box) for box in about["text"]]),
    )


@pytest.mark.benchmark(group="picture")
def test_decode_and_encode(benchmark: BenchmarkFixture, recorded: Recorded) -> None:
    done = benchmark(imaging.annotate, recorded.jpeg, [])
    assert done.width == recorded.width


@pytest.mark.benchmark(group="picture")
def test_place(benchmark: BenchmarkFixture, recorded: Recorded) -> None:
    size = (recorded.width, recorded.height)
    placed = benchmark(imaging.place, size, recorded.marks, surroundings=recorded.around)
    assert len(placed.boxes) == len(recorded.marks)


@pytest.mark.benchmark(group="picture")
def test_annotate(benchmark: BenchmarkFixture, recorded: Recorded) -> None:
    done = benchmark(imaging.annotate, recorded.jpeg, recorded.marks, surroundings=recorded.around)
    assert len(done.placements) == len(recorded.marks)
    # Stage times of the last round.
    benchmark.extra_info |= {name: round(ms, 3) for name, ms in done.timings._asdict().items()}


@pytest.mark.benchmark(group="picture")
def test_cover_secrets(benchmark: BenchmarkFixture, recorded: Recorded) -> None:
    boxes = [(m.x, m.y, m.width, m.height) for m in recorded.marks[:3]]
    assert benchmark(imaging.cover, recorded.jpeg, boxes)


@pytest.mark.benchmark(group="picture")
def test_encode_pixels(benchmark: BenchmarkFixture, recorded: Recorded) -> None:
    ramp = np.arange(recorded.width * recorded.height * 3, dtype=np.uint32)
    pixels = (ramp * 2654435761 >> 24).astype(np.uint8).reshape(recorded.height, recorded.width, 3)
    assert benchmark(imaging.encode, pixels, format="jpeg", quality=80)


@pytest.mark.benchmark(group="picture")
def test_from_base64(benchmark: BenchmarkFixture, recorded: Recorded) -> None:
    assert benchmark(imaging.from_base64, base64.b64encode(recorded.jpeg).decode()) == recorded.jpeg


@pytest.fixture(scope="module", params=[100, 1_000])
def elements(request: pytest.FixtureRequest) -> list[Element]:
    """Rows of a table with four actions each."""
    return elements_of(request.param)


def registry_of(elements: list[Element], frame_id: str = "f0") -> PageRegistry:
    """Return a registry that has observed these elements once."""
    registry = PageRegistry()
    registry.observe(elements, frame_id=frame_id, epoch="d1")
    return registry


@pytest.mark.benchmark(group="refs")
def test_reading_order(benchmark: BenchmarkFixture, elements: list[Element]) -> None:
    boxes = [element.bounds for element in elements]
    assert len(benchmark(reading_order, boxes)) == len(elements)


@pytest.mark.benchmark(group="refs")
def test_refs_of_a_first_look(benchmark: BenchmarkFixture, elements: list[Element]) -> None:
    assert len(benchmark(registry_of, elements)) == len(elements)


@pytest.mark.benchmark(group="refs")
def test_refs_of_the_same_page_again(benchmark: BenchmarkFixture, elements: list[Element]) -> None:
    registry = registry_of(elements)
    given = benchmark(registry.observe, elements, frame_id="f1", epoch="d1")
    assert {each.stability for each in given} == {"stable"}


@pytest.mark.benchmark(group="refs")
def test_resolve_a_ref(benchmark: BenchmarkFixture, elements: list[Element]) -> None:
    registry = PageRegistry()
    given = registry.observe(elements, frame_id="f0", epoch="d1")
    assert benchmark(registry.resolve, given[-1].ref).ref == given[-1].ref


@pytest.mark.benchmark(group="refs")
def test_lines(benchmark: BenchmarkFixture, elements: list[Element]) -> None:
    given = PageRegistry().observe(elements, frame_id="f0", epoch="d1")
    about: Any = object.__new__(PageInfo)
    seen = Observation(
        frame_id="f0",
        page=about,
        annotations=tuple(
            Annotation(
                label=n,
                badge_text=str(n),
                ref=each.ref,
                stability=each.stability,
                element=element,
            )
            for n, (each, element) in enumerate(zip(given, elements, strict=True), 1)
        ),
        total_found=len(elements),
    )
    assert benchmark(seen.lines).count("\n") == len(elements) - 1
