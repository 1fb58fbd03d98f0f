"""Check viewmark with one library in its environment: `python probe.py HOST URL` prints JSON."""

from __future__ import annotations

import asyncio
import inspect
import json
import sys
import time
from typing import Any

from owners import ASYNC, BLOCKING, Owner

import viewmark
from viewmark import sync

BUTTONS = ("Top", "Same", "Other", "Nested")
FACTS = "[innerWidth, navigator.language, document.documentElement.outerHTML.length].join()"
ID_OF = "function () { return this.id }"
PATIENCE = 10.0


async def settled(value: Any) -> Any:
    """Return the result of a plain call or of a coroutine."""
    return await value if inspect.isawaitable(value) else value


class Both:
    """Makes an async or a sync page callable with `await`; sync calls run in this thread."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def __getattr__(self, name: str) -> Any:
        async def call(*args: Any, **options: Any) -> Any:
            return await settled(getattr(self.page, name)(*args, **options))

        return call


async def checked(owner: Owner, wrap: Any) -> dict[str, Any]:
    async def js(text: str) -> Any:
        return await settled(owner.js(text))

    before = await js(FACTS)
    page = Both(await settled(wrap(owner.page)))
    seen = await page.observe(annotate=True, include=["backend_node_ids"])
    found = {each.name: each for each in seen}
    done: dict[str, Any] = {"frames": sum(name in found for name in BUTTONS)}
    done["none missing"] = seen.missing_frames == ()
    pressed = [await page.click(found["Nested"].label), await page.click(found["Top"].ref)]
    done["acts"] = [str(each.hit) for each in pressed] == ["button 'Nested'", "button 'Top'"]
    done["owner sees it"] = await js("document.querySelector('#top').dataset.done") == "1"
    if owner.cdp is not None:
        id_ = {"backendNodeId": found["Top"].backend_node_id}
        node = (await settled(owner.cdp("DOM.resolveNode", id_)))["object"]["objectId"]
        asked = {"objectId": node, "functionDeclaration": ID_OF}
        told = await settled(owner.cdp("Runtime.callFunctionOn", asked))
        done["same node"] = told["result"]["value"] == "top"

    async def owner_acts() -> int:
        for number in range(10):
            await js(f"document.querySelector('#name').value = {number}")
        return number

    if isinstance(page.page, sync.Page):
        looks = [await page.observe(), await owner_acts(), await page.observe(annotate=True)]
    else:
        looks = await asyncio.gather(page.observe(), owner_acts(), page.observe(annotate=True))
    done["side by side"] = len(looks[0]) == len(looks[2]) == len(seen)
    await page.emulate(locale="de-DE")
    if not owner.has_size:
        await page.set_viewport(width=600, height=400)
    await js("delete document.querySelector('#top').dataset.done")
    changed = await js(FACTS)
    await page.close()
    after = await js(FACTS)
    done["left as it was"] = (page.page.closed and before == after != changed) or [before, after]
    page = Both(await settled(wrap(owner.page)))
    await settled(owner.close())
    end = time.monotonic() + PATIENCE
    while not page.page.closed and time.monotonic() < end:
        if isinstance(page.page, sync.Page):
            time.sleep(0.01)  # noqa: ASYNC251  # there is no loop then
        else:
            await asyncio.sleep(0.01)
    done["closed follows"] = page.page.closed
    return done


def main(host: str, url: str) -> dict[str, Any]:
    if host in BLOCKING:
        with BLOCKING[host](url) as owner:
            # Every await returns a value that is ready, so no event loop is needed.
            work = checked(owner, sync.wrap)
            try:
                while True:
                    work.send(None)
            except StopIteration as end:
                return dict(end.value)

    async def run() -> dict[str, Any]:
        async with ASYNC[host](url) as owner:
            return await checked(owner, viewmark.wrap)

    return asyncio.run(run())


print("\n" + json.dumps(main(*sys.argv[1:])))
