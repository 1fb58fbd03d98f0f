"""A SOCKS5 proxy (RFC 1928) that keeps a browser from connecting to private addresses.

The browser sends every connection here, even those to loopback, and resolves no names itself. The
proxy resolves each name once. If any of the resulting addresses is private, the connection is
rejected; otherwise the proxy connects to one of exactly these addresses. So neither a redirect nor
a name that changes between check and use (DNS rebinding) can reach the private network, whatever
the kind of request.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Sequence

_CHUNK = 1 << 16
_PATIENCE = 20.0  # seconds for a DNS lookup, and for a connection
_KEPT = 200
_OK, _FAILED, _REFUSED, _UNREACHABLE, _UNSUPPORTED = 0, 1, 2, 4, 7


async def _resolve_host(host: str, port: int) -> Sequence[str]:
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


class Gateway:
    """A proxy on the loopback interface; started by `start`, stopped by `close`.

    Args:
        is_private: function that returns whether connections to an IP address are forbidden.
        allowed: pairs of host and port to which connections are always allowed.
        resolve_host: function that returns the IP addresses of a host.
    """

    def __init__(
        self,
        is_private: Callable[[str], bool],
        *,
        allowed: Collection[tuple[str, int]] = (),
        resolve_host: Callable[[str, int], Awaitable[Sequence[str]]] = _resolve_host,
    ) -> None:
        self._is_private, self._allowed, self._resolve_host = is_private, allowed, resolve_host
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.Task[None]] = set()
        self._refused: OrderedDict[str, None] = OrderedDict()

    async def start(self) -> None:
        """Listen on a free port of 127.0.0.1."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)

    @property
    def flags(self) -> tuple[str, ...]:
        """Flags with which Chromium uses this proxy."""
        assert self._server is not None
        port = self._server.sockets[0].getsockname()[1]
        return (
            f"--proxy-server=socks5://127.0.0.1:{port}",
            "--proxy-bypass-list=<-loopback>",
            "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
            # Block UDP traffic (WebRTC, QUIC), because it would bypass the proxy.
            "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
            "--webrtc-ip-handling-policy=disable_non_proxied_udp",
            "--disable-quic",
        )

    def has_refused(self, host: str) -> bool:
        """Return whether a connection to a host was recently rejected."""
        return host in self._refused

    async def close(self) -> None:
        """Stop the proxy and close all connections through it."""
        if self._server is not None:
            self._server.close()
        for task in tuple(self._open):
            task.cancel()
        if self._open:
            await asyncio.wait(tuple(self._open))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            await self._relay(reader, writer)
        except (OSError, EOFError, ValueError, asyncio.CancelledError):
            pass  # either side may close at any time; only `close` cancels
        finally:
            self._open.discard(task)
            writer.close()

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host, port = await asyncio.wait_for(_request(reader, writer), _PATIENCE)
        code, far = await self._connect(host, port) if host else (_UNSUPPORTED, None)
        pumps: list[asyncio.Future[None]] = []
        try:
            writer.write(bytes((5, code, 0, 1, 0, 0, 0, 0, 0, 0)))
            await writer.drain()
            if far is not None:
                ways = ((reader, far[1]), (far[0], writer))
                pumps += [asyncio.ensure_future(_pump(*way)) for way in ways]
                await asyncio.wait(pumps)
        finally:
            # Close the connection before waiting, because `close` may cancel the wait.
            if far is not None:
                far[1].close()
            for each in pumps:
                each.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)

    async def _connect(
        self, host: str, port: int
    ) -> tuple[int, tuple[asyncio.StreamReader, asyncio.StreamWriter] | None]:
        try:
            found = await asyncio.wait_for(self._resolve_host(host, port), _PATIENCE)
        except (OSError, UnicodeError, asyncio.TimeoutError, TimeoutError):
            return _UNREACHABLE, None
        if (host, port) not in self._allowed and any(map(self._is_private, found)):
            self._refused[host] = None
            while len(self._refused) > _KEPT:
                self._refused.popitem(last=False)
            return _REFUSED, None
        self._refused.pop(host, None)
        for address in found:
            with contextlib.suppress(OSError, asyncio.TimeoutError, TimeoutError):
                return _OK, await asyncio.wait_for(
                    asyncio.open_connection(address, port), _PATIENCE
                )
        return _UNREACHABLE, None


async def _request(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> tuple[str, int]:
    """Return the requested host and port; an empty host for any command except CONNECT."""
    version, count = await reader.readexactly(2)
    await reader.readexactly(count)
    if version != 5:
        raise ValueError("not SOCKS5")
    writer.write(b"\x05\x00")
    _, command, _, kind = await reader.readexactly(4)
    if kind == 3:
        (size,) = await reader.readexactly(1)
        host = (await reader.readexactly(size)).decode("ascii").lower()
    else:
        host = str(ipaddress.ip_address(await reader.readexactly(4 if kind == 1 else 16)))
    port = int.from_bytes(await reader.readexactly(2), "big")
    return (host if command == 1 else ""), port


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(_CHUNK):
            writer.write(data)
            await writer.drain()
        writer.write_eof()
