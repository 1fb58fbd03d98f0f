"""Verbs about requests: blocked, mocked, given headers or credentials; a slow network, or none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewmark.errors import InvalidOption
from viewmark.shell.verb import Reply, argument, verbs_of

if TYPE_CHECKING:
    from types import SimpleNamespace

    from viewmark.shell.session import ShellSession

__all__ = ["TRAFFIC", "named_values"]


def named_values(words: list[str], sign: str = "=") -> dict[str, str]:
    """`NAME=VALUE` each.

    Raises:
        InvalidOption: one is not; it is not repeated, for it may be secret.
    """
    pairs = [word.partition(sign) for word in words]
    if any(not found or not name for name, found, _ in pairs):
        raise InvalidOption(f"Give each as NAME{sign}VALUE.")
    return {name.strip(): value.strip() for name, _, value in pairs}


async def _block(session: ShellSession, args: SimpleNamespace) -> Reply:
    await (await session.page()).block_urls(args.patterns)
    return Reply(f"blocked: {' '.join(args.patterns) or 'nothing'}", {"blocked": args.patterns})


async def _mock(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = await session.page()
    await page.mock(
        args.url,
        body=args.body,
        status=args.status,
        headers={"Content-Type": args.type} | named_values(args.header, ":"),
    )
    return Reply(f"mocked {args.url}: {args.status}", {"mocked": args.url, "status": args.status})


async def _unmock(session: ShellSession, args: SimpleNamespace) -> Reply:
    await (await session.page()).unmock(args.url)
    return Reply(f"not mocked any more: {args.url or 'all'}", {"unmocked": args.url})


async def _headers(session: ShellSession, args: SimpleNamespace) -> Reply:
    headers = named_values(args.headers, ":")
    await (await session.page()).set_extra_http_headers(headers, origin=args.origin)
    return Reply(f"headers: {', '.join(headers) or 'none'}", {"headers": list(headers)})


async def _auth(session: ShellSession, args: SimpleNamespace) -> Reply:
    tab = await session.tab_to_go()
    password = (args.password or "").rstrip("\r\n")
    await tab.page.set_http_credentials(args.user, password, origin=args.origin)
    return Reply(f"credentials of {args.user or 'nobody'}", {"user": args.user})


async def _speed(session: ShellSession, args: SimpleNamespace) -> Reply:
    page = await session.page()
    await page.set_network_conditions(
        offline=args.offline,
        latency_ms=args.latency,
        download_kbps=args.download,
        upload_kbps=args.upload,
    )
    slow = args.latency or args.download or args.upload
    state = "offline" if args.offline else "slow" if slow else "as it is"
    return Reply(f"the network is {state}", {"network": state})


_verb = verbs_of("requests")
TRAFFIC = (
    _verb(
        "network block",
        "refuse requests to these addresses, in place of those before; none: no more",
        _block,
        argument("patterns", metavar="PATTERN", nargs="*", help="such as *://ads.example.com/*"),
    ),
    _verb(
        "network mock",
        "answer an address in place of the server",
        _mock,
        argument("url", metavar="PATTERN"),
        argument("--body", kind="text", default="", help="- is stdin"),
        argument("--status", type=int, default=200, metavar="N"),
        argument("--type", default="text/plain; charset=utf-8", metavar="MIME"),
        argument("--header", action="append", default=[], metavar="NAME:VALUE"),
    ),
    _verb(
        "network unmock",
        "let the server answer again",
        _unmock,
        argument("url", metavar="PATTERN", nargs="?"),
    ),
    _verb(
        "network headers",
        "send these headers with every request, in place of those before",
        _headers,
        argument("headers", metavar="NAME:VALUE", nargs="*"),
        argument("--origin", metavar="ORIGIN", help="only there; needed for credentials"),
    ),
    _verb(
        "network auth",
        "answer an origin that asks for user and password (HTTP)",
        _auth,
        argument("user", metavar="USER", nargs="?", help="none: no more"),
        argument("password", metavar="PASSWORD", nargs="?", kind="text", help="- is stdin"),
        argument("--origin", required=True, metavar="ORIGIN", help="https://example.com"),
        starts=True,
    ),
    _verb(
        "network speed",
        "a slow network, or none; without options as it is",
        _speed,
        argument("--offline", action="store_true"),
        argument("--latency", type=float, default=0.0, metavar="MS"),
        argument("--download", type=float, metavar="KBPS"),
        argument("--upload", type=float, metavar="KBPS"),
    ),
)
