"""Emulation in a page and its frames: device, language, time zone, location, media."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from echo import Echo
from own_world import ask
from page_over import PageOf
from webserver import LocalSite

import viewmark
from viewmark import Page
from viewmark.browser.page_target import PageTarget
from viewmark.errors import InvalidOption, ViewmarkError

FACTS = """({
  language: navigator.language, agent: navigator.userAgent, platform: navigator.platform,
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  number: (1234.5).toLocaleString(),
  dark: matchMedia('(prefers-color-scheme: dark)').matches,
  still: matchMedia('(prefers-reduced-motion: reduce)').matches,
  touch: navigator.maxTouchPoints, coarse: matchMedia('(pointer: coarse)').matches,
  width: innerWidth, scale: devicePixelRatio,
})"""


@pytest.fixture(scope="module")
def echo() -> Iterator[Echo]:
    server = Echo()
    yield server
    server.close()


async def in_frame(page: PageTarget, expression: str) -> Any:
    """Return the value of an expression in the cross-site frame."""
    (session,) = page.session.children
    asked = {"expression": expression, "returnByValue": True, "awaitPromise": True}
    return (await session.send("Runtime.evaluate", asked))["result"].get("value")


async def framed(page_of: PageOf, site: LocalSite) -> Page:
    site.put("/inner.html", "<!doctype html><p>inner")
    page = await page_of(f"<iframe src='{site.url('/inner.html', host='localhost')}'></iframe>")
    await page.settle_frames()
    return Page(page)


async def test_a_page_and_frames_of_other_sites_believe_what_they_are_told_and_forget_it(
    page_of: PageOf, site: LocalSite
) -> None:
    page = await framed(page_of, site)
    raw = page.browser_page
    before = await ask(raw, FACTS)
    await page.emulate(
        user_agent="Probe/1.0",
        platform="Probe",
        locale="de-DE",
        timezone_id="Asia/Tokyo",
        color_scheme="dark",
        reduced_motion="reduce",
        has_touch=True,
    )
    told = {
        "language": "de-DE",
        "agent": "Probe/1.0",
        "platform": "Probe",
        "zone": "Asia/Tokyo",
        "number": "1.234,5",
        "dark": True,
        "still": True,
    }
    assert (await ask(raw, FACTS)).items() >= told.items()
    assert (await in_frame(raw, FACTS)).items() >= told.items()
    await page.reload()
    after = await ask(raw, FACTS)
    assert after.items() >= (told | {"touch": 5, "coarse": True}).items()
    await raw.settle_frames()
    assert (await in_frame(raw, FACTS)).items() >= told.items()  # a frame attached later
    await page.emulate(color_scheme="light")
    assert (await ask(raw, FACTS)).items() >= (told | {"dark": False}).items()
    assert page.emulation.color_scheme == "light"
    await page.reset_emulation()
    assert page.emulation == viewmark.Emulate()
    await page.reload()
    assert await ask(raw, FACTS) == before
    await raw.settle_frames()
    assert (await in_frame(raw, FACTS))["zone"] == before["zone"]


async def test_a_frame_that_joins_has_been_told_before_its_first_script(
    page_of: PageOf, site: LocalSite
) -> None:
    site.put("/first.html", "<!doctype html><script>window.first = new Date(0).getHours()</script>")
    page = Page(await page_of("<p>x"))
    await page.emulate(timezone_id="Asia/Tokyo")
    address = site.url("/first.html", host="localhost")
    await ask(
        page.browser_page,
        "new Promise((done) => { const f = document.createElement('iframe');"
        f"f.src = '{address}'; f.onload = done; document.body.append(f); }}) && 1",
    )
    await page.wait_for(selector="iframe")
    await page.browser_page.settle_frames()
    found = await in_frame(
        page.browser_page,
        "new Promise(r => { (function ask() { 'first' in window ? r(first)"
        " : setTimeout(ask, 5) })() })",
    )
    assert found == 9


async def test_requests_carry_the_language_and_the_user_agent(page_of: PageOf, echo: Echo) -> None:
    page = Page(await page_of("<p>x"))
    await page.emulate(user_agent="Probe/2.0", locale="fr-FR")
    await page.goto(echo.url("/headers.html"))
    path, headers = next(each for each in reversed(echo.seen) if each[0] == "/headers.html")
    assert (path, headers["user-agent"]) == ("/headers.html", "Probe/2.0")
    assert headers["accept-language"].startswith("fr-FR")


async def test_a_page_with_the_permission_is_told_where_it_is(page_of: PageOf) -> None:
    page = Page(await page_of("<p>x"))
    await page.set_permissions(["geolocation"])
    await page.emulate(geolocation=(52.5, 13.25, 7))
    place = await page.browser_page.session.send(
        "Runtime.evaluate",
        {
            "expression": "new Promise((r) => navigator.geolocation.getCurrentPosition("
            "(p) => r([p.coords.latitude, p.coords.longitude, p.coords.accuracy]),"
            "(e) => r(e.message)))",
            "awaitPromise": True,
            "returnByValue": True,
        },
    )
    assert place["result"]["value"] == [52.5, 13.25, 7]
    await page.set_permissions(["geolocation"], setting="denied")
    state = "navigator.permissions.query({name: 'geolocation'}).then((s) => s.state)"
    asked = {"expression": state, "awaitPromise": True}
    answer = await page.browser_page.session.send("Runtime.evaluate", asked)
    assert answer["result"]["value"] == "denied"
    await page.reset_permissions()
    answer = await page.browser_page.session.send("Runtime.evaluate", asked)
    assert answer["result"]["value"] == "prompt"


async def test_a_device_is_its_size_its_touch_and_its_name(page_of: PageOf) -> None:
    page = Page(
        await page_of("<meta name=viewport content='width=device-width'><button>Go</button>")
    )
    await page.emulate_device("iphone 15")
    await page.reload()
    facts = await ask(page.browser_page, FACTS)
    assert (facts["width"], facts["scale"], facts["touch"]) == (393, 3, 5)
    assert "iPhone" in facts["agent"]
    assert facts["platform"] == "iPhone"
    assert str((await page.click("button")).hit) == "button 'Go'"
    await page.emulate_device("Pixel 8")
    agent = (await ask(page.browser_page, FACTS))["agent"]
    assert "Android" in agent
    assert "{" not in agent
    await page.reset_emulation()
    await page.reload()
    facts = await ask(page.browser_page, FACTS)
    assert (facts["width"], facts["scale"], facts["touch"]) == (1280, 1, 0)
    assert "iPhone" not in facts["agent"] + facts["platform"]
    assert "Android" not in facts["agent"]


async def test_an_unknown_device_is_answered_with_the_nearest(page_of: PageOf) -> None:
    page = Page(await page_of("<p>x"))
    with pytest.raises(InvalidOption, match="no device 'iFone 15'") as raised:
        await page.emulate_device("iFone 15")
    assert "Did you mean iPhone 15?" in raised.value.hint
    assert {"iPhone 15", "Pixel 8", "Desktop"} <= {each.name for each in viewmark.devices()}
    assert viewmark.devices()[0].to_json()["mobile"] is True


@pytest.mark.parametrize(
    "options",
    [
        {"timezone_id": "Nowhere/City"},
        {"locale": "not a locale"},
        {"locale": "qq"},
        {"geolocation": (91, 0)},
        {"geolocation": (1,)},
        {"color_scheme": "blue"},
        {"reduced_motion": "fast"},
        {"user_agent": "line\nbreak"},
    ],
)
async def test_what_the_browser_does_not_know_is_refused_and_changes_nothing(
    page_of: PageOf, options: dict[str, Any]
) -> None:
    page = Page(await page_of("<p>x"))
    with pytest.raises(InvalidOption) as raised:
        await page.emulate(has_touch=True, **options)
    assert raised.value.data["param"] == next(iter(options))
    assert page.emulation == viewmark.Emulate()


async def test_permissions_that_do_not_exist_are_named(page_of: PageOf) -> None:
    page = Page(await page_of("<p>x"))
    with pytest.raises(InvalidOption) as raised:
        await page.set_permissions(["geolocatoin"])
    assert "Did you mean geolocation?" in raised.value.hint
    with pytest.raises(InvalidOption, match="setting must be"):
        await page.set_permissions(["midi"], setting="yes")  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="has no origin"):
        await page.set_permissions(["midi"], origin="nonsense")


async def test_what_the_browser_refuses_halfway_leaves_all_as_it_was(page_of: PageOf) -> None:
    page = Page(await page_of("<p>x"))
    await page.emulate(color_scheme="dark")
    other = await page.browser_page.session.sibling()
    await other.send("Emulation.setLocaleOverride", {"locale": "fr-FR"})  # one session at a time
    with pytest.raises(ViewmarkError):
        await page.emulate(user_agent="Probe/3.0", locale="de-DE", timezone_id="Asia/Tokyo")
    await other.detach()
    facts = await ask(page.browser_page, FACTS)
    assert "Probe" not in facts["agent"]
    assert facts["zone"] != "Asia/Tokyo"
    assert facts["dark"] is True
    assert page.emulation == viewmark.Emulate(color_scheme="dark")
