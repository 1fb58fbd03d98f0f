"""The desk: takes a call, has it done, and gives the answer; no SDK, no transport.

Every failure becomes an error answer with code, sentence and hint; no traceback reaches a model.
Settings of `configure` hold for the process, as the newest protocol knows no sessions.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from viewmark.attach_policy import AttachPolicy, TokenBucket
from viewmark.drawmode.controller import DrawMode
from viewmark.errors import (
    ConnectionLost,
    DialogOpen,
    ElementNotFound,
    InternalError,
    InvalidOption,
    TabNotFound,
    ViewmarkError,
)
from viewmark.mcp.content import Answer, Picture, compact, error_text
from viewmark.mcp.parameters import TOOLS
from viewmark.mcp.schema import validate
from viewmark.mcp.settings import Settings, preset_for
from viewmark.mcp.tabs import Tabs
from viewmark.mcp.tools import analyze, configure, generate, interact, observe
from viewmark.page.attach import QUALITY, attach_picture

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from viewmark.mcp.tabs import OpenTab
    from viewmark.page.observation import Observation
    from viewmark.redaction import Redactor

__all__ = ["Dispatcher"]

PICTURES_KEPT = 6
"""Observations whose clean and marked picture can be read as resources."""

_log = logging.getLogger("viewmark.mcp")
_DIALOG = (
    "interact keypress Enter accepts it, Escape dismisses it; "
    "type with text and submit: true answers a prompt."
)
_RECOVERY = {
    "dialog_open": ("interact", {"what": "keypress", "key": "Escape"}),
    "ref_stale": ("observe", {"what": "page", "annotate_screenshot": True}),
    "ref_ambiguous": ("observe", {"what": "page", "annotate_screenshot": True}),
    "element_not_found": ("observe", {"what": "page", "annotate_screenshot": True}),
    "tab_not_found": ("observe", {"what": "tabs"}),
}


class Dispatcher:
    """State of one server process."""

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        redactor: Redactor | None = None,
    ) -> None:
        self.settings = settings or Settings()
        self.clock = clock
        armed = self._arm if self.settings.draw else None
        self.tabs = Tabs(self.settings, on_open=armed, redactor=redactor)
        self.attach_policy = AttachPolicy()
        self.attach_quality = QUALITY
        self.bucket = TokenBucket()
        self.draw_mode = DrawMode()
        """What humans draw; the store of record of this process."""
        self.client = ""
        """Name of the client that called last."""
        self._pictures: OrderedDict[str, tuple[str, str]] = OrderedDict()
        self._tools = {tool.name: tool for tool in TOOLS}
        self._handlers: dict[str, Callable[..., Awaitable[Answer]]] = {
            "observe": observe.run,
            "interact": interact.run,
            "analyze": analyze.run,
            "configure": configure.run,
            "generate": generate.run,
        }

    async def call(
        self,
        name: str,
        arguments: Mapping[str, Any] | None,
        *,
        progress: Callable[[float, str], Awaitable[None]] | None = None,
        client: str = "",
    ) -> Answer:
        """Do what a client asks.

        Args:
            name: the tool.
            arguments: its parameters, as they came.
            progress: tells the client how far a long call is.
            client: the client's own name, for its preset.
        """
        self.client = client or self.client
        what, args = "", dict[str, Any]()
        try:
            tool = self._tools.get(name)
            if tool is None:
                known = ", ".join(self._tools)
                raise InvalidOption(f"There is no tool {name[:60]!r}; there are {known}.")
            what, args = validate(tool, arguments)
            answer = await self._handlers[name](self, what, args, progress)
        except ViewmarkError as error:
            answer = self._failed(error)
        except OSError as error:
            answer = self._failed(InternalError(f"{name} failed: {error.strerror or error}."))
        except asyncio.CancelledError:
            raise
        except Exception:
            _log.exception("%s %s failed", name, what)
            answer = self._failed(InternalError(f"{name} {what} failed inside viewmark."))
        answer = await self._with_picture(name, what, args, answer)
        await self.tabs.learn(args.get("tab_id"))
        # The one door: whatever a tool says, addresses lose their secrets here.
        notes = tuple(map(self.redactor, answer.notes))
        text = self.redactor(answer.text).encode("utf-8", "replace").decode()  # no half characters
        return replace(answer, text=text, notes=notes)

    @property
    def redactor(self) -> Redactor:
        """Takes secrets out of addresses."""
        return self.tabs.redactor

    def _failed(self, error: ViewmarkError) -> Answer:
        recovery = _RECOVERY.get(error.code)
        if isinstance(error, DialogOpen):
            error = DialogOpen(error.message, hint=_DIALOG, **error.data)
        if isinstance(error, ConnectionLost):
            error = ConnectionLost(error.message, hint="The next call opens a new browser.")
        return Answer(text=error_text(error, recovery=recovery), failed=True)

    async def _with_picture(
        self, name: str, what: str, args: dict[str, Any], answer: Answer
    ) -> Answer:
        wanted = args.get("include_screenshot")
        if wanted is None:
            wanted = self.attach_policy.wants(tool=name, what=what, failed=answer.failed)
        if not wanted or answer.picture is not None:
            return answer
        page = None
        if self.tabs.running:
            try:
                tab = await self.tabs.tab(args.get("tab_id"))
                self.tabs.check(tab)
                page = tab.page.browser_page
            except ViewmarkError:
                page = None
        taken = await attach_picture(
            page,
            self.attach_policy,
            now=self.clock(),
            quality=self.attach_quality,
            max_base64=self.picture_budget,
        )
        picture = None if taken.base64 is None else Picture(base64=taken.base64, format="jpeg")
        return replace(answer, attached=picture, notes=(*answer.notes, *taken.notes))

    @property
    def picture_budget(self) -> int:
        """Base64 characters that one picture may take for this client."""
        return self.settings.max_base64 or preset_for(self.client).max_base64

    def images_for(self, client: str) -> Literal["allow", "omit"]:
        """Whether that client is sent image blocks."""
        if self.settings.images in ("allow", "omit"):
            return "allow" if self.settings.images == "allow" else "omit"
        return "allow" if self.settings.images == "path" else preset_for(client).images

    # Pictures as resources -------------------------------------------------------------------

    def keep_pictures(self, seen: Observation) -> tuple[tuple[str, str, str], ...]:
        """Keep both pictures of an observation; their links."""
        if seen.base64 is None or seen.clean_base64 is None or seen.image_info is None:
            return ()
        self._pictures[seen.frame_id] = (seen.base64, seen.clean_base64)
        while len(self._pictures) > PICTURES_KEPT:
            self._pictures.popitem(last=False)
        mime = f"image/{seen.image_info.format}"
        return tuple(
            (f"viewmark://picture/{seen.frame_id}/{kind}", f"{kind} {seen.frame_id}", mime)
            for kind in ("marked", "clean")
        )

    def resources(self) -> list[tuple[str, str, str]]:
        """The pictures that can be read: (uri, name, MIME type)."""
        return [
            (f"viewmark://picture/{frame_id}/{kind}", f"{kind} {frame_id}", _mime(data))
            for frame_id, pair in self._pictures.items()
            for kind, data in zip(("marked", "clean"), pair, strict=True)
        ]

    def read_resource(self, uri: str) -> tuple[str, str]:
        """Base64 text and MIME type of a picture.

        Raises:
            InvalidOption: it is not kept (any more).
        """
        parts = uri.removeprefix("viewmark://picture/").split("/")
        pair = self._pictures.get(parts[0])
        if len(parts) != 2 or pair is None or parts[1] not in ("marked", "clean"):
            raise InvalidOption(
                f"There is no picture {uri[:120]!r}; the last {PICTURES_KEPT} are kept."
            )
        data = pair[parts[1] == "clean"]
        return data, _mime(data)

    # Draw mode -------------------------------------------------------------------------------

    async def _arm(self, tab: OpenTab) -> None:
        """Let a human start draw mode on that tab by its shortcut."""
        await self.draw_mode.attach(tab.page.context)

    async def start_drawing(self, tab: OpenTab, prompt: str) -> Answer:
        """Show the overlay on a tab, or tell that it is there already."""
        started = await self.draw_mode.start(tab.page.context, prompt=prompt)
        told = {
            "status": started.status,
            "correlation_id": started.correlation_id,
            "annotation_count": started.annotation_count,
            "next": "analyze annotations with wait:true and this correlation_id",
        }
        if started.warnings:
            told["warnings"] = list(started.warnings)
        return Answer(text=compact(told))

    async def stop_drawing(self) -> Answer:
        """End draw mode; what was drawn is kept for `analyze`."""
        session = await self.draw_mode.stop()
        told = {
            "status": "stopped",
            "correlation_id": session.id,
            "next": "analyze annotations with this correlation_id",
        }
        return Answer(text=compact(told))

    def drawn_target(self, tab: OpenTab, aim: dict[str, Any]) -> dict[str, Any]:
        """A number of a drawing (`label`, and the drawing as `frame_id`) as what it means.

        Raises:
            CorrelationExpired: no such drawing any more.
            ElementNotFound: it has no such number, or nothing lies under that mark.
            TabNotFound: the mark was drawn on another tab.
        """
        drawing, label = str(aim.get("frame_id", "")), aim.get("label")
        if label is None or not drawing.startswith("dm_"):
            return aim
        marks = self.draw_mode.store.session(drawing).annotations()
        if label > len(marks):
            raise ElementNotFound(
                f"The drawing has {len(marks)} marks, none is number {label}.", param="label"
            )
        mark = marks[label - 1]
        if mark.page_id != tab.id:
            raise TabNotFound(f"Mark {label} was drawn on tab {mark.page_id}.", param="tab_id")
        hit = next((each for each in mark.elements if each.relation != "near"), None)
        if hit is None:
            raise ElementNotFound(
                f"No element lies under mark {label}.",
                hint="Use its rect with x, y and coordinates: 'css'.",
                param="label",
            )
        rest = {k: v for k, v in aim.items() if k not in ("label", "frame_id")}
        return rest | ({"ref": hit.ref} if hit.ref else {"selector": hit.selector})

    async def close(self) -> None:
        """End what was started."""
        await self.draw_mode.close()
        await self.tabs.close()


def _mime(data: str) -> str:
    return "image/jpeg" if data.startswith("/9j/") else "image/png"
