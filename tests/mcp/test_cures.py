"""The hint of an error resolves it; the result of a navigation reports an error page."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from page_over import PageOf
from webserver import LocalSite

from viewmark.errors import NavigationFailed
from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings

pytestmark = pytest.mark.full_browser  # needs the login dialog of the browser

ASKS = {"WWW-Authenticate": 'Basic realm="a"'}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def dispatcher(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Dispatcher]:
    dispatcher = Dispatcher(Settings(answers="json", output=tmp_path_factory.mktemp("cures")))
    yield dispatcher
    await dispatcher.close()


async def text(dispatcher: Dispatcher, tool: str, **arguments: Any) -> str:
    answer = await dispatcher.call(tool, arguments)
    assert not answer.failed, answer.text
    return answer.text


async def error(dispatcher: Dispatcher, tool: str, **arguments: Any) -> Any:
    answer = await dispatcher.call(tool, arguments)
    assert answer.failed, answer.text
    return dict(answer.facts or {})


async def test_a_server_that_asks_for_a_password_is_told_with_the_cure(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    site.put("/private", "", status=401, headers=ASKS)
    told = await error(dispatcher, "interact", what="navigate", url=site.url("/private"))
    assert told["error_code"] == "navigation_failed"
    assert "asks for a user and a password (HTTP 401)" in told["message"]
    for way in ("configure traffic credentials", "network auth", "set_http_credentials"):
        assert way in told["hint"]
    assert told["retryable"] is False


@pytest.mark.parametrize(
    ("url", "message", "hint", "retryable"),
    [
        ("http://127.0.0.1:9/", "is on a forbidden port", "such as 8080", False),
        ("http://nobody.invalid/", "has a host that is not known", "spelling of the host", False),
        ("http://127.0.0.1:{closed}/", "could not be opened", "Nothing listens", True),
        ("https://127.0.0.1:{open}/", "could not be opened", "try http://", False),
    ],
)
async def test_reasons_of_the_browser_each_have_their_own_hint(
    dispatcher: Dispatcher,
    site: LocalSite,
    closed_port: int,
    url: str,
    message: str,
    hint: str,
    retryable: bool,
) -> None:
    url = url.format(closed=closed_port, open=site.port)
    told = await error(dispatcher, "interact", what="navigate", url=url)
    assert message in told["message"]
    assert hint in told["hint"]
    assert told["retryable"] is retryable


async def test_a_page_of_an_error_status_is_told_by_each_call_that_shows_it(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    site.put("/gone", "<title>Not here</title><button>Home</button>", status=404)
    site.put("/well", "<title>Well</title><button>Go</button>")
    facts = json.loads(await text(dispatcher, "interact", what="navigate", url=site.url("/gone")))
    assert facts["status"] == 404
    assert json.loads(await text(dispatcher, "observe", what="page"))["page"]["status"] == 404
    marked = {"what": "page", "annotate_screenshot": True}
    assert (
        json.loads(await text(dispatcher, "observe", **marked, map="json"))["page"]["status"] == 404
    )
    lines = await text(dispatcher, "observe", **marked)
    assert lines.splitlines()[0].endswith("complete, HTTP status 404")
    # Same-document navigations keep the HTTP status; another page has its own.
    facts = json.loads(
        await text(dispatcher, "interact", what="navigate", url=site.url("/gone#end"))
    )
    assert facts["status"] == 404
    facts = json.loads(await text(dispatcher, "interact", what="navigate", url=site.url("/well")))
    assert "status" not in facts
    assert (
        "status" not in json.loads(await text(dispatcher, "observe", **marked, map="json"))["page"]
    )
    opened = json.loads(await text(dispatcher, "interact", what="new_tab", url=site.url("/gone")))
    assert opened["status"] == 404
    await text(dispatcher, "interact", what="close_tab", tab_id=opened["tab_id"])


async def test_the_hint_of_an_open_dialog_is_the_call_that_answers_it(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    site.put("/ask", "<button onclick=\"document.title=prompt('Name?')\">Ask</button>")
    await text(dispatcher, "interact", what="navigate", url=site.url("/ask"))
    await text(dispatcher, "interact", what="click", selector="button", expect="dialog")
    told = await error(dispatcher, "observe", what="snapshot")
    assert told["error_code"] == "dialog_open"
    assert "interact answer_dialog" in told["hint"]
    cure = told["recovery_tool_call"]
    await text(dispatcher, cure["tool"], **cure["arguments"])
    await text(dispatcher, "observe", what="snapshot")


async def test_the_library_tells_the_status_of_every_document(
    page_of: PageOf, site: LocalSite
) -> None:
    import viewmark

    page = viewmark.Page(await page_of("<button>Go</button>"))
    site.put("/broken", "<button>Back</button>", status=503)
    assert (await page.reload()).status == 200
    assert (await page.observe()).page.status == 200
    assert (await page.goto(site.url("/broken"))).status == 503
    seen = await page.observe()
    assert (seen.page.status, seen.page.state) == (503, "complete, HTTP status 503")
    assert (await page.goto("about:blank")).status is None
    with pytest.raises(NavigationFailed) as caught:
        await page.goto("http://127.0.0.1:9/")
    assert not caught.value.retryable
