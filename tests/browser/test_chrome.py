"""Launching, attaching and ending: whatever happens, no process and no folder stays."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from viewmark.browser.capture import capture
from viewmark.browser.chrome import attach, flags, launch
from viewmark.errors import (
    BrowserFailed,
    BrowserNotFound,
    ConnectionFailed,
    InvalidOption,
    NavigationFailed,
    TabNotFound,
)

HOST_PROGRAM = """
import asyncio, sys
from viewmark.browser.chrome import launch

async def main():
    async with launch() as browser:
        page = await browser.page("data:text/html,<h1>Page")
        print(browser.process.pid, browser.process.folder, flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)

asyncio.run(main())
"""


def members(group: int) -> list[str]:
    """Processes of a group that still run, by what the kernel says."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                _, rest = (entry / "stat").read_text().rsplit(")", 1)
            except OSError:
                continue
            state, _, its_group = rest.split()[:3]
            if int(its_group) == group and state not in "ZX":
                found.append(entry.name)
    return found


def nothing_left(process) -> bool:
    return not members(process.pid) and not process.folder.exists()


async def test_an_orderly_end_leaves_no_process_and_no_folder():
    async with launch() as browser:
        await browser.page("data:text/html,<h1>Page")
        assert members(browser.process.pid)
        assert browser.process.folder.exists()
    assert nothing_left(browser.process)
    await browser.close()


async def test_an_exception_leaves_nothing():
    with pytest.raises(ZeroDivisionError):
        async with launch() as browser:
            raise ZeroDivisionError
    assert nothing_left(browser.process)


async def test_a_cancelled_task_leaves_nothing(bounded):
    started: list = []

    async def work():
        async with launch() as browser:
            started.append(browser)
            ready.set()
            await asyncio.Event().wait()

    ready = asyncio.Event()
    task = asyncio.ensure_future(work())
    await bounded(ready.wait())
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await bounded(task)
    await started[0].close()
    assert nothing_left(started[0].process)


async def test_closing_from_several_tasks_is_one_close():
    browser = await launch()
    await asyncio.gather(*(browser.close() for _ in range(3)))
    assert nothing_left(browser.process)


async def test_a_browser_that_somebody_else_killed_is_cleaned_up_too():
    browser = await launch()
    os.killpg(browser.process.pid, signal.SIGKILL)
    await browser.close()
    assert nothing_left(browser.process)


