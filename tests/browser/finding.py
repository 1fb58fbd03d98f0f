"""Helpers of the discovery tests: test pages, and which of their elements got a mark.

In `tests/pages/*.html` every element that must be found has `data-mark`; no other may be found.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from webserver import LocalSite

from viewmark.browser import scripts
from viewmark.browser.discovery.discover import discover
from viewmark.browser.discovery.discovery import Discovery, finish
from viewmark.browser.page_target import PageTarget
from viewmark.elements.model import Element
from viewmark.page.picture import blank_in, take_picture

PAGES = Path(__file__).parents[1] / "pages"
SITUATIONS = sorted(p.stem for p in PAGES.glob("*.html") if not p.stem.startswith("frame-"))


def serve_pages(site: LocalSite) -> None:
    """Serve all test pages; `{other}` is another site, with its own process."""
    for path in PAGES.glob("*.html"):
        text = path.read_text(encoding="utf-8")
        text = text.replace("{other}", site.url("", host="localhost"))
        site.put(f"/{path.name}", text.replace("{port}", str(site.port)))


async def mark_of(page: PageTarget, element: Element) -> str | None:
    """Return the `data-mark` of an element's node."""
    frame = page.frames.get(element.handle.frame_id)
    [object_id] = await scripts.nodes(page, frame, [element.handle.node_id])
    assert frame is not None
    assert object_id is not None
    reply = await frame.session.send(
        "Runtime.callFunctionOn",
        {
            "objectId": object_id,
            "functionDeclaration": "function () {"
            " return Element.prototype.getAttribute.call(this, 'data-mark'); }",
            "returnByValue": True,
        },
    )
    return reply["result"].get("value")


async def seen_on(page: PageTarget, **options: Any) -> Discovery:
    """Return the result of discovery with a capture."""
    found = await discover(page, pictured=True, **options)
    return finish(found, blank_in(found, await take_picture(page)))


async def marks_of(page: PageTarget, found: Discovery) -> list[str | None]:
    return [await mark_of(page, element) for element in found.elements]


async def wanted_marks(page: PageTarget) -> list[str]:
    """Return every `data-mark` of the page, including closed shadow roots and frames, over CDP."""
    sessions = {frame.session for frame in page.frames}
    marks: list[str] = []

    def walk(node: dict[str, Any]) -> None:
        flat = node.get("attributes", [])
        given = dict(zip(flat[::2], flat[1::2], strict=True))
        if "data-mark" in given:
            marks.append(given["data-mark"])
        for child in (
            *node.get("children", ()),
            *node.get("shadowRoots", ()),
            *([node["contentDocument"]] if "contentDocument" in node else ()),
        ):
            walk(child)

    for session in sessions:
        walk((await session.send("DOM.getDocument", {"depth": -1, "pierce": True}))["root"])
    return marks
