"""Secrets of every kind are placed everywhere in a page, and searched for in all results.

Every kind of text and image is requested, and the secrets found in text and pixels are counted,
once with the default settings, and once with `show_secrets`, which proves that the search works.

Each secret that was placed is called a plant. Secret text is red, and nothing else is. Each plant
has its own cell, so red pixels identify it.
"""

from __future__ import annotations

import base64
import html
import io
import json
import sys
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageChops

sys.path.insert(0, str(Path(__file__).parents[1]))

from page_over import page_over
from webserver import LocalSite

from viewmark.attach_policy import AttachPolicy
from viewmark.browser.actions.navigation import goto
from viewmark.browser.discovery.accessibility import accessibility
from viewmark.browser.discovery.dom_view import dom_view
from viewmark.browser.page_target import PageTarget
from viewmark.drawmode.overlay import Overlay
from viewmark.drawmode.render import pictures
from viewmark.drawmode.snapshots import Snapshots
from viewmark.imaging import Style
from viewmark.page.attach import attach_picture
from viewmark.page.context import PageContext
from viewmark.page.observe import ObserveOptions, observe
from viewmark.page.observe_options import PictureOptions
from viewmark.page.screenshot import screenshot

__all__ = [
    "ORDINARY",
    "PLACES",
    "PLANTS",
    "Outcome",
    "open_plants",
    "pictures_of",
    "reds",
    "search",
]

PLANTS = {
    "password": '<input type="password" value="{v}">',
    "password shown later": '<input type="password" data-retype value="{v}">',
    "password shown early, autocomplete": '<input autocomplete="current-password" value="{v}">',
    "password shown early, toggle": (
        '<div><input value="{v}"><button aria-label="Hide password"></button></div>'
    ),
    "new password": '<input type="text" autocomplete="new-password" value="{v}">',
    "one-time code": '<input autocomplete="one-time-code" value="{v}">',
    "code in a textarea": '<textarea autocomplete="one-time-code" rows="1">{v}</textarea>',
    "card number": '<input autocomplete="section-x billing cc-number" value="{v}">',
    "card code": '<input type="tel" autocomplete="cc-csc" value="{v}">',
    "card list": '<select autocomplete="cc-exp-month"><option>{v}</option></select>',
    "named otp": '<input name="otp" value="{v}">',
    "named cardNumber": '<input id="cardNumber" value="{v}">',
    "named api_key": '<input name="openai_api_key" value="{v}">',
    "label says PIN": '<label><input value="{v}"><i hidden>PIN</i></label>',
    "placeholder says CVC": '<input placeholder="CVC" value="{v}">',
    "dotted field": '<input style="-webkit-text-security:disc" value="{v}">',
    "dotted editable": '<div contenteditable style="-webkit-text-security:disc">{v}</div>',
}
ORDINARY = {
    "search": '<input type="search" name="q" value="blue">',
    "name": '<label>Name <input name="name" value="blue"></label>',
    "pinned notes": '<input name="pinnedNotes" value="blue">',
    "keyword": '<input placeholder="Keyword" value="blue">',
    "token price": '<input aria-label="Token price" value="blue">',
    "empty password": '<input type="password" placeholder="Password">',
    "list": '<select name="cardType"><option>Visa</select>',
    "text": "<textarea>blue</textarea>",
}
PLACES = ("page", "frame", "other process", "open root", "closed root")
COLUMN, ROW = 250, 40  # CSS px
RED = 50
"""Minimum excess of red in a pixel that shows a secret; compression artifacts have less."""
_STYLE = (
    "<style>body{margin:0}.c{position:absolute;left:10px;width:220px;height:28px;"
    "font:16px sans-serif}.c *{color:#f00;background:#fff;font:16px sans-serif}"
    ".c button{width:9px}</style>"
)


@dataclass(frozen=True)
class Outcome:
    """The results for one plant in one place."""

    plant: str
    place: str
    texts: tuple[str, ...]
    """Texts that contain it."""
    pixels: tuple[str, ...]
    """Kinds of images that show it."""


def _value(place: str, plant: str) -> str:
    return f"Zq{PLACES.index(place)}{list(PLANTS).index(plant):02}WX"


def _cells(place: str) -> str:
    cells = [
        f'<div class="c" style="top:{6 + ROW * n}px">{form.format(v=_value(place, plant))}</div>'
        for n, (plant, form) in enumerate(PLANTS.items())
    ]
    return _STYLE + "".join(cells)


_RETYPE = """<script>addEventListener('retype', () => {
  for (const tree of [document, ...(window.roots ?? [])])
    for (const el of tree.querySelectorAll('[data-retype]')) el.type = 'text';
})</script>"""


def _literal(text: str) -> str:
    return json.dumps(text).replace("</", "<\\/")


