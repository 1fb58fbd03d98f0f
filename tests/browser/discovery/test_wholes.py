"""What a small control is a part of: the field it changes, the message it closes, the button it stands at."""
# ruff: noqa: E501, RUF001 - a row of a table is one line; a cross is written as pages do

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres

STYLE = "<style>body{font:14px sans-serif}svg{display:block;width:14px;height:14px}.f{display:inline-flex;border:1px solid #888;height:28px;width:200px}.f input{border:0;width:150px}.a{background:#fe8;width:400px;padding:8px}.r{display:flex;align-items:center;height:32px}.l{width:100px}.q{background:#eee;border-radius:8px;padding:4px;display:inline-flex}.bare{border:0;background:none}.g{display:grid;grid-template-columns:40px 150px 100px}</style>"
SIGN = "<svg viewBox='0 0 9 9'><path d='M0 4h9'/></svg>"


def button(label: str, attributes: str = "") -> str:
    return (
        f"<button aria-label='{label}' style='width:26px;height:26px' {attributes}>{SIGN}</button>"
    )


def table(head: str, *names: str) -> str:
    rows = "".join(
        f"<div role=row class=g><div role=cell><input type=checkbox aria-label='{name}'></div><div role=cell>{words}</div><div role=cell>{by}</div></div>"
        for name, words, by in (each.split("|") for each in names)
    )
    return f"<div role=table><div role=row class=g><div role=columnheader><input type=checkbox aria-label='{head}'></div><div role=columnheader>Song</div><div role=columnheader>By</div></div>{rows}</div>"


