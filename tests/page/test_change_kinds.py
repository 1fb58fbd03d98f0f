"""Reports of changes on things that are easily missed: equals, words to press, layers, failures."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from page_over import page_over

from viewmark.errors import ElementCovered, ViewmarkError
from viewmark.page.change_report import REPLACED, note_changes
from viewmark.page.context import PageContext
from viewmark.page.resolved_target import SelectorTarget

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from viewmark.browser.page_target import PageTarget

    PageOf = Callable[..., Awaitable[PageTarget]]

CARDS = """<button id=more onclick="n += 1; draw()">More</button><div id=cards></div>
<script>let n = 0; const draw = () => { cards.innerHTML = '';
for (const words of ['Fix pump', 'Oil hinges']) {
  const card = document.createElement('div'); card.textContent = words + (n ? ` (${n})` : '');
  card.onclick = () => 1; cards.append(card); } }; draw()</script>"""
BOARD = """<button id=more onclick="count.textContent = '2 items'">More</button>
<div id=card onclick=1 style='cursor:pointer'><h3>Cart</h3><p id=count>1 item</p></div>"""
STEPS = """<div id=step><h2>Step 1</h2><button id=first onclick="step.innerHTML =
  '<h2>Step 2</h2><button id=second>Next</button>'">Next</button></div>"""
AGAIN = """<button id=more onclick="box.innerHTML = '<button>Next</button>'">More</button>
<div id=box><button>Next</button></div>"""
LIVE = """<p id=a>1</p>
<button id=more onclick="a.textContent = 2; said.textContent = 'Saved'">More</button>
<div aria-live=polite id=said></div>"""
TOAST = """<p id=a>1</p>
<button id=more onclick="a.textContent = 2; document.body.insertAdjacentHTML('beforeend',
  '<div style=\\'position:fixed;right:9px;bottom:9px\\'>Saved</div>')">More</button>"""
TABS = """<style>.tab { cursor: pointer } .active { color: red }</style>
<div id=tabs><span class='tab active'>Open</span> <span class=tab id=more>Closed</span></div>
<script>for (const tab of tabs.children) tab.onclick = () => {
  for (const one of tabs.children) one.classList.toggle('active', one === tab) }</script>"""
DETAILS = "<details><summary id=more>More</summary><p>Inside</p></details>"
SCROLLS = """<button id=more onclick="box.scrollTop = 40; window.scrollTo(0, 90)">More</button>
<div id=box role=list aria-label=Mails style='height:60px;overflow:auto'>
<p>One<p>Two<p>Three<p>Four<p>Five</div><div style='height:3000px'></div>"""
FRAME = """<button id=more onclick="f.contentDocument.body.innerHTML = 'new'">More</button>
<iframe id=f srcdoc='<p>old</p>'></iframe>"""
SHADOW = """<button id=more onclick="host.shadowRoot.innerHTML = '<p>new</p>'">More</button>
<div id=host></div>
<script>host.attachShadow({ mode: 'open' }).innerHTML = '<p>old</p>'</script>"""

KINDS: dict[str, tuple[str, list[str]]] = {
    "words to press that are drawn anew": (
        CARDS,
        [
            "~ clickable @: Fix pump (1) (was: Fix pump)",
            "~ clickable @: Oil hinges (1) (was: Oil hinges)",
        ],
    ),
    "words in a thing to press": (BOARD, ["~ text: 2 items (in @) (was: 1 item)"]),
    "an equal with another ref": (
        STEPS,
        ['~ heading "Step 2" level=2 (was: "Step 1")', '~ button "Next" @ (was: @)'],
    ),
    "an equal with the same ref": (AGAIN, ["nothing changed in words or states"]),
    "a live region without a role": (LIVE, ["+ text: Saved", "~ text: 2 (was: 1)"]),
    "a toast without a role": (TOAST, ["+ text: Saved", "~ text: 2 (was: 1)"]),
    "a tab that only its class and its colour call chosen": (
        TABS,
        ["~ clickable @: Open (was: selected)", "~ clickable @ selected: Closed"],
    ),
    "details": (DETAILS, ['~ button "More" @ expanded (was: collapsed)', "+ text: Inside"]),
    "what scrolled": (SCROLLS, ["> page scrolled by 0, 90", '> list "Mails" scrolled by 0, 40']),
    "a frame": (FRAME, ["~ text: new (was: old)"]),
    "a shadow tree": (SHADOW, ["~ text: new (was: old)"]),
}


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
    report = await _press(context, "#first" if html is STEPS else "#more")
    assert re.sub(r"@[\w-]+", "@", report).split("\n") == wanted


async def test_equals_beyond_those_that_are_compared_by_refs_are_said(page_of: PageOf) -> None:
    html = """<button id=more onclick="fill()">More</button><div id=box></div><script>const fill =
      () => { box.innerHTML = Array.from({ length: 130 }, (_, i) => `<button>B${i}</button>`)
      .join('') }; fill()</script>"""
    context = await _context(page_of, html)
    await page_over(context).snapshot()
    line = f"... {130 - REPLACED} more were replaced by equals, whose refs may be others"
    assert await _press(context, "#more") == line


async def test_a_transition_that_goes_on_is_not_called_nothing(page_of: PageOf) -> None:
    html = """<style>#t { opacity: 0; transition: opacity 5s step-end } #t.on { opacity: 1 }</style>
      <button id=more onclick="t.className = 'on'">More</button><p id=t>Words</p>"""
    context = await _context(page_of, html)
    assert await _press(context, "#more") == "nothing changed yet (a transition under way)"


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
