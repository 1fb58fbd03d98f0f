"""The blocking face, for scripts and notebooks: the same names, without `await`.

    from viewmark import sync
    with sync.launch() as browser:
        page = browser.page("https://example.com")
        page.observe(annotate=True).save("shot.jpg")

An event loop runs in a thread of its own, so this works where a loop runs already (notebooks).
Every method does what the one of the same name in `viewmark.library` does, with its arguments and
errors. Draw mode waits for a human while other things go on, so it is in `viewmark.library` only.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import TYPE_CHECKING, Any, TypeVar

from viewmark import library

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence
    from pathlib import Path

    from viewmark.browser.chrome import Tab
    from viewmark.browser.domview import DomView
    from viewmark.tools.acted import Acted
    from viewmark.tools.interact_travel import Travelled
    from viewmark.tools.observation import Observation
    from viewmark.tools.screenshot import Screenshot

__all__ = ["Browser", "Page", "attach", "launch"]

T = TypeVar("T")


class _Worker:
    """One event loop in one thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="viewmark", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do it in the thread; interrupting the wait cancels it."""
        done = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return done.result()
        except BaseException:
            done.cancel()
            raise

    def stop(self) -> None:
        """End the thread; a second call does nothing."""
        if not self._loop.is_closed():
            self.run(self._loop.shutdown_default_executor())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()


class Page:
    """One tab; see `viewmark.library.Page`."""

    def __init__(self, page: library.Page, worker: _Worker) -> None:
        self._page, self._worker = page, worker

    @property
    def url(self) -> str:
        """Address of the main document as it is, not redacted; see `viewmark.library.Page.url`."""
        return self._page.url

    @property
    def closed(self) -> bool:
        """Whether the tab or the connection is gone."""
        return self._page.closed

    @property
    def mask(self) -> tuple[str, ...]:
        """Selectors of what is covered in every picture of the page."""
        return self._page.mask

    @mask.setter
    def mask(self, selectors: Sequence[str]) -> None:
        self._page.mask = selectors

    @property
    def show_secrets(self) -> bool:
        """Whether pictures show filled secret fields; they are covered by default."""
        return self._page.show_secrets

    @show_secrets.setter
    def show_secrets(self, shown: bool) -> None:
        self._page.show_secrets = shown

    def observe(self, *, annotate: bool = False, **options: Any) -> Observation:
        """Look at the page."""
        return self._worker.run(self._page.observe(annotate=annotate, **options))

    def click(self, target: int | str | None = None, **options: Any) -> Acted:
        """Click."""
        return self._worker.run(self._page.click(target, **options))

    def hover(self, target: int | str | None = None, **options: Any) -> Acted:
        """Move the mouse onto a target."""
        return self._worker.run(self._page.hover(target, **options))

    def type(self, target: int | str | None, text: str, **options: Any) -> Acted:
        """Type into a field."""
        return self._worker.run(self._page.type(target, text, **options))

    def select(self, target: int | str | None, *choices: Any, **options: Any) -> Acted:
        """Choose options of a list."""
        return self._worker.run(self._page.select(target, *choices, **options))

    def scroll(self, target: int | str | None = None, **options: Any) -> Acted:
        """Scroll."""
        return self._worker.run(self._page.scroll(target, **options))

    def keypress(self, keys: str | Sequence[str], **options: Any) -> Acted:
        """Press keys."""
        return self._worker.run(self._page.keypress(keys, **options))

    def screenshot(self, **options: Any) -> Screenshot:
        """A plain picture of the viewport."""
        return self._worker.run(self._page.screenshot(**options))

    def dom(self, **budget: Any) -> DomView:
        """The page as a tree whose nodes say whether they are in view."""
        return self._worker.run(self._page.dom(**budget))

    def wait_for(self, **what: Any) -> Travelled:
        """Wait until something is so."""
        return self._worker.run(self._page.wait_for(**what))

    def goto(self, url: str, **options: Any) -> None:
        """Open an address."""
        self._worker.run(self._page.goto(url, **options))

    def reload(self, **options: Any) -> Travelled:
        """Load the page again."""
        return self._worker.run(self._page.reload(**options))

    def back(self, **options: Any) -> Travelled:
        """Go back in the tab's history."""
        return self._worker.run(self._page.back(**options))

    def forward(self, **options: Any) -> Travelled:
        """Go forward in the tab's history."""
        return self._worker.run(self._page.forward(**options))

    def save_refs(self, path: str | Path) -> None:
        """Write the refs of this tab to a JSON file."""
        self._page.save_refs(path)

    def load_refs(self, path: str | Path) -> None:
        """Take up the refs of an earlier session."""
        self._page.load_refs(path)

    def close(self) -> None:
        """Close the tab."""
        self._worker.run(self._page.close())


class Browser:
    """A running browser; see `viewmark.library.Browser`. Close it, or use it in a `with`."""

    def __init__(self, opening: library.Opening) -> None:
        self._worker = _Worker()

        async def open_() -> library.Browser:
            return await opening

        try:
            self._browser = self._worker.run(open_())
        except BaseException:
            self._worker.stop()
            raise

    def page(self, url: str | None = None, **options: Any) -> Page:
        """A new tab, or one by `tab_id`."""
        return Page(self._worker.run(self._browser.page(url, **options)), self._worker)

    def pages(self) -> list[Page]:
        """All tabs that answer."""
        return [Page(p, self._worker) for p in self._worker.run(self._browser.pages())]

    def tabs(self) -> list[Tab]:
        """The tabs that are open, without touching them."""
        return self._worker.run(self._browser.tabs())

    @property
    def closed(self) -> bool:
        """Whether the connection is gone."""
        return self._browser.closed

    def close(self) -> None:
        """End the browser if we started it; a second call does nothing."""
        with contextlib.ExitStack() as stack:
            stack.callback(self._worker.stop)
            if not self._browser.closed:
                self._worker.run(self._browser.close())

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def launch(**options: Any) -> Browser:
    """Start Chrome or Chromium; options and errors of `viewmark.launch`."""
    return Browser(library.launch(**options))


def attach(url: str, **options: Any) -> Browser:
    """Use a browser that runs already; options and errors of `viewmark.attach`."""
    return Browser(library.attach(url, **options))
