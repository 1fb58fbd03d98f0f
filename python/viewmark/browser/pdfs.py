"""Reads the PDFs of a page: gets bytes from the browser's viewer and caches parsed documents.

The viewer is an extension in a frame below the PDF's document. Below the viewer is the frame of the
plug-in, which receives the response as a stream. In the session of that frame, the browser starts
to store responses before the frame runs, so the bytes are exactly those shown, even for a submitted
form, a response that the server sends only once, or a blob. Pages without a PDF cause no extra
commands.
"""

from __future__ import annotations

import asyncio
import base64
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from typing import Any
from weakref import WeakKeyDictionary

from viewmark.background import within
from viewmark.browser import wire
from viewmark.browser.cdp.session import Session
from viewmark.browser.frames.table import Frame, Frames
from viewmark.errors import PdfUnreadable, ProtocolError, ViewmarkError
from viewmark.pdf.model import PdfDocument
from viewmark.pdf.reader import SIZE_LIMIT, read_pdf, require_reader

PDF = "application/pdf"
BEGIN_LIMIT = 15.0
"""Maximum seconds to wait for the request of a PDF viewer that started while we were attached."""
MISSED_LIMIT = 1.0
"""Maximum seconds to wait for the request of a PDF viewer that started before we attached."""
LOAD_LIMIT = 15.0
"""Maximum seconds to wait until all bytes of a PDF have arrived."""
KEPT = 3
"""Number of parsed documents in the cache, so that observing a long file again costs nothing."""
_STEP = 0.01
_KEEP = {"maxTotalBufferSize": SIZE_LIMIT, "maxResourceBufferSize": SIZE_LIMIT}
_CHUNK = 1 << 20
_SEEN = 100
_VIEWER = "chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/"


@dataclass(slots=True)
class _Stream:
    """The response body that a viewer loads."""

    request_id: str = ""
    length: str = ""
    """Content length according to the response headers."""
    over: asyncio.Event = field(default_factory=asyncio.Event)
    failed: str = ""


