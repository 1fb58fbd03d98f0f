"""The context of a page, which remembers its refs and the observations to which numbers refer.

Only this module creates page contexts; front ends (library, MCP) only store them.
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
"""Maximum number of observations whose mark numbers and coordinates actions can still use."""
_NO_WORKERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Network.enable", {"maxTotalBufferSize": 0, "maxResourceBufferSize": 0}),
    ("Network.setBypassServiceWorker", {"bypass": True}),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ObservationMemo:
    """Data of an observation to which later calls refer, without its screenshot."""

    frame_id: str
    epoch: str
    """CDP `loaderId` of the main document that was observed."""
    has_labels: bool = False
    """True if elements were numbered; plain screenshots have no numbers."""
    badges: dict[str, tuple[float, float, float, float]] = field(default_factory=dict)
    """Badge boxes in image px, keyed by ref, so that the next observation can keep their places."""
    image: tuple[int, int, float] | None = None
    """Width, height and scale of the screenshot; None if there is none."""
    view: Viewport | None = None
    """The viewport, used to reject coordinates after the page has scrolled."""
    is_shown: bool = True
    """True if the caller received the observation's numbers and screenshot."""
    is_area: bool = False
    """True if the screenshot does not show the viewport, so its points cannot be clicked."""
    digest: int = 0
    """Hash of the screenshot without marks, for `if_changed`; differs between processes."""


def _no_drawing(correlation_id: str, number: int) -> str:
    raise CorrelationExpired(f"This page has no drawing {correlation_id[:40]!r}.")


class PageContext:
    """The state that viewmark keeps for one page: refs, observations, settings, last action."""

    settles: bool = True
    """True if actions wait until the page is at rest before they report its changes."""

    def __init__(self, page: PageTarget, *, registry: PageRegistry | None = None) -> None:
        self.page = page
        """The page in the browser layer."""
        self.upload_folders: tuple[Path, ...] | None = None
        """Folders whose files may be uploaded; None: the current working folder."""
        self.is_pictured_elsewhere: Callable[[], bool] = bool
        """Function that returns True if a point may come from a screenshot of a different page."""
        self.offers = True
        """True if errors for a target given by text list similar elements. False while waiting for
        the target, because the whole page must be read for this list."""
        self.needs_frame_id = False
        """True if several indistinguishable clients observe the page. The newest observation may
        then belong to another client, so numbers and points require their `frame_id`."""
        self.registry = registry or PageRegistry()
        """Registry that assigns the refs of the page."""
        self.navigation_timeout = NAVIGATION_TIMEOUT
        """Default timeout of navigations, in seconds."""
        self.wait: str | float | None = None
        """Default of the option `wait` of `goto`."""
        self.changes: ChangeMode = "none"
        """Whether actions report changes of the page, and up to which length."""
        self.last_report = LastReport()
        """The state of the page on which the last report is based."""
        self.telemetry = Telemetry()
        """Console messages, errors and requests, once they are recorded (`page.records`)."""
        self.readings: OrderedDict[str, object] = OrderedDict()
        """Texts read from the page, kept so that they can be continued or compared (see
        `page.reading`).
        """
        self.met: ResolvedTarget | None = None
        """The target that the mouse has just reached, if hovering changed its text."""
        self.last_hit: ElementSummary | None = None
        """The element that the last action hit, typed into or chose from."""
        self.has_typed = False
        """True if the last action typed text."""
        self.awaits_pause = False
        """True if the last action sent text or files to the page, which it has to process."""
        self.is_hovering = False
        """True if the last action was a hover, which tooltips follow after a delay."""
        self.pause_s = PAUSE
        """Seconds to wait until the page starts to process the text or files of the last action."""
        self.renamed: list[tuple[str, str]] = []
        """Former and current text of the current action's targets whose text has changed."""
        self.drawn: str | None = None
        """ID of a drawing reported since the last observation; bare numbers then mean its marks."""
        self.listed: str | None = None
        """Name of a numbered list other than the marks, if one was returned since the last
        observation. Bare numbers are then ambiguous.
        """
        self.target_of_drawing: Callable[[str, int], str] = _no_drawing
        """Function that returns the ref or selector of a drawing's numbered mark; set by draw
        mode.
        """
        self._looks: OrderedDict[str, ObservationMemo] = OrderedDict()

    async def check_selectors(self, mask: Sequence[str]) -> None:
        """Validate, in the page, the selectors of elements to be masked in screenshots.

        Raises:
            InvalidSelector: a selector is invalid; nothing is changed.
        """
        if mask:
            await try_mask(self.page, mask)

    async def prepare_for_many(self) -> None:
        """Bypass service workers for requests of the tab, including out-of-process frames.

        All pages of an origin share its workers, so an unresponsive or broken worker would break
        all later pages of that origin. The tab is assumed to render even if it is not the active
        tab.
        """
        expect_frames(self.page)
        await Overrides.of(self.page).put("service workers", _NO_WORKERS)

    @property
    def recorder(self) -> Recorder:
        """The recorder of actions on the page."""
        return Recorder.of(self.page)

    def ref_of(self, summary: ElementSummary) -> str | None:
        """Return the ref of a reported element; None if the element has no ref."""
        return self.registry.ref_of((summary.frame_id, summary.loader_id, summary.node_id))

    @staticmethod
    def new_frame_id() -> str:
        """Create an unguessable observation ID, so that a page cannot forge one."""
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
        """Return the refs of observed elements, in the given order.

        Args:
            elements: the elements to name: those of the discovery, or more.
            found: the discovery of the observation.
            frame_id: the ID of the observation.
            refresh: as for `PageRegistry.observe`.
            again: as for `PageRegistry.observe`.
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

    def remember(self, look: ObservationMemo, *, is_attached: bool = False) -> None:
        """Keep an observation, and drop the oldest ones beyond the limit.

        Args:
            look: the observation.
            is_attached: True for a screenshot that was attached to another result.
        """
        self._looks[look.frame_id] = look
        if look.is_shown and not is_attached:
            self.last_report.is_known = False  # the caller has seen these changes
        if look.is_shown and look.has_labels:
            self.drawn = self.listed = None
        while len(self._looks) > LOOKS_KEPT:
            self._looks.popitem(last=False)

    @property
    def newest(self) -> ObservationMemo | None:
        """The latest shown observation that marked elements."""
        return next((look for look in self._shown_memos() if look.has_labels), None)

    @property
    def newest_picture(self) -> ObservationMemo | None:
        """The latest shown observation with a screenshot."""
        return next((look for look in self._shown_memos() if look.image), None)

    def _shown_memos(self) -> Iterator[ObservationMemo]:
        return (look for look in reversed(self._looks.values()) if look.is_shown)

    def has_look(self, frame_id: str) -> bool:
        """Return True if the observation with that ID belongs to this page and is still kept."""
        return frame_id in self._looks

    def look(self, frame_id: str | None = None) -> ObservationMemo:
        """Return the observation with that ID, or the newest observation without an ID.

        Raises:
            ElementNotFound: there is no such observation, or it is no longer kept.
        """
        last = next(self._shown_memos(), None)
        found = last if frame_id is None else self._looks.get(frame_id)
        if found is None:
            named = f"{frame_id[:40]!r} is unknown or too old" if frame_id else "was not made yet"
            message = f"The observation {named}; the last {LOOKS_KEPT} are kept."
            raise ElementNotFound(message, param="frame_id")
        return found


class PageCalls:
    """Base class of the mixins of `Page`, which share one `PageContext`."""

    def __init__(self, context: PageContext) -> None:
        self.context = context
