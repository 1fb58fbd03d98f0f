"""cdp-socket's class is imported without its HTTP client, and cdp-socket still works."""

from __future__ import annotations

import subprocess
import sys

CHECKS = """
import sys
{before}
from viewmark.browser.cdp import websocket
assert ("aiohttp" in sys.modules) is {loaded}
import cdp_socket.socket as theirs
assert issubclass(websocket.WebSocket, theirs.SingleCDPSocket)
import asyncio, cdp_socket.utils.conn as real
assert "aiohttp" in sys.modules and real.__file__
async def late():
    try:
        await theirs.get_websock_url(9, timeout=0.2)
    except asyncio.TimeoutError as error:
        assert "Chrome" in str(error), error
    else:
        raise AssertionError("nobody listens there")
asyncio.run(late())
"""


def run(before: str, *, loaded: bool) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CHECKS.format(before=before, loaded=loaded)],
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_the_http_client_is_imported_when_it_is_called() -> None:
    run("", loaded=False)


def test_one_that_is_there_already_is_used() -> None:
    run("import cdp_socket.utils.conn", loaded=True)
