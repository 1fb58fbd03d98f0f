"""Accessible names by the steps of the standards: markup and the expected name.

The tested element has the id `t`. Steps are those of accname 1.2 (2A to 2I), HTML-AAM 1.0 and
SVG-AAM 1.0; the cases are those of the public conformance suites of these standards.
"""
# ruff: noqa: E501 - a row of a table is one line; odd spaces are the point

from __future__ import annotations

from itertools import combinations

__all__ = ["CHROMIUM_DIFFERS", "NAMES"]

PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw=="
Rows = list[tuple[str, str]]
HIDING = ('style="display:none"', 'style="visibility:hidden"', 'style="visibility:collapse"', 'aria-hidden="true"', "hidden")  # fmt: skip
# Elements named from content in different layouts: inline, block, or without children.
NAMED = (
    ("<button {0}>{1}</button>"),
    ("<h3 {0}>{1}</h3>"),
    ('<a href="#" {0}>{1}</a>'),
    ('<div role="button" tabindex="0" {0}>{1}</div>'),
    ('<div role="heading" tabindex="0" {0}>{1}</div>'),
    ('<span role="link" tabindex="0" {0}>{1}</span>'),
)


def named(contents: str, name: str, style: str = "") -> Rows:
    """Return the same contents in every element of `NAMED`."""
    return [(style + each.format('id="t" class="t"', contents), name) for each in NAMED]


def hidden_not_referenced() -> Rows:
    """2A: hidden content is not part of a name, unless it is referenced."""
    rows: Rows = []
    for hiding in HIDING:
        rows += named(f"<i {hiding}>no</i><b>yes</b>", "yes")
        # A hidden referenced element counts with all its content; a visible one without hidden
        # content.
        for inside in ("", hiding):
            rows += [
                (f'<button id="t" aria-labelledby="a">x</button><span id="a" {hiding}> foo <span {inside}> bar <span {inside}>baz</span></span></span>', "foo bar baz"),
                (f'<button id="t" aria-labelledby="a">x</button><span id="a" {hiding}> foo <span {inside}>bar</span> <span {inside}>baz</span></span>', "foo bar baz"),
            ]  # fmt: skip
        rows += [
            (f'<button id="t" aria-labelledby="a">x</button><span id="a"> foo <span {hiding}> bar <span {hiding}>baz</span></span></span>', "foo"),
            (f'<button id="t" aria-labelledby="a">x</button><span id="a"> foo <span {hiding}>bar</span> <span {hiding}>baz</span></span>', "foo"),
            (f'<button id="t" aria-labelledby="a" aria-label="L"><span id="a" {hiding}>own hidden</span> x</button>', "own hidden"),
            (f'<button id="t" aria-labelledby="a" aria-label="L">x</button><span id="a"><i {hiding}>no</i></span>', "L"),
            (f'<a id="t" href="#" aria-labelledby="a b"><span id="a"><i>shown,</i> <i {hiding}>not,</i></span> <b id="b" {hiding}>referenced</b></a>', "shown, referenced"),
        ]  # fmt: skip
        for control in (
            'type="text"',
            'type="checkbox"',
            'type="password"',
            'type="number"',
            'type="range"',
            'type="button" value="v"',
        ):
            rows.append((f'<label for="t" {hiding}>label</label><input id="t" {control}>', "label"))
    rows += [
        ('<h2 id="t">seen <span style="visibility:hidden">not <b style="visibility:visible">seen again</b></span></h2>', "seen seen again"),
        ('<h2 id="t">seen <span hidden>not <b style="visibility:visible">neither</b></span></h2>', "seen"),
        ('<button id="t">Go<span inert> now</span></button>', "Go"),
        ('<div inert><span id="a">x</span></div><button id="t" aria-labelledby="a"></button>', ""),
        ('<button id="t">Go<noscript>no</noscript><script>1</script><style>i{}</style></button>', "Go"),
        ('<button id="t"><details>no<summary>Sum</summary></details></button>', "Sum"),
    ]  # fmt: skip
    return rows


