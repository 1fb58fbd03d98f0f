"""Things that stand still, of every kind of box that elements have."""

from __future__ import annotations

__all__ = ["FRAMES", "KINDS", "frame", "frame_page", "page_with"]

HEAD = """<!doctype html><style>
body { margin: 0; font: 14px sans-serif }
.c { float: left; width: 136px; height: 66px; margin: 2px; position: relative }
.t { color: #fff; background: #46c }
</style>"""
_NAMED = "data-k='%' aria-label='%'"
_GIF = "data:image/gif;base64,R0lGODlhAQABAIAAAGZmzAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="


def _button(style: str, before: str = "", after: str = "") -> str:
    return f"{before}<button class=t @ style='{style}'>go</button>{after}"


def _link(style: str, inside: str = "some words", before: str = "", after: str = "") -> str:
    return f"{before}<a href='#x' @ style='{style}'>{inside}</a>{after}"


def _area(shape: str, coords: str, image: str = "") -> str:
    return (
        f"<img src='{_GIF}' alt='' width=120 height=60 style='{image}' usemap='#m-%'>"
        "<map name='m-%'>"
        f"<area shape={shape} coords='{coords}' href='#x' alt='%' data-k='%'></map>"
    )


KINDS: dict[str, str] = {
    **{
        f"display {display}": _button(f"display: {display}")
        for display in (
            *("block", "inline", "inline-block", "flex", "inline-flex", "grid", "inline-grid"),
            *("table", "inline-table", "flow-root", "list-item", "table-cell"),
        )
    },
    "contents of a link": _link("display: contents", "<span>in it</span>"),
    "contents of a bare text": _link("display: contents"),
    "contents of a button": _button("display: contents"),
    "contents in contents": _link(
        "display: contents", "<i>in it</i>", "<div style='display: contents'>", "</div>"
    ),
    "contents of two blocks": _link("display: contents", "<div>one</div><div>two</div>"),
    "contents in a flex box": _link(
        "display: contents", "<b>one</b>", "<div style='display: flex; gap: 9px'>", "</div>"
    ),
    "summary": "<details><summary @>more</summary>text</details>",
    "summary as contents": (
        "<details><summary @ style='display: contents'>more</summary></details>"
    ),
    "summary of an open one": ("<details open><summary @>more</summary>text</details>"),
    "select": "<select @><option>one</select>",
    "list box": "<select size=2 @><option>one<option>two</select>",
    "area rect": _area("rect", "0,0,60,40"),
    "area circle": _area("circle", "40,30,20"),
    "area polygon": _area("poly", "0,0,60,0,60,40,0,40"),
    "area default": _area("default", ""),
    "area with padding": _area("rect", "0,0,50,30", "padding: 3px 5px; border: 1px solid"),
    "area of a scaled image": _area("rect", "80,40,120,60", "transform: scale(.5)"),
    "area of a zoomed image": _area("rect", "90,40,120,60", "zoom: .5"),
    "svg link": ("<svg width=100 height=50><a href='#x' @><circle cx=40 cy=25 r=20 /></a></svg>"),
    "svg with a view box": (
        "<svg width=100 height=50 viewBox='0 0 10 5'><a href='#x' @>"
        "<rect x=1 y=1 width=4 height=3 /></a></svg>"
    ),
    "svg text": ("<svg width=100 height=50><a href='#x' @><text x=5 y=25>words</text></a></svg>"),
    "button in foreignObject": (
        "<svg width=120 height=50><foreignObject x=10 y=5 width=80 height=40>"
        + _button("")
        + "</foreignObject></svg>"
    ),
    "picture in a link": _link("", f"<img alt='' src='{_GIF}' width=40 height=30>"),
    "rotated": _button("transform: rotate(20deg); margin: 15px"),
    "scaled": _button("transform: scale(1.3); margin: 10px"),
    "skewed": _button("transform: skewX(20deg); margin: 10px"),
    "in a rotated box": _button(
        "", "<div style='transform: rotate(90deg); width: 60px'>", "</div>"
    ),
    "in 3d": _button("transform: perspective(200px) rotateY(30deg); width: 90px"),
    "moved by translate": _button("translate: 20px 10px"),
    "zoomed": _button("zoom: 1.4"),
    "in a zoomed box": _button("", "<div style='zoom: .7'>", "</div>"),
    "sticky": _button("position: sticky; top: 0"),
    "fixed in a transformed box": _button(
        "position: fixed; left: 9px; top: 9px", "<div style='transform: translateX(4px)'>", "</div>"
    ),
    "absolute": _button("position: absolute; left: 30px; top: 20px"),
    "relative": _button("position: relative; left: 30px; top: 20px"),
    "float": _button("float: right"),
    "columns": _link(
        "",
        "a b c d e f",
        "<div style='columns: 2; height: 40px'><p style='margin: 0'>x<br>x</p>",
        "</div>",
    ),
    "inline that wraps": _link(
        "", "words that take more than one line of it", "some words before "
    ),
    "inline with a block": _link("", "<div>a block in it</div>"),
    "inline block that wraps": _link(
        "display: inline-block", "words that take more than one line of it"
    ),
    "first of a clipped box": _button("width: 300px", "<div style='overflow: hidden'>", "</div>"),
    "in a scrolled box": _button(
        "margin: 30px 0",
        "<div class=s tabindex=0 aria-label=box style='overflow: auto; height: 50px'>",
        "<p style='height: 200px'></div>",
    ),
    "no height, content shows": _link("display: block; height: 0", "overflowing"),
    "no width, content shows": _link(
        "display: block; width: 0; white-space: nowrap", "overflowing"
    ),
    "vertical writing": _link("writing-mode: vertical-rl; display: inline-block", "words"),
    "right to left": _link("", "words", "<div dir=rtl>", "</div>"),
    "label of a hidden box": (
        "<label data-k='%' class=t><input type=checkbox aria-label='%' style='opacity: 0;"
        " width: 0; height: 0; position: absolute'>the words</label>"
    ),
    "check box": "<input type=checkbox @>",
    "field": "<input @>",
    "editable": "<div contenteditable role=textbox @>words</div>",
    "slotted contents": (
        "<div><template shadowrootmode=open><a href='#x' @ style='display: contents'>"
        "<slot></slot></a></template><span>words</span></div>"
    ),
    "row of a table": (
        "<table style='border-collapse: collapse'><tr role=button tabindex=0 @>"
        "<td>one<td>two</table>"
    ),
    "ruby": _link("", "<ruby>words<rt>above</rt></ruby>"),
    "in a container": _button(
        "", "<div style='container-type: inline-size; width: 120px'>", "</div>"
    ),
    "motion path": _button('offset-path: path("M 40 20 h 20"); offset-distance: 10px'),
    "content-visibility": _button("", "<div style='content-visibility: auto'>", "</div>"),
}

