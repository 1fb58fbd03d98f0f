"""Has the browser paint shapes and text onto a clean screenshot.

A browser paints (`js/overlay/paint.js`), because it has fonts for every script. Input and output
are plain data. Any frame of any page can paint, even under the strictest content security policy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from viewmark.browser.page_target import PageTarget
from viewmark.browser.script_files import standalone
from viewmark.defaults import MAX_BASE64
from viewmark.errors import ScreenshotFailed


@dataclass(frozen=True, slots=True)
class WrappedText:
    """A comment that was wrapped into lines."""

    lines: tuple[str, ...]
    width: float
    height: float
    rtl: bool

    def first(self, lines: int) -> WrappedText:
        """Return the text limited to `lines` lines; a truncated text ends in an ellipsis."""
        if len(self.lines) <= lines:
            return self
        shortened = (*self.lines[: lines - 1], self.lines[lines - 1].rstrip("…") + "…")
        return WrappedText(shortened, self.width, self.height / len(self.lines) * lines, self.rtl)


@dataclass(frozen=True, slots=True)
class PaintedPicture:
    """The result of one `PaintJob`: an encoded image and its properties."""

    base64: str
    """The image as base64 text."""
    format: str
    width: int
    height: int
    scale: float
    """Px of this picture per px of the original screenshot."""
    quality: int | None


async def measure(
    page: PageTarget, texts: Sequence[str], *, width: float = 260.0, lines: int = 8
) -> tuple[WrappedText, ...]:
    """Wrap texts in a 14 px font; longer texts are truncated with an ellipsis."""
    reply = await page.call(None, standalone("overlay/paint", "measure"), list(texts), width, lines)
    out = []
    for each in reply if isinstance(reply, list) else []:
        cut = tuple(str(line) for line in each["lines"])[:lines]
        out.append(
            WrappedText(cut, float(each["width"]), float(each["height"]), each["rtl"] is True)
        )
    if len(out) != len(texts):
        raise ScreenshotFailed("The browser did not measure the comments.")
    return tuple(out)


@dataclass(frozen=True, slots=True)
class PaintJob:
    """The description of one picture to paint."""

    items: Sequence[Mapping[str, Any]]
    """`{kind: hide|box|line|leader|badge|note, color, rect?, points?, text?, lines?}`, in px of the
    clean screenshot."""
    format: str = "jpeg"
    max_base64: int = MAX_BASE64
    """Maximum base64 characters; first the quality and then the size is reduced to meet this limit.
    """
    crop: Mapping[str, float] | None = None
    """Region in px of the clean screenshot; the whole screenshot if omitted."""


async def paint(
    page: PageTarget, image: str, jobs: Sequence[PaintJob], *, timeout: float = 20.0
) -> tuple[PaintedPicture, ...]:
    """Paint items onto a screenshot, once for each job.

    Args:
        page: a page that responds; its own content does not matter.
        image: base64 of a JPEG or PNG.
        jobs: the pictures to paint.
        timeout: maximum seconds.

    Raises:
        ScreenshotFailed: the browser could not decode or encode the image.
    """
    wanted = [
        {
            "items": [dict(item) for item in job.items],
            "format": job.format,
            "maxBase64": job.max_base64,
            "crop": None if job.crop is None else dict(job.crop),
        }
        for job in jobs
    ]
    reply = await page.call(
        None, standalone("overlay/paint", "paint"), image, wanted, timeout=timeout
    )
    made = []
    for each, job in zip(reply if isinstance(reply, list) else [], jobs, strict=False):
        if not isinstance(each, dict) or not isinstance(each.get("data"), str) or not each["data"]:
            break
        made.append(
            PaintedPicture(
                base64=each["data"],
                format=job.format,
                width=int(each["width"]),
                height=int(each["height"]),
                scale=float(each["scale"]),
                quality=int(each["quality"]) if job.format == "jpeg" else None,
            )
        )
    if len(made) != len(jobs):
        raise ScreenshotFailed("The browser painted no picture.")
    return tuple(made)
