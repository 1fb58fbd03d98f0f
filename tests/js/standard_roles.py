"""Roles by the tables of the standards: markup and the expected role.

The tested element has the id `t`. The tables are those of WAI-ARIA 1.3 (roles, fallback lists,
conflicts), HTML-AAM 1.0, SVG-AAM 1.0 and the graphics module, with the cases of their public
conformance suites.
"""
# ruff: noqa: E501, RUF001, PERF401 - a row of a table is one line; odd characters are the point

from __future__ import annotations

__all__ = ["ROLES"]

Rows = list[tuple[str, str]]


def by_element() -> Rows:
    """HTML-AAM 3.5, element by element; "generic" if it has no role."""
    same = "article blockquote button code dialog figure form main mark math meter paragraph search strong time"
    tags = {
        "address": "group", "aside": "complementary", "b": "generic", "bdi": "generic", "bdo": "generic",
        "cite": "generic", "data": "generic", "del": "deletion", "details": "group", "dfn": "term", "div": "generic",
        "em": "emphasis", "fieldset": "group", "h1": "heading", "h2": "heading", "h3": "heading", "h4": "heading",
        "h5": "heading", "h6": "heading", "hgroup": "group", "hr": "separator", "i": "generic", "ins": "insertion",
        "kbd": "generic", "menu": "list", "nav": "navigation", "ol": "list", "output": "status", "p": "paragraph",
        "pre": "generic", "progress": "progressbar", "q": "generic", "s": "deletion", "samp": "generic",
        "section": "generic", "small": "generic", "span": "generic", "sub": "subscript", "sup": "superscript",
        "textarea": "textbox", "u": "generic", "ul": "list", "var": "generic",
    } | {each: each for each in same.split() if each != "paragraph"}  # fmt: skip
    rows = [(f'<{tag} id="t">x</{tag}>', role) for tag, role in tags.items()]
    inputs = {
        "button": "button", "checkbox": "checkbox", "color": "button", "date": "textbox", "datetime-local": "textbox",
        "email": "textbox", "file": "button", "image": "button", "month": "textbox", "number": "spinbutton",
        "password": "textbox", "radio": "radio", "range": "slider", "reset": "button", "search": "searchbox",
        "submit": "button", "tel": "textbox", "text": "textbox", "time": "textbox", "url": "textbox", "week": "textbox",
    }  # fmt: skip
    rows += [(f'<input id="t" type="{each}">', role) for each, role in inputs.items()]
    rows += [
        (f'<input id="t" type="{each}" list="l"><datalist id="l"><option>a</datalist>', "combobox")
        for each in ("text", "search", "email", "tel", "url")
    ]
    rows += [
        ('<a id="t" href="#">x</a>', "link"),
        ('<a id="t">x</a>', "generic"),
        ('<map name="m"><area id="t" href="#" alt="a" shape="rect" coords="0,0,9,9"></map><img usemap="#m" src="data:," width="20" height="20">', "link"),
        ('<table><caption id="t">x</caption><tr><td>x</table>', "caption"),
        ('<dl><dt id="t">x<dd>y</dl>', "term"),
        ('<dl><dt>x<dd id="t">y</dl>', "definition"),
        ('<figure><figcaption id="t">x</figcaption></figure>', "caption"),
        ('<img id="t" alt="x" src="data:,">', "image"),
        ('<img id="t" src="data:,">', "image"),
        ('<img id="t" alt src="data:,">', "none"),
        ('<img id="t" alt="" src="data:,">', "none"),
        ('<ul><li id="t">x<li>x</ul>', "listitem"),
        ('<ol><li id="t">x<li>x</ol>', "listitem"),
        ('<menu><li id="t">x<li>x</menu>', "listitem"),
        ('<select><optgroup id="t" label="x"><option>a</optgroup></select>', "group"),
        ('<select><option id="t">a</select>', "option"),
        ('<select id="t"><option>a</select>', "combobox"),
        ('<select id="t" size="1"><option>a</select>', "combobox"),
        ('<select id="t" size="2"><option>a</select>', "listbox"),
        ('<select id="t" multiple><option>a</select>', "listbox"),
        ('<details><summary id="t">x</summary>y</details>', "button"),
        ('<summary id="t">x</summary>', "generic"),
        ('<details><p>y</p><summary>x</summary><summary id="t">z</summary></details>', "button"),
        ('<dl id="t"><dt>x<dd>y</dl>', "list"),
    ]  # fmt: skip
    return rows


