"""Text that overflows its box, and text that is the only content of a box."""

from __future__ import annotations

import pytest
from page_over import PageOf

import viewmark
from viewmark.comparison.checkpoint import Entry
from viewmark.comparison.moves import Moved
from viewmark.comparison.properties import compare_entries
from viewmark.elements.model import Element
from viewmark.geometry import Bounds

TOOLS = (
    "<style>body { margin: 0; font: 13px/15px sans-serif } nav { height: 40px } "
    "nav button { float: left; width: 28px; height: 24px; border: 0; padding: 0; margin: 8px; "
    "background: none; font: inherit; line-height: 15px }</style><title>T</title>"
    "<nav><button aria-label=Bold>b</button><button id=tool>Put here what was so</button></nav>"
    "<div role=textbox contenteditable aria-label=Text style='height: 300px'>Some text</div>"
)
LINES = (
    "<style>body { margin: 0; width: 500px; font: 16px/20px sans-serif }</style><title>T</title>"
    "<p>Of all that I have seen in the north, and all that I heard, <a href=#>the longest<br>"
    "river</a> has <a href=# id=most>most ships</a><a href=#>of all in it</a> and little ice.</p>"
)
EVENT = (
    "<style>body { margin: 0 } #event { position: absolute; left: 40px; top: 40px; width: 160px; "
    "height: 100px; background: #97f; cursor: pointer }</style><title>T</title><h1>Week</h1>"
    "<div id=event><div><span><strong>10:30</strong> <span id=what>Review</span></span></div></div>"
)


@pytest.mark.parametrize(
    ("script", "told"),
    [
        (
            "tool.textContent = 'Put here what'",
            ['button: "Put here what was so" -> "Put here what"'],
        ),
        ("tool.style.marginLeft = '50px'", ['button "Put here what was so": moved 42 px right']),
        ("tool.remove()", ['button "Put here what was so": gone']),
    ],
)
async def test_words_that_hang_over_a_field_are_not_its_own(
    page_of: PageOf, script: str, told: list[str]
) -> None:
    page = viewmark.Page(await page_of(TOOLS))
    before = await page.checkpoint()
    await page.evaluate(f"{script}; 0")
    found = await page.compare(before)
    assert [each.sentence for each in found.changes] == told


async def test_words_that_hang_over_a_field_hide_nothing_of_it(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(TOOLS))
    before = await page.checkpoint()
    await page.evaluate(
        "tool.textContent = 'Put here what';"
        "document.querySelector('[role=textbox]').style.backgroundImage ="
        "'linear-gradient(90deg, #fff 50%, #def 0)'; 0"
    )
    found = await page.compare(before)
    assert any("textbox" in each.sentence for each in found.changes), found.lines()


@pytest.mark.parametrize("is_new", [False, True])
async def test_the_words_that_are_left_alone_in_a_box_have_not_gone(
    page_of: PageOf, *, is_new: bool
) -> None:
    """If a box has the same text as its only child, the box is listed for both elements."""
    page = viewmark.Page(await page_of(EVENT))
    await page.evaluate("text = what; around = what.parentNode; 0")
    if is_new:
        await page.evaluate("text.remove(); 0")
    before = await page.checkpoint()
    await page.evaluate("around.append(text); 0" if is_new else "text.remove(); 0")
    found = await page.compare(before)
    word = "new" if is_new else "gone"
    assert [each.sentence for each in found.changes] == [f'text "Review": {word}']


async def test_words_in_the_line_of_a_link_are_not_its_own(page_of: PageOf) -> None:
    """The bounding box of a link that wraps includes the element next to its second line."""
    page = viewmark.Page(await page_of(LINES))
    before = await page.checkpoint()
    await page.evaluate(
        "button = document.createElement('button'); button.textContent = 'New';"
        "most.after(button); 0"
    )
    found = await page.compare(before)
    assert [each.sentence for each in found.changes] == ['button "New": new']


async def test_one_px_beyond_the_edge_is_no_other_size(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of("<title>T</title><nav aria-label=Main>Main words</nav>"))
    await page.evaluate(
        "nav = document.querySelector('nav').style; nav.position = 'absolute'; nav.left = '8px';"
        "nav.width = innerWidth - 18 + 'px'; 0"
    )
    before = await page.checkpoint()
    await page.evaluate("nav.left = '19px'; 0")
    found = await page.compare(before)
    assert [each.kind for each in found.changes] == ["place"]


