"""What people and programs do between two looks: one cause is one sentence, and none is false."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import viewmark

if TYPE_CHECKING:
    from collections.abc import Callable

ROWS = "".join(
    f"<tr><td>10{n}</td><td>{city}</td><td><button>Edit</button> <button>Drop</button></td></tr>"
    for n, city in enumerate(("Oslo", "Lima", "Cairo", "Delhi", "Turin", "Quito"))
)
TABLE = (
    "<style>body{margin:0;font:14px/20px sans-serif}table{border-collapse:collapse}"
    "td{border:1px solid #ccc;padding:4px 8px}</style>"
    f"<p>Harbour</p><table id=t><tbody>{ROWS}</tbody></table>"
)
FOLDED = (
    "<details id=d><summary>More</summary><p>Hidden fact</p><button>Act</button></details>"
    "<p>After</p>"
)
PANELS = (
    "<p>Head</p><div id=a><h2>First</h2><p>All is well.</p></div>"
    "<div id=b hidden><h2>Second</h2><ul><li>Ship left<li>Ship came</ul></div><p>Foot</p>"
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
HINT = TABLE + (
    "<div id=h hidden role=tooltip style='position:absolute;left:0;top:48px;width:60px;height:26px;"
    "background:#222;color:#fff'>Sort</div>"
)
PICTURE = (
    "<p id=n>9 ships</p><div id=k style='width:160px;height:120px;margin:40px;background:teal'>"
    "</div><p>Below</p>"
)
THEME = "<style>button{{background:{0}}}</style>" + "<p>Words</p>" + "<button>Do</button> " * 4


@pytest.mark.parametrize(
    ("html", "script", "told"),
    [
        (TABLE, "t.tBodies[0].rows[2].remove()", ['cell "102" and 3 more: gone; 12 elements']),
        (
            TABLE,
            "[0, 2, 4].map(n => t.tBodies[0].rows[n]).forEach(row => row.remove())",
            ['cell "100" and 11 more: gone; 12 elements moved with it'],
        ),
        (
            TABLE,
            "[...t.rows].reverse().forEach(row => t.tBodies[0].append(row))",
            ['cell "105" and 4 more: in another order, now "105", "104", "103"'],
        ),
        (
            TABLE,
            "[...t.rows].forEach(row => row.cells[1].remove())",
            ['cell "Oslo" and 5 more: gone; 12 elements moved'],
        ),
        (
            FOLDED,
            "d.open = true",
            [
                'button "More": expanded false -> true',
                'paragraph "Hidden fact": new',
                'button "Act": new',
            ],
        ),
        (
            PANELS,
            "a.hidden = true; b.hidden = false",
            ['heading "Second" and 2 more: new', 'heading "First" and 1 more: gone'],
        ),
        (
            CARDS,
            "l.children[1].after(l.children[0].cloneNode(true)); "
            "l.children[2].firstChild.textContent = 'Kettle'",
            ['text "Kettle" and 1 more: new; 6 elements moved'],
        ),
        (
            HINT,
            "h.hidden = false",
            ['tooltip "Sort": new', 'cell "100": now covered by tooltip "Sort"'],
        ),
        (TABLE, "t.style.opacity = .5", ['cell "100" and 23 more: opacity 1 -> 0.5']),
        (
            PICTURE,
            "n.textContent = '10 ships'; k.style.background = 'navy'",
            [
                'paragraph: "9 ships" -> "10 ships"',
                "background: 2% of what is no element's looks different, 160 x 120 px at 48,",
            ],
        ),
        (
            THEME.format("#eee;color:#888"),
            "document.styleSheets[0].cssRules[0].style.background = '#ddd'",
            ['button "Do" and 3 more: background #eeeeee -> #dddddd'],
        ),
        (
            TABLE,
            "document.querySelectorAll('td button').forEach(b => b.textContent += ' it')",
            [
                'button "Edit" and 5 more: "Edit" -> "Edit it"',
                'button "Drop" and 5 more: "Drop" -> "Drop it"',
            ],
        ),
    ],
)
async def test_what_happened_is_told_in_as_many_sentences(
    page_of: Callable[..., Any], html: str, script: str, told: list[str]
) -> None:
    page = viewmark.Page(await page_of(html))
    before = await page.checkpoint()
    await page.evaluate(f"{{ {script} }}; 0")
    found = viewmark.compare(before, await page.checkpoint())
    sentences = [each.sentence for each in found.changes]
    assert len(sentences) == len(told), found.lines()
    for sentence, start in zip(sentences, told, strict=True):
        assert sentence.startswith(start), found.lines()


async def test_rows_drawn_anew_further_down_did_not_move(page_of: Callable[..., Any]) -> None:
    page = viewmark.Page(await page_of(VIRTUAL))
    before = await page.checkpoint()
    await page.evaluate("v.scrollTop = 1000; 0")
    await page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))")
    found = viewmark.compare(before, await page.checkpoint())
    assert found.is_same, found.lines()


async def test_the_same_button_of_each_row_is_that_of_its_row_on_another_load(
    page_of: Callable[..., Any],
) -> None:
    before = await viewmark.Page(await page_of(TABLE)).checkpoint()
    page = viewmark.Page(await page_of(TABLE))
    await page.evaluate("[...t.rows].forEach(row => row.cells[1].remove()); 0")
    found = viewmark.compare(before, await page.checkpoint())
    assert [each.kind for each in found.changes] == ["gone"], found.lines()


async def test_places_that_follow_from_larger_letters_are_a_note(
    page_of: Callable[..., Any],
) -> None:
    page = viewmark.Page(await page_of(TABLE + "<input aria-label=Name>"))
    before = await page.checkpoint()
    await page.evaluate("document.body.style.font = '20px/30px sans-serif'; 0")
    found = viewmark.compare(before, await page.checkpoint())
    assert {each.kind for each in found.changes} == {"font"}, found.lines()
    assert any("moved" in note for note in found.notes)
