"""Resolving selectors, compared with the DOM's own search and the node itself."""

from __future__ import annotations

import asyncio

import pytest
from own_world import ask
from page_over import PageOf
from webserver import LocalSite

from viewmark.browser import scripts
from viewmark.browser.discovery.selector_query import count, find
from viewmark.browser.frames import geometry
from viewmark.browser.frames.geometry import FRAME_STEP
from viewmark.browser.page_target import PageTarget
from viewmark.errors import ElementNotFound, InvalidSelector, PageNavigated


async def found_at(page: PageTarget, selector: str) -> tuple[str, str]:
    """Return the `id` of the found node, and the host of its document, as reported by the node."""
    frame, number = await find(page, selector)
    [handle] = await scripts.nodes(page, frame, [number])
    reply = await frame.session.send(
        "Runtime.callFunctionOn",
        {
            "objectId": handle,
            "functionDeclaration": "function () {"
            " return [this.id, this.ownerDocument.location.hostname]; }",
            "returnByValue": True,
        },
    )
    told_id, host = reply["result"]["value"]
    return told_id, host


async def test_the_node_found_is_the_one_of_the_document(page_of: PageOf) -> None:
    page = await page_of("<p id=a>one</p><div><p id=b class=x>two</p></div>")
    assert await found_at(page, "div > .x") == ("b", "127.0.0.1")


async def test_it_leads_through_open_shadow_roots(page_of: PageOf) -> None:
    page = await page_of(
        "<div id=host></div><script>host.attachShadow({mode:'open'}).innerHTML="
        "'<b id=within>x</b>'</script>"
    )
    assert await ask(page, "document.querySelector('#within')") is None
    assert await found_at(page, "#within") == ("within", "127.0.0.1")


async def test_it_leads_through_frames_of_another_process_and_within_them(
    page_of: PageOf, site: LocalSite
) -> None:
    site.put("/last.html", "<b id=last>x</b>")
    last = site.url("/last.html", host="localhost")
    site.put("/middle.html", f"<b id=middle>x</b><iframe id=g src='{last}'></iframe>")
    middle = site.url("/middle.html", host="localhost")
    page = await page_of(f"<iframe id=f src='{middle}'></iframe>")
    await page.settle_frames()
    assert await found_at(page, f"#f{FRAME_STEP}#middle") == ("middle", "localhost")
    assert await found_at(page, f"#f{FRAME_STEP}#g{FRAME_STEP}#last") == ("last", "localhost")
    assert await count(page, f"#f{FRAME_STEP}b") == (1, 1)


async def test_several_elements_are_refused_and_listed(page_of: PageOf) -> None:
    page = await page_of("<button>Save</button><button>Drop</button><button>Copy</button>")
    total = await ask(page, "document.querySelectorAll('button').length")
    with pytest.raises(ElementNotFound, match=f"finds {total} elements") as raised:
        await find(page, "button")
    listed = raised.value.data["candidates"]
    assert [each["name"] for each in listed] == ["Save", "Drop", "Copy"]


async def test_all_and_the_visible_ones_are_counted_as_chromium_sees_them(page_of: PageOf) -> None:
    page = await page_of(
        "<p>a</p><p hidden>b</p><p style='visibility:hidden'>c</p><div hidden><p>d</p></div>"
        "<p>e</p>"
    )
    theirs = await ask(
        page,
        "(() => { const all = [...document.querySelectorAll('p')];"
        " const seen = all.filter((p) => p.checkVisibility({visibilityProperty: true}));"
        " return [all.length, seen.length]; })()",
    )
    assert theirs == [5, 2]
    assert list(await count(page, "p")) == theirs
    assert await count(page, "#nowhere") == (0, 0)


async def test_what_is_not_there_is_not_found(page_of: PageOf) -> None:
    page = await page_of("<p id=p>x</p>")
    with pytest.raises(ElementNotFound, match="finds nothing"):
        await find(page, "#nowhere")
    with pytest.raises(ElementNotFound, match="has no frame"):
        await find(page, f"#p{FRAME_STEP}b")


@pytest.mark.parametrize("selector", ["", "  ", "p[", "::", 7])
async def test_what_is_not_a_selector_is_refused(selector: str, page_of: PageOf) -> None:
    page = await page_of("<p>x</p>")
    for asked in (find, count):
        with pytest.raises(InvalidSelector):
            await asked(page, selector)


