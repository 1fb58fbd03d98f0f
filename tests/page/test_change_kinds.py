"""Change reports on easily missed cases: duplicates, clickable text, layers, failures."""

from __future__ import annotations

import re
from typing import Any

import pytest
from case_files import lines_of
from page_over import PageOf, page_over

from viewmark.errors import ElementCovered, ViewmarkError
from viewmark.page.change_report import note_changes
from viewmark.page.context import PageContext
from viewmark.page.resolved_target import SelectorTarget

KINDS: dict[str, tuple[str, list[str]]] = lines_of(__file__)


async def _context(page_of: PageOf, html: str) -> PageContext:
    context = PageContext(await page_of(html))
    context.changes = "auto"
    return context


async def _press(context: PageContext, selector: str) -> str:
    return str((await page_over(context).click(SelectorTarget(selector))).changes)


async def _run(context: PageContext, source: str) -> None:
    answer = await context.page.session.send("Runtime.evaluate", {"expression": source})
    assert "exceptionDetails" not in answer, answer


@pytest.mark.parametrize("kind", KINDS)
async def test_each_kind_of_change_is_reported(page_of: PageOf, kind: str) -> None:
    html, wanted = KINDS[kind]
    context = await _context(page_of, html)
    await page_over(context).snapshot()
    report = await _press(context, "#first" if "id=first" in html else "#more")
    assert re.sub(r"@[\w-]+", "@", report).split("\n") == wanted


async def test_a_menu_of_another_row_is_told_though_it_says_the_same(page_of: PageOf) -> None:
    html, _ = KINDS["a menu of the same words, of another row"]
    context = await _context(page_of, html)
    await _press(context, "#first")
    assert await _press(context, "#more") == '> menu (of "Menu 2")'


async def test_equals_are_compared_by_refs_however_many_they_are(page_of: PageOf) -> None:
    html = """<button id=more onclick="fill()">More</button><div id=box></div><script>const fill =
      () => { box.innerHTML = Array.from({ length: 130 }, (_, i) => `<button>B${i}</button>`)
      .join('') }; fill()</script>"""
    context = await _context(page_of, html)
    await page_over(context).snapshot()
    assert await _press(context, "#more") == "nothing changed in words or states"


@pytest.mark.usefixtures("settles")
async def test_a_transition_that_goes_on_is_not_called_nothing(page_of: PageOf) -> None:
    html = """<style>#t { opacity: 0; height: 300px;
      transition: opacity 4s step-end } #t.on { opacity: 1 }</style>
      <button id=more onclick="t.className = 'on'">More</button><p id=t>Words</p>"""
    context = await _context(page_of, html)
    assert (await _press(context, "#more")).splitlines()[-1] == "still: a transition"


COVERED = """<button id=cov>Pay</button><p id=said></p>"""
COVER = """document.body.insertAdjacentHTML('beforeend', `<div role=dialog aria-label=Cookies
  style='position:fixed;inset:0;background:#fff'><button>Accept</button></div>`)"""


async def test_a_failed_action_says_what_the_page_did(page_of: PageOf) -> None:
    context = await _context(page_of, COVERED)
    await _press(context, "#cov")
    await _run(context, COVER)
    with pytest.raises(ElementCovered) as caught:
        await page_over(context).click(SelectorTarget("#cov"))
    lines = caught.value.data["changes"].split("\n")
    assert lines[0] == "since then:"
    assert lines[1].startswith('  + dialog "Cookies": button "Accept" @')
    with pytest.raises(ElementCovered) as caught:
        await page_over(context).click(SelectorTarget("#cov"))
    assert "changes" not in caught.value.data


async def test_a_form_that_fails_says_what_its_fields_did(page_of: PageOf) -> None:
    context = await _context(
        page_of, "<input id=a aria-label=A><input id=b type=number aria-label=B>"
    )
    fields = [
        {"target": SelectorTarget("#a"), "value": "x"},
        {"target": SelectorTarget("#b"), "value": ["y"]},
    ]
    with pytest.raises(ViewmarkError) as caught:
        await page_over(context).fill_form(fields)
    assert '~ textbox "A"' in caught.value.data["changes"]


async def test_an_error_before_an_action_carries_what_changed_meanwhile(page_of: PageOf) -> None:
    context = await _context(page_of, COVERED)
    error: Any = ViewmarkError("It is gone.")
    await note_changes(context, error)
    assert error.data == {}
    await _press(context, "#cov")
    await note_changes(context, error)
    assert error.data == {}
    await _run(context, "said.textContent = 'Sold out'")
    await note_changes(context, error)
    assert error.data == {"changes": "since then:\n  + text: Sold out"}
