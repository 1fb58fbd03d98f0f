"""What is open or shut where only a class or what is painted shows it."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line

STYLE = "<style>.shut { display: none } .float { position: absolute; background: #eee } i { display: inline-block; width: 12px; height: 12px; background: #333 }</style>"
FOLD = "<div class='{0}'><div class=head onclick=0 style='cursor:pointer'>{1}</div><div class='body {2}'>Much is said here of it, and more.</div></div>"
MENU = "<ul><li class='sub {}'><a href=#f>File</a><ul class='{}'><li><a href=#n>New</a></ul><li class='sub {}'><a href=#e>Edit</a><ul class='{}'><li><a href=#u>Undo</a></ul></ul>"
DROP = "<div class='dropdown {}'><button>Actions</button><div class='float'><a href=#1>Rename</a> <a href=#2>Delete</a></div></div>"
TREE = "<ul><li class='{}'><i class='node-toggle' onclick=0></i> <b>Tea</b><ul><li>Assam</ul></ul>"

CASES = [
    ("heads of which one is open", FOLD.format("", "A", "") + FOLD.format("", "B", "shut"), ['generic "A" expanded', 'generic "B" collapsed']),
    ("heads of which all are open", FOLD.format("", "A", "") + FOLD.format("", "B", ""), ['generic "A"', 'generic "B"']),
    ("heads of which none is open", FOLD.format("", "A", "shut") + FOLD.format("", "B", "shut"), ['generic "A"', 'generic "B"']),
    ("a fold that says so by its class", FOLD.format("item open", "A", ""), ['generic "A" expanded']),
    ("one that says that it is shut", FOLD.format("item collapsed", "A", "shut"), ['generic "A" collapsed']),
    ("a fold of few words", FOLD.format("item open", "A", "").replace("Much is said here of it, and more.", "North"), ['generic "A" expanded']),
    ("a badge behind what is open", FOLD.format("item open", "A", "").replace("Much is said here of it, and more.", "3"), ['generic "A"']),
    ("a class that is not what is painted", FOLD.format("item open", "A", "shut") + FOLD.format("item collapsed", "B", ""), ['generic "A"', 'generic "B"']),
    ("a menu whose item is open", MENU.format("open", "", "", "shut"), ['link "File" expanded', 'link "New"', 'link "Edit" collapsed']),
    ("an item before another one that is open", "<ul><li><a href=#o>Overview</a><li class=expanded><button aria-expanded=true>Beds</button><ul><li><a href=#w>Wards of the house</a></ul></ul>", ['link "Overview"', 'button "Beds" expanded', 'link "Wards of the house"']),
    ("a menu at its button", DROP.format("show"), ['button "Actions" expanded', 'link "Rename"', 'link "Delete"']),
    ("links beside a button", DROP.format("").replace("float", ""), ['button "Actions"', 'link "Rename"', 'link "Delete"']),
    ("a dialog behind its button", "<p class=open><button>Ask</button><dialog>Do you really want to take it away?</dialog></p>", ['button "Ask"']),
    ("the title of a dialog that is shown", FOLD.format("pop-show' role='dialog", "Sure?", ""), ['generic "Sure?" (in dialog)']),
    ("the toggle of an item", TREE.format("expanded") + TREE.format("collapsed"), ['generic "" expanded', 'generic "" collapsed']),
    ("the toggle by its own class", "<i class='tree-switcher tree-switcher_close' onclick=0></i> Pots", ['generic "" collapsed']),
    ("a sign drawn in its toggle", "<p><span class='x-switcher x-switcher-expanded'><b><span class=x-switcher-icon onclick=0 style='cursor:pointer'><i></i></span></b></span> Tea</p>", ['generic "" expanded']),
    ("a sign in an open item that folds nothing", TREE.format("expanded").replace("node-toggle", "star"), ['generic ""']),
]  # fmt: skip


@pytest.mark.parametrize(("html", "lines"), [pytest.param(*rest, id=name) for name, *rest in CASES])
async def test_what_is_painted_says_what_is_open(page_of, html: str, lines: list[str]) -> None:
    found = (await discover(await page_of(f"<!doctype html>{STYLE}<body>{html}"))).elements
    assert [element_line(one) for one in found] == lines


async def test_a_toggle_that_a_style_draws_says_how_it_stands(page_of) -> None:
    style = "<style>.k-toggle{display:inline-block;width:16px;height:16px}.k-toggle::before{content:'>'}</style>"
    rows = "".join(
        f"<p><i class='k-toggle {of}' onclick=1></i> {of or 'shut'}</p>" for of in ("open", "")
    )
    page = await page_of(f"<!doctype html>{style}{rows}")
    found = [dict(one.state) for one in (await discover(page)).elements]
    assert found == [{"expanded": True}, {"expanded": False}]


CHOSEN = "<div style='width:300px'><div style='height:24px'><div>{}</div></div><div><div><div class='{}' onclick=0 style='width:280px;height:30px;display:flex;cursor:pointer'><span style='flex:auto'>North</span><i class='{}'></i>{}</div></div></div></div>"
CHOOSERS = [
    ("a drawn list field", CHOSEN.format("Shelf", "x-select-view", "x-select-arrow", ""), ['generic maybe "Shelf" = "North" opens listbox']),
    ("a drawn menu", CHOSEN.format("", "x-dropdown__item", "x-icon-caret-down", ""), ['generic "North" opens menu']),
    ("an arrow without a list", CHOSEN.format("Shelf", "x-head", "x-icon-arrow-down", ""), ['generic "North"']),
    ("a list field without an arrow", CHOSEN.format("Shelf", "x-select-view", "x-icon-edit", ""), ['generic "North"']),
    ("an arrow before other words", CHOSEN.format("", "x-select-view", "x-select-arrow", "<b style='width:120px'>South</b>"), ['generic "North South"']),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "lines"), [pytest.param(*rest, id=name) for name, *rest in CHOOSERS]
)
async def test_what_is_drawn_as_a_list_field_says_what_it_opens(page_of, html, lines) -> None:
    found = (await discover(await page_of(f"<!doctype html>{STYLE}<body>{html}"))).elements
    assert [element_line(one) for one in found] == lines
