"""`act`: several lines in one call, through the tools as a client calls them."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from case_files import pages_of
from webserver import LocalSite

from viewmark.calls.answer import CallAnswer
from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings
from viewmark.page.line_grammar import parse_line

pytestmark = pytest.mark.full_browser  # the headless shell has no back/forward cache

PAGES = pages_of(__file__)
SECRET = "open-sesame"


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def dispatcher(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Dispatcher]:
    folder = tmp_path_factory.mktemp("out")
    (folder / "quote.csv").write_text("a,b")
    made = Dispatcher(Settings(output=folder))
    yield made
    await made.close()


@pytest_asyncio.fixture(loop_scope="session")
async def there(dispatcher: Dispatcher, site: LocalSite) -> Dispatcher:
    site.put("/order.html", PAGES["order"])
    site.put("/second.html", PAGES["second"])
    site.put("/file.bin", "data")
    answer = await act(dispatcher, f"go {site.url('/order.html')}")
    assert not answer.failed, answer.text
    return dispatcher


async def act(dispatcher: Dispatcher, *lines: str, **more: Any) -> CallAnswer:
    answer = await dispatcher.call("act", {"do": list(lines), **more})
    assert SECRET not in f"{answer.text} {answer.facts} {answer.notes}"
    return answer


async def text_of(dispatcher: Dispatcher, selector: str) -> str:
    answer = await dispatcher.call("observe", {"what": "get", "selector": selector})
    return str(json.loads(answer.text)["value"])


async def test_a_form_goes_through_in_one_call_with_a_report_under_each_line(
    there: Dispatcher,
) -> None:
    answer = await act(
        there,
        'fill "Name" Ada L',
        f'fill "Code" {SECRET}',
        "select Size Large",
        'check "Gift wrap"',
        'click "Menu"',
        'click "Archive"',  # appears after 0.6 s
        'upload "Papers" quote.csv',
    )
    assert not answer.failed, answer.text
    rows = answer.text.splitlines()
    assert rows[0] == "7 of 7 done"
    assert '~ textbox "Name" @name = "Ada L"' in answer.text
    assert any("secret=filled" in row for row in rows)
    assert "6 click menuitem 'Archive'" in answer.text
    assert "+ status: Chosen" in answer.text
    assert "quote.csv" in answer.text
    assert answer.facts is not None
    assert [each["line"] for each in answer.facts["done"]] == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('click "Delete" in "Bob"', "Bob went"),
        ('click "Delete" in row "Ann"', "Ann went"),
        ('click button "Late"', "late"),  # enabled after one second
        ('click "Card two"', "two"),
        ("click Card two", "two"),
        ('click "two"', "two"),  # part of its text
        ('press "Card two"', "two"),
        ("click #t[2,1]", "cell"),
        ("click css=#plus", "1"),
        ('dblclick "Card two"', "two two"),
        ('hover "Bob"', "over Bob"),
        ('drag "Card two" to "Shelf"', "dropped"),
        ('click "Apply" in dialog "Filter"', "filter"),
        ('wheel "Shelf" -240', "wheel -240"),
        ('fill "Postcode" in "Old address" 04177', "old 04177"),
        ('fill "Name" "a \\"b\\" c"', 'name a "b" c'),
        ('hover listitem "Ann"', "over Ann"),  # the element around that text
        ('click "To"', "tag field"),  # the field with that name is hidden behind another one
    ],
)
async def test_a_line_means_the_one_thing_that_has_the_words(
    line: str, said: str, there: Dispatcher
) -> None:
    answer = await act(there, line)
    assert not answer.failed, answer.text
    assert await text_of(there, "#log") == said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('click "Delete"', '"Delete" fits 2 things, and nothing was done: button "Delete" @'),
        ('click "Apply"', '"Apply" fits 3 things'),
        ('click "Nowhere"', 'There is no "Nowhere".'),
        ('fill "Postkode" 1', "The nearest text"),
        ('click "Never"', '"Never" is disabled; nothing was done.'),
        ('click "Delete" in "Cleo"', 'There is no "Delete" in "Cleo"'),
        ("click 3", "needs an observation"),
        ('type "x"', "takes no text"),
        ("ok", "No dialog is open."),
        ('tab "Nowhere"', "No tab fits; open are tab_id"),
        ("go http://169.254.1.1.invalid/", ""),
        ("go file:///etc/passwd", "file"),
        ("eval document.title", "No script runs here"),
        ('wait "Nowhere"', "not there after 1 s"),
    ],
)
async def test_what_cannot_be_done_stops_and_loses_nothing(
    line: str, said: str, there: Dispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viewmark.api.acting.PATIENCE", 0.3)
    monkeypatch.setattr("viewmark.api.acting.SEVERAL", 0.2)
    monkeypatch.setattr("viewmark.api.acting.WAIT", 1.0)
    answer = await act(there, "click @plus", line, f'fill "Code" {SECRET}')
    assert answer.failed
    assert said in answer.text
    if "script" not in said:
        assert answer.text.startswith("1 of 3 done")
        assert "stopped at 2" in answer.text
        assert 'not done: fill "Code"' in answer.text
        assert "1 click button '+' @plus" in answer.text or "@plus] 1" in answer.text


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "1 to 50 lines, not 0"),
        (["# only words", ""], "1 to 50 lines, not 0"),
        (["click @plus"] * 200, "1 to 50 lines, not 200"),
        (["click @plus", f'clik "Code" {SECRET}'], "Line 2 begins with no verb that there is"),
        (["click @plus", f'clik "Code" {SECRET}'], "Did you mean click?"),
        (["click @plus", f'fill "Code {SECRET}'], "Line 2 (fill) has a quote that is left open"),
        (["click @plus", 'click "a" "b"'], "Line 2 (click) has more than one target"),
        (["click @plus", "click"], "Line 2 (click) has no target"),
        (["click @plus", 'drag "a"'], "Line 2 (drag) does not say where to"),
        (["click @plus", 'wheel "a"'], "Line 2 (wheel) has no number"),
        (["click @plus", {"what": "fill", "value": SECRET}], "Line 2 is a text"),
        ({"fill": SECRET}, "must be a list of lines, not dict"),
        ([SECRET], "Line 1 begins with no verb"),
    ],
)
async def test_impossible_lines_are_refused_before_the_first(
    given: Any, said: str, there: Dispatcher
) -> None:
    answer = await there.call("act", {"do": given})
    assert answer.failed
    assert said in answer.text
    assert SECRET not in f"{answer}"
    assert await text_of(there, "#n") == "0"


async def test_lines_go_over_pages_tabs_and_dialogs(there: Dispatcher) -> None:
    done = await act(there, 'click "Away"', 'click "Finish"', "back", 'read "Card two"')
    assert not done.failed, done.text
    assert '~ title: "Done" (was: "Second")' in done.text
    assert "Card two" in done.text.splitlines()[-1]
    tabbed = await act(there, 'click "In a new tab"', 'click "Finish"', 'tab "Order"', "read @plus")
    assert not tabbed.failed, tabbed.text
    assert "in front is now tab_id" in tabbed.text
    sent = await act(there, 'click "Ask"', "ok", "click @plus")
    assert "status: Sent" in sent.text
    asked = await act(there, 'click "Ask"', "click @plus", f"type {SECRET}")
    assert "stopped at 2 (click @plus): A JavaScript confirm dialog is open" in asked.text
    assert "the next line is ok or cancel" in asked.text
    kept = await act(there, "cancel", 'click "Save the file"')
    assert "Not sent" in kept.text
    assert "downloaded file.bin (4 bytes)" in kept.text


async def test_a_tab_that_closes_leaves_the_other_one_in_front(there: Dispatcher) -> None:
    done = await act(there, 'click "In a new tab"', 'click "Close this"', 'click "Card two"')
    assert not done.failed, done.text
    assert done.text.count("in front is now tab_id") == 2
    assert await text_of(there, "#log") == "two"


async def test_numbers_are_of_the_page_that_was_seen(there: Dispatcher) -> None:
    seen = await there.call("observe", {"what": "page", "annotate": True})
    number = next(m[1] for m in re.finditer(r"\[(\d+)\] @plus", seen.text))
    done = await act(there, f"click {number}", f"click {number}", 'click "Away"', f"click {number}")
    assert done.text.startswith("3 of 4 done")
    assert f"{number} is of a picture of the page before; nothing was done." in done.text


async def test_a_call_ends_after_its_time_and_tells_how_far_it_is(there: Dispatcher) -> None:
    told = list[str]()

    async def progress(done: float, message: str) -> None:
        told.append(f"{done:g} {message}")

    lines = [f'fill "Code" {SECRET}', "wait 2", "click @plus"]
    answer = await there.call("act", {"do": lines, "timeout_s": 1.5}, progress=progress)
    assert "stopped at 3 (click @plus): 1.5 s are over" in answer.text
    assert told == ['1 1 of 3: fill "Code"', "2 2 of 3: wait 2"]
    assert SECRET not in f"{told}"


async def test_a_cancelled_call_begins_no_further_line(there: Dispatcher) -> None:
    task = asyncio.create_task(act(there, "click @plus", "wait 3", "click @plus"))
    for _ in range(200):
        if await text_of(there, "#n") == "1":
            break
        await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await text_of(there, "#n") == "1"


async def test_a_line_that_may_fail_stops_nothing(there: Dispatcher) -> None:
    done = await act(there, '? click "Accept all"', "click @plus")
    assert not done.failed
    assert '1 click "Accept all": not done. There is no "Accept all"' in done.text


async def test_a_reading_that_finds_nothing_stops_nothing(there: Dispatcher) -> None:
    done = await act(
        there, "read table", "read dialog", "read figure", 'wait gone "Nowhere"', "click @plus"
    )
    assert not done.failed, done.text
    rows = done.text.splitlines()
    assert "  | Key | Value |" in rows
    assert '  [button "Apply"' in done.text
    assert "3 read figure: not done." in done.text
    assert rows[0] == "4 of 5 done"
    assert '4 gone "Nowhere"' in rows


ROW = """<h1>Lots</h1><input aria-label=Find
 onkeyup="setTimeout(() => { said.textContent = 'Found ' + this.value }, 300)"><p id=said>All</p>
