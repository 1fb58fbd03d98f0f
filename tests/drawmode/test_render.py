"""The rendered drawing, compared with an image that was checked by eye.

Text uses the fonts of the machine, so the images are compared at a quarter of the size and with a
tolerance for other glyphs. A shape, plate or number that is missing, misplaced or of another colour
is far outside of the tolerance. `VIEWMARK_REWRITE=1` rewrites the golden file (and fails).
"""

from __future__ import annotations

import base64
import io
import os
from pathlib import Path
from typing import Any

from hand import CTRL
from PIL import Image, ImageChops, ImageFilter, ImageStat

from viewmark.drawmode.read import read_annotations

GOLDEN = Path(__file__).parents[1] / "golden" / "draw" / "five-marks.png"
BLOCKS = "".join(
    f"<i style='position:absolute;left:{x}px;top:{y}px;width:220px;height:120px;"
    f"background:{color};border-radius:12px'></i>"
    for x, y, color in (
        (60, 60, "#cfe3ff"),
        (420, 60, "#ffe1c7"),
        (780, 60, "#d7f5d3"),
        (60, 330, "#2b2f3a"),
        (420, 330, "#f4d6ee"),
    )
)


def quarter(image: Image.Image) -> Image.Image:
    soft = image.convert("RGB").filter(ImageFilter.GaussianBlur(3))
    return soft.resize((320, 180), Image.Resampling.BOX)


def check(made: Image.Image) -> None:
    small = quarter(made)
    if os.environ.get("VIEWMARK_REWRITE"):
        GOLDEN.parent.mkdir(parents=True, exist_ok=True)
        small.save(GOLDEN, optimize=True)
        raise AssertionError(f"{GOLDEN.name} was written anew; look at it, then run again")
    difference = ImageChops.difference(small, Image.open(GOLDEN).convert("RGB"))
    mean = sum(ImageStat.Stat(difference).mean) / 3
    far = difference.convert("L").point(lambda v: 255 if v > 24 else 0)
    share = ImageStat.Stat(far).mean[0] / 255
    assert mean < 1.5, f"mean difference {mean:.2f}"
    assert share < 0.004, f"{share:.2%} of the picture differ"


async def test_five_marks_look_as_they_should(
    dispatcher: Any, bounded: Any, tmp_path: Path
) -> None:
    d = await dispatcher(f"<body style='margin:0;background:#fff'>{BLOCKS}")
    await d.start()
    hand = d.hand
    for key, start, end, words in (
        ("1", (50, 50), (290, 190), "a rectangle"),
        ("2", (410, 50), (650, 190), "שלום: מימין לשמאל"),
        ("4", (770, 50), (1010, 190), "two lines of words,\nthe second one here"),
    ):
        await hand.key(key)
        await hand.drag(start, end)
        await hand.write(words)
        await hand.key("Enter")
    await hand.key("3")
    await hand.key("a")
    await hand.drag((900, 520), (640, 400))
    await hand.write("an arrow")
    await hand.key("Enter")
    await hand.key("x")
    await hand.drag((80, 350), (260, 430))
    await hand.key("Enter", modifiers=CTRL)
    seen = await bounded(read_annotations(d.mode, wait=True))
    check(Image.open(io.BytesIO(base64.b64decode(seen.pictures[0].base64))))
    text = seen.to_html(tmp_path / "seen.html").read_text()
    assert "<script" not in text
    assert text.count("<img ") == 1
    assert text.count("<tr id=") == text.count("<a id=") == seen.count == 5
    assert "שלום: מימין לשמאל" in text
    box = seen.pictures[0].boxes[0]
    assert [round(side) for side in box.as_tuple()] == [50, 50, 240, 140]
    assert set(seen._repr_mimebundle_()) == {"text/plain", "text/html"}


def test_a_missing_mark_would_be_noticed() -> None:
    golden = Image.open(GOLDEN).convert("RGB").resize((1280, 720))
    golden.paste((255, 255, 255), (40, 180, 300, 240))
    try:
        check(golden)
    except AssertionError:
        return
    raise AssertionError("a picture without a plate passed")
