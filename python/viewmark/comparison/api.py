"""The public function `compare`, which compares checkpoints, observations or saved files."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeAlias

from viewmark.comparison.checkpoint import Checkpoint, checkpoint_of
from viewmark.comparison.compare import compare_checkpoints
from viewmark.comparison.model import PageComparison
from viewmark.comparison.rules import Ignored, IgnoreRules
from viewmark.comparison.saved import load_checkpoint
from viewmark.errors import InvalidOption
from viewmark.page.observation import Observation

Source: TypeAlias = Checkpoint | Observation | str | Path
"""A checkpoint, an observation, or the path of a saved checkpoint."""


def compare(
    before: Source,
    after: Source,
    *,
    ignore: Ignored | None = None,
    rules: str | Path | None = None,
) -> PageComparison:
    """Compare two checkpoints by element and property, without a browser.

    Args:
        before: the earlier state: a checkpoint, an observation, or the path of a saved checkpoint.
            Colours and fonts of an observation are compared only if it was made with
            `include=["styles"]`.
        after: the later state, in the same form as `before`.
        ignore: lists of what to ignore, by name. `words`: regular expressions, or `dates`, `times`,
            `prices`, `numbers`, whose matches are removed from texts. `elements`: refs (`@price`),
            ids (`#clock`), roles, or roles and names (`link "Ad *"`). `regions`: x, y, width,
            height in CSS px of the page.
        rules: a TOML file with a table `[ignore]` that contains `words`, `elements`, `regions`.

    Raises:
        CheckpointInvalid: a file is not a checkpoint, is damaged, or has another format version.
        NotComparable: the viewport sizes differ, or there are more than 20,000 elements.
        InvalidOption: an ignore rule is invalid.
        OSError: a file cannot be read.
    """
    ignored = rules_of(ignore, rules)
    return compare_checkpoints(as_checkpoint(before), as_checkpoint(after), ignore=ignored)


def as_checkpoint(source: Any) -> Checkpoint:
    """Convert a source to a checkpoint, or load it from a path.

    Raises:
        InvalidOption: the type is not supported; for a URL, the hint says how to compare it.
        CheckpointInvalid, OSError: a file cannot be loaded.
    """
    if isinstance(source, Checkpoint):
        return source
    if isinstance(source, Observation):
        return checkpoint_of(source)
    if isinstance(source, str) and "://" in source:
        raise InvalidOption(
            f"{source:.60} is an address, and a comparison opens no browser.",
            hint="Take page.checkpoint() of both, or compare them with `viewmark diff A B`.",
        )
    if isinstance(source, (str, Path)):
        return load_checkpoint(source)
    raise InvalidOption(
        f"Compared are checkpoints, observations and paths, not {type(source).__name__}."
    )


def rules_of(ignore: Ignored | None, file: str | Path | None) -> IgnoreRules:
    """Combine the rules from options with those from a file."""
    own = IgnoreRules.of(ignore or {})
    if file is None:
        return own
    return own.join(IgnoreRules.load(file))
