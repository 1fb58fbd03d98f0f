"""Score discovery on the frozen screens: found elements, correct marks, and clear lines.

    python benches/corpus/score.py [--set open] [--screens NAME ...] [--write]

A set is a folder of frozen screens with lists of what a user would act on. Only sums are printed
for the sealed set, because nobody may look at it. `--write` saves the figures, which a test checks.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "python")]

from judge import cells_in_grids, judge, line_of, look  # noqa: E402
from lines import judge_line  # noqa: E402
from replay import Shelf, shelf, show  # noqa: E402
from stage import Stage  # noqa: E402

import viewmark  # noqa: E402
from viewmark.browser.launch.browser import ChromeBrowser, launch  # noqa: E402
from viewmark.elements.line import words_of  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping

    from viewmark.browser.page_target import PageTarget

FIGURES = HERE / "figures.json"
CACHE = HERE.parents[1] / ".cache" / "corpus"
WORKERS = 2
MOST_MAY = 0.2
"""Maximum number of optional items per required item."""
PATIENCE = 60
"""Seconds per screen."""


@dataclass(frozen=True)
class Set:
    """Frozen screens with their lists."""

    frozen: Path
    lists: Path
    is_sealed: bool = False

    def screens(self) -> list[str]:
        """Return the names of the screens that have a list."""
        names = (path.name.removesuffix(".json.xz") for path in self.frozen.glob("*.json.xz"))
        return sorted(name for name in names if (self.lists / f"{name}.json").exists())


SETS = {
    "open": Set(HERE / "frozen" / "open", HERE / "lists"),
    "made": Set(CACHE / "open", HERE / "lists"),
    "later": Set(HERE / "frozen" / "later", HERE / "later" / "lists"),
    "sealed": Set(HERE / "frozen" / "sealed", HERE / "sealed" / "lists", is_sealed=True),
}
"""Sets by name; `made` has the recipes' screens as frozen on this machine (`make corpus-freeze`).
"""


async def score_screen(
    page: Any, stage: Any, listed: dict[str, Any], **options: Any
) -> tuple[Counter[str], list[str]]:
    """Observe the page of a tab; return counts, and what is missed or wrong as text."""
    return await score_look(await look(page, **options), stage, listed)


async def score_look(
    seen: Any, stage: Any, listed: dict[str, Any]
) -> tuple[Counter[str], list[str]]:
    marks = [line_of(one) for one in seen.annotations]
    verdict = judge(listed, marks, await cells_in_grids(listed, seen, stage))
    bad = len(verdict.extra) + len(verdict.wrong)
    counts = Counter(
        screens=1, must=verdict.must, may=len(listed.get("may", ())), found=verdict.found,
        marks=verdict.marks, right=verdict.marks - bad, on_not=verdict.on_not,
    )  # fmt: skip
    called = Counter(map(_called, seen.annotations))
    for number, item in enumerate(listed["items"]):
        if "line" in item and number in verdict.pairs:
            one = seen.annotations[verdict.pairs[number]]
            is_alone = called[_called(one)] == 1
            judged = judge_line(item["line"], one.line(refs=False), is_alone=is_alone)
            counts.update({"lines": 1, **judged})
    said = [f"missed {each}" for each in verdict.missed]
    return counts, said + [f"wrong {each}" for each in (*verdict.wrong, *verdict.extra)]


def _called(one: Any) -> tuple[str, str]:
    return one.element.role, words_of(one.element)


async def score_in(
    chrome: ChromeBrowser,
    corpus: Set,
    opened: Shelf,
    names: Iterable[str],
    *,
    loud: bool = False,
    prepare: Callable[[PageTarget], Awaitable[None]] | None = None,
) -> dict[str, Counter[str]]:
    """Return the counts of these screens, scored one after another in one tab.

    Args:
        chrome: the browser.
        corpus: the set of the screens.
        opened: the server of its pages.
        names: names of the screens.
        loud: whether to print the result of each screen.
        prepare: called before each observation; may switch discovery rules off.
    """
    scores: dict[str, Counter[str]] = {}
    target = await chrome.page()
    stage = Stage(target.session.send, target.session.target_id)
    page = viewmark.Page(target)
    for name in names:
        listed = json.loads((corpus.lists / f"{name}.json").read_text())
        try:
            async with asyncio.timeout(PATIENCE):
                await show(stage, opened, name)
                if prepare:
                    await prepare(target)
                counts, said = await score_screen(page, stage, listed)
        except (TimeoutError, RuntimeError, viewmark.ViewmarkError) as error:
            counts, said = Counter(screens=1, failed=1), [f"{type(error).__name__}: {error}"]
        scores[name] = counts
        if loud:
            print(f"{name:24}", *(f"{k} {v}" for k, v in counts.items()), flush=True)
            print("".join(f"    {each}\n" for each in said), end="", flush=True)
    await target.close()
    return scores


async def score(
    corpus: Set,
    names: Iterable[str],
    *,
    workers: int = WORKERS,
    loud: bool = False,
    prepare: Callable[[PageTarget], Awaitable[None]] | None = None,
) -> dict[str, Counter[str]]:
    """Return the counts of these screens, scored in several browsers at once."""
    left = iter(names)

    async def work(opened: Shelf) -> dict[str, Counter[str]]:
        async with await launch() as chrome:
            return await score_in(chrome, corpus, opened, left, loud=loud, prepare=prepare)

    with shelf(corpus.frozen) as opened:
        parts = await asyncio.gather(*(work(opened) for _ in range(workers)))
    return {name: counts for part in parts for name, counts in part.items()}


def total(scores: dict[str, Counter[str]]) -> Counter[str]:
    return sum(scores.values(), Counter())


def summary(name: str, counts: Counter[str]) -> str:
    """Return the score of a set in two lines."""

    def share(part: str, of: str) -> str:
        return f"{100 * counts[part] / max(counts[of], 1):.1f} %"

    may = counts["may"] / max(counts["must"], 1)
    text = (
        f"{name}: {counts['screens']} screens, {counts['failed']} failed; "
        f"found {counts['found']} of {counts['must']} ({share('found', 'must')}), "
        f"right {counts['right']} of {counts['marks']} ({share('right', 'marks')}), "
        f"on a `not` {counts['on_not']} ({share('on_not', 'marks')})\n"
        f"  may for each must {may:.2f} ({'as' if may <= MOST_MAY else 'more than'} allowed)"
    )
    if counts["lines"]:
        text += (
            f"; lines {counts['lines']}: unclear {counts['unclear']} "
            f"({share('unclear', 'lines')}), false {counts['false']}"
        )
    return text


def falls(name: str, counts: Counter[str], figures: Mapping[str, Any]) -> list[str]:
    """Return descriptions of the figures of a set that are worse than the committed figures."""
    was = figures.get(name, {}).get("sum", {})
    if was.get("screens") != counts["screens"]:
        return []
    worse = [key for key in ("found", "right") if counts[key] < was[key]]
    wrong = counts["marks"] - counts["right"] > was["marks"] - was["right"]
    return [f"{name}: {key} fell: {counts[key]}, was {was[key]}" for key in worse] + (
        [f"{name}: more marks are wrong"] if wrong else []
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", choices=SETS)
    parser.add_argument("--screens", nargs="+", default=())
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    figures = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    said = []
    for name, corpus in SETS.items():
        screens = [each for each in corpus.screens() if not args.screens or each in args.screens]
        if not screens or (args.set and name != args.set):
            continue
        began = time.monotonic()
        scores = asyncio.run(score(corpus, screens, loud=not corpus.is_sealed))
        counts = total(scores)
        print(summary(name, counts), f"({time.monotonic() - began:.0f} s)", flush=True)
        said += falls(name, counts, figures)
        if name != "made" and not args.screens:
            each = {} if corpus.is_sealed else {k: dict(v) for k, v in sorted(scores.items())}
            figures[name] = {"sum": dict(counts), "screens": each}
    if args.write:
        lines = (
            json.dumps(figures)
            .replace('}, "', '},\n "')
            .replace('{"screens": {"', '{"screens": {\n "')
        )
        FIGURES.write_text(lines + "\n")
        return 0
    print(*said, sep="\n")
    return int(bool(said))


if __name__ == "__main__":
    sys.exit(main())
