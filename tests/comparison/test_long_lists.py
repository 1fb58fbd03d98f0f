"""Lists beyond the viewport: rows seen only once are not reported as new or gone."""

from __future__ import annotations

from typing import Any

import pytest
from page_over import PageOf

import viewmark

CITIES = ("Oslo", "Lima", "Cairo", "Delhi", "Turin")
STYLE = "<style>body{margin:0;font:14px/20px sans-serif}td,li{padding:6px 8px}</style>"
ROWS = "".join(
    f"<tr><td>N{n:02d}</td><td>{CITIES[n % 5]} {n * 37 % 60}</td>"
    "<td><button>Edit</button> <button>Drop</button></td></tr>"
    for n in range(60)
)
TABLE = (
    f"{STYLE}<h1>Harbour</h1><table id=t><thead><tr><th id=h>Name<th>City<th>Do</thead>"
    f"<tbody id=l>{ROWS}</tbody></table>"
)
BOXED = TABLE.replace("<table", "<div style='height:560px;overflow:auto'><table") + "</div>End"
ITEMS = "".join(
    f"<li>Thing number {n} <a href=#{n}>open</a> <button>Drop</button></li>" for n in range(60)
)
LIST = f"{STYLE}<h1>Things</h1><ul id=l>{ITEMS}</ul>"
JOBS = (
    f"{STYLE}<ul id=l>"
    + "".join(f"<li>Job {n} <b>open</b> <button>Close</button></li>" for n in range(40))
    + "</ul>"
)
FEW = TABLE.replace(ROWS, ROWS[: ROWS.index("<tr><td>N08")])
REVERSE = "[...l.children].reverse().forEach(each => l.append(each));"
ANEW = "l.innerHTML = l.innerHTML;"


def sort_by(factor: int) -> str:
    """Return a script that sorts the rows; some of those in view keep their relative order."""
    key = f"(parseInt(each.textContent.replace(/^\\D+/, '')) * {factor} % 60)"
    return (
        f"[...l.children].map(each => [{key}, each]).sort((a, b) => a[0] - b[0])"
        ".forEach(pair => l.append(pair[1]));"
    )


async def told_of(page_of: PageOf, html: str, script: str) -> tuple[Any, Any]:
    """Compare two checkpoints and two observations taken before and after a script."""
    page = viewmark.Page(await page_of(html))
    before = [await page.checkpoint(), await page.observe()]
    await page.evaluate(f"{{ {script} }}; 0")
    after = [await page.checkpoint(), await page.observe()]
    first, second = (viewmark.compare(a, b) for a, b in zip(before, after, strict=True))
    return first, second


@pytest.mark.parametrize("html", [TABLE, BOXED, LIST])
@pytest.mark.parametrize("then", ["", ANEW])
async def test_a_list_that_was_sorted_is_one_sentence(
    page_of: PageOf, html: str, then: str
) -> None:
    looks, ordinary = await told_of(page_of, html, sort_by(7) + then)
    for found in (looks, ordinary):
        assert len(found.changes) == 1, found.lines()
        change = found.changes[0]
        assert change.kind == "order", found.lines()
        assert "in another order; " in change.sentence
        assert " came into view, " in change.sentence
        assert change.sentence.endswith(" left it"), change.sentence


@pytest.mark.parametrize("html", [TABLE, LIST])
@pytest.mark.parametrize("then", ["", ANEW])
async def test_rows_that_all_say_something_else_are_one_sentence(
    page_of: PageOf, html: str, then: str
) -> None:
    looks, ordinary = await told_of(page_of, html, REVERSE + then)
    for found in (looks, ordinary):
        assert [each.kind for each in found.changes] == ["text"], found.lines()
        assert "say something else now: " in found.changes[0].sentence
    assert found.changes[0].count > 10


async def test_a_list_that_was_sorted_and_scrolled_leaves_what_is_above_in_peace(
    page_of: PageOf,
) -> None:
    found, _ = await told_of(page_of, TABLE, f"{sort_by(7)} scrollTo(0, 200);")
    assert [each.kind for each in found.changes] == ["order"], found.lines()


async def test_what_is_known_of_rows_is_told_as_it_was(page_of: PageOf) -> None:
    # If a list ends within the viewport, a missing row is gone.
    script = f"{REVERSE} l.lastElementChild.remove(); l.lastElementChild.remove();"
    found, _ = await told_of(page_of, FEW, script)
    assert {each.kind for each in found.changes} == {"gone", "order"}, found.lines()
    found, _ = await told_of(page_of, TABLE, "[1, 3, 5].map(n => l.rows[n]).map(r => r.remove());")
    assert [each.kind for each in found.changes] == ["gone"], found.lines()
    # A row stays the same if its text changed less than the rows differ from one another.
    script = "l.querySelectorAll('b').forEach(each => { each.textContent = 'closed'; });"
    found, _ = await told_of(page_of, JOBS, script)
    assert {each.kind for each in found.changes} == {"text"}, found.lines()
    assert "open Close" in found.changes[0].before
    assert all(each.count == 1 for each in found.changes)


async def test_a_list_that_is_to_be_ignored_is_not_told(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(TABLE))
    before = await page.checkpoint()
    await page.evaluate(f"{{ {sort_by(7)} }}; 0")
    rules = {"regions": [(0, 60, 1280, 4000)]}
    found = viewmark.compare(before, await page.checkpoint(), ignore=rules)
    assert found.is_same, found.lines()
