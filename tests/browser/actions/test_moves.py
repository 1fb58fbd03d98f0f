"""A mouse move that reached no frame is detected, sent again, and reported if it is lost."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from page_over import PageOf, page_over
from webserver import LocalSite

from viewmark.browser.actions import input as hand
from viewmark.browser.frames.table import Frame
from viewmark.browser.page_target import PageTarget
from viewmark.errors import PressLost
from viewmark.page.context import PageContext
from viewmark.page.resolved_target import PointTarget, SelectorTarget
from viewmark.page.targets import Target

FRAMED = """<body style='margin:0'><button id=t>framed</button><script>
window.overs = 0; t.onmouseover = () => { overs += 1 }</script>"""
IN_FRAME = SelectorTarget("#f >> internal:control=enter-frame >> #t")
WAYS: dict[str, Callable[[Any], Any]] = {
    "hover": lambda page: page.hover(IN_FRAME),
    "mouse_move": lambda page: page.mouse_move(IN_FRAME),
    "via": lambda page: page.click(IN_FRAME, via=(IN_FRAME,)),
}


@pytest.fixture
def framed(page_of: PageOf, site: LocalSite) -> Callable[..., Awaitable[tuple[PageTarget, Frame]]]:
    """A page with an out-of-process frame."""

    async def make(html: str = FRAMED) -> tuple[PageTarget, Frame]:
        site.put("/inner.html", html)
        inner = site.url("/inner.html", host="localhost")
        page = await page_of(f"<iframe id=f src='{inner}'></iframe>")
        await page.settle_frames()
        [frame] = [each for each in page.frames if each.parent_id is not None]
        assert frame.session is not page.session
        return page, frame

    return make


def lose(page: PageTarget, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Make the browser drop moves that it would route, as before it has drawn a new frame."""
    send, sent = hand.move, []

    async def move_or_lose(*args: Any, **options: Any) -> None:
        sent.append(options.get("into"))
        is_lost = options.get("into") is None
        await page.session.send("Input.setIgnoreInputEvents", {"ignore": is_lost})
        await send(*args, **options)
        await page.session.send("Input.setIgnoreInputEvents", {"ignore": False})

    monkeypatch.setattr(hand, "move", move_or_lose)
    return sent


async def overs_in(frame: Frame) -> Any:
    asked = {"expression": "overs", "returnByValue": True}
    return (await frame.session.send("Runtime.evaluate", asked))["result"]["value"]


@pytest.mark.parametrize("way", [*WAYS])
async def test_a_move_that_its_frame_did_not_hear_is_sent_once_more(
    way: str, framed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, frame = await framed()
    sent = lose(page, monkeypatch)
    done = await WAYS[way](page_over(PageContext(page)))
    assert done.hit.name == "framed"
    assert sent[:2] == [None, frame.session]
    assert await overs_in(frame) == 1


@pytest.mark.parametrize("target", [IN_FRAME, PointTarget(x=30, y=20)], ids=["element", "point"])
async def test_a_move_that_is_heard_is_sent_once(
    target: Target, framed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, frame = await framed()
    send, sent = hand.move, []

    async def note(*args: Any, **options: Any) -> None:
        sent.append(options.get("into"))
        await send(*args, **options)

    monkeypatch.setattr(hand, "move", note)
    context = PageContext(page)
    for _ in range(2):  # in the second pass the mouse is already at the point
        await page_over(context).hover(target=target)
    heard = [each for each in sent if each is None]
    assert (len(heard), await overs_in(frame)) == (2, 1)


async def test_a_move_that_the_page_keeps_to_itself_has_come(
    framed: Any,
) -> None:
    stop = "for (const name of ['pointermove', 'mousemove', 'pointerover', 'mouseover'])"
    stop += " addEventListener(name, (e) => { overs += 1; e.stopImmediatePropagation() }, true);"
    html = f"<button id=t>framed</button><script>window.overs = 0; {stop}</script>"
    page, frame = await framed(html)
    done = await page_over(PageContext(page)).hover(target=IN_FRAME)
    assert done.hit.name == "framed"
    assert await overs_in(frame) > 0


async def test_a_dialog_that_opens_on_hover_is_told(framed: Any) -> None:
    page, _ = await framed("<button id=t onmouseover='alert(`Hello`)'>framed</button>")
    done = await page_over(PageContext(page)).hover(target=IN_FRAME)
    assert done.outcome.dialog == {"kind": "alert", "message": "Hello"}
    await page.answer_dialog(accept=True)


LISTENING = FRAMED.replace(
    "window.overs = 0;",
    """window.heard = [];
for (const name of ["mousedown", "mouseup", "wheel"])
  addEventListener(name, () => heard.push(name));
window.overs = 0;""",
)


async def heard_in(frame: Frame) -> Any:
    asked = {"expression": "heard", "returnByValue": True}
    return (await frame.session.send("Runtime.evaluate", asked))["result"]["value"]


async def test_buttons_and_wheels_that_a_frame_did_not_hear_are_errors(framed: Any) -> None:
    page, frame = await framed(LISTENING)
    over = page_over(PageContext(page))
    await over.mouse_move(IN_FRAME)
    for act in (over.mouse_down, lambda: over.scroll(IN_FRAME, dy=50, wheel=True)):
        await page.session.send("Input.setIgnoreInputEvents", {"ignore": True})
        with pytest.raises(PressLost, match="did not come to its frame"):
            await act()
        await page.session.send("Input.setIgnoreInputEvents", {"ignore": False})
    assert await heard_in(frame) == []
    await over.mouse_down(IN_FRAME)
    await over.mouse_up()
    await over.scroll(IN_FRAME, dy=50, wheel=True)
    assert await heard_in(frame) == ["mousedown", "mouseup", "wheel"]


async def test_a_move_that_is_lost_twice_is_an_error(framed: Any) -> None:
    page, frame = await framed()
    for each in (page.session, frame.session):
        await each.send("Input.setIgnoreInputEvents", {"ignore": True})
    with pytest.raises(PressLost, match="button 'framed'"):
        await page_over(PageContext(page)).hover(target=IN_FRAME)
    assert await overs_in(frame) == 0
