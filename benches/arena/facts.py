"""Measure marks without a player: is each target marked, alone and clickable; the value of marks.

The target of a task is the first element that its script acts on. With a mark, a click goes to the
element; by coordinates, it goes to where a reader of the screenshot believes the element to be.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import viewmark
from arena.site import ArenaSite
from arena.tasks import load
from viewmark.errors import ViewmarkError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["ERRORS", "chance", "facts", "worth"]

ERRORS = (4, 8, 16, 32)
"""Standard deviations of the pointing error in px."""
TARGETS: dict[str, tuple[str, str]] = {
    "log-in": ("button", "Sign in"),
    "fill-replace": ("textbox", "Display name"),
    "choose-one": ("combobox", "Size"),
    "choose-several": ("listbox", "Extras"),
    "tick": ("checkbox", "Wrap as a gift"),
    "typed-fields": ("slider", "Brightness"),
    "date-picker": ("textbox", "Departure"),
    "upload": ("button", "Documents"),
    "drop-file": ("region", "Drop zone"),
    "dialogs": ("button", "Delete"),
    "tabs-by-link": ("link", "Open the details"),
    "download": ("link", "Export numbers"),
    "frames": ("textbox", "Partner name"),
    "endless-list": ("button", "Read story 1"),
    "hover-menu": ("listitem", "Products"),
    "drag-slider": ("slider", "Volume"),
    "rich-text": ("textbox", "Your note"),
    "history": ("link", "Next step"),
    "waits": ("button", "Start"),
    "permission": ("button", "Locate me"),
    "canvas-click": ("canvas", "Map"),
    "faults": ("button", "Load orders"),
    "two-tabs": ("button", "Add one"),
    "puzzle-sequence": ("button", "One"),
    "puzzle-tabs": ("tab", "Tab 3"),
    "puzzle-spinner": ("button", "More"),
    "puzzle-slider": ("slider", "Volume"),
    "puzzle-autocomplete": ("textbox", "Country"),
    "puzzle-dropdown": ("combobox", "Size"),
    "puzzle-inbox": ("button", "Mail from Ann"),
    "puzzle-feed": ("button", "Like the post of @ann"),
    "puzzle-calendar": ("button", "Next month"),
    "puzzle-copy": ("textbox", "Answer"),
    "puzzle-table": ("textbox", "Price of the sofa"),
    "puzzle-popup": ("textbox", "User"),
    "puzzle-date": ("spinbutton", "Guests"),
    "puzzle-boxes": ("checkbox", "elm"),
    "puzzle-sort": ("button", "three"),
    "nameless-icons": ("button", ""),
    "canvas-chart": ("canvas", ""),
    "frame-in-frame": ("button", "Pay 34.90 EUR"),
    "pointer-drag": ("", "Fix pump"),
    "mail-not-there": ("listitem", "Ann: Report #238"),
    "hidden-file": ("button", "Attach receipt"),
    "closed-shadow": ("", "+"),
    "grid": ("columnheader", "Price"),
    "whiteboard": ("radio", "Rectangle"),
    "list-edit": ("textbox", ""),
    "form-with-pickers": ("combobox", "---------"),
    "bulk-delete": ("link", "Cancelled"),
    "map": ("button", "Zoom in"),
    "table": ("button", "Book"),
}
"""Role and name of each task's target; an empty role or name matches any."""


def chance(width: float, height: float, error: float) -> float:
    """Return the probability that a click aimed at the middle of a box hits it.

    Args:
        width: width of the box in CSS px.
        height: height of the box in CSS px.
        error: standard deviation in x and in y, in px, normally distributed.
    """

    def inside(size: float) -> float:
        return math.erf(size / 2 / (error * math.sqrt(2)))

    return inside(width) * inside(height)


def worth(boxes: Sequence[tuple[float, float]]) -> dict[str, Any]:
    """Return the mean hit probability by error, for all boxes and for the hardest tenth."""
    mean, worst = [], []
    for error in ERRORS:
        all_of_them = sorted(chance(*box, error) for box in boxes)
        tenth = all_of_them[: max(1, len(all_of_them) // 10)]
        mean.append(sum(all_of_them) / len(all_of_them))
        worst.append(sum(tenth) / len(tenth))
    return {"errors": ERRORS, "chance": mean, "worst": worst}


async def facts() -> dict[str, Any]:
    """Observe the page of each task with a target, and click the target once by its ref."""
    rows, boxes = [], []
    async with viewmark.launch(viewport=(1280, 720)) as browser:
        for task in load():
            if task.id not in TARGETS:
                continue
            site = ArenaSite()
            try:
                page = await browser.page(site.url(task.address))
                row, box = await _target(page, *TARGETS[task.id])
                await page.close()
            finally:
                site.close()
            rows.append({"task": task.id, **row})
            boxes += [box] if box else []
    hit = sum(each["hit"] for each in rows) / max(1, sum(each["listed"] for each in rows))
    return {"targets": rows, "mark": hit, **worth(boxes)}


async def _target(
    page: viewmark.Page, role: str, name: str
) -> tuple[dict[str, bool], tuple[float, float] | None]:
    seen = await page.observe(annotate=True, max_annotations=500)
    fits = [
        each
        for each in seen.annotations
        if role in ("", each.element.role)
        and (not name or name in (each.element.name, each.element.text))
    ]
    row = {"listed": bool(fits), "alone": False, "hit": False, "words": bool(name) and bool(fits)}
    row["found"] = bool(fits)
    if not fits and name:
        matches = (await page.find(text=name)).matches
        if not matches and role:
            matches = (await page.find(role=role, name=name)).matches
        row["found"] = bool(matches)
    if not fits:
        return row, None
    target = fits[0]
    row["alone"] = sum(each.ref == target.ref for each in seen.annotations) == 1
    row["words"] = bool(name) and len({each.ref for each in fits}) == 1
    box = (target.element.bounds.width, target.element.bounds.height)
    try:
        done = await page.click(target.ref)
        row["hit"] = "intended" not in done.to_json()
    except ViewmarkError:
        pass  # a refused click counts as a miss
    return row, box
