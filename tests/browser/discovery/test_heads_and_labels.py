"""Heads that sort, rows of labels and values by turns, counts on badges, words that nobody sees."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from viewmark import Page

if TYPE_CHECKING:
    from collections.abc import Callable

HEADS = """<style>.sortable:hover { cursor: pointer } .sort-asc { cursor: pointer }
th { padding: 4px 20px }</style><table><tr><th class="h grid-sortable sortable grid-sort-asc sort-asc">Name</th>
<th class="h grid-sortable sortable">Kind</th><th class=h>Sold out</th></tr>
<tr><td>Clay pot</td><td>Pot</td><td>no</td></tr></table><script>
document.querySelectorAll('.h').forEach((each) => each.addEventListener('click', () => 1));</script>"""
PAGES = {
    # The hand comes at the head that is sorted and under the pointer; all that say so sort.
    "heads": (HEADS, ['columnheader "Name" sorted ascending', 'columnheader "Kind"']),
    "the button of a head": (
        "<div role=table><div role=row><div role=columnheader aria-sort=descending>"
        "<button>Name</button></div><div role=columnheader aria-sort=none><button>City</button>"
        "</div></div></div>",
        ['button "Name" sorted descending', 'button "City"'],
    ),
    "labels by turns": (
        "<table><tr><th>After</th><td><input aria-label=x> <a href=#a>(list)</a></td><th>Copy to"
        "</th><td><a href=#b>(list)</a></td></tr><tr><th>Assigned</th><td><a href=#c>(list)</a>"
        "</td><th>Words</th><td><a href=#d>(list)</a></td></tr></table>",
        [
            'textbox "x" (row "After")',
            *(f'link "(list)" (row "{of}")' for of in ("After", "Copy to", "Assigned", "Words")),
        ],
    ),
    "a count for a name": (
        "<a href=#q title=Queue><span style='display:none'>Queue</span>0</a> <a href=#r>7</a>",
        ['link "0" described "Queue"', 'link "7"'],
    ),
    # `select` is the kind of a button, however it looks.
    "a kind of button": (
        "<div><button class='tool'>Bold</button><button class='tool tool-select' "
        "style='background:#ccc'>Formats</button><button class='tool'>Italic</button></div>",
        ['button "Bold"', 'button "Formats"', 'button "Italic"'],
    ),
}


def _lines(seen: Any) -> list[str]:
    return [each.line(refs=False).partition("] ")[2] for each in seen.annotations]


@pytest.mark.parametrize("kind", PAGES)
async def test_lines_say_which_one_and_how_it_stands(
    page_of: Callable[..., Any], kind: str
) -> None:
    html, lines = PAGES[kind]
    page = Page(await page_of(html))
    assert _lines(await page.observe(annotate=True)) == lines


@pytest.mark.parametrize("novalidate", ["", "novalidate"])
async def test_words_of_the_browser_are_told_where_it_shows_them(
    page_of: Callable[..., Any], novalidate: str
) -> None:
    page = Page(await page_of(f"<form {novalidate}><input id=m type=email aria-label=Mail></form>"))
    await page.type("#m", "x@")
    await page.keypress("Tab")
    (line,) = _lines(await page.observe())
    assert "invalid" in line
    assert ("'@'" in line) == (not novalidate)
