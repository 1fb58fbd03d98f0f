"""Actions of users and programs between observations: one true sentence for each cause."""

from __future__ import annotations

import pytest
from case_files import values_of
from page_over import PageOf

import viewmark
from viewmark.comparison.checkpoint import Entry
from viewmark.comparison.moves import Moved
from viewmark.comparison.properties import compare_entries
from viewmark.elements.model import Element

ROWS = "".join(
    f"<tr><td>10{n}</td><td>{city}</td><td><button>Edit</button> <button>Drop</button></td></tr>"
    for n, city in enumerate(("Oslo", "Lima", "Cairo", "Delhi", "Turin", "Quito"))
)
TABLE = (
    "<style>body{margin:0;font:14px/20px sans-serif}table{border-collapse:collapse}"
    "td{border:1px solid #ccc;padding:4px 8px}</style>"
    f"<p>Harbour</p><table id=t><tbody>{ROWS}</tbody></table>"
)
CARDS = (
    "<style>.c{padding:8px;border:1px solid}</style><div id=l>"
    + "".join(f"<div class=c><b>Thing {n}</b> <button>Buy</button></div>" for n in range(5))
    + "</div>"
)
VIRTUAL = (
    "<div id=v style='height:200px;width:300px;overflow:auto'>"
    "<div id=i style='height:9000px;position:relative'></div></div><script>function draw(){"
    "const first=Math.floor(v.scrollTop/25);i.innerHTML=Array.from({length:9},(_,k)=>first+k).map("
    "n=>`<div style='position:absolute;top:${n*25}px;height:25px'>Row ${n} <button>Pick</button>"
    "</div>`).join('')}draw();v.onscroll=draw</script>"
)


@pytest.mark.parametrize(
    ("html", "script", "told"),
    [*values_of(__file__).values()],
)
async def test_what_happened_is_told_in_as_many_sentences(
    page_of: PageOf, html: str, script: str, told: list[str]
) -> None:
    page = viewmark.Page(await page_of(html))
    before = await page.checkpoint()
    await page.evaluate(f"{{ {script} }}; 0")
    found = viewmark.compare(before, await page.checkpoint())
    sentences = [each.sentence for each in found.changes]
    assert len(sentences) == len(told), found.lines()
    for sentence, start in zip(sentences, told, strict=True):
        assert sentence.startswith(start), found.lines()


async def test_rows_drawn_anew_further_down_did_not_move(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(VIRTUAL))
    before = await page.checkpoint()
    await page.evaluate("v.scrollTop = 1000; 0")
    await page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))")
    found = viewmark.compare(before, await page.checkpoint())
    assert found.is_same, found.lines()


async def test_the_same_button_of_each_row_is_that_of_its_row_on_another_load(
    page_of: PageOf,
) -> None:
    before = await viewmark.Page(await page_of(TABLE)).checkpoint()
    page = viewmark.Page(await page_of(TABLE))
    await page.evaluate("[...t.rows].forEach(row => row.cells[1].remove()); 0")
    found = viewmark.compare(before, await page.checkpoint())
    assert [each.kind for each in found.changes] == ["gone"], found.lines()


async def test_places_that_follow_from_larger_letters_are_a_note(
    page_of: PageOf,
) -> None:
    page = viewmark.Page(await page_of(TABLE + "<input aria-label=Name>"))
    before = await page.checkpoint()
    await page.evaluate("document.body.style.font = '20px/30px sans-serif'; 0")
    found = viewmark.compare(before, await page.checkpoint())
    assert {each.kind for each in found.changes} == {"font"}, found.lines()
    assert any("moved" in note for note in found.notes)


async def test_looks_without_what_is_covered_do_not_say_that_it_went(
    page_of: PageOf,
) -> None:
    page = viewmark.Page(await page_of("<dialog id=d><button>Yes</button></dialog>" + CARDS))
    before = await page.observe()
    await page.evaluate("d.showModal(); 0")
    after = await page.observe()
    found = viewmark.compare(before, after)
    assert 'button "Buy" and 4 more: gone or covered' in found.lines()
    assert any(note.startswith("Both looks listed without texts") for note in found.notes)
    back = viewmark.compare(after, before)
    assert 'button "Buy" and 4 more: new or uncovered' in back.lines()
    both = [await page.checkpoint(), await page.checkpoint()]
    assert not viewmark.compare(*both).notes


async def test_the_same_node_in_another_cell_is_the_same(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(TABLE))
    before = await page.observe()
    await page.evaluate("[...t.rows].forEach(row => row.cells[1].remove()); 0")
    found = viewmark.compare(before, await page.observe())
    assert [each.kind for each in found.changes] == ["place"], found.lines()


