"""Scrolling on real pages: the right container scrolls, comes to rest, and is reported."""

from __future__ import annotations

from typing import Any

import pytest
from own_world import ask
from page_over import PageOf
from webserver import LocalSite

from viewmark.browser.actions.scroll import into_view, scroll_by, scroll_to
from viewmark.browser.discovery.selector_query import find
from viewmark.errors import ElementNotFound, InvalidCoordinates

PANEL = (
    "<body style='margin:0;height:4000px'><div id=p role=region aria-label=Panel style='position:"
    "fixed;left:300px;top:100px;width:600px;height:400px;overflow:auto'><div style='height:1200px;"
    "width:2000px'>tall</div></div>"
)


async def test_without_a_place_the_page_scrolls_though_a_panel_is_in_its_centre(
    page_of: PageOf,
) -> None:
    page = await page_of(PANEL)
    told = await scroll_by(page, 0, 800)
    assert told.to_json() == {
        "container": "page",
        "dx": 0,
        "dy": 800,
        "offset": {"x": 0, "y": 800},
        "max": {"x": 0, "y": 4000 - 720},
    }
    assert await ask(page, "[scrollY, p.scrollTop]") == [800, 0]


async def test_at_a_point_the_panel_there_scrolls_and_is_named(page_of: PageOf) -> None:
    page = await page_of(PANEL)
    told = await scroll_by(page, 30, 250, at=(600, 300))
    assert (told.moved[0].container, told.moved[0].dx, told.moved[0].dy) == (
        "region 'Panel'",
        30,
        250,
    )
    assert await ask(page, "[scrollY, p.scrollTop, p.scrollLeft]") == [0, 250, 30]


async def test_a_panel_at_its_end_hands_on_to_the_page_unless_it_keeps_the_wheel(
    page_of: PageOf,
) -> None:
    page = await page_of(PANEL)
    await ask(page, "p.scrollTop = 99999")
    told = await scroll_by(page, 0, 100, at=(600, 300))
    assert (told.moved[0].container, told.moved[0].dy) == ("page", 100)
    await ask(page, "p.style.overscrollBehavior = 'contain'")
    told = await scroll_by(page, 0, 100, at=(600, 300))
    assert told.moved == ()
    assert told.to_json()["dy"] == 0
    assert await ask(page, "scrollY") == 100


async def test_at_the_end_of_the_page_the_truth_is_told(page_of: PageOf) -> None:
    page = await page_of("<body style='margin:0;height:1000px'>")
    assert (await scroll_by(page, 0, 5000)).moved[0].dy == 280
    told = await scroll_by(page, 0, 5000)
    assert told.moved == ()
    assert told.offset == told.limit == (0, 280)


@pytest.mark.parametrize("style", ["", "html{scroll-behavior:smooth}"], ids=["plain", "smooth"])
async def test_the_offset_asked_for_is_the_offset_at_once(style: str, page_of: PageOf) -> None:
    page = await page_of(f"<style>{style}</style><body style='height:9000px;width:5000px'>")
    told = await scroll_to(page, None, 3000)
    assert await ask(page, "[scrollX, scrollY]") == [0, 3000]
    told = await scroll_to(page, 250, None)
    assert told.offset == (250, 3000)
    assert told.rested
    picture = await page.viewport()
    assert (picture.scroll_x, picture.scroll_y) == (250, 3000)


async def test_an_offset_beyond_the_end_tells_where_it_ended(page_of: PageOf) -> None:
    page = await page_of("<body style='margin:0;height:1720px'>")
    told = await scroll_to(page, 0, 99_999)
    assert told.to_json()["offset"] == {"x": 0, "y": 1000}
    assert told.limit == (0, 1000)
    assert (await scroll_to(page, 0, -5)).offset == (0, 0)


async def test_snapping_is_waited_for_and_told(page_of: PageOf) -> None:
    page = await page_of(
        "<style>html{scroll-snap-type:y mandatory} section{height:700px;scroll-snap-align:start}"
        "body{margin:0}</style><section>1</section><section>2</section><section>3</section>"
    )
    told = await scroll_by(page, 0, 500)
    assert told.moved[0].dy == await ask(page, "scrollY") == 700


async def test_an_element_scrolls_the_container_that_it_is_or_lies_in(page_of: PageOf) -> None:
    page = await page_of(PANEL.replace("tall", "<b id=b>tall</b>"))
    for selector in ("#p", "#b"):
        frame, node = await find(page, selector)
        await scroll_to(page, None, 300, frame=frame, node_id=node)
        assert await ask(page, "p.scrollTop") == 300
        await scroll_by(page, 0, -100, frame=frame, node_id=node)
        assert await ask(page, "[scrollY, p.scrollTop]") == [0, 200]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"], ids=["same process", "other process"])
