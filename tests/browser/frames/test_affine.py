"""Frames are mapped by their content quads, through scale, rotation and nesting."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewmark.browser.frames.affine import HERE, Affine
from viewmark.geometry import Bounds

small = st.floats(-500, 500)


def test_an_untouched_frame_is_only_shifted() -> None:
    made = Affine.onto_quad([10, 20, 110, 20, 110, 70, 10, 70], 100, 50)
    assert made is not None
    assert made.point(5, 5) == (15, 25)
    assert made.bounds(Bounds(0, 0, 100, 50)).edges == (10, 20, 110, 70)


def test_a_rotated_frame_gives_the_bounding_box_of_what_turned() -> None:
    c = s = math.sqrt(0.5)
    quad = [0, 0, 100 * c, 100 * s, 100 * c - 50 * s, 100 * s + 50 * c, -50 * s, 50 * c]
    made = Affine.onto_quad(quad, 100, 50)
    assert made is not None
    assert made.point(100, 50) == pytest.approx((50 * c, 150 * c))
    assert made.bounds(Bounds(0, 0, 100, 50)).edges == pytest.approx((-50 * s, 0, 100 * c, 150 * c))


@pytest.mark.parametrize(
    ("quad", "width", "height"),
    [
        ([0] * 8, 10, 10),
        ([0, 0, 1, 0, 1, 1, 0, 1], 0, 10),
        ([0, 0, 1, 0, 1, 1, 0, math.nan], 10, 10),
        ([0, 0, 1, 0, 1, 1, 0, math.inf], 10, 10),
        ([0, 0, 1, 0], 10, 10),
        ([0, 0, 1e300, 0, 1e300, 1e300, 0, 1e300], 10, 10),
        (["0"] * 8, 10, 10),
        ([0, 0, 1, 1, 2, 2, 3, 3], 10, 10),
    ],
)
def test_a_quad_without_area_or_with_odd_numbers_gives_no_map(quad, width, height) -> None:
    assert Affine.onto_quad(quad, width, height) is None


@given(small, small, small, small, small, small, small, small)
def test_the_inverse_leads_back(a, b, c, d, e, f, x, y) -> None:
    made = Affine(a, b, c, d, e, f)
    if abs(made.determinant) < 1:
        return
    back = made.inverse().point(*made.point(x, y))
    assert back == pytest.approx((x, y), abs=1e-3)


@given(small, small, small, small)
def test_maps_apply_from_the_inside_out(x, y, e, f) -> None:
    inner, outer = Affine(2, 0, 0, 2, e, f), Affine(0, 1, -1, 0, 5, 6)
    assert outer.after(inner).point(x, y) == pytest.approx(outer.point(*inner.point(x, y)))
    assert HERE.after(inner) == inner


def test_growth_is_told_in_the_pixels_of_the_page() -> None:
    assert Affine(0.5, 0, 0, 0.25, 90, 90).growth((-8, 0, 20, 40)) == (-4, 0, 10, 10)
    turned = Affine(0, 1, -1, 0, 5, 5)  # rotates by 90 degrees: right to down, down to left
    assert turned.growth((0, 0, 20, 40)) == (-40, 0, 0, 20)
