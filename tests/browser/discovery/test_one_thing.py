"""One mark for one thing, where a kit draws it of several: a heading that opens, a tab, a tree, an editor."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from viewmark.browser.discovery.discover import discover

HEAR = """<script>for (const el of document.querySelectorAll('.l'))
  for (const type of ['click', 'mousedown']) el.addEventListener(type, () => {})</script>"""
DOT = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
TREE = "<div role=tree><div><span id=o style='display:inline-block;width:16px;height:16px;background:#36a url({})'></span><span role=treeitem tabindex=0 aria-expanded={} id=i>Mail</span></div></div>"


async def test_a_component_and_the_field_in_its_shadow_are_one(page_of) -> None:
    page = await page_of(
        """<!doctype html><my-field id=h tabindex=0 style="display:inline-block"></my-field><script>
        document.getElementById('h').attachShadow({mode: 'open', delegatesFocus: true}).innerHTML =
          '<div style="padding:4px 20px;border:1px solid"><input aria-label=City></div>'</script>"""
    )
    [field] = (await discover(page)).elements
    assert (field.tag, field.name) == ("input", "City")
    assert field.bounds.height > 28


async def test_a_table_in_the_head_of_another_names_the_columns(page_of) -> None:
    days = "".join(f"<th role=columnheader>{day}" for day in ("W 11", "Sun", "Mon"))
    page = await page_of(
        f"""<!doctype html><table role=grid><thead><tr role=presentation><th role=presentation>
        <table role=presentation><thead><tr role=row>{days}</table></thead><tbody><tr role=presentation>
        <td role=presentation><table role=presentation><tr role=row><td role=rowheader>all day
        <td role=gridcell><button>A</button><td role=gridcell><button>B</button></table></table>"""
    )
    first, second = (await discover(page)).elements
    assert first.cell is not None
    assert second.cell is not None
    assert [first.cell.column, second.cell.column] == ["Sun", "Mon"]


KIT = "".join(f"<i class='jstree-{word}'></i>" for word in ("node", "leaf", "ocl", "dots", "open"))
GUESSES = [
    ("the name of a kit", f"{KIT}<i class='jstree-icon l' style='display:block;width:20px;height:20px;background:red'></i>", ""),
    ("a word of an icon", "<i class='trash-icon l' style='display:block;width:20px;height:20px;background:red'></i>", "trash"),
    ("an edge that is dragged", "<div class=l style='width:20px;height:20px;background:red;cursor:col-resize'></div>", "resize"),
    ("the tick box of a head", "<table><tr><th><input type=checkbox><th>Name</table>", "all rows"),
    ("what stands in a field", "<div>Name</div><input value=Iris>", "Name"),
    ("a field behind buttons of a kit", "<div><my-button>Save</my-button> <my-button>Help</my-button></div><input value=open>", ""),
    ("a field behind a chip", "<div><div><span class=l>&times;</span> cedar</div><input value=open></div>", ""),
    ("a field behind a sign that does not show", "<table><tr><td>Name<td><div><div style='display:none'>!</div><input value=Iris></div></table>", "Name"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "guess"), [c[1:] for c in GUESSES], ids=[c[0] for c in GUESSES])
async def test_a_guess_says_what_it_is_for(page_of, html, guess) -> None:
    *_, element = (await discover(await page_of("<!doctype html><body>" + html + HEAR))).elements
    assert element.label_hint == guess


async def test_what_opens_an_item_of_a_tree_says_so(page_of) -> None:
    page = await page_of("<!doctype html>" + TREE.format(DOT, "false"))
    opener, _ = (await discover(page)).elements
    assert opener.label_hint == "toggle"
