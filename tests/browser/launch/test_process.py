"""Starting and stopping a browser: no process and no folder is left in any situation."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import namedtuple
from pathlib import Path

import pytest

from viewmark.browser.launch.browser import launch
from viewmark.errors import BrowserFailed, BrowserNotFound

HOST_PROGRAM = """
import asyncio, signal, sys
from viewmark.browser.launch.browser import launch

signal.signal(signal.SIGHUP, signal.SIG_DFL)  # ignored if the tests run under nohup

async def main():
    async with launch() as browser:
        page = await browser.page("data:text/html,<h1>Page")
        print(browser.process.pid, browser.process.folder, flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)

asyncio.run(main())
"""


def members(group: int) -> list[str]:
    """Return the running processes of a group, according to the kernel."""
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
            program.stdin.close()  # Python waits for the thread that reads stdin
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


async def test_a_window_without_a_display_is_explained(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(BrowserFailed, match="Missing X server") as failed:
        await launch(headless=False)
    assert "xvfb-run" in failed.value.hint


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


async def test_a_full_disk_is_named(tmp_path, monkeypatch):
    usage = namedtuple("usage", "free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(1000))
    with pytest.raises(BrowserFailed, match=r"the disk of .* is full") as caught:
        await launch(executable=script(tmp_path, "exit 21"))
    assert "TMPDIR" in caught.value.hint


async def test_a_temporary_folder_without_room_for_a_folder_is_named(monkeypatch):
    def full(**_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "mkdtemp", full)
    with pytest.raises(BrowserFailed, match=r"the disk of .* is full"):
        await launch()