def by_context() -> Rows:
    """HTML-AAM: roles that depend on the context of the element, or on whether it has a name."""
    rows: Rows = []
    for part in ("article", "aside", "nav", "section", "main"):
        rows += [
            (f'<{part}><header id="t">x</header></{part}>', "sectionheader"),
            (f'<{part}><footer id="t">x</footer></{part}>', "sectionfooter"),
            (f'<{part}><aside id="t" aria-label="x">x</aside></{part}>', "complementary"),
            (f'<{part}><aside id="t" role="complementary">x</aside></{part}>', "complementary"),
            (f'<{part}><aside id="t">x</aside></{part}>', "complementary" if part == "main" else "generic"),
        ]  # fmt: skip
    rows += [
        ('<header id="t">x</header>', "banner"),
        ('<footer id="t">x</footer>', "contentinfo"),
        ('<aside id="t">x</aside>', "complementary"),
        ('<section id="t" aria-label="x">x</section>', "region"),
        ('<section id="t" aria-labelledby="a"><i id="a">x</i></section>', "region"),
        ('<section id="t" title="x">x</section>', "region"),
        ('<section id="t" aria-label=" ">x</section>', "generic"),
        ('<table><tr><th id="t">x<th>y</table>', "columnheader"),
        ('<table><tr><th id="t">x<td>y</table>', "rowheader"),
        ('<table><tr><th id="t" scope="col">x<td>y</table>', "columnheader"),
        ('<table><tr><th id="t" scope="row">x<th>y</table>', "rowheader"),
    ]  # fmt: skip
    table = "<table{table}><caption>c</caption><thead{thead}><tr{tr}><th{th}>a<th>b</thead><tbody{tbody}><tr><th{rowth}>1<td{td}>2</tbody><tfoot{tfoot}><tr><td>x<td>y</tfoot></table>"
    parts = {
        "table": "table",
        "thead": "rowgroup",
        "tbody": "rowgroup",
        "tfoot": "rowgroup",
        "tr": "row",
        "th": "columnheader",
        "rowth": "rowheader",
        "td": "cell",
    }
    for part, role in parts.items():
        marks = dict.fromkeys(parts, "") | {part: ' id="t"'}
        rows.append((table.format(**marks), role))
        for whole in ("grid", "treegrid"):
            inside = role if part != "table" else whole
            inside = "gridcell" if inside == "cell" else inside
            rows.append(
                (table.format(**(marks | {"table": f'{marks["table"]} role="{whole}"'})), inside)
            )
    return rows


