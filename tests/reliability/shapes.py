"""Pages of n elements in shapes that are expensive to observe, and a measure of that work.

The test measures the work on small pages. The check `growth` measures the time on large pages,
compared with the same number of ordinary boxes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from viewmark.browser.discovery.accessibility import accessibility
from viewmark.browser.discovery.discover import discover
from viewmark.browser.discovery.dom_view import dom_view
from viewmark.browser.launch.browser import launch
from viewmark.browser.page_target import PageTarget
from viewmark.errors import ViewmarkError

ROOT = Path(__file__).parents[2]

_TINY = "<style>button{width:12px;height:7px;padding:0;border:0;float:left}</style>"
_CELLS = "<style>td{width:9px;height:9px;padding:0;cursor:pointer}table{border-spacing:1px}</style>"


_DEEPEN = """function (n) {
  let at = document.body;
  for (let i = 0; i < n; i += 1) {
    const div = document.createElement("div");
    div.append(i % Math.ceil(n / 8) ? "" : "x");
    at.append(div);
    at = div;
  }
  at.innerHTML = "<button>deep</button>";
}"""
"""Parsers limit the nesting to 512 levels, so a script adds more."""


SHAPES: Mapping[str, Callable[[int], str]] = {
    "boxes": lambda n: "<div>x</div>" * n,
    "one line of spans": lambda n: "<pre>" + "<span>ab</span>" * n,
    "one line of spans in a scroller": lambda n: (
        "<pre style='overflow:auto'>" + "<span>ab</span>" * n
    ),
    "inline boxes right in the body": lambda n: "<i>x</i>" * n,
    "words": lambda n: "<p>" + "<b>word</b> " * n,
    "lines of code": lambda n: "<pre>" + (("<span>ab</span> " * 40) + "\n") * (n // 40),
    "small buttons in view": lambda n: _TINY + "<button></button>" * n,
    "buttons": lambda n: "<button>b</button>" * n,
    "cells with a hand": lambda n: _CELLS + "<table>" + ("<tr>" + "<td></td>" * 100) * (n // 100),
    "points of a chart": lambda n: (
        "<svg width=1200 height=700>"
        + "".join(
            f"<circle r=2 cx={i * 7 % 1200} cy={i * 13 % 700} cursor=pointer />" for i in range(n)
        )
        + "</svg>"
    ),
    "labels of hidden fields": lambda n: (
        "<style>input{display:none}label{float:left;width:9px;height:9px}</style>"
        + "<label><input type=checkbox></label>" * n
    ),
    "fields in clipped boxes": lambda n: (
        "<style>p{margin:0;float:left;width:10px;height:10px}"
        "s{position:absolute;width:1px;height:1px;overflow:hidden}</style>"
        + "<p><s><input></s></p>"
        * n
    ),
}
DEEP = "nested boxes"
LOOKS = ("interactive", "all_visible", "custom", "dom", "accessibility")


async def show(page: PageTarget, shape: str, n: int) -> None:
    """Replace the page by one of this shape with about n elements."""
    body = "" if shape == DEEP else SHAPES[shape](n)
    html = f"<!doctype html><title>growth</title>{body}"
    await page.session.send(
        "Page.setDocumentContent", {"frameId": page.main_frame.id, "html": html}
    )
    if shape == DEEP:
        await page.call(None, _DEEPEN, n)


async def look(page: PageTarget, kind: str) -> Any:
    """Observe the page in one of the ways."""
    if kind == "dom":
        return await dom_view(page)
    if kind == "accessibility":
        return await accessibility(page)
    return await discover(page, target=kind, selector="*" if kind == "custom" else None)


COUNTERS = """function () {
  const count = { steps: 0, points: [] };
  globalThis.viewmarkCount = count;
  const weigh = (made) => {
    if (typeof made === "string") return 1 + made.length / 16;
    const isList = made instanceof NodeList || made instanceof DOMRectList;
    return 1 + (isList ? made.length : 0);
  };
  const all = Element.prototype.querySelectorAll;
  const counting = (fn, name) => function (...rest) {
    const made = Reflect.apply(fn, this, rest);
    count.steps += weigh(made);
    // The browser walks all of a box that holds no such element.
    const isVain = name === "querySelector" && made === null && this instanceof Element;
    if (isVain) count.steps += all.call(this, "*").length;
    if (name === "elementFromPoint") count.points.push(rest);
    return made;
  };
  for (const { prototype } of [Node, Element, HTMLElement, Document, DocumentFragment, ShadowRoot,
                               CharacterData, Range, Text, HTMLLabelElement, HTMLSlotElement]) {
    for (const [name, old] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (!old.configurable || name === "constructor") continue;
      const now = { ...old };
      if (old.get) now.get = counting(old.get, name);
      else if (typeof old.value === "function") now.value = counting(old.value, name);
      Object.defineProperty(prototype, name, now);
    }
  }
}"""
"""Wraps the DOM functions that page scripts use in their isolated world, before they load."""


async def start_counting(page: PageTarget) -> None:
    """Start counting the work of page scripts, before the first observation of a document."""
    await page.call(None, COUNTERS)
    await page.session.send("Profiler.enable")
    await page.session.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": True})


async def work_since(page: PageTarget) -> float:
    """Return the steps of page scripts since the last call: executed blocks and nodes read."""
    reply = await page.session.send("Profiler.takePreciseCoverage")
    blocks = sum(
        part["count"]
        for script in reply["result"]
        for function in script["functions"]
        for part in function["ranges"]
    )
    read = await page.call(
        None, "function () { const n = viewmarkCount.steps; viewmarkCount.steps = 0; return n; }"
    )
    return float(blocks) + float(read)


async def points_since(page: PageTarget) -> list[tuple[float, float]]:
    """Return the points of all hit tests since the last call."""
    reply = await page.call(
        None,
        "function () { const p = viewmarkCount.points; viewmarkCount.points = []; return p; }",
    )
    return [(float(x), float(y)) for x, y in reply]


SIZES = (5_000, 20_000)
DEEPEST = (1_000, 2_500)


async def _seconds(page: PageTarget, kind: str) -> dict[str, Any]:
    began = time.perf_counter()
    try:
        found = await look(page, kind)
    except ViewmarkError as error:
        return {"error": error.code, "seconds": round(time.perf_counter() - began, 3)}
    took = round(time.perf_counter() - began, 3)
    return {"seconds": took, "incomplete": list(getattr(found, "incomplete", ()))}


async def run(long: bool) -> dict[str, Any]:
    """Run every observation on every shape; `long` adds the larger pages."""
    rows: list[dict[str, Any]] = []
    sizes = SIZES if long else SIZES[:1]
    async with launch() as browser:
        for shape in (*SHAPES, DEEP):
            for n in DEEPEST if shape == DEEP else sizes:
                page = await browser.page()
                await show(page, shape, n)
                for kind in LOOKS:
                    row = {"shape": shape, "n": n, "look": kind} | await _seconds(page, kind)
                    plain = [
                        r["seconds"]
                        for r in rows
                        if (r["shape"], r["n"], r["look"]) == ("boxes", n, kind)
                    ]
                    if plain:
                        row["against_boxes"] = round(row["seconds"] / plain[0], 2)
                    rows.append(row)
                await page.close()
    return {"rows": rows, "wrong": [r for r in rows if r.get("error")]}
