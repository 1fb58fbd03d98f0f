"""Columns and cards are read one after another if the document shows them; tables by row."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewmark.elements.order import reading_order
from viewmark.geometry import Bounds


def box(x: float, y: float, width: float = 40, height: float = 20) -> Bounds:
    return Bounds(x, y, width, height)


def column(x: float, top: float, count: int, step: float = 30) -> list[Bounds]:
    return [box(x, top + step * i) for i in range(count)]


def order(boxes: Sequence[Bounds], **options: bool) -> list[int]:
    """Return the order of the boxes, which are in document order."""
    return reading_order(boxes, document=[(float(i),) for i in range(len(boxes))], **options)


def test_a_side_bar_is_not_mixed_with_the_text_beside_it() -> None:
    page = [box(0, 0, 900), *column(0, 50, 8), *column(300, 55, 6, 41)]
    assert order(page) == list(range(15))
    assert order(page) != reading_order(page)


def test_a_side_bar_on_the_right_comes_after_the_text_wherever_the_document_has_it() -> None:
    text, side = column(0, 50, 6, 41), column(700, 50, 8)
    assert order([*text, *side]) == list(range(14))
    assert order([*side, *text]) == [*range(8, 14), *range(8)]


def test_three_columns_whose_document_begins_with_the_middle() -> None:
    middle, left, right = column(300, 50, 5), column(0, 50, 5), column(600, 50, 5)
    assert order([*middle, *left, *right]) == [*range(5, 10), *range(5), *range(10, 15)]


def test_the_columns_of_a_footer_are_read_one_by_one() -> None:
    footer = [each for x in (0, 200, 400) for each in column(x, 600, 4)]
    assert order([box(0, 0, 500), *footer]) == list(range(13))


def test_a_table_is_read_by_rows() -> None:
    cells = [box(x, 30 * row) for row in range(6) for x in (0, 200, 400)]
    assert order(cells) == list(range(18))


def test_a_card_is_read_with_all_that_is_on_it() -> None:
    def card(x: float, y: float) -> list[Bounds]:
        return [box(x, y, 150, 100), box(x, y + 110, 150), box(x, y + 140, 60)]

    cards = [each for y in (0, 300) for x in (0, 200, 400) for each in card(x, y)]
    assert order(cards) == list(range(18))


def test_a_bar_at_the_top_comes_first_though_the_document_ends_with_it() -> None:
    content = [*column(0, 100, 5), *column(400, 105, 5, 40)]
    assert order([*content, box(0, 0, 600)]) == [10, *range(10)]


def test_a_bar_at_the_bottom_comes_last_though_the_document_begins_with_it() -> None:
    assert order([box(0, 700, 600), *column(0, 0, 5)]) == [1, 2, 3, 4, 5, 0]


def test_links_of_a_paragraph_are_read_line_by_line() -> None:
    assert order([box(0, 0), box(300, 22), box(100, 44)]) == [0, 1, 2]
    assert order([box(0, 0), box(300, 0), box(100, 22), box(350, 22), box(20, 44)]) == [*range(5)]


def test_a_box_around_others_comes_before_them() -> None:
    assert order([*column(10, 10, 3), box(0, 0, 300, 300)]) == [3, 0, 1, 2]


def test_columns_of_a_right_to_left_page_start_at_the_right() -> None:
    page = [*column(600, 0, 4), *column(0, 5, 5, 41)]
    assert order(page, rtl=True) == list(range(9))
    assert order(page) == [4, 5, 6, 7, 8, 0, 1, 2, 3]


def test_a_frame_is_read_where_it_stands() -> None:
    left, inner, right = column(0, 0, 3), column(0, 100, 3), column(500, 0, 6, 35)
    ranks = [
        *((float(i),) for i in range(3)),
        *((2.5, float(i)) for i in range(3)),
        *((float(3 + i),) for i in range(6)),
    ]
    assert reading_order([*left, *inner, *right], document=ranks) == list(range(12))


def test_where_nothing_parts_them_boxes_are_read_by_rows() -> None:
    grid = [box(x, y) for x in (0, 30, 60) for y in (0, 15, 30)]
    assert order(grid) == reading_order(grid)


def test_an_open_menu_comes_before_the_page_and_a_dialog_before_it() -> None:
    boxes = [box(0, 0), box(0, 50), box(0, 100)]
    assert reading_order(boxes, first=[0, 1, 2], document=[(0.0,), (1.0,), (2.0,)]) == [2, 1, 0]


layouts = st.lists(
    st.builds(
        box, st.integers(0, 1200), st.integers(0, 700), st.integers(5, 300), st.integers(5, 120)
    ),
    max_size=40,
    unique_by=lambda b: b.as_tuple(),
)


@given(layouts, st.randoms(use_true_random=False))
def test_every_box_comes_once_and_a_permutation_changes_nothing(
    boxes: list[Bounds], shuffler: random.Random
) -> None:
    place = list(range(len(boxes)))
    shuffler.shuffle(place)
    one = order(boxes)
    other = reading_order([boxes[i] for i in place], document=[(float(i),) for i in place])
    assert sorted(one) == list(range(len(boxes)))
    assert [place[i] for i in other] == one


@pytest.mark.parametrize("count", [10_000])
def test_ten_thousand_boxes_and_deep_nests_have_an_order(count: int) -> None:
    assert order([box(x * 50, y * 30) for y in range(count // 20) for x in range(20)]) == list(
        range(count)
    )
    nested = [Bounds(i, i, 1000 - 2 * i, 1000 - 2 * i) for i in range(200)]
    assert order(nested) == list(range(200))
