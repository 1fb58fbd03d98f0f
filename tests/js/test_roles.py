"""Roles by tables: ARIA in HTML, HTML-AAM, fallback lists, conflicts, required containers."""

from __future__ import annotations

from asking import of_marked, of_rows

ROLES = [
    # ARIA in HTML
    ('<a id="t" href="#">x</a>', "link"),
    ('<a id="t">x</a>', "generic"),
    ('<map name="m"><area id="t" href="#" alt="a"></map><img usemap="#m" src="data:,">', "link"),
    ('<summary id="t">alone</summary>', "generic"),
    ('<details><summary id="t">x</summary></details>', "DisclosureTriangle"),
    ('<details id="t"><summary>x</summary></details>', "group"),
    ('<select id="t"><option>a</select>', "combobox"),
    ('<select id="t" multiple><option>a</select>', "listbox"),
    ('<select id="t" size="3"><option>a</select>', "listbox"),
    ('<select><option id="t">a</select>', "option"),
    ('<input id="t" list="l"><datalist id="l"><option>a</datalist>', "combobox"),
    ('<input id="t" type="unknown">', "textbox"),
    ('<input id="t" type="checkbox">', "checkbox"),
    ('<input id="t" type="range">', "slider"),
    ('<input id="t" type="number">', "spinbutton"),
    ('<input id="t" type="search">', "searchbox"),
    ('<input id="t" type="file">', "button"),
    ('<input id="t" type="date">', "Date"),
    ('<input id="t" type="color">', "ColorWell"),
    ('<section id="t">x</section>', "generic"),
    ('<section id="t" aria-label="News">x</section>', "region"),
    ('<header id="t">x</header>', "banner"),
    ('<article><header id="t">x</header></article>', "sectionheader"),
    ('<div role="article"><footer id="t">x</footer></div>', "sectionfooter"),
    ('<main><aside id="t">x</aside></main>', "complementary"),
    ('<article><aside id="t">x</aside></article>', "generic"),
    ('<img id="t" alt="" src="data:,">', "none"),
    ('<img id="t" src="data:,">', "image"),
    ('<ul role="none"><li id="t">x</ul>', "none"),
    ('<ul><li id="t">x</ul>', "listitem"),
    ('<table><tr><th id="t" scope="row">x<td>y</table>', "rowheader"),
    ('<table><tr><th id="t">x<th>y</table>', "columnheader"),
    ('<table role="grid"><tr><td id="t">x</table>', "gridcell"),
    ('<table id="t"><tr><td>only for layout<td>x</table>', "LayoutTable"),
    ('<table id="t" border="1"><tr><td>a<td>b<tr><td>c<td>d</table>', "table"),
    # the role attribute
    ('<div id="t" role="button">x</div>', "button"),
    ('<div id="t" role="nonsense link">x</div>', "link"),
    ('<div id="t" role="REGION" aria-label="x">x</div>', "region"),
    ('<div id="t" role="region">x</div>', "generic"),
    ('<div id="t" role="img" aria-label="x"></div>', "image"),
    ('<button id="t" role="none">x</button>', "button"),
    ('<div id="t" role="none">x</div>', "none"),
    ('<h1 id="t" role="none" aria-label="x">x</h1>', "heading"),
    ('<div id="t" role="option">x</div>', "generic"),
    ('<div role="listbox"><div id="t" role="option">x</div></div>', "option"),
    ('<h2 id="t" role="option">x</h2>', "heading"),
    ('<select id="t" role="combobox"><option>a</select>', "combobox"),
    ('<div id="t" contenteditable>x</div>', "generic"),
    ('<div id="t" role="textbox" contenteditable>x</div>', "textbox"),
    ('<svg id="t" width="9" height="9"><path d="M0 0h5v5z"/></svg>', "image"),
    ('<svg width="9" height="9"><a id="t" href="#"><path d="M0 0h5v5z"/></a></svg>', "link"),
]


async def test_the_role_in_its_context(page_of):
    page = await page_of("<p>x</p>")
    roles = await of_rows(page, [html for html, _ in ROLES], "vm.role(el)")
    assert [(*row, got) for row, got in zip(ROLES, roles, strict=True) if got != row[1]] == []


HINTS = [
    ('<button id="t">x</button>', "clickable"),
    ('<button id="t" aria-pressed="false">x</button>', "toggleable"),
    ('<a id="t" href="#">x</a>', "navigable"),
    ('<a id="t">x</a>', "clickable"),
    ('<div id="t" role="link">x</div>', "navigable"),
    ('<a id="t" href="#" role="button">x</a>', "clickable"),
    ('<a id="t" href="#" role="tab">x</a>', "selectable"),
    ('<input id="t">', "editable"),
    ('<input id="t" type="password">', "editable"),
    ('<input id="t" type="number">', "editable"),
    ('<input id="t" type="date">', "editable"),
    ('<input id="t" role="combobox">', "editable"),
    ('<textarea id="t"></textarea>', "editable"),
    ('<p id="t" contenteditable="plaintext-only">x</p>', "editable"),
    ('<div id="t" role="searchbox">x</div>', "editable"),
    ('<select id="t"><option>a</select>', "selectable"),
    ('<div id="t" role="combobox" tabindex="0">x</div>', "selectable"),
    ('<input id="t" type="radio">', "selectable"),
    ('<input id="t" type="range">', "selectable"),
    ('<input id="t" type="color">', "selectable"),
    ('<div role="listbox"><p id="t" role="option">x</p></div>', "selectable"),
    ('<table role="grid"><tr><td id="t" aria-selected="false">x</table>', "selectable"),
    ('<table role="grid"><tr><td id="t">x</table>', "clickable"),
    ('<input id="t" type="checkbox">', "toggleable"),
    ('<div id="t" role="switch">x</div>', "toggleable"),
    ('<div id="t" role="menuitemcheckbox">x</div>', "toggleable"),
    ('<div id="t" role="menuitem">x</div>', "clickable"),
    ('<details><summary id="t">x</summary></details>', "clickable"),
    ('<input id="t" type="file">', "clickable"),
    ('<div id="t" onclick="1">x</div>', "clickable"),
]


async def test_the_hint_is_one_of_five(page_of):
    page = await page_of("<p>x</p>")
    hints = await of_rows(page, [html for html, _ in HINTS], "vm.hint(el, vm.role(el))")
    assert [(*row, got) for row, got in zip(HINTS, hints, strict=True) if got != row[1]] == []


async def test_every_role_and_every_tag_has_a_hint(page_of):
    page = await page_of("<p id='t'>x</p>")
    five = {"clickable", "editable", "selectable", "toggleable", "navigable"}
    roles = ["button", "generic", "", "nonsense", "gridcell", "Date", "toString", "constructor"]
    hints = await of_marked(page, f"{roles}.map((role) => vm.hint(el, role))")
    assert set(hints["t"]) <= five
