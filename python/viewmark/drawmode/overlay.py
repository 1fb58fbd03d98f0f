"""Draw mode in the pages of one tab: the guard in every document, the overlay when it is wanted.

- The guard is registered for new documents, so it runs before the page's scripts; documents that
  are open already get it late, and say so (`early`): their own listeners may hear keys first.
- The overlay comes on activation only. Messages come by a binding that exists in our world alone;
  each carries a secret of this session, so that no other client of the browser can forge one.
- The world is that of the page scripts: what discovery calls element 17 is 17 here too.

Knows no store and no state machine; whoever makes an overlay gets its messages.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from viewmark.browser import script_files, scripts
from viewmark.drawmode.messages import OverlayMessage
from viewmark.errors import PageNavigated, ViewmarkError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from viewmark.browser.cdp.session import Session
    from viewmark.browser.frames.table import Frame
    from viewmark.browser.page_target import PageTarget, RemoteObject

__all__ = ["SHORTCUT", "Overlay", "OverlayShown"]

SHORTCUT: Final[dict[str, Any]] = {"code": "KeyD", "ctrl": True, "shift": True, "alt": False}
"""Ctrl+Shift+D, Cmd+Shift+D on a Mac. Browsers with a window give it to the page first."""

PARTS = (
    "theme",
    "host",
    "elements",
    "history",
    "anchor",
    "shapes",
    "announce",
    "editor",
    "toolbar",
    "marks",
    "walk",
    "input",
    "keyboard",
    "main",
)
"""The files of the overlay without `.js`, each after those that it takes from."""

MAX_MESSAGE = 1_000_000
"""Characters of one message; a mark with 2,000 points and 10,000 characters is far below."""

_log = logging.getLogger("viewmark.draw")


@dataclass(frozen=True, slots=True)
class OverlayShown:
    """What activation told."""

    ms: float
    """Time in the page, by its own clock."""
    early: bool
    """Whether the guard was there before the page's scripts."""
    already: bool
    """Whether the overlay was shown before; then nothing was done but a refresh of the numbers."""


@cache
def _overlay_source() -> str:
    blocks = "\n".join(f"{{\n{script_files.text(f'overlay/{name}')}\n}}" for name in PARTS)
    return (
        'function (vm) { "use strict"; const draw = globalThis.viewmarkDraw;\n'
        "if (draw.start) return; draw.vm = vm;\n" + blocks + "\n}"
    )


def _guard_source(config: Mapping[str, Any]) -> str:
    # A new document's script takes no arguments, so the settings travel as a JSON literal.
    literal = json.dumps(config, ensure_ascii=True)
    button = script_files.text("overlay/button") if config["button"] else ""
    return (
        '(() => { "use strict"; if (globalThis.viewmarkDraw) return;\n'
        f"const draw = globalThis.viewmarkDraw = {{ config: {literal}, timings: {{}} }};\n"
        f"{{\n{script_files.text('overlay/guard')}\n}}\n{{\n{button}\n}}\n}})()"
    )


