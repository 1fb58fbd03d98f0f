"""Facts about a page without a picture: address, headings, forms, how much is in view."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from viewmark.browser.capture.screenshot import refuse_restricted
from viewmark.browser.discovery.discover import discover
from viewmark.browser.discovery.outline import Form, Heading, outline
from viewmark.browser.pdfs import pdf_remark
from viewmark.page.observation import PageInfo
from viewmark.text import cut_address

if TYPE_CHECKING:
    from viewmark.page.context import PageContext

__all__ = ["PageOutline", "page_outline"]


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
            "headings": [each.to_json() for each in self.headings],
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


async def page_outline(context: PageContext) -> PageOutline:
    """Read the outline. It numbers nothing: labels of the last observation stay the newest."""
    page = context.page
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
