"""Which element `find` answers with, and that no text is counted twice."""

from __future__ import annotations

import pytest

from viewmark import Page

PageOf = "Callable[..., Awaitable[PageTarget]]"


@pytest.mark.parametrize(
    ("html", "words", "places"),
    [
        ("<label for=e>Email</label> <input id=e>", "email", ["@e"]),
        (
            "<p><label for=e>Email: *</label></p><div><input id=e aria-label=Email></div>",
            "email",
            ["@e"],
        ),
        ("<label><input id=e type=checkbox> Send news</label>", "send news", ["@e"]),
        (
            "<label for=a>Size</label><input id=a><label for=b>Size</label><input id=b>",
            "size",
            ["@a", "@b"],
        ),
        ("<a id=home href=#><img alt=Logo src=x>Logo</a>", "logo", ["@home"]),
        ("<button id=go><b>Save</b> and save</button>", "save", ["@go"]),
        ("<p id=p>Read <b id=more>more</b></p>", "more", ["@more"]),
        ("<p id=p>save it, save it</p>", "save", ["@p"]),
        ("<p id=p>one</p><p id=q>one</p>", "one", ["@p", "@q"]),
    ],
)
async def test_words_lead_to_what_one_can_act_on_or_to_the_innermost_element(
    html: str, words: str, places: list[str], page_of: PageOf
) -> None:
    page = Page(await page_of(html))
    found = await page.find(words)
    assert [each.ref for each in found] == places
    assert found.total == len(places)


async def test_of_elements_around_one_name_the_control_is_told(page_of: PageOf) -> None:
    page = Page(
        await page_of(
            "<ul><li><a id=a href=#>Save draft</a></li></ul>"
            "<button id=b><svg role=img aria-label=Save></svg></button>"
            "<section id=s aria-label='Save all'><button id=c>Save all</button></section>"
        )
    )
    assert [each.ref for each in await page.find(name="save")] == ["@a", "@b", "@s", "@c"]
    assert len(await page.find(role="listitem", name="save")) == 1


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


async def test_places_beyond_the_limit_are_told_with_the_way_to_them(page_of: PageOf) -> None:
    page = Page(await page_of("<p>row</p>" * 5))
    found = await page.find("row", limit=2)
    assert (len(found), found.total) == (2, 5)
    assert found.lines().endswith("... 3 more: raise limit, 200 at most")


async def test_a_look_says_in_its_lines_what_the_cap_left_out(page_of: PageOf) -> None:
    page = Page(await page_of("<button>a</button>" * 7))
    seen = await page.observe(max_annotations=5)
    *marks, last = seen.lines().split("\n")
    assert len(marks) == 5
    assert last.startswith("... 2 more elements are not listed (")
    assert "raise max_annotations" in last
    assert "not listed" not in (await page.observe()).lines()
