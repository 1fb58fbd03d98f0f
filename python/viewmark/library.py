"""The embedding face: launch or attach, pages, observations and actions.

    async with viewmark.launch() as browser:
        page = await browser.page("https://example.com")
        seen = await page.observe(annotate=True)
        await page.click(1)

The numbers on the picture are what actions take.
"""

from __future__ import annotations

import json
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeAlias, TypedDict

from viewmark.browser import chrome
from viewmark.browser.domview import dom_view
from viewmark.browser.mask import check_mask
from viewmark.browser.page import Page as BrowserPage
from viewmark.browser.session import adapt
from viewmark.errors import InvalidOption, StateInvalid
from viewmark.files import write_atomic
from viewmark.refs.registry import PageRegistry
from viewmark.tools import interact_travel as travel
from viewmark.tools.annotations import read_annotations
from viewmark.tools.context import PageContext
from viewmark.tools.draw import DrawMode
from viewmark.tools.interact import Click, Hover, KeyPress, Scroll, click, hover, keypress, scroll
from viewmark.tools.interact_fields import Select, Type, select, type_text
from viewmark.tools.observe import ObserveOptions, observe
from viewmark.tools.screenshot import Screenshot, ScreenshotOptions, screenshot
from viewmark.tools.targets import resolve_target
from viewmark.tools.wait import WaitFor, wait_for

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping, Sequence

    from typing_extensions import Unpack

    from viewmark.browser.chrome import Tab
    from viewmark.browser.domview import DomView
    from viewmark.browser.input import Button
    from viewmark.browser.session import CdpSession
    from viewmark.drawings.model import DrawnAnnotation
    from viewmark.tools.acted import Acted
    from viewmark.tools.annotations import Drawing
    from viewmark.tools.interact_travel import Travelled
    from viewmark.tools.observation import Observation
    from viewmark.tools.targets import Coordinates, Target

__all__ = ["Browser", "DrawingSession", "Opening", "Page", "attach", "launch", "wrap"]


class Aim(TypedDict, total=False):
    """Ways to name a target besides a ref or label as the first argument; one of them."""

    selector: str
    """CSS, or what an observation returned."""
    x: float
    """With `y`: image px of the picture `frame_id`, or CSS px of the viewport."""
    y: float
    frame_id: str
    """The observation that a label or a point was read from; the newest if omitted."""
    coordinates: Coordinates
    """`image` (default) or `css`."""


class DrawingSession:
    """Draw mode on one page: marks as they are confirmed, then all of them.

        drawing = await page.draw(prompt="What is wrong here?")
        async for mark in drawing: ...
        result = await drawing.done()

    `done` alone will do where only the end counts.
    """

    def __init__(self, mode: DrawMode, correlation_id: str) -> None:
        self.mode = mode
        """The store of record behind it."""
        self.correlation_id = correlation_id

    async def __aiter__(self) -> AsyncIterator[DrawnAnnotation]:
        """Each mark once, when it is first confirmed, until the human is done."""
        told: set[str] = set()
        since: int | None = 0
        while True:
            seen = await read_annotations(
                self.mode, wait=True, correlation_id=self.correlation_id, since=since
            )
            for mark in seen.annotations:
                if mark.id not in told:
                    told.add(mark.id)
                    yield mark
            if seen.status not in ("waiting", "active"):
                return
            since = seen.revision

    async def done(self) -> Drawing:
        """Wait until the human is done: annotations, pictures, status.

        Five minutes without an act of the human end it with status `timeout` and what is there.
        """
        while True:
            seen = await read_annotations(self.mode, wait=True, correlation_id=self.correlation_id)
            if seen.status not in ("waiting", "active"):
                return seen

    async def close(self) -> None:
        """Take the overlay and everything of it away."""
        await self.mode.close()