class Overlay:
    """Draw mode in one tab.

    Args:
        page: the tab.
        on_message: called in the order of arrival; must not block.
        button: put a small toggle on every page (opt-in).
        shortcut: keys that toggle draw mode; see `SHORTCUT`.
    """

    def __init__(
        self,
        page: PageTarget,
        *,
        on_message: Callable[[Overlay, OverlayMessage], None],
        button: bool = False,
        shortcut: Mapping[str, Any] = SHORTCUT,
    ) -> None:
        self.page = page
        self.id = page.session.target_id or secrets.token_hex(8)
        """Names the tab."""
        self._on_message = on_message
        self._binding = "vm" + secrets.token_hex(8)
        self._nonce = secrets.token_hex(16)
        self._config = {
            "binding": self._binding,
            "nonce": self._nonce,
            "shortcut": dict(shortcut),
            "button": button,
        }
        self._armed: dict[Session, str] = {}
        self._off: list[Callable[[], None]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._seen: dict[str, int] = {}

    @property
    def armed(self) -> bool:
        """Whether the shortcut works on the tab."""
        return bool(self._armed)

    async def arm(self) -> None:
        """Install the guard in all documents of the tab, now and in future; twice is once."""
        await self._arm(self.page.session)
        await asyncio.gather(*(self._arm(s) for s in self._frame_sessions()))

    async def _arm(self, session: Session) -> None:
        is_frame = session is not self.page.session
        if session in self._armed or (is_frame and session.ended):
            return
        self._armed[session] = ""
        self._off.append(session.on("Runtime.bindingCalled", self._called))
        self._off.append(session.on("Target.attachedToTarget", self._child_came))
        world = self.page.world_name
        try:
            # Without Runtime.enable the binding is not there, also not in later documents.
            answers = await asyncio.gather(
                session.send("Runtime.enable"),
                session.send(
                    "Runtime.addBinding", {"name": self._binding, "executionContextName": world}
                ),
                session.send(
                    "Page.addScriptToEvaluateOnNewDocument",
                    {
                        "source": _guard_source(self._config),
                        "worldName": world,
                        "runImmediately": True,
                    },
                ),
            )
        except ViewmarkError:
            self._armed.pop(session, None)
            if not is_frame:
                raise
            return  # a frame that is gone already
        self._armed[session] = str(answers[2].get("identifier", ""))

    def _frame_sessions(self) -> set[Session]:
        return {frame.session for frame in self.page.frames} - {self.page.session}

    def _child_came(self, _params: dict[str, Any]) -> None:
        async def follow() -> None:
            with contextlib.suppress(ViewmarkError):
                await self.page.settle_frames()
                await asyncio.gather(*(self._arm(s) for s in self._frame_sessions()))

        task = asyncio.get_running_loop().create_task(follow())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def disarm(self) -> None:
        """Take everything away, as far as the tab still answers."""
        with contextlib.suppress(ViewmarkError):
            await self.hide()
        for off in self._off:
            off()
        self._off.clear()
        for session, identifier in self._armed.items():
            with contextlib.suppress(ViewmarkError):
                await session.send(
                    "Page.removeScriptToEvaluateOnNewDocument", {"identifier": identifier}
                )
                await session.send("Runtime.removeBinding", {"name": self._binding})
        self._armed.clear()
        for frame in self.page.frames:
            with contextlib.suppress(ViewmarkError):
                await self.page.call(frame, _REMOVE_GUARD)
        for task in tuple(self._tasks):
            task.cancel()

    # Messages ----------------------------------------------------------------------------------

    def _called(self, params: dict[str, Any]) -> None:
        payload = params.get("payload")
        if params.get("name") != self._binding or not isinstance(payload, str):
            return
        if len(payload) > MAX_MESSAGE:
            _log.warning("a message of %d characters was dropped", len(payload))
            return
        try:
            data = json.loads(payload)
        except (ValueError, RecursionError):
            return
        if not isinstance(data, dict):
            return
        nonce, document, number, kind = (data.get(k) for k in ("n", "d", "s", "t"))
        if not isinstance(nonce, str) or not secrets.compare_digest(
            nonce.encode("utf-8", "replace"), self._nonce.encode()
        ):
            _log.warning("a message without the session's secret was dropped")
            return
        if not (isinstance(document, str) and isinstance(number, int) and isinstance(kind, str)):
            return
        if number <= self._seen.get(document, -1):
            return  # sent again by somebody who listened
        if len(self._seen) > 1_000:
            self._seen.clear()
        self._seen[document] = number
        self._on_message(self, OverlayMessage(kind, data, document))

    # What can be asked of the page --------------------------------------------------------------

    async def show(self, config: Mapping[str, Any]) -> OverlayShown:
        """Show the overlay in the main frame, or refresh it where it is shown.

        Args:
            config: `marks` (as the overlay sent them), `labels`, `count`, `prompt`, `overall`,
                `singleKeys`.
        """
        await self.load(None)
        reply = await self.page.call(None, _START, dict(config))
        data = reply if isinstance(reply, dict) else {}
        ms = data.get("ms")
        return OverlayShown(
            ms=float(ms) if isinstance(ms, (int, float)) else 0.0,
            early=data.get("early") is True,
            already=data.get("already") is True,
        )

    async def load(self, frame: Frame | None) -> None:
        """Have the overlay's functions in a frame, without showing anything."""
        for last in (False, True):
            vm = await scripts.handle(self.page, frame)
            try:
                await self.page.evaluate(frame, _overlay_source(), vm)
            except PageNavigated:
                if last:
                    raise
            else:
                return

    async def hide(self) -> bool:
        """Remove the overlay and all that belongs to it; whether it was there."""
        return await self.page.call(None, _STOP) is True

    async def sync(self, facts: Mapping[str, Any]) -> None:
        """Tell the overlay the session's numbers and count."""
        await self.page.call(None, _SYNC, dict(facts))

    async def veil(self, on: bool) -> None:  # the one thing it says
        """Hide the overlay for a picture, and show it again."""
        await self.page.call(None, _VEIL, on)

    async def anchors(self) -> Sequence[Mapping[str, Any]]:
        """`{id, state, rect}` of the marks that the page shows."""
        reply = await self.page.call(None, _ANCHORS)
        return [a for a in reply if isinstance(a, dict)] if isinstance(reply, list) else []

    async def finish(self) -> None:
        """Finish as if Done had been pressed: words under way are kept."""
        await self.page.call(None, _FINISH)

    async def under(self, frame: Frame, rect: Mapping[str, float]) -> Sequence[Mapping[str, Any]]:
        """Elements of a frame under a rectangle in that frame's own CSS px."""
        await self.load(frame)
        reply = await self.page.call(frame, _UNDER, dict(rect))
        return [a for a in reply if isinstance(a, dict)] if isinstance(reply, list) else []

    async def detail(
        self, frame: Frame | None, *, key: str, selector: str, print: str
    ) -> Mapping[str, Any] | None:
        """Everything about one element now; None when it is gone."""
        vm: RemoteObject = await scripts.handle(self.page, frame)
        source = "function (vm, ...rest) { return (" + _function("detail") + ")(vm, ...rest); }"
        reply = await self.page.call(frame, source, vm, key, selector, print)
        return reply if isinstance(reply, dict) else None


_START = """function (config) { return globalThis.viewmarkDraw.start(config); }"""
_STOP = """function () { return globalThis.viewmarkDraw?.stop?.() ?? false; }"""
_SYNC = """function (facts) { globalThis.viewmarkDraw?.sync?.(facts); }"""
_VEIL = """function (on) { return globalThis.viewmarkDraw?.veil?.(on); }"""
_ANCHORS = """function () { return globalThis.viewmarkDraw?.anchors?.() ?? []; }"""
_FINISH = """function () { globalThis.viewmarkDraw?.finish?.("done"); }"""
_UNDER = """function (rect) {
  return globalThis.viewmarkDraw.under(rect).map(({hit}) => hit);
}"""
_REMOVE_GUARD = """function () {
  const draw = globalThis.viewmarkDraw;
  if (!draw) return;
  draw.stop?.();
  draw.unbutton?.();
  draw.unlisten();
  delete globalThis.viewmarkDraw;
}"""


def _function(name: str) -> str:
    """A file whose last expression is one function, without its head of comments."""
    source = script_files.text(f"overlay/{name}")
    return source[source.index("\n(") + 1 :].strip().rstrip(";")
