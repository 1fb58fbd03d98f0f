"""What an action waits for before it reports the page, and what it reports at the time limit."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from lamp import captures_of, is_lit
from own_world import ask
from page_over import PageOf, page_over
from webserver import LocalSite

from viewmark.attach_policy import AttachPolicy
from viewmark.browser import settling
from viewmark.browser.discovery.listeners import hears_text
from viewmark.browser.telemetry import POLL_MEMORY_S, Telemetry
from viewmark.errors import ViewmarkError
from viewmark.page.action_result import ActionResult
from viewmark.page.attach import attach_picture
from viewmark.page.context import PageContext
from viewmark.page.resolved_target import SelectorTarget

pytestmark = pytest.mark.usefixtures("settles")

BODY = """<style>body{{margin:0}} #lamp{{width:600px;height:400px;background:#ddd}}
#lamp.on{{background:#f00}} {style}</style><div id=lamp></div><button id=go>Go</button>{more}
<p id=out></p><script>const lit = () => {{ lamp.classList.add('on'); out.textContent = 'Lit' }};
go.onclick = () => {{ {script} }}</script>"""
SPINNER = "@keyframes turn{to{rotate:1turn}} i{display:block;width:300px;height:340px;"
SPINNER += "background:blue;animation:turn 1s linear infinite}"


async def _context(page_of: PageOf, script: str, style: str = "", more: str = "") -> PageContext:
    context = PageContext(await page_of(BODY.format(script=script, style=style, more=more)))
    context.changes = "auto"
    return context


async def _press(context: PageContext) -> ActionResult:
    return await page_over(context).click(target=SelectorTarget("#go"))


@pytest.mark.parametrize(
    ("script", "style", "more"),
    [
        ("lit()", "", ""),
        ("lit()", SPINNER, "<i></i>"),
        ("lit()", "#go{transition:background .4s} #go:active{background:red}", ""),
        ("lit()", "#lamp{transition:background .2s}", ""),
        ("lit()", "#lamp{height:10px;transition:height .2s} #lamp.on{height:400px}", ""),
        ("requestAnimationFrame(() => requestAnimationFrame(lit))", "", ""),
        ("setTimeout(lit, 70)", "", ""),
        ("go.textContent = 'Wait'; setTimeout(lit, 30)", "", ""),
        ("fetch(location.href).then(() => setTimeout(lit, 40))", "", ""),
        ("document.startViewTransition(lit)", "", ""),
    ],
    ids=[f"case {n}" for n in range(10)],
)
async def test_words_and_picture_show_what_the_click_did(
    page_of: PageOf, script: str, style: str, more: str
) -> None:
    context = await _context(page_of, script, style, more)
    done = await _press(context)
    asked = captures_of(context.page)
    taken = await attach_picture(context.page, AttachPolicy(), now=0.0)
    assert done.changes is not None
    assert ("+ text: Lit" in done.changes.lines, done.changes.under_way) == (True, ())
    assert (is_lit(taken.base64), taken.notes, len(asked)) == (True, (), 1)


async def test_data_that_does_not_come_is_said_at_the_limit(
    page_of: PageOf, site: LocalSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settling, "LIMIT", 0.3)
    held = site.hold("/save", "done")
    context = await _context(
        page_of, "fetch('/save?token=s3cret-9f8e7d6c',{method:'POST'}).then(lit)"
    )
    report = str((await _press(context)).changes)
    still = report.removeprefix("nothing changed in words or states\nstill: POST ")
    assert still != report
    assert "/save" in still
    assert "s3cret" not in still
    monkeypatch.setattr(settling, "LIMIT", 9.0)
    held.released.set()
    assert "Lit" in str(await page_over(context).changed())


async def test_a_server_that_does_not_answer_is_named(
    page_of: PageOf, site: LocalSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viewmark.browser.actions.pointer.LIMIT", 0.3)
    site.hold("/never")
    context = await _context(page_of, "location = '/never'")
    loop = asyncio.get_running_loop()
    began = loop.time()
    done = await _press(context)
    assert loop.time() - began < 5  # no command was sent that Chromium would leave unanswered
    assert done.outcome.navigating
    assert "/never" in str(done.changes).partition("still: GET ")[2]


async def test_an_application_that_loads_is_not_called_empty(
    page_of: PageOf, site: LocalSite
) -> None:
    site.put("/api", "List")
    load = "setTimeout(async () => { app.textContent = await (await fetch('/api')).text() }, 150)"
    site.put("/app", f"<div id=app></div><script>{load}</script>")
    context = await _context(page_of, "location = '/app'")
    assert (await _press(context)).changes.lines == ("text: List",)  # type: ignore[union-attr]
    there = await page_over(context).goto(site.url("/app"))
    assert str(there.changes).endswith("text: List")


async def test_the_document_of_a_frame_of_another_process_is_there_when_it_shows(
    page_of: PageOf, site: LocalSite
) -> None:
    site.put("/inner", "<button>Pay</button>")
    site.put("/outer", f"<p>x<iframe src='{site.url('/inner', host='localhost')}'></iframe>")
    context = await _context(page_of, "location = '/outer'")
    there = await page_over(context).goto(site.url("/outer", host="127.0.0.1"))
    assert there.changes is not None
    assert ("Pay" in str(there.changes), there.changes.under_way) == (True, ())


ENDLESS = {
    "stream": "new EventSource('/held')",
    "ticker": "setInterval(() => { out.textContent = performance.now() }, 10)",
    "spinner": "",
    "image": "lamp.innerHTML = '<img src=/held width=90 height=90>'",
}


@pytest.mark.parametrize("kind", ENDLESS)
async def test_what_never_ends_is_waited_for_once_at_most(
    page_of: PageOf, site: LocalSite, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(settling, "LIMIT", 20.0)  # the limit for requests
    site.hold("/held")
    context = await _context(
        page_of, ENDLESS[kind], SPINNER if kind == "spinner" else "", "<i></i>"
    )
    await _press(context)
    await context.page.call(None, "() => { document.getElementById('go').onclick = null }")
    rest = await settling.Settling(context.page, context.telemetry).wait()
    assert rest.ms < 900
    assert rest.pending == ()


async def test_wait_for_says_what_came(page_of: PageOf) -> None:
    context = await _context(page_of, "")
    await _press(context)
    there, _ = await asyncio.gather(
        page_over(context).wait_for(text="Lit"),
        ask(context.page, "lit(); go.textContent = 'Again'"),
    )
    assert str(there.changes).splitlines()[-1] == "+ text: Lit"
    assert "Again" in str(there.changes)


async def test_a_page_that_hangs_or_asks_ends_the_wait(page_of: PageOf) -> None:
    context = await _context(page_of, "setTimeout(() => alert('Sure?'), 20)")
    done = await _press(context)
    assert done.changes is None
    with pytest.raises(ViewmarkError):
        await page_over(context).click(target=SelectorTarget("#go"))
    await page_over(context).answer_dialog()


def _sent(telemetry: Telemetry, number: str, url: str, **more: Any) -> None:
    request = {"requestId": number, "type": "Fetch", "request": {"method": "GET", "url": url}}
    telemetry.handlers["Network.requestWillBeSent"][1](request | more)


def _awaited(telemetry: Telemetry, before: frozenset[str]) -> list[str]:
    return [each.request_id for each in telemetry.awaited(before)]


def test_polls_and_streams_are_not_awaited() -> None:
    clock = [100.0]
    telemetry = Telemetry(clock=lambda: clock[0])
    _sent(telemetry, "1", "http://x/poll?n=1")
    telemetry.handlers["Network.loadingFinished"][1]({"requestId": "1"})
    _sent(telemetry, "2", "http://x/long")
    before = telemetry.open_ids()
    telemetry.begin_act()
    for number, url in enumerate(("poll?n=2", "long", "save", "flow"), start=3):
        _sent(telemetry, str(number), f"http://x/{url}")
    stream = {"requestId": "6", "response": {"mimeType": "text/event-stream"}}
    telemetry.handlers["Network.responseReceived"][1](stream)
    assert _awaited(telemetry, before) == ["5"]
    clock[0] += POLL_MEMORY_S + 1
    assert _awaited(telemetry, before) == ["3", "5"]
    telemetry.end_act()
    # A delayed request of the previous action, sent after a debounce.
    _sent(telemetry, "7", "http://x/search")
    before = telemetry.open_ids()
    telemetry.begin_act()
    _sent(telemetry, "8", "http://x/search?more")
    assert _awaited(telemetry, before - {"7"}) == ["7", "8"]


async def test_a_box_that_fades_in_is_in_the_report(page_of: PageOf) -> None:
    """As in Bootstrap tabs: the new panel is laid out but transparent, and a timer fades it in."""
    more = "<div id=panel style='display:none;opacity:0;height:200px;transition:opacity .15s'>Panel"
    script = "panel.style.display = 'block'; setTimeout(() => { panel.style.opacity = 1 }, 200)"
    done = await _press(await _context(page_of, script, more=f"{more}</div>"))
    assert done.changes is not None
    assert "Panel" in str(done.changes)


@pytest.mark.parametrize("is_heard", [True, False])
async def test_a_filter_is_awaited_where_something_hears_the_text(
    page_of: PageOf, *, is_heard: bool
) -> None:
    """As in filters that wait for a typing pause of 250 ms."""
    hears = "query.oninput = () => setTimeout(lit, 250)" if is_heard else ""
    more = f"<input id=query aria-label=Find><script>onload = () => {{ {hears} }}</script>"
    context = await _context(page_of, "", more=more)
    page = page_over(context)
    await page.observe()
    done = await page.fill(target=SelectorTarget("#query"), value="hall")
    assert done.changes is not None
    assert ("+ text: Lit" in done.changes.lines) == is_heard == await hears_text(context.page)
