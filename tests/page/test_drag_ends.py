"""What a drag by the pointer says of its end: what lay under what was dragged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark import Page

if TYPE_CHECKING:
    from collections.abc import Callable

BOARD = """<style>body{margin:0}section{position:absolute;top:0;width:200px;height:300px}
.card{width:180px;height:40px;margin:4px;background:#ddd;user-select:none}</style>
<section id=todo aria-label=Todo style="left:0"><div class=card id=card>Fix pump</div></section>
<section id=done aria-label=Done style="left:300px"></section><script>
let held = null;
card.onpointerdown = (e) => { held = [e.clientX, e.clientY]; card.setPointerCapture(e.pointerId); };
card.onpointermove = (e) => { if (held)
  card.style.transform = `translate(${e.clientX - held[0]}px, ${e.clientY - held[1]}px)`; };
card.onpointerup = () => { held = null; card.style.transform = ""; done.append(card); };
</script>"""


async def test_a_drag_says_what_lay_under_what_was_dragged(page_of: Callable[..., Any]) -> None:
    page = Page(await page_of(BOARD))
    told = (await page.drag("#card", "#done")).to_json()["drag"]
    assert (told["kind"], told["released_on"]["name"]) == ("mouse", "Done")
    assert (await page.evaluate("card.parentElement.id")).value == "done"


async def test_a_drag_on_a_canvas_is_not_called_one_that_moved_nothing(
    page_of: Callable[..., Any],
) -> None:
    page = Page(await page_of("<canvas id=c width=300 height=200></canvas>"))
    told = (await page.drag("#c", dx=40)).to_json()["drag"]
    assert told["kind"] == "mouse"
    assert "moved" not in told


async def test_a_container_is_not_named_by_all_that_it_holds(page_of: Callable[..., Any]) -> None:
    words = "".join(f"<p>Paragraph number {i}</p>" for i in range(20))
    page = Page(await page_of(f"<div id=all style='height:300px'>{words}</div>"))
    done = await page.click("#all")
    assert done.hit is not None
    assert len(done.hit.name) <= 60
