"""Captures of a part of the viewport, or of more than the viewport, through the tools."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from PIL import Image
from webserver import LocalSite

from viewmark.calls.answer import CallAnswer
from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings

LONG = """<!doctype html><title>Long</title><style>body{margin:0}</style>
<button id=top style="width:120px;height:40px">Top</button><div style="height:2000px"></div>
<button id=end style="width:120px;height:40px" onclick="document.title = 'Ended'">End</button>"""


@pytest_asyncio.fixture(loop_scope="session")
async def dispatcher(
    tmp_path_factory: pytest.TempPathFactory, site: LocalSite
) -> AsyncIterator[Dispatcher]:
    site.put("/long.html", LONG)
    dispatcher = Dispatcher(Settings(output=tmp_path_factory.mktemp("areas")))
    await dispatcher.call("interact", {"what": "navigate", "url": site.url("/long.html")})
    yield dispatcher
    await dispatcher.close()


async def asked(dispatcher: Dispatcher, **arguments: Any) -> CallAnswer:
    return await dispatcher.call("observe", arguments)


def size(answer: CallAnswer) -> tuple[int, int]:
    assert not answer.failed, answer.text
    assert answer.picture is not None
    return Image.open(io.BytesIO(base64.b64decode(answer.picture.base64))).size


async def test_the_whole_page_has_its_marks_and_they_can_be_pressed(
    dispatcher: Dispatcher,
) -> None:
    answer = await asked(
        dispatcher, what="page", annotate_screenshot=True, map="json", full_page=True
    )
    width, height = size(answer)
    assert height > 1.5 * width
    told = json.loads(answer.text)
    assert [each["name"] for each in told["annotations"]] == ["Top", "End"]
    end = told["annotations"][1]
    done = await dispatcher.call("interact", {"what": "click", "ref": end["ref"]})
    assert not done.failed, done.text
    facts = await asked(dispatcher, what="page")
    assert "Ended" in facts.text


async def test_one_element_by_ref_or_selector_and_a_region(dispatcher: Dispatcher) -> None:
    seen = json.loads(
        (await asked(dispatcher, what="page", annotate_screenshot=True, map="json")).text
    )
    ref = seen["annotations"][0]["ref"]
    assert size(await asked(dispatcher, what="screenshot", ref=ref)) == (120, 40)
    around = await asked(dispatcher, what="screenshot", selector="#end", padding=10)
    assert size(around) == (130, 50)  # it is at the left edge
    region = await asked(dispatcher, what="screenshot", extra={"clip": [0, 0, 300, 200]})
    assert size(region) == (300, 200)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"what": "screenshot", "full_page": True, "selector": "#end"}, "One area"),
        ({"what": "screenshot", "clip": [1, 2]}, "clip must be"),
        ({"what": "screenshot", "ref": "@gone"}, "@gone"),
        ({"what": "screenshot", "selector": "#nothing"}, "finds nothing"),
        ({"what": "screenshot", "padding": 5}, "padding goes with"),
        ({"what": "page", "full_page": True}, "annotate"),
    ],
)
async def test_an_area_that_cannot_be_is_refused(
    arguments: dict[str, Any], says: str, dispatcher: Dispatcher
) -> None:
    answer = await asked(dispatcher, **arguments)
    assert answer.failed
    assert says in answer.text
