"""Measure the value of each discovery function by switching it off on the recorded screens.

    python benches/corpus/ablate.py [--files duplicates ...] [--screens NAME ...] [--off ID ...]

1. Top-level functions of `js/page` are wrapped when their source is read.
2. An observation of each screen of the known sets records which functions are active, that is, ever
   return something other than their neutral result (false, null, "", their input list).
3. Each active function is switched off alone, so that it returns the neutral result. To save time,
   groups of functions are switched off first, and a group that changes nothing is not split.
4. The value of a function is what gets worse without it: fewer elements found, fewer clear lines,
   more wrong marks, more marks in areas that must have none.
5. Finally all functions without any value are switched off together, on each set.

The results are saved in `.cache/corpus/ablation.json`. With `--off`, only the last step is done,
for the given functions (`file.name`), per file and all together.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "python")]

import score as scoring  # noqa: E402
from judge import look  # noqa: E402
from replay import shelf, show  # noqa: E402
from stage import Stage  # noqa: E402

import viewmark  # noqa: E402
from viewmark.browser import script_files, scripts  # noqa: E402
from viewmark.browser.launch.browser import launch  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from viewmark.browser.page_target import PageTarget

MOST_SCREENS = 12
"""Maximum number of screens, of those on which a function is active, where it is switched off."""
RESULTS = scoring.CACHE / "ablation.json"
PLATFORM = frozenset(
    [
        "changes",
        "closed_roots",
        "covering",
        "delegated",
        "describe",
        "discover",
        "document_facts",
        "dom",
        "entry",
        "faults",
        "hits",
        "identity",
        "internals",
        "listeners",
        "mask",
        "name_pieces",
        "name_sources",
        "name_uniqueness",
        "names",
        "native",
        "native_roles",
        "observer",
        "query",
        "rects",
        "role_facts",
        "roles",
        "secret_copies",
        "secret_labels",
        "secret_shapes",
        "secret_words",
        "secrets",
        "selector_parts",
        "selectors",
        "stable",
        "standing",
        "style_sheets",
        "svg_clips",
        "text",
        "top_layer",
        "view_transitions",
        "visibility",
        "words_in",
    ]
)
"""Files that every map needs, and those for standards, secrets and selectors, which are not tested.
"""
_SWITCH = """let off = new Map();
let kinds = new Map();
const kindOf = (value, args) => {
  if (value === undefined || value === null || typeof value === "boolean") return `${value}`;
  if (typeof value === "string") return value === "" ? "empty" : "text";
  if (typeof value === "number") return value === 0 ? "zero" : "number";
  if (!Array.isArray(value)) return "object";
  if (args.includes(value)) return "same";
  return args.some(Array.isArray) ? "made" : value.length === 0 ? "nothing" : "list";
};
const ANSWERS = {
  false: () => false,
  null: () => null,
  undefined: () => undefined,
  empty: () => "",
  zero: () => 0,
  nothing: () => [],
  same: (args) => args.findLast(Array.isArray),
};
export const rule = (id, does) => (...args) => {
  if (off.has(id)) return ANSWERS[off.get(id)](args);
  const value = does(...args);
  let seen = kinds.get(id);
  if (!seen) kinds.set(id, (seen = new Set()));
  seen.add(kindOf(value, args));
  return value;
};
export const switchOff = (wanted) => {
  off = new Map(Object.entries(wanted));
  kinds = new Map();
};
export const kindsSeen = () => [...kinds].map(([id, seen]) => [id, [...seen]]);
"""
_HANDLE = """export { kindsSeen, switchOff } from "./ablated.js";
export { endRevision } from "./changes.js";
export { drop } from "./standing.js";
"""
_NEUTRAL = {
    "false": "false", "true": "false", "null": "null", "undefined": "undefined", "text": "empty",
    "empty": "empty", "made": "same", "same": "same", "list": "nothing", "nothing": "nothing",
    "number": "zero", "zero": "zero",
}  # fmt: skip
"""Neutral results, keyed by kind of result; the first kind that a function returned is used."""
_RULES = frozenset({"false", "null", "undefined", "same"})
_SPEAKS = frozenset({"true", "text", "made", "list", "number", "object"})
_FUNCTION = re.compile(
    r"^((?:export )?const (\w+) = )((?:async )?(?:\([^\n]*|\w+ =>[^\n]*|\(\n))", re.M
)
_NEXT = re.compile(r";\n(?=[^\s)}\]]|\n|\Z)")


def wrapped(name: str, source: str) -> str:
    """Return the source of a file with its functions wrapped as rules that can be switched off."""
    file = name.removeprefix("page/")
    done, at = ['import { rule } from "./ablated.js";\n'], 0
    for found in _FUNCTION.finditer(source):
        end = _NEXT.search(source, found.start(3))
        if found.start() < at or not end or "=>" not in source[found.start(3) : end.start()]:
            continue
        body = source[found.start(3) : end.start()]
        if not re.match(r"(?:async )?(?:\((?:[^()]|\([^()]*\))*\)|\w+) =>", body):
            continue
        done += source[at : found.start(3)], f'rule("{file}.{found[2]}", {body})'
        at = end.start()
    return "".join(done) + source[at:]


def instrument(files: Iterable[str]) -> None:
    """Wrap the functions of these files when they are read; by default of all but PLATFORM."""
    plain, wanted = script_files.text, set(files)

    @cache
    def text(name: str) -> str:
        folder, _, file = name.partition("/")
        if name == "page/ablated":
            return _SWITCH
        if name == "page/entry":
            return _HANDLE + plain(name)
        is_wanted = file in wanted if wanted else file not in PLATFORM
        return wrapped(name, plain(name)) if folder == "page" and is_wanted else plain(name)

    script_files.text = text  # type: ignore[assignment]


async def switch_off(target: PageTarget, off: dict[str, str]) -> None:
    """Make these functions return their neutral results, and all others their real results."""
    await scripts.call(target, None, "switchOff", off)
    for forget in ("endRevision", "drop"):
        await scripts.call(target, None, forget)


def lacks(counts: Counter[str]) -> Counter[str]:
    """Return the deviations of a screen from its list, by kind."""
    return Counter(
        missed=counts["must"] - counts["found"],
        wrong=counts["marks"] - counts["right"],
        on_not=counts["on_not"],
        unclear=counts["unclear"] + counts["false"],
    )


class Screen:
    """A recorded screen in a tab, observed with functions switched off."""

    def __init__(self, target: PageTarget, stage: Stage, listed: dict[str, Any]) -> None:
        self.target, self.stage, self.listed = target, stage, listed
        self.page = viewmark.Page(target)
        self.marks: list[str] = []

    async def look(self, off: dict[str, str]) -> Counter[str] | None:
        """Return the deviations with these functions off; None if lines and boxes are as before."""
        await switch_off(self.target, off)
        seen = await look(self.page)
        before = self.marks
        self.marks = [f"{one.line(refs=False)} {one.element.bounds}" for one in seen.annotations]
        if self.marks == before:
            return None
        return lacks((await scoring.score_look(seen, self.stage, self.listed))[0])

    async def kinds(self) -> dict[str, list[str]]:
        return dict(await scripts.call(self.target, None, "kindsSeen"))


KNOWN = ("open", "later")
"""The sets that authors of rules may read."""


async def on_screens(names: list[str], do: Callable[[str, Screen], Any]) -> None:
    """Run a function on each of these known screens, in two browsers."""
    for known in KNOWN:
        own = scoring.SETS[known].screens()
        await in_set(scoring.SETS[known], [name for name in own if name in names], do)


async def in_set(corpus: scoring.Set, names: list[str], do: Callable[[str, Screen], Any]) -> None:
    left = iter(names)

    async def work(opened: Any, own: Iterator[str]) -> None:
        async with await launch() as chrome:
            for name in own:
                target = await chrome.page()
                stage = Stage(target.session.send, target.session.target_id)
                listed = json.loads((corpus.lists / f"{name}.json").read_text())
                try:
                    await show(stage, opened, name)
                    await do(name, Screen(target, stage, listed))
                except (TimeoutError, RuntimeError, viewmark.ViewmarkError) as error:
                    print(name, "failed", type(error).__name__, str(error)[:100], flush=True)
                await target.close()

    with shelf(corpus.frozen) as opened:
        await asyncio.gather(*(work(opened, left) for _ in range(scoring.WORKERS)))


async def spoken(names: list[str]) -> tuple[dict[str, set[str]], dict[str, list[str]]]:
    """Return the kinds of results of each function, and the screens on which it was active."""
    kinds: dict[str, set[str]] = defaultdict(set)
    where: dict[str, list[str]] = defaultdict(list)

    async def record(name: str, screen: Screen) -> None:
        await screen.look({})
        for rule, seen in (await screen.kinds()).items():
            kinds[rule].update(seen)
            if _SPEAKS & set(seen) or seen == ["undefined"]:
                where[rule].append(name)

    await on_screens(names, record)
    return kinds, where


def worth(each: dict[str, dict[str, int]]) -> Counter[str]:
    """Return the value of a function on all screens together."""
    sums: Counter[str] = Counter()
    for one in each.values():
        sums.update(one)
    return sums


def neutral(kinds: set[str]) -> str:
    return next((own for kind, own in _NEUTRAL.items() if kind in kinds), "")


async def paid(
    names: list[str], answers: dict[str, str], where: dict[str, list[str]]
) -> dict[str, dict[str, dict[str, int]]]:
    """Return, by function and screen, how the counts of deviations grow without the function."""
    pays: dict[str, dict[str, dict[str, int]]] = defaultdict(dict)

    async def part(name: str, screen: Screen) -> None:
        plain = await screen.look({})
        if not plain or await screen.look({}):
            print(name, "is not steady", flush=True)
            return
        marks = screen.marks

        async def halve(rules: list[str]) -> None:
            screen.marks = marks
            counts = await screen.look({rule: answers[rule] for rule in rules})
            if counts is None:
                return
            if len(rules) > 1:
                await halve(rules[: len(rules) // 2])
                await halve(rules[len(rules) // 2 :])
                return
            pays[rules[0]][name] = {key: counts[key] - plain[key] for key in plain}
            print(f"{name:24} {rules[0]:40}", pays[rules[0]][name], flush=True)

        if spoke := sorted(rule for rule in answers if name in where[rule][:MOST_SCREENS]):
            await halve(spoke)

    await on_screens(names, part)
    return pays


async def together(off: dict[str, str]) -> None:
    """Print each set's deviations with no function off, with those of each file, and with all."""
    files = sorted({rule.partition(".")[0] for rule in off})
    groups = (
        {"none": {}}
        | {
            file: {rule: how for rule, how in off.items() if rule.startswith(f"{file}.")}
            for file in files
        }
        | {"all": off}
    )
    for name in (*KNOWN, "sealed"):
        sums: dict[str, Counter[str]] = defaultdict(Counter)

        async def part(_name: str, screen: Screen, sums: Any = sums) -> None:
            before = Counter[str]()
            for group, rules in groups.items():
                counts = await screen.look(rules)
                before = before if counts is None else counts
                sums[group].update(before)

        await in_set(scoring.SETS[name], scoring.SETS[name].screens(), part)
        for group, counts in sums.items():
            print(f"{name:8} {group:24}", dict(counts), flush=True)


