"""Gemini's computer use: every function on a real page, verified by the page's events."""

from __future__ import annotations

from typing import Any

import pytest
from pages import FIELD, PAD, A, B, PageOf, heard, opened, value

from viewmark import imaging
from viewmark.agents import computer


class Hand:
    """A driver, and points in its coordinate grid of 0 to 1,000."""

    def __init__(self, page: Any, driver: computer.GeminiComputer) -> None:
        self.page, self.driver = page, driver
        view = driver.screen.seen.viewport
        self.size = (view.width, view.height)

    def at(self, point: tuple[int, int], x: str = "x", y: str = "y") -> dict[str, int]:
        across, down = (round(p * 1000 / s) for p, s in zip(point, self.size, strict=True))
        return {x: across, y: down}

    async def do(self, name: str, **args: Any) -> dict[str, Any]:
        part = await self.driver.run({"name": name, "args": args | {"intent": "test"}, "id": "7"})
        response: dict[str, Any] = part["function_response"]
        assert (response["name"], response["id"]) == (name, "7")
        assert "error" not in response["response"], response["response"]
        return response


async def hand(page_of: PageOf) -> Hand:
    page = await opened(page_of)
    driver = computer.gemini(page)
    await driver.run({"name": "take_screenshot", "args": {}})
    await heard(page)
    return Hand(page, driver)


async def test_the_functions_of_the_newest_model(page_of: PageOf) -> None:
    hand_ = await hand(page_of)
    page, do, at = hand_.page, hand_.do, hand_.at
    response = await do("click", **at(A))
    assert response["response"]["url"] == page.url
    blob = response["parts"][0]["inline_data"]
    assert blob["mime_type"] == "image/png"
    assert imaging.probe(blob["data"])[0] == "png"
    await do("double_click", **at(B))
    await do("triple_click", **at(B))
    await do("middle_click", **at(A))
    await do("right_click", **at(A))
    names = [e["n"] for e in await heard(page, "click", "dblclick", "auxclick", "contextmenu")]
    assert names.count("click") == 6
    assert names.count("contextmenu") == 1
    await do("mouse_down", **at(PAD))
    await do("move", **at((PAD[0] + 50, PAD[1])))
    await do("mouse_up", **at((PAD[0] + 50, PAD[1])))
    drawn = await heard(page, "mousedown", "mouseup")
    assert [(e["n"], e["id"]) for e in drawn] == [("mousedown", "pad"), ("mouseup", "pad")]
    await do("click", **at(FIELD))
    await do("type", text="Ada", press_enter=True)
    assert await value(page, "document.querySelector('input').value") == "Ada"
    await do("hotkey", keys=["Control", "A"])
    await do("press_key", key="Delete")
    assert await value(page, "document.querySelector('input').value") == ""
    await heard(page)
    await do("key_down", key="shift")
    await do("key_up", key="shift")
    assert [e["n"] for e in await heard(page, "keydown", "keyup")] == ["keydown", "keyup"]
    end = at((PAD[0] + 60, PAD[1] + 60), "end_x", "end_y")
    await do("drag_and_drop", **at(PAD, "start_x", "start_y"), **end)
    assert len(await heard(page, "mouseup")) == 1
    await do("wait", seconds=0)
    await do("scroll", **at(PAD), direction="down", magnitude_in_pixels=200)
    assert await value(page, "scrollY") == 200


async def test_addresses_and_history(page_of: PageOf, site: Any) -> None:
    hand_ = await hand(page_of)
    first = hand_.page.url
    site.put("/other.html", "<title>Other</title>")
    await hand_.do("navigate", url=site.url("/other.html"))
    assert hand_.page.url.endswith("/other.html")
    await hand_.do("go_back")
    assert hand_.page.url == first
    await hand_.do("go_forward")
    assert hand_.page.url.endswith("/other.html")


async def test_the_functions_of_older_models(page_of: PageOf) -> None:
    hand_ = await hand(page_of)
    page, do, at = hand_.page, hand_.do, hand_.at
    await do("open_web_browser")
    await do("click_at", **at(A))
    await do("hover_at", **at(B))
    assert (await heard(page, "click", "mousemove"))[-1]["id"] == "b"
    await do("type_text_at", **at(FIELD), text="one", press_enter=False)
    await do("type_text_at", **at(FIELD), text="two")
    assert await value(page, "document.querySelector('input').value") == "two"
    await do("key_combination", keys="control+a")
    assert [e["key"] for e in await heard(page, "keydown")][-2:] == ["Control", "a"]
    end = at((PAD[0] + 60, PAD[1]), "destination_x", "destination_y")
    await do("drag_and_drop", **at(PAD), **end)
    assert len(await heard(page, "mouseup")) == 1
    await do("scroll_at", **at(PAD), direction="down", magnitude=100)
    moved = await value(page, "scrollY")
    assert moved == pytest.approx(hand_.size[1] / 10, abs=1)
    await do("scroll_document", direction="down")
    assert await value(page, "scrollY") == pytest.approx(moved + 0.8 * hand_.size[1], abs=1)


async def test_what_a_person_must_confirm_is_not_done_without(page_of: PageOf) -> None:
    hand_ = await hand(page_of)
    decision = {"decision": "require_confirmation", "explanation": "a purchase"}
    call = {"name": "click", "args": {**hand_.at(A), "safety_decision": decision}}
    part = await hand_.driver.run(call)
    assert "did not confirm" in part["function_response"]["response"]["error"]
    assert await heard(hand_.page, "click") == []
    driver = computer.gemini(hand_.page, confirm=lambda asked: asked == decision, as_json=True)
    await driver.run({"name": "take_screenshot"})
    part = await driver.run(call)
    assert part["function_response"]["response"]["safety_acknowledgement"] == "true"
    assert isinstance(part["function_response"]["parts"][0]["inline_data"]["data"], str)


async def test_calls_that_mean_nothing_are_errors(page_of: PageOf) -> None:
    hand_ = await hand(page_of)
    for call in (
        {"name": "click", "args": {"x": 1000, "y": 3}},
        {"name": "click", "args": {}},
        {"name": "launch_rocket", "args": {}},
        {"name": "navigate", "args": {}},
        {"name": "scroll", "args": {"x": 1, "y": 1, "direction": "in"}},
    ):
        part = await hand_.driver.run(call)
        assert "error" in part["function_response"]["response"], call
