"""Drags by mouse and native drags: what moved, where it was dropped, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from own_world import ask
from page_over import PageOf

import viewmark
from viewmark.errors import (
    ElementCovered,
    ElementNotVisible,
    NotDroppable,
)
from viewmark.page.target import at

LOG = """<script>window.log = []; for (const n of ["mousedown", "mouseup", "dragstart", "drop",
"dragend"]) addEventListener(n, (e) => log.push(n + " " + e.target.id), true);</script>"""

BOARD = f"""{LOG}<style>* {{ margin: 0 }} div {{ width: 200px; height: 60px }}</style>
<div id=card draggable=true>card</div>
<div id=done ondragover='event.preventDefault()' ondrop='event.preventDefault(); this.append(card)'>
done</div><div id=wall>wall</div>"""


async def board(page_of: PageOf, html: str = BOARD) -> viewmark.Page:
    return viewmark.Page(await page_of(html))


async def value(page: viewmark.Page, expression: str) -> Any:
    return await ask(page.browser_page, expression)


async def test_what_can_be_dragged_is_dropped_by_the_browsers_own_events(page_of: PageOf) -> None:
    page = await board(page_of)
    done = await page.drag("#card", "#done")
    report = done.to_json()["drag"]
    assert (report["kind"], report["dropped_on"]["name"]) == ("html", "done card")
    assert done.hit is not None
    assert done.hit.name == "card"
    assert await value(page, "card.parentElement.id") == "done"
    assert await value(page, "log") == [
        "mousedown card",
        "dragstart card",
        "drop done",
        "dragend card",
    ]


async def test_a_drop_that_the_page_does_not_take_is_an_error_and_no_drop(page_of: PageOf) -> None:
    page = await board(page_of)
    with pytest.raises(NotDroppable, match="'wall' does not take group 'card'"):
        await page.drag("#card", "#wall")
    assert await value(page, "log") == ["mousedown card", "dragstart card", "dragend card"]
    # The mouse button is released afterwards.
    await page.click("#wall")
    assert (await value(page, "log"))[-2:] == ["mousedown wall", "mouseup wall"]


@pytest.mark.parametrize("covered", ["card", "done"])
async def test_a_drag_from_or_onto_what_is_covered_moves_nothing(
    covered: str, page_of: PageOf
) -> None:
    page = await board(page_of)
    await value(
        page,
        f"const c = document.createElement('p'); c.textContent = 'cover'; const b = {covered}."
        "getBoundingClientRect(); c.style.cssText = `position:fixed;background:red;left:0;top:${"
        "b.top}px;width:300px;height:${b.height}px`; document.body.append(c)",
    )
    with pytest.raises(ElementCovered, match="is covered by paragraph"):
        await page.drag("#card", "#done")
    assert await value(page, "log") == []


SLIDER = f"""{LOG}<input id=range type=range min=0 max=100 value=50 style='width:200px;margin:0'>
<div id=track style='width:300px;height:20px;background:#ddd;position:relative;margin:40px 0'>
<div id=handle role=slider aria-valuenow=0 tabindex=0 aria-label=Volume
style='position:absolute;width:20px;height:20px;background:blue'></div></div><script>
handle.onpointerdown = (e) => {{ handle.setPointerCapture(e.pointerId);
  handle.onpointermove = (e) => {{ const x = Math.max(0, Math.min(280, e.clientX - 18));
    handle.style.left = x + "px"; handle.setAttribute("aria-valuenow", Math.round(x / 2.8)); }};
  handle.onpointerup = () => {{ handle.onpointermove = null; }}; }};</script>"""


async def test_sliders_are_dragged_and_their_new_value_is_told(page_of: PageOf) -> None:
    page = await board(page_of, SLIDER)
    done = await page.drag("#range", dx=50)
    assert 70 <= float(done.state["value"]) <= 80
    assert await value(page, "range.value") == done.state["value"]
    done = await page.drag("#handle", dx=140)
    assert done.state["value"] == await value(page, "handle.getAttribute('aria-valuenow')") == "50"
    assert done.to_json()["drag"]["kind"] == "mouse"
    assert done.to_json()["drag"]["moved"] == {"dx": 140, "dy": 0}


SORTABLE = """<ul style='margin:0;padding:0;list-style:none'><li id=a>a</li><li id=b>b</li>
<li id=c>c</li></ul><style>li { height: 40px; width: 200px; user-select: none }</style><script>
let held = null; addEventListener("mousedown", (e) => { held = e.target.closest("li"); });
addEventListener("mousemove", (e) => { const over = e.target.closest?.("li");
  if (held && over && over !== held) {
    const down = e.clientY > over.getBoundingClientRect().top + 20;
    over[down ? "after" : "before"](held); } });
