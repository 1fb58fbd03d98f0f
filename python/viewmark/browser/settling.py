"""Waits for the effects of an action to finish, so that the result describes the settled page.

After an input, effects have `RESPONSE` seconds to start. The wait then continues for those that
started: data requests, a loading document, finite animations, images and fonts in view, and any
other change, until the page stays the same for two frames and 60 ms (`js/act/settle.js`). Every
wait has a time limit. Endless activity is not awaited: event streams, polling, endless animations,
and changes that continued throughout an earlier wait.
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
"""Maximum seconds until effects of an action start. Users expect a reaction within 0.1 s, so pages
react by then."""
PAUSE = 0.4
"""Seconds for effects to start after typing or choosing files: pages that filter, suggest, validate
or read the input wait for a pause first.
"""
TOOLTIP = 0.8
"""Maximum seconds until something appears under a resting pointer; tooltips wait up to 0.7 s."""
LIMIT = 3.0
"""Maximum seconds to wait for requests and for a document that is loading."""
MOTION = 1.0
"""Maximum seconds to wait until changes and animations of a document end."""
PATIENCE = 0.2
"""Seconds by which a reply may exceed the time limit of its request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """The result of waiting for the page to settle."""

    settled: bool
    fonts: bool = False
    """Whether all fonts that the document uses are loaded."""
    images: int = 0
    """Number of images in view that are still loading."""
    layout: bool = False
    """Whether nothing changed for several frames."""
    transitions: int = 0
    """Number of running animations that end within seconds."""
    loaded: bool = False
    """Whether the document and its resources are loaded."""
    scripted: bool = False
    """Whether the document has scripts, which may still change the page."""
    requests: tuple[str, ...] = ()
    """Awaited requests that are still unfinished, for example `POST /upload 3.0 s`."""
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
    """The newest input to a tab, and how the tab settled after it."""

    at: float = 0.0
    """Time at which the input was sent, on the event loop's clock."""
    frames: tuple[Frame, ...] = ()
    """Frames that received the input."""
    rest: Settled | None = None
    rested_at: float = 0.0


def note_input(page: PageTarget, frames: Sequence[Frame]) -> None:
    """Record that input has just been sent to the given frames."""
    last = page.state.of(LastInput)
    last.at, last.frames, last.rest = asyncio.get_running_loop().time(), tuple(frames), None


def rested(page: PageTarget, since: float) -> Settled | None:
    """Return the last wait's result if it ended at or after `since` (event loop time), or None."""
    last = page.state.of(LastInput)
    return last.rest if last.rested_at >= since else None


def pending_requests(
    page: PageTarget, telemetry: Telemetry, before: Collection[str]
) -> tuple[Request, ...]:
    """Return unfinished requests that may change the visible page, except those in `before`.

    A request for a document has the document's loader ID as its request ID. If a frame already has
    that loader ID, the document is already shown. Its request is omitted, because the event that
    reports its end may be sent to another process's session and never arrive here.
    """
    shown = {frame.loader_id for frame in page.frames}
    return tuple(each for each in telemetry.awaited(before) if each.request_id not in shown)


class Settling:
    """Waits for the effects of an action; must be created before the action.

    Args:
        page: the browser tab.
        telemetry: recorder of the page's requests; without it, requests are not awaited.
        young_s: inputs and requests of the last `young_s` seconds also belong to the action.
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
        """Return the unfinished requests that the action started."""
        return pending_requests(self.page, self._telemetry, self._before)

    @property
    def is_over(self) -> bool:
        """Whether the time limit has been reached."""
        return asyncio.get_running_loop().time() >= self._end > 0

    async def wait(self, response_s: float = RESPONSE, *, opening_s: float = 0.0) -> Settled:
        """Wait until the page has settled, at most `LIMIT` seconds from the first call.

        Args:
            response_s: seconds after the input within which effects may start.
            opening_s: seconds to wait for a first effect.
        """
        loop, last = asyncio.get_running_loop(), self.page.state.of(LastInput)
        started = loop.time()
        self._end = self._end or started + LIMIT
        is_input = last.at >= self._begun - self._young_s
        response = response_s - (started - last.at if is_input or self._young_s else 0.0)
        frames = last.frames if is_input else ()
        rest = Settled(settled=False)
        # A page does not reply while its next document is pending, so the loop ends in that case.
        while (left := self._end - loop.time()) > 0 and self.page.pending.url is None:
            limit = min(MOTION, left)
            resting = settle(
                self.page,
                timeout_s=limit,
                response_s=response,
                opening_s=opening_s,
                frames=frames,
            )
            try:
                rest = await within(left + PATIENCE, resting) or rest
            except PageNavigated:
                continue
            except ViewmarkError:  # a dialog is open, or the page is unresponsive
                break
            response = opening_s = 0.0
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
        """Describe an unfinished request, for `Settled.requests`."""
        address = cut_address(self.page.redactor(request.url))
        return f"{request.method} {address} {self._telemetry.age(request):.1f} s"


async def settle(
    page: PageTarget,
    *,
    timeout_s: float = LIMIT,
    response_s: float = 0.0,
    opening_s: float = 0.0,
    frames: Sequence[Frame] = (),
) -> Settled:
    """Wait until fonts and images in view are loaded and nothing changes any more.

    Animations that end within a second are awaited too, except small decorations such as the
    fading colour of a button.

    Args:
        page: the browser tab.
        timeout_s: maximum seconds to wait, 0 to 60.
        response_s: minimum seconds to wait.
        opening_s: maximum seconds to wait for a first change.
        frames: further frames to wait for, in addition to the main frame.

    Raises:
        InvalidOption: `timeout_s` is out of range.
    """
    if not 0 <= timeout_s <= 60:
        raise InvalidOption(f"timeout_s must lie in 0..60, not {timeout_s!r}.", param="timeout_s")
    below = (each for each in frames if page.frames.get(each.id) is each)
    several = dict.fromkeys([page.main_frame, *below])
    how = (timeout_s * 1000, max(0.0, response_s) * 1000, opening_s * 1000)
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
    """Wait until the page's document is parsed, at most `timeout_s` seconds."""
    await scripts.call(page, None, "parsed", timeout_s * 1000, timeout=timeout_s + 5)