def labelled_by() -> Rows:
    """2B: aria-labelledby, in the order of its ids, without following further references."""
    at = '<i id="a">first</i><i id="b">second</i>'
    rows: Rows = []
    for each in (
        '<div role="group"',
        '<a href="#"',
        "<button",
        "<nav",
        "<h1",
        '<img alt="alt"',
        "<svg",
        '<input type="text"',
        "<select",
        "<textarea",
        "<fieldset",
        "<table",
        "<section",
    ):
        tag = each.split()[0][1:]
        end = "" if tag in {"img", "input"} else f"</{tag}>"
        rows.append((f'{at}{each} id="t" aria-labelledby="a">{end}', "first"))
        rows.append((f'{at}{each} id="t" aria-labelledby="b a">{end}', "second first"))
        rows.append(
            (f'{at}{each} id="t" aria-labelledby="a" aria-label="L" title="T">{end}', "first")
        )
        rows.append((f'{at}{each} id="t" aria-labelledby="gone  b">{end}', "second"))
        rows.append((f'{at}{each} id="t" aria-labelledby="gone" aria-label="L">{end}', "L"))
        rows.append((f'{at}{each} id="t" aria-labelledby="t b" aria-label="L">{end}', "L second"))
        rows.append((f'{at}{each} id="t" aria-labelledby="a" aria-labeledby="b">{end}', "first"))
    rows += [
        ('<div id="t" role="group" aria-labelledby="h"><h2 id="h">first heading</h2><p>text</p></div>', "first heading"),
        ('<nav id="t" aria-labelledby="a b c d"><span id="a">verify</span><span id="b">spaces</span><span>no</span><span id="c">between</span><span id="d">them</span></nav>', "verify spaces between them"),
        ('<button id="t" aria-labelledby="a">x</button><i id="a" aria-label="L">A</i>', "L"),
        ('<button id="t" aria-labelledby="a">x</button><i id="a" aria-labelledby="b">A</i><i id="b">B</i>', "A"),
        ('<button id="t" aria-labelledby="a">x</button><img id="a" alt="alt">', "alt"),
        ('<button id="t" aria-labelledby="a">x</button><input id="a" value="v" aria-label="L">', "v"),
        ('<button id="t" aria-labelledby="a">x</button><i id="a" title="T"></i>', "T"),
        ('<h3 id="t"><a href="#" aria-labelledby="i">link1</a> <a href="#">link2 <img id="i" alt="image" src="' + PIXEL + '"> link3</a></h3>', "image link2 link3"),
    ]  # fmt: skip
    return rows


def embedded_controls() -> Rows:
    """2C: a control within a label or a referenced element contributes its value, not its name."""
    values = [
        ('<input value="5">', "5"),
        ('<input type="search" value="q">', "q"),
        ('<input type="email" value="a@b.c">', "a@b.c"),
        ('<input type="number" value="7">', "7"),
        ("<textarea>words</textarea>", "words"),
        ('<i role="textbox" contenteditable="true">words</i>', "words"),
        ('<i role="searchbox">words</i>', "words"),
        ("<select><option>day<option selected>week</select>", "week"),
        ("<select size=3><option>day<option selected>week</select>", "week"),
        ("<select multiple><option selected>day<option selected>week</select>", "day week"),
        ('<i role="listbox"><i role="option">day</i><i role="option" aria-selected="true">week</i></i>', "week"),
        ('<i role="combobox" tabindex="0">week</i>', "week"),
        ('<input role="combobox" value="week">', "week"),
        ('<input type="range" value="40">', "40"),
        ('<input type="range" min="0" max="10" value="50">', "10"),
        ('<i role="slider" aria-valuenow="3">x</i>', "3"),
        ('<i role="slider" aria-valuenow="3" aria-valuetext="three">x</i>', "three"),
        ('<i role="spinbutton" aria-valuenow="3">x</i>', "3"),
        ('<i role="scrollbar" aria-valuenow="3">x</i>', "3"),
        ('<i role="progressbar" aria-valuenow="3">x</i>', "3"),
        ('<i role="meter" aria-valuenow="3">x</i>', "3"),
        ('<progress max="10" value="4"></progress>', "4"),
        ('<meter max="10" value="4"></meter>', "4"),
        ('<button>press</button>', "press"),
        ('<input type="checkbox" aria-label="no">', "no"),
    ]  # fmt: skip
    rows: Rows = []
    for markup, value in values:
        rows += [
            (f'<label><input id="t" type="checkbox">Flash {markup} times</label>', f"Flash {value} times"),
            (f'<input id="t" type="checkbox" aria-labelledby="l"><p id="l">Flash {markup} times</p>', f"Flash {value} times"),
        ]  # fmt: skip
        if "button" not in markup:
            rows.append((f'<h2 id="t">Flash {markup} times</h2>', f"Flash {value} times"))
    return rows


