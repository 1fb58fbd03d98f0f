"""Every code block of the start pages and recipes runs against the embedded demo page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from test_library_guide import blocks, run

import viewmark
from viewmark import demo
from viewmark.browser.launch.browser import ChromeBrowser


@pytest.mark.heavy(6)
@pytest.mark.parametrize(
    "guide",
    [
        "how-to.md",
        "start-agents.md",
        "start-testers.md",
        "slo.md",
        "batch.md",
        "internals/discovery.md",
    ],
)
async def test_every_block_of_a_guide_runs(
    guide: str,
    chromium: ChromeBrowser,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    bounded: Callable[..., Any],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert chromium.process is not None
    found = blocks(guide)
    assert found
    with demo.serve() as address:
        async with viewmark.attach(chromium.process.endpoint) as browser:
            for block in found:
                page = await browser.page(address)
                text = block.replace("http://localhost:4173", address.rstrip("/"))
                names = {"viewmark": viewmark, "browser": browser, "page": page}
                await bounded(run(text, names), 50)
                await page.close()
                if names["browser"] is not browser:
                    await names["browser"].close()
