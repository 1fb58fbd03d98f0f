"""Browser storage of a page: cookies, localStorage (saved to files), and permissions.

Cookie values are masked unless they are requested. Files have Playwright's `storageState` format.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from viewmark.background import TaskSet, within
from viewmark.browser import wire
from viewmark.browser.cdp.session import Session
from viewmark.browser.confinement.confinement import Confinement
from viewmark.browser.emulation.interception import origin_of
from viewmark.browser.page_target import PageTarget
from viewmark.browser.script_files import script
from viewmark.errors import (
    InvalidOption,
    OriginNotAllowed,
    ProtocolError,
    StateInvalid,
    ViewmarkError,
)
from viewmark.files import write_atomic
from viewmark.page.context import PageContext
from viewmark.secrets.redaction import REDACTED
from viewmark.text import did_you_mean, one_line
from viewmark.unknown_options import checked
from viewmark.wire_record import to_record

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
    """A cookie."""

    name: str
    value: str = field(repr=False)
    """Value; `[redacted]` unless values were requested."""
    domain: str
    """The domain, with a leading dot if subdomains receive the cookie too."""
    path: str
    expires: float
    """Seconds since the Unix epoch; -1 for a session cookie."""
    http_only: bool
    secure: bool
    same_site: str
    """Strict, Lax or None; empty if the server did not set it."""
    partition_key: str = ""
    """The top-level site of a partitioned cookie (CHIPS)."""

    def to_json(self) -> dict[str, Any]:
        """Return the members with the names that Playwright uses."""
        return to_record(self, camel=True) | {"sameSite": self.same_site or "Lax"}


class Storage:
    """Cookies, storage and permissions, shared by the tabs of a context; a mixin of `Page`."""

    context: PageContext

    @checked
    async def cookies(
        self, urls: Sequence[str] | None = None, *, show_values: bool = False
    ) -> list[Cookie]:
        """Return the cookies that requests to these URLs would send.

        Args:
            urls: the URLs; if omitted, the URLs of the page and its frames.
            show_values: True to return the values; otherwise each is `[redacted]`.
        """
        if isinstance(urls, str):
            raise InvalidOption("urls must be a list of addresses.", param="urls")
        params = {} if urls is None else {"urls": list(urls)}
        reply = await self.context.page.session.send("Network.getCookies", params)
        return _cookies(reply, show_values=show_values)

    @checked
    async def add_cookies(self, added: Sequence[Mapping[str, Any]]) -> None:
        """Set cookies; if one is invalid, none is set.

        Args:
            added: cookies `{name, value, url}` or `{name, value, domain, path}`, optionally with
                `expires`, `httpOnly`, `secure`, `sameSite`, as in Playwright.

        Raises:
            InvalidOption: a cookie is invalid; none was set.
        """
        if isinstance(added, (str, Mapping)) or len(added) > COOKIES:
            raise InvalidOption(f"cookies must be a list of at most {COOKIES}.", param="cookies")
        wanted = [to_cdp(each, f"cookie {number}") for number, each in enumerate(added, 1)]
        if not wanted:
            return
        try:
            await self.context.page.session.send("Network.setCookies", {"cookies": wanted})
        except ProtocolError as error:
            names = ", ".join(repr(each["name"])[:60] for each in wanted[:5])
            raise InvalidOption(
                f"The browser refuses the cookies ({names}); none was set.",
                hint="Check that domain, path, secure and sameSite fit each other.",
                param="cookies",
            ) from error

    @checked
    async def clear_cookies(self, *, name: str | None = None, domain: str | None = None) -> int:
        """Remove cookies of the browser; return their number.

        Args:
            name: only cookies of this name.
            domain: only cookies of this domain, with or without its leading dot.
        """
        session = self.context.page.session
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
                one["partitionKey"] = _partition(each.partition_key)
            await session.send("Network.deleteCookies", one)
        return len(found)

    @checked
    async def save_storage_state(self, file: str | Path) -> StorageSummary:
        """Write all cookies, and the localStorage of the page's own origin, to a file.

        The file has Playwright's `storageState` format (mode 0600). With it, anyone can log in.

        Args:
            file: path of the file.

        Raises:
            PathNotAllowed, FileNotWritten: the path is not a plain file, or is not writable; no
                partial file remains.
        """
        page = self.context.page
        cookies = await all_cookies(page.session)
        origin = origin_of(page.url)
        rows = await page.call(None, _READ) if origin.startswith("http") else []
        stored = [
            {"name": str(row["name"]), "value": str(row["value"])}
            for row in (rows if isinstance(rows, list) else [])
            if isinstance(row, dict) and {"name", "value"} <= row.keys()
        ]
        origins = [{"origin": origin, "localStorage": stored}] if stored else []
        state = {"cookies": [each.to_json() for each in cookies], "origins": origins}
        write_atomic(file, json.dumps(state, indent=1).encode())
        return StorageSummary(cookies=len(cookies), origins=(origin,) if stored else ())

    @checked
    async def load_storage_state(self, file: str | Path) -> StorageSummary:
        """Set cookies and localStorage from a file; documents loaded afterwards use them.

        Args:
            file: a file of `save_storage_state`, or of Playwright.

        Raises:
            StateInvalid: the file is not in that format; the message says where. Nothing was
                changed.
        """
        page = self.context.page
        return await put_state(
            file,
            page.session.parent,
            Confinement.of(page),
            context_id=page.session.target.get("browserContextId"),
            page=page,
        )

    async def clear_storage(self) -> StorageSummary:
        """Remove all cookies, and all data that the page's origin has stored in the browser."""
        session, origin = self.context.page.session, origin_of(self.context.page.url)
        count = len(await all_cookies(session))
        await session.send("Network.clearBrowserCookies")
        if not origin.startswith("http"):
            return StorageSummary(cookies=count, origins=())
        await session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        return StorageSummary(cookies=count, origins=(origin,))

    @checked
    async def set_permissions(
        self,
        names: Sequence[str],
        *,
        setting: PermissionSetting = "granted",
        origin: str | None = None,
    ) -> None:
        """Set permissions of an origin.

        Args:
            names: names of the Permissions API: geolocation, notifications, camera, microphone,
                clipboard-read, ...
            setting: granted, denied, or prompt (ask the user).
            origin: the origin; if omitted, that of the page.

        Raises:
            InvalidOption: the permission, setting or origin is invalid; nothing was changed.
        """
        if isinstance(names, str):
            raise InvalidOption("names must be a list of permissions.", param="names")
        for name in names:
            if name not in PERMISSIONS:
                listed = f"There are {', '.join(PERMISSIONS)}."
                hint = did_you_mean(name, PERMISSIONS, cutoff=0.5) or listed
                raise InvalidOption(
                    f"There is no permission {name!r:.60}.", hint=hint, param="names"
                )
        where = origin_of(self.context.page.url if origin is None else str(origin))
        if not where:
            shown = self.context.page.redactor(self.context.page.url) if origin is None else origin
            raise InvalidOption(f"{shown!r:.80} has no origin.", param="origin")
        for name in names:
            asked = {"permission": {"name": name}, "setting": setting, "origin": where}
            await self.context.page.session.root.send(
                "Browser.setPermission", asked | _where(self.context)
            )

    async def reset_permissions(self) -> None:
        """Undo all permission settings, for all origins."""
        await self.context.page.session.root.send("Browser.resetPermissions", _where(self.context))


