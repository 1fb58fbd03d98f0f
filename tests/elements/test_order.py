"""Elements are ordered by row, from geometry alone, before the mark limit is applied."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewmark.elements.model import Element
from viewmark.elements.order import number_elements, reading_order
from viewmark.elements.record import ElementIdentity
from viewmark.geometry import Bounds


def box(x: float, y: float, width: float = 40, height: float = 20) -> Bounds:
    return Bounds(x, y, width, height)


def element(bounds: Bounds, **more: object) -> Element:
    made = Element(
        tag="a", role="link", name="n", text="", selector="", bounds=bounds, hint="navigable"
    )
    return replace(made, **more)


def test_rows_go_from_top_to_bottom_and_from_left_to_right() -> None:
    boxes = [box(100, 40), box(0, 42), box(200, 0), box(0, 3), box(100, 1)]
    assert reading_order(boxes) == [3, 4, 2, 1, 0]


@pytest.mark.parametrize("direction", [60, -60])
def test_a_staircase_is_read_step_by_step(direction: int) -> None:
    steps = [box(500 + direction * i, 8 * i) for i in range(8)]
    assert reading_order(steps) == list(range(8))


def test_two_columns_with_a_pixel_of_jitter_stay_in_rows() -> None:
    boxes = [box(x, 30 * row + (row % 2 if x else 0)) for row in range(6) for x in (0, 300)]
    assert reading_order(boxes) == list(range(12))


def test_rows_of_a_right_to_left_page_start_at_the_right() -> None:
    boxes = [box(0, 0), box(100, 0), box(200, 0), box(0, 50), box(100, 50)]
    assert reading_order(boxes, rtl=True) == [2, 1, 0, 4, 3]


@pytest.mark.parametrize("top", [0, 3])
def test_a_tall_neighbour_neither_swallows_the_rows_beside_it_nor_splits_them(top: int) -> None:
    side = box(0, top, 50, 400)
    lines = [box(x, 40 * i + (5 if x else 0)) for i in range(8) for x in (60, 160)]
    order = reading_order([*lines, side])
    assert [i for i in order if i != 16] == list(range(16))


def test_an_open_modal_dialog_comes_first() -> None:
    boxes = [box(0, 0), box(50, 300), box(0, 320)]
    assert reading_order(boxes, first=[False, True, True]) == [1, 2, 0]


boxes = st.lists(
    st.builds(
        box,
        st.integers(0, 1200),
        st.integers(0, 700),
        st.integers(5, 300),
        st.integers(5, 120),
    ),
    max_size=40,
    unique_by=lambda b: b.as_tuple(),
)


@given(boxes, st.randoms(use_true_random=False), st.booleans())
def test_a_permutation_of_the_input_gives_the_same_sequence(
    given_boxes: list[Bounds], shuffler: random.Random, rtl: bool
) -> None:
    shuffled = given_boxes[:]
    shuffler.shuffle(shuffled)
    one = [given_boxes[i] for i in reading_order(given_boxes, rtl=rtl)]
    other = [shuffled[i] for i in reading_order(shuffled, rtl=rtl)]
    assert one == other
    assert sorted(b.as_tuple() for b in one) == sorted(b.as_tuple() for b in given_boxes)


@given(boxes)
def test_what_lies_wholly_above_comes_first_unless_a_row_binds_them(
    given_boxes: list[Bounds],
) -> None:
    order = reading_order(given_boxes)
    place = {i: k for k, i in enumerate(order)}
    for i, a in enumerate(given_boxes):
        for j, b in enumerate(given_boxes):
            if a.bottom <= b.y and a.x <= b.x:
                assert place[i] < place[j]


def test_equals_are_numbered_in_their_order() -> None:
    who = ElementIdentity(role="button", name="Add")
    other = ElementIdentity(role="button", name="Remove")
    found = [element(box(0, 0), identity=i) for i in (who, other, who, who)]
    assert [e.identity.index for e in number_elements(found)] == [0, 0, 1, 2]
