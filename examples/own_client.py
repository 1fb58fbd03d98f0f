"""viewmark with your own CDP client: `python examples/own_client.py ws://.../devtools/page/ID`.

Any object works that has `send(method, params)` and `on(event, handler)`, sync or async.
"""

import asyncio
import itertools
import json
import sys

import websockets

import viewmark


class Client:
    """A complete CDP client for one tab."""

    def __init__(self, websocket):
        self.websocket, self.numbers = websocket, itertools.count(1)
        self.waiting, self.handlers = {}, {}
        self.reader = asyncio.create_task(self.read())

    async def read(self):
        async for text in self.websocket:
            message = json.loads(text)
            if "id" in message:
                self.waiting.pop(message["id"]).set_result(message)
            else:
                for handler in self.handlers.get(message["method"], ()):
                    handler(message["params"])

    async def send(self, method, params=None):
        number = next(self.numbers)
        self.waiting[number] = asyncio.get_running_loop().create_future()
        message = {"id": number, "method": method, "params": params or {}}
        await self.websocket.send(json.dumps(message))
        answer = await self.waiting[number]
        if "error" in answer:
            raise RuntimeError(answer["error"]["message"])
        return answer["result"]

    def on(self, event, handler):
        self.handlers.setdefault(event, []).append(handler)


async def main(address):
    connecting = websockets.connect(address, max_size=None)
    async with connecting as websocket, viewmark.wrap(Client(websocket)) as page:
        seen = await page.observe(annotate=True)
        print(seen.lines())
        if len(seen):
            print(await page.click(1))  # by number
        seen = await page.observe()  # the click may have opened another page
        if len(seen):
            print(await page.click(seen.annotations[-1].ref))  # by ref, which stays valid


asyncio.run(main(sys.argv[1]))
