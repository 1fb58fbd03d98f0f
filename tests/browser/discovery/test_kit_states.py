"""What a kit says of a state beside the control: on a box around it, on its component, in the sign drawn for it."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres

STYLE = (
    "<style>.dim{opacity:.6;cursor:default}.red{border:1px solid #f99}.k{cursor:pointer;width:60px;height:24px;display:inline-block}"
    ".hid{appearance:none;opacity:0;width:1px}.sign{font:16px 'Some Icons';display:inline-block;width:16px;height:16px;overflow:hidden}</style>"
)
TABLE = "<table class='x-btn {}'><tr><td><em><button>{}</button></em></table>"
HOST = "<{0} {1}></{0}><script>document.querySelectorAll('{0}').forEach((e) => {{ if (!e.shadowRoot) e.attachShadow({{mode:'open'}}).innerHTML = {2!r}; }})</script>"
HALF = "<div><span><input type=checkbox class=hid aria-label={} aria-checked={}>{}</span></div>"
SIGN = "<i class='material-icons sign' aria-hidden=true>{}</i>"
MIXED = (
    "<script>document.querySelectorAll('input').forEach((e) => (e.indeterminate = true))</script>"
)
FOLD = '<div class="body open"><div class="head-header" tabindex=0 style="cursor:pointer"><h3>Outline</h3></div></div>'
SWITCH = "<span class='k my-switchbutton' onclick=1 style='overflow:hidden;width:50px;white-space:nowrap'><span style='display:inline-block;margin-left:{}px'><b class=my-on style='display:inline-block;width:48px'>Yes</b><b class=my-off style='display:inline-block;width:48px'>No</b></span></span>"
STARS = (
    "<div role=radiogroup>"
    + "".join(
        f"<div class=k role=radio aria-checked={n < 4} aria-label={n}>*</div>".lower()
        for n in range(1, 6)
    )
    + "</div>"
)

CASES = [
    ("a box around a button is disabled", TABLE.format("x-item-disabled dim", "Add") + TABLE.format("dim", "Cut"), ['button "Add" (disabled)', 'button "Cut"']),
    ("the item of a tab is disabled", "<ul><li class='x-item-disabled dim'><a href=#><em>Files</em></a><li><a href=#>Peers</a></ul>".replace("<a href=#><em>", "<a href=# style='cursor:default'><em>"), ['link "Files" (disabled)', 'link "Peers"']),
    ("a link is disabled itself", "<a href='javascript:;' class='l-btn l-btn-disabled dim'>Out</a> <a href='javascript:;' class='l-btn l-btn-disabled'>In</a>", ['link "Out" (disabled)', 'link "In"']),
    ("a box with more than one thing", "<div class='x-disabled dim'><button>A</button><button>B</button></div>", ['button "A"', 'button "B"']),
    ("a step that cannot be pressed", "<div class='step step--non-interactive' data-interactive=false tabindex=0>4 Receipt</div>", ['generic "4 Receipt" (disabled)']),
    ("half by a property, not by what is drawn", HALF.format("a", "true", SIGN.format("check")) + HALF.format("b", "false", "") + HALF.format("c", "true", SIGN.format("remove")) + MIXED, ['checkbox "a" checked', 'checkbox "b" unchecked', 'checkbox "c" mixed']),
    ("half as the browser paints it", "<input type=checkbox aria-label=a aria-checked=false>" + MIXED, ['checkbox "a" mixed']),
    ("a rating that fills its radios", STARS, ['radio "1" unchecked', 'radio "2" unchecked', 'radio "3" checked', 'radio "4" unchecked', 'radio "5" unchecked']),
    ("a component of a radio", HOST.format("my-radio", "", "<input type=checkbox checked aria-label=Left>"), ['radio "Left" checked']),
    ("a component that is pressed", HOST.format("my-icon", "aria-pressed=true", "<button aria-label='Match case'>x</button>"), ['button "Match case" pressed']),
    ("a component that is wrong", HOST.format("my-field", "invalid", "<input aria-label=Size value=4>"), ['textbox "Size" = "4" invalid']),
    ("components that fold", HOST.format("my-collapsible", "open", FOLD) + HOST.format("my-collapsible", "", FOLD), ['generic "Outline" expanded (1 of 2)', 'generic "Outline" collapsed (2 of 2)']),
    ("ticks by a number", "".join(f"<div>{of} <span class='k tree-checkbox tree-checkbox{n}' onclick=1></span></div>" for n, of in enumerate("ABC")), ['generic maybe "checkbox" unchecked (in "A")', 'generic maybe "checkbox" checked (in "B")', 'generic maybe "checkbox" mixed (in "C")']),
    ("a switch of two words", SWITCH.format(0) + SWITCH.format(-48), ['generic "Yes No" checked (1 of 2)', 'generic "Yes No" unchecked (2 of 2)']),
    ("a sorted cell", "<div class='cell-sort-asc k' onclick=1>Name</div><div class='cell-sort k' onclick=1>Size</div>", ['generic "Name" sorted ascending', 'generic "Size"']),
    ("a link in a sorted head", "<table><tr><th class='sorted descending'><a href=#1>Name</a><th><a href=#2>Size</a></table>", ['link "Name" sorted descending', 'link "Size"']),
    ("wrong by class and frame", "<input class='v-invalid red' aria-label=a><input class=v-invalid aria-label=b><input class='ng-invalid red' aria-label=c><input class='ng-invalid ng-dirty red' aria-label=d>", ['textbox "a" invalid', 'textbox "b"', 'textbox "c"', 'textbox "d" invalid']),
    ("the first of several items is chosen", "<style>.t-selected{color:red}</style><ul><li class='t-first t-selected'><a href=#1 style='color:inherit'>A</a><li><a href=#2>B</a><li class=t-last><a href=#3>C</a></ul>", ['link "A" current', 'link "B"', 'link "C"']),
    ("signs are no words", f"<div class=k onclick=1>{SIGN.format('keyboard_arrow_down')} Yard</div><div class=k onclick=1>{SIGN.format('highlight_off')}</div>", ['generic "Yard"', 'generic maybe "highlight off"']),
    ("a rating whose radios have boxes", STARS.replace("<div class=k", "<p><b class=k").replace("</div><p>", "</b></p><p>"), ['radio "1" unchecked', 'radio "2" unchecked', 'radio "3" checked', 'radio "4" unchecked', 'radio "5" unchecked']),
    ("folds with little in them", "".join(f"<div class=p><div class='accordion-head k' onclick=1>{of}</div><div class=accordion-body style='display:{how}'>Few</div></div>" for of, how in (("A", "block"), ("B", "none"))), ['generic "A" expanded', 'generic "B" collapsed']),
    ("what a sign does by its last word", "<div><a href='javascript:;' class='fold-collapse k'></a><a href='javascript:;' class='fold-collapse fold-expand k'></a></div>", ['link maybe "collapse"', 'link maybe "expand"']),
    ("a part that is all of its item", "<style>.s--selected{color:red}</style><ul>" + "".join(f"<li onclick=1><div class='s{' s--selected' * (of == 'A')}' aria-selected>{of}</div></li>" for of in "ABC") + "</ul>", ['listitem "A" selected', 'listitem "B"', 'listitem "C"']),
    ("the tab that is painted otherwise", "<div role=tablist>" + "".join(f"<button role=tab class=x{of}><b style='font-weight:{how}'>{of}</b></button>" for of, how in (("A", 400), ("B", 700), ("C", 400))) + "</div>", ['tab "A"', 'tab "B" selected', 'tab "C"']),
    ("one segment with a class more", "<style>.seg{width:60px;height:30px;border:0}.zz{color:red}</style><div style='display:flex'>" + "".join(f"<button class='seg{' zz' * (of == 'B')}'>{of}</button>" for of in "ABC") + "</div>", ['button "A"', 'button "B" selected', 'button "C"']),
    ("a button that stands out among others with gaps", "<style>.seg{width:60px;height:30px;margin:4px}.zz{color:red}</style><div style='display:flex'>" + "".join(f"<button class='seg{' zz' * (of == 'B')}'>{of}</button>" for of in "ABC") + "</div>", ['button "A"', 'button "B"', 'button "C"']),
    ("signs are no words of a place", "".join(f"<div>{SIGN.format('keyboard_arrow_down')}<b>{of}</b><button></button></div>" for of in ("Yard", "Pier")), ['button "" (in "Yard")', 'button "" (in "Pier")']),
]  # fmt: skip


@pytest.mark.parametrize(("html", "lines"), [pytest.param(*rest, id=name) for name, *rest in CASES])
async def test_what_a_kit_says_beside_the_control(page_of, html: str, lines: list[str]) -> None:
    found = (await discover(await page_of(f"<!doctype html><body>{STYLE}{html}"))).elements
    said = [element_line(one, where=where) for one, where in zip(found, wheres(found), strict=True)]
    assert said == lines


@pytest.mark.parametrize(
    ("html", "disabled"),
    [
        ("<x-tab disabled role=tab tabindex=0>Old</x-tab>", True),
        ("<x-tab disabled=false role=tab tabindex=0>Old</x-tab>", False),
        (
            "<div><div class='k-item' onclick=1>New</div><div class='k-item k-item--disabled'"
            " onclick=1 style='color:rgba(0,0,0,.26)'>Old</div></div>",
            True,
        ),
        (
            "<div><div class='k-item' onclick=1>New</div><div class='k-item k-item--disabled'"
            " onclick=1>Old</div></div>",
            False,
        ),
    ],
    ids=["a component", "one that is not", "one of several, pale", "one of several, painted"],
)
async def test_what_a_kit_disables_without_aria_says_so(page_of, html, disabled) -> None:
    page = await page_of("<!doctype html>" + html)
    found = {one.name or one.text: one for one in (await discover(page)).elements}
    assert found["Old"].disabled is disabled
