"""Elements that moved after discovery are detected; waiting for a page to rest is bounded."""

from __future__ import annotations

import asyncio

import pytest
from pictures import opened

from viewmark.browser import scripts
from viewmark.browser.actions.navigation import goto
from viewmark.browser.capture.layout_shift import (
    TOLERANCE,
    ShiftedElement,
    detect_shifts,
    track,
)
from viewmark.browser.capture.motion import frozen_animations
from viewmark.browser.capture.screenshot import capture
from viewmark.browser.discovery.discover import discover
from viewmark.browser.settling import settle
from viewmark.errors import InvalidOption

UNTIL_IT_MOVED = """function (was) {
  const step = (done) => {
    const { left } = document.querySelector("button").getBoundingClientRect();
    if (Math.abs(left - was) > 10) done();
    else requestAnimationFrame(() => step(done));
  };
  return new Promise(step);
}"""


async def test_on_a_page_at_rest_nothing_moved(page_of) -> None:
    page = await page_of("<button>a</button><a href=#>b</a><span style='display:contents'></span>")
    found = await discover(page)
    moved = await detect_shifts(page, found.elements)
    assert not moved
    assert moved.elements == ()


async def test_the_element_that_moved_or_went_is_named(page_of) -> None:
    page = await page_of(
        "<button>a</button><p><button id=b style='position:relative'>b</button>"
        "<p><button id=c>c</button>"
    )
    found = await discover(page)
    await page.call(
        None,
        "function () { document.getElementById('b').style.left = '9px';"
        " document.getElementById('c').remove(); }",
    )
    moved = await detect_shifts(page, found.elements)
    assert [found.elements[i].name for i in moved.elements] == ["b", "c"]
    assert not moved.view_changed


async def test_less_than_the_tolerance_is_no_movement(page_of) -> None:
    page = await page_of("<button id=b style='position:relative'>b</button>")
    found = await discover(page)
    await page.call(None, "function () { document.getElementById('b').style.left = '1px'; }")
    assert not await detect_shifts(page, found.elements)
    assert await detect_shifts(page, found.elements, tolerance=0.5)


async def test_a_scrolled_page_moved_as_a_whole(page_of) -> None:
    page = await page_of("<button>b</button><div style='height:4000px'>")
    found = await discover(page)
    await page.call(None, "function () { scrollTo(0, 5); }")
    moved = await detect_shifts(page, found.elements)
    assert moved.view_changed
    assert moved.elements == (0,)


async def test_a_new_document_moved_as_a_whole(page_of, site) -> None:
    page = await page_of("<button>b</button>")
    found = await discover(page)
    site.put("/other.html", "<!doctype html><button>b</button>")
    await goto(page, site.url("/other.html"))
    moved = await detect_shifts(page, found.elements)
    assert moved.view_changed
    assert moved.elements == (0,)


async def test_elements_of_a_frame_that_moved_moved_with_it(page_of) -> None:
    page = await page_of(
        "<button>out</button><iframe style='position:absolute;left:200px;top:50px'"
        " srcdoc='<button>in</button>'></iframe>"
    )
    found = await discover(page)
    assert [e.name for e in found.elements] == ["out", "in"]
    await page.call(None, "function () { document.querySelector('iframe').style.left = '210px'; }")
    assert (await detect_shifts(page, found.elements)).elements == (1,)


async def test_a_running_animation_is_seen(page_of) -> None:
    page = await page_of(
        "<style>@keyframes go { to { transform: translateX(900px); } }"
        "button { animation: go 1s linear infinite; }</style><button>run</button>"
    )
    found = await discover(page)
    await page.call(
        None,
        "function () { return new Promise((r) => setTimeout(r, 100)); }",
    )
    assert (await detect_shifts(page, found.elements)).elements == (0,)


