"""Four clients act on one tab concurrently; their results are compared with the page's counters.

Two clients are MCP sessions and two use the library, each over its own connection to the same
browser, with three concurrent calls each. Each of these twelve workers has its own controls on the
page. The page itself detects text that arrives in another worker's field.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from typing import Any, Protocol

import viewmark
from viewmark.api.browsers import Page
from viewmark.errors import ViewmarkError
from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings

__all__ = ["CLIENTS", "PAGE", "WORKERS", "act_at_once", "run"]

CLIENTS = ("server 1", "server 2", "library 1", "library 2")
WORKERS = 3
"""Concurrent calls per client."""
FIELDS = tuple(f" {kind}{n}" for kind in "fk" for n in range(len(CLIENTS) * WORKERS))

PAGE = """<!doctype html><title>Concurrency</title>
<style>body { font: 14px sans-serif } div { height: 40px; white-space: nowrap }</style>
<script>
counts = {}; wrong = [];
const count = (name) => (counts[name] = (counts[name] ?? 0) + 1);
for (let n = 0; n < CONTROLS; n++) {
  document.write(`<div><button id=b${n}>Press ${n}</button> <input id=f${n} aria-label="Field ${n}">
    <input id=k${n} aria-label="Keys ${n}"> <label><input type=checkbox id=c${n}>Check ${n}</label>
    <select id=s${n} aria-label="List ${n}"><option>one<option>two</select></div>`);
}
document.write("<p style='margin-top: 2000px'>end");
for (const type of ["click", "dblclick", "change"]) {
  addEventListener(type, ({ target }) => count(`${type} ${target.id}`), true);
}
addEventListener("keydown", (e) => e.key === "Enter" && count(`enter ${e.target.id}`), true);
addEventListener("input", ({ target: { id, value, localName, type } }) => {
  if (localName !== "input" || type !== "text") return;
  const mark = `<${id}>`;
  if (!mark.startsWith(value) && !value.startsWith(mark)) wrong.push([id, value]);
}, true);
</script>""".replace("CONTROLS", str(len(CLIENTS) * WORKERS))


class Client(Protocol):
    """A client; results as in MCP, failures as `{"error": code}`."""

    async def act(self, what: str, selector: str, **options: Any) -> dict[str, Any]:
        """Perform an action."""


class LibraryClient:
    """The library over its own connection."""

    def __init__(self, page: Page) -> None:
        self.page = page

    async def act(self, what: str, selector: str, **options: Any) -> dict[str, Any]:
        page = self.page
        try:
            if what == "type":
                text = options.pop("text")
                return (await page.type(selector, text, **options)).to_json()
            if what == "select":
                return (await page.select(selector, options["value"])).to_json()
            if what == "keypress":
                return (await page.keypress(options["key"], target=selector)).to_json()
            if what == "scroll":
                return (await page.scroll(dy=options["dy"])).to_json()
            if what == "observe":
                await page.observe(annotate=True)
                return {}
            count = 2 if what == "double_click" else 1
            return (await page.click(selector, count=count)).to_json()
        except ViewmarkError as error:
            return {"error": error.code, "message": error.message}


class ServerClient:
    """An MCP session over its own connection."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher

    async def act(self, what: str, selector: str, **options: Any) -> dict[str, Any]:
        if what == "observe":
            answer = await self.dispatcher.call(
                "observe", {"what": "page", "annotate_screenshot": True}
            )
            return dict(answer.facts or {}) if answer.failed else {}
        aim = {} if what == "scroll" else {"selector": selector}
        answer = await self.dispatcher.call("interact", {"what": what, **aim, **options})
        if answer.failed:
            facts = dict(answer.facts or {})
            return {"error": facts["error_code"], "message": facts["message"]}
        told: dict[str, Any] = json.loads(answer.text)
        return told


