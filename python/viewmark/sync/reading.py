"""Reading without `await`, generated from `api/reading.py` by `make sync`."""

from __future__ import annotations

from viewmark.api import page as page_
from viewmark.page.reading import CHARACTERS, PageText
from viewmark.sync.worker import Facade
from viewmark.unknown_options import checked

__all__ = ["Reading"]


class Reading(Facade[page_.Page]):
    """What one can read of a page with words alone; a part of `Page`."""

    @checked
    def snapshot(
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
        return self._worker.run(
            self._of.snapshot(
                target, selector=selector, characters=characters, since=since, cursor=cursor
            )
        )

    @checked
    def text(
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
        return self._worker.run(
            self._of.text(
                target, selector=selector, characters=characters, since=since, cursor=cursor
            )
        )
