"""Partial observations: elements that only one of two lists are not reported as new or gone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from page_over import PageOf

import viewmark
from viewmark import Page
from viewmark.comparison.saved import load_checkpoint, save_checkpoint
from viewmark.elements.scope import EVERYTHING, Scope

HTML = """<h1>Board</h1><ul id=list><li><button>Ship 1</button><li><button>Ship 2</button></ul>
<p>Total 5</p><button id=under>Under</button><button id=end>End</button>
<div style="position:fixed;inset:120px 0 auto 0;height:0"></div>
<iframe srcdoc="<button>Pay</button>"></iframe>"""
LOOKS: dict[str, dict[str, Any]] = {
    "ordinary": {},
    "cut": {"max_annotations": 2},
    "texts, cut": {"target": "all_visible", "max_annotations": 3},
    "a part": {"within": "#list"},
    "custom": {"target": "custom", "selector": "#end"},
}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("is_first", [True, False])
async def test_what_one_look_does_not_list_is_neither_new_nor_gone(
    page_of: PageOf, look: str, is_first: bool
) -> None:
    page = Page(await page_of(HTML))
    sides = [await page.observe(annotate=True, format="png", **LOOKS[look])]
    sides.insert(1 if is_first else 0, await page.checkpoint())  # type: ignore[arg-type]
    found = viewmark.compare(*sides)
    assert found.changes == ()
    assert any("were not compared" in note for note in found.notes)


async def test_what_both_would_list_is_compared_as_ever(page_of: PageOf) -> None:
    page = Page(await page_of(HTML))
    before = await page.observe()
    await page.evaluate(
        "() => { document.querySelector('h1').textContent = 'Bored'; document.getElementById("
        "'end').remove(); document.body.append(Object.assign(document.createElement('button'), "
        "{ textContent: 'Fresh' })); }"
    )
    said = (await page.compare(before)).lines()
    assert 'button "End": gone' in said
    assert 'button "Fresh": new' in said
    assert "Bored" not in said
    # Two observations of the same kind list the same kinds of elements.
    after = await page.observe()
    assert 'button "Fresh": new' in viewmark.compare(before, after).lines()


async def test_a_look_without_marks_or_without_a_frame_says_nothing_of_what_is_gone(
    page_of: PageOf, tmp_path: Path
) -> None:
    page = Page(await page_of(HTML))
    whole = await page.checkpoint()
    frame = next(each.element.frame for each in whole.entries if each.element.frame)
    empty = replace(whole, entries=(), total_found=0, scope=Scope(whole=False))
    outside = tuple(each for each in whole.entries if not each.element.frame)
    unread = replace(whole, entries=outside, total_found=len(outside), scope=Scope(unread=(frame,)))
    for after in (empty, unread):
        assert viewmark.compare(whole, after).changes == ()
        assert viewmark.compare(after, whole).changes == ()
        kept = load_checkpoint(save_checkpoint(after, tmp_path / "kept.png"))
        assert kept.scope == after.scope
        assert viewmark.compare(whole, kept).changes == ()
    lost = replace(unread, scope=EVERYTHING, contents=None)
    assert "gone" in viewmark.compare(whole, lost).lines()


async def test_a_look_says_what_it_lists(page_of: PageOf) -> None:
    page = Page(await page_of(HTML))
    assert (await page.observe(include=["occluded"], target="all_visible")).scope == EVERYTHING
    part = Scope(texts=False, covered=False, part="#list")
    assert (await page.observe(within="#list")).scope == part
    # A scope loaded from a file is validated like one from a page.
    assert Scope.from_wire(part.to_json()) == part
    assert Scope.from_wire({"texts": 0, "unread": "x", "part": 7, "whole": None}) == EVERYTHING


async def test_a_checkpoint_lists_more_than_anybody_would_read(page_of: PageOf) -> None:
    rows = "".join(
        "<tr>" + "".join(f"<td><a href=#>c{i}-{j}</a></td>" for j in range(20)) + "</tr>"
        for i in range(40)
    )
    page = Page(
        await page_of(
            "<style>body { margin: 0; font: 6px/7px sans-serif } td { padding: 0; width: 50px }"
            f"</style><table>{rows}</table>"
        )
    )
    before = await page.checkpoint()
    assert len(before.entries) == before.total_found == 800
    await page.evaluate(
        "() => { const cells = document.querySelectorAll('td'); cells[65].textContent = '';"
        " cells[700].innerHTML = '<button>Fresh</button>'; }"
    )
    said = (await page.compare(before)).lines()
    assert 'link "c3-5": gone' in said
    assert 'button "Fresh": new' in said
