"""Cookies and localStorage in a file, in Playwright's `storageState` format: save, load, clear."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from viewmark.background import TaskSet, within
from viewmark.browser.confinement.confinement import document_refusal
from viewmark.browser.emulation.interception import origin_of
from viewmark.browser.script_files import script
from viewmark.errors import (
    InvalidOption,
    OriginNotAllowed,
    ProtocolError,
    StateInvalid,
    ViewmarkError,
)
from viewmark.files import write_atomic
from viewmark.page.cookies import COOKIES, all_cookies, to_cdp

if TYPE_CHECKING:
    from viewmark.browser.cdp.session import Session
    from viewmark.page.context import PageContext

__all__ = ["StorageSummary", "clear_storage", "load_storage_state", "save_storage_state"]

FILE_LIMIT = 64 << 20
ORIGINS = 100
PATIENCE = 10.0
"""Seconds for the storage of one origin."""
CLOSING = 2.0
"""Seconds until our tab must be gone."""

_FORMAT = (
    "Nothing was changed. Give a file that saving the storage or Playwright's storageState wrote: "
    "{cookies: [...], origins: [...]}; single cookies can be set."
)
_READ = script("single/read_local_storage")
_WRITE = script("single/write_local_storage")


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageSummary:
    """What was saved, loaded or cleared; no values."""

    cookies: int
    origins: tuple[str, ...]
    """Origins whose localStorage it was."""

    def to_json(self) -> dict[str, Any]:
        """The wire shape."""
        return {"cookies": self.cookies, "origins": list(self.origins)}


async def save_storage_state(context: PageContext, file: str | Path) -> StorageSummary:
    """Write all cookies, and the localStorage of the page's own origin, to a file (mode 0600)."""
    page = context.page
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


async def load_storage_state(context: PageContext, file: str | Path) -> StorageSummary:
    """Set the cookies and the localStorage that a file has; pages loaded then use them."""
    try:
        cookies, origins = _parse(Path(file))
    except StateInvalid as error:
        raise StateInvalid(error.message, hint=_FORMAT) from None
    page = context.page
    here = origin_of(page.url)
    root = page.session.parent
    elsewhere = [origin for origin in origins if origin != here]
    if elsewhere and root is None:
        raise InvalidOption(
            f"The file has the localStorage of {elsewhere[0]}, which this session cannot set.",
            hint="Open a page of that origin first, or use launch or attach.",
        )
    for origin in elsewhere:
        if reason := document_refusal(page, f"{origin}/"):
            raise OriginNotAllowed(
                f"The file has the localStorage of {origin}, which {reason}; nothing was set.",
                origin=origin,
            )
    if cookies:
        try:
            await page.session.send("Network.setCookies", {"cookies": cookies})
        except ProtocolError as error:
            problem = f"The browser refuses a cookie of {Path(file).name!r:.80}; none was set."
            raise StateInvalid(problem) from error
    for origin, rows in origins.items():
        if origin == here:
            await page.call(None, _WRITE, rows)
        elif root is not None:
            await _write_elsewhere(root, page.session, origin, rows)
    return StorageSummary(cookies=len(cookies), origins=tuple(origins))


async def clear_storage(context: PageContext) -> StorageSummary:
    """Remove all cookies, and everything that the page's own origin has stored in the browser."""
    session, origin = context.page.session, origin_of(context.page.url)
    count = len(await all_cookies(session))
    await session.send("Network.clearBrowserCookies")
    if not origin.startswith("http"):
        return StorageSummary(cookies=count, origins=())
    await session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    return StorageSummary(cookies=count, origins=(origin,))


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
        known = (
            {k: v for k, v in each.items() if k != "_crHasCrossSiteAncestor"}
            if (isinstance(each, dict))
            else each
        )
        try:
            cookies.append(to_cdp(known, f"cookie {number}"))
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
    root: Session, session: Session, origin: str, rows: list[dict[str, str]]
) -> None:
    """In a tab of our own, on an empty page that we answer with: the server is not asked."""
    asked: dict[str, Any] = {"url": "about:blank", "background": True}
    if known := session.target.get("browserContextId"):
        asked["browserContextId"] = known
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
            if tab is not None:  # the answer comes before it is done
                await within(CLOSING, tab.wait_ended())


async def _write(tab: Session, origin: str, rows: list[dict[str, str]]) -> None:
    empty = base64.b64encode(b"<!doctype html><title>viewmark</title>").decode()
    html = [{"name": "Content-Type", "value": "text/html"}]

    answers = TaskSet()

    async def answer(params: dict[str, Any]) -> None:
        fulfilled = {"requestId": params["requestId"], "responseCode": 200, "body": empty}
        with contextlib.suppress(ViewmarkError):  # the page may be gone already
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