async def put_state(
    file: str | Path,
    root: Session | None,
    rules: Confinement,
    *,
    context_id: str | None,
    page: PageTarget | None = None,
) -> StorageSummary:
    """Set the cookies and localStorage from a file.

    Args:
        file: a file in Playwright's format.
        root: the browser session; without it, only the page's own origin can be set.
        rules: confinement rules of the browser.
        context_id: the browser context; None for the default one.
        page: an open page, used to set the localStorage of its own origin.

    Raises:
        StateInvalid, OriginNotAllowed, InvalidOption: the file, or an origin in it, is invalid or
            not allowed; nothing was changed.
    """
    try:
        cookies, origins = _parse(Path(file))
    except StateInvalid as error:
        raise StateInvalid(error.message, hint=_FORMAT) from None
    here = "" if page is None else origin_of(page.url)
    elsewhere = [origin for origin in origins if origin != here]
    if elsewhere and root is None:
        raise InvalidOption(
            f"The file has the localStorage of {elsewhere[0]}, which this session cannot set.",
            hint="Open a page of that origin first, or use launch or attach.",
        )
    for origin in elsewhere:
        if reason := rules.refusal(f"{origin}/"):
            raise OriginNotAllowed(
                f"The file has the localStorage of {origin}, which {reason}; nothing was set.",
                origin=origin,
            )
    where = {"browserContextId": context_id} if context_id else {}
    if cookies:
        try:
            if page is not None:
                await page.session.send("Network.setCookies", {"cookies": cookies})
            elif root is not None:
                await root.send("Storage.setCookies", {"cookies": cookies, **where})
        except ProtocolError as error:
            problem = f"The browser refuses a cookie of {Path(file).name!r:.80}; none was set."
            raise StateInvalid(problem) from error
    for origin, rows in origins.items():
        if page is not None and origin == here:
            await page.call(None, _WRITE, rows)
        elif root is not None:
            await _write_elsewhere(root, where, origin, rows)
    return StorageSummary(cookies=len(cookies), origins=tuple(origins))