class Page:
    """One tab with its memory: refs and earlier looks.

    Actions take a label (`3`), a ref (`"@submitBtn"`), or `selector=`, or `x=, y=`; they press
    nothing unless the target is at rest and reachable, and say what was hit.
    """

    def __init__(self, page: BrowserPage) -> None:
        self.context = PageContext(page)
        """Its memory, for those who build tools on it."""

    @property
    def browser_page(self) -> BrowserPage:
        """The page of the browser half: frames, isolated worlds, raw CDP."""
        return self.context.page

    @property
    def url(self) -> str:
        """Address of the main document as it is, for programs; without a round trip.

        It may hold a secret that a form put there. What is told (observations, answers, drawings,
        errors) is redacted; to show or log this one, take `browser_page.redactor(page.url)`.
        """
        return self.context.page.url

    @property
    def mask(self) -> tuple[str, ...]:
        """Selectors of what is covered in every picture of the page (see `browser.mask`)."""
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

    async def observe(self, *, annotate: bool = False, **options: Any) -> Observation:
        """Look at the page.

        Args:
            annotate: take a picture and mark the elements on it.
            **options: the fields of `ObserveOptions`: target, selector, max_annotations,
                label_format, style, format, quality, max_base64, max_tokens, scale,
                include_occluded, settle, stable_refs, refresh_refs, include_ref_history, since.

        Raises:
            RestrictedPage: a page of the browser itself.
            InvalidSelector: the custom selector is no CSS.
            InvalidOption: an impossible option.
            BrowserError, PageError: what keeps the page from answering.
        """
        return await observe(self.context, ObserveOptions(annotate=annotate, **options))

    def _target(self, name: int | str | None, aim: Aim) -> Target:
        target = self._maybe_target(name, aim)
        if target is None:
            raise InvalidOption(
                "No target was named.", hint="Give a label, a ref, selector=, or x= and y=."
            )
        return target

    def _maybe_target(self, name: int | str | None, aim: Aim) -> Target | None:
        if isinstance(name, str):
            return resolve_target(self.context, ref=name, **aim)
        return resolve_target(self.context, label=name, **aim)

    async def click(
        self,
        target: int | str | None = None,
        *,
        button: Button = "left",
        count: int = 1,
        modifiers: Sequence[str] = (),
        **aim: Unpack[Aim],
    ) -> Acted:
        """Click; `count=2` is a double click.

        Raises:
            ElementCovered, ElementNotVisible, TargetMoving: it cannot be hit; nothing was pressed.
            PressLost: the browser delivered the press to no frame.
            RefStale, RefAmbiguous, ElementNotFound, InvalidSelector: it is not there.
            InvalidCoordinates: a point outside, or of a picture that is out of date.
        """
        aimed = self._target(target, aim)
        request = Click(target=aimed, button=button, count=count, modifiers=modifiers)
        return await click(self.context, request)

    async def hover(
        self,
        target: int | str | None = None,
        *,
        modifiers: Sequence[str] = (),
        **aim: Unpack[Aim],
    ) -> Acted:
        """Move the mouse onto a target and leave it there; raises as `click`."""
        return await hover(
            self.context, Hover(target=self._target(target, aim), modifiers=modifiers)
        )

    async def type(
        self,
        target: int | str | None,
        text: str,
        *,
        clear: bool = False,
        keys: bool = False,
        submit: bool = False,
        **aim: Unpack[Aim],
    ) -> Acted:
        """Type into a field; the answer tells the field and the length, never the text.

        Args:
            target: label or ref; None with `selector=` or `x=, y=`, or for what has the focus:
                then the text goes where the caret is, in place of what is selected.
            text: what to type.
            clear: replace what is there.
            keys: key by key, for widgets that listen to keys.
            submit: press Enter afterwards.
            **aim: see `Aim`.

        Raises:
            NotEditable: the target takes no text; nothing was typed.
        """
        aimed = self._maybe_target(target, aim)
        request = Type(target=aimed, text=text, clear=clear, keys=keys, submit=submit)
        return await type_text(self.context, request)

    async def select(
        self,
        target: int | str | None,
        *options: str | Mapping[str, Any],
        **aim: Unpack[Aim],
    ) -> Acted:
        """Choose options of a list by label; or by `{"value": ...}`, `{"index": ...}`.

        Raises:
            NotSelectable: no list, disabled, or no such option; the candidates are listed.
        """
        chosen = [{"label": o} if isinstance(o, str) else o for o in options]
        request = Select(target=self._target(target, aim), options=chosen)
        return await select(self.context, request)

    async def scroll(
        self,
        target: int | str | None = None,
        *,
        dx: float | None = None,
        dy: float | None = None,
        to_x: float | None = None,
        to_y: float | None = None,
        **aim: Unpack[Aim],
    ) -> Acted:
        """Scroll by an amount, to an offset, or a target into view; tells what moved, how far.

        Args:
            target: label or ref: its container; None: the page.
            dx: CSS px to the right.
            dy: CSS px down.
            to_x: offset in CSS px.
            to_y: offset in CSS px.
            **aim: see `Aim`.
        """
        aimed = self._maybe_target(target, aim)
        request = Scroll(target=aimed, dx=dx, dy=dy, to_x=to_x, to_y=to_y)
        return await scroll(self.context, request)

    async def keypress(
        self,
        keys: str | Sequence[str],
        target: int | str | None = None,
        *,
        repeat: int = 1,
        **aim: Unpack[Aim],
    ) -> Acted:
        """Press keys (`"Enter"`, `"Control+A"`) where the focus is, or on a target.

        Raises:
            UnknownKey: no such key; the hint has the nearest.
        """
        aimed = self._maybe_target(target, aim)
        return await keypress(self.context, KeyPress(keys=keys, target=aimed, repeat=repeat))

    async def draw(self, *, prompt: str = "") -> DrawingSession:
        """Let a human draw on the page.

        Args:
            prompt: what to look at; shown above the tools.
        """
        mode = DrawMode()
        started = await mode.start(self.context, prompt=prompt)
        return DrawingSession(mode, started.correlation_id)

    def save_refs(self, path: str | Path) -> None:
        """Write the refs of this tab to a JSON file: names and refs, no values, no page text.

        Raises:
            PathNotAllowed, FileNotWritten: not a plain file, or not possible; nothing is left.
        """
        write_atomic(path, json.dumps(self.context.registry.to_json()).encode())

    def load_refs(self, path: str | Path) -> None:
        """Take up the refs of an earlier session; do it before the first look.

        Raises:
            StateInvalid: the file is no saved refs; the message says where.
            OSError: it cannot be read.
        """
        if not Path(path).is_file() and Path(path).exists():  # a pipe would never answer
            raise StateInvalid(f"{path} is not a plain file.")
        try:
            saved = json.loads(Path(path).read_bytes())
        except ValueError as error:
            raise StateInvalid(f"{path} is no JSON: {error}.") from None
        self.context.registry = PageRegistry.from_json(saved)

    async def screenshot(
        self, *, scroll: tuple[float | None, float | None] = (None, None), **options: Any
    ) -> Screenshot:
        """A plain picture of the viewport.

        Args:
            scroll: offset of the page in CSS px to scroll to first; the answer tells the offset
                that the picture shows.
            **options: the other fields of `ScreenshotOptions`: format (`jpeg`, `png`), quality
                (1 to 100), max_base64 (characters), max_tokens, token_model, scale (`css`,
                `device`, a number).

        Raises:
            RestrictedPage: a page of the browser itself.
            SizeLimitExceeded: the budget is too small for any picture.
        """
        asked = ScreenshotOptions(scroll_x=scroll[0], scroll_y=scroll[1], **options)
        return await screenshot(self.context, asked)

    async def dom(self, **budget: Any) -> DomView:
        """The page as a tree whose nodes say whether they are in view.

        Args:
            **budget: nodes (1 to 20,000), characters of its JSON (200 to 2,000,000), compact
                (leave out wrappers that say nothing; true unless given).
        """
        return await dom_view(self.context.page, **budget)

    async def wait_for(self, **what: Any) -> Travelled:
        """Wait until something is so; navigations meanwhile are fine.

        Args:
            **what: the fields of `WaitFor`: one of selector, text, url (a part of it) and load
                (`dom`, `load`); absent (until it is not so any more); timeout (seconds).

        Raises:
            WaitTimeout: it was not so within `timeout` seconds (10).
        """
        return await wait_for(self.context, WaitFor(**what))

    async def goto(self, url: str, **options: Any) -> None:
        """Open an address and wait until it is there.

        Args:
            url: an absolute address.
            **options: until (`commit`, `dom`, `load`), timeout (seconds for all of it, 30).

        Raises:
            NavigationFailed: the browser's own reason, a download, or no end in time.
            DialogOpen: a dialog of the page stopped it.
        """
        await self.context.page.goto(url, **options)

    async def reload(self, **options: Any) -> Travelled:
        """Load the page again; options and errors of `goto`."""
        return await travel.reload(self.context.page, travel.Navigate(**options))

    async def back(self, **options: Any) -> Travelled:
        """Go back in the tab's history; options and errors of `goto`.

        Raises:
            NavigationFailed: there is nothing to go back to.
        """
        return await travel.back(self.context.page, travel.Navigate(**options))

    async def forward(self, **options: Any) -> Travelled:
        """Go forward in the tab's history; as `back`."""
        return await travel.forward(self.context.page, travel.Navigate(**options))

    async def close(self) -> None:
        """Close the tab; a second call does nothing."""
        await self.context.page.close()


