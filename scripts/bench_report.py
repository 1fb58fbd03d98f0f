"""Draws `docs/images/bench.svg` from the stored figures, `benches/data/figures.json`.

Nothing is measured here, so the same figures give the same picture on every machine. `--measured
ROWS.json`, what `benches/run.py imaging --json ROWS.json` wrote, replaces the figures
first; measure on a quiet machine.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import sys
from datetime import datetime, timezone
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
FIGURES = ROOT / "benches" / "data" / "figures.json"
PICTURE = ROOT / "docs" / "images" / "bench.svg"
RIVALS = ROOT / "benches" / "rivals" / "requirements.txt"

SIZES = {"720p": "1280x720", "1080p": "1920x1080", "4K": "3840x2160"}
COLORS = {
    "viewmark": ("#1f6feb", "#5b9bff"),
    "OpenCV + supervision": ("#9a6700", "#d29922"),
    "Pillow": ("#8250df", "#a982f5"),
    "bare screenshot": ("#6e7781", "#8b949e"),
}
"""Bars: in light, in dark."""
WIDTH, LEFT, BAR, GAP = 760, 130, 13, 9


def main() -> int:
    """Draw, or with `--check` compare: 1 if the picture is not that of the figures."""
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
    """The figures with what was measured; panels that were not measured stay out.

    Args:
        figures: as the file has them.
        rows: of the bench `imaging`.
    """
    panels: dict[str, dict[str, dict[str, float]]] = {}
    names = {"JPEG": "OpenCV + supervision", "JPEG, against Pillow": "Pillow"}
    for row in rows:
        found = re.fullmatch(r"(\w+) (\w+), \d+ marks: (.*)", row["name"])
        if row["bench"] == "imaging" and found and found[3] in names:
            bars = panels.setdefault(found[2], {}).setdefault(found[1], {})
            bars["viewmark"] = round(row["value"], 2)
            bars[names[found[3]]] = round(row["baseline"], 2)
    what = "Up to 50 marks on a JPEG of {}: CPU time, placement included"
    measured = [
        {"title": what.format(SIZES[size]), "rows": [[page, bars] for page, bars in pages.items()]}
        for size, pages in panels.items()
    ]
    others = [each for each in figures["panels"] if "observe" in each["title"]]
    pinned = re.findall(r"^([\w-]+)==(\S+)", RIVALS.read_text(), re.MULTILINE)
    cores = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    return {
        "at": datetime.now(timezone.utc).date().isoformat(),
        "machine": cores,
        "versions": dict(pinned),
        "panels": [*measured, *({"at": figures["at"], **each} for each in others)],
    }


def drawn(figures: dict[str, Any]) -> str:
    """The picture: one panel below the other, each with a scale of its own."""
    out: list[str] = []
    y = 30
    for panel in figures["panels"]:
        y = _panel(panel, y, out)
    versions = ", ".join(f"{name} {number}" for name, number in figures["versions"].items())
    for line in (f"Measured {figures['at']}: {figures['machine']}.", f"Others: {versions}."):
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
    """Draw one panel from `y` on; where the next begins."""
    when = f" ({panel['at']})" if "at" in panel else ""
    out.append(f"<text class='title' x='16' y='{y}'>{escape(panel['title'] + when)}</text>")
    y += 14
    longest = max(value for _, bars in panel["rows"] for value in bars.values())
    for name, bars in panel["rows"]:
        out.append(f"<text x='16' y='{y + 11}'>{escape(name)}</text>")
        for who, value in bars.items():
            width = max(1.0, value / longest * (WIDTH - LEFT - 230))
            times = value / bars["viewmark"]
            note = f", {times:.1f}x" if times > 1 else ""
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
