"""Rectangles: parsing from JSON, and intersections."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewmark.geometry import Bounds

side = st.floats(-1e6, 1e6)
rectangles = st.builds(Bounds, side, side, st.floats(0, 1e6), st.floats(0, 1e6))


def test_edges_come_in_the_order_of_page_scripts() -> None:
    made = Bounds.from_edges([10, 20, 110, 50])
    assert made == Bounds(10, 20, 100, 30)
    assert made.edges == (10, 20, 110, 50)
    assert Bounds.from_edges((110, 20, 10, 50)) == Bounds(110, 20, 0, 30)


@pytest.mark.parametrize(
    "edges",
    [
        None,
        "0000",
        [0, 0, 10],
        [0, 0, math.nan, 10],
        [0, 0, math.inf, 10],
        [0, 0, 1e300, 10],
        ["0", "0", "9", "9"],
        [True, False, True, True],
        {"x": 1},
        [0, 0, 10**400, 10],
    ],
)
def test_what_is_not_four_numbers_of_a_page_is_no_rectangle(edges: object) -> None:
    assert Bounds.from_edges(edges) is None


def test_rectangles_that_share_less_than_half_a_pixel_share_nothing() -> None:
    assert Bounds(0, 0, 10, 10).intersection(Bounds(5, 5, 15, 15)) == Bounds(5, 5, 5, 5)
    assert Bounds(0, 0, 10, 10).intersection(Bounds(9.8, 0, 10, 10)).is_empty
    assert Bounds(0, 0, 10, 10).intersection(Bounds(20, 20, 5, 5)).area == 0


@given(rectangles, rectangles)
def test_what_is_shared_lies_in_both(one: Bounds, other: Bounds) -> None:
    shared = one.intersection(other)
    if shared.area == 0:
        return
    for each in (one, other):
        assert shared.x >= each.x
        assert shared.y >= each.y
        assert shared.right <= each.right + 1e-6
        assert shared.bottom <= each.bottom + 1e-6