def labels() -> Rows:
    """2D: aria-label, on every role and element that supports it; empty ones are ignored."""
    roles = (
        "alert alertdialog application article banner blockquote button cell checkbox columnheader combobox "
        "complementary contentinfo dialog directory document feed figure form grid gridcell group heading img link list "
        "listbox listitem log main marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation note "
        "option progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider "
        "spinbutton status switch tab table tablist tabpanel textbox timer toolbar tooltip tree treegrid treeitem"
    )
    rows = [
        (f'<div id="t" role="{each}" aria-label="label">x</div>', "label") for each in roles.split()
    ]
    tags = "article aside blockquote button details dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header li main meter nav ol p search section span textarea ul address output"
    rows += [(f'<{each} id="t" aria-label="label">x</{each}>', "label") for each in tags.split()]
    rows += [
        (f'<input id="t" type="{each}" aria-label="label">', "label")
        for each in [
            "button",
            "checkbox",
            "color",
            "date",
            "datetime-local",
            "email",
            "file",
            "month",
            "number",
            "password",
            "radio",
            "range",
            "reset",
            "search",
            "submit",
            "tel",
            "text",
            "time",
            "url",
            "week",
        ]
    ]
    parts = {"thead": "", "tbody": "", "tfoot": "", "tr": "", "th": "", "td": ""}
    for each in parts:
        open_tags = dict.fromkeys(parts, "") | {each: ' id="t" aria-label="label"'}
        rows.append(
            (
                "<table><thead{thead}><tr><th>a<th>b</thead><tbody{tbody}><tr{tr}><th{th}>x<td{td}>y</tbody><tfoot{tfoot}><tr><td>x<td>y</tfoot></table>".format(
                    **open_tags
                ),
                "label",
            )
        )
    rows += [
        ('<a id="t" href="#" aria-label="label">x</a>', "label"),
        ('<hr id="t" aria-label="label">', "label"),
        ('<img id="t" alt="" aria-label="label">', "label"),
        ('<img id="t" alt="alt" aria-label="label">', "label"),
        ('<math id="t" aria-label="label">x</math>', "label"),
        ('<select id="t" aria-label="label"><option>x</select>', "label"),
        ('<select><option id="t" aria-label="label">x</select>', "label"),
        ('<svg id="t" aria-label="label"><circle r="4"><title>no</title></circle></svg>', "label"),
        ('<label for="t">no</label><input id="t" aria-label="label">', "label"),
        ('<button id="t" aria-label="label" title="no">x</button>', "label"),
        ('<table id="t" aria-label="label"><caption>no</caption><tr><th>a</table>', "label"),
        ('<fieldset id="t" aria-label="label"><legend>no</legend></fieldset>', "label"),
        ('<a id="t" href="#" aria-label="Fish and sea">x</a>', "Fish and sea"),
    ]  # fmt: skip
    empty = ("", "  ", "\t", "\n", "\f", " \t\n ")
    rows += [
        (f'<button id="t" aria-label="{each}">my button</button>', "my button") for each in empty
    ]
    rows += [
        (f'<textarea id="t" aria-label="{each}" title="title">x</textarea>', "title")
        for each in empty
    ]
    for label in ("label  ", "  label", "\nlabel", "\tlabel", "\flabel"):
        rows += [
            (f'<button id="t" aria-label="{label}">x</button>', "label"),
            (f'<nav id="t" aria-label="{label}">x</nav>', "label"),
        ]
    return rows


