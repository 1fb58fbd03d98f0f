"""The public page: observations, screenshots, waiting, navigation.

The options of every call are written out, so that editors, type checkers, and whoever makes
tools of functions know them.
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
    """One tab with its memory: refs and earlier looks.

    Actions take a number (`3`), a ref (`"@submitBtn"`), a selector (`"#save"`) or a point
    (`viewmark.at(10, 20)`); they press nothing unless the target is at rest and reachable, and say
    what was hit.
    """

    def __init__(self, page: PageTarget) -> None:
        self.context = PageContext(page)
        """Memory of the page, for those who build tools on it."""
        self._draw_mode: DrawMode | None = None
        self._release: Callable[[], Awaitable[None]] | None = None
        """Ends our work on a page that another library owns; None for pages of our browsers."""

    def __repr__(self) -> str:
        page = self.context.page
        state = ", closed" if page.closed else ""
        return f"<Page {page.redactor(page.url)}, tab {page.session.target_id}{state}>"

    @property
    def changes(self) -> ChangeMode:
        """Whether results of actions report what changed on the page (`ActionResult.changes`).

        `none`, as at first: not, and actions cost nothing more; `auto`: up to 1,500 characters;
        `full`: all.
        """
        return self.context.changes

    @changes.setter
    def changes(self, mode: ChangeMode) -> None:
        self.context.changes = check_mode(mode)

    @property
    def settles(self) -> bool:
        """Whether results that report changes (`changes`) are of the page at rest.

        So at first: requests, animations and all else that an action began are waited for, 3 s at
        most, and what is under way then is in `Changes.under_way`. Programs that wait for
        something of their own turn it off, and get what is there at once.
        """
        return self.context.settles

    @settles.setter
    def settles(self, value: bool) -> None:
        self.context.settles = value

    async def changed(self) -> Changes | None:
        """Changes since the last report of an action; None where `changes` is `none`.

        All lines of a page of which nothing was reported yet; None too while a dialog is open.
        """
        return await changes_now(self.context)

    @property
    def upload_folders(self) -> tuple[Path, ...]:
        """Folders whose files may be uploaded or dropped; by default the current working folder.

        Files with a name that begins with a dot, and all below such a folder, are never uploaded,
        unless the folder that is allowed lies below it. Links count by what they lead to.
        """
        folders = self.context.upload_folders
        return (Path.cwd(),) if folders is None else folders

    @upload_folders.setter
    def upload_folders(self, folders: Sequence[str | Path]) -> None:
        several = [folders] if isinstance(folders, (str, Path)) else folders
        self.context.upload_folders = tuple(Path(each).absolute() for each in several)

    @property
    def downloads(self) -> tuple[Download, ...]:
        """Downloads of the page so far, oldest first; one that is still running updates itself."""
        kept = downloads_of(self.context.page)
        return tuple(kept.of(self.context.page)) if kept is not None else ()

    @property
    def browser_page(self) -> PageTarget:
        """The page of the browser half: frames, isolated worlds, raw CDP."""
        return self.context.page

    @property
    def url(self) -> str:
        """Address of the main document as it is, for programs; without a round trip.

        It may hold a secret that a form put there. What results show (observations, drawings,
        errors) is redacted; to show or log this one, take `browser_page.redactor(page.url)`.
        """
        return self.context.page.url

    @property
    def mask(self) -> tuple[str, ...]:
        """Selectors that are covered in every picture of the page (see `browser.mask`)."""
        return self.context.page.mask

    @mask.setter
    def mask(self, selectors: Sequence[str]) -> None:
        self.context.page.mask = check_mask(selectors)

    @property
    def show_secrets(self) -> bool:
        """Whether pictures of the page show filled secret fields; they are covered by default.

        Secret are passwords (also while the page shows them), one-time codes, payment cards, keys
        and tokens, by type, `autocomplete`, name or label. Texts never tell them.
        """
        return self.context.page.show_secrets

    @show_secrets.setter
    def show_secrets(self, shown: bool) -> None:
        self.context.page.show_secrets = bool(shown)

    @property
    def closed(self) -> bool:
        """Whether the tab or the connection is gone."""
        return self.context.page.closed

    @takes(ObserveOptions)
    async def observe(self, options: ObserveOptions) -> Observation:  # noqa: D417
        """Observe the page.

        Args:
            annotate: take a picture and mark the elements on it.
            target: what to mark.
            selector: CSS of what to mark; with `target="custom"`.
            within: mark only what lies inside of this; see `Target`.
            exclude: CSS of what is left unmarked and unlisted, with all that lies in it.
            max_annotations: at most so many, 1 to 500; `auto`: all controls up to 200, then weaker
                evidence while the lines stay below some 6,000 characters. Every region of the page
                keeps a share; `left_out` tells of the rest.
            label_format: what the badges say.
            style: how marks look.
            format: kind of picture.
            quality: JPEG quality that is not exceeded, 1 to 100.
            max_base64: most characters that the picture may take as base64 text.
            max_tokens: most tokens that it may cost a model; decides its size.
            token_model: the family that counts tokens.
            max_side: no side of the picture is longer, image px, 100 to 16,000. Models refuse
                conversations with many pictures of which one is longer than 2,000.
            scale: size of the picture: image px per CSS px, or `device` as the screen has it.
            include: also tell of each element: `occluded`: list those that others cover;
                `ref_history`: all former refs; `backend_node_ids`: CDP's `BackendNodeId`, by which
                other clients of the browser find the same one; `styles`: computed colours, font,
                frame and cover, as comparisons take them.
            settle: wait (bounded) for fonts, images in view, animations that end soon and a
                quiet layout first.
            refs: `fresh`: name elements anew where a better name is to be had; `none`: by label
                only.
            since: `frame_id` of an earlier observation: tell the difference to it.
            if_changed: `frame_id` of an earlier observation or screenshot: without picture if the
                page looks as in that one (`image` is None).
            area: what to look at: the viewport, `page` (all of it; it is scrolled and hears that),
                a region, an element; see `Area`. Bounds count from the upper left corner of what is
                shown. Acting by a label or ref scrolls there.

        Raises:
            RestrictedPage: a page of the browser itself.
            RefStale: the observation `since` is not remembered any more.
            ElementNotFound: nor is the one of `if_changed`.
            InvalidSelector: the custom selector is not CSS.
            InvalidOption: an unknown or impossible option.
            BrowserError, PageError: what keeps the page from answering.
        """
        return await observe(self.context, options)

    @checked
    async def draw(self, *, prompt: str = "", load: str | Path | None = None) -> DrawingSession:
        """Let a human draw on the page; a window is opened if the browser has none.

        Args:
            prompt: what to look at; shown above the tools.
            load: a file that `DrawingSession.save` wrote; its marks are shown on their pages.

        Raises:
            DrawModeNeedsWindow: the browser has no window, and there is no display for one.
            InvalidOption: `load` is not a saved drawing.
            OSError: it cannot be read.
        """
        mode = self._draw_mode = self._draw_mode or DrawMode()
        started = await mode.start(self.context, prompt=prompt, load=read_saved(load))
        return DrawingSession(mode, self.context, started.correlation_id)

    @takes(PictureOptions)
    async def screenshot(self, options: PictureOptions) -> Screenshot:  # noqa: D417
        """A plain picture of the viewport, or of an element, a region, the whole page.

        Its `viewport` has the offset that it shows. For more than the viewport the page is scrolled
        and scrolled back; it hears that, and nothing else. `incomplete` says what of a very tall
        page is not in the picture.

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
            RestrictedPage: a page of the browser itself.
            InvalidCoordinates: a region outside of the page.
            ScreenshotFailed: the page does not scroll to what is to be shown.
            SizeLimitExceeded: the budget is too small for any picture.
        """
        return await screenshot(self.context, options)

    async def bring_to_front(self) -> None:
        """Show the tab in its window; a hidden one draws no frames."""
        await self.context.page.bring_to_front()

    async def close(self) -> None:
        """Close the tab; a second call does nothing.

        A page taken by `wrap` stays with its owner: it is left as it was, without our marks, our
        emulation and our session, and this object is closed.
        """
        if self._release is None:
            await self.context.page.close()
            return
        if self._draw_mode is not None:
            await self._draw_mode.close()
        await self._release()
