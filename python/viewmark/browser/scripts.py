"""Loads page scripts into the isolated world of a frame and calls their functions.

The files of `viewmark/js` become two function expressions: what a look at the page needs, and, on
the first call that needs more, the rest. The result, the frozen object `vm`, stays in the world,
and we keep its object id. Parameters travel as call arguments, never as text. See
`viewmark/js/README.md` for the law of those files.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from viewmark.browser import wire
from viewmark.browser.cdp.codec import decode
from viewmark.browser.cdp.errors import names_foreign_object
from viewmark.browser.page_target import RemoteObject
from viewmark.browser.script_bundles import LOOKS, REST
from viewmark.browser.script_files import script
from viewmark.errors import PageNavigated, ProtocolError, ScriptFailed

if TYPE_CHECKING:
    from viewmark.browser.frames.table import Frame
    from viewmark.browser.page_target import PageTarget
    from viewmark.browser.script_bundles import ScriptBundle

_FOR_LOOKS = frozenset(
    {
        "adopt",
        "areGone",
        "delegate",
        "describe",
        "facts",
        "find",
        "learnInternals",
        "listen",
        "meets",
        "nodeCount",
        "nodes",
        "possibleHosts",
        "regionsOf",
    }
    | {"secretNames", "shifts", "showsSecrets", "track", "unlisten"}
)
"""What a look at the page calls. To load the rest takes 2 to 3 ms in a process that has not."""
_CALL = script("single/call")
# 50 elements by value cost the page's thread 1.2 to 1.9 ms more, as JSON text 0.2 to 0.5.
_CALL_FOR_TEXT = script("single/call_for_text")
_AS_TEXT = frozenset({"find", "describe", "domView", "learnInternals", "readable", "recordsOf"})
"""Functions with large answers."""
_FIRST = frozenset({"facts", "showsSecrets"})
"""What can be asked together with loading: without numbers of nodes, answered at once."""
_CALL_WITH_NODES = script("single/call_with_nodes")


@dataclass(slots=True)
class LoadedScripts:
    """The page scripts in one document."""

    for_observation: RemoteObject | None = None
    """What looks call."""
    complete: RemoteObject | None = None
    """The object with everything."""


async def handle(page: PageTarget, frame: Frame | None) -> RemoteObject:
    """The object `vm` of a frame's world, for `page.call` with a function of the caller's own."""
    for last in (False, True):
        observing = await handle_for_observation(page, frame)
        known = (await page.world(frame)).state.of(LoadedScripts).complete
        if known is not None:
            return known
        try:
            return (await _load(page, frame, REST, observing))[0]
        except (ProtocolError, PageNavigated) as error:
            if last or not names_foreign_object(error):  # a new document came between the two
                raise
    raise AssertionError  # the second round returns or raises


async def handle_for_observation(page: PageTarget, frame: Frame | None) -> RemoteObject:
    """As `handle`, but only the part that looks at the page is certain to be there."""
    known = (await page.world(frame)).state.of(LoadedScripts).for_observation
    if known is not None:
        return known
    return (await _load(page, frame, LOOKS, None))[0]


async def _handle_for(page: PageTarget, frame: Frame | None, name: str) -> RemoteObject:
    return await (handle_for_observation if name in _FOR_LOOKS else handle)(page, frame)


async def _load(
    page: PageTarget,
    frame: Frame | None,
    bundle: ScriptBundle,
    payload: Any,
    *question: Any,
    timeout: float | None = None,
) -> tuple[RemoteObject, dict[str, Any]]:
    """The scripts in the page, and CDP's RemoteObject with the answer to a first question."""
    object_id, answer = None, {}
    world = await page.world(frame)
    has_question = bool(question)
    if page.gives_documents(world.session, bundle):
        answer = await page.evaluate(
            frame, bundle.left_there, payload, *question, own=has_question, timeout=timeout
        )
        object_id = answer.get("objectId")
    if not isinstance(object_id, str):  # a document from before, or one that begins without scripts
        answer = await page.evaluate(
            frame, bundle.sent, payload, *question, own=has_question, timeout=timeout
        )
        object_id = answer.get("objectId")
    if not isinstance(object_id, str):
        raise ScriptFailed("The page scripts could not be loaded into the page.")
    world = await page.world(frame)
    loaded, made = world.state.of(LoadedScripts), RemoteObject(object_id)
    if bundle is LOOKS:
        loaded.for_observation = made = loaded.for_observation or made
    else:
        loaded.complete = made = loaded.complete or made
    return made, answer


