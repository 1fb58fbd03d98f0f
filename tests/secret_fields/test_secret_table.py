"""A table of tests: all kinds and places of secret fields, all images, first and later ones."""

from __future__ import annotations

import asyncio
import base64
import shutil
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from long_forms import short_of
from planted import PLANTS, leaks, page_with, put_frames
from webserver import LocalSite

from viewmark.attach_policy import AttachPolicy
from viewmark.browser.actions.navigation import goto
from viewmark.browser.page_target import PageTarget
from viewmark.imaging import Style
from viewmark.mcp.content import blocks
from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings
from viewmark.page.attach import attach_picture
from viewmark.page.context import PageContext
from viewmark.page.observe import ObserveOptions, observe
from viewmark.page.observe_options import PictureOptions
from viewmark.page.screenshot import screenshot

BLUE = Style(badge_color="#0000ff", box_color="#0000ff")
"""A style for badges, because their default colours include magenta."""
LATER = "dispatchEvent(new Event('later'))"
LARGE = 9_000_000


async def _marked(page: PageTarget) -> list[str]:
    options = ObserveOptions(annotate=True, style=BLUE, format="png", max_base64=LARGE)
    seen = await observe(PageContext(page), options)
    return [seen.base64 or "", seen.clean_base64 or ""]


def _plain(**options: Any) -> Callable[[PageTarget], Any]:
    async def take(page: PageTarget) -> list[str]:
        wanted = PictureOptions(format="png", max_base64=LARGE, **options)
        return [(await screenshot(PageContext(page), wanted)).base64]

    return take


async def _attached(page: PageTarget) -> list[str]:
    return [(await attach_picture(page, AttachPolicy(), now=0.0)).base64 or ""]


WAYS: dict[str, Callable[[PageTarget], Any]] = {
    "marked and clean": _marked,
    "plain": _plain(),
    "full page": _plain(area="page"),
    "clip": _plain(area=(0, 0, 1280, 720)),
    "scale 0.5": _plain(scale=0.5),
    "scale 1.5": _plain(scale=1.5),
    "scale 2": _plain(scale=2.0),
    "attached": _attached,
}


@pytest_asyncio.fixture(loop_scope="session")
async def tab(page_of: Any, site: LocalSite) -> PageTarget:
    put_frames(site)
    page: PageTarget = await page_of("<title>Before</title>")
    return page


async def show(page: PageTarget, site: LocalSite, plants: Any) -> None:
    site.put("/planted.html", page_with(plants, site))
    await goto(page, site.url("/planted.html"))


async def later(page: PageTarget) -> None:
    await page.session.send("Runtime.evaluate", {"expression": f"{LATER}; 1"})


async def found_in(page: PageTarget, site: LocalSite, way: str, plants: Any) -> list[str]:
    """Return what is readable in the first and in a later observation."""
    await show(page, site, plants)
    first = [leaks(each) for each in await WAYS[way](page)]
    await later(page)
    second = [leaks(each) for each in await WAYS[way](page)]
    return [*(f"first: {each}" for each in first if each), *(f"later: {e}" for e in second if e)]


async def test_every_plant_can_be_seen_where_secrets_are_shown(
    tab: PageTarget, site: LocalSite
) -> None:
    tab.show_secrets = True
    await show(tab, site, PLANTS)
    await later(tab)
    for way in WAYS:
        for picture in await WAYS[way](tab):
            assert sorted(set(PLANTS) - set(leaks(picture))) == [], way


@pytest.mark.heavy(5)
@pytest.mark.parametrize("way", short_of(WAYS, "marked and clean", "full page", "attached"))
async def test_no_picture_of_all_plants_shows_one(
    tab: PageTarget, site: LocalSite, way: str
) -> None:
    assert await found_in(tab, site, way, PLANTS) == []


ALONE = [name for name in PLANTS if name.startswith("place: ")]


@pytest.mark.parametrize("name", short_of(ALONE, *ALONE[:3]))
async def test_no_place_by_itself_lets_a_field_be_seen(
    tab: PageTarget, site: LocalSite, name: str
) -> None:
    """Tested alone, because other secrets on the page would already trigger the masking."""
    assert await found_in(tab, site, "marked and clean", [name]) == []


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("way", WAYS)
async def test_no_plant_by_itself_is_seen_in_any_way(
    tab: PageTarget, site: LocalSite, way: str
) -> None:
    found = {name: await found_in(tab, site, way, [name]) for name in PLANTS}
    assert {name: each for name, each in found.items() if each} == {}


@pytest_asyncio.fixture(loop_scope="session")
async def dispatcher(tmp_path: Path) -> AsyncIterator[Dispatcher]:
    dispatcher = Dispatcher(Settings(output=tmp_path))
    yield dispatcher
    await dispatcher.close()


STYLE = {"badge_color": "#0000ff", "box_color": "#0000ff"}
SERVED: dict[str, dict[str, Any]] = {
    "marked": {"what": "page", "annotate_screenshot": True, "style": STYLE, "format": "png"},
    "plain": {"what": "screenshot"},
    "full page": {"what": "screenshot", "full_page": True},
    "attached": {"what": "dom"},
}


@pytest.mark.heavy(5)
@pytest.mark.parametrize("way", short_of(SERVED, "marked"))
async def test_no_picture_of_the_server_shows_a_plant(
    dispatcher: Dispatcher, site: LocalSite, way: str
) -> None:
    async def pictures(tool: str, **arguments: Any) -> list[str]:
        answer = blocks(await dispatcher.call(tool, arguments))
        found = [str(each["data"]) for each in answer if each["type"] == "image"]
        assert found, (tool, arguments, answer)
        return found

    put_frames(site)
    settings = {"screenshot_mode": "on", "screenshot_cooldown_s": 0, "screenshot_session_max": 99}
    await dispatcher.call("configure", {"what": "capture", "settings": settings})
    url = site.url("/planted.html")
    site.put("/planted.html", page_with(PLANTS, site))
    shown = await pictures("interact", what="navigate", url=url)
    shown += await pictures("observe", **SERVED[way])
    shown += await pictures("interact", what="execute_js", script=LATER)
    shown += await pictures("observe", **SERVED[way])
    assert [each for picture in shown if (each := leaks(picture))] == []


# Only in the long form, and if tesseract is installed.
if shutil.which("tesseract") is not None:

    @pytest.mark.long
    async def test_no_text_of_a_plant_is_read_in_a_picture(
        tab: PageTarget, site: LocalSite, tmp_path: Path
    ) -> None:
        """The same check with OCR at twice the size, including a control run."""

        async def read() -> str:
            [picture] = await WAYS["scale 2"](tab)
            path = tmp_path / "picture.png"
            path.write_bytes(base64.b64decode(picture))
            reader = await asyncio.create_subprocess_exec(
                *("tesseract", str(path), "-", "--psm", "11"), stdout=asyncio.subprocess.PIPE
            )
            return (await reader.communicate())[0].decode()

        await show(tab, site, PLANTS)
        await later(tab)
        told = await read()
        assert [word for word in ("41112", "22233", "92481", "hunter") if word in told] == []
        tab.show_secrets = True
        assert (await read()).count("41112") > 20
