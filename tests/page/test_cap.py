"""Which marks of real pages are kept by the limit, in which order, and how the rest is reported."""

from __future__ import annotations

from collections import Counter

import pytest
from page_over import PageOf

import viewmark

_APP = """<style>body{margin:0;font:12px sans-serif} a,button{font:12px sans-serif}
header{height:30px} nav{position:absolute;top:40px;left:0;width:150px} nav a{display:block}
main{position:absolute;top:40px;left:200px;width:700px} td,th{padding:0 4px}</style>
<header><input aria-label=Search><button>New</button></header>
<nav aria-label=Main id=nav>AREAS</nav>
<main><button>Filter</button><table id=runs><tr><th>Run<th>State<th>Do</tr>ROWS</table>
<button>Next page</button></main>"""
_APP = _APP.replace("AREAS", "".join(f"<a href='#{i}'>Area {i}</a>" for i in range(20)))
_APP = _APP.replace(
    "ROWS",
    "".join(
        f"<tr><td onclick='0'>run {r}<td onclick='0'>ok<td><button>Stop</button></tr>"
        for r in range(25)
    ),
)


def names(seen: viewmark.Observation) -> list[str]:
    return [a.name or a.element.text for a in seen]


async def test_a_table_does_not_use_up_the_marks_of_everything_else(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(_APP))
    seen = await page.observe(max_annotations=40)
    kept = Counter(names(seen))
    assert {"Search", "New", "Filter", "Next page"} <= kept.keys()
    assert sum(name.startswith("Area") for name in kept) >= 12
    assert kept["Stop"] >= 5
    assert kept["ok"] == 0
    told = {each.region: each for each in seen.left_out}
    table = told['table "runs"']
    assert table.selector == "#runs"
    assert table.cells == 50
    assert sum(each.count for each in seen.left_out) == seen.total_found - 40
    assert seen.lines().splitlines()[-1].startswith(f"... {seen.total_found - 40} more elements")
    assert seen.to_json()["left_out"][0]["count"] == seen.left_out[0].count
    assert all(each.element.cell for each in seen if each.name == "Stop")


@pytest.mark.parametrize("cap", [1, 5, 10])
async def test_a_small_cap_keeps_controls_of_several_regions(page_of: PageOf, cap: int) -> None:
    page = viewmark.Page(await page_of(_APP))
    kept = names(await page.observe(max_annotations=cap))
    assert kept == names(await page.observe(max_annotations=cap))
    assert kept[-1] == "Filter" if cap == 1 else {"Search", "Filter", "Area 0"} <= set(kept)


async def test_what_was_left_out_is_found_by_the_way_that_is_told(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(_APP))
    seen = await page.observe(max_annotations=10)
    nav = next(each for each in seen.left_out if each.region.startswith("navigation"))
    inside = await page.observe(target="custom", selector=f"{nav.selector} a")
    assert len(inside) == 20
    cell = next(each for each in seen.left_out if each.cells)
    acted = await page.click(f"{cell.selector}[3,1]")
    assert "run 1" in str(acted.hit)


async def test_a_side_bar_is_numbered_before_the_text_beside_it(page_of: PageOf) -> None:
    links = "".join(f"<p>words <a href='#t{i}'>text {i}</a> words" for i in range(8))
    side = "".join(f"<li><a href='#s{i}'>side {i}</a>" for i in range(12))
    html = (
        "<style>body{margin:0} aside{float:left;width:200px} main{margin-left:260px}</style>"
        f"<h1><a href='#'>Top</a></h1><aside><ul>{side}</ul></aside><main>{links}</main>"
    )
    kept = names(await viewmark.Page(await page_of(html)).observe())
    wanted = ["Top", *(f"side {i}" for i in range(12)), *(f"text {i}" for i in range(8))]
    assert kept == wanted


async def test_hidden_controls_are_numbered_where_they_stand_and_frames_too(
    page_of: PageOf,
) -> None:
    html = (
        "<style>input{opacity:0;position:absolute;width:1px;height:1px}"
        "#l{float:left;width:200px} #r{margin-left:300px}</style><div id=l>"
        + "".join(f"<p><label><input type=checkbox><b>box {i}</b></label>" for i in range(5))
        + "<iframe srcdoc='<button>framed</button>' width=150 height=60></iframe></div><div id=r>"
        + "".join(f"<p><button>right {i}</button>" for i in range(7))
    )
    kept = names(await viewmark.Page(await page_of(html)).observe())
    left = [*(f"box {i}" for i in range(5)), "framed"]
    assert kept == [*left, *(f"right {i}" for i in range(7))]


async def test_an_open_menu_comes_first_and_is_kept(page_of: PageOf) -> None:
    items = "".join(f"<div role=menuitem tabindex=-1>item {i}</div>" for i in range(6))
    html = "".join(f"<button>b{i}</button>" for i in range(80)) + (
        f"<div style='position:absolute;z-index:3;top:100px;left:300px;background:#fff' role=menu>"
        f"{items}</div>"
    )
    seen = await viewmark.Page(await page_of(html)).observe(max_annotations=12)
    assert names(seen)[:6] == [f"item {i}" for i in range(6)]
    assert names(seen)[6] == "b0"


async def test_of_a_page_with_a_modal_dialog_the_dialog_is_kept(page_of: PageOf) -> None:
    html = (
        "".join(f"<button>b{i}</button>" for i in range(30))
        + "<dialog id=d><button>Yes</button><button>No</button></dialog><script>d.showModal()"
        "</script>"
    )
    seen = await viewmark.Page(await page_of(html)).observe(max_annotations=1)
    assert names(seen) == ["Yes"]
    assert seen.total_found == 2


