"""The same page on another machine or partly out of view: neither is reported as a change."""

from __future__ import annotations

from dataclasses import replace

import pytest
from page_over import PageOf

import viewmark
from viewmark.comparison.checkpoint import Entry
from viewmark.comparison.moves import Moved
from viewmark.comparison.properties import compare_entries
from viewmark.elements.model import GUESSED, Handle
from viewmark.elements.record import ElementIdentity

CARDS = (
    """<title>Cards</title>
<style>
@font-face { font-family: Ours; src: local("DejaVu Sans") }
body { font: 16px Ours; margin: 16px; width: 500px }
li { border: 1px solid; padding: 3px }
</style>
<h1>Kettles and pans of every size</h1>
<p>Some words that fill a line or two of the page, until it ends, with <a href=/a>a link</a></p>
<ul>"""
    + "".join(f"<li>Item number {n} <button>Edit {n}</button>" for n in range(12))
    + "</ul>"
)
LIST = (
    """<title>List</title><style>
body { font: 16px sans-serif; margin: 16px }
#box { height: 180px; overflow: auto; scrollbar-width: none }
</style><p id=head>Head</p>
<div id=box><p id=first>First</p>"""
    + "".join(f"<p>Row {n}</p>" for n in range(12))
    + "</div>"
)


async def test_another_font_is_one_line(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(CARDS))
    before = await page.checkpoint()
    other = viewmark.Page(await page_of(CARDS.replace("DejaVu Sans", "DejaVu Serif")))
    after = await other.checkpoint()
    found = viewmark.compare(before, after)
    assert found.is_same, found.lines()
    assert len(found.notes) == 1
    assert "another font" in found.notes[0]
    await other.evaluate("document.querySelector('button').textContent = 'Change 0'; 0")
    found = viewmark.compare(before, await other.checkpoint())
    assert [each.kind for each in found.changes] == ["text"], found.lines()


@pytest.mark.parametrize("scale", [1.25, 1.5, 2.0])
async def test_another_scale_is_one_line(page_of: PageOf, scale: float) -> None:
    page = viewmark.Page(await page_of(CARDS))
    before = await page.checkpoint()
    size = before.viewport
    width, height = round(size.width), round(size.height)
    await page.set_viewport(width=width, height=height, device_scale_factor=scale)
    found = viewmark.compare(before, await page.checkpoint())
    assert found.is_same, found.lines()
    assert len(found.notes) == 1
    assert f"1 and {scale:g} px per CSS px" in found.notes[0]


async def test_cells_that_a_wider_column_widens_are_no_other_font(
    page_of: PageOf,
) -> None:
    rows = "".join(f"<tr><td>Cell {n}<td><a href=#>Link {n}</a><td>Last {n}" for n in range(9))
    page = viewmark.Page(await page_of(f"<title>T</title><table id=t width=400>{rows}</table>"))
    before = await page.checkpoint()
    await page.evaluate("t.rows[0].cells[0].style.width = '250px'; 0")
    found = await page.compare(before)
    assert "size" in {each.kind for each in found.changes}, found.lines()


async def test_a_caret_that_blinks_is_no_change(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of("<title>F</title><p>Words</p><input id=f value=abc>"))
    await page.evaluate("f.style.caretColor = 'black'; f.focus(); 0")
    before = await page.checkpoint()
    await page.evaluate("f.style.caretColor = 'transparent'; 0")
    found = await page.compare(before)
    assert found.is_same, found.lines()


async def test_what_is_pushed_out_of_a_box_that_scrolls_is_not_gone(
    page_of: PageOf,
) -> None:
    page = viewmark.Page(await page_of(LIST))
    before = await page.checkpoint()
    await page.evaluate("first.style.height = '60px'; 0")
    found = await page.compare(before)
    assert [each.sentence for each in found.changes] == ['paragraph "First": 42 px taller']
    await page.evaluate("first.style.height = ''; box.children[2].remove(); 0")
    found = await page.compare(before)
    assert [each.sentence for each in found.changes] == ['paragraph "Row 1": gone']


WIDTHS = ("line", "probe")
WHOLE = CARDS.replace("font: 16px Ours", "font: 16px Ours; text-rendering: geometricPrecision")


async def test_letters_on_whole_pixels_are_one_line(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(WHOLE))
    before = await page.checkpoint()
    entries = tuple(
        replace(
            entry,
            style=replace(
                entry.style, **{n: float(round(getattr(entry.style, n))) for n in WIDTHS}
            ),
        )
        if entry.style is not None
        else entry
        for entry in before.entries
    )
    found = viewmark.compare(before, replace(before, entries=entries))
    assert "whole pixels" in found.notes[0]
    assert found.is_same, found.lines()


