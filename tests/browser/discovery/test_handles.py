"""One mark for what is drawn of parts: rows of cells that are read, sliders, cards with an edge, heads of days; and trees by their words."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import re

import pytest

from viewmark.browser.discovery.discover import discover

HEAR = """<script>for (const el of document.querySelectorAll('.l'))
  for (const type of ['click', 'mousedown']) el.addEventListener(type, () => {})</script>"""
RED = "background:#a33"
ICON = f"<i id=p{{0}} style='display:inline-block;width:16px;height:16px;cursor:pointer;{RED}'></i>"


def _grid(
    *, row: str = "tabindex=-1", cell: str = "tabindex=-1 aria-readonly=true", icon: str = ""
) -> str:
    rows = "".join(
        f"<div role=row id=r{i} {row} style='display:flex;height:30px'><div role=gridcell id=a{i} {cell} style='width:150px'>{name}</div><div role=gridcell id=b{i} {cell} style='width:90px'>{i + 4}{icon.format(i)}</div></div>"
        for i, name in enumerate(("Amber", "Basalt"))
    )
    return f"<div role=grid><div class=l>{rows}</div></div>"


HANDLE = "<a href=# role=slider tabindex=0 id=h aria-label=Volume aria-valuenow=40 style='position:absolute;left:100px;top:0;width:20px;height:20px;background:#36a'></a>"
TRACK = "<div class=l style='position:relative;width:300px;height:20px'>{}" + HANDLE + "</div>"
FILLED = f"<div id=t style='position:absolute;left:0;top:6px;width:104px;height:8px;cursor:pointer;{RED}'></div>"
MUTE = f"<div id=m class=l style='position:absolute;left:260px;top:0;width:20px;height:20px;{RED}'></div>"
FAR = f"<div id=f class=l style='position:absolute;left:200px;top:6px;width:60px;height:8px;{RED}'></div>"
KEPT = "<div style='position:relative;height:30px'><input id=i value=40 style='position:absolute;opacity:0;width:4px;height:4px;padding:0;border:0'{}><p></p>{}</div>"
MARKER = "<button id=b style='width:18px;height:18px'></button>"
SWITCH = "<div role=switch aria-checked=true id=s style='width:40px;height:24px'><div class=l style='cursor:pointer;width:40px;height:24px;background:#999'><div tabindex=0 id=x {} style='width:24px;height:24px;background:#36a'>{}</div></div></div>"
CARD = "<div class=l id=c tabindex=-1 style='width:400px;height:150px;background:#eee'><div id=e class=l style='height:{}px;cursor:{}'></div><h4>Your name</h4><input id=f></div>"
GROUP = "<div id=g role=textbox aria-label=Width style='padding:9px'>{}</div>"
RADIOS = "<label><input type=radio name=r id=r1>Auto</label><label><input type=radio name=r id=r2>Static</label>"
STARS = "<x-label class=l id=l style='display:block;width:600px'>Rating, the more the better, three at least of all<p><button id=s1>1</button><button id=s2>2</button></p></x-label>"


def _week(head: str = "{}", style: str = "") -> str:
    days = "".join(
        f"<td class=l id=d{n} style='width:100px;{style}'>{head.format(f'{day} {n}')}</td>"
        for n, day in enumerate(("Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"), 15)
    )
    return f"<table><tr>{days}</table>"


WEEK = [f"d{n}" for n in range(15, 22)]


def _month(empty: str) -> str:
    cells = "".join(
        f"<div id=n{n} class='l {'day' if n < 29 else 'day dayother'}' style='float:left;width:30px;height:20px;background:{'#fff' if n < 29 else empty}'>{n if n < 29 else ''}</div>"
        for n in range(1, 32)
    )
    return f"<div style='width:210px'>{cells}</div>"


DAYS = [f"n{n}" for n in range(1, 29)]


def _tree(words: str = "cursor:default;user-select:none", body: str = "") -> str:
    leaf = f"<li><a id=w{{}} style='display:block;{words}'>{{}}</a>"
    return f"<style>body{{{{{body}}}}}</style>".replace("{{", "{").replace("}}", "}") + (
        f"<ul class=l style='width:260px'>{leaf.format(1, 'Tea')}<span id=o style='position:absolute;left:2px;width:14px;height:14px;cursor:pointer;{RED}'></span><ul>{leaf.format(2, 'Assam')}</li>{leaf.format(3, 'Sencha')}</li></ul></li>"
        "<li><label><input type=checkbox id=c>Empty ones</label></li></ul>"
    )


CIRCLE = "<div class=mail><input type=checkbox id=one style='opacity:0;width:14px;height:14px;position:absolute'><label for=one style='display:inline-block;width:20px;height:20px'><b style='display:block;width:18px;height:18px;border:1px solid #555'></b></label></div>"

CASES = [
    ("rows of cells that are read", _grid(), ["r0", "r1"]),
    ("an icon in such a row", _grid(icon=ICON), ["r0", "p0", "r1", "p1"]),
    ("cells that are written", _grid(cell="tabindex=-1"), ["a0", "b0", "a1", "b1"]),
    ("rows that take no focus", _grid(row=""), ["a0", "b0", "a1", "b1"]),
    ("a handle and its track", TRACK.format(FILLED), ["h"]),
    ("a sign at the end of a track", TRACK.format(MUTE), ["h", "m"]),
    ("a strip away from the handle", TRACK.format(FAR), ["h", "f"]),
    ("a field that only keeps a value", KEPT.format("", MARKER), ["b"]),
    ("a small tick box", KEPT.format(" type=checkbox", MARKER), ["b", "i"]),
    ("a field that is all there is", KEPT.format("", ""), ["i"]),
    ("what takes the focus for a switch", SWITCH.format("", ""), ["s"]),
    ("a part of a switch that says something", SWITCH.format("", "On"), ["s", "x"]),
    ("a card with an edge by which it is dragged", CARD.format(24, "move"), ["c", "e", "f"]),
    ("what comes with the pointer at such an edge", CARD.format(24, "move").replace("'></div><h4>", "'><button style='opacity:0'><svg width=9 height=9><title>Fold</title></svg></button></div><h4>"), ["c", "e", "f"]),
    ("a card that shows no hand at its edge", CARD.format(24, "auto"), ["e", "f"]),
    ("a box that calls itself a field", GROUP.format(RADIOS), ["r1", "r2"]),
    ("a field of a kit", GROUP.format("<input id=f>"), ["f"]),
    ("the label of a kit around its stars", STARS, ["s1", "s2"]),
    ("a label of a kit by itself", "<x-label class=l id=l style='display:block'>Much is said here of what a press on it would do</x-label>", ["l"]),
    ("heads of days", _week(), []),
    ("words of heads of days", _week("<b class=l id=x>{}</b>").replace("<td class=l", "<td"), []),
    ("heads of days with the hand", _week(style="cursor:pointer"), WEEK),
    ("heads of days that take the focus", _week("<span tabindex=0>{}</span>"), [""] * 7),
    ("other words in a row", _week().replace("<td class=l id=d17", "<td class=l id=d17 title=1").replace("Tu 17", "Tu 3"), WEEK),
    ("days in a row", _week().replace("Su ", "").replace("Mo ", "").replace("Tu ", "").replace("We ", "").replace("Th ", "").replace("Fr ", "").replace("Sa ", ""), WEEK),
    ("rooms in a row", re.sub(r">\w+ (\d+)<", r">Room \1<", _week()), WEEK),
    ("heads of days in German", f"<html lang=de>{re.sub('Su|Mo', 'Mo.', _week())}", []),
    ("cells of a month without a day", _month("#eee"), DAYS),
    ("words of a tree", _tree(), ["w1", "o", "w2", "w3", "c"]),
    ("words of a list that are copied", _tree("cursor:default"), ["o", "c"]),
    ("a page of which nothing is copied", _tree(body="user-select:none"), ["o", "c"]),
    ("clear boxes that share an id", CIRCLE * 3, ["one", "one", "one"]),
]  # fmt: skip


@pytest.mark.parametrize(("html", "ids"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
async def test_one_thing_of_parts_has_one_mark(page_of, html, ids) -> None:
    found = (await discover(await page_of(f"<!doctype html><body>{html}{HEAR}"))).elements
    assert [one.identity.id for one in found] == ids
