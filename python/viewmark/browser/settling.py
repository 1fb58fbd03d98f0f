"""Waits until the effects of an action have ended, before a result describes the page.

After an input, `RESPONSE` seconds are left for effects to begin. Then it waits for those that
began: requests for data, a loading document, finite animations, images and fonts in view, and any
other change of the page, until the page stays the same for two frames and 60 ms
(`js/act/settle.js`). All of this has a limit. Activity that never ends is not waited for: event
streams, polling, endless animations, and changes that went on through a whole earlier wait.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from viewmark.background import gather_answers, within
from viewmark.browser import scripts, wire
from viewmark.browser.frames.table import Frame
from viewmark.browser.page_target import PageTarget
from viewmark.browser.telemetry import Request, Telemetry
from viewmark.errors import InvalidOption, PageNavigated, ViewmarkError
from viewmark.text import cut_address

RESPONSE = 0.1
"""Seconds within which users expect a reaction, so pages react by then."""
PAUSE = 0.4
"""Seconds until a reaction begins after text or files: pages that filter, suggest, validate or read
them wait for a pause in the input.
"""
LIMIT = 3.0
"""Maximum seconds for requests and the loading of a document."""
MOTION = 1.0
"""Maximum seconds to wait for a document that changes and animates."""
PATIENCE = 0.2
"""Seconds that a reply may take beyond the limit in its request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """Result of waiting for the page to rest."""

    settled: bool
    fonts: bool = False
    """Whether no font is loading."""
    images: int = 0
    """Number of images in view that are still loading."""
    layout: bool = False
    """Whether nothing changed for some frames."""
    transitions: int = 0
    """Running animations that end within seconds."""
    loaded: bool = False
    """Whether the document and its resources are loaded."""
    scripted: bool = False
    """Whether the document has scripts, so that more may change."""
    requests: tuple[str, ...] = ()
    """Unfinished requests that it waited for: `POST /upload 3.0 s`."""
    ms: float = 0.0

    @property
    def pending(self) -> tuple[str, ...]:
        """Activity that may still change the page."""
        parts = [*self.requests]
        parts += [] if self.loaded or not self.ms else ["the document loads"]
        if self.transitions:
            parts.append(
                "a transition" if self.transitions == 1 else f"{self.transitions} transitions"
            )
        return tuple(parts)


@dataclass(slots=True)
class LastInput:
    """The newest input to a tab, and how the tab came to rest after it."""

    at: float = 0.0
    """Time on the event loop's clock at which it was sent."""
    frames: tuple[Frame, ...] = ()
    """Frames that navigated."""
    rest: Settled | None = None
    rested_at: float = 0.0


def note_input(page: PageTarget, frames: Sequence[Frame]) -> None:
    """Record that an input was sent to these frames just now."""
    last = page.state.of(LastInput)
    last.at, last.frames, last.rest = asyncio.get_running_loop().time(), tuple(frames), None


def rested(page: PageTarget, since: float) -> Settled | None:
    """Result of a wait that ended after that time of the event loop; None if there was none."""
    last = page.state.of(LastInput)
    return last.rest if last.rested_at >= since else None


def pending_requests(
    page: PageTarget, telemetry: Telemetry, before: Collection[str]
) -> tuple[Request, ...]:
    """Unfinished requests that may change the visible page, except those of `before`.

    The id of a document's request is that of its loader. If a frame has that loader, it shows the
    document already; its end may be reported to another process, so it is left out.
    """
    shown = {frame.loader_id for frame in page.frames}
    return tuple(each for each in telemetry.awaited(before) if each.request_id not in shown)