async def test_as_many_equal_rows_as_the_view_holds_are_no_question(
    page_of: PageOf,
) -> None:
    """With another font, fewer of a list's rows with equal text are in view."""
    rows = "".join(f"<li>Item <a href=/{n}>Open</a></li>" for n in range(60))
    markup = CARDS.replace("</ul>", f"{rows}</ul>")
    pages = [
        markup,
        markup.replace("DejaVu Sans", "DejaVu Serif").replace("16px", "19px Ours, 16px"),
    ]
    looks = [await viewmark.Page(await page_of(each)).checkpoint() for each in pages]
    found = viewmark.compare(*looks)
    assert not [each for each in found.changes if each.kind == "undecidable"], found.lines()


ROW = (
    "<title>Grid</title><table role=grid><tr><td role=gridcell>{}</td>"
    "<td role=gridcell tabindex=0>Name</td></tr></table>"
)


async def test_a_cell_does_not_come_where_its_control_goes(page_of: PageOf) -> None:
    cells = ("<input type=checkbox aria-label=All>", "<span tabindex=0></span>")
    pages = [viewmark.Page(await page_of(ROW.format(each))) for each in cells]
    looks = [await page.checkpoint() for page in pages]
    cell = next(entry for entry in looks[0].entries if entry.element.name == "Name")
    path = looks[0].entries[0].path.rpartition("/")[0]
    identity = replace(cell.element.identity, path=path, name="")
    around = replace(cell, element=replace(cell.element, name="", text="", identity=identity))
    around = replace(around, style=None)
    after = replace(looks[1], entries=(around, cell))
    found = viewmark.compare(looks[0], after)
    assert [each.sentence for each in found.changes if each.kind != "pixels"] == [
        'checkbox "All": gone'
    ], found.lines()


async def test_a_row_that_grows_pushes_the_next_one_out(page_of: PageOf) -> None:
    rows = "".join(f"<p style='height:60px;margin:0'>Row {n}</p>" for n in range(30))
    page = viewmark.Page(await page_of(f"<title>R</title><body style='margin:0'>{rows}"))
    before = await page.checkpoint()
    words = [entry.words for entry in before.entries]
    last = int(words[-1].split()[-1])
    await page.evaluate(f"document.querySelectorAll('p')[{last - 1}].style.height = '140px'; 0")
    found = await page.compare(before)
    assert "gone" not in {each.kind for each in found.changes}, found.lines()


async def test_what_moves_below_shows_at_the_corners_of_what_stays(
    page_of: PageOf,
) -> None:
    rows = "".join(f"<p>Row {n} with some words that fill the line</p>" for n in range(30))
    markup = (
        "<title>Up</title><button style='position:fixed;left:60px;top:200px;width:90px;height:40px;"
        f"border-radius:20px'>Up</button><div id=head>Head</div>{rows}"
    )
    page = viewmark.Page(await page_of(markup))
    before = await page.checkpoint()
    await page.evaluate("head.style.height = '47px'; 0")
    found = await page.compare(before)
    assert "pixels" not in {each.kind for each in found.changes}, found.lines()


@pytest.mark.full_browser  # the headless shell uses different antialiasing
async def test_letters_that_are_smoothed_otherwise_are_one_line(
    page_of: PageOf,
) -> None:
    """On another machine some glyphs differ only at their edges, and other glyphs differ more."""
    page = viewmark.Page(await page_of(CARDS))
    before = await page.checkpoint()
    await page.evaluate("document.body.style.textRendering = 'geometricPrecision'; 0")
    await page.evaluate("document.body.style.webkitTextStroke = '0.2px'; 0")
    found = viewmark.compare(before, await page.checkpoint())
    assert found.is_same, found.lines()
    assert any("drawn differently" in note for note in found.notes), found.notes


async def test_the_first_of_a_page_that_goes_is_gone(page_of: PageOf) -> None:
    """The content below moves up by more than its own height, as if the page had been scrolled."""
    rows = "".join(f"<p>Row {n}</p>" for n in range(5))
    page = viewmark.Page(await page_of(f"<title>G</title><h2 id=head>Head</h2>{rows}"))
    before = await page.checkpoint()
    await page.evaluate("head.remove(); 0")
    found = await page.compare(before)
    assert any(each.sentence.startswith('heading "Head": gone') for each in found.changes), (
        found.lines()
    )


async def test_two_texts_and_no_others_are_drawn_otherwise(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of("<title>F</title><h2>Some words</h2><p>And others</p>"))
    before = await page.checkpoint()
    await page.evaluate("document.body.style.webkitTextStroke = '0.6px'; 0")
    found = viewmark.compare(before, await page.checkpoint())
    assert found.is_same, found.lines()
    assert "2 of 2 texts are drawn differently" in found.notes[0]


OURS = "<style>@font-face { font-family: Ours; src: local('DejaVu Sans') }"


