"""The connection to a real Chromium, over a pipe to a launched one and over a port.

One test for each defect of the WebSocket library; the pipe must pass them too.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal

import pytest
import pytest_asyncio
import websockets

from viewmark.browser.cdp.connection import connect
from viewmark.errors import (
    CommandTimeout,
    ConnectionFailed,
    ConnectionLost,
    ProtocolError,
    TabNotFound,
)

HANG = {"expression": "new Promise(() => {})", "awaitPromise": True}


@pytest_asyncio.fixture(loop_scope="session", params=["pipe", "websocket"])
async def wire(request, chromium):
    """A connection to the shared browser."""
    if request.param == "pipe":
        yield chromium.connection
        return
    async with await connect(chromium.process.endpoint) as connection:
        yield connection


@pytest_asyncio.fixture(loop_scope="session", params=["pipe", "websocket"])
async def own_wire(request, own_browser):
    """A browser of its own, and a connection to it."""
    browser = await own_browser(debugging_port=0)
    if request.param == "pipe":
        yield browser, browser.connection
        return
    async with await connect(browser.process.endpoint) as connection:
        yield browser, connection


async def blank(connection):
    """Return a session with a new tab, without a `PageTarget`."""
    answer = await connection.browser.send(
        "Target.createTarget", {"url": "about:blank", "newWindow": True}
    )
    return await connection.attach(answer["targetId"])


async def shut(session):
    await session.root.send("Target.closeTarget", {"targetId": session.target_id})


def evaluate(session, expression, **options):
    params = {"expression": expression, "returnByValue": True}
    return session.send("Runtime.evaluate", params, **options)


async def test_closing_twice_is_fine_and_leaves_no_task(chromium):
    before = asyncio.all_tasks()
    async with await connect(chromium.process.endpoint) as connection:
        assert not connection.closed
        await connection.browser.send("Browser.getVersion")
        await connection.close()
        assert connection.closed
        await connection.close()
    assert asyncio.all_tasks() == before


async def test_commands_after_the_end_say_that_the_connection_is_gone(chromium):
    connection = await connect(chromium.process.endpoint)
    await connection.close()
    with pytest.raises(ConnectionLost, match="closed by us"):
        await connection.browser.send("Browser.getVersion")


async def test_a_reply_of_ten_megabytes_arrives_whole_and_what_follows_too(wire):
    session = await blank(wire)
    big, small = await asyncio.gather(
        evaluate(session, "'ä'.repeat(5e6)", timeout=60), evaluate(session, "7", timeout=60)
    )
    assert big["result"]["value"] == "ä" * 5_000_000
    assert small["result"]["value"] == 7
    await shut(session)


async def test_nothing_is_compressed_and_no_keepalive_ends_a_sleeping_browser(chromium):
    async with await connect(chromium.process.endpoint) as connection:
        websocket = connection.transport._ws
    assert websocket.protocol.extensions == []
    assert websocket.ping_interval is None
    assert websocket.protocol.max_message_size is None


async def test_big_commands_to_a_stalled_browser_get_their_own_answers(own_wire, bounded):
    browser, connection = own_wire
    session = await blank(connection)
    os.kill(browser.process.pid, signal.SIGSTOP)
    try:
        calls = [
            asyncio.ensure_future(
                evaluate(session, f"'{'x' * 2_000_000}'.length + {n}", timeout=60)
            )
            for n in range(10)
        ]
        await asyncio.wait(calls, timeout=0.2)  # long enough to fill every buffer on the way
        assert not any(call.done() for call in calls)
    finally:
        os.kill(browser.process.pid, signal.SIGCONT)
    answers = await bounded(asyncio.gather(*calls))
    assert [a["result"]["value"] for a in answers] == [2_000_000 + n for n in range(10)]


async def test_a_deadline_holds_even_when_the_browser_reads_nothing(own_wire, bounded):
    browser, connection = own_wire
    session = await blank(connection)
    os.kill(browser.process.pid, signal.SIGSTOP)
    try:
        with pytest.raises(CommandTimeout, match=r"did not answer within 0\.3"):
            await bounded(evaluate(session, f"'{'x' * 8_000_000}'", timeout=0.3))
    finally:
        os.kill(browser.process.pid, signal.SIGCONT)
    assert (await evaluate(session, "1", timeout=60))["result"]["value"] == 1


async def test_two_hundred_commands_at_once_are_all_answered_right(wire):
    session = await blank(wire)
    answers = await asyncio.gather(*(evaluate(session, str(n)) for n in range(200)))
    assert [a["result"]["value"] for a in answers] == list(range(200))
    await shut(session)


async def test_a_killed_browser_fails_every_waiting_command_at_once(own_wire, bounded):
    browser, connection = own_wire
    sessions = [await blank(connection) for _ in range(2)]
    calls = [asyncio.ensure_future(s.send("Runtime.evaluate", HANG, timeout=300)) for s in sessions]
    await evaluate(sessions[1], "1")
    os.killpg(browser.process.pid, signal.SIGKILL)
    for call in calls:
        with pytest.raises(ConnectionLost, match=r"^The connection to the browser is gone \("):
            await bounded(call)
    assert connection.closed
    with pytest.raises(ConnectionLost):
        await connection.browser.send("Browser.getVersion")


async def test_a_closed_tab_fails_its_waiting_commands_and_no_others(wire, bounded):
    closing, staying = await blank(wire), await blank(wire)
    doomed = asyncio.ensure_future(closing.send("Runtime.evaluate", HANG, timeout=300))
    other = asyncio.ensure_future(evaluate(staying, "new Promise(f => setTimeout(f, 300))"))
    await evaluate(closing, "1")
    await shut(closing)
    with pytest.raises(TabNotFound, match=r"frame was closed\. ") as lost:
        await bounded(doomed)
    assert lost.value.data["method"] == "Runtime.evaluate"
    with pytest.raises(TabNotFound):
        await evaluate(closing, "1")
    await bounded(other)
    assert closing.ended
    assert not staying.ended
    await shut(staying)


async def test_nothing_is_kept_of_commands_that_failed_were_cancelled_or_came_late(wire, bounded):
    session = await blank(wire)
    with pytest.raises(ProtocolError, match="wasn't found") as refused:
        await session.send("No.such")
    assert refused.value.data["cdp_code"] == -32601
    with pytest.raises(ProtocolError, match="Invalid parameters"):
        await session.send("Runtime.evaluate", {"expression": 5})
    call = asyncio.ensure_future(session.send("Runtime.evaluate", HANG))
    await evaluate(session, "1")
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    late = "new Promise(f => setTimeout(f, 50))"
    with pytest.raises(CommandTimeout):
        await session.send(
            "Runtime.evaluate", {"expression": late, "awaitPromise": True}, timeout=0.01
        )
    await bounded(evaluate(session, "new Promise(f => setTimeout(f, 80))"))
    assert session.waiting == 0
    await shut(session)


async def test_every_event_arrives_in_order_at_handlers_and_streams(wire, bounded):
    session = await blank(wire)
    handled: list[int] = []
    await session.send("Runtime.enable")
    session.on("Runtime.consoleAPICalled", lambda p: handled.append(p["args"][0]["value"]))
    streamed = []
    async with session.stream("Runtime.consoleAPICalled") as events:
        await evaluate(session, "for (let n = 0; n < 100; n++) console.log(n)")
        while len(streamed) < 100:
            _, params = await bounded(events.__anext__())
            streamed.append(params["args"][0]["value"])
    assert handled == streamed == list(range(100))
    await shut(session)


async def test_a_failing_handler_is_logged_and_the_next_event_still_comes(wire, caplog):
    session = await blank(wire)
    await session.send("Runtime.enable")
    seen = []

    def handler(params):
        seen.append(params)
        raise ValueError("broken handler")

    unsubscribe = session.on("Runtime.consoleAPICalled", handler)
    with caplog.at_level(logging.ERROR, "viewmark.browser"):
        await evaluate(session, "console.log(1); console.log(2)")
    assert len(seen) == 2
    assert "Runtime.consoleAPICalled failed" in caplog.text
    unsubscribe()
    unsubscribe()
    await evaluate(session, "console.log(3)")
    await evaluate(session, "1")
    assert len(seen) == 2
    await shut(session)


async def test_events_and_answers_of_two_tabs_never_mix(wire):
    one, two = await blank(wire), await blank(wire)
    heard: dict[str, list[str]] = {"one": [], "two": []}
    for name, session in (("one", one), ("two", two)):
        await session.send("Runtime.enable")
        session.on(
            "Runtime.consoleAPICalled",
            lambda p, name=name: heard[name].append(p["args"][0]["value"]),
        )
    await asyncio.gather(
        *(
            evaluate(session, f"console.log('{name}')")
            for _ in range(20)
            for name, session in (("one", one), ("two", two))
        )
    )
    await asyncio.gather(evaluate(one, "1"), evaluate(two, "1"))
    assert set(heard["one"]) == {"one"}
    assert set(heard["two"]) == {"two"}
    await shut(one)
    await shut(two)


async def test_detaching_leaves_the_tab_open(wire):
    session = await blank(wire)
    await session.detach()
    await session.detach()
    with pytest.raises(TabNotFound):
        await evaluate(session, "1")
    again = await wire.attach(session.target_id)
    assert (await evaluate(again, "1"))["result"]["value"] == 1
    await shut(again)


async def test_an_unknown_tab_is_named_as_such(wire):
    with pytest.raises(TabNotFound, match="closed or does not exist"):
        await wire.attach("ABCDEF")


async def test_a_closed_port_fails_at_once_and_leaves_no_task(bounded, closed_port):
    before = asyncio.all_tasks()
    with pytest.raises(ConnectionFailed, match="No browser answers"):
        await bounded(connect(f"ws://127.0.0.1:{closed_port}/devtools/browser/x", timeout=300))
    assert asyncio.all_tasks() == before


async def test_a_web_server_is_no_browser(site, bounded):
    with pytest.raises(ConnectionFailed, match="404"):
        await bounded(connect(f"ws://127.0.0.1:{site.port}/devtools/browser/x"))
    with pytest.raises(ConnectionFailed):
        await bounded(connect("ftp://127.0.0.1/"))


@pytest.mark.parametrize(
    "garbage",
    [
        "no json",
        "[1, 2]",
        '"text"',
        "{}",
        '{"id": "x", "result": {}}',
        '{"id": 99999, "result": {}}',
        '{"method": 5}',
        '{"method": "X.y", "params": [1], "sessionId": "unknown"}',
        '{"method": "Target.attachedToTarget", "params": {"sessionId": 5}}',
        '{"method": "Target.detachedFromTarget", "params": {}}',
        b"\xff\xfe",
    ],
)
async def test_garbage_from_the_other_side_harms_nobody(garbage, bounded):
    async def server(socket):
        await socket.send(garbage)
        async for _ in socket:
            await socket.send('{"id": 1, "result": {"fine": true}}')

    async with websockets.serve(server, "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]
        async with await connect(f"ws://127.0.0.1:{port}") as connection:
            assert await bounded(connection.browser.send("A.b")) == {"fine": True}


@pytest.mark.parametrize("answer", ['{"id": 1}', '{"id": 1, "result": 5}', '{"id":1,"error":"x"}'])
async def test_an_answer_without_a_result_is_a_protocol_error(answer, bounded):
    async def server(socket):
        async for _ in socket:
            await socket.send(answer)

    async with websockets.serve(server, "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]
        async with await connect(f"ws://127.0.0.1:{port}") as connection:
            with pytest.raises(ProtocolError):
                await bounded(connection.browser.send("A.b"))


async def test_the_reason_of_a_closed_socket_is_told(bounded):
    async def server(socket):
        await socket.recv()
        await socket.close(1011, "the browser had enough")

    async with websockets.serve(server, "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]
        async with await connect(f"ws://127.0.0.1:{port}") as connection:
            with pytest.raises(ConnectionLost, match="had enough"):
                await bounded(connection.browser.send("A.b"))
