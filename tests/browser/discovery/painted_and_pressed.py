"""Random elements, painted or not, clickable or not: pages of them, and the truth about each.

The ways to paint and to click are data. The truth comes from the browser alone: an element is
painted if the capture changes without it, and clickable if a mouse press on it reaches the listener
under test. `html_of` puts many elements on one page, each in its own cell; a `Verdict` contains the
truth about an element and how it was reported.
"""
# ruff: noqa: E501 - a way to paint is one line

from __future__ import annotations

import base64
import io
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from case_files import pages_of
from PIL import Image

from viewmark.browser.page_target import PageTarget
from viewmark.page.observation import Observation

__all__ = ["COLUMNS", "PER_PAGE", "Case", "Verdict", "cases", "html_of", "verdicts"]

WIDTH, HEIGHT = 158, 100
COLUMNS, ROWS = 8, 7
PER_PAGE = COLUMNS * ROWS

ICON = "data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27 width=%2724%27 height=%2720%27%3E%3Cpath d=%27M2 2h20v8L12 18z%27 fill=%27%23c33%27/%3E%3C/svg%3E"
GIF = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
NOWHERE = "/there-is-no-such-picture.png"

# {a}: attributes; {s}: width and height; {g}: the background colour.
PAINTED = pages_of(__file__, "painted")
BLANK = pages_of(__file__, "blank")
DEAF = {
    # The document inside receives the press.
    "object": "<div {a} style='{s}'><object data=\"{icon}\" width=24 height=20 style='display:block'></object></div>",
    "embed": "<div {a} style='{s}'><embed src=\"{icon}\" width=24 height=20 style='display:block'></div>",
}  # fmt: skip

# {p} marks the element that listens. `self`: the element itself; `around`: a box around it.
PRESSED = {
    "listener": ("self", "{p} data-listen"),
    "onclick": ("self", "{p} onclick=1"),
    "button role": ("self", "{p} role=button tabindex=0"),
    "place among the keys": ("self", "{p} tabindex=0"),
    "press of a pointer": ("self", "{p} data-listen=pointerdown"),
    "hand": ("self", "{p} data-hand"),
    "listener around": ("around", "<div {p} data-listen class=wrap>{it}</div>"),
    "delegated": ("around", "<section data-delegate class=wrap><div {p} class='wrap hand'>{it}</div></section>"),
    "link": ("around", "<a {p} href='#x' class=wrap>{it}</a>"),
    "button": ("around", "<button {p} class='wrap bare'>{it}</button>"),
    "label": ("around", "<label {p} class=wrap>{it}<input type=checkbox class=unseen></label>"),
    "custom element": ("around", "<x-plain {p} data-listen class=wrap>{it}</x-plain>"),
    "label of a kit": ("around", "<x-label {p} data-listen class=wrap>{it}</x-label>"),
    "menu item": ("around", "<div {p} role=menuitem tabindex=-1 class=wrap data-listen>{it}</div>"),
}  # fmt: skip
UNPRESSED = {
    "nothing": ("self", ""),
    "empty handler": ("self", "onclick=''"),
    "listener for keys": ("self", "data-listen=keydown"),
    "no pointer": ("self", "{p} data-listen data-through"),
    "hidden select": ("around", "<ul class=wrap><li class=wrap>{it}<select class=unseen style='pointer-events:none'><option>a</select></li></ul>"),
}  # fmt: skip
NESTED = pages_of(__file__, "nested")
GROUNDS = {"white": "#fff", "grey": "#d8dce0", "dark": "#222831", "shaded": "#f4f4f4"}
SIZES = {"small": "width:60px;height:28px", "tiny": "width:16px;height:16px", "large": "width:120px;height:64px"}  # fmt: skip
TINY = frozenset({"background", "border", "svg", "picture behind", "nothing", "too faint", "box of the ground", "content by url", "inner shadow"})  # fmt: skip
"""Kinds that are also visible in a box of 16 px."""
ALONE = frozenset({"part moved out", "box moved out", "thin bar", "triangle"})
"""Kinds with a fixed size."""
LIGHT = frozenset({"highlight", "svg by use"})
"""Kinds that do not work inside shadow roots."""

