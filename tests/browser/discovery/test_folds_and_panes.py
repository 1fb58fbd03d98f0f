"""Ends of trees, panes and folds of tabs, and what only a class or an attribute of a kit says of them."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line

COMPONENT = """<x-radio>retour</x-radio><script>customElements.define("x-radio", class extends HTMLElement {
  constructor() {
    super();
    const inner = this.attachInternals();
    inner.role = "radio";
    inner.ariaChecked = "false";
    this.attachShadow({mode: "open"}).innerHTML =
      "<style>:host{display:inline-block}</style><div style='width:80px;height:30px;cursor:pointer'><slot></slot></div>";
    this.addEventListener("click", () => {});
  }
})</script>"""


async def test_what_a_component_draws_of_itself_is_the_component(page_of) -> None:
    found = (await discover(await page_of(f"<!doctype html>{COMPONENT}"))).elements
    assert [element_line(one) for one in found] == ['radio "retour" unchecked']