async def test_a_frame_that_did_not_come_once_is_waited_for_when_it_moves_again(
    page_of: PageOf, site: LocalSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.put("/last.html", "<b id=last>x</b>")
    last = site.url("/last.html")
    site.put("/middle.html", f"<iframe id=g src='{last}'></iframe>")
    page = await page_of(
        f"<iframe id=f src='{site.url('/middle.html', host='localhost')}'></iframe>"
    )
    selector = f"#f{FRAME_STEP}#g{FRAME_STEP}#last"
    # It needs two new processes, which may take longer than an action waits.
    monkeypatch.setattr(geometry, "ACT_PATIENCE", 30.0)
    assert await found_at(page, selector) == ("last", "127.0.0.1")
    (inner,) = [frame for frame in page.frames if frame.url == last]
    tree = await inner.session.send("Page.getFrameTree")
    # As in the events of a process swap: the frame has left one process and is in no other yet.
    leave = (inner.session, "Page.frameDetached", {"frameId": inner.id, "reason": "swap"})
    monkeypatch.setattr(geometry, "ACT_PATIENCE", 0.1)
    page.frames.feed(*leave)
    with pytest.raises(ElementNotFound, match="has no frame"):
        await find(page, selector)
    page.frames.load(inner.session, tree["frameTree"])
    monkeypatch.setattr(geometry, "ACT_PATIENCE", 10.0)
    page.frames.feed(*leave)
    finding = asyncio.ensure_future(found_at(page, selector))
    await ask(page, "new Promise((done) => setTimeout(done, 50))")
    page.frames.load(inner.session, tree["frameTree"])
    assert await finding == ("last", "127.0.0.1")


async def test_frames_that_swap_their_process_are_followed(
    page_of: PageOf, site: LocalSite
) -> None:
    site.put("/last.html", "<b id=last>x</b>")
    site.put(
        "/middle.html",
        f"<iframe id=g src='{site.url('/last.html')}'></iframe>"
        "<script>onmessage = (e) => { g.src = e.data }</script>",
    )
    page = await page_of(
        f"<iframe id=f src='{site.url('/middle.html', host='localhost')}'></iframe>"
    )
    hosts = ["127.0.0.1", "localhost", "other.localhost"]
    for turn in range(12):
        host = hosts[turn % 3]
        there = site.url(f"/last.html?{turn}", host=host)
        await ask(page, f"f.contentWindow.postMessage('{there}', '*')")

        # While the document loads, "not there yet" is acceptable; a missing frame or tab is not.
        met = None
        for _ in range(200):
            try:
                met = await found_at(page, f"#f{FRAME_STEP}#g{FRAME_STEP}#last")
            except ElementNotFound as error:
                assert "finds nothing" in str(error)
            except PageNavigated:
                continue
            if met == ("last", host):
                break
        assert met == ("last", host)


OPTIONS = """<ul role=listbox><li role=option id=a>Tomas Lind, <b>Purchasing</b></li>
<li role=option id=b>Tomas Lind, Press</li></ul>"""


@pytest.mark.parametrize(
    "selector",
    [
        "role=option[name=/press$/i]",
        'li:has-text("press")',
        "ul :has-text('Press')",
        "text=Tomas Lind >> text=Press",
        "role=listbox >> [role=option]:has-text('Press')",
    ],
)
async def test_spellings_of_playwright_are_taken(page_of, selector) -> None:
    page = await page_of(OPTIONS)
    frame, number = await find(page, selector)
    assert await scripts.run(page, frame, "(vm, id) => vm.nodeOf(id).id", number) == "b"


async def test_what_only_a_frame_has_is_found_there(page_of, site) -> None:
    apart = site.url("/apart.html", host="localhost")
    site.put("/apart.html", "<input id=u><p>Hello</p>")
    page = await page_of(f"<iframe src='{apart}'></iframe><iframe srcdoc='<p>x'></iframe>")
    await page.settle_frames()
    frame, _ = await find(page, "#u")
    assert frame.url == apart
    assert await count(page, "text=Hello") == (1, 1)
    with pytest.raises(ElementNotFound, match="2 elements"):
        await find(page, "p")
