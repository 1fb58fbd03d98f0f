"""Draw mode through the MCP server, started by the agent or the user, and read by the agent."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hand import Hand
from webserver import LocalSite

from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings

CONTROL, SHIFT = 2, 8
PAGE = "<!doctype html><body style='margin:0'><button id=go style='position:absolute;left:200px;"
PAGE += "top:200px;width:120px;height:40px'>Go</button><input aria-label='User name'>"


async def told(dispatcher: Dispatcher, tool: str, **arguments: Any) -> dict[str, Any]:
    answer = await dispatcher.call(tool, arguments)
    assert not answer.failed, answer.text
    facts: dict[str, Any] = json.loads(answer.text)
    return facts


async def test_the_agent_asks_and_the_human_answers_with_a_ref_that_can_be_clicked(
    tmp_path: Path, site: LocalSite, bounded: Callable[..., Any]
) -> None:
    site.put("/draw.html", PAGE)
    dispatcher = Dispatcher(Settings(answers="json", output=tmp_path))
    try:
        await told(dispatcher, "interact", what="navigate", url=site.url("/draw.html"))
        started = await told(
            dispatcher, "interact", what="draw_mode_start", prompt="What is wrong?"
        )
        again = await told(dispatcher, "interact", what="draw_mode_start")
        assert (started["status"], again["status"]) == ("pending", "already_active")
        assert again["correlation_id"] == started["correlation_id"]
        hand = Hand((await dispatcher.state.tabs.tab()).page.browser_page)
        await hand.drag((190, 190), (330, 250))
        await hand.write("make it green")
        await hand.key("Enter")
        await hand.key("Enter", modifiers=CONTROL)
        answer = await bounded(dispatcher.call("analyze", {"what": "annotations", "wait": True}))
        assert answer.picture is not None
        drawn = json.loads(answer.text)
        assert (drawn["status"], drawn["count"]) == ("success", 1)
        mark = drawn["annotations"][0]
        assert mark["elements"][0]["ref"] == "@go"
        detail = await told(
            dispatcher, "analyze", what="annotation_detail", correlation_id=mark["correlation_id"]
        )
        assert detail["selector"]
        assert detail["changed"] == []
        fix = {"expression": "document.querySelector('#go').style.background = 'green'"}
        await hand.page.session.send("Runtime.evaluate", fix)
        aimed = {"what": "annotation_detail", "correlation_id": mark["correlation_id"]}
        fixed = await dispatcher.call("analyze", aimed)
        assert "background" in json.loads(fixed.text)["changed"][0]
        # Its previous and current position.
        assert fixed.picture is not None
        assert len(fixed.more) == 1
        assert fixed.picture.base64 != fixed.more[0].base64
        clicked = await told(dispatcher, "interact", what="click", ref="@go")
        assert clicked["hit"]["name"] == "Go"
        # The numbers in a drawing can be used as labels, like the numbers in a marked capture.
        aim = {"what": "click", "frame_id": drawn["correlation_id"]}
        again = await told(dispatcher, "interact", **aim, label=1)
        assert again["hit"] == clicked["hit"]
        # A label alone refers to the newest picture: the drawing first, then an observation.
        bare = await told(dispatcher, "interact", what="click", label=1)
        assert bare["hit"] == clicked["hit"]
        looked = await told(
            dispatcher, "observe", what="page", annotate_screenshot=True, map="json"
        )
        assert "gone" not in looked
        bare = await told(dispatcher, "interact", what="click", label=1)
        assert bare["hit"]["name"] == "User name"
        for label, drawing, code in (
            (2, drawn["correlation_id"], "element_not_found"),
            (1, "dm_nobody", "correlation_expired"),
        ):
            refused = await dispatcher.call(
                "interact", {"what": "click", "label": label, "frame_id": drawing}
            )
            assert refused.failed
            assert code in refused.text
        answered = await told(
            dispatcher, "interact", what="draw_reply", label=1, text="Green now.", status="resolved"
        )
        assert (answered["status"], answered["thread"][0]["author"]) == ("resolved", "agent")
        shown = await told(
            dispatcher,
            "interact",
            what="draw_mode_start",
            correlation_id=drawn["correlation_id"],
        )
        assert (shown["status"], shown["annotation_count"]) == ("pending", 1)
        await hand.key("n")
        await hand.key("Enter")
        await hand.write("too light")
        await hand.key("Enter", modifiers=CONTROL)
        again = await told(dispatcher, "analyze", what="annotations", wait=True)
        (mark,) = again["annotations"]
        assert (mark["status"], mark["thread"][1]["text"]) == ("open", "too light")
        report = await dispatcher.call("generate", {"what": "annotation_report"})
        assert "make it green" in report.text
    finally:
        await dispatcher.close()


async def test_with_the_flag_the_human_starts_by_the_shortcut(
    tmp_path: Path, site: LocalSite, bounded: Callable[..., Any], eventually: Callable[..., Any]
) -> None:
    site.put("/draw.html", PAGE)
    dispatcher = Dispatcher(Settings(answers="json", output=tmp_path, draw=True))
    try:
        await told(dispatcher, "interact", what="navigate", url=site.url("/draw.html"))
        hand = Hand((await dispatcher.state.tabs.tab()).page.browser_page)
        await hand.key("d", modifiers=CONTROL | SHIFT, code="KeyD")
        await eventually(lambda: dispatcher.state.draw_mode.store.active is not None, "the drawing")
        stopped = await told(dispatcher, "interact", what="draw_mode_stop")
        drawn = await told(
            dispatcher, "analyze", what="annotations", correlation_id=stopped["correlation_id"]
        )
        assert drawn["count"] == 0
    finally:
        await bounded(dispatcher.close())
