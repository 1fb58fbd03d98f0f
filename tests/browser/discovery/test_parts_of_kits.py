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


async def test_one_of_a_list_that_is_disabled_by_its_class_says_so(page_of) -> None:
    page = await page_of("<!doctype html>" + MENU.format("") + HEAR)
    found = {one.text: one for one in (await discover(page)).elements}
    assert found["Settings"].disabled
    assert not found["New"].disabled


async def test_a_heading_that_is_not_painted_is_over_nothing(page_of) -> None:
    page = await page_of(
        "<!doctype html><h2>Files</h2><section style='display:none'><h3>Stashed</h3></section>"
        "<div><button></button></div><div><button></button></div>"
    )
    contexts = [one.identity.context for one in (await discover(page)).elements]
    assert all("Stashed" not in " ".join(each) for each in contexts)


FOLD = "<div class='w item {}'><div class='w head l' style='height:30px'><i class=sign>v</i><span>{}</span></div><div class='w body' style='{}'>What it holds: a lot of words.</div></div>"


async def test_a_class_of_all_parts_of_a_kit_makes_no_head_of_what_is_folded(page_of) -> None:
    folds = FOLD.format("item-open", "Settings", "height:90px") + FOLD.format(
        "", "Alarms", "display:none"
    )
    page = await page_of(f"<!doctype html><div class=w>{folds}</div>{HEAR}")
    states = [one.state.get("expanded") for one in (await discover(page)).elements]
    assert states == [True, False]


async def test_a_check_mark_says_whether_it_is_on_by_its_class(page_of) -> None:
    mark = "<div class='checkmark {} l' style='cursor:pointer;width:20px;height:20px;background:#cde'><span class='icon-{}'>x</span></div>"
    page = await page_of(
        f"<!doctype html>{mark.format('checked', 'check')}{mark.format('', 'unchecked')}{HEAR}"
    )
    states = [one.state.get("checked") for one in (await discover(page)).elements]
    assert states == [True, False]


IDS = [
    ("what is done there", "chat-submit", "chat submit"),
    ("a kind of control", "new-chat-button", "new chat"),
    ("a part of a kit", "node-input-checkall", ""),
    ("made by a program", "btn-3f2a91bc", ""),
    ("no act", "main-content", ""),
]


@pytest.mark.parametrize(("id_", "hint"), [case[1:] for case in IDS], ids=[c[0] for c in IDS])
async def test_an_id_that_says_what_is_done_is_a_guess(page_of, id_, hint) -> None:
    page = await page_of(
        f"<!doctype html><button id={id_} style='width:30px;height:30px'></button>"
    )
    [one] = (await discover(page)).elements
    assert (one.name, one.label_hint) == ("", hint)


async def test_arrows_of_a_tree_are_shut_where_one_of_their_kind_says_that_it_is_open(
    page_of,
) -> None:
    arrow = "<li><span class='k-tree-arrow {} l' style='cursor:pointer'><i style='display:inline-block;width:12px;height:12px;background:#36a'></i></span> {}</li>"
    page = await page_of(
        f"<!doctype html><ul>{arrow.format('k-tree-arrow-open', 'a')}{arrow.format('', 'b')}</ul>{HEAR}"
    )
    states = [one.state.get("expanded") for one in (await discover(page)).elements]
    assert states == [True, False]


async def test_a_button_that_stays_down_says_so_by_its_class(page_of) -> None:
    page = await page_of(
        "<!doctype html><button class='k-button k-toggle-button mod-active'>Fan</button>"
        "<button class='k-button mod-active'>Go</button>"
    )
    states = [one.state.get("pressed") for one in (await discover(page)).elements]
    assert states == [True, None]


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


async def test_a_tick_box_in_what_a_kit_calls_a_head_is_for_all_rows(page_of) -> None:
    page = await page_of(
        "<!doctype html><div class='Table_headerRow_x1'><input type=checkbox></div>"
        "<div class='Table_row_x1'><input type=checkbox> Ann</div>"
    )
    assert (await discover(page)).elements[0].label_hint == "all rows"


