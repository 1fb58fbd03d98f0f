"""A page without `await`, generated from `api/page.py` by `make sync`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from viewmark.api import drawing as drawing_
from viewmark.browser.actions.navigation import NAVIGATION_TIMEOUT, Until
from viewmark.defaults import MARKS, MAX_BASE64, QUALITY, WAIT_TIMEOUT
from viewmark.drawmode.model import DrawnAnnotation
from viewmark.drawmode.results import Drawing
from viewmark.drawmode.waiting import IDLE_LIMIT
from viewmark.elements.cap import MaxAnnotations
from viewmark.imaging import Format, Style, TokenModel
from viewmark.page.capture_size import SAFE_SIDE
from viewmark.page.navigate import NavigationResult
from viewmark.page.observation import Observation
from viewmark.page.observe import LabelFormat
from viewmark.page.screenshot import Screenshot
from viewmark.page.target import Target
from viewmark.sync.actions import Actions
from viewmark.sync.comparing import Comparing
from viewmark.sync.dialogs import Dialogs
from viewmark.sync.emulation import Emulation
from viewmark.sync.forms import Forms
from viewmark.sync.inspection import Inspection
from viewmark.sync.pointing import Pointing
from viewmark.sync.reading import Reading
from viewmark.sync.recording import Recording
from viewmark.sync.storage import Storage
from viewmark.sync.traffic import Traffic
from viewmark.sync.transfer import Transfer
from viewmark.sync.worker import Facade
from viewmark.unknown_options import checked

__all__ = ["DrawingSession", "Page"]


class DrawingSession(Facade[drawing_.DrawingSession]):
    """Draw mode on one page: annotations as they are confirmed, then all of them.

        drawing = page.draw(prompt="What is wrong here?")
        for annotation in drawing: ...
        result = drawing.done()

    `done` alone will do where only the end counts.
    """

    @property
    def correlation_id(self) -> str:
        """Name of the session."""
        return self._of.correlation_id

    def __iter__(self) -> Iterator[DrawnAnnotation]:
        """Each annotation when it is first confirmed, and again when the human writes about it."""
        return self._worker.each(self._of.__aiter__())

    @checked
    def done(self, *, patience: float = IDLE_LIMIT) -> Drawing:
        """Wait until the human is done: annotations, pictures, status.

        Args:
            patience: seconds without an act of the human that end it with status `timeout` and
                what is there.
        """
        return self._worker.run(self._of.done(patience=patience))

    @checked
    def reply(
        self,
        annotation: int | str | DrawnAnnotation,
        text: str,
        *,
        status: Literal["seen", "in_progress", "resolved"] | None = None,
    ) -> DrawnAnnotation:
        """Write about an annotation; the human sees it on the page, and can answer.

        After the human is done it is kept, and shown by `resume`.

        Args:
            annotation: the annotation, its number, or its id.
            text: plain words, at most 2,000 characters.
            status: how it stands from now on; reading it makes it `seen` anyway.

        Returns:
            The annotation with its thread.

        Raises:
            InvalidOption: no such annotation, too many words, or 50 entries are there already.
            NoAnnotations: the human discarded the drawing.
            CorrelationExpired: it ended, and was last written about, over 10 minutes ago.
        """
        return self._worker.run(self._of.reply(annotation, text, status=status))

    @checked
    def resolve(self, annotation: int | str | DrawnAnnotation, text: str = "") -> DrawnAnnotation:
        """Say that an annotation is done, with a sentence or without; the human can reopen it.

        Args:
            annotation: as for `reply`.
            text: as for `reply`.

        Raises:
            InvalidOption, NoAnnotations, CorrelationExpired: as `reply`.
        """
        return self._worker.run(self._of.resolve(annotation, text))

    @checked
    def resume(self, *, prompt: str = "") -> None:
        """Show the drawing to the human again, with what was written about its annotations.

        Args:
            prompt: what to look at now; the words of before if omitted.

        Raises:
            DrawModeAlreadyActive: another drawing is under way.
            NoAnnotations, CorrelationExpired, DrawModeNeedsWindow: it cannot be shown.
        """
        self._worker.run(self._of.resume(prompt=prompt))

    def report(self) -> str:
        """The drawing as Markdown with its pictures, for a ticket.

        Raises:
            NoAnnotations: the human discarded it.
            CorrelationExpired: it ended more than 10 minutes ago.
        """
        return self._worker.run(self._of.report())

    def save(self, path: str | Path) -> None:
        """Write the annotations as JSON, to go on with `page.draw(load=path)` on another day.

        Raises:
            PathNotAllowed, FileNotWritten: not a plain file, or not possible; nothing is left.
            CorrelationExpired: it ended more than 10 minutes ago.
        """
        self._of.save(path)

    def close(self) -> None:
        """Take the overlay and everything of it away."""
        self._worker.run(self._of.close())


class Page(
    Actions,
    Comparing,
    Dialogs,
    Emulation,
    Forms,
    Inspection,
    Reading,
    Pointing,
    Recording,
    Traffic,
    Storage,
    Transfer,
):
    """One tab with its memory: refs and earlier looks.

    Actions take a number (`3`), a ref (`"@submitBtn"`), a selector (`"#save"`) or a point
    (`viewmark.at(10, 20)`); they press nothing unless the target is at rest and reachable, and say
    what was hit.
    """

    @property
    def url(self) -> str:
        """Address of the main document as it is, for programs; without a round trip.

        It may hold a secret that a form put there. What results show (observations, drawings,
        errors) is redacted; to show or log this one, take `browser_page.redactor(page.url)`.
        """
        return self._of.url

    @property
    def mask(self) -> tuple[str, ...]:
        """Selectors of what is covered in every picture of the page (see `browser.mask`)."""
        return self._of.mask

    @mask.setter
    def mask(self, selectors: Sequence[str]) -> None:
        self._of.mask = selectors

    @property
    def show_secrets(self) -> bool:
        """Whether pictures of the page show filled secret fields; they are covered by default.

        Secret are passwords (also while the page shows them), one-time codes, payment cards, keys
        and tokens, by type, `autocomplete`, name or label. Texts never tell them.
        """
        return self._of.show_secrets

    @show_secrets.setter
    def show_secrets(self, shown: bool) -> None:
        self._of.show_secrets = shown

    @property
    def closed(self) -> bool:
        """Whether the tab or the connection is gone."""
        return self._of.closed

    @checked
    def observe(
        self,
        *,
        annotate: bool = False,
        target: Literal["interactive", "all_visible", "custom"] = "interactive",
        selector: str | None = None,
        within: Target | None = None,
        max_annotations: MaxAnnotations = MARKS,
        label_format: LabelFormat = "number",
        style: Style = Style(),
        format: Format = "jpeg",
        quality: int = QUALITY,
        max_base64: int = MAX_BASE64,
        max_tokens: int | None = None,
        token_model: TokenModel = "claude",
        max_side: int = SAFE_SIDE,
        scale: Literal["css", "device"] | float = "css",
        include_occluded: bool = False,
        settle: bool = False,
        stable_refs: bool = True,
        refresh_refs: bool = False,
        include_ref_history: bool = False,
        backend_node_ids: bool = False,
        styles: bool = False,
        since: str | None = None,
        full_page: bool = False,
        clip: tuple[float, float, float, float] | None = None,
        element: Target | None = None,
        padding: float = 0.0,
    ) -> Observation:
        """Look at the page.

        Args:
            annotate: take a picture and mark the elements on it.
            target: what to mark.
            selector: CSS of what to mark; with `target="custom"`.
            within: mark only what lies inside of this; see `Target`.
            max_annotations: at most so many, 1 to 500; `auto`: all controls up to 200, then weaker
                evidence while the lines stay below 6,000 characters. Every region of the page
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
            include_occluded: list elements as well that others cover.
            settle: wait (bounded) for fonts, images in view, animations that end soon and a
                quiet layout first.
            stable_refs: False: name elements by label only.
            refresh_refs: name elements anew where a better name is to be had.
            include_ref_history: with all former refs of an element.
            backend_node_ids: with CDP's `BackendNodeId` of every element, by which other clients of
                the browser find the same one.
            styles: with computed colours, font, frame and cover of every element, as comparisons
                take them.
            since: `frame_id` of an earlier observation: tell the difference to it.
            full_page: look at the whole page, not only the viewport. The page is scrolled and hears
                that; bounds count from the upper left corner of what is shown. Acting by a
                label or ref scrolls there.
            clip: look at a region: x, y, width, height in CSS px of the page.
            element: look at one element.
            padding: CSS px around that element.

        Raises:
            RestrictedPage: a page of the browser itself.
            RefStale: the observation `since` is not remembered any more.
            InvalidSelector: the custom selector is not CSS.
            InvalidOption: an unknown or impossible option.
            BrowserError, PageError: what keeps the page from answering.
        """
        return self._worker.run(
            self._of.observe(
                annotate=annotate,
                target=target,
                selector=selector,
                within=within,
                max_annotations=max_annotations,
                label_format=label_format,
                style=style,
                format=format,
                quality=quality,
                max_base64=max_base64,
                max_tokens=max_tokens,
                token_model=token_model,
                max_side=max_side,
                scale=scale,
                include_occluded=include_occluded,
                settle=settle,
                stable_refs=stable_refs,
                refresh_refs=refresh_refs,
                include_ref_history=include_ref_history,
                backend_node_ids=backend_node_ids,
                styles=styles,
                since=since,
                full_page=full_page,
                clip=clip,
                element=element,
                padding=padding,
            )
        )

    @checked
    def draw(self, *, prompt: str = "", load: str | Path | None = None) -> DrawingSession:
        """Let a human draw on the page; a window is opened if the browser has none.

        Args:
            prompt: what to look at; shown above the tools.
            load: a file that `DrawingSession.save` wrote; its marks are shown on their pages.

        Raises:
            DrawModeNeedsWindow: the browser has no window, and there is no display for one.
            InvalidOption: `load` is not a saved drawing.
            OSError: it cannot be read.
        """
        return DrawingSession(
            self._worker.run(self._of.draw(prompt=prompt, load=load)), self._worker
        )

    @checked
    def screenshot(
        self,
        *,
        scroll_x: float | None = None,
        scroll_y: float | None = None,
        format: Format = "jpeg",
        quality: int = QUALITY,
        max_base64: int = MAX_BASE64,
        max_tokens: int | None = None,
        token_model: TokenModel = "claude",
        max_side: int = SAFE_SIDE,
        scale: Literal["css", "device"] | float = "css",
        full_page: bool = False,
        clip: tuple[float, float, float, float] | None = None,
        element: Target | None = None,
        padding: float = 0.0,
    ) -> Screenshot:
        """A plain picture of the viewport, or of an element, a region, the whole page.

        Its `viewport` has the offset that it shows. For more than the viewport the page is scrolled
        and scrolled back; it hears that, and nothing else. `incomplete` says what of a very tall
        page is not in the picture.

        Args:
            scroll_x: offset of the page in CSS px to scroll to first; None: as it is.
            scroll_y: likewise.
            format: as for `observe`.
            quality: as for `observe`.
            max_base64: as for `observe`.
            max_tokens: as for `observe`.
            token_model: as for `observe`.
            max_side: as for `observe`.
            scale: as for `observe`.
            full_page: the whole page.
            clip: a region: x, y, width, height in CSS px of the page.
            element: one element.
            padding: CSS px around that element.

        Raises:
            RestrictedPage: a page of the browser itself.
            InvalidCoordinates: a region outside of the page.
            ScreenshotFailed: the page does not scroll to what is to be shown.
            SizeLimitExceeded: the budget is too small for any picture.
        """
        return self._worker.run(
            self._of.screenshot(
                scroll_x=scroll_x,
                scroll_y=scroll_y,
                format=format,
                quality=quality,
                max_base64=max_base64,
                max_tokens=max_tokens,
                token_model=token_model,
                max_side=max_side,
                scale=scale,
                full_page=full_page,
                clip=clip,
                element=element,
                padding=padding,
            )
        )

    @checked
    def wait_for(
        self,
        *,
        selector: str | None = None,
        text: str | None = None,
        url: str | None = None,
        load: Literal["dom", "load"] | None = None,
        seconds: float | None = None,
        absent: bool = False,
        timeout: float = WAIT_TIMEOUT,
    ) -> NavigationResult:
        """Wait until one thing is so; navigations meanwhile are fine.

        Args:
            selector: an element that can be seen, in or out of the viewport.
            text: words that the page shows; case does not matter.
            url: a part of the page's address.
            load: the document is read, or everything is loaded.
            seconds: a plain time, whatever the page does; at most 300.
            absent: until it is not so any more.
            timeout: seconds.

        Raises:
            WaitTimeout: it was not so in time; the page is as it is.
            InvalidOption: nothing or several things to wait for.
        """
        return self._worker.run(
            self._of.wait_for(
                selector=selector,
                text=text,
                url=url,
                load=load,
                seconds=seconds,
                absent=absent,
                timeout=timeout,
            )
        )

    @checked
    def goto(
        self, url: str, *, until: Until = "load", timeout: float = NAVIGATION_TIMEOUT
    ) -> NavigationResult:
        """Open an address and wait until it is there.

        Args:
            url: an absolute address.
            until: the navigation began (`commit`), the document is read (`dom`), all is loaded.
            timeout: seconds for all of it.

        Raises:
            NavigationFailed: the browser's own reason, a download, or no end in time.
            DialogOpen: a dialog of the page stopped it.
            PageBusy: another action on the page did not end in time.
        """
        return self._worker.run(self._of.goto(url, until=until, timeout=timeout))

    @checked
    def reload(
        self, *, until: Until = "load", timeout: float = NAVIGATION_TIMEOUT
    ) -> NavigationResult:
        """Load the page again; options and errors of `goto`."""
        return self._worker.run(self._of.reload(until=until, timeout=timeout))

    @checked
    def back(
        self, *, until: Until = "load", timeout: float = NAVIGATION_TIMEOUT
    ) -> NavigationResult:
        """Go back in the tab's history; options and errors of `goto`.

        Raises:
            NavigationFailed: there is nothing to go back to.
        """
        return self._worker.run(self._of.back(until=until, timeout=timeout))

    @checked
    def forward(
        self, *, until: Until = "load", timeout: float = NAVIGATION_TIMEOUT
    ) -> NavigationResult:
        """Go forward in the tab's history; as `back`."""
        return self._worker.run(self._of.forward(until=until, timeout=timeout))

    def bring_to_front(self) -> None:
        """Show the tab in its window; a hidden one draws no frames."""
        self._worker.run(self._of.bring_to_front())

    def close(self) -> None:
        """Close the tab; a second call does nothing.

        A page taken by `wrap` stays with its owner: it is left as it was, without our marks, our
        emulation and our session, and this object is closed.
        """
        self._worker.run(self._of.close())
