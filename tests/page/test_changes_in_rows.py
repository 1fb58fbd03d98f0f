"""Table changes reported by an action: the changed row, not rows revealed by folding or scroll."""

from __future__ import annotations

import pytest
from page_over import PageOf, page_over

from viewmark.api.page import Page
from viewmark.page.change_report import IN_VIEW
from viewmark.page.context import PageContext

FOLLOW = "this.textContent = this.textContent === 'Follow' ? 'Following' : 'Follow'"


def _table(rows: int, extra: str = "") -> str:
    body = "".join(
        f'<tr id=r{i}><td>Item {i}<td><button onclick="{FOLLOW}">Follow</button>'
        for i in range(1, rows + 1)
    )
    return f"<title>Items</title>{extra}<table><tr><th>Name<th>Action{body}</table>"


async def _page(page_of: PageOf, html: str) -> Page:
    context = PageContext(await page_of(html))
    context.changes = "auto"
    page: Page = page_over(context)
    return page


async def _press(page: Page, selector: str) -> list[str]:
    changes = (await page.click(selector)).changes
    lines = str(changes).split("\n")
    return [" ".join(w for w in line.split(" ") if not w.startswith("@")) for line in lines]


@pytest.mark.parametrize("rows", [10, 300], ids=["read as a whole", "read in view"])
async def test_one_row_of_many_alike_is_the_one_that_changed(page_of: PageOf, rows: int) -> None:
    page = await _page(page_of, _table(rows))
    shown = await _press(page, "#r3 button")
    assert shown == ['~ text: Item 3 | [button "Following" (was: "Follow")'], shown
    back = await _press(page, "#r3 button")
    assert back == ['~ text: Item 3 | [button "Follow" (was: "Following")'], back


async def test_rows_that_scrolling_to_a_target_shows_are_not_new(page_of: PageOf) -> None:
    page = await _page(page_of, _table(300))
    await _press(page, "#r1 button")
    changed, scrolled = await _press(page, "#r250 button")
    assert changed == '~ text: Item 250 | [button "Following" (was: "Follow")', changed
    assert scrolled.startswith("> page scrolled by 0, "), scrolled
    assert int(scrolled.rpartition(" ")[2]) > 3000, scrolled


async def test_what_a_press_adds_beside_a_far_target_is_new(page_of: PageOf) -> None:
    html = _table(300) + (
        "<button id=more onclick=\"this.insertAdjacentHTML('beforebegin', "
        "'<h2>Loaded</h2>')\">More</button>"
    )
    page = await _page(page_of, html)
    await _press(page, "#r1 button")
    lines = await _press(page, "#more")
    added, scrolled = lines[0], lines[-1]
    assert len(lines) == 2, lines
    assert added == '+ heading "Loaded" level=2'
    assert scrolled.startswith("> page scrolled by 0, ")


async def test_what_a_scroll_shows_is_said_apart(page_of: PageOf) -> None:
    page = await _page(page_of, _table(300, "<button id=far>Far</button>"))
    await _press(page, "#far")
    lines = str((await page.scroll(dy=600)).changes).split("\n")
    assert lines[0].startswith("> page scrolled by 0, ")
    assert lines[1] == IN_VIEW
    assert len(lines) > 12
    assert all(line.startswith(("  text: Item ", "  row")) for line in lines[2:]), lines
    assert not any(line.startswith(("+", "~", "-")) for line in lines)


@pytest.mark.parametrize("way", ["row.hidden = !isOne", "if (!isOne) row.remove()"])
async def test_a_filter_that_leaves_one_row_tells_how_many_went(page_of: PageOf, way: str) -> None:
    script = (
        "for (const row of [...document.querySelectorAll('[id^=r]')])"
        f" {{ const isOne = row.textContent.includes(f.value); {way}; }}"
    )
    html = _table(300, f'<label>Filter <input id=f oninput="{script}"></label>')
    page = await _page(page_of, html)
    await page.observe()
    lines = str((await page.fill("#f", "Item 277")).changes).split("\n")
    assert lines.count("- 299 rows gone") == 1, lines
    assert not any(line.startswith("+") for line in lines), lines
    assert any("Item 277" in line for line in lines), lines


async def test_a_reading_compared_with_an_earlier_one_tells_the_row(page_of: PageOf) -> None:
    page = await _page(page_of, _table(10))
    before = await page.snapshot()
    await page.click("#r3 button")
    change = await page.snapshot(since=before.frame_id)
    gone, came = change.text.split("\n")
    assert gone.startswith("- ")
    assert came.startswith("+ ")
    assert "Item 3" in gone
    assert "Item 3" in came
    assert '"Following"' in came


async def test_of_several_controls_of_one_name_none_is_said_to_have_gone_elsewhere(
    page_of: PageOf,
) -> None:
    rows = [f"<li><p>Row {at}</p><button>Delete</button></li>" for at in range(5)]
    lists = f"<ul aria-label=One>{rows[0]}{rows[1]}</ul><ul aria-label=Two>{rows[2]}{rows[3]}</ul>"
    opened = "const [one, two] = document.querySelectorAll('ul');"
    change = f"one.lastElementChild.remove(); two.insertAdjacentHTML('beforeend', '{rows[4]}')"
    page = await _page(page_of, f'{lists}<button id=go onclick="{opened}{change}">Go</button>')
    lines = await _press(page, "#go")
    assert sorted(line[0] for line in lines if "Delete" in line) == ["+", "-"], lines


async def test_rows_that_a_list_shows_in_the_nodes_of_others_went_and_came(page_of: PageOf) -> None:
    script = (
        "let at = 0; const names = 'Anna Bob Carl Dora Emil Fritz'.split(' ');"
        "next.onclick = () => { at += 3; for (let i = 0; i < 3; i += 1)"
        " list.children[i].firstChild.textContent = names[at + i]; };"
    )
    rows = "".join(f"<li><button>{name}</button>" for name in ("Anna", "Bob", "Carl"))
    html = f"<ul id=list>{rows}</ul><button id=next>Next</button><script>{script}</script>"
    page = await _page(page_of, html)
    await page.observe()
    told = await _press(page, "#next")
    assert {*told} == {
        *(f'- button "{name}"' for name in ("Anna", "Bob", "Carl")),
        *(f'+ button "{name}"' for name in ("Dora", "Emil", "Fritz")),
    }, told


async def test_a_click_on_a_canvas_says_that_only_a_picture_shows_its_effect(
    page_of: PageOf,
) -> None:
    page = Page(await page_of("<canvas id=plan width=300 height=200 onclick='1'></canvas>"))
    page.changes = "auto"
    await page.snapshot()
    said = str((await page.click("#plan")).changes)
    assert said.endswith("; a canvas may have, which only a picture shows")