FRAMES: dict[str, str] = {
    "frame": "",
    "scaled frame": "transform: scale(.6); transform-origin: 0 0",
    "enlarged frame": "transform: scale(1.4); transform-origin: 0 0",
    "rotated frame": "transform: rotate(12deg)",
    "turned frame": "transform: rotate(90deg)",
    "frame in 3d": "transform: perspective(300px) rotateX(20deg)",
    "zoomed frame": "zoom: .7",
    "frame with border and padding": "border: 5px solid; padding: 4px",
}


def page_with(kinds: dict[str, str]) -> str:
    """A page with each of the kinds in a cell of its own; `%` is the kind, `@` names the thing."""
    cells = "".join(
        f"<div class=c>{html.replace('@', _NAMED).replace('%', kind)}</div>"
        for kind, html in kinds.items()
    )
    return f"{HEAD}{cells}"


def frame(kind: str, address: str) -> str:
    """A frame of that kind in a cell of its own."""
    return (
        f"<div class=c style='height: 110px'><iframe src='{address}' width=150 height=70 "
        f"style='border: 0; {FRAMES[kind]}'></iframe></div>"
    )


def frame_page(kind: str) -> str:
    """What stands in such a frame: it tells the page around of each click."""
    return (
        f"{HEAD}<button class=t>{kind}</button>"
        f"<script>onclick = () => parent.postMessage('{kind}', '*')</script>"
    )
