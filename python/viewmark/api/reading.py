"""Reading a page: outline, text, trees, words, one thing of an element; scripts, its own tools."""

from __future__ import annotations

from typing import Annotated

from viewmark.defaults import (
    CHARACTERS,
    FINDING_COUNTS,
    FINDINGS,
    NODE_COUNTS,
    READINGS,
)
from viewmark.page.context import PageContext
from viewmark.page.detail import ElementDetail, What, get_detail
from viewmark.page.find import Findings, find
from viewmark.page.reading import PageText, read, read_on
from viewmark.page.target import Target
from viewmark.page.targets import resolve, resolve_or_none
from viewmark.unknown_options import checked


class Reading:
    """What one can read of a page with words alone; a part of `Page`."""

    context: PageContext

    @checked
    async def snapshot(
        self,
        target: Target | None = None,
        *,
        characters: Annotated[int, READINGS] = CHARACTERS,
        since: str | None = None,
    ) -> PageText:
        """The whole page as an outline: a line with role, name, ref and state for each element.

        What lies beyond the viewport is part of it; actions scroll there. Hidden text is not.

        Args:
            target: what to read; None: the whole page.
            characters: at most about so many, 2,500 to 1,000,000; `read_on` goes on.
            since: `frame_id` of an earlier snapshot: only lines that went and that came.

        Raises:
            RestrictedPage: a page of the browser itself.
            ReadingForgotten: the reading that `since` names is not kept any more.
            RefStale, RefAmbiguous, ElementNotFound, InvalidSelector: the element is not there.
        """
        aimed = resolve_or_none(self.context, target)
        return await read(self.context, "snapshot", aimed, characters=characters, since=since)

    @checked
    async def text(
        self,
        target: Target | None = None,
        *,
        characters: Annotated[int, READINGS] = CHARACTERS,
        since: str | None = None,
    ) -> PageText:
        """What a person can read on the page, as Markdown; links and controls have refs.

        Args:
            target: what to read; None: the whole page.
            characters: at most about so many, 2,500 to 1,000,000; `read_on` goes on.
            since: `frame_id` of an earlier text: only lines that went and that came.

        Raises:
            RestrictedPage: a page of the browser itself.
            ReadingForgotten: the reading that `since` names is not kept any more.
            RefStale, RefAmbiguous, ElementNotFound, InvalidSelector: the element is not there.
        """
        aimed = resolve_or_none(self.context, target)
        return await read(self.context, "markdown", aimed, characters=characters, since=since)

    @checked
    async def dom(
        self,
        *,
        characters: Annotated[int, READINGS] = CHARACTERS,
        since: str | None = None,
        nodes: Annotated[int, NODE_COUNTS] | None = None,
        compact: bool = True,
    ) -> PageText:
        """The rendered DOM, a line for each node: tag, id, role, name, ref, state, what is in view.

        Frames of any origin and shadow roots are part of it; words keep their place.

        Args:
            characters: at most about so many, 2,500 to 1,000,000; `read_on` goes on.
            since: `frame_id` of an earlier `dom`: only lines that went and that came.
            nodes: at most so many are read, 1 to 20,000 (None); those in view first.
            compact: leave out wrappers that say nothing.

        Raises:
            RestrictedPage: a page of the browser itself.
            ReadingForgotten: the reading that `since` names is not kept any more.
        """
        return await read(
            self.context,
            "dom",
            characters=characters,
            since=since,
            nodes=nodes,
            compact=compact,
        )

    @checked
    async def accessibility(
        self,
        *,
        characters: Annotated[int, READINGS] = CHARACTERS,
        since: str | None = None,
        nodes: Annotated[int, NODE_COUNTS] | None = None,
    ) -> PageText:
        """What assistive technology is told: Chrome's accessibility tree, a line for each node.

        Refs stand where one can act; values of secret fields never.

        Args:
            characters: at most about so many, 2,500 to 1,000,000; `read_on` goes on.
            since: `frame_id` of an earlier `accessibility`: only lines that went and that came.
            nodes: at most so many are read, 1 to 20,000; None: 2,000.

        Raises:
            RestrictedPage: a page of the browser itself.
            ReadingForgotten: the reading that `since` names is not kept any more.
        """
        return await read(
            self.context,
            "accessibility",
            characters=characters,
            since=since,
            nodes=nodes,
        )

    @checked
    async def read_on(
        self, cursor: str, *, characters: Annotated[int, READINGS] = CHARACTERS
    ) -> PageText:
        """The next part of a reading (`snapshot`, `text`, `dom`, ...), as the page was then.

        Args:
            cursor: of the part before.
            characters: at most about so many, 2,500 to 1,000,000.

        Raises:
            ReadingForgotten: the reading that it names is not kept any more.
            InvalidOption: not a cursor.
        """
        return await read_on(self.context, cursor, characters)

    @checked
    async def find(
        self,
        text: str | None = None,
        *,
        role: str | None = None,
        name: str | None = None,
        limit: Annotated[int, FINDING_COUNTS] = FINDINGS,
    ) -> Findings:
        """Find words, or elements, on the whole page: beyond the viewport and in frames too.

        Each place has a ref, the words around it, the heading above it, and how far away it is.
        Nothing is scrolled; `scroll_to` does that. Hidden text is not found.

        Args:
            text: words in a line; case and the amount of space do not matter.
            role: as assistive technology has it (`button`, `heading`, ...), instead of `text`.
            name: a part of the accessible name, with or without `role`.
            limit: at most so many places, 1 to 200.

        Raises:
            InvalidOption: nothing to look for, text beside role or name, an odd limit.
            RestrictedPage: a page of the browser itself.
        """
        return await find(self.context, text, role=role, name=name, limit=limit)

    @checked
    async def get(
        self,
        target: Target,
        what: What,
        name: str | None = None,
        *,
        secrets: bool = False,
    ) -> ElementDetail:
        """One thing of one element, whole, wherever it lies.

        Args:
            target: see `Target`.
            what: `text` (what can be read in it), `value` (of a field; whether a checkbox is on),
                `attribute` and `style` (computed) with `name`, `html`, or `box` (CSS px of the
                viewport, or beyond it). None is the value of what it does not have.
            name: of the attribute or the style property.
            secrets: also give what stands in a secret field.

        Raises:
            SecretRefused: it stands in a secret field, and `secrets` is not set.
            InvalidOption: an unknown `what`, or a name missing or too much.
            RefStale, RefAmbiguous, ElementNotFound, InvalidSelector: the element is not there.
        """
        aimed = resolve(self.context, target)
        return await get_detail(self.context, aimed, what, name, secrets=secrets)
