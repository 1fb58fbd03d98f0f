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


LEAF = "<div role=treeitem tabindex=-1 aria-selected=true id={0}><div><input type=checkbox aria-hidden=true tabindex=-1 checked id=t{0}><label for=t{0}>{1}<div class=cut><span> selected</span></div></label>{2}</div></div>"
BRANCH = "<div role=tree tabindex=0><div role=treeitem tabindex=-1 aria-expanded={state} id=b><button aria-hidden=true tabindex=-1 id=o><i style='display:block;width:16px;height:16px;background:#c00'></i></button><div><input type=checkbox aria-hidden=true tabindex=-1 id=tb><label for=tb><span>Oslo</span>{inside}<div class=cut><span> unselected</span></div></label></div></div></div>"


@pytest.mark.parametrize("state", ["true", "false"])
async def test_an_item_that_its_tick_box_stands_for_is_one_mark_with_its_own_words(
    page_of, state
) -> None:
    inside = LEAF.format("l", "Room 1", "") + LEAF.format("m", "Room 2", "")
    html = CUT + BRANCH.format(state=state, inside=inside)
    found = (await discover(await page_of("<!doctype html>" + html))).elements
    said = [
        (e.role, e.identity.id, e.label_hint, e.state.get("checked"), e.state.get("expanded"))
        for e in found
    ]
    assert said == [
        ("button", "o", "Oslo", None, state == "true"),
        ("checkbox", "tb", "Oslo", False, None),
        ("checkbox", "tl", "Room 1", True, None),
        ("checkbox", "tm", "Room 2", True, None),
    ]


async def test_a_nameless_tick_box_is_not_called_by_the_branch_above_its_item(page_of) -> None:
    html = "<label>Oslo<div role=treeitem tabindex=-1><input type=checkbox aria-hidden=true id=t></div></label>"
    found = (await discover(await page_of("<!doctype html>" + html))).elements
    [tick] = [e for e in found if e.identity.id == "t"]
    assert "Oslo" not in (tick.name or "") + (tick.label_hint or "")


async def test_a_button_that_says_what_it_opens_itself_keeps_its_words(page_of) -> None:
    html = BRANCH.format(state="true", inside="").replace("id=o>", "id=o>Fold ")
    found = (await discover(await page_of("<!doctype html>" + CUT + html))).elements
    [button] = [e for e in found if e.role == "button"]
    assert (button.text, button.label_hint, button.state.get("expanded")) == ("Fold", "", None)


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