addEventListener("mouseup", () => { held = null; });</script>"""


async def test_a_sortable_list_tells_the_new_place_of_what_was_dragged(page_of: PageOf) -> None:
    page = await board(page_of, SORTABLE)
    box = await value(page, "c.getBoundingClientRect().bottom - 5")
    done = await page.drag("#a", at(50, box, css=True))
    assert await value(page, "[...document.querySelectorAll('li')].map((e) => e.id)") == [
        *("b", "c", "a"),
    ]
    assert done.to_json()["drag"]["place"] == {"before": 0, "after": 2}


HELD = """<style>* { margin: 0 } div { width: 200px; height: 40px; touch-action: none }</style>
<div id=a>a</div><div id=b>b</div><script>window.log = []; let timer = 0, from = null;
addEventListener("pointerdown", (e) => { timer = setTimeout(() => { from = e.target.id; }, 250); });
addEventListener("pointermove", (e) => { if (!from) clearTimeout(timer); });
addEventListener("pointerup", (e) => {
  clearTimeout(timer);
  if (from) log.push(from + document.elementFromPoint(e.clientX, e.clientY).id);
  from = null; });
</script>"""


@pytest.mark.parametrize("pointer", ["mouse", "touch"])
async def test_what_drags_only_once_it_was_held_is_held(page_of: PageOf, pointer: Any) -> None:
    page = await board(page_of, HELD)
    await page.drag("#a", "#b", pointer=pointer)
    assert await value(page, "log") == ["ab"]


async def test_a_line_is_drawn_on_a_canvas(page_of: PageOf) -> None:
    page = await board(
        page_of,
        "<canvas id=c width=300 height=200></canvas><script>window.points = []; let on = false;"
        "c.onpointerdown = () => { on = true }; c.onpointermove = (e) => { if (on) points.push("
        "[e.offsetX, e.offsetY, e.buttons, e.pressure]) }; c.onpointerup = () => { on = false }"
        "</script>",
    )
    done = await page.drag(at(50, 50, css=True), dx=100, dy=60, steps=20, modifiers=["Shift"])
    points = await value(page, "points")
    assert len(points) >= 20
    assert points[-1][2:] == [1, 0.5]
    assert done.point == (150, 110)


async def test_source_and_destination_may_be_in_frames_and_far_apart(page_of: PageOf) -> None:
    page = await board(
        page_of,
        "<div style='height:300px'></div><iframe style='width:300px;height:200px;border:0' "
        'srcdoc="<p id=a draggable=true>from</p><textarea id=b></textarea>'
        "<script>a.ondragstart=(e)=>e.dataTransfer.setData('text/plain','moved')</script>\">"
        "</iframe><div style='height:1500px'></div><button id=low>low</button>",
    )
    inside = "iframe >> internal:control=enter-frame >> "
    done = await page.drag(f"{inside}#a", f"{inside}#b")
    assert done.to_json()["drag"]["kind"] == "html"
    assert await value(page, "frames[0].document.getElementById('b').value") == "moved"
    with pytest.raises(ElementNotVisible, match="not in view at the same time"):
        await page.drag(f"{inside}#a", "#low")
