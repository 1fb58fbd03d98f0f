"""Record the images of docs/draw.md: a simulated user draws on the demo page, frame by frame.

    .venv/bin/python scripts/draw_frames.py

Writes docs/images/draw.png (an animated PNG of about 20 s) and a few still images.
"""

from __future__ import annotations

import asyncio
import base64
import io
import sys
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests")]

from hand import CTRL, Hand  # noqa: E402  # the tests' hand

from viewmark.browser.launch.browser import launch  # noqa: E402
from viewmark.drawmode.controller import DrawMode  # noqa: E402
from viewmark.drawmode.read import read_annotations  # noqa: E402
from viewmark.page.context import PageContext  # noqa: E402

OUT = ROOT / "docs" / "images"
SIZE = (960, 600)
CURSOR = [(0, 0), (0, 16), (4, 12), (7, 18), (9, 17), (6, 11), (11, 11)]


class Film:
    """Frames with their durations, and the mouse pointer painted on them."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.frames: list[tuple[Image.Image, int]] = []
        self.at = (480.0, 300.0)

    async def take(self, ms: int) -> Image.Image:
        """Add one frame with this duration."""
        reply = await self.page.session.send("Page.captureScreenshot", {"format": "png"})
        image = Image.open(io.BytesIO(base64.b64decode(reply["data"]))).convert("RGB")
        points = [(self.at[0] + x, self.at[1] + y) for x, y in CURSOR]
        ImageDraw.Draw(image).polygon(points, fill="black", outline="white")
        self.frames.append((image, ms))
        return image


async def drag(film: Film, hand: Hand, start: Any, end: Any) -> None:
    """Drag in five steps."""
    film.at = start
    await hand.mouse("mouseMoved", *start, button="none")
    await film.take(350)
    await hand.mouse("mousePressed", *start)
    for i in range(1, 6):
        x = start[0] + (end[0] - start[0]) * i / 5
        y = start[1] + (end[1] - start[1]) * i / 5
        film.at = (x, y)
        await hand.mouse("mouseMoved", x, y, buttons=1)
        await film.take(110)
    await hand.mouse("mouseReleased", *end)
    await film.take(400)


async def write(film: Film, hand: Hand, words: str) -> None:
    """Type text a few letters at a time, then press Enter."""
    for i in range(0, len(words), 9):
        await hand.write(words[i : i + 9])
        await film.take(170)
    await film.take(450)
    await hand.key("Enter")
    await film.take(900)


async def main() -> None:
    """Play the scene."""
    page_file = ROOT / "python" / "viewmark" / "demo" / "page.html"
    async with launch(viewport=SIZE) as browser:
        page = await browser.page(page_file.as_uri())
        mode = DrawMode(folder=None)
        tab = await mode.attach(PageContext(page))
        await page.goto(page_file.as_uri())
        film, hand = Film(page), Hand(page)
        await film.take(900)
        started = await mode.start(tab.context, prompt="What should be different?")
        await film.take(1500)
        wanted = ".dark button", "#open", "#customer", "tbody tr:nth-child(3) a"
        boxes = [await hand.box(selector) for selector in wanted]
        one, two, three, four = boxes
        await drag(film, hand, (one[0] - 6, one[1] - 6), (one[2] + 6, one[3] + 6))
        await write(film, hand, "This button should be darker")
        await hand.key("e")
        film.at = ((two[0] + two[2]) / 2, (two[1] + two[3]) / 2)
        await hand.move(*film.at)
        await film.take(700)
        await hand.click(*film.at)
        await write(film, hand, "A shorter title, please")
        await hand.key("a")
        await hand.key("3")
        tip = ((four[0] + four[2]) / 2, four[3] + 2)
        tail = (min(tip[0] + 140, SIZE[0] - 200), min(tip[1] + 110, 400))
        await drag(film, hand, tail, tip)
        await write(film, hand, "Why is this here?")
        await hand.key("x")
        await drag(film, hand, (three[0] + 2, three[1] + 2), (three[2] - 2, three[3] - 2))
        await hand.key("z", modifiers=CTRL)
        await film.take(700)
        await hand.key("y", modifiers=CTRL)
        await film.take(900)
        await hand.key("Enter", modifiers=CTRL)
        seen = await read_annotations(mode, wait=True, correlation_id=started.correlation_id)
        result = Image.open(io.BytesIO(base64.b64decode(seen.pictures[0].data))).convert("RGB")
        film.frames.append((result, 3500))
        save(film, result)
        await mode.close()


def save(film: Film, result: Image.Image) -> None:
    """Write the images."""
    OUT.mkdir(parents=True, exist_ok=True)
    # Use one palette for all frames, so that only differences between frames are stored.
    both = Image.new("RGB", (SIZE[0], 2 * SIZE[1]))
    both.paste(result, (0, 0))
    both.paste(film.frames[len(film.frames) // 2][0], (0, SIZE[1]))
    palette = both.quantize(128, Image.Quantize.FASTOCTREE, dither=0)
    small = [
        (image.resize((800, 500), Image.Resampling.LANCZOS).quantize(palette=palette, dither=0), ms)
        for image, ms in film.frames
    ]
    first, *rest = [image for image, _ in small]
    first.save(
        OUT / "draw.png",
        save_all=True,
        append_images=rest,
        duration=[ms for _, ms in small],
        loop=0,
        optimize=True,
    )
    result.quantize(128, dither=0).save(OUT / "draw-result.png", optimize=True)
    print(f"{len(small)} frames, {sum(ms for _, ms in small) / 1000:.0f} s")


if __name__ == "__main__":
    asyncio.run(main())
