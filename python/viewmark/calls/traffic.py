"""Blocked and mocked requests, extra headers and credentials, and a slow network."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from viewmark.calls.answer import CallAnswer
from viewmark.calls.call import Invocation
from viewmark.calls.method import result_of
from viewmark.errors import InvalidOption

_PARTS = ("block", "mock", "unmock", "headers", "credentials")


def named_values(words: Iterable[str], sign: str = "=") -> dict[str, str]:
    """Parse texts of the form `NAME=VALUE`.

    Raises:
        InvalidOption: a text has another form; the message does not quote it, as it may be secret.
    """
    pairs = [word.partition(sign) for word in words]
    if any(not found or not name for name, found, _ in pairs):
        raise InvalidOption(f"Give each as NAME{sign}VALUE.")
    return {name.strip(): value.strip() for name, _, value in pairs}


async def traffic(call: Invocation) -> CallAnswer:
    """Block or mock URLs, add headers to requests, answer basic authentication."""
    page, args, always = (await call.tab()).page, call.args, call.session.settings.block
    if not args["reset"] and not any(name in args for name in _PARTS):
        raise InvalidOption(
            "configure traffic needs block, mock, unmock, headers, credentials or reset: true.",
            hint='Such as block: ["*://ads.example/*"].',
            param="block",
        )
    done: dict[str, Any] = {}
    if args["reset"]:
        await page.block_urls(always)
        await page.unmock()
        await page.set_extra_http_headers({})
        await page.set_http_credentials(None)
        done["reset"] = True
    if "block" in args:
        done["blocked"] = [*always, *args["block"]]
        await page.block_urls(done["blocked"])
    if "mock" in args:
        options = dict(args["mock"])
        if "url" not in options:
            raise InvalidOption("A mock needs a url.", hint="And a body.", param="mock.url")
        done["mocked"] = options["url"]
        if "content_type" in options:
            kind = {"Content-Type": options.pop("content_type")}
            options["headers"] = kind | options.get("headers", {})
        await page.mock(**options)
    if "unmock" in args:
        done["unmocked"] = args["unmock"]
        await page.unmock(args["unmock"])
    if "headers" in args:
        await page.set_extra_http_headers(args["headers"], origin=args.get("origin"))
        # only names are reported, because values may be credentials
        done["headers"] = sorted(args["headers"])
    if "credentials" in args:
        login, origin = args["credentials"], args.get("origin") or _site_of(page.url)
        if "username" not in login or not origin:
            raise InvalidOption(
                "Credentials need a username, a password and the origin that asks for them.",
                hint='Such as credentials: {username, password}, origin: "https://example.com".',
                param="credentials",
            )
        password = login.get("password", "")
        await page.set_http_credentials(login["username"], password, origin=origin)
        done["credentials"] = {"username": login["username"], "origin": origin}
    elif "origin" in args and "headers" not in args:
        raise InvalidOption("`origin` goes with headers or credentials.", param="origin")
    return CallAnswer(text="", facts=done)


def _site_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") else ""


async def block(call: Invocation) -> CallAnswer:
    """Block requests to the given URL patterns; these replace earlier patterns."""
    patterns = call.args.get("block") or []
    await result_of(call, "", "none", patterns=patterns)
    return CallAnswer(
        text=f"blocked: {' '.join(patterns) or 'nothing'}", facts={"blocked": patterns}
    )


async def mock(call: Invocation) -> CallAnswer:
    """Respond to requests for a URL instead of the server."""
    args, url = call.args, call.needed("url")
    kind = args.get("type") or "text/plain; charset=utf-8"
    headers = {"Content-Type": kind} | named_values(args.get("header") or (), ":")
    await result_of(call, headers=headers)
    status = args.get("status") or 200
    return CallAnswer(text=f"mocked {url}: {status}", facts={"mocked": url, "status": status})


async def unmock(call: Invocation) -> CallAnswer:
    """Remove a mock, so that the server responds again."""
    url = call.args.get("url")
    await result_of(call)
    return CallAnswer(text=f"not mocked any more: {url or 'all'}", facts={"unmocked": url})


async def headers(call: Invocation) -> CallAnswer:
    """Set the additional headers of all requests; these replace earlier ones."""
    named = named_values(call.args.get("header") or (), ":")
    await result_of(call, "", "origin", headers=named)
    return CallAnswer(text=f"headers: {', '.join(named) or 'none'}", facts={"headers": list(named)})


async def auth(call: Invocation) -> CallAnswer:
    """Set user name and password for an origin that requires authentication."""
    user, password = call.args.get("username"), (call.args.get("password") or "").rstrip("\r\n")
    call.needed("origin")
    await result_of(call, "", "origin", username=user, password=password)
    return CallAnswer(text=f"credentials of {user or 'nobody'}", facts={"user": user})


async def speed(call: Invocation) -> CallAnswer:
    """Slow the network down, or take it offline."""
    await result_of(call)
    is_slow = any(call.args.get(n) for n in ("latency_ms", "download_kbps", "upload_kbps"))
    state = "offline" if call.args.get("offline") else "slow" if is_slow else "as it is"
    return CallAnswer(text=f"the network is {state}", facts={"network": state})
