"""Rules that no situation page can show: what is told twice, what opens by a press, roles told."""

from __future__ import annotations

import pytest

import viewmark
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
        ["div", "span", "span", "div"],
    ),
]


HEADING = "<h3><a href=#>Contents</a></h3>"
TEXTS += [
    (HEADING, ["a"]),
    (f"<dl><dd><p>{'long words ' * 12}</p><p>second</p></dd></dl>", ["p", "p"]),
    ("<div role=main style='height:600px'><p>one</p><a href=#>two</a></div>", ["p", "a"]),
    # A box has a mark for words of its own lines, not for those of its parts or what is folded.
    (
        "<div role=tablist><b role=tab tabindex=0>One</b><b role=tab tabindex=0>Two</b></div>",
        ["b", "b"],
    ),
    (
        "<div role=group aria-label=Zoom><button>In</button><button>Out</button></div>",
        ["button"] * 2,
    ),
    ("<div role=note>Saved <button>Undo</button></div>", ["div", "button"]),
    ("<div role=note><b>Saved</b> <button>Undo</button></div>", ["div", "button"]),
    ("<details>folded<summary>More</summary></details>", ["summary"]),
    ("<blockquote><p>one</p><p>two</p></blockquote>", ["p", "p"]),
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
        "<style>a{position:fixed;top:90px;left:9px;width:80px;height:1px;background:red}</style>"
        "<a href=#></a>"
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
</script>"""
SCROLLED = "() => { scrollTo(0, 610); return innerHeight === 200 && scrollY === 610; }"


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
    await page.settle_frames()
    (frame,) = (each for each in page.frames if each is not page.main_frame)
    # A frame of another process loses where it was scrolled to when it is given its size.
    for _ in range(200):
        if await page.call(frame, SCROLLED):
            break
        await discover(page)
    found = {e.name: e for e in (await discover(page)).elements}
    # Frame at 100, 150 less 100 scrolled; half of its border and padding, half of what is inside.
    button = found["far down"].bounds
    assert button.as_tuple() == pytest.approx((100 + 5 + 10, 50 + 5 + 15, 45, 15), abs=0.6)
    cut = found["cut at the edge"].bounds
    assert (cut.y, cut.height) == pytest.approx((55, 4), abs=1.1)
    point = found["far down"].point
    assert point is not None
    pressed = await viewmark.Page(page).click(viewmark.at(point.x, point.y))
    assert pressed.outcome.hit is not None
    assert pressed.outcome.hit.name == "far down"
    assert await page.call(frame, "() => document.title") == "far down"


async def test_what_is_only_there_to_be_read_has_a_hint_of_its_own(page_of) -> None:
    page = await page_of("<!doctype html><h1>Title</h1><p>words</p><button>Go</button><td>x")
    found = (await discover(page, target="all_visible")).elements
    assert [(e.tag, e.hint) for e in found] == [
        ("h1", "static"),
        ("p", "static"),
        ("button", "clickable"),
    ]


CLEAR_FIELD = """<div style="position:relative;width:200px;height:30px;border:1px solid">
  <span style="position:absolute;pointer-events:none">Password</span>
  <div style="opacity:0"><input aria-label="Name"></div></div>"""
CLEAR_MENU = """<div style="position:relative"><div style="opacity:0;pointer-events:none">
  <input aria-label="Search"><a href="#">Hidden</a></div></div><button>Menu</button>"""


async def test_a_field_in_a_clear_box_is_found_if_a_press_meets_it(page_of) -> None:
    found = (await discover(await page_of(CLEAR_FIELD))).elements
    assert [(e.tag, e.name) for e in found] == [("input", "Name")]
    found = (await discover(await page_of(CLEAR_MENU))).elements
    assert [(e.tag, e.name) for e in found] == [("button", "Menu")]


SLOTTED = """<script>customElements.define("x-field", class extends HTMLElement {
  constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML =
    '<div style="opacity:0;width:200px;height:30px"><slot></slot></div>'; } });</script>
<x-field style="display:block"><input aria-label="Slotted"></x-field>"""
HOST = """<script>customElements.define("x-button", class extends HTMLElement {
  constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML =
    "<button><slot></slot></button>"; } });</script>
<x-button style="cursor:pointer;display:inline-block;padding:30px">Save</x-button>"""
TABS = """<div role=tab tabindex=0 style="width:220px;height:60px">
  <div role=tab style="width:140px;height:50px">Files</div></div>"""


@pytest.mark.parametrize(
    ("html", "tag", "name"),
    [(SLOTTED, "input", "Slotted"), (HOST, "button", "Save"), (TABS, "div", "Files")],
)
async def test_a_control_and_the_box_around_it_get_one_mark(page_of, html, tag, name) -> None:
    [element] = (await discover(await page_of("<!doctype html>" + html))).elements
    assert (element.tag, element.name) == (tag, name)


async def test_text_in_deep_markup_is_whole(page_of) -> None:
    words = [f"w{n}" for n in range(12)]
    space = "\n" + " " * 24
    link = "".join(f"{space}<div>{space}<b>{word}</b>{space}</div>" for word in words)
    [element] = (await discover(await page_of(f"<a href=#>{link}</a>"))).elements
    assert element.text == " ".join(words)


async def test_addresses_of_links_have_no_secrets(page_of) -> None:
    page = await page_of("<a href='https://other.test/a?token=hunter2&q=1'>Go</a>")
    [element] = (await discover(page)).elements
    assert "hunter2" not in str(element.state)
    assert element.state["href"].startswith("https://other.test/a?token=")


async def test_of_thousands_of_rules_for_the_pointer_only_the_first_are_asked(page_of) -> None:
    rules = "".join(f".r{i}:hover .m{i}{{display:block}}" for i in range(5000))
    rows = "".join(
        f"<li class=r{i}><a href=#{i}>Row {i}</a><p class=m{i} hidden><a href=#a>Act</a></p></li>"
        for i in (0, 199, 200, 4999)
    )
    page = await page_of(f"<!doctype html><style>[hidden]{{display:none}}{rules}</style>{rows}")
    found = (await discover(page)).elements
    assert [each.on_hover for each in found] == [("Act",), ("Act",), (), ()]