def no_break_spaces() -> Rows:
    """Only ASCII white space collapses and is trimmed (Infra); the no-break space is preserved."""
    rows: Rows = []
    for each in (
        "\u00a0label",
        "label\u00a0",
        "la\u00a0bel",
        "la\u00a0\u00a0bel",
        "la \u00a0 bel",
        "\u2800",
        "la\u2003bel",
        "\u3000label",
    ):
        rows += named(each, each)
        rows += [
            (f'<button id="t" aria-label="{each}">x</button>', each),
            (f'<nav id="t" aria-label="{each}">x</nav>', each),
            (f'<img id="t" alt="{each}" src="{PIXEL}">', each),
            (f'<input id="t" type="button" value="{each}">', each),
            (f'<label for="t">{each}</label><input id="t">', each),
            (f'<input id="t" title="{each}">', each),
            (f'<fieldset id="t"><legend>{each}</legend></fieldset>', each),
        ]  # fmt: skip
    return rows


TYPES = "checkbox color date datetime-local email month number password radio range search tel text time url week"
VALUES = {"color": "#999999", "date": "2025-01-01", "datetime-local": "2025-01-01T00:01", "month": "2025-01", "number": "7", "range": "5", "time": "00:01", "week": "2025-W01", "email": "a@b.c", "url": "https://a.test"}  # fmt: skip


