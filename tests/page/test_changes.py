"""Page changes reported by an action: added, removed and changed elements, with refs only."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from case_files import pages_of
from page_over import PageOf, page_over

from viewmark.errors import InvalidOption
from viewmark.page.changes import compare, cut, rendered
from viewmark.page.context import PageContext
from viewmark.page.reading_lines import Line
from viewmark.page.resolved_target import SelectorTarget
from viewmark.page.targets import resolve

SHOP = pages_of(__file__)["shop"]


async def _context(page_of: PageOf, html: str = SHOP) -> PageContext:
    context = PageContext(await page_of(html))
    context.changes = "auto"
    return context


async def _press(context: PageContext, selector: str) -> str:
    return str((await page_over(context).click(target=SelectorTarget(selector))).changes)


async def _run(context: PageContext, source: str) -> None:
    asked = {"expression": source, "awaitPromise": True}
    answer = await context.page.session.send("Runtime.evaluate", asked)
    assert "exceptionDetails" not in answer, answer


def _without_refs(text: str) -> str:
    return " ".join(w for w in text.split(" ") if not w.startswith("@"))


PRESSES = {
    "#none": ["nothing changed in words or states"],
    "#save": ["+ alert: Saved order 17.", '+ listitem: Kettle [button "Remove" @{}]'],
    "#open": ["+ dialog", '+   heading "Sure?" level=2', '+   button "Yes" @{}'],
    "#head": [
        '~ button "Edit" @{} expanded (was: collapsed)',
        "+ menu",
        '+   menuitem "Cut" @{}',
        '+   menuitem "Copy" @{}',
    ],
    "#terms": ['~ checkbox "Terms" @{} checked (was: unchecked)'],
    "#move": ['> listitem: Fix pump (in list "Done")'],
    "#count": ["~ text: 4 (was: 3)"],
}


@pytest.mark.parametrize("pressed", PRESSES)
async def test_a_press_reports_what_came_of_it(page_of: PageOf, pressed: str) -> None:
    context = await _context(page_of)
    lines = (await _press(context, pressed)).split("\n")
    wanted = PRESSES[pressed]
    assert len(lines) == len(wanted), lines
    for line, pattern in zip(lines, wanted, strict=True):
        before, _, after = pattern.partition("{}")
        assert (line.startswith(before), line.endswith(after)) == (True, True), lines


async def test_a_ref_of_a_report_can_be_pressed(page_of: PageOf) -> None:
    context = await _context(page_of)
    line = (await _press(context, "#open")).split("\n")[-1]
    ref = next(word for word in line.split(" ") if word.startswith("@"))
    acted = await page_over(context).click(target=resolve(context, ref))
    assert acted.hit is not None
    assert (acted.hit.name, str(acted.changes)) == ("Yes", "- dialog")


async def test_values_are_reported_new_against_old_and_secret_ones_never(page_of: PageOf) -> None:
    context = await _context(page_of)
    fields = [
        {"target": selector, "value": value}
        for selector, value in (("#customer", "Ann"), ("#size", "M"), ("#pass", "hunter2"))
    ]
    done = await page_over(context).fill_form(fields)
    assert _without_refs(str(done.changes)).split("\n") == [
        '~ textbox "Customer" = "Ann"',
        '~ combobox "Size" = "M" (was: = "S")',
        '~ textbox "Password" secret=filled (was: secret=empty)',
    ]
    assert all(each.changes is None for each in done.fields)
    assert "hunter2" not in repr(done)


async def test_what_changes_by_itself_is_in_the_next_report_once(page_of: PageOf) -> None:
    context = await _context(page_of)
    assert await _press(context, "#none") == "nothing changed in words or states"
    await _run(context, "said.textContent = 'Anna joined.'")
    assert await _press(context, "#none") == "since then:\n  + alert: Anna joined."
    await _run(context, "said.textContent = 'Anna left.'")
    both = (await _press(context, "#count")).split("\n")
    assert both[0] == "since then:"
    assert "Anna left." in both[1]
    assert both[2:] == ["now:", "~ text: 4 (was: 3)"]
    assert await _press(context, "#none") == "nothing changed in words or states"


TITLES = """<!doctype html><title>Shop</title><p><button id=none>Nothing</button></p>
<p><button id=title onclick="document.title = 'Cart\\n (1)\\u202e'">Add</button></p>
<p><button id=go onclick="history.pushState(0, '', '#two'); document.title = 'Two'">Go</button></p>
<p><button id=long onclick="document.title = 'x'.repeat(600)">Long</button></p>
<p><button id=near onclick="document.title = 'x'.repeat(120) + this.id">Near</button></p>
<iframe srcdoc="<button>In</button>"></iframe>"""


@pytest.mark.parametrize("html", [TITLES, TITLES.partition("<iframe")[0]], ids=["frame", "alone"])
async def test_a_press_that_changes_only_the_title_says_so(page_of: PageOf, html: str) -> None:
    context = await _context(page_of, html)
    assert await _press(context, "#title") == '~ title: "Cart (1)" (was: "Shop")'
    assert await _press(context, "#title") == "nothing changed in words or states"
    await _run(context, "document.title = '(3) Inbox'")
    assert await _press(context, "#none") == 'since then:\n  ~ title: "(3) Inbox" (was: "Cart (1)")'
    arrived, line = (await _press(context, "#go")).split("\n")
    assert (arrived[-4:], line) == ("#two", '~ title: "Two" (was: "(3) Inbox")')
    cut = f"{'x' * 79}\u2026"
    assert await _press(context, "#long") == f'~ title: "{cut}" (was: "Two")'
    was = f"\u2026{'x' * 78}\u2026"
    assert await _press(context, "#near") == f'~ title: "\u2026{"x" * 40}near" (was: "{was}")'
    context.last_report.is_known = False  # as if no observation had shown it
    await _run(context, "document.title = 'Shop'")
    assert await _press(context, "#none") == "nothing changed in words or states"


async def test_a_page_that_goes_elsewhere_is_reported_as_it_is(page_of: PageOf, site: Any) -> None:
    site.put(
        "/two.html",
        "<!doctype html><title>Products</title><nav><a href='/'>Home</a></nav>"
        "<div role=alert>Deleted 2 products</div><main><button>Add</button></main>",
    )
    context = await _context(page_of, "<a id=go href='/two.html'>go</a>")
    lines = _without_refs(await _press(context, "#go")).split("\n")
    assert lines[0] == f'page "Products" {site.url("/two.html")}'
    assert "  alert: Deleted 2 products" in lines or "alert: Deleted 2 products" in lines
    assert any('button "Add"' in line for line in lines)


async def test_a_long_report_is_cut_by_importance_and_says_how_to_see_all(page_of: PageOf) -> None:
    rows = "<script>function more() { for (let n = 0; n < 300; n++) list.insertAdjacentHTML("
    rows += (
        "'beforeend', `<li>Row number ${n} of many`); said.textContent = 'Loaded all.' }</script>"
    )
    html = "<button id=more onclick=more()>More</button><ul id=list></ul>"
    html += f"<div role=status id=said></div>{rows}"
    context = await _context(page_of, html)
    lines = (await _press(context, "#more")).split("\n")
    assert "+ status: Loaded all." in lines
    assert sum(map(len, lines)) < 2_000
    count, _, since = lines[-1].removeprefix("... ").partition(" more: snapshot since=")
    whole = await page_over(context).snapshot(since=since)
    assert int(count) > 200
    assert "Row number 299 of many" in whole.text
    context.changes = "full"
    await _run(context, "list.textContent = said.textContent = ''")
    full = (await _press(context, "#more")).split("\n")
    assert sum(line.startswith("+") and "Row number" in line for line in full) == 300


async def test_nothing_is_read_where_nobody_asked(page_of: PageOf) -> None:
    context = await _context(page_of)
    context.changes = "none"
    acted = await page_over(context).click(target=SelectorTarget("#save"))
    assert (acted.changes, "changes" in acted.timings, "changes" in acted.to_json()) == (
        None,
        False,
        False,
    )


async def test_a_dialog_that_stops_the_page_leaves_its_changes_to_the_next_report(
    page_of: PageOf,
) -> None:
    html = """<p><button id=ask onclick="said.textContent = confirm('Sure?') ? 'Yes' : 'No'">
      Ask</button></p><p><button id=none>Nothing</button></p><div role=alert id=said></div>"""
    context = await _context(page_of, html)
    acted = await page_over(context).click(target=SelectorTarget("#ask"))
    assert (acted.changes, acted.outcome.dialog) == (None, {"kind": "confirm", "message": "Sure?"})
    await context.page.answer_dialog(accept=True, text="")
    assert await _press(context, "#none") == "since then:\n  + alert: Yes"


async def test_a_busy_page_is_not_waited_for(page_of: PageOf) -> None:
    html = """<p><button id=hang onclick="setTimeout(() => { const end = Date.now() + 2500;
      while (Date.now() < end); said.textContent = 'Done' }, 0)">Hang</button></p>
      <p><button id=none>Nothing</button></p><div role=alert id=said></div>"""
    context = await _context(page_of, html)
    reports = [await _press(context, "#hang")]

    async def until_done() -> None:
        while "Done" not in "".join(reports):
            reports.append(await _press(context, "#none"))

    await asyncio.wait_for(until_done(), 20)


async def test_a_large_page_reports_what_is_in_view(page_of: PageOf) -> None:
    rows = "".join(f"<p>Line {n} <b>x</b></p>" for n in range(1000))
    html = f"""<p><button id=a onclick="said.textContent = 'Here'; far.textContent = 'There'">
      Go</button></p><div role=alert id=said></div>{rows}<p id=far>Far</p>"""
    context = await _context(page_of, html)
    assert await _press(context, "#a") == "+ alert: Here"
    await _run(context, "scrollTo(0, 5000)")
    assert "- " not in await _press(context, "#a")


async def test_typing_reports_what_the_page_made_of_it(page_of: PageOf) -> None:
    html = """<p><input id=q aria-label=City oninput="cities.innerHTML = this.value ?
      '<li role=option>Oslo</li><li role=option>Osaka</li>' : ''"></p>
      <ul role=listbox id=cities aria-label=Cities></ul>"""
    context = await _context(page_of, html)
    acted = await page_over(context).type(text="Os", target=SelectorTarget("#q"))
    first, *others = _without_refs(str(acted.changes)).split("\n")
    assert first == '~ textbox "City" = "Os"'
    assert [line[0] for line in others] == ["+"] * len(others)
    assert all(f'option "{name}"' in "".join(others) for name in ("Oslo", "Osaka"))


async def test_a_mode_that_there_is_not_is_refused(page_of: PageOf) -> None:
    import viewmark

    page = viewmark.Page(await page_of("x"))
    with pytest.raises(InvalidOption, match="none, auto or full"):
        page.changes = "some"  # type: ignore[assignment]


def _lines(text: str) -> list[Line]:
    found: list[Line] = []
    for row in text.split("\n"):
        words = row.lstrip(" ")
        head, text, rest = words.partition("text: ")
        found.append((" " * (len(row) - len(words)), *filter(None, (head, text, rest))))
    return found


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("a\nb", "a\nb", []),
        ("list\n  text: a", "list\n  text: a\n  text: b", ["+ text: b"]),
        ("text: 3", "text: 4", ["~ text: 4 (was: 3)"]),
        ("text: a\ntext: b", "text: b\ntext: a", ["> text: a"]),
        ('dialog "D"\n  text: a\n  text: b\ntext: c', "text: c", ['- dialog "D"']),
        (
            "text: x",
            "text: x\nlist\n  listitem\n    text: a\n  listitem\n    text: b",
            ["+ list", "+   listitem: a", "+   listitem: b"],
        ),
        (
            'table\n  row "1"\n    text: a\n  row "2"\n    text: b',
            'table\n  row "2"\n    text: b\n  row "1"\n    text: a',
            ['> row "1": a'],
        ),
    ],
)
def test_differences_are_few_and_true(old: str, new: str, wanted: list[str]) -> None:
    changes = compare(_lines(old), _lines(new))
    got = rendered(changes, lambda _: None)
    assert sorted(got) == sorted(wanted) or len(got) == len(wanted) == 1


def test_messages_and_dialogs_are_cut_last() -> None:
    old = _lines("text: a")
    rows = "\n".join(f"text: row {n}" for n in range(50))
    new = _lines(f"text: a\n{rows}\nalert\n  text: Broken\ndialog\n  text: Sure?")
    cut_lines, left = cut(compare(old, new), 150)
    chosen = rendered(cut_lines, lambda _: None)
    assert len(chosen) + left == 52
    assert "+ alert: Broken" in chosen
    assert "+ dialog: Sure?" in chosen
    assert 2 < len(chosen) < 20


async def test_a_dialog_from_far_down_a_large_page_is_reported(page_of: PageOf) -> None:
    rows = "".join(f"<p>Line {n} <b>x</b></p>" for n in range(1000))
    html = f"""<p><button id=a onclick="dialog.showModal()">Go</button></p>
      <div>{rows}</div><div style="height:500px"><dialog id=dialog><p>Sure?</p></dialog></div>"""
    context = await _context(page_of, html)
    assert await _press(context, "#a") == "+ dialog: Sure?"


async def test_a_message_out_of_view_of_a_large_page_is_reported(page_of: PageOf) -> None:
    rows = "".join(f"<p>Line {n} <b>x</b></p>" for n in range(1000))
    html = f"""<p><button id=a onclick="said.textContent = 'Saved'; far.textContent = 'There'">
      Go</button></p>{rows}<p id=far>Far</p><div><div role=status id=said></div></div>"""
    context = await _context(page_of, html)
    assert await _press(context, "#a") == "+ status: Saved"
    assert await _press(context, "#a") == "nothing changed in words or states"
