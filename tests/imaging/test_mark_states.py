"""Appearance of marks on focused and on disabled elements."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from PIL import Image

import viewmark
from viewmark import imaging
from viewmark.errors import InvalidMark, ViewmarkError

PAGE = np.full((120, 240, 3), 255, dtype=np.uint8)
BOX = {"label": "1", "x": 60, "y": 50, "width": 80, "height": 24}


def drawn(mark: Any) -> bytes:
    return imaging.annotate(PAGE, [mark], format="png").image


def fill(picture: Image.Image, badge: tuple[int, int, int, int]) -> Any:
    """Return the most frequent colour of a badge."""
    x, y, w, h = badge
    colors = picture.convert("RGB").crop((x, y, x + w, y + h)).getcolors(65536)
    return max(colors or [(0, None)])[1]


def test_states_look_different_and_are_the_same_however_they_are_given() -> None:
    usual, focused, hovered, disabled = (
        drawn(imaging.Mark("1", 60, 50, 80, 24, state=state))
        for state in (None, "focused", "hovered", "disabled")
    )
    assert len({usual, focused, hovered, disabled}) == 4
    assert drawn(BOX) == usual
    assert drawn(BOX | {"state": "focused"}) == focused
    assert drawn(BOX | {"state": {"focused": True, "required": True}}) == focused
    assert drawn(BOX | {"disabled": True}) == disabled
    assert drawn(BOX | {"disabled": False, "state": {}}) == usual


@pytest.mark.parametrize("state", ["pressed", "", 3, True])
def test_an_unknown_state_is_refused_by_the_number_of_its_mark(state: Any) -> None:
    with pytest.raises(InvalidMark, match=r"state of mark 1 .*'focused', 'hovered', 'disabled'"):
        imaging.annotate(PAGE, [BOX, BOX | {"state": state}])


def test_states_pass_through_many_and_explain() -> None:
    marks = [imaging.Mark("1", 60, 50, 80, 24, state="disabled")]
    (row,) = imaging.annotate_many([(PAGE, marks)])
    assert not isinstance(row, ViewmarkError)
    assert row.labels == ("1",)
    assert imaging.explain(PAGE, marks).startswith(b"\x89PNG")


async def test_a_look_shows_where_the_focus_is_and_what_is_disabled(page_of: Any) -> None:
    html = (
        "<body style='margin:60px'><button>Save</button> <input aria-label=Name autofocus>"
        " <button disabled>Send</button>"
    )
    page = viewmark.Page(await page_of(html))
    await page.click("input")
    seen = await page.observe(annotate=True, format="png")
    assert "(focused)" in seen.lines()
    assert "(disabled)" in seen.lines()
    picture = Image.open(io.BytesIO(seen.image or b""))
    fills = {each.name: fill(picture, each.badge) for each in seen if each.badge}
    assert fills["Name"] == (255, 255, 255)
    assert fills["Send"] == (196, 196, 196)
    assert fills["Save"] not in (fills["Name"], fills["Send"])


async def test_the_mark_under_the_pointer_has_a_heavier_box_until_the_page_goes(
    page_of: Any,
) -> None:
    html = "<body style='margin:60px'><button style='padding:20px'>Save</button>"
    page = viewmark.Page(await page_of(html))

    async def ink() -> int:
        """Return the number of pixels in the mark's colour outside its badge."""
        seen = await page.observe(annotate=True, format="png")
        picture = Image.open(io.BytesIO(seen.image or b"")).convert("RGB")
        (badge,) = [each.badge for each in seen if each.badge]
        color = fill(picture, badge)
        return int((np.asarray(picture) == color).all(axis=2).sum())

    usual = await ink()
    await page.hover("button")
    assert await ink() > usual
    await page.reload()
    assert await ink() == usual
