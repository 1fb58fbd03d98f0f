"""100 places of a secret and 100 kinds of secret fields, tested with all kinds of images and texts.

The cases were written before reading the implementation. No secret may be readable in an image
(secrets are magenta) or occur in a text.
"""

from __future__ import annotations

import base64
import html
import io
import json
import re
import zlib
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from case_files import PageCase, read_cases
from long_forms import short_of
from own_world import ask
from PIL import Image, ImageChops
from webserver import LocalSite

import viewmark
from viewmark.browser.launch.browser import ChromeBrowser
from viewmark.errors import ViewmarkError
from viewmark.mcp.content import blocks
from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings

INK = "color:#f0f!important;-webkit-text-fill-color:#f0f;caret-color:transparent"
BARE = f"{INK};font:bold 22px monospace"
CSS = f"{BARE};background:#fff;border:1px solid #999;width:300px"
VALUE = "4929803817"
COPY = f"<span style='color:#f0f;font:bold 22px monospace'>[[{VALUE}]]</span>"
CARD = f"<input autocomplete=cc-number value='[[{VALUE}]]' style='{CSS}'>"
HEAD = (
    "<!doctype html><meta charset=utf-8><title>t</title>"
    f"<style>input:not(.o),textarea,select,.s{{{CSS}}}</style>"
    "<body style='font:16px sans-serif;margin:8px;background:#fff'>"
)
READABLE = 25
"""Number of pixels of the secret's colour that count as readable."""
WRITTEN = list(read_cases(Path(__file__).with_suffix(".html")))
CASES = {case.name: case for case in WRITTEN if not case.all("!")}


def expand(text: str, site: LocalSite) -> str:
    """Return the text of a case with its placeholders replaced."""
    page = html.escape(HEAD + CARD, quote=True)
    words = {"page": page, "other": site.url("/card", host="localhost"), "card": CARD}
    for name, markup in {**words, "copy": COPY, "css": CSS, "bare": BARE}.items():
        text = text.replace(f"{{{name}}}", markup)
    return text


def plain(text: str) -> str:
    return text.replace("[[", "").replace("]]", "")


def magenta(data: str | bytes) -> int:
    raw = base64.b64decode(data) if isinstance(data, str) else data
    red, green, blue = Image.open(io.BytesIO(raw)).convert("RGB").split()
    both = ImageChops.darker(*(each.point(lambda v: 255 * (v > 170)) for each in (red, blue)))
    return ImageChops.darker(both, green.point(lambda v: 255 * (v < 110))).histogram()[255]


def words_of(checkpoint: bytes) -> str:
    at = checkpoint.find(b"vmCp")
    return zlib.decompress(
        checkpoint[at + 4 : at + 4 + int.from_bytes(checkpoint[at - 4 : at], "big")]
    ).decode()


class Ways:
    """The results of each output for a case: pixels of the secret's colour in images, and texts."""

    def __init__(self, secrets: set[str]) -> None:
        self.found: dict[str, object] = {}
        joined = "|".join(re.escape(each) for each in secrets)
        self.secret = re.compile(rf"(?<![\w.])(?:{joined})(?![\w.])")
        self.whole = re.compile("|".join(re.escape(s) for s in secrets if len(s) > 4) or "(?!)")

    async def picture(self, way: str, made: Any) -> None:
        try:
            # A busy browser may deliver no image.
            pixels = magenta(picture) if (picture := (await made).base64) else 0
        except ViewmarkError:  # refused: constant motion, or a late image
            return
        if pixels > READABLE:
            self.found[way] = pixels

    def words(self, way: str, text: object) -> None:
        bare = re.sub(
            "[\u00ad\u200b]",
            "",
            text if isinstance(text, str) else json.dumps(text, ensure_ascii=False),
        )
        if at := self.secret.search(bare) or self.whole.search(bare):
            self.found[way] = bare[max(0, at.start() - 60) : at.end() + 20]