async def test_animations_stand_still_for_the_length_of_a_block(page_of) -> None:
    page = await page_of(
        "<style>@keyframes go { to { transform: translateX(900px); } }"
        "button { animation: go 1s linear infinite alternate; }</style><button>run</button>"
    )
    async with frozen_animations(page):
        found = await discover(page)
        await page.call(None, "function () { return new Promise((r) => setTimeout(r, 120)); }")
        assert not await detect_shifts(page, found.elements)
    await page.call(None, UNTIL_IT_MOVED, found.elements[0].bounds.x)
    assert await detect_shifts(page, found.elements)


async def test_what_begins_while_the_clock_is_held_runs_afterwards(page_of) -> None:
    page = await page_of(
        "<style>@keyframes go { to { transform: translateX(900px); } }"
        ".on { animation: go 1s linear infinite alternate; }</style><button>run</button>"
        "<p>later</p><script>later = document.querySelector('p').animate("
        "{ opacity: 0 }, { duration: 1000 }); later.startTime = 1e6;</script>"
    )
    start = "function () { document.querySelector('button').className = 'on'; }"
    stop = "function () { document.querySelector('button').className = ''; }"
    frame = "function () { return new Promise((r) => requestAnimationFrame(() => setTimeout(r))); }"
    for _ in range(5):
        # Without the repair the animation would not run, because the clock was paused before its
        # first frame.
        await page.call(None, start)
        async with frozen_animations(page):
            await page.call(None, frame)
            await page.call(None, frame)
        await page.call(None, UNTIL_IT_MOVED, 0)
        await page.call(None, stop)
    put_off = "function () { return document.getAnimations().some((a) => a.startTime === 1e6); }"
    assert await page.call(None, put_off)


async def test_what_stands_still_is_in_the_picture_where_its_box_is(page_of) -> None:
    page = await page_of(
        "<style>body { margin: 0 } @keyframes go { to { transform: translateX(900px); } }"
        "button { animation: go 1.5s linear infinite alternate; background: #f00; border: 0;"
        " width: 60px; height: 60px }</style><button></button>"
    )
    left = there = 0
    for _ in range(5):
        await page.call(None, UNTIL_IT_MOVED, left)
        async with frozen_animations(page):
            shot, found = await asyncio.gather(capture(page, format="png"), discover(page))
            moved = await detect_shifts(page, found.elements)
        picture = opened(shot.base64)
        row = [picture.getpixel((x, 30)) for x in range(picture.width)]
        left = row.index((255, 0, 0))
        is_there = abs(left - found.elements[0].bounds.x) <= TOLERANCE
        # A starved browser may paint one more frame before the animations are paused, in which case
        # the observation reports the element as moved.
        assert is_there or moved.elements == (0,)
        there += is_there
    assert there >= 3


async def test_settling_waits_for_an_image_in_view(page_of, site, bounded) -> None:
    held = site.hold("/slow.gif", "GIF89a")
    page = await page_of("<img width=50 height=50><p>text")
    await page.call(None, "function () { document.querySelector('img').src = '/slow.gif'; }")
    waited = await settle(page, timeout_s=0.3)
    assert (waited.settled, waited.images) == (False, 1)
    held.released.set()
    waited = await bounded(settle(page, timeout_s=10))
    assert (waited.settled, waited.images, waited.layout, waited.fonts) == (True, 0, True, True)


async def test_settling_does_not_wait_for_images_out_of_view(page_of, site) -> None:
    site.hold("/slow.gif", "GIF89a")
    page = await page_of("<p style='height:5000px'>text</p><img width=5 height=5>")
    await page.call(None, "function () { document.querySelector('img').src = '/slow.gif'; }")
    assert (await settle(page)).settled


async def test_a_page_that_never_rests_ends_the_wait_unsettled(page_of) -> None:
    page = await page_of(
        "<div id=d style='position:fixed;width:900px;height:500px'>x</div><script>"
        # A timer moves the element, because a starved browser may draw no frames for a while, so
        # that an animation would be at rest.
        "let n = 0; setInterval(() => { d.style.left = (n = (n + 7) % 300) + 'px' }, 5);</script>"
    )
    waited = await settle(page, timeout_s=0.4)
    assert (waited.settled, waited.layout) == (False, False)


