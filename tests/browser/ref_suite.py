"""The mutation suite of refs: pages that change in a real browser, and a judge.

Every element of the pages has a `data-truth`, its identity from a user's point of view, which
discovery does not read. A ref survives a change if the same identity has it before and after. It is
wrong if it ever leads to two identities, in any step: `Judge` records all of them.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from frameworks import framework

from viewmark.browser import scripts
from viewmark.browser.actions.navigation import goto
from viewmark.browser.discovery.discover import discover
from viewmark.browser.page_target import PageTarget
from viewmark.refs import PageRegistry, RefAssignment

PAGES = Path(__file__).parents[1] / "pages" / "refs"
RENDERERS = ("nodes", "innerHTML", "react", "react-index", "vue", "vue-plain")
"""How pages render: `nodes` keeps and edits nodes, `innerHTML` replaces all of them, and `-index`
and `-plain` render lists without keys.
"""
MUTATIONS = (
    "nothing",
    "insert first",
    "insert in the middle",
    "remove first",
    "remove in the middle",
    "replace one by another",
    "reverse",
    "rotate",
    "text of a button",
    "text of a row",
    "counters",
    "classes",
    "rendered anew",
    "rendered anew, counters",
    "rendered anew, reversed",
    "rendered anew, first removed",
    "rendered anew, text of a row",
    "one node replaced",
    "soft navigation",
    "reload",
    "new session",
)
UNDEFINED = {("innerHTML", "text of a button")}
"""A new node with another text is a different element."""
NOT_IN_WALKS = (
    *("new session", "nothing", "text of a button", "soft navigation"),
    "one node replaced",  # React does not tolerate it
)
READ_TRUTH = """(vm, ids) => ids.map((id) => {
  const el = vm.nodeOf(id);
  return el?.dataset.truth ?? null;
})"""


@dataclass(slots=True)
class Judge:
    """Observes a page and records wrong refs."""

    registry: PageRegistry = field(default_factory=PageRegistry)
    led_to: dict[str, str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    looks: int = 0

    async def look(self, page: PageTarget, **options: Any) -> dict[str, RefAssignment]:
        """Return the assigned ref of everything in view, keyed by its identity."""
        found = await discover(page, max_annotations=100)
        self.looks += 1
        given = self.registry.observe(
            found.elements,
            frame_id=f"look-{self.looks}",
            epoch=page.epoch,
            url=found.url,
            scroll=(found.viewport.scroll_x, found.viewport.scroll_y),
            **options,
        )
        vm = await scripts.handle(page, None)
        ids = [element.handle.node_id for element in found.elements]
        truths = await page.call(None, READ_TRUTH, vm, ids)
        assert len({a.ref for a in given}) == len(given), "a ref was given twice"
        refs = {}
        for truth, assignment in zip(truths, given, strict=True):
            if truth is None:
                continue  # A scroll container or another element without an identity.
            before = self.led_to.setdefault(assignment.ref, truth)
            if before != truth:
                self.wrong.append(f"{assignment.ref}: {before} -> {truth}")
            refs[truth] = assignment
        return refs


@dataclass(frozen=True, slots=True)
class Score:
    """The result of one change with one renderer."""

    renderer: str
    mutation: str
    survived: int
    should: int
    wrong: tuple[str, ...]
    lost: tuple[str, ...]


async def run_js(page: PageTarget, expression: str) -> Any:
    """Evaluate an expression in the page's main world."""
    answer = await page.session.send(
        "Runtime.evaluate",
        {"expression": expression, "returnByValue": True, "awaitPromise": True},
    )
    assert "exceptionDetails" not in answer, answer["exceptionDetails"]
    return answer["result"].get("value")


def serve(put: Callable[..., Any]) -> None:
    """Serve the pages."""
    for name in ("app", "virtual"):
        put(f"/refs/{name}.html", (PAGES / f"{name}.html").read_text())
    for name in ("react.js", "react-dom.js", "vue.js"):
        put(f"/frameworks/{name}", framework(name), headers={"Content-Type": "text/javascript"})


