"""The memory of one page: its refs, and the observations that labels refer to.

The one place where a page's memory is wired; faces (library, MCP) only hold contexts.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from viewmark.browser.actions.results import ElementSummary
from viewmark.browser.capture.mask import try_mask
from viewmark.browser.capture.screenshot import expect_frames
from viewmark.browser.discovery.discovery import Discovery
from viewmark.browser.emulation.overrides import Overrides
from viewmark.browser.page_target import PageTarget
from viewmark.browser.settling import PAUSE
from viewmark.browser.telemetry import Telemetry
from viewmark.defaults import NAVIGATION_TIMEOUT
from viewmark.elements.model import Element
from viewmark.errors import CorrelationExpired, ElementNotFound
from viewmark.geometry import Viewport
from viewmark.page.changes import ChangeMode, LastReport
from viewmark.page.recorder import Recorder
from viewmark.page.resolved_target import ResolvedTarget
from viewmark.refs.registry import PageRegistry, RefAssignment

LOOKS_KEPT = 20
"""Observations whose labels and coordinates can still be used."""
_NO_WORKERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Network.enable", {"maxTotalBufferSize": 0, "maxResourceBufferSize": 0}),
    ("Network.setBypassServiceWorker", {"bypass": True}),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ObservationMemo:
    """Part of an observation that later calls refer to; the picture itself is not kept."""

    frame_id: str
    epoch: str
    """The main document it showed."""
    has_labels: bool = False
    """Whether elements were numbered; a plain picture has none."""
    badges: dict[str, tuple[float, float, float, float]] = field(default_factory=dict)
    """Badges by ref in image px, so that they stay where they were."""
    image: tuple[int, int, float] | None = None
    """Width, height and scale of the picture; None without one."""
    view: Viewport | None = None
    """Where the page was scrolled to, so that old coordinates are not used on a scrolled page."""
    is_shown: bool = True
    """Whether somebody got its numbers and its picture."""
    is_area: bool = False
    """Whether the picture shows less or more than the viewport; points in it are not pressed."""
    digest: int = 0
    """Hash of the unmarked picture, for "unchanged since"; means nothing in another process."""


def _no_drawing(correlation_id: str, number: int) -> str:
    raise CorrelationExpired(f"This page has no drawing {correlation_id[:40]!r}.")


class PageContext:
    """The memory of one page."""

    settles: bool = True
    """Whether actions that report what they changed wait for that until the page rests."""

    def __init__(self, page: PageTarget, *, registry: PageRegistry | None = None) -> None:
        self.page = page
        """The page itself."""
        self.upload_folders: tuple[Path, ...] | None = None
        """Folders whose files may be uploaded; None: the current working folder."""
        self.is_pictured_elsewhere: Callable[[], bool] = bool
        """Whether there is a picture of another page that a point could have been read from."""
        self.offers = True
        """Whether the error of a target in words lists what has those words; not while waiting for
        it: that reads the whole page."""
        self.needs_frame_id = False
        """Whether observations come from several indistinguishable clients: the newest one need not
        belong to the sender of a label or a point, so these need its id."""
        self.registry = registry or PageRegistry()
        """Refs of the page."""
        self.navigation_timeout = NAVIGATION_TIMEOUT
        """Seconds that a navigation may take where its call does not say it."""
        self.wait: str | float | None = None
        """Default of `goto(wait=)`."""
        self.changes: ChangeMode = "none"
        """Whether actions report what they changed on the page."""
        self.last_report = LastReport()
        """The reading that the last report was made of."""
        self.telemetry = Telemetry()
        """Console, errors and requests, once recorded (`page.records`)."""
        self.readings: OrderedDict[str, object] = OrderedDict()
        """Texts that were read and can be read on; see `page.reading`."""
        self.met: ResolvedTarget | None = None
        """The target that the mouse came to a moment ago, and whose words became others then."""
        self.last_hit: ElementSummary | None = None
        """Element that the last action hit."""
        self.has_typed = False
        """Whether it typed there."""
        self.awaits_pause = False
        """Whether it gave the page a text or files to work on."""
        self.pause_s = PAUSE
        """Seconds in which something may begin then."""
        self.renamed: list[tuple[str, str]] = []
        """Former and present words of the targets of the current action."""
        self.drawn: str | None = None
        """Drawing reported since the last observation: a bare number means its annotation."""
        self.listed: str | None = None
        """Other list that was numbered since the last observation: a bare number is ambiguous
        then."""
        self.target_of_drawing: Callable[[str, int], str] = _no_drawing
        """The ref or selector under a numbered mark of a drawing; set by draw mode."""
        self._looks: OrderedDict[str, ObservationMemo] = OrderedDict()

    async def check_selectors(self, mask: Sequence[str]) -> None:
        """Ask the page whether it takes the selectors of a mask.

        Raises:
            InvalidSelector: one is none; nothing is changed.
        """
        if mask:
            await try_mask(self.page, mask)

    async def prepare_for_many(self) -> None:
        """Let no service worker answer requests of the tab, in frames of other processes neither.

        Storage is shared, and one that is silent or broken would spoil all later pages of its
        origin. The tab is taken to draw frames by itself, as one in front of its window does.
        """
        expect_frames(self.page)
        await Overrides.of(self.page).put("service workers", _NO_WORKERS)

    @property
    def recorder(self) -> Recorder:
        """Recorder of the actions on the page."""
        return Recorder.of(self.page)

    def ref_of(self, summary: ElementSummary) -> str | None:
        """The ref of an element that a result tells of, where it has one."""
        return self.registry.ref_of((summary.frame_id, summary.loader_id, summary.node_id))

    @staticmethod
    def new_frame_id() -> str:
        """An id that nobody can guess: a page must not be able to forge one."""
        return f"f_{secrets.token_urlsafe(9)}"

    def name(
        self,
        elements: Sequence[Element],
        found: Discovery,
        *,
        frame_id: str,
        refresh: bool = False,
        again: bool = False,
    ) -> Sequence[RefAssignment]:
        """The refs of the elements of a look, in the order given.

        Args:
            elements: what is to be named; all or more than what was found.
            found: the discovery of that look.
            frame_id: of the look.
            refresh: as in `PageRegistry.observe`.
            again: likewise.
        """
        view = found.viewport
        return self.registry.observe(
            elements,
            frame_id=frame_id,
            epoch=self.page.epoch,
            url=found.url,
            scroll=(view.scroll_x, view.scroll_y),
            refresh=refresh,
            again=again,
        )

    def remember(self, look: ObservationMemo) -> None:
        """Keep a look; the oldest goes."""
        self._looks[look.frame_id] = look
        if look.is_shown:
            self.last_report.is_known = False  # what it shows is no news
        if look.is_shown and look.has_labels:
            self.drawn = self.listed = None
        while len(self._looks) > LOOKS_KEPT:
            self._looks.popitem(last=False)

    @property
    def newest(self) -> ObservationMemo | None:
        """The last look that marked elements and was shown."""
        return next((look for look in self._shown_memos() if look.has_labels), None)

    @property
    def newest_picture(self) -> ObservationMemo | None:
        """The last look with a picture that was shown."""
        return next((look for look in self._shown_memos() if look.image), None)

    def _shown_memos(self) -> Iterator[ObservationMemo]:
        return (look for look in reversed(self._looks.values()) if look.is_shown)

    def has_look(self, frame_id: str) -> bool:
        """Whether that observation is of this page and still kept."""
        return frame_id in self._looks

    def look(self, frame_id: str | None = None) -> ObservationMemo:
        """The look with that id, or the newest.

        Raises:
            ElementNotFound: there is none, or it is too old.
        """
        last = next(self._shown_memos(), None)
        found = last if frame_id is None else self._looks.get(frame_id)
        if found is None:
            named = f"{frame_id[:40]!r} is unknown or too old" if frame_id else "was not made yet"
            message = f"The observation {named}; the last {LOOKS_KEPT} are kept."
            raise ElementNotFound(message, param="frame_id")
        return found


class PageCalls:
    """Calls of `Page` that share its memory; its parts derive from this."""

    def __init__(self, context: PageContext) -> None:
        self.context = context
