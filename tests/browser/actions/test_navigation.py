from __future__ import annotations

import asyncio

import pytest

from viewmark.browser.actions.navigation import go_history, goto, reload
from viewmark.errors import InvalidOption, NavigationFailed, PageCrashed

FOREVER = 300


async def title(page):
    return await page.call(None, "() => document.title")


async def test_going_somewhere_ends_when_all_is_loaded(page_of, site):
    page = await page_of("<p>Here")
    site.put("/style.css", "h1 { color: rgb(1, 2, 3) }", headers={"Content-Type": "text/css"})
    site.put("/there", "<link rel=stylesheet href=/style.css><h1>There</h1>")
    epoch = page.epoch
    await goto(page, site.url("/there"))
    assert page.url == site.url("/there")
    assert page.epoch != epoch
    color = await page.call(None, "() => getComputedStyle(document.querySelector('h1')).color")
    assert color == "rgb(1, 2, 3)"


@pytest.mark.parametrize(("until", "state"), [("commit", None), ("dom", "interactive")])
async def test_one_need_not_wait_for_what_the_page_still_loads(
    page_of, site, bounded, until, state
):
    page = await page_of("<p>Here")
    site.hold("/slow.png")
    site.put("/there", "<title>There</title><img src=/slow.png>")
    await bounded(goto(page, site.url("/there"), until=until, timeout=FOREVER))
    assert page.url == site.url("/there")
    if state:
        assert (await page.facts()).ready_state == state


async def test_a_page_that_never_finishes_costs_the_deadline_and_stays_usable(
    page_of, site, bounded
):
    page = await page_of("<p>Here")
    site.hold("/slow.png")
    site.put("/there", "<title>There</title><img src=/slow.png>")
    with pytest.raises(NavigationFailed, match=r"did not finish loading within 0\.5 s") as failed:
        await bounded(goto(page, site.url("/there"), timeout=0.5))
    assert "can be used as it is" in failed.value.hint
    assert await title(page) == "There"


async def test_a_server_that_sends_nothing_costs_the_deadline(page_of, site, bounded):
    page = await page_of("<p>Here")
    site.hold("/silent")
    with pytest.raises(NavigationFailed, match=r"sent nothing within 0\.3 s"):
        await bounded(goto(page, site.url("/silent"), timeout=0.3))


STUCK = {
    "goto": ("<p>Here", lambda page, site: goto(page, site.url("/silent"), timeout=0.3)),
    "a page that goes on": (
        "<p>Here",
        lambda page, site: goto(page, site.url("/on"), timeout=1),
    ),
    "reload": ("<p>Here", lambda page, site: reload(page, timeout=0.3)),
    # The unload handler excludes the page from the back/forward cache.
    "back": (
        "<p>Here<script>onunload = () => 0</script>",
        lambda page, site: go_history(page, -1, timeout=0.3),
    ),
}


@pytest.mark.parametrize("how", STUCK)
@pytest.mark.parametrize("end", ["late", "cancelled"])
async def test_a_navigation_without_an_answer_is_taken_back_and_the_next_call_works(
    how, end, page_of, site, bounded
):
    html, go = STUCK[how]
    page = await page_of(html, headers={"Cache-Control": "no-store"})
    site.put("/on", "<title>On</title><script>location = '/silent'</script>")
    site.put("/two", "<title>Two</title>two", headers={"Cache-Control": "no-store"})
    if how == "back":
        await goto(page, site.url("/two"))
    first = "/page0.html"
    silent = site.hold(first if how in ("reload", "back") else "/silent")
    before, there = page.url, await title(page)
    if end == "late":
        with pytest.raises(NavigationFailed):
            await bounded(go(page, site))
    else:
        going = asyncio.ensure_future(go(page, site))
        await asyncio.to_thread(silent.asked.wait, 20)
        going.cancel()
        await asyncio.wait([going])
    assert await bounded(title(page), 5) == ("On" if how == "a page that goes on" else there)
    assert how == "a page that goes on" or page.url == before
    silent.released.set()
    await bounded(goto(page, site.url("/two")))
    assert await title(page) == "Two"


async def test_navigations_at_once_end_one_after_the_other(page_of, site, bounded):
    page = await page_of("<title>Here</title>")
    first = page.url
    for name in ("a", "b", "c"):
        site.put(f"/{name}", f"<title>{name}</title>")
        await goto(page, site.url(f"/{name}"))
    assert await bounded(asyncio.gather(go_history(page, -1), go_history(page, -1))) == [True] * 2
    assert await title(page) == "a"
    await bounded(asyncio.gather(goto(page, site.url("/b")), goto(page, first)))
    assert page.url == first


