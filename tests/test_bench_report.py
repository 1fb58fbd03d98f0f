"""The chart of benchmark results contains only the data, no scripts, and light and dark styles."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from script_files import load_script

ROOT = Path(__file__).parent.parent
SCRIPT = ROOT / "scripts" / "bench_report.py"
FIGURES = json.loads((ROOT / "benches" / "data" / "figures.json").read_text())


def test_the_picture_in_the_documentation_is_that_of_the_figures() -> None:
    done = subprocess.run([sys.executable, str(SCRIPT), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_it_shows_every_figure_with_date_and_versions_and_runs_nothing() -> None:
    text = load_script("bench_report").drawn(FIGURES)
    root = ElementTree.fromstring(text)
    words = " ".join(root.itertext())
    for panel in FIGURES["panels"]:
        for _, bars in panel["rows"]:
            assert all(f"{value:g} ms" in words for value in bars.values())
    assert all(f"({panel['at']})" in words for panel in FIGURES["panels"])
    for name, number in FIGURES["versions"].items():
        assert f"{name}\xa0{number}" in words
    assert "prefers-color-scheme:dark" in text
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert tags == {"svg", "title", "desc", "style", "rect", "text", "tspan"}
    assert text.count("http") == 1  # the XML namespace


def test_measured_rows_replace_the_panels_of_their_bench_and_keep_the_others() -> None:
    rows = [
        {
            "bench": "imaging",
            "name": f"article 4K, 50 marks: {kind}",
            "value": 5.0,
            "baseline": base,
        }
        for kind, base in (
            ("JPEG", 50.0),
            ("JPEG, against Pillow", 60.0),
            ("JPEG, against our bare transcode", 3.0),
        )
    ]
    found = load_script("bench_report").updated(FIGURES, rows)
    first, *others = found["panels"]
    bars = {"viewmark": 5.0, "OpenCV + supervision": 50.0, "Pillow": 60.0}
    assert first["rows"] == [["article", bars]]
    assert "3840x2160" in first["title"]
    kept = [panel for panel in FIGURES["panels"] if panel["bench"] != "imaging"]
    assert others == kept
    assert {each["bench"] for each in kept} == {"end_to_end", "rival_looks"}
    assert found["versions"]["supervision"]
    assert load_script("bench_report").drawn(found)


def test_looks_of_others_are_shown_by_what_they_draw_and_one_that_is_missing_is_left_out() -> None:
    def row(name: str, ms: float, unmarked: float | None = None) -> dict[str, Any]:
        return {
            "bench": "rival_looks",
            "name": f"look at article: {name}",
            "value": ms,
            "unmarked": unmarked,
        }

    rows = [row("viewmark", 40), row("browser-use", 200, 120), row("viewmark, MCP", 50)]
    rows.append({"bench": "rival_looks", "name": "BrowserGym: not measured", "why": "no network"})
    panels = [
        p
        for p in load_script("bench_report").updated(FIGURES, rows)["panels"]
        if p["bench"] == "rival_looks"
    ]
    bars = {"viewmark": 40, "browser-use with its drawing": 200, "browser-use without marks": 120}
    assert [panel["rows"] for panel in panels] == [
        [["article", bars]],
        [["article", {"viewmark": 50}]],
    ]