async def through_library(page: viewmark.Page, ways: Ways, folder: Path) -> None:
    await ways.picture("marked", page.observe(annotate=True, format="png"))
    await ways.picture("plain", page.screenshot(format="png"))
    await ways.picture("whole page", page.screenshot(format="png", area="page"))
    await ways.picture("element", page.screenshot(format="png", area="#case"))
    seen = await page.observe()
    ways.words("lines", seen.lines())
    ways.words("map", seen.to_json())
    for name in ("snapshot", "text", "dom", "accessibility", "outline"):
        read = await getattr(page, name)()
        ways.words(name, [read.to_json(), read.lines() if hasattr(read, "lines") else ""])
    ways.words("find", (await page.find("e")).to_json())
    with pytest.raises(ViewmarkError) as refused:
        await page.click('textbox "Nothing of that name"', timeout=0.1)
    ways.words("error", f"{refused.value} {refused.value.data}")
    page.changes = "full"
    try:
        ways.words("changes", (await page.click("#go")).to_json())
    except ViewmarkError as error:
        ways.words("changes", f"{error} {error.data}")
    with suppress(ViewmarkError):
        await page.checkpoint(folder / "c.png")
        ways.words("checkpoint", words_of((folder / "c.png").read_bytes()))
        if (pixels := magenta((folder / "c.png").read_bytes())) > READABLE:
            ways.found["checkpoint's picture"] = pixels


async def through_mcp(mcp: Dispatcher, ways: Ways, url: str) -> None:
    calls = [("interact", {"what": "navigate", "url": url})]
    calls += [("observe", {"what": "page", "annotate": True}), ("observe", {"what": "snapshot"})]
    calls += [("observe", {"what": "text"}), ("act", {"do": ['click "Go on"']})]
    for tool, arguments in calls:
        for block in blocks(await mcp.call(tool, arguments)):
            way = f"mcp {arguments.get('what', tool)}"
            if block["type"] == "image" and (pixels := magenta(block["data"])) > READABLE:
                ways.found[f"{way}, picture"] = pixels
            ways.words(way, block.get("text", ""))


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def mcp(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Dispatcher]:
    dispatcher = Dispatcher(Settings(output=tmp_path_factory.mktemp("mcp")))
    settings = {"screenshot_mode": "on", "screenshot_cooldown_s": 0, "screenshot_session_max": 5000}
    await dispatcher.call("configure", {"action": "capture", "settings": settings})
    yield dispatcher
    await dispatcher.close()


async def prepare(page: viewmark.Page, case: PageCase, site: LocalSite) -> None:
    """Perform the steps of a case before it is observed."""
    session = page.browser_page.session

    async def js(script: str) -> None:
        asked = {"expression": script, "userGesture": True, "awaitPromise": True}
        await session.send("Runtime.evaluate", asked)

    async def cdp(method: str, **params: Any) -> None:
        await session.send(method, params)

    for step in case.all(">"):
        await eval(plain(step), {"page": page, "js": js, "cdp": cdp})


DRAWN = "new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))"


@pytest.mark.heavy(12)
@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    "name",
    short_of(
        CASES,
        "rotated by 37 degrees",
        "turned frame of another site",
        "copy in four groups",
        "six boxes of one character, in a group",
        "header of its column",
    ),
)
async def test_no_secret_is_readable_or_in_words(
    chromium: ChromeBrowser, site: LocalSite, mcp: Dispatcher, tmp_path: Path, name: str
) -> None:
    case = CASES[name]
    body = expand(case.html, site)
    ways = Ways({*re.findall(r"\[\[(.+?)\]\]", " ".join([body, *case.all(">")]))} or {VALUE})
    site.put("/card", plain(HEAD + CARD))
    button = "<button id=go onclick=\"this.after('Went')\">Go on</button>"
    site.put("/case", plain(f"{HEAD}{button}<div id=case>{body}</div>"))
    page = viewmark.Page(await chromium.page(site.url("/case")))
    try:
        await prepare(page, case, site)
        await ask(page.browser_page, DRAWN)
        await through_library(page, ways, tmp_path)
    finally:
        await page.close()
    if not case.all(">"):
        await through_mcp(mcp, ways, site.url("/case"))
    assert ways.found == {}