async def call(
    page: PageTarget, frame: Frame | None, name: str, *args: Any, timeout: float | None = None
) -> Any:
    """Call `vm.name(*args)` in a frame (None: the main frame); the result by value.

    Raises:
        ScriptFailed: the function threw.
        PageNavigated: the document went away meanwhile.
    """
    reply = await reply_of(page, frame, name, *args, timeout=timeout)
    return decode(reply) if name in _AS_TEXT and isinstance(reply, str) else reply


async def reply_of(
    page: PageTarget, frame: Frame | None, name: str, *args: Any, timeout: float | None = None
) -> Any:
    """As `call`; of functions with large answers their JSON text."""
    function = _CALL_FOR_TEXT if name in _AS_TEXT else _CALL
    world = await page.world(frame, timeout=timeout)  # which a frame that hangs is not given
    if name in _FIRST and world.state.of(LoadedScripts).for_observation is None:
        _, answer = await _load(page, frame, LOOKS, None, name, list(args), timeout=timeout)
        if (text := _first_answer(answer)) is not None:
            return decode(text)
    for last in (False, True):
        vm = await _handle_for(page, frame, name)
        try:
            return await page.call(frame, function, vm, name, list(args), timeout=timeout)
        except (ProtocolError, PageNavigated) as error:
            # A new document came between loading and calling: the function has not run, and
            # numbers of nodes in `args` mean nothing there, so only questions about the page
            # itself are asked again.
            if last or not names_foreign_object(error) or not name.startswith(_ASKED_AGAIN):
                raise _navigation_error(error) from error
    raise AssertionError  # the second round returns or raises


def _first_answer(answer: dict[str, Any]) -> str | None:
    """The JSON text that came with the scripts; None if the browser does not tell it."""
    for each in wire.list_items(wire.record(answer.get("deepSerializedValue")).get("value")):
        name, value = each if isinstance(each, list) and len(each) == 2 else ("", None)
        text = wire.record(value).get("value")
        if name == "first" and isinstance(text, str):
            return text
    return None


async def pass_objects(
    page: PageTarget, frame: Frame | None, name: str, object_ids: list[str]
) -> Any:
    """Call `vm.name(...)` with live nodes of that frame's world; the result by value."""
    vm = await _handle_for(page, frame, name)
    try:
        handles = [RemoteObject(object_id) for object_id in object_ids]
        return await page.call(frame, _CALL_WITH_NODES, vm, name, *handles)
    except ProtocolError as error:
        raise _navigation_error(error) from error


async def nodes(page: PageTarget, frame: Frame | None, ids: list[int]) -> list[str | None]:
    """CDP object ids of remembered nodes; None for those that are gone.

    They belong to object group "" and go with the document; two round trips, however many.
    """
    if not ids:
        return []
    vm = await handle_for_observation(page, frame)
    try:
        array = await page.evaluate(frame, _CALL_WITH_NODES, vm, "nodes", *ids)
        world = await page.world(frame)
        listed = await world.session.send(
            "Runtime.getProperties", {"objectId": array.get("objectId", ""), "ownProperties": True}
        )
    except ProtocolError as error:
        raise _navigation_error(error) from error
    found: dict[str, str] = {}
    for entry in listed.get("result", ()):
        value = entry.get("value") or {}
        if isinstance(value.get("objectId"), str):
            found[str(entry.get("name"))] = value["objectId"]
    return [found.get(str(i)) for i in range(len(ids))]


_ASKED_AGAIN = ("find", "facts", "settle")


def _navigation_error(error: ProtocolError | PageNavigated) -> Exception:
    """An object of a document that is gone is a navigation, not a refusal."""
    if isinstance(error, ProtocolError) and names_foreign_object(error):
        return PageNavigated("The document went away while its elements were looked at.")
    return error
