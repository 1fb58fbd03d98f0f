"""Secret fields of 45 kinds, and 31 places of a page where such a field may be.

Secret text is magenta, and nothing else is, so a magenta pixel in an image is a leak. Each plant
has its own box, so a control run can verify that it is visible at all.
"""

from __future__ import annotations

import base64
import html
import io
from collections.abc import Iterable

from case_files import pages_of
from PIL import Image, ImageChops
from webserver import LocalSite

__all__ = ["PLANTS", "leaks", "magenta", "page_with", "put_frames"]

CARD = "4111222233"
STYLE = (
    "<style>input,textarea,select,code,b,[contenteditable]{color:#f0f;border:1px solid #999;"
    "-webkit-text-fill-color:#f0f;caret-color:transparent;background:#fff;padding:0;margin:0;"
    "font:bold 17px monospace;width:130px;height:22px;box-sizing:border-box}"
    "[maxlength='1']{width:17px}p,fieldset,h2,section{margin:0;padding:0;border:0;font:9px serif}"
    "textarea{resize:none}*{color-scheme:light}</style>"
)


KINDS = pages_of(__file__, "kinds")
"""Kinds of fields."""
_FIELD = f"<input autocomplete=cc-number value={CARD}>"
_IN = html.escape(f"<!doctype html><style>body{{margin:0}}</style>{STYLE}{_FIELD}", quote=True)
_FRAME = "style='border:0;width:136px;height:26px'"


PLACES = pages_of(__file__, "places")
"""Places of a field, which is a card number."""
PLANTS = {f"kind: {name}": markup for name, markup in KINDS.items()} | {
    f"place: {name}": markup for name, markup in PLACES.items()
}
# Size of the boxes of plants in CSS px, and boxes per row.
_COLUMNS, _WIDTH, _HEIGHT = 5, 250, 42
_SCRIPT = pages_of(__file__)["script"]


def put_frames(site: LocalSite) -> None:
    """Serve the documents of the frames in `PLACES`."""
    site.put("/planted-field.html", html.unescape(_IN))
    outer = (
        f"<!doctype html><style>body{{margin:0}}</style><iframe {_FRAME} src=/planted-field.html>"
    )
    site.put("/planted-outer.html", outer)


def page_with(plants: Iterable[str], site: LocalSite) -> str:
    """Return a page with these plants, each in its fixed box."""
    order = list(PLANTS)
    boxes = [
        f"<div style='position:absolute;left:{order.index(name) % _COLUMNS * _WIDTH + 8}px;"
        f"top:{order.index(name) // _COLUMNS * _HEIGHT + 4}px;width:200px;height:38px'>"
        f"{PLANTS[name]}</div>"
        for name in plants
    ]
    body = "".join(boxes).replace("OTHER", site.url("/planted-field.html", host="localhost"))
    start = "<!doctype html><meta charset=utf-8><title>Plants</title><body style='margin:0'>"
    return f"{start}{STYLE}{body}{_SCRIPT}"


def _magenta(data: bytes) -> Image.Image:
    red, green, blue = Image.open(io.BytesIO(data)).convert("RGB").split()
    both = ImageChops.darker(
        red.point(lambda v: 255 * (v > 170)), blue.point(lambda v: 255 * (v > 170))
    )
    return ImageChops.darker(both, green.point(lambda v: 255 * (v < 110)))


def magenta(data: bytes | str) -> int:
    """Return the number of magenta pixels in an image."""
    return _magenta(base64.b64decode(data)).histogram()[255]


def leaks(data: bytes | str) -> list[str]:
    """Return the plants whose boxes show magenta; "somewhere" if it is outside all boxes."""
    shown = _magenta(base64.b64decode(data))
    if shown.getbbox() is None:
        return []
    scale = shown.width / 1280
    found = []
    for n, name in enumerate(PLANTS):
        left, top = n % _COLUMNS * _WIDTH * scale, n // _COLUMNS * _HEIGHT * scale
        box = (left, top, left + _WIDTH * scale, top + _HEIGHT * scale)
        if shown.crop(tuple(map(round, box))).getbbox() is not None:
            found.append(name)
    return found or ["somewhere"]
