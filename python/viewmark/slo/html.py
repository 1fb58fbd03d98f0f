"""Renders a report as a self-contained page: verdicts, distributions, stages, image, environment.

It uses no script and no network, follows the reader's light or dark scheme, and fits a phone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from viewmark.slo.formats import number
from viewmark.slo.history import Comparison
from viewmark.slo.objectives import METRICS
from viewmark.slo.report import PageReport, Report
from viewmark.slo.statistics import median, quantile
from viewmark.support import document, html_text, one_line

_WORDS = {"pass": "kept", "breach": "missed", "inconclusive": "inconclusive"}
_SHOWN = ("navigate", "first_look", "observe", "screenshot", "click")
_STAGES = ("discover", "capture", "cover", "refs", "place", "decode", "encode", "recheck")


def as_html(
    report: Report,
    *,
    comparison: Comparison | None = None,
    trends: Mapping[str, Sequence[tuple[str, float]]] | None = None,
) -> str:
    """Render the report as an HTML page.

    Args:
        report: the run.
        comparison: comparison with an earlier run.
        trends: medians over time; see `history.trend`.
    """
    about = report.environment
    facts = ", ".join(f"{name} {_text(value)}" for name, value in about.items() if value)
    body = [
        f"<h1>Latency objectives: <span class='badge {report.verdict}'>"
        f"{_WORDS[report.verdict]}</span></h1>",
        f"<p class=soft>{_text(report.at)}; {facts}</p>",
    ]
    body += [
        f"<p class=inconclusive>No time can be told: {_text(reason)}.</p>"
        for reason in report.noise.get("reasons", ())
    ]
    body += [_page(page, report.reference) for page in report.pages]
    if comparison is not None:
        body.append(_comparison(comparison))
    if trends:
        body.append(_trends(trends))
    return document(
        f"viewmark slo: {_WORDS[report.verdict]}", f"<main>{''.join(body)}</main>", kind="slo"
    )


def _text(value: object) -> str:
    return html_text(one_line(str(value)))


def _page(page: PageReport, reference: Mapping[str, Sequence[float]]) -> str:
    parts = [
        f"<section><h2>{_text(page.name)} <span class='badge {page.verdict}'>"
        f"{_WORDS[page.verdict]}</span></h2>"
        f"<p class=soft>{_text(page.url)}; {page.elements} elements</p>"
    ]
    if page.error:
        parts.append(f"<p class=breach>{_text(page.error)}</p>")
    if page.results:
        parts.append(
            "<div class=scroll role=region tabindex=0 aria-label=Objectives><table><thead><tr>"
            "<th scope=col>objective<th scope=col>value<th scope=col>95 % interval"
            "<th scope=col>limit<th scope=col>verdict<th scope=col>why</tr></thead><tbody>"
            + "".join(map(_row, page.results))
            + "</tbody></table></div>"
        )
    shown = {name: page.samples[name] for name in _SHOWN if page.samples.get(name)}
    if shown:
        parts.append("<h3>Samples</h3>" + _strips(shown))
    stages = {name: page.samples[name] for name in _STAGES if page.samples.get(name)}
    if stages:
        parts.append(
            "<h3>Stages of a look</h3><p class=soft>Median, with quartiles; below it the reference "
            "page of the same run. Stages overlap.</p>" + _bars(stages, reference)
        )
    if page.picture:
        parts.append(
            "<details><summary>The marked picture</summary><img alt='The page with numbered marks' "
            f"src='data:image/jpeg;base64,{page.picture}'></details>"
        )
    return "".join(parts) + "</section>"


def _row(each: Mapping[str, Any]) -> str:
    span = each["interval"]
    interval = "" if span is None or span[0] == span[1] else f"{number(span[0])}..{number(span[1])}"
    unit = _text(each["unit"])
    source = f" title='{_text(each['source'])}'" if each["source"] else ""
    return (
        f"<tr><th scope=row{source}>{_text(each['objective'])}"
        f"<td class=n>{number(each['value'])} {unit}<td class='n span'>{interval}"
        f"<td class='n limit'>{number(each['limit'])}"
        f"<td class='badge {each['verdict']}'>{_WORDS[each['verdict']]}"
        f"<td class=why>{_text(each['why'])}</tr>"
    )


_WIDTH, _LEFT, _RIGHT, _ROW = 640, 130, 96, 34
"""Sizes of charts in SVG units. A phone shows two units as one pixel, so text is drawn twice as
large.
"""


def _strips(shown: Mapping[str, Sequence[float]]) -> str:
    """Draw a strip chart: samples as ticks, quartiles as a box, the median; one row per metric."""
    high = max(quantile(each, 98) for each in shown.values())
    unit = _scale(high)

    def row(name: str, y: int, quartiles: tuple[float, float, float]) -> str:
        low, mid, top = (each * unit for each in quartiles)
        ticks = "".join(
            f"<rect x='{_LEFT + min(v, high) * unit:.1f}' y='{y + 4}' width='1.5' height='18' "
            "fill='var(--bar)' opacity='.45'/>"
            for v in shown[name]
        )
        return (
            f"{ticks}<rect x='{_LEFT + low:.1f}' y='{y + 8}' height='10' fill='none' "
            f"width='{max(1.0, top - low):.1f}' stroke='var(--ink)'/>"
            f"<rect x='{_LEFT + mid - 1:.1f}' y='{y + 2}' width='2.5' height='22' "
            "fill='var(--ink)'/>"
        )

    return _chart(shown, "Medians", row)


def _bars(stages: Mapping[str, Sequence[float]], reference: Mapping[str, Sequence[float]]) -> str:
    usual = {name: median(reference[name]) for name in stages if reference.get(name)}
    unit = _scale(max([*(quantile(each, 75) for each in stages.values()), *usual.values()]))

    def row(name: str, y: int, quartiles: tuple[float, float, float]) -> str:
        low, mid, top = (each * unit for each in quartiles)
        bar = (
            f"<rect x='{_LEFT}' y='{y + 2}' width='{mid:.1f}' height='12' fill='var(--bar)'/>"
            f"<path d='M{_LEFT + low:.1f} {y + 8}H{_LEFT + top:.1f}' "
            "stroke='var(--ink)' stroke-width='1.5'/>"
        )
        if name in usual:
            bar += (
                f"<rect x='{_LEFT}' y='{y + 16}' width='{usual[name] * unit:.1f}' height='5' "
                "fill='var(--other)'/>"
            )
        return bar

    return _chart(stages, "Medians of the stages", row)


def _scale(high: float) -> float:
    return (_WIDTH - _LEFT - _RIGHT - 6) / high if high else 0.0


def _chart(
    samples: Mapping[str, Sequence[float]],
    title: str,
    draw: Callable[[str, int, tuple[float, float, float]], str],
) -> str:
    """Return an SVG chart with one row per metric: its name, a drawing, its median.

    Args:
        samples: samples in ms, keyed by metric.
        title: title of the chart, for assistive technology.
        draw: function that returns the drawing for a metric, given its name, the row's Y coordinate
            and the quartiles.
    """
    rows = []
    for n, (name, each) in enumerate(samples.items()):
        y = n * _ROW + 4
        low, mid, top = (quantile(each, percent) for percent in (25, 50, 75))
        rows.append(
            f"<text x='0' y='{y + 14}'>{name}</text>{draw(name, y, (low, mid, top))}"
            f"<text x='{_WIDTH - _RIGHT}' y='{y + 14}'>{number(mid)} ms</text>"
        )
    summary = "; ".join(f"{name} {number(median(each))} ms" for name, each in samples.items())
    return (
        f"<svg viewBox='0 0 {_WIDTH} {len(rows) * _ROW + 4}' role=img "
        f"aria-label='{_text(f'{title}: {summary}')}'>{''.join(rows)}</svg>"
    )


def _comparison(found: Comparison) -> str:
    rows = []
    for each in found.changes:
        kind = "breach" if each.is_regression else "pass" if each.is_improvement else "soft"
        word = "slower" if each.is_regression else "faster" if each.is_improvement else "same"
        growth = f"{each.after / each.before:.2f}x" if each.before else ""
        rows.append(
            f"<tr><th scope=row>{_text(each.page)}<td>{_text(each.metric)}"
            f"<td class=n>{number(each.before)} → {number(each.after)}<td class=n>{growth}"
            f"<td class=n>{each.p:.2g}<td class=n>{each.delta:.2f}"
            f"<td class='badge {kind}'>{word}<td>{_text(each.stage)}</tr>"
        )
    notes = "".join(f"<p class=inconclusive>{_text(note)}</p>" for note in found.notes)
    return (
        f"<section><h2>Since {_text(found.before)}</h2>{notes}"
        "<div class=scroll role=region tabindex=0 aria-label=Comparison><table><thead><tr>"
        "<th scope=col>page<th scope=col>metric<th scope=col>median<th scope=col>ratio"
        "<th scope=col>p<th scope=col>delta<th scope=col>change<th scope=col>stage</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div></section>"
    )


def _trends(lines: Mapping[str, Sequence[tuple[str, float]]]) -> str:
    charts = []
    for name, points in lines.items():
        if len(points) < 2:
            continue
        unit = METRICS[name.rpartition(" ")[2]].unit
        high = max(value for _, value in points) or 1.0
        step = (_WIDTH - 20) / (len(points) - 1)
        line = " ".join(
            f"{10 + n * step:.1f},{78 - value / high * 60:.1f}"
            for n, (_, value) in enumerate(points)
        )
        last = number(points[-1][1])
        charts.append(
            f"<h3>{_text(name)}</h3><svg viewBox='0 0 {_WIDTH} 90' role=img "
            f"aria-label='{_text(name)}: {number(points[0][1])} to {last} {unit}'>"
            f"<polyline points='{line}' fill='none' stroke='var(--bar)' stroke-width='2'/>"
            f"<text x='10' y='14'>{number(high)} {unit}</text>"
            f"<text x='{_WIDTH - 10}' y='88' text-anchor='end'>{_text(points[-1][0])}</text></svg>"
        )
    return f"<section><h2>Over time</h2>{''.join(charts)}</section>" if charts else ""