def host_language() -> Rows:
    """2E: label, alt, value, legend, caption, title, placeholder: HTML-AAM 4.1."""
    rows: Rows = []
    for each in TYPES.split():
        for value in ("", f' value="{VALUES.get(each, "test")}"'):
            rows.append(
                (f'<label for="t">label</label><input id="t" type="{each}"{value}>', "label")
            )
            rows.append((f'<label><input id="t" type="{each}"{value}>label</label>', "label"))
            rows.append((f'<label>label <input id="t" type="{each}"{value}></label>', "label"))
    for each in ["text", "search", "email", "password", "number", "tel", "url", "textarea"]:
        field = (
            "<textarea {0}>words</textarea>"
            if each == "textarea"
            else f'<input type="{each}" {{0}}>'
        )
        # The first source that exists is used: references, label, labels, title, placeholder, none.
        sources = [
            ('aria-labelledby="a b"', "one two"),
            ('aria-label="own"', "own"),
            ("<label>", "lab el"),
            ('title="tip"', "tip"),
            ('placeholder="hint"', "hint"),
        ]
        rows.append((field.format('id="t"'), ""))
        for count in range(1, len(sources) + 1):
            for some in combinations(sources, count):
                attributes = " ".join(source for source, _ in some if source != "<label>")
                before = (
                    '<label for="t">lab</label><label for="t">el</label>'
                    if ("<label>", "lab el") in some
                    else ""
                )
                rows.append(
                    (
                        f'<i id="a">one</i><i id="b">two</i>{before}'
                        + field.format(f'id="t" {attributes}'),
                        some[0][1],
                    )
                )
    buttons = {"button": "", "submit": "Submit", "reset": "Reset"}
    for each, default in buttons.items():
        rows += [
            (f'<input id="t" type="{each}">', default),
            (f'<input id="t" type="{each}" value="go">', "go"),
            (f'<input id="t" type="{each}" value="go" title="tip">', "go"),
            (f'<input id="t" type="{each}" value="" title="tip">', "tip"),
            (f'<label for="t">label</label><input id="t" type="{each}" value="go">', "label"),
            (f'<input id="t" type="{each}" value="go" aria-label="own">', "own"),
        ]  # fmt: skip
    rows += [
        (f'<input id="t" type="image" src="{PIXEL}" alt="find" value="no" title="no">', "find"),
        (f'<input id="t" type="image" src="{PIXEL}" title="tip">', "tip"),
        (f'<input id="t" type="image" src="{PIXEL}">', "Submit"),
        (f'<label for="t">label</label><input id="t" type="image" src="{PIXEL}" alt="find">', "label"),
        ('<button id="t" title="tip"></button>', "tip"),
        ('<button id="t" title="tip">go</button>', "go"),
        ('<label for="t">label</label><button id="t" title="tip">go</button>', "label"),
        ('<label for="t">label</label><output id="t">5</output>', "label"),
        ('<label for="t">label</label><meter id="t" value=".5">x</meter>', "label"),
        ('<label for="t">label</label><progress id="t" value=".5">x</progress>', "label"),
        ('<label for="t">label</label><select id="t"><option>no</select>', "label"),
        ('<label>label <select id="t"><option>no</select></label>', "label"),
        ('<select id="t" title="tip"><option>no</select>', "tip"),
        ('<select id="t"><option>no</select>', ""),
        ('<label for="t">label</label><textarea id="t">no</textarea>', "label"),
        ('<fieldset id="t"><legend>legend</legend><input></fieldset>', "legend"),
        ('<fieldset id="t" title="tip"><input></fieldset>', "tip"),
        ('<fieldset id="t" title="tip"><legend>legend</legend></fieldset>', "legend"),
        ('<table id="t"><caption>caption</caption><tr><th>a</table>', "caption"),
        ('<table id="t" title="tip"><caption>caption</caption><tr><th>a</table>', "caption"),
        ('<table id="t" title="tip"><tr><th>a</table>', "tip"),
        ('<figure id="t"><img alt="no"><figcaption>caption</figcaption></figure>', ""),
        ('<figure id="t" title="tip"><img alt="no"></figure>', "tip"),
        (f'<img id="t" src="{PIXEL}" alt="alt">', "alt"),
        (f'<img id="t" src="{PIXEL}" alt="alt" title="tip">', "alt"),
        (f'<img id="t" src="{PIXEL}" title="tip">', "tip"),
        (f'<picture><source srcset="#"><img id="t" src="{PIXEL}" alt="alt"></picture>', "alt"),
        (f'<map name="m"><area id="t" href="#" alt="alt" shape="rect" coords="0,0,9,9"></map><img usemap="#m" src="{PIXEL}" width="20" height="20">', "alt"),
        ('<iframe id="t" title="tip" width="20" height="20"></iframe>', "tip"),
        ('<select><optgroup id="t" label="label"><option>a</optgroup></select>', "label"),
        ('<select><option id="t" label="label">no</option></select>', "label"),
        ('<details><summary id="t">sum <b>mary</b></summary>no</details>', "sum mary"),
        ('<details><summary id="t" title="tip"></summary>no</details>', "tip"),
        ('<search id="t" title="tip">no</search>', "tip"),
        ('<address id="t" title="tip">no</address>', "tip"),
        ('<section id="t" title="tip">no</section>', "tip"),
        ('<nav id="t" title="tip">no</nav>', "tip"),
        ('<abbr id="t" title="tip">no</abbr>', "tip"),
        ('<ul id="t" title="tip"><li>no</ul>', "tip"),
        ('<iframe id="t"></iframe>', ""),
    ]  # fmt: skip
    return rows