async def test_ten_thousand_equal_siblings_and_one_link_page_have_a_map(page_of: PageOf) -> None:
    page = viewmark.Page(
        await page_of(
            "<style>a{float:left;width:9px;height:9px}</style>" + "<a href=#>x</a>" * 10_000
        )
    )
    seen = await page.observe(max_annotations=500)
    assert (len(seen), seen.total_found) == (500, 10_000)
    tops = [a.bounds.y for a in seen]
    assert tops == sorted(tops)
    one = await page_of("<body style=margin:0><a href=/ style='display:block;height:100vh'>all</a>")
    assert names(await viewmark.Page(one).observe(max_annotations=1)) == ["all"]
    deep = await page_of("<div onclick='0' style='padding:1px'>" * 50 + "<button>deep</button>")
    assert "deep" in names(await viewmark.Page(deep).observe(max_annotations=1))


async def test_the_cap_of_the_whole_page_goes_by_rank_too(page_of: PageOf) -> None:
    rows = "".join(f"<p onclick='0' style='height:40px'>weak {i}</p>" for i in range(50))
    page = viewmark.Page(await page_of(f"{rows}<button>Send</button>"))
    seen = await page.observe(annotate=True, area="page", max_annotations=5)
    assert "Send" in names(seen)
    assert sum(each.count for each in seen.left_out) == seen.total_found - 5


async def test_a_header_keeps_its_search_and_its_account(page_of: PageOf) -> None:
    links = "".join(f"<a class=tab href='#{i}'>Tab {i}</a> " for i in range(12))
    rows = "".join(f"<button class=row>Row {i}</button> " for i in range(60))
    search = "<input placeholder='Search orders'> <button>Account</button>"
    html = f"<header>{links}{search}</header><main>{rows}<button class=go>Pay</button></main>"
    page = viewmark.Page(await page_of(html))
    for cap in (4, 10, 30):
        kept = [a.name or a.element.placeholder for a in await page.observe(max_annotations=cap)]
        assert {"Search orders", "Pay"} <= set(kept)
        assert "Account" in kept or cap == 4


_DIALOG = """<style>body{{margin:0}} main{{margin-left:600px}} a{{display:block}}
#d{{{0}bottom:0;left:0;width:300px}}</style>
<main>{1}</main><div role=dialog id=d><button>Send</button> <button>No</button></div>"""


@pytest.mark.parametrize(
    ("style", "first"),
    [("position:fixed;", ["Send", "No", "Link 0"]), ("", ["Link 0", "Link 1", "Link 2"])],
)
async def test_a_dialog_over_the_page_is_read_first_and_in_one_piece(
    page_of: PageOf, style: str, first: list[str]
) -> None:
    links = "".join(f"<a href='#{i}'>Link {i}</a>" for i in range(20))
    page = viewmark.Page(await page_of(_DIALOG.format(style, links)))
    assert names(await page.observe())[:3] == first


async def test_the_upper_of_two_opened_pieces_is_read_first(page_of: PageOf) -> None:
    html = (
        "<a href='#'>Page</a>"
        "<div role=dialog style='position:fixed;top:40px;left:0'><button>Below</button></div>"
        "<ul role=menu style='position:fixed;top:40px;left:90px;z-index:3;margin:0;padding:0'>"
        "<li role=menuitem tabindex=0>Above</ul>"
    )
    kept = names(await viewmark.Page(await page_of(html)).observe())
    assert kept == ["Above", "Below", "Page"]


async def test_the_button_that_sends_a_form_is_kept_before_its_fields(page_of: PageOf) -> None:
    fields = "".join(f"<input aria-label='Field {i}'>" for i in range(9))
    html = f"<form>{fields}<button type=button>Clear</button> <button>Order</button></form>"
    page = viewmark.Page(await page_of(html))
    assert names(await page.observe(max_annotations=1)) == ["Order"]
    assert names(await page.observe(max_annotations=3)) == ["Field 0", "Clear", "Order"]


async def test_the_one_button_behind_a_field_sends_it_outside_of_a_form_too(
    page_of: PageOf,
) -> None:
    tools = "".join(f"<button class=tool>Tool {i}</button>" for i in range(30))
    row = "<label><input></label><button class=tool>SEND</button>"
    page = viewmark.Page(await page_of(f"<main>{tools}<div>{row}</div></main>"))
    assert "SEND" in names(await page.observe(max_annotations=5))
    page = viewmark.Page(await page_of(f"<main>{tools}{f'<div>{row}</div>' * 3}</main>"))
    assert "SEND" not in names(await page.observe(max_annotations=5))


@pytest.mark.parametrize(
    ("word", "is_last"),
    [
        ("Delete", True),
        ("删除", True),
        ("De&shy;lete", True),
        ("<span>Delete</span> it", True),
        ("<b hidden>Delete</b>Copy", False),
        ("Undeleted", False),
        ("Copy", False),
    ],
)
async def test_what_takes_a_row_away_comes_behind_its_neighbours(
    page_of: PageOf, word: str, is_last: bool
) -> None:
    row = f"<li><button class=a>{word}</button> <button class=b>Open</button></li>"
    page = viewmark.Page(await page_of(f"<ul>{row * 6}</ul>"))
    [kept] = names(await page.observe(max_annotations=1))
    assert (kept == "Open") is is_last
