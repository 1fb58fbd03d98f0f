"""Looks that are known to be true still: the last one of a page at rest, kept until it changes.

A look of before is the look of now if nothing changed since, which is not taken from one witness:

1. **frames**: Chromium delivered none since but what captures made, and it is so old that the
   frame of a change between its measuring and its picture would be here (`LiveFrames.settle_s`,
   by what frames take on this machine now);
2. **the map**: the page is asked anew, and every box, state, name and line of text is equal, or it
   knows by signs of its own that they are (`discovery/kept.py`);
3. **signs**: Chromium computed no style and no layout since before it, no document saw a mutation,
   event, animation, font, file, image, style sheet or scroll, the definitions of gradients,
   filters and the like read as they did, and none shows what only paint changes: a canvas, a
   playing video, a GIF, SVG that animates itself, custom highlights;
4. **we** sent nothing that may change a page so lately that its frame may be under way still.

Else the look is taken as ever. After a change, once the page rests, one look is taken ahead, so
that the next one finds it. Pictures are captures in any case, at most `age_ms` old.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from viewmark.background import beside, outlived
from viewmark.browser.capture.layout_shift import detect_shifts
from viewmark.browser.capture.live_frames import LiveFrames
from viewmark.browser.capture.rest import LASTING, UNREADY, is_styled_as, unrest, watch_rest
from viewmark.browser.capture.style_work import end_counting
from viewmark.browser.discovery.discover import discover
from viewmark.browser.page_lock import is_free
from viewmark.errors import ViewmarkError
from viewmark.page.capture_size import capture_within
from viewmark.page.seen import blank_in

if TYPE_CHECKING:
    from viewmark.browser.capture.rest import Watch
    from viewmark.browser.capture.screenshot import Capture
    from viewmark.browser.discovery.discover import Discovery
    from viewmark.imaging import Annotated
    from viewmark.page.context import PageContext
    from viewmark.page.observe_options import ObserveOptions

__all__ = ["KeptLook", "Live", "LiveLooks", "covers", "discovered"]

Live = Literal["auto", "off", "on"]
"""Whether looks may be kept: where they are frequent, never, or always."""

FREQUENT_S = 5.0
"""Seconds between two looks that count as frequent."""
REST_S = 0.15
"""Seconds after the last frame at which a look is taken ahead."""
MOST_AHEAD = 3
"""Looks taken ahead for each one that somebody asked for."""
_LOOKS = "page.live_looks"  # our note in page.memo


@dataclass(slots=True)
class KeptLook:
    """A look of a page at rest."""

    options: ObserveOptions
    covered: tuple[tuple[str, ...], bool]
    """`mask` and `show_secrets` of that moment."""
    watch: Watch
    """The documents note their first change since before it began."""
    began: float
    ended: float
    """By the event loop's clock."""
    found: Discovery
    shot: Capture
    blank: frozenset[int] = frozenset()
    """Positions of what is found and not seen in the picture."""
    marked: Annotated | None = None
    labels: list[str] | None = None
    """Of `marked`."""


