"""Pictures painted by the browser: the clean one with shapes and words on top.

The browser has the fonts of every script; see `js/overlay/paint.js`. Takes and gives plain data;
any frame of any page can do it, also under the strictest policy.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from viewmark.errors import ScreenshotFailed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from viewmark.browser.page import Page

__all__ = ["Painted", "Words", "measure", "paint"]


@dataclass(frozen=True, slots=True)
class Words:
    """A comment cut into lines."""

    lines: tuple[str, ...]
    width: float
    height: float
    rtl: bool

    def first(self, lines: int) -> Words:
        """At most that many lines; a cut ends in a sign."""
        if len(self.lines) <= lines:
            return self
        kept = (*self.lines[: lines - 1], self.lines[lines - 1].rstrip("…") + "…")
        return Words(kept, self.width, self.height / len(self.lines) * lines, self.rtl)


@dataclass(frozen=True, slots=True)
class Painted:
    """A finished picture."""

    data: str
    """Base64 text."""
    format: str
    width: int
    height: int
    scale: float
    """Px of it per px of the picture it was made from."""
    quality: int | None


@cache
def _source(method: str) -> str:
    text = (files("viewmark") / "js" / "overlay" / "paint.js").read_text(encoding="utf-8")
    body = text[text.index("\n({") + 1 :].strip()
    return f"function (...rest) {{ return {body}.{method}(...rest); }}"


async def measure(
    page: Page, texts: Sequence[str], *, width: float = 260.0, lines: int = 8
) -> tuple[Words, ...]:
    """How texts wrap at 14 px; a text of more lines is cut with a sign."""
    said = await page.call(None, _source("measure"), list(texts), width, lines)
    out = []
    for each in said if isinstance(said, list) else []:
        cut = tuple(str(line) for line in each["lines"])[:lines]
        out.append(Words(cut, float(each["width"]), float(each["height"]), each["rtl"] is True))
    if len(out) != len(texts):
        raise ScreenshotFailed("The browser did not measure the comments.")
    return tuple(out)


async def paint(
    page: Page,
    image: str,
    items: Sequence[Mapping[str, Any]],
    *,
    format: str = "jpeg",
    max_base64: int = 500_000,
    crop: Mapping[str, float] | None = None,
    max_side: int | None = None,
    timeout: float = 20.0,
) -> Painted:
    """Paint items on a picture and encode it, smaller in quality, then in size, until it fits.

    Args:
        page: a page that answers; its own content does not matter.
        image: base64 of a JPEG or PNG.
        items: `{kind: hide|box|line|leader|badge|note, color, rect?, points?, text?, lines?}`.
        format: `jpeg` or `png`.
        max_base64: characters.
        crop: px of the picture; all of it if omitted.
        max_side: px; a larger picture is scaled down.
        timeout: seconds.

    Raises:
        ScreenshotFailed: the browser could not read or encode it.
    """
    options = {"format": format, "maxBase64": max_base64, "crop": crop}
    if max_side is not None:
        options["maxSide"] = max_side
    said = await page.call(
        None, _source("paint"), image, [dict(item) for item in items], options, timeout=timeout
    )
    if not isinstance(said, dict) or not isinstance(said.get("data"), str):
        raise ScreenshotFailed("The browser painted no picture.")
    return Painted(
        data=said["data"],
        format=format,
        width=int(said["width"]),
        height=int(said["height"]),
        scale=float(said["scale"]),
        quality=int(said["quality"]) if format == "jpeg" else None,
    )
