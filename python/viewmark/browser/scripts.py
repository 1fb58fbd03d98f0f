"""Calls the page scripts in the isolated world of a frame.

The modules of `viewmark/js` form two bundles (`script_files`); both extend the object `vm`, which
is created once per document. If a document lacks a bundle, the call is repeated with the bundle's
source prepended. Parameters are passed as call arguments, never as source text. The rules for
these script files are in `viewmark/js/README.md`.
"""

from __future__ import annotations

from typing import Any

from viewmark.browser.cdp.codec import decode
from viewmark.browser.cdp.errors import was_not_begun
from viewmark.browser.frames.table import Frame
from viewmark.browser.page_target import PageTarget, RemoteObject
from viewmark.browser.script_files import LOOKS, REST, ScriptBundle, script, with_scripts
from viewmark.errors import PageNavigated, ScriptFailed

_CALL = script("single/call")
# A reply with 50 elements takes 1.2 to 1.9 ms of the page's main thread if it is returned by value,
# but only 0.2 to 0.5 ms if it is returned as JSON text.
_CALL_FOR_TEXT = script("single/call_for_text")
_AS_TEXT = frozenset({"find", "describe", "domView", "readable", "recordsOf"})
"""Functions with large results, which are returned as JSON text."""
_CALL_WITH_NODES = script("single/call_with_nodes")
_SCRIPTS = script("single/scripts_themselves")
_ASKED_AGAIN = ("find", "facts", "settle")
"""Functions that are called again after a navigation, because they take no node IDs."""
_BUNDLES = {each.key: each for each in (LOOKS, REST)}


async def call(
    page: PageTarget, frame: Frame | None, name: str, *args: Any, timeout: float | None = None
) -> Any:
    """Call `vm.name(*args)` in a frame (None: the main frame); return the result by value.

    Raises:
        ScriptFailed: the function threw an exception.
        PageNavigated: the document was replaced during the call.
    """
    reply = await reply_of(page, frame, name, *args, timeout=timeout)
    return decode(reply) if name in _AS_TEXT and isinstance(reply, str) else reply


async def reply_of(
    page: PageTarget, frame: Frame | None, name: str, *args: Any, timeout: float | None = None
) -> Any:
    """Call a function like `call`; for functions with large results, return the JSON text."""
    function = _CALL_FOR_TEXT if name in _AS_TEXT else _CALL
    request = (name, name, list(args))
    for last in (not name.startswith(_ASKED_AGAIN), True):
        try:
            reply = await evaluate(page, frame, function, *request, by_value=True, timeout=timeout)
            return reply.get("value")
        except PageNavigated as error:  # the document is new, so the function did not run
            if last or not was_not_begun(error):
                raise
    raise AssertionError  # the second iteration returns or raises


async def run(
    page: PageTarget, frame: Frame | None, function: str, *args: Any, timeout: float | None = None
) -> Any:
    """Call the given function with `vm` and these arguments; return the result by value."""
    reply = await evaluate(page, frame, function, None, *args, by_value=True, timeout=timeout)
    return reply.get("value")


async def handle(page: PageTarget, frame: Frame | None) -> RemoteObject:
    """Return the object `vm` of a frame's isolated world."""
    reply = await evaluate(page, frame, _SCRIPTS, None)
    return RemoteObject(str(reply.get("objectId", "")))


async def evaluate(
    page: PageTarget, frame: Frame | None, function: str, name: str | None, *args: Any, **how: Any
) -> dict[str, Any]:
    """Call a function with `vm` and these arguments; return CDP's RemoteObject.

    Args:
        page: the browser tab.
        frame: the frame; None for the main frame.
        function: source of the function.
        name: name of the function that `vm` must have; None requires both bundles.
        *args: plain data or `RemoteObject`s.
        **how: options of `PageTarget.evaluate_in`.
    """
    world = await page.world(frame, timeout=how.get("timeout"))
    sent: ScriptBundle | None = None
    for _ in range(len(_BUNDLES) + 1):
        reply = await page.evaluate_in(world, with_scripts(function, sent), name, *args, **how)
        missing = reply.get("value")
        sent = _BUNDLES.get(missing) if isinstance(missing, str) else None
        if sent is None:
            return reply
        page.leave_in_new_documents(world, sent)
    raise ScriptFailed("The page scripts could not be loaded into the page.")


async def pass_objects(
    page: PageTarget, frame: Frame | None, name: str, object_ids: list[str]
) -> Any:
    """Call `vm.name(...)` with nodes of the frame's world by object ID; return the result."""
    handles = [RemoteObject(object_id) for object_id in object_ids]
    reply = await evaluate(page, frame, _CALL_WITH_NODES, name, name, *handles, by_value=True)
    return reply.get("value")


async def nodes(page: PageTarget, frame: Frame | None, ids: list[int]) -> list[str | None]:
    """Return the CDP object IDs of nodes, given by node ID; None for removed nodes.

    The object IDs belong to object group "" and end with the document. This takes two round trips.
    """
    if not ids:
        return []
    array = await evaluate(page, frame, _CALL_WITH_NODES, "nodes", "nodes", *ids)
    world = await page.world(frame)
    listed = await world.session.send(
        "Runtime.getProperties", {"objectId": array.get("objectId", ""), "ownProperties": True}
    )
    found: dict[str, str] = {}
    for entry in listed.get("result", ()):
        value = entry.get("value") or {}
        if isinstance(value.get("objectId"), str):
            found[str(entry.get("name"))] = value["objectId"]
    return [found.get(str(i)) for i in range(len(ids))]
