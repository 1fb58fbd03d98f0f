"""Do refs and numbers stay with their elements while pages change? Test pages and two judges.

A page (`tests/pages/survival`) shows things of several kinds, drawn by one of eight renderers. It
knows which node shows which record, and logs each click under the record that received it. None of
that is visible in the document. The judges only use what users of the library use: observations,
refs, numbers, clicks; a mark belongs to the thing with the same box.

- **Map**: observe, change, observe. A *decidable* thing keeps its ref, and no ref leads to another.
- **Press**: observe, change, click by a ref or number without another observation. Either the thing
  itself receives the click or the click is refused; a decidable thing must receive it.

A thing is *decidable* if most of it is in view before and after, a user would identify it by the
same text or URL (ignoring numbers) before and after, and no other thing of its kind has that text
or URL, neither before nor after.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from viewmark import Observation, Page
from viewmark.errors import ViewmarkError

PAGES = Path(__file__).parents[1] / "pages" / "survival"
TOGETHER = (
    ("button", "div", "edit", "link"),
    ("li", "icon", "cell", "card"),
    ("tr", "field", "check"),
)
"""Kinds that are shown together on one page."""
KINDS = (*itertools.chain(*TOGETHER), "form")
NAMES = ("value", "rich", "alt", "said", "sign", "word")
"""What identifies a row if its elements have equal names: a field's value, rich text, an image, a
button's text, an icon, or clickable text."""
ROWS = ("li", "tr", "div", "own", "grid")
"""The element of such a row; `own` is a custom element."""
NAMED = tuple(
    tuple(f"{name}.{ROWS[(n + at) % len(ROWS)]}" for n, name in enumerate(half))
    for at in range(len(ROWS))
    for half in (NAMES[:3], NAMES[3:])
)
"""Groups of three of these kinds, which are shown on one page."""
RENDERERS = ("nodes", "innerHTML", "tbody", "keyed", "keyless", "lit", "shadow", "virtual")
CHANGES = (
    *("drawn anew", "sort", "reverse", "insert at top", "delete one", "move", "filter"),
    *("page 2", "page 2 and back", "one replaced", "words edited", "counters", "prices", "toggle"),
    *("reload", "reload, one less", "reload, sorted", "heading", "language"),
    *("sort, twins", "delete a twin"),
)
UNDER = tuple(f"{change} under the pointer" for change in ("sort", "reverse", "drawn anew"))
"""Changes that a page makes when the pointer reaches it."""
NAMED_CHANGES = (
    "drawn anew",
    "sort",
    "insert at top",
    "delete one",
    "page 2",
    "one replaced",
    *UNDER,
)
UPDATES = ("drawn anew", "counters", "prices", "toggle", "heading")
"""Frequent updates that remove nothing."""
WITH = {
    "prices": "prices",
    "counters": "counters",
    "toggle": "toggles",
    "filter": "results",
    "heading": "results",
    "sort, twins": "twins",
    "delete a twin": "twins",
}
"""Content that a page needs for certain changes."""
MAY_TAKE_OVER = {"one replaced"}
"""Changes in which a single thing's node gets another text. From outside it is undecidable whether
the thing was replaced or edited, so the map may keep its ref, with the previous text. A click that
was chosen before the change must not reach it."""
SAME_NODE = {"keyless", "lit", "shadow", "virtual"}


@dataclass(frozen=True, slots=True)
class Case:
    """One page and one change of it."""

    kinds: tuple[str, ...]
    renderer: str
    change: str

    @property
    def query(self) -> str:
        """The query string of the page's URL."""
        return f"?kinds={','.join(self.kinds)}&by={self.renderer}&with={WITH.get(self.change, '')}"

    def __str__(self) -> str:
        return f"{','.join(self.kinds)} | {self.renderer} | {self.change}"


GROUPS = (*TOGETHER, *((kind,) for kind in itertools.chain(*TOGETHER)))
"""Kinds that are shown and changed on one page: several together, and each alone."""


def cases(share: int = 1) -> list[Case]:
    """Return all cases, or one of `share`, spread over kinds, renderers and changes."""
    plans = [(g, kinds, CHANGES) for g, kinds in enumerate(GROUPS)]
    plans += [(g, kinds, NAMED_CHANGES) for g, kinds in enumerate(NAMED)]
    return [
        Case(kinds, renderer, change)
        for g, kinds, changes in plans
        for c, change in enumerate(changes)
        for r, renderer in enumerate(RENDERERS)
        if (r + 3 * c + 5 * g) % share == 0
    ]


@dataclass(frozen=True, slots=True)
class Thing:
    """A clickable thing, as reported by the page."""

    id: str
    kind: str
    says: str
    box: tuple[float, float, float, float]
    is_cut: bool
    """Whether less than half of it is in view."""