async def all_cookies(session: Session) -> list[Cookie]:
    """Return all cookies of the browser context with their values, which only files may contain."""
    # In a page session, Storage.getCookies would return the cookies of the default context.
    return _cookies(await session.send("Network.getAllCookies"), show_values=True)


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


def to_cdp(given: object, where: str) -> dict[str, Any]:
    """Convert a cookie to its CDP form.

    Raises:
        InvalidOption: a member is missing, unknown or invalid.
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
        # `domain` would include subdomains, whereas `url` makes it a host-only cookie.
        scheme = "https" if row.get("secure") else "http"
        row["url"] = f"{scheme}://{domain}{row.get('path', '/')}"
        del row["domain"]
    if key := row.pop("partitionKey", ""):
        row["partitionKey"] = _partition(key)
    return row


def _partition(site: str) -> dict[str, Any]:
    """Return the partition key for cookies of a site that is embedded in this site."""
    return {"topLevelSite": site, "hasCrossSiteAncestor": False}


FILE_LIMIT = 64 << 20
ORIGINS = 100
PATIENCE = 10.0
"""Maximum time to access the storage of one origin, in seconds."""
CLOSING = 2.0
"""Maximum time to wait until the temporary tab is closed, in seconds."""
_FORMAT = (
    "Nothing was changed. Give a file that saving the storage or Playwright's storageState wrote: "
    "{cookies: [...], origins: [...]}; single cookies can be set."
)
_READ = script("single/read_local_storage")
_WRITE = script("single/write_local_storage")


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageSummary:
    """Summary of saved, loaded or cleared storage, without values."""

    cookies: int
    origins: tuple[str, ...]
    """Origins whose localStorage was saved, set or cleared."""

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        return {"cookies": self.cookies, "origins": list(self.origins)}


def _parse(file: Path) -> tuple[list[dict[str, Any]], dict[str, list[dict[str, str]]]]:
    if not file.is_file():
        raise StateInvalid(f"There is no plain file {str(file)!r:.200}.")
    if file.stat().st_size > FILE_LIMIT:
        raise StateInvalid(f"{file.name!r:.80} is larger than {FILE_LIMIT >> 20} MiB.")
    try:
        state = json.loads(file.read_bytes())
    except (ValueError, RecursionError):
        raise StateInvalid(f"{file.name!r:.80} is not JSON.") from None
    if not isinstance(state, dict) or not {"cookies", "origins"} & state.keys():
        problem = f"{file.name!r:.80} is not a storage state: it needs `cookies` and `origins`."
        raise StateInvalid(problem)
    given, listed = state.get("cookies", []), state.get("origins", [])
    for name, rows, most in (("cookies", given, COOKIES), ("origins", listed, ORIGINS)):
        if not isinstance(rows, list) or len(rows) > most:
            raise StateInvalid(f"`{name}` of {file.name!r:.80} is not a list of at most {most}.")
    cookies = []
    for number, each in enumerate(given, 1):
        if isinstance(each, dict):
            each.pop("_crHasCrossSiteAncestor", None)
        try:
            cookies.append(to_cdp(each, f"cookie {number}"))
        except InvalidOption as error:
            raise StateInvalid(f"{file.name!r:.80}: {error.message}") from None
    return cookies, dict(_origin(each, number, file) for number, each in enumerate(listed, 1))


def _origin(given: object, number: int, file: Path) -> tuple[str, list[dict[str, str]]]:
    rows = given.get("localStorage") if isinstance(given, dict) else None
    origin = str(given.get("origin", "")) if isinstance(given, dict) else ""
    is_right = isinstance(rows, list) and all(
        isinstance(row, dict)
        and isinstance(row.get("name"), str)
        and isinstance(row.get("value"), str)
        for row in rows
    )
    if not is_right or not origin.startswith("http") or origin_of(origin) != origin:
        problem = f"Origin {number} of {file.name!r:.80} is not {{origin, localStorage}}."
        raise StateInvalid(problem)
    return origin, [{"name": row["name"], "value": row["value"]} for row in rows or ()]


async def _write_elsewhere(
    root: Session, where: Mapping[str, str], origin: str, rows: list[dict[str, str]]
) -> None:
    """Write the localStorage of an origin in a temporary tab, without contacting the server."""
    asked: dict[str, Any] = {"url": "about:blank", "background": True, **where}
    target = {"targetId": (await root.send("Target.createTarget", asked))["targetId"]}
    tab: Session | None = None
    try:
        tab = await root.attach(target["targetId"])
        await asyncio.wait_for(_write(tab, origin, rows), PATIENCE)
    except (asyncio.TimeoutError, TimeoutError):
        raise StateInvalid(f"The localStorage of {origin} could not be set.") from None
    finally:
        with contextlib.suppress(ViewmarkError):
            await root.send("Target.closeTarget", target)
            if tab is not None:  # `Target.closeTarget` returns before the tab is closed
                await within(CLOSING, tab.wait_ended())


async def _write(tab: Session, origin: str, rows: list[dict[str, str]]) -> None:
    empty = base64.b64encode(b"<!doctype html><title>viewmark</title>").decode()
    html = [{"name": "Content-Type", "value": "text/html"}]

    answers = TaskSet()

    async def answer(params: dict[str, Any]) -> None:
        fulfilled = {"requestId": params["requestId"], "responseCode": 200, "body": empty}
        with contextlib.suppress(ViewmarkError):  # the temporary page may already be gone
            await tab.send("Fetch.fulfillRequest", fulfilled | {"responseHeaders": html})

    tab.on("Fetch.requestPaused", lambda params: answers.start(answer(params)))
    await tab.send("Page.enable")
    await tab.send("Fetch.enable", {"patterns": [{"urlPattern": "*"}]})
    async with tab.stream("Page.loadEventFired") as loaded:
        gone = await tab.send("Page.navigate", {"url": f"{origin}/"})
        if gone.get("errorText"):
            raise StateInvalid(f"{origin} cannot be opened: {gone['errorText']!s:.80}")
        await loaded.__anext__()
    code = f"({_WRITE})({json.dumps(rows)}); location.origin"
    said = await tab.send("Runtime.evaluate", {"expression": code, "returnByValue": True})
    if said.get("result", {}).get("value") != origin:
        raise StateInvalid(f"The localStorage of {origin} could not be set.")


PermissionSetting = Literal["granted", "denied", "prompt"]
PERMISSIONS = (
    *("accelerometer", "ambient-light-sensor", "background-sync", "camera", "clipboard-read"),
    *("clipboard-write", "display-capture", "geolocation", "gyroscope", "idle-detection"),
    *("local-fonts", "magnetometer", "microphone", "midi", "nfc", "notifications"),
    *("payment-handler", "persistent-storage", "screen-wake-lock", "storage-access"),
    "window-management",
)
"""Names of the Permissions API that Chromium supports."""


def _where(context: PageContext) -> dict[str, Any]:
    known = context.page.session.target.get("browserContextId")
    return {"browserContextId": known} if known else {}
