"""Rules without a test page: duplicates, elements that open by a press, reported roles."""

from __future__ import annotations

import pytest

import viewmark
from viewmark.browser.discovery.discover import discover


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
    # An out-of-process frame loses its scroll offset when it gets its size.
    for _ in range(200):
        if await page.call(frame, SCROLLED):
            break
        await discover(page)
    found = {e.name: e for e in (await discover(page)).elements}
    # The frame is at (100, 150) minus 100 px scrolled, with border, padding and content at half
    # scale.
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


async def test_of_thousands_of_rules_for_the_pointer_only_the_first_are_asked(page_of) -> None:
    rules = "".join(f".r{i}:hover .m{i}{{display:block}}" for i in range(5000))
    rows = "".join(
        f"<li class=r{i}><a href=#{i}>Row {i}</a><p class=m{i} hidden><a href=#a>Act</a></p></li>"
        for i in (0, 299, 300, 4999)
    )
    page = await page_of(f"<!doctype html><style>[hidden]{{display:none}}{rules}</style>{rows}")
    found = (await discover(page)).elements
    assert [each.on_hover for each in found] == [("Act",), ("Act",), (), ()]


async def test_what_made_or_dropped_a_mark_can_be_asked(page_of) -> None:
    page = await page_of(
        "<!doctype html><div style='cursor:pointer'><button><span id=s>Save</span></button></div>"
    )
    told = (await viewmark.Page(page).get("#s", "rules")).value.splitlines()
    verdicts = [line.partition(": ")[2] for line in told if not line.startswith(" ")]
    assert verdicts == [
        "no candidate",
        "has a mark",
        "has no mark",
        "no candidate",
        "no candidate",
    ]
    assert any("[says-the-same]" in line for line in told)
