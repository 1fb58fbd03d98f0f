"""The test page of the agent tests; it logs every event in its main world."""

from __future__ import annotations

from typing import Any

from own_world import ask
from page_over import PageOf

import viewmark

LOG = """<script>
window.log = [];
for (const n of ["mousedown", "mouseup", "click", "dblclick", "auxclick", "contextmenu",
                 "mousemove", "wheel", "keydown", "keyup", "dragstart", "drop", "input"])
  addEventListener(n, (e) => log.push({n, id: e.target.id || "", key: e.key ?? "", x: e.clientX,
    y: e.clientY, dx: e.deltaX, dy: e.deltaY, button: e.button, buttons: e.buttons,
    detail: e.detail, ctrl: e.ctrlKey, shift: e.shiftKey}), {capture: true, passive: false});
addEventListener("contextmenu", (e) => e.preventDefault());
</script>"""

DESK = f"""{LOG}<style>body {{ margin: 0; height: 3000px }} * {{ position: absolute }}</style>
<button id=a style="left:40px;top:40px;width:100px;height:40px">Alpha</button>
<button id=b style="left:240px;top:40px;width:100px;height:40px">Beta</button>
<input id=i style="left:40px;top:120px;width:200px;height:30px">
<div id=pad style="left:400px;top:200px;width:200px;height:200px;background:#ddd"></div>"""
A, B, FIELD, PAD = (90, 60), (290, 60), (140, 135), (500, 300)
"""Points in CSS px."""


async def opened(page_of: PageOf, html: str = DESK) -> viewmark.Page:
    return viewmark.Page(await page_of(html))


async def heard(page: viewmark.Page, *names: str) -> list[dict[str, Any]]:
    """Return the logged events with these names and clear the log."""
    log = await ask(page.browser_page, "log.splice(0)")
    return [each for each in log if each["n"] in names]


async def value(page: viewmark.Page, expression: str) -> Any:
    return await ask(page.browser_page, expression)