CSS = """
.wrap { display: inline-block; margin: 0; padding: 0; list-style: none; color: inherit; text-decoration: none; border-spacing: 0 }
.bare { border: 0; background: none; font: inherit; text-align: left } .hand, [data-hand] { cursor: pointer }
.unseen { position: absolute; width: 1px; height: 1px; opacity: 0; margin: 0 } .wrap:has(> .unseen) { position: relative }
[data-through] { pointer-events: none } *:focus { outline: none } td { padding: 0 }
.before::before { content: "+"; color: #c33 } .fletter::first-letter { color: #c33 } .fline::first-line { color: #c33 }
.beforebox::before { content: ""; display: block; width: 14px; height: 14px; background: #c33 }
.beforenone::before { content: ""; display: block; width: 14px; height: 14px }
.afterurl::after { content: url("ICON") }
""".replace("ICON", ICON)  # fmt: skip

PAGE = pages_of(__file__)["page"]


@dataclass(frozen=True)
class Case:
    """One element: names of its paint, press, nesting and background."""

    paint: str
    press: str
    nest: str
    ground: str
    size: str

    def html(self, number: int) -> str:
        """Return the HTML of its cell."""
        ground, size = GROUNDS[self.ground], SIZES[self.size]
        kind, way = (PRESSED | UNPRESSED)[self.press]
        hears = f"data-p={number}"
        form = (PAINTED | BLANK | DEAF)[self.paint]
        attributes = way.replace("{p}", hears) if kind == "self" else ""
        it = form.replace("{a}", attributes).replace("{s}", size).replace("{g}", ground)
        it = it.replace("{icon}", ICON).replace("{gif}", GIF).replace("{nowhere}", NOWHERE)
        if kind == "around":
            it = way.replace("{p}", hears).replace("{it}", it)
            if self.press == "button":
                it = (
                    it.replace("<div", "<span")
                    .replace("</div", "</span")
                    .replace("style='", "style='display:inline-block;", 1)
                )
        it = NESTED[self.nest].replace("{it}", it).replace("{css}", CSS)
        behind = f"linear-gradient(100deg,{ground},#cdd4dc)" if self.ground == "shaded" else ground
        ink = "#eee" if self.ground == "dark" else "#111"
        pressed = "data-pressed=1" if self.press in PRESSED else ""
        return f"<div class=cell data-n={number} {pressed} style='background:{behind};color:{ink}'>{it}</div>"

    @property
    def name(self) -> str:
        """Its properties as text."""
        return " / ".join((self.paint, self.press, self.nest, self.ground, self.size))


def cases(seed: int, count: int) -> list[Case]:
    """Return random cases: three of four painted, four of five clickable."""
    chance = random.Random(seed)
    made: list[Case] = []
    while len(made) < count:
        kinds = chance.choices([PAINTED, BLANK, DEAF], [72, 25, 3])[0]
        paint = chance.choice(list(kinds))
        press = chance.choice(list(chance.choices([PRESSED, UNPRESSED], [80, 20])[0]))
        nest = chance.choice(list(NESTED))
        ground, size = chance.choice(list(GROUNDS)), chance.choice(list(SIZES))
        if paint in LIGHT and nest.endswith("root"):
            continue
        # A gradient has no single background colour.
        if ground == "shaded" and "of the ground" in paint:
            continue
        if size == "tiny" and paint not in TINY:
            size = "small"
        made.append(Case(paint, press, nest, ground, "small" if paint in ALONE else size))
    return made


def html_of(page: Sequence[Case]) -> str:
    """Return a page with these cases, at most `PER_PAGE`."""
    cells = "\n".join(case.html(i) for i, case in enumerate(page))
    return PAGE.replace("CELLS", cells).replace("CSS</style>", CSS + "</style>")


