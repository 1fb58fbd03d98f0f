"""The pipe to a browser: split messages, stalls and closing, with a scripted peer or a browser."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import subprocess
import sys
import threading

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from viewmark.browser.cdp.connection import Connection
from viewmark.browser.cdp.pipe import Pipe
from viewmark.browser.launch.browser import launch
from viewmark.errors import CommandTimeout, ConnectionLost


class Far:
    """The browser's end of a pipe, controlled by the test."""

    def __init__(self):
        self.pipe, self.ends = Pipe.pair()
        self.heard, self.lost = [], []
        self.ends.commands.setblocking(False)
        os.set_blocking(self.ends.answers.fileno(), True)

    def start(self):
        self.pipe.start(lambda data: self.heard.append(bytes(data)), self.lost.append)

    def say(self, *messages):
        """Write from a thread, as a browser does: long messages exceed the pipe's buffer."""
        data = b"".join(each + b"\0" for each in messages)
        return asyncio.to_thread(self.write, data)

    def write(self, data):
        view = memoryview(data)
        while view:
            view = view[os.write(self.ends.answers.fileno(), view) :]

    def read(self):
        taken = b""
        while True:
            try:
                data = self.ends.commands.recv(1 << 20)
            except BlockingIOError:
                return taken
            if not data:
                return taken
            taken += data

    async def close(self):
        await self.pipe.close()
        self.ends.close()


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.binary(max_size=40).map(lambda b: b.replace(b"\0", b"0")), max_size=12),
    st.lists(st.integers(1, 30), max_size=30),
)
def test_messages_arrive_whole_and_in_order_however_they_are_cut(eventually, messages, cuts):
    async def run():
        far = Far()
        far.start()
        data = b"".join(each + b"\0" for each in messages)
        for cut in [*cuts, len(data)]:
            far.write(data[:cut])
            data = data[cut:]
            await asyncio.sleep(0)
        await eventually(lambda: len(far.heard) == len(messages), "the last message")
        assert far.heard == messages
        await far.close()

    asyncio.run(run())


async def test_long_messages_arrive_whole(bounded, eventually):
    far = Far()
    far.start()
    long = [bytes([65 + n]) * size for n, size in enumerate((3 << 20, 21_000_001, 5, 1 << 20))]
    await bounded(far.say(*long, b"end"))
    await eventually(lambda: len(far.heard) == 5, "the last message")
    assert far.heard == [*long, b"end"]
    await far.close()


async def test_what_nobody_waits_for_any_more_is_not_sent_to_a_browser_that_stalled(eventually):
    far = Far()
    far.start()
    wanted = {"first": True, "gone": True, "last": True}
    first = b"1" * 8_000_000  # exceeds the kernel's pipe buffer
    for name, data in (("first", first), ("gone", b"2"), ("last", b"3")):
        far.pipe.post(data, lambda name=name: wanted[name])
    assert far.pipe._is_full
    wanted["gone"] = False
    taken = b""

    def all_read():
        nonlocal taken
        taken += far.read()
        return taken.endswith(b"3\0")

    await eventually(all_read, "the last command")
    assert taken == first + b"\0" + b"3\0"
    assert not far.pipe._is_full
    far.pipe.post(b"4", lambda: True)
    assert far.read() == b"4\0", "sent at once when there is room"
    await far.close()


async def test_the_end_of_the_other_side_is_told_once_after_all_that_it_said(eventually):
    far = Far()
    far.start()
    far.write(b"last words\0half a mess")
    far.ends.close()
    far.pipe.post(b"too late", lambda: True)
    await eventually(lambda: far.lost, "the end")
    assert far.heard == [b"last words"]
    assert far.lost == ["the browser closed it"]
    assert far.pipe.closed
    far.pipe.post(b"later still", lambda: True)
    await far.pipe.close()
    await far.pipe.close()
    assert len(far.lost) == 1


