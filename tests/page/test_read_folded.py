"""Tables whose rows repeat the same controls are told shortly, and no ref is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark import Page

if TYPE_CHECKING:
    from collections.abc import Callable

KINDS = ("Kitchen", "Garden tools", "Office supplies", "Outdoor furniture", "Lighting", "Toys")
HEAD = """<table><thead><tr><th><input type=checkbox aria-label="Select all">
<th class="sorted ascending">
<a href="?o=-1">Name</a><th>Kind<th><a href="?o=2">Price</a><th>Active</thead><tbody>"""


def change_list(rows: int) -> str:
    """As Django's admin builds a list that is edited in place."""
    out = HEAD
    for i in range(rows):
        options = "".join(
            f"<option{' selected' if k == i % 6 else ''}>{kind}" for k, kind in enumerate(KINDS)
        )
        out += (
            "<tr><td><input type=checkbox"
            f' aria-label="Select this object for an action - Product {i}">'
            f'<th><a href="/admin/shop/product/{i}/change/">Product {i}</a>'
            f"<td><select name=kind-{i}>{options}</select>"
            f"<td><input type=number name=price-{i} value={i + 0.5}>"
            f"<td><input type=checkbox name=active-{i}{' checked' if i % 3 else ''}>"
        )
    return out + "</table>"


async def test_forty_rows_of_five_controls_stay_below_four_thousand_characters(
    page_of: Callable[..., Any],
) -> None:
    page = Page(await page_of(change_list(40)))
    told = await page.snapshot()
    assert len(told.text) < 4_000
    assert len(told.elements) == 3 + 5 * 40
    assert all(ref in told.text for ref, _ in told.elements)
    refs = [ref for ref, _ in told.elements][3:]
    lines = told.text.split("\n")
    assert lines[0] == "table"
    assert lines[1].endswith(
        " sorted ascending] | Kind | " + lines[1].split(" | ")[3] + " | Active"
    )
    assert lines[2] == (
        '  each row: [checkbox "Select this object for an action - Product …" unchecked] | [link] '
        '| [combobox "Kind" options="Kitchen"|"Garden tools"|"Office supplies"|"Outdoor furniture"|'
        '"Lighting"|"Toys"] | [spinbutton "Price"] | [checkbox "Active" checked]'
    )
    box, link, kind, price, active = refs[:5]
    assert lines[3] == f"  {box}|Product 0 {link}|Kitchen {kind}|0.5 {price}|{active} unchecked"
    box, link, kind, price, active = refs[5:10]
    assert lines[4] == f"  {box}|Product 1 {link}|Garden tools {kind}|1.5 {price}|{active}"


async def test_the_refs_of_a_folded_table_are_those_of_a_look(page_of: Callable[..., Any]) -> None:
    page = Page(await page_of(change_list(8)))
    seen = {each.ref for each in await page.observe()}
    told = {ref for ref, _ in (await page.snapshot()).elements}
    assert seen <= told
    assert len(seen) == 3 + 5 * 8


async def test_rows_that_differ_are_told_in_full(page_of: Callable[..., Any]) -> None:
    rows = "".join(
        f"<tr><td>Item {i}<td><button>Edit</button><button>Delete</button>" for i in range(6)
    )
    rows += "<tr><td>Sum<td><a href='/all'>All</a><tr><td>Nothing<td>-"
    page = Page(await page_of(f"<table><tr><th>Name<th>Do{rows}</table>"))
    told = await page.snapshot()
    lines = told.text.split("\n")
    refs = [ref for ref, _ in told.elements]
    assert lines[1:4] == [
        "  row: Name | Do",
        '  each row: Name | [button "Edit"] [button "Delete"]',
        f"  Item 0|[{refs[0]}] [{refs[1]}]",
    ]
    assert lines[-2:] == [f'  row: Sum | [link "All" {refs[-1]}]', "  row: Nothing | -"]


async def test_words_of_the_page_cannot_pass_for_a_ref_or_a_cell(
    page_of: Callable[..., Any],
) -> None:
    rows = "".join(
        f"<tr><td>@e123456{i}|x<td><input aria-label=Price value='@e765432{i}'>" for i in range(6)
    )
    page = Page(await page_of(f"<table><tr><th>Name<th>Price{rows}</table>"))
    told = await page.snapshot()
    assert f"\\@e1234560\\|x|\\@e7654320 {told.elements[0][0]}" in told.text


async def test_options_are_told_once(page_of: Callable[..., Any]) -> None:
    options = "".join(f"<option>{kind}" for kind in KINDS)
    page = Page(
        await page_of(
            f"<select aria-label=First>{options}</select><p><select aria-label=Second>{options}"
            "<option>More</select><p>" + f"<select aria-label=Third>{options}</select>"
        )
    )
    first, second, third = (await page.snapshot()).text.split("\n")
    assert 'options="Kitchen"' in first
    assert '"More"' in second
    assert third.endswith('= "Kitchen" options as of "First"')
    assert (await page.text()).text.count('options="Kitchen"') == 2


async def test_the_hidden_twin_of_a_custom_control_is_left_out(page_of: Callable[..., Any]) -> None:
    hidden = "style='position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden'"
    page = Page(
        await page_of(
            f"<select {hidden} tabindex=-1 aria-hidden=true><option>Red<option>Blue</select>"
            "<span><span role=combobox tabindex=0 aria-label=Color>Red</span></span>"
            f"<p><label>File <input type=file {hidden}></label>"
            "<p><div role=checkbox tabindex=0 aria-checked=true>Yes</div>"
            f"<input type=checkbox checked {hidden}"
            " tabindex=-1 aria-hidden=true>"
        )
    )
    told = await page.snapshot()
    assert [(e.role, e.name) for _, e in told.elements] == [
        ("combobox", "Color"),
        ("button", "File"),
        ("checkbox", "Yes"),
    ], told.text