@dataclass(slots=True)
class Look:
    """An observation, and the truth at the same moment."""

    things: dict[str, Thing]
    refs: dict[str, str] = field(default_factory=dict)
    labels: dict[str, int] = field(default_factory=dict)
    others: set[str] = field(default_factory=set)
    """Refs of marks that belong to none of the things."""


Cell = tuple[str, str, str, str]
"""Judge, kind, renderer, change."""


@dataclass(slots=True)
class Table:
    """Counts of verdicts by cell, and examples of failures."""

    counts: dict[Cell, Counter[str]] = field(default_factory=dict)
    examples: list[str] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)
    """Judge and case of each unacceptable result."""

    def add(self, judge: str, case: Case, kind: str, verdict: str, what: str = "") -> None:
        """Add a verdict."""
        cell = (judge, kind, case.renderer, case.change)
        self.counts.setdefault(cell, Counter())[verdict] += 1
        if verdict in BAD | LOST:
            self.examples.append(f"{judge} | {case}: {verdict}: {what}")
        if verdict in BAD:
            self.broken.add(f"{judge} | {case}")

    def to_json(self) -> dict[str, Any]:
        """Return the table as JSON data."""
        counts = [[*cell, dict(verdicts)] for cell, verdicts in self.counts.items()]
        return {"counts": counts, "examples": self.examples, "broken": sorted(self.broken)}

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> Table:
        """Create a table from the result of `to_json`."""
        counts = {(a, b, c, d): Counter(verdicts) for a, b, c, d, verdicts in row["counts"]}
        return cls(counts, row["examples"], set(row["broken"]))

    def take(self, other: Table) -> None:
        """Add the verdicts of another table."""
        for cell, counts in other.counts.items():
            self.counts.setdefault(cell, Counter()).update(counts)
        self.examples += other.examples
        self.broken |= other.broken

    def share(self, good: str, lost: str, *changes: str) -> float:
        """Return the share of decidable things that were kept or clicked, by change or overall."""
        every = [
            (self.sum(good, change=change), self.sum(lost, change=change))
            for change in changes or (*CHANGES, *UNDER)
        ]
        kept, gone = (sum(column) for column in zip(*every, strict=True))
        return float(kept) / ((kept + gone) or 1)

    def sum(self, *verdicts: str, judge: str = "", **where: str) -> int:
        """Return the number of these verdicts in the cells with this kind, renderer and change."""
        return sum(
            counts[v]
            for (by, kind, renderer, change), counts in self.counts.items()
            for v in verdicts
            if judge in ("", by)
            and where.items() <= {"kind": kind, "renderer": renderer, "change": change}.items()
        )


BAD = {"alias", "wrong", "unheard"}
"""Unacceptable verdicts: a ref leads to another thing, another thing was clicked, or nothing
received a reported click."""
LOST = {"lost", "needless"}
"""Undesirable verdicts: a decidable thing lost its ref, or a click on it was refused."""


def serve(put: Callable[..., Any]) -> None:
    """Serve the pages."""
    for path in PAGES.iterdir():
        kind = "text/javascript" if path.suffix == ".js" else "text/html; charset=utf-8"
        put(f"/survival/{path.name}", path.read_text(), headers={"Content-Type": kind})


async def ask(page: Page, code: str) -> Any:
    """Evaluate an expression in the page's main world."""
    answer = await page.browser_page.session.send(
        "Runtime.evaluate", {"expression": code, "returnByValue": True}
    )
    assert "exceptionDetails" not in answer, answer["exceptionDetails"]
    return answer["result"].get("value")


async def truth(page: Page) -> dict[str, Thing]:
    """Return the things in view, as reported by the page."""
    told = await ask(page, "things()")
    return {
        t["id"]: Thing(*(t[k] for k in ("id", "kind", "says")), tuple(t["box"]), t["cut"])
        for t in told
    }


def _overlap(box: tuple[float, float, float, float], mark: Any) -> float:
    """Return the share of the smaller box that is inside the other one."""
    left, top, right, bottom = box
    wide = min(right, mark.x + mark.width) - max(left, mark.x)
    high = min(bottom, mark.y + mark.height) - max(top, mark.y)
    smaller = min((right - left) * (bottom - top), mark.width * mark.height) or 1
    return float(max(0.0, wide) * max(0.0, high) / smaller)


async def look(page: Page) -> Look:
    """Observe the page and assign marks to things by their boxes."""
    seen: Observation = await page.observe(max_annotations=150)
    found = Look(await truth(page))
    for mark in seen.annotations:
        best = max(found.things.values(), key=lambda t: _overlap(t.box, mark.bounds), default=None)
        if best is None or _overlap(best.box, mark.bounds) < 0.6 or best.id in found.refs:
            found.others.add(mark.ref)
        else:
            found.refs[best.id], found.labels[best.id] = mark.ref, mark.label
    return found


