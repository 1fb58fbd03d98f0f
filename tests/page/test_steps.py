"""Several actions in one call: done in order, checked one by one, stopped at the first surprise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from case_files import pages_of
from own_world import ask

import viewmark
from viewmark.errors import InvalidOption, StepsIncomplete
from viewmark.page.recorder import Recorder

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from webserver import LocalSite

    from viewmark.browser.page_target import PageTarget

    PageOf = Callable[..., Awaitable[PageTarget]]

PAGE = pages_of(__file__)["page"]
SECOND = "<title>Second</title><button id=back onclick=\"document.title = 'Done'\">Finish</button>"


@pytest.fixture
async def page(page_of: PageOf, site: LocalSite) -> viewmark.Page:
    site.put("/second.html", f"<!doctype html>{SECOND}")
    page = viewmark.Page(await page_of(PAGE))
    page.changes = "auto"
    return page


async def value(page: viewmark.Page, expression: str) -> Any:
    return await ask(page.browser_page, expression)


async def refused(page: viewmark.Page, *steps: Any) -> viewmark.StepsResult:
    with pytest.raises(StepsIncomplete) as caught:
        await page.do(steps)
    return caught.value.result


async def test_a_form_goes_through_in_one_call_with_one_report(page: viewmark.Page) -> None:
    done = await page.do(
        [
            ("fill", "#name", "Ada"),
            ("fill", "#code", "open-sesame"),
            ("select", "#size", "Large"),
            ("check", "#gift"),
            {"what": "click", "target": "#plus", "count": 3},
        ]
    )
    assert (len(done.done), done.total, done.stopped) == (5, 5, None)
    assert await value(
        page,
        "[name.value || document.querySelector('#name').value, size.value,"
        "gift.checked, n.textContent]",
    ) == ["Ada", "Large", True, "3"]
    assert done.changes is not None
    lines = f"{done.changes}"
    assert '= "Ada"' in lines
    assert '= "Large"' in lines
    assert all(each.changes is None for each in done.done)  # one report for all
    told = f"{done.lines()} {done.to_json()} {done}"
    assert "open-sesame" not in told


async def test_a_target_that_the_step_before_brings_is_waited_for(page: viewmark.Page) -> None:
    done = await page.do([("click", "#menu"), ("click", "text=Archive")])
    assert done.stopped is None
    assert await value(page, "out.textContent") == "Chosen"


async def test_the_first_refusal_stops_and_says_what_was_not_done(page: viewmark.Page) -> None:
    stopped = await refused(
        page, ("fill", "#name", "Ada"), ("select", "#size", "Huge"), ("fill", "#code", "s3cret")
    )
    assert stopped.stopped is not None
    assert (len(stopped.done), stopped.stopped.number) == (1, 2)
    assert stopped.stopped.error is not None
    assert stopped.stopped.not_done == ("fill #code",)
    assert '= "Ada"' in f"{stopped.changes}"
    assert "s3cret" not in f"{stopped.lines()} {stopped.to_json()}"
    assert await value(page, "[document.querySelector('#name').value, code.value]") == ["Ada", ""]


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (("click", "#away"), "it led to another page"),
        (("click", "#ask"), "it opened a dialog (confirm): 'Sure?'"),
        (("click", "#tab"), "it opened another tab"),
    ],
)
async def test_a_surprise_stops_before_the_next_step(
    step: tuple[str, str], reason: str, page: viewmark.Page
) -> None:
    stopped = await refused(page, ("click", "#plus"), step, ("click", "#plus"), ("click", "#gift"))
    assert stopped.stopped is not None
    assert (stopped.stopped.number, stopped.stopped.reason) == (2, reason)
    assert stopped.stopped.error is None
    assert stopped.stopped.not_done == ("click #plus", "click #gift")
    assert len(stopped.done) == 2
    if page.dialog is not None:
        await page.answer_dialog(accept=False)


async def test_what_a_step_expects_is_no_surprise(page: viewmark.Page) -> None:
    done = await page.do([("click", "#ask"), ("answer_dialog",), ("click", "#plus")])
    assert done.stopped is None
    assert await value(page, "[out.textContent, n.textContent]") == ["Sent", "1"]
    there = [{"what": "click", "target": "#away", "expect": "navigation"}, ("click", "#back")]
    done = await page.do(there)
    assert done.changes is not None
    assert "Second" in done.changes.arrived or "Done" in done.changes.arrived
    assert await value(page, "document.title") == "Done"


async def test_waiting_for_what_comes_says_that_a_page_is_expected(page: viewmark.Page) -> None:
    wait = {"what": "wait_for", "text": "Finish"}
    done = await page.do([("click", "#away"), wait, ("click", "#back"), ("back",)])
    assert done.stopped is None
    assert await value(page, "document.title") == "Order"


async def test_another_address_of_the_same_document_is_no_surprise(page: viewmark.Page) -> None:
    done = await page.do([("click", "#turn"), ("click", "#plus")])
    assert done.stopped is None


async def test_numbers_are_of_the_look_before(page: viewmark.Page) -> None:
    seen = await page.observe(annotate=True)
    plus = next(each.label for each in seen.annotations if each.name == "+")
    done = await page.do([("click", plus), ("click", str(plus))])
    assert done.stopped is None
    stopped = await refused(
        page, {"what": "click", "target": "#away", "expect": "navigation"}, ("click", plus)
    )
    assert stopped.stopped is not None
    assert stopped.stopped.number == 2
    assert stopped.stopped.error is not None


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ([], "steps must be 1 to 50 steps, not 0"),
        ([("click", "#plus")] * 200, "steps must be 1 to 50 steps, not 200"),
        ("click #plus", "steps must be a list, not str"),
        ([("click", "#plus"), ("clik", "#plus")], "Step 2: there is no call 'clik'"),
        ([("click", "#plus"), ("observe",)], "Step 2: there is no call 'observe'"),
        ([("click", "#plus"), [("click", "#plus")]], "Step 2: there is no call"),
        ([("click", "#plus"), ("do", [("click", "#plus")])], "Step 2: there is no call 'do'"),
        ([("click", "#plus"), "click #plus"], "Step 2 is neither a list nor a mapping, but str"),
        ([("click", "#plus"), ("fill", "#name")], "Step 2: fill: missing a required argument"),
        ([("click", "#plus"), {"what": "click", "ref": "@x"}], "Step 2: click:"),
        ([("click", "#plus"), ()], "Step 2 is neither"),
    ],
)
async def test_impossible_steps_are_refused_before_the_first(
    steps: Any, said: str, page: viewmark.Page
) -> None:
    with pytest.raises(InvalidOption) as caught:
        await page.do(steps)
    assert said in caught.value.message
    assert await value(page, "n.textContent") == "0"


async def test_each_step_is_recorded_by_itself(page: viewmark.Page) -> None:
    recorder = Recorder.of(page.browser_page)
    recorder.restart()
    await page.do([("fill", "#name", "Ada"), ("click", "#plus"), ("keypress", "Enter")])
    assert [each.what for each in recorder.steps] == ["type", "click", "keypress"]
    recorder.restart()
    await page.do([{"what": "type", "target": "#name", "text": "Ada", "submit": True}])
    assert [each.what for each in recorder.steps] == ["type"]  # which presses Enter itself


async def test_what_is_written_into_a_prompt_is_in_no_words_about_the_step(
    page: viewmark.Page,
) -> None:
    result = await refused(page, ("click", "#gone"), ("answer_dialog", True, "open-sesame"))
    assert "open-sesame" not in f"{result.stopped}{result.to_json()}"


async def test_texts_only_are_enough(page: viewmark.Page) -> None:
    await page.do([["check", "#gift", "true"], ["check", "#gift", "false"]])
    assert await value(page, "gift.checked") is False


async def test_lines_name_steps_only_where_there_is_more_to_say(page: viewmark.Page) -> None:
    seen = await page.observe()
    plus = next(each.ref for each in seen.annotations if each.name == "+")
    done = await page.do([("click", plus), ("click", "text=Gift")])
    first, second = done.lines(page.context.ref_of).split("\n")
    assert first == "2 steps done"
    assert second.startswith("2 click checkbox 'Gift'")


async def test_a_page_that_goes_late_is_not_pressed_in_the_name_of_the_one_before(
    page: viewmark.Page,
) -> None:
    result = await refused(page, ("click", "#later"), ("click", "#back"))
    assert result.stopped is not None
    assert str(result.stopped).startswith("stopped after step 1 (click #later): it led to another")
    assert result.stopped.not_done == ("click #back",)
    assert await value(page, "document.title") == "Second"


async def test_who_waits_for_what_comes_goes_on_on_the_page_that_came(page: viewmark.Page) -> None:
    done = await page.do(
        [("click", "#later"), {"what": "wait_for", "text": "Finish"}, ("click", "#back")]
    )
    assert done.stopped is None
    assert await value(page, "document.title") == "Done"
