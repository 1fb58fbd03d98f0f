"""Comparing without `await`, generated from `api/comparing.py` by `make sync`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from viewmark.api import page as page_
from viewmark.comparison.api import Region, Source
from viewmark.comparison.audit import Audit
from viewmark.comparison.checkpoint import Checkpoint
from viewmark.comparison.model import PageComparison
from viewmark.sync.worker import Facade
from viewmark.unknown_options import checked

__all__ = ["Comparing"]


class Comparing(Facade[page_.Page]):
    """Checkpoints and saved refs of a page; a part of `Page`."""

    @checked
    def checkpoint(
        self, path: str | Path | None = None, *, full_page: bool = False, settle: bool = True
    ) -> Checkpoint:
        """Look at everything visible with its styles, to compare the page with this moment later.

        Args:
            path: also write it there: a PNG that shows the page and holds its map.
            full_page: the whole page, not only the viewport.
            settle: wait (bounded) for fonts, images in view and a quiet layout first.

        Raises:
            NotComparable: the browser gave no picture in time.
            PathNotAllowed, FileNotWritten: not a plain file, or not possible; nothing is left.
            RestrictedPage, BrowserError, PageError: what keeps the page from answering.
        """
        return self._worker.run(self._of.checkpoint(path, full_page=full_page, settle=settle))

    @checked
    def compare(
        self,
        before: Source,
        *,
        ignore_words: Sequence[str] = (),
        ignore_elements: Sequence[str] = (),
        ignore_regions: Sequence[Region] = (),
        rules: str | Path | None = None,
    ) -> PageComparison:
        """What changed on the page since a checkpoint, by element and property.

        Args:
            before: the checkpoint, an observation, or the path of a saved checkpoint.
            ignore_words: regular expressions, or `dates`, `times`, `prices`, `numbers`.
            ignore_elements: refs (`@price`), ids (`#clock`), roles, or roles and names.
            ignore_regions: x, y, width, height in CSS px of the page.
            rules: a TOML file with a table `[ignore]` of `words`, `elements`, `regions`.

        Raises:
            CheckpointInvalid, OSError: the file is no checkpoint, or cannot be read.
            NotComparable: another size of viewport, no picture, or more than 20,000 elements.
            InvalidOption: an ignore rule that cannot be.
            RestrictedPage, BrowserError, PageError: what keeps the page from answering.
        """
        return self._worker.run(
            self._of.compare(
                before,
                ignore_words=ignore_words,
                ignore_elements=ignore_elements,
                ignore_regions=ignore_regions,
                rules=rules,
            )
        )

    @checked
    def audit(self, *, full_page: bool = False) -> Audit:
        """Verdicts on the page as it is: contrast, small targets that are too near, no names.

        Args:
            full_page: the whole page, not only the viewport.

        Raises:
            NotComparable: the browser gave no picture in time.
            RestrictedPage, BrowserError, PageError: what keeps the page from answering.
        """
        return self._worker.run(self._of.audit(full_page=full_page))

    def save_refs(self, path: str | Path) -> None:
        """Write the refs of this tab to a JSON file: names and refs, no values, no page text.

        Raises:
            PathNotAllowed, FileNotWritten: not a plain file, or not possible; nothing is left.
        """
        self._of.save_refs(path)

    def load_refs(self, path: str | Path) -> None:
        """Take up the refs of an earlier session; do it before the first look.

        Raises:
            StateInvalid: the file does not hold saved refs; the message says where.
            OSError: it cannot be read.
        """
        self._of.load_refs(path)
