"""Lines of a map: each says which thing it means and how that stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import viewmark

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    PageOf = Callable[..., Awaitable[Any]]

GLYPH = "<style>.fa::before { content: '\\f06e'; font-size: 16px }</style>"


async def lines(page_of: PageOf, html: str) -> list[str]:
    seen = await viewmark.Page(await page_of(html)).observe()
    return [each.line(refs=False).partition("] ")[2] for each in seen]


async def test_the_glyph_of_an_icon_font_is_no_name(page_of: PageOf) -> None:
    told = await lines(
        page_of,
        GLYPH
        + """<p><a href=#1 title="View Record"><span class="fa">o</span></a>
        <p><button title="Edit path">&nbsp;</button>
        <p><button aria-description="Pin it"><span class=fa></span></button>
        <p><button title="Zoom"><span class=fa></span></button>
        <p><div title="Remove layer" onclick="1" style="width:20px;height:20px;background:red">""",
    )
    assert told == [
        'link "o"',
        'button maybe "Edit path"',
        'button maybe "Pin it"',
        'button maybe "Zoom"',
        'generic maybe "Remove layer"',
    ]


async def test_state_and_value_stand_in_the_line_and_secrets_do_not(page_of: PageOf) -> None:
    told = await lines(
        page_of,
        """<input type=checkbox aria-label=News checked><input type=checkbox aria-label=Ads>
        <p><input aria-label=City value=Oslo required><input type=password aria-label=P value=hush>
        <p><button role=tab aria-selected=true>Log</button>
        <button aria-haspopup=menu aria-expanded=true>File</button>
        <button aria-haspopup=menu aria-expanded=false>View</button>
        <button aria-pressed=true>Bold</button><button aria-expanded=false>More</button>
        <p><a href=#h aria-current=page>Home</a>
        <table><tr><th role=columnheader aria-sort=descending><button>Age</button></table>""",
    )
    assert told == [
        'checkbox "News" checked',
        'checkbox "Ads" unchecked',
        'textbox "City" = "Oslo" required',
        'textbox "P" secret=filled',
        'tab "Log" selected',
        'button "File" menu open',
        'button "View" opens menu',
        'button "Bold" pressed',
        'button "More" collapsed',
        'link "Home" current',
        'button "Age" sorted descending',
    ]


async def test_what_repeats_says_where_it_stands(page_of: PageOf) -> None:
    cards = "".join(
        f"<li><b>{name}</b> <button>Edit</button></li>" for name in ("Kettle", "Cup", "Cup")
    )
    told = await lines(page_of, f"<ul>{cards}</ul><button>Save</button>")
    assert told == [
        'button "Edit" (in "Kettle")',
        'button "Edit" (in "Cup", 1 of 2)',
        'button "Edit" (in "Cup", 2 of 2)',
        'button "Save"',
    ]


async def test_names_of_a_frameworks_parts_and_ids_are_no_guess(page_of: PageOf) -> None:
    box = "style='width:20px;height:20px;background:red'"
    told = await lines(
        page_of,
        f"""<p><span class="oo-ui-element-icon" onclick=1 {box}></span>
        <p><span class="select-expand-icon" onclick=1 {box}></span>
        <p><span id="node-input-checkall" onclick=1 {box}></span>
        <p><span class="fa-trash" onclick=1 {box}></span>""".replace("<span", "<div").replace(
            "</span", "</div"
        ),
    )
    assert [line for line in told if "maybe" in line] == ['generic maybe "trash"']
    assert len(told) == 4


async def test_what_one_does_is_said_where_the_role_does_not_say_it(page_of: PageOf) -> None:
    told = await lines(
        page_of,
        """<input role=combobox aria-label=City><p><button>Save</button><p><h2 tabindex=0>News</h2>
        <p contenteditable>Words</p><p><input list=l aria-label=Tea><datalist id=l></datalist>""",
    )
    assert told == [
        'combobox "City" editable',
        'button "Save"',
        'heading "News"',
        'paragraph "Words" editable',
        'combobox "Tea" editable',
    ]


async def test_a_long_name_is_cut_and_its_equals_are_told_apart(page_of: PageOf) -> None:
    long = "This sentence has far more characters than anybody needs to know which it is"
    told = await lines(page_of, f"<p><a href=#1>{long} 1</a><p><a href=#2>{long} 2</a>")
    assert [len(each) for each in told] == [len('link "" (1 of 2)') + 60] * 2
    assert [each[-9:] for each in told] == [" (1 of 2)", " (2 of 2)"]


async def test_the_beginning_of_a_large_part_tells_nothing_apart(page_of: PageOf) -> None:
    words = "".join(f"<p>Words number {n}" for n in range(9))
    part = f"<div>{words}<button>Fit</button><button>Fit</button></div>"
    told = await lines(page_of, part + part)
    places = [(part, n) for part in ("upper", "lower") for n in (1, 2)]
    assert told == [f'button "Fit" ({part}, {n} of 2)' for part, n in places]
