"""Reads a page besides its picture: trees, outline, console, exceptions, requests."""

from __future__ import annotations

from typing import Annotated

from viewmark.defaults import RECORD_COUNTS, RECORDS
from viewmark.page import bodies, records, trees
from viewmark.page.bodies import Body
from viewmark.page.context import PageContext
from viewmark.page.outline import PageOutline, page_outline
from viewmark.page.records import (
    ConsoleMessage,
    Level,
    PageException,
    Records,
    Request,
)
from viewmark.page.trees import CHARACTERS, NODES, AccessibilityTree, DomView
from viewmark.unknown_options import checked

__all__ = ["Inspection"]


class Inspection:
    """What one can read of a page; a part of `Page`."""

    context: PageContext

    @checked
    async def dom_tree(
        self, *, nodes: int = NODES, characters: int = CHARACTERS, compact: bool = True
    ) -> DomView:
        """What `dom` tells as data: a tree whose nodes say whether they are in view.

        Where nodes are left out, those in view are kept first.

        Args:
            nodes: at most so many, 1 to 20,000.
            characters: about so many as JSON, 200 to 2,000,000.
            compact: leave out wrappers that say nothing.

        Raises:
            RestrictedPage: a page of the browser itself.
        """
        view = trees.dom(self.context, nodes=nodes, characters=characters, compact=compact)
        return await view

    @checked
    async def accessibility_tree(self, *, nodes: int = trees.ACCESSIBLE_NODES) -> AccessibilityTree:
        """What `accessibility` tells as data: a flat list of nodes with their depths.

        Args:
            nodes: at most so many, 1 to 20,000.

        Raises:
            RestrictedPage: a page of the browser itself.
        """
        return await trees.accessibility(self.context, nodes=nodes)

    async def outline(self) -> PageOutline:
        """Address, title, headings, forms, and how many elements are in view; no picture.

        Raises:
            RestrictedPage: a page of the browser itself.
        """
        return await page_outline(self.context)

    @checked
    async def console(
        self,
        *,
        since: int = 0,
        limit: Annotated[int, RECORD_COUNTS] = RECORDS,
        level: Level = "debug",
        contains: str = "",
    ) -> Records[ConsoleMessage]:
        """Lines of the console and of the browser's own log, oldest first; the last 500 are kept.

        Recording begins with the first call of `console`, `exceptions`, `network`, `har` or
        `record`. The browser still has the console and exceptions of before, but not the requests.

        Args:
            since: `cursor` of an earlier result, for only what is newer.
            limit: at most so many entries, 1 to 500.
            level: the least level: debug, log, info, warn, error.
            contains: only entries with these words in text or address; case does not matter.
        """
        return await records.console(
            self.context, since=since, limit=limit, level=level, contains=contains
        )

    @checked
    async def exceptions(
        self, *, since: int = 0, limit: Annotated[int, RECORD_COUNTS] = RECORDS, contains: str = ""
    ) -> Records[PageException]:
        """Uncaught exceptions and unhandled rejections; options as for `console`.

        Args:
            since: as for `console`.
            limit: as for `console`.
            contains: as for `console`.
        """
        return await records.exceptions(self.context, since=since, limit=limit, contains=contains)

    @checked
    async def network(
        self,
        *,
        since: int = 0,
        limit: Annotated[int, RECORD_COUNTS] = RECORDS,
        contains: str = "",
        failed: bool = False,
    ) -> Records[Request]:
        """Requests that have ended since recording began (`began_ms`); see `console`.

        Headers that carry credentials, and secrets in addresses, are not in it; bodies neither.

        Args:
            since: as for `console`.
            limit: as for `console`.
            contains: only requests with these words in the address.
            failed: only those without an answer, or with one of 400 and above.
        """
        return await records.network(
            self.context, since=since, limit=limit, contains=contains, failed=failed
        )

    @checked
    async def response_body(self, request_id: str, *, characters: int = bodies.CHARACTERS) -> Body:
        """The body that a recorded request brought, cut, and without secrets where it is text.

        Args:
            request_id: of an entry of `network`.
            characters: at most so many, 100 to 2,000,000; bytes of what is not text.

        Raises:
            InvalidOption: no such request, or the browser does not have its body any more.
        """
        return await bodies.response_body(self.context, request_id, characters=characters)

    @checked
    async def request_body(self, request_id: str, *, characters: int = bodies.CHARACTERS) -> Body:
        """The body that a recorded request carried; as `response_body`.

        Args:
            request_id: of an entry of `network`.
            characters: as for `response_body`.
        """
        return await bodies.request_body(self.context, request_id, characters=characters)
