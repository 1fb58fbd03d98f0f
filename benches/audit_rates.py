"""Count false alarms of each rule of `audit` on pages with known faults, and compare with axe-core.

Page bodies with and without an accessibility fault (`data/audit/variants.toml`) are inserted into
page shells that have no faults themselves. A verdict is correct if it belongs to the rule of the
fault and is inside `#s`; any other verdict is a false alarm of its rule. The benchmark runs only by
name, because it takes minutes:

    python benches/audit_rates.py [--axe axe.min.js] [--pages URL ...]
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomllib

import viewmark

if TYPE_CHECKING:
    from viewmark.api.page import Page
    from viewmark.comparison.audit import Audit

DATA = Path(__file__).parent / "data" / "audit"
HEAD = "<!doctype html><html lang=en><meta charset=utf-8><title>Page</title>"
SHELLS: dict[str, tuple[tuple[int, int], str]] = {
    "plain": (
        (1280, 720),
        "<style>body{margin:24px;font:16px sans-serif;color:#111;background:#fff}</style>"
        "<main><h1>Page</h1>{}</main>",
    ),
    "dashboard": (
        (1280, 720),
        "<style>*{box-sizing:border-box}body{margin:0;font:14px/1.5 sans-serif;color:#222;"
        "background:#f4f4f4}nav{float:left;width:200px;height:600px;background:#223;padding:16px}"
        "nav a{display:block;color:#fff;padding:6px}main{margin-left:200px;padding:24px}"
        ".card{background:#fff;padding:16px;border-radius:8px}"
        "</style><nav><a href='#a'>Home</a><a href='#b'>Reports</a></nav><main><h1>Board</h1>"
        "<div class=card>{}</div></main>",
    ),
    "phone": (
        (390, 800),
        "<style>*{box-sizing:border-box}body{margin:0;font:16px/1.4 sans-serif;color:#111;"
        "background:#fff}header{background:#134;color:#fff;padding:14px}main{padding:16px}</style>"
        "<header><b>Shop</b></header><main><h1>List</h1>{}</main>",
    ),
}
AXE = {
    "color-contrast": "contrast",
    "target-size": "target-size",
    "label-content-name-mismatch": "label-in-name",
    **dict.fromkeys(
        (
            "button-name",
            "link-name",
            "label",
            "select-name",
            "input-button-name",
            "aria-input-field-name",
            "aria-toggle-field-name",
            "aria-command-name",
        ),
        "no-name",
    ),
}
ASK_AXE = (DATA / "ask_axe.js").read_text()
PATH = (DATA / "path_of_fault.js").read_text()


def is_planted(path: str, fault: str) -> bool:
    """Return whether an element is the faulty element, is inside it, or contains it."""
    return bool(fault and path) and (
        f"{path}/".startswith(f"{fault}/") or f"{fault}/".startswith(f"{path}/")
    )


async def axe_of(page: Page, source: str) -> dict[str, set[tuple[str, str]]]:
    """Return axe's violations, incomplete results and passes, each as a set of (rule, path)."""
    await page.evaluate(source + ";0")
    found = json.loads((await page.evaluate(ASK_AXE.replace("RULES", json.dumps([*AXE])))).value)
    return {kind: {(AXE[rule], path) for rule, path in rows} for kind, rows in found.items()}


def compare_with_axe(
    audit: Audit, axe: dict[str, set[tuple[str, str]]], name: str
) -> list[list[str]]:
    """Return the rule, the reporting tool, page and path of each element that both can judge."""
    seen = {entry.path: entry for entry in audit.checkpoint.entries}
    ours = {
        (verdict.rule, verdict.entry.path)
        for verdict in audit.verdicts
        if verdict.rule in AXE.values()
    }
    theirs = {each for each in axe["violations"] if each[1] in seen}
    rows = []
    for rule, path in sorted(ours | theirs):
        each = (rule, path)
        if each in ours and each in theirs:
            said = "both"
        elif each in theirs:
            said = "axe only"
        else:
            other = (
                "passes"
                if each in axe["passes"]
                else "undecided"
                if each in axe["incomplete"]
                else "not judged"
            )
            said = f"ours only, axe: {other}"
        rows.append([rule, said, name, path])
    return rows


