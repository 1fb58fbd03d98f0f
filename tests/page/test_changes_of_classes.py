"""Clicks on controls whose state is visible only through a class name."""

from __future__ import annotations

import pytest
from page_over import PageOf, page_over

from viewmark.page.context import PageContext

STYLE = (
    "<style>.b{display:inline-block;width:40px;height:20px;background:#ccc;cursor:pointer}</style>"
)
NOTHING = "nothing changed in words or states"


PRESSES = {
    "its own": ('<span class=b id=t onclick="{}"></span>', "classList.add('lit')", ": +lit"),
    "of the box around it": (
        '<p class=dark><span class=b id=t onclick="{}"></span></p>',
        "parentNode.className = 'light'",
        ": +light -dark",
    ),
    "none": ('<span class=b id=t onclick="{}"></span>', "title", ""),
}


@pytest.mark.parametrize(("html", "script", "wanted"), PRESSES.values(), ids=PRESSES)
async def test_classes_are_told_where_nothing_else_is(
    page_of: PageOf, html: str, script: str, wanted: str
) -> None:
    told = await _press(page_of, html.format(f"this.{script}"))
    assert told == (f"{NOTHING}, but its classes{wanted}" if wanted else NOTHING)


async def test_words_are_told_and_classes_not(page_of: PageOf) -> None:
    change = "this.className = 'b on'; this.textContent = 'On'"
    told = await _press(page_of, f'<span class=b id=t onclick="{change}">Off</span>')
    assert "classes" not in told
    assert "On" in told


async def test_long_classes_are_cut(page_of: PageOf) -> None:
    change = f"this.className = 'b {'x' * 500} a'"
    told = await _press(page_of, f'<span class=b id=t onclick="{change}"></span>')
    assert len(told) < 160


async def _press(page_of: PageOf, html: str) -> str:
    context = PageContext(await page_of(STYLE + html))
    context.changes = "auto"
    return str((await page_over(context).click("#t")).changes)