async def test_the_handle_on_the_line_of_a_slider_is_guessed_to_be_one(page_of) -> None:
    handle = "<div {} style='position:absolute;left:90px;top:-5px;width:12px;height:12px;border:1px solid'></div>"
    track = "<div class='k-slider-wrap' style='position:relative;width:300px;height:4px;background:#ccc'>{}</div>"
    page = await page_of(
        "<!doctype html>" + track.format("<div>" + handle.format("tabindex=0") + "</div>")
    )
    assert [one.label_hint for one in (await discover(page)).elements] == ["slider"]


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


SWITCH = "<div style='cursor:pointer;height:24px;width:120px'><{0} id=s aria-labelledby=w style='width:30px;height:16px'></{1}> <span id=w>{2}</span></div>"
COVERED = (
    "<style>.t{position:relative;display:inline-block;width:16px;height:16px}"
    ".t input{position:absolute;opacity:0;width:16px;height:16px;margin:0}"
    ".t i{position:relative;display:block;width:16px;height:16px;background:#06c}</style>"
    "<span style='cursor:pointer;display:inline-block;height:20px'><span class=t>"
    "<input type=checkbox checked aria-labelledby=w id=s><i></i></span> <b id=w>Gift</b></span>"
)


@pytest.mark.parametrize(
    ("html", "lines"),
    [
        (SWITCH.format("button role=switch aria-checked=true", "button", "Live"), ["switch Live"]),
        (
            SWITCH.format("button role=switch aria-checked=true", "button", "Live</span> since"),
            ["generic Live since", "switch Live"],
        ),
        (COVERED, ["checkbox Gift"]),
        (
            "<div tabindex=0 style='width:24px;height:24px'><span role=button aria-label=Filter"
            " tabindex=-1 style='display:block;width:22px;height:22px;background:#888'></span></div>",
            ["button Filter"],
        ),
    ],
    ids=["a switch", "with more words", "a covered field", "a button in a stop"],
)
async def test_what_is_around_a_control_is_no_second_one(page_of, html, lines) -> None:
    page = await page_of("<!doctype html>" + html)
    found = (await discover(page)).elements
    assert [f"{one.role} {one.name or one.text}" for one in found] == lines


async def test_a_clear_field_is_not_covered_by_what_is_drawn_for_it(page_of) -> None:
    tick = COVERED[: COVERED.index("<span style")] + (
        "<span class=t style='height:20px'><input type=checkbox checked id=s style='height:20px'>"
        "<i style='top:2px'></i></span> Tea"
    )
    page = await page_of("<!doctype html>" + tick)
    (found,) = (await discover(page)).elements
    assert (found.role, found.identity.id) == ("checkbox", "s")


async def test_a_strip_of_what_comes_with_the_pointer_is_no_thing(page_of) -> None:
    cut = "<div style='width:{}px;overflow:hidden;display:inline-block'><button style='width:24px'>v</button></div>"
    page = await page_of(f"<!doctype html>{cut.format(3)}{cut.format(12)}<hr>")
    (found,) = (await discover(page)).elements
    assert found.bounds.width == 12


async def test_a_pale_star_is_seen_and_a_straight_line_is_drawn(page_of) -> None:
    box = "<div onclick=1 style='width:24px;height:24px'><svg width=16 height=16>{}</svg></div>"
    page = await page_of(
        "<!doctype html><style>i:hover{opacity:1}div:hover svg{opacity:.9}</style>"
        + box.format("<path d='M2 8H14' stroke='#333' stroke-width=2 />")
        + box.format("<path d='M2 2H14V14z' fill='rgba(46,50,56,.05)'/>")
    )
    found = (await discover(page)).elements
    assert len(found) == 2


STEP = "<b class=r id={} style='display:inline-block;width:24px;height:24px;background:#ddd'></b>"


@pytest.mark.parametrize(
    ("behind", "ids"), [(STEP.format("more"), ["less", "n", "more"]), ("", ["n"])]
)
async def test_a_sign_before_a_field_is_less_where_more_stands_behind_it(
    page_of, behind, ids
) -> None:
    field = "<input id=n value=2 style='width:40px'>"
    page = await page_of(
        f"<!doctype html><div style='width:100px'>{STEP.format('less')}{field}{behind}</div>{LISTENING}"
    )
    found = (await discover(page)).elements
    assert [one.identity.id for one in found] == ids
