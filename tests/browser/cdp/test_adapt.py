"""Pages over other CDP clients: an independent client, and faulty clients."""

from __future__ import annotations

import asyncio
import itertools
import json

import pytest
import websockets
from fakes import FakeSession

from viewmark.browser.actions.navigation import goto
from viewmark.browser.capture.screenshot import capture
from viewmark.browser.cdp.foreign import adapt
from viewmark.browser.page_target import PageTarget
from viewmark.errors import (
    CommandTimeout,
    ConnectionLost,
    DialogOpen,
    PageCrashed,
    ProtocolError,
    TabNotFound,
)

FOREVER = 300


class MinimalClient:
    """A minimal CDP client, independent of viewmark: one WebSocket, one tab."""

    def __init__(self, websocket):
        self.websocket = websocket
        self.ids = itertools.count()
        self.waiting = {}
        self.handlers = {}
        self.task = asyncio.ensure_future(self.read())

    async def read(self):
        async for text in self.websocket:
            message = json.loads(text)
            if "id" in message:
                self.waiting.pop(message["id"]).set_result(message)
            else:
                for handler in self.handlers.get(message["method"], []):
                    handler(message["params"])
        for future in self.waiting.values():
            future.set_exception(ConnectionResetError("the socket closed"))

    async def send(self, method, params=None):
        number = next(self.ids)
        self.waiting[number] = asyncio.get_running_loop().create_future()
        message = {"id": number, "method": method, "params": params or {}}
        await self.websocket.send(json.dumps(message))
        answer = await self.waiting[number]
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def on(self, event, handler):
        self.handlers.setdefault(event, []).append(handler)


@pytest.fixture
def client_of(chromium):
    """Opens a tab over the other client's own WebSocket."""
    opened = []

    async def connect(page):
        host = chromium.process.endpoint.removeprefix("ws://").split("/")[0]
        url = f"ws://{host}/devtools/page/{page.session.target_id}"
        client = MinimalClient(await websockets.connect(url, max_size=None))
        opened.append(client)
        return client

    yield connect
    for client in opened:
        client.task.cancel()


async def test_a_foreign_client_carries_a_page_and_its_captures(page_of, client_of, site):
    ours = await page_of("<title>Shared</title><h1>Hello</h1>")
    client = await client_of(ours)
    page = await PageTarget.open(adapt(client))
    assert await page.call(None, "(a) => document.title + a", "!") == "Shared!"
    assert (await capture(page)).width == 1280
    site.put("/next", "<title>Next</title>")
    await goto(page, site.url("/next"))
    assert page.url == ours.url == site.url("/next")
    await client.websocket.close()


async def test_failures_over_a_foreign_client_are_ours_and_come_at_once(
    page_of, client_of, bounded, site
):
    ours = await page_of("<h1>Hello</h1>")
    client = await client_of(ours)
    page = await PageTarget.open(adapt(client))
    with pytest.raises(ProtocolError, match="wasn't found"):
        await page.session.send("No.such")
    with pytest.raises(DialogOpen):
        await bounded(page.call(None, "() => alert(1)", timeout=FOREVER))
    await page.answer_dialog(accept=True)
    crash = asyncio.ensure_future(page.session.send("Page.crash", timeout=FOREVER))
    with pytest.raises(PageCrashed):
        await bounded(crash)
    await bounded(goto(page, site.url("/page0.html")))
    hanging = asyncio.ensure_future(page.call(None, "() => new Promise(() => {})", timeout=FOREVER))
    await page.facts()
    await client.websocket.close()
    with pytest.raises(ConnectionLost):
        await bounded(hanging)


async def test_a_foreign_client_without_deadlines_gets_one(bounded):
    late = asyncio.Event()
    fake = FakeSession({"X.y": lambda _: late.wait()})
    session = fake.session(timeout=0.05)
    with pytest.raises(CommandTimeout, match=r"did not answer within 0\.05 s"):
        await bounded(session.send("X.y"))
    assert session.waiting == 0
    late.set()  # the client's call ends normally: cancelling would break many clients
    await asyncio.sleep(0)
    await asyncio.sleep(0)


async def test_plain_functions_do_as_well_as_async_ones():
    class Plain:
        def __init__(self):
            self.handler = None

        def send(self, method, params=None):
            return {"said": method}

        async def on(self, event, handler):
            self.handler = handler

    plain = Plain()
    session = adapt(plain)
    seen = []
    session.on("A.b", seen.append)
    assert await session.send("X.y") == {"said": "X.y"}
    plain.handler({"n": 1})
    plain.handler({"n": 2}, "some-session-id")
    plain.handler()
    assert seen == [{"n": 1}, {"n": 2}, {}]


async def test_an_answer_of_none_is_an_empty_result_and_other_things_are_errors():
    session = FakeSession({"A.a": None, "A.b": 5, "A.c": {"x": 1}}).session()
    assert await session.send("A.a") == {}
    assert await session.send("A.c") == {"x": 1}
    with pytest.raises(ProtocolError, match="without a result"):
        await session.send("A.b")


async def test_a_client_that_raises_at_once_is_mapped_too():
    class Closed:
        def send(self, method, params=None):
            raise RuntimeError("Target page, context or browser has been closed")

        def on(self, event, handler):
            """Never calls the handler."""

    with pytest.raises(TabNotFound):
        await adapt(Closed()).send("X.y")


async def test_every_event_is_asked_for_once():
    fake = FakeSession()
    session = fake.session()
    for _ in range(3):
        session.on("A.b", lambda _: None)
    assert len(fake.handlers["A.b"]) == 1


async def test_frames_of_other_sites_are_not_asked_for_over_a_foreign_client():
    fake = FakeSession()
    await fake.session().auto_attach()
    assert fake.sent == []


async def test_detaching_a_foreign_session_leaves_it_alone():
    fake = FakeSession()
    session = fake.session()
    await session.detach()
    assert fake.sent == []
