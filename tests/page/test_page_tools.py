"""Tools that pages offer to agents (WebMCP): listing, calling, and the possible outcomes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from case_files import pages_of
from own_world import ask
from page_over import PageOf
from webserver import LocalSite

import viewmark
from viewmark import Page
from viewmark.errors import (
    DialogOpen,
    InvalidOption,
    PageToolFailed,
    PageToolNotFound,
    PageToolTimeout,
    TabNotFound,
)

TOOLS = pages_of(__file__)["tools"]


@pytest.fixture
async def page(page_of: PageOf, site: LocalSite) -> Page:
    site.put("/tools.html", TOOLS)
    site.put("/next.html", "<!doctype html><title>Next</title>Next")
    page = Page(await page_of("<p>x"))
    await page.goto(site.url("/tools.html"))
    return page


async def test_tools_are_listed_with_their_input_and_what_they_say_of_themselves(
    page: Page,
) -> None:
    found = {each.name: each for each in await page.tools()}
    assert set(found) == {
        *("order", "words", "leak", "boom", "hang", "ask", "leave", "huge", "forged", "subscribe")
    }
    assert found["order"].description == "Does order"
    assert found["order"].input_schema is not None
    assert found["order"].input_schema["required"] == ["sku"]
    assert found["words"].read_only
    assert found["subscribe"].fills_form
    assert not found["order"].fills_form
    hostile = found["forged"].description
    assert len(hostile) <= 1_000
    assert not {"\n", "\u202e"} & set(hostile)
    assert "tok-abc" not in hostile
    lines = (await page.tools()).lines()
    assert "words: Does words (read-only)" in lines
    assert json.loads(lines.split("  input ")[1].split("\n")[0])["required"] == ["sku"]


async def test_a_call_gives_what_the_tool_returned_and_is_done_on_the_page(page: Page) -> None:
    done = await page.call_tool("order", {"sku": "K-1", "count": 2})
    assert (done.status, done.output) == ("completed", {"sku": "K-1", "count": 2})
    assert await ask(page.browser_page, "document.title") == "ordered K-1"
    assert (await page.call_tool("words")).output == "plain  words", "no letter that turns others"
    several = await asyncio.gather(*(page.call_tool("order", {"sku": f"{n}"}) for n in range(5)))
    assert [each.output["sku"] for each in several] == ["0", "1", "2", "3", "4"]


async def test_what_stands_in_secret_fields_is_not_in_an_output(page: Page) -> None:
    done = await page.call_tool("leak")
    assert "hunter22" not in str(done.to_json())
    assert done.redactions == 2


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "needs sku"),
        ({"sku": 7}, "sku of the page's tool 'order' is of type string, not 7"),
        ({"sku": "a", "count": "2"}, "count of the page's tool 'order' is of type integer"),
        ({"sku": "a", "count": True}, "is of type integer, not True"),
        ({"sku": "a", "gift": 1}, "is of type boolean, not 1"),
        ({"sku": {1, 2}}, "input must be JSON"),
        ({"sku": "x" * 120_000}, "input has"),
        (["sku"], "input must be an object"),
    ],
)
async def test_an_input_that_the_schema_does_not_allow_calls_nothing(
    given: Any, told: str, page: Page
) -> None:
    with pytest.raises(InvalidOption, match=told):
        await page.call_tool("order", given)
    assert await ask(page.browser_page, "document.title") == "Shop"


@pytest.mark.parametrize("timeout", [0, -1, 301, "x", True])
async def test_an_odd_deadline_is_refused(timeout: Any, page: Page) -> None:
    with pytest.raises(InvalidOption, match="timeout"):
        await page.call_tool("words", timeout=timeout)


async def test_a_name_that_there_is_not_is_told_with_those_that_there_are(page: Page) -> None:
    with pytest.raises(PageToolNotFound, match="it has ask, boom") as failed:
        await page.call_tool("buy")
    assert "order" in failed.value.data["candidates"]


async def test_a_tool_that_throws_is_told_in_one_line(page: Page) -> None:
    with pytest.raises(PageToolFailed, match="'boom' failed: Error: no stock") as failed:
        await page.call_tool("boom")
    assert "\n" not in failed.value.message


async def test_an_output_without_end_is_refused_with_its_size(page: Page) -> None:
    with pytest.raises(PageToolFailed, match="has 1200002 characters"):
        await page.call_tool("huge")


async def test_a_tool_that_never_responds_is_cancelled_and_others_go_on(
    page: Page, bounded: Callable[..., Any]
) -> None:
    with pytest.raises(PageToolTimeout, match=r"within 0\.3 s; the call was cancelled"):
        await bounded(page.call_tool("hang", timeout=0.3))
    assert (await page.call_tool("words")).status == "completed"


async def test_a_form_is_filled_in_and_left_to_be_sent(page: Page) -> None:
    done = await page.call_tool("subscribe", {"email": "a@b.c"})
    assert done.status == "awaiting_submit"
    assert "not sent" in done.to_json()["next"]
    assert (await page.get("[name=email]", "value")).value == "a@b.c"


async def test_a_page_that_goes_elsewhere_meanwhile_is_told_and_not_waited_for(
    page: Page, bounded: Callable[..., Any]
) -> None:
    done = await bounded(page.call_tool("leave", timeout=20))
    assert (done.status, done.output) == ("navigated", None)
    assert done.url.endswith("/next.html")
    assert "output" not in done.to_json()


async def test_a_dialog_of_a_tool_is_an_error_that_says_so(
    page: Page, bounded: Callable[..., Any]
) -> None:
    with pytest.raises(DialogOpen, match="opened a confirm dialog"):
        await bounded(page.call_tool("ask"))
    await page.answer_dialog(True)
    assert (await page.call_tool("words")).status == "completed"


async def test_a_tab_that_is_closed_meanwhile_is_told_at_once(
    page: Page, bounded: Callable[..., Any], eventually: Callable[..., Any]
) -> None:
    call = asyncio.ensure_future(page.call_tool("hang", timeout=60))
    begun: list[Any] = []
    page.browser_page.session.on("WebMCP.toolInvoked", begun.append)
    await eventually(lambda: bool(begun))
    await page.close()
    with pytest.raises(TabNotFound, match="closed before its tool 'hang' responded"):
        await bounded(call)


async def test_tools_of_frames_are_listed_and_called_where_they_are(
    page: Page, site: LocalSite
) -> None:
    site.put("/in.html", TOOLS.replace('"Does "', '"In frame "').replace("Shop", "Inner"))
    far = site.url("/in.html", host="localhost")
    site.put(
        "/out.html",
        "<!doctype html><iframe id=near src=/in.html></iframe>"
        f"<iframe id=far allow='tools' src='{far}'></iframe>",
    )
    await page.goto(site.url("/out.html"))
    await page.browser_page.settle_frames()
    found = [each for each in await page.tools() if each.name == "words"]
    paths = {each.frame for each in found}
    assert paths == {"#near", "#far"}
    with pytest.raises(InvalidOption, match="Several frames offer 'words'"):
        await page.call_tool("words")
    for path in sorted(map(str, paths)):
        done = await page.call_tool("order", {"sku": path}, frame=path)
        assert done.output == {"sku": path}
        form = await page.call_tool("subscribe", {"email": "a@b.c"}, frame=path)
        assert form.status == "awaiting_submit"
    with pytest.raises(PageToolNotFound):
        await page.call_tool("words", frame="#elsewhere")


async def test_a_browser_that_has_it_off_says_so_and_features_of_callers_are_added(
    site: LocalSite,
) -> None:
    site.put("/plain.html", "<!doctype html>x")
    args = ["--disable-features=WebMCP", "--enable-features=Other"]
    async with viewmark.launch(args=args) as browser:
        page = await browser.page(site.url("/plain.html"))
        assert "--enable-features=WebMCP" in (await page.tools()).lines()


def test_features_to_enable_are_one_list() -> None:
    from viewmark.browser.launch.browser import flags

    made = flags(headless=True, extra=["--enable-features=Other", "--lang=de"])
    assert [each for each in made if each.startswith("--enable-features")] == [
        "--enable-features=WebMCP,Other"
    ]
    assert made[-2:] == ["--lang=de", "about:blank"]
