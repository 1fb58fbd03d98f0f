"""What gets a mark: nothing twice, nothing on nothing, nothing missed, as large as it is seen."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover

HOST = """<script>customElements.define('x-b', class extends HTMLElement {
  constructor() { super(); this.attachShadow({mode: 'open'}).innerHTML = INNER }
})</script>"""
ICON = "<svg width=16 height=16><path d='M0 0h16v4z'/></svg>"


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


HINTS = [
    (f"<button id=t data-tooltip='Delete row'>{ICON}</button>", "Delete row"),
    ("<button id=t><i class='fa fa-trash'></i></button>", "trash"),
    ("<button id=t><i class='fa fa-lg fa-arrow-left'></i></button>", "arrow left"),
    ("<button id=t><span class='ag-icon ag-icon-filter'></span></button>", "filter"),
    ("<button id=t><img src='/static/icons/zoom_in.svg?v=3' width=16 height=16></button>", "zoom in"),
    ("<button id=t><svg width=16 height=16><use href='sprite.svg#icon-gear'/></svg></button>", "gear"),
    ("<button id=t><svg data-testid=DeleteIcon width=16 height=16></svg></button>", "delete"),
    ("<button id=t><i class='mdc-icon-button__ripple'></i><x-icon svgicon=arrow_upward_24px style='padding:4px'></x-icon></button>", "arrow upward"),
    ("<button id=t><x-icon name=user-plus style='padding:4px'></x-icon></button>", "user plus"),
    ("<svg width=300 height=100><g><rect id=t width=120 height=50 onclick=1></rect><text x=30 y=40 style='pointer-events:none'>Extract</text></g></svg>", "Extract"),
    ("<div>Amount <input id=t></div>", "Amount"),
    ("<div><div>Street</div><div><input id=t></div></div>", "Street"),
    ("<table><tr><th>Item<th>Price<tr><td>Nut<td><input id=t></table>", "Price"),
    ("<input id=t name=billing_city>", "billing city"),
    ("<button id=t style='width:20px;height:20px' class='btn btn-primary css-1x2y3z'></button>", ""),
    ("<button id=t><img src='data:image/gif;base64,R0lGODlhAQABAAAAACw=' width=16 height=16></button>", ""),
    ("<button id=t><img src='/a/8f3c91d2e4.png' width=16 height=16></button>", ""),
    ("<button id=t data-tooltip=Other>Named</button>", ""),
]  # fmt: skip


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


DRAWN = "<style>input{{opacity:0;position:absolute;margin:0;width:40px;height:40px;left:2px;top:0}}</style><label style='font:13px sans-serif'>Daily</label><div style='position:relative;height:40px'><div id=d style='position:absolute;left:0;top:13px;width:{}px;height:14px;background:#36a;border-radius:7px'></div><input id=s type=checkbox role=switch aria-label=Daily></div>"
HEAR = """<script>for (const el of document.querySelectorAll('div[id],b[id],.l,label,span[id]'))
  for (const type of ['click', 'mousedown']) el.addEventListener(type, () => {})</script>"""


async def test_a_switch_has_the_box_that_is_drawn_and_the_press_still_works(page_of) -> None:
    page = await page_of("<!doctype html><body style='margin:0'>" + DRAWN.format(36) + HEAR)
    [switch] = (await discover(page)).elements
    assert (switch.role, switch.name, switch.bounds.width) == ("switch", "Daily", 36)
    assert switch.point is not None
    at = {"x": switch.point.x, "y": switch.point.y, "button": "left", "clickCount": 1}
    for kind in ("mousePressed", "mouseReleased"):
        await page.session.send("Input.dispatchMouseEvent", {"type": kind, **at})
    assert await page.call(None, "() => document.querySelector('#s').checked") is True