async def test_a_picture_in_a_link_that_the_edge_cuts_is_no_other_size(
    page_of: PageOf,
) -> None:
    """The link's own box is one line of text, whether it is completely in view or not."""
    drawn = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"
    html = (
        "<title>T</title><style>body { margin: 0 } div { position: relative; line-height: 15px }"
        "img { width: 150px; height: 110px; background: #9ce; vertical-align: top; "
        "position: absolute; left: 0; top: 0 }</style><h1>Head</h1><div><a href=#><img alt=img "
        f'src="{drawn}"> of it</a></div>'
    )
    page = viewmark.Page(await page_of(html))
    await page.evaluate(
        "div = document.querySelector('div').style; div.top = innerHeight - 180 + 'px'; 0"
    )
    before = await page.checkpoint()
    await page.evaluate("div.top = innerHeight - 140 + 'px'; 0")
    found = await page.compare(before)
    assert {each.kind for each in found.changes} == {"place"}, found.lines()


async def test_a_folder_is_no_taller_where_its_file_moved(page_of: PageOf) -> None:
    """Only the row of a folder is listed, and its files may leave that row."""
    item = "<div role=treeitem tabindex=0 style='position: relative; line-height: 32px'"
    html = f"<title>T</title><div role=tree>{item}>Folder{item} id=file>File</div></div>"
    page = viewmark.Page(await page_of(html))
    before = await page.checkpoint()
    await page.evaluate("file.style.left = '11px'; file.style.top = '9px'; 0")
    found = await page.compare(before)
    assert [each.sentence for each in found.changes] == [
        'treeitem "File": moved 11 px right and 9 px down'
    ]


async def test_a_link_that_moves_in_the_element_listed_for_it_has_moved(
    page_of: PageOf,
) -> None:
    host = (
        "<x-link style='display: block; width: 256px; height: 32px; cursor: pointer'><template "
        "shadowrootmode=open><a href=# style='display: block; position: relative; height: 32px'>"
        "<slot></slot></a></template>#</x-link>"
    )
    html = "".join(host.replace(">#<", f">{word}<") for word in ("Orders", "Invoices", "Team"))
    page = viewmark.Page(await page_of(f"<title>T</title>{html}"))
    before = await page.checkpoint()
    await page.evaluate(
        "style = document.querySelectorAll('x-link')[1].shadowRoot.querySelector('a').style;"
        "style.left = '11px'; style.top = '9px'; 0"
    )
    found = await page.compare(before)
    assert [each.sentence for each in found.changes] == [
        'link "Invoices": moved 11 px right and 9 px down'
    ]


@pytest.mark.parametrize(("value", "kinds"), [("desc", ["text"]), ("asc", ["value"])])
def test_a_list_that_shows_another_name_for_its_value_says_so(value: str, kinds: list[str]) -> None:
    """The field has the value, and a text element shows its name."""
    box = Bounds(0, 0, 200, 40)
    old, new = (
        Entry(
            element=Element(
                tag="div",
                role="textbox",
                name="",
                text=text,
                selector="div",
                bounds=box,
                hint="editable",
                state={"value": its},
            )
        )
        for text, its in (("Newest first", "desc"), ("Latest first", value))
    )
    pair = Moved(old, new, box, box, 0, 0, 1, False)
    assert [each.kind for each in compare_entries(pair, str)] == kinds


@pytest.mark.parametrize(("is_new", "way"), [(False, "down"), (True, "up")])
async def test_the_last_of_those_at_the_lower_edge_has_gone(
    page_of: PageOf, *, is_new: bool, way: str
) -> None:
    """The other buttons move down to the edge, but nothing pushed this one out of view."""
    tools = "".join(
        f"<button aria-label={name} id={name}>o</button>" for name in ("Fetch", "Keys", "Settings")
    )
    html = (
        "<title>T</title><style>body { margin: 0 } nav { height: 100vh; width: 60px; "
        "display: flex; flex-direction: column } nav div { flex: 1 } button { width: 44px; "
        f"height: 44px; margin: 0 8px 12px }}</style><nav><button>Top</button><div></div>{tools}"
    )
    page = viewmark.Page(await page_of(html))
    first = await page.checkpoint()
    await page.evaluate("Settings.remove(); 0")
    second = await page.checkpoint()
    found = viewmark.compare(second, first) if is_new else viewmark.compare(first, second)
    word = "new" if is_new else "gone"
    assert {each.sentence for each in found.changes} == {
        f'button "Fetch" and 1 more: moved 56 px {way}',
        f'button "Settings": {word}',
    }


async def test_the_field_above_a_table_has_gone(page_of: PageOf) -> None:
    """The container clips overflowing content but does not scroll it."""
    rows = "".join(f"<tr style='height: 43px'><td>Row {n}<td>{n}" for n in range(30))
    html = (
        "<title>T</title><style>body { margin: 8px }</style><div style='padding: 1px'><div style="
        "'overflow: hidden; padding: 6px'><input aria-label=Find style='height: 42px'>"
        f"</div><table>{rows}</table></div>"
    )
    page = viewmark.Page(await page_of(html))
    before = await page.checkpoint()
    await page.evaluate("document.querySelector('input').remove(); 0")
    found = await page.compare(before)
    assert any(each.kind == "gone" for each in found.changes), found.lines()
    assert len(found.changes) == 1, found.lines()


