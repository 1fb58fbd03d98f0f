"""The same page on another machine, and what only left the picture: nothing of it is a change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import viewmark

if TYPE_CHECKING:
    from collections.abc import Callable

CARDS = (
    """<title>Cards</title>
<style>
@font-face { font-family: Ours; src: local("DejaVu Sans") }
body { font: 16px Ours; margin: 16px; width: 500px }
li { border: 1px solid; padding: 3px }
</style>
<h1>Kettles and pans of every size</h1>
<p>Some words that fill a line or two of the page, until it ends, with <a href=/a>a link</a></p>
<ul>"""
    + "".join(f"<li>Item number {n} <button>Edit {n}</button>" for n in range(12))
    + "</ul>"
)
LIST = (
    """<title>List</title><style>
body { font: 16px sans-serif; margin: 16px }
#box { height: 180px; overflow: auto; scrollbar-width: none }
</style><p id=head>Head</p>
<div id=box><p id=first>First</p>"""
    + "".join(f"<p>Row {n}</p>" for n in range(12))
    + "</div>"
)


async def test_another_font_is_one_line(page_of: Callable[..., Any]) -> None:
    page = viewmark.Page(await page_of(CARDS))
    before = await page.checkpoint()
    other = viewmark.Page(await page_of(CARDS.replace("DejaVu Sans", "DejaVu Serif")))
    after = await other.checkpoint()
    found = viewmark.compare(before, after)
    assert found.is_same, found.lines()
    assert len(found.notes) == 1
    assert "another font" in found.notes[0]
    await other.evaluate("document.querySelector('button').textContent = 'Change 0'; 0")
    found = viewmark.compare(before, await other.checkpoint())
    assert [each.kind for each in found.changes] == ["text"], found.lines()


@pytest.mark.parametrize("scale", [1.25, 1.5, 2.0])
async def test_another_scale_is_one_line(page_of: Callable[..., Any], scale: float) -> None:
    page = viewmark.Page(await page_of(CARDS))
    before = await page.checkpoint()
    size = before.viewport
    width, height = round(size.width), round(size.height)
    await page.set_viewport(width=width, height=height, device_scale_factor=scale)
    found = viewmark.compare(before, await page.checkpoint())
    assert found.is_same, found.lines()
    assert len(found.notes) == 1
    assert f"1 and {scale:g} px per CSS px" in found.notes[0]


async def test_cells_that_a_wider_column_widens_are_no_other_font(
    page_of: Callable[..., Any],
) -> None:
    rows = "".join(f"<tr><td>Cell {n}<td><a href=#>Link {n}</a><td>Last {n}" for n in range(9))
    page = viewmark.Page(await page_of(f"<title>T</title><table id=t width=400>{rows}</table>"))
    before = await page.checkpoint()
    await page.evaluate("t.rows[0].cells[0].style.width = '250px'; 0")
    found = await page.compare(before)
    assert "size" in {each.kind for each in found.changes}, found.lines()


async def test_a_caret_that_blinks_is_no_change(page_of: Callable[..., Any]) -> None:
    page = viewmark.Page(await page_of("<title>F</title><p>Words</p><input id=f value=abc>"))
    await page.evaluate("f.style.caretColor = 'black'; f.focus(); 0")
    before = await page.checkpoint()
    await page.evaluate("f.style.caretColor = 'transparent'; 0")
    found = await page.compare(before)
    assert found.is_same, found.lines()


async def test_what_is_pushed_out_of_a_box_that_scrolls_is_not_gone(
    page_of: Callable[..., Any],
) -> None:
    page = viewmark.Page(await page_of(LIST))
    before = await page.checkpoint()
    await page.evaluate("first.style.height = '60px'; 0")
    found = await page.compare(before)
    assert [each.sentence for each in found.changes] == ['paragraph "First": 42 px taller']
    await page.evaluate("first.style.height = ''; box.children[2].remove(); 0")
    found = await page.compare(before)
    assert [each.sentence for each in found.changes] == ['paragraph "Row 1": gone']
