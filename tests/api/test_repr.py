"""The repr of a result contains no unredacted URL, no typed text and no header."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
from typing import Any

from page_over import PageOf, page_over

import viewmark
from viewmark.browser.telemetry import Telemetry
from viewmark.page.context import PageContext
from viewmark.page.observe import ObserveOptions, observe
from viewmark.page.recording import Step
from viewmark.page.resolved_target import SelectorTarget

RAW = {
    "url",
    "start_url",
    "page_url",
    "websocket",
    "attach",
    "aim",
    "default_text",
    "request_headers",
    "response_headers",
    "navigated_to",
    "opened",
}
REDACTED_BEFORE = {
    "Checkpoint.url",
    "PageInfo.url",
    "NavigationResult.url",
    "Screenshot.url",
    "Outcome.navigated_to",
    "Outcome.opened",
    "DrawnPicture.page_url",
    "Drawing.page_url",
}
"""Fields that only contain redacted URLs."""


def classes() -> list[type]:
    found: dict[str, type] = {}
    for module in pkgutil.walk_packages(viewmark.__path__, "viewmark."):
        if module.name.endswith("__main__"):
            continue
        for each in vars(importlib.import_module(module.name)).values():
            if isinstance(each, type) and dataclasses.is_dataclass(each):
                found[f"{each.__module__}.{each.__name__}"] = each
    return list(found.values())


def test_no_class_prints_an_address_as_it_is() -> None:
    shown = {
        f"{cls.__name__}.{field.name}"
        for cls in classes()
        for field in dataclasses.fields(cls)
        if cls.__module__.startswith("viewmark.") and field.repr and field.name in RAW
        if field.name != "aim" or cls.__name__ != "Keys"  # a digest
    }
    assert shown - REDACTED_BEFORE == set()
    assert len(classes()) > 80


def test_steps_that_type_print_no_text() -> None:
    made = Step(what="type", text="PLANT", url="http://h/?token=PLANT")
    assert "PLANT" not in repr(made)


def test_what_the_page_said_and_fetched_is_not_printed() -> None:
    telemetry = Telemetry()
    where = {"url": "http://h/?token=PLANT", "lineNumber": 1}
    telemetry._console({"type": "log", "args": [{"value": "?token=PLANT"}], **where})
    telemetry._exception({"exceptionDetails": {"text": "?token=PLANT", **where}})
    headers = {"Referer": "http://h/?token=PLANT"}
    request = {"url": "http://h/?token=PLANT", "method": "GET", "headers": headers}
    telemetry._sent({"requestId": "1", "request": request})
    telemetry._note_finished({"requestId": "1"})
    printed = repr([*telemetry.console, *telemetry.faults, *telemetry.requests])
    assert "PLANT" not in printed
    assert "GET" in printed
    assert "<ConsoleMessage log: ?token=" in printed


async def test_print_shows_values_and_where_a_page_is(
    page_of: PageOf,
) -> None:
    target = await page_of("<p id=p>It's 3")
    page = viewmark.Page(target)
    assert str(await page.evaluate("1 + 1")) == "2"
    assert str(await page.evaluate("({a: ['x', null]})")) == '{"a": ["x", null]}'
    assert str(await page.get("#p", "text")) == "It's 3"
    assert repr(page) == f"<Page {target.url}, tab {target.session.target_id}>"


PAGE = """<title>t</title><a id=go href="?access_token=PLANT1">Go</a>
<a href="http://me:PLANT2@h/">Other</a>
<input id=p type=password value=PLANT3><input type=hidden value=PLANT4><input id=f>
<button aria-labelledby=p>Pay</button><iframe srcdoc="<a href='?token=PLANT5'>In</a>"></iframe>"""


async def test_no_result_of_a_look_or_an_action_prints_a_secret(
    page_of: PageOf,
) -> None:
    page = await page_of(PAGE)
    context = PageContext(page)
    seen = await observe(context, ObserveOptions(annotate=True))
    typed = await page_over(context).type(text="PLANT6", target=SelectorTarget("#p"))
    went = await page_over(context).click(target=SelectorTarget("#go"))
    results: list[Any] = [seen, typed, went, *page.frames, await page.facts()]
    for each in results:
        for text in (repr(each), str(each), repr(getattr(each, "to_json", dict)())):
            assert "PLANT" not in text


async def test_no_look_written_out_whole_holds_an_address(
    page_of: PageOf,
) -> None:
    page = await page_of('<a href="/landed?access_token=tok3n-of-the-page">Go</a>')
    seen = await observe(PageContext(page), ObserveOptions())
    assert seen.annotations
    assert "tok3n" not in str(dataclasses.asdict(seen))
