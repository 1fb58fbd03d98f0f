"""Holding buttons and keys, scrolling until text appears, and the isolated clipboard."""

from __future__ import annotations

from typing import Any

import pytest
from case_files import pages_of
from own_world import ask
from page_over import PageOf
from webserver import LocalSite

import viewmark
from viewmark.browser.launch.browser import ChromeBrowser
from viewmark.errors import InvalidOption, NotCopyable, NotEditable, UnknownKey, WaitTimeout

LOG = """<script>window.log = []; for (const n of ["mousedown", "mousemove", "mouseup", "keydown",
"keyup", "click"]) addEventListener(n, (e) => log.push([n, e.target.id || e.key || "",
e.buttons ?? 0, e.shiftKey]), true);</script>"""


async def opened(page_of: PageOf, html: str) -> viewmark.Page:
    return viewmark.Page(await page_of(html))


async def value(page: viewmark.Page, expression: str) -> Any:
    return await ask(page.browser_page, expression)


async def test_a_button_stays_down_over_moves_until_it_is_released(page_of: PageOf) -> None:
    page = await opened(page_of, f"{LOG}<button id=a>a</button><button id=b>b</button>")
    with pytest.raises(InvalidOption, match="Nobody knows where the mouse is"):
        await page.mouse_down()
    await page.mouse_move("#a")
    assert (await page.mouse_down()).report == {"held": ["left"]}
    with pytest.raises(InvalidOption, match="down already"):
        await page.mouse_down()
    done = await page.mouse_move("#b", steps=3)
    assert done.hit is not None
    assert done.hit.name == "b"
    assert (await page.mouse_up()).report == {"held": []}
    with pytest.raises(InvalidOption, match="not down"):
        await page.mouse_up()
    heard = [(n, t, b) for n, t, b, _ in await value(page, "log") if n != "click"]
    down = heard.index(("mousedown", "a", 1))
    # On the first mouse move in a tab, the browser may send an extra event of its own.
    assert {event for event, _, _ in heard[:down]} == {"mousemove"}
    assert heard[down + 1 :] == [
        *(("mousemove", each[1], 1) for each in heard[down + 1 : down + 4]),
        ("mouseup", "b", 0),
    ]


async def test_a_key_stays_down_and_counts_for_what_is_done_meanwhile(page_of: PageOf) -> None:
    page = await opened(page_of, f"{LOG}<button id=a>a</button><input id=i>")
    assert (await page.key_down("Shift")).report == {"held": ["ShiftLeft"]}
    await page.click("#a")
    with pytest.raises(InvalidOption, match="down already"):
        await page.key_down("Shift")
    assert (await page.key_up("Shift")).report == {"held": []}
    await page.click("#a")
    clicks = [shift for name, _, _, shift in await value(page, "log") if name == "click"]
    assert clicks == [True, False]
    for key, error in (("Sheft", UnknownKey), ("Control+a", InvalidOption), ("w", InvalidOption)):
        with pytest.raises(error):
            await page.key_up(key)
    await page.click("#i")
    await page.key_down("w")
    assert await value(page, "i.value") == "w"
    await page.key_up("w")


FEED = """<style>p { height: 300px; margin: 0 }</style><div id=feed></div><script>let n = 0;
const more = () => { if (n < 40) for (let i = 0; i < 5; i += 1) {
  const p = document.createElement("p");
  p.textContent = `Entry number <${n += 1}>`; feed.append(p); } };
more(); addEventListener("scroll", () => { if (innerHeight + scrollY > feed.offsetHeight - 50)
  setTimeout(more, 50); });</script>"""


