"""Marks: none twice, none on nothing, none missing, each as large as its visible part."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest
from case_files import rows_of

from viewmark.browser.discovery.discover import discover

HOST = """<script>customElements.define('x-b', class extends HTMLElement {
  constructor() { super(); this.attachShadow({mode: 'open'}).innerHTML = INNER }
})</script>"""


BOXES = [
    ("what a dialog leaves free", "<a id=t href=# style='position:absolute;left:20px;top:20px;width:400px;height:30px'>link</a><div style='position:absolute;left:150px;top:10px;width:300px;height:200px;background:#fff'><input></div>", (20, 20, 130, 30)),
    ("what a pane without colour lies on", "<a id=t href=# style='position:absolute;left:20px;top:20px;width:400px;height:30px'>link</a><div style='position:absolute;left:150px;top:10px;width:300px;height:200px'></div>", (20, 20, 400, 30)),
    ("a picture in a link", "<body style='margin:20px'><a id=t href=#><img width=88 height=31 alt=Badge style='display:inline' src='data:image/svg+xml,<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"88\" height=\"31\"/>'></a>", (20, 20, 88, 31)),
    ("a button that its host draws larger", "<body style='margin:0'><x-b style='display:inline-flex;padding:10px 24px;border:1px solid'>Save</x-b>" + HOST.replace("INNER", "'<button id=t style=\"border:0;padding:0;background:none\"><slot></slot></button>'"), None),
]  # fmt: skip


@pytest.mark.parametrize(("html", "box"), [b[1:] for b in BOXES], ids=[b[0] for b in BOXES])
async def test_boxes_are_what_is_seen(page_of, html, box) -> None:
    page = await page_of("<!doctype html>" + html)
    [element] = [e for e in (await discover(page)).elements if e.identity.id == "t"]
    if box is None:
        box = await page.call(
            None,
            "function () { const r = document.querySelector('x-b').getBoundingClientRect();"
            " return [r.x, r.y, r.width, r.height]; }",
        )
    assert element.bounds.as_tuple() == pytest.approx(box, abs=1)
    assert element.point is not None


HINTS = rows_of(__file__)


@pytest.mark.parametrize(("html", "hint"), HINTS)
async def test_what_has_no_name_gets_a_guess_and_keeps_its_empty_name(page_of, html, hint) -> None:
    [element] = (await discover(await page_of("<!doctype html>" + html))).elements
    assert element.label_hint == hint
    assert element.to_json().get("labelHint", "") == hint
    if hint:
        assert element.name == ""


async def test_a_scroller_says_how_much_lies_beyond(page_of) -> None:
    page = await page_of(
        "<!doctype html><div id=s style='height:60px;width:200px;overflow:auto'>words"
        "<div style='height:942px'></div></div><script>s.scrollTop = 100</script>"
    )
    [element] = (await discover(page)).elements
    whole = await page.call(None, "() => document.querySelector('#s').scrollHeight")
    assert element.state["scrolls"] == f"up 100 px, down {whole - 160} px"
