"""The page as trees of nodes, and as an outline of headings and forms."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, dataclass, replace
from typing import Any

from viewmark.browser.capture.screenshot import refuse_restricted
from viewmark.browser.discovery.accessibility import AccessibilityTree
from viewmark.browser.discovery.accessibility import accessibility as read_accessibility
from viewmark.browser.discovery.discover import discover
from viewmark.browser.discovery.dom_view import CHARACTERS, DomView, dom_view
from viewmark.browser.discovery.dom_view import NODES as NODES
from viewmark.browser.discovery.outline import Form, Heading, outline
from viewmark.browser.pdfs import pdf_remark
from viewmark.defaults import NODE_COUNTS
from viewmark.page.context import PageContext
from viewmark.page.naming import name_handles
from viewmark.page.observation import PageInfo
from viewmark.text import cut_address
from viewmark.unknown_options import checked

ACCESSIBLE_NODES = 300
MOST_NODES = int(NODE_COUNTS.high)


def check_nodes(nodes: object) -> None:
    """Refuse what is out of range.

    Raises:
        InvalidOption: with the range.
    """
    NODE_COUNTS.check("nodes", nodes)


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
        refuse_restricted(self.context.page)
        check_nodes(nodes)
        view = await dom_view(
            self.context.page, nodes=nodes, characters=characters, compact=compact
        )
        named = {
            key: ref for key, (ref, _) in (await name_handles(self.context, view.handles)).items()
        }
        return view.with_refs(lambda handle: named.get(handle.key))

    @checked
    async def accessibility_tree(self, *, nodes: int = ACCESSIBLE_NODES) -> AccessibilityTree:
        """What `accessibility` tells as data: a flat list of nodes with their depths.

        Args:
            nodes: at most so many, 1 to 20,000.

        Raises:
            RestrictedPage: a page of the browser itself.
        """
        refuse_restricted(self.context.page)
        check_nodes(nodes)
        tree = await read_accessibility(self.context.page, limit=nodes)
        handles = [node.handle for node in tree.nodes if node.handle is not None]
        named = {key: ref for key, (ref, _) in (await name_handles(self.context, handles)).items()}
        return replace(
            tree,
            nodes=tuple(
                replace(node, ref=named.get(node.handle.key, "")) if node.handle else node
                for node in tree.nodes
            ),
        )

    async def outline(self) -> PageOutline:
        """Address, title, headings, forms, and how many elements are in view; no picture.

        Raises:
            RestrictedPage: a page of the browser itself.
        """
        page = self.context.page
        refuse_restricted(page)
        found, about = await asyncio.gather(discover(page, max_annotations=1), outline(page))
        where = PageInfo(
            url=found.url,
            title=found.title,
            ready_state=found.ready_state,
            viewport=found.viewport,
            status=found.status,
        )
        return PageOutline(
            page=where,
            headings=about.headings,
            forms=about.forms,
            interactive_elements=found.total_found,
            incomplete=tuple(
                dict.fromkeys([*found.incomplete, *about.incomplete, *pdf_remark(page.frames)])
            ),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOutline:
    """What a page is about. All words are the page's own: data."""

    page: PageInfo
    headings: tuple[Heading, ...]
    """Of the main frame, in document order; at most 100."""
    forms: tuple[Form, ...]
    """Of the main frame; fields with role and name, never with values."""
    interactive_elements: int
    """How many are in view, frames included."""
    incomplete: tuple[str, ...] = ()
    """What was not looked at because the page is too large; empty on nearly all pages."""

    def to_json(self) -> dict[str, Any]:
        """The wire shape."""
        facts: dict[str, Any] = self.page.to_json() | {
            "headings": [asdict(each) for each in self.headings],
            "forms": [each.to_json() for each in self.forms],
            "interactive_elements": self.interactive_elements,
        }
        return facts | ({"incomplete": list(self.incomplete)} if self.incomplete else {})

    def lines(self) -> str:
        """The facts as text."""
        lines = [f"{self.page.title}  {cut_address(self.page.url)}  {self.page.state}"]
        lines += [f"{'#' * each.level} {each.text}" for each in self.headings]
        for form in self.forms:
            fields = ", ".join(field.name for field in form.fields)
            lines.append(f"form {form.name}".rstrip() + f": {fields}")
        return "\n".join([*lines, f"{self.interactive_elements} interactive elements in view"])