async def planted(
    source: str | None, shells: list[str], rules: list[str]
) -> tuple[list[dict[str, Any]], list[list[str]]]:
    """Return a row for each page with known faults, and the rows of the comparison with axe."""
    variants = tomllib.loads((DATA / "variants.toml").read_text())
    rows, beside = [], []
    async with viewmark.launch(headless=True) as browser:
        page = await browser.page()
        for shell in shells:
            size, frame = SHELLS[shell]
            await page.set_viewport(width=size[0], height=size[1])
            for rule, kinds in variants.items():
                if rules and rule not in rules:
                    continue
                for kind, bodies in kinds.items():
                    for number, body in enumerate(bodies):
                        html = HEAD + frame.replace("{}", body)
                        address = (
                            "data:text/html;base64," + base64.b64encode(html.encode()).decode()
                        )
                        await page.goto(address)
                        audit = await page.audit()
                        fault = (await page.evaluate(PATH)).value
                        name = f"{shell} {rule} {kind} {number}"
                        false, is_found = [], False
                        for verdict in audit.verdicts:
                            inside = is_planted(verdict.entry.path, fault)
                            if verdict.rule == rule and kind == "faulty" and inside:
                                is_found = True
                            else:
                                false.append((verdict.rule, verdict.sentence))
                        rows.append(
                            {
                                "name": name,
                                "rule": rule,
                                "kind": kind,
                                "found": is_found,
                                "false": false,
                            }
                        )
                        if source is not None:
                            beside += compare_with_axe(audit, await axe_of(page, source), name)
    return rows, beside


async def live(
    addresses: list[str], folder: Path, source: str | None
) -> tuple[list[dict[str, Any]], list[list[str]]]:
    """Return the verdicts on third-party pages, each with a screenshot for checking by eye."""
    from viewmark.comparison.report import marked_picture

    rows, beside = [], []
    async with viewmark.launch(headless=True, viewport=(1280, 720)) as browser:
        for number, address in enumerate(addresses):
            page = await browser.page(address)
            audit = await page.audit()
            rows += [{"page": address, **verdict.to_json()} for verdict in audit.verdicts]
            picture = marked_picture(audit.checkpoint, [each.box for each in audit.verdicts], "png")
            (folder / f"{number:03}.png").write_bytes(picture or b"")
            if source is not None:
                beside += compare_with_axe(audit, await axe_of(page, source), address)
            await page.close()
    return rows, beside


def main() -> None:
    """Print a table by rule."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--axe", type=Path, help="axe.min.js of the npm package axe-core")
    parser.add_argument("--pages", nargs="*", default=[], help="addresses of live pages")
    parser.add_argument("--shells", nargs="*", default=[*SHELLS], choices=[*SHELLS])
    parser.add_argument("--rules", nargs="*", default=[])
    parser.add_argument("--add", action="store_true", help="add to the rows of earlier runs")
    parser.add_argument("--no-plants", action="store_true")
    parser.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()) / "audit-rates")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    source = args.axe.read_text() if args.axe else None
    rows: list[dict[str, Any]] = []
    beside: list[list[str]] = []
    if not args.no_plants:
        rows, beside = asyncio.run(planted(source, args.shells, args.rules))
    saved = args.out / "rows.json"
    if args.add and saved.exists():
        earlier = json.loads(saved.read_text())
        rows, beside = earlier["rows"] + rows, earlier["beside"] + beside
    saved.write_text(json.dumps({"rows": rows, "beside": beside}, indent=1))
    right = Counter(row["rule"] for row in rows if row["found"])
    faulty = Counter(row["rule"] for row in rows if row["kind"] == "faulty")
    clean = Counter(row["rule"] for row in rows if row["kind"] == "clean")
    false = Counter(rule for row in rows for rule, _ in row["false"])
    pages = Counter(rule for row in rows for rule in {rule for rule, _ in row["false"]})
    print(f"| rule | planted, found | clean | of {len(rows)} pages, false alarm | false verdicts |")
    print("|---|---:|---:|---:|---:|")
    for rule in faulty:
        told = right[rule] + false[rule]
        share = f"{false[rule]} of {told} ({100 * false[rule] / max(1, told):.1f} %)"
        found = f"{right[rule]} of {faulty[rule]}"
        print(f"| `{rule}` | {found} | {clean[rule]} | {pages[rule]} | {share} |")
    for row in rows:
        if row["false"] or (row["kind"] == "faulty" and not row["found"]):
            print(
                row["name"],
                "" if row["found"] or row["kind"] == "clean" else "MISSED",
                row["false"],
            )
    if args.pages:
        found, more = asyncio.run(live(args.pages, args.out, source))
        beside += more
        (args.out / "live.json").write_text(json.dumps(found, ensure_ascii=False, indent=1))
        print(f"live: {Counter(row['rule'] for row in found)}, pictures in {args.out}")
    table: dict[str, Counter[str]] = defaultdict(Counter)
    for rule, said, _, _ in beside:
        table[rule][said] += 1
    for rule, counts in table.items():
        print(rule, dict(counts))
    (args.out / "axe.json").write_text(json.dumps(beside, indent=1))


if __name__ == "__main__":
    main()
