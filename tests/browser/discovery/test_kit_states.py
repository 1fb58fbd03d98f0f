"""What a kit says of a state beside the control: on a box around it, on its component, in the sign drawn for it."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover


@pytest.mark.parametrize(
    ("html", "disabled"),
    [
        ("<x-tab disabled role=tab tabindex=0>Old</x-tab>", True),
        ("<x-tab disabled=false role=tab tabindex=0>Old</x-tab>", False),
        (
            "<div><div class='k-item' onclick=1>New</div><div class='k-item k-item--disabled'"
            " onclick=1 style='color:rgba(0,0,0,.26)'>Old</div></div>",
            True,
        ),
        (
            "<div><div class='k-item' onclick=1>New</div><div class='k-item k-item--disabled'"
            " onclick=1>Old</div></div>",
            False,
        ),
    ],
    ids=["a component", "one that is not", "one of several, pale", "one of several, painted"],
)
async def test_what_a_kit_disables_without_aria_says_so(page_of, html, disabled) -> None:
    page = await page_of("<!doctype html>" + html)
    found = {one.name or one.text: one for one in (await discover(page)).elements}
    assert found["Old"].disabled is disabled
