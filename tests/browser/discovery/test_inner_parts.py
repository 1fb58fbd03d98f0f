"""What is one thing with a control around it or beside it, and what such a thing is called."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres

HEAR = """<script>for (const el of document.querySelectorAll('.l'))
  el.addEventListener('click', () => {})</script>"""


HALF = (
    "<div class='tick {}'><div><input type=checkbox id=t {}> <label for=t>Some</label></div></div>"
)
STATES = [
    ("half by the class of its box", HALF.format("tick--indeterminate", "aria-checked=false"), "checked", "mixed"),
    ("no class says so", HALF.format("tick--unchecked", ""), "checked", False),
    ("half by its own class", "<div role=checkbox tabindex=0 aria-checked=false class=indeterminate>Half</div>", "checked", "mixed"),
    ("two in the box of that class", HALF.format("tick--indeterminate", "") .replace("<label", "<input type=checkbox><label"), "checked", False),
    ("folded as its item says", "<div class=i aria-expanded=false><div class=l tabindex=0>Rules</div></div>", "expanded", False),
    ("an item that is no head", "<div class=i aria-expanded=false><b>x</b><div class=l tabindex=0>Rules</div></div>", "expanded", None),
    ("sorted by the arrow that is on", "<table><tr><th class=l style='cursor:pointer'>Hive <i class='sort-sign--active k-sort--asc'></i><th>Kg<tr><td>x<td>y</table>", "sort", "ascending"),
    ("an arrow that is not on", "<table><tr><th class=l style='cursor:pointer'>Hive <i class='sort-sign k-sort--asc'></i><th>Kg<tr><td>x<td>y</table>", "sort", None),
    ("pressed as its component says", "<my-toggle role=presentation aria-pressed=true><button>Bold</button></my-toggle>", "pressed", True),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "key", "value"), [case[1:] for case in STATES], ids=[c[0] for c in STATES]
)
async def test_how_a_thing_stands_is_said_beside_it(page_of, html, key, value) -> None:
    page = await page_of("<!doctype html>" + html + HEAR)
    first = (await discover(page)).elements[0]
    assert first.state.get(key) == value


STARS = "<style>.star{{width:20px;height:20px;border:0;background:#ccc}}.on{{background:#06c}}</style><div><div>{}</div></div>"


async def test_stars_whose_own_class_says_so_are_a_rating(page_of) -> None:
    stars = "".join(f"<button class='star {'on' if n < 2 else ''}'></button>" for n in range(4))
    page = await page_of("<!doctype html>" + STARS.format(stars))
    states = [one.state.get("checked") for one in (await discover(page)).elements]
    assert states == [True, True, False, False]


async def test_words_of_an_item_that_is_disabled_say_so(page_of) -> None:
    items = "".join(
        f"<li class='item {'item--disabled' if word == 'Elm' else ''}' style='color:#333'><span class=l tabindex=0 style='cursor:pointer'>{word}</span></li>"
        for word in ("Oak", "Elm")
    )
    page = await page_of(f"<!doctype html><ul>{items}</ul>{HEAR}")
    assert [one.disabled for one in (await discover(page)).elements] == [False, True]


LABELLED = "<div><label>{}</label><div><span style='display:none'></span><div style='width:200px'>{}</div></div></div>"
NAMES = [
    ("what a kit calls its fields", LABELLED.format("Model", "<input aria-label='ComboBox input'>"), "Model"),
    ("what is chosen", LABELLED.format("Kind", "<input role=combobox aria-label='Selected Clay.' value=Clay>"), "Kind"),
    ("what its author calls it", LABELLED.format("Model", "<input aria-label='Find a model'>"), ""),
    ("what could be its name", LABELLED.format("Bought", "<input aria-label='Date'>"), ""),
    ("a button that opens a list", "<div><label>Wood</label><div role=button tabindex=0 aria-haspopup=listbox style='width:200px'>Oak</div></div>", "Wood"),
    ("a label in such a button", "<div role=button tabindex=0 aria-haspopup=listbox style='width:200px'><div>Oak</div><label>Wood</label></div>", "Wood"),
    ("how it stands", "<div role=heading aria-level=3 tabindex=0 class=l aria-label=expanded>Notes</div>", "Notes"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "label"), [case[1:] for case in NAMES], ids=[c[0] for c in NAMES])
async def test_a_painted_label_tells_more_than_the_word_of_a_kit(page_of, html, label) -> None:
    page = await page_of("<!doctype html>" + html + HEAR)
    assert (await discover(page)).elements[0].label_hint == label


async def test_a_cross_says_what_it_closes(page_of) -> None:
    cross = "<button style='width:20px;height:20px'><i class=icon-cross></i></button>"
    clear = "<button aria-label='Clear value' style='width:20px;height:20px'></button>"
    page = await page_of(
        f"<!doctype html><button>More</button><div><b>Swarm season</b>{cross}</div>"
        f"<p>Bees</p><div><input aria-label=Find value=oak>{clear}</div>"
    )
    found = (await discover(page)).elements
    assert wheres(found)[1] == 'in "Swarm season"'
    assert wheres(found)[3] == 'in "Find"'


async def test_a_tick_of_a_row_is_not_called_all(page_of) -> None:
    hidden = "<span style='position:absolute;width:1px;height:1px;overflow:hidden'>All</span>"
    rows = "".join(f"<tr><td><input type=checkbox><td>{n}" for n in ("Ana", "Bo"))
    page = await page_of(
        f"<!doctype html><table><tr><th><label><input type=checkbox>{hidden}</label><th>Who{rows}</table>"
    )
    found = (await discover(page)).elements
    assert [one.label_hint for one in found[1:]] == ["", ""]


async def test_a_list_that_is_only_read_is_not_written_into(page_of) -> None:
    page = await page_of(
        "<!doctype html><input role=combobox aria-label=Wood readonly value=Oak aria-expanded=false>"
    )
    [found] = (await discover(page)).elements
    line = element_line(found)
    assert "readonly" in line
    assert "editable" not in line


async def test_what_only_those_hear_who_tick_a_row_does_not_name_it(page_of) -> None:
    hidden = "<span style='position:absolute;width:1px;height:1px;overflow:hidden'>{}</span>"
    tick = "<td><label><input type=checkbox>" + hidden + "</label>"
    rows = "".join(
        f"<tr>{tick.format(f'Row {n}')}<td>{n}<td><button>Edit</button>" for n in ("Ana", "Bo")
    )
    head = tick.replace("td", "th").format("All rows")
    page = await page_of(
        f"<!doctype html><table><thead><tr>{head}<th>Who<th></thead><tbody>{rows}</table>"
    )
    ticks = [one for one in (await discover(page)).elements if one.role == "checkbox"]
    assert [(one.cell.row, one.cell.column) for one in ticks[1:]] == [("Ana", ""), ("Bo", "")]


async def test_a_field_in_a_box_that_opens_a_list_says_so(page_of) -> None:
    page = await page_of(
        "<!doctype html><div role=combobox aria-haspopup=listbox aria-expanded=false><div>"
        "<input role=textbox aria-label=Fuel readonly value=Oil></div></div>"
    )
    [found] = (await discover(page)).elements
    assert found.state["haspopup"] == "listbox"
    assert found.state["expanded"] is False


TABS = "<ul role=tablist>{}</ul>"
TAB = "<li><a role=tab tabindex=0 aria-expanded={}>{}</a></li>"


async def test_of_tabs_that_say_it_as_folds_the_open_one_is_chosen(page_of) -> None:
    tabs = TAB.format("false", "Plan") + TAB.format("true", "Mills")
    page = await page_of("<!doctype html>" + TABS.format(tabs))
    states = [dict(one.state) for one in (await discover(page)).elements]
    assert [state.get("selected") for state in states] == [False, True]
    assert not any("expanded" in state for state in states)


async def test_two_open_tabs_are_left_as_they_say(page_of) -> None:
    tabs = TAB.format("true", "Plan") + TAB.format("true", "Mills")
    page = await page_of("<!doctype html>" + TABS.format(tabs))
    assert [one.state.get("expanded") for one in (await discover(page)).elements] == [True, True]


ICON = "<i class='icon {}' style='display:inline-block;width:12px;height:12px;background:#36a'></i>"
HINTS = [
    ("how a box looks", f"<button style='width:24px;height:24px'><span class='my-icon--no-slots'>{ICON.format('icon-refresh')}</span></button>", "refresh"),
    ("what closes", f"<button class=tabs__close-btn style='width:24px;height:24px'>{ICON.format('icon-error-o')}</button>", "close"),
    ("a shape of the drawing itself", "<button class=sort-clickable style='width:24px;height:24px'><svg width=16 height=16><defs><circle id=sort-path-1 cx=8 cy=8 r=8></circle></defs><use href='#sort-path-1'></use></svg></button>", "sort"),
    ("one of several buttons with words", f"<div><button class=a style='width:28px;height:28px;background:#fff'>{ICON.format('icon-bell')}</button><button style='background:#36c'>New</button><button style='background:#eee'>Undo</button></div>", "bell"),
    ("what folds and unfolds", "<span class='expand-collapse-button l' style='display:block;width:16px;height:16px;background:#36a;cursor:pointer'></span>", "toggle"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "hint"), [case[1:] for case in HINTS], ids=[c[0] for c in HINTS])
async def test_a_sign_is_called_by_what_it_does(page_of, html, hint) -> None:
    page = await page_of("<!doctype html>" + html + HEAR)
    assert (await discover(page)).elements[0].label_hint == hint


RATE = "<div class=my-rate>{}</div>"
SIGN = "<div class='l' style='display:inline-block;position:relative;width:16px;height:16px;cursor:pointer;background:#ccc'><span style='position:absolute;left:0;width:{};height:16px;background:#36c'></span></div>"


async def test_stars_that_are_painted_over_pale_ones_count(page_of) -> None:
    stars = "".join(SIGN.format(width) for width in ("100%", "100%", "0", "0"))
    page = await page_of("<!doctype html>" + RATE.format(stars) + HEAR)
    found = (await discover(page)).elements
    assert [one.state.get("checked") for one in found] == [True, True, False, False]
    assert {one.label_hint for one in found} == {"star"}


SWITCH = "<div class=my-switch><span class='my-switch__wrapper l {}' style='display:block;width:34px;height:16px;background:#36c;cursor:pointer'></span></div>"


async def test_a_switch_is_told_by_what_its_drawn_part_is_called(page_of) -> None:
    switches = SWITCH.format("my-switch--checked") + SWITCH.format("")
    page = await page_of("<!doctype html>" + switches + HEAR)
    found = (await discover(page)).elements
    assert [one.state.get("checked") for one in found] == [True, False]


async def test_a_head_beside_an_open_one_of_its_kind_is_shut(page_of) -> None:
    items = "".join(
        f"<div class=item><div class='l title {more}' style='cursor:pointer;height:30px'>{word}</div></div>"
        for word, more in (("Notes", "fold--open"), ("Rules", ""), ("Shut", "other"))
    )
    page = await page_of(f"<!doctype html>{items}{HEAR}")
    states = [one.state.get("expanded") for one in (await discover(page)).elements]
    assert states[1:] == [False, None]


async def test_what_is_painted_in_a_list_field_is_no_name_of_it(page_of) -> None:
    field = "<div style='width:200px;height:30px;border:1px solid;position:relative'><span>Bug</span><input role=combobox aria-expanded=false style='width:2px;border:0'></div>"
    page = await page_of(f"<!doctype html><div><label>Kind</label>{field}</div>")
    [found] = (await discover(page)).elements
    assert found.label_hint in ("", "Kind")


async def test_a_heading_of_a_message_is_none_of_what_stands_behind_it(page_of) -> None:
    page = await page_of(
        "<!doctype html><div><section style='background:#fed;border-radius:6px'><h2>Late</h2><p>Look soon.</p></section></div>"
        "<div><button></button></div><div><button></button></div>"
    )
    contexts = [one.identity.context for one in (await discover(page)).elements]
    assert all("Late" not in " ".join(each) for each in contexts)


FOLDS = "<div class='fold' style='cursor:pointer;width:200px'><header class='l' style='height:34px'>Notes</header><div style='height:30px'>Ring twice</div></div>"
RADIO = "<label style='display:inline-block'><input type=radio name=r id=a style='opacity:0;position:absolute;width:18px;height:18px'><span class=dot style='display:inline-block;width:18px;height:18px;background:#36c'></span><span id=w style='cursor:pointer'>Road</span></label>"


async def test_the_box_with_the_hand_around_a_head_has_none(page_of) -> None:
    page = await page_of("<!doctype html>" + FOLDS + HEAR)
    assert [one.tag for one in (await discover(page)).elements] == ["header"]


async def test_the_words_of_a_label_have_none_beside_its_radio(page_of) -> None:
    page = await page_of("<!doctype html>" + RADIO)
    assert [one.role for one in (await discover(page)).elements] == ["radio"]


async def test_a_class_of_all_icons_of_a_kit_is_no_word(page_of) -> None:
    switch = "<button class=my-switch style='width:40px;height:20px'><i class='icon-scale {}' style='display:inline-block;width:9px;height:9px;background:#36a'><svg width=9 height=9><path d='{}'></path></svg></i></button>"
    page = await page_of(
        "<!doctype html>" + switch.format("", "M0 0L9 9") + switch.format("", "M0 9L9 0")
    )
    hints = [one.label_hint for one in (await discover(page)).elements]
    assert not any("scale" in hint for hint in hints)


async def test_a_switch_with_words_for_both_ways_stands_as_its_own_class_says(page_of) -> None:
    switch = "<button class='my-switch {}' style='width:44px'><span class=text-on>On</span><span class=text-off>Off</span></button>"
    page = await page_of("<!doctype html>" + switch.format("my-switch-active") + switch.format(""))
    states = [one.state.get("checked") for one in (await discover(page)).elements]
    assert states[0] is True


async def test_a_label_around_a_tick_and_its_drawing_stands_for_both(page_of) -> None:
    page = await page_of(
        "<!doctype html><div><label class=l id=w style='cursor:pointer;display:inline-block'><input type=checkbox style='opacity:0;position:absolute;width:1px;height:1px'>"
        f"<div class=l style='width:30px;height:16px;background:#36c'></div></label>Ring</div>{HEAR}"
    )
    [found] = (await discover(page)).elements
    assert (found.identity.id, found.label_hint) == ("w", "Ring")


NODE_OF = "<div class='node {}'><span></span><div class='content l' style='cursor:pointer;height:24px'>{}{}</div></div>"


async def test_items_of_which_some_say_that_they_are_open(page_of) -> None:
    sign = "<svg width=9 height=9><path d='M0 0L9 9' stroke=red></path></svg>"
    nodes = (
        NODE_OF.format("node--open", sign, "North")
        + NODE_OF.format("", "", "Mill")
        + NODE_OF.format("", sign, "South")
    )
    page = await page_of(f"<!doctype html>{nodes}{HEAR}")
    states = [one.state.get("expanded") for one in (await discover(page)).elements]
    assert states == [True, None, False]


async def test_a_class_that_all_items_have_says_nothing_of_a_fold(page_of) -> None:
    sign = "<svg width=9 height=9><path d='M0 0L9 9' stroke=red></path></svg>"
    nodes = "".join(NODE_OF.format("open-sans", sign, word) for word in ("North", "South"))
    page = await page_of(f"<!doctype html>{nodes}{HEAR}")
    assert not any("expanded" in one.state for one in (await discover(page)).elements)


async def test_an_item_is_folded_as_its_head_says(page_of) -> None:
    page = await page_of(
        "<!doctype html><ul role=listbox><li role=option tabindex=0><div aria-expanded=false>Crew</div></li></ul>"
    )
    [found] = (await discover(page)).elements
    assert found.state["expanded"] is False


async def test_a_list_that_shows_its_value_in_a_field_is_called_by_its_label(page_of) -> None:
    page = await page_of(
        "<!doctype html><div><label>Kind</label><span role=listbox aria-haspopup=true tabindex=0 style='display:inline-block;width:200px;border:1px solid'>"
        "<input readonly tabindex=-1 value=Van></span></div>"
    )
    first = (await discover(page)).elements[0]
    assert (first.label_hint, first.state["value"]) == ("Kind", "Van")


async def test_a_cross_in_shadow_trees_says_what_it_closes(page_of) -> None:
    page = await page_of(
        "<!doctype html><a href=#s>Systems</a><my-banner></my-banner><script>"
        "const root = document.querySelector('my-banner').attachShadow({mode: 'open'});"
        "root.innerHTML = '<div><b>Offline</b> Two are off.<my-button>Close</my-button></div>';"
        "root.querySelector('my-button').attachShadow({mode: 'open'}).innerHTML = '<button style=\"width:24px;height:24px;overflow:hidden\"><slot></slot></button>';"
        "</script>"
    )
    found = (await discover(page)).elements
    assert wheres(found)[1] == 'in "Offline Two are off."'