def contents() -> Rows:
    """2F: name from content: order, spaces, generated content, nested sources."""
    spans = "<span{0}>one</span>{1}<span{0}>two</span>{1}<span{0}>three</span>"
    rows = named("label", "label")
    rows += named(spans.format("", ""), "onetwothree")
    rows += named(spans.format("", " "), "one two three")
    rows += named(spans.format("", "\n"), "one two three")
    rows += named(spans.format(' style="display:inline-block"', ""), "one two three")
    rows += named(spans.format(' style="display:block"', ""), "one two three")
    rows += named(spans.format(' style="display:flex"', ""), "one two three")
    rows += named(spans.format(' style="display:table-cell"', ""), "one two three")
    rows += named(spans.format(' style="float:left"', ""), "one two three")
    rows += named("one<br>two", "one two")
    rows += named("<b>one</b><!-- c -->two", "onetwo")
    rows += named("one<!-- c -->two", "onetwo")
    rows += named("  one \n\t two  ", "one two")
    rows += named(f'one <img alt="two" src="{PIXEL}"> three', "one two three")
    rows += named(f'one<img alt="two" src="{PIXEL}">three', "one two three")
    rows += named(f'<img alt="" src="{PIXEL}">one', "one")
    rows += named('one <i aria-label="two">no</i> three', "one two three")
    rows += named('<i title="no"></i>one', "one")
    rows += named('<i title="tip" tabindex="0"></i>one', "tip one")
    rows += named('<i title="no">one</i> two', "one two")
    rows += named('one <i role="none">two</i>', "one two")
    rows += named('one <i role="presentation" aria-hidden="true">no</i>', "one")
    rows += named("<svg><title>one</title></svg> two", "one two")
    rows += named('<svg aria-hidden="true"><title>no</title></svg>two', "two")
    rows += named('<svg><g><title>one</title><path d="M0 0h9v9z"/></g></svg>', "one")
    rows += named('<svg><path d="M0 0h9v9z"><title>one</title></path></svg>', "one")
    rows += named('<svg><text y="9">one</text></svg>', "one")
    rows += named(
        '<svg><use href="#s"/></svg><svg style="display:none"><symbol id="s"><title>one</title><path d="M0 0h9v9z"/></symbol></svg>',
        "one",
    )
    rows += named("<ul><li>one<li>two</ul>", "one two")
    rows += named("<address>one</address>two", "one two")
    rows += named("<details>no<summary>one</summary></details>", "one")
    rows += named("<details open>two<summary>one</summary></details>", "one two")
    rows += named('<div role="list">one</div>', "one")
    rows += named("<fieldset><legend>one</legend>no</fieldset>", "one")
    rows += named("<ruby>one<rp>(</rp><rt>no</rt><rp>)</rp></ruby>", "one")
    rows += named("<table><tr><td>one<td>two<tr><td>three</table>", "one two three")
    before, after = ".t::before{content:'before'}", ".t::after{content:'after'}"
    wide = ".t::before{padding:0 1em}"
    rows += named("label", "beforelabel", f"<style>{before}</style>")
    rows += named("label", "labelafter", f"<style>{after}</style>")
    rows += named("label", "beforelabelafter", f"<style>{before}{after}{wide}</style>")
    rows += named(" label ", "before label after", f"<style>{before}{after}</style>")
    rows += named(
        "label",
        "before label after",
        f"<style>{before}{after}.t::before,.t::after{{display:block}}</style>",
    )
    rows += named(
        "label",
        "before label after",
        f"<style>{before}{after}.t::before,.t::after{{display:inline-block}}</style>",
    )
    rows += named(
        "label", "alt label alt", "<style>.t::before,.t::after{content:'x' / 'alt'}</style>"
    )
    rows += named("label", "label", "<style>.t::before,.t::after{content:'x' / ''}</style>")
    rows += named("label", "label", "<style>.t::before{content:'';display:block}</style>")
    rows += named("label", "label", "<style>.t::before{content:'no';display:none}</style>")
    rows += named("label", "label", f"<style>.t::before{{content:url({PIXEL})}}</style>")
    rows += named(
        "label", "pic label", f"<style>.t::before{{content:url({PIXEL}) / 'pic'}}</style>"
    )
    rows += named(
        "label",
        "qlabel",
        "<style>.t::before{content:attr(class) ''}.t{quotes:none}</style>".replace(
            "attr(class)", "'q'"
        ),
    )
    rows += named(
        "label",
        "step 3 label",
        "<style>.t{counter-reset:s 2}.t::before{counter-increment:s;content:counter(s) / 'step ' counter(s)}</style>",
    )
    rows += named(
        "label",
        "III: label",
        "<style>.t{counter-reset:s 3}.t::before{content:'x' / counter(s, upper-roman) ': '}</style>",
    )
    rows += named("<b>label</b>", "LABEL", "<style>.t{text-transform:uppercase}</style>")
    rows += named("<b>Label</b>", "label", "<style>.t{text-transform:lowercase}</style>")
    rows += named("one two", "One Two", "<style>.t{text-transform:capitalize}</style>")
    rows += [
        ('<h1 id="t"><a href="#">linked</a> <button>pressed</button></h1>', "linked pressed"),
        ('<div id="t" role="row"><div role="cell">one</div><div role="cell">two</div></div>', ""),
        ('<div role="grid"><div id="t" role="row"><div role="gridcell">one</div><div role="gridcell">two</div></div></div>', "one two"),
        ('<table><tr><th id="t" scope="col">head <b>er</b><td>x</table>', "head er"),
        ('<ul role="menu"><li id="t" role="menuitem">Item <i>one</i></li></ul>', "Item one"),
        ('<div role="tablist"><div id="t" role="tab">Tab <i>one</i></div></div>', "Tab one"),
        ('<div role="tree"><div id="t" role="treeitem">Node<div role="group"><div role="treeitem">child</div></div></div></div>', "Node"),
        ('<div id="t" role="tooltip">tip</div>', "tip"),
        ('<div id="t" role="checkbox">check</div>', "check"),
        ('<div id="t" role="switch">on</div>', "on"),
        ('<div role="radiogroup"><div id="t" role="radio">one</div></div>', "one"),
        ('<div role="listbox"><div id="t" role="option">one</div></div>', "one"),
        # Roles that do not support a name from content.
        *[(f'<div id="t" role="{role}">no</div>', "") for role in ["article", "banner", "complementary", "contentinfo", "definition", "dialog", "form", "group", "list", "log", "main", "navigation", "note", "progressbar", "radiogroup", "search", "slider", "status", "tabpanel", "textbox", "timer", "toolbar"]],
        *[(f'<{tag} id="t">no</{tag}>', "") for tag in ["p", "div", "span", "li", "article", "aside", "main", "nav", "section", "address", "blockquote", "b", "em", "strong", "code", "mark", "small"]],
    ]  # fmt: skip
    return rows


