"""Anthropic's computer use: every action on a real page, verified by the page's events."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from pages import FIELD, PAD, A, B, PageOf, heard, opened, value

from viewmark import imaging
from viewmark.agents import computer
from viewmark.agents.computer.anthropic import ACTIONS, AnthropicComputer


async def screen(page_of: PageOf, **options: Any) -> tuple[Any, AnthropicComputer]:
    page = await opened(page_of)
    driver = computer.anthropic(page, pictures=False, **options)
    await driver.run({"action": "screenshot"})
    await heard(page)
    return page, driver


async def do(driver: AnthropicComputer, name: str, **given: Any) -> str:
    """Run an action of the toolset and return its text; it must not be an error."""
    block = {"type": "tool_use", "id": "t1", "name": name, "input": given}
    result = await driver.run(block)
    assert result["tool_use_id"] == "t1"
    assert not result.get("is_error"), result["content"]
    return str(result["content"][0]["text"])


def test_all_members_of_the_newest_toolset_are_known() -> None:
    assert len(ACTIONS) == len(set(ACTIONS)) == 17


async def test_clicks_of_all_kinds_arrive_where_they_were_aimed(page_of: PageOf) -> None:
    page, driver = await screen(page_of)
    assert "button 'Alpha'" in await do(driver, "left_click", coordinate=[*A])
    (click,) = await heard(page, "click")
    assert (click["id"], click["x"], click["y"]) == ("a", *A)
    await do(driver, "right_click", coordinate=[*B])
    (menu,) = await heard(page, "contextmenu")
    assert (menu["id"], menu["button"]) == ("b", 2)
    await do(driver, "middle_click", coordinate=[*B])
    (aux,) = await heard(page, "auxclick")
    assert aux["button"] == 1
    await do(driver, "double_click", coordinate=[*A])
    assert [e["n"] for e in await heard(page, "click", "dblclick")] == [
        "click",
        "click",
        "dblclick",
    ]
    await do(driver, "triple_click", coordinate=[*A])
    assert [e["detail"] for e in await heard(page, "click")] == [1, 2, 3]
    await do(driver, "left_click", coordinate=[*B], text="ctrl+shift")
    (held,) = await heard(page, "click")
    assert (held["id"], held["ctrl"], held["shift"]) == ("b", True, True)
    await do(driver, "left_click")  # at the current mouse position
    (again,) = await heard(page, "click")
    assert (again["id"], again["ctrl"]) == ("b", False)


async def test_the_mouse_moves_goes_down_and_comes_up(page_of: PageOf) -> None:
    page, driver = await screen(page_of)
    await do(driver, "mouse_move", coordinate=[*A])
    assert await do(driver, "cursor_position") == f"X={A[0]},Y={A[1]}"
    await do(driver, "left_mouse_down")
    await do(driver, "mouse_move", coordinate=[*B])
    await do(driver, "left_mouse_up")
    events = await heard(page, "mousedown", "mousemove", "mouseup")
    rows = [(e["n"], e["id"], e["buttons"]) for e in events]
    assert rows[0] == ("mousemove", "a", 0)
    assert ("mousedown", "a", 1) in rows
    assert ("mousemove", "b", 1) in rows
    assert rows[-1] == ("mouseup", "b", 0)


async def test_a_drag_presses_at_its_start_and_releases_at_its_end(page_of: PageOf) -> None:
    page, driver = await screen(page_of)
    end = (PAD[0] + 40, PAD[1] + 30)
    await do(driver, "left_click_drag", start_coordinate=[*PAD], coordinate=[*end], text="shift")
    events = await heard(page, "mousedown", "mouseup")
    assert [(e["n"], e["x"], e["y"], e["shift"]) for e in events] == [
        ("mousedown", *PAD, True),
        ("mouseup", *end, True),
    ]


async def test_text_is_typed_and_a_line_break_is_enter(page_of: PageOf) -> None:
    page, driver = await screen(page_of)
    await do(driver, "left_click", coordinate=[*FIELD])
    await do(driver, "type", text="Hi+\n")
    assert await value(page, "document.querySelector('input').value") == "Hi+"
    assert [e["key"] for e in await heard(page, "keydown")][-1] == "Enter"
    await value(page, "document.activeElement.blur()")
    await do(driver, "type", text="w a\n")  # the page has a key listener but no focused field
    keys = [e["key"] for e in await heard(page, "keydown")]
    assert keys == ["w", " ", "a", "Enter"]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Return", ["Enter"]),
        ("ctrl+a", ["Control", "a"]),
        ("Page_Down", ["PageDown"]),
        ("KP_5", ["5"]),
        ("BackSpace", ["Backspace"]),
        ("shift+Tab", ["Shift", "Tab"]),
        ("plus", ["Shift", "+"]),
        ("alt+Left", ["Alt", "ArrowLeft"]),
        ("space", [" "]),
        ("Up Up", ["ArrowUp", "ArrowUp"]),
        ("super", ["Meta"]),
        ("minus", ["-"]),
    ],
)
async def test_keys_have_the_names_of_x(text: str, keys: list[str], page_of: PageOf) -> None:
    page, driver = await screen(page_of)
    await do(driver, "key", text=text)
    assert [e["key"] for e in await heard(page, "keydown")] == keys


async def test_a_key_repeats_and_is_held_for_a_time(page_of: PageOf) -> None:
    page, driver = await screen(page_of)
    await do(driver, "key", text="x", repeat=3)
    assert [e["key"] for e in await heard(page, "keydown")] == ["x"] * 3
    assert await do(driver, "hold_key", text="shift+w", duration=0) == "held Shift+w for 0 s"
    events = await heard(page, "keydown", "keyup")
    assert [(e["n"], e["key"].lower()) for e in events] == [
        *(("keydown", "shift"), ("keydown", "w"), ("keyup", "w"), ("keyup", "shift"))
    ]
    assert await do(driver, "wait", duration=0) == "waited 0 s"


async def test_the_wheel_turns_where_it_was_told(page_of: PageOf) -> None:
    page, driver = await screen(page_of)
    await do(driver, "scroll", coordinate=[*PAD], scroll_direction="down", scroll_amount=3)
    wheel = await heard(page, "wheel")
    assert [(e["id"], e["x"], e["y"]) for e in wheel] == [("pad", *PAD)]
    assert sum(e["dy"] for e in wheel) == 300
    assert await value(page, "scrollY") == 300


async def test_coordinates_of_a_picture_before_a_scroll_are_refused(page_of: PageOf) -> None:
    page, driver = await screen(page_of)
    await do(driver, "scroll", coordinate=[*PAD], scroll_direction="down", scroll_amount=1)
    result = await driver.run({"action": "left_click", "coordinate": [*A]})
    assert result["is_error"]
    assert "Take a new picture" in result["content"][0]["text"]
    assert await heard(page, "click") == []


async def test_points_are_scaled_by_the_picture_that_was_sent(page_of: PageOf) -> None:
    page, driver = await screen(page_of, max_side=400)
    assert driver.factor == pytest.approx(400 / 1280, abs=0.01)
    await do(driver, "left_click", coordinate=[A[0] * driver.factor, A[1] * driver.factor])
    (click,) = await heard(page, "click")
    assert click["id"] == "a"
    assert abs(click["x"] - A[0]) < 1


async def test_zoom_draws_a_region_anew_with_secrets_covered(page_of: PageOf) -> None:
    _, driver = await screen(page_of)
    block = {"id": "z", "name": "zoom", "input": {"region": [40, 40, 240, 140]}}
    text, image = (await driver.run(block))["content"]
    assert text["text"].startswith("800x400 px")
    kind, width, height = imaging.probe(image["source"]["data"])
    assert (kind, width, height) == ("jpeg", 800, 400)
    bad = await driver.run({"action": "zoom", "region": [0, 0, 9999, 10]})
    assert bad["is_error"]


async def test_a_turn_of_several_calls_stops_at_the_first_that_fails(page_of: PageOf) -> None:
    page = await opened(page_of)
    driver = computer.anthropic(page)
    early = await driver.run({"action": "left_click", "coordinate": [*A]})
    assert early["is_error"]
    assert "Take a screenshot first" in early["content"][0]["text"]
    assert early["content"][1]["type"] == "image"  # the error comes with a screenshot
    calls = [
        {"type": "tool_use", "id": "1", "name": "left_click", "input": {"coordinate": [*A]}},
        {"type": "tool_use", "id": "2", "name": "key", "input": {"text": "NoSuchKey"}},
        {"type": "tool_use", "id": "3", "name": "left_click", "input": {"coordinate": [*B]}},
    ]
    first, second, third = await driver.run_all(calls)
    assert "is_error" not in first
    assert "unknown_key" in second["content"][0]["text"]
    assert third["content"][0]["text"].startswith("not done")
    assert [e["id"] for e in await heard(page, "click")] == ["a"]


@pytest.mark.parametrize(
    "given",
    [
        {"action": "left_click", "coordinate": [1]},
        {"action": "left_click", "coordinate": ["a", "b"]},
        {"action": "left_click", "coordinate": [5000, 10]},
        {"action": "scroll", "coordinate": [1, 1], "scroll_direction": "inwards"},
        {"action": "wait", "duration": float("nan")},
        {"action": "key"},
        {"action": "type", "text": None},
        {"action": "explode"},
        {"action": "left_click", "coordinate": [1, 1], "text": "x"},
        "left_click",
        {},
    ],
)
async def test_what_no_action_is_comes_back_as_an_error(given: Any, page_of: PageOf) -> None:
    page, driver = await screen(page_of)
    result = await driver.run(given)
    assert result["is_error"]
    assert result["content"][0]["text"]
    assert await heard(page, "click", "keydown", "wheel") == []


async def test_the_older_tool_is_told_the_size_of_its_pictures(page_of: PageOf) -> None:
    page = await opened(page_of)
    driver = computer.anthropic(page, max_side=640)
    tool = await driver.tool("computer_20251124")
    result = await driver.run({"action": "screenshot"})
    data = base64.b64decode(result["content"][1]["source"]["data"])
    assert imaging.probe(data)[1:] == (tool["display_width_px"], tool["display_height_px"])
    assert await driver.tool() == {"type": "computer_toolset_20260801"}
