"""Positions of frames, checked by trusted presses whose coordinates the frame reports."""

from __future__ import annotations

from typing import Any

import pytest
from own_world import ask
from page_over import PageOf
from webserver import LocalSite

from viewmark.browser.discovery.selector_query import find
from viewmark.browser.frames.geometry import FRAME_STEP, chain, frame_of_owner, viewport_of
from viewmark.browser.frames.table import Frame
from viewmark.browser.page_target import PageTarget
from viewmark.errors import ElementNotVisible

INNER = """<body style='margin:0;height:2000px'><b id=here>x</b><script>
addEventListener('mousedown', (e) => top.postMessage([e.clientX, e.clientY], '*'))</script>"""
TOP = """<body style='margin:0'><script>
told = new Promise((done) => addEventListener('message', (e) => done(e.data)))</script>"""


async def pressed_at(page: PageTarget, x: float, y: float, bounded: Any) -> list[float]:
    """Press a point of the top viewport; return where the frame received it, in its CSS px."""
    # After a capture every process has drawn a frame, so Chromium routes input by that.
    await page.session.send("Page.captureScreenshot", {"format": "jpeg", "quality": 1})
    for kind in ("mousePressed", "mouseReleased"):
        await page.session.send(
            "Input.dispatchMouseEvent",
            {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1},
        )
    told = {"expression": "told", "awaitPromise": True, "returnByValue": True}
    reply = await bounded(page.session.send("Runtime.evaluate", told))
    return list(reply["result"]["value"])


async def frame_at(page: PageTarget, selector: str) -> Frame:
    await page.settle_frames()
    parent, owner = await find(page, selector)
    frame = await frame_of_owner(page, parent, owner)
    assert frame is not None
    return frame


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"], ids=["same process", "its own"])
@pytest.mark.parametrize(
    "style",
    [
        "left:101px;top:53px;border:7px solid;padding:5px",
        "left:140px;top:60px;transform:scale(.5)",
        "left:200px;top:150px;transform:rotate(30deg)",
        "left:30px;top:20px;zoom:1.5",
    ],
    ids=["border and padding", "scaled", "rotated", "zoomed"],
)
async def test_a_point_of_a_frame_is_met_where_its_map_says(
    style: str, host: str, page_of: PageOf, site: LocalSite, bounded: Any
) -> None:
    site.put("/inner.html", INNER)
    page = await page_of(
        f"{TOP}<iframe id=f src='{site.url('/inner.html', host=host)}' "
        f"style='position:absolute;width:300px;height:200px;{style}'></iframe>"
    )
    *_, place = await chain(page, await frame_at(page, "#f"))
    met = await pressed_at(page, *place.to_top.point(90, 60), bounded)
    assert met == pytest.approx([90, 60], abs=1)


async def test_a_frame_in_a_frame_is_mapped_through_both(
    page_of: PageOf, site: LocalSite, bounded: Any
) -> None:
    site.put("/inner.html", INNER)
    inner = site.url("/inner.html", host="localhost")
    frame = "width:400px;height:300px;border:4px solid;margin:17px"
    site.put("/middle.html", f"<body><iframe id=g style='{frame}' src='{inner}'></iframe>")
    middle = site.url("/middle.html", host="localhost")
    page = await page_of(
        f"{TOP}<iframe id=f style='width:600px;height:500px;margin:31px' src='{middle}'></iframe>"
    )
    places = await chain(page, await frame_at(page, f"#f{FRAME_STEP}#g"))
    assert len(places) == 3
    assert places[2].parent is places[1]
    met = await pressed_at(page, *places[2].to_top.point(120, 80), bounded)
    assert met == pytest.approx([120, 80], abs=1)


async def test_the_viewport_of_a_frame_is_what_its_window_says(
    page_of: PageOf, site: LocalSite
) -> None:
    page = await page_of("<iframe id=f srcdoc='x' style='width:321px;height:123px'></iframe>")
    size = await viewport_of(page, await frame_at(page, "#f"))
    assert size is not None
    told = await ask(page, "[f.contentWindow.innerWidth, f.contentWindow.innerHeight]")
    assert [size.width, size.height] == told == [321, 123]


@pytest.mark.parametrize("style", ["display:none", "width:0;height:0", "transform:scale(0)"])
async def test_a_frame_without_area_is_not_visible(style: str, page_of: PageOf) -> None:
    page = await page_of(f"<iframe id=f srcdoc='x' style='border:0;{style}'></iframe>")
    frame = await frame_at(page, "#f")
    with pytest.raises(ElementNotVisible):
        await chain(page, frame)


async def test_an_element_that_is_not_a_frame_owns_none(page_of: PageOf) -> None:
    page = await page_of("<p id=p>x</p>")
    parent, number = await find(page, "#p")
    assert await frame_of_owner(page, parent, number) is None