async def test_a_hint_that_said_the_same_is_no_new_description(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of("<title>T</title><p><span title=Grove>Grove</span></p>"))
    before = await page.checkpoint()
    await page.evaluate("document.querySelector('span').textContent = 'Grove anew'; 0")
    found = await page.compare(before)
    assert [each.sentence for each in found.changes] == ['text: "Grove" -> "Grove anew"']


@pytest.mark.parametrize(
    ("states", "is_told"), [((False, None), False), ((None, True), True), ((True, False), True)]
)
def test_what_does_not_say_whether_it_is_open_has_not_changed(
    states: tuple[bool | None, bool | None], *, is_told: bool
) -> None:
    box = Bounds(0, 0, 200, 40)
    old, new = (
        Entry(
            element=Element(
                tag="a",
                role="link",
                name="Forms",
                text="Forms",
                selector="a",
                bounds=box,
                hint="clickable",
                state={} if is_open is None else {"expanded": is_open},
            )
        )
        for is_open in states
    )
    assert bool(compare_entries(Moved(old, new, box, box, 0, 0, 1, False), str)) == is_told


TOOLS_BLANK = "".join(
    "<a href=# role=button style='float: left; position: relative; width: 32px; height: 40px'>"
    f"{sign}</a>"
    for sign in ("<i></i>", "3", "<i></i>", "15")
)


@pytest.mark.parametrize(
    ("script", "told"),
    [
        (
            "document.body.insertAdjacentHTML('beforeend', `<div role=dialog aria-label=Cookies "
            "style='position: fixed; background: #ffe; width: 36px; height: 44px; "
            "left: ${box.left - 2}px; top: ${box.top - 2}px'>ok`)",
            {'dialog "Cookies": new', 'button "3": now covered by dialog "Cookies"'},
        ),
        (
            "three.style.left = '11px'; three.style.top = '9px'",
            {'button "3": moved 11 px right and 9 px down'},
        ),
    ],
)
async def test_a_control_that_paints_nothing_is_not_new_where_something_touches_it(
    page_of: PageOf, script: str, told: set[str]
) -> None:
    """The control is never visible; it is listed because another element's edge is in its box."""
    page = viewmark.Page(await page_of(f"<title>T</title><h1>Head</h1><nav>{TOOLS_BLANK}</nav>"))
    await page.evaluate(
        "three = document.querySelectorAll('a')[1];"
        "three.style.background = '#dd3344'; box = three.getBoundingClientRect(); 0"
    )
    before = await page.checkpoint()
    await page.evaluate(f"{script}; 0")
    found = await page.compare(before)
    assert {each.sentence for each in found.changes} == told


async def test_cells_have_no_other_role_where_one_has_a_colour(page_of: PageOf) -> None:
    """Browsers treat a table as a data table if its cells have colours."""
    html = "<title>T</title><table><tr><td id=one>1<td onclick=1>2<td>3</table>"
    page = viewmark.Page(await page_of(html))
    before = await page.checkpoint()
    await page.evaluate("one.style.backgroundColor = '#fadc78'; 0")
    found = await page.compare(before)
    assert {each.kind for each in found.changes} == {"background"}


async def test_what_a_list_cuts_off_is_not_covered_by_what_stands_below(
    page_of: PageOf,
) -> None:
    rows = "".join(f"<div role=option style='height: 48px'>Row {n}</div>" for n in range(4))
    html = (
        "<title>T</title><div role=listbox tabindex=0 style='height: 60px; width: 90px; "
        f"overflow: auto'>{rows}</div><button>Below it</button>"
    )
    page = viewmark.Page(await page_of(html))
    before = await page.checkpoint()
    await page.evaluate("document.querySelector('[role=option]').style.height = '24px'; 0")
    found = await page.compare(before)
    assert "covered" not in {each.kind for each in found.changes}, found.lines()


async def test_a_sign_that_came_is_no_other_text_of_its_cell(page_of: PageOf) -> None:
    html = "<title>T</title><table><tr><th id=age>Age<th>Name<tr><td>7<td>Ann</table>"
    page = viewmark.Page(await page_of(html))
    before = await page.checkpoint()
    await page.evaluate(
        "age.firstChild.data = 'Age now'; age.insertAdjacentHTML('beforeend', '<span role=button "
        'tabindex=0 aria-label=Sort style="display: inline-block; background: red; width: 16px; '
        "height: 16px\">'); 0"
    )
    found = await page.compare(before)
    assert ("Age", "Age now") in {(each.before, each.after) for each in found.changes}