def _page(other: str) -> str:
    frame = f"<!doctype html>{_cells('frame')}{_RETYPE}"
    column = "position:absolute;top:0;border:0;width:240px;height:719px;left:"
    roots = "".join(
        f"{{const r = document.getElementById('{mode}').attachShadow({{mode: '{mode}'}});"
        f"r.innerHTML = {_literal(_cells(place))}; roots.push(r)}}"
        for mode, place in (("open", "open root"), ("closed", "closed root"))
    )
    return (
        f"<!doctype html><title>plants</title>{_cells('page')}"
        f'<iframe style="{column}{COLUMN}px" srcdoc="{html.escape(frame)}"></iframe>'
        f'<iframe style="{column}{2 * COLUMN}px" src="{other}"></iframe>'
        f'<div id="open" style="{column}{3 * COLUMN}px"></div>'
        f'<div id="closed" style="{column}{4 * COLUMN}px"></div>'
        f"<script>window.roots = [];{roots}</script>{_RETYPE}"
    )


async def open_plants(page: PageTarget, site: LocalSite) -> None:
    """Show all plants; those that the page reveals later are revealed after an observation."""
    site.put("/plants-inner.html", f"<!doctype html>{_cells('other process')}{_RETYPE}")
    other = site.url("/plants-inner.html", host="localhost")
    site.put("/plants.html", _page(other))
    await goto(page, site.url("/plants.html"))
    await observe(PageContext(page), ObserveOptions(annotate=True))
    for frame in page.frames:
        await page.call(frame, "() => { dispatchEvent(new Event('retype')); }")


async def pictures_of(page: PageTarget) -> dict[str, str]:
    """Return every kind of image of the page as base64, by name."""
    context = PageContext(page)
    style = Style(badge_color="#0000ff", box_color="#0000ff")
    taken: dict[str, str] = {}
    for kind in ("jpeg", "png"):
        seen = await observe(
            context,
            ObserveOptions(annotate=True, style=style, format=kind, max_base64=9_000_000),  # type: ignore[arg-type]
        )
        taken[f"annotated {kind}"] = seen.base64 or ""
        taken[f"clean {kind}"] = seen.clean_base64 or ""
        options = PictureOptions(format=kind, max_base64=9_000_000)  # type: ignore[arg-type]
        taken[f"screenshot {kind}"] = (await screenshot(context, options)).base64
    options = PictureOptions(scale=2.0, format="png", max_base64=9_000_000)
    taken["screenshot at 2"] = (await screenshot(context, options)).base64
    attached = await attach_picture(page, AttachPolicy(), now=0.0)
    taken["attached"] = attached.base64 or ""
    overlay = Overlay(page, on_message=lambda *_: None)
    shot = await Snapshots().store_shot(overlay, "d", veil=False)
    assert shot is not None
    drawn = await pictures(page, shot, [], png_base64=9_000_000)
    taken |= dict(
        zip(("drawn", "drawn clean", "drawn PNG"), (p.base64 for p in drawn), strict=True)
    )
    taken["drawn without a page"] = (await pictures(None, shot, []))[0].base64
    return taken


def redness(picture: str) -> Image.Image:
    """Return the excess of red over the other channels for each pixel."""
    image = Image.open(io.BytesIO(base64.b64decode(picture))).convert("RGB")
    red, green, blue = image.split()
    return ImageChops.subtract(red, ImageChops.lighter(green, blue))


def reds(picture: str) -> set[tuple[str, str]]:
    """Return place and name of the plants with red pixels in an image."""
    image = redness(picture)
    scale = image.width / 1280
    found = set()
    for across, place in enumerate(PLACES):
        for down, plant in enumerate(PLANTS):
            left, top = across * COLUMN * scale, down * ROW * scale
            cell = image.crop(
                (round(left), round(top), round(left + 248 * scale), round(top + ROW * scale))
            )
            if cell.getextrema()[1] > RED:
                found.add((place, plant))
    return found


async def texts_of(page: PageTarget) -> dict[str, str]:
    """Return every kind of text about the page, by name."""
    context = PageContext(page)
    seen = await observe(context, ObserveOptions(max_annotations=100))
    everything = await observe(context, ObserveOptions(target="all_visible", max_annotations=100))
    return {
        "map": seen.lines() + json.dumps(seen.to_json()) + repr(seen),
        "map of all": everything.lines() + json.dumps(everything.to_json()),
        "dom": json.dumps((await dom_view(page)).to_json()),
        "accessibility": json.dumps((await accessibility(page)).to_json()),
        "dom in lines": str(await page_over(context).dom(characters=1_000_000)),
        "accessibility in lines": str(await page_over(context).accessibility()),
    }


async def search(page: PageTarget, site: LocalSite) -> list[Outcome]:
    """Show all plants, request all results, and return what was found of each plant."""
    await open_plants(page, site)
    shown = {name: reds(data) for name, data in (await pictures_of(page)).items()}
    texts = await texts_of(page)
    return [
        Outcome(
            plant,
            place,
            tuple(name for name, text in texts.items() if _value(place, plant) in text),
            tuple(name for name, found in shown.items() if (place, plant) in found),
        )
        for place in PLACES
        for plant in PLANTS
    ]
