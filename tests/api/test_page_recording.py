"""Recorded steps, reproductions, Playwright tests and HAR archives, through the library API."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from own_world import ask
from page_over import PageOf
from webserver import LocalSite

from viewmark import Page
from viewmark.page.recording import STEP_LIMIT, Step

FORM = """<title>Form</title><input id=name aria-label=Name><input id=pin type=password>
<select id=size aria-label=Size multiple><option>S<option>M<option>L</select>
<button id=go ondblclick="document.title='twice'">Go</button>"""


async def test_every_action_is_a_step_with_what_was_really_hit(page_of: PageOf) -> None:
    page = Page(await page_of(FORM))
    await page.observe()
    await page.click("@go", modifiers=["Shift"])
    await page.type("#name", "Nordic", clear=True, submit=True)
    await page.type("#pin", "hunter2")
    await page.keypress(["Control+A", "x"])
    await page.keypress("Tab", repeat=3)
    await page.select("#size", ["S", "L"])
    await page.click("#go", count=3)
    await page.scroll(dy=0)
    click, typed, pin, keys, tab, chosen, triple, _ = page.steps
    assert (click.what, click.hit, click.modifiers) == ("click", "button 'Go'", ("Shift",))
    assert click.selector
    assert (typed.text, typed.clear, typed.submit) == ("Nordic", True, True)
    assert (pin.secret, pin.text) == (True, None)
    assert (keys.secret, keys.keys, keys.text) == (
        True,
        (),
        None,
    )  # the focus was in the secret field
    assert (tab.keys, tab.count) == (("Tab",), 3)
    assert chosen.choices == (("label", "S"), ("label", "L"))
    assert triple.count == 3
    assert "hunter2" not in repr([each.to_json() for each in page.steps])
    assert typed.to_json()["clear"] is True
    words = await page.reproduction()
    assert "Press Tab 3 times" in words
    assert 'Type "Nordic" into' in words
    assert "hunter2" not in words


async def test_the_test_made_of_the_steps_runs_and_does_the_same(
    page_of: PageOf, tmp_path: Path, bounded: Callable[..., Any]
) -> None:
    page = Page(await page_of(FORM, path="/recorded.html"))
    await page.reload()
    await page.type("#name", "Nordic")
    await page.select("#size", [{"index": 0}, {"value": "L"}])
    await page.keypress("Tab", repeat=2)
    await page.click("#go", count=2)
    code = await page.playwright_test(name="the form")
    assert "def test_the_form(page: Page)" in code
    checks = [
        'assert page.locator("#name").input_value() == "Nordic"',
        'assert page.title() == "twice"',
        'assert page.eval_on_selector("#size", "e => [...e.selectedOptions].map(o => o.text)")'
        ' == ["S", "L"]',
    ]
    runner = (
        "import sys\nfrom playwright.sync_api import sync_playwright\n"
        "from viewmark.browser.launch.executable import find_executable\n"
        "sys.path.insert(0, '.')\nimport recorded\n"
        "with sync_playwright() as p:\n"
        "    program = find_executable()\n"
        "    browser = p.chromium.launch(executable_path=program, args=['--no-sandbox'])\n"
        "    page = browser.new_page()\n    recorded.test_the_form(page)\n"
        + "".join(f"    {line}\n" for line in checks)
        + "    browser.close()\n"
    )
    (tmp_path / "recorded.py").write_text(code)
    command = (sys.executable, "-c", runner)
    process = await asyncio.create_subprocess_exec(*command, cwd=tmp_path, stderr=PIPE)
    _, errors = await bounded(process.communicate(), 60)
    assert process.returncode == 0, code + errors.decode()


async def test_navigations_are_steps_and_record_begins_anew(
    page_of: PageOf, site: LocalSite
) -> None:
    page = Page(await page_of("<a href=#x>Go</a>"))
    site.put("/next.html", "<p>next")
    await page.goto(site.url("/next.html"))
    await page.back()
    assert [each.what for each in page.steps] == ["navigate", "back"]
    assert page.steps[0].url == site.url("/next.html")
    await page.record()
    assert page.steps == ()
    await page.click("a")
    assert (await page.playwright_test()).count("page.goto(") == 1


async def test_steps_that_are_not_kept_are_told(page_of: PageOf) -> None:
    page = Page(await page_of("x"))
    for number in range(STEP_LIMIT + 3):
        page.context.recorder.add(Step(what="keypress", text=str(number), keys=(str(number),)))
    assert len(page.steps) == STEP_LIMIT
    words = await page.reproduction()
    assert words.startswith("(3 earlier steps are not kept: this begins in the middle)\n4. ")
    assert "# 3 earlier steps are not kept" in await page.playwright_test()


async def test_the_archive_is_returned_and_written_without_credentials(
    page_of: PageOf, tmp_path: Path, eventually: Callable[..., Any]
) -> None:
    page = Page(await page_of("<p>x"))
    await page.record()
    await ask(
        page.browser_page, "fetch('/?token=hunter2', {headers: {Authorization: 'Basic hunter2'}})"
    )
    await eventually(lambda: len(page.context.telemetry.requests) == 1)
    made = await page.har(tmp_path / "page.har")
    assert made == json.loads((tmp_path / "page.har").read_text())
    (entry,) = made["log"]["entries"]
    assert entry["request"]["method"] == "GET"
    assert "hunter2" not in json.dumps(made)


def test_a_step_of_keys_that_repeat_is_a_loop() -> None:
    from viewmark.page.recording import playwright_test

    code = playwright_test([Step(what="keypress", text="a, b", keys=("a", "b"), count=2)])
    assert "    for _ in range(2):\n        page.keyboard.press" in code
    compile(code, "made", "exec")


@pytest.mark.parametrize("delta", [None, (1.0, 2.0)])
def test_steps_have_a_wire_shape(delta: tuple[float, float] | None) -> None:
    row = Step(what="scroll", delta=delta).to_json()
    assert row == {"what": "scroll"} | ({"delta": {"x": 1.0, "y": 2.0}} if delta else {})


async def test_requests_under_way_are_told_as_pending(page_of: PageOf, site: LocalSite) -> None:
    slow = site.hold("/api/slow", "done")
    call = "fetch(`/api/slow?token=s3cret`)"
    page = Page(await page_of(f'<button id=b onclick="{call}">Call</button>'))
    await page.network()
    done = await page.click("#b")
    assert str(done).endswith("1 request for data under way")
    again = await page.hover("#b")
    assert (done.to_json()["requests_pending"], "requests_pending" in again.report) == (1, False)
    found = await page.network(contains="/api")
    assert ([each.method for each in found.pending], len(found)) == (["GET"], 0)
    assert "s3cret" not in str(found.to_json())
    assert found.to_json()["pending"][0]["status"] == 0
    assert (await page.network(contains="/api", failed=True)).pending == ()
    slow.released.set()