async def test_frames_scroll_inside_and_hand_on_at_their_end(
    host: str, page_of: PageOf, site: LocalSite
) -> None:
    site.put(
        "/inner.html",
        "<body style='margin:0;height:900px'><p style='position:absolute;top:700px' id=t>x",
    )
    page = await page_of(
        f"<body style='margin:0;height:3000px'><iframe id=f style='border:0;height:300px' "
        f"src='{site.url('/inner.html', host=host)}'></iframe>"
    )
    await page.settle_frames()
    told = await scroll_by(page, 0, 200, at=(50, 50))
    assert (told.moved[0].dy, told.limit) == (200, (0, 600))
    assert await ask(page, "scrollY") == 0
    await scroll_by(page, 0, 5000, at=(50, 50))
    told = await scroll_by(page, 0, 120, at=(50, 50))
    assert (told.moved[0].dy, await ask(page, "scrollY")) == (120, 120)
    frame, node = await find(page, "#f >> internal:control=enter-frame >> #t")
    await scroll_to(page, 0, 0, frame=frame, node_id=0)
    await scroll_to(page, 0, 2000)
    told = await into_view(page, frame, node)
    assert {each.dy < 0 or each.dy > 0 for each in told.moved} == {True}
    assert await ask(page, "scrollY") < 1000


async def test_where_nothing_scrolls_a_real_wheel_is_turned(page_of: PageOf) -> None:
    page = await page_of(
        "<body style='margin:0;overflow:hidden'><canvas id=c width=500 height=400></canvas><script>"
        "window.turned=[];c.addEventListener('wheel',(e)=>{turned.push([e.deltaX,e.deltaY,"
        "e.isTrusted]);e.preventDefault()},{passive:false})</script>"
    )
    told = await scroll_by(page, 5, 120, at=(100, 100))
    assert await ask(page, "turned") == [[5, 120, True]]
    assert told.moved == ()
    page = await page_of(PANEL)
    told = await scroll_by(page, 0, 100, at=(600, 300), way="wheel")
    assert told.moved[0].container == "region 'Panel'"
    assert told.moved[0].dy == await ask(page, "p.scrollTop") == 100


async def test_an_element_comes_into_view_through_nested_containers(page_of: PageOf) -> None:
    page = await page_of(
        "<body style='height:5000px'><div style='margin-top:3000px;height:300px;overflow:auto'>"
        "<div style='height:2000px'></div><div style='height:200px;overflow:auto'><div style="
        "'height:900px'></div><i id=t>here</i></div></div>"
    )
    frame, node = await find(page, "#t")
    told = await into_view(page, frame, node)
    assert len(told.moved) == 3
    inside = "(({top, bottom}) => top >= 0 && bottom <= innerHeight)(t.getBoundingClientRect())"
    assert await ask(page, inside)
    assert (await into_view(page, frame, node)).moved == ()


async def test_what_is_cut_off_comes_into_view_whole(page_of: PageOf) -> None:
    page = await page_of(
        "<body style='margin:0;height:3000px'><div style='height:100px;overflow:auto'>"
        "<div style='height:99px'></div><button id=t style='height:20px'>Send</button></div>"
        "<div id=tall style='margin-top:600px;height:2000px'>tall</div>"
    )
    for name, by in (("#t", 19), ("#tall", 700)):
        frame, node = await find(page, name)
        (moved,) = (await into_view(page, frame, node)).moved
        assert moved.dy == by
        assert (await into_view(page, frame, node)).moved == ()


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), "10", None, True, 1e12])
async def test_an_amount_that_is_no_number_is_refused(wrong: Any, page_of: PageOf) -> None:
    page = await page_of(PANEL)
    with pytest.raises(InvalidCoordinates):
        await scroll_by(page, 0, wrong)
    if wrong is not None:
        with pytest.raises(InvalidCoordinates):
            await scroll_to(page, wrong, 0)


async def test_an_element_that_is_gone_is_an_error(page_of: PageOf) -> None:
    page = await page_of(PANEL)
    frame, node = await find(page, "#p")
    await ask(page, "p.remove()")
    for work in (
        lambda: scroll_by(page, 0, 10, frame=frame, node_id=node),
        lambda: scroll_to(page, 0, 10, frame=frame, node_id=node),
        lambda: into_view(page, frame, node),
    ):
        with pytest.raises(ElementNotFound):
            await work()


async def test_a_page_that_never_rests_is_told_and_not_waited_for(
    page_of: PageOf, bounded: Any
) -> None:
    page = await page_of(
        "<body style='height:90000px'><script>(function go(){scrollBy(0,1);"
        "requestAnimationFrame(go)})()</script>"
    )
    told = await bounded(scroll_by(page, 0, 500))
    assert told.to_json()["rested"] is False