class Settling:
    """Wait for the effects of an action; create it before the action.

    Args:
        page: the page.
        telemetry: recorder of its requests; without it requests are not waited for.
        young_s: inputs and requests of the last so many seconds also belong to the action.
    """

    def __init__(
        self, page: PageTarget, telemetry: Telemetry | None = None, *, young_s: float = 0.0
    ) -> None:
        self.page = page
        self._telemetry = telemetry or Telemetry()
        self._young_s = young_s
        self._before = self._telemetry.open_ids(young_s)
        self._telemetry.begin_act()
        self._begun = asyncio.get_running_loop().time()
        self._end = 0.0

    def pending_requests(self) -> Sequence[Request]:
        """Unfinished requests that the action began."""
        return pending_requests(self.page, self._telemetry, self._before)

    @property
    def is_over(self) -> bool:
        """Whether there is no time left to wait."""
        return asyncio.get_running_loop().time() >= self._end > 0

    async def wait(self, response_s: float = RESPONSE) -> Settled:
        """Wait until the page is at rest, at most `LIMIT` seconds from the first call.

        Args:
            response_s: seconds after the input within which effects may begin.
        """
        loop, last = asyncio.get_running_loop(), self.page.state.of(LastInput)
        started = loop.time()
        self._end = self._end or started + LIMIT
        is_input = last.at >= self._begun - self._young_s
        response = response_s - (started - last.at if is_input or self._young_s else 0.0)
        frames = last.frames if is_input else ()
        rest = Settled(settled=False)
        # A page does not reply while its next document is pending.
        while (left := self._end - loop.time()) > 0 and self.page.pending.url is None:
            resting = settle(
                self.page, timeout_s=min(MOTION, left), response_s=response, frames=frames
            )
            try:
                rest = await within(left + PATIENCE, resting) or rest
            except PageNavigated:
                continue
            except ViewmarkError:  # a dialog, or a hung page
                break
            response = 0.0
            if rest.loaded and not self.pending_requests():
                break
            answered = self._telemetry.answered
            while self.pending_requests() and (left := self._end - loop.time()) > 0:
                answered.clear()
                await within(left, answered.wait())
        self._telemetry.end_act()
        requests = tuple(map(self._words, self.pending_requests()))
        rest = replace(rest, requests=requests, settled=rest.settled and not requests)
        last.rest, last.rested_at = rest, loop.time()
        return rest

    def _words(self, request: Request) -> str:
        """Description of an unfinished request."""
        address = cut_address(self.page.redactor(request.url))
        return f"{request.method} {address} {self._telemetry.age(request):.1f} s"


async def settle(
    page: PageTarget,
    *,
    timeout_s: float = LIMIT,
    response_s: float = 0.0,
    frames: Sequence[Frame] = (),
) -> Settled:
    """Wait until fonts and images in view are loaded and nothing changes.

    It also waits for animations that end within a second, except for small decorations such as the
    fading colour of a button.

    Args:
        page: the page.
        timeout_s: maximum seconds, 0 to 60.
        response_s: minimum seconds.
        frames: frames to wait for besides the main one.

    Raises:
        InvalidOption: the limit is out of range.
    """
    if not 0 <= timeout_s <= 60:
        raise InvalidOption(f"timeout_s must lie in 0..60, not {timeout_s!r}.", param="timeout_s")
    below = (each for each in frames if page.frames.get(each.id) is each)
    several = dict.fromkeys([page.main_frame, *below])
    how = (timeout_s * 1000, max(0.0, response_s) * 1000)
    replies = await gather_answers(
        *(scripts.call(page, each, "settle", *how, timeout=timeout_s + 5) for each in several)
    )
    if isinstance(replies[0], ViewmarkError):
        raise replies[0]
    main, *others = map(wire.record, replies)
    return Settled(
        settled=main.get("settled") is True and all(each.get("settled", True) for each in others),
        fonts=main.get("fonts") is True,
        images=wire.whole(main.get("images")),
        layout=main.get("layout") is True,
        transitions=sum(wire.whole(each.get("transitions")) for each in (main, *others)),
        loaded=main.get("loaded") is True,
        scripted=main.get("scripted") is True,
        ms=wire.number(main.get("ms")),
    )


async def until_parsed(page: PageTarget, *, timeout_s: float) -> None:
    """Wait until the document of the page is parsed, at most that many seconds."""
    await scripts.call(page, None, "parsed", timeout_s * 1000, timeout=timeout_s + 5)
