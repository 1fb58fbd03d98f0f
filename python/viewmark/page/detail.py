"""One property of one element: text, value, attribute, HTML, box or computed style."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from viewmark.browser import scripts, wire
from viewmark.browser.discovery.discover import DiscoverOptions, discover
from viewmark.browser.discovery.readable import readable
from viewmark.browser.frames.geometry import chain
from viewmark.browser.frames.table import Frame
from viewmark.errors import ElementNotFound, InvalidOption, SecretRefused
from viewmark.geometry import Bounds
from viewmark.page.context import PageCalls, PageContext
from viewmark.page.resolve import element
from viewmark.page.target import Target
from viewmark.page.targets import resolve
from viewmark.page.tree import plain_text
from viewmark.unknown_options import checked
from viewmark.wire_record import as_text, to_record

What = Literal["text", "value", "attribute", "html", "box", "style", "rules"]
LONGEST = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementDetail:
    """The requested property of an element."""

    what: What
    name: str | None = None
    value: Any = field(repr=False)
    """The value: a string; for `value` also a boolean or a list; for `box` a dictionary. None if
    the property does not exist."""

    def __str__(self) -> str:
        return as_text(self.value)

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        return to_record(self)


class Details(PageCalls):
    """Reads one property of an element; a mixin of `Page`."""

    @checked
    async def get(
        self,
        target: Target,
        what: What,
        name: str | None = None,
        *,
        secrets: bool = False,
    ) -> ElementDetail:
        """Read one property of one element completely, anywhere on the page.

        Args:
            target: see `Target`.
            what: `text` (its visible text), `value` (of a field; for a checkbox whether it is
                checked), `attribute` and `style` (computed) with `name`, `html`, `box` (CSS px of
                the viewport, also outside of it), or `rules` (the discovery rules that marked or
                dropped it and its ancestors). The value of an absent property is None.
            name: name of the attribute or the style property.
            secrets: also return the contents of a secret field.

        Raises:
            SecretRefused: the element is in a secret field, and `secrets` is not set.
            InvalidOption: `what` is unknown, or `name` is missing or not allowed.
            RefStale, RefAmbiguous, ElementNotFound, InvalidSelector: the element was not found.
        """
        context, page = self.context, self.context.page
        if (what in ("attribute", "style")) is not bool(name):
            raise InvalidOption(
                "name goes with what='attribute' or 'style', which need one.", param="name"
            )
        frame, node, _ = await element(context, resolve(context, target))
        if what == "rules":
            return ElementDetail(what=what, value=await _rules(context, frame, node))
        asked = (node, what, name or "", secrets is True)
        reply = wire.record(await scripts.call(page, frame, "detail", *asked))
        status, value = reply.get("status"), reply.get("value")
        if status == "gone":
            raise ElementNotFound("The element is gone from the page.", gone=True)
        if status == "secret":
            raise SecretRefused(f"The {what} of a secret field is not given.")
        if what == "text":
            found = await readable(page, frame=frame, root=node)
            value = plain_text(found.events)
        if what == "box" and value is not None:
            value = await _box(context, frame, value)
        if isinstance(value, str) and len(value) > LONGEST:
            raise InvalidOption(
                f"The {what} has {len(value)} characters; {LONGEST} are the most.",
                hint="Ask for a smaller element.",
            )
        return ElementDetail(what=what, name=name, value=value)


async def _rules(context: PageContext, frame: Frame, node: int) -> str:
    # marks the nodes that have listeners, because the discovery rules depend on them
    await discover(context.page)
    options = DiscoverOptions().options(0)
    return str(await scripts.call(context.page, frame, "explain", options, node))


async def _box(context: PageContext, frame: Frame, edges: object) -> dict[str, Any] | None:
    box = Bounds.from_edges(edges)
    if box is None:
        return None
    if frame.parent_id is not None:
        box = (await chain(context.page, frame))[-1].to_top.bounds(box)
    view = await context.page.viewport()
    seen = box.intersection(Bounds(0.0, 0.0, view.width, view.height))
    return {**box.to_json(2), "in_viewport": not seen.is_empty}
