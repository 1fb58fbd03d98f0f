"""Browsers of the blocking API."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from viewmark.api import browsers, contexts
from viewmark.session import opening
from viewmark.sync.blocking import Value, blocking, returning, said_to_return
from viewmark.sync.page import Page
from viewmark.sync.worker import Facade, Worker, started
from viewmark.unknown_options import suggests_names

P = ParamSpec("P")
Context = TypeVar("Context", bound="BrowserContext")
Async = browsers.Browser


@suggests_names
class BrowserContext(Facade[contexts.BrowserContext]):
    """Tabs with their own cookies and storage; created by `Browser.context`."""

    closed = Value[bool](contexts.BrowserContext.closed)
    page = returning(Page, contexts.BrowserContext.page)
    tabs = blocking(contexts.BrowserContext.tabs)

    def pages(self) -> list[Page]:
        """Return all tabs that respond."""
        return [Page(each, self._worker) for each in self._worker.run(self._of.pages())]

    def close(self) -> None:
        """Close the context's tabs and delete its cookies; can be called again."""
        self._worker.run(self._of.close())

    def __enter__(self: Context) -> Context:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@suggests_names
class Browser(BrowserContext):
    """A running browser, returned by `launch` or `attach`; its worker stops when it is closed."""

    _of: Async
    endpoint = Value[str | None](Async.endpoint)
    process_id = Value[int | None](Async.process_id)
    context = returning(BrowserContext, Async.context)
    refuse_downloads = blocking(Async.refuse_downloads)

    def close(self) -> None:
        """Close the browser if viewmark started it, else viewmark's tabs; can be called again."""
        with contextlib.ExitStack() as stack:
            stack.callback(self._worker.stop)
            if not self._of.closed:
                self._worker.run(self._of.close())


def _opener(of: Callable[P, browsers.Launcher]) -> Callable[P, Browser]:
    """Return `launch` or `attach` without `await`."""

    @wraps(of)
    def call(*args: P.args, **options: P.kwargs) -> Browser:
        worker = Worker()
        return Browser(started(of(*args, **options), worker), worker)

    return said_to_return(Browser, call)


launch = _opener(opening.launch)
attach = _opener(opening.attach)