@dataclass
class Verdict:
    """The truth about an element, and how it was reported."""

    case: Case
    painted: bool | None
    """By pixels; None if it is too faint to decide."""
    pressed: bool = False
    """Whether its listener received a press at its painted pixel, or else in its mark."""
    marks: int = 0
    others: list[str] = field(default_factory=list)
    """Other elements, which received a press in the middle of this element's mark."""

    @property
    def fault(self) -> str:
        """Description of the error in the element's marks; empty if there is none."""
        if self.painted is None:
            return ""
        if self.others:
            return f"box of another ({self.others})"
        if self.painted and self.pressed and not self.marks:
            return "missed"
        if self.marks and not self.painted:
            return "marked, not painted"
        if self.marks and not self.pressed:
            return "marked, not pressed"
        return "" if self.marks < 2 else "marked twice"


async def _picture(page: PageTarget) -> Any:
    reply = await page.session.send("Page.captureScreenshot", {"format": "png"})
    return np.asarray(
        Image.open(io.BytesIO(base64.b64decode(reply["data"]))).convert("RGB")
    ).astype(int)


async def _press(page: PageTarget, x: float, y: float) -> str:
    at = {"x": x, "y": y, "button": "left", "clickCount": 1}
    heard = "function () { return document.documentElement.dataset.heard ?? ''; }"
    before = len(str(await page.call(None, heard)).split())
    await page.session.send("Input.dispatchMouseEvent", {"type": "mousePressed", **at})
    await page.session.send("Input.dispatchMouseEvent", {"type": "mouseReleased", **at})
    told = str(await page.call(None, heard)).split()
    return told[-1] if len(told) > before else "-"


async def painted_at(page: PageTarget) -> list[tuple[bool | None, tuple[float, float] | None]]:
    """Return for each cell whether it has painted pixels, and the position of one.

    This compares captures with and without the elements.
    """
    with_them = await _picture(page)
    await page.call(None, "function () { document.documentElement.className = 'hide'; }")
    without = await _picture(page)
    await page.call(None, "function () { document.documentElement.className = ''; }")
    changed = np.abs(with_them - without).max(axis=2)
    found: list[tuple[bool | None, tuple[float, float] | None]] = []
    for n in range(PER_PAGE):
        left, top = n % COLUMNS * WIDTH, n // COLUMNS * HEIGHT
        part = changed[top : top + HEIGHT, left : left + WIDTH]
        ys, xs = np.nonzero(part >= 24)
        if len(xs) < 6:
            found.append((None if (part >= 6).sum() > 2 else False, None))
            continue
        # The painted pixel that is nearest to the centre of all painted pixels.
        k = int(np.argmin((xs - np.median(xs)) ** 2 + (ys - np.median(ys)) ** 2))
        found.append((True, (left + float(xs[k]) + 0.5, top + float(ys[k]) + 0.5)))
    return found


async def verdicts(page: PageTarget, asked: Sequence[Case], seen: Observation) -> list[Verdict]:
    """Return the truth about each case of a page, with the marks of the observation."""
    truth = await painted_at(page)
    rows = [Verdict(case, truth[n][0]) for n, case in enumerate(asked)]
    heard_by: dict[int, list[str]] = {}
    for annotation in seen.annotations:
        box = annotation.element.bounds
        x, y = box.x + box.width / 2, box.y + box.height / 2
        n = int(y // HEIGHT) * COLUMNS + int(x // WIDTH)
        if not 0 <= n < len(rows):
            continue
        rows[n].marks += 1
        heard_by.setdefault(n, []).append(await _press(page, x, y))
        point = annotation.element.point
        if heard_by[n][-1] == "-" and point is not None:
            heard_by[n][-1] = await _press(page, point.x, point.y)
    for n, row in enumerate(rows):
        at = truth[n][1]
        heard = heard_by.get(n, [])
        if at is not None:
            heard = [*heard, await _press(page, *at)]
        row.pressed = str(n) in heard and row.case.press in PRESSED
        row.others = [one for one in heard if one not in ("-", str(n))]
    return rows
