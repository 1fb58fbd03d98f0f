"""Output formats of a run: tables, XML, annotations, metrics, the report page."""

from __future__ import annotations

import re
from base64 import b64encode
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from page_over import PageOf
from webserver import LocalSite

import viewmark
from viewmark.slo import Objective, PageReport, Report, compare
from viewmark.slo.formats import (
    as_github,
    as_github_summary,
    as_junit,
    as_table,
)
from viewmark.slo.history import trend
from viewmark.slo.html import as_html
from viewmark.slo.noise import Noise
from viewmark.slo.verdict import judge

NASTY = '</script><img src=x onerror=alert(1)>|\x00\x1b[31m ::error::\n"quoted"\ud800'
ZOO = Path(__file__).parent.parent / "images" / "zoo"
PICTURE = b64encode((ZOO / "17x9.jpg").read_bytes()).decode()
SAMPLES = {"observe": [50.0 + n % 3 for n in range(20)], "screenshot": [30.0] * 20}
STAGES = {"discover": [40.0] * 20, "capture": [35.0] * 20, "base64": [133_000.0]}


def report(at: str = "2026-01-01T00:00:00+00:00") -> Report:
    samples = {**SAMPLES, **STAGES}
    limits = {"observe_ms": 20, "discover_ms": 100, "observe_ratio": 2, "click_ms": 5}
    results = tuple(
        judge(Objective.parse(name, limit), samples, Noise(0.0, 0.0), samples).to_json()
        for name, limit in limits.items()
    )
    good = PageReport(
        name=NASTY, url="demo", elements=66, samples=samples, results=results, picture=PICTURE
    )
    bad = PageReport(
        name="Down", url="http://127.0.0.1:1/", elements=0, samples={}, results=(), error=NASTY
    )
    told: Any = {"browser": "Chrome/1", "commit": "abc"}
    return Report(
        at=at, environment=told, noise={"reasons": []}, pages=(good, bad), reference=SAMPLES
    )


def test_a_table_has_a_line_for_each_objective_and_the_verdict() -> None:
    text = as_table(report())
    assert re.search(r"BREACH +observe_ms +51 of 20 ms", text)
    assert re.search(r"ok +discover_ms", text)
    assert text.endswith("verdict: breach")
    assert "\x1b" not in text
    assert "\x00" not in text


def test_junit_is_xml_with_failures_and_skips() -> None:
    root = ElementTree.fromstring(as_junit(report()))
    first, second = root.findall("testsuite")
    assert (first.get("tests"), first.get("failures"), first.get("skipped")) == ("4", "1", "1")
    assert first.find("testcase/failure") is not None
    assert second.get("errors") == "1"


def test_annotations_stay_on_one_line_each_and_cannot_be_forged() -> None:
    lines = as_github(report()).splitlines()
    assert len(lines) == 3
    assert all(re.match(r"::(error|warning) title=[^:]*::", line) for line in lines)
    summary = as_github_summary(report())
    assert "<img" not in summary
    assert "| breach |" in summary


async def test_the_report_page_runs_nothing_loads_nothing_and_reads_well(
    page_of: PageOf,
) -> None:
    one, other = report(), report("2026-01-02T00:00:00+00:00")
    text = as_html(other, comparison=compare(one, other), trends=trend([one, other]))
    text = text.encode("utf-8", "replace").decode()
    page = await page_of(text)
    for width in (1280, 360):
        size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
        await page.session.send("Emulation.setDeviceMetricsOverride", size)
        told = await page.call(
            None,
            """() => ({
            broken: document.querySelectorAll('main img[src=x], script').length,
            wide: document.documentElement.scrollWidth - innerWidth,
            requests: performance.getEntriesByType('resource').length,
            headings: document.querySelectorAll('h1, h2').length,
            unnamed: [...document.querySelectorAll('svg')].filter(
                (s) => !s.getAttribute('aria-label')).length,
            reachable: [...document.querySelectorAll('.scroll')].every((s) => s.tabIndex === 0),
        })""",
        )
        assert told["broken"] == told["unnamed"] == told["requests"] == 0
        assert told["wide"] <= 0
        assert told["headings"] >= 4
        assert told["reachable"]


async def test_the_report_page_is_quiet_in_a_browser_and_works_by_keyboard(
    page_of: PageOf, site: LocalSite
) -> None:
    one, other = report(), report("2026-01-02T00:00:00+00:00")
    text = as_html(other, comparison=compare(one, other), trends=trend([one, other]))
    site.put("/slo.html", text.encode("utf-8", "replace").decode())
    page = viewmark.Page(await page_of("<p>start</p>"))
    await page.goto(site.url("/slo.html"))
    seen: set[str] = set()
    for _ in range(4):
        await page.keypress("Tab")
        seen.add((await page.evaluate(_FOCUSED)).value)
        if "SUMMARY" in seen:
            break
    assert seen == {"Objectives", "SUMMARY"}
    await page.keypress("Enter")
    shown = await page.evaluate("() => document.querySelector('details[open] img').naturalWidth")
    assert shown.value == 17
    assert (await page.console()).entries == ()
    assert (await page.exceptions()).entries == ()
    asked = [each.url for each in (await page.network()).entries]
    assert [url for url in asked if "slo.html" not in url] == []


_FOCUSED = """() => {
    const at = document.activeElement;
    return at.getAttribute('aria-label') || at.tagName;
}"""


async def test_words_of_charts_can_be_read_on_a_phone(
    page_of: PageOf,
) -> None:
    text = as_html(report()).encode("utf-8", "replace").decode()
    page = await page_of(text)
    size = {"width": 360, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    await page.session.send("Emulation.setDeviceMetricsOverride", size)
    told = await page.call(
        None,
        """() => [...document.querySelectorAll('svg text')].map((t) => {
            const box = t.getBoundingClientRect(), svg = t.ownerSVGElement.getBoundingClientRect();
            return [box.height, box.left >= svg.left - 1 && box.right <= svg.right + 1];
        })""",
    )
    assert told
    assert all(height >= 9 and inside for height, inside in told)