def owned() -> Rows:
    """aria-owns moves content; hidden owners move nothing."""
    return [
        ('<button id="t" aria-owns="p"><div aria-hidden="true"><span id="p">Play</span></div></button>', "Play"),
        ('<a id="t" href="#" aria-owns="w">Web</a><div aria-hidden="true"><span id="w"> (new)</span></div>', "Web (new)"),
        ('<h3 id="t"><span hidden aria-owns="m">no</span><mark id="m">kept</mark></h3>', "kept"),
        ('<h3 id="t"><span aria-hidden="true" aria-owns="m">no</span><mark id="m">kept</mark></h3>', "kept"),
        ('<a id="t" href="#" aria-owns="w">Web</a><span id="w" hidden> (new)</span>', "Web"),
        ('<a id="t" href="#" aria-owns="w">Web</a><div hidden><span id="w"> (new)</span></div>', "Web"),
        ('<a id="t" href="#" aria-owns="w">Web</a><span id="w" aria-hidden="true"> (new)</span>', "Web"),
        ('<h3 id="t">one <b id="w">two</b></h3><a href="#" aria-owns="w">x</a>', "one"),
        ('<h3 id="t" aria-owns="c a b">zero <b id="a">one</b><b id="b">two</b></h3><b id="c">three</b>', "zero three onetwo"),
    ]  # fmt: skip


def drawings() -> Rows:
    """SVG-AAM 8: title and xlink:title, of the drawing and of its parts."""
    shapes = (
        'circle cx="9" cy="9" r="8"',
        'rect width="9" height="9"',
        'path d="M0 0h9v9z"',
        "g",
        'ellipse rx="4" ry="3"',
        'line x2="9"',
        'polygon points="0,0 9,0 9,9"',
        'polyline points="0,0 9,0 9,9"',
    )
    rows: Rows = []
    for shape in shapes:
        tag = shape.split()[0]
        inner = '<circle r="5"/>' if tag == "g" else ""
        rows += [
            (f'<svg><{shape} id="t"><title>label</title>{inner}</{tag}></svg>', "label"),
            (f'<svg><{shape} id="t" aria-label="label"><title>no</title>{inner}</{tag}></svg>', "label"),
            (f'<i id="a">label</i><svg><{shape} id="t" aria-labelledby="a"><title>no</title>{inner}</{tag}></svg>', "label"),
            (f'<svg><a id="t" href="#" xlink:title="label"><{shape}/></a></svg>', "label"),
            (f'<svg><a id="t" href="#"><{shape}><title>label</title></{tag}></a></svg>', "label"),
        ]  # fmt: skip
    rows += [
        ('<svg id="t"><title>label</title><path d="M0 0h9v9z"/></svg>', "label"),
        ('<svg id="t"><desc>no</desc><title>label</title></svg>', "label"),
        ('<svg id="t" aria-labelledby="a"><title id="a">label</title><desc>no</desc></svg>', "label"),
        ('<svg id="t" role="img" aria-label="label"><title>no</title></svg>', "label"),
        ('<svg id="t" xlink:title="label"><path d="M0 0h9v9z"/></svg>', "label"),
        ('<svg><a id="t" href="#"><text y="9">label</text></a></svg>', "label"),
        ('<svg><a id="t" href="#"><title>label</title><text y="9">no</text></a></svg>', "label"),
        ('<svg><image id="t" width="9" height="9"><title>label</title></image></svg>', "label"),
    ]  # fmt: skip
    return rows


