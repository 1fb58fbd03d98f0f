"""Tables whose rows repeat the same controls are shortened without losing a ref."""

from __future__ import annotations

from page_over import PageOf

from viewmark import Page

KINDS = ("Kitchen", "Garden tools", "Office supplies", "Outdoor furniture", "Lighting", "Toys")
HEAD = """<table><thead><tr><th><input type=checkbox aria-label="Select all">
<th class="sorted ascending">
<a href="?o=-1">Name</a><th>Kind<th><a href="?o=2">Price</a><th>Active</thead><tbody>"""


def change_list(rows: int) -> str:
    """A list that is edited in place, as in Django's admin."""
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
    page_of: PageOf,
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


async def test_the_refs_of_a_folded_table_are_those_of_a_look(page_of: PageOf) -> None:
    page = Page(await page_of(change_list(8)))
    seen = {each.ref for each in await page.observe()}
    told = {ref for ref, _ in (await page.snapshot()).elements}
    assert seen <= told
    assert len(seen) == 3 + 5 * 8


async def test_rows_that_differ_are_told_in_full(page_of: PageOf) -> None:
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