async def test_a_feed_is_scrolled_until_the_words_are_in_view(page_of: PageOf) -> None:
    page = await opened(page_of, FEED)
    done = await page.scroll_until("entry NUMBER <23>")
    assert done.hit is not None
    assert done.hit.name == "Entry number <23>"
    assert done.report["scrolls"] > 3
    box = await value(page, "[...document.querySelectorAll('p')][22].getBoundingClientRect().top")
    assert -300 < box < 720
    await page.scroll_until(selector="p:nth-of-type(31)")
    with pytest.raises(WaitTimeout, match="the end was reached"):
        await page.scroll_until("no such words", scrolls=100)
    with pytest.raises(WaitTimeout, match="not within 2 scrolls"):
        await page.scroll_until("no such words", up=True, scrolls=2)
    with pytest.raises(InvalidOption, match="either a text or a selector"):
        await page.scroll_until()


CLIPBOARD = """<p id=p>some <b>words</b></p><input id=i value=secretless><input id=t>
<input id=pass type=password value=hunter2><div id=rich contenteditable></div>
<p id=q tabindex=0>q</p>
<script>rich.onpaste = (e) => { e.preventDefault(); rich.textContent =
"<" + e.clipboardData.getData("text/plain") + ">" }; p.oncopy = (e) => { e.preventDefault();
e.clipboardData.setData("text/plain", "by the page") }</script>"""


async def test_what_is_copied_is_pasted_and_the_page_may_have_its_say(page_of: PageOf) -> None:
    page = await opened(page_of, CLIPBOARD)
    done = await page.copy("#i")
    assert done.to_json()["clipboard"] == {"text": "secretless", "length": 10}
    done = await page.paste("#t")
    assert (done.state, done.typed.length) == ({"value": "secretless"}, 10)
    assert done.typed.accepted is True
    assert (await page.cut("#t")).state == {"value": ""}
    assert (await page.copy("#p")).report["clipboard"]["text"] == "by the page"
    done = await page.paste("#rich")
    assert done.report["taken_by_page"] is True
    assert await value(page, "rich.textContent") == "<by the page>"
    await page.paste("#t", text="given")
    assert await value(page, "t.value") == "given"


async def test_tabs_of_a_browser_share_the_clipboard(page_of: PageOf) -> None:
    one, two = await opened(page_of, CLIPBOARD), await opened(page_of, CLIPBOARD)
    await one.copy("#i")
    assert (await two.paste("#t")).state == {"value": "secretless"}


async def test_what_is_secret_or_not_selected_is_not_copied(page_of: PageOf) -> None:
    page = await opened(page_of, CLIPBOARD)
    await page.copy("#i")
    for selector in ("#pass", "#t"):
        with pytest.raises(NotCopyable, match="nothing was copied") as caught:
            await page.copy(selector)
        assert "hunter2" not in str(caught.value)
    with pytest.raises(NotEditable):
        await page.paste("#q")
    with pytest.raises(NotCopyable, match="cannot be edited"):
        await page.cut("b")
    assert (await page.paste("#t")).state == {"value": "secretless"}


COPY_LINK = pages_of(__file__)["copy link"]


@pytest.mark.full_browser  # pages cannot write to the clipboard in the headless shell
async def test_what_a_page_copied_is_pasted_and_read(page_of: PageOf) -> None:
    page = await opened(page_of, COPY_LINK)
    await page.click("#api")
    await page.wait_for(text="ok")
    told = await page.clipboard()
    assert (told.text, told.copied_by) == ("https://a.example/?v=1", "page")
    assert told.to_json()["types"] == ["text/plain"]
    done = await page.paste("#to")
    assert (done.state, done.report["copied_by"]) == ({"value": "https://a.example/?v=1"}, "page")
    await page.click("#rich")
    await page.wait_for(text="both")
    await page.paste("#taker")
    assert "<b>bold</b>" in await value(page, "taker.textContent")
    await page.click("#old")
    assert (await page.clipboard()).text == "by a listener"