@dataclass(slots=True)
class Pdfs:
    """The known PDFs of one page."""

    frames: Frames
    streams: WeakKeyDictionary[Session, _Stream] = field(default_factory=WeakKeyDictionary)
    """Streams, keyed by the session of the plug-in's frame."""
    readings: OrderedDict[tuple[str, str, int, int | None], PdfDocument] = field(
        default_factory=OrderedDict
    )
    """Parsed documents, keyed by frame, document, first and last page; the oldest are dropped."""
    seen: OrderedDict[str, None] = field(default_factory=OrderedDict)
    """Documents that started while we were attached; the oldest are dropped."""
    passwords: dict[str, str] = field(default_factory=dict, repr=False)
    """Passwords that opened a document, keyed by document."""
    fetched: dict[str, tuple[bytes, str]] = field(default_factory=dict, repr=False)
    """Bytes of the one document that was requested again, with the reason, keyed by document."""

    def begins(self, session: Session, params: dict[str, Any]) -> list[Session]:
        """Note that a document has been loaded; return the sessions that must pause new frames.

        Sessions pause new frames only for PDFs, whose viewer creates the frame of the plug-in after
        the document has loaded. Pausing stays on and costs one round trip for each later frame.
        """
        frame = wire.record(params.get("frame"))
        if frame.get("mimeType") != PDF:
            return []
        if session.parent is not None:  # another client's session has no attached frames
            self.seen[str(frame.get("loaderId"))] = None
            while len(self.seen) > _SEEN:
                self.seen.popitem(last=False)
        # On a busy machine the viewer may exist before the event about the document arrives.
        fresh = [each for each in (session, *session.children) if not each.hold_children]
        for each in fresh:
            each.hold_children = True
        return fresh

    def on_join(self, child: Session) -> list[tuple[str, dict[str, Any]]]:
        """Return the commands to send to a new frame's session before the frame's scripts run."""
        depth = self._depth(child)
        if depth == 1:  # this session is the viewer's: pause the frame below it
            child.hold_children = True
        if depth != 2:
            return []
        stream = self.streams[child] = _Stream()

        def note_response(params: dict[str, Any]) -> None:
            response = wire.record(params.get("response"))
            if response.get("mimeType") == PDF:
                headers = wire.record(response.get("headers"))
                lengths = [v for k, v in headers.items() if k.lower() == "content-length"]
                stream.length = str(lengths[0]) if lengths else ""
                stream.request_id = str(params.get("requestId"))
                stream.failed = ""
                stream.over.clear()

        def note_end(params: dict[str, Any]) -> None:
            if params.get("requestId") == stream.request_id:
                stream.failed = str(params.get("errorText") or "")
                stream.over.set()

        child.on("Network.responseReceived", note_response)
        child.on("Network.loadingFinished", note_end)
        child.on("Network.loadingFailed", note_end)
        return [("Network.enable", _KEEP)]

    def _depth(self, child: Session) -> int:
        """Return a session's depth below the document of a PDF; 0 if it is not below one."""
        # the session's TargetInfo has it earlier than the frame table
        above = str(child.target.get("parentFrameId") or "")
        known = self.frames.get(child.target_id)
        frame = self.frames.get(above or (known.parent_id or "" if known else ""))
        if frame is not None and frame.url.startswith(_VIEWER):
            return 2
        for depth in (1, 2):
            if frame is not None and frame.mime == PDF:
                return depth
            frame = self.frames.parent_of(frame)
        return 0

    async def read(
        self,
        frame: Frame,
        redact: Callable[[str], str],
        *,
        first: int = 1,
        last: int | None = None,
        password: str | None = None,
    ) -> PdfDocument:
        """Read a PDF that is shown in a frame.

        Args:
            frame: the frame whose document is the PDF.
            redact: removes secrets from URLs.
            first: first page, starting from 1.
            last: last page; None for the end of the file.
            password: password of an encrypted file; remembered for this document.

        Raises:
            ExtraMissing: the PDF library is not installed.
            PdfUnreadable: the file is unavailable, not a PDF or damaged, or the password is wrong.
        """
        key = (frame.id, frame.loader_id, first, last)
        if (known := self.readings.get(key)) is not None and password is None:
            self.readings.move_to_end(key)
            return known
        require_reader()  # fail before megabytes are transferred
        data, remark = await self._bytes(frame)
        known_password = self.passwords.get(frame.loader_id, "") if password is None else password
        found = await read_pdf(data, first=first, last=last, password=known_password, redact=redact)
        if password is not None:
            self.passwords = {frame.loader_id: password}
        incomplete = (*found.incomplete, *remark)
        found = replace(found, url=redact(frame.url), incomplete=incomplete)
        self.readings[key] = found
        while len(self.readings) > KEPT:
            self.readings.popitem(last=False)
        return found

    async def _bytes(self, frame: Frame) -> tuple[bytes, tuple[str, ...]]:
        """Return the bytes of the file, and remarks about how they were obtained."""
        if (known := self.fetched.get(frame.loader_id)) is not None:
            return known[0], (known[1],)
        session, stream = await self._stream(frame)
        if session is None or stream is None:
            return await self._again(frame, _MISSED if frame.loader_id in self.seen else _ANEW)
        if not await within(LOAD_LIMIT, stream.over.wait()):
            raise PdfUnreadable(
                f"The PDF did not arrive within {LOAD_LIMIT:g} s.",
                hint="Wait for it, then read again.",
                reason="loading",
            ) from None
        try:
            params = {"requestId": stream.request_id}
            data = _decode_body(await session.send("Network.getResponseBody", params), "body")
        except ProtocolError as error:
            if stream.failed:
                return await self._again(frame, _HUNG_UP)
            raise PdfUnreadable(
                f"The browser does not have the PDF any more, or it has more than {SIZE_LIMIT:,} "
                "bytes.",
                hint="Reload the page, then read again.",
                reason="size",
            ) from error
        if stream.failed and stream.length != str(len(data)):
            return await self._again(frame, _HUNG_UP)
        return data, ()

    async def _again(self, frame: Frame, remark: str) -> tuple[bytes, tuple[str, ...]]:
        if await _answers_form(frame):
            raise _not_had("it answers a form, which is not sent twice")
        data = await _fetched_anew(frame)
        self.fetched = {frame.loader_id: (data, remark)}
        return data, (remark,)

    async def _stream(self, frame: Frame) -> tuple[Session | None, _Stream | None]:
        """Return the stream of a document's viewer; None if the viewer existed when we attached."""
        clock = asyncio.get_running_loop().time
        end = clock() + (BEGIN_LIMIT if frame.loader_id in self.seen else MISSED_LIMIT)
        while True:
            for viewer in self.frames.children(frame.id):
                for inner in self.frames.children(viewer.id):
                    stream = self.streams.get(inner.session)
                    if stream is not None and stream.request_id:
                        return inner.session, stream
            if clock() >= end:
                return None, None
            await asyncio.sleep(_STEP)