<table><tr><th>Lot<th>Species<th>Grower<th>Grams<th>State
<tr><td>L-1<td>Rye<td>Ann<td role=gridcell tabindex=0 onclick="this.textContent=20">10<td>Hold
<tr><td>L-2<td>Oat<td>Bob<td role=gridcell tabindex=0>30<td>Hold</table>
<div role=slider tabindex=0 aria-label=Closes aria-valuenow=42 aria-valuetext=21:00
 onkeydown="if (event.key === 'ArrowRight') this.ariaValueText = '21:30'">Closes</div>"""


async def test_a_field_is_heard_a_row_is_told_by_its_cell_and_a_slider_goes_to_what_it_shows(
    there: Dispatcher, site: LocalSite, settles: None
) -> None:
    site.put("/row.html", ROW)
    lines = ["fill Find rye", 'click "10" in "L-1"', "fill Closes 21:30", 'read "L-1"']
    done = await act(there, f"go {site.url('/row.html')}", *lines)
    assert not done.failed, done.text
    assert "  ~ text: Found rye (was: All)" in done.text
    assert re.search(r'~ text: L-1 \| … \| \[gridcell "20" @\w+\] \| … \(was: "10"\)', done.text)
    assert re.search(r'slider "Closes" @\w+ = "21:30" \(was: = "21:00"\)', done.text)
    assert "] 20" in done.text.partition("5 read")[2]
    refused = await act(there, "fill Closes late")
    assert "takes a number, or a value as it shows '21:30'" in refused.text


async def test_pictures_and_long_readings(there: Dispatcher, site: LocalSite) -> None:
    seen = await act(there, "click @plus", picture=True)
    assert seen.picture is not None
    site.put("/long.html", "<p>" + "</p><p>".join(f"Row {n} of many" for n in range(900)))
    long = await act(there, f"go {site.url('/long.html')}", "read")
    assert "more lines: read on with cursor" in long.text
    assert len(long.text) < 9_000


async def test_what_is_typed_goes_to_the_field_that_gets_the_focus_and_is_not_what_is_meant(
    there: Dispatcher, site: LocalSite
) -> None:
    site.put("/picker.html", PAGES["picker"])
    done = await act(
        there,
        f"go {site.url('/picker.html')}",
        'click "React"',
        "type rocket",
        'click "rocket"',
    )
    assert not done.failed, done.text
    assert "4 click option 'space rocket'" in done.text
    assert await text_of(there, "#out") == "chosen"


async def test_a_press_that_a_form_refuses_names_the_invalid_field(
    there: Dispatcher, site: LocalSite
) -> None:
    site.put("/picker.html", PAGES["picker"])
    done = await act(there, f"go {site.url('/picker.html')}", 'click "Next"', "read")
    rows = done.text.splitlines()
    tail = rows[rows.index("  invalid there:") - 1 :]
    assert tail[:2] == ["  nothing changed in words or states", "  invalid there:"]
    assert 'textbox "Passport"' in tail[2]
    assert 'invalid="Nine letters"' in tail[2]


async def test_a_report_is_short_where_the_next_line_reads_or_much_is_gone(
    there: Dispatcher, site: LocalSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viewmark.api.acting.PATIENCE", 0.3)
    site.put("/picker.html", PAGES["picker"])
    done = await act(
        there, f"go {site.url('/picker.html')}", "read", 'click "Clear"', 'click "Nowhere"'
    )
    rows = done.text.splitlines()
    assert rows[0].index('A dialog is open: "Unsaved changes". Here: button "Stay here"')
    assert [row[:6] for row in rows[1:3]] == ["1 Pick", "2 read"]
    assert "" not in [row.strip() for row in rows]
    after = rows[[row[:7] for row in rows].index("3 click") :]
    gone = [row for row in after if row.startswith("  - ")]
    assert gone[-1] == "  - ... 5 more"
    assert len(gone) == 4


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('click "10" in "Tap 15"', "sheet 10"),
        ('click "Offers" in "Hall"', "Hall Offers"),
        ('click "Send"', "sent"),
    ],
)
async def test_words_are_met_where_they_are(
    there: Dispatcher, site: LocalSite, line: str, said: str
) -> None:
    site.put("/places.html", PAGES["places"])
    done = await act(there, f"go {site.url('/places.html')}", line)
    assert not done.failed, done.text
    assert await text_of(there, "#log") == said


async def test_boxes_of_a_code_are_filled_by_keys(there: Dispatcher, site: LocalSite) -> None:
    site.put("/places.html", PAGES["places"])
    done = await act(there, f"go {site.url('/places.html')}", 'fill "Digit 1" 704')
    assert "something else" not in done.text
    held = "".join([await text_of(there, f"#code input:nth-child({n})") for n in (1, 2, 3)])
    assert held in ("704", "")  # secret values are never returned


@pytest.mark.usefixtures("settles")
async def test_what_waits_for_a_pause_of_typing_is_in_the_report(
    there: Dispatcher, site: LocalSite
) -> None:
    site.put("/places.html", PAGES["places"])
    done = await act(there, f"go {site.url('/places.html')}", 'fill "Filter" tap', "read")
    assert "Rows of tap" in done.text.partition("3 read")[2]
    assert "(was: All rows)" in done.text


def test_a_ref_behind_its_role_is_a_target_as_answers_write_it() -> None:
    assert str(parse_line("click textbox @e1").target) == "@e1"
    assert parse_line('fill textbox @e1 "Ada L"').values == ("Ada L",)
