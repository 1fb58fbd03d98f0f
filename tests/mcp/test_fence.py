"""URLs outside the allowed origins get no document request, whatever causes it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from webserver import LocalSite

from viewmark.browser.launch.browser import ChromeBrowser
from viewmark.errors import InvalidOption
from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings

pytestmark = pytest.mark.full_browser  # the shell does not prerender

FULL = "style='position:fixed;inset:0'"
PAGES = {
    "frame": "<iframe src='{out}'></iframe>",
    "frame in a frame": "<iframe srcdoc=\"<iframe src='{out}'></iframe>\"></iframe>",
    "object": "<object data='{out}'></object><embed src='{out}'>",
    "object with a type": "<object data='{out}' type='text/html'></object>",
    "frame that is redirected": "<iframe src='/redirect'></iframe>",
    "refresh": "<meta http-equiv=refresh content='0;url={out}'>",
    "refresh of a frame": "<iframe srcdoc=\"<meta http-equiv=refresh content='0;url={out}'>\">"
    "</iframe>",
    "script": "<script>location = '{out}'</script>",
    "script later": "<script>setTimeout(() => {{ location = '{out}' }}, 1)</script>",
    "form by script": "<form action='{out}' method=post></form>"
    "<script>document.forms[0].submit()</script>",
    "frame by script": "<iframe name=f></iframe><script>open('{out}', 'f')</script>",
    "prefetch and prerender": "<script type=speculationrules>"
    '{{"prefetch": [{{"source": "list", "urls": ["{out}"], "eagerness": "immediate"}}],'
    ' "prerender": [{{"source": "list", "urls": ["{out}"], "eagerness": "immediate"}}]}}</script>',
}
CLICKS = {
    "link": f"<a href='{{out}}' {FULL}>x</a>",
    "link to a new tab": f"<a href='{{out}}' target=_blank {FULL}>x</a>",
    "link with its opener": f"<a href='{{out}}' target=_blank rel=opener {FULL}>x</a>",
    "link by a redirect": f"<a href='/redirect' {FULL}>x</a>",
    "download": f"<a href='{{out}}' download {FULL}>x</a>",
    "form": f"<form action='{{out}}'><button {FULL}>x</button></form>",
    "form with POST": f"<form action='{{out}}' method=post><button {FULL}>x</button></form>",
    "form to a new tab": f"<form action='{{out}}' method=post target=_blank><button {FULL}>x"
    "</button></form>",
    "form by a redirect that keeps POST": f"<form action='/keep' method=post><button {FULL}>x"
    "</button></form>",
    "window": f"<button onclick=\"window.open('{{out}}')\" {FULL}>x</button>",
    "window of its own": "<button onclick=\"window.open('{out}', '', 'noopener,width=90')\" "
    f"{FULL}>x</button>",
    "window that is sent on": "<button onclick=\"w = window.open(); w.location = '{out}'\" "
    f"{FULL}>x</button>",
    "window by a redirect": f"<button onclick=\"window.open('/redirect')\" {FULL}>x</button>",
}


@pytest.fixture(scope="module")
def outside() -> Iterator[LocalSite]:
    server = LocalSite()
    yield server
    server.close()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def dispatcher(
    tmp_path_factory: pytest.TempPathFactory, web: LocalSite
) -> AsyncIterator[Dispatcher]:
    dispatcher = Dispatcher(
        Settings(
            answers="json",
            output=tmp_path_factory.mktemp("fence"),
            origins=(web.url("").rstrip("/"),),
        )
    )
    yield dispatcher
    await dispatcher.close()


async def call(dispatcher: Dispatcher, tool: str, **arguments: Any) -> dict[str, Any]:
    """Return the result of a call, even of a failed one, as JSON."""
    answer = await dispatcher.call(tool, arguments)
    told = dict(answer.facts) if answer.failed else json.loads(answer.text)
    assert isinstance(told, dict)
    return told


def put(site: LocalSite, outside: LocalSite, html: str) -> str:
    """Serve a page in which `{out}` is the URL outside."""
    secret = outside.put("/out", "<title>Outside</title>")
    secret.asked.clear()
    site.put("/", "Root")
    site.put("/redirect", "", status=302, headers={"Location": outside.url("/out")})
    site.put("/keep", "", status=307, headers={"Location": outside.url("/out")})
    site.put("/page", "<!doctype html><title>Inside</title>" + html.format(out=outside.url("/out")))
    return site.url("/page")


@pytest.mark.parametrize("html", PAGES.values(), ids=PAGES)
async def test_no_page_leads_outside_by_itself(
    dispatcher: Dispatcher, site: LocalSite, outside: LocalSite, html: str
) -> None:
    there = await call(
        dispatcher, "interact", what="navigate", url=put(site, outside, html), timeout_s=20
    )
    assert there["url"] == site.url("/page")
    page = await call(dispatcher, "observe", what="page")
    assert page["page"]["title"] == "Inside"
    assert not outside.resources["/out"].asked.is_set()


@pytest.mark.parametrize("html", CLICKS.values(), ids=CLICKS)
async def test_no_click_leads_outside_and_an_answer_says_so(
    dispatcher: Dispatcher,
    site: LocalSite,
    outside: LocalSite,
    html: str,
    bounded: Callable[..., Awaitable[Any]],
) -> None:
    await call(dispatcher, "interact", what="navigate", url=put(site, outside, html))
    tab = dispatcher.state.tabs.current_id
    clicked = await call(dispatcher, "interact", what="click", x=50, y=50, coordinates="css")
    while "blocked" not in clicked:  # a window may request its page after the result
        clicked = await bounded(
            call(dispatcher, "interact", what="hover", x=9, y=9, coordinates="css")
        )
    (blocked,) = clicked["blocked"]
    assert blocked["url"].rstrip("?") == outside.url("/out")
    assert blocked["reason"] == f"is outside the allowed origins ({site.url('')})"
    assert not outside.resources["/out"].asked.is_set()
    assert (await call(dispatcher, "observe", what="page"))["page"]["title"] == "Inside"
    # Opened tabs stay empty, and nothing can be read there.
    for other in (await call(dispatcher, "observe", what="tabs", map="json"))["tabs"]:
        if other["tab_id"] != tab:
            assert other["title"] != "Outside"
            await call(dispatcher, "interact", what="close_tab", tab_id=other["tab_id"])


async def test_a_redirect_outside_is_an_error_that_says_how_to_allow_it(
    dispatcher: Dispatcher, site: LocalSite, outside: LocalSite
) -> None:
    put(site, outside, "")
    for what in ("navigate", "new_tab"):
        error = await call(dispatcher, "interact", what=what, url=site.url("/redirect"))
        assert error["error_code"] == "origin_not_allowed"
        assert f"--allow-origin {outside.url('')}" in error["hint"]
    assert not outside.resources["/out"].asked.is_set()


async def test_what_a_page_fetches_beside_documents_is_not_fenced(
    dispatcher: Dispatcher,
    site: LocalSite,
    outside: LocalSite,
    bounded: Callable[..., Awaitable[Any]],
) -> None:
    """Images and scripts are not restricted, because most pages load some from other origins."""
    url = put(site, outside, "<img src='{out}'>")
    await call(dispatcher, "interact", what="navigate", url=url)
    assert outside.resources["/out"].asked.is_set()


HOSTILE = [
    "http://{out}\\@{in}/out",
    "http:\\\\{out}\\@{in}/out",
    "http:/\\{out}\\@{in}/out",
    "http:\\{out}/out",
    "http:{out}/out",
    "http:/{out}/out",
    "http:///{out}/out",
    "http://///{out}/out",
    "\\\\{out}\\out",
    "//{out}/out",
    "/\\{out}/out",
    "HTTP://{out}/out",
    "hTtP:{out}/out",
    " http://{out}/out",
    "\x00http://{out}/out",
    "ht\ttp://{out}/out",
    "http:\n//{out}/out",
    "http://\t{out}/out",
    "http://127.0.0.1\n:{port}/out",
    "http://{in}@{out}/out",
    "http://{in}:80@{out}/out",
    "http://{in}%40{out}/out",
    "http://{in}%2F@{out}/out",
    "http://{in}%23@{out}/out",
    "http://{in}@@{out}/out",
    "http://{in}@{out}\\@{in}/out",
    "http://{in}\\@{out}\\..\\out",
    "http://{in}#@{out}/out",
    "http://127.0.0.1:{port}/out#@{in}/",
    "http://127.0.0.1:{port}/out?@{in}/",
    "http://127.0.0.1:0{port}/out",
    "http://127.0.0.1:{port}\\out",
    "http://127.1:{port}/out",
    "http://127.0.1:{port}/out",
    "http://2130706433:{port}/out",
    "http://0x7f000001:{port}/out",
    "http://0x7F.0.0.0x1:{port}/out",
    "http://0177.0.0.1:{port}/out",
    "http://017700000001:{port}/out",
    "http://127.0.0.1.:{port}/out",
    "http://%31%32%37.0.0.1:{port}/out",
    "http://\uff11\uff12\uff17.0.0.1:{port}/out",
    "http://127。0。0。1:{port}/out",
    "http://localhost:{port}/out",
    "http://LOCALHOST:{port}/out",
    "http://localhost.:{port}/out",
    "http://in.localhost:{port}/out",
    "http://loc\u00adalhost:{port}/out",
    "http://[::ffff:127.0.0.1]:{port}/out",
    "http://[::1]:{port}/out",
    "http://0:{port}/out",
    "https://{out}/out",
    "ws://{out}/out",
    "ftp://{out}/out",
    "blob:http://{out}/out",
    "view-source:http://{out}/out",
    "javascript:location='http://{out}/out'",
    "data:text/html,<script>location='http://{out}/out'</script>",
    "filesystem:http://{out}/out",
    "http://{out}/out#" + "x" * 19_000,
]


@pytest.mark.parametrize("spelling", HOSTILE, ids=lambda s: ascii(s[:40]))
async def test_no_spelling_of_an_address_leads_outside(
    dispatcher: Dispatcher, site: LocalSite, outside: LocalSite, spelling: str
) -> None:
    put(site, outside, "")
    site.put("/out", "<title>Inside</title>")
    url = spelling.replace("{out}", f"127.0.0.1:{outside.port}")
    url = url.replace("{in}", f"127.0.0.1:{site.port}").replace("{port}", str(outside.port))
    answer = await call(dispatcher, "interact", what="navigate", url=url)
    if "error_code" in answer:
        assert answer["error_code"] in ("origin_not_allowed", "invalid_option"), answer
    else:
        assert answer["url"].startswith(site.url("/")), answer
    assert not outside.resources["/out"].asked.is_set()


async def test_a_script_in_any_spelling_is_kept_inside(
    dispatcher: Dispatcher,
    site: LocalSite,
    outside: LocalSite,
    eventually: Callable[..., Awaitable[None]],
) -> None:
    """The same cases without our own check of URLs: the browser's request decides."""
    put(site, outside, "")
    await call(dispatcher, "interact", what="navigate", url=site.url("/page"))
    page = (await dispatcher.state.tabs.tab()).page.browser_page
    fence = dispatcher.state.tabs.confinement
    assert fence is not None
    before = fence.position
    urls = [
        spelling.replace("{out}", f"127.0.0.1:{outside.port}")
        .replace("{in}", f"127.0.0.1:{site.port}")
        .replace("{port}", str(outside.port))
        for spelling in HOSTILE[: HOSTILE.index("https://{out}/out")]
    ]
    add = "urls => urls.forEach(url => { const f = document.createElement('iframe');"
    await page.call(None, f"{add} f.src = url; document.body.append(f) }})", urls)
    await eventually(lambda: fence.position - before >= 30, "the requests outside")
    last = f"http://127.0.0.1:{outside.port}/last"
    await page.call(None, f"{add} f.src = url; document.body.append(f) }})", [last])
    await eventually(lambda: fence.since(before)[-1].url == last)
    assert not outside.resources["/out"].asked.is_set()


