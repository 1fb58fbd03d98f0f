"""Reading a page: an outline with refs, its text as Markdown."""

from __future__ import annotations

from viewmark.page.context import PageContext
from viewmark.page.reading import CHARACTERS, PageText, Read, read
from viewmark.page.targets import Target, resolve_target
from viewmark.unknown_options import checked

__all__ = ["Reading"]


class Reading:
    """What one can read of a page with words alone; a part of `Page`."""

    context: PageContext

    @checked
    async def snapshot(
        self,
        target: int | str | None = None,
        *,
        selector: str | None = None,
        characters: int = CHARACTERS,
        since: str | None = None,
        cursor: str | None = None,
    ) -> PageText:
        """The whole page as an outline: a line with role, name, ref and state for each element.

        What lies beyond the viewport is part of it; actions scroll there. Hidden text is not.

        Args:
            target: label or ref of what to read; None: the whole page.
            selector: CSS, or what an observation returned, instead of `target`.
            characters: at most about so many, 2,500 to 1,000,000; `cursor` of the answer leads on.
            since: `frame_id` of an earlier snapshot: only lines that went and that came.
            cursor: of an earlier answer: its next part, as the page was then.

        Raises:
            RestrictedPage: a page of the browser itself.
            ReadingForgotten: the reading that `since` or `cursor` names is not kept any more.
            RefStale, RefAmbiguous, ElementNotFound, InvalidSelector: the element is not there.
        """
        request = Read(
            form="snapshot",
            target=self._meant(target, selector),
            characters=characters,
            since=since,
            cursor=cursor,
        )
        return await read(self.context, request)

    @checked
    async def text(
        self,
        target: int | str | None = None,
        *,
        selector: str | None = None,
        characters: int = CHARACTERS,
        since: str | None = None,
        cursor: str | None = None,
    ) -> PageText:
        """What a person can read on the page, as Markdown; links and controls have refs.

        Args:
            target: label or ref of what to read; None: the whole page.
            selector: CSS, or what an observation returned, instead of `target`.
            characters: at most about so many, 2,500 to 1,000,000; `cursor` of the answer leads on.
            since: `frame_id` of an earlier text: only lines that went and that came.
            cursor: of an earlier answer: its next part, as the page was then.

        Raises:
            RestrictedPage: a page of the browser itself.
            ReadingForgotten: the reading that `since` or `cursor` names is not kept any more.
            RefStale, RefAmbiguous, ElementNotFound, InvalidSelector: the element is not there.
        """
        request = Read(
            form="markdown",
            target=self._meant(target, selector),
            characters=characters,
            since=since,
            cursor=cursor,
        )
        return await read(self.context, request)

    def _meant(self, target: int | str | None, selector: str | None) -> Target | None:
        return resolve_target(
            self.context,
            ref=target if isinstance(target, str) else None,
            label=None if isinstance(target, str) else target,
            selector=selector,
        )