@pytest.mark.parametrize("deadly", ["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"])
async def test_a_killed_host_program_leaves_no_browser_and_no_folder(deadly, eventually):
    program = subprocess.Popen(  # noqa: ASYNC220 - it starts within a millisecond
        [sys.executable, "-c", HOST_PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        pid, folder = program.stdout.readline().split()
        assert members(int(pid))
        program.send_signal(getattr(signal, deadly))
        if deadly == "SIGINT":
            program.stdin.close()  # Python waits for its threads
        await eventually(
            lambda: not members(int(pid)) and not Path(folder).exists(), "the clean-up"
        )
    finally:
        program.kill()
        program.wait()
        program.stdout.close()
        program.stdin.close()


def script(tmp_path, text):
    path = tmp_path / "browser.sh"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def left_behind() -> set[str]:
    return {str(p) for p in Path(os.environ.get("TMPDIR", "/tmp")).glob("viewmark-*")}


async def test_the_last_words_of_a_browser_that_does_not_start_are_told(tmp_path):
    before = left_behind()
    program = script(tmp_path, "echo first; echo 'cannot open display' >&2; exit 3")
    with pytest.raises(BrowserFailed, match=r"code 3 .* last words: cannot open display"):
        await launch(executable=program)
    assert left_behind() <= before


async def test_a_missing_sandbox_is_explained(tmp_path):
    program = script(tmp_path, "echo 'No usable sandbox!' >&2; exit 1")
    with pytest.raises(BrowserFailed) as failed:
        await launch(executable=program)
    assert "sandbox=False" in failed.value.hint


async def test_a_browser_that_never_gets_ready_is_ended(tmp_path, bounded):
    program = script(tmp_path, f"echo $$ > {tmp_path}/pid; sleep 600")
    with pytest.raises(BrowserFailed, match=r"not ready within 0\.5 s"):
        await bounded(launch(executable=program, timeout=0.5)._open())
    assert not members(int((tmp_path / "pid").read_text()))


async def test_a_launch_that_is_cancelled_leaves_nothing(tmp_path, bounded, eventually):
    program = script(tmp_path, f"echo $$ > {tmp_path}/pid; sleep 600")
    task = asyncio.ensure_future(launch(executable=program)._open())
    await eventually(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text())
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await bounded(task)
    assert not members(int((tmp_path / "pid").read_text()))


async def test_a_program_that_is_none_is_an_error(tmp_path, monkeypatch):
    with pytest.raises(BrowserFailed, match="cannot be run"):
        await launch(executable=str(tmp_path / "nothing"))
    monkeypatch.setenv("VIEWMARK_BROWSER", str(tmp_path / "nothing"))
    with pytest.raises(BrowserNotFound, match="VIEWMARK_BROWSER is"):
        await launch()


@pytest.mark.parametrize(
    "options",
    [{"viewport": (0, 720)}, {"viewport": (1280, 20_000)}, {"device_scale_factor": float("nan")}],
)
async def test_impossible_sizes_are_refused_before_anything_starts(options):
    with pytest.raises(InvalidOption):
        await launch(**options)


async def test_a_profile_of_the_caller_is_used_and_kept(tmp_path):
    async with launch(profile=str(tmp_path / "profile")) as browser:
        await browser.page("data:text/html,<h1>Page")
    assert (tmp_path / "profile" / "Local State").exists()
    assert nothing_left(browser.process)
    async with launch(profile=str(tmp_path / "profile")) as browser:
        await browser.page("data:text/html,<h1>Again")


def test_the_sandbox_is_off_only_for_root_or_on_request(monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert "--no-sandbox" not in flags(headless=True)
    assert "--no-sandbox" in flags(headless=True, sandbox=False)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert "--no-sandbox" in flags(headless=True)
    assert "--no-sandbox" not in flags(headless=True, sandbox=True)


def test_a_window_is_shown_unless_headless_and_further_flags_come_last():
    assert not any("headless" in flag for flag in flags(headless=False))
    assert flags(headless=True, window=(800, 600), extra=["--lang=de"])[-3:] == [
        "--window-size=800,600",
        "--lang=de",
        "about:blank",
    ] or "--disable-dev-shm-usage" in flags(headless=True)


async def test_pages_have_the_viewport_that_was_asked_for(own_browser):
    browser = await own_browser(viewport=(800, 600), device_scale_factor=2)
    first = await browser.page("data:text/html,<h1>1")
    second = await browser.page("data:text/html,<h1>2")
    for page in (first, second):
        view = await page.viewport()
        assert (view.width, view.height, view.device_scale_factor) == (800, 600, 2)
    assert len(await browser.tabs()) == 2, "the tab that the browser starts with is used"


async def test_twenty_pages_at_once_are_loaded_and_captured(chromium, site, bounded):
    for n in range(20):
        site.put(f"/{n}", f"<title>{n}</title><h1>{n}</h1>")
    pages = await bounded(
        asyncio.gather(*(chromium.page(site.url(f"/{n}")) for n in range(20))), 60
    )
    taken = await bounded(asyncio.gather(*(capture(page, timeout=60) for page in pages)), 60)
    assert [each.state.title for each in taken] == [str(n) for n in range(20)]
    assert all((each.width, each.height) == (1280, 720) for each in taken)
    await asyncio.gather(*(page.close() for page in pages))


async def test_a_page_that_cannot_be_opened_leaves_no_tab(chromium, closed_port):
    before = {tab.id for tab in await chromium.tabs()}
    with pytest.raises(NavigationFailed, match="ERR_CONNECTION_REFUSED"):
        await chromium.page(f"http://127.0.0.1:{closed_port}/")
    assert {tab.id for tab in await chromium.tabs()} <= before


async def test_attaching_by_every_kind_of_address_and_leaving_no_trace(own_browser):
    browser = await own_browser()
    kept = await browser.page("data:text/html,<title>Mine</title>")
    address = browser.process.endpoint.removeprefix("ws://").split("/")[0]
    tab_id = kept.session.target_id
    for url in (
        f"http://{address}",
        f"http://{address}/",
        address,
        address.split(":")[1],
        browser.process.endpoint,
        f"ws://{address}/devtools/page/{tab_id}",
    ):
        async with attach(url) as guest:
            tabs = await guest.tabs()
            assert tabs[0].title == "Mine"
            (same,) = await guest.pages()
            assert same.url == kept.url
            await guest.page("data:text/html,<title>Theirs</title>")
            assert len(await guest.tabs()) == 2
        assert [tab.id for tab in await browser.tabs()] == [tab_id]
    assert await kept.call(None, "() => document.title") == "Mine"


async def test_attaching_to_a_tab_that_is_not_there_is_an_error(own_browser):
    browser = await own_browser()
    address = browser.process.endpoint.removeprefix("ws://").split("/")[0]
    with pytest.raises(TabNotFound):
        await attach(f"ws://{address}/devtools/page/NOPE")


async def test_attaching_to_a_closed_port_fails_at_once(closed_port, bounded):
    for url in (f"http://127.0.0.1:{closed_port}", f"ws://127.0.0.1:{closed_port}/devtools/x"):
        with pytest.raises(ConnectionFailed, match="No browser answers"):
            await bounded(attach(url, timeout=300)._open())


async def test_a_blocked_tab_does_not_hide_the_others(own_browser, bounded, caplog):
    browser = await own_browser()
    blocked = await browser.page("data:text/html,<title>Blocked</title>")
    await browser.page("data:text/html,<title>Free</title>")
    async with blocked.session.stream("Page.javascriptDialogOpening") as events:
        script = {"expression": "setTimeout(() => alert(1))"}
        await blocked.session.send("Runtime.evaluate", script)
        await bounded(events.__anext__())
    async with attach(browser.process.endpoint, timeout=1) as guest:
        pages = await bounded(guest.pages())
        assert [await page.call(None, "() => document.title") for page in pages] == ["Free"]
    assert "a tab was left out" in caplog.text
    await blocked.answer_dialog(accept=True)


async def test_a_tab_is_one_page_however_often_it_is_asked_for(chromium):
    one = await chromium.page("data:text/html,<title>1</title>")
    two = await chromium.page(tab_id=one.session.target_id)
    assert one is two
    await one.close()
    with pytest.raises(TabNotFound):
        await chromium.page(tab_id=one.session.target_id)
