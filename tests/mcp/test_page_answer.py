"""The result of `observe` with what=page, block by block and field by field."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest_asyncio
from PIL import Image
from webserver import LocalSite

from viewmark.mcp.content import blocks, structure_answer
from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings

FORM = """<!doctype html><title>Order</title><h1>Order</h1>
<button data-testid="send">Send <b>now</b></button>
<label for="mail">Mail address</label><input id="mail">
<label>Street <input id="street"></label>
<span id="words">Post code</span><input id="code" aria-labelledby="words">
<input id="city" aria-label="City"><input id="note" placeholder="A note">
<select id="land" aria-label="Country"><option>Chile</option><option>Peru</option></select>
<input type="checkbox" id="gift" aria-label="Gift"><a href="#more">More</a>"""
FIELDS = {"label", "ref", "selector", "tag", "role", "name", "text", "bounds", "interactionHint"}


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def dispatcher(tmp_path_factory: Any, web: LocalSite) -> AsyncIterator[Dispatcher]:
    dispatcher = Dispatcher(Settings(output=tmp_path_factory.mktemp("output")))
    web.put("/order.html", FORM)
    await dispatcher.call("interact", {"what": "navigate", "url": web.url("/order.html")})
    yield dispatcher
    await dispatcher.close()


async def page_answer(dispatcher: Dispatcher, **arguments: Any) -> list[dict[str, Any]]:
    answer = blocks(await dispatcher.call("observe", {"what": "page", **arguments}))
    return list(answer)


async def marked(dispatcher: Dispatcher) -> list[dict[str, Any]]:
    _, text, *_ = await page_answer(dispatcher, annotate_screenshot=True, map="json")
    rows: list[dict[str, Any]] = json.loads(text["text"])["annotations"]
    return rows


async def test_the_picture_is_a_jpeg_in_an_image_block(dispatcher: Dispatcher) -> None:
    first, *rest = await page_answer(dispatcher, annotate_screenshot=True)
    assert (first["type"], first["mimeType"]) == ("image", "image/jpeg")
    with Image.open(io.BytesIO(base64.b64decode(first["data"], validate=True))) as picture:
        assert (picture.format, picture.size) == ("JPEG", (1280, 720))
    assert "image" not in [block["type"] for block in rest]


async def test_the_map_is_lines_in_the_text_block_beside_it(dispatcher: Dispatcher) -> None:
    _, text, *_ = await page_answer(dispatcher, annotate_screenshot=True)
    title, facts, *lines = text["text"].splitlines()
    assert title.startswith("Order  http://")
    assert facts.endswith("image 1280x720 scale 1  9 of 9 elements")
    assert [line.split()[0] for line in lines] == [f"[{n}]" for n in range(1, 10)]
    assert lines[0] == '[1] @send button "Send now"'
    assert lines[7].endswith('checkbox "Gift" unchecked')


async def test_programs_get_the_map_as_an_object_beside_the_lines(dispatcher: Dispatcher) -> None:
    settings = dispatcher.state.settings
    answers = {}
    try:
        for mode in ("off", "on"):
            dispatcher.state.settings = replace(settings, structured=mode)
            answer = await dispatcher.call("observe", {"what": "page", "annotate_screenshot": True})
            answers[mode] = structure_answer(answer, blocks(answer), mode)
    finally:
        dispatcher.state.settings = settings
    assert answers["off"] is None
    rows = answers["on"]["annotations"]
    assert [row["label"] for row in rows] == list(range(1, 10))
    assert all(set(row) >= FIELDS for row in rows)


async def test_the_map_is_json_where_that_is_asked(dispatcher: Dispatcher) -> None:
    _, text, *_ = await page_answer(dispatcher, annotate_screenshot=True, map="json")
    answer = json.loads(text["text"])
    assert answer["page"]["title"] == "Order"
    rows = answer["annotations"]
    assert [row["label"] for row in rows] == list(range(1, 10))
    for row in rows:
        assert set(row) >= FIELDS, row
        assert set(row["bounds"]) >= {"x", "y", "width", "height"}
    assert rows[0]["text"] == "Send now"
    assert rows[0]["selector"] == '[data-testid="send"]'


async def test_each_element_says_how_it_can_be_used(dispatcher: Dispatcher) -> None:
    hints = {row["name"]: row["interactionHint"] for row in await marked(dispatcher)}
    assert hints["Send now"] == "clickable"
    assert hints["City"] == "editable"
    assert hints["Country"] == "selectable"
    assert hints["Gift"] == "toggleable"
    assert hints["More"] == "navigable"


async def test_names_come_from_labels_references_attributes_and_placeholders(
    dispatcher: Dispatcher,
) -> None:
    names = {row["selector"]: row["name"] for row in await marked(dispatcher)}
    assert names["#mail"] == "Mail address"
    assert names["#street"] == "Street"
    assert names["#code"] == "Post code"
    assert names["#city"] == "City"
    assert names["#note"] == "A note"


async def test_without_the_option_there_is_neither_picture_nor_map(dispatcher: Dispatcher) -> None:
    for arguments in ({}, {"annotate_screenshot": False}):
        answer = await page_answer(dispatcher, **arguments)
        assert [block["type"] for block in answer] == ["text"]
        facts = json.loads(answer[0]["text"])
        assert facts["page"]["headings"] == [{"level": 1, "text": "Order"}]
        assert "annotations" not in facts