@pytest.mark.full_browser  # pages cannot write to the clipboard in the headless shell
async def test_of_all_who_copy_the_last_counts(page_of: PageOf) -> None:
    page = await opened(page_of, COPY_LINK)
    for _ in range(2):
        await page.click("#api")
        await page.wait_for(text="ok")
        assert (await page.clipboard()).copied_by == "page"
        await page.copy("#own")
        assert (await page.clipboard()).lines().split("\n") == [
            "clipboard: 7 characters, copied by viewmark",
            "by copy",
        ]
        done = await page.paste("#to")
        assert done.report["copied_by"] == "viewmark"
        await page.fill("#to", "")
    await page.keypress("ControlOrMeta+a", target="#own")
    await page.keypress("ControlOrMeta+c")
    assert (await page.clipboard()).text == "by copy", "keys copy there too"


@pytest.mark.full_browser  # needs a clipboard
async def test_no_page_notices_and_no_tab_is_seen(page_of: PageOf, chromium: ChromeBrowser) -> None:
    page = await opened(
        page_of,
        COPY_LINK
        + """<script>window.heard = []; for (const n of ["blur", "focus", "paste",
        "visibilitychange"]) addEventListener(n, () => heard.push(n), true);
        navigator.permissions.query({ name: "clipboard-read" }).then((s) => {
          s.onchange = () => heard.push("permission"); heard.push(s.state) })</script>""",
    )
    await page.click("#api")
    await page.wait_for(text="ok")
    before = await value(page, "heard.join()")
    tabs = [tab.id for tab in await chromium.tabs()]
    assert (await page.clipboard()).length == 22
    assert await value(page, "heard.join()") == before
    assert [tab.id for tab in await chromium.tabs()] == tabs


@pytest.mark.full_browser  # pages cannot write to the clipboard in the headless shell
async def test_secrets_and_pictures_on_a_clipboard_are_told_as_such(page_of: PageOf) -> None:
    page = await opened(page_of, COPY_LINK)
    await page.click("#key")
    told = await page.clipboard()
    assert "hunter2" not in str(told.to_json())
    assert told.redactions == 1
    old = page.url
    await page.goto("data:text/html,<p>the field is gone")
    told = await page.clipboard()
    assert (told.text, told.redactions) == ("key [redacted]", 1)
    await page.goto(old)
    await page.click("#shot")
    await page.wait_for(text="drawn")
    with pytest.raises(InvalidOption, match="no text, only Files"):
        await page.paste("#to")


@pytest.mark.own_process
async def test_a_page_that_may_not_write_is_told_of(site: LocalSite) -> None:
    """Uses its own browser, because a shared clipboard might contain another page's text."""
    site.put("/copy.html", COPY_LINK)
    async with viewmark.launch() as browser:
        page = await browser.page("data:text/html,<input id=to>")
        with pytest.raises(InvalidOption, match="neither https nor local"):
            await page.paste("#to")
        await page.goto(site.url("/copy.html"))
        await page.set_permissions(["clipboard-write"], setting="denied")
        await page.click("#api")
        await page.wait_for(text="NotAllowedError")
        for call in (page.paste("#to"), page.clipboard()):
            with pytest.raises(
                InvalidOption, match=r"no page wrote to it.*clipboard-write is denied"
            ):
                await call


@pytest.mark.full_browser
async def test_a_clipboard_that_may_be_the_machines_is_never_touched(site: LocalSite) -> None:
    """If the user agent is not headless, a window is assumed, even without a display."""
    site.put("/copy.html", COPY_LINK)
    async with viewmark.launch(args=["--user-agent=Mozilla/5.0 Chrome/156"]) as browser:
        page = await browser.page(site.url("/copy.html"))
        sent: list[str] = []
        root = page.browser_page.session.root
        root.on("Target.targetCreated", lambda told: sent.append(str(told)))
        await root.send("Target.setDiscoverTargets", {"discover": True, "filter": [{}]})
        known = len(sent)
        await page.click("#api")
        await page.wait_for(text="ok")
        with pytest.raises(InvalidOption, match="neither read nor written"):
            await page.paste("#to")
        await page.copy("#own")
        assert (await page.paste("#to")).report["copied_by"] == "viewmark"
        assert (await page.clipboard()).text == "by copy"
        assert len(sent) == known, "no tab was made to look into it"