async def run(args: argparse.Namespace) -> None:
    names = [n for known in KNOWN for n in scoring.SETS[known].screens()]
    names = [name for name in names if not args.screens or name in args.screens]
    if args.off:
        saved = json.loads(RESULTS.read_text())["neutral"]
        await together({rule: saved.get(rule, "false") for rule in args.off})
        return
    kinds, where = await spoken(names)
    every = {rule: neutral(seen) for rule, seen in kinds.items()}
    # Functions that return text or numbers are helpers of other functions, not rules.
    answers = {rule: off for rule, off in every.items() if where[rule] and off in _RULES}
    results: dict[str, Any] = {"neutral": every}
    results["spoke"] = where
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps(results))
    print(f"{len(kinds)} were called, {sum(map(bool, where.values()))} spoke", flush=True)
    if args.spoken:
        return
    results["pays"] = pays = await paid(names, answers, where)
    RESULTS.write_text(json.dumps(results))
    for rule, each in sorted(pays.items(), key=lambda item: (-len(item[1]), item[0])):
        print(f"{rule:44} spoke on {len(where[rule])}, changed {len(each)}", dict(worth(each)))
    idle = {rule: answers[rule] for rule in answers if sum(worth(pays[rule]).values()) <= 0}
    print(f"{len(idle)} paid nothing; off together:", flush=True)
    if idle:
        await together(idle)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", nargs="+", default=(), help="of js/page; all that are no basis")
    parser.add_argument("--screens", nargs="+", default=())
    parser.add_argument("--off", nargs="+", default=(), help="only these off, on each set")
    parser.add_argument("--spoken", action="store_true", help="only record which spoke")
    args = parser.parse_args()
    instrument(args.files)
    asyncio.run(run(args))


if __name__ == "__main__":
    main()