async def mutate(
    open_page: Callable[[str], Awaitable[PageTarget]], renderer: str, mutation: str
) -> Score:
    """Observe, change, observe twice; return the score of the elements that remained."""
    page = await open_page(f"/refs/app.html?by={renderer}")
    judge = Judge()
    before = await judge.look(page)
    assert len(before) > 40, sorted(before)
    if mutation == "reload":
        await goto(page, page.url)
    elif mutation == "new session":
        saved = json.dumps(judge.registry.to_json())
        judge.registry = PageRegistry.from_json(json.loads(saved))
        await page.close()
        page = await open_page(f"/refs/app.html?by={renderer}")
    else:
        await run_js(page, f"change({json.dumps(mutation)})")
    after = await judge.look(page)
    again = await judge.look(page)
    assert {t: a.ref for t, a in again.items()} == {t: a.ref for t, a in after.items()}
    await page.close()
    both = before.keys() & after.keys()
    lost = tuple(sorted(t for t in both if before[t].ref != after[t].ref))
    return Score(renderer, mutation, len(both) - len(lost), len(both), tuple(judge.wrong), lost)


async def scroll(
    open_page: Callable[[str], Awaitable[PageTarget]], how: str, *, small_steps: bool
) -> Score:
    """Scroll a virtual list down and back; return the score."""
    page = await open_page(f"/refs/virtual.html?how={how}")
    judge = Judge()
    known: dict[str, str] = {}
    lost = []
    should = 0
    steps = (0, 3, 7, 12, 17, 14, 9, 4, 0) if small_steps else (0, 40, 200, 480, 60, 0)
    for row in steps:
        await run_js(page, f"scrollToRow({row})")
        for truth, given in (await judge.look(page)).items():
            if truth in known:
                should += 1
                if known[truth] != given.ref:
                    lost.append(truth)
            known[truth] = given.ref
    await page.close()
    name = f"virtual list, {how}, {'scrolled by some rows' if small_steps else 'by many rows'}"
    return Score("", name, should - len(lost), should, tuple(judge.wrong), tuple(sorted(set(lost))))


async def walk(
    open_page: Callable[[str], Awaitable[PageTarget]], renderer: str, *, seed: int, steps: int = 12
) -> Score:
    """Make random changes, each followed by an observation; return the score."""
    draw = random.Random(seed)
    page = await open_page(f"/refs/app.html?by={renderer}")
    judge = Judge()
    known: dict[str, str] = {}
    lost: list[str] = []
    should = 0
    done: list[str] = []
    for _ in range(steps):
        for truth, given in (await judge.look(page)).items():
            if truth in known:
                should += 1
                if known[truth] != given.ref:
                    lost.append(f"{truth} after {done[-1:]}")
            known[truth] = given.ref
        mutation = draw.choice([m for m in MUTATIONS if m not in NOT_IN_WALKS])
        done.append(mutation)
        if mutation == "reload":
            await goto(page, page.url)
        else:
            await run_js(page, f"change({json.dumps(mutation)})")
    await page.close()
    return Score(renderer, "walk", should - len(lost), should, tuple(judge.wrong), tuple(lost))


def table(scores: list[Score]) -> str:
    """Return the scores as a Markdown table: one row per change, survived of expected, wrong."""
    rows: dict[str, dict[str, Score]] = defaultdict(dict)
    for score in scores:
        rows[score.mutation][score.renderer] = score
    lines = [
        "| change | " + " | ".join(RENDERERS) + " | wrong |",
        "|---|" + "---|" * (len(RENDERERS) + 1),
    ]
    for mutation, by in rows.items():
        if "" in by:
            continue
        cells = [f"{by[r].survived} / {by[r].should}" if r in by else "" for r in RENDERERS]
        wrong = sum(len(s.wrong) for s in by.values())
        lines.append(f"| {mutation} | " + " | ".join(cells) + f" | {wrong} |")
    lines += ["", "| virtual list | survived | wrong |", "|---|---|---|"]
    for mutation, by in rows.items():
        if "" in by:
            s = by[""]
            lines.append(f"| {mutation} | {s.survived} / {s.should} | {len(s.wrong)} |")
    return "\n".join(lines)