async def change(page: Page, case: Case) -> None:
    """Apply the change of a case, including a reload by the user."""
    await ask(page, f"change({case.change!r})")
    if case.change.startswith("reload"):
        await page.reload()


def _called(things: Iterable[Thing]) -> Counter[tuple[str, str]]:
    return Counter((t.kind, t.says) for t in things)


def decidable(before: dict[str, Thing], after: dict[str, Thing]) -> set[str]:
    """Return the ids of things that a user could identify as the same."""
    was, now = _called(before.values()), _called(after.values())
    return {
        t.id
        for t in before.values()
        if (then := after.get(t.id)) is not None
        and t.says == then.says
        and not (t.is_cut or then.is_cut)
        and was[t.kind, t.says] == 1 == now[t.kind, t.says]
    }


def twins(a: Thing | None, b: Thing | None) -> bool:
    """Return whether the two are indistinguishable."""
    return a is not None and b is not None and (a.kind, a.says) == (b.kind, b.says)


async def judge_map(page: Page, case: Case, table: Table) -> None:
    """Observe, change and observe again; add the verdicts on refs to the table."""
    before = await look(page)
    await change(page, case)
    after = await look(page)
    sure = decidable(before.things, after.things)
    owner = {ref: thing for thing, ref in after.refs.items()}
    for thing, ref in before.refs.items():
        now, kind = owner.get(ref), before.things[thing].kind
        if ref in after.others or (now not in (None, thing)):
            said = after.things[now].says if now else "what is none of the things"
            what = f"{ref} was {thing} {before.things[thing].says!r}, is {now} {said!r}"
            if now and twins(before.things[thing], after.things[now]):
                table.add("map", case, kind, "twin")
            elif case.change in MAY_TAKE_OVER and case.renderer in SAME_NODE and thing not in sure:
                table.add("map", case, kind, "taken over")
            else:
                table.add("map", case, kind, "alias", what)
        elif thing in sure:
            kept = now == thing
            what = f"{thing} {before.things[thing].says!r} was {ref}, is {after.refs.get(thing)}"
            table.add("map", case, kind, "kept" if kept else "lost", what)
        else:
            table.add("map", case, kind, "open")
    whole = {t.id for t in before.things.values() if not t.is_cut}
    for thing in whole - before.refs.keys():
        table.add("map", case, before.things[thing].kind, "unmarked")


async def judge_presses(
    page: Page, case: Case, table: Table, *, seed: int = 1, most: int = 1000
) -> int:
    """Observe, change and click without another observation; return the number of clicks."""
    draw = random.Random(f"{seed} {case}")
    before = await look(page)
    # Click each thing once: a refusal reports its new text, so a second click may mean that.
    every = sorted(before.refs)
    chosen = [
        (thing, draw.choice(("ref", "number")))
        for thing in draw.sample(every, min(most, len(every)))
    ]
    await change(page, case)
    after = await truth(page)
    sure = decidable(before.things, after)
    for thing, by in chosen:
        was = before.things[thing]
        target = before.refs[thing] if by == "ref" else before.labels[thing]
        refused = ""
        try:
            done = await page.click(target)
            if case.change in UNDER and "no click came of it" in str(done):
                refused = "no click"
        except ViewmarkError as error:
            refused = error.code
        heard = await ask(page, "heard()")
        if case.change in UNDER:
            after = await truth(page)
            sure = decidable(before.things, after)
        what = f"{by} {target} of {thing} {was.says!r}: {refused or 'done'}, heard by {heard}"
        strangers = [h for h in heard if h != thing and not twins(was, after.get(h))]
        if strangers:
            table.add("press", case, was.kind, "wrong", what)
        elif heard:
            table.add("press", case, was.kind, "right" if heard == [thing] else "twin")
        elif not refused:
            table.add("press", case, was.kind, "unheard", what)
        elif (
            refused == "no click"
            or thing not in sure
            or (by == "number" and case.change.startswith("reload"))
        ):
            table.add("press", case, was.kind, "refused")
        else:
            table.add("press", case, was.kind, "needless", what)
    return len(chosen)


async def run(
    page: Page,
    url: Callable[[Case], str],
    chosen: Iterable[Case],
    *,
    presses: int,
    seed: int = 1,
    judges: tuple[str, ...] = ("map", "press"),
) -> Table:
    """Run the judges on these cases in one tab; the page is loaded again for each."""
    table = Table()
    for number, case in enumerate(chosen):
        if "map" in judges:
            await page.goto(f"{url(case)}&case={seed}.{number}")
            await judge_map(page, case, table)
        if "press" in judges:
            await page.goto(f"{url(case)}&case={seed}.{number}p")
            await judge_presses(page, case, table, seed=seed, most=presses)
    return table
