"""Draw `docs/images/bench.svg` from the stored figures, `benches/data/figures.json`.

Nothing is measured here, so the same figures produce the same image on every machine. `--measured
ROWS.json` first replaces the figures with the output of `benches/run.py imaging rival_looks --json
ROWS.json`; measure on an idle machine.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import sys
import textwrap
from datetime import datetime, timezone
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benches"))
from support.rivals import pinned  # noqa: E402

FIGURES = ROOT / "benches" / "data" / "figures.json"
PICTURE = ROOT / "docs" / "images" / "bench.svg"

SIZES = {"720p": "1280x720", "1080p": "1920x1080", "4K": "3840x2160"}
COLORS = {
    "viewmark": ("#1f6feb", "#5b9bff"),
    "OpenCV + supervision": ("#9a6700", "#d29922"),
    "Pillow": ("#8250df", "#a982f5"),
    "bare screenshot": ("#6e7781", "#8b949e"),
    "BrowserGym": ("#bc4c00", "#db6d28"),
    "browser-use with its drawing": ("#bf3989", "#db61a2"),
    "browser-use without marks": ("#e3a7cb", "#8f4a72"),
    "agent-browser": ("#1a7f37", "#3fb950"),
    "Chrome DevTools MCP, no marks": ("#c3a15e", "#8a6a1f"),
    "Playwright MCP, no marks": ("#9d86c9", "#6a5299"),
}
"""Colours of the bars in light and dark mode; paler ones belong to tools that draw no marks."""
LOOKS = {
    "look": {
        "viewmark": "viewmark",
        "bare capture": "bare screenshot",
        "BrowserGym": "BrowserGym",
        "browser-use": "browser-use with its drawing",
    },
    "look over MCP": {
        "viewmark, MCP": "viewmark",
        "agent-browser, MCP": "agent-browser",
        "chrome-devtools-mcp": "Chrome DevTools MCP, no marks",
        "@playwright/mcp": "Playwright MCP, no marks",
    },
}
"""Panels of the benchmark `rival_looks`: the names of its rows, and their labels in the image."""
LOOKED_AT = ("application", "article")
"""The pages shown in the image; benches/README.md has all."""
WIDTH, LEFT, BAR, GAP = 760, 130, 13, 9


def main() -> int:
    """Draw the image, or compare with `--check`; return 1 if it does not match the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("--measured", type=Path, metavar="ROWS.json")
    args = parser.parse_args()
    figures = json.loads(FIGURES.read_text())
    if args.measured:
        figures = updated(figures, json.loads(args.measured.read_text()))
        FIGURES.write_text(json.dumps(figures, indent=1) + "\n")
    text = drawn(figures)
    if args.check:
        if PICTURE.read_text() != text:
            print(f"{PICTURE.relative_to(ROOT)} is not drawn from the figures: make bench-report")
            return 1
        return 0
    PICTURE.write_text(text)
    print(PICTURE.relative_to(ROOT))
    return 0


