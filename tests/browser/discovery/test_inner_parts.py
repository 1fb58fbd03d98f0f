"""What is one thing with a control around it or beside it, and what such a thing is called."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres

HEAR = """<script>for (const el of document.querySelectorAll('.l'))
  el.addEventListener('click', () => {})</script>"""
SELECT = "<div id=s role={} aria-haspopup=listbox tabindex=0 style='width:200px;height:30px;cursor:pointer;border:1px solid'>{}<span class='l {}' id=a style='float:right;width:20px;height:20px;background:#369'></span></div>"
TICK = "<div style='display:flex'><input type=checkbox id=t style='opacity:0;position:absolute;width:1px;height:1px'><div class='{}' id=d style='width:18px;height:18px;border:1px solid;cursor:pointer'></div><label for=t id=w style='cursor:pointer'>Public</label></div>"
SLIDER = "<div role=slider id=s aria-valuenow=40 aria-label=Heat style='width:200px;height:8px;background:#ccc;position:relative'><button id=k style='position:absolute;left:80px;top:-4px;width:16px;height:16px'></button></div>"
FOLD = "<div class='k-item'><div class='k-item-title l' tabindex=0 id=h style='cursor:pointer;height:30px'><button class='k-fold-expand' id=b tabindex=-1 style='width:20px;height:20px'></button><span>Notes</span></div></div>"
NODE = "<div role=tree><div role=treeitem tabindex=0 id=n style='width:200px;height:28px'><div tabindex=0 id=w style='display:inline-block'><span class=l style='cursor:pointer'>North</span></div></div><div role=treeitem tabindex=-1 id=m style='width:200px;height:28px'>South</div></div>"
RADIOS = "<div role=radiogroup id=g style='cursor:pointer;width:400px;height:36px'><label><input type=radio name=r id=a>Keep</label> <label><input type=radio name=r id=b>Sell</label></div>"
COUNT = "<span style='display:block;width:240px;border:1px solid'><textarea id=f style='width:230px;height:30px;border:0'></textarea><span class=l id=c style='display:block;height:16px;text-align:right'>{}</span></span>"
ITEM = "<my-fold id=i class=l tabindex=0 style='display:block;width:400px;border:1px solid'><div role=heading aria-level=2><span role=button aria-expanded=true id=b>Notes</span></div><div style='height:60px'>Call first</div></my-fold>"
CHIP = "<style>.x::before{{content:'\\2715'}}</style><div role=option tabindex=0 id=o style='width:90px;height:26px;border:1px solid'>fast <span class='{}' id=x style='float:right;width:16px;height:16px'></span></div>"
HEADS = "<style>.f::before{content:'\\25bc'}th{cursor:pointer}</style><table><tr id=r class=l style='height:34px'><th id=t><input type=checkbox id=c style='opacity:0;width:1px;height:1px'><th id=a aria-sort=none>Van <i class='f icon-filter' id=f style='display:inline-block;width:16px;height:16px'></i><th id=b aria-sort=none>Km<tr><td>.<td>x<td>y</table>"

CASES = [
    ("the arrow of what opens a list", SELECT.format("listbox", "Oak", "arrow"), ["s"]),
    ("the arrow of a button that opens a list", SELECT.format("button", "Oak", "arrow"), ["s"]),
    ("a cross in what opens a list", SELECT.format("listbox", "Oak", "icon-clear"), ["s", "a"]),
    ("a sign beside a field in it", SELECT.format("listbox", "<input id=i aria-label=Wood style='width:90px'>", "arrow"), ["i", "a"]),
    ("a box that is drawn for a tick", TICK.format("l"), ["d"]),
    ("the knob in a slider", SLIDER, ["s"]),
    ("a button of a head that keys stop at", FOLD, ["h"]),
    ("a button of it that keys stop at", FOLD.replace("tabindex=-1", ""), ["h", "b"]),
    ("the words of a node that takes the focus", NODE, ["n", "m"]),
    ("a group of radios with the hand", RADIOS, ["a", "b"]),
    ("how much stands in a field", COUNT.format("0/50"), ["f"]),
    ("other words below a field", COUNT.format("Clear it"), ["f", "c"]),
    ("an item that takes the focus for its fold", ITEM, ["b"]),
    ("a box that listens around a fold", ITEM.replace("my-fold", "div"), ["i", "b"]),
    ("a cross that a style draws", CHIP.format("chip-delete x"), ["o", "x"]),
    ("a sign that does not say that it closes", CHIP.format("chip-sign x"), ["o"]),
    ("a row of heads with a tick for all", HEADS, ["t", "a", "f", "b"]),
]  # fmt: skip


@pytest.mark.parametrize(("html", "ids"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
async def test_parts_of_a_control_have_no_mark_of_their_own(page_of, html, ids) -> None:
    page = await page_of("<!doctype html>" + html + HEAR)
    found = (await discover(page)).elements
    assert [one.identity.id for one in found] == ids


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
    rows = "".join(f"<tr><td><input type=checkbox><td>{n}" for n in ("Ana", "Bo"))
    page = await page_of(
        f"<!doctype html><table><tr><th><label><input type=checkbox>All</label><th>Who{rows}</table>"
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