class Browser:
    """A running browser; made by `launch` or `attach`."""

    def __init__(self, browser: chrome.Browser) -> None:
        self.chrome = browser
        """The browser of the browser half."""
        self._pages: dict[BrowserPage, Page] = {}

    def _wrap(self, page: BrowserPage) -> Page:
        self._pages = {p: ours for p, ours in self._pages.items() if not p.closed}
        return self._pages.setdefault(page, Page(page))

    async def page(self, url: str | None = None, *, tab_id: str | None = None) -> Page:
        """A new tab, or the one with that id; waits until `url` is loaded.

        Raises:
            TabNotFound: no such tab.
            NavigationFailed: the address cannot be opened.
        """
        return self._wrap(await self.chrome.page(url, tab_id=tab_id))

    async def pages(self) -> list[Page]:
        """All tabs that answer."""
        return [self._wrap(page) for page in await self.chrome.pages()]

    async def tabs(self) -> list[Tab]:
        """The tabs that are open, without touching them."""
        return await self.chrome.tabs()

    @property
    def closed(self) -> bool:
        """Whether the connection is gone."""
        return self.chrome.closed

    async def close(self) -> None:
        """End the browser if we started it, else close only the tabs that we opened."""
        await self.chrome.close()


Opening: TypeAlias = chrome.Opening[Browser]
P = ParamSpec("P")


def _ours(open_chrome: Callable[P, chrome.Opening[chrome.Browser]]) -> Callable[P, Opening]:
    """The same function, giving our `Browser`: its options and errors are written down once."""

    @wraps(open_chrome, assigned=("__name__", "__qualname__", "__doc__"))
    def opening(*args: P.args, **options: P.kwargs) -> Opening:
        found = open_chrome(*args, **options)

        async def open_() -> Browser:
            return Browser(await found)

        return chrome.Opening(open_)

    return opening


launch = _ours(chrome.launch)
attach = _ours(chrome.attach)


async def wrap(session: CdpSession) -> Page:
    """A page over somebody else's CDP session of a tab, such as Playwright's CDPSession.

    Args:
        session: any object with `send(method, params)` and `on(event, handler)`.

    Raises:
        InvalidOption: it has not these two.
    """
    if not (callable(getattr(session, "send", None)) and callable(getattr(session, "on", None))):
        raise InvalidOption(
            f"{type(session).__name__} is no CDP session: it needs `send` and `on`.",
            hint="With Playwright: await page.context.new_cdp_session(page).",
        )
    return Page(await BrowserPage.open(adapt(session)))