def updated(figures: dict[str, Any], rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the figures with new measurements; panels of other benchmarks keep their date.

    Args:
        figures: the contents of the file.
        rows: rows of the benchmarks `imaging` and `rival_looks`, or of one of them.
    """
    today = datetime.now(timezone.utc).date().isoformat()
    fresh = {"imaging": _marking(rows), "rival_looks": _looking(rows)}
    measured = [
        {"bench": bench, "at": today, **panel}
        for bench, panels in fresh.items()
        for panel in panels
    ]
    done = {panel["bench"] for panel in measured}
    kept = [panel for panel in figures["panels"] if panel["bench"] not in done]
    cores = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    order = ("imaging", "end_to_end", "rival_looks")
    return {
        "at": today,
        "machine": cores,
        "versions": pinned(),
        "panels": sorted([*measured, *kept], key=lambda panel: order.index(panel["bench"])),
    }


def _marking(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the panels of the benchmark `imaging`, one for each size."""
    panels: dict[str, dict[str, dict[str, float]]] = {}
    names = {"JPEG": "OpenCV + supervision", "JPEG, against Pillow": "Pillow"}
    for row in rows:
        found = re.fullmatch(r"(\w+) (\w+), \d+ marks: (.*)", row["name"])
        if row["bench"] == "imaging" and found and found[3] in names:
            bars = panels.setdefault(found[2], {}).setdefault(found[1], {})
            bars["viewmark"] = round(row["value"], 2)
            bars[names[found[3]]] = round(row["baseline"], 2)
    what = "Up to 50 marks on a JPEG of {}: CPU time, placement included"
    return [
        {"title": what.format(SIZES[size]), "rows": [[page, bars] for page, bars in pages.items()]}
        for size, pages in panels.items()
    ]


def _looking(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the panels of the benchmark `rival_looks`: libraries and servers."""
    looks = {row["name"]: row for row in rows if row["bench"] == "rival_looks"}
    panels = []
    for what, names in LOOKS.items():
        pages: list[list[Any]] = []
        for page in LOOKED_AT:
            bars = {}
            for name, shown in names.items():
                row = looks.get(f"look at {page}: {name}")
                if row is None:
                    continue
                bars[shown] = _rounded(row["value"])
                if row["unmarked"] is not None and name == "browser-use":
                    bars["browser-use without marks"] = _rounded(row["unmarked"])
            if bars:
                pages.append([page, bars])
        if pages:
            panels.append(
                {"title": f"A {what}, 1280x720, from rest, in turns: wall time", "rows": pages}
            )
    return panels


def _rounded(ms: float) -> float:
    return float(f"{ms:.3g}")


def drawn(figures: dict[str, Any]) -> str:
    """Return the image: panels one below the other, each with its own scale."""
    out: list[str] = []
    y = 30
    for panel in figures["panels"]:
        y = _panel(panel, y, out)
    # A non-breaking space keeps each name with its version.
    names = (f"{name}\xa0{number}" for name, number in figures["versions"].items())
    others = textwrap.wrap(f"Others: {', '.join(names)}.", 110, break_on_hyphens=False)
    for line in (f"Measured on {figures['machine']}.", *others):
        out.append(f"<text class='soft' x='16' y='{y}'>{escape(line)}</text>")
        y += 17
    light = "".join(f".{_class(name)}{{fill:{pair[0]}}}" for name, pair in COLORS.items())
    dark = "".join(f".{_class(name)}{{fill:{pair[1]}}}" for name, pair in COLORS.items())
    style = (
        "text{font:12px system-ui,-apple-system,sans-serif;fill:#1f2328}"
        ".title{font-weight:600}.soft{fill:#59636e}.card{fill:#fff;stroke:#d1d9e0}"
        f"{light}@media(prefers-color-scheme:dark){{text{{fill:#e6edf3}}.soft{{fill:#9198a1}}"
        f".card{{fill:#0d1117;stroke:#3d444d}}{dark}}}"
    )
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {y}' width='{WIDTH}' "
        f"height='{y}' role='img' aria-labelledby='t d'>\n"
        "<title id='t'>viewmark beside other ways to mark a screenshot</title>\n"
        f"<desc id='d'>{escape(_in_words(figures))}</desc>\n<style>{style}</style>\n"
        f"<rect class='card' x='.5' y='.5' width='{WIDTH - 1}' height='{y - 1}' rx='8'/>\n"
        + "\n".join(out)
        + "\n</svg>\n"
    )


def _panel(panel: dict[str, Any], y: int, out: list[str]) -> int:
    """Draw one panel starting at `y`; return the position of the next one."""
    title = f"{panel['title']} ({panel['at']})"
    out.append(f"<text class='title' x='16' y='{y}'>{escape(title)}</text>")
    y += 14
    longest = max(value for _, bars in panel["rows"] for value in bars.values())
    for name, bars in panel["rows"]:
        out.append(f"<text x='16' y='{y + 11}'>{escape(name)}</text>")
        for who, value in bars.items():
            width = max(1.0, value / longest * (WIDTH - LEFT - 230))
            times = value / bars["viewmark"]
            note = "" if who == "viewmark" else f", {times:.1f}x"
            out.append(
                f"<rect class='{_class(who)}' x='{LEFT}' y='{y}' width='{width:.1f}' "
                f"height='{BAR - 2}' rx='2'/>"
                f"<text x='{LEFT + width + 6:.1f}' y='{y + 10}'>{value:g} ms "
                f"<tspan class='soft'>{escape(who)}{note}</tspan></text>"
            )
            y += BAR
        y += GAP
    return y + 20


def _in_words(figures: dict[str, Any]) -> str:
    return " ".join(
        f"{panel['title']}: "
        + "; ".join(
            f"{name}: " + ", ".join(f"{who} {value:g} ms" for who, value in bars.items())
            for name, bars in panel["rows"]
        )
        + "."
        for panel in figures["panels"]
    )


def _class(name: str) -> str:
    return re.sub(r"\W+", "-", name.lower())


if __name__ == "__main__":
    sys.exit(main())
