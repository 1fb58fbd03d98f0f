"""`observe dom` and `accessibility` over MCP: lines with refs, changes, subtrees, JSON."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest
from webserver import LocalSite

from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings

HTML = (
    """<!doctype html><title>Shop</title><button id=go onclick="this.textContent='Gone'">Go
</button><p>The <b>total</b> is 4.</p>"""
    + "<p>row <a href=#>open</a>" * 300
)


@pytest.fixture
async def dispatcher(site: LocalSite) -> AsyncIterator[Dispatcher]:
    made = Dispatcher(Settings())
    site.put("/shop.html", HTML)
    await made.call("interact", {"what": "navigate", "url": site.url("/shop.html")})
    yield made
    await made.close()


@pytest.mark.parametrize("what", ["dom", "accessibility"])
async def test_a_tree_is_read_in_parts_acted_on_and_compared(
    what: str, dispatcher: Dispatcher
) -> None:
    told = await dispatcher.call("observe", {"what": what, "characters": 2500})
    first, second, *lines = told.text.split("\n")
    assert first.startswith("Shop  http://")
    frame_id = second.removeprefix("frame_id ")
    assert any("@go clickable" in line for line in lines)
    cursor = lines[-1].rpartition(" ")[2]
    more = await dispatcher.call("observe", {"what": what, "cursor": cursor})
    assert not more.failed
    assert "open" in more.text
    assert "read on with cursor" in lines[-1]
    done = await dispatcher.call("interact", {"what": "click", "ref": "@go"})
    assert not done.failed, done.text
    change = await dispatcher.call("observe", {"what": what, "since": frame_id})
    signs = [line[:2] for line in change.text.split("\n")[2:]]
    assert set(signs) == {"- ", "+ "}
    assert "Gone" in change.text


@pytest.mark.parametrize(("what", "key"), [("dom", "tree"), ("accessibility", "nodes")])
async def test_a_tree_is_given_as_json_where_that_is_asked_for(
    what: str, key: str, dispatcher: Dispatcher
) -> None:
    asked = {"what": what, "map": "json", "limit": 40}
    facts = json.loads((await dispatcher.call("observe", asked)).text)
    assert facts[key]
    assert '"ref": "@go"' in json.dumps(facts)
    assert facts["omitted"] > 0
