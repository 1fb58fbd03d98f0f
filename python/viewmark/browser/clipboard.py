"""The clipboard of a headless browser, read and written in a hidden tab.

A headless browser has its own clipboard, separate from the system clipboard. It contains what pages
and keys copied. In the hidden tab, content is pasted by the browser's own editing command, so no
page needs a clipboard permission, and no page function is called. A browser with a window uses the
system clipboard with the user's content, which viewmark never touches.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from viewmark.background import quietly, within
from viewmark.browser import wire
from viewmark.browser.cdp.session import Session
from viewmark.browser.script_files import script
from viewmark.errors import ViewmarkError

LIMIT = 1_000_000
"""Maximum number of characters of the clipboard that are read or written in each format."""
PATIENCE = 10.0
_EVENT = script("single/clipboard_event")


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a clipboard, in the formats plain text and HTML."""

    text: str = field(repr=False)
    html: str = field(default="", repr=False)
    types: tuple[str, ...] = ()
    """MIME types of all contents; `Files` for images."""


_is_own: WeakKeyDictionary[Session, bool] = WeakKeyDictionary()


async def has_own_clipboard(root: Session) -> bool:
    """Return whether the browser is headless, so that it does not use the system clipboard."""
    if root not in _is_own:
        # If the session belongs to another client, that client may not forward the command.
        answer = wire.record(await quietly(root.send("Browser.getVersion")))
        _is_own[root] = "HeadlessChrome/" in str(answer.get("userAgent", ""))
    return _is_own[root]


async def read_clipboard(root: Session) -> Contents | None:
    """Read the browser's clipboard; return None if it cannot be read."""
    return await _in_a_tab(root, "paste", {})


async def write_clipboard(root: Session, text: str, html: str = "") -> bool:
    """Write to the browser's clipboard; return whether it succeeded."""
    contents = {"text/plain": text[:LIMIT]} | ({"text/html": html[:LIMIT]} if html else {})
    return await _in_a_tab(root, "copy", contents) is not None


async def _in_a_tab(root: Session, event: str, contents: dict[str, str]) -> Contents | None:
    # The hidden tab is not shown or listed anywhere, and is closed when the session ends, if not
    # before.
    params = {"url": "about:blank", "hidden": True, "background": True}
    try:
        target = {"targetId": (await root.send("Target.createTarget", params))["targetId"]}
    except (ViewmarkError, KeyError):
        return None
    try:
        tab = await root.attach(target["targetId"])
        return await within(PATIENCE, _happening(tab, event, contents))
    except ViewmarkError:
        return None
    finally:
        await quietly(root.send("Target.closeTarget", target))


async def _happening(tab: Session, event: str, contents: dict[str, str]) -> Contents:
    await tab.send("Emulation.setFocusEmulationEnabled", {"enabled": True})
    world = await tab.send("Runtime.evaluate", {"expression": script("single/global_object")})
    call: dict[str, Any] = {
        "objectId": wire.record(world.get("result")).get("objectId"),
        "functionDeclaration": _EVENT,
        "arguments": [{"value": event}, {"value": contents}, {"value": LIMIT}],
    }
    await tab.send("Runtime.callFunctionOn", call)
    await tab.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", "commands": [event]})
    waiting = {"expression": "clipboardContents", "awaitPromise": True, "returnByValue": True}
    reply = await tab.send("Runtime.evaluate", waiting)
    answer = wire.record(wire.record(reply.get("result")).get("value"))
    types = tuple(str(each)[:100] for each in wire.list_items(answer.get("types"))[:50])
    return Contents(str(answer.get("text") or ""), str(answer.get("html") or ""), types)
