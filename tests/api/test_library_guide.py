"""Every code block of the guides runs against the embedded demo page; all calls are covered."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hand import Hand
from pdf_files import pdf
from webserver import LocalSite

import viewmark
from viewmark import demo
from viewmark.browser.launch.browser import ChromeBrowser

DOCS = Path(__file__).parents[2] / "docs"


def blocks(name: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", (DOCS / name).read_text(), re.MULTILINE | re.DOTALL)


BLOCKS = blocks("library.md")
READING = blocks("reading.md")
CONTROL = 2


def public(cls: type) -> set[str]:
    return {name for name in dir(cls) if not name.startswith("_")}


async def run(block: str, names: dict[str, Any]) -> None:
    code = compile(block, "docs/library.md", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    if inspect.isawaitable(running := eval(code, names)):
        await running


async def draws(page: viewmark.Page) -> None:
    hand = Hand(page.browser_page)
    await hand.drag((100, 200), (300, 300))
    await hand.write("make this wider")
    await hand.key("Enter")
    await hand.key("Enter", modifiers=CONTROL)


@pytest.mark.heavy(8)
async def test_every_block_of_the_guide_runs(
    chromium: ChromeBrowser,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    bounded: Callable[..., Any],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert chromium.process is not None
    endpoint = chromium.process.endpoint
    with demo.serve() as address:
        async with viewmark.attach(endpoint) as browser:
            page = await browser.page(address)
            drawing = None
            for block in BLOCKS:
                text = block.replace("http://localhost:4173", address.rstrip("/"))
                text = text.replace("http://127.0.0.1:9222", endpoint)
                known = {"viewmark": viewmark, "browser": browser, "page": page, "drawing": drawing}
                known["session"] = page.browser_page.session
                if "(picture, " in text:
                    known["picture"] = (await page.screenshot()).image
                if "in drawing" in text:
                    await draws(page)
                await bounded(run(text, known), 50)
                drawing = known["drawing"]
    assert (tmp_path / "shot.jpg").stat().st_size > 1000


@pytest.mark.full_browser  # reads a PDF and a clipboard
async def test_every_block_about_reading_runs(
    chromium: ChromeBrowser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, site: LocalSite
) -> None:
    monkeypatch.chdir(tmp_path)
    paper = pdf("Invoice 2026-11", "Total 42.17 EUR")
    site.put("/invoice.pdf", paper, headers={"Content-Type": "application/pdf"})
    names = {"viewmark": viewmark, "invoice": site.url("/invoice.pdf")}
    with demo.serve() as address:
        page = viewmark.Page(await chromium.page(address))
        for block in READING:
            await run(block, {**names, "page": page})
            if "invoice" in block:
                await page.goto(address)
        await page.close()


def test_the_guides_name_every_call() -> None:
    of_programs_that_build_on_it = {"browser_page", "context", "chrome", "mode", "correlation_id"}
    calls = public(viewmark.Page) | public(viewmark.Browser) | public(viewmark.DrawingSession)
    calls |= {"launch", "attach", "wrap", "annotate"}
    shown = "\n".join([*BLOCKS, *READING])
    for call in sorted(calls - of_programs_that_build_on_it):
        assert re.search(rf"\b{call}\b", shown), call