@pytest.mark.parametrize("limit", [-1, 61, float("nan")])
async def test_a_limit_out_of_range_is_refused(page_of, limit) -> None:
    page = await page_of("<p>x")
    with pytest.raises(InvalidOption):
        await settle(page, timeout_s=limit)


async def told_after(page, found) -> tuple[ShiftedElement, ShiftedElement]:
    """Return the shifts reported by the documents after a capture, and by a separate request."""
    since = {}
    for frame in page.frames:
        reply = await scripts.call(page, frame, "showsSecrets", True)
        since[frame.id] = reply["since"]
    asked = []
    with_calls = scripts.call

    async def noted(*args, **options):
        asked.append(args[2])
        return await with_calls(*args, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scripts, "call", noted)
        told = await detect_shifts(page, found.elements, observation=found.number, since=since)
    assert asked == []
    return told, await detect_shifts(page, found.elements)


CHANGES = {
    "nothing": "",
    "one": "document.querySelector('#b').style.left = '9px'",
    "gone": "document.querySelector('#b').remove()",
    "hidden": "document.querySelector('#b').style.display = 'none'",
    "the view": "scrollTo(0, 5)",
    "a frame": "document.querySelector('iframe').style.marginLeft = '30px'",
    "in a frame": "frames[0].document.querySelector('button').style.marginLeft = '30px'",
}


@pytest.mark.parametrize("change", CHANGES)
async def test_what_comes_with_the_answer_after_a_picture_is_what_would_be_asked_for(
    page_of, change: str
) -> None:
    page = await page_of(
        "<button>a</button><p><button id=b style='position:relative'>b</button>"
        "<iframe srcdoc='<button>c</button>'></iframe><div style='height:4000px'>"
    )
    found = await discover(page)
    assert len(found.elements) == 3
    await page.call(None, f"function () {{ {CHANGES[change]}; }}")
    told, asked = await told_after(page, found)
    assert told == asked
    assert bool(told) is (change != "nothing")


async def test_of_another_look_nothing_is_taken_over(page_of) -> None:
    page = await page_of("<button id=b style='position:relative'>b</button>")
    first, second = await discover(page), await discover(page)
    assert first.number != second.number
    reply = await scripts.call(page, None, "showsSecrets", True)
    assert reply["since"]["look"] == second.number
    await page.call(None, "function () { document.querySelector('#b').style.left = '9px'; }")
    since = {page.main_frame.id: reply["since"]}
    assert not await detect_shifts(page, second.elements, observation=second.number, since=since)
    assert await detect_shifts(page, first.elements, observation=first.number, since=since)


async def test_a_look_that_found_all_as_before_is_one_of_its_own(page_of) -> None:
    page = await page_of("<button id=b style='position:relative'>b</button>")
    for _ in range(4):  # from the second on it is known that nothing changed
        found = await discover(page)
        reply = await scripts.call(page, None, "showsSecrets", True)
        assert reply["since"]["look"] == found.number


async def test_elements_that_are_followed_are_asked_for(page_of) -> None:
    page = await page_of("<button>b</button>")
    found = await discover(page)
    await track(page, [found.elements[0].handle])
    reply = await scripts.call(page, None, "showsSecrets", True)
    assert "since" not in reply


@pytest.mark.parametrize("shifts", [None, 5, [[]], [["1", None]], [[1]], [1], "x"])
async def test_a_damaged_answer_after_a_picture_is_no_proof_that_nothing_moved(
    page_of, shifts: object
) -> None:
    page = await page_of("<button id=b style='position:relative'>b</button>")
    found = await discover(page)
    await page.call(None, "function () { document.querySelector('#b').style.left = '9px'; }")
    since = {page.main_frame.id: {"look": found.number, "viewChanged": False, "shifts": shifts}}
    assert await detect_shifts(page, found.elements, observation=found.number, since=since)