async def test_the_browsers_reason_is_told(page_of, closed_port):
    page = await page_of("<p>Here")
    with pytest.raises(NavigationFailed, match="ERR_CONNECTION_REFUSED") as failed:
        await goto(page, f"http://127.0.0.1:{closed_port}/")
    assert failed.value.data["reason"] == "net::ERR_CONNECTION_REFUSED"
    with pytest.raises(NavigationFailed, match="ERR_NAME_NOT_RESOLVED"):
        await goto(page, "http://no-such-host.invalid/")


@pytest.mark.parametrize("nonsense", ["", "no address", "http://", "http://:80"])
async def test_what_is_no_address_cannot_be_opened(page_of, nonsense):
    page = await page_of("<p>Here")
    with pytest.raises(NavigationFailed, match="invalid URL") as failed:
        await goto(page, nonsense)
    assert failed.value.message.startswith(repr(nonsense))
    assert "https://example.com" in failed.value.hint


async def test_an_unknown_until_is_refused(page_of):
    page = await page_of("<p>Here")
    with pytest.raises(InvalidOption, match="commit, dom or load"):
        await goto(page, "about:blank", until="networkidle")


async def test_a_download_is_no_page(page_of, site):
    page = await page_of("<p>Here")
    headers = {"Content-Disposition": "attachment; filename=a.txt"}
    site.put("/file", "text", headers=headers)
    with pytest.raises(NavigationFailed):
        await goto(page, site.url("/file"))
    assert page.url.endswith("page0.html")


async def test_an_error_status_is_a_page_like_any_other(page_of, site):
    page = await page_of("<p>Here")
    site.put("/missing", "<title>Not here</title>", status=404)
    await goto(page, site.url("/missing"))
    assert await title(page) == "Not here"


async def test_going_to_a_fragment_stays_in_the_document(page_of, bounded):
    page = await page_of("<p id=a>Here")
    epoch = page.epoch
    await bounded(goto(page, page.url + "#a", timeout=FOREVER))
    assert page.epoch == epoch
    assert page.url.endswith("#a")


async def test_the_history_api_is_followed(page_of, eventually):
    page = await page_of("<p>Here")
    await page.call(None, "() => history.pushState(null, '', '/elsewhere')")
    await eventually(lambda: page.url.endswith("/elsewhere"), "the new address")


async def test_redirects_of_the_server_and_of_a_script_are_followed(page_of, site, bounded):
    page = await page_of("<p>Here")
    site.put("/end", "<title>End</title>")
    site.put("/moved", "", status=302, headers={"Location": "/end"})
    await bounded(goto(page, site.url("/moved"), timeout=FOREVER))
    assert await title(page) == "End"
    site.put("/script", "<script>location.replace('/end')</script>")
    await bounded(goto(page, site.url("/script"), timeout=FOREVER))
    assert await title(page) == "End"


async def test_a_page_that_crashes_while_it_loads_ends_the_wait(page_of, site, bounded):
    page = await page_of("<p>Here")
    site.hold("/slow.png")
    site.put("/there", "<img src=/slow.png>")
    going = asyncio.ensure_future(goto(page, site.url("/there"), timeout=FOREVER))
    async with page.session.stream("Page.frameNavigated") as events:
        await bounded(events.__anext__())
    crash = asyncio.ensure_future(page.session.send("Page.crash", timeout=FOREVER))
    with pytest.raises(PageCrashed):
        await bounded(going)
    await bounded(asyncio.gather(crash, return_exceptions=True))


async def test_reloading_gives_a_new_document_at_the_same_address(page_of, site, bounded):
    page = await page_of("<title>Old</title>")
    epoch, url = page.epoch, page.url
    site.put("/page0.html", "<title>New</title>")
    await bounded(reload(page, timeout=FOREVER))
    assert (page.url, await title(page)) == (url, "New")
    assert page.epoch != epoch


async def test_going_back_and_forward_and_no_further(page_of, site, bounded):
    page = await page_of("<title>First</title>")
    site.put("/second", "<title>Second</title>")
    await goto(page, site.url("/second"))
    await goto(page, site.url("/second#part"))
    assert await bounded(go_history(page, -1, timeout=FOREVER))
    assert page.url == site.url("/second")
    assert await bounded(go_history(page, -1, timeout=FOREVER))
    assert await title(page) == "First"
    assert await bounded(go_history(page, 2, timeout=FOREVER))
    assert page.url == site.url("/second#part")
    assert not await go_history(page, 1)
    assert not await go_history(page, -50)
    assert not await go_history(page, 0)
