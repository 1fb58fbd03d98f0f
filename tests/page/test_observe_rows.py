"""What the rows of an observation carry where the page has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark import Page
from viewmark.browser.actions.navigation import goto

if TYPE_CHECKING:
    from collections.abc import Callable

    from webserver import LocalSite

ROWS = """<!doctype html><title>rows</title>
<a href="/reset?token=abcdef1234567890&page=2" title="Opens a form">Reset</a>
<input aria-label=Age type=number min=1 max=9 step=2 placeholder="in years" aria-invalid=true
  aria-errormessage=e autofocus><p id=e>Too young</p>
<button aria-haspopup=menu aria-current=step>More</button>
<div role=slider tabindex=0 aria-label=Volume aria-valuemin=10 aria-valuemax=30>v</div>
<input type=file aria-label=Paper><input type=email aria-label=Mail><input type=tel aria-label=Call>
<script>customElements.define("x-check", class extends HTMLElement {
  static formAssociated = true;
  constructor() { super(); Object.assign(this.attachInternals(),
    { role: "checkbox", ariaLabel: "Agree", ariaChecked: "true" }); }
  connectedCallback() { this.tabIndex = 0; } });
customElements.define("x-card", class extends HTMLElement {
  constructor() { super();
    this.attachShadow({ mode: "closed" }).innerHTML = "<x-check>box</x-check>"; } });</script>
<x-card></x-card>"""


async def test_rows_tell_all_that_the_page_has(
    page_of: Callable[..., Any], site: LocalSite
) -> None:
    target = await page_of("<title>empty</title>")
    site.put("/rows.html", ROWS)
    await goto(target, site.url("/rows.html"))
    seen = await Page(target).observe(annotate=True)
    states = {row.name: row.element.state for row in seen}
    assert states["Reset"]["description"] == "Opens a form"
    assert states["Reset"]["href"].startswith("/reset?token=")
    assert "abcdef" not in states["Reset"]["href"]
    assert states["Reset"]["href"].endswith("page=2")
    age = {"min": "1", "max": "9", "step": "2", "placeholder": "in years", "focused": True}
    assert age | {"invalid": True, "error": "Too young"} == {
        key: value for key, value in states["Age"].items() if key != "value"
    }
    assert states["More"] == {"haspopup": "menu", "current": "step"}
    assert states["Volume"] == {"min": "10", "max": "30", "value": "20"}
    assert [states[name]["type"] for name in ("Paper", "Mail", "Call")] == ["file", "email", "tel"]
    assert states["Agree"] == {"checked": True}
    wire = seen.to_json()
    assert wire["image"]["annotated"] is True
    assert all("badge" in row for row in wire["annotations"])
