"""Results of `interact` state everything once, and the whole page if there are many changes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest_asyncio
from webserver import LocalSite

from viewmark.calls.answer import CallAnswer
from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings

TABLE = """<!doctype html><title>Prices</title><label>Filter <input id=q></label>
<p role=status id=said></p><table role=grid><tbody id=body></tbody></table><script>
const all = [...Array({count}).keys()]
  .map((n) => [`Bolt ${{n * 7 % {count}}}`, n % 5 ? "Oslo" : "Narvik"]);
const line = (row) => `<tr>${{row.map((each) => `<td>${{each}}</td>`).join("")}}</tr>`;
const draw = (rows) => {{
  body.innerHTML = rows.map(line).join("");
  said.textContent = `${{rows.length}} of {count} rows`;
}};
q.oninput = () => draw(all.filter((row) => row[1].includes(q.value)));
draw(all);
</script>"""
LONG = "Press this button to go on to the next page of the order that you have begun to fill in"


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def dispatcher(tmp_path_factory: Any) -> AsyncIterator[Dispatcher]:
    made = Dispatcher(Settings(output=tmp_path_factory.mktemp("out")))
    yield made
    await made.close()


async def _interact(dispatcher: Dispatcher, what: str, **args: Any) -> CallAnswer:
    return await dispatcher.call("interact", {"what": what, **args})


async def _open(dispatcher: Dispatcher, site: LocalSite, html: str) -> str:
    site.put("/short.html", html)
    answer = await _interact(dispatcher, "navigate", url=site.url("/short.html"))
    assert not answer.failed, answer.text
    return answer.text


async def test_a_table_that_was_filtered_is_shown_as_it_is_now(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    arrived = await _open(dispatcher, site, TABLE.format(count=50))
    assert arrived.count("row: Bolt") == 50
    assert "more: snapshot" not in arrived  # a new document is reported as a whole
    told = await _interact(dispatcher, "fill", selector="#q", value="Narvik")
    changed, _, now = told.text.partition("much changed; the page is now:\n")
    assert "10 of 50 rows" in changed
    rows = [line.strip() for line in now.splitlines() if "row" in line and "of 50" not in line]
    assert rows == [f"row: Bolt {n * 7 % 50} | Narvik" for n in range(0, 50, 5)]
    full = await _interact(dispatcher, "fill", selector="#q", value="Oslo", changes="full")
    assert "much changed" not in full.text
    assert full.text.count("+ row: Bolt") >= 30


async def test_of_a_longer_page_comes_a_part_with_whole_rows(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    arrived = await _open(dispatcher, site, TABLE.format(count=190))
    assert len(arrived) < 1_800
    lines = [line.strip() for line in arrived.splitlines()]
    assert "row" not in lines  # no row is listed without its cells
    assert lines[-1] == f"... {190 - arrived.count('row: Bolt')} more: snapshot"
    arrived = await _open(dispatcher, site, TABLE.format(count=900))
    assert arrived.endswith("... and what is out of view: snapshot")


async def test_an_error_says_its_sentence_once_and_what_changed_as_lines(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    page = "<button id=a onclick='this.replaceWith(`Gone`)'>Go</button><p id=n>1</p>"
    await _open(dispatcher, site, page)
    refused = await _interact(dispatcher, "click", selector="#missing")
    assert refused.failed
    assert refused.facts is not None
    assert refused.text.count(refused.facts["message"]) == 1
    assert refused.text.count(refused.facts["hint"]) == 1
    assert "\\n" not in refused.text


async def test_a_key_is_named_and_a_long_name_is_cut(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    await _open(dispatcher, site, f"<button>{LONG}</button><input type=password>")
    told = await _interact(dispatcher, "keypress", key="Escape", selector="button", repeat=2)
    first = told.text.splitlines()[0]
    assert first.startswith("keypress Escape x2 on button 'Press this button")
    assert len(first.split("'")[1]) <= 60
    told = await _interact(dispatcher, "keypress", key="s", selector="input")
    assert told.text.startswith("keypress a character on textbox")


async def test_too_few_characters_are_refused_with_what_is_allowed(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    await _open(dispatcher, site, TABLE.format(count=50))
    for what in ("text", "snapshot"):
        refused = await dispatcher.call("observe", {"what": what, "characters": 10})
        assert refused.failed
        assert "allowed is an integer from 2500" in refused.text