async def test_the_only_text_in_another_font_is_one_line(page_of: PageOf) -> None:
    markup = f"<title>O</title>{OURS} p {{ font: 16px Ours; height: 60px }}</style><p>Some text</p>"
    pages = [markup, markup.replace("DejaVu Sans", "DejaVu Serif")]
    found = viewmark.compare(
        *[await viewmark.Page(await page_of(each)).checkpoint() for each in pages]
    )
    assert found.is_same, found.lines()
    assert "1 of 1 texts are set in another font" in found.notes[0]


async def test_a_few_texts_in_another_font_leave_the_rest_to_be_compared(
    page_of: PageOf,
) -> None:
    rows = "".join(f"<p>Plain row {n}</p>" for n in range(9))
    others = "".join(f"<b style='top:{40 * n}px'>Other {n}</b>" for n in range(3))
    style = "b { position: absolute; left: 300px; font: 16px Ours } p { width: 200px }"
    markup = f"<title>F</title>{OURS} {style}</style>{rows}{others}"
    before = await viewmark.Page(await page_of(markup)).checkpoint()
    page = viewmark.Page(await page_of(markup.replace("DejaVu Sans", "DejaVu Serif")))
    found = viewmark.compare(before, await page.checkpoint())
    assert found.is_same, found.lines()
    assert found.notes[0].startswith("3 of 12 texts are set in another font")
    await page.evaluate("document.querySelector('p').style.width = '150px'; 0")
    found = viewmark.compare(before, await page.checkpoint())
    assert [each.kind for each in found.changes] == ["size"], found.lines()


async def test_what_a_look_guessed_to_be_covered_is_not_told(page_of: PageOf) -> None:
    before = await viewmark.Page(await page_of("<title>C</title><p>Words</p>")).checkpoint()
    entries = tuple(
        replace(entry, element=replace(entry.element, occluded=True)) for entry in before.entries
    )
    covered = replace(before, entries=entries)
    assert [each.kind for each in viewmark.compare(before, covered).changes] == ["covered"]
    guessed = replace(covered, incomplete=(f"1 elements {GUESSED}: some may be covered.",))
    found = viewmark.compare(before, guessed)
    assert found.is_same, found.lines()
    assert "hit-tested" in found.notes[0]
    cut = tuple(
        replace(entry, element=replace(entry.element, visible_ratio=0.7)) for entry in entries
    )
    guessed = replace(guessed, entries=cut)
    assert viewmark.compare(replace(before, entries=()), guessed).is_same


async def test_marks_that_there_was_no_time_to_name_did_not_come(
    page_of: PageOf,
) -> None:
    page = viewmark.Page(await page_of("<title>N</title><button>Save</button><p>Words</p>"))
    before = await page.checkpoint()
    entries = tuple(
        replace(
            entry,
            element=replace(
                entry.element,
                name="",
                identity=ElementIdentity(),
                handle=Handle(frame_id="", node_id=0),
            ),
        )
        for entry in before.entries
    )
    found = viewmark.compare(before, replace(before, entries=entries))
    assert found.is_same, found.lines()


async def test_a_label_does_not_come_where_its_control_goes(page_of: PageOf) -> None:
    page = viewmark.Page(
        await page_of("<title>L</title><input type=checkbox id=c><label for=c>Oslo</label>")
    )
    before = await page.checkpoint()
    await page.evaluate("c.remove(); 0")
    found = await page.compare(before)
    assert [each.sentence for each in found.changes if each.kind in ("new", "gone")] == [
        'checkbox "Oslo": gone'
    ], found.lines()


async def test_nothing_is_charged_to_a_picture_that_lies_below(page_of: PageOf) -> None:
    shape = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M1 1h4v7z'/></svg>"
    style = "position:absolute;left:0;top:0;width:200px"
    page = viewmark.Page(
        await page_of(
            f"<title>B</title><div style='{style}'>{shape}</div><div style='{style};height:300px;"
            "background:#fff'><p id=head>Head</p><p>One</p><p>Two</p></div>"
        )
    )
    before = await page.checkpoint()
    await page.evaluate("head.style.height = '60px'; 0")
    found = await page.compare(before)
    assert "pixels" not in {each.kind for each in found.changes}, found.lines()


async def test_an_element_is_not_compared_by_style_with_its_stand_in(page_of: PageOf) -> None:
    """The stand-in is a box around the element, or its label."""
    page = viewmark.Page(await page_of("<title>P</title><h3>Ann</h3>"))
    look = await page.checkpoint()

    def at(entry: Entry, path: str) -> Entry:
        identity = replace(entry.element.identity, path=path)
        return replace(entry, element=replace(entry.element, identity=identity))

    (heading,) = look.entries
    box, item = at(heading, "div[1]"), at(heading, "div[1]/h3[1]")
    assert item.style is not None
    item = replace(item, style=replace(item.style, border="9px solid rgb(0, 0, 0)"))
    pair = Moved(box, item, item.element.bounds, look.boxes[0], 0, 0, 1, False)
    assert compare_entries(pair, str) == []
