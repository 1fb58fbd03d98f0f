"""Names the words of a page that are nearest to words that were not found."""

from __future__ import annotations

from viewmark.browser import scripts, wire
from viewmark.browser.page_target import PageTarget
from viewmark.elements.model import words
from viewmark.errors import ViewmarkError
from viewmark.text import quoted

GIVEN = 3
"""Texts that are named."""
LENGTH = 100
PATIENCE = 1.0
"""Seconds for a frame to answer."""


class Nearest:
    """The texts most like the wanted one in everything that was on the page so far."""

    def __init__(self, wanted: str) -> None:
        self.wanted = wanted
        self.found: dict[str, float] = {}

    async def add(self, page: PageTarget) -> None:
        """Compare what the page shows now. It never fails."""
        for frame in tuple(page.frames):
            try:
                reply = await scripts.call(
                    page, frame, "nearestText", self.wanted, timeout=PATIENCE
                )
            except ViewmarkError:  # it is busy, or gone; the error that is coming counts
                continue
            for row in wire.list_items(reply):
                like, text = [*wire.list_items(row), None, None][:2]
                if isinstance(like, float | int) and isinstance(text, str):
                    said = words(text, LENGTH)
                    self.found[said] = max(float(like), self.found.get(said, 0.0))

    @property
    def texts(self) -> list[str]:
        """The best ones, best first."""
        ranked = sorted(self.found.items(), key=lambda item: -item[1])
        return [text for text, _ in ranked[:GIVEN]]

    def sentence(self) -> str:
        """`The nearest text is "Report #1437".`, with a space before it; empty for none."""
        texts = self.texts
        if not texts:
            return ""
        is_are = "text is" if len(texts) == 1 else "texts are"
        return f" The nearest {is_are} {', '.join(map(quoted, texts))}."