async def test_a_browser_that_is_attached_to_is_fenced_and_what_it_showed_before_is_not_read(
    own_browser: Callable[..., Awaitable[ChromeBrowser]],
    tmp_path: Path,
    site: LocalSite,
    outside: LocalSite,
) -> None:
    inside = put(site, outside, CLICKS["link"])
    theirs = await own_browser(debugging_port=0)
    shown = await theirs.page(outside.url("/out"))
    around = await theirs.page(site.url("/"))
    await around.call(
        None,
        "url => new Promise(done => { const f = document.createElement('iframe');"
        " f.onload = done; f.src = url; document.body.append(f) })",
        outside.url("/out"),
    )
    outside.resources["/out"].asked.clear()
    assert theirs.process is not None
    settings = Settings(
        answers="json", output=tmp_path, origins=(site.url(""),), attach=theirs.process.endpoint
    )
    dispatcher = Dispatcher(settings)
    try:
        tabs = await call(dispatcher, "observe", what="tabs", map="json")
        assert all("Outside" not in tab["title"] for tab in tabs["tabs"])
        for page in (shown, around):
            tab_id = page.session.target_id
            for tool, what in (
                ("observe", "page"),
                ("observe", "screenshot"),
                ("interact", "type"),
            ):
                error = await call(dispatcher, tool, what=what, tab_id=tab_id)
                assert error["error_code"] == "origin_not_allowed"
        await call(dispatcher, "interact", what="new_tab", url=inside)
        clicked = await call(dispatcher, "interact", what="click", x=50, y=50, coordinates="css")
        assert clicked["blocked"]
        assert not outside.resources["/out"].asked.is_set()
    finally:
        await dispatcher.close()
    await theirs.page(outside.url("/out"))  # the fence ended with its server


async def test_a_fence_of_a_browser_that_died_is_put_up_again(
    dispatcher: Dispatcher, site: LocalSite, outside: LocalSite
) -> None:
    url = put(site, outside, PAGES["frame"])
    await call(dispatcher, "interact", what="navigate", url=url)
    browser = await dispatcher.state.tabs.browser()
    assert browser.chrome.process is not None
    await browser.chrome.process.stop()
    await call(dispatcher, "interact", what="navigate", url=url)
    assert not outside.resources["/out"].asked.is_set()


def test_private_addresses_cannot_be_kept_from_an_attached_browser(tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match="--block-private"):
        Dispatcher(
            Settings(
                answers="json", output=tmp_path, attach="http://127.0.0.1:1", block_private=True
            )
        )
