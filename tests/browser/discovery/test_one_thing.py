"""One mark for one control that a UI library builds of several elements, such as a tab."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover

HEAR = """<script>for (const el of document.querySelectorAll('.l'))
  for (const type of ['click', 'mousedown']) el.addEventListener(type, () => {})</script>"""


KIT = "".join(f"<i class='jstree-{word}'></i>" for word in ("node", "leaf", "ocl", "dots", "open"))
GUESSES = [
    ("the name of a kit", f"{KIT}<i class='jstree-icon l' style='display:block;width:20px;height:20px;background:red'></i>", ""),
    ("a word of an icon", "<i class='trash-icon l' style='display:block;width:20px;height:20px;background:red'></i>", "trash"),
    ("an edge that is dragged", "<div class=l style='width:20px;height:20px;background:red;cursor:col-resize'></div>", "resize"),
    ("the tick box of a head", "<table><tr><th><input type=checkbox><th>Name</table>", "all rows"),
    ("what stands in a field", "<div>Name</div><input value=Iris>", "Name"),
    ("a field behind buttons of a kit", "<div><my-button>Save</my-button> <my-button>Help</my-button></div><input value=open>", ""),
    ("a field behind a chip", "<div><div><span class=l>&times;</span> cedar</div><input value=open></div>", ""),
    ("a field behind a sign that does not show", "<table><tr><td>Name<td><div><div style='display:none'>!</div><input value=Iris></div></table>", "Name"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "guess"), [c[1:] for c in GUESSES], ids=[c[0] for c in GUESSES])
async def test_a_guess_says_what_it_is_for(page_of, html, guess) -> None:
    *_, element = (await discover(await page_of("<!doctype html><body>" + html + HEAR))).elements
    assert element.label_hint == guess
