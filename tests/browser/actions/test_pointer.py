"""A press that reached no frame is detected, sent again if that is safe, and reported if lost."""

from __future__ import annotations

from typing import Any

import pytest
from own_world import ask
from page_over import PageOf, page_over
from webserver import LocalSite

from viewmark.browser import scripts
from viewmark.browser.actions import input as hand
from viewmark.browser.discovery.selector_query import find
from viewmark.browser.page_target import PageTarget
from viewmark.errors import ElementNotFound, PressLost
from viewmark.page.context import PageContext
from viewmark.page.resolved_target import PointTarget, SelectorTarget

FRAMED = """<body style='margin:0'><div style='height:1200px'></div>
<button id=t onclick='window.hits=(window.hits||0)+1'>framed</button>
<div style='height:1200px'></div>"""


async def press(page: PageTarget, selector: str) -> Any:
    return await page_over(PageContext(page)).click(target=SelectorTarget(selector))


async def hits_in(frame: Any) -> Any:
    """Return the value of `hits` in a frame's main world."""
    answer = await frame.session.send(
        "Runtime.evaluate", {"expression": "window.hits ?? frames[0]?.hits", "returnByValue": True}
    )
    return answer["result"].get("value")


IN_FRAME = "#f >> internal:control=enter-frame >> #t"


async def framed(page_of: PageOf, site: LocalSite, host: str) -> PageTarget:
    site.put("/inner.html", FRAMED)
    page = await page_of(f"<iframe id=f src='{site.url('/inner.html', host=host)}'></iframe>")
    await page.settle_frames()
    return page


def lose(
    page: PageTarget, monkeypatch: pytest.MonkeyPatch, *, presses: int
) -> list[dict[str, Any]]:
    """Make the browser drop some presses, as while its routing is stale; return all presses."""
    send, sent = hand.press, []

    async def press_or_lose(*args: Any, **options: Any) -> bool:
        sent.append(options)
        await page.session.send("Input.setIgnoreInputEvents", {"ignore": len(sent) <= presses})
        done = await send(*args, **options)
        await page.session.send("Input.setIgnoreInputEvents", {"ignore": False})
        return done

    monkeypatch.setattr(hand, "press", press_or_lose)
    return sent


BOTH = pytest.mark.parametrize("host", ["127.0.0.1", "localhost"], ids=["same", "other"])


