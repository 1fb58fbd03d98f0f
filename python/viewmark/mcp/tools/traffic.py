"""`configure traffic`: requests that are blocked, mocked, or sent with headers and credentials."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from viewmark.errors import InvalidOption
from viewmark.mcp.content import Answer, compact
from viewmark.mcp.parameters import TAB
from viewmark.mcp.tool import Call, What
from viewmark.mcp.tools.environment import RESET
from viewmark.parameters.parameter import parameter, rare

if TYPE_CHECKING:
    from viewmark.api.browsers import Page
    from viewmark.session.tabs import OpenTab

__all__ = ["TRAFFIC"]

_BLOCK = parameter(
    "block", "array", doc="traffic: addresses such as *://ads.example/*", aliases=("block_urls",)
)
_MOCK = parameter(
    "mock",
    "object",
    fields=(
        parameter("url", "string"),
        parameter("body", "string", may_be_empty=True),
        rare("status", "integer", low=200, high=599),
        rare("content_type", "string"),
        rare("headers", "object"),
    ),
)
_UNMOCK = rare("unmock", "string", doc="url of a mock that is to end")
_HEADERS = rare("headers", "object", doc="sent with every request, or with origin to that only")
_LOGIN = parameter(
    "credentials",
    "object",
    fields=(
        parameter("username", "string"),
        parameter("password", "string", may_be_empty=True),
    ),
    doc="basic auth",
)
_ORIGIN = parameter("origin", "string", doc="https://example.com, of credentials or headers")


async def traffic(call: Call) -> Answer:
    """Block or mock addresses, send headers with requests, answer basic authentication."""
    tab = await call.state.tabs.tab(call.args.get("tab_id"))
    page, args = tab.page, call.args
    given = [n for n in ("block", "mock", "unmock", "headers", "credentials") if n in args]
    if not given and not args["reset"]:
        raise InvalidOption(
            "configure traffic needs block, mock, unmock, headers, credentials or reset: true.",
            hint='Such as block: ["*://ads.example/*"].',
            param="block",
        )
    if args["reset"]:
        await _reset(call, tab)
    done: dict[str, Any] = {"reset": True} if args["reset"] else {}
    if "block" in args:
        fixed = call.state.settings.block
        await page.block_urls([*fixed, *args["block"]])
        done["blocked"] = [*fixed, *args["block"]]
    if "mock" in args:
        done["mocked"] = await _mock(page, args["mock"])
    if "unmock" in args:
        await page.unmock(args["unmock"])
        done["unmocked"] = args["unmock"]
    if "headers" in args:
        await page.set_extra_http_headers(args["headers"], origin=args.get("origin"))
        done["headers"] = sorted(args["headers"])  # names alone: values may be credentials
    if "credentials" in args:
        done["credentials"] = await _log_in(page, args["credentials"], args.get("origin"))
    elif "origin" in args and "headers" not in args:
        raise InvalidOption("`origin` goes with headers or credentials.", param="origin")
    return Answer(text=compact(done))


async def _reset(call: Call, tab: OpenTab) -> None:
    page = tab.page
    await page.block_urls(call.state.settings.block)
    await page.unmock()
    await page.set_extra_http_headers({})
    await page.set_http_credentials(None)


async def _mock(page: Page, mock: dict[str, Any]) -> str:
    if "url" not in mock:
        raise InvalidOption("A mock needs a url.", hint="And a body.", param="mock.url")
    rest = {name: value for name, value in mock.items() if name != "url"}
    if "content_type" in rest:
        rest["headers"] = {"Content-Type": rest.pop("content_type")} | rest.get("headers", {})
    await page.mock(mock["url"], **rest)
    return str(mock["url"])


async def _log_in(page: Page, login: dict[str, Any], origin: str | None) -> dict[str, str]:
    where = origin or _site_of(page.url)
    if "username" not in login or not where:
        raise InvalidOption(
            "Credentials need a username, a password and the origin that asks for them.",
            hint='Such as credentials: {username, password}, origin: "https://example.com".',
            param="credentials",
        )
    await page.set_http_credentials(login["username"], login.get("password", ""), origin=where)
    return {"username": login["username"], "origin": where}


def _site_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") else ""


TRAFFIC = What(
    name="traffic",
    handler=traffic,
    parameters=(_BLOCK, _MOCK, _UNMOCK, _HEADERS, _LOGIN, _ORIGIN, RESET, TAB),
    aliases={"block": {}, "mock": {}, "headers": {}, "credentials": {}, "basic_auth": {}},
    hint="block or mock addresses, basic auth, headers",
)