class Worker:
    """Acts on its own controls, one call at a time, and records the results."""

    def __init__(self, number: int, client: Client, watcher: Page, seed: int) -> None:
        self.number, self.client, self.watcher = number, client, watcher
        self.random = random.Random(seed * 100 + number)
        self.counts: Counter[str] = Counter()
        self.errors: list[str] = []
        self.wrong: list[str] = []
        self.waits: list[float] = []
        self.choice = "one"
        self.told: Counter[str] = Counter()

    async def step(self) -> None:
        """Perform one random action."""
        n = self.number
        kinds = ("click", "double_click", "check", "insert", "keys", "enter", "select", "scroll")
        kind = self.random.choice((*kinds, "observe"))
        field = f"{'k' if kind == 'keys' else 'f'}{n}"
        text = f"<{field}> {self.random.randrange(10**6)} "
        self.choice = {"one": "two", "two": "one"}[self.choice] if kind == "select" else self.choice
        what, selector, options = {
            "click": ("click", f"#b{n}", {}),
            "double_click": ("double_click", f"#b{n}", {}),
            "check": ("click", f"#c{n}", {}),
            "insert": ("type", f"#{field}", {"text": text, "clear": True}),
            "keys": ("type", f"#{field}", {"text": text, "clear": True, "keys": True}),
            "enter": ("keypress", f"#b{n}", {"key": "Enter"}),
            "select": ("select", f"#s{n}", {"value": self.choice}),
            "scroll": ("scroll", "", {"dy": self.random.choice((-50, 50))}),
            "observe": ("observe", "", {}),
        }[kind]
        told = await self.client.act(what, selector, **options)
        if "timings" in told:
            self.waits.append(told["timings"]["waiting"])
        if "error" in told:
            self.errors.append(f"{kind}: {told['error']}: {told.get('message', '')}")
            if kind == "select":
                self.choice = {"one": "two", "two": "one"}[self.choice]
            return
        self.told[kind] += 1
        for event in {
            "click": [f"click b{n}"],
            "double_click": [f"click b{n}", f"click b{n}", f"dblclick b{n}"],
            "check": [f"click c{n}", f"change c{n}"],
            "enter": [f"enter b{n}", f"click b{n}"],
            "select": [f"change s{n}"],
        }.get(kind, []):
            self.counts[event] += 1
        hit = told.get("hit", {}).get("name", "")
        if what in ("click", "double_click", "type") and not hit.endswith(f" {n}"):
            self.wrong.append(f"{kind} of {n} was told as a hit on {hit!r}")
        if what == "type":
            held = await ask(self.watcher, f"document.getElementById('{field}').value")
            if told["accepted"] is not True or held != text:
                self.wrong.append(f"{kind}: accepted {told['accepted']}, {field} holds {held!r}")


async def ask(page: Page, expression: str) -> Any:
    """Return the value of an expression in the page."""
    answer = await page.browser_page.session.send(
        "Runtime.evaluate", {"expression": expression, "returnByValue": True}
    )
    return answer["result"].get("value")


async def act_at_once(
    endpoint: str, tab_id: str, watcher: Page, *, actions: int, seed: int = 1
) -> dict[str, Any]:
    """Act on an open tab that shows `PAGE`; return the counts and everything that was wrong.

    Args:
        endpoint: CDP endpoint of the browser.
        tab_id: id of the tab.
        watcher: a page of that tab, used to read its counters.
        actions: total number of actions.
        seed: seed for choosing the actions.
    """
    sessions = [Dispatcher(Settings(attach=endpoint, answers="json")) for _ in range(2)]
    guests = [await viewmark.attach(endpoint) for _ in range(2)]
    try:
        clients: list[Client] = []
        for dispatcher in sessions:
            await dispatcher.state.tabs.switch(tab_id)
            clients.append(ServerClient(dispatcher))
        clients += [LibraryClient(await guest.page(tab_id=tab_id)) for guest in guests]
        workers = [
            Worker(i, clients[i // WORKERS], watcher, seed) for i in range(len(clients) * WORKERS)
        ]
        left = iter(range(actions))

        async def work(worker: Worker) -> None:
            for _ in left:
                await worker.step()

        begun = time.monotonic()
        await asyncio.gather(*(work(worker) for worker in workers))
        seconds = time.monotonic() - begun
        counted = Counter(await ask(watcher, "counts"))
        misplaced = await ask(watcher, "wrong")
    finally:
        for end in (*sessions, *guests):
            await end.close()
    told: Counter[str] = sum((worker.counts for worker in workers), Counter())
    differ = sorted(
        f"{name}: told {told[name]}, counted {counted[name]}"
        for name in told.keys() | counted.keys()
        # Typing clicks a field that is not focused yet, and its change event comes later.
        if not name.endswith(FIELDS) and told[name] != counted[name]
    )
    waits = sorted(wait for worker in workers for wait in worker.waits)
    return {
        "actions": actions,
        "seed": seed,
        "clients": list(CLIENTS),
        "calls_at_once": len(workers),
        "seconds": round(seconds, 1),
        "done": dict(sum((worker.told for worker in workers), Counter())),
        "events_told": sum(told.values()),
        "waiting_ms": {"median": waits[len(waits) // 2], "longest": waits[-1]} if waits else {},
        "refused": [error for worker in workers for error in worker.errors],
        "wrong": [
            *differ,
            *(f"{value!r} came into {field}" for field, value in misplaced),
            *(each for worker in workers for each in worker.wrong),
        ],
    }


async def run(long: bool) -> dict[str, Any]:
    """Run 2,000 actions, or 200 in the short form, in a new browser."""
    return await alone(2000 if long else 200, 1)


async def alone(actions: int, seed: int) -> dict[str, Any]:
    """Run `act_at_once` in a new browser."""
    async with viewmark.launch(debugging_port=0) as browser:
        page = await browser.page()
        await ask(page, f"document.write({json.dumps(PAGE)}), document.close()")
        process = browser.chrome.process
        assert process is not None
        tab_id = page.browser_page.session.target_id
        figures: dict[str, Any] = await act_at_once(
            process.endpoint, tab_id, page, actions=actions, seed=seed
        )
    return figures
