"""Cells that only take the focus for keys, and tick boxes in items of trees that their words press."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover

HEAR = """<script>for (const el of document.querySelectorAll('.l'))
  for (const type of ['click', 'mousedown']) el.addEventListener(type, () => {})</script>"""
CUT = "<style>.cut { position: absolute; width: 1px; height: 1px; overflow: hidden }</style>"
CELL = "<td role=gridcell class=l tabindex=-1 aria-selected={s} style='cursor:default;width:90px;height:30px' id={id}>{words}</td>"


def grid_of(
    own: str = "false",
    row: str = "false",
    tick: str = "<input type=checkbox id=t{0}>",
    extra: str = "",
) -> str:
    """Four rows of a grid through whose cells keys move; the first cell holds a tick box."""
    rows = ""
    for n in range(4):
        first = f"<td role=gridcell tabindex={-1 if n else 0} id=f{n}>{tick.format(n)}</td>"
        rest = "".join(
            CELL.format(s=own, id=f"c{n}{k}", words="" if k else f"word {n}") for k in range(2)
        )
        rows += f"<tr role=row aria-selected={row}>{first}{rest}</tr>"
    return f"{CUT}<table role=grid id=g>{extra}<tbody role=rowgroup>{rows}</tbody></table>{HEAR}"


TICKS = [f"t{n}" for n in range(4)]


async def test_a_tick_box_that_a_slot_puts_into_the_row_counts(page_of) -> None:
    inner = grid_of(tick="<slot name=s{0}></slot>").replace(HEAR, "")
    html = (
        f"<div id=host><template shadowrootmode=open>{inner}</template>"
        + "".join(f"<span slot=s{n}><input type=checkbox id=t{n}></span>" for n in range(4))
        + "</div><script>for (const el of host.shadowRoot.querySelectorAll('.l'))"
        " el.addEventListener('mousedown', () => {})</script>"
    )
    found = (await discover(await page_of("<!doctype html>" + html))).elements
    assert sorted(e.identity.id for e in found) == ["g", *TICKS]


PICKER = (
    "<div id=host><template shadowrootmode=open><div class=l id=w><slot name=label></slot></div>"
    "<div class=l style='width:200px;height:30px'><slot name=value></slot>"
    "<i class=l id=a aria-hidden=true part={part} style='display:inline-block;width:20px;height:20px;background:#36a'></i></div>{more}</template>"
    "<label slot=label id=n>Sort</label><b slot=value role=button tabindex=0 aria-haspopup=listbox aria-labelledby='n v' id=o>"
    "<span id=v>by name</span></b>{beside}</div><script>for (const el of host.shadowRoot.querySelectorAll('.l'))"
    " for (const type of ['click', 'mousedown']) el.addEventListener(type, () => {{}})</script>"
)
PARTS = [
    ("the label and arrow of a component", {}, ["o"]),
    ("a cross", {"part": "clear-button"}, ["a", "o"]),
    ("a component with a second button", {"more": "<button id=p>+</button>"}, ["a", "o", "p", "w"]),
    (
        "a component that holds a field as well",
        {"beside": "<input slot=value id=p>"},
        ["a", "o", "p", "w"],
    ),
]


@pytest.mark.parametrize(("filled", "ids"), [c[1:] for c in PARTS], ids=[c[0] for c in PARTS])
async def test_the_label_and_arrow_beside_the_button_of_a_component_are_that(
    page_of, filled, ids
) -> None:
    html = PICKER.format(**({"part": "toggle", "more": "", "beside": ""} | filled))
    found = (await discover(await page_of("<!doctype html>" + html))).elements
    assert sorted(e.identity.id for e in found) == ids
