"""What only a drawing shows: ticks and folds of kits, values of drawn fields, messages of forms, rows that listen."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from viewmark import Page

if TYPE_CHECKING:
    from collections.abc import Callable


def _tick(words: str, icon: str) -> str:
    drawing = f'<svg class="k-checkbox__icon {icon}" width=20 height=20><circle cx=10 cy=10 r=9 fill=red /></svg>'
    return f'<div style="display:flex;gap:8px"><div class=k-checkbox onclick="1" style="cursor:pointer">{drawing}</div><span>{words}</span></div>'


SELECT = """<div><label>Branch</label><div><div style="border:1px solid;width:200px;display:flex"><div style="flex:1">
<div class="{kind}">{shown}</div><input {field} role=combobox style="width:2px;opacity:0;border:0;padding:0"></div></div></div></div>"""
ROWS = """<table>{rows}</table><script>
for (const each of document.querySelectorAll('{listening}')) each.addEventListener('click', () => 1);</script>"""
ROW = "<tr><td>{name}</td><td>3</td><td><input type=button title=Edit style='width:16px'></td><td><input type=button title=Delete style='width:16px'></td></tr>"
TEAS = [ROW.format(name=name) for name in ("Clay pot", "Glass cup", "Iron kettle")]
PRESSED = [
    f'button "{what}" (in "{name} 3")'
    for name in ("Clay pot", "Glass cup", "Iron kettle")
    for what in ("Edit", "Delete")
]
PAGES = {
    "ticks by their icon": (
        _tick("Assam", "k-icon-checked")
        + _tick("Ceylon", "k-checkbox__icon--unchecked k-icon-check"),
        [
            'generic maybe "checkbox" checked (in "Assam")',
            'generic maybe "checkbox" unchecked (in "Ceylon")',
        ],
    ),
    # Neither word, or both: nothing is said.
    "ticks that say nothing": (
        _tick("Assam", "k-icon") + _tick("Ceylon", "checked unchecked"),
        ['generic maybe "checkbox" (in "Assam")', 'generic maybe "checkbox" (in "Ceylon")'],
    ),
    "switches and their rows": (
        "".join(
            f"<div style='display:flex'><span>{of}</span><div class='k-switch {kind}' onclick='1' "
            "style='cursor:pointer;background:red;width:40px;height:20px'><b></b></div></div>"
            for of, kind in (("Gift", "k-switch-open"), ("Rush", "is-off"))
        ),
        [
            'generic maybe "switch" checked (in "Gift")',
            'generic maybe "switch" unchecked (in "Rush")',
        ],
    ),
    "what is unfolded": (
        "<div class='k-title k-title-expanded' onclick='1' style='cursor:pointer'>Discounts</div>"
        "<div class='k-title' onclick='1' style='cursor:pointer'>Hints</div>"
        "<div class='k-title k-collapsed' onclick='1' style='cursor:pointer'>Notes</div>",
        ['generic "Discounts" expanded', 'generic "Hints"', 'generic "Notes" collapsed'],
    ),
    "the value of a drawn field": (
        SELECT.format(kind="value", shown="main", field=""),
        ['combobox maybe "Branch" = "main" editable'],
    ),
    "a drawn field without a value": (
        SELECT.format(kind="css-placeholder", shown="Choose one", field=""),
        ['combobox maybe "Branch" editable'],
    ),
    "rows that listen one by one": (
        ROWS.format(rows="".join(TEAS), listening="tr"),
        [
            'none "Clay pot 3"',
            *PRESSED[:2],
            'none "Glass cup 3"',
            *PRESSED[2:4],
            'none "Iron kettle 3"',
            *PRESSED[4:],
        ],
    ),
    "a listener above the rows": (ROWS.format(rows="".join(TEAS), listening="table"), PRESSED),
    "the one sorted head": (
        "<table><tr><th><a href=#a class='active desc'>Name</a></th><th><a href=#b class=inactive>City</a></th>"
        "<th><a href=#c class='inactive'>Zone</a></th></tr><tr><td>a</td><td>b</td><td>c</td></tr></table>",
        [
            'link "Name" sorted descending',
            'link "City"',
            'link "Zone"',
        ],
    ),
    # A class that all have is how the next press sorts.
    "heads of one direction": (
        "<table><tr><th><a href=#a class=desc>Name</a></th><th><a href=#b class=desc>City</a></th></tr><tr><td>a</td><td>b</td></tr></table>",
        ['link "Name"', 'link "City"'],
    ),
}
PAGES |= {
    "an icon by the id of its path": (
        "<div onclick='1' style='cursor:pointer;width:24px'><svg width=20 height=20><path id=kit-icon-paperclip d='M2 2L18 18' stroke=red /></svg></div>",
        ['generic maybe "paperclip"'],
    ),
    "the active arrow of a head": (
        "<table><tr><th style='cursor:pointer' class=k-head><b>Name</b><i class='caret-up active'>^</i><i class=caret-down>v</i></th>"
        "<th style='cursor:pointer' class=k-head>City<i class=caret-up>^</i><i class=caret-down>v</i></th></tr><tr><td>a</td><td>b</td></tr></table>",
        ['columnheader "Name^v" sorted ascending', 'columnheader "City^v"'],
    ),
    "glass over a drawing": (
        "<div style='position:relative'><canvas width=1200 height=600></canvas><div onmousedown='1' style='position:absolute;inset:0'></div></div>",
        ['generic ""'],
    ),
    "half a tick": (
        "<label><span class='k-checkbox k-checkbox-indeterminate'><input type=checkbox></span>All</label>",
        ['checkbox "All" mixed'],
    ),
    "disabled by its class and its cursor": (
        "<ul><li class=k-item onclick='1'>Stock</li><li class='k-item k-item-disabled' style='cursor:not-allowed' onclick='1'>Old</li></ul>",
        ['listitem "Stock"', 'listitem "Old" (disabled)'],
    ),
    # One that says no word is off where another of its kind says that it is on.
    "switches of which one is on": (
        "<p>Insured: <button class='k-switch k-switch-checked' aria-label=A>&nbsp;</button><button class=k-switch aria-label=B>&nbsp;</button></p>",
        ['button "A" checked', 'button "B" unchecked'],
    ),
    "switches of which none is on": (
        "<p>Insured: <button class=k-switch aria-label=A>&nbsp;</button><button class=k-switch aria-label=B>&nbsp;</button></p>",
        ['button "A"', 'button "B"'],
    ),
    "a fold without words": (
        "<button class='k-expand-icon k-expand-icon-collapsed' style='width:20px'>&nbsp;</button>",
        ['button maybe "expand" collapsed'],
    ),
    "a key and a direction with a title": (
        "<button title=Help>F1</button><button title='Next page'>right</button><button title='Save it all'>Save</button>",
        ['button "F1" described "Help"', 'button "right" described "Next page"', 'button "Save"'],
    ),
    "a hand around buttons": (
        "<div style='cursor:pointer'><a href=#a style='padding:8px'>Add row</a> <a href=#b style='padding:8px'>Sort</a></div>",
        ['link "Add row"', 'link "Sort"'],
    ),
    "a hand around links that listen": (
        "<div style='cursor:pointer'><a class=button onclick='1' style='padding:8px'>Add row</a> <a class=button onclick='2' style='padding:8px'>Sort</a></div>",
        ['link "Add row"', 'link "Sort"'],
    ),
    "a hand around buttons and words": (
        "<div style='cursor:pointer;padding:20px'>Kettle <a href=#a style='padding:8px'>Add</a> <a href=#b style='padding:8px'>Sort</a></div>",
        ['generic "Kettle Add Sort"', 'link "Add"', 'link "Sort"'],
    ),
    "a frame with a hand around a select": (
        "<div style='cursor:pointer;border:1px solid;width:300px;padding:12px'><label id=l>Room</label>"
        "<div role=combobox tabindex=0 aria-labelledby='l v' style='width:80px'><span id=v>Room 12</span></div></div>",
        ['combobox "Room Room 12" = "Room 12"'],
    ),
    "a link without an address that looks like a button": (
        "<table id=t><tr><td>Ann</td><td style='cursor:pointer'><a href=#q>Graph</a> <a class=btn title='Mark as done' style='padding:4px'><b class='fa fa-forward'></b></a></td></tr></table>"
        "<script>t.addEventListener('click', () => 1)</script>",
        ['link "Graph"', 'generic maybe "Mark as done"'],
    ),
    "a component that is a combobox around a field": (
        "<k-host role=combobox aria-expanded=false></k-host><script>document.querySelector('k-host').attachShadow({mode: 'open'})"
        ".innerHTML = '<input aria-label=Crop readonly value=Tomato>'</script>",
        ['textbox "Crop" = "Tomato" opens listbox readonly'],
    ),
    "a cross in what is chosen": (
        "<div>"
        + "".join(
            f"<span class='k-chip{kind}' style='padding:4px;{style}'>{of}<button aria-label='remove {of}' style='width:16px;height:16px'></button></span>"
            for of, kind, style in (
                ("Ann", "", ""),
                ("Ben", " k-chip-selected", "background:#cde"),
                ("Cem", "", ""),
            )
        )
        + "</div>",
        ['button "remove Ann"', 'button "remove Ben"', 'button "remove Cem"'],
    ),
    "what a part does": (
        "<label for=n>Packets</label><k-field></k-field><script>"
        "document.querySelector('k-field').attachShadow({mode: 'open'}).innerHTML = \"<div part='field-button decrease-button' onclick='1' "
        "style='cursor:pointer;width:20px;height:20px;background:red'></div><input id=n>\"</script>",
        ['generic maybe "decrease"', 'textbox maybe "Packets"'],
    ),
}
FORMS = {
    "bootstrap": (
        "<div><label for=a>City</label><input id=a class=is-invalid><div class=invalid-feedback>Give a city</div></div>"
        "<div><label for=b>Street</label><input id=b><div class=invalid-feedback style='display:none'>Give a street</div></div>",
        ['textbox "City" invalid="Give a city"', 'textbox "Street"'],
    ),
    "described": (
        "<div data-invalid=true><label for=a>Name</label><input id=a aria-describedby='h m'><p class=k-help id=h>As on the bill</p>"
        "<ul class=k-messages><li class=k-message id=m>Too short</li></ul></div>",
        ['textbox "Name" invalid="Too short"'],
    ),
    "above the label": (
        "<div><ul class=errorlist><li>Is required</li></ul><p><label for=a>Nick</label><input id=a></p></div><p><input aria-label=b></p>",
        ['textbox "Nick" invalid="Is required"', 'textbox "b"'],
    ),
    "only written": (
        "<div class=field_with_errors><input aria-label=a></div><input aria-label=b class='ng-invalid ng-untouched'>",
        ['textbox "a" invalid', 'textbox "b"'],
    ),
    # Of two fields in a box nobody knows which one is meant; help is no message.
    "of several": (
        "<div><input aria-label=a><input aria-label=b><p class=error>Wrong</p></div>"
        "<div><input aria-label=c><p class=error-hint>Codes have four letters</p></div>",
        ['textbox "a"', 'textbox "b"', 'textbox "c"'],
    ),
    # What a table says of itself is nothing about the field that searches it.
    "of a table below": (
        "<div><div><input type=search aria-label=Find></div><div><table><tr><td role=alert class=grid-error>"
        "The rows did not come</table></div></div>",
        ['searchbox "Find"'],
    ),
    "a secret": (
        "<div><input type=password aria-label=a value=hunter2x><p class=error>hunter2x is too short</p></div>",
        ['textbox "a" secret=filled'],
    ),
}


def _lines(seen: Any) -> list[str]:
    return [each.line(refs=False).partition("] ")[2] for each in seen.annotations]


@pytest.mark.parametrize("kind", PAGES | FORMS)
async def test_lines_say_what_is_drawn(page_of: Callable[..., Any], kind: str) -> None:
    html, lines = (PAGES | FORMS)[kind]
    page = Page(await page_of(html))
    assert _lines(await page.observe()) == lines
