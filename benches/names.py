"""Role and name of 50 elements: page scripts compared with Chromium's Accessibility domain.

The values are medians. Each method is timed as seen by a caller (including the round trip), on the
same page in the same run, in turns. The page scripts are warm, as they are from the second
observation of a document on.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from typing import TYPE_CHECKING, Any

from viewmark.browser import scripts
from viewmark.browser.launch.browser import launch

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from viewmark.browser.page_target import PageTarget

ROUNDS = 15
ELEMENTS = 50
CONTROL = "a[href],button,input,select"

COLLECT = (
    "(css, n) => Array.from(document.querySelectorAll(css)).slice(0, n)"  # one array, live nodes
)
PASS = "(vm, all) => vm.batch(() => all.map((el) => [vm.role(el), vm.name(el)]))"
INSIDE = """(vm, all, what) => {
  document.body.offsetHeight;
  return vm.batch(() => {
    const start = performance.now();
    for (const el of all) {
      if (what === "state") vm.modules.state.stateOf(el, vm.role(el));
      else vm[what](el);
    }
    return performance.now() - start;
  });
}"""


def page_of(n: int) -> str:
    """Return a page of about n elements: cards with a heading and one control of eight kinds."""
    kinds = (
        "<button class=b><span>Save</span> <b>item {0}</b></button>",
        "<a href='/x/{0}'><span>Link number {0}</span></a>",
        "<label>Field {0} <input name=f{0}></label>",
        "<button aria-label='Delete {0}'><svg width=8 height=8><path d='M0 0h5v5z'/></svg>"
        "</button>",
        "<select name=s{0}><option>a {0}<option>b</select>",
        "<div role=button tabindex=0>Act <i>{0}</i></div>",
        "<input type=checkbox id=cb{0}><label for=cb{0}>Check {0}</label>",
        "<button data-testid=t{0}>Test {0}</button>",
    )
    cards = (
        f"<div class=card><h3>Card {i}</h3>{kinds[i % 8].format(i)}<p>text</p></div>"
        for i in range(n // 5)
    )
    style = "<style>.b::before{content:'*'}</style>"
    return f"<!doctype html>{style}<main id=main>{''.join(cards)}</main>"


async def _median(work: Callable[[], Awaitable[Any]], rounds: int = ROUNDS) -> float:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        await work()
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times)


async def _measure(page: PageTarget, n: int) -> list[dict[str, Any]]:
    send = page.session.send
    content = {"frameId": page.main_frame.id, "html": page_of(n)}
    await send("Page.setDocumentContent", content, timeout=60)
    vm = await scripts.handle(page, None)
    array = (await page.evaluate(None, COLLECT, CONTROL, ELEMENTS))["objectId"]
    all_ = type(vm)(array)
    listed = await send("Runtime.getProperties", {"objectId": array, "ownProperties": True})
    ids = [entry["value"]["objectId"] for entry in listed["result"] if entry["name"].isdigit()]

    async def script() -> None:
        await page.call(None, PASS, vm, all_)

    async def partial() -> None:
        get = "Accessibility.getPartialAXTree"
        await asyncio.gather(*(send(get, {"objectId": i, "fetchRelatives": False}) for i in ids))

    async def full() -> None:
        await send("Accessibility.getFullAXTree", timeout=60)

    async def empty() -> None:
        await page.call(None, "() => 1")

    nothing = await _median(empty)
    rows = []
    for name, work in (
        ("script", script),
        ("50 x getPartialAXTree", partial),
        ("getFullAXTree", full),
    ):
        # The full tree takes seconds on long pages, so a few rounds are enough.
        value = await _median(work, 3 if work is full and n > 1_000 else ROUNDS)
        rows.append(_row(f"names/{n}/{name}", value, nothing, "empty evaluate"))
    for what in ("role", "name", "text", "state", "selector"):
        times = [await page.call(None, INSIDE, vm, all_, what) for _ in range(ROUNDS)]
        rows.append(
            _row(
                f"names/{n}/in page: {what}",
                statistics.median(times),
                nothing,
                "empty evaluate",
            )
        )
    script_ms, partial_ms = rows[0]["value"], rows[1]["value"]
    rows[0] |= {"target": "< getPartialAXTree", "ok": script_ms < partial_ms}
    return rows


def _row(name: str, value: float, base: float, against: str) -> dict[str, Any]:
    return {
        "name": name,
        "value": round(value, 2),
        "unit": "ms",
        "baseline": round(base, 2),
        "against": against,
        "ratio": round(value / base, 2),
        "target": "-",
        "ok": True,
    }


async def _run() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    async with launch() as browser:
        for n in (100, 1_000, 5_000):
            page = await browser.page()
            rows += await _measure(page, n)
            await page.close()
    return rows


def run() -> list[dict[str, Any]]:
    """Return the rows of this benchmark."""
    return asyncio.run(_run())