_ANEW = (
    "The PDF was open before viewmark was at the page, so its address was asked for once more "
    "(GET; from the browser's cache if it is there). If it came of a form, reload the page first."
)

_MISSED = (
    "The viewer had loaded the PDF before viewmark could listen to it, so its address was asked "
    "for once more (GET; from the browser's cache if it is there). If it came of a form, reload "
    "the page and read again."
)

_HUNG_UP = (
    "The viewer hung up when it had read the PDF, and the browser threw its bytes away, so its "
    "address was asked for once more (GET; from the browser's cache if it is there). If it came of "
    "a form, reload the page and read again."
)


async def _answers_form(frame: Frame) -> bool:
    """Return whether a tab's document is the response to a form submission.

    If it is, requesting its URL again may return a different document.
    """
    if frame.parent_id is not None:
        return False
    history = await frame.session.send("Page.getNavigationHistory", {})
    entries = wire.list_items(history.get("entries"))
    at = wire.whole(history.get("currentIndex"))
    entry = wire.record(entries[at]) if 0 <= at < len(entries) else {}
    return entry.get("transitionType") == "form_submit"


async def _fetched_anew(frame: Frame) -> bytes:
    """Request a PDF from its URL again, with its frame's cookies; use the cache if possible."""
    try:
        request = {"disableCache": False, "includeCredentials": True}
        params = {"frameId": frame.id, "url": frame.url.partition("#")[0], "options": request}
        reply = await frame.session.send("Network.loadNetworkResource", params)
        resource = wire.record(reply.get("resource"))
        handle = resource.get("stream")
        if resource.get("success") is not True or not isinstance(handle, str):
            name = resource.get("netErrorName") or resource.get("httpStatusCode") or "no answer"
            raise _not_had(str(name))
        return await _whole(frame.session, handle)
    except PdfUnreadable:
        raise
    except ViewmarkError as error:
        raise _not_had(error.code) from error


async def _whole(session: Session, handle: str) -> bytes:
    parts: list[bytes] = []
    size = 0
    try:
        while True:
            reply = await session.send("IO.read", {"handle": handle, "size": _CHUNK})
            parts.append(_decode_body(reply, "data"))
            size += len(parts[-1])
            if reply.get("eof") is True:
                break
            if size > SIZE_LIMIT:
                raise PdfUnreadable(f"The PDF has more than {SIZE_LIMIT:,} bytes.", reason="size")
    finally:
        await session.send("IO.close", {"handle": handle})
    data = b"".join(parts)
    if b"%PDF" not in data[:1024]:
        raise _not_had("its address has something else now")
    return data


def _not_had(why: str) -> PdfUnreadable:
    return PdfUnreadable(
        f"The bytes that the viewer got were missed, and cannot be had once more: {why}.",
        hint="Reload the page, then read again.",
        reason="loading",
    )


def _decode_body(reply: dict[str, Any], name: str) -> bytes:
    raw = str(reply.get(name, ""))
    if reply.get("base64Encoded") is True:
        return base64.b64decode(raw)
    return raw.encode("utf-8", "replace")


def shown_pdfs(frames: Frames) -> list[Frame]:
    """Return the frames whose document is a PDF, the main frame first; omit the viewer's frames."""
    found = [frame for frame in frames if frame.mime == PDF]
    inside = {each.id for frame in found for each in _below(frames, frame.id)}
    return [frame for frame in found if frame.id not in inside]


def pdf_remark(frames: Frames) -> tuple[str, ...]:
    """Return a remark for observations: the text and links of a PDF have no marks."""
    if not any(frame.mime == PDF for frame in frames):
        return ()
    shown = [f for f in shown_pdfs(frames) if f.parent_id is None or frames.children(f.id)]
    if not shown:
        return ()
    what = "This is a PDF" if shown[0].parent_id is None else "A frame shows a PDF"
    have = "have" if find_spec("pypdfium2") else 'need "viewmark[pdf]" for'
    return (f"{what}: nothing in it has a mark; text, snapshot, find {have} its words and links.",)


def _below(frames: Frames, frame_id: str) -> list[Frame]:
    found = list(frames.children(frame_id))
    for each in found:
        found += frames.children(each.id)
    return found