async def test_what_cannot_be_read_is_dropped_and_the_next_answer_still_comes(bounded, caplog):
    far = Far()
    connection = Connection(far.pipe)
    for garbage in (b"", b"no json", b"[1, 2]", b'{"id": "x"}', b"\xff\xfe", b'{"method": 5}'):
        far.write(garbage + b"\0")
    far.write(b'{"id": 1, "result": {"text": "\xed\xa0\x80"}}\0')
    answer = await bounded(connection.browser.send("A.b"))
    assert set(answer["text"]) == {"\ufffd"}
    assert json.loads(far.read()[:-1]) == {"id": 1, "method": "A.b", "params": {}}
    assert "cannot be read" in caplog.text
    far.ends.close()
    with pytest.raises(ConnectionLost, match="the browser closed it"):
        await bounded(connection.browser.send("A.c"))
    await connection.close()


async def test_a_browser_ends_by_itself_when_nobody_has_our_ends_any_more(own_browser, eventually):
    browser = await own_browser()
    await browser.page("data:text/html,<h1>Page")
    waiting = asyncio.ensure_future(browser.connection.browser.send("Browser.getVersion"))
    await browser.connection.transport.close()  # as after a kill: without a command or a signal
    with pytest.raises(ConnectionLost):
        await waiting
    await eventually(lambda: browser.process._popen.poll() is not None, "the browser's end")


async def test_a_browser_whose_main_process_alone_was_killed_is_lost_at_once(own_browser, bounded):
    browser = await own_browser()
    page = await browser.page("data:text/html,<h1>Page")
    hang = {"expression": "new Promise(() => {})", "awaitPromise": True}
    call = asyncio.ensure_future(page.session.send("Runtime.evaluate", hang, timeout=300))
    await page.session.send("Runtime.evaluate", {"expression": "1"})
    os.kill(browser.process.pid, signal.SIGKILL)  # its child processes hold no end of the pipe
    with pytest.raises(ConnectionLost):
        await bounded(call)


SIGPIPE_DEFAULT = """
import asyncio, os, signal
from viewmark.browser.launch.browser import launch
from viewmark.errors import ConnectionLost
signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # as many a command-line program has it

async def main():
    async with launch() as browser:
        os.killpg(browser.process.pid, signal.SIGKILL)
        browser.process._popen.wait()
        try:
            await browser.connection.browser.send("Browser.getVersion")
        except ConnectionLost:
            print("told")

asyncio.run(main())
"""


def test_a_command_to_a_browser_that_is_gone_does_not_end_the_program():
    done = subprocess.run(
        [sys.executable, "-c", SIGPIPE_DEFAULT], capture_output=True, text=True, timeout=50
    )
    assert (done.returncode, done.stdout) == (0, "told\n"), done.stderr


async def test_no_other_process_gets_our_ends_and_none_stays_open(own_browser):
    gc.collect()
    before = set(os.listdir("/proc/self/fd"))
    browser = await own_browser()
    ours = {
        os.readlink(f"/proc/self/fd/{each.fileno()}")
        for each in (browser.connection.transport._commands, browser.connection.transport._answers)
    }
    child = subprocess.run(  # noqa: ASYNC221 - a moment
        ["/bin/sh", "-c", "ls -l /proc/self/fd"], close_fds=False, capture_output=True, text=True
    )
    assert not [each for each in ours if each in child.stdout]
    await browser.close()
    # Other descriptors may have been closed meanwhile.
    assert set(os.listdir("/proc/self/fd")) <= before


async def test_a_deadline_holds_before_the_first_answer(bounded):
    far = Far()
    connection = Connection(far.pipe)
    with pytest.raises(CommandTimeout):
        await bounded(connection.browser.send("A.b", timeout=0.05))
    await connection.close()
    far.ends.close()


@pytest.mark.timeout(120)
def test_browsers_of_several_loops_in_several_threads_do_not_touch_each_other():
    titles: dict[int, str] = {}

    def work(number):
        async def run():
            async with launch() as browser:
                page = await browser.page(f"data:text/html,<title>{number}</title>")
                titles[number] = await page.call(None, "() => document.title")

        asyncio.run(run())

    threads = [threading.Thread(target=work, args=(n,)) for n in range(3)]
    for each in threads:
        each.start()
    for each in threads:
        each.join(60)
    assert titles == {0: "0", 1: "1", 2: "2"}
