"""`PageScreenshotTool`: FR-001 to FR-007 of the coordinate specification on a real page."""

from __future__ import annotations

import pytest
from pages import FIELD, PAD, A, PageOf, heard, opened, value

from viewmark import agents, imaging


async def test_it_sees_clicks_types_scrolls_and_presses(page_of: PageOf) -> None:
    page = await opened(page_of)
    tool = agents.PageScreenshotTool(page)
    assert tool.name == "page_screenshot"
    assert tool.parameters["required"] == ["action"]
    shot = await tool.run({"action": "screenshot"})
    assert shot.media_type == "image/png"
    assert imaging.probe(str(shot.image))[0] == "png"
    assert "button 'Alpha'" in (await tool.run({"action": "click", "x": A[0], "y": A[1]})).text
    await tool.run({"action": "type", "x": FIELD[0], "y": FIELD[1], "text": "Ada"})
    assert await value(page, "document.querySelector('input').value") == "Ada"
    await tool.run({"action": "keypress", "key": "Enter"})
    events = await heard(page, "click", "keydown")
    assert [(e["n"], e["id"]) for e in events][:1] == [("click", "a")]
    assert events[-1]["key"] == "Enter"
    await tool.run({"action": "scroll", "x": PAD[0], "y": PAD[1], "dy": 150})
    assert await value(page, "scrollY") == 150


async def test_it_scrolls_before_a_picture_and_tells_the_offset(page_of: PageOf) -> None:
    page = await opened(page_of)
    tool = agents.PageScreenShotTool(page)
    shot = await tool.run({"action": "screenshot", "scroll": {"x": 0, "y": 700}})
    assert "y=700 CSS px" in shot.text
    await tool.run({"action": "scroll", "x": 10, "y": 0})  # centres the image's top row
    view = (await page.observe()).page.viewport
    assert await value(page, "scrollY") == pytest.approx(700 - view.height / 2, abs=1)


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"action": "fly"},
        {"action": "click"},
        {"action": "click", "x": 3},
        {"action": "type", "x": 3, "y": 3},
        {"action": "keypress"},
        {"action": "scroll", "x": 3, "y": 3},
        {"action": "screenshot", "scroll": {"x": 0}},
    ],
)
async def test_what_cannot_be_is_told(given: dict[str, object], page_of: PageOf) -> None:
    page = await opened(page_of)
    result = await agents.PageScreenshotTool(page).run(given)
    assert result.failed
    assert len(result.text) > 20