def by_attribute() -> Rows:
    """WAI-ARIA: every role without a required context, synonyms, and roles within their context."""
    alone = (
        "alert alertdialog application article banner blockquote button checkbox code combobox complementary "
        "contentinfo deletion dialog document emphasis feed figure grid group heading insertion link list listbox log main "
        "mark marquee math menu menubar meter navigation note paragraph progressbar radio radiogroup scrollbar search "
        "searchbox separator slider spinbutton status strong subscript suggestion superscript switch table tablist "
        "tabpanel term textbox time timer toolbar tooltip tree treegrid definition comment generic graphics-document "
        "graphics-object graphics-symbol doc-abstract doc-backlink doc-biblioref doc-chapter doc-footnote doc-glossref "
        "doc-noteref doc-pagebreak doc-toc doc-tip"
    )
    rows = [(f'<div id="t" role="{each}">x</div>', each) for each in alone.split()]
    for word, role in {
        "img": "image",
        "image": "image",
        "presentation": "none",
        "none": "none",
        "directory": "list",
    }.items():
        rows.append((f'<div id="t" role="{word}">x</div>', role))
    for each in ("form", "region"):
        rows += [
            (f'<div id="t" role="{each}">x</div>', "generic"),
            (f'<div id="t" role="{each}" aria-label="x">x</div>', each),
            (f'<div id="t" role="{each}" title="x">x</div>', each),
            (f'<div id="t" role="{each}" aria-labelledby="a"><i id="a">x</i></div>', each),
        ]  # fmt: skip
    owners = [
        ("list", "listitem"), ("directory", "listitem"), ("listbox", "option"), ("tree", "treeitem"),
        ("menu", "menuitem"), ("menubar", "menuitem"), ("menu", "menuitemcheckbox"), ("menu", "menuitemradio"),
        ("tablist", "tab"), ("table", "row"), ("grid", "row"), ("treegrid", "row"), ("table", "rowgroup"),
    ]  # fmt: skip
    for owner, item in owners:
        rows += [
            (f'<div role="{owner}"><div id="t" role="{item}">x</div></div>', item),
            (f'<div role="{owner}"><div><i id="t" role="{item}">x</i></div></div>', item),
            (f'<div role="{owner}"><div role="none"><i id="t" role="{item}">x</i></div></div>', item),
        ]  # fmt: skip
    for whole, cell in (("table", "cell"), ("grid", "gridcell"), ("treegrid", "gridcell")):
        for each in (cell, "columnheader", "rowheader"):
            rows += [
                (f'<div role="{whole}"><div role="row"><i id="t" role="{each}">x</i></div></div>', each),
                (f'<div role="{whole}"><div role="rowgroup"><div role="row"><i id="t" role="{each}">x</i></div></div></div>', each),
            ]  # fmt: skip
    rows += [
        ('<div role="listbox"><div role="group"><i id="t" role="option">x</i></div></div>', "option"),
        ('<div role="tree"><div role="group"><i id="t" role="treeitem">x</i></div></div>', "treeitem"),
        # Without its required context such a role is ignored.
        ('<div id="t" role="listitem">x</div>', "generic"),
        ('<p id="t" role="listitem">x</p>', "paragraph"),
        ('<span id="t" role="option">x</span>', "generic"),
        ('<button id="t" role="option">x</button>', "button"),
        ('<span id="t" role="treeitem">x</span>', "generic"),
        ('<button id="t" role="treeitem">x</button>', "button"),
    ]  # fmt: skip
    return rows


def fallbacks() -> Rows:
    """WAI-ARIA 8.1 and 9.1: the first valid role of the list counts."""
    rows = [
        ('<nav id="t" role="region group">x</nav>', "group"),
        ('<nav id="t" role="region group" aria-label="x">x</nav>', "region"),
        ('<div id="t" role="switch checkbox" aria-checked="true">x</div>', "switch"),
        ('<div id="t" role="foo button">x</div>', "button"),
        ('<unknown id="t" role="foo button">x</unknown>', "button"),
        ('<div id="t" role="foo, link, button">x</div>', "button"),
        ('<div id="t" role="BUTTON LINK" tabindex="0">x</div>', "button"),
        ('<div id="t" role="ReGiOn foo" aria-label="x">x</div>', "region"),
        ('<div id="t" role="ReGiOn foo">x</div>', "generic"),
        ('<div id="t" role="ReGiOn group">x</div>', "group"),
        ('<button id="t" role="foo Link">x</button>', "link"),
    ]  # fmt: skip
    for space in (" ", "\n", "\t", "\f", "\r\n"):
        rows.append((f'<div id="t" role="{space}button{space}link">x</div>', "button"))
    wrong = ["foo", "foo bar", "foo bar baz", "", " ", "\t", "&#13;", "&#8203;", "&#10240;", "&nbsp;", "&#20;", "&#771;", "button&#771;", "button&#8205;", "button´", "Θ", "ژ ♮", "漢字", "سلام", "שלום חבר", "&amp;", "&lt;", "region\\", "\\region", "re/gion", "&nbsp;button", "button&nbsp;"]  # fmt: skip
    for each in wrong:
        rows += [(f'<nav id="t" role="{each}">x</nav>', "navigation"), (f'<span id="t" role="{each}">x</span>', "generic"), (f'<a id="t" href="#" role="{each}">x</a>', "link"), (f'<button id="t" role="{each}">x</button>', "button")]  # fmt: skip
    return rows