@BOTH
async def test_a_press_that_no_frame_saw_is_sent_once_more(
    host: str, page_of: PageOf, site: LocalSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await framed(page_of, site, host)
    sent = lose(page, monkeypatch, presses=1)
    done = await press(page, IN_FRAME)
    assert [bool(each["into"]) for each in sent] == [False, host == "localhost"]
    frame = page.frames.get(done.hit.frame_id)
    assert await hits_in(frame) == 1
    assert done.focused == done.hit
    await press(page, IN_FRAME)
    assert (len(sent), await hits_in(frame)) == (3, 2)


@BOTH
async def test_a_press_that_is_lost_twice_is_an_error(
    host: str, page_of: PageOf, site: LocalSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await framed(page_of, site, host)
    # Input sent directly to a frame's process is lost only if that process does not listen.
    for frame in page.frames:
        await frame.session.send("Input.setIgnoreInputEvents", {"ignore": True})
    send = hand.press
    sent = []

    async def note(*args: Any, **options: Any) -> bool:
        sent.append(options)
        return await send(*args, **options)

    monkeypatch.setattr(hand, "press", note)
    with pytest.raises(PressLost, match="button 'framed'") as caught:
        await press(page, IN_FRAME)
    assert caught.value.retryable
    assert len(sent) == 2


@BOTH
async def test_a_press_straight_into_a_turned_frame_lands_where_it_was_meant(
    host: str, page_of: PageOf, site: LocalSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = site.url("/same.html", host=host)
    site.put("/same.html", f"<iframe id=g src='{site.url('/inner.html', host=host)}' "
             "style='transform:rotate(9deg);margin:30px'></iframe>")  # fmt: skip
    site.put("/inner.html", FRAMED)
    page = await page_of(
        f"<iframe id=f src='{inner}' style='width:500px;height:300px;border:7px solid;"
        "transform:rotate(-20deg) scale(.7)'></iframe>"
    )
    await page.settle_frames()
    sent = lose(page, monkeypatch, presses=1)
    await press(page, "#f >> internal:control=enter-frame >> #g >> "
                "internal:control=enter-frame >> #t")  # fmt: skip
    assert len(sent) == 2
    [innermost] = [frame for frame in page.frames if "inner" in frame.url]
    root = page.frames.get(next(f.id for f in page.frames if f.session is innermost.session))
    depth = "frames[0]." * (2 if host == "127.0.0.1" else 1)
    answer = await root.session.send("Runtime.evaluate", {"expression": f"{depth}hits"})
    assert answer["result"]["value"] == 1


async def test_a_press_that_the_page_hides_from_all_listeners_is_not_repeated(
    page_of: PageOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await page_of(
        "<script>window.presses=0;for (const name of ['pointerdown', 'mousedown', 'pointerup',"
        "'mouseup', 'click']) addEventListener(name, (e) => { presses += name === 'mousedown';"
        "e.stopImmediatePropagation() }, true)</script><button id=t>x</button>"
    )
    done = await press(page, "#t")
    assert (done.hit.name, await ask(page, "presses")) == ("x", 1)


@pytest.mark.parametrize("by", ["selector", "point"])
async def test_a_press_on_a_page_that_the_browser_embeds_is_sent_once(
    by: str, page_of: PageOf, site: LocalSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The PDF viewer takes the press; no frame that we can access observes it."""
    site.put("/x.pdf", "%PDF-1.1", headers={"Content-Type": "application/pdf"})
    page = await page_of(
        "<body style='margin:0'><div id=t tabindex=0 style='width:300px;height:200px'>"
        "<embed type=application/pdf src=/x.pdf width=300 height=200></div>"
    )
    sent = lose(page, monkeypatch, presses=0)
    if by == "selector":
        await press(page, "#t")
    else:
        await page_over(PageContext(page)).click(target=PointTarget(x=150, y=100))
    assert len(sent) == 1


@pytest.mark.parametrize(
    ("x", "verdict", "hits"), [(50, "short", 0), (15, "hit", 1)], ids=["inside", "on its padding"]
)
async def test_what_is_meant_for_a_frame_is_kept_from_the_page_around_it(
    x: int, verdict: str, hits: int, page_of: PageOf
) -> None:
    """The press is beside the target, where the guard may attribute any element to the frame."""
    page = await page_of(
        "<body style='margin:0'><div id=t onclick='window.hits=(window.hits||0)+1' style='width:"
        "80px;height:80px;padding:20px;border:5px solid'></div>"
    )
    frame, node = await find(page, "#t")
    await scripts.call(page, frame, "witness", node)
    await hand.press(page, x, 50)
    told = await scripts.call(page, frame, "afterPress", x, 50)
    assert (told["verdict"], await ask(page, "window.hits ?? 0")) == (verdict, hits)
    await hand.press(page, 50, 50)
    assert await ask(page, "hits") == hits + 1


async def test_a_target_that_goes_with_a_lost_press_is_not_pressed_in_its_place(
    page_of: PageOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await page_of("<button id=t>x</button><p onclick='window.hits=1'>below</p>")
    send, sent = hand.press, []

    async def lose_and_remove(*args: Any, **options: Any) -> bool:
        sent.append(options)
        await page.session.send("Input.setIgnoreInputEvents", {"ignore": True})
        done = await send(*args, **options)
        await page.session.send("Input.setIgnoreInputEvents", {"ignore": False})
        await ask(page, "t.remove()")
        return done

    monkeypatch.setattr(hand, "press", lose_and_remove)
    with pytest.raises(ElementNotFound, match="button 'x' went"):
        await press(page, "#t")
    assert (len(sent), await ask(page, "window.hits ?? 0")) == (1, 0)
