"""Cookies of a page: read (values are masked unless asked for), set, and cleared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from viewmark.browser import wire
from viewmark.errors import InvalidOption, ProtocolError
from viewmark.secrets.redaction import REDACTED
from viewmark.text import one_line

if TYPE_CHECKING:
    from viewmark.browser.cdp.session import Session
    from viewmark.page.context import PageContext

__all__ = ["Cookie", "add_cookies", "all_cookies", "clear_cookies", "cookies", "to_cdp"]

_NEEDED = "name, value, and url or domain"
_MEMBERS: dict[str, type | tuple[type, ...]] = {
    "name": str,
    "value": str,
    "url": str,
    "domain": str,
    "path": str,
    "expires": (int, float),
    "httpOnly": bool,
    "secure": bool,
    "sameSite": str,
    "partitionKey": str,
}
_SPELLED = {"http_only": "httpOnly", "same_site": "sameSite", "partition_key": "partitionKey"}
COOKIES = 5_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Cookie:
    """One cookie."""

    name: str
    value: str = field(repr=False)
    """`[redacted]` unless values were asked for."""
    domain: str
    """With a leading dot where subdomains get it too."""
    path: str
    expires: float
    """Seconds since the Unix epoch; -1: it ends with the browser."""
    http_only: bool
    secure: bool
    same_site: str
    """Strict, Lax or None; empty: the server did not say."""
    partition_key: str = ""
    """The top-level site that it is for, where it is partitioned (CHIPS)."""

    def to_json(self) -> dict[str, Any]:
        """The members as Playwright spells them."""
        row: dict[str, Any] = {
            "name": self.name,
            "value": self.value,
            "domain": self.domain,
            "path": self.path,
            "expires": self.expires,
            "httpOnly": self.http_only,
            "secure": self.secure,
            "sameSite": self.same_site or "Lax",
        }
        return row | ({"partitionKey": self.partition_key} if self.partition_key else {})


async def cookies(
    context: PageContext, urls: Sequence[str] | None = None, *, show_values: bool = False
) -> list[Cookie]:
    """Cookies that requests to these addresses carry; of the page and its frames if omitted."""
    if isinstance(urls, str):
        raise InvalidOption("urls must be a list of addresses.", param="urls")
    params = {} if urls is None else {"urls": list(urls)}
    reply = await context.page.session.send("Network.getCookies", params)
    return _cookies(reply, show_values=show_values)


async def all_cookies(session: Session) -> list[Cookie]:
    """Every cookie of the session's browser context, with values: for files, not for answers."""
    return _cookies(await session.send("Storage.getCookies"), show_values=True)


def _cookies(reply: dict[str, Any], *, show_values: bool) -> list[Cookie]:
    return [
        Cookie(
            name=one_line(row.get("name"), 4_000),
            value=str(row.get("value", "")) if show_values else REDACTED,
            domain=one_line(row.get("domain"), 300),
            path=one_line(row.get("path"), 2_000),
            expires=wire.number(row.get("expires"), -1),
            http_only=row.get("httpOnly") is True,
            secure=row.get("secure") is True,
            same_site=one_line(row.get("sameSite"), 10),
            partition_key=one_line(wire.record(row.get("partitionKey")).get("topLevelSite"), 300),
        )
        for row in wire.records(reply.get("cookies"))
    ]


async def add_cookies(context: PageContext, given: Sequence[Mapping[str, Any]]) -> None:
    """Set cookies, all or none."""
    if isinstance(given, (str, Mapping)) or len(given) > COOKIES:
        raise InvalidOption(f"cookies must be a list of at most {COOKIES}.", param="cookies")
    wanted = [to_cdp(each, f"cookie {number}") for number, each in enumerate(given, 1)]
    if not wanted:
        return
    try:
        await context.page.session.send("Network.setCookies", {"cookies": wanted})
    except ProtocolError as error:
        names = ", ".join(repr(each["name"])[:60] for each in wanted[:5])
        raise InvalidOption(
            f"The browser refuses the cookies ({names}); none was set.",
            hint="Check that domain, path, secure and sameSite fit each other.",
            param="cookies",
        ) from error


def to_cdp(given: object, where: str) -> dict[str, Any]:
    """A cookie as CDP takes it.

    Raises:
        InvalidOption: it lacks something, or has a member that is none of a cookie.
    """
    if not isinstance(given, Mapping):
        raise InvalidOption(f"{where} is not an object.", param="cookies")
    row = {_SPELLED.get(str(name), str(name)): value for name, value in given.items()}
    for name, value in row.items():
        kind = _MEMBERS.get(name)
        if kind is None:
            message = f"{where} has no member {name!r:.60}; a cookie has {', '.join(_MEMBERS)}."
            raise InvalidOption(message, param="cookies")
        if not isinstance(value, kind) or (name == "expires" and isinstance(value, bool)):
            raise InvalidOption(f"{where} has an impossible {name}.", param="cookies")
    if not row.get("name") or "value" not in row or not (row.get("url") or row.get("domain")):
        raise InvalidOption(f"{where} needs {_NEEDED}.", param="cookies")
    if row.get("sameSite", "Lax") not in ("Strict", "Lax", "None"):
        raise InvalidOption(f"sameSite of {where} must be Strict, Lax or None.", param="cookies")
    if row.get("expires", -1) < 0:
        row.pop("expires", None)
    domain = row.get("domain", "")
    if domain and not domain.startswith("."):
        # With a domain it would be for subdomains too; an address makes it the host's own.
        scheme = "https" if row.get("secure") else "http"
        row["url"] = f"{scheme}://{domain}{row.get('path', '/')}"
        del row["domain"]
    if key := row.pop("partitionKey", ""):
        row["partitionKey"] = {"topLevelSite": key, "hasCrossSiteAncestor": False}
    return row


async def clear_cookies(
    context: PageContext, *, name: str | None = None, domain: str | None = None
) -> int:
    """Remove cookies: all, or those of a name or domain; how many there were."""
    session = context.page.session
    host = None if domain is None else domain.lstrip(".")
    found = [
        each
        for each in await all_cookies(session)
        if name in (None, each.name) and host in (None, each.domain.lstrip("."))
    ]
    if name is None and domain is None:
        await session.send("Network.clearBrowserCookies")
        return len(found)
    for each in found:
        one: dict[str, Any] = {"name": each.name, "domain": each.domain, "path": each.path}
        if each.partition_key:
            one["partitionKey"] = {
                "topLevelSite": each.partition_key,
                "hasCrossSiteAncestor": False,
            }
        await session.send("Network.deleteCookies", one)
    return len(found)
