"""Which element `find` returns, and that no text is counted twice."""

from __future__ import annotations

from page_over import PageOf

from viewmark import Page


async def test_of_several_of_a_name_each_says_where_it_stands(page_of: PageOf) -> None:
    rows = "".join(f"<tr><td>Order {n}<td><button id=b{n}>Edit</button>" for n in (1, 2))
    page = Page(
        await page_of(
            f"<h2>Orders</h2><table><tr><th>No<th>Do{rows}</table><ul><li>Fig <button id=x>Cut"
            "</button><li>Pear <button id=y>Cut</button></ul><button id=z>Go</button>"
        )
    )
    places = {e.ref: e.place for name in ("edit", "cut", "go") for e in await page.find(name=name)}
    assert places == {
        "@b1": 'row "Order 1", column "Do"',
        "@b2": 'row "Order 2", column "Do"',
        "@x": 'in "Fig"',
        "@y": 'in "Pear"',
        "@z": "",
    }
    lines = (await page.find(role="button")).lines().splitlines()
    assert lines[1].endswith('(row "Order 2", column "Do")')
    assert lines[-1].endswith("(under Orders)")


async def test_a_look_says_in_its_lines_what_the_cap_left_out(page_of: PageOf) -> None:
    page = Page(await page_of("<button>a</button>" * 7))
    seen = await page.observe(max_annotations=5)
    *marks, last = seen.lines().split("\n")
    assert len(marks) == 5
    assert last.startswith("... 2 more elements are not listed")
    assert "raise max_annotations" in last
    assert "not listed" not in (await page.observe()).lines()