async def test_words_of_another_language_are_the_same_elements_on_another_load(
    page_of: PageOf,
) -> None:
    before = await viewmark.Page(await page_of(TABLE)).checkpoint()
    german = TABLE.replace("Edit", "Bearbeiten").replace("Drop", "Entfernen")
    found = viewmark.compare(before, await viewmark.Page(await page_of(german)).checkpoint())
    assert [each.sentence for each in found.changes] == [
        'button "Edit" and 5 more: "Edit" -> "Bearbeiten"',
        'button "Drop" and 5 more: "Drop" -> "Entfernen"',
    ]


async def test_a_button_whose_words_are_broken_anew_has_no_other_font(
    page_of: PageOf,
) -> None:
    page = viewmark.Page(await page_of("<button id=b style='width:150px'>Add a product</button>"))
    before = await page.checkpoint()
    await page.evaluate("b.style.width = '60px'; 0")
    found = viewmark.compare(before, await page.checkpoint())
    assert [each.kind for each in found.changes] == ["size"], found.lines()


async def test_another_row_with_another_number_is_another_row(page_of: PageOf) -> None:
    rows = "".join(f"<li>Entry {n} of many <button>Open</button></li>" for n in range(20, 26))
    page = viewmark.Page(await page_of(f"<p>Entries</p><ul id=l>{rows}</ul><p>End</p>"))
    before = await page.checkpoint()
    await page.evaluate(
        "l.children[4].remove(); l.children[1].remove();"
        "l.prepend(l.children[1].cloneNode(true));"
        "l.children[0].firstChild.textContent = 'Entry 48 of many '; 0"
    )
    found = viewmark.compare(before, await page.checkpoint())
    assert {each.kind for each in found.changes} == {"gone", "new"}, found.lines()


async def test_a_longer_page_and_a_frame_that_is_scrolled_did_not_change_in_pixels(
    page_of: PageOf,
) -> None:
    rows = "".join(f"<p>Line {n}</p>" for n in range(60))
    page = viewmark.Page(await page_of(rows))
    before = await page.checkpoint()
    await page.evaluate("document.body.append('And more', document.body.cloneNode(true)); 0")
    found = viewmark.compare(before, await page.checkpoint())
    assert found.is_same, found.lines()
    frame = f"<p>Top</p><iframe id=f title=Inner srcdoc='{rows}'></iframe>"
    page = viewmark.Page(await page_of(frame))
    before = await page.checkpoint()
    await page.evaluate("f.contentWindow.scrollTo(0, 700); 0")
    found = viewmark.compare(before, await page.checkpoint())
    assert found.is_same, found.lines()


def test_a_control_that_is_listed_by_its_label_once_says_the_same() -> None:
    entries = []
    for tag, text, path in (("label", "A", "form[1]/label[1]"), ("input", "", "form[1]/input[1]")):
        about = {"role": "checkbox", "name": "A", "text": text, "path": f"body[1]/{path}"}
        wire = {"id": len(entries) + 1, "tag": tag, "bounds": [0, 0, 20, 20], "share": 1}
        element = Element.from_wire(wire, about)
        assert element is not None
        entries.append(Entry(element=element))
    for old, new in (entries, entries[::-1]):
        found = compare_entries(
            Moved(old, new, old.element.bounds, new.element.bounds, 0, 0, 1, False), str
        )
        assert found == [], [each.sentence for each in found]


async def test_what_another_font_pushes_under_a_bar_is_not_told(
    page_of: PageOf,
) -> None:
    html = (
        "<style>@font-face { font-family: Ours; src: local('FONT') }"
        "body { margin: 0; width: 153px; font: 16px Ours }</style>"
        + "".join(f"<div>Some words of row {n}</div>" for n in range(6))
        + "<button style='height:20px;font:13px sans-serif'>Go</button>"
        "<div style='position:fixed;top:150px;left:0;right:0;height:200px;background:#ccc'></div>"
    )
    sides = [
        await viewmark.Page(await page_of(html.replace("FONT", font))).checkpoint()
        for font in ("Liberation Sans", "DejaVu Sans")
    ]
    assert [sum(e.element.occluded for e in side.entries) > 0 for side in sides] == [False, True]
    found = viewmark.compare(*sides)
    assert found.is_same, found.lines()


async def test_what_turns_without_an_end_did_not_change(page_of: PageOf) -> None:
    loader = (
        "<style>@keyframes s { to { transform: rotate(1turn) } } i { display: block; width: 40px;"
        "height: 40px; border: 6px solid #ccc; border-top-color: #06c; animation: s 1s linear"
        " infinite }</style><h1>Orders</h1><i></i><p>Some words</p>"
    )
    page = viewmark.Page(await page_of(loader))
    before = await page.checkpoint()
    for at in (100, 400, 700):
        script = "(at) => document.getAnimations().forEach((each) => { each.currentTime = at; })"
        await page.evaluate(script, at)
        found = await page.compare(before)
        assert found.is_same, found.lines()
