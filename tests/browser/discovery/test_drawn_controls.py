"""Controls that neither a role nor a class names: switches, tick boxes, tabs, folds, list fields and steps by their shape alone."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover
from viewmark.elements.line import element_line
from viewmark.elements.twins import wheres

STYLE = """<style>*{box-sizing:border-box}body{font:14px sans-serif}button{border:0;padding:0;background:none}svg{width:14px;height:14px;fill:none;stroke:#111;stroke-width:2;display:block}
.r{display:flex;gap:10px;align-items:center;height:34px}.w{width:36px;height:20px;border-radius:10px;background:#bbb;position:relative;cursor:pointer}.w>i{position:absolute;width:16px;height:16px;border-radius:8px;background:#fff;top:2px;left:2px}.w.y>i{left:18px}
.p::after{content:"";position:absolute;width:16px;height:16px;border-radius:50%;background:#fff;top:2px;left:0;transform:translateX(2px)}.p.y::after{transform:translateX(18px)}
.c{width:16px;height:16px;border:1px solid #888;border-radius:4px;cursor:pointer}.t{padding:6px;cursor:pointer}.t.y{border-bottom:2px solid #33f}.s{border:1px solid #999;height:32px;width:180px;display:flex;justify-content:space-between;align-items:center;padding:0 8px;cursor:pointer}
.g{display:inline-flex;background:#eee}.g button{padding:4px 10px;cursor:pointer}.g .y{background:#fff}.b{width:26px;height:26px;border:1px solid #999;cursor:pointer}</style>"""
SCRIPT = "<script>for (const one of document.querySelectorAll('.w,.c,.t,.h,.s,.b,button')) one.addEventListener('click', () => document.title)</script>"
TICK = "<svg viewBox='0 0 24 24'><path d='M5 12l5 5 9-9'/></svg>"
DOWN = "<svg viewBox='0 0 24 24'><path d='M6 9l6 6 6-6'/></svg>"
DOTS = "<svg viewBox='0 0 24 24'><circle cx=5 cy=12 r=1 /><circle cx=12 cy=12 r=1 /><circle cx=19 cy=12 r=1 /></svg>"


def folds(*shown: str) -> str:
    items = "".join(
        f"<div class=a><div class='h r' style='cursor:pointer'>{head}</div><div style='display:{show}'>{body}</div></div>"
        for (head, body), show in zip(
            (("When", "In winter."), ("How", "With care.")), shown, strict=True
        )
    )
    return f"<div style='width:300px'>{items}</div>"


CASES = [
    ("switches with words before them", "<div class=r><span>Mail me</span><button class='w y'><i></i></button><span>Public</span><button class=w><i></i></button></div>", ['button maybe "Mail me" checked', 'button maybe "Public" unchecked']),
    ("switches that a style draws", "<div class=r><div class='w p y'></div><span>Light</span></div><div class=r><div class='w p'></div><span>Heat</span></div>", ['generic maybe "Light" checked', 'generic maybe "Heat" unchecked']),
    ("switches from right to left", "<div class=r dir=rtl><button class='w y'><i></i></button></div>", ['button maybe "switch" unchecked']),
    ("a pill with its knob in the middle", "<div class=r><button class=w><i style='left:10px'></i></button></div>", ['button ""']),
    ("a pill without a knob", "<div class=r><button class=w></button></div>", ['button ""']),
    ("tick boxes with words behind them", f"<div class=r><div class=c>{TICK}</div><span>Stake</span><div class=c></div><span>Net</span></div>", ['generic maybe "Stake" checked', 'generic maybe "Net" unchecked']),
    ("tick boxes of rows", f"<table><tr><th><div class=c></div><th>Tree<tr><td><div class=c>{TICK}</div><td>Gala<tr><td><div class=c></div><td>Cox</table>", ['generic maybe "all rows" unchecked', 'generic maybe "checkbox" checked (row "Gala")', 'generic maybe "checkbox" unchecked (row "Cox")']),
    ("squares none of which is ticked", "<div class=r><div class=c></div><span>Red</span><div class=c></div><span>Blue</span></div>", ['generic "" (1 of 2)', 'generic "" (2 of 2)']),
    ("colours one of which is chosen", "<div class=r>" + "".join(f"<div class=c style='background:{c}'>{t}</div>" for c, t in (("#ef4444", TICK), ("#10b981", ""), ("#3b82f6", ""))) + "</div>", ['generic maybe "colour #ef4444" checked', 'generic maybe "colour #10b981" unchecked', 'generic maybe "colour #3b82f6" unchecked']),
    ("check marks that agree", f"<div class=r><button class='b c' style='width:26px;height:26px'>{TICK}</button><button class='b c' style='width:26px;height:26px'>{DOTS}</button></div>", ['button maybe "check"', 'button maybe "ellipsis" (after "check")']),
    ("a picture and an arrow in a pill", f"<div class=r><button class=w style='width:48px;height:24px;border-radius:12px'><i style='width:20px;height:20px;border-radius:10px'></i><span style='position:absolute;right:4px;top:5px'>{DOWN}</span></button></div>", ['button maybe "chevron down"']),
    ("tabs with a line below one", "<div class=r><div class='t y'>Apples</div><div class=t>Pears</div><div class=t>Plums</div></div>", ['generic "Apples" selected', 'generic "Pears"', 'generic "Plums"']),
    ("tabs without a line", "<div class=r><div class='t z'>Apples</div><div class=t>Pears</div><div class=t>Plums</div></div>", ['generic "Apples"', 'generic "Pears"', 'generic "Plums"']),
    ("the filled one of a group by one more class", "<div class=g><button class=y>Day</button><button>Week</button><button>Month</button></div>", ['button "Day" selected', 'button "Week"', 'button "Month"']),
    ("folds of two items", folds("block", "none"), ['generic "When" expanded', 'generic "How" collapsed']),
    ("two boxes that are both shown", folds("block", "block"), ['generic "When"', 'generic "How"']),
    ("a drawn list field below its label", f"<div><div>Field</div><div class=s><span>North</span>{DOWN}</div></div>", ['generic maybe "Field" = "North"']),
    ("a drawn list field without a label", f"<div class=s><span>North</span>{DOWN}</div>", ['generic "North"']),
    ("steps around a number that is painted", "<div><div>Trees</div><div class=r><button class=b>\N{MINUS SIGN}</button><span>3</span><button class=b>+</button></div></div>", ['button "\N{MINUS SIGN}" (in "Trees")', 'button "+" (in "Trees")']),
    ("a sign beside bold words", f"<div class=r><b>New tree</b><button class=b>{DOTS}</button></div>", ['button maybe "ellipsis" (in "New tree")']),
    ("the second half of a button by its arrow", f"<div style='display:flex'><button class=b style='width:80px;background:#33f'>Export</button><button class=b style='background:#33f'>{DOWN}</button></div>", ['button "Export"', 'button maybe "chevron down" (beside "Export")']),
]  # fmt: skip


@pytest.mark.parametrize(("html", "lines"), [pytest.param(*rest, id=name) for name, *rest in CASES])
async def test_lines_of_drawn_controls(page_of, html: str, lines: list[str]) -> None:
    found = (await discover(await page_of(f"<!doctype html>{STYLE}<body>{html}{SCRIPT}"))).elements
    said = [element_line(one, where=where) for one, where in zip(found, wheres(found), strict=True)]
    assert said == lines
