"""Rules that no situation page can show: what is told twice, what opens by a press, roles told."""

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover

TEXTS = [
    ("<h1>Title <small>and more</small></h1>", ["h1"]),
    ("<p>Words <b>bold</b> <span>and</span> plain</p>", ["p"]),
    ("<p>Words <a href=#>link</a> <b>bold</b></p>", ["p", "a"]),
    ("<ul><li><span>row</span></li><li>second <i>row</i></li></ul>", ["span", "li"]),
    ("<li><div>one</div><div>two</div></li>", ["div", "div"]),
    ("<button><span>Save</span> <i>now</i></button>", ["button"]),
    ("<div onclick=1><span>row with a handler</span></div>", ["div"]),
    ("<div role=note><div>only this</div></div>", ["div"]),
    ("<label><input type=checkbox style='display:none'><span>Tick</span></label>", ["label"]),
    ("<p>See <img alt=Logo width=9 height=9 src='data:,'></p>", ["p", "img"]),
    ("<a href=#><img alt=Logo width=9 height=9 src='data:,'></a>", ["a"]),
    ("<div tabindex=0>row <p>with a block of its own</p></div>", ["div", "p"]),
    ("<div tabindex=0>row <b>and</b> its phrases</div>", ["div"]),
    ("<li>row<div><span>and a line below it</span></div></li>", ["li", "span"]),
    (
        "<div style='height:60px;overflow:auto'><div><span>Ann</span> <span>@ann</span></div>"
        "<div style='height:300px'>body</div></div>",
        ["span", "span", "div", "div"],
    ),
]


@pytest.mark.parametrize(("html", "tags"), TEXTS)
async def test_all_visible_says_each_text_once(page_of, html, tags) -> None:
    found = await discover(await page_of("<!doctype html>" + html), target="all_visible")
    assert [e.tag for e in found.elements] == tags


async def test_the_options_of_a_customizable_select_are_found_while_it_is_open(page_of) -> None:
    page = await page_of(
        "<style>select, ::picker(select) { appearance: base-select }</style>"
        "<select style='width:120px;height:30px'><option>One<option>Two</select>"
    )
    assert [e.tag for e in (await discover(page)).elements] == ["select"]
    for kind in ("mousePressed", "mouseReleased"):
        where = {"x": 40, "y": 20, "button": "left", "clickCount": 1}
        await page.session.send("Input.dispatchMouseEvent", {"type": kind, **where})
    found = (await discover(page)).elements
    assert [(e.role, e.name, e.hint) for e in found if e.tag == "option"] == [
        ("option", "One", "selectable"),
        ("option", "Two", "selectable"),
    ]


async def test_a_pane_over_a_canvas_bears_the_name_of_the_canvas(page_of) -> None:
    page = await page_of(
        "<div style='position:relative;width:200px;height:60px'>"
        "<canvas tabindex=0 role=grid aria-label=Sheet width=200 height=60></canvas>"
        "<div id=pane style='position:absolute;inset:0'></div></div>"
    )
    [element] = (await discover(page)).elements
    assert (element.selector, element.role, element.name) == ("#pane", "grid", "Sheet")


async def test_a_strip_of_one_pixel_is_not_seen(page_of) -> None:
    page = await page_of(
        "<style>button{position:fixed;left:9px;height:30px}</style>"
        "<button style='bottom:-29px'>peeps</button><button style='top:-20px'>shows</button>"
        "<a href=# style='position:fixed;top:90px;left:9px;width:80px;height:1px'></a>"
    )
    assert [e.tag for e in (await discover(page)).elements] == ["button", "a"]


async def test_a_strip_that_a_press_can_hit_is_in_the_map(page_of) -> None:
    at = "position:absolute;top:20px;width:40px;height:40px"
    page = await page_of(
        f"<style>button{{{at}}}</style><button style='left:20px' id=one>ONE</button>"
        "<button style='left:27px' id=two>TWO</button>"
        "<button style='left:120px' id=hidden>HIDDEN</button>"
        "<button style='left:120px'>OVER</button>"
    )
    found = {e.name: e for e in (await discover(page)).elements}
    assert [*found] == ["ONE", "TWO", "OVER"]
    assert found["ONE"].visible_ratio < 0.3
    point = found["ONE"].point
    assert point is not None
    assert 20 <= point.x < 27