def conflicts() -> Rows:
    """WAI-ARIA, presentational roles conflict resolution."""
    rows: Rows = []
    for word in ("none", "presentation"):
        rows += [
            (f'<h1 id="t" role="{word}" aria-label="x">x</h1>', "heading"),
            (f'<p id="t" role="{word}" aria-label="x">x</p>', "paragraph"),
            (f'<p id="t" role="{word}">x</p>', "none"),
            (f'<h1 id="t" role="{word}" tabindex="0">x</h1>', "heading"),
            (f'<h1 id="t" role="{word}" tabindex="-1">x</h1>', "heading"),
            (f'<h1 id="t" role="{word}" aria-level="2">x</h1>', "none"),
            (f'<h1 id="t" role="{word}" aria-hidden="false">x</h1>', "none"),
            (f'<button id="t" role="{word}">x</button>', "button"),
            (f'<a id="t" href="#" role="{word}">x</a>', "link"),
            (f'<input id="t" role="{word}">', "textbox"),
            (f'<ul role="{word}"><li id="t">x</ul>', "none"),
            (f'<img id="t" alt="x" role="{word}" src="data:,">', "none"),
        ]  # fmt: skip
        for each in (
            "aria-atomic='true'",
            "aria-busy='true'",
            "aria-controls='a'",
            "aria-current='page'",
            "aria-describedby='a'",
            "aria-details='a'",
            "aria-flowto='a'",
            "aria-live='polite'",
            "aria-owns='a'",
            "aria-relevant='text'",
            "aria-roledescription='a'",
            "aria-keyshortcuts='a'",
        ):
            rows.append((f'<h1 id="t" role="{word}" {each}>x</h1>', "heading"))
    return rows


def drawings() -> Rows:
    """SVG-AAM 6.2: roles of the parts of a drawing, with and without a name."""
    shapes = "circle ellipse line path polygon polyline rect"
    rows = [
        (f'<svg><{each} id="t" aria-label="x"/></svg>', "graphics-symbol")
        for each in shapes.split()
    ]
    rows += [
        (f'<svg><{each} id="t"/></svg>', "generic")
        for each in [*shapes.split(), "g", "foreignObject"]
    ]
    rows += [
        ('<svg><g id="t" aria-label="x"><circle r="5"/></g></svg>', "group"),
        ('<svg><g id="t"><title>x</title><circle r="5"/></g></svg>', "group"),
        ('<svg><a id="t" href="#" aria-label="x">x</a></svg>', "link"),
        ('<svg><a id="t" xlink:href="#" aria-label="x">x</a></svg>', "link"),
        ('<svg><image id="t" aria-label="x" width="9" height="9"/></svg>', "image"),
        ('<svg><image id="t" width="9" height="9"/></svg>', "image"),
        ('<svg id="t" role="img" aria-label="x"></svg>', "image"),
        ('<svg id="t" role="graphics-document" aria-label="x"></svg>', "graphics-document"),
        ('<svg><g id="t" role="graphics-object" aria-label="x"/></svg>', "graphics-object"),
        ('<svg><g id="t" role="graphics-symbol" aria-label="x"/></svg>', "graphics-symbol"),
    ]  # fmt: skip
    return rows


ROLES: dict[str, Rows] = {
    "HTML-AAM by element": by_element(),
    "HTML-AAM by context": by_context(),
    "WAI-ARIA by attribute": by_attribute(),
    "WAI-ARIA fallbacks": fallbacks(),
    "WAI-ARIA conflicts": conflicts(),
    "SVG-AAM": drawings(),
}