def shadows() -> Rows:
    """Flat tree: slotted content counts where it is rendered; ids refer to the element's own tree."""
    root = '<x-a id="{0}"><template shadowrootmode="open">{1}</template>{2}</x-a>'
    return [
        ('<button id="t"><span>' + root.format("h", "<b>before</b> <slot></slot>", "slotted") + "</span></button>", "before slotted"),
        ('<button id="t">' + root.format("h", '<slot name="b"></slot> <slot name="a"></slot>', '<i slot="a">A</i><i slot="b">B</i>') + "</button>", "B A"),
        ('<button id="t">' + root.format("h", "<slot>fallback</slot>", "") + "</button>", "fallback"),
        ('<button id="t" aria-labelledby="i">x</button>' + root.format("h", '<b id="i">inner</b>', ""), "x"),
        ('<button id="t" aria-labelledby="h">x</button>' + root.format("h", "<b>inner</b> <slot></slot>", "slotted"), "inner slotted"),
    ]  # fmt: skip


def tooltips() -> Rows:
    """2I: the tooltip, if there is no other name."""
    rows = named("", "tip", "")
    rows = [(html.replace('id="t"', 'id="t" title="tip"'), name) for html, name in rows]
    rows += [(html.replace('id="t"', 'id="t" title="tip"'), "go") for html, _ in named("go", "go")]
    rows += [
        ('<div id="t" title="tip" role="group">no</div>', "tip"),
        (f'<a id="t" href="#" title="tip"><img alt="" src="{PIXEL}"></a>', "tip"),
        ('<textarea id="t" title="tip" placeholder="no"></textarea>', "tip"),
        ('<input id="t" type="checkbox" title="tip">', "tip"),
        ('<input id="t" type="radio" title="tip">', "tip"),
        ('<input id="t" type="range" title="tip">', "tip"),
        ('<kbd id="t" title="tip" tabindex="0">CTRL</kbd>', "tip"),
        ('<div id="t" role="slider" title="tip">no</div>', "tip"),
    ]  # fmt: skip
    return rows


NAMES: dict[str, Rows] = {
    "2A hidden": hidden_not_referenced(),
    "2B aria-labelledby": labelled_by(),
    "2C embedded controls": embedded_controls(),
    "2D aria-label": labels(),
    "2D 2F no-break spaces": no_break_spaces(),
    "2E host language": host_language(),
    "2F contents": contents(),
    "2F aria-owns": owned(),
    "2F shadow trees": shadows(),
    "2I tooltip": tooltips(),
    "SVG-AAM": drawings(),
}
# Differences of Chromium's tree from the standard, which we follow: a pattern of the markup, the
# reason.
CHROMIUM_DIFFERS = {
    "label hidden": (r"<label for=\"t\" (style=|aria-hidden|hidden)", "accname 2A counts a hidden label; Chromium does not"),
    "empty value": (r'value="" title="tip"', "HTML-AAM goes on to the title; Chromium stops at the empty value"),
    "hidden owner": (r"<span hidden aria-owns", "ARIA: a hidden owner owns nothing; Chromium takes the words away all the same"),
    "xlink:title": (r'<svg id="t" xlink:title', "SVG-AAM names any part by it; Chromium only links"),
}  # fmt: skip
