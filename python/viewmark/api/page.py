"""The public page: observations, screenshots, waiting, navigation.

The options of every call are declared explicitly, so that editors, type checkers and generators of
tool schemas can read them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from viewmark.api.acting import Acting
from viewmark.api.comparing import Comparing
from viewmark.api.drawing import DrawingSession, read_saved
from viewmark.browser.downloads import Download, downloads_of
from viewmark.browser.page_target import PageTarget
from viewmark.drawmode.controller import DrawMode
from viewmark.page.act_clipboard import Clipboard
from viewmark.page.act_drag import Dragging
from viewmark.page.act_forms import Forms
from viewmark.page.act_hold import Holding
from viewmark.page.act_scroll_until import Searching
from viewmark.page.act_upload import Drops
from viewmark.page.change_report import changes_now
from viewmark.page.changes import ChangeMode, Changes, check_mode
from viewmark.page.context import PageContext
from viewmark.page.detail import Details
from viewmark.page.emulate import Emulation
from viewmark.page.evaluate import Scripting
from viewmark.page.evidence import Recording
from viewmark.page.find import Search
from viewmark.page.navigate import Traveling
from viewmark.page.observation import Observation
from viewmark.page.observe import observe
from viewmark.page.observe_options import ObserveOptions, PictureOptions
from viewmark.page.page_tools import OfferedTools
from viewmark.page.read_pdf import PdfReading
from viewmark.page.reading import Reading
from viewmark.page.records import Logs
from viewmark.page.screenshot import Screenshot, screenshot
from viewmark.page.storage import Storage
from viewmark.page.traffic import Traffic
from viewmark.page.trees import Inspection
from viewmark.secrets.covers import check_mask
from viewmark.unknown_options import checked, suggests_names, takes


@suggests_names
class Page(
    Acting,
    Forms,
    Holding,
    Dragging,
    Drops,
    Searching,
    Clipboard,
    Inspection,
    Logs,
    Reading,
    Search,
    Details,
    Traveling,
    PdfReading,
    Scripting,
    OfferedTools,
    Recording,
    Emulation,
    Traffic,
    Storage,
    Comparing,
):
    """One tab, together with viewmark's refs and earlier observations of it.

    Actions take a number (`3`), a ref (`"@submitBtn"`), a selector (`"#save"`) or a point
    (`viewmark.at(10, 20)`). They send input only once the target has stopped moving and can be
    reached, and report which element was hit.
    """

    def __init__(self, page: PageTarget) -> None:
        self.context = PageContext(page)
        """State that viewmark keeps for the page, for code that builds tools on it."""
        self._draw_mode: DrawMode | None = None
        self._release: Callable[[], Awaitable[None]] | None = None
        """Function that detaches viewmark from another library's page; None for viewmark's own
        pages.
        """

    def __repr__(self) -> str:
        page = self.context.page
        state = ", closed" if page.closed else ""
        return f"<Page {page.redactor(page.url)}, tab {page.session.target_id}{state}>"

    @property
    def changes(self) -> ChangeMode:
        """Whether results of actions report changes of the page (`ActionResult.changes`).

        `none`, the default: no report and no extra cost; `auto`: up to 1,500 characters; `full`:
        up to 20,000.
        """
        return self.context.changes

    @changes.setter
    def changes(self, mode: ChangeMode) -> None:
        self.context.changes = check_mode(mode)

    @property
    def settles(self) -> bool:
        """Whether results with changes (`changes`) wait until the page is at rest.

        On by default: an action waits at most 3 s for the requests, animations and other activity
        that it started; `Changes.under_way` lists what is still pending then. Programs that wait
        for their own condition can turn this off to get the current state at once. If `changes` is
        `none`, the library's default, an action waits only for a navigation that it started.
        """
        return self.context.settles

    @settles.setter
    def settles(self, value: bool) -> None:
        self.context.settles = value

    async def changed(self) -> Changes | None:
        """Return the changes since the last report of an action; None if `changes` is `none`.

        Without an earlier report, these are all lines of the page. None while a dialog is open.
        """
        return await changes_now(self.context)

    @property
    def upload_folders(self) -> tuple[Path, ...]:
        """Folders whose files may be uploaded or dropped; by default the current working folder.

        Files are never uploaded if their name, or the name of a folder below the allowed one,
        begins with a dot. Symbolic links are judged by their targets.
        """
        folders = self.context.upload_folders
        return (Path.cwd(),) if folders is None else folders

    @upload_folders.setter
    def upload_folders(self, folders: Sequence[str | Path]) -> None:
        several = [folders] if isinstance(folders, (str, Path)) else folders
        self.context.upload_folders = tuple(Path(each).absolute() for each in several)

    @property
    def downloads(self) -> tuple[Download, ...]:
        """Downloads of the page so far, oldest first; entries of running downloads are updated."""
        kept = downloads_of(self.context.page)
        return tuple(kept.of(self.context.page)) if kept is not None else ()

    @property
    def browser_page(self) -> PageTarget:
        """The page in the browser layer: frames, isolated worlds, raw CDP."""
        return self.context.page

    @property
    def url(self) -> str:
        """URL of the main document, not redacted, for programs; read without a round trip.

        The URL may contain a secret from a form. URLs in results (observations, drawings, errors)
        are redacted; to show or log this one, use `browser_page.redactor(page.url)`.
        """
        return self.context.page.url

    @property
    def mask(self) -> tuple[str, ...]:
        """Selectors of elements to cover in every screenshot of the page (see `browser.mask`)."""
        return self.context.page.mask

    @mask.setter
    def mask(self, selectors: Sequence[str]) -> None:
        self.context.page.mask = check_mask(selectors)

    @property
    def show_secrets(self) -> bool:
        """Whether screenshots show filled secret fields, which are covered by default.

        Secret fields contain passwords (even while the page reveals them), one-time codes, payment
        cards, keys or tokens; they are recognized by type, `autocomplete`, name or label. Texts in
        results never contain their values.
        """
        return self.context.page.show_secrets

    @show_secrets.setter
    def show_secrets(self, shown: bool) -> None:
        self.context.page.show_secrets = bool(shown)

    @property
    def closed(self) -> bool:
        """True if the tab or the connection is closed."""
        return self.context.page.closed

    @takes(ObserveOptions)
    async def observe(self, options: ObserveOptions) -> Observation:  # noqa: D417
        """Observe the page.

        Args:
            annotate: take a picture and mark the elements on it.
            target: which elements to mark.
            selector: CSS selector of elements to mark; with `target="custom"`.
            within: mark only elements inside this one; see `Target`.
            exclude: CSS selector of elements that are neither marked nor listed, with their
                contents.
            max_annotations: maximum number of elements, 1 to 500. `auto`: up to 200 controls, then
                elements with weaker evidence while the lines stay below some 6,000 characters.
                Every region of the page keeps a share; `left_out` lists the omitted elements.
            label_format: text of the badges.
            style: appearance of the marks.
            format: format of the picture.
            quality: maximum JPEG quality, 1 to 100.
            max_base64: maximum length of the picture as base64 text.
            max_tokens: maximum tokens of the picture for a model; limits the picture's size.
            token_model: the model family whose tokens are counted.
            max_side: maximum side of the picture, image px, 100 to 16,000. Models refuse
                conversations with many pictures if one is longer than 2,000.
            scale: size of the picture: image px per CSS px, or `device` for the screen's scale.
            include: more about each element: `occluded`: also list covered elements;
                `ref_history`: all former refs; `backend_node_ids`: CDP's `BackendNodeId`, by which
                other clients of the browser find the element; `styles`: computed colours, font,
                border and opacity, as comparisons use them.
            settle: wait (bounded) for fonts, images in view, animations that end soon and a
                stable layout first.
            refs: `fresh`: rename elements for which a better name exists; `none`: identify them by
                label only.
            since: `frame_id` of an earlier observation with which to report the difference.
            if_changed: `frame_id` of an earlier observation or screenshot: omit the picture if the
                page still looks the same (`image` is None).
            area: what to observe: the viewport, `page` (all of it, which is scrolled and receives
                scroll events), a region, an element; see `Area`. Bounds are relative to its upper
                left corner. Actions by label or ref scroll there.

        Raises:
            RestrictedPage: the page is an internal page of the browser.
            RefStale: the observation given by `since` is no longer kept.
            ElementNotFound: the observation given by `if_changed` is no longer kept.
            InvalidSelector: the custom selector is not valid CSS.
            InvalidOption: an option is unknown or invalid.
            BrowserError, PageError: the page does not respond.
        """
        return await observe(self.context, options)

    @checked
    async def draw(self, *, prompt: str = "", load: str | Path | None = None) -> DrawingSession:
        """Let a user draw on the page; a window is opened if the browser has none.

        Args:
            prompt: instruction for the human; shown above the tools.
            load: a file written by `DrawingSession.save`; its marks are shown on their pages.

        Raises:
            DrawModeNeedsWindow: the browser has no window, and there is no display for one.
            InvalidOption: `load` is not a saved drawing.
            OSError: the file cannot be read.
        """
        mode = self._draw_mode = self._draw_mode or DrawMode()
        started = await mode.start(self.context, prompt=prompt, load=read_saved(load))
        return DrawingSession(mode, self.context, started.correlation_id)

    @takes(PictureOptions)
    async def screenshot(self, options: PictureOptions) -> Screenshot:  # noqa: D417
        """Take a plain screenshot of the viewport, an element, a region, or the whole page.

        The `viewport` of the result has the actual scroll offset. For an area beyond the viewport,
        the page is scrolled and scrolled back; it receives scroll events but no others.
        `incomplete` lists the parts of a very tall page that the screenshot does not show.

        Args:
            format: as for `observe`.
            quality: as for `observe`.
            max_base64: as for `observe`.
            max_tokens: as for `observe`.
            token_model: as for `observe`.
            max_side: as for `observe`.
            scale: as for `observe`.
            area: as for `observe`.

        Raises:
            RestrictedPage: the page is an internal page of the browser.
            InvalidCoordinates: the region is outside the page.
            ScreenshotFailed: the page cannot be scrolled to the area.
            SizeLimitExceeded: the limits are too small for any screenshot.
        """
        return await screenshot(self.context, options)

    async def bring_to_front(self) -> None:
        """Activate the tab in its window, because a hidden tab renders no frames."""
        await self.context.page.bring_to_front()

    async def close(self) -> None:
        """Close the tab; a second call does nothing.

        A page from `wrap` stays open for its owner: viewmark's marks, emulation and session are
        removed from it, and this object is closed.
        """
        if self._release is None:
            await self.context.page.close()
            return
        if self._draw_mode is not None:
            await self._draw_mode.close()
        await self._release()