class LiveLooks:
    """The kept look of one page, and what tells that it is true."""

    def __init__(self, context: PageContext) -> None:
        self.context = context
        self.kept: KeptLook | None = None
        self.frames = LiveFrames(context.page)
        self.frames.on_change = self._changed
        self.frames.on_end = lambda: end_counting(context.page)
        self._asked_at = -FREQUENT_S
        self._newest: ObserveOptions | None = None
        self._ahead = 0
        self._timer: asyncio.TimerHandle | None = None
        self._taking = False
        self._is_wanted = False

    @classmethod
    def of(cls, context: PageContext) -> LiveLooks:
        """The one of a page."""
        known = context.page.memo.get(_LOOKS)
        if not isinstance(known, LiveLooks):
            known = context.page.memo[_LOOKS] = cls(context)
        return known

    def asked(self, options: ObserveOptions) -> bool:
        """Note that somebody looks; whether looks of this page are kept now.

        Frames begin with `begin` only, after the look: while they start, held animations creep on.
        """
        mode: Live = self.context.page.live
        now = asyncio.get_running_loop().time()
        is_frequent = now - self._asked_at <= FREQUENT_S
        self._asked_at, self._newest, self._ahead = now, _key(options), 0
        self._is_wanted = False
        if mode == "off":
            if self.frames.since is not None:
                self.frames.stop()
            return False
        # What another client has painted over a page, such as a highlight, has no sign at all.
        if self.context.page.is_shared or (mode == "auto" and not is_frequent):
            return False
        self._is_wanted = True
        return self.frames.since is not None

    def begin(self) -> None:
        """The look was taken, and nothing moved in it: go on with frames if they are wanted."""
        if self._is_wanted:
            self.frames.wanted()

    async def find(self, options: ObserveOptions) -> tuple[KeptLook, Discovery] | None:
        """The kept look, with the page measured anew, if it shows the page of now."""
        kept = self.kept
        if kept is None or not self._is_current(kept) or kept.options != _key(options):
            return None
        if asyncio.get_running_loop().time() - kept.ended < self.frames.settle_s:
            return None
        found = await discovered(self.context, options)
        reason = "changed"
        if _same(found, kept.found):
            reason = await unrest(self.context.page, kept.watch)
        if not reason:
            return (kept, found) if self._is_current(kept) else None
        if reason == UNREADY:
            return None
        self.kept = None
        if reason in LASTING:
            self.frames.pause()
        return None

    def is_wanted(self, options: ObserveOptions) -> bool:
        """Whether a look that is taken now should be kept: not where one is about to be true."""
        kept = self.kept
        return kept is None or kept.options != _key(options) or not self._is_current(kept)

    def keep(self, kept: KeptLook) -> None:
        """Keep a look that was just taken."""
        self.kept = replace(kept, options=_key(kept.options))

    def _is_current(self, kept: KeptLook) -> bool:
        page, frames = self.context.page, self.frames
        now, settle = asyncio.get_running_loop().time(), frames.settle_s
        return (
            frames.since is not None
            and frames.since < kept.began
            and frames.changed_at < kept.began <= frames.came_at  # its own frame came
            and now - page.touched_at >= settle
            and kept.shot.epoch == page.epoch
            and kept.covered == (page.mask, page.show_secrets)
        )

    # Ahead -------------------------------------------------------------------------------------

    def _changed(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(REST_S, lambda: outlived(self._take_ahead()))

    async def _take_ahead(self) -> None:
        options, page = self._newest, self.context.page
        if options is None or self._taking or self._ahead >= MOST_AHEAD or page.closed:
            return
        if self.frames.since is None or not is_free(page):
            return
        self._ahead += 1
        self._taking = True
        try:
            with contextlib.suppress(ViewmarkError):
                await self._take(options)
        finally:
            self._taking = False

    async def _take(self, options: ObserveOptions) -> None:
        context = self.context
        watch = await watch_rest(context.page)
        if watch is None:
            return
        began = asyncio.get_running_loop().time()
        shooting = capture_within(
            context, options.resolution, format=options.format, quality=options.quality
        )
        async with beside(shooting) as taking:
            found = await discovered(context, options)
            shot = await taking
        ended = asyncio.get_running_loop().time()
        shifted, is_same = await asyncio.gather(
            detect_shifts(context.page, found.elements, look=found.number, since=shot.since),
            is_styled_as(context.page, watch),
        )
        if is_same and not shifted:
            blank = await asyncio.to_thread(blank_in, found, shot)
            self.keep(KeptLook(options, covers(context), watch, began, ended, found, shot, blank))


async def discovered(
    context: PageContext,
    options: ObserveOptions,
    *,
    max_annotations: int | None = None,
    regions: bool = False,
) -> Discovery:
    """What the options ask to be found; see `discover`.

    With a picture to come, it may be undecided what is painted.
    """
    return await discover(
        context.page,
        target=options.target,
        selector=options.selector,
        max_annotations=max_annotations or options.max_annotations,
        include_occluded=options.include_occluded,
        regions=regions,
        pictured=options.annotate,
    )


def covers(context: PageContext) -> tuple[tuple[str, ...], bool]:
    """What decides about covers in pictures."""
    return (context.page.mask, context.page.show_secrets)


def _key(options: ObserveOptions) -> ObserveOptions:
    """The options without what no picture depends on."""
    return replace(options, since=None, settle=False, backend_node_ids=False)


def _same(one: Discovery, other: Discovery) -> bool:
    return replace(one, timings={}) == replace(other, timings={})
