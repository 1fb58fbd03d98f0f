"""Parts that kits let listen beside the thing itself: cells of ticks, heads, labels, boxes, tracks."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark import Page
from viewmark.browser.discovery.discover import discover

HEAR = """<script>for (const el of document.querySelectorAll('.l'))
  el.addEventListener('click', () => {})</script>"""


MENU = "<style>li{{display:block;width:200px;height:30px;cursor:pointer;list-style:none;color:#333}}.item-active{{color:#06c}}.item-disabled{{color:#ccc}}ul{{padding:0}}</style><ul><li class='l item sub item-active'>Books<ul><li class='l item {}'>All</li><li class='l item'>New</li></ul></li><li class='l item item-disabled'>Settings</li></ul>"


async def test_what_is_around_several_says_nothing_of_one(page_of) -> None:
    page = await page_of("<!doctype html>" + MENU.format("item-active") + HEAR)
    found = {one.text: dict(one.state) for one in (await discover(page)).elements}
    assert found["All"].get("selected") is True
    assert "selected" not in found["New"]


async def test_a_heading_that_is_not_painted_is_over_nothing(page_of) -> None:
    page = await page_of(
        "<!doctype html><h2>Files</h2><section style='display:none'><h3>Stashed</h3></section>"
        "<div><button></button></div><div><button></button></div>"
    )
    contexts = [one.identity.context for one in (await discover(page)).elements]
    assert all("Stashed" not in " ".join(each) for each in contexts)


async def test_a_cross_says_what_it_closes(page_of) -> None:
    page = Page(
        await page_of(
            "<!doctype html><div style='border:1px solid'><h4>Two shifts are empty</h4><button>"
            "<svg data-icon=cross width=12 height=12><path d='M1 1L9 9'></svg></button></div>"
            "<button>Go</button>"
        )
    )
    lines = (await page.observe()).lines()
    assert 'button maybe "cross" (under "Two shifts are empty")' in lines


async def test_full_and_empty_stars_are_one_row(page_of) -> None:
    star = "<span class=l style='cursor:pointer'>{}</span>"
    stars = star.format("\N{BLACK STAR}") * 3 + star.format("\N{WHITE STAR}") * 2
    page = Page(await page_of(f"<!doctype html><button>Less</button><div>{stars}</div>{HEAR}"))
    lines = (await page.observe()).lines()
    assert all(f"{n} of 5" in lines for n in range(1, 6)), lines


SHOWN = [
    (
        "other words",
        "aria-label='toggle dropdown'",
        "More",
        'button "toggle dropdown" shows "More"',
    ),
    ("the same words", "aria-label='More of it'", "More", 'button "More of it"'),
    ("a sign", "aria-label=Close", "x", 'button "Close"'),
    ("a sign with a name", "aria-label=Add", "plus", 'button "Add"'),
]


@pytest.mark.parametrize(
    ("label", "text", "line"), [c[1:] for c in SHOWN], ids=[c[0] for c in SHOWN]
)
async def test_what_is_painted_stands_beside_a_name_that_has_none_of_it(
    page_of, label, text, line
) -> None:
    page = Page(await page_of(f"<!doctype html><button {label}>{text}</button>"))
    assert (await page.observe()).lines().split("\n")[-1].endswith(line)


EVENTS = """<x-event>Pump warm</x-event><x-event selected>Valve stuck</x-event><x-event>Pump cold</x-event>
<script>customElements.define('x-event', class extends HTMLElement { connectedCallback() {
  const is = this.hasAttribute('selected')
  this.attachShadow({mode: 'open'}).innerHTML =
    `<div role=listitem class="item ${is ? 'selected' : ''}" style="width:200px;height:30px;cursor:pointer;background:${is ? '#cde' : '#fff'}"><slot></slot></div>`
  this.shadowRoot.firstChild.addEventListener('click', () => {})
}})</script>"""


async def test_a_component_is_chosen_as_its_only_part_says(page_of) -> None:
    page = await page_of("<!doctype html>" + EVENTS)
    found = {one.text: dict(one.state) for one in (await discover(page)).elements}
    assert found == {"Pump warm": {}, "Valve stuck": {"selected": True}, "Pump cold": {}}


ICON = (
    "<svg class='k-icon k-{}' width=16 height=16 viewBox='0 0 16 16'><path d='M2 2h12v12z'/></svg>"
)
DEAF = f"<p>{ICON.format('bell')}</p>" * 3
LISTENING = """<script>for (const el of document.querySelectorAll('.k-icon, .r'))
  el.addEventListener('click', () => {})</script>"""


@pytest.mark.parametrize(
    ("html", "ids"),
    [
        (f"<div class=r id=r style='height:40px'>Anna {ICON.format('right')}</div>", ["r"]),
        (f"<div style='height:32px'><input id=i>{ICON.format('search')}</div>", ["i"]),
        (f"<div style='height:32px'><input id=i>{ICON.format('close')}</div>", ["i", ""]),
        (f"<div role=button tabindex=0 id=b>Kinds {ICON.format('down')}</div>", ["b"]),
        (f"<div style='height:32px'>Shop {ICON.format('left')}</div>", [""]),
        (
            f"<div style='height:32px'><button id=x>A</button>{ICON.format('left')}</div>",
            ["x", ""],
        ),
    ],
    ids=["a row", "a field", "its cross", "a button", "alone", "beside a button"],
)
async def test_icons_of_a_kit_that_all_listen_are_parts(page_of, html, ids) -> None:
    page = await page_of(f"<!doctype html>{DEAF}{html}{LISTENING}")
    found = (await discover(page)).elements
    assert [one.identity.id for one in found if one.bounds.y > 40][-len(ids) :] == ids
    assert len(found) == len(ids) + 3


async def test_a_pale_star_is_seen_and_a_straight_line_is_drawn(page_of) -> None:
    box = "<div onclick=1 style='width:24px;height:24px'><svg width=16 height=16>{}</svg></div>"
    page = await page_of(
        "<!doctype html><style>i:hover{opacity:1}div:hover svg{opacity:.9}</style>"
        + box.format("<path d='M2 8H14' stroke='#333' stroke-width=2 />")
        + box.format("<path d='M2 2H14V14z' fill='rgba(46,50,56,.05)'/>")
    )
    found = (await discover(page)).elements
    assert len(found) == 2
