"""From image px to the click: it hits at all scales and offsets, and in all frames.

The capture and the map come from a real observation. Each click is at the centre of a box in image
px of that capture. The page itself reports what was hit (`hits`).
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from own_world import ask
from page_over import PageOf, page_over
from webserver import LocalSite

from viewmark.browser.actions.click_point import find_click_point, hit_test
from viewmark.browser.discovery.selector_query import find
from viewmark.browser.frames.geometry import chain
from viewmark.browser.launch.browser import launch
from viewmark.browser.page_target import PageTarget
from viewmark.page.context import PageContext
from viewmark.page.observe import ObserveOptions, observe
from viewmark.page.target import at, target_of
from viewmark.page.targets import resolve

SCALES = [1.0, 1.5, 2.0, 3.0]


def buttons(prefix: str, count: int) -> str:
    cells = "".join(
        f"<button style='position:absolute;left:{(i % 6) * 61 + 7}px;top:{(i // 6) * 41 + 5}px;"
        f"width:40px;height:24px;padding:0' onclick=\"top.postMessage('{prefix}{i}','*')\">"
        f"{prefix}{i}</button>"
        for i in range(count)
    )
    return f"<body style='margin:0'>{cells}<div style='height:1500px'></div>"


def document(site: LocalSite) -> str:
    site.put("/same.html", buttons("s", 12))
    site.put("/other.html", buttons("o", 12))
    other = site.url("/other.html", host="localhost")
    return (
        "<body style='margin:0;height:4000px'><script>window.hits=[];"
        "addEventListener('message',(e)=>hits.push(e.data))</script>"
        f"<div style='position:absolute;left:10px;top:1000px'>{buttons('m', 12)}</div>"
        "<iframe src=/same.html style='position:absolute;left:450px;top:1010px;width:380px;"
        "height:130px;border:3px solid;padding:4px'></iframe>"
        f"<iframe src='{other}' style='position:absolute;left:850px;top:1010px;width:400px;"
        "height:130px;border:0;transform:scale(.9)'></iframe>"
    )


async def click_all_by_image_px(page: PageTarget, eventually: Any) -> tuple[int, float]:
    """Click the centre of each box in image px; return the number of marks and the scale."""
    context = PageContext(page)
    await ask(page, "scrollTo(0, 900.5)")
    await page.settle_frames()
    seen = await observe(
        context, ObserveOptions(annotate=True, max_annotations=100, scale="device")
    )
    info = seen.image_info
    assert info is not None
    expected = []
    for each in seen.annotations:
        x, y, width, height = each.element.bounds.to_image_px(info.scale)
        target = resolve(context, at(x + width / 2, y + height / 2, picture=seen.frame_id))
        done = await page_over(context).click(target=target)
        assert done.hit is not None
        assert done.hit.name == each.element.name
        expected.append(each.element.name)
    for _ in range(200):
        if len(await ask(page, "hits")) >= len(expected):
            break
    assert await ask(page, "hits") == expected
    return len(expected), info.scale


@pytest.mark.parametrize("scale", SCALES)
async def test_image_px_hit_at_an_emulated_scale(
    scale: float, page_of: PageOf, site: LocalSite, eventually: Any
) -> None:
    page = await page_of(document(site))
    await page.session.send(
        "Emulation.setDeviceMetricsOverride",
        {"width": 1280, "height": 720, "deviceScaleFactor": scale, "mobile": False},
    )
    count, measured = await click_all_by_image_px(page, eventually)
    assert count == 36
    assert measured == pytest.approx(scale, rel=0.01)


@pytest.mark.parametrize("scale", [1.5, 2.0, 3.0])
async def test_image_px_hit_at_the_scale_of_the_platform(
    scale: float, site: LocalSite, eventually: Any
) -> None:
    async with launch(args=[f"--force-device-scale-factor={scale:g}"]) as browser:
        site.put("/page.html", document(site))
        page = await browser.page(site.url("/page.html"))
        count, measured = await click_all_by_image_px(page, eventually)
        assert count == 36
        assert measured == pytest.approx(scale, rel=0.01)


async def test_image_px_hit_on_a_zoomed_page(
    page_of: PageOf, site: LocalSite, eventually: Any
) -> None:
    page = await page_of(
        document(site).replace("<body style='", "<html style='zoom:1.25'><body style='", 1)
    )
    await ask(page, "scrollTo(0, 1100)")
    context = PageContext(page)
    await page.settle_frames()
    seen = await observe(context, ObserveOptions(annotate=True, max_annotations=100))
    assert len(seen.annotations) > 12
    for each in seen.annotations:
        x, y, width, height = each.element.bounds.to_image_px(seen.image_info.scale)
        target = resolve(context, at(x + width / 2, y + height / 2))
        done = await page_over(context).click(target=target)
        assert done.hit.name == each.element.name


@pytest.mark.parametrize("scale", [1.0, 2.0])
async def test_selectors_hit_on_a_page_pinched_larger(
    scale: float, page_of: PageOf, site: LocalSite
) -> None:
    page = await page_of(
        "<body style='margin:0;height:3000px'><button id=t style='position:"
        "absolute;left:700px;top:1500px' onclick='window.n=1'>x</button>"
    )
    await page.session.send("Emulation.setPageScaleFactor", {"pageScaleFactor": scale})
    done = await page_over(PageContext(page)).click(target=resolve(PageContext(page), "#t"))
    assert done.hit.name == "x"
    assert await ask(page, "window.n") == 1


async def test_labels_and_refs_hit_in_frames_of_both_kinds(
    page_of: PageOf, site: LocalSite, eventually: Any
) -> None:
    page = await page_of(document(site))
    await page.settle_frames()
    await ask(page, "scrollTo(0, 900)")
    context = PageContext(page)
    seen = await observe(context, ObserveOptions(max_annotations=100))
    assert len(seen.annotations) == 36
    await ask(page, "scrollTo(0, 0)")
    for each in seen.annotations[::3]:
        for name in ({"label": each.label, "frame_id": seen.frame_id}, {"ref": each.ref}):
            done = await page_over(context).click(target=resolve(context, target_of(**name)))
            assert done.hit.name == each.element.name


async def test_a_point_and_an_element_agree_about_the_way_through_nested_frames(
    page_of: PageOf, site: LocalSite
) -> None:
    # Three levels of frames: the page, a frame of another process, and one of the first site.
    site.put("/deep.html", "<body style='margin:0'><button id=t>deep</button>")
    site.put(
        "/middle.html",
        "<body style='margin:40px'><iframe id=f style='border:2px solid;rotate:4deg' "
        f"src='{site.url('/deep.html')}'></iframe>",
    )
    page = await page_of(
        "<iframe id=f style='width:600px;height:400px;transform:scale(.7)' "
        f"src='{site.url('/middle.html', host='localhost')}'></iframe>"
    )
    await page.settle_frames()
    step = " >> internal:control=enter-frame >> "
    frame, node = await find(page, step.join(["#f", "#f", "#t"]))
    spot = await find_click_point(page, frame, node)
    met = await hit_test(page, spot.x, spot.y)
    assert (met.hit.frame_id, met.node_id) == (frame.id, node)
    assert met.inner == pytest.approx(spot.inner, abs=0.01)
    assert len(await chain(page, frame)) == 3


async def test_a_point_in_a_frame_that_was_just_attached_is_inside_it(
    page_of: PageOf, site: LocalSite, eventually: Any, bounded: Any, monkeypatch: Any
) -> None:
    """Between detaching from the old process and attaching to the new, no session has the frame."""
    site.put("/inner.html", "<body style='margin:0'><button id=t>Inner</button>")
    page = await page_of("<iframe style='border:0;position:fixed;left:50px;top:50px'></iframe>")
    may_enter, entered = asyncio.Event(), PageTarget._enter

    async def late(self: PageTarget, session: Any, **options: Any) -> None:
        await may_enter.wait()
        await entered(self, session, **options)

    monkeypatch.setattr(PageTarget, "_enter", late)
    address = site.url("/inner.html", host="other.localhost")
    await page.call(None, "(url) => { document.querySelector('iframe').src = url }", address)
    await eventually(lambda: len(page.frames) == 1, "the frame's way to its own process")
    asking = asyncio.ensure_future(hit_test(page, 60, 60))
    await asyncio.wait((asking,), timeout=0.2)
    may_enter.set()
    met = await bounded(asking)
    assert str(met.hit) == "button 'Inner'"
    assert met.frame.session is not page.session
