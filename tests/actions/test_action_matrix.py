"""Every action in every kind of place: the page must log the expected events exactly once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from action_case import cases, do
from long_forms import short_of
from own_world import ask
from webserver import LocalSite

import viewmark
from viewmark.browser.launch.browser import ChromeBrowser
from viewmark.errors import ViewmarkError

PLACES = {case.name: case for case in cases("places")}
WIDGETS = {case.name: case for case in cases("widgets")}
OTHER = "<button id=u aria-label=Other>u</button>"

MAY_NOT = {"redrawn at events", "redrawn every 50 ms"}
"""Places that undo each change. An action may be impossible there, but must report the failure."""


async def show(page: viewmark.Page, site: LocalSite, place: str, widget: str) -> None:
    html = "<!doctype html>" + PLACES[place].html.replace("{w}", f"{widget} {OTHER}")
    address = site.url("/place")
    if place == "frame":
        site.put("/inner", html)
        inner = site.url("/inner", host="other.localhost")
        html = (
            f"<!doctype html>{PLACES[place].around[0]}<iframe src='{inner}' "
            "style='margin:40px;border:3px solid;width:400px;height:300px'></iframe>"
        )
    site.put("/place", html)
    if place == "device":
        await page.emulate_device("Pixel 7")
    if place == "scale":
        await page.set_viewport(device_scale_factor=2)
    await page.goto(address, until="commit" if place == "early" else "load")


async def refs(page: viewmark.Page) -> tuple[str, str]:
    """Return the refs of both widgets, as an agent would read them."""
    seen = {each.name: each.ref for each in await page.observe()}
    for name in {"Target", "Other"} - set(seen):  # widgets outside the viewport
        seen[name] = (await page.find(name=name)).matches[0].ref or ""
    return seen["Target"], seen["Other"]


def claims(result: Any) -> bool:
    """Return whether a result claims that the action succeeded."""
    if result.outcome.replaced or result.outcome.busy:
        return False
    if result.typed is not None and result.typed.accepted is not True:
        return False
    if result.chosen is not None and not result.chosen.held:
        return False
    report = result.report
    if report.get("held") is False or report.get("dropped") is False:
        return False
    hit = result.hit
    return hit is None or (hit.tag != "body" and hit.name in ("Target", ""))


async def log_of(page: viewmark.Page, kinds: str) -> list[str]:
    log = await ask(page.browser_page, "log") or []
    return [each for each in log if each.split(":")[0] in kinds.split()]


async def wrong_in(page: viewmark.Page, site: LocalSite, place: str, name: str) -> str | None:
    widget = WIDGETS[name]
    kinds, wanted = widget.one("?"), widget.all("=")
    await show(page, site, place, widget.html)
    try:
        if place == "early":
            await page.wait_for(selector="#u")
        target, other = await refs(page)
        result = await do(page, widget, target=target, other=other)
    except (ViewmarkError, KeyError) as error:
        log = await log_of(page, kinds)
        if log == wanted:
            return f"refused though it was done: {error!r}"
        return None if place in MAY_NOT else f"refused: {error!r}"
    for _ in range(200):  # frames notify the top document by messages
        log = await log_of(page, kinds)
        if log == wanted:
            break
        if place in MAY_NOT and not claims(result):
            return None
        await asyncio.sleep(0.005)
    if name == "hover" and place in MAY_NOT:
        log = sorted(set(log))  # each replaced node gets another enter event
    if log != wanted:
        return f"{result} - but {log}"
    return None if claims(result) else f"done, but told otherwise: {result} {result.to_json()}"


@pytest.mark.heavy(4)
@pytest.mark.parametrize("place", short_of(PLACES, "redrawn at events"))
async def test_each_action_does_just_what_it_says_in(
    place: str, page: Any, site: LocalSite, chromium: ChromeBrowser
) -> None:
    front = None
    if place == "behind":
        front = await chromium.page("about:blank")
        await front.session.send("Page.bringToFront")
    try:
        wrong = {name: await wrong_in(page, site, place, name) for name in WIDGETS}
    finally:
        if front is not None:
            await front.close()
    assert {name: each for name, each in wrong.items() if each} == {}


@pytest.mark.parametrize("place", short_of(PLACES, "frame"))
async def test_files_are_given_to_their_field_in(
    place: str, page: Any, site: LocalSite, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("a")
    await show(page, site, place, "<input id=t type=file aria-label=Target>")
    if place == "early":
        await page.wait_for(selector="#u")
    target, _ = await refs(page)
    page.upload_folders = [tmp_path]
    await page.upload(target, [tmp_path / "a.txt"])
    for _ in range(200):
        if log := await log_of(page, "change"):
            break
        await asyncio.sleep(0.005)
    assert log == ["change:t:1"]


@pytest.mark.parametrize("place", short_of(PLACES, "frame"))
async def test_late_words_are_waited_for_in(place: str, page: Any, site: LocalSite) -> None:
    late = "<b id=t>soon</b>"
    late += "<script>setTimeout(() => { t.textContent = 'late words' }, 150)</script>"
    if place in ("shadow", "virtual"):  # scripts in templates cannot see `t`
        late = "<b id=t>late words</b>"
    await show(page, site, place, late)
    await page.wait_for(text="late words", timeout=5)
