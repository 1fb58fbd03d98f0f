"""Callouts of notes are inside the image, beside their shape, and do not overlap."""

from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from viewmark.drawmode.layout import Callout, badge_at, place_callouts
from viewmark.geometry import Bounds

WIDTH, HEIGHT = 1280.0, 720.0


def hit_test(a: Bounds, b: Bounds) -> bool:
    return a.x < b.right and b.x < a.right and a.y < b.bottom and b.y < a.bottom


def inside(box: Bounds, width: float = WIDTH, height: float = HEIGHT) -> bool:
    slack = 1e-6
    return (
        box.x >= -slack
        and box.y >= -slack
        and box.right <= width + slack
        and box.bottom <= height + slack
    )


def test_a_plate_goes_below_its_shape_where_there_is_room() -> None:
    (box,) = place_callouts([Callout(Bounds(100, 100, 200, 50), 120, 28)], WIDTH, HEIGHT)
    assert (box.x, box.y) == (100, 154)


def test_a_plate_at_the_lower_edge_goes_above() -> None:
    (box,) = place_callouts([Callout(Bounds(100, 660, 200, 50), 120, 28)], WIDTH, HEIGHT)
    assert box.bottom <= 660


def test_a_shape_that_fills_the_picture_has_its_plate_inside() -> None:
    (box,) = place_callouts([Callout(Bounds(0, 0, WIDTH, HEIGHT), 200, 60)], WIDTH, HEIGHT)
    assert inside(box)


def test_a_plate_larger_than_the_picture_is_cut() -> None:
    (box,) = place_callouts([Callout(Bounds(5, 5, 10, 10), 900, 900)], 100, 80)
    assert box.as_tuple() == (0, 0, 100, 80)


def test_fifty_plates_of_one_crowded_spot_do_not_overlap() -> None:
    callouts = [Callout(Bounds(600 + i % 5, 300 + i // 5, 40, 20), 140, 28) for i in range(50)]
    badges = [badge_at(p.target, WIDTH, HEIGHT) for p in callouts[:3]]
    boxes = place_callouts(callouts, WIDTH, HEIGHT, badges)
    for a, b in itertools.combinations([*boxes, *badges[:1]], 2):
        assert not hit_test(a, b)
    assert all(inside(box) for box in boxes)


sizes = st.tuples(st.floats(20, 300), st.floats(20, 160))
targets = st.builds(
    Bounds, st.floats(-200, 1400), st.floats(-200, 900), st.floats(0, 600), st.floats(0, 400)
)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(targets, sizes), max_size=8))
def test_plates_are_inside_and_apart_while_there_is_room(
    wanted: list[tuple[Bounds, tuple[float, float]]],
) -> None:
    callouts = [Callout(target, *size) for target, size in wanted]
    boxes = place_callouts(callouts, WIDTH, HEIGHT)
    assert boxes == place_callouts(callouts, WIDTH, HEIGHT), "the same every time"
    assert all(inside(box) for box in boxes)
    if sum(p.width * p.height for p in callouts) < 0.12 * WIDTH * HEIGHT:
        for a, b in itertools.combinations(boxes, 2):
            assert not hit_test(a, b)


@given(targets, st.sampled_from([24.0, 34.0]))
def test_a_badge_is_inside_the_picture(target: Bounds, size: float) -> None:
    assert inside(badge_at(target, WIDTH, HEIGHT, size))