async def test_a_ring_that_is_drawn_on_the_edge_of_its_box_is_in_the_map(page_of) -> None:
    page = await page_of(
        "<svg width=90 height=90><circle id=ring cx=45 cy=45 r=41 fill=none stroke=red"
        " stroke-width=8 tabindex=0 /></svg>"
    )
    assert [e.selector for e in (await discover(page)).elements] == ["#ring"]


async def test_a_menu_that_listens_for_its_items_is_no_mark_beside_them(page_of) -> None:
    page = await page_of(
        "<ul role=menu tabindex=0 style='width:150px'><li><div role=menuitem tabindex=-1>Open</div>"
        "<li><div role=menuitem tabindex=-1>Save</div></ul>"
        "<script>document.querySelector('ul').addEventListener('click', () => 1)</script>"
    )
    assert [e.role for e in (await discover(page)).elements] == ["menuitem", "menuitem"]


SPOKEN = [
    ("<details><summary>More</summary></details>", "button", "clickable", {"expanded": False}),
    ("<input type=date value=2026-11-22>", "textbox", "editable", {"type": "date"}),
    ("<input type=time>", "textbox", "editable", {"type": "time"}),
    ("<input type=color>", "button", "selectable", {"type": "color"}),
    ("<canvas onclick=1></canvas>", "canvas", "clickable", {}),
    ("<video controls></video>", "video", "clickable", {}),
    ("<label onclick=1>x</label>", "label", "clickable", {}),
    ("<svg onclick=1 width=60 height=30><text y=20>x</text></svg>", "graphics-document", "", {}),
    ("<input>", "textbox", "editable", {}),
]


@pytest.mark.parametrize(("html", "role", "hint", "state"), SPOKEN)
async def test_roles_are_words_of_aria_or_of_html(page_of, html, role, hint, state) -> None:
    [element] = (await discover(await page_of(html))).elements
    assert (element.role, element.hint) == (role, hint or "clickable")
    assert {k: v for k, v in element.state.items() if k in {"expanded", "type"}} == state


INNER = """<body style='margin:0;height:3000px'>
<button style='position:absolute;left:20px;top:640px;width:90px;height:30px'>far down</button>
<a href=# style='position:absolute;left:20px;top:600px'>cut at the edge</a>
<script>addEventListener('pointerdown', (e) => { document.title = e.target.textContent; }, true);
scrollTo(0, 610);</script>"""


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"], ids=["same process", "other process"])
async def test_a_scrolled_and_scaled_frame_is_right_at_one_and_a_half(page_of, site, host) -> None:
    site.put("/scrolled-inner.html", INNER)
    inner = site.url("/scrolled-inner.html", host=host)
    page = await page_of(
        "<body style='margin:0;height:2000px'><script>scrollTo(0, 100)</script>"
        "<iframe style='position:absolute;left:100px;top:150px;width:300px;height:200px;border:4px "
        f"solid;padding:6px;transform:scale(.5);transform-origin:0 0' src='{inner}'></iframe>"
    )
    await page.session.send(
        "Emulation.setDeviceMetricsOverride",
        {"width": 1280, "height": 720, "deviceScaleFactor": 1.5, "mobile": False},
    )
    found = {e.name: e for e in (await discover(page)).elements}
    # Frame at 100, 150 less 100 scrolled; half of its border and padding, half of what is inside.
    button = found["far down"].bounds
    assert button.as_tuple() == pytest.approx((100 + 5 + 10, 50 + 5 + 15, 45, 15), abs=0.6)
    cut = found["cut at the edge"].bounds
    assert (cut.y, cut.height) == pytest.approx((55, 4), abs=1.1)
    point = found["far down"].point
    assert point is not None
    for kind in ("mousePressed", "mouseReleased"):
        where = {"x": point.x, "y": point.y, "button": "left", "clickCount": 1}
        await page.session.send("Input.dispatchMouseEvent", {"type": kind, **where})
    frame = page.frames.get(found["far down"].handle.frame_id)
    for _ in range(200):  # a frame of another process is told in its own time
        if await page.call(frame, "() => document.title") == "far down":
            break
    assert await page.call(frame, "() => document.title") == "far down"