ROWS = ("Wählen|Kite|Nora", "Wählen|Lamp|Otto")
CASES = [
    ("what makes a number that is drawn more and less", f"<div class=r><label for=n class=l>Fahrer</label><input id=n value=2 style='width:4px;height:4px;opacity:0'>{button('verringern')}<span>2</span>{button('erhöhen')}</div>", ['textbox "Fahrer" = "2"', 'button "verringern" (in "Fahrer")', 'button "erhöhen" (in "Fahrer")']),
    ("what stands in the frame of a field", f"<div class=f><input aria-label=Von>{button('Kalender')}</div>", ['textbox "Von"', 'button "Kalender" (in "Von")']),
    ("what says its field itself", f"<div class=f><input type=password aria-label=Password>{button('Show password')}</div>", ['textbox "Password" secret=empty', 'button "Show password"']),
    ("what stands beside a field in a bar", f"<div class=r style='width:600px'><input aria-label=Suchen>{button('Filtern')}{button('Einstellungen')}</div>", ['textbox "Suchen"', 'button "Filtern"', 'button "Einstellungen"']),
    ("the second half of a button", f"<div class=r><button style='height:26px'>Save</button>{button('weitere', 'aria-haspopup=true')}</div>", ['button "Save"', 'button "weitere" opens menu (beside "Save")']),
    ("a menu beside a button in a bar without grounds", f"<div class=r><button style='height:26px;border:0;background:none'>Readme</button>{button('Farben', 'aria-haspopup=true class=bare')}</div>", ['button "Readme"', 'button "Farben" opens menu']),
    ("a menu apart from a button", f"<div class=r style='gap:20px'><button style='height:26px'>Save</button>{button('weitere', 'aria-haspopup=true')}</div>", ['button "Save"', 'button "weitere" opens menu']),
    ("the cross of a message with a button", f"<div role=alert class=a>Two lamps are broken. <button>Write</button>{button('Schliessen', 'class=x-close')}</div>", ['button "Write" (in "Two lamps are broken.")', 'button "Schliessen" (in "Two lamps are broken.")']),
    ("the buttons of a message", "<div class='update-reminder a'><p>A new version is here.</p><span><button>Expand</button><button>Dismiss</button></span></div>", ['button "Expand" (in "A new version is here.")', 'button "Dismiss" (in "A new version is here.")']),
    ("the buttons of a plain box", "<div class=a><p>A new version is here.</p><span><button>Open</button><button>Later</button></span></div>", ['button "Open"', 'button "Later"']),
    ("a message with a field", "<div role=alert class=a>Which town? <input aria-label=Town><button>Look</button></div>", ['textbox "Town"', 'button "Look"']),
    ("the sign that closes a message, by hand", "<div class=a><span onclick='this.parentNode.remove()' style='cursor:pointer;float:right'>&times;</span><strong>Danger!</strong> The disk is full.</div>", ['generic "×" (in "Danger! The disk is full.")']),
    ("what stands in a chip", f"<div class=q>A-104 {button('kopieren')}</div>", ['button "kopieren" (in "A-104")']),
    ("what stands beside a heading", f"<div class=r><h3>Members</h3>{button('dazu')}</div>", ['button "dazu" (in "Members")']),
    ("what stands beside plain words", f"<div class=r>Saved a moment ago {button('neu laden')}</div>", ['button "neu laden"']),
    ("the tick box of all rows", table("Wählen", *ROWS), ['checkbox "Wählen" unchecked (all rows)', 'checkbox "Wählen" unchecked (in "Kite Nora")', 'checkbox "Wählen" unchecked (in "Lamp Otto")']),
    ("the tick box of all rows that says so", table("Alle", *ROWS), ['checkbox "Alle" unchecked', 'checkbox "Wählen" unchecked (row "Kite")', 'checkbox "Wählen" unchecked (row "Lamp")']),
    ("a row that is called otherwise than the others", table("Alle", *ROWS, "Abwählen|Pier|Ida")[:-6] + "</div>", ['checkbox "Alle" unchecked', 'checkbox "Wählen" unchecked (row "Kite")', 'checkbox "Wählen" unchecked (row "Lamp")', 'checkbox "Abwählen" unchecked (row "Pier")']),
    ("a row without heads that is called otherwise", "<div role=grid><div role=row class=r><input type=checkbox aria-label=Abwählen><span>Pier</span> <a href=#e>Edit</a></div><div role=row class=r><input type=checkbox aria-label=Wählen><span>Kite</span> <a href=#f>Edit</a></div></div>", ['checkbox "Abwählen" unchecked (in "Pier Edit")', 'link "Edit" (in "Pier")', 'checkbox "Wählen" unchecked (in "Kite Edit")', 'link "Edit" (in "Kite")']),
    ("a row whose name is said", table("Alle", "Kite wählen|Kite|Nora"), ['checkbox "Alle" unchecked', 'checkbox "Kite wählen" unchecked (row "Kite")']),
    ("what sorts a column of boxes", f"<div role=table><div role=rowgroup class=r><div role=columnheader aria-sort=ascending style='width:150px;display:flex'>Song {button('ordnen')}</div></div></div>", ['button "ordnen" (in "Song")']),
    ("what folds a node", f"<div role=tree><div role=treeitem tabindex=0 style='display:flex'>{button('auf')}North bank</div></div>", ['treeitem maybe "North bank"', 'button "auf" (in "North bank")']),
    ("the label of a button that opens its list", "<div class=r><span class=l>Kind</span><span><button aria-haspopup=true style='width:150px'>strings</button></span></div>", ['button "strings" opens menu (in "Kind")']),
    ("a label before the first of two buttons", "<div class=r><span class=l>Kind</span><button aria-expanded=false style='width:120px'>cash</button> <button aria-expanded=false style='width:120px'>Euro</button></div>", ['button "cash" collapsed (in "Kind")', 'button "Euro" collapsed']),
    ("a count before a button", "<div class=r><span>3 chosen</span><button aria-expanded=false style='width:120px'>Acts</button></div>", ['button "Acts" collapsed']),
    ("a row whose words are the label of its first field", f"<div style='width:500px'><div class=r><label for=a class=l>Name</label><input id=a><input style='width:40px' value=3>{button('Hilfe')}</div><div class=r><label for=b class=l>Town</label><input id=b><input style='width:40px' value=4>{button('Hilfe')}</div></div>", ['textbox "Name"', 'textbox "" = "3" (in "Name")', 'button "Hilfe" (beside "Name")', 'textbox "Town"', 'textbox "" = "4" (in "Town")', 'button "Hilfe" (beside "Town")']),
    ("what is painted in a field whose label has no words", "<label style='display:block'>\u200b<input placeholder='Konto suchen'></label>", ['textbox maybe "Konto suchen"']),
    ("the label before a drawn field in a label", "<div class=r><span class=l>Datum</span><label><span role=textbox tabindex=0 style='display:inline-block;width:150px'>18.03.2026</span></label></div>", ['textbox maybe "Datum" = "18.03.2026"']),
    ("what clears a field below a label", f"<p>Bees</p><div class=f><input aria-label=Find value=oak>{button('Leeren')}</div>", ['textbox "Find" = "oak"', 'button "Leeren" (in "Find")']),
    ("what is joined to a field", f"<div><div>Coupon</div><div class=r><input placeholder=Code style='height:26px;box-sizing:border-box'>{button('kopieren')}</div></div>", ['textbox maybe "Coupon"', 'button "kopieren" (in "Coupon")']),
    ("the cross of a chip in a field", f"<div class=f style='height:36px'><span class=q style='height:20px'>north {button('weg')}</span><input aria-label=Tags></div>", ['button "weg" (in "north")', 'textbox "Tags"']),
    ("a cross whose drawing has a title", "<div role=listbox><div role=option tabindex=-1 style='cursor:pointer;display:inline-flex;background:#eee'><span>Ada Lovelace</span><div onclick=1 style='cursor:pointer;width:14px'><svg><title>Delete</title><path d='M0 0L9 9'/></svg></div></div></div>", ['option "Ada Lovelace Delete"', 'generic maybe "Delete" (in "Ada Lovelace")']),
    ("an arrow of a kit joined to a button", "<div style='display:flex'><div class='ui button' tabindex=0 style='cursor:pointer;height:30px'>Export</div><div class='ui dropdown button' tabindex=0 style='cursor:pointer;width:30px;height:30px;background:#0aa'><i class='dropdown icon' style='display:block;width:9px;height:9px;background:#333'></i><div style='display:none'>as CSV</div></div></div>", ['generic "Export"', 'generic maybe "dropdown" (beside "Export")']),
    ("a heart in a card", "".join(f"<article style='border:1px solid'><h3>{n}</h3><i class='like icon' onclick=0 style='display:block;width:14px;height:14px;background:#333;cursor:pointer'></i></article>" for n in ("Fire", "Boats")), ['generic maybe "like" (in "Fire")', 'generic maybe "like" (in "Boats")']),
    ("a currency before a field", "<div style='width:300px'><label style='display:block'>Price</label><div style='display:flex'><label>€</label><input value=120></div></div>", ['textbox maybe "Price" = "120"']),
    ("a button over a row of the same columns", "<div style='width:400px'><div class=r><span class=l>Kind</span><span><button aria-expanded=false>cash</button></span></div><div class=r><span class=l>Sum</span><label>\u200b<input value=12></label></div></div>", ['button "cash" collapsed (in "Kind")', 'textbox maybe "Sum" = "12"']),
]  # fmt: skip


@pytest.mark.parametrize(("html", "lines"), [pytest.param(*rest, id=name) for name, *rest in CASES])
async def test_what_it_is_a_part_of(page_of, html: str, lines: list[str]) -> None:
    found = (await discover(await page_of(f"<!doctype html>{STYLE}<body>{html}"))).elements
    said = [element_line(one, where=where) for one, where in zip(found, wheres(found), strict=True)]
    assert said == lines
