"""Formats a report as a table for people, as JUnit XML and as GitHub annotations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring
from xml.sax.saxutils import escape

from viewmark.slo.report import PageReport, Report
from viewmark.support import one_line

_SIGNS = {"pass": "ok", "breach": "BREACH", "inconclusive": "?"}


def number(value: float | None) -> str:
    """Format a value for human readers; None gives `-`."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def as_table(report: Report) -> str:
    """Return a text table of all objectives (value, interval, reason), followed by the verdict."""
    out = [as_table_of_pages(report.pages)]
    out += [f"noise: {reason}" for reason in report.noise.get("reasons", ())]
    out.append(f"verdict: {report.verdict}")
    return "\n".join(out)


def as_table_of_pages(pages: Iterable[PageReport]) -> str:
    """Return the table that `as_table` prints, for the given pages and without the verdict."""
    out = []
    for page in pages:
        out.append(f"{one_line(page.name)}  {page.elements} elements")
        if page.error:
            out.append(f"  BREACH  {one_line(page.error)}")
        rows = [_cells(each) for each in page.results]
        widths = [max((len(row[i]) for row in rows), default=0) for i in range(4)]
        for row in rows:
            cells = "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=False))
            out.append(f"  {cells}  {row[4]}".rstrip())
        out.append("")
    return "\n".join(out)


def _cells(each: Mapping[str, Any]) -> tuple[str, str, str, str, str]:
    span = each["interval"]
    interval = "" if span is None or span[0] == span[1] else f"{number(span[0])}..{number(span[1])}"
    return (
        _SIGNS[each["verdict"]],
        each["objective"],
        f"{number(each['value'])} of {number(each['limit'])} {each['unit']}",
        interval,
        each["why"] if each["verdict"] != "pass" else "",
    )


def as_junit(report: Report) -> str:
    """Return JUnit XML: a suite per page, a case per objective; inconclusive cases are skipped."""
    root = Element("testsuites", name="viewmark slo")
    for page in report.pages:
        cases = list(_cases(page))
        suite = SubElement(root, "testsuite", name=_plain(page.name), tests=str(len(cases)))
        for name, counted in (("failures", "failure"), ("skipped", "skipped"), ("errors", "error")):
            suite.set(name, str(sum(kind == counted for _, kind, *_ in cases)))
        suite.set("timestamp", report.at)
        for name, kind, why, seconds in cases:
            case = SubElement(suite, "testcase", classname=f"slo.{_plain(page.name)}", name=name)
            case.set("time", seconds)
            if kind:
                SubElement(case, kind, message=_plain(why))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _cases(page: PageReport) -> Iterator[tuple[str, str, str, str]]:
    """Yield name, child element's tag (or ""), reason and seconds of each JUnit test case."""
    if page.error:
        yield "measured", "error", page.error, "0"
    kinds = {"pass": "", "breach": "failure", "inconclusive": "skipped"}
    for each in page.results:
        is_time = each["unit"] == "ms" and each["value"] is not None
        seconds = f"{each['value'] / 1000:.6f}" if is_time else "0"
        yield each["objective"], kinds[each["verdict"]], each["why"], seconds


def _plain(text: str) -> str:
    """Replace characters that XML 1.0 cannot contain."""
    return "".join(c if c >= " " and not 0xD800 <= ord(c) < 0xE000 else " " for c in one_line(text))


def as_github(report: Report) -> str:
    """Return workflow commands that GitHub shows as annotations."""
    lines = []
    for page in report.pages:
        if page.error:
            lines.append(_command("error", page.name, page.error))
        for each in page.results:
            if each["verdict"] != "pass":
                kind = "error" if each["verdict"] == "breach" else "warning"
                lines.append(_command(kind, f"{page.name}: {each['objective']}", each["why"]))
    return "\n".join(lines)


def _command(kind: str, title: str, message: str) -> str:
    def escape(text: str) -> str:
        return one_line(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")

    title = escape(title).replace(":", "%3A").replace(",", "%2C")
    return f"::{kind} title={title}::{escape(message)}"


def as_github_summary(report: Report) -> str:
    """Return Markdown for the summary of a GitHub Actions step."""
    lines = [f"### viewmark slo: {report.verdict}", ""]
    lines += ["| page | objective | value | limit | verdict | why |", "|---|---|---|---|---|---|"]
    for page in report.pages:
        name = _cell(page.name)
        if page.error:
            lines.append(f"| {name} | | | | breach | {_cell(page.error)} |")
        lines += [
            f"| {name} | {each['objective']} | {number(each['value'])} {each['unit']} "
            f"| {number(each['limit'])} | {each['verdict']} | {_cell(each['why'])} |"
            for each in page.results
        ]
    return "\n".join([*lines, ""])


def _cell(text: str) -> str:
    return escape(one_line(text)).replace("|", "\\|").replace("`", "\\`")
