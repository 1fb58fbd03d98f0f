"""Results as HTML, as a page or in a notebook cell, without network requests or scripts."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from page_over import PageOf

import viewmark
from viewmark.browser.launch.browser import ChromeBrowser

EVIL = "</script></style><img src=x onerror=\"document.title='hit'\"><b id=evil>"
LITERAL = json.dumps(EVIL).replace("</", "<\\/")
HTML = """<title>Shop</title><body><button style="margin:200px">Buy</button>
<button id=bad></button><script>bad.textContent = %s</script>"""


async def shown(page_of: PageOf, tmp_path: Path, chromium: ChromeBrowser) -> Any:
    seen = await viewmark.Page(await page_of(HTML % LITERAL)).observe(annotate=True)
    path = seen.to_html(tmp_path / "seen.html")
    text = path.read_text()
    assert "<script" not in text
    assert not re.findall(r'(?:src|href)="(?!data:|#)', text)
    return seen, viewmark.Page(await chromium.page(path.as_uri()))


async def test_picture_and_table_point_at_each_other(
    page_of: PageOf, tmp_path: Path, chromium: ChromeBrowser
) -> None:
    seen, page = await shown(page_of, tmp_path, chromium)
    try:
        key = "".join(c for c in seen.frame_id if c.isalnum())
        lit = f"getComputedStyle(document.getElementById('{key}b0')).outlineStyle"
        row = f"getComputedStyle(document.querySelector('#{key}r0 td')).backgroundColor"
        plain = (await page.evaluate(row)).value
        assert (await page.evaluate(lit)).value == "none"
        await page.hover(f"#{key}r0 td:nth-child(4)")
        assert (await page.evaluate(lit)).value == "solid"
        await page.hover(f"#{key}b0")
        assert (await page.evaluate(row)).value != plain
        # With the keyboard: the first tab stop is the first mark's box, and Enter jumps to its row.
        await page.hover("h1")
        await page.keypress(["Tab"])
        assert (await page.evaluate("document.activeElement.id")).value == f"{key}b0"
        await page.keypress(["Enter"])
        assert (await page.evaluate("location.hash")).value == f"#{key}r0"
    finally:
        await page.close()


async def test_what_a_page_calls_its_elements_stays_text(
    page_of: PageOf, tmp_path: Path, chromium: ChromeBrowser
) -> None:
    seen, page = await shown(page_of, tmp_path, chromium)
    try:
        assert "onerror" in seen[2].name
        assert (await page.evaluate("document.title")).value == "Shop"
        found = "document.querySelector('#evil, [onerror], script')"
        assert (await page.evaluate(f"{found} === null")).value is True
        assert (await page.evaluate("document.body.innerText")).value.count("onerror") == 1
        loaded = (
            "performance.getEntriesByType('resource').filter(e => !/^data:/.test(e.name)).length"
        )
        assert (await page.evaluate(loaded)).value == 0
        assert (await page.exceptions()).entries == ()
    finally:
        await page.close()


async def test_notebooks_show_picture_and_rows(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(HTML % LITERAL))
    bundle = (await page.observe(annotate=True))._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html", "image/jpeg"}
    assert "<img " in bundle["text/html"]
    assert "<script" not in bundle["text/html"]
    assert "Buy" in bundle["text/plain"]
    assert set((await page.observe())._repr_mimebundle_()) == {"text/plain", "text/html"}
    shot = await page.screenshot(format="png")
    assert set(shot._repr_mimebundle_()) == {"text/plain", "text/html", "image/png"}
