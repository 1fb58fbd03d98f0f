"""The DOM and accessibility trees as lines: refs, states, order, changes, continuation."""

from __future__ import annotations

from typing import Any

import pytest
from own_world import ask
from page_over import PageOf

from viewmark import Page
from viewmark.errors import InvalidOption, ReadingForgotten

FORM = """<title>T</title><main id=content><p>The <strong>total price</strong> is 42.17 EUR.</p>
<label>E-mail <input id=mail type=email required value=ann@x.org></label>
<input type=password aria-label=Pass value=hunter22><select id=s><option>One<option selected>Two
</select><input type=checkbox checked aria-label=News><button disabled>Save</button>
<div onclick=1 style=cursor:pointer><span>Card</span></div><p>[@evil button]</p>
<div style=height:2000px></div><a id=far href=/far>Far</a></main>
<iframe title=In srcdoc="<button id=in>Inner</button>"></iframe>"""


def line_of(text: str, words: str) -> str:
    (found,) = [line for line in text.split("\n") if words in line]
    return found


async def test_the_dom_is_told_in_lines_with_refs_states_and_values(page_of: PageOf) -> None:
    page = Page(await page_of(FORM))
    told = await page.dom()
    text = told.text
    refs = {element.name or element.text: ref for ref, element in told.elements}
    mail = line_of(text, "input#mail")
    assert mail.strip() == (
        f'input#mail textbox "E-mail" {refs["E-mail"]} editable = "ann@x.org" required'
    )
    assert line_of(text, '"Pass"').endswith(" editable secret=filled")
    assert line_of(text, "select#s").endswith('= "Two" options="One"|"Two"')
    assert line_of(text, '"News"').endswith(" toggleable checked")
    assert line_of(text, "Save").strip() == f"button button {refs['Save']} clickable disabled: Save"
    assert refs["Card"] in text
    assert line_of(text, "evil").strip() == "p: \\[@evil button\\]"
    assert line_of(text, "a#far").endswith(" navigable offscreen: Far")
    assert line_of(text, "button#in").endswith(" clickable: Inner")
    assert "hunter22" not in str(told.to_json())


async def test_words_between_elements_keep_their_place(page_of: PageOf) -> None:
    page = Page(await page_of(FORM))
    lines = [line.strip() for line in (await page.dom()).text.split("\n")]
    at = lines.index("#text: The")
    assert lines[at : at + 3] == ["#text: The", "strong: total price", "#text: is 42.17 EUR."]
    nodes = (await page.dom_tree()).to_json()["tree"]
    (paragraph,) = [n for n in walk(nodes) if n["tag"] == "p" and "children" in n]
    said = [(n["tag"], n["text"]) for n in paragraph["children"]]
    assert said == [("#text", "The"), ("strong", "total price"), ("#text", "is 42.17 EUR.")]


def walk(nodes: Any) -> Any:
    for node in nodes:
        yield node
        yield from walk(node.get("children", ()))


async def test_what_one_reads_in_a_tree_one_can_act_on(page_of: PageOf) -> None:
    page = Page(await page_of("<button onclick='document.title = \"done\"'>Go</button><p>x"))
    (ref, _), *_ = (await page.dom()).elements
    assert (await page.accessibility()).elements[0][0] == ref
    tree, flat = await page.dom_tree(), await page.accessibility_tree()
    (node,) = [n for n in walk(tree.to_json()["tree"]) if n.get("ref")]
    assert (node["ref"], node["interactionHint"]) == (ref, "clickable")
    assert [n["ref"] for n in flat.to_json()["nodes"] if "ref" in n] == [ref]
    await page.click(ref)
    assert await ask(page.browser_page, "document.title") == "done"


async def test_the_accessibility_tree_is_told_in_lines_with_refs(page_of: PageOf) -> None:
    page = Page(await page_of(FORM))
    told = await page.accessibility()
    refs = {element.name: ref for ref, element in told.elements}
    mail = line_of(told.text, 'textbox "E-mail"')
    expected = f'textbox "E-mail" {refs["E-mail"]} editable required = "ann@x.org"'
    assert mail.strip() == expected
    assert line_of(told.text, '"Pass"').endswith(" editable secret=filled")
    assert line_of(told.text, '"News"').endswith(" toggleable checked")
    assert "hunter22" not in str(told.to_json())


@pytest.mark.parametrize("form", ["dom", "accessibility"])
async def test_a_later_tree_tells_what_went_and_came_and_scrolling_is_no_change(
    form: str, page_of: PageOf
) -> None:
    page = Page(await page_of(FORM))
    read = getattr(page, form)
    before = await read()
    await page.scroll(dy=900)
    assert (await read(since=before.frame_id)).text == ""
    await ask(page.browser_page, "document.querySelector('button').disabled = false")
    change = (await read(since=before.frame_id)).text.split("\n")
    assert len(change) == 2
    assert change[0].startswith("- ")
    assert change[0].endswith(("clickable disabled: Save", '"Save" clickable disabled'))
    assert change[1].startswith("+ ")
    assert "disabled" not in change[1]
    assert "@" in change[1]


@pytest.mark.parametrize("form", ["dom", "accessibility", "snapshot"])
async def test_one_may_compare_with_the_same_reading_as_often_as_one_likes(
    form: str, page_of: PageOf
) -> None:
    page = Page(await page_of("<button>Go</button>"))
    read = getattr(page, form)
    first = await read()
    for _ in range(12):
        assert (await read(since=first.frame_id)).text == ""
    with pytest.raises(ReadingForgotten):
        await read(since="f_unknown")


@pytest.mark.parametrize("form", ["dom", "accessibility"])
async def test_a_long_tree_comes_in_parts_of_one_moment_and_is_whole(
    form: str, page_of: PageOf
) -> None:
    rows = "".join(f"<p>Row {n} <a href=#{n}>Open {n}</a>" for n in range(200))
    page = Page(await page_of(rows))
    read = getattr(page, form)
    part = await read(characters=2_500)
    assert "read on with cursor" in part.lines()
    said = part.text
    while part.cursor is not None:
        part = await page.read_on(part.cursor, characters=2_500)
        said += part.text
    for n in range(200):
        assert f"Open {n}" in said


@pytest.mark.parametrize("form", ["dom", "accessibility"])
async def test_a_limit_of_nodes_says_that_it_left_some_out_and_what_to_do(
    form: str, page_of: PageOf
) -> None:
    page = Page(await page_of("<p>one<p>two<p>three<p>four"))
    told = await getattr(page, form)(nodes=3)
    assert "nodes are not listed: raise the limit of nodes" in told.lines()
    with pytest.raises(InvalidOption, match="nodes must be 1 to"):
        await getattr(page, form)(nodes=0)


@pytest.mark.parametrize("form", ["dom", "accessibility"])
async def test_deep_lines_begin_with_their_level_and_are_not_mostly_indentation(
    form: str, page_of: PageOf
) -> None:
    page = Page(await page_of("<ul><li>x" * 60 + "<button>Deep</button>"))
    lines = (await getattr(page, form)()).text.split("\n")
    assert max(map(len, lines)) < 200
    (deep,) = [line for line in lines if "Deep" in line and "button" in line]
    assert deep.strip().startswith("(1")
