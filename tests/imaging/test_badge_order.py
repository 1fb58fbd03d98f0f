"""Badges of similar elements are in order, on recorded pages of libraries and applications."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from viewmark import _core
from viewmark.imaging import Mark, Surroundings, place

BENCHES = Path(__file__).parents[2] / "benches"
sys.path.append(str(BENCHES))

import order  # type: ignore[import-not-found]  # noqa: E402


@pytest.fixture(scope="module")
def counts() -> dict[str, int]:
    found: dict[str, int] = order.count_all(_core)
    return found


def test_no_badge_is_nearer_to_the_box_of_another_mark(counts: dict[str, int]) -> None:
    assert counts["badges"] > 2000
    assert counts["nearer"] == 0


def test_most_runs_have_their_badges_on_one_side(counts: dict[str, int]) -> None:
    assert counts["runs"] > 150
    assert counts["one side"] >= 0.91 * counts["runs"]


def test_icons_stay_readable(counts: dict[str, int]) -> None:
    assert counts["icon ink"] > 30_000
    assert counts["icon ink covered"] < 0.05 * counts["icon ink"]


def test_a_contents_list_with_rows_closer_than_a_badge_has_them_in_the_gutter() -> None:
    boxes = [(60, 40 + 17 * n, 90 + 7 * (n % 4), 15) for n in range(12)]
    marks = [Mark(str(n + 10), *box) for n, box in enumerate(boxes)]
    placed = place((400, 300), marks, surroundings=Surroundings(text=boxes))
    assert set(placed.notes) <= {"placed", "shrunk"}
    assert {badge.x + badge.width for badge in placed.boxes} == {60}
    rows = [badge.y + badge.height / 2 for badge in placed.boxes]
    assert all(abs(row - 47.5 - 17 * n) <= 2 for n, row in enumerate(rows))


def test_a_bar_over_a_list_that_share_a_corner_each_have_a_side_of_their_own() -> None:
    bar = [(40 + 90 * n, 40, 88, 36) for n in range(6)]
    column = [(40, 80 + 38 * n, 200, 36) for n in range(6)]
    boxes = [*bar, *column]
    text = [(x + 50, y + 10, 30, 16) for x, y, _, _ in boxes]
    marks = [Mark(str(n + 10), *box) for n, box in enumerate(boxes)]
    placed = place((800, 400), marks, surroundings=Surroundings(text=text))
    tops = {badge.y for badge in placed.boxes[:6]}
    lefts = {badge.x for badge in placed.boxes[6:]}
    assert len(tops) == 1
    assert len(lefts) == 1


def test_a_column_whose_ends_lie_below_other_boxes_has_its_badges_on_one_line_within() -> None:
    rows = [(8, 64 + 36 * n, 220, 36) for n in range(8)]
    over = [(217, 50 + 38 * n, 38, 38) for n in range(7)]
    text = [(x + 16, y + 10, 40 + 6 * n, 16) for n, (x, y, _, _) in enumerate(rows)]
    marks = [Mark(str(n + 10), *box) for n, box in enumerate([*rows, *over])]
    placed = place((640, 480), marks, surroundings=Surroundings(text=text))
    badges = placed.boxes[:8]
    assert len({badge.x for badge in badges}) == 1
    for (x, y, width, height), badge in zip(rows, badges, strict=True):
        assert x <= badge.x
        assert badge.x + badge.width <= x + width
        assert y <= badge.y
        assert badge.y + badge.height <= y + height
