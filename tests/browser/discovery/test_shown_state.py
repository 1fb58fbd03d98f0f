"""What only a style shows of how something stands: the chosen one of several, a day of another month."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres

STYLE = "<style>li, .b, .d { color: black } .active a, .x--selected, .is-current { color: red } .on, .big { font-weight: bold }</style>"
LIST = "<ul><li class='{}'><a href=#a>A</a></li><li class='{}'><a href=#b>B</a></li><li class='{}'><a href=#c>C</a></li></ul>"
TABS = "<div><div class='d {}' onclick=0>A</div><div class='d {}' onclick=0>B</div><div class='d {}' onclick=0>C</div></div>"
RATE = (
    "<div class={}>"
    + "".join(
        f"<b class=b onclick=0 style='cursor:pointer;color:{'red' if n < 3 else 'gray'}'>★</b>"
        for n in range(5)
    )
    + "</div>"
)
LINKS = [f'link "{each}"' for each in "ABC"]
PLAIN = [f'generic "{each}"' for each in "ABC"]


def _month(other: str) -> str:
    days = [*range(30, 32), *range(1, 31), *range(1, 4)]
    cells = "".join(
        f"<div class='day{other * (i < 2 or i > 31)}' onclick=0 style='float:left;width:30px;height:20px'>{day}</div>"
        for i, day in enumerate(days)
    )
    return f"<div style='width:210px'><h3>April 2026</h3><div>{cells}</div></div>"


CASES = [
    ("the item of a link says it", LIST.format("active", "", ""), ['link "A" current', *LINKS[1:]]),
    ("the link itself in its item", "<ul>" + "".join(f"<li><a class='b{' is-current' * (each == 'B')}' href=#{each}>{each}</a></li>" for each in "ABC") + "</ul>", [LINKS[0], LINKS[1] + " current", LINKS[2]]),
    ("a word that paints nothing", LIST.format("", "selected", ""), LINKS),
    ("a word for all", LIST.format("active", "active", "active"), LINKS),
    ("a word for two of three", LIST.format("active", "active", ""), LINKS),
    ("a word that says the contrary", LIST.format("non-active", "", ""), LINKS),
    ("a class of a kit", TABS.format("", "x--selected", ""), [PLAIN[0], PLAIN[1] + " selected", PLAIN[2]]),
    ("a style without a word", TABS.format("big", "", ""), PLAIN),
    ("a class that is one word", TABS.format("", "on", ""), [PLAIN[0], PLAIN[1] + " selected", PLAIN[2]]),
    ("a word in data", "<button data-state=on style='color:red'>A</button><button data-state=off>B</button>", ['button "A" selected', 'button "B"']),
    ("a word in data that paints nothing", "<button data-selected>A</button><button>B</button>", ['button "A"', 'button "B"']),
    ("data that says no", "<button data-active=false style='color:red'>A</button><button data-active=false>B</button>", ['button "A"', 'button "B"']),
    ("signs of a rating", RATE.format("rate"), [f"generic \"★\" {'checked' if n < 4 else 'unchecked'} ({n} of 5)" for n in range(1, 6)]),
    ("signs that are no rating", RATE.format("b"), [f'generic "★" ({n} of 5)' for n in range(1, 6)]),
    ("one that is alone", "<div class='d is-current' onclick=0>A</div>", PLAIN[:1]),
    ("one among others of another kind", "<div class='d is-current' onclick=0>A</div><p onclick=0>B</p>", [PLAIN[0], 'paragraph "B"']),
    ("what says it itself", "<button class='b is-current' aria-pressed=false>A</button><button class=b>B</button>", ['button "A" unpressed', 'button "B"']),
    ("what is open", "<button class='b is-current' aria-expanded=true>A</button><button class=b>B</button>", ['button "A" expanded', 'button "B"']),
    ("a component's property", "<x-tab active onclick=0 style='color:red'>A</x-tab><x-tab onclick=0>B</x-tab>", ['generic "A" selected', 'generic "B"']),
]  # fmt: skip


async def _lines(page_of, html: str) -> list[str]:
    found = (await discover(await page_of(f"<!doctype html>{STYLE}<body>{html}"))).elements
    return [element_line(one, where=where) for one, where in zip(found, wheres(found), strict=True)]


@pytest.mark.parametrize(("html", "lines"), [pytest.param(*rest, id=name) for name, *rest in CASES])
async def test_a_word_and_a_style_say_what_is_chosen(page_of, html: str, lines: list[str]) -> None:
    assert await _lines(page_of, html) == lines


@pytest.mark.parametrize(
    "other", [" other-month", " is-prevMonth", " nav_dayother", " outsideMonth"]
)
async def test_days_of_other_months_say_so(page_of, other: str) -> None:
    said = await _lines(page_of, _month(other))
    assert said[0] == 'generic "30" of the previous month (under "April 2026")'
    assert said[2] == 'generic "1" (under "April 2026")'
    assert said[-1] == 'generic "3" of the next month (under "April 2026")'


async def test_days_without_such_a_class_are_told_by_their_order(page_of) -> None:
    said = await _lines(page_of, _month(" plain"))
    assert said == await _lines(page_of, _month(" other-month"))
