"""Compares a page with an earlier state: checkpoints, and refs that outlast a session."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

from viewmark.comparison.api import Source, as_checkpoint, rules_of
from viewmark.comparison.audit import Audit, audit_checkpoint
from viewmark.comparison.audit_page import page_verdicts
from viewmark.comparison.checkpoint import Checkpoint
from viewmark.comparison.compare import compare_checkpoints
from viewmark.comparison.model import PageComparison
from viewmark.comparison.rules import Ignored
from viewmark.comparison.saved import save_checkpoint
from viewmark.comparison.take import take_checkpoint
from viewmark.errors import StateInvalid
from viewmark.files import write_atomic
from viewmark.page.context import PageContext
from viewmark.refs.registry import PageRegistry
from viewmark.unknown_options import checked


class Comparing:
    """Checkpoints and saved refs of a page; a mixin of `Page`."""

    context: PageContext

    @checked
    async def checkpoint(
        self,
        path: str | Path | None = None,
        *,
        area: Literal["viewport", "page"] = "viewport",
        settle: bool = True,
    ) -> Checkpoint:
        """Record all visible elements and their styles, to compare the page with them later.

        Args:
            path: also save it: a PNG that shows the page and contains its map.
            area: the viewport, or the whole page.
            settle: wait (bounded) for fonts, images in view and a stable layout first.

        Raises:
            NotComparable: the browser did not provide a screenshot in time.
            PathNotAllowed, FileNotWritten: the path is not a plain file, or is not writable; no
                partial file remains.
            RestrictedPage, BrowserError, PageError: the page does not respond.
        """
        taken = await take_checkpoint(self.context, area=area, settle=settle)
        if path is not None:
            save_checkpoint(taken, path)
        return taken

    @checked
    async def compare(
        self,
        before: Source,
        *,
        ignore: Ignored | None = None,
        rules: str | Path | None = None,
    ) -> PageComparison:
        """List changes of the page since a checkpoint, by element and property.

        Args:
            before: the checkpoint, an observation, or the path of a saved checkpoint.
            ignore: lists by name, as in `viewmark.compare`: `words`, `elements`, `regions`.
            rules: a TOML file with a table `[ignore]` of `words`, `elements`, `regions`.

        Raises:
            CheckpointInvalid, OSError: the file is not a checkpoint, or unreadable.
            NotComparable: the viewport size differs, there is no screenshot, or there are more
                than 20,000 elements.
            InvalidOption: a rule in `ignore` or `rules` is invalid.
            RestrictedPage, BrowserError, PageError: the page does not respond.
        """
        ignored = rules_of(ignore, rules)
        old = as_checkpoint(before)
        new = await take_checkpoint(
            self.context, area="page" if old.area is not None else "viewport"
        )
        self.context.listed = "a comparison"
        return compare_checkpoints(old, new, ignore=ignored)

    @checked
    async def audit(self, *, area: Literal["viewport", "page"] = "viewport") -> Audit:
        """Return verdicts on the current page, by rule (docs/compare.md, "Audit").

        To test focus visibility, the focus is moved through the controls in view, then restored.

        Args:
            area: the viewport, or the whole page.

        Raises:
            NotComparable: the browser did not provide a screenshot in time.
            RestrictedPage, BrowserError, PageError: the page does not respond.
        """
        taken = await take_checkpoint(self.context, area=area)
        self.context.listed = "an audit"
        return audit_checkpoint(taken, await page_verdicts(self.context, taken))

    def save_refs(self, path: str | Path) -> None:
        """Write the refs of this tab to a JSON file: names and refs, but no values or page text.

        Raises:
            PathNotAllowed, FileNotWritten: the path is not a plain file, or is not writable; no
                partial file remains.
        """
        write_atomic(path, json.dumps(self.context.registry.to_json()).encode())

    def load_refs(self, path: str | Path) -> None:
        """Load the refs of an earlier session; call it before the first observation.

        Raises:
            StateInvalid: the file does not contain saved refs; the message says where.
            OSError: the file cannot be read.
        """
        # only plain files are read, because reading a pipe would block
        if not Path(path).is_file() and Path(path).exists():
            raise StateInvalid(f"{path} is not a plain file.")
        try:
            saved = json.loads(Path(path).read_bytes())
        except ValueError as error:
            raise StateInvalid(f"{path} is not JSON: {error}.") from None
        self.context.registry = PageRegistry.from_json(saved)

    def forget_refs(self) -> None:
        """Discard all refs, as if the tab were new."""
        self.context.registry = PageRegistry()
