"""OpenAI's computer use: every action on a real page, verified by the page's events."""

from __future__ import annotations

from typing import Any

from pages import FIELD, PAD, A, B, PageOf, heard, opened, value

from viewmark.agents import computer


def at(point: tuple[int, int]) -> dict[str, int]:
    return {"x": point[0], "y": point[1]}


async def screen(page_of: PageOf, **options: Any) -> tuple[Any, computer.OpenAIComputer]:
    page = await opened(page_of)
    driver = computer.openai(page, wait=0, **options)
    (output,) = await driver.run({"type": "screenshot"})
    assert output["output"]["image_url"].startswith("data:image/png;base64,")
    await heard(page)
    return page, driver


async def test_every_action_arrives_on_the_page(page_of: PageOf) -> None:
    page, driver = await screen(page_of)

    async def do(**action: Any) -> None:
        items = await driver.run({"type": "computer_call", "call_id": "c", "actions": [action]})
        assert [each.get("call_id") for each in items] == ["c"], items

    await do(type="click", button="left", **at(A))
    await do(type="click", button="right", **at(B), keys=["CTRL"])
    await do(type="click", button="wheel", **at(B))
    events = await heard(page, "click", "contextmenu", "auxclick")
    assert sorted((e["n"], e["id"], e["ctrl"]) for e in events) == [
        ("auxclick", "b", False),
        ("auxclick", "b", True),
        ("click", "a", False),
        ("contextmenu", "b", True),
    ]
    await do(type="double_click", **at(A))
    assert len(await heard(page, "dblclick")) == 1
    await do(type="move", **at(B))
    assert (await heard(page, "mousemove"))[-1]["id"] == "b"
    await do(type="click", button="left", **at(FIELD))
    await do(type="type", text="Ada")
    assert await value(page, "document.querySelector('input').value") == "Ada"
    await heard(page)
    await do(type="keypress", keys=["CTRL", "A"])
    await do(type="keypress", keys=["ENTER"])
    keys = [e["key"] for e in await heard(page, "keydown")]
    assert keys == ["Control", "a", "Enter"]
    points = [PAD, (PAD[0] + 20, PAD[1]), (PAD[0] + 20, PAD[1] + 40)]
    await do(type="drag", path=[at(each) for each in points])
    drawn = await heard(page, "mousedown", "mousemove", "mouseup")
    assert next((e["x"], e["y"]) for e in drawn if e["buttons"] == 1) == points[0]
    assert [e["n"] for e in drawn][-1] == "mouseup"
    assert (drawn[-1]["x"], drawn[-1]["y"]) == points[2]
    await do(type="wait")
    await do(type="scroll", **at(PAD), scroll_x=0, scroll_y=250)
    assert await value(page, "scrollY") == 250


async def test_a_list_of_actions_runs_in_order_and_stops_at_a_failure(page_of: PageOf) -> None:
    page, driver = await screen(page_of)
    both = [{"type": "click", "button": "left", **at(FIELD)}, {"type": "type", "text": "one"}]
    (output,) = await driver.run({"type": "computer_call", "call_id": "c1", "actions": both})
    assert output["type"] == "computer_call_output"
    assert await value(page, "document.querySelector('input').value") == "one"
    bad = [{"type": "keypress", "keys": ["NOPE"]}, {"type": "click", "button": "left", **at(A)}]
    await heard(page)
    output, message = await driver.run({"call_id": "c2", "actions": bad})
    assert output["output"]["type"] == "computer_screenshot"
    assert "1 further actions were not done" in message["content"][0]["text"]
    assert await heard(page, "click") == []


async def test_pending_safety_checks_need_a_person(page_of: PageOf) -> None:
    page, driver = await screen(page_of)
    call = {
        "call_id": "c",
        "actions": [{"type": "click", "button": "left", **at(A)}],
        "pending_safety_checks": [{"id": "s1", "code": "malicious_instructions"}],
    }
    output, message = await driver.run(call)
    assert "acknowledged_safety_checks" not in output
    assert "did not confirm" in message["content"][0]["text"]
    assert await heard(page, "click") == []
    asked: list[Any] = []

    async def yes(checks: Any) -> bool:
        asked.append(checks)
        return True

    driver = computer.openai(page, confirm=yes)
    await driver.run({"type": "screenshot"})
    (output,) = await driver.run(call)
    assert output["acknowledged_safety_checks"] == call["pending_safety_checks"]
    assert asked == [call["pending_safety_checks"]]
    assert len(await heard(page, "click")) == 1
